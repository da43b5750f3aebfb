//! Tests of modules for several devices: `--device` more than once, and the key `devices` of `spirula.toml`.

use std::fs;

use serde_json::Value;

use super::place::{Place, Run};

/// A device with one feature, a limit of the invocations of a workgroup, and a driver.
fn device(feature: &str, invocations: u32, driver: &str) -> String {
    format!(
        r#"{{
    "profiles": {{ "VP_a": {{ "api-version": "1.1.0", "capabilities": ["d"] }} }},
    "capabilities": {{ "d": {{
        "features": {{ "VkPhysicalDeviceFeatures": {{ "{feature}": true, "robustBufferAccess": true }} }},
        "properties": {{ "VkPhysicalDeviceProperties": {{
            "limits": {{ "maxComputeWorkGroupInvocations": {invocations} }}{driver} }} }}
    }} }}
}}"#
    )
}

const WIDE: &str = "@group(0) @binding(0) var<storage, read_write> sums: array<u64>;\n\
    @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) at: u32) { sums[at] += 1lu; }\n";

/// Two devices: `wide.json` has 64-bit integers, `small.json` has 64-bit floats and small workgroups.
fn devices() -> Place {
    let place = Place::new();
    place.write("wide.json", device("shaderInt64", 1024, "").as_bytes());
    place.write("small.json", device("shaderFloat64", 64, "").as_bytes());
    place.write("wide.wgsl", WIDE.as_bytes());
    place.write(
        "both.wgsl",
        b"@compute @workgroup_size(1) fn main() { var x = 1lf; x += x; var y = 1li; y += y; }",
    );
    place.write(
        "half.wgsl",
        b"enable f16; @compute @workgroup_size(1) fn main() { var a = 1h; a *= 2h; }",
    );
    place.write("plain.wgsl", b"@compute @workgroup_size(64) fn main() {}");
    place.write("large.wgsl", b"@compute @workgroup_size(65) fn main() { return; }");
    place
}

const BOTH: [&str; 4] = ["--device", "wide.json", "--device", "small.json"];

fn compile(place: &Place, file: &str, more: &[&str]) -> Run {
    place.run(&[&["compile", file, "-o", "out.spv"], &BOTH[..], more].concat())
}

fn json(run: &Run) -> Value {
    serde_json::from_slice(&run.stdout).unwrap()
}

#[test]
fn a_refusal_names_the_device_that_lacks_something() {
    let place = devices();
    assert_eq!(compile(&place, "plain.wgsl", &[]).status, 0);
    let run = compile(&place, "wide.wgsl", &[]);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("`small.json` does not have `shaderInt64`"),
        "{}",
        run.stderr
    );
    let run = compile(&place, "both.wgsl", &[]);
    for part in [
        "`small.json` does not have `shaderInt64`",
        "`wide.json` does not have `shaderFloat64`",
    ] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
    let run = compile(&place, "half.wgsl", &[]);
    let part = "`small.json` and `wide.json` do not have `shaderFloat16`";
    assert!(run.stderr.contains(part), "{}", run.stderr);
    let run = compile(&place, "large.wgsl", &[]);
    assert!(
        run.stderr.contains("the limit is that of `small.json`"),
        "{}",
        run.stderr
    );
    let one = place.run(&["compile", "half.wgsl", "--device", "wide.json#VP_a"]);
    let part = "`wide.json#VP_a` does not have `shaderFloat16`";
    assert!(one.stderr.contains(part), "{}", one.stderr);
}

#[test]
fn a_refusal_lists_the_devices_in_json() {
    let place = devices();
    let errors = |file: &str| json(&compile(&place, file, &["--message-format", "json"]))["errors"].clone();
    let found = errors("wide.wgsl");
    assert_eq!(found[0]["kind"], "missing");
    assert_eq!(found[0]["needs"], serde_json::json!(["shaderInt64"]));
    assert_eq!(found[0]["devices"], serde_json::json!(["small.json"]));
    let found = errors("half.wgsl");
    assert_eq!(found[0]["devices"], serde_json::json!(["small.json", "wide.json"]));
    let found = errors("large.wgsl");
    assert_eq!(found[0]["kind"], "limit");
    assert_eq!(found[0]["devices"], serde_json::json!(["small.json"]));
}

/// No switch gives a device what it lacks; a feature that the devices have can be enabled.
#[test]
fn advice_is_given_only_where_it_helps() {
    let place = devices();
    for file in ["wide.wgsl", "both.wgsl", "half.wgsl"] {
        let run = compile(&place, file, &[]);
        assert_eq!(run.status, 1);
        assert!(
            !run.stderr.contains("allow") && !run.stderr.contains("--"),
            "{}",
            run.stderr
        );
    }
    let disabled = [
        "compile",
        "wide.wgsl",
        "--device",
        "wide.json",
        "--disable",
        "shaderInt64",
    ];
    let run = place.run(&disabled);
    assert!(
        run.stderr.contains("to allow it: --enable shaderInt64"),
        "{}",
        run.stderr
    );
    // For an application that enables more than the file says.
    assert_eq!(compile(&place, "wide.wgsl", &["--enable", "shaderInt64"]).status, 0);
}

#[test]
fn the_faults_of_each_driver_are_avoided() {
    let place = devices();
    let mali = r#", "vendorID": 5045, "driverVersion": 159387648, "deviceName": "Mali-G78""#;
    let radv = r#", "vendorID": 4098, "driverVersion": 104857600, "deviceName": "AMD Radeon (RADV NAVI23)""#;
    place.write("mali.json", device("shaderInt16", 64, mali).as_bytes());
    place.write("radv.json", device("shaderInt16", 64, radv).as_bytes());
    place.write(
        "ops.wgsl",
        b"@group(0) @binding(0) var<storage, read_write> o: vec4<u32>; @group(0) @binding(1) var<storage, read_write> f: f32;\n\
          @compute @workgroup_size(1) fn main() { o = o & vec4(3u); f = -f; }",
    );
    let applied = |devices: &[&str]| -> Vec<String> {
        let run = [
            &["compile", "ops.wgsl", "-o", "out.spv", "--message-format", "json"],
            devices,
        ]
        .concat();
        let line = json(&place.run(&run));
        assert_eq!(line["status"], "ok", "{line}");
        let list = line["workarounds"].as_array().unwrap();
        list.iter()
            .map(|row| row["workaround"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(applied(&["--device", "mali.json"]), ["vector-and"]);
    assert_eq!(applied(&["--device", "radv.json"]), ["float-negation"]);
    let mut both = applied(&["--device", "mali.json", "--device", "radv.json"]);
    both.sort();
    assert_eq!(both, ["float-negation", "vector-and"]);
    let listed = place.run(&["features", "--device", "mali.json", "--device", "radv.json"]);
    let text = String::from_utf8(listed.stdout).unwrap();
    assert!(text.contains("drivers radv 25.0, of Mali-G78 38.1"), "{text}");
    assert!(text.contains("what they get wrong is avoided"), "{text}");
}

#[test]
fn features_tell_which_device_lacks_them() {
    let place = devices();
    let run = place.run(&[&["features"], &BOTH[..]].concat());
    let text = String::from_utf8(run.stdout).unwrap();
    let row = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
    assert!(row("shaderInt64 ").ends_with("not in small.json"), "{text}");
    assert!(!row("shaderInt16 ").contains("not in"), "{text}"); // neither has it
    let run = place.run(&[&["features", "--message-format", "json"], &BOTH[..]].concat());
    let rows = String::from_utf8(run.stdout).unwrap();
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let row = |name: &str| rows.iter().find(|row| row["feature"] == name).unwrap();
    assert_eq!(row("shaderInt64")["lacking"], serde_json::json!(["small.json"]));
    assert_eq!(
        row("shaderInt16")["lacking"],
        serde_json::json!(["small.json", "wide.json"])
    );
    assert_eq!(row("robustBufferAccess").get("lacking"), None);
}

#[test]
fn modules_are_checked_for_all_devices() {
    let place = devices();
    let made = place.run(&["compile", "wide.wgsl", "-o", "wide.spv"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert_eq!(place.run(&["check", "wide.spv", "--device", "wide.json"]).status, 0);
    assert_eq!(place.run(&[&["check", "wide.spv"], &BOTH[..]].concat()).status, 1);
}

#[test]
fn outputs_depend_on_each_file() {
    let place = devices();
    let run = compile(&place, "plain.wgsl", &["--depfile", "out.d"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let rule = fs::read_to_string(place.path("out.d")).unwrap();
    assert!(rule.contains("wide.json") && rule.contains("small.json"), "{rule}");
}

#[test]
fn a_project_names_several_devices() {
    for key in ["device", "devices"] {
        let place = devices();
        let file = format!(
            "[compile]\n{key} = [\"wide.json\"]\n[target.all]\n{key} = [\"wide.json\", \"small.json\"]\n\
             [target.wide]\n[[shaders]]\ninputs = [\"wide.wgsl\"]\n"
        );
        place.write("spirula.toml", file.as_bytes());
        let all = place.run(&["build", "all"]);
        assert_eq!(all.status, 1);
        assert!(
            all.stderr.contains("`small.json` does not have `shaderInt64`"),
            "{}",
            all.stderr
        );
        let wide = place.run(&["build", "wide"]);
        assert_eq!(wide.status, 0, "{}", wide.stderr);
    }
}

#[test]
fn each_file_has_to_be_a_device() {
    let place = devices();
    place.write("broken.json", b"{");
    for (second, part) in [
        ("absent.json", "cannot read the profile `absent.json`"),
        ("broken.json", "cannot use `broken.json` as a device"),
    ] {
        let run = place.run(&["compile", "plain.wgsl", "--device", "wide.json", "--device", second]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
}

/// The attribute is marked, whatever the function contains: naga's IR has no place for it.
#[test]
fn a_workgroup_that_is_too_large_is_marked_at_its_attribute() {
    let place = devices();
    for (name, text, column, marked) in [
        (
            "a.wgsl",
            "@compute @workgroup_size(65) fn main() {}",
            10,
            "@workgroup_size(65)",
        ),
        (
            "b.wgsl",
            "@compute @workgroup_size(1) fn one() {}\n@workgroup_size(13, 5) @compute /* fn */ fn main() { return; }",
            1,
            "@workgroup_size(13, 5)",
        ),
        (
            "c.comp",
            "#version 450\nlayout(local_size_x = 65) in;\nvoid main() {}\n",
            1,
            "layout(local_size_x = 65)",
        ),
    ] {
        place.write(name, text.as_bytes());
        let run = place.run(&[
            "compile",
            name,
            "--device",
            "small.json",
            "--message-format",
            "json",
            "-o",
            "out.spv",
        ]);
        let line = json(&run);
        let errors = line["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1, "{line}");
        let offset = |key: &str| usize::try_from(errors[0][key].as_u64().unwrap()).unwrap();
        assert_eq!(&text[offset("start")..offset("end")], marked);
        assert_eq!(errors[0]["column"], column);
    }
    // A binary module has no text.
    place.run(&["compile", "a.wgsl", "-o", "a.spv"]).good();
    let run = place.run(&["compile", "a.spv", "--device", "small.json", "-o", "out.spv"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("maxComputeWorkGroupInvocations"), "{}", run.stderr);
}

#[test]
fn descriptors_are_judged_by_the_limits_of_the_device() {
    let place = devices();
    let device = device("shaderInt64", 64, "").replace(
        "\"limits\": {",
        "\"limits\": { \"maxPerStageDescriptorStorageBuffers\": 1,",
    );
    place.write("few.json", device.as_bytes());
    place.write(
        "two.wgsl",
        b"@group(0) @binding(0) var<storage, read_write> a: u32;\n@group(0) @binding(1) var<storage, read> b: u32;\n\
          @compute @workgroup_size(1) fn main() { a = b; }",
    );
    let run = place.run(&["compile", "two.wgsl", "--device", "few.json", "-o", "out.spv"]);
    assert_eq!(run.status, 1);
    let part = "storage buffers of one stage (maxPerStageDescriptorStorageBuffers): 2 is more than the limit of 1";
    assert!(
        run.stderr.contains(part) && run.stderr.contains("two.wgsl:2:"),
        "{}",
        run.stderr
    );
    let run = place
        .run(&["compile", "two.wgsl", "--emit", "requirements", "-o", "-"])
        .good();
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("`maxPerStageDescriptorStorageBuffers`: 2"), "{text}");
}

/// A report of the hardware database is a device; other descriptions of a device name the command that makes a file.
#[test]
fn other_descriptions_of_a_device() {
    let place = devices();
    place.write(
        "report.json",
        br#"{ "properties": { "apiVersion": 4202496, "deviceName": "x", "limits": { "maxComputeWorkGroupInvocations": 64 } },
              "features": { "shaderFloat64": 1 }, "extensions": [], "extended": {} }"#,
    );
    let run = place.run(&["compile", "wide.wgsl", "--device", "report.json", "-o", "out.spv"]);
    assert!(
        run.stderr.contains("`report.json` does not have `shaderInt64`"),
        "{}",
        run.stderr
    );
    place
        .run(&["compile", "plain.wgsl", "--device", "report.json", "-o", "out.spv"])
        .good();
    place.write(
        "device.txt",
        b"==========\nVULKANINFO\n==========\n\nVulkan Instance Version: 1.3.239\n",
    );
    let run = place.run(&["compile", "plain.wgsl", "--device", "device.txt"]);
    assert_eq!(run.status, 2);
    let part = "the text that `vulkaninfo` prints; `vulkaninfo --json -o device.json` writes a file that can be read";
    assert!(run.stderr.contains(part), "{}", run.stderr);
}
