//! Constants, folded as far as their words tell.

use super::{Module, Scalar};
use spirv::Op;

/// A constant's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// `OpConstantTrue` and `OpConstantFalse`.
    Bool(bool),
    /// The bits of a number of up to 64 bits; signed integers are sign-extended.
    Scalar(u64),
    /// `OpConstantNull`.
    Null,
    /// Constituents, which are the instruction's operands.
    Composite,
    /// `OpUndef`.
    Undefined,
    /// Anything else: `OpSpecConstantOp`, samplers, numbers of unknown types.
    Other,
}

/// A constant, a specialization constant with its default value, or an `OpUndef` outside functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    /// The instruction.
    pub inst: u32,
    /// The type's id.
    pub ty: u32,
    /// Whether it can be specialized; a composite also if one of its constituents can.
    pub specialized: bool,
    /// The value, for a specialization constant the default.
    pub value: Value,
    /// Whether the type is an integer.
    pub int: Int,
}

/// Types of constants that are integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Int {
    None,
    Signed,
    Unsigned,
}

/// Whether an opcode makes constants (an `OpUndef` in a function is none, but does no harm as one).
#[inline]
pub(super) fn is_constant(op: Op) -> bool {
    matches!(op as u32, 41..=46 | 48..=52 | 1)
        || matches!(
            op,
            Op::ConstantCompositeReplicateEXT | Op::SpecConstantCompositeReplicateEXT
        )
}

/// Whether an opcode makes specialization constants.
pub(super) fn is_specialized(op: Op) -> bool {
    matches!(op as u32, 48..=52) || op == Op::SpecConstantCompositeReplicateEXT
}

impl<'w> Module<'w> {
    /// Appends the constant that an instruction declares; those before it are there already.
    pub(super) fn add_constant(&mut self, inst: u32) {
        let Some(&at) = self.inst(inst) else { return };
        let operands = self.operands(&at);
        let value = match at.op {
            Op::ConstantTrue | Op::SpecConstantTrue => Value::Bool(true),
            Op::ConstantFalse | Op::SpecConstantFalse => Value::Bool(false),
            Op::ConstantNull => Value::Null,
            Op::Undef => Value::Undefined,
            Op::Constant | Op::SpecConstant => self.scalar(at.result_type, operands),
            Op::ConstantComposite
            | Op::SpecConstantComposite
            | Op::ConstantCompositeReplicateEXT
            | Op::SpecConstantCompositeReplicateEXT => Value::Composite,
            _ => Value::Other,
        };
        let specialized = is_specialized(at.op)
            || (value == Value::Composite
                && operands
                    .iter()
                    .any(|&part| self.constant(part).is_some_and(|part| part.specialized)));
        let int = match self.ty(at.result_type).map(|ty| ty.scalar) {
            Some(Scalar::Int { signed: true, .. }) => Int::Signed,
            Some(Scalar::Int { signed: false, .. }) => Int::Unsigned,
            Some(Scalar::None | Scalar::Bool | Scalar::Float { .. }) | None => Int::None,
        };
        self.constants.push(Constant {
            int,
            inst,
            ty: at.result_type,
            specialized,
            value,
        });
    }

    fn scalar(&self, ty: u32, words: &[u32]) -> Value {
        let bits = match *words {
            [low] => u64::from(low),
            [low, high] => u64::from(low) | u64::from(high) << 32,
            _ => return Value::Other,
        };
        match self.ty(ty).map(|ty| ty.scalar) {
            // Narrow signed values are sign-extended to their word (SPIR-V §2.2.1); widen that to 64 bits.
            Some(Scalar::Int { width, signed: true }) if width <= 32 => {
                Value::Scalar(i64::from((bits as u32).cast_signed()).cast_unsigned())
            }
            Some(Scalar::Int { .. } | Scalar::Float { .. }) => Value::Scalar(bits),
            _ => Value::Other,
        }
    }
}
