struct Params { steps: u32, time: f32 }
@group(0) @binding(0) var<uniform> params: Params;
fn field(p: vec3<f32>) -> f32 { return length(fract(p) - 0.5) - 0.25 - 0.05 * sin(params.time + p.x); }
@fragment fn fs(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    let way = normalize(vec3(uv * 2.0 - 1.0, 1.5));
    var t = 0.0;
    for (var i = 0u; i < params.steps; i++) {
        let d = field(vec3(0.0, 0.0, params.time) + way * t);
        if d < 0.001 || t > 20.0 { break; }
        t += d;
    }
    return vec4(vec3(1.0 / (1.0 + t)), 1.0);
}
