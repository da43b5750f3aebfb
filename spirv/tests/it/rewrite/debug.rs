//! Source language, names and debug information.

use super::helpers::{broken, lines, unchanged};
use super::rewritten;
use spirula::target::Workaround::{DebugInfo, InterfaceNames, SourceLanguage};

#[test]
fn a_new_language_is_unknown() {
    let shader = |source: &str| {
        format!(
            "OpCapability Shader
            OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main \"main\"
            OpExecutionMode %main LocalSize 1 1 1
            %file = OpString \"a\"
            {source}
            OpSourceContinued \"more\"
            OpName %main \"main\"
            %void = OpTypeVoid
            %signature = OpTypeFunction %void
            %main = OpFunction %void None %signature
            %entry = OpLabel
            OpReturn
            OpFunctionEnd"
        )
    };
    for source in ["OpSource WGSL 1 %file \"text\"", "OpSource Slang 2 %file \"text\""] {
        let listing = rewritten(&shader(source), SourceLanguage);
        assert_eq!(lines(&listing, "OpSource Unknown"), 1, "{listing}");
        assert_eq!(lines(&listing, "\"text\""), 1, "{listing}");
        broken(&shader(source), SourceLanguage);
    }
    for source in [
        "OpSource GLSL 450 %file \"text\"",
        "OpSource HLSL 600 %file \"text\"",
        "OpSource Unknown 0 %file \"text\"",
    ] {
        unchanged(&shader(source), SourceLanguage);
    }
}

#[test]
fn inputs_and_outputs_have_no_names() {
    let text = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint Vertex %main \"main\" %in %out %position
        OpName %main \"main\"
        OpName %in \"in\"
        OpName %out \"out\"
        OpName %position \"\"
        OpName %block \"gl_PerVertex\"
        OpMemberName %block 0 \"gl_Position\"
        OpName %data \"data\"
        OpMemberName %data 0 \"member\"
        OpName %buffer \"buffer\"
        OpModuleProcessed \"tool\"
        OpDecorate %in Location 0
        OpDecorate %out Location 0
        OpDecorate %block Block
        OpMemberDecorate %block 0 BuiltIn Position
        OpDecorate %data Block
        OpMemberDecorate %data 0 Offset 0
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        %void = OpTypeVoid
        %float = OpTypeFloat 32
        %vec4 = OpTypeVector %float 4
        %block = OpTypeStruct %vec4
        %data = OpTypeStruct %vec4
        %input = OpTypePointer Input %vec4
        %output = OpTypePointer Output %vec4
        %block_pointer = OpTypePointer Output %block
        %data_pointer = OpTypePointer Uniform %data
        %in = OpVariable %input Input
        %out = OpVariable %output Output
        %position = OpVariable %block_pointer Output
        %buffer = OpVariable %data_pointer Uniform
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd";
    let text = text.replace("        OpModuleProcessed \"tool\"\n", "");
    let listing = rewritten(&text, InterfaceNames);
    assert_eq!(lines(&listing, "OpName"), 3, "{listing}");
    assert_eq!(lines(&listing, "OpMemberName"), 1, "{listing}");
    broken(&text, InterfaceNames);
    // A block of both is named for the other.
    let both = text
        .replace("%data = OpTypeStruct %vec4\n", "")
        .replace("%data", "%block")
        .replace("OpDecorate %block Block", "")
        .replace("OpMemberDecorate %block 0 BuiltIn Position", "OpDecorate %block Block")
        .replace(
            "%buffer = OpVariable",
            "%other = OpVariable %block_pointer Output\n%buffer = OpVariable",
        );
    let module = spirula::words::assemble_text(&both, 0x0001_0000).unwrap();
    let after = spirula::rewrite::apply(&module, spirula::target::Workarounds::from([InterfaceNames])).unwrap();
    let listing = spirula::words::disassemble(&after.words);
    assert_eq!(lines(&listing, "OpMemberName"), 2, "{listing}");
}

/// A module with debug information of a set, and another non-semantic set if `other` is not empty.
fn with_debug_info(other: &str, printed: &str) -> String {
    format!(
        "OpCapability Shader
        OpExtension \"SPV_KHR_non_semantic_info\"
        %debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"
        {other}
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\"
        OpExecutionMode %main OriginUpperLeft
        %file = OpString \"a.wgsl\"
        %name = OpString \"name\"
        OpName %source \"source\"
        OpName %main \"main\"
        OpName %scope \"scope\"
        %void = OpTypeVoid
        %proc = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %u0 = OpConstant %uint 0
        %u1 = OpConstant %uint 1
        %u4 = OpConstant %uint 4
        %source = OpExtInst %void %debug DebugSource %file
        %unit = OpExtInst %void %debug DebugCompilationUnit %u1 %u4 %source %u0
        %u3 = OpConstant %uint 3
        %type = OpExtInst %void %debug DebugTypeFunction %u0 %void
        %function = OpExtInst %void %debug DebugFunction %name %type %source %u1 %u1 %unit %name %u0 %u1
        %main = OpFunction %void None %proc
        %entry = OpLabel
        %scope = OpExtInst %void %debug DebugScope %function
        %definition = OpExtInst %void %debug DebugFunctionDefinition %function %main
        %line = OpExtInst %void %debug DebugLine %source %u1 %u1 %u1 %u3
        %sum = OpIAdd %uint %u1 %u3
        {printed}
        OpReturn
        OpFunctionEnd"
    )
}

#[test]
fn debug_information_is_removed() {
    let text = with_debug_info("", "");
    let listing = rewritten(&text, DebugInfo);
    for gone in ["OpExtInst", "OpExtension", "OpName %source", "\"scope\"", "\"source\""] {
        assert!(!listing.contains(gone), "{gone} in\n{listing}");
    }
    assert_eq!(lines(&listing, "OpConstant"), 4, "{listing}");
    broken(&text, DebugInfo);

    let printed = "%print = OpExtInst %void %printf DebugPrintf %name";
    let text = with_debug_info("%printf = OpExtInstImport \"NonSemantic.DebugPrintf\"", printed);
    let listing = rewritten(&text, DebugInfo);
    assert_eq!(lines(&listing, "OpExtInst "), 1, "{listing}");
    assert_eq!(lines(&listing, "OpExtInstImport"), 1, "{listing}");
    assert_eq!(lines(&listing, "SPV_KHR_non_semantic_info"), 1, "{listing}");
    unchanged(&listing, DebugInfo);
}
