//! The members of a twin: which matrices are narrow, and the members of the struct that is the twin of a struct or of a
//! narrow matrix, in order.
//!
//! This file does not know how a path walks through a twin. Vulkan "Offset and Stride Assignment", extended alignment;
//! the reasons for this form are in the module documentation of `layout`.

use core::slice;

use naga::{Handle, Scalar, StructMember, Type, TypeInner, UniqueArena, VectorSize};

use super::table::{column_stride, inner};

/// Whether a matrix with such columns is narrow: its column stride in bytes is not a multiple of 16, which the extended
/// rules require.
pub const fn is_narrow(rows: VectorSize, scalar: Scalar) -> bool {
    !column_stride(rows, scalar).is_multiple_of(16)
}

/// A member of a twin, in declaration order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwinMember {
    /// An original member in its [`Std140`](super::MemoryLayout::Std140) form, which is its twin if it has one.
    Whole {
        /// The original member's index.
        member: u32,
        /// Its type.
        ty: Handle<Type>,
        /// The offset in bytes from the start of the struct.
        offset: u32,
    },
    /// A column of an original member that is a narrow matrix, or a column of a narrow matrix whose twin this is.
    Column {
        /// The original member's index; 0 in the twin of a matrix.
        member: u32,
        /// The column's index in the matrix.
        column: u32,
        /// The number of components of the column vector.
        rows: VectorSize,
        /// The type of a component.
        scalar: Scalar,
        /// The offset in bytes from the start of the struct.
        offset: u32,
    },
}

impl TwinMember {
    /// The byte offset from the start of the struct, for the decoration `Offset`.
    pub const fn offset(self) -> u32 {
        match self {
            TwinMember::Whole { offset, .. } | TwinMember::Column { offset, .. } => offset,
        }
    }
}

/// The members of the twin of a struct, or of the struct of columns of a narrow matrix; none for any other type. For a
/// struct without a narrow matrix these are its own members.
///
/// The iterator borrows the arena only, so the caller can declare types while it iterates.
pub fn twin_members(types: &UniqueArena<Type>, ty: Handle<Type>) -> TwinMembers<'_> {
    let mut twin_members = TwinMembers {
        types,
        members: [].iter(),
        next: 0,
        columns: None,
    };
    match inner(types, ty) {
        Some(TypeInner::Struct { members, .. }) => twin_members.members = members.iter(),
        Some(other) => twin_members.columns = Remaining::of(other, 0, 0),
        None => {}
    }
    twin_members
}

/// The columns of a narrow matrix that have not been returned yet.
#[derive(Clone, Copy, Debug)]
struct Remaining {
    member: u32,
    column: u32,
    columns: u32,
    rows: VectorSize,
    scalar: Scalar,
    base: u32,
}

impl Remaining {
    /// All columns of the type, if it is a narrow matrix.
    fn of(inner: &TypeInner, member: u32, base: u32) -> Option<Self> {
        let &TypeInner::Matrix { columns, rows, scalar } = inner else {
            return None;
        };
        let columns = columns as u32;
        is_narrow(rows, scalar).then_some(Self {
            member,
            column: 0,
            columns,
            rows,
            scalar,
            base,
        })
    }

    fn next(&mut self) -> Option<TwinMember> {
        if self.column >= self.columns {
            return None;
        }
        let Self {
            member,
            column,
            rows,
            scalar,
            base,
            ..
        } = *self;
        self.column += 1;
        let offset = base.saturating_add(column * column_stride(rows, scalar));
        Some(TwinMember::Column {
            member,
            column,
            rows,
            scalar,
            offset,
        })
    }
}

/// The iterator that [`twin_members`] returns.
#[derive(Clone, Debug)]
pub struct TwinMembers<'a> {
    types: &'a UniqueArena<Type>,
    members: slice::Iter<'a, StructMember>,
    /// The index of the member that `members` yields next.
    next: u32,
    columns: Option<Remaining>,
}

impl Iterator for TwinMembers<'_> {
    type Item = TwinMember;

    fn next(&mut self) -> Option<TwinMember> {
        if let Some(column) = self.columns.as_mut().and_then(Remaining::next) {
            return Some(column);
        }
        let &StructMember { ty, offset, .. } = self.members.next()?;
        let member = self.next;
        self.next = self.next.saturating_add(1);
        self.columns = inner(self.types, ty).and_then(|inner| Remaining::of(inner, member, offset));
        match self.columns.as_mut().and_then(Remaining::next) {
            Some(column) => Some(column),
            None => Some(TwinMember::Whole { member, ty, offset }),
        }
    }
}
