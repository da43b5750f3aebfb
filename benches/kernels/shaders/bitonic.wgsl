@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> part: array<u32, 128>;
@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    part[lid] = data[id.x];
    workgroupBarrier();
    for (var size = 2u; size <= 128u; size <<= 1u) {
        for (var stride = size >> 1u; stride > 0u; stride >>= 1u) {
            let partner = lid ^ stride;
            let mine = part[lid];
            let theirs = part[partner];
            workgroupBarrier();
            let up = (lid & size) == 0u;
            let low = lid < partner;
            part[lid] = select(max(mine, theirs), min(mine, theirs), up == low);
            workgroupBarrier();
        }
    }
    data[id.x] = part[lid];
}
