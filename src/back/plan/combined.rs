//! Combined image samplers: a texture and a sampler of the shader that share a descriptor or a handle.
//!
//! SPIR-V can extract the image of a sampled image (`OpImage`) but not the sampler. The texture may therefore be used
//! alone, the sampler only together with that texture. Both are identified by their globals, so a function that takes
//! them as arguments has an instance for them.

use super::shapes::ArgumentShape;
use super::{Instance, Plan};
use crate::error::ErrorKind;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::options::BindingInfo;
use naga::{Expression, Function, GlobalVariable, Handle, ImageClass, Module, TypeInner};

const WHAT: &str = "a combined image sampler";

/// A texture and its sampler; `None` for the part that live code does not use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CombinedPair {
    place: BindingInfo,
    pub(crate) texture: Option<Handle<GlobalVariable>>,
    pub(crate) sampler: Option<Handle<GlobalVariable>>,
}

impl Plan {
    /// Records a live resource that is a part of a combined image sampler.
    pub(super) fn plan_combined(&mut self, module: &Module, handle: Handle<GlobalVariable>, info: BindingInfo) {
        let span = module.global_variables.get_span(handle);
        let global = &module.global_variables[handle];
        // Parts with the same set, binding and offset belong together; lengths do not matter.
        let place = BindingInfo {
            binding_array_size: None,
            ..info
        };
        let is_texture = match module.types[global.ty].inner {
            TypeInner::Image {
                class: ImageClass::Sampled { multi: false, .. } | ImageClass::Depth { multi: false },
                ..
            } => true,
            TypeInner::Sampler { .. } => false,
            // catch-all: buffers, storage and multisampled textures, arrays
            _ => {
                let reason = "it consists of one sampled texture and one sampler";
                return self.refuse_inexpressible(WHAT, reason, span);
            }
        };
        let pairs = &mut self.resources.combined;
        let known = pairs.iter().position(|known| known.place == place);
        let at = known.unwrap_or_else(|| {
            pairs.push(CombinedPair {
                place,
                texture: None,
                sampler: None,
            });
            pairs.len() - 1
        });
        let CombinedPair { texture, sampler, .. } = &mut pairs[at];
        let part = if is_texture { texture } else { sampler };
        if part.is_none() {
            *part = Some(handle);
        } else {
            let reason = "its descriptor or handle is that of another texture and sampler";
            self.refuse_inexpressible(WHAT, reason, span);
        }
    }

    /// The combined image sampler that a global is a part of.
    #[inline]
    pub(crate) fn combined_of(&self, global: Handle<GlobalVariable>) -> Option<&CombinedPair> {
        self.resources
            .combined
            .iter()
            .find(|combined| combined.texture == Some(global) || combined.sampler == Some(global))
    }

    #[inline]
    pub(crate) fn has_combined(&self) -> bool {
        !self.resources.combined.is_empty()
    }

    /// Refuses, in every instance, samplers that sample another texture than their own.
    pub(super) fn plan_combined_uses(&mut self, module: &Module) {
        for combined in &self.resources.combined {
            if let (None, Some(sampler)) = (combined.texture, combined.sampler) {
                let reason = "no texture that the shader uses has the sampler's descriptor or handle";
                let span = module.global_variables.get_span(sampler);
                let kind = ErrorKind::Inexpressible { what: WHAT, reason };
                self.requirements.refuse(kind, span);
            }
        }
        for instance in self.instances.all() {
            let function = instance.function.function(module);
            let facts = self.functions.expressions_of(instance.function);
            for (handle, expression) in function.expressions.iter() {
                if let Expression::ImageSample { image, sampler, .. } = *expression
                    && !facts[handle.index()].is_dead()
                    && let Some(own) = instance.global_of(function, sampler)
                    && let Some(combined) = self.combined_of(own)
                    && combined.texture != instance.global_of(function, image)
                {
                    let reason =
                        "its sampler samples its own texture only: SPIR-V takes no sampler out of a sampled image";
                    let kind = ErrorKind::Inexpressible { what: WHAT, reason };
                    self.requirements.refuse(kind, function.expressions.get_span(handle));
                }
            }
        }
    }
}

impl Instance {
    /// The global that a texture or sampler expression of the function names, if it is known.
    pub(crate) fn global_of(
        &self,
        function: &Function,
        expression: Handle<Expression>,
    ) -> Option<Handle<GlobalVariable>> {
        match pointer_root(function, expression)? {
            PointerRoot::Global(global) => Some(global),
            PointerRoot::Argument(argument) => match *self.arguments.get(argument as usize)? {
                ArgumentShape::Global(global) => Some(global),
                ArgumentShape::Value | ArgumentShape::Pointer(_) => None,
            },
            PointerRoot::Local(_) => None,
        }
    }
}
