//! The functions of a module: their parameters, and where their variables end.

use super::module::{Body, Module, Part, instructions, op_of};
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};
use spirv::{Decoration, Op};

/// A function.
#[derive(Debug, Default)]
pub(super) struct Function<'w> {
    pub(super) id: u32,
    /// Its words, and what precedes it and belongs to no function.
    pub(super) words: &'w [u32],
    /// The type and the id of each parameter.
    pub(super) parameters: Vec<[u32; 2]>,
    /// The offset in `words` after the variables of the first block; `None` for a declaration without blocks.
    pub(super) entry: Option<usize>,
}

/// The functions in the words of all of them, which are cut into theirs without a gap.
pub(super) fn functions(words: &[u32]) -> Vec<Function<'_>> {
    let mut functions = Vec::new();
    let mut function = Function::default();
    let [mut start, mut labels] = [0, 0];
    for instruction in instructions(words) {
        let end = instruction.offset + instruction.words.len();
        match (op_of(&instruction), instruction.words) {
            (Some(Op::Function), &[_, _, id, ..]) => function.id = id,
            (Some(Op::FunctionParameter), &[_, ty, id]) => function.parameters.push([ty, id]),
            (Some(Op::Label), _) => {
                labels += 1;
                if labels == 1 {
                    function.entry = Some(end - start);
                }
            }
            (Some(Op::Variable), _) if labels == 1 => function.entry = Some(end - start),
            (Some(Op::FunctionEnd), _) => {
                function.words = words.get(start..end).unwrap_or(&[]);
                functions.push(core::mem::take(&mut function));
                [start, labels] = [end, 0];
            }
            _ => {}
        }
    }
    if start < words.len() {
        function.words = words.get(start..).unwrap_or(&[]);
        functions.push(function);
    }
    functions
}

/// The functions that are called from outside of the module, whose parameters must stay.
fn external(module: &Module) -> HashSet<u32> {
    let mut external = HashSet::new();
    for instruction in instructions(module.part(Part::EntryPoints)) {
        external.extend(instruction.words.get(2));
    }
    for instruction in instructions(module.part(Part::Annotations)) {
        if let &[_, target, decoration, ..] = instruction.words {
            if instruction.opcode == Op::Decorate as u16 && decoration == Decoration::LinkageAttributes as u32 {
                external.insert(target);
            }
        }
    }
    external
}

/// The functions whose parameters must stay: those that are called from outside of the module, and those of which a call
/// has another number of arguments, which is not valid.
pub(super) fn unchangeable(module: &Module, body: &Body, functions: &[Function<'_>]) -> HashSet<u32> {
    let mut kept = external(module);
    let counts: HashMap<_, _> = functions.iter().map(|one| (one.id, one.parameters.len())).collect();
    for instruction in body.instructions().filter(|one| one.opcode == Op::FunctionCall as u16) {
        if let &[_, _, _, callee, ref arguments @ ..] = instruction.words {
            if counts.get(&callee).is_some_and(|&count| count != arguments.len()) {
                kept.insert(callee);
            }
        }
    }
    kept
}
