// Storage textures with atomic operations in arrays with and without a length: indices that are the same for all invocations.
// targets: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4

enable wgpu_binding_array;

@group(0) @binding(0) var fixed: binding_array<texture_storage_2d<r32uint, atomic>, 8>;
@group(0) @binding(1) var open: binding_array<texture_storage_2d<r32uint, atomic>>;
@group(1) @binding(0) var<storage, read_write> result: f32;
@group(1) @binding(3) var<uniform> chosen: u32;

@compute @workgroup_size(8) fn image_atomic_sized() { textureAtomicAdd(fixed[chosen], vec2(1, 1), 3u); }
@compute @workgroup_size(8) fn image_atomic_unsized() { textureAtomicAdd(open[chosen], vec2(1, 1), 3u); }
@compute @workgroup_size(8) fn image_exchange_sized() { textureAtomicMax(fixed[chosen], vec2(1, 1), u32(result)); }
@compute @workgroup_size(8) fn image_exchange_unsized() { textureAtomicMax(open[chosen], vec2(1, 1), u32(result)); }

// CHECK: OpCapability RuntimeDescriptorArray
// CHECK: OpCapability StorageImageArrayDynamicIndexing
// CHECK: %image_atomic_sized = OpFunction
// CHECK: [[INDEX:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_7
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding0 [[INDEX]]
// CHECK: OpImageTexelPointer
// CHECK: %image_atomic_unsized = OpFunction
// CHECK: [[CHAIN:]] = OpAccessChain {{.*}} %set0_binding1
// CHECK: OpImageTexelPointer
