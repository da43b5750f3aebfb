//! What is planned about each function, in tables of the module: the facts of its expressions, its calls, its narrow
//! loads, and the effects of it and its callees.

use super::{exact, float_style, shapes, subgroups};
use crate::back::buffers::{refill, release_excess};
use crate::back::expression_facts::ExpressionFacts;
use alloc::vec::Vec;
use core::ops::Range;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{EntryPoint, Expression, Function, Handle, Module, Span};

/// A function of a module: one that can be called, or an entry point's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FunctionRef {
    Function(Handle<Function>),
    EntryPoint(usize),
}

impl FunctionRef {
    pub(crate) fn function(self, module: &Module) -> &Function {
        match self {
            Self::Function(handle) => &module.functions[handle],
            Self::EntryPoint(at) => &module.entry_points[at].function,
        }
    }

    pub(crate) fn info(self, info: &ModuleInfo) -> &FunctionInfo {
        match self {
            Self::Function(handle) => &info[handle],
            Self::EntryPoint(at) => info.get_entry_point(at),
        }
    }

    /// The entry point that it belongs to.
    pub(crate) fn entry_point(self, module: &Module) -> Option<&EntryPoint> {
        match self {
            Self::Function(_) => None,
            Self::EntryPoint(at) => module.entry_points.get(at),
        }
    }
}

/// The plan of one function, for all its instances.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionPlan {
    pub(super) reachable: bool,
    /// The index of the first call site of the last caller that records only one call of this function.
    pub(super) called_since: Option<usize>,
    /// Its part of the expression facts in [`Functions`].
    pub(super) expressions: Range<usize>,
    /// Its part of the call sites.
    pub(super) calls: Range<usize>,
    /// Its part of the narrow loads.
    pub(super) narrow: Range<usize>,
    /// Whether it, or a callee, has a `discard` statement.
    pub(super) discards: bool,
    /// Whether it, or a callee, stores to memory that other invocations can read.
    pub(super) writes_memory: bool,
    /// Whether it, or a callee, needs the other invocations of its quad or workgroup to be active: derivatives,
    /// barriers.
    pub(super) needs_live_quad: bool,
    /// Whether it generates intersections in a ray query.
    pub(crate) generates_intersections: bool,
    /// The subgroup operations of it and its callees.
    pub(super) subgroups: subgroups::SubgroupUse,
    /// How it and its callees use floats.
    pub(super) float_uses: float_style::FloatUses,
    pub(crate) exactness: exact::Exactness,
    /// Which of its arguments are part of its instances.
    pub(super) shaped: shapes::Shaped,
}

/// One call statement of a function. Of calls whose instance does not depend on the arguments, only the first of each
/// callee is recorded.
#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    pub(super) callee: Handle<Function>,
    /// Its arguments in [`Functions::arguments`].
    pub(super) arguments: Range<usize>,
    pub(super) result: Option<Handle<Expression>>,
    pub(super) span: Span,
}

/// A member of a narrow load: the load, and the access expression of the member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NarrowMember {
    pub(crate) load: Handle<Expression>,
    pub(crate) member: Handle<Expression>,
}

/// The functions of one module: those that can be called, then those of the entry points. The tables are reused for the
/// next module.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    plans: Vec<FunctionPlan>,
    /// The number of those that can be called.
    callable: usize,
    pub(super) expressions: Vec<ExpressionFacts>,
    pub(super) calls: Vec<CallSite>,
    pub(super) arguments: Vec<Handle<Expression>>,
    pub(super) narrow: Vec<NarrowMember>,
}

impl Functions {
    pub(super) fn reset(&mut self, module: &Module) {
        let count = module.functions.len() + module.entry_points.len();
        refill(&mut self.plans, count, FunctionPlan::default());
        self.callable = module.functions.len();
        release_excess(&mut self.expressions, 0);
        self.expressions.clear();
        self.calls.clear();
        self.arguments.clear();
        self.narrow.clear();
    }

    pub(super) fn index(&self, function: FunctionRef) -> usize {
        match function {
            FunctionRef::Function(handle) => handle.index(),
            FunctionRef::EntryPoint(at) => self.callable + at,
        }
    }

    pub(crate) fn of(&self, function: FunctionRef) -> &FunctionPlan {
        &self.plans[self.index(function)]
    }

    pub(super) fn set(&mut self, function: FunctionRef, plan: FunctionPlan) {
        let at = self.index(function);
        self.plans[at] = plan;
    }

    /// Records a call site, and marks its callee as reachable. If all calls of the callee in the current function have the
    /// same instance, `only_since` is the index of the function's first call site, and no other is recorded.
    pub(super) fn call(
        &mut self,
        (callee, arguments, result): (Handle<Function>, &[Handle<Expression>], Option<Handle<Expression>>),
        span: Span,
        only_since: Option<usize>,
    ) {
        let plan = &mut self.plans[callee.index()];
        (plan.reachable, plan.called_since) = (true, only_since);
        let start = self.arguments.len();
        self.arguments.extend_from_slice(arguments);
        self.calls.push(CallSite {
            callee,
            arguments: start..self.arguments.len(),
            result,
            span,
        });
    }

    pub(crate) fn expressions_of(&self, function: FunctionRef) -> &[ExpressionFacts] {
        &self.expressions[self.of(function).expressions.clone()]
    }

    /// The narrow members of a function, sorted by their load.
    pub(crate) fn narrow_of(&self, function: FunctionRef) -> &[NarrowMember] {
        &self.narrow[self.of(function).narrow.clone()]
    }

    pub(super) fn facts_mut(&mut self, function: FunctionRef, expression: Handle<Expression>) -> &mut ExpressionFacts {
        let first = self.of(function).expressions.start;
        &mut self.expressions[first + expression.index()]
    }

    /// Adds the effects of its callees to each function, callees first.
    pub(super) fn propagate_effects(&mut self) {
        for at in 0..self.plans.len() {
            let (callees, callers) = self.plans.split_at_mut(at);
            let plan = &mut callers[0];
            for call in plan.calls.clone() {
                let callee = &callees[self.calls[call].callee.index()];
                plan.discards |= callee.discards;
                plan.writes_memory |= callee.writes_memory;
                plan.needs_live_quad |= callee.needs_live_quad;
                plan.subgroups.join(callee.subgroups);
                plan.float_uses.add(callee.float_uses);
            }
        }
    }
}
