// Nested branches, one of which returns.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    if v[0] < 3u {
        if v[1] == 2u {
            v[2] = 1u;
            return;
        }
        v[3] = 4u;
    } else {
        v[4] = 5u;
    }
    v[5] = 6u;
}
