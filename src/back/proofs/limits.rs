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
use naga::{BinaryOperator, Expression, GlobalVariable, Handle, ImageQuery, MathFunction};

/// The number of elements that an index is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// The length of the run-time array of a buffer, at least [`Subject::least_length`](super::Subject::least_length).
    Array(Handle<GlobalVariable>),
    /// The result of a query of an image, or a component of it, that is at least 1.
    Query(Handle<Expression>, ImageQuery, Option<u32>),
}

impl Analysis<'_, '_> {
    /// Whether an integer is at least 0 and below a limit.
    pub(super) fn is_below(&mut self, value: Value, limit: Limit) -> bool {
        let Some(ty) = self.integer(value) else { return false };
        self.start_query(0);
        self.interval(value, ty).least >= 0 && self.below(value, 0, ty, limit)
    }

    /// Whether a value is the limit itself.
    fn is_limit(&self, value: Value, limit: Limit) -> bool {
        let expression = self.expression(value).map(|of| &self.subject.function.expressions[of]);
        match (expression, limit) {
            (Some(&Expression::ArrayLength(pointer)), Limit::Array(global)) => self.array(pointer) == Some(global),
            (Some(&Expression::ImageQuery { image, query }), Limit::Query(of, with, component)) => {
                value.component == component && self.same_query((image, query), (of, with))
            }
            // catch-all: other values
            _ => false,
        }
    }

    fn below(&mut self, value: Value, plus: i64, ty: IntegerType, limit: Limit) -> bool {
        let value = self.resolved(value);
        if !self.takes_step() || self.is_limit(value, limit) {
            return self.steps > 0 && plus < 0;
        }
        let most = self.interval(value, ty).most;
        if most + plus < self.least_of(limit) || self.compared_below(value, (most, plus), ty, limit) {
            return true;
        }
        if let Definition::Join(join) = value.of {
            return match self.t.joins[join as usize] {
                Join::Counter { start, up: false, .. } => self.below(start.into(), plus, ty, limit),
                Join::Choice { accept, reject, .. } => {
                    self.below(accept.into(), plus, ty, limit) && self.below(reject.into(), plus, ty, limit)
                }
                Join::Counter { up: true, .. } | Join::Unknown => false,
            };
        }
        let Some(expression) = self.expression(value) else {
            return false;
        };
        let operand = |operand| self.operand(operand, value.component);
        match self.subject.function.expressions[expression] {
            Expression::Binary { op, left, right } => {
                let (left, right) = (operand(left), operand(right));
                self.result_below(op, (left, right), plus, ty, limit)
            }
            Expression::Math {
                fun: MathFunction::Min,
                arg,
                arg1: Some(other),
                ..
            } => {
                let (one, other) = (operand(arg), operand(other));
                self.below(one, plus, ty, limit) || self.below(other, plus, ty, limit)
            }
            Expression::Math {
                fun: MathFunction::Clamp,
                arg1: Some(low),
                arg2: Some(high),
                ..
            } => {
                let (low, high) = (operand(low), operand(high));
                self.interval(low, ty).most <= self.interval(high, ty).least && self.below(high, plus, ty, limit)
            }
            Expression::Select { accept, reject, .. } => {
                let (accept, reject) = (operand(accept), operand(reject));
                self.below(accept, plus, ty, limit) && self.below(reject, plus, ty, limit)
            }
            // A conversion keeps the value if both types have it.
            Expression::As { expr, .. } => {
                let of = operand(expr);
                self.integer(of).is_some_and(|from| {
                    ty.full().contains(self.interval(of, from)) && self.below(of, plus, from, limit)
                })
            }
            // catch-all: other operations are not analyzed
            _ => false,
        }
    }

    /// The least value of a limit.
    fn least_of(&self, limit: Limit) -> i64 {
        match limit {
            Limit::Array(_) => self.subject.least_length.into(),
            Limit::Query(..) => 1,
        }
    }

    /// Whether the comparisons that hold imply it of a value, which is at most `most`.
    fn compared_below(&mut self, value: Value, (most, plus): (i64, i64), ty: IntegerType, limit: Limit) -> bool {
        self.last_facts().any(|at| {
            let fact = self.t.facts[at];
            let (operator, bound, added) = match (self.compared(&fact, value), self.sum(fact.left)) {
                _ if fact.ty != ty => return false,
                (Some((operator, bound)), _) => (operator, bound, 0),
                // `value + added < bound` implies `value < bound - added` if the sum does not wrap.
                (None, Some((of, added))) if most + added <= ty.full().most && self.same(of, value) => {
                    (fact.operator, fact.right, added)
                }
                (None, _) => return false,
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

    /// The value and the constant of a sum, at least 0.
    fn sum(&self, sum: Value) -> Option<(Value, i64)> {
        let expressions = &self.subject.function.expressions;
        let Expression::Binary {
            op: BinaryOperator::Add,
            left,
            right,
        } = expressions[self.expression(sum)?]
        else {
            return None;
        };
        let added = self.constant(self.operand(right, sum.component))?;
        (added >= 0).then(|| (self.operand(left, sum.component), added))
    }

    fn result_below(
        &mut self,
        op: BinaryOperator,
        (left, right): (Value, Value),
        plus: i64,
        ty: IntegerType,
        limit: Limit,
    ) -> bool {
        let (mut first, second) = (
            self.interval(left, ty),
            self.interval(right, super::ranges::right_type(op, ty)),
        );
        if self.is_limit(self.resolved(left), limit) {
            first.least = first.least.max(self.least_of(limit));
        }
        let exact = |least: i64, most: i64| ty.full().contains(Interval::new(least, most));
        match op {
            BinaryOperator::Add if exact(first.least + second.least, first.most + second.most) => {
                self.below(left, plus + second.most, ty, limit) || self.below(right, plus + first.most, ty, limit)
            }
            BinaryOperator::Subtract if exact(first.least - second.most, first.most - second.least) => {
                self.below(left, plus - second.least, ty, limit)
            }
            BinaryOperator::And => {
                first.least >= 0 && self.below(left, plus, ty, limit)
                    || second.least >= 0 && self.below(right, plus, ty, limit)
            }
            BinaryOperator::Modulo if second.least >= 1 && self.below(right, plus - 1, ty, limit) => true,
            // The result is not greater than the operand. The amount of a shift is taken modulo the width.
            BinaryOperator::Modulo | BinaryOperator::Divide | BinaryOperator::ShiftRight => {
                first.least >= 0
                    && (op == BinaryOperator::ShiftRight || second.least >= 1)
                    && self.below(left, plus, ty, limit)
            }
            // catch-all: results of other operations can exceed their operands
            _ => false,
        }
    }

    /// The operands of a texel load that are inside its image, which has at least one level, layer and sample, and at
    /// least one texel at each existing level.
    pub(super) fn texel(&mut self, load: Handle<Expression>) -> Inside {
        let expressions = &self.subject.function.expressions;
        let Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } = expressions[load]
        else {
            return Inside::default();
        };
        let mut is_inside = |index: Handle<Expression>, component: Option<u32>, query: ImageQuery| {
            self.is_below(self.operand(index, component), Limit::Query(image, query, component))
        };
        let selector = level.is_none_or(|level| is_inside(level, None, ImageQuery::NumLevels))
            && sample.is_none_or(|sample| is_inside(sample, None, ImageQuery::NumSamples));
        // The extents depend on the level.
        let whole = selector
            && array_index.is_none_or(|layer| is_inside(layer, None, ImageQuery::NumLayers))
            && match self.subject.inner(coordinate).vector_size_and_scalar() {
                Some((size, _)) => (0..size.map_or(1, |size| size as u32)).all(|part| {
                    let component = size.map(|_| part);
                    let limit = Limit::Query(image, ImageQuery::Size { level }, component);
                    self.is_below(self.operand(coordinate, component), limit)
                }),
                None => false,
            };
        Inside { selector, whole }
    }
}
