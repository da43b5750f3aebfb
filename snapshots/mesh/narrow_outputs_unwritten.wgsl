// 16-bit outputs that the shader does not store: the zeros of workgroup memory are copied, which take `Int16`.
enable wgpu_mesh_shader;
enable wgpu_int16;

struct Vertex {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) narrow: vec2<u16>,
}

struct Primitive {
    @builtin(point_index) index: u32,
}

struct Outputs {
    @builtin(vertices) vertices: array<Vertex, 1>,
    @builtin(primitives) primitives: array<Primitive, 3>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}

var<workgroup> outputs: Outputs;

@mesh(outputs) @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
    outputs.vertex_count = 1u;
}

// CHECK: OpCapability Int16
// CHECK: OpCapability StorageInputOutput16
// CHECK: [[STAGED:]] = OpVariable {{.*}} Workgroup
// CHECK: [[FROM:]] = OpAccessChain %ptr_Workgroup_v2u16 [[STAGED]]
// CHECK-NEXT: [[VALUE:]] = OpLoad %v2u16 [[FROM]]
// CHECK-NEXT: [[TO:]] = OpAccessChain %ptr_Output_v2u16 %Output_location0
// CHECK-NEXT: OpStore [[TO]] [[VALUE]]
