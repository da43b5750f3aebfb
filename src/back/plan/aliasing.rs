//! Resources with the same set and binding: which of them an entry point may use together.
//!
//! Vulkan, "Shader Resource Interface" (the note on overlapping set and binding values): variables with the same set
//! and binding may all be used in one shader if one descriptor suits all of them; a descriptor of type
//! `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER` can be a texture, a sampler, or both. If one of them is written, all are
//! decorated `Aliased`: writes through one are visible to reads through the others (SPIR-V §2.18.2, Aliasing).
//! Different entry points are different shaders, so they may use different resources there.

use super::Plan;
use crate::back::binding::{places, table_memory};
use crate::back::request::Request;
use crate::error::{Diagnostic, ErrorKind};
use crate::ir::global::{element, is_external, is_writable};
use crate::options::HandleMemory;
use alloc::vec::Vec;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, GlobalVariable, Handle, ImageClass, Module, TypeInner};

/// The kind of descriptor that a variable requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// A variable of an entry point, with its set and binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placed {
    place: (u32, u32),
    global: Handle<GlobalVariable>,
    wanted: Wanted,
}

fn wanted(module: &Module, global: &GlobalVariable, table: Option<HandleMemory>) -> Wanted {
    match (global.space, table) {
        (_, Some(HandleMemory::Uniform)) => Wanted::UniformTable,
        (_, Some(HandleMemory::Storage | HandleMemory::PushConstant)) => Wanted::StorageTable,
        (AddressSpace::Uniform, None) => Wanted::Uniform,
        (AddressSpace::Storage { .. }, None) => Wanted::Storage,
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
    /// Refuses resources that one descriptor cannot be, and finds written resources that share memory with another
    /// resource.
    #[cold]
    pub(super) fn plan_aliasing(&mut self, module: &Module, info: &ModuleInfo, options: &Request<'_>) {
        let mut placed = core::mem::take(&mut self.placed);
        for at in 0..self.entry_points.len() {
            let Some(index) = self.entry_points.get(at).map(|entry| entry.index) else {
                continue;
            };
            let uses = info.get_entry_point(index);
            placed.clear();
            for (handle, global) in module.global_variables.iter() {
                if global.binding.is_some() && self.is_live(handle) && !uses[handle].is_empty() {
                    self.place(module, options, (handle, global), &mut placed);
                }
            }
            placed.sort_unstable();
            for group in placed.chunk_by(|one, other| one.place == other.place) {
                self.judge_aliases(module, group);
            }
        }
        self.placed = placed;
    }

    fn place(
        &self,
        module: &Module,
        options: &Request<'_>,
        (handle, global): (Handle<GlobalVariable>, &GlobalVariable),
        placed: &mut Vec<Placed>,
    ) {
        let table = table_memory(options, global);
        if table == Some(HandleMemory::PushConstant) {
            return;
        }
        let whole = wanted(module, global, table);
        let parameters = usize::from(is_external(module, global)) * 3;
        for (part, (set, binding)) in places(module, options, handle).enumerate() {
            // The last part of an external texture is its parameters.
            let wanted = if parameters > 0 && part == parameters {
                Wanted::Uniform
            } else {
                whole
            };
            placed.push(Placed {
                place: (set, binding),
                global: handle,
                wanted,
            });
        }
    }

    /// Compares the resources of an entry point at one set and binding.
    fn judge_aliases(&mut self, module: &Module, group: &[Placed]) {
        let &[first, .., _] = group else { return };
        for other in group.iter().filter(|other| other.wanted != first.wanted) {
            self.refuse_alias(module, first, *other);
        }
        let is_written = |placed: &Placed| is_writable(module, &module.global_variables[placed.global]);
        if group.iter().any(is_written) {
            for placed in group {
                self.aliased.insert(placed.global.index());
            }
        }
    }

    #[cold]
    fn refuse_alias(&mut self, module: &Module, first: Placed, other: Placed) {
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
        let name = |placed: Placed| {
            let name = module.global_variables[placed.global].name.as_deref();
            name.unwrap_or("a variable without a name")
        };
        let (set, binding) = first.place;
        let note = format!(
            "`{}` and `{}` are at set {set}, binding {binding}",
            name(first),
            name(other)
        );
        self.requirements
            .refusals
            .push(Diagnostic::new(kind, span).with_note(note));
    }

    /// Whether a global shares memory with another variable of an entry point, and one of them is written.
    #[inline]
    pub(crate) fn is_aliased(&self, global: Handle<GlobalVariable>) -> bool {
        self.aliased.contains(global.index())
    }
}
