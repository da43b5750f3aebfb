//! Four normalized floats in the bytes of an integer.

use super::rewritten;
use super::shapes::{assert_counts, assert_untouched, compute, shader};
use spirula::target::Workaround;

#[test]
fn signed_bytes_are_shifted_converted_divided_and_clamped() {
    let body = "%result = OpExtInst %float4 %glsl UnpackSnorm4x8 %u5";
    let listing = rewritten(&compute("", "", body), Workaround::Pack4x8);
    assert_counts(
        &listing,
        &[
            ("UnpackSnorm4x8", 0),
            ("OpShiftLeftLogical", 1),
            ("OpShiftRightArithmetic", 1),
            ("OpConvertSToF", 1),
            ("OpFDiv", 1),
            ("FClamp", 1),
            ("OpBitwiseAnd", 0),
        ],
    );
}

#[test]
fn unsigned_bytes_are_shifted_converted_and_divided() {
    let body = "%result = OpExtInst %float4 %glsl UnpackUnorm4x8 %i5";
    let listing = rewritten(&compute("", "", body), Workaround::Pack4x8);
    assert_counts(
        &listing,
        &[
            ("UnpackUnorm4x8", 0),
            ("OpShiftRightLogical", 1),
            ("OpConvertUToF", 1),
            ("OpFDiv", 1),
            ("Clamp", 0),
            ("OpBitwiseAnd", 0),
        ],
    );
}

#[test]
fn floats_are_clamped_rounded_and_joined() {
    for (op, convert) in [("PackSnorm4x8", "OpConvertFToS"), ("PackUnorm4x8", "OpConvertFToU")] {
        for ty in ["%uint", "%int"] {
            let body = format!("%result = OpExtInst {ty} %glsl {op} %f1212");
            let listing = rewritten(&compute("", "", &body), Workaround::Pack4x8);
            assert_counts(
                &listing,
                &[
                    (op, 0),
                    ("NClamp", 1),
                    ("OpFMul", 1),
                    ("RoundEven", 1),
                    (convert, 1),
                    ("OpBitwiseOr", 3),
                    ("OpBitwiseAnd", 0),
                ],
            );
        }
    }
}

#[test]
fn the_arithmetic_has_the_decorations_and_the_integer_has_none() {
    let annotations = "OpDecorate %packed NoContraction
        OpDecorate %unpacked RelaxedPrecision";
    let body = "%packed = OpExtInst %uint %glsl PackSnorm4x8 %f1212
        %unpacked = OpExtInst %float4 %glsl UnpackSnorm4x8 %packed";
    let listing = rewritten(&shader("", annotations, "", body), Workaround::Pack4x8);
    // The clamp, the product and what is rounded; the quotient and the clamp.
    assert_counts(&listing, &[("NoContraction", 3), ("RelaxedPrecision", 2)]);
}

#[test]
fn other_packing_instructions_stay() {
    let body = "%a = OpExtInst %uint %glsl PackSnorm2x16 %f12
        %b = OpExtInst %uint %glsl PackHalf2x16 %f12
        %c = OpExtInst %float2 %glsl UnpackUnorm2x16 %a";
    assert_untouched(&compute("", "", body), Workaround::Pack4x8);
}
