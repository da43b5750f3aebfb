//! Operations on vectors: for one component after the other.

use super::module::{Body, Kind, Module, op_of};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use spirv::{GlslStd450Op as Glsl, Op};

/// Minimum, maximum and clamp of vectors of floats.
pub(super) fn vector_min_max(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some((op, ty, result, operands)) = module.glsl_instruction(&instruction) else {
            return false;
        };
        let count = match op {
            Glsl::FMin | Glsl::FMax | Glsl::NMin | Glsl::NMax => 2,
            Glsl::FClamp | Glsl::NClamp => 3,
            _ => return false,
        };
        operands.len() == count
            && each_component(module, ty, result, operands, &mut |module, ty, operands| {
                module.glsl_value(op, ty, operands)
            })
    });
}

/// The bitwise `and` of vectors, of which one is a constant.
pub(super) fn vector_and(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| {
        let &[_, ty, result, left, right] = instruction.words else {
            return false;
        };
        let is_constant = |id| module.is_made_of(body, id, &|id| module.is_constant(id));
        op_of(&instruction) == Some(Op::BitwiseAnd)
            && (is_constant(left) || is_constant(right))
            && each_component(module, ty, result, &[left, right], &mut |module, ty, operands| {
                module.value(Op::BitwiseAnd, ty, operands)
            })
    });
}

/// Emits an operation for each component and constructs the vector. Nothing is emitted for a scalar.
fn each_component(
    module: &mut Module,
    ty: u32,
    result: u32,
    operands: &[u32],
    emit: &mut dyn FnMut(&mut Module, u32, &[u32]) -> u32,
) -> bool {
    let Kind::Vector(component, count) = module.kind(ty) else {
        return false;
    };
    let mut parts = Vec::new();
    for index in 0..count {
        let operands: Vec<u32> = operands
            .iter()
            .map(|&operand| module.component(operand, index))
            .collect();
        let part = emit(module, component, &operands);
        module.decorate_like(part, result);
        parts.push(part);
    }
    module.undecorate(result);
    module.emit_as(Op::CompositeConstruct, ty, result, &parts);
    true
}
