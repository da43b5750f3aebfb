//! Compares the output of the cases `snapshots/<area>/<case>` with the snapshots beside them, through
//! [`spirula::snapshot::Suite`] as any user does, and tests of the cases what a suite does not know: that spirv-val
//! accepts each module, and that each case says in check lines what it is about. `snapshots/README.md` has the rest.

use spirula::snapshot::Suite;
use spirula::snapshot::check_lines::{CheckLines, Prefix};

use crate::common::case::Case;
use crate::common::{parse, root, setup, shaders_below, validate};

#[test]
fn every_case() {
    Suite::new(root("snapshots")).targets(validate::VULKAN).run();
}

#[test]
fn every_case_is_accepted_by_spirv_val() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for path in shaders_below(&root("snapshots")) {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
        for target in &case.targets {
            let options = case.options_for(target).unwrap_or_else(|error| panic!("{error}"));
            let Ok(output) = setup::compile(&shader.module, &shader.info, &options) else {
                continue;
            };
            count += 1;
            if let Err(message) = validate::validate_with(&output.words, target, Some(case.validator.clone())) {
                faults.push(format!("{}, {target}: {message}", path.display()));
            }
            let numbered = spirula::words::disassemble_numbered(&output.words);
            if spirula::words::assemble_text(&numbered, 0).as_ref() != Ok(&output.words) {
                faults.push(format!(
                    "{}, {target}: the text is not read as it was written",
                    path.display()
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(count > 1000, "{count} modules are too few");
}

/// A listing alone does not say what matters in it.
#[test]
fn every_case_that_is_written_has_check_lines() {
    let mut silent = Vec::new();
    for path in shaders_below(&root("snapshots")) {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = CheckLines::parse(&case.source, &case.targets, &[Prefix::default()]).unwrap();
        let snapshot = std::fs::read_to_string(format!("{}.snap", path.display())).unwrap();
        if snapshot.contains(" (SPIR-V 1.") && !lines.has_positive() {
            silent.push(path.display().to_string());
        }
    }
    assert!(silent.is_empty(), "no check line says what is written: {silent:#?}");
}

/// The words of every `step`th case for the last target that accepts it, by name.
pub(crate) fn modules(step: usize) -> Vec<(String, Vec<u32>)> {
    let mut modules = Vec::new();
    for path in shaders_below(&root("snapshots")).iter().step_by(step) {
        let case = Case::read(path).unwrap();
        let shader = parse::file(path).unwrap();
        let words = case.targets.iter().rev().find_map(|target| {
            let mut options = case.options_for(target).unwrap();
            options.self_check = false;
            Some(setup::compile(&shader.module, &shader.info, &options).ok()?.words)
        });
        modules.extend(words.map(|words| (path.display().to_string(), words)));
    }
    assert!(modules.len() > 20, "no snapshot cases");
    modules
}
