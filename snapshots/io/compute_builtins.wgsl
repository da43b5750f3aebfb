// Every built-in of a compute shader.

@group(0) @binding(0) var<storage, read_write> v: array<vec3<u32>>;

@compute @workgroup_size(4, 2, 1)
fn main(
    @builtin(global_invocation_id) global: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) count: vec3<u32>,
) {
    v[index] = global + local + workgroup * count;
}

// CHECK: OpDecorate %GlobalInvocationId BuiltIn GlobalInvocationId
// CHECK: OpDecorate %LocalInvocationId BuiltIn LocalInvocationId
// CHECK: OpDecorate %LocalInvocationIndex BuiltIn LocalInvocationIndex
// CHECK: OpDecorate %NumWorkgroups BuiltIn NumWorkgroups
// CHECK: OpDecorate %WorkgroupId BuiltIn WorkgroupId
