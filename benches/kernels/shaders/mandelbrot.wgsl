struct Params { width: u32, limit: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let c = vec2(f32(id.x % params.width), f32(id.x / params.width)) / f32(params.width) * 3.0 - vec2(2.0, 1.5);
    var z = vec2(0.0);
    var i = 0u;
    while dot(z, z) < 4.0 && i < params.limit {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        i += 1u;
    }
    if id.x < arrayLength(&counts) { counts[id.x] = i; }
}
