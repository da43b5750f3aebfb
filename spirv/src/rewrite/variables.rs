//! Variables of functions: an initializer becomes a store.

use super::module::{Body, Module, instructions, op_of};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use hashbrown::HashSet;
use spirv::Op;

/// The initializer of a variable is stored when the function is entered (SPIR-V, OpVariable), so that a store after the
/// variables of the entry block is the same.
pub(super) fn passed_initializer(module: &mut Module) {
    let mut passed = None;
    // Of the current function: the offset after its last variable, and what is stored there.
    let mut end = 0;
    let mut stores: Vec<[u32; 2]> = Vec::new();
    module.rewrite(&mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| {
        let passed = passed.get_or_insert_with(|| passed_variables(body));
        if instruction.offset >= end {
            for [pointer, value] in stores.drain(..) {
                module.emit(Op::Store, &[pointer, value]);
            }
        }
        match (op_of(&instruction), instruction.words) {
            (Some(Op::Function), _) => end = variables_end(body, &instruction),
            (Some(Op::Variable), &[_, ty, result, class, initializer])
                if instruction.offset < end && passed.contains(&result) =>
            {
                module.emit_as(Op::Variable, ty, result, &[class]);
                stores.push([result, initializer]);
                return true;
            }
            _ => {}
        }
        false
    });
}

/// The variables of functions whose pointers are arguments of calls.
fn passed_variables(body: &Body) -> HashSet<u32> {
    let mut passed = HashSet::new();
    for instruction in body.instructions() {
        let (Some(Op::FunctionCall), Some((_, arguments))) =
            (op_of(&instruction), instruction.operand_words().split_first())
        else {
            continue;
        };
        passed.extend(arguments.iter().filter_map(|&argument| variable_of(body, argument)));
    }
    passed
}

/// The variable of a function that a pointer points into.
fn variable_of(body: &Body, mut pointer: u32) -> Option<u32> {
    // Chains of more steps are of no compiler; a malformed one may have no end.
    for _ in 0..64 {
        let definition = body.definition(pointer)?;
        match op_of(&definition)? {
            Op::Variable => return Some(pointer),
            Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject => {
                pointer = *definition.operand_words().first()?;
            }
            _ => return None,
        }
    }
    None
}

/// The offset after the last variable in the first block of a function.
fn variables_end(body: &Body, function: &Instruction<'_>) -> usize {
    let mut end = 0;
    let mut is_entry = false;
    for instruction in instructions(body.words.get(function.offset..).unwrap_or(&[])) {
        match op_of(&instruction) {
            Some(Op::Label) if is_entry => break,
            Some(Op::Label) => is_entry = true,
            Some(Op::FunctionEnd) => break,
            Some(Op::Variable) if is_entry => {
                end = function.offset + instruction.offset + instruction.words.len();
            }
            _ => {}
        }
    }
    end
}
