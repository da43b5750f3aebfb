// entry-point: mesh:main
// targets: vulkan1.2 vulkan1.3
// One invocation stores all: what is a literal index below the vertices is not clamped. Points have a size, which WGSL cannot write.
enable wgpu_mesh_shader;
struct Vertex { @builtin(position) position: vec4<f32> }
struct Point { @builtin(point_index) index: u32, @builtin(cull_primitive) cull: bool }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 2>,
    @builtin(primitives) primitives: array<Point, 2>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
@group(0) @binding(0) var<uniform> chosen: vec4<u32>;
var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(1)
fn main() {
    mesh.vertex_count = 2u;
    mesh.primitive_count = 2u;
    mesh.vertices[0].position = vec4<f32>(0.0);
    mesh.vertices[1].position = vec4<f32>(1.0);
    mesh.primitives[0] = Point(0u, false);
    mesh.primitives[1].index = chosen.x;
    mesh.primitives[1].cull = chosen.y == 0u;
    // Stored again, by the same invocation.
    mesh.vertices[0].position = vec4<f32>(f32(chosen.z));
}

// CHECK-NOT: OpControlBarrier
// CHECK: OpSetMeshOutputsEXT %u32_2 %u32_2
// CHECK: OpAccessChain %ptr_Output_v4f32 %Output_arr_struct_v4f32_f32_2 %u32_0 %u32_0
// CHECK: [[SIZE:]] = OpAccessChain %ptr_Output_f32 %Output_arr_struct_v4f32_f32_2 %u32_0 %u32_1
// CHECK-NEXT: OpStore [[SIZE]] %f32_1.0
// CHECK: [[FIRST:]] = OpAccessChain %ptr_Output_u32 %PrimitivePointIndicesEXT %u32_0
// CHECK-NEXT: OpStore [[FIRST]] %u32_0
// CHECK: [[CLAMPED:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_1
// CHECK-NEXT: [[SECOND:]] = OpAccessChain %ptr_Output_u32 %PrimitivePointIndicesEXT %u32_1
// CHECK-NEXT: OpStore [[SECOND]] [[CLAMPED]]
// CHECK-NOT: OpControlBarrier
