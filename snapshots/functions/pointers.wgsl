// Pointers to whole variables are passed as they are.

struct Pair { a: u32, b: vec2<u32> }

@group(0) @binding(0) var<storage, read_write> v: array<u32>;
var<private> counter: u32;

fn bump(p: ptr<private, u32>, by: u32) -> u32 {
    *p += by;
    return *p;
}

fn fill(p: ptr<function, Pair>) {
    (*p).a = 1u;
    (*p).b.y = (*p).a + 2u;
}

@compute @workgroup_size(1)
fn main() {
    var pair: Pair;
    fill(&pair);
    v[0] = bump(&counter, pair.b.y);
}
