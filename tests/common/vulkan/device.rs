//! The logical device, in the child process: one submission at a time.

use ash::vk;

use super::failed;
use super::physical::Physical;
use super::pipelines::Layout;

/// What the child process prints before it ends itself because a submission is a hang.
pub const ENDLESS: &str = "a shader does not end";

/// A longer submission is a hang: in nanoseconds. lavapipe compiles on submission, which takes minutes for the largest
/// random shaders. Unknown shaders, of which some never end, need less: `SPIRULA_SHADER_SECONDS`.
fn timeout() -> u64 {
    let seconds = std::env::var("SPIRULA_SHADER_SECONDS");
    let seconds = seconds.map_or(600, |text| text.parse().expect("a number of seconds"));
    seconds * 1_000_000_000
}

/// A device with every feature that the physical device has, and one queue.
pub struct Device {
    pub physical: Physical,
    pub device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    memory: vk::PhysicalDeviceMemoryProperties,
    /// The pipeline layout of the next runs; `None` for layouts in which every stage can use every binding.
    pub(super) layout: Option<Layout>,
}

impl std::ops::Deref for Device {
    type Target = Physical;

    fn deref(&self) -> &Physical {
        &self.physical
    }
}

impl Device {
    pub fn open() -> Result<Self, String> {
        let physical = Physical::open()?;
        let version = physical.properties.api_version;
        let names: Vec<_> = physical.features.extensions.iter().map(|name| name.as_ptr()).collect();
        let core = physical.features.core;
        // A copy, because `create` takes the original.
        let mut features = physical.features.clone();
        let mut chain = features.chain(version);
        let mut information = vk::DeviceCreateInfo::default().enabled_extension_names(&names);
        information = if version >= vk::API_VERSION_1_1 {
            information.push_next(&mut chain)
        } else {
            information.enabled_features(&core)
        };
        Self::create(physical, information)
    }

    /// A device with the features and extensions of the description, and one queue.
    pub(super) fn create(physical: Physical, information: vk::DeviceCreateInfo<'_>) -> Result<Self, String> {
        // SAFETY: creations on handles of one instance, with structures that outlive the calls.
        unsafe {
            let queue = [vk::DeviceQueueCreateInfo::default()
                .queue_family_index(physical.family)
                .queue_priorities(&[1.0])];
            let device = physical
                .instance
                .create_device(physical.handle, &information.queue_create_infos(&queue), None)
                .map_err(failed("vkCreateDevice"))?;
            let pool = vk::CommandPoolCreateInfo::default().queue_family_index(physical.family);
            let pool = device
                .create_command_pool(&pool, None)
                .map_err(failed("vkCreateCommandPool"))?;
            Ok(Self {
                queue: device.get_device_queue(physical.family, 0),
                pool,
                memory: physical.instance.get_physical_device_memory_properties(physical.handle),
                device,
                physical,
                layout: None,
            })
        }
    }

    /// Destroys the device. Its instance stays.
    pub(super) fn close(self) {
        // SAFETY: the scopes of all runs have ended, so no object of the device is left but the pool.
        unsafe {
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
        }
    }

    /// The stages that can use a binding.
    pub(super) fn stages_of(&self, set: u32, binding: u32) -> vk::ShaderStageFlags {
        self.layout
            .as_ref()
            .map_or(vk::ShaderStageFlags::ALL, |layout| layout.stages_of(set, binding))
    }

    /// The stages that can use the push constants.
    pub(super) fn push_stages(&self) -> vk::ShaderStageFlags {
        let layout = self.layout.as_ref();
        layout.map_or(vk::ShaderStageFlags::ALL, |layout| {
            vk::ShaderStageFlags::from_raw(layout.push_constants[1])
        })
    }

    /// The commands of acceleration structures.
    pub(super) fn acceleration_structures(&self) -> ash::khr::acceleration_structure::Device {
        ash::khr::acceleration_structure::Device::new(&self.instance, &self.device)
    }

    /// The commands of mesh shaders.
    pub(super) fn mesh_commands(&self) -> ash::ext::mesh_shader::Device {
        ash::ext::mesh_shader::Device::new(&self.instance, &self.device)
    }

    /// The commands of ray-tracing pipelines.
    pub(super) fn ray_tracing_pipelines(&self) -> ash::khr::ray_tracing_pipeline::Device {
        ash::khr::ray_tracing_pipeline::Device::new(&self.instance, &self.device)
    }

    /// The sizes of shader records.
    pub(super) fn ray_tracing_properties(&self) -> vk::PhysicalDeviceRayTracingPipelinePropertiesKHR<'static> {
        let mut pipelines = vk::PhysicalDeviceRayTracingPipelinePropertiesKHR::default();
        let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut pipelines);
        // SAFETY: the physical device belongs to the instance.
        unsafe {
            self.instance
                .get_physical_device_properties2(self.handle, &mut properties);
        }
        pipelines
    }

    /// A memory type among `bits` with all of `flags`.
    pub(super) fn memory_type(&self, bits: u32, flags: vk::MemoryPropertyFlags) -> Result<u32, String> {
        (0..self.memory.memory_type_count)
            .find(|index| {
                bits & (1 << index) != 0 && self.memory.memory_types[*index as usize].property_flags.contains(flags)
            })
            .ok_or_else(|| format!("no memory type has {flags:?}"))
    }

    /// Records commands, submits them and waits.
    pub(super) fn submit(&self, record: impl FnOnce(&ash::Device, vk::CommandBuffer)) -> Result<(), String> {
        let device = &self.device;
        // SAFETY: only one thread uses the device, and the recorded commands have completed when this returns.
        unsafe {
            let allocation = vk::CommandBufferAllocateInfo::default()
                .command_pool(self.pool)
                .command_buffer_count(1);
            let buffers = device
                .allocate_command_buffers(&allocation)
                .map_err(failed("vkAllocateCommandBuffers"))?;
            let once = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
            device
                .begin_command_buffer(buffers[0], &once)
                .map_err(failed("vkBeginCommandBuffer"))?;
            record(device, buffers[0]);
            device
                .end_command_buffer(buffers[0])
                .map_err(failed("vkEndCommandBuffer"))?;
            let fence = device
                .create_fence(&vk::FenceCreateInfo::default(), None)
                .map_err(failed("vkCreateFence"))?;
            let submission = vk::SubmitInfo::default().command_buffers(&buffers);
            let outcome = device
                .queue_submit(self.queue, &[submission], fence)
                .map_err(failed("vkQueueSubmit"))
                .and_then(|()| {
                    device
                        .wait_for_fences(&[fence], true, timeout())
                        .map_err(failed("vkWaitForFences"))
                });
            if outcome.as_ref().is_err_and(|error| error.contains("time")) {
                // The commands still use objects that would be freed, and no later test could use the device.
                eprintln!("{ENDLESS}");
                std::process::abort();
            }
            device.destroy_fence(fence, None);
            device.free_command_buffers(self.pool, &buffers);
            outcome
        }
    }
}
