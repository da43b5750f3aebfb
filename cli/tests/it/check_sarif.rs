//! Tests of the SARIF log: what SARIF 2.1.0 requires, and what code hosts read.

use serde_json::Value;

use super::GOOD;
use super::place::Place;

/// The required properties of each object in the log, by the schema of SARIF 2.1.0: the path, with `*` for every
/// element, and the properties.
const REQUIRED: [(&str, &[&str]); 16] = [
    ("", &["version", "runs"]),
    ("runs/*", &["tool"]),
    ("runs/*/tool", &["driver"]),
    ("runs/*/tool/driver", &["name"]),
    ("runs/*/tool/driver/rules/*", &["id"]),
    ("runs/*/tool/driver/rules/*/shortDescription", &["text"]),
    ("runs/*/tool/driver/rules/*/fullDescription", &["text"]),
    ("runs/*/tool/driver/rules/*/help", &["text"]),
    (
        "runs/*/results/*",
        &["message", "ruleId", "ruleIndex", "level", "locations"],
    ),
    ("runs/*/results/*/message", &["text"]),
    ("runs/*/results/*/locations/*", &["physicalLocation"]),
    (
        "runs/*/results/*/locations/*/physicalLocation",
        &["artifactLocation", "region"],
    ),
    (
        "runs/*/results/*/locations/*/physicalLocation/artifactLocation",
        &["uri"],
    ),
    ("runs/*/invocations/*", &["executionSuccessful"]),
    (
        "runs/*/invocations/*/toolExecutionNotifications/*",
        &["message", "level"],
    ),
    (
        "runs/*/results/*/relatedLocations/*/physicalLocation",
        &["artifactLocation", "region"],
    ),
];

/// The values at a path; none if a property of the path is absent.
fn at<'v>(value: &'v Value, path: &str) -> Vec<&'v Value> {
    let steps = path.split('/').filter(|step| !step.is_empty());
    steps.fold(vec![value], |found, step| {
        let next = found.into_iter().flat_map(|one| match (step, one) {
            ("*", Value::Array(all)) => all.iter().collect(),
            ("*", _) => panic!("{path}: no array"),
            (name, one) => one.get(name).into_iter().collect::<Vec<_>>(),
        });
        next.collect()
    })
}

#[track_caller]
fn log(place: &Place, arguments: &[&str], status: i32) -> Value {
    let all: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
    let run = place.run(&[&all[..], &["--message-format", "sarif"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (status, ""));
    let mut lines = run.lines();
    assert_eq!(lines.len(), 1);
    let log = lines.remove(0);
    assert_eq!(log["version"], "2.1.0");
    for (path, properties) in REQUIRED {
        for one in at(&log, path) {
            for property in properties {
                assert!(one.get(property).is_some(), "{path} has no {property}: {one}");
            }
        }
    }
    // A result identifies a rule of the driver by name and by index (3.27.5, 3.27.6); regions count from 1 (3.30.5).
    let rules = at(&log, "runs/*/tool/driver/rules/*");
    for result in at(&log, "runs/*/results/*") {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
    }
    for path in [
        "runs/*/results/*/locations/*/physicalLocation/region/startLine",
        "runs/*/results/*/locations/*/physicalLocation/region/startColumn",
    ] {
        assert!(at(&log, path).iter().all(|number| number.as_u64().unwrap() > 0));
    }
    log
}

#[test]
fn a_log_has_what_the_format_requires() {
    let wrong = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%file = OpString \"dir/a b.frag\"\n%void = OpTypeVoid\nOpLine %file 7 0\n%again = OpTypeVoid\n";
    let place = Place::with(&[("a.wgsl", GOOD), ("a b.spvasm", wrong), ("broken.spvasm", "OpNo")]);
    place.run(&["compile", "a.wgsl"]).good();
    let words = spirula::words::assemble_text(wrong, 0x0001_0300).unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    place.write("b.spv", &bytes);

    let valid = log(&place, &["a.wgsl.spv"], 0);
    assert_eq!(valid["runs"][0]["results"], Value::Array(Vec::new()));

    let text = log(&place, &["a b.spvasm"], 1);
    let results = at(&text, "runs/*/results/*");
    let twice = results
        .iter()
        .find(|result| result["ruleId"] == "types/unique")
        .unwrap();
    let physical = &twice["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"]["uri"], "a%20b.spvasm");
    assert_eq!(
        (&physical["region"]["startLine"], &physical["region"]["startColumn"]),
        (&Value::from(6), &Value::from(1))
    );
    let related = &twice["relatedLocations"][0]["physicalLocation"];
    assert_eq!(related["artifactLocation"]["uri"], "dir/a%20b.frag");
    assert_eq!(related["region"], serde_json::json!({"startLine": 7}));
    // Without an instruction the location is the whole file.
    let whole = results
        .iter()
        .find(|result| result["ruleId"] == "logical/entry-point")
        .unwrap();
    assert!(whole["relatedLocations"].is_null());

    let binary = log(&place, &["b.spv"], 1);
    let results = at(&binary, "runs/*/results/*");
    let twice = results
        .iter()
        .find(|result| result["ruleId"] == "types/unique")
        .unwrap();
    let region = &twice["locations"][0]["physicalLocation"]["region"];
    let offset = region["byteOffset"].as_u64().unwrap() as usize;
    assert_eq!(bytes[offset..offset + 4], [19, 0, 2, 0], "OpTypeVoid");
    assert_eq!(region["byteLength"], 8);

    let none = log(&place, &["broken.spvasm", "missing.spv", "a.wgsl.spv"], 2);
    let invocation = &none["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notes = at(invocation, "toolExecutionNotifications/*/message/text");
    assert_eq!(notes.len(), 2);
    assert!(
        notes[0].as_str().unwrap().contains("`OpNo` is no instruction"),
        "{}",
        notes[0]
    );
}

#[test]
fn the_table_of_rules_is_no_log() {
    let place = Place::new();
    for what in [&["--rules"][..], &["--explain", "ids/undefined"]] {
        let arguments = [&["check"], what, &["--message-format", "sarif"]].concat();
        place.run(&arguments).expect(2, &["JSON"]);
    }
}
