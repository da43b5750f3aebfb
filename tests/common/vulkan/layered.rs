//! Devices with only the stated features and extensions, under Khronos's validation layer, and what the layer reports.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::{Mutex, OnceLock, PoisonError};

use ash::vk;
use spirula::target::{DeviceDescription, DeviceExtension};
use spirula::{Feature, Support};

use super::device::Device;
use super::enabled::{Enabled, is_switched};
use super::failed;
use super::physical::{Physical, best};
use super::pipelines::{Layout, Pipelines};
use super::render::Extras;
use super::resources::{Binding, Resource};
use crate::common::process;
use crate::common::wire::Wire;

/// The name of the layer.
const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// A structure of features, as memory: the header and one `VkBool32` for each member.
struct Structure {
    /// The device extension that has it; empty if only a version has it.
    extension: &'static str,
    /// The minor version that has it in core.
    core: u32,
    kind: vk::StructureType,
    bytes: usize,
    describe: fn(DeviceDescription, &[u64]) -> DeviceDescription,
}

/// No version has it in core.
const NEVER: u32 = u32::MAX;

macro_rules! structures {
    ($($extension:literal $core:ident $structure:ident)*) => {
        const STRUCTURES: &[Structure] = &[$(Structure {
            extension: $extension,
            core: $core,
            kind: <vk::$structure<'static> as vk::TaggedStructure>::STRUCTURE_TYPE,
            bytes: size_of::<vk::$structure<'static>>(),
            // SAFETY: the memory has the size and the header of the structure, and its members are numbers.
            describe: |device, words| device.with(unsafe { &*words.as_ptr().cast::<vk::$structure<'static>>() }),
        },)*];
    };
}

const V1: u32 = 1;
const V2: u32 = 2;
const V3: u32 = 3;

structures! {
    "VK_KHR_16bit_storage" V1 PhysicalDevice16BitStorageFeatures
    "VK_KHR_multiview" V1 PhysicalDeviceMultiviewFeatures
    "VK_KHR_variable_pointers" V1 PhysicalDeviceVariablePointersFeatures
    "" V1 PhysicalDeviceShaderDrawParametersFeatures
    "VK_KHR_8bit_storage" V2 PhysicalDevice8BitStorageFeatures
    "VK_KHR_shader_float16_int8" V2 PhysicalDeviceShaderFloat16Int8Features
    "VK_KHR_shader_atomic_int64" V2 PhysicalDeviceShaderAtomicInt64Features
    "VK_EXT_descriptor_indexing" V2 PhysicalDeviceDescriptorIndexingFeatures
    "VK_EXT_scalar_block_layout" V2 PhysicalDeviceScalarBlockLayoutFeatures
    "VK_KHR_uniform_buffer_standard_layout" V2 PhysicalDeviceUniformBufferStandardLayoutFeatures
    "VK_KHR_shader_subgroup_extended_types" V2 PhysicalDeviceShaderSubgroupExtendedTypesFeatures
    "VK_KHR_vulkan_memory_model" V2 PhysicalDeviceVulkanMemoryModelFeatures
    "VK_KHR_buffer_device_address" V2 PhysicalDeviceBufferDeviceAddressFeatures
    "VK_EXT_shader_demote_to_helper_invocation" V3 PhysicalDeviceShaderDemoteToHelperInvocationFeatures
    "VK_EXT_image_robustness" V3 PhysicalDeviceImageRobustnessFeatures
    "VK_KHR_shader_terminate_invocation" V3 PhysicalDeviceShaderTerminateInvocationFeatures
    "VK_EXT_subgroup_size_control" V3 PhysicalDeviceSubgroupSizeControlFeatures
    "VK_KHR_zero_initialize_workgroup_memory" V3 PhysicalDeviceZeroInitializeWorkgroupMemoryFeatures
    "VK_KHR_shader_integer_dot_product" V3 PhysicalDeviceShaderIntegerDotProductFeatures
    "VK_KHR_maintenance4" V3 PhysicalDeviceMaintenance4Features
    "VK_EXT_robustness2" NEVER PhysicalDeviceRobustness2FeaturesEXT
    "VK_EXT_mesh_shader" NEVER PhysicalDeviceMeshShaderFeaturesEXT
    "VK_EXT_shader_atomic_float" NEVER PhysicalDeviceShaderAtomicFloatFeaturesEXT
    "VK_EXT_shader_atomic_float2" NEVER PhysicalDeviceShaderAtomicFloat2FeaturesEXT
    "VK_EXT_shader_image_atomic_int64" NEVER PhysicalDeviceShaderImageAtomicInt64FeaturesEXT
    "VK_KHR_acceleration_structure" NEVER PhysicalDeviceAccelerationStructureFeaturesKHR
    "VK_KHR_cooperative_matrix" NEVER PhysicalDeviceCooperativeMatrixFeaturesKHR
    "VK_KHR_fragment_shader_barycentric" NEVER PhysicalDeviceFragmentShaderBarycentricFeaturesKHR
    "VK_KHR_ray_query" NEVER PhysicalDeviceRayQueryFeaturesKHR
    "VK_KHR_ray_tracing_pipeline" NEVER PhysicalDeviceRayTracingPipelineFeaturesKHR
    "VK_KHR_ray_tracing_position_fetch" NEVER PhysicalDeviceRayTracingPositionFetchFeaturesKHR
    "VK_KHR_shader_clock" NEVER PhysicalDeviceShaderClockFeaturesKHR
    "VK_KHR_shader_float_controls2" NEVER PhysicalDeviceShaderFloatControls2FeaturesKHR
    "VK_KHR_shader_maximal_reconvergence" NEVER PhysicalDeviceShaderMaximalReconvergenceFeaturesKHR
    "VK_KHR_shader_subgroup_uniform_control_flow" NEVER PhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR
    "VK_KHR_workgroup_memory_explicit_layout" NEVER PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR
}

/// The bytes of `sType` and `pNext`.
const HEADER: usize = 16;

/// The features that a description states, of those that a device is created with.
fn stated(device: DeviceDescription) -> Vec<Feature> {
    let target = device.target();
    let features = Feature::ALL.iter().copied();
    features
        .filter(|&feature| is_switched(feature) && target.feature(feature) == Support::Enabled)
        .collect()
}

/// Sets a member.
fn set(words: &mut [u64], at: usize) {
    assert!(at * 4 + 4 <= words.len() * 8);
    // SAFETY: the member is inside the memory.
    unsafe { words.as_mut_ptr().cast::<vk::Bool32>().add(at).write(vk::TRUE) };
}

impl Structure {
    /// The structure with no feature.
    fn blank(&self) -> Vec<u64> {
        let mut words = vec![0; self.bytes.div_ceil(8)];
        // SAFETY: every structure begins with its type.
        unsafe { words.as_mut_ptr().cast::<vk::StructureType>().write(self.kind) };
        words
    }

    /// The features that are members, each with its index among the 32-bit words of the structure.
    fn members(&self) -> Vec<(Feature, usize)> {
        let mut members = Vec::new();
        for at in HEADER / 4..self.bytes / 4 {
            let mut words = self.blank();
            set(&mut words, at);
            let features = stated((self.describe)(DeviceDescription::enabled(1, 0), &words));
            members.extend(features.into_iter().map(|feature| (feature, at)));
        }
        members
    }
}

/// The members of [`STRUCTURES`].
fn members() -> &'static [Vec<(Feature, usize)>] {
    static MEMBERS: OnceLock<Vec<Vec<(Feature, usize)>>> = OnceLock::new();
    MEMBERS.get_or_init(|| STRUCTURES.iter().map(Structure::members).collect())
}

/// The members of `VkPhysicalDeviceFeatures`, by their index.
fn core_members() -> Vec<(Feature, usize)> {
    let count = size_of::<vk::PhysicalDeviceFeatures>() / 4;
    let feature = |at| {
        let features = stated(DeviceDescription::enabled(1, 0).with(&core_features(&[at])));
        features.into_iter().map(move |feature| (feature, at))
    };
    (0..count).flat_map(feature).collect()
}

/// `VkPhysicalDeviceFeatures` with these members.
fn core_features(members: &[usize]) -> vk::PhysicalDeviceFeatures {
    let mut features = vk::PhysicalDeviceFeatures::default();
    for &at in members {
        assert!(at < size_of::<vk::PhysicalDeviceFeatures>() / 4);
        // SAFETY: the structure has only members of this type, and the index is below their number.
        unsafe { (&raw mut features).cast::<vk::Bool32>().add(at).write(vk::TRUE) };
    }
    features
}

/// Links structures to a chain and returns its head.
fn link(chain: &mut [Vec<u64>]) -> *mut c_void {
    let mut next = std::ptr::null_mut();
    for words in chain.iter_mut().rev() {
        // SAFETY: `pNext` is the second word of 64 bits in each structure.
        unsafe { words.as_mut_ptr().add(1).cast::<*mut c_void>().write(next) };
        next = words.as_mut_ptr().cast();
    }
    next
}

impl Physical {
    /// The device as a description for Vulkan 1.`minor`, with everything that it supports at that version except the
    /// extensions in `without`.
    pub fn described(&self, minor: u32, without: &[String]) -> DeviceDescription {
        // SAFETY: queries with structures that outlive the calls.
        unsafe {
            let present = self.instance.enumerate_device_extension_properties(self.handle);
            let present: Vec<String> = present
                .unwrap_or_default()
                .iter()
                .filter_map(|found| Some(found.extension_name_as_c_str().ok()?.to_str().ok()?.to_owned()))
                .filter(|name| !without.contains(name))
                .filter(|name| DeviceExtension::from_name(name).is_none_or(|known| known.since().minor() <= minor))
                .collect();
            let has = |name: &str| present.iter().any(|known| known == name);
            let mut device = DeviceDescription::new(1, minor)
                .with(&self.properties.limits)
                .with(&self.instance.get_physical_device_features(self.handle));
            for structure in STRUCTURES {
                if structure.core > minor && !has(structure.extension) {
                    continue;
                }
                let mut chain = [structure.blank()];
                let mut query = vk::PhysicalDeviceFeatures2 {
                    p_next: link(&mut chain),
                    ..Default::default()
                };
                self.instance.get_physical_device_features2(self.handle, &mut query);
                device = (structure.describe)(device, &chain[0]);
            }
            let mut subgroups = vk::PhysicalDeviceSubgroupProperties::default();
            let mut controls = vk::PhysicalDeviceFloatControlsProperties::default();
            let mut query = vk::PhysicalDeviceProperties2::default()
                .push_next(&mut subgroups)
                .push_next(&mut controls);
            self.instance.get_physical_device_properties2(self.handle, &mut query);
            if minor >= 1 {
                device = device.with(&subgroups);
            }
            if minor >= 2 || has("VK_KHR_shader_float_controls") {
                device = device.with(&controls);
            }
            present.iter().fold(device, |device, name| device.extension(name))
        }
    }

    /// The names of the device extensions.
    pub fn extension_names(&self) -> Vec<String> {
        // SAFETY: the physical device belongs to the instance.
        let present = unsafe { self.instance.enumerate_device_extension_properties(self.handle) };
        let present = present.unwrap_or_default();
        let names = present.iter().filter_map(|found| found.extension_name_as_c_str().ok());
        names.filter_map(|name| Some(name.to_str().ok()?.to_owned())).collect()
    }

    /// The version of the registry that the validation layer was made from; `None` if it is not installed.
    pub fn layer_version(&self) -> Option<u32> {
        // SAFETY: the library is loaded.
        let layers = unsafe { self.entry.enumerate_instance_layer_properties() }.ok()?;
        let layer = layers.iter().find(|layer| layer.layer_name_as_c_str() == Ok(LAYER))?;
        Some(layer.spec_version)
    }

    /// The device of an instance for Vulkan 1.`minor` with the layer. The instance lives as long as the process.
    fn layered(minor: u32) -> Result<Self, String> {
        // SAFETY: the library is used only through this entry; creations with structures that outlive the calls.
        unsafe {
            let entry = ash::Entry::load().map_err(|error| error.to_string())?;
            let application = vk::ApplicationInfo::default().api_version(vk::make_api_version(0, 1, minor, 0));
            let layers = [LAYER.as_ptr()];
            // The layer keeps the hashes of valid modules in a file, and does not read such modules again, even for
            // another device.
            let disabled = [vk::ValidationFeatureDisableEXT::SHADER_VALIDATION_CACHE];
            let mut checks = vk::ValidationFeaturesEXT::default().disabled_validation_features(&disabled);
            let extensions = [
                ash::ext::debug_utils::NAME.as_ptr(),
                ash::ext::validation_features::NAME.as_ptr(),
                ash::khr::get_physical_device_properties2::NAME.as_ptr(),
            ];
            let information = vk::InstanceCreateInfo::default()
                .application_info(&application)
                .enabled_layer_names(&layers)
                .enabled_extension_names(&extensions[..if minor == 0 { 3 } else { 2 }])
                .push_next(&mut checks);
            let instance = entry
                .create_instance(&information, None)
                .map_err(failed("vkCreateInstance"))?;
            let severe = vk::DebugUtilsMessageSeverityFlagsEXT::WARNING | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR;
            let messenger = vk::DebugUtilsMessengerCreateInfoEXT::default()
                .message_severity(severe)
                .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
                .pfn_user_callback(Some(report));
            ash::ext::debug_utils::Instance::new(&entry, &instance)
                .create_debug_utils_messenger(&messenger, None)
                .map_err(failed("vkCreateDebugUtilsMessengerEXT"))?;
            let (handle, family) = best(&instance)?.ok_or("no device with a graphics and compute queue")?;
            Ok(Self {
                properties: instance.get_physical_device_properties(handle),
                features: Box::default(),
                family,
                handle,
                instance,
                entry,
            })
        }
    }
}

impl Device {
    /// A device with these features and extensions, and no others.
    fn exact(physical: Physical, enabled: &Enabled) -> Result<Self, String> {
        let mut left = enabled.features.clone();
        let mut take = |members: &[(Feature, usize)]| -> Vec<usize> {
            let wanted = members.iter().filter(|(feature, _)| left.contains(feature));
            let found: Vec<usize> = wanted.map(|&(_, at)| at).collect();
            left.retain(|feature| members.iter().all(|(member, _)| member != feature));
            found
        };
        let core = core_features(&take(&core_members()));
        let mut chain = Vec::new();
        for (structure, members) in STRUCTURES.iter().zip(members()) {
            let is_known = structure.core <= enabled.minor
                || enabled
                    .extensions
                    .iter()
                    .any(|extension| extension == structure.extension);
            if !is_known {
                continue;
            }
            let members = take(members);
            if members.is_empty() {
                continue;
            }
            let mut words = structure.blank();
            for at in members {
                set(&mut words, at);
            }
            chain.push(words);
        }
        if !left.is_empty() {
            return Err(format!("no structure of the device has {left:?}"));
        }
        let names: Vec<CString> = enabled
            .extensions
            .iter()
            .map(|name| CString::new(name.as_str()).map_err(|error| error.to_string()))
            .collect::<Result<_, _>>()?;
        let names: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
        let mut information = vk::DeviceCreateInfo::default()
            .enabled_features(&core)
            .enabled_extension_names(&names);
        information.p_next = link(&mut chain);
        Self::create(physical, information)
    }
}

/// What the layer reported since the last call of [`take_messages`].
static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn take_messages() -> Vec<String> {
    std::mem::take(&mut *MESSAGES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// # Safety
///
/// The layer passes a structure with a text.
unsafe extern "system" fn report(
    _severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    _kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    _user: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the caller's promise.
    let text = unsafe { (*data).message_as_c_str() };
    let text = text.map_or_else(String::new, |text| text.to_string_lossy().into_owned());
    MESSAGES.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    vk::FALSE
}

/// The device of the last request, and the physical devices of the instances: one for each version.
#[derive(Default)]
pub struct Layered {
    physical: BTreeMap<u32, Physical>,
    current: Option<(Enabled, Device)>,
}

impl Layered {
    /// The device for a request: the last one, if it has the same features and extensions.
    fn device(&mut self, enabled: &Enabled) -> Result<&mut Device, String> {
        if self.current.as_ref().is_none_or(|(current, _)| current != enabled) {
            if let Some((_, device)) = self.current.take() {
                device.close();
            }
            let physical = match self.physical.entry(enabled.minor) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(Physical::layered(enabled.minor)?),
            };
            let device = Device::exact(physical.clone(), enabled)?;
            self.current = Some((enabled.clone(), device));
        }
        let current = self.current.as_mut();
        current.map(|(_, device)| device).ok_or_else(|| "no device".to_owned())
    }

    /// The answer to a request: that of the device, and the messages of the layer.
    pub fn answer(&mut self, request: &mut &[u8]) -> Result<(Vec<u8>, Vec<String>), String> {
        let enabled = Enabled::get(request);
        let made = self.device(&enabled);
        let created = take_messages();
        if !created.is_empty() {
            self.current = None;
            return Err(format!("the device of {enabled:?}: {}", created.join("\n")));
        }
        let device = made?;
        let kind = u8::get(request);
        let mut bytes = Vec::new();
        if kind == process::PIPELINES {
            device.pipelines(&Pipelines::get(request)).put(&mut bytes);
        } else {
            device.layout = Option::<Layout>::get(request);
            match kind {
                // The device has the checks that the words rely on.
                process::COMPUTE | process::COMPUTE_ROBUST => {
                    device.answer_compute(request, super::Robust::No).put(&mut bytes);
                }
                process::DRAW => device.answer_draw(request).put(&mut bytes),
                process::TRACE => device.answer_trace(request).put(&mut bytes),
                kind => return Err(format!("no request {kind} under the layer")),
            }
        }
        Ok((bytes, take_messages()))
    }
}
