// Storage buffers in arrays with and without a length: indices that differ between invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

struct Block { count: atomic<u32>, value: f32, list: array<f32> }

@group(0) @binding(0) var<storage, read_write> fixed: binding_array<Block, 8>;
@group(0) @binding(1) var<storage, read_write> open: binding_array<Block>;
@group(1) @binding(0) var<storage, read_write> result: f32;

@compute @workgroup_size(16) fn load_sized(@builtin(local_invocation_index) at: u32) { result = fixed[at].value; }
@compute @workgroup_size(16) fn load_unsized(@builtin(local_invocation_index) at: u32) { result = open[at].value; }
@compute @workgroup_size(16) fn store_sized(@builtin(local_invocation_index) at: u32) { fixed[at].value = result; }
@compute @workgroup_size(16) fn store_unsized(@builtin(local_invocation_index) at: u32) { open[at].value = result; }
@compute @workgroup_size(16) fn element_sized(@builtin(local_invocation_index) at: u32) { fixed[at].list[u32(result)] = 1.0; }
@compute @workgroup_size(16) fn element_unsized(@builtin(local_invocation_index) at: u32) { open[at].list[u32(result)] = 1.0; }
@compute @workgroup_size(16) fn atomic_sized(@builtin(local_invocation_index) at: u32) { result = f32(atomicAdd(&fixed[at].count, 3u)); }
@compute @workgroup_size(16) fn atomic_unsized(@builtin(local_invocation_index) at: u32) { result = f32(atomicAdd(&open[at].count, 3u)); }
@compute @workgroup_size(16) fn array_length_sized(@builtin(local_invocation_index) at: u32) { result = f32(arrayLength(&fixed[at].list)); }
@compute @workgroup_size(16) fn array_length_unsized(@builtin(local_invocation_index) at: u32) { result = f32(arrayLength(&open[at].list)); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability ShaderNonUniform
// CHECK: OpCapability StorageBufferArrayDynamicIndexing
// CHECK: OpCapability StorageBufferArrayNonUniformIndexing
// CHECK: OpDecorate %atomic_sized:[[ATOMIC_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %load_sized:[[LOAD_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %load_unsized:[[LOAD_UNSIZED:[^ .]+]] NonUniform
// CHECK-LABEL: %atomic_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[ATOMIC_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpAtomicIAdd
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %load_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[LOAD_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpLoad
// CHECK-LABEL: OpFunctionEnd
// CHECK-LABEL: %load_unsized = OpFunction
// CHECK: %[[LOAD_UNSIZED]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpLoad
// CHECK-LABEL: OpFunctionEnd
