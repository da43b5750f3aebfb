//! Changed texts run alike: a compute shader leaves the same values in memory whichever version it is written for, and
//! with each option that must not change values. No value is known in advance, so a fault that all ways share stays
//! unseen.

use spirula::target::Workaround;
use spirula::{Output, Target};

use super::texts::changed;
use crate::common::backends;
use crate::common::parse::Shader;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Binding, Compute, Gpu, Resource};
use crate::execution::bytes::to_words;
use crate::proofs_asserted::{Hostile, limited};
use crate::random::{quiet, seeds};
use crate::reflection::{bindings, pipeline};

/// The default number of texts that run.
const RUNS: u64 = 60;

/// The ways in which a shader is written. The others are compared with the first.
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

/// The first word that differs in the memory of two runs. A word has no type: words that are close as floats count as
/// equal, because floats may round differently.
fn difference(one: &[u8], other: &[u8]) -> Option<String> {
    let is_close = |a: u32, b: u32| {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        let is_normal = x.abs() > 1e-30;
        a == b || x.is_nan() && y.is_nan() || is_normal && (x - y).abs() <= 1e-4 * x.abs()
    };
    let (one, other) = (to_words(one), to_words(other));
    let at = one.iter().zip(&other).position(|(&a, &b)| !is_close(a, b));
    if one.len() != other.len() {
        return Some("other sizes of memory".to_owned());
    }
    at.map(|at| format!("word {at} is {:#x} and {:#x}", one[at], other[at]))
}

/// Whether a resource is larger than is worth to fill: an array can have any length.
fn is_large(resource: &Resource) -> bool {
    match resource {
        Resource::Array { count, .. } => *count > 64,
        Resource::Storage(bytes) | Resource::Uniform(bytes) => bytes.len() > 1 << 20,
        _ => false,
    }
}

/// Runs each compute shader of a text in all ways. Returns how many left something in memory.
fn compare(gpu: &Gpu, target: &Target, seed: u64, shader: &Shader, faults: &mut Vec<String>) -> usize {
    let written = ways(target).into_iter().filter_map(|(way, setup)| {
        let output = setup::compile(&shader.module, &shader.info, &setup).ok()?;
        Some((way, output))
    });
    let outputs: Vec<(String, Output)> = written.collect();
    let Some(((_, first), others)) = outputs.split_first() else {
        return 0;
    };
    let mut ran = 0;
    for entry in first
        .reflection
        .entry_points
        .iter()
        .filter(|entry| entry.stage == "compute")
    {
        let pipeline = pipeline(&first.reflection, &[entry]);
        let found = bindings(gpu, &pipeline, &mut Vec::new());
        let Some(mut found) = found.filter(|found| !found.iter().any(|binding| is_large(&binding.resource))) else {
            continue;
        };
        let mut hostile = Hostile::new(seed, 0);
        for binding in &mut found {
            hostile.resource(&mut binding.resource);
        }
        let (size, _) = pipeline.push_constant_range(4).unwrap_or_default();
        let mut push_constants = vec![0; size as usize];
        hostile.fill(&mut push_constants);
        let run = |output: &Output| run(gpu, &output.words, &entry.name, &found, &push_constants);
        // With hostile values a shader can be endless.
        let Ok(expected) = run(first) else { continue };
        ran += usize::from(!expected.is_empty());
        for (way, output) in others {
            let fault = match run(output) {
                Ok(memory) => difference(&expected, &memory),
                Err(error) => Some(error),
            };
            faults.extend(fault.map(|fault| format!("{}, {way}: {fault}", entry.name)));
        }
    }
    ran
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
        // Functions on floats of 16 bits may round to either side. The first line enables them.
        if !text.lines().skip(1).any(|line| line.contains("f16")) {
            let mut found = Vec::new();
            ran += compare(&gpu, &target, seed, &shader, &mut found);
            faults.extend(found.iter().map(|fault| format!("seed {seed} of {file}, {fault}")));
        }
    }
    println!("{ran} compute shaders ran and left values in memory");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(ran > 0, "no shader ran");
}
