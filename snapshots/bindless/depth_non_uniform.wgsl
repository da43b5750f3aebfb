// Depth textures in arrays with and without a length: indices that differ between invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_depth_2d, 8>;
@group(0) @binding(1) var open: binding_array<texture_depth_2d>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(1) var filtered: sampler;
@group(1) @binding(2) var compared: sampler_comparison;

fn depth_of(image: texture_depth_2d) -> f32 { return textureLoad(image, vec2(1, 1), 0); }

@compute @workgroup_size(16) fn load_sized(@builtin(local_invocation_index) at: u32) { result = textureLoad(fixed[at], vec2(1, 1), 0); }
@compute @workgroup_size(16) fn load_unsized(@builtin(local_invocation_index) at: u32) { result = textureLoad(open[at], vec2(1, 1), 0); }
@compute @workgroup_size(16) fn sample_sized(@builtin(local_invocation_index) at: u32) { result = textureSampleLevel(fixed[at], filtered, vec2(0.5), 1i); }
@compute @workgroup_size(16) fn sample_unsized(@builtin(local_invocation_index) at: u32) { result = textureSampleLevel(open[at], filtered, vec2(0.5), 1i); }
@compute @workgroup_size(16) fn compare_sized(@builtin(local_invocation_index) at: u32) { result = textureSampleCompareLevel(fixed[at], compared, vec2(0.5), 0.25); }
@compute @workgroup_size(16) fn compare_unsized(@builtin(local_invocation_index) at: u32) { result = textureSampleCompareLevel(open[at], compared, vec2(0.5), 0.25); }
@compute @workgroup_size(16) fn gather_sized(@builtin(local_invocation_index) at: u32) { result = textureGatherCompare(fixed[at], compared, vec2(0.5), 0.25).x; }
@compute @workgroup_size(16) fn gather_unsized(@builtin(local_invocation_index) at: u32) { result = textureGatherCompare(open[at], compared, vec2(0.5), 0.25).x; }
@compute @workgroup_size(16) fn query_sized(@builtin(local_invocation_index) at: u32) { result = f32(textureDimensions(fixed[at]).x); }
@compute @workgroup_size(16) fn query_unsized(@builtin(local_invocation_index) at: u32) { result = f32(textureDimensions(open[at]).x); }
@compute @workgroup_size(16) fn passed_sized(@builtin(local_invocation_index) at: u32) { result = depth_of(fixed[at]); }
@compute @workgroup_size(16) fn passed_unsized(@builtin(local_invocation_index) at: u32) { result = depth_of(open[at]); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability SampledImageArrayDynamicIndexing
// CHECK: OpCapability SampledImageArrayNonUniformIndexing
// CHECK: OpCapability ShaderNonUniform
// CHECK: OpDecorate %load_sized:[[LOAD_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %load_unsized:[[LOAD_UNSIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %query_sized:[[QUERY_SIZED:[^ .]+]] NonUniform
// CHECK-LABEL: %load_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[LOAD_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageFetch
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %load_unsized = OpFunction
// CHECK: %[[LOAD_UNSIZED]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageFetch
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %query_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[QUERY_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageQuerySizeLod
// CHECK-LABEL: OpFunctionEnd
