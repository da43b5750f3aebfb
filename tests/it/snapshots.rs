//! Compares the output of the cases `snapshots/<area>/<case>.wgsl` (or GLSL: `.vert`, `.frag`, `.comp`; or SPIR-V:
//! `.spvasm`) with the snapshot beside each: the listing of the first target, and for every other output the difference
//! from it, or the error if a target refuses the case. `snapshots/README.md` has the directives, the check lines and
//! the format of the listings.
//!
//! Every case is written by a new writer and by one that has written all earlier cases, which must yield the same
//! words, and spirv-val must accept them for their target. `INSTA_UPDATE=always cargo test --test it snapshots` accepts
//! the current output.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::common::case::{Case, file_name};
use crate::common::listing::Listing;
use crate::common::mutate::Parts;
use crate::common::prng::Random;
use crate::common::setup::{self, Writers};
use crate::common::{filecheck, parse, root, shaders_below, shuffle, validate};
use spirula::ErrorKind;

/// An output, and the targets that share it.
struct Output<'c> {
    targets: Vec<&'c str>,
    /// The SPIR-V versions; none if the targets refuse the case.
    versions: Vec<String>,
    /// The listing, or the diagnostics.
    text: String,
}

/// The distinct outputs, in the order of the targets. `reused` has written other modules before.
fn outputs<'c>(case: &'c Case, reused: &mut Writers) -> Result<Vec<Output<'c>>, String> {
    let shader = parse::file(&case.path)?;
    let mut outputs: Vec<Output<'_>> = Vec::new();
    let mut faults = Vec::new();
    for target in &case.targets {
        let options = case.options_for(target)?;
        let fresh = setup::compile(&shader.module, &shader.info, &options);
        let mut again = spirula::Output::default();
        let second = reused.write(&shader.module, &shader.info, &options, &mut again);
        let (text, version) = match fresh {
            Ok(output) => {
                if second.is_err() || output != again {
                    faults.push(format!("{target}: a reused writer writes something else"));
                }
                let words = output.words;
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
                let listing = Listing::new(&words).map_err(|error| format!("{target}: {error}"))?;
                (listing.text, Some(listing.version))
            }
            Err(error) => {
                if second.is_ok() {
                    faults.push(format!("{target}: a reused writer accepts what a fresh one refuses"));
                }
                let internal = |diagnostic: &spirula::Diagnostic| {
                    matches!(
                        diagnostic.kind,
                        ErrorKind::Internal(_) | ErrorKind::InvalidOutput { .. }
                    )
                };
                if error.diagnostics().iter().any(internal) {
                    faults.push(format!("{target}: {error}"));
                }
                (error.emit_to_string(&case.source, &file_name(&case.path)), None)
            }
        };
        let is_same = |output: &&mut Output<'_>| output.text == text;
        match outputs.iter_mut().find(is_same) {
            Some(output) => {
                output.targets.push(target);
                let version = version.filter(|version| !output.versions.contains(version));
                output.versions.extend(version);
            }
            None => outputs.push(Output {
                targets: vec![target],
                versions: version.into_iter().collect(),
                text,
            }),
        }
    }
    if faults.is_empty() {
        Ok(outputs)
    } else {
        Err(faults.join("\n"))
    }
}

/// The text of a snapshot: the first listing, then the differences of other targets.
fn snapshot(outputs: &[Output<'_>]) -> String {
    let first = outputs.iter().position(|output| !output.versions.is_empty());
    let mut text = String::new();
    for (index, output) in outputs.iter().enumerate() {
        let name = shared_name(&output.targets);
        let version = output.versions.join(", ");
        let (what, body) = match first {
            _ if output.versions.is_empty() => (format!("; ---- {name}: refused"), output.text.clone()),
            Some(first) if first != index => match difference(&outputs[first].text, &output.text) {
                Some(difference) => (format!("; ---- {name} (SPIR-V {version}): difference"), difference),
                None => (format!("; ---- {name} (SPIR-V {version})"), output.text.clone()),
            },
            _ => (format!("; ---- {name} (SPIR-V {version})"), output.text.clone()),
        };
        text += &format!("{what}\n{}\n", body.trim_end_matches('\n'));
    }
    text
}

/// The lines that differ, with three lines of context and the name of their function; `None` if the second text is
/// shorter.
fn difference(first: &str, second: &str) -> Option<String> {
    let changes = similar::TextDiff::from_lines(first, second);
    let old: Vec<&str> = first.lines().collect();
    let mut text = String::new();
    for group in changes.grouped_ops(3) {
        let start = group.first().map_or(0, |op| op.old_range().start);
        let before = old.iter().take(start + 1).rev();
        let function = before
            .copied()
            .find_map(|line| line.trim_start().split_once(" = OpFunction "));
        text += &function.map_or_else(|| "@@\n".to_owned(), |(name, _)| format!("@@ {name}\n"));
        for change in group.iter().flat_map(|op| changes.iter_changes(op)) {
            let line = format!("{}{}", change.tag(), change.value().trim_end_matches('\n'));
            text += if line == " " { "" } else { &line };
            text.push('\n');
        }
    }
    (text.lines().count() < second.lines().count()).then_some(text)
}

/// Compares the output with the snapshot of the case and with the case's check lines.
fn check(case: &Case, reused: &mut Writers) -> Result<(), String> {
    let stem = file_name(&case.path);
    let mut faults = Vec::new();
    let outputs = outputs(case, reused)?;
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(case.path.parent().expect("a file in a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let text = snapshot(&outputs);
    // insta panics after printing a report; the name is sufficient here.
    let compared = catch_unwind(AssertUnwindSafe(|| {
        settings.bind(|| insta::assert_snapshot!(stem.clone(), text));
    }));
    if compared.is_err() {
        faults.push(format!("{stem}.snap differs"));
    }
    faults.extend(unmet(case, &outputs)?);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

/// The check lines of a case that its listings do not satisfy. A case must have positive check lines for its listings,
/// and none only for targets that refuse it.
fn unmet(case: &Case, outputs: &[Output<'_>]) -> Result<Vec<String>, String> {
    let checks = filecheck::parse(&case.source, &case.targets)?;
    let listings: Vec<&Output<'_>> = outputs.iter().filter(|output| !output.versions.is_empty()).collect();
    let mut faults = Vec::new();
    if !listings.is_empty() && !checks.iter().any(filecheck::Check::is_positive) {
        faults.push("no check line says what is written".to_owned());
    }
    for check in &checks {
        let is_listed = |target: &String| listings.iter().any(|output| output.targets.contains(&target.as_str()));
        if !check.targets.iter().any(is_listed) {
            faults.push(format!("{}: its targets refuse the case", check.label));
        }
    }
    for output in listings {
        for target in &output.targets {
            let is_for = |check: &&filecheck::Check| check.targets.iter().any(|other| other == target);
            if let Err(fault) = filecheck::run(checks.iter().filter(is_for), &output.text) {
                faults.push(format!("{target}: {fault}"));
            }
        }
    }
    Ok(faults)
}

/// A name for several targets: runs of Vulkan versions as `vulkan1.1-1.3`, others joined by `+`.
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

/// The snapshots in a folder that belong to no case.
fn unused(folder: &Path) -> Vec<PathBuf> {
    let mut unused = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            unused.extend(self::unused(&path));
        } else if path.extension().is_some_and(|extension| extension == "snap") && !path.with_extension("").is_file() {
            unused.push(path);
        }
    }
    unused.sort();
    unused
}

#[test]
fn every_case() {
    let mut reused = Writers::default();
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
                reused = Writers::default();
            }
        }
    }
    for path in unused(&root("snapshots")) {
        if std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always") {
            std::fs::remove_file(&path).expect("a file that can be removed");
        } else {
            faults.push(format!("{}: a snapshot without a case", path.display()));
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

/// The normal form depends neither on ids nor on insignificant orders.
#[test]
fn a_permutation_has_the_same_normal_form() {
    let mut random = Random::new(16);
    for (name, words) in modules(1) {
        let listing = Listing::new(&words).unwrap();
        let shuffled = shuffle::shuffled(&words, &mut random);
        assert!(words != shuffled, "{name}: nothing is permuted");
        let other = Listing::new(&shuffled).unwrap();
        assert!(
            listing.whole() == other.whole(),
            "{name}: a permutation of ids and declarations shows:\n{}",
            difference(&listing.whole(), &other.whole()).unwrap_or(other.text)
        );
        assert!(
            shuffle::is_same((&words, &listing.names), (&shuffled, &other.names)),
            "{name}"
        );
    }
}

/// Instructions that no case has: functions that are never called, a recursive one, a cycle of types, variables that
/// only interfaces name, a 64-bit selector, decoration groups, strings similar to ids, and lines.
fn rare() -> Vec<u32> {
    let text = "OpCapability Shader\nOpCapability Linkage\nOpCapability Int64\nOpMemoryModel Logical GLSL450\n\
        OpEntryPoint Fragment %main \"main\" %x %y\nOpEntryPoint Fragment %other \"main two\" %y %z\n\
        OpExecutionMode %main OriginUpperLeft\nOpExecutionMode %other OriginUpperLeft\nOpExecutionMode %main EarlyFragmentTests\n\
        %file = OpString \"a file\"\n%used = OpString \"%1 \\\"quoted\\\" name\"\n\
        OpSource GLSL 450 %file \"line one\nline %2\"\nOpName %f \"f\"\nOpName %f \"g\"\nOpMemberName %node 1 \"next\"\n\
        OpDecorate %x Location 0\nOpDecorate %y Location 1\nOpDecorate %z Location 1\nOpDecorate %local RelaxedPrecision\n\
        OpDecorate %group RelaxedPrecision\n%group = OpDecorationGroup\nOpGroupDecorate %group %sum %u1\n\
        OpTypeForwardPointer %link PhysicalStorageBuffer\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
        %int = OpTypeInt 32 1\n%long = OpTypeInt 64 0\n%node = OpTypeStruct %int %link\n\
        %link = OpTypePointer PhysicalStorageBuffer %node\n%to = OpTypePointer Function %int\n%in = OpTypePointer Input %int\n\
        %x = OpVariable %in Input\n%y = OpVariable %in Input\n%z = OpVariable %in Input\n%lost = OpVariable %in Input\n\
        %u1 = OpConstant %int -1\n%u2 = OpConstant %int 2\n%big = OpConstant %long 4294967296\n\
        %main = OpFunction %void None %fn\n%a = OpLabel\n%unread = OpVariable %to Function %u2\n%local = OpVariable %to Function %u1\n\
        OpLine %used 1 2\n%sum = OpIAdd %int %u1 %u2\nOpStore %local %sum\nOpSelectionMerge %c None\n\
        OpSwitch %big %c 4294967297 %b\n%b = OpLabel\nOpNoLine\nOpBranch %c\n%c = OpLabel\nOpReturn\nOpFunctionEnd\n\
        %other = OpFunction %void None %fn\n%d = OpLabel\nOpReturn\nOpFunctionEnd\n\
        %f = OpFunction %void None %fn\n%e = OpLabel\n%mine = OpVariable %to Function %u1\n%rest = OpVariable %to Function %u2\n\
        %got = OpLoad %int %rest\nOpStore %mine %got\n%call = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n\
        %g = OpFunction %void None %fn\n%h = OpLabel\n%again = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n\
        %k = OpFunction %void None %fn\n%l = OpLabel\nOpKill\nOpFunctionEnd\n";
    spirula::words::assemble_text(text, 0x1_0000).unwrap()
}

#[test]
fn a_permutation_of_rare_instructions_has_the_same_normal_form() {
    let words = rare();
    let listing = Listing::new(&words).unwrap();
    let mut random = Random::new(9);
    for _ in 0..200 {
        let shuffled = shuffle::shuffled(&words, &mut random);
        let other = Listing::new(&shuffled).unwrap();
        assert_eq!(listing.text, other.text);
        assert!(shuffle::is_same((&words, &listing.names), (&shuffled, &other.names)));
    }
}

/// Every other change affects the normal form.
#[test]
fn every_change_of_words_changes_the_normal_form() {
    let mut random = Random::new(61);
    let (mut changes, mut renumbered) = (0, 0);
    let cases = modules(5).into_iter().map(|(name, words)| (name, words, 60));
    for (name, words, count) in cases.chain([("rare instructions".to_owned(), rare(), 2000)]) {
        let listing = Listing::new(&words).unwrap();
        let parts = Parts::new(&words);
        for _ in 0..count {
            let Some(mutated) = parts.mutate(&mut random) else {
                continue;
            };
            // Invalid instructions have no normal form.
            let Ok(other) = Listing::new(&mutated.words) else {
                continue;
            };
            changes += 1;
            if listing.whole() == other.whole() {
                renumbered += 1;
                assert!(
                    shuffle::is_same((&words, &listing.names), (&mutated.words, &other.names)),
                    "{name}: {} does not show",
                    mutated.what
                );
            }
        }
    }
    assert!(
        changes > 3000 && renumbered < changes / 10,
        "{renumbered} of {changes} changes are taken for new ids or another order"
    );
}

/// The header contains the rest: the version and the schema.
#[test]
fn the_header_shows_in_the_normal_form() {
    let (_, words) = modules(5).swap_remove(0);
    let whole = |place: usize, change: u32| {
        let mut words = words.clone();
        words[place] ^= change;
        Listing::new(&words).unwrap().whole()
    };
    let first = whole(1, 0);
    for change in [0x100, 0x1_0000, 1, 0x100_0000] {
        assert_ne!(first, whole(1, change));
    }
    assert_eq!(first, whole(2, 7));
    assert_ne!(first, whole(4, 7));
}

/// Two types with the same structure and different decorations are both printed, with their decorations.
#[test]
fn types_that_differ_in_decorations_stay_apart() {
    let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n\
        OpDecorate %a ArrayStride 4\nOpDecorate %b ArrayStride 16\n\
        %u = OpTypeInt 32 0\n%n = OpConstant %u 4\n%b = OpTypeArray %u %n\n%a = OpTypeArray %u %n\n%s = OpTypeStruct %b %a";
    let words = spirula::words::assemble_text(text, 0x1_0000).unwrap();
    let expected = "
               OpCapability Shader
               OpMemoryModel Logical GLSL450
        %u32 = OpTypeInt 32 0
      %u32_4 = OpConstant %u32 4
               OpDecorate %arr_u32_4 ArrayStride 16
  %arr_u32_4 = OpTypeArray %u32 %u32_4
               OpDecorate %arr_u32_4.2 ArrayStride 4
%arr_u32_4.2 = OpTypeArray %u32 %u32_4
   %struct.1 = OpTypeStruct %arr_u32_4 %arr_u32_4.2
";
    assert_eq!(Listing::new(&words).unwrap().text, expected.trim_start_matches('\n'));
}

/// A name is printed if the name of the id does not show it.
#[test]
fn names_that_the_ids_do_not_say_are_printed() {
    let text = "OpName %1 \"a\"\nOpName %2 \"a\"\nOpName %3 \"b c\"\nOpName %4 \"u64\"\n\
        %1 = OpTypeInt 32 0\n%2 = OpTypeInt 32 1\n%3 = OpTypeBool\n%4 = OpTypeInt 64 0\n%5 = OpTypeFloat 32";
    let text = text.to_owned() + "\n%6 = OpTypeStruct %1 %2 %3 %4 %5";
    let words = spirula::words::assemble_text(&text, 0x1_0000).unwrap();
    let expected = "
          %a = OpTypeInt 32 0
               OpName %a.2 \"a\"
        %a.2 = OpTypeInt 32 1
               OpName %b_c \"b c\"
        %b_c = OpTypeBool
               OpName %u64 \"u64\"
        %u64 = OpTypeInt 64 0
        %f32 = OpTypeFloat 32
   %struct.1 = OpTypeStruct %a %a.2 %b_c %u64 %f32
";
    assert_eq!(Listing::new(&words).unwrap().text, expected.trim_start_matches('\n'));
}

/// The result of a shader's check lines for a listing of one of two targets.
fn checked(lines: &str, target: &str) -> Result<(), String> {
    let listing = "\
        OpCapability Shader\n\
        \n\
        %main = OpFunction %void None %fn_void\n\
        %load.1 = OpLoad %u32 %a\n\
        %load.2 = OpLoad %u32 %b\n\
        %iadd.1 = OpIAdd %u32 %load.1 %load.2\n\
        OpStore %a %iadd.1\n\
        OpReturn\n";
    let targets = ["vulkan1.0".to_owned(), "vulkan1.1".to_owned(), "vulkan1.2".to_owned()];
    let checks = filecheck::parse(lines, &targets)?;
    let is_for = |check: &&filecheck::Check| check.targets.iter().any(|other| other == target);
    filecheck::run(checks.iter().filter(is_for), listing)
}

/// Every directive with lines that pass and lines that fail, and the messages of these.
#[test]
fn check_lines() {
    let passes = [
        "// CHECK: OpLoad %u32 %a\n// CHECK: OpLoad\n// CHECK: OpReturn",
        "; CHECK:   OpLoad   %u32  %b",
        "// CHECK: OpFunction\n// CHECK-NEXT: OpLoad %u32 %a\n// CHECK-NEXT: OpLoad %u32 %b",
        "// CHECK-COUNT-2: OpLoad\n// CHECK-NEXT: OpIAdd",
        "// CHECK-NOT: OpStore\n// CHECK: OpIAdd\n// CHECK-NOT: OpLoad",
        "// CHECK: %{{.*}} = OpIAdd {{.*}} %load.2\n// CHECK-NEXT: OpSt{{.*}}",
        "// CHECK: [[SUM:]] = OpIAdd\n// CHECK-NEXT: OpStore %a [[SUM]]",
        "// CHECK[vulkan1.0]: OpNop\n// CHECK[vulkan1.1]: OpLoad",
        "// CHECK[..vulkan1.0,vulkan1.2..]: OpNop\n// CHECK[vulkan1.0..vulkan1.1]: OpLoad",
        "no directive: CHECK: OpNop",
    ];
    for lines in passes {
        assert_eq!(checked(lines, "vulkan1.1"), Ok(()), "{lines}");
    }
    let fails = [
        (
            "\n// CHECK: OpIAdd\n// CHECK: OpLoad",
            "line 3: `CHECK: OpLoad`: not found; the search began at line 7 of the listing: `OpStore %a %iadd.1`",
        ),
        (
            "// CHECK: OpReturn\n// CHECK: OpReturn",
            "line 2: `CHECK: OpReturn`: not found; the search began at the end of the listing",
        ),
        (
            "// CHECK: Load %u32",
            "line 1: `CHECK: Load %u32`: not found; the search began at line 1 of the listing: `OpCapability Shader`",
        ),
        (
            "// CHECK: OpStore %a %iadd",
            "line 1: `CHECK: OpStore %a %iadd`: not found; the search began at line 1 of the listing: `OpCapability Shader`",
        ),
        (
            "// CHECK: OpFunction\n// CHECK-NEXT: OpLoad %u32 %b",
            "line 2: `CHECK-NEXT: OpLoad %u32 %b`: not found; the search began at line 4 of the listing: `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK-COUNT-3: OpLoad",
            "line 1: `CHECK-COUNT-3: OpLoad` (3 of 3): not found; the search began at line 6 of the listing: \
             `%iadd.1 = OpIAdd %u32 %load.1 %load.2`",
        ),
        (
            "// CHECK-NOT: OpLoad\n// CHECK: OpIAdd",
            "line 1: `CHECK-NOT: OpLoad`: found at line 4 of the listing: `%load.1 = OpLoad %u32 %a`",
        ),
        (
            "// CHECK: OpIAdd\n// CHECK-NOT: OpReturn",
            "line 2: `CHECK-NOT: OpReturn`: found at line 8 of the listing: `OpReturn`",
        ),
        (
            "// CHECK: [[A:]] = OpLoad\n// CHECK: OpIAdd %u32 {{.*}} [[A]]",
            "line 2: `CHECK: OpIAdd %u32 {{.*}} [[A]]`: not found; the search began at line 5 of the listing: \
             `%load.2 = OpLoad %u32 %b`",
        ),
        (
            "// CHECK[vulkan1.1..]: OpNop",
            "line 1: `CHECK[vulkan1.1..]: OpNop`: not found; the search began at line 1 of the listing: `OpCapability Shader`",
        ),
        (
            "// CHECK-NEXT: OpLoad",
            "line 1: `CHECK-NEXT: OpLoad`: there is no match before it",
        ),
        ("// CHECK: [[A]]", "line 1: `CHECK: [[A]]`: no [[A:]] before it"),
        (
            "// CHECK-SAME: OpLoad",
            "line 1: `CHECK-SAME: OpLoad`: no such directive",
        ),
        ("// CHECK OpLoad", "line 1: `CHECK OpLoad`: a colon is missing"),
        ("// CHECK:", "line 1: `CHECK:`: the pattern is empty"),
        (
            "// CHECK[vulkan1.1: OpLoad",
            "line 1: `CHECK[vulkan1.1: OpLoad`: a `]` is missing",
        ),
        (
            "// CHECK[vulkan1.9]: OpLoad",
            "line 1: `CHECK[vulkan1.9]: OpLoad`: the case has no target vulkan1.9",
        ),
        (
            "// CHECK: {{x*}}",
            "line 1: `CHECK: {{x*}}`: not `{{.*}}`, `[[NAME:]]` or `[[NAME]]`",
        ),
    ];
    for (lines, message) in fails {
        assert_eq!(checked(lines, "vulkan1.1"), Err(message.to_owned()), "{lines}");
    }
}

/// The check lines are not part of the source in debug information.
#[test]
fn check_lines_are_cut_off() {
    let shader = "// CHECK is a word.\nfn main() {}\n";
    for lines in ["", "\n", "\n// CHECK: OpReturn\n; CHECK-NEXT: OpFunctionEnd\n"] {
        assert_eq!(filecheck::without(&format!("{shader}{lines}")), shader);
    }
}

/// A case must have check lines, for targets that accept it.
#[test]
fn a_case_demands_something() {
    let folder = tempfile::tempdir().unwrap();
    let faults = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let case = Case::read(&path).unwrap();
        unmet(&case, &outputs(&case, &mut Writers::default()).unwrap()).unwrap()
    };
    let shader = "@compute @workgroup_size(1) fn main() {}\n";
    let targets = "// targets: vulkan1.0 vulkan1.1\n";
    let none: [&str; 0] = [];
    let messages = |lines: &str| faults("taken.wgsl", &format!("{targets}{shader}{lines}"));
    assert_eq!(messages("// CHECK: OpReturn"), none);
    assert_eq!(messages(""), ["no check line says what is written"]);
    assert_eq!(messages("// CHECK-NOT: OpKill"), ["no check line says what is written"]);
    let missing = messages("// CHECK: OpReturn\n// CHECK[vulkan1.1]: OpKill");
    assert_eq!(missing.len(), 1);
    assert!(
        missing[0].starts_with("vulkan1.1: line 4: `CHECK[vulkan1.1]: OpKill`: not found"),
        "{missing:?}"
    );
    // Subgroup operations begin with Vulkan 1.1.
    let shader = "@compute @workgroup_size(32)\n\
        fn main(@builtin(subgroup_id) i: u32) { if subgroupAdd(i) == 7u { subgroupBarrier(); } }\n";
    let messages = |targets: &str, lines: &str| faults("refused.wgsl", &format!("{targets}{shader}{lines}"));
    assert_eq!(messages(targets, "// CHECK: OpReturn"), none);
    assert_eq!(
        messages(targets, "// CHECK: OpReturn\n// CHECK[vulkan1.0]: OpReturn"),
        ["line 5: `CHECK[vulkan1.0]: OpReturn`: its targets refuse the case"]
    );
    assert_eq!(messages("// targets: vulkan1.0\n", ""), none);
}
