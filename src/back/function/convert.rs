//! The expression `As`, and operands of sampling and of rays: conversions between scalar kinds and widths, and bitcasts.
//!
//! The values are defined in WGSL §8.5 and §15.7.6 (floating point conversion), the instructions in SPIR-V §3.52.11,
//! Conversion Instructions. An integer is extended according to the signedness of the operand, not of the result.

use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::Polyfill;
use crate::back::type_key::{Numeric, TypeKey};
use crate::ir::position::is_fragment_coordinate;
use crate::options::Rounding;
use crate::words::ValueId;
use naga::{Expression, Handle, Scalar, ScalarKind};
use spirv::{Decoration, FPRoundingMode, Op};

/// The conversion between widths of one kind of number.
pub(crate) fn resize_op(type_key: TypeKey) -> Op {
    match type_key.scalar_of().map(|scalar| scalar.kind) {
        Some(ScalarKind::Sint) => Op::SConvert,
        Some(ScalarKind::Uint) => Op::UConvert,
        // catch-all: floats, the only other numbers that have several widths
        _ => Op::FConvert,
    }
}

/// Whether a conversion changes the width of a number but not its meaning.
fn is_resized(from: Scalar, to: Scalar) -> bool {
    let is_integer = |scalar: Scalar| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
    from.width != to.width && (from.kind == to.kind || is_integer(from) && is_integer(to))
}

impl FunctionEmitter<'_, '_> {
    /// A conversion to another scalar kind, and to another width; without a width, a bitcast.
    #[inline(never)]
    pub(super) fn convert(
        &mut self,
        handle: Handle<Expression>,
        operand: Handle<Expression>,
        width: Option<u8>,
    ) -> Result<ValueId> {
        let (from, to) = (self.type_key(operand)?, self.type_key(handle)?);
        let value = self.value(operand)?;
        if from == to {
            return Ok(value);
        }
        if width.is_none() {
            self.need_scalar(operand, from);
            return self.unary_op(to, Op::Bitcast, value);
        }
        match to.numeric() {
            Some(Numeric::Matrix(..)) => self.call_polyfill(to, Polyfill::MatrixConvert { from, to }, &[value]),
            Some(Numeric::Scalar(_) | Numeric::Vector(..)) => {
                let id = self.converted(from, to, operand, value)?;
                self.note_rounding(handle, id);
                Ok(id)
            }
            // naga's validator admits no conversion of cooperative matrices. SPIR-V has an instruction for it.
            Some(Numeric::Cooperative(..)) => self.unary_op(to, Op::FConvert, value),
            None => Err(internal("the type of a conversion is not numeric")),
        }
    }

    /// The value of `operand` in another scalar type.
    pub(super) fn converted(
        &mut self,
        from: TypeKey,
        to: TypeKey,
        operand: Handle<Expression>,
        value: ValueId,
    ) -> Result<ValueId> {
        let (source, target) = (from.number()?, to.number()?);
        if !is_resized(source, target) {
            self.need_scalar(operand, from);
        }
        match (source.kind, target.kind) {
            (ScalarKind::Bool, _) => {
                let one = self.m.number(to, Number::Int(1))?;
                let zero = self.m.number(to, Number::Int(0))?;
                self.select_op(to, value, one, zero)
            }
            (ScalarKind::Float | ScalarKind::Sint | ScalarKind::Uint, ScalarKind::Bool) => {
                let zero = self.m.number(from, Number::Int(0))?;
                // A NaN is not equal to zero, so it converts to true.
                let is_float = source.kind == ScalarKind::Float;
                let op = if is_float { Op::FUnordNotEqual } else { Op::INotEqual };
                self.binary_op(to, op, value, zero)
            }
            (ScalarKind::Float, ScalarKind::Float) => self.resize(to, Op::FConvert, value),
            (ScalarKind::Sint, ScalarKind::Float) => self.unary_op(to, Op::ConvertSToF, value),
            (ScalarKind::Uint, ScalarKind::Float) => self.unary_op(to, Op::ConvertUToF, value),
            (ScalarKind::Float, ScalarKind::Sint | ScalarKind::Uint) => {
                let is_signed = target.kind == ScalarKind::Sint;
                let op = if is_signed { Op::ConvertFToS } else { Op::ConvertFToU };
                // Coordinates of a fragment are in range, so they need not saturate.
                if target.width >= 4
                    && self.stage.is_some()
                    && is_fragment_coordinate(self.m.module, self.function, operand)
                {
                    return self.unary_op(to, op, value);
                }
                // The conversion saturates at both ends. WGSL leaves the result for a NaN indeterminate, SPIR-V the
                // behavior undefined; the clamp makes it the lower bound.
                let (low, high) = integer_range_of_float(source, target);
                let low = self.m.number(from, Number::Float(low))?;
                let high = self.m.number(from, Number::Float(high))?;
                let clamped = self.clamp_between(from, [value, low, high])?;
                self.unary_op(to, op, clamped)
            }
            (ScalarKind::Sint | ScalarKind::Uint, ScalarKind::Sint | ScalarKind::Uint) => {
                self.resized(to, source, target, value)
            }
            (ScalarKind::AbstractInt | ScalarKind::AbstractFloat, _)
            | (_, ScalarKind::AbstractInt | ScalarKind::AbstractFloat) => {
                Err(internal("an abstract number in a validated module"))
            }
        }
    }

    /// A conversion that changes the width only. Its result type alone requires no arithmetic capability.
    fn resize(&mut self, to: TypeKey, op: Op, value: ValueId) -> Result<ValueId> {
        let ty = self.m.moved_type(to)?;
        let id = self.fresh();
        self.f.body.unary(op, ty, id, value);
        Ok(id)
    }

    /// Decorates a conversion of floats to 16 bits whose result is stored immediately with its `FPRoundingMode` (SPIR-V
    /// §3.20, Decoration).
    fn note_rounding(&mut self, handle: Handle<Expression>, id: ValueId) {
        if !self.facts[handle.index()].is_rounded() {
            return;
        }
        let mode = match self.instance.context.floats.half_stores {
            Rounding::Unspecified => return,
            Rounding::ToNearestEven => FPRoundingMode::RTE,
            Rounding::TowardZero => FPRoundingMode::RTZ,
        };
        let annotations = &mut self.m.sections.annotations;
        annotations.decorate(id.id(), Decoration::FPRoundingMode, &[mode as u32]);
    }

    /// Converts between integers. The result of `OpUConvert` must be unsigned; that of `OpSConvert` may have either
    /// sign. Both truncate in the same way.
    fn resized(&mut self, to: TypeKey, source: Scalar, target: Scalar, value: ValueId) -> Result<ValueId> {
        if source.width == target.width {
            return self.unary_op(to, Op::Bitcast, value);
        }
        let widens = source.width < target.width;
        match (source.kind, target.kind) {
            (ScalarKind::Uint, ScalarKind::Sint) if widens => {
                let (kind, width) = (ScalarKind::Uint, target.width);
                let unsigned = to.with_scalar(Scalar { kind, width });
                let wide = self.resize(unsigned, Op::UConvert, value)?;
                self.unary_op(to, Op::Bitcast, wide)
            }
            (ScalarKind::Sint, ScalarKind::Uint) if widens => self.resize(to, Op::SConvert, value),
            // catch-all: only the signedness of the result is left to distinguish
            _ => self.resize(to, resize_op(to), value),
        }
    }
}

/// The least and the greatest float whose value the integer type can represent, to which a conversion clamps.
fn integer_range_of_float(float: Scalar, integer: Scalar) -> (f64, f64) {
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
