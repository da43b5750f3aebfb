//! The undecorated twin of a type: it has the members of the std140 twin, and no decorations.
//!
//! `OpCopyLogical` converts between the two. A Function or Private variable may hold the undecorated twin where it may
//! not hold the decorated one: from SPIR-V 1.5 on, types with an explicit layout are legal only in storage classes with
//! an explicit layout (VUID-StandaloneSpirv-None-10684).
//!
//! This file does not know which values are converted. The members come from `layout`.

use super::emitter::{Emitter, Result, internal};
use super::shape::{Role, Shape};
use super::type_key::{Numeric, TypeKey};
use super::types::UNDECORATED;
use crate::layout::{MemoryLayout, TwinMember, twin_members};
use crate::words::TypeId;
use naga::{ArraySize, TypeInner};

impl Emitter<'_> {
    /// The undecorated twin of a type; the type itself where it has no twin.
    pub(crate) fn undecorated_twin_type(&mut self, type_key: TypeKey) -> Result<TypeId> {
        let shape = Shape::new(type_key, MemoryLayout::Std140);
        if self.effective_layout(shape) != MemoryLayout::Std140 {
            // Where `OpCopyLogical` exists, types in registers have no layout, whatever contains them.
            return self.type_id(Shape::value(type_key), Role::Plain);
        }
        if let Some(Numeric::Matrix(columns, rows, scalar)) = type_key.numeric() {
            let column = self.number_type(TypeKey::vector(rows, scalar))?;
            return self.plain_struct(&[column; 4][..columns as usize]);
        }
        if let Some(id) = self.types.declarations(type_key)[UNDECORATED] {
            return Ok(id);
        }
        let module = self.module;
        let handle = self.type_keys.handle(type_key);
        let handle = handle.ok_or_else(|| internal("a type key without a type"))?;
        let id = match module.types[handle].inner {
            TypeInner::Array {
                base,
                size: ArraySize::Constant(length),
                ..
            } => {
                let element = self.undecorated_twin_type(self.type_keys.type_key(base))?;
                let length = self.u32_constant(length.get())?;
                self.new_type(|section, id| section.type_array(id, element, length))
            }
            TypeInner::Struct { .. } => {
                let mark = self.scratch_types.len();
                for member in twin_members(&module.types, handle) {
                    let id = match member {
                        TwinMember::Whole { ty, .. } => self.undecorated_twin_type(self.type_keys.type_key(ty))?,
                        TwinMember::Column { rows, scalar, .. } => self.number_type(TypeKey::vector(rows, scalar))?,
                    };
                    self.scratch_types.push(id);
                }
                self.struct_since(mark)
            }
            // catch-all: a uniform buffer holds no other types that contain a matrix
            _ => return Err(internal("the undecorated twin of a type without a twin")),
        };
        self.types.declarations(type_key)[UNDECORATED] = Some(id);
        Ok(id)
    }
}
