//! Indices that are below the length of a run-time array, which no interval knows: the length is followed as it is, through
//! the comparisons that hold at the access and the operations between them.
//!
//! ```text
//! let n = arrayLength(&b);  if i + 1 < n { b[i + 1] … b[i] }       b[min(i, arrayLength(&b) - 1)]
//! ```
//!
//! The question is always whether a multiple of a value plus a known number, as mathematical integers, is less than the
//! length. An operation is followed only where it cannot wrap.

use super::conditions::{Comparison, swapped};
use super::interval::Interval;
use super::values::{MOST_DEPTH, Operand, Values};
use naga::{BinaryOperator, Expression, Handle, LocalVariable, MathFunction};

/// How deep a length is followed.
const MOST_STEPS: u32 = 12;

/// What is done to a value before it is compared with the length: `times * value + added`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scaled {
    /// At least 1.
    times: i128,
    added: i128,
}

impl Scaled {
    /// The same of a value to which another one is added first; nothing where the numbers grow out of all lengths.
    fn plus(self, value: i128) -> Option<Self> {
        let added = self.added.checked_add(self.times.checked_mul(value)?)?;
        Some(Self { added, ..self })
    }

    /// The same of a value that is multiplied first.
    fn multiplied(self, factor: i128) -> Option<Self> {
        let times = self.times.checked_mul(factor).filter(|times| *times <= 1 << 64)?;
        Some(Self { times, ..self })
    }

    /// The largest result.
    fn most(self, interval: Interval) -> Option<i128> {
        self.plus(interval.most).map(|scaled| scaled.added)
    }
}

/// A question about one array.
pub(super) struct Below<'v, 'a> {
    pub(super) values: &'v mut Values<'a>,
    /// The pointer to the array, and the scope in which it is one.
    pub(super) array: (Handle<Expression>, u32),
    /// A local that is taken to be below the length so.
    pub(super) taken: Option<(Handle<LocalVariable>, Scaled)>,
}

impl Below<'_, '_> {
    /// Whether an integer is below the length.
    pub(super) fn holds(&mut self, index: Handle<Expression>) -> bool {
        let index = Operand {
            expression: index,
            component: None,
        };
        self.is_below(index, Scaled { times: 1, added: 0 }, MOST_STEPS)
    }

    /// Whether an integer, scaled, is less than the length.
    fn is_below(&mut self, operand: Operand, scaled: Scaled, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        if !self.values.takes_step() {
            return false;
        }
        let operand = self.values.resolve(operand);
        let Some(interval) = self.values.interval(operand) else {
            return false;
        };
        if scaled
            .most(interval)
            .is_some_and(|most| most < i128::from(self.values.subject.least_length))
        {
            return true;
        }
        let regions = self.values.regions;
        regions.comes_before(operand.expression, self.values.scope)
            && (self.is_made_below(operand, scaled, depth) || self.is_compared_below(operand, scaled, depth))
    }

    /// What the conditions of this place say.
    fn is_compared_below(&mut self, operand: Operand, scaled: Scaled, depth: u32) -> bool {
        let (regions, conditions) = (self.values.regions, self.values.conditions);
        let mut number = self.values.scope;
        while let Some(scope) = regions.scopes.get(number as usize) {
            for &comparison in conditions.of_scope(number) {
                if !self.values.takes_step() {
                    return false;
                }
                let Some((operator, limit, before)) = self.compared(comparison, operand) else {
                    continue;
                };
                // `operand + before < limit`, so the operand is no more than `limit - before - 1`.
                let less = match operator {
                    BinaryOperator::Less => before + 1,
                    BinaryOperator::LessEqual | BinaryOperator::Equal => before,
                    // catch-all: the others say nothing of how large it is
                    _ => continue,
                };
                let Some(scaled) = scaled.plus(-less) else {
                    continue;
                };
                let here = core::mem::replace(&mut self.values.scope, comparison.scope);
                let below = self.is_below(limit, scaled, depth);
                self.values.scope = here;
                if below {
                    return true;
                }
            }
            number = scope.outer;
        }
        false
    }

    /// What a comparison says of an operand, or of a sum of it and a number that does not wrap.
    fn compared(&mut self, comparison: Comparison, operand: Operand) -> Option<(BinaryOperator, Operand, i128)> {
        if let Some((operator, limit)) = self.values.compared(comparison, operand) {
            return Some((operator, limit, 0));
        }
        let Comparison {
            operator,
            left,
            right,
            component: None,
            scope,
            keys: _,
        } = comparison
        else {
            return None;
        };
        let whole = |expression| Operand {
            expression,
            component: None,
        };
        let here = self.values.scope;
        for (sum, limit, operator) in [(left, right, Some(operator)), (right, left, swapped(operator))] {
            let resolved = self.values.within(scope, |values| values.resolve(whole(sum)));
            let Expression::Binary {
                op: BinaryOperator::Add,
                left: one,
                right: other,
            } = self.values.subject.function.expressions[resolved.expression]
            else {
                continue;
            };
            let added = self.values.subject.constant(other, None).filter(|added| *added >= 0);
            let (Some(added), Some(operator)) = (added, operator) else {
                continue;
            };
            if resolved.component.is_none() && self.values.is_same((whole(one), scope), (operand, here), MOST_DEPTH) {
                let (ty, value) = (self.values.subject.integer(one)?, self.values.interval(operand)?);
                if value.most + added <= ty.full().most {
                    return Some((operator, whole(limit), added));
                }
            }
        }
        None
    }

    /// What the operation that makes the value says.
    fn is_made_below(&mut self, operand: Operand, scaled: Scaled, depth: u32) -> bool {
        let Operand { expression, component } = operand;
        let part = |expression| Operand { expression, component };
        let function = self.values.subject.function;
        match function.expressions[expression] {
            Expression::ArrayLength(pointer) => {
                let whole = |expression| Operand {
                    expression,
                    component: None,
                };
                let (scope, (array, around)) = (self.values.scope, self.array);
                scaled.times == 1
                    && scaled.added < 0
                    && self
                        .values
                        .is_same((whole(pointer), scope), (whole(array), around), MOST_DEPTH)
            }
            Expression::Binary { op, left, right } => {
                if component.is_some() {
                    return false;
                }
                self.is_result_below(expression, op, (left, right), scaled, depth)
            }
            Expression::Math {
                fun,
                arg,
                arg1: Some(second),
                arg2,
                ..
            } => match (fun, arg2) {
                (MathFunction::Min, _) => {
                    self.is_below(part(arg), scaled, depth) || self.is_below(part(second), scaled, depth)
                }
                (MathFunction::Max, _) => {
                    self.is_below(part(arg), scaled, depth) && self.is_below(part(second), scaled, depth)
                }
                (MathFunction::Clamp, Some(third)) => {
                    let (low, high) = (self.values.interval(part(second)), self.values.interval(part(third)));
                    let ordered = matches!((low, high), (Some(low), Some(high)) if low.most <= high.least);
                    ordered && self.is_below(part(third), scaled, depth)
                }
                // catch-all: of other functions nothing is known
                _ => false,
            },
            Expression::Select { accept, reject, .. } => {
                self.is_below(part(accept), scaled, depth) && self.is_below(part(reject), scaled, depth)
            }
            Expression::As { expr, .. } => {
                let (Some(from), Some(to)) = (
                    self.values.interval(part(expr)),
                    self.values.subject.integer(expression),
                ) else {
                    return false;
                };
                // The value stays what it is where both types have it.
                self.values.subject.keeps_value(expr, expression)
                    && to.full().contains(from)
                    && self.is_below(part(expr), scaled, depth)
            }
            Expression::Load { pointer } => match function.expressions[pointer] {
                Expression::LocalVariable(local) if component.is_none() => self.is_local_below(local, scaled, depth),
                // catch-all: of other memory nothing is known
                _ => false,
            },
            // catch-all: of what else there is no bound is known
            _ => false,
        }
    }

    fn is_result_below(
        &mut self,
        expression: Handle<Expression>,
        operator: BinaryOperator,
        (left, right): (Handle<Expression>, Handle<Expression>),
        scaled: Scaled,
        depth: u32,
    ) -> bool {
        let whole = |expression| Operand {
            expression,
            component: None,
        };
        let (left, right) = (whole(left), whole(right));
        let (Some(ty), Some(first), Some(second)) = (
            self.values.subject.integer(expression),
            self.values.interval(left),
            self.values.interval(right),
        ) else {
            return false;
        };
        let exact = |least: i128, most: i128| ty.full().contains(Interval { least, most });
        let mut below = |operand: Operand, scaled: Option<Scaled>| {
            scaled.is_some_and(|scaled| self.is_below(operand, scaled, depth))
        };
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
                    .is_some_and(|most| most <= ty.full().most);
                let factor = |of: Interval| (of.least == of.most).then_some(of.least).filter(|factor| *factor >= 1);
                first.least >= 0
                    && second.least >= 0
                    && fits
                    && (factor(second).is_some_and(|factor| below(left, scaled.multiplied(factor)))
                        || factor(first).is_some_and(|factor| below(right, scaled.multiplied(factor))))
            }
            BinaryOperator::ShiftLeft => {
                let shifts = second.least == second.most && (0..i128::from(ty.bits)).contains(&second.least);
                let fits = shifts && first.most << second.most <= ty.full().most;
                first.least >= 0 && fits && below(left, scaled.multiplied(1 << second.least))
            }
            BinaryOperator::And => {
                (first.least >= 0 && below(left, Some(scaled))) || (second.least >= 0 && below(right, Some(scaled)))
            }
            BinaryOperator::Modulo => {
                second.least >= 1 && (below(right, scaled.plus(-1)) || (first.least >= 0 && below(left, Some(scaled))))
            }
            BinaryOperator::Divide => {
                // The quotient times no more than the divisor is no more than the dividend.
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
            // catch-all: the others give more than their operands
            _ => false,
        }
    }

    /// Whether all that a local holds is: by induction, if each store keeps it so while it is.
    fn is_local_below(&mut self, local: Handle<LocalVariable>, scaled: Scaled, depth: u32) -> bool {
        if let Some((taken, most)) = self.taken {
            return taken == local && scaled.times == most.times && scaled.added <= most.added;
        }
        let values = &self.values;
        let (regions, declared) = (values.regions, &values.subject.function.local_variables[local]);
        let start = match declared.init {
            None => Some(0),
            Some(init) => values.subject.constant(init, None),
        };
        let starts_below = start.is_some_and(|start| {
            let first = scaled.most(Interval::single(start));
            first.is_some_and(|first| first < i128::from(values.subject.least_length))
        });
        let Some(mut stores) = regions.stores_of(local) else {
            return false;
        };
        if !starts_below {
            return false;
        }
        self.taken = Some((local, scaled));
        let here = self.values.scope;
        let all = stores.all(|(_, store)| {
            let Some(expression) = store.value else {
                return false;
            };
            self.values.scope = store.scope;
            self.is_below(
                Operand {
                    expression,
                    component: None,
                },
                scaled,
                depth,
            )
        });
        self.values.scope = here;
        self.taken = None;
        all
    }
}
