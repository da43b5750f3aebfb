// Storage textures with atomic operations in arrays with and without a length: constant indices.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_storage_2d<r32uint, atomic>, 8>;
@group(0) @binding(1) var open: binding_array<texture_storage_2d<r32uint, atomic>>;
@group(1) @binding(0) var<storage, read_write> result: f32;

@compute @workgroup_size(8) fn image_atomic_sized() { textureAtomicAdd(fixed[2], vec2(1, 1), 3u); }
@compute @workgroup_size(8) fn image_atomic_unsized() { textureAtomicAdd(open[2], vec2(1, 1), 3u); }
@compute @workgroup_size(8) fn image_exchange_sized() { textureAtomicMax(fixed[2], vec2(1, 1), u32(result)); }
@compute @workgroup_size(8) fn image_exchange_unsized() { textureAtomicMax(open[2], vec2(1, 1), u32(result)); }

// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: OpCapability RuntimeDescriptorArray
// CHECK-NOT: OpCapability {{.*}}Indexing
// CHECK: %image_atomic_sized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 %u32_2
// CHECK: OpImageTexelPointer
// CHECK: %image_atomic_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1 %u32_2
// CHECK: OpImageTexelPointer
