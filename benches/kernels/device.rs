//! A Vulkan device that creates pipelines, returns the driver's compiler statistics, and runs kernels. A kernel's time is
//! that of the processor on a software driver, and otherwise what the device's timestamps say.

use ash::vk;
use std::ffi::CStr;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

pub struct Device {
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    statistics: Option<ash::khr::pipeline_executable_properties::Device>,
    /// Seconds of a tick of the device's timestamps; `None` if the processor runs the kernels.
    tick: Option<f64>,
}

/// A pipeline, the objects that it was created from, and the time of its creation.
pub struct Pipeline {
    pub handle: vk::Pipeline,
    layout: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSetLayout>,
    /// The bindings of set 0.
    bindings: Vec<(u32, vk::DescriptorType)>,
    pub seconds: f64,
}

/// What is compared of a pipeline's compiler statistics, and the drivers' names for it.
pub const STATISTICS: [(&str, &[&str]); 4] = [
    ("inverse throughput", &["Inverse Throughput"]),
    ("instructions", &["Instructions", "Instruction count"]),
    ("vector registers", &["VGPRs", "Register Count"]),
    ("bytes of machine code", &["Code size", "Binary Size"]),
];

/// The compiler statistics of a pipeline, in the order of [`STATISTICS`]; a driver has some of them.
pub type Statistics = [Option<u64>; STATISTICS.len()];

/// A pipeline that is ready to run, with its buffers.
pub struct Run {
    commands: vk::CommandBuffer,
    queue: vk::Queue,
    buffers: Vec<(vk::Buffer, vk::DeviceMemory, usize)>,
    /// The timestamps before and after the dispatches.
    timestamps: vk::QueryPool,
}

/// The bytes of push constants of a layout.
const PUSH_CONSTANTS: u32 = 128;

/// By group, the bindings of a module, used or not.
fn layouts(module: &naga::Module) -> Vec<Vec<vk::DescriptorSetLayoutBinding<'static>>> {
    let mut sets = vec![Vec::new()];
    for (_, global) in module.global_variables.iter() {
        let Some(place) = global.binding else { continue };
        let group = place.group as usize;
        sets.resize_with(sets.len().max(group + 1), Vec::new);
        let (inner, count) = match module.types[global.ty].inner {
            naga::TypeInner::BindingArray { base, size } => (&module.types[base].inner, length(size)),
            ref inner => (inner, 1),
        };
        sets[group].push(
            vk::DescriptorSetLayoutBinding::default()
                .binding(place.binding)
                .descriptor_type(descriptor(global.space, inner))
                .descriptor_count(count)
                .stage_flags(vk::ShaderStageFlags::ALL),
        );
    }
    sets
}

fn length(size: naga::ArraySize) -> u32 {
    match size {
        naga::ArraySize::Constant(length) => length.get(),
        naga::ArraySize::Pending(_) | naga::ArraySize::Dynamic => 8,
    }
}

fn descriptor(space: naga::AddressSpace, inner: &naga::TypeInner) -> vk::DescriptorType {
    match (space, inner) {
        (naga::AddressSpace::Uniform, _) => vk::DescriptorType::UNIFORM_BUFFER,
        (naga::AddressSpace::Storage { .. }, _) => vk::DescriptorType::STORAGE_BUFFER,
        (_, naga::TypeInner::Sampler { .. }) => vk::DescriptorType::SAMPLER,
        (_, naga::TypeInner::AccelerationStructure { .. }) => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
        (
            _,
            naga::TypeInner::Image {
                class: naga::ImageClass::Storage { .. },
                ..
            },
        ) => vk::DescriptorType::STORAGE_IMAGE,
        _ => vk::DescriptorType::SAMPLED_IMAGE,
    }
}

impl Device {
    pub fn open() -> Result<Self, Failure> {
        // SAFETY: the loaded library is a Vulkan loader; every structure outlives the call that it is passed to.
        unsafe {
            let entry = ash::Entry::load()?;
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
            let instance =
                entry.create_instance(&vk::InstanceCreateInfo::default().application_info(&application), None)?;
            let physical = *instance.enumerate_physical_devices()?.first().ok_or("no device")?;
            let known = instance.enumerate_device_extension_properties(physical)?;
            let name = ash::khr::pipeline_executable_properties::NAME;
            let has_statistics = known
                .iter()
                .any(|extension| extension.extension_name_as_c_str() == Ok(name));
            let extensions = if has_statistics {
                vec![name.as_ptr()]
            } else {
                Vec::new()
            };
            let mut core = instance.get_physical_device_features(physical);
            core.robust_buffer_access = vk::FALSE;
            let mut executables =
                vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
            let mut rendering = vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true);
            let priorities = [1.0];
            let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&priorities)];
            let mut info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_extension_names(&extensions)
                .enabled_features(&core)
                .push_next(&mut rendering);
            if has_statistics {
                info = info.push_next(&mut executables);
            }
            let device = instance.create_device(physical, &info, None)?;
            let properties = instance.get_physical_device_properties(physical);
            let tick = (properties.device_type != vk::PhysicalDeviceType::CPU)
                .then(|| f64::from(properties.limits.timestamp_period) * 1e-9);
            let statistics =
                has_statistics.then(|| ash::khr::pipeline_executable_properties::Device::new(&instance, &device));
            Ok(Self {
                _entry: entry,
                instance,
                physical,
                device,
                statistics,
                tick,
            })
        }
    }

    /// Creates the pipeline of a kernel; `vertex` are the words of the vertex stage of a picture.
    pub fn pipeline(
        &self,
        module: &naga::Module,
        words: &[u32],
        entry: &CStr,
        vertex: Option<&[u32]>,
    ) -> Result<Pipeline, Failure> {
        let layouts = layouts(module);
        let bindings = layouts[0]
            .iter()
            .map(|row| (row.binding, row.descriptor_type))
            .collect();
        let flags = if self.statistics.is_some() {
            vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR
        } else {
            vk::PipelineCreateFlags::empty()
        };
        // SAFETY: the words are valid, the layout has the bindings that they use, and every structure outlives its
        // call.
        unsafe {
            let device = &self.device;
            let mut sets = Vec::new();
            for bindings in &layouts {
                let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
                sets.push(device.create_descriptor_set_layout(&info, None)?);
            }
            let ranges = [vk::PushConstantRange::default()
                .stage_flags(vk::ShaderStageFlags::ALL)
                .size(PUSH_CONSTANTS)];
            let info = vk::PipelineLayoutCreateInfo::default()
                .set_layouts(&sets)
                .push_constant_ranges(&ranges);
            let layout = device.create_pipeline_layout(&info, None)?;
            let shader = device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(words), None)?;
            let stage = |stage, module, name| {
                vk::PipelineShaderStageCreateInfo::default()
                    .stage(stage)
                    .module(module)
                    .name(name)
            };
            let started = Instant::now();
            let made = match vertex {
                None => {
                    let info = vk::ComputePipelineCreateInfo::default()
                        .flags(flags)
                        .stage(stage(vk::ShaderStageFlags::COMPUTE, shader, entry))
                        .layout(layout);
                    device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
                }
                Some(vertex) => {
                    let quad =
                        device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(vertex), None)?;
                    let stages = [
                        stage(vk::ShaderStageFlags::VERTEX, quad, c"vs"),
                        stage(vk::ShaderStageFlags::FRAGMENT, shader, entry),
                    ];
                    let formats = [vk::Format::R8G8B8A8_UNORM];
                    let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
                    let input = vk::PipelineVertexInputStateCreateInfo::default();
                    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
                        .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
                    let viewports = [vk::Viewport::default().width(256.0).height(256.0).max_depth(1.0)];
                    let extent = vk::Extent2D {
                        width: 256,
                        height: 256,
                    };
                    let scissors = [vk::Rect2D::default().extent(extent)];
                    let viewport = vk::PipelineViewportStateCreateInfo::default()
                        .viewports(&viewports)
                        .scissors(&scissors);
                    let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
                    let samples = vk::PipelineMultisampleStateCreateInfo::default()
                        .rasterization_samples(vk::SampleCountFlags::TYPE_1);
                    let attachments = [vk::PipelineColorBlendAttachmentState::default()
                        .color_write_mask(vk::ColorComponentFlags::RGBA)];
                    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments);
                    let info = vk::GraphicsPipelineCreateInfo::default()
                        .flags(flags)
                        .stages(&stages)
                        .vertex_input_state(&input)
                        .input_assembly_state(&assembly)
                        .viewport_state(&viewport)
                        .rasterization_state(&raster)
                        .multisample_state(&samples)
                        .color_blend_state(&blend)
                        .layout(layout)
                        .push_next(&mut rendering);
                    device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
                }
            };
            let handle = made.map_err(|(_, error)| error)?[0];
            Ok(Pipeline {
                handle,
                layout,
                sets,
                bindings,
                seconds: started.elapsed().as_secs_f64(),
            })
        }
    }

    /// The compiler statistics of the last stage of a pipeline.
    pub fn statistics(&self, pipeline: &Pipeline) -> Result<Statistics, Failure> {
        let source = self.statistics.as_ref().ok_or("the driver has no statistics")?;
        let mut all = Statistics::default();
        // SAFETY: the pipeline was created with the flag that this requires.
        unsafe {
            let info = vk::PipelineInfoKHR::default().pipeline(pipeline.handle);
            let executables = source.get_pipeline_executable_properties(&info)?;
            let last = executables.len() as u32 - 1;
            let info = vk::PipelineExecutableInfoKHR::default()
                .pipeline(pipeline.handle)
                .executable_index(last);
            for statistic in source.get_pipeline_executable_statistics(&info)? {
                let vk::PipelineExecutableStatisticFormatKHR::UINT64 = statistic.format else {
                    continue;
                };
                let name = statistic.name_as_c_str()?.to_string_lossy();
                for ((_, names), value) in STATISTICS.iter().zip(&mut all) {
                    if names.contains(&&*name) {
                        *value = Some(statistic.value.u64);
                    }
                }
            }
        }
        Ok(all)
    }

    /// Creates the buffers of a kernel and records some dispatches.
    pub fn prepare(
        &self,
        pipeline: &Pipeline,
        contents: &[Vec<u32>],
        groups: [u32; 3],
        times: u32,
    ) -> Result<Run, Failure> {
        let device = &self.device;
        let mut buffers = Vec::new();
        // SAFETY: every object is created for the next call, and no commands run yet.
        unsafe {
            let sizes = [vk::DescriptorType::UNIFORM_BUFFER, vk::DescriptorType::STORAGE_BUFFER]
                .map(|ty| vk::DescriptorPoolSize::default().ty(ty).descriptor_count(16));
            let pool = device.create_descriptor_pool(
                &vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes),
                None,
            )?;
            let layouts = [pipeline.sets[0]];
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(pool)
                .set_layouts(&layouts);
            let set = device.allocate_descriptor_sets(&info)?[0];
            let memories = self.instance.get_physical_device_memory_properties(self.physical);
            let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            for &(binding, ty) in &pipeline.bindings {
                let words = &contents[binding as usize];
                let size = (words.len() * 4) as u64;
                let usage = vk::BufferUsageFlags::UNIFORM_BUFFER | vk::BufferUsageFlags::STORAGE_BUFFER;
                let buffer = device.create_buffer(&vk::BufferCreateInfo::default().size(size).usage(usage), None)?;
                let needs = device.get_buffer_memory_requirements(buffer);
                let has = |flags| {
                    (0..memories.memory_type_count).find(|&at| {
                        needs.memory_type_bits >> at & 1 == 1
                            && memories.memory_types[at as usize].property_flags.contains(flags)
                    })
                };
                // The host's own memory would be most of a kernel's time.
                let index = has(wanted | vk::MemoryPropertyFlags::DEVICE_LOCAL)
                    .or_else(|| has(wanted))
                    .ok_or("no memory that the host sees")?;
                let info = vk::MemoryAllocateInfo::default()
                    .allocation_size(needs.size)
                    .memory_type_index(index);
                let memory = device.allocate_memory(&info, None)?;
                device.bind_buffer_memory(buffer, memory, 0)?;
                let infos = [vk::DescriptorBufferInfo::default().buffer(buffer).range(size)];
                let write = vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(binding)
                    .descriptor_type(ty)
                    .buffer_info(&infos);
                device.update_descriptor_sets(&[write], &[]);
                buffers.push((buffer, memory, binding as usize));
            }
            let pool = device.create_command_pool(&vk::CommandPoolCreateInfo::default(), None)?;
            let info = vk::CommandBufferAllocateInfo::default()
                .command_pool(pool)
                .command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info)?[0];
            device.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default())?;
            let point = vk::PipelineBindPoint::COMPUTE;
            device.cmd_bind_pipeline(commands, point, pipeline.handle);
            device.cmd_bind_descriptor_sets(commands, point, pipeline.layout, 0, &[set], &[]);
            let info = vk::QueryPoolCreateInfo::default()
                .query_type(vk::QueryType::TIMESTAMP)
                .query_count(2);
            let timestamps = device.create_query_pool(&info, None)?;
            device.cmd_reset_query_pool(commands, timestamps, 0, 2);
            device.cmd_write_timestamp(commands, vk::PipelineStageFlags::TOP_OF_PIPE, timestamps, 0);
            for _ in 0..times {
                device.cmd_dispatch(commands, groups[0], groups[1], groups[2]);
            }
            device.cmd_write_timestamp(commands, vk::PipelineStageFlags::BOTTOM_OF_PIPE, timestamps, 1);
            device.end_command_buffer(commands)?;
            Ok(Run {
                commands,
                queue: device.get_device_queue(0, 0),
                buffers,
                timestamps,
            })
        }
    }

    /// Fills the buffers and runs the dispatches. Returns their time in seconds, of the device or of the processor.
    pub fn run(&self, run: &Run, contents: &[Vec<u32>]) -> Result<f64, Failure> {
        for &(_, memory, binding) in &run.buffers {
            self.with_words(memory, contents[binding].len(), |words| {
                words.copy_from_slice(&contents[binding])
            })?;
        }
        let before = process_time();
        // SAFETY: the commands have been recorded and are not running.
        unsafe {
            let commands = [run.commands];
            let submit = vk::SubmitInfo::default().command_buffers(&commands);
            self.device.queue_submit(run.queue, &[submit], vk::Fence::null())?;
            self.device.queue_wait_idle(run.queue)?;
            let Some(tick) = self.tick else {
                return Ok(process_time() - before);
            };
            let mut ticks = [0_u64; 2];
            let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
            self.device
                .get_query_pool_results(run.timestamps, 0, &mut ticks, flags)?;
            Ok((ticks[1] - ticks[0]) as f64 * tick)
        }
    }

    /// The words in a binding.
    pub fn contents(&self, run: &Run, binding: usize, len: usize) -> Result<Vec<u32>, Failure> {
        let buffer = run
            .buffers
            .iter()
            .find(|buffer| buffer.2 == binding)
            .ok_or("no such binding")?;
        let mut copy = Vec::new();
        self.with_words(buffer.1, len, |words| copy.extend_from_slice(words))?;
        Ok(copy)
    }

    fn with_words(
        &self,
        memory: vk::DeviceMemory,
        len: usize,
        mut look: impl FnMut(&mut [u32]),
    ) -> Result<(), Failure> {
        // SAFETY: the memory is at least as long, it is host-visible, and no commands run.
        unsafe {
            let pointer = self
                .device
                .map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())?;
            look(std::slice::from_raw_parts_mut(pointer.cast::<u32>(), len));
            self.device.unmap_memory(memory);
        }
        Ok(())
    }
}

fn process_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
