//! Indices into immediates. Arrays in push constants are indexed with dynamically uniform indices only
//! (VUID-RuntimeSpirv-None-04745); WGSL permits any index. `uniformity` finds the indices that are not proved to be
//! dynamically uniform. For these the emission copies the array to a Function variable, which may be indexed with any.

use super::uniformity::Uniformity;
use super::{FunctionRef, Plan};
use crate::ir::pointer::inner_of;
use alloc::vec::Vec;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{AddressSpace, Expression, Function, Handle, Module, TypeInner};

impl Plan {
    /// Marks the accesses to elements of immediates, and of values loaded from them, whose indices can differ between
    /// the invocations of a group.
    #[cold]
    pub(super) fn plan_immediates(&mut self, module: &Module, info: &ModuleInfo) {
        let reached = self.reached(module);
        let mut indexed = Vec::new();
        for &reference in &reached {
            let facts = self.functions.expressions_of(reference);
            let (function, info) = (reference.function(module), reference.info(info));
            for (handle, expression) in function.expressions.iter() {
                if let Expression::Access { base, index } = *expression
                    && !facts[handle.index()].is_dead()
                    && is_array(module, info, base)
                    && is_in_immediates(module, (function, info), handle)
                {
                    indexed.push((reference, handle, index));
                }
            }
        }
        if indexed.is_empty() {
            return;
        }
        let uniformity = Uniformity::analyse(module, &self.memory, &self.functions, &reached);
        for (reference, access, index) in indexed {
            if uniformity.varies(self.functions.index(reference), index) {
                self.functions.facts_mut(reference, access).set_non_uniform();
            }
        }
    }

    /// The functions that the selected entry points reach, callers first.
    pub(super) fn reached(&self, module: &Module) -> Vec<FunctionRef> {
        let entry_points = self.entry_points.iter().map(|entry| entry.index);
        let functions = module.functions.iter().rev().map(|(handle, _)| handle);
        let all = entry_points
            .map(FunctionRef::EntryPoint)
            .chain(functions.map(FunctionRef::Function));
        all.filter(|&function| self.functions.of(function).reachable).collect()
    }
}

/// Whether an expression is an array or a pointer to one.
fn is_array(module: &Module, info: &FunctionInfo, expression: Handle<Expression>) -> bool {
    let inner = match *inner_of(module, &info[expression].ty) {
        TypeInner::Pointer { base, .. } => &module.types[base].inner,
        // catch-all: a value, or a pointer to a component
        ref inner => inner,
    };
    matches!(inner, TypeInner::Array { .. })
}

/// Whether an access is to a part of immediates, or of a value that is loaded from them.
fn is_in_immediates(module: &Module, (function, info): (&Function, &FunctionInfo), access: Handle<Expression>) -> bool {
    let mut at = access;
    while let Expression::Access { base, .. }
    | Expression::AccessIndex { base, .. }
    | Expression::Load { pointer: base } = function.expressions[at]
    {
        at = base;
    }
    inner_of(module, &info[at].ty).pointer_space() == Some(AddressSpace::Immediate)
}
