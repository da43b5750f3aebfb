//! A Vulkan device that runs one compute shader or one draw at a time and waits for it. All its information about
//! shaders comes from the constants of the build script.

use std::cell::RefCell;

use ash::vk;

use crate::shaders::{Binding, EntryPoint, PushConstantRange};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
type Destroy = Box<dyn FnOnce(&ash::Device)>;

/// The device. It owns all objects that it creates.
pub struct Gpu {
    _entry: ash::Entry,
    instance: ash::Instance,
    device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    memory: vk::PhysicalDeviceMemoryProperties,
    /// The functions that destroy the objects, in the order of creation.
    made: RefCell<Vec<Destroy>>,
}

/// A buffer that the host can write and read.
pub struct Buffer {
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    size: u64,
}

/// The description of a pipeline layout.
pub struct Layout<'a> {
    /// The bindings of its shaders.
    pub bindings: &'a [Binding],
    /// Their push constants.
    pub push_constants: Option<PushConstantRange>,
}

/// Pixels with one byte each for red, green, blue and alpha, in rows from the top.
pub struct Picture {
    bytes: Vec<u8>,
    width: u32,
}

impl Picture {
    /// All pixels.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The pixel at a column and a row, with components from 0 to 1; black outside the picture.
    pub fn pixel(&self, x: u32, y: u32) -> [f32; 4] {
        let start = 4 * (y * self.width + x) as usize;
        let pixel = self.bytes.get(start..start + 4).unwrap_or(&[0; 4]);
        let mut floats = [0.0; 4];
        for (float, byte) in floats.iter_mut().zip(pixel) {
            *float = f32::from(*byte) / 255.0;
        }
        floats
    }
}

const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// The layouts that were created from a [`Layout`], and the descriptor sets with its buffers.
struct Bound {
    layout: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSet>,
}

impl Gpu {
    /// The first device with a queue for graphics and compute.
    ///
    /// # Errors
    ///
    /// If there is no such device, or it cannot be opened.
    pub fn open() -> Result<Self> {
        // SAFETY: the structures that are passed to the calls outlive them, and each handle is used with its parent.
        unsafe {
            let entry = ash::Entry::load()?;
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_1);
            let instance = vk::InstanceCreateInfo::default().application_info(&application);
            let instance = entry.create_instance(&instance, None)?;
            let wanted = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
            let family = |device| {
                let families = instance.get_physical_device_queue_family_properties(device);
                let place = families.iter().position(|family| family.queue_flags.contains(wanted))?;
                Some((device, u32::try_from(place).ok()?))
            };
            let found = instance.enumerate_physical_devices()?.into_iter().find_map(family);
            let Some((physical, family)) = found else {
                instance.destroy_instance(None);
                return Err("no device has a queue for graphics and compute".into());
            };
            let queues = [vk::DeviceQueueCreateInfo::default()
                .queue_family_index(family)
                .queue_priorities(&[1.0])];
            // The feature that `shaders/probe.wgsl` needs; `spirula compile --emit requirements` prints it.
            let mut storage16 = vk::PhysicalDevice16BitStorageFeatures::default();
            let mut query = vk::PhysicalDeviceFeatures2::default().push_next(&mut storage16);
            instance.get_physical_device_features2(physical, &mut query);
            let mut enabled = vk::PhysicalDevice16BitStorageFeatures::default()
                .storage_buffer16_bit_access(storage16.storage_buffer16_bit_access == vk::TRUE);
            let device = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .push_next(&mut enabled);
            let device = instance.create_device(physical, &device, None)?;
            let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
            Ok(Self {
                queue: device.get_device_queue(family, 0),
                pool: device.create_command_pool(&pool, None)?,
                memory: instance.get_physical_device_memory_properties(physical),
                made: RefCell::default(),
                _entry: entry,
                instance,
                device,
            })
        }
    }

    fn keep(&self, destroy: impl FnOnce(&ash::Device) + 'static) {
        self.made.borrow_mut().push(Box::new(destroy));
    }

    fn allocate(&self, needs: vk::MemoryRequirements, wanted: vk::MemoryPropertyFlags) -> Result<vk::DeviceMemory> {
        let fits = |index: &u32| {
            let ty = self.memory.memory_types.get(*index as usize);
            needs.memory_type_bits & (1 << index) != 0 && ty.is_some_and(|ty| ty.property_flags.contains(wanted))
        };
        let index = (0..self.memory.memory_type_count).find(fits);
        let information = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(index.ok_or("no memory of the kind")?);
        // SAFETY: the structure lives until the call returns.
        let memory = unsafe { self.device.allocate_memory(&information, None)? };
        // SAFETY: nothing uses the memory when the device is dropped.
        self.keep(move |device| unsafe { device.free_memory(memory, None) });
        Ok(memory)
    }

    /// A buffer with the given content.
    ///
    /// # Errors
    ///
    /// Vulkan's.
    pub fn buffer(&self, bytes: &[u8], usage: vk::BufferUsageFlags) -> Result<Buffer> {
        let size = bytes.len() as u64;
        let information = vk::BufferCreateInfo::default().size(size).usage(usage);
        let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        // SAFETY: the memory is as large as the buffer, which is as large as the bytes, and is mapped only here.
        unsafe {
            let buffer = self.device.create_buffer(&information, None)?;
            self.keep(move |device| device.destroy_buffer(buffer, None));
            let memory = self.allocate(self.device.get_buffer_memory_requirements(buffer), host)?;
            self.device.bind_buffer_memory(buffer, memory, 0)?;
            let mapped = self.device.map_memory(memory, 0, size, vk::MemoryMapFlags::empty())?;
            mapped
                .cast::<u8>()
                .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            self.device.unmap_memory(memory);
            Ok(Buffer { buffer, memory, size })
        }
    }

    /// The bytes of a buffer.
    ///
    /// # Errors
    ///
    /// Vulkan's.
    pub fn read(&self, buffer: &Buffer) -> Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(buffer.size)?];
        // SAFETY: the memory is as large as the bytes, is mapped only here, and no shader runs.
        unsafe {
            let flags = vk::MemoryMapFlags::empty();
            let mapped = self.device.map_memory(buffer.memory, 0, buffer.size, flags)?;
            mapped
                .cast::<u8>()
                .copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len());
            self.device.unmap_memory(buffer.memory);
        }
        Ok(bytes)
    }

    fn module(&self, words: &[u32]) -> Result<vk::ShaderModule> {
        let information = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the words are a valid module, which Spirula has checked.
        let module = unsafe { self.device.create_shader_module(&information, None)? };
        // SAFETY: no pipeline is created from it any more.
        self.keep(move |device| unsafe { device.destroy_shader_module(module, None) });
        Ok(module)
    }

    /// The layouts of sets and pipeline that the constants describe, and sets with the buffers.
    fn bind(&self, layout: &Layout<'_>, buffers: &[(Binding, &Buffer)]) -> Result<Bound> {
        let device = &self.device;
        let count = layout.bindings.iter().map(|binding| binding.set + 1).max().unwrap_or(0);
        let mut layouts = Vec::new();
        // SAFETY: the structures that are passed to the calls outlive them, and each handle is used with its parent.
        unsafe {
            for set in 0..count {
                let of_set = layout.bindings.iter().filter(|binding| binding.set == set);
                let bindings: Vec<_> = of_set.map(set_layout_binding).collect();
                let information = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
                let layout = device.create_descriptor_set_layout(&information, None)?;
                self.keep(move |device| device.destroy_descriptor_set_layout(layout, None));
                layouts.push(layout);
            }
            let ranges: Vec<_> = layout.push_constants.iter().map(push_constant_range).collect();
            let information = vk::PipelineLayoutCreateInfo::default()
                .set_layouts(&layouts)
                .push_constant_ranges(&ranges);
            let pipeline = device.create_pipeline_layout(&information, None)?;
            self.keep(move |device| device.destroy_pipeline_layout(pipeline, None));

            let size = |binding: &Binding| {
                vk::DescriptorPoolSize::default()
                    .ty(vk::DescriptorType::from_raw(binding.descriptor_type))
                    .descriptor_count(binding.count)
            };
            let sizes: Vec<_> = layout.bindings.iter().map(size).collect();
            let information = vk::DescriptorPoolCreateInfo::default()
                .max_sets(count)
                .pool_sizes(&sizes);
            let pool = device.create_descriptor_pool(&information, None)?;
            self.keep(move |device| device.destroy_descriptor_pool(pool, None));
            let information = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(pool)
                .set_layouts(&layouts);
            let sets = device.allocate_descriptor_sets(&information)?;
            for (binding, buffer) in buffers {
                let information = [vk::DescriptorBufferInfo::default()
                    .buffer(buffer.buffer)
                    .range(vk::WHOLE_SIZE)];
                let set = sets.get(binding.set as usize).copied();
                let write = vk::WriteDescriptorSet::default()
                    .dst_set(set.unwrap_or(vk::DescriptorSet::null()))
                    .dst_binding(binding.binding)
                    .descriptor_type(vk::DescriptorType::from_raw(binding.descriptor_type))
                    .buffer_info(&information);
                device.update_descriptor_sets(&[write], &[]);
            }
            Ok(Bound { layout: pipeline, sets })
        }
    }

    /// Records commands, submits them and waits for their completion.
    fn submit(&self, record: impl Fn(vk::CommandBuffer)) -> Result<()> {
        let device = &self.device;
        let information = vk::CommandBufferAllocateInfo::default()
            .command_pool(self.pool)
            .command_buffer_count(1);
        // SAFETY: the recorded objects live until the queue is idle.
        unsafe {
            let commands = device.allocate_command_buffers(&information)?;
            for command in &commands {
                device.begin_command_buffer(*command, &vk::CommandBufferBeginInfo::default())?;
                record(*command);
                device.end_command_buffer(*command)?;
            }
            let submit = vk::SubmitInfo::default().command_buffers(&commands);
            device.queue_submit(self.queue, &[submit], vk::Fence::null())?;
            device.queue_wait_idle(self.queue)?;
            device.free_command_buffers(self.pool, &commands);
        }
        Ok(())
    }

    /// Runs one workgroup.
    ///
    /// # Errors
    ///
    /// Vulkan's.
    pub fn compute(
        &self,
        words: &[u32],
        entry: &EntryPoint,
        layout: &Layout<'_>,
        buffers: &[(Binding, &Buffer)],
        push_constants: &[u8],
    ) -> Result<()> {
        let (device, point) = (&self.device, vk::PipelineBindPoint::COMPUTE);
        let bound = self.bind(layout, buffers)?;
        let stage = stage(self.module(words)?, entry);
        let information = vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(bound.layout);
        // SAFETY: the structures that are passed to the calls outlive them, and each handle is used with its parent.
        unsafe {
            let pipelines = device.create_compute_pipelines(vk::PipelineCache::null(), &[information], None);
            let pipeline = self.first(pipelines)?;
            self.submit(|commands| {
                device.cmd_bind_pipeline(commands, point, pipeline);
                device.cmd_bind_descriptor_sets(commands, point, bound.layout, 0, &bound.sets, &[]);
                if let Some(range) = &layout.push_constants {
                    let stages = vk::ShaderStageFlags::from_raw(range.stages);
                    device.cmd_push_constants(commands, bound.layout, stages, range.offset, push_constants);
                }
                device.cmd_dispatch(commands, 1, 1, 1);
                // Makes the writes visible to later commands and to the host.
                let written = [vk::MemoryBarrier::default()
                    .src_access_mask(vk::AccessFlags::SHADER_WRITE)
                    .dst_access_mask(vk::AccessFlags::SHADER_READ | vk::AccessFlags::HOST_READ)];
                let (from, to) = (vk::PipelineStageFlags::COMPUTE_SHADER, vk::PipelineStageFlags::HOST);
                let to = to | vk::PipelineStageFlags::VERTEX_SHADER;
                device.cmd_pipeline_barrier(commands, from, to, vk::DependencyFlags::empty(), &written, &[], &[]);
            })
        }
    }

    fn first(
        &self,
        made: std::result::Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>,
    ) -> Result<vk::Pipeline> {
        let pipelines = made.map_err(|(_, error)| error)?;
        let pipeline = *pipelines.first().ok_or("no pipeline")?;
        // SAFETY: no commands use it when the device is dropped.
        self.keep(move |device| unsafe { device.destroy_pipeline(pipeline, None) });
        Ok(pipeline)
    }

    /// Draws one triangle of one instance into a square picture.
    ///
    /// # Errors
    ///
    /// Vulkan's.
    #[allow(clippy::too_many_arguments, reason = "what a draw takes, once")]
    pub fn draw(
        &self,
        words: &[u32],
        entries: [&EntryPoint; 2],
        layout: &Layout<'_>,
        buffers: &[(Binding, &Buffer)],
        vertices: &Buffer,
        size: u32,
        background: [f32; 3],
    ) -> Result<Picture> {
        let (device, point) = (&self.device, vk::PipelineBindPoint::GRAPHICS);
        let bound = self.bind(layout, buffers)?;
        let area = vk::Rect2D::default().extent(vk::Extent2D {
            width: size,
            height: size,
        });
        let pass = self.render_pass()?;
        let (image, view) = self.image(size)?;
        let views = [view];
        let framebuffer = vk::FramebufferCreateInfo::default()
            .render_pass(pass)
            .attachments(&views)
            .width(size)
            .height(size)
            .layers(1);
        let pixels = vec![0; 4 * (size * size) as usize];
        let read = self.buffer(&pixels, vk::BufferUsageFlags::TRANSFER_DST)?;
        let pipeline = self.graphics_pipeline(words, entries, bound.layout, pass, area)?;
        let [red, green, blue] = background;
        let clear = [vk::ClearValue {
            color: vk::ClearColorValue {
                float32: [red, green, blue, 1.0],
            },
        }];
        // SAFETY: the structures that are passed to the calls outlive them, and each handle is used with its parent.
        unsafe {
            let framebuffer = device.create_framebuffer(&framebuffer, None)?;
            self.keep(move |device| device.destroy_framebuffer(framebuffer, None));
            let begin = vk::RenderPassBeginInfo::default()
                .render_pass(pass)
                .framebuffer(framebuffer)
                .render_area(area)
                .clear_values(&clear);
            let layers = vk::ImageSubresourceLayers::default()
                .aspect_mask(vk::ImageAspectFlags::COLOR)
                .layer_count(1);
            let copy = vk::BufferImageCopy::default()
                .image_subresource(layers)
                .image_extent(area.extent.into());
            self.submit(|commands| {
                device.cmd_begin_render_pass(commands, &begin, vk::SubpassContents::INLINE);
                device.cmd_bind_pipeline(commands, point, pipeline);
                device.cmd_bind_descriptor_sets(commands, point, bound.layout, 0, &bound.sets, &[]);
                device.cmd_bind_vertex_buffers(commands, 0, &[vertices.buffer], &[0]);
                device.cmd_draw(commands, 3, 1, 0, 0);
                device.cmd_end_render_pass(commands);
                let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
                device.cmd_copy_image_to_buffer(commands, image, layout, read.buffer, &[copy]);
                let copied = [vk::MemoryBarrier::default()
                    .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
                    .dst_access_mask(vk::AccessFlags::HOST_READ)];
                let (from, to) = (vk::PipelineStageFlags::TRANSFER, vk::PipelineStageFlags::HOST);
                device.cmd_pipeline_barrier(commands, from, to, vk::DependencyFlags::empty(), &copied, &[], &[]);
            })?;
        }
        Ok(Picture {
            bytes: self.read(&read)?,
            width: size,
        })
    }

    /// A render pass with one colour attachment, which is cleared and then copied from.
    fn render_pass(&self) -> Result<vk::RenderPass> {
        let attachments = [vk::AttachmentDescription::default()
            .format(FORMAT)
            .samples(vk::SampleCountFlags::TYPE_1)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::STORE)
            .final_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL)];
        let colors = [vk::AttachmentReference::default().layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)];
        let subpasses = [vk::SubpassDescription::default()
            .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
            .color_attachments(&colors)];
        let dependencies = [vk::SubpassDependency::default()
            .src_subpass(0)
            .dst_subpass(vk::SUBPASS_EXTERNAL)
            .src_stage_mask(vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT)
            .dst_stage_mask(vk::PipelineStageFlags::TRANSFER)
            .src_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_WRITE)
            .dst_access_mask(vk::AccessFlags::TRANSFER_READ)];
        let information = vk::RenderPassCreateInfo::default()
            .attachments(&attachments)
            .subpasses(&subpasses)
            .dependencies(&dependencies);
        // SAFETY: the structures live until the call returns, and nothing uses the pass when the device is dropped.
        unsafe {
            let pass = self.device.create_render_pass(&information, None)?;
            self.keep(move |device| device.destroy_render_pass(pass, None));
            Ok(pass)
        }
    }

    fn image(&self, size: u32) -> Result<(vk::Image, vk::ImageView)> {
        let information = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(FORMAT)
            .extent(vk::Extent3D {
                width: size,
                height: size,
                depth: 1,
            })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC);
        // SAFETY: the structures live until the calls return, and nothing uses the image when the device is dropped.
        unsafe {
            let image = self.device.create_image(&information, None)?;
            self.keep(move |device| device.destroy_image(image, None));
            let needs = self.device.get_image_memory_requirements(image);
            let memory = self.allocate(needs, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
            self.device.bind_image_memory(image, memory, 0)?;
            let range = vk::ImageSubresourceRange::default()
                .aspect_mask(vk::ImageAspectFlags::COLOR)
                .level_count(1)
                .layer_count(1);
            let information = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(FORMAT)
                .subresource_range(range);
            let view = self.device.create_image_view(&information, None)?;
            self.keep(move |device| device.destroy_image_view(view, None));
            Ok((image, view))
        }
    }

    fn graphics_pipeline(
        &self,
        words: &[u32],
        entries: [&EntryPoint; 2],
        layout: vk::PipelineLayout,
        pass: vk::RenderPass,
        area: vk::Rect2D,
    ) -> Result<vk::Pipeline> {
        let module = self.module(words)?;
        let stages = entries.map(|entry| stage(module, entry));
        let [vertex, _] = entries;
        let attributes: Vec<_> = vertex.vertex_inputs.iter().map(vertex_attribute).collect();
        let bindings = [vk::VertexInputBindingDescription::default().stride(vertex.vertex_stride)];
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewports = [vk::Viewport {
            width: area.extent.width as f32,
            height: area.extent.height as f32,
            max_depth: 1.0,
            ..vk::Viewport::default()
        }];
        let scissors = [area];
        let viewport = vk::PipelineViewportStateCreateInfo::default()
            .viewports(&viewports)
            .scissors(&scissors);
        let rasterization = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let colors = [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&colors);
        let information = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&rasterization)
            .multisample_state(&samples)
            .color_blend_state(&blend)
            .layout(layout)
            .render_pass(pass);
        // SAFETY: the structures live until the call returns.
        let pipelines = unsafe {
            let cache = vk::PipelineCache::null();
            self.device.create_graphics_pipelines(cache, &[information], None)
        };
        self.first(pipelines)
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        // SAFETY: every submission has completed, and the objects are destroyed in the reverse order of their creation.
        unsafe {
            for destroy in self.made.get_mut().drain(..).rev() {
                destroy(&self.device);
            }
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

// Conversions of the constants to Vulkan's structures.

fn set_layout_binding(binding: &Binding) -> vk::DescriptorSetLayoutBinding<'static> {
    vk::DescriptorSetLayoutBinding::default()
        .binding(binding.binding)
        .descriptor_type(vk::DescriptorType::from_raw(binding.descriptor_type))
        .descriptor_count(binding.count)
        .stage_flags(vk::ShaderStageFlags::from_raw(binding.stages))
}

fn push_constant_range(range: &PushConstantRange) -> vk::PushConstantRange {
    vk::PushConstantRange {
        stage_flags: vk::ShaderStageFlags::from_raw(range.stages),
        offset: range.offset,
        size: range.size,
    }
}

fn vertex_attribute(input: &crate::shaders::VertexInput) -> vk::VertexInputAttributeDescription {
    vk::VertexInputAttributeDescription {
        location: input.location,
        binding: 0,
        format: vk::Format::from_raw(input.format),
        offset: input.offset,
    }
}

fn stage(module: vk::ShaderModule, entry: &EntryPoint) -> vk::PipelineShaderStageCreateInfo<'static> {
    vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::from_raw(entry.stage))
        .module(module)
        .name(entry.c_name)
}
