//! The options for float arithmetic: for each entry point and width the handling of denormals, the rounding, and the
//! handling of NaN, infinity and the sign of zero; and which operations must not be contracted.
//!
//! The types cannot express two settings that exclude each other at one width. Whether the device supports the settings
//! is checked by the plan. Terms: `SPV_KHR_float_controls` (execution modes), `SPV_KHR_float_controls2` (fast math).

use super::EntryPoint;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// How denormals of a width are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Denormals {
    /// The device's choice: no execution mode.
    #[default]
    Unspecified,
    /// Preserved (`DenormPreserve`).
    Preserve,
    /// Flushed to zero (`DenormFlushToZero`).
    FlushToZero,
}

/// How results of a width are rounded, for operations that are correctly rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The device's choice: no execution mode.
    #[default]
    Unspecified,
    /// To the nearest value, ties to even (`RoundingModeRTE`).
    ToNearestEven,
    /// Toward zero (`RoundingModeRTZ`).
    TowardZero,
}

/// How NaN, infinity and the sign of zero are handled at a width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SpecialValues {
    /// The device may assume that they do not occur and do not matter: no execution mode.
    #[default]
    Unspecified,
    /// They are preserved (`SignedZeroInfNanPreserve`).
    Preserve,
    /// The fast math flags that are allowed by default, in the style of `SPV_KHR_float_controls2`
    /// (`FPFastMathDefault`). An entry point has one of the two styles.
    FastMath(FastMath),
}

/// The optimizations of float operations that a device may make, in the style of `SPV_KHR_float_controls2`: the bits of
/// SPIR-V's *FP Fast Math Mode*. The default allows none.
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
    /// No assumption and no optimization is allowed.
    pub const NONE: Self = Self(0);
    /// Operands and results are not NaN.
    pub const NOT_NAN: Self = Self(1);
    /// Operands and results are not infinite.
    pub const NOT_INF: Self = Self(2);
    /// The sign of zero does not matter.
    pub const NO_SIGNED_ZERO: Self = Self(4);
    /// A division may be a multiplication by the reciprocal.
    pub const ALLOW_RECIPROCAL: Self = Self(8);
    /// An operation may be fused with the operations that compute its operands.
    pub const ALLOW_CONTRACT: Self = Self(0x1_0000);
    /// Operations may be regrouped.
    pub const ALLOW_REASSOCIATE: Self = Self(0x2_0000);
    /// Any transformation that holds for real numbers. Requires [`Self::ALLOW_CONTRACT`] and
    /// [`Self::ALLOW_REASSOCIATE`].
    pub const ALLOW_TRANSFORM: Self = Self(0x4_0000);
    /// All flags: the default of a module without `FPFastMathDefault` (Vulkan Environment for SPIR-V, "Precision and
    /// Operation").
    pub const ALL: Self = Self(0x7_000F);

    /// The mask with the given bits; `None` if one of them has no meaning.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The bits, as SPIR-V defines them.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of another mask are allowed.
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

/// The float controls of an entry point for one width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WidthControls {
    /// Denormals.
    pub denormals: Denormals,
    /// Rounding.
    pub rounding: Rounding,
    /// NaN, infinity and the sign of zero.
    pub special_values: SpecialValues,
}

/// The float controls of an entry point. Settings for a width that the module does not use are ignored.
/// [`EntryControls::parse`] reads them from text, in the syntax of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EntryControls {
    /// 16 bits.
    pub f16: WidthControls,
    /// 32 bits.
    pub f32: WidthControls,
    /// 64 bits.
    pub f64: WidthControls,
    /// No operation that the entry point executes is contracted: `a * b + c` is rounded twice. `fma` remains one
    /// operation.
    pub no_contraction: bool,
}

/// The float controls of a module. The default sets nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FloatControls {
    /// For every entry point without its own controls.
    pub default: EntryControls,
    /// For single entry points; the last one for an entry point counts. Each must be in the module.
    pub entry_points: Vec<(EntryPoint, EntryControls)>,
    /// No operation in the module is contracted.
    pub no_contraction: bool,
    /// Names of functions or entry points whose operations are not contracted, whoever calls them. This does not
    /// include the functions that they call. Each must be in the module.
    pub exact_functions: BTreeSet<String>,
    /// The operations that compute an `@invariant` position are not contracted.
    pub exact_invariant_positions: bool,
}

impl FloatControls {
    /// Whether anything is set.
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

/// A text that is not a float control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFloatControl(String);

impl fmt::Display for UnknownFloatControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for UnknownFloatControl {}

/// The values of each setting, for messages.
const DENORM: &str = "denorm=preserve|flush";
const ROUND: &str = "round=rte|rtz";
const NAN: &str = "nan=preserve";
const FAST: &str = "fast=none|all|nnan+ninf+nsz+arcp+contract+reassoc+transform";

impl EntryControls {
    /// Parses float controls: parts separated by semicolons, each of which is a width with settings or `contract=off`.
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
    /// In the style of `SPV_KHR_float_controls2` a width has `fast=` with the names of the allowed optimizations,
    /// joined by `+`: `nnan`, `ninf`, `nsz`, `arcp`, `contract`, `reassoc`, `transform`; or `none`, or `all`.
    ///
    /// # Errors
    /// A part that is none of these, or a setting that occurs twice.
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
                // There are no execution modes for other widths.
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

/// Sets a value that still is the default.
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
    fn text_is_parsed() {
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
    fn errors_name_the_unknown_control() {
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
