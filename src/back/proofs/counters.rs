//! Loop counters: which loops end by their own guard, and which values their counters take inside the body.
//!
//! ```text
//! loop { if i < 8 {} else { break; }  …  continuing { i = i + 1; } }
//! ```
//!
//! The proof rests on every store there is: the variable has at most two, one of them the step in `continuing` and none
//! in the body, and no other way to be written, so between the guard and the step the variable holds what the guard let
//! pass, and each round moves it by the step. Without wrapping that ends. It must not know how an index is checked or
//! how a loop is written. The statement sweep calls it on its way; nothing here walks statements by itself but for the
//! first ones of a body and those of a `continuing`.

use super::Subject;
use crate::ir::literal::known_literal;
use crate::ir::loops::{LoopGuard, emits};
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module, Scalar, ScalarKind, Statement,
    TypeInner, UnaryOperator,
};

/// What the function does to one local.
#[derive(Clone, Copy, Debug, Default)]
struct LocalUse {
    /// Stores so far; [`ESCAPED`] when something else can write it.
    stores: u8,
    /// What the first store writes.
    first: Option<Handle<Expression>>,
}

/// More stores than any proof allows.
const ESCAPED: u8 = u8::MAX;

/// How many loops around an index are looked at for its counter.
const MOST_LOOPS: u32 = 32;

/// A loop that ends if its counter turns out to have no other store.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    local: Handle<LocalVariable>,
    condition: Handle<Expression>,
    /// The stores to the counter up to the end of the loop.
    stores: u8,
    limits: Limits,
    /// The largest value of the counter in the body, when it never is negative there.
    largest: Option<u32>,
    /// The candidate around it.
    outer: Option<u32>,
}

/// Expressions that are evaluated in the body of a candidate, its guard passed, and before its `continuing`.
#[derive(Clone, Copy, Debug)]
struct Evaluated {
    first: u32,
    end: u32,
    /// The innermost candidate around them.
    innermost: u32,
}

/// What guard and step say of the counter in the body.
#[derive(Clone, Copy, Debug)]
enum Limits {
    /// Nothing but that the loop ends: the limit is no constant.
    Unknown,
    /// Rising from where it starts to this, inclusive.
    Rising(i64),
    /// Falling from where it starts to this, inclusive.
    Falling(i64),
}

/// The loop counters of the function that is swept.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    locals: Vec<LocalUse>,
    candidates: Vec<Candidate>,
    /// What is evaluated where; sorted once the sweep is through.
    evaluated: Vec<Evaluated>,
    /// The innermost candidate around the sweep.
    innermost: Option<u32>,
}

/// What is remembered from a body to its `continuing`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenLoop {
    local: Handle<LocalVariable>,
    condition: Handle<Expression>,
    limits: Limits,
    stores: u8,
    outer: Option<u32>,
    number: u32,
}

impl Counters {
    /// Starts a function.
    pub(crate) fn reset(&mut self, function: &Function) {
        crate::back::buffers::fill(&mut self.locals, function.local_variables.len(), LocalUse::default());
        self.candidates.clear();
        self.evaluated.clear();
        self.innermost = None;
    }

    /// Notes a store to all of a local.
    #[inline]
    pub(crate) fn store(&mut self, local: Handle<LocalVariable>, value: Handle<Expression>) {
        if let Some(entry) = self.locals.get_mut(local.index()) {
            entry.stores = entry.stores.saturating_add(1);
            entry.first = entry.first.or(Some(value));
        }
    }

    /// Notes that a pointer goes where it is not followed.
    pub(crate) fn escape(&mut self, function: &Function, pointer: Handle<Expression>) {
        if let Some(local) = named(function, pointer) {
            if let Some(entry) = self.locals.get_mut(local.index()) {
                entry.stores = ESCAPED;
            }
        }
    }

    /// Notes which loop a statement evaluates in.
    #[inline]
    pub(crate) fn emit(&mut self, range: &naga::Range<Expression>) {
        if let Some(innermost) = self.innermost {
            let expressions = range.index_range();
            self.evaluated.push(Evaluated {
                first: expressions.start,
                end: expressions.end,
                innermost,
            });
        }
    }

    /// The largest value of an expression that loads a counter in its loop.
    pub(super) fn bound(&self, function: &Function, load: Handle<Expression>) -> Option<u32> {
        let index = load.index() as u32;
        let after = self.evaluated.partition_point(|evaluated| evaluated.first <= index);
        let evaluated = self.evaluated.get(after.checked_sub(1)?)?;
        if index >= evaluated.end {
            return None;
        }
        let local = loaded(function, load)?;
        let mut at = Some(evaluated.innermost);
        for _ in 0..MOST_LOOPS {
            let candidate = self.candidates.get(at? as usize)?;
            if candidate.local == local {
                return candidate.largest;
            }
            at = candidate.outer;
        }
        None
    }

    /// Opens the body of a loop, its guard passed: the counter is known from here on.
    fn open(&mut self, mut open: OpenLoop) -> OpenLoop {
        open.number = self.candidates.len() as u32;
        // Its place is kept for the number's sake; it proves nothing until the loop is closed.
        self.candidates.push(Candidate {
            local: open.local,
            condition: open.condition,
            stores: ESCAPED,
            limits: Limits::Unknown,
            largest: None,
            outer: self.innermost,
        });
        if let Some(entry) = self.locals.get(open.local.index()) {
            open.stores = entry.stores;
        }
        open.outer = self.innermost.replace(open.number);
        open
    }

    /// Closes the body: what `continuing` loads is loaded around the step. `false` when the body stores to the counter.
    fn close(&mut self, open: OpenLoop) -> bool {
        self.innermost = open.outer;
        let entry = self.locals.get(open.local.index());
        entry.is_some_and(|entry| entry.stores == open.stores)
    }

    /// Notes the loop as one that ends if the step is the counter's last store.
    fn step(&mut self, open: OpenLoop) {
        let stores = self
            .locals
            .get(open.local.index())
            .map_or(ESCAPED, |entry| entry.stores);
        if stores == open.stores.saturating_add(1) {
            if let Some(candidate) = self.candidates.get_mut(open.number as usize) {
                candidate.stores = stores;
                candidate.limits = open.limits;
            }
        }
    }

    /// The counter's largest value in the body, when it never is negative there.
    fn largest(&self, module: &Module, function: &Function, candidate: Candidate) -> Option<u32> {
        let declared = &function.local_variables[candidate.local];
        let signed = !matches!(module.types[declared.ty].inner, TypeInner::Scalar(Scalar::U32));
        let start = || {
            let written = |value| number(module, function, value);
            // A local that nothing initialises is zeroed.
            let initial = declared.init.map_or(Some(0), written)?;
            let stored = match candidate.stores {
                // The first of two stores stands before the loop; a single one is the step.
                2 => written(self.locals.get(candidate.local.index())?.first?)?,
                _ => initial,
            };
            Some((initial.min(stored), initial.max(stored)))
        };
        let (least, most) = match candidate.limits {
            Limits::Unknown => return None,
            Limits::Rising(last) if signed => (start()?.0, last),
            Limits::Rising(last) => (0, last),
            Limits::Falling(last) => (last, start()?.1),
        };
        if least < 0 { None } else { u32::try_from(most).ok() }
    }
}

/// The local that an expression loads.
fn loaded(function: &Function, expression: Handle<Expression>) -> Option<Handle<LocalVariable>> {
    let Expression::Load { pointer } = function.expressions[expression] else {
        return None;
    };
    named(function, pointer)
}

/// The local that a pointer is.
fn named(function: &Function, pointer: Handle<Expression>) -> Option<Handle<LocalVariable>> {
    if let Expression::LocalVariable(local) = function.expressions[pointer] {
        Some(local)
    } else {
        None
    }
}

/// The value of a constant of 32 bits.
fn number(module: &Module, function: &Function, expression: Handle<Expression>) -> Option<i64> {
    match known_literal(module, &function.expressions, expression)? {
        Literal::U32(value) => Some(i64::from(value)),
        Literal::I32(value) => Some(i64::from(value)),
        // catch-all: no counter is of another type
        _ => None,
    }
}

/// A comparison of a counter with its limit.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    local: Handle<LocalVariable>,
    operator: BinaryOperator,
    limit: Handle<Expression>,
}

impl Counters {
    /// Looks at a loop from its guard. `None` when the guard and the step prove nothing.
    pub(crate) fn open_loop(
        &mut self,
        subject: Subject<'_>,
        guard: LoopGuard,
        body: &Block,
        continuing: &Block,
    ) -> Option<OpenLoop> {
        let Subject { module, function, .. } = subject;
        let compared = comparison(function, guard, body)?;
        let inner = &module.types[function.local_variables[compared.local].ty].inner;
        let (least, most) = match *inner {
            TypeInner::Scalar(Scalar {
                kind: ScalarKind::Sint,
                width: 4,
            }) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            TypeInner::Scalar(Scalar {
                kind: ScalarKind::Uint,
                width: 4,
            }) => (0, i64::from(u32::MAX)),
            // catch-all: no counter is of another type
            _ => return None,
        };
        let step = step(subject, compared.local, continuing)?;
        let limit = number(module, function, compared.limit);
        let limits = match (compared.operator, limit) {
            // Below something there is room for one more.
            (BinaryOperator::Less, None) if step == 1 => Limits::Unknown,
            (BinaryOperator::Greater, None) if step == -1 => Limits::Unknown,
            (BinaryOperator::Less, Some(limit)) => Limits::Rising(limit - 1),
            (BinaryOperator::LessEqual, Some(limit)) => Limits::Rising(limit),
            (BinaryOperator::Greater, Some(limit)) => Limits::Falling(limit + 1),
            (BinaryOperator::GreaterEqual, Some(limit)) => Limits::Falling(limit),
            // catch-all: the others let the counter step past its limit
            _ => return None,
        };
        let ends = match limits {
            Limits::Unknown => true,
            Limits::Rising(last) => step > 0 && last + step <= most,
            Limits::Falling(last) => step < 0 && last + step >= least,
        };
        ends.then(|| {
            self.open(OpenLoop {
                local: compared.local,
                condition: guard.condition,
                limits,
                stores: 0,
                outer: None,
                number: 0,
            })
        })
    }

    /// Ends the body of a loop.
    pub(crate) fn close_loop(&mut self, open: Option<OpenLoop>) -> Option<OpenLoop> {
        open.filter(|&open| self.close(open))
    }

    /// Ends a loop, its `continuing` read.
    pub(crate) fn step_loop(&mut self, open: Option<OpenLoop>) {
        if let Some(open) = open {
            self.step(open);
        }
    }

    /// Keeps what holds in view of all stores of the function; `finite` takes the condition of each guard that ends its loop.
    pub(crate) fn settle(&mut self, subject: Subject<'_>, mut finite: impl FnMut(Handle<Expression>)) {
        if self.candidates.is_empty() && self.evaluated.len() < 2 {
            return;
        }
        for at in 0..self.candidates.len() {
            let candidate = self.candidates[at];
            let stores = self.locals[candidate.local.index()].stores;
            if candidate.stores <= 2 && stores == candidate.stores {
                finite(candidate.condition);
                self.candidates[at].largest = self.largest(subject.module, subject.function, candidate);
            }
        }
        // naga's front ends evaluate in the order of the arena, so this finds it sorted.
        self.evaluated.sort_unstable_by_key(|evaluated| evaluated.first);
    }
}

/// The comparison that a guard makes each time, as one that is true where the loop goes on.
fn comparison(function: &Function, guard: LoopGuard, body: &Block) -> Option<Comparison> {
    let expressions = &function.expressions;
    let LoopGuard {
        mut condition,
        mut stays,
        ..
    } = guard;
    if !guard.evaluates(body, condition) {
        return None;
    }
    while let Expression::Unary {
        op: UnaryOperator::LogicalNot,
        expr,
    } = expressions[condition]
    {
        (condition, stays) = (expr, !stays);
    }
    let Expression::Binary { op, left, right } = expressions[condition] else {
        return None;
    };
    let counts = |load| loaded(function, load).filter(|_| guard.evaluates(body, load));
    let (local, limit, operator) = match (counts(left), counts(right)) {
        (Some(local), _) => (local, right, op),
        (None, Some(local)) => (local, left, swapped(op)?),
        (None, None) => return None,
    };
    Some(Comparison {
        local,
        operator: if stays { operator } else { negated(operator)? },
        limit,
    })
}

/// By what a `continuing` moves a local, when it does so once, by a constant, whatever else happens.
fn step(subject: Subject<'_>, local: Handle<LocalVariable>, continuing: &Block) -> Option<i64> {
    let Subject { module, function, .. } = subject;
    let expressions = &function.expressions;
    let value = continuing.iter().find_map(|statement| {
        if let Statement::Store { pointer, value } = *statement {
            (named(function, pointer) == Some(local)).then_some(value)
        } else {
            None
        }
    })?;
    let Expression::Binary { op, left, right } = expressions[value] else {
        return None;
    };
    let constant = |expression| number(module, function, expression);
    let (from, step) = match op {
        BinaryOperator::Add => match constant(right) {
            Some(step) => (left, step),
            None => (right, constant(left)?),
        },
        BinaryOperator::Subtract => (left, -constant(right)?),
        // catch-all: no other operation moves by a constant
        _ => return None,
    };
    // What was loaded before the loop would give the same value each time.
    let here = continuing.iter().any(|statement| emits(statement, from));
    (here && loaded(function, from) == Some(local)).then_some(step)
}

/// The operator that says the same with its operands exchanged.
fn swapped(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::Less => Some(BinaryOperator::Greater),
        BinaryOperator::LessEqual => Some(BinaryOperator::GreaterEqual),
        BinaryOperator::Greater => Some(BinaryOperator::Less),
        BinaryOperator::GreaterEqual => Some(BinaryOperator::LessEqual),
        // catch-all: no order is compared
        _ => None,
    }
}

/// The operator that says the opposite.
fn negated(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::Less => Some(BinaryOperator::GreaterEqual),
        BinaryOperator::LessEqual => Some(BinaryOperator::Greater),
        BinaryOperator::Greater => Some(BinaryOperator::LessEqual),
        BinaryOperator::GreaterEqual => Some(BinaryOperator::Less),
        // catch-all: no order is compared
        _ => None,
    }
}
