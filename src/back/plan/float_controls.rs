//! Float controls: compares the options with the device's properties, and decides the execution modes and float style
//! of each entry point.
//!
//! In this order: settings for widths that the module does not use are dropped; an entry point has one style;
//! properties; independence. All refusals about float controls come from here, except those of the capability
//! `FloatControls2`. Sources: SPV_KHR_float_controls, SPV_KHR_float_controls2, Vulkan "Runtime SPIR-V".

use super::entry_points::{function_span, missing};
use super::float_style::{FloatStyle, Widths, without_contraction};
use super::{FunctionRef, Plan};
use crate::error::{Diagnostic, ErrorKind};
use crate::options::{Denormals, FastMath, Options, Rounding, SpecialValues, WidthControls};
use crate::target::{Feature, FloatControlsIndependence as Independence, Support};
use alloc::string::String;
use naga::{EntryPoint, Module, Span};
use spirv::{Capability, ExecutionMode};

/// A setting of a width: its execution mode, its capability, and by width the property that it needs.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) mode: ExecutionMode,
    capability: Capability,
    properties: [Property; 3],
}

/// The settings of one width in an entry point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WidthModes {
    pub(crate) denormals: Option<&'static Setting>,
    pub(crate) preserved: Option<&'static Setting>,
    pub(crate) rounding: Option<&'static Setting>,
    /// The default mask of `FPFastMathDefault`; `None` in the older style.
    pub(crate) fast_math: Option<FastMath>,
}

/// The device property that a setting needs, with the rule that requires it.
#[derive(Debug)]
struct Property {
    /// The property as the only alternative, for `need_feature`.
    features: &'static [Feature; 1],
    rule: &'static str,
}

macro_rules! setting {
    ($name:ident $mode:ident $capability:ident [$($feature:ident $rule:literal),*]) => {
        static $name: Setting = Setting {
            mode: ExecutionMode::$mode,
            capability: Capability::$capability,
            properties: [$(Property {
                features: &[Feature::$feature],
                rule: concat!("VUID-RuntimeSpirv-", $rule),
            }),*],
        };
    };
}

setting!(PRESERVED SignedZeroInfNanPreserve SignedZeroInfNanPreserve [
    ShaderSignedZeroInfNanPreserveFloat16 "shaderSignedZeroInfNanPreserveFloat16-06293",
    ShaderSignedZeroInfNanPreserveFloat32 "shaderSignedZeroInfNanPreserveFloat32-06294",
    ShaderSignedZeroInfNanPreserveFloat64 "shaderSignedZeroInfNanPreserveFloat64-06295"
]);
setting!(DENORM_PRESERVE DenormPreserve DenormPreserve [
    ShaderDenormPreserveFloat16 "shaderDenormPreserveFloat16-06296",
    ShaderDenormPreserveFloat32 "shaderDenormPreserveFloat32-06297",
    ShaderDenormPreserveFloat64 "shaderDenormPreserveFloat64-06298"
]);
setting!(DENORM_FLUSH DenormFlushToZero DenormFlushToZero [
    ShaderDenormFlushToZeroFloat16 "shaderDenormFlushToZeroFloat16-06299",
    ShaderDenormFlushToZeroFloat32 "shaderDenormFlushToZeroFloat32-06300",
    ShaderDenormFlushToZeroFloat64 "shaderDenormFlushToZeroFloat64-06301"
]);
setting!(TO_NEAREST_EVEN RoundingModeRTE RoundingModeRTE [
    ShaderRoundingModeRTEFloat16 "shaderRoundingModeRTEFloat16-06302",
    ShaderRoundingModeRTEFloat32 "shaderRoundingModeRTEFloat32-06303",
    ShaderRoundingModeRTEFloat64 "shaderRoundingModeRTEFloat64-06304"
]);
setting!(TOWARD_ZERO RoundingModeRTZ RoundingModeRTZ [
    ShaderRoundingModeRTZFloat16 "shaderRoundingModeRTZFloat16-06305",
    ShaderRoundingModeRTZFloat32 "shaderRoundingModeRTZFloat32-06306",
    ShaderRoundingModeRTZFloat64 "shaderRoundingModeRTZFloat64-06307"
]);
setting!(MASKED FPFastMathDefault FloatControls2 [
    ShaderSignedZeroInfNanPreserveFloat16 "shaderSignedZeroInfNanPreserveFloat16-09559",
    ShaderSignedZeroInfNanPreserveFloat32 "shaderSignedZeroInfNanPreserveFloat32-09561",
    ShaderSignedZeroInfNanPreserveFloat64 "shaderSignedZeroInfNanPreserveFloat64-09563"
]);

impl Plan {
    /// Decides the modes and the style of every selected entry point.
    pub(super) fn plan_float_controls(&mut self, shader: &Module, module: &Module, options: &Options) {
        self.find_named(shader, options);
        let mut used = self.float_sweep.used;
        for (_, global) in self.live.globals(module) {
            used = used.union(self.float_sweep.widths_of(global.ty));
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
            let mut widths = [controls.f16, controls.f32, controls.f64];
            for (width, controls) in widths.iter_mut().enumerate() {
                if !used.has(width) {
                    *controls = WidthControls::default();
                }
            }
            let uses = self.functions.of(FunctionRef::EntryPoint(index)).float_uses;
            let is_half_free = uses.half_stores && !uses.rounds_half;
            let Some((modes, style)) = self.judge(entry, widths, used, (no_contraction, is_half_free)) else {
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
        entry: &EntryPoint,
        widths: [WidthControls; 3],
        used: Widths,
        (no_contraction, is_half_free): (bool, bool),
    ) -> Option<([WidthModes; 3], FloatStyle)> {
        let before = self.requirements.refusals.len();
        let span = function_span(&entry.function);
        let mut modes = widths.map(|width| WidthModes {
            denormals: match width.denormals {
                Denormals::Unspecified => None,
                Denormals::Preserve => Some(&DENORM_PRESERVE),
                Denormals::FlushToZero => Some(&DENORM_FLUSH),
            },
            preserved: (width.special_values == SpecialValues::Preserve).then_some(&PRESERVED),
            rounding: match width.rounding {
                Rounding::Unspecified => None,
                Rounding::ToNearestEven => Some(&TO_NEAREST_EVEN),
                Rounding::TowardZero => Some(&TOWARD_ZERO),
            },
            fast_math: None,
        });
        let masks = widths.map(|width| match width.special_values {
            SpecialValues::FastMath(mask) => Some(mask),
            SpecialValues::Unspecified | SpecialValues::Preserve => None,
        });
        let preserved = modes.map(|width| width.preserved.is_some());
        // A conversion that is only stored is decorated with its rounding, which needs no property.
        modes[0].rounding = modes[0]
            .rounding
            .filter(|rounding| !is_half_free || !self.lacks(&rounding.properties[0]));
        let is_newer = masks.iter().any(Option::is_some);
        if is_newer && preserved.contains(&true) {
            self.refuse_controls(
                entry,
                "an entry point with SignedZeroInfNanPreserve at one width and FPFastMathDefault at another",
                "the two styles exclude each other (SPV_KHR_float_controls2, universal validation rules)",
            );
        }
        for mask in masks.into_iter().flatten() {
            if mask.contains(FastMath::ALLOW_TRANSFORM)
                && !mask.contains(FastMath::ALLOW_CONTRACT | FastMath::ALLOW_REASSOCIATE)
            {
                self.refuse_controls(
                    entry,
                    "AllowTransform without AllowContract and AllowReassoc",
                    "the one includes the others (SPV_KHR_float_controls2, universal validation rules)",
                );
            }
        }
        let mut style = FloatStyle::of_modes(preserved, no_contraction);
        if is_newer {
            self.need(Capability::FloatControls2, span);
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
            for (index, (width, mask)) in modes.iter_mut().zip(masks).enumerate() {
                width.fast_math = used.has(index).then_some(mask);
            }
        }
        style.half_stores = widths[0].rounding;
        self.judge_properties(entry, &modes);
        self.judge_independence(entry, &modes, used);
        if self.requirements.refusals.len() > before {
            return None;
        }
        // One capability for each mode, independent of widths.
        for setting in [
            &DENORM_PRESERVE,
            &DENORM_FLUSH,
            &PRESERVED,
            &TO_NEAREST_EVEN,
            &TOWARD_ZERO,
        ] {
            let mut all = modes.iter().flat_map(WidthModes::settings);
            if all.any(|own| own.mode == setting.mode) {
                self.need(setting.capability, span);
            }
        }
        Some((modes, style))
    }

    /// Refuses settings that the device's properties exclude.
    fn judge_properties(&mut self, entry: &EntryPoint, modes: &[WidthModes; 3]) {
        let span = function_span(&entry.function);
        let assumed = FastMath::NOT_NAN | FastMath::NOT_INF | FastMath::NO_SIGNED_ZERO;
        for (index, width) in modes.iter().enumerate() {
            // Flags that a device may assume need no property.
            let masked = width.fast_math.filter(|mask| !mask.contains(assumed));
            let masked = masked.map(|_| &MASKED);
            let settings = [width.preserved, width.denormals, width.rounding, masked];
            for setting in settings.into_iter().flatten() {
                let property = &setting.properties[index];
                if self.lacks(property) {
                    let requirement = self.target.feature_requirement(property.features[0]);
                    let diagnostic = Diagnostic::new(ErrorKind::Missing(requirement), span)
                        .with_note(property.rule)
                        .with_note(note(entry));
                    self.requirements.refusals.push(diagnostic);
                } else if self.target.is_vulkan() {
                    self.need_feature(property.features, span);
                }
            }
        }
    }

    /// Refuses settings that differ between widths where the device has one setting for them. An unspecified setting
    /// differs from a specified one, unless the module has no floats of that width.
    fn judge_independence(&mut self, entry: &EntryPoint, modes: &[WidthModes; 3], used: Widths) {
        if !self.target.is_vulkan() {
            return;
        }
        let (any_differ, ends_differ) = differences(modes.map(|width| width.denormals), used);
        match self.target.limits().denorm_behavior_independence {
            Some(Independence::Only32Bit) if ends_differ => self.refuse_controls(
                entry,
                "handling denormals of 16 bits otherwise than those of 64 bits",
                "the device's denormBehaviorIndependence is 32_BIT_ONLY \
                 (VUID-RuntimeSpirv-denormBehaviorIndependence-06289)",
            ),
            Some(Independence::None) if any_differ => self.refuse_controls(
                entry,
                "handling denormals of one width otherwise than those of another",
                "the device's denormBehaviorIndependence is NONE (VUID-RuntimeSpirv-denormBehaviorIndependence-06290)",
            ),
            Some(_) | None => {}
        }
        let (any_differ, ends_differ) = differences(modes.map(|width| width.rounding), used);
        match self.target.limits().rounding_mode_independence {
            Some(Independence::Only32Bit) if ends_differ => self.refuse_controls(
                entry,
                "rounding 16 bits otherwise than 64 bits",
                "the device's roundingModeIndependence is 32_BIT_ONLY \
                 (VUID-RuntimeSpirv-roundingModeIndependence-06291)",
            ),
            Some(Independence::None) if any_differ => self.refuse_controls(
                entry,
                "rounding one width otherwise than another",
                "the device's roundingModeIndependence is NONE (VUID-RuntimeSpirv-roundingModeIndependence-06292)",
            ),
            Some(_) | None => {}
        }
    }

    fn lacks(&self, property: &Property) -> bool {
        self.target.feature(property.features[0]) == Support::Unavailable
    }

    fn refuse_controls(&mut self, entry: &EntryPoint, what: &'static str, reason: &'static str) {
        let kind = ErrorKind::Inexpressible { what, reason };
        let refusal = Diagnostic::new(kind, function_span(&entry.function)).with_note(note(entry));
        self.requirements.refusals.push(refusal);
    }

    /// Refuses controls for entry points and functions that the module lacks, since a misspelled name would have no
    /// effect.
    fn find_named(&mut self, module: &Module, options: &Options) {
        let controls = &options.float_controls;
        for (wanted, _) in &controls.entry_points {
            if !module.entry_points.iter().any(|entry| wanted.is_of(entry)) {
                self.requirements.refusals.push(missing(module, wanted));
            }
        }
        let names = || {
            let functions = module.functions.iter();
            let functions = functions.filter_map(|(_, function)| function.name.as_deref());
            functions.chain(module.entry_points.iter().map(|entry| entry.name.as_str()))
        };
        for name in &controls.exact_functions {
            if !names().any(|known| known == name) {
                let kind = ErrorKind::FunctionNotFound { name: name.clone() };
                let refusal = Diagnostic::new(kind, Span::UNDEFINED).with_nearest(name, names());
                self.requirements.refusals.push(refusal);
            }
        }
    }
}

fn note(entry: &EntryPoint) -> String {
    format!("asked for by the float controls of entry point `{}`", entry.name)
}

impl WidthModes {
    /// The settings of the older style.
    pub(crate) fn settings(&self) -> impl Iterator<Item = &'static Setting> {
        [self.denormals, self.preserved, self.rounding].into_iter().flatten()
    }
}

/// Whether settings differ between any used widths, and whether they differ between 16 and 64 bits.
fn differences(settings: [Option<&'static Setting>; 3], used: Widths) -> (bool, bool) {
    let modes = settings.map(|setting| setting.map(|setting| setting.mode));
    let differ = |a: usize, b: usize| used.has(a) && used.has(b) && modes[a] != modes[b];
    (differ(0, 1) || differ(1, 2) || differ(0, 2), differ(0, 2))
}
