//! The options that wgpu-hal 30 passes to `naga::back::spv` for a device, and whether a shader that naga's backend
//! writes validly with them is written by `spirula::compat`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use naga::back::spv::{self, Capability, WriterFlags, ZeroInitializeWorkgroupMemoryMode};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::check::{Verdict, check};
use spirula::target::DeviceExtension;
use spirula::{Feature, Support, Target, WriterPool, compat};

use super::cpu_time;
use super::parse::Shader;

/// The capabilities that wgpu-hal passes for every adapter.
const ALWAYS: &[Capability] = &[
    Capability::Shader,
    Capability::Matrix,
    Capability::Sampled1D,
    Capability::Image1D,
    Capability::ImageQuery,
    Capability::DerivativeControl,
    Capability::StorageImageExtendedFormats,
];

/// The capabilities for features that most phones have: cube arrays, sample shading, multiview, subgroups, 16-bit
/// floats.
const COMMON: &[Capability] = &[
    Capability::SampledCubeArray,
    Capability::SampleRateShading,
    Capability::MultiView,
    Capability::GroupNonUniform,
    Capability::GroupNonUniformVote,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::GroupNonUniformQuad,
    Capability::Float16,
    Capability::Int16,
];

/// The capabilities for all other features.
const REST: &[Capability] = &[
    Capability::Geometry,
    Capability::ShaderNonUniform,
    Capability::StorageImageWriteWithoutFormat,
    Capability::RayQueryKHR,
    Capability::RayTracingKHR,
    Capability::RayQueryPositionFetchKHR,
    Capability::MeshShadingEXT,
    Capability::CooperativeMatrixKHR,
    Capability::VulkanMemoryModel,
    Capability::Int64,
    Capability::Int64Atomics,
    Capability::Int64ImageEXT,
    Capability::AtomicFloat32AddEXT,
    Capability::ClipDistance,
    Capability::FragmentBarycentricKHR,
    Capability::DrawParameters,
    Capability::DotProductInputAll,
    Capability::DotProductInput4x8Bit,
    Capability::DotProductInput4x8BitPacked,
    Capability::DotProduct,
    Capability::Int8,
];

/// A kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adapter {
    /// Vulkan 1.3 with every feature that wgpu knows, robust beyond the core.
    Desktop,
    /// Vulkan 1.1 on a phone whose driver handles names of inputs and outputs correctly.
    Phone,
    /// Vulkan 1.0 without any optional feature that wgpu enables.
    Oldest,
}

impl Adapter {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Desktop, Self::Phone, Self::Oldest];
}

/// The options of wgpu-hal for a device; bindings keep the shader's numbers.
pub fn options(adapter: Adapter) -> spv::Options<'static> {
    let is_desktop = adapter == Adapter::Desktop;
    let (lang_version, sets): (_, &[&[Capability]]) = match adapter {
        Adapter::Desktop => ((1, 6), &[ALWAYS, COMMON, REST]),
        Adapter::Phone => ((1, 3), &[ALWAYS, COMMON]),
        Adapter::Oldest => ((1, 0), &[ALWAYS]),
    };
    let robust = if is_desktop {
        BoundsCheckPolicy::Unchecked
    } else {
        BoundsCheckPolicy::Restrict
    };
    let mut flags = WriterFlags::FORCE_POINT_SIZE;
    flags.set(WriterFlags::LABEL_VARYINGS, adapter != Adapter::Phone);
    spv::Options {
        lang_version,
        flags,
        fake_missing_bindings: true,
        capabilities: Some(sets.iter().copied().flatten().copied().collect()),
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: robust,
            image_load: robust,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        zero_initialize_workgroup_memory: if is_desktop {
            ZeroInitializeWorkgroupMemoryMode::Native
        } else {
            ZeroInitializeWorkgroupMemoryMode::Polyfill
        },
        use_storage_input_output_16: is_desktop,
        task_dispatch_limits: Some(naga::back::TaskDispatchLimits {
            max_mesh_workgroups_per_dim: 65_535,
            max_mesh_workgroups_total: 1 << 22,
        }),
        ..spv::Options::default()
    }
}

/// The result for one entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// naga's front end or backend rejects it.
    NotOfNaga,
    /// Both write it, and the self-check accepts ours for the strict target.
    Both,
    /// Spirula refuses it, with these errors, and naga's words are valid for some device with the set of capabilities.
    Refused(String),
    /// Spirula refuses it, with these errors, and naga's words are invalid for every device with the set of
    /// capabilities.
    RefusedAndInvalid(String),
    /// Spirula writes it, and the self-check rejects the words.
    Invalid(String),
}

/// Compiles every entry point of a shader as wgpu does: naga resolves the overrides and removes all other entry points.
pub fn outcomes(shader: &Shader, adapter: Adapter) -> Vec<(String, Outcome)> {
    let options = options(adapter);
    let entries = shader.module.entry_points.iter();
    entries
        .map(|entry| {
            let pipeline = spv::PipelineOptions {
                shader_stage: entry.stage,
                entry_point: entry.name.clone(),
            };
            (entry.name.clone(), outcome(shader, &options, &pipeline))
        })
        .collect()
}

fn outcome(shader: &Shader, options: &spv::Options<'_>, pipeline: &spv::PipelineOptions) -> Outcome {
    let chosen = Some((pipeline.shader_stage, pipeline.entry_point.as_str()));
    let constants = naga::back::PipelineConstants::default();
    let naga = catch_unwind(AssertUnwindSafe(|| {
        let resolve = naga::back::pipeline_constants::process_overrides;
        let (module, info) = resolve(&shader.module, &shader.info, chosen, &constants).ok()?;
        let words = spv::write_vec(&module, &info, options, Some(pipeline)).ok()?;
        Some((module, info, words))
    }));
    let Ok(Some((module, info, naga_words))) = naga else {
        return Outcome::NotOfNaga;
    };
    let target = compat::target(options);
    match compat::write_vec(&module, &info, options, Some(pipeline), &target) {
        Ok(words) => {
            let report = check(&words, &target);
            if report.is_valid() {
                Outcome::Both
            } else {
                Outcome::Invalid(format!("{:?}", report.violations.first()))
            }
        }
        Err(error) => {
            if check(&naga_words, &some_device(options, &target)).verdict() == Verdict::Invalid {
                Outcome::RefusedAndInvalid(error.to_string())
            } else {
                Outcome::Refused(format!("{error:#}"))
            }
        }
    }
}

/// The processor time to compile every entry point of a shader for a desktop: first if naga resolves overrides and
/// selects the entry point, as in wgpu, then if Spirula does both. `None` if an entry point is refused.
pub fn times(pool: &WriterPool, shader: &Shader) -> Option<[Duration; 2]> {
    let naga_options = options(Adapter::Desktop);
    let constants = naga::back::PipelineConstants::default();
    let resolve = naga::back::pipeline_constants::process_overrides;
    let mut spent = [Duration::ZERO; 2];
    let mut good = true;
    for entry in &shader.module.entry_points {
        let pipeline = spv::PipelineOptions {
            shader_stage: entry.stage,
            entry_point: entry.name.clone(),
        };
        spent[0] += cpu_time::of(|| {
            let chosen = Some((entry.stage, entry.name.as_str()));
            let resolved = resolve(&shader.module, &shader.info, chosen, &constants);
            good &= resolved
                .is_ok_and(|(module, info)| pool.write_vec(&module, &info, &naga_options, Some(&pipeline)).is_ok());
        });
        spent[1] += cpu_time::of(|| {
            let words = pool.write_vec(&shader.module, &shader.info, &naga_options, Some(&pipeline));
            good &= words.is_ok();
        });
    }
    good.then_some(spent)
}

/// A device that wgpu-hal may have enabled: the features of the strict target, and the core features of its version for
/// which wgpu-hal passes no capability. Other extensions are not enabled, nor are features for which it would pass a
/// capability.
fn some_device(options: &spv::Options<'_>, strict: &Target) -> Target {
    let minor = strict.vulkan_version().map_or(0, |version| version.minor());
    let mut target = Target::vulkan(1, minor).core_only();
    for extension in DeviceExtension::ALL {
        if strict.device_extension(*extension) == Support::Enabled {
            target = target.extension(extension.name()).unwrap();
        }
    }
    let passed = [ALWAYS, COMMON, REST].concat();
    for &feature in Feature::ALL {
        let is_passed = feature.capabilities().any(|capability| passed.contains(&capability));
        // wgpu-hal 30 never enables it.
        let is_off = feature == Feature::ShaderStorageImageReadWithoutFormat;
        if strict.feature(feature) == Support::Enabled {
            target = target.enable(feature);
        } else if options.capabilities.is_some() && (is_passed || is_off) {
            target = target.disable(feature);
        }
    }
    target.with_spirv_version(strict.spirv_version())
}
