// entry-point: task:main
// targets: vulkan1.3
// A task shader has no view: it launches meshes for all of them.
enable wgpu_mesh_shader;
struct Payload { view: u32 }
var<task_payload> payload: Payload;

@task @payload(payload) @workgroup_size(1)
fn main(@builtin(view_index) view: u32) -> @builtin(mesh_task_size) vec3<u32> {
    payload.view = view;
    return vec3<u32>(1u);
}
