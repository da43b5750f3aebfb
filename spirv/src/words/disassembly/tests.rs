//! Tests of the disassembler against hand-written text.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{disassemble, disassemble_instruction};
use crate::internal::{IdAllocator, Sections, assemble};
use crate::words::MAGIC;
use crate::words::reader::Reader;
use spirv::{AddressingModel, Capability, Decoration, ExecutionMode, ExecutionModel, MemoryModel, Op, StorageClass};

fn header(bound: u32) -> Vec<u32> {
    vec![MAGIC, 0x0001_0300, 0, bound, 0]
}

fn push(words: &mut Vec<u32>, op: Op, operands: &[u32]) {
    words.push((op as u32) | (operands.len() as u32 + 1) << 16);
    words.extend(operands);
}

/// The line of one instruction, with other instructions before it.
fn last_line(before: &[(Op, &[u32])], op: Op, operands: &[u32]) -> String {
    let mut words = header(100);
    for (op, operands) in before {
        push(&mut words, *op, operands);
    }
    push(&mut words, op, operands);
    disassemble(&words).lines().last().unwrap().trim_start().to_string()
}

#[test]
fn a_module_reads_like_spirv_dis() {
    let mut ids = IdAllocator::default();
    let mut sections = Sections::default();
    sections.capabilities.capability(Capability::Shader);
    sections
        .memory_model
        .memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
    let (void, function_type, main, label) = (ids.type_id(), ids.type_id(), ids.function(), ids.label());
    let (float, pointer, variable) = (ids.type_id(), ids.type_id(), ids.value());
    let (half, loaded, sum, root) = (ids.value(), ids.value(), ids.value(), ids.value());
    let glsl = ids.id();
    sections.imports.ext_inst_import(glsl, "GLSL.std.450");
    sections
        .entry_points
        .entry_point(ExecutionModel::GLCompute, main, "main", &[]);
    sections
        .execution_modes
        .execution_mode(main, ExecutionMode::LocalSize, &[64, 1, 1]);
    sections.names.name(main.id(), "main");
    sections.names.name(variable.id(), "a value");
    sections
        .annotations
        .decorate(variable.id(), Decoration::RelaxedPrecision, &[]);
    let globals = &mut sections.globals;
    globals.type_void(void);
    globals.type_function(function_type, void, &[]);
    globals.type_float(float, 32);
    globals.type_pointer(pointer, StorageClass::Private, float);
    globals.variable(pointer, variable, StorageClass::Private, &[]);
    globals.constant(float, half, 0.5_f32.to_bits(), &[]);
    let functions = &mut sections.functions;
    functions.function(void, main, spirv::FunctionControl::NONE, function_type);
    functions.label(label);
    functions.load(float, loaded, variable, &[]);
    functions.binary(Op::FAdd, float, sum, loaded, half);
    functions.ext_inst(float, root, glsl, spirv::GlslStd450Op::Sqrt, &[sum]);
    functions.store(variable, root, &[spirv::MemoryAccess::ALIGNED.bits(), 4]);
    functions.return_void();
    functions.function_end();
    let mut words = Vec::new();
    assemble(&sections, 0x0001_0300, ids.bound(), &mut words);

    assert_eq!(
        disassemble(&words),
        r#"; SPIR-V
; Version: 1.3
; Generator: Khronos; 0
; Bound: 13
; Schema: 0
               OpCapability Shader
         %12 = OpExtInstImport "GLSL.std.450"
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main"
               OpExecutionMode %main LocalSize 64 1 1
               OpName %main "main"
               OpName %a_value "a value"
               OpDecorate %a_value RelaxedPrecision
          %1 = OpTypeVoid
          %2 = OpTypeFunction %1
          %5 = OpTypeFloat 32
          %6 = OpTypePointer Private %5
    %a_value = OpVariable %6 Private
          %8 = OpConstant %5 0.5
       %main = OpFunction %1 None %2
          %4 = OpLabel
          %9 = OpLoad %5 %a_value
         %10 = OpFAdd %5 %9 %8
         %11 = OpExtInst %5 %12 Sqrt %10
               OpStore %a_value %11 Aligned 4
               OpReturn
               OpFunctionEnd
"#
    );
}

#[test]
fn numbers_are_of_their_type() {
    let types: &[(Op, &[u32])] = &[
        (Op::TypeInt, &[1, 32, 1]),
        (Op::TypeInt, &[2, 32, 0]),
        (Op::TypeInt, &[3, 64, 1]),
        (Op::TypeInt, &[4, 64, 0]),
        (Op::TypeInt, &[5, 8, 1]),
        (Op::TypeFloat, &[6, 32]),
        (Op::TypeFloat, &[7, 64]),
        (Op::TypeFloat, &[8, 16]),
        // BFloat16KHR
        (Op::TypeFloat, &[9, 16, 0]),
    ];
    let minus_one = u32::MAX;
    let wide = |number: f64| [number.to_bits() as u32, (number.to_bits() >> 32) as u32];
    for (ty, literal, text) in [
        (1, &[minus_one][..], "-1"),
        (2, &[minus_one], "4294967295"),
        (3, &[minus_one, minus_one], "-1"),
        (3, &[0, 1], "4294967296"),
        (4, &[minus_one, minus_one], "18446744073709551615"),
        // A narrow signed number is sign-extended to its word (SPIR-V §2.2.1, Instructions).
        (5, &[minus_one - 127], "-128"),
        (6, &[0.1_f32.to_bits()], "0.1"),
        (6, &[(-0.0_f32).to_bits()], "-0.0"),
        (6, &[1], "1e-45"),
        (6, &[f32::MAX.to_bits()], "3.4028235e38"),
        // SPIRV-Tools writes infinities and NaN with one binary exponent more than the largest number has.
        (6, &[f32::INFINITY.to_bits()], "0x1p+128"),
        (6, &[f32::NEG_INFINITY.to_bits()], "-0x1p+128"),
        (6, &[0x7FC0_0000], "0x1.8p+128"),
        (7, &wide(0.1), "0.1"),
        (7, &wide(f64::INFINITY), "0x1p+1024"),
        (8, &[0x3C00], "1.0"),
        (8, &[0xC100], "-2.5"),
        (8, &[0x7BFF], "65504.0"),
        // The smallest subnormal, 2^-24.
        (8, &[0x0001], "5.9604645e-8"),
        (8, &[0x7C00], "0x1p+16"),
        (9, &[0x3F80], "1.0"),
        // Too many words for the type, and an id that is not a type.
        (1, &[1, 2], "!0x1 !0x2"),
        (50, &[7], "7"),
    ] {
        let operands = [&[ty, 20], literal].concat();
        assert_eq!(
            last_line(types, Op::Constant, &operands),
            format!("%20 = OpConstant %{ty} {text}")
        );
    }
}

#[test]
fn cases_are_as_wide_as_the_selector() {
    let before = |width, sign| -> Vec<(Op, Vec<u32>)> {
        vec![
            (Op::TypeInt, vec![1, width, sign]),
            (Op::Constant, if width == 64 { vec![1, 2, 0, 0] } else { vec![1, 2, 0] }),
        ]
    };
    let line = |before: Vec<(Op, Vec<u32>)>, operands: &[u32]| {
        let before: Vec<(Op, &[u32])> = before.iter().map(|(op, operands)| (*op, &operands[..])).collect();
        last_line(&before, Op::Switch, operands)
    };
    assert_eq!(
        line(before(32, 1), &[2, 3, u32::MAX, 4, 7, 5]),
        "OpSwitch %2 %3 -1 %4 7 %5"
    );
    assert_eq!(
        line(before(32, 0), &[2, 3, u32::MAX, 4]),
        "OpSwitch %2 %3 4294967295 %4"
    );
    assert_eq!(line(before(64, 0), &[2, 3, 1, 1, 4]), "OpSwitch %2 %3 4294967297 %4");
}

#[test]
fn masks_and_enumerants_have_names() {
    assert_eq!(
        last_line(&[], Op::ImageSampleExplicitLod, &[1, 2, 3, 4, 0xA, 5, 6]),
        "%2 = OpImageSampleExplicitLod %1 %3 %4 Lod|ConstOffset %5 %6"
    );
    assert_eq!(last_line(&[], Op::SelectionMerge, &[1, 0]), "OpSelectionMerge %1 None");
    assert_eq!(
        last_line(&[], Op::SelectionMerge, &[1, 0x81]),
        "OpSelectionMerge %1 !0x81"
    );
    assert_eq!(
        last_line(&[], Op::TypeImage, &[1, 2, 1, 0, 0, 0, 1, 0]),
        "%1 = OpTypeImage %2 2D 0 0 0 1 Unknown"
    );
    assert_eq!(last_line(&[], Op::Capability, &[40000]), "OpCapability !40000");
    assert_eq!(
        last_line(&[], Op::Decorate, &[1, 11, 0]),
        "OpDecorate %1 BuiltIn Position"
    );
    assert_eq!(
        last_line(&[], Op::SpecConstantOp, &[1, 2, Op::IAdd as u32, 3, 4]),
        "%2 = OpSpecConstantOp %1 IAdd %3 %4"
    );
}

#[test]
fn extended_instructions_are_named_by_their_set() {
    let import = |name: &[u32]| [&[9], name].concat();
    // The set "NonSemantic.DebugPrintf" and an unknown set.
    let printf: Vec<u32> = b"NonSemantic.DebugPrintf\0".chunks(4).map(little_endian).collect();
    let unknown: Vec<u32> = b"Abc\0".chunks(4).map(little_endian).collect();
    assert_eq!(
        last_line(&[(Op::ExtInstImport, &import(&printf))], Op::ExtInst, &[1, 2, 9, 1, 3]),
        "%2 = OpExtInst %1 %9 DebugPrintf %3"
    );
    assert_eq!(
        last_line(
            &[(Op::ExtInstImport, &import(&unknown))],
            Op::ExtInst,
            &[1, 2, 9, 1, 3, 4]
        ),
        "%2 = OpExtInst %1 %9 1 %3 %4"
    );
}

fn little_endian(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().unwrap())
}

#[test]
fn names_are_made_unique_and_safe() {
    let name = |id, text: &[u8; 4]| vec![id, little_endian(text)];
    let mut words = header(10);
    for operands in [
        name(1, b"x\0\0\0"),
        name(2, b"x\0\0\0"),
        name(3, b"x_0\0"),
        name(4, b"7\0\0\0"),
        name(5, b"a.b\0"),
        name(6, b"\0\0\0\0"),
    ] {
        push(&mut words, Op::Name, &operands);
    }
    push(&mut words, Op::FunctionCall, &[1, 2, 3, 4, 5, 6]);
    let text = disassemble(&words);
    assert_eq!(
        text.lines().last().unwrap().trim_start(),
        "%x_0 = OpFunctionCall %x %x_0_0 %_7 %a_b %6"
    );
}

#[test]
fn strings_are_quoted() {
    // The text a"\ and its terminator.
    assert_eq!(
        last_line(&[], Op::SourceExtension, &[0x005C_2261]),
        r#"OpSourceExtension "a\"\\""#
    );
}

#[test]
fn instructions_that_cannot_be_split_are_raw_words() {
    assert_eq!(
        last_line(&[], Op::Decorate, &[1]),
        "!0x00020047 !0x00000001 ; OpDecorate: Decoration is missing at word 2"
    );
    assert_eq!(
        last_line(&[], Op::Return, &[5]),
        "!0x000200fd !0x00000005 ; OpReturn: word 1 and what follows belong to no operand"
    );
    let mut words = header(5);
    words.extend([2 << 16 | 0xFFF0, 9, 1 << 16 | 253, 4 << 16 | 61, 1, 2]);
    assert_eq!(
        disassemble(&words),
        "; SPIR-V
; Version: 1.3
; Generator: Khronos; 0
; Bound: 5
; Schema: 0
!0x0002fff0 !0x00000009 ; unknown opcode 65520
               OpReturn
; the instruction at word 8 has 4 words, but only 3 are left
; 0x0004003d 0x00000001 0x00000002
"
    );
    assert_eq!(
        disassemble(&[1, 2, 3, 4, 5]),
        "; the first word is 0x00000001 and not the magic number 0x07230203
; 0x00000001 0x00000002 0x00000003 0x00000004 0x00000005
"
    );
    assert_eq!(
        disassemble(&[]),
        "; 0 words are too short for the header, which has 5\n"
    );
}

#[test]
fn a_single_instruction_has_numbers_for_ids() {
    let mut words = header(5);
    push(&mut words, Op::FAdd, &[1, 2, 3, 4]);
    let instruction = Reader::new(&words).unwrap().1.next().unwrap().unwrap();
    assert_eq!(disassemble_instruction(&instruction), "%2 = OpFAdd %1 %3 %4");
}
