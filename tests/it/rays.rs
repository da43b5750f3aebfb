//! Tests of ray queries and ray-tracing pipelines: their requirements, the checks of a query's state, and their results
//! for a scene on a driver.

mod inputs;

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Binding, Compute, Gpu, IDENTITY, Object, Resource, Scene, Shape, Trace, gpu};
use crate::common::{backends, parse, validate};
use spirula::target::{Workaround, Workarounds};
use spirula::{ErrorKind, Feature, Target};
use spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};

fn compile_with(source: &str, options: &Setup) -> Result<spirula::Output, spirula::Error> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, options)
}

fn compile(source: &str, target: Target) -> Result<spirula::Output, spirula::Error> {
    compile_with(source, &Setup::new(target))
}

fn declares(output: &spirula::Output, capability: Capability) -> bool {
    output.requirements.iter().any(|used| used.capability == capability)
}

fn valid(source: &str, options: &Setup, target: &str) -> spirula::Output {
    let output = compile_with(source, options).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "")));
    validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}\n{source}"));
    let report = spirula::check::check(&output.words, &options.target);
    assert!(report.violations.is_empty(), "{target}: {report}\n{source}");
    output
}

fn query(statements: &str) -> String {
    format!(
        "enable wgpu_ray_query;
enable wgpu_ray_query_vertex_return;
@group(0) @binding(0) var scene: acceleration_structure<vertex_return>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> input: array<vec4<f32>>;
fn ray(flags: u32) -> RayDesc {{
    return RayDesc(flags, 0xffu, input[0].w, input[1].w, input[0].xyz, input[1].xyz);
}}
@compute @workgroup_size(1)
fn main() {{
    var q: ray_query<vertex_return>;
    {statements}
}}"
    )
}

const ALL: &str = "rayQueryInitialize(&q, scene, ray(0u));
    while rayQueryProceed(&q) {
        let candidate = rayQueryGetCandidateIntersection(&q);
        if candidate.kind == RAY_QUERY_INTERSECTION_AABB { rayQueryGenerateIntersection(&q, 2.0); }
        else { rayQueryConfirmIntersection(&q); }
        if candidate.primitive_index == 9u { rayQueryTerminate(&q); }
    }
    let hit = rayQueryGetCommittedIntersection(&q);
    output[0] = vec4<f32>(hit.t, hit.barycentrics, f32(hit.kind));
    output[1] = vec4<f32>(getCommittedHitVertexPositions(&q)[2], 0.0);";

#[test]
fn every_operation_is_valid_tracked_and_not() {
    for tracked in [true, false] {
        for target in &validate::VULKAN[2..] {
            let mut options = backends::options(target);
            options.ray_query_initialization_tracking = tracked;
            let output = valid(&query(ALL), &options, target);
            for capability in [Capability::RayQueryKHR, Capability::RayQueryPositionFetchKHR] {
                assert!(declares(&output, capability));
            }
            let module = Inspected::new(&output.words);
            for op in [
                Op::RayQueryInitializeKHR,
                Op::RayQueryProceedKHR,
                Op::RayQueryGenerateIntersectionKHR,
                Op::RayQueryConfirmIntersectionKHR,
                Op::RayQueryTerminateKHR,
            ] {
                assert_eq!(module.count(op), 1, "{op:?}");
            }
            // Unused helpers are not written.
            assert_eq!(module.count(Op::IsNan) + module.count(Op::IsInf), 0);
            let variables = module.all(Op::Variable);
            let locals = variables.filter(|variable| variable.operand_words()[0] == StorageClass::Function as u32);
            assert_eq!(locals.count(), if tracked { 4 } else { 2 });
        }
    }
}

#[test]
fn a_query_takes_its_feature_and_positions_another() {
    let name = |error: &spirula::Error| match &error.diagnostics()[0].kind {
        ErrorKind::Missing(requirement) => requirement.name(),
        other => format!("{other}"),
    };
    let error = compile(&query(ALL), Target::vulkan(1, 3).disable(Feature::RayQuery)).expect_err("refused");
    assert_eq!(name(&error), "rayQuery");
    assert!(
        error
            .diagnostics()
            .iter()
            .all(|diagnostic| diagnostic.span.is_defined())
    );
    let error = compile(
        &query(ALL),
        Target::vulkan(1, 3).disable(Feature::RayTracingPositionFetch),
    )
    .expect_err("refused");
    assert_eq!(name(&error), "rayTracingPositionFetch");
    assert!(compile(&query(ALL), Target::vulkan(1, 3).core_only()).is_err());
}

#[test]
fn no_value_of_a_query_is_made() {
    let source = query("let copy = q; var other = copy; rayQueryInitialize(&other, scene, ray(0u));");
    let shader = parse::wgsl(&source, "test.wgsl");
    // Whether a query can be loaded is naga's decision.
    let Ok(shader) = shader else { return };
    let error = setup::compile(&shader.module, &shader.info, &Setup::new(Target::vulkan(1, 3))).expect_err("refused");
    let kinds: Vec<_> = error.diagnostics().iter().map(|diagnostic| &diagnostic.kind).collect();
    assert!(
        kinds.iter().all(|kind| matches!(kind, ErrorKind::Inexpressible { .. })),
        "{kinds:?}"
    );
}

#[test]
fn queries_in_loops_arrays_and_structs() {
    let sources = [
        "for (var i = 0u; i < 3u; i++) { var inner: ray_query<vertex_return>; rayQueryInitialize(&inner, scene, ray(i));
            output[i].x = f32(rayQueryProceed(&inner)); }",
        "var many: array<ray_query<vertex_return>, 3>; output[0].x = rayQueryGetCommittedIntersection(&many[1]).t;",
    ];
    for source in sources {
        for target in &validate::VULKAN[2..] {
            let _ = valid(&query(source), &backends::options(target), target);
        }
    }
    let holder = query(
        "var h: Holder; output[0].x = rayQueryGetCommittedIntersection(&h.q).t + f32(h.x); rayQueryInitialize(&q, scene, ray(0u));",
    );
    let holder = holder.replace(
        "fn ray(",
        "struct Holder { x: u32, q: ray_query<vertex_return>, y: vec3<f32> }\nfn ray(",
    );
    let error = compile(&holder, Target::vulkan(1, 3)).expect_err("refused");
    assert!(
        matches!(error.diagnostics()[0].kind, ErrorKind::Inexpressible { .. }),
        "{error:?}"
    );
    assert!(error.diagnostics()[0].span.is_defined());
}

const PIPELINE: &str = "enable wgpu_ray_tracing_pipeline;
enable primitive_index;
struct Payload { color: vec4<f32>, hits: u32 }
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;
@ray_generation
fn generate(@builtin(ray_invocation_id) at: vec3<u32>, @builtin(num_ray_invocations) size: vec3<u32>) {
    sent = Payload(vec4<f32>(-1.0), 0u);
    let from_here = vec3<f32>(f32(at.x), f32(at.y), -5.0);
    traceRay(scene, RayDesc(FLAGS, 0xffu, T_MIN, 100.0, from_here, vec3<f32>(0.0, 0.0, 1.0)), &sent);
    output[at.x + at.y * size.x] = sent.color + vec4<f32>(0.0, 0.0, 0.0, f32(sent.hits) * 100.0);
}
@miss @incoming_payload(received)
fn miss(@builtin(world_ray_origin) origin: vec3<f32>) {
    received.color = vec4<f32>(0.0, origin.xy, 1.0);
}
@closest_hit @incoming_payload(received)
fn closest(
    @builtin(instance_index) instance: u32,
    @builtin(instance_custom_data) custom: u32,
    @builtin(primitive_index) primitive: u32,
    @builtin(ray_t_current_max) t: f32,
    @builtin(object_to_world) to_world: mat4x3<f32>,
) {
    received.color = vec4<f32>(t, f32(instance * 10u + primitive), f32(custom), to_world[3].x);
}
@any_hit @incoming_payload(received)
fn any() { received.hits += 1u; }
";

fn pipeline(flags: &str, t_min: &str) -> String {
    PIPELINE.replace("FLAGS", flags).replace("T_MIN", t_min)
}

#[test]
fn pipelines_need_spirv_1_4_and_their_feature() {
    let source = pipeline("0u", "0.0");
    for target in ["vulkan1.1spv1.4", "vulkan1.2", "vulkan1.3", "vulkan1.4"] {
        let output = valid(&source, &backends::options(target), target);
        assert!(declares(&output, Capability::RayTracingKHR));
        assert!(!declares(&output, Capability::RayQueryKHR));
        assert!(
            !declares(&output, Capability::Geometry),
            "the stage has the primitive index already"
        );
    }
    for target in ["vulkan1.0", "vulkan1.1"] {
        assert!(compile(&source, Target::parse(target).unwrap()).is_err(), "{target}");
    }
    let error = compile(&source, Target::vulkan(1, 3).disable(Feature::RayTracingPipeline)).expect_err("refused");
    let ErrorKind::Missing(ref requirement) = error.diagnostics()[0].kind else {
        panic!("{error:?}")
    };
    assert_eq!(requirement.name(), "rayTracingPipeline");
}

#[test]
fn hit_stages_have_instance_id() {
    let output = compile(&pipeline("0u", "0.0"), Target::vulkan(1, 3)).unwrap();
    let module = Inspected::new(&output.words);
    let built_ins: Vec<u32> = module
        .all(Op::Decorate)
        .filter(|decoration| decoration.operand_words()[1] == Decoration::BuiltIn as u32)
        .map(|decoration| decoration.operand_words()[2])
        .collect();
    assert!(built_ins.contains(&(BuiltIn::InstanceId as u32)));
    assert!(!built_ins.contains(&(BuiltIn::InstanceIndex as u32)));
}

#[test]
fn what_can_change_while_rays_are_traced_is_volatile() {
    let source = "enable wgpu_ray_tracing_pipeline;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@ray_generation fn generate(@builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32) {
    output[lane] = size;
}";
    let output = valid(source, &backends::options("vulkan1.3"), "vulkan1.3");
    let module = Inspected::new(&output.words);
    let is_built_in = |id: u32| module.decoration(id, Decoration::BuiltIn).is_some();
    let inputs: Vec<u32> = module
        .all(Op::Variable)
        .filter_map(|v| v.result())
        .filter(|id| is_built_in(*id))
        .collect();
    assert_eq!(inputs.len(), 2);
    for id in inputs {
        assert!(module.decoration(id, Decoration::Volatile).is_some());
    }
}

/// Which stages have subgroup operations is a question to the target, also where the module is changed before it is
/// written.
#[test]
fn overrides_and_inlined_calls_go_with_subgroup_operations() {
    let source = "enable wgpu_ray_tracing_pipeline;
override more: u32 = 3u;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn sum(x: u32) -> u32 { return subgroupAdd(x + more); }
@ray_generation fn generate(@builtin(subgroup_invocation_id) lane: u32) {
    output[lane] = sum(lane);
}";
    let mut options = backends::options("vulkan1.3");
    valid(source, &options, "vulkan1.3");
    options.workarounds = Workarounds::from([Workaround::InlineCalls]);
    valid(source, &options, "vulkan1.3");
    options.spec_constants = true;
    valid(source, &options, "vulkan1.3");
}

#[test]
fn rays_that_skip_primitives_take_a_feature_in_pipelines() {
    let skipping = pipeline("RAY_FLAG_SKIP_TRIANGLES", "0.0");
    let output = compile(&skipping, Target::vulkan(1, 3)).unwrap();
    assert!(declares(&output, Capability::RayTraversalPrimitiveCullingKHR));
    assert_eq!(output.features[0].feature, Feature::RayTraversalPrimitiveCulling);
    assert!(
        compile(
            &skipping,
            Target::vulkan(1, 3).disable(Feature::RayTraversalPrimitiveCulling)
        )
        .is_err()
    );
    // Dynamic flags do not need the feature: with the skip flags set, no ray is traced.
    let unknown = pipeline("at.x", "0.0");
    let output = compile(&unknown, Target::vulkan(1, 3)).unwrap();
    assert!(!declares(&output, Capability::RayTraversalPrimitiveCullingKHR));
    let output = compile(
        &unknown,
        Target::vulkan(1, 3).enable(Feature::RayTraversalPrimitiveCulling),
    )
    .unwrap();
    assert!(declares(&output, Capability::RayTraversalPrimitiveCullingKHR));
}

/// naga's validator panics for a non-constant index of an acceleration structure.
#[test]
fn acceleration_structures_in_binding_arrays() {
    let source = "enable wgpu_ray_query;
enable wgpu_binding_array;
@group(0) @binding(0) var scenes: binding_array<acceleration_structure, 4>;
fn begin(scene: acceleration_structure) -> bool {
    var q: ray_query;
    rayQueryInitialize(&q, scene, RayDesc(0u, 1u, 0.0, 1.0, vec3<f32>(), vec3<f32>(1.0)));
    return rayQueryProceed(&q);
}
@group(0) @binding(2) var<storage, read_write> output: u32;
@compute @workgroup_size(8)
fn main() { if begin(scenes[1]) || begin(scenes[3]) { output = 1u; } }";
    let output = valid(source, &backends::options("vulkan1.2"), "vulkan1.2");
    assert!(!declares(&output, Capability::SampledImageArrayDynamicIndexing));
    assert_eq!(Inspected::new(&output.words).count(Op::TypeAccelerationStructureKHR), 1);
}

/// Two triangles in one instance in front of each other, a translated one, and a box.
fn scene() -> Scene {
    let triangle = |z: f32| [[-1.0, -1.0, z], [3.0, -1.0, z], [-1.0, 3.0, z]];
    let mut moved = IDENTITY;
    moved[3] = 10.0;
    Scene {
        objects: vec![
            Object {
                shape: Shape::Triangles([triangle(4.0), triangle(2.0)].concat()),
                transform: IDENTITY,
                custom_index: 77,
                mask: 0xff,
                record: 0,
                opaque: false,
            },
            Object {
                shape: Shape::Triangles(triangle(1.0).to_vec()),
                transform: moved,
                custom_index: 78,
                mask: 0x0f,
                record: 0,
                opaque: true,
            },
            Object {
                shape: Shape::Boxes(vec![[19.0, -1.0, 5.0, 21.0, 1.0, 6.0]]),
                transform: IDENTITY,
                custom_index: 79,
                mask: 0xff,
                record: 0,
                opaque: false,
            },
        ],
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes
        .chunks_exact(4)
        .map(|float| f32::from_ne_bytes(float.try_into().unwrap()))
        .collect()
}

/// Runs statements with a ray from an origin along +z. Untracked queries are run only for valid shaders.
fn find(gpu: &Gpu, statements: &str, origin: [f32; 3], ends: [f32; 2], tracked: bool) -> Vec<f32> {
    let shader = parse::wgsl(&query(statements), "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let mut options = backends::options_for(gpu.newest_target(), "main");
    options.ray_query_initialization_tracking = tracked;
    // The printing of rejected rays must not change the results.
    options.print_on_ray_query_initialization_fail = tracked;
    let words = backends::spirula(&shader, &options).expect(statements);
    let [x, y, z] = origin;
    let input = [x, y, z, ends[0], 0.0, 0.0, 1.0, ends[1]];
    let bindings: Vec<Binding> = [
        Resource::Scene(scene()),
        Resource::Storage(vec![0; 96]),
        Resource::Storage(input.iter().flat_map(|float: &f32| float.to_ne_bytes()).collect()),
    ]
    .into_iter()
    .zip(0..)
    .map(|(resource, binding)| Binding {
        set: 0,
        binding,
        resource,
    })
    .collect();
    let results = gpu.compute(&Compute {
        words: &words,
        entry_point: "main",
        bindings: &bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [1, 1, 1],
        validate: true,
    });
    floats(&results.unwrap_or_else(|error| panic!("{statements}: {error}"))[0])
}

const CONFIRM: &str = "rayQueryInitialize(&q, scene, ray(0u));
    var candidates = 0.0;
    while rayQueryProceed(&q) {
        candidates += 1.0;
        let candidate = rayQueryGetCandidateIntersection(&q);
        if candidate.kind == RAY_QUERY_INTERSECTION_AABB { rayQueryGenerateIntersection(&q, 10.5); }
        if candidate.kind == RAY_QUERY_INTERSECTION_TRIANGLE { rayQueryConfirmIntersection(&q); }
    }
    let hit = rayQueryGetCommittedIntersection(&q);
    output[0] = vec4<f32>(hit.t, f32(hit.kind), f32(hit.instance_custom_data), f32(hit.instance_index));
    output[1] = vec4<f32>(hit.barycentrics, f32(hit.primitive_index), f32(hit.geometry_index));
    output[2] = vec4<f32>(hit.object_to_world[3].x, hit.world_to_object[3].x, candidates, f32(hit.front_face));
    output[3] = vec4<f32>(getCommittedHitVertexPositions(&q)[1], 1.0);";

#[test]
fn queries_find_what_is_there() {
    let Some(gpu) = gpu() else { return };
    if !gpu.has_ray_queries() {
        return;
    }
    for tracked in [true, false] {
        // The nearer of two triangles, which are not opaque.
        let hit = find(&gpu, CONFIRM, [0.0, 0.0, -5.0], [0.0, 100.0], tracked);
        assert_eq!(hit[..4], [7.0, 1.0, 77.0, 0.0]);
        assert_eq!(hit[4..8], [0.25, 0.25, 1.0, 0.0]);
        assert_eq!(hit[12..15], [3.0, -1.0, 2.0]);
        // An opaque, translated triangle.
        let hit = find(&gpu, CONFIRM, [10.0, 0.0, -5.0], [0.0, 100.0], tracked);
        assert_eq!(hit[..4], [6.0, 1.0, 78.0, 1.0]);
        assert_eq!(hit[8..11], [10.0, -10.0, 0.0]);
        if tracked {
            // A box, and nothing: properties of triangles are read only from tracked queries.
            let hit = find(&gpu, CONFIRM, [20.0, 0.0, -5.0], [0.0, 100.0], tracked);
            assert_eq!(hit[..4], [10.5, 2.0, 79.0, 2.0]);
            assert_eq!(hit[4..6], [0.0, 0.0]);
            assert_eq!(hit[12..15], [0.0, 0.0, 0.0]);
            let hit = find(&gpu, CONFIRM, [50.0, 0.0, -5.0], [0.0, 100.0], tracked);
            assert_eq!(hit[..11], [0.0; 11]);
        }
    }
}

#[test]
fn a_tracked_query_forgives() {
    let Some(gpu) = gpu() else { return };
    if !gpu.has_ray_queries() {
        return;
    }
    let kind = "output[0].x = f32(rayQueryGetCommittedIntersection(&q).kind);";
    let at = |statements: &str, ends: [f32; 2]| find(&gpu, statements, [0.0, 0.0, -5.0], ends, true)[0];
    let whole = [0.0, 100.0];
    // Never initialized.
    assert_eq!(at(&format!("_ = rayQueryProceed(&q); {kind}"), whole), 0.0);
    assert_eq!(
        at(
            &format!("rayQueryConfirmIntersection(&q); rayQueryTerminate(&q); {kind}"),
            whole
        ),
        0.0
    );
    assert_eq!(
        at(&format!("rayQueryGenerateIntersection(&q, 1.0); {kind}"), whole),
        0.0
    );
    // Initialized, without proceeding.
    let begin = "rayQueryInitialize(&q, scene, ray(0u));";
    assert_eq!(
        at(&format!("{begin} rayQueryConfirmIntersection(&q); {kind}"), whole),
        0.0
    );
    assert_eq!(
        at(
            &format!("{begin} output[0].x = rayQueryGetCandidateIntersection(&q).t + 1.0;"),
            whole
        ),
        1.0
    );
    // Past the end.
    let run = format!("{begin} while rayQueryProceed(&q) {{ rayQueryConfirmIntersection(&q); }}");
    assert_eq!(
        at(
            &format!("{run} output[0].x = f32(rayQueryProceed(&q)) + f32(rayQueryProceed(&q));"),
            whole
        ),
        0.0
    );
    assert_eq!(
        at(
            &format!("{run} rayQueryConfirmIntersection(&q); _ = rayQueryProceed(&q); {kind}"),
            whole
        ),
        1.0
    );
    // Terminated, with further proceeding.
    let stop =
        format!("{begin} _ = rayQueryProceed(&q); rayQueryTerminate(&q); output[0].x = f32(rayQueryProceed(&q));");
    assert_eq!(at(&stop, whole), 0.0);
    // A triangle is not a box.
    let mixed = format!("{begin} while rayQueryProceed(&q) {{ rayQueryGenerateIntersection(&q, 2.0); }} {kind}");
    assert_eq!(at(&mixed, whole), 0.0);
    // Invalid rays: reversed ends, negative ends, NaN ends; an invalid origin; flags that exclude each other.
    for ends in [
        [2.0, 1.0],
        [-1.0, 100.0],
        [f32::NAN, 100.0],
        [0.0, f32::NAN],
        [0.0, f32::NEG_INFINITY],
    ] {
        assert_eq!(at(&format!("{run} {kind}"), ends), 0.0, "{ends:?}");
    }
    for ends in [[-0.0, 100.0], [0.0, f32::INFINITY]] {
        assert_eq!(at(&format!("{run} {kind}"), ends), 1.0, "{ends:?}");
    }
    for origin in [f32::NAN, f32::INFINITY] {
        assert_eq!(
            find(&gpu, &format!("{run} {kind}"), [0.0, origin, -5.0], whole, true)[0],
            0.0
        );
    }
    for (flags, found) in [
        ("RAY_FLAG_FORCE_OPAQUE", 1.0),
        ("RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_FORCE_NO_OPAQUE", 0.0),
        ("RAY_FLAG_SKIP_TRIANGLES | RAY_FLAG_SKIP_AABBS", 0.0),
        ("RAY_FLAG_CULL_BACK_FACING | RAY_FLAG_CULL_FRONT_FACING", 0.0),
        ("RAY_FLAG_CULL_OPAQUE | RAY_FLAG_CULL_NO_OPAQUE", 0.0),
        ("0x10000u", 0.0),
    ] {
        let run = run.replace("ray(0u)", &format!("ray({flags})"));
        assert_eq!(at(&format!("{run} {kind}"), whole), found, "{flags}");
    }
    // A hit outside the ray, or behind the committed one.
    let in_box = |t: &str| {
        let generate = format!("{begin} while rayQueryProceed(&q) {{ rayQueryGenerateIntersection(&q, {t}); }} {kind}");
        find(&gpu, &generate, [20.0, 0.0, -5.0], [1.0, 100.0], true)[0]
    };
    assert_eq!((in_box("10.25"), in_box("0.5"), in_box("200.0")), (2.0, 0.0, 0.0));
    // A query as an argument, with its state.
    let passed = query(&format!("{run} output[0].x = look(&q);"))
        .replace("fn ray(", "fn look(q: ptr<function, ray_query<vertex_return>>) -> f32 { return rayQueryGetCommittedIntersection(q).t; }\nfn ray(");
    let _ = valid(&passed, &backends::options("vulkan1.3"), "vulkan1.3");
}

#[test]
fn pipelines_trace() {
    let Some(gpu) = gpu() else { return };
    if !gpu.has_ray_pipelines() {
        return;
    }
    let run = |flags: &str, t_min: &str| {
        let source = pipeline(flags, t_min);
        let options = backends::options(gpu.newest_target());
        let output = valid(&source, &options, gpu.newest_target());
        let bindings: Vec<Binding> = [Resource::Scene(scene()), Resource::Storage(vec![0; 12 * 2 * 16])]
            .into_iter()
            .zip(0..)
            .map(|(resource, binding)| Binding {
                set: 0,
                binding,
                resource,
            })
            .collect();
        let trace = Trace {
            words: &output.words,
            ray_generation: "generate",
            miss: "miss",
            hits: &[(Some("closest"), Some("any"))],
            bindings: &bindings,
            size: [12, 2],
        };
        floats(&gpu.trace(&trace).unwrap_or_else(|error| panic!("{error}"))[0])
    };
    let seen = run("0u", "0.0");
    // Both triangles are hit, the nearer one is the closest hit; any-hit shaders may run more often than there are
    // hits.
    assert_eq!(seen[..3], [7.0, 1.0, 77.0]);
    assert!(seen[3] >= 100.0 && seen[3] % 100.0 == 0.0);
    // The translated one is opaque, so no any-hit shader runs.
    assert_eq!(seen[10 * 4..11 * 4], [6.0, 10.0, 78.0, 10.0]);
    // No hit at (6, 1).
    assert_eq!(seen[18 * 4..19 * 4], [0.0, 6.0, 1.0, 1.0]);
    // An invalid ray is not traced.
    for (flags, t_min) in [("0u", "-1.0 * f32(size.x)"), ("3u * size.y / 2u", "0.0")] {
        assert_eq!(run(flags, t_min)[..4], [-1.0; 4], "{flags} {t_min}");
    }
}
