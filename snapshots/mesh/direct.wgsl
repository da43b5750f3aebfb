// entry-point: mesh:main
// targets: vulkan1.1spv1.4 vulkan1.2 vulkan1.3 vulkan1.4
// Written directly: each invocation stores a vertex, and the two that go on store a primitive each, member by member.
enable wgpu_mesh_shader;
struct Payload { color: vec4<f32>, left: f32 }
struct Vertex { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(1) @interpolate(flat) number: u32 }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32>, @builtin(cull_primitive) cull: bool, @location(2) @per_primitive tint: vec4<f32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 8>,
    @builtin(primitives) primitives: array<Primitive, 6>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<task_payload> payload: Payload;
var<workgroup> mesh: Mesh;

@mesh(mesh) @payload(payload) @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    mesh.vertex_count = 8u;
    mesh.primitive_count = 2u;
    mesh.vertices[i] = Vertex(vec4<f32>(payload.left, f32(i), 0.0, 1.0), payload.color, i);
    if i >= 2u {
        return;
    }
    mesh.primitives[i].indices = vec3<u32>(0u, 1u, 2u) + i;
    mesh.primitives[i].cull = i == 1u;
    mesh.primitives[i].tint = vec4<f32>(1.0);
}

// CHECK-NOT: OpControlBarrier
// CHECK: %main = OpFunction
// CHECK: OpSetMeshOutputsEXT %u32_8 %u32_2
// CHECK: OpAccessChain %ptr_Output_v4f32 %Output_arr_struct_v4f32_8
// CHECK: OpAccessChain %ptr_Output_v4f32 %Output_location0
// CHECK: OpBranchConditional
// CHECK: OpAccessChain %ptr_Output_v3u32 %PrimitiveTriangleIndicesEXT
// CHECK: OpAccessChain %ptr_Output_bool %Output_arr_struct_bool_6
// CHECK-NOT: OpControlBarrier
