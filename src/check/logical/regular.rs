//! Functions in which every instruction stands where its kind does, told from what the decoded view has counted. Nearly all
//! are; the others are gone through one instruction after the other.

use crate::check::module::{Function, Inst, Module, NONE};
use spirv::Op;

/// Whether a function is its parameters, then blocks without a gap, each with a terminator, the first beginning with all of
/// its variables, then its end.
pub(super) fn is_regular(module: &Module<'_>, function: &Function) -> bool {
    let range = function.blocks.start as usize..function.blocks.end as usize;
    let blocks = module.blocks.get(range).unwrap_or(&[]);
    let Some(first) = blocks.first() else { return false };
    let before = first.first.wrapping_sub(function.first + 1) as usize;
    let own = module.parameters(function);
    let parameters = own.len() == before && own.last().is_none_or(|&at| at < first.first);
    let mut end = first.first;
    for block in blocks {
        if block.first != end || block.terminator == NONE || block.terminator + 1 != block.end {
            return false;
        }
        end = block.end;
    }
    let is_variable = |inst: &&Inst| matches!(inst.op, Op::Variable | Op::UntypedVariableKHR);
    let variables = module.block_body(first).iter().skip(1).take_while(is_variable).count();
    parameters
        && variables == function.variables as usize
        && end + 1 == function.end
        && module.inst(end).is_some_and(|inst| inst.op == Op::FunctionEnd)
}
