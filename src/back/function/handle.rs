//! Images and samplers: loaded where a function first uses them, in its entry block, and passed on by value.

use super::{FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::resources::{Combined, CombinedSource, Resource};
use crate::back::type_key::TypeKey;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::words::ValueId;
use naga::{Expression, GlobalVariable, Handle, ImageClass, ImageDimension, TypeInner};

/// A loaded image and what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    pub(super) value: ValueId,
    pub(super) type_key: TypeKey,
    pub(super) dim: ImageDimension,
    pub(super) arrayed: bool,
    pub(super) class: ImageClass,
    /// The descriptor may differ between invocations: what is made of the image carries `NonUniform`.
    pub(super) non_uniform: bool,
    /// The condition under which the image is there: an element of a binding array may be out of range.
    pub(super) guard: Option<ValueId>,
}

/// A loaded sampler.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampler {
    pub(super) value: ValueId,
    pub(super) non_uniform: bool,
    pub(super) guard: Option<ValueId>,
}

impl FunctionEmitter<'_, '_> {
    /// The image that an expression names.
    pub(super) fn image(&mut self, expression: Handle<Expression>) -> Result<Image> {
        let value = self.value(expression)?;
        self.image_of(expression, value)
    }

    /// The same with a value that stands for the image.
    pub(super) fn image_of(&mut self, expression: Handle<Expression>, value: ValueId) -> Result<Image> {
        let TypeInner::Image { dim, arrayed, class } = *self.inner(expression) else {
            return Err(internal("an image operation on no image"));
        };
        let type_key = self.type_key(expression)?;
        Ok(Image {
            value,
            type_key,
            dim,
            arrayed,
            class,
            non_uniform: self.is_non_uniform(expression),
            guard: self.element_guard(expression),
        })
    }

    /// The global behind an expression that names an external texture, which is never passed on as a value.
    pub(super) fn external_global(&self, expression: Handle<Expression>) -> Result<Handle<GlobalVariable>> {
        match pointer_root(self.function, expression) {
            Some(PointerRoot::Global(global)) => Ok(global),
            Some(PointerRoot::Argument(index)) => match self.parameter(index)? {
                Parameter::Global(global) => Ok(global),
                Parameter::Value(_) | Parameter::Guarded { .. } | Parameter::Pointer { .. } | Parameter::Input => {
                    Err(internal("an external texture passed on as a value"))
                }
            },
            Some(PointerRoot::Local(_)) | None => Err(internal("an external texture that comes from no variable")),
        }
    }

    /// Whether an expression names an external texture.
    pub(super) fn is_external(&self, expression: Handle<Expression>) -> bool {
        matches!(
            *self.inner(expression),
            TypeInner::Image {
                class: ImageClass::External,
                ..
            }
        )
    }

    /// The sampler that an expression names.
    pub(super) fn sampler(&mut self, expression: Handle<Expression>) -> Result<Sampler> {
        Ok(Sampler {
            value: self.value(expression)?,
            non_uniform: self.is_non_uniform(expression),
            guard: self.element_guard(expression),
        })
    }

    /// A global as an expression: the loaded handle, or the pointer to memory.
    pub(super) fn global_variable(
        &mut self,
        expression: Handle<Expression>,
        global: Handle<GlobalVariable>,
    ) -> Result<ValueId> {
        if self.m.module.global_variables[global].space != naga::AddressSpace::Handle {
            return self.pointer(expression);
        }
        let id = self.handle_of_global(global)?;
        // Loaded in the entry block: valid everywhere, so the scope it was asked in does not matter.
        self.set_value(expression, id);
        Ok(id)
    }

    /// The loaded handle of a global, one load a function.
    pub(super) fn handle_of_global(&mut self, global: Handle<GlobalVariable>) -> Result<ValueId> {
        if let Some(&(_, id)) = self.f.handles.iter().find(|&&(known, _)| known == global) {
            return Ok(id);
        }
        let id = match self.m.resource(global)? {
            Resource::Descriptor { variable, type_key } => {
                let ty = self.m.value_type(type_key)?;
                let id = self.fresh();
                self.f.entry.load(ty, id, variable, &[]);
                id
            }
            Resource::Handle(handle) => self.m.convert_handle(&mut self.f.entry, handle, None)?,
            Resource::Combined(combined) => self.part_of_combined(combined, global)?,
            Resource::Memory(_) | Resource::Array(_) | Resource::External(_) => {
                return Err(internal("memory where a handle is due"));
            }
        };
        self.f.handles.push((global, id));
        Ok(id)
    }

    /// The texture of a combined image sampler, taken out of it; the sampler stands for the whole, which is all that can be
    /// done with it.
    fn part_of_combined(&mut self, combined: Combined, part: Handle<GlobalVariable>) -> Result<ValueId> {
        let image = match combined.source {
            CombinedSource::Descriptor { image, .. } => image,
            CombinedSource::Handle(handle) => handle.type_key(),
        };
        let sampled = match (combined.source, combined.sampler) {
            (_, Some(sampler)) if sampler != part => self.handle_of_global(sampler)?,
            (CombinedSource::Descriptor { variable, .. }, _) => {
                let ty = self.m.sampled_image_type(image)?;
                let id = self.fresh();
                self.f.entry.load(ty, id, variable, &[]);
                id
            }
            (CombinedSource::Handle(handle), _) => self.m.convert_handle(&mut self.f.entry, handle, None)?,
        };
        if part != combined.texture {
            return Ok(sampled);
        }
        let ty = self.m.value_type(image)?;
        let id = self.fresh();
        self.f.entry.image(ty, id, sampled);
        Ok(id)
    }

    /// The combined image sampler that a texture and a sampler are, if they are one.
    pub(super) fn combined(
        &mut self,
        image: Handle<Expression>,
        sampler: Handle<Expression>,
    ) -> Result<Option<ValueId>> {
        if !self.m.plan.has_combined() {
            return Ok(None);
        }
        let plan = self.m.plan;
        let global = |expression| plan.global_of(self.function, self.instance, expression);
        let (Some(texture), Some(sampler)) = (global(image), global(sampler)) else {
            return Ok(None);
        };
        match plan.combined_of(texture) {
            Some(combined) if combined.sampler == Some(sampler) => self.handle_of_global(sampler).map(Some),
            Some(_) | None => Ok(None),
        }
    }

    /// The parameter that an argument became.
    pub(super) fn parameter(&self, index: u32) -> Result<Parameter> {
        self.f
            .parameters
            .get(index as usize)
            .copied()
            .ok_or_else(|| internal("an argument that the function does not have"))
    }
}
