//! Float styles: the decorations of float arithmetic, and the lowerings that keep NaN, infinity and the sign of zero.
//!
//! A style belongs to an entry point and is part of the context of every instance that it reaches, reduced to what the
//! function uses. Denormals and rounding are execution modes and change no instruction, with one exception: a
//! conversion to 16 bits that is only stored can be decorated with its rounding. This file knows neither naga nor the
//! target.

use crate::options::{FastMath, Rounding};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Widths(u8);

/// The widths in bits, in the order of all tables by width.
pub(crate) const WIDTHS: [u32; 3] = [16, 32, 64];

/// The index of a width, given in bytes, in tables by width.
pub(crate) const fn width_index(bytes: u8) -> Option<usize> {
    match bytes {
        2 => Some(0),
        4 => Some(1),
        8 => Some(2),
        _ => None,
    }
}

impl Widths {
    pub(crate) const fn with(self, index: usize) -> Self {
        Self(self.0 | 1 << index)
    }

    pub(crate) const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What the instructions of one width assume about NaN and infinity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Specials {
    /// A device may assume that they do not occur. A test for them must inspect the bits.
    #[default]
    Assumed,
    /// `SignedZeroInfNanPreserve`, which applies to comparisons, selections and tests, but to no instruction of
    /// `GLSL.std.450`.
    Preserved,
    /// A mask without `NotNaN` and `NotInf`, which applies to every instruction.
    Masked,
    /// A mask without `NotNaN` but with `NotInf`.
    MaskedFinite,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Decorated {
    #[default]
    Nothing,
    NoContraction,
    /// `FPFastMathMode` with a mask. A mask without contraction has three bits at most, which fit.
    FastMath(u8),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lowering {
    pub(crate) specials: Specials,
    pub(crate) decorated: Decorated,
}

pub(crate) type Lowerings = [Lowering; 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct WidthStyle {
    specials: Specials,
    /// The decoration of arithmetic that may be fused.
    plain: Decorated,
    /// The decoration of arithmetic that must not be fused.
    exact: Decorated,
}

/// The style of a width without controls.
impl Default for WidthStyle {
    fn default() -> Self {
        Self {
            specials: Specials::Assumed,
            plain: Decorated::Nothing,
            exact: Decorated::NoContraction,
        }
    }
}

/// The style of an entry point, or the part of it that a function uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct FloatStyle {
    widths: [WidthStyle; 3],
    /// The rounding of conversions to 16 bits that are only stored.
    pub(crate) half_stores: Rounding,
}

/// The uses of floats in a function and its callees.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FloatUses {
    pub(super) arithmetic: Widths,
    /// The widths of operations that depend on NaN.
    pub(super) specials: Widths,
    /// Whether there is arithmetic that must not be fused.
    pub(super) exact: bool,
    /// Whether there are conversions to 16 bits that are only stored.
    pub(super) half_stores: bool,
    /// Whether there are other 16-bit results, which are rounded by the execution mode.
    pub(super) rounds_half: bool,
}

impl FloatUses {
    pub(super) fn add(&mut self, other: Self) {
        self.arithmetic = self.arithmetic.union(other.arithmetic);
        self.specials = self.specials.union(other.specials);
        self.exact |= other.exact;
        self.half_stores |= other.half_stores;
        self.rounds_half |= other.rounds_half;
    }
}

impl FloatStyle {
    /// The style of `SignedZeroInfNanPreserve`, by width, and `NoContraction`.
    pub(super) fn of_modes(preserved: [bool; 3], no_contraction: bool) -> Self {
        let mut style = Self::default();
        for (width, preserved) in style.widths.iter_mut().zip(preserved) {
            if preserved {
                width.specials = Specials::Preserved;
            }
            if no_contraction {
                width.plain = Decorated::NoContraction;
            }
        }
        style
    }

    /// The style of `FPFastMathDefault`, by width. Masks of entry points without contraction exclude it already.
    pub(super) fn of_masks(masks: [FastMath; 3]) -> Self {
        let mut style = Self::default();
        for (width, mask) in style.widths.iter_mut().zip(masks) {
            width.specials = match (mask.contains(FastMath::NOT_NAN), mask.contains(FastMath::NOT_INF)) {
                (true, _) => Specials::Assumed,
                (false, true) => Specials::MaskedFinite,
                (false, false) => Specials::Masked,
            };
            let exact = without_contraction(mask);
            width.exact = if exact == mask {
                Decorated::Nothing
            } else {
                Decorated::FastMath(exact.bits() as u8)
            };
        }
        style
    }

    /// The part of the style that a function uses.
    pub(super) fn normalised(mut self, uses: FloatUses) -> Self {
        let default = WidthStyle::default();
        for (index, width) in self.widths.iter_mut().enumerate() {
            if !uses.specials.has(index) {
                width.specials = default.specials;
            }
            if !uses.arithmetic.has(index) {
                width.plain = default.plain;
            }
            if !uses.arithmetic.has(index) || !uses.exact {
                width.exact = default.exact;
            }
        }
        if !uses.half_stores {
            self.half_stores = Rounding::Unspecified;
        }
        self
    }

    /// The style in which all arithmetic is exact.
    pub(crate) fn exactly(mut self) -> Self {
        for width in &mut self.widths {
            width.plain = width.exact;
        }
        self
    }

    /// The lowerings of code that is exact or not.
    pub(crate) fn lowerings(&self, exact: bool) -> Lowerings {
        self.widths.map(|width| Lowering {
            specials: width.specials,
            decorated: if exact { width.exact } else { width.plain },
        })
    }
}

/// A mask without the flags that allow fusing and rearranging: the counterpart of `NoContraction`.
pub(super) fn without_contraction(mask: FastMath) -> FastMath {
    FastMath::from_bits(mask.bits() & 7).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_cut_down_to_what_is_used() {
        let older = FloatStyle::of_modes([true; 3], true);
        assert_eq!(older.normalised(FloatUses::default()), FloatStyle::default());
        let uses = FloatUses {
            arithmetic: Widths::default().with(1),
            ..FloatUses::default()
        };
        let half = FloatStyle::of_modes([true, false, true], true).normalised(uses);
        assert_eq!(half, FloatStyle::of_modes([false; 3], true).normalised(uses));
        assert_ne!(half, FloatStyle::default());
    }

    #[test]
    fn the_styles_share_what_neither_decorates() {
        let uses = FloatUses {
            arithmetic: Widths::default().with(1),
            specials: Widths::default().with(1),
            ..FloatUses::default()
        };
        let newer = FloatStyle::of_masks([FastMath::ALL; 3]);
        assert_eq!(newer.normalised(uses), FloatStyle::default());
        let exact = FloatUses { exact: true, ..uses };
        assert_ne!(newer.normalised(exact), FloatStyle::default());
        assert_eq!(newer.lowerings(true)[1].decorated, Decorated::FastMath(7));
        assert_eq!(newer.exactly().lowerings(false), newer.lowerings(true));
    }

    #[test]
    fn a_mask_that_contracts_nothing_needs_no_decoration() {
        let style = FloatStyle::of_masks([FastMath::NONE, FastMath::NOT_INF, FastMath::ALLOW_CONTRACT]);
        let [half, single, double] = style.lowerings(true);
        assert_eq!((half.specials, half.decorated), (Specials::Masked, Decorated::Nothing));
        assert_eq!(
            (single.specials, single.decorated),
            (Specials::MaskedFinite, Decorated::Nothing)
        );
        assert_eq!(double.decorated, Decorated::FastMath(0));
    }
}
