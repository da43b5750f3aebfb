//! Float controls: execution modes for denormals, rounding and special values, fast-math masks, and decorations on
//! contraction and rounding (SPV_KHR_float_controls, SPV_KHR_float_controls2; Vulkan, Runtime SPIR-V).
//!
//! The target states the device's properties. An unstated property counts as supported; rules on an unstated
//! independence are not checked. `capability` checks the capabilities that modes need.

mod decorations;

use super::Checker;
use super::module::{EntryPoint, Inst, Module, Value};
use super::rule::rules;
use crate::check::message;
use crate::check::message::named;
use crate::target::{Feature, FloatControlsIndependence as Independence, Support};
use hashbrown::HashSet;
use spirv::{Capability, ExecutionMode as Mode};

rules! {
    /// Float controls.
    FloatControls "float-controls" {
        BothDenormals "both-denormals" "SPIR-V §2.16.1":
            "no entry point has DenormPreserve and DenormFlushToZero for one width" [ours:
            "DenormPreserve, DenormFlushToZero: must not be used with the other for the same target width"];
        BothRoundings "both-roundings" "SPIR-V §2.16.1":
            "no entry point has RoundingModeRTE and RoundingModeRTZ for one width" [ours:
            "RoundingModeRTE, RoundingModeRTZ: must not be used with the other for the same target width"];
        Repeated "repeated" "SPIR-V §2.16.1":
            "no entry point has one of the modes twice for one width";
        Width "width" "SPIR-V §3.6 DenormPreserve":
            "the modes are for widths of 16, 32 or 64 bits" [ours:
            "Target Width is the width of a floating-point type that the mode affects; there are 16, 32 and 64"];
        Preserved16 "preserved-16" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat16-06293" "Vulkan, Runtime SPIR-V":
            "SignedZeroInfNanPreserve 16 needs shaderSignedZeroInfNanPreserveFloat16" [ours];
        Preserved32 "preserved-32" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat32-06294" "Vulkan, Runtime SPIR-V":
            "SignedZeroInfNanPreserve 32 needs shaderSignedZeroInfNanPreserveFloat32" [ours];
        Preserved64 "preserved-64" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat64-06295" "Vulkan, Runtime SPIR-V":
            "SignedZeroInfNanPreserve 64 needs shaderSignedZeroInfNanPreserveFloat64" [ours];
        DenormPreserve16 "denorm-preserve-16" vuid "VUID-RuntimeSpirv-shaderDenormPreserveFloat16-06296" "Vulkan, Runtime SPIR-V":
            "DenormPreserve 16 needs shaderDenormPreserveFloat16" [ours];
        DenormPreserve32 "denorm-preserve-32" vuid "VUID-RuntimeSpirv-shaderDenormPreserveFloat32-06297" "Vulkan, Runtime SPIR-V":
            "DenormPreserve 32 needs shaderDenormPreserveFloat32" [ours];
        DenormPreserve64 "denorm-preserve-64" vuid "VUID-RuntimeSpirv-shaderDenormPreserveFloat64-06298" "Vulkan, Runtime SPIR-V":
            "DenormPreserve 64 needs shaderDenormPreserveFloat64" [ours];
        DenormFlush16 "denorm-flush-16" vuid "VUID-RuntimeSpirv-shaderDenormFlushToZeroFloat16-06299" "Vulkan, Runtime SPIR-V":
            "DenormFlushToZero 16 needs shaderDenormFlushToZeroFloat16" [ours];
        DenormFlush32 "denorm-flush-32" vuid "VUID-RuntimeSpirv-shaderDenormFlushToZeroFloat32-06300" "Vulkan, Runtime SPIR-V":
            "DenormFlushToZero 32 needs shaderDenormFlushToZeroFloat32" [ours];
        DenormFlush64 "denorm-flush-64" vuid "VUID-RuntimeSpirv-shaderDenormFlushToZeroFloat64-06301" "Vulkan, Runtime SPIR-V":
            "DenormFlushToZero 64 needs shaderDenormFlushToZeroFloat64" [ours];
        NearestEven16 "nearest-even-16" vuid "VUID-RuntimeSpirv-shaderRoundingModeRTEFloat16-06302" "Vulkan, Runtime SPIR-V":
            "RoundingModeRTE 16 needs shaderRoundingModeRTEFloat16" [ours];
        NearestEven32 "nearest-even-32" vuid "VUID-RuntimeSpirv-shaderRoundingModeRTEFloat32-06303" "Vulkan, Runtime SPIR-V":
            "RoundingModeRTE 32 needs shaderRoundingModeRTEFloat32" [ours];
        NearestEven64 "nearest-even-64" vuid "VUID-RuntimeSpirv-shaderRoundingModeRTEFloat64-06304" "Vulkan, Runtime SPIR-V":
            "RoundingModeRTE 64 needs shaderRoundingModeRTEFloat64" [ours];
        TowardZero16 "toward-zero-16" vuid "VUID-RuntimeSpirv-shaderRoundingModeRTZFloat16-06305" "Vulkan, Runtime SPIR-V":
            "RoundingModeRTZ 16 needs shaderRoundingModeRTZFloat16" [ours];
        TowardZero32 "toward-zero-32" vuid "VUID-RuntimeSpirv-shaderRoundingModeRTZFloat32-06306" "Vulkan, Runtime SPIR-V":
            "RoundingModeRTZ 32 needs shaderRoundingModeRTZFloat32" [ours];
        TowardZero64 "toward-zero-64" vuid "VUID-RuntimeSpirv-shaderRoundingModeRTZFloat64-06307" "Vulkan, Runtime SPIR-V":
            "RoundingModeRTZ 64 needs shaderRoundingModeRTZFloat64" [ours];
        Denormals32Only "denormals-32-only" vuid "VUID-RuntimeSpirv-denormBehaviorIndependence-06289" "Vulkan, Runtime SPIR-V":
            "16 and 64 bits handle denormals alike where denormBehaviorIndependence is 32_BIT_ONLY"
            (decides "widths that a setting names or a float type has; one without a setting differs from one that has it") [ours];
        DenormalsAlike "denormals-alike" vuid "VUID-RuntimeSpirv-denormBehaviorIndependence-06290" "Vulkan, Runtime SPIR-V":
            "all widths handle denormals alike where denormBehaviorIndependence is NONE"
            (decides "widths that a setting names or a float type has; one without a setting differs from one that has it") [ours];
        Rounding32Only "rounding-32-only" vuid "VUID-RuntimeSpirv-roundingModeIndependence-06291" "Vulkan, Runtime SPIR-V":
            "16 and 64 bits round alike where roundingModeIndependence is 32_BIT_ONLY"
            (decides "widths that a setting names or a float type has; one without a setting differs from one that has it") [ours];
        RoundingAlike "rounding-alike" vuid "VUID-RuntimeSpirv-roundingModeIndependence-06292" "Vulkan, Runtime SPIR-V":
            "all widths round alike where roundingModeIndependence is NONE"
            (decides "widths that a setting names or a float type has; one without a setting differs from one that has it") [ours];
        BothStyles "both-styles" "SPV_KHR_float_controls2, Universal Validation Rules":
            "no entry point has FPFastMathDefault and SignedZeroInfNanPreserve";
        ContractionOff "contraction-off" "SPV_KHR_float_controls2, Universal Validation Rules":
            "no entry point has FPFastMathDefault and ContractionOff";
        NoContraction "no-contraction" "SPV_KHR_float_controls2, Universal Validation Rules":
            "no instruction that an entry point with FPFastMathDefault reaches is decorated NoContraction";
        FastReached "fast-reached" "SPV_KHR_float_controls2, Universal Validation Rules":
            "neither the default mask of an entry point with FPFastMathDefault nor a mask on an instruction that it reaches has Fast";
        BothDecorations "both-decorations" "SPV_KHR_float_controls2, Universal Validation Rules":
            "no instruction is decorated NoContraction and FPFastMathMode";
        Transform "transform" "SPV_KHR_float_controls2, Universal Validation Rules":
            "a mask with AllowTransform has AllowContract and AllowReassoc";
        MaskTarget "mask-target" "SPV_KHR_float_controls2, FP Fast Math Mode":
            "FPFastMathMode decorates instructions that use floats" [ours:
            "Only valid on: all core instructions which use any floating-point type for either operands or result; OpExtInst, where expressly permitted"];
        MaskBits "mask-bits" "SPV_KHR_float_controls2, FP Fast Math Mode":
            "a mask has only bits of FP Fast Math Mode";
        DefaultTarget "default-target" "SPV_KHR_float_controls2, FPFastMathDefault":
            "the target of FPFastMathDefault is a scalar float type";
        DefaultMask "default-mask" "SPV_KHR_float_controls2, FPFastMathDefault":
            "the mask of FPFastMathDefault is a 32-bit integer constant that cannot be specialized";
        DefaultRepeated "default-repeated" "SPV_KHR_float_controls2, FPFastMathDefault":
            "an entry point has FPFastMathDefault once a type";
        Default16 "default-16" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat16-09559" "Vulkan, Runtime SPIR-V":
            "a default mask of 16 bits has NSZ, NotInf and NotNaN where shaderSignedZeroInfNanPreserveFloat16 is missing; the absence of one beside others is a mask of nothing" [ours];
        Default32 "default-32" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat32-09561" "Vulkan, Runtime SPIR-V":
            "a default mask of 32 bits has NSZ, NotInf and NotNaN where shaderSignedZeroInfNanPreserveFloat32 is missing; the absence of one beside others is a mask of nothing" [ours];
        Default64 "default-64" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat64-09563" "Vulkan, Runtime SPIR-V":
            "a default mask of 64 bits has NSZ, NotInf and NotNaN where shaderSignedZeroInfNanPreserveFloat64 is missing; the absence of one beside others is a mask of nothing" [ours];
        Decorated16 "decorated-16" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat16-09560" "Vulkan, Runtime SPIR-V":
            "a mask on an instruction with floats of 16 bits has NSZ, NotInf and NotNaN where shaderSignedZeroInfNanPreserveFloat16 is missing" [ours];
        Decorated32 "decorated-32" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat32-09562" "Vulkan, Runtime SPIR-V":
            "a mask on an instruction with floats of 32 bits has NSZ, NotInf and NotNaN where shaderSignedZeroInfNanPreserveFloat32 is missing" [ours];
        Decorated64 "decorated-64" vuid "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat64-09564" "Vulkan, Runtime SPIR-V":
            "a mask on an instruction with floats of 64 bits has NSZ, NotInf and NotNaN where shaderSignedZeroInfNanPreserveFloat64 is missing" [ours];
        MaskCapability "mask-capability" "SPIR-V §3.20 FPFastMathMode":
            "FPFastMathMode needs the capability FloatControls2, or Kernel";
        Feature "feature" "Vulkan, Capabilities":
            "the capability FloatControls2 needs the feature shaderFloatControls2" [ours:
            "The table of capabilities has FloatControls2 with shaderFloatControls2"];
        RoundingMode "rounding-mode" vuid "VUID-StandaloneSpirv-FPRoundingMode-04675" "Vulkan, Standalone SPIR-V":
            "FPRoundingMode is RTE or RTZ";
        RoundingUse "rounding-use" "SPIR-V §2.16.2":
            "in shaders FPRoundingMode decorates an OpFConvert that is stored to 16-bit floats in memory and nothing else";
    }
}

/// All defined bits of a mask except `Fast`.
const BITS: u32 = 0x7_000F;
const FAST: u32 = 0x10;
/// `NotNaN`, `NotInf` and `NSZ`.
const ASSUMED: u32 = 7;
const ALLOW_TRANSFORM: u32 = 0x4_0000;
/// `AllowContract` and `AllowReassoc`.
const TRANSFORM_NEEDS: u32 = 0x3_0000;

/// The index of a width in tables by width: 16, 32, 64 bits.
const fn index_of_width(width: u32) -> Option<usize> {
    match width {
        16 => Some(0),
        32 => Some(1),
        64 => Some(2),
        _ => None,
    }
}

/// The float-control modes of an entry point.
#[derive(Default)]
struct Found {
    /// For each width the mode and its instruction.
    denormals: [Option<(Mode, Inst)>; 3],
    rounding: [Option<(Mode, Inst)>; 3],
    preserved: Option<Inst>,
    contraction_off: bool,
    /// The first FPFastMathDefault, and the widths that have one.
    default: Option<Inst>,
    masked: [bool; 3],
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let declared = declared_widths(module);
    let mut newer = Vec::new();
    // Several entry points may share one function and its modes.
    for entry in module.entry_points.iter().filter(|entry| entry.is_first) {
        if module.modes(entry.function).next().is_some() {
            let found = modes(cx, entry);
            independence(cx, &found, declared);
            styles(cx, &found, declared);
            if found.default.is_some() {
                newer.push(entry.function);
            }
        }
    }
    let reached = match newer.is_empty() {
        true => Vec::new(),
        false => module.reached_from(&mut newer.into_iter()),
    };
    decorations::run(cx, &reached);
    feature(cx);
}

/// The widths of the float types that the module declares.
fn declared_widths(module: &Module<'_>) -> [bool; 3] {
    let mut declared = [false; 3];
    for ty in module.types.iter().filter(|ty| ty.is_float()) {
        if let Some(declared) = index_of_width(ty.width()).and_then(|index| declared.get_mut(index)) {
            *declared = true;
        }
    }
    declared
}

/// Reads the modes of an entry point, and checks each on its own.
fn modes(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>) -> Found {
    let module = cx.module;
    let mut found = Found::default();
    let mut seen = HashSet::new();
    let mut targets = HashSet::new();
    for inst in module.modes(entry.function) {
        let Some(mode) = Mode::from_u32(module.operand(inst, 1)) else {
            continue;
        };
        match mode {
            Mode::ContractionOff => found.contraction_off = true,
            Mode::FPFastMathDefault => {
                default(cx, inst, &mut found);
                if !targets.insert(module.operand(inst, 2)) {
                    cx.violate(
                        FloatControls::DefaultRepeated,
                        inst,
                        format_args!(
                            "the entry point has an FPFastMathDefault for {} already",
                            module.show(module.operand(inst, 2))
                        ),
                    );
                }
            }
            Mode::DenormPreserve
            | Mode::DenormFlushToZero
            | Mode::SignedZeroInfNanPreserve
            | Mode::RoundingModeRTE
            | Mode::RoundingModeRTZ => {
                let width = module.operand(inst, 2);
                if !seen.insert((mode as u32, width)) {
                    cx.violate(
                        FloatControls::Repeated,
                        inst,
                        format_args!("the entry point has {mode} {width} already", mode = named(mode)),
                    );
                }
                older(cx, inst, mode, width, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Checks a mode of SPV_KHR_float_controls, which has a width.
fn older(cx: &mut Checker<'_, '_>, inst: &Inst, mode: Mode, width: u32, found: &mut Found) {
    use FloatControls as F;
    if mode == Mode::SignedZeroInfNanPreserve {
        found.preserved.get_or_insert(*inst);
    }
    let Some(index) = index_of_width(width) else {
        return cx.violate(
            F::Width,
            inst,
            format_args!("{mode} is for {width} bits", mode = named(mode)),
        );
    };
    let (other, rule) = match mode {
        Mode::DenormPreserve | Mode::DenormFlushToZero => (found.denormals.get_mut(index), F::BothDenormals),
        Mode::RoundingModeRTE | Mode::RoundingModeRTZ => (found.rounding.get_mut(index), F::BothRoundings),
        _ => (None, F::Width),
    };
    match other {
        Some(&mut Some((other, _))) if other != mode => {
            cx.violate(
                rule,
                inst,
                format_args!("the entry point has {other} {width} too", other = named(other)),
            );
        }
        Some(other @ None) => *other = Some((mode, *inst)),
        _ => {}
    }
    let table = match mode {
        Mode::SignedZeroInfNanPreserve => [F::Preserved16, F::Preserved32, F::Preserved64],
        Mode::DenormPreserve => [F::DenormPreserve16, F::DenormPreserve32, F::DenormPreserve64],
        Mode::DenormFlushToZero => [F::DenormFlush16, F::DenormFlush32, F::DenormFlush64],
        Mode::RoundingModeRTE => [F::NearestEven16, F::NearestEven32, F::NearestEven64],
        _ => [F::TowardZero16, F::TowardZero32, F::TowardZero64],
    };
    if let (Some(&rule), Some(feature)) = (table.get(index), property(mode, index))
        && lacks(cx, feature)
    {
        cx.violate(rule, inst, format_args!("the device's {feature} is false"));
    }
}

/// The property that a mode needs for a width.
fn property(mode: Mode, index: usize) -> Option<Feature> {
    use Feature as F;
    let table = match mode {
        Mode::SignedZeroInfNanPreserve => [
            F::ShaderSignedZeroInfNanPreserveFloat16,
            F::ShaderSignedZeroInfNanPreserveFloat32,
            F::ShaderSignedZeroInfNanPreserveFloat64,
        ],
        Mode::DenormPreserve => [
            F::ShaderDenormPreserveFloat16,
            F::ShaderDenormPreserveFloat32,
            F::ShaderDenormPreserveFloat64,
        ],
        Mode::DenormFlushToZero => [
            F::ShaderDenormFlushToZeroFloat16,
            F::ShaderDenormFlushToZeroFloat32,
            F::ShaderDenormFlushToZeroFloat64,
        ],
        Mode::RoundingModeRTE => [
            F::ShaderRoundingModeRTEFloat16,
            F::ShaderRoundingModeRTEFloat32,
            F::ShaderRoundingModeRTEFloat64,
        ],
        Mode::RoundingModeRTZ => [
            F::ShaderRoundingModeRTZFloat16,
            F::ShaderRoundingModeRTZFloat32,
            F::ShaderRoundingModeRTZFloat64,
        ],
        _ => return None,
    };
    table.get(index).copied()
}

fn lacks(cx: &Checker<'_, '_>, feature: Feature) -> bool {
    cx.target.is_vulkan() && cx.target.feature(feature) == Support::Unavailable
}

/// Whether the device lacks the property for preserving special values, so that masks must exclude these values.
fn lacks_preservation(cx: &Checker<'_, '_>, index: usize) -> bool {
    property(Mode::SignedZeroInfNanPreserve, index).is_some_and(|feature| lacks(cx, feature))
}

/// Checks an `FPFastMathDefault`.
fn default(cx: &mut Checker<'_, '_>, inst: &Inst, found: &mut Found) {
    use FloatControls as F;
    let module = cx.module;
    found.default.get_or_insert(*inst);
    let target = module.operand(inst, 2);
    let ty = module.ty(target).filter(|ty| ty.is_float());
    if ty.is_none() {
        cx.violate(
            F::DefaultTarget,
            inst,
            format_args!("{} is no scalar float type", module.show(target)),
        );
    }
    let index = ty.and_then(|ty| index_of_width(ty.width()));
    if let Some(masked) = index.and_then(|index| found.masked.get_mut(index)) {
        *masked = true;
    }
    let Some(bits) = default_mask(module, module.operand(inst, 3)) else {
        let mask = module.show(module.operand(inst, 3));
        return cx.violate(
            F::DefaultMask,
            inst,
            format_args!("the mask {mask} is no constant 32-bit integer"),
        );
    };
    if bits & FAST != 0 {
        cx.violate(
            F::FastReached,
            inst,
            format_args!("the mask is {bits}", bits = message::fast_math(bits)),
        );
    }
    mask_bits(cx, inst, bits);
    if let Some(index) = index {
        assumes(cx, inst, index, bits);
    }
}

/// The value of a 32-bit constant mask that cannot be specialized.
fn default_mask(module: &Module<'_>, id: u32) -> Option<u32> {
    let constant = module.constant(id).filter(|constant| !constant.specialized)?;
    let is_int32 = module.ty(constant.ty)?.is_int32();
    match constant.value {
        Value::Scalar(bits) if is_int32 => Some(bits as u32),
        Value::Null if is_int32 => Some(0),
        _ => None,
    }
}

/// Checks the rules for all masks.
fn mask_bits(cx: &mut Checker<'_, '_>, inst: &Inst, bits: u32) {
    if bits & !(BITS | FAST) != 0 {
        cx.violate(
            FloatControls::MaskBits,
            inst,
            format_args!("the mask is {bits}", bits = message::fast_math(bits)),
        );
    }
    if bits & ALLOW_TRANSFORM != 0 && bits & TRANSFORM_NEEDS != TRANSFORM_NEEDS {
        cx.violate(
            FloatControls::Transform,
            inst,
            format_args!("the mask is {bits}", bits = message::fast_math(bits)),
        );
    }
}

/// Checks the default mask of a width; a width without one, while others have one, has an empty mask.
fn assumes(cx: &mut Checker<'_, '_>, inst: &Inst, index: usize, bits: u32) {
    use FloatControls as F;
    if bits & ASSUMED != ASSUMED && lacks_preservation(cx, index) {
        if let Some(&rule) = [F::Default16, F::Default32, F::Default64].get(index) {
            cx.violate(
                rule,
                inst,
                format_args!("the mask of the width is {bits}", bits = message::fast_math(bits)),
            );
        }
    }
}

/// Checks for settings that differ between widths although the device has a common setting.
fn independence(cx: &mut Checker<'_, '_>, found: &Found, declared: [bool; 3]) {
    use FloatControls as F;
    if !cx.target.is_vulkan() {
        return;
    }
    let limits = cx.target.limits();
    let cases = [
        (
            limits.denorm_behavior_independence,
            &found.denormals,
            [F::Denormals32Only, F::DenormalsAlike],
        ),
        (
            limits.rounding_mode_independence,
            &found.rounding,
            [F::Rounding32Only, F::RoundingAlike],
        ),
    ];
    for (independence, settings, [only_32, alike]) in cases {
        let (rule, indices) = match independence {
            Some(Independence::Only32Bit) => (only_32, &[0, 2][..]),
            Some(Independence::None) => (alike, &[0, 1, 2][..]),
            Some(Independence::All) | None => continue,
        };
        let mode = |index: usize| settings.get(index).copied().flatten();
        let counts = |index: &&usize| mode(**index).is_some() || declared.get(**index).is_some_and(|&is| is);
        let mut modes = indices
            .iter()
            .filter(counts)
            .map(|&index| mode(index).map(|(mode, _)| mode));
        let first = modes.next();
        let differ = first.is_some_and(|first| modes.any(|mode| mode != first));
        let one = indices.iter().find_map(|&index| mode(index));
        if let (true, Some((_, inst))) = (differ, one) {
            cx.violate(rule, &inst, format_args!("the entry point's settings differ"));
        }
    }
}

/// Checks for modes that exclude FPFastMathDefault.
fn styles(cx: &mut Checker<'_, '_>, found: &Found, declared: [bool; 3]) {
    let Some(default) = found.default else { return };
    if found.preserved.is_some() {
        cx.violate(
            FloatControls::BothStyles,
            &default,
            format_args!("the entry point has SignedZeroInfNanPreserve too"),
        );
    }
    if found.contraction_off {
        cx.violate(
            FloatControls::ContractionOff,
            &default,
            format_args!("the entry point has ContractionOff too"),
        );
    }
    for (index, (declared, masked)) in declared.into_iter().zip(found.masked).enumerate() {
        if declared && !masked {
            assumes(cx, &default, index, 0);
        }
    }
}

/// Checks the capability FloatControls2 on a target without the feature.
fn feature(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if cx.target.is_vulkan() && cx.target.feature(Feature::ShaderFloatControls2) == Support::Unavailable {
        for &(capability, inst) in &module.declared_capabilities {
            if capability == Capability::FloatControls2 as u32 {
                if let Some(inst) = module.inst(inst) {
                    cx.violate(
                        FloatControls::Feature,
                        inst,
                        format_args!("the target does not have the feature"),
                    );
                }
            }
        }
    }
}
