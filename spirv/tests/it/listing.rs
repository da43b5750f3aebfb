//! The normal form: its text, that it assembles to what it was made from, and what it leaves out.

use spirula_spirv::listing::normal;
use spirula_spirv::words::assemble_text;

const SHADER: &str = "\
; Version: 1.3
OpCapability Shader
%glsl = OpExtInstImport \"GLSL.std.450\"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %9 \"main\" %out %color
OpExecutionMode %9 OriginUpperLeft
OpName %params \"Params\"
OpMemberName %params 0 \"count\"
OpName %local \"total\"
OpDecorate %color Location 2
OpDecorate %out Location 0
OpDecorate %buffer Binding 1
OpDecorate %buffer DescriptorSet 0
OpDecorate %params Block
OpMemberDecorate %params 0 Offset 0
OpDecorate %nobody Binding 7
%void = OpTypeVoid
%f = OpTypeFloat 32
%v = OpTypeVector %f 4
%i = OpTypeInt 32 1
%unused = OpTypeInt 64 1
%params = OpTypeStruct %i
%po = OpTypePointer Output %v
%pi = OpTypePointer Input %v
%pu = OpTypePointer Uniform %params
%pui = OpTypePointer Uniform %i
%pf = OpTypePointer Function %v
%out = OpVariable %po Output
%color = OpVariable %pi Input
%buffer = OpVariable %pu Uniform
%nobody = OpVariable %pu Uniform
%zero = OpConstant %i 0
%half = OpConstant %f 0.5
%two = OpConstantComposite %v %half %half %half %half
%bool = OpTypeBool
%fn = OpTypeFunction %void
%9 = OpFunction %void None %fn
%1 = OpLabel
%other = OpVariable %pf Function
%local = OpVariable %pf Function
%c = OpLoad %v %color
%d = OpFMul %v %c %two
%e = OpFMul %v %c %c
OpStore %local %d
OpStore %other %e
%p = OpAccessChain %pui %buffer %zero
%count = OpLoad %i %p
%test = OpSGreaterThan %bool %count %zero
OpSelectionMerge %2 None
OpBranchConditional %test %3 %2
%3 = OpLabel
%g = OpLoad %v %local
OpStore %out %g
OpBranch %2
%2 = OpLabel
OpReturn
OpFunctionEnd
";

const FORM: &str = "\
; SPIR-V normal form 1
; Version: 1.3
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main \"main\" %Input_location2 %Output_location0
               OpExecutionMode %main OriginUpperLeft
               OpMemberName %Params 0 \"count\"
               OpName %Params \"Params\"
               OpName %main:total \"total\"
               OpDecorate %Input_location2 Location 2
               OpDecorate %Output_location0 Location 0
               OpDecorate %Params Block
               OpDecorate %set0_binding1 Binding 1
               OpDecorate %set0_binding1 DescriptorSet 0
               OpMemberDecorate %Params 0 Offset 0
";

#[test]
fn a_shader_has_names_that_say_what_ids_are() {
    let words = assemble_text(SHADER, 0).unwrap();
    let text = normal(&words).unwrap();
    assert!(text.starts_with(FORM), "{text}");
    let body = text.split_once("\n\n").unwrap().1;
    let due = [
        "       %main = OpFunction %void None %fn_void",
        "      %block = OpLabel",
        "      %total = OpVariable %ptr_Function_v4f32 Function",
        "%var_v4f32_",
        "%load_Input_location2 = OpLoad %v4f32 %Input_location2",
        "%fmul_Input_location2 = OpFMul %v4f32 %load_Input_location2 %v4f32_0.5",
        "%fmul_Input_location2_Input_location2 = OpFMul %v4f32 %load_Input_location2 %load_Input_location2",
        "               OpStore %total %fmul_Input_location2",
        "               OpStore %var_v4f32_",
        "%chain_set0_binding1_0 = OpAccessChain %ptr_Uniform_i32 %set0_binding1 %i32_0",
        "%load_set0_binding1_0 = OpLoad %i32 %chain_set0_binding1_0",
        "%sgreaterthan_set0_binding1_0 = OpSGreaterThan %bool %load_set0_binding1_0 %i32_0",
        "               OpSelectionMerge %merge_sgreaterthan_set0_binding1_0 None",
        "               OpBranchConditional %sgreaterthan_set0_binding1_0 %if_sgreaterthan_set0_binding1_0 %merge_",
        "%if_sgreaterthan_set0_binding1_0 = OpLabel",
        // What distinguishes the values of a block follows the point.
        "%load_total.",
        "               OpStore %Output_location0 %load_total.",
        "               OpBranch %merge_sgreaterthan_set0_binding1_0",
        "%merge_sgreaterthan_set0_binding1_0 = OpLabel",
        "               OpReturn",
        "               OpFunctionEnd",
    ];
    let lines: Vec<&str> = body.lines().collect();
    assert_eq!(lines.len(), due.len(), "{body}");
    for (line, due) in lines.iter().zip(due) {
        assert!(line.starts_with(due), "{line}\n{due}");
    }
}

#[test]
fn the_form_is_read_as_a_module_of_the_same_form() {
    let words = assemble_text(SHADER, 0).unwrap();
    let text = normal(&words).unwrap();
    let again = assemble_text(&text, 0).unwrap();
    assert_eq!(normal(&again).unwrap(), text);
    // Nothing is left out but what is not used: a type, a variable with its decoration, and the import.
    let count = |words: &[u32]| spirula_spirv::words::disassemble(words).lines().count();
    assert_eq!(count(&words) - count(&again), 4);
}

/// Names that a function defines belong to it, whatever other functions call theirs.
/// A constant is the size of the workgroup by its decoration, and no instruction uses it.
#[test]
fn the_size_of_a_workgroup_shows() {
    let module = |size: u32| {
        let text = format!(
            "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
             OpDecorate %x SpecId 3\nOpDecorate %size BuiltIn WorkgroupSize\n%void = OpTypeVoid\n\
             %fn = OpTypeFunction %void\n%u = OpTypeInt 32 0\n%v = OpTypeVector %u 3\n%one = OpConstant %u 1\n\
             %x = OpSpecConstant %u {size}\n%twice = OpSpecConstantOp %u IMul %x %x\n\
             %size = OpSpecConstantComposite %v %x %twice %one\n\
             %main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n"
        );
        assemble_text(&text, 0x1_0000).unwrap()
    };
    let form = normal(&module(8)).unwrap();
    for line in [
        "OpDecorate %WorkgroupSize BuiltIn WorkgroupSize",
        "%spec_3 = OpSpecConstant %u32 8",
        "%spec_imul_spec_3_spec_3 = OpSpecConstantOp %u32 IMul %spec_3 %spec_3",
        "%WorkgroupSize = OpSpecConstantComposite %v3u32 %spec_3 %spec_imul_spec_3_spec_3 %u32_1",
    ] {
        assert!(form.contains(line), "{line}\n{form}");
    }
    assert_ne!(form, normal(&module(16)).unwrap());
    assert_eq!(form, normal(&assemble_text(&form, 0).unwrap()).unwrap());
}

/// Of equal declarations nothing but their uses tells which is which, also where no function reaches these.
#[test]
fn equal_declarations_are_told_apart_by_their_uses() {
    let form = |constants: [&str; 3]| {
        let constants = constants.map(|name| format!("{name} = OpConstant %u 1\n")).concat();
        let text = format!(
            "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
             OpDecorate %size BuiltIn WorkgroupSize\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
             %u = OpTypeInt 32 0\n%v = OpTypeVector %u 3\n{constants}%size = OpConstantComposite %v %a %b %c\n\
             %main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n"
        );
        normal(&assemble_text(&text, 0x1_0000).unwrap()).unwrap()
    };
    let first = form(["%a", "%b", "%c"]);
    for other in [["%a", "%c", "%b"], ["%b", "%a", "%c"], ["%c", "%b", "%a"]] {
        assert_eq!(first, form(other));
    }
}

/// Numbers in names and operands are sorted by value.
#[test]
fn numbers_are_sorted_as_numbers() {
    let members: String = (0..12)
        .map(|member| format!("OpMemberDecorate %s {member} Offset {}\n", 4 * member))
        .collect();
    let text = format!(
        "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n\
         OpDecorate %v LinkageAttributes \"v\" Export\n{members}%u = OpTypeInt 32 0\n\
         %s = OpTypeStruct %u %u %u %u %u %u %u %u %u %u %u %u\n%p = OpTypePointer Private %s\n%v = OpVariable %p Private\n"
    );
    let form = normal(&assemble_text(&text, 0x1_0000).unwrap()).unwrap();
    let offsets: Vec<u32> = form
        .lines()
        .filter_map(|line| line.split_once(" Offset ")?.1.parse().ok())
        .collect();
    assert_eq!(offsets, (0..12).map(|member| 4 * member).collect::<Vec<u32>>());
}

#[test]
fn values_of_two_functions_may_have_one_name() {
    let text = "; SPIR-V normal form 1\n; Version: 1.0\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
        OpName %one:block \"first\"\nOpName %two:block \"second\"\n\
        %one = OpFunction %void None %fn\n%block = OpLabel\nOpReturn\nOpFunctionEnd\n\
        %two = OpFunction %void None %fn\n%block = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let words = assemble_text(text, 0).unwrap();
    let listing = spirula_spirv::words::disassemble(&words);
    assert!(
        listing.contains("%first = OpLabel") && listing.contains("%second = OpLabel"),
        "{listing}"
    );
    // In any other text a name is that of one id.
    let words = assemble_text(
        &text[text.find('\n').unwrap() + 1..]
            .replace("one:", "")
            .replace("two:", ""),
        0,
    )
    .unwrap();
    assert_eq!(
        spirula_spirv::words::disassemble(&words)
            .matches("%first = OpLabel")
            .count(),
        2
    );
}

#[test]
fn the_release_of_the_tool_does_not_show() {
    let form = |version: &str| {
        let text =
            format!("OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpModuleProcessed \"spirula {version}\"");
        normal(&assemble_text(&text, 0x1_0000).unwrap()).unwrap()
    };
    assert_eq!(form("30.0.0"), form("31.2.17"));
    assert!(form("30.0.0").ends_with("OpModuleProcessed \"spirula\"\n"));
    assert_ne!(form("30.0.0"), form("30.0.0 without checks"));
}

/// What is malformed has a form too, in which undefined ids have names.
#[test]
fn any_instructions_have_a_form() {
    let text = "OpCapability Shader\nOpEntryPoint Fragment %4 \"a\\\"b c\" %7 %5\n%4 = OpFunction %1 None %2\n\
        %3 = OpLabel\n%6 = OpLoad %1 %6\n!0x00010fff\nOpFunctionEnd";
    let form = normal(&assemble_text(text, 0x1_0000).unwrap()).unwrap();
    assert!(
        form.contains("OpEntryPoint Fragment %function_ \"a\\\"b c\" %undefined"),
        "{form}"
    );
    assert!(form.contains("\n!0x00010fff ; unknown opcode 4095\n"), "{form}");
    assert!(normal(&[]).is_err());
    assert!(normal(&[0x0723_0203, 0, 0, 0, 0, 7 << 16]).is_err());
}
