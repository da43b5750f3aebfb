//! Tests that every construct is executed on a driver by a test with known results, or has a reason why none can
//! execute it.
//!
//! `executed.tsv` has one line for each construct of the list: its name, a tab, and the tests that execute it
//! (`file::name` below `tests`), or `-` and one of the reasons. The expected values of those tests are computed in Rust
//! or written down; tests that only compare two runs do not count.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::root;
use crate::common::tests_by_name::has_test;

/// Why a construct is not executed. Those about lavapipe are for Mesa 25.0. Such a construct is tested by its case in
/// `snapshots`; a test that is named is executed on devices with the feature.
const REASONS: &[(&str, &str)] = &[
    (
        "no-barycentric",
        "lavapipe lacks VK_KHR_fragment_shader_barycentric: barycentric coordinates and per-vertex inputs",
    ),
    (
        "no-cooperative-matrix",
        "lavapipe lacks VK_KHR_cooperative_matrix (`cooperative.rs`, `matrices_are_multiplied`)",
    ),
    (
        "no-image-int64",
        "lavapipe lacks VK_EXT_shader_image_atomic_int64: 64-bit texels (`atomics.rs`, `long_texels_run`)",
    ),
    (
        "no-mesh-views",
        "lavapipe lacks multiviewMeshShader: views of task and mesh shaders",
    ),
    (
        "no-long-attributes",
        "lavapipe reads no 64-bit attributes of vertices (`graphics/between.rs`, `long_numbers_go_from_stage_to_stage`)",
    ),
    ("no-case", "no module can have it (`WITHOUT_A_CASE` in `coverage.rs`)"),
];

/// The lines of the table: constructs, and their tests or reasons.
fn table() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root("tests/it/coverage/executed.tsv")).expect("the table");
    let lines = text.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (construct, how) = line
                .split_once('\t')
                .unwrap_or_else(|| panic!("no tabulator in {line:?}"));
            (construct.to_owned(), how.to_owned())
        })
        .collect()
}

/// The fault of a line, if it has one.
fn fault(how: &str, reasons: &mut BTreeSet<String>) -> Option<String> {
    if let Some(reason) = how.strip_prefix("- ") {
        reasons.insert(reason.to_owned());
        let is_known = REASONS.iter().any(|(key, _)| *key == reason);
        return (!is_known).then(|| format!("{reason:?} is no reason"));
    }
    if how.is_empty() {
        return Some("neither a test nor a reason".to_owned());
    }
    how.split(' ').find_map(|test| {
        let is_there = test.split_once("::").is_some_and(|(file, name)| has_test(file, name));
        (!is_there).then(|| format!("there is no test {test}"))
    })
}

#[test]
fn every_construct_is_executed_or_says_why_not() {
    let required = [
        super::list::required(),
        super::options::required(),
        super::options::helpers(),
    ]
    .concat();
    let required: BTreeSet<String> = required.into_iter().collect();
    let mut rows: BTreeMap<String, String> = BTreeMap::new();
    let (mut faults, mut reasons) = (Vec::new(), BTreeSet::new());
    for (construct, how) in table() {
        if !required.contains(&construct) {
            faults.push(format!("{construct}: not in the list"));
        }
        if let Some(fault) = fault(&how, &mut reasons) {
            faults.push(format!("{construct}: {fault}"));
        }
        if rows.insert(construct.clone(), how).is_some() {
            faults.push(format!("{construct}: twice"));
        }
    }
    let missing = required.iter().filter(|name| !rows.contains_key(*name));
    faults.extend(missing.map(|name| format!("{name}: not in the table")));
    for (key, text) in REASONS {
        if !reasons.contains(*key) {
            faults.push(format!("{key}: nothing has this reason ({text})"));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn constructs_without_a_test_are_detected() {
    let mut reasons = BTreeSet::new();
    assert_eq!(fault("- no-barycentric", &mut reasons), None);
    assert_eq!(reasons.len(), 1);
    assert_eq!(
        fault("execution/access.rs::swizzles_and_components", &mut reasons),
        None
    );
    assert_eq!(fault("layouts/reads.rs::storage_f32", &mut reasons), None);
    for wrong in ["", "-", "- because", "execution/access.rs::no_such_test", "graphics.rs"] {
        assert!(fault(wrong, &mut reasons).is_some(), "{wrong:?}");
    }
}
