//! The descriptor sets and push constants of one run.

use std::collections::BTreeMap;

use ash::vk;

use super::failed;
use super::resources::{Binding, Buffer, Resource, Scope, Texture, barrier, to_general};

/// The resources of a run as descriptor sets.
pub(super) struct Bound {
    pub layout: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSet>,
    buffers: Vec<(Slot, Buffer)>,
    textures: Vec<(Slot, Texture)>,
    push_constants: Vec<u8>,
    push_stages: vk::ShaderStageFlags,
    /// The descriptors whose contents are returned.
    returned: Vec<Slot>,
}

/// A descriptor: the index of its binding in the list, and its array element.
type Slot = (usize, u32);

impl Bound {
    pub fn new(scope: &mut Scope<'_>, bindings: &[Binding], push_constants: &[u8]) -> Result<Self, String> {
        let mut bound = Self {
            layout: vk::PipelineLayout::null(),
            sets: Vec::new(),
            buffers: Vec::new(),
            textures: Vec::new(),
            push_constants: push_constants.to_vec(),
            push_stages: vk::ShaderStageFlags::ALL,
            returned: Vec::new(),
        };
        let mut by_set: BTreeMap<u32, Vec<vk::DescriptorSetLayoutBinding<'_>>> = BTreeMap::new();
        let mut flags: BTreeMap<u32, Vec<vk::DescriptorBindingFlags>> = BTreeMap::new();
        for binding in bindings {
            by_set.entry(binding.set).or_default().push(
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding.binding)
                    .descriptor_type(kind(&binding.resource)?)
                    .descriptor_count(count(&binding.resource))
                    .stage_flags(scope.gpu.stages_of(binding.set, binding.binding)),
            );
            flags.entry(binding.set).or_default().push(match &binding.resource {
                Resource::Array { elements, count } if elements.len() < *count as usize => {
                    vk::DescriptorBindingFlags::PARTIALLY_BOUND
                }
                _ => vk::DescriptorBindingFlags::empty(),
            });
        }
        let count = by_set.keys().next_back().map_or(0, |last| last + 1);
        let mut layouts = Vec::new();
        for set in 0..count {
            // A set without bindings between two used ones has an empty layout.
            let bindings = by_set.remove(&set).unwrap_or_default();
            let flags = flags.remove(&set).unwrap_or_default();
            let mut more = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(&flags);
            let mut information = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            if flags.iter().any(|flags| !flags.is_empty()) {
                information = information.push_next(&mut more);
            }
            // SAFETY: as for buffers.
            let layout = unsafe { scope.gpu.device.create_descriptor_set_layout(&information, None) }
                .map_err(failed("vkCreateDescriptorSetLayout"))?;
            scope.later(move |device| unsafe { device.destroy_descriptor_set_layout(layout, None) });
            layouts.push(layout);
        }
        bound.push_stages = scope.gpu.push_stages();
        let range = [vk::PushConstantRange {
            stage_flags: bound.push_stages,
            offset: 0,
            size: u32::try_from(push_constants.len()).map_err(|error| error.to_string())?,
        }];
        let mut information = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
        if !push_constants.is_empty() {
            information = information.push_constant_ranges(&range);
        }
        // SAFETY: as for buffers.
        bound.layout = unsafe { scope.gpu.device.create_pipeline_layout(&information, None) }
            .map_err(failed("vkCreatePipelineLayout"))?;
        let layout = bound.layout;
        scope.later(move |device| unsafe { device.destroy_pipeline_layout(layout, None) });
        if !layouts.is_empty() {
            bound.sets = allocate_sets(scope, bindings, &layouts)?;
        }
        for (index, binding) in bindings.iter().enumerate() {
            match &binding.resource {
                Resource::Array { elements, .. } => {
                    for (element, resource) in (0..).zip(elements) {
                        bound.write(scope, (index, element), binding, resource)?;
                    }
                }
                resource => bound.write(scope, (index, 0), binding, resource)?,
            }
        }
        Ok(bound)
    }

    /// Creates a resource and writes its descriptor.
    fn write(
        &mut self,
        scope: &mut Scope<'_>,
        slot: Slot,
        binding: &Binding,
        resource: &Resource,
    ) -> Result<(), String> {
        let mut buffers = [vk::DescriptorBufferInfo::default().range(vk::WHOLE_SIZE)];
        let mut images = [vk::DescriptorImageInfo::default().image_layout(vk::ImageLayout::GENERAL)];
        let mut structures = [vk::AccelerationStructureKHR::null()];
        let mut structure = vk::WriteDescriptorSetAccelerationStructureKHR::default();
        let write = vk::WriteDescriptorSet::default()
            .dst_set(self.sets[binding.set as usize])
            .dst_binding(binding.binding)
            .dst_array_element(slot.1)
            .descriptor_type(kind(resource)?);
        let write = match resource {
            Resource::Storage(bytes) | Resource::Uniform(bytes) => {
                let buffer = scope.buffer(bytes)?;
                buffers[0].buffer = buffer.handle;
                buffers[0].range = bytes.len().max(4) as u64;
                self.buffers.push((slot, buffer));
                if matches!(resource, Resource::Storage(_)) {
                    self.returned.push(slot);
                }
                write.buffer_info(&buffers)
            }
            Resource::Texture(image) => {
                let texture = scope.texture(image, vk::ImageUsageFlags::SAMPLED)?;
                images[0].image_view = texture.view;
                self.textures.push((slot, texture));
                write.image_info(&images)
            }
            Resource::StorageImage(image) => {
                let texture = scope.texture(image, vk::ImageUsageFlags::STORAGE)?;
                images[0].image_view = texture.view;
                self.textures.push((slot, texture));
                self.returned.push(slot);
                write.image_info(&images)
            }
            Resource::Combined(image, sampling) => {
                let texture = scope.texture(image, vk::ImageUsageFlags::SAMPLED)?;
                images[0].image_view = texture.view;
                images[0].sampler = scope.sampler(*sampling)?;
                self.textures.push((slot, texture));
                write.image_info(&images)
            }
            Resource::Multisampled(image) => {
                images[0].image_view = scope.multisampled(image)?;
                write.image_info(&images)
            }
            Resource::Sampler(sampling) => {
                images[0].sampler = scope.sampler(*sampling)?;
                write.image_info(&images)
            }
            Resource::Scene(scene) => {
                structures[0] = scene.build(scope)?;
                structure = structure.acceleration_structures(&structures);
                write.descriptor_count(1).push_next(&mut structure)
            }
            Resource::Array { .. } => return Err("an array of arrays".to_owned()),
        };
        // SAFETY: the set is not in use yet.
        unsafe { scope.gpu.device.update_descriptor_sets(&[write], &[]) };
        Ok(())
    }

    /// Copies the texels to the images, before all other commands.
    pub fn upload(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        for (_, texture) in &self.textures {
            to_general(device, commands, texture.handle, texture.range);
            // SAFETY: recording; the image is in the layout that the barrier gave it.
            unsafe {
                device.cmd_copy_buffer_to_image(
                    commands,
                    texture.staging.handle,
                    texture.handle,
                    vk::ImageLayout::GENERAL,
                    &texture.regions,
                );
            }
        }
        barrier(device, commands);
    }

    pub fn bind(&self, device: &ash::Device, commands: vk::CommandBuffer, point: vk::PipelineBindPoint) {
        // SAFETY: recording, with compatible layout and sets.
        unsafe {
            if !self.sets.is_empty() {
                device.cmd_bind_descriptor_sets(commands, point, self.layout, 0, &self.sets, &[]);
            }
            if !self.push_constants.is_empty() {
                device.cmd_push_constants(commands, self.layout, self.push_stages, 0, &self.push_constants);
            }
        }
    }

    /// Copies the texels to host-visible memory, after all other commands.
    pub fn download(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        barrier(device, commands);
        for (index, texture) in &self.textures {
            if self.returned.contains(index) {
                // SAFETY: recording; the image stays in `GENERAL`.
                unsafe {
                    device.cmd_copy_image_to_buffer(
                        commands,
                        texture.handle,
                        vk::ImageLayout::GENERAL,
                        texture.staging.handle,
                        &texture.regions,
                    );
                }
            }
        }
        barrier(device, commands);
    }

    /// The contents of storage buffers and images, in the order of the bindings and of their elements.
    pub fn results(&self, scope: &Scope<'_>) -> Result<Vec<Vec<u8>>, String> {
        let mut results = Vec::new();
        for wanted in &self.returned {
            let buffer = self
                .buffers
                .iter()
                .find(|(index, _)| index == wanted)
                .map(|(_, buffer)| buffer);
            let staging = self
                .textures
                .iter()
                .find(|(index, _)| index == wanted)
                .map(|(_, image)| &image.staging);
            results.push(scope.contents(buffer.or(staging).ok_or("a returned binding without a buffer")?)?);
        }
        Ok(results)
    }
}

fn kind(resource: &Resource) -> Result<vk::DescriptorType, String> {
    Ok(match resource {
        Resource::Storage(_) => vk::DescriptorType::STORAGE_BUFFER,
        Resource::Uniform(_) => vk::DescriptorType::UNIFORM_BUFFER,
        Resource::Texture(_) | Resource::Multisampled(_) => vk::DescriptorType::SAMPLED_IMAGE,
        Resource::StorageImage(_) => vk::DescriptorType::STORAGE_IMAGE,
        Resource::Sampler(_) => vk::DescriptorType::SAMPLER,
        Resource::Combined(..) => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        Resource::Scene(_) => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
        Resource::Array { elements, .. } => return kind(elements.first().ok_or("an array of nothing")?),
    })
}

/// The number of descriptors of a binding.
fn count(resource: &Resource) -> u32 {
    match resource {
        Resource::Array { count, .. } => *count,
        _ => 1,
    }
}

fn allocate_sets(
    scope: &mut Scope<'_>,
    bindings: &[Binding],
    layouts: &[vk::DescriptorSetLayout],
) -> Result<Vec<vk::DescriptorSet>, String> {
    let sizes = bindings.iter().map(|binding| {
        Ok(vk::DescriptorPoolSize {
            ty: kind(&binding.resource)?,
            descriptor_count: count(&binding.resource),
        })
    });
    let sizes = sizes.collect::<Result<Vec<_>, String>>()?;
    let sets = u32::try_from(layouts.len()).map_err(|error| error.to_string())?;
    let information = vk::DescriptorPoolCreateInfo::default()
        .max_sets(sets)
        .pool_sizes(&sizes);
    // SAFETY: the sets are freed with their pool.
    unsafe {
        let pool = scope
            .gpu
            .device
            .create_descriptor_pool(&information, None)
            .map_err(failed("vkCreateDescriptorPool"))?;
        scope.later(move |device| device.destroy_descriptor_pool(pool, None));
        let information = vk::DescriptorSetAllocateInfo::default()
            .descriptor_pool(pool)
            .set_layouts(layouts);
        scope
            .gpu
            .device
            .allocate_descriptor_sets(&information)
            .map_err(failed("vkAllocateDescriptorSets"))
    }
}
