//! Describes the Vulkan device of a wgpu device: exactly the features that wgpu-hal enabled.
//!
//! wgpu's features do not show which Vulkan features are enabled: robustness, integer dot products, 8-bit integers and
//! zeroed workgroup memory are enabled if the adapter has them, and others never. wgpu-hal computes the structures for
//! `vkCreateDevice` only from the adapter and the features of the device, so the same call yields the same structures
//! again.
#![allow(unsafe_code)]

use crate::Error;
use ash::vk;
use ash::vk::TaggedStructure;
use core::ffi::CStr;
use spirula::Target;
use spirula::target::{DeviceDescription, Driver, Platform};
use wgpu::hal;

/// The properties of a wgpu device that the writer uses.
pub(crate) struct Vulkan {
    pub(crate) target: Target,
    /// Whether the instance was created for debugging (`wgpu::InstanceFlags::DEBUG`).
    pub(crate) names: bool,
}

/// The driver of an adapter, as far as wgpu's description says: not its version, unless `driver_info` begins with it. The
/// platform is that of this program. [`target`] has the driver from Vulkan's own properties; this is for a description
/// from elsewhere, such as that of a user's device.
///
/// ```
/// use spirula::target::Workaround;
///
/// let mut adapter = wgpu::AdapterInfo::new(wgpu::DeviceType::IntegratedGpu, wgpu::Backend::Vulkan);
/// adapter.vendor = 0x5143;
/// assert!(spirula_wgpu::driver(&adapter).workarounds().contains(Workaround::VectorMinMax));
/// ```
#[must_use]
pub fn driver(adapter: &wgpu::AdapterInfo) -> Driver {
    here(Driver::default())
        .with_vendor_id(adapter.vendor)
        .with_device_id(adapter.device)
        .with_device_name(&adapter.name)
        .with_driver_info(&adapter.driver_info)
}

/// A driver on the platform of this program.
fn here(driver: Driver) -> Driver {
    let driver = driver.with_32_bit(cfg!(target_pointer_width = "32"));
    let platform = if cfg!(target_os = "android") {
        Platform::Android
    } else if cfg!(windows) {
        Platform::Windows
    } else if cfg!(target_os = "linux") {
        Platform::Linux
    } else if cfg!(target_vendor = "apple") {
        Platform::MacOs
    } else {
        return driver;
    };
    driver.with_platform(platform)
}

/// The target for a wgpu device: its Vulkan version, the features and extensions that wgpu enabled, and the limits and
/// subgroup properties of the adapter. Shaders avoid what the adapter's driver is known to get wrong.
///
/// For a device that was created outside wgpu (`wgpu::hal::vulkan::Adapter::device_from_raw`) these are the least
/// features that such a device must have enabled; the extensions are the device's own.
///
/// ```no_run
/// # fn show(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Result<(), spirula_wgpu::Error> {
/// use spirula::{Feature, Support};
///
/// let target = spirula_wgpu::target(adapter, device)?;
/// // Enabled on every wgpu device whose adapter has it, although no wgpu feature shows it.
/// println!("{}", target.feature(Feature::ShaderIntegerDotProduct) == Support::Enabled);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The device is not a Vulkan device, or was not requested from this adapter.
pub fn target(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Result<Target, Error> {
    vulkan(adapter, device).map(|vulkan| vulkan.target)
}

pub(crate) fn vulkan(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Result<Vulkan, Error> {
    let other = || Error::Backend(adapter.get_info().backend);
    // SAFETY: neither handle is destroyed; the uses of the handles are justified below.
    let handles = unsafe {
        (
            adapter.as_hal::<hal::api::Vulkan>(),
            device.as_hal::<hal::api::Vulkan>(),
        )
    };
    let (Some(hal_adapter), Some(hal_device)) = handles else {
        return Err(other());
    };
    if hal_adapter.raw_physical_device() != hal_device.raw_physical_device() {
        return Err(Error::OtherAdapter);
    }
    let instance = hal_device.shared_instance();
    let properties = hal_adapter.physical_device_capabilities().properties();
    let version = properties.api_version;
    let of_instance = instance.instance_api_version();
    let mut driver = here(Driver::default())
        .with_vendor_id(properties.vendor_id)
        .with_device_id(properties.device_id)
        .with_driver_version(properties.driver_version)
        .with_device_name(&adapter.get_info().name);
    let mut described = DeviceDescription::enabled(vk::api_version_major(version), vk::api_version_minor(version))
        .at_most(vk::api_version_major(of_instance), vk::api_version_minor(of_instance))
        .with(&properties.limits);
    let extensions = hal_device.enabled_device_extensions();
    for name in extensions.iter().filter_map(|name| name.to_str().ok()) {
        described = described.extension(name);
    }

    let mut features = hal_adapter.physical_device_features(extensions, device.features());
    let info = features.add_to_device_create(vk::DeviceCreateInfo::default());
    // SAFETY: `info` is what wgpu-hal itself passes to `vkCreateDevice`: it points to structures that `features` owns,
    // which outlives this call, and each structure of the chain has the type of its `sType`.
    described = unsafe { with_enabled(described, &info) };

    if version.min(of_instance) >= vk::API_VERSION_1_1 {
        let has = |name: &CStr| extensions.contains(&name);
        let mut subgroups = vk::PhysicalDeviceSubgroupProperties::default();
        let mut multiview = vk::PhysicalDeviceMultiviewProperties::default();
        let mut mesh = vk::PhysicalDeviceMeshShaderPropertiesEXT::default();
        let mut chain = vk::PhysicalDeviceProperties2::default()
            .push_next(&mut subgroups)
            .push_next(&mut multiview);
        if has(ash::ext::mesh_shader::NAME) {
            chain = chain.push_next(&mut mesh);
        }
        let mut named = vk::PhysicalDeviceDriverProperties::default();
        let capabilities = hal_adapter.physical_device_capabilities();
        if version >= vk::API_VERSION_1_2 || capabilities.supports_extension(ash::khr::driver_properties::NAME) {
            chain = chain.push_next(&mut named);
        }
        let raw = instance.raw_instance();
        // SAFETY: the physical device belongs to this instance; both are Vulkan 1.1 or newer, which has the function in
        // core; and the structures are those of that version or of an extension that the physical device has.
        unsafe { raw.get_physical_device_properties2(hal_device.raw_physical_device(), &mut chain) };
        described = described.with(&subgroups).with(&multiview);
        if has(ash::ext::mesh_shader::NAME) {
            described = described.with(&mesh);
        }
        if let Some(id) = u32::try_from(named.driver_id.as_raw()).ok().filter(|&id| id != 0) {
            driver = driver.with_driver_id(id);
        }
        if let Ok(info) = named.driver_info_as_c_str() {
            driver = driver.with_driver_info(&info.to_string_lossy());
        }
    }
    Ok(Vulkan {
        target: described.driver(|_| driver).target(),
        names: instance.extensions().contains(&ash::ext::debug_utils::NAME),
    })
}

/// Adds the feature structures that `info` contains and chains.
///
/// # Safety
///
/// The pointers of `info` must be null or valid, and each structure of the chain must have the type of its `sType`.
unsafe fn with_enabled(mut described: DeviceDescription, info: &vk::DeviceCreateInfo<'_>) -> DeviceDescription {
    // SAFETY: the caller's promise.
    described = described.with(unsafe { info.p_enabled_features.as_ref() });
    let mut next = info.p_next.cast::<vk::BaseInStructure<'_>>();
    while !next.is_null() {
        macro_rules! add {
            ($s_type:expr; $($structure:ident),* $(,)?) => {
                match $s_type {
                    // SAFETY: the caller's promise: the type is that of the tag.
                    $(vk::$structure::STRUCTURE_TYPE => described.with(unsafe { &*next.cast::<vk::$structure<'_>>() }),)*
                    // A structure that does not concern shaders, such as timeline semaphores.
                    _ => described,
                }
            };
        }
        // SAFETY: the caller's promise: every structure begins with a tag and the next pointer.
        let (s_type, after) = unsafe { ((*next).s_type, (*next).p_next) };
        described = add!(s_type;
            PhysicalDeviceDescriptorIndexingFeatures,
            PhysicalDeviceImageRobustnessFeatures,
            PhysicalDeviceRobustness2FeaturesEXT,
            PhysicalDeviceMultiviewFeatures,
            PhysicalDeviceShaderFloat16Int8Features,
            PhysicalDevice16BitStorageFeatures,
            PhysicalDeviceAccelerationStructureFeaturesKHR,
            PhysicalDeviceBufferDeviceAddressFeatures,
            PhysicalDeviceRayQueryFeaturesKHR,
            PhysicalDeviceRayTracingPipelineFeaturesKHR,
            PhysicalDeviceRayTracingPositionFetchFeaturesKHR,
            PhysicalDeviceZeroInitializeWorkgroupMemoryFeatures,
            PhysicalDeviceShaderAtomicInt64Features,
            PhysicalDeviceShaderImageAtomicInt64FeaturesEXT,
            PhysicalDeviceShaderAtomicFloatFeaturesEXT,
            PhysicalDeviceSubgroupSizeControlFeatures,
            PhysicalDeviceMaintenance4Features,
            PhysicalDeviceMeshShaderFeaturesEXT,
            PhysicalDeviceShaderIntegerDotProductFeatures,
            PhysicalDeviceFragmentShaderBarycentricFeaturesKHR,
            PhysicalDevicePortabilitySubsetFeaturesKHR,
            PhysicalDeviceCooperativeMatrixFeaturesKHR,
            PhysicalDeviceVulkanMemoryModelFeatures,
            PhysicalDeviceShaderDrawParametersFeatures,
        );
        next = after;
    }
    described
}
