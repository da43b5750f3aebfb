// A bias counts from -16.0 to 15.99 (WGSL textureSampleBias); what is known to be there is taken as it is.
@group(0) @binding(0) var colors: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;

@fragment
fn main(@location(0) at: vec2<f32>, @location(1) bias: f32) -> @location(0) vec4<f32> {
    var sum = textureSampleBias(colors, linear, at, bias);
    sum += textureSampleBias(colors, linear, at, 15.99);
    sum += textureSampleBias(colors, linear, at, 16.0);
    sum += textureSampleBias(colors, linear, at, -16.0, vec2<i32>(1, -1));
    return sum;
}
