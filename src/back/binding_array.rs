//! Binding arrays: one variable that holds many resources.
//!
//! ```text
//! %textures = OpTypeArray %type_2d_image %uint_8         or  OpTypeRuntimeArray %type_2d_image
//! %buffers  = OpTypeArray %Block %uint_8                 the struct is the Block, the array has no stride
//! ```
//!
//! Accesses to elements are in `function::binding_array`.

use super::emitter::{Emitter, Result, internal};
use super::plan::{BindingLength, binding_array};
use super::shape::{Role, Shape};
use crate::layout::MemoryLayout;
use crate::words::ValueId;
use naga::{AddressSpace, GlobalVariable, Handle, Type};
use spirv::StorageClass;

/// The variable of a binding array, and the type of its elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BindingArray {
    pub(crate) variable: ValueId,
    pub(crate) class: StorageClass,
    /// The type of one element.
    pub(crate) element: Handle<Type>,
    pub(crate) layout: MemoryLayout,
    pub(crate) role: Role,
    pub(crate) length: BindingLength,
}

impl Emitter<'_> {
    /// The storage class, layout and role of the buffers of an address space.
    fn buffer_class(&self, space: AddressSpace) -> Result<(StorageClass, MemoryLayout, Role)> {
        let facts = self.plan.facts();
        Ok(match space {
            AddressSpace::Uniform if facts.relaxed_uniform_layout => {
                (StorageClass::Uniform, MemoryLayout::Natural, Role::Block)
            }
            AddressSpace::Uniform => (StorageClass::Uniform, MemoryLayout::Std140, Role::Block),
            AddressSpace::Storage { .. } if facts.storage_buffer_class => {
                (StorageClass::StorageBuffer, MemoryLayout::Natural, Role::Block)
            }
            AddressSpace::Storage { .. } => (StorageClass::Uniform, MemoryLayout::Natural, Role::BufferBlock),
            AddressSpace::Handle => (StorageClass::UniformConstant, MemoryLayout::None, Role::Plain),
            AddressSpace::Function
            | AddressSpace::Private
            | AddressSpace::WorkGroup
            | AddressSpace::Immediate
            | AddressSpace::TaskPayload
            | AddressSpace::RayPayload
            | AddressSpace::IncomingRayPayload => {
                return Err(internal("a binding array in an address space without binding arrays"));
            }
        })
    }

    /// Declares the variable of a binding array.
    #[cold]
    pub(crate) fn declare_binding_array(&mut self, global: &GlobalVariable) -> Result<BindingArray> {
        let (element, length) = binding_array(self.module, self.options, &self.plan.overrides, global)
            .ok_or_else(|| internal("a binding array of another type"))?;
        let (class, layout, role) = self.buffer_class(global.space)?;
        let shape = Shape {
            type_key: self.type_keys.type_key(element),
            layout,
        };
        let base = self.type_id(shape, role)?;
        let length_id = match length {
            BindingLength::Known(length) => Some(self.u32_constant(length)?),
            BindingLength::Override(length) => Some(self.override_value(length)?),
            BindingLength::Unknown => None,
        };
        // The array type has no decorations, so it is interned by its words.
        let array = self.interned_type(|section, id| match length_id {
            Some(length) => section.type_array(id, base, length),
            None => section.type_runtime_array(id, base),
        })?;
        let variable = self.declare_variable(class, array, None)?;
        Ok(BindingArray {
            variable,
            class,
            element,
            layout,
            role,
            length,
        })
    }
}
