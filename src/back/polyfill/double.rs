//! Helpers for trigonometric, exponential and logarithmic functions of 64-bit floats. `GLSL.std.450` has them for 16
//! and 32 bits only.
//!
//! Each function reduces its argument to a short interval and evaluates a Taylor polynomial there by Horner's method.
//! The number of terms keeps the truncation error below the rounding error. All operations are componentwise, so one
//! body serves scalars and vectors. WGSL has no 64-bit floats and specifies no accuracy. `tests/it/numbers.rs` checks
//! that the relative error of every function is at most 3·2⁻⁵² (measured errors are below 2·2⁻⁵²). The bound for
//! `pow(x, y)` is larger by 2⁻⁵² times the magnitude of `y * log2(x)`, because the function is computed as a power of
//! 2.
//!
//! The arithmetic is exact (`NoContraction`, or a mask that does not permit rearranging). Without it, NVIDIA's driver 580
//! gives results as if the parts of a constant were added before their products are subtracted.
//!
//! `sin`, `cos` and `tan` subtract multiples of π/2 from their argument. Up to 2²⁰ multiples the products are exact.
//! Beyond that the result has an absolute error of 2⁻⁵³ times the argument.

use super::key::DoubleFunction::{self, LogOnePlus, Of};
use super::{Code, Polyfill};
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::Scalar;
use spirv::{GlslStd450Op as Glsl, Op};

impl DoubleFunction {
    pub(crate) fn takes_two(self) -> bool {
        matches!(self, Of(Glsl::Pow | Glsl::Atan2))
    }
}

/// ln 2 in two parts. The product of the first and an 11-bit integer is exact.
const LN_2: [f64; 2] = [
    f64::from_bits(0x3fe6_2e42_0000_0000),
    f64::from_bits(0x3e9f_df47_3de6_af28),
];
/// π/2 in three parts. The products of the first two and a 20-bit integer are exact.
const QUARTER: [f64; 3] = [
    f64::from_bits(0x3ff9_21fb_5440_0000),
    f64::from_bits(0x3dd0_b461_1a60_0000),
    f64::from_bits(0x3ba3_198a_2e03_7073),
];
/// The differences of π/2, π, π/4 and atan(1/2) from the nearest floats.
const HALF_PI_REST: f64 = f64::from_bits(0x3c91_a626_3314_5c07);
const PI_REST: f64 = f64::from_bits(0x3ca1_a626_3314_5c07);
const FOURTH_PI_REST: f64 = f64::from_bits(0x3c81_a626_3314_5c07);
const ATAN_HALF: f64 = f64::from_bits(0x3fdd_ac67_0561_bb4f);
const ATAN_HALF_REST: f64 = f64::from_bits(0x3c7a_2b7f_222f_65e2);

/// eˣ for |x| ≤ ln 2 / 2: 1/k!.
const EXPONENTIAL: [f64; 14] = factorials(0, 1, false);
/// sin x / x in x² for |x| ≤ π/4.
const SINE: [f64; 9] = factorials(1, 2, true);
/// cos x in x² for |x| ≤ π/4.
const COSINE: [f64; 9] = factorials(0, 2, true);
/// sinh x / x in x² for |x| ≤ 1.
const HYPERBOLIC_SINE: [f64; 10] = factorials(1, 2, false);
/// 2 atanh x / x in x² for |x| ≤ 0.1716: ln((1 + x) / (1 - x)) / x.
const LOGARITHM: [f64; 11] = odds(2.0, false);
/// atanh x / x in x² for |x| ≤ 0.1716.
const HYPERBOLIC_TANGENT: [f64; 11] = odds(1.0, false);
/// atan x / x in x² for |x| ≤ 1/4.
const ARC_TANGENT: [f64; 14] = odds(1.0, true);

/// `1/first!, 1/(first + step)!, …`, with alternating signs if `alternating`.
const fn factorials<const N: usize>(first: u32, step: u32, alternating: bool) -> [f64; N] {
    let mut terms = [0.0; N];
    let (mut product, mut at, mut term) = (1.0, 0, 0);
    let mut next = first;
    while term < N {
        while at < next {
            at += 1;
            // Exact up to 18!. Larger factorials are rounded.
            product *= at as f64;
        }
        terms[term] = if alternating && term % 2 == 1 {
            -1.0 / product
        } else {
            1.0 / product
        };
        next += step;
        term += 1;
    }
    terms
}

/// `over/1, over/3, over/5, …`, with alternating signs if `alternating`.
const fn odds<const N: usize>(over: f64, alternating: bool) -> [f64; N] {
    let mut terms = [0.0; N];
    let mut term = 0;
    while term < N {
        let value = over / (2 * term + 1) as f64;
        terms[term] = if alternating && term % 2 == 1 { -value } else { value };
        term += 1;
    }
    terms
}

impl Emitter<'_> {
    pub(super) fn write_double(
        &mut self,
        id: FunctionId,
        function: DoubleFunction,
        type_key: TypeKey,
    ) -> Result<ValueId> {
        let [x, y] = if function.takes_two() {
            self.open_helper(id, type_key, [type_key; 2])?
        } else {
            let [x] = self.open_helper(id, type_key, [type_key])?;
            [x; 2]
        };
        let mut body = Doubles { m: self, type_key };
        match function {
            Of(Glsl::Exp) => body.exponential(x, false),
            Of(Glsl::Exp2) => body.exponential(x, true),
            Of(Glsl::Log) => body.logarithm(x, false),
            Of(Glsl::Log2) => body.logarithm(x, true),
            LogOnePlus => body.log_one_plus(x),
            Of(Glsl::Pow) => {
                // 2 to the power of y log₂ x.
                let logarithm = body.call(Of(Glsl::Log2), &[x])?;
                let exponent = body.mul(logarithm, y)?;
                body.call(Of(Glsl::Exp2), &[exponent])
            }
            Of(Glsl::Sin) => body.sine(x, false),
            Of(Glsl::Cos) => body.sine(x, true),
            Of(Glsl::Tan) => body.tangent(x),
            Of(Glsl::Asin) => {
                let other = body.cosine_of_sine(x)?;
                body.call(Of(Glsl::Atan2), &[x, other])
            }
            Of(Glsl::Acos) => {
                let other = body.cosine_of_sine(x)?;
                body.call(Of(Glsl::Atan2), &[other, x])
            }
            Of(Glsl::Atan) => {
                let one = body.number(1.0)?;
                body.call(Of(Glsl::Atan2), &[x, one])
            }
            Of(Glsl::Atan2) => body.arc_tangent_of_two(x, y),
            Of(Glsl::Sinh) => body.hyperbolic_sine(x),
            Of(Glsl::Cosh) => {
                let (positive, negative) = body.half_powers(x)?;
                body.add(positive, negative)
            }
            Of(Glsl::Tanh) => body.hyperbolic_tangent(x),
            Of(Glsl::Asinh) => body.area_sine(x),
            Of(Glsl::Acosh) => body.area_cosine(x),
            Of(Glsl::Atanh) => body.area_tangent(x),
            Of(_) => Err(internal("a function that has an instruction for 64-bit floats")),
        }
    }
}

/// The open helper function, and the type of its operands.
struct Doubles<'m, 'a> {
    m: &'m mut Emitter<'a>,
    type_key: TypeKey,
}

impl Doubles<'_, '_> {
    fn number(&mut self, value: f64) -> Result<ValueId> {
        self.m.number(self.type_key, Number::Float(value))
    }

    fn add(&mut self, left: ValueId, right: ValueId) -> Result<ValueId> {
        self.m.binary_op(self.type_key, Op::FAdd, left, right)
    }

    fn sub(&mut self, left: ValueId, right: ValueId) -> Result<ValueId> {
        self.m.binary_op(self.type_key, Op::FSub, left, right)
    }

    fn mul(&mut self, left: ValueId, right: ValueId) -> Result<ValueId> {
        self.m.binary_op(self.type_key, Op::FMul, left, right)
    }

    fn div(&mut self, left: ValueId, right: ValueId) -> Result<ValueId> {
        self.m.binary_op(self.type_key, Op::FDiv, left, right)
    }

    fn scaled(&mut self, value: ValueId, factor: f64) -> Result<ValueId> {
        let factor = self.number(factor)?;
        self.mul(value, factor)
    }

    fn plus(&mut self, value: ValueId, term: f64) -> Result<ValueId> {
        let term = self.number(term)?;
        self.add(value, term)
    }

    fn negated(&mut self, value: ValueId) -> Result<ValueId> {
        self.m.unary_op(self.type_key, Op::FNegate, value)
    }

    fn one(&mut self, op: Glsl, value: ValueId) -> Result<ValueId> {
        self.m.extended(self.type_key, op, &[value])
    }

    fn less(&mut self, left: ValueId, right: ValueId) -> Result<ValueId> {
        let condition = self.type_key.with_scalar(Scalar::BOOL);
        self.m.binary_op(condition, Op::FOrdLessThan, left, right)
    }

    fn below(&mut self, value: ValueId, limit: f64) -> Result<ValueId> {
        let limit = self.number(limit)?;
        self.less(value, limit)
    }

    fn above(&mut self, value: ValueId, limit: f64) -> Result<ValueId> {
        let limit = self.number(limit)?;
        self.less(limit, value)
    }

    fn select(&mut self, condition: ValueId, accept: ValueId, reject: ValueId) -> Result<ValueId> {
        self.m.select_op(self.type_key, condition, accept, reject)
    }

    fn either(&mut self, condition: ValueId, accept: f64, reject: f64) -> Result<ValueId> {
        let (accept, reject) = (self.number(accept)?, self.number(reject)?);
        self.select(condition, accept, reject)
    }

    /// A non-negative value with the sign of another.
    fn signed(&mut self, value: ValueId, like: ValueId) -> Result<ValueId> {
        let (negative, opposite) = (self.below(like, 0.0)?, self.negated(value)?);
        self.select(negative, opposite, value)
    }

    fn call(&mut self, function: DoubleFunction, arguments: &[ValueId]) -> Result<ValueId> {
        let helper = Polyfill::Double(function, self.type_key);
        self.m.call_polyfill(self.type_key, helper, arguments)
    }

    /// The power series with these coefficients, lowest power first.
    fn series(&mut self, x: ValueId, terms: &[f64]) -> Result<ValueId> {
        let Some((&last, rest)) = terms.split_last() else {
            return Err(internal("a series without terms"));
        };
        let mut sum = self.number(last)?;
        for &term in rest.iter().rev() {
            sum = self.mul(sum, x)?;
            sum = self.plus(sum, term)?;
        }
        Ok(sum)
    }

    /// The series of odd powers with these coefficients.
    fn odd_series(&mut self, x: ValueId, terms: &[f64]) -> Result<ValueId> {
        let square = self.mul(x, x)?;
        let sum = self.series(square, terms)?;
        self.mul(x, sum)
    }

    /// eˣ or 2ˣ: 2 to the nearest integer power, times the exponential of the rest.
    fn exponential(&mut self, x: ValueId, binary: bool) -> Result<ValueId> {
        // Outside these limits the result is infinite or zero. Comparisons with NaN are false, so NaN is kept.
        let (low, high) = (self.below(x, -1100.0)?, self.above(x, 1100.0)?);
        let (least, most) = (self.number(-1100.0)?, self.number(1100.0)?);
        let x = self.select(low, least, x)?;
        let x = self.select(high, most, x)?;
        let turns = if binary {
            x
        } else {
            self.scaled(x, core::f64::consts::LOG2_E)?
        };
        let whole = self.one(Glsl::RoundEven, turns)?;
        let rest = if binary {
            let rest = self.sub(x, whole)?;
            self.scaled(rest, core::f64::consts::LN_2)?
        } else {
            let [high, low] = LN_2;
            let (high, low) = (self.scaled(whole, high)?, self.scaled(whole, low)?);
            let rest = self.sub(x, high)?;
            self.sub(rest, low)?
        };
        let fraction = self.series(rest, &EXPONENTIAL)?;
        let exponents = self.type_key.with_scalar(Scalar::I32);
        let power = self.m.unary_op(exponents, Op::ConvertFToS, whole)?;
        self.m.extended(self.type_key, Glsl::Ldexp, &[fraction, power])
    }

    /// ln x or log₂ x: the exponent plus the logarithm of a significand between √½ and √2.
    fn logarithm(&mut self, x: ValueId, binary: bool) -> Result<ValueId> {
        let [significand, exponent] = self.m.frexp(self.type_key, x)?;
        let exponent = self.m.unary_op(self.type_key, Op::ConvertSToF, exponent)?;
        let small = self.below(significand, core::f64::consts::FRAC_1_SQRT_2)?;
        let doubled = self.add(significand, significand)?;
        let significand = self.select(small, doubled, significand)?;
        let less = self.either(small, 1.0, 0.0)?;
        let exponent = self.sub(exponent, less)?;
        let (above, sum) = (self.plus(significand, -1.0)?, self.plus(significand, 1.0)?);
        let ratio = self.div(above, sum)?;
        let fraction = self.odd_series(ratio, &LOGARITHM)?;
        let result = if binary {
            let fraction = self.scaled(fraction, core::f64::consts::LOG2_E)?;
            self.add(exponent, fraction)?
        } else {
            let [high, low] = LN_2;
            let (high, low) = (self.scaled(exponent, high)?, self.scaled(exponent, low)?);
            let fraction = self.add(fraction, low)?;
            self.add(high, fraction)?
        };
        // The logarithm of infinity or NaN is the operand. That of zero is -∞, that of a negative number NaN.
        let finite = self.below(x, f64::INFINITY)?;
        let result = self.select(finite, result, x)?;
        let negative = self.below(x, 0.0)?;
        let none = self.number(f64::NAN)?;
        let result = self.select(negative, none, result)?;
        let condition = self.type_key.with_scalar(Scalar::BOOL);
        let (zero, least) = (self.number(0.0)?, self.number(f64::NEG_INFINITY)?);
        let is_zero = self.m.binary_op(condition, Op::FOrdEqual, x, zero)?;
        self.select(is_zero, least, result)
    }

    /// ln(1 + x). For small x it is computed without rounding the sum.
    fn log_one_plus(&mut self, x: ValueId) -> Result<ValueId> {
        let (sum, double) = (self.plus(x, 1.0)?, self.plus(x, 2.0)?);
        let large = self.call(Of(Glsl::Log), &[sum])?;
        let ratio = self.div(x, double)?;
        let small = self.odd_series(ratio, &LOGARITHM)?;
        let is_small = self.below(x, core::f64::consts::SQRT_2 - 1.0)?;
        self.select(is_small, small, large)
    }

    /// An angle minus the nearest multiple of π/2, and the number of multiples.
    fn reduced(&mut self, x: ValueId) -> Result<(ValueId, ValueId)> {
        let turns = self.scaled(x, core::f64::consts::FRAC_2_PI)?;
        let turns = self.one(Glsl::RoundEven, turns)?;
        let mut rest = x;
        for part in QUARTER {
            let part = self.scaled(turns, part)?;
            rest = self.sub(rest, part)?;
        }
        Ok((rest, turns))
    }

    /// Half an integer, rounded down, and whether the integer is odd.
    fn halved(&mut self, whole: ValueId) -> Result<(ValueId, ValueId)> {
        let half = self.scaled(whole, 0.5)?;
        let quotient = self.one(Glsl::Floor, half)?;
        let odd = self.less(quotient, half)?;
        Ok((quotient, odd))
    }

    /// Sine and cosine of a reduced angle.
    fn sine_and_cosine(&mut self, rest: ValueId) -> Result<(ValueId, ValueId)> {
        let square = self.mul(rest, rest)?;
        let sine = self.series(square, &SINE)?;
        Ok((self.mul(rest, sine)?, self.series(square, &COSINE)?))
    }

    /// The sine of an angle, or its cosine: the sine of the angle plus π/2.
    fn sine(&mut self, x: ValueId, cosine: bool) -> Result<ValueId> {
        let (rest, mut turns) = self.reduced(x)?;
        if cosine {
            turns = self.plus(turns, 1.0)?;
        }
        let (sine, cosine) = self.sine_and_cosine(rest)?;
        let (pairs, odd) = self.halved(turns)?;
        let (_, opposite) = self.halved(pairs)?;
        let result = self.select(odd, cosine, sine)?;
        let negated = self.negated(result)?;
        self.select(opposite, negated, result)
    }

    fn tangent(&mut self, x: ValueId) -> Result<ValueId> {
        let (rest, turns) = self.reduced(x)?;
        let (sine, cosine) = self.sine_and_cosine(rest)?;
        let (_, odd) = self.halved(turns)?;
        let negated = self.negated(cosine)?;
        let over = self.select(odd, negated, sine)?;
        let under = self.select(odd, sine, cosine)?;
        self.div(over, under)
    }

    /// √(1 - x²), computed as √((1 - x)(1 + x)).
    fn cosine_of_sine(&mut self, x: ValueId) -> Result<ValueId> {
        let one = self.number(1.0)?;
        let (less, more) = (self.sub(one, x)?, self.add(one, x)?);
        let square = self.mul(less, more)?;
        self.one(Glsl::Sqrt, square)
    }

    /// `atan2`. The ratio of the smaller coordinate to the larger is reduced by subtracting the nearest of atan 0, atan
    /// ½ and atan 1, so that the series is evaluated at ¼ at most. The angle is then mirrored into its octant.
    fn arc_tangent_of_two(&mut self, y: ValueId, x: ValueId) -> Result<ValueId> {
        use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
        let (height, width) = (self.one(Glsl::FAbs, y)?, self.one(Glsl::FAbs, x)?);
        let steep = self.less(width, height)?;
        let over = self.select(steep, width, height)?;
        let under = self.select(steep, height, width)?;
        let ratio = self.div(over, under)?;
        // At the origin the angle is zero.
        let zero = self.number(0.0)?;
        let condition = self.type_key.with_scalar(Scalar::BOOL);
        let nowhere = self.m.binary_op(condition, Op::FOrdEqual, under, zero)?;
        let ratio = self.select(nowhere, zero, ratio)?;
        let (some, much) = (self.above(ratio, 0.25)?, self.above(ratio, 0.75)?);
        let mut nearest = |at: [f64; 3]| {
            let [small, middle, large] = at;
            let near = self.either(some, middle, small)?;
            let large = self.number(large)?;
            self.select(much, large, near)
        };
        let centre = nearest([0.0, 0.5, 1.0])?;
        let angle = nearest([0.0, ATAN_HALF, FRAC_PI_4])?;
        let angle_rest = nearest([0.0, ATAN_HALF_REST, FOURTH_PI_REST])?;
        let (distance, product) = (self.sub(ratio, centre)?, self.mul(ratio, centre)?);
        let sum = self.plus(product, 1.0)?;
        let tangent = self.div(distance, sum)?;
        let part = self.odd_series(tangent, &ARC_TANGENT)?;
        let part = self.add(part, angle_rest)?;
        let angle = self.add(angle, part)?;
        let mirrored = self.subtracted_from((FRAC_PI_2, HALF_PI_REST), angle)?;
        let angle = self.select(steep, mirrored, angle)?;
        let mirrored = self.subtracted_from((PI, PI_REST), angle)?;
        let left = self.below(x, 0.0)?;
        let angle = self.select(left, mirrored, angle)?;
        self.signed(angle, y)
    }

    /// A constant, given in two parts, minus an angle.
    fn subtracted_from(&mut self, (high, low): (f64, f64), angle: ValueId) -> Result<ValueId> {
        let (high, low) = (self.number(high)?, self.number(low)?);
        let angle = self.sub(angle, low)?;
        self.sub(high, angle)
    }

    /// ½ e^|x| and ½ e^-|x|, by the root of e^|x|, which may be infinite by itself.
    fn half_powers(&mut self, x: ValueId) -> Result<(ValueId, ValueId)> {
        let size = self.one(Glsl::FAbs, x)?;
        let half = self.scaled(size, 0.5)?;
        let root = self.call(Of(Glsl::Exp), &[half])?;
        let half = self.scaled(root, 0.5)?;
        let positive = self.mul(half, root)?;
        let over = self.number(0.5)?;
        let negative = self.div(over, root)?;
        Ok((positive, self.div(negative, root)?))
    }

    /// An odd function by its value for small x, and its value for large |x|.
    fn odd_function(&mut self, x: ValueId, limit: f64, small: ValueId, large: ValueId) -> Result<ValueId> {
        let large = self.signed(large, x)?;
        let size = self.one(Glsl::FAbs, x)?;
        let is_small = self.below(size, limit)?;
        self.select(is_small, small, large)
    }

    fn hyperbolic_sine(&mut self, x: ValueId) -> Result<ValueId> {
        let small = self.odd_series(x, &HYPERBOLIC_SINE)?;
        let (positive, negative) = self.half_powers(x)?;
        let large = self.sub(positive, negative)?;
        self.odd_function(x, 1.0, small, large)
    }

    /// sinh x / √(1 + sinh² x) for small x, 1 - 2 / (e²ˣ + 1) otherwise.
    fn hyperbolic_tangent(&mut self, x: ValueId) -> Result<ValueId> {
        let sine = self.odd_series(x, &HYPERBOLIC_SINE)?;
        let square = self.mul(sine, sine)?;
        let sum = self.plus(square, 1.0)?;
        let cosine = self.one(Glsl::Sqrt, sum)?;
        let small = self.div(sine, cosine)?;
        let size = self.one(Glsl::FAbs, x)?;
        let double = self.add(size, size)?;
        let power = self.call(Of(Glsl::Exp), &[double])?;
        let sum = self.plus(power, 1.0)?;
        let (one, two) = (self.number(1.0)?, self.number(2.0)?);
        let rest = self.div(two, sum)?;
        let large = self.sub(one, rest)?;
        self.odd_function(x, 1.0, small, large)
    }

    /// ln(|x| + √(x² + 1)), with the sign of x.
    fn area_sine(&mut self, x: ValueId) -> Result<ValueId> {
        let size = self.one(Glsl::FAbs, x)?;
        let square = self.mul(x, x)?;
        let sum = self.plus(square, 1.0)?;
        let root = self.one(Glsl::Sqrt, sum)?;
        let under = self.plus(root, 1.0)?;
        let part = self.div(square, under)?;
        let beyond = self.add(size, part)?;
        let result = self.log_one_plus_or_double(size, beyond)?;
        self.signed(result, x)
    }

    /// ln(x + √(x² - 1)).
    fn area_cosine(&mut self, x: ValueId) -> Result<ValueId> {
        let less = self.plus(x, -1.0)?;
        let more = self.plus(x, 1.0)?;
        let square = self.mul(less, more)?;
        let root = self.one(Glsl::Sqrt, square)?;
        let beyond = self.add(less, root)?;
        self.log_one_plus_or_double(x, beyond)
    }

    /// ln(1 + beyond). For large x, whose square may be infinite, ln 2x, which has the same value after rounding.
    fn log_one_plus_or_double(&mut self, x: ValueId, beyond: ValueId) -> Result<ValueId> {
        let general = self.call(LogOnePlus, &[beyond])?;
        let logarithm = self.call(Of(Glsl::Log), &[x])?;
        let double = self.plus(logarithm, core::f64::consts::LN_2)?;
        let is_large = self.above(x, 1e100)?;
        self.select(is_large, double, general)
    }

    /// ½ ln((1 + x) / (1 - x)).
    fn area_tangent(&mut self, x: ValueId) -> Result<ValueId> {
        let small = self.odd_series(x, &HYPERBOLIC_TANGENT)?;
        let size = self.one(Glsl::FAbs, x)?;
        let one = self.number(1.0)?;
        let (double, under) = (self.add(size, size)?, self.sub(one, size)?);
        let beyond = self.div(double, under)?;
        let large = self.call(LogOnePlus, &[beyond])?;
        let large = self.scaled(large, 0.5)?;
        self.odd_function(x, 0.17, small, large)
    }
}
