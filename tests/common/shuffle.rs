//! Permutes ids and insignificant orders of a module, to test the normal form of listings. It shares no code with that.

use std::collections::{HashMap, HashSet};

use spirula::words::grammar::{ExtendedSet, OperandContext};
use spirula::words::reader::{Instruction, Reader};
use spirv::Op;

use super::prng::Random;

/// A module divided into parts with significant and insignificant order.
struct Pieces {
    header: Vec<u32>,
    /// The memory model, entry points and instructions about the source.
    ordered: Vec<Vec<u32>>,
    unordered: Vec<Vec<u32>>,
    functions: Vec<Function>,
}

struct Function {
    before: Vec<Vec<u32>>,
    variables: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
}

impl Pieces {
    /// `id` maps each id to another.
    fn read(words: &[u32], id: &dyn Fn(u32) -> u32) -> Self {
        let (_, reader) = Reader::new(words).expect("a header");
        let instructions: Vec<Instruction<'_>> = reader.clone().collect::<Result<_, _>>().expect("whole instructions");
        let contexts = Contexts::new(&instructions);
        let mut pieces = Self {
            header: words[..reader.offset()].to_vec(),
            ordered: Vec::new(),
            unordered: Vec::new(),
            functions: Vec::new(),
        };
        let mut is_open = false;
        for instruction in &instructions {
            let op = Op::from_u32(u32::from(instruction.opcode));
            let renamed = renamed(instruction, &contexts, id);
            if op == Some(Op::Function) {
                is_open = true;
                pieces.functions.push(Function {
                    before: Vec::new(),
                    variables: Vec::new(),
                    after: Vec::new(),
                });
            }
            match pieces.functions.last_mut().filter(|_| is_open) {
                Some(function) => {
                    let is_begun = function
                        .before
                        .iter()
                        .any(|words| words[0] & 0xFFFF == Op::Label as u32);
                    let list = match op {
                        _ if !is_begun => &mut function.before,
                        Some(Op::Variable) if function.after.is_empty() => &mut function.variables,
                        _ => &mut function.after,
                    };
                    list.push(renamed);
                }
                None if is_unordered(instruction, op) => pieces.unordered.push(renamed),
                None => pieces.ordered.push(renamed),
            }
            is_open &= op != Some(Op::FunctionEnd);
        }
        pieces
    }

    fn words(self) -> Vec<u32> {
        let mut words = self.header;
        let functions = self.functions.into_iter();
        let functions = functions.flat_map(|function| [function.before, function.variables, function.after].concat());
        let instructions = self.ordered.into_iter().chain(self.unordered).chain(functions);
        words.extend(instructions.flatten());
        words
    }
}

/// What determines which words of an instruction are ids.
pub struct Contexts {
    /// Values of 64-bit types, which determine the length of the literals of an `OpSwitch`.
    wide: HashSet<u32>,
    /// Extended instruction sets.
    sets: HashMap<u32, ExtendedSet>,
}

impl Contexts {
    pub fn new(instructions: &[Instruction<'_>]) -> Self {
        let is_wide = |instruction: &&Instruction<'_>| {
            u32::from(instruction.opcode) == Op::TypeInt as u32 && instruction.operand_words().first() == Some(&64)
        };
        let types: HashSet<u32> = instructions
            .iter()
            .filter(is_wide)
            .filter_map(Instruction::result)
            .collect();
        let is_wide = |instruction: &&Instruction<'_>| instruction.result_type().is_some_and(|ty| types.contains(&ty));
        let set = |instruction: &Instruction<'_>| {
            let is_import = u32::from(instruction.opcode) == Op::ExtInstImport as u32;
            let words = instruction.operand_words().iter().filter(|_| is_import);
            let bytes: Vec<u8> = words
                .flat_map(|word| word.to_le_bytes())
                .take_while(|&byte| byte != 0)
                .collect();
            Some((
                instruction.result()?,
                ExtendedSet::from_name(&String::from_utf8_lossy(&bytes))?,
            ))
        };
        Self {
            wide: instructions
                .iter()
                .filter(is_wide)
                .filter_map(Instruction::result)
                .collect(),
            sets: instructions.iter().filter_map(set).collect(),
        }
    }
}

/// The words of an instruction with mapped ids.
pub fn renamed(instruction: &Instruction<'_>, contexts: &Contexts, id: &dyn Fn(u32) -> u32) -> Vec<u32> {
    let mut words = instruction.words.to_vec();
    let mut context = OperandContext::default();
    let first = instruction.operand_words().first();
    let is_switch = u32::from(instruction.opcode) == Op::Switch as u32;
    if is_switch && first.is_some_and(|id| contexts.wide.contains(id)) {
        context.literal_words = 2;
    }
    if u32::from(instruction.opcode) == Op::ExtInst as u32 {
        context.set = first.and_then(|id| contexts.sets.get(id)).copied();
    }
    for operand in instruction.operands(context).into_iter().flatten().flatten() {
        if operand.id().is_some() || operand.kind.name() == "IdResult" {
            words[operand.index] = id(operand.word());
        }
    }
    words
}

/// Whether the position of an instruction outside functions is insignificant.
fn is_unordered(instruction: &Instruction<'_>, op: Option<Op>) -> bool {
    let name = instruction.syntax.map_or("", |syntax| syntax.name);
    let is_annotation = ["Name", "Decorate", "DecorateId", "DecorateString"]
        .iter()
        .any(|end| name.ends_with(end));
    let is_section = matches!(
        op,
        Some(Op::Capability | Op::Extension | Op::ExecutionMode | Op::ExecutionModeId)
    );
    instruction.result().is_some() || is_section || is_annotation
}

/// The interface of an `OpEntryPoint`.
fn interface(words: &mut [u32]) -> Option<&mut [u32]> {
    if words[0] & 0xFFFF != Op::EntryPoint as u32 {
        return None;
    }
    let ends = |word: &u32| word.to_le_bytes().contains(&0);
    let end = 3 + words.get(3..)?.iter().position(ends)?;
    words.get_mut(end + 1..)
}

/// The module with other ids, and its declarations, functions and lists in another order.
pub fn shuffled(words: &[u32], random: &mut Random) -> Vec<u32> {
    let bound = words[3] as usize;
    let mut ids: Vec<u32> = (1..bound as u32 + 10).collect();
    shuffle(&mut ids, random);
    let mut pieces = Pieces::read(words, &|id| ids[id as usize - 1]);
    pieces.header[3] = bound as u32 + 10;
    shuffle(&mut pieces.unordered, random);
    shuffle(&mut pieces.functions, random);
    for function in &mut pieces.functions {
        shuffle(&mut function.variables, random);
    }
    for words in &mut pieces.ordered {
        if let Some(interface) = interface(words) {
            shuffle(interface, random);
        }
    }
    pieces.words()
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for end in (1..items.len()).rev() {
        items.swap(end, random.below(end + 1));
    }
}
