//! Tests of several kinds of output in one run, output folders, and dependency files.

use std::process::Command;

use super::place::Place;
use super::{GOOD, MALFORMED};

fn text(place: &Place, name: &str) -> String {
    String::from_utf8(place.read(name)).unwrap()
}

#[test]
fn several_kinds_are_written_in_one_run() {
    let place = Place::with(&[("a.wgsl", GOOD), ("in/b/c.wgsl", GOOD)]);
    let kinds = "spv,spvasm,reflection-json,requirements,spv";
    place.run(&["compile", "a.wgsl", "--emit", kinds]).good();
    place
        .run(&["compile", "a.wgsl", "in", "--emit", kinds, "--out-dir", "out"])
        .good();
    let mut expected = vec!["a.wgsl".to_owned(), "in/b/c.wgsl".to_owned()];
    for name in ["a.wgsl", "out/a.wgsl", "out/b/c.wgsl"] {
        for ending in ["reflection.json", "requirements.txt", "spv", "spvasm"] {
            expected.push(format!("{name}.{ending}"));
        }
    }
    expected.sort();
    assert_eq!(place.files(), expected);
    assert!(place.is_module("out/b/c.wgsl.spv"));
    assert!(text(&place, "out/a.wgsl.spvasm").contains("OpEntryPoint GLCompute"));
    let reflection: serde_json::Value = serde_json::from_slice(&place.read("a.wgsl.reflection.json")).unwrap();
    assert_eq!(reflection["entry_points"][0]["name"], "main");
    assert!(text(&place, "a.wgsl.requirements.txt").contains("Shader"));
}

#[test]
fn kinds_may_be_given_one_by_one() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    place
        .run(&["compile", "a.wgsl", "--emit", "spvasm", "--emit", "spv", "-o", "out/"])
        .good();
    assert_eq!(place.files(), ["a.wgsl", "out/a.wgsl.spv", "out/a.wgsl.spvasm"]);
}

#[test]
fn json_lists_every_output() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    let run = place.run(&[
        "compile",
        "a.wgsl",
        "--emit",
        "spv,reflection",
        "--message-format",
        "json",
    ]);
    let line = &run.good().lines()[0];
    assert_eq!(line["output"], "a.wgsl.spv");
    assert_eq!(
        line["outputs"],
        serde_json::json!([{"kind": "spv", "path": "a.wgsl.spv"},
                           {"kind": "reflection", "path": "a.wgsl.reflection.txt"}])
    );
}

#[test]
fn several_kinds_do_not_go_into_one_file() {
    let place = Place::with(&[("a.wgsl", GOOD), ("b.spv", ""), ("b", GOOD)]);
    let refused = |more: &[&str], message: &str| {
        place.run(&[&["compile"], more].concat()).expect_one(2, message);
    };
    refused(&["a.wgsl", "--emit", "spv,spvasm", "-o", "out.spv"], "--out-dir DIR");
    refused(&["a.wgsl", "--emit", "spv,spvasm", "-o", "-"], "--out-dir DIR");
    refused(&["-", "--emit", "spv,spvasm"], "--out-dir DIR");
    refused(&["a.wgsl", "--out-dir", "out", "-o", "out"], "cannot be used with");
    refused(&["a.wgsl", "--emit", "spv,hlsl"], "spvasm");
    refused(&["a.wgsl", "-o", "-", "-MD"], "a dependency file names the output");
    refused(
        &["a.wgsl", "-o", "-", "--depfile", "d"],
        "a dependency file names the output",
    );
    refused(&["a.wgsl", "--depfile", "a.wgsl"], "would replace the input `a.wgsl`");
    refused(
        &["a.wgsl", "--depfile", "a.wgsl.spv"],
        "would both be written to `a.wgsl.spv`",
    );
    assert_eq!(place.files(), ["a.wgsl", "b", "b.spv"]);
    // The output of another run has the extension of an input file of this one.
    place
        .run(&["compile", "b", "--input-kind", "wgsl", "b.spv", "--emit", "spv,spvasm"])
        .expect_one(2, "the output `b.spv` would replace the input `b.spv`");
}

#[test]
fn a_folder_for_one_file_is_made() {
    let place = Place::with(&[("a.wgsl", GOOD)]);
    place.run(&["compile", "a.wgsl", "--out-dir", "x/y"]).good();
    place
        .run_with_input(&["compile", "-", "--out-dir", "z", "--emit", "spv,spvasm"], GOOD)
        .good();
    assert_eq!(
        place.files(),
        ["a.wgsl", "x/y/a.wgsl.spv", "z/stdin.wgsl.spv", "z/stdin.wgsl.spvasm"]
    );
}

#[test]
fn dependencies_are_rules_of_make() {
    let bindings = r#"[{"group":0,"binding":0,"descriptor_set":0,"descriptor_binding":0}]"#;
    let source = format!("@group(0) @binding(0) var<uniform> a: u32;\n{GOOD}");
    let place = Place::with(&[("a b#$.wgsl", &source), ("c.wgsl", GOOD), ("b.json", bindings)]);
    let arguments = [
        "compile",
        "a b#$.wgsl",
        "c.wgsl",
        "--emit",
        "spv,spvasm",
        "-MD",
        "--depfile",
        "all.d",
    ];
    place.run(&[&arguments[..], &["--bindings", "b.json"]].concat()).good();
    let first = "a\\ b\\#$$.wgsl.spv a\\ b\\#$$.wgsl.spvasm: \\\n  a\\ b\\#$$.wgsl \\\n  b.json\n";
    assert_eq!(text(&place, "a b#$.wgsl.spv.d"), first);
    let second = "c.wgsl.spv c.wgsl.spvasm: \\\n  c.wgsl \\\n  b.json\n";
    assert_eq!(text(&place, "all.d"), format!("{first}{second}"));

    // make reads the file: an output older than a dependency is built again.
    if Command::new("make").arg("--version").output().is_err() {
        println!("skipped: make is not installed");
        return;
    }
    let rules = "c.wgsl.spv a\\ b\\#$$.wgsl.spv:\n\t@echo remade $@\ninclude all.d\n";
    place.write("Makefile", rules.as_bytes());
    let remade = |newer: &str| {
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(100);
        for name in ["a b#$.wgsl", "c.wgsl", "b.json"] {
            let time = if name == newer {
                std::time::SystemTime::now() + std::time::Duration::from_secs(100)
            } else {
                old
            };
            std::fs::File::open(place.path(name))
                .unwrap()
                .set_modified(time)
                .unwrap();
        }
        let output = Command::new("make")
            .args(["a b#$.wgsl.spv", "c.wgsl.spv"])
            .current_dir(place.path("."))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        text.lines()
            .filter(|line| line.starts_with("remade"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(remade(""), [""; 0]);
    assert_eq!(remade("a b#$.wgsl"), ["remade a b#$.wgsl.spv"]);
    assert_eq!(remade("c.wgsl"), ["remade c.wgsl.spv"]);
    assert_eq!(remade("b.json").len(), 2);
}

#[test]
fn a_run_that_fails_leaves_the_dependency_file_as_it_was() {
    let place = Place::with(&[("a.wgsl", GOOD), ("b.wgsl", MALFORMED), ("all.d", "before")]);
    let arguments = [
        "compile",
        "a.wgsl",
        "b.wgsl",
        "--out-dir",
        "out",
        "--keep-going",
        "-MD",
        "--depfile",
        "all.d",
    ];
    place.run(&arguments).expect(1, &["b.wgsl:2:12"]);
    assert_eq!(text(&place, "all.d"), "before");
    assert_eq!(text(&place, "out/a.wgsl.spv.d"), "out/a.wgsl.spv: \\\n  a.wgsl\n");
    assert!(!place.path("out/b.wgsl.spv.d").exists());
    place
        .run(&["compile", "a.wgsl", "-o", "a.spv", "--depfile", "none/all.d"])
        .expect_one(2, "cannot write `none/all.d`");
}
