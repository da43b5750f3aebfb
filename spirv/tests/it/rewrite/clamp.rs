//! Clamps of floats.

use super::rewritten;
use super::shapes::{HALF, HALVES, assert_counts, assert_untouched, compute};
use spirula::target::Workaround;

#[test]
fn a_clamp_of_floats_is_a_maximum_and_a_minimum() {
    let text = "OpCapability Shader
        %glsl = OpExtInstImport \"GLSL.std.450\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpDecorate %clamped RelaxedPrecision
        %void = OpTypeVoid
        %float = OpTypeFloat 32
        %one = OpConstant %float 1
        %two = OpConstant %float 2
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %clamped = OpExtInst %float %glsl FClamp %two %one %one
        %kept = OpExtInst %float %glsl NClamp %clamped %one %two
        OpReturn
        OpFunctionEnd";
    let listing = rewritten(text, Workaround::FloatClamp);
    for expected in ["FMax %", "FMin %", "NMax %", "NMin %"] {
        assert!(listing.contains(expected), "{expected} in\n{listing}");
    }
    assert!(!listing.contains("Clamp"), "{listing}");
    assert_eq!(listing.matches("RelaxedPrecision").count(), 2, "{listing}");
}

#[test]
fn clamps_of_halves_to_zero_and_one_are_a_maximum_and_a_minimum() {
    let declarations = format!(
        "{HALVES}
        %minus = OpConstant %half -0
        %no = OpConstantNull %half
        %low = OpSpecConstant %half 2
        %lows = OpSpecConstantComposite %half2 %low %h0"
    );
    let body = "%a = OpExtInst %half %glsl FClamp %h2 %h0 %h1
        %b = OpExtInst %half %glsl NClamp %h2 %no %h1
        %c = OpExtInst %half2 %glsl FClamp %h12 %h0x2 %h1x2
        %d = OpExtInst %half2 %glsl FClamp %h12 %lows %h1x2
        %e = OpExtInst %half %glsl FClamp %h2 %low %h1
        %f = OpExtInst %half %glsl FClamp %h2 %minus %h1
        %zeros = OpCompositeConstruct %half3 %h0 %h0x2
        %ones = OpCompositeConstruct %half3 %h1 %h1 %h1
        %g = OpExtInst %half3 %glsl FClamp %h121 %zeros %ones";
    let listing = rewritten(&compute(HALF, &declarations, body), Workaround::HalfSaturate);
    assert_counts(
        &listing,
        &[("Clamp", 0), ("FMax", 6), ("FMin", 6), ("NMax", 1), ("NMin", 1)],
    );
}

#[test]
fn other_clamps_stay() {
    let body = "%a = OpExtInst %half %glsl FClamp %h2 %h1 %h2
        %b = OpExtInst %half %glsl FClamp %h2 %h0 %h2
        %c = OpExtInst %half %glsl FClamp %h1 %a %b
        %d = OpExtInst %half2 %glsl FClamp %h12 %h0x2 %h12
        %e = OpExtInst %float %glsl FClamp %f2 %f0 %f1
        %f = OpExtInst %half %glsl FMax %h2 %h0";
    assert_untouched(&compute(HALF, HALVES, body), Workaround::HalfSaturate);
}
