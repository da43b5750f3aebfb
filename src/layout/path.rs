//! Maps an access path through naga's types to a path through the declared types. The writer walks an access chain one
//! index at a time and keeps a [`Place`]. Each step returns the index to append to the chain and the next place, so the
//! writer needs no knowledge of layouts.
//!
//! This file does not know whether an index is in bounds, other than by types, nor what is loaded. An example is a
//! uniform buffer `struct S { f: f32, m: mat2x2<f32>, a: array<mat2x2<f32>, 3> }` without relaxed layout:
//!
//! ```text
//! naga            chain        place after it
//! .f              0            Whole f32
//! .m              (nothing)    Columns { first_member: 1, hoisted }
//! .m[1]           2            Vector
//! .m[1].x         2 0          Scalar
//! .m[i]           (nothing)    load members 1 and 2, select by i
//! .a[i]           3 i          Columns { first_member: 0 }
//! .a[i][1].y      3 i 1 1      Scalar
//! ```

use naga::{ArraySize, Handle, Scalar, Type, TypeInner, UniqueArena, VectorSize};

use super::table::{Layouts, inner, struct_member};
use super::{MemoryLayout, is_narrow};

/// Where an access path leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An object of a naga type, declared with a layout that is [canonical](Layouts::canonical) for it.
    Whole { ty: Handle<Type>, layout: MemoryLayout },
    /// A narrow matrix in uniform memory, which is declared as its columns.
    Columns(Columns),
    /// A column of a matrix.
    Vector {
        /// The number of components, which is the number of rows of the matrix.
        size: VectorSize,
        scalar: Scalar,
    },
    /// A component of a vector.
    Scalar(Scalar),
}

/// A narrow matrix that is declared as the members `first_member .. first_member + columns` of the struct at the end of
/// the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    pub matrix: Handle<Type>,
    /// The member index of its first column.
    pub first_member: u32,
    /// Whether the struct is the one that contains the matrix, and has other members too. Otherwise the struct is the
    /// matrix's own twin and can be loaded as a whole.
    pub hoisted: bool,
    pub columns: VectorSize,
    pub rows: VectorSize,
    pub scalar: Scalar,
}

impl Columns {
    /// The member index of a column; `None` beyond the last.
    pub fn member(&self, column: u32) -> Option<u32> {
        (column < self.columns as u32).then(|| self.first_member.saturating_add(column))
    }

    /// The place of each column.
    pub const fn column_place(&self) -> Place {
        Place::Vector {
            size: self.rows,
            scalar: self.scalar,
        }
    }
}

/// A step by a constant index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticStep {
    /// The index to append to the access chain. `None` if there is none, because the columns of a matrix are members of
    /// the struct at the end of the chain.
    pub index: Option<u32>,
    pub place: Place,
}

/// The parts of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// The members of a struct, which a constant index selects.
    Members { ty: Handle<Type>, layout: MemoryLayout },
    /// The elements of an array or binding array.
    Elements { size: ArraySize, place: Place },
    /// The components of a vector, or the columns of a matrix.
    Components { count: u32, place: Place },
    /// The columns of a narrow matrix, which are members of a struct: an index that is known only at run time cannot
    /// select one. Instead all columns are loaded, or one component of each; further steps are into a value.
    Columns(Columns),
}

impl Parts {
    const fn components(size: VectorSize, scalar: Scalar) -> Self {
        Self::Components {
            count: size as u32,
            place: Place::Scalar(scalar),
        }
    }
}

impl Layouts {
    /// The place of a whole object of this type under this layout, where the path through a buffer or variable begins.
    ///
    /// If a buffer is not a struct, the caller adds a block struct around it and the index 0 that selects its member.
    pub fn place(&self, types: &UniqueArena<Type>, ty: Handle<Type>, layout: MemoryLayout) -> Place {
        let layout = self.canonical(ty, layout);
        match layout {
            MemoryLayout::Std140 => columns(types, ty, None).map_or(Place::Whole { ty, layout }, Place::Columns),
            MemoryLayout::None | MemoryLayout::Natural => Place::Whole { ty, layout },
        }
    }

    /// The parts of the object at a place. `None` if it has none that an index selects.
    pub fn parts(&self, types: &UniqueArena<Type>, place: Place) -> Option<Parts> {
        let (ty, layout) = match place {
            Place::Whole { ty, layout } => (ty, layout),
            Place::Columns(columns) => return Some(Parts::Columns(columns)),
            Place::Vector { size, scalar } => return Some(Parts::components(size, scalar)),
            Place::Scalar(_) => return None,
        };
        match *inner(types, ty)? {
            TypeInner::Struct { .. } => Some(Parts::Members { ty, layout }),
            TypeInner::Matrix { columns, rows, scalar } => Some(Parts::Components {
                count: columns as u32,
                place: Place::Vector { size: rows, scalar },
            }),
            TypeInner::Vector { size, scalar } => Some(Parts::components(size, scalar)),
            TypeInner::Array { base, size, .. } | TypeInner::BindingArray { base, size } => Some(Parts::Elements {
                size,
                place: self.place(types, base, layout),
            }),
            TypeInner::Scalar(_)
            | TypeInner::Atomic(_)
            | TypeInner::CooperativeMatrix { .. }
            | TypeInner::Pointer { .. }
            | TypeInner::ValuePointer { .. }
            | TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. } => None,
        }
    }

    /// A step by a constant index to a part. `None` if there is no such part. The length of an array is not checked.
    pub fn step_static(&self, types: &UniqueArena<Type>, parts: Parts, index: u32) -> Option<StaticStep> {
        let (index, place) = match parts {
            Parts::Members { ty, layout } => {
                let member_type = struct_member(types, ty, index)?.ty;
                let (index, hoisted) = match layout {
                    MemoryLayout::Std140 => {
                        let index = self.twin_index(ty, index);
                        (index, columns(types, member_type, Some(index)))
                    }
                    MemoryLayout::None | MemoryLayout::Natural => (index, None),
                };
                match hoisted {
                    Some(columns) => (None, Place::Columns(columns)),
                    None => (Some(index), self.place(types, member_type, layout)),
                }
            }
            Parts::Components { count, .. } if index >= count => return None,
            Parts::Components { place, .. } | Parts::Elements { place, .. } => (Some(index), place),
            Parts::Columns(columns) => (Some(columns.member(index)?), columns.column_place()),
        };
        Some(StaticStep { index, place })
    }
}

/// The columns as which a narrow matrix is declared: hoisted into members from `hoisted_to` on, or in its own twin.
/// `None` for any other type.
fn columns(types: &UniqueArena<Type>, matrix: Handle<Type>, hoisted_to: Option<u32>) -> Option<Columns> {
    let &TypeInner::Matrix { columns, rows, scalar } = inner(types, matrix)? else {
        return None;
    };
    is_narrow(rows, scalar).then_some(Columns {
        matrix,
        first_member: hoisted_to.unwrap_or(0),
        hoisted: hoisted_to.is_some(),
        columns,
        rows,
        scalar,
    })
}
