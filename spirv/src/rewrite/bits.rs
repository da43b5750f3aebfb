//! The bits of floats as 32-bit integers, and the operations on floats that are done on their bits: negation, absolute
//! value.

use super::module::{Body, Kind, Module, op_of};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use spirv::{GlslStd450Op as Glsl, Op};

/// A negation inverts the sign.
pub(super) fn float_negation(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let &[_, ty, result, value] = instruction.words else {
            return false;
        };
        op_of(&instruction) == Some(Op::FNegate) && change(module, Op::BitwiseXor, ty, result, value, 0x8000)
    });
}

/// An absolute value has no sign.
pub(super) fn float_absolute(module: &mut Module) {
    module.rewrite(&mut |module: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let Some((Glsl::FAbs, ty, result, &[value])) = module.glsl_instruction(&instruction) else {
            return false;
        };
        change(module, Op::BitwiseAnd, ty, result, value, 0x7FFF)
    });
}

/// Emits a bitwise operation with a mask, which is given for 16-bit floats, where it is that of the sign or that of all
/// other bits.
fn change(module: &mut Module, op: Op, ty: u32, result: u32, value: u32, half_mask: u32) -> bool {
    let Some(form) = Form::of(module, ty) else {
        return false;
    };
    let mask = match form.width {
        // Two in each integer.
        16 => half_mask | half_mask << 16,
        _ if half_mask == 0x8000 => half_mask << 16,
        _ => half_mask << 16 | 0xFFFF,
    };
    let integers = form.to_integers(module, value);
    let mask = module.number(form.integers, u64::from(mask));
    let changed = module.value(op, form.integers, &[integers, mask]);
    form.to_floats(module, changed, result);
    true
}

/// A scalar or vector type of floats of 16 or 32 bits, and the type of integers that has its bits. Two 16-bit floats are
/// in one integer, so that the capability Int16 is not needed; if their number is odd, the last one is there twice.
pub(super) struct Form {
    floats: u32,
    width: u32,
    count: u32,
    /// `floats`, or the vector with one component more.
    even: u32,
    /// The type of the integers.
    pub(super) integers: u32,
}

impl Form {
    pub(super) fn of(module: &mut Module, floats: u32) -> Option<Self> {
        let (
            Kind::Float {
                width: width @ (16 | 32),
            },
            count,
        ) = module.components(floats)
        else {
            return None;
        };
        let integer = module.int_type(32, false);
        let (even, integers) = if width == 16 {
            let pairs = count.div_ceil(2);
            let float = module.component_type(floats);
            let even = if count == pairs * 2 {
                floats
            } else {
                module.vector_type(float, pairs * 2)
            };
            (even, module.vector_type(integer, pairs))
        } else {
            (floats, module.with_component(floats, integer))
        };
        Some(Self {
            floats,
            width,
            count,
            even,
            integers,
        })
    }

    /// Emits the integers with the bits of a value.
    pub(super) fn to_integers(&self, module: &mut Module, value: u32) -> u32 {
        let value = if self.even == self.floats {
            value
        } else if self.count == 1 {
            module.value(Op::CompositeConstruct, self.even, &[value, value])
        } else {
            let mut operands = vec![value, value];
            operands.extend(0..self.count);
            operands.push(self.count - 1);
            module.value(Op::VectorShuffle, self.even, &operands)
        };
        module.value(Op::Bitcast, self.integers, &[value])
    }

    /// Emits the value with the bits of integers as a result that exists already.
    pub(super) fn to_floats(&self, module: &mut Module, integers: u32, result: u32) {
        // A bitcast of relaxed precision could lose bits.
        module.undecorate(result);
        if self.even == self.floats {
            module.emit_as(Op::Bitcast, self.floats, result, &[integers]);
            return;
        }
        let even = module.value(Op::Bitcast, self.even, &[integers]);
        if self.count == 1 {
            module.emit_as(Op::CompositeExtract, self.floats, result, &[even, 0]);
        } else {
            let operands: Vec<u32> = [even, even].into_iter().chain(0..self.count).collect();
            module.emit_as(Op::VectorShuffle, self.floats, result, &operands);
        }
    }
}
