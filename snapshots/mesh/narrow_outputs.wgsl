// entry-point: mesh:main
// disable: storageInputOutput16
// targets: vulkan1.3
// Without 16-bit inputs and outputs those of a mesh are 32-bit ones, too.
enable f16;
enable wgpu_int16;
enable wgpu_mesh_shader;
struct Vertex {
    @builtin(position) position: vec4<f32>,
    @location(0) f16: vec4<f16>,
    @location(1) @interpolate(flat) i16: vec2<i16>,
    @location(2) @interpolate(flat) u16: u16,
    @location(3) @interpolate(flat) i32: i32,
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
    mesh.vertices[i] = Vertex(vec4<f32>(f32(i)), vec4<f16>(f16(i)), vec2<i16>(i16(i)), u16(i), i32(i));
    if i == 0u {
        mesh.primitives[0] = Primitive(vec3<u32>(0u, 1u, 2u), 0.25h);
    }
}

// CHECK-NOT: OpCapability StorageInputOutput16
// CHECK: [[COLOUR:]] = OpFConvert %v4f32
// CHECK: OpStore {{.*}} [[COLOUR]]
// CHECK: OpSConvert %v2i32
// CHECK: OpUConvert %u32
// CHECK-NOT: OpCapability StorageInputOutput16
