//! Helpers for float operations that are defined in WGSL and undefined in SPIR-V: conversion to integers (WGSL
//! §15.7.6), `smoothstep` with descending edges, and `frexp` with exponents that are not 32 bits wide.

use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::plan::Specials;
use crate::back::type_key::TypeKey;
use crate::words::FunctionId;
use naga::{Scalar, ScalarKind};
use spirv::{GlslStd450Op, Op};

impl Emitter<'_> {
    /// Converts floats to signed integers. Values out of range saturate, and NaN converts to zero. `NClamp` never
    /// yields NaN, unlike `FClamp`. If NaN must be preserved, the clamp consists of comparisons, to which
    /// `SignedZeroInfNanPreserve` applies.
    ///
    /// ```text
    /// %clamped = OpExtInst %float %glsl NClamp %x %low %high
    /// %int_x   = OpConvertFToS %int %clamped
    /// %nan     = OpIsNan %bool %x
    /// %result  = OpSelect %int %nan %int_0 %int_x
    /// ```
    pub(super) fn write_float_to_signed(&mut self, function: FunctionId, from: TypeKey, to: TypeKey) -> Result<()> {
        let (Some(source), Some(target)) = (from.scalar_of(), to.scalar_of()) else {
            return Err(internal("the operand of a conversion is not a number"));
        };
        let [value] = self.open_helper(function, to, [from])?;
        let (low, high) = integer_range_of_float(source, target);
        let low = self.number(from, Number::Float(low))?;
        let high = self.number(from, Number::Float(high))?;
        let zero = self.number(to, Number::Int(0))?;
        let clamped = self.helper_clamp(from, [value, low, high])?;
        let integer = self.helper_unary(to, Op::ConvertFToS, clamped)?;
        let is_nan = self.helper_unary(to.with_scalar(Scalar::BOOL), Op::IsNan, value)?;
        let result = self.helper_select(to, is_nan, zero, integer)?;
        self.close_helper(result);
        Ok(())
    }

    /// Converts floats to unsigned integers. NaN is clamped to the lower bound, which is zero.
    pub(super) fn write_float_to_unsigned(&mut self, function: FunctionId, from: TypeKey, to: TypeKey) -> Result<()> {
        let (Some(source), Some(target)) = (from.scalar_of(), to.scalar_of()) else {
            return Err(internal("the operand of a conversion is not a number"));
        };
        let [value] = self.open_helper(function, to, [from])?;
        let (_, high) = integer_range_of_float(source, target);
        let low = self.number(from, Number::Int(0))?;
        let high = self.number(from, Number::Float(high))?;
        let clamped = self.helper_clamp(from, [value, low, high])?;
        let result = self.helper_unary(to, Op::ConvertFToU, clamped)?;
        self.close_helper(result);
        Ok(())
    }

    /// `t * t * (3 - 2 * t)` with `t = clamp((x - low) / (high - low), 0, 1)`, for ascending and descending edges.
    pub(super) fn write_smooth_step(&mut self, function: FunctionId, type_key: TypeKey) -> Result<()> {
        let [low, high, x] = self.open_helper(function, type_key, [type_key; 3])?;
        let [zero, one, two, three] = [
            self.number(type_key, Number::Int(0))?,
            self.number(type_key, Number::Int(1))?,
            self.number(type_key, Number::Int(2))?,
            self.number(type_key, Number::Int(3))?,
        ];
        let above = self.helper_binary(type_key, Op::FSub, x, low)?;
        let range = self.helper_binary(type_key, Op::FSub, high, low)?;
        let place = self.helper_binary(type_key, Op::FDiv, above, range)?;
        let t = match self.specials(type_key) {
            Specials::Assumed => self.helper_extended(type_key, GlslStd450Op::FClamp, &[place, zero, one])?,
            Specials::Preserved | Specials::Masked | Specials::MaskedFinite => {
                self.helper_clamp(type_key, [place, zero, one])?
            }
        };
        let square = self.helper_binary(type_key, Op::FMul, t, t)?;
        let twice = self.helper_binary(type_key, Op::FMul, two, t)?;
        let slope = self.helper_binary(type_key, Op::FSub, three, twice)?;
        let result = self.helper_binary(type_key, Op::FMul, square, slope)?;
        self.close_helper(result);
        Ok(())
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
        let fraction = self.helper_extract(argument, pair, 0)?;
        let exponent = self.helper_extract(narrow, pair, 1)?;
        let exponent = self.helper_unary(wide, Op::SConvert, exponent)?;
        let parts = self.helper_construct(result, &[fraction, exponent])?;
        self.close_helper(parts);
        Ok(())
    }
}

/// The least and the greatest float whose value the integer type can represent, to which a conversion clamps.
pub(crate) fn integer_range_of_float(float: Scalar, integer: Scalar) -> (f64, f64) {
    // The precision includes the hidden bit. IEEE 754 binary16, binary32 and binary64.
    let (precision, largest) = match float.width {
        2 => (11, 65504.0),
        8 => (53, f64::MAX),
        _ => (24, f64::from(f32::MAX)),
    };
    let signed = integer.kind == ScalarKind::Sint;
    let magnitude = i32::from(integer.width) * 8 - i32::from(signed);
    // 2^magnitude - 1 if the significand can represent it, otherwise the greatest float below 2^magnitude.
    let power = (1_u128 << magnitude) as f64;
    let high: f64 = if magnitude <= precision {
        power - 1.0
    } else {
        power - (1_u128 << (magnitude - precision)) as f64
    };
    let low = if signed { -power } else { 0.0 };
    (low.max(-largest), high.min(largest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_ranges_are_the_nearest_values_inside() {
        for (float, integer, low, high) in [
            (Scalar::F32, Scalar::I32, -2147483648.0, 2147483520.0),
            (Scalar::F32, Scalar::U32, 0.0, 4294967040.0),
            (Scalar::F32, Scalar::I64, -9223372036854775808.0, 9223371487098961920.0),
            (Scalar::F32, Scalar::U64, 0.0, 18446742974197923840.0),
            (Scalar::F32, Scalar::I16, -32768.0, 32767.0),
            (Scalar::F16, Scalar::I16, -32768.0, 32752.0),
            (Scalar::F16, Scalar::U16, 0.0, 65504.0),
            (Scalar::F16, Scalar::I32, -65504.0, 65504.0),
            (Scalar::F16, Scalar::U32, 0.0, 65504.0),
            (Scalar::F64, Scalar::I32, -2147483648.0, 2147483647.0),
            (Scalar::F64, Scalar::U32, 0.0, 4294967295.0),
            (Scalar::F64, Scalar::I64, -9223372036854775808.0, 9223372036854774784.0),
            (Scalar::F64, Scalar::U64, 0.0, 18446744073709549568.0),
        ] {
            assert_eq!(
                integer_range_of_float(float, integer),
                (low, high),
                "{float:?} {integer:?}"
            );
        }
    }
}
