// Storage buffers in arrays with and without a length: constant indices.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

struct Block { count: atomic<u32>, value: f32, list: array<f32> }

@group(0) @binding(0) var<storage, read_write> fixed: binding_array<Block, 8>;
@group(0) @binding(1) var<storage, read_write> open: binding_array<Block>;
@group(1) @binding(0) var<storage, read_write> result: f32;

@compute @workgroup_size(8) fn load_sized() { result = fixed[2].value; }
@compute @workgroup_size(8) fn load_unsized() { result = open[2].value; }
@compute @workgroup_size(8) fn store_sized() { fixed[2].value = result; }
@compute @workgroup_size(8) fn store_unsized() { open[2].value = result; }
@compute @workgroup_size(8) fn element_sized() { fixed[2].list[u32(result)] = 1.0; }
@compute @workgroup_size(8) fn element_unsized() { open[2].list[u32(result)] = 1.0; }
@compute @workgroup_size(8) fn atomic_sized() { result = f32(atomicAdd(&fixed[2].count, 3u)); }
@compute @workgroup_size(8) fn atomic_unsized() { result = f32(atomicAdd(&open[2].count, 3u)); }
@compute @workgroup_size(8) fn array_length_sized() { result = f32(arrayLength(&fixed[2].list)); }
@compute @workgroup_size(8) fn array_length_unsized() { result = f32(arrayLength(&open[2].list)); }

// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: OpCapability RuntimeDescriptorArray
// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: %atomic_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpAtomicIAdd
// CHECK: %load_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpLoad
// CHECK: %load_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1 %u32_2
// CHECK: OpLoad
