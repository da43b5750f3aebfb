// One function, called with pointers of two shapes.

struct Pair { a: array<u32, 4>, b: array<u32, 4> }

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

fn add(p: ptr<function, array<u32, 4>>, at: u32) {
    (*p)[at] += 1u;
}

@compute @workgroup_size(1)
fn main() {
    var whole = array<u32, 4>();
    var pair: Pair;
    add(&whole, v[0]);
    add(&pair.b, v[1]);
    v[2] = whole[0] + pair.b[1];
}
