//! Tests of overrides: resolved to the values of the options, or written as specialization constants.
//!
//! `overrides/execution.rs` tests their behaviour on a driver, specialized by the pipeline and substituted by the
//! options, which must be the same. This file tests the refusals and the form of the words.

mod edges;
mod execution;
mod random;

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use spirula::reflection::{NumberKind, NumberType};
use spirula::{EntryPoint, Output, Target};
use spirv::{BuiltIn, Decoration, ExecutionMode, Op};

/// Options for a target, with values for overrides.
fn options(target: &str, values: &[(&str, f64)]) -> Setup {
    let mut options = Setup::new(Target::parse(target).unwrap());
    options.overrides = values.iter().map(|&(key, value)| (key.to_owned(), value)).collect();
    options
}

/// The same, with overrides as specialization constants.
fn open(target: &str, values: &[(&str, f64)]) -> Setup {
    let mut options = options(target, values);
    options.spec_constants = true;
    options
}

fn compile(source: &str, options: &Setup) -> Result<Output, String> {
    let shader = parse::wgsl(source, "a.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, options).map_err(|error| error.emit_to_string(source, "a.wgsl"))
}

/// Compiles for a Vulkan version and validates the words with spirv-val.
fn valid(source: &str, target: &str, options: &Setup) -> Output {
    let output = compile(source, options).unwrap_or_else(|error| panic!("{target}: {error}"));
    validate::validate(&output.words, target).unwrap_or_else(|fault| panic!("{target}: {fault}\n{source}"));
    output
}

fn refused(source: &str, options: &Setup) -> String {
    match compile(source, options) {
        Ok(_) => panic!("accepted:\n{source}"),
        Err(error) => error,
    }
}

const SHADER: &str = "\
override width: u32;
@id(7) override depth: i32;
override flag = true;
override half_width = f32(width) * 0.5;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(1)
fn main() {
    out[0] = half_width + f32(width) + select(0.0, f32(depth), flag);
}
";

#[test]
fn every_missing_value_is_named() {
    assert_eq!(
        refused(SHADER, &options("vulkan1.1", &[("flag", 0.0)])),
        "\
error: the override `width` has no value
  ┌─ a.wgsl:1:1
  │
1 │ override width: u32;
  │ ^^^^^^^^^^^^^^^^^^^^ here
  │
  = the shader has none for it; to give one: --override width=VALUE

error: the override `depth` has no value
  ┌─ a.wgsl:2:8
  │
2 │ @id(7) override depth: i32;
  │        ^^^^^^^^^^^^^^^^^^^^ here
  │
  = the shader has none for it; to give one: --override 7=VALUE

"
    );
}

#[test]
fn unknown_keys_are_named_and_so_is_what_is_meant() {
    let values = [("depth", 1.0), ("8", 1.0), ("width", 1.0)];
    let expected = "\
error: the override `8` is not in the shader

error: the override `depth` is not in the shader
 = an override with an `@id` is known by it: 7

";
    assert_eq!(refused(SHADER, &options("vulkan1.1", &values)), expected);
    assert_eq!(refused(SHADER, &open("vulkan1.1", &values)), expected);
    let without = "@compute @workgroup_size(1) fn main() {}";
    assert_eq!(
        refused(without, &options("vulkan1.1", &[("n", 1.0)])),
        "error: the override `n` is not in the shader\n\n"
    );
}

#[test]
fn a_value_must_fit_its_type() {
    let values = [
        ("width", -1.0),
        ("7", f64::INFINITY),
        ("half_width", 1e39),
        ("flag", f64::NAN),
    ];
    let expected = "\
error: the override `width` has a value that its type has no room for
  ┌─ a.wgsl:1:1
  │
1 │ override width: u32;
  │ ^^^^^^^^^^^^^^^^^^^^ here

error: the override `depth` takes no infinity and no NaN
  ┌─ a.wgsl:2:8
  │
2 │ @id(7) override depth: i32;
  │        ^^^^^^^^^^^^^^^^^^^^ here

error: the override `half_width` has a value that its type has no room for
  ┌─ a.wgsl:4:1
  │
4 │ override half_width = f32(width) * 0.5;
  │ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ here

";
    assert_eq!(refused(SHADER, &options("vulkan1.1", &values)), expected);
    assert_eq!(refused(SHADER, &open("vulkan1.1", &values)), expected);
}

#[test]
fn a_value_fits_up_to_the_last_that_rounds_into_the_type() {
    let room = "the override `v` has a value that its type has no room for";
    for (ty, inside, outside) in [
        (
            "i32",
            &[-2147483648.9, 2147483647.9][..],
            &[-2147483649.0, 2147483648.0][..],
        ),
        ("u32", &[-0.9, 4294967295.9], &[-1.0, 4294967296.0]),
        ("i16", &[-32768.5, 32767.5], &[-32769.0, 32768.0]),
        ("u16", &[-0.5, 65535.5], &[-1.0, 65536.0]),
        ("f16", &[65519.9, -65519.9], &[65520.0, -65520.0]),
        ("f32", &[3.402_823_4e38], &[3.5e38, -3.5e38]),
        ("f64", &[1e308], &[]),
        ("bool", &[f64::NAN, f64::INFINITY], &[]),
    ] {
        let source = format!(
            "enable f16;
            enable wgpu_int16;
            override v: {ty};
            @group(0) @binding(0) var<storage, read_write> out: u32;
            @compute @workgroup_size(1) fn main() {{ out = select(0u, 1u, v == {ty}()); }}"
        );
        for with in [options, open] {
            for &value in inside {
                let compiled = compile(&source, &with("vulkan1.1", &[("v", value)]));
                assert!(compiled.is_ok(), "{value}: {ty}: {compiled:?}");
            }
            for &value in outside {
                let error = refused(&source, &with("vulkan1.1", &[("v", value)]));
                assert!(error.contains(room), "{value}: {ty}: {error}");
            }
            if ty != "bool" {
                let error = refused(&source, &with("vulkan1.1", &[("v", f64::NAN)]));
                assert!(error.contains("takes no infinity and no NaN"), "{ty}: {error}");
            }
        }
    }
}

/// naga's front end rounds an integer to infinity, which it refuses for other literals. A specialization constant may
/// have it, and unused overrides have no value.
#[test]
fn infinite_defaults() {
    let source = |default: &str| {
        format!(
            "enable f16;
            override v: f16 = {default};
            @group(0) @binding(0) var<storage, read_write> out: f32;
            @compute @workgroup_size(1) fn main() {{ out = f32(v); }}
            @compute @workgroup_size(1) fn other() {{ out = 1.0; }}"
        )
    };
    let entry = |name: &str| {
        let mut options = options("vulkan1.1", &[]);
        options.entry_point = Some(EntryPoint {
            stage: None,
            name: name.to_owned(),
        });
        options
    };
    for default in ["65504", "-65504", "65504.0"] {
        compile(&source(default), &options("vulkan1.1", &[])).unwrap();
    }
    for default in ["65536", "-65536", "70000"] {
        let error = refused(&source(default), &entry("main"));
        assert!(error.contains("the override `v` has an infinite default"), "{error}");
        valid(&source(default), "vulkan1.1", &entry("other"));
        valid(&source(default), "vulkan1.1", &options("vulkan1.1", &[("v", 1.0)]));
        valid(&source(default), "vulkan1.1", &open("vulkan1.1", &[]));
    }
}

/// The words have a default for each override, and a length must not be zero by it.
#[test]
fn sizes_of_overrides_without_default() {
    let source = |length: &str, extent: &str| {
        format!(
            "override n: u32;
            override m: u32 = 4u;
            var<workgroup> shared_: array<u32, {length}>;
            @group(0) @binding(0) var<storage, read_write> out: array<u32>;
            @compute @workgroup_size({extent}) fn main() {{ out[0] = shared_[out[1]]; }}"
        )
    };
    let open = |values| open("vulkan1.3", values);
    for (length, extent) in [
        ("n", "n"),
        ("n * 2u", "m - 1u"),
        ("m - 3u", "n + m"),
        ("4", "n - 1u, n / 3u"),
    ] {
        valid(&source(length, extent), "vulkan1.3", &open(&[]));
    }
    for (length, extent) in [("n - 1u", "1"), ("n % m % 1u", "1"), ("m - 4u", "n")] {
        let error = refused(&source(length, extent), &open(&[]));
        let is_explained = error.contains("overrides without a default are 1");
        assert!(
            error.contains("no element") && is_explained == length.contains('n'),
            "{error}"
        );
    }
    // A boolean is `false`.
    let chosen = |values: &str| source(&format!("select({values}, flag)"), "1") + "override flag: bool;";
    valid(&chosen("4u, 0u"), "vulkan1.3", &open(&[]));
    refused(&chosen("0u, 4u"), &open(&[]));
    for (length, extent) in [("n - 1u", "1"), ("4", "n - 1u")] {
        valid(&source(length, extent), "vulkan1.3", &open(&[("n", 3.0)]));
    }
}

const SIZES: &str = "\
override n: i32;
override m = 2u;
var<workgroup> a: array<u32, n - 4>;
@compute @workgroup_size(m, n)
fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = 1u;
}
";

#[test]
fn sizes_must_be_positive() {
    assert_eq!(
        refused(SIZES, &options("vulkan1.1", &[("n", 4.0)])),
        "\
error: the override `n` makes an array that has no element
  ┌─ a.wgsl:3:30
  │
3 │ var<workgroup> a: array<u32, n - 4>;
  │                              ^^^^^ here

"
    );
    assert_eq!(
        refused(SIZES, &options("vulkan1.1", &[("n", 5.0), ("m", 0.0)])),
        "\
error: the override `m` makes a workgroup size that is not positive
  ┌─ a.wgsl:4:26
  │
4 │ @compute @workgroup_size(m, n)
  │                          ^ here

"
    );
    assert_eq!(
        refused(SIZES, &open("vulkan1.1", &[("n", 0.0), ("m", 0.0)])),
        "\
error: the override `n` makes an array that has no element
  ┌─ a.wgsl:3:30
  │
3 │ var<workgroup> a: array<u32, n - 4>;
  │                              ^^^^^ here

error: the override `m` makes a workgroup size that is not positive
  ┌─ a.wgsl:4:26
  │
4 │ @compute @workgroup_size(m, n)
  │                          ^ here

error: the override `n` makes a workgroup size that is not positive
  ┌─ a.wgsl:4:29
  │
4 │ @compute @workgroup_size(m, n)
  │                             ^ here

"
    );
}

#[test]
fn an_expression_without_a_value_is_shown() {
    let source = "\
override n: i32 = 4;
override m: i32 = n * 2;
override q: i32 = 100 / (m - 8);
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@compute @workgroup_size(1)
fn main() {
    out[0] = q;
}
";
    assert_eq!(
        refused(source, &options("vulkan1.1", &[])),
        "\
error: the override `m` gives an expression no value: Division by zero
  ┌─ a.wgsl:3:19
  │
3 │ override q: i32 = 100 / (m - 8);
  │                   ^^^^^^^^^^^^^ here

"
    );
    assert!(compile(source, &options("vulkan1.1", &[("n", 5.0)])).is_ok());
    let inside = source
        .replace("out[0] = q;", "out[0] = 100 / (n - 4);")
        .replace("(m - 8)", "m");
    assert_eq!(
        refused(&inside, &options("vulkan1.1", &[])),
        "\
error: the override `n` gives an expression no value: Division by zero
  ┌─ a.wgsl:7:14
  │
7 │     out[0] = 100 / (n - 4);
  │              ^^^^^^^^^^^^^ here

"
    );
}

/// Expressions that naga does not evaluate, in the module and in two functions, each with its place.
#[test]
fn all_expressions_without_a_value_are_shown() {
    let source = "\
override n: u32 = 4u;
override m: i32 = 7;
override q: u32 = 8u % (n - 4u);
var<private> p: i32 = 9 / (m - 7);
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
fn f(x: i32) -> i32 { return x + 5 / (m - 7); }
@compute @workgroup_size(n)
fn main() {
    let kept = vec3<u32>(n) * vec3<u32>(1u, n, 2u);
    out[0] = f(i32(q)) + p;
    out[1] = bitcast<i32>(1u << (n * 8u)) + i32(kept.y);
}
";
    let error = refused(source, &options("vulkan1.1", &[]));
    let places: Vec<_> = error.lines().filter(|line| line.contains("┌─ ")).collect();
    assert_eq!(
        places,
        [
            "  ┌─ a.wgsl:3:19",
            "  ┌─ a.wgsl:4:23",
            "  ┌─ a.wgsl:6:34",
            "   ┌─ a.wgsl:11:27"
        ],
        "{error}"
    );
    assert_eq!(
        error.matches("the override `n` gives an expression no value").count(),
        2
    );
    assert_eq!(
        error.matches("the override `m` gives an expression no value").count(),
        2
    );
    valid(
        source,
        "vulkan1.1",
        &options("vulkan1.1", &[("n", 3.0), ("m", -3.0), ("q", 1.0)]),
    );
}

/// What functions compute only from overrides and constants is constant: scalars, vectors and their parts.
#[test]
fn functions_have_values_in_place_of_expressions() {
    let source = "
    override n: i32 = 3;
    override x = 0.5;
    @group(0) @binding(0) var<storage, read_write> out: array<vec4<f32>>;
    @compute @workgroup_size(1)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        let scaled = vec3<f32>(x, f32(n), 2.0) * vec3<f32>(x);
        let splat = vec4<f32>(vec4<i32>(n));
        let part = vec2<i32>(n, n * 2).yx;
        var local = vec4<f32>(scaled.zy, x * 4.0, f32(part.x));
        if n > 2 && x < 1.0 { local += splat; }
        out[id.x] = local + vec4<f32>(f32(part[1]) + f32(id.y));
    }";
    for target in validate::VULKAN {
        let output = valid(source, target, &options(target, &[]));
        let module = Inspected::new(&output.words);
        for op in [
            Op::VectorTimesScalar,
            Op::ConvertSToF,
            Op::VectorShuffle,
            Op::FOrdLessThan,
            Op::SGreaterThan,
        ] {
            assert_eq!(module.count(op), 0, "{target}: {op:?}");
        }
    }
}

#[test]
fn sizes_that_take_code_are_refused_when_they_stay_open() {
    let source = "\
override scale = 1.5;
var<workgroup> a: array<u32, u32(scale * 8.0)>;
@compute @workgroup_size(u32(scale))
fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = 1u;
}
";
    assert_eq!(
        refused(source, &open("vulkan1.3", &[])),
        "\
error: this array length cannot be expressed: SPIR-V has no specialization expression for its operations (floats, \
conversions between floats and integers, bit casts)
  ┌─ a.wgsl:2:30
  │
2 │ var<workgroup> a: array<u32, u32(scale * 8.0)>;
  │                              ^^^^^^^^^^^^^^^^ not expressible

error: this workgroup size cannot be expressed: SPIR-V has no specialization expression for its operations (floats, \
conversions between floats and integers, bit casts)
  ┌─ a.wgsl:3:26
  │
3 │ @compute @workgroup_size(u32(scale))
  │                          ^^^^^^^^^^ not expressible

"
    );
    valid(source, "vulkan1.3", &options("vulkan1.3", &[]));
}

const TWO_SIZES: &str = "\
override n = 4u;
@compute @workgroup_size(n)
fn one() {}
@compute @workgroup_size(8)
fn two() {}
";

#[test]
fn one_workgroup_size_of_several_needs_local_size_id() {
    assert_eq!(
        refused(TWO_SIZES, &open("vulkan1.1", &[])),
        "\
error: the override `n` makes the workgroup size of one entry point among several
  ┌─ a.wgsl:2:26
  │
2 │ @compute @workgroup_size(n)
  │                          ^ here
  │
  = without LocalSizeId the size is that of every entry point of the module
  = to allow it: --enable maintenance4 from SPIR-V 1.2 on, or --entry-point

"
    );
    let output = valid(TWO_SIZES, "vulkan1.3", &open("vulkan1.3", &[]));
    let module = Inspected::new(&output.words);
    let [by_id] = module.all(Op::ExecutionModeId).collect::<Vec<_>>()[..] else {
        panic!("one size by ids");
    };
    let operands = by_id.operand_words();
    assert_eq!(operands[1], ExecutionMode::LocalSizeId as u32);
    assert!(module.is(operands[2], Op::SpecConstant));
    assert_eq!(module.count(Op::ExecutionMode), 1, "the other one is three literals");
    // Each of them alone is accepted at every target.
    for (name, decorated) in [("one", 1), ("two", 0)] {
        for target in ["vulkan1.0", "vulkan1.1", "vulkan1.2"] {
            let mut options = open(target, &[]);
            options.entry_point = Some(EntryPoint {
                stage: None,
                name: name.to_owned(),
            });
            let output = valid(TWO_SIZES, target, &options);
            let module = Inspected::new(&output.words);
            let sizes = module
                .all(Op::Decorate)
                .filter(|line| line.operand_words()[1..] == [Decoration::BuiltIn as u32, BuiltIn::WorkgroupSize as u32])
                .count();
            assert_eq!(sizes, decorated, "{name} at {target}");
        }
    }
}

#[test]
fn only_what_the_entry_points_reach_needs_a_value() {
    let source = "
    override used = 1u;
    override unused: u32;
    fn never() -> u32 { return unused; }
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(1) fn main() { out[0] = used; }
    @compute @workgroup_size(1) fn other() { out[0] = unused; }";
    let mut options = options("vulkan1.1", &[]);
    assert!(refused(source, &options).contains("`unused` has no value"));
    options.entry_point = Some(EntryPoint {
        stage: None,
        name: "main".to_owned(),
    });
    valid(source, "vulkan1.1", &options);
    options.spec_constants = true;
    let output = valid(source, "vulkan1.1", &options);
    let names: Vec<_> = output
        .spec_constants
        .iter()
        .map(|constant| constant.name.as_deref())
        .collect();
    assert_eq!(names, [Some("used")], "what is not written is not reported");
}

/// naga's `process_overrides` leaves the arena of overrides unchanged; wgpu calls it before it compiles.
#[test]
fn overrides_that_naga_has_resolved_need_no_values() {
    let shader = parse::wgsl(SHADER, "a.wgsl").unwrap();
    let constants = [("width", 4.0), ("7", -2.0)].map(|(key, value)| (key.to_owned(), value));
    let constants = constants.into_iter().collect();
    let (module, info) =
        naga::back::pipeline_constants::process_overrides(&shader.module, &shader.info, None, &constants).unwrap();
    assert!(!module.overrides.is_empty());
    let resolved = setup::compile(&module, &info, &options("vulkan1.1", &[])).unwrap();
    let substituted = valid(
        SHADER,
        "vulkan1.1",
        &options("vulkan1.1", &[("width", 4.0), ("7", -2.0)]),
    );
    assert_eq!(resolved.words, substituted.words);
}

#[test]
fn ids_are_the_shaders_own_and_then_numbers_above_them() {
    let source = "
    override a = 1u;
    @id(5) override b = 2;
    override c: bool;
    override d = a + 1u;
    @id(2) override e = 0.5;
    override f = e * 2.0;
    @group(0) @binding(0) var<storage, read_write> out: array<f32>;
    @compute @workgroup_size(1)
    fn main() { out[0] = f32(a) + f32(b) + select(0.0, 1.0, c) + f32(d) + e + f; }";
    let output = valid(source, "vulkan1.1", &open("vulkan1.1", &[("5", 9.0)]));
    let constants: Vec<_> = output
        .spec_constants
        .iter()
        .map(|c| (c.id, c.name.as_deref().unwrap(), c.scalar, c.default, c.given_id))
        .collect();
    let number = |kind, bits| NumberType { kind, bits };
    assert_eq!(
        constants,
        [
            (2, "e", number(NumberKind::Float, 32), Some(0.5), None),
            (5, "b", number(NumberKind::Sint, 32), Some(9.0), None),
            (6, "a", number(NumberKind::Uint, 32), Some(1.0), None),
            (7, "c", number(NumberKind::Bool, 8), None, None),
            (8, "d", number(NumberKind::Uint, 32), None, Some(10)),
            (9, "f", number(NumberKind::Float, 32), None, Some(11)),
        ]
    );
    let module = Inspected::new(&output.words);
    let mut ids: Vec<_> = module
        .all(Op::Decorate)
        .filter(|line| line.operand_words()[1] == Decoration::SpecId as u32)
        .map(|line| line.operand_words()[2])
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [2, 5, 6, 7, 8, 9, 10, 11]);
    // Without specialization constants no override is open, and none is reported.
    let output = valid(source, "vulkan1.1", &options("vulkan1.1", &[("c", 1.0)]));
    assert!(output.spec_constants.is_empty());
    assert_eq!(Inspected::new(&output.words).count(Op::SpecConstant), 0);
}

#[test]
fn spans_are_those_of_the_shader_after_substitution() {
    let source = "\
enable f16;
override n = 1u;
var<workgroup> a: array<u32, n + 1>;
@compute @workgroup_size(n)
fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = u32(f16(i) * 2.0h);
}
";
    let mut strict = options("vulkan1.1", &[]);
    strict.target = Target::parse("vulkan1.1").unwrap().strict();
    let error = refused(source, &strict);
    assert!(
        error.contains("6 │     a[i] = u32(f16(i) * 2.0h);\n  │                ^^^^^^"),
        "{error}"
    );
}

/// Modules that naga's validator accepts and that would make naga's own resolution panic.
/// naga types the expressions of overrides and does not check them.
#[test]
fn operands_of_the_wrong_types_are_refused() {
    for (ty, expression) in [
        ("bool", "flag + flag"),
        ("bool", "flag / flag"),
        ("bool", "flag < flag"),
        ("bool", "flag << 1u"),
        ("bool", "flag & (1u == 1u) & flag ^ flag"),
        ("i32", "number & number + i32(flag)"),
    ] {
        let source = format!(
            "override flag = true; override number = 3i; override wrong: {ty} = {expression};
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn main() {{ out[0] = u32(wrong); }}"
        );
        let is_valid = expression.contains('&');
        for options in [open("vulkan1.3", &[]), options("vulkan1.3", &[])] {
            match compile(&source, &options) {
                Ok(_) => assert!(is_valid, "{expression}"),
                Err(error) => assert!(!error.contains("a mistake in Spirula"), "{expression}: {error}"),
            }
        }
    }
}

#[test]
fn overrides_in_circles_are_refused() {
    let source = "
    override a = 1u;
    override b = a + 1u;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(1) fn main() { out[0] = b; }";
    let mut shader = parse::wgsl(source, "a.wgsl").unwrap();
    let last = shader.module.overrides.iter().next_back().unwrap().1.init;
    shader.module.overrides.iter_mut().next().unwrap().1.init = last;
    let mut validator = naga::valid::Validator::new(Default::default(), Default::default());
    let Ok(info) = validator.validate(&shader.module) else {
        return;
    };
    for options in [options("vulkan1.1", &[]), open("vulkan1.1", &[])] {
        let error = setup::compile(&shader.module, &info, &options).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the module is not valid: an override is computed from itself or from a later one"
        );
    }
}

/// GLSL and SPIR-V have the workgroup size as an input; in naga's IR it is an argument.
#[test]
fn the_workgroup_size_that_is_read_is_the_specialized_one() {
    let source = "
    override n = 4u;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(2, n)
    fn main(@builtin(num_workgroups) size: vec3<u32>) { out[0] = size.x + size.y; }";
    let mut shader = parse::wgsl(source, "a.wgsl").unwrap();
    let argument = &mut shader.module.entry_points[0].function.arguments[0];
    argument.binding = Some(naga::Binding::BuiltIn(naga::BuiltIn::WorkGroupSize));
    for target in validate::VULKAN {
        let output = setup::compile(&shader.module, &shader.info, &open(target, &[])).unwrap();
        validate::validate(&output.words, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
        let module = Inspected::new(&output.words);
        let sizes: Vec<_> = module
            .all(Op::CompositeExtract)
            .map(|extract| module.definition(extract.operand_words()[0]))
            .collect();
        assert!(!sizes.is_empty(), "{target}");
        for size in sizes {
            assert_eq!(u32::from(size.opcode), Op::SpecConstantComposite as u32, "{target}");
            let parts = size.operand_words();
            assert!(
                module.is(parts[0], Op::Constant) && module.is(parts[1], Op::SpecConstant),
                "{target}"
            );
        }
    }
}

#[test]
fn long_chains_of_overrides_are_no_deep_recursion() {
    let chain = |ty: &str, add: &str, length: usize| {
        let mut source = format!("override o0: {ty} = {add};\n");
        for at in 1..length {
            source += &format!("override o{at}: {ty} = o{} + {add};\n", at - 1);
        }
        source
            + &format!(
                "@group(0) @binding(0) var<storage, read_write> out: {ty};\n\
                 @compute @workgroup_size(1) fn main() {{ out = o{}; }}",
                length - 1
            )
    };
    let integers = chain("i32", "1", 20_000);
    let output = compile(&integers, &open("vulkan1.1", &[])).unwrap();
    assert_eq!(output.spec_constants.len(), 20_000);
    compile(&integers, &options("vulkan1.1", &[])).unwrap();
    // Each of these is a function.
    compile(&chain("f32", "1.0", 10_000), &open("vulkan1.1", &[])).unwrap();
}

/// naga's front end converts specialization constants to overrides: they survive the round trip.
#[test]
fn specialization_constants_of_spirv_are_overrides() {
    let source = "
    @id(3) override a: u32 = 5u;
    @id(1) override b: f32 = 2.0;
    @group(0) @binding(0) var<storage, read_write> out: array<f32>;
    @compute @workgroup_size(1)
    fn main() { out[a] = b; }";
    let words = valid(source, "vulkan1.1", &open("vulkan1.1", &[])).words;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let module = naga::front::spv::parse_u8_slice(&bytes, &naga::front::spv::Options::default()).unwrap();
    let mut validator = naga::valid::Validator::new(Default::default(), naga::valid::Capabilities::all());
    let info = validator.validate(&module).unwrap();
    let again = setup::compile(&module, &info, &open("vulkan1.1", &[])).unwrap();
    validate::validate(&again.words, "vulkan1.1").unwrap();
    let ids: Vec<_> = again
        .spec_constants
        .iter()
        .map(|constant| (constant.id, constant.default))
        .collect();
    assert_eq!(ids, [(1, Some(2.0)), (3, Some(5.0))]);
    let given = setup::compile(&module, &info, &options("vulkan1.1", &[("3", 6.0)])).unwrap();
    assert_eq!(Inspected::new(&given.words).count(Op::SpecConstant), 0);
}

/// An incoming payload remains that of its entry point when unused variables are removed, even if the payload is
/// unused.
#[test]
fn incoming_payloads_are_kept() {
    let source = "\
enable wgpu_ray_tracing_pipeline;
override scale: u32 = 2u;
struct Unread { value: vec4<f32> }
@group(0) @binding(0) var<uniform> unread: Unread;
@group(0) @binding(1) var scene: acceleration_structure;
var<ray_payload> sent: u32;
var<incoming_ray_payload> of_miss: u32;
var<incoming_ray_payload> of_hit: vec2<u32>;
var<incoming_ray_payload> of_any: u32;
@ray_generation fn launch() {
    traceRay(scene, RayDesc(1u, 0xffu, 0.0, 1.0, vec3<f32>(), vec3<f32>(1.0)), &sent);
}
@miss @incoming_payload(of_miss) fn missed() { of_miss += scale; }
@closest_hit @incoming_payload(of_hit) fn hit() { of_hit.x += scale; }
@any_hit @incoming_payload(of_any) fn passed() {}
";
    for target in ["vulkan1.1spv1.4", "vulkan1.2", "vulkan1.3"] {
        for spec_constants in [false, true] {
            let mut options = options(target, &[("scale", 3.0)]);
            options.spec_constants = spec_constants;
            options.names = true;
            let output = valid(source, target, &options);
            let report = spirula::check::check(&output.words, &options.target);
            assert!(report.is_valid(), "{target}: {report}");
            let module = Inspected::new(&output.words);
            let text = |words: &[u32]| {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                String::from_utf8(bytes.split(|&byte| byte == 0).next().unwrap().to_vec()).unwrap()
            };
            let named = |name: &str| {
                let mut names = module.all(Op::Name);
                let named = names.find(|declared| text(&declared.operand_words()[1..]) == name);
                named.map(|declared| declared.operand_words()[0])
            };
            for (entry, payload) in [("missed", "of_miss"), ("hit", "of_hit"), ("passed", "of_any")] {
                let mut entries = module.all(Op::EntryPoint);
                let listed = entries
                    .find(|listed| text(&listed.operand_words()[2..]) == entry)
                    .unwrap();
                let payload = named(payload).unwrap_or_else(|| panic!("{target}: {payload} is not there"));
                assert!(listed.operand_words().contains(&payload), "{target}: {entry}");
            }
        }
    }
}
