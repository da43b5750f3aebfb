//! Switches that change what is written for a shader and nothing about its target.

use super::place::Place;

const SHADER: &str = "@group(0) @binding(0) var<storage, read_write> numbers: vec2<i32>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) index: u32) {
    numbers.x = numbers.x / (numbers.y + i32(index));
}";

fn listing(switches: &[&str]) -> String {
    let place = Place::new();
    place.write("a.wgsl", SHADER.as_bytes());
    let run = place.run(&[&["compile", "a.wgsl", "--emit", "spvasm", "-o", "-"], switches].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    String::from_utf8(run.stdout).expect("a listing is text")
}

#[test]
fn division_is_guarded_by_default() {
    let (guarded, unguarded) = (listing(&[]), listing(&["--unguarded-division"]));
    assert!(
        guarded.contains("OpSelect") && guarded.contains("OpFunctionCall"),
        "{guarded}"
    );
    assert!(
        unguarded.contains("OpSDiv") && !unguarded.contains("OpSelect"),
        "{unguarded}"
    );
}

#[test]
fn debug_information_has_three_levels() {
    let levels = ["-g0", "-g1", "-g2"].map(|level| listing(&[level]));
    assert_eq!(levels[0], listing(&[]));
    assert_eq!(levels[2], listing(&["-g"]));
    let has = |text: &str| levels.each_ref().map(|listing| listing.contains(text));
    assert_eq!(has("OpLine"), [false, true, false]);
    assert_eq!(has("DebugLocalVariable"), [false, false, true]);
    assert_eq!(has("OpName"), [false, true, true]);
    let place = Place::new();
    place.write("a.wgsl", SHADER.as_bytes());
    assert_eq!(place.run(&["compile", "a.wgsl", "-g3"]).status, 2);
    let strict = [
        "compile",
        "a.wgsl",
        "-g",
        "--strict",
        "--target-env",
        "vulkan1.2",
        "-o",
        "a.spv",
    ];
    let run = place.run(&strict);
    assert_eq!(run.status, 0);
    assert!(run.stderr.contains("SPV_KHR_non_semantic_info"), "{}", run.stderr);
}

#[test]
fn inputs_have_names_by_default() {
    let (named, unnamed) = (listing(&["-g1"]), listing(&["-g1", "--no-interface-names"]));
    assert!(named.contains(" \"index\"\n"), "{named}");
    let without_source = unnamed.lines().filter(|line| !line.contains("OpSource"));
    assert!(
        without_source
            .clone()
            .all(|line| !line.trim_end().ends_with("\"index\"")),
        "{unnamed}"
    );
    assert!(
        without_source.clone().any(|line| line.contains("\"numbers\"")),
        "{unnamed}"
    );
    let place = Place::new();
    place.write("a.wgsl", SHADER.as_bytes());
    assert_eq!(place.run(&["compile", "a.wgsl", "--no-interface-names"]).status, 2);
}
