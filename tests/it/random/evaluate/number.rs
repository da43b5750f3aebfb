//! Scalars of every kind and width, and WGSL's arithmetic on them (§8.6 to §8.9, §15.7).
//!
//! Integer operations are computed with 128 bits and truncated; float operations as 64-bit floats and rounded, which
//! for one operation on 16 or 32 bits is the correctly rounded result.

use naga::{BinaryOperator, Literal, Scalar, ScalarKind};

/// A scalar. `bits` has no bits above `width` bytes, and is 0 or 1 for a boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub scalar: Scalar,
    pub bits: u64,
}

pub const BOOL: Scalar = Scalar {
    kind: ScalarKind::Bool,
    width: 1,
};
pub const U32: Scalar = Scalar {
    kind: ScalarKind::Uint,
    width: 4,
};
pub const I32: Scalar = Scalar {
    kind: ScalarKind::Sint,
    width: 4,
};
pub const F32: Scalar = Scalar {
    kind: ScalarKind::Float,
    width: 4,
};

/// A mask with all bits of a scalar's width.
fn mask(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - u32::from(scalar.width) * 8)
}

impl Number {
    pub fn truth(value: bool) -> Self {
        Self {
            scalar: BOOL,
            bits: u64::from(value),
        }
    }

    pub fn zero(scalar: Scalar) -> Self {
        Self { scalar, bits: 0 }
    }

    /// An integer with the low bits of a value.
    pub fn integer(scalar: Scalar, value: i128) -> Self {
        let bits = value as u64 & mask(scalar);
        Self { scalar, bits }
    }

    /// The float nearest to a value.
    pub fn float(scalar: Scalar, value: f64) -> Self {
        let bits = match scalar.width {
            2 => u64::from(half_bits(value)),
            4 => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        };
        Self { scalar, bits }
    }

    pub fn literal(literal: Literal) -> Self {
        let number = |kind, width, bits| Self {
            scalar: Scalar { kind, width },
            bits,
        };
        match literal {
            Literal::F64(value) => number(ScalarKind::Float, 8, value.to_bits()),
            Literal::F32(value) => number(ScalarKind::Float, 4, u64::from(value.to_bits())),
            Literal::F16(value) => number(ScalarKind::Float, 2, u64::from(value.to_bits())),
            Literal::U16(value) => number(ScalarKind::Uint, 2, u64::from(value)),
            Literal::I16(value) => number(ScalarKind::Sint, 2, u64::from(value as u16)),
            Literal::U32(value) => number(ScalarKind::Uint, 4, u64::from(value)),
            Literal::I32(value) => number(ScalarKind::Sint, 4, u64::from(value as u32)),
            Literal::U64(value) => number(ScalarKind::Uint, 8, value),
            Literal::I64(value) => number(ScalarKind::Sint, 8, value as u64),
            Literal::Bool(value) => Self::truth(value),
            Literal::AbstractInt(value) => number(ScalarKind::AbstractInt, 8, value as u64),
            Literal::AbstractFloat(value) => number(ScalarKind::AbstractFloat, 8, value.to_bits()),
        }
    }

    /// The value that a pipeline sets for an override of the scalar's type.
    pub fn given(scalar: Scalar, value: f64) -> Self {
        match scalar.kind {
            ScalarKind::Bool => Self::truth(value != 0.0),
            ScalarKind::Float => Self::float(scalar, value),
            _ => Self::integer(scalar, value as i128),
        }
    }

    pub fn is_true(self) -> bool {
        self.bits != 0
    }

    pub fn is_float(self) -> bool {
        self.scalar.kind == ScalarKind::Float
    }

    pub fn is_signed(self) -> bool {
        self.scalar.kind == ScalarKind::Sint
    }

    /// The width in bits.
    pub fn size(self) -> u32 {
        u32::from(self.scalar.width) * 8
    }

    /// The value of an integer or boolean.
    pub fn int(self) -> i128 {
        let unused = 64 - self.size();
        if self.is_signed() {
            i128::from(((self.bits << unused) as i64) >> unused)
        } else {
            i128::from(self.bits)
        }
    }

    /// The value of a float.
    pub fn real(self) -> f64 {
        match self.scalar.width {
            2 => half_value(self.bits as u16),
            4 => f64::from(f32::from_bits(self.bits as u32)),
            _ => f64::from_bits(self.bits),
        }
    }

    /// Converts to another scalar type: integers keep their low bits, floats become integers, rounded towards zero and
    /// clamped (WGSL §15.7.6). A NaN, whose value is indeterminate, becomes the lower bound.
    pub fn convert(self, to: Scalar) -> Self {
        match (self.scalar.kind, to.kind) {
            (ScalarKind::Float, ScalarKind::Float) => Self::float(to, self.real()),
            (ScalarKind::Float, ScalarKind::Bool) => Self::truth(self.real() != 0.0),
            (ScalarKind::Float, _) => {
                let (least, greatest) = bounds(to);
                let value = if self.real().is_nan() {
                    least
                } else {
                    self.real() as i128
                };
                Self::integer(to, value.clamp(least, greatest))
            }
            // Directly: with an intermediate 64-bit float it would be rounded twice.
            (_, ScalarKind::Float) if to.width == 4 => Self::float(to, f64::from(self.int() as f32)),
            (_, ScalarKind::Float) => Self::float(to, self.int() as f64),
            (_, ScalarKind::Bool) => Self::truth(self.int() != 0),
            _ => Self::integer(to, self.int()),
        }
    }

    /// A binary operator on two scalars of the same type, or a shift by an unsigned integer.
    pub fn binary(self, op: BinaryOperator, other: Self) -> Result<Self, String> {
        use BinaryOperator as Op;
        match op {
            Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
                return Ok(Self::truth(self.compare(op, other)));
            }
            _ => {}
        }
        if self.is_float() {
            let (a, b) = (self.real(), other.real());
            let value = match op {
                Op::Add => a + b,
                Op::Subtract => a - b,
                Op::Multiply => a * b,
                Op::Divide => a / b,
                Op::Modulo => a % b,
                _ => return Err(format!("{op:?} of floats")),
            };
            return Ok(Self::float(self.scalar, value));
        }
        let (a, b) = (self.int(), other.int());
        // The product of two 64-bit integers fits into 128 bits.
        let value = match op {
            Op::Add => a + b,
            Op::Subtract => a - b,
            Op::Multiply => a.wrapping_mul(b),
            // Division by zero yields the dividend (WGSL §8.7); the overflow of the minimum divided by -1 is truncated.
            Op::Divide => a / if b == 0 { 1 } else { b },
            Op::Modulo => a % if b == 0 { 1 } else { b },
            Op::And | Op::LogicalAnd => a & b,
            Op::InclusiveOr | Op::LogicalOr => a | b,
            Op::ExclusiveOr => a ^ b,
            Op::ShiftLeft => a << (b as u32 % self.size()),
            Op::ShiftRight => a >> (b as u32 % self.size()),
            Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
                return Err("a comparison".to_owned());
            }
        };
        Ok(Self::integer(self.scalar, value))
    }

    fn compare(self, op: BinaryOperator, other: Self) -> bool {
        let order = if self.is_float() {
            self.real().partial_cmp(&other.real())
        } else {
            Some(self.int().cmp(&other.int()))
        };
        match op {
            BinaryOperator::Equal => order.is_some_and(std::cmp::Ordering::is_eq),
            BinaryOperator::NotEqual => !order.is_some_and(std::cmp::Ordering::is_eq),
            BinaryOperator::Less => order.is_some_and(std::cmp::Ordering::is_lt),
            BinaryOperator::LessEqual => order.is_some_and(std::cmp::Ordering::is_le),
            BinaryOperator::Greater => order.is_some_and(std::cmp::Ordering::is_gt),
            _ => order.is_some_and(std::cmp::Ordering::is_ge),
        }
    }

    pub fn less(self, other: Self) -> bool {
        self.compare(BinaryOperator::Less, other)
    }

    pub fn min(self, other: Self) -> Self {
        if other.less(self) { other } else { self }
    }

    pub fn max(self, other: Self) -> Self {
        if self.less(other) { other } else { self }
    }
}

/// The minimum and maximum of an integer type.
fn bounds(scalar: Scalar) -> (i128, i128) {
    let all = i128::from(mask(scalar));
    if scalar.kind == ScalarKind::Sint {
        (-(all / 2) - 1, all / 2)
    } else {
        (0, all)
    }
}

/// The 16-bit float nearest to a value, ties to even.
fn half_bits(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let size = value.abs();
    if size.is_nan() {
        return sign | 0x7e00;
    }
    let exponent = ((size.to_bits() >> 52) as i32 - 1023).max(-14);
    if exponent > 15 {
        return sign | 0x7c00;
    }
    // In units of the last place, whose carry increments the exponent.
    let units = (size / 2f64.powi(exponent - 10)).round_ties_even() as u16;
    let normal = if units >= 1024 {
        (exponent + 14) as u16 * 1024
    } else {
        0
    };
    sign | (normal + units)
}

fn half_value(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, rest) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => rest * 2f64.powi(-24),
        31 if rest == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + rest) * 2f64.powi(exponent - 25),
    }
}

#[test]
fn halves_of_all_bits_are_themselves() {
    for bits in 0..=u16::MAX {
        let value = half_value(bits);
        if !value.is_nan() {
            assert_eq!(half_bits(value), bits, "{value}");
        }
    }
    // Ties are rounded to even, and values above the maximum to infinity.
    assert_eq!(half_value(half_bits(2049.0)), 2048.0);
    assert_eq!(half_value(half_bits(2051.0)), 2052.0);
    assert_eq!(half_bits(65519.0), 0x7bff);
    assert_eq!(half_bits(65520.0), 0x7c00);
}
