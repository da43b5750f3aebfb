// Every way to sample a color texture that the slice has.

@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<f32>;
@group(0) @binding(2) var cube: texture_cube<f32>;
@group(0) @binding(3) var linear: sampler;

@fragment
fn main(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    var color = textureSample(flat, linear, uv);
    color += textureSampleBias(flat, linear, uv, 0.5, vec2<i32>(1, -1));
    color += textureSampleLevel(layers, linear, uv, 2, 1.0);
    color += textureSampleGrad(cube, linear, vec3<f32>(uv, 1.0), vec3<f32>(0.1), vec3<f32>(0.2));
    color += textureSampleBaseClampToEdge(flat, linear, uv);
    return color;
}
