//! Built-in functions on the bits of integers: counts, positions of bits, bit fields, and unpacking of bytes.
//!
//! WGSL §17.5 and §17.9. The operand `Base` of the SPIR-V bit instructions must be 32 bits wide
//! (VUID-StandaloneSpirv-Base-04781), and so must the operands of the `Find` instructions of `GLSL.std.450`. Helper
//! functions are called for other widths.

use super::math::Arguments;
use super::operator::integer;
use super::{Code, FunctionEmitter};
use crate::back::emitter::Result;
use crate::back::polyfill::{BitFunction, Polyfill};
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::{Expression, Handle, Scalar, ScalarKind};

impl FunctionEmitter<'_, '_> {
    /// A built-in function of one integer.
    pub(super) fn bits(&mut self, type_key: TypeKey, what: BitFunction, arg: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(arg)?;
        if type_key.number()?.width != 4 {
            return self.call_polyfill(type_key, Polyfill::Bits(what, type_key), &[value]);
        }
        self.bits_of_word(what, type_key, 32, value)
    }

    /// `extractBits`. WGSL clamps offset and count to the width, beyond which `OpBitField*Extract` is undefined.
    pub(super) fn extract_bits(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let value = self.value(arguments.get(0)?)?;
        let (offset, count) = (arguments.get(1)?, arguments.get(2)?);
        let scalar = type_key.number()?;
        let Some([offset, count]) = self.known_field(scalar, offset, count)? else {
            let (offset, count) = (self.value(offset)?, self.value(count)?);
            return self.call_polyfill(type_key, Polyfill::ExtractBits(type_key), &[value, offset, count]);
        };
        self.op(type_key, |code, ty, id| match scalar.kind {
            ScalarKind::Sint => code.bit_field_s_extract(ty, id, value, offset, count),
            // catch-all: an unsigned integer
            _ => code.bit_field_u_extract(ty, id, value, offset, count),
        })
    }

    /// `insertBits`. Offset and count are clamped as in `extractBits`.
    pub(super) fn insert_bits(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let (value, new) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let (offset, count) = (arguments.get(2)?, arguments.get(3)?);
        let Some([offset, count]) = self.known_field(type_key.number()?, offset, count)? else {
            let (offset, count) = (self.value(offset)?, self.value(count)?);
            return self.call_polyfill(type_key, Polyfill::InsertBits(type_key), &[value, new, offset, count]);
        };
        self.op(type_key, |code, ty, id| {
            code.bit_field_insert(ty, id, value, new, offset, count);
        })
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
}
