// Storage textures with atomic operations in arrays with and without a length: indices that differ between invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_storage_2d<r32uint, atomic>, 8>;
@group(0) @binding(1) var open: binding_array<texture_storage_2d<r32uint, atomic>>;
@group(1) @binding(0) var<storage, read_write> result: f32;

@compute @workgroup_size(16) fn image_atomic_sized(@builtin(local_invocation_index) at: u32) { textureAtomicAdd(fixed[at], vec2(1, 1), 3u); }
@compute @workgroup_size(16) fn image_atomic_unsized(@builtin(local_invocation_index) at: u32) { textureAtomicAdd(open[at], vec2(1, 1), 3u); }
@compute @workgroup_size(16) fn image_exchange_sized(@builtin(local_invocation_index) at: u32) { textureAtomicMax(fixed[at], vec2(1, 1), u32(result)); }
@compute @workgroup_size(16) fn image_exchange_unsized(@builtin(local_invocation_index) at: u32) { textureAtomicMax(open[at], vec2(1, 1), u32(result)); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability ShaderNonUniform
// CHECK: OpCapability StorageImageArrayDynamicIndexing
// CHECK: OpCapability StorageImageArrayNonUniformIndexing
// CHECK: OpDecorate %image_atomic_sized:[[IMAGE_ATOMIC_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %image_atomic_unsized:[[IMAGE_ATOMIC_UNSIZED:[^ .]+]] NonUniform
// CHECK-LABEL: %image_atomic_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[IMAGE_ATOMIC_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageTexelPointer
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %image_atomic_unsized = OpFunction
// CHECK: %[[IMAGE_ATOMIC_UNSIZED]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageTexelPointer
// CHECK-LABEL: OpFunctionEnd
