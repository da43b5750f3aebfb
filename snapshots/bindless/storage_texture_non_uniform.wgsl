// Storage textures in arrays with and without a length: indices that differ between invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_storage_2d<r32float, read_write>, 8>;
@group(0) @binding(1) var open: binding_array<texture_storage_2d<r32float, read_write>>;
@group(1) @binding(0) var<storage, read_write> result: f32;

fn red_of(image: texture_storage_2d<r32float, read_write>) -> f32 { return textureLoad(image, vec2(1, 1)).x; }

@compute @workgroup_size(16) fn load_sized(@builtin(local_invocation_index) at: u32) { result = textureLoad(fixed[at], vec2(1, 1)).x; }
@compute @workgroup_size(16) fn load_unsized(@builtin(local_invocation_index) at: u32) { result = textureLoad(open[at], vec2(1, 1)).x; }
@compute @workgroup_size(16) fn store_sized(@builtin(local_invocation_index) at: u32) { textureStore(fixed[at], vec2(1, 1), vec4(result)); }
@compute @workgroup_size(16) fn store_unsized(@builtin(local_invocation_index) at: u32) { textureStore(open[at], vec2(1, 1), vec4(result)); }
@compute @workgroup_size(16) fn query_sized(@builtin(local_invocation_index) at: u32) { result = f32(textureDimensions(fixed[at]).x); }
@compute @workgroup_size(16) fn query_unsized(@builtin(local_invocation_index) at: u32) { result = f32(textureDimensions(open[at]).x); }
@compute @workgroup_size(16) fn passed_sized(@builtin(local_invocation_index) at: u32) { result = red_of(fixed[at]); }
@compute @workgroup_size(16) fn passed_unsized(@builtin(local_invocation_index) at: u32) { result = red_of(open[at]); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability ShaderNonUniform
// CHECK: OpCapability StorageImageArrayDynamicIndexing
// CHECK: OpCapability StorageImageArrayNonUniformIndexing
// CHECK: OpDecorate %load_sized:[[LOAD_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %load_unsized:[[LOAD_UNSIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %query_sized:[[QUERY_SIZED:[^ .]+]] NonUniform
// CHECK-LABEL: %load_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[LOAD_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageRead
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %load_unsized = OpFunction
// CHECK: %[[LOAD_UNSIZED]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageRead
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %query_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[QUERY_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageQuerySize
// CHECK-LABEL: OpFunctionEnd
