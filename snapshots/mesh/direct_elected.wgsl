// entry: mesh:main
// targets: vulkan1.2 vulkan1.3
// flip-y: on
// One invocation says how much there is; all of them store the one line, which the first does for them.
enable wgpu_mesh_shader;
struct Vertex { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32> }
struct Line { @builtin(line_indices) indices: vec2<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 4>,
    @builtin(primitives) primitives: array<Line, 4>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> mesh: Mesh;

fn place(i: u32) -> Vertex {
    return Vertex(vec4<f32>(f32(i), 0.5, 0.0, 1.0), vec4<f32>(1.0));
}

@mesh(mesh) @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    if i == 3u {
        mesh.vertex_count = 2u;
        mesh.primitive_count = 1u;
    }
    // Two of the four are not there.
    mesh.vertices[i] = place(i);
    mesh.primitives[0].indices = vec2<u32>(0u, 1u);
}

// CHECK: OpSetMeshOutputsEXT %u32_2 %u32_1
// CHECK: OpAccessChain %ptr_Output_v4f32 %output.1
// CHECK: [[FIRST:]] = OpIEqual %bool {{.*}} %u32_0
// CHECK: OpBranchConditional [[FIRST]]
// CHECK: OpAccessChain %ptr_Output_v2u32 %PrimitiveLineIndicesEXT %u32_0
// CHECK-NOT: OpControlBarrier
