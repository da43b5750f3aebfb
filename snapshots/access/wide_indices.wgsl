// Indices of 64 bits are checked in 64 bits: what they are modulo 2³² says nothing.
// targets: vulkan1.0 vulkan1.3

@group(0) @binding(0) var<storage, read_write> v: array<u32>;
@group(0) @binding(1) var<storage, read> at: array<i64, 2>;

@compute @workgroup_size(1)
fn main() {
    var table = array<u32, 4>(1u, 2u, 3u, 4u);
    v[at[0]] = table[u64(at[1])];
}
