// Textures of every dimension and class, and samplers, each a handle in the push constants.
// targets: spv1.3-physical32 spv1.4-physical32 spv1.3-physical64 spv1.4-physical64
// bind: 0,0 -> 2,5 handle push-constant 0
// bind: 0,1 -> 2,5 handle push-constant 24
// bind: 0,2 -> 2,5 handle push-constant 48
// bind: 0,3 -> 2,5 handle push-constant 72
// bind: 0,4 -> 2,5 handle push-constant 96
// bind: 0,5 -> 2,5 handle push-constant 120
// bind: 0,6 -> 2,5 handle push-constant 144
// bind: 0,7 -> 2,5 handle push-constant 16
// bind: 0,8 -> 2,5 handle push-constant 40
// bind: 0,9 -> 2,5 handle push-constant 64
// bind: 0,10 -> 2,5 handle push-constant 88
// bind: 0,11 -> 2,5 handle push-constant 112
// bind: 0,12 -> 2,5 handle push-constant 136
// bind: 0,13 -> 2,5 handle push-constant 8
// bind: 0,14 -> 2,5 handle push-constant 32
// bind: 0,15 -> 2,5 handle push-constant 56
// bind: 0,16 -> 2,5 handle push-constant 80
// bind: 0,17 -> 2,5 handle push-constant 104
// bind: 0,18 -> 2,5 handle push-constant 128

@group(0) @binding(0) var line: texture_1d<f32>;
@group(0) @binding(1) var flat: texture_2d<i32>;
@group(0) @binding(2) var layers: texture_2d_array<u32>;
@group(0) @binding(3) var deep: texture_3d<f32>;
@group(0) @binding(4) var cube: texture_cube<f32>;
@group(0) @binding(5) var cubes: texture_cube_array<f32>;
@group(0) @binding(6) var shadow: texture_depth_2d;
@group(0) @binding(7) var shadows: texture_depth_2d_array;
@group(0) @binding(8) var shadow_cube: texture_depth_cube;
@group(0) @binding(9) var shadow_cubes: texture_depth_cube_array;
@group(0) @binding(10) var samples: texture_multisampled_2d<f32>;
@group(0) @binding(11) var shadow_samples: texture_depth_multisampled_2d;
@group(0) @binding(12) var read_line: texture_storage_1d<r32float, read>;
@group(0) @binding(13) var written: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(14) var both: texture_storage_2d_array<r32uint, read_write>;
@group(0) @binding(15) var read_deep: texture_storage_3d<rgba32sint, read>;
@group(0) @binding(16) var counted: texture_storage_2d<r32uint, atomic>;
@group(0) @binding(17) var linear: sampler;
@group(0) @binding(18) var compared: sampler_comparison;
@group(1) @binding(0) var<storage, read_write> result: f32;

@compute @workgroup_size(8) fn main() {
    var sum = 0.0;
    sum += textureLoad(line, 1, 0).x;
    sum += f32(textureLoad(flat, vec2(1, 1), 0).x);
    sum += f32(textureLoad(layers, vec2(1, 1), 1, 0).x);
    sum += textureSampleLevel(deep, linear, vec3(0.5), 0.0).x;
    sum += textureSampleLevel(cube, linear, vec3(0.5), 0.0).x;
    sum += textureGather(1, cubes, linear, vec3(0.5), 1).x;
    sum += textureSampleCompareLevel(shadow, compared, vec2(0.5), 0.25);
    sum += textureLoad(shadows, vec2(1, 1), 1, 0);
    sum += textureSampleCompareLevel(shadow_cube, compared, vec3(0.5), 0.25);
    sum += f32(textureNumLayers(shadow_cubes));
    sum += textureLoad(samples, vec2(1, 1), 2).x;
    sum += f32(textureNumSamples(shadow_samples));
    sum += textureLoad(read_line, 1).x;
    textureStore(written, vec2(1, 1), vec4(sum));
    textureStore(both, vec2(1, 1), 1, textureLoad(both, vec2(1, 1), 0));
    sum += f32(textureDimensions(read_deep).z);
    textureAtomicAdd(counted, vec2(1, 1), 3u);
    textureAtomicMax(counted, vec2(1, 1), 4u);
    result = sum;
}

// CHECK: OpCapability BindlessImagesINTEL
// CHECK: OpExtension "SPV_INTEL_bindless_images"
// CHECK[spv1.3-physical32,spv1.4-physical32]: OpMemoryModel Physical32 GLSL450
// CHECK[spv1.3-physical64,spv1.4-physical64]: OpMemoryModel Physical64 GLSL450
// CHECK: [[HANDLES:]] = OpVariable {{.*}} PushConstant
// CHECK: [[PLACE:]] = OpAccessChain {{.*}} [[HANDLES]]
// CHECK-NEXT: [[HANDLE:]] = OpLoad {{.*}} [[PLACE]]
// CHECK: OpConvertHandleTo{{.*}} {{.*}} [[HANDLE]]
// CHECK: OpConvertHandleToImageINTEL
// CHECK: OpConvertHandleToSamplerINTEL %sampler
