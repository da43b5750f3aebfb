//! Distances and lengths of scalars: as absolute values.

use super::module::{Body, Kind, Module};
use crate::words::reader::Instruction;
use spirv::{GlslStd450Op as Glsl, Op};

/// `Distance(a, b)` is `Length(a - b)`, and `Length(x)` is the square root of `x * x` (GLSL.std.450), which of a scalar
/// is its absolute value.
pub(super) fn scalar_distance(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some((op, ty, result, operands)) = module.glsl_instruction(&instruction) else {
            return false;
        };
        let &[first, ..] = operands else { return false };
        if !matches!(module.kind(module.type_of(first)), Kind::Float { .. }) {
            return false;
        }
        let value = match (op, operands) {
            (Glsl::Length, &[value]) => value,
            (Glsl::Distance, &[from, to]) => {
                let difference = module.value(Op::FSub, ty, &[from, to]);
                module.decorate_like(difference, result);
                difference
            }
            _ => return false,
        };
        module.glsl_as(Glsl::FAbs, ty, result, &[value]);
        true
    });
}
