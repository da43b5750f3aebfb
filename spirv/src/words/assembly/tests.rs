//! Tests of the assembler: against hand-written words, against the disassembler, and the positions of errors.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{AssemblyReason, assemble_text};
use crate::words::grammar::{Category, LogicalOperand, OperandKind, Quantifier, syntaxes};
use crate::words::{MAGIC, disassemble, disassemble_numbered};
use spirv::{FPEncoding, Op};

const V1_3: u32 = 0x0001_0300;

/// The words after the header.
fn words(text: &str) -> Vec<u32> {
    assemble_text(text, V1_3).unwrap_or_else(|error| panic!("{error}\n{text}"))[5..].to_vec()
}

/// The operands of the last instruction.
fn operands(text: &str) -> Vec<u32> {
    let words = words(text);
    let mut at = 0;
    loop {
        let count = (words[at] >> 16) as usize;
        if at + count == words.len() {
            return words[at + 1..].to_vec();
        }
        at += count;
    }
}

fn instruction(op: Op, operands: &[u32]) -> Vec<u32> {
    let mut words = vec![(op as u32) | (operands.len() as u32 + 1) << 16];
    words.extend(operands);
    words
}

#[test]
fn the_header_is_in_the_comments() {
    let header = |text: &str| assemble_text(text, V1_3).unwrap()[..5].to_vec();
    assert_eq!(header(""), [MAGIC, V1_3, 0, 1, 0]);
    assert_eq!(header("OpName %7 \"a\"\n"), [MAGIC, V1_3, 0, 8, 0]);
    let text = "; SPIR-V\n; Version: 1.5\n; Generator: Somebody; 3\n; Bound: 20\n; Schema: 4\nOpNop\n; Bound: 40\n";
    assert_eq!(header(text), [MAGIC, 0x0001_0500, 0, 20, 4]);
    assert_eq!(header("; Version: 0x01020304\nOpNop"), [MAGIC, 0x0102_0304, 0, 1, 0]);
    // A bound that is not greater than every id is ignored.
    assert_eq!(header("; Bound: 3\nOpName %7 \"a\"\n"), [MAGIC, V1_3, 0, 8, 0]);
}

#[test]
fn names_get_ids_that_are_not_used_as_numbers() {
    assert_eq!(
        operands("OpName %b \"\" OpName %2 \"\" OpName %a \"\" %c = OpFAdd %b %2 %a"),
        [1, 4, 2, 3]
    );
    assert_eq!(operands("OpName %01 \"\""), [1, 0]);
}

#[test]
fn instructions_may_share_lines_and_take_several() {
    let expected = [
        instruction(Op::Nop, &[]),
        instruction(Op::Decorate, &[1, 34, 2]),
        instruction(Op::Return, &[]),
    ];
    assert_eq!(
        words("OpNop OpDecorate %1\n  DescriptorSet ; a set\n 2 OpReturn"),
        expected.concat()
    );
    assert_eq!(words("%1\n=\nOpTypeVoid"), instruction(Op::TypeVoid, &[1]));
    // An enumerant that begins with `Op`.
    assert_eq!(operands("OpMemoryModel Logical OpenCL"), [0, 2]);
}

#[test]
fn raw_words_are_copied() {
    assert_eq!(words("!0x00020011 !1 ; Shader\nOpNop"), [2 << 16 | 17, 1, 1 << 16]);
    assert_eq!(operands("OpDecorate %1 !34 !0x7"), [1, 34, 7]);
    assert_eq!(operands("OpDecorate %1 !34"), [1, 34]);
    assert_eq!(operands("%1 = OpTypeInt 64 0 %2 = OpConstant %1 !1 !2"), [1, 2, 1, 2]);
    assert_eq!(
        operands("%1 = OpTypeInt 64 0\n%2 = OpUndef %1\nOpSwitch %2 %3 !1 !2 %4"),
        [2, 3, 1, 2, 4]
    );
}

#[test]
fn strings_end_in_zeros() {
    assert_eq!(operands("OpSourceExtension \"\""), [0]);
    assert_eq!(operands("OpSourceExtension \"abcd\""), [0x6463_6261, 0]);
    assert_eq!(operands(r#"OpSourceExtension "a\"\\;""#), [0x3B5C_2261, 0]);
    assert_eq!(operands("OpSourceExtension \"a\nb\" ; \""), [0x0062_0A61]);
    assert_eq!(
        operands("OpEntryPoint Vertex %1 \"é\" %2 %3"),
        [0, 1, 0x0000_A9C3, 2, 3]
    );
}

#[test]
fn numbers_are_of_their_type() {
    let wide = |bits: u64| vec![bits as u32, (bits >> 32) as u32];
    for (ty, text, expected) in [
        ("OpTypeInt 32 0", "4294967295", vec![u32::MAX]),
        ("OpTypeInt 32 0", "0xffffffff", vec![u32::MAX]),
        ("OpTypeInt 32 1", "-1", vec![u32::MAX]),
        ("OpTypeInt 32 1", "0xffffffff", vec![u32::MAX]),
        ("OpTypeInt 8 1", "-128", vec![0xFFFF_FF80]),
        ("OpTypeInt 8 1", "0x80", vec![0xFFFF_FF80]),
        ("OpTypeInt 16 0", "65535", vec![0xFFFF]),
        ("OpTypeInt 64 1", "-9223372036854775808", wide(1 << 63)),
        ("OpTypeInt 64 0", "18446744073709551615", wide(u64::MAX)),
        ("OpTypeFloat 32", "0.1", vec![0.1_f32.to_bits()]),
        ("OpTypeFloat 32", "-0", vec![1 << 31]),
        ("OpTypeFloat 32", "1e-45", vec![1]),
        ("OpTypeFloat 32", "0x1p-149", vec![1]),
        // Half of the smallest subnormal rounds to zero, which is even; anything more does not.
        ("OpTypeFloat 32", "0x1p-150", vec![0]),
        ("OpTypeFloat 32", "0x1.8p-150", vec![1]),
        ("OpTypeFloat 32", "0x1.fffffep+127", vec![f32::MAX.to_bits()]),
        ("OpTypeFloat 32", "-0x1p+128", vec![f32::NEG_INFINITY.to_bits()]),
        ("OpTypeFloat 32", "0x1.8p+128", vec![0x7FC0_0000]),
        ("OpTypeFloat 64", "0.1", wide(0.1_f64.to_bits())),
        ("OpTypeFloat 64", "0x1.8p+1024", wide(0x7FF8_0000_0000_0000)),
        ("OpTypeFloat 16", "65504", vec![0x7BFF]),
        ("OpTypeFloat 16", "-2.5", vec![0xC100]),
        ("OpTypeFloat 16", "6e-8", vec![1]),
        // A quarter and three quarters of the way between 1 and the second next float.
        ("OpTypeFloat 16", "1.00048828125", vec![0x3C00]),
        ("OpTypeFloat 16", "1.00146484375", vec![0x3C02]),
        ("OpTypeFloat 16 BFloat16KHR", "1", vec![0x3F80]),
        ("OpTypeFloat 16 BFloat16KHR", "-3.39e38", vec![0xFF7F]),
        ("OpTypeFloat 8 Float8E4M3EXT", "448", vec![0x7E]),
        ("OpTypeFloat 8 Float8E4M3EXT", "-0.001953125", vec![0x81]),
        ("OpTypeFloat 8 Float8E4M3EXT", "0x1.ep+8", vec![0x7F]),
        ("OpTypeFloat 8 Float8E5M2EXT", "57344", vec![0x7B]),
        ("OpTypeFloat 8 Float8E5M2EXT", "-0x1p+16", vec![0xFC]),
    ] {
        let found = operands(&format!("%1 = {ty}\n%2 = OpConstant %1 {text}"));
        assert_eq!(found[2..], expected, "{ty} {text}");
    }
    for (ty, text) in [
        ("OpTypeInt 32 0", "4294967296"),
        ("OpTypeInt 32 0", "-1"),
        ("OpTypeInt 32 1", "2147483648"),
        ("OpTypeInt 8 1", "128"),
        ("OpTypeInt 16 0", "65536"),
        ("OpTypeInt 32 0", "1.0"),
        ("OpTypeInt 32 0", "+1"),
        ("OpTypeFloat 32", "1e39"),
        ("OpTypeFloat 32", "inf"),
        ("OpTypeFloat 32", "NaN"),
        ("OpTypeFloat 32", "0x1p+129"),
        ("OpTypeFloat 32", "0x1p+1000000"),
        ("OpTypeFloat 32", "0xp+1"),
        ("OpTypeFloat 16", "65520"),
        ("OpTypeFloat 16 BFloat16KHR", "3.4e38f"),
        ("OpTypeFloat 16 BFloat16KHR", "3.4028e38"),
        ("OpTypeFloat 8 Float8E4M3EXT", "464.1"),
        ("OpTypeFloat 8 Float8E5M2EXT", "61440"),
        ("OpTypeFloat 64", "1e309"),
    ] {
        let text_of = format!("%1 = {ty}\n%2 = OpConstant %1 {text}");
        let error = assemble_text(&text_of, V1_3).unwrap_err();
        assert!(
            matches!(error.reason, AssemblyReason::WrongNumber { .. }),
            "{ty} {text}: {error}"
        );
        assert_eq!((error.line, error.column), (2, 20));
    }
}

/// Every 8- and 16-bit float, and floats of the other widths with every exponent.
#[test]
fn floats_are_read_as_they_are_written() {
    let encoded = |ty: &[u32], words: &[u32]| {
        let mut module = vec![MAGIC, V1_3, 0, 3, 0];
        module.extend(instruction(Op::TypeFloat, &[&[1], ty].concat()));
        module.extend(instruction(Op::Constant, &[&[1, 2], words].concat()));
        module
    };
    let constant = |width: u32, words: &[u32]| encoded(&[width], words);
    let halves = (0..=u32::from(u16::MAX)).map(|bits| constant(16, &[bits]));
    let [brain, e4m3, e5m2] = [
        FPEncoding::BFloat16KHR,
        FPEncoding::Float8E4M3EXT,
        FPEncoding::Float8E5M2EXT,
    ]
    .map(|encoding| encoding as u32);
    let brains = (0..=u32::from(u16::MAX)).map(|bits| encoded(&[16, brain], &[bits]));
    let eighths = (0..=255).flat_map(|bits| [e4m3, e5m2].map(|encoding| encoded(&[8, encoding], &[bits])));
    let singles = (0..512)
        .flat_map(|top: u32| [0, 1, 0x40_0000, 0x2A_AAAB, 0x7F_FFFF].map(|low| constant(32, &[top << 23 | low])));
    let doubles =
        (0..4096).flat_map(|top: u32| [0, 1, 0xA_BCDE, 0xF_FFFF].map(|low| constant(64, &[low * 7, top << 20 | low])));
    for module in halves.chain(brains).chain(eighths).chain(singles).chain(doubles) {
        let text = disassemble_numbered(&module);
        assert_eq!(assemble_text(&text, 0).as_deref(), Ok(&module[..]), "{text}");
    }
}

/// Instructions that have no other text are written as raw words.
#[test]
fn broken_instructions_are_read_as_they_are_written() {
    let mut module = vec![MAGIC, V1_3, 0, 50, 0];
    for (op, operands) in [
        (Op::Return, &[5][..]),
        (Op::Decorate, &[1]),
        (Op::Capability, &[40000]),
        // Bytes after the end of the string, and bytes that are not UTF-8.
        (Op::SourceExtension, &[0x6100_6261]),
        (Op::SourceExtension, &[0x0000_00FF]),
        (Op::TypeInt, &[1, 8, 1]),
        (Op::Constant, &[1, 2, 0x80]),
        (Op::Constant, &[1, 3, 1, 2]),
        (Op::TypeInt, &[4, 16, 0]),
        (Op::Constant, &[4, 5, 0x1_0000]),
        (Op::TypeInt, &[6, 128, 0]),
        (Op::Constant, &[6, 7, 9]),
        (Op::Switch, &[2, 8, u32::MAX, 9, 200, 10]),
        (Op::SelectionMerge, &[11, 0x83]),
        (Op::SpecConstantOp, &[1, 12, 60000, 1]),
        (Op::ExtInst, &[1, 13, 14, 3, 15]),
    ] {
        module.extend(instruction(op, operands));
    }
    module.extend([2 << 16 | 0xFFF0, 9]);
    let text = disassemble_numbered(&module);
    assert_eq!(assemble_text(&text, 0).as_deref(), Ok(&module[..]), "{text}");
}

/// Each instruction of the grammar with all operands, and each enumerant of each kind with its parameters.
#[test]
fn the_whole_grammar_is_read_as_it_is_written() {
    fn push(words: &mut Vec<u32>, operands: &[LogicalOperand], value: Option<(OperandKind, u32)>) {
        for operand in operands {
            let repeat = if operand.quantifier == Quantifier::Repeated {
                2
            } else {
                1
            };
            for _ in 0..repeat {
                match operand.kind {
                    OperandKind::LiteralString => words.extend([0x6463_6261, 0x0000_0065]),
                    OperandKind::LiteralSpecConstantOpInteger => words.extend([Op::IAdd as u32, 3, 4]),
                    OperandKind::PairIdRefIdRef
                    | OperandKind::PairIdRefLiteralInteger
                    | OperandKind::PairLiteralIntegerIdRef => words.extend([5, 6]),
                    kind if value.is_some_and(|(of, _)| of == kind) => {
                        let (_, value) = value.unwrap_or((kind, 0));
                        words.push(value);
                        let row = kind.enumerant(value).unwrap();
                        push(words, row.parameters, None);
                    }
                    kind => {
                        // A value without parameters.
                        let plain = kind.enumerants().find(|row| row.parameters.is_empty());
                        words.push(plain.map_or(7, |row| row.value));
                    }
                }
            }
        }
    }
    let mut count = 0;
    for syntax in syntaxes() {
        let kinds = syntax.operands.iter().map(|operand| operand.kind);
        let values = kinds.filter(|kind| matches!(kind.category(), Category::Value | Category::Mask));
        let values = values.flat_map(|kind| kind.enumerants().map(move |row| Some((kind, row.value))));
        for value in values.chain([None]) {
            let mut operands = Vec::new();
            push(&mut operands, syntax.operands, value);
            let mut module = vec![MAGIC, V1_3, 0, 100_000, 0];
            module.extend([u32::from(syntax.opcode) | (operands.len() as u32 + 1) << 16]);
            module.extend(operands);
            let text = disassemble_numbered(&module);
            assert_eq!(assemble_text(&text, 0).as_deref(), Ok(&module[..]), "{text}");
            assert!(
                !text.contains("; Op") || text.contains("OpExtInst"),
                "written as words: {text}"
            );
            count += 1;
        }
    }
    assert!(count > 2000, "{count}");
}

/// Each alias in the grammar names an enumerant or instruction of the tables.
#[test]
fn other_names_are_read() {
    assert_eq!(operands("%1 = OpTypeAccelerationStructureNV"), [1]);
    assert_eq!(
        operands("OpMemoryModel PhysicalStorageBuffer64EXT VulkanKHR"),
        [5348, 3]
    );
    assert_eq!(
        operands("%1 = OpLoad %2 %3 MakePointerVisibleKHR|NonPrivatePointerKHR %4"),
        [2, 1, 3, 0x30, 4]
    );
    let missing: Vec<_> = crate::words::grammar::unknown_aliases().collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Names change the numbers of ids only: the text of the assembled words is the same.
#[test]
fn named_text_is_stable() {
    let text = "; SPIR-V
; Version: 1.3
; Bound: 9
               OpCapability Shader
         %glsl = OpExtInstImport \"GLSL.std.450\"
               OpMemoryModel Logical GLSL450
               OpName %main \"main\"
      %float = OpTypeFloat 32
        %one = OpConstant %float 1
       %root = OpExtInst %float %glsl Sqrt %one
";
    let words = assemble_text(text, 0).unwrap();
    let written = disassemble(&words);
    assert_eq!(assemble_text(&written, 0).as_ref(), Ok(&words), "{written}");
    assert!(written.contains("OpExtInst %3 %1 Sqrt %4"), "{written}");
}

#[test]
fn errors_have_a_position() {
    for (text, expected) in [
        ("OpNop\n  foo", "2:3: OpNop has no operand here: `foo`"),
        ("foo", "1:1: an instruction should begin here, not `foo`"),
        ("%1 = foo", "1:6: an instruction should begin here, not `foo`"),
        ("%1", "1:1: an instruction should begin here, not `%1`"),
        ("OpFoo", "1:1: `OpFoo` is no instruction"),
        ("%1 = OpNop", "1:1: OpNop has no result"),
        ("OpTypeVoid", "1:1: OpTypeVoid has a result: `%name = OpTypeVoid …`"),
        ("OpNop\nOpDecorate %1", "2:1: OpDecorate lacks an operand: decoration"),
        ("OpDecorate %1 Binding", "1:1: OpDecorate lacks an operand: number"),
        (
            "OpDecorate %1 Bound 3",
            "1:15: `Bound` is no decoration; the nearest is `BoundImageNV`",
        ),
        ("OpDecorate 1 Block", "1:12: `1` is no id: `%` and a name or number"),
        ("OpDecorate % Block", "1:12: `%` is no id: `%` and a name or number"),
        (
            "OpSelectionMerge %1 Flatten|Flat",
            "1:21: `Flatten|Flat` is no selection control; the nearest is `Flatten`",
        ),
        (
            "OpTypePointer Storagebuffer %1",
            "1:1: OpTypePointer has a result: `%name = OpTypePointer …`",
        ),
        (
            "%1 = OpTypePointer Storagebuffer %2",
            "1:20: `Storagebuffer` is no storage class; the nearest is `StorageBuffer`",
        ),
        (
            "OpDecorat %1 Block",
            "1:1: `OpDecorat` is no instruction; the nearest is `OpDecorate`",
        ),
        (
            "%1 = OpSpecConstantOp %2 IAd %3 %3",
            "1:26: `IAd` is no instruction for OpSpecConstantOp; the nearest is `IAdd`",
        ),
        (
            "%1 = OpExtInst %2 %glsl Sqrt %3",
            "1:25: `Sqrt` is the name of an instruction in a set, and no OpExtInstImport before it imports a known one",
        ),
        (
            "%glsl = OpExtInstImport \"GLSL.std.450\" %1 = OpExtInst %2 %glsl Sqr %3",
            "1:64: `Sqr` is no instruction of the set GLSL.std.450; the nearest is `Sqrt`",
        ),
        ("OpSourceExtension abc", "1:19: `abc` is no string in quotation marks"),
        ("OpSourceExtension \"abc", "1:19: the string has no end"),
        ("OpSourceExtension \"abc\\\"", "1:19: the string has no end"),
        ("OpSource GLSL x", "1:15: `x` is no number of 32 bits"),
        ("!5 %1", "1:4: `%1` is no number"),
        ("é OpNop", "1:1: an instruction should begin here, not `é`"),
        ("OpSourceExtension \"é\n\" OpFoo", "2:3: `OpFoo` is no instruction"),
        (
            "%4294967295 = OpTypeVoid %4294967294 = OpNop",
            "1:26: OpNop has no result",
        ),
    ] {
        let error = assemble_text(text, V1_3).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let long = format!("OpEntryPoint Vertex %1 \"\"{}", " %2".repeat(70_000));
    let error = assemble_text(&long, V1_3).unwrap_err();
    assert_eq!(
        (error.line, error.column, error.reason),
        (1, 1, AssemblyReason::TooLong)
    );
}
