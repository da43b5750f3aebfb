// Samplers in arrays with and without a length: indices that differ between invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<sampler, 8>;
@group(0) @binding(1) var open: binding_array<sampler>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var image: texture_2d<f32>;

fn red_by(how: sampler) -> f32 { return textureSampleLevel(image, how, vec2(0.5), 1.0).x; }

@compute @workgroup_size(16) fn sample_sized(@builtin(local_invocation_index) at: u32) { result = textureSampleLevel(image, fixed[at], vec2(0.5), 1.0).x; }
@compute @workgroup_size(16) fn sample_unsized(@builtin(local_invocation_index) at: u32) { result = textureSampleLevel(image, open[at], vec2(0.5), 1.0).x; }
@compute @workgroup_size(16) fn gather_sized(@builtin(local_invocation_index) at: u32) { result = textureGather(1, image, fixed[at], vec2(0.5)).x; }
@compute @workgroup_size(16) fn gather_unsized(@builtin(local_invocation_index) at: u32) { result = textureGather(1, image, open[at], vec2(0.5)).x; }
@compute @workgroup_size(16) fn passed_sized(@builtin(local_invocation_index) at: u32) { result = red_by(fixed[at]); }
@compute @workgroup_size(16) fn passed_unsized(@builtin(local_invocation_index) at: u32) { result = red_by(open[at]); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability SampledImageArrayDynamicIndexing
// CHECK: OpCapability SampledImageArrayNonUniformIndexing
// CHECK: OpCapability ShaderNonUniform
// CHECK: OpDecorate %gather_sized:[[GATHER_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %sample_sized:[[SAMPLE_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %sample_unsized:[[SAMPLE_UNSIZED:[^ .]+]] NonUniform
// CHECK-LABEL: %gather_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[GATHER_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageGather
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %sample_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[SAMPLE_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageSampleExplicitLod
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %sample_unsized = OpFunction
// CHECK: %[[SAMPLE_UNSIZED]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageSampleExplicitLod
// CHECK-LABEL: OpFunctionEnd
