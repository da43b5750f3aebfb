//! Helpers for bits of integers: `extractBits` and `insertBits`, whose offset and count are clamped to the width, and
//! all bit functions of 16- and 64-bit integers. The SPIR-V instructions take 32-bit operands
//! (VUID-StandaloneSpirv-Base-04781).
//!
//! 16-bit integers are converted to 32 bits. 64-bit integers are split into two halves, or shifted. All helpers work on
//! scalars and, componentwise, on vectors.

use super::Code;
use super::key::BitFunction;
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, ScalarKind};
use spirv::{GlslStd450Op as Glsl, Op};

/// The types in a helper for integers of one width.
#[derive(Clone, Copy)]
struct Types {
    /// The type of the operand.
    whole: TypeKey,
    /// The type with 32-bit unsigned integers.
    word: TypeKey,
    signed: bool,
    width: u32,
}

impl Types {
    fn of(type_key: TypeKey) -> Result<Self> {
        let scalar = type_key.number()?;
        Ok(Self {
            whole: type_key,
            word: type_key.with_scalar(Scalar::U32),
            signed: scalar.kind == ScalarKind::Sint,
            width: u32::from(scalar.width) * 8,
        })
    }

    fn bool(self) -> TypeKey {
        self.whole.with_scalar(Scalar::BOOL)
    }
}

impl Emitter<'_> {
    pub(super) fn write_bits(&mut self, id: FunctionId, what: BitFunction, type_key: TypeKey) -> Result<ValueId> {
        let types = Types::of(type_key)?;
        let [value] = self.open_helper(id, type_key, [type_key])?;
        if types.width == 64 {
            return self.bits_of_halves(what, types, value);
        }
        let (word, op) = if what == BitFunction::FirstLeadingBit && types.signed {
            (types.word.with_scalar(Scalar::I32), Op::SConvert)
        } else {
            (types.word, Op::UConvert)
        };
        let wide = self.unary_op(word, op, value)?;
        let mut result = self.bits_of_word(what, word, 16, wide)?;
        if what == BitFunction::ReverseBits {
            let half = self.number(word, Number::Int(16))?;
            result = self.binary_op(word, Op::ShiftRightLogical, result, half)?;
        }
        self.word_as_whole(types, result)
    }

    /// A bit function of 64-bit integers, which are split into halves. A position is sign-extended, to keep -1.
    fn bits_of_halves(&mut self, what: BitFunction, types: Types, value: ValueId) -> Result<ValueId> {
        let word = types.word;
        let count = match what {
            BitFunction::CountOneBits => {
                let [low, high] = self.halves(types, value)?;
                let low = self.unary_op(word, Op::BitCount, low)?;
                let high = self.unary_op(word, Op::BitCount, high)?;
                self.binary_op(word, Op::IAdd, low, high)?
            }
            BitFunction::ReverseBits => {
                let [low, high] = self.halves(types, value)?;
                let low = self.unary_op(word, Op::BitReverse, low)?;
                let high = self.unary_op(word, Op::BitReverse, high)?;
                return self.joined(types, high, low);
            }
            BitFunction::FirstTrailingBit => {
                let position = self.position(types, Glsl::FindILsb, value)?;
                return self.unary_op(types.whole, Op::SConvert, position);
            }
            BitFunction::FirstLeadingBit => {
                let value = if types.signed {
                    self.without_sign(types, value)?
                } else {
                    value
                };
                let position = self.position(types, Glsl::FindUMsb, value)?;
                return self.unary_op(types.whole, Op::SConvert, position);
            }
            BitFunction::CountTrailingZeros => {
                let position = self.position(types, Glsl::FindILsb, value)?;
                let width = self.number(word, Number::Int(64))?;
                self.extended(word, Glsl::UMin, &[position, width])?
            }
            BitFunction::CountLeadingZeros => {
                let position = self.position(types, Glsl::FindUMsb, value)?;
                let last = self.number(word, Number::Int(63))?;
                self.binary_op(word, Op::ISub, last, position)?
            }
        };
        self.word_as_whole(types, count)
    }

    /// The lowest set bit of 64 bits, or -1, by `FindILsb`; the highest by `FindUMsb`. The position in the high half is
    /// less than 32 or -1. Setting bit 5 adds 32 to the former and keeps the latter.
    ///
    /// ```text
    /// %in_low  = OpExtInst %uint %glsl FindILsb %low
    /// %in_high = OpExtInst %uint %glsl FindILsb %high
    /// %above   = OpBitwiseOr %uint %in_high %uint_32
    /// %none    = OpIEqual %bool %low %uint_0
    /// %result  = OpSelect %uint %none %above %in_low
    /// ```
    fn position(&mut self, types: Types, op: Glsl, value: ValueId) -> Result<ValueId> {
        let [low, high] = self.halves(types, value)?;
        let in_low = self.extended(types.word, op, &[low])?;
        let in_high = self.extended(types.word, op, &[high])?;
        let half = self.number(types.word, Number::Int(32))?;
        let above = self.binary_op(types.word, Op::BitwiseOr, in_high, half)?;
        let (tested, in_tested, in_other) = if op == Glsl::FindILsb {
            (low, in_low, above)
        } else {
            (high, above, in_low)
        };
        let zero = self.number(types.word, Number::Int(0))?;
        let none = self.binary_op(types.bool(), Op::IEqual, tested, zero)?;
        self.select_op(types.word, none, in_other, in_tested)
    }

    /// A signed integer, or its complement if it is negative: the bits that equal the sign bit become zero.
    fn without_sign(&mut self, types: Types, value: ValueId) -> Result<ValueId> {
        let last = self.number(types.word, Number::Int(63))?;
        let sign = self.binary_op(types.whole, Op::ShiftRightArithmetic, value, last)?;
        self.binary_op(types.whole, Op::BitwiseXor, value, sign)
    }

    /// The low and the high 32 bits of a 64-bit integer.
    fn halves(&mut self, types: Types, value: ValueId) -> Result<[ValueId; 2]> {
        let half = self.number(types.word, Number::Int(32))?;
        let low = self.unary_op(types.word, Op::UConvert, value)?;
        let high = self.binary_op(types.whole, Op::ShiftRightLogical, value, half)?;
        let high = self.unary_op(types.word, Op::UConvert, high)?;
        Ok([low, high])
    }

    /// The 64-bit integer with a low and a high half.
    fn joined(&mut self, types: Types, low: ValueId, high: ValueId) -> Result<ValueId> {
        let half = self.number(types.word, Number::Int(32))?;
        let unsigned = types.whole.with_scalar(Scalar::U64);
        let low = self.unary_op(unsigned, Op::UConvert, low)?;
        let high = self.unary_op(unsigned, Op::UConvert, high)?;
        let high = self.binary_op(unsigned, Op::ShiftLeftLogical, high, half)?;
        let joined = self.binary_op(unsigned, Op::BitwiseOr, low, high)?;
        if types.signed {
            self.unary_op(types.whole, Op::Bitcast, joined)
        } else {
            Ok(joined)
        }
    }

    /// Converts a 32-bit result to the type of the operand. The result of `OpUConvert` must be unsigned, so
    /// `OpSConvert` is used for a signed type. Signed 64-bit results that are converted here are counts, which have no
    /// sign bit.
    fn word_as_whole(&mut self, types: Types, word: ValueId) -> Result<ValueId> {
        let op = if types.signed { Op::SConvert } else { Op::UConvert };
        self.unary_op(types.whole, op, word)
    }

    /// An integer converted between its width and 32 bits.
    fn resized(&mut self, types: Types, to: TypeKey, op: Op, value: ValueId) -> Result<ValueId> {
        if types.width == 32 {
            Ok(value)
        } else {
            self.unary_op(to, op, value)
        }
    }

    /// `extractBits`: `o = min(offset, width)`, `c = min(count, width - o)`.
    pub(super) fn write_extract_bits(&mut self, id: FunctionId, type_key: TypeKey) -> Result<ValueId> {
        let types = Types::of(type_key)?;
        let [value, offset, count] = self.open_helper(id, type_key, [type_key, TypeKey::U32, TypeKey::U32])?;
        let [offset, count] = self.cut_field(types.width, offset, count)?;
        if types.width == 64 {
            return self.extract_from_long(types, value, offset, count);
        }
        let (word, op) = if types.signed {
            (types.word.with_scalar(Scalar::I32), Op::SConvert)
        } else {
            (types.word, Op::UConvert)
        };
        let wide = self.resized(types, word, op, value)?;
        let field = self.extract_field(word, wide, offset, count)?;
        self.resized(types, type_key, op, field)
    }

    /// Extracts a field by shifting it to the top and down again, which removes the bits outside it. The shift amounts
    /// are in range unless the field is empty, in which case zero is selected.
    ///
    /// ```text
    /// %up     = width - (offset + count), %down = width - count, both modulo the width
    /// %top    = OpShiftLeftLogical %ulong %value %up
    /// %field  = OpShiftRightLogical %ulong %top %down
    /// %result = OpSelect %ulong %empty %ulong_0 %field
    /// ```
    fn extract_from_long(&mut self, types: Types, value: ValueId, offset: ValueId, count: ValueId) -> Result<ValueId> {
        let end = self.binary_op(TypeKey::U32, Op::IAdd, offset, count)?;
        let up = self.distance_to_top(types, end)?;
        let down = self.distance_to_top(types, count)?;
        let top = self.binary_op(types.whole, Op::ShiftLeftLogical, value, up)?;
        let op = if types.signed {
            Op::ShiftRightArithmetic
        } else {
            Op::ShiftRightLogical
        };
        let field = self.binary_op(types.whole, op, top, down)?;
        let zero = self.null(types.whole)?;
        let empty = self.is_empty(types, count)?;
        self.select_op(types.whole, empty, zero, field)
    }

    /// `insertBits`, with offset and count clamped as in `extractBits`.
    pub(super) fn write_insert_bits(&mut self, id: FunctionId, type_key: TypeKey) -> Result<ValueId> {
        let types = Types::of(type_key)?;
        let [value, new, offset, count] =
            self.open_helper(id, type_key, [type_key, type_key, TypeKey::U32, TypeKey::U32])?;
        let [offset, count] = self.cut_field(types.width, offset, count)?;
        if types.width == 64 {
            return self.insert_into_long(types, [value, new], offset, count);
        }
        if types.width == 32 {
            return self.insert_field(type_key, [value, new], offset, count);
        }
        let value = self.unary_op(types.word, Op::UConvert, value)?;
        let new = self.unary_op(types.word, Op::UConvert, new)?;
        let joined = self.insert_field(types.word, [value, new], offset, count)?;
        self.word_as_whole(types, joined)
    }

    /// Combines the old bits outside a mask with the new bits inside it.
    ///
    /// ```text
    /// %ones   = OpShiftRightLogical %ulong %all %down   ; `count` ones; 64 ones if `count` is zero
    /// %mask   = OpSelect: zero if the field is empty, otherwise %ones << offset
    /// %keep   = OpBitwiseAnd %ulong %value (OpNot %mask)
    /// %put    = OpBitwiseAnd %ulong (new << offset) %mask
    /// ```
    fn insert_into_long(
        &mut self,
        types: Types,
        [value, new]: [ValueId; 2],
        offset: ValueId,
        count: ValueId,
    ) -> Result<ValueId> {
        let whole = types.whole;
        let all = self.number(whole, Number::Int(-1))?;
        let zero = self.null(whole)?;
        let down = self.distance_to_top(types, count)?;
        let ones = self.binary_op(whole, Op::ShiftRightLogical, all, down)?;
        let up = self.in_range(types, offset)?;
        let mask = self.binary_op(whole, Op::ShiftLeftLogical, ones, up)?;
        let empty = self.is_empty(types, count)?;
        let mask = self.select_op(whole, empty, zero, mask)?;
        let outside = self.unary_op(whole, Op::Not, mask)?;
        let keep = self.binary_op(whole, Op::BitwiseAnd, value, outside)?;
        let put = self.binary_op(whole, Op::ShiftLeftLogical, new, up)?;
        let put = self.binary_op(whole, Op::BitwiseAnd, put, mask)?;
        self.binary_op(whole, Op::BitwiseOr, keep, put)
    }

    /// Clamps offset and count so that the field lies within the width.
    fn cut_field(&mut self, width: u32, offset: ValueId, count: ValueId) -> Result<[ValueId; 2]> {
        let width = self.u32_constant(width)?;
        let offset = self.extended(TypeKey::U32, Glsl::UMin, &[offset, width])?;
        let room = self.binary_op(TypeKey::U32, Op::ISub, width, offset)?;
        let count = self.extended(TypeKey::U32, Glsl::UMin, &[count, room])?;
        Ok([offset, count])
    }

    /// The distance of a position from bit 64, modulo 64, in each component.
    fn distance_to_top(&mut self, types: Types, position: ValueId) -> Result<ValueId> {
        let width = self.u32_constant(64)?;
        let distance = self.binary_op(TypeKey::U32, Op::ISub, width, position)?;
        self.in_range(types, distance)
    }

    /// A shift amount modulo 64, in each component.
    fn in_range(&mut self, types: Types, amount: ValueId) -> Result<ValueId> {
        let last = self.u32_constant(63)?;
        let amount = self.binary_op(TypeKey::U32, Op::BitwiseAnd, amount, last)?;
        self.splat(types.word, amount)
    }

    /// Whether a field has no bits, in each component.
    fn is_empty(&mut self, types: Types, count: ValueId) -> Result<ValueId> {
        let zero = self.u32_constant(0)?;
        let empty = self.binary_op(TypeKey::BOOL, Op::IEqual, count, zero)?;
        self.splat(types.bool(), empty)
    }
}
