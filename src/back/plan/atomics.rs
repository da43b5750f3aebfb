//! Atomics: which pointers point to one, and which types contain one.

use super::sweep::FunctionSweep;
use crate::ir::ty::parts;
use naga::{Expression, Handle, Type, TypeInner, UniqueArena};

impl FunctionSweep<'_, '_> {
    /// Marks the pointer of a store if it points to an atomic: the store is atomic then.
    #[inline]
    pub(super) fn atomic_store(&mut self, pointer: Handle<Expression>) {
        if self.plan.scan.has_atomics && self.points_to_atomic(pointer) {
            self.uses[pointer.index()].use_atomic();
        }
    }

    /// Whether a pointer points to an atomic.
    #[inline(never)]
    pub(super) fn points_to_atomic(&self, pointer: Handle<Expression>) -> bool {
        match *self.inner(pointer) {
            TypeInner::Pointer { base, .. } => matches!(self.module.types[base].inner, TypeInner::Atomic(_)),
            // catch-all: a pointer to a component of a vector or matrix, which is not atomic
            _ => false,
        }
    }
}

/// Whether a type contains an atomic.
pub(super) fn has_atomic(types: &UniqueArena<Type>, ty: Handle<Type>) -> bool {
    let inner = &types[ty].inner;
    matches!(inner, TypeInner::Atomic(_)) || parts(inner).any(|part| has_atomic(types, part))
}
