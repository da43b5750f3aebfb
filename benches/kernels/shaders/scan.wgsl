@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> sums: array<u32, 128>;
@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    sums[lid] = input[id.x];
    workgroupBarrier();
    for (var d = 1u; d < 128u; d <<= 1u) {
        var add = 0u;
        if lid >= d { add = sums[lid - d]; }
        workgroupBarrier();
        sums[lid] += add;
        workgroupBarrier();
    }
    output[id.x] = sums[lid];
}
