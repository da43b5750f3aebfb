//! The conditions of scopes, each decomposed into comparisons of integers at the first query.
//!
//! ```text
//! !(a || i >= n)      i < n                     any(id.xy >= size)    id.x < size.x, id.y < size.y   (if false)
//! ```
//!
//! naga's WGSL front end lowers `a && b` to a local that both arms of an `If` store to, so that `b` is not evaluated
//! where `a` is false. If such a local is true, control went through the arm of `b`: there are no other stores, and the
//! other arm stores `false`. The comparisons in `b` were evaluated in that arm, where `a` holds too.

use super::regions::{At, Reaching, ScopeKind};
use super::values::{Numbering, Value};
use crate::ir::literal::known_literal;
use alloc::vec::Vec;
use naga::{BinaryOperator, Expression, Handle, Literal, LocalVariable, RelationalFunction, UnaryOperator};

/// The depth to which a condition is decomposed.
const MAX_DEPTH: u32 = 8;

/// The most scopes with conditions that an iterator visits.
const MAX_SCOPES: u32 = 256;

/// A comparison of two integers that holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) operator: BinaryOperator,
    pub(super) left: Value,
    pub(super) right: Value,
    /// The scope in which it was evaluated.
    pub(super) scope: u32,
}

/// The conditions of one scope.
#[derive(Clone, Copy, Debug)]
struct ScopeConditions {
    progress: Progress,
    /// The range of its own comparisons.
    own: (u32, u32),
    /// A bit for each value that is compared in it, by [`Value::bit`]; if those of the enclosing scopes are decomposed
    /// too, also for each that is compared in them.
    compared: u64,
}

/// What has been decomposed of the conditions of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Unread,
    Own,
    /// Its own and those of the enclosing scopes.
    All,
}

/// The comparisons of each scope of a function. The tables are reused for the next function.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    comparisons: Vec<Comparison>,
    of_scopes: Vec<ScopeConditions>,
    /// The scopes that are still to be decomposed. Empty between calls.
    unread: Vec<u32>,
}

/// An iterator over comparisons that hold in a scope and may involve a value of a set, from the innermost scope
/// outward. The conditions of a scope are decomposed when it gets there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// The scope after the current one.
    outer: u32,
    /// The number of scopes that are still visited.
    left: u32,
    /// The next one in [`Conditions::comparisons`], and the end of the current scope's.
    next: u32,
    end: u32,
    set: u64,
}

impl Conditions {
    /// Starts a function.
    pub(super) fn reset(&mut self, scopes: usize) {
        self.comparisons.clear();
        let unread = ScopeConditions {
            progress: Progress::Unread,
            own: (0, 0),
            compared: 0,
        };
        crate::back::buffers::fill(&mut self.of_scopes, scopes, unread);
    }

    /// A bit for each value that is compared in a scope or in an enclosing one, by [`Value::bit`].
    #[inline]
    pub(super) fn compared(&mut self, numbering: &mut Numbering<'_>, scope: u32) -> u64 {
        let held = self.of_scopes[scope as usize];
        if held.progress == Progress::All {
            held.compared
        } else {
            self.read_outwards(numbering, scope)
        }
    }

    #[inline(never)]
    fn read_outwards(&mut self, numbering: &mut Numbering<'_>, mut scope: u32) -> u64 {
        let mut compared = 0;
        while let Some(held) = self.of_scopes.get(scope as usize) {
            if held.progress == Progress::All {
                compared = held.compared;
                break;
            }
            self.unread.push(scope);
            scope = numbering.regions.scopes[scope as usize].conditioned;
        }
        while let Some(scope) = self.unread.pop() {
            if self.of_scopes[scope as usize].progress == Progress::Unread {
                self.read_own(numbering, scope);
            }
            let held = &mut self.of_scopes[scope as usize];
            held.compared |= compared;
            held.progress = Progress::All;
            compared = held.compared;
        }
        compared
    }

    /// Decomposes the conditions of a scope alone.
    #[inline(never)]
    fn read_own(&mut self, numbering: &mut Numbering<'_>, number: u32) {
        let regions = numbering.regions;
        let scope = regions.scopes[number as usize];
        let first = self.comparisons.len();
        match scope.kind {
            ScopeKind::Arm { condition, truth, .. } | ScopeKind::Rest { condition, truth, .. } => {
                let mut parts = Parts {
                    numbering,
                    found: &mut self.comparisons,
                };
                parts.condition(condition, truth, scope.outer, MAX_DEPTH);
            }
            ScopeKind::Case { selector, value } if regions.comes_before(selector, scope.outer) => {
                self.comparisons.push(Comparison {
                    operator: BinaryOperator::Equal,
                    left: numbering.value(selector, None),
                    right: numbering.values.constant_value(value),
                    scope: scope.outer,
                });
            }
            ScopeKind::Plain | ScopeKind::Case { .. } | ScopeKind::Skippable | ScopeKind::Loop => {}
        }
        let mut compared = 0;
        for comparison in &self.comparisons[first..] {
            for value in [comparison.left, comparison.right] {
                if numbering.values.constant(value).is_none() {
                    compared |= value.bit();
                }
            }
        }
        self.of_scopes[number as usize] = ScopeConditions {
            progress: Progress::Own,
            own: (first as u32, self.comparisons.len() as u32),
            compared,
        };
    }

    /// The comparisons that hold in a scope.
    pub(super) fn at(scope: u32) -> Cursor {
        Cursor::new(scope, u64::MAX)
    }

    /// The comparisons that hold in a scope and may involve a value.
    pub(super) fn of_value(scope: u32, value: Value) -> Cursor {
        Cursor::new(scope, value.bit())
    }

    /// The next comparison.
    pub(super) fn next(&mut self, numbering: &mut Numbering<'_>, cursor: &mut Cursor) -> Option<Comparison> {
        loop {
            if cursor.next < cursor.end {
                cursor.next += 1;
                return Some(self.comparisons[cursor.next as usize - 1]);
            }
            let scope = cursor.outer;
            self.of_scopes.get(scope as usize)?;
            cursor.left = cursor.left.checked_sub(1)?;
            if self.of_scopes[scope as usize].progress == Progress::Unread {
                self.read_own(numbering, scope);
            }
            let held = &self.of_scopes[scope as usize];
            if held.compared & cursor.set != 0 {
                (cursor.next, cursor.end) = held.own;
            } else if held.progress == Progress::All {
                return None;
            }
            cursor.outer = numbering.regions.scopes[scope as usize].conditioned;
        }
    }
}

impl Cursor {
    const fn new(scope: u32, set: u64) -> Self {
        Self {
            outer: scope,
            left: MAX_SCOPES,
            next: 0,
            end: 0,
            set,
        }
    }
}

struct Parts<'v, 'a> {
    numbering: &'v mut Numbering<'a>,
    found: &'v mut Vec<Comparison>,
}

impl Parts<'_, '_> {
    /// Decomposes a condition that is known to be `truth` in a scope.
    fn condition(&mut self, condition: Handle<Expression>, truth: bool, scope: u32, depth: u32) {
        let (Some(depth), Some(at)) = (depth.checked_sub(1), self.numbering.regions.at(condition)) else {
            return;
        };
        // A condition whose evaluation a `continue` can skip may be of an earlier iteration.
        if !self.numbering.regions.is_inside(scope, at.scope) {
            return;
        }
        match self.numbering.subject.function.expressions[condition] {
            Expression::Unary {
                op: UnaryOperator::LogicalNot,
                expr,
            } => self.condition(expr, !truth, scope, depth),
            Expression::Binary { op, left, right } => match op {
                BinaryOperator::LogicalAnd | BinaryOperator::And if truth => {
                    self.condition(left, truth, scope, depth);
                    self.condition(right, truth, scope, depth);
                }
                BinaryOperator::LogicalOr | BinaryOperator::InclusiveOr if !truth => {
                    self.condition(left, truth, scope, depth);
                    self.condition(right, truth, scope, depth);
                }
                // catch-all: a comparison, or an operator that implies nothing about its operands
                _ => self.comparison(condition, None, truth, scope),
            },
            Expression::Relational { fun, argument } => {
                let holds = match fun {
                    RelationalFunction::All => truth,
                    RelationalFunction::Any => !truth,
                    RelationalFunction::IsNan | RelationalFunction::IsInf => return,
                };
                if holds {
                    self.components(argument, truth, scope, at);
                }
            }
            Expression::Load { pointer } => {
                if let Expression::LocalVariable(local) = self.numbering.subject.function.expressions[pointer] {
                    self.local(local, at, truth, depth);
                }
            }
            // catch-all: other booleans imply nothing about integers
            _ => {}
        }
    }

    /// Adds the comparison of each component of two vectors.
    fn components(&mut self, argument: Handle<Expression>, truth: bool, scope: u32, at: At) {
        let evaluated = self.numbering.regions.at(argument);
        if !evaluated.is_some_and(|own| self.numbering.regions.is_inside(at.scope, own.scope)) {
            return;
        }
        if let Some((Some(size), _)) = self.numbering.subject.shape(argument) {
            for component in 0..size as u32 {
                self.comparison(argument, Some(component), truth, scope);
            }
        }
    }

    /// Adds the comparison of an expression: of two integers, or of a component of two vectors.
    fn comparison(&mut self, comparison: Handle<Expression>, component: Option<u32>, truth: bool, scope: u32) {
        let Numbering { subject, regions, .. } = *self.numbering;
        let Expression::Binary { op, left, right } = subject.function.expressions[comparison] else {
            return;
        };
        let operator = if truth { Some(op) } else { negated(op) };
        let operator = operator.filter(|&operator| negated(operator).is_some());
        let is_known = regions.is_evaluated_after_operands(subject.function, comparison);
        if let (Some(operator), true, Some(_)) = (operator, is_known, subject.integer(left)) {
            let (left, right) = (
                self.numbering.value(left, component),
                self.numbering.value(right, component),
            );
            self.found.push(Comparison {
                operator,
                left,
                right,
                scope,
            });
        }
    }

    /// Adds the conditions that hold where a local has the value `truth`.
    fn local(&mut self, local: Handle<LocalVariable>, at: At, truth: bool, depth: u32) {
        let regions = self.numbering.regions;
        match regions.reaching(local, at) {
            Reaching::Initial => return,
            Reaching::Store(number) => {
                let store = regions.stores[number as usize];
                if let Some(value) = store.value {
                    self.condition(value, truth, store.scope, depth);
                }
                return;
            }
            Reaching::Join(_) => {}
        }
        let Some(mut stores) = regions.stores_of(local) else {
            return;
        };
        let (Some(&one), Some(&other), None) = (stores.next(), stores.next(), stores.next()) else {
            return;
        };
        let arm = |scope: u32| match regions.scopes[scope as usize] {
            super::regions::Scope {
                kind: ScopeKind::Arm { condition, truth, pair },
                outer,
                ..
            } => Some((condition, truth, pair, outer)),
            // catch-all: other scopes are not arms
            _ => None,
        };
        let (Some(one_arm), Some(other_arm)) = (arm(one.scope), arm(other.scope)) else {
            return;
        };
        // Both stores are in the two arms of one `If`, which precedes the load. Each store is at the top level of its
        // arm, so it was executed if control reached the end of the arm; a path that leaves the arm earlier does not
        // lead to the load in the same iteration.
        let is_pair = one_arm.2 == other_arm.2 && one.scope != other.scope;
        let before = one.position.max(other.position) < at.position && regions.is_inside(at.scope, one_arm.3);
        if !(is_pair && before) {
            return;
        }
        let is_other = |value| {
            let subject = self.numbering.subject;
            let literal = known_literal(subject.module, &subject.function.expressions, value);
            literal == Some(Literal::Bool(!truth))
        };
        let (store, (condition, arm_truth, _, outer), value) = match (one.value, other.value) {
            (Some(value), Some(literal)) if is_other(literal) => (one, one_arm, value),
            (Some(literal), Some(value)) if is_other(literal) => (other, other_arm, value),
            (Some(_), Some(_)) | (None, _) | (_, None) => return,
        };
        self.condition(condition, arm_truth, outer, depth);
        self.condition(value, truth, store.scope, depth);
    }
}

/// The equivalent operator for exchanged operands; `None` for one that does not compare.
pub(super) fn swapped(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::Less => Some(BinaryOperator::Greater),
        BinaryOperator::LessEqual => Some(BinaryOperator::GreaterEqual),
        BinaryOperator::Greater => Some(BinaryOperator::Less),
        BinaryOperator::GreaterEqual => Some(BinaryOperator::LessEqual),
        BinaryOperator::Equal => Some(BinaryOperator::Equal),
        BinaryOperator::NotEqual => Some(BinaryOperator::NotEqual),
        // catch-all: not comparisons
        _ => None,
    }
}

/// The opposite comparison; `None` for an operator that does not compare.
fn negated(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::Less => Some(BinaryOperator::GreaterEqual),
        BinaryOperator::LessEqual => Some(BinaryOperator::Greater),
        BinaryOperator::Greater => Some(BinaryOperator::LessEqual),
        BinaryOperator::GreaterEqual => Some(BinaryOperator::Less),
        BinaryOperator::Equal => Some(BinaryOperator::NotEqual),
        BinaryOperator::NotEqual => Some(BinaryOperator::Equal),
        // catch-all: not comparisons
        _ => None,
    }
}
