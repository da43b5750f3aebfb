// entry-point: mesh:main
// targets: vulkan1.1spv1.4 vulkan1.2 vulkan1.3 vulkan1.4
// Staged: vertices are stored in a loop.
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

@mesh(mesh) @payload(payload) @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    mesh.vertex_count = 8u;
    mesh.primitive_count = 2u;
    for (var v = i; v < 8u; v += 4u) {
        mesh.vertices[v] = Vertex(vec4<f32>(payload.left, f32(v), 0.0, 1.0), payload.color, v);
    }
    if i >= 2u {
        return;
    }
    mesh.primitives[i].indices = vec3<u32>(0u, 1u, 2u) + i;
    mesh.primitives[i].cull = i == 1u;
    mesh.primitives[i].tint = vec4<f32>(1.0);
}

// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %void [[BODY:]]
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK: [[VERTICES:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_8
// CHECK: OpSetMeshOutputsEXT [[VERTICES]]
// CHECK: [[BODY]] = OpFunction
// CHECK-NOT: OpSetMeshOutputsEXT
