//! Tests that every construct of naga's IR has a case in `snapshots`, whose output has been reviewed and is validated
//! at every version that allows it.
//!
//! The list is in `coverage/list.rs`, based on exhaustive matches over naga's enums (`common/constructs/names.rs`): a new
//! variant of naga's does not compile here until it has a case. The constructs of each case are found by parsing it and
//! visiting its IR.

mod built_ins;
mod by_hand;
mod executed;
mod list;

use std::collections::{BTreeMap, BTreeSet};

use crate::common::case::Case;
use crate::common::constructs::{constructs, names, options};
use crate::common::{backends, parse, root, setup, shaders_below, validate};

/// Maps each construct to the cases that have it. A case that no target accepts does not count.
fn cases() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in shaders_below(&root("snapshots")) {
        let name = path
            .strip_prefix(root("snapshots"))
            .expect("below the folder")
            .display()
            .to_string();
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        let mut accepted = false;
        for target in &case.targets {
            let mut options = case
                .options_for(target)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            found_in(&mut found, &name, options::found(&options));
            options.names = true;
            if let Ok(output) = setup::compile(&shader.module, &shader.info, &options) {
                found_in(&mut found, &name, options::helpers_in(&output.words));
                let meshes = output
                    .reflection
                    .entry_points
                    .iter()
                    .filter_map(|entry| entry.mesh_outputs);
                found_in(&mut found, &name, meshes.map(|way| format!("mesh outputs {way:?}")));
                accepted = true;
            }
        }
        if !accepted {
            continue;
        }
        let entry = case.options.entry_point.as_ref().map(|entry| entry.name.as_str());
        found_in(&mut found, &name, constructs(&shader.module, &shader.info, entry));
    }
    found
}

fn found_in(found: &mut BTreeMap<String, BTreeSet<String>>, case: &str, names: impl IntoIterator<Item = String>) {
    for name in names {
        found.entry(name).or_default().insert(case.to_owned());
    }
}

#[test]
fn every_built_in_has_a_place() {
    let listed: BTreeSet<&str> = built_ins::ALL.iter().map(names::built_in).collect();
    assert_eq!(listed, names::BUILT_INS.iter().copied().collect());
}

/// Constructs that no case can have, with the reason.
const WITHOUT_A_CASE: &[(&str, &str)] = &[
    (
        "BuiltIn::ViewIndex ShaderStage::Task input",
        "VUID-ViewIndex-ViewIndex-04401: not in task shaders; `mesh/view_of_a_task.wgsl` is refused",
    ),
    (
        "Statement::ImageAtomic of an argument",
        "naga's validator takes images to write to from globals and binding arrays alone",
    ),
];

/// Compiles a hand-written module for several targets; the newest of them must accept it.
fn compile_by_hand(shader: &parse::Shader, name: &str) {
    for target in validate::VULKAN {
        for entry in &shader.module.entry_points {
            let options = backends::options_for(target, &entry.name);
            match backends::spirula(shader, &options) {
                Ok(words) => {
                    validate::validate(&words, target).unwrap_or_else(|error| panic!("{name}, {target}: {error}"))
                }
                Err(error) => assert!(target < "vulkan1.2", "{name}, {target}: {error}"),
            }
        }
    }
}

#[test]
fn every_construct_has_a_case() {
    let mut found = cases();
    for (name, shader) in by_hand::all() {
        compile_by_hand(&shader, name);
        for construct in constructs(&shader.module, &shader.info, None) {
            found.entry(construct).or_default().insert(format!("{name}, by hand"));
        }
    }
    let required = [list::required(), options::required(), options::helpers()].concat();
    let cannot = |name: &&String| WITHOUT_A_CASE.iter().any(|(other, _)| *other == **name);
    let missing: Vec<&String> = required
        .iter()
        .filter(|name| !found.contains_key(*name) && !cannot(name))
        .collect();
    assert!(
        missing.is_empty(),
        "{} of {} constructs have no case:\n{missing:#?}",
        missing.len(),
        required.len()
    );
    for (name, _) in WITHOUT_A_CASE {
        assert!(required.iter().any(|other| other == name), "{name} is not in the list");
        assert!(!found.contains_key(*name), "{name} has a case: {:?}", found[*name]);
    }
}

/// Every variant is in the list, except abstract types, which no module has that naga's validator accepts.
#[test]
fn every_variant_is_in_the_list() {
    let required = list::required();
    for &variant in names::ENUMS.iter().copied().flatten() {
        let kind = variant.strip_prefix("ScalarKind::").unwrap_or(variant);
        let is_part = |name: &String| name.split(' ').any(|word| word == kind);
        assert!(
            variant.contains("Abstract") || required.iter().any(is_part),
            "nothing in the list is about {variant}"
        );
    }
}

#[test]
fn what_is_found_is_in_the_ir() {
    let source =
        "@compute @workgroup_size(1) fn main() { var a = 1u; loop { a += 1u; continuing { break if a > 9u; } } }";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let found = constructs(&shader.module, &shader.info, None);
    for name in [
        "Statement::Loop break if",
        "BinaryOperator::Add Uint",
        "ShaderStage::Compute",
    ] {
        assert!(found.contains(name), "{name}");
    }
    for name in ["Statement::Kill", "BinaryOperator::Add Float", "ShaderStage::Vertex"] {
        assert!(!found.contains(name), "{name}");
    }
    assert!(constructs(&shader.module, &shader.info, Some("other")).is_empty());
}
