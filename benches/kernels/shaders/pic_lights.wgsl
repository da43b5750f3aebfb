struct Light { position: vec4<f32>, color: vec4<f32> }
struct Lights { count: u32, lights: array<Light, 64> }
@group(0) @binding(0) var<uniform> scene: Lights;
@fragment fn fs(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    var sum = vec3(0.05);
    for (var i = 0u; i < min(scene.count, 64u); i++) {
        let light = scene.lights[i];
        let away = light.position.xy - uv;
        sum += light.color.rgb * max(0.0, 1.0 - dot(away, away) * light.position.w);
    }
    return vec4(sum, 1.0);
}
