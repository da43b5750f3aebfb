//! Reflection of types in memory that the host fills: the offset of each number.
//!
//! The layout is the one that the shader declares. It also holds for a matrix that the words replace by its columns,
//! since its bytes are the same.

use crate::back::overrides::number_type;
use crate::ir::ty::parts;
use alloc::vec::Vec;
use naga::proc::Layouter;
use naga::{ArraySize, Handle, Module, Type, TypeInner};
use spirula_spirv::internal::{member, memory_type, vector_alignment};
use spirula_spirv::reflection::{TypeReflection, TypeShape};

/// Appends the given types and the types of their parts to a list; each follows the types of its parts. Returns by type
/// of the module its index in the list, if it is in memory of the host.
pub(super) fn add(
    list: &mut Vec<TypeReflection>,
    module: &Module,
    roots: impl IntoIterator<Item = Handle<Type>>,
) -> Vec<Option<usize>> {
    let mut needed = vec![false; module.types.len()];
    let mut work: Vec<Handle<Type>> = roots.into_iter().collect();
    while let Some(ty) = work.pop() {
        if core::mem::replace(&mut needed[ty.index()], true) {
            continue;
        }
        work.extend(parts(&module.types[ty].inner));
    }
    let mut places = vec![None; module.types.len()];
    let mut layouts = Layouter::default();
    if layouts.update(module.to_ctx()).is_err() {
        // No module that naga's validator has accepted.
        return places;
    }
    // In naga's arena a type follows the types of its parts.
    for (handle, ty) in module.types.iter().filter(|(handle, _)| needed[handle.index()]) {
        if let Some(shape) = shape(list, &places, &ty.inner) {
            places[handle.index()] = Some(list.len());
            let layout = layouts[handle];
            // The multiple of the alignment that follows 0 is the alignment, which naga has no other way to ask for.
            let alignment = layout.alignment.round_up(1);
            list.push(memory_type(ty.name.clone(), layout.size, alignment, shape));
        }
    }
    places
}

fn shape(list: &[TypeReflection], places: &[Option<usize>], inner: &TypeInner) -> Option<TypeShape> {
    Some(match *inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => TypeShape::Scalar {
            number: number_type(scalar),
            atomic: matches!(inner, TypeInner::Atomic(_)),
        },
        TypeInner::Vector { size, scalar } => TypeShape::Vector {
            number: number_type(scalar),
            components: size as u8,
        },
        TypeInner::Matrix { columns, rows, scalar } => TypeShape::Matrix {
            number: number_type(scalar),
            columns: columns as u8,
            rows: rows as u8,
            stride: vector_alignment(rows as u8, number_type(scalar)),
            row_major: false,
        },
        TypeInner::Array { base, size, stride } => TypeShape::Array {
            element: places[base.index()]?,
            count: match size {
                ArraySize::Constant(count) => Some(count.get()),
                // Only workgroup memory has arrays whose length is an override.
                ArraySize::Pending(_) | ArraySize::Dynamic => None,
            },
            stride,
        },
        TypeInner::Struct { ref members, span } => {
            let ends = members.iter().skip(1).map(|next| next.offset).chain([span]);
            let members = members.iter().zip(ends).map(|(declared, end)| {
                let place = places[declared.ty.index()]?;
                let padding = end.saturating_sub(declared.offset.saturating_add(list[place].size));
                Some(member(declared.name.clone(), place, declared.offset, padding))
            });
            let members = members.collect::<Option<Vec<_>>>()?;
            TypeShape::Struct { members }
        }
        // catch-all: no buffer contains other types
        _ => return None,
    })
}
