//! Resources with the same set and binding: which of them an entry point may use together.
//!
//! Vulkan, "Shader Resource Interface" (the note on overlapping set and binding values): variables with the same set
//! and binding may all be used in one shader if one descriptor suits all of them; a descriptor of type
//! `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER` can be a texture, a sampler, or both. Different entry points are
//! different shaders, so they may use different resources there. `back::memory` finds the variables that share a
//! descriptor, and which of them see the writes of another.

use super::Plan;
use crate::back::binding::table_memory;
use crate::back::memory::Placed;
use crate::back::request::Request;
use crate::error::{Diagnostic, ErrorKind};
use crate::ir::global::{element, is_external};
use crate::options::HandleMemory;
use alloc::vec::Vec;
use naga::{AddressSpace, GlobalVariable, Handle, ImageClass, Module, TypeInner};

/// The kind of descriptor that a variable requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Uniform,
    Storage,
    /// A texture, a sampler, or both.
    Sampling,
    StorageImage,
    Structure,
    /// The buffer of a handle table, which the host fills with handles only.
    UniformTable,
    StorageTable,
}

/// The last part of an external texture, its parameters.
const PARAMETERS: usize = 3;

fn wanted(module: &Module, options: &Request<'_>, placed: &Placed) -> Wanted {
    let global = &module.global_variables[placed.global];
    match (global.space, table_memory(options, global)) {
        (_, Some(HandleMemory::Uniform)) => Wanted::UniformTable,
        (_, Some(HandleMemory::Storage | HandleMemory::PushConstant)) => Wanted::StorageTable,
        (AddressSpace::Uniform, None) => Wanted::Uniform,
        (AddressSpace::Storage { .. }, None) => Wanted::Storage,
        (_, None) if placed.part == PARAMETERS && is_external(module, global) => Wanted::Uniform,
        (_, None) => match module.types[element(module, global)].inner {
            TypeInner::Image {
                class: ImageClass::Storage { .. },
                ..
            } => Wanted::StorageImage,
            TypeInner::AccelerationStructure { .. } => Wanted::Structure,
            // catch-all: sampled textures and samplers; naga's validator accepts no other types with a binding
            _ => Wanted::Sampling,
        },
    }
}

impl Plan {
    /// Refuses live resources that one descriptor cannot be.
    #[cold]
    pub(super) fn refuse_aliases(&mut self, module: &Module, options: &Request<'_>) {
        let mut refused = Vec::new();
        for (place, group) in self.memory.descriptors() {
            let mut live = group.iter().filter(|placed| self.is_live(placed.global));
            let Some(first) = live.next() else { continue };
            let kind = wanted(module, options, first);
            refused.extend(
                live.filter(|other| wanted(module, options, other) != kind)
                    .map(|&other| (place, *first, other)),
            );
        }
        for (place, first, other) in refused {
            self.refuse_alias(module, place, [first, other]);
        }
    }

    #[cold]
    fn refuse_alias(&mut self, module: &Module, (set, binding): (u32, u32), [first, other]: [Placed; 2]) {
        let kind = ErrorKind::Inexpressible {
            what: "two resources on one binding",
            reason: "an entry point uses both, and no descriptor is of both kinds",
        };
        let span = module.global_variables.get_span(other.global);
        // Several entry points may use the same two resources.
        if self
            .requirements
            .refusals
            .iter()
            .any(|known| known.kind == kind && known.span == span)
        {
            return;
        }
        let name = |global: Handle<GlobalVariable>| {
            let name = module.global_variables[global].name.as_deref();
            name.unwrap_or("a variable without a name")
        };
        let note = format!(
            "`{}` and `{}` are at set {set}, binding {binding}",
            name(first.global),
            name(other.global)
        );
        self.requirements
            .refusals
            .push(Diagnostic::new(kind, span).with_note(note));
    }
}
