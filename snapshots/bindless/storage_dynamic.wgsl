// Storage buffers in arrays with and without a length: indices that are the same for all invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

struct Block { count: atomic<u32>, value: f32, list: array<f32> }

@group(0) @binding(0) var<storage, read_write> fixed: binding_array<Block, 8>;
@group(0) @binding(1) var<storage, read_write> open: binding_array<Block>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(3) var<uniform> chosen: u32;

@compute @workgroup_size(8) fn load_sized() { result = fixed[chosen].value; }
@compute @workgroup_size(8) fn load_unsized() { result = open[chosen].value; }
@compute @workgroup_size(8) fn store_sized() { fixed[chosen].value = result; }
@compute @workgroup_size(8) fn store_unsized() { open[chosen].value = result; }
@compute @workgroup_size(8) fn element_sized() { fixed[chosen].list[u32(result)] = 1.0; }
@compute @workgroup_size(8) fn element_unsized() { open[chosen].list[u32(result)] = 1.0; }
@compute @workgroup_size(8) fn atomic_sized() { result = f32(atomicAdd(&fixed[chosen].count, 3u)); }
@compute @workgroup_size(8) fn atomic_unsized() { result = f32(atomicAdd(&open[chosen].count, 3u)); }
@compute @workgroup_size(8) fn array_length_sized() { result = f32(arrayLength(&fixed[chosen].list)); }
@compute @workgroup_size(8) fn array_length_unsized() { result = f32(arrayLength(&open[chosen].list)); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability StorageBufferArrayDynamicIndexing
// CHECK: %atomic_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpAtomicIAdd
// CHECK: %load_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpLoad
// CHECK: %load_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpLoad
