//! Tests of several inputs in one run: which of them are compiled if one fails, and the order of messages.

use std::fs;

use serde_json::Value;

use super::place::Place;
use super::{GOOD, MALFORMED};

#[test]
fn a_failure_stops_the_rest_without_keep_going() {
    let place = Place::with(&[("a.wgsl", GOOD), ("b.wgsl", MALFORMED), ("c.wgsl", GOOD)]);
    let inputs = ["compile", "a.wgsl", "b.wgsl", "c.wgsl", "-o", "out", "--jobs", "1"];
    place
        .run(&inputs)
        .expect_one(1, "b.wgsl:2:12")
        .expect(1, &["1 of 3 compiled, 1 failed, 1 left out"]);
    assert!(place.is_module("out/a.wgsl.spv"));
    assert!(!place.path("out/c.wgsl.spv").exists());

    place
        .run(&[&inputs[..], &["--keep-going"]].concat())
        .expect_one(1, "2 of 3 compiled (1 unchanged), 1 failed\n");
    assert!(place.is_module("out/c.wgsl.spv"));
    assert!(!place.path("out/b.wgsl.spv").exists());
}

#[test]
fn an_unreadable_file_outweighs_an_invalid_one() {
    let place = Place::with(&[("b.wgsl", MALFORMED), ("c.wgsl", GOOD)]);
    place
        .run(&["compile", "b.wgsl", "none.wgsl", "c.wgsl", "-o", "out", "--keep-going"])
        .expect(
            2,
            &["b.wgsl:2:12", "cannot read `none.wgsl`", "1 of 3 compiled, 2 failed"],
        );
    assert!(place.is_module("out/c.wgsl.spv"));
}

#[test]
fn messages_keep_the_order_of_the_inputs() {
    let names: Vec<_> = (0..40).map(|number| format!("in/{number:02}.wgsl")).collect();
    let files: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(number, name)| (name.as_str(), if number % 3 == 0 { MALFORMED } else { GOOD }))
        .collect();
    let place = Place::with(&files);
    let arguments = [
        "compile",
        "in",
        "-o",
        "out",
        "--keep-going",
        "--force",
        "--message-format",
        "json",
        "--jobs",
    ];
    let one = place.run(&[&arguments[..], &["1"]].concat()).expect(1, &[]);
    let many = place.run(&[&arguments[..], &["7"]].concat()).expect(1, &[]);
    assert_eq!(one.stdout, many.stdout);
    let reported: Vec<_> = many
        .lines()
        .iter()
        .map(|line| line["file"].as_str().unwrap().replace('\\', "/"))
        .collect();
    assert_eq!(reported, names);

    // Without `--keep-going` the report ends with the first failure, in any order of the threads.
    let stopped = place
        .run(&["compile", "in", "-o", "out", "--message-format", "json", "--jobs", "7"])
        .expect(1, &[]);
    assert_eq!(stopped.lines().len(), 1);
}

#[test]
fn json_has_one_object_an_input() {
    let place = Place::with(&[("a.wgsl", GOOD), ("b.wgsl", MALFORMED)]);
    let arguments = [
        "compile",
        "a.wgsl",
        "b.wgsl",
        "none.wgsl",
        "-o",
        "out",
        "--message-format",
        "json",
    ];
    let run = place.run(&[&arguments[..], &["--keep-going"]].concat()).expect(2, &[]);
    assert_eq!(run.stderr, "");
    let lines = run.lines();
    assert_eq!(lines.len(), 3);
    for line in &lines {
        let keys: Vec<_> = line.as_object().unwrap().keys().map(String::as_str).collect();
        for key in ["file", "status", "output", "words", "errors", "requirements"] {
            assert!(keys.contains(&key), "{keys:?}");
        }
    }
    assert_eq!(lines[0]["status"], "ok");
    let output = lines[0]["output"].as_str().unwrap();
    let bytes = fs::read(place.path(output)).unwrap();
    assert_eq!(lines[0]["words"], bytes.len() / 4);
    assert_eq!(lines[0]["errors"], Value::Array(Vec::new()));

    assert_eq!(lines[1]["status"], "error");
    assert_eq!(lines[1]["output"], Value::Null);
    let error = &lines[1]["errors"][0];
    assert_eq!(
        (&error["kind"], &error["line"], &error["column"]),
        (&"parse".into(), &2.into(), &12.into())
    );
    assert!(!error["message"].as_str().unwrap().is_empty());

    assert_eq!(lines[2]["errors"][0]["kind"], "read");
    assert_eq!(lines[2]["errors"][0]["line"], Value::Null);
}
