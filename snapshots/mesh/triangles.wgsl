// A mesh shader of triangles.
// entry-point: mesh:main
enable wgpu_mesh_shader;
enable primitive_index;
struct Payload { color: vec4<f32>, count: u32 }
struct VertexOutput {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(2) @interpolate(flat) number: u32,
}
struct PrimitiveOutput {
    @builtin(triangle_indices) indices: vec3<u32>,
    @builtin(cull_primitive) cull: bool,
    @builtin(primitive_index) index: u32,
    @location(1) @per_primitive mask: vec4<f32>,
}
struct Mesh {
    @builtin(vertices) vertices: array<VertexOutput, 6>,
    @builtin(primitives) primitives: array<PrimitiveOutput, 2>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<task_payload> payload: Payload;
var<workgroup> mesh: Mesh;

@task @payload(payload) @workgroup_size(4, 2)
fn task(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) -> @builtin(mesh_task_size) vec3<u32> {
    if i != 0u {
        return vec3<u32>(9u);
    }
    payload.color = vec4<f32>(f32(group.x));
    payload.count = 6u;
    return vec3<u32>(2u, 1u, 1u);
}

@mesh(mesh) @payload(payload) @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    mesh.vertex_count = payload.count;
    mesh.primitive_count = 2u;
    for (var v = i; v < 6u; v += 4u) {
        mesh.vertices[v] = VertexOutput(vec4<f32>(f32(v), 0.0, 0.0, 1.0), payload.color, v);
    }
    if i >= 2u {
        return;
    }
    mesh.primitives[i].indices = vec3<u32>(0u, 1u, 2u) + 3u * i;
    mesh.primitives[i].cull = i == 1u;
    mesh.primitives[i].index = i;
    mesh.primitives[i].mask = vec4<f32>(1.0);
}

@fragment
fn fs(@location(0) color: vec4<f32>, @location(1) @per_primitive mask: vec4<f32>, @location(2) @interpolate(flat) number: u32, @builtin(primitive_index) index: u32) -> @location(0) vec4<f32> {
    return color * mask + f32(number + index);
}

// CHECK: OpExecutionMode %main OutputTrianglesEXT
// CHECK: OpExecutionMode %main OutputVertices 6
// CHECK: OpSetMeshOutputsEXT
// CHECK: OpAccessChain %ptr_Output_v4f32 %Output_arr_struct_v4f32_6
// CHECK: OpAccessChain %ptr_Output_bool %Output_arr_struct_bool_i32_2 {{.*}} %u32_0
// CHECK: OpAccessChain %ptr_Output_i32 %Output_arr_struct_bool_i32_2 {{.*}} %u32_1
// CHECK: OpAccessChain %ptr_Output_v3u32 %PrimitiveTriangleIndicesEXT
