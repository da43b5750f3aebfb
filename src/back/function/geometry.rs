//! Products of vectors: dot products of floats, integers and packed bytes, outer products, and lengths.
//!
//! An integer dot product is the low bits of the exact result (WGSL §17.5.19). Both `OpSDot`
//! (SPV_KHR_integer_dot_product) and a chain of multiplications and additions yield that. Other functions of vectors
//! are one instruction each; `math` names them.

use super::math::Arguments;
use super::operator::{NONE, of_kind};
use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::Polyfill;
use crate::back::type_key::{Numeric, TypeKey};
use crate::words::ValueId;
use naga::{Expression, Handle};
use spirv::{Capability, GlslStd450Op as Glsl, Op};

/// The `Packed Vector Format` operand: four components of 8 bits in a 32-bit integer.
const PACKED_4X8: u32 = spirv::PackedVectorFormat::PackedVectorFormat4x8Bit as u32;

impl FunctionEmitter<'_, '_> {
    pub(super) fn dot(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let vector = self.type_key(arguments.get(0)?)?;
        let (left, right) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let native = of_kind(type_key.number()?.kind, [Op::Dot, Op::SDot, Op::UDot, NONE])?;
        if native != Op::Dot {
            if !self.m.plan.facts().integer_dot_product {
                return self.call_polyfill(type_key, Polyfill::IntegerDot(vector), &[left, right]);
            }
            self.m.need(Capability::DotProduct);
            self.m.need(Capability::DotProductInputAll);
        }
        self.binary_op(type_key, native, left, right)
    }

    /// `dot4I8Packed` and `dot4U8Packed`: dot products of vectors of bytes that are packed in 32-bit integers.
    pub(super) fn packed_dot(&mut self, type_key: TypeKey, arguments: &Arguments, signed: bool) -> Result<ValueId> {
        let (left, right) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        if !self.m.plan.facts().packed_dot_product {
            let helper = if signed {
                Polyfill::PackedDotSigned
            } else {
                Polyfill::PackedDotUnsigned
            };
            return self.call_polyfill(type_key, helper, &[left, right]);
        }
        self.m.need(Capability::DotProduct);
        self.m.need(Capability::DotProductInput4x8BitPacked);
        self.op(type_key, |code, ty, id| match signed {
            true => code.s_dot(ty, id, left, right, &[PACKED_4X8]),
            false => code.u_dot(ty, id, left, right, &[PACKED_4X8]),
        })
    }

    /// `outerProduct`: each column of `OpOuterProduct` is the first vector times a component of the second.
    ///
    /// naga's result type has as many columns as the first vector has components, which differs from GLSL if the sizes
    /// differ. In that case the operands are swapped, so that the result has naga's type.
    pub(super) fn outer(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let (left, right) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let Some(Numeric::Matrix(columns, rows, _)) = type_key.numeric() else {
            return Err(internal("the type of an outer product is not a matrix"));
        };
        let (left, right) = if columns == rows { (left, right) } else { (right, left) };
        self.binary_op(type_key, Op::OuterProduct, left, right)
    }

    /// `length`. For a scalar, its absolute value.
    pub(super) fn length(&mut self, type_key: TypeKey, arg: Handle<Expression>) -> Result<ValueId> {
        let scalar = self.type_key(arg)? == type_key;
        let value = self.value(arg)?;
        self.extended(type_key, if scalar { Glsl::FAbs } else { Glsl::Length }, &[value])
    }
}
