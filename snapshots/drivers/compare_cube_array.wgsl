// Adreno's driver of 32 bits compares the depth of cube arrays wrongly: four comparisons are gathered.
// workaround: compare-cube-array

@group(0) @binding(0) var depth: texture_depth_cube_array;
@group(0) @binding(1) var compared: sampler_comparison;

@fragment
fn main(@location(0) at: vec4<f32>) -> @location(0) f32 {
    return textureSampleCompareLevel(depth, compared, at.xyz, 1, at.w);
}

// CHECK: OpImageDrefGather
// CHECK-NOT: OpImageSampleDref
