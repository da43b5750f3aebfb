//! Binding arrays: one variable that holds many resources.
//!
//! ```text
//! %textures = OpTypeArray %type_2d_image %uint_8         or  OpTypeRuntimeArray %type_2d_image
//! %buffers  = OpTypeArray %Block %uint_8                 the struct is the Block, the array has no stride
//! ```
//!
//! Accesses to elements are in `function::binding_array`.

use super::emitter::{Emitter, Result, internal};
use super::plan::{ArrayLength, binding_array};
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
    pub(crate) element: Handle<Type>,
    pub(crate) layout: MemoryLayout,
    pub(crate) role: Role,
    pub(crate) length: ArrayLength,
}

impl Emitter<'_> {
    #[cold]
    pub(crate) fn declare_binding_array(&mut self, global: &GlobalVariable) -> Result<BindingArray> {
        let (element, length) = binding_array(self.module, self.options, &self.plan.overrides, global)
            .ok_or_else(|| internal("a binding array of another type"))?;
        let descriptors = (StorageClass::UniformConstant, MemoryLayout::None, Role::Plain);
        let (class, layout, role) = self.buffer_class(global.space).unwrap_or(descriptors);
        let shape = Shape::new(self.type_keys.type_key(element), layout);
        let base = self.type_id(shape, role)?;
        let array_type = self.array_type(base, length)?;
        // The array type has no decorations, so it is interned by its words.
        let array = self.interned_type(array_type)?;
        let variable = self.declare_variable(class, array)?;
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
