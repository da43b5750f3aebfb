//! Tests of devices and of reports for them: `--device`, `spirula features`, `--emit requirements` and `--emit
//! reflection`.

use std::fs;

use super::place::{Place, Run};

const PROFILE: &str = r#"{
    "profiles": { "VP_a": { "api-version": "1.1.0", "capabilities": ["d"] } },
    "capabilities": { "d": {
        "features": { "VkPhysicalDeviceFeatures": { "shaderInt64": true } },
        "properties": { "VkPhysicalDeviceProperties": { "limits": { "maxComputeWorkGroupInvocations": 64 } } }
    } }
}"#;

const WIDE: &str = "@group(1) @binding(2) var<storage, read_write> sums: array<u64>;\n\
    @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) at: u32) { sums[at] += 1lu; }\n";

fn text(run: &Run) -> &str {
    std::str::from_utf8(&run.stdout).unwrap()
}

#[test]
fn a_device_says_what_it_has() {
    let place = Place::new();
    place.write("device.json", PROFILE.as_bytes());
    place.write("wide.wgsl", WIDE.as_bytes());
    place.write("large.wgsl", b"@compute @workgroup_size(65) fn main() {}");
    place.write(
        "doubles.wgsl",
        b"@compute @workgroup_size(1) fn main() { var x = 1lf; x += x; }",
    );
    let run = |file: &str| place.run(&["compile", file, "--device", "device.json"]);
    assert_eq!(run("wide.wgsl").status, 0);
    let large = run("large.wgsl");
    assert_eq!(large.status, 1);
    assert!(
        large.stderr.contains("maxComputeWorkGroupInvocations"),
        "{}",
        large.stderr
    );
    let doubles = run("doubles.wgsl");
    assert_eq!(doubles.status, 1);
    assert!(doubles.stderr.contains("shaderFloat64"), "{}", doubles.stderr);
}

/// The default values of a specialized workgroup size are compared with the device's limits, by `compile` and by
/// `check`.
#[test]
fn open_sizes_are_held_against_a_device() {
    let place = Place::new();
    place.write("device.json", PROFILE.as_bytes());
    place.write(
        "open.wgsl",
        b"override wgx = 4096; @compute @workgroup_size(wgx, 4) fn main() {}",
    );
    let refused = place.run(&["compile", "open.wgsl", "--spec-constants", "--device", "device.json"]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.stderr.contains("maxComputeWorkGroupInvocations"),
        "{}",
        refused.stderr
    );
    let compiled = place.run(&[
        "compile",
        "open.wgsl",
        "--spec-constants",
        "--target-env",
        "vulkan1.1",
        "-o",
        "open.spv",
    ]);
    assert_eq!(compiled.status, 0, "{}", compiled.stderr);
    let checked = place.run(&["check", "open.spv", "--device", "device.json"]);
    assert_eq!(checked.status, 1);
    assert!(
        checked.stderr.contains("16384") || text(&checked).contains("16384"),
        "{}",
        checked.stderr
    );
    let reflect = |how: &str| place.run(&["compile", "open.wgsl", "--spec-constants", "--emit", how]);
    let run = reflect("reflection");
    assert!(
        text(&run).contains("workgroup of 4096 (SpecId 0) x 4 x 1"),
        "{}",
        text(&run)
    );
    let json = reflect("reflection-json");
    let reflection: serde_json::Value = serde_json::from_str(text(&json)).unwrap();
    let entry = &reflection["entry_points"][0];
    assert_eq!(entry["workgroup_size"], serde_json::json!([4096, 4, 1]));
    assert_eq!(entry["workgroup_size_ids"], serde_json::json!([0, null, null]));
}

#[test]
fn a_device_that_is_none_is_wrong_usage() {
    let place = Place::new();
    place.write("a.wgsl", WIDE.as_bytes());
    place.write("broken.json", b"{");
    place.write("device.json", PROFILE.as_bytes());
    for (device, part) in [
        ("absent.json", "cannot read the profile `absent.json`"),
        ("broken.json", "not JSON"),
        ("device.json#VP_b", "no profile `VP_b`"),
    ] {
        let run = place.run(&["compile", "a.wgsl", "--device", device]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
    let both = place.run(&[
        "compile",
        "a.wgsl",
        "--device",
        "device.json",
        "--target-env",
        "vulkan1.1",
    ]);
    assert_eq!(both.status, 2);
    assert_eq!(
        place.run(&["compile", "a.wgsl", "--device", "device.json#VP_a"]).status,
        0
    );
}

#[test]
fn features_are_listed() {
    let place = Place::new();
    place.write("device.json", PROFILE.as_bytes());
    let listed = place.run(&["features", "--device", "device.json"]);
    assert_eq!(listed.status, 0);
    let enabled = text(&listed).split("\nallowed").next().unwrap();
    assert!(enabled.contains("shaderInt64"), "{enabled}");
    assert!(!enabled.contains("shaderFloat64"));
    let json = place.run(&["features", "--target-env", "vulkan1.2", "--message-format", "json"]);
    let rows: Vec<serde_json::Value> = text(&json)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), spirula::Feature::ALL.len());
    let half = rows.iter().find(|row| row["feature"] == "shaderFloat16").unwrap();
    assert_eq!(half["support"], "allowed");
    assert_eq!(half["core"], "1.2");
    assert_eq!(half["capabilities"][0], "Float16");
}

#[test]
fn requirements_have_places() {
    let place = Place::new();
    place.write("wide.wgsl", WIDE.as_bytes());
    let run = place.run(&["compile", "wide.wgsl", "--emit", "requirements"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for part in ["`shaderInt64` (capability Int64", "first at wide.wgsl:"] {
        assert!(text(&run).contains(part), "{}", text(&run));
    }
    let json = place.run(&[
        "compile",
        "wide.wgsl",
        "--emit",
        "requirements-json",
        "-o",
        "needs.json",
    ]);
    assert_eq!(json.status, 0, "{}", json.stderr);
    let needs: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(place.path("needs.json")).unwrap()).unwrap();
    let needs = needs.as_array().unwrap();
    let wide = needs.iter().find(|need| need["name"] == "shaderInt64").unwrap();
    assert_eq!(wide["capability"], "Int64");
    assert!(wide["line"].as_u64().is_some_and(|line| line >= 1));
    let group = needs
        .iter()
        .find(|need| need["name"] == "maxComputeWorkGroupInvocations")
        .unwrap();
    assert_eq!(group["value"], 64);
    // JSON messages have the names for every compilation.
    let line = place.run(&["compile", "wide.wgsl", "--message-format", "json"]);
    let line: serde_json::Value = serde_json::from_str(text(&line).trim()).unwrap();
    let names = line["requirements"].as_array().unwrap();
    assert!(names.iter().any(|name| name == "shaderInt64"), "{names:?}");
}

#[test]
fn reflection_tells_what_to_bind() {
    let place = Place::new();
    place.write("wide.wgsl", WIDE.as_bytes());
    place.write(
        "bindings.json",
        br#"[{ "group": 1, "binding": 2, "descriptor_set": 5, "descriptor_binding": 6 }]"#,
    );
    let json = [
        "compile",
        "wide.wgsl",
        "--emit",
        "reflection-json",
        "--bindings",
        "bindings.json",
    ];
    let json = place.run(&json);
    assert_eq!(json.status, 0, "{}", json.stderr);
    let reflection: serde_json::Value = serde_json::from_str(text(&json)).unwrap();
    let sums = &reflection["bindings"][0];
    for (key, value) in [
        ("group", 1),
        ("binding", 2),
        ("descriptor_set", 5),
        ("descriptor_binding", 6),
        ("size", 8),
    ] {
        assert_eq!(sums[key], value, "{key}");
    }
    assert_eq!(sums["kind"], "storage-buffer");
    assert_eq!(sums["writable"], true);
    let entry = &reflection["entry_points"][0];
    assert_eq!(entry["stage"], "compute");
    assert_eq!(entry["workgroup_size"], serde_json::json!([64, 1, 1]));
    assert_eq!(entry["inputs"][0]["built_in"], "LocalInvocationIndex");
    assert_eq!(entry["bindings"], serde_json::json!([0]));
    let run = place.run(&["compile", "wide.wgsl", "--emit", "reflection"]);
    let part = "set 1, binding 2 `sums`: StorageBuffer";
    assert!(text(&run).contains(part), "{}", text(&run));
}

/// The flags that a refusal suggests exist on the command line, and they help.
#[test]
fn what_a_refusal_suggests_can_be_typed() {
    let place = Place::new();
    place.write("wide.wgsl", WIDE.as_bytes());
    place.write(
        "half.wgsl",
        b"enable f16; @group(0) @binding(0) var<storage, read_write> o: array<f16>;\n\
          @compute @workgroup_size(1) fn main() { o[0] += 1h; }",
    );
    place.write(
        "mesh.wgsl",
        b"enable wgpu_mesh_shader; var<task_payload> p: u32;\n\
          @task @payload(p) @workgroup_size(1) fn main() -> @builtin(mesh_task_size) vec3<u32> { p = 1u; return vec3<u32>(1u); }",
    );
    for (file, environment) in [
        ("wide.wgsl", &["--strict"][..]),
        ("half.wgsl", &["--strict"]),
        ("half.wgsl", &["--target-env", "vulkan1.0", "--strict"]),
        ("mesh.wgsl", &["--target-env", "vulkan1.0"]),
        ("mesh.wgsl", &["--target-env", "vulkan1.2", "--core-only"]),
    ] {
        let run = |more: &[&str]| place.run(&[&["compile", file, "-o", "out.spv"], environment, more].concat());
        let refused = run(&[]);
        assert_eq!(refused.status, 1, "{}", refused.stderr);
        let lines = refused.stderr.lines();
        let suggested = lines.filter_map(|line| line.split_once("to allow it: ").map(|(_, flags)| flags));
        let flags: Vec<&str> = suggested.flat_map(|flags| flags.split(' ')).collect();
        assert!(!flags.is_empty(), "{}", refused.stderr);
        // A suggested environment replaces the given one.
        let helped = if flags.contains(&"--target-env") {
            place.run(&[&["compile", file, "-o", "out.spv"], flags.as_slice()].concat())
        } else {
            run(&flags)
        };
        assert_eq!(helped.status, 0, "{file} with {flags:?}: {}", helped.stderr);
    }
}

#[test]
fn the_memory_model_can_be_asked_for() {
    let place = Place::new();
    place.write("wide.wgsl", WIDE.as_bytes());
    let run = |environment: &str, more: &[&str]| {
        let arguments = [
            "compile",
            "wide.wgsl",
            "--emit",
            "spvasm",
            "-o",
            "-",
            "--target-env",
            environment,
        ];
        place.run(&[&arguments, more].concat())
    };
    assert!(text(&run("vulkan1.2", &[])).contains("OpMemoryModel Logical GLSL450"));
    let asked = run("vulkan1.2", &["--vulkan-memory-model"]);
    assert!(
        text(&asked).contains("OpMemoryModel Logical Vulkan"),
        "{}",
        asked.stderr
    );
    assert!(text(&asked).contains("NonPrivatePointer"));
    let refused = run("vulkan1.0", &["--vulkan-memory-model"]);
    assert_eq!(refused.status, 1);
    assert!(refused.stderr.contains("`vulkanMemoryModel`"), "{}", refused.stderr);
    let refused = run(
        "vulkan1.2",
        &["--vulkan-memory-model", "--disable", "vulkanMemoryModel"],
    );
    assert_eq!(refused.status, 1);
    assert!(
        refused.stderr.contains("--enable vulkanMemoryModel"),
        "{}",
        refused.stderr
    );
}
