struct Params { size: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> left: array<f32>;
@group(0) @binding(2) var<storage, read> right: array<f32>;
@group(0) @binding(3) var<storage, read_write> product: array<f32>;
var<workgroup> a: array<f32, 256>;
var<workgroup> b: array<f32, 256>;
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let own = lid.y * 16u + lid.x;
    var sum = 0.0;
    let tiles = params.size / 16u;
    for (var t = 0u; t < tiles; t++) {
        let tile = t * 16u;
        a[own] = left[id.y * params.size + tile + lid.x];
        b[own] = right[(tile + lid.y) * params.size + id.x];
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) { sum += a[lid.y * 16u + k] * b[k * 16u + lid.x]; }
        workgroupBarrier();
    }
    product[id.y * params.size + id.x] = sum;
}
