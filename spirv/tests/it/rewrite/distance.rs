//! Distances and lengths of scalars.

use super::rewritten;
use super::shapes::{HALF, HALVES, assert_counts, assert_untouched, compute, shader};
use spirula::target::Workaround;

#[test]
fn distances_and_lengths_of_scalars_are_absolute_values() {
    let declarations = format!("{HALVES}\n%double = OpTypeFloat 64\n%d1 = OpConstant %double 1");
    let body = "%a = OpExtInst %float %glsl Distance %f1 %f2
        %b = OpExtInst %float %glsl Length %a
        %c = OpExtInst %half %glsl Distance %h1 %h2
        %d = OpExtInst %half %glsl Length %c";
    let annotations = "OpDecorate %a RelaxedPrecision";
    let capabilities = format!("{HALF}\nOpCapability Float64");
    let listing = rewritten(
        &shader(&capabilities, annotations, &declarations, body),
        Workaround::ScalarDistance,
    );
    assert_counts(
        &listing,
        &[
            ("Distance", 0),
            ("Length", 0),
            ("OpFSub", 2),
            ("FAbs", 4),
            ("RelaxedPrecision", 2),
        ],
    );
}

#[test]
fn those_of_vectors_stay() {
    let body = "%a = OpExtInst %float %glsl Distance %f12 %f12
        %b = OpExtInst %float %glsl Length %f121";
    assert_untouched(&compute("", "", body), Workaround::ScalarDistance);
}
