//! Images and samplers: each is loaded once, in the entry block of the function that uses it, and passed to callees by
//! value.

use super::{Code, FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::resources::Resource;
use crate::back::texel::ImageType;
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::{Expression, GlobalVariable, Handle, ImageClass, TypeInner};

/// A loaded image and its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    pub(super) value: ValueId,
    pub(super) type_key: TypeKey,
    pub(super) ty: ImageType,
    /// Whether the descriptor can differ between invocations. If so, a sampled image with it is decorated `NonUniform`.
    pub(super) non_uniform: bool,
    /// The condition under which the image exists: the index of an element of a binding array may be out of range.
    pub(super) guard: Option<ValueId>,
}

impl FunctionEmitter<'_, '_> {
    pub(super) fn image(&mut self, expression: Handle<Expression>) -> Result<Image> {
        let value = self.value(expression)?;
        self.image_of(expression, value)
    }

    /// The same for an image whose value is known to the caller.
    pub(super) fn image_of(&mut self, expression: Handle<Expression>, value: ValueId) -> Result<Image> {
        let TypeInner::Image { dim, arrayed, class } = *self.inner(expression) else {
            return Err(internal("the operand of an image operation is not an image"));
        };
        let type_key = self.type_key(expression)?;
        Ok(Image {
            value,
            type_key,
            ty: ImageType { dim, arrayed, class },
            non_uniform: self.is_non_uniform(expression),
            guard: self.element_guard(expression),
        })
    }

    /// The global variable of an external texture, which is never passed as a value; `None` for any other image.
    pub(super) fn external_global(&self, image: Handle<Expression>) -> Result<Option<Handle<GlobalVariable>>> {
        if !matches!(*self.inner(image), TypeInner::Image { class, .. } if class == ImageClass::External) {
            return Ok(None);
        }
        let global = self.instance.global_of(self.function, image);
        let global = global.ok_or_else(|| internal("an external texture expression has no global variable"))?;
        Ok(Some(global))
    }

    /// The value of a `GlobalVariable` expression: the loaded handle.
    pub(super) fn global_variable(
        &mut self,
        expression: Handle<Expression>,
        global: Handle<GlobalVariable>,
    ) -> Result<ValueId> {
        let id = self.handle_of_global(global)?;
        // The load is in the entry block, so it is valid in the whole function and not only in the open construct.
        self.set_value(expression, id);
        Ok(id)
    }

    /// The loaded handle of a global variable. It is loaded once in each function.
    pub(super) fn handle_of_global(&mut self, global: Handle<GlobalVariable>) -> Result<ValueId> {
        if let Some(&(_, id)) = self.f.loaded.handles.iter().find(|&&(known, _)| known == global) {
            return Ok(id);
        }
        let plan = self.m.plan;
        let combined = plan.combined_of(global);
        // The sampler of a combined image sampler is the whole sampled image, because sampling is its only use. The
        // texture is extracted from it.
        let whole = combined.and_then(|combined| combined.sampler);
        let mut id = match (self.m.resource(global)?, whole) {
            (_, Some(sampler)) if sampler != global => self.handle_of_global(sampler)?,
            (Resource::Descriptor { variable, type_key }, _) => {
                let ty = match combined {
                    Some(_) => self.m.sampled_image_type(type_key)?,
                    None => self.m.value_type(type_key)?,
                };
                let id = self.fresh();
                self.f.entry.load(ty, id, variable, &[]);
                id
            }
            (Resource::Handle(handle), _) => self.m.convert_handle(&mut self.f.entry, handle, None)?,
            _ => return Err(internal("a variable in memory where a handle is expected")),
        };
        if combined.is_some_and(|combined| combined.texture == Some(global)) {
            let image = self.m.type_keys.type_key(self.m.module.global_variables[global].ty);
            let (ty, image) = self.typed(image)?;
            self.f.entry.image(ty, image, id);
            id = image;
        }
        self.f.loaded.handles.push((global, id));
        Ok(id)
    }

    /// The combined image sampler of a texture and a sampler, if they are combined.
    pub(super) fn combined(
        &mut self,
        image: Handle<Expression>,
        sampler: Handle<Expression>,
    ) -> Result<Option<ValueId>> {
        let plan = self.m.plan;
        if !plan.has_combined() {
            return Ok(None);
        }
        let global = |expression| self.instance.global_of(self.function, expression);
        let (Some(texture), Some(sampler)) = (global(image), global(sampler)) else {
            return Ok(None);
        };
        let combined = plan.combined_of(texture);
        let is_pair = combined.is_some_and(|combined| combined.sampler == Some(sampler));
        is_pair.then(|| self.handle_of_global(sampler)).transpose()
    }

    pub(super) fn parameter(&self, index: u32) -> Result<Parameter> {
        let parameter = self.f.arguments.parameters.get(index as usize).copied();
        parameter.ok_or_else(|| internal("an argument index is out of range"))
    }
}
