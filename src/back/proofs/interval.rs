//! Intervals of integers: the values that an integer of one type can have, from the least to the most.
//!
//! An interval is of mathematical integers, wide enough for every width that naga has, and is kept inside the range of its
//! [`IntegerType`]. An operation of WGSL wraps (§8.7): where the exact result of any pair of operands would leave the type,
//! the result is anything the type holds. Every operation is held against enumeration at small widths by the tests below.

use naga::{Scalar, ScalarKind};

/// A type of integers in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IntegerType {
    pub(super) signed: bool,
    /// At most 64.
    pub(super) bits: u32,
}

/// The integers from `least` to `most`, never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) least: i128,
    pub(super) most: i128,
}

impl IntegerType {
    /// The type of an integer scalar; `None` for another scalar.
    pub(super) fn of(scalar: Scalar) -> Option<Self> {
        let signed = match scalar.kind {
            ScalarKind::Sint => true,
            ScalarKind::Uint => false,
            ScalarKind::Float | ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => return None,
        };
        Some(Self {
            signed,
            bits: u32::from(scalar.width) * 8,
        })
    }

    /// Every value of the type.
    pub(super) const fn full(self) -> Interval {
        if self.signed {
            Interval {
                least: -(1 << (self.bits - 1)),
                most: (1 << (self.bits - 1)) - 1,
            }
        } else {
            Interval {
                least: 0,
                most: (1 << self.bits) - 1,
            }
        }
    }

    /// The result of an operation whose exact results are these: those, or anything where one of them wraps.
    const fn wrapped(self, exact: Interval) -> Interval {
        if self.full().contains(exact) {
            exact
        } else {
            self.full()
        }
    }

    pub(super) fn add(self, left: Interval, right: Interval) -> Interval {
        self.wrapped(Interval {
            least: left.least + right.least,
            most: left.most + right.most,
        })
    }

    pub(super) fn subtract(self, left: Interval, right: Interval) -> Interval {
        self.wrapped(Interval {
            least: left.least - right.most,
            most: left.most - right.least,
        })
    }

    pub(super) fn multiply(self, left: Interval, right: Interval) -> Interval {
        // Two operands of 64 bits leave 128, so what cannot be held counts as wrapped.
        let corner = |left: i128, right: i128| left.checked_mul(right);
        let corners = [
            corner(left.least, right.least),
            corner(left.least, right.most),
            corner(left.most, right.least),
            corner(left.most, right.most),
        ];
        match Interval::around(corners) {
            Some(exact) if self.full().contains(exact) => exact,
            // What wraps keeps the zeros at the end.
            Some(_) | None => self.multiples(left.trailing_zeros().max(right.trailing_zeros())),
        }
    }

    /// Every multiple of a power of two.
    const fn multiples(self, zeros: u32) -> Interval {
        let Interval { least, most } = self.full();
        let zeros = if zeros < self.bits { zeros } else { self.bits - 1 };
        Interval {
            least,
            most: most >> zeros << zeros,
        }
    }

    /// The quotient, rounded toward zero. What a division by zero gives is left open.
    pub(super) fn divide(self, left: Interval, right: Interval) -> Interval {
        if right.least < 1 {
            return self.full();
        }
        let corner = |left: i128, right: i128| Some(left / right);
        let corners = [
            corner(left.least, right.least),
            corner(left.least, right.most),
            corner(left.most, right.least),
            corner(left.most, right.most),
        ];
        Interval::around(corners).unwrap_or(self.full())
    }

    /// The remainder, which has the sign of the dividend. What a division by zero gives is left open.
    pub(super) fn remainder(self, left: Interval, right: Interval) -> Interval {
        if right.least < 1 {
            return self.full();
        }
        let last = right.most - 1;
        Interval {
            least: left.least.clamp(-last, 0),
            most: left.most.clamp(0, last),
        }
    }

    pub(super) fn and(self, left: Interval, right: Interval) -> Interval {
        // An operand without a sign bit takes the other one's away.
        let most = match (left.least >= 0, right.least >= 0) {
            (true, true) => left.most.min(right.most),
            (true, false) => left.most,
            (false, true) => right.most,
            (false, false) => return self.full(),
        };
        Interval { least: 0, most }
    }

    /// The result of `|`; of `^` with a least of zero.
    pub(super) fn or(self, left: Interval, right: Interval) -> Interval {
        if left.least < 0 || right.least < 0 {
            return self.full();
        }
        let bits = left.most | right.most;
        Interval {
            least: left.least.max(right.least),
            most: (1_i128 << (i128::BITS - bits.leading_zeros())) - 1,
        }
    }

    pub(super) fn exclusive_or(self, left: Interval, right: Interval) -> Interval {
        let either = self.or(left, right);
        if either.least < 0 {
            return either;
        }
        Interval { least: 0, ..either }
    }

    /// A shift to the left. What an amount of the width or more gives is left open.
    pub(super) fn shift_left(self, left: Interval, amount: Interval) -> Interval {
        if amount.least < 0 || amount.most >= i128::from(self.bits) {
            return self.full();
        }
        self.multiply(
            left,
            Interval {
                least: 1 << amount.least,
                most: 1 << amount.most,
            },
        )
    }

    /// A shift to the right, of signed values with their sign. What an amount of the width or more gives is left open.
    pub(super) fn shift_right(self, left: Interval, amount: Interval) -> Interval {
        if amount.least < 0 || amount.most >= i128::from(self.bits) {
            return self.full();
        }
        let corners = [
            Some(left.least >> amount.least),
            Some(left.least >> amount.most),
            Some(left.most >> amount.least),
            Some(left.most >> amount.most),
        ];
        Interval::around(corners).unwrap_or(self.full())
    }

    pub(super) fn negate(self, value: Interval) -> Interval {
        self.wrapped(Interval {
            least: -value.most,
            most: -value.least,
        })
    }

    /// The absolute value; that of the least integer is itself.
    pub(super) fn absolute(self, value: Interval) -> Interval {
        let exact = Interval {
            least: if value.contains_value(0) {
                0
            } else {
                value.least.abs().min(value.most.abs())
            },
            most: value.least.abs().max(value.most.abs()),
        };
        self.wrapped(exact)
    }

    /// `clamp`, where the bounds are in order; anything where they need not be.
    pub(super) fn clamp(self, value: Interval, low: Interval, high: Interval) -> Interval {
        if low.most > high.least {
            return self.full();
        }
        value.maximum(low).minimum(high)
    }

    /// The same bits, or a conversion, from another type: the values that both types have stay as they are.
    pub(super) const fn convert(self, value: Interval) -> Interval {
        self.wrapped(value)
    }
}

impl Interval {
    pub(super) const fn single(value: i128) -> Self {
        Self {
            least: value,
            most: value,
        }
    }

    /// How many zeros every value has at its end as a binary number, as far as that is seen: of a single value.
    const fn trailing_zeros(self) -> u32 {
        if self.least == self.most && self.least != 0 {
            self.least.trailing_zeros()
        } else {
            0
        }
    }

    /// The least interval with all of these, `None` where one is not known.
    fn around(values: [Option<i128>; 4]) -> Option<Self> {
        let mut interval = Self::single(values[0]?);
        for value in values {
            interval = interval.join(Self::single(value?));
        }
        Some(interval)
    }

    pub(super) const fn contains(self, other: Self) -> bool {
        self.least <= other.least && other.most <= self.most
    }

    pub(super) const fn contains_value(self, value: i128) -> bool {
        self.least <= value && value <= self.most
    }

    /// What is in one or the other, and between them.
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    /// What is in both. Where nothing is, no invocation comes here, and anything is true: it stays as it is.
    pub(super) fn meet(self, other: Self) -> Self {
        let both = Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        };
        if both.least > both.most { self } else { both }
    }

    pub(super) fn minimum(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.min(other.most),
        }
    }

    pub(super) fn maximum(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.max(other.most),
        }
    }
}

#[cfg(test)]
mod tests;
