// What Vulkan 1.0 has too, by SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote.
@group(0) @binding(0) var<storage, read_write> masks: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> words: array<vec2<i32>>;
@group(0) @binding(2) var<storage, read_write> floats: array<f32>;

@compute @workgroup_size(32)
fn main(
    @builtin(local_invocation_index) i: u32,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    masks[i] = subgroupBallot(words[i].x > 3) ^ subgroupBallot() + vec4<u32>(size, lane, 0u, 0u);
    words[i] = subgroupBroadcastFirst(words[i]) + subgroupBroadcast(words[i], 1u);
    if subgroupAny(floats[i] == 0.0) || subgroupAll(floats[i] > 1.0) {
        floats[i] = subgroupBroadcastFirst(floats[i]);
    }
}

// CHECK[vulkan1.0]: OpCapability SubgroupBallotKHR
// CHECK[vulkan1.0]: OpCapability SubgroupVoteKHR
// CHECK[vulkan1.0]: OpSubgroupBallotKHR %v4u32
// CHECK-COUNT-2[vulkan1.0]: OpSubgroupFirstInvocationKHR %i32
// CHECK-COUNT-2[vulkan1.0]: OpSubgroupReadInvocationKHR %i32
// CHECK[vulkan1.0]: OpSubgroupAnyKHR %bool
// CHECK[vulkan1.0]: OpSubgroupAllKHR %bool
// CHECK[vulkan1.1..]: OpCapability GroupNonUniformBallot
// CHECK[vulkan1.1..]: OpGroupNonUniformBallot %v4u32 %u32_3
// CHECK[vulkan1.1..]: OpGroupNonUniformBroadcastFirst %v2i32 %u32_3
// CHECK[vulkan1.1..]: OpGroupNonUniformBroadcast %v2i32 %u32_3
// CHECK[vulkan1.1..]: OpGroupNonUniformAny %bool %u32_3
// CHECK[vulkan1.1..]: OpGroupNonUniformAll %bool %u32_3
