//! Atomics: which pointers point to one, and the operands of atomic operations.

use super::statements::StatementSweep;
use crate::ir::pointer::inner_of;
use naga::valid::FunctionInfo;
use naga::{AddressSpace, AtomicFunction, Expression, Handle, Module, Scalar, TypeInner};

impl StatementSweep<'_, '_> {
    /// Marks the operands of an atomic operation in memory.
    pub(super) fn atomic_in_memory(
        &mut self,
        pointer: Handle<Expression>,
        fun: AtomicFunction,
        value: Handle<Expression>,
    ) {
        self.pointer(pointer);
        self.atomic(fun, value);
    }

    /// Marks the pointer of a store if it points to an atomic: the store is atomic then.
    #[inline]
    pub(super) fn atomic_store(&mut self, pointer: Handle<Expression>) {
        if self.plan.scan.has_atomics && atomic_of(self.module, self.info, pointer).is_some() {
            self.uses.at(pointer).use_atomic();
        }
    }

    /// Marks the operands of an atomic operation on a texel. The texture is used as a pointer and not loaded.
    pub(super) fn atomic_on_texel(
        &mut self,
        image: Handle<Expression>,
        [coordinate, array_index]: [Option<Handle<Expression>>; 2],
        fun: AtomicFunction,
        value: Handle<Expression>,
    ) {
        self.target(image);
        for operand in [coordinate, array_index].into_iter().flatten() {
            self.whole(operand);
        }
        self.atomic(fun, value);
    }
}

/// Whether a type contains an atomic.
pub(super) fn has_atomic(types: &naga::UniqueArena<naga::Type>, ty: Handle<naga::Type>) -> bool {
    match types[ty].inner {
        TypeInner::Atomic(_) => true,
        TypeInner::Array { base, .. } => has_atomic(types, base),
        TypeInner::Struct { ref members, .. } => members.iter().any(|member| has_atomic(types, member.ty)),
        // catch-all: no other type contains an atomic
        _ => false,
    }
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
