//! Reflection of types in memory that the host fills: the offset of each number.
//!
//! The layout is the one that the shader declares. It also holds for a matrix that the words replace by its columns,
//! since its bytes are the same.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A type, with its layout in a buffer or in push constants.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TypeReflection {
    /// Its name in the shader, if it has one.
    pub name: Option<String>,
    /// The size in bytes. A runtime-sized array counts as one element.
    pub size: u32,
    /// The alignment in bytes, by the rules of WGSL.
    pub alignment: u32,
    /// Its kind, and the types of its parts.
    pub shape: TypeShape,
}

/// The kind of a type. The types of parts are indices into [`super::Reflection::types`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TypeShape {
    /// A scalar.
    Scalar {
        /// The type of the number.
        number: NumberType,
        /// Whether the shader accesses it atomically.
        atomic: bool,
    },
    /// A vector.
    Vector {
        /// The type of the numbers.
        number: NumberType,
        /// The number of components.
        components: u8,
    },
    /// A matrix.
    Matrix {
        /// The type of the numbers.
        number: NumberType,
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
        /// The stride of the columns in bytes, or of the rows of a row-major matrix.
        stride: u32,
        /// Whether the matrix is row-major. Always `false` in the reflection of a naga module.
        row_major: bool,
    },
    /// The 64-bit address of a buffer. It occurs only in modules of other compilers.
    Address,
    /// An array.
    Array {
        /// The type of the elements.
        element: usize,
        /// The number of elements; `None` for as many as the buffer has room for.
        count: Option<u32>,
        /// The stride of the elements in bytes.
        stride: u32,
    },
    /// A struct.
    Struct {
        /// The members, in the order of their offsets.
        members: Vec<MemberReflection>,
    },
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NumberType {
    /// The kind: floating point, integer or boolean.
    pub kind: NumberKind,
    /// The width in bits.
    pub bits: u8,
}

/// The kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum NumberKind {
    /// A floating-point number.
    Float,
    /// A signed integer.
    Sint,
    /// An unsigned integer.
    Uint,
    /// A boolean, which no buffer contains.
    Bool,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MemberReflection {
    /// Its name in the shader, if it has one.
    pub name: Option<String>,
    /// Its type, as an index into [`super::Reflection::types`].
    pub ty: usize,
    /// Its offset in the struct, in bytes.
    pub offset: u32,
    /// The bytes after it that belong to no member, up to the next member or the end of the struct.
    pub padding: u32,
}

impl NumberType {
    /// The size in bytes.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.bits as u32 / 8
    }
}

impl core::fmt::Display for NumberType {
    /// Formats the type as WGSL spells it: `f32`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.kind {
            NumberKind::Float => write!(f, "f{}", self.bits),
            NumberKind::Sint => write!(f, "i{}", self.bits),
            NumberKind::Uint => write!(f, "u{}", self.bits),
            NumberKind::Bool => f.write_str("bool"),
        }
    }
}

/// The alignment of a vector in bytes (WGSL, "Alignment and Size").
#[must_use]
pub const fn vector_alignment(components: u8, number: NumberType) -> u32 {
    let counted = if components == 2 { 2 } else { 4 };
    counted * number.bytes()
}

/// A type as WGSL spells it: `array<vec3<f32>, 4>`; a struct by its name.
pub(super) fn spelled(types: &[TypeReflection], place: usize) -> String {
    let (mut text, mut closing, mut place) = (String::new(), Vec::new(), place);
    while let Some(TypeReflection {
        shape: TypeShape::Array { element, count, .. },
        ..
    }) = types.get(place)
    {
        text.push_str("array<");
        closing.push(count.map_or_else(|| ">".to_owned(), |count| format!(", {count}>")));
        place = *element;
    }
    if let Some(ty) = types.get(place) {
        match &ty.shape {
            TypeShape::Scalar { number, atomic: false } => text += &number.to_string(),
            TypeShape::Scalar { number, atomic: true } => text += &format!("atomic<{number}>"),
            TypeShape::Vector { number, components } => text += &format!("vec{components}<{number}>"),
            TypeShape::Matrix {
                number, columns, rows, ..
            } => text += &format!("mat{columns}x{rows}<{number}>"),
            TypeShape::Address => text += "address",
            TypeShape::Array { .. } | TypeShape::Struct { .. } => text += ty.name.as_deref().unwrap_or("struct"),
        }
    }
    text.extend(closing.into_iter().rev());
    text
}
