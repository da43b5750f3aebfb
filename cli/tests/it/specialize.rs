//! `spirula specialize`.

use super::place::Place;

const SHADER: &str = "override factor: f32 = 2.5;
@id(7) override count: u32 = 3;
@group(0) @binding(0) var<storage, read_write> list: array<f32>;
var<workgroup> shared_list: array<f32, count + 1>;
@compute @workgroup_size(count * 2) fn main(@builtin(local_invocation_index) i: u32) {
    shared_list[i % count] = factor;
    workgroupBarrier();
    list[i] = shared_list[0];
}";

fn compiled() -> Place {
    let place = Place::with(&[("a.wgsl", SHADER)]);
    place
        .run(&["compile", "a.wgsl", "-o", "a.spv", "--spec-constants", "--names"])
        .good();
    place
}

#[test]
fn a_module_is_specialized() {
    let place = compiled();
    let run = place
        .run(&[
            "specialize",
            "a.spv",
            "--override",
            "factor=0.5",
            "--override",
            "7=8",
            "-o",
            "b.spv",
        ])
        .good();
    assert_eq!((run.stdout.as_slice(), run.stderr.as_str()), (&[][..], ""));
    place.run(&["check", "b.spv"]).good();
    let text = String::from_utf8(place.run(&["reflect", "b.spv"]).good().stdout).unwrap();
    assert!(text.contains("workgroup of 16 x 1 x 1"), "{text}");
    assert!(!text.contains("specialization constant"), "{text}");
    // Only what is given.
    place
        .run(&["specialize", "a.spv", "--only", "--override", "count=8", "-o", "c.spv"])
        .good();
    place.run(&["check", "c.spv"]).good();
    let text = String::from_utf8(place.run(&["reflect", "c.spv"]).good().stdout).unwrap();
    assert!(
        text.contains("`factor`: f32 = 2.5") && !text.contains("`count`"),
        "{text}"
    );
    // To standard output.
    let run = place.run(&["specialize", "a.spv", "-o", "-"]).good();
    assert_eq!(run.stdout.first_chunk(), Some(&0x0723_0203_u32.to_le_bytes()));
}

#[test]
fn wrong_values_are_explained() {
    let place = compiled();
    for (given, expected) in [
        (
            "faktor=1",
            "`faktor` is no specialization constant of the module; known are",
        ),
        ("9=1", "SpecId 9 is no specialization constant of the module; known are"),
        ("count=-1", "`count`: `-1` is no unsigned integer of 32 bits"),
        ("count=0", "at least 1 is needed"),
    ] {
        let run = place.run(&["specialize", "a.spv", "--override", given, "-o", "b.spv"]);
        assert_eq!(run.status, 1, "{given}");
        assert!(run.stderr.contains(expected), "{given}: {}", run.stderr);
        assert!(!place.path("b.spv").exists());
    }
    let run = place.run(&["specialize", "a.spv", "--override", "count", "-o", "b.spv"]);
    assert_eq!(run.status, 2);
    assert_eq!(place.run(&["specialize", "none.spv", "-o", "b.spv"]).status, 2);
}
