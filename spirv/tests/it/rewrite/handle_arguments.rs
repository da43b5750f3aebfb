//! Arguments that are images, samplers, sampled images or acceleration structures.

use super::helpers::{broken, lines, rewritten_listed, unchanged};
use spirula::target::Workaround::HandleArguments;
use spirula::target::Workarounds;
use spirula::{rewrite, words};

/// A fragment shader with two images, a sampler and an array of images. `main` has a body, and other functions follow.
fn shader(main: &str, functions: &str) -> String {
    format!(
        "OpCapability Shader
        OpCapability SampledImageArrayDynamicIndexing
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\" %in %out
        OpExecutionMode %main OriginUpperLeft
        %file = OpString \"a\"
        OpName %main \"main\"
        OpName %sample \"sample\"
        OpName %image_argument \"image\"
        OpName %sampled_value \"sampled\"
        OpDecorate %in Location 0
        OpDecorate %in Flat
        OpDecorate %out Location 0
        OpDecorate %first DescriptorSet 0
        OpDecorate %first Binding 0
        OpDecorate %second DescriptorSet 0
        OpDecorate %second Binding 1
        OpDecorate %sampler DescriptorSet 0
        OpDecorate %sampler Binding 2
        OpDecorate %many DescriptorSet 0
        OpDecorate %many Binding 3
        OpDecorate %sampled_value RelaxedPrecision
        %void = OpTypeVoid
        %int = OpTypeInt 32 1
        %uint = OpTypeInt 32 0
        %float = OpTypeFloat 32
        %vec2 = OpTypeVector %float 2
        %vec4 = OpTypeVector %float 4
        %image = OpTypeImage %float 2D 0 0 0 1 Unknown
        %sampler_type = OpTypeSampler
        %combined = OpTypeSampledImage %image
        %u0 = OpConstant %uint 0
        %u4 = OpConstant %uint 4
        %f0 = OpConstant %float 0
        %zeros = OpConstantComposite %vec2 %f0 %f0
        %array = OpTypeArray %image %u4
        %image_pointer = OpTypePointer UniformConstant %image
        %sampler_pointer = OpTypePointer UniformConstant %sampler_type
        %array_pointer = OpTypePointer UniformConstant %array
        %first = OpVariable %image_pointer UniformConstant
        %second = OpVariable %image_pointer UniformConstant
        %sampler = OpVariable %sampler_pointer UniformConstant
        %many = OpVariable %array_pointer UniformConstant
        %input = OpTypePointer Input %int
        %output = OpTypePointer Output %vec4
        %in = OpVariable %input Input
        %out = OpVariable %output Output
        %local = OpTypePointer Function %float
        %signature = OpTypeFunction %void
        %sampling = OpTypeFunction %vec4 %image %vec2 %sampler_type
        %passing = OpTypeFunction %vec4 %image
        %passing_pointer = OpTypeFunction %vec4 %image_pointer
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %x = OpLoad %int %in
        {main}
        OpReturn
        OpFunctionEnd
        {functions}"
    )
}

/// The function that samples its image with its sampler.
const SAMPLE: &str = "OpLine %file 1 1
    %sample = OpFunction %vec4 None %sampling
    %image_argument = OpFunctionParameter %image
    %coordinate = OpFunctionParameter %vec2
    %sampler_argument = OpFunctionParameter %sampler_type
    %sample_entry = OpLabel
    OpLine %file 2 1
    %unused = OpVariable %local Function %f0
    OpLine %file 3 1
    OpSelectionMerge %sample_end None
    OpSwitch %u0 %sample_end 1 %sample_case
    %sample_case = OpLabel
    OpBranch %sample_end
    %sample_end = OpLabel
    %chosen = OpPhi %float %f0 %sample_entry %f0 %sample_case
    %pair = OpSampledImage %combined %image_argument %sampler_argument
    %sampled_value = OpImageSampleExplicitLod %vec4 %pair %coordinate Lod %f0
    OpReturnValue %sampled_value
    OpFunctionEnd";

/// The function that passes its image on to that one, with a sampler of its own.
const PASS: &str = "%pass = OpFunction %vec4 None %passing
    %passed = OpFunctionParameter %image
    %pass_entry = OpLabel
    %own_sampler = OpLoad %sampler_type %sampler
    %copy = OpCopyObject %image %passed
    %result = OpFunctionCall %vec4 %sample %copy %zeros %own_sampler
    OpReturnValue %result
    OpFunctionEnd";

fn rewritten(text: &str) -> String {
    rewritten_listed(text, "%first %second %sampler %many", HandleArguments)
}

/// Whether a function has a parameter that is a handle.
fn has_handles(text: &str) -> bool {
    let handles: Vec<_> = text
        .lines()
        .filter(|line| {
            [
                "OpTypeImage",
                "OpTypeSampler",
                "OpTypeSampledImage",
                "OpTypeAcceleration",
            ]
            .iter()
            .any(|ty| line.contains(ty))
        })
        .map(|line| {
            line.trim_start_matches(';')
                .split_whitespace()
                .next()
                .unwrap()
                .to_owned()
        })
        .collect();
    text.lines().any(|line| {
        line.contains("OpFunctionParameter")
            && handles
                .iter()
                .any(|ty| line.split_whitespace().last() == Some(ty.as_str()))
    })
}

#[test]
fn a_function_is_copied_for_each_variable() {
    let main = "%s = OpLoad %sampler_type %sampler
        %a = OpLoad %image %first
        %b = OpLoad %image %second
        %v1 = OpFunctionCall %vec4 %sample %a %zeros %s
        %v2 = OpFunctionCall %vec4 %sample %b %zeros %s
        %v3 = OpFunctionCall %vec4 %sample %a %zeros %s
        OpStore %out %v1";
    let text = shader(main, SAMPLE);
    let listing = rewritten(&text);
    assert!(!has_handles(&listing), "{listing}");
    assert_eq!(lines(&listing, "OpFunction %"), 3, "{listing}");
    assert_eq!(lines(&listing, "\"sample\""), 2, "{listing}");
    assert_eq!(lines(&listing, "RelaxedPrecision"), 2, "{listing}");
    let after = rewrite::apply(
        &words::assemble_text(&text, 0x0001_0000).unwrap(),
        Workarounds::from([HandleArguments]),
    );
    let after = after.unwrap();
    assert_eq!((after.applied[0].count, after.applied[0].functions.len()), (4, 1));
    broken(&text, HandleArguments);
}

#[test]
fn a_handle_is_passed_on() {
    let main = "%a = OpLoad %image %first
        %b = OpLoad %image %second
        %s = OpLoad %sampler_type %sampler
        %v1 = OpFunctionCall %vec4 %pass %a
        %v2 = OpFunctionCall %vec4 %pass %b
        %v3 = OpFunctionCall %vec4 %sample %b %zeros %s
        OpStore %out %v1";
    let text = shader(main, &format!("{PASS}\n{SAMPLE}"));
    let listing = rewritten(&text);
    assert!(!has_handles(&listing), "{listing}");
    assert_eq!(lines(&listing, "OpFunction %"), 5, "{listing}");
    broken(&text, HandleArguments);
}

#[test]
fn an_index_of_a_descriptor_is_passed() {
    let main = "%p0 = OpAccessChain %image_pointer %many %u0
        %a = OpLoad %image %p0
        %px = OpInBoundsAccessChain %image_pointer %many %x
        %b = OpLoad %image %px
        %y = OpIAdd %int %x %x
        %py = OpInBoundsAccessChain %image_pointer %many %y
        %c = OpLoad %image %py
        %v1 = OpFunctionCall %vec4 %pass %a
        %v2 = OpFunctionCall %vec4 %pass %b
        %v3 = OpFunctionCall %vec4 %pass %c
        OpStore %out %v1";
    let text = shader(main, &format!("{PASS}\n{SAMPLE}"));
    let listing = rewritten(&text);
    assert!(!has_handles(&listing), "{listing}");
    assert_eq!(lines(&listing, "OpFunction %"), 5, "{listing}");
    // An index in each of the copies for %b and %c, and the coordinate in both of the other function.
    assert_eq!(lines(&listing, "OpFunctionParameter"), 4, "{listing}");

    let nonuniform = text
        .replace(
            "OpCapability SampledImageArrayDynamicIndexing",
            "OpCapability SampledImageArrayDynamicIndexing
            OpCapability ShaderNonUniform
            OpCapability SampledImageArrayNonUniformIndexing
            OpExtension \"SPV_EXT_descriptor_indexing\"",
        )
        .replace(
            "OpDecorate %in Flat",
            "OpDecorate %in Flat
            OpDecorate %x NonUniform
            OpDecorate %px NonUniform
            OpDecorate %b NonUniform",
        );
    let listing = rewritten(&nonuniform);
    assert!(!has_handles(&listing), "{listing}");
    assert_eq!(lines(&listing, "OpFunction %"), 7, "{listing}");
    // The index, the chain and the load, in main and in two functions; and the image that the second passes on.
    assert_eq!(lines(&listing, "NonUniform"), 13, "{listing}");
    broken(&nonuniform, HandleArguments);
}

#[test]
fn the_image_of_a_sampled_image_and_a_pointer() {
    let functions = "%by_pointer = OpFunction %vec4 None %passing_pointer
        %pointer = OpFunctionParameter %image_pointer
        %by_pointer_entry = OpLabel
        %loaded = OpLoad %image %pointer
        %result2 = OpFunctionCall %vec4 %pass %loaded
        OpReturnValue %result2
        OpFunctionEnd";
    let main = "%s = OpLoad %sampler_type %sampler
        %a = OpLoad %image %first
        %sampled_image = OpSampledImage %combined %a %s
        %extracted = OpImage %image %sampled_image
        %v1 = OpFunctionCall %vec4 %pass %extracted
        %v2 = OpFunctionCall %vec4 %by_pointer %first
        OpStore %out %v1";
    let listing = rewritten(&shader(main, &format!("{functions}\n{PASS}\n{SAMPLE}")));
    assert!(!has_handles(&listing), "{listing}");
    // The function with the pointer stays, and the two others have a copy for the variable and one for a pointer.
    assert_eq!(lines(&listing, "OpFunction %"), 6, "{listing}");
}

#[test]
fn an_unused_function_is_removed() {
    let text = shader("", &format!("{PASS}\n{SAMPLE}"));
    let listing = rewritten(&text);
    assert_eq!(lines(&listing, "OpFunction %"), 1, "{listing}");
    assert_eq!(lines(&listing, "OpName"), 1, "{listing}");
    assert_eq!(lines(&listing, "RelaxedPrecision"), 0, "{listing}");
}

#[test]
fn a_handle_without_an_origin_stays() {
    let choice = "%choose = OpFunction %image None %choosing
        %choose_entry = OpLabel
        %chosen_image = OpLoad %image %first
        OpReturnValue %chosen_image
        OpFunctionEnd";
    let main = "%a = OpFunctionCall %image %choose
        %v1 = OpFunctionCall %vec4 %take %a
        OpStore %out %v1";
    let take = "%take = OpFunction %vec4 None %passing
        %taken = OpFunctionParameter %image
        %take_entry = OpLabel
        %texel = OpImageFetch %vec4 %taken %texel_at Lod %i0
        OpReturnValue %texel
        OpFunctionEnd";
    let text = shader(main, &format!("{choice}\n{take}"))
        .replace(
            "%passing = OpTypeFunction",
            "%choosing = OpTypeFunction %image
            %i0 = OpConstant %int 0
            %ivec2 = OpTypeVector %int 2
            %texel_at = OpConstantComposite %ivec2 %i0 %i0
            %passing = OpTypeFunction",
        )
        .replace("OpName %sample \"sample\"", "")
        .replace("OpName %image_argument \"image\"", "")
        .replace("OpName %sampled_value \"sampled\"", "")
        .replace("OpDecorate %sampled_value RelaxedPrecision", "");
    unchanged(&text, HandleArguments);
    // A second call, whose image has one, gets a copy.
    let both = text.replace(
        "%v1 = OpFunctionCall",
        "%b = OpLoad %image %second
        %v2 = OpFunctionCall %vec4 %take %b
        %v1 = OpFunctionCall",
    );
    let listing = rewritten(&both);
    assert!(has_handles(&listing), "{listing}");
    assert_eq!(lines(&listing, "OpFunction %"), 4, "{listing}");
}

#[test]
fn functions_without_handles_stay() {
    let by_pointer = "%by_pointer = OpFunction %vec4 None %passing_pointer
        %pointer = OpFunctionParameter %image_pointer
        %by_pointer_entry = OpLabel
        %s = OpLoad %sampler_type %sampler
        %loaded = OpLoad %image %pointer
        %combination = OpSampledImage %combined %loaded %s
        %texel = OpImageSampleExplicitLod %vec4 %combination %zeros Lod %f0
        OpReturnValue %texel
        OpFunctionEnd";
    let text = shader(
        "%v = OpFunctionCall %vec4 %by_pointer %first\nOpStore %out %v",
        by_pointer,
    )
    .replace("OpName %sample \"sample\"", "")
    .replace("OpName %image_argument \"image\"", "")
    .replace("OpName %sampled_value \"sampled\"", "")
    .replace("OpDecorate %sampled_value RelaxedPrecision", "");
    unchanged(&text, HandleArguments);
}

#[test]
fn calls_of_calls_are_bounded() {
    // Each function calls the next one with both of its images in either order, so that there are as many copies as there
    // are pairs, however many functions there are.
    let mut functions = String::new();
    for at in 0..12 {
        let next = at + 1;
        let call = if at == 11 {
            String::new()
        } else {
            format!(
                "%c{at} = OpFunctionCall %void %function{next} %p{at} %q{at}
                %d{at} = OpFunctionCall %void %function{next} %q{at} %p{at}"
            )
        };
        functions += &format!(
            "%function{at} = OpFunction %void None %two
            %p{at} = OpFunctionParameter %image
            %q{at} = OpFunctionParameter %image
            %e{at} = OpLabel
            {call}
            OpReturn
            OpFunctionEnd\n"
        );
    }
    let main = "%a = OpLoad %image %first
        %b = OpLoad %image %second
        %done = OpFunctionCall %void %function0 %a %b
        OpStore %out %nothing";
    let text = shader(main, &functions)
        .replace(
            "%passing = OpTypeFunction",
            "%nothing = OpConstantNull %vec4\n%two = OpTypeFunction %void %image %image\n%passing = OpTypeFunction",
        )
        .replace("OpName %sample \"sample\"", "")
        .replace("OpName %image_argument \"image\"", "")
        .replace("OpName %sampled_value \"sampled\"", "")
        .replace("OpDecorate %sampled_value RelaxedPrecision", "");
    let listing = rewritten(&text);
    assert!(!has_handles(&listing), "{listing}");
    assert_eq!(lines(&listing, "OpFunction %"), 1 + 1 + 11 * 2, "{listing}");
}
