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
fn inputs_have_names_by_default() {
    let (named, unnamed) = (listing(&["-g"]), listing(&["-g", "--no-interface-names"]));
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
