//! Clamps of floats: as a maximum and a minimum.

use super::module::{Body, Kind, Module, op_of};
use crate::words::reader::Instruction;
use spirv::{GlslStd450Op as Glsl, Op};

/// `FClamp(x, low, high)` is defined as `FMin(FMax(x, low), high)`, and `NClamp` in the same way (GLSL.std.450).
pub(super) fn float_clamp(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some(clamp) = Clamp::of(module, &instruction) else {
            return false;
        };
        clamp.expand(module);
        true
    });
}

/// The clamps of 16-bit floats to 0 and 1. A bound that is a specialization constant may become such a number.
pub(super) fn half_saturate(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, body: &Body, instruction: Instruction<'_>| {
        let Some(clamp) = Clamp::of(module, &instruction) else {
            return false;
        };
        let is_half = matches!(module.components(clamp.ty), (Kind::Float { width: 16 }, _));
        let has_bounds = module.is_made_of(body, clamp.low, &|id| may_be(module, id, &HALF_ZEROS))
            && module.is_made_of(body, clamp.high, &|id| may_be(module, id, &[HALF_ONE]));
        if !(is_half && has_bounds) {
            return false;
        }
        clamp.expand(module);
        true
    });
}

const HALF_ZEROS: [u64; 2] = [0, 0x8000];
const HALF_ONE: u64 = 0x3C00;

/// A clamp of floats.
struct Clamp {
    greatest: Glsl,
    least: Glsl,
    ty: u32,
    result: u32,
    value: u32,
    low: u32,
    high: u32,
}

impl Clamp {
    fn of(module: &Module, instruction: &Instruction<'_>) -> Option<Self> {
        let (op, ty, result, &[value, low, high]) = module.glsl_instruction(instruction)? else {
            return None;
        };
        let (greatest, least) = match op {
            Glsl::FClamp => (Glsl::FMax, Glsl::FMin),
            Glsl::NClamp => (Glsl::NMax, Glsl::NMin),
            _ => return None,
        };
        Some(Self {
            greatest,
            least,
            ty,
            result,
            value,
            low,
            high,
        })
    }

    fn expand(&self, module: &mut Module) {
        let above = module.glsl_value(self.greatest, self.ty, &[self.value, self.low]);
        module.decorate_like(above, self.result);
        module.glsl_as(self.least, self.ty, self.result, &[above, self.high]);
    }
}

/// Whether a constant has in each component one of some 16-bit numbers, or a specialization constant.
fn may_be(module: &Module, id: u32, numbers: &[u64]) -> bool {
    let scalar = |id: u32| match module.constant(id) {
        Some(bits) => numbers.contains(&(bits & 0xFFFF)),
        None => module.is_specialized(id),
    };
    let Some(declaration) = module.declaration(id) else {
        return false;
    };
    match op_of(&declaration) {
        Some(Op::ConstantNull) => numbers.contains(&0),
        Some(
            Op::ConstantComposite
            | Op::ConstantCompositeReplicateEXT
            | Op::SpecConstantComposite
            | Op::SpecConstantCompositeReplicateEXT,
        ) => declaration.operand_words().iter().all(|&part| scalar(part)),
        _ => scalar(id),
    }
}
