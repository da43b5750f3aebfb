//! The keys of helper functions, with all parameters that distinguish one helper from another, and the table of
//! requested helpers.

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Polyfill {
    /// Signed division that yields the dividend for a zero divisor and for `MIN / -1` (WGSL §8.7).
    Divide(TypeKey),
    /// Signed remainder with the sign of the dividend, which is zero for a zero divisor and for `MIN % -1`.
    Remainder(TypeKey),
    /// A load of one texel with a bounds check.
    LoadTexel(TexelLoad),
    /// An image coordinate clamped to half a texel from the edges.
    ClampToEdge {
        image: TypeKey,
        non_uniform: bool,
    },
    ExternalSize(Handle<GlobalVariable>),
    /// A load of one texel of an external texture.
    ExternalLoad(Handle<GlobalVariable>),
    /// A filtered value of an external texture, with the coordinate clamped to the edges.
    ExternalSample {
        global: Handle<GlobalVariable>,
        sampler: TypeKey,
        non_uniform: bool,
    },
    /// The dot product of two integer vectors of this type.
    IntegerDot(TypeKey),
    /// The dot product of two vectors of four signed bytes.
    PackedDotSigned,
    /// The dot product of two vectors of four unsigned bytes.
    PackedDotUnsigned,
    /// A function of the bits of 16- or 64-bit integers.
    Bits(BitFunction, TypeKey),
    /// `extractBits` with offset and count clamped to the width.
    ExtractBits(TypeKey),
    /// `insertBits` with offset and count clamped to the width.
    InsertBits(TypeKey),
    /// Packs four integers into the bytes of a word, truncated or clamped.
    Pack {
        signed: bool,
        clamp: bool,
    },
    /// Packs normalized floats into integers of a word, rounding halves up.
    PackNormalized(Normalized),
    /// The lesser or greater of two floats. If one operand is NaN, the other.
    Extreme {
        type_key: TypeKey,
        least: bool,
    },
    /// The sign of a float. The sign of a NaN is the NaN, the sign of a zero is that zero.
    Sign(TypeKey),
    /// Whether a float is a NaN or infinite, tested on its bits.
    SpecialTest {
        floats: TypeKey,
        infinite: bool,
    },
    /// A transcendental function of 64-bit floats.
    Double(DoubleFunction, TypeKey),
    /// A derivative of 64-bit floats.
    DoubleDerivative(TypeKey, DerivativeAxis, DerivativeControl),
    /// `smoothstep` with ascending or descending edges.
    SmoothStep(TypeKey),
    /// `frexp` with exponents that are not 32 bits wide.
    Frexp {
        argument: TypeKey,
        result: TypeKey,
    },
    MatrixAdd(TypeKey),
    /// A value converted to another memory layout.
    Relayout(Relayout),
    MatrixSubtract(TypeKey),
    /// A matrix converted to components of another width.
    MatrixConvert {
        from: TypeKey,
        to: TypeKey,
    },
    /// Whether a ray is valid. Without `skips`, flags that skip primitives make it invalid.
    RayIsValid {
        skips: bool,
    },
    /// The intersection that a ray query found.
    RayIntersection(QueryRead),
    /// The vertices of the triangle that a ray query found.
    RayVertexPositions(QueryRead),
    /// The mesh workgroup count of a task shader; zero if it exceeds the limits.
    TaskSize(TaskDispatchLimits),
    /// Whether the current candidate of a ray query is a triangle.
    RayMayConfirm,
    /// Whether the current candidate of a ray query is an AABB, and a hit distance may be generated for it.
    RayMayGenerate,
    /// Terminates the invocation of a fragment shader.
    Kill,
}

/// The requested helpers in the order of the requests, and how many of them have been written.
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

/// A load of one texel: the type of the image, and what becomes of a texel that it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TexelLoad {
    pub(crate) image: TypeKey,
    pub(crate) policy: BoundsCheckPolicy,
    /// Whether the level or sample is known to be 0.
    pub(crate) first: bool,
    pub(crate) non_uniform: bool,
}

/// What is read of a ray query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QueryRead {
    pub(crate) result: TypeKey,
    pub(crate) committed: bool,
    pub(crate) tracked: bool,
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

/// A transcendental function of 64-bit floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DoubleFunction {
    Exp,
    Exp2,
    Log,
    Log2,
    /// `log(1 + x)` for `x ≥ 0`.
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

/// The integers that normalized floats are packed into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Normalized {
    /// Whether a word has four 8-bit integers, or two 16-bit integers.
    pub(crate) bytes: bool,
    pub(crate) signed: bool,
}

/// A conversion of a value between memory layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Relayout {
    pub(crate) type_key: TypeKey,
    pub(crate) from: MemoryLayout,
    pub(crate) to: MemoryLayout,
    /// The role of the type on the side that is in memory.
    pub(crate) role: Role,
}

impl Relayout {
    /// The conversion of a part of the value.
    pub(super) const fn part(self, type_key: TypeKey) -> Self {
        Self {
            type_key,
            role: Role::Plain,
            ..self
        }
    }
}
