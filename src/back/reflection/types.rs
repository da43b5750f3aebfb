//! Reflection of types in memory that the host fills: the offset of each number.
//!
//! The layout is the one that the shader declares. It also holds for a matrix that the words replace by its columns,
//! since its bytes are the same.

use crate::back::overrides::number_type;
use crate::ir::ty::parts;
use alloc::vec::Vec;
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
    // In naga's arena a type follows the types of its parts.
    for (handle, ty) in module.types.iter().filter(|(handle, _)| needed[handle.index()]) {
        if let Some(reflected) = one(list, &places, ty) {
            places[handle.index()] = Some(list.len());
            list.push(reflected);
        }
    }
    places
}

fn one(list: &[TypeReflection], places: &[Option<usize>], ty: &Type) -> Option<TypeReflection> {
    let (size, alignment, shape) = match ty.inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
            let number = number_type(scalar);
            let atomic = matches!(ty.inner, TypeInner::Atomic(_));
            let shape = TypeShape::Scalar { number, atomic };
            (number.bytes(), number.bytes(), shape)
        }
        TypeInner::Vector { size, scalar } => {
            let (number, components) = (number_type(scalar), size as u8);
            let shape = TypeShape::Vector { number, components };
            let bytes = u32::from(components) * number.bytes();
            (bytes, vector_alignment(size as u8, number), shape)
        }
        TypeInner::Matrix { columns, rows, scalar } => {
            let number = number_type(scalar);
            let stride = vector_alignment(rows as u8, number);
            let (columns, rows) = (columns as u8, rows as u8);
            let shape = TypeShape::Matrix {
                number,
                columns,
                rows,
                stride,
                row_major: false,
            };
            (u32::from(columns) * stride, stride, shape)
        }
        TypeInner::Array { base, size, stride } => {
            let element = places[base.index()]?;
            let count = match size {
                ArraySize::Constant(count) => Some(count.get()),
                // Only workgroup memory has arrays whose length is an override.
                ArraySize::Pending(_) | ArraySize::Dynamic => None,
            };
            let shape = TypeShape::Array { element, count, stride };
            let size = count.unwrap_or(1).saturating_mul(stride);
            (size, list[element].alignment, shape)
        }
        TypeInner::Struct { ref members, span } => {
            let ends = members.iter().skip(1).map(|next| next.offset).chain([span]);
            let mut alignment = 1;
            let members = members.iter().zip(ends).map(|(declared, end)| {
                let place = places[declared.ty.index()]?;
                let ty = &list[place];
                alignment = alignment.max(ty.alignment);
                let padding = end.saturating_sub(declared.offset.saturating_add(ty.size));
                Some(member(declared.name.clone(), place, declared.offset, padding))
            });
            let members = members.collect::<Option<Vec<_>>>()?;
            (span, alignment, TypeShape::Struct { members })
        }
        // catch-all: no buffer contains other types
        _ => return None,
    };
    Some(memory_type(ty.name.clone(), size, alignment, shape))
}
