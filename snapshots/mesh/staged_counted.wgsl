// entry-point: mesh:main
// targets: vulkan1.2 vulkan1.3
// Staged: the counts are from a buffer, which may also cull the mesh as a whole; the indices of vertices are computed.
enable wgpu_mesh_shader;
struct Meshlet { triangles: u32, visible: u32 }
struct Vertex { @builtin(position) position: vec4<f32> }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 96>,
    @builtin(primitives) primitives: array<Primitive, 32>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
@group(0) @binding(0) var<storage, read> meshlets: array<Meshlet>;
@group(0) @binding(1) var<storage, read> positions: array<vec4<f32>>;
var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(16)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
    if meshlets[group.x].visible == 0u {
        return;
    }
    let triangles = min(meshlets[group.x].triangles, 32u);
    mesh.vertex_count = triangles * 3u;
    mesh.primitive_count = triangles;
    for (var t = local.x; t < triangles; t += 16u) {
        let first = t * 3u;
        for (var corner = 0u; corner < 3u; corner++) {
            mesh.vertices[first + corner].position = positions[first + corner];
        }
        mesh.primitives[t].indices = vec3<u32>(first, first + 1u, first + 2u);
    }
}

// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %void [[BODY:]]
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK: [[VERTICES:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_96
// CHECK: OpSetMeshOutputsEXT [[VERTICES]]
// CHECK: [[BODY]] = OpFunction
// CHECK-NOT: OpSetMeshOutputsEXT
