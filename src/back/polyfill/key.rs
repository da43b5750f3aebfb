//! What helpers there are: the key of each, with all that makes one differ from another, and those that were asked for.

use crate::back::hasher::Hasher;
use crate::back::plan::Lowerings;
use crate::back::shape::Role;
use crate::back::type_key::TypeKey;
use crate::layout::MemoryLayout;
use crate::options::TaskDispatchLimits;
use crate::words::FunctionId;
use indexmap::IndexMap;
use naga::proc::BoundsCheckPolicy;
use naga::{DerivativeAxis, DerivativeControl, GlobalVariable, Handle};

/// Every helper, with what makes one differ from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Polyfill {
    /// Signed division that gives the dividend for a zero divisor and for `MIN / -1` (WGSL §8.7).
    Divide(TypeKey),
    /// Signed remainder that gives zero there, with the sign of the dividend.
    Remainder(TypeKey),
    /// A load of one texel that stays in bounds, see `polyfill::texture`.
    LoadTexel {
        image: TypeKey,
        policy: BoundsCheckPolicy,
        first: bool,
        non_uniform: bool,
    },
    /// A coordinate of an image kept half a texel off its edges.
    ClampToEdge { image: TypeKey, non_uniform: bool },
    /// The size of an external texture.
    ExternalSize(Handle<GlobalVariable>),
    /// A load of one texel of an external texture.
    ExternalLoad(Handle<GlobalVariable>),
    /// A filtered value of an external texture, clamped to the edges.
    ExternalSample {
        global: Handle<GlobalVariable>,
        sampler: TypeKey,
        non_uniform: bool,
    },
    /// The dot product of two vectors of integers, given the vectors' type.
    IntegerDot(TypeKey),
    /// The dot product of four signed bytes and four others.
    PackedDotSigned,
    /// The dot product of four unsigned bytes and four others.
    PackedDotUnsigned,
    /// A function of the bits of 16- or 64-bit integers.
    Bits(BitFunction, TypeKey),
    /// `extractBits` with an offset and a count that are cut to the width.
    ExtractBits(TypeKey),
    /// `insertBits` with an offset and a count that are cut to the width.
    InsertBits(TypeKey),
    /// Four integers to four bytes of a word, cut or clamped.
    Pack { signed: bool, clamp: bool },
    /// Normalized floats to the integers that are the parts of a word, halves rounded up.
    PackNormalized(Normalized),
    /// Floats to signed integers: saturating, NaN to zero.
    FloatToSigned { from: TypeKey, to: TypeKey },
    /// Floats to unsigned integers, where a NaN must be kept until it becomes zero.
    FloatToUnsigned { from: TypeKey, to: TypeKey },
    /// The lesser or greater of two floats, of a number and a NaN the number.
    Extreme { type_key: TypeKey, least: bool },
    /// The sign of a float, which of a NaN or zero is itself.
    Sign(TypeKey),
    /// Whether a float is a NaN, or infinite, by its bits.
    SpecialTest { floats: TypeKey, infinite: bool },
    /// A transcendental function of 64-bit floats.
    Double(DoubleFunction, TypeKey),
    /// A derivative of 64-bit floats.
    DoubleDerivative {
        type_key: TypeKey,
        axis: DerivativeAxis,
        control: DerivativeControl,
    },
    /// `smoothstep` that also descends.
    SmoothStep(TypeKey),
    /// `frexp` whose exponents are not 32 bits wide.
    Frexp { argument: TypeKey, result: TypeKey },
    /// The sum of two matrices.
    MatrixAdd(TypeKey),
    /// A value in another memory layout.
    Relayout(Relayout),
    /// The difference of two matrices.
    MatrixSubtract(TypeKey),
    /// A matrix with components of another width.
    MatrixConvert { from: TypeKey, to: TypeKey },
    /// Whether a ray can be traced; where it may not skip primitives, without the flags that say so.
    RayIsValid { skips: bool },
    /// What a ray query found.
    RayIntersection {
        result: TypeKey,
        committed: bool,
        tracked: bool,
    },
    /// The vertices of the triangle that a ray query found.
    RayVertexPositions {
        result: TypeKey,
        committed: bool,
        tracked: bool,
    },
    /// The size of a task shader's dispatch, within limits.
    TaskSize(TaskDispatchLimits),
    /// Whether a ray query is at a triangle.
    RayMayConfirm,
    /// Whether a ray query is at a box, with a hit in it that counts.
    RayMayGenerate,
    /// The end of a fragment shader's invocation.
    Kill,
}

/// The requested helpers, in the order of the requests, and how many of them have been written.
#[derive(Debug, Default)]
pub(crate) struct PolyfillTable {
    pub(super) requested: IndexMap<(Polyfill, Lowerings), FunctionId, Hasher>,
    pub(super) written: usize,
}

impl PolyfillTable {
    pub(crate) fn reset(&mut self) {
        self.requested.clear();
        self.written = 0;
    }
}

/// A built-in function of the bits of one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BitFunction {
    CountTrailingZeros,
    CountLeadingZeros,
    CountOneBits,
    ReverseBits,
    FirstTrailingBit,
    FirstLeadingBit,
}

/// A function of 64-bit floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DoubleFunction {
    Exp,
    Exp2,
    Log,
    Log2,
    /// `log(1 + x)` for `x` not below zero.
    LogOnePlus,
    Pow,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
}

/// What normalized floats are packed into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Normalized {
    /// Four bytes of a word, or two halves.
    pub(crate) bytes: bool,
    pub(crate) signed: bool,
}

/// A change of the memory layout that a value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Relayout {
    pub(crate) type_key: TypeKey,
    pub(crate) from: MemoryLayout,
    pub(crate) to: MemoryLayout,
    /// What the type is declared as on the side that is in memory.
    pub(crate) role: Role,
}

impl Relayout {
    /// That of a part.
    pub(super) const fn part(self, type_key: TypeKey) -> Self {
        Self {
            type_key,
            role: Role::Plain,
            ..self
        }
    }
}
