struct Params { count: u32, step: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> bodies: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> speeds: array<vec4<f32>>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if i >= arrayLength(&speeds) { return; }
    let own = bodies[i];
    var pull = vec3(0.0);
    for (var k = 0u; k < arrayLength(&bodies); k++) {
        let other = bodies[k];
        let away = other.xyz - own.xyz;
        let squared = dot(away, away) + 0.01;
        pull += away * (other.w * inverseSqrt(squared * squared * squared));
    }
    speeds[i] += vec4(pull * params.step, 0.0);
}
