// Depth textures: plain samples give one number, comparisons too.

@group(0) @binding(0) var depth: texture_depth_2d;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var compared: sampler_comparison;

@fragment
fn main(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    let plain = textureSample(depth, linear, uv);
    let shadow = textureSampleCompare(depth, compared, uv, 0.5) + textureSampleCompareLevel(depth, compared, uv, 0.25);
    return vec4<f32>(plain, shadow, textureLoad(depth, vec2<i32>(uv), 0), 1.0);
}

// CHECK: [[VALUE:]] = OpImageSampleImplicitLod %v4f32
// CHECK-NEXT: OpCompositeExtract %f32 [[VALUE]] 0
// CHECK: OpImageSampleDrefImplicitLod %f32 {{.*}} %f32_0.5
// CHECK: OpImageSampleDrefExplicitLod %f32 {{.*}} %f32_0.25 Lod %f32_0.0
// CHECK: [[TEXEL:]] = OpImageFetch %v4f32
// CHECK: OpCompositeExtract %f32 [[TEXEL]] 0
