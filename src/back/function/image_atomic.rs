//! Atomic operations on texels (naga's `ImageAtomic`), through a pointer to the texel. `OpImageTexelPointer` takes a
//! pointer to the image, not a loaded image.
//!
//! ```text
//! textureAtomicAdd(images[i], p, v)  %image = OpAccessChain %_ptr_UniformConstant_image %images %i
//!                                    %texel = OpImageTexelPointer %_ptr_Image_uint %image %p %u0
//!                                             OpAtomicIAdd %uint %texel %device %relaxed %v
//! ```
//!
//! No policy checks the coordinates: in Vulkan an atomic operation outside the image has no effect.

use super::binding_array::ArrayElement;
use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::resources::Resource;
use crate::back::shape::Shape;
use crate::error::ErrorKind;
use crate::words::ValueId;
use naga::{AtomicFunction, Expression, Handle};
use spirv::StorageClass;

impl FunctionEmitter<'_, '_> {
    pub(super) fn image_atomic(
        &mut self,
        image: Handle<Expression>,
        (coordinate, array_index): (Handle<Expression>, Option<Handle<Expression>>),
        fun: AtomicFunction,
        value: Handle<Expression>,
    ) -> Result<()> {
        let coordinates = self.texel_coordinates(coordinate, array_index, None)?;
        let type_key = self.type_key(value)?;
        let value = self.value(value)?;
        let compare = self.compared(fun)?;
        let (pointer, guard) = self.image_pointer(image)?;
        let guard = self.guard_effect(StorageClass::Image, guard)?;
        self.only_if(guard, |this| {
            let ty = this.m.pointer_type(StorageClass::Image, Shape::value(type_key))?;
            let sample = this.m.u32_constant(0)?;
            let texel = this.fresh();
            this.f.body.image_texel_pointer(ty, texel, pointer, coordinates, sample);
            this.mark_non_uniform(texel, this.is_non_uniform(image));
            let _ = this.atomic_op((texel, StorageClass::Image), fun, type_key, value, compare)?;
            Ok(())
        })
    }

    /// The pointer to the image that an expression denotes, and the condition under which the image exists. naga's
    /// validator admits a global variable and an element of one. An image that is converted from a bindless handle
    /// (`SPV_INTEL_bindless_images`) is stored in a Function variable.
    fn image_pointer(&mut self, image: Handle<Expression>) -> Result<(ValueId, Option<ValueId>)> {
        let Expression::GlobalVariable(global) = self.function.expressions[image] else {
            return match self.element_of(image)? {
                (ArrayElement::Pointer(pointer), guard) => Ok((pointer, guard)),
                (ArrayElement::Handle(value), guard) => {
                    let pointer = self.function_variable(self.type_key(image)?, &[])?;
                    self.f.body.store(pointer, value, &[]);
                    Ok((pointer, guard))
                }
            };
        };
        match self.m.resource(global)? {
            Resource::Descriptor { variable, .. } => Ok((variable, None)),
            // One Function variable for each global, which is stored in the entry block.
            Resource::Handle(handle) => {
                let mut known = self.f.loaded.handle_variables.iter();
                if let Some(&(_, variable)) = known.find(|&&(known, _)| known == global) {
                    return Ok((variable, None));
                }
                let image = self.handle_of_global(global)?;
                let variable = self.function_variable(handle.type_key, &[])?;
                self.f.entry.store(variable, image, &[]);
                self.f.loaded.handle_variables.push((global, variable));
                Ok((variable, None))
            }
            _ => {
                // naga's validator accepts a binding array.
                let kind = ErrorKind::InvalidModule("an atomic operation on what is not an image");
                self.m.refuse(kind);
                Err(internal("a texel pointer into a resource that is not an image"))
            }
        }
    }
}
