// A barrier of the subgroup orders all memory that its invocations share.
var<workgroup> shared_words: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) i: u32,
    @builtin(num_subgroups) count: u32,
    @builtin(subgroup_id) number: u32,
) {
    shared_words[i] = words[i] + count;
    subgroupBarrier();
    words[i] = shared_words[i ^ 1u] + number;
    workgroupBarrier();
    words[i] += shared_words[63u - i];
}

// CHECK: %SubgroupId = OpVariable
// CHECK: OpControlBarrier %u32_3 %u32_3 %u32_2376
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
