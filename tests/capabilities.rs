//! The capabilities that the writer declares are those that the words need, as the check works it out on its own: none is
//! unused, and without any one of them the module is refused, as far as the words tell.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{backends, parse, root, shaders_below};
use spirula::Target;
use spirula::check::{check, unused_capabilities};
use spirula::words::grammar::OperandKind;
use spirv::Capability;
use std::collections::BTreeSet;

const TARGETS: [&str; 7] = [
    "vulkan1.0",
    "vulkan1.1",
    "vulkan1.1spv1.4",
    "vulkan1.2",
    "vulkan1.3",
    "vulkan1.4",
    "spv1.5",
];

/// What the writer makes of every shader of the snapshots, by name and target.
fn modules() -> Vec<(String, &'static str, Vec<u32>)> {
    let mut modules = Vec::new();
    for path in shaders_below(&root("snapshots")) {
        let Ok(shader) = parse::file(&path) else { continue };
        let name = path.strip_prefix(root("")).unwrap().display().to_string();
        for target in TARGETS {
            if let Ok(words) = backends::spirula(&shader, &backends::options(target)) {
                modules.push((name.clone(), target, words));
            }
        }
    }
    assert!(modules.len() > 100, "{} modules are too few", modules.len());
    modules
}

/// The capabilities that a module declares, with the word where each instruction begins.
fn declared(words: &[u32]) -> Vec<(usize, u32)> {
    let mut at = 5;
    let mut found = Vec::new();
    while words.get(at) == Some(&(2 << 16 | 17)) {
        found.push((at, words[at + 1]));
        at += 2;
    }
    found
}

/// The writer declares these without need, to be taken away with it: `Float16` where 16-bit floats are stored and converted
/// and nothing else, so that the capabilities of memory would do; `DrawParameters` where `MeshShadingEXT` brings the
/// built-in.
const KNOWN: [(&str, Capability); 3] = [
    ("snapshots/float_controls/half_output.wgsl", Capability::Float16),
    ("snapshots/float_controls/half_stores.wgsl", Capability::Float16),
    ("snapshots/mesh/task_limits.wgsl", Capability::DrawParameters),
];

/// No text says that cooperative matrices of 16-bit floats take `Float16` where memory may hold such floats.
const MATRICES: (&str, Capability) = ("snapshots/cooperative/half.wgsl", Capability::Float16);

fn is_known(file: &str, capability: Capability) -> bool {
    KNOWN.contains(&(file, capability))
}

/// The words do not tell that these are missing: `Float16` without those of memory is Vulkan's business by features, and
/// flags may tell at run time what they skip.
const UNTOLD: [Capability; 4] = [
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::StorageInputOutput16,
    Capability::RayTraversalPrimitiveCullingKHR,
];

fn name(number: u32) -> &'static str {
    OperandKind::Capability.enumerant(number).map_or("?", |row| row.name)
}

/// The capabilities that one declares along with it, itself not among them.
fn implied(number: u32) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    let mut work = vec![number];
    while let Some(next) = work.pop() {
        let row = OperandKind::Capability.enumerant(next).unwrap();
        for &more in row.availability.capabilities {
            if all.insert(more) {
                work.push(more);
            }
        }
    }
    all
}

#[test]
fn none_is_unused() {
    let mut faults = BTreeSet::new();
    for (file, target, words) in modules() {
        let unused = unused_capabilities(&words).into_iter();
        for capability in unused.filter(|&capability| !is_known(&file, capability)) {
            faults.insert(format!("{file} for {target}: {capability:?}"));
        }
    }
    assert!(faults.is_empty(), "{} are unused:\n{faults:#?}", faults.len());
}

#[test]
fn one_too_many_is_found() {
    // Nothing that the writer makes uses these.
    for (file, target, mut words) in modules() {
        for number in [42, 53, 54] {
            words.splice(5..5, [2 << 16 | 17, number]);
            let unused = unused_capabilities(&words);
            let unused = unused.iter().filter(|&&capability| !is_known(&file, capability));
            let unused: Vec<u32> = unused.map(|&capability| capability as u32).collect();
            assert_eq!(unused, [number], "{file} for {target}");
            words.drain(5..7);
        }
    }
}

#[test]
fn none_can_be_spared() {
    let mut faults = BTreeSet::new();
    for (file, target, words) in modules() {
        if !target.starts_with("vulkan") {
            // What indices and formats take is Vulkan's rule.
            continue;
        }
        let all = declared(&words);
        for &(at, number) in &all {
            let capability = Capability::from_u32(number).unwrap();
            let matrix = (file.as_str(), capability) == MATRICES;
            if UNTOLD.contains(&capability) || is_known(&file, capability) || matrix {
                continue;
            }
            let others = all.iter().filter(|&&(_, other)| other != number);
            if others.into_iter().any(|&(_, other)| implied(other).contains(&number)) {
                continue;
            }
            let mut without = words.clone();
            without.drain(at..at + 2);
            if check(&without, &Target::parse(target).unwrap()).violations.is_empty() {
                faults.insert(format!("{}: {file} for {target}", name(number)));
            }
        }
    }
    assert!(faults.is_empty(), "{} are not missed:\n{faults:#?}", faults.len());
}
