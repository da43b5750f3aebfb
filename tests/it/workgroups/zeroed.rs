//! Tests of workgroup memory that the invocations zero: the words are valid at all targets, and no store is larger than
//! a vector.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use naga::proc::BoundsCheckPolicy;
use spirula::{Feature, Target};
use spirv::Op;

/// Memory of every shape; the shaders' own stores are scalars.
const MEMORY: &str = "
struct Inner { flag: bool, turn: mat3x2<f32>, list: array<vec3<i32>, 5>, count: atomic<u32> }
struct Outer { inner: array<array<Inner, 3>, 2>, tail: array<u32, 7>, one: f32, wide: mat4x4<f32> }
struct Arrays { a: array<f32, 3>, b: array<array<u32, 2>, 1> }
var<workgroup> outers: array<Outer, 4>;
var<workgroup> single: Outer;
var<workgroup> arrays: Arrays;
var<workgroup> large: array<u32, 5000>;
var<workgroup> matrix: mat2x4<f32>;
var<workgroup> lone: vec4<u32>;
var<workgroup> flag: bool;
var<workgroup> count: atomic<i32>;
var<workgroup> unused: array<u32, 9>;
fn touch(i: u32) {
    outers[i % 4u].one = 1.0;
    single.inner[i % 2u][0].flag = true;
    arrays.a[i % 3u] = 1.0;
    large[i] = i;
    matrix[i % 2u].x = 1.0;
    lone.x = i;
    flag = true;
    atomicStore(&count, 1);
}
";

/// The number of components of a type that is stored as a whole: 1 and more for scalars and vectors, `None` for a
/// larger composite.
fn lanes(module: &Inspected<'_>, ty: u32) -> Option<u32> {
    let definition = module.definition(ty);
    match u32::from(definition.opcode) {
        opcode
            if [Op::TypeBool, Op::TypeInt, Op::TypeFloat]
                .map(|op| op as u32)
                .contains(&opcode) =>
        {
            Some(1)
        }
        opcode if opcode == Op::TypeVector as u32 => Some(definition.operand_words()[1]),
        _ => None,
    }
}

/// The number of stores to Workgroup memory, and of those larger than a vector.
fn stores(words: &[u32]) -> (usize, usize) {
    let module = Inspected::new(words);
    let (mut all, mut large) = (0, 0);
    for store in module.all(Op::Store) {
        let operands = store.operand_words();
        let pointer = module.definition(module.definition(operands[0]).result_type().unwrap());
        let &[class, pointee] = pointer.operand_words() else {
            panic!("no pointer")
        };
        if class == spirv::StorageClass::Workgroup as u32 {
            all += 1;
            large += usize::from(lanes(&module, pointee).is_none_or(|lanes| lanes > 4));
        }
    }
    (all, large)
}

fn shader(entry: &str) -> String {
    format!("{MEMORY}{entry}")
}

const COMPUTE: [&str; 4] = [
    "@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { touch(i); }",
    "@compute @workgroup_size(5, 3) fn main(@builtin(local_invocation_index) i: u32) { touch(i); }",
    "@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) { touch(i); }",
    "override n = 3u; override m: u32 = n * 2u; var<workgroup> open: array<Arrays, m>;
     @compute @workgroup_size(n, 2, m) fn main(@builtin(local_invocation_index) i: u32) { touch(i); open[i].a[i] = 2.0; }",
];

const MESH: [&str; 2] = [
    "var<task_payload> payload: u32;
@task @payload(payload) @workgroup_size(33) fn main(@builtin(local_invocation_index) i: u32) -> @builtin(mesh_task_size) vec3<u32> {
    touch(i);
    payload = large[0];
    return vec3<u32>(1u);
}",
    "struct Vertex { @builtin(position) position: vec4<f32>, @location(0) tone: f32 }
struct Primitive { @builtin(triangle_indices) indices: vec3<u32> }
struct Mesh { @builtin(vertices) vertices: array<Vertex, 3>, @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32, @builtin(primitive_count) primitive_count: u32 }
var<workgroup> mesh: Mesh;
@mesh(mesh) @workgroup_size(33) fn main(@builtin(local_invocation_index) i: u32) {
    touch(i);
    mesh.vertices[i % 3u].tone = 1.0;
    mesh.vertex_count = 3u;
    mesh.primitive_count = large[0];
}",
];

fn check(source: &str, target: &str, adjust: impl Fn(&mut Setup)) {
    let shader = parse::wgsl(source, "a.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let target_of = Target::parse(target).unwrap();
    let mut options = Setup::new(target_of.disable(Feature::ShaderZeroInitializeWorkgroupMemory));
    options.direct_mesh_outputs = false;
    adjust(&mut options);
    let compile = |options: &Setup| {
        setup::compile(&shader.module, &shader.info, options)
            .unwrap_or_else(|error| panic!("{target}: {}", error.emit_to_string(source, "a.wgsl")))
    };
    let zeroed = compile(&options);
    validate::validate(&zeroed.words, target).unwrap_or_else(|fault| panic!("{target}: {fault}\n{source}"));
    let report = spirula::check::check(&zeroed.words, &options.target);
    assert!(report.is_valid(), "{target}: {report}\n{source}");
    let (all, large) = stores(&zeroed.words);
    assert_eq!(large, 0, "{target}: a store of more than a vector\n{source}");
    options.zero_initialize_workgroup_memory = false;
    assert!(stores(&compile(&options).words).0 < all, "{target}: nothing is zeroed");
}

#[test]
fn no_store_is_of_more_than_a_vector() {
    for target in validate::VULKAN {
        let newer = target >= "vulkan1.2";
        let mesh = MESH
            .iter()
            .filter(|_| newer)
            .map(|entry| (entry, "enable wgpu_mesh_shader;\n"));
        for (entry, enable) in COMPUTE.iter().map(|entry| (entry, "")).chain(mesh) {
            let source = format!("{enable}{}", shader(entry));
            for policy in [
                BoundsCheckPolicy::Restrict,
                BoundsCheckPolicy::ReadZeroSkipWrite,
                BoundsCheckPolicy::Unchecked,
            ] {
                check(&source, target, |options| {
                    options.bounds_check_policies.index = policy;
                    options.spec_constants = true;
                });
            }
            check(&source, target, |_| {});
            if newer {
                check(&source, target, |options| options.vulkan_memory_model = true);
            }
        }
    }
}

/// 64 KiB, the maximum of devices, is zeroed in loops with as many words as a few KiB; a few elements take fewer, without
/// a loop.
#[test]
fn large_memory_takes_no_more_words() {
    let words = |length: u32| {
        let source = format!(
            "struct Cell {{ a: u32, b: array<u32, 7> }} var<workgroup> cells: array<Cell, {length}>;
             @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{ cells[i].a = 1u; }}"
        );
        let shader = parse::wgsl(&source, "a.wgsl").unwrap();
        let output = setup::compile(&shader.module, &shader.info, &Setup::new(Target::vulkan(1, 1)));
        let words = output.unwrap().words;
        validate::validate(&words, "vulkan1.1").unwrap();
        words.len()
    };
    assert_eq!(words(2048), words(1000));
    assert!(words(64) < words(1000));
}

/// Arrays in elements that are stored without a loop are zeroed once for all elements, however deep they nest.
#[test]
fn nested_arrays_of_few_elements() {
    let words = |depth: u32, invocations: u32| {
        let mut source = "struct S0 { x: u32 }\n".to_owned();
        for at in 1..=depth {
            source += &format!("struct S{at} {{ a: array<S{}, 1> }}\n", at - 1);
        }
        source += &format!(
            "var<workgroup> all: array<S{depth}, 4>;
             @compute @workgroup_size({invocations}) fn main(@builtin(local_invocation_index) i: u32) {{ all[i]{}.x = 1u; }}",
            ".a[0]".repeat(depth as usize)
        );
        let shader = parse::wgsl(&source, "a.wgsl").unwrap_or_else(|error| panic!("{error}"));
        let output = setup::compile(&shader.module, &shader.info, &Setup::new(Target::vulkan(1, 1)));
        let words = output.unwrap().words;
        validate::validate(&words, "vulkan1.1").unwrap();
        words
    };
    for invocations in [1, 3, 4] {
        let stores = |depth| stores(&words(depth, invocations)).0;
        let share = 4_usize.div_ceil(invocations as usize);
        for depth in [1, 2, 5, 12] {
            assert_eq!(stores(depth), share + 1, "{invocations}, {depth}");
        }
    }
}

/// Nested structs have millions of members in a few lines; they are stored as a whole, which exceeds any device's
/// memory.
#[test]
fn more_members_than_any_memory_has() {
    let mut source = "struct S0 { a: u32, b: u32 }\n".to_owned();
    for at in 1..25 {
        source += &format!("struct S{at} {{ a: S{}, b: S{} }}\n", at - 1, at - 1);
    }
    source += "var<workgroup> all: array<S24, 2>;
               @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { all[i].a.a.b.a.a.a.b.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.b = 1u; }";
    let shader = parse::wgsl(&source, "a.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let output = setup::compile(&shader.module, &shader.info, &Setup::new(Target::vulkan(1, 1)));
    assert!(output.unwrap().words.len() < 2000);
}
