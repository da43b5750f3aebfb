//! Runs a shader on the device: ours at every version and under every policy that must not matter, and naga's own.

use naga::proc::BoundsCheckPolicy;
use spirula::{Options, Target};

use super::common::parse::Shader;
use super::common::vulkan::{Binding, Compute, Gpu, Resource};
use super::common::{backends, validate};
use super::configuration::policies;
use super::generator::Mode;
use super::prng::Random;
use super::properties::caught;
use super::shader::Role;

/// Enough for every buffer of the generator: the largest part times the invocations.
const BUFFER: usize = 16384;
const OUTPUT: usize = 8 * 12 * 4;

/// Words that are small whole numbers as floats, and numbers as integers.
fn bindings(seed: u64, roles: &[Role]) -> Vec<Binding> {
    let mut random = Random::new(seed ^ 0xda7a);
    (0..)
        .zip(roles)
        .map(|(binding, role)| {
            let mut words = |count: usize| -> Vec<u8> {
                (0..count)
                    .flat_map(|_| (random.below(200) as f32).to_bits().to_le_bytes())
                    .collect()
            };
            let resource = match role {
                Role::Uniform => Resource::Uniform(words(BUFFER / 4)),
                Role::Storage => Resource::Storage(words(BUFFER / 4)),
                Role::Output => Resource::Storage(vec![0; OUTPUT]),
            };
            Binding {
                set: 0,
                binding,
                resource,
            }
        })
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
    // Making pipelines takes nearly all of the time: two versions a seed, every pair of neighbours in its turn.
    let versions = versions.cycle().skip((seed / 4 % 5) as usize).take(2);
    for (at, target) in versions.enumerate() {
        let at = at + (seed / 2) as usize;
        let mut options = Options::new(Target::parse(target).map_err(|error| error.to_string())?);
        options.bounds_check_policies = policies(match (mode, at % 3) {
            (Mode::Execute { in_range: true }, 0) => BoundsCheckPolicy::Unchecked,
            (Mode::Execute { in_range: true }, 1) => BoundsCheckPolicy::Restrict,
            (Mode::Execute { in_range: true }, _) => BoundsCheckPolicy::ReadZeroSkipWrite,
            _ => policy,
        });
        options.force_loop_bounding = at.is_multiple_of(2);
        let words = backends::spirula(shader, &options).map_err(|error| format!("{target} refuses: {error}"))?;
        validate::validate(&words, target).map_err(|error| format!("spirv-val {}: {error}", validate::rule(&error)))?;
        found.push((format!("ours at {target}"), words));
    }
    Ok(found)
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
        workgroups: [2, 1, 1],
        validate: false,
    })
}

/// Runs them all and tells whether naga's words were among them; the error tells which two differ and where.
pub fn compare(gpu: &Gpu, seed: u64, mode: Mode, shader: &Shader, roles: &[Role]) -> Result<bool, String> {
    let policy = if seed % 4 < 2 {
        BoundsCheckPolicy::Restrict
    } else {
        BoundsCheckPolicy::ReadZeroSkipWrite
    };
    let bindings = bindings(seed, roles);
    let mut variants = variants(seed, mode, shader, gpu, policy)?;
    // Where no index is out of range, naga may have the policy under which it takes atomics.
    let restrict = mode == Mode::Execute { in_range: true };
    let witness = witness(shader, if restrict { BoundsCheckPolicy::Restrict } else { policy });
    let witnessed = witness.is_some();
    if let Some(words) = witness {
        variants.push(("naga".to_owned(), words));
    }
    let mut first: Option<(String, Vec<Vec<u8>>)> = None;
    for (name, words) in variants {
        let memory = run(gpu, &words, &bindings)?;
        let Some((other, expected)) = &first else {
            first = Some((name, memory));
            continue;
        };
        for (buffer, (a, b)) in expected.iter().zip(&memory).enumerate() {
            if let Some(at) = a.iter().zip(b).position(|(a, b)| a != b) {
                let at = at / 4 * 4;
                let word = |bytes: &[u8]| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
                return Err(format!(
                    "'{other}' and {name} differ\nbuffer {buffer} of those written, byte {at}: {:#x} and {:#x}",
                    word(a),
                    word(b)
                ));
            }
        }
    }
    Ok(witnessed)
}
