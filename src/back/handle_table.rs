//! Tables of handles: buffers of unsigned integers that are converted to textures and samplers
//! (`SPV_INTEL_bindless_images`).
//!
//! Each table is one struct of handles, and of arrays of handles, at offsets that the plan has computed:
//!
//! ```text
//! %table   = OpTypeStruct %ulong %ulong              Block, Offset 0, Offset 16
//! %handles = OpVariable %_ptr_StorageBuffer_table StorageBuffer
//! %at      = OpAccessChain %_ptr_StorageBuffer_ulong %handles %uint_1
//! %handle  = OpLoad %ulong %at
//! %image   = OpConvertHandleToImageINTEL %type_2d_image %handle
//! ```
//!
//! The handle of a combined image sampler is converted to one sampled image.

use super::emitter::{Emitter, Result, internal};
use super::plan::limits::MAX_MEMBERS;
use super::plan::{ArrayLength, HandleEntry, TablePlace};
use super::shape::{Role, Shape};
use super::type_key::TypeKey;
use crate::ir::global::element;
use crate::options::HandleMemory;
use crate::words::{Section, ValueId};
use alloc::vec::Vec;
use naga::{Scalar, TypeInner};
use spirv::{Decoration, StorageClass};

#[derive(Clone, Copy, Debug)]
pub(crate) struct TableHandle {
    pub(crate) table: ValueId,
    class: StorageClass,
    /// The index of the handle among the table's members.
    pub(crate) member: u32,
    /// The type that the handle is converted to; of a combined image sampler the texture's.
    pub(crate) type_key: TypeKey,
    /// The length, if the resource is a binding array of handles.
    pub(crate) length: Option<ArrayLength>,
    /// Whether the handle is one of a texture with its sampler.
    combined: bool,
}

impl Emitter<'_> {
    /// The type key of a handle in memory: `u32` or `u64`.
    fn handle_type_key(&self) -> Result<TypeKey> {
        match self.plan.handle_width() {
            Some(4) => Ok(TypeKey::U32),
            Some(8) => Ok(TypeKey::scalar(Scalar::U64)),
            Some(_) | None => Err(internal("a handle under logical addressing")),
        }
    }

    /// Resolves a resource that is a handle, and declares its table at the first one.
    #[cold]
    pub(crate) fn declare_handle(&mut self, entry: HandleEntry) -> Result<TableHandle> {
        let (class, role) = match entry.place.memory {
            HandleMemory::Storage => self.plan.facts().storage_buffers,
            HandleMemory::Uniform => (StorageClass::Uniform, Role::Block),
            HandleMemory::PushConstant => (StorageClass::PushConstant, Role::Block),
        };
        let global = &self.module.global_variables[entry.global];
        let known = self.resources.tables.iter().find(|&&(place, _)| place == entry.place);
        let table = match known {
            Some(&(_, table)) => table,
            None => self.declare_table(entry.place, class, role)?,
        };
        Ok(TableHandle {
            table,
            class,
            member: entry.member,
            type_key: self.type_keys.type_key(element(self.module, global)),
            length: entry.length,
            combined: self.plan.combined_of(entry.global).is_some(),
        })
    }

    fn declare_table(&mut self, place: TablePlace, class: StorageClass, role: Role) -> Result<ValueId> {
        let type_key = self.handle_type_key()?;
        let handle = self.value_type(type_key)?;
        let mark = self.scratch_types.len();
        let mut offsets: Vec<u32> = Vec::new();
        for entry in self.plan.handles_of(place) {
            if entry.member as usize == offsets.len() {
                offsets.push(entry.offset);
                let member = match entry.length {
                    None => handle,
                    Some(length) => {
                        debug_assert!(
                            !matches!(length, ArrayLength::Override(_)),
                            "the plan refuses a table whose length stays open"
                        );
                        // An array of the shader can have the same words, so the id is not interned.
                        self.declare_array(handle, length, Some(entry.stride))?
                    }
                };
                self.scratch_types.push(member);
            }
        }
        if offsets.len() > MAX_MEMBERS {
            self.exceed("handles in one table", offsets.len(), MAX_MEMBERS, self.span);
        }
        let id = self.struct_since(mark);
        self.decorate_role(id, role);
        for (member, &offset) in (0..).zip(&offsets) {
            let annotations = &mut self.sections.annotations;
            annotations.member_decorate(id, member, Decoration::Offset, &[offset]);
        }
        let variable = self.declare_variable(class, id)?;
        let annotations = &mut self.sections.annotations;
        if place.memory != HandleMemory::PushConstant {
            annotations.decorate(variable.id(), Decoration::DescriptorSet, &[place.descriptor_set]);
            annotations.decorate(variable.id(), Decoration::Binding, &[place.binding]);
        }
        if place.memory == HandleMemory::Storage {
            annotations.decorate(variable.id(), Decoration::NonWritable, &[]);
        }
        self.resources.tables.push((place, variable));
        Ok(variable)
    }

    /// Loads a handle and converts it to its texture or sampler. `index` selects from a binding array.
    pub(crate) fn convert_handle(
        &mut self,
        code: &mut Section,
        handle: TableHandle,
        index: Option<ValueId>,
    ) -> Result<ValueId> {
        let type_key = self.handle_type_key()?;
        let word = self.value_type(type_key)?;
        let resource = if handle.combined {
            self.sampled_image_type(handle.type_key)?
        } else {
            self.value_type(handle.type_key)?
        };
        let pointer_type = self.pointer_type(handle.class, Shape::value(type_key))?;
        let member = self.u32_constant(handle.member)?;
        let [pointer, loaded, id] = [self.ids.value(), self.ids.value(), self.ids.value()];
        match index {
            Some(index) => code.access_chain(pointer_type, pointer, handle.table, &[member, index]),
            None => code.access_chain(pointer_type, pointer, handle.table, &[member]),
        }
        code.load(word, loaded, pointer, &[]);
        let module = self.module;
        let inner = self.type_keys.handle(handle.type_key).map(|ty| &module.types[ty].inner);
        if handle.combined {
            code.convert_handle_to_sampled_image_intel(resource, id, loaded);
        } else if let Some(TypeInner::Image { .. }) = inner {
            code.convert_handle_to_image_intel(resource, id, loaded);
        } else {
            code.convert_handle_to_sampler_intel(resource, id, loaded);
        }
        Ok(id)
    }
}
