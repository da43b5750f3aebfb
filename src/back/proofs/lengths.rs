//! Indices that are below the length of a run-time array, which no interval knows: the length is followed as it is, through
//! the comparisons that hold at the access and the operations between them.
//!
//! ```text
//! let n = arrayLength(&b);  if i + 1 < n { b[i + 1] … b[i] }       b[min(i, arrayLength(&b) - 1)]
//! ```
//!
//! The question is always whether a value plus a known number, as mathematical integers, is less than the length. An
//! operation is followed only where it cannot wrap.

use super::interval::Interval;
use super::values::{MOST_DEPTH, Operand, Values};
use naga::{BinaryOperator, Expression, Handle, LocalVariable, MathFunction};

/// How deep a length is followed.
const MOST_STEPS: u32 = 12;

/// A question about one array.
pub(super) struct Below<'v, 'a> {
    pub(super) values: &'v mut Values<'a>,
    /// The pointer to the array, and the scope in which it is one.
    pub(super) array: (Handle<Expression>, u32),
    /// A local that is taken to be below the length with this much added.
    pub(super) taken: Option<(Handle<LocalVariable>, i128)>,
}

impl Below<'_, '_> {
    /// Whether an integer is below the length.
    pub(super) fn holds(&mut self, index: Handle<Expression>) -> bool {
        let index = Operand {
            expression: index,
            component: None,
        };
        self.is_below(index, 0, MOST_STEPS)
    }

    /// Whether an integer with a number added is less than the length.
    fn is_below(&mut self, operand: Operand, added: i128, depth: u32) -> bool {
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
        if interval.most + added < i128::from(self.values.subject.least_length) {
            return true;
        }
        let regions = self.values.regions;
        let evaluated = regions.at(operand.expression).is_none() || self.values.evaluated(operand.expression).is_some();
        evaluated && (self.is_made_below(operand, added, depth) || self.is_compared_below(operand, added, depth))
    }

    /// What the conditions of this place say.
    fn is_compared_below(&mut self, operand: Operand, added: i128, depth: u32) -> bool {
        let (regions, conditions) = (self.values.regions, self.values.conditions);
        let mut number = self.values.scope;
        while let Some(scope) = regions.scopes.get(number as usize) {
            for &comparison in conditions.of_scope(number) {
                if !self.values.takes_step() {
                    return false;
                }
                let Some((operator, limit)) = self.values.compared(comparison, operand) else {
                    continue;
                };
                let added = match operator {
                    BinaryOperator::Less => added - 1,
                    BinaryOperator::LessEqual | BinaryOperator::Equal => added,
                    // catch-all: the others say nothing of how large it is
                    _ => continue,
                };
                let here = core::mem::replace(&mut self.values.scope, comparison.scope);
                let below = self.is_below(limit, added, depth);
                self.values.scope = here;
                if below {
                    return true;
                }
            }
            number = scope.outer;
        }
        false
    }

    /// What the operation that makes the value says.
    fn is_made_below(&mut self, operand: Operand, added: i128, depth: u32) -> bool {
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
                added < 0
                    && self
                        .values
                        .is_same((whole(pointer), scope), (whole(array), around), MOST_DEPTH)
            }
            Expression::Binary { op, left, right } => {
                if component.is_some() {
                    return false;
                }
                self.is_result_below(expression, op, (left, right), added, depth)
            }
            Expression::Math {
                fun,
                arg,
                arg1: Some(second),
                arg2,
                ..
            } => match (fun, arg2) {
                (MathFunction::Min, _) => {
                    self.is_below(part(arg), added, depth) || self.is_below(part(second), added, depth)
                }
                (MathFunction::Max, _) => {
                    self.is_below(part(arg), added, depth) && self.is_below(part(second), added, depth)
                }
                (MathFunction::Clamp, Some(third)) => {
                    let (low, high) = (self.values.interval(part(second)), self.values.interval(part(third)));
                    let ordered = matches!((low, high), (Some(low), Some(high)) if low.most <= high.least);
                    ordered && self.is_below(part(third), added, depth)
                }
                // catch-all: of other functions nothing is known
                _ => false,
            },
            Expression::Select { accept, reject, .. } => {
                self.is_below(part(accept), added, depth) && self.is_below(part(reject), added, depth)
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
                    && self.is_below(part(expr), added, depth)
            }
            Expression::Load { pointer } => match function.expressions[pointer] {
                Expression::LocalVariable(local) if component.is_none() => self.is_local_below(local, added, depth),
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
        added: i128,
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
        match operator {
            BinaryOperator::Add => {
                exact(first.least + second.least, first.most + second.most)
                    && (self.is_below(left, added + second.most, depth)
                        || self.is_below(right, added + first.most, depth))
            }
            BinaryOperator::Subtract => {
                exact(first.least - second.most, first.most - second.least)
                    && self.is_below(left, added - second.least, depth)
            }
            BinaryOperator::And => {
                (first.least >= 0 && self.is_below(left, added, depth))
                    || (second.least >= 0 && self.is_below(right, added, depth))
            }
            BinaryOperator::Modulo => {
                second.least >= 1
                    && (self.is_below(right, added - 1, depth)
                        || (first.least >= 0 && self.is_below(left, added, depth)))
            }
            BinaryOperator::Divide => first.least >= 0 && second.least >= 1 && self.is_below(left, added, depth),
            BinaryOperator::ShiftRight => first.least >= 0 && self.is_below(left, added, depth),
            // catch-all: the others give more than their operands
            _ => false,
        }
    }

    /// Whether all that a local holds is: by induction, if each store keeps it so while it is.
    fn is_local_below(&mut self, local: Handle<LocalVariable>, added: i128, depth: u32) -> bool {
        if let Some((taken, most)) = self.taken {
            return taken == local && added <= most;
        }
        let values = &self.values;
        let (regions, declared) = (values.regions, &values.subject.function.local_variables[local]);
        let start = match declared.init {
            None => Some(0),
            Some(init) => values.subject.constant(init, None),
        };
        let starts_below = start.is_some_and(|start| start + added < i128::from(values.subject.least_length));
        let Some(mut stores) = regions.stores_of(local) else {
            return false;
        };
        if !starts_below {
            return false;
        }
        self.taken = Some((local, added));
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
                added,
                depth,
            )
        });
        self.values.scope = here;
        self.taken = None;
        all
    }
}
