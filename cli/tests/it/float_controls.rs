//! Tests of float controls on the command line: their effect, and the messages of refusals.

use super::place::Place;

const SHADER: &str = "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
fn work(x: f32) -> f32 { return x * x + data[1]; }
@compute @workgroup_size(1) fn first() { data[0] = work(data[0]); }
@compute @workgroup_size(1) fn second() { data[0] = work(data[0]); }
";

/// The listing that a command writes.
fn listing(arguments: &[&str]) -> String {
    let place = Place::with(&[("a.wgsl", SHADER)]);
    let all = [&["compile", "a.wgsl", "--emit", "spvasm", "-o", "-"], arguments].concat();
    String::from_utf8(place.run(&all).good().stdout).unwrap()
}

#[test]
fn controls_are_for_all_entry_points_or_for_one() {
    let text = listing(&[
        "--float-controls",
        "f32:denorm=preserve,round=rte,nan=preserve;f16:denorm=flush",
        "--float-controls",
        "compute:second@f32:round=rtz",
    ]);
    for (mode, count) in [
        ("DenormPreserve 32", 1),
        ("RoundingModeRTE 32", 1),
        ("SignedZeroInfNanPreserve 32", 1),
        ("RoundingModeRTZ 32", 1),
        ("DenormFlushToZero 16", 0),
        ("OpExtension \"SPV_KHR_float_controls\"", 1),
    ] {
        assert_eq!(text.matches(mode).count(), count, "{mode}\n{text}");
    }
}

#[test]
fn contraction_is_turned_off_everywhere_or_by_name() {
    assert_eq!(listing(&[]).matches("NoContraction").count(), 0);
    for arguments in [
        &["--no-contraction"][..],
        &["--no-contraction=work"],
        &["--float-controls", "contract=off"],
    ] {
        assert_eq!(listing(arguments).matches("NoContraction").count(), 2, "{arguments:?}");
    }
    assert_eq!(
        listing(&["--no-contraction=first,@invariant"])
            .matches("NoContraction")
            .count(),
        0
    );
}

#[test]
fn a_refusal_names_the_property_and_the_rule() {
    let place = Place::with(&[("a.wgsl", SHADER)]);
    let run = place.run(&[
        "compile",
        "a.wgsl",
        "--disable",
        "shaderRoundingModeRTZFloat32",
        "--float-controls",
        "first@f32:round=rtz",
    ]);
    assert_eq!(run.status, 1);
    for part in [
        "the target does not have `shaderRoundingModeRTZFloat32`",
        "VUID-RuntimeSpirv-shaderRoundingModeRTZFloat32-06306",
        "entry point `first`",
    ] {
        assert!(run.stderr.contains(part), "{part}\n{}", run.stderr);
    }
}

#[test]
fn wrong_controls_are_wrong_usage() {
    let place = Place::with(&[("a.wgsl", SHADER)]);
    for (spec, part) in [
        ("f17:round=rte", "f17:round=rte"),
        ("f32:denorm=preserve,denorm=flush", "denorm=flush"),
        ("f32:nan=preserve,fast=none", "fast=none"),
    ] {
        let run = place.run(&["compile", "a.wgsl", "--float-controls", spec]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
    let run = place.run(&["compile", "a.wgsl", "--no-contraction=wrok"]);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("the module has no function `wrok`"),
        "{}",
        run.stderr
    );
}
