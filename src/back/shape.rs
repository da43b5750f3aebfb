//! Shapes: a type under a memory layout, and the role that a variable declares it with.

use super::type_key::TypeKey;
use crate::layout::MemoryLayout;

/// The decorations that a type takes from the variable that holds it, apart from those of its memory layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// None: a value, or a part of another type.
    Plain,
    /// The struct of a uniform, storage or push-constant buffer.
    Block,
    /// The struct of a storage buffer in the `Uniform` storage class (SPIR-V 1.0 without the storage-buffer class).
    BufferBlock,
    /// None, for the std140 twin of a type: the copy without decorations that a Function or Private variable may hold where it may
    /// not hold the twin, because from SPIR-V 1.5 on types with an explicit layout are legal only in storage classes with
    /// an explicit layout (VUID-StandaloneSpirv-None-10684). `OpCopyLogical` converts between the two.
    UndecoratedTwin,
}

impl Role {
    pub(crate) fn of_part(self) -> Self {
        match self {
            Self::Plain | Self::Block | Self::BufferBlock => Self::Plain,
            Self::UndecoratedTwin => Self::UndecoratedTwin,
        }
    }
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
