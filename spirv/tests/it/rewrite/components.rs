//! Operations on vectors, for one component after the other.

use super::rewritten;
use super::shapes::{HALF, HALVES, assert_counts, assert_untouched, compute, shader};
use spirula::target::Workaround;

#[test]
fn minimum_maximum_and_clamp_of_vectors_are_those_of_the_components() {
    let capabilities = format!("{HALF}\nOpCapability Float64");
    let declarations = format!(
        "{HALVES}
        %double = OpTypeFloat 64
        %double2 = OpTypeVector %double 2
        %d12 = OpConstantNull %double2"
    );
    let body = "%a = OpExtInst %float2 %glsl FMin %f12 %f12
        %b = OpExtInst %float3 %glsl FMax %f121 %f121
        %c = OpExtInst %float4 %glsl FClamp %f1212 %f1212 %f1212
        %d = OpExtInst %half3 %glsl NMin %h121 %h121
        %e = OpExtInst %half4 %glsl NMax %h1212 %h1212
        %f = OpExtInst %double2 %glsl NClamp %d12 %d12 %d12
        %g = OpExtInst %float2 %glsl FMin %a %f12";
    let listing = rewritten(&compute(&capabilities, &declarations, body), Workaround::VectorMinMax);
    assert_counts(
        &listing,
        &[
            ("FMin", 4),
            ("FMax", 3),
            ("FClamp", 4),
            ("NMin", 3),
            ("NMax", 4),
            ("NClamp", 2),
            ("OpCompositeConstruct", 7),
            // The components of constants are constants, but for those of OpConstantNull.
            ("OpCompositeExtract", 8),
        ],
    );
}

#[test]
fn the_components_have_the_decorations_and_the_vector_has_none() {
    let annotations = "OpDecorate %a NoContraction";
    let body = "%a = OpExtInst %float2 %glsl FMin %f12 %f12";
    let listing = rewritten(&shader("", annotations, "", body), Workaround::VectorMinMax);
    assert_counts(&listing, &[("NoContraction", 2)]);
}

#[test]
fn scalars_and_integers_stay() {
    let body = "%a = OpExtInst %float %glsl FMin %f1 %f2
        %b = OpExtInst %uint2 %glsl UMin %u15 %u15
        %c = OpExtInst %float2 %glsl FMix %f12 %f12 %f12";
    assert_untouched(&compute("", "", body), Workaround::VectorMinMax);
}

#[test]
fn a_bitwise_and_with_a_constant_vector_is_that_of_the_components() {
    let declarations = "%none = OpConstantNull %uint2
        %spec = OpSpecConstant %uint 7
        %specs = OpSpecConstantComposite %uint2 %spec %u1
        %sum = OpSpecConstantOp %uint2 IAdd %specs %u15";
    let body = "%x = OpIAdd %uint2 %u15 %u15
        %a = OpBitwiseAnd %uint2 %x %u15
        %b = OpBitwiseAnd %uint2 %u15 %x
        %c = OpBitwiseAnd %uint2 %none %x
        %d = OpBitwiseAnd %uint2 %x %specs
        %e = OpBitwiseAnd %uint2 %sum %x
        %f = OpBitwiseAnd %int2 %x %u15
        %made = OpCompositeConstruct %uint2 %u3 %u3
        %g = OpBitwiseAnd %uint2 %x %made";
    let annotations = "OpDecorate %a RelaxedPrecision";
    let listing = rewritten(&shader("", annotations, declarations, body), Workaround::VectorAnd);
    assert_counts(
        &listing,
        &[
            ("OpBitwiseAnd", 14),
            ("OpCompositeConstruct", 8),
            ("OpCompositeExtract", 20),
            ("RelaxedPrecision", 2),
        ],
    );
}

#[test]
fn other_bitwise_operations_stay() {
    let body = "%x = OpIAdd %uint2 %u15 %u15
        %a = OpBitwiseAnd %uint2 %x %x
        %b = OpBitwiseOr %uint2 %x %u15
        %c = OpBitwiseAnd %uint %u1 %u5";
    assert_untouched(&compute("", "", body), Workaround::VectorAnd);
}
