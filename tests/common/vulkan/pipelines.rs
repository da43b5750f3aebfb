//! Pipelines that are created and not run: only their modules, layout, vertex input and formats of attachments exist.

use std::ffi::CString;

use ash::vk;

use super::device::Device;
use super::failed;
use super::render::Attribute;
use super::resources::Scope;

/// A pipeline layout as numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Set, binding, `VkDescriptorType`, `descriptorCount` and `VkShaderStageFlags` of each binding.
    pub bindings: Vec<[u32; 5]>,
    /// The size and the `VkShaderStageFlags` of the push constants; without any if the size is 0.
    pub push_constants: [u32; 2],
}

impl Layout {
    /// The layout of a module's reflection, where a binding array without a length has `count` descriptors.
    pub fn of(reflection: &spirula::Reflection, count: u32) -> Self {
        let rows = reflection.layout(count).into_iter();
        let (size, stages) = reflection.push_constant_range(count).unwrap_or_default();
        Self {
            bindings: rows
                .map(|row| [row.set, row.binding, row.descriptor.value(), row.count, row.stages])
                .collect(),
            push_constants: [size, stages],
        }
    }

    /// The stages that can use a binding.
    pub(super) fn stages_of(&self, set: u32, binding: u32) -> vk::ShaderStageFlags {
        let found = self.bindings.iter().find(|row| row[..2] == [set, binding]);
        found.map_or(vk::ShaderStageFlags::empty(), |row| {
            vk::ShaderStageFlags::from_raw(row[4])
        })
    }
}

/// The pipelines of one module, with one layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pipelines {
    pub modules: Vec<Vec<u32>>,
    pub layout: Layout,
    pub pipelines: Vec<Pipeline>,
}

/// A compute, graphics or ray-tracing pipeline: its stages decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pipeline {
    /// The stage as a bit of `VkShaderStageFlags` with the index of its module, and the entry point.
    pub stages: Vec<([u32; 2], String)>,
    /// The attributes of one vertex buffer.
    pub attributes: Vec<Attribute>,
    pub stride: u32,
    /// The formats of the color attachments; `UNDEFINED` for one that is not used.
    pub colors: Vec<vk::Format>,
}

impl Pipeline {
    /// Whether it has one of the stages.
    fn has(&self, stages: vk::ShaderStageFlags) -> bool {
        self.stages.iter().any(|([stage, _], _)| stage & stages.as_raw() != 0)
    }
}

impl Device {
    /// Creates the pipelines and destroys them.
    pub(super) fn pipelines(&self, request: &Pipelines) -> Result<(), String> {
        let mut scope = Scope::new(self);
        let layout = self.pipeline_layout(&mut scope, &request.layout)?;
        let mut modules = Vec::new();
        for words in &request.modules {
            modules.push(scope.module(words)?);
        }
        for pipeline in &request.pipelines {
            let names: Vec<CString> = pipeline
                .stages
                .iter()
                .map(|(_, name)| CString::new(name.as_str()).map_err(|error| error.to_string()))
                .collect::<Result<_, _>>()?;
            let stages: Vec<_> = pipeline
                .stages
                .iter()
                .zip(&names)
                .map(|(([stage, module], _), name)| {
                    vk::PipelineShaderStageCreateInfo::default()
                        .stage(vk::ShaderStageFlags::from_raw(*stage))
                        .module(modules[*module as usize])
                        .name(name)
                })
                .collect();
            let rays = vk::ShaderStageFlags::RAYGEN_KHR
                | vk::ShaderStageFlags::ANY_HIT_KHR
                | vk::ShaderStageFlags::CLOSEST_HIT_KHR
                | vk::ShaderStageFlags::MISS_KHR;
            let made = if pipeline.has(vk::ShaderStageFlags::COMPUTE) {
                self.compute_pipeline(&stages, layout)?
            } else if pipeline.has(rays) {
                self.ray_pipeline(&stages, layout)?
            } else {
                self.graphics_pipeline(&mut scope, pipeline, &stages, layout)?
            };
            scope.later(move |device| unsafe { device.destroy_pipeline(made, None) });
        }
        Ok(())
    }

    fn pipeline_layout(&self, scope: &mut Scope<'_>, layout: &Layout) -> Result<vk::PipelineLayout, String> {
        let mut sets: Vec<Vec<vk::DescriptorSetLayoutBinding<'_>>> = Vec::new();
        for &[set, binding, descriptor, count, stages] in &layout.bindings {
            sets.resize_with(sets.len().max(set as usize + 1), Vec::new);
            sets[set as usize].push(
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(vk::DescriptorType::from_raw(descriptor.cast_signed()))
                    .descriptor_count(count)
                    .stage_flags(vk::ShaderStageFlags::from_raw(stages)),
            );
        }
        let mut layouts = Vec::new();
        for bindings in &sets {
            let information = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
            // SAFETY: destroyed once, by the scope, as everything below.
            let set = unsafe { self.device.create_descriptor_set_layout(&information, None) }
                .map_err(failed("vkCreateDescriptorSetLayout"))?;
            scope.later(move |device| unsafe { device.destroy_descriptor_set_layout(set, None) });
            layouts.push(set);
        }
        let [size, stages] = layout.push_constants;
        let range = [vk::PushConstantRange {
            stage_flags: vk::ShaderStageFlags::from_raw(stages),
            offset: 0,
            size,
        }];
        let mut information = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
        if size > 0 {
            information = information.push_constant_ranges(&range);
        }
        // SAFETY: as above.
        let made = unsafe { self.device.create_pipeline_layout(&information, None) }
            .map_err(failed("vkCreatePipelineLayout"))?;
        scope.later(move |device| unsafe { device.destroy_pipeline_layout(made, None) });
        Ok(made)
    }

    fn compute_pipeline(
        &self,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline, String> {
        let information = vk::ComputePipelineCreateInfo::default().stage(stages[0]).layout(layout);
        // SAFETY: all objects belong to this device, and the structures outlive the call.
        let made = unsafe {
            self.device
                .create_compute_pipelines(vk::PipelineCache::null(), &[information], None)
        };
        Ok(made.map_err(|(_, result)| failed("vkCreateComputePipelines")(result))?[0])
    }

    /// A group for each stage.
    fn ray_pipeline(
        &self,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline, String> {
        let unused = vk::SHADER_UNUSED_KHR;
        let groups: Vec<_> = (0..)
            .zip(stages)
            .map(|(index, stage)| {
                let group = vk::RayTracingShaderGroupCreateInfoKHR::default()
                    .ty(vk::RayTracingShaderGroupTypeKHR::TRIANGLES_HIT_GROUP)
                    .general_shader(unused)
                    .closest_hit_shader(unused)
                    .any_hit_shader(unused)
                    .intersection_shader(unused);
                match stage.stage {
                    vk::ShaderStageFlags::CLOSEST_HIT_KHR => group.closest_hit_shader(index),
                    vk::ShaderStageFlags::ANY_HIT_KHR => group.any_hit_shader(index),
                    _ => group
                        .ty(vk::RayTracingShaderGroupTypeKHR::GENERAL)
                        .general_shader(index),
                }
            })
            .collect();
        let information = vk::RayTracingPipelineCreateInfoKHR::default()
            .stages(stages)
            .groups(&groups)
            .max_pipeline_ray_recursion_depth(1)
            .layout(layout);
        // SAFETY: as above.
        let made = unsafe {
            self.ray_tracing_pipelines().create_ray_tracing_pipelines(
                vk::DeferredOperationKHR::null(),
                vk::PipelineCache::null(),
                &[information],
                None,
            )
        };
        Ok(made.map_err(|(_, result)| failed("vkCreateRayTracingPipelinesKHR")(result))?[0])
    }

    fn graphics_pipeline(
        &self,
        scope: &mut Scope<'_>,
        pipeline: &Pipeline,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline, String> {
        let pass = self.pass_of(scope, &pipeline.colors)?;
        let buffers = [vk::VertexInputBindingDescription {
            binding: 0,
            stride: pipeline.stride,
            input_rate: vk::VertexInputRate::VERTEX,
        }];
        let attributes: Vec<_> = pipeline
            .attributes
            .iter()
            .map(|attribute| vk::VertexInputAttributeDescription {
                location: attribute.location,
                binding: 0,
                format: attribute.format,
                offset: attribute.offset,
            })
            .collect();
        let mut input = vk::PipelineVertexInputStateCreateInfo::default();
        if !attributes.is_empty() {
            input = input
                .vertex_binding_descriptions(&buffers)
                .vertex_attribute_descriptions(&attributes);
        }
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let extent = vk::Extent2D { width: 4, height: 4 };
        let viewports = [vk::Viewport {
            width: 4.0,
            height: 4.0,
            max_depth: 1.0,
            ..vk::Viewport::default()
        }];
        let scissors = [vk::Rect2D {
            extent,
            ..vk::Rect2D::default()
        }];
        let viewport = vk::PipelineViewportStateCreateInfo::default()
            .viewports(&viewports)
            .scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .line_width(1.0)
            .rasterizer_discard_enable(!pipeline.has(vk::ShaderStageFlags::FRAGMENT));
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let blends: Vec<_> = pipeline
            .colors
            .iter()
            .map(|_| vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA))
            .collect();
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
        let mut information = vk::GraphicsPipelineCreateInfo::default()
            .stages(stages)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .color_blend_state(&blend)
            .layout(layout)
            .render_pass(pass);
        if pipeline.has(vk::ShaderStageFlags::VERTEX) {
            information = information.vertex_input_state(&input).input_assembly_state(&assembly);
        }
        // SAFETY: as above.
        let made = unsafe {
            self.device
                .create_graphics_pipelines(vk::PipelineCache::null(), &[information], None)
        };
        Ok(made.map_err(|(_, result)| failed("vkCreateGraphicsPipelines")(result))?[0])
    }

    fn pass_of(&self, scope: &mut Scope<'_>, colors: &[vk::Format]) -> Result<vk::RenderPass, String> {
        let mut attachments = Vec::new();
        let mut references = Vec::new();
        for &format in colors {
            let layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
            let attachment = if format == vk::Format::UNDEFINED {
                vk::ATTACHMENT_UNUSED
            } else {
                attachments.push(
                    vk::AttachmentDescription::default()
                        .format(format)
                        .samples(vk::SampleCountFlags::TYPE_1)
                        .load_op(vk::AttachmentLoadOp::CLEAR)
                        .store_op(vk::AttachmentStoreOp::STORE)
                        .final_layout(layout),
                );
                attachments.len() as u32 - 1
            };
            references.push(vk::AttachmentReference { attachment, layout });
        }
        let subpasses = [vk::SubpassDescription::default().color_attachments(&references)];
        let information = vk::RenderPassCreateInfo::default()
            .attachments(&attachments)
            .subpasses(&subpasses);
        // SAFETY: as above.
        let pass =
            unsafe { self.device.create_render_pass(&information, None) }.map_err(failed("vkCreateRenderPass"))?;
        scope.later(move |device| unsafe { device.destroy_render_pass(pass, None) });
        Ok(pass)
    }
}
