// The sum and the largest element of a buffer, reduced in each subgroup before one atomic each.
// targets: vulkan1.0, vulkan1.1, vulkan1.3
// emit: spvasm, requirements
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> largest: atomic<u32>;

@compute @workgroup_size(128)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    var local_sum = 0u;
    var local_max = 0u;
    for (var i = id.x; i < arrayLength(&values); i += groups.x * 128u) {
        local_sum += values[i];
        local_max = max(local_max, values[i]);
    }
    let group_sum = subgroupAdd(local_sum);
    let group_max = subgroupMax(local_max);
    if lane == 0u {
        atomicAdd(&sum, group_sum);
        atomicMax(&largest, group_max);
    }
}

// Vulkan 1.0 has no operations of subgroups, and refuses the shader.
// CHECK-DAG: OpCapability GroupNonUniformArithmetic
// CHECK: [[SUM:]] = OpGroupNonUniformIAdd %u32 %u32_3 Reduce
// CHECK: OpGroupNonUniformUMax %u32 %u32_3 Reduce
// CHECK: OpAtomicIAdd %u32 {{.*}} [[SUM]]
