//! Tests for capabilities that the `spirv` crate does not name, and for those that extended instructions need.
#![allow(clippy::unwrap_used)]

use crate::check::{Report, Verdict, check, unused_capabilities};
use crate::target::{Feature, Target};
use crate::words::assemble_text;
use spirv::Capability;

/// A module that declares `capabilities` and computes nothing.
fn declaring(capabilities: &[&str], extensions: &[&str], target: &Target) -> Report {
    let capabilities: String = capabilities
        .iter()
        .map(|name| format!("OpCapability {name}\n"))
        .collect();
    let extensions: String = extensions
        .iter()
        .map(|name| format!("OpExtension \"{name}\"\n"))
        .collect();
    let text = format!(
        "OpCapability Shader\n{capabilities}{extensions}OpMemoryModel Logical GLSL450\n\
         OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n\
         %void = OpTypeVoid\n%proc = OpTypeFunction %void\n\
         %main = OpFunction %void None %proc\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n"
    );
    check(&assemble_text(&text, target.spirv_version().word()).unwrap(), target)
}

#[test]
fn a_capability_without_rules_is_not_covered_in_any_environment() {
    for target in [Target::parse("spv1.6").unwrap(), Target::vulkan(1, 4)] {
        let report = declaring(&["ImageGatherLinearQCOM"], &[], &target);
        assert_eq!(report.not_covered, ["capability ImageGatherLinearQCOM"], "{report}");
        assert_ne!(report.verdict(), Verdict::Valid, "{report}");
    }
}

#[test]
fn a_capability_without_a_name_is_held_against_the_target() {
    let abort = |target: &Target| declaring(&["AbortKHR"], &["SPV_KHR_abort"], target);
    let report = abort(&Target::vulkan(1, 1));
    assert_eq!(report.verdict(), Verdict::Valid, "{report}"); // its instruction has rules
    let strict = abort(&Target::vulkan(1, 1).strict());
    let messages: Vec<&str> = strict
        .violations
        .iter()
        .map(|violation| violation.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "OpCapability AbortKHR: vulkan1.1 does not have `shaderAbort` (VK_KHR_shader_abort; SPV_KHR_abort)",
            "OpExtension \"SPV_KHR_abort\": vulkan1.1 does not permit it"
        ]
    );
    let enabled = abort(&Target::vulkan(1, 1).strict().enable(Feature::ShaderAbort));
    assert_eq!(enabled.verdict(), Verdict::Valid, "{enabled}");
    let poison = declaring(&["PoisonFreezeKHR"], &["SPV_KHR_poison_freeze"], &Target::vulkan(1, 4));
    let rules: Vec<String> = poison
        .violations
        .iter()
        .map(|violation| violation.rule.to_string())
        .collect();
    assert_eq!(rules, ["capability/in-vulkan", "capability/extension-in-vulkan"]);
}

#[test]
fn an_extended_instruction_needs_what_its_row_says() {
    let unused = |instruction: &str| {
        let text = format!(
            "OpCapability Shader\nOpCapability InterpolationFunction\n%glsl = OpExtInstImport \"GLSL.std.450\"\n\
             OpMemoryModel Logical GLSL450\nOpEntryPoint Fragment %main \"main\" %in\n\
             OpExecutionMode %main OriginUpperLeft\nOpDecorate %in Location 0\n\
             %void = OpTypeVoid\n%proc = OpTypeFunction %void\n%float = OpTypeFloat 32\n\
             %pointer = OpTypePointer Input %float\n%in = OpVariable %pointer Input\n\
             %main = OpFunction %void None %proc\n%entry = OpLabel\n%loaded = OpLoad %float %in\n\
             %result = OpExtInst %float %glsl {instruction}\nOpReturn\nOpFunctionEnd\n"
        );
        unused_capabilities(&assemble_text(&text, 0x0001_0000).unwrap())
    };
    assert_eq!(unused("InterpolateAtCentroid %in"), []);
    assert_eq!(unused("Sqrt %loaded"), [Capability::InterpolationFunction]);
}

#[test]
fn a_use_that_is_not_looked_for_counts() {
    let module = |capability: &str| {
        let text = format!(
            "OpCapability Shader\nOpCapability {capability}\nOpMemoryModel Logical GLSL450\n\
             OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n\
             %void = OpTypeVoid\n%proc = OpTypeFunction %void\n\
             %main = OpFunction %void None %proc\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n"
        );
        unused_capabilities(&assemble_text(&text, 0x0001_0000).unwrap())
    };
    // It permits an operand of sampling instructions that others need no capability for.
    assert_eq!(module("ImageGatherBiasLodAMD"), []);
    assert_eq!(module("Int64"), [Capability::Int64]);
}
