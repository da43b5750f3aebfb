//! How float arithmetic is written: what decorates it, and which lowering keeps NaN, infinity and the sign of zero.
//!
//! A style belongs to an entry point and is part of the context of every instance that it reaches, cut down to what the
//! function makes use of. Denormals and rounding are execution modes and change no instruction, with one exception: a
//! conversion to 16 bits that is stored at once can carry its rounding itself. Knows neither naga nor the target.

use crate::options::{FastMath, Rounding};

/// Widths of floats, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Widths(u8);

/// The widths in bits, in the order of every table here.
pub(crate) const WIDTHS: [u32; 3] = [16, 32, 64];

/// The place of a width, given in bytes, in tables of three.
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

/// What NaN and infinity mean to the instructions of a width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Specials {
    /// A device may assume that they do not occur: a test that must be right is done on the bits.
    #[default]
    Assumed,
    /// `SignedZeroInfNanPreserve`, which binds comparisons, selections and tests, and no instruction of `GLSL.std.450`.
    Preserved,
    /// A mask without `NotNaN` and `NotInf`, which binds every instruction.
    Masked,
    /// A mask without `NotNaN` but with `NotInf`.
    MaskedFinite,
}

/// What arithmetic instructions are decorated with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Decorated {
    #[default]
    Nothing,
    NoContraction,
    /// `FPFastMathMode` with a mask. One that contracts nothing has three bits at most.
    FastMath(u8),
}

/// What a function's code is written by, at one width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lowering {
    pub(crate) specials: Specials,
    pub(crate) decorated: Decorated,
}

/// What a function's code is written by, at each width.
pub(crate) type Lowerings = [Lowering; 3];

/// The style at one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct WidthStyle {
    specials: Specials,
    /// Arithmetic of which nothing more is asked.
    plain: Decorated,
    /// Arithmetic that must not be fused.
    exact: Decorated,
}

impl WidthStyle {
    /// What holds where nothing is said.
    const DEFAULT: Self = Self {
        specials: Specials::Assumed,
        plain: Decorated::Nothing,
        exact: Decorated::NoContraction,
    };
}

/// The style of an entry point, or what of it a function makes use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FloatStyle {
    widths: [WidthStyle; 3],
    /// The rounding of conversions to 16 bits that are stored at once.
    pub(crate) half_stores: Rounding,
}

impl Default for FloatStyle {
    fn default() -> Self {
        Self {
            widths: [WidthStyle::DEFAULT; 3],
            half_stores: Rounding::Unspecified,
        }
    }
}

/// What a function makes use of, its callees included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FloatUses {
    /// The widths of arithmetic.
    pub(super) arithmetic: Widths,
    /// The widths of what depends on the meaning of NaN.
    pub(super) specials: Widths,
    /// Arithmetic that must not be fused stands in it.
    pub(super) exact: bool,
    /// It converts to 16 bits what it stores at once.
    pub(super) half_stores: bool,
    /// It makes 16-bit results otherwise, which are rounded.
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
    /// The style of the older modes: for each width whether NaN, infinity and the sign of zero are kept.
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

    /// The newer style: the mask of each width. Where nothing may be fused the masks say so already.
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

    /// The part that a function makes use of.
    pub(super) fn normalised(mut self, uses: FloatUses) -> Self {
        for (index, width) in self.widths.iter_mut().enumerate() {
            if !uses.specials.has(index) {
                width.specials = WidthStyle::DEFAULT.specials;
            }
            if !uses.arithmetic.has(index) {
                width.plain = WidthStyle::DEFAULT.plain;
            }
            if !uses.arithmetic.has(index) || !uses.exact {
                width.exact = WidthStyle::DEFAULT.exact;
            }
        }
        if !uses.half_stores {
            self.half_stores = Rounding::Unspecified;
        }
        self
    }

    /// The style of what must not be fused, and of all that it calls.
    pub(crate) fn exactly(mut self) -> Self {
        for width in &mut self.widths {
            width.plain = width.exact;
        }
        self
    }

    /// What code is written by.
    pub(crate) fn lowerings(&self, exact: bool) -> Lowerings {
        self.widths.map(|width| Lowering {
            specials: width.specials,
            decorated: if exact { width.exact } else { width.plain },
        })
    }
}

/// What is left of a mask where nothing may be fused or rearranged: as `NoContraction` in the older style.
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
