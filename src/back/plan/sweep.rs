//! The sweeps over a function. Those over its expressions are here: backward, from uses to operands; then forward, for
//! constant composites and narrow loads. `statements` has the one over its statements.

use super::Plan;
use super::atomics::atomic_of;
use super::functions::{FunctionPlan, FunctionRef};
use super::shapes::Shaped;
use crate::back::expression_facts::{ExpressionFacts, Uses};
use crate::back::proofs::Subject;
use crate::back::request::Request;
use crate::ir::pointer::is_pointer;
use alloc::string::String;
use alloc::vec::Vec;
use naga::proc::BoundsCheckPolicy;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{ArraySize, EntryPoint, Expression, Function, Handle, Module, SampleLevel, TypeInner};

/// Buffers of a sweep that are reused for the next one.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The expressions for the forward sweep, in reverse order.
    open: Vec<Handle<Expression>>,
    /// Handles of consecutive expressions, as many as the longest function so far has.
    in_order: Vec<Handle<Expression>>,
    emitted: Vec<u64>,
}

/// The sweeps over one function: over its statements, then over its expressions.
pub(super) struct FunctionSweep<'p, 'a> {
    pub(super) plan: &'p mut Plan,
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) options: &'a Request<'a>,
    pub(super) reference: FunctionRef,
    /// The entry point, if the function belongs to one: its arguments are the stage's inputs.
    pub(super) entry: Option<&'a EntryPoint>,
    pub(super) summary: FunctionPlan,
    pub(super) uses: Uses<'a>,
    /// Whether it has loops, indices or texel loads for which proofs are wanted.
    pub(super) wants_proofs: bool,
    /// The pointers that `continuing` uses and a `continue` can skip.
    pub(super) late_pointers: Vec<Handle<Expression>>,
    /// Conversions to 16 bits whose value is only stored.
    pub(super) rounded: Vec<Handle<Expression>>,
    /// The late values of the loops that are being visited, those of outer loops first.
    pub(super) late: Vec<Handle<Expression>>,
    /// The number of them that come before the `continuing` that contains the current statement; 0 outside of one.
    pub(super) skipped: usize,
    /// A bit for each expression: whether an `Emit` has evaluated it.
    pub(super) emitted: Vec<u64>,
    /// The number of blocks around the current statement.
    pub(super) depth: usize,
    pub(super) too_deep: bool,
    /// Whether inputs that are read are counted against limits.
    pub(super) counts_inputs: bool,
}

impl Plan {
    /// Sweeps a function.
    pub(super) fn sweep(&mut self, module: &Module, info: &ModuleInfo, reference: FunctionRef, options: &Request<'_>) {
        let (function, entry) = (reference.function(module), reference.entry_point(module));
        let mut pool = core::mem::take(&mut self.functions.expressions);
        let first_expression = pool.len();
        let count = function.expressions.len();
        pool.resize(first_expression + count, ExpressionFacts::default());
        let first_call = self.functions.calls.len() as u32;
        let mut emitted = core::mem::take(&mut self.buffers.emitted);
        crate::back::buffers::fill(&mut emitted, count.div_ceil(64), 0);
        let mut sweep = FunctionSweep {
            plan: self,
            module,
            function,
            info: reference.info(info),
            options,
            reference,
            entry,
            summary: FunctionPlan {
                reachable: true,
                first_expression: first_expression as u32,
                expressions: count as u32,
                calls: first_call..first_call,
                shaped: Shaped::of(module, function),
                ..FunctionPlan::default()
            },
            uses: Uses(&mut pool[first_expression..]),
            wants_proofs: false,
            late_pointers: Vec::new(),
            rounded: Vec::new(),
            late: Vec::new(),
            skipped: 0,
            emitted,
            depth: 0,
            too_deep: false,
            counts_inputs: options.counts_limits && entry.is_some(),
        };
        sweep.sweep_statements();
        sweep.sweep_expressions();
        if sweep.wants_proofs && !sweep.plan.is_too_deep {
            sweep.prove();
        }
        if sweep.plan.float_sweep.is_on {
            sweep.sweep_floats();
        }
        let (summary, emitted) = (sweep.summary, sweep.emitted);
        self.buffers.emitted = emitted;
        self.functions.expressions = pool;
        self.functions.set(module, reference, summary);
    }
}

impl FunctionSweep<'_, '_> {
    /// Runs the backward pass over the arena, then the forward pass over the expressions that the backward pass has
    /// collected.
    fn sweep_expressions(&mut self) {
        let mut open = core::mem::take(&mut self.plan.buffers.open);
        open.clear();
        self.sweep_backward(&mut open);
        let first = self.plan.functions.narrow.len();
        self.sweep_forward(&open);
        self.plan.buffers.open = open;
        if self.plan.scan.has_cooperative {
            self.find_cooperative();
        }
        self.select_narrow(first);
        self.summary.narrow = first as u32..self.plan.functions.narrow.len() as u32;
    }

    /// Switches to the Vulkan memory model if a live expression is a cooperative matrix. A module has one memory model,
    /// so it is resolved before the emission.
    #[cold]
    fn find_cooperative(&mut self) {
        let is_live = |handle: Handle<Expression>| !self.uses.of(handle).is_dead();
        let is_matrix = |handle: Handle<Expression>| matches!(*self.inner(handle), TypeInner::CooperativeMatrix { .. });
        let mut expressions = self.function.expressions.iter();
        self.plan.vulkan_memory |= expressions.any(|(handle, _)| is_live(handle) && is_matrix(handle));
    }

    /// Backward pass: propagates uses to operands and collects the expressions for the forward pass. The loop runs over
    /// every expression of every function, so `uses` is moved to a local: through `self` its fields would be reloaded
    /// after each mark. Uncommon variants are handled by functions that are not inlined.
    #[inline(never)]
    fn sweep_backward(&mut self, open: &mut Vec<Handle<Expression>>) {
        let handles = self.handles();
        let function = self.function;
        let mut uses = core::mem::take(&mut self.uses);
        for &handle in handles[..function.expressions.len()].iter().rev() {
            let how = uses.of(handle);
            if how.is_dead() {
                continue;
            }
            let expression = &function.expressions[handle];
            if self.use_operands(&mut uses, handle, expression, how) {
                open.push(handle);
            }
        }
        self.uses = uses;
        self.plan.buffers.in_order = handles;
    }

    /// Forward pass over the collected expressions.
    #[inline(never)]
    fn sweep_forward(&mut self, open: &[Handle<Expression>]) {
        let function = self.function;
        for &handle in open.iter().rev() {
            let uses = self.uses.of(handle);
            self.examine(handle, &function.expressions[handle], uses);
        }
    }

    /// The handles of the function's expressions, and possibly more, taken from the plan. A handle is an index, the
    /// same in every arena; iterating an arena in reverse would compute each handle again.
    fn handles(&mut self) -> Vec<Handle<Expression>> {
        let mut handles = core::mem::take(&mut self.plan.buffers.in_order);
        let known = handles.len();
        if known < self.function.expressions.len() {
            let missing = self.function.expressions.iter().skip(known);
            handles.extend(missing.map(|(handle, _)| handle));
        }
        handles
    }

    /// Marks the operands of a live expression with their kind of use, and decides what follows from its own uses.
    /// Returns whether the forward pass must visit it after its operands (see [`Self::examine`]).
    ///
    /// The most frequent variants are matched here, so that one comparison selects them.
    #[inline(always)]
    fn use_operands(
        &mut self,
        uses: &mut Uses<'_>,
        handle: Handle<Expression>,
        expression: &Expression,
        how: ExpressionFacts,
    ) -> bool {
        match *expression {
            Expression::Access { base, index } => {
                uses.at(index).use_whole();
                self.use_parts(uses, handle, base, how, ExpressionFacts::use_indexed)
                    | self.plan.policies.checks_indices()
            }
            Expression::AccessIndex { base, .. } => {
                self.use_parts(uses, handle, base, how, ExpressionFacts::use_member) && self.is_open_whole(base)
            }
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => {
                uses.at(handle).set_constant();
                false
            }
            Expression::LocalVariable(local) => {
                if self.plan.has_float_controls() {
                    if let Some(init) = self.function.local_variables[local].init {
                        uses.at(init).use_whole();
                    }
                }
                false
            }
            Expression::FunctionArgument(_) => self.counts_inputs,
            Expression::GlobalVariable(global) => {
                self.plan.live.add(global);
                false
            }
            Expression::Binary { left, right, .. } => use_all(uses, [left, right]),
            Expression::Unary { expr: operand, .. }
            | Expression::Swizzle { vector: operand, .. }
            | Expression::As { expr: operand, .. } => use_all(uses, [operand]),
            Expression::Select {
                condition,
                accept,
                reject,
            } => use_all(uses, [condition, accept, reject]),
            Expression::Load { pointer } => {
                uses.at(pointer).use_pointer();
                if how.is_indexed_only() && self.is_deferrable(handle, pointer) {
                    uses.at(handle).set_deferred();
                }
                let root = match self.function.expressions[pointer] {
                    Expression::AccessIndex { base, .. } | Expression::Access { base, .. } => base,
                    // catch-all: a variable, or a pointer to a part of a larger one
                    _ => pointer,
                };
                let is_local = matches!(self.function.expressions[root], Expression::LocalVariable(_));
                if is_local {
                    uses.at(handle).set_examined();
                }
                if self.plan.scan.has_atomics && !is_local && self.points_to_atomic(pointer) {
                    uses.at(pointer).use_atomic();
                }
                false
            }
            // catch-all: the match of the called function handles the others
            _ => self.use_uncommon_operands(Uses(uses.0), handle, expression),
        }
    }

    #[inline(never)]
    fn use_uncommon_operands(
        &mut self,
        mut uses: Uses<'_>,
        handle: Handle<Expression>,
        expression: &Expression,
    ) -> bool {
        match *expression {
            Expression::Override(named) => {
                uses.at(handle).set_constant();
                self.plan.demand.add_override(&self.plan.overrides, named);
            }
            Expression::ArrayLength(pointer)
            | Expression::RayQueryGetIntersection { query: pointer, .. }
            | Expression::RayQueryVertexPositions { query: pointer, .. } => uses.at(pointer).use_pointer(),
            Expression::CooperativeLoad { ref data, .. } => {
                self.plan.vulkan_memory = true;
                uses.at(data.pointer).use_pointer();
                uses.at(data.stride).use_whole();
            }
            // catch-all: `for_each` matches all variants
            _ => crate::ir::operands::for_each(expression, &mut |operand| uses.at(operand).use_whole()),
        }
        match *expression {
            Expression::ArrayLength(_) | Expression::ImageQuery { .. } => uses.at(handle).set_examined(),
            Expression::ImageLoad { .. } if self.plan.policies.checks_texels() => {
                self.wants_proofs = true;
                uses.at(handle).set_examined();
            }
            Expression::Derivative { .. }
            | Expression::ImageSample {
                level: SampleLevel::Auto | SampleLevel::Bias(_),
                gather: None,
                ..
            } => self.summary.needs_live_quad = true,
            // catch-all: the others are not proved, and do not need their quad
            _ => {}
        }
        matches!(
            expression,
            Expression::Compose { .. } | Expression::Splat { .. } | Expression::ImageSample { offset: Some(_), .. }
        )
    }

    /// Marks the base of an access: as a pointer, or as a composite of which a part is used. Returns whether the
    /// forward pass must visit the access.
    #[inline(always)]
    fn use_parts(
        &self,
        uses: &mut Uses<'_>,
        part: Handle<Expression>,
        base: Handle<Expression>,
        how: ExpressionFacts,
        take: fn(&mut ExpressionFacts),
    ) -> bool {
        if self.is_pointer(base) {
            uses.at(base).use_pointer();
            return false;
        }
        take(uses.at(base));
        if how.is_indexed_only() && self.is_indexed_part(part) {
            uses.at(base).use_indexed_below();
        }
        true
    }

    /// Whether the forward pass must visit a member of this composite: if the composite is loaded, is part of a load,
    /// or is an input.
    #[inline(always)]
    fn is_open_whole(&self, whole: Handle<Expression>) -> bool {
        match self.function.expressions[whole] {
            Expression::Load { .. } | Expression::Access { .. } | Expression::AccessIndex { .. } => true,
            Expression::FunctionArgument(_) => self.counts_inputs,
            // catch-all: members of other expressions are not loaded separately
            _ => false,
        }
    }

    /// Visits an element at an index.
    fn examine_element(&mut self, access: Handle<Expression>, base: Handle<Expression>, index: Handle<Expression>) {
        // The emission compares a literal index with the length.
        let is_literal = matches!(self.function.expressions[index], Expression::Literal(_));
        if self.plan.policies.checks_indices() && !is_literal && self.is_checked(base) {
            self.wants_proofs = true;
            self.uses.at(access).set_examined();
        }
        if !self.is_pointer(base) {
            self.defer_part(access, base);
        }
    }

    /// Whether the policy for an indexed type makes a check that a proof can remove.
    fn is_checked(&self, base: Handle<Expression>) -> bool {
        let (inner, space) = match *self.inner(base) {
            TypeInner::Pointer { base, space } => (&self.module.types[base].inner, Some(space)),
            // catch-all: pointers to components have a space, values have none
            ref inner => (inner, inner.pointer_space()),
        };
        let policies = &self.plan.policies;
        let policy = match inner {
            TypeInner::BindingArray { .. } => policies.binding_array,
            // catch-all: the policy is that of the memory
            _ => policies.of_space(space),
        };
        policy != BoundsCheckPolicy::Unchecked
    }

    /// Whether a pointer points to an atomic.
    #[inline(never)]
    fn points_to_atomic(&self, pointer: Handle<Expression>) -> bool {
        atomic_of(self.module, self.info, pointer).is_some()
    }

    #[inline]
    fn is_pointer(&self, expression: Handle<Expression>) -> bool {
        is_pointer(self.module, &self.info[expression].ty)
    }

    /// Whether an operand keeps a composite a plain constant. Overrides do not.
    fn is_plain_constant(&self, part: Handle<Expression>) -> bool {
        self.uses.of(part).is_constant() && !matches!(self.function.expressions[part], Expression::Override(_))
    }

    /// Marks a composite whose components are all plain constants as constant.
    fn compose(&mut self, handle: Handle<Expression>, expression: &Expression) {
        let mut constant = true;
        crate::ir::operands::for_each(expression, &mut |part| constant &= self.is_plain_constant(part));
        if constant {
            self.uses.at(handle).set_constant();
        }
    }

    /// Visits a member at a constant index.
    fn examine_member(
        &mut self,
        handle: Handle<Expression>,
        uses: ExpressionFacts,
        (base, index): (Handle<Expression>, u32),
    ) {
        self.note_narrow(handle, uses, base);
        self.defer_part(handle, base);
        if let Expression::FunctionArgument(argument) = self.function.expressions[base] {
            self.limit_member(handle, argument, index);
        }
    }

    /// Forward pass on one expression: finds constant composites, narrow loads and deferred loads, and counts uses of
    /// limits.
    fn examine(&mut self, handle: Handle<Expression>, expression: &Expression, uses: ExpressionFacts) {
        match *expression {
            Expression::Splat { .. } | Expression::Compose { .. } => self.compose(handle, expression),
            Expression::AccessIndex { base, index } => self.examine_member(handle, uses, (base, index)),
            Expression::Access { base, index } => self.examine_element(handle, base, index),
            Expression::FunctionArgument(argument) => self.limit_argument(handle, argument, uses),
            Expression::ImageSample {
                gather,
                offset: Some(offset),
                ..
            } => self.limit_offset(offset, gather.is_some()),
            // catch-all: `use_operands` asks for no other expressions
            _ => {}
        }
    }
}

impl FunctionSweep<'_, '_> {
    /// Proves what it can about the function.
    fn prove(&mut self) {
        let mut proofs = core::mem::take(&mut self.plan.proofs);
        let first = proofs.checks.len();
        let subject = Subject {
            module: self.module,
            function: self.function,
            info: self.info,
            entry: self.entry,
            options: self.options,
            overrides: &self.plan.overrides,
            memory: &self.plan.memory,
            least_length: self.plan.policies.least_length(),
            tests_elements: self.plan.policies.binding_array == BoundsCheckPolicy::ReadZeroSkipWrite,
            late_pointers: &self.late_pointers,
        };
        proofs.run(subject, self.uses.0);
        for check in proofs.checks[first..].iter_mut().filter(|check| !check.proved) {
            if let Some(reason) = check.of.and_then(|of| self.device_check(of)) {
                check.reason = format!("{}; {reason}", check.reason);
            }
        }
        self.plan.proofs = proofs;
    }

    /// The feature of the device that checks an access or a texel load, as an explanation.
    fn device_check(&self, checked: Handle<Expression>) -> Option<String> {
        match self.function.expressions[checked] {
            Expression::Access { base, .. } => {
                let TypeInner::Pointer { base: array, .. } = *self.inner(base) else {
                    return None;
                };
                let is_run_time = matches!(
                    self.module.types[array].inner,
                    TypeInner::Array {
                        size: ArraySize::Dynamic,
                        ..
                    }
                );
                (is_run_time && self.plan.device_checks(&self.module.types, array))
                    .then(|| "robustBufferAccess2 checks it".into())
            }
            Expression::ImageLoad { image, .. } => {
                let TypeInner::Image { arrayed, class, .. } = *self.inner(image) else {
                    return None;
                };
                let &[feature, ..] = self.plan.device_checks_texel(arrayed, class)? else {
                    return None;
                };
                Some(format!("{feature} checks the coordinates"))
            }
            // catch-all: nothing else is checked
            _ => None,
        }
    }
}

/// Marks all operands as used whole. The forward pass need not visit the expression.
#[inline(always)]
fn use_all<const N: usize>(uses: &mut Uses<'_>, operands: [Handle<Expression>; N]) -> bool {
    for operand in operands {
        uses.at(operand).use_whole();
    }
    false
}
