//! Type keys: a dense number for each type of a value, so that tables indexed by types are vectors.
//!
//! Scalars, vectors, matrices and cooperative matrices have keys that are computed from the type and are the same in
//! every module. All other types are numbered in the order of naga's arena. naga types that are one SPIR-V type share a
//! key: `atomic<u32>` and `u32`; samplers with and without comparison; acceleration structures with and without vertex
//! return; storage images that differ only in access; arrays that differ only in name.

use alloc::vec::Vec;
use hashbrown::HashMap;
use naga::{
    CooperativeRole, CooperativeSize, Handle, ImageClass, Scalar, ScalarKind, Type, TypeInner, UniqueArena, VectorSize,
};

/// The dense number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypeKey(u32);

/// 12 scalars × sizes 1 to 4 (1 is the scalar itself).
const VECTORS: u32 = 12 * 4;
/// 3 float widths × columns 2 to 4 × rows 2 to 4.
const MATRICES: u32 = 3 * 9;
/// 2 float widths (16 and 32 bits) × 3 roles × 2 column counts × 2 row counts.
const COOPERATIVE: u32 = 2 * 3 * 4;
/// The number of keys that are computed from the type.
pub(crate) const NUMERIC_TYPE_KEYS: u32 = VECTORS + MATRICES + COOPERATIVE;

/// A type whose key is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeric {
    Scalar(Scalar),
    Vector(VectorSize, Scalar),
    /// A matrix: columns, rows, scalar.
    Matrix(VectorSize, VectorSize, Scalar),
    /// A cooperative matrix: columns, rows, scalar, role.
    Cooperative(CooperativeSize, CooperativeSize, Scalar, CooperativeRole),
}

impl Numeric {
    const fn scalar(self) -> Scalar {
        match self {
            Self::Scalar(scalar)
            | Self::Vector(_, scalar)
            | Self::Matrix(_, _, scalar)
            | Self::Cooperative(_, _, scalar, _) => scalar,
        }
    }
}

/// The scalars in the order of their type keys.
const SCALARS: [Scalar; 12] = [
    Scalar::BOOL,
    Scalar {
        kind: ScalarKind::Sint,
        width: 1,
    },
    Scalar {
        kind: ScalarKind::Uint,
        width: 1,
    },
    Scalar::I16,
    Scalar::U16,
    Scalar::F16,
    Scalar::I32,
    Scalar::U32,
    Scalar::F32,
    Scalar::I64,
    Scalar::U64,
    Scalar::F64,
];

const SIZES: [VectorSize; 3] = [VectorSize::Bi, VectorSize::Tri, VectorSize::Quad];

/// The index of a scalar in [`SCALARS`], by kind and width. Scalars that naga's validator rejects have index 0.
const INDICES: [[u8; 16]; 6] = {
    let mut indices = [[0; 16]; 6];
    let mut at = 1;
    while at < SCALARS.len() {
        indices[SCALARS[at].kind as usize][SCALARS[at].width as usize] = at as u8;
        at += 1;
    }
    indices
};

/// The type of each computed key.
static NUMERIC: [Numeric; NUMERIC_TYPE_KEYS as usize] = {
    let floats = [Scalar::F16, Scalar::F32, Scalar::F64];
    let roles = [CooperativeRole::A, CooperativeRole::B, CooperativeRole::C];
    let sizes = [CooperativeSize::Eight, CooperativeSize::Sixteen];
    let (matrices, cooperative) = (VECTORS as usize, (VECTORS + MATRICES) as usize);
    let mut table = [Numeric::Scalar(Scalar::BOOL); NUMERIC_TYPE_KEYS as usize];
    let mut at = 0;
    while at < table.len() {
        table[at] = if at < matrices {
            match at % 4 {
                0 => Numeric::Scalar(SCALARS[at / 4]),
                size => Numeric::Vector(SIZES[size - 1], SCALARS[at / 4]),
            }
        } else if at < cooperative {
            let n = at - matrices;
            Numeric::Matrix(SIZES[n % 9 / 3], SIZES[n % 3], floats[n / 9])
        } else {
            let n = at - cooperative;
            Numeric::Cooperative(sizes[n >> 1 & 1], sizes[n & 1], floats[n / 12], roles[n / 4 % 3])
        };
        at += 1;
    }
    table
};

#[inline]
const fn scalar_index(scalar: Scalar) -> u32 {
    // Valid widths are 1, 2, 4 and 8; the mask keeps an invalid one from indexing out of bounds.
    INDICES[scalar.kind as usize][(scalar.width & 15) as usize] as u32
}

impl TypeKey {
    pub(crate) const BOOL: Self = Self::scalar(Scalar::BOOL);
    pub(crate) const I32: Self = Self::scalar(Scalar::I32);
    pub(crate) const U32: Self = Self::scalar(Scalar::U32);
    pub(crate) const F32: Self = Self::scalar(Scalar::F32);

    #[inline]
    pub(crate) const fn scalar(scalar: Scalar) -> Self {
        Self(scalar_index(scalar) * 4)
    }

    #[inline]
    pub(crate) const fn vector(size: VectorSize, scalar: Scalar) -> Self {
        Self(scalar_index(scalar) * 4 + size as u32 - 1)
    }

    /// The type key of a matrix of floats.
    #[inline]
    pub(crate) const fn matrix(columns: VectorSize, rows: VectorSize, scalar: Scalar) -> Self {
        let width = match scalar.width {
            2 => 0,
            8 => 2,
            _ => 1,
        };
        Self(VECTORS + width * 9 + (columns as u32 - 2) * 3 + (rows as u32 - 2))
    }

    /// The type key of a cooperative matrix of floats.
    pub(crate) const fn cooperative(
        columns: CooperativeSize,
        rows: CooperativeSize,
        scalar: Scalar,
        role: CooperativeRole,
    ) -> Self {
        let wide = (scalar.width != 2) as u32;
        let sizes = (columns as u32 / 16) * 2 + rows as u32 / 16;
        Self(VECTORS + MATRICES + (wide * 3 + role as u32) * 4 + sizes)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn is_cooperative(self) -> bool {
        VECTORS + MATRICES <= self.0 && self.0 < NUMERIC_TYPE_KEYS
    }

    /// The type of a computed key; `None` for the key of another type.
    #[inline]
    pub(crate) fn numeric(self) -> Option<Numeric> {
        NUMERIC.get(self.index()).copied()
    }

    /// The size and the scalar of a vector's key; the size is `None` for a scalar.
    #[inline]
    pub(crate) fn vector_parts(self) -> Option<(Option<VectorSize>, Scalar)> {
        let size = match self.index() % 4 {
            0 => None,
            n => SIZES.get(n - 1).copied(),
        };
        self.scalar_or_vector().map(|scalar| (size, scalar))
    }

    /// The scalar of a scalar or vector type key.
    #[inline]
    pub(crate) fn scalar_or_vector(self) -> Option<Scalar> {
        SCALARS.get(self.index() / 4).copied()
    }

    /// The scalar of a numeric type key.
    #[inline]
    pub(crate) fn scalar_of(self) -> Option<Scalar> {
        self.scalar_or_vector().or_else(|| self.numeric().map(Numeric::scalar))
    }

    /// The key of a scalar or vector of the same size with another scalar.
    pub(crate) fn with_scalar(self, scalar: Scalar) -> Self {
        Self(scalar_index(scalar) * 4 + self.0 % 4)
    }
}

/// The types of one module by type key.
#[derive(Debug, Default)]
pub(crate) struct TypeKeys {
    by_handle: Vec<TypeKey>,
    handles: Vec<Handle<Type>>,
    aliases: HashMap<TypeInner, TypeKey>,
}

impl TypeKeys {
    /// Numbers the types of a module.
    pub(crate) fn fill(&mut self, types: &UniqueArena<Type>) {
        self.by_handle.clear();
        self.handles.clear();
        self.aliases.clear();
        self.by_handle.reserve(types.len());
        self.handles.reserve(types.len());
        // naga's arena holds each pair of name and inner type once, so arrays without names are distinct types.
        let is_array = |inner| matches!(inner, &TypeInner::Array { .. } | &TypeInner::BindingArray { .. });
        let named_arrays = types.iter().any(|(_, ty)| ty.name.is_some() && is_array(&ty.inner));
        for (handle, ty) in types.iter() {
            let next = TypeKey(NUMERIC_TYPE_KEYS + self.handles.len() as u32);
            let mut aliased = |declared| *self.aliases.entry(declared).or_insert(next);
            // A type that can occur more than once in the arena is identified by what is declared: whether a hit returns
            // vertices, for example, is not part of it.
            let type_key = match ty.inner {
                TypeInner::Sampler { .. } => aliased(TypeInner::Sampler { comparison: false }),
                TypeInner::AccelerationStructure { .. } => {
                    aliased(TypeInner::AccelerationStructure { vertex_return: false })
                }
                TypeInner::RayQuery { .. } => aliased(TypeInner::RayQuery { vertex_return: false }),
                TypeInner::Image { dim, arrayed, class } => {
                    let class = declared_class(class);
                    aliased(TypeInner::Image { dim, arrayed, class })
                }
                TypeInner::Array { .. } | TypeInner::BindingArray { .. } if named_arrays => aliased(ty.inner.clone()),
                // catch-all: `numeric_type_key` names every type
                _ => numeric_type_key(&ty.inner).unwrap_or(next),
            };
            if type_key == next {
                self.handles.push(handle);
            }
            self.by_handle.push(type_key);
        }
    }

    #[inline]
    pub(crate) fn type_key(&self, handle: Handle<Type>) -> TypeKey {
        self.by_handle[handle.index()]
    }

    /// The first type in the arena with this type key; `None` for computed keys.
    #[inline]
    pub(crate) fn handle(&self, type_key: TypeKey) -> Option<Handle<Type>> {
        let index = type_key.index().checked_sub(NUMERIC_TYPE_KEYS as usize)?;
        self.handles.get(index).copied()
    }

    /// The number of type keys of this module, computed ones included.
    pub(crate) fn len(&self) -> usize {
        NUMERIC_TYPE_KEYS as usize + self.handles.len()
    }

    /// The type key of a type that may be missing in the arena. Pointers have none.
    #[inline]
    pub(crate) fn resolve(&self, ty: &naga::proc::TypeResolution) -> Option<TypeKey> {
        match *ty {
            naga::proc::TypeResolution::Handle(handle) => Some(self.type_key(handle)),
            naga::proc::TypeResolution::Value(ref inner) => numeric_type_key(inner),
        }
    }
}

/// The computed key of a type; `None` for other types.
#[inline(never)]
pub(crate) fn numeric_type_key(inner: &TypeInner) -> Option<TypeKey> {
    match *inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Some(TypeKey::scalar(scalar)),
        TypeInner::Vector { size, scalar } => Some(TypeKey::vector(size, scalar)),
        TypeInner::Matrix { columns, rows, scalar } => Some(TypeKey::matrix(columns, rows, scalar)),
        TypeInner::CooperativeMatrix {
            columns,
            rows,
            scalar,
            role,
        } => Some(TypeKey::cooperative(columns, rows, scalar, role)),
        TypeInner::Pointer { .. }
        | TypeInner::ValuePointer { .. }
        | TypeInner::Array { .. }
        | TypeInner::Struct { .. }
        | TypeInner::Image { .. }
        | TypeInner::Sampler { .. }
        | TypeInner::AccelerationStructure { .. }
        | TypeInner::RayQuery { .. }
        | TypeInner::BindingArray { .. } => None,
    }
}

/// The image class of the SPIR-V type. Storage access is dropped, because it decorates the variable; an external
/// texture has the class of its planes, sampled images.
pub(crate) fn declared_class(class: ImageClass) -> ImageClass {
    match class {
        ImageClass::Storage { format, access: _ } => ImageClass::Storage {
            format,
            access: naga::StorageAccess::empty(),
        },
        ImageClass::External => ImageClass::Sampled {
            kind: ScalarKind::Float,
            multi: false,
        },
        ImageClass::Sampled { .. } | ImageClass::Depth { .. } => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_type_keys_round_trip() {
        for index in 0..NUMERIC_TYPE_KEYS {
            let type_key = TypeKey(index);
            let again = match type_key.numeric().unwrap() {
                Numeric::Scalar(scalar) => TypeKey::scalar(scalar),
                Numeric::Vector(size, scalar) => TypeKey::vector(size, scalar),
                Numeric::Matrix(columns, rows, scalar) => TypeKey::matrix(columns, rows, scalar),
                Numeric::Cooperative(columns, rows, scalar, role) => TypeKey::cooperative(columns, rows, scalar, role),
            };
            assert_eq!(type_key, again);
        }
        assert_eq!(TypeKey(NUMERIC_TYPE_KEYS).numeric(), None);
    }
}
