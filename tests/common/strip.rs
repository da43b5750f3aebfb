//! Modules as instructions with normalized ids, without their debug information.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use spirula::words::reader::{Instruction, Reader};
use spirv::Op;

use super::shuffle::{Contexts, renamed};

/// The id of the imported set `NonSemantic.Shader.DebugInfo.100`.
pub fn debug_set(words: &[u32]) -> Option<u32> {
    let (_, mut reader) = Reader::new(words).expect("a header");
    reader.find_map(|instruction| {
        let words = instruction.expect("whole instructions").words;
        let text = || -> Vec<u8> { words[2..].iter().flat_map(|word| word.to_le_bytes()).collect() };
        (words[0] & 0xFFFF == Op::ExtInstImport as u32 && text().starts_with(b"NonSemantic.Shader.DebugInfo"))
            .then(|| words[1])
    })
}

/// Whether an instruction belongs to an extended instruction set.
pub fn is_of(instruction: &Instruction<'_>, set: u32) -> bool {
    instruction.opcode == Op::ExtInst as u16 && instruction.words[3] == set
}

/// The instructions of a module, with ids numbered in the order of their occurrence. Debug information is removed: the
/// set, its extension, its instructions, and the strings, types and constants that only debug information uses.
pub fn without_debug_info(words: &[u32]) -> Vec<Vec<u32>> {
    let (_, reader) = Reader::new(words).expect("a header");
    let all: Vec<Instruction<'_>> = reader.collect::<Result<_, _>>().expect("whole instructions");
    let set = debug_set(words);
    let contexts = Contexts::new(&all);
    let ids_of = |instruction: &Instruction<'_>| {
        let ids = RefCell::new(Vec::new());
        renamed(instruction, &contexts, &|id| {
            ids.borrow_mut().push(id);
            id
        });
        ids.into_inner()
    };
    let mut taken: HashSet<usize> = HashSet::new();
    let mut named: HashSet<u32> = HashSet::new();
    for (at, instruction) in all.iter().enumerate() {
        let Some(set) = set else { break };
        let is_import = instruction.opcode == Op::ExtInstImport as u16 && instruction.words[1] == set;
        if is_import || is_of(instruction, set) {
            taken.insert(at);
            named.extend(ids_of(instruction));
        }
    }
    // Removes the operands of debug information from last to first, if nothing else uses them.
    let mut uses: HashMap<u32, usize> = HashMap::new();
    for (at, instruction) in all.iter().enumerate() {
        if !taken.contains(&at) {
            for id in ids_of(instruction) {
                *uses.entry(id).or_default() += 1;
            }
        }
    }
    for (at, instruction) in all.iter().enumerate().rev() {
        let Some(result) = instruction.result().filter(|id| named.contains(id)) else {
            continue;
        };
        let op = Op::from_u32(u32::from(instruction.opcode));
        let is_plain = matches!(
            op,
            Some(
                Op::String
                    | Op::TypeVoid
                    | Op::TypeBool
                    | Op::TypeInt
                    | Op::TypeFloat
                    | Op::TypeVector
                    | Op::TypeMatrix
                    | Op::Constant
                    | Op::ConstantTrue
                    | Op::ConstantFalse
                    | Op::ConstantComposite
            )
        );
        // One use is its own definition.
        if is_plain && uses.get(&result) == Some(&1) {
            taken.insert(at);
            for id in ids_of(instruction) {
                *uses.get_mut(&id).expect("it is used") -= 1;
                named.insert(id);
            }
        }
    }
    let other_sets = all.iter().enumerate().any(|(at, instruction)| {
        let text = || -> Vec<u8> {
            instruction.words[2..]
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect()
        };
        instruction.opcode == Op::ExtInstImport as u16 && !taken.contains(&at) && text().starts_with(b"NonSemantic.")
    });
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    let mut kept = Vec::new();
    for (at, instruction) in all.iter().enumerate() {
        let text = || -> Vec<u8> {
            instruction.words[1..]
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect()
        };
        let is_extension =
            instruction.opcode == Op::Extension as u16 && text().starts_with(b"SPV_KHR_non_semantic_info\0");
        if taken.contains(&at) || is_extension && !other_sets && set.is_some() {
            continue;
        }
        let numbers = RefCell::new(&mut numbers);
        kept.push(renamed(instruction, &contexts, &|id| {
            let mut numbers = numbers.borrow_mut();
            let next = numbers.len() as u32 + 1;
            *numbers.entry(id).or_insert(next)
        }));
    }
    kept
}
