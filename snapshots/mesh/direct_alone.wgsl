// entry: mesh:main
// targets: vulkan1.2 vulkan1.3
// One invocation: counts are clamped to the room there is, what nobody counts is none, and an index may be anything.
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
    mesh.vertex_count = chosen.x;
    mesh.primitive_count = 3u;
    mesh.vertices[0].position = vec4<f32>(0.0);
    mesh.vertices[1].position = vec4<f32>(1.0);
    mesh.primitives[0].index = 0u;
    mesh.primitives[1].index = 1u;
    mesh.vertices[chosen.y].position = vec4<f32>(f32(chosen.z));
}

// CHECK-NOT: OpControlBarrier
// CHECK: [[VERTICES:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_2
// CHECK: [[PRIMITIVES:]] = OpSelect %u32 {{.*}} %u32_0
// CHECK: OpSetMeshOutputsEXT [[VERTICES]] [[PRIMITIVES]]
// CHECK: OpAccessChain %ptr_Output_v4f32 %output.1 %u32_0 %u32_0
// CHECK: OpAccessChain %ptr_Output_u32 %PrimitivePointIndicesEXT %u32_0
// CHECK-NOT: OpControlBarrier
