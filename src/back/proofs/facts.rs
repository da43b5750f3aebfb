//! Conditions that hold at a place, as comparisons of values.
//!
//! A condition holds in the arm that it guards, and in the rest of a block after an `If` whose other arm has left. Its
//! operands are values, so they are the same as when it was evaluated. It is decomposed into the comparisons that it
//! implies:
//!
//! ```text
//! a && b is true: a, b     a || b is false: not a, not b     all(v < w): each v.x < w.x     any(v >= w) is false: the same
//! ```
//!
//! naga's front ends evaluate the right operand of `a && b` in an arm: `if a { t = b } else { t = false }`. If such a
//! choice has the value that the one arm does not store, the other arm was executed.

use super::Analysis;
use super::interval::IntegerType;
use super::values::{Definition, Join, Value};
use crate::ir::literal::known_literal;
use naga::{BinaryOperator, Expression, Literal, RelationalFunction, TypeInner, UnaryOperator};

/// The depth to which a condition is decomposed.
const MAX_DEPTH: u32 = 8;

/// The depth to which the operands of a fact are compared with a value.
const MAX_COMPARED: u32 = 4;

/// The most facts that a query visits for one value.
const MAX_FACTS: usize = 24;

/// A comparison of two integers of one type that holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) left: Value,
    pub(super) operator: BinaryOperator,
    pub(super) right: Value,
    pub(super) ty: IntegerType,
    /// The operands of the left value if it is a sum.
    pub(super) sum: Option<(Value, Value)>,
    /// Of the left and the right value.
    keys: [Key; 2],
}

/// What a value is compared by: equal keys are equal values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    value: u64,
    /// Whether an unequal key can be of the same value too.
    is_operation: bool,
}

impl Analysis<'_, '_> {
    /// Adds what follows from a condition that is known to be `truth`.
    pub(super) fn assume(&mut self, condition: Value, truth: bool) {
        self.assume_within(condition, truth, MAX_DEPTH);
    }

    fn assume_within(&mut self, condition: Value, truth: bool, depth: u32) {
        let value = self.resolved(condition);
        let Some(depth) = depth.checked_sub(1) else { return };
        if let Definition::Join(join) = value.of
            && let Join::Choice {
                condition,
                accept,
                reject,
            } = self.t.joins[join as usize]
        {
            let (arm, stored) = match (self.is_boolean(accept, !truth), self.is_boolean(reject, !truth)) {
                (false, true) => (true, accept),
                (true, false) => (false, reject),
                (true, true) | (false, false) => return,
            };
            self.assume_within(condition.into(), arm, depth);
            self.assume_within(stored.into(), truth, depth);
        }
        let Some(expression) = self.expression(value) else {
            return;
        };
        let operand = |operand| self.operand(operand, value.component);
        match self.subject.function.expressions[expression] {
            Expression::Unary {
                op: UnaryOperator::LogicalNot,
                expr,
            } => {
                self.assume_within(operand(expr), !truth, depth);
            }
            Expression::Binary { op, left, right } => {
                let (left, right) = (operand(left), operand(right));
                match op {
                    BinaryOperator::LogicalAnd | BinaryOperator::And if !truth => {}
                    BinaryOperator::LogicalOr | BinaryOperator::InclusiveOr if truth => {}
                    BinaryOperator::LogicalAnd
                    | BinaryOperator::And
                    | BinaryOperator::LogicalOr
                    | BinaryOperator::InclusiveOr => {
                        self.assume_within(left, truth, depth);
                        self.assume_within(right, truth, depth);
                    }
                    // catch-all: a comparison, or an operator that implies nothing about its operands
                    _ => self.compare(op, (left, right), truth),
                }
            }
            Expression::Relational { fun, argument } => {
                let holds_for_each = match fun {
                    RelationalFunction::All => truth,
                    RelationalFunction::Any => !truth,
                    RelationalFunction::IsNan | RelationalFunction::IsInf => false,
                };
                if let (true, &TypeInner::Vector { size, .. }) = (holds_for_each, self.subject.inner(argument)) {
                    for component in 0..size as u32 {
                        self.assume_within(self.operand(argument, Some(component)), truth, depth);
                    }
                }
            }
            // catch-all: other booleans imply nothing about integers
            _ => {}
        }
    }

    /// Whether a boolean is a known literal.
    fn is_boolean(&self, value: Definition, expected: bool) -> bool {
        match value {
            Definition::Integer(integer) => (integer != 0) == expected,
            Definition::Expression(expression) => {
                known_literal(self.subject.module, &self.subject.function.expressions, expression)
                    == Some(Literal::Bool(expected))
            }
            Definition::Join(_) => false,
        }
    }

    fn compare(&mut self, operator: BinaryOperator, (left, right): (Value, Value), truth: bool) {
        if let (Some(ty), Some(negated)) = (self.integer(left), negated(operator)) {
            self.add_fact(left, if truth { operator } else { negated }, right, ty);
        }
    }

    /// Adds that a value is an integer.
    pub(super) fn assume_integer(&mut self, value: Value, integer: i32) {
        if let Some(ty) = self.integer(value) {
            self.add_fact(value, BinaryOperator::Equal, Definition::Integer(integer).into(), ty);
        }
    }

    fn add_fact(&mut self, left: Value, operator: BinaryOperator, right: Value, ty: IntegerType) {
        let (left, right) = (self.resolved(left), self.resolved(right));
        self.t.facts.push(Fact {
            left,
            operator,
            right,
            ty,
            sum: self.summands(left),
            keys: [self.key(left), self.key(right)],
        });
    }

    fn summands(&self, sum: Value) -> Option<(Value, Value)> {
        match self.subject.function.expressions[self.expression(sum)?] {
            Expression::Binary {
                op: BinaryOperator::Add,
                left,
                right,
            } => {
                let of = |operand| self.resolved(self.operand(operand, sum.component));
                Some((of(left), of(right)))
            }
            // catch-all: other operations
            _ => None,
        }
    }

    /// The facts that a query visits, from the last one on.
    pub(super) fn last_facts(&self) -> impl Iterator<Item = usize> + use<> {
        let count = self.t.facts.len();
        (count.saturating_sub(MAX_FACTS)..count).rev()
    }

    /// How a fact compares a resolved value: the operator and the value on its right.
    #[inline]
    pub(super) fn compared(&self, fact: &Fact, value: Value, key: Key) -> Option<(BinaryOperator, Value)> {
        let is = |side: Value, of: Key| {
            of.value == key.value
                || of.is_operation && key.is_operation && self.same_resolved(side, value, MAX_COMPARED)
        };
        if is(fact.left, fact.keys[0]) {
            Some((fact.operator, fact.right))
        } else if is(fact.right, fact.keys[1]) {
            Some((swapped(fact.operator), fact.left))
        } else {
            None
        }
    }

    /// The key of a resolved value.
    pub(super) fn key(&self, value: Value) -> Key {
        let (kind, number) = match value.of {
            Definition::Integer(integer) => (0, integer.cast_unsigned()),
            Definition::Expression(expression) => (1, expression.index() as u32),
            Definition::Join(join) => (2, join),
        };
        let component = value.component.map_or(0, |component| component + 1);
        Key {
            value: u64::from(number) << 32 | u64::from(component) << 2 | kind,
            is_operation: self.is_operation(value),
        }
    }
}

/// The equivalent comparison for exchanged operands.
fn swapped(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
        // catch-all: equality is symmetric, and facts have no other operators
        _ => operator,
    }
}

/// The opposite comparison; `None` for an operator that does not compare.
fn negated(operator: BinaryOperator) -> Option<BinaryOperator> {
    Some(match operator {
        BinaryOperator::Less => BinaryOperator::GreaterEqual,
        BinaryOperator::LessEqual => BinaryOperator::Greater,
        BinaryOperator::Greater => BinaryOperator::LessEqual,
        BinaryOperator::GreaterEqual => BinaryOperator::Less,
        BinaryOperator::Equal => BinaryOperator::NotEqual,
        BinaryOperator::NotEqual => BinaryOperator::Equal,
        // catch-all: not comparisons
        _ => return None,
    })
}
