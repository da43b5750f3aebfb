//! Tests of each kind of variable and type in debug information: its line, scope, type and value. Kinds without a
//! variable of their own are described by a computed value, or without a value.

use super::module::*;
use crate::common::backends;
use crate::common::parse;
use naga::{ResourceBinding, ShaderStage};
use spirula::{BindingInfo, BindingSource, DebugInfo, ExternalTextureBindingInfo, HandleMemory};
use spirv::Op;

/// Asserts that a local has one value: the line of its declaration, its type, the opcode that computes the value, and
/// that the value is given on the line of the declaration.
#[track_caller]
fn local(module: &Described, (name, function): (&str, &str), line: u32, ty: &str, op: Op) {
    let (found, ty_found, values) = module.local(name);
    assert_eq!((found, ty_found.as_str()), (line, ty), "{name}");
    assert_eq!(module.function_of(name), function, "{name}");
    let ops: Vec<Op> = values.iter().map(|&(_, value)| module.op(value)).collect();
    assert_eq!(ops, [op], "{name}");
    assert_eq!(module.lines_of(name), [line], "{name}");
}

/// Asserts that a local is declared without a value.
#[track_caller]
fn without_value(module: &Described, (name, function): (&str, &str), line: u32, ty: &str) {
    let (found, ty_found, values) = module.local(name);
    assert_eq!((found, ty_found.as_str(), values), (line, ty, Vec::new()), "{name}");
    assert_eq!(module.function_of(name), function, "{name}");
}

/// Asserts the line and type of a global, and the opcode of its variable or constant; `None` if it is described without
/// one.
#[track_caller]
fn global(module: &Described, name: &str, line: u32, ty: &str, op: Option<Op>) {
    let (found, ty_found, variable) = module.global(name);
    let op_found = variable.map(|variable| module.op(variable));
    assert_eq!((found, ty_found.as_str(), op_found), (line, ty, op), "{name}");
}

#[test]
fn binding_arrays() {
    let module = Described::at(
        "vulkan1.2",
        "\
enable wgpu_binding_array;
struct Lights { count: u32, power: array<f32> }
@group(0) @binding(0) var pictures: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(1) var filters: binding_array<sampler>;
@group(0) @binding(2) var<storage> lights: binding_array<Lights, 2>;
@group(0) @binding(3) var<storage, read_write> out: vec4<f32>;
fn pick(picture: texture_2d<f32>, level: f32) -> vec4<f32> {
    let sampled = textureSampleLevel(picture, filters[1], vec2(0.5), level);
    return sampled;
}
@compute @workgroup_size(1)
fn main() {
    let power = lights[1].power[3];
    out = pick(pictures[2], power);
}
",
    );
    global(&module, "pictures", 3, "array 4 texture_2d<f32>", Some(Op::Variable));
    global(&module, "filters", 4, "array 0 sampler", Some(Op::Variable));
    let lights = "array 2 Lights count@0+32: u32 power@32+32: array 0 f32";
    global(&module, "lights", 5, lights, Some(Op::Variable));
    local(
        &module,
        ("picture", "pick"),
        7,
        "texture_2d<f32>",
        Op::FunctionParameter,
    );
    local(&module, ("level", "pick"), 7, "f32", Op::FunctionParameter);
    local(&module, ("sampled", "pick"), 8, "vec4 f32", Op::ImageSampleExplicitLod);
    local(&module, ("power", "main"), 13, "f32", Op::Load);
}

/// A handle is an element of a shared table, so the texture is described without a variable.
#[test]
fn bindless_handles() {
    let source = "\
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var filtered: sampler;
@group(1) @binding(0) var<storage, read_write> out: vec4<f32>;
@compute @workgroup_size(1)
fn main() {
    let sampled = textureSampleLevel(picture, filtered, vec2(0.5), 0.0);
    out = sampled;
}
";
    let module = Described::with(source, &DebugInfo::new("test.wgsl", source), |setup| {
        setup.target = backends::target("spv1.4-physical64");
        for binding in 0..2 {
            let info = BindingInfo {
                descriptor_set: 3,
                binding: 7,
                source: BindingSource::Handle {
                    memory: HandleMemory::Storage,
                    offset: 8 * binding,
                },
                ..BindingInfo::default()
            };
            setup.binding_map.insert(ResourceBinding { group: 0, binding }, info);
        }
    });
    global(&module, "picture", 1, "texture_2d<f32>", None);
    global(&module, "filtered", 2, "sampler", None);
    global(&module, "out", 3, "vec4 f32", Some(Op::Variable));
    local(&module, ("sampled", "main"), 6, "vec4 f32", Op::ImageSampleExplicitLod);
}

/// A texture and a sampler that are bound as a combined image sampler are described by the same variable.
#[test]
fn combined_samplers() {
    let source = "\
#version 450
layout(set = 0, binding = 0) uniform texture2D picture;
layout(set = 0, binding = 1) uniform sampler filtered;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    vec4 sampled = texture(sampler2D(picture, filtered), at);
    color = sampled;
}
";
    let shader = parse::glsl(source, "test.frag", ShaderStage::Fragment).unwrap();
    let mut info = DebugInfo::new("test.frag", source);
    info.language = spirv::SourceLanguage::GLSL;
    for combined in [false, true] {
        let module = Described::of_shader(&shader, &info, |setup| {
            for binding in (0..2).filter(|_| combined) {
                let info = BindingInfo {
                    descriptor_set: 2,
                    binding: 5,
                    source: BindingSource::Combined,
                    ..BindingInfo::default()
                };
                setup.binding_map.insert(ResourceBinding { group: 0, binding }, info);
            }
        });
        global(&module, "picture", 2, "texture_2d<f32>", Some(Op::Variable));
        global(&module, "filtered", 3, "sampler", Some(Op::Variable));
        let same = module.global("picture").2 == module.global("filtered").2;
        assert_eq!(same, combined);
        local(&module, ("sampled", "main"), 7, "vec4 f32", Op::Variable);
    }
}

const MESH: &str = "\
enable wgpu_mesh_shader;
struct Payload { color: vec4<f32> }
struct Vertex { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32> }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh {
    @builtin(vertices) vertices: array<Vertex, 3>,
    @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32,
    @builtin(primitive_count) primitive_count: u32,
}
var<task_payload> payload: Payload;
var<workgroup> mesh: Mesh;
@mesh(mesh) @payload(payload) @workgroup_size(3)
fn main(@builtin(local_invocation_index) index: u32) {
    let tint = payload.color * 0.5;
    mesh.vertex_count = 3u;
    mesh.primitive_count = 1u;
    mesh.vertices[index].position = tint;
    mesh.vertices[index].color = tint;
    if index < 1u {
        mesh.primitives[index].indices = vec3(0u, 1u, 2u);
    }
}
";

const MESH_TYPE: &str = "Mesh vertices@0+768: array 3 Vertex position@0+128: vec4 f32 color@128+128: vec4 f32 \
                         primitives@768+128: array 1 Primitive indices@0+96: vec3 u32 vertex_count@896+32: u32 \
                         primitive_count@928+32: u32";

/// If the outputs are written directly, the shader's mesh variable is not declared. Otherwise it collects the outputs.
#[test]
fn mesh_outputs() {
    for direct in [false, true] {
        let module = Described::with(MESH, &DebugInfo::new("test.wgsl", MESH), |setup| {
            setup.target = backends::target("vulkan1.3");
            setup.direct_mesh_outputs = direct;
        });
        global(&module, "mesh", 12, MESH_TYPE, (!direct).then_some(Op::Variable));
        global(
            &module,
            "payload",
            11,
            "Payload color@0+128: vec4 f32",
            Some(Op::Variable),
        );
        // The outputs are arrays with an element for each vertex or primitive.
        global(&module, "color", 3, "array 3 vec4 f32", Some(Op::Variable));
        global(&module, "indices", 4, "array 1 vec3 u32", Some(Op::Variable));
        local(&module, ("tint", "main"), 15, "vec4 f32", Op::VectorTimesScalar);
    }
}

#[test]
fn external_textures() {
    let source = "\
@group(0) @binding(0) var video: texture_external;
@group(0) @binding(1) var filtered: sampler;
fn corner(plane: texture_external) -> vec4<f32> {
    return textureLoad(plane, vec2<u32>());
}
@fragment
fn main(@location(0) at: vec2<f32>) -> @location(0) vec4<f32> {
    let size = textureDimensions(video);
    return textureSampleBaseClampToEdge(video, filtered, at / vec2<f32>(size)) + corner(video);
}
";
    let module = Described::with(source, &DebugInfo::new("test.wgsl", source), |setup| {
        let at = |binding| BindingInfo {
            descriptor_set: 2,
            binding,
            ..BindingInfo::default()
        };
        let parts = ExternalTextureBindingInfo {
            planes: [at(1), at(2), at(3)],
            params: at(4),
        };
        setup
            .external_texture_binding_map
            .insert(ResourceBinding { group: 0, binding: 0 }, parts);
    });
    // The texture is three planes and a buffer, so no single variable describes it.
    global(&module, "video", 1, "texture_external", None);
    without_value(&module, ("plane", "corner"), 3, "texture_external");
    local(&module, ("size", "main"), 8, "vec2 u32", Op::FunctionCall);
}

#[test]
fn ray_queries() {
    let module = Described::at(
        "vulkan1.2",
        "\
enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> out: f32;
fn trace(world: acceleration_structure) -> f32 {
    var query: ray_query;
    rayQueryInitialize(&query, world, RayDesc(0u, 255u, 0.1, 9.0, vec3(0.0), vec3(1.0)));
    let goes_on = rayQueryProceed(&query);
    let hit = rayQueryGetCommittedIntersection(&query);
    return select(0.0, hit.t, goes_on);
}
@compute @workgroup_size(1)
fn main() {
    out = trace(scene);
}
",
    );
    global(&module, "scene", 2, "acceleration_structure", Some(Op::Variable));
    local(
        &module,
        ("world", "trace"),
        4,
        "acceleration_structure",
        Op::FunctionParameter,
    );
    let (line, ty, values) = module.local("query");
    assert_eq!((line, ty.as_str()), (5, "ray_query"));
    assert_eq!(module.op(values[0].1), Op::Variable);
    local(&module, ("goes_on", "trace"), 7, "bool", Op::Phi);
    let (line, ty, _) = module.local("hit");
    assert_eq!(line, 8);
    assert!(ty.starts_with("RayIntersection kind@0+32: u32 t@32+32: f32"), "{ty}");
    assert_eq!(module.value_op("hit"), Op::FunctionCall);
}

#[test]
fn cooperative_matrices() {
    let module = Described::at(
        "vulkan1.3",
        "\
enable wgpu_cooperative_matrix;
@group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
@compute @workgroup_size(32)
fn main() {
    let left = coopLoad<coop_mat8x8<f32, A>>(&numbers[0], 8u);
    let right = coopLoad<coop_mat8x8<f32, B>>(&numbers[64], 8u);
    var sum = coopLoad<coop_mat8x8<f32, C>>(&numbers[128], 8u);
    sum = coopMultiplyAdd(left, right, sum);
    coopStore(sum, &numbers[0], 8u);
}
",
    );
    let product = module.all().find(|i| i.opcode == Op::CooperativeMatrixMulAddKHR as u16);
    let operands = product.expect("a product").words[3..5].to_vec();
    for (name, line, ty, operand) in [
        ("left", 5, "coop_mat8x8<f32, A>", operands[0]),
        ("right", 6, "coop_mat8x8<f32, B>", operands[1]),
    ] {
        assert_eq!(module.local(name), (line, ty.to_owned(), vec![(Vec::new(), operand)]));
        assert_eq!(module.lines_of(name), [line]);
    }
    local(&module, ("sum", "main"), 7, "coop_mat8x8<f32, C>", Op::Variable);
}

#[test]
fn memory_of_the_module() {
    let module = Described::of(
        "\
struct Counter { hits: atomic<i32>, limits: array<atomic<u32>, 2> }
struct Log { count: atomic<u32>, lines: array<vec2<u32>> }
@group(0) @binding(0) var<storage, read_write> log: Log;
var<workgroup> tile: array<array<f32, 4>, 2>;
var<workgroup> counter: Counter;
var<private> state = vec3<i32>(1, 2, 3);
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) index: u32) {
    tile[1][index] = f32(state.y);
    workgroupBarrier();
    let next = tile[1][3u - index];
    let hits = atomicMax(&counter.hits, i32(next));
    let swapped = atomicCompareExchangeWeak(&log.count, 1u, 2u);
    let length = arrayLength(&log.lines);
    let all = workgroupUniformLoad(&tile[0]);
    log.lines[length - 1u] = vec2(u32(hits), u32(all[index])) + swapped.old_value;
}
",
    );
    let counter = "Counter hits@0+32: qualifier 3 i32 limits@32+64: array 2 qualifier 3 u32";
    let log = "Log count@0+32: qualifier 3 u32 lines@64+64: array 0 vec2 u32";
    global(&module, "log", 3, log, Some(Op::Variable));
    global(&module, "tile", 4, "array 2 array 4 f32", Some(Op::Variable));
    global(&module, "counter", 5, counter, Some(Op::Variable));
    global(&module, "state", 6, "vec3 i32", Some(Op::Variable));
    local(&module, ("next", "main"), 11, "f32", Op::Load);
    local(&module, ("hits", "main"), 12, "i32", Op::AtomicSMax);
    let swapped = module.local("swapped");
    assert_eq!(swapped.0, 13);
    assert!(
        swapped.1.ends_with("old_value@0+32: u32 exchanged@32+8: bool"),
        "{}",
        swapped.1
    );
    assert_eq!(module.value_op("swapped"), Op::CompositeConstruct);
    local(&module, ("length", "main"), 14, "u32", Op::ArrayLength);
    local(&module, ("all", "main"), 15, "array 4 f32", Op::Load);
}

const OVERRIDES: &str = "\
override scale: f32 = 2.0;
override count: u32;
override on = true;
override doubled = scale * 2.0;
var<workgroup> tile: array<f32, count>;
@group(0) @binding(0) var<storage, read_write> out: f32;
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    tile[index] = scale;
    let first = scale + f32(count);
    let chosen = select(first, doubled, on);
    out = chosen + tile[0];
}
";

/// An override with a given number is described by a constant. A specialization constant is described without a value,
/// because spirv-val rejects it as the variable of a global.
#[test]
fn overrides() {
    let info = DebugInfo::new("test.wgsl", OVERRIDES);
    let open = Described::with(OVERRIDES, &info, |setup| setup.spec_constants = true);
    for (name, line, ty) in [
        ("scale", 1, "f32"),
        ("count", 2, "u32"),
        ("on", 3, "bool"),
        ("doubled", 4, "f32"),
    ] {
        global(&open, name, line, ty, None);
    }
    global(&open, "tile", 5, "array 0 f32", Some(Op::Variable));
    local(&open, ("first", "main"), 10, "f32", Op::FAdd);
    let given = Described::with(OVERRIDES, &info, |setup| {
        setup.overrides.insert("count".to_owned(), 3.0);
    });
    for (name, line, ty, value) in [
        ("scale", 1, "f32", 2.0_f32.to_bits()),
        ("count", 2, "u32", 3),
        ("doubled", 4, "f32", 4.0_f32.to_bits()),
    ] {
        global(&given, name, line, ty, Some(Op::Constant));
        let constant = given.global(name).2.unwrap();
        assert_eq!(given.definition(constant)[3], value, "{name}");
    }
    global(&given, "on", 3, "bool", None);
    global(&given, "tile", 5, "array 3 f32", Some(Op::Variable));
}

/// A constant that is a 32-bit number is the value of its global. spirv-val accepts no other constant there, so a
/// function that reads one has it as a local variable.
#[test]
fn constants_of_the_module() {
    let module = Described::of(
        "\
struct Pair { low: f32, high: vec2<f32> }
const NUMBER = -3i;
const TRUTH = true;
const DIRECTION = vec3<f32>(1.0, 2.0, 3.0);
const TURN = mat2x2<f32>(1.0, 2.0, 3.0, 4.0);
const TABLE = array<u32, 3>(5u, 6u, 7u);
const PAIR = Pair(1.0, vec2(2.0));
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
fn reader(at: u32) -> f32 {
    return DIRECTION[at] + TURN[at].x + f32(TABLE[at]);
}
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    var pair = PAIR;
    out[index] = reader(index) + f32(NUMBER) + pair.low;
    pair.low += 1.0;
    out[0] = select(pair.low, 2.0, TRUTH);
}
",
    );
    global(&module, "NUMBER", 2, "i32", Some(Op::Constant));
    assert_eq!(module.number(module.global("NUMBER").2.unwrap()), -3_i32 as u32);
    global(&module, "TRUTH", 3, "bool", None);
    assert_eq!(
        (module.function_of("TRUTH"), module.value_op("TRUTH")),
        ("main".to_owned(), Op::ConstantTrue)
    );
    for (kind, function) in [
        (("DIRECTION", "vec3 f32"), "reader"),
        (("TURN", "2 columns vec2 f32"), "reader"),
        (("TABLE", "array 3 u32"), "reader"),
    ] {
        let (name, ty) = kind;
        let (line, found, values) = module.local(name);
        assert_eq!((found.as_str(), module.function_of(name).as_str()), (ty, function));
        global(&module, name, line, ty, None);
        let ops: Vec<Op> = values.iter().map(|&(_, value)| module.op(value)).collect();
        assert_eq!(ops, [Op::ConstantComposite], "{name}");
    }
}

/// Without `Float16`, a 16-bit value may only be loaded, stored or converted (SPV_KHR_16bit_storage), so no debug
/// instruction may name it. The converted number has other bits and is no substitute.
#[test]
fn narrow_numbers() {
    let source = "\
enable f16;
@group(0) @binding(0) var<storage, read_write> halves: array<f16>;
@group(0) @binding(1) var<storage, read_write> out: f32;
@compute @workgroup_size(1)
fn main() {
    let narrow = halves[1];
    let wide = f32(narrow);
    STATEMENT
    out = wide;
}
";
    let stored = source.replace("STATEMENT", "halves[0] = narrow;");
    let module = Described::at("vulkan1.2", &stored);
    without_value(&module, ("narrow", "main"), 6, "f16");
    local(&module, ("wide", "main"), 7, "f32", Op::FConvert);
    // With 16-bit arithmetic the capability is declared, so debug instructions may name 16-bit values.
    let computed = source.replace("STATEMENT", "halves[0] = narrow * narrow;");
    let module = Described::at("vulkan1.2", &computed);
    global(&module, "halves", 2, "array 0 f16", Some(Op::Variable));
}

/// Inputs and outputs whose type in the module differs from that in the shader are described without a variable.
#[test]
fn converted_inputs_and_outputs() {
    let source = "\
enable f16;
struct Varying { @builtin(position) at: vec4<f32>, @location(0) shade: vec2<f16>, @location(1) tone: f32 }
struct Result { @builtin(sample_mask) mask: u32, @location(0) color: vec4<f32> }
@fragment
fn main(in: Varying) -> Result {
    let half = in.shade * in.shade;
    return Result(1u, vec4<f32>(f32(half.x), f32(half.y), in.tone, in.at.x));
}
";
    let module = Described::with(source, &DebugInfo::new("test.wgsl", source), |setup| {
        setup.target = backends::target("vulkan1.2");
        setup.target = setup.target.clone().disable(spirula::Feature::StorageInputOutput16);
    });
    global(&module, "shade", 2, "vec2 f16", None);
    global(&module, "tone", 2, "f32", Some(Op::Variable));
    global(&module, "mask", 3, "u32", None);
    global(&module, "color", 3, "vec4 f32", Some(Op::Variable));
    local(&module, ("half", "main"), 6, "vec2 f16", Op::FMul);
    // The argument has the shader's types.
    let (line, ty, values) = module.local("in");
    assert_eq!(
        (line, ty.as_str()),
        (5, "Varying at@0+128: vec4 f32 shade@128+32: vec2 f16 tone@160+32: f32")
    );
    let mut members: Vec<_> = values.iter().map(|(indexes, _)| indexes.clone()).collect();
    members.sort();
    assert_eq!(members, [[0], [1], [2]]);
}

/// Pointers that are passed as a root and indices, and pointers from `let`, are declared without a value.
#[test]
fn pointers_that_became_indices() {
    let module = Described::of(
        "\
struct Part { weights: array<f32, 4> }
@group(0) @binding(0) var<storage, read_write> parts: array<Part>;
var<private> table: array<f32, 4>;
fn local(place: ptr<function, f32>) -> f32 { return *place; }
fn kept(slot: ptr<private, f32>) -> f32 { return *slot; }
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    let part = &parts[index];
    let weight = &(*part).weights[1];
    var list = array<f32, 4>();
    *weight = kept(&table[index]) + local(&list[index]);
}
",
    );
    without_value(&module, ("place", "local"), 4, "ptr f32");
    without_value(&module, ("slot", "kept"), 5, "ptr f32");
    without_value(&module, ("part", "main"), 8, "ptr Part weights@0+128: array 4 f32");
    without_value(&module, ("weight", "main"), 9, "ptr f32");
    global(
        &module,
        "parts",
        2,
        "array 0 Part weights@0+128: array 4 f32",
        Some(Op::Variable),
    );
    global(&module, "table", 3, "array 4 f32", Some(Op::Variable));
}

#[test]
fn two_row_matrices() {
    let module = Described::at(
        "vulkan1.0",
        "\
struct Turn { first: mat2x2<f32>, all: array<mat4x2<f32>, 2> }
@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(1) var<storage, read_write> out: vec2<f32>;
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    let first = turn.first;
    let chosen = turn.all[index];
    let whole = turn;
    var kept = first;
    kept[index] = chosen[2];
    out = kept * whole.all[1][0];
}
",
    );
    let turn = "Turn first@0+128: 2 columns vec2 f32 all@128+512: array 2 4 columns vec2 f32";
    global(&module, "turn", 2, turn, Some(Op::Variable));
    // The columns are loaded, and the matrix is constructed from them.
    local(
        &module,
        ("first", "main"),
        6,
        "2 columns vec2 f32",
        Op::CompositeConstruct,
    );
    local(&module, ("kept", "main"), 9, "2 columns vec2 f32", Op::Variable);
    let chosen = module.local("chosen");
    assert_eq!((chosen.0, chosen.1.as_str()), (7, "4 columns vec2 f32"));
    // Only a part of it is loaded; the type is that of the whole struct.
    assert_eq!(module.local("whole").1, turn);
}

/// Sizes are in bits, and a 64-bit size needs a capability. A struct whose size does not fit into 32 bits is described
/// as opaque, without members.
#[test]
fn structs_larger_than_their_bits_can_be_counted() {
    let module = Described::of(
        "\
struct Large { head: u32, body: array<u32, 0x9000000> }
struct Fits { head: u32, body: array<u32, 0x7000000> }
@group(0) @binding(0) var<storage, read_write> large: Large;
@group(0) @binding(1) var<storage, read_write> fits: Fits;
@compute @workgroup_size(1)
fn main() {
    large.body[5] = fits.body[6];
}
",
    );
    global(&module, "large", 3, "Large", Some(Op::Variable));
    let fits = "Fits head@0+32: u32 body@32+3758096384: array 117440512 u32";
    global(&module, "fits", 4, fits, Some(Op::Variable));
    let composites: Vec<bool> = module
        .each(TYPE_COMPOSITE)
        .filter(|(_, operands)| module.text(operands[0]) == "Large")
        .map(|(_, operands)| module.definition(operands[7])[4] == INFO_NONE && operands.len() == 9)
        .collect();
    assert_eq!(composites, [true]);
}
