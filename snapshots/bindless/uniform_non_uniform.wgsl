// Uniform buffers, with a matrix that is stored as its columns in arrays with and without a length: indices that differ between invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

struct Block { head: vec4<f32>, columns: mat3x2<f32>, list: array<vec4<f32>, 4> }

@group(0) @binding(0) var<uniform> fixed: binding_array<Block, 8>;
@group(0) @binding(1) var<uniform> open: binding_array<Block>;
@group(1) @binding(0) var<storage, read_write> result: f32;

@compute @workgroup_size(16) fn load_sized(@builtin(local_invocation_index) at: u32) { result = fixed[at].head.y; }
@compute @workgroup_size(16) fn load_unsized(@builtin(local_invocation_index) at: u32) { result = open[at].head.y; }
@compute @workgroup_size(16) fn column_sized(@builtin(local_invocation_index) at: u32) { result = fixed[at].columns[1].y; }
@compute @workgroup_size(16) fn column_unsized(@builtin(local_invocation_index) at: u32) { result = open[at].columns[1].y; }
@compute @workgroup_size(16) fn element_sized(@builtin(local_invocation_index) at: u32) { result = fixed[at].list[u32(result)].x; }
@compute @workgroup_size(16) fn element_unsized(@builtin(local_invocation_index) at: u32) { result = open[at].list[u32(result)].x; }
@compute @workgroup_size(16) fn whole_sized(@builtin(local_invocation_index) at: u32) { let block = fixed[at]; result = block.head.x + block.columns[u32(result)].y; }
@compute @workgroup_size(16) fn whole_unsized(@builtin(local_invocation_index) at: u32) { let block = open[at]; result = block.head.x + block.columns[u32(result)].y; }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability ShaderNonUniform
// CHECK: OpCapability UniformBufferArrayDynamicIndexing
// CHECK: OpCapability UniformBufferArrayNonUniformIndexing
// CHECK: OpDecorate %element_sized:[[ELEMENT_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %load_sized:[[LOAD_SIZED:[^ .]+]] NonUniform
// CHECK: OpDecorate %load_unsized:[[LOAD_UNSIZED:[^ .]+]] NonUniform
// CHECK-LABEL: %element_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: %[[ELEMENT_SIZED]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpLoad
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
