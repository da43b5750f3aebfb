//! Clamps of floats: as a maximum and a minimum.

use super::module::{Body, Module};
use crate::words::reader::Instruction;
use spirv::GlslStd450Op as Glsl;

/// `FClamp(x, low, high)` is defined as `FMin(FMax(x, low), high)`, and `NClamp` in the same way (GLSL.std.450).
pub(super) fn float_clamp(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some((op, ty, result, &[value, low, high])) = module.glsl_instruction(&instruction) else {
            return false;
        };
        let [greatest, least] = match op {
            Glsl::FClamp => [Glsl::FMax, Glsl::FMin],
            Glsl::NClamp => [Glsl::NMax, Glsl::NMin],
            _ => return false,
        };
        let above = module.glsl_value(greatest, ty, &[value, low]);
        module.decorate_like(above, result);
        module.glsl_as(least, ty, result, &[above, high]);
        true
    });
}
