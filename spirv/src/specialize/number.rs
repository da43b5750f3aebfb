//! Scalars: their types, the literals of their values, and the arithmetic of `OpSpecConstantOp` (SPIR-V §3.52.7,
//! Constant-Creation Instructions; the semantics of each operation are those of the instruction).
//!
//! A value is its bits, zero above the width. A Boolean is 0 or 1.

use super::Value;
use crate::words::number::{NumberType, round};
use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::fmt;
use spirv::Op;

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Bool,
    Number(NumberType),
}

impl Number {
    /// The width in bits; 1 for a Boolean.
    fn width(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Number(number) => number.width(),
        }
    }

    fn is_int(self) -> bool {
        matches!(self, Self::Number(NumberType::Unsigned(_) | NumberType::Signed(_)))
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Self::Number(NumberType::Signed(_)))
    }

    /// The bits of a literal.
    pub(super) fn bits(self, literal: &[u32]) -> Option<u64> {
        let bits = match *literal {
            [low] => u64::from(low),
            [low, high] => u64::from(low) | u64::from(high) << 32,
            _ => return None,
        };
        Some(bits & mask(self.width()))
    }

    /// Appends the literal of a value: one word or two; narrow signed integers are sign-extended (SPIR-V §2.2.1,
    /// Instructions).
    pub(super) fn literal(self, bits: u64, words: &mut Vec<u32>) {
        let width = self.width();
        let bits = match self.is_signed() {
            true => signed(bits, width).cast_unsigned(),
            false => bits,
        };
        words.push(bits as u32);
        if width > 32 {
            words.push((bits >> 32) as u32);
        }
    }

    /// The literal of a value that is given for the type; for a Boolean 0 or 1. `None` if the type does not have it.
    pub(super) fn read(self, value: &Value) -> Option<Vec<u32>> {
        let number = match self {
            Self::Bool => {
                return match value.to_string().as_str() {
                    "true" | "1" => Some(vec![1]),
                    "false" | "0" => Some(vec![0]),
                    _ => None,
                };
            }
            Self::Number(number) => number,
        };
        let text = match (value, value.to_string().to_ascii_lowercase().as_str(), number.parts()) {
            (Value::Bool(_), ..) => return None,
            // As in assembly, infinity is the power of two beyond the largest number.
            (_, "inf", Some((_, exponent))) => format!("0x1p+{}", 1_u64 << (exponent - 1)),
            (_, "-inf", Some((_, exponent))) => format!("-0x1p+{}", 1_u64 << (exponent - 1)),
            (_, "nan", Some((_, exponent))) => format!("0x1.8p+{}", 1_u64 << (exponent - 1)),
            (_, text, _) => text.into(),
        };
        let mut words = Vec::new();
        number.read(&text, &mut words)?;
        Some(words)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("Boolean"),
            Self::Number(NumberType::Unsigned(width)) => write!(f, "unsigned integer of {width} bits"),
            Self::Number(NumberType::Signed(width)) => write!(f, "signed integer of {width} bits"),
            Self::Number(number) => write!(f, "float of {} bits", number.width()),
        }
    }
}

/// The bits of a type of this width.
fn mask(width: u32) -> u64 {
    u64::MAX >> 64_u32.saturating_sub(width.max(1)).min(63)
}

/// The integer in two's complement.
pub(super) fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64_u32.saturating_sub(width.max(1)).min(63);
    (bits << unused).cast_signed() >> unused
}

/// The number of operands of an operation on scalars or vectors; `None` for one that shaders cannot specialize.
pub(super) fn arity(op: Op) -> Option<usize> {
    match op {
        Op::SConvert | Op::UConvert | Op::FConvert | Op::QuantizeToF16 | Op::SNegate | Op::Not | Op::LogicalNot => {
            Some(1)
        }
        Op::IAdd
        | Op::ISub
        | Op::IMul
        | Op::UDiv
        | Op::SDiv
        | Op::UMod
        | Op::SRem
        | Op::SMod
        | Op::ShiftRightLogical
        | Op::ShiftRightArithmetic
        | Op::ShiftLeftLogical
        | Op::BitwiseOr
        | Op::BitwiseXor
        | Op::BitwiseAnd
        | Op::LogicalOr
        | Op::LogicalAnd
        | Op::LogicalEqual
        | Op::LogicalNotEqual
        | Op::IEqual
        | Op::INotEqual
        | Op::ULessThan
        | Op::SLessThan
        | Op::UGreaterThan
        | Op::SGreaterThan
        | Op::ULessThanEqual
        | Op::SLessThanEqual
        | Op::UGreaterThanEqual
        | Op::SGreaterThanEqual => Some(2),
        _ => None,
    }
}

/// An operand: its type and value.
pub(super) type Operand = (Number, u64);

/// Why there is no result.
pub(super) enum NoResult {
    /// SPIR-V leaves it undefined.
    Undefined,
    /// The types are none that the operation takes.
    Types,
}

/// The result of an operation on one component. Of an operation with one operand the second is not read.
pub(super) fn compute(op: Op, to: Number, one: Operand, other: Operand) -> Result<u64, NoResult> {
    let ((from, a), (by, b)) = (one, other);
    let bits = match op {
        Op::FConvert => return converted(from, to, a).ok_or(NoResult::Types),
        Op::QuantizeToF16 => return quantized(from, to, a).ok_or(NoResult::Types),
        Op::LogicalNot | Op::LogicalOr | Op::LogicalAnd | Op::LogicalEqual | Op::LogicalNotEqual => {
            if [from, by, to] != [Number::Bool; 3] {
                return Err(NoResult::Types);
            }
            match op {
                Op::LogicalNot => a ^ 1,
                Op::LogicalOr => a | b,
                Op::LogicalAnd => a & b,
                Op::LogicalEqual => u64::from(a == b),
                _ => a ^ b,
            }
        }
        _ if !from.is_int() || !by.is_int() => return Err(NoResult::Types),
        _ => integer(op, from.width(), a, b).ok_or(NoResult::Undefined)?,
    };
    match to {
        Number::Bool => Ok(bits & 1),
        _ if to.is_int() => Ok(bits & mask(to.width())),
        Number::Number(_) => Err(NoResult::Types),
    }
}

/// The result of an operation on integers, to be truncated to the result's width. `None` if SPIR-V leaves it undefined.
fn integer(op: Op, width: u32, a: u64, b: u64) -> Option<u64> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    // The quotient of the least number and -1 overflows.
    let overflows = sb == -1 && sa == signed(1 << (width - 1).min(63), width);
    let divisor = || Some(sb).filter(|&divisor| divisor != 0 && !overflows);
    let shift = || Some(b as u32).filter(|_| b < u64::from(width));
    Some(match op {
        Op::SConvert => sa.cast_unsigned(),
        Op::UConvert => a,
        Op::SNegate => a.wrapping_neg(),
        Op::Not => !a,
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b)?,
        Op::UMod => a.checked_rem(b)?,
        Op::SDiv => sa.wrapping_div(divisor()?).cast_unsigned(),
        Op::SRem => sa.wrapping_rem(divisor()?).cast_unsigned(),
        Op::SMod => {
            // The result has the sign of the divisor.
            let rest = sa.wrapping_rem(divisor()?);
            let is_other = rest != 0 && (rest < 0) != (sb < 0);
            (if is_other { rest.wrapping_add(sb) } else { rest }).cast_unsigned()
        }
        Op::ShiftRightLogical => a >> shift()?,
        Op::ShiftRightArithmetic => (sa >> shift()?).cast_unsigned(),
        Op::ShiftLeftLogical => a << shift()?,
        Op::BitwiseOr => a | b,
        Op::BitwiseXor => a ^ b,
        Op::BitwiseAnd => a & b,
        Op::IEqual => u64::from(a == b),
        Op::INotEqual => u64::from(a != b),
        Op::ULessThan => u64::from(a < b),
        Op::SLessThan => u64::from(sa < sb),
        Op::UGreaterThan => u64::from(a > b),
        Op::SGreaterThan => u64::from(sa > sb),
        Op::ULessThanEqual => u64::from(a <= b),
        Op::SLessThanEqual => u64::from(sa <= sb),
        Op::UGreaterThanEqual => u64::from(a >= b),
        Op::SGreaterThanEqual => u64::from(sa >= sb),
        _ => return None,
    })
}

/// A float of IEEE 754, or one with such an exponent and fraction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Format {
    fraction: u32,
    exponent: u32,
}

impl Format {
    /// The format of a type with infinities.
    fn of(number: Number) -> Option<Self> {
        match number {
            Number::Number(number @ (NumberType::Float(_) | NumberType::Bfloat16 | NumberType::Float8E5M2)) => {
                number.parts().map(|(fraction, exponent)| Self { fraction, exponent })
            }
            _ => None,
        }
    }

    /// The exponent's bits of infinities and NaN.
    fn largest(self) -> u64 {
        (1 << self.exponent) - 1
    }
}

/// A float in another format, rounded to the nearest; if two are equally near, to the even one.
fn converted(from: Number, to: Number, bits: u64) -> Option<u64> {
    Some(in_format(Format::of(from)?, Format::of(to)?, bits))
}

fn in_format(from: Format, to: Format, bits: u64) -> u64 {
    let sign = (bits >> (from.fraction + from.exponent) & 1) << (to.fraction + to.exponent);
    let stored = bits >> from.fraction & from.largest();
    let fraction = bits & mask_of(from.fraction);
    let infinity = to.largest() << to.fraction;
    if stored == from.largest() {
        // A NaN becomes a quiet one.
        let nan = if fraction == 0 { 0 } else { 1 << (to.fraction - 1) };
        return sign | infinity | nan;
    }
    let mantissa = if stored == 0 {
        fraction
    } else {
        fraction | 1 << from.fraction
    };
    let bias = (1_i64 << (from.exponent - 1)) - 1;
    let power = stored.max(1).cast_signed() - bias - i64::from(from.fraction);
    sign | round(mantissa, power, to.fraction, to.exponent).map_or(infinity, |bits| bits.min(infinity))
}

fn mask_of(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// `OpQuantizeToF16`: a 32-bit float that a 16-bit one can have. Those below the least normal number become zero.
fn quantized(from: Number, to: Number, bits: u64) -> Option<u64> {
    const HALF: Format = Format {
        fraction: 10,
        exponent: 5,
    };
    /// The least normal number of 16 bits, as one of 32 bits: 2 to the power of -14.
    const LEAST: u64 = 113 << 23;
    let single = Number::Number(NumberType::Float(32));
    let format = Format::of(single).filter(|_| from == single && to == single)?;
    let sign = bits & 1 << 31;
    if bits ^ sign < LEAST {
        return Some(sign);
    }
    Some(in_format(HALF, format, in_format(format, HALF, bits)))
}
