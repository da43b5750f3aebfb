//! The text of the warnings: for each workaround what drivers get wrong, and where that is reported.

use crate::target::Workaround;

/// The description of a shape that drivers get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The name in reports: `driver/` and the name of the workaround.
    pub name: &'static str,
    /// What some driver gets wrong.
    pub title: &'static str,
    /// Where the fault is reported, or the project whose source avoids it.
    pub reported: &'static str,
}

/// The description of the shape that a workaround avoids.
#[must_use]
pub fn row(workaround: Workaround) -> Row {
    let (title, reported) = text(workaround);
    Row {
        name: workaround.warning(),
        title,
        reported,
    }
}

fn text(workaround: Workaround) -> (&'static str, &'static str) {
    match workaround {
        Workaround::InlineCalls => (
            "old drivers of NVIDIA crash on modules with many functions",
            "doitsujin/dxvk#64, #70",
        ),
        Workaround::HandleArguments => (
            "images and samplers that are passed to functions crash Qualcomm's driver and are wrong on ARM's",
            "Dawn, dva_transform_handle (crbug.com/387000529)",
        ),
        Workaround::MatrixArguments => (
            "matrices that are passed to functions by value are wrong on Qualcomm's driver for Android",
            "Dawn, pass_matrix_by_pointer (tint 2045); google/filament#6752, #5294",
        ),
        Workaround::PassedInitializer => (
            "AMD's driver for Windows crashes on a variable with an initializer whose pointer is passed to a function",
            "gfx-rs/wgpu#6329",
        ),
        Workaround::PrivateComponent => (
            "Adreno 650 loses stores to single components of vectors in a Private array",
            "Vita3K/Vita3K#4141",
        ),
        Workaround::CompareCubeArray => (
            "depth comparisons on cube arrays are wrong on Qualcomm's driver and in programs of 32 bits",
            "Dawn, texture_sample_compare_depth_cube_array",
        ),
        Workaround::CompareSample => (
            "depth comparisons on 2D images are wrong on Qualcomm's driver",
            "Dawn, texture_sample_compare_2d_polyfill (crbug.com/469328925)",
        ),
        Workaround::Pack4x8 => (
            "packing and unpacking of four normalized bytes is wrong on ARM's driver",
            "Dawn, polyfill_pack_unpack_4x8_norm (dawn 379551588)",
        ),
        Workaround::ScalarDistance => (
            "Distance and Length of scalars are wrong on AMD with Mesa before 25.3",
            "Dawn, polyfill_distance_scalar_float, polyfill_length_scalar_float (crbug.com/93692702)",
        ),
        Workaround::HalfSaturate => (
            "clamps of 16-bit floats to 0 and 1 are wrong on Intel with Mesa",
            "Dawn, polyfill_saturate_as_min_max_f16 (crbug.com/448873316)",
        ),
        Workaround::FloatClamp => (
            "FClamp is wrong on Intel's driver for Windows",
            "yuzu, has_broken_spirv_clamp",
        ),
        Workaround::VectorMinMax => (
            "a NaN in one component of a vector changes minimum, maximum and clamp of the others on Qualcomm's driver",
            "Dawn, scalarize_max_min_clamp (crbug.com/407109052)",
        ),
        Workaround::FloatNegation => (
            "OpFNegate is wrong on AMD with Mesa before 25.3",
            "Dawn, polyfill_float_negation (crbug.com/448294721, 500099471)",
        ),
        Workaround::FloatAbsolute => (
            "FAbs is wrong on AMD with Mesa before 25.3",
            "Dawn, polyfill_float_abs (crbug.com/448294721, 500099471)",
        ),
        Workaround::NestedSubgroupMinMax => (
            "AMD's driver for Windows before 31.0.22000 crashes on a subgroup's minimum or maximum of such a value",
            "Dawn, collapse_subgroup_min_max (crbug.com/508265321)",
        ),
        Workaround::HalfBroadcast => (
            "broadcasts of 16-bit floats are wrong on Intel's ninth generation",
            "Dawn, polyfill_subgroup_broadcast_f16",
        ),
        Workaround::CooperativeStride => (
            "ARM's driver takes the stride of a cooperative matrix as a number of the matrix' components",
            "Dawn, cooperative_matrix_stride_is_matrix_elements (crbug.com/460209126)",
        ),
        Workaround::WorkgroupAtomicStore => (
            "atomic stores to Workgroup memory are wrong on Samsung's Xclipse",
            "Dawn, replace_workgroup_atomic_store_with_exchange (crbug.com/487773864)",
        ),
        Workaround::LogicalNot => (
            "Adreno negates Booleans as 32-bit integers",
            "Dolphin, BUG_BROKEN_NEGATED_BOOLEAN",
        ),
        Workaround::VertexIndexEquality => (
            "old drivers of Adreno crash on a comparison of VertexIndex with a constant",
            "yuzu-emu/yuzu#12978",
        ),
        Workaround::UnsignedZeroEquality => (
            "equality of unsigned integers with zero is wrong on Samsung's Xclipse before 25",
            "Dawn, replace_unsigned_compare_zero (crbug.com/543420711)",
        ),
        Workaround::VectorAnd => (
            "the bitwise `and` of a vector with a constant vector yields the constant on Mali",
            "Dolphin, BUG_BROKEN_VECTOR_BITWISE_AND",
        ),
        Workaround::SwitchRange => (
            "switches whose literals are far apart are wrong on Imagination's driver",
            "Dawn, polyfill_case_switch (crbug.com/443906252)",
        ),
        Workaround::NestedSwitch => (
            "a switch directly inside a switch is wrong on a driver that is not named",
            "ANGLE, wrapSwitchInIfTrue",
        ),
        Workaround::SourceLanguage => (
            "the Android emulator refuses the source languages that its tables lack",
            "water-rs/waterui#764, #849",
        ),
        Workaround::InterfaceNames => (
            "names of inputs and outputs break pipelines on Adreno",
            "gfx-rs/wgpu#1926",
        ),
        Workaround::DebugInfo => (
            "AMD's driver for Windows 25.6.1 crashes on NonSemantic.Shader.DebugInfo",
            "GPUOpen-Drivers/AMD-Gfx-Drivers#61",
        ),
    }
}
