//! Shapes: a type under a memory layout, and the role that a variable declares it with.

use super::type_key::TypeKey;
use crate::layout::MemoryLayout;

/// The decoration that a variable's type takes from the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// None: a value, or a part of another type.
    Plain,
    /// The struct of a uniform, storage or push-constant buffer.
    Block,
    /// The struct of a storage buffer in the `Uniform` storage class (SPIR-V 1.0 without the storage-buffer class).
    BufferBlock,
}

/// A type under a memory layout: the pointee of a pointer, or the type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub(crate) type_key: TypeKey,
    pub(crate) layout: MemoryLayout,
}

impl Shape {
    pub(crate) const fn new(type_key: TypeKey, layout: MemoryLayout) -> Self {
        Self { type_key, layout }
    }

    /// The shape of values, and of Function, Private and Workgroup variables.
    pub(crate) const fn value(type_key: TypeKey) -> Self {
        Self::new(type_key, MemoryLayout::None)
    }
}
