// vulkan-memory-model
// targets: vulkan1.0 vulkan1.1 vulkan1.3
// Asked for and not brought by anything else: accesses to memory that invocations share say so, with the whole device where
// the memory is coherent; barriers make available and visible; no variable is Coherent or Volatile.
@group(0) @binding(0) @coherent var<storage, read_write> shared_words: array<u32>;
@group(0) @binding(1) @volatile var<storage, read_write> device_words: array<u32>;
@group(0) @binding(2) var<storage, read_write> plain: array<vec2<u32>>;
@group(0) @binding(3) var<uniform> given: vec4<u32>;
@group(0) @binding(4) var<storage, read_write> counter: atomic<u32>;
@group(0) @binding(5) var picture: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(6) var sampled: texture_2d<u32>;
var<workgroup> tile: array<u32, 8>;
var<workgroup> first: u32;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    var local = given;
    tile[i] = device_words[i] + textureLoad(sampled, vec2<u32>(i), 0u).x;
    if i == 0u { first = atomicAdd(&counter, given.x); }
    workgroupBarrier();
    let start = workgroupUniformLoad(&first);
    local.y += tile[i ^ 1u] + start;
    shared_words[i] = local.y;
    storageBarrier();
    plain[i] = plain[i + 1u] + shared_words[i ^ 1u];
    textureStore(picture, vec2<u32>(i), textureLoad(picture, vec2<u32>(i + 1u)) + plain[i].x);
    textureBarrier();
}

// CHECK: OpCapability VulkanMemoryModel
// CHECK: OpCapability VulkanMemoryModelDeviceScope
// CHECK[vulkan1.1]: OpExtension "SPV_KHR_vulkan_memory_model"
// CHECK: OpMemoryModel Logical Vulkan
// CHECK-NOT: OpDecorate {{.*}} Coherent
// CHECK-NOT: OpDecorate {{.*}} Volatile
// CHECK: OpAtomicIAdd %u32
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_24840
// CHECK: OpStore {{.*}} MakePointerAvailable|NonPrivatePointer %u32_1
// CHECK: OpLoad %u32 {{.*}} MakePointerVisible|NonPrivatePointer %u32_1
// CHECK: OpImageRead {{.*}} NonPrivateTexel
// CHECK: OpImageWrite {{.*}} NonPrivateTexel
