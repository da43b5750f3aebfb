// entry-point: mesh:main
// targets: vulkan1.2 vulkan1.3
// Built-in inputs of a mesh shader that no task shader launches.
enable wgpu_mesh_shader;
enable draw_index;
struct Vertex { @builtin(position) position: vec4<f32> }
struct Primitive { @builtin(point_index) index: u32 }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 1>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<workgroup> mesh: Mesh;

@mesh(mesh) @workgroup_size(32)
fn main(
    @builtin(global_invocation_id) global: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) i: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(num_subgroups) subgroups: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) lanes: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(view_index) view: u32,
    @builtin(draw_index) draw: u32,
) {
    let sum = global + local + group + groups + i + subgroups + subgroup + lanes + lane + view + draw;
    mesh.vertex_count = 1u;
    mesh.primitive_count = 1u;
    mesh.vertices[0].position = vec4<f32>(vec3<f32>(sum), 1.0);
    mesh.primitives[0].index = 0u;
}

// CHECK: OpCapability MultiView
// CHECK: BuiltIn LocalInvocationIndex
// CHECK: OpSetMeshOutputsEXT
// CHECK: OpLoad %u32 %SubgroupSize
// CHECK: OpLoad %u32 %ViewIndex
