//! What a pointer points to and a variable holds: a type under a memory layout, and what it is declared as.

use super::type_key::TypeKey;
use crate::layout::MemoryLayout;

/// What a type is to the variable whose type it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// A value, or a part of something.
    Plain,
    /// The struct of a uniform, storage or push-constant buffer.
    Block,
    /// The struct of a storage buffer in the `Uniform` storage class (SPIR-V 1.0 without the storage-buffer class).
    BufferBlock,
}

/// A type in memory or in a register: what a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub(crate) type_key: TypeKey,
    pub(crate) layout: MemoryLayout,
}

impl Shape {
    /// A type as a value or as Function, Private or Workgroup memory has it.
    pub(crate) const fn value(type_key: TypeKey) -> Self {
        Self {
            type_key,
            layout: MemoryLayout::None,
        }
    }
}
