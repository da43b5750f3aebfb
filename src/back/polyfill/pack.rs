//! Helpers that pack components into words without 8- and 16-bit integers: `pack4xI8`, `pack4x8unorm` and similar
//! functions (WGSL §17.9 and §17.10).

use super::Code;
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, VectorSize};
use spirv::{GlslStd450Op, Op};

const UINTS: TypeKey = TypeKey::vector(VectorSize::Quad, Scalar::U32);
const INTS: TypeKey = TypeKey::vector(VectorSize::Quad, Scalar::I32);

impl Emitter<'_> {
    /// Packs normalized floats (between -1 or 0 and 1) as integers of 8 or 16 bits.
    ///
    /// `PackSnorm4x8` and similar instructions round halves in a direction that the implementation chooses (`Round` of
    /// `GLSL.std.450`). WGSL requires `⌊0.5 + scale × x⌋`. NaN is clamped to the lower bound.
    ///
    /// ```text
    /// %a = OpExtInst %v4float %glsl NClamp %x %low %one
    /// %b = OpFMul %v4float %a %scale
    /// %c = OpFAdd %v4float %b %half
    /// %d = OpExtInst %v4float %glsl Floor %c
    /// %e = OpConvertFToS %v4int %d
    /// ```
    pub(super) fn write_pack_normalized(&mut self, id: FunctionId, bytes: bool, signed: bool) -> Result<ValueId> {
        let (size, bits) = if bytes {
            (VectorSize::Quad, 8)
        } else {
            (VectorSize::Bi, 16)
        };
        let floats = TypeKey::vector(size, Scalar::F32);
        let largest = (1_u32 << (bits - u32::from(signed))) - 1;
        let [value] = self.open_helper(id, TypeKey::U32, [floats])?;
        let low = self.number(floats, Number::Int(-i64::from(signed)))?;
        let one = self.number(floats, Number::Int(1))?;
        let scale = self.number(floats, Number::Int(largest.into()))?;
        let half = self.number(floats, Number::Float(0.5))?;
        let clamped = self.clamp_between(floats, [value, low, one])?;
        let scaled = self.binary_op(floats, Op::FMul, clamped, scale)?;
        let raised = self.binary_op(floats, Op::FAdd, scaled, half)?;
        let whole = self.extended(floats, GlslStd450Op::Floor, &[raised])?;
        let words = floats.with_scalar(Scalar::U32);
        let integers = if signed {
            let integers = self.unary_op(floats.with_scalar(Scalar::I32), Op::ConvertFToS, whole)?;
            self.unary_op(words, Op::Bitcast, integers)?
        } else {
            self.unary_op(words, Op::ConvertFToU, whole)?
        };
        self.insert_parts(integers, size, bits)
    }

    /// Packs four components into the bytes of a word.
    pub(super) fn write_pack(&mut self, id: FunctionId, signed: bool, clamp: bool) -> Result<ValueId> {
        let type_key = if signed { INTS } else { UINTS };
        let [mut vector] = self.open_helper(id, TypeKey::U32, [type_key])?;
        if clamp && signed {
            let low = self.number(type_key, Number::Int(-128))?;
            let high = self.number(type_key, Number::Int(127))?;
            vector = self.extended(type_key, GlslStd450Op::SClamp, &[vector, low, high])?;
        } else if clamp {
            let high = self.number(type_key, Number::Int(255))?;
            vector = self.extended(type_key, GlslStd450Op::UMin, &[vector, high])?;
        }
        if signed {
            vector = self.unary_op(UINTS, Op::Bitcast, vector)?;
        }
        self.insert_parts(vector, VectorSize::Quad, 8)
    }

    /// Packs the low bits of each component into a word. Each insertion overwrites the bits that the previous component
    /// had above its part, so no mask is needed.
    ///
    /// ```text
    /// %x = OpCompositeExtract %uint %v 0
    /// %y = OpCompositeExtract %uint %v 1
    /// %a = OpBitFieldInsert %uint %x %y %uint_8 %uint_8
    /// %z = OpCompositeExtract %uint %v 2
    /// %b = OpBitFieldInsert %uint %a %z %uint_16 %uint_8
    /// ```
    fn insert_parts(&mut self, vector: ValueId, size: VectorSize, bits: u32) -> Result<ValueId> {
        let count = self.u32_constant(bits)?;
        let mut word = self.extract(TypeKey::U32, vector, &[0])?;
        for index in 1..size as u32 {
            let part = self.extract(TypeKey::U32, vector, &[index])?;
            let offset = self.u32_constant(index * bits)?;
            word = self.insert_field(TypeKey::U32, [word, part], offset, count)?;
        }
        Ok(word)
    }

    /// A constant vector of four shift amounts.
    pub(crate) fn byte_shifts(&mut self, shifts: [u32; 4]) -> Result<ValueId> {
        let [x, y, z, w] = shifts.map(|shift| self.u32_constant(shift));
        self.composite_constant(UINTS, &[x?, y?, z?, w?])
    }
}
