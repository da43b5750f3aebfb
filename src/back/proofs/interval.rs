//! Interval arithmetic: an interval is the values that an integer of one type can have, from the least to the most.
//!
//! Bounds are mathematical integers, wide enough for every width of naga, and inside the range of an [`IntegerType`].
//! WGSL's operations wrap (§8.7): if the exact result of any pair of operands is outside the type, the result is the
//! full interval. The tests below compare every operation with enumeration at narrow widths.

use naga::{Scalar, ScalarKind};

/// An integer type in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IntegerType {
    pub(super) signed: bool,
    /// 64 at most.
    pub(super) bits: u32,
}

/// The integers from `least` to `most`. An interval is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) least: i128,
    pub(super) most: i128,
}

impl IntegerType {
    /// The type of an integer scalar; `None` for other scalars.
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

    /// All values of the type.
    #[inline]
    pub(super) const fn full(self) -> Interval {
        // Fast path: shifts of 128 bits take a dozen machine instructions.
        if self.bits == 32 {
            let (least, most) = if self.signed {
                (i32::MIN as i128, i32::MAX as i128)
            } else {
                (0, u32::MAX as i128)
            };
            return Interval { least, most };
        }
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

    /// The interval of an operation with these exact results: the full interval if one of them wraps.
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
        // Products of 64-bit operands can exceed 128 bits; then they count as wrapped.
        let corner = |left: i128, right: i128| left.checked_mul(right);
        let corners = [
            corner(left.least, right.least),
            corner(left.least, right.most),
            corner(left.most, right.least),
            corner(left.most, right.most),
        ];
        match Interval::hull(corners) {
            Some(exact) if self.full().contains(exact) => exact,
            // A wrapped product keeps its trailing zeros.
            Some(_) | None => self.multiples(left.trailing_zeros().max(right.trailing_zeros())),
        }
    }

    /// All multiples of a power of two.
    const fn multiples(self, zeros: u32) -> Interval {
        let Interval { least, most } = self.full();
        let zeros = if zeros < self.bits { zeros } else { self.bits - 1 };
        Interval {
            least,
            most: most >> zeros << zeros,
        }
    }

    /// The quotient, rounded toward zero. Division by zero gives the full interval.
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
        Interval::hull(corners).unwrap_or(self.full())
    }

    /// The remainder, which has the sign of the dividend. Division by zero gives the full interval.
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
        // A nonnegative operand clears the sign bit of the other one.
        let most = match (left.least >= 0, right.least >= 0) {
            (true, true) => left.most.min(right.most),
            (true, false) => left.most,
            (false, true) => right.most,
            (false, false) => return self.full(),
        };
        Interval { least: 0, most }
    }

    /// The result of `|`. For `^` the least value is zero instead.
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

    /// A left shift. An amount of the width or more gives the full interval.
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

    /// A right shift, arithmetic for signed types. An amount of the width or more gives the full interval.
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
        Interval::hull(corners).unwrap_or(self.full())
    }

    pub(super) fn negate(self, value: Interval) -> Interval {
        self.wrapped(Interval {
            least: -value.most,
            most: -value.least,
        })
    }

    /// The absolute value. That of the least integer is itself.
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

    /// `clamp` if the bounds are in order; the full interval if they may not be.
    pub(super) fn clamp(self, value: Interval, low: Interval, high: Interval) -> Interval {
        if low.most > high.least {
            return self.full();
        }
        value.maximum(low).minimum(high)
    }

    /// A conversion or bit cast from another type: values that both types have are unchanged.
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

    /// A lower bound of the trailing zeros of every value: exact for a single nonzero value, otherwise zero.
    const fn trailing_zeros(self) -> u32 {
        if self.least == self.most && self.least != 0 {
            self.least.trailing_zeros()
        } else {
            0
        }
    }

    /// The smallest interval with all values; `None` if one of them is unknown.
    fn hull(values: [Option<i128>; 4]) -> Option<Self> {
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

    /// The smallest interval that contains both.
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    /// The intersection. If it is empty, no invocation executes the code, any result is right, and `self` is returned.
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
