// Samplers in arrays with and without a length: indices that are the same for all invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<sampler, 8>;
@group(0) @binding(1) var open: binding_array<sampler>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var image: texture_2d<f32>;
@group(1) @binding(3) var<uniform> chosen: u32;

fn red_by(how: sampler) -> f32 { return textureSampleLevel(image, how, vec2(0.5), 1.0).x; }

@compute @workgroup_size(8) fn sample_sized() { result = textureSampleLevel(image, fixed[chosen], vec2(0.5), 1.0).x; }
@compute @workgroup_size(8) fn sample_unsized() { result = textureSampleLevel(image, open[chosen], vec2(0.5), 1.0).x; }
@compute @workgroup_size(8) fn gather_sized() { result = textureGather(1, image, fixed[chosen], vec2(0.5)).x; }
@compute @workgroup_size(8) fn gather_unsized() { result = textureGather(1, image, open[chosen], vec2(0.5)).x; }
@compute @workgroup_size(8) fn passed_sized() { result = red_by(fixed[chosen]); }
@compute @workgroup_size(8) fn passed_unsized() { result = red_by(open[chosen]); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability SampledImageArrayDynamicIndexing
// CHECK: %gather_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageGather
// CHECK: %sample_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageSampleExplicitLod
// CHECK: %sample_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageSampleExplicitLod
