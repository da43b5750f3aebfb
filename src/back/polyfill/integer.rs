//! Helpers for integer operations that are undefined or missing in SPIR-V: checked signed division and remainder (WGSL
//! §8.7), and dot products of integer vectors (WGSL §17.5.19).

use super::Code;
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, ScalarKind, VectorSize};
use spirv::Op;

impl Emitter<'_> {
    /// Signed division, and the remainder `a - a / b * b`, which has the sign of `a`. Where they are undefined the divisor
    /// is replaced by 1, so the quotient is the dividend and the remainder zero. `OpSRem` with a negative operand is
    /// undefined.
    ///
    /// ```text
    /// %zero     = OpIEqual %bool %divisor %int_0
    /// %least    = OpIEqual %bool %dividend %int_min
    /// %minus    = OpIEqual %bool %divisor %int_-1
    /// %overflow = OpLogicalAnd %bool %least %minus
    /// %guard    = OpLogicalOr %bool %zero %overflow
    /// %safe     = OpSelect %int %guard %int_1 %divisor
    /// ```
    pub(super) fn write_division(&mut self, id: FunctionId, type_key: TypeKey, remainder: bool) -> Result<ValueId> {
        let [dividend, divisor] = self.open_helper(id, type_key, [type_key; 2])?;
        let scalar = type_key.number()?;
        let least = i64::MIN >> (64_u32.saturating_sub(u32::from(scalar.width) * 8));
        let bool = type_key.with_scalar(Scalar::BOOL);
        let [zero, least, minus, one] = [0, least, -1, 1].map(|value| self.number(type_key, Number::Int(value)));
        let is_zero = self.binary_op(bool, Op::IEqual, divisor, zero?)?;
        let is_least = self.binary_op(bool, Op::IEqual, dividend, least?)?;
        let is_minus = self.binary_op(bool, Op::IEqual, divisor, minus?)?;
        let overflows = self.binary_op(bool, Op::LogicalAnd, is_least, is_minus)?;
        let guard = self.binary_op(bool, Op::LogicalOr, is_zero, overflows)?;
        let divisor = self.select_op(type_key, guard, one?, divisor)?;
        let quotient = self.binary_op(type_key, Op::SDiv, dividend, divisor)?;
        if !remainder {
            return Ok(quotient);
        }
        let whole = self.binary_op(type_key, Op::IMul, quotient, divisor)?;
        self.binary_op(type_key, Op::ISub, dividend, whole)
    }

    /// The sum of the products of components, modulo 2 to the power of the width.
    pub(super) fn write_integer_dot(&mut self, id: FunctionId, vector: TypeKey) -> Result<ValueId> {
        let scalar = vector.number()?;
        let [left, right] = self.open_helper(id, TypeKey::scalar(scalar), [vector; 2])?;
        self.sum_of_products(vector, left, right)
    }

    /// The dot product of the four bytes in each of two words.
    ///
    /// ```text
    /// %words = OpCompositeConstruct %v4uint %a %a %a %a
    /// %high  = OpShiftLeftLogical %v4int %words %24_16_8_0
    /// %bytes = OpShiftRightArithmetic %v4int %high %24_24_24_24
    /// ```
    pub(super) fn write_packed_dot(&mut self, id: FunctionId, signed: bool) -> Result<ValueId> {
        let kind = if signed { ScalarKind::Sint } else { ScalarKind::Uint };
        let scalar = Scalar { kind, width: 4 };
        let vector = TypeKey::vector(VectorSize::Quad, scalar);
        let [left, right] = self.open_helper(id, TypeKey::scalar(scalar), [TypeKey::U32; 2])?;
        let left = self.unpack_bytes(vector, signed, left)?;
        let right = self.unpack_bytes(vector, signed, right)?;
        self.sum_of_products(vector, left, right)
    }

    fn sum_of_products(&mut self, vector: TypeKey, left: ValueId, right: ValueId) -> Result<ValueId> {
        let Some((Some(size), scalar)) = vector.vector_parts() else {
            return Err(internal("the operands of a dot product are not vectors"));
        };
        let component = TypeKey::scalar(scalar);
        let products = self.binary_op(vector, Op::IMul, left, right)?;
        let mut sum = self.extract(component, products, &[0])?;
        for index in 1..size as u32 {
            let product = self.extract(component, products, &[index])?;
            sum = self.binary_op(component, Op::IAdd, sum, product)?;
        }
        Ok(sum)
    }
}
