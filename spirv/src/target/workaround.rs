//! Owns the names of the workarounds: what a driver does wrong with valid SPIR-V, and the SPIR-V that is written
//! instead. Which driver needs which is in `drivers`; `rewrite` carries them out.

use super::names::{NameKind, UnknownName};
use core::fmt;

/// Declares the enum, its names and their order.
macro_rules! workarounds {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal,)+) => {
        /// A rewriting of valid SPIR-V that some driver gets wrong. The variants are in the order in which they are
        /// applied: what one writes is never what a later one looks for and leaves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Workaround {
            $($(#[$doc])+ $variant,)+
        }

        impl Workaround {
            /// All workarounds, in the order in which they are applied.
            pub const ALL: &'static [Workaround] = &[$(Workaround::$variant,)+];

            /// The name on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Workaround::$variant => $name,)+
                }
            }
        }
    };
}

workarounds! {
    /// Calls are replaced by the callee's code. Only the writer applies it.
    InlineCalls = "inline-calls",
    /// An image, sampler or sampled image that is the argument of a call is loaded in the callee, of which there is one
    /// copy for each variable that is passed.
    HandleArguments = "handle-arguments",
    /// An argument that is or contains a matrix is passed as a pointer to a Function variable.
    MatrixArguments = "matrix-arguments",
    /// A Function variable whose pointer is passed to a function has no initializer but a store.
    PassedInitializer = "passed-initializer",
    /// A store to a component of a vector in a Private array loads, changes and stores the whole vector.
    PrivateComponent = "private-component",
    /// A depth comparison on a cube array is a gather with comparison, whose four results are averaged.
    CompareCubeArray = "compare-cube-array",
    /// A depth comparison on a 2D image or array is a gather with comparison, whose four results are interpolated.
    CompareSample = "compare-sample",
    /// `UnpackSnorm4x8` and `UnpackUnorm4x8`, and the packing instructions, are written as arithmetic.
    Pack4x8 = "pack-4x8",
    /// `Distance` and `Length` of scalars are the absolute value of the difference.
    ScalarDistance = "scalar-distance",
    /// A clamp of 16-bit floats to 0 and 1 is a maximum and a minimum.
    HalfSaturate = "half-saturate",
    /// A clamp of floats is a maximum and a minimum.
    FloatClamp = "float-clamp",
    /// Minimum, maximum and clamp of vectors of floats are computed for each component.
    VectorMinMax = "vector-min-max",
    /// A negation of floats of 16 and 32 bits inverts the sign bit of the integer with the same bits.
    FloatNegation = "float-negation",
    /// An absolute value of floats of 16 and 32 bits clears the sign bit of the integer with the same bits.
    FloatAbsolute = "float-absolute",
    /// The least or greatest value in the subgroup of such a value is the inner one.
    NestedSubgroupMinMax = "nested-subgroup-min-max",
    /// A broadcast of 16-bit floats is a broadcast of 32-bit integers with the same bits.
    HalfBroadcast = "half-broadcast",
    /// The stride of a cooperative matrix in memory counts components of the matrix.
    CooperativeStride = "cooperative-stride",
    /// An atomic store to Workgroup memory is an exchange.
    WorkgroupAtomicStore = "workgroup-atomic-store",
    /// A negated boolean is the opposite comparison, or a comparison with `false`.
    LogicalNot = "logical-not",
    /// A comparison of the vertex index with a constant compares the bits in which they differ.
    VertexIndexEquality = "vertex-index-equality",
    /// An unsigned integer is compared with zero by order and not by equality.
    UnsignedZeroEquality = "unsigned-zero-equality",
    /// A bitwise `and` of a vector with a constant is computed for each component.
    VectorAnd = "vector-and",
    /// A switch whose literals are far apart selects among consecutive numbers.
    SwitchRange = "switch-range",
    /// A switch inside a switch stands in a selection of its own.
    NestedSwitch = "nested-switch",
    /// `OpSource` has the source language Unknown.
    SourceLanguage = "source-language",
    /// Inputs and outputs have no names.
    InterfaceNames = "interface-names",
    /// There is no `NonSemantic.Shader.DebugInfo.100`.
    DebugInfo = "debug-info",
}

impl Workaround {
    /// The workaround with a name.
    ///
    /// # Errors
    ///
    /// If no workaround has the name; the error has the nearest one.
    pub fn from_name(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|workaround| workaround.name() == name);
        found.ok_or_else(|| UnknownName::new(name, NameKind::Workaround, Self::ALL.iter().map(|known| known.name())))
    }
}

impl fmt::Display for Workaround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of workarounds.
///
/// ```
/// use spirula_spirv::target::{Workaround, Workarounds};
///
/// let mut set = Workarounds::from([Workaround::FloatClamp, Workaround::SwitchRange]);
/// set.remove(Workaround::SwitchRange);
/// assert!(set.iter().eq([Workaround::FloatClamp]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Workarounds(u64);

const _: () = assert!(Workaround::ALL.len() <= 64);

impl Workarounds {
    /// No workaround.
    pub const NONE: Self = Self(0);

    /// All workarounds.
    #[must_use]
    pub fn all() -> Self {
        Workaround::ALL.iter().copied().collect()
    }

    /// Adds a workaround.
    pub fn insert(&mut self, workaround: Workaround) {
        self.0 |= 1 << workaround as u32;
    }

    /// Removes a workaround.
    pub fn remove(&mut self, workaround: Workaround) {
        self.0 &= !(1 << workaround as u32);
    }

    /// Whether the set has a workaround.
    #[must_use]
    pub fn contains(self, workaround: Workaround) -> bool {
        self.0 >> workaround as u32 & 1 != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The workarounds of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The workarounds of this set that are not in another.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The workarounds, in the order in which they are applied.
    pub fn iter(self) -> impl Iterator<Item = Workaround> {
        Workaround::ALL
            .iter()
            .copied()
            .filter(move |&workaround| self.contains(workaround))
    }
}

impl FromIterator<Workaround> for Workarounds {
    fn from_iter<T: IntoIterator<Item = Workaround>>(workarounds: T) -> Self {
        let mut set = Self::NONE;
        for workaround in workarounds {
            set.insert(workaround);
        }
        set
    }
}

impl<const N: usize> From<[Workaround; N]> for Workarounds {
    fn from(workarounds: [Workaround; N]) -> Self {
        workarounds.into_iter().collect()
    }
}
