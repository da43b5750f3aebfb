//! The shapes of `spirula_spirv::check::driver`: each is found where it is, similar ones are not, and no verdict changes.

use std::collections::BTreeSet;

use spirula::check::{Options, Report, check, check_with, driver};
use spirula::specialize::{self, specialize};
use spirula::target::{Driver, DriverRemedy, Platform, Target, Workaround, Workarounds};
use spirula::words::assemble_text;

/// What every module here has. `Parts::words` replaces the words in capitals.
const PRELUDE: &str = "OpCapability Shader
    OpCapability Float16
    OpCapability Int64
    OpCapability SampledCubeArray
    OpCapability GroupNonUniform
    OpCapability GroupNonUniformArithmetic
    OpCapability GroupNonUniformBallot
    OpExtension \"SPV_KHR_non_semantic_info\"
    %glsl = OpExtInstImport \"GLSL.std.450\"
    IMPORTS
    OpMemoryModel Logical GLSL450
    OpEntryPoint MODEL %main \"main\" %vertex_index %output
    MODE
    NAMES
    OpDecorate %vertex_index BuiltIn VertexIndex
    OpDecorate %output Location 0
    OpDecorate %flat_image DescriptorSet 0
    OpDecorate %flat_image Binding 0
    OpDecorate %cubes DescriptorSet 0
    OpDecorate %cubes Binding 1
    OpDecorate %cube DescriptorSet 0
    OpDecorate %cube Binding 2
    OpDecorate %specialized SpecId 0
    %void = OpTypeVoid
    %bool = OpTypeBool
    %int = OpTypeInt 32 1
    %uint = OpTypeInt 32 0
    %ulong = OpTypeInt 64 0
    %half = OpTypeFloat 16
    %float = OpTypeFloat 32
    %bool2 = OpTypeVector %bool 2
    %uint2 = OpTypeVector %uint 2
    %uint4 = OpTypeVector %uint 4
    %half2 = OpTypeVector %half 2
    %float2 = OpTypeVector %float 2
    %float3 = OpTypeVector %float 3
    %float4 = OpTypeVector %float 4
    %matrix = OpTypeMatrix %float2 2
    %holder = OpTypeStruct %float %matrix
    %true = OpConstantTrue %bool
    %i0 = OpConstant %int 0
    %i1 = OpConstant %int 1
    %u0 = OpConstant %uint 0
    %u1 = OpConstant %uint 1
    %u2 = OpConstant %uint 2
    %u3 = OpConstant %uint 3
    %u4 = OpConstant %uint 4
    %u260 = OpConstant %uint 260
    %u264 = OpConstant %uint 264
    %specialized = OpSpecConstant %uint 0
    %long = OpConstant %ulong 7
    %u00 = OpConstantNull %uint2
    %u01 = OpConstantComposite %uint2 %u0 %u1
    %u11 = OpConstantComposite %uint2 %u1 %u1
    %h0 = OpConstant %half 0
    %h1 = OpConstant %half 1
    %h2 = OpConstant %half 2
    %h00 = OpConstantNull %half2
    %h11 = OpConstantComposite %half2 %h1 %h1
    %h12 = OpConstantComposite %half2 %h1 %h2
    %f0 = OpConstant %float 0
    %f1 = OpConstant %float 1
    %f01 = OpConstantComposite %float2 %f0 %f1
    %f0101 = OpConstantComposite %float4 %f0 %f1 %f0 %f1
    %identity = OpConstantComposite %matrix %f01 %f01
    %array = OpTypeArray %float4 %u4
    %float_of = OpTypePointer Function %float
    %float4_in = OpTypePointer Private %float4
    %float_in = OpTypePointer Private %float
    %array_in = OpTypePointer Private %array
    %uint_shared = OpTypePointer Workgroup %uint
    %uint_in = OpTypePointer Input %uint
    %float4_out = OpTypePointer Output %float4
    %flat_type = OpTypeImage %float 2D 1 0 0 1 Unknown
    %flat_sampled = OpTypeSampledImage %flat_type
    %flat_in = OpTypePointer UniformConstant %flat_sampled
    %cubes_type = OpTypeImage %float Cube 1 1 0 1 Unknown
    %cubes_sampled = OpTypeSampledImage %cubes_type
    %cubes_in = OpTypePointer UniformConstant %cubes_sampled
    %cube_type = OpTypeImage %float Cube 1 0 0 1 Unknown
    %cube_sampled = OpTypeSampledImage %cube_type
    %cube_in = OpTypePointer UniformConstant %cube_sampled
    %flat_image = OpVariable %flat_in UniformConstant
    %cubes = OpVariable %cubes_in UniformConstant
    %cube = OpVariable %cube_in UniformConstant
    %private = OpVariable %array_in Private
    %single = OpVariable %float4_in Private
    %counter = OpVariable %uint_shared Workgroup
    %vertex_index = OpVariable %uint_in Input
    %output = OpVariable %float4_out Output
    %nothing = OpTypeFunction %void
    %takes_float = OpTypeFunction %void %float_of
    %takes_image = OpTypeFunction %void %flat_sampled
    %takes_matrix = OpTypeFunction %void %matrix
    %takes_holder = OpTypeFunction %void %holder
    FUNCTIONS
    %main = OpFunction %void None %nothing
    %entry = OpLabel
    BODY
    OpReturn
    OpFunctionEnd";

/// The parts of a module that differ.
#[derive(Clone, Copy, Default)]
struct Parts<'p> {
    imports: &'p str,
    names: &'p str,
    functions: &'p str,
    body: &'p str,
    is_compute: bool,
}

impl Parts<'_> {
    fn words(&self) -> Vec<u32> {
        let (model, mode) = match self.is_compute {
            true => ("GLCompute", "OpExecutionMode %main LocalSize 64 1 1"),
            false => ("Vertex", ""),
        };
        let mut text = PRELUDE
            .replace("MODEL", model)
            .replace("MODE", mode)
            .replace("IMPORTS", self.imports)
            .replace("NAMES", self.names)
            .replace("FUNCTIONS", self.functions)
            .replace("BODY", self.body);
        if self.is_compute {
            for gone in ["%vertex_index", "%output"] {
                let lines = text.lines().filter(|line| {
                    let line = line.trim_start();
                    !line.starts_with(&format!("OpDecorate {gone} ")) && !line.starts_with(&format!("{gone} ="))
                });
                text = lines.collect::<Vec<_>>().join("\n").replace(&format!(" {gone}"), "");
            }
        } else {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("%counter ="));
            text = lines.collect::<Vec<_>>().join("\n");
        }
        assemble_text(&text, 0x0001_0300).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// The instructions with the shape of a workaround. The module must be valid, with and without the warnings.
    #[track_caller]
    fn found(&self, workaround: Workaround) -> Vec<String> {
        let words = self.words();
        let plain = Target::vulkan(1, 1);
        let before = check(&words, &plain);
        assert!(before.is_valid(), "{before}\n{}", self.body);
        assert!(before.warnings.is_empty() && before.warned == 0);
        let report = check(&words, &plain.with_workarounds(Workarounds::from([workaround])));
        assert_eq!(report.verdict(), before.verdict());
        assert_eq!(report.violations, before.violations);
        assert_eq!(report.warned, report.warnings.len());
        assert_eq!(report.warnings, driver::shapes(&words, Workarounds::from([workaround])));
        for warning in &report.warnings {
            assert_eq!(warning.workaround(), Some(workaround));
            assert_eq!(warning.rule(), format!("driver/{}", workaround.name()));
        }
        report.warnings.into_iter().map(|warning| warning.message).collect()
    }
}

/// The number of places with a shape in the body of a vertex shader.
#[track_caller]
fn count(workaround: Workaround, body: &str) -> usize {
    let parts = Parts {
        body,
        ..Parts::default()
    };
    parts.found(workaround).len()
}

#[test]
fn minimum_maximum_and_clamp() {
    let body = "%a = OpExtInst %float2 %glsl FMin %f01 %f01
        %b = OpExtInst %float2 %glsl NMax %f01 %f01
        %c = OpExtInst %float2 %glsl FClamp %f01 %f01 %f01
        %d = OpExtInst %float %glsl FMin %f0 %f1
        %e = OpExtInst %float %glsl NClamp %f0 %f0 %f1
        %f = OpExtInst %uint2 %glsl UMin %u01 %u01
        %g = OpExtInst %half %glsl FClamp %h2 %h0 %h1
        %h = OpExtInst %half2 %glsl NClamp %h12 %h00 %h11
        %i = OpExtInst %half2 %glsl NClamp %h12 %h00 %h12
        %j = OpExtInst %half %glsl FClamp %h2 %h1 %h1";
    assert_eq!(count(Workaround::VectorMinMax, body), 5);
    assert_eq!(count(Workaround::FloatClamp, body), 6);
    assert_eq!(count(Workaround::HalfSaturate, body), 2);
}

#[test]
fn other_instructions_of_glsl() {
    let body = "%a = OpExtInst %float %glsl FAbs %f0
        %b = OpExtInst %half2 %glsl FAbs %h12
        %c = OpExtInst %int %glsl SAbs %i0
        %d = OpExtInst %float %glsl Length %f0
        %e = OpExtInst %float %glsl Length %f01
        %f = OpExtInst %float %glsl Distance %f0 %f1
        %g = OpExtInst %uint %glsl PackUnorm4x8 %f0101
        %h = OpExtInst %float4 %glsl UnpackSnorm4x8 %u0
        %i = OpExtInst %uint %glsl PackUnorm2x16 %f01
        %j = OpFNegate %float2 %f01
        %k = OpSNegate %int %i1
        %l = OpFNegate %half %h1";
    assert_eq!(count(Workaround::FloatAbsolute, body), 2);
    assert_eq!(count(Workaround::ScalarDistance, body), 2);
    assert_eq!(count(Workaround::Pack4x8, body), 2);
    assert_eq!(count(Workaround::FloatNegation, body), 2);
}

#[test]
fn comparisons_and_logic() {
    let body = "%index = OpLoad %uint %vertex_index
        %copy = OpBitcast %int %index
        %sum = OpIAdd %int %copy %i1
        %and = OpBitwiseAnd %uint %index %u3
        %a = OpIEqual %bool %index %u0
        %b = OpINotEqual %bool %i1 %sum
        %c = OpIEqual %bool %index %index
        %d = OpIEqual %bool %and %u1
        %e = OpULessThan %bool %index %u0
        %f = OpIEqual %bool %copy %i0
        %pair = OpCompositeConstruct %uint2 %and %index
        %g = OpINotEqual %bool2 %pair %u00
        %h = OpINotEqual %bool2 %pair %u01
        %i = OpIEqual %bool %index %specialized
        %j = OpLogicalNot %bool %a
        %k = OpLogicalNot %bool2 %h
        %l = OpBitwiseAnd %uint2 %u11 %pair
        %m = OpBitwiseAnd %uint2 %pair %pair";
    assert_eq!(count(Workaround::VertexIndexEquality, body), 4, "a, b, f, i");
    assert_eq!(count(Workaround::UnsignedZeroEquality, body), 3, "a, g, i");
    assert_eq!(count(Workaround::LogicalNot, body), 2);
    assert_eq!(count(Workaround::VectorAnd, body), 1);
}

#[test]
fn a_component_in_a_private_array() {
    let body = "%index = OpLoad %uint %vertex_index
        %a = OpAccessChain %float_in %private %u1 %u2
        OpStore %a %f1
        %b = OpAccessChain %float4_in %private %u3
        OpStore %b %f0101
        %c = OpAccessChain %float_in %b %index
        OpStore %c %f1
        %d = OpAccessChain %float_in %private %index %u2
        OpStore %d %f1
        %e = OpAccessChain %float_in %single %u2
        OpStore %e %f1";
    assert_eq!(count(Workaround::PrivateComponent, body), 2, "a, c");
}

#[test]
fn depth_comparisons() {
    let body = "%flat = OpLoad %flat_sampled %flat_image
        %a = OpImageSampleDrefExplicitLod %float %flat %f01 %f1 Lod %f0
        %many = OpLoad %cubes_sampled %cubes
        %b = OpImageSampleDrefExplicitLod %float %many %f0101 %f1 Lod %f0
        %one = OpLoad %cube_sampled %cube
        %place = OpCompositeConstruct %float3 %f0 %f0 %f1
        %c = OpImageSampleDrefExplicitLod %float %one %place %f1 Lod %f0
        %d = OpImageDrefGather %float4 %flat %f01 %f1
        %e = OpImageSampleDrefExplicitLod %float %flat %f01 %f1 Lod %f1
        %f = OpImageSampleDrefExplicitLod %float %flat %f01 %f1 Grad %f01 %f01";
    assert_eq!(count(Workaround::CompareSample, body), 1);
    assert_eq!(count(Workaround::CompareCubeArray, body), 1);
}

#[test]
fn subgroups_and_atomics() {
    let body = "%a = OpGroupNonUniformFMin %float %u3 Reduce %f1
        %b = OpGroupNonUniformFMin %float %u3 Reduce %a
        %copy = OpCopyObject %float %b
        %c = OpGroupNonUniformFMax %float %u3 Reduce %copy
        %again = OpCopyObject %float %c
        %j = OpGroupNonUniformFMax %float %u3 Reduce %again
        %d = OpGroupNonUniformFMax %float %u3 InclusiveScan %c
        %e = OpGroupNonUniformBroadcast %half2 %u3 %h12 %u0
        %f = OpGroupNonUniformBroadcastFirst %half %u3 %h1
        %g = OpGroupNonUniformBroadcast %float %u3 %f1 %u0
        OpAtomicStore %counter %u2 %u260 %u0
        %h = OpAtomicExchange %uint %counter %u2 %u264 %u0
        OpBranch %next
        %next = OpLabel
        %i = OpGroupNonUniformFMax %float %u3 Reduce %c";
    let parts = Parts {
        body,
        is_compute: true,
        ..Parts::default()
    };
    assert_eq!(parts.found(Workaround::NestedSubgroupMinMax).len(), 2, "b, j");
    assert_eq!(parts.found(Workaround::HalfBroadcast).len(), 2);
    assert_eq!(parts.found(Workaround::WorkgroupAtomicStore).len(), 1);
}

#[test]
fn arguments_of_functions() {
    let functions = "%of_image = OpFunction %void None %takes_image
        %image_parameter = OpFunctionParameter %flat_sampled
        %of_image_entry = OpLabel
        OpReturn
        OpFunctionEnd
        %of_matrix = OpFunction %void None %takes_matrix
        %matrix_parameter = OpFunctionParameter %matrix
        %of_matrix_entry = OpLabel
        OpReturn
        OpFunctionEnd
        %of_holder = OpFunction %void None %takes_holder
        %holder_parameter = OpFunctionParameter %holder
        %of_holder_entry = OpLabel
        OpReturn
        OpFunctionEnd
        %of_pointer = OpFunction %void None %takes_float
        %pointer_parameter = OpFunctionParameter %float_of
        %of_pointer_entry = OpLabel
        OpReturn
        OpFunctionEnd";
    let body = "%a = OpVariable %float_of Function %f1
        %b = OpVariable %float_of Function
        %c = OpVariable %float_of Function %f0
        OpStore %b %f1
        OpStore %c %f1
        %d = OpFunctionCall %void %of_pointer %a
        %e = OpFunctionCall %void %of_pointer %b
        %f = OpFunctionCall %void %of_matrix %identity";
    let parts = Parts {
        functions,
        body,
        ..Parts::default()
    };
    assert_eq!(parts.found(Workaround::HandleArguments).len(), 1);
    assert_eq!(parts.found(Workaround::MatrixArguments).len(), 2);
    assert_eq!(parts.found(Workaround::InlineCalls).len(), 3);
    let passed = parts.found(Workaround::PassedInitializer);
    assert_eq!(passed.len(), 1, "{passed:?}");
    assert!(passed[0].contains("has an initializer"), "{passed:?}");
}

/// A switch with one case.
fn switch(selector: &str, literal: &str, inner: &str, name: &str) -> String {
    format!(
        "OpSelectionMerge %{name}_merge None
        OpSwitch {selector} %{name}_merge 1 %{name}_case {literal} %{name}_case
        %{name}_case = OpLabel
        {inner}
        OpBranch %{name}_merge
        %{name}_merge = OpLabel"
    )
}

/// A selection on a constant.
fn selection(inner: &str, name: &str) -> String {
    format!(
        "OpSelectionMerge %{name}_merge None
        OpBranchConditional %true %{name}_then %{name}_merge
        %{name}_then = OpLabel
        {inner}
        OpBranch %{name}_merge
        %{name}_merge = OpLabel"
    )
}

#[test]
fn ranges_of_switches() {
    let far = |literal: &str| count(Workaround::SwitchRange, &switch("%u0", literal, "", "s"));
    assert_eq!(far("7"), 0);
    assert_eq!(far("2147483646"), 0);
    assert_eq!(far("2147483647"), 1);
    assert_eq!(far("4294967295"), 1);
    let signed = count(Workaround::SwitchRange, &switch("%i0", "-1", "", "s"));
    assert_eq!(signed, 1, "as unsigned numbers");
    let pair = switch("%i0", "-2147483648", "", "s").replace("_merge 1 %s_case", "_merge 2147483647 %s_case");
    assert_eq!(count(Workaround::SwitchRange, &pair), 1, "as signed numbers");
    let wide = |literal: &str| count(Workaround::SwitchRange, &switch("%long", literal, "", "s"));
    assert_eq!(wide("4294967297"), 1);
    assert_eq!(wide("2"), 0);
}

#[test]
fn switches_inside_switches() {
    let nested = |body: &str| count(Workaround::NestedSwitch, body);
    let inner = switch("%u1", "2", "", "inner");
    assert_eq!(nested(&inner), 0);
    assert_eq!(nested(&switch("%u0", "3", &inner, "outer")), 1);
    assert_eq!(nested(&switch("%u0", "3", &selection(&inner, "if"), "outer")), 0);
    let after = format!("{}\n{}", switch("%u0", "3", "", "outer"), inner);
    assert_eq!(nested(&after), 0);
    let after_selection = format!("{}\n{}", selection("", "if"), inner);
    assert_eq!(nested(&switch("%u0", "3", &after_selection, "outer")), 1);
    let in_loop = format!(
        "OpBranch %loop
        %loop = OpLabel
        OpLoopMerge %loop_merge %loop_continue None
        OpBranch %loop_body
        %loop_body = OpLabel
        {inner}
        OpBranch %loop_continue
        %loop_continue = OpLabel
        OpBranchConditional %true %loop %loop_merge
        %loop_merge = OpLabel"
    );
    assert_eq!(nested(&switch("%u0", "3", &in_loop, "outer")), 0);
}

#[test]
fn debug_instructions() {
    let parts = Parts {
        imports: "%debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"
            %print = OpExtInstImport \"NonSemantic.DebugPrintf\"",
        names: "OpSource Unknown 1
            OpSource GLSL 450
            OpSource WGSL 1
            OpName %vertex_index \"index\"
            OpName %output \"color\"
            OpName %private \"memory\"
            OpName %main \"main\"",
        ..Parts::default()
    };
    assert_eq!(parts.found(Workaround::DebugInfo).len(), 1);
    assert_eq!(parts.found(Workaround::InterfaceNames).len(), 2);
    let languages = parts.found(Workaround::SourceLanguage);
    assert_eq!(languages.len(), 1, "{languages:?}");
}

#[test]
fn strides_of_cooperative_matrices() {
    let text = "OpCapability Shader
        OpCapability Float16
        OpCapability StorageBuffer16BitAccess
        OpCapability VulkanMemoryModel
        OpCapability CooperativeMatrixKHR
        OpExtension \"SPV_KHR_cooperative_matrix\"
        OpMemoryModel Logical Vulkan
        OpEntryPoint GLCompute %main \"main\" %same %wider
        OpExecutionMode %main LocalSize 32 1 1
        OpDecorate %halves ArrayStride 2
        OpDecorate %uints ArrayStride 4
        OpDecorate %of_halves Block
        OpMemberDecorate %of_halves 0 Offset 0
        OpDecorate %of_uints Block
        OpMemberDecorate %of_uints 0 Offset 0
        OpDecorate %same DescriptorSet 0
        OpDecorate %same Binding 0
        OpDecorate %wider DescriptorSet 0
        OpDecorate %wider Binding 1
        %void = OpTypeVoid
        %uint = OpTypeInt 32 0
        %half = OpTypeFloat 16
        %u0 = OpConstant %uint 0
        %u2 = OpConstant %uint 2
        %u3 = OpConstant %uint 3
        %u16 = OpConstant %uint 16
        %halves = OpTypeRuntimeArray %half
        %uints = OpTypeRuntimeArray %uint
        %of_halves = OpTypeStruct %halves
        %of_uints = OpTypeStruct %uints
        %halves_in = OpTypePointer StorageBuffer %of_halves
        %uints_in = OpTypePointer StorageBuffer %of_uints
        %half_in = OpTypePointer StorageBuffer %half
        %uint_in = OpTypePointer StorageBuffer %uint
        %matrix = OpTypeCooperativeMatrixKHR %half %u3 %u16 %u16 %u2
        %same = OpVariable %halves_in StorageBuffer
        %wider = OpVariable %uints_in StorageBuffer
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        %from = OpAccessChain %half_in %same %u0 %u0
        %to = OpAccessChain %uint_in %wider %u0 %u0
        %a = OpCooperativeMatrixLoadKHR %matrix %from %u0 %u16
        OpCooperativeMatrixStoreKHR %to %a %u0 %u16
        OpReturn
        OpFunctionEnd";
    let words = assemble_text(text, 0x0001_0600).unwrap();
    let report = check(&words, &Target::vulkan(1, 3));
    assert!(report.is_valid(), "{report}");
    let found = driver::shapes(&words, Workarounds::from([Workaround::CooperativeStride]));
    assert_eq!(found.len(), 1);
    assert!(found[0].instruction.contains("OpCooperativeMatrixStoreKHR"));
}

fn report(options: &Options) -> Report {
    let parts = Parts {
        body: "%a = OpExtInst %half2 %glsl NClamp %h12 %h00 %h11",
        ..Parts::default()
    };
    let target = Target::vulkan(1, 1).with_workarounds(Workarounds::all());
    check_with(&parts.words(), &target, options)
}

#[test]
fn one_instruction_can_have_several_shapes() {
    let rules = |options: &Options| -> Vec<&str> {
        let report = report(options);
        report.warnings.iter().map(|warning| warning.rule()).collect()
    };
    let all = ["driver/half-saturate", "driver/float-clamp", "driver/vector-min-max"];
    assert_eq!(rules(&Options::new()), all);
    let options = Options::new().allow("driver/float-clamp").unwrap();
    assert_eq!(rules(&options), [all[0], all[2]]);
    assert_eq!(rules(&options.deny("driver/float-clamp").unwrap()), all);
    Options::new().allow("driver/none").unwrap_err();
}

#[test]
fn a_warning_has_its_place_and_source() {
    let report = report(&Options::new());
    assert!(report.is_valid());
    let warning = &report.warnings[1];
    assert_eq!(warning.byte_offset(), 4 * warning.offset);
    assert!(warning.function.is_some() && warning.block.is_some());
    assert!(warning.instruction.contains("NClamp"), "{}", warning.instruction);
    let text = report.to_string();
    for expected in [
        "valid",
        "[driver/float-clamp; yuzu",
        "intel (windows): a clamp of floats is wrong",
        "in function",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
}

#[test]
fn broken_words_are_scanned_without_a_panic() {
    let words = Parts {
        body: &switch("%u0", "3", &switch("%u1", "2", "", "inner"), "outer"),
        ..Parts::default()
    }
    .words();
    assert!(driver::shapes(&[], Workarounds::all()).is_empty());
    for at in 0..words.len() {
        let _ = driver::shapes(&words[..at], Workarounds::all());
        for value in [0, 1, u32::MAX, words[at] ^ 1, words[at].wrapping_add(1)] {
            let mut words = words.clone();
            words[at] = value;
            let _ = driver::shapes(&words, Workarounds::all());
        }
    }
}

/// A compute shader with a workgroup variable.
fn with_workgroup_variable(length: &str, initializer: &str, version: u32) -> Vec<u32> {
    let text = format!(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" {interface}
        OpExecutionMode %main LocalSize 1 1 1
        OpDecorate %count SpecId 0
        OpDecorate %is_large SpecId 1
        %void = OpTypeVoid
        %bool = OpTypeBool
        %uint = OpTypeInt 32 0
        %two = OpConstant %uint 2
        %four = OpConstant %uint 4
        %count = OpSpecConstant %uint 4
        %is_large = OpSpecConstantTrue %bool
        %selected = OpSpecConstantOp %uint Select %is_large %four %two
        %inner = OpTypeArray %uint {length}
        %array = OpTypeArray %inner %four
        %zero = OpConstantNull %array
        %pointer = OpTypePointer Workgroup %array
        %shared = OpVariable %pointer Workgroup {initializer}
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd",
        interface = if version >= 0x0001_0400 { "%shared" } else { "" }
    );
    assemble_text(&text, version).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What no workaround avoids: features and a version that modules for a driver do without, lengths that are computed.
#[test]
fn limits_of_drivers_are_found() {
    let found = |driver: &str, platform: Option<Platform>, words: &[u32]| {
        let mut driver = Driver::parse(driver).unwrap();
        driver.platform = platform;
        let plain = Target::vulkan(1, 3);
        assert!(check(words, &plain).is_valid(), "{}", check(words, &plain));
        let report = check(words, &plain.driver(driver));
        assert!(report.is_valid(), "{report}");
        let named: Vec<(&str, String)> = report
            .warnings
            .iter()
            .map(|one| (one.rule(), one.message.clone()))
            .collect();
        assert!(report.warnings.iter().all(|warning| warning.workaround().is_none()));
        named
    };
    let initialized = with_workgroup_variable("%four", "%zero", 0x0001_0300);
    let has_initializer = vec![(
        "driver/without-feature",
        "%14 (OpVariable) has an initializer".to_owned(),
    )];
    for driver in ["mali", "mali:r54", "powervr"] {
        assert_eq!(
            found(driver, Some(Platform::Linux), &initialized),
            has_initializer,
            "{driver}"
        );
    }
    let plain = with_workgroup_variable("%four", "", 0x0001_0300);
    for (driver, words) in [
        ("nvidia", &initialized),
        ("radv", &initialized),
        ("mali", &plain),
        ("adreno", &plain),
    ] {
        assert_eq!(found(driver, None, words), [], "{driver}");
    }

    let newer = with_workgroup_variable("%four", "", 0x0001_0400);
    let is_newer = "OpMemoryModel Logical is in a module of SPIR-V 1.4".to_owned();
    for platform in [None, Some(Platform::Android)] {
        assert_eq!(
            found("mali", platform, &newer),
            [("driver/spirv-version", is_newer.clone())]
        );
    }
    assert_eq!(found("mali", Some(Platform::Linux), &newer), []);
    assert_eq!(found("powervr", Some(Platform::Android), &newer), []);

    let computed = with_workgroup_variable("%selected", "", 0x0001_0300);
    let is_computed = "%14 (OpVariable) has an array whose length is an operation on specialization constants";
    assert_eq!(
        found("adreno", None, &computed),
        [("driver/specialized", is_computed.to_owned())]
    );
    assert_eq!(
        found("adreno", None, &with_workgroup_variable("%count", "", 0x0001_0300)),
        []
    );
    assert_eq!(found("mali", None, &computed), []);
    let specialized = specialize(&computed, &specialize::Options::default()).unwrap();
    assert_eq!(found("adreno", None, &specialized.words), []);
}

/// A row of the table tells of a warning: that of the driver if it is known, and silencing one leaves the others.
#[test]
fn a_warning_tells_of_the_fault_of_the_driver() {
    let words = with_workgroup_variable("%four", "%zero", 0x0001_0400);
    let target = |name: &str| Target::vulkan(1, 3).driver(Driver::parse(name).unwrap());
    let sources = |name: &str| -> Vec<&str> {
        let report = check(&words, &target(name));
        report.warnings.iter().map(|warning| warning.fault.source()).collect()
    };
    assert_eq!(sources("mali"), ["Dawn, PhysicalDeviceVk.cpp", "crbug.com/tint/2101"]);
    assert_eq!(sources("powervr"), ["crbug.com/479242793"]);
    let options = Options::new().allow("driver/without-feature").unwrap();
    let report = check_with(&words, &target("mali"), &options);
    let rules: Vec<_> = report.warnings.iter().map(|warning| warning.rule()).collect();
    assert_eq!(rules, ["driver/spirv-version"]);
    let options = options.deny("driver/without-feature").unwrap();
    assert_eq!(check_with(&words, &target("mali"), &options).warned, 2);
    for workaround in Workaround::ALL {
        assert!(
            DriverRemedy::from(*workaround).faults().next().is_some(),
            "{workaround} has no row"
        );
    }
    let names: BTreeSet<&str> = DriverRemedy::all().map(DriverRemedy::warning).collect();
    assert_eq!(names.len(), Workaround::ALL.len() + 3);
}
