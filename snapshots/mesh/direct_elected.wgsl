// entry-point: mesh:main
// targets: vulkan1.2 vulkan1.3
// flip-y
// One invocation stores the counts, two a vertex each, another the line.
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
    if i < 2u {
        mesh.vertices[i] = place(i);
    } else if i != 3u {
        mesh.primitives[0].indices = vec2<u32>(0u, 1u);
    }
}

// CHECK: OpSetMeshOutputsEXT %u32_2 %u32_1
// CHECK: OpIEqual %bool {{.*}} %u32_3
// CHECK: OpULessThan %bool {{.*}} %u32_2
// CHECK: OpAccessChain %ptr_Output_v4f32 %Output_arr_struct_v4f32_4
// CHECK: OpINotEqual %bool {{.*}} %u32_3
// CHECK: [[LINE:]] = OpAccessChain %ptr_Output_v2u32 %PrimitiveLineIndicesEXT %u32_0
// CHECK-NEXT: OpStore [[LINE]] %v2u32_0,1
// CHECK-NOT: OpControlBarrier
