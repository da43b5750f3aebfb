// A workgroup size and a count that overrides decide: with their values the mesh is written directly.
// override: most=12
enable wgpu_mesh_shader;
override most: u32 = 4u;
struct Vertex { @builtin(position) position: vec4<f32> }
struct Triangle { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 12>,
    @builtin(primitives) primitives: array<Triangle, 4>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(most)
fn main(@builtin(local_invocation_index) i: u32) {
    mesh.vertex_count = most;
    mesh.primitive_count = 4u;
    mesh.vertices[i].position = vec4<f32>(f32(i));
    if i < 4u {
        mesh.primitives[i].indices = vec3<u32>(i, 2u * i, 3u * i);
    }
}

// CHECK: OpExecutionMode %main LocalSize 12 1 1
// CHECK: OpExecutionMode %main OutputPrimitivesEXT 4
// CHECK: OpExecutionMode %main OutputVertices 12
// CHECK: OpSetMeshOutputsEXT %u32_12 %u32_4
