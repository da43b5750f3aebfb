//! What a caller can ask of float arithmetic: for each entry point and width the handling of denormals, the rounding, and
//! what NaN, infinity and the sign of zero mean; and which operations are not fused with others.
//!
//! Two settings that exclude each other at one width have no way to be written down. What the device has to say about the
//! rest is the plan's. Terms: `SPV_KHR_float_controls` (the modes), `SPV_KHR_float_controls2` (fast math).

use super::EntryPoint;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// How denormals of a width are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Denormals {
    /// As the device likes: nothing is written.
    #[default]
    Unspecified,
    /// They are kept (`DenormPreserve`).
    Preserve,
    /// They become zero (`DenormFlushToZero`).
    FlushToZero,
}

/// How results of a width are rounded, where they are correctly rounded at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// As the device likes: nothing is written.
    #[default]
    Unspecified,
    /// To the nearest value, of two the even one (`RoundingModeRTE`).
    ToNearestEven,
    /// Toward zero (`RoundingModeRTZ`).
    TowardZero,
}

/// What NaN, infinity and the sign of zero mean at a width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SpecialValues {
    /// The device may assume that they do not occur and do not matter: nothing is written.
    #[default]
    Unspecified,
    /// They keep their meaning (`SignedZeroInfNanPreserve`).
    Preserve,
    /// What may be assumed and rearranged is said in the newer style (`FPFastMathDefault`). An entry point has one of the two
    /// styles.
    FastMath(FastMath),
}

/// What a device may do to float operations in the newer style; the bits of SPIR-V's *FP Fast Math Mode*. The default
/// allows nothing.
///
/// ```
/// use spirula::FastMath;
///
/// let mask = FastMath::NOT_NAN | FastMath::ALLOW_CONTRACT;
/// assert!(mask.contains(FastMath::NOT_NAN) && !mask.contains(FastMath::NOT_INF));
/// assert_eq!(FastMath::from_bits(0x10), None); // `Fast` has no meaning here
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FastMath(u32);

impl FastMath {
    /// Nothing may be assumed or rearranged.
    pub const NONE: Self = Self(0);
    /// Operands and results are no NaN.
    pub const NOT_NAN: Self = Self(1);
    /// Operands and results are not infinite.
    pub const NOT_INF: Self = Self(2);
    /// The sign of zero does not matter.
    pub const NO_SIGNED_ZERO: Self = Self(4);
    /// A division may be a multiplication by the reciprocal.
    pub const ALLOW_RECIPROCAL: Self = Self(8);
    /// An operation may be fused with those that make its operands.
    pub const ALLOW_CONTRACT: Self = Self(0x1_0000);
    /// Operations may be regrouped.
    pub const ALLOW_REASSOCIATE: Self = Self(0x2_0000);
    /// Anything that holds for real numbers; takes [`Self::ALLOW_CONTRACT`] and [`Self::ALLOW_REASSOCIATE`] too.
    pub const ALLOW_TRANSFORM: Self = Self(0x4_0000);
    /// Everything: what holds where nothing is said (Vulkan Environment for SPIR-V, "Precision and Operation").
    pub const ALL: Self = Self(0x7_000F);

    /// The mask of some bits; `None` if one of them has no meaning.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The bits, as SPIR-V has them.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all of another mask is allowed.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for FastMath {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What an entry point promises about one width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WidthControls {
    /// Denormals.
    pub denormals: Denormals,
    /// Rounding.
    pub rounding: Rounding,
    /// NaN, infinity and the sign of zero.
    pub special_values: SpecialValues,
}

/// What an entry point promises. What is asked for a width that the module does not use is dropped.
///
/// It can be read from text, as the command line has it, see [`EntryControls::parse`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EntryControls {
    /// 16 bits.
    pub f16: WidthControls,
    /// 32 bits.
    pub f32: WidthControls,
    /// 64 bits.
    pub f64: WidthControls,
    /// Nothing that the entry point reaches is fused: `a * b + c` is rounded twice. `fma` stays one operation.
    pub no_contraction: bool,
}

/// What is promised about float arithmetic. The default promises nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FloatControls {
    /// For every entry point that has none of its own.
    pub default: EntryControls,
    /// For single entry points; of several for one the last counts. Each must be in the module.
    pub entry_points: Vec<(EntryPoint, EntryControls)>,
    /// Nothing in the module is fused.
    pub no_contraction: bool,
    /// Functions by their names, entry points' own among them, whose operations are not fused, whoever calls them. What
    /// they call is another function. Each must be in the module.
    pub exact_functions: BTreeSet<String>,
    /// What an `@invariant` position is computed from is not fused.
    pub exact_invariant_positions: bool,
}

impl FloatControls {
    /// Whether anything is asked for.
    #[must_use]
    pub fn is_default(&self) -> bool {
        let Self {
            default,
            entry_points,
            no_contraction,
            exact_functions,
            exact_invariant_positions,
        } = self;
        !no_contraction
            && !exact_invariant_positions
            && entry_points.is_empty()
            && exact_functions.is_empty()
            && *default == EntryControls::default()
    }
}

/// What is wrong with the text of float controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFloatControl(String);

impl fmt::Display for UnknownFloatControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for UnknownFloatControl {}

/// What a setting may be, for messages.
const DENORM: &str = "denorm=preserve|flush";
const ROUND: &str = "round=rte|rtz";
const NAN: &str = "nan=preserve";
const FAST: &str = "fast=none|all|nnan+ninf+nsz+arcp+contract+reassoc+transform";

impl EntryControls {
    /// Reads what is asked for from text: parts between semicolons, each a width with settings or `contract=off`.
    ///
    /// ```
    /// use spirula::{Denormals, EntryControls, Rounding};
    ///
    /// let controls = EntryControls::parse("f32:denorm=preserve,round=rte,nan=preserve;f16:denorm=flush").unwrap();
    /// assert_eq!(controls.f32.rounding, Rounding::ToNearestEven);
    /// assert_eq!(controls.f16.denormals, Denormals::FlushToZero);
    /// assert!(EntryControls::parse("f32:round=up").is_err());
    /// ```
    ///
    /// In the newer style a width has `fast=` with the names, joined by `+`, of what may be done: `nnan`, `ninf`, `nsz`,
    /// `arcp`, `contract`, `reassoc`, `transform`; or `none`, or `all`.
    ///
    /// # Errors
    /// A part that is none of these, or a setting that comes twice.
    pub fn parse(text: &str) -> Result<Self, UnknownFloatControl> {
        let mut controls = Self::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            if part == "contract=off" {
                controls.no_contraction = true;
                continue;
            }
            let (width, settings) = part.split_once(':').unwrap_or((part, ""));
            let controls = match width.trim() {
                "f16" => &mut controls.f16,
                "f32" => &mut controls.f32,
                "f64" => &mut controls.f64,
                // R4: there are no modes for other widths.
                _ => return Err(unknown(part, "f16:…, f32:…, f64:… or contract=off")),
            };
            for setting in settings.split(',').map(str::trim) {
                controls.set(setting)?;
            }
        }
        Ok(controls)
    }
}

fn unknown(part: &str, wanted: &str) -> UnknownFloatControl {
    UnknownFloatControl(format!("`{part}` is no float control; wanted: {wanted}"))
}

fn twice(setting: &str) -> UnknownFloatControl {
    UnknownFloatControl(format!("`{setting}` sets again what is set for this width"))
}

impl WidthControls {
    fn set(&mut self, setting: &str) -> Result<(), UnknownFloatControl> {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        match key {
            "denorm" => {
                let wanted = match value {
                    "preserve" => Denormals::Preserve,
                    "flush" => Denormals::FlushToZero,
                    _ => return Err(unknown(setting, DENORM)),
                };
                replace(&mut self.denormals, wanted, setting)
            }
            "round" => {
                let wanted = match value {
                    "rte" => Rounding::ToNearestEven,
                    "rtz" => Rounding::TowardZero,
                    _ => return Err(unknown(setting, ROUND)),
                };
                replace(&mut self.rounding, wanted, setting)
            }
            "nan" if value == "preserve" => replace(&mut self.special_values, SpecialValues::Preserve, setting),
            "nan" => Err(unknown(setting, NAN)),
            "fast" => {
                let mask = parse_mask(value).ok_or_else(|| unknown(setting, FAST))?;
                replace(&mut self.special_values, SpecialValues::FastMath(mask), setting)
            }
            _ => Err(unknown(setting, &[DENORM, ROUND, NAN, FAST].join(", "))),
        }
    }
}

/// Sets what has not been set.
fn replace<T: Default + PartialEq>(place: &mut T, wanted: T, setting: &str) -> Result<(), UnknownFloatControl> {
    if *place != T::default() {
        return Err(twice(setting));
    }
    *place = wanted;
    Ok(())
}

fn parse_mask(text: &str) -> Option<FastMath> {
    match text {
        "none" => return Some(FastMath::NONE),
        "all" => return Some(FastMath::ALL),
        _ => {}
    }
    text.split('+').try_fold(FastMath::NONE, |mask, name| {
        let bit = match name {
            "nnan" => FastMath::NOT_NAN,
            "ninf" => FastMath::NOT_INF,
            "nsz" => FastMath::NO_SIGNED_ZERO,
            "arcp" => FastMath::ALLOW_RECIPROCAL,
            "contract" => FastMath::ALLOW_CONTRACT,
            "reassoc" => FastMath::ALLOW_REASSOCIATE,
            "transform" => FastMath::ALLOW_TRANSFORM,
            _ => return None,
        };
        Some(mask | bit)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn text_says_what_is_asked() {
        let controls =
            EntryControls::parse(" f64:fast=nnan+nsz ; contract=off; f16:round=rtz,denorm=preserve;").unwrap();
        let expected = EntryControls {
            f16: WidthControls {
                denormals: Denormals::Preserve,
                rounding: Rounding::TowardZero,
                ..WidthControls::default()
            },
            f64: WidthControls {
                special_values: SpecialValues::FastMath(FastMath::NOT_NAN | FastMath::NO_SIGNED_ZERO),
                ..WidthControls::default()
            },
            no_contraction: true,
            ..EntryControls::default()
        };
        assert_eq!(controls, expected);
        assert_eq!(EntryControls::parse("").unwrap(), EntryControls::default());
    }

    #[test]
    fn what_is_no_control_is_named() {
        for (text, named) in [
            ("f17:round=rte", "f17:round=rte"),
            ("f32", "``"),
            ("f32:round=rtp", "round=rtp"),
            ("f32:denorm=keep", "denorm=keep"),
            ("f32:nan=drop", "nan=drop"),
            ("f32:fast=fast", "fast=fast"),
            ("f32:colour=red", "colour=red"),
            ("contract=on", "contract=on"),
            ("f32:denorm=preserve,denorm=flush", "denorm=flush"),
            ("f32:round=rte;f32:round=rtz", "round=rtz"),
            ("f32:nan=preserve,fast=none", "fast=none"),
        ] {
            let error = EntryControls::parse(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }

    #[test]
    fn masks_have_the_bits_of_spirv() {
        assert_eq!(FastMath::ALL.bits(), 0x7_000F);
        assert_eq!(FastMath::from_bits(0x8_0000), None);
        assert_eq!(
            parse_mask("nnan+ninf+nsz+arcp+contract+reassoc+transform"),
            Some(FastMath::ALL)
        );
        assert_eq!(parse_mask("none"), Some(FastMath::NONE));
    }
}
