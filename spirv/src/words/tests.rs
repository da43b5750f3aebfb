//! Tests of the operations against rspirv's grammar, and of strings, interning, and the reader on any input.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::grammar::OperandContext;
use super::reader::{Header, ReadError, Reader, words_from_bytes};
use super::{MAGIC, OPERATIONS, Operation, disassemble};
use crate::internal::{Id, IdAllocator, Interner, MAX_INSTRUCTION_WORDS, ResultPosition, Section, TypeId, ValueId};
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind, OperandQuantifier};

/// A name in snake case, as rspirv names the methods of its builder. A word begins at a capital after a lowercase
/// letter or a digit, and at a capital before a lowercase letter.
fn snake_case(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (index, &c) in characters.iter().enumerate() {
        let before = index.checked_sub(1).map(|i| characters[i]);
        let after = characters.get(index + 1);
        let begins =
            c.is_uppercase() && before.is_some_and(|b| !b.is_uppercase() || after.is_some_and(|a| a.is_lowercase()));
        if begins {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// Whether words may follow the required operands.
fn has_tail(operands: &[rspirv::grammar::LogicalOperand]) -> bool {
    operands.iter().any(|operand| {
        operand.quantifier != OperandQuantifier::One
            || matches!(
                operand.kind,
                // The parameters of these follow them.
                OperandKind::Decoration
                    | OperandKind::ExecutionMode
                    | OperandKind::ImageOperands
                    | OperandKind::LoopControl
                    | OperandKind::MemoryAccess
                    | OperandKind::LiteralContextDependentNumber
                    | OperandKind::LiteralSpecConstantOpInteger
            )
    })
}

#[test]
fn operations_agree_with_the_grammar() {
    for &Operation {
        name,
        op,
        result_type,
        result,
        fixed,
        variadic,
    } in OPERATIONS
    {
        let row = INSTRUCTION_TABLE.get(op);
        // `return` is a keyword.
        let expected = if op == spirv::Op::Return {
            "return_void".to_string()
        } else {
            snake_case(row.opname)
        };
        assert_eq!(name, expected);

        let first = row
            .operands
            .iter()
            .take_while(|o| matches!(o.kind, OperandKind::IdResultType | OperandKind::IdResult));
        let leading: Vec<_> = first.map(|operand| operand.kind).collect();
        assert_eq!(
            result_type,
            leading.contains(&OperandKind::IdResultType),
            "{name}: result type"
        );
        assert_eq!(result, leading.contains(&OperandKind::IdResult), "{name}: result");

        let rest = &row.operands[leading.len()..];
        let (given, left) = rest.split_at(fixed);
        assert!(
            given.iter().all(|o| o.quantifier != OperandQuantifier::ZeroOrMore),
            "{name}: {fixed} operands"
        );
        // Only a mask with parameters may be left out as the first of the repeated operands, and no other required
        // operand.
        let left_out = left
            .iter()
            .filter(|operand| operand.quantifier == OperandQuantifier::One);
        for operand in left_out {
            assert!(
                variadic && operand.kind == OperandKind::ImageOperands,
                "{name}: {:?} is missing",
                operand.kind
            );
        }
        assert!(!variadic || has_tail(rest), "{name}: nothing may follow");
    }
}

#[test]
fn operations_write_their_word_count() {
    let mut ids = IdAllocator::default();
    let mut section = Section::default();
    let (ty, a, b, sum) = (ids.type_id(), ids.value(), ids.value(), ids.value());
    section.i_add(ty, sum, a, b);
    section.composite_construct(ty, sum, &[a, b, a]);
    section.return_void();
    assert_eq!(
        section.words(),
        [5 << 16 | 128, 1, 4, 2, 3, 6 << 16 | 80, 1, 4, 2, 3, 2, 1 << 16 | 253],
    );
}

#[test]
fn strings_end_with_a_zero_byte() {
    // SPIR-V §2.2.1, Instructions: four bytes per word, the first in the lowest bits, and the zero byte in a word of
    // its own if necessary.
    for (text, words) in [
        ("", &[0][..]),
        ("abc", &[0x0063_6261]),
        ("abcd", &[0x6463_6261, 0]),
        ("main1", &[0x6E69_616D, 0x31]),
        ("a\0b", &[0x61]),
        ("é", &[0xA9C3]),
    ] {
        let mut section = Section::default();
        section.string(text);
        assert_eq!(section.words(), words, "{text:?}");
    }
}

#[test]
fn the_interner_keeps_one_of_equal_instructions() {
    let mut ids = IdAllocator::default();
    let mut section = Section::default();
    let mut interner = Interner::default();
    let mut float = |width: u32, section: &mut Section| {
        let start = section.len();
        section.type_float(ids.type_id(), width);
        interner.intern_last(section, start, ResultPosition::First).unwrap()
    };
    let single = float(32, &mut section);
    let double = float(64, &mut section);
    assert_ne!(single, double);
    assert_eq!(float(32, &mut section), single);
    assert_eq!(float(64, &mut section), double);
    assert_eq!(section.len(), 6, "the equal instruction is removed");
}

#[test]
fn the_interner_distinguishes_constants_by_type_and_grows() {
    let mut section = Section::default();
    let mut interner = Interner::default();
    let mut ids = IdAllocator::default();
    let (int, uint) = (ids.type_id(), ids.type_id());
    let mut constant = |ty: TypeId, value: u32, section: &mut Section| {
        let start = section.len();
        section.constant(ty, ids.value(), value, &[]);
        interner.intern_last(section, start, ResultPosition::Second).unwrap()
    };
    let first: Vec<_> = (0..1000).map(|value| constant(int, value, &mut section)).collect();
    let second: Vec<_> = (0..1000).map(|value| constant(uint, value, &mut section)).collect();
    assert_eq!(section.len(), 8000);
    for value in 0..1000 {
        assert_eq!(constant(int, value, &mut section), first[value as usize]);
        assert_eq!(constant(uint, value, &mut section), second[value as usize]);
    }
    assert_eq!(section.len(), 8000);
    assert!(first.iter().all(|id| !second.contains(id)));
}

#[test]
fn the_reader_splits_instructions() {
    let words = [
        MAGIC,
        0x0001_0300,
        7,
        9,
        0,
        2 << 16 | 17,
        1,
        5 << 16 | 128,
        1,
        4,
        2,
        3,
        2 << 16 | 0xFFF0,
        8,
    ];
    let (header, reader) = Reader::new(&words).unwrap();
    assert_eq!(
        header,
        Header {
            version: 0x0001_0300,
            generator: 7,
            bound: 9,
            schema: 0
        }
    );
    let found: Vec<_> = reader.map(Result::unwrap).collect();
    let capability = &found[0];
    assert_eq!(
        (capability.opcode, capability.offset, capability.operand_words()),
        (17, 5, &[1][..])
    );
    assert_eq!((capability.result_type(), capability.result()), (None, None));
    let add = &found[1];
    assert_eq!(
        (add.offset, add.result_type(), add.result(), add.operand_words()),
        (7, Some(1), Some(4), &[2, 3][..])
    );
    let unknown = &found[2];
    assert_eq!(
        (unknown.opcode, unknown.result(), unknown.operand_words()),
        (0xFFF0, None, &[8][..])
    );
    assert!(unknown.syntax.is_none() && unknown.operands(OperandContext::default()).is_none());
    assert_eq!(found.len(), 3);
}

#[test]
fn the_reader_names_what_is_wrong() {
    assert_eq!(Reader::new(&[]).unwrap_err(), ReadError::TooShort { words: 0 });
    assert_eq!(
        Reader::new(&[MAGIC, 0, 0, 0]).unwrap_err(),
        ReadError::TooShort { words: 4 }
    );
    assert_eq!(Reader::new(&[1, 2, 3, 4, 5]).unwrap_err(), ReadError::Magic { word: 1 });
    assert_eq!(Reader::new(&[0x0302_2307, 0, 0, 0, 0]).unwrap_err(), ReadError::Swapped);

    let last = |tail: &[u32]| {
        let mut words = vec![MAGIC, 0x0001_0000, 0, 1, 0, 1 << 16 | 253];
        words.extend(tail);
        let found: Vec<_> = Reader::new(&words).unwrap().1.collect();
        assert_eq!(found.len(), 2, "one instruction, then the error, then the end");
        *found[1].as_ref().unwrap_err()
    };
    assert_eq!(last(&[253]), ReadError::ZeroWordCount { offset: 6 });
    assert_eq!(
        last(&[3 << 16 | 253, 0]),
        ReadError::PastEnd {
            offset: 6,
            count: 3,
            left: 2
        }
    );
}

#[test]
fn bytes_of_either_order_make_words() {
    let words = [MAGIC, 0x0001_0600, 0, 5, 0];
    let little: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    assert_eq!(words_from_bytes(&little).unwrap(), words);
    assert_eq!(words_from_bytes(&big).unwrap(), words);
    assert_eq!(words_from_bytes(&little[..18]), Err(ReadError::Bytes { bytes: 18 }));
    assert_eq!(words_from_bytes(&little[..3]), Err(ReadError::TooShort { words: 0 }));
    assert_eq!(
        words_from_bytes(b"fn main() {}"),
        Err(ReadError::Magic { word: 0x6D20_6E66 })
    );
}

/// Pseudo-random numbers from a seed (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) as u32
    }
}

#[test]
fn random_words_are_read_and_printed() {
    let mut numbers = Numbers(1);
    for _ in 0..3000 {
        let mut words = vec![MAGIC, 0x0001_0300, 0, numbers.next(), 0];
        for _ in 0..numbers.next() % 12 {
            // Known opcodes and low ids, so that most code of the walk is executed; the counts may be wrong.
            let row = OPERATIONS[numbers.next() as usize % OPERATIONS.len()];
            let count = numbers.next() % 9;
            words.push(count << 16 | row.op as u32);
            for _ in 1..count {
                words.push(match numbers.next() % 4 {
                    0 => numbers.next(),
                    1 => 1 << (numbers.next() % 32),
                    _ => numbers.next() % 40,
                });
            }
        }
        words.truncate(words.len() - numbers.next() as usize % 3);
        let mut covered = 5;
        let mut broken = false;
        let Ok((_, reader)) = Reader::new(&words) else { continue };
        for instruction in reader {
            match instruction {
                Ok(instruction) => {
                    assert_eq!(instruction.offset, covered);
                    covered += instruction.words.len();
                    let mut index = 1;
                    for operand in instruction.operands(OperandContext::default()).into_iter().flatten() {
                        let Ok(operand) = operand else { break };
                        assert_eq!(operand.index, index, "operands leave no gap");
                        index += operand.words.len();
                    }
                    assert!(index <= instruction.words.len());
                }
                Err(_) => broken = true,
            }
        }
        assert!(broken || covered == words.len());
        let text = disassemble(&words);
        assert!(text.starts_with("; SPIR-V\n; Version: 1.3\n"));
        assert_eq!(text, disassemble(&words));
    }
}

#[test]
fn an_instruction_that_does_not_fit_its_word_count_is_recorded() {
    let id = |number| ValueId::from_id(Id::new(number).unwrap());
    let ty = TypeId::from_id(Id::new(1).unwrap());
    let mut section = Section::default();
    section.composite_construct(ty, id(2), &vec![id(3); MAX_INSTRUCTION_WORDS - 3]);
    assert_eq!((section.words()[0] >> 16, section.oversized()), (0xFFFF, None));
    section.composite_construct(ty, id(2), &vec![id(3); MAX_INSTRUCTION_WORDS - 2]);
    assert_eq!(section.oversized(), Some(MAX_INSTRUCTION_WORDS + 1));
    let mut other = Section::default();
    other.append(&section);
    assert_eq!(other.oversized(), section.oversized());
    section.clear();
    assert_eq!(section.oversized(), None);
    for (operands, oversized) in [
        (MAX_INSTRUCTION_WORDS - 1, None),
        (MAX_INSTRUCTION_WORDS, Some(0x1_0000)),
    ] {
        section.clear();
        let open = section.open(spirv::Op::EntryPoint);
        for _ in 0..operands {
            section.operand(0_u32);
        }
        section.close(open);
        assert_eq!(section.oversized(), oversized);
    }
}
