//! Tests that every construct is executed on a driver by a test with known results, or has a reason why none can
//! execute it.
//!
//! What is executed is recorded while the tests run ([`crate::common::executed`]). `not_executed.tsv` has the rest: one line
//! for each construct, with its name, a tab and one of the reasons.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{constructs, executed, root};

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

/// Tests that compare two runs and know no result, by the beginning of their names. What they execute does not count.
const COMPARING: [&str; 3] = ["random::", "overrides::random::", "reflection::"];

/// The lines of the table: constructs, and why each is not executed.
fn not_executed() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root("tests/it/coverage/not_executed.tsv")).expect("the table");
    let lines = text.lines().map(|line| {
        let (construct, reason) = line.split_once('\t').unwrap_or_else(|| panic!("no tab in {line:?}"));
        (construct.to_owned(), reason.to_owned())
    });
    lines.collect()
}

fn required() -> BTreeSet<String> {
    let required = [
        super::list::required(),
        constructs::options::required(),
        constructs::options::helpers(),
    ];
    required.concat().into_iter().collect()
}

#[test]
fn every_reason_is_one_for_a_construct() {
    let (table, required) = (not_executed(), required());
    for (construct, reason) in &table {
        assert!(required.contains(construct), "{construct}: not in the list");
        assert!(
            REASONS.iter().any(|(key, _)| key == reason),
            "{construct}: {reason:?} is no reason"
        );
    }
    for (key, text) in REASONS {
        assert!(
            table.values().any(|reason| reason == key),
            "{key}: nothing has this reason ({text})"
        );
    }
}

/// Reads what other tests recorded, and so runs after them: see `tests/README.md`.
#[test]
#[ignore = "reads the record of a whole run, SPIRULA_EXECUTED"]
fn every_construct_is_executed_or_says_why_not() {
    let path = executed::file().expect("SPIRULA_EXECUTED is a file that a run of the tests has written");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let with_results = lines.filter(|(_, test)| !COMPARING.iter().any(|prefix| test.starts_with(prefix)));
    let executed: BTreeSet<&str> = with_results.map(|(construct, _)| construct).collect();
    let table = not_executed();
    let required = required();
    let missing: Vec<&String> = required
        .iter()
        .filter(|construct| !executed.contains(construct.as_str()) && !table.contains_key(*construct))
        .collect();
    println!(
        "{} of {} constructs executed",
        required.len() - table.len() - missing.len(),
        required.len()
    );
    assert!(
        missing.is_empty(),
        "{} constructs are not executed:\n{missing:#?}",
        missing.len()
    );
}
