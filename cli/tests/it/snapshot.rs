//! Tests of `spirula snapshot`: exit status, reports, and what is written.

use super::place::Place;

const SHADER: &str = "@group(0) @binding(0) var<storage, read_write> n: array<u32, 4>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { n[i] = 7u; }
// CHECK: OpStore
";

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_folder_is_compared_with_its_snapshots() {
    let place = Place::with(&[("s/a.wgsl", SHADER), ("s/b/c.wgsl", SHADER)]);
    place.run(&["snapshot", "s"]).expect(
        1,
        &[
            "there is no snapshot `a.wgsl.snap`",
            "2 shaders, 2 failed",
            "SPIRULA_SNAPSHOTS=update",
        ],
    );
    assert_eq!(place.files(), ["s/a.wgsl", "s/b/c.wgsl"]);
    place
        .run(&["snapshot", "s", "--update"])
        .expect(0, &["`s/a.wgsl.snap` was written"]);
    assert_eq!(place.files().len(), 4);
    place.run(&["snapshot", "s"]).expect(0, &["2 shaders, all as expected"]);
    place.write("s/a.wgsl", SHADER.replace("7u", "8u").as_bytes());
    place
        .run(&["snapshot", "s", "--only", "b/"])
        .expect(0, &["1 shader, all as expected"]);
    place
        .run(&["snapshot", "s"])
        .expect(1, &["the output differs from `a.wgsl.snap`", "OpConstant"]);
    // A directive or a switch changes the module too.
    place.write("s/a.wgsl", SHADER.as_bytes());
    place.run(&["snapshot", "s", "-g1"]).expect(1, &["OpString"]);
    place
        .run(&["snapshot", "s", "--targets", "vulkan1.0,vulkan1.1"])
        .expect(1, &["; ---- vulkan1.0: the snapshot has no such section"]);
    place
        .run(&["snapshot", "s", "--emit", "checks", "--only", "a.wgsl"])
        .expect(1, &["vulkan1.1 checks: the snapshot has no such section"]);
}

#[test]
fn a_check_line_fails_the_run() {
    let place = Place::with(&[("s/a.wgsl", &format!("{SHADER}// CHECK: OpKill\n"))]);
    let message = "vulkan1.1: line 4: `CHECK: OpKill`: not found; the search began at ";
    place.run(&["snapshot", "s", "--update"]).expect(1, &[message]);
    place.run(&["snapshot", "s"]).expect(1, &[message]);
}

#[test]
fn reports_are_json_and_xml() {
    let place = Place::with(&[
        ("s/a.wgsl", SHADER),
        ("s/b&c.wgsl", &format!("{SHADER}// CHECK: a<b \"&\"\n")),
    ]);
    let run = place
        .run(&["snapshot", "s", "--update", "--message-format", "json"])
        .expect(1, &[]);
    let lines = run.lines();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["name"], &lines[0]["status"]),
        (&"a.wgsl".into(), &"ok".into())
    );
    assert_eq!(lines[0]["snapshot"], "updated");
    let fault = &lines[1]["faults"][0];
    assert_eq!(
        (&fault["kind"], &fault["line"], &fault["target"]),
        (&"check-line".into(), &4.into(), &"vulkan1.1".into())
    );
    let run = place
        .run(&["snapshot", "s", "--message-format", "junit"])
        .expect(1, &[]);
    let xml = text(run.stdout);
    for part in [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"s\" tests=\"2\" failures=\"1\" ",
        "<testcase name=\"a.wgsl\" classname=\"s\" file=\"s/a.wgsl\" ",
        "<testcase name=\"b&amp;c.wgsl\"",
        "<failure type=\"check-line\" message=\"vulkan1.1: line 4: `CHECK: a&lt;b &quot;&amp;&quot;`: not found",
        "</failure>\n    </testcase>\n  </testsuite>\n</testsuites>\n",
    ] {
        assert!(xml.contains(part), "{part} is not in\n{xml}");
    }
}

#[test]
fn wrong_usage_has_its_own_status() {
    let place = Place::with(&[("s/a.wgsl", SHADER), ("t/x.txt", "")]);
    place
        .run(&["snapshot", "none"])
        .expect_one(2, "there is no folder `none`");
    place.run(&["snapshot", "t"]).expect_one(2, "no shader found in `t`");
    place
        .run(&["snapshot", "s", "--only", "b"])
        .expect_one(2, "has a path with `b`");
    place
        .run(&["snapshot", "s", "--emit", "spv"])
        .expect_one(2, "known are spvasm, requirements and checks");
    place
        .run(&["snapshot", "s", "--targets", "vulkan9"])
        .expect_one(2, "vulkan9");
    place.run(&["snapshot", "s", "--flip-z"]).expect_one(2, "--flip-z");
    assert_eq!(place.files(), ["s/a.wgsl", "t/x.txt"]);
}
