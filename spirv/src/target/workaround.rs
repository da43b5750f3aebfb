//! Owns the names of the workarounds: what a driver does wrong with valid SPIR-V, and the SPIR-V that is written
//! instead. Which driver needs which is in `drivers`; `rewrite` carries them out.

use super::names::{NameKind, UnknownName};
use alloc::vec::Vec;
use core::fmt;

/// Declares the enum, its names and their order.
macro_rules! workarounds {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal,)+) => {
        /// A rewriting of valid SPIR-V that some driver gets wrong. The variants are in the order in which they are
        /// applied, so that no workaround writes what an earlier one has replaced.
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

            /// The name of its warnings in the reports of the check.
            #[cfg(feature = "check")]
            pub(crate) const fn warning(self) -> &'static str {
                match self {
                    $(Workaround::$variant => concat!("driver/", $name),)+
                }
            }
        }
    };
}

workarounds! {
    /// Calls of the shader's functions are replaced by the callees' code. Only the writer applies it, before there are
    /// words; the rewriting of words ignores it.
    ///
    /// * Drivers: NVIDIA's before 396 crashes on modules with many functions (doitsujin/dxvk#64, #70); Adreno 725
    ///   crashes on calls of functions beside `discard` (james-j-obrien/bevy_vector_shapes#71); Adreno on Android gets
    ///   a matrix wrong that a function passes on (google/filament#6752, #5294).
    /// * Shape: `OpFunctionCall` of a function of the shader. Calls of the writer's helper functions stay.
    /// * Instead: the callee's code. If it returns before its end, it is the default case of an `OpSwitch`, and branches
    ///   to the merge block.
    /// * Cost: the code grows, twofold with each level of functions that call another one twice. After 262,144
    ///   expressions and statements have been copied, or in 64 nested blocks and calls, further calls stay. So do calls
    ///   of functions that the float controls name as exact, and calls in loops of functions that may use a ray query
    ///   before they initialize it. The names of inlined functions are lost, in debug information too; lines are kept.
    InlineCalls = "inline-calls",
    /// An image, sampler, sampled image or acceleration structure that is the argument of a call is loaded in the
    /// callee, of which there is one copy for each variable that is passed.
    ///
    /// Qualcomm: internal compiler error for an element of a descriptor array; ARM: faults of `textureLoad` (dawn
    /// 387000529); SwiftShader: decorations get lost (Tint's `dva_transform_handle`). The shape: an
    /// `OpFunctionParameter` of such a type. In its place: the access chain and the load at the beginning of the copy,
    /// and a parameter for each index that is no constant. Functions with such parameters that nothing calls are
    /// removed. An argument that is not a load, and one of a call whose copies would exceed 1 MiB, stay. Costs words,
    /// as inlining does, and a load in each call.
    HandleArguments = "handle-arguments",
    /// An argument that is or contains a matrix is passed as a pointer to a Function variable.
    ///
    /// Qualcomm on Android (tint 2045, Tint's `pass_matrix_by_pointer`), and where one such function calls another
    /// (google/filament#6752, #5294). The shape: an `OpFunctionParameter` of a matrix, or of a structure or array with
    /// one. In its place: a pointer to a variable of the caller, stored before the call and loaded at the beginning of
    /// the callee. A type with a layout, which variables must not have, is copied to one without: by `OpCopyLogical`,
    /// or member by member before SPIR-V 1.4, where more than 1,024 members or a specialized length stay as they are.
    /// Costs a store and a load, which a driver that inlines removes.
    MatrixArguments = "matrix-arguments",
    /// A Function variable whose pointer is passed to a function has no initializer but a store.
    ///
    /// AMD's own driver on Windows (amdvlk, September 2024): access violation (gfx-rs/wgpu#6329). The shape: an
    /// `OpVariable` with an initializer, a pointer to which is an argument of `OpFunctionCall`. In its place: an
    /// `OpStore` after the variables of the function. Costs nothing.
    PassedInitializer = "passed-initializer",
    /// A switch whose literals are far apart selects among consecutive numbers.
    ///
    /// Imagination's own driver computes the range as a signed number (crbug 443906252, Tint's `polyfill_case_switch`).
    /// The shape: an `OpSwitch` with two literals that differ by 2³¹ − 2 or more, read as unsigned or as signed
    /// numbers; the bound is Tint's. In its place: an `OpIEqual` and an `OpSelect` for each literal give its position,
    /// and the `OpSwitch` has the same targets for 0, 1, 2 …. Costs two instructions for each literal.
    SwitchRange = "switch-range",
    /// A store to a component of a vector in a Private array loads, changes and stores the whole vector.
    ///
    /// Adreno 650 (driver 512) loses such stores in vertex shaders if the array is long and the element's index is
    /// a literal (Vita3K#4141). Shape: `OpStore` through an access chain into Private memory that has a constant
    /// index of an array, also a specialization constant, and ends in a component of a vector. Written: `OpLoad` of
    /// the vector, `OpCompositeInsert` or `OpVectorInsertDynamic`, `OpStore`. Cost: a load and an insertion, which
    /// compilers with registers for such arrays remove.
    PrivateComponent = "private-component",
    /// A depth comparison on a cube array is a gather with comparison, whose four results are averaged.
    ///
    /// Qualcomm, 32-bit builds: compiler error (Tint's `texture_sample_compare_depth_cube_array`). The shape:
    /// `OpImageSampleDrefImplicitLod` or `OpImageSampleDrefExplicitLod` on a cube array. In its place:
    /// `OpImageDrefGather` and `OpDot`. **Results differ**: the four texels weigh the same, whatever the filter of the
    /// sampler is, and implicit levels of detail become the first level. What selects another level (`Bias`, `Grad`,
    /// `MinLod`, a `Lod` that is not the constant 0) and sparse comparisons stay. Costs one instruction.
    CompareCubeArray = "compare-cube-array",
    /// A depth comparison on a 2D image or array is a gather with comparison, whose four results are interpolated.
    ///
    /// Qualcomm's own driver: wrong linear filter (crbug 469328925, Tint's `texture_sample_compare_2d_polyfill`). The
    /// shape: `OpImageSampleDrefImplicitLod` or `OpImageSampleDrefExplicitLod` on a 2D image. In its place:
    /// `OpImageDrefGather` at the corner of the four texels, and three `FMix`; the corner is computed with
    /// `OpImageQuerySizeLod`, for which the module declares ImageQuery. **Results differ**: the filter is linear even
    /// if the sampler's is not, its weights have the precision of floats and not of the sampler, and implicit levels of
    /// detail become the first level. What selects another level (`Bias`, `Grad`, `MinLod`, a `Lod` that is not the
    /// constant 0), projective and sparse comparisons stay. Costs about 20 instructions.
    CompareSample = "compare-sample",
    /// `UnpackSnorm4x8` and `UnpackUnorm4x8`, and the packing instructions, are written as arithmetic.
    ///
    /// ARM's driver computes them wrongly (Dawn, `polyfill_pack_unpack_4x8_norm`, dawn:379551588). Shape: the four
    /// instructions of GLSL.std.450. Written: their definitions, with shifts for the bytes; about ten operations
    /// for one. Results may differ in the last bit where the driver does not compute by the definition: unpacked
    /// numbers are quotients by 127 or 255 of `OpFDiv`, whose error Vulkan limits to 2.5 ULP; a packed number
    /// half-way between two integers becomes the even one, and a NaN becomes the least number.
    Pack4x8 = "pack-4x8",
    /// `Distance` and `Length` of scalars are the absolute value of the difference.
    ///
    /// RADV before Mesa 25.3 computes them wrongly (Dawn, `polyfill_length_scalar_float` and
    /// `polyfill_distance_scalar_float`, crbug:93692702). Shape: `Distance` and `Length` of GLSL.std.450 whose
    /// operands are scalars. Written: `OpFSub` and `FAbs`, which neither overflow nor lose precision by squaring.
    /// No cost.
    ScalarDistance = "scalar-distance",
    /// A clamp of 16-bit floats to 0 and 1 is a maximum and a minimum.
    ///
    /// Intel's driver in Mesa fails on it where the vector comes from a uniform buffer (Dawn,
    /// `polyfill_saturate_as_min_max_f16`, chromium:448873316). Shape: `FClamp` and `NClamp` of 16-bit floats or
    /// vectors whose bounds are the constants 0 and 1, or specialization constants; also where
    /// `OpCompositeConstruct` makes a vector of them. Written: `FMax` and `FMin`, `NMax` and `NMin`. Cost: one
    /// instruction where the device saturates results for nothing.
    HalfSaturate = "half-saturate",
    /// A clamp of floats is a maximum and a minimum.
    ///
    /// Intel's driver for Windows computes clamps wrongly (yuzu, `profile.h`: `has_broken_spirv_clamp`). Shape: `FClamp`
    /// and `NClamp` of GLSL.std.450. Written: `FMax` and `FMin`, `NMax` and `NMin`, by which they are defined. Cost: one
    /// instruction where the device has a clamp.
    FloatClamp = "float-clamp",
    /// Minimum, maximum and clamp of vectors of floats are computed for each component.
    ///
    /// Qualcomm's driver changes the other components of the result if one component is a NaN (Dawn,
    /// `scalarize_max_min_clamp`, chromium:407109052). Shape: `FMin`, `FMax`, `FClamp`, `NMin`, `NMax`, `NClamp` of
    /// GLSL.std.450 with a vector. Written: the same for each component, and `OpCompositeConstruct`. No cost on
    /// devices whose registers are scalars.
    VectorMinMax = "vector-min-max",
    /// A negation of floats of 16 and 32 bits inverts the sign bit of the integer with the same bits.
    ///
    /// RADV before Mesa 25.3 optimizes some negations wrongly (Dawn, `polyfill_float_negation`, crbug:448294721 and
    /// crbug:500099471). Shape: `OpFNegate` of scalars and vectors of 16- and 32-bit floats. Written: `OpBitcast`
    /// to unsigned 32-bit integers, `OpBitwiseXor` with the sign bits, `OpBitcast` back; 16-bit floats in pairs, so
    /// that Int16 is not needed. Bits of NaNs and subnormal numbers are kept. Cost: an operation where the negation
    /// was a modifier of operands.
    FloatNegation = "float-negation",
    /// An absolute value of floats of 16 and 32 bits clears the sign bit of the integer with the same bits.
    ///
    /// For the same drivers as [`FloatNegation`](Self::FloatNegation) (Dawn, `polyfill_float_abs`). Shape: `FAbs`
    /// of scalars and vectors of 16- and 32-bit floats. Written: `OpBitcast`, `OpBitwiseAnd`, `OpBitcast`. Same
    /// cost.
    FloatAbsolute = "float-absolute",
    /// The least or greatest value in the subgroup of such a value is the inner one.
    ///
    /// AMD's driver for Windows before 31.0.22000 crashes (Dawn, `collapse_subgroup_min_max`, crbug:508265321).
    /// Shape: `OpGroupNonUniform` `SMin`, `UMin`, `FMin`, `SMax`, `UMax` and `FMax` with Reduce, whose value is the
    /// result of one of them with the same scope in the same block. Written: `OpCopyObject`, as that value is the
    /// same in all invocations. It saves an instruction. Across blocks the invocations may have values of different
    /// iterations, so that nothing is changed there.
    NestedSubgroupMinMax = "nested-subgroup-min-max",
    /// A broadcast of 16-bit floats is a broadcast of 32-bit integers with the same bits.
    ///
    /// Intel's Gen9 fails on them (Dawn, `polyfill_subgroup_broadcast_f16`, which Dawn turns on only with a
    /// toggle). Shape: `OpGroupNonUniformBroadcast` and `OpGroupNonUniformBroadcastFirst` of scalars and vectors of
    /// 16-bit floats. Written: the same of unsigned integers, each with the bits of two floats. No cost worth
    /// mentioning. The writer asks for `shaderSubgroupExtendedTypes` all the same.
    HalfBroadcast = "half-broadcast",
    /// The stride of a cooperative matrix in memory counts components of the matrix.
    ///
    /// SPIR-V counts the stride in elements of the type that the pointer points to, ARM's driver in components of
    /// the matrix (Dawn, `cooperative_matrix_stride_is_matrix_elements`, crbug:460209126). Shape:
    /// `OpCooperativeMatrixLoadKHR` and `OpCooperativeMatrixStoreKHR`, row-major or column-major, where the two
    /// types have different sizes. Written: the stride multiplied with the size of the element and divided by that
    /// of the component, as a constant if it is one. **The module is then right on this driver only.**
    /// `OpModuleProcessed` records it, so that it is not done twice; a module from which that is removed must not
    /// be rewritten again. Cost: an operation for a stride that is no constant.
    CooperativeStride = "cooperative-stride",
    /// An atomic store to Workgroup memory is an exchange.
    ///
    /// Samsung's Xclipse gets such stores wrong (Dawn, `replace_workgroup_atomic_store_with_exchange`,
    /// crbug:487773864). Shape: `OpAtomicStore` through a pointer to Workgroup memory. Written: `OpAtomicExchange`
    /// with the same scope and semantics, which for each type needs the same capabilities and features. Cost: the
    /// old value is returned.
    WorkgroupAtomicStore = "workgroup-atomic-store",
    /// A negated boolean is the opposite comparison, or a comparison with `false`.
    ///
    /// Adreno inverts the 32 bits that hold the boolean (Dolphin, `BUG_BROKEN_NEGATED_BOOLEAN`). Shape:
    /// `OpLogicalNot`. Written: the opposite comparison if the operand is a comparison, where ordered comparisons
    /// of floats become unordered ones and the reverse, so that NaNs have the same result; else `OpLogicalEqual`
    /// with `false`. No cost.
    LogicalNot = "logical-not",
    /// A comparison of the vertex index with a constant compares the bits in which they differ.
    ///
    /// Older drivers for Adreno crash (yuzu#12978). Shape: `OpIEqual` and `OpINotEqual` of a constant with the
    /// loaded input VertexIndex, also after `OpBitcast`, `OpCopyObject`, `OpIAdd` and `OpISub` in the same
    /// function. Written: `OpBitwiseXor`, and `OpULessThan` 1 or `OpUGreaterThan` 0. Cost: one operation.
    VertexIndexEquality = "vertex-index-equality",
    /// An unsigned integer is compared with zero by order and not by equality.
    ///
    /// Samsung's Xclipse before 25 miscompiles it (Dawn, `replace_unsigned_compare_zero`, crbug:543420711). Shape:
    /// `OpIEqual` and `OpINotEqual` of scalars and vectors of unsigned integers where one is the constant zero, or
    /// a specialization constant, which may become zero; also where `OpCompositeConstruct` makes a vector of them.
    /// Written: `OpULessThan` 1 or `OpUGreaterThan` 0, for a specialization constant of the bits that differ. No
    /// cost; for a specialization constant one operation.
    UnsignedZeroEquality = "unsigned-zero-equality",
    /// A bitwise `and` of a vector with a constant is computed for each component.
    ///
    /// Mali's driver returns the constant (Dolphin, `BUG_BROKEN_VECTOR_BITWISE_AND`). Shape: `OpBitwiseAnd` of
    /// vectors, of which one is a constant or a specialization constant, or made of such by `OpCompositeConstruct`.
    /// Written: `OpBitwiseAnd` of each component, and `OpCompositeConstruct`. No cost on devices whose registers
    /// are scalars.
    VectorAnd = "vector-and",
    /// A switch inside a switch is in a selection of its own.
    ///
    /// The driver is not known (ANGLE's `wrapSwitchInIfTrue`). The shape: an `OpSwitch` in a block of another's
    /// construct. In its place: `OpBranchConditional` with the constant `true` to a block with the switch, and to an
    /// `OpUnreachable`, so that the switch dominates what follows as before. A switch in the continue construct
    /// of a loop stays. Costs three blocks, which a driver's optimizer removes.
    NestedSwitch = "nested-switch",
    /// `OpSource` has the source language Unknown.
    ///
    /// Emulator of Android 15 (gfxstream, SwiftShader): "Invalid source language operand: 10", after which the graphics
    /// stack ends (water-rs/waterui#764, #849). The shape: an `OpSource` with WGSL (10) or a later language. In its
    /// place: Unknown (0). The language in `DebugCompilationUnit`, which is a constant, stays: see
    /// [`Workaround::DebugInfo`]. Costs the language in debuggers.
    SourceLanguage = "source-language",
    /// Inputs and outputs have no names.
    ///
    /// Adreno refuses a shader with an input and an output of the same name (gfx-rs/naga#1331, gfx-rs/wgpu#1926). The
    /// shape: `OpName` of an Input or Output variable; `OpName` and `OpMemberName` of its block, unless other variables
    /// have the block too. They are removed. Costs the names in debuggers and in reflection.
    InterfaceNames = "interface-names",
    /// There is no `NonSemantic.Shader.DebugInfo.100`.
    ///
    /// AMD's own driver on Windows (25.6.1): crash in `vkCreateGraphicsPipelines` (GPUOpen-Drivers/AMD-Gfx-Drivers#61).
    /// The shape: an instruction of the set. All are removed, with the import, names and decorations of their results,
    /// and the extension SPV_KHR_non_semantic_info if no other non-semantic set is imported. The strings stay. Costs
    /// debugging at the level of the source.
    DebugInfo = "debug-info",
}

/// The difference between two literals of a switch, as unsigned or as signed numbers, from which on
/// [`Workaround::SwitchRange`] applies: that of Tint's `CaseSwitchToIfElse`.
pub const SWITCH_RANGE: u64 = 0x7FFF_FFFE;

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

/// The places that one workaround rewrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The workaround.
    pub workaround: Workaround,
    /// The number of places.
    pub count: u32,
    /// The ids of the functions with such a place, which are the same before and after; empty if all places are outside
    /// of functions.
    pub functions: Vec<u32>,
}
