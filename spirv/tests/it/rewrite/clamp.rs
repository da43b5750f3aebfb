//! Clamps of floats.

use super::rewritten;
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
