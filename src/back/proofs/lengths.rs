//! Integers below a symbolic limit: the length of a run-time array or an extent of an image, which has no useful
//! interval. The limit is compared as a value, through the comparisons that hold at a position and the operations
//! between them.
//!
//! ```text
//! let n = arrayLength(&b);  if i + 1 < n { b[i + 1] … b[i] }       b[min(i, arrayLength(&b) - 1)]
//! ```
//!
//! Each query asks whether `times * value + added`, as mathematical integers, is less than the limit. An operation is
//! followed only if it cannot wrap.

use super::conditions::{Comparison, swapped};
use super::interval::{IntegerType, Interval};
use super::ranges::{Ranges, compared};
use super::values::{Kind, Loaded, Value};
use naga::{BinaryOperator, MathFunction};

/// The depth to which operations and comparisons are followed.
const MAX_STEPS: u32 = 12;

/// A linear function of a value that is compared with the limit: `times * value + added`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scaled {
    /// At least 1.
    times: i128,
    added: i128,
}

impl Scaled {
    /// The function after an addition to the value; `None` on overflow.
    fn plus(self, value: i128) -> Option<Self> {
        let added = self.added.checked_add(self.times.checked_mul(value)?)?;
        Some(Self { added, ..self })
    }

    /// The function after a multiplication of the value; `None` if its factor becomes too large.
    fn multiplied(self, factor: i128) -> Option<Self> {
        let times = self.times.checked_mul(factor).filter(|times| *times <= 1 << 64)?;
        Some(Self { times, ..self })
    }

    /// The largest result for values in an interval; `None` if there is none.
    fn most(self, interval: Interval) -> Option<i128> {
        if interval.is_open() {
            return None;
        }
        self.plus(interval.most.into()).map(|scaled| scaled.added)
    }
}

/// An interval whose bounds can be added and multiplied.
#[derive(Clone, Copy, Debug)]
struct Wide {
    least: i128,
    most: i128,
}

impl Wide {
    fn of(interval: Interval) -> Self {
        Self {
            least: interval.least.into(),
            most: interval.most.into(),
        }
    }
}

/// Queries about one limit.
pub(super) struct Below<'v, 'a> {
    pub(super) ranges: &'v mut Ranges<'a>,
    pub(super) limit: Value,
    /// A lower bound of the limit.
    pub(super) least: u32,
    /// The induction hypothesis: a local, and the function of it that is assumed to be below the limit.
    pub(super) hypothesis: Option<(Loaded, Scaled)>,
}

impl Below<'_, '_> {
    /// Whether an integer is below the limit.
    pub(super) fn holds(&mut self, index: Value) -> bool {
        self.is_below(index, Scaled { times: 1, added: 0 }, MAX_STEPS)
    }

    /// The interval of an integer.
    fn interval(&mut self, value: Value) -> Option<Interval> {
        let interval = self.ranges.interval(value)?;
        let least = if value == self.limit {
            interval.least.max(i64::from(self.least))
        } else {
            interval.least
        };
        Some(Interval { least, ..interval })
    }

    /// Whether a linear function of an integer is below the limit.
    fn is_below(&mut self, value: Value, scaled: Scaled, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        if !self.ranges.takes_step() {
            return false;
        }
        let Some(interval) = self.interval(value) else {
            return false;
        };
        if scaled.most(interval).is_some_and(|most| most < self.least.into()) {
            return true;
        }
        if value == self.limit && scaled.times == 1 && scaled.added < 0 {
            return true;
        }
        self.is_compared_below(value, scaled, depth) || self.is_operation_below(value, scaled, depth)
    }

    /// The same query at another position.
    fn is_below_at(&mut self, scope: u32, value: Value, scaled: Scaled, depth: u32) -> bool {
        let (limit, least, hypothesis) = (self.limit, self.least, self.hypothesis);
        self.ranges.within(scope, |ranges| {
            let mut below = Below {
                ranges,
                limit,
                least,
                hypothesis,
            };
            below.is_below(value, scaled, depth)
        })
    }

    /// Whether the comparisons that hold at this position imply it.
    fn is_compared_below(&mut self, value: Value, scaled: Scaled, depth: u32) -> bool {
        let mut comparisons = self.ranges.comparisons();
        while let Some(comparison) = self.ranges.next(&mut comparisons) {
            if !self.ranges.takes_step() {
                return false;
            }
            let Some((operator, limit, before)) = self.compared(comparison, value) else {
                continue;
            };
            // `value + before < limit` implies `value <= limit - before - 1`.
            let less = match operator {
                BinaryOperator::Less => before + 1,
                BinaryOperator::LessEqual | BinaryOperator::Equal => before,
                // catch-all: other comparisons give no upper bound
                _ => continue,
            };
            let Some(scaled) = scaled.plus(-less) else {
                continue;
            };
            if self.is_below_at(comparison.scope, limit, scaled, depth) {
                return true;
            }
        }
        false
    }

    /// The comparison of a value, or of its sum with a constant that does not wrap: operator, limit and the constant.
    fn compared(&mut self, comparison: Comparison, value: Value) -> Option<(BinaryOperator, Value, i128)> {
        if let Some((operator, limit)) = compared(comparison, value) {
            return Some((operator, limit, 0));
        }
        let Comparison {
            operator, left, right, ..
        } = comparison;
        for (sum, limit, operator) in [(left, right, Some(operator)), (right, left, swapped(operator))] {
            let Kind::Binary(BinaryOperator::Add, one, other) = self.ranges.kind(sum) else {
                continue;
            };
            let added = if one == value {
                self.ranges.constant(other)
            } else if other == value {
                self.ranges.constant(one)
            } else {
                None
            };
            let (Some(added), Some(operator)) = (added.filter(|added| *added >= 0), operator) else {
                continue;
            };
            let (ty, interval) = (self.ranges.ty(sum)?, self.ranges.interval(value)?);
            if interval
                .most
                .checked_add(added)
                .is_some_and(|most| most <= ty.exact().most)
            {
                return Some((operator, limit, added.into()));
            }
        }
        None
    }

    /// Whether the operation that defines the value implies it.
    fn is_operation_below(&mut self, value: Value, scaled: Scaled, depth: u32) -> bool {
        match self.ranges.kind(value) {
            Kind::Binary(operator, left, right) => {
                let ty = self.ranges.ty(value);
                ty.is_some_and(|ty| self.is_result_below(ty, operator, (left, right), scaled, depth))
            }
            Kind::Math(function, [Some(first), Some(second), third]) => match (function, third) {
                (MathFunction::Min, _) => self.is_below(first, scaled, depth) || self.is_below(second, scaled, depth),
                (MathFunction::Max, _) => self.is_below(first, scaled, depth) && self.is_below(second, scaled, depth),
                (MathFunction::Clamp, Some(third)) => {
                    let (low, high) = (self.interval(second), self.interval(third));
                    let ordered = matches!((low, high), (Some(low), Some(high)) if low.most <= high.least);
                    ordered && self.is_below(third, scaled, depth)
                }
                // catch-all: other functions are not analyzed
                _ => false,
            },
            Kind::Select(accept, reject) => {
                self.is_below(accept, scaled, depth) && self.is_below(reject, scaled, depth)
            }
            Kind::Convert(of) => {
                let (Some(from), Some(to)) = (self.interval(of), self.ranges.ty(value)) else {
                    return false;
                };
                // A conversion keeps the value if both types have it.
                to.exact().contains(from) && self.is_below(of, scaled, depth)
            }
            Kind::Local(loaded) => self.is_local_below(loaded, scaled, depth),
            Kind::Constant | Kind::Opaque | Kind::Negate(_) | Kind::Math(..) => false,
        }
    }

    fn is_result_below(
        &mut self,
        ty: IntegerType,
        operator: BinaryOperator,
        (left, right): (Value, Value),
        scaled: Scaled,
        depth: u32,
    ) -> bool {
        let (Some(first), Some(second)) = (self.interval(left), self.interval(right)) else {
            return false;
        };
        let (first, second) = (Wide::of(first), Wide::of(second));
        let all = ty.exact();
        let exact = |least: i128, most: i128| i128::from(all.least) <= least && most <= i128::from(all.most);
        let mut below =
            |value: Value, scaled: Option<Scaled>| scaled.is_some_and(|scaled| self.is_below(value, scaled, depth));
        match operator {
            BinaryOperator::Add => {
                exact(first.least + second.least, first.most + second.most)
                    && (below(left, scaled.plus(second.most)) || below(right, scaled.plus(first.most)))
            }
            BinaryOperator::Subtract => {
                exact(first.least - second.most, first.most - second.least) && below(left, scaled.plus(-second.least))
            }
            BinaryOperator::Multiply => {
                let fits = first
                    .most
                    .checked_mul(second.most)
                    .is_some_and(|most| most <= all.most.into());
                let factor = |of: Wide| (of.least == of.most).then_some(of.least).filter(|factor| *factor >= 1);
                first.least >= 0
                    && second.least >= 0
                    && fits
                    && (factor(second).is_some_and(|factor| below(left, scaled.multiplied(factor)))
                        || factor(first).is_some_and(|factor| below(right, scaled.multiplied(factor))))
            }
            BinaryOperator::ShiftLeft => {
                let shifts = second.least == second.most && (0..i128::from(ty.bits)).contains(&second.least);
                let fits = shifts && first.most << second.most <= all.most.into();
                first.least >= 0 && fits && below(left, scaled.multiplied(1 << second.least))
            }
            BinaryOperator::And => {
                (first.least >= 0 && below(left, Some(scaled))) || (second.least >= 0 && below(right, Some(scaled)))
            }
            BinaryOperator::Modulo => {
                second.least >= 1 && (below(right, scaled.plus(-1)) || (first.least >= 0 && below(left, Some(scaled))))
            }
            BinaryOperator::Divide => {
                // `quotient * times <= dividend` if `times <= divisor`.
                let one = Scaled { times: 1, ..scaled };
                let whole = second.least >= scaled.times;
                first.least >= 0 && second.least >= 1 && below(left, Some(if whole { one } else { scaled }))
            }
            BinaryOperator::ShiftRight => {
                let whole = (0..64).contains(&second.least)
                    && second.most < i128::from(ty.bits)
                    && 1 << second.least >= scaled.times;
                let one = Scaled { times: 1, ..scaled };
                first.least >= 0 && below(left, Some(if whole { one } else { scaled }))
            }
            // catch-all: results of other operations can exceed their operands
            _ => false,
        }
    }

    /// Whether every value of a local is below the limit. By induction: the initial value is, and each store is if the
    /// local is.
    fn is_local_below(&mut self, loaded: Loaded, scaled: Scaled, depth: u32) -> bool {
        if let Some((hypothesis, most)) = self.hypothesis {
            return hypothesis.covers(loaded) && scaled.times == most.times && scaled.added <= most.added;
        }
        let Loaded { local, reads_initial } = loaded;
        let (regions, subject) = (self.ranges.numbering.regions, self.ranges.numbering.subject);
        let start = match subject.function.local_variables[local].init {
            None => Some(0),
            Some(init) => subject.constant(init, None),
        };
        let is_below = |start| {
            let first = scaled.most(Interval::single(start));
            first.is_some_and(|first| first < self.least.into())
        };
        let starts_below = !reads_initial || start.is_some_and(is_below);
        let Some(mut stores) = regions.stores_of(local) else {
            return false;
        };
        if !starts_below {
            return false;
        }
        self.hypothesis = Some((loaded, scaled));
        let all = stores.all(|&store| {
            let value = self.ranges.stored_value(store);
            value.is_some_and(|value| self.is_below_at(store.scope, value, scaled, depth))
        });
        self.hypothesis = None;
        all
    }
}
