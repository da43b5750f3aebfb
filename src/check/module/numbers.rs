//! The numbers that scalars and vectors are made of, told by one look (SPIR-V §2.2.2).

use super::{Scalar, Type};
use spirv::Op;

/// What scalars and vectors are made of, so that one look tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers(u8);

impl Numbers {
    pub const FLOATS: Self = Self(1);
    pub const INTS: Self = Self(1 << 1);
    pub const UNSIGNED: Self = Self(1 << 2);
    pub const BOOLS: Self = Self(1 << 3);

    pub(super) fn of(ty: &Type<'_>) -> Self {
        match ty.scalar {
            Scalar::Bool => Self::BOOLS,
            _ if ty.is_matrix() => Self(0),
            Scalar::Float { .. } => Self::FLOATS,
            Scalar::Int { signed, .. } => Self::integers(signed),
            Scalar::None => Self(0),
        }
    }

    fn integers(signed: bool) -> Self {
        if signed {
            Self::INTS
        } else {
            Self(Self::INTS.0 | Self::UNSIGNED.0)
        }
    }

    /// Those of the scalar type that an instruction declares; `sign` is its second operand.
    pub fn of_scalar(op: Op, sign: u32) -> Self {
        match op {
            Op::TypeBool => Self::BOOLS,
            Op::TypeFloat => Self::FLOATS,
            Op::TypeInt => Self::integers(sign != 0),
            _ => Self(0),
        }
    }

    pub fn bits(self) -> u8 {
        self.0
    }

    /// Whether it is one of those.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
