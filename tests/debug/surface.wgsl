@group(0) @binding(0) var albedo: texture_2d<f32>;
@group(0) @binding(1) var normals: texture_2d<f32>;
@group(0) @binding(2) var filtered: sampler;

fn shade(normal: vec3<f32>, color: vec3<f32>) -> vec3<f32> {
    let light = normalize(vec3(1.0, 2.0, 3.0));
    let amount = max(dot(normal, light), 0.1);
    return color * amount;
}

@fragment
fn main(@location(0) at: vec2<f32>, @location(1) tint: vec4<f32>) -> @location(0) vec4<f32> {
    let base = textureSample(albedo, filtered, at);
    let packed = textureSample(normals, filtered, at).xyz;
    let normal = normalize(packed * 2.0 - 1.0);
    var color = base.rgb * tint.rgb;
    if base.a < 0.5 {
        discard;
    }
    for (var i = 0; i < 2; i++) {
        color = shade(normal, color);
    }
    return vec4(color, base.a);
}
