//! The sweeps over a function. Those over its expressions are here: backward, from uses to operands; then forward, for
//! constant composites and narrow loads. `statements` has the one over its statements.

use super::functions::{FunctionPlan, FunctionRef};
use super::shapes::Shaped;
use super::{DirectMesh, Plan};
use crate::back::expression_facts::ExpressionFacts;
use crate::back::proofs::Subject;
use crate::ir::literal::{known_literal, whole};
use crate::ir::pointer::{is_pointer, nearest_local, pointee_of};
use crate::options::Options;
use alloc::string::String;
use alloc::vec::Vec;
use naga::proc::BoundsCheckPolicy;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    ArraySize, CooperativeData, EntryPoint, Expression, Function, Handle, Module, Scalar, ScalarKind, Span, TypeInner,
};
use spirv::Capability;

/// The sweeps over one function: over its statements, then over its expressions.
pub(super) struct FunctionSweep<'p, 'a> {
    pub(super) plan: &'p mut Plan,
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) options: &'a Options,
    /// The entry point, if the function belongs to one: its arguments are the stage's inputs.
    pub(super) entry: Option<&'a EntryPoint>,
    /// Its mesh, if that is stored directly.
    pub(super) direct_mesh: Option<DirectMesh>,
    pub(super) summary: FunctionPlan,
    pub(super) uses: &'a mut [ExpressionFacts],
    /// Whether it has loops, indices or texel loads for which proofs are wanted.
    pub(super) wants_proofs: bool,
    /// The pointers that `continuing` uses and a `continue` can skip.
    pub(super) late_pointers: Vec<Handle<Expression>>,
    /// The late values of the loops that are being visited, those of outer loops first.
    pub(super) late: Vec<Handle<Expression>>,
    /// The number of them that come before the `continuing` that contains the current statement; 0 outside of one.
    pub(super) skipped: usize,
    /// The number of blocks around the current statement.
    pub(super) depth: usize,
    pub(super) too_deep: bool,
}

impl Plan {
    pub(super) fn sweep(
        &mut self,
        (module, info): (&Module, &ModuleInfo),
        reference: FunctionRef,
        direct_mesh: Option<DirectMesh>,
        options: &Options,
    ) {
        let (function, entry) = (reference.function(module), reference.entry_point(module));
        let mut pool = core::mem::take(&mut self.functions.expressions);
        let first_expression = pool.len();
        let count = function.expressions.len();
        pool.resize(first_expression + count, ExpressionFacts::default());
        let first_call = self.functions.calls.len();
        let mut sweep = FunctionSweep {
            plan: self,
            module,
            function,
            info: reference.info(info),
            options,
            entry,
            direct_mesh,
            summary: FunctionPlan {
                reachable: true,
                expressions: first_expression..first_expression + count,
                calls: first_call..first_call,
                shaped: Shaped::of(module, function),
                ..FunctionPlan::default()
            },
            uses: &mut pool[first_expression..],
            wants_proofs: false,
            late_pointers: Vec::new(),
            late: Vec::new(),
            skipped: 0,
            depth: 0,
            too_deep: false,
        };
        sweep.sweep_statements();
        sweep.sweep_expressions();
        if sweep.wants_proofs && !sweep.plan.is_too_deep {
            sweep.prove();
        }
        if sweep.plan.float_sweep.is_on {
            sweep.sweep_floats();
        }
        let summary = sweep.summary;
        self.functions.expressions = pool;
        self.functions.set(reference, summary);
    }
}

impl FunctionSweep<'_, '_> {
    /// Runs the backward pass over the arena, then the forward pass over the expressions that the backward pass has
    /// collected.
    fn sweep_expressions(&mut self) {
        let mut open = core::mem::take(&mut self.plan.unswept);
        open.clear();
        self.sweep_backward(&mut open);
        let first = self.plan.functions.narrow.len();
        let function = self.function;
        for &handle in open.iter().rev() {
            self.examine(handle, &function.expressions[handle]);
        }
        self.plan.unswept = open;
        if self.plan.scan.has_cooperative {
            self.find_cooperative();
        }
        self.select_narrow(first);
        self.summary.narrow = first..self.plan.functions.narrow.len();
    }

    /// Switches to the Vulkan memory model if a live expression is, contains or points to a cooperative matrix. A module
    /// has one memory model, so it is resolved before the emission.
    #[cold]
    fn find_cooperative(&mut self) {
        let scan = &self.plan.scan;
        let expressions = &self.function.expressions;
        let live = || {
            { expressions.iter() }
                .map(|(handle, _)| handle)
                .filter(|handle| !self.uses[handle.index()].is_dead())
        };
        let holds = |&handle: &Handle<Expression>| {
            let ty = match *self.inner(handle) {
                TypeInner::Pointer { base, .. } => Some(base),
                // catch-all: a value
                _ => self.info[handle].ty.handle(),
            };
            ty.is_some_and(|ty| scan.holds_cooperative(ty))
        };
        if !live().any(|handle| matches!(*self.inner(handle), TypeInner::CooperativeMatrix { .. })) {
            // The emission records the capability of a matrix that is a value.
            let Some(holder) = live().find(holds) else { return };
            self.plan
                .need(Capability::CooperativeMatrixKHR, expressions.get_span(holder));
        }
        self.plan.vulkan_memory = true;
        self.summary.subgroups.has_matrix = true;
    }

    /// Refuses an access to a cooperative matrix in memory of other numbers than its own, which naga's validator takes
    /// for numbers of the matrix, or with a stride that is negative or no integer.
    pub(super) fn limit_matrix_access(&mut self, data: &CooperativeData, span: Span) {
        let pointee = self.inner(data.pointer).pointer_base_type();
        let pointee = pointee.and_then(|pointee| pointee.inner_with(&self.module.types).scalar());
        let is_integer = |scalar: Scalar| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
        let reason = if !matches!(pointee, Some(Scalar::F16 | Scalar::F32)) {
            Some("it is in memory of `f16` or `f32`")
        } else if !matches!(*self.inner(data.stride), TypeInner::Scalar(scalar) if is_integer(scalar)) {
            Some("its stride is an integer")
        } else {
            let stride = known_literal(self.module, &self.function.expressions, data.stride).and_then(whole);
            stride
                .filter(|&stride| stride < 0)
                .map(|_| "its stride is not negative")
        };
        if let Some(reason) = reason {
            self.plan
                .refuse_inexpressible("this access to a cooperative matrix", reason, span);
        }
    }

    /// Backward pass: propagates uses to operands and collects the expressions for the forward pass. The loop runs over
    /// every expression of every function, so `uses` is moved to a local: through `self` its fields would be reloaded
    /// after each mark. Uncommon variants are handled by functions that are not inlined.
    #[inline(never)]
    fn sweep_backward(&mut self, open: &mut Vec<Handle<Expression>>) {
        let function = self.function;
        let uses = core::mem::take(&mut self.uses);
        for (handle, expression) in function.expressions.iter().rev() {
            let how = uses[handle.index()];
            if !how.is_dead() && self.use_operands(uses, handle, expression, how) {
                open.push(handle);
            }
        }
        self.uses = uses;
    }

    /// Marks the operands of a live expression with their kind of use, and decides what follows from its own uses.
    /// Returns whether the forward pass must visit it after its operands (see [`Self::examine`]).
    ///
    /// The most frequent variants are matched here, so that one comparison selects them.
    #[inline(always)]
    fn use_operands(
        &mut self,
        uses: &mut [ExpressionFacts],
        handle: Handle<Expression>,
        expression: &Expression,
        how: ExpressionFacts,
    ) -> bool {
        match *expression {
            Expression::Access { base, index } => {
                uses[index.index()].use_whole();
                self.use_parts(uses, handle, base, how, ExpressionFacts::use_indexed)
                    | self.plan.policies.checks_indices()
            }
            Expression::AccessIndex { base, .. } => {
                // If the composite is loaded, is part of a load, or is an input.
                self.use_parts(uses, handle, base, how, ExpressionFacts::use_member)
                    && match self.function.expressions[base] {
                        Expression::Load { .. } | Expression::Access { .. } | Expression::AccessIndex { .. } => true,
                        Expression::FunctionArgument(_) => self.plan.counts_limits,
                        // catch-all: members of other expressions are not loaded separately
                        _ => false,
                    }
            }
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => {
                uses[handle.index()].set_constant();
                false
            }
            Expression::LocalVariable(local) => {
                if self.plan.has_float_controls()
                    && let Some(init) = self.function.local_variables[local].init
                {
                    uses[init.index()].use_whole();
                }
                false
            }
            Expression::FunctionArgument(_) => self.plan.counts_limits,
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
                uses[pointer.index()].use_pointer();
                if how.is_indexed_only() && self.is_deferrable(handle, pointer) {
                    uses[handle.index()].set_deferred();
                }
                let is_local = nearest_local(self.function, pointer).is_some();
                if is_local {
                    uses[handle.index()].set_examined();
                }
                if self.plan.scan.has_atomics && !is_local && self.points_to_atomic(pointer) {
                    uses[pointer.index()].use_atomic();
                }
                false
            }
            // catch-all: the match of the called function handles the others
            _ => self.use_uncommon_operands(uses, handle, expression),
        }
    }

    #[inline(never)]
    fn use_uncommon_operands(
        &mut self,
        uses: &mut [ExpressionFacts],
        handle: Handle<Expression>,
        expression: &Expression,
    ) -> bool {
        match *expression {
            Expression::Override(named) => {
                uses[handle.index()].set_constant();
                self.plan.overrides.need_override(named);
            }
            Expression::ArrayLength(pointer)
            | Expression::RayQueryGetIntersection { query: pointer, .. }
            | Expression::RayQueryVertexPositions { query: pointer, .. } => uses[pointer.index()].use_pointer(),
            Expression::CooperativeLoad { ref data, .. } => {
                self.plan.vulkan_memory = true;
                self.limit_matrix_access(data, self.function.expressions.get_span(handle));
                uses[data.pointer.index()].use_pointer();
                uses[data.stride.index()].use_whole();
            }
            // catch-all: `for_each` matches all variants
            _ => crate::ir::operands::for_each(expression, &mut |operand| uses[operand.index()].use_whole()),
        }
        match *expression {
            Expression::ArrayLength(_) | Expression::ImageQuery { .. } => uses[handle.index()].set_examined(),
            Expression::ImageLoad { .. } if self.plan.policies.checks.image_load != BoundsCheckPolicy::Unchecked => {
                self.wants_proofs = true;
                uses[handle.index()].set_examined();
            }
            Expression::Derivative { .. } => self.summary.needs_live_quad = true,
            Expression::ImageSample {
                ref level,
                gather,
                offset,
                ..
            } => {
                self.summary.needs_live_quad |= level.implicit_derivatives() && gather.is_none();
                return offset.is_some();
            }
            Expression::Compose { .. } | Expression::Splat { .. } => return true,
            // catch-all: the others are not proved, and do not need their quad
            _ => {}
        }
        false
    }

    /// Marks the base of an access: as a pointer, or as a composite of which a part is used. Returns whether the
    /// forward pass must visit the access.
    #[inline(always)]
    fn use_parts(
        &self,
        uses: &mut [ExpressionFacts],
        part: Handle<Expression>,
        base: Handle<Expression>,
        how: ExpressionFacts,
        take: fn(&mut ExpressionFacts),
    ) -> bool {
        if self.is_pointer(base) {
            uses[base.index()].use_pointer();
            return false;
        }
        take(&mut uses[base.index()]);
        // Vectors are loaded whole.
        if how.is_indexed_only() && !matches!(*self.inner(part), TypeInner::Vector { .. }) {
            uses[base.index()].use_indexed_below();
        }
        true
    }

    /// Whether the policy for an indexed type makes a check that a proof can remove.
    fn is_checked(&self, base: Handle<Expression>) -> bool {
        let (inner, policies) = (self.inner(base), &self.plan.policies);
        let policy = match pointee_of(self.module, inner) {
            TypeInner::BindingArray { .. } => policies.checks.binding_array,
            // catch-all: the policy is that of the memory
            _ => policies.of_space(inner.pointer_space()),
        };
        policy != BoundsCheckPolicy::Unchecked
    }

    #[inline(never)]
    pub(super) fn points_to_atomic(&self, pointer: Handle<Expression>) -> bool {
        self.inner(pointer).is_atomic_pointer(&self.module.types)
    }

    #[inline]
    pub(super) fn is_pointer(&self, expression: Handle<Expression>) -> bool {
        is_pointer(self.module, &self.info[expression].ty)
    }

    /// Forward pass on one expression: finds constant composites, narrow loads and deferred loads, and counts uses of
    /// limits.
    fn examine(&mut self, handle: Handle<Expression>, expression: &Expression) {
        match *expression {
            Expression::Splat { .. } | Expression::Compose { .. } => {
                // Overrides are no plain constants.
                let is_open = |part: Handle<Expression>| {
                    let is_override = matches!(self.function.expressions[part], Expression::Override(_));
                    is_override || !self.uses[part.index()].is_constant()
                };
                if !crate::ir::operands::any(expression, is_open) {
                    self.uses[handle.index()].set_constant();
                }
            }
            Expression::AccessIndex { base, index } => {
                self.note_narrow(handle, base);
                self.defer_part(handle, base);
                if let Expression::FunctionArgument(argument) = self.function.expressions[base] {
                    self.limit_input(handle, argument, Some(index));
                }
            }
            Expression::Access { base, index } => {
                // The emission compares a literal index with the length.
                let is_literal = matches!(self.function.expressions[index], Expression::Literal(_));
                if self.plan.policies.checks_indices() && !is_literal && self.is_checked(base) {
                    self.wants_proofs = true;
                    self.uses[handle.index()].set_examined();
                }
                if !self.is_pointer(base) {
                    self.defer_part(handle, base);
                }
            }
            Expression::FunctionArgument(argument) => self.limit_input(handle, argument, None),
            Expression::ImageSample {
                image,
                gather,
                offset: Some(offset),
                ..
            } => self.limit_offset(image, offset, gather.is_some()),
            // catch-all: `use_operands` asks for no other expressions
            _ => {}
        }
    }

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
            tests_elements: self.plan.policies.checks.binding_array == BoundsCheckPolicy::ReadZeroSkipWrite,
            late_pointers: &self.late_pointers,
        };
        proofs.run(subject, self.uses);
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
                let TypeInner::Array {
                    size: ArraySize::Dynamic,
                    ..
                } = self.module.types[array].inner
                else {
                    return None;
                };
                self.plan
                    .device_checks(array)
                    .then(|| "robustBufferAccess2 checks it".into())
            }
            Expression::ImageLoad { image, .. } => {
                let TypeInner::Image { arrayed, class, .. } = *self.inner(image) else {
                    return None;
                };
                let [feature] = self.plan.device_checks_texel(arrayed, class)?;
                Some(format!("{feature} checks the coordinates"))
            }
            // catch-all: nothing else is checked
            _ => None,
        }
    }
}

/// Marks all operands as used whole. The forward pass need not visit the expression.
#[inline(always)]
fn use_all<const N: usize>(uses: &mut [ExpressionFacts], operands: [Handle<Expression>; N]) -> bool {
    for operand in operands {
        uses[operand.index()].use_whole();
    }
    false
}
