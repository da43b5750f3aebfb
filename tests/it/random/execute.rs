//! Executes a shader on the device: Spirula's words at every version, with every policy that must not matter and with
//! the values of overrides set in every way, and naga's words.

use naga::proc::BoundsCheckPolicy;
use spirula::{Feature, Target};

use super::configuration::policies;
use super::evaluate;
use super::generator::Mode;
use super::prng::Random;
use super::properties::caught;
use super::shader::{Role, Source};
use crate::common::parse::Shader;
use crate::common::setup::{self, Setup};
use crate::common::specialize::specialization;
use crate::common::vulkan::{Binding, Compute, Constant, Gpu, Resource, vk};
use crate::common::{backends, parse, validate};

/// The size of every buffer: enough for the largest slot times the number of invocations.
const BUFFER: usize = 16384;
const OUTPUT: usize = 8 * 12 * 4;
const WORKGROUPS: u32 = 2;
const NAGA: &str = "naga";

/// The contents of every buffer before the shader runs.
fn contents(seed: u64, shader: &Shader, roles: &[Role]) -> Result<Vec<(u32, Vec<u8>)>, String> {
    let mut random = Random::new(seed ^ 0xda7a);
    let mut filled = |(binding, role): (u32, &Role)| match role {
        Role::Uniform | Role::Storage => {
            let bytes = evaluate::contents(&shader.module, binding, BUFFER, &mut random)?;
            Ok((binding, bytes))
        }
        Role::Output => Ok((binding, vec![0; OUTPUT])),
    };
    (0..).zip(roles).map(&mut filled).collect()
}

fn bindings(contents: &[(u32, Vec<u8>)], roles: &[Role]) -> Vec<Binding> {
    let resource = |(role, (binding, bytes)): (&Role, &(u32, Vec<u8>))| Binding {
        set: 0,
        binding: *binding,
        resource: match role {
            Role::Uniform => Resource::Uniform(bytes.clone()),
            Role::Storage | Role::Output => Resource::Storage(bytes.clone()),
        },
    };
    roles.iter().zip(contents).map(resource).collect()
}

/// The contents of the storage buffers that WGSL's semantics define.
fn expected(
    mode: Mode,
    shader: &Shader,
    policy: BoundsCheckPolicy,
    contents: &[(u32, Vec<u8>)],
    source: &Source,
) -> Result<Vec<Vec<u8>>, String> {
    let policy = match mode {
        Mode::Execute { in_range: true, .. } => BoundsCheckPolicy::Unchecked,
        _ => policy,
    };
    let entry = shader.module.entry_points.first().ok_or("no entry point")?;
    let memory = evaluate::run(&shader.module, &source.given, entry, policy, contents, WORKGROUPS);
    let memory = memory.map_err(|what| format!("not evaluated: {what}"))?;
    let buffers = memory.into_iter().zip(contents).zip(&source.roles);
    let storage = buffers.filter(|(_, role)| **role != Role::Uniform);
    storage
        .map(|((bytes, (binding, _)), _)| evaluate::comparable(&shader.module, *binding, bytes))
        .collect()
}

/// How the values of overrides are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// They replace the overrides in the module.
    Substituted,
    /// They are the defaults of specialization constants.
    Defaults,
    /// The pipeline sets them; the specialization constants have the shader's own defaults.
    Specialized,
}

/// One run: the words, and the specialization constants of the pipeline.
struct Variant {
    name: String,
    words: Vec<u32>,
    constants: Vec<Constant>,
}

/// Spirula's words, with the values set in one way.
fn variant(shader: &Shader, mut options: Setup, given: &[(String, f64)], way: Way) -> Result<Variant, spirula::Error> {
    options.spec_constants = way != Way::Substituted;
    if way != Way::Specialized {
        options.overrides = given.iter().cloned().collect();
    }
    let output = setup::compile(&shader.module, &shader.info, &options)?;
    let constants = match way {
        Way::Specialized => specialization(&output.spec_constants, given),
        Way::Substituted | Way::Defaults => Vec::new(),
    };
    Ok(Variant {
        name: format!("ours at {}, {way:?}", options.target),
        words: output.words,
        constants,
    })
}

/// All runs of Spirula's words, which must agree.
fn variants(
    seed: u64,
    mode: Mode,
    shader: &Shader,
    given: &[(String, f64)],
    gpu: &Gpu,
    policy: BoundsCheckPolicy,
) -> Result<Vec<Variant>, String> {
    let newest = gpu.newest_target();
    let mut found = Vec::new();
    // Vulkan 1.0 has no subgroup operations except votes and ballots.
    let subgroups = format!("{:?}", shader.module.entry_points).contains("SubgroupOperationResult");
    let oldest = if subgroups { "vulkan1.1" } else { "vulkan1.0" };
    let versions = validate::VULKAN
        .into_iter()
        .filter(|target| (oldest..=newest).contains(target));
    // Creating pipelines takes nearly all of the time: two for each seed, alternating over pairs of versions, or one
    // and naga's.
    let count = if is_portable(mode) { 1 } else { 2 };
    let versions = versions.cycle().skip((seed / 8 % 5) as usize).take(count);
    for (at, target) in versions.enumerate() {
        let at = at + (seed / 2) as usize;
        let mut parsed = Target::parse(target).map_err(|error| error.to_string())?;
        // The mode needs Vulkan 1.1.
        let reconverges = [
            Feature::ShaderMaximalReconvergence,
            Feature::ShaderSubgroupUniformControlFlow,
        ][(seed / 16 % 2) as usize];
        if target != "vulkan1.0" && seed.is_multiple_of(2) && gpu.has_reconvergence(reconverges) {
            parsed = parsed.enable(reconverges);
        }
        let mut options = Setup::new(parsed);
        options.bounds_check_policies = policies(match (mode, at % 3) {
            (Mode::Execute { in_range: true, .. }, 0) => BoundsCheckPolicy::Unchecked,
            (Mode::Execute { in_range: true, .. }, 1) => BoundsCheckPolicy::Restrict,
            (Mode::Execute { in_range: true, .. }, _) => BoundsCheckPolicy::ReadZeroSkipWrite,
            _ => policy,
        });
        options.force_loop_bounding = at.is_multiple_of(2);
        let way = if shader.module.overrides.is_empty() {
            Way::Substituted
        } else {
            [Way::Specialized, Way::Defaults, Way::Specialized, Way::Substituted][(at + (seed / 3) as usize) % 4]
        };
        let variant = variant(shader, options, given, way);
        let variant = variant.map_err(|error| {
            let error = error.emit_to_string("", "shader");
            format!("{target}, {way:?} refuses: {error}")
        })?;
        validate::validate(&variant.words, target)
            .map_err(|error| format!("spirv-val {}: {error}", validate::rule(&error)))?;
        found.push(variant);
    }
    Ok(found)
}

fn is_portable(mode: Mode) -> bool {
    matches!(mode, Mode::Execute { portable: true, .. })
}

/// naga's words, if it writes any that spirv-val accepts, apart from pointers to parts as arguments.
fn witness(shader: &Shader, given: &[(String, f64)], policy: BoundsCheckPolicy) -> Option<Vec<u32>> {
    let shader = &caught(|| parse::with_values(shader, given)).ok()?.ok()?;
    let mut options = backends::naga_options("vulkan1.1");
    options.bounds_check_policies = policies(policy);
    let words = caught(|| naga::back::spv::write_vec(&shader.module, &shader.info, &options, None));
    let words = words.ok()?.ok()?;
    let relaxed = validate::ValidatorOptions {
        relax_logical_pointer: true,
        before_legalization: true,
        ..Default::default()
    };
    match validate::validate_with(&words, "vulkan1.1", Some(relaxed)) {
        Ok(()) => Some(words),
        // Offsets on types in Workgroup memory, which naga 30 always writes and drivers ignore.
        Err(error) if error.contains("VUID-StandaloneSpirv-None-10684") => Some(words),
        Err(_) => None,
    }
}

/// The memory after a run.
fn run(gpu: &Gpu, variant: &Variant, bindings: &[Binding]) -> Result<Vec<Vec<u8>>, String> {
    gpu.compute(&Compute {
        words: &variant.words,
        entry_point: "main",
        bindings,
        push_constants: &[],
        constants: &variant.constants,
        workgroups: [WORKGROUPS, 1, 1],
        validate: false,
    })
}

/// The values of the overrides that the shader has: a reduced shader may have fewer.
pub fn given_to(shader: &Shader, given: &[(String, f64)]) -> Vec<(String, f64)> {
    let has = |key: &String| {
        shader.module.overrides.iter().any(|(_, declared)| match declared.id {
            Some(id) => id.to_string() == *key,
            None => declared.name.as_ref() == Some(key),
        })
    };
    given.iter().filter(|(key, _)| has(key)).cloned().collect()
}

/// What naga's words did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    Absent,
    Agrees,
    /// Only on a GPU: its driver's compiler makes use of what SPIR-V leaves undefined.
    Differs,
}

/// Executes all variants, naga's words among them if it writes any. The error lists the differences from the expected
/// contents.
pub fn compare(gpu: &Gpu, seed: u64, mode: Mode, shader: &Shader, source: &Source) -> Result<Witness, String> {
    let (roles, given) = (&source.roles, &given_to(shader, &source.given));
    let policy = if (seed / 4).is_multiple_of(2) {
        BoundsCheckPolicy::Restrict
    } else {
        BoundsCheckPolicy::ReadZeroSkipWrite
    };
    let contents = contents(seed, shader, roles)?;
    let bindings = bindings(&contents, roles);
    let mut variants = variants(seed, mode, shader, given, gpu, policy)?;
    // If all indices are in range, naga can use the policy with which it supports atomics.
    let restrict = matches!(mode, Mode::Execute { in_range: true, .. });
    let witness = is_portable(mode)
        .then(|| {
            let policy = if restrict { BoundsCheckPolicy::Restrict } else { policy };
            witness(shader, given, policy)
        })
        .flatten();
    let mut witnessed = match witness {
        Some(_) => Witness::Agrees,
        None => Witness::Absent,
    };
    if let Some(words) = witness {
        variants.push(Variant {
            name: NAGA.to_owned(),
            words,
            constants: Vec::new(),
        });
    }
    let expected = expected(mode, shader, policy, &contents, source)?;
    for variant in variants {
        let memory = run(gpu, &variant, &bindings)?;
        let numbers = contents.iter().zip(roles).filter(|(_, role)| **role != Role::Uniform);
        for ((a, b), ((buffer, _), _)) in expected.iter().zip(memory).zip(numbers) {
            let b = evaluate::comparable(&shader.module, *buffer, b)?;
            if let Some(at) = a.iter().zip(&b).position(|(a, b)| a != b) {
                if variant.name == NAGA && gpu.properties.device_type != vk::PhysicalDeviceType::CPU {
                    witnessed = Witness::Differs;
                    continue;
                }
                let at = at / 4 * 4;
                let word = |bytes: &[u8]| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
                return Err(format!(
                    "{} is not what WGSL says\nbinding {buffer}, byte {at}: {:#x}, but {:#x} is there",
                    variant.name,
                    word(a),
                    word(&b)
                ));
            }
        }
    }
    Ok(witnessed)
}
