// entry-point: mesh:main
// targets: vulkan1.3
// direct-mesh-outputs: false
// Staged: it was asked for.
enable wgpu_mesh_shader;
struct Vertex { @builtin(position) position: vec4<f32> }
struct Triangle { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Triangle, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(1)
fn main() {
    mesh.vertex_count = 3u;
    mesh.primitive_count = 1u;
    mesh.vertices[0].position = vec4<f32>(0.0, 0.0, 0.0, 1.0);
    mesh.vertices[1].position = vec4<f32>(1.0, 0.0, 0.0, 1.0);
    mesh.vertices[2].position = vec4<f32>(0.0, 1.0, 0.0, 1.0);
    mesh.primitives[0].indices = vec3<u32>(0u, 1u, 2u);
}

// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %void [[BODY:]]
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK: [[VERTICES:]] = OpExtInst %u32 %GLSL.std.450 UMin {{.*}} %u32_3
// CHECK: OpSetMeshOutputsEXT [[VERTICES]]
// CHECK: OpAccessChain %ptr_Output_v4f32 %Output_arr_struct_v4f32_3
// CHECK: OpAccessChain %ptr_Output_v3u32 %PrimitiveTriangleIndicesEXT
// CHECK: [[BODY]] = OpFunction
// CHECK-NOT: OpSetMeshOutputsEXT
