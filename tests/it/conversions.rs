//! Tests of conversions between memory layouts on a Vulkan driver: whole types copied from uniform and storage buffers
//! through registers, Private, Workgroup and arguments and back, compared by bytes, at every version; and partial loads
//! deferred to the use of an element.
//!
//! Without a driver every test prints `skipped: no Vulkan driver` and passes; with `SPIRULA_REQUIRE_VULKAN=1` it fails
//! instead.

use crate::common::backends;
use crate::common::parse::{self, Shader};
use crate::common::vulkan::{Binding, Compute, Resource, gpu};
use naga::proc::BoundsCheckPolicy;
use naga::{ArraySize, Handle, Type, TypeInner, UniqueArena, VectorSize};

/// The words of a type that are not padding, in naga's layout.
fn words_of(types: &UniqueArena<Type>, ty: Handle<Type>, base: u32, found: &mut Vec<u32>) {
    let column = |rows: VectorSize| if rows == VectorSize::Bi { 2 } else { 4 };
    match types[ty].inner {
        TypeInner::Scalar(_) | TypeInner::Atomic(_) => found.push(base),
        TypeInner::Vector { size, .. } => found.extend(base..base + size as u32),
        TypeInner::Matrix { columns, rows, .. } => {
            for at in 0..columns as u32 {
                let first = base + at * column(rows);
                found.extend(first..first + rows as u32);
            }
        }
        TypeInner::Array {
            base: element,
            size: ArraySize::Constant(length),
            stride,
        } => (0..length.get()).for_each(|at| words_of(types, element, base + at * stride / 4, found)),
        TypeInner::Struct { ref members, .. } => {
            for member in members {
                words_of(types, member.ty, base + member.offset / 4, found);
            }
        }
        ref other => panic!("{other:?} holds no words"),
    }
}

fn type_named(shader: &Shader, name: &str) -> Handle<Type> {
    let mut types = shader.module.types.iter();
    types.find(|(_, ty)| ty.name.as_deref() == Some(name)).expect(name).0
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

/// A target for each method of conversion: only with helpers, and with `OpCopyLogical`.
const TARGETS: [&str; 2] = ["vulkan1.0", "vulkan1.3"];

/// Runs one invocation at every target; returns storage buffers as words, in the order of their bindings.
fn run(shader: &Shader, resources: &[Resource], policy: BoundsCheckPolicy, judge: impl Fn(&str, &[Vec<u32>])) {
    let Some(gpu) = gpu() else { return };
    let bindings: Vec<Binding> = (0..)
        .zip(resources)
        .map(|(binding, resource)| Binding {
            set: 0,
            binding,
            resource: resource.clone(),
        })
        .collect();
    for target in TARGETS.into_iter().filter(|target| *target <= gpu.newest_target()) {
        let mut options = backends::options(target);
        options.bounds_check_policies.buffer = policy;
        options.bounds_check_policies.index = policy;
        let words = backends::spirula(shader, &options).unwrap_or_else(|error| panic!("{target}: {error}"));
        crate::common::validate::validate(&words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        let results = gpu.compute(&Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        });
        let results: Vec<Vec<u32>> = results
            .unwrap_or_else(|error| panic!("{target}: {error}"))
            .iter()
            .map(|bytes| {
                bytes
                    .chunks_exact(4)
                    .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
                    .collect()
            })
            .collect();
        judge(target, &results);
    }
}

/// Copies a type, `T` in the declarations, by every path.
fn copies(declarations: &str) {
    let source = format!(
        "{declarations}
        struct Root {{ t: T }}
        @group(0) @binding(0) var<uniform> uniform_root: Root;
        @group(0) @binding(1) var<storage> storage_root: Root;
        @group(0) @binding(2) var<storage, read_write> from_uniform: Root;
        @group(0) @binding(3) var<storage, read_write> from_storage: T;
        @group(0) @binding(4) var<storage, read_write> from_private: Root;
        @group(0) @binding(5) var<storage, read_write> from_workgroup: Root;
        @group(0) @binding(6) var<storage, read_write> from_argument: T;
        var<private> private_t: T;
        var<workgroup> workgroup_t: T;
        fn hand_on(t: T) -> Root {{ return Root(t); }}
        @compute @workgroup_size(1)
        fn main() {{
            from_uniform = uniform_root;
            from_storage = storage_root.t;
            private_t = uniform_root.t;
            from_private.t = private_t;
            workgroup_t = uniform_root.t;
            workgroupBarrier();
            from_workgroup.t = workgroup_t;
            let root = hand_on(uniform_root.t);
            from_argument = root.t;
        }}"
    );
    let shader = parse::wgsl(&source, "copies").unwrap_or_else(|error| panic!("{error}"));
    let root = type_named(&shader, "Root");
    let mut filled = Vec::new();
    words_of(&shader.module.types, root, 0, &mut filled);
    let TypeInner::Struct { span, .. } = shader.module.types[root].inner else {
        panic!("a struct");
    };
    let mut input = vec![0; span as usize / 4];
    // Distinct floats, none of which is a NaN.
    for (value, &word) in (1..).zip(&filled) {
        input[word as usize] = 0x3F80_0000 + value;
    }
    let empty = Resource::Storage(vec![0; span as usize]);
    let mut resources = vec![Resource::Uniform(bytes(&input)), Resource::Storage(bytes(&input))];
    resources.resize(7, empty);
    run(&shader, &resources, BoundsCheckPolicy::Restrict, |target, results| {
        let names = ["uniform", "storage", "Private", "Workgroup", "an argument"];
        for (name, result) in names.into_iter().zip(&results[1..]) {
            for &word in &filled {
                assert_eq!(
                    result[word as usize], input[word as usize],
                    "{target}, word {word} by way of {name}\n{source}"
                );
            }
        }
    });
}

// Drivers take long to compile whole values of many words, so these are hardly longer than the limit up to which
// elements are converted one by one.

#[test]
fn long_arrays_of_structs_with_matrices() {
    copies("struct E { m: mat3x2<f32>, f: f32 } struct T { before: u32, @align(16) e: array<E, 17> }");
}

#[test]
fn arrays_of_matrices_on_both_sides_of_the_limit() {
    for length in [1, 16, 17] {
        copies(&format!(
            "struct T {{ before: vec2<f32>, @align(16) m: array<mat2x2<f32>, {length}>, after: f32 }}"
        ));
    }
}

#[test]
fn long_arrays_in_arrays() {
    copies("struct T { f: f32, @align(16) m: array<array<mat2x2<f32>, 17>, 2>, n: mat4x2<f32> }");
}

#[test]
fn long_arrays_of_short_arrays() {
    copies("struct T { m: array<array<mat2x2<f32>, 2>, 17> }");
}

#[test]
fn long_arrays_without_a_twin() {
    copies("struct T { first: array<vec4<i32>, 17>, second: u32 }");
}

#[test]
fn structs_three_deep() {
    copies(
        "struct A { x: f32, m: mat2x2<f32>, @size(8) y: f32 }
         struct B { before: vec2<u32>, @align(16) a: array<A, 2>, m: mat4x2<f32> }
         struct T { b: B, plain: mat4x4<f32>, many: array<B, 3> }",
    );
}

#[test]
fn wide_buffers() {
    let members: String = (0..9)
        .map(|at| format!("m{at}: mat{}x2<f32>, f{at}: f32, ", 2 + at % 3))
        .collect();
    copies(&format!("struct T {{ {members} }}"));
}

/// Elements at dynamic indices of whole loads, from read-only and from writable memory.
#[test]
fn parts_of_loads() {
    let source = "
        struct E { f: f32, v: vec4<f32>, m: mat3x2<f32>, @size(16) g: f32 }
        struct S { n: u32, @align(16) e: array<E, 5>, table: array<array<vec4<u32>, 3>, 4> }
        @group(0) @binding(0) var<uniform> from_uniform: S;
        @group(0) @binding(1) var<storage> from_storage: array<S>;
        @group(0) @binding(2) var<storage, read_write> written: array<S>;
        @group(0) @binding(3) var<storage, read_write> output: array<u32>;
        @compute @workgroup_size(1)
        fn main() {
            let i = from_uniform.n;
            let all = from_uniform;
            let elements = all.e;
            let element = elements[i];
            let other = from_storage[i - 2u];
            let before = written[0];
            var at = 0u;
            for (var j = 0u; j < 3u; j++) {
                output[at] = bitcast<u32>(elements[j].f);
                output[at + 1u] = bitcast<u32>(element.m[j].y);
                output[at + 2u] = bitcast<u32>(other.e[j].v[j]);
                output[at + 3u] = other.table[i][j][i];
                written[0].table[j][0] = vec4<u32>();
                output[at + 4u] = before.table[j][0].w;
                output[at + 5u] = bitcast<u32>(elements[4].m[2][j]);
                at += 6u;
            }
            output[at] = bitcast<u32>(elements[i + 7u].g);
        }";
    let shader = parse::wgsl(source, "parts").unwrap_or_else(|error| panic!("{error}"));
    let s = type_named(&shader, "S");
    let TypeInner::Struct { ref members, span } = shader.module.types[s].inner else {
        panic!("a struct");
    };
    let (elements, table) = (members[1].offset as usize / 4, members[2].offset as usize / 4);
    let mut input: Vec<u32> = (0..span / 4).map(|word| 0x3F80_0000 + word).collect();
    input[0] = 3;
    // Offsets in an element: f at 0, v at 4, m at 8 in columns of two, g at 14.
    let element = |at: usize, word: usize| input[elements + at * 20 + word];
    for (policy, beyond) in [
        (BoundsCheckPolicy::Restrict, element(4, 14)),
        (BoundsCheckPolicy::ReadZeroSkipWrite, 0),
    ] {
        let mut expected = Vec::new();
        for j in 0..3 {
            expected.extend([
                element(j, 0),
                element(3, 8 + j * 2 + 1),
                element(j, 4 + j),
                input[table + (3 * 3 + j) * 4 + 3],
                input[table + j * 12 + 3],
            ]);
            let column = match (j, policy) {
                (0 | 1, _) => element(4, 12 + j),
                (_, BoundsCheckPolicy::ReadZeroSkipWrite) => 0,
                _ => element(4, 13),
            };
            expected.push(column);
        }
        expected.push(beyond);
        let mut two = input.clone();
        two.extend(&input);
        let resources = [
            Resource::Uniform(bytes(&input)),
            Resource::Storage(bytes(&two)),
            Resource::Storage(bytes(&two)),
            Resource::Storage(vec![0; expected.len() * 4]),
        ];
        run(&shader, &resources, policy, |target, results| {
            assert_eq!(results[2], expected, "{target} {policy:?}");
        });
    }
}
