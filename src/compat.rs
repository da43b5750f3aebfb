//! The options of `naga::back::spv`, translated to Spirula's options and target.
//!
//! naga's options mix what belongs to a shader with what belongs to the device. [`options`] translates the former,
//! [`target`] the latter, for callers that know no more of the device than naga does. Callers that know more describe
//! it with [`DeviceDescription`] instead. [`write_vec`] has the arguments of naga's function, and the target.
//!
//! | naga's `Options` | Spirula |
//! |---|---|
//! | `lang_version` | [`target`]: the Vulkan version that introduced it, and the version of the words |
//! | `flags` | [`Options::names`] (`DEBUG`), [`Options::interface_names`] (`LABEL_VARYINGS`), [`Options::adjust_coordinate_space`], [`Options::force_point_size`], [`Options::clamp_frag_depth`], [`Options::print_on_ray_query_initialization_fail`], [`Options::print_on_trace_rays_fail`] |
//! | `bounds_check_policies` | [`Options::bounds_check_policies`]; `buffer` and `image_load` that are unchecked although `index` is not are wgpu's way to leave them to a robust device: they are restricted, with [`Options::rely_on_robust_access`] |
//! | `fake_missing_bindings`, `binding_map`, `force_loop_bounding`, `ray_query_initialization_tracking`, `trace_ray_argument_validation`, `task_dispatch_limits`, `mesh_shader_primitive_indices_clamp`, `emit_int_div_checks` | the fields of the same names |
//! | `zero_initialize_workgroup_memory` | [`Options::zero_initialize_workgroup_memory`] unless it is `None`; `Native` is a feature of the [`target`] |
//! | `capabilities`, `use_storage_input_output_16` | [`target`]: features |
//! | `debug_info` | [`Options::debug_info`], only with `DEBUG`, as in naga |
//!
//! `PipelineOptions` become [`Options::entry_point`]. Overrides without a value, which naga refuses, have the shader's
//! own default values; [`Options::overrides`] sets others.
//!
//! ```
//! use naga::back::spv;
//! use spirula::compat;
//!
//! # let module = naga::front::wgsl::parse_str("@compute @workgroup_size(1) fn main() {}")?;
//! # let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module)?;
//! let naga_options = spv::Options { lang_version: (1, 3), ..Default::default() };
//! let pipeline = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: "main".to_owned() };
//! let target = compat::target(&naga_options);
//! let words = compat::write_vec(&module, &info, &naga_options, Some(&pipeline), &target)?;
//! # assert_eq!(words[1], 0x0001_0300);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::{DebugInfo, EntryPoint, Options};
use crate::target::{DeviceDescription, DeviceExtension, Feature, SpirvVersion, Target};
use crate::writer::{Writer, WriterPool};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use naga::back::spv::{self, WriterFlags, ZeroInitializeWorkgroupMemoryMode};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::ModuleInfo;
use naga::{Module, Span};
use spirv::Capability;

/// The settings of naga's options that Spirula does not have: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    settings: Vec<UnsupportedSetting>,
}

/// A setting of `naga::back::spv` that has no counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnsupportedSetting {
    /// `Options::lang_version` is none of 1.0 to 1.6.
    LangVersion(u8, u8),
    /// Bits of `Options::flags` that naga 30 does not name.
    Flags(u32),
}

impl Unsupported {
    /// The settings, in the order of naga's fields.
    #[must_use]
    pub fn settings(&self) -> &[UnsupportedSetting] {
        &self.settings
    }
}

impl fmt::Display for UnsupportedSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LangVersion(major, minor) => write!(f, "SPIR-V {major}.{minor} (`lang_version`)"),
            Self::Flags(bits) => write!(f, "the bits {bits:#x} of `flags`"),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no counterpart of naga's ")?;
        for (index, setting) in self.settings.iter().enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            write!(f, "{separator}{setting}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Unsupported {}

impl From<Unsupported> for Error {
    /// A diagnostic for each setting, of the category [`ErrorCategory::Options`](crate::ErrorCategory::Options).
    fn from(unsupported: Unsupported) -> Error {
        let refusal = |setting: &UnsupportedSetting| {
            Diagnostic::new(ErrorKind::UnsupportedSetting(setting.to_string()), Span::UNDEFINED)
        };
        Error::new(unsupported.settings.iter().map(refusal).collect())
    }
}

/// The SPIR-V version that `lang_version` denotes; `None` for a version that this crate does not know.
fn version((major, minor): (u8, u8)) -> Option<SpirvVersion> {
    let known = SpirvVersion::ALL.get(usize::from(minor)).copied();
    known.filter(|_| major == 1)
}

/// Translates what naga's options define for a shader. What they define for the device is left to [`target`]:
/// `lang_version`, `capabilities`, `use_storage_input_output_16`, and whether workgroup memory is zeroed natively.
///
/// The source text of `debug_info` is copied. A caller with many stages of one shader can omit it here and put one
/// shared copy into [`Options::debug_info`].
///
/// # Errors
///
/// Every setting that has no counterpart.
pub fn options(naga: &spv::Options<'_>, pipeline: Option<&spv::PipelineOptions>) -> Result<Options, Unsupported> {
    // No `..`: a new field of naga's must be translated here.
    let spv::Options {
        lang_version,
        flags,
        fake_missing_bindings,
        ref binding_map,
        capabilities: _,
        bounds_check_policies,
        zero_initialize_workgroup_memory,
        force_loop_bounding,
        ray_query_initialization_tracking,
        trace_ray_argument_validation,
        use_storage_input_output_16: _,
        ref debug_info,
        task_dispatch_limits,
        mesh_shader_primitive_indices_clamp,
        emit_int_div_checks,
    } = *naga;
    let mut settings = Vec::new();
    if version(lang_version).is_none() {
        settings.push(UnsupportedSetting::LangVersion(lang_version.0, lang_version.1));
    }
    let unknown = flags.bits() & !WriterFlags::all().bits();
    if unknown != 0 {
        settings.push(UnsupportedSetting::Flags(unknown));
    }
    if !settings.is_empty() {
        return Err(Unsupported { settings });
    }
    let debug = flags.contains(WriterFlags::DEBUG);
    let left = LeftToDevice::of(bounds_check_policies);
    let mut options = Options {
        entry_point: pipeline.map(|pipeline| EntryPoint {
            stage: Some(pipeline.shader_stage),
            name: pipeline.entry_point.clone(),
        }),
        fake_missing_bindings,
        bounds_check_policies: left.restricted(bounds_check_policies),
        rely_on_robust_access: left.any(),
        zero_initialize_workgroup_memory: match zero_initialize_workgroup_memory {
            ZeroInitializeWorkgroupMemoryMode::Native | ZeroInitializeWorkgroupMemoryMode::Polyfill => true,
            ZeroInitializeWorkgroupMemoryMode::None => false,
        },
        force_loop_bounding,
        emit_int_div_checks,
        ray_query_initialization_tracking,
        trace_ray_argument_validation,
        print_on_ray_query_initialization_fail: flags.contains(WriterFlags::PRINT_ON_RAY_QUERY_INITIALIZATION_FAIL),
        print_on_trace_rays_fail: flags.contains(WriterFlags::PRINT_ON_TRACE_RAYS_FAIL),
        task_dispatch_limits: task_dispatch_limits.map(Into::into),
        mesh_shader_primitive_indices_clamp,
        adjust_coordinate_space: flags.contains(WriterFlags::ADJUST_COORDINATE_SPACE),
        force_point_size: flags.contains(WriterFlags::FORCE_POINT_SIZE),
        clamp_frag_depth: flags.contains(WriterFlags::CLAMP_FRAG_DEPTH),
        names: debug,
        interface_names: flags.contains(WriterFlags::LABEL_VARYINGS),
        debug_info: debug_info.as_ref().filter(|_| debug).map(|info| DebugInfo {
            language: info.language,
            ..DebugInfo::new(info.file_name, info.source_code)
        }),
        ..Options::default()
    };
    options.bind(binding_map.iter().map(|(&resource, &info)| (resource, info)));
    Ok(options)
}

/// What naga's policies leave to the device. wgpu checks indices in general, but leaves buffers and images unchecked on a
/// device with `robustBufferAccess2` and `robustImageAccess`. Such a device checks the bytes of a buffer and the
/// coordinates of an image. It does not check an index of a vector, a matrix or an array of known length inside of a
/// buffer, and an undefined value may follow from one that is out of range, so unchecked would be wrong.
#[derive(Clone, Copy)]
struct LeftToDevice {
    buffers: bool,
    images: bool,
}

impl LeftToDevice {
    fn of(policies: BoundsCheckPolicies) -> Self {
        let checks = policies.index != BoundsCheckPolicy::Unchecked;
        Self {
            buffers: checks && policies.buffer == BoundsCheckPolicy::Unchecked,
            images: checks && policies.image_load == BoundsCheckPolicy::Unchecked,
        }
    }

    fn any(self) -> bool {
        self.buffers || self.images
    }

    /// The policies with which the writer leaves to an enabled feature of the target what that feature checks, and checks
    /// the rest.
    fn restricted(self, mut policies: BoundsCheckPolicies) -> BoundsCheckPolicies {
        if self.buffers {
            policies.buffer = BoundsCheckPolicy::Restrict;
        }
        if self.images {
            policies.image_load = BoundsCheckPolicy::Restrict;
        }
        policies
    }

    /// The features of the device to which the policies leave checks.
    fn features(self) -> impl Iterator<Item = Feature> {
        let buffers = [Feature::RobustBufferAccess, Feature::RobustBufferAccess2];
        let images = [Feature::RobustImageAccess];
        let buffers = buffers.into_iter().filter(move |_| self.buffers);
        buffers.chain(images.into_iter().filter(move |_| self.images))
    }
}

/// Features that naga uses without requesting a capability, and the capability that the set must contain to enable
/// them. `None`: enabled for every set.
const UNCHECKED: &[(Option<Capability>, &[Feature])] = &[
    (
        None,
        &[
            // Declared wherever the type occurs.
            Feature::ShaderFloat64,
            // Features that restrict stages and outputs, and have no capability.
            Feature::VertexPipelineStoresAndAtomics,
            Feature::FragmentStoresAndAtomics,
            Feature::DualSrcBlend,
            // naga does not declare their capabilities.
            Feature::ShaderUniformBufferArrayDynamicIndexing,
            Feature::ShaderSampledImageArrayDynamicIndexing,
            Feature::ShaderStorageBufferArrayDynamicIndexing,
            Feature::ShaderStorageImageArrayDynamicIndexing,
        ],
    ),
    (Some(Capability::Float16), STORAGE_16),
    (Some(Capability::Int16), STORAGE_16),
    (
        Some(Capability::ShaderNonUniform),
        &[
            Feature::DescriptorIndexing,
            Feature::RuntimeDescriptorArray,
            Feature::ShaderUniformBufferArrayNonUniformIndexing,
            Feature::ShaderSampledImageArrayNonUniformIndexing,
            Feature::ShaderStorageBufferArrayNonUniformIndexing,
            Feature::ShaderStorageImageArrayNonUniformIndexing,
            Feature::ShaderInputAttachmentArrayDynamicIndexing,
            Feature::ShaderInputAttachmentArrayNonUniformIndexing,
            Feature::ShaderUniformTexelBufferArrayDynamicIndexing,
            Feature::ShaderUniformTexelBufferArrayNonUniformIndexing,
            Feature::ShaderStorageTexelBufferArrayDynamicIndexing,
            Feature::ShaderStorageTexelBufferArrayNonUniformIndexing,
        ],
    ),
    (
        Some(Capability::GroupNonUniform),
        &[Feature::ShaderSubgroupExtendedTypes],
    ),
    (
        Some(Capability::GroupNonUniformQuad),
        &[Feature::SubgroupQuadOperationsInAllStages],
    ),
    (
        Some(Capability::AtomicFloat32AddEXT),
        &[Feature::ShaderBufferFloat32Atomics, Feature::ShaderSharedFloat32Atomics],
    ),
    // naga does not declare the capability of the scope.
    (
        Some(Capability::VulkanMemoryModel),
        &[Feature::VulkanMemoryModelDeviceScope],
    ),
    // The capability needs only the extension; its stages are features.
    (
        Some(Capability::MeshShadingEXT),
        &[Feature::MeshShader, Feature::TaskShader],
    ),
];

/// naga declares them with every 16-bit type.
const STORAGE_16: &[Feature] = &[
    Feature::StorageBuffer16BitAccess,
    Feature::UniformAndStorageBuffer16BitAccess,
];

/// The device that naga's options imply, for callers that know no more of it.
///
/// * The Vulkan version is the first whose implementations all accept `lang_version`; for 1.4 it is 1.1 with
///   `VK_KHR_spirv_1_4`. `lang_version` is the version of the words. For an unknown version the nearest known one is
///   used.
/// * With a set of `capabilities` the target is strict. A feature is enabled if it permits a capability of the set, or
///   if naga uses it without requesting a capability: 64-bit floats, stores in vertex and fragment shaders, dynamically
///   uniform indices; with `Float16` or `Int16` 16-bit storage, with `ShaderNonUniform` all other indexing and runtime
///   arrays. A feature that the Vulkan version makes mandatory is not enabled for that reason, because an application
///   need not enable it.
/// * Without a set, every feature that the Vulkan version can have is allowed.
/// * `use_storage_input_output_16` and `ZeroInitializeWorkgroupMemoryMode::Native` are features that are enabled if and
///   only if the options contain them. The first also needs `Float16` or `Int16` if there is a set.
/// * Buffers that are unchecked although `index` is not enable `robustBufferAccess2`, and such images `robustImageAccess`:
///   on other devices wgpu checks both. On a target without these features the writer checks what naga leaves unchecked.
/// * Printing (`WriterFlags::PRINT_ON_…`) enables `VK_KHR_shader_non_semantic_info`.
///
/// The device's limits are unknown, so none is enforced.
///
/// ```
/// use naga::back::spv;
/// use spirula::target::{Feature, Support};
///
/// let mut options = spv::Options { lang_version: (1, 5), ..Default::default() };
/// let open = spirula::compat::target(&options);
/// assert_eq!(open.feature(Feature::ShaderInt64), Support::Allowed);
/// options.capabilities = Some([spv::Capability::Shader, spv::Capability::Int64].into_iter().collect());
/// let strict = spirula::compat::target(&options);
/// assert_eq!(strict.feature(Feature::ShaderInt64), Support::Enabled);
/// assert_eq!(strict.feature(Feature::ShaderInt16), Support::Unavailable);
/// ```
#[must_use]
pub fn target(naga: &spv::Options<'_>) -> Target {
    let version = version(naga.lang_version).unwrap_or(if naga.lang_version < (1, 0) {
        SpirvVersion::V1_0
    } else {
        SpirvVersion::V1_6
    });
    let minor = match version {
        SpirvVersion::V1_0 => 0,
        SpirvVersion::V1_1 | SpirvVersion::V1_2 | SpirvVersion::V1_3 | SpirvVersion::V1_4 => 1,
        SpirvVersion::V1_5 => 2,
        // catch-all: 1.6 and what is newer
        _ => 3,
    };
    let narrow = naga.use_storage_input_output_16;
    let native_zero = match naga.zero_initialize_workgroup_memory {
        ZeroInitializeWorkgroupMemoryMode::Native => true,
        ZeroInitializeWorkgroupMemoryMode::Polyfill | ZeroInitializeWorkgroupMemoryMode::None => false,
    };
    let prints = naga
        .flags
        .intersects(WriterFlags::PRINT_ON_RAY_QUERY_INITIALIZATION_FAIL.union(WriterFlags::PRINT_ON_TRACE_RAYS_FAIL));
    let target = match naga.capabilities {
        Some(ref set) => {
            let has = |capability: &Capability| set.contains(capability);
            let narrow = narrow && (has(&Capability::Float16) || has(&Capability::Int16));
            device(minor, has, narrow, native_zero, prints).target()
        }
        None => {
            let mut target = Target::vulkan(1, minor);
            if !narrow {
                target = target.disable(Feature::StorageInputOutput16);
            }
            let zero = Feature::ShaderZeroInitializeWorkgroupMemory;
            if native_zero {
                target.enable(zero)
            } else {
                target.disable(zero)
            }
        }
    };
    LeftToDevice::of(naga.bounds_check_policies)
        .features()
        .fold(target, Target::enable)
        .with_spirv_version(version)
}

/// The description of a device on which a set of capabilities is enabled.
fn device(
    minor: u32,
    has: impl Fn(&Capability) -> bool,
    narrow: bool,
    native_zero: bool,
    prints: bool,
) -> DeviceDescription {
    let mut device = DeviceDescription::enabled(1, minor);
    for &extension in DeviceExtension::ALL {
        if extension.capabilities().any(|capability| has(&capability)) {
            device = device.extension(extension.name());
        }
    }
    if prints {
        device = device.extension(DeviceExtension::VK_KHR_shader_non_semantic_info.name());
    }
    for &feature in Feature::ALL {
        let permits = feature.capabilities().any(|capability| has(&capability));
        let unchecked = UNCHECKED.iter().any(|(capability, features)| {
            features.contains(&feature) && capability.is_none_or(|capability| has(&capability))
        });
        device = device.feature(
            feature,
            match feature {
                Feature::StorageInputOutput16 => narrow,
                Feature::ShaderZeroInitializeWorkgroupMemory => native_zero,
                _ => permits || unchecked,
            },
        );
    }
    device
}

/// Writes a module for a device, with the arguments of `naga::back::spv::write_vec`. `info` must be what naga's
/// validator returned for this very module, under `ValidationFlags::all()`.
///
/// Only `target` describes the device; what naga's options define for the device is ignored. Each call creates a
/// writer; [`WriterPool::write_vec`] keeps writers and their buffers.
///
/// # Errors
///
/// Settings that have no counterpart, and every reason why the module cannot be written; see [`Writer::write`].
pub fn write_vec(
    module: &Module,
    info: &ModuleInfo,
    naga_options: &spv::Options<'_>,
    pipeline_options: Option<&spv::PipelineOptions>,
    target: &Target,
) -> Result<Vec<u32>, Error> {
    let options = options(naga_options, pipeline_options)?;
    let mut output = crate::Output::default();
    Writer::new(target.clone()).write(module, info, &options, &mut output)?;
    Ok(output.words)
}

impl WriterPool {
    /// [`compat::write_vec`](write_vec) for the pool's device, with one of its writers. It replaces
    /// `naga::back::spv::write_vec` where modules are compiled through a shared reference.
    ///
    /// ```
    /// use naga::back::spv;
    /// use spirula::{WriterPool, compat};
    ///
    /// # let module = naga::front::wgsl::parse_str("@compute @workgroup_size(1) fn main() {}")?;
    /// # let info = naga::valid::Validator::new(Default::default(), Default::default()).validate(&module)?;
    /// let naga_options = spv::Options { lang_version: (1, 3), ..Default::default() };
    /// let pool = WriterPool::new(compat::target(&naga_options));
    /// let words = pool.write_vec(&module, &info, &naga_options, None)?;
    /// # assert_eq!(words, compat::write_vec(&module, &info, &naga_options, None, pool.target())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`compat::write_vec`](write_vec).
    pub fn write_vec(
        &self,
        module: &Module,
        info: &ModuleInfo,
        naga_options: &spv::Options<'_>,
        pipeline_options: Option<&spv::PipelineOptions>,
    ) -> Result<Vec<u32>, Error> {
        let options = options(naga_options, pipeline_options)?;
        let mut output = crate::Output::default();
        self.write(module, info, &options, &mut output)?;
        Ok(output.words)
    }
}
