//! The walk over a function's statements, which knows what holds at each place and asks there.
//!
//! It keeps the [`Definition`] of each local and the comparisons that hold ([`facts`](super::facts)). Code that is never
//! executed is not visited, so nothing that it stores counts.
//!
//! * An `If` of which one arm leaves: the rest of the block has the locals of the other arm, and its condition holds.
//! * An `If` of which neither arm leaves: a local that an arm stores to is what the arm left in it (a choice).
//! * A loop or switch: a local that it stores to is unknown after it, and in a loop from its start on.
//! * A case that falls through: a local that the case before it stores to is unknown.
//! * `continuing`: a local has the definition, and a condition holds, that it has at the end of the body and at each
//!   `continue`.

use super::Analysis;
use super::facts::Assumption;
use super::loops::Loop;
use super::values::{Definition, Join};
use crate::ir::pointer::nearest_local;
use crate::ir::writes::for_each_write;
use naga::{Block, Expression, Handle, LocalVariable, Span, Statement, SwitchCase, SwitchValue};

/// The most joins of a function, so that nested constructs with many stores cost bounded time.
const MAX_JOINS: usize = 1 << 16;

/// The most locals of the arms of an `If` for which choices are made.
const MAX_CHOICES: usize = 16;

/// The `continue`s of the innermost loop before this place, and where the loop begins in lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Continues {
    pub(super) any: bool,
    /// How much is assumed where the loop is entered.
    pub(super) assumed: usize,
    /// Where the assumptions begin that hold at each `continue`.
    pub(super) continued: usize,
    /// Where the locals of the loop begin in the list of stored locals.
    pub(super) stored: usize,
}

impl Analysis<'_, '_> {
    /// Visits a block. Returns whether its end is reachable.
    pub(super) fn block(&mut self, block: &Block) -> bool {
        for (statement, &span) in block.span_iter() {
            // The most frequent statement is handled here.
            if let Statement::Emit(ref range) = *statement {
                for expression in range.clone() {
                    if self.uses[expression.index()].is_examined() {
                        self.evaluate(expression);
                    }
                }
            } else if !self.statement(statement, span) {
                return false;
            }
        }
        true
    }

    /// Visits a statement. Returns whether what follows it is reachable.
    fn statement(&mut self, statement: &Statement, span: Span) -> bool {
        match *statement {
            Statement::Block(ref block) => return self.block(block),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => return self.if_(condition, accept, reject),
            Statement::Switch { selector, ref cases } => self.switch(selector, cases),
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => self.loop_(Loop {
                body,
                continuing,
                break_if,
                span,
            }),
            Statement::Break | Statement::Return { .. } => return false,
            Statement::Continue => {
                self.join_continue();
                return false;
            }
            // catch-all: `for_each_write` matches all variants. `discard` may be lowered to a demotion, which goes on.
            _ => for_each_write(statement, |pointer, value| self.write(pointer, value)),
        }
        true
    }

    #[inline(never)]
    fn evaluate(&mut self, expression: Handle<Expression>) {
        let expressions = &self.subject.function.expressions;
        match expressions[expression] {
            Expression::Load { pointer } => {
                if let Some(local) = nearest_local(self.subject.function, pointer) {
                    self.proofs.loads[expression.index()] = Some(self.proofs.locals[local.index()]);
                }
            }
            Expression::Access { .. } | Expression::ImageLoad { .. } if self.asks_nothing() => {}
            Expression::Access { base, index } => self.examine_access(expression, base, index),
            Expression::ImageLoad { .. } => self.examine_texel(expression),
            Expression::ArrayLength(_) | Expression::ImageQuery { .. } => self.knows_limits = true,
            // catch-all: nothing is checked
            _ => {}
        }
    }

    fn write(&mut self, pointer: Handle<Expression>, value: Option<Handle<Expression>>) {
        if let Some((local, value)) = self.written_local(pointer, value) {
            self.proofs.written.push(local);
            self.define(local, value.map(Definition::Expression));
        }
    }

    /// Sets the definition of a local; `None` if its value is unknown.
    pub(super) fn define(&mut self, local: Handle<LocalVariable>, definition: Option<Definition>) {
        let definition = definition.unwrap_or_else(|| self.join(Join::Unknown));
        let before = core::mem::replace(&mut self.proofs.locals[local.index()], definition);
        self.proofs.undo.push((local, before));
    }

    fn join(&mut self, join: Join) -> Definition {
        let number = self.proofs.joins.len() as u32;
        self.proofs.joins.push(join);
        Definition::Join(number)
    }

    /// Makes the locals unknown that were written since a mark.
    fn define_all_unknown(&mut self, written: usize) {
        for at in written..self.proofs.written.len() {
            self.define(self.proofs.written[at], None);
        }
    }

    /// Takes the definitions since a mark back.
    pub(super) fn undo(&mut self, mark: usize) {
        for (local, before) in self.proofs.undo.drain(mark..).rev() {
            self.proofs.locals[local.index()] = before;
        }
    }

    /// Whether nothing is proved here: a loop is only visited, or the function is too large.
    pub(super) fn asks_nothing(&self) -> bool {
        self.only_visits || self.proofs.joins.len() >= MAX_JOINS
    }

    /// Visits an arm of an `If`, and takes its definitions back. Returns whether its end is reachable; if it is, the
    /// locals that it defines, with their last definitions, are appended to `ends`.
    fn arm(&mut self, condition: Handle<Expression>, truth: bool, block: &Block) -> bool {
        if block.is_empty() {
            return true;
        }
        let undo = self.proofs.undo.len();
        let assumed = self.proofs.assumed.len();
        let first = self.proofs.ends.len();
        self.assume(condition, truth);
        let falls = self.block(block);
        self.forget(assumed);
        if falls {
            for at in undo..self.proofs.undo.len() {
                let local = self.proofs.undo[at].0;
                if !core::mem::replace(&mut self.proofs.marks[local.index()], true) {
                    self.proofs.ends.push((local, self.proofs.locals[local.index()]));
                }
            }
            for &(local, _) in &self.proofs.ends[first..] {
                self.proofs.marks[local.index()] = false;
            }
        }
        self.undo(undo);
        falls
    }

    #[inline(never)]
    fn if_(&mut self, condition: Handle<Expression>, accept: &Block, reject: &Block) -> bool {
        let first = self.proofs.ends.len();
        let falls = self.arm(condition, true, accept);
        let middle = self.proofs.ends.len();
        let other_falls = self.arm(condition, false, reject);
        let end = self.proofs.ends.len();
        let both = falls && other_falls;
        for at in first..end {
            let (local, definition) = self.proofs.ends[at];
            let last = |ends: &[(Handle<LocalVariable>, Definition)]| {
                let end = ends.iter().find(|end| end.0 == local);
                end.map_or(self.proofs.locals[local.index()], |end| end.1)
            };
            if !both {
                self.define(local, Some(definition));
            } else if end - first > MAX_CHOICES {
                self.define(local, None);
            } else if at < middle || !self.proofs.ends[first..middle].iter().any(|end| end.0 == local) {
                let accept = last(&self.proofs.ends[first..middle]);
                let reject = last(&self.proofs.ends[middle..end]);
                let choice = self.join(Join::Choice {
                    condition,
                    accept,
                    reject,
                });
                self.define(local, Some(choice));
            }
        }
        self.proofs.ends.truncate(first);
        if falls != other_falls {
            self.assume(condition, falls);
        }
        falls || other_falls
    }

    #[inline(never)]
    fn switch(&mut self, selector: Handle<Expression>, cases: &[SwitchCase]) {
        let written = self.proofs.written.len();
        let undo = self.proofs.undo.len();
        let assumed = self.proofs.assumed.len();
        let mut falls_in = None;
        for case in cases {
            let first = self.proofs.written.len();
            let value = match case.value {
                SwitchValue::I32(value) => Some(value),
                SwitchValue::U32(value) => i32::try_from(value).ok(),
                SwitchValue::Default => None,
            };
            match (falls_in, value) {
                (Some(since), _) => self.define_all_unknown(since),
                (None, Some(value)) => self.proofs.assumed.push(Assumption::Case(selector, value)),
                (None, None) => {}
            }
            let _ = self.block(&case.body);
            self.forget(assumed);
            self.undo(undo);
            falls_in = case.fall_through.then(|| falls_in.unwrap_or(first));
        }
        self.define_all_unknown(written);
    }
}
