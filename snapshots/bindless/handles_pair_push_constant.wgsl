// Textures of every dimension that can be sampled with their samplers, each pair a handle in the push constants.
// targets: spv1.3-physical32 spv1.4-physical32 spv1.3-physical64 spv1.4-physical64
// bind: 0,0 -> 2,5 combined handle push-constant 0
// bind: 0,1 -> 2,5 combined handle push-constant 0
// bind: 0,2 -> 2,5 combined handle push-constant 24
// bind: 0,3 -> 2,5 combined handle push-constant 24
// bind: 0,4 -> 2,5 combined handle push-constant 48
// bind: 0,5 -> 2,5 combined handle push-constant 48
// bind: 0,6 -> 2,5 combined handle push-constant 72
// bind: 0,7 -> 2,5 combined handle push-constant 72
// bind: 0,8 -> 2,5 combined handle push-constant 16
// bind: 0,9 -> 2,5 combined handle push-constant 16
// bind: 0,10 -> 2,5 combined handle push-constant 40
// bind: 0,11 -> 2,5 combined handle push-constant 40
// bind: 0,12 -> 2,5 combined handle push-constant 64
// bind: 0,13 -> 2,5 combined handle push-constant 64
// bind: 0,14 -> 2,5 combined handle push-constant 8
// bind: 0,15 -> 2,5 combined handle push-constant 8
// bind: 0,16 -> 2,5 combined handle push-constant 32
// bind: 0,17 -> 2,5 combined handle push-constant 32
// bind: 0,18 -> 2,5 combined handle push-constant 56
// bind: 0,19 -> 2,5 combined handle push-constant 56

@group(0) @binding(0) var line: texture_1d<f32>;
@group(0) @binding(1) var line_sampler: sampler;
@group(0) @binding(2) var flat: texture_2d<f32>;
@group(0) @binding(3) var flat_sampler: sampler;
@group(0) @binding(4) var layers: texture_2d_array<f32>;
@group(0) @binding(5) var layers_sampler: sampler;
@group(0) @binding(6) var deep: texture_3d<f32>;
@group(0) @binding(7) var deep_sampler: sampler;
@group(0) @binding(8) var cube: texture_cube<f32>;
@group(0) @binding(9) var cube_sampler: sampler;
@group(0) @binding(10) var cubes: texture_cube_array<f32>;
@group(0) @binding(11) var cubes_sampler: sampler;
@group(0) @binding(12) var shadow: texture_depth_2d;
@group(0) @binding(13) var shadow_sampler: sampler_comparison;
@group(0) @binding(14) var shadows: texture_depth_2d_array;
@group(0) @binding(15) var shadows_sampler: sampler_comparison;
@group(0) @binding(16) var shadow_cube: texture_depth_cube;
@group(0) @binding(17) var shadow_cube_sampler: sampler_comparison;
@group(0) @binding(18) var shadow_cubes: texture_depth_cube_array;
@group(0) @binding(19) var shadow_cubes_sampler: sampler_comparison;
@group(1) @binding(0) var<storage, read_write> result: f32;

fn sharp(image: texture_2d<f32>, how: sampler) -> f32 { return textureLoad(image, vec2(1, 1), 0).x + textureGather(0, image, how, vec2(0.5)).x; }

@compute @workgroup_size(8) fn main() {
    var sum = 0.0;
    sum += textureSampleLevel(line, line_sampler, 0.5, 0.0).x;
    sum += textureSampleLevel(flat, flat_sampler, vec2(0.5), 0.0).x;
    sum += textureSampleLevel(layers, layers_sampler, vec2(0.5), 1, 0.0).x;
    sum += textureSampleLevel(deep, deep_sampler, vec3(0.5), 0.0).x;
    sum += textureSampleLevel(cube, cube_sampler, vec3(0.5), 0.0).x;
    sum += textureSampleLevel(cubes, cubes_sampler, vec3(0.5), 1, 0.0).x;
    sum += textureSampleCompareLevel(shadow, shadow_sampler, vec2(0.5), 0.25);
    sum += textureSampleCompareLevel(shadows, shadows_sampler, vec2(0.5), 1, 0.25);
    sum += textureSampleCompareLevel(shadow_cube, shadow_cube_sampler, vec3(0.5), 0.25);
    sum += textureSampleCompareLevel(shadow_cubes, shadow_cubes_sampler, vec3(0.5), 1, 0.25);
    sum += f32(textureDimensions(flat).x) + sharp(flat, flat_sampler);
    result = sum;
}

// CHECK: OpCapability BindlessImagesINTEL
// CHECK: OpExtension "SPV_INTEL_bindless_images"
// CHECK[spv1.3-physical32,spv1.4-physical32]: OpMemoryModel Physical32 GLSL450
// CHECK[spv1.3-physical64,spv1.4-physical64]: OpMemoryModel Physical64 GLSL450
// CHECK: [[HANDLES:]] = OpVariable {{.*}} PushConstant
// CHECK: [[PLACE:]] = OpAccessChain {{.*}} [[HANDLES]]
// CHECK-NEXT: [[HANDLE:]] = OpLoad {{.*}} [[PLACE]]
// CHECK-NEXT: OpConvertHandleToSampledImageINTEL %sampled_image_1D_f32 [[HANDLE]]
