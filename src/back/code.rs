//! The instructions that a function of the shader and a helper function have in common.

use super::constants::Number;
use super::emitter::{Emitter, Result};
use super::plan::Specials;
use super::polyfill::{BitFunction, Polyfill, Relayout};
use super::shape::{Role, Shape};
use super::type_key::TypeKey;
use crate::words::{Section, TypeId, ValueId};
use naga::{Scalar, ScalarKind};
use spirv::{Decoration, GlslStd450Op as Glsl, Op, StorageClass};

/// Code that is emitted: the body of a function of the shader, or the open helper.
pub(crate) trait Code<'a> {
    /// The state of the module's emission.
    fn emitter(&mut self) -> &mut Emitter<'a>;

    /// The section to which the code is appended.
    fn section(&mut self) -> &mut Section;

    #[inline]
    fn fresh(&mut self) -> ValueId {
        self.emitter().ids.value()
    }

    /// The type of a value, and a new id for it.
    #[inline]
    fn typed(&mut self, type_key: TypeKey) -> Result<(TypeId, ValueId)> {
        let ty = self.emitter().value_type(type_key)?;
        Ok((ty, self.fresh()))
    }

    #[inline]
    fn op(&mut self, type_key: TypeKey, write: impl FnOnce(&mut Section, TypeId, ValueId)) -> Result<ValueId> {
        let (ty, id) = self.typed(type_key)?;
        write(self.section(), ty, id);
        Ok(id)
    }

    #[inline]
    fn unary_op(&mut self, type_key: TypeKey, op: Op, operand: ValueId) -> Result<ValueId> {
        let id = self.op(type_key, |code, ty, id| code.unary(op, ty, id, operand))?;
        self.emitter().note_arithmetic(id, type_key, op);
        Ok(id)
    }

    #[inline]
    fn binary_op(&mut self, type_key: TypeKey, op: Op, left: ValueId, right: ValueId) -> Result<ValueId> {
        let id = self.op(type_key, |code, ty, id| code.binary(op, ty, id, left, right))?;
        self.emitter().note_arithmetic(id, type_key, op);
        Ok(id)
    }

    fn extended(&mut self, type_key: TypeKey, op: Glsl, operands: &[ValueId]) -> Result<ValueId> {
        let ty = self.emitter().value_type(type_key)?;
        let set = self.emitter().glsl();
        let id = self.fresh();
        self.section().ext_inst(ty, id, set, op, operands);
        self.emitter().note_extended(id, type_key, op);
        Ok(id)
    }

    /// Emits `OpSelect`. The condition has as many components as the value.
    fn select_op(
        &mut self,
        type_key: TypeKey,
        condition: ValueId,
        accept: ValueId,
        reject: ValueId,
    ) -> Result<ValueId> {
        self.op(type_key, |code, ty, id| code.select(ty, id, condition, accept, reject))
    }

    #[inline]
    fn extract(&mut self, type_key: TypeKey, composite: ValueId, indices: &[u32]) -> Result<ValueId> {
        self.op(type_key, |code, ty, id| {
            code.composite_extract(ty, id, composite, indices);
        })
    }

    fn components<const N: usize>(&mut self, component: TypeKey, vector: ValueId) -> Result<[ValueId; N]> {
        let mut parts = [vector; N];
        for (index, part) in (0..).zip(&mut parts) {
            *part = self.extract(component, vector, &[index])?;
        }
        Ok(parts)
    }

    /// The components of a vector at some indices.
    fn shuffle(&mut self, type_key: TypeKey, vector: ValueId, indices: &[u32]) -> Result<ValueId> {
        self.op(type_key, |code, ty, id| {
            code.vector_shuffle(ty, id, vector, vector, indices)
        })
    }

    #[inline]
    fn construct(&mut self, type_key: TypeKey, parts: &[ValueId]) -> Result<ValueId> {
        self.op(type_key, |code, ty, id| code.composite_construct(ty, id, parts))
    }

    /// A scalar repeated in each component of a vector. For a scalar type, the scalar itself.
    fn splat(&mut self, type_key: TypeKey, scalar: ValueId) -> Result<ValueId> {
        match type_key.parts()? {
            (Some(size), _) => self.construct(type_key, &[scalar; 4][..size as usize]),
            (None, _) => Ok(scalar),
        }
    }

    /// Decorates the operand through which memory is accessed with `NonUniform`, if the resource can differ between
    /// invocations (VUID-RuntimeSpirv-NonUniform-06274).
    fn mark_non_uniform(&mut self, id: ValueId, is_non_uniform: bool) {
        if is_non_uniform {
            let annotations = &mut self.emitter().sections.annotations;
            annotations.decorate(id.id(), Decoration::NonUniform, &[]);
        }
    }

    /// Emits the access chain to a part of a variable or of memory that a pointer leads to.
    fn part_pointer(&mut self, class: StorageClass, shape: Shape, base: ValueId, path: &[ValueId]) -> Result<ValueId> {
        let ty = self.emitter().pointer_type(class, shape)?;
        let id = self.fresh();
        self.section().access_chain(ty, id, base, path);
        Ok(id)
    }

    #[inline]
    fn load_value(&mut self, type_key: TypeKey, pointer: ValueId) -> Result<ValueId> {
        self.op(type_key, |code, ty, id| code.load(ty, id, pointer, &[]))
    }

    fn call_polyfill(&mut self, type_key: TypeKey, polyfill: Polyfill, arguments: &[ValueId]) -> Result<ValueId> {
        let function = self.emitter().polyfill(polyfill);
        self.op(type_key, |code, ty, id| {
            code.function_call(ty, id, function, arguments);
        })
    }

    /// Converts a value between two layouts, by `OpCopyLogical` or by a helper function that converts the members.
    fn relayout(&mut self, change: Relayout, value: ValueId) -> Result<ValueId> {
        let Relayout { type_key, from, to, .. } = change;
        let m = self.emitter();
        let declared = |layout| m.effective_layout(Shape { type_key, layout });
        if change.role == Role::Plain && (from == to || declared(from) == declared(to)) {
            return Ok(value);
        }
        let (ty, id) = (m.type_under(change, to)?, m.ids.value());
        if m.copies_logically(change) {
            self.section().copy_logical(ty, id, value);
        } else {
            let function = m.polyfill(Polyfill::Relayout(change));
            self.section().function_call(ty, id, function, &[value]);
        }
        Ok(id)
    }

    /// Clamps a float between two bounds that are not NaN. A NaN becomes the lower bound, under every lowering.
    ///
    /// ```text
    /// %above = OpFOrdGreaterThanEqual %bool %x %low
    /// %x1    = OpSelect %float %above %x %low
    /// %below = OpFOrdLessThanEqual %bool %x1 %high
    /// %x2    = OpSelect %float %below %x1 %high
    /// ```
    fn clamp_between(&mut self, type_key: TypeKey, [value, low, high]: [ValueId; 3]) -> Result<ValueId> {
        if self.emitter().specials(type_key) != Specials::Preserved {
            return self.extended(type_key, Glsl::NClamp, &[value, low, high]);
        }
        let test = type_key.with_scalar(Scalar::BOOL);
        let above = self.binary_op(test, Op::FOrdGreaterThanEqual, value, low)?;
        let value = self.select_op(type_key, above, value, low)?;
        let below = self.binary_op(test, Op::FOrdLessThanEqual, value, high)?;
        self.select_op(type_key, below, value, high)
    }

    /// A function of the bits of integers of up to 32 bits, which are in 32-bit words. `bits` is their width.
    fn bits_of_word(&mut self, what: BitFunction, word: TypeKey, bits: i64, value: ValueId) -> Result<ValueId> {
        match what {
            BitFunction::CountOneBits => self.unary_op(word, Op::BitCount, value),
            BitFunction::ReverseBits => self.unary_op(word, Op::BitReverse, value),
            BitFunction::FirstTrailingBit => self.extended(word, Glsl::FindILsb, &[value]),
            BitFunction::FirstLeadingBit if word.scalar_of() == Some(Scalar::I32) => {
                self.extended(word, Glsl::FindSMsb, &[value])
            }
            BitFunction::FirstLeadingBit => self.extended(word, Glsl::FindUMsb, &[value]),
            // `FindILsb` of zero is -1, which as an unsigned number is greater than the width.
            BitFunction::CountTrailingZeros => {
                let position = self.extended(word, Glsl::FindILsb, &[value])?;
                let width = self.emitter().number(word, Number::Int(bits))?;
                self.extended(word, Glsl::UMin, &[position, width])
            }
            // `FindUMsb` of zero is -1, so the result is the width.
            BitFunction::CountLeadingZeros => {
                let position = self.extended(word, Glsl::FindUMsb, &[value])?;
                let last = self.emitter().number(word, Number::Int(bits - 1))?;
                self.binary_op(word, Op::ISub, last, position)
            }
        }
    }

    /// A field of 32-bit integers, extended by its sign if they are signed.
    fn extract_field(&mut self, type_key: TypeKey, value: ValueId, offset: ValueId, count: ValueId) -> Result<ValueId> {
        let signed = type_key.number()?.kind == ScalarKind::Sint;
        self.op(type_key, |code, ty, id| {
            if signed {
                code.bit_field_s_extract(ty, id, value, offset, count);
            } else {
                code.bit_field_u_extract(ty, id, value, offset, count);
            }
        })
    }

    fn insert_field(
        &mut self,
        type_key: TypeKey,
        [base, insert]: [ValueId; 2],
        offset: ValueId,
        count: ValueId,
    ) -> Result<ValueId> {
        self.op(type_key, |code, ty, id| {
            code.bit_field_insert(ty, id, base, insert, offset, count);
        })
    }

    /// Unpacks the bytes of a word into a vector of four integers: signed bytes are shifted to the top of their
    /// component, then arithmetically to the bottom; unsigned ones to the bottom, and the other bytes masked.
    fn unpack_bytes(&mut self, vector: TypeKey, signed: bool, word: ValueId) -> Result<ValueId> {
        let words = self.splat(vector.with_scalar(Scalar::U32), word)?;
        if signed {
            let up = self.emitter().byte_shifts([24, 16, 8, 0])?;
            let down = self.emitter().byte_shifts([24; 4])?;
            let high = self.binary_op(vector, Op::ShiftLeftLogical, words, up)?;
            return self.binary_op(vector, Op::ShiftRightArithmetic, high, down);
        }
        let down = self.emitter().byte_shifts([0, 8, 16, 24])?;
        let low = self.binary_op(vector, Op::ShiftRightLogical, words, down)?;
        let byte = self.emitter().number(vector, Number::Int(0xff))?;
        self.binary_op(vector, Op::BitwiseAnd, low, byte)
    }
}

/// A helper: the last function in the section of functions.
impl<'a> Code<'a> for Emitter<'a> {
    #[inline]
    fn emitter(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn section(&mut self) -> &mut Section {
        &mut self.sections.functions
    }

    // Helpers call it at several hundred places, each of which is executed once a module at most.
    #[inline(never)]
    fn op(&mut self, type_key: TypeKey, write: impl FnOnce(&mut Section, TypeId, ValueId)) -> Result<ValueId> {
        let (ty, id) = self.typed(type_key)?;
        write(self.section(), ty, id);
        Ok(id)
    }
}
