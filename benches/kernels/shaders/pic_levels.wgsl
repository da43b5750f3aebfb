@group(0) @binding(0) var picture: texture_2d<f32>;
@fragment fn fs(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    var sum = vec4(0.0);
    for (var level = i32(textureNumLevels(picture)) - 1; level >= 0; level--) {
        let size = textureDimensions(picture, level);
        let at = min(vec2<u32>(uv * vec2<f32>(size)), size - 1u);
        sum = sum * 0.5 + textureLoad(picture, at, level);
    }
    return sum;
}
