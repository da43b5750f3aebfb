//! Changed texts run alike: a compute shader leaves the same values in memory whichever version it is written for, and
//! with each option that must not change values. No value is known in advance, so a fault that all ways share stays
//! unseen.

use spirula::target::Workaround;
use spirula::{Output, Target};

use super::texts::changed;
use crate::common::backends;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Binding, Compute, Gpu, Resource};
use crate::proofs_asserted::{Hostile, limited};
use crate::random::{quiet, seeds};
use crate::reflection::{bindings, pipeline};

/// The default number of texts that run.
const RUNS: u64 = 60;

/// The ways in which a shader is written, the first of which decides.
fn ways(target: &Target) -> Vec<(String, Setup)> {
    let plain = Setup::new(target.clone());
    let mut ways = vec![("plain".to_owned(), plain.clone())];
    for version in ["vulkan1.0", "vulkan1.1", "vulkan1.2"] {
        ways.push((version.to_owned(), Setup::new(backends::target(version))));
    }
    let mut with = |name: &str, adjust: &dyn Fn(&mut Setup)| {
        let mut setup = plain.clone();
        adjust(&mut setup);
        ways.push((name.to_owned(), setup));
    };
    with("spec-constants", &|setup| setup.spec_constants = true);
    with("memory model", &|setup| setup.vulkan_memory_model = true);
    with("names", &|setup| setup.names = true);
    with("inlined", &|setup| {
        setup.workarounds.insert(Workaround::InlineCalls);
    });
    with("workarounds", &|setup| {
        for &workaround in Workaround::ALL {
            if !matches!(
                workaround,
                Workaround::Pack4x8 | Workaround::CompareSample | Workaround::CompareCubeArray
            ) {
                setup.workarounds.insert(workaround);
            }
        }
    });
    ways
}

/// The memory after one workgroup of an entry point.
fn run(
    gpu: &Gpu,
    words: &[u32],
    entry_point: &str,
    bindings: &[Binding],
    push_constants: &[u8],
) -> Result<Vec<u8>, String> {
    let run = Compute {
        words,
        entry_point,
        bindings,
        push_constants,
        constants: &[],
        workgroups: [1, 1, 1],
        validate: false,
    };
    gpu.compute(&run).map(|memory| memory.concat())
}

fn alike(one: &[u8], other: &[u8]) -> Option<String> {
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect()
    };
    let (one, other) = (words(one), words(other));
    if one.len() != other.len() {
        return Some("other sizes".to_owned());
    }
    for (at, (a, b)) in one.iter().zip(&other).enumerate() {
        let (x, y) = (f32::from_bits(*a), f32::from_bits(*b));
        let close = a == b || x.is_nan() && y.is_nan() || (x - y).abs() <= 1e-3 * x.abs().max(1.0) && x.abs() > 1e-30;
        if !close {
            return Some(format!("word {at}: {a:#x} ({x}) and {b:#x} ({y})"));
        }
    }
    None
}

#[test]
fn changed_texts_run_alike() {
    let Some((gpu, target)) = limited() else { return };
    quiet();
    let (mut ran, mut faults) = (0, Vec::new());
    for seed in seeds("RUNS", RUNS) {
        let Some((shader, text, file)) = changed(seed) else {
            continue;
        };
        // Functions on floats of 16 bits may round to either side.
        if text.contains("f16") {
            continue;
        }
        if !shader
            .module
            .entry_points
            .iter()
            .any(|entry| entry.stage == naga::ShaderStage::Compute)
        {
            continue;
        }
        let outputs: Vec<(String, Output)> = ways(&target)
            .into_iter()
            .filter_map(|(name, setup)| Some((name, setup::compile(&shader.module, &shader.info, &setup).ok()?)))
            .collect();
        let Some((_, first)) = outputs.first() else { continue };
        for entry in &first.reflection.entry_points {
            if entry.stage != "compute" {
                continue;
            }
            let pipeline = pipeline(&first.reflection, &[entry]);
            let Some(mut found) = bindings(&gpu, &pipeline, &mut Vec::new()) else {
                continue;
            };
            // An array can have any length.
            if found.iter().any(|binding| is_large(&binding.resource)) {
                continue;
            }
            let mut hostile = Hostile::new(seed, 0);
            found
                .iter_mut()
                .for_each(|binding| hostile.resource(&mut binding.resource));
            let (size, _) = pipeline.push_constant_range(4).unwrap_or_default();
            let mut push_constants = vec![0; size as usize];
            hostile.fill(&mut push_constants);
            let expected = match run(&gpu, &first.words, &entry.name, &found, &push_constants) {
                Ok(expected) => expected,
                Err(_) => continue,
            };
            ran += 1;
            for (name, output) in &outputs[1..] {
                match run(&gpu, &output.words, &entry.name, &found, &push_constants) {
                    Ok(memory) => faults.extend(
                        alike(&expected, &memory)
                            .map(|fault| format!("seed {seed} of {file}, {}, {name}: {fault}", entry.name)),
                    ),
                    Err(error) => faults.push(format!("seed {seed} of {file}, {}, {name}: {error}", entry.name)),
                }
            }
        }
    }
    println!("{ran} ran");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn is_large(resource: &Resource) -> bool {
    match resource {
        Resource::Array { count, .. } => *count > 64,
        Resource::Storage(bytes) | Resource::Uniform(bytes) => bytes.len() > 1 << 20,
        _ => false,
    }
}
