//! The keys of helper functions, with all parameters that distinguish one helper from another, and the requested helpers.

use super::table::helpers;
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
use spirv::GlslStd450Op as Glsl;

macro_rules! keys {
    ($(
        $(#[$doc:meta])*
        $helper:ident $(($($part:ident: $of:ty),*))? $({$($field:ident: $ty:ty),*})?,
        $name:literal, $write:ident($($argument:expr),*);
    )*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Polyfill {$(
            $(#[$doc])*
            $helper $(($($of),*))? $({$($field: $ty),*})?,
        )*}

        impl Polyfill {
            /// The name of a helper. Helpers that differ in the parameters of their key only have the same name.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$helper { .. } => $name,)*
                }
            }
        }
    };
}
helpers!(keys);

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
    /// The function of an instruction that `GLSL.std.450` has for 16 and 32 bits only.
    Of(Glsl),
    /// `log(1 + x)` for `x ≥ 0`.
    LogOnePlus,
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
