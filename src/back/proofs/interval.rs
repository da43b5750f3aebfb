//! Interval arithmetic: an interval is the values that an integer of one type can have, from the least to the most.
//!
//! A query can be about a limit that is not known, such as the length of a run-time array. An interval therefore also has
//! the most by which its values exceed that limit, as mathematical integers: they are below it if that is negative.
//!
//! Types have 32 bits at most, so sums of bounds are integers of 64 bits; an integer of 64 bits has no interval. WGSL's
//! operations wrap (§8.7): if the exact result of any pair of operands is outside the type, the result is the full
//! interval. The tests compare every operation with enumeration at narrow widths.

use naga::{BinaryOperator, Scalar, ScalarKind};

/// An integer type in two's complement, of 32 bits at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IntegerType {
    pub(super) signed: bool,
    pub(super) bits: u8,
}

/// The integers from `least` to `most` that exceed the limit of a query by `excess` at most. An interval is not empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) least: i64,
    pub(super) most: i64,
    /// [`UNKNOWN`] or near it if no integer is too large.
    pub(super) excess: i64,
}

/// An excess that says nothing: it is farther from 0 than the steps of a query can move it.
const UNKNOWN: i64 = 1 << 60;

impl IntegerType {
    /// The type of an integer scalar; `None` for other scalars and for 64 bits.
    #[inline]
    pub(super) fn of(scalar: Scalar) -> Option<Self> {
        let signed = match scalar.kind {
            ScalarKind::Sint => true,
            ScalarKind::Uint => false,
            ScalarKind::Float | ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => return None,
        };
        let bits = scalar.width * 8;
        (bits <= 32).then_some(Self { signed, bits })
    }

    /// All values of the type.
    #[inline]
    pub(super) const fn full(self) -> Interval {
        let half = 1 << (self.bits - 1);
        if self.signed {
            Interval::new(-half, half - 1)
        } else {
            Interval::new(0, 2 * half - 1)
        }
    }

    /// An exact result: the full interval if one of its values wraps.
    #[inline]
    pub(super) fn wrapped(self, exact: Interval) -> Interval {
        let full = self.full();
        if full.contains(exact) { exact } else { full }
    }

    /// The results of an operation on integers.
    pub(super) fn binary(self, op: BinaryOperator, left: Interval, right: Interval) -> Interval {
        let positive = left.least >= 0 && right.least >= 0;
        // What is not negative is not exceeded by the results of some operations on it.
        let upper = |of: Interval| match of.least >= 0 {
            true => of,
            false => Interval::new(0, i64::MAX),
        };
        match op {
            BinaryOperator::Add => self.wrapped(Interval {
                least: left.least + right.least,
                most: left.most + right.most,
                excess: (left.excess + right.most).min(right.excess + left.most),
            }),
            BinaryOperator::Subtract => self.wrapped(left.minus(right)),
            BinaryOperator::Multiply => self.multiply(left, right),
            BinaryOperator::Divide if right.least >= 1 => {
                corners(left, right, |left, right| left / right).exceeding(upper(left).excess)
            }
            // The remainder has the sign of the dividend.
            BinaryOperator::Modulo if right.least >= 1 => {
                let last = right.most - 1;
                Interval {
                    least: left.least.clamp(-last, 0),
                    most: left.most.clamp(0, last),
                    excess: upper(left).excess.min(right.excess - 1),
                }
            }
            // An operand that is not negative clears the sign of the other one.
            BinaryOperator::And if left.least >= 0 || right.least >= 0 => Interval {
                least: 0,
                ..upper(left).minimum(upper(right))
            },
            // The result has no bit above those of its operands, and that of `|` is not less than they are.
            BinaryOperator::InclusiveOr if positive => {
                Interval::new(left.least.max(right.least), ones(left.most | right.most))
            }
            BinaryOperator::ExclusiveOr if positive => Interval::new(0, ones(left.most | right.most)),
            // Shifts by the width or more are not analyzed.
            BinaryOperator::ShiftLeft if right.least >= 0 && right.most < i64::from(self.bits) => {
                self.multiply(left, Interval::new(1 << right.least, 1 << right.most))
            }
            BinaryOperator::ShiftRight if right.least >= 0 && right.most < i64::from(self.bits) => {
                corners(left, right, |left, right| left >> right).exceeding(upper(left).excess)
            }
            // catch-all: nothing is known, or the result is no integer
            _ => self.full(),
        }
    }

    /// The product. One that wraps keeps its trailing zeros.
    fn multiply(self, left: Interval, right: Interval) -> Interval {
        let full = self.full();
        let exact = corners(left, right, i64::saturating_mul);
        if full.contains(exact) {
            return exact;
        }
        let zeros = |of: Interval| (of.least == of.most).then(|| of.most.trailing_zeros());
        let zeros = zeros(left).max(zeros(right)).unwrap_or(0).min(u32::from(self.bits) - 1);
        Interval::new(full.least, full.most >> zeros << zeros)
    }

    pub(super) fn negate(self, value: Interval) -> Interval {
        self.wrapped(Interval::new(-value.most, -value.least))
    }

    /// The absolute value. That of the least integer is itself.
    pub(super) fn absolute(self, value: Interval) -> Interval {
        let (least, most) = (value.least.abs(), value.most.abs());
        let nearest = if value.contains(Interval::single(0)) {
            0
        } else {
            least.min(most)
        };
        self.wrapped(Interval::new(nearest, least.max(most)))
    }

    /// `clamp` if the bounds are in order; the full interval if they may not be.
    pub(super) fn clamp(self, value: Interval, low: Interval, high: Interval) -> Interval {
        if low.most > high.least {
            return self.full();
        }
        value.maximum(low).minimum(high)
    }
}

/// The least integer of ones in binary that is not less than another one, which is not negative.
fn ones(value: i64) -> i64 {
    i64::MAX >> (value.leading_zeros() - 1)
}

/// The results of an operation that is monotonic in each of its operands.
fn corners(left: Interval, right: Interval, operation: impl Fn(i64, i64) -> i64) -> Interval {
    let of = |left: i64| {
        let (one, other) = (operation(left, right.least), operation(left, right.most));
        Interval::new(one.min(other), one.max(other))
    };
    of(left.least).join(of(left.most))
}

impl Interval {
    pub(super) const fn new(least: i64, most: i64) -> Self {
        Self {
            least,
            most,
            excess: UNKNOWN,
        }
    }

    pub(super) const fn single(value: i64) -> Self {
        Self::new(value, value)
    }

    /// The same integers, of which an excess is known.
    pub(super) const fn exceeding(self, excess: i64) -> Self {
        Self { excess, ..self }
    }

    /// Whether the values are indices of the elements below the limit.
    pub(super) const fn is_index(self) -> bool {
        self.least >= 0 && self.excess < 0
    }

    /// Whether it has this value alone.
    pub(super) const fn is_single(self, value: i64) -> bool {
        self.least == value && self.most == value
    }

    #[inline]
    pub(super) const fn contains(self, other: Self) -> bool {
        self.least <= other.least && other.most <= self.most
    }

    /// The exact differences from the values of another interval.
    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            least: self.least - other.most,
            most: self.most - other.least,
            excess: self.excess - other.least,
        }
    }

    /// The smallest interval that contains both.
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            ..self.maximum(other)
        }
    }

    /// The intersection. If it is empty, no invocation executes the code, any result is right, and `self` is returned.
    pub(super) fn meet(self, other: Self) -> Self {
        let both = Self {
            least: self.least.max(other.least),
            ..self.minimum(other)
        };
        if both.least > both.most { self } else { both }
    }

    pub(super) fn minimum(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.min(other.most),
            excess: self.excess.min(other.excess),
        }
    }

    pub(super) fn maximum(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.max(other.most),
            excess: self.excess.max(other.excess),
        }
    }

    /// The values for which a comparison with a value of `limit` can hold.
    pub(super) fn limited(self, operator: BinaryOperator, limit: Self) -> Self {
        let from = |least: i64| Self {
            least,
            most: self.most.max(least),
            ..self
        };
        let to = |by: i64| Self {
            least: self.least.min(limit.most - by),
            most: limit.most - by,
            excess: limit.excess - by,
        };
        self.meet(match operator {
            BinaryOperator::Less => to(1),
            BinaryOperator::LessEqual => to(0),
            BinaryOperator::Greater => from(limit.least + 1),
            BinaryOperator::GreaterEqual => from(limit.least),
            BinaryOperator::Equal => limit,
            BinaryOperator::NotEqual if limit.is_single(self.least) => from(self.least + 1),
            BinaryOperator::NotEqual if limit.is_single(self.most) => to(1),
            // catch-all: other inequalities do not narrow an interval, and other operators do not compare
            _ => self,
        })
    }
}

#[cfg(test)]
mod tests;
