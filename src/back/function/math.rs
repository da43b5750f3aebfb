//! Built-in functions (naga's `Math`): the dispatch over all of them, and those that are lowered to one instruction or
//! a few.
//!
//! The functions are defined in WGSL §17.5, Numeric Built-in Functions. `GLSL.std.450` has an instruction for most, but
//! its trigonometric, exponential and logarithmic instructions take 16- and 32-bit floats only; helper functions are
//! called for 64 bits. The operand `Base` of the SPIR-V bit instructions must be 32 bits wide
//! (VUID-StandaloneSpirv-Base-04781), and so must the operands of the `Find` instructions of `GLSL.std.450`; helper
//! functions are called for other widths. Packing (WGSL §17.9) is in `polyfill::pack`.
//!
//! `SignedZeroInfNanPreserve` applies to comparisons, `OpSelect` and `OpIsNan`, but to no instruction of
//! `GLSL.std.450`. Under it minimum, maximum, clamp and sign are lowered to comparisons and selections. The
//! `FPFastMathMode` masks of `SPV_KHR_float_controls2` apply to all instructions, so `NMin`, `NMax` and `NClamp` are
//! used (Vulkan Environment for SPIR-V, "Precision and Operation").

use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::plan::Specials;
use crate::back::polyfill::{BitFunction, DoubleFunction, Polyfill};
use crate::back::type_key::{Numeric, TypeKey};
use crate::ir::literal::whole;
use crate::words::ValueId;
use naga::{Expression, Handle, Literal, MathFunction, Scalar, ScalarKind};
use spirv::{Capability, GlslStd450Op as Glsl, Op};

/// The `Packed Vector Format` operand: four components of 8 bits in a 32-bit integer.
const PACKED_4X8: u32 = spirv::PackedVectorFormat::PackedVectorFormat4x8Bit as u32;

/// The operands of a built-in function. Their number depends on the function.
pub(super) struct Arguments(pub(super) [Option<Handle<Expression>>; 4]);

impl Arguments {
    /// The operand with an index. naga's validator has checked that it exists.
    fn get(&self, index: usize) -> Result<Handle<Expression>> {
        let operand = self.0.get(index).copied().flatten();
        operand.ok_or_else(|| internal("a built-in function has too few operands"))
    }
}

impl FunctionEmitter<'_, '_> {
    /// Emits a built-in function: one match that names an instruction or a method for each.
    pub(super) fn math(&mut self, type_key: TypeKey, function: MathFunction, arguments: &Arguments) -> Result<ValueId> {
        use MathFunction as F;
        let arg = arguments.get(0)?;
        let op = match function {
            F::Abs => return self.absolute(type_key, arg),
            F::Min | F::Max => {
                let operands = [self.value(arg)?, self.value(arguments.get(1)?)?];
                return self.min_or_max(type_key, function == F::Min, operands);
            }
            F::Clamp => return self.clamp(type_key, arguments),
            F::Saturate => {
                let value = self.value(arg)?;
                return self.saturated(type_key, value);
            }
            F::Sign => return self.sign(type_key, arg),
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
            F::Radians => return self.angle(type_key, arg, Glsl::Radians, core::f64::consts::PI / 180.0),
            F::Degrees => return self.angle(type_key, arg, Glsl::Degrees, 180.0 / core::f64::consts::PI),
            F::Ceil => Glsl::Ceil,
            F::Floor => Glsl::Floor,
            F::Round => Glsl::RoundEven,
            F::Fract => Glsl::Fract,
            F::Trunc => Glsl::Trunc,
            F::Modf => Glsl::ModfStruct,
            F::Frexp => return self.frexp(type_key, arg),
            F::Ldexp => Glsl::Ldexp,
            F::Exp => Glsl::Exp,
            F::Exp2 => Glsl::Exp2,
            F::Log => Glsl::Log,
            F::Log2 => Glsl::Log2,
            F::Pow => Glsl::Pow,
            F::Dot => return self.dot(type_key, arguments),
            F::Dot4I8Packed => return self.packed_dot(type_key, arguments, true),
            F::Dot4U8Packed => return self.packed_dot(type_key, arguments, false),
            F::Outer => return self.outer(type_key, arguments),
            F::Cross => Glsl::Cross,
            F::Distance => Glsl::Distance,
            // The length of a scalar is its absolute value.
            F::Length if self.type_key(arg)? == type_key => Glsl::FAbs,
            F::Length => Glsl::Length,
            F::Normalize => Glsl::Normalize,
            F::FaceForward => Glsl::FaceForward,
            F::Reflect => Glsl::Reflect,
            F::Refract => Glsl::Refract,
            F::Fma => Glsl::Fma,
            F::Mix => return self.mix(type_key, arguments),
            F::Step => Glsl::Step,
            F::SmoothStep => return self.smooth_step(type_key, arguments),
            F::Sqrt => Glsl::Sqrt,
            F::InverseSqrt => Glsl::InverseSqrt,
            F::Inverse => Glsl::MatrixInverse,
            F::Transpose => return self.core_unary(type_key, Op::Transpose, arg),
            F::Determinant => Glsl::Determinant,
            F::QuantizeToF16 => return self.core_unary(type_key, Op::QuantizeToF16, arg),
            F::CountTrailingZeros => return self.bits(type_key, BitFunction::CountTrailingZeros, arg),
            F::CountLeadingZeros => return self.bits(type_key, BitFunction::CountLeadingZeros, arg),
            F::CountOneBits => return self.bits(type_key, BitFunction::CountOneBits, arg),
            F::ReverseBits => return self.bits(type_key, BitFunction::ReverseBits, arg),
            F::FirstTrailingBit => return self.bits(type_key, BitFunction::FirstTrailingBit, arg),
            F::FirstLeadingBit => return self.bits(type_key, BitFunction::FirstLeadingBit, arg),
            F::ExtractBits => {
                let field = [arguments.get(1)?, arguments.get(2)?];
                return self.bit_field(type_key, arguments.get(0)?, None, field);
            }
            F::InsertBits => {
                let (new, field) = (arguments.get(1)?, [arguments.get(2)?, arguments.get(3)?]);
                return self.bit_field(type_key, arguments.get(0)?, Some(new), field);
            }
            F::Pack4x8snorm | F::Pack4x8unorm | F::Pack2x16snorm | F::Pack2x16unorm => {
                let bytes = matches!(function, F::Pack4x8snorm | F::Pack4x8unorm);
                let signed = matches!(function, F::Pack4x8snorm | F::Pack2x16snorm);
                return self.helper(type_key, Polyfill::PackNormalized { bytes, signed }, arg);
            }
            F::Pack2x16float => Glsl::PackHalf2x16,
            F::Pack4xI8 | F::Pack4xU8 | F::Pack4xI8Clamp | F::Pack4xU8Clamp => {
                let signed = matches!(function, F::Pack4xI8 | F::Pack4xI8Clamp);
                let clamp = matches!(function, F::Pack4xI8Clamp | F::Pack4xU8Clamp);
                return self.helper(type_key, Polyfill::Pack { signed, clamp }, arg);
            }
            F::Unpack4x8snorm => Glsl::UnpackSnorm4x8,
            F::Unpack4x8unorm => Glsl::UnpackUnorm4x8,
            F::Unpack2x16snorm => Glsl::UnpackSnorm2x16,
            F::Unpack2x16unorm => Glsl::UnpackUnorm2x16,
            F::Unpack2x16float => Glsl::UnpackHalf2x16,
            F::Unpack4xI8 | F::Unpack4xU8 => {
                let word = self.value(arg)?;
                return self.unpack_bytes(type_key, function == F::Unpack4xI8, word);
            }
        };
        // `GLSL.std.450` has the trigonometric and exponential functions, which it numbers from `Sin` to `Log2`, for 16- and
        // 32-bit floats only.
        if type_key.scalar_of() == Some(Scalar::F64) && (Glsl::Sin..=Glsl::Log2).contains(&op) {
            return self.double(type_key, DoubleFunction::Of(op), arguments);
        }
        self.instruction(type_key, op, arguments)
    }

    fn instruction(&mut self, type_key: TypeKey, op: Glsl, arguments: &Arguments) -> Result<ValueId> {
        let mut operands = [self.value(arguments.get(0)?)?; 4];
        let mut count = 1;
        for &argument in arguments.0[1..].iter().flatten() {
            operands[count] = self.value(argument)?;
            count += 1;
        }
        self.extended(type_key, op, &operands[..count])
    }

    /// Calls the helper for a function of 64-bit floats that `GLSL.std.450` does not have. The helper is exact whatever
    /// its caller is: a driver that rearranges it loses the low parts of the constants.
    fn double(&mut self, type_key: TypeKey, function: DoubleFunction, arguments: &Arguments) -> Result<ValueId> {
        let first = self.value(arguments.get(0)?)?;
        let helper = Polyfill::Double(function, type_key);
        let outer = self.m.floats;
        self.m.set_floats(self.instance.context.floats.lowerings(true));
        let count = if function.takes_two() { 2 } else { 1 };
        let second = self.value(arguments.get(count - 1)?)?;
        let result = self.call_polyfill(type_key, helper, &[first, second][..count]);
        self.m.set_floats(outer);
        result
    }

    pub(super) fn core_unary(&mut self, type_key: TypeKey, op: Op, operand: Handle<Expression>) -> Result<ValueId> {
        let operand = self.value(operand)?;
        self.unary_op(type_key, op, operand)
    }

    fn helper(&mut self, type_key: TypeKey, polyfill: Polyfill, operand: Handle<Expression>) -> Result<ValueId> {
        let operand = self.value(operand)?;
        self.call_polyfill(type_key, polyfill, &[operand])
    }

    /// Selects the instruction for a number's kind: float, signed or unsigned integer.
    fn by_sign<T>(&self, type_key: TypeKey, [float, signed, unsigned]: [T; 3]) -> Result<T> {
        match type_key.number()?.kind {
            ScalarKind::Float => Ok(float),
            ScalarKind::Sint => Ok(signed),
            ScalarKind::Uint => Ok(unsigned),
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("the operand of a built-in function is not a number"))
            }
        }
    }

    /// The lesser or greater of two numbers. If one operand is NaN, the other (WGSL §17.5.38, §17.5.39).
    fn min_or_max(&mut self, type_key: TypeKey, least: bool, operands: [ValueId; 2]) -> Result<ValueId> {
        let ([float, signed, unsigned], not_nan) = if least {
            ([Glsl::FMin, Glsl::SMin, Glsl::UMin], Glsl::NMin)
        } else {
            ([Glsl::FMax, Glsl::SMax, Glsl::UMax], Glsl::NMax)
        };
        let float = match self.m.specials(type_key) {
            Specials::Assumed => Some(float),
            Specials::Masked | Specials::MaskedFinite => Some(not_nan),
            Specials::Preserved => None,
        };
        match self.by_sign(type_key, [float, Some(signed), Some(unsigned)])? {
            Some(op) => self.extended(type_key, op, &operands),
            None => self.call_polyfill(type_key, Polyfill::Extreme { type_key, least }, &operands),
        }
    }

    fn absolute(&mut self, type_key: TypeKey, arg: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(arg)?;
        match self.by_sign(type_key, [Some(Glsl::FAbs), Some(Glsl::SAbs), None])? {
            Some(op) => self.extended(type_key, op, &[value]),
            None => Ok(value),
        }
    }

    /// The sign. That of an unsigned integer is `min(x, 1)`. If special values of floats are preserved, the sign of a NaN
    /// is the NaN and the sign of a zero is that zero.
    fn sign(&mut self, type_key: TypeKey, arg: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(arg)?;
        match self.by_sign(type_key, [Glsl::FSign, Glsl::SSign, Glsl::UMin])? {
            Glsl::FSign if self.m.specials(type_key) != Specials::Assumed => {
                self.call_polyfill(type_key, Polyfill::Sign(type_key), &[value])
            }
            Glsl::UMin => {
                let one = self.m.number(type_key, Number::Int(1))?;
                self.extended(type_key, Glsl::UMin, &[value, one])
            }
            op => self.extended(type_key, op, &[value]),
        }
    }

    /// `clamp`. The clamp instructions of `GLSL.std.450` are undefined if `low > high`, for which WGSL defines a value.
    /// They are used only if the bounds are known to be in order.
    fn clamp(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let (low, high) = (arguments.get(1)?, arguments.get(2)?);
        let is_ordered = self.in_order(low, high);
        let operands = [self.value(arguments.get(0)?)?, self.value(low)?, self.value(high)?];
        self.clamped(type_key, is_ordered, operands)
    }

    /// `min(max(value, low), high)`, which is `low` for a NaN unless the device may assume that there is none.
    /// `is_ordered`: `low` is known to be at most `high`, outside of which the instructions are undefined.
    fn clamped(&mut self, type_key: TypeKey, is_ordered: bool, [value, low, high]: [ValueId; 3]) -> Result<ValueId> {
        let float = match self.m.specials(type_key) {
            Specials::Assumed => Some(Glsl::FClamp),
            Specials::Masked | Specials::MaskedFinite => Some(Glsl::NClamp),
            Specials::Preserved => None,
        };
        let op = self.by_sign(type_key, [float, Some(Glsl::SClamp), Some(Glsl::UClamp)])?;
        if let Some(op) = op.filter(|_| is_ordered) {
            return self.extended(type_key, op, &[value, low, high]);
        }
        let value = self.min_or_max(type_key, false, [value, low])?;
        self.min_or_max(type_key, true, [value, high])
    }

    /// Whether two operands are constant, each with one value in all components, and the first value is less than the
    /// second.
    fn in_order(&self, low: Handle<Expression>, high: Handle<Expression>) -> bool {
        let (Some(low), Some(high)) = (self.uniform_literal(low), self.uniform_literal(high)) else {
            return false;
        };
        match (low, high) {
            (Literal::F64(low), Literal::F64(high)) => low < high,
            (Literal::F32(low), Literal::F32(high)) => low < high,
            (Literal::F16(low), Literal::F16(high)) => low < high,
            // Unsigned 64-bit literals above `i64::MAX` have the same value here, so equal values do not count as in
            // order.
            // catch-all: integers, of which `whole` names all kinds
            _ => whole(low).zip(whole(high)).is_some_and(|(low, high)| low < high),
        }
    }

    /// The literal of a constant scalar, or of a constant vector whose components are equal.
    fn uniform_literal(&self, expression: Handle<Expression>) -> Option<Literal> {
        match self.function.expressions[expression] {
            Expression::Splat { value, .. } => self.known_literal(value),
            Expression::Compose { ref components, .. } => {
                let (&first, rest) = components.split_first()?;
                let literal = self.known_literal(first)?;
                let is_same = |&other: &Handle<Expression>| self.known_literal(other) == Some(literal);
                rest.iter().all(is_same).then_some(literal)
            }
            // catch-all: the literal of the constant, if it is one
            _ => self.known_literal(expression),
        }
    }

    /// A float clamped to the range from 0 to 1.
    pub(super) fn saturated(&mut self, type_key: TypeKey, value: ValueId) -> Result<ValueId> {
        let zero = self.m.number(type_key, Number::Int(0))?;
        let one = self.m.number(type_key, Number::Int(1))?;
        self.clamped(type_key, true, [value, zero, one])
    }

    /// The instructions take 16- and 32-bit floats. For 64 bits the multiplication is emitted.
    fn angle(&mut self, type_key: TypeKey, arg: Handle<Expression>, op: Glsl, factor: f64) -> Result<ValueId> {
        let value = self.value(arg)?;
        if type_key.number()?.width <= 4 {
            return self.extended(type_key, op, &[value]);
        }
        let factor = self.m.number(type_key, Number::Float(factor))?;
        self.binary_op(type_key, Op::FMul, value, factor)
    }

    /// `FrexpStruct` yields 32-bit exponents. In naga's result type the exponent is as wide as the float.
    fn frexp(&mut self, type_key: TypeKey, arg: Handle<Expression>) -> Result<ValueId> {
        let argument = self.type_key(arg)?;
        let value = self.value(arg)?;
        if argument.number()?.width == 4 {
            return self.extended(type_key, Glsl::FrexpStruct, &[value]);
        }
        let result = type_key;
        self.call_polyfill(type_key, Polyfill::Frexp { argument, result }, &[value])
    }

    /// `mix`. Its third operand may be a scalar while the others are vectors.
    fn mix(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let (x, y) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let ratios = self.type_key(arguments.get(2)?)?;
        let mut ratio = self.value(arguments.get(2)?)?;
        if ratios != type_key {
            ratio = self.splat(type_key, ratio)?;
        }
        self.extended(type_key, Glsl::FMix, &[x, y, ratio])
    }

    /// `smoothstep`. `SmoothStep` of `GLSL.std.450` is undefined unless the first edge is below the second. In WGSL the
    /// function descends if the first edge is above the second.
    fn smooth_step(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let (low, high) = (arguments.get(0)?, arguments.get(1)?);
        if self.in_order(low, high) {
            return self.instruction(type_key, Glsl::SmoothStep, arguments);
        }
        let (low, high) = (self.value(low)?, self.value(high)?);
        let x = self.value(arguments.get(2)?)?;
        self.call_polyfill(type_key, Polyfill::SmoothStep(type_key), &[low, high, x])
    }

    /// An integer dot product is the low bits of the exact result (WGSL §17.5.19). Both `OpSDot`
    /// (SPV_KHR_integer_dot_product) and a chain of multiplications and additions yield that.
    fn dot(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let vector = self.type_key(arguments.get(0)?)?;
        let (left, right) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let native = self.by_sign(type_key, [Op::Dot, Op::SDot, Op::UDot])?;
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
    fn packed_dot(&mut self, type_key: TypeKey, arguments: &Arguments, signed: bool) -> Result<ValueId> {
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
    fn outer(&mut self, type_key: TypeKey, arguments: &Arguments) -> Result<ValueId> {
        let (left, right) = (self.value(arguments.get(0)?)?, self.value(arguments.get(1)?)?);
        let Some(Numeric::Matrix(columns, rows, _)) = type_key.numeric() else {
            return Err(internal("the type of an outer product is not a matrix"));
        };
        let (left, right) = if columns == rows { (left, right) } else { (right, left) };
        self.binary_op(type_key, Op::OuterProduct, left, right)
    }

    /// A built-in function of one integer.
    fn bits(&mut self, type_key: TypeKey, what: BitFunction, arg: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(arg)?;
        if type_key.number()?.width != 4 {
            return self.call_polyfill(type_key, Polyfill::Bits(what, type_key), &[value]);
        }
        self.bits_of_word(what, type_key, 32, value)
    }

    /// `extractBits`, or `insertBits` of new bits. `field` is offset and count. WGSL clamps offset and count to the width, beyond which the instructions are
    /// undefined. If both are known constants, and the integer has 32 bits, they are clamped here.
    fn bit_field(
        &mut self,
        type_key: TypeKey,
        value: Handle<Expression>,
        new: Option<Handle<Expression>>,
        field: [Handle<Expression>; 2],
    ) -> Result<ValueId> {
        let value = self.value(value)?;
        let new = new.map(|new| self.value(new)).transpose()?;
        let scalar = type_key.number()?;
        let known = field.map(|operand| self.known_literal(operand).and_then(whole));
        let ([Some(offset), Some(count)], 4) = (known, scalar.width) else {
            let [offset, count] = self.values(field)?;
            return match new {
                Some(new) => self.call_polyfill(type_key, Polyfill::InsertBits(type_key), &[value, new, offset, count]),
                None => self.call_polyfill(type_key, Polyfill::ExtractBits(type_key), &[value, offset, count]),
            };
        };
        let offset = offset.clamp(0, 32);
        let count = count.clamp(0, 32 - offset);
        let (offset, count) = (self.m.u32_constant(offset as u32)?, self.m.u32_constant(count as u32)?);
        match new {
            Some(new) => self.insert_field(type_key, [value, new], offset, count),
            None => self.extract_field(type_key, value, offset, count),
        }
    }
}
