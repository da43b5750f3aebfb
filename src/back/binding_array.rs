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
use naga::{GlobalVariable, Handle, Type};
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
    /// Declares the variable of a binding array.
    #[cold]
    pub(crate) fn declare_binding_array(&mut self, global: &GlobalVariable) -> Result<BindingArray> {
        let (element, length) = binding_array(self.module, self.options, &self.plan.overrides, global)
            .ok_or_else(|| internal("a binding array of another type"))?;
        let descriptors = (StorageClass::UniformConstant, MemoryLayout::None, Role::Plain);
        let (class, layout, role) = self.buffer_class(global.space).unwrap_or(descriptors);
        let shape = Shape::new(self.type_keys.type_key(element), layout);
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
