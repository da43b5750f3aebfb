//! `snapshots/<area>/<case>.wgsl` (or GLSL: `.vert`, `.frag`, `.comp`; or SPIR-V: `.spvasm`) and beside it what comes out of it: one listing
//! per distinct output, named by the targets that share it, or the error where a target refuses it.
//!
//! Every case is written by a fresh writer and by one that has written all cases before it, which must give the same
//! words, and spirv-val must accept them for their target. `INSTA_UPDATE=always cargo test --test snapshots` accepts
//! what comes out now. The first comment lines of a case hold its options, see [`Case::directive`].

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::case::{Case, file_name};
use crate::common::{backends, parse, root, shaders_below, validate};
use spirula::{ErrorKind, Writer};

/// What comes out for each target: listing or error. `reused` has written other modules before.
fn outputs<'c>(case: &'c Case, reused: &mut Writer) -> Result<BTreeMap<String, Vec<&'c str>>, String> {
    let shader = parse::file(&case.path)?;
    let mut outputs: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut faults = Vec::new();
    for target in &case.targets {
        let options = case.options_for(target)?;
        let fresh = spirula::compile(&shader.module, &shader.info, &options).map(|output| output.words);
        let mut again = Vec::new();
        let second = reused.write(&shader.module, &shader.info, &options, &mut again);
        let text = match fresh {
            Ok(words) => {
                if second.is_err() || words != again {
                    faults.push(format!("{target}: a reused writer writes something else"));
                }
                let numbered = spirula::words::disassemble_numbered(&words);
                if spirula::words::assemble_text(&numbered, 0).as_ref() != Ok(&words) {
                    faults.push(format!("{target}: the listing is not read as it was written"));
                }
                let report = spirula::check::check(&words, &options.target);
                if !report.violations.is_empty() {
                    faults.push(format!("{target}: the self-check says {report}"));
                }
                let options = Some(case.validator.clone());
                if let Err(message) = validate::validate_with(&words, target, options) {
                    faults.push(format!("{target}: invalid: {message}"));
                }
                listing(&words)
            }
            Err(error) => {
                if second.is_ok() {
                    faults.push(format!("{target}: a reused writer accepts what a fresh one refuses"));
                }
                let internal = |diagnostic: &spirula::Diagnostic| {
                    matches!(diagnostic.kind, ErrorKind::Internal(_) | ErrorKind::InvalidOutput(_))
                };
                if error.diagnostics().iter().any(internal) {
                    faults.push(format!("{target}: {error}"));
                }
                error.emit_to_string(&case.source, &file_name(&case.path))
            }
        };
        outputs.entry(text).or_default().push(target);
    }
    if faults.is_empty() {
        Ok(outputs)
    } else {
        Err(faults.join("\n"))
    }
}

/// Compares what comes out with the snapshots beside the case, and finds snapshots that nothing comes out for.
fn check(case: &Case, reused: &mut Writer) -> Result<(), String> {
    let stem = file_name(&case.path);
    let folder = case.path.parent().expect("a file in a folder");
    let mut faults = Vec::new();
    let mut names = Vec::new();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (text, targets) in outputs(case, reused)? {
        let name = format!("{stem}.{}.spvasm", shared_name(&targets));
        // insta panics with a report that it has printed; the name is enough here.
        let compared = catch_unwind(AssertUnwindSafe(|| {
            settings.bind(|| insta::assert_snapshot!(name.clone(), text));
        }));
        if compared.is_err() {
            faults.push(format!("{name} differs"));
        }
        names.push(format!("{name}.snap"));
    }
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = file_name(&path);
        let ours = name.starts_with(&format!("{stem}.")) && name.ends_with(".snap");
        if ours && !names.contains(&name) {
            if std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always") {
                std::fs::remove_file(&path).map_err(|error| error.to_string())?;
            } else {
                faults.push(format!("{name} is a snapshot of nothing that comes out"));
            }
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

/// The listing without the comment lines of the header: the version and the generator are in no doubt, and versions
/// with the same instructions share a snapshot.
fn listing(words: &[u32]) -> String {
    let text = backends::disassemble(words);
    text.lines()
        .skip_while(|line| line.starts_with(';'))
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Names several targets: runs of Vulkan versions as `vulkan1.1-1.3`, everything else joined by `+`.
fn shared_name(targets: &[&str]) -> String {
    let place = |target: &str| validate::VULKAN.iter().position(|known| *known == target);
    let mut runs: Vec<(&str, &str)> = Vec::new();
    for target in targets {
        match runs.last_mut() {
            Some((_, last)) if place(target).is_some_and(|at| at > 0 && place(last) == Some(at - 1)) => *last = target,
            _ => runs.push((target, target)),
        }
    }
    let names: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| match last.strip_prefix("vulkan") {
            Some(version) if first != last => format!("{first}-{version}"),
            _ => first.to_owned(),
        })
        .collect();
    names.join("+")
}

#[test]
fn every_case() {
    let mut reused = Writer::new();
    let mut faults = Vec::new();
    let cases = shaders_below(&root("snapshots"));
    assert!(!cases.is_empty(), "no snapshot cases");
    for path in cases {
        let name = path
            .strip_prefix(root("snapshots"))
            .expect("below the folder")
            .display()
            .to_string();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            Case::read(&path).and_then(|case| check(&case, &mut reused))
        }));
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => faults.push(format!("{name}:\n{fault}")),
            Err(_) => {
                faults.push(format!("{name}: panicked"));
                reused = Writer::new();
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} cases fail\n\n{}",
        faults.len(),
        faults.join("\n\n")
    );
}

#[test]
fn targets_are_named_in_runs() {
    assert_eq!(shared_name(&["vulkan1.0"]), "vulkan1.0");
    assert_eq!(
        shared_name(&["vulkan1.1", "vulkan1.2", "vulkan1.4"]),
        "vulkan1.1-1.2+vulkan1.4"
    );
    assert_eq!(shared_name(&["vulkan1.1spv1.4", "spv1.6"]), "vulkan1.1spv1.4+spv1.6");
}
