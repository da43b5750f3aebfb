// Reductions and scans of 32-bit scalars and vectors.
@group(0) @binding(0) var<storage, read_write> integers: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read_write> words: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> floats: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    let signed = integers[i];
    integers[i] = subgroupAdd(signed) + subgroupMin(signed) + subgroupMax(signed) + subgroupMul(signed.w) * subgroupXor(signed);
    let word = words[i];
    words[i] = subgroupAnd(word) + subgroupOr(word) + subgroupXor(word) + subgroupMin(word) + subgroupMax(word)
        + subgroupExclusiveAdd(word) + subgroupInclusiveAdd(word) + subgroupExclusiveMul(word) + subgroupInclusiveMul(word);
    let float = floats[i];
    floats[i] = subgroupAdd(float) + subgroupMul(float) + subgroupMin(float) + subgroupMax(float)
        + subgroupExclusiveAdd(float) + subgroupInclusiveMul(float);
    if subgroupAll(float > 0.0) && !subgroupAny(word.x == 7u) {
        floats[i] = 1.0;
    }
}

// CHECK: OpGroupNonUniformIAdd %v4i32 %u32_3 Reduce
// CHECK: OpGroupNonUniformSMin %v4i32 %u32_3 Reduce
// CHECK: OpGroupNonUniformSMax %v4i32 %u32_3 Reduce
// CHECK: OpGroupNonUniformBitwiseAnd %v2u32 %u32_3 Reduce
// CHECK: OpGroupNonUniformIAdd %v2u32 %u32_3 ExclusiveScan
// CHECK: OpGroupNonUniformIAdd %v2u32 %u32_3 InclusiveScan
// CHECK: OpGroupNonUniformFAdd %f32 %u32_3 Reduce
// CHECK: OpGroupNonUniformFMin %f32 %u32_3 Reduce
// CHECK: OpGroupNonUniformAll %bool %u32_3
