//! What the conditions of scopes say: each taken apart, once a function, into comparisons of integers.
//!
//! ```text
//! !(a || i >= n)      i < n                     any(id.xy >= size)    id.x < size.x, id.y < size.y   (where it is false)
//! ```
//!
//! naga's WGSL front end makes `a && b` a local that is stored in both arms of an `If`, so that `b` is not evaluated where `a`
//! is false. Where such a local is true, the arm of `b` was the last one gone through: no other store is there, and the other
//! one is of `false`. What `b` compares was evaluated in that arm, and what `a` says holds there too.

use super::regions::{At, NONE, Regions, ScopeKind};
use crate::ir::literal::known_literal;
use naga::{BinaryOperator, Expression, Handle, Literal, LocalVariable, RelationalFunction, UnaryOperator};

use super::Subject;
use super::values::Operand;

/// How deep a condition is taken apart.
const MAX_DEPTH: u32 = 8;

/// A comparison that holds: of two integers, or of one component of two vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) operator: BinaryOperator,
    pub(super) left: Handle<Expression>,
    pub(super) right: Handle<Expression>,
    pub(super) component: Option<u32>,
    /// The scope in which it was evaluated.
    pub(super) scope: u32,
    /// The keys of both sides: see [`Values::key`].
    ///
    /// [`Values::key`]: super::values::Values::key
    pub(super) keys: [u32; 2],
}

/// The comparisons of each scope of a function. Kept for its room.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    comparisons: Vec<Comparison>,
    /// The first and the end of those of each scope.
    of_scopes: Vec<(u32, u32)>,
    /// A bit for each key, by its highest bits.
    filter: u64,
}

impl Conditions {
    /// Takes the conditions of all scopes apart.
    pub(super) fn read(&mut self, subject: Subject<'_>, regions: &Regions) {
        self.comparisons.clear();
        self.of_scopes.clear();
        for scope in &regions.scopes {
            let first = self.comparisons.len() as u32;
            match scope.kind {
                ScopeKind::Arm { condition, truth, .. } | ScopeKind::Rest { condition, truth, .. } => {
                    let mut parts = Parts {
                        subject,
                        regions,
                        found: &mut self.comparisons,
                    };
                    parts.condition(condition, truth, scope.outer, MAX_DEPTH);
                }
                ScopeKind::Plain | ScopeKind::Case { .. } | ScopeKind::Skippable | ScopeKind::Loop => {}
            }
            self.of_scopes.push((first, self.comparisons.len() as u32));
        }
    }

    /// Whether nothing is compared.
    pub(super) fn is_empty(&self) -> bool {
        self.comparisons.is_empty()
    }

    /// Whether something with a key may be compared.
    #[inline]
    pub(super) fn may_compare(&self, key: u32) -> bool {
        self.filter >> (key >> 26) & 1 == 1
    }

    /// Gives each comparison the keys of its sides.
    pub(super) fn set_keys(&mut self, mut key: impl FnMut(Operand, u32) -> u32) {
        self.filter = 0;
        for comparison in &mut self.comparisons {
            let (component, scope) = (comparison.component, comparison.scope);
            comparison.keys =
                [comparison.left, comparison.right].map(|expression| key(Operand { expression, component }, scope));
            for key in comparison.keys {
                self.filter |= 1 << (key >> 26);
            }
        }
    }

    /// The comparisons that hold in a scope, without those of the scopes around it.
    pub(super) fn of_scope(&self, scope: u32) -> &[Comparison] {
        let Some(&(first, end)) = self.of_scopes.get(scope as usize) else {
            return &[];
        };
        &self.comparisons[first as usize..end as usize]
    }
}

struct Parts<'a> {
    subject: Subject<'a>,
    regions: &'a Regions,
    found: &'a mut Vec<Comparison>,
}

impl Parts<'_> {
    /// Takes apart a condition that is known in a scope.
    fn condition(&mut self, condition: Handle<Expression>, truth: bool, scope: u32, depth: u32) {
        let (Some(depth), Some(at)) = (depth.checked_sub(1), self.regions.at(condition)) else {
            return;
        };
        // One that a `continue` can skip may be of another round.
        if !self.regions.is_inside(scope, at.scope) {
            return;
        }
        match self.subject.function.expressions[condition] {
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
                // catch-all: a comparison, or nothing that says anything of its operands
                _ => self.comparison(op, (left, right), None, truth, scope),
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
                if let Expression::LocalVariable(local) = self.subject.function.expressions[pointer] {
                    self.local(local, at, truth, depth);
                }
            }
            // catch-all: what else is true or false says nothing of an integer
            _ => {}
        }
    }

    /// The comparisons of each component of two vectors.
    fn components(&mut self, argument: Handle<Expression>, truth: bool, scope: u32, around: At) {
        let Expression::Binary { op, left, right } = self.subject.function.expressions[argument] else {
            return;
        };
        let evaluated = self.regions.at(argument);
        if !evaluated.is_some_and(|at| self.regions.is_inside(around.scope, at.scope)) {
            return;
        }
        let shape = self.subject.shape(left);
        if let Some((Some(size), _)) = shape {
            for component in 0..size as u32 {
                self.comparison(op, (left, right), Some(component), truth, scope);
            }
        }
    }

    fn comparison(
        &mut self,
        operator: BinaryOperator,
        (left, right): (Handle<Expression>, Handle<Expression>),
        component: Option<u32>,
        truth: bool,
        scope: u32,
    ) {
        let operator = if truth { Some(operator) } else { negated(operator) };
        let operator = operator.filter(|&operator| negated(operator).is_some());
        if let (Some(operator), true) = (operator, self.subject.integer(left).is_some()) {
            self.found.push(Comparison {
                operator,
                left,
                right,
                component,
                scope,
                keys: [0; 2],
            });
        }
    }

    /// What is so where a local holds `truth`.
    fn local(&mut self, local: Handle<LocalVariable>, at: At, truth: bool, depth: u32) {
        let regions = self.regions;
        if let Ok(number) = regions.reaching_store(local, at) {
            if number != NONE {
                let store = regions.stores[number as usize];
                if let Some(value) = store.value {
                    self.condition(value, truth, store.scope, depth);
                }
            }
            return;
        }
        let Some(mut stores) = regions.stores_of(local) else {
            return;
        };
        let (Some((_, one)), Some((_, other)), None) = (stores.next(), stores.next(), stores.next()) else {
            return;
        };
        let arm = |scope: u32| match regions.scopes[scope as usize] {
            super::regions::Scope {
                kind: ScopeKind::Arm { condition, truth, pair },
                outer,
                ..
            } => Some((condition, truth, pair, outer)),
            // catch-all: no other scope is an arm
            _ => None,
        };
        let (Some(one_arm), Some(other_arm)) = (arm(one.scope), arm(other.scope)) else {
            return;
        };
        // The two arms of one `If`, which is passed before the load. Each arm has its store at its top level, so whatever comes
        // to the end of the arm has made it; what leaves the arm in another way does not come to the load in this round.
        let is_pair = one_arm.2 == other_arm.2 && one.scope != other.scope;
        let before = one.position.max(other.position) < at.position && regions.is_inside(at.scope, one_arm.3);
        if !(is_pair && before) {
            return;
        }
        let is_other = |value| {
            let literal = known_literal(self.subject.module, &self.subject.function.expressions, value);
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

/// The operator that says the same with its operands exchanged; `None` for one that compares nothing.
pub(super) fn swapped(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::Less => Some(BinaryOperator::Greater),
        BinaryOperator::LessEqual => Some(BinaryOperator::GreaterEqual),
        BinaryOperator::Greater => Some(BinaryOperator::Less),
        BinaryOperator::GreaterEqual => Some(BinaryOperator::LessEqual),
        BinaryOperator::Equal => Some(BinaryOperator::Equal),
        BinaryOperator::NotEqual => Some(BinaryOperator::NotEqual),
        // catch-all: nothing is compared
        _ => None,
    }
}

/// The operator that says the opposite; `None` for one that compares nothing.
fn negated(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::Less => Some(BinaryOperator::GreaterEqual),
        BinaryOperator::LessEqual => Some(BinaryOperator::Greater),
        BinaryOperator::Greater => Some(BinaryOperator::LessEqual),
        BinaryOperator::GreaterEqual => Some(BinaryOperator::Less),
        BinaryOperator::Equal => Some(BinaryOperator::NotEqual),
        BinaryOperator::NotEqual => Some(BinaryOperator::Equal),
        // catch-all: nothing is compared
        _ => None,
    }
}
