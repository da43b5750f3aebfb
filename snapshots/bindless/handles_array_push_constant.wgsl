// Arrays of textures of every dimension and class, and of samplers, each element a handle in the push constants.
// targets: spv1.3-physical32 spv1.4-physical32 spv1.3-physical64 spv1.4-physical64
// bind: 0,0 -> 2,5 handle push-constant 16
// bind: 0,1 -> 2,5 handle push-constant 32
// bind: 0,2 -> 2,5 handle push-constant 64
// bind: 0,3 -> 2,5 handle push-constant 96
// bind: 0,4 -> 2,5 handle push-constant 112
// bind: 0,5 -> 2,5 handle push-constant 144
// bind: 0,6 -> 2,5 handle push-constant 176
// bind: 0,7 -> 2,5 handle push-constant 192
// bind: 0,8 -> 2,5 handle push-constant 224
// bind: 0,9 -> 2,5 handle push-constant 256
// bind: 0,10 -> 2,5 handle push-constant 272
// bind: 0,11 -> 2,5 handle push-constant 304
// bind: 0,12 -> 2,5 handle push-constant 336
// bind: 0,13 -> 2,5 handle push-constant 352
// bind: 0,14 -> 2,5 handle push-constant 384
// bind: 0,15 -> 2,5 handle push-constant 416
// bind: 0,16 -> 2,5 handle push-constant 432
// bind: 0,17 -> 2,5 handle push-constant 464
// bind: 0,18 -> 2,5 handle push-constant 496

enable wgpu_binding_array;

@group(0) @binding(0) var line: binding_array<texture_1d<f32>, 2>;
@group(0) @binding(1) var flat: binding_array<texture_2d<i32>, 3>;
@group(0) @binding(2) var layers: binding_array<texture_2d_array<u32>, 4>;
@group(0) @binding(3) var deep: binding_array<texture_3d<f32>, 2>;
@group(0) @binding(4) var cube: binding_array<texture_cube<f32>, 3>;
@group(0) @binding(5) var cubes: binding_array<texture_cube_array<f32>, 4>;
@group(0) @binding(6) var shadow: binding_array<texture_depth_2d, 2>;
@group(0) @binding(7) var shadows: binding_array<texture_depth_2d_array, 3>;
@group(0) @binding(8) var shadow_cube: binding_array<texture_depth_cube, 4>;
@group(0) @binding(9) var shadow_cubes: binding_array<texture_depth_cube_array, 2>;
@group(0) @binding(10) var samples: binding_array<texture_multisampled_2d<f32>, 3>;
@group(0) @binding(11) var shadow_samples: binding_array<texture_depth_multisampled_2d, 4>;
@group(0) @binding(12) var read_line: binding_array<texture_storage_1d<r32float, read>, 2>;
@group(0) @binding(13) var written: binding_array<texture_storage_2d<rgba8unorm, write>, 3>;
@group(0) @binding(14) var both: binding_array<texture_storage_2d_array<r32uint, read_write>, 4>;
@group(0) @binding(15) var read_deep: binding_array<texture_storage_3d<rgba32sint, read>, 2>;
@group(0) @binding(16) var counted: binding_array<texture_storage_2d<r32uint, atomic>, 3>;
@group(0) @binding(17) var linear: binding_array<sampler, 4>;
@group(0) @binding(18) var compared: binding_array<sampler_comparison, 2>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var<uniform> chosen: u32;

@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) at: u32) {
    var sum = 0.0;
    sum += textureLoad(line[at], 1, 0).x;
    sum += f32(textureLoad(flat[chosen], vec2(1, 1), 0).x);
    sum += f32(textureLoad(layers[at], vec2(1, 1), 1, 0).x);
    sum += textureSampleLevel(deep[chosen], linear[chosen], vec3(0.5), 0.0).x;
    sum += textureSampleLevel(cube[at], linear[chosen], vec3(0.5), 0.0).x;
    sum += textureGather(1, cubes[chosen], linear[chosen], vec3(0.5), 1).x;
    sum += textureSampleCompareLevel(shadow[at], compared[chosen], vec2(0.5), 0.25);
    sum += textureLoad(shadows[chosen], vec2(1, 1), 1, 0);
    sum += textureSampleCompareLevel(shadow_cube[at], compared[chosen], vec3(0.5), 0.25);
    sum += f32(textureNumLayers(shadow_cubes[chosen]));
    sum += textureLoad(samples[at], vec2(1, 1), 2).x;
    sum += f32(textureNumSamples(shadow_samples[chosen]));
    sum += textureLoad(read_line[at], 1).x;
    textureStore(written[chosen], vec2(1, 1), vec4(sum));
    textureStore(both[at], vec2(1, 1), 1, textureLoad(both[at], vec2(1, 1), 0));
    sum += f32(textureDimensions(read_deep[chosen]).z);
    textureAtomicAdd(counted[at], vec2(1, 1), 3u);
    textureAtomicMax(counted[at], vec2(1, 1), 4u);
    result = sum + textureSampleLevel(deep[1], linear[at], vec3(0.5), 0.0).x;
}

// CHECK: OpCapability BindlessImagesINTEL
// CHECK: OpExtension "SPV_INTEL_bindless_images"
// CHECK[spv1.3-physical32,spv1.4-physical32]: OpMemoryModel Physical32 GLSL450
// CHECK[spv1.3-physical64,spv1.4-physical64]: OpMemoryModel Physical64 GLSL450
// CHECK[spv1.3-physical32,spv1.4-physical32]: OpDecorate [[ROW:]] ArrayStride 4
// CHECK[spv1.3-physical64,spv1.4-physical64]: OpDecorate [[ROW:]] ArrayStride 8
// CHECK: [[HANDLES:]] = OpVariable {{.*}} PushConstant
// CHECK: [[PLACE:]] = OpAccessChain {{.*}} [[HANDLES]]
// CHECK-NEXT: [[HANDLE:]] = OpLoad {{.*}} [[PLACE]]
// CHECK: OpConvertHandleTo{{.*}} {{.*}} [[HANDLE]]
// CHECK: OpConvertHandleToImageINTEL
// CHECK: OpConvertHandleToSamplerINTEL %sampler
