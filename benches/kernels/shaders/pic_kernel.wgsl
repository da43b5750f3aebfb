@group(0) @binding(0) var picture: texture_2d<f32>;
const kernel = array<f32, 25>(1., 4., 7., 4., 1., 4., 16., 26., 16., 4., 7., 26., 41., 26., 7., 4., 16., 26., 16., 4., 1., 4., 7., 4., 1.);
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    var sum = vec4(0.0);
    for (var y = 0; y < 5; y++) {
        for (var x = 0; x < 5; x++) {
            sum += kernel[y * 5 + x] * textureLoad(picture, vec2<i32>(at.xy) + vec2(x - 2, y - 2), 0);
        }
    }
    return sum / 273.0;
}
