//! Helpers for floats that preserve NaN, infinity and the sign of zero where no instruction is required to: minimum,
//! maximum and sign by comparisons, and tests on the bits. Helpers for float operations that are defined in WGSL and
//! undefined in SPIR-V: `smoothstep` with descending edges, and `frexp` with exponents that are not 32 bits wide. Also:
//! which parts of the float style make two helpers with the same key different functions.

use super::{Code, Polyfill};
use crate::back::constants::Number;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::plan::{Lowering, Lowerings, Specials, width_index};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, ScalarKind, VectorSize};
use spirv::{GlslStd450Op as Glsl, Op};

impl Polyfill {
    /// The part of a float style that the helper's code depends on. Callers whose styles differ in other parts share
    /// the helper.
    pub(super) fn style(self, floats: Lowerings) -> Lowerings {
        match self {
            Self::ClampToEdge { .. }
            | Self::ExternalLoad(_)
            | Self::ExternalSample { .. }
            | Self::PackNormalized { .. } => of_width(floats, TypeKey::F32, clamps),
            Self::SmoothStep(type_key) => of_width(floats, type_key, |mut lowering| {
                if lowering.specials == Specials::MaskedFinite {
                    lowering.specials = Specials::Masked;
                }
                lowering
            }),
            Self::Double(_, type_key) => of_width(floats, type_key, |lowering| lowering),
            Self::MatrixAdd(type_key) | Self::MatrixSubtract(type_key) => of_width(floats, type_key, |mut lowering| {
                lowering.specials = Specials::default();
                lowering
            }),
            // catch-all: the others compute with no floats, or in one way
            _ => Lowerings::default(),
        }
    }
}

/// The part of a style that clamps in helpers depend on; see [`Code::clamp_between`].
fn clamps(mut lowering: Lowering) -> Lowering {
    if lowering.specials != Specials::Preserved {
        lowering.specials = Specials::default();
    }
    lowering
}

/// A style with one width's lowering only, reduced by `part`.
fn of_width(floats: Lowerings, type_key: TypeKey, part: impl Fn(Lowering) -> Lowering) -> Lowerings {
    let mut only = Lowerings::default();
    if let Some(index) = type_key.scalar_of().and_then(|scalar| width_index(scalar.width)) {
        only[index] = part(floats[index]);
    }
    only
}

impl Emitter<'_> {
    /// The lesser or greater of two floats. If one operand is NaN, the other; if they are equal, the first.
    ///
    /// ```text
    /// %ordered = OpFOrdLessThanEqual %bool %a %b
    /// %no_b    = OpIsNan %bool %b
    /// %first   = OpLogicalOr %bool %ordered %no_b
    /// %result  = OpSelect %float %first %a %b
    /// ```
    pub(super) fn write_extreme(&mut self, id: FunctionId, type_key: TypeKey, least: bool) -> Result<ValueId> {
        let [a, b] = self.open_helper(id, type_key, [type_key; 2])?;
        let test = type_key.with_scalar(Scalar::BOOL);
        let op = if least {
            Op::FOrdLessThanEqual
        } else {
            Op::FOrdGreaterThanEqual
        };
        let ordered = self.binary_op(test, op, a, b)?;
        let no_b = self.unary_op(test, Op::IsNan, b)?;
        let first = self.binary_op(test, Op::LogicalOr, ordered, no_b)?;
        self.select_op(type_key, first, a, b)
    }

    /// 1 for a positive float, -1 for a negative one, and the float itself for a zero or NaN.
    pub(super) fn write_sign(&mut self, id: FunctionId, type_key: TypeKey) -> Result<ValueId> {
        let [x] = self.open_helper(id, type_key, [type_key])?;
        let test = type_key.with_scalar(Scalar::BOOL);
        let [zero, one, minus_one] = [0, 1, -1].map(|value| self.number(type_key, Number::Int(value)));
        let above = self.binary_op(test, Op::FOrdGreaterThan, x, zero?)?;
        let below = self.binary_op(test, Op::FOrdLessThan, x, zero?)?;
        let rest = self.select_op(type_key, below, minus_one?, x)?;
        self.select_op(type_key, above, one?, rest)
    }

    /// Whether a float is a NaN or infinite, tested on its bits.
    ///
    /// ```text
    /// %bits      = OpBitcast %uint %x
    /// %magnitude = OpBitwiseAnd %uint %bits %uint_0x7fffffff
    /// %result    = OpUGreaterThan %bool %magnitude %uint_0x7f800000
    /// ```
    pub(super) fn write_special_test(&mut self, id: FunctionId, floats: TypeKey, infinite: bool) -> Result<ValueId> {
        let (size, scalar) = floats.parts()?;
        let test = floats.with_scalar(Scalar::BOOL);
        let [value] = self.open_helper(id, test, [floats])?;
        match (scalar.width, size) {
            (4, _) => {
                let bits = self.unary_op(floats.with_scalar(Scalar::U32), Op::Bitcast, value)?;
                self.test_bits(floats.with_scalar(Scalar::U32), scalar, infinite, bits)
            }
            (_, None) => self.test_component(scalar, infinite, value),
            (_, Some(size)) => self.construct_each(test, size as u32, |this, index| {
                let component = this.extract(TypeKey::scalar(scalar), value, &[index])?;
                this.test_component(scalar, infinite, component)
            }),
        }
    }

    /// Tests one 16- or 64-bit float on 32-bit words, because integers of these widths need other capabilities.
    fn test_component(&mut self, scalar: Scalar, infinite: bool, value: ValueId) -> Result<ValueId> {
        if scalar.width == 2 {
            let pair = self.construct(TypeKey::vector(VectorSize::Bi, scalar), &[value; 2])?;
            let bits = self.unary_op(TypeKey::U32, Op::Bitcast, pair)?;
            return self.test_bits(TypeKey::U32, scalar, infinite, bits);
        }
        let words = TypeKey::vector(VectorSize::Bi, Scalar::U32);
        let words = self.unary_op(words, Op::Bitcast, value)?;
        let [low, high] = self.components(TypeKey::U32, words)?;
        // If the high word is that of infinity, any bit in the low word makes the float a NaN.
        let one = self.number(TypeKey::U32, Number::Int(1))?;
        let low = self.extended(TypeKey::U32, Glsl::UMin, &[low, one])?;
        let bits = self.binary_op(TypeKey::U32, Op::BitwiseOr, high, low)?;
        self.test_bits(TypeKey::U32, scalar, infinite, bits)
    }

    fn test_bits(&mut self, words: TypeKey, scalar: Scalar, infinite: bool, bits: ValueId) -> Result<ValueId> {
        // All bits but the sign, and the bits of infinity, of the high word.
        let (magnitude, infinity) = match scalar.width {
            2 => (0x7FFF, 0x7C00),
            4 => (0x7FFF_FFFF, 0x7F80_0000),
            8 => (0x7FFF_FFFF, 0x7FF0_0000),
            _ => return Err(internal("a float of an unknown width")),
        };
        let magnitude = self.number(words, Number::Int(magnitude))?;
        let infinity = self.number(words, Number::Int(infinity))?;
        let magnitude = self.binary_op(words, Op::BitwiseAnd, bits, magnitude)?;
        let op = if infinite { Op::IEqual } else { Op::UGreaterThan };
        self.binary_op(words.with_scalar(Scalar::BOOL), op, magnitude, infinity)
    }

    /// `t * t * (3 - 2 * t)` with `t = clamp((x - low) / (high - low), 0, 1)`, for ascending and descending edges.
    pub(super) fn write_smooth_step(&mut self, id: FunctionId, type_key: TypeKey) -> Result<ValueId> {
        let [low, high, x] = self.open_helper(id, type_key, [type_key; 3])?;
        let [zero, one, two, three] = [0, 1, 2, 3].map(|value| self.number(type_key, Number::Int(value)));
        let (zero, one) = (zero?, one?);
        let above = self.binary_op(type_key, Op::FSub, x, low)?;
        let range = self.binary_op(type_key, Op::FSub, high, low)?;
        let place = self.binary_op(type_key, Op::FDiv, above, range)?;
        let t = match self.specials(type_key) {
            Specials::Assumed => self.extended(type_key, Glsl::FClamp, &[place, zero, one])?,
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
        code.ext_inst(pair_type, pair, set, Glsl::FrexpStruct, &[value]);
        Ok([
            self.extract(type_key, pair, &[0])?,
            self.extract(exponents, pair, &[1])?,
        ])
    }
}
