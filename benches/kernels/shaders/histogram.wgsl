@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;
var<workgroup> local: array<atomic<u32>, 256>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    for (var i = 0u; i < 16u; i++) {
        let at = id.x * 16u + i;
        if at < arrayLength(&input) { atomicAdd(&local[input[at] >> 24u], 1u); }
    }
    workgroupBarrier();
    atomicAdd(&bins[lid], atomicLoad(&local[lid]));
}
