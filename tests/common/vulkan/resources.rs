//! Buffers, images and samplers of one run, destroyed together when it ends.

use ash::vk;

use super::device::Device;
use super::failed;

/// A resource and its binding.
#[derive(Clone, Debug)]
pub struct Binding {
    pub set: u32,
    pub binding: u32,
    pub resource: Resource,
}

/// The content of a descriptor. A run returns the contents of storage buffers and storage images.
#[derive(Clone, Debug)]
pub enum Resource {
    /// A storage buffer of exactly these bytes.
    Storage(Vec<u8>),
    Uniform(Vec<u8>),
    Texture(Image),
    StorageImage(Image),
    Sampler(Sampling),
    /// A texture of four samples a texel.
    Multisampled(Multisampled),
    /// A texture with its sampler in one descriptor.
    Combined(Image, Sampling),
    /// An acceleration structure.
    Scene(super::scene::Scene),
    /// A binding with `count` descriptors, of which the first have these resources, all of one kind. The others must
    /// not be accessed.
    Array {
        elements: Vec<Resource>,
        count: u32,
    },
}

impl Resource {
    /// An array with as many descriptors as resources.
    pub fn array(elements: impl IntoIterator<Item = Self>) -> Self {
        let elements: Vec<_> = elements.into_iter().collect();
        let count = u32::try_from(elements.len()).unwrap_or(u32::MAX);
        Self::Array { elements, count }
    }
}

/// An image and its texels, tightly packed: by levels, in a level by layers, in a layer by rows from the top.
#[derive(Clone, Debug)]
pub struct Image {
    pub format: vk::Format,
    pub view: vk::ImageViewType,
    pub extent: [u32; 3],
    pub layers: u32,
    pub levels: u32,
    pub texels: Vec<u8>,
}

impl Image {
    /// A 2D image of one level.
    pub fn flat(format: vk::Format, width: u32, height: u32, texels: Vec<u8>) -> Self {
        let view = vk::ImageViewType::TYPE_2D;
        Self {
            format,
            view,
            extent: [width, height, 1],
            layers: 1,
            levels: 1,
            texels,
        }
    }

    fn level_extent(&self, level: u32) -> vk::Extent3D {
        let [width, height, depth] = self.extent.map(|size| (size >> level).max(1));
        vk::Extent3D { width, height, depth }
    }

    /// One copy region per level, for a buffer with all texels.
    fn regions(&self) -> Result<Vec<vk::BufferImageCopy>, String> {
        let texel = texel_bytes(self.format)?;
        let mut offset = 0;
        let regions = (0..self.levels)
            .map(|level| {
                let extent = self.level_extent(level);
                let region = vk::BufferImageCopy::default()
                    .buffer_offset(offset)
                    .image_subresource(vk::ImageSubresourceLayers {
                        aspect_mask: aspect(self.format),
                        mip_level: level,
                        base_array_layer: 0,
                        layer_count: self.layers,
                    })
                    .image_extent(extent);
                let texels = [extent.width, extent.height, extent.depth, self.layers].map(u64::from);
                offset += texel * texels.iter().product::<u64>();
                region
            })
            .collect();
        if offset != self.texels.len() as u64 {
            return Err(format!(
                "the image has {} bytes of texels and needs {offset}",
                self.texels.len()
            ));
        }
        Ok(regions)
    }
}

/// A multisampled texture: each layer is cleared to one value, given as the bits of its components.
#[derive(Clone, Debug)]
pub struct Multisampled {
    pub format: vk::Format,
    pub size: [u32; 2],
    pub layers: Vec<[u32; 4]>,
    /// Whether it is an array of layers.
    pub arrayed: bool,
}

/// How a sampler filters and addresses.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    pub filter: vk::Filter,
    pub address: vk::SamplerAddressMode,
    pub compare: Option<vk::CompareOp>,
}

pub const NEAREST: Sampling = Sampling {
    filter: vk::Filter::NEAREST,
    address: vk::SamplerAddressMode::CLAMP_TO_EDGE,
    compare: None,
};

/// The bytes of one texel of the formats that the suites use.
pub fn texel_bytes(format: vk::Format) -> Result<u64, String> {
    use vk::Format as F;
    Ok(match format {
        F::R8_UNORM | F::R8_SNORM | F::R8_UINT | F::R8_SINT => 1,
        F::R16_UNORM | F::R16_SNORM | F::R16_UINT | F::R16_SINT | F::R16_SFLOAT => 2,
        F::R8G8_UNORM | F::R8G8_SNORM | F::R8G8_UINT | F::R8G8_SINT => 2,
        F::R8G8B8A8_UNORM | F::R8G8B8A8_SNORM | F::R8G8B8A8_UINT | F::R8G8B8A8_SINT => 4,
        F::R8G8B8A8_SRGB | F::B8G8R8A8_UNORM | F::D32_SFLOAT => 4,
        F::R16G16_UNORM | F::R16G16_SNORM | F::R16G16_UINT | F::R16G16_SINT | F::R16G16_SFLOAT => 4,
        F::R32_SFLOAT | F::R32_UINT | F::R32_SINT => 4,
        F::A2B10G10R10_UINT_PACK32 | F::A2B10G10R10_UNORM_PACK32 | F::B10G11R11_UFLOAT_PACK32 => 4,
        F::R16G16B16A16_UNORM | F::R16G16B16A16_SNORM | F::R16G16B16A16_UINT | F::R16G16B16A16_SINT => 8,
        F::R16G16B16A16_SFLOAT | F::R32G32_SFLOAT | F::R32G32_UINT | F::R32G32_SINT | F::R64_UINT => 8,
        F::R32G32B32A32_SFLOAT | F::R32G32B32A32_UINT | F::R32G32B32A32_SINT => 16,
        _ => return Err(format!("{format:?}: no size known")),
    })
}

pub(super) fn aspect(format: vk::Format) -> vk::ImageAspectFlags {
    match format {
        vk::Format::D32_SFLOAT => vk::ImageAspectFlags::DEPTH,
        _ => vk::ImageAspectFlags::COLOR,
    }
}

/// A host-visible buffer.
#[derive(Clone, Copy)]
pub(super) struct Buffer {
    pub handle: vk::Buffer,
    memory: vk::DeviceMemory,
    size: usize,
}

/// A buffer with a device address.
#[derive(Clone, Copy)]
pub(super) struct Addressed {
    pub handle: vk::Buffer,
    pub address: u64,
}

/// An image in the layout `GENERAL`, its view, and the staging buffer for its texels.
pub(super) struct Texture {
    pub handle: vk::Image,
    pub view: vk::ImageView,
    pub staging: Buffer,
    pub regions: Vec<vk::BufferImageCopy>,
    pub range: vk::ImageSubresourceRange,
}

type Undo = Box<dyn FnOnce(&ash::Device)>;

/// All objects of one run, destroyed in reverse order of creation.
pub(super) struct Scope<'g> {
    pub gpu: &'g Device,
    undo: Vec<Undo>,
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        for undo in self.undo.drain(..).rev() {
            undo(&self.gpu.device);
        }
    }
}

impl<'g> Scope<'g> {
    pub fn new(gpu: &'g Device) -> Self {
        Self { gpu, undo: Vec::new() }
    }

    /// Registers a destructor for the end of the run.
    pub fn later(&mut self, undo: impl FnOnce(&ash::Device) + 'static) {
        self.undo.push(Box::new(undo));
    }

    /// A buffer with the content `bytes` and all usages.
    pub fn buffer(&mut self, bytes: &[u8]) -> Result<Buffer, String> {
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::UNIFORM_BUFFER
            | vk::BufferUsageFlags::VERTEX_BUFFER
            | vk::BufferUsageFlags::INDEX_BUFFER
            | vk::BufferUsageFlags::INDIRECT_BUFFER
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST;
        let information = vk::BufferCreateInfo::default()
            .size(bytes.len().max(4) as u64)
            .usage(usage);
        let device = &self.gpu.device;
        // SAFETY: the handles are destroyed once, by the scope, after the work that uses them has ended.
        unsafe {
            let handle = device
                .create_buffer(&information, None)
                .map_err(failed("vkCreateBuffer"))?;
            self.later(move |device| device.destroy_buffer(handle, None));
            let needs = device.get_buffer_memory_requirements(handle);
            let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let memory = self.memory(needs, host)?;
            device
                .bind_buffer_memory(handle, memory, 0)
                .map_err(failed("vkBindBufferMemory"))?;
            let mapped = device
                .map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(failed("vkMapMemory"))?;
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), mapped.cast(), bytes.len());
            device.unmap_memory(memory);
            Ok(Buffer {
                handle,
                memory,
                size: bytes.len(),
            })
        }
    }

    /// A buffer with a size and a device address, whose first bytes are `bytes`.
    pub fn addressed(&mut self, bytes: &[u8], size: usize, usage: vk::BufferUsageFlags) -> Result<Addressed, String> {
        let information = vk::BufferCreateInfo::default()
            .size(size.max(4) as u64)
            .usage(usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS);
        let device = &self.gpu.device;
        // SAFETY: as for buffers.
        unsafe {
            let handle = device
                .create_buffer(&information, None)
                .map_err(failed("vkCreateBuffer"))?;
            self.later(move |device| device.destroy_buffer(handle, None));
            let needs = device.get_buffer_memory_requirements(handle);
            let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
            let allocation = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(self.gpu.memory_type(needs.memory_type_bits, host)?)
                .push_next(&mut flags);
            let memory = device
                .allocate_memory(&allocation, None)
                .map_err(failed("vkAllocateMemory"))?;
            self.later(move |device| device.free_memory(memory, None));
            device
                .bind_buffer_memory(handle, memory, 0)
                .map_err(failed("vkBindBufferMemory"))?;
            let mapped = device
                .map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(failed("vkMapMemory"))?;
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), mapped.cast(), bytes.len());
            device.unmap_memory(memory);
            let information = vk::BufferDeviceAddressInfo::default().buffer(handle);
            Ok(Addressed {
                handle,
                address: device.get_buffer_device_address(&information),
            })
        }
    }

    /// The current content of a buffer.
    pub fn contents(&self, buffer: &Buffer) -> Result<Vec<u8>, String> {
        let device = &self.gpu.device;
        let mut bytes = vec![0; buffer.size];
        // SAFETY: no commands are executing, and the memory is at least as large as `size`.
        unsafe {
            let mapped = device
                .map_memory(buffer.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
                .map_err(failed("vkMapMemory"))?;
            std::ptr::copy_nonoverlapping(mapped.cast(), bytes.as_mut_ptr(), bytes.len());
            device.unmap_memory(buffer.memory);
        }
        Ok(bytes)
    }

    /// An image; its texels are in the staging buffer only.
    pub fn texture(&mut self, image: &Image, usage: vk::ImageUsageFlags) -> Result<Texture, String> {
        let kind = match image.view {
            vk::ImageViewType::TYPE_1D | vk::ImageViewType::TYPE_1D_ARRAY => vk::ImageType::TYPE_1D,
            vk::ImageViewType::TYPE_3D => vk::ImageType::TYPE_3D,
            _ => vk::ImageType::TYPE_2D,
        };
        let cube = image.view == vk::ImageViewType::CUBE || image.view == vk::ImageViewType::CUBE_ARRAY;
        let flags = if cube {
            vk::ImageCreateFlags::CUBE_COMPATIBLE
        } else {
            vk::ImageCreateFlags::empty()
        };
        let information = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(kind)
            .format(image.format)
            .extent(image.level_extent(0))
            .mip_levels(image.levels)
            .array_layers(image.layers)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
        let regions = image.regions()?;
        let staging = self.buffer(&image.texels)?;
        let range = vk::ImageSubresourceRange {
            aspect_mask: aspect(image.format),
            base_mip_level: 0,
            level_count: image.levels,
            base_array_layer: 0,
            layer_count: image.layers,
        };
        let device = &self.gpu.device;
        // SAFETY: as for buffers.
        unsafe {
            let handle = device
                .create_image(&information, None)
                .map_err(failed("vkCreateImage"))?;
            self.later(move |device| device.destroy_image(handle, None));
            let needs = device.get_image_memory_requirements(handle);
            let memory = self.memory(needs, vk::MemoryPropertyFlags::empty())?;
            device
                .bind_image_memory(handle, memory, 0)
                .map_err(failed("vkBindImageMemory"))?;
            let view = vk::ImageViewCreateInfo::default()
                .image(handle)
                .view_type(image.view)
                .format(image.format)
                .subresource_range(range);
            let view = device
                .create_image_view(&view, None)
                .map_err(failed("vkCreateImageView"))?;
            self.later(move |device| device.destroy_image_view(view, None));
            Ok(Texture {
                handle,
                view,
                staging,
                regions,
                range,
            })
        }
    }

    /// A multisampled image, whose layers are cleared to their values.
    pub fn multisampled(&mut self, image: &Multisampled) -> Result<vk::ImageView, String> {
        let [width, height] = image.size;
        let layers = u32::try_from(image.layers.len()).map_err(|error| error.to_string())?;
        let information = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(image.format)
            .extent(vk::Extent3D {
                width,
                height,
                depth: 1,
            })
            .mip_levels(1)
            .array_layers(layers)
            .samples(vk::SampleCountFlags::TYPE_4)
            .usage(vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST);
        let range = vk::ImageSubresourceRange::default()
            .aspect_mask(aspect(image.format))
            .level_count(1)
            .layer_count(layers);
        let device = &self.gpu.device;
        // SAFETY: as for other images.
        let (handle, view) = unsafe {
            let handle = device
                .create_image(&information, None)
                .map_err(failed("vkCreateImage"))?;
            self.later(move |device| device.destroy_image(handle, None));
            let needs = device.get_image_memory_requirements(handle);
            let memory = self.memory(needs, vk::MemoryPropertyFlags::empty())?;
            device
                .bind_image_memory(handle, memory, 0)
                .map_err(failed("vkBindImageMemory"))?;
            let view = vk::ImageViewCreateInfo::default()
                .image(handle)
                .view_type(if image.arrayed {
                    vk::ImageViewType::TYPE_2D_ARRAY
                } else {
                    vk::ImageViewType::TYPE_2D
                })
                .format(image.format)
                .subresource_range(range);
            let view = device
                .create_image_view(&view, None)
                .map_err(failed("vkCreateImageView"))?;
            self.later(move |device| device.destroy_image_view(view, None));
            (handle, view)
        };
        self.gpu.submit(|device, commands| {
            to_general(device, commands, handle, range);
            for (layer, &bits) in (0..).zip(&image.layers) {
                let range = [range.base_array_layer(layer).layer_count(1)];
                let layout = vk::ImageLayout::GENERAL;
                // SAFETY: recording; the image is in the layout that the barrier gave it.
                unsafe {
                    if image.format == vk::Format::D32_SFLOAT {
                        let depth = f32::from_bits(bits[0]);
                        let value = vk::ClearDepthStencilValue { depth, stencil: 0 };
                        device.cmd_clear_depth_stencil_image(commands, handle, layout, &value, &range);
                    } else {
                        let value = vk::ClearColorValue { uint32: bits };
                        device.cmd_clear_color_image(commands, handle, layout, &value, &range);
                    }
                }
            }
            barrier(device, commands);
        })?;
        Ok(view)
    }

    pub fn sampler(&mut self, sampling: Sampling) -> Result<vk::Sampler, String> {
        let information = vk::SamplerCreateInfo::default()
            .mag_filter(sampling.filter)
            .min_filter(sampling.filter)
            .mipmap_mode(vk::SamplerMipmapMode::NEAREST)
            .address_mode_u(sampling.address)
            .address_mode_v(sampling.address)
            .address_mode_w(sampling.address)
            .max_lod(vk::LOD_CLAMP_NONE)
            .compare_enable(sampling.compare.is_some())
            .compare_op(sampling.compare.unwrap_or_default());
        // SAFETY: as for buffers.
        let sampler =
            unsafe { self.gpu.device.create_sampler(&information, None) }.map_err(failed("vkCreateSampler"))?;
        self.later(move |device| unsafe { device.destroy_sampler(sampler, None) });
        Ok(sampler)
    }

    fn memory(
        &mut self,
        needs: vk::MemoryRequirements,
        flags: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory, String> {
        let kind = self.gpu.memory_type(needs.memory_type_bits, flags)?;
        let information = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(kind);
        // SAFETY: as for buffers.
        let memory =
            unsafe { self.gpu.device.allocate_memory(&information, None) }.map_err(failed("vkAllocateMemory"))?;
        self.later(move |device| unsafe { device.free_memory(memory, None) });
        Ok(memory)
    }

    pub fn module(&mut self, words: &[u32]) -> Result<vk::ShaderModule, String> {
        let information = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the runs pass only words that spirv-val accepted.
        let module = unsafe { self.gpu.device.create_shader_module(&information, None) }
            .map_err(failed("vkCreateShaderModule"))?;
        self.later(move |device| unsafe { device.destroy_shader_module(module, None) });
        Ok(module)
    }
}

/// Makes all earlier writes visible to everything later, including the host.
pub(super) fn barrier(device: &ash::Device, commands: vk::CommandBuffer) {
    let memory = vk::MemoryBarrier::default()
        .src_access_mask(vk::AccessFlags::MEMORY_WRITE)
        .dst_access_mask(vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE);
    let all = vk::PipelineStageFlags::ALL_COMMANDS;
    // SAFETY: recording.
    unsafe {
        device.cmd_pipeline_barrier(
            commands,
            all,
            all | vk::PipelineStageFlags::HOST,
            vk::DependencyFlags::empty(),
            &[memory],
            &[],
            &[],
        );
    }
}

/// Transitions a new image to `GENERAL`.
pub(super) fn to_general(
    device: &ash::Device,
    commands: vk::CommandBuffer,
    image: vk::Image,
    range: vk::ImageSubresourceRange,
) {
    let transition = vk::ImageMemoryBarrier::default()
        .dst_access_mask(vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE)
        .old_layout(vk::ImageLayout::UNDEFINED)
        .new_layout(vk::ImageLayout::GENERAL)
        .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .image(image)
        .subresource_range(range);
    let all = vk::PipelineStageFlags::ALL_COMMANDS;
    // SAFETY: recording.
    unsafe {
        device.cmd_pipeline_barrier(
            commands,
            all,
            all,
            vk::DependencyFlags::empty(),
            &[],
            &[],
            &[transition],
        );
    }
}
