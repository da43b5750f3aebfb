// Adreno's driver compares the depth of 2D textures wrongly: four comparisons are gathered and interpolated.
// workaround: compare-sample

@group(0) @binding(0) var depth: texture_depth_2d;
@group(0) @binding(1) var compared: sampler_comparison;

@fragment
fn main(@location(0) at: vec3<f32>) -> @location(0) f32 {
    return textureSampleCompareLevel(depth, compared, at.xy, at.z);
}

// CHECK: OpImageQuerySizeLod
// CHECK: OpImageDrefGather
// CHECK-NOT: OpImageSampleDref
