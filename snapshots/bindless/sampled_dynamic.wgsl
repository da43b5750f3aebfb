// Sampled textures in arrays with and without a length: indices that are the same for all invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_2d<f32>, 8>;
@group(0) @binding(1) var open: binding_array<texture_2d<f32>>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var filtered: sampler;
@group(1) @binding(3) var<uniform> chosen: u32;

fn red_of(image: texture_2d<f32>) -> f32 { return textureLoad(image, vec2(1, 1), 0).x; }

@compute @workgroup_size(8) fn load_sized() { result = textureLoad(fixed[chosen], vec2(1, 1), 0).x; }
@compute @workgroup_size(8) fn load_unsized() { result = textureLoad(open[chosen], vec2(1, 1), 0).x; }
@fragment fn sample_sized() { result = textureSample(fixed[chosen], filtered, vec2(0.5)).x; }
@fragment fn sample_unsized() { result = textureSample(open[chosen], filtered, vec2(0.5)).x; }
@compute @workgroup_size(8) fn sample_level_sized() { result = textureSampleLevel(fixed[chosen], filtered, vec2(0.5), 1.0).x; }
@compute @workgroup_size(8) fn sample_level_unsized() { result = textureSampleLevel(open[chosen], filtered, vec2(0.5), 1.0).x; }
@compute @workgroup_size(8) fn gather_sized() { result = textureGather(1, fixed[chosen], filtered, vec2(0.5)).x; }
@compute @workgroup_size(8) fn gather_unsized() { result = textureGather(1, open[chosen], filtered, vec2(0.5)).x; }
@compute @workgroup_size(8) fn query_sized() { result = f32(textureDimensions(fixed[chosen], 1).x + textureNumLevels(fixed[chosen])); }
@compute @workgroup_size(8) fn query_unsized() { result = f32(textureDimensions(open[chosen], 1).x + textureNumLevels(open[chosen])); }
@compute @workgroup_size(8) fn passed_sized() { result = red_of(fixed[chosen]); }
@compute @workgroup_size(8) fn passed_unsized() { result = red_of(open[chosen]); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability SampledImageArrayDynamicIndexing
// CHECK: %load_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageFetch
// CHECK: %load_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageFetch
// CHECK: %query_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageQuerySizeLod
