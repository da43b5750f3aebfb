//! `spirula reflect`, and what nobody uses in the reflection of `spirula compile`.

use super::place::Place;

const SHADER: &str = "@group(0) @binding(1) var<storage, read_write> list: array<vec2<f32>>;
@group(2) @binding(0) var<uniform> nobody: vec4<f32>;
override factor: f32 = 2.5;
@compute @workgroup_size(8) fn main() { list[0].x = factor; }";

fn compiled() -> Place {
    let place = Place::with(&[("a.wgsl", SHADER), ("b.wgsl", SHADER), ("wrong.spv", "no module")]);
    let switches = ["--spec-constants", "--names"];
    place
        .run(&[&["compile", "a.wgsl", "-o", "a.spv"][..], &switches].concat())
        .good();
    place
        .run(
            &[
                &["compile", "b.wgsl", "-o", "b.spvasm", "--emit", "spvasm"][..],
                &switches,
            ]
            .concat(),
        )
        .good();
    place
}

#[test]
fn a_module_is_reflected_for_people() {
    let place = compiled();
    let run = place.run(&["reflect", "a.spv"]).good();
    let expected = "entry point `main` (compute)
  workgroup of 8 x 1 x 1
  uses set 0, binding 1
set 0, binding 1 `list`: StorageBuffer, 8 bytes, written [compute]
";
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("array<vec2<f32>>"), "{text}");
    assert!(
        text.ends_with("specialization constant 0 `factor`: f32 = 2.5\n"),
        "{text}"
    );
    // Several have headings, and assembly is read too.
    let text = place.run(&["reflect", "a.spv", "b.spvasm"]).good().stdout;
    let text = String::from_utf8(text).unwrap();
    let (first, second) = text.split_once("b.spvasm:\n").unwrap();
    assert_eq!(first.strip_prefix("a.spv:\n"), Some(second));
}

#[test]
fn a_module_is_reflected_for_machines() {
    let place = compiled();
    let run = place.run(&["reflect", "--json", "a.spv", "wrong.spv"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let text = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [good, wrong] = &lines[..] else { panic!("{text}") };
    assert_eq!(good["file"], "a.spv");
    assert_eq!(good["bindings"][0]["kind"], "storage-buffer");
    assert_eq!(good["entry_points"][0]["workgroup_size"], serde_json::json!([8, 1, 1]));
    assert_eq!(good["spec_constants"][0]["default"], 2.5);
    assert!(good.get("error").is_none());
    assert_eq!(wrong["file"], "wrong.spv");
    assert!(wrong["error"].as_str().unwrap().contains("magic number"), "{wrong}");
    assert!(wrong.get("bindings").is_none());
    let run = place.run(&["reflect", "wrong.spv"]);
    assert!(
        run.status == 1 && run.stderr.starts_with("error: wrong.spv: "),
        "{}",
        run.stderr
    );
    assert_eq!(place.run(&["reflect", "missing.spv"]).status, 2);
}

#[test]
fn what_nobody_uses_is_reflected_on_request() {
    let place = compiled();
    let reflection = |switches: &[&str]| {
        let base = ["compile", "a.wgsl", "--emit", "reflection", "-o", "-"];
        String::from_utf8(place.run(&[&base[..], switches].concat()).good().stdout).unwrap()
    };
    assert!(!reflection(&[]).contains("nobody"));
    let all = reflection(&["--reflect-unused"]);
    assert!(
        all.contains("set 2, binding 0 `nobody`: UniformBuffer, 16 bytes [unused]\n"),
        "{all}"
    );
    // A module of ours has none of them left.
    let modules = ["reflect", "a.spv", "--unused"];
    assert!(
        !String::from_utf8(place.run(&modules).good().stdout)
            .unwrap()
            .contains("unused")
    );
}

#[test]
fn a_shader_in_place_of_a_module_is_named_as_such() {
    let place = Place::with(&[("a.wgsl", super::GOOD)]);
    let message = "a.wgsl: it is a shader and no SPIR-V module; `spirula compile` writes and checks its module";
    place.run(&["reflect", "a.wgsl"]).expect_one(1, message);
    place.run(&["check", "a.wgsl"]).expect_one(2, message);
    // The name decides nothing if the words are a module.
    place.run(&["compile", "a.wgsl", "-o", "b.wgsl"]).good();
    place.run(&["check", "b.wgsl"]).good();
}

#[test]
fn an_entry_point_names_the_push_constants_that_it_uses() {
    let place = Place::new();
    let source = "var<immediate> size: u32;
@group(0) @binding(0) var<storage, read_write> seen: array<u32>;
@compute @workgroup_size(1) fn first() { seen[0] = size; }
@compute @workgroup_size(1) fn second() { seen[0] = 1u; }
";
    place.write("a.wgsl", source.as_bytes());
    let run = place
        .run(&["compile", "a.wgsl", "--emit", "reflection", "-o", "-"])
        .good();
    let text = String::from_utf8(run.stdout).unwrap();
    let expected = "entry point `first` (compute)
  workgroup of 1 x 1 x 1
  uses set 0, binding 0
  uses push constants
entry point `second` (compute)
  workgroup of 1 x 1 x 1
  uses set 0, binding 0
set 0, binding 0 `seen`";
    assert!(text.starts_with(expected), "{text}");
}
