//! Memory layout: alignment, size, stride and offset of types under the natural, extended (std140) and scalar rules;
//! which types need a twin in uniform memory, what its members are, and what an access path becomes in it; and the
//! layout of values in registers.
//!
//! This folder knows naga's types. It knows neither SPIR-V words nor targets nor expressions: what depends on a version
//! or a feature is passed as an argument. It implements
//!
//! * WGSL "Alignment and Size" and "Structure Member Layout", as naga has already applied them: offsets, spans and
//!   array strides are taken from the IR and never computed again; "Address Space Layout Constraints" for the types
//!   that naga admits to uniform buffers;
//! * Vulkan "Offset and Stride Assignment", and `VUID-StandaloneSpirv-None-10684` for the storage classes without
//!   layout decorations;
//! * SPIR-V §2.16.2, Validation Rules for Shader Capabilities: offsets and strides must not cause overlap.
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
//! Two-row matrices of `f32` are the well-known case. Every matrix of `f16` is narrow, whatever its number of rows.
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
//! No byte moves: the shader reads the bytes at the offsets at which the host writes them by WGSL's rules. A type
//! without a narrow matrix has no twin; for it [`MemoryLayout::Std140`] is the same as [`MemoryLayout::Natural`]
//! ([`Layouts::canonical`]).
//!
//! # Why the twin is always legal
//!
//! naga's validator (`ValidationFlags::STRUCT_LAYOUTS`) admits a type to the uniform address space only if (1) every
//! array's stride is a multiple of 16 and of its element's alignment, (2) every member of struct or array type has an
//! offset that is a multiple of 16 and of its alignment, every other member one that is a multiple of its own
//! alignment, and (3) the member after a nested struct starts at or after the struct's size rounded up to 16. These are
//! the extended rules with one exception: a matrix needs only the alignment of its column. The twin has no such matrix.
//! A column is a vector at a multiple of its own base alignment, which is all that the rules require of a vector. A
//! column has 4, 6 or 8 bytes, so at such an offset it does not straddle a multiple of 16 either. A struct of columns
//! is aligned to 16. It occurs only at the start of a buffer or in an array, whose stride is a multiple of 16 by (1).
//!
//! (1) also excludes the arrays that have no legal form: `array<mat3x2<f32>, N>` has stride 24, and
//! `array<mat2x2<f16>, N>`, `array<mat3x2<f16>, N>`, `array<mat3x3<f16>, N>` and `array<mat3x4<f16>, N>` have strides
//! 8, 12, 24 and 24. An array stride that is not a multiple of 16 is illegal under the extended rules whatever the
//! element. WGSL and naga both reject these types in the uniform address space, so no forms other than the three above
//! are needed. Inside a struct padded to a multiple of 16 (`@size`), or with a wider stride (possible in SPIR-V input),
//! they are admitted and have a legal form. For a module that was validated without that flag, [`Layouts::satisfies`]
//! returns `false` and the caller refuses the module.

mod path;
mod register;
mod std140;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use path::{Columns, Parts, Place};
pub(crate) use register::RegisterLayouts;
pub(crate) use std140::{TwinMember, is_narrow, twin_members};
pub(crate) use table::{Layouts, column_stride};

/// The layout decorations of a type's declaration, which are part of the identity of a SPIR-V type.
///
/// The declaration of a scalar or vector is the same under all three. [`Layouts::canonical`] must be applied before a
/// layout is used in a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MemoryLayout {
    /// No layout decorations: the storage class has no explicit layout (`VUID-StandaloneSpirv-None-10684`).
    #[default]
    None = 0,
    /// naga's own offsets and strides, which are WGSL's: storage buffers, push constants, and uniform buffers if the
    /// layout rules are relaxed.
    Natural = 1,
    /// The twin: uniform buffers under the extended rules.
    Std140 = 2,
}

/// The alignment rules of Vulkan "Offset and Stride Assignment", named as in that section.
///
/// The base and extended rules are the strict form of Vulkan 1.0, in which a vector has its base alignment and not that
/// of its component. Types that WGSL lays out never need the relaxed form. Other front ends take offsets from the
/// source, and naga's validator does not check those of immediates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Base alignment (std430): storage buffers and push constants; uniform buffers with `uniformBufferStandardLayout`.
    Base,
    /// Base alignment, but members that are vectors have the alignment of their components if they do not straddle a
    /// multiple of 16 improperly: Vulkan 1.1, or `VK_KHR_relaxed_block_layout`.
    Relaxed,
    /// Extended alignment (std140): uniform buffers. Arrays, structs and matrices are aligned to a multiple of 16.
    Extended,
    /// Scalar alignment: every buffer with `scalarBlockLayout`.
    Scalar,
}
