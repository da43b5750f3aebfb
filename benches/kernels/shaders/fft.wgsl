@group(0) @binding(0) var<storage, read_write> data: array<vec2<f32>>;
var<workgroup> part: array<vec2<f32>, 128>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let base = group.x * 128u;
    part[lid] = data[base + lid];
    part[lid + 64u] = data[base + lid + 64u];
    workgroupBarrier();
    for (var half = 1u; half < 128u; half *= 2u) {
        let k = lid & (half - 1u);
        let at = 2u * lid - k;
        let angle = -3.14159265 * f32(k) / f32(half);
        let turn = vec2(cos(angle), sin(angle));
        let odd = part[at + half];
        let even = part[at];
        let turned = vec2(odd.x * turn.x - odd.y * turn.y, odd.x * turn.y + odd.y * turn.x);
        workgroupBarrier();
        part[at] = even + turned;
        part[at + half] = even - turned;
        workgroupBarrier();
    }
    data[base + lid] = part[lid];
    data[base + lid + 64u] = part[lid + 64u];
}
