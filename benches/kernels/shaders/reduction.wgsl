@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> sums: array<u32, 256>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32,
        @builtin(workgroup_id) group: vec3<u32>) {
    sums[lid] = input[id.x];
    workgroupBarrier();
    for (var s = 128u; s > 0u; s >>= 1u) {
        if lid < s { sums[lid] += sums[lid + s]; }
        workgroupBarrier();
    }
    if lid == 0u { output[group.x] = sums[0]; }
}
