//! Instance and physical device: the properties of a device, without a logical device.

use std::ffi::CStr;

use ash::vk;

use super::failed;

/// The best physical device of the machine.
#[derive(Clone)]
pub struct Physical {
    /// Keeps the library loaded; all function pointers below point into it.
    pub(super) entry: ash::Entry,
    pub(super) instance: ash::Instance,
    pub(super) handle: vk::PhysicalDevice,
    /// A queue family with graphics and compute.
    pub(super) family: u32,
    pub properties: vk::PhysicalDeviceProperties,
    pub features: Box<Features>,
}

macro_rules! features {
    ($($extension:literal $field:ident: $type:ident,)*) => {
        /// The features of the device; all of them are enabled, except robust access.
        #[derive(Clone, Default)]
        pub struct Features {
            pub core: vk::PhysicalDeviceFeatures,
            pub vulkan11: vk::PhysicalDeviceVulkan11Features<'static>,
            pub vulkan12: vk::PhysicalDeviceVulkan12Features<'static>,
            pub vulkan13: vk::PhysicalDeviceVulkan13Features<'static>,
            /// The extensions enabled.
            pub extensions: Vec<&'static CStr>,
            $(pub $field: vk::$type<'static>,)*
        }

        impl Features {
            /// The extensions that have features.
            const EXTENSIONS: &'static [&'static CStr] = &[$($extension,)*];

            /// Links the structures that the device supports to a chain.
            pub(super) fn chain(&mut self, version: u32) -> vk::PhysicalDeviceFeatures2<'_> {
                // The pointers of an earlier chain may be dangling.
                self.vulkan11.p_next = std::ptr::null_mut();
                self.vulkan12.p_next = std::ptr::null_mut();
                self.vulkan13.p_next = std::ptr::null_mut();
                $(self.$field.p_next = std::ptr::null_mut();)*
                let mut head = vk::PhysicalDeviceFeatures2::default().features(self.core);
                if version >= vk::API_VERSION_1_2 {
                    head = head.push_next(&mut self.vulkan11).push_next(&mut self.vulkan12);
                }
                if version >= vk::API_VERSION_1_3 {
                    head = head.push_next(&mut self.vulkan13);
                }
                $(if self.extensions.contains(&$extension) {
                    head = head.push_next(&mut self.$field);
                })*
                head
            }
        }
    };
}

features! {
    c"VK_EXT_mesh_shader" mesh_shader: PhysicalDeviceMeshShaderFeaturesEXT,
    c"VK_EXT_shader_atomic_float" atomic_float: PhysicalDeviceShaderAtomicFloatFeaturesEXT,
    c"VK_EXT_shader_image_atomic_int64" image_atomic_int64: PhysicalDeviceShaderImageAtomicInt64FeaturesEXT,
    c"VK_EXT_pipeline_robustness" pipeline_robustness: PhysicalDevicePipelineRobustnessFeaturesEXT,
    c"VK_EXT_robustness2" robustness2: PhysicalDeviceRobustness2FeaturesEXT,
    c"VK_KHR_acceleration_structure" acceleration_structure: PhysicalDeviceAccelerationStructureFeaturesKHR,
    c"VK_KHR_cooperative_matrix" cooperative_matrix: PhysicalDeviceCooperativeMatrixFeaturesKHR,
    c"VK_KHR_fragment_shader_barycentric" barycentric: PhysicalDeviceFragmentShaderBarycentricFeaturesKHR,
    c"VK_KHR_ray_query" ray_query: PhysicalDeviceRayQueryFeaturesKHR,
    c"VK_KHR_ray_tracing_pipeline" ray_tracing_pipeline: PhysicalDeviceRayTracingPipelineFeaturesKHR,
    c"VK_KHR_ray_tracing_position_fetch" position_fetch: PhysicalDeviceRayTracingPositionFetchFeaturesKHR,
    c"VK_KHR_shader_clock" shader_clock: PhysicalDeviceShaderClockFeaturesKHR,
    c"VK_KHR_shader_float_controls2" float_controls2: PhysicalDeviceShaderFloatControls2FeaturesKHR,
    c"VK_KHR_shader_maximal_reconvergence" maximal_reconvergence: PhysicalDeviceShaderMaximalReconvergenceFeaturesKHR,
    c"VK_KHR_shader_subgroup_rotate" subgroup_rotate: PhysicalDeviceShaderSubgroupRotateFeaturesKHR,
    c"VK_KHR_shader_subgroup_uniform_control_flow" uniform_control_flow: PhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR,
    c"VK_KHR_workgroup_memory_explicit_layout" workgroup_layout: PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR,
}

/// Extensions without features that extensions above depend on.
const DEPENDENCIES: &[&CStr] = &[c"VK_KHR_deferred_host_operations"];

impl Physical {
    /// Finds the best device. The error says what is missing.
    pub fn open() -> Result<Self, String> {
        // SAFETY: the library is used only through this entry and stays loaded as long as it.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| error.to_string())?;
        // SAFETY: queries and creations with structures that outlive the calls.
        unsafe {
            let version = entry
                .try_enumerate_instance_version()
                .map_err(failed("vkEnumerateInstanceVersion"))?
                .unwrap_or(vk::API_VERSION_1_0);
            let application = vk::ApplicationInfo::default()
                .application_name(c"spirula")
                .api_version(version);
            let information = vk::InstanceCreateInfo::default().application_info(&application);
            let instance = entry
                .create_instance(&information, None)
                .map_err(failed("vkCreateInstance"))?;
            let Some((physical, family)) = best(&instance)? else {
                instance.destroy_instance(None);
                return Err("no device with a graphics and compute queue".to_owned());
            };
            Self::describe(entry, instance, physical, family)
        }
    }

    /// # Safety
    ///
    /// The physical device belongs to the instance and has the queue family.
    unsafe fn describe(
        entry: ash::Entry,
        instance: ash::Instance,
        handle: vk::PhysicalDevice,
        family: u32,
    ) -> Result<Self, String> {
        // SAFETY: the caller's promise; all structures outlive the calls.
        unsafe {
            let properties = instance.get_physical_device_properties(handle);
            let mut features = Box::new(Features::default());
            features.extensions = wanted_extensions(&instance, handle)?;
            if properties.api_version >= vk::API_VERSION_1_1 {
                let mut query = features.chain(properties.api_version);
                instance.get_physical_device_features2(handle, &mut query);
                features.core = query.features;
            } else {
                features.core = instance.get_physical_device_features(handle);
            }
            features.core.robust_buffer_access = vk::FALSE;
            features.vulkan13.robust_image_access = vk::FALSE;
            features.robustness2.robust_buffer_access2 = vk::FALSE;
            features.robustness2.robust_image_access2 = vk::FALSE;
            // It needs an extension that no test uses.
            features.mesh_shader.primitive_fragment_shading_rate_mesh_shader = vk::FALSE;
            Ok(Self {
                properties,
                features,
                family,
                handle,
                instance,
                entry,
            })
        }
    }

    /// The newest Vulkan target that this device supports, in spirv-val's spelling.
    pub fn newest_target(&self) -> &'static str {
        let minor = vk::api_version_minor(self.properties.api_version).min(4);
        super::super::validate::VULKAN[minor as usize]
    }

    /// Whether the device has mesh and task shaders.
    pub fn has_mesh_shaders(&self) -> bool {
        let features = &self.features.mesh_shader;
        features.mesh_shader == vk::TRUE && features.task_shader == vk::TRUE
    }

    /// Whether a pipeline can have the device's checks of buffers (`robustBufferAccess2`) and images.
    pub fn has_robust_pipelines(&self) -> bool {
        self.features.pipeline_robustness.pipeline_robustness == vk::TRUE
            && self.features.extensions.contains(&c"VK_EXT_robustness2")
    }

    /// Whether the device has acceleration structures and ray queries.
    pub fn has_ray_queries(&self) -> bool {
        self.features.acceleration_structure.acceleration_structure == vk::TRUE
            && self.features.ray_query.ray_query == vk::TRUE
    }

    /// Whether the device has a feature that gives subgroup operations an execution mode for reconvergence.
    pub fn has_reconvergence(&self, feature: spirula::Feature) -> bool {
        let features = &self.features;
        match feature {
            spirula::Feature::ShaderMaximalReconvergence => {
                features.maximal_reconvergence.shader_maximal_reconvergence == vk::TRUE
            }
            spirula::Feature::ShaderSubgroupUniformControlFlow => {
                features.uniform_control_flow.shader_subgroup_uniform_control_flow == vk::TRUE
            }
            _ => false,
        }
    }

    /// Whether the device has ray-tracing pipelines.
    pub fn has_ray_pipelines(&self) -> bool {
        self.features.acceleration_structure.acceleration_structure == vk::TRUE
            && self.features.ray_tracing_pipeline.ray_tracing_pipeline == vk::TRUE
    }

    /// The properties of the float controls; all zero before Vulkan 1.2.
    pub fn float_controls(&self) -> vk::PhysicalDeviceFloatControlsProperties<'static> {
        let mut properties = vk::PhysicalDeviceFloatControlsProperties::default();
        if self.properties.api_version >= vk::API_VERSION_1_2 {
            let mut query = vk::PhysicalDeviceProperties2::default().push_next(&mut properties);
            // SAFETY: the physical device belongs to the instance, and the structures outlive the call.
            unsafe { self.instance.get_physical_device_properties2(self.handle, &mut query) };
        }
        properties.p_next = std::ptr::null_mut();
        properties
    }

    /// Whether images of `format` support a usage.
    pub fn supports(&self, format: vk::Format, usage: vk::FormatFeatureFlags) -> bool {
        // SAFETY: the physical device belongs to the instance.
        let properties = unsafe { self.instance.get_physical_device_format_properties(self.handle, format) };
        properties.optimal_tiling_features.contains(usage)
    }

    /// Whether vertex attributes can have a format.
    pub fn reads_vertices(&self, format: vk::Format) -> bool {
        // SAFETY: the physical device belongs to the instance.
        let properties = unsafe { self.instance.get_physical_device_format_properties(self.handle, format) };
        properties
            .buffer_features
            .contains(vk::FormatFeatureFlags::VERTEX_BUFFER)
    }

    /// The number of invocations of a subgroup.
    pub fn subgroup_size(&self) -> u32 {
        let mut subgroups = vk::PhysicalDeviceSubgroupProperties::default();
        let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroups);
        // SAFETY: the physical device belongs to the instance.
        unsafe {
            self.instance
                .get_physical_device_properties2(self.handle, &mut properties);
        }
        subgroups.subgroup_size
    }

    /// The size of square cooperative matrices of one kind of float that the device supports, among the sizes of naga's
    /// IR.
    pub fn cooperative_size(&self, float: vk::ComponentTypeKHR) -> Option<u32> {
        let matrices = ash::khr::cooperative_matrix::Instance::new(&self.entry, &self.instance);
        // SAFETY: the physical device belongs to the instance and has the extension: its feature was checked before.
        let found = unsafe { matrices.get_physical_device_cooperative_matrix_properties(self.handle) }.ok()?;
        let is_square = |matrix: &&vk::CooperativeMatrixPropertiesKHR<'_>| {
            [matrix.n_size, matrix.k_size] == [matrix.m_size; 2]
                && [matrix.a_type, matrix.b_type, matrix.c_type, matrix.result_type] == [float; 4]
                && matrix.scope == vk::ScopeKHR::SUBGROUP
                && [8, 16].contains(&matrix.m_size)
        };
        found.iter().find(is_square).map(|matrix| matrix.m_size)
    }
}

/// Discrete, integrated, virtual, then processor devices; among equal ones the newer version.
///
/// # Safety
///
/// The device belongs to the instance.
unsafe fn rank(instance: &ash::Instance, device: vk::PhysicalDevice) -> (u32, u32) {
    // SAFETY: the caller's promise.
    let properties = unsafe { instance.get_physical_device_properties(device) };
    let kind = match properties.device_type {
        vk::PhysicalDeviceType::DISCRETE_GPU => 4,
        vk::PhysicalDeviceType::INTEGRATED_GPU => 3,
        vk::PhysicalDeviceType::VIRTUAL_GPU => 2,
        vk::PhysicalDeviceType::CPU => 1,
        _ => 0,
    };
    (kind, properties.api_version)
}

/// The best device with a queue family for graphics and compute.
///
/// # Safety
///
/// The instance is valid.
pub(super) unsafe fn best(instance: &ash::Instance) -> Result<Option<(vk::PhysicalDevice, u32)>, String> {
    // SAFETY: the caller's promise; the devices belong to the instance.
    unsafe {
        let devices = instance
            .enumerate_physical_devices()
            .map_err(failed("vkEnumeratePhysicalDevices"))?;
        Ok(devices
            .into_iter()
            .filter_map(|device| Some((device, graphics_family(instance, device)?)))
            .max_by_key(|(device, _)| rank(instance, *device)))
    }
}

/// # Safety
///
/// The device belongs to the instance.
unsafe fn graphics_family(instance: &ash::Instance, device: vk::PhysicalDevice) -> Option<u32> {
    // SAFETY: the caller's promise.
    let families = unsafe { instance.get_physical_device_queue_family_properties(device) };
    let both = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
    families
        .iter()
        .position(|family| family.queue_flags.contains(both))
        .and_then(|index| u32::try_from(index).ok())
}

/// # Safety
///
/// The device belongs to the instance.
unsafe fn wanted_extensions(
    instance: &ash::Instance,
    device: vk::PhysicalDevice,
) -> Result<Vec<&'static CStr>, String> {
    // SAFETY: the caller's promise.
    let present = unsafe { instance.enumerate_device_extension_properties(device) }
        .map_err(failed("vkEnumerateDeviceExtensionProperties"))?;
    let has = |name: &CStr| present.iter().any(|found| found.extension_name_as_c_str() == Ok(name));
    Ok(Features::EXTENSIONS
        .iter()
        .chain(DEPENDENCIES)
        .copied()
        .filter(|name| has(name))
        .collect())
}
