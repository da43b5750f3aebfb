// entry-point: mesh:main
// targets: vulkan1.2 vulkan1.3
// Vertices and primitives with numbers of every width, and every interpolation.
enable f16;
enable wgpu_int16;
enable wgpu_mesh_shader;
struct Vertex {
    @builtin(position) position: vec4<f32>,
    @location(0) f16: vec4<f16>,
    @location(1) @interpolate(flat) i16: vec2<i16>,
    @location(2) @interpolate(flat) u16: u16,
    @location(3) @interpolate(flat) i32: i32,
    @location(4) @interpolate(flat) i64: i64,
    @location(5) @interpolate(flat) u64: u64,
    @location(6) @interpolate(flat) f64: f64,
    @location(7) @interpolate(linear) linear: f32,
}
struct Primitive {
    @builtin(triangle_indices) indices: vec3<u32>,
    @location(8) @per_primitive shade: f16,
}
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(3)
fn main(@builtin(local_invocation_index) i: u32) {
    mesh.vertex_count = 3u;
    mesh.primitive_count = 1u;
    mesh.vertices[i] = Vertex(vec4<f32>(f32(i)), vec4<f16>(f16(i)), vec2<i16>(i16(i)), u16(i), i32(i), i64(i), u64(i), f64(i), 0.5);
    if i == 0u {
        mesh.primitives[0] = Primitive(vec3<u32>(0u, 1u, 2u), 0.25h);
    }
}

// CHECK: OpCapability StorageInputOutput16
// CHECK: OpAccessChain %ptr_Output_v4f16
// CHECK: OpAccessChain %ptr_Output_v2i16
// CHECK: OpAccessChain %ptr_Output_i64
// CHECK: OpAccessChain %ptr_Output_f64
// CHECK: OpAccessChain %ptr_Output_f16
