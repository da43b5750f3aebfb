//! Loops that end, and the intervals of their counters.
//!
//! A counter is a local that each iteration which is followed by another one leaves changed by a step: an operation on
//! the value with which the iteration started that moves it strictly in one direction and does not wrap. The loop ends,
//! since integers are finite, and each iteration starts with the counter at its start or beyond it.
//!
//! ```text
//! for (var i = a; i < n; i += 1) { … }       i < n in each iteration, so i + 1 does not wrap, and a ≤ i
//! for (var s = 64; s > 0; s >>= 1) { … }     s ≥ 1 in each iteration, so s >> 1 is less, and s ≤ 64
//! do { …; k += 1 } while (k < n);            k < n after each step but the last: k is its start, or below n
//! ```
//!
//! A loop is visited twice. The first visit, in which what the loop stores is unknown and nothing is asked, ends at the
//! back edge: there the definitions of the locals are the steps, and the facts are the conditions that each iteration
//! which is followed by another one has passed. The bodies of inner loops are left out of it.

use super::Analysis;
use super::interval::{IntegerType, Interval};
use super::values::{Definition, Join, Value};
use super::walk::Continues;
use crate::ir::writes::for_each_write;
use naga::{BinaryOperator, Block, Expression, Handle, LocalVariable, Span};

/// Why a loop ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopProof {
    /// The end of its body is not reachable.
    Once,
    /// This local moves strictly in one direction in each iteration.
    Counted { local: Handle<LocalVariable>, up: bool },
}

/// A local that a loop stores to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    local: Handle<LocalVariable>,
    /// Its definition where the loop is entered.
    start: Definition,
    /// The join that it is where an iteration starts.
    join: u32,
    /// Its definition at each `continue` so far, if it is one.
    end: Option<Definition>,
}

#[derive(Clone, Copy)]
pub(super) struct Loop<'a> {
    pub(super) body: &'a Block,
    pub(super) continuing: &'a Block,
    pub(super) break_if: Option<Handle<Expression>>,
    pub(super) span: Span,
}

impl Analysis<'_, '_> {
    #[inline(never)]
    pub(super) fn loop_(&mut self, of: Loop<'_>) {
        let (first, assumed) = (self.proofs.stored.len(), self.proofs.assumed.len());
        self.collect_stores(of.body);
        self.collect_stores(of.continuing);
        for at in first..self.proofs.stored.len() {
            let stored = &mut self.proofs.stored[at];
            self.proofs.marks[stored.local.index()] = false;
            stored.join = self.proofs.joins.len() as u32;
            let local = stored.local;
            self.define(local, None);
        }
        // In a visit of an outer loop only what this one stores matters.
        if !self.only_visits {
            self.visit_loop(of, first, assumed);
        }
        for at in first..self.proofs.stored.len() {
            let local = self.proofs.stored[at].local;
            self.proofs.written.push(local);
            self.define(local, None);
        }
        self.proofs.stored.truncate(first);
    }

    /// Finds the counters of a loop, and visits what it executes.
    fn visit_loop(&mut self, of: Loop<'_>, first: usize, assumed: usize) {
        let undo = self.proofs.undo.len();
        let outer = core::mem::take(&mut self.continues);
        self.only_visits = true;
        let iterates = self.iteration(of, first, assumed);
        self.only_visits = false;
        let mut proof = None;
        if iterates {
            for at in first..self.proofs.stored.len() {
                let counted = self.counter(self.proofs.stored[at], assumed);
                proof = proof.or(counted);
            }
        } else {
            proof = Some(LoopProof::Once);
        }
        self.undo(undo);
        self.forget(assumed);
        self.found_loop(of, proof);
        let _ = self.iteration(of, first, assumed);
        self.continues = outer;
        self.forget(assumed);
        self.undo(undo);
    }

    /// Visits an iteration up to the back edge. Returns whether that is reachable.
    fn iteration(&mut self, of: Loop<'_>, stored: usize, assumed: usize) -> bool {
        let continued = self.proofs.continued.len();
        self.continues = Continues {
            any: false,
            assumed,
            continued,
            stored,
        };
        let undo = self.proofs.undo.len();
        let falls = self.block(of.body);
        if !falls && !self.continues.any {
            return false;
        }
        if self.continues.any {
            if falls {
                self.join_continue();
            }
            self.undo(undo);
            for at in stored..self.proofs.stored.len() {
                let Stored { local, end, .. } = self.proofs.stored[at];
                self.define(local, end);
            }
            self.forget(assumed);
            self.proofs.assumed.extend(self.proofs.continued.drain(continued..));
        }
        self.continues = Continues::default();
        let reached = self.block(of.continuing);
        if let Some(condition) = of.break_if {
            self.assume(condition, false);
        }
        reached
    }

    /// Joins a path to `continuing` with those before.
    pub(super) fn join_continue(&mut self) {
        let inner = self.continues;
        for of in &mut self.proofs.stored[inner.stored..] {
            let here = Some(self.proofs.locals[of.local.index()]);
            of.end = here.filter(|_| !inner.any || here == of.end);
        }
        let here = &self.proofs.assumed[inner.assumed..];
        if inner.any {
            let before = &self.proofs.continued[inner.continued..];
            let both = before.iter().zip(here).take_while(|(before, here)| before == here);
            let both = both.count();
            self.proofs.continued.truncate(inner.continued + both);
        } else {
            self.proofs.continued.extend_from_slice(here);
        }
        self.continues.any = true;
    }

    /// Collects the locals that a block stores to, those of code that is never executed too.
    fn collect_stores(&mut self, block: &Block) {
        for statement in block {
            crate::ir::blocks(statement).for_each(|inner| self.collect_stores(inner));
            for_each_write(statement, |pointer, value| {
                if let Some((local, _)) = self.written_local(pointer, value)
                    && !core::mem::replace(&mut self.proofs.marks[local.index()], true)
                {
                    let start = self.proofs.locals[local.index()];
                    self.proofs.stored.push(Stored {
                        local,
                        start,
                        join: 0,
                        end: None,
                    });
                }
            });
        }
    }

    /// The proof by a local that is a counter, at the back edge of a loop.
    fn counter(&mut self, stored: Stored, assumed: usize) -> Option<LoopProof> {
        let ty = self.subject.function.local_variables[stored.local].ty;
        let ty = IntegerType::of(self.subject.module.types[ty].inner.scalar()?)?;
        let current = Value::from(Definition::Join(stored.join));
        let next = self.resolved(self.proofs.locals[stored.local.index()].into());
        let Expression::Binary { op, left, right } = self.subject.function.expressions[self.expression(next)?] else {
            return None;
        };
        let is_current = |operand: Handle<Expression>| self.resolved(operand.into()) == current;
        let by = match (is_current(left), is_current(right)) {
            (true, _) => right,
            (_, true) if super::ranges::commutes(op) => left,
            _ => return None,
        };
        let step = self.integers(by.into(), self.right_type(op, by.into(), ty)?);
        let up = match op {
            BinaryOperator::And if self.is_one_less(by, current) => false,
            // catch-all: the step decides
            _ => direction(op, step)?,
        };
        let start = self.start(stored.start.into(), ty, assumed);
        let full = ty.full();
        // By induction: until an iteration the counter was not before its start.
        let beyond = match up {
            true => Interval::new(start.least, full.most),
            false => Interval::new(full.least, start.most),
        };
        // What it exceeds a limit by is up to the query.
        let counter = |interval: Interval| Join::Counter {
            start: stored.start,
            up,
            interval: Interval::new(interval.least, interval.most),
        };
        self.proofs.joins[stored.join as usize] = counter(beyond);
        let mut from = self.integers(current, ty);
        let mut after = ty.binary(op, from, step);
        if !moves(ty, op, (from, step)) {
            // A comparison of what the step yields.
            after = self.integers(next, ty);
            self.proofs.joins[stored.join as usize] = counter(beyond.meet(start.join(after)));
            from = self.integers(current, ty);
        }
        let is_counter = moves(ty, op, (from, step));
        self.proofs.joins[stored.join as usize] = match is_counter {
            true => counter(beyond.meet(start.join(after))),
            false => Join::Unknown,
        };
        let local = stored.local;
        is_counter.then_some(LoopProof::Counted { local, up })
    }

    /// The interval of a value where a loop is entered. What holds in the loop need not hold there.
    fn start(&mut self, value: Value, ty: IntegerType, assumed: usize) -> Interval {
        if let Some(constant) = self.constant(value) {
            return Interval::single(constant);
        }
        let mut inner = core::mem::take(&mut self.proofs.aside);
        inner.extend_from_slice(&self.proofs.assumed[assumed..]);
        self.forget(assumed);
        let start = self.integers(value, ty);
        self.proofs.assumed.append(&mut inner);
        self.proofs.aside = inner;
        start
    }

    /// Whether a value is another one minus 1: `n & (n - 1)` clears the lowest set bit.
    fn is_one_less(&self, less: Handle<Expression>, than: Value) -> bool {
        matches!(
            self.subject.function.expressions[less],
            Expression::Binary { op: BinaryOperator::Subtract, left, right }
                if self.same(left.into(), than) && self.constant(right.into()) == Some(1)
        )
    }
}

/// Whether an operation with these operands on its right moves a value up, as long as [`moves`] says so; `None` if it is
/// no step.
fn direction(op: BinaryOperator, by: Interval) -> Option<bool> {
    match op {
        BinaryOperator::Add if by.least >= 1 => Some(true),
        BinaryOperator::Add if by.most <= -1 => Some(false),
        BinaryOperator::Subtract if by.least >= 1 => Some(false),
        BinaryOperator::Subtract if by.most <= -1 => Some(true),
        BinaryOperator::Multiply if by.least >= 2 => Some(true),
        BinaryOperator::ShiftLeft if by.least >= 1 => Some(true),
        BinaryOperator::Divide if by.least >= 2 => Some(false),
        BinaryOperator::ShiftRight if by.least >= 1 => Some(false),
        // catch-all: other operations are no steps
        _ => None,
    }
}

/// Whether a step from an interval moves strictly in its [`direction`] and does not wrap. `And` is `n & (n - 1)`.
fn moves(ty: IntegerType, op: BinaryOperator, (from, by): (Interval, Interval)) -> bool {
    let full = ty.full();
    let bits = i64::from(ty.bits);
    match op {
        BinaryOperator::Add => full.contains(Interval::new(from.least + by.least, from.most + by.most)),
        BinaryOperator::Subtract => full.contains(from.minus(by)),
        BinaryOperator::Multiply => from.least >= 1 && from.most.saturating_mul(by.most) <= full.most,
        BinaryOperator::ShiftLeft => {
            from.least >= 1 && by.most < bits && from.most.saturating_mul(1 << by.most) <= full.most
        }
        BinaryOperator::ShiftRight => from.least >= 1 && by.most < bits,
        BinaryOperator::Divide | BinaryOperator::And => from.least >= 1,
        // catch-all: other operations are no steps
        _ => false,
    }
}
