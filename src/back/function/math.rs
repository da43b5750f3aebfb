//! `Math`: the dispatch over naga's built-in functions, and those that are one instruction or a few.
//!
//! WGSL §17.5 (numeric built-in functions) says what they mean, `GLSL.std.450` which instruction has that meaning and over
//! which widths: trigonometric, exponential and logarithmic ones take 16 and 32 bits only, which the plan has checked.
//! Bits are counted in `bits`, vectors and matrices multiplied in `geometry`, packing is in `pack`.

use super::FunctionEmitter;
use super::operator::{float, integer, scalar_of};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::{BitFunction, DoubleFunction, Normalized, Polyfill};
use crate::back::slot::Slot;
use crate::words::ValueId;
use naga::{Expression, Handle, Literal, MathFunction, Scalar, ScalarKind};
use spirv::{GlslStd450Op as Glsl, Op};

/// The operands of a built-in function, as many as it has.
pub(super) struct Arguments([Option<Handle<Expression>>; 4]);

impl Arguments {
    /// The operand with this index, which naga's validator has seen to be there.
    pub(super) fn get(&self, index: usize) -> Result<Handle<Expression>> {
        self.0
            .get(index)
            .copied()
            .flatten()
            .ok_or_else(|| internal("a built-in function without its operand"))
    }
}

impl FunctionEmitter<'_, '_> {
    /// A built-in function: one match that names an instruction or a method.
    pub(super) fn math(
        &mut self,
        handle: Handle<Expression>,
        function: MathFunction,
        arg: Handle<Expression>,
        arg1: Option<Handle<Expression>>,
        arg2: Option<Handle<Expression>>,
        arg3: Option<Handle<Expression>>,
    ) -> Result<ValueId> {
        use MathFunction as F;
        let arguments = Arguments([Some(arg), arg1, arg2, arg3]);
        let slot = self.slot(handle)?;
        if slot.scalar_of() == Some(Scalar::F64) {
            if let Some(helper) = double_function(function) {
                return self.double(slot, helper, &arguments);
            }
        }
        let op = match function {
            F::Abs => return self.absolute(slot, arg),
            F::Min | F::Max => return self.least_or_greatest(slot, function == F::Min, &arguments),
            F::Clamp => return self.clamp(slot, &arguments),
            F::Saturate => return self.saturate(slot, arg),
            F::Sign => return self.sign(slot, arg),
            F::Cos => Glsl::Cos,
            F::Cosh => Glsl::Cosh,
            F::Sin => Glsl::Sin,
            F::Sinh => Glsl::Sinh,
            F::Tan => Glsl::Tan,
            F::Tanh => Glsl::Tanh,
            F::Acos => Glsl::Acos,
            F::Asin => Glsl::Asin,
            F::Atan => Glsl::Atan,
            F::Atan2 => Glsl::Atan2,
            F::Asinh => Glsl::Asinh,
            F::Acosh => Glsl::Acosh,
            F::Atanh => Glsl::Atanh,
            F::Radians => return self.angle(slot, arg, Glsl::Radians, core::f64::consts::PI / 180.0),
            F::Degrees => return self.angle(slot, arg, Glsl::Degrees, 180.0 / core::f64::consts::PI),
            F::Ceil => Glsl::Ceil,
            F::Floor => Glsl::Floor,
            F::Round => Glsl::RoundEven,
            F::Fract => Glsl::Fract,
            F::Trunc => Glsl::Trunc,
            F::Modf => Glsl::ModfStruct,
            F::Frexp => return self.frexp(slot, arg),
            F::Ldexp => Glsl::Ldexp,
            F::Exp => Glsl::Exp,
            F::Exp2 => Glsl::Exp2,
            F::Log => Glsl::Log,
            F::Log2 => Glsl::Log2,
            F::Pow => Glsl::Pow,
            F::Dot => return self.dot(slot, &arguments),
            F::Dot4I8Packed => return self.packed_dot(slot, &arguments, Op::SDot, Polyfill::PackedDotSigned),
            F::Dot4U8Packed => return self.packed_dot(slot, &arguments, Op::UDot, Polyfill::PackedDotUnsigned),
            F::Outer => return self.outer(slot, &arguments),
            F::Cross => Glsl::Cross,
            F::Distance => Glsl::Distance,
            F::Length => return self.length(slot, arg),
            F::Normalize => Glsl::Normalize,
            F::FaceForward => Glsl::FaceForward,
            F::Reflect => Glsl::Reflect,
            F::Refract => Glsl::Refract,
            F::Fma => Glsl::Fma,
            F::Mix => return self.mix(slot, &arguments),
            F::Step => Glsl::Step,
            F::SmoothStep => return self.smooth_step(slot, &arguments),
            F::Sqrt => Glsl::Sqrt,
            F::InverseSqrt => Glsl::InverseSqrt,
            F::Inverse => Glsl::MatrixInverse,
            F::Transpose => return self.one(slot, Op::Transpose, arg),
            F::Determinant => Glsl::Determinant,
            F::QuantizeToF16 => return self.one(slot, Op::QuantizeToF16, arg),
            F::CountTrailingZeros => return self.bits(slot, BitFunction::CountTrailingZeros, arg),
            F::CountLeadingZeros => return self.bits(slot, BitFunction::CountLeadingZeros, arg),
            F::CountOneBits => return self.bits(slot, BitFunction::CountOneBits, arg),
            F::ReverseBits => return self.bits(slot, BitFunction::ReverseBits, arg),
            F::FirstTrailingBit => return self.bits(slot, BitFunction::FirstTrailingBit, arg),
            F::FirstLeadingBit => return self.bits(slot, BitFunction::FirstLeadingBit, arg),
            F::ExtractBits => return self.extract_bits(slot, &arguments),
            F::InsertBits => return self.insert_bits(slot, &arguments),
            F::Pack4x8snorm => return self.pack_normalized(true, true, arg),
            F::Pack4x8unorm => return self.pack_normalized(true, false, arg),
            F::Pack2x16snorm => return self.pack_normalized(false, true, arg),
            F::Pack2x16unorm => return self.pack_normalized(false, false, arg),
            F::Pack2x16float => Glsl::PackHalf2x16,
            F::Pack4xI8 => {
                return self.helper(
                    slot,
                    Polyfill::Pack {
                        signed: true,
                        clamp: false,
                    },
                    arg,
                );
            }
            F::Pack4xU8 => {
                return self.helper(
                    slot,
                    Polyfill::Pack {
                        signed: false,
                        clamp: false,
                    },
                    arg,
                );
            }
            F::Pack4xI8Clamp => {
                return self.helper(
                    slot,
                    Polyfill::Pack {
                        signed: true,
                        clamp: true,
                    },
                    arg,
                );
            }
            F::Pack4xU8Clamp => {
                return self.helper(
                    slot,
                    Polyfill::Pack {
                        signed: false,
                        clamp: true,
                    },
                    arg,
                );
            }
            F::Unpack4x8snorm => Glsl::UnpackSnorm4x8,
            F::Unpack4x8unorm => Glsl::UnpackUnorm4x8,
            F::Unpack2x16snorm => Glsl::UnpackSnorm2x16,
            F::Unpack2x16unorm => Glsl::UnpackUnorm2x16,
            F::Unpack2x16float => Glsl::UnpackHalf2x16,
            F::Unpack4xI8 => return self.unpack_signed(slot, arg),
            F::Unpack4xU8 => return self.unpack_unsigned(slot, arg),
        };
        self.instruction(slot, op, &arguments)
    }

    /// One instruction of `GLSL.std.450` over all operands.
    fn instruction(&mut self, slot: Slot, op: Glsl, arguments: &Arguments) -> Result<ValueId> {
        let mark = self.f.operands.len();
        for argument in arguments.0.iter().copied().flatten() {
            let id = self.value(argument)?;
            self.f.operands.push(id);
        }
        let ty = self.m.value_type(slot)?;
        let set = self.m.glsl();
        let id = self.fresh();
        self.f.body.ext_inst(ty, id, set, op, &self.f.operands[mark..]);
        self.f.operands.truncate(mark);
        self.m.note_extended(id, slot, op);
        Ok(id)
    }

    /// A function of 64-bit floats that `GLSL.std.450` does not have.
    fn double(&mut self, slot: Slot, function: DoubleFunction, arguments: &Arguments) -> Result<ValueId> {
        let first = self.value(arguments.get(0)?)?;
        let helper = Polyfill::Double(function, slot);
        if function.takes_two() {
            let second = self.value(arguments.get(1)?)?;
            return self.call_polyfill(slot, helper, &[first, second]);
        }
        self.call_polyfill(slot, helper, &[first])
    }

    /// One core instruction over one operand.
    pub(super) fn one(&mut self, slot: Slot, op: Op, operand: Handle<Expression>) -> Result<ValueId> {
        let operand = self.value(operand)?;
        self.unary_op(slot, op, operand)
    }

    /// A helper of one operand.
    pub(super) fn helper(&mut self, slot: Slot, polyfill: Polyfill, operand: Handle<Expression>) -> Result<ValueId> {
        let operand = self.value(operand)?;
        self.call_polyfill(slot, polyfill, &[operand])
    }

    /// Normalized floats to four bytes or two halves of a word.
    fn pack_normalized(&mut self, bytes: bool, signed: bool, operand: Handle<Expression>) -> Result<ValueId> {
        self.helper(
            Slot::U32,
            Polyfill::PackNormalized(Normalized { bytes, signed }),
            operand,
        )
    }

    /// The instruction for a number's kind: float, signed, unsigned.
    fn by_sign(&self, slot: Slot, [float, signed, unsigned]: [Glsl; 3]) -> Result<Glsl> {
        match scalar_of(slot)?.kind {
            ScalarKind::Float => Ok(float),
            ScalarKind::Sint => Ok(signed),
            ScalarKind::Uint => Ok(unsigned),
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("a built-in function of no number"))
            }
        }
    }

    /// `min` and `max`.
    fn least_or_greatest(&mut self, slot: Slot, least: bool, arguments: &Arguments) -> Result<ValueId> {
        let operands = [self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?];
        self.extreme_of(slot, least, operands)
    }

    /// The lesser or greater of two numbers.
    fn extreme_of(&mut self, slot: Slot, least: bool, operands: [ValueId; 2]) -> Result<ValueId> {
        let [signed, unsigned] = if least {
            [Glsl::SMin, Glsl::UMin]
        } else {
            [Glsl::SMax, Glsl::UMax]
        };
        match scalar_of(slot)?.kind {
            ScalarKind::Float => self.extreme(slot, least, operands),
            ScalarKind::Sint => self.extended(slot, signed, &operands),
            ScalarKind::Uint => self.extended(slot, unsigned, &operands),
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("the least of no numbers"))
            }
        }
    }

    fn absolute(&mut self, slot: Slot, arg: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(arg)?;
        match scalar_of(slot)?.kind {
            ScalarKind::Float => self.extended(slot, Glsl::FAbs, &[value]),
            ScalarKind::Sint => self.extended(slot, Glsl::SAbs, &[value]),
            ScalarKind::Uint | ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => Ok(value),
        }
    }

    /// The sign of an unsigned number is 1 unless it is zero.
    fn sign(&mut self, slot: Slot, arg: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(arg)?;
        let op = self.by_sign(slot, [Glsl::FSign, Glsl::SSign, Glsl::UMin])?;
        if op == Glsl::FSign {
            return self.float_sign(slot, value);
        }
        if op == Glsl::UMin {
            let one = self.m.number(slot, Number::Int(1))?;
            return self.extended(slot, op, &[value, one]);
        }
        self.extended(slot, op, &[value])
    }

    /// `min(max(e, low), high)`. The clamps of `GLSL.std.450` are undefined where `low > high`, which WGSL gives a value,
    /// so they stand only for bounds that are known to be in order.
    fn clamp(&mut self, slot: Slot, arguments: &Arguments) -> Result<ValueId> {
        let (low, high) = (arguments.get(1)?, arguments.get(2)?);
        let ordered = self.in_order(low, high);
        let value = self.value(arguments.get(0)?)?;
        let (low, high) = (self.value(low)?, self.value(high)?);
        if ordered {
            let op = self.by_sign(slot, [Glsl::FClamp, Glsl::SClamp, Glsl::UClamp])?;
            if op == Glsl::FClamp {
                return self.between(slot, [value, low, high]);
            }
            return self.extended(slot, op, &[value, low, high]);
        }
        let value = self.extreme_of(slot, false, [value, low])?;
        self.extreme_of(slot, true, [value, high])
    }

    /// Whether two scalars, or two vectors of one value each, are known constants and the first is below the second.
    fn in_order(&self, low: Handle<Expression>, high: Handle<Expression>) -> bool {
        let (Some(low), Some(high)) = (self.uniform_literal(low), self.uniform_literal(high)) else {
            return false;
        };
        match (integer(low), integer(high), float(low), float(high)) {
            // Unsigned 64-bit literals beyond `i64` saturate alike, hence the strict order.
            (Some(low), Some(high), _, _) => low < high,
            (_, _, Some(low), Some(high)) => low < high,
            _ => false,
        }
    }

    /// The literal of a constant scalar, or the one that stands in every component of a constant vector.
    fn uniform_literal(&self, expression: Handle<Expression>) -> Option<Literal> {
        match self.function.expressions[expression] {
            Expression::Splat { value, .. } => self.known_literal(value),
            Expression::Compose { ref components, .. } => {
                let (&first, rest) = components.split_first()?;
                let literal = self.known_literal(first)?;
                rest.iter()
                    .all(|&other| self.known_literal(other) == Some(literal))
                    .then_some(literal)
            }
            // catch-all: the literal behind it, if there is one
            _ => self.known_literal(expression),
        }
    }

    fn saturate(&mut self, slot: Slot, arg: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(arg)?;
        let zero = self.m.number(slot, Number::Int(0))?;
        let one = self.m.number(slot, Number::Int(1))?;
        self.between(slot, [value, zero, one])
    }

    /// The instructions for angles take 16 and 32 bits; at 64 the product is written out.
    fn angle(&mut self, slot: Slot, arg: Handle<Expression>, op: Glsl, factor: f64) -> Result<ValueId> {
        let value = self.value(arg)?;
        if scalar_of(slot)?.width <= 4 {
            return self.extended(slot, op, &[value]);
        }
        let factor = self.m.number(slot, Number::Float(factor))?;
        self.binary_op(slot, Op::FMul, value, factor)
    }

    /// `FrexpStruct` gives 32-bit exponents; naga's result has exponents as wide as the float.
    fn frexp(&mut self, slot: Slot, arg: Handle<Expression>) -> Result<ValueId> {
        let argument = self.slot(arg)?;
        let value = self.value(arg)?;
        if scalar_of(argument)?.width == 4 {
            return self.extended(slot, Glsl::FrexpStruct, &[value]);
        }
        self.call_polyfill(slot, Polyfill::Frexp { argument, result: slot }, &[value])
    }

    /// `mix`, whose third operand may be a scalar beside vectors.
    fn mix(&mut self, slot: Slot, arguments: &Arguments) -> Result<ValueId> {
        let (x, y) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let ratio = arguments.get(2)?;
        let ratios = self.slot(ratio)?;
        let mut ratio = self.value(ratio)?;
        if ratios != slot {
            ratio = self.splat(slot, ratio)?;
        }
        self.extended(slot, Glsl::FMix, &[x, y, ratio])
    }

    /// `smoothstep`. That of `GLSL.std.450` is undefined unless the first edge is below the second; WGSL's descends where
    /// it is above.
    fn smooth_step(&mut self, slot: Slot, arguments: &Arguments) -> Result<ValueId> {
        let (low, high) = (arguments.get(0)?, arguments.get(1)?);
        if self.in_order(low, high) {
            return self.instruction(slot, Glsl::SmoothStep, arguments);
        }
        let (low, high) = (self.value(low)?, self.value(high)?);
        let x = self.value(arguments.get(2)?)?;
        self.call_polyfill(slot, Polyfill::SmoothStep(slot), &[low, high, x])
    }
}

/// The helper for a function of 64-bit floats: `GLSL.std.450` has the trigonometric and exponential functions for 16- and
/// 32-bit floats only.
fn double_function(fun: MathFunction) -> Option<DoubleFunction> {
    use MathFunction as F;
    Some(match fun {
        F::Cos => DoubleFunction::Cos,
        F::Cosh => DoubleFunction::Cosh,
        F::Sin => DoubleFunction::Sin,
        F::Sinh => DoubleFunction::Sinh,
        F::Tan => DoubleFunction::Tan,
        F::Tanh => DoubleFunction::Tanh,
        F::Acos => DoubleFunction::Acos,
        F::Asin => DoubleFunction::Asin,
        F::Atan => DoubleFunction::Atan,
        F::Atan2 => DoubleFunction::Atan2,
        F::Asinh => DoubleFunction::Asinh,
        F::Acosh => DoubleFunction::Acosh,
        F::Atanh => DoubleFunction::Atanh,
        F::Exp => DoubleFunction::Exp,
        F::Exp2 => DoubleFunction::Exp2,
        F::Log => DoubleFunction::Log,
        F::Log2 => DoubleFunction::Log2,
        F::Pow => DoubleFunction::Pow,
        F::QuantizeToF16
        | F::Abs
        | F::Radians
        | F::Degrees
        | F::Min
        | F::Max
        | F::Clamp
        | F::Saturate
        | F::Ceil
        | F::Floor
        | F::Round
        | F::Fract
        | F::Trunc
        | F::Modf
        | F::Frexp
        | F::Ldexp
        | F::Dot
        | F::Dot4I8Packed
        | F::Dot4U8Packed
        | F::Outer
        | F::Cross
        | F::Distance
        | F::Length
        | F::Normalize
        | F::FaceForward
        | F::Reflect
        | F::Refract
        | F::Sign
        | F::Fma
        | F::Mix
        | F::Step
        | F::SmoothStep
        | F::Sqrt
        | F::InverseSqrt
        | F::Inverse
        | F::Transpose
        | F::Determinant
        | F::CountTrailingZeros
        | F::CountLeadingZeros
        | F::CountOneBits
        | F::ReverseBits
        | F::ExtractBits
        | F::InsertBits
        | F::FirstTrailingBit
        | F::FirstLeadingBit
        | F::Pack4x8snorm
        | F::Pack4x8unorm
        | F::Pack2x16snorm
        | F::Pack2x16unorm
        | F::Pack2x16float
        | F::Pack4xI8
        | F::Pack4xU8
        | F::Pack4xI8Clamp
        | F::Pack4xU8Clamp
        | F::Unpack4x8snorm
        | F::Unpack4x8unorm
        | F::Unpack2x16snorm
        | F::Unpack2x16unorm
        | F::Unpack2x16float
        | F::Unpack4xI8
        | F::Unpack4xU8 => return None,
    })
}
