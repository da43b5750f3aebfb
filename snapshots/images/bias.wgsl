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

// CHECK: [[BIAS:]] = OpExtInst %f32 %GLSL.std.450 NClamp {{.*}} %f32_-16.0 %f32_15.99
// CHECK: OpImageSampleImplicitLod {{.*}} Bias [[BIAS]]
// CHECK: OpImageSampleImplicitLod {{.*}} Bias %f32_15.99
// CHECK: [[BIAS:]] = OpExtInst %f32 %GLSL.std.450 NClamp %f32_16.0 %f32_-16.0 %f32_15.99
// CHECK: OpImageSampleImplicitLod {{.*}} Bias [[BIAS]]
// CHECK: OpImageSampleImplicitLod {{.*}} Bias|ConstOffset %f32_-16.0 %v2i32_1,-1
