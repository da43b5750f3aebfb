//! Built-in functions on the bits of integers: counts, positions of bits, bit fields, and unpacking of bytes.
//!
//! WGSL §17.5 and §17.9. The operand `Base` of the SPIR-V bit instructions must be 32 bits wide
//! (VUID-StandaloneSpirv-Base-04781), and so must the operands of the `Find` instructions of `GLSL.std.450`. Helper
//! functions are called for other widths.

use super::FunctionEmitter;
use super::math::Arguments;
use super::operator::{integer, scalar_of};
use crate::back::constants::Number;
use crate::back::emitter::Result;
use crate::back::polyfill::{BitFunction, Polyfill};
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::{Expression, Handle, Scalar, ScalarKind, VectorSize};
use spirv::{GlslStd450Op as Glsl, Op};

impl FunctionEmitter<'_, '_> {
    /// A built-in function of one integer.
    pub(super) fn bits(
        &mut self,
        type_key: TypeKey,
        function: BitFunction,
        arg: Handle<Expression>,
    ) -> Result<ValueId> {
        let scalar = scalar_of(type_key)?;
        let value = self.value(arg)?;
        if scalar.width != 4 {
            return self.call_polyfill(type_key, Polyfill::Bits(function, type_key), &[value]);
        }
        match function {
            BitFunction::CountOneBits => self.unary_op(type_key, Op::BitCount, value),
            BitFunction::ReverseBits => self.unary_op(type_key, Op::BitReverse, value),
            BitFunction::FirstTrailingBit => self.extended(type_key, Glsl::FindILsb, &[value]),
            BitFunction::FirstLeadingBit if scalar.kind == ScalarKind::Sint => {
                self.extended(type_key, Glsl::FindSMsb, &[value])
            }
            BitFunction::FirstLeadingBit => self.extended(type_key, Glsl::FindUMsb, &[value]),
            // `FindILsb` of zero is -1, which as an unsigned number is greater than the width.
            BitFunction::CountTrailingZeros => {
                let position = self.extended(type_key, Glsl::FindILsb, &[value])?;
                let width = self.m.number(type_key, Number::Int(32))?;
                self.extended(type_key, Glsl::UMin, &[position, width])
            }
            // `FindUMsb` of zero is -1, so the result is 32.
            BitFunction::CountLeadingZeros => {
                let position = self.extended(type_key, Glsl::FindUMsb, &[value])?;
                let last = self.m.number(type_key, Number::Int(31))?;
                self.binary_op(type_key, Op::ISub, last, position)
            }
        }
    }

    /// `extractBits`. WGSL clamps offset and count to the width, beyond which `OpBitField*Extract` is undefined.
    pub(super) fn extract_bits(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let value = self.value(arguments.get(0)?)?;
        let (offset, count) = (arguments.get(1)?, arguments.get(2)?);
        let scalar = scalar_of(type_key)?;
        let Some([offset, count]) = self.known_field(scalar, offset, count)? else {
            let (offset, count) = (self.value(offset)?, self.value(count)?);
            return self.call_polyfill(type_key, Polyfill::ExtractBits(type_key), &[value, offset, count]);
        };
        let ty = self.m.value_type(type_key)?;
        let id = self.fresh();
        if scalar.kind == ScalarKind::Sint {
            self.f.body.bit_field_s_extract(ty, id, value, offset, count);
        } else {
            self.f.body.bit_field_u_extract(ty, id, value, offset, count);
        }
        Ok(id)
    }

    /// `insertBits`. Offset and count are clamped as in `extractBits`.
    pub(super) fn insert_bits(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let (value, new) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let (offset, count) = (arguments.get(2)?, arguments.get(3)?);
        let Some([offset, count]) = self.known_field(scalar_of(type_key)?, offset, count)? else {
            let (offset, count) = (self.value(offset)?, self.value(count)?);
            return self.call_polyfill(type_key, Polyfill::InsertBits(type_key), &[value, new, offset, count]);
        };
        let ty = self.m.value_type(type_key)?;
        let id = self.fresh();
        self.f.body.bit_field_insert(ty, id, value, new, offset, count);
        Ok(id)
    }

    /// Offset and count clamped to the width, if both are known constants and the integer has 32 bits.
    fn known_field(
        &mut self,
        scalar: Scalar,
        offset: Handle<Expression>,
        count: Handle<Expression>,
    ) -> Result<Option<[ValueId; 2]>> {
        let known = [offset, count].map(|field| self.known_literal(field).and_then(integer));
        let ([Some(offset), Some(count)], 4) = (known, scalar.width) else {
            return Ok(None);
        };
        let offset = offset.clamp(0, 32);
        let count = count.clamp(0, 32 - offset);
        Ok(Some([
            self.m.u32_constant(offset as u32)?,
            self.m.u32_constant(count as u32)?,
        ]))
    }

    /// `unpack4xI8`: shifts each byte to the top of its component, then arithmetically to the bottom.
    pub(super) fn unpack_signed(&mut self, type_key: TypeKey, arg: Handle<Expression>) -> Result<ValueId> {
        let bytes = self.repeated(arg)?;
        let up = self.m.byte_shifts([24, 16, 8, 0])?;
        let down = self.m.byte_shifts([24; 4])?;
        let high = self.binary_op(type_key, Op::ShiftLeftLogical, bytes, up)?;
        self.binary_op(type_key, Op::ShiftRightArithmetic, high, down)
    }

    /// `unpack4xU8`: shifts each byte to the bottom of its component and masks the others.
    pub(super) fn unpack_unsigned(&mut self, type_key: TypeKey, arg: Handle<Expression>) -> Result<ValueId> {
        let bytes = self.repeated(arg)?;
        let down = self.m.byte_shifts([0, 8, 16, 24])?;
        let low = self.binary_op(type_key, Op::ShiftRightLogical, bytes, down)?;
        let byte = self.m.number(type_key, Number::Int(0xff))?;
        self.binary_op(type_key, Op::BitwiseAnd, low, byte)
    }

    /// A vector with the word in all four components.
    fn repeated(&mut self, arg: Handle<Expression>) -> Result<ValueId> {
        let word = self.value(arg)?;
        self.splat(TypeKey::vector(VectorSize::Quad, Scalar::U32), word)
    }
}
