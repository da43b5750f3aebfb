//! Tests of switches that change how a shader is written and not its target.

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

const KINDS: [(&str, &str, &str); 3] = [
    ("wgsl", "@compute @workgroup_size(1) fn main() {}", "GLCompute"),
    (
        "vert",
        "#version 450\nvoid main() { gl_Position = vec4(0.0); }",
        "Vertex",
    ),
    (
        "frag",
        "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(0.0); }",
        "Fragment",
    ),
];

/// For files with any name, and for standard input.
#[test]
fn input_kind_says_what_an_input_is() {
    let place = Place::new();
    for (kind, source, model) in KINDS {
        place.write("shader", source.as_bytes());
        let emit = ["--emit", "spvasm", "-o", "-"];
        let named = place.run(&[&["compile", "shader", "--input-kind", kind], &emit[..]].concat());
        assert_eq!(named.status, 0, "{}", named.stderr);
        let piped = place.run_with_input(&[&["compile", "-", "--input-kind", kind], &emit[..]].concat(), source);
        assert_eq!(piped.status, 0, "{}", piped.stderr);
        for run in [named, piped] {
            let text = String::from_utf8(run.stdout).expect("a listing");
            assert!(text.contains(&format!("OpEntryPoint {model} ")), "{text}");
        }
    }
}

/// Each index and loop with its place, whether it is checked, and why.
#[test]
fn checks_are_explained() {
    let shader = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<private> table: array<u32, 8>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) id: u32, @builtin(global_invocation_id) global: vec3<u32>) {
    table[id] = 1u;
    if global.x < arrayLength(&data) {
        data[global.x] = table[data[global.x] & 15u];
    }
    data[global.y] = table[global.z];
    for (var d = 1u; d < 8u; d <<= 1u) { data[0] += d; }
    for (var d = 1u; d < global.x; d <<= 1u) { data[0] += d; }
    while data[0] > 3u { data[0] -= 1u; }
}
";
    let place = Place::with(&[("a.wgsl", shader)]);
    let expected = "\
a.wgsl:5:5: index, not checked: the index is from 0 to 7, of 8 elements
a.wgsl:7:9: index, not checked: the index is below the length of the array
a.wgsl:7:26: index, checked: the index is from 0 to 15, of 8 elements
a.wgsl:7:32: index, not checked: the index is below the length of the array
a.wgsl:9:5: index, checked: nothing shows that the index is below the length of the run-time array
a.wgsl:9:22: index, checked: nothing bounds the index, of 8 elements
a.wgsl:10:5: loop, not bounded: `d` moves in one direction in each round and does not wrap
a.wgsl:11:5: loop, bounded: no local variable moves in one direction in each round without wrapping
a.wgsl:12:5: loop, bounded: no local variable moves in one direction in each round without wrapping
";
    for arguments in [&["--explain-checks"][..], &["--emit", "checks"]] {
        let mut all = vec!["compile", "a.wgsl"];
        all.extend(arguments);
        let run = place.run(&all).good();
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{arguments:?}");
    }
    let robust = place
        .run(&[
            "compile",
            "a.wgsl",
            "--explain-checks",
            "--rely-on-robust-access",
            "--enable",
            "robustBufferAccess2",
        ])
        .good();
    let unproved = "the length of the run-time array";
    assert_eq!(
        String::from_utf8_lossy(&robust.stdout),
        expected.replace(unproved, &format!("{unproved}; robustBufferAccess2 checks it"))
    );
    let run = place.run(&["compile", "a.wgsl", "--explain-checks", "--bounds-checks", "unchecked"]);
    let loops = expected.lines().skip(6).map(|line| format!("{line}\n"));
    assert_eq!(String::from_utf8_lossy(&run.good().stdout), loops.collect::<String>());
}

/// Without a device the properties are those of the version; a property says that this device differs.
#[test]
fn a_property_of_float_controls_is_one_of_the_target() {
    let place = Place::new();
    let shader =
        "@group(0) @binding(0) var<storage, read_write> x: f32;\n@compute @workgroup_size(1) fn main() { x *= x; }";
    place.write("a.wgsl", shader.as_bytes());
    let run = |property: &str| {
        let asked = ["--target-env", "vulkan1.2", "--float-controls", "f32:denorm=preserve"];
        let switches = ["compile", "a.wgsl", "--float-property", property, "-o", "a.spv"];
        place.run(&[&switches[..], &asked].concat())
    };
    assert_eq!(run("shaderDenormPreserveFloat32=true").status, 0);
    let refused = run("shaderDenormPreserveFloat32=false");
    assert_eq!(refused.status, 1);
    assert!(
        refused.stderr.contains("shaderDenormPreserveFloat32"),
        "{}",
        refused.stderr
    );
    for wrong in [
        "shaderDenormPreserveFloat32",
        "shaderDenormPreserveFloat32=maybe",
        "shaderFloat16=true",
    ] {
        assert_eq!(run(wrong).status, 2, "{wrong}");
    }
}
