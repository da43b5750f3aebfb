// Scans and bit operations of the types that `collectives` leaves out, and gathers of vectors.
@group(0) @binding(0) var<storage, read_write> signed: array<i32>;
@group(0) @binding(1) var<storage, read_write> unsigned: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> floats: array<vec4<f32>>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
    let a = signed[i];
    signed[i] = subgroupInclusiveAdd(a) + subgroupExclusiveAdd(a) + subgroupInclusiveMul(a) + subgroupExclusiveMul(a)
        + subgroupAnd(a) + subgroupOr(a);
    let b = unsigned[i];
    unsigned[i] = subgroupMul(b) + subgroupShuffleDown(b, 1u) + subgroupShuffleUp(b, 2u) + quadBroadcast(b, 3u);
    let c = floats[i];
    floats[i] = subgroupInclusiveAdd(c) + subgroupExclusiveMul(c);
}

// CHECK: OpGroupNonUniformIAdd %i32 %u32_3 InclusiveScan
// CHECK: OpGroupNonUniformIAdd %i32 %u32_3 ExclusiveScan
// CHECK: OpGroupNonUniformIMul %i32 %u32_3 InclusiveScan
// CHECK: OpGroupNonUniformBitwiseAnd %i32 %u32_3 Reduce
// CHECK: OpGroupNonUniformIMul %v2u32 %u32_3 Reduce
// CHECK: OpGroupNonUniformFAdd %v4f32 %u32_3 InclusiveScan
// CHECK: OpGroupNonUniformFMul %v4f32 %u32_3 ExclusiveScan
