// Names of the outputs of a mesh shader that have locations or are indices; the other built-ins are members of a block.
// names
// targets: vulkan1.2
enable wgpu_mesh_shader;
struct Corner { @builtin(position) place: vec4<f32>, @location(0) shade: vec4<f32> }
struct Face { @builtin(triangle_indices) corners: vec3<u32>, @location(1) @per_primitive weight: f32 }
struct Mesh {
    @builtin(vertices) vertices: array<Corner, 3>,
    @builtin(primitives) primitives: array<Face, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> out: Mesh;

@mesh(out) @workgroup_size(3)
fn mesh(@builtin(local_invocation_index) index: u32) {
    out.vertex_count = 3u;
    out.primitive_count = 1u;
    out.vertices[index] = Corner(vec4<f32>(f32(index)), vec4<f32>());
    if index == 0u {
        out.primitives[0].corners = vec3<u32>(0u, 1u, 2u);
        out.primitives[0].weight = 0.5;
    }
}

// CHECK: OpEntryPoint MeshEXT %mesh "mesh"
// CHECK: %index = OpVariable {{.*}} Input
// CHECK: %corners = OpVariable {{.*}} Output
// CHECK: %shade = OpVariable {{.*}} Output
// CHECK: %weight = OpVariable {{.*}} Output
