//! The bare form of a twin: the type that a uniform buffer has under std140, member for member, without its decorations.
//!
//! `OpCopyLogical` goes between the two, and a variable may hold this one where it may not hold the other: from SPIR-V
//! 1.5 types with an explicit layout are for the storage classes that have one (VUID-StandaloneSpirv-None-10684).
//!
//! It must not know what is converted. What the members are is asked of `layout`.

use super::emitter::{Emitter, Result, internal};
use super::shape::Shape;
use super::slot::{Numeric, Slot};
use crate::layout::{MemoryLayout, TwinMember, twin_members};
use crate::words::TypeId;
use naga::{ArraySize, TypeInner};

impl Emitter<'_> {
    /// The bare form of a type's twin; the type as registers have it where there is no twin.
    pub(crate) fn bare_twin_type(&mut self, slot: Slot) -> Result<TypeId> {
        let shape = Shape {
            slot,
            layout: MemoryLayout::Std140,
        };
        if self.effective_layout(shape) != MemoryLayout::Std140 {
            return self.number_type(slot);
        }
        if let Some(Numeric::Matrix(columns, rows, scalar)) = slot.numeric() {
            let column = self.number_type(Slot::vector(rows, scalar))?;
            return self.plain_struct(&[column; 4][..columns as usize]);
        }
        if let Some(id) = self.types.bare(slot) {
            return Ok(id);
        }
        let id = self.declare_bare_twin(slot)?;
        self.types.set_bare(slot, id);
        Ok(id)
    }

    fn declare_bare_twin(&mut self, slot: Slot) -> Result<TypeId> {
        let module = self.module;
        let handle = self
            .slots
            .handle(slot)
            .ok_or_else(|| internal("a slot without a type"))?;
        match module.types[handle].inner {
            TypeInner::Array {
                base,
                size: ArraySize::Constant(length),
                ..
            } => {
                let element = self.bare_twin_type(self.slots.slot(base))?;
                let length = self.u32_constant(length.get())?;
                let id = self.ids.type_id();
                self.sections.globals.type_array(id, element, length);
                Ok(id)
            }
            TypeInner::Struct { .. } => {
                let mark = self.scratch_types.len();
                for member in twin_members(&module.types, handle) {
                    let id = match member {
                        TwinMember::Whole { ty, .. } => self.bare_twin_type(self.slots.slot(ty))?,
                        TwinMember::Column { rows, scalar, .. } => self.number_type(Slot::vector(rows, scalar))?,
                    };
                    self.scratch_types.push(id);
                }
                let id = self.ids.type_id();
                let members = &self.tables.scratch_types[mark..];
                self.tables.sections.globals.type_struct(id, members);
                self.scratch_types.truncate(mark);
                Ok(id)
            }
            // catch-all: a uniform buffer holds no other types that contain a matrix
            _ => Err(internal("a twin of something that has none")),
        }
    }
}
