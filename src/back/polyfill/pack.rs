//! Bytes of words: `pack4xI8` and its like without 8-bit integers (WGSL §17.9 and §17.10).

use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result};
use crate::back::slot::Slot;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, VectorSize};
use spirv::{GlslStd450Op, Op};

const UINTS: Slot = Slot::vector(VectorSize::Quad, Scalar::U32);
const INTS: Slot = Slot::vector(VectorSize::Quad, Scalar::I32);

impl Emitter<'_> {
    /// Four components to the bytes of a word. Each insertion covers what the one before left above its byte, so nothing
    /// needs masking.
    ///
    /// ```text
    /// %x = OpCompositeExtract %uint %v 0
    /// %y = OpCompositeExtract %uint %v 1
    /// %a = OpBitFieldInsert %uint %x %y %uint_8 %uint_8
    /// %z = OpCompositeExtract %uint %v 2
    /// %b = OpBitFieldInsert %uint %a %z %uint_16 %uint_8
    /// ```
    pub(super) fn write_pack(&mut self, function: FunctionId, signed: bool, clamp: bool) -> Result<()> {
        let slot = if signed { INTS } else { UINTS };
        let [mut vector] = self.open_helper(function, Slot::U32, [slot])?;
        if clamp {
            vector = self.clamp_to_bytes(slot, signed, vector)?;
        }
        if signed {
            vector = self.helper_unary(UINTS, Op::Bitcast, vector)?;
        }
        let word_type = self.value_type(Slot::U32)?;
        let bits = self.u32_constant(8)?;
        let mut word = self.helper_extract(Slot::U32, vector, 0)?;
        for index in 1..4 {
            let byte = self.helper_extract(Slot::U32, vector, index)?;
            let offset = self.u32_constant(index * 8)?;
            let id = self.ids.value();
            self.sections
                .functions
                .bit_field_insert(word_type, id, word, byte, offset, bits);
            word = id;
        }
        self.close_helper(word);
        Ok(())
    }

    fn clamp_to_bytes(&mut self, slot: Slot, signed: bool, vector: ValueId) -> Result<ValueId> {
        if !signed {
            let high = self.number(slot, Number::Int(255))?;
            return self.helper_extended(slot, GlslStd450Op::UMin, &[vector, high]);
        }
        let low = self.number(slot, Number::Int(-128))?;
        let high = self.number(slot, Number::Int(127))?;
        self.helper_extended(slot, GlslStd450Op::SClamp, &[vector, low, high])
    }

    /// The bytes of a word as the components of a vector, in the open helper.
    pub(super) fn unpack_bytes(&mut self, vector: Slot, signed: bool, word: ValueId) -> Result<ValueId> {
        let words = self.helper_splat(UINTS, word)?;
        if signed {
            let up = self.byte_shifts([24, 16, 8, 0])?;
            let down = self.byte_shifts([24; 4])?;
            let high = self.helper_binary(vector, Op::ShiftLeftLogical, words, up)?;
            return self.helper_binary(vector, Op::ShiftRightArithmetic, high, down);
        }
        let down = self.byte_shifts([0, 8, 16, 24])?;
        let low = self.helper_binary(vector, Op::ShiftRightLogical, words, down)?;
        let byte = self.number(vector, Number::Int(0xff))?;
        self.helper_binary(vector, Op::BitwiseAnd, low, byte)
    }

    /// A constant vector of shift amounts, one for each byte of a word.
    pub(crate) fn byte_shifts(&mut self, shifts: [u32; 4]) -> Result<ValueId> {
        let [x, y, z, w] = shifts;
        let components = [
            self.u32_constant(x)?,
            self.u32_constant(y)?,
            self.u32_constant(z)?,
            self.u32_constant(w)?,
        ];
        self.composite_constant(UINTS, &components)
    }
}
