// entry-point: task:main
// targets: vulkan1.2 vulkan1.3
// Built-in inputs of a task shader.
enable wgpu_mesh_shader;
enable draw_index;
struct Payload { sum: vec3<u32> }
var<task_payload> payload: Payload;

@task @payload(payload) @workgroup_size(32)
fn main(
    @builtin(global_invocation_id) global: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) i: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(num_subgroups) subgroups: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) lanes: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(draw_index) draw: u32,
) -> @builtin(mesh_task_size) vec3<u32> {
    payload.sum = global + local + group + groups + i + subgroups + subgroup + lanes + lane + draw;
    return vec3<u32>(1u);
}

// CHECK: BuiltIn DrawIndex
// CHECK: BuiltIn GlobalInvocationId
// CHECK: BuiltIn NumWorkgroups
// CHECK: BuiltIn SubgroupId
// CHECK: OpEmitMeshTasksEXT
