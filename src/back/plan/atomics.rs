//! Atomics: which pointers point to one, and which types contain one.

use super::sweep::FunctionSweep;
use crate::ir::pointer::inner_of;
use crate::ir::ty::parts;
use naga::valid::FunctionInfo;
use naga::{AddressSpace, Expression, Handle, Module, Scalar, TypeInner};

impl FunctionSweep<'_, '_> {
    /// Marks the pointer of a store if it points to an atomic: the store is atomic then.
    #[inline]
    pub(super) fn atomic_store(&mut self, pointer: Handle<Expression>) {
        if self.plan.scan.has_atomics && atomic_of(self.module, self.info, pointer).is_some() {
            self.uses.at(pointer).use_atomic();
        }
    }
}

/// Whether a type contains an atomic.
pub(super) fn has_atomic(types: &naga::UniqueArena<naga::Type>, ty: Handle<naga::Type>) -> bool {
    let inner = &types[ty].inner;
    matches!(inner, TypeInner::Atomic(_)) || parts(inner).any(|part| has_atomic(types, part))
}

/// The address space and the scalar of the atomic that a pointer points to.
#[inline]
pub(super) fn atomic_of(
    module: &Module,
    info: &FunctionInfo,
    pointer: Handle<Expression>,
) -> Option<(AddressSpace, Scalar)> {
    let TypeInner::Pointer { base, space } = *inner_of(module, &info[pointer].ty) else {
        return None;
    };
    match module.types[base].inner {
        TypeInner::Atomic(scalar) => Some((space, scalar)),
        // catch-all: no other type is accessed atomically
        _ => None,
    }
}
