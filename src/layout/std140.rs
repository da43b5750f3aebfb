//! The members of a twin: which matrices are narrow, and the members of the struct that is the twin of a struct or of a
//! narrow matrix, in order.
//!
//! This file does not know how a path walks through a twin. Vulkan "Offset and Stride Assignment", extended alignment;
//! the reasons for this form are in the module documentation of `layout`.

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
pub fn twin_members(types: &UniqueArena<Type>, ty: Handle<Type>) -> impl Iterator<Item = TwinMember> {
    let own = columns(types, ty, 0, 0);
    let members = match inner(types, ty) {
        Some(TypeInner::Struct { members, .. }) => &members[..],
        Some(_) | None => &[],
    };
    let members = (0..)
        .zip(members)
        .flat_map(|(member, &StructMember { ty, offset, .. })| {
            let mut columns = columns(types, ty, member, offset).peekable();
            let whole = columns.peek().is_none();
            let whole = whole.then_some(TwinMember::Whole { member, ty, offset });
            whole.into_iter().chain(columns)
        });
    own.chain(members)
}

/// The columns of a narrow matrix at an offset; none for any other type.
fn columns(
    types: &UniqueArena<Type>,
    ty: Handle<Type>,
    member: u32,
    start: u32,
) -> impl Iterator<Item = TwinMember> + use<> {
    let matrix = match inner(types, ty) {
        Some(&TypeInner::Matrix { columns, rows, scalar }) if is_narrow(rows, scalar) => Some((columns, rows, scalar)),
        Some(_) | None => None,
    };
    matrix.into_iter().flat_map(move |(columns, rows, scalar)| {
        (0..columns as u32).map(move |column| TwinMember::Column {
            member,
            column,
            rows,
            scalar,
            offset: start.saturating_add(column * column_stride(rows, scalar)),
        })
    })
}
