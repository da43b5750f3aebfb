//! Tests of the inputs of ray-tracing stages on a driver.

use super::{CONFIRM, Setup, find, floats, valid};
use crate::common::backends;
use crate::common::vulkan::{Binding, Gpu, IDENTITY, Object, Resource, Scene, Shape, Trace, gpu};

/// The built-in inputs of every stage except the first, and those of the two stages for hits.
const COMMON: &str = "@builtin(ray_invocation_id) at: vec3<u32>, @builtin(num_ray_invocations) size: vec3<u32>,
    @builtin(world_ray_origin) origin: vec3<f32>, @builtin(world_ray_direction) direction: vec3<f32>,
    @builtin(ray_t_min) near: f32, @builtin(ray_t_current_max) far: f32,
    @builtin(subgroup_size) lanes: u32, @builtin(subgroup_invocation_id) lane: u32,";
const OF_HITS: &str = "@builtin(instance_index) instance: u32, @builtin(instance_custom_data) custom: u32,
    @builtin(geometry_index) geometry: u32, @builtin(primitive_index) primitive: u32,
    @builtin(object_ray_origin) object_origin: vec3<f32>, @builtin(object_ray_direction) object_direction: vec3<f32>,
    @builtin(object_to_world) to_world: mat4x3<f32>, @builtin(world_to_object) to_object: mat4x3<f32>,
    @builtin(hit_kind) kind: u32,";

/// Each stage stores its inputs to seven vectors of its own buffer for each ray.
fn source() -> String {
    let common = "TO[first] = vec4(origin, near);
    TO[first + 1u] = vec4(direction, far);
    TO[first + 2u] = vec4(f32(at.x), f32(size.x), f32(size.y), f32(lanes) + select(0.0, 1000.0, lane >= lanes));";
    let of_hits = "let point = vec4(1.0, 2.0, 3.0, 1.0);
    TO[first + 3u] = vec4(object_origin, f32(kind));
    TO[first + 4u] = vec4(object_direction, f32(instance));
    TO[first + 5u] = vec4(to_world * point, f32(custom));
    TO[first + 6u] = vec4(to_object * point, f32(primitive * 10u + geometry));";
    let stage = |name: &str, hits: bool, rest: &str| {
        let (more, told) = if hits { (OF_HITS, of_hits) } else { ("", "") };
        format!(
            "fn {name}({COMMON} {more}) {{
    let first = at.x * 7u;
    {}
    {}
    {rest}
}}",
            common.replace("TO", &format!("{name}_seen")),
            told.replace("TO", &format!("{name}_seen")),
        )
    };
    format!(
        "enable wgpu_ray_tracing_pipeline;
enable primitive_index;
struct Payload {{ color: vec4<f32> }}
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> miss_seen: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> closest_seen: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> any_seen: array<vec4<f32>>;
var<ray_payload> sent: Payload;
var<incoming_ray_payload> received: Payload;
@ray_generation
fn generate(@builtin(ray_invocation_id) at: vec3<u32>, @builtin(subgroup_size) lanes: u32, @builtin(subgroup_invocation_id) lane: u32) {{
    // Nothing initializes a payload.
    sent.color = vec4<f32>();
    sent.color.x = f32(at.x) + 0.5;
    sent.color[at.x + 1u] = 7.0;
    sent.color.w = f32(lanes) + select(0.0, 1000.0, lane >= lanes);
    traceRay(scene, RayDesc(0u, 0xffu, 0.5, 100.0, vec3<f32>(f32(at.x) * 10.0, 0.25, -5.0), vec3<f32>(0.0, 0.0, 2.0)), &sent);
    output[at.x] = sent.color;
}}
@miss @incoming_payload(received)
{}
@closest_hit @incoming_payload(received)
{}
@any_hit @incoming_payload(received)
{}",
        stage("miss", false, "received.color.y = received.color.x * 2.0;"),
        stage("closest", true, "received.color.y = received.color.x * 4.0;"),
        stage("any", true, ""),
    )
}

/// The hit kinds (`HitKindFrontFacingTriangleKHR`, `HitKindBackFacingTriangleKHR`): front-facing corners are clockwise,
/// seen along z with x to the right and y up.
const FRONT: f32 = 254.0;
const BACK: f32 = 255.0;

/// A triangle scaled by two, seen from behind, and a translated one, seen from the front.
fn scene() -> Scene {
    let mut large = IDENTITY;
    for scale in [0, 5, 10] {
        large[scale] = 2.0;
    }
    let mut moved = IDENTITY;
    moved[3] = 10.0;
    let corners = [[-1.0, -1.0, 1.0], [3.0, -1.0, 1.0], [-1.0, 3.0, 1.0]];
    let object = |corners: Vec<[f32; 3]>, transform, custom_index| Object {
        shape: Shape::Triangles(corners),
        transform,
        custom_index,
        mask: 0xff,
        record: 0,
        opaque: false,
    };
    Scene {
        objects: vec![
            object(corners.to_vec(), large, 77),
            object(corners.iter().rev().copied().collect(), moved, 78),
        ],
    }
}

/// Three rays: one to each triangle and one past both. Returns what the ray generation shader and each stage stored.
fn trace(gpu: &Gpu, options: &Setup) -> Vec<Vec<[f32; 4]>> {
    let output = valid(&source(), options, gpu.newest_target());
    let mut bindings = vec![Binding {
        set: 0,
        binding: 0,
        resource: Resource::Scene(scene()),
    }];
    bindings.extend((1..5).map(|binding| Binding {
        set: 0,
        binding,
        resource: Resource::Storage(vec![0; 3 * 7 * 16]),
    }));
    let trace = Trace {
        words: &output.words,
        ray_generation: "generate",
        miss: "miss",
        hits: &[(Some("closest"), Some("any"))],
        bindings: &bindings,
        size: [3, 1],
    };
    let results = gpu.trace(&trace).unwrap_or_else(|error| panic!("{error}"));
    let vectors = |bytes: &Vec<u8>| floats(bytes).chunks_exact(4).map(|v| v.try_into().unwrap()).collect();
    results.iter().map(vectors).collect()
}

#[test]
fn every_stage_knows_the_ray() {
    let Some(gpu) = gpu() else { return };
    if !gpu.has_ray_pipelines() {
        return;
    }
    let lanes = gpu.subgroup_size() as f32;
    let plain = backends::options(gpu.newest_target());
    let mut untested = plain.clone();
    untested.trace_ray_argument_validation = false;
    let mut printed = plain.clone();
    printed.print_on_trace_rays_fail = true;
    for options in [plain, untested, printed] {
        let seen = trace(&gpu, &options);
        let [output, miss, closest, any] = &seen[..] else {
            panic!("four buffers")
        };
        let common = |ray: f32, far: f32| {
            [
                [ray * 10.0, 0.25, -5.0, 0.5],
                [0.0, 0.0, 2.0, far],
                [ray, 3.0, 1.0, lanes],
            ]
        };
        // The third ray hits nothing, and its end is the given distance.
        assert_eq!(miss[14..17], common(2.0, 100.0));
        assert_eq!(miss[..14], [[0.0; 4]; 14]);
        for stage in [closest, any] {
            // At 2 from -5 in steps of two; half the size in object space.
            assert_eq!(stage[..3], common(0.0, 3.5));
            assert_eq!(stage[3..5], [[0.0, 0.125, -2.5, BACK], [0.0, 0.0, 1.0, 0.0]]);
            assert_eq!(stage[5..7], [[2.0, 4.0, 6.0, 77.0], [0.5, 1.0, 1.5, 0.0]]);
            assert_eq!(stage[7..10], common(1.0, 3.0));
            assert_eq!(stage[10..12], [[0.0, 0.25, -5.0, FRONT], [0.0, 0.0, 2.0, 1.0]]);
            assert_eq!(stage[12..14], [[11.0, 2.0, 3.0, 78.0], [-9.0, 2.0, 3.0, 0.0]]);
            assert_eq!(stage[14..], [[0.0; 4]; 7]);
        }
        // The payload has the value of the last stage; the 7 of the first ray is overwritten.
        assert_eq!(output[0], [0.5, 2.0, 0.0, lanes]);
        assert_eq!(output[1], [1.5, 6.0, 7.0, lanes]);
        assert_eq!(output[2][..2], [2.5, 5.0]);
    }
}

/// The corners of a candidate, and a query whose failures would be printed.
#[test]
fn candidates_have_corners() {
    let Some(gpu) = gpu() else { return };
    if !gpu.has_ray_queries() {
        return;
    }
    let statements = CONFIRM.replace(
        "candidates += 1.0;",
        "candidates += 1.0; let corners = getCandidateHitVertexPositions(&q); output[4] = vec4(corners[1], corners[2].y); output[5] = vec4(corners[0], candidates);",
    );
    for tracked in [true, false] {
        let found = find(&gpu, &statements, [0.0, 0.0, -5.0], [0.0, 2.5 + 5.0], tracked);
        // Only the nearer triangle is within the ray's maximum distance.
        assert_eq!(found[0], 7.0);
        assert_eq!(found[16..20], [3.0, -1.0, 2.0, 3.0]);
        assert_eq!(found[20..], [-1.0, -1.0, 2.0, 1.0]);
    }
}
