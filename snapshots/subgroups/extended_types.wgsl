// Types that `shaderSubgroupExtendedTypes` is about, and f64, which it is not about.
enable f16;
@group(0) @binding(0) var<storage, read_write> halves: array<vec3<f16>>;
@group(0) @binding(1) var<storage, read_write> longs: array<i64>;
@group(0) @binding(2) var<storage, read_write> unsigned: array<vec2<u64>>;
@group(0) @binding(3) var<storage, read_write> doubles: array<f64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    halves[i] = subgroupAdd(halves[i]) + subgroupShuffle(halves[i], 3u) + subgroupMax(halves[i]);
    longs[i] = subgroupMin(longs[i]) + subgroupXor(longs[i]) + subgroupBroadcast(longs[i], 1u);
    unsigned[i] = subgroupInclusiveMul(unsigned[i]) + quadSwapX(unsigned[i]) + subgroupAnd(unsigned[i]);
    doubles[i] = subgroupExclusiveAdd(doubles[i]) + subgroupBroadcastFirst(doubles[i]);
}

// CHECK: OpGroupNonUniformFAdd %v3f16 %u32_3 Reduce
// CHECK: OpGroupNonUniformShuffle %v3f16
// CHECK: OpGroupNonUniformSMin %i64 %u32_3 Reduce
// CHECK: OpGroupNonUniformIMul %v2u64 %u32_3 InclusiveScan
// CHECK: OpGroupNonUniformQuadSwap %v2u64
// CHECK: OpGroupNonUniformFAdd %f64 %u32_3 ExclusiveScan
