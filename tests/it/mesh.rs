//! Tests of mesh and task shaders: their declarations, and what they draw on a driver.

mod direct;
mod inputs;

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Color, Gpu, Render, Stage, gpu, vk};
use crate::common::{assertions, backends, parse, validate};
use spirula::reflection::MeshOutputs;
use spirula::{ErrorKind, Feature, Target, TaskDispatchLimits};
use spirv::{Capability, Decoration, ExecutionMode, Op};

/// The targets with mesh shaders, which need SPIR-V 1.4.
const TARGETS: [&str; 4] = ["vulkan1.1spv1.4", "vulkan1.2", "vulkan1.3", "vulkan1.4"];

fn compile_with(source: &str, options: &Setup) -> Result<spirula::Output, spirula::Error> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, options)
}

fn valid(source: &str, options: &Setup, target: &str) -> spirula::Output {
    let output = compile_with(source, options).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "")));
    validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}\n{source}"));
    let report = spirula::check::check(&output.words, &options.target);
    assert!(report.violations.is_empty(), "{target}: {report}\n{source}");
    output
}

/// A mesh shader with a topology and a body, after a task shader, and a fragment shader that outputs its inputs.
fn shader(indices: &str, most: u32, group: u32, body: &str) -> String {
    format!(
        "enable wgpu_mesh_shader;
struct Payload {{ color: vec4<f32>, offsets: array<f32, 4> }}
struct Vertex {{ @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(1) @interpolate(flat) number: u32 }}
struct Primitive {{ @builtin({indices}) indices: {ty}, @builtin(cull_primitive) cull: bool, @location(2) @per_primitive tint: vec4<f32> }}
struct Mesh {{
    @builtin(vertices) vertices: array<Vertex, {most}>,
    @builtin(primitives) primitives: array<Primitive, {most}>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}}
var<task_payload> payload: Payload;
var<workgroup> mesh: Mesh;
fn vertex(x: f32, y: f32, n: u32) -> Vertex {{ return Vertex(vec4<f32>(x, y, 0.5, 1.0), payload.color, n); }}
@task @payload(payload) @workgroup_size(4)
fn task(@builtin(local_invocation_index) i: u32) -> @builtin(mesh_task_size) vec3<u32> {{
    payload.offsets[i] = f32(i) * 0.5 - 1.0;
    if i > 0u {{ return vec3<u32>(77u); }}
    payload.color = vec4<f32>(0.0, 1.0, 0.0, 1.0);
    return vec3<u32>(TASKS);
}}
@mesh(mesh) @payload(payload) @workgroup_size({group})
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {{
    let left = payload.offsets[group.x];
    {body}
}}
@fragment
fn fs(in: Vertex, @location(2) @per_primitive tint: vec4<f32>) -> @location(0) vec4<f32> {{
    // 128 of 255 and not a half, which a device may round down.
    return (in.color * 0.5 + tint * f32(in.number) / 8.0) * (256.0 / 255.0);
}}",
        ty = match indices {
            "point_index" => "u32",
            "line_indices" => "vec2<u32>",
            _ => "vec3<u32>",
        }
    )
}

const QUAD: &str = "mesh.vertex_count = 4u;
    mesh.primitive_count = 2u;
    if i < 4u { mesh.vertices[i] = vertex(left + 0.5 * f32(i & 1u), select(-1.0, 1.0, i > 1u), 4u); }
    if i >= 2u { return; }
    mesh.primitives[i] = Primitive(select(vec3<u32>(0u, 1u, 2u), vec3<u32>(2u, 1u, 3u), i == 1u), false, vec4<f32>(1.0, 0.0, 0.0, 0.0));";

fn quads() -> String {
    shader("triangle_indices", 8, 4, QUAD).replace("TASKS", "4u, 1u, 1u")
}

/// One entry point at a time: spirv-val (2025.3) requires the execution modes of mesh shaders at every entry point of a
/// module.
fn valid_entry(source: &str, target: &str, entry: &str, adjust: impl Fn(&mut Setup)) -> Vec<u32> {
    let mut options = backends::options_for(target, entry);
    adjust(&mut options);
    valid(source, &options, target).words
}

fn staged(options: &mut Setup) {
    options.direct_mesh_outputs = false;
}

/// The method by which the entry point `main` writes its mesh.
fn way(source: &str, options: &Setup) -> MeshOutputs {
    let output = compile_with(source, options).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "")));
    let mut entries = output.reflection.entry_points.iter();
    entries.find_map(|entry| entry.mesh_outputs).expect("a mesh shader")
}

fn has(module: &Inspected<'_>, op: Op, operands: &[u32]) -> usize {
    let found = module
        .all(op)
        .filter(|instruction| instruction.operand_words().ends_with(operands));
    found.count()
}

#[test]
fn the_shader_is_called_and_its_mesh_copied() {
    for target in TARGETS {
        let source = quads();
        let words = valid_entry(&source, target, "main", staged);
        let module = Inspected::new(&words);
        assert_eq!(module.count(Op::SetMeshOutputsEXT), 1);
        if !assertions::are_asked() {
            assert_eq!(module.count(Op::FunctionCall), 2);
        }
        for mode in [
            &[ExecutionMode::OutputTrianglesEXT as u32][..],
            &[ExecutionMode::OutputVertices as u32, 8],
            &[ExecutionMode::OutputPrimitivesEXT as u32, 8],
            &[ExecutionMode::LocalSize as u32, 4, 1, 1],
        ] {
            assert_eq!(has(&module, Op::ExecutionMode, mode), 1, "{mode:?}");
        }
        let per_primitive = [Decoration::PerPrimitiveEXT as u32];
        // Culling and tint, but not the indices.
        assert_eq!(has(&module, Op::MemberDecorate, &per_primitive), 1);
        assert_eq!(has(&module, Op::Decorate, &per_primitive), 1);
        // One variable for each built-in, though both shader and entry point read it.
        let local = [Decoration::BuiltIn as u32, spirv::BuiltIn::LocalInvocationIndex as u32];
        assert_eq!(has(&module, Op::Decorate, &local), 1);
        let words = valid_entry(&source, target, "fs", |_| {});
        assert_eq!(has(&Inspected::new(&words), Op::Decorate, &per_primitive), 1);
        let words = valid_entry(&source, target, "task", |_| {});
        assert_eq!(Inspected::new(&words).count(Op::EmitMeshTasksEXT), 1);
    }
}

#[test]
fn mesh_shaders_need_spirv_1_4_and_their_extension() {
    let source = quads();
    for target in ["vulkan1.0", "vulkan1.1"] {
        assert!(compile_with(&source, &backends::options(target)).is_err());
    }
    let error = compile_with(&source, &Setup::new(Target::vulkan(1, 3).core_only())).expect_err("refused");
    let ErrorKind::Missing(ref requirement) = error.diagnostics()[0].kind else {
        panic!("{error:?}")
    };
    assert_eq!(requirement.capability, Some(Capability::MeshShadingEXT));
    assert!(error.diagnostics()[0].span.is_defined());
}

#[test]
fn a_mesh_is_no_larger_than_the_device_lets_it_be() {
    let mut limits = spirula::target::Limits::default();
    limits.max_mesh_output_vertices = Some(7);
    let error = compile_with(&quads(), &Setup::new(Target::vulkan(1, 3).with_limits(limits))).expect_err("refused");
    assert!(
        matches!(error.diagnostics()[0].kind, ErrorKind::Limit { value: 8, limit: 7, .. }),
        "{error:?}"
    );
}

#[test]
fn a_mesh_without_index_clamping_and_points() {
    for target in TARGETS {
        let body = "mesh.vertex_count = 1u; mesh.primitive_count = 1u; mesh.vertices[i] = vertex(left, 0.0, i); mesh.primitives[i].indices = i;";
        let source = shader("point_index", 4, 4, body).replace("TASKS", "1u, 1u, 1u");
        let words = valid_entry(&source, target, "main", |options| {
            options.mesh_shader_primitive_indices_clamp = false
        });
        // VUID-RuntimeSpirv-MeshEXT-09218: before Vulkan 1.4 points must have a size.
        let size = [Decoration::BuiltIn as u32, spirv::BuiltIn::PointSize as u32];
        let sized = has(&Inspected::new(&words), Op::MemberDecorate, &size);
        assert_eq!(sized, usize::from(target != "vulkan1.4"), "{target}");
    }
}

#[test]
fn atomics_in_a_payload_are_of_the_workgroup() {
    let source = "enable wgpu_mesh_shader;
struct Payload { count: atomic<u32> }
var<task_payload> payload: Payload;
@task @payload(payload) @workgroup_size(8)
fn task() -> @builtin(mesh_task_size) vec3<u32> {
    atomicStore(&payload.count, 0u);
    let before = atomicAdd(&payload.count, 1u);
    return vec3<u32>(atomicLoad(&payload.count) + before);
}";
    for target in TARGETS {
        let words = valid_entry(source, target, "task", |_| {});
        let module = Inspected::new(&words);
        // The scope is the operand after the pointer.
        for (op, place) in [(Op::AtomicStore, 1), (Op::AtomicIAdd, 1), (Op::AtomicLoad, 1)] {
            let scopes: Vec<u32> = module.all(op).map(|atomic| atomic.operand_words()[place]).collect();
            assert_eq!(scopes.len(), 1, "{op:?}");
            let scope = module.definition(scopes[0]).operand_words()[0];
            assert_eq!(scope, spirv::Scope::Workgroup as u32, "{op:?}");
        }
    }
}

/// The limits of mesh and task workgroups: the use of each limit is reported, accepted if the device has as much, and
/// refused if it has less.
#[test]
fn workgroups_keep_the_limits_of_their_stages() {
    let source = "enable wgpu_mesh_shader;
struct Vertex { @builtin(position) position: vec4<f32>, @location(3) tone: f32 }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh { @builtin(vertices) vertices: array<Vertex, 3>, @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32, @builtin(primitive_count) primitive_count: u32 }
var<workgroup> mesh: Mesh;
var<workgroup> kept: array<u32, 5>;
var<task_payload> payload: array<vec4<u32>, 3>;
@task @payload(payload) @workgroup_size(2, 3, 4) fn task(@builtin(local_invocation_index) i: u32) -> @builtin(mesh_task_size) vec3<u32> {
    kept[i % 5u] = i;
    payload[0] = vec4<u32>(kept[0]);
    return vec3<u32>(1u);
}
@mesh(mesh) @payload(payload) @workgroup_size(6, 5, 1) fn main() { mesh.vertex_count = payload[0].x; mesh.primitive_count = 1u; }";
    // Sizes: five words; three vectors of four words; three vertices of a vector and a word (16 + 4, padded to 32), one triangle
    // (12, padded to 16), and two counts, padded to 16.
    let (kept, payload, mesh) = (20, 48, 3 * 32 + 16 + 16);
    // Two locations of sixteen bytes for each vertex; indices need none.
    let outputs = 3 * 2 * 16;
    for (name, values) in [
        ("maxTaskWorkGroupSize", &[2, 3, 4][..]),
        ("maxTaskWorkGroupInvocations", &[24]),
        ("maxTaskPayloadSize", &[payload]),
        ("maxTaskSharedMemorySize", &[kept]),
        ("maxTaskPayloadAndSharedMemorySize", &[kept + payload]),
        ("maxMeshWorkGroupSize", &[6, 5, 1]),
        ("maxMeshWorkGroupInvocations", &[30]),
        ("maxMeshSharedMemorySize", &[mesh]),
        ("maxMeshPayloadAndSharedMemorySize", &[mesh + payload]),
        ("maxMeshOutputVertices", &[3]),
        ("maxMeshOutputPrimitives", &[1]),
        ("maxMeshOutputComponents", &[16]), // up to location 3, which are more than its vector and the position
        ("maxMeshOutputMemorySize", &[outputs]),
        ("maxMeshPayloadAndOutputMemorySize", &[outputs + payload]),
    ] {
        let compile = |values: &[i64]| {
            let mut limits = spirula::target::Limits::default();
            assert!(limits.set(name, values), "{name}");
            let mut options = Setup::new(Target::vulkan(1, 3).with_limits(limits));
            staged(&mut options);
            compile_with(source, &options)
        };
        let output = compile(values).unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source, "")));
        for (at, &value) in values.iter().enumerate() {
            let own = match values {
                [_] => name.to_owned(),
                _ => format!("{name}[{at}]"),
            };
            let used = output.limits.iter().find(|used| used.name == own);
            assert_eq!(used.map(|used| used.value), Some(value), "{own}");
        }
        let check = |values: &[i64]| {
            let mut limits = spirula::target::Limits::default();
            assert!(limits.set(name, values), "{name}");
            spirula::check::check(&output.words, &Target::vulkan(1, 3).with_limits(limits)).is_valid()
        };
        assert!(check(values), "{name}");
        for at in 0..values.len() {
            let mut less = values.to_vec();
            less[at] -= 1;
            assert!(!check(&less), "{name}");
            let error = compile(&less).expect_err(name);
            let [diagnostic] = error.diagnostics() else {
                panic!("{name}: {error}")
            };
            let ErrorKind::Limit { what, .. } = diagnostic.kind else {
                panic!("{name}: {error}")
            };
            assert!(what.contains(name) && diagnostic.span.is_defined(), "{what}");
        }
    }
}

/// The pixels that both methods draw; they must be equal.
fn draw(gpu: &Gpu, source: &str, adjust: impl Fn(&mut Setup)) -> Vec<[u8; 4]> {
    let copied = draw_one_way(gpu, source, |options| {
        adjust(options);
        staged(options);
    });
    let drawn = draw_one_way(gpu, source, adjust);
    assert_eq!(drawn, copied, "{source}");
    drawn
}

fn draw_one_way(gpu: &Gpu, source: &str, adjust: impl Fn(&mut Setup)) -> Vec<[u8; 4]> {
    let target = gpu.newest_target();
    // lavapipe (Mesa 25.0.7) does not initialize the workgroup memory of mesh shaders: it has the values of the
    // previous mesh workgroup. Without the feature, stores zero it.
    let zeroed = |options: &mut Setup| {
        adjust(options);
        let feature = Feature::ShaderZeroInitializeWorkgroupMemory;
        options.target = options.target.clone().disable(feature);
    };
    let words = |name: &str| valid_entry(source, target, name, zeroed);
    let (task, mesh, fragment) = (words("task"), words("main"), words("fs"));
    let stage = |words, entry_point| Stage { words, entry_point };
    let run = Render {
        vertex: stage(&mesh, "main"),
        fragment: Some(stage(&fragment, "fs")),
        bindings: &[],
        push_constants: &[],
        constants: &[],
        vertex_buffers: &[],
        topology: vk::PrimitiveTopology::TRIANGLE_LIST,
        vertices: 1,
        instances: 1,
        size: [8, 2],
        colors: &[Color {
            format: vk::Format::R8G8B8A8_UNORM,
            clear: [0.0, 0.0, 1.0, 0.0],
        }],
        depth: false,
    };
    let pixels = gpu
        .render_mesh(&run, Some(stage(&task, "task")))
        .unwrap_or_else(|error| panic!("{error}"));
    pixels.colors[0]
        .chunks_exact(4)
        .map(|pixel| pixel.try_into().unwrap())
        .collect()
}

const CLEAR: [u8; 4] = [0, 0, 255, 0];
/// Half of the payload's green, and red of the tint by vertex number.
const DRAWN: [u8; 4] = [128, 128, 0, 128];

/// The length of the payload is the value of an override.
#[test]
fn a_payload_whose_length_is_an_override() {
    let mut source = quads();
    for (from, to) in [
        (
            "var<task_payload> payload: Payload;",
            "override length: u32 = 4u;\nvar<task_payload> payload: array<f32, length>;",
        ),
        ("payload.offsets[i] =", "payload[i] ="),
        ("payload.color = vec4<f32>(0.0, 1.0, 0.0, 1.0);", ""),
        ("payload.color", "vec4<f32>(0.0, 1.0, 0.0, 1.0)"),
        ("payload.offsets[group.x]", "payload[group.x]"),
    ] {
        assert!(source.contains(from), "{from}");
        source = source.replace(from, to);
    }
    for target in TARGETS {
        for entry in ["task", "main"] {
            valid_entry(&source, target, entry, |_| {});
            valid_entry(&source, target, entry, |options| {
                options.overrides = [("length".to_owned(), 5.0)].into_iter().collect();
            });
        }
    }
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    assert_eq!(draw(&gpu, &source, |_| {}), [DRAWN; 16]);
}

#[test]
fn four_workgroups_draw_a_quad_each() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    assert_eq!(draw(&gpu, &quads(), |_| {}), [DRAWN; 16]);
    // With three of them the last quarter is not drawn.
    let three = draw(&gpu, &quads().replace("4u, 1u, 1u", "3u, 1u, 1u"), |_| {});
    for row in three.chunks_exact(8) {
        assert_eq!(row[..6], [DRAWN; 6]);
        assert_eq!(row[6..], [CLEAR; 2]);
    }
}

/// Task and mesh workgroups that zero their memory themselves: nonzero values move the quads, and remain for the next
/// workgroup.
#[test]
fn memory_that_the_invocations_zero() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let (offset, left) = ("f32(i) * 0.5 - 1.0", "payload.offsets[group.x]");
    let quads = quads();
    assert!(quads.contains(offset) && quads.contains(left));
    let source = quads
        .replace(offset, &format!("{offset} + f32(found(i))"))
        .replace(left, &format!("{left} + f32(found(i))"))
        + "
struct Cell { flag: bool, rows: array<array<vec3<u32>, 3>, 2>, turn: mat2x2<f32> }
var<workgroup> cells: array<Cell, 9>;
var<workgroup> sum: atomic<u32>;
fn found(i: u32) -> u32 {
    var found = atomicLoad(&sum);
    for (var n = 0u; n < 54u; n++) {
        let cell = cells[n / 6u];
        found += u32(cell.flag) + u32(any(cell.turn[n % 2u] != vec2<f32>())) + u32(any(cell.rows[n / 3u % 2u][n % 3u] != vec3<u32>()));
    }
    workgroupBarrier();
    for (var n = 0u; n < 54u; n++) {
        cells[n / 6u].flag = true;
        cells[n / 6u].turn[n % 2u].x = 1.0;
        cells[n / 6u].rows[n / 3u % 2u][n % 3u].y = 7u;
    }
    atomicAdd(&sum, 1u);
    return found;
}";
    let pixels = draw(&gpu, &source, |options| {
        let target = options.target.clone();
        options.target = target.disable(Feature::ShaderZeroInitializeWorkgroupMemory);
    });
    assert_eq!(pixels, [DRAWN; 16]);
}

#[test]
fn fewer_invocations_than_vertices_and_culling() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let one = QUAD.replace("if i < 4u { mesh.vertices[i] = vertex(left + 0.5 * f32(i & 1u), select(-1.0, 1.0, i > 1u), 4u); }
    if i >= 2u { return; }", "for (var n = 0u; n < 4u; n++) { mesh.vertices[n] = vertex(left + 0.5 * f32(n & 1u), select(-1.0, 1.0, n > 1u), 4u); }
    mesh.primitives[1] = Primitive(vec3<u32>(2u, 1u, 3u), false, vec4<f32>(1.0, 0.0, 0.0, 0.0));");
    let source = shader("triangle_indices", 8, 1, &one).replace("TASKS", "4u, 1u, 1u");
    assert_eq!(draw(&gpu, &source, |_| {}), [DRAWN; 16]);
    let culled = draw(&gpu, &quads().replace("false, vec4", "group.x == 1u, vec4"), |_| {});
    for row in culled.chunks_exact(8) {
        assert_eq!(row[2..4], [CLEAR; 2]);
        assert_eq!((row[0], row[4]), (DRAWN, DRAWN));
    }
}

#[test]
fn counts_and_indices_are_clamped() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    // More than the outputs have: what is after the two triangles is zero, and draws nothing.
    let many = quads()
        .replace("mesh.vertex_count = 4u", "mesh.vertex_count = 4000u")
        .replace("mesh.primitive_count = 2u", "mesh.primitive_count = 90u");
    assert_eq!(draw(&gpu, &many, |_| {}), [DRAWN; 16]);
    // An index beyond the vertices is clamped to the last one.
    let far = quads().replace("vec3<u32>(2u, 1u, 3u)", "vec3<u32>(2u, 1u, 300u)");
    assert_eq!(draw(&gpu, &far, |_| {}), [DRAWN; 16]);
    // Primitives without vertices are not drawn.
    let none = quads().replace("mesh.vertex_count = 4u", "mesh.vertex_count = 0u");
    assert_eq!(draw(&gpu, &none, |_| {}), [CLEAR; 16]);
}

#[test]
fn tasks_are_limited() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let limited = |tasks: &str| {
        draw(&gpu, &quads().replace("4u, 1u, 1u", tasks), |options| {
            options.task_dispatch_limits = Some(TaskDispatchLimits {
                max_mesh_workgroups_per_dim: 65_535,
                max_mesh_workgroups_total: 8,
            });
        })
    };
    assert_eq!(limited("4u, 2u, 1u"), [DRAWN; 16]);
    for tasks in [
        "4u, 3u, 1u",
        "65536u, 0u, 1u",
        "65535u, 65535u, 65535u",
        "4u, 65535u, 65535u",
        "0u, 1u, 1u",
    ] {
        assert_eq!(limited(tasks), [CLEAR; 16], "{tasks}");
    }
}

#[test]
fn the_y_axis_turns() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let upper = quads().replace("select(-1.0, 1.0, i > 1u)", "select(-1.0, 0.0, i > 1u)");
    let rows = |turned: bool| {
        let pixels = draw(&gpu, &upper, |options| options.adjust_coordinate_space = turned);
        [pixels[0], pixels[8]]
    };
    assert_eq!(rows(false), [DRAWN, CLEAR]);
    assert_eq!(rows(true), [CLEAR, DRAWN]);
}

#[test]
fn lines_and_points_are_drawn() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let point = "mesh.vertex_count = 1u; mesh.primitive_count = 1u;
    mesh.vertices[0] = vertex(left + 0.125, -0.5, 4u);
    mesh.primitives[0] = Primitive(0u, false, vec4<f32>(1.0, 0.0, 0.0, 0.0));";
    let source = shader("point_index", 4, 1, point).replace("TASKS", "4u, 1u, 1u");
    let pixels = draw(&gpu, &source, |options| options.force_point_size = true);
    for x in 0..8 {
        assert_eq!(pixels[x], if x % 2 == 0 { DRAWN } else { CLEAR }, "{x}");
        assert_eq!(pixels[8 + x], CLEAR);
    }
    let line = "mesh.vertex_count = 2u; mesh.primitive_count = 1u;
    mesh.vertices[i] = vertex(-1.0 + 2.0 * f32(i), 0.5, 4u);
    if i == 1u { mesh.primitives[0] = Primitive(vec2<u32>(0u, 1u), false, vec4<f32>(1.0, 0.0, 0.0, 0.0)); }";
    let source = shader("line_indices", 4, 2, line).replace("TASKS", "1u, 1u, 1u");
    let pixels = draw(&gpu, &source, |_| {});
    assert_eq!(pixels[..8], [CLEAR; 8]);
    assert_eq!(pixels[8..15], [DRAWN; 7]);
}

/// The number of mesh shaders among the snapshots that are written directly, so that no change is accidental.
#[test]
fn the_share_of_snapshots_that_are_written_directly() {
    let (mut direct, mut all) = (Vec::new(), 0);
    for path in crate::common::shaders_below(&crate::common::root("snapshots/mesh")) {
        let case = crate::common::case::Case::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        let target = case.targets.last().expect("a target");
        let options = case.options_for(target).unwrap_or_else(|error| panic!("{error}"));
        let Ok(output) = setup::compile(&shader.module, &shader.info, &options) else {
            continue;
        };
        for entry in &output.reflection.entry_points {
            all += usize::from(entry.mesh_outputs.is_some());
            if entry.mesh_outputs == Some(MeshOutputs::Direct) {
                direct.push(crate::common::case::file_name(&path));
            }
        }
    }
    direct.sort();
    println!(
        "{} of {all} mesh shaders among the snapshots write their outputs directly: {direct:?}",
        direct.len()
    );
    assert_eq!((direct.len(), all), (7, 28));
}

/// VUID-StandaloneSpirv-MeshEXT-07111; a local is no such memory.
#[test]
fn no_index_into_private_and_workgroup_memory_depends_on_the_view() {
    let with = |statement: &str| {
        let source = shader("triangle_indices", 4, 4, &format!("{QUAD}\n{statement}"));
        let source = source
            .replace("TASKS", "1u")
            .replace("group: vec3<u32>)", "group: vec3<u32>, @builtin(view_index) view: u32)");
        format!("{source}\nvar<private> sides: array<f32, 2>;\nvar<workgroup> tops: array<vec2<f32>, 2>;")
    };
    for target in TARGETS {
        let options = Setup::new(Target::parse(target).unwrap());
        for statement in [
            "mesh.vertices[0].position.x = f32(view);",
            "mesh.vertices[0].position.x = vec2<f32>(0.1, 0.2)[view & 1u];",
            "var local = array<f32, 2>(0.1, 0.2); mesh.vertices[0].position.x = local[view & 1u];",
        ] {
            let _ = valid_entry(&with(statement), target, "main", |_| {});
        }
        for statement in [
            "mesh.vertices[0].position.x = sides[view];",
            "sides[1u - view] = 0.5;",
            "mesh.vertices[0].position.x = tops[select(0u, 1u, view == 1u)].y;",
            "mesh.vertices[view].position.x = 0.5;",
        ] {
            let error = compile_with(&with(statement), &options).unwrap_err();
            let diagnostic = &error.diagnostics()[0];
            let ErrorKind::Inexpressible { what, .. } = diagnostic.kind else {
                panic!("{error}");
            };
            assert_eq!(
                what,
                "an index into workgroup or private memory that depends on the view"
            );
            assert!(diagnostic.span.is_defined());
        }
    }
}
