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
