//! Interval arithmetic: an interval is the values that an integer of one type can have, from the least to the most.
//!
//! Bounds are mathematical integers in 64 bits. Those of 64-bit types can exceed that: a bound that is the least or
//! greatest integer of 64 bits means that there is none, and the result of an operation is exact only if its operands have
//! bounds.
//! WGSL's operations wrap (§8.7): if the exact result of any pair of operands is outside the type, the result is the
//! full interval. The tests below compare every operation with enumeration at narrow widths, and with integers of 128
//! bits at the widest.

use naga::{Scalar, ScalarKind};

/// An integer type in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IntegerType {
    pub(super) signed: bool,
    /// 64 at most.
    pub(super) bits: u8,
}

/// The integers from `least` to `most`. An interval is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) least: i64,
    pub(super) most: i64,
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
            bits: scalar.width * 8,
        })
    }

    /// All values of the type.
    #[inline]
    pub(super) const fn full(self) -> Interval {
        let (least, most) = match (self.signed, self.bits) {
            (true, 64) => (i64::MIN, i64::MAX),
            (false, 64) => (0, i64::MAX),
            (true, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (false, bits) => (0, (1 << bits) - 1),
        };
        Interval { least, most }
    }

    /// The results that are known not to wrap: all values of the type that an interval can have as a bound.
    #[inline]
    pub(super) const fn exact(self) -> Interval {
        let Interval { least, most } = self.full();
        if self.bits < 64 {
            return Interval { least, most };
        }
        Interval {
            least: if self.signed { least + 1 } else { least },
            most: most - 1,
        }
    }

    /// The interval of an operation with these exact results, of which `None` exceeds 64 bits: the full interval if one
    /// of them wraps.
    #[inline]
    fn wrapped(self, least: Option<i64>, most: Option<i64>) -> Interval {
        match (least, most) {
            (Some(least), Some(most)) if self.exact().contains(Interval { least, most }) => Interval { least, most },
            (Some(_) | None, _) => self.full(),
        }
    }

    pub(super) fn add(self, left: Interval, right: Interval) -> Interval {
        if left.is_open() || right.is_open() {
            return self.full();
        }
        self.wrapped(left.least.checked_add(right.least), left.most.checked_add(right.most))
    }

    pub(super) fn subtract(self, left: Interval, right: Interval) -> Interval {
        if left.is_open() || right.is_open() {
            return self.full();
        }
        self.wrapped(left.least.checked_sub(right.most), left.most.checked_sub(right.least))
    }

    pub(super) fn multiply(self, left: Interval, right: Interval) -> Interval {
        if left.is_open() || right.is_open() {
            return self.full();
        }
        // Fast path: neither operand is negative.
        let exact = if left.least >= 0 && right.least >= 0 {
            let product = |left: i64, right: i64| left.checked_mul(right);
            match (product(left.least, right.least), product(left.most, right.most)) {
                (Some(least), Some(most)) => Some(Interval { least, most }),
                (Some(_) | None, _) => None,
            }
        } else {
            Interval::hull([
                left.least.checked_mul(right.least),
                left.least.checked_mul(right.most),
                left.most.checked_mul(right.least),
                left.most.checked_mul(right.most),
            ])
        };
        match exact {
            Some(exact) if self.exact().contains(exact) => exact,
            // A wrapped product keeps its trailing zeros.
            Some(_) | None => self.multiples(left.trailing_zeros().max(right.trailing_zeros())),
        }
    }

    /// All multiples of a power of two.
    const fn multiples(self, zeros: u32) -> Interval {
        let Interval { least, most } = self.full();
        if self.bits == 64 {
            return self.full();
        }
        let last = self.bits as u32 - 1;
        let zeros = if zeros < last { zeros } else { last };
        Interval {
            least,
            most: most >> zeros << zeros,
        }
    }

    /// The quotient, rounded toward zero. Division by zero gives the full interval.
    pub(super) fn divide(self, left: Interval, right: Interval) -> Interval {
        if right.least < 1 || left.is_open() || right.is_open() {
            return self.full();
        }
        let corner = |left: i64, right: i64| Some(left / right);
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
        if right.least < 1 || right.is_open() {
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
        if left.least < 0 || right.least < 0 || left.is_open() || right.is_open() {
            return self.full();
        }
        let bits = left.most | right.most;
        Interval {
            least: left.least.max(right.least),
            most: ones(i64::BITS - bits.leading_zeros()),
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
        // The factor must have a bound.
        let most = i64::from(self.bits.min(63)) - 1;
        if amount.least < 0 || amount.most > most {
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
        if amount.least < 0 || amount.most >= i64::from(self.bits) || left.is_open() {
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
        if value.is_open() {
            return self.full();
        }
        self.wrapped(value.most.checked_neg(), value.least.checked_neg())
    }

    /// The absolute value. That of the least integer is itself.
    pub(super) fn absolute(self, value: Interval) -> Interval {
        let (Some(least), Some(most)) = (value.least.checked_abs(), value.most.checked_abs()) else {
            return self.full();
        };
        if value.is_open() {
            return self.full();
        }
        let nearest = if value.contains_value(0) { 0 } else { least.min(most) };
        self.wrapped(Some(nearest), Some(least.max(most)))
    }

    /// `clamp` if the bounds are in order; the full interval if they may not be.
    pub(super) fn clamp(self, value: Interval, low: Interval, high: Interval) -> Interval {
        if low.most > high.least {
            return self.full();
        }
        value.maximum(low).minimum(high)
    }

    /// A conversion or bit cast from another type: values that both types have are unchanged.
    pub(super) fn convert(self, value: Interval) -> Interval {
        self.wrapped(Some(value.least), Some(value.most))
    }
}

/// The integer with this number of lowest bits set, 63 at most.
pub(super) fn ones(bits: u32) -> i64 {
    debug_assert!(bits <= 63);
    i64::MAX >> 63_u32.saturating_sub(bits)
}

impl Interval {
    /// Whether it has no bound in some direction. Only intervals of 64-bit types have none.
    #[inline]
    pub(super) const fn is_open(self) -> bool {
        self.least == i64::MIN || self.most == i64::MAX
    }

    pub(super) const fn single(value: i64) -> Self {
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
    fn hull(values: [Option<i64>; 4]) -> Option<Self> {
        let mut interval = Self::single(values[0]?);
        for value in values {
            interval = interval.join(Self::single(value?));
        }
        Some(interval)
    }

    #[inline]
    pub(super) const fn contains(self, other: Self) -> bool {
        self.least <= other.least && other.most <= self.most
    }

    pub(super) const fn contains_value(self, value: i64) -> bool {
        self.least <= value && value <= self.most
    }

    /// The greatest integer that is less than some value.
    pub(super) const fn below(self) -> i64 {
        if self.most == i64::MAX {
            self.most
        } else {
            self.most - 1
        }
    }

    /// The least integer that is greater than some value.
    pub(super) const fn above(self) -> i64 {
        if self.least == i64::MIN {
            self.least
        } else {
            self.least + 1
        }
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
