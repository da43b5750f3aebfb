//! Helpers for float operations that are defined in WGSL and undefined in SPIR-V: `smoothstep` with descending edges, and
//! `frexp` with exponents that are not 32 bits wide.

use super::Code;
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::plan::Specials;
use crate::back::type_key::TypeKey;
use crate::words::FunctionId;
use naga::{Scalar, ScalarKind};
use spirv::{GlslStd450Op, Op};

impl Emitter<'_> {
    /// `t * t * (3 - 2 * t)` with `t = clamp((x - low) / (high - low), 0, 1)`, for ascending and descending edges.
    pub(super) fn write_smooth_step(&mut self, function: FunctionId, type_key: TypeKey) -> Result<()> {
        let [low, high, x] = self.open_helper(function, type_key, [type_key; 3])?;
        let [zero, one, two, three] = [
            self.number(type_key, Number::Int(0))?,
            self.number(type_key, Number::Int(1))?,
            self.number(type_key, Number::Int(2))?,
            self.number(type_key, Number::Int(3))?,
        ];
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
        let twice = self.binary_op(type_key, Op::FMul, two, t)?;
        let slope = self.binary_op(type_key, Op::FSub, three, twice)?;
        let result = self.binary_op(type_key, Op::FMul, square, slope)?;
        self.close_helper(result)
    }

    /// `FrexpStruct` with 32-bit exponents, converted to naga's result struct.
    pub(super) fn write_frexp(&mut self, function: FunctionId, argument: TypeKey, result: TypeKey) -> Result<()> {
        let Some((_, scalar)) = argument.vector_parts() else {
            return Err(internal("the operand of frexp is not a float"));
        };
        let [value] = self.open_helper(function, result, [argument])?;
        let narrow = argument.with_scalar(Scalar::I32);
        let wide = argument.with_scalar(Scalar {
            kind: ScalarKind::Sint,
            width: scalar.width,
        });
        let members = [self.value_type(argument)?, self.value_type(narrow)?];
        let pair_type = self.plain_struct(&members)?;
        let set = self.glsl();
        let pair = self.ids.value();
        self.sections
            .functions
            .ext_inst(pair_type, pair, set, GlslStd450Op::FrexpStruct, &[value]);
        let fraction = self.extract(argument, pair, &[0])?;
        let exponent = self.extract(narrow, pair, &[1])?;
        let exponent = self.unary_op(wide, Op::SConvert, exponent)?;
        let parts = self.construct(result, &[fraction, exponent])?;
        self.close_helper(parts)
    }
}
