//! Every construct of naga's IR has a case in `snapshots`, where what comes out of it has been read and is validated at
//! every version it is legal on.
//!
//! The list is the project's own (`coverage/list.rs`), made of exhaustive matches over naga's enums (`coverage/names.rs`):
//! what naga adds does not compile here until it has a case. Which case has which construct is not written down but found,
//! by parsing every case and visiting its IR.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "coverage/built_ins.rs"]
mod built_ins;
mod common;
#[path = "coverage/describe.rs"]
mod describe;
#[path = "coverage/entry_points.rs"]
mod entry_points;
#[path = "coverage/list.rs"]
mod list;
#[path = "coverage/names.rs"]
mod names;
#[path = "coverage/visit.rs"]
mod visit;

use std::collections::{BTreeMap, BTreeSet};

use common::case::Case;
use common::{parse, root, shaders_below};

/// From each construct to the cases that have it. A case that no target accepts proves nothing.
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
        let accepts = |target: &String| {
            let options = case
                .options_for(target)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            spirula::compile(&shader.module, &shader.info, &options).is_ok()
        };
        if !case.targets.iter().any(accepts) {
            continue;
        }
        let entry = case.options.entry_point.as_ref().map(|entry| entry.name.as_str());
        for construct in visit::constructs(&shader.module, &shader.info, entry) {
            found.entry(construct).or_default().insert(name.clone());
        }
    }
    found
}

#[test]
fn every_construct_has_a_case() {
    let found = cases();
    let required = list::required();
    let missing: Vec<&String> = required.iter().filter(|name| !found.contains_key(*name)).collect();
    if std::env::var("COVERAGE_LIST").is_ok() {
        for (name, cases) in &found {
            eprintln!(
                "{}{name}: {}",
                if required.contains(name) {
                    ""
                } else {
                    "(not in the list) "
                },
                cases.len()
            );
        }
    }
    assert!(
        missing.is_empty(),
        "{} of {} constructs have no case:\n{missing:#?}",
        missing.len(),
        required.len()
    );
}
