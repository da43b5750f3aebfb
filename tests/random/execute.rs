//! Runs a shader on the device: ours at every version and under every policy that must not matter, and naga's own.

use naga::proc::BoundsCheckPolicy;
use spirula::{Options, Target};

use super::common::parse::Shader;
use super::common::vulkan::{Binding, Compute, Gpu, Resource};
use super::common::{backends, validate};
use super::configuration::policies;
use super::evaluate;
use super::generator::Mode;
use super::prng::Random;
use super::properties::caught;
use super::shader::Role;

/// Enough for every buffer of the generator: the largest part times the invocations.
const BUFFER: usize = 16384;
const OUTPUT: usize = 8 * 12 * 4;
const WORKGROUPS: u32 = 2;

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

/// What WGSL says that the shader leaves in the storage buffers.
fn expected(
    mode: Mode,
    shader: &Shader,
    policy: BoundsCheckPolicy,
    contents: &[(u32, Vec<u8>)],
    roles: &[Role],
) -> Result<Vec<Vec<u8>>, String> {
    let policy = match mode {
        Mode::Execute { in_range: true, .. } => BoundsCheckPolicy::Unchecked,
        _ => policy,
    };
    let entry = shader.module.entry_points.first().ok_or("no entry point")?;
    let memory = evaluate::run(&shader.module, entry, policy, contents, WORKGROUPS);
    let memory = memory.map_err(|what| format!("not evaluated: {what}"))?;
    let buffers = memory.into_iter().zip(contents).zip(roles);
    let storage = buffers.filter(|(_, role)| **role != Role::Uniform);
    storage
        .map(|((bytes, (binding, _)), _)| evaluate::comparable(&shader.module, *binding, bytes))
        .collect()
}

/// All runs that must agree: a name and the words.
fn variants(
    seed: u64,
    mode: Mode,
    shader: &Shader,
    gpu: &Gpu,
    policy: BoundsCheckPolicy,
) -> Result<Vec<(String, Vec<u32>)>, String> {
    let newest = gpu.newest_target();
    let mut found = Vec::new();
    // Vulkan 1.0 has no operations of subgroups, but for votes and ballots.
    let subgroups = format!("{:?}", shader.module.entry_points).contains("SubgroupOperationResult");
    let oldest = if subgroups { "vulkan1.1" } else { "vulkan1.0" };
    let versions = validate::VULKAN
        .into_iter()
        .filter(|target| (oldest..=newest).contains(target));
    // Making pipelines takes nearly all of the time: two a seed, each pair of versions in its turn, or one and naga's.
    let count = if is_portable(mode) { 1 } else { 2 };
    let versions = versions.cycle().skip((seed / 8 % 5) as usize).take(count);
    for (at, target) in versions.enumerate() {
        let at = at + (seed / 2) as usize;
        let mut options = Options::new(Target::parse(target).map_err(|error| error.to_string())?);
        options.bounds_check_policies = policies(match (mode, at % 3) {
            (Mode::Execute { in_range: true, .. }, 0) => BoundsCheckPolicy::Unchecked,
            (Mode::Execute { in_range: true, .. }, 1) => BoundsCheckPolicy::Restrict,
            (Mode::Execute { in_range: true, .. }, _) => BoundsCheckPolicy::ReadZeroSkipWrite,
            _ => policy,
        });
        options.force_loop_bounding = at.is_multiple_of(2);
        let words = backends::spirula(shader, &options).map_err(|error| format!("{target} refuses: {error}"))?;
        validate::validate(&words, target).map_err(|error| format!("spirv-val {}: {error}", validate::rule(&error)))?;
        found.push((format!("ours at {target}"), words));
    }
    Ok(found)
}

fn is_portable(mode: Mode) -> bool {
    matches!(mode, Mode::Execute { portable: true, .. })
}

/// naga's words, where it has any that spirv-val takes but for pointers to parts as arguments.
fn witness(shader: &Shader, policy: BoundsCheckPolicy) -> Option<Vec<u32>> {
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
        // Offsets on what lies in Workgroup memory, which naga 30 always writes and no driver minds.
        Err(error) if error.contains("VUID-StandaloneSpirv-None-10684") => Some(words),
        Err(_) => None,
    }
}

/// The memory that the words leave behind.
fn run(gpu: &Gpu, words: &[u32], bindings: &[Binding]) -> Result<Vec<Vec<u8>>, String> {
    gpu.compute(&Compute {
        words,
        entry_point: "main",
        bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [WORKGROUPS, 1, 1],
        validate: false,
    })
}

/// Runs them all and tells whether naga's words were among them; the error tells which differ from what is expected, and
/// where.
pub fn compare(gpu: &Gpu, seed: u64, mode: Mode, shader: &Shader, roles: &[Role]) -> Result<bool, String> {
    let policy = if (seed / 4).is_multiple_of(2) {
        BoundsCheckPolicy::Restrict
    } else {
        BoundsCheckPolicy::ReadZeroSkipWrite
    };
    let contents = contents(seed, shader, roles)?;
    let bindings = bindings(&contents, roles);
    let mut variants = variants(seed, mode, shader, gpu, policy)?;
    // Where no index is out of range, naga may have the policy under which it takes atomics.
    let restrict = matches!(mode, Mode::Execute { in_range: true, .. });
    let witness = is_portable(mode)
        .then(|| witness(shader, if restrict { BoundsCheckPolicy::Restrict } else { policy }))
        .flatten();
    let witnessed = witness.is_some();
    if let Some(words) = witness {
        variants.push(("naga".to_owned(), words));
    }
    let expected = expected(mode, shader, policy, &contents, roles)?;
    for (name, words) in variants {
        let memory = run(gpu, &words, &bindings)?;
        let numbers = contents.iter().zip(roles).filter(|(_, role)| **role != Role::Uniform);
        for ((a, b), ((buffer, _), _)) in expected.iter().zip(memory).zip(numbers) {
            let b = evaluate::comparable(&shader.module, *buffer, b)?;
            if let Some(at) = a.iter().zip(&b).position(|(a, b)| a != b) {
                let at = at / 4 * 4;
                let word = |bytes: &[u8]| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
                return Err(format!(
                    "{name} is not what WGSL says\nbinding {buffer}, byte {at}: {:#x}, but {:#x} is there",
                    word(a),
                    word(&b)
                ));
            }
        }
    }
    Ok(witnessed)
}
