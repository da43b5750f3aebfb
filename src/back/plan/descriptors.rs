//! The limits of pipeline layouts: how many descriptors of each type an entry point uses. The layout of its pipeline has
//! at least these, in the entry point's stage, so a module that exceeds a limit has no pipeline on the device. What the
//! layout has for other stages and modules is not known here.
//!
//! | descriptor | counts as |
//! |---|---|
//! | texture, sampler | sampled image, sampler |
//! | a texture and a sampler on one binding (combined image sampler) | both |
//! | storage texture | storage image |
//! | external texture | three sampled images and a uniform buffer |
//! | binding array | as many as its length says, by default for an open override; one without a length |
//!
//! The limits of the first kind count only sets whose layout is created without
//! `VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT`, and those of the second kind all sets
//! (VUID-VkPipelineLayoutCreateInfo-descriptorType-03016 and following; Vulkan, "Limits"). The shader does not tell which
//! sets have the bit. A set with a binding array may have it on a device that states the limits of the second kind; other
//! sets count as without it.

use super::Plan;
use super::bounds::{Bound, bound};
use super::device::CountedEntry;
use crate::back::binding::{binding_array, places};
use crate::ir::global::resource_kind;
use crate::options::Options;
use alloc::vec::Vec;
use naga::{GlobalVariable, Module, Span, TypeInner};
use spirula_spirv::reflection::ResourceKind;

/// What a descriptor counts as, as bits.
type Kinds = u8;
const SAMPLER: Kinds = 1;
const SAMPLED_IMAGE: Kinds = 1 << 1;
const STORAGE_IMAGE: Kinds = 1 << 2;
const UNIFORM_BUFFER: Kinds = 1 << 3;
const STORAGE_BUFFER: Kinds = 1 << 4;
const ACCELERATION_STRUCTURE: Kinds = 1 << 5;
/// What `maxPerStageResources` counts: the images and buffers above.
const RESOURCE: Kinds = 1 << 6;

/// A line for each limit: what is counted, and the two parts of its name, between which that in all sets has
/// `UpdateAfterBind`.
macro_rules! counted {
    ($($kinds:ident $start:literal $end:literal $what:literal;)*) => {[$((
        $kinds,
        bound!($what, $start, $end),
        bound!($what, $start, "UpdateAfterBind", $end),
    )),*]};
}

/// What is counted, and its limits: in sets without update-after-bind, and in all sets.
pub(super) const COUNTED: [(Kinds, Bound, Bound); 13] = counted! {
    SAMPLER "maxPerStageDescriptor" "Samplers" "samplers of one stage";
    SAMPLED_IMAGE "maxPerStageDescriptor" "SampledImages" "sampled textures of one stage";
    STORAGE_IMAGE "maxPerStageDescriptor" "StorageImages" "storage textures of one stage";
    UNIFORM_BUFFER "maxPerStageDescriptor" "UniformBuffers" "uniform buffers of one stage";
    STORAGE_BUFFER "maxPerStageDescriptor" "StorageBuffers" "storage buffers of one stage";
    ACCELERATION_STRUCTURE "maxPerStageDescriptor" "AccelerationStructures" "acceleration structures of one stage";
    RESOURCE "maxPerStage" "Resources" "buffers and textures of one stage";
    SAMPLER "maxDescriptorSet" "Samplers" "samplers of a pipeline";
    SAMPLED_IMAGE "maxDescriptorSet" "SampledImages" "sampled textures of a pipeline";
    STORAGE_IMAGE "maxDescriptorSet" "StorageImages" "storage textures of a pipeline";
    UNIFORM_BUFFER "maxDescriptorSet" "UniformBuffers" "uniform buffers of a pipeline";
    STORAGE_BUFFER "maxDescriptorSet" "StorageBuffers" "storage buffers of a pipeline";
    ACCELERATION_STRUCTURE "maxDescriptorSet" "AccelerationStructures" "acceleration structures of a pipeline";
};

/// A binding of the pipeline layout.
struct Used {
    place: (u32, u32),
    kinds: Kinds,
    count: i64,
    is_array: bool,
    span: Span,
}

impl Plan {
    pub(super) fn limit_descriptors(&mut self, entry: CountedEntry<'_>) {
        let used = self.find_descriptors(entry);
        let present = used.iter().fold(0, |present, used| present | used.kinds);
        let has_array = used.iter().any(|used| used.is_array);
        for (kinds, ordinary, all) in COUNTED {
            if kinds & present == 0 {
                continue;
            }
            let own = || used.iter().filter(|used| used.kinds & kinds != 0);
            // Whether a set may have been created for updates after binding.
            let is_stated = has_array && self.stated(all).is_some();
            let may_update = |set: u32| is_stated && used.iter().any(|used| used.is_array && used.place.0 == set);
            let without = own().filter(|used| !may_update(used.place.0));
            self.limit_sum(ordinary, without);
            if own().any(|used| may_update(used.place.0)) {
                self.limit_sum(all, own());
            }
        }
    }

    /// Compares a sum with its limit. Its span is that of the descriptor that exceeds it,
    /// otherwise that of the last one.
    fn limit_sum<'u>(&mut self, bound: Bound, used: impl Iterator<Item = &'u Used>) {
        let limit = self.stated(bound);
        let (mut sum, mut place) = (0_i64, Span::UNDEFINED);
        for used in used {
            let is_exceeded = limit.is_some_and(|limit| sum > limit);
            sum = sum.saturating_add(used.count);
            if !is_exceeded {
                place = used.span;
            }
        }
        self.uses_limit(bound, sum, place);
    }

    /// The bindings of an entry point, in the order of the globals.
    fn find_descriptors(&self, entry: CountedEntry<'_>) -> Vec<Used> {
        let mut all: Vec<Used> = Vec::new();
        let (module, options) = (entry.module, entry.options);
        for (handle, global) in self.live.globals_of(module, entry.info, entry.index) {
            if self.handle_entry(handle).is_some() {
                continue;
            }
            for (part, place) in places(module, options, handle).enumerate() {
                // The last part of an external texture is the buffer of its parameters.
                let kinds = match part {
                    3 => UNIFORM_BUFFER | RESOURCE,
                    _ => kinds_of(module, global),
                };
                let is_array = matches!(module.types[global.ty].inner, TypeInner::BindingArray { .. });
                let count = self.descriptor_count(module, options, global);
                match all.iter_mut().find(|known| known.place == place) {
                    Some(known) => {
                        known.kinds |= kinds;
                        known.count = known.count.max(count);
                    }
                    None => all.push(Used {
                        place,
                        kinds,
                        count,
                        is_array,
                        span: module.global_variables.get_span(handle),
                    }),
                }
            }
        }
        all
    }

    /// The number of descriptors of a resource that is one variable: the length of a binding array, by default for an
    /// open override. An array without a length has at least one.
    pub(super) fn descriptor_count(&self, module: &Module, options: &Options, global: &GlobalVariable) -> i64 {
        let array = binding_array(module, options, &self.overrides, global);
        let length = array.and_then(|(_, length)| self.overrides.default_length(length));
        length.map_or(1, i64::from)
    }
}

/// What the descriptor of a global counts as; nothing for one that is no resource.
fn kinds_of(module: &Module, global: &GlobalVariable) -> Kinds {
    match resource_kind(module, global) {
        Some(ResourceKind::UniformBuffer) => UNIFORM_BUFFER | RESOURCE,
        Some(ResourceKind::StorageBuffer) => STORAGE_BUFFER | RESOURCE,
        Some(ResourceKind::SampledImage) => SAMPLED_IMAGE | RESOURCE,
        Some(ResourceKind::StorageImage) => STORAGE_IMAGE | RESOURCE,
        Some(ResourceKind::Sampler) => SAMPLER,
        Some(ResourceKind::AccelerationStructure) => ACCELERATION_STRUCTURE,
        Some(_) | None => 0,
    }
}
