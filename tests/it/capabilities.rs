//! Tests that the writer declares exactly the capabilities that the words need, as the check determines them: none is
//! unused, and without any one of them the check rejects the module, as far as the words show the need.

use crate::common::{backends, capabilities, parse, root, shaders_below};
use spirula::Target;
use spirula::check::unused_capabilities;
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

/// The writer's output for all shaders of the snapshots, by name and target.
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

#[test]
fn none_is_unused() {
    let mut faults = BTreeSet::new();
    for (file, target, words) in modules() {
        for capability in unused_capabilities(&words) {
            faults.insert(format!("{file} for {target}: {capability:?}"));
        }
    }
    assert!(faults.is_empty(), "{} are unused:\n{faults:#?}", faults.len());
}

#[test]
fn one_too_many_is_found() {
    // No output of the writer uses these.
    for (file, target, mut words) in modules() {
        for number in [42, 53, 54] {
            words.splice(5..5, [2 << 16 | 17, number]);
            let unused = unused_capabilities(&words);
            let unused: Vec<u32> = unused.iter().map(|&capability| capability as u32).collect();
            assert_eq!(unused, [number], "{file} for {target}");
            words.drain(5..7);
        }
    }
}

#[test]
fn none_can_be_spared() {
    let mut faults = BTreeSet::new();
    for (file, target, words) in modules() {
        for fault in capabilities::spared(&words, &Target::parse(target).unwrap()) {
            faults.insert(format!("{file} for {target}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{} are not missed:\n{faults:#?}", faults.len());
}
