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

use super::device::{Bound, CountedEntry, bound};
use super::{ArrayLength, Plan};
use crate::back::binding::places;
use crate::back::binding_length::binding_array;
use crate::back::request::Request;
use crate::ir::global::resource_kind;
use crate::target::Limits;
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
/// The number of bits.
const KINDS: usize = 7;

/// The limits of one kind of descriptors.
struct Counted {
    /// The bit of what is counted.
    kind: Kinds,
    /// In sets without update-after-bind.
    ordinary: Bound,
    /// In all sets.
    all: Bound,
}

/// A line for each: the type, what it is called, the limit's name and field without and with update-after-bind.
macro_rules! counted {
    ($($kind:ident $what:literal, $name:literal $field:ident, $all_name:literal $all_field:ident;)*) => {
        &[$(Counted {
            kind: $kind,
            ordinary: bound!($what, $name, $field),
            all: bound!($what, $all_name, $all_field),
        }),*]
    };
}

const COUNTED: &[Counted] = counted! {
    SAMPLER "samplers of one stage",
        "maxPerStageDescriptorSamplers" max_per_stage_descriptor_samplers,
        "maxPerStageDescriptorUpdateAfterBindSamplers" max_per_stage_descriptor_update_after_bind_samplers;
    SAMPLED_IMAGE "sampled textures of one stage",
        "maxPerStageDescriptorSampledImages" max_per_stage_descriptor_sampled_images,
        "maxPerStageDescriptorUpdateAfterBindSampledImages" max_per_stage_descriptor_update_after_bind_sampled_images;
    STORAGE_IMAGE "storage textures of one stage",
        "maxPerStageDescriptorStorageImages" max_per_stage_descriptor_storage_images,
        "maxPerStageDescriptorUpdateAfterBindStorageImages" max_per_stage_descriptor_update_after_bind_storage_images;
    UNIFORM_BUFFER "uniform buffers of one stage",
        "maxPerStageDescriptorUniformBuffers" max_per_stage_descriptor_uniform_buffers,
        "maxPerStageDescriptorUpdateAfterBindUniformBuffers" max_per_stage_descriptor_update_after_bind_uniform_buffers;
    STORAGE_BUFFER "storage buffers of one stage",
        "maxPerStageDescriptorStorageBuffers" max_per_stage_descriptor_storage_buffers,
        "maxPerStageDescriptorUpdateAfterBindStorageBuffers" max_per_stage_descriptor_update_after_bind_storage_buffers;
    ACCELERATION_STRUCTURE "acceleration structures of one stage",
        "maxPerStageDescriptorAccelerationStructures" max_per_stage_descriptor_acceleration_structures,
        "maxPerStageDescriptorUpdateAfterBindAccelerationStructures"
        max_per_stage_descriptor_update_after_bind_acceleration_structures;
    RESOURCE "buffers and textures of one stage",
        "maxPerStageResources" max_per_stage_resources,
        "maxPerStageUpdateAfterBindResources" max_per_stage_update_after_bind_resources;
    SAMPLER "samplers of a pipeline",
        "maxDescriptorSetSamplers" max_descriptor_set_samplers,
        "maxDescriptorSetUpdateAfterBindSamplers" max_descriptor_set_update_after_bind_samplers;
    SAMPLED_IMAGE "sampled textures of a pipeline",
        "maxDescriptorSetSampledImages" max_descriptor_set_sampled_images,
        "maxDescriptorSetUpdateAfterBindSampledImages" max_descriptor_set_update_after_bind_sampled_images;
    STORAGE_IMAGE "storage textures of a pipeline",
        "maxDescriptorSetStorageImages" max_descriptor_set_storage_images,
        "maxDescriptorSetUpdateAfterBindStorageImages" max_descriptor_set_update_after_bind_storage_images;
    UNIFORM_BUFFER "uniform buffers of a pipeline",
        "maxDescriptorSetUniformBuffers" max_descriptor_set_uniform_buffers,
        "maxDescriptorSetUpdateAfterBindUniformBuffers" max_descriptor_set_update_after_bind_uniform_buffers;
    STORAGE_BUFFER "storage buffers of a pipeline",
        "maxDescriptorSetStorageBuffers" max_descriptor_set_storage_buffers,
        "maxDescriptorSetUpdateAfterBindStorageBuffers" max_descriptor_set_update_after_bind_storage_buffers;
    ACCELERATION_STRUCTURE "acceleration structures of a pipeline",
        "maxDescriptorSetAccelerationStructures" max_descriptor_set_acceleration_structures,
        "maxDescriptorSetUpdateAfterBindAccelerationStructures"
        max_descriptor_set_update_after_bind_acceleration_structures;
};

/// A binding of the pipeline layout.
#[derive(Debug)]
pub(super) struct Used {
    place: (u32, u32),
    kinds: Kinds,
    count: i64,
    is_array: bool,
    span: Span,
}

/// For each line of `COUNTED` the places of its limits among the recorded limits: in ordinary sets, and in all.
pub(super) type Recorded = [[Option<u32>; 2]; COUNTED.len()];

impl Plan {
    /// Counts the descriptors that an entry point uses.
    pub(super) fn limit_descriptors(&mut self, entry: CountedEntry<'_>, recorded: &mut Recorded) {
        let mut used = core::mem::take(&mut self.resources.used);
        self.find_descriptors(entry, &mut used);
        if !used.is_empty() {
            self.limit_used(&used, entry.options.target.limits(), recorded);
        }
        self.resources.used = used;
    }

    fn limit_used(&mut self, used: &[Used], limits: &Limits, recorded: &mut Recorded) {
        // The number of each kind, and the span of the last one.
        let mut sums = [(0_i64, Span::UNDEFINED); KINDS];
        for used in used {
            let mut kinds = used.kinds;
            while kinds != 0 {
                let (sum, last) = &mut sums[kinds.trailing_zeros() as usize];
                (*sum, *last) = (sum.saturating_add(used.count), used.span);
                kinds &= kinds - 1;
            }
        }
        let present = used.iter().fold(0, |present, used| present | used.kinds);
        let has_array = used.iter().any(|used| used.is_array);
        for (Counted { kind, ordinary, all }, [in_ordinary, in_all]) in COUNTED.iter().zip(recorded) {
            if kind & present == 0 {
                continue;
            }
            let (sum, last) = sums[kind.trailing_zeros() as usize];
            if !has_array && (ordinary.of)(limits).is_none_or(|limit| sum <= limit.into()) {
                self.uses_limit_at(in_ordinary, *ordinary, sum, limits, last);
                continue;
            }
            let own = || used.iter().filter(|used| used.kinds & kind != 0);
            // Whether a set may have been created for updates after binding.
            let is_stated = has_array && (all.of)(limits).is_some();
            let may_update = |set: u32| is_stated && used.iter().any(|used| used.is_array && used.place.0 == set);
            let without = own().filter(|used| !may_update(used.place.0));
            self.limit_sum(in_ordinary, *ordinary, without, limits);
            if own().any(|used| may_update(used.place.0)) {
                self.limit_sum(in_all, *all, own(), limits);
            }
        }
    }

    /// Compares a sum with its limit, which is recorded at `at`. Its span is that of the descriptor that exceeds it,
    /// otherwise that of the last one.
    fn limit_sum<'u>(
        &mut self,
        at: &mut Option<u32>,
        bound: Bound,
        used: impl Iterator<Item = &'u Used>,
        limits: &Limits,
    ) {
        let limit = (bound.of)(limits);
        let (mut sum, mut place) = (0_i64, Span::UNDEFINED);
        for used in used {
            let is_exceeded = limit.is_some_and(|limit| sum > i64::from(limit));
            sum = sum.saturating_add(used.count);
            if !is_exceeded {
                place = used.span;
            }
        }
        self.uses_limit_at(at, bound, sum, limits, place);
    }

    /// The bindings of an entry point, in the order of the globals.
    fn find_descriptors(&self, entry: CountedEntry<'_>, all: &mut Vec<Used>) {
        all.clear();
        let (module, options) = (entry.module, entry.options);
        let uses = entry.info.get_entry_point(entry.index);
        for (handle, global) in module.global_variables.iter() {
            if uses[handle].is_empty() || !self.is_live(handle) || self.handle_entry(handle).is_some() {
                continue;
            }
            for (part, place) in places(module, options, handle).enumerate() {
                // The last part of an external texture is the buffer of its parameters.
                let kinds = match part {
                    3 => UNIFORM_BUFFER | RESOURCE,
                    _ => kinds_of(module, global),
                };
                let is_array = matches!(module.types[global.ty].inner, TypeInner::BindingArray { .. });
                let count = match is_array {
                    true => self.descriptor_count(module, options, global),
                    false => 1,
                };
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
    }

    /// The number of descriptors of a resource that is one variable: the length of a binding array, by default for an
    /// open override. An array without a length has at least one.
    pub(super) fn descriptor_count(&self, module: &Module, options: &Request<'_>, global: &GlobalVariable) -> i64 {
        match binding_array(module, options, &self.overrides, global) {
            Some((_, ArrayLength::Known(length))) => length.into(),
            Some((_, ArrayLength::Override(length))) => self.overrides.override_default(length).map_or(1, u32::into),
            None | Some((_, ArrayLength::RunTime)) => 1,
        }
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
