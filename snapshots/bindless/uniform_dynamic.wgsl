// Uniform buffers, with a matrix that is stored as its columns in arrays with and without a length: indices that are the same for all invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

struct Block { head: vec4<f32>, columns: mat3x2<f32>, list: array<vec4<f32>, 4> }

@group(0) @binding(0) var<uniform> fixed: binding_array<Block, 8>;
@group(0) @binding(1) var<uniform> open: binding_array<Block>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(3) var<uniform> chosen: u32;

@compute @workgroup_size(8) fn load_sized() { result = fixed[chosen].head.y; }
@compute @workgroup_size(8) fn load_unsized() { result = open[chosen].head.y; }
@compute @workgroup_size(8) fn column_sized() { result = fixed[chosen].columns[1].y; }
@compute @workgroup_size(8) fn column_unsized() { result = open[chosen].columns[1].y; }
@compute @workgroup_size(8) fn element_sized() { result = fixed[chosen].list[u32(result)].x; }
@compute @workgroup_size(8) fn element_unsized() { result = open[chosen].list[u32(result)].x; }
@compute @workgroup_size(8) fn whole_sized() { let block = fixed[chosen]; result = block.head.x + block.columns[u32(result)].y; }
@compute @workgroup_size(8) fn whole_unsized() { let block = open[chosen]; result = block.head.x + block.columns[u32(result)].y; }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability UniformBufferArrayDynamicIndexing
// CHECK: %element_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpLoad
// CHECK: %load_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpLoad
// CHECK: %load_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpLoad
