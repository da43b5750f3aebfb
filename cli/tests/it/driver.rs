//! Tests of drivers on the command line: `--driver`, `--platform`, `--workaround`, `--no-workaround`, the driver of
//! `--device`, what is reported of them, and the commands of `docs/drivers.md`.

use std::process::Command;

use serde_json::Value;
use spirula::target::Workaround;

use super::place::{Place, Run};

const PAGE: &str = include_str!("../../../docs/drivers.md");

/// The clamp is an `FClamp`.
const CLAMP: &str = "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    data[at.x] = clamp(data[at.x], 0.25, 0.75);
}
";

/// What `vulkaninfo --json` has of Intel's driver for Windows.
const INTEL: &str = r#"{
    "profiles": { "VP_a": { "api-version": "1.1.0", "capabilities": ["d"] } },
    "capabilities": { "d": { "properties": {
        "VkPhysicalDeviceProperties": { "vendorID": 32902, "deviceID": 17937, "driverVersion": 1660374,
            "deviceName": "Intel(R) Iris(R) Xe Graphics" },
        "VkPhysicalDeviceDriverProperties": { "driverID": "VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS",
            "driverInfo": "Intel driver" }
    } } }
}"#;

fn text(run: &Run) -> &str {
    std::str::from_utf8(&run.stdout).unwrap()
}

fn place() -> Place {
    Place::with(&[("a.wgsl", CLAMP), ("intel.json", INTEL)])
}

fn listing(place: &Place, switches: &[&str]) -> String {
    let run = place.run(&[&["compile", "a.wgsl", "--emit", "spvasm", "-o", "-"], switches].concat());
    text(&run.good()).to_owned()
}

#[test]
fn a_driver_has_its_workarounds() {
    let place = place();
    let is_clamped = |switches: &[&str]| listing(&place, switches).contains("FClamp");
    assert!(is_clamped(&[]));
    assert!(!is_clamped(&["--driver", "intel"]));
    assert!(!is_clamped(&["--driver", "intel:101.5590", "--platform", "windows"]));
    assert!(is_clamped(&["--driver", "intel", "--platform", "linux"]));
    assert!(is_clamped(&["--driver", "anv"]));
    assert!(!is_clamped(&["--device", "intel.json"]));
    assert!(is_clamped(&["--device", "intel.json", "--driver", "anv"]));
    assert!(is_clamped(&["--device", "intel.json", "--platform", "linux-64"]));
    assert!(!is_clamped(&["--workaround", "float-clamp,switch-range"]));
    assert!(is_clamped(&["--driver", "intel", "--no-workaround", "float-clamp"]));
    assert!(is_clamped(&["--workaround", "switch-range"]));
    // Without a driver, and with one that has no fault, the words are the same.
    assert_eq!(listing(&place, &[]), listing(&place, &["--driver", "lavapipe"]));
}

#[test]
fn limits_of_a_driver_hold_unless_they_are_asked_for() {
    let place = Place::with(&[(
        "a.wgsl",
        "var<workgroup> shared_: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) at: u32) {
    shared_[at] = at; workgroupBarrier(); data[at] = shared_[63u - at];
}
",
    )]);
    let environment = ["--target-env", "vulkan1.3"];
    let null = |switches: &[&str]| listing(&place, &[&environment, switches].concat());
    let is_null = |listing: &str| {
        let mut variables = listing.lines().filter(|line| line.contains("OpVariable"));
        variables.any(|line| line.contains("Workgroup %"))
    };
    let plain = null(&[]);
    assert!(is_null(&plain) && plain.contains("; Version: 1.6"), "{plain}");
    let mali = null(&["--driver", "mali"]);
    assert!(!is_null(&mali) && mali.contains("; Version: 1.3"), "{mali}");
    let asked = null(&["--driver", "mali", "--enable", "shaderZeroInitializeWorkgroupMemory"]);
    assert!(is_null(&asked), "{asked}");
    // What a driver gets wrong is valid.
    let compile = ["compile", "a.wgsl", "-o", "a.spv"];
    place.run(&[&compile[..], &environment].concat()).good();
    let check = ["check", "a.spv", "--driver", "mali", "--platform", "android"];
    place.run(&[&check[..], &environment].concat()).expect(0, &[]);
}

#[test]
fn what_was_rewritten_is_reported() {
    let place = place();
    let needs = |switches: &[&str]| {
        let run = place.run(&[&["compile", "a.wgsl", "--emit", "requirements"], switches].concat());
        text(&run.good()).to_owned()
    };
    assert!(!needs(&[]).contains("workaround"));
    let rewritten = needs(&["--driver", "intel"]);
    assert!(
        rewritten.contains("workaround `float-clamp`: 1 place, in %"),
        "{rewritten}"
    );
    let emit = ["compile", "a.wgsl", "--driver", "intel", "--emit", "requirements-json"];
    let array: Value = serde_json::from_slice(&place.run(&emit).good().stdout).unwrap();
    let entry = array.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&entry["workaround"], &entry["count"]),
        (&"float-clamp".into(), &1.into())
    );
    assert_eq!(entry["functions"].as_array().unwrap().len(), 1);
    let lines = |switches: &[&str]| {
        let json = ["compile", "a.wgsl", "-o", "a.spv", "--message-format", "json"];
        place.run(&[&json, switches].concat()).good().lines().remove(0)
    };
    assert_eq!(lines(&[])["workarounds"], serde_json::json!([]));
    assert_eq!(lines(&["--driver", "intel"])["workarounds"][0], *entry);
}

#[test]
fn features_list_the_faults_of_a_driver() {
    let place = place();
    let features = |switches: &[&str]| {
        let run = place.run(&[&["features"], switches].concat()).good();
        text(&run).to_owned()
    };
    assert!(!features(&[]).contains("\ndriver "));
    let listed = features(&["--driver", "radv:25.2.1"]);
    let (_, faults) = listed
        .split_once("\ndriver radv 25.2.1 (3): ")
        .expect("the driver's faults");
    for part in [
        "float-negation",
        "float-absolute",
        "scalar-distance",
        "before 25.3",
        "crbug.com/448294721",
    ] {
        assert!(faults.contains(part), "{part}: {faults}");
    }
    assert!(features(&["--driver", "radv:25.3"]).contains("\ndriver radv 25.3 (0): "));
    let listed = features(&["--driver", "mali", "--platform", "android"]);
    for part in [
        "driver mali on android",
        "without shaderZero",
        "at most SPIR-V 1.3",
        "vector-and",
    ] {
        assert!(listed.contains(part), "{part}: {listed}");
    }
    let listed = features(&["--device", "intel.json"]);
    assert!(listed.contains("\ndriver intel 101.5590 ("), "{listed}");
    let json = ["features", "--driver", "mali", "--message-format", "json"];
    let rows = place.run(&json).good().lines();
    let mut faults = rows.iter().filter(|row| row["feature"].is_null());
    assert!(faults.clone().any(|row| row["at_most"] == "1.3"));
    assert!(
        faults
            .clone()
            .any(|row| row["without"] == "shaderZeroInitializeWorkgroupMemory")
    );
    let pack = faults.find(|row| row["workaround"] == "pack-4x8").unwrap();
    assert_eq!(pack["source"], "crbug.com/379551588");
    assert_eq!(pack["drivers"], "mali");
    assert_eq!(pack["versions"], "all");
}

#[test]
fn wrong_names_are_wrong_usage() {
    let place = place();
    for (switches, messages) in [
        (
            &["--driver", "andreno"][..],
            &["nearest is `adreno`", "swiftshader"][..],
        ),
        (&["--driver", "mali:g6p0"], &["no version of `mali`", "r38p1"]),
        (
            &["--driver", "mali", "--platform", "ios"],
            &["known are android, windows, linux, macos"],
        ),
        (&["--platform", "android"], &["`--driver NAME`"]),
        (&["--workaround", "float-clam"], &["nearest is `float-clamp`"]),
        (&["--no-workaround", "clamp"], &["nearest is `float-clamp`"]),
        (
            &["--workaround", "float-clamp", "--no-workaround", "float-clamp"],
            &["`float-clamp` is given both"],
        ),
    ] {
        let run = place.run(&[&["compile", "a.wgsl"], switches].concat());
        run.expect(2, messages);
    }
}

#[test]
fn a_project_names_the_drivers_of_its_targets() {
    let place = place();
    place.write(
        "spirula.toml",
        b"[target.intel]\ndriver = \"intel\"\nplatform = \"windows\"\n\
          [target.kept]\ndriver = \"intel\"\nno-workaround = [\"float-clamp\"]\n\
          [target.named]\nworkaround = [\"float-clamp\", \"vector-and\"]\n\
          [[shaders]]\ninputs = [\"a.wgsl\"]\nemit = \"spvasm\"\n",
    );
    place.run(&["build"]).good();
    for (target, is_clamped) in [("intel", false), ("kept", true), ("named", false)] {
        let listing = String::from_utf8(place.read(&format!("out/{target}/a.wgsl.spvasm"))).unwrap();
        assert_eq!(listing.contains("FClamp"), is_clamped, "{target}");
    }
}

/// The commands of the page, and its loop over the workarounds, which has all of them.
#[test]
#[cfg(unix)]
fn the_commands_of_the_page_work() {
    let place = Place::with(&[("scale.wgsl", CLAMP), ("shader.wgsl", CLAMP)]);
    let commands = PAGE.lines().filter_map(|line| line.strip_prefix("$ spirula "));
    let mut ran = 0;
    for command in commands {
        place.run(&command.split(' ').collect::<Vec<_>>()).good();
        ran += 1;
    }
    assert_eq!(ran, 4);
    let (_, block) = PAGE.split_once("```sh\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let (_, names) = block.split_once("for name in ").unwrap();
    let (names, _) = names.split_once("; do").unwrap();
    let names = names.split_whitespace().filter(|word| *word != "\\");
    assert!(names.eq(Workaround::ALL.iter().map(|workaround| workaround.name())));
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_spirula")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let run = Command::new("sh")
        .args(["-c", block])
        .current_dir(place.path(""))
        .env("PATH", &path)
        .output()
        .unwrap();
    assert!(run.stderr.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
    let left: Vec<_> = place
        .files()
        .into_iter()
        .filter(|name| name.starts_with("try-"))
        .collect();
    assert_eq!(left, ["try-float-clamp.spv"]);
}

/// A module that negates a boolean, which an old driver of Adreno gets wrong.
const NEGATES: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%bool = OpTypeBool
%true = OpConstantTrue %bool
%signature = OpTypeFunction %void
%main = OpFunction %void None %signature
%entry = OpLabel
%negated = OpLogicalNot %bool %true
OpReturn
OpFunctionEnd
";

/// The check warns of what the driver gets wrong, and the fields of a warning are those that `docs/check.md` lists.
#[test]
fn the_check_warns_for_the_driver() {
    const CHECK_PAGE: &str = include_str!("../../../docs/check.md");
    let place = Place::with(&[("a.spvasm", NEGATES)]);
    let check = |driver| {
        place
            .run(&["check", "a.spvasm", "--driver", driver, "--message-format", "json"])
            .good()
            .lines()
    };
    assert_eq!(check("lavapipe")[0]["warned"], 0);
    let lines = check("adreno:512.400");
    let warning = &lines[0]["warnings"][0];
    assert_eq!(
        (&warning["rule"], &warning["line"]),
        (&"driver/logical-not".into(), &11.into())
    );
    let (_, table) = CHECK_PAGE.split_once("A warning:\n").unwrap();
    let (table, _) = table.split_once("\n\n`--rules").unwrap();
    let rows = table
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split(" |").next());
    let mut documented: Vec<&str> = rows
        .flat_map(|row| row.split(", "))
        .map(|name| name.trim_matches('`'))
        .collect();
    let mut fields: Vec<&String> = warning.as_object().unwrap().keys().collect();
    documented.sort_unstable();
    fields.sort_unstable();
    assert_eq!(fields, documented);
}
