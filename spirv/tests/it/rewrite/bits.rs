//! Negations and absolute values by the bits of floats.

use super::rewritten;
use super::shapes::{HALF, HALVES, assert_counts, assert_untouched, compute, shader};
use spirula::target::Workaround;

#[test]
fn negations_invert_the_sign() {
    let body = "%a = OpFNegate %float %f1
        %b = OpFNegate %float2 %f12
        %c = OpFNegate %float3 %f121
        %d = OpFNegate %float4 %f1212
        %e = OpFNegate %half %h1
        %f = OpFNegate %half2 %h12
        %g = OpFNegate %half3 %h121
        %h = OpFNegate %half4 %h1212";
    let listing = rewritten(&compute(HALF, HALVES, body), Workaround::FloatNegation);
    assert_counts(
        &listing,
        &[
            ("OpFNegate", 0),
            ("OpBitwiseXor", 8),
            ("OpBitcast", 16),
            ("OpCompositeConstruct", 1),
            ("OpCompositeExtract", 1),
            ("OpVectorShuffle", 2),
            (" 2147483648", 1),
            (" 2147516416", 1),
            ("OpTypeInt 16", 0),
        ],
    );
}

#[test]
fn absolute_values_clear_the_sign() {
    let body = "%a = OpExtInst %float %glsl FAbs %f1
        %b = OpExtInst %float2 %glsl FAbs %f12
        %c = OpExtInst %half %glsl FAbs %h1
        %d = OpExtInst %half3 %glsl FAbs %h121";
    let listing = rewritten(&compute(HALF, HALVES, body), Workaround::FloatAbsolute);
    assert_counts(
        &listing,
        &[
            ("FAbs", 0),
            ("OpBitwiseAnd", 4),
            ("OpBitcast", 8),
            (" 2147483647", 1),
            (" 2147450879", 1),
        ],
    );
}

#[test]
fn a_bitcast_has_no_decorations_of_arithmetic() {
    let annotations = "OpDecorate %a RelaxedPrecision
        OpDecorate %a NoContraction
        OpDecorate %b NoContraction";
    let body = "%a = OpFNegate %float %f1
        %b = OpFMul %float %a %a";
    let listing = rewritten(&shader("", annotations, "", body), Workaround::FloatNegation);
    assert_counts(&listing, &[("RelaxedPrecision", 0), ("NoContraction", 1)]);
}

#[test]
fn doubles_and_integers_stay() {
    let declarations = "%double = OpTypeFloat 64\n%d1 = OpConstant %double 1";
    let body = "%a = OpFNegate %double %d1
        %b = OpExtInst %double %glsl FAbs %a
        %c = OpSNegate %int %i5
        %d = OpExtInst %int %glsl SAbs %c";
    let text = compute("OpCapability Float64", declarations, body);
    assert_untouched(&text, Workaround::FloatNegation);
    assert_untouched(&text, Workaround::FloatAbsolute);
}
