//! One module with many shapes, and all workarounds at once.

use super::VERSIONS;
use super::helpers::{broken, lines};
use spirula::check::check;
use spirula::target::{Target, Workaround, Workarounds};
use spirula::{rewrite, words};

/// The workarounds whose shapes the module has.
const SHAPES: [Workaround; 10] = [
    Workaround::HandleArguments,
    Workaround::MatrixArguments,
    Workaround::PassedInitializer,
    Workaround::SwitchRange,
    Workaround::CompareCubeArray,
    Workaround::CompareSample,
    Workaround::NestedSwitch,
    Workaround::SourceLanguage,
    Workaround::InterfaceNames,
    Workaround::DebugInfo,
];

const MODULE: &str = "OpCapability Shader
    OpCapability SampledCubeArray
    OpExtension \"SPV_KHR_non_semantic_info\"
    %debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %in %out
    OpExecutionMode %main OriginUpperLeft
    %file = OpString \"a.wgsl\"
    OpSource WGSL 1 %file
    OpName %in \"in\"
    OpName %out \"out\"
    OpName %compare \"compare\"
    OpDecorate %in Location 0
    OpDecorate %out Location 0
    OpDecorate %texture DescriptorSet 0
    OpDecorate %texture Binding 0
    OpDecorate %sampler DescriptorSet 0
    OpDecorate %sampler Binding 1
    OpDecorate %cubes DescriptorSet 0
    OpDecorate %cubes Binding 2
    %void = OpTypeVoid
    %int = OpTypeInt 32 1
    %uint = OpTypeInt 32 0
    %float = OpTypeFloat 32
    %vec2 = OpTypeVector %float 2
    %vec4 = OpTypeVector %float 4
    %mat2 = OpTypeMatrix %vec2 2
    %image = OpTypeImage %float 2D 1 0 0 1 Unknown
    %cube_array = OpTypeImage %float Cube 1 1 0 1 Unknown
    %sampler_type = OpTypeSampler
    %combined = OpTypeSampledImage %image
    %combined_cubes = OpTypeSampledImage %cube_array
    %image_pointer = OpTypePointer UniformConstant %image
    %cubes_pointer = OpTypePointer UniformConstant %combined_cubes
    %sampler_pointer = OpTypePointer UniformConstant %sampler_type
    %input = OpTypePointer Input %vec4
    %output = OpTypePointer Output %float
    %local = OpTypePointer Function %int
    %texture = OpVariable %image_pointer UniformConstant
    %sampler = OpVariable %sampler_pointer UniformConstant
    %cubes = OpVariable %cubes_pointer UniformConstant
    %in = OpVariable %input Input
    %out = OpVariable %output Output
    %u0 = OpConstant %uint 0
    %u1 = OpConstant %uint 1
    %u4 = OpConstant %uint 4
    %i1 = OpConstant %int 1
    %f0 = OpConstant %float 0
    %f1 = OpConstant %float 1
    %null = OpConstantNull %mat2
    %signature = OpTypeFunction %void
    %comparing = OpTypeFunction %float %image %combined_cubes %sampler_type %vec4 %mat2 %local
    %source = OpExtInst %void %debug DebugSource %file
    %unit = OpExtInst %void %debug DebugCompilationUnit %u1 %u4 %source %u1
    %type = OpExtInst %void %debug DebugTypeFunction %u0 %void
    %debug_main = OpExtInst %void %debug DebugFunction %file %type %source %u1 %u1 %unit %file %u0 %u1
    %debug_compare = OpExtInst %void %debug DebugFunction %file %type %source %u1 %u1 %unit %file %u0 %u1

    %main = OpFunction %void None %signature
    %entry = OpLabel
    %initialized = OpVariable %local Function %i1
    %definition = OpExtInst %void %debug DebugFunctionDefinition %debug_main %main
    %scope = OpExtInst %void %debug DebugScope %debug_main
    %at = OpLoad %vec4 %in
    %t = OpLoad %image %texture
    %c = OpLoad %combined_cubes %cubes
    %s = OpLoad %sampler_type %sampler
    %result = OpFunctionCall %float %compare %t %c %s %at %null %initialized
    OpStore %out %result
    OpReturn
    OpFunctionEnd

    %compare = OpFunction %float None %comparing
    %image_argument = OpFunctionParameter %image
    %cubes_argument = OpFunctionParameter %combined_cubes
    %sampler_argument = OpFunctionParameter %sampler_type
    %coordinate = OpFunctionParameter %vec4
    %matrix = OpFunctionParameter %mat2
    %pointer = OpFunctionParameter %local
    %start = OpLabel
    %definition_of_compare = OpExtInst %void %debug DebugFunctionDefinition %debug_compare %compare
    %pair = OpSampledImage %combined %image_argument %sampler_argument
    %flat = OpImageSampleDrefImplicitLod %float %pair %coordinate %f1
    %cube = OpImageSampleDrefImplicitLod %float %cubes_argument %coordinate %f1
    %sum = OpFAdd %float %flat %cube
    %column = OpCompositeExtract %vec2 %matrix 0
    %x = OpLoad %int %pointer
    OpSelectionMerge %end None
    OpSwitch %x %end -1 %one 1 %two
    %one = OpLabel
    OpSelectionMerge %after None
    OpSwitch %x %after 5 %five -5 %five 2147483647 %after
    %five = OpLabel
    OpBranch %after
    %after = OpLabel
    %inner = OpPhi %float %f0 %one %f1 %five
    OpBranch %two
    %two = OpLabel
    %outer = OpPhi %float %f1 %start %inner %after
    OpBranch %end
    %end = OpLabel
    %chosen = OpPhi %float %sum %start %outer %two
    OpReturnValue %chosen
    OpFunctionEnd";

#[test]
fn broken_modules() {
    for shape in SHAPES {
        broken(MODULE, shape);
    }
}

#[test]
fn all_workarounds_at_once() {
    for (name, version) in VERSIONS {
        let listed = if version >= 0x0001_0400 {
            " %texture %sampler %cubes"
        } else {
            ""
        };
        let text = MODULE.replacen("%in %out", &format!("%in %out{listed}"), 1);
        let module = words::assemble_text(&text, version).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let target = Target::parse(name).unwrap();
        let assert_valid = |words: &[u32], what: &str| {
            let report = check(words, &target);
            let listing = words::disassemble(words);
            assert!(report.is_valid(), "{name}, {what}: {:#?}\n{listing}", report.violations);
        };
        assert_valid(&module, "before");
        for set in [SHAPES.into_iter().collect(), Workarounds::all()] {
            let after = rewrite::apply(&module, set).unwrap();
            assert_valid(&after.words, "after all");
            let listing = words::disassemble(&after.words);
            let applied: Vec<_> = after.applied.iter().map(|one| one.workaround).collect();
            for shape in SHAPES {
                assert!(applied.contains(&shape), "{shape} is not in {applied:?}\n{listing}");
            }
            let once_more = rewrite::apply(&after.words, set).unwrap();
            assert_eq!(
                once_more.words, after.words,
                "{name}: applied again: {:?}",
                once_more.applied
            );
            assert_eq!(lines(&listing, "OpName"), 1, "{listing}");
        }
        // Each alone after the others, in the opposite order: none needs another one.
        let mut words = module;
        for shape in SHAPES.into_iter().rev() {
            words = rewrite::apply(&words, Workarounds::from([shape])).unwrap().words;
            assert_valid(&words, shape.name());
        }
    }
}
