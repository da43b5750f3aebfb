//! Tests of buffers with offsets from the source instead of WGSL's: SPIR-V as input, and what the target must have to
//! write them.
//!
//! naga's validator checks the layout of storage and uniform buffers and not that of immediates. A module with
//! unchecked layouts (without `ValidationFlags::STRUCT_LAYOUTS`) must not yield words that violate Vulkan's rules
//! either.

use crate::common::parse::Shader;
use crate::common::setup::{self, Setup};
use crate::common::validate::{ValidatorOptions, validate_with};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use spirula::{Feature, Target};

/// A vertex shader that reads the last member, of type `%member`, of a struct with the given decorations.
fn shader(class: &str, block: &str, decorations: &str, members: &str, last: u32, member: &str) -> Shader {
    let binding = if class == "PushConstant" {
        ""
    } else {
        "OpDecorate %buffer DescriptorSet 0\nOpDecorate %buffer Binding 0\n"
    };
    let text = format!(
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint Vertex %main \"main\" %position\n\
         OpDecorate %position BuiltIn Position\nOpDecorate %block {block}\n{decorations}{binding}\
         %void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n%u32 = OpTypeInt 32 0\n\
         %vec2 = OpTypeVector %float 2\n%vec3 = OpTypeVector %float 3\n%vec4 = OpTypeVector %float 4\n\
         %mat2 = OpTypeMatrix %vec2 2\n%two = OpConstant %u32 2\n%pairs = OpTypeArray %vec2 %two\n\
         %block = OpTypeStruct {members}\n%block_ptr = OpTypePointer {class} %block\n\
         %buffer = OpVariable %block_ptr {class}\n%member_ptr = OpTypePointer {class} {member}\n\
         %last = OpConstant %u32 {last}\n%zero = OpConstant %float 0\n\
         %out_ptr = OpTypePointer Output %vec4\n%position = OpVariable %out_ptr Output\n\
         %main = OpFunction %void None %fn\n%entry = OpLabel\n\
         %at = OpAccessChain %member_ptr %buffer %last\n%value = OpLoad {member} %at\n\
         %x = OpCompositeExtract %float %value {path}\n\
         %all = OpCompositeConstruct %vec4 %x %zero %zero %zero\nOpStore %position %all\nOpReturn\nOpFunctionEnd\n",
        path = if matches!(member, "%mat2" | "%pairs") {
            "0 0"
        } else {
            "0"
        },
    );
    let words = spirula::words::assemble_text(&text, 0x0001_0000).expect(&text);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let options = naga::front::spv::Options {
        adjust_coordinate_space: false,
        ..Default::default()
    };
    let module = naga::front::spv::parse_u8_slice(&bytes, &options).expect(&text);
    let flags = ValidationFlags::all() & !ValidationFlags::STRUCT_LAYOUTS;
    let info = Validator::new(flags, Capabilities::all())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}\n{text}", error.emit_to_string("")));
    Shader { module, info }
}

fn offsets(offsets: &[u32]) -> String {
    let lines = (0..).zip(offsets);
    lines
        .map(|(member, offset)| format!("OpMemberDecorate %block {member} Offset {offset}\n"))
        .collect()
}

/// A vector whose offset is not a multiple of its own alignment, but of that of its components.
fn unaligned_vector() -> Shader {
    shader(
        "PushConstant",
        "Block",
        &offsets(&[0, 4, 20]),
        "%float %vec3 %vec2",
        2,
        "%vec2",
    )
}

/// A vector that straddles a multiple of sixteen bytes.
fn straddling_vector() -> Shader {
    shader("PushConstant", "Block", &offsets(&[0, 8]), "%vec2 %vec3", 1, "%vec3")
}

/// The displayed requirement that the target lacks, with its remedy; `None` if the words are written. Written words
/// must be valid by the layout rules that the target has enabled.
fn missing(shader: &Shader, target: &Target) -> Option<String> {
    let options = Setup::new(target.clone());
    match setup::compile(&shader.module, &shader.info, &options) {
        Ok(output) => {
            let scalar = target.scalar_layout() == spirula::target::Support::Enabled;
            let relaxed = target.relaxed_block_layout() == spirula::target::Support::Enabled;
            let uniform = target.relaxed_uniform_layout() == spirula::target::Support::Enabled;
            let allowed = ValidatorOptions {
                scalar_block_layout: scalar,
                relax_block_layout: Some(relaxed),
                uniform_buffer_standard_layout: uniform,
                ..ValidatorOptions::default()
            };
            let verdict = validate_with(&output.words, &target.to_string(), Some(allowed));
            assert!(verdict.is_ok(), "{target}: {verdict:?}");
            None
        }
        Err(error) => Some(error.emit_to_string("", "")),
    }
}

#[test]
fn a_vector_on_the_alignment_of_its_components_needs_relaxed_block_layout() {
    let shader = unaligned_vector();
    assert_eq!(
        missing(&shader, &Target::vulkan(1, 0)).expect("refused"),
        "error: the target does not have `VK_KHR_relaxed_block_layout`\n \
         = needed: `VK_KHR_relaxed_block_layout` (core in Vulkan 1.1)\n \
         = to allow it: --extension VK_KHR_relaxed_block_layout\n\n"
    );
    let extended = Target::vulkan(1, 0).extension("VK_KHR_relaxed_block_layout").unwrap();
    assert_eq!(missing(&shader, &extended), None);
    for minor in 1..=4 {
        assert_eq!(missing(&shader, &Target::vulkan(1, minor)), None);
    }
}

#[test]
fn a_vector_that_straddles_needs_scalar_block_layout() {
    let shader = straddling_vector();
    for minor in 0..=4 {
        let target = Target::vulkan(1, minor);
        let error = missing(&shader, &target).expect("refused");
        assert!(
            error.starts_with("error: the target does not have `scalarBlockLayout`\n"),
            "{error}"
        );
        assert!(error.contains("to allow it: --enable scalarBlockLayout\n"), "{error}");
        assert_eq!(missing(&shader, &target.enable(Feature::ScalarBlockLayout)), None);
    }
}

#[test]
fn storage_and_uniform_buffers_are_judged_alike() {
    let (offsets, members) = (offsets(&[0, 8]), "%vec2 %vec3");
    for (class, block) in [("Uniform", "BufferBlock"), ("Uniform", "Block")] {
        let shader = shader(class, block, &offsets, members, 1, "%vec3");
        let target = Target::vulkan(1, 1);
        let error = missing(&shader, &target).expect("refused");
        assert!(error.contains("needed: `scalarBlockLayout`"), "{error}");
        assert_eq!(missing(&shader, &target.enable(Feature::ScalarBlockLayout)), None);
    }
}

#[test]
fn a_uniform_buffer_with_the_layout_of_a_storage_buffer_names_the_feature() {
    let decorations = offsets(&[0, 8]) + "OpDecorate %pairs ArrayStride 8\n";
    let shader = shader("Uniform", "Block", &decorations, "%vec2 %pairs", 1, "%pairs");
    for minor in 0..=4 {
        let target = Target::vulkan(1, minor);
        let error = missing(&shader, &target).expect("refused");
        assert!(
            error.starts_with("error: the target does not have `uniformBufferStandardLayout`\n"),
            "{error}"
        );
        assert!(
            error.contains("to allow it: --enable uniformBufferStandardLayout\n"),
            "{error}"
        );
        for feature in [Feature::UniformBufferStandardLayout, Feature::ScalarBlockLayout] {
            assert_eq!(missing(&shader, &target.clone().enable(feature)), None);
        }
    }
}

/// The standard layout of uniform buffers allows only what storage buffers allow.
#[test]
fn a_uniform_buffer_that_only_the_scalar_rules_admit_says_so() {
    let shader = shader("Uniform", "Block", &offsets(&[0, 8]), "%vec2 %vec3", 1, "%vec3");
    let target = Target::vulkan(1, 2).enable(Feature::UniformBufferStandardLayout);
    let error = missing(&shader, &target).expect("refused");
    assert!(error.contains("needed: `scalarBlockLayout`"), "{error}");
}

#[test]
fn what_no_rule_admits_is_not_expressible() {
    let shader = shader("PushConstant", "Block", &offsets(&[0, 6]), "%float %vec2", 1, "%vec2");
    let target = Target::vulkan(1, 4).enable(Feature::ScalarBlockLayout);
    assert_eq!(
        missing(&shader, &target).expect("refused"),
        "error: the layout of this buffer cannot be expressed: members overlap or are not aligned to their \
         scalars\n\n"
    );
}

/// A struct may have 16,383 members (SPIR-V §2.17, "Universal Limits"), and the columns of a two-row matrix are members
/// in a uniform buffer.
#[test]
fn columns_count_as_members() {
    let source = |matrices: usize, space: &str| {
        let members: String = (0..matrices).map(|at| format!("m{at}: mat4x2<f32>,\n")).collect();
        format!(
            "struct S {{\n{members}}}\n@group(0) @binding(0) var<{space}> s: S;\n\
             @group(0) @binding(1) var<storage, read_write> out: vec2<f32>;\n\
             @compute @workgroup_size(1) fn main() {{ out = s.m0[1]; }}\n"
        )
    };
    let compile = |source: &str| {
        let shader = crate::common::parse::wgsl(source, "columns").expect("a shader");
        let options = Setup::new(Target::vulkan(1, 1));
        setup::compile(&shader.module, &shader.info, &options).map_err(|error| error.to_string())
    };
    assert!(compile(&source(4095, "uniform")).is_ok());
    assert!(compile(&source(4096, "storage")).is_ok());
    assert_eq!(
        compile(&source(4096, "uniform")).expect_err("too many"),
        "members of a structure in uniform memory, columns of two-row matrices included: 16384 is more than the limit \
         of 16383"
    );
}
