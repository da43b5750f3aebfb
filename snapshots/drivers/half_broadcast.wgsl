// A driver of Intel broadcasts halves wrongly: the bits are broadcast as a word.
// workaround: half-broadcast
// targets: vulkan1.1 vulkan1.1spv1.4 vulkan1.2 vulkan1.3 vulkan1.4
enable f16;

@group(0) @binding(0) var<storage, read_write> values: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let half = f16(values[index]);
    values[index] = f32(subgroupBroadcast(half, 1u) + subgroupBroadcastFirst(half));
}

// CHECK: OpGroupNonUniformBroadcast %u32
// CHECK: OpGroupNonUniformBroadcastFirst %u32
// CHECK-NOT: OpGroupNonUniformBroadcast %f16
