//! Arguments that are or contain matrices.

use super::helpers::{broken, lines, rewritten_listed, unchanged};
use super::rewritten;
use spirula::target::Workaround::MatrixArguments;

/// A compute shader with a function that takes a value of the type `%taken`, which `main` loads from a buffer and passes.
pub fn shader(types: &str, body: &str) -> String {
    format!(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        %file = OpString \"a\"
        OpName %taker \"taker\"
        OpName %value \"value\"
        OpDecorate %value RelaxedPrecision
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %inner_array ArrayStride 32
        OpDecorate %array ArrayStride 64
        OpMemberDecorate %struct 0 Offset 0
        OpMemberDecorate %struct 1 Offset 16
        OpMemberDecorate %struct 1 ColMajor
        OpMemberDecorate %struct 1 MatrixStride 16
        OpMemberDecorate %struct 2 Offset 64
        OpMemberDecorate %struct 2 RowMajor
        OpMemberDecorate %struct 2 MatrixStride 16
        %void = OpTypeVoid
        %float = OpTypeFloat 32
        %vec2 = OpTypeVector %float 2
        %vec3 = OpTypeVector %float 3
        %mat2 = OpTypeMatrix %vec2 2
        %mat3 = OpTypeMatrix %vec3 3
        %uint = OpTypeInt 32 0
        %u0 = OpConstant %uint 0
        %u2 = OpConstant %uint 2
        %f1 = OpConstant %float 1
        %inner_array = OpTypeArray %mat2 %u2
        %struct = OpTypeStruct %float %mat3 %inner_array
        %array = OpTypeArray %struct %u2
        {types}
        %uniform = OpTypePointer Uniform %block
        %uniform_taken = OpTypePointer Uniform %taken
        %buffer = OpVariable %uniform Uniform
        %signature = OpTypeFunction %void
        %taking = OpTypeFunction %float %float %taken %float
        %local = OpTypePointer Function %float
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %at = OpAccessChain %uniform_taken %buffer %u0
        %loaded = OpLoad %taken %at
        %one = OpFunctionCall %float %taker %f1 %loaded %f1
        %two = OpFunctionCall %float %taker %one %loaded %f1
        OpReturn
        OpFunctionEnd
        OpLine %file 1 1
        %taker = OpFunction %float None %taking
        OpLine %file 2 1
        %before = OpFunctionParameter %float
        OpLine %file 2 2
        %value = OpFunctionParameter %taken
        %after = OpFunctionParameter %float
        %taker_entry = OpLabel
        OpLine %file 3 1
        %x = OpVariable %local Function
        %y = OpVariable %local Function %f1
        OpLine %file 4 1
        {body}
        %sum = OpFAdd %float %before %after
        OpReturnValue %sum
        OpFunctionEnd"
    )
}

#[test]
fn a_matrix_is_passed_in_a_variable() {
    let types = "%taken = OpTypeMatrix %vec3 2
        %block = OpTypeStruct %taken";
    let text = shader(types, "%part = OpCompositeExtract %vec3 %value 1").replace(
        "OpMemberDecorate %block 0 Offset 0",
        "OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 0 ColMajor
        OpMemberDecorate %block 0 MatrixStride 16",
    );
    let listing = rewritten_listed(&text, "%buffer", MatrixArguments);
    assert_eq!(lines(&listing, "OpVariable"), 5, "{listing}");
    assert_eq!(lines(&listing, "OpStore"), 2, "{listing}");
    assert_eq!(lines(&listing, "OpFunctionParameter"), 3, "{listing}");
    assert_eq!(lines(&listing, "OpCopyLogical"), 0, "{listing}");
    assert_eq!(lines(&listing, "OpTypeFunction"), 3, "{listing}");
    broken(&text, MatrixArguments);
}

/// The types of the block for a parameter that has a layout.
const LAID_OUT: [&str; 3] = [
    "%taken = OpTypeStruct %array\n%block = OpTypeStruct %taken",
    "%taken = OpTypeStruct %array %inner_array\n%block = OpTypeStruct %taken",
    "%taken = OpTypeStruct %struct\n%block = OpTypeStruct %taken",
];

fn laid_out(types: &str) -> String {
    let second = if types.contains("%array %inner_array") {
        "OpMemberDecorate %taken 1 Offset 256
        OpMemberDecorate %taken 1 ColMajor
        OpMemberDecorate %taken 1 MatrixStride 16"
    } else {
        ""
    };
    shader(types, "")
        .replace("OpDecorate %array ArrayStride 64", "OpDecorate %array ArrayStride 128")
        .replace(
            "OpMemberDecorate %block 0 Offset 0",
            &format!(
                "OpMemberDecorate %block 0 Offset 0
                OpMemberDecorate %taken 0 Offset 0
                {second}"
            ),
        )
}

#[test]
fn a_structure_with_a_layout_is_copied() {
    for types in LAID_OUT {
        let text = laid_out(types);
        // Before 1.4 it is taken apart.
        let listing = rewritten_listed(&text, "%buffer", MatrixArguments);
        assert_eq!(lines(&listing, "OpCopyLogical"), 0, "{listing}");
        assert!(lines(&listing, "OpCompositeConstruct") >= 6, "{listing}");
        let listing = rewritten(&text.replacen("\"main\"", "\"main\" %buffer", 1), MatrixArguments);
        assert_eq!(lines(&listing, "OpCopyLogical"), 3, "{listing}");
        assert_eq!(lines(&listing, "OpCompositeConstruct"), 0, "{listing}");
    }
    broken(&laid_out(LAID_OUT[1]), MatrixArguments);
}

#[test]
fn parameters_without_matrices_stay() {
    let text = shader(
        "%vectors = OpTypeArray %vec3 %u2
        %taken = OpTypeStruct %vectors
        %block = OpTypeStruct %taken",
        "",
    )
    .replace(
        "OpMemberDecorate %block 0 Offset 0",
        "OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %taken 0 Offset 0
        OpDecorate %vectors ArrayStride 16",
    );
    unchanged(&text, MatrixArguments);
}

#[test]
fn a_matrix_is_passed_on() {
    let text = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        %void = OpTypeVoid
        %float = OpTypeFloat 32
        %vec2 = OpTypeVector %float 2
        %mat2 = OpTypeMatrix %vec2 2
        %null = OpConstantNull %mat2
        %signature = OpTypeFunction %void
        %taking = OpTypeFunction %mat2 %mat2
        %other = OpTypeFunction %mat2 %mat2 %mat2
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %done = OpFunctionCall %mat2 %first %null
        OpReturn
        OpFunctionEnd
        %first = OpFunction %mat2 None %taking
        %a = OpFunctionParameter %mat2
        %first_entry = OpLabel
        %b = OpFunctionCall %mat2 %second %a %null
        OpReturnValue %b
        OpFunctionEnd
        %second = OpFunction %mat2 None %other
        %c = OpFunctionParameter %mat2
        %d = OpFunctionParameter %mat2
        %second_entry = OpLabel
        %e = OpMatrixTimesMatrix %mat2 %c %d
        OpReturnValue %e
        OpFunctionEnd";
    let listing = rewritten(text, MatrixArguments);
    assert_eq!(lines(&listing, "OpStore"), 3, "{listing}");
    assert_eq!(lines(&listing, "OpLoad"), 3, "{listing}");
    let module = spirula::words::assemble_text(text, 0x0001_0000).unwrap();
    let after = spirula::rewrite::apply(&module, spirula::target::Workarounds::from([MatrixArguments])).unwrap();
    // Three parameters and two calls, in all functions.
    assert_eq!((after.applied[0].count, after.applied[0].functions.len()), (5, 3));
    broken(text, MatrixArguments);
}
