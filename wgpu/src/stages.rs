//! Checks a pipeline's stages by the rules that wgpu does not apply to passthrough shaders: wgpu-core's rules for
//! interfaces, and whether the resources of each stage match the pipeline layout. Without a layout, derives one from
//! the stages.

use crate::{Error, PipelineLayout, ShaderModule};
use core::num::NonZeroU32;
use naga::valid::ImmediateSlots;
use naga::{AddressSpace, GlobalVariable, Handle, ResourceBinding, ShaderStage, TypeInner};
use std::borrow::Cow;
use std::collections::BTreeMap;
use wgpu_core::validation::{BindingLayoutSource, ShaderStageForValidation, StageIo};

/// The checked stages of one pipeline, in order.
pub(crate) struct Stages<'a> {
    limits: &'a wgpu::Limits,
    /// Whether buffer accesses out of bounds are harmless.
    is_robust: bool,
    layout: Option<&'a PipelineLayout>,
    /// The resources that the stages use, if no layout is given.
    derived: BindingLayoutSource,
    /// The lengths of the binding arrays in `derived`.
    lengths: BTreeMap<ResourceBinding, NonZeroU32>,
    immediate_size: u32,
}

impl<'a> Stages<'a> {
    pub(crate) fn new(limits: &'a wgpu::Limits, is_robust: bool, layout: Option<&'a PipelineLayout>) -> Self {
        Self {
            limits,
            is_robust,
            layout,
            derived: BindingLayoutSource::new_derived(limits),
            lengths: BTreeMap::new(),
            immediate_size: 0,
        }
    }

    /// Checks one stage. `inputs` are the outputs of the stage before it, or the vertex buffers. Returns the outputs of
    /// the stage.
    pub(crate) fn check(
        &mut self,
        shader: &ShaderModule,
        kind: ShaderStageForValidation,
        entry_point: &str,
        inputs: StageIo,
        topology: Option<wgpu::PrimitiveTopology>,
    ) -> Result<StageIo, Error> {
        let stage = kind.to_naga();
        let visibility = kind.to_wgt_bit();
        if self.layout.is_some() {
            // Stages may use a binding differently, as long as each use matches the layout.
            self.derived = BindingLayoutSource::new_derived(self.limits);
        }
        let mut sizes = Default::default();
        let interface = shader.interface();
        let outputs = interface
            .check_stage(&mut self.derived, &mut sizes, entry_point, kind, inputs, topology)
            .map_err(|error| Error::Stage { stage, error })?;
        match self.layout {
            Some(layout) => {
                let one = Stage {
                    shader,
                    stage,
                    visibility,
                    entry_point,
                };
                for entry in self.derived_entries().into_iter().flatten() {
                    one.check_binding(entry.0, entry.1.ty, layout, self.is_robust)?;
                }
                one.check_filtering(layout)?;
                one.check_immediates(layout)?;
            }
            None => {
                self.immediate_size = self
                    .immediate_size
                    .max(ImmediateSlots::size_for_module(shader.module()));
                for (resource, handle) in shader.resources(stage, entry_point) {
                    self.note_length(shader, stage, resource, handle)?;
                }
            }
        }
        Ok(outputs)
    }

    /// The given layout, or the one derived from the stages.
    pub(crate) fn into_layout(self, device: &wgpu::Device) -> Cow<'a, PipelineLayout> {
        if let Some(layout) = self.layout {
            return Cow::Borrowed(layout);
        }
        let groups: Vec<Vec<_>> = self
            .derived_entries()
            .into_iter()
            .map(|entries| {
                let with_count = |(resource, entry): (ResourceBinding, wgpu::BindGroupLayoutEntry)| {
                    let count = self.lengths.get(&resource).copied();
                    wgpu::BindGroupLayoutEntry { count, ..entry }
                };
                entries.into_iter().map(with_count).collect()
            })
            .collect();
        Cow::Owned(PipelineLayout::derived(device, &groups, self.immediate_size))
    }

    fn derived_entries(&self) -> Vec<Vec<(ResourceBinding, wgpu::BindGroupLayoutEntry)>> {
        let BindingLayoutSource::Derived(groups) = &self.derived else {
            return Vec::new();
        };
        let resource = |group, binding| ResourceBinding { group, binding };
        let entries = (0..).zip(groups.iter());
        entries
            .map(|(group, map)| {
                map.values()
                    .map(|entry| (resource(group, entry.binding), *entry))
                    .collect()
            })
            .collect()
    }

    fn note_length(
        &mut self,
        shader: &ShaderModule,
        stage: ShaderStage,
        resource: ResourceBinding,
        handle: Handle<GlobalVariable>,
    ) -> Result<(), Error> {
        let module = shader.module();
        let variable = &module.global_variables[handle];
        let TypeInner::BindingArray { size, .. } = module.types[variable.ty].inner else {
            return Ok(());
        };
        match size {
            naga::ArraySize::Constant(length) => {
                self.lengths.insert(resource, length);
                Ok(())
            }
            naga::ArraySize::Pending(_) | naga::ArraySize::Dynamic => Err(Error::Binding {
                stage,
                resource,
                name: variable.name.clone().unwrap_or_default(),
                what: "a binding array without a length needs a pipeline layout that gives one".to_owned(),
            }),
        }
    }
}

/// A stage, and the layout that it must match.
struct Stage<'s> {
    shader: &'s ShaderModule,
    stage: ShaderStage,
    visibility: wgpu::ShaderStages,
    entry_point: &'s str,
}

impl Stage<'_> {
    fn error(&self, resource: ResourceBinding, what: impl Into<String>) -> Error {
        let variables = self.shader.module().global_variables.iter();
        let mut named = variables.filter(|(_, variable)| variable.binding == Some(resource));
        Error::Binding {
            stage: self.stage,
            resource,
            name: named
                .find_map(|(_, variable)| variable.name.clone())
                .unwrap_or_default(),
            what: what.into(),
        }
    }

    /// Whether the declaration of a resource matches its entry in the layout.
    fn check_binding(
        &self,
        resource: ResourceBinding,
        declared: wgpu::BindingType,
        layout: &PipelineLayout,
        is_robust: bool,
    ) -> Result<(), Error> {
        let error = |what: String| Err(self.error(resource, what));
        let Some(entry) = layout.entry(resource) else {
            return error("the layout of the pipeline has no entry for it".to_owned());
        };
        if !entry.visibility.contains(self.visibility) {
            return error(format!(
                "the entry of the layout is visible to {:?} only",
                entry.visibility
            ));
        }
        let used = self.shader.resources(self.stage, self.entry_point);
        for (_, handle) in used.filter(|(used, _)| *used == resource) {
            let module = self.shader.module();
            let ty = &module.types[module.global_variables[handle].ty].inner;
            let is_array = matches!(ty, TypeInner::BindingArray { .. });
            match (is_array, entry.count) {
                (true, None) => return error("the entry of the layout has no count, and it is an array".to_owned()),
                (false, Some(_)) => return error("the entry of the layout has a count, and it is no array".to_owned()),
                (true, Some(_)) | (false, None) => {}
            }
        }
        if !is_same_type(declared, entry.ty) {
            return error(format!(
                "the shader declares {declared:?}, the layout has {:?}",
                entry.ty
            ));
        }
        let size = |ty| match ty {
            wgpu::BindingType::Buffer { min_binding_size, .. } => Some(min_binding_size),
            _ => None,
        };
        match (size(declared).flatten(), size(entry.ty)) {
            (Some(needed), Some(Some(stated))) if stated < needed => error(format!(
                "its type takes {needed} bytes, and the min_binding_size of the layout is {stated}"
            )),
            (Some(needed), Some(None)) if !is_robust => error(format!(
                "without robustBufferAccess the layout must state a min_binding_size of {needed} bytes"
            )),
            _ => Ok(()),
        }
    }

    /// Whether every texture may be used with the samplers that it is used with.
    fn check_filtering(&self, layout: &PipelineLayout) -> Result<(), Error> {
        let globals = &self.shader.module().global_variables;
        let entry = |handle: Handle<GlobalVariable>| layout.entry(globals[handle].binding?);
        let Some(usage) = self.shader.usage(self.stage, self.entry_point) else {
            return Ok(());
        };
        for pair in &usage.sampling_set {
            let (Some(texture), Some(sampler)) = (entry(pair.image), entry(pair.sampler)) else {
                continue;
            };
            let filters = sampler.ty == wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
            let wgpu::BindingType::Texture { sample_type, .. } = texture.ty else {
                continue;
            };
            let unfilterable = match sample_type {
                wgpu::TextureSampleType::Float { filterable } => !filterable,
                wgpu::TextureSampleType::Sint | wgpu::TextureSampleType::Uint => true,
                wgpu::TextureSampleType::Depth => false,
            };
            if let Some(resource) = globals[pair.image].binding.filter(|_| filters && unfilterable) {
                return Err(self.error(
                    resource,
                    "the layout has it as unfilterable, and a filtering sampler is used",
                ));
            }
        }
        Ok(())
    }

    fn check_immediates(&self, layout: &PipelineLayout) -> Result<(), Error> {
        let module = self.shader.module();
        let usage = self.shader.usage(self.stage, self.entry_point);
        let uses = module.global_variables.iter().any(|(handle, variable)| {
            variable.space == AddressSpace::Immediate && usage.is_some_and(|usage| !usage[handle].is_empty())
        });
        let (size, provided) = (ImmediateSlots::size_for_module(module), layout.immediate_size());
        match uses && size > provided {
            true => Err(Error::Immediates {
                stage: self.stage,
                size,
                provided,
            }),
            false => Ok(()),
        }
    }
}

/// Whether a resource of type `declared` may be bound to an entry, apart from sizes. The rules are those of wgpu-core
/// (`Resource::check_binding_use`) and of WebGPU ("validating shader binding").
fn is_same_type(declared: wgpu::BindingType, entry: wgpu::BindingType) -> bool {
    use wgpu::{BindingType as Ty, SamplerBindingType, StorageTextureAccess, TextureSampleType};
    match (declared, entry) {
        (Ty::Buffer { ty: declared, .. }, Ty::Buffer { ty: entry, .. }) => declared == entry,
        (Ty::Sampler(declared), Ty::Sampler(entry)) => {
            (declared == SamplerBindingType::Comparison) == (entry == SamplerBindingType::Comparison)
        }
        (
            Ty::Texture {
                sample_type: declared_type,
                view_dimension: declared_dimension,
                multisampled: declared_multisampled,
            },
            Ty::Texture {
                sample_type,
                view_dimension,
                multisampled,
            },
        ) => {
            let is_float = |ty| matches!(ty, TextureSampleType::Float { .. });
            (declared_type == sample_type || is_float(declared_type) && is_float(sample_type))
                && declared_dimension == view_dimension
                && declared_multisampled == multisampled
        }
        (
            Ty::StorageTexture {
                access: declared_access,
                format: declared_format,
                view_dimension: declared_dimension,
            },
            Ty::StorageTexture {
                access,
                format,
                view_dimension,
            },
        ) => {
            let is_part =
                (declared_access, access) == (StorageTextureAccess::WriteOnly, StorageTextureAccess::ReadWrite);
            (declared_access == access || is_part) && declared_format == format && declared_dimension == view_dimension
        }
        (
            Ty::AccelerationStructure {
                vertex_return: declared,
            },
            Ty::AccelerationStructure { vertex_return: entry },
        ) => declared == entry,
        // wgpu-hal does not support external textures on Vulkan.
        _ => false,
    }
}
