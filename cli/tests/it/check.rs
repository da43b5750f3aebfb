//! Tests of `spirula check`: verdicts, their form as text and as JSON, and the exit status.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use spirula::check::{Rule, SpirvVal};
use spirula::target::DriverRemedy;

use super::GOOD;
use super::place::{Place, Run};

/// A module that violates one rule: `OpTypeVoid` twice (SPIR-V §2.8, "Types and Variables").
fn broken(place: &Place, name: &str) {
    let mut words = words(place, name);
    let void = words.iter().position(|&word| word == 0x0002_0013).unwrap();
    let bound = words[3];
    words[3] += 1;
    words.splice(void..void, [0x0002_0013, bound]);
    write(place, name, &words, u32::to_le_bytes);
}

fn words(place: &Place, name: &str) -> Vec<u32> {
    let bytes = std::fs::read(place.path(name)).unwrap();
    bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

fn write(place: &Place, name: &str, words: &[u32], order: fn(u32) -> [u8; 4]) {
    let bytes: Vec<u8> = words.iter().flat_map(|&word| order(word)).collect();
    place.write(name, &bytes);
}

/// A folder with a valid and an invalid module for Vulkan 1.1 (SPIR-V 1.3).
fn place() -> Place {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    place.run(&["compile", "a.wgsl", "-o", "good.spv"]).good();
    place.run(&["compile", "a.wgsl", "-o", "bad.spv"]).good();
    broken(&place, "bad.spv");
    place
}

fn json(run: &Run) -> Vec<Value> {
    run.lines()
}

#[test]
fn a_valid_module_is_silence() {
    let place = place();
    let run = place.run(&["check", "good.spv"]).good();
    assert!(run.stdout.is_empty());
    // The extension is ignored: a named file is read as a module.
    std::fs::rename(place.path("good.spv"), place.path("good.bin")).unwrap();
    place.run(&["check", "good.bin"]).good();
}

#[test]
fn a_violation_names_rule_place_and_instruction() {
    let place = place();
    let run = place
        .run(&["check", "bad.spv"])
        .expect(1, &["error[types/", "bad.spv: word ", "OpTypeVoid", "SPIR-V §2.8"]);
    assert!(run.stdout.is_empty());
}

#[test]
fn json_has_one_object_a_module() {
    let place = place();
    let run = place.run(&["check", "good.spv", "bad.spv", "--message-format", "json"]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    let lines = json(&run);
    assert_eq!(
        lines[0],
        json!({"file": "good.spv", "verdict": "valid", "violations": [], "not_covered": [], "counted": 0, "warnings": [], "warned": 0})
    );
    assert_eq!(
        (&lines[1]["file"], &lines[1]["verdict"]),
        (&json!("bad.spv"), &json!("invalid"))
    );
    let violation = &lines[1]["violations"][0];
    assert!(Rule::from_name(violation["rule"].as_str().unwrap()).is_some());
    assert_eq!(
        words(&place, "bad.spv")[violation["offset"].as_u64().unwrap() as usize],
        0x0002_0013
    );
    assert!(violation["message"].is_string() && violation["vuid"].is_null());
    assert_eq!(lines.len(), 2);
}

#[test]
fn what_the_tables_lack_is_named() {
    let place = place();
    let mut words = words(&place, "good.spv");
    // An opcode that no version of SPIR-V has, first without and then with an extension that may have it.
    let void = words.iter().position(|&word| word == 0x0002_0013).unwrap();
    words.splice(void..void, [0x0001_EA60]);
    write(&place, "wrong.spv", &words, u32::to_le_bytes);
    place
        .run(&["check", "wrong.spv"])
        .expect(1, &["physical/opcode", "there is no opcode 60000"]);
    let name = b"SPV_NOBODY_has_it\0\0\0".chunks(4);
    let name = name.map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap()));
    words.splice(7..7, [0x0006_000A].into_iter().chain(name));
    write(&place, "odd.spv", &words, u32::to_le_bytes);
    let run = place.run(&["check", "odd.spv", "--message-format", "json"]);
    assert_eq!(run.status, 1);
    let line = &json(&run)[0];
    assert_eq!(
        (&line["verdict"], &line["violations"]),
        (&json!("not-covered"), &json!([]))
    );
    let unknown = json!(["opcode 60000", "extension SPV_NOBODY_has_it"]);
    assert_eq!(line["not_covered"], unknown);
    place
        .run(&["check", "odd.spv"])
        .expect(1, &["not covered by the check", "opcode 60000"]);
}

#[test]
fn both_byte_orders_and_standard_input_are_read() {
    let place = place();
    let words = words(&place, "good.spv");
    write(&place, "big.spv", &words, u32::to_be_bytes);
    place.run(&["check", "big.spv"]).good();
    place
        .run_with_input(&["check", "-"], "no module")
        .expect(1, &["-: word 0"]);
    place
        .run_with_input(&["check", "-", "good.spv"], "")
        .expect_one(2, "alone");
}

#[test]
fn a_folder_means_the_modules_below_it() {
    let place = place();
    for (from, to) in [
        ("good.spv", "in/z.spv"),
        ("bad.spv", "in/a/b.spv"),
        ("a.wgsl", "in/c.wgsl"),
    ] {
        place.write(to, &std::fs::read(place.path(from)).unwrap());
    }
    let run = place.run(&["check", "in", "--message-format", "json"]);
    assert_eq!(run.status, 1);
    let files: Vec<_> = json(&run).iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, [json!("in/a/b.spv"), json!("in/z.spv")]);
    place.run(&["check", "in"]).expect(1, &["1 of 2 valid"]);
    place.write("empty/a.wgsl", b"");
    place
        .run(&["check", "empty"])
        .expect(2, &["no module (.spv, .spvasm) found in `empty`"]);
}

#[test]
fn a_file_that_cannot_be_read_is_status_2_and_stops_nothing() {
    let place = place();
    let run = place.run(&["check", "none.spv", "bad.spv", "--message-format", "json"]);
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let lines = json(&run);
    assert!(lines[0]["error"].as_str().unwrap().contains("cannot read `none.spv`"));
    assert!(lines[0]["verdict"].is_null());
    assert_eq!(lines[1]["verdict"], "invalid");
    place
        .run(&["check", "none.spv", "good.spv"])
        .expect(2, &["cannot read `none.spv`", "1 of 2 valid"]);
}

#[test]
fn bytes_that_are_no_module_are_invalid() {
    let place = place();
    let bytes = std::fs::read(place.path("good.spv")).unwrap();
    for (name, bytes) in [
        ("empty.spv", &[][..]),
        ("short.spv", &bytes[..12]),
        ("odd.spv", &bytes[..bytes.len() - 3]),
        ("cut.spv", &bytes[..bytes.len() - 12]),
        ("text.spv", b"@compute @workgroup_size(1) fn main() {}"),
    ] {
        place.write(name, bytes);
        place.run(&["check", name]).expect(1, &["error[physical/"]);
    }
}

#[test]
fn the_target_decides() {
    let place = place();
    for name in spirula::target::TARGET_NAMES {
        let newer = !["vulkan1.0", "spv1.0", "spv1.1", "spv1.2"].contains(name);
        let run = place.run(&["check", "good.spv", "--target-env", name]);
        assert_eq!(run.status, i32::from(!newer), "{name}: {}", run.stderr);
    }
    place
        .run(&["check", "good.spv", "--target-env", "vulkan9.9"])
        .expect_one(2, "vulkan1.0");
    place
        .run(&["check", "good.spv", "--enable", "nothing"])
        .expect_one(2, "is no known feature");
    place
        .run(&["check", "good.spv", "--extension", "VK_NONE"])
        .expect_one(2, "`VK_NONE` is no known extension");
    place
        .run(&[
            "check",
            "good.spv",
            "--extension",
            "VK_KHR_swapchain",
            "--core-only",
            "--strict",
        ])
        .expect(0, &["VK_KHR_swapchain"]);
    place.run(&["check"]).expect_one(2, "FILE");
}

#[test]
fn rules_are_listed() {
    let place = Place::new();
    let run = place.run(&["check", "--rules"]).good();
    let text = String::from_utf8(run.stdout).unwrap();
    let listed: BTreeSet<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    let run = place.run(&["check", "--rules", "--message-format", "json"]).good();
    let mut lines = json(&run);
    let shapes = lines.split_off(Rule::all().count());
    assert_eq!(shapes.len(), DriverRemedy::all().count());
    for (remedy, line) in DriverRemedy::all().zip(&shapes) {
        assert!(listed.contains(remedy.warning()));
        assert_eq!(
            (&line["rule"], &line["source"]),
            (&json!(remedy.warning()), &json!("driver"))
        );
        for fault in remedy.faults() {
            assert!(text.contains(&format!("  {fault}\n  reported: {}\n", fault.source())));
            assert!(line["title"].as_str().unwrap().contains(&fault.to_string()));
            assert!(line["reported"].as_str().unwrap().contains(fault.source()));
        }
    }
    for (rule, line) in Rule::all().zip(&lines) {
        let row = rule.row();
        assert!(listed.contains(row.name), "{}", row.name);
        assert!(text.contains(row.title) && row.vuid.is_none_or(|number| text.contains(number)));
        let mut due = json!({
            "rule": row.name,
            "vuid": row.vuid,
            "formerly": row.formerly,
            "section": row.section,
            "title": row.title,
            "decides": row.fragment,
            "source": row.spirv_val.source(),
            "in_spirv_val": row.spirv_val == SpirvVal::Has,
        });
        if let Some(sentence) = row.text {
            due["text"] = json!(sentence);
            assert!(text.contains(&format!("  text: {sentence}\n")));
        }
        assert_eq!(*line, due);
        assert!(
            row.fragment
                .is_none_or(|part| text.contains(&format!("  decided: {part}\n")))
        );
    }
    place.run(&["check", "--rules", "a.spv"]).expect_one(2, "--rules");
}

#[test]
fn compile_checks_without_no_check() {
    let place = place();
    place.run(&["compile", "a.wgsl", "--no-check"]).good();
    assert!(place.is_module("a.wgsl.spv"));
}
