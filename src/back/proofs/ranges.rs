//! The interval of a value at a position: from its operation and operands, from the conditions that hold at the
//! position, and for a local from the values that are stored to it.
//!
//! The operations are naga's (WGSL §8, §17). The interval that holds at every position is computed once for each value.
//! Conditions are considered only if one of them compares the value or an operand of it, and then from the value down
//! to its operands, up to a number of steps. The work for one index is therefore bounded, and that for a function
//! linear.
//!
//! A local holds its initial value or one of the stored values. First the intervals of the initial value, and of the
//! stores that do not depend on the local, are joined. Then induction: the hypothesis is that the local is inside an
//! interval. If no store leaves the interval under the hypothesis, the local is always inside it.
//!
//! ```text
//! var i = 16;  while i < 64 { …  i = i + 1; }      16 ≤ i: it holds initially, and 16 ≤ i < 64 implies 16 ≤ i + 1
//! ```

use super::conditions::{Comparison, Conditions, Cursor, swapped};
use super::interval::{IntegerType, Interval, ones};
use super::regions::Store;
use super::values::{Kind, Loaded, Numbering, Value};
use naga::{BinaryOperator, Handle, LocalVariable, MathFunction};

/// The most values and comparisons that one query visits.
pub(super) const MAX_STEPS: u32 = 96;

/// The depth to which the operands of comparisons are compared themselves.
const MAX_LIMITS: u32 = 2;

/// The most locals whose envelopes are computed within one another.
const MAX_LOCALS: u32 = 8;

/// No interval is inside it.
pub(super) const NOTHING: Interval = Interval { least: 0, most: -1 };

/// The interval of all values that loads of a local can read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Envelope {
    #[default]
    Unasked,
    /// It is being computed; until then any value is assumed.
    Open,
    Known(Interval),
}

/// The intervals of the values that are stored to a local.
#[derive(Clone, Copy, Debug, Default)]
struct Stored {
    /// Of the values that do not depend on the local.
    independent: Option<Interval>,
    /// Of the other values.
    steps: Option<Interval>,
}

/// One query about the values of a function.
pub(super) struct Ranges<'a> {
    pub(super) numbering: Numbering<'a>,
    conditions: &'a mut Conditions,
    envelopes: &'a mut [[Envelope; 2]],
    /// The innermost scope at the position of the query.
    scope: u32,
    /// A bit for each value that is compared there, by [`Value::bit`]. Empty if comparisons are not considered.
    compared: u64,
    pub(super) steps: u32,
    limits: u32,
    /// The number of open envelopes.
    locals: u32,
    /// The induction hypothesis: a local, and the interval in which it is assumed to be.
    hypothesis: Option<(Loaded, Interval)>,
    /// The case that is assumed: a value and its integer (see [`cases`](super::cases)).
    pub(super) case: Option<(Value, i64)>,
    /// Whether a local with an open envelope was loaded.
    depends: bool,
}

impl<'a> Ranges<'a> {
    pub(super) fn new(
        numbering: Numbering<'a>,
        conditions: &'a mut Conditions,
        envelopes: &'a mut [[Envelope; 2]],
    ) -> Self {
        Self {
            numbering,
            conditions,
            envelopes,
            scope: 0,
            compared: 0,
            steps: MAX_STEPS,
            limits: 0,
            locals: 0,
            hypothesis: None,
            case: None,
            depends: false,
        }
    }

    /// The operation that defines a value.
    pub(super) fn kind(&self, value: Value) -> Kind {
        self.numbering.values.row(value).kind
    }

    /// The type of a value; `None` for a constant and for a value that is no integer.
    pub(super) fn ty(&self, value: Value) -> Option<IntegerType> {
        self.numbering.values.row(value).ty
    }

    /// The integer of a constant; `None` for other values.
    pub(super) fn constant(&self, value: Value) -> Option<i64> {
        self.numbering.values.constant(value)
    }

    /// Counts a step. Returns `false` after the last one.
    pub(super) fn takes_step(&mut self) -> bool {
        let left = self.steps.checked_sub(1);
        self.steps = left.unwrap_or(0);
        left.is_some()
    }

    /// Starts a query at another position.
    pub(super) fn enter(&mut self, scope: u32) {
        self.compared = self.conditions.compared(&mut self.numbering, scope);
        (self.scope, self.steps) = (scope, MAX_STEPS);
    }

    /// Runs a query at another position.
    pub(super) fn within<T>(&mut self, scope: u32, ask: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.scope, self.compared);
        self.scope = scope;
        self.compared = if self.limits < MAX_LIMITS {
            self.conditions.compared(&mut self.numbering, scope)
        } else {
            0
        };
        let answer = ask(self);
        (self.scope, self.compared) = outer;
        answer
    }

    /// The comparisons that hold at this position.
    pub(super) fn comparisons(&self) -> Cursor {
        Conditions::at(self.scope)
    }

    /// The comparisons that hold at this position and may involve a value.
    pub(super) fn comparisons_of(&self, value: Value) -> Cursor {
        Conditions::of_value(self.scope, value)
    }

    /// The next comparison.
    pub(super) fn next(&mut self, comparisons: &mut Cursor) -> Option<Comparison> {
        self.conditions.next(&mut self.numbering, comparisons)
    }

    /// The interval of an index into some elements at a position. Not narrower than it takes to be inside them.
    pub(super) fn interval_of_index(&mut self, (scope, index, elements): (u32, Value, Interval)) -> Option<Interval> {
        // Most indices that are in range are so everywhere, without any condition.
        let mut interval = self.interval(index)?;
        if let (false, Kind::Local(_)) = (elements.contains(interval), self.kind(index)) {
            // A counter often is so by the innermost condition, so that the others are not decomposed.
            self.scope = scope;
            interval = self.refined(index, interval, elements);
        }
        if elements.contains(interval) {
            return Some(interval);
        }
        self.enter(scope);
        let interval = self.interval(index)?;
        if elements.contains(interval) {
            return Some(interval);
        }
        Some(self.by_cases(index, elements).unwrap_or(interval))
    }

    /// The interval of an integer; `None` for other values.
    #[inline]
    pub(super) fn interval(&mut self, value: Value) -> Option<Interval> {
        let row = self.numbering.values.row(value);
        let Some(ty) = row.ty else {
            return row.interval;
        };
        // Fast path: no condition and no assumption narrows what is known.
        let is_narrowed = (row.operands | value.bit()) & self.compared != 0 || self.case.is_some();
        if let (false, Some(known)) = (is_narrowed, row.interval) {
            return Some(known);
        }
        Some(self.narrowed(value, ty))
    }

    fn narrowed(&mut self, value: Value, ty: IntegerType) -> Interval {
        let row = self.numbering.values.row(value);
        let (kind, operands, mut known) = (row.kind, row.operands, row.interval);
        if let Some((of, integer)) = self.case {
            if of == value {
                return Interval::single(integer);
            }
            // A value with an operand in the case can have a smaller interval than the known one.
            known = known.filter(|_| operands & of.bit() == 0);
        }
        let is_limited = self.compared & value.bit() != 0;
        let by_operands = self.compared & operands != 0;
        if let (false, false, Some(interval)) = (is_limited, by_operands, known) {
            return interval;
        }
        if !self.takes_step() {
            return known.unwrap_or(ty.full());
        }
        let interval = match known {
            Some(interval) if !by_operands => interval,
            Some(_) | None => {
                let computed = self.of_operation(kind, ty).unwrap_or(ty.full());
                let interval = known.unwrap_or(ty.full()).meet(computed);
                // An interval under an open envelope, a hypothesis or a case is not stored, since it can be too wide
                // or hold only there.
                let is_assumed = self.hypothesis.is_some() || self.case.is_some();
                if !by_operands && self.locals == 0 && !is_assumed && self.steps > 0 {
                    self.numbering.values.row_mut(value).interval = Some(interval);
                }
                interval
            }
        };
        if is_limited {
            self.refined(value, interval, NOTHING)
        } else {
            interval
        }
    }

    /// The interval of an integer from its operation. `None` if nothing is known.
    fn of_operation(&mut self, kind: Kind, ty: IntegerType) -> Option<Interval> {
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
            Kind::Local(loaded) => self.local(loaded, ty),
        }
    }

    /// The interval of a scalar local where it is loaded.
    pub(super) fn local(&mut self, loaded: Loaded, ty: IntegerType) -> Option<Interval> {
        if let Some((taken, interval)) = self.hypothesis {
            if taken.covers(loaded) {
                self.depends = true;
                return Some(interval);
            }
        }
        let (local, kind) = (loaded.local.index(), usize::from(loaded.reads_initial));
        match self.envelopes[local][kind] {
            Envelope::Known(interval) => return Some(interval),
            Envelope::Open => {
                self.depends = true;
                return None;
            }
            Envelope::Unasked => {}
        }
        if self.locals >= MAX_LOCALS {
            return None;
        }
        self.envelopes[local][kind] = Envelope::Open;
        // The interval is computed once, without assumptions and with its own number of steps, so that it does not
        // depend on the query that needs it first.
        let outer = (self.depends, self.limits, self.steps);
        let assumed = (self.hypothesis.take(), self.case.take());
        (self.limits, self.steps) = (0, MAX_STEPS);
        self.locals += 1;
        let interval = self.envelope(loaded, ty);
        self.locals -= 1;
        (self.depends, self.limits, self.steps) = outer;
        (self.hypothesis, self.case) = assumed;
        let interval = interval.unwrap_or(ty.full());
        self.envelopes[local][kind] = Envelope::Known(interval);
        Some(interval)
    }

    /// The constant that a local is declared with; `None` if it is unknown.
    pub(super) fn initial(&mut self, local: Handle<LocalVariable>) -> Option<i64> {
        match self.numbering.subject.function.local_variables[local].init {
            None => Some(0),
            Some(init) => {
                let init = self.numbering.value(init, None);
                self.constant(init)
            }
        }
    }

    /// The interval of the values stored to a local, with the initial value if the load can read it, by induction.
    fn envelope(&mut self, loaded: Loaded, ty: IntegerType) -> Option<Interval> {
        let all = ty.full();
        let initial = match loaded.reads_initial {
            true => Some(Interval::single(self.initial(loaded.local)?)),
            false => None,
        };
        // Most locals do not go below their initial value.
        let guess = initial.map_or(all.least, |initial| initial.least);
        let Stored { independent, steps } = self.stored_under(loaded, guess, all.most)?;
        let start = match (initial, independent) {
            (Some(initial), Some(independent)) => initial.join(independent),
            (initial, independent) => initial.or(independent)?,
        };
        let Some(steps) = steps else {
            return Some(start);
        };
        if start == all {
            return None;
        }
        // The join of the stored values under the hypothesis that the local is inside an interval.
        let mut under = |least: i64, most: i64| {
            let stored = self.stored_under(loaded, least, most)?;
            stored.steps
        };
        let mut least = start.least;
        let mut values = if least == guess {
            Some(steps)
        } else {
            under(least, all.most)
        };
        if values.is_none_or(|values| values.least < least) {
            values = under(all.least, all.most);
            least = least.min(values?.least);
            if least > all.least {
                values = under(least, all.most);
            }
        }
        // If every stored value exceeds `start.most`, the local does not stay at or below it, so that hypothesis is not
        // tried.
        let may_fall = values.is_none_or(|values| values.least <= start.most);
        let most = if may_fall && under(least, start.most).is_some_and(|values| values.most <= start.most) {
            start.most
        } else {
            values.map_or(all.most, |values| values.most).max(start.most)
        };
        Some(Interval { least, most })
    }

    /// The intervals of the values stored to a local under the hypothesis that the local is inside an interval. `None`
    /// if a value is unknown.
    fn stored_under(&mut self, loaded: Loaded, least: i64, most: i64) -> Option<Stored> {
        let regions = self.numbering.regions;
        let mut stored = Stored::default();
        self.hypothesis = Some((loaded, Interval { least, most }));
        for &store in regions.stores_of(loaded.local).into_iter().flatten() {
            self.depends = false;
            let value = self.stored(store);
            let Some(value) = value else {
                self.hypothesis = None;
                return None;
            };
            let joined = if self.depends {
                &mut stored.steps
            } else {
                &mut stored.independent
            };
            *joined = Some(joined.map_or(value, |joined| joined.join(value)));
        }
        self.hypothesis = None;
        regions.stores_of(loaded.local).map(|_| stored)
    }

    /// The value of a store to a whole local. `None` unless the value is evaluated in an enclosing scope of the store.
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
            // If one operand can be any value, so can the sum.
            return None;
        }
        let second = self.interval(right)?;
        // A shift uses the lowest bits of its amount (WGSL §8.9).
        let amount = || {
            let last = Interval {
                least: 0,
                most: i64::from(ty.bits) - 1,
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

    /// The interval of a difference. Intervals alone may not show that it is not negative; then `right <= left` is
    /// derived from a comparison, or from the forms of [`rest`](Self::rest).
    fn difference(
        &mut self,
        ty: IntegerType,
        (left, right): (Value, Value),
        (first, second): (Interval, Interval),
    ) -> Interval {
        let exact = ty.subtract(first, second);
        let positive = first.least >= 0 && second.least >= 0 && !first.is_open() && !second.is_open();
        if !positive || first.least >= second.most {
            return exact;
        }
        if self.is_no_less(left, right) {
            return Interval {
                least: 0,
                most: first.most - second.least,
            };
        }
        self.rest(left, right).unwrap_or(exact)
    }

    /// Whether a comparison that holds here implies that one value is not less than another.
    fn is_no_less(&mut self, one: Value, other: Value) -> bool {
        if self.limits >= MAX_LIMITS {
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
                // catch-all: other comparisons do not imply it
                _ => {}
            }
        }
        false
    }

    /// The interval of `f * x - (x & m)` or `f * x - x % m` for a constant `f` of at least 1, if neither `x` nor the
    /// difference can be negative: the sum of `(f - 1) * x` and of `x` with the lowest bits cleared or rounded down.
    fn rest(&mut self, whole: Value, part: Value) -> Option<Interval> {
        let Kind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Modulo), left, right) = self.kind(part)
        else {
            return None;
        };
        let commutes = operator == BinaryOperator::And;
        let by = |of: Value| match (left == of, right == of && commutes) {
            (true, _) => Some(right),
            (_, true) => Some(left),
            _ => None,
        };
        let (of, by, factor) = match by(whole) {
            Some(by) => (whole, by, 1),
            None => {
                let (of, factor) = self.multiple(whole)?;
                (of, by(of)?, factor)
            }
        };
        let (ty, all, by) = (self.ty(of)?, self.interval(of)?, self.interval(by)?);
        let fits = all.most.checked_mul(factor).is_some_and(|most| most <= ty.exact().most);
        if all.least < 0 || !fits || !commutes && by.least < 1 {
            return None;
        }
        let is_known = by.least == by.most && !by.is_open();
        let rounded = match operator {
            BinaryOperator::Modulo if is_known => all.most - all.most % by.most,
            BinaryOperator::And if is_known && by.most >= 0 && by.most & (by.most + 1) == 0 => all.most & !by.most,
            // catch-all: nothing is known of what is taken away
            _ => all.most,
        };
        Some(Interval {
            least: 0,
            most: (factor - 1) * all.most + rounded,
        })
    }

    /// The operand and the constant factor of a product or left shift.
    fn multiple(&self, value: Value) -> Option<(Value, i64)> {
        let Kind::Binary(operator, left, right) = self.kind(value) else {
            return None;
        };
        let factor = |of| self.constant(of).filter(|factor| *factor >= 1);
        match operator {
            BinaryOperator::Multiply => match (factor(left), factor(right)) {
                (Some(factor), _) => Some((right, factor)),
                (None, Some(factor)) => Some((left, factor)),
                (None, None) => None,
            },
            BinaryOperator::ShiftLeft => {
                let amount = self.constant(right).filter(|amount| (0..63).contains(amount))?;
                Some((left, 1 << amount))
            }
            // catch-all: other operations are no multiples
            _ => None,
        }
    }

    fn math(&mut self, ty: IntegerType, function: MathFunction, arguments: [Option<Value>; 3]) -> Option<Interval> {
        let [Some(first), second, third] = arguments else {
            return None;
        };
        let bits = Interval {
            least: 0,
            most: i64::from(ty.bits),
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
                let count = u32::try_from(count).ok().filter(|count| *count < ty.bits.into())?;
                Interval {
                    least: 0,
                    most: ones(count),
                }
            }
            MathFunction::Unpack4xU8 => Interval { least: 0, most: 0xFF },
            MathFunction::Unpack4xI8 => Interval {
                least: -0x80,
                most: 0x7F,
            },
            MathFunction::CountOneBits | MathFunction::CountLeadingZeros | MathFunction::CountTrailingZeros => bits,
            // catch-all: other functions are not analyzed
            _ => return None,
        })
    }

    /// An interval, narrowed by the comparisons that hold at this position until it is inside another one.
    pub(super) fn refined(&mut self, value: Value, mut interval: Interval, enough: Interval) -> Interval {
        let mut comparisons = self.comparisons_of(value);
        while let Some(comparison) = self.next(&mut comparisons) {
            if let Some((operator, limit)) = compared(comparison, value) {
                if !self.takes_step() {
                    break;
                }
                interval = self.limited(interval, operator, limit, comparison.scope);
                if enough.contains(interval) {
                    break;
                }
            }
        }
        interval
    }

    /// Whether a comparison that holds in a scope implies that a value is not the greatest (`above`) or least one of its
    /// type.
    pub(super) fn has_room(&mut self, scope: u32, value: Value, above: bool) -> bool {
        let mut comparisons = Conditions::of_value(scope, value);
        while let Some(comparison) = self.next(&mut comparisons) {
            match compared(comparison, value) {
                Some((BinaryOperator::Less, _)) if above => return true,
                Some((BinaryOperator::Greater, _)) if !above => return true,
                // catch-all: other comparisons imply it only for some limits
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
        let limit = match self.constant(limit) {
            Some(limit) => Some(Interval::single(limit)),
            None => {
                self.limits += 1;
                let interval = self.within(scope, |this| this.interval(limit));
                self.limits -= 1;
                interval
            }
        };
        let Some(limit) = limit else {
            return interval;
        };
        let from = |least: i64| Interval {
            least,
            most: interval.most.max(least),
        };
        let to = |most: i64| Interval {
            least: interval.least.min(most),
            most,
        };
        interval.meet(match operator {
            BinaryOperator::Less => to(limit.below()),
            BinaryOperator::LessEqual => to(limit.most),
            BinaryOperator::Greater => from(limit.above()),
            BinaryOperator::GreaterEqual => from(limit.least),
            BinaryOperator::Equal => limit,
            BinaryOperator::NotEqual if limit.is_open() => interval,
            BinaryOperator::NotEqual if limit == Interval::single(interval.least) => from(interval.least + 1),
            BinaryOperator::NotEqual if limit == Interval::single(interval.most) => to(interval.most - 1),
            // catch-all: other inequalities do not narrow an interval, and other operators do not compare
            _ => interval,
        })
    }
}

/// A comparison with `value` as its left operand: the operator and the right operand. `None` if `value` is no operand.
pub(super) fn compared(comparison: Comparison, value: Value) -> Option<(BinaryOperator, Value)> {
    if comparison.left == value {
        Some((comparison.operator, comparison.right))
    } else if comparison.right == value {
        Some((swapped(comparison.operator)?, comparison.left))
    } else {
        None
    }
}
