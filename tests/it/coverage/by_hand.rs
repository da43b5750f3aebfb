//! Modules that naga's validator accepts and no front end generates: modified modules of a front end.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Binding, BuiltIn, Expression, Literal, Module, Span, TypeInner};

use crate::common::parse::Shader;

const MESH: &str = "enable wgpu_mesh_shader;
struct Vertex {
    @builtin(position) position: vec4<f32>,
    @location(0) size: f32,
    @location(1) clips: array<f32, 2>,
    @location(2) culls: array<f32, 3>,
}
struct Primitive { @builtin(point_index) index: u32 }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 1>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
struct Payload { size: vec3<u32> }
var<workgroup> mesh: Mesh;
var<task_payload> payload: Payload;

@task @payload(payload) @workgroup_size(4, 2)
fn task(@builtin(num_workgroups) size: vec3<u32>) -> @builtin(mesh_task_size) vec3<u32> {
    payload.size = size;
    return vec3<u32>(1u);
}

@mesh(mesh) @payload(payload) @workgroup_size(4, 2)
fn main(@builtin(num_workgroups) size: vec3<u32>) {
    mesh.vertex_count = 1u;
    mesh.primitive_count = 1u;
    mesh.vertices[0] = Vertex(vec4<f32>(f32(size.x + payload.size.y)), 2.0, array<f32, 2>(0.5, -0.5), array<f32, 3>());
    mesh.primitives[0].index = 0u;
}";

/// Mesh and task shaders with constructs that WGSL lacks: the workgroup size as an input, point size and clip and cull
/// distances as outputs, and a mesh whose size is also declared by constants.
fn mesh() -> Module {
    let mut module = naga::front::wgsl::parse_str(MESH).unwrap_or_else(|error| panic!("{error}"));
    for point in &mut module.entry_points {
        point.function.arguments[0].binding = Some(Binding::BuiltIn(BuiltIn::WorkGroupSize));
    }
    let named = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some("Vertex"));
    let (vertex, ty) = named.map(|(handle, ty)| (handle, ty.clone())).expect("the struct");
    let mut changed = ty;
    if let TypeInner::Struct { ref mut members, .. } = changed.inner {
        let built_ins = [BuiltIn::PointSize, BuiltIn::ClipDistances, BuiltIn::CullDistance];
        for (member, built_in) in members[1..].iter_mut().zip(built_ins) {
            member.binding = Some(Binding::BuiltIn(built_in));
        }
    }
    module.types.replace(vertex, changed);
    let one = module
        .global_expressions
        .append(Expression::Literal(Literal::U32(1)), Span::UNDEFINED);
    for point in &mut module.entry_points {
        if let Some(ref mut mesh) = point.mesh_info {
            mesh.max_vertices_override = Some(one);
        }
    }
    module
}

/// Each module, and the name of its source.
pub fn all() -> Vec<(&'static str, Shader)> {
    let modules = [("mesh", mesh())];
    let validated = modules.map(|(name, module)| {
        let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
        let info = info.unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string("")));
        (name, Shader { module, info })
    });
    validated.into()
}
