//! Describes the Vulkan device below a wgpu device: exactly what wgpu-hal turned on.
//!
//! wgpu's features do not tell which of Vulkan's features are on: robustness, integer dot products, 8-bit integers and zeroed
//! workgroup memory are turned on where the adapter has them, and others never. wgpu-hal makes the structures for
//! `vkCreateDevice` out of the adapter and the features of the device alone, so the same call gives the same structures again.
#![allow(unsafe_code)]

use crate::Error;
use ash::vk;
use ash::vk::TaggedStructure;
use core::ffi::CStr;
use spirula::Target;
use spirula::target::DeviceDescription;
use wgpu::hal;

/// `VkPhysicalDeviceProperties::vendorID` of Qualcomm.
const QUALCOMM: u32 = 0x5143;

/// What a wgpu device means for the writer.
pub(crate) struct Vulkan {
    pub(crate) target: Target,
    /// The instance was made for debugging (`wgpu::InstanceFlags::DEBUG`).
    pub(crate) names: bool,
    /// The driver takes names of inputs and outputs for what they are.
    pub(crate) interface_names: bool,
}

/// The Vulkan device below a wgpu device, as wgpu turned it on: its version, the features and extensions that were enabled, and
/// the limits and subgroup properties of the adapter.
///
/// For a device that was made outside wgpu (`wgpu::hal::vulkan::Adapter::device_from_raw`) it is the least that such a device
/// must have enabled; its extensions are the device's own.
///
/// ```no_run
/// # fn show(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Result<(), spirula_wgpu::Error> {
/// use spirula::{Feature, Support};
///
/// let target = spirula_wgpu::target(adapter, device)?;
/// // On for every device of wgpu's whose adapter has it; no feature of wgpu's tells.
/// println!("{}", target.feature(Feature::ShaderIntegerDotProduct) == Support::Enabled);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The device is not one of Vulkan's, or not one of this adapter's.
pub fn target(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Result<Target, Error> {
    vulkan(adapter, device).map(|vulkan| vulkan.target)
}

pub(crate) fn vulkan(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Result<Vulkan, Error> {
    let other = || Error::Backend(adapter.get_info().backend);
    // SAFETY: neither handle is destroyed, and what is done with them is said below.
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
    let mut described = DeviceDescription::enabled(vk::api_version_major(version), vk::api_version_minor(version))
        .at_most(vk::api_version_major(of_instance), vk::api_version_minor(of_instance))
        .with(&properties.limits);
    let extensions = hal_device.enabled_device_extensions();
    for name in extensions.iter().filter_map(|name| name.to_str().ok()) {
        described = described.extension(name);
    }

    let mut features = hal_adapter.physical_device_features(extensions, device.features());
    let info = features.add_to_device_create(vk::DeviceCreateInfo::default());
    // SAFETY: `info` is what wgpu-hal passes to `vkCreateDevice` itself: its pointers are to structures that `features` owns,
    // which outlives this call, and each structure of the chain is what its `sType` says.
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
        let raw = instance.raw_instance();
        // SAFETY: the physical device is one of this instance's, both are Vulkan 1.1 or newer, where the function is core, and
        // the structures are of that version or of an extension that the physical device has.
        unsafe { raw.get_physical_device_properties2(hal_device.raw_physical_device(), &mut chain) };
        described = described.with(&subgroups).with(&multiview);
        if has(ash::ext::mesh_shader::NAME) {
            described = described.with(&mesh);
        }
    }
    Ok(Vulkan {
        target: described.target(),
        names: instance.extensions().contains(&ash::ext::debug_utils::NAME),
        interface_names: properties.vendor_id != QUALCOMM,
    })
}

/// Adds the structures of features that `info` holds and chains.
///
/// # Safety
///
/// The pointers of `info` are null or valid, and each structure of the chain is what its `sType` says.
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
                    // It does not concern shaders, as timeline semaphores.
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
