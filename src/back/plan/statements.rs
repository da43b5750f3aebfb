//! The sweep over the statements of a function, forward. It finds the values and pointers that statements use, the
//! calls, the side effects, and the loop values that a `continue` can skip.

use super::functions::FunctionRef;
use super::shapes::Shaped;
use super::subgroups::is_of_subgroup;
use super::sweep::FunctionSweep;
use crate::ir::literal::known_index;
use crate::ir::mesh::{MeshPlace, mesh_place};
use crate::ir::pointer::ElementIndex;
use crate::ir::statement::{defined, for_each_operand};
use crate::ir::ty::is_handle;
use naga::{Block, Expression, Function, Handle, RayQueryFunction, Span, Statement, TypeInner};

/// The deepest nesting of blocks, which bounds the recursion of walks over them: SPIR-V's limit on control flow (§2.17,
/// Universal Limits), which the emission checks, with a block around each construct.
const MAX_BLOCKS: usize = 2 * 1023 + 1;

impl FunctionSweep<'_, '_> {
    pub(super) fn sweep_statements(&mut self) {
        let function = self.function;
        let early = self.plan.has_float_controls().then(|| self.named_before_their_values());
        for (handle, local) in function.local_variables.iter() {
            let is_whole = early.as_ref().is_none_or(|early| early.contains(handle.index()));
            if let Some(init) = local.init.filter(|_| is_whole) {
                self.whole(init);
            }
        }
        self.block(&function.body);
        self.summary.calls.end = self.plan.functions.calls.len();
    }

    /// The locals with an expression before their initial value in the arena. The initial values of the other locals
    /// are used by the backward pass if live code names the local: only such locals are declared, so only their types
    /// get float controls.
    fn named_before_their_values(&self) -> bit_set::BitSet {
        let mut early = bit_set::BitSet::default();
        for (handle, expression) in self.function.expressions.iter() {
            if let Expression::LocalVariable(local) = *expression {
                let init = self.function.local_variables[local].init;
                if init.is_some_and(|init| init.index() > handle.index()) {
                    early.insert(local.index());
                }
            }
        }
        early
    }

    fn whole(&mut self, expression: Handle<Expression>) {
        self.carry(expression);
        self.uses[expression.index()].use_whole();
    }

    /// Marks a returned value. Each member of an entry point's result is an output of its own, so a struct that is
    /// composed for the result is not used as a whole.
    fn returned(&mut self, value: Handle<Expression>) {
        match self.function.expressions[value] {
            Expression::Compose { ty, ref components }
                if self.entry.is_some() && matches!(self.module.types[ty].inner, TypeInner::Struct { .. }) =>
            {
                self.wholes(components.iter().copied());
            }
            // catch-all: other values are returned as a whole
            _ => self.whole(value),
        }
    }

    fn wholes(&mut self, expressions: impl IntoIterator<Item = Handle<Expression>>) {
        for expression in expressions {
            self.whole(expression);
        }
    }

    fn pointer(&mut self, expression: Handle<Expression>) {
        self.carry(expression);
        self.uses[expression.index()].use_pointer();
    }

    /// Visits the statements of a block. Returns whether there is a `continue` of the innermost loop.
    #[inline(never)]
    fn block(&mut self, block: &Block) -> bool {
        self.statements(block, false)
    }

    /// Visits the statements of a block. In the body of a loop, values that are defined after a `continue` are late.
    /// Refuses the first block of a function that is nested too deep.
    #[inline]
    fn statements(&mut self, block: &Block, is_loop_body: bool) -> bool {
        let mut continues = false;
        if self.depth >= MAX_BLOCKS {
            if !self.too_deep {
                self.too_deep = true;
                self.plan.is_too_deep = true;
                let span = block.span_iter().next().map_or(Span::UNDEFINED, |(_, span)| *span);
                self.plan.limit("nesting of blocks", self.depth + 1, MAX_BLOCKS, span);
            }
            return continues;
        }
        self.depth += 1;
        for (statement, span) in block.span_iter() {
            if continues && is_loop_body {
                self.note_late(statement);
            }
            // The most frequent statement.
            if let Statement::Emit(ref range) = *statement {
                self.emit(range, *span);
                continue;
            }
            continues |= self.statement(statement, *span);
        }
        self.depth -= 1;
        continues
    }

    /// Frequent variants first, so that they compile to tail calls.
    fn statement(&mut self, statement: &Statement, span: Span) -> bool {
        match *statement {
            Statement::Store { pointer, value } => self.store(pointer, value),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                self.whole(condition);
                self.block(accept) | self.block(reject)
            }
            Statement::Call {
                function,
                ref arguments,
                result,
            } => self.call(function, arguments, result, span),
            Statement::Block(ref block) => self.block(block),
            Statement::Break => false,
            // catch-all: the match of the called function names all variants
            _ => self.uncommon_statement(statement, span),
        }
    }

    #[inline(never)]
    fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> bool {
        if matches!(self.function.expressions[pointer], Expression::LocalVariable(_)) && !self.plan.scan.has_queries {
            // Most stores: no other invocation reads a local, and a local is not atomic.
            self.pointer(pointer);
            self.whole(value);
            return false;
        }
        self.uncommon_store(pointer, value)
    }

    fn uncommon_store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> bool {
        if self.resets_query(pointer, value) {
            self.pointer(pointer);
        } else if !self.direct_output(pointer, value) {
            self.pointer(pointer);
            self.whole(value);
            self.rounded_store(pointer, value);
            self.writes(pointer);
            // A store to an atomic is atomic.
            if self.plan.scan.has_atomics && self.points_to_atomic(pointer) {
                self.uses[pointer.index()].use_atomic();
            }
        }
        false
    }

    /// Handles a store to a mesh that is stored directly. The index of the element is used, and of a struct that is
    /// composed for the store only the members, since each is an output of its own. Returns whether it is one.
    fn direct_output(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> bool {
        let mesh = self.direct_mesh;
        let place = mesh.and_then(|mesh| mesh_place(self.function, mesh.variable, pointer));
        if let Some(MeshPlace::Element { index, member, .. }) = place {
            if let ElementIndex::Dynamic(index) = index {
                self.whole(index);
            }
            if member.is_none() {
                self.returned(value);
            } else {
                self.whole(value);
            }
        }
        place.is_some()
    }

    #[inline(never)]
    fn uncommon_statement(&mut self, statement: &Statement, span: Span) -> bool {
        if let Some(result) = defined(statement) {
            self.result(statement, result, span);
        }
        match *statement {
            // `statements` and `statement` visit these.
            Statement::Emit(_)
            | Statement::Store { .. }
            | Statement::If { .. }
            | Statement::Call { .. }
            | Statement::Block(_)
            | Statement::Break => return false,
            Statement::Switch { selector, ref cases } => return self.switch(selector, cases),
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => return self.loop_(body, continuing, break_if),
            Statement::Continue => return true,
            Statement::Return { value } => {
                if let Some(value) = value {
                    self.returned(value);
                    if self.plan.facts.narrow_interface {
                        self.rounded_output(value);
                    }
                }
                return false;
            }
            Statement::Kill => self.summary.discards = true,
            Statement::ControlBarrier(barrier) | Statement::MemoryBarrier(barrier) => {
                if is_of_subgroup(barrier) {
                    self.note_subgroup(span);
                }
            }
            Statement::ImageStore { .. } | Statement::Atomic { .. } | Statement::ImageAtomic { .. } => {
                self.summary.writes_memory = true;
            }
            Statement::WorkGroupUniformLoad { .. } => self.summary.needs_live_quad = true,
            Statement::SubgroupBallot { .. } | Statement::SubgroupCollectiveOperation { .. } => {
                self.note_subgroup(span);
            }
            Statement::SubgroupGather { mode, .. } => self.note_gather(mode, span),
            Statement::RayQuery { ref fun, .. } => {
                let generates = matches!(fun, RayQueryFunction::GenerateIntersection { .. });
                self.summary.generates_intersections |= generates;
            }
            Statement::RayPipelineFunction(naga::RayPipelineFunction::TraceRay { .. }) => {
                self.summary.subgroups.traces_rays = true;
            }
            Statement::CooperativeStore { ref data, .. } => {
                self.limit_matrix_access(data, span);
                if known_index(self.module, self.function, data.stride) == Some(0) {
                    let what = "this access to a cooperative matrix";
                    self.plan
                        .refuse_inexpressible(what, "the stride of a store is not zero", span);
                }
                self.writes(data.pointer);
            }
        }
        // The texture of an atomic operation is used as a pointer and not loaded.
        let texture = match *statement {
            Statement::ImageAtomic { image, .. } => Some(image),
            // catch-all: other statements load their textures
            _ => None,
        };
        for_each_operand(statement, |operand| self.operand(operand, Some(operand) == texture));
        false
    }

    #[inline(always)]
    fn emit(&mut self, range: &naga::Range<Expression>, span: Span) {
        for expression in range.clone() {
            self.evaluate(expression, span);
        }
        if self.skipped > 0 {
            for expression in range.clone() {
                self.carry_operands(expression);
            }
        }
    }

    /// Visits the result of a statement. naga compares those of these two statements with nothing.
    fn result(&mut self, statement: &Statement, result: Handle<Expression>, span: Span) {
        let expression = &self.function.expressions[result];
        let is_result = match statement {
            Statement::SubgroupBallot { .. } => matches!(expression, Expression::SubgroupBallotResult),
            Statement::RayQuery { .. } => matches!(expression, Expression::RayQueryProceedResult),
            // catch-all: naga's validator compares the others
            _ => true,
        };
        if !is_result {
            let what = "a statement whose result is the expression of another operation";
            let reason = "a value is the result of its own operation";
            self.plan.refuse_inexpressible(what, reason, span);
        }
        self.evaluate(result, span);
    }

    /// Marks an expression as evaluated. naga lets two statements evaluate one expression if their scopes do not meet,
    /// which would be two values. No front end makes such a module.
    #[inline]
    fn evaluate(&mut self, expression: Handle<Expression>, span: Span) {
        let facts = &mut self.uses[expression.index()];
        let is_evaluated = facts.is_evaluated();
        facts.set_evaluated();
        if is_evaluated {
            self.refuse_emitted(span);
        }
    }

    #[cold]
    fn refuse_emitted(&mut self, span: Span) {
        let what = "an expression that two statements evaluate";
        let reason = "a result has one definition (SPIR-V §2.16.1, Universal Validation Rules)";
        self.plan.refuse_inexpressible(what, reason, span);
    }

    #[inline(never)]
    fn switch(&mut self, selector: Handle<Expression>, cases: &[naga::SwitchCase]) -> bool {
        self.whole(selector);
        cases
            .iter()
            .fold(false, |continues, case| self.block(&case.body) | continues)
    }

    /// Marks an operand as a value or a pointer, by its type.
    fn operand(&mut self, operand: Handle<Expression>, is_texel: bool) {
        if is_texel || self.is_pointer(operand) {
            self.pointer(operand);
        } else {
            self.whole(operand);
        }
    }

    #[inline(never)]
    fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
        span: Span,
    ) -> bool {
        // The call is recorded already, for all calls of this callee in the function.
        let callee = self.plan.functions.of(FunctionRef::Function(function));
        if callee.called_since == Some(self.summary.calls.start) {
            self.wholes(arguments.iter().copied());
            return false;
        }
        for &argument in arguments {
            self.operand(argument, false);
        }
        let is_plain = Shaped::of(self.module, &self.module.functions[function]) == Shaped::Nothing;
        let only_since = (is_plain && !self.plan.float_sweep.is_on).then_some(self.summary.calls.start);
        let call = (function, arguments, result);
        self.plan.functions.call(call, span, only_since);
        false
    }

    /// Records whether other invocations can see a store. After `discard` an invocation must not execute such a store.
    fn writes(&mut self, pointer: Handle<Expression>) {
        let space = self.inner(pointer).pointer_space();
        self.summary.writes_memory |= matches!(space, Some(naga::AddressSpace::Storage { .. }));
    }

    #[inline(never)]
    fn loop_(&mut self, body: &Block, continuing: &Block, break_if: Option<Handle<Expression>>) -> bool {
        let (mark, outer) = (self.late.len(), self.skipped);
        self.wants_proofs |= self.options.force_loop_bounding;
        let _ = self.statements(body, true);
        if self.late.len() > mark {
            self.skipped = self.late.len();
        }
        self.block(continuing);
        self.wholes(break_if);
        self.skipped = outer;
        self.late.truncate(mark);
        false
    }

    /// Records the values that a statement defines as late: a `continue` precedes it in the loop body.
    #[cold]
    fn note_late(&mut self, statement: &Statement) {
        if let Statement::Emit(ref range) = *statement {
            for expression in range.clone() {
                self.uses[expression.index()].set_late();
                self.late.push(expression);
            }
        } else if let Some(result) = defined(statement) {
            self.uses[result.index()].set_late();
            self.late.push(result);
        }
    }

    /// Marks a late value that `continuing` or `break if` uses as carried.
    #[inline]
    fn carry(&mut self, expression: Handle<Expression>) {
        if self.skipped > 0 {
            self.carry_if_late(expression);
        }
    }

    #[cold]
    fn carry_if_late(&mut self, expression: Handle<Expression>) {
        let facts = self.uses[expression.index()];
        if facts.is_late() {
            self.carry_late(expression);
        } else if !facts.is_evaluated() && !self.function.expressions[expression].needs_pre_emit() {
            self.carry_unevaluated(expression);
        }
    }

    /// Visits the operands of an expression that no statement evaluates: it is evaluated where it is used. No front end
    /// makes such an expression.
    fn carry_unevaluated(&mut self, expression: Handle<Expression>) {
        let function = self.function;
        let mut reached: bit_set::BitSet = bit_set::BitSet::default();
        let mut open = vec![expression];
        while let Some(expression) = open.pop() {
            crate::ir::operands::for_each(&function.expressions[expression], &mut |operand| {
                let facts = self.uses[operand.index()];
                if facts.is_late() {
                    self.carry_late(operand);
                } else if !facts.is_evaluated() && reached.insert(operand.index()) {
                    open.push(operand);
                }
            });
        }
    }

    fn carry_late(&mut self, expression: Handle<Expression>) {
        // Results of statements are not in the order of the arena, so a binary search would not work.
        if !self.late[..self.skipped].contains(&expression) {
            return;
        }
        if self.is_pointer(expression) || is_handle(self.inner(expression)) {
            self.late_pointers.push(expression);
            self.carry_operands(expression);
        } else {
            let facts = &mut self.uses[expression.index()];
            facts.set_carried();
            facts.use_whole();
        }
    }

    /// Marks the operands of an expression that `continuing` evaluates, or evaluates again.
    fn carry_operands(&mut self, expression: Handle<Expression>) {
        let function = self.function;
        crate::ir::operands::for_each(&function.expressions[expression], &mut |operand| self.carry(operand));
    }
}
