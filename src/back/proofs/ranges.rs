//! The interval of a value at a place: from what the value is made of, from the conditions that hold there, and for a local
//! from what is stored to it.
//!
//! It knows what naga's operations give (WGSL §8, §17). What a value is whatever the place is found out once. Conditions are
//! looked at only where one of them compares the value or a part of it, and then from the value down to its parts, up to a
//! number of steps, so that the cost of an index is bounded and that of a function linear.
//!
//! A local holds one of the values that are stored to it, or its initial one. For its interval those that do not depend on it
//! are joined first, and that is then tried as an induction hypothesis: if no store leaves the hypothesis on one side while
//! the local is inside it, no value of the local ever does.
//!
//! ```text
//! var i = 16;  while i < 64 { …  i = i + 1; }      16 ≤ i: the start is 16, and i + 1 with 16 ≤ i < 64 is no less
//! ```

use super::conditions::{Comparison, Conditions, Cursor, swapped};
use super::interval::{IntegerType, Interval};
use super::regions::Store;
use super::values::{Kind, Numbering, Value};
use naga::{BinaryOperator, Handle, LocalVariable, MathFunction};

/// How many values and comparisons are looked at for one question.
const MOST_STEPS: u32 = 96;

/// How deep comparisons are followed into what they compare with.
const MOST_LIMITS: u32 = 2;

/// How many locals are found out within one another.
const MOST_LOCALS: u32 = 8;

/// What is known of a local.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Envelope {
    #[default]
    Unasked,
    /// It is being found out: until then it may be anything.
    Open,
    Known(Interval),
}

/// One question about the values of a function.
pub(super) struct Ranges<'a> {
    pub(super) numbering: Numbering<'a>,
    conditions: &'a mut Conditions,
    envelopes: &'a mut [Envelope],
    /// The innermost scope of the place that is asked about.
    scope: u32,
    steps: u32,
    limits: u32,
    /// How many envelopes are open.
    locals: u32,
    /// A local that is taken to be in an interval.
    hypothesis: Option<(Handle<LocalVariable>, Interval)>,
    /// The local whose envelope is open was loaded.
    depends: bool,
}

impl<'a> Ranges<'a> {
    pub(super) fn new(
        mut numbering: Numbering<'a>,
        conditions: &'a mut Conditions,
        envelopes: &'a mut [Envelope],
        scope: u32,
    ) -> Self {
        conditions.read(&mut numbering, scope);
        Self {
            numbering,
            conditions,
            envelopes,
            scope,
            steps: MOST_STEPS,
            limits: 0,
            locals: 0,
            hypothesis: None,
            depends: false,
        }
    }

    /// How a value is made.
    pub(super) fn kind(&self, value: Value) -> Kind {
        self.numbering.values.row(value).kind
    }

    /// The type of a value, `None` for a constant and for what is no integer.
    pub(super) fn ty(&self, value: Value) -> Option<IntegerType> {
        self.numbering.values.row(value).ty
    }

    /// The integer that a value is whatever happens.
    pub(super) fn constant(&self, value: Value) -> Option<i128> {
        self.numbering.values.constant(value)
    }

    /// Takes one step; `false` when there were too many.
    pub(super) fn takes_step(&mut self) -> bool {
        let left = self.steps.checked_sub(1);
        self.steps = left.unwrap_or(0);
        left.is_some()
    }

    /// Asks something as it is at another place.
    pub(super) fn within<T>(&mut self, scope: u32, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.conditions.read(&mut self.numbering, scope);
        let outer = core::mem::replace(&mut self.scope, scope);
        let answer = ask(self);
        self.scope = outer;
        answer
    }

    /// The comparisons that hold at this place.
    pub(super) fn comparisons(&self) -> Cursor {
        self.conditions.at(self.scope)
    }

    /// The comparisons that hold at this place and may be of a value.
    pub(super) fn comparisons_of(&self, value: Value) -> Cursor {
        self.conditions.of_value(self.scope, value)
    }

    /// The next of some comparisons.
    pub(super) fn next(&self, comparisons: &mut Cursor) -> Option<Comparison> {
        self.conditions.next(self.numbering.regions, comparisons)
    }

    /// The interval of an integer; `None` for what is none.
    pub(super) fn interval(&mut self, value: Value) -> Option<Interval> {
        let row = self.numbering.values.row(value);
        let (kind, parts, known) = (row.kind, row.parts, row.interval);
        let Some(ty) = row.ty else {
            return known;
        };
        let is_limited = self.limits < MOST_LIMITS && self.conditions.may_limit(self.scope, parts);
        if let (false, Some(interval)) = (is_limited, known) {
            return Some(interval);
        }
        if !self.takes_step() {
            return Some(ty.full());
        }
        let is_local = matches!(kind, Kind::Local(_));
        let interval = match known {
            Some(interval) => interval,
            None => {
                let made = self.made(kind, ty).unwrap_or(ty.full());
                let interval = ty.full().meet(made);
                // What was found out while a local is open may be less than is known later, or follow from a hypothesis.
                if !is_limited && !is_local && self.locals == 0 && self.hypothesis.is_none() && self.steps > 0 {
                    self.numbering.values.row_mut(value).interval = Some(interval);
                }
                interval
            }
        };
        if is_limited {
            Some(self.refined(value, interval))
        } else {
            Some(interval)
        }
    }

    /// The interval of an integer, as what makes it says. `None` where nothing is known.
    fn made(&mut self, kind: Kind, ty: IntegerType) -> Option<Interval> {
        match kind {
            Kind::Constant | Kind::Opaque => None,
            Kind::Binary(operator, left, right) => self.binary(ty, operator, (left, right)),
            Kind::Negate(of) => Some(ty.negate(self.interval(of)?)),
            Kind::Math(function, arguments) => self.math(ty, function, arguments),
            Kind::Select(accept, reject) => {
                let (accept, reject) = (self.interval(accept)?, self.interval(reject)?);
                Some(accept.join(reject))
            }
            Kind::Convert(of) => Some(ty.convert(self.interval(of)?)),
            Kind::Local(local) => self.local(local, ty),
        }
    }

    /// The interval of a scalar local where it is loaded.
    fn local(&mut self, local: Handle<LocalVariable>, ty: IntegerType) -> Option<Interval> {
        if let Some((taken, interval)) = self.hypothesis {
            if taken == local {
                return Some(interval);
            }
        }
        match self.envelopes[local.index()] {
            Envelope::Known(interval) => return Some(interval),
            Envelope::Open => {
                self.depends = true;
                return None;
            }
            Envelope::Unasked => {}
        }
        // What is found out under a hypothesis may be as wrong as that is.
        if self.hypothesis.is_some() || self.locals >= MOST_LOCALS {
            return None;
        }
        self.envelopes[local.index()] = Envelope::Open;
        // It is found out once, with steps of its own: whoever asks first gets no less than the next one.
        let outer = (self.depends, self.limits, self.steps);
        (self.limits, self.steps) = (0, MOST_STEPS);
        self.locals += 1;
        let interval = self.found(local, ty);
        self.locals -= 1;
        (self.depends, self.limits, self.steps) = outer;
        let interval = interval.unwrap_or(ty.full());
        self.envelopes[local.index()] = Envelope::Known(interval);
        Some(interval)
    }

    /// The interval of the values that are stored to a local, by induction.
    fn found(&mut self, local: Handle<LocalVariable>, ty: IntegerType) -> Option<Interval> {
        let regions = self.numbering.regions;
        let declared = &self.numbering.subject.function.local_variables[local];
        let mut start = match declared.init {
            None => Interval::single(0),
            Some(init) => {
                let init = self.numbering.value(init, None);
                Interval::single(self.constant(init)?)
            }
        };
        let stores = || regions.stores_of(local);
        let mut steps: Option<Interval> = None;
        for store in stores()? {
            self.depends = false;
            let value = self.stored(store)?;
            if self.depends {
                steps = Some(steps.map_or(value, |steps| steps.join(value)));
            } else {
                start = start.join(value);
                if start == ty.full() {
                    return None;
                }
            }
        }
        let Some(steps) = steps else {
            return Some(start);
        };
        let all = ty.full();
        // What is stored while the local is in an interval.
        let mut under = |least: i128, most: i128| {
            if (Interval { least, most }) == all {
                return Some(steps);
            }
            self.hypothesis = Some((local, Interval { least, most }));
            let mut joined = None;
            for store in stores()? {
                let value = self.stored(store);
                joined = value.map(|value| joined.map_or(value, |joined: Interval| joined.join(value)));
                if joined.is_none() {
                    break;
                }
            }
            self.hypothesis = None;
            joined
        };
        let mut values = under(start.least, all.most);
        let mut least = start.least;
        if values.is_none_or(|values| values.least < start.least) {
            least = start.least.min(steps.least);
            values = under(least, all.most);
        }
        // What is above the start while the local may be anything above `least` is so while it is below the start.
        let may_fall = values.is_none_or(|values| values.least <= start.most);
        let most = if may_fall && under(least, start.most).is_some_and(|values| values.most <= start.most) {
            start.most
        } else {
            let most = values.map_or(all.most, |values| values.most).max(start.most);
            most.min(start.most.max(steps.most))
        };
        Some(Interval { least, most })
    }

    /// The value of a store to all of a local, if that is evaluated where it is stored.
    pub(super) fn stored_value(&mut self, store: Store) -> Option<Value> {
        let value = store.value?;
        let is_evaluated = self.numbering.regions.comes_before(value, store.scope);
        is_evaluated.then(|| self.numbering.value(value, None))
    }

    fn stored(&mut self, store: Store) -> Option<Interval> {
        let value = self.stored_value(store)?;
        self.within(store.scope, |this| this.interval(value))
    }

    fn binary(&mut self, ty: IntegerType, operator: BinaryOperator, (left, right): (Value, Value)) -> Option<Interval> {
        let first = self.interval(left)?;
        let is_sum = matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract);
        if is_sum && first == ty.full() {
            // The sum of a value that may be anything may be anything.
            return None;
        }
        let second = self.interval(right)?;
        // A shift takes the lowest bits of its amount (WGSL §8.9).
        let amount = || {
            let last = Interval {
                least: 0,
                most: i128::from(ty.bits) - 1,
            };
            if last.contains(second) { second } else { last }
        };
        Some(match operator {
            BinaryOperator::Add => ty.add(first, second),
            BinaryOperator::Subtract => self.difference(ty, (left, right), (first, second)),
            BinaryOperator::Multiply => ty.multiply(first, second),
            BinaryOperator::Divide => ty.divide(first, second),
            BinaryOperator::Modulo => ty.remainder(first, second),
            BinaryOperator::And => ty.and(first, second),
            BinaryOperator::InclusiveOr => ty.or(first, second),
            BinaryOperator::ExclusiveOr => ty.exclusive_or(first, second),
            BinaryOperator::ShiftLeft => ty.shift_left(first, amount()),
            BinaryOperator::ShiftRight => ty.shift_right(first, amount()),
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr => return None,
        })
    }

    /// A difference that may wrap as far as the intervals tell, and does not: of what is compared with what is taken from
    /// it, or of `x - (x & m)` and `x - (x % m)`, also from a multiple of `x`.
    fn difference(
        &mut self,
        ty: IntegerType,
        (left, right): (Value, Value),
        (first, second): (Interval, Interval),
    ) -> Interval {
        let exact = ty.subtract(first, second);
        // The result is exact where the operand that is taken away is no larger and neither is negative.
        let positive = first.least >= 0 && second.least >= 0;
        if exact != ty.full() || !positive {
            return exact;
        }
        if self.is_no_less(left, right) || self.is_part_of(right, left) {
            Interval {
                least: 0,
                most: first.most - second.least,
            }
        } else {
            exact
        }
    }

    /// Whether a comparison that holds here says that one value is no less than another.
    fn is_no_less(&self, one: Value, other: Value) -> bool {
        if self.limits >= MOST_LIMITS {
            return false;
        }
        let mut comparisons = self.comparisons_of(one);
        while let Some(comparison) = self.next(&mut comparisons) {
            match compared(comparison, one) {
                Some((BinaryOperator::Greater | BinaryOperator::GreaterEqual | BinaryOperator::Equal, limit))
                    if limit == other =>
                {
                    return true;
                }
                // catch-all: the others do not say so
                _ => {}
            }
        }
        false
    }

    /// Whether a value, not negative, is a masked or remaining part of another one or of what that is a multiple of.
    fn is_part_of(&mut self, part: Value, mut whole: Value) -> bool {
        let Kind::Binary(operator, left, right) = self.kind(part) else {
            return false;
        };
        if let Kind::Binary(BinaryOperator::Multiply, one, other) = self.kind(whole) {
            let factor = |of| self.constant(of).filter(|factor| *factor >= 1);
            let multiple = match (factor(one), factor(other)) {
                (Some(factor), _) => Some((other, factor)),
                (None, Some(factor)) => Some((one, factor)),
                (None, None) => None,
            };
            if let Some((of, factor)) = multiple {
                let (Some(ty), Some(interval)) = (self.ty(of), self.interval(of)) else {
                    return false;
                };
                // Only a multiple that did not wrap is no less than what it is a multiple of.
                let fits = interval
                    .most
                    .checked_mul(factor)
                    .is_some_and(|most| most <= ty.full().most);
                if interval.least < 0 || !fits {
                    return false;
                }
                whole = of;
            }
        }
        match operator {
            BinaryOperator::And => left == whole || right == whole,
            BinaryOperator::Modulo => left == whole && self.interval(right).is_some_and(|by| by.least >= 1),
            // catch-all: other operations can give more than their operand
            _ => false,
        }
    }

    fn math(&mut self, ty: IntegerType, function: MathFunction, arguments: [Option<Value>; 3]) -> Option<Interval> {
        let [Some(first), second, third] = arguments else {
            return None;
        };
        let bits = Interval {
            least: 0,
            most: i128::from(ty.bits),
        };
        Some(match function {
            MathFunction::Min => self.interval(first)?.minimum(self.interval(second?)?),
            MathFunction::Max => self.interval(first)?.maximum(self.interval(second?)?),
            MathFunction::Clamp => {
                let (low, high) = (self.interval(second?)?, self.interval(third?)?);
                ty.clamp(self.interval(first)?, low, high)
            }
            MathFunction::Abs if ty.signed => ty.absolute(self.interval(first)?),
            MathFunction::Abs => self.interval(first)?,
            MathFunction::Sign => Interval { least: -1, most: 1 },
            MathFunction::ExtractBits if !ty.signed => {
                let count = self.interval(third?)?.most;
                if count >= i128::from(ty.bits) {
                    return None;
                }
                Interval {
                    least: 0,
                    most: (1 << count) - 1,
                }
            }
            MathFunction::Unpack4xU8 => Interval { least: 0, most: 0xFF },
            MathFunction::Unpack4xI8 => Interval {
                least: -0x80,
                most: 0x7F,
            },
            MathFunction::CountOneBits | MathFunction::CountLeadingZeros | MathFunction::CountTrailingZeros => bits,
            // catch-all: of other functions nothing is known
            _ => return None,
        })
    }

    /// An interval, narrowed by what holds at this place.
    fn refined(&mut self, value: Value, mut interval: Interval) -> Interval {
        let mut comparisons = self.comparisons_of(value);
        while let Some(comparison) = self.next(&mut comparisons) {
            if let Some((operator, limit)) = compared(comparison, value) {
                if !self.takes_step() {
                    break;
                }
                interval = self.limited(interval, operator, limit, comparison.scope);
            }
        }
        interval
    }

    /// Whether a comparison that holds at this place says that a value is less than something, or greater: there is room
    /// for one more.
    pub(super) fn has_room(&self, value: Value, above: bool) -> bool {
        let mut comparisons = self.comparisons_of(value);
        while let Some(comparison) = self.next(&mut comparisons) {
            match compared(comparison, value) {
                Some((BinaryOperator::Less, _)) if above => return true,
                Some((BinaryOperator::Greater, _)) if !above => return true,
                // catch-all: of the others the limit counts
                _ => {}
            }
        }
        false
    }

    /// An interval, narrowed by a comparison with a limit.
    pub(super) fn limited(
        &mut self,
        interval: Interval,
        operator: BinaryOperator,
        limit: Value,
        scope: u32,
    ) -> Interval {
        self.limits += 1;
        let limit = self.within(scope, |this| this.interval(limit));
        self.limits -= 1;
        let Some(limit) = limit else {
            return interval;
        };
        let from = |least: i128| Interval {
            least,
            most: interval.most.max(least),
        };
        let to = |most: i128| Interval {
            least: interval.least.min(most),
            most,
        };
        interval.meet(match operator {
            BinaryOperator::Less => to(limit.most - 1),
            BinaryOperator::LessEqual => to(limit.most),
            BinaryOperator::Greater => from(limit.least + 1),
            BinaryOperator::GreaterEqual => from(limit.least),
            BinaryOperator::Equal => limit,
            BinaryOperator::NotEqual if limit == Interval::single(interval.least) => from(interval.least + 1),
            BinaryOperator::NotEqual if limit == Interval::single(interval.most) => to(interval.most - 1),
            // catch-all: nothing else is known of a value that is not equal, and no other operator compares
            _ => interval,
        })
    }
}

/// What a comparison says of a value: how it compares with what.
pub(super) fn compared(comparison: Comparison, value: Value) -> Option<(BinaryOperator, Value)> {
    if comparison.left == value {
        Some((comparison.operator, comparison.right))
    } else if comparison.right == value {
        Some((swapped(comparison.operator)?, comparison.left))
    } else {
        None
    }
}
