// What is asked of textures: sizes, with a level where there are some, levels, layers and samples.
@group(0) @binding(0) var cubes: texture_cube_array<f32>;
@group(0) @binding(1) var depths: texture_depth_2d_array;
@group(0) @binding(2) var samples: texture_multisampled_2d<f32>;
@group(0) @binding(3) var depth_samples: texture_depth_multisampled_2d;
@group(0) @binding(4) var written: texture_storage_2d_array<rgba8unorm, write>;
@group(0) @binding(5) var line: texture_1d<f32>;
@group(1) @binding(0) var<storage, read_write> output: array<vec2<u32>, 12>;

@compute @workgroup_size(1)
fn main() {
    output[0] = textureDimensions(cubes, 1) + vec2<u32>(textureNumLevels(cubes), textureNumLayers(cubes));
    output[1] = textureDimensions(depths) + vec2<u32>(textureNumLevels(depths), textureNumLayers(depths));
    output[2] = textureDimensions(samples) + textureNumSamples(samples);
    output[3] = textureDimensions(depth_samples) + textureNumSamples(depth_samples);
    output[4] = textureDimensions(written) + textureNumLayers(written);
    output[5].x = textureDimensions(line);
}

// CHECK: OpCapability SampledCubeArray
// CHECK: OpImageQuerySizeLod %v3u32 {{.*}} %i32_1
// CHECK: OpImageQueryLevels
// CHECK: OpImageQuerySizeLod %v3u32 {{.*}} %u32_0
// CHECK: OpImageQuerySize %v2u32
// CHECK: OpImageQuerySamples %u32
// CHECK: OpImageQuerySize %v3u32
// CHECK: OpImageQuerySizeLod %u32
