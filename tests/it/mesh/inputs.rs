//! Tests of the inputs and outputs of mesh and task shaders on a driver: built-in inputs, vertices and primitives with
//! numbers of every width, distances, point sizes, and payloads.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{BuiltIn, Expression, Literal, Module, Span, TypeInner};

use super::{parse, quads};
use crate::common::vulkan::{Binding, Color, Gpu, Pixels, Render, Resource, Stage, gpu, vk};
use crate::common::{backends, parse::Shader, validate};

fn shader(source: &str) -> Shader {
    parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"))
}

/// A modified module, for constructs that WGSL lacks.
fn changed(source: &str, change: impl FnOnce(&mut Module)) -> Shader {
    let mut module = naga::front::wgsl::parse_str(source).unwrap_or_else(|error| panic!("{error}"));
    change(&mut module);
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    let info = info.unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
    Shader { module, info }
}

/// Draws a number of workgroups in x and y on 8 × 4 pixels.
fn draw(gpu: &Gpu, shader: &Shader, task: bool, bindings: &[Binding], groups: [u32; 2]) -> Pixels {
    draw_with(gpu, shader, (task, "fs"), bindings, groups)
}

/// As [`draw`], with another fragment shader. 16-bit outputs keep their width if the device supports that.
fn draw_with(
    gpu: &Gpu,
    shader: &Shader,
    (task, fragment_name): (bool, &str),
    bindings: &[Binding],
    groups: [u32; 2],
) -> Pixels {
    let target = gpu.newest_target();
    let words = |name: &str| {
        let mut options = backends::options_for(target, name);
        if gpu.features.vulkan11.storage_input_output16 == vk::FALSE {
            options.target = options.target.disable(spirula::Feature::StorageInputOutput16);
        }
        let words = backends::spirula(shader, &options);
        let words = words.unwrap_or_else(|error| panic!("{name}: {error}"));
        validate::validate(&words, target).unwrap_or_else(|error| panic!("{name}: {error}"));
        words
    };
    let (mesh, fragment) = (words("main"), words(fragment_name));
    let task_words = task.then(|| words("task"));
    let stage = |words, entry_point| Stage { words, entry_point };
    let run = Render {
        vertex: stage(&mesh, "main"),
        fragment: Some(stage(&fragment, fragment_name)),
        bindings,
        push_constants: &[],
        constants: &[],
        vertex_buffers: &[],
        topology: vk::PrimitiveTopology::TRIANGLE_LIST,
        vertices: groups[0],
        instances: groups[1],
        size: [8, 4],
        colors: &[Color {
            format: vk::Format::R32G32B32A32_SFLOAT,
            clear: [9.0; 4],
        }],
        depth: false,
    };
    let task = task_words.as_ref().map(|words| stage(words, "task"));
    gpu.render_mesh(&run, task).unwrap_or_else(|error| panic!("{error}"))
}

fn floats(pixels: &Pixels) -> Vec<[f32; 4]> {
    let floats = words(&pixels.colors[0]).into_iter().map(f32::from_bits);
    floats
        .collect::<Vec<_>>()
        .chunks_exact(4)
        .map(|pixel| pixel.try_into().unwrap())
        .collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
        .collect()
}

fn storage(sizes: &[usize]) -> Vec<Binding> {
    (0..)
        .zip(sizes)
        .map(|(binding, words)| Binding {
            set: 0,
            binding,
            resource: Resource::Storage(vec![0; words * 4]),
        })
        .collect()
}

/// Stores the inputs of every invocation of a task and a mesh shader. Each of 2 × 3 tasks launches 2 × 1 × 2 mesh
/// workgroups.
const INPUTS: &str = "enable wgpu_mesh_shader;
enable draw_index;
struct Seen {
    global: vec3<u32>, index: u32, local: vec3<u32>, draw: u32, group: vec3<u32>, subgroups: u32,
    groups: vec3<u32>, subgroup: u32, lanes: u32, lane: u32,
}
@group(0) @binding(0) var<storage, read_write> tasks: array<Seen>;
@group(0) @binding(1) var<storage, read_write> meshes: array<Seen>;
struct Payload { number: u32 }
struct Vertex { @builtin(position) position: vec4<f32> }
struct Primitive { @builtin(point_index) index: u32 }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 1>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<task_payload> payload: Payload;
var<workgroup> mesh: Mesh;

@task @payload(payload) @workgroup_size(8)
fn task(
    @builtin(global_invocation_id) global: vec3<u32>, @builtin(local_invocation_index) index: u32,
    @builtin(local_invocation_id) local: vec3<u32>, @builtin(draw_index) draw: u32,
    @builtin(workgroup_id) group: vec3<u32>, @builtin(num_subgroups) subgroups: u32,
    @builtin(num_workgroups) groups: vec3<u32>, @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) lanes: u32, @builtin(subgroup_invocation_id) lane: u32,
) -> @builtin(mesh_task_size) vec3<u32> {
    let number = group.y * 2u + group.x;
    if index == 0u { payload.number = number; }
    tasks[number * 8u + index] = Seen(global, index, local, draw, group, subgroups, groups, subgroup, lanes, lane);
    return vec3<u32>(2u, 1u, 2u);
}
@mesh(mesh) @payload(payload) @workgroup_size(6)
fn main(
    @builtin(global_invocation_id) global: vec3<u32>, @builtin(local_invocation_index) index: u32,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>, @builtin(num_subgroups) subgroups: u32,
    @builtin(num_workgroups) groups: vec3<u32>, @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) lanes: u32, @builtin(subgroup_invocation_id) lane: u32,
) {
    let at = (payload.number * 4u + group.z * 2u + group.x) * 6u + index;
    meshes[at] = Seen(global, index, local, 0u, group, subgroups, groups, subgroup, lanes, lane);
    mesh.vertex_count = 0u;
    mesh.primitive_count = 0u;
}
@fragment fn fs() -> @location(0) vec4<f32> { return vec4<f32>(1.0); }";

const SEEN: usize = 20;

/// Compares the inputs of one stage's invocations with the expected ones, workgroup by workgroup. Returns the numbers of
/// workgroups that the invocations saw.
fn judge(gpu: &Gpu, found: &[u32], invocations: u32, groups: &[[u32; 3]]) -> Vec<Vec<u32>> {
    let mut counts: Vec<Vec<u32>> = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let mut places = Vec::new();
        for index in 0..invocations {
            let at = (number * invocations as usize + index as usize) * SEEN;
            let seen = &found[at..at + SEEN];
            let local = [index, 0, 0];
            let global = [0, 1, 2].map(|axis| group[axis] * [invocations, 1, 1][axis] + local[axis]);
            assert_eq!((&seen[..3], seen[3]), (&global[..], index), "of {group:?}");
            assert_eq!((&seen[4..7], seen[7]), (&local[..], 0), "of {group:?}");
            assert_eq!(&seen[8..11], &group[..]);
            counts.push(seen[12..15].to_vec());
            let [subgroups, subgroup, lanes, lane] = [seen[11], seen[15], seen[16], seen[17]];
            assert_eq!(lanes, gpu.subgroup_size());
            assert!(
                subgroup < subgroups && lane < lanes && subgroups <= invocations,
                "{seen:?}"
            );
            places.push((subgroup, lane));
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), invocations as usize, "two invocations in one place");
    }
    counts.sort_unstable();
    counts.dedup();
    counts
}

#[test]
fn tasks_and_meshes_know_where_they_are() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let bindings = storage(&[6 * 8 * SEEN, 6 * 4 * 6 * SEEN]);
    let tasks: Vec<[u32; 3]> = (0..6).map(|number| [number % 2, number / 2, 0]).collect();
    let meshes: Vec<[u32; 3]> = (0..24).map(|number| [number % 2, 0, number / 2 % 2]).collect();
    let pixels = draw(&gpu, &shader(INPUTS), true, &bindings, [2, 3]);
    let of_tasks = judge(&gpu, &words(&pixels.storage[0]), 8, &tasks);
    let of_meshes = judge(&gpu, &words(&pixels.storage[1]), 6, &meshes);
    assert_eq!((of_tasks, of_meshes), (vec![vec![2, 3, 1]], vec![vec![2, 1, 2]]));
}

/// The workgroup size as an input, and a mesh whose size is also declared by a constant: WGSL has neither.
#[test]
fn workgroups_know_their_size() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let shader = changed(INPUTS, |module| {
        let one = module
            .global_expressions
            .append(Expression::Literal(Literal::U32(1)), Span::UNDEFINED);
        for point in &mut module.entry_points {
            for argument in &mut point.function.arguments {
                if let Some(naga::Binding::BuiltIn(ref mut built_in @ BuiltIn::NumWorkGroups)) = argument.binding {
                    *built_in = BuiltIn::WorkGroupSize;
                }
            }
            if let Some(ref mut mesh) = point.mesh_info {
                mesh.max_vertices_override = Some(one);
            }
        }
    });
    let bindings = storage(&[6 * 8 * SEEN, 6 * 4 * 6 * SEEN]);
    let pixels = draw(&gpu, &shader, true, &bindings, [2, 3]);
    for (seen, size) in pixels.storage.iter().zip([[8, 1, 1], [6, 1, 1]]) {
        for seen in words(seen).chunks_exact(SEEN) {
            assert_eq!(seen[12..15], size);
        }
    }
}

/// A triangle that covers all pixels, whose vertices and primitive have numbers of 16 and 32 bits.
#[test]
fn narrow_numbers_reach_the_fragments() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let source = "enable f16;
enable wgpu_int16;
enable wgpu_mesh_shader;
enable primitive_index;
struct Vertex {
    @builtin(position) @invariant position: vec4<f32>,
    @location(0) f16: vec2<f16>,
    @location(1) @interpolate(flat) i16: vec2<i16>,
    @location(2) @interpolate(flat) u16: u16,
    @location(3) @interpolate(flat) i32: i32,
    @location(7) @interpolate(linear) linear: f32,
}
struct Primitive {
    @builtin(triangle_indices) indices: vec3<u32>,
    @builtin(primitive_index) number: u32,
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
    let at = vec2(f32(i % 2u) * 4.0 - 1.0, f32(i / 2u) * 4.0 - 1.0);
    // Farther away to the right: linear in screen space is not linear in clip space.
    let w = 1.0 + f32(i % 2u);
    mesh.vertices[i] = Vertex(vec4(at * w, 0.5 * w, w), vec2(0.5h, -2.0h), vec2(i16(-300), i16(7)), u16(65535u), -70000, at.x);
    if i == 0u { mesh.primitives[0] = Primitive(vec3<u32>(0u, 1u, 2u), 77u, 0.25h); }
}
@fragment fn fs(in: Vertex, @location(8) @per_primitive shade: f16) -> @location(0) vec4<f32> {
    let same = all(in.i16 == vec2(i16(-300), i16(7))) && in.u16 == u16(65535u) && in.i32 == -70000;
    return vec4(f32(same), in.linear, f32(in.f16.x + in.f16.y), f32(shade));
}
// In a separate entry point: spirv-val (2025.3) rejects the index in a fragment shader with other per-primitive inputs.
@fragment fn numbered(@builtin(primitive_index) number: u32) -> @location(0) vec4<f32> { return vec4(f32(number)); }";
    let shader = shader(source);
    let numbered = draw_with(&gpu, &shader, (false, "numbered"), &[], [1, 1]);
    assert_eq!(floats(&numbered), [[77.0; 4]; 32]);
    let pixels = floats(&draw(&gpu, &shader, false, &[], [1, 1]));
    for (at, [flags, linear, halves, primitive]) in pixels.into_iter().enumerate() {
        let x = ((at % 8) as f32 + 0.5) / 4.0 - 1.0;
        assert!((flags - 1.0).abs() < 1e-3, "{at}: {flags}");
        assert!((linear - x).abs() < 1e-4, "{at}: {linear}, expected {x}");
        assert!((halves + 1.5).abs() < 1e-3, "{at}: {halves}");
        assert_eq!(primitive, 0.25, "{at}");
    }
}

/// Clip and cull distances and point sizes: two of them are converted from locations, because WGSL has no syntax for
/// them.
#[test]
fn distances_and_sizes() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let source = |indices: &str, ty: &str, corners: &str, primitives: &str, counts: &str| {
        format!(
            "enable wgpu_mesh_shader;
enable clip_distances;
struct Vertex {{
    @builtin(position) position: vec4<f32>,
    @builtin(clip_distances) clips: array<f32, 2>,
    @location(0) size: f32,
    @location(1) culls: array<f32, 1>,
}}
struct Primitive {{ @builtin({indices}) indices: {ty} }}
struct Mesh {{
    @builtin(vertices) vertices: array<Vertex, 6>,
    @builtin(primitives) primitives: array<Primitive, 2>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}}
var<workgroup> mesh: Mesh;
@mesh(mesh) @workgroup_size(6)
fn main(@builtin(local_invocation_index) i: u32) {{
    {counts}
    {corners}
    if i < 2u {{ mesh.primitives[i].indices = {primitives}; }}
}}
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {{ return vec4<f32>(1.0); }}"
        )
    };
    let with_built_ins = |source: &str| {
        changed(source, |module| {
            let named = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some("Vertex"));
            let (handle, mut ty) = named.map(|(handle, ty)| (handle, ty.clone())).unwrap();
            if let TypeInner::Struct { ref mut members, .. } = ty.inner {
                members[2].binding = Some(naga::Binding::BuiltIn(BuiltIn::PointSize));
                members[3].binding = Some(naga::Binding::BuiltIn(BuiltIn::CullDistance));
            }
            module.types.replace(handle, ty);
        })
    };
    // The first triangle covers all pixels and is kept where x is at least 0 and y at most 0; the second is culled.
    let corners = "let n = i % 3u;
    let at = vec2(f32(n % 2u) * 4.0 - 1.0, f32(n / 2u) * 4.0 - 1.0);
    let culled = i > 2u;
    mesh.vertices[i] = Vertex(vec4(at, 0.5, 1.0), array<f32, 2>(select(at.x, 1.0, culled), select(-at.y, 1.0, culled)), 1.0,
        array<f32, 1>(select(f32(n) - 1.0, -1.0, culled)));";
    let counts = "mesh.vertex_count = 6u; mesh.primitive_count = 2u;";
    let triangles = source(
        "triangle_indices",
        "vec3<u32>",
        corners,
        "vec3<u32>(0u, 1u, 2u) + 3u * i",
        counts,
    );
    let pixels = floats(&draw(&gpu, &with_built_ins(&triangles), false, &[], [1, 1]));
    for (at, pixel) in pixels.into_iter().enumerate() {
        let kept = at % 8 >= 4 && at / 8 < 2;
        assert_eq!(pixel, if kept { [1.0; 4] } else { [9.0; 4] }, "{at}");
    }
    // A point with a size of two pixels at the corner between pixels 1 and 2 of rows 0 and 1.
    let corners =
        "mesh.vertices[i] = Vertex(vec4(-0.5, -0.5, 0.5, 1.0), array<f32, 2>(1.0, 1.0), 2.0, array<f32, 1>(1.0));";
    let counts = "mesh.vertex_count = 1u; mesh.primitive_count = 1u;";
    let points = source("point_index", "u32", corners, "0u", counts);
    let pixels = floats(&draw(&gpu, &with_built_ins(&points), false, &[], [1, 1]));
    let drawn: Vec<usize> = (0..32).filter(|at| pixels[*at] == [1.0; 4]).collect();
    assert_eq!(drawn, [1, 2, 9, 10]);
}

/// Eight invocations count in the payload, and each writes a component that the mesh shader reads.
#[test]
fn payloads_are_shared() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let source = "enable wgpu_mesh_shader;
struct Payload { count: atomic<u32>, colors: array<vec4<f32>, 2> }
struct Vertex { @builtin(position) position: vec4<f32> }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
@group(0) @binding(0) var<storage, read_write> seen: array<f32, 9>;
var<task_payload> payload: Payload;
var<workgroup> mesh: Mesh;
@task @payload(payload) @workgroup_size(8)
fn task(@builtin(local_invocation_index) i: u32) -> @builtin(mesh_task_size) vec3<u32> {
    if i == 0u { atomicStore(&payload.count, 100u); }
    workgroupBarrier();
    atomicAdd(&payload.count, i);
    payload.colors[i / 4u][i % 4u] = f32(i) + 0.5;
    workgroupBarrier();
    return vec3<u32>(1u);
}
@mesh(mesh) @payload(payload) @workgroup_size(1)
fn main() {
    seen[0] = f32(atomicLoad(&payload.count));
    for (var i = 0u; i < 8u; i++) { seen[1u + i] = payload.colors[i / 4u][i % 4u]; }
    mesh.vertex_count = 0u;
    mesh.primitive_count = 0u;
}
@fragment fn fs() -> @location(0) vec4<f32> { return vec4<f32>(1.0); }";
    let pixels = draw(&gpu, &shader(source), true, &storage(&[9]), [1, 1]);
    let seen: Vec<f32> = words(&pixels.storage[0]).into_iter().map(f32::from_bits).collect();
    let mut expected = vec![128.0];
    expected.extend((0..8).map(|i| i as f32 + 0.5));
    assert_eq!(seen, expected);
}

/// Clamping does not change indices that are in range.
#[test]
fn indices_need_no_clamp_in_range() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let drawn = super::draw(&gpu, &quads(), |options| {
        options.mesh_shader_primitive_indices_clamp = false
    });
    assert_eq!(drawn, [super::DRAWN; 16]);
}

/// A mesh shader without a task shader, with the draw index; its vertices have 64-bit numbers.
#[test]
fn draws_and_long_numbers() {
    let Some(gpu) = gpu().filter(|gpu| gpu.has_mesh_shaders()) else {
        return;
    };
    let source = "enable wgpu_mesh_shader;
enable draw_index;
struct Vertex {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) u64: u64,
    @location(1) @interpolate(flat) f64: f64,
    @location(2) @interpolate(flat) i64: i64,
}
struct Primitive { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
@group(0) @binding(0) var<storage, read_write> seen: array<u32, 4>;
var<workgroup> mesh: Mesh;
@mesh(mesh) @workgroup_size(3)
fn main(@builtin(draw_index) draw: u32, @builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
    seen[group.x * 2u + group.y] = draw + 5u;
    mesh.vertex_count = 3u;
    mesh.primitive_count = 1u;
    let at = vec2(f32(i % 2u) * 4.0 - 1.0, f32(i / 2u) * 4.0 - 1.0);
    mesh.vertices[i] = Vertex(vec4(at, 0.5, 1.0), 18000000000000000000lu, 1000.000000001lf, -5000000000li);
    if i == 0u { mesh.primitives[0].indices = vec3<u32>(0u, 1u, 2u); }
}
@fragment fn fs(in: Vertex) -> @location(0) vec4<f32> {
    let double = bitcast<u64>(in.f64);
    return vec4(f32(in.u64 == 18000000000000000000lu), f32(in.i64 == -5000000000li), f32(u32(double >> 32u) == HIGHu), f32(u32(double) == LOWu));
}";
    let bits = 1_000.000_000_001_f64.to_bits();
    let source = source
        .replace("HIGH", &(bits >> 32).to_string())
        .replace("LOW", &(bits as u32).to_string());
    let pixels = draw(&gpu, &shader(&source), false, &storage(&[4]), [2, 2]);
    assert_eq!(words(&pixels.storage[0]), [5; 4]);
    assert_eq!(floats(&pixels), [[1.0; 4]; 32]);
}
