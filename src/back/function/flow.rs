//! Structured control flow (SPIR-V §2.11, Structured Control Flow): one method for each construct, which has one merge
//! block.
//!
//! "No open block" is a state: after a terminator nothing is emitted until a label opens the next block, so statements
//! after a `return` cost nothing. Ids that are created on demand inside a construct are removed when it closes.

use super::assertions::AssertedLoop;
use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::proofs::LoopProof;
use crate::back::type_key::TypeKey;
use crate::error::ErrorKind;
use crate::ir::loops::{LoopGuard, runs_at_most_once};
use crate::words::{LabelId, ValueId};
use alloc::vec::Vec;
use naga::{
    Block, Expression, Handle, Scalar, ScalarKind, ShaderStage, Span, Statement, SwitchCase, SwitchValue, TypeInner,
};
use spirv::{LoopControl, Op, SelectionControl};

/// The depth of nested constructs (SPIR-V §2.17, Universal Limits).
const MAX_NESTING: usize = 1023;
/// The literal and label pairs of a switch (SPIR-V §2.17, Universal Limits).
const MAX_CASES: usize = 16_383;

/// The targets of `break` and `continue` in a loop or switch.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopLabels {
    merge: LabelId,
    merge_reached: bool,
    /// `None` for a switch, where a `continue` is that of the loop around it.
    continue_target: Option<LabelId>,
    continue_reached: bool,
}

/// The open constructs of the function that is being emitted, and how deep its operands are nested.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    /// The literals and labels of a switch while it is written.
    switch_words: Vec<u32>,
    switch_labels: Vec<LabelId>,
    loops: Vec<LoopLabels>,
    /// Whether the open block is in a continue construct. Each of its blocks must lead to the back edge.
    pub(super) in_continuing: bool,
    /// For a bounded loop whose guard is not in the header: the arm of the guard that stays in the loop (by the address
    /// of its block), and the condition that iterations are left.
    bound_exit: Option<(usize, ValueId)>,
    pub(super) depth: usize,
    too_deep: bool,
    /// How many operands that no statement evaluates are nested.
    pub(super) nesting: u32,
    /// Whether operands are evaluated that can be late, see [`can_be_late`](crate::ir::operands::can_be_late).
    pub(super) takes_late: bool,
}

impl Flow {
    pub(super) fn clear(&mut self) {
        self.switch_words.clear();
        self.switch_labels.clear();
        self.loops.clear();
        self.in_continuing = false;
        self.bound_exit = None;
        (self.depth, self.too_deep, self.nesting) = (0, false, 0);
        self.takes_late = false;
    }
}

impl FunctionEmitter<'_, '_> {
    pub(super) fn open_block(&mut self, label: LabelId) {
        self.open_bare_block(label);
        self.state_lines();
    }

    /// Opens a block that starts with a statement. The statement emits its own `OpLine`.
    fn open_block_of(&mut self, label: LabelId) {
        self.open_bare_block(label);
        if self.writes_lines() {
            self.forget_block();
        }
    }

    /// Emits the `OpLine` of a block that was opened just now.
    #[inline]
    pub(super) fn state_lines(&mut self) {
        if self.writes_lines() {
            self.forget_block();
            self.state();
        }
    }

    /// Opens a block without an `OpLine`: it starts with an instruction that must be the first of its block, or with a
    /// statement.
    pub(super) fn open_bare_block(&mut self, label: LabelId) {
        self.f.body.label(label);
        self.f.block = Some(label);
    }

    pub(super) fn branch(&mut self, target: LabelId) {
        if self.f.block.take().is_some() {
            self.f.body.branch(target);
        }
    }

    /// Counts a construct that opens. Refuses a function whose constructs are nested too deeply, once.
    #[inline]
    pub(super) fn open_construct(&mut self) {
        self.f.flow.depth += 1;
        if self.f.flow.depth > MAX_NESTING && !self.f.flow.too_deep {
            self.f.flow.too_deep = true;
            let (depth, span) = (self.f.flow.depth, self.m.span);
            self.m.exceed("nesting of control flow", depth, MAX_NESTING, span);
        }
    }

    /// Closes a construct: the open block, if there is one, leads to the merge block, which is opened.
    #[inline]
    pub(super) fn close_construct(&mut self, merge: LabelId) {
        self.f.flow.depth -= 1;
        self.branch(merge);
        self.open_block(merge);
    }

    /// Closes a construct of the shader. If no branch leads to its merge block, that is terminated with `OpUnreachable`.
    ///
    /// In a continue construct it stays open: all blocks there must be structurally post-dominated by the back-edge
    /// block (SPIR-V §2.11, Structured Control Flow), so control flow continues from it.
    fn open_merge(&mut self, label: LabelId, reached: bool) {
        self.close_construct(label);
        if !reached && !self.f.flow.in_continuing {
            self.f.body.unreachable();
            self.f.block = None;
        }
    }

    #[inline(never)]
    pub(crate) fn block(&mut self, block: &Block) -> Result<()> {
        if self.writes_lines() {
            let outer = self.enter_scope(block);
            self.statements(block, 0)?;
            self.leave_scope(outer);
            return Ok(());
        }
        self.statements(block, 0)
    }

    #[inline]
    fn statements(&mut self, block: &Block, skipped: usize) -> Result<()> {
        if self.f.flow.too_deep {
            return Ok(());
        }
        if self.writes_lines() {
            return self.statements_with_lines(block, skipped);
        }
        let outer = self.m.span;
        // `skip` would add a test to each round of this loop, which every shader passes.
        let mut statements = block.span_iter();
        if skipped > 0 {
            statements.nth(skipped - 1);
        }
        for (statement, span) in statements {
            if self.f.block.is_none() {
                break;
            }
            self.m.enter(*span);
            match *statement {
                // The most frequent statement.
                Statement::Emit(ref range) => self.emit_range(range)?,
                // catch-all: the matches below name all variants
                _ => self.statement(statement)?,
            }
        }
        self.m.span = outer;
        Ok(())
    }

    #[cold]
    fn statements_with_lines(&mut self, block: &Block, skipped: usize) -> Result<()> {
        let outer = self.m.span;
        // The next statement that has a span.
        let (mut ahead, mut next) = (block.span_iter().enumerate(), None);
        for (at, (statement, span)) in block.span_iter().enumerate().skip(skipped) {
            if self.f.block.is_none() {
                break;
            }
            let mut span = *span;
            if !span.is_defined() && matches!(statement, Statement::Emit(_)) {
                // A load without a span takes the span of the next statement.
                while next.is_none_or(|(place, _)| place <= at) {
                    let following = ahead.find(|(_, (_, span))| span.is_defined());
                    next = Some(following.map_or((usize::MAX, span), |(place, (_, span))| (place, *span)));
                }
                span = next.map_or(span, |(_, span)| span);
            }
            self.m.enter(span);
            self.statement_with_line(statement, span)?;
        }
        self.m.span = outer;
        Ok(())
    }

    /// Emits a statement with its `OpLine`, and the debug information of the variables that it declares. Without lines
    /// there are no files, so that it emits the statement alone.
    fn statement_with_line(&mut self, statement: &Statement, span: Span) -> Result<()> {
        if self.f.debug.ids.get().is_none() {
            self.line(statement, span);
            return self.statement(statement);
        }
        self.declare_before(statement)?;
        self.line(statement, span);
        if let Statement::Emit(ref range) = *statement {
            return self.emit_described(range);
        }
        self.statement(statement)?;
        self.declare_after(statement, span)
    }

    #[inline(always)]
    fn emit_range(&mut self, range: &naga::Range<Expression>) -> Result<()> {
        for expression in range.clone() {
            self.emit(expression)?;
        }
        self.m.current = None;
        Ok(())
    }

    /// The frequent variants, so that they compile to tail calls.
    fn statement(&mut self, statement: &Statement) -> Result<()> {
        match *statement {
            Statement::Store { pointer, value } => self.store(pointer, value),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => self.if_(condition, accept, reject),
            Statement::Call {
                function,
                ref arguments,
                result,
            } => self.call(function, arguments, result),
            Statement::Block(ref block) => {
                self.block(block)?;
                self.forget_values(block);
                Ok(())
            }
            Statement::Return { value } => self.return_(value),
            // catch-all: the match below names all variants
            _ => self.uncommon_statement(statement),
        }
    }

    #[inline(never)]
    fn uncommon_statement(&mut self, statement: &Statement) -> Result<()> {
        match *statement {
            Statement::Emit(ref range) => self.emit_range(range),
            Statement::Store { .. }
            | Statement::If { .. }
            | Statement::Call { .. }
            | Statement::Block(_)
            | Statement::Return { .. } => self.statement(statement),
            Statement::Switch { selector, ref cases } => self.switch(selector, cases),
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => self.loop_(body, continuing, break_if),
            Statement::Break => self.break_(),
            Statement::Continue => self.continue_(),
            Statement::Kill => self.kill(),
            Statement::ControlBarrier(barrier) => self.control_barrier(barrier),
            Statement::MemoryBarrier(barrier) => self.memory_barrier(barrier),
            Statement::ImageStore {
                image,
                coordinate,
                array_index,
                value,
            } => self.image_store(image, coordinate, array_index, value),
            Statement::Atomic {
                pointer,
                fun,
                value,
                result,
            } => self.atomic(pointer, fun, value, result),
            Statement::WorkGroupUniformLoad { pointer, result } => self.workgroup_uniform_load(pointer, result),
            Statement::SubgroupBallot { result, predicate } => self.subgroup_ballot(predicate, result),
            Statement::SubgroupGather { mode, argument, result } => self.subgroup_gather(mode, argument, result),
            Statement::SubgroupCollectiveOperation {
                op,
                collective_op,
                argument,
                result,
            } => self.subgroup_collective(op, collective_op, argument, result),
            Statement::ImageAtomic {
                image,
                coordinate,
                array_index,
                fun,
                value,
            } => self.image_atomic(image, (coordinate, array_index), fun, value),
            Statement::RayQuery { query, ref fun } => self.ray_query(query, fun),
            Statement::RayPipelineFunction(naga::RayPipelineFunction::TraceRay {
                acceleration_structure,
                descriptor,
                payload,
            }) => self.trace_ray(acceleration_structure, descriptor, payload),
            Statement::CooperativeStore { target, ref data } => self.cooperative_store(target, data),
        }
    }

    #[inline(never)]
    fn if_(&mut self, condition: Handle<Expression>, accept: &Block, reject: &Block) -> Result<()> {
        if accept.is_empty() && reject.is_empty() {
            return Ok(());
        }
        let condition = self.selection_condition(condition, accept, reject)?;
        let merge = self.m.ids.label();
        let accept_label = if accept.is_empty() { merge } else { self.m.ids.label() };
        let reject_label = if reject.is_empty() { merge } else { self.m.ids.label() };
        self.open_selection(condition, [accept_label, reject_label], merge);
        let mut reached = accept.is_empty() || reject.is_empty();
        for (block, label) in [(accept, accept_label), (reject, reject_label)] {
            if label != merge {
                reached |= self.arm(block, label, merge)?;
            }
        }
        self.open_merge(merge, reached);
        Ok(())
    }

    /// Emits one arm of a selection, which ends with a branch. Returns whether the branch is reached.
    fn arm(&mut self, block: &Block, label: LabelId, target: LabelId) -> Result<bool> {
        let scope = self.f.scoped.len();
        self.open_block_of(label);
        self.block(block)?;
        self.close_scope(scope);
        self.forget_values(block);
        let reached = self.f.block.is_some();
        self.branch(target);
        Ok(reached)
    }

    #[inline(never)]
    fn switch(&mut self, selector: Handle<Expression>, cases: &[SwitchCase]) -> Result<()> {
        let scalar = match *self.inner(selector) {
            TypeInner::Scalar(scalar) => scalar,
            // catch-all: a vector, which naga's validator accepts
            _ => {
                let kind = ErrorKind::InvalidModule("the selector of a switch is no integer");
                self.m.refuse(kind);
                Scalar::U32
            }
        };
        if scalar.width != 4 {
            self.need_scalar(selector, TypeKey::scalar(scalar));
        }
        let selector = self.value(selector)?;
        let merge = self.m.ids.label();
        let first_label = self.f.flow.switch_labels.len();
        let first_word = self.f.flow.switch_words.len();
        // The labels of the cases, then the merge block. They are collected from the last to the first: a case that falls
        // through without a body shares the label of the next one.
        self.f.flow.switch_labels.push(merge);
        let mut next = merge;
        for case in cases.iter().rev() {
            next = match (case.body.is_empty(), case.fall_through) {
                (true, false) => merge,
                (true, true) if next != merge => next,
                // A case that falls through into an empty case branches to the merge block.
                (true, true) | (false, _) => self.m.ids.label(),
            };
            self.f.flow.switch_labels.push(next);
        }
        self.f.flow.switch_labels[first_label..].reverse();
        let mut default = merge;
        // Targets with the same label are consecutive (SPIR-V §2.11.3): empty cases, which branch to the merge block, last.
        for is_empty in [false, true] {
            for (at, case) in cases.iter().enumerate() {
                let label = self.case_label(first_label + at)?;
                match case.value {
                    _ if (label == merge) != is_empty => {}
                    SwitchValue::I32(value) => self.f.flow.switch_words.extend([value as u32, label.id().number()]),
                    SwitchValue::U32(value) => self.f.flow.switch_words.extend([value, label.id().number()]),
                    SwitchValue::Default => default = label,
                }
            }
        }
        if scalar.width != 4 {
            self.resize_literals(scalar, first_word);
        }
        let literals = (self.f.flow.switch_words.len() - first_word) / 2;
        if literals > MAX_CASES {
            self.m.exceed("cases of a switch", literals, MAX_CASES, self.m.span);
        }
        self.open_construct();
        self.f.body.selection_merge(merge, SelectionControl::NONE);
        let words = &self.f.flow.switch_words[first_word..];
        self.f.body.switch(selector, default, words);
        self.f.flow.switch_words.truncate(first_word);
        self.f.block = None;
        self.f.flow.loops.push(LoopLabels {
            merge,
            merge_reached: default == merge,
            continue_target: None,
            continue_reached: false,
        });
        self.cases(cases, first_label, merge)?;
        self.f.flow.switch_labels.truncate(first_label);
        self.close_labels()
    }

    /// Converts the literals of the cases, from a place in the words on, to the type of the selector. Those of 16 bits are
    /// extended by their sign (SPIR-V §2.2.1, Literal), which naga's front end for SPIR-V does not do.
    #[cold]
    fn resize_literals(&mut self, scalar: Scalar, first: usize) {
        let (mut literals, mut are_values) = (hashbrown::HashSet::new(), true);
        for literal in self.f.flow.switch_words[first..].iter_mut().step_by(2) {
            let (low, value) = (*literal as u16, literal.cast_signed());
            let (least, extended) = match scalar.kind {
                ScalarKind::Sint => (i16::MIN.into(), i32::from(low.cast_signed()).cast_unsigned()),
                // catch-all: the other integers are unsigned
                _ => (0, low.into()),
            };
            let fits = scalar.width == 2 && (least..=i32::from(u16::MAX)).contains(&value);
            *literal = extended;
            are_values &= fits && literals.insert(extended);
        }
        if !are_values {
            let reason = "the cases of a switch are no values of its selector, or are the same value";
            self.m.refuse(ErrorKind::InvalidModule(reason));
        }
    }

    fn close_labels(&mut self) -> Result<()> {
        let labels = self.f.flow.loops.pop();
        let labels = labels.ok_or_else(|| internal("a loop or switch has no label record"))?;
        self.open_merge(labels.merge, labels.merge_reached);
        Ok(())
    }

    fn case_label(&self, at: usize) -> Result<LabelId> {
        let label = self.f.flow.switch_labels.get(at).copied();
        label.ok_or_else(|| internal("a switch case has no label"))
    }

    fn cases(&mut self, cases: &[SwitchCase], first_label: usize, merge: LabelId) -> Result<()> {
        for (at, case) in cases.iter().enumerate() {
            let label = self.case_label(first_label + at)?;
            let following = self.case_label(first_label + at + 1)?;
            if label == merge {
                self.labels()?.merge_reached = true;
                continue;
            }
            if case.fall_through && case.body.is_empty() && label == following {
                continue;
            }
            let target = if case.fall_through { following } else { merge };
            if self.arm(&case.body, label, target)? && target == merge {
                self.labels()?.merge_reached = true;
            }
        }
        Ok(())
    }

    /// The labels of the innermost loop or switch, for a branch to its merge block.
    fn labels(&mut self) -> Result<&mut LoopLabels> {
        let labels = self.f.flow.loops.last_mut();
        labels.ok_or_else(|| internal("a break outside a loop or switch"))
    }

    fn break_(&mut self) -> Result<()> {
        let labels = self.labels()?;
        labels.merge_reached = true;
        let merge = labels.merge;
        self.branch(merge);
        Ok(())
    }

    fn continue_(&mut self) -> Result<()> {
        let mut around = self.f.flow.loops.iter_mut().rev();
        let innermost = around.find_map(|labels| Some((labels.continue_target?, &mut labels.continue_reached)));
        let (target, reached) = innermost.ok_or_else(|| internal("a continue outside a loop"))?;
        *reached = true;
        self.branch(target);
        Ok(())
    }

    /// Emits a loop:
    ///
    /// ```text
    ///            OpBranch %header
    /// %header  = OpLabel
    ///            (the iteration count, and the guard with which the body starts)
    ///            OpLoopMerge %merge %continue None
    ///            OpBranch %body            or  OpBranchConditional %guard %body %merge
    /// %body    = OpLabel … OpBranch %continue
    /// %continue = OpLabel … OpBranch %header  or  OpBranchConditional %break_if %merge %header
    /// %merge   = OpLabel
    /// ```
    #[inline(never)]
    fn loop_(&mut self, body: &Block, continuing: &Block, break_if: Option<Handle<Expression>>) -> Result<()> {
        let [header, body_label, continue_label, merge] = [(); 4].map(|()| self.m.ids.label());
        let guard = LoopGuard::of(body);
        let (mut bound, mut asserted) = (None, None);
        if self.m.options.force_loop_bounding {
            let proof = self.m.plan.proofs.ending(body);
            match proof.or_else(|| runs_at_most_once(body).then_some(LoopProof::Once)) {
                None => {
                    // The variable that counts the iterations down.
                    let counter = self.function_variable(TypeKey::U32, &[])?;
                    let most = self.m.u32_constant(u32::MAX)?;
                    self.f.body.store(counter, most, &[]);
                    bound = Some(counter);
                }
                Some(proof) if self.asserts_proofs() => asserted = Some(proof),
                Some(_) => {}
            }
        }
        self.branch(header);
        let outer = self.enter_scope(body);
        let scope = self.f.scoped.len();
        let carried = self.f.locals.carried.len();
        self.open_block(header);
        self.f.flow.loops.push(LoopLabels {
            merge,
            merge_reached: false,
            continue_target: Some(continue_label),
            continue_reached: false,
        });
        let outer_exit = self.f.flow.bound_exit.take();
        let asserted = asserted.map(|proof| self.open_asserted_loop(proof)).transpose()?;
        let mut stay = bound.map(|counter| self.count_iteration(counter)).transpose()?;
        // A guard with a constant limit is not combined with the iteration count, so that the driver's compiler can
        // compute the trip count.
        let folds = guard.filter(|guard| bound.is_none() || !self.has_constant_limit(guard.condition));
        let mut inner = None;
        let mut guarded = 0;
        let mut targets = [body_label, merge];
        // The header is one block, so reading a value there must not need a branch. With the Vulkan memory model, a load
        // of a cooperative matrix can need one.
        let can_guard_header = !self.m.plan.policies.tests_indices() && !self.m.plan.vulkan_memory();
        if let Some(first) = folds.filter(|guard| guard.is_first && can_guard_header) {
            // The guard with which the body starts. naga lowers `for` and `while` to such loops.
            for (statement, span) in body.span_iter().take(first.before) {
                self.m.enter(*span);
                self.statement_with_line(statement, *span)?;
            }
            let condition = self.value(first.condition)?;
            stay = Some(match stay {
                Some(may_iterate) if first.stays => {
                    self.binary_op(TypeKey::BOOL, Op::LogicalAnd, may_iterate, condition)?
                }
                Some(may_iterate) => {
                    let stays = self.unary_op(TypeKey::BOOL, Op::LogicalNot, condition)?;
                    self.binary_op(TypeKey::BOOL, Op::LogicalAnd, may_iterate, stays)?
                }
                None => {
                    if !first.stays {
                        targets.reverse();
                    }
                    condition
                }
            });
            (guarded, inner) = (first.before + 1, Some(first.inner));
        } else if let (Some(later), Some(may_iterate)) = (folds, stay) {
            // Two conditional exits cost more than one, so the guard tests the iteration count too.
            self.f.flow.bound_exit = Some((core::ptr::from_ref(later.inner).addr(), may_iterate));
            stay = None;
        }
        debug_assert_eq!(self.f.block, Some(header), "a loop header is one block");
        self.open_construct();
        self.f.body.loop_merge(merge, continue_label, LoopControl::NONE);
        match stay {
            Some(condition) => {
                let [accept, reject] = targets;
                self.f.body.branch_conditional(condition, accept, reject);
                self.labels()?.merge_reached = true;
            }
            None => self.f.body.branch(body_label),
        }
        self.open_block_of(body_label);
        if let Some(inner) = inner {
            self.block(inner)?;
            self.forget_values(inner);
        }
        self.statements(body, guarded)?;
        self.f.flow.bound_exit = outer_exit;
        self.close_scope(scope);
        let falls = self.f.block.is_some();
        self.branch(continue_label);
        let reached = falls || self.f.flow.loops.last().is_some_and(|labels| labels.continue_reached);
        self.open_block(continue_label);
        let leaves = if reached {
            self.continuing(continuing, break_if, carried, asserted)?
        } else {
            None
        };
        match leaves {
            Some(condition) => {
                self.labels()?.merge_reached = true;
                self.f.body.branch_conditional(condition, merge, header);
                self.f.block = None;
            }
            None => self.branch(header),
        }
        self.close_scope(scope);
        self.forget_values(body);
        self.forget_values(continuing);
        self.f.locals.carried.truncate(carried);
        self.leave_scope(outer);
        self.close_labels()
    }

    /// Emits the code of a continue construct. Returns the condition to leave the loop, if there is one.
    fn continuing(
        &mut self,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
        carried: usize,
        asserted: Option<AssertedLoop>,
    ) -> Result<Option<ValueId>> {
        for at in carried..self.f.locals.carried.len() {
            let (expression, variable) = self.f.locals.carried[at];
            let id = self.load_value(self.type_key(expression)?, variable)?;
            self.set_value(expression, id);
        }
        let outer = core::mem::replace(&mut self.f.flow.in_continuing, true);
        self.block(continuing)?;
        debug_assert!(self.f.block.is_some(), "a continue construct ends in its back edge");
        let mut leave = break_if.map(|condition| self.value(condition)).transpose()?;
        if let Some(asserted) = asserted {
            let stay = self.assert_loop(asserted)?;
            let fails = self.unary_op(TypeKey::BOOL, Op::LogicalNot, stay)?;
            leave = Some(match leave {
                Some(leave) => self.binary_op(TypeKey::BOOL, Op::LogicalOr, leave, fails)?,
                None => fails,
            });
        }
        self.f.flow.in_continuing = outer;
        Ok(leave)
    }

    /// Whether a guard compares a local variable with a constant, so that the trip count can be computed.
    fn has_constant_limit(&self, mut condition: Handle<Expression>) -> bool {
        let expressions = &self.function.expressions;
        while let Expression::Unary { expr, .. } = expressions[condition] {
            condition = expr;
        }
        let Expression::Binary { left, right, .. } = expressions[condition] else {
            return false;
        };
        let counts = |load| match expressions[load] {
            Expression::Load { pointer } => matches!(expressions[pointer], Expression::LocalVariable(_)),
            // catch-all: any other operand is not a loop counter
            _ => false,
        };
        let is_counted = |load, limit| counts(load) && self.known_literal(limit).is_some();
        is_counted(left, right) || is_counted(right, left)
    }

    /// The condition of an `If`. For the guard of a bounded loop, combined with the iteration count.
    fn selection_condition(&mut self, tested: Handle<Expression>, accept: &Block, reject: &Block) -> Result<ValueId> {
        let condition = self.value(tested)?;
        let Some((inner, may_iterate)) = self.f.flow.bound_exit else {
            return Ok(condition);
        };
        let is = |block: &Block| core::ptr::from_ref(block).addr() == inner;
        if is(accept) {
            self.f.flow.bound_exit = None;
            self.binary_op(TypeKey::BOOL, Op::LogicalAnd, may_iterate, condition)
        } else if is(reject) {
            self.f.flow.bound_exit = None;
            let exhausted = self.unary_op(TypeKey::BOOL, Op::LogicalNot, may_iterate)?;
            self.binary_op(TypeKey::BOOL, Op::LogicalOr, exhausted, condition)
        } else {
            Ok(condition)
        }
    }

    /// Decrements the iteration counter. Returns the condition that it was not yet zero.
    fn count_iteration(&mut self, counter: ValueId) -> Result<ValueId> {
        let left = self.load_value(TypeKey::U32, counter)?;
        let (zero, one) = (self.m.u32_constant(0)?, self.m.u32_constant(1)?);
        // A comparison by order: a driver gets the equality of an unsigned number and zero wrong (docs/drivers.md).
        let may_iterate = self.binary_op(TypeKey::BOOL, Op::UGreaterThan, left, zero)?;
        let next = self.binary_op(TypeKey::U32, Op::ISub, left, one)?;
        self.f.body.store(counter, next, &[]);
        Ok(may_iterate)
    }

    /// Stores a value of a loop body that `continuing` uses in a variable. A `continue` can skip the value's
    /// definition, so the value does not dominate the continue construct.
    #[cold]
    pub(super) fn carry(&mut self, expression: Handle<Expression>, id: ValueId) -> Result<()> {
        let type_key = self.type_key(expression)?;
        // The first iteration can skip the definition, and an undefined value can differ between its uses.
        let null = self.m.null(type_key)?;
        let variable = self.function_variable(type_key, &[null])?;
        self.f.body.store(variable, id, &[]);
        self.f.locals.carried.push((expression, variable));
        Ok(())
    }

    #[inline(never)]
    pub(crate) fn return_(&mut self, value: Option<Handle<Expression>>) -> Result<()> {
        let returned = match (self.called_stage(), value, &self.function.result) {
            (Some(ShaderStage::Task), ..) => Some(self.task_size(value)?),
            (None, ..) if self.stage.is_some() => {
                self.write_outputs(value)?;
                self.end_discarded()?;
                None
            }
            (None, Some(value), _) => Some(self.value(value)?),
            // naga lets a function end without a `return` where the end is unreachable.
            (None, None, Some(result)) => Some(self.m.null(self.m.type_keys.type_key(result.ty))?),
            (Some(_), ..) | (None, None, None) => None,
        };
        match returned {
            Some(id) => self.f.body.return_value(id),
            None => self.f.body.return_void(),
        }
        self.f.block = None;
        Ok(())
    }
}
