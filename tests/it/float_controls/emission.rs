//! Tests of the written words: which instructions are decorated, which functions have two instances, what is refused,
//! and what is unchanged.

use std::collections::BTreeSet;

use crate::common::inspect::Inspected;
use crate::common::parse::{self, Shader};
use crate::common::setup::{self, Setup};
use crate::common::validate;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use spirula::check::check;
use spirula::{
    EntryControls, EntryPoint, ErrorKind, FastMath, Feature, FloatControls, Rounding, SpecialValues, Target,
};
use spirv::{Decoration, GlslStd450Op, Op};

fn wgsl(source: &str) -> Shader {
    parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"))
}

fn controls(text: &str) -> EntryControls {
    EntryControls::parse(text).unwrap()
}

fn entry(name: &str) -> EntryPoint {
    EntryPoint {
        stage: None,
        name: name.to_owned(),
    }
}

/// The words for a target, accepted by both validators.
fn words(shader: &Shader, target: &str, change: impl FnOnce(&mut FloatControls)) -> Vec<u32> {
    let mut options = Setup::new(Target::parse(target).unwrap());
    change(&mut options.float_controls);
    let output = setup::compile(&shader.module, &shader.info, &options)
        .unwrap_or_else(|error| panic!("{target}: {}", error.emit_to_string("", "test.wgsl")));
    let report = check(&output.words, &options.target);
    assert!(report.is_valid(), "{target}: {report}");
    validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
    output.words
}

fn refusals(shader: &Shader, target: Target, change: impl FnOnce(&mut FloatControls)) -> Vec<ErrorKind> {
    let mut options = Setup::new(target);
    change(&mut options.float_controls);
    let error = setup::compile(&shader.module, &shader.info, &options).expect_err("refused");
    error
        .diagnostics()
        .iter()
        .map(|diagnostic| diagnostic.kind.clone())
        .collect()
}

/// The ids with a decoration.
fn decorated(module: &Inspected<'_>, decoration: Decoration) -> BTreeSet<u32> {
    let all = module.all(Op::Decorate).map(|inst| inst.operand_words());
    all.filter(|operands| operands[1] == decoration as u32)
        .map(|operands| operands[0])
        .collect()
}

/// The results of an opcode.
fn results(module: &Inspected<'_>, op: Op) -> BTreeSet<u32> {
    module.all(op).filter_map(|inst| inst.result()).collect()
}

const SHARED: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
fn helper(x: f32) -> f32 { return x * x + data[1]; }
fn mover(x: f32) -> f32 { return select(x, data[2], x < 1.0); }
@compute @workgroup_size(1) fn older() { data[0] = mover(helper(data[0])); }
@compute @workgroup_size(1) fn newer() { data[0] = mover(helper(data[0])); }
";

/// A function called in both styles has two instances, because the newer style must not have `NoContraction`; a
/// function without float arithmetic has one.
#[test]
fn a_helper_of_both_styles_is_two_instances() {
    let shader = wgsl(SHARED);
    for target in ["vulkan1.1", "vulkan1.1spv1.4", "vulkan1.2", "vulkan1.3", "vulkan1.4"] {
        let words = words(&shader, target, |asked| {
            asked.entry_points = vec![
                (entry("older"), controls("contract=off;f32:nan=preserve")),
                (entry("newer"), controls("f32:fast=contract")),
            ];
        });
        let module = Inspected::new(&words);
        assert_eq!(
            module.count(Op::Function),
            5,
            "{target}: two entry points, two helpers, one mover"
        );
        assert_eq!(module.count(Op::FMul), 2);
        assert_eq!(decorated(&module, Decoration::NoContraction).len(), 2, "{target}");
        assert!(decorated(&module, Decoration::FPFastMathMode).is_empty());
    }
    // Equal float controls for both: one instance.
    let words = words(&shader, "vulkan1.2", |asked| {
        asked.default = controls("contract=off;f32:nan=preserve");
        // Execution modes change no instruction.
        asked.entry_points = vec![(entry("newer"), controls("contract=off;f32:round=rte"))];
    });
    assert_eq!(Inspected::new(&words).count(Op::Function), 4);
}

/// For a named function the newer style uses masks where the older one uses `NoContraction`.
#[test]
fn a_named_function_is_exact_in_both_styles() {
    let shader = wgsl(SHARED);
    let words = words(&shader, "vulkan1.2", |asked| {
        asked.exact_functions.insert("helper".to_owned());
        asked.entry_points = vec![(entry("newer"), controls("f32:fast=nnan+nsz+arcp+contract+reassoc"))];
    });
    let module = Inspected::new(&words);
    let (contracted, masked) = (
        decorated(&module, Decoration::NoContraction),
        decorated(&module, Decoration::FPFastMathMode),
    );
    assert_eq!((contracted.len(), masked.len()), (2, 2));
    for &id in &masked {
        assert_eq!(module.decoration(id, Decoration::FPFastMathMode), Some(&[5][..]));
    }
    let arithmetic: BTreeSet<u32> = &results(&module, Op::FMul) | &results(&module, Op::FAdd);
    assert_eq!(&contracted | &masked, arithmetic);
}

/// Every operation that could be contracted is decorated, and `fma` is not.
#[test]
fn contractible_operations_are_decorated() {
    let shader = wgsl(
        "@group(0) @binding(0) var<storage, read_write> data: array<vec4<f32>>;
@group(0) @binding(1) var<uniform> m: mat4x4<f32>;
@compute @workgroup_size(1) fn main() {
    let a = data[0]; let b = data[1];
    data[2] = fma(a, b, a) + mix(a, b, 0.25) - (m * a) * (a.x % b.x) / -b;
    data[3] = vec4(length(a), distance(a, b), dot(a, b), determinant(m)) + (m * 2.0 * m + m) * normalize(b);
    data[4] = a * m + smoothstep(a, b, data[5]) + min(a, abs(b)) + floor(a) + vec4<f32>(vec4<i32>(a));
}",
    );
    let words = words(&shader, "vulkan1.1", |asked| asked.no_contraction = true);
    let module = Inspected::new(&words);
    let exact = decorated(&module, Decoration::NoContraction);
    let arithmetic = [
        Op::FAdd,
        Op::FSub,
        Op::FMul,
        Op::FDiv,
        Op::FRem,
        Op::FNegate,
        Op::VectorTimesScalar,
        Op::MatrixTimesScalar,
        Op::MatrixTimesVector,
        Op::VectorTimesMatrix,
        Op::MatrixTimesMatrix,
        Op::Dot,
    ];
    let mut expected: BTreeSet<u32> = arithmetic.into_iter().flat_map(|op| results(&module, op)).collect();
    let mut fused = 0;
    for inst in module.all(Op::ExtInst) {
        let op = GlslStd450Op::from_u32(inst.operand_words()[1]).unwrap();
        match op {
            GlslStd450Op::FMix
            | GlslStd450Op::Length
            | GlslStd450Op::Distance
            | GlslStd450Op::Determinant
            | GlslStd450Op::Normalize => {
                expected.insert(inst.result().unwrap());
            }
            GlslStd450Op::Fma => fused += 1,
            _ => {}
        }
    }
    assert_eq!(fused, 1);
    assert_eq!(exact, expected);
}

/// A position passed through memory of the invocation: its operations cannot be identified, so none is contracted.
#[test]
fn an_invariant_position_is_followed_through_memory() {
    let source = "
var<private> hidden: vec4<f32>;
fn compute(p: vec4<f32>) { hidden = p * p + p; }
@vertex fn main(@location(0) p: vec4<f32>) -> @invariant @builtin(position) vec4<f32> { compute(p); return hidden; }
";
    let shader = wgsl(source);
    let ask = |asked: &mut FloatControls| asked.exact_invariant_positions = true;
    let exact = words(&shader, "vulkan1.1", ask);
    assert_eq!(decorated(&Inspected::new(&exact), Decoration::NoContraction).len(), 2);
    // Without the option, or without `@invariant`, nothing changes.
    for (source, asked) in [(source.to_owned(), false), (source.replace("@invariant ", ""), true)] {
        let words = words(&wgsl(&source), "vulkan1.1", |controls| {
            controls.exact_invariant_positions = asked
        });
        assert!(decorated(&Inspected::new(&words), Decoration::NoContraction).is_empty());
    }
}

/// Loop-carried values, and the conditions that select among them, contribute to a position too.
#[test]
fn an_invariant_position_is_followed_through_loops() {
    let shader = wgsl(
        "@vertex fn main(@location(0) p: vec4<f32>, @location(1) q: vec4<f32>) -> @invariant @builtin(position) vec4<f32> {
    var at = p; var other = q; var steps = 0.0;
    while steps + p.x * 2.0 < 4.0 { at = at * q + other; other = other - q; steps = steps + 1.0; }
    var unused = q; unused = unused / q;
    return at;
}",
    );
    let words = words(&shader, "vulkan1.2", |asked| asked.exact_invariant_positions = true);
    let module = Inspected::new(&words);
    let exact = decorated(&module, Decoration::NoContraction);
    let all: BTreeSet<u32> = [Op::FAdd, Op::FSub, Op::FMul]
        .into_iter()
        .flat_map(|op| results(&module, op))
        .collect();
    assert_eq!(exact, all);
    assert!(results(&module, Op::FDiv).is_disjoint(&exact));
}

/// Operations with other invocations cannot be traced.
#[test]
fn an_invariant_position_is_followed_through_subgroups() {
    let shader = wgsl(
        "@vertex fn main(@location(0) p: vec4<f32>) -> @invariant @builtin(position) vec4<f32> {
    let sum = subgroupAdd(p.x * p.y + p.z);
    return vec4(sum);
}",
    );
    let words = words(&shader, "vulkan1.3", |asked| asked.exact_invariant_positions = true);
    assert_eq!(decorated(&Inspected::new(&words), Decoration::NoContraction).len(), 2);
}

/// Controls for an unused width, or without floats in the module, change nothing.
#[test]
fn controls_of_unused_widths_are_dropped() {
    let all = "f16:denorm=flush,round=rtz,nan=preserve;f32:denorm=preserve,round=rte;f64:nan=preserve";
    let integers = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn main() { data[0] = data[1] * data[2]; }";
    let dead = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
fn unused(x: f32) -> f32 { return x * x; }
@compute @workgroup_size(1) fn main() { data[0] = data[1]; }";
    for source in [integers, dead] {
        let shader = wgsl(source);
        let plain = words(&shader, "vulkan1.1", |_| {});
        assert_eq!(
            words(&shader, "vulkan1.1", |asked| asked.default = controls(all)),
            plain
        );
    }
    // `quantizeToF16` and packing to 16-bit floats compute with 32 bits.
    let quantized = wgsl(
        "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(1) fn main() { data[0] = quantizeToF16(data[1]) + f32(pack2x16float(vec2(data[2], data[3]))); }",
    );
    let plain = words(&quantized, "vulkan1.1", |_| {});
    let asked = words(&quantized, "vulkan1.1", |asked| {
        asked.default = controls("f16:round=rtz,denorm=flush")
    });
    assert_eq!(asked, plain);
}

/// One setting for all, others for some entry points; the last of two for one entry point counts.
#[test]
fn an_entry_point_may_have_controls_of_its_own() {
    let words = words(&wgsl(SHARED), "vulkan1.2", |asked| {
        asked.default = controls("f32:round=rte");
        asked.entry_points = vec![
            (entry("newer"), controls("f32:round=rtz")),
            (entry("newer"), controls("f32:denorm=flush")),
        ];
    });
    let module = Inspected::new(&words);
    let modes: Vec<_> = module
        .all(Op::ExecutionMode)
        .map(|mode| mode.operand_words())
        .filter(|operands| (4459..=4463).contains(&operands[1]))
        .map(|operands| (operands[1], operands[2]))
        .collect();
    assert_eq!(modes, [(4462, 32), (4460, 32)]);
}

/// A misspelled name would have no effect, so it is refused.
#[test]
fn names_that_are_not_there_are_refused() {
    let shader = wgsl(SHARED);
    let target = || Target::vulkan(1, 2);
    let kinds = refusals(&shader, target(), |asked| {
        asked.exact_functions.insert("hleper".to_owned());
        asked.entry_points.push((entry("elder"), EntryControls::default()));
    });
    let expected = [
        ErrorKind::EntryPointNotFound {
            stage: None,
            name: "elder".to_owned(),
        },
        ErrorKind::FunctionNotFound {
            name: "hleper".to_owned(),
        },
    ];
    assert_eq!(kinds, expected);
}

/// The requirements of a module include properties.
#[test]
fn properties_are_among_what_is_needed() {
    let shader = wgsl(SHARED);
    let mut options = Setup::new(Target::vulkan(1, 2));
    options.float_controls.default = controls("f32:denorm=flush,nan=preserve");
    let output = setup::compile(&shader.module, &shader.info, &options).unwrap();
    let features: BTreeSet<_> = output.features.iter().map(|used| used.feature).collect();
    let expected = [
        Feature::ShaderDenormFlushToZeroFloat32,
        Feature::ShaderSignedZeroInfNanPreserveFloat32,
    ];
    assert_eq!(features, BTreeSet::from(expected));
}

/// A conversion whose result is only stored needs no property; any other 16-bit result does.
#[test]
fn only_stored_conversions_do_without_the_property() {
    let target = || {
        let target = Target::vulkan(1, 2);
        target.float_property("shaderRoundingModeRTZFloat16", "false").unwrap()
    };
    let shader = |body: &str| {
        wgsl(&format!(
            "enable f16;
@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> halves: array<f16>;
var<private> kept: f16;
@compute @workgroup_size(1) fn main() {{ {body} }}"
        ))
    };
    let ask = |asked: &mut FloatControls| asked.default = controls("f16:round=rtz");
    let mut options = Setup::new(target());
    ask(&mut options.float_controls);
    let stored = shader("halves[0] = f16(source[0]); halves[1] = halves[2];");
    let output = setup::compile(&stored.module, &stored.info, &options).unwrap();
    assert_eq!(
        decorated(&Inspected::new(&output.words), Decoration::FPRoundingMode).len(),
        1
    );
    assert!(check(&output.words, &options.target).is_valid());
    validate::validate(&output.words, "vulkan1.2").unwrap();
    for other in [
        "halves[0] = f16(source[0]) * halves[1];",
        "let x = f16(source[0]); halves[0] = x; halves[1] = x;",
        "kept = f16(source[0]); halves[0] = kept;",
        "halves[0] = f16(u32(source[0]));",
        "halves[0] = sqrt(halves[1]);",
        // The value is also used in `continuing`, so it is stored in a variable too.
        "loop { if source[1] > 0.0 { continue; } let x = f16(source[0]); continuing { halves[0] = x; break if source[2] > 0.0; } }",
    ] {
        let kinds = refusals(&shader(other), target(), ask);
        assert!(
            matches!(&kinds[..], [ErrorKind::Missing(needed)] if needed.name() == "shaderRoundingModeRTZFloat16"),
            "{other}: {kinds:?}"
        );
    }
}

/// naga's validator rejects infinite and NaN literals of 32 and 64 bits; those of 16 bits keep their bits.
#[test]
fn literals_keep_their_bits() {
    let shader = wgsl(
        "enable f16;
@group(0) @binding(0) var<storage, read_write> halves: array<f16>;
@compute @workgroup_size(1) fn main() { halves[0] = 1.5h; halves[1] = 2.5h; halves[2] = -3.5h; }",
    );
    let mut module = shader.module;
    let function = &mut module.entry_points[0].function;
    for (_, expression) in function.expressions.iter_mut() {
        if let naga::Expression::Literal(naga::Literal::F16(value)) = expression {
            let was = value.to_f32();
            *value = 255_u8.into();
            // Greater than the largest 16-bit float.
            *value = *value * *value * *value;
            if was == 2.5 {
                *value = *value - *value;
            } else if was < 0.0 {
                *value = -*value;
            }
        }
    }
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .unwrap();
    let words = words(&Shader { module, info }, "vulkan1.2", |asked| {
        asked.default = controls("f16:nan=preserve")
    });
    let module = Inspected::new(&words);
    let half = *results(&module, Op::TypeFloat).first().unwrap();
    let constants: BTreeSet<u32> = module
        .all(Op::Constant)
        .filter(|constant| constant.result_type() == Some(half))
        .map(|constant| constant.operand_words()[0])
        .collect();
    let nan = |bits: &u32| bits & 0x7C00 == 0x7C00 && bits & 0x3FF != 0;
    assert!(constants.contains(&0x7C00) && constants.contains(&0xFC00) && constants.iter().any(nan));
    assert_eq!(constants.len(), 3, "{constants:x?}");
}

/// A width that only an unused input has is not declared, and has no execution modes.
#[test]
fn inputs_that_nothing_reads_have_no_width() {
    let shader = wgsl(
        "enable f16;
struct Inputs { @location(0) used: f32, @location(1) unread: vec3<f16> }
@fragment fn none(@location(0) unread: f16) {}
@fragment fn member(inputs: Inputs) -> @location(0) vec4<f32> { return vec4(inputs.used * inputs.used); }",
    );
    for spec in ["f16:fast=nsz+arcp;f32:fast=none", "f16:denorm=flush,nan=preserve"] {
        let words = words(&shader, "vulkan1.4", |asked| asked.default = controls(spec));
        let module = Inspected::new(&words);
        let halves = module.all(Op::TypeFloat).filter(|inst| inst.words[2] == 16);
        assert_eq!(halves.count(), 0, "{spec}");
    }
}

/// 16-bit floats that are passed between stages as 32-bit floats make 32 bits a used width.
#[test]
fn halves_between_stages_are_wide_where_the_device_has_none() {
    let shader = wgsl(
        "enable f16;
var<private> any: f16 = 1.5h;
@fragment fn main(@location(0) unread: f32) -> @location(0) vec3<f16> { return inverseSqrt(vec3<f16>(any)); }",
    );
    for (disabled, expected) in [(true, 2), (false, 1)] {
        let mut target = Target::parse("vulkan1.4").unwrap();
        if disabled {
            target = target.disable(Feature::StorageInputOutput16);
        }
        let mut options = Setup::new(target);
        options.float_controls.default = controls("f16:fast=nsz+arcp;f32:fast=none");
        options.self_check = true;
        let output = setup::compile(&shader.module, &shader.info, &options).unwrap();
        let module = Inspected::new(&output.words);
        assert_eq!(module.count(Op::ExecutionModeId), expected);
    }
}

/// Universal targets have no properties; only versions and extensions decide.
#[test]
fn universal_targets_have_both_styles() {
    let shader = wgsl(SHARED);
    for target in ["spv1.0", "spv1.3", "spv1.4", "spv1.6"] {
        let words = words(&shader, target, |asked| {
            asked.default = controls("f32:denorm=flush,nan=preserve")
        });
        let modes = Inspected::new(&words).count(Op::ExecutionMode);
        assert_eq!(modes, 2 * 3, "{target}");
    }
    let newer = |asked: &mut FloatControls| asked.default = controls("f32:fast=none");
    assert_eq!(
        Inspected::new(&words(&shader, "spv1.2", newer)).count(Op::ExecutionModeId),
        2
    );
    let kinds = refusals(&shader, Target::parse("spv1.1").unwrap(), newer);
    assert!(
        matches!(&kinds[..], [ErrorKind::Missing(needed)] if needed.spirv_extension == Some("SPV_KHR_float_controls2"))
    );
}

/// The properties in a profile decide.
#[test]
#[cfg(feature = "profiles")]
fn a_profile_decides() {
    let json = r#"{
        "profiles": { "VP_x": { "api-version": "1.2.0", "capabilities": ["device"] } },
        "capabilities": { "device": {
            "features": { "VkPhysicalDeviceVulkan12Features": { "shaderFloat16": true } },
            "properties": { "VkPhysicalDeviceVulkan12Properties": {
                "shaderRoundingModeRTEFloat16": true, "shaderRoundingModeRTEFloat32": true,
                "roundingModeIndependence": "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE" } }
        } }
    }"#;
    let target = || Target::from_profile(json).unwrap();
    let shader = wgsl(
        "enable f16;
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(1) fn main() { data[0] = f32(f16(data[1]) * f16(data[2])) + data[3]; }",
    );
    let mut options = Setup::new(target());
    options.float_controls.default = controls("f16:round=rte;f32:round=rte");
    setup::compile(&shader.module, &shader.info, &options).unwrap();
    let kinds = refusals(&shader, target(), |asked| {
        asked.default = controls("f32:round=rte,denorm=flush")
    });
    let [ErrorKind::Missing(needed), ErrorKind::Inexpressible { reason, .. }] = &kinds[..] else {
        panic!("{kinds:?}")
    };
    assert_eq!(needed.name(), "shaderDenormFlushToZeroFloat32");
    assert!(reason.contains("VUID-RuntimeSpirv-roundingModeIndependence-06292"));
}

/// Both styles can be combined with a rounding mode.
#[test]
fn rounding_combines_with_either_style() {
    for special_values in [SpecialValues::Preserve, SpecialValues::FastMath(FastMath::NOT_INF)] {
        let words = words(&wgsl(SHARED), "vulkan1.3", |asked| {
            asked.default.f32.special_values = special_values;
            asked.default.f32.rounding = Rounding::TowardZero;
        });
        let module = Inspected::new(&words);
        let modes = module
            .all(Op::ExecutionMode)
            .filter(|mode| mode.operand_words()[1] == 4463);
        assert_eq!(modes.count(), 2);
    }
}

/// Names in controls are looked up in the original module, not in the one whose overrides are resolved.
#[test]
fn controls_name_what_an_entry_point_does_not_reach() {
    let shader = wgsl(
        "override scale: f32 = 2.0;
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
fn unused(x: f32) -> f32 { return x * scale; }
@compute @workgroup_size(1) fn first() { data[0] = data[1] * scale; }
@compute @workgroup_size(1) fn second() { data[0] = data[1] + scale; }",
    );
    for spec_constants in [false, true] {
        let mut options = Setup::new(Target::parse("vulkan1.2").unwrap());
        options.spec_constants = spec_constants;
        options.entry_point = Some(entry("first"));
        let asked = &mut options.float_controls;
        asked.entry_points.push((entry("second"), controls("f32:round=rte")));
        asked.exact_functions.insert("unused".to_owned());
        setup::compile(&shader.module, &shader.info, &options).unwrap();
        options.float_controls.exact_functions.insert("nowhere".to_owned());
        let error = setup::compile(&shader.module, &shader.info, &options).unwrap_err();
        assert_eq!(error.to_string(), "the module has no function `nowhere`");
    }
}
