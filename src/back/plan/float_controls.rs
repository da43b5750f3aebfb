//! Float controls: compares the options with the device's properties, and decides the execution modes and float style
//! of each entry point.
//!
//! In this order: settings for widths that the module does not use are dropped; an entry point has one style;
//! properties; independence. All refusals about float controls come from here, except those of the capability
//! `FloatControls2`. Sources: SPV_KHR_float_controls, SPV_KHR_float_controls2, Vulkan "Runtime SPIR-V".

use super::entry_points::{function_span, missing};
use super::float_style::{FloatStyle, WIDTHS, Widths, without_contraction};
use super::{FunctionRef, Plan};
use crate::back::request::Request;
use crate::error::{Diagnostic, ErrorKind};
use crate::options::{Denormals, FastMath, Rounding, SpecialValues, WidthControls};
use crate::target::{Feature, FloatControlsIndependence as Independence, Support, Target};
use alloc::string::String;
use naga::{EntryPoint, Module, Span};
use spirv::Capability;

/// The execution modes of an entry point, by width: 16, 32 and 64 bits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FloatModes {
    pub(crate) denormals: [Denormals; 3],
    pub(crate) rounding: [Rounding; 3],
    pub(crate) preserved: [bool; 3],
    /// The default masks of `FPFastMathDefault`; all `None` in the older style.
    pub(crate) fast_math: [Option<FastMath>; 3],
}

/// The device property that a setting needs, with the rule that requires it.
struct Property {
    /// The property as the only alternative, for `need_feature`.
    features: &'static [Feature; 1],
    rule: &'static str,
}

macro_rules! property {
    ($name:ident [$($feature:ident $rule:literal),*]) => {
        const $name: [Property; 3] = [$(Property {
            features: &[Feature::$feature],
            rule: concat!("VUID-RuntimeSpirv-", $rule),
        }),*];
    };
}

property!(PRESERVED [
    ShaderSignedZeroInfNanPreserveFloat16 "shaderSignedZeroInfNanPreserveFloat16-06293",
    ShaderSignedZeroInfNanPreserveFloat32 "shaderSignedZeroInfNanPreserveFloat32-06294",
    ShaderSignedZeroInfNanPreserveFloat64 "shaderSignedZeroInfNanPreserveFloat64-06295"
]);
property!(DENORM_PRESERVE [
    ShaderDenormPreserveFloat16 "shaderDenormPreserveFloat16-06296",
    ShaderDenormPreserveFloat32 "shaderDenormPreserveFloat32-06297",
    ShaderDenormPreserveFloat64 "shaderDenormPreserveFloat64-06298"
]);
property!(DENORM_FLUSH [
    ShaderDenormFlushToZeroFloat16 "shaderDenormFlushToZeroFloat16-06299",
    ShaderDenormFlushToZeroFloat32 "shaderDenormFlushToZeroFloat32-06300",
    ShaderDenormFlushToZeroFloat64 "shaderDenormFlushToZeroFloat64-06301"
]);
property!(TO_NEAREST_EVEN [
    ShaderRoundingModeRTEFloat16 "shaderRoundingModeRTEFloat16-06302",
    ShaderRoundingModeRTEFloat32 "shaderRoundingModeRTEFloat32-06303",
    ShaderRoundingModeRTEFloat64 "shaderRoundingModeRTEFloat64-06304"
]);
property!(TOWARD_ZERO [
    ShaderRoundingModeRTZFloat16 "shaderRoundingModeRTZFloat16-06305",
    ShaderRoundingModeRTZFloat32 "shaderRoundingModeRTZFloat32-06306",
    ShaderRoundingModeRTZFloat64 "shaderRoundingModeRTZFloat64-06307"
]);
property!(MASKED [
    ShaderSignedZeroInfNanPreserveFloat16 "shaderSignedZeroInfNanPreserveFloat16-09559",
    ShaderSignedZeroInfNanPreserveFloat32 "shaderSignedZeroInfNanPreserveFloat32-09561",
    ShaderSignedZeroInfNanPreserveFloat64 "shaderSignedZeroInfNanPreserveFloat64-09563"
]);

/// The flags that a device may assume without the property: NotNaN, NotInf and NSZ.
const ASSUMED: FastMath = match FastMath::from_bits(7) {
    Some(mask) => mask,
    None => FastMath::NONE,
};

/// The entry point whose controls are checked.
#[derive(Clone, Copy)]
struct EntryCheck<'a> {
    target: &'a Target,
    entry: &'a EntryPoint,
    span: Span,
}

impl Plan {
    /// Decides the modes and the style of every selected entry point.
    #[cold]
    pub(super) fn plan_float_controls(&mut self, shader: &Module, module: &Module, options: &Request<'_>) {
        self.find_named(shader, options);
        let mut used = self.float_sweep.used;
        for (handle, global) in module.global_variables.iter() {
            if self.is_live(handle) {
                used = used.union(self.float_sweep.widths_of(global.ty));
            }
        }
        for at in 0..self.entry_points.len() {
            let index = self.entry_points[at].index;
            let entry = &module.entry_points[index];
            // If the controls of several entry points match, the last ones count.
            let asked = &options.float_controls;
            let mut latest_first = asked.entry_points.iter().rev();
            let own = latest_first.find(|(wanted, _)| wanted.is_of(entry));
            let controls = own.map_or(asked.default, |&(_, controls)| controls);
            let no_contraction = controls.no_contraction || asked.no_contraction;
            let check = EntryCheck {
                target: options.target,
                entry,
                span: function_span(&entry.function),
            };
            let mut widths = [controls.f16, controls.f32, controls.f64];
            for (width, controls) in widths.iter_mut().enumerate() {
                if !used.has(width) {
                    *controls = WidthControls::default();
                }
            }
            let uses = self.functions.of(FunctionRef::EntryPoint(index)).float_uses;
            let is_half_free = uses.half_stores && !uses.rounds_half;
            let Some((modes, style)) = self.judge(check, widths, used, (no_contraction, is_half_free)) else {
                continue;
            };
            let entry = &mut self.entry_points[at];
            entry.float_modes = modes;
            entry.context.floats = style;
        }
    }

    /// The modes and the style of an entry point; `None` if it is refused.
    fn judge(
        &mut self,
        check: EntryCheck<'_>,
        widths: [WidthControls; 3],
        used: Widths,
        (no_contraction, is_half_free): (bool, bool),
    ) -> Option<(FloatModes, FloatStyle)> {
        let before = self.requirements.refusals.len();
        let mut modes = FloatModes {
            denormals: widths.map(|width| width.denormals),
            rounding: widths.map(|width| width.rounding),
            preserved: widths.map(|width| width.special_values == SpecialValues::Preserve),
            fast_math: [None; 3],
        };
        let masks = widths.map(|width| match width.special_values {
            SpecialValues::FastMath(mask) => Some(mask),
            SpecialValues::Unspecified | SpecialValues::Preserve => None,
        });
        let half_stores = modes.rounding[0];
        // A conversion that is only stored is decorated with its rounding, which needs no property.
        if is_half_free && rounding_property(half_stores, 0).is_some_and(|property| check.lacks(property)) {
            modes.rounding[0] = Rounding::Unspecified;
        }
        let is_newer = masks.iter().any(Option::is_some);
        if is_newer && modes.preserved.contains(&true) {
            self.refuse_controls(
                check,
                "an entry point with SignedZeroInfNanPreserve at one width and FPFastMathDefault at another",
                "the two styles exclude each other (SPV_KHR_float_controls2, universal validation rules)",
            );
        }
        for mask in masks.into_iter().flatten() {
            if mask.contains(FastMath::ALLOW_TRANSFORM)
                && !mask.contains(FastMath::ALLOW_CONTRACT | FastMath::ALLOW_REASSOCIATE)
            {
                self.refuse_controls(
                    check,
                    "AllowTransform without AllowContract and AllowReassoc",
                    "the one includes the others (SPV_KHR_float_controls2, universal validation rules)",
                );
            }
        }
        let mut style = FloatStyle::of_modes(modes.preserved, no_contraction);
        if is_newer {
            self.need(Capability::FloatControls2, check.span);
            let masks = masks.map(|mask| {
                // `FPFastMathDefault` for one width implies the mask None for the others: unspecified widths get all
                // flags.
                let mask = mask.unwrap_or(FastMath::ALL);
                if no_contraction {
                    without_contraction(mask)
                } else {
                    mask
                }
            });
            style = FloatStyle::of_masks(masks);
            for (index, (default, mask)) in modes.fast_math.iter_mut().zip(masks).enumerate() {
                *default = used.has(index).then_some(mask);
            }
        }
        style.half_stores = half_stores;
        self.judge_properties(check, &modes);
        self.judge_independence(check, &modes, used);
        if self.requirements.refusals.len() > before {
            return None;
        }
        self.need_modes(check.span, &modes);
        Some((modes, style))
    }

    /// Refuses settings that the device's properties exclude.
    fn judge_properties(&mut self, check: EntryCheck<'_>, modes: &FloatModes) {
        for width in 0..WIDTHS.len() {
            let denormals = match modes.denormals[width] {
                Denormals::Unspecified => None,
                Denormals::Preserve => Some(&DENORM_PRESERVE[width]),
                Denormals::FlushToZero => Some(&DENORM_FLUSH[width]),
            };
            let preserved = modes.preserved[width].then_some(&PRESERVED[width]);
            let masked = modes.fast_math[width].filter(|mask| !mask.contains(ASSUMED));
            let needed = [
                preserved,
                denormals,
                rounding_property(modes.rounding[width], width),
                masked.map(|_| &MASKED[width]),
            ];
            for property in needed.into_iter().flatten() {
                if check.lacks(property) {
                    let requirement = check.target.feature_requirement(property.features[0]);
                    let diagnostic = Diagnostic::new(ErrorKind::Missing(requirement), check.span)
                        .with_note(property.rule)
                        .with_note(check.note());
                    self.requirements.refusals.push(diagnostic);
                } else if check.target.is_vulkan() {
                    self.need_feature(property.features, check.span);
                }
            }
        }
    }

    /// Refuses settings that differ between widths where the device has one setting for them. An unspecified setting
    /// differs from a specified one, unless the module has no floats of that width.
    fn judge_independence(&mut self, check: EntryCheck<'_>, modes: &FloatModes, used: Widths) {
        if !check.target.is_vulkan() {
            return;
        }
        let (all_differ, two_differ) = differences(&modes.denormals, used);
        match self.limits.target.denorm_behavior_independence {
            Some(Independence::Only32Bit) if two_differ => self.refuse_controls(
                check,
                "handling denormals of 16 bits otherwise than those of 64 bits",
                "the device's denormBehaviorIndependence is 32_BIT_ONLY \
                 (VUID-RuntimeSpirv-denormBehaviorIndependence-06289)",
            ),
            Some(Independence::None) if all_differ => self.refuse_controls(
                check,
                "handling denormals of one width otherwise than those of another",
                "the device's denormBehaviorIndependence is NONE (VUID-RuntimeSpirv-denormBehaviorIndependence-06290)",
            ),
            Some(_) | None => {}
        }
        let (all_differ, two_differ) = differences(&modes.rounding, used);
        match self.limits.target.rounding_mode_independence {
            Some(Independence::Only32Bit) if two_differ => self.refuse_controls(
                check,
                "rounding 16 bits otherwise than 64 bits",
                "the device's roundingModeIndependence is 32_BIT_ONLY \
                 (VUID-RuntimeSpirv-roundingModeIndependence-06291)",
            ),
            Some(Independence::None) if all_differ => self.refuse_controls(
                check,
                "rounding one width otherwise than another",
                "the device's roundingModeIndependence is NONE (VUID-RuntimeSpirv-roundingModeIndependence-06292)",
            ),
            Some(_) | None => {}
        }
    }

    #[cold]
    fn refuse_controls(&mut self, check: EntryCheck<'_>, what: &'static str, reason: &'static str) {
        let kind = ErrorKind::Inexpressible { what, reason };
        self.requirements
            .refusals
            .push(Diagnostic::new(kind, check.span).with_note(check.note()));
    }

    /// Records one capability for each mode, independent of widths.
    fn need_modes(&mut self, span: Span, modes: &FloatModes) {
        let denormals = |mode| modes.denormals.contains(&mode);
        let rounding = |mode| modes.rounding.contains(&mode);
        for (is_needed, capability) in [
            (denormals(Denormals::Preserve), Capability::DenormPreserve),
            (denormals(Denormals::FlushToZero), Capability::DenormFlushToZero),
            (modes.preserved.contains(&true), Capability::SignedZeroInfNanPreserve),
            (rounding(Rounding::ToNearestEven), Capability::RoundingModeRTE),
            (rounding(Rounding::TowardZero), Capability::RoundingModeRTZ),
        ] {
            if is_needed {
                self.need(capability, span);
            }
        }
    }

    /// Refuses controls for entry points and functions that the module lacks, since a misspelled name would have no
    /// effect.
    fn find_named(&mut self, module: &Module, options: &Request<'_>) {
        let controls = &options.float_controls;
        for (wanted, _) in &controls.entry_points {
            if !module.entry_points.iter().any(|entry| wanted.is_of(entry)) {
                self.requirements.refusals.push(missing(module, wanted));
            }
        }
        for name in &controls.exact_functions {
            let named = |function: &naga::Function| function.name.as_deref() == Some(name);
            let found = module.functions.iter().any(|(_, function)| named(function))
                || module.entry_points.iter().any(|entry| entry.name == *name);
            if !found {
                let functions = module
                    .functions
                    .iter()
                    .filter_map(|(_, function)| function.name.as_deref());
                let names = functions.chain(module.entry_points.iter().map(|entry| entry.name.as_str()));
                let kind = ErrorKind::FunctionNotFound { name: name.clone() };
                let refusal = Diagnostic::new(kind, Span::UNDEFINED).with_nearest(name, names);
                self.requirements.refusals.push(refusal);
            }
        }
    }
}

impl EntryCheck<'_> {
    fn lacks(&self, property: &Property) -> bool {
        self.target.feature(property.features[0]) == Support::Unavailable
    }

    fn note(&self) -> String {
        format!("asked for by the float controls of entry point `{}`", self.entry.name)
    }
}

fn rounding_property(rounding: Rounding, width: usize) -> Option<&'static Property> {
    match rounding {
        Rounding::Unspecified => None,
        Rounding::ToNearestEven => TO_NEAREST_EVEN.get(width),
        Rounding::TowardZero => TOWARD_ZERO.get(width),
    }
}

/// Whether settings differ between any used widths, and whether they differ between 16 and 64 bits.
fn differences<T: PartialEq>(settings: &[T; 3], used: Widths) -> (bool, bool) {
    let differ = |a: usize, b: usize| used.has(a) && used.has(b) && settings[a] != settings[b];
    (differ(0, 1) || differ(1, 2) || differ(0, 2), differ(0, 2))
}
