//! Tests of which memory is taken for constant: the words that follow from it, for variables that are alone on their
//! descriptor and for those that share it. `execution::aliases` executes such shaders.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use spirula::{BindingInfo, EntryPoint, Feature, Target};
use spirv::{Decoration, Op, StorageClass};

/// The words of a shader whose bindings 1 and 2 of group 0 are one descriptor if `shared`.
fn write(source: &str, shared: bool, change: impl Fn(&mut Setup)) -> Vec<u32> {
    let mut setup = Setup::new(Target::parse("vulkan1.3").unwrap());
    if shared {
        for binding in [1, 2] {
            let info = BindingInfo {
                binding: 1,
                ..BindingInfo::default()
            };
            setup.bind([(naga::ResourceBinding { group: 0, binding }, info)]);
        }
    }
    change(&mut setup);
    let shader = parse::wgsl(source, "memory.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let output = setup::compile(&shader.module, &shader.info, &setup);
    let words = output
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source, "memory.wgsl")))
        .words;
    validate::validate(&words, "vulkan1.3").unwrap_or_else(|fault| panic!("{fault}\n{source}"));
    words
}

fn has_decoration(words: &[u32], decoration: Decoration) -> bool {
    let module = Inspected::new(words);
    let mut decorations = module.all(Op::Decorate);
    decorations.any(|decorate| decorate.operand_words().get(1) == Some(&(decoration as u32)))
}

/// Whether a composite is copied to a Function variable to be indexed.
fn copies(words: &[u32]) -> bool {
    let module = Inspected::new(words);
    let mut variables = module.all(Op::Variable);
    variables.any(|variable| variable.operand_words().first() == Some(&(StorageClass::Function as u32)))
}

const HEAD: &str = "enable wgpu_binding_array;
    struct D { data: array<u32, 4> }
    @group(1) @binding(0) var elements: binding_array<texture_2d<f32>, 64>;
    @group(1) @binding(1) var<storage, read_write> out: vec4<f32>;
    @group(1) @binding(2) var<uniform> given: vec4<u32>;
";

/// Declarations of `a` and `b`, an index, a use of `b`, and whether the index is uniform: where the two are two
/// descriptors, and where they are one.
const INDICES: [(&str, &str, &str, [bool; 2]); 9] = [
    (
        "var<storage, read> a: D; # var<storage, read_write> b: D;",
        "a.data[0]",
        "b.data[0] = 1u;",
        [true, false],
    ),
    (
        "var<storage, read> a: D; # var<storage, read> b: D;",
        "a.data[0]",
        "out.x = f32(b.data[0]);",
        [true, true],
    ),
    (
        "var<storage, read> a: D; # var<storage, read_write> b: array<atomic<u32>>;",
        "a.data[0]",
        "atomicAdd(&b[0], 1u);",
        [true, false],
    ),
    (
        "var<storage, read> a: D; # @volatile var<storage, read> b: D;",
        "a.data[0]",
        "out.x = f32(b.data[0]);",
        [true, false],
    ),
    (
        "@coherent var<storage, read> a: D; # var<storage, read> b: D;",
        "a.data[0]",
        "out.x = f32(b.data[0]);",
        [false, false],
    ),
    (
        "var<storage, read> a: binding_array<D, 2>; # var<storage, read_write> b: binding_array<D, 2>;",
        "a[1].data[0]",
        "b[1].data[0] = 1u;",
        [true, false],
    ),
    (
        "var a: texture_storage_2d<r32uint, read>; # var b: texture_storage_2d<r32uint, write>;",
        "textureLoad(a, vec2(0u)).x",
        "textureStore(b, vec2(0u), vec4(1u));",
        [true, false],
    ),
    (
        "fn texel(t: texture_storage_2d<r32uint, read>) -> u32 { return textureLoad(t, vec2(0u)).x; }
        @group(0) @binding(1) var a: texture_storage_2d<r32uint, read>; # var b: texture_storage_2d<r32uint, read_write>;",
        "texel(a)",
        "textureStore(b, vec2(0u), vec4(1u));",
        [true, false],
    ),
    (
        "var<storage, read> a: D; # var<storage, read_write> b: D;",
        "given[0]",
        "b.data[0] = a.data[1];",
        [true, true],
    ),
];

/// A group of invocations can load different values from memory that is written meanwhile.
#[test]
fn values_of_memory_that_is_written_under_another_name_are_not_uniform() {
    for (declarations, index, use_, expected) in INDICES {
        let first = if declarations.starts_with("fn") {
            ""
        } else {
            "@group(0) @binding(1) "
        };
        let declarations = declarations.replace("# ", "@group(0) @binding(2) ");
        let source = format!(
            "{HEAD}{first}{declarations}
            @compute @workgroup_size(8) fn main() {{
                let index = {index};
                out = textureLoad(elements[index & 63u], vec2(0, 0), 0);
                {use_}
            }}"
        );
        for (shared, expected) in [false, true].into_iter().zip(expected) {
            let words = write(&source, shared, |_| ());
            let is_uniform = !has_decoration(&words, Decoration::NonUniform);
            assert_eq!(is_uniform, expected, "shared: {shared}\n{source}");
        }
    }
}

/// Invocations that skip the definition of a value have it of an earlier iteration, or zero.
#[test]
fn values_that_a_continue_skips_are_not_uniform() {
    for (skip, is_uniform) in [("", true), ("if (i & 1u) == at { continue; }", false)] {
        let source = format!(
            "{HEAD}
            @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) at: u32) {{
                var i = 0u;
                loop {{
                    {skip}
                    let index = given[i & 3u] & 63u;
                    continuing {{
                        out = textureLoad(elements[index], vec2(0, 0), 0);
                        i += 1u;
                        break if i == 4u;
                    }}
                }}
            }}"
        );
        let words = write(&source, false, |_| ());
        assert_eq!(!has_decoration(&words, Decoration::NonUniform), is_uniform, "{source}");
    }
}

/// Compute shaders are pipelines of their own; shaders of other stages can be of one.
#[test]
fn stores_of_other_entry_points() {
    let source = |entries: &str| {
        format!(
            "struct D {{ data: array<u32, 4> }}
            @group(0) @binding(1) var<storage, read> a: D;
            @group(0) @binding(2) var<storage, read_write> b: D;
            @group(0) @binding(3) var<uniform> given: vec4<u32>;
            {entries}"
        )
    };
    let compute = source(
        "@group(0) @binding(4) var<storage, read_write> out: u32;
        @compute @workgroup_size(1) fn one() { let all = a.data; out = all[given.x]; }
        @compute @workgroup_size(1) fn other() { b.data[0] = 1u; }",
    );
    let graphics = source(
        "@vertex fn front() -> @builtin(position) vec4<f32> { b.data[0] = 1u; return vec4(0.0); }
        @fragment fn back() -> @location(0) u32 { let all = a.data; return all[given.x]; }",
    );
    for (source, copied) in [(compute, false), (graphics, true)] {
        let words = write(&source, true, |_| ());
        assert_eq!(copies(&words), copied, "{source}");
        assert!(!has_decoration(&words, Decoration::Aliased), "{source}");
        assert!(!copies(&write(&source, false, |_| ())), "{source}");
        // Entry points that are not selected do not count.
        let name = if copied { "back" } else { "one" };
        let words = write(&source, true, |setup| {
            setup.entry_point = Some(EntryPoint {
                stage: None,
                name: name.to_owned(),
            })
        });
        assert!(!copies(&words), "{source}");
    }
}

/// A device may return any texel for coordinates outside of an image, so also a stored one.
#[test]
fn coordinates_are_clamped_where_texels_change_under_another_name() {
    for by_argument in [false, true] {
        let load = if by_argument {
            "texel(a)"
        } else {
            "textureLoad(a, given.xy).x"
        };
        let source = format!(
            "@group(0) @binding(1) var a: texture_storage_2d<r32uint, read>;
            @group(0) @binding(2) var b: texture_storage_2d<r32uint, write>;
            @group(0) @binding(3) var<uniform> given: vec4<u32>;
            @group(0) @binding(4) var<storage, read_write> out: u32;
            fn texel(t: texture_storage_2d<r32uint, read>) -> u32 {{ return textureLoad(t, given.xy).x; }}
            @compute @workgroup_size(1) fn main() {{ textureStore(b, vec2(0u), vec4(1u)); out = {load}; }}"
        );
        for shared in [false, true] {
            let words = write(&source, shared, |setup| {
                setup.target = setup.target.clone().enable(Feature::RobustImageAccess);
                setup.rely_on_robust_access = true;
            });
            let clamps = spirula::words::disassemble(&words).contains(" UMin ");
            assert_eq!(clamps, shared, "{source}");
        }
    }
}

/// A position that depends on memory with computed values: all arithmetic is exact.
#[test]
fn invariant_positions_from_memory_that_is_written() {
    let buffers = (
        "var<storage, read> a: vec4<f32>;",
        "var<storage, read_write> b: vec4<f32>;",
        "a",
        "b = computed;",
    );
    let textures = (
        "var a: texture_storage_2d<r32float, read>;",
        "var b: texture_storage_2d<r32float, write>;",
        "textureLoad(a, vec2(0u))",
        "textureStore(b, vec2(0u), computed);",
    );
    for (first, second, load, store) in [buffers, textures] {
        let source = format!(
            "@group(0) @binding(1) {first}
            @group(0) @binding(2) {second}
            @group(0) @binding(3) var<uniform> given: vec4<f32>;
            @vertex fn main() -> @invariant @builtin(position) vec4<f32> {{
                let computed = given * given.y + given.z;
                {store}
                return {load};
            }}"
        );
        for shared in [false, true] {
            let change = |setup: &mut Setup| setup.float_controls.exact_invariant_positions = true;
            let is_exact = has_decoration(&write(&source, shared, change), Decoration::NoContraction);
            assert_eq!(is_exact, shared, "{source}");
        }
    }
}

/// `Aliased` says that a variable of the same descriptor may write. A buffer that only reads is then not `NonWritable`, which
/// NVIDIA's driver takes for constant memory, unless another graphics shader would need a feature for stores without it.
#[test]
fn aliased_buffers_that_only_read_are_not_constant_memory() {
    let buffers = "@group(0) @binding(1) var<storage, read> a: u32;
        @group(0) @binding(2) var<storage, read_write> b: u32;
        @compute @workgroup_size(1) fn main() { b = a + 1u; }";
    let texels = "@group(0) @binding(1) var a: texture_storage_2d<r32uint, read>;
        @group(0) @binding(2) var b: texture_storage_2d<r32uint, write>;
        @compute @workgroup_size(1) fn main() { textureStore(b, vec2(0), textureLoad(a, vec2(0))); }";
    let vertex = "@vertex fn vs() -> @builtin(position) vec4<f32> { return vec4(f32(a)); }";
    let other = "@compute @workgroup_size(1) fn other() { _ = a; }";
    let pixel = "@fragment fn fs() -> @location(0) f32 { b = 2u; return f32(a); }";
    for (source, shared, read_only) in [
        (buffers.to_owned(), false, 1),
        (buffers.to_owned(), true, 0),
        (format!("{buffers}{other}"), true, 0),
        (format!("{buffers}{pixel}"), true, 0),
        (format!("{buffers}{vertex}"), true, 1),
        (texels.to_owned(), true, 1),
    ] {
        let words = write(&source, shared, |_| ());
        let module = Inspected::new(&words);
        let is = |id: u32, decoration| module.decoration(id, decoration).is_some();
        let variables = module.all(Op::Variable).filter_map(|variable| variable.result());
        let found: Vec<[bool; 2]> = variables
            .filter(|&id| is(id, Decoration::Binding))
            .map(|id| [Decoration::Aliased, Decoration::NonWritable].map(|decoration| is(id, decoration)))
            .collect();
        assert_eq!(found.len(), 2, "{source}");
        assert!(found.iter().all(|&[aliased, _]| aliased == shared), "{source}");
        let count = found.iter().filter(|&&[_, read_only]| read_only).count();
        assert_eq!(count, read_only, "{source}");
    }
}

/// naga's validator accepts two resources on one binding if it does not look at bindings.
#[test]
fn the_shader_itself_has_two_names() {
    let source = "@group(0) @binding(0) var<storage, read> a: array<u32, 4>;
        @group(0) @binding(0) var<storage, read_write> b: array<u32, 4>;
        @group(0) @binding(1) var<uniform> given: vec4<u32>;
        @compute @workgroup_size(1) fn main() { let all = a; b[2] = 7u; b[3] = all[given.x]; }";
    let module = naga::front::wgsl::parse_str(source).unwrap();
    let flags = ValidationFlags::all() - ValidationFlags::BINDINGS;
    let info = Validator::new(flags, Capabilities::all()).validate(&module).unwrap();
    let setup = Setup::new(Target::parse("vulkan1.3").unwrap());
    let words = setup::compile(&module, &info, &setup).unwrap().words;
    assert!(copies(&words) && has_decoration(&words, Decoration::Aliased));
}
