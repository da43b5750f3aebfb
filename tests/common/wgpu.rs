//! What wgpu-hal 30 tells `naga::back::spv` of a device, and whether a shader that naga's backend writes validly with it is
//! written through `spirula::compat`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use naga::back::spv::{self, Capability, WriterFlags, ZeroInitializeWorkgroupMemoryMode};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::check::{Verdict, check};
use spirula::target::DeviceExtension;
use spirula::{Feature, Support, Target, WriterPool, compat};

use super::cpu_time;
use super::parse::Shader;

/// What wgpu-hal passes for every adapter.
const ALWAYS: &[Capability] = &[
    Capability::Shader,
    Capability::Matrix,
    Capability::Sampled1D,
    Capability::Image1D,
    Capability::ImageQuery,
    Capability::DerivativeControl,
    Capability::StorageImageExtendedFormats,
];

/// What it passes for features that phones have as a rule: cube arrays, sample shading, multiview, subgroups, halves.
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

/// What it passes for all other features together.
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
    /// Vulkan 1.1 of a phone that treats names of inputs and outputs as meaningful.
    Phone,
    /// Vulkan 1.0 without any feature that wgpu asks for.
    Oldest,
}

impl Adapter {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Desktop, Self::Phone, Self::Oldest];
}

/// The options that wgpu-hal makes for a device; bindings are left as the shader has them.
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

/// What became of one entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// naga's front or backend does not get as far as words.
    NotOfNaga,
    /// Both write it, and the self-check accepts ours for the strict target.
    Both,
    /// Ours refuses what naga writes validly for some device with the set of capabilities; the refusals.
    Refused(String),
    /// Ours refuses, and naga's words break rules on every device with the set of capabilities.
    RefusedAndInvalid(String),
    /// Ours are written and the self-check does not accept them.
    Invalid(String),
}

/// Every entry point of a shader as wgpu compiles it: overrides resolved and all other entry points removed by naga.
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

/// The processor time to compile every entry point of a shader for a desktop, where naga resolves overrides and chooses the
/// entry point first, as wgpu does, and where Spirula does both; `None` if either way refuses one of them.
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

/// What a device that wgpu-hal turned on may have: what the strict target has, and beside it the core features of its version
/// that wgpu-hal passes no capability for. Other extensions are off, and so are the features of which it passes a capability
/// where the device has them.
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
        // wgpu-hal 30 has no line that turns it on.
        let is_off = feature == Feature::ShaderStorageImageReadWithoutFormat;
        if strict.feature(feature) == Support::Enabled {
            target = target.enable(feature);
        } else if options.capabilities.is_some() && (is_passed || is_off) {
            target = target.disable(feature);
        }
    }
    target.with_spirv_version(strict.spirv_version())
}
