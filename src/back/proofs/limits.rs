//! Integers below a limit that is not known: the length of a run-time array or an extent, level count, layer count or
//! sample count of an image.
//!
//! ```text
//! let n = arrayLength(&b);  if i + 1 < n { b[i + 1] … b[i] }       b[min(i, arrayLength(&b) - 1)]
//! ```
//!
//! The question is whether `value + plus`, as mathematical integers, is below the limit. An operation is followed only
//! if it does not wrap. A limit is compared as a value: the length of the same variable's array, or the same query of
//! the same image, whose level is the same value.

use super::interval::{IntegerType, Interval};
use super::values::{Definition, Join, Value};
use super::{Analysis, Inside};
use crate::ir::pointer::{PointerRoot, pointer_root};
use naga::{BinaryOperator, Expression, GlobalVariable, Handle, ImageQuery, MathFunction, TypeInner};

/// The number of elements that an index is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// The length of the run-time array of a buffer, at least [`Subject::least_length`](super::Subject::least_length).
    Array(Handle<GlobalVariable>),
    /// The result of a query, or a component of it, that is at least 1.
    Query {
        image: Handle<Expression>,
        query: ImageQuery,
        component: Option<u32>,
    },
}

impl Analysis<'_, '_> {
    /// The buffer whose run-time array a pointer points to. `None` for an element of a binding array: which buffer that
    /// is depends on an index.
    pub(super) fn array(&self, pointer: Handle<Expression>) -> Option<Handle<GlobalVariable>> {
        let Some(PointerRoot::Global(global)) = pointer_root(self.subject.function, pointer) else {
            return None;
        };
        let module = self.subject.module;
        let is_array = matches!(
            module.types[module.global_variables[global].ty].inner,
            TypeInner::BindingArray { .. }
        );
        (!is_array).then_some(global)
    }

    /// Whether an integer is at least 0 and below a limit.
    pub(super) fn is_below(&mut self, value: Value, limit: Limit) -> bool {
        let Some(ty) = self.integer(value) else { return false };
        self.start_query(0);
        self.interval(value, ty).least >= 0 && self.below(value, 0, ty, limit)
    }

    /// Whether a value is the limit itself.
    fn is_limit(&self, value: Value, limit: Limit) -> bool {
        let Some(expression) = self.expression(value) else {
            return false;
        };
        match (&self.subject.function.expressions[expression], limit) {
            (&Expression::ArrayLength(pointer), Limit::Array(global)) => self.array(pointer) == Some(global),
            (
                &Expression::ImageQuery { image, query },
                Limit::Query {
                    image: of,
                    query: with,
                    component,
                },
            ) => value.component == component && self.same_query((image, query), (of, with)),
            // catch-all: other values
            _ => false,
        }
    }

    fn below(&mut self, value: Value, plus: i64, ty: IntegerType, limit: Limit) -> bool {
        if !self.takes_step() {
            return false;
        }
        let value = self.resolved(value);
        if self.is_limit(value, limit) {
            return plus < 0;
        }
        let least = self.least_of(limit);
        if self.interval(value, ty).most + plus < least || self.compared_below(value, plus, ty, limit) {
            return true;
        }
        match value.of {
            Definition::Integer(_) => false,
            Definition::Join(join) => match self.t.joins[join as usize] {
                Join::Counter { start, up: false, .. } => self.below(start.into(), plus, ty, limit),
                Join::Choice { accept, reject, .. } => {
                    self.below(accept.into(), plus, ty, limit) && self.below(reject.into(), plus, ty, limit)
                }
                Join::Counter { up: true, .. } | Join::Unknown => false,
            },
            Definition::Expression(_) => match self.expression(value) {
                Some(expression) => self.operation_below((expression, value.component), plus, ty, limit),
                None => false,
            },
        }
    }

    /// The least value of a limit.
    fn least_of(&self, limit: Limit) -> i64 {
        match limit {
            Limit::Array(_) => self.subject.least_length.into(),
            Limit::Query { .. } => 1,
        }
    }

    /// Whether the comparisons that hold imply it.
    fn compared_below(&mut self, value: Value, plus: i64, ty: IntegerType, limit: Limit) -> bool {
        self.last_facts().any(|at| {
            let fact = self.t.facts[at];
            let (operator, bound, added) = match self.compared(&fact, value) {
                _ if fact.ty != ty => return false,
                Some((operator, bound)) => (operator, bound, 0),
                // `value + added < bound` implies `value < bound - added` if the sum does not wrap.
                None => match self.added_in(fact.left, value) {
                    Some(added) if self.interval(value, ty).most + added <= ty.full().most => {
                        (fact.operator, fact.right, added)
                    }
                    Some(_) | None => return false,
                },
            };
            let less = match operator {
                BinaryOperator::Less => 1,
                BinaryOperator::LessEqual | BinaryOperator::Equal => 0,
                // catch-all: other comparisons give no upper bound
                _ => return false,
            };
            self.below(bound, plus - added - less, ty, limit)
        })
    }

    /// The constant that is added to a value in a sum, at least 0.
    fn added_in(&self, sum: Value, value: Value) -> Option<i64> {
        let Expression::Binary {
            op: BinaryOperator::Add,
            left,
            right,
        } = self.subject.function.expressions[self.expression(sum)?]
        else {
            return None;
        };
        let added = self.constant(self.operand(right, sum.component))?;
        (added >= 0 && self.same(self.operand(left, sum.component), value)).then_some(added)
    }

    /// Whether the operation that yields the value implies it.
    fn operation_below(
        &mut self,
        (expression, component): (Handle<Expression>, Option<u32>),
        plus: i64,
        ty: IntegerType,
        limit: Limit,
    ) -> bool {
        let of = |this: &Self, operand| this.operand(operand, component);
        match self.subject.function.expressions[expression] {
            Expression::Binary { op, left, right } => {
                let operands = (of(self, left), of(self, right));
                self.result_below(op, operands, plus, ty, limit)
            }
            Expression::Math {
                fun,
                arg,
                arg1: Some(second),
                arg2,
                ..
            } => {
                let (first, second) = (of(self, arg), of(self, second));
                match (fun, arg2) {
                    (MathFunction::Min, None) => {
                        self.below(first, plus, ty, limit) || self.below(second, plus, ty, limit)
                    }
                    (MathFunction::Clamp, Some(third)) => {
                        let high = of(self, third);
                        self.interval(second, ty).most <= self.interval(high, ty).least
                            && self.below(high, plus, ty, limit)
                    }
                    // catch-all: other functions are not analyzed
                    _ => false,
                }
            }
            Expression::Select { accept, reject, .. } => {
                let (accept, reject) = (of(self, accept), of(self, reject));
                self.below(accept, plus, ty, limit) && self.below(reject, plus, ty, limit)
            }
            // A conversion keeps the value if both types have it.
            Expression::As { expr, .. } => {
                let of = of(self, expr);
                self.integer(of).is_some_and(|from| {
                    ty.full().contains(self.interval(of, from)) && self.below(of, plus, from, limit)
                })
            }
            // catch-all: other operations are not analyzed
            _ => false,
        }
    }

    fn result_below(
        &mut self,
        op: BinaryOperator,
        (left, right): (Value, Value),
        plus: i64,
        ty: IntegerType,
        limit: Limit,
    ) -> bool {
        let right_type = super::ranges::right_type(op, ty);
        let (mut first, second) = (self.interval(left, ty), self.interval(right, right_type));
        if self.is_limit(self.resolved(left), limit) {
            first.least = first.least.max(self.least_of(limit));
        }
        let exact = |least: i64, most: i64| ty.full().contains(Interval::new(least, most));
        match op {
            BinaryOperator::Add => {
                exact(first.least + second.least, first.most + second.most)
                    && (self.below(left, plus + second.most, ty, limit)
                        || self.below(right, plus + first.most, ty, limit))
            }
            BinaryOperator::Subtract => {
                exact(first.least - second.most, first.most - second.least)
                    && self.below(left, plus - second.least, ty, limit)
            }
            BinaryOperator::And => {
                first.least >= 0 && self.below(left, plus, ty, limit)
                    || second.least >= 0 && self.below(right, plus, ty, limit)
            }
            BinaryOperator::Modulo if second.least >= 1 => {
                self.below(right, plus - 1, ty, limit) || first.least >= 0 && self.below(left, plus, ty, limit)
            }
            // The result is not greater than the operand. The amount of a shift is taken modulo the width.
            BinaryOperator::Divide if second.least >= 1 => first.least >= 0 && self.below(left, plus, ty, limit),
            BinaryOperator::ShiftRight => first.least >= 0 && self.below(left, plus, ty, limit),
            // catch-all: results of other operations can exceed their operands
            _ => false,
        }
    }

    /// The operands of a texel load that are inside its image, which has at least one level, layer and sample, and at
    /// least one texel at each existing level.
    pub(super) fn texel(&mut self, load: Handle<Expression>) -> Inside {
        let Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } = self.subject.function.expressions[load]
        else {
            return Inside::default();
        };
        let shape = self.subject.inner(coordinate).vector_size_and_scalar();
        let mut is_inside = |index: Handle<Expression>, component: Option<u32>, query: ImageQuery| {
            self.is_below(
                self.operand(index, component),
                Limit::Query {
                    image,
                    query,
                    component,
                },
            )
        };
        let selector = level.is_none_or(|level| is_inside(level, None, ImageQuery::NumLevels))
            && sample.is_none_or(|sample| is_inside(sample, None, ImageQuery::NumSamples));
        let size = ImageQuery::Size { level };
        // The extents depend on the level.
        let whole = selector
            && match shape {
                Some((Some(count), _)) => (0..count as u32).all(|part| is_inside(coordinate, Some(part), size)),
                Some((None, _)) => is_inside(coordinate, None, size),
                None => false,
            }
            && array_index.is_none_or(|layer| is_inside(layer, None, ImageQuery::NumLayers));
        Inside { selector, whole }
    }
}
