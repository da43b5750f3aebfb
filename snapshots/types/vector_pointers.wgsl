// Components of vectors in the memory that few shaders take them from.
enable wgpu_mesh_shader;
struct Payload { color: vec4<f32> }
var<immediate> pushed: vec4<f32>;
var<task_payload> payload: Payload;

@task @payload(payload) @workgroup_size(1)
fn main() -> @builtin(mesh_task_size) vec3<u32> {
    payload.color[u32(pushed.z)] = pushed.x;
    payload.color.y = payload.color.x;
    return vec3<u32>(u32(pushed[1]));
}

// CHECK: OpAccessChain %ptr_PushConstant_f32
// CHECK: OpAccessChain %ptr_TaskPayloadWorkgroupEXT_f32
