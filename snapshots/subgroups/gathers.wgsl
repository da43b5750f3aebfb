// Values of other invocations, by constant and by variable place.
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> vectors: array<vec3<f32>>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32) {
    let word = words[i];
    var sum = subgroupBroadcast(word, 2u) + subgroupBroadcastFirst(word);
    sum += subgroupShuffle(word, lane ^ 1u) + subgroupShuffleXor(word, 3u);
    sum += subgroupShuffleUp(word, 1u) + subgroupShuffleDown(word, lane & 1u);
    sum += quadBroadcast(word, 3u) + quadSwapX(word) + quadSwapY(word) + quadSwapDiagonal(word);
    words[i] = sum;
    let vector = vectors[i];
    vectors[i] = subgroupBroadcastFirst(vector) + subgroupShuffleXor(vector, 1u) + quadSwapY(vector);
}

// CHECK: OpGroupNonUniformBroadcast %u32 %u32_3 {{.*}} %u32_2
// CHECK: OpGroupNonUniformBroadcastFirst %u32 %u32_3
// CHECK: OpGroupNonUniformShuffle %u32 %u32_3
// CHECK: OpGroupNonUniformShuffleXor %u32 %u32_3
// CHECK: OpGroupNonUniformShuffleUp %u32 %u32_3
// CHECK: OpGroupNonUniformShuffleDown %u32 %u32_3
// CHECK: OpGroupNonUniformQuadBroadcast %u32 %u32_3 {{.*}} %u32_3
// CHECK: OpGroupNonUniformQuadSwap %u32 %u32_3 {{.*}} %u32_0
