//! Layouts of bind groups and pipelines: those of wgpu, with their entries, which wgpu does not return, and the binding
//! numbers that wgpu-hal gives to the entries.

use core::ops::Deref;
use naga::ResourceBinding;
use spirula::BindingInfo;
use std::sync::Arc;

/// The entries of one group, sorted by binding number.
pub(crate) type Entries = Arc<[wgpu::BindGroupLayoutEntry]>;

/// A `wgpu::BindGroupLayout` with its entries; created by
/// [`Device::create_bind_group_layout`](crate::Device::create_bind_group_layout).
#[derive(Clone, Debug)]
pub struct BindGroupLayout {
    raw: wgpu::BindGroupLayout,
    entries: Entries,
}

impl BindGroupLayout {
    pub(crate) fn new(device: &wgpu::Device, descriptor: &wgpu::BindGroupLayoutDescriptor<'_>) -> Self {
        let mut entries = descriptor.entries.to_vec();
        entries.sort_by_key(|entry| entry.binding);
        Self {
            raw: device.create_bind_group_layout(descriptor),
            entries: entries.into(),
        }
    }

    /// The entries, sorted by binding number.
    #[must_use]
    pub fn entries(&self) -> &[wgpu::BindGroupLayoutEntry] {
        &self.entries
    }
}

impl Deref for BindGroupLayout {
    type Target = wgpu::BindGroupLayout;

    fn deref(&self) -> &wgpu::BindGroupLayout {
        &self.raw
    }
}

/// The description of a pipeline layout; the fields are those of `wgpu::PipelineLayoutDescriptor`.
#[derive(Clone, Debug, Default)]
pub struct PipelineLayoutDescriptor<'a> {
    /// The label that graphics debuggers show.
    pub label: wgpu::Label<'a>,
    /// The layout of each group; `None` for an unused group.
    pub bind_group_layouts: &'a [Option<&'a BindGroupLayout>],
    /// The size of the immediates that the stages share, in bytes.
    pub immediate_size: u32,
}

/// A `wgpu::PipelineLayout` with its entries; created by
/// [`Device::create_pipeline_layout`](crate::Device::create_pipeline_layout).
///
/// A Vulkan binding number is not the `@binding` of the shader: wgpu-hal sorts the entries of a bind group layout and
/// numbers them from zero, including unused ones. With entries for `@binding(1)` and `@binding(3)` the shader's
/// `@binding(3)` is Vulkan's binding 1.
#[derive(Clone, Debug)]
pub struct PipelineLayout {
    raw: wgpu::PipelineLayout,
    groups: Vec<Option<Entries>>,
    immediate_size: u32,
}

impl PipelineLayout {
    pub(crate) fn new(device: &wgpu::Device, descriptor: &PipelineLayoutDescriptor<'_>) -> Self {
        let layouts = descriptor.bind_group_layouts.iter();
        let raw: Vec<_> = layouts.clone().map(|layout| layout.map(|layout| &layout.raw)).collect();
        Self {
            raw: device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: descriptor.label,
                bind_group_layouts: &raw,
                immediate_size: descriptor.immediate_size,
            }),
            groups: layouts
                .map(|layout| layout.map(|layout| layout.entries.clone()))
                .collect(),
            immediate_size: descriptor.immediate_size,
        }
    }

    /// The layout with the entries that the stages of a pipeline use; a group without entries is `None`.
    pub(crate) fn derived(
        device: &wgpu::Device,
        groups: &[Vec<wgpu::BindGroupLayoutEntry>],
        immediate_size: u32,
    ) -> Self {
        let layout =
            |entries: &Vec<_>| BindGroupLayout::new(device, &wgpu::BindGroupLayoutDescriptor { label: None, entries });
        let used = groups
            .iter()
            .rposition(|entries| !entries.is_empty())
            .map_or(0, |last| last + 1);
        let layouts: Vec<_> = groups
            .iter()
            .take(used)
            .map(|entries| (!entries.is_empty()).then(|| layout(entries)))
            .collect();
        let bind_group_layouts: Vec<_> = layouts.iter().map(Option::as_ref).collect();
        Self::new(
            device,
            &PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &bind_group_layouts,
                immediate_size,
            },
        )
    }

    /// The size of the immediates, in bytes.
    #[must_use]
    pub fn immediate_size(&self) -> u32 {
        self.immediate_size
    }

    /// The entry of a resource of the shader.
    #[must_use]
    pub fn entry(&self, resource: ResourceBinding) -> Option<&wgpu::BindGroupLayoutEntry> {
        let entries = self.groups.get(usize::try_from(resource.group).ok()?)?.as_ref()?;
        let index = entries
            .binary_search_by_key(&resource.binding, |entry| entry.binding)
            .ok()?;
        entries.get(index)
    }

    /// The Vulkan binding of each entry in wgpu-hal.
    pub(crate) fn bindings(&self) -> impl Iterator<Item = (ResourceBinding, BindingInfo)> {
        (0..).zip(&self.groups).flat_map(|(group, entries)| {
            let entries = entries.iter().flat_map(|entries| entries.iter());
            (0..).zip(entries).map(move |(binding, entry)| {
                let resource = ResourceBinding {
                    group,
                    binding: entry.binding,
                };
                let info = BindingInfo {
                    descriptor_set: group,
                    binding,
                    binding_array_size: entry.count.map(core::num::NonZero::get),
                    ..BindingInfo::default()
                };
                (resource, info)
            })
        })
    }
}

impl Deref for PipelineLayout {
    type Target = wgpu::PipelineLayout;

    fn deref(&self) -> &wgpu::PipelineLayout {
        &self.raw
    }
}
