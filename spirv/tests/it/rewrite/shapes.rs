//! Modules for the tests of this folder, and what all of them have.

use super::rewritten;
use spirula::target::{Workaround, Workarounds};
use spirula::{rewrite, words};

/// A compute shader with declarations after those of common types and constants, and the body of its function.
pub fn compute(capabilities: &str, declarations: &str, body: &str) -> String {
    shader(capabilities, "", declarations, body)
}

/// The same with annotations.
pub fn shader(capabilities: &str, annotations: &str, declarations: &str, body: &str) -> String {
    format!(
        "OpCapability Shader
        {capabilities}
        %glsl = OpExtInstImport \"GLSL.std.450\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        {annotations}
        %void = OpTypeVoid
        %bool = OpTypeBool
        %bool2 = OpTypeVector %bool 2
        %int = OpTypeInt 32 1
        %uint = OpTypeInt 32 0
        %uint2 = OpTypeVector %uint 2
        %uint3 = OpTypeVector %uint 3
        %int2 = OpTypeVector %int 2
        %float = OpTypeFloat 32
        %float2 = OpTypeVector %float 2
        %float3 = OpTypeVector %float 3
        %float4 = OpTypeVector %float 4
        %f0 = OpConstant %float 0
        %f1 = OpConstant %float 1
        %f2 = OpConstant %float 2
        %f0x2 = OpConstantComposite %float2 %f0 %f0
        %f12 = OpConstantComposite %float2 %f1 %f2
        %f121 = OpConstantComposite %float3 %f1 %f2 %f1
        %f1212 = OpConstantComposite %float4 %f1 %f2 %f1 %f2
        %u0 = OpConstant %uint 0
        %u1 = OpConstant %uint 1
        %u3 = OpConstant %uint 3
        %u5 = OpConstant %uint 5
        %i0 = OpConstant %int 0
        %i5 = OpConstant %int 5
        %u15 = OpConstantComposite %uint2 %u1 %u5
        {declarations}
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        {body}
        OpReturn
        OpFunctionEnd"
    )
}

/// Capabilities and declarations for floats of 16 bits.
pub const HALF: &str = "OpCapability Float16";
pub const HALVES: &str = "%half = OpTypeFloat 16
    %half2 = OpTypeVector %half 2
    %half3 = OpTypeVector %half 3
    %half4 = OpTypeVector %half 4
    %h0 = OpConstant %half 0
    %h1 = OpConstant %half 1
    %h2 = OpConstant %half 2
    %h12 = OpConstantComposite %half2 %h1 %h2
    %h121 = OpConstantComposite %half3 %h1 %h2 %h1
    %h1212 = OpConstantComposite %half4 %h1 %h2 %h1 %h2
    %h0x2 = OpConstantNull %half2
    %h1x2 = OpConstantComposite %half2 %h1 %h1";

/// Asserts how often some texts are in a listing.
#[track_caller]
pub fn assert_counts(listing: &str, expected: &[(&str, usize)]) {
    for &(text, count) in expected {
        assert_eq!(listing.matches(text).count(), count, "{text} in\n{listing}");
    }
}

/// Asserts that a workaround leaves a module alone.
#[track_caller]
pub fn assert_untouched(text: &str, workaround: Workaround) {
    rewritten(text, workaround);
    let module = words::assemble_text(text, 0x0001_0500).unwrap();
    let after = rewrite::apply(&module, Workarounds::from([workaround])).unwrap();
    assert!(after.applied.is_empty(), "{workaround} is applied to\n{text}");
    assert_eq!(after.words, module, "{workaround}");
}
