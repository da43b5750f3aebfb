//! Conditions that hold at a place, as comparisons of values.
//!
//! A condition holds in the arm that it guards, and in the rest of a block after an `If` whose other arm has left. Its
//! operands are values, so they are the same as when it was evaluated. When a query looks at comparisons, it is decomposed
//! into those that it implies:
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
use naga::{BinaryOperator, Expression, Handle, Literal, RelationalFunction, TypeInner, UnaryOperator};

/// The depth to which a condition is decomposed.
const MAX_DEPTH: u32 = 8;

/// The depth to which the operands of a fact are compared with a value.
const MAX_COMPARED: u32 = 4;

/// The most facts that a query visits for one value.
const MAX_FACTS: usize = 24;

/// What holds at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assumption {
    /// A condition has this value.
    Condition(Handle<Expression>, bool),
    /// A selector has the value of a case.
    Case(Handle<Expression>, i32),
}

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
    /// The marks of what this fact and those before it compare.
    pub(super) marks: u64,
}

/// What a value is compared by: equal keys are equal values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    value: u64,
    /// For an operation, of which an unequal key can be of the same value too, its kind.
    operation: Option<u8>,
}

impl Key {
    /// One of 64 bits. Values that are the same have the same one.
    pub(super) fn mark(self) -> u64 {
        match self.operation {
            Some(kind) => 1 << (kind % 32),
            None => 1 << (32 + (self.value ^ self.value >> 32) % 32),
        }
    }
}

impl Analysis<'_, '_> {
    /// Adds that a condition is known to be `truth`.
    #[inline]
    pub(super) fn assume(&mut self, condition: Handle<Expression>, truth: bool) {
        self.proofs.assumed.push(Assumption::Condition(condition, truth));
    }

    /// Removes what was assumed since a mark.
    #[inline]
    pub(super) fn forget(&mut self, mark: usize) {
        self.proofs.assumed.truncate(mark);
        if let Some(&facts) = self.proofs.decomposed.get(mark) {
            self.proofs.facts.truncate(facts);
            self.proofs.decomposed.truncate(mark);
        }
    }

    /// Finds the facts that hold at this place. Returns the marks of what they compare.
    pub(super) fn decompose(&mut self) -> u64 {
        while let Some(&assumption) = self.proofs.assumed.get(self.proofs.decomposed.len()) {
            self.proofs.decomposed.push(self.proofs.facts.len());
            match assumption {
                Assumption::Condition(condition, truth) => self.assume_within(condition.into(), truth, MAX_DEPTH),
                Assumption::Case(selector, value) => {
                    let value = Definition::Integer(value).into();
                    self.add_fact(selector.into(), BinaryOperator::Equal, value);
                }
            }
        }
        self.proofs.facts.last().map_or(0, |fact| fact.marks)
    }

    fn assume_within(&mut self, condition: Value, truth: bool, depth: u32) {
        let value = self.resolved(condition);
        let Some(depth) = depth.checked_sub(1) else { return };
        if let Definition::Join(join) = value.of
            && let Join::Choice {
                condition,
                accept,
                reject,
            } = self.proofs.joins[join as usize]
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
                let holds_for_both = match op {
                    BinaryOperator::LogicalAnd | BinaryOperator::And => truth,
                    BinaryOperator::LogicalOr | BinaryOperator::InclusiveOr => !truth,
                    // catch-all: a comparison, or an operator that implies nothing about its operands
                    _ => false,
                };
                if holds_for_both {
                    self.assume_within(left, truth, depth);
                    self.assume_within(right, truth, depth);
                } else if let Some(negated) = negated(op) {
                    self.add_fact(left, if truth { op } else { negated }, right);
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

    /// Adds a comparison, if it is of integers.
    fn add_fact(&mut self, left: Value, operator: BinaryOperator, right: Value) {
        let Some(ty) = self.integer(left) else { return };
        let (left, right) = (self.resolved(left), self.resolved(right));
        let keys = [self.key(left), self.key(right)];
        let sum = self.summands(left);
        let mut marks = self.proofs.facts.last().map_or(0, |fact| fact.marks) | keys[0].mark() | keys[1].mark();
        if let Some((first, second)) = sum {
            marks |= self.key(first).mark() | self.key(second).mark();
        }
        self.proofs.facts.push(Fact {
            left,
            operator,
            right,
            ty,
            sum,
            keys,
            marks,
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
        let count = self.proofs.facts.len();
        (count.saturating_sub(MAX_FACTS)..count).rev()
    }

    /// How a fact compares a resolved value: the operator and the value on its right.
    #[inline]
    pub(super) fn compared(&self, fact: &Fact, value: Value, key: Key) -> Option<(BinaryOperator, Value)> {
        let is = |side: Value, of: Key| {
            of.value == key.value
                || of.operation.is_some()
                    && of.operation == key.operation
                    && self.same_resolved(side, value, MAX_COMPARED)
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
            operation: self.operation(value),
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
