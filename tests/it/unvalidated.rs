//! WGSL that naga's front end and validator accept, and that Vulkan has no words for: what the validator leaves open is
//! refused with a reason, at every version and with overrides resolved and open.

use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use spirula::{ErrorCategory, Target};

fn compiled(source: &str, target: &str, spec_constants: bool) -> Result<spirula::Output, spirula::Error> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut options = Setup::new(Target::parse(target).unwrap());
    options.spec_constants = spec_constants;
    setup::compile(&shader.module, &shader.info, &options)
}

/// Each source is refused for the reason beside it.
fn refused(cases: &[(&str, &str)]) {
    for (source, reason) in cases {
        for target in validate::VULKAN {
            for spec_constants in [false, true] {
                let Err(error) = compiled(source, target, spec_constants) else {
                    panic!("{target}, {spec_constants}: written\n{source}");
                };
                let text = error.to_string();
                assert_ne!(error.category(), ErrorCategory::Internal, "{target}: {text}\n{source}");
                // Some targets also lack a feature that the shader needs.
                let all: Vec<String> = error.diagnostics().iter().map(|one| one.kind.to_string()).collect();
                let is_named = all.iter().any(|one| one.contains(reason));
                assert!(
                    is_named || text.contains("does not have"),
                    "{target}: {all:?}\n{source}"
                );
                assert!(is_named || *target != *"vulkan1.3", "{target}: {all:?}\n{source}");
            }
        }
    }
}

/// Each source is written, and valid.
fn written(sources: &[&str]) {
    for source in sources {
        for spec_constants in [false, true] {
            let output = compiled(source, "vulkan1.3", spec_constants)
                .unwrap_or_else(|error| panic!("{}\n{source}", error.emit_to_string(source, "test.wgsl")));
            validate::validate(&output.words, "vulkan1.3").unwrap_or_else(|fault| panic!("{fault}\n{source}"));
        }
    }
}

fn matrix(element: &str, load: &str) -> String {
    format!(
        "enable f16; enable wgpu_int16; enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read_write> m: array<{element}>;
@compute @workgroup_size(32) fn main() {{ let a = {load}; coopStore(a, &m[0], 8u); }}"
    )
}

/// naga takes the numbers of a matrix from the memory.
#[test]
fn cooperative_matrices_of_other_numbers() {
    let load = "coopLoad<coop_mat8x8<f32, C>>(&m[0], 8u)";
    for element in ["i32", "u32", "f64", "i64", "i16", "vec4<i32>", "vec2<u32>"] {
        refused(&[(&matrix(element, load), "in memory of `f16` or `f32`")]);
    }
    refused(&[
        (
            "enable wgpu_cooperative_matrix;
var<workgroup> w: array<vec4<bool>, 64>;
@compute @workgroup_size(32) fn main() { let a = coopLoad<coop_mat8x8<f32, A>>(&w[0], 16u); coopStore(a, &w[0], 16u); }",
            "in memory of `f16` or `f32`",
        ),
        (
            &matrix("f32", "coopLoad<coop_mat8x8<f32, C>>(&m[64], -8)"),
            "stride is not negative",
        ),
        (
            "enable wgpu_cooperative_matrix;
var<private> m: coop_mat8x8<f32, C>;
@fragment fn main() -> @location(0) f32 { m = m + m; return 1.0; }",
            "a cooperative matrix in this stage",
        ),
        (
            "enable wgpu_cooperative_matrix;
fn sum(m: coop_mat8x8<f32, C>) -> coop_mat8x8<f32, C> { return m + m; }
@fragment fn main() -> @location(0) f32 { _ = sum(coop_mat8x8<f32, C>()); return 1.0; }",
            "a cooperative matrix in this stage",
        ),
        (
            "enable wgpu_cooperative_matrix;
struct S { m: coop_mat8x8<f32, C>, x: f32 }
@fragment fn main() -> @location(0) f32 { var s: S; s.x = 2.0; return s.x; }",
            "a cooperative matrix in this stage",
        ),
    ]);
}

/// Types that contain a matrix need what a matrix needs, also if no expression is one.
#[test]
fn parts_of_structs_with_cooperative_matrices() {
    let source = |global: &str, body: &str| {
        format!(
            "enable wgpu_cooperative_matrix;
struct S {{ m: coop_mat8x8<f32, C>, x: f32 }}
@group(0) @binding(0) var<storage, read_write> o: f32;
{global}
@compute @workgroup_size(1) fn main() {{ {body} }}"
        )
    };
    written(&[
        &source("", "var s: S; s.x = 2.0; o = s.x;"),
        &source("var<private> s: S;", "s.x = 2.0; o = s.x;"),
        &source("fn x(s: S) -> f32 { return s.x; }", "o = x(S());"),
        &source(
            "fn x(s: array<S, 2>) -> f32 { return s[1].x; }",
            "o = x(array<S, 2>());",
        ),
        &source(
            "fn x(s: ptr<function, S>) -> f32 { return (*s).x; }",
            "var s: S; o = x(&s);",
        ),
        &source("", "var a: array<S, 2>; var b = a; o = b[1].x;"),
    ]);
}

#[test]
fn sizes_that_are_vectors() {
    let sized = |size: &str| {
        format!(
            "override n: u32 = 3;
override x: f32 = 3.0;
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size({size}) fn main(@builtin(local_invocation_index) i: u32) {{ o[i] = x; }}"
        )
    };
    for size in ["vec2(n)", "2, vec3(n, 1, 2)", "vec2<i32>(i32(n))"] {
        refused(&[(&sized(size), "a size of a workgroup or mesh, is no integer")]);
    }
    written(&[&sized("n"), &sized("n, i32(n) + 1"), &sized("vec2(n).y")]);
}

#[test]
fn locations_in_other_stages() {
    let reason = "an input with a location in this stage";
    refused(&[
        (
            "@group(0) @binding(0) var<storage, read_write> o: f32;
@compute @workgroup_size(1) fn main(@location(0) x: f32) { o = x; }",
            reason,
        ),
        (
            "struct In { @location(2) @interpolate(flat) x: vec2<u32>, @builtin(local_invocation_index) i: u32 }
@group(0) @binding(0) var<storage, read_write> o: u32;
@compute @workgroup_size(1) fn main(in: In) { o = in.x[in.i]; }",
            reason,
        ),
        (
            "enable wgpu_ray_tracing_pipeline;
@group(0) @binding(0) var<storage, read_write> o: f32;
@ray_generation fn main(@location(0) x: f32) { o = x; }",
            reason,
        ),
        (
            "enable wgpu_mesh_shader;
var<task_payload> pl: vec4<f32>;
@task @payload(pl) @workgroup_size(1)
fn main(@location(0) x: f32) -> @builtin(mesh_task_size) vec3<u32> { pl.x = x; return vec3(1u); }",
            reason,
        ),
    ]);
    written(&["@group(0) @binding(0) var<storage, read_write> o: f32;
@compute @workgroup_size(1) fn main(@location(0) x: f32) { o = 1.0; }"]);
}

#[test]
fn outputs_per_vertex() {
    refused(&[
        (
            "enable wgpu_per_vertex;
@fragment fn main() -> @location(0) @interpolate(per_vertex) array<vec4<f32>, 3> {
    return array(vec4(1.0), vec4(1.0), vec4(1.0));
}",
            "an output that is per vertex",
        ),
        (
            "enable wgpu_per_vertex; enable dual_source_blending;
struct B { @location(0) @blend_src(0) a: vec4<f32>, @location(0) @blend_src(1) b: vec4<f32> }
@fragment fn main(@location(0) @interpolate(per_vertex) x: array<B, 3>) -> @location(0) vec4<f32> { return x[1].a; }",
            "an input or output of this type",
        ),
    ]);
}

/// Once a struct has two sources of blending, naga's validator looks at no other member.
#[test]
fn members_beside_sources_of_blending() {
    let output = |members: &str| {
        format!(
            "enable dual_source_blending; enable f16;
struct O {{ @location(0) @blend_src(0) a: vec4<f32>, @location(0) @blend_src(1) b: vec4<f32>, {members} }}
@fragment fn main() -> O {{ return O(); }}"
        )
    };
    for members in [
        "@builtin(frag_depth) d: vec4<u32>",
        "@builtin(frag_depth) d: f16",
        "@builtin(frag_depth) d: mat2x2<f32>",
        "@builtin(sample_mask) d: i32",
        "@builtin(sample_mask) d: vec2<u32>",
        "@builtin(position) d: vec4<f32>",
        "@builtin(vertex_index) d: u32",
        "@builtin(front_facing) d: bool",
    ] {
        refused(&[(&output(members), "this built-in output of a fragment shader")]);
    }
    let twice = "@builtin(frag_depth) c: f32, @builtin(frag_depth) d: f32";
    refused(&[
        (&output(twice), "declared twice"),
        (
            "enable dual_source_blending; enable wgpu_mesh_shader;
struct O {
    @location(0) @blend_src(0) @per_primitive a: vec4<f32>,
    @location(0) @blend_src(1) @per_primitive b: vec4<f32>,
}
@fragment fn main() -> O { return O(); }",
            "this source of blending",
        ),
    ]);
    written(&[&output("@builtin(frag_depth) d: f32, @builtin(sample_mask) m: u32")]);
}

#[test]
fn rays() {
    refused(&[
        (
            "enable wgpu_ray_tracing_pipeline;
var<incoming_ray_payload> p: f32;
@group(0) @binding(0) var acc: acceleration_structure;
fn again() { traceRay(acc, RayDesc(), &p); }
@any_hit @incoming_payload(p) fn main() { again(); }",
            "`traceRay` in this stage",
        ),
        (
            "enable wgpu_ray_tracing_pipeline;
var<incoming_ray_payload> p: atomic<u32>;
@group(0) @binding(0) var<storage, read_write> o: u32;
@closest_hit @incoming_payload(p) fn main() { o = atomicLoad(&p); }",
            "an atomic in the payload of a ray",
        ),
        (
            "enable wgpu_ray_tracing_pipeline;
struct S { count: array<atomic<u32>, 2> }
var<ray_payload> p: S;
@group(0) @binding(0) var acc: acceleration_structure;
@ray_generation fn main() { atomicAdd(&p.count[1], 1u); traceRay(acc, RayDesc(), &p); }",
            "an atomic in the payload of a ray",
        ),
        (
            "enable wgpu_ray_tracing_pipeline;
var<incoming_ray_payload> p: f32;
var<incoming_ray_payload> q: f32;
@closest_hit @incoming_payload(p) fn main() { p = q; }",
            "a second incoming payload",
        ),
        (
            "enable wgpu_ray_query;
var<workgroup> q: ray_query;
@compute @workgroup_size(1) fn main() { var p = q; }",
            "a ray query in this memory",
        ),
        (
            "enable wgpu_ray_tracing_pipeline; enable wgpu_ray_query;
struct S { q: ray_query, x: f32 }
var<ray_payload> p: S;
@group(0) @binding(0) var acc: acceleration_structure;
@ray_generation fn main() { p.x = 1.0; traceRay(acc, RayDesc(), &p); }",
            "a ray query in this memory",
        ),
    ]);
    written(&["enable wgpu_ray_tracing_pipeline;
var<incoming_ray_payload> p: f32;
var<incoming_ray_payload> q: f32;
@closest_hit @incoming_payload(p) fn main() { _ = q; p = 1.0; }"]);
}

/// naga's `process_overrides` does not renumber the payload of an entry point.
#[test]
fn payloads_after_overrides() {
    let source = "enable wgpu_ray_tracing_pipeline;
@group(0) @binding(0) var acc: acceleration_structure;
var<ray_payload> r: f32;
var<incoming_ray_payload> p: f32;
@ray_generation fn generate() { traceRay(acc, RayDesc(), &r); }
@closest_hit @incoming_payload(p) fn hit() { p = 1.0; }";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let entry = Some((naga::ShaderStage::ClosestHit, "hit"));
    let processed =
        naga::back::pipeline_constants::process_overrides(&shader.module, &shader.info, entry, &Default::default());
    let (module, info) = processed.unwrap();
    let output = setup::compile(&module, &info, &Setup::new(Target::vulkan(1, 3))).unwrap();
    validate::validate(&output.words, "vulkan1.3").unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn meshes() {
    let mesh = |primitive: &str, body: &str| {
        format!(
            "enable wgpu_mesh_shader; enable clip_distances;
struct V {{ @builtin(position) p: vec4<f32> }}
struct P {{ @builtin(triangle_indices) i: vec3<u32>, {primitive} }}
struct O {{
    @builtin(vertices) v: array<V, 3>,
    @builtin(primitives) p: array<P, 1>,
    @builtin(vertex_count) vc: u32,
    @builtin(primitive_count) pc: u32,
}}
var<workgroup> out: O;
@mesh(out) @workgroup_size(1) fn main(@builtin(view_index) v: u32) {{
    out.vc = 3u;
    out.pc = 1u;
    out.p[0].i = vec3(0u, 1u, 2u);
    {body}
}}"
        )
    };
    let per_view = "a count or an index of a mesh that depends on the view";
    let value = "@per_primitive @location(0) @interpolate(flat) x: u32";
    refused(&[
        (&mesh("@builtin(position) q: vec4<f32>", ""), "of a primitive"),
        (&mesh("@builtin(clip_distances) q: array<f32, 2>", ""), "of a primitive"),
        (&mesh(value, "out.vc = v;"), per_view),
        (&mesh(value, "if v > 1u { out.pc = v + 1u; }"), per_view),
        (&mesh(value, "out.p[0].i = vec3(0u, v, 2u);"), per_view),
        (&mesh(value, "out.p[0].i.y = v;"), per_view),
        (&mesh(value, "loop { out.p[0] = P(vec3(v), 1u); break; }"), per_view),
        (
            &mesh(value, "let q = array<P, 2>(P(vec3(v), 1u), P()); out.p[0] = q[0];"),
            per_view,
        ),
        (
            &mesh(value, "let q = array<P, 2>(P(vec3(v), 1u), P()); out.p[0] = q[v % 2u];"),
            per_view,
        ),
        (&mesh(value, "if v == 0u { out.vc = 2u; }"), per_view),
        (
            &mesh(value, "switch v { case 1u: { { out.p[0] = P(); } } default: { } }"),
            per_view,
        ),
    ]);
    written(&[
        &mesh(value, "out.p[0].x = v;"),
        &mesh(value, "out.p[0] = P(vec3(0u, 1u, 2u), v);"),
        &mesh(value, "out.v[1].p = vec4(f32(v));"),
        &mesh(value, "if v == 1u { out.v[1].p = vec4(1.0); out.p[0].x = 3u; }"),
        &mesh(value, "switch v { case 1u: { out.v[1] = V(vec4(1.0)); } default: { } }"),
        &mesh(value, "let q = P(vec3(0u, 1u, 2u), v); out.p[0].i = q.i;"),
        &mesh(
            value,
            "let q = P(vec3(0u, 1u, 2u), v); out.p[0] = P(q.i, q.x); out.p[0] = q;",
        ),
        &mesh(value, "let d = vec2(3u, v); out.vc = d.x;"),
    ]);
}

/// naga's validator does not ask for all members of the variable of a mesh, and takes a vector for a number.
#[test]
fn meshes_without_vertices_primitives_or_their_numbers() {
    let members = [
        "@builtin(vertices) v: array<V, 3>,",
        "@builtin(primitives) p: array<P, 1>,",
        "@builtin(vertex_count) vc: u32,",
        "@builtin(primitive_count) pc: u32,",
    ];
    let mesh = |members: &str| {
        format!(
            "enable wgpu_mesh_shader;
struct V {{ @builtin(position) p: vec4<f32> }}
struct P {{ @builtin(triangle_indices) i: vec3<u32> }}
struct O {{ {members} }}
var<workgroup> out: O;
@mesh(out) @workgroup_size(1) fn main() {{}}"
        )
    };
    let reason = "the variable of a mesh lacks";
    let all = members.concat();
    written(&[&mesh(&all)]);
    for member in &members[2..] {
        refused(&[
            (&mesh(&all.replace(member, "")), reason),
            (&mesh(&all.replace(member, &member.replace("u32", "vec2<u32>"))), reason),
        ]);
    }
    // naga takes the first type for what is missing.
    for member in &members[..2] {
        if let Ok(shader) = parse::wgsl(&mesh(&all.replace(member, "")), "test.wgsl") {
            let options = Setup::new(Target::parse("vulkan1.3").unwrap());
            let error = setup::compile(&shader.module, &shader.info, &options).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
