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

// CHECK: OpImageSampleImplicitLod %v4f32
// CHECK: OpImageSampleImplicitLod %v4f32 {{.*}} Bias|ConstOffset %f32_0.5 %v2i32_1,-1
// CHECK: OpImageSampleExplicitLod %v4f32 {{.*}} Lod %f32_1.0
// CHECK: OpImageSampleExplicitLod %v4f32 {{.*}} Grad %v3f32_0.1 %v3f32_0.2
// CHECK: [[AT:]] = OpFunctionCall %v2f32 [[CLAMP:]]
// CHECK: OpImageSampleExplicitLod %v4f32 {{.*}} [[AT]] Lod %f32_0.0
// CHECK: [[CLAMP]] = OpFunction
// CHECK: %GLSL.std.450 NClamp
