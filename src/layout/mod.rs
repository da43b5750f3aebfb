//! Memory layout: every question about bytes. Alignment, size, stride and offset under the natural, extended (std140)
//! and scalar rules; which types need a twin in uniform memory, what the twin's members are, and what an access path
//! through the original type becomes in it; which layout a value in registers has.
//!
//! This room knows naga's types and nothing of SPIR-V words, targets or expressions: what depends on a version or a
//! feature comes in as an argument. It implements
//!
//! * WGSL "Alignment and Size" and "Structure Member Layout", as naga has already applied them: offsets, spans and
//!   array strides are taken from the IR and never computed anew; "Address Space Layout Constraints" for what naga
//!   admits to uniform buffers;
//! * Vulkan "Offset and Stride Assignment", with `VUID-StandaloneSpirv-None-10684` for where there are decorations;
//! * SPIR-V §2.16.2: offsets and strides leave no overlap.
//!
//! # Which matrices are narrow
//!
//! naga and WGSL put the columns of a matrix at the alignment of the column vector. The extended rules give a matrix
//! the alignment of an array, which is rounded up to 16, and `MatrixStride` must be a multiple of it. So a matrix whose
//! column stride is not a multiple of 16 cannot be declared in a uniform buffer without `uniformBufferStandardLayout`
//! or `scalarBlockLayout`. Here such a matrix is called *narrow*:
//!
//! | column | stride | narrow |
//! |---|---|---|
//! | `vec2<f16>` | 4 | yes |
//! | `vec3<f16>`, `vec4<f16>` | 8 | yes |
//! | `vec2<f32>` | 8 | yes |
//! | `vec3<f32>`, `vec4<f32>`, `vec2<f64>` | 16 | no |
//! | `vec3<f64>`, `vec4<f64>` | 32 | no |
//!
//! Two-row matrices of `f32` are the well known case; every matrix of `f16` is one, too, whatever its rows.
//!
//! # The twin
//!
//! A type that contains a narrow matrix by value has a *twin*, its form under [`MemoryLayout::Std140`]:
//!
//! * a narrow matrix by itself (as a whole buffer, or as an array's element) becomes a struct of its columns, at
//!   multiples of the column stride;
//! * an array becomes an array of its element's twin, with the same stride and length;
//! * a struct keeps its members in order and at their offsets, nested types replaced by their twins, but a member that
//!   is a narrow matrix becomes its columns, as members of the struct itself. Members after it move up.
//!
//! No byte moves: what the host writes by WGSL's rules is what is read. A type without a narrow matrix has no twin and
//! [`MemoryLayout::Std140`] is [`MemoryLayout::Natural`] for it ([`Layouts::canonical`]).
//!
//! # Why the twin is always legal
//!
//! naga's validator (`ValidationFlags::STRUCT_LAYOUTS`) admits a type to the uniform address space only if (1) every
//! array's stride is a multiple of 16 and of its element's alignment, (2) every member of struct or array type has an
//! offset that is a multiple of 16 and of its alignment, every other member one that is a multiple of its own
//! alignment, and (3) whatever follows a nested struct starts at or after the struct's size rounded up to 16. These are
//! the extended rules, with one hole: a matrix needs only the alignment of its column. The twin closes that hole. A
//! column is a vector at a multiple of its own base alignment, which is all that a vector needs; being of 4, 6 or 8
//! bytes at such an offset it does not straddle a multiple of 16 either. A struct of columns is aligned to 16, and it
//! stands only at the start of a buffer or in an array, whose stride (1) makes a multiple of 16.
//!
//! (1) also settles the arrays that would have no legal form: `array<mat3x2<f32>, N>` has stride 24, and
//! `array<mat2x2<f16>, N>`, `array<mat3x2<f16>, N>`, `array<mat3x3<f16>, N>` and `array<mat3x4<f16>, N>` have 8, 12 and
//! 24. An array stride that is not a multiple of 16 is illegal under the extended rules whatever the element, and WGSL
//! and naga both refuse these types in the uniform address space, so no form beyond the three above is needed. Inside a
//! struct padded to a multiple of 16 (`@size`), or with a wider stride (possible in SPIR-V input), they are admitted
//! and representable. For a module that was validated without that flag [`Layouts::satisfies`] answers `false`, for
//! the caller to refuse.

mod path;
mod register;
mod std140;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use path::{Columns, DynamicStep, Place};
pub(crate) use register::RegisterLayouts;
pub(crate) use std140::{TwinMember, is_narrow, twin_members};
pub(crate) use table::{Layouts, column_stride};

/// How a type's declaration is decorated: one part of a SPIR-V type's identity.
///
/// Scalars and vectors are the same under all three; use [`Layouts::canonical`] before keying a table by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MemoryLayout {
    /// No layout decorations: the storage class has no explicit layout (`VUID-StandaloneSpirv-None-10684`).
    #[default]
    None = 0,
    /// naga's own offsets and strides, which are WGSL's: storage buffers, push constants, and uniform buffers where the
    /// layout rules are relaxed.
    Natural = 1,
    /// The twin: uniform buffers under the extended rules.
    Std140 = 2,
}

/// The alignment rules of Vulkan "Offset and Stride Assignment", under the names that section gives them.
///
/// The base and extended rules are the strict form that holds from Vulkan 1.0, in which a vector is aligned as the rule
/// says and not as its component. What WGSL lays out never needs the relaxed form; other front ends take offsets from
/// the source, and naga's validator does not judge those of immediates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Base alignment (std430): storage buffers and push constants; uniform buffers with `uniformBufferStandardLayout`.
    Base,
    /// Base alignment, but members that are vectors are aligned like their components, where they do not straddle a
    /// multiple of 16 improperly: Vulkan 1.1, or `VK_KHR_relaxed_block_layout`.
    Relaxed,
    /// Extended alignment (std140): uniform buffers. Arrays, structs and matrices are aligned to a multiple of 16.
    Extended,
    /// Scalar alignment: every buffer with `scalarBlockLayout`.
    Scalar,
}
