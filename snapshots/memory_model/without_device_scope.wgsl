// vulkan-memory-model
// disable: vulkanMemoryModelDeviceScope
// targets: vulkan1.1 vulkan1.3
// Without the scope of the device that of the queue family is the widest.
@group(0) @binding(0) @coherent var<storage, read_write> shared_words: array<u32>;
@group(0) @binding(1) var<storage, read_write> counter: atomic<u32>;
@group(0) @binding(2) var picture: texture_storage_2d<r32uint, atomic>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    shared_words[i] += atomicAdd(&counter, 1u);
    textureAtomicMax(picture, vec2<u32>(i), i);
}

// CHECK: OpCapability VulkanMemoryModel
// CHECK-NOT: OpCapability VulkanMemoryModelDeviceScope
// CHECK: OpLoad %u32 {{.*}} MakePointerVisible|NonPrivatePointer %u32_5
// CHECK: OpAtomicIAdd %u32 {{.*}} %u32_5 %u32_0 %u32_1
// CHECK: OpStore {{.*}} MakePointerAvailable|NonPrivatePointer %u32_5
// CHECK: OpAtomicUMax %u32 {{.*}} %u32_5 %u32_0
