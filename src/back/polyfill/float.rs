//! Helpers for float operations that are defined in WGSL and undefined in SPIR-V: `smoothstep` with descending edges, and
//! `frexp` with exponents that are not 32 bits wide.

use super::Code;
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result};
use crate::back::plan::Specials;
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, ScalarKind};
use spirv::{GlslStd450Op, Op};

impl Emitter<'_> {
    /// `t * t * (3 - 2 * t)` with `t = clamp((x - low) / (high - low), 0, 1)`, for ascending and descending edges.
    pub(super) fn write_smooth_step(&mut self, id: FunctionId, type_key: TypeKey) -> Result<ValueId> {
        let [low, high, x] = self.open_helper(id, type_key, [type_key; 3])?;
        let [zero, one, two, three] = [0, 1, 2, 3].map(|value| self.number(type_key, Number::Int(value)));
        let (zero, one) = (zero?, one?);
        let above = self.binary_op(type_key, Op::FSub, x, low)?;
        let range = self.binary_op(type_key, Op::FSub, high, low)?;
        let place = self.binary_op(type_key, Op::FDiv, above, range)?;
        let t = match self.specials(type_key) {
            Specials::Assumed => self.extended(type_key, GlslStd450Op::FClamp, &[place, zero, one])?,
            Specials::Preserved | Specials::Masked | Specials::MaskedFinite => {
                self.clamp_between(type_key, [place, zero, one])?
            }
        };
        let square = self.binary_op(type_key, Op::FMul, t, t)?;
        let twice = self.binary_op(type_key, Op::FMul, two?, t)?;
        let slope = self.binary_op(type_key, Op::FSub, three?, twice)?;
        self.binary_op(type_key, Op::FMul, square, slope)
    }

    /// `FrexpStruct` with 32-bit exponents, converted to naga's result struct.
    pub(super) fn write_frexp(&mut self, id: FunctionId, argument: TypeKey, result: TypeKey) -> Result<ValueId> {
        let (_, scalar) = argument.parts()?;
        let [value] = self.open_helper(id, result, [argument])?;
        let wide = argument.with_scalar(Scalar {
            kind: ScalarKind::Sint,
            width: scalar.width,
        });
        let [fraction, exponent] = self.frexp(argument, value)?;
        let exponent = self.unary_op(wide, Op::SConvert, exponent)?;
        self.construct(result, &[fraction, exponent])
    }

    /// The two results of `FrexpStruct`: the fraction, and the exponent in 32 bits.
    pub(super) fn frexp(&mut self, type_key: TypeKey, value: ValueId) -> Result<[ValueId; 2]> {
        let exponents = type_key.with_scalar(Scalar::I32);
        let members = [self.value_type(type_key)?, self.value_type(exponents)?];
        let pair_type = self.plain_struct(&members)?;
        let (set, pair) = (self.glsl(), self.ids.value());
        let code = &mut self.sections.functions;
        code.ext_inst(pair_type, pair, set, GlslStd450Op::FrexpStruct, &[value]);
        Ok([
            self.extract(type_key, pair, &[0])?,
            self.extract(exponents, pair, &[1])?,
        ])
    }
}
