//! Initializers of variables whose pointers are passed.

use super::helpers::{broken, lines, unchanged};
use super::rewritten;
use spirula::target::Workaround::PassedInitializer;

/// A compute shader whose function `main` has some variables and other instructions.
fn shader(variables: &str, body: &str) -> String {
    format!(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        %file = OpString \"a\"
        OpDecorate %first RelaxedPrecision
        %void = OpTypeVoid
        %int = OpTypeInt 32 1
        %pair = OpTypeVector %int 2
        %local = OpTypePointer Function %int
        %local_pair = OpTypePointer Function %pair
        %one = OpConstant %int 1
        %ones = OpConstantComposite %pair %one %one
        %signature = OpTypeFunction %void
        %taking = OpTypeFunction %void %local
        %main = OpFunction %void None %signature
        %entry = OpLabel
        {variables}
        {body}
        OpReturn
        OpFunctionEnd
        %taker = OpFunction %void None %taking
        %pointer = OpFunctionParameter %local
        %taker_entry = OpLabel
        %own = OpVariable %local Function %one
        OpStore %pointer %one
        OpReturn
        OpFunctionEnd"
    )
}

#[test]
fn an_initializer_is_stored_after_the_variables() {
    let text = shader(
        "OpLine %file 1 1
        %first = OpVariable %local Function %one
        %other = OpVariable %local Function %one
        OpLine %file 2 1
        %last = OpVariable %local Function %one",
        "%value = OpLoad %int %first
        OpStore %first %value
        %done = OpFunctionCall %void %taker %first
        %again = OpFunctionCall %void %taker %last
        %more = OpFunctionCall %void %taker %first",
    );
    let listing = rewritten(&text, PassedInitializer);
    assert_eq!(lines(&listing, "OpVariable"), 4, "{listing}");
    assert_eq!(
        listing
            .lines()
            .filter(|line| line.contains("OpVariable") && line.ends_with("Function"))
            .count(),
        2,
        "{listing}"
    );
    assert_eq!(lines(&listing, "OpStore"), 4, "{listing}");
    let at = |text| listing.lines().position(|line| line.contains(text)).unwrap();
    let first_load = at("OpLoad");
    assert!(
        listing
            .lines()
            .take(first_load)
            .filter(|line| line.contains("OpStore"))
            .count()
            == 2,
        "{listing}"
    );
    broken(&text, PassedInitializer);
}

#[test]
fn an_initializer_stays_if_the_pointer_does() {
    let text = shader(
        "%first = OpVariable %local Function %one
        %passed = OpVariable %local Function",
        "OpStore %passed %one
        %value = OpLoad %int %first
        %done = OpFunctionCall %void %taker %passed",
    );
    unchanged(&text, PassedInitializer);
}

#[test]
fn a_chain_into_a_variable_is_a_pointer_to_it() {
    // Not valid for Vulkan without variable pointers, so that only the words are compared.
    let text = shader(
        "%first = OpVariable %local_pair Function %ones",
        "%chain = OpInBoundsAccessChain %local %first %one
        %copy = OpCopyObject %local %chain
        %done = OpFunctionCall %void %taker %copy",
    );
    let module = spirula::words::assemble_text(&text, 0x0001_0000).unwrap();
    let after = spirula::rewrite::apply(&module, spirula::target::Workarounds::from([PassedInitializer])).unwrap();
    assert_eq!((after.applied[0].count, after.applied[0].functions.len()), (1, 1));
    broken(&text, PassedInitializer);
}
