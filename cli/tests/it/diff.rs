//! `spirula diff`: files, folders, reports and exit statuses.

use super::place::Place;

const SHADER: &str = "@group(0) @binding(0) var<storage, read_write> list: array<f32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    list[id.x] = list[id.x] * 2.0;
}
";

fn modules() -> Place {
    let place = Place::new();
    for folder in ["a", "b"] {
        place.write(&format!("{folder}/same.wgsl"), SHADER.as_bytes());
        let changed = if folder == "a" {
            SHADER.to_owned()
        } else {
            SHADER.replace("2.0", "3.0")
        };
        place.write(&format!("{folder}/sub/changed.wgsl"), changed.as_bytes());
    }
    place.write("b/more.wgsl", SHADER.as_bytes());
    for folder in ["a", "b"] {
        place
            .run(&["compile", folder, "-o", &format!("{folder}.out/"), "-g1"])
            .good();
    }
    place
}

const FIRST: &str = "a.out/sub/changed.wgsl.spv";
const SECOND: &str = "b.out/sub/changed.wgsl.spv";

#[test]
fn two_modules_are_compared() {
    let place = modules();
    let same = place
        .run(&[
            "diff",
            "a.out/same.wgsl.spv",
            "b.out/same.wgsl.spv",
            "--exit-code",
            "--ignore=debug",
        ])
        .good();
    assert!(same.stdout.is_empty());
    let text = String::from_utf8(place.run(&["diff", FIRST, SECOND, "--ignore", "debug"]).good().stdout).unwrap();
    let changes: Vec<&str> = text.lines().filter(|line| line.starts_with(['-', '+', '@'])).collect();
    assert_eq!(changes.len(), 6, "{text}");
    assert_eq!(
        (changes[0], changes[3]),
        ("@@ declarations @@", "@@ %main @@"),
        "{text}"
    );
    assert!(
        changes[4].starts_with('-') && changes[4].ends_with("%f32_2.0"),
        "{text}"
    );
    assert!(
        changes[5].starts_with('+') && changes[5].ends_with("%f32_3.0"),
        "{text}"
    );
    // With debug information the line of the shader is named.
    let text = String::from_utf8(place.run(&["diff", FIRST, SECOND]).good().stdout).unwrap();
    assert!(
        text.contains("\n@@ %main @@ ") && text.contains("changed.wgsl:4\n"),
        "{text}"
    );
    let text = String::from_utf8(
        place
            .run(&["diff", FIRST, SECOND, "--summary", "--ignore=debug,names"])
            .good()
            .stdout,
    );
    assert_eq!(text.unwrap(), "declarations: -1 +1\n%main: -1 +1\n");
}

#[test]
fn the_status_says_whether_something_differs() {
    let place = modules();
    assert_eq!(place.run(&["diff", FIRST, SECOND]).status, 0);
    assert_eq!(place.run(&["diff", FIRST, SECOND, "--exit-code"]).status, 1);
    assert_eq!(place.run(&["diff", FIRST, "nothing.spv"]).status, 2);
    assert_eq!(place.run(&["diff", "-", "-"]).status, 2);
    assert_eq!(place.run(&["diff", FIRST, "b.out"]).status, 2);
    place.write("text.spv", b"no module");
    let run = place.run(&["diff", "text.spv", FIRST]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("text.spv"), "{}", run.stderr);
}

#[test]
fn two_folders_are_compared_by_name() {
    let place = modules();
    let run = place.run(&["diff", "a.out", "b.out", "--exit-code", "--context=0", "--ignore=debug"]);
    assert_eq!(run.status, 1);
    let text = String::from_utf8(run.stdout).unwrap();
    let headings: Vec<&str> = text
        .lines()
        .filter(|line| ["---", "+++", "only"].iter().any(|start| line.starts_with(start)))
        .collect();
    let due = [
        "only `b.out/more.wgsl.spv` exists".to_owned(),
        format!("--- {FIRST}"),
        format!("+++ {SECOND}"),
    ];
    assert_eq!(headings, due, "{text}");
}

#[test]
fn differences_are_read_by_machines() {
    let place = modules();
    let text = place
        .run(&[
            "diff",
            "a.out",
            "b.out",
            "--message-format",
            "json",
            "--ignore",
            "debug",
        ])
        .good()
        .stdout;
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [more, same, changed] = &lines[..] else {
        panic!("{text}")
    };
    assert_eq!(
        (&more["same"], &more["first"]),
        (&false.into(), &serde_json::Value::Null)
    );
    assert_eq!((&same["same"], &same["removed"]), (&true.into(), &0.into()));
    assert_eq!((&changed["removed"], &changed["added"]), (&2.into(), &2.into()));
    assert_eq!(changed["hunks"][1]["place"], "%main");
    let lines = changed["hunks"][1]["lines"].as_array().unwrap();
    assert!(
        lines
            .iter()
            .any(|line| line[0] == "removed" && line[1].as_str().unwrap().contains("%f32_2.0")),
        "{text}"
    );
}

/// Snapshots of other tools can be put into the normal form, and are modules still.
#[test]
fn the_normal_form_is_printed_and_assembled() {
    let place = modules();
    let text = place.run(&["dis", "--normal", FIRST]).good().stdout;
    assert!(text.starts_with(b"; SPIR-V normal form 1\n; Version: 1.3\n"));
    place.write("normal.spvasm", &text);
    place.run(&["as", "normal.spvasm", "-o", "again.spv"]).good();
    assert_eq!(place.run(&["dis", "--normal", "again.spv"]).good().stdout, text);
    place.run(&["diff", FIRST, "again.spv", "--exit-code"]).good();
    place.run(&["check", "again.spv"]).good();
    assert_eq!(place.run(&["dis", "--normal", "--raw-ids", FIRST]).status, 2);
}

#[test]
fn assembly_and_colours() {
    let place = modules();
    let run = place.run(&["dis", FIRST, "-o", "first.spvasm"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    place.run(&["diff", "first.spvasm", FIRST, "--exit-code"]).good();
    let text = place.run(&["diff", FIRST, SECOND, "--color", "always"]).good().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("\u{1b}[31m-") && text.contains("\u{1b}[32m+") && text.contains("\u{1b}[36m@@ "),
        "{text}"
    );
}
