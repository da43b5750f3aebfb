struct Params { c: vec2<f32>, limit: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@fragment fn fs(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    var z = uv * 3.0 - 1.5;
    var i = 0u;
    while i < params.limit && dot(z, z) < 4.0 {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + params.c;
        i++;
    }
    return vec4(f32(i) / f32(params.limit));
}
