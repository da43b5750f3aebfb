// vulkan-memory-model
// targets: vulkan1.1 vulkan1.3
// Under the Vulkan memory model accesses to what others see are not private, and barriers make them available and visible.
@group(0) @binding(0) var<storage, read_write> words: array<u32, 64>;
var<workgroup> shared_words: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    shared_words[i] = words[i];
    workgroupBarrier();
    words[i] = shared_words[63u - i];
    storageBarrier();
}

// CHECK: OpMemoryModel Logical Vulkan
// CHECK: OpLoad %u32 {{.*}} NonPrivatePointer
// CHECK-NEXT: OpAccessChain
// CHECK-NEXT: OpStore {{.*}} NonPrivatePointer
// CHECK-NEXT: OpControlBarrier %u32_2 %u32_2 %u32_24840
// CHECK: OpLoad %u32 {{.*}} NonPrivatePointer
// CHECK: OpStore {{.*}} NonPrivatePointer
// CHECK-NEXT: OpControlBarrier %u32_2 %u32_2 %u32_24648
