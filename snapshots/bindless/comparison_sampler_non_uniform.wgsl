// Comparison samplers in arrays with and without a length: indices that differ between invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<sampler_comparison, 8>;
@group(0) @binding(1) var open: binding_array<sampler_comparison>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var image: texture_depth_2d;

fn lit_by(how: sampler_comparison) -> f32 { return textureSampleCompareLevel(image, how, vec2(0.5), 0.25); }

@compute @workgroup_size(16) fn compare_sized(@builtin(local_invocation_index) at: u32) { result = textureSampleCompareLevel(image, fixed[at], vec2(0.5), 0.25); }
@compute @workgroup_size(16) fn compare_unsized(@builtin(local_invocation_index) at: u32) { result = textureSampleCompareLevel(image, open[at], vec2(0.5), 0.25); }
@compute @workgroup_size(16) fn gather_sized(@builtin(local_invocation_index) at: u32) { result = textureGatherCompare(image, fixed[at], vec2(0.5), 0.25).x; }
@compute @workgroup_size(16) fn gather_unsized(@builtin(local_invocation_index) at: u32) { result = textureGatherCompare(image, open[at], vec2(0.5), 0.25).x; }
@compute @workgroup_size(16) fn passed_sized(@builtin(local_invocation_index) at: u32) { result = lit_by(fixed[at]); }
@compute @workgroup_size(16) fn passed_unsized(@builtin(local_invocation_index) at: u32) { result = lit_by(open[at]); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability SampledImageArrayDynamicIndexing
// CHECK: OpCapability SampledImageArrayNonUniformIndexing
// CHECK: OpCapability ShaderNonUniform
// CHECK: OpDecorate %compare_sized:[[COMPARE_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %compare_unsized:[[COMPARE_UNSIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %gather_sized:[[GATHER_SIZED:[^ .]+]] NonUniform
// CHECK-LABEL: %compare_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[COMPARE_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageSampleDrefExplicitLod
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %compare_unsized = OpFunction
// CHECK: %[[COMPARE_UNSIZED]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageSampleDrefExplicitLod
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %gather_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[GATHER_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageDrefGather
// CHECK-LABEL: OpFunctionEnd
