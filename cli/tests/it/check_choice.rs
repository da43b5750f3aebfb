//! Tests of the rules that `spirula check` reports, and of their explanation: `--like`, `--allow`, `--deny`,
//! `--explain`.

use serde_json::Value;
use spirula::check::{Rule, SpirvVal};

use super::place::Place;

/// Violates exactly two rules, both of which spirv-val lacks: two sizes for one entry point, and branch weights that
/// are both 0.
const TEXT_ONLY: &str = "\
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 4 4 4
OpExecutionModeId %main LocalSizeId %four %four %four
%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%yes = OpConstantTrue %bool
%uint = OpTypeInt 32 0
%four = OpConstant %uint 4
%main = OpFunction %void None %function
%entry = OpLabel
OpSelectionMerge %end None
OpBranchConditional %yes %then %end 0 0
%then = OpLabel
OpBranch %end
%end = OpLabel
OpReturn
OpFunctionEnd
";

/// The rules that are reported with these arguments, in order, and the verdict.
#[track_caller]
fn rules(text: &str, arguments: &[&str]) -> (Vec<String>, String) {
    let place = Place::with(&[("a.spvasm", text)]);
    let common = [
        "check",
        "a.spvasm",
        "--target-env",
        "vulkan1.3",
        "--message-format",
        "json",
    ];
    let all: Vec<&str> = common.iter().chain(arguments).copied().collect();
    let run = place.run(&all);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    let lines = run.lines();
    let violations = lines[0]["violations"].as_array().unwrap();
    let rules = violations.iter().map(|one| one["rule"].as_str().unwrap().to_owned());
    let verdict = lines[0]["verdict"].as_str().unwrap().to_owned();
    assert_eq!(run.status, i32::from(verdict != "valid"));
    assert_eq!(lines[0]["counted"], violations.len());
    (rules.collect(), verdict)
}

/// A parameter too few, which spirv-val does not report although it has the rule.
const A_PART: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%none = OpTypeFunction %void
%one = OpTypeFunction %void %uint
%main = OpFunction %void None %none
%entry = OpLabel
OpReturn
OpFunctionEnd
%other = OpFunction %void None %one
%first = OpLabel
OpReturn
OpFunctionEnd
";

#[test]
fn like_spirv_val_leaves_parts_of_rules_out_that_it_lacks() {
    let signature = vec!["logical/signature".to_owned()];
    assert_eq!(rules(A_PART, &[]), (signature.clone(), "invalid".to_owned()));
    assert_eq!(
        rules(A_PART, &["--like", "spirv-val"]),
        (Vec::new(), "valid".to_owned())
    );
    let denied = ["--like", "spirv-val", "--deny", "logical/signature"];
    assert_eq!(rules(A_PART, &denied), (signature, "invalid".to_owned()));
}

#[test]
fn like_spirv_val_leaves_text_only_rules_out() {
    let weights = "flow/weights".to_owned();
    let size = "modes/one-size".to_owned();
    let invalid = "invalid".to_owned();
    let none = (Vec::new(), "valid".to_owned());
    assert_eq!(
        rules(TEXT_ONLY, &[]),
        (vec![weights.clone(), size.clone()], invalid.clone())
    );
    assert_eq!(rules(TEXT_ONLY, &["--like", "spirv-val"]), none);
    let one = (vec![size.clone()], invalid.clone());
    assert_eq!(
        rules(TEXT_ONLY, &["--like", "spirv-val", "--deny", "modes/one-size"]),
        one
    );
    assert_eq!(rules(TEXT_ONLY, &["--allow", "flow/weights"]), one);
    assert_eq!(rules(TEXT_ONLY, &["--allow", "flow/weights,modes/one-size"]), none);
    let both = ["--allow", "flow/weights", "--deny", "flow/weights"];
    assert_eq!(rules(TEXT_ONLY, &both), (vec![weights, size], invalid));
}

#[test]
fn a_vuid_silences_the_rule_that_has_it() {
    let text = TEXT_ONLY
        .replace("%four =", "%zero = OpConstant %uint 0\n%four =")
        .replace(
            "OpSelectionMerge",
            "OpControlBarrier %zero %zero %zero\nOpSelectionMerge",
        );
    let (before, _) = rules(&text, &["--like", "spirv-val"]);
    assert_eq!(before, ["sync/execution-scope", "sync/memory-scope"]);
    let (execution, memory) = ("VUID-StandaloneSpirv-None-04636", "VUID-StandaloneSpirv-None-04638");
    let (after, _) = rules(&text, &["--like", "spirv-val", "--allow", execution]);
    assert_eq!(after, ["sync/memory-scope"]);
    let both = format!("{execution},{memory}");
    let (after, verdict) = rules(&text, &["--like", "spirv-val", "--allow", &both]);
    assert!(after.is_empty() && verdict == "valid", "{after:?}");
}

#[test]
fn the_most_that_are_listed_are_of_those_that_count() {
    // 300 findings under one rule, then one under another.
    let twice: String = (0..300)
        .map(|number| format!("%again{number} = OpTypeVoid\n"))
        .collect();
    let text = TEXT_ONLY.replace("%function =", &format!("{twice}%function ="));
    let place = Place::with(&[("a.spvasm", &text)]);
    let run = |arguments: &[&str]| {
        let common = [
            "check",
            "a.spvasm",
            "--target-env",
            "vulkan1.3",
            "--message-format",
            "json",
        ];
        let all: Vec<&str> = common.iter().chain(arguments).copied().collect();
        place.run(&all).lines().remove(0)
    };
    let all = run(&[]);
    assert_eq!(all["counted"], 302);
    assert_eq!(all["violations"].as_array().unwrap().len(), 256);
    let some = run(&["--allow", "types/unique"]);
    assert_eq!(some["counted"], 2);
    assert_eq!(some["violations"].as_array().unwrap().len(), 2);
}

#[test]
fn an_unknown_rule_is_an_error_with_the_nearest() {
    let place = Place::with(&[("a.spvasm", TEXT_ONLY)]);
    for option in ["--allow", "--deny"] {
        place.run(&["check", "a.spvasm", option, "modes/onesize"]).expect_one(
            2,
            "`modes/onesize` is neither a rule nor the VUID of one; similar: `modes/one-size`",
        );
    }
    place
        .run(&["check", "--explain", "04781"])
        .expect_one(2, "similar: `VUID-StandaloneSpirv-Base-04781`");
    place
        .run(&["check", "a.spvasm", "--like", "something"])
        .expect(2, &["spirv-val"]);
}

#[test]
fn what_cannot_be_read_is_never_valid() {
    let place = Place::new();
    place.write("short.spv", &super::place::MAGIC);
    for arguments in [
        &["check", "short.spv"][..],
        &["check", "short.spv", "--allow", "physical/form"],
    ] {
        let run = place.run(arguments);
        assert_eq!(run.status, 1, "{}", run.stderr);
    }
    place
        .run(&["check", "short.spv", "--allow", "physical/form"])
        .expect(1, &["not covered by the check", "too short for the header"]);
}

#[test]
fn findings_say_who_has_their_rule_and_quote_its_sentence() {
    let place = Place::with(&[("a.spvasm", TEXT_ONLY)]);
    let row = Rule::from_name("modes/one-size").unwrap().row();
    let sentence = row.text.unwrap();
    let quoted = format!("by the text alone, not in spirv-val: {sentence}");
    place
        .run(&["check", "a.spvasm", "--target-env", "vulkan1.3"])
        .expect(1, &[&quoted]);
    let run = place.run(&[
        "check",
        "a.spvasm",
        "--target-env",
        "vulkan1.3",
        "--message-format",
        "json",
    ]);
    let finding = run.lines()[0]["violations"][1].clone();
    assert_eq!(
        (&finding["source"], &finding["text"]),
        (&Value::from("text"), &Value::from(sentence))
    );
}

#[test]
fn every_rule_of_the_text_alone_rests_on_a_number_or_a_sentence() {
    for rule in Rule::all() {
        let row = rule.row();
        if row.spirv_val == SpirvVal::Lacks && row.vuid.is_none() {
            let text = row.text.unwrap_or_else(|| panic!("{rule}: no sentence"));
            assert!(text.split_whitespace().count() > 5, "{rule}: {text}");
        }
    }
}

#[test]
fn a_rule_is_explained_with_an_example() {
    let place = Place::new();
    let run = place.run(&["check", "--explain", "modes/one-size"]).good();
    let text = String::from_utf8(run.stdout).unwrap();
    let row = Rule::from_name("modes/one-size").unwrap().row();
    for part in [
        row.name,
        row.title,
        row.section,
        row.text.unwrap(),
        "the text alone; no version of spirv-val",
        "decided: all of it",
        "\n  + OpExecutionMode %main LocalSize 4 4 4\n",
        "\n    OpReturn\n",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colours though it is no terminal");
    let run = place
        .run(&["check", "--explain", "modes/one-size", "--color", "always"])
        .good();
    assert!(String::from_utf8(run.stdout).unwrap().contains("\u{1b}["));
}

#[test]
fn an_explanation_for_machines_has_modules_that_are_judged_as_it_says() {
    let place = Place::new();
    let mut judged = 0;
    for name in [
        "modes/one-size",
        "ids/undefined",
        "VUID-StandaloneSpirv-Flat-04744",
        "types/unique",
    ] {
        let run = place
            .run(&["check", "--explain", name, "--message-format", "json"])
            .good();
        for line in run.lines() {
            let rule = line["rule"].as_str().unwrap();
            assert!(rule == name || line["vuid"] == name || line["formerly"].to_string().contains(name));
            let example = &line["example"];
            let target = example["target"].as_str().unwrap();
            if target.contains(' ') || example["besides"] != Value::Array(Vec::new()) {
                continue;
            }
            judged += 1;
            for (which, verdict) in [("keeps", "valid"), ("breaks", "invalid")] {
                place.write("example.spvasm", example[which].as_str().unwrap().as_bytes());
                let run = place.run(&[
                    "check",
                    "example.spvasm",
                    "--target-env",
                    target,
                    "--message-format",
                    "json",
                ]);
                let result = &run.lines()[0];
                assert_eq!(result["verdict"], verdict, "{rule}: {result}");
                let violations = result["violations"].as_array().unwrap();
                assert_eq!(
                    which == "breaks",
                    violations.iter().any(|one| one["rule"] == rule),
                    "{rule}"
                );
            }
        }
    }
    assert!(judged >= 4, "{judged}");
}

/// A module of a version, with an instruction that is of SPIR-V 1.4.
fn copy_logical(version: &str) -> String {
    format!(
        "; Version: {version}
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%one = OpTypeStruct %uint
%other = OpTypeStruct %uint
%zero = OpConstantNull %one
%proc = OpTypeFunction %void
%main = OpFunction %void None %proc
%entry = OpLabel
%copy = OpCopyLogical %other %zero
OpReturn
OpFunctionEnd
"
    )
}

/// Without an environment a module is checked for the oldest one that takes its version, and in a named environment a
/// newer version is the only finding.
#[test]
fn the_default_is_the_oldest_environment_that_takes_the_version() {
    let place = Place::new();
    for version in ["1.4", "1.5", "1.6"] {
        let name = format!("{version}.spvasm");
        place.write(&name, copy_logical(version).as_bytes());
        place.run(&["check", &name]).good();
        let binary = format!("{version}.spv");
        place
            .run(&["as", &name, "-o", &binary, "--target-env", "spv1.6"])
            .good();
        place.run(&["check", &binary]).good();
        place.run(&["check", &binary, "--enable", "shaderInt64"]).good();
        let run = place.run(&["check", &binary, "--target-env", "vulkan1.1"]);
        assert_eq!(run.status, 1);
        assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains("error[physical/version]"), "{}", run.stderr);
    }
    let run = place.run(&["check", "1.5.spv", "--target-env", "vulkan1.1"]);
    assert!(run.stderr.contains("that takes it is vulkan1.2"), "{}", run.stderr);
    // The consequences are seen where the finding is not wanted.
    let silent = ["--target-env", "vulkan1.1", "--allow", "physical/version"];
    place.run(&[&["check", "1.5.spv"], &silent[..]].concat()).good();
    place.write("old.spvasm", copy_logical("1.3").as_bytes());
    place.run(&["check", "old.spvasm"]).expect(1, &["OpCopyLogical"]);
}
