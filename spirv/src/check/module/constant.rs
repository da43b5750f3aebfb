//! Constants, folded where their value can be computed from the words.

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
    /// A composite; its constituents are the instruction's operands.
    Composite,
    /// `OpUndef`.
    Undefined,
    /// Anything else: `OpSpecConstantOp` on operands that are not known scalars, samplers, numbers of unknown types.
    Other,
}

/// A constant, a specialization constant with its default value, or an `OpUndef` outside functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    /// The instruction.
    pub inst: u32,
    /// The type's id.
    pub ty: u32,
    /// Whether the constant or, for a composite, one of its constituents can be specialized.
    pub specialized: bool,
    /// The value; the default for a specialization constant.
    pub value: Value,
    /// The signedness, if the type is an integer.
    pub int: Int,
}

/// The signedness of an integer constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Int {
    None,
    Signed,
    Unsigned,
}

/// Whether an opcode declares constants. `OpUndef` inside a function is accepted too, which is harmless.
#[inline]
pub(super) fn is_constant(op: Op) -> bool {
    matches!(op as u32, 41..=46 | 48..=52 | 1)
        || matches!(
            op,
            Op::ConstantCompositeReplicateEXT | Op::SpecConstantCompositeReplicateEXT | Op::ConstantSizeOfEXT
        )
}

/// Whether an opcode declares specialization constants.
pub(super) fn is_specialized(op: Op) -> bool {
    matches!(op as u32, 48..=52) || op == Op::SpecConstantCompositeReplicateEXT
}

impl<'w> Module<'w> {
    /// Appends the constant that an instruction declares, after those before it.
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
            Op::SpecConstantOp => self.operation(at.result_type, operands).unwrap_or(Value::Other),
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
            // Narrow signed literals are sign-extended to 32 bits (SPIR-V §2.2.1, Instructions); extend them to 64
            // bits.
            Some(Scalar::Int { width, signed: true }) if width <= 32 => {
                Value::Scalar(i64::from((bits as u32).cast_signed()).cast_unsigned())
            }
            Some(Scalar::Int { .. } | Scalar::Float { .. }) => Value::Scalar(bits),
            _ => Value::Other,
        }
    }

    /// The default value of an `OpSpecConstantOp` on scalars or on one part of a composite; `None` where SPIR-V leaves
    /// the result undefined.
    fn operation(&self, ty: u32, operands: &[u32]) -> Option<Value> {
        let &[op, ref operands @ ..] = operands else {
            return None;
        };
        let op = Op::from_u32(op)?;
        if op == Op::CompositeExtract {
            let &[composite, index] = operands else { return None };
            let composite = self.constant(composite)?;
            return match composite.value {
                Value::Composite => {
                    let parts = self.operands(self.inst(composite.inst)?);
                    Some(self.constant(*parts.get(index as usize)?)?.value)
                }
                Value::Null => Some(Value::Null),
                _ => None,
            };
        }
        let value = |index: usize| self.scalar_default(*operands.get(index)?);
        if op == Op::Select {
            let index = if value(0)? != 0 { 1 } else { 2 };
            return Some(self.constant(*operands.get(index)?)?.value);
        }
        let first = value(0)?;
        if let [_] = *operands {
            let value = match op {
                Op::SConvert => first,
                // The operand is zero-extended, whatever its signedness.
                Op::UConvert => first & mask(self.ty(self.constant(*operands.first()?)?.ty)?.width()),
                Op::SNegate => first.wrapping_neg(),
                Op::Not => !first,
                Op::LogicalNot => first ^ 1,
                _ => return None,
            };
            return self.value_of(ty, value);
        }
        let second = value(1)?;
        let (bits, other) = (
            self.unsigned(operands.first()?, first)?,
            self.unsigned(operands.get(1)?, second)?,
        );
        let value = match op {
            Op::IAdd => first.wrapping_add(second),
            Op::ISub => first.wrapping_sub(second),
            Op::IMul => first.wrapping_mul(second),
            Op::UDiv => bits.checked_div(other)?,
            Op::UMod => bits.checked_rem(other)?,
            Op::SDiv => first.checked_div(second)?,
            Op::SRem => first.checked_rem(second)?,
            // The result of OpSMod has the sign of the divisor.
            Op::SMod => first.checked_rem(second)?.wrapping_add(second).checked_rem(second)?,
            Op::BitwiseAnd | Op::LogicalAnd => first & second,
            Op::BitwiseOr | Op::LogicalOr => first | second,
            Op::BitwiseXor => first ^ second,
            Op::ShiftLeftLogical => first.checked_shl(u32::try_from(other).ok()?)?,
            Op::ShiftRightLogical => bits.checked_shr(u32::try_from(other).ok()?)?,
            Op::ShiftRightArithmetic => first.checked_shr(u32::try_from(other).ok()?)?,
            Op::IEqual | Op::LogicalEqual => (bits == other).into(),
            Op::INotEqual | Op::LogicalNotEqual => (bits != other).into(),
            Op::ULessThan => (bits < other).into(),
            Op::ULessThanEqual => (bits <= other).into(),
            Op::UGreaterThan => (bits > other).into(),
            Op::UGreaterThanEqual => (bits >= other).into(),
            Op::SLessThan => (first < second).into(),
            Op::SLessThanEqual => (first <= second).into(),
            Op::SGreaterThan => (first > second).into(),
            Op::SGreaterThanEqual => (first >= second).into(),
            _ => return None,
        };
        self.value_of(ty, value)
    }

    /// The default of a Boolean as 0 or 1, or of an integer according to its signedness.
    fn scalar_default(&self, id: u32) -> Option<i128> {
        let constant = self.constant(id)?;
        match constant.value {
            Value::Bool(value) => Some(value.into()),
            Value::Scalar(bits) => match constant.int {
                Int::Signed => Some(bits.cast_signed().into()),
                Int::Unsigned => Some(bits.into()),
                Int::None => None,
            },
            Value::Null if self.ty(constant.ty).is_some_and(|ty| ty.lanes == 1) => Some(0),
            Value::Null | Value::Composite | Value::Undefined | Value::Other => None,
        }
    }

    /// The bits of a value of a constant's type as an unsigned number.
    fn unsigned(&self, id: &u32, value: i128) -> Option<i128> {
        let ty = self.ty(self.constant(*id)?.ty)?;
        Some(value & mask(ty.width()))
    }

    /// A number truncated to a scalar type.
    fn value_of(&self, ty: u32, value: i128) -> Option<Value> {
        match self.ty(ty)?.scalar {
            Scalar::Bool => Some(Value::Bool(value != 0)),
            Scalar::Int { width, signed } => {
                let bits = (value & mask(width)) as u64;
                let unused = 64_u32.checked_sub(width)?;
                let value = if signed {
                    (bits << unused).cast_signed().wrapping_shr(unused).cast_unsigned()
                } else {
                    bits
                };
                Some(Value::Scalar(value))
            }
            Scalar::None | Scalar::Float { .. } => None,
        }
    }
}

/// A mask of the low bits that a type of this width has; one bit for a Boolean.
fn mask(width: u32) -> i128 {
    (1_i128 << width.clamp(1, 64)) - 1
}
