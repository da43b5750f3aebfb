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
use crate::error::{Diagnostic, ErrorKind};
use crate::ir::global::resource_kind;
use crate::options::{HandleMemory, Options};
use naga::Module;
use spirula_spirv::reflection::ResourceKind;

/// The last part of an external texture, its parameters.
const PARAMETERS: usize = 3;

/// The kind of descriptor that a variable requires, and whether it is the buffer of a handle table, which the host fills
/// with handles only. A combined image sampler can be a texture, a sampler, or both.
fn wanted(module: &Module, options: &Options, placed: &Placed) -> (Option<ResourceKind>, bool) {
    let global = &module.global_variables[placed.global];
    let kind = match table_memory(options, global) {
        Some(HandleMemory::Uniform) => return (Some(ResourceKind::UniformBuffer), true),
        Some(HandleMemory::Storage | HandleMemory::PushConstant) => return (Some(ResourceKind::StorageBuffer), true),
        None if placed.part == PARAMETERS => Some(ResourceKind::UniformBuffer),
        None => resource_kind(module, global),
    };
    match kind {
        Some(ResourceKind::Sampler) => (Some(ResourceKind::SampledImage), false),
        kind => (kind, false),
    }
}

impl Plan {
    /// Refuses live resources that one descriptor cannot be.
    pub(super) fn refuse_aliases(&mut self, module: &Module, options: &Options) {
        for ((set, binding), group) in self.memory.descriptors() {
            let mut live = group.iter().filter(|placed| self.live.has(placed.global));
            let Some(first) = live.next() else { continue };
            let wanted_first = wanted(module, options, first);
            for other in live.filter(|other| wanted(module, options, other) != wanted_first) {
                let kind = ErrorKind::Inexpressible {
                    what: "two resources on one binding",
                    reason: "an entry point uses both, and no descriptor is of both kinds",
                };
                let span = module.global_variables.get_span(other.global);
                let [first, other] = [first, other].map(|placed| {
                    let name = module.global_variables[placed.global].name.as_deref();
                    name.unwrap_or("a variable without a name")
                });
                let note = format!("`{first}` and `{other}` are at set {set}, binding {binding}");
                let refusals = &mut self.requirements.refusals;
                // Several entry points may use the same two resources.
                if !refusals.iter().any(|known| known.kind == kind && known.span == span) {
                    refusals.push(Diagnostic::new(kind, span).with_note(note));
                }
            }
        }
    }
}
