// Sampled textures of the shapes that `sample` does not have, of integers, and with several samples a texel.
@group(0) @binding(0) var line: texture_1d<f32>;
@group(0) @binding(1) var cubes: texture_cube_array<f32>;
@group(0) @binding(2) var depths: texture_depth_2d_array;
@group(0) @binding(3) var depth_cube: texture_depth_cube;
@group(0) @binding(4) var depth_cubes: texture_depth_cube_array;
@group(0) @binding(5) var signed: texture_multisampled_2d<i32>;
@group(0) @binding(6) var unsigned: texture_multisampled_2d<u32>;
@group(0) @binding(7) var depth: texture_depth_multisampled_2d;
@group(0) @binding(8) var filters: sampler;
@group(0) @binding(9) var compares: sampler_comparison;

@fragment
fn main(@location(0) at: vec4<f32>, @location(1) @interpolate(flat) layer: i32) -> @location(0) vec4<f32> {
    var sum = textureSample(line, filters, at.x) + textureSample(cubes, filters, at.xyz, layer);
    sum.x += textureSampleCompare(depths, compares, at.xy, layer, at.w) + textureSampleCompareLevel(depth_cube, compares, at.xyz, at.w);
    sum.y += textureSampleCompare(depth_cubes, compares, at.xyz, layer, at.w) + textureSample(depths, filters, at.xy, layer);
    sum.z += textureSampleCompare(depths, compares, at.xy, layer, at.w, vec2<i32>(1, -1));
    let texel = vec2<i32>(at.xy);
    sum += vec4<f32>(textureLoad(signed, texel, layer)) + vec4<f32>(textureLoad(unsigned, texel, layer));
    return sum + textureLoad(depth, texel, layer);
}

// CHECK: OpCapability Sampled1D
// CHECK: OpCapability SampledCubeArray
// CHECK: OpSampledImage %sampled_image_1D_f32
// CHECK: OpSampledImage %sampled_image_Cube_f32_array
// CHECK: OpImageSampleDrefImplicitLod %f32
// CHECK: OpImageSampleDrefExplicitLod %f32
// CHECK: OpSampledImage %sampled_image_Cube_f32_depth_array
// CHECK: OpImageSampleDrefImplicitLod %f32 {{.*}} ConstOffset %v2i32_1,-1
// CHECK: OpImageFetch %v4i32 {{.*}} Sample
