//! The parts of a type, its members and its scalar.

use naga::{Handle, ImageClass, Module, Scalar, StructMember, Type, TypeInner, VectorSize};

/// The types of the parts of a type: the element of an array or binding array, the members of a struct. In naga's arena
/// they come before the type.
pub(crate) fn parts(inner: &TypeInner) -> impl Iterator<Item = Handle<Type>> {
    let (element, members) = match *inner {
        TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => (Some(base), &[][..]),
        TypeInner::Struct { ref members, .. } => (None, &members[..]),
        TypeInner::Scalar(_)
        | TypeInner::Vector { .. }
        | TypeInner::Matrix { .. }
        | TypeInner::CooperativeMatrix { .. }
        | TypeInner::Atomic(_)
        | TypeInner::Pointer { .. }
        | TypeInner::ValuePointer { .. }
        | TypeInner::Image { .. }
        | TypeInner::Sampler { .. }
        | TypeInner::AccelerationStructure { .. }
        | TypeInner::RayQuery { .. } => (None, &[][..]),
    };
    element.into_iter().chain(members.iter().map(|member| member.ty))
}

/// The members of a struct; empty for another type.
pub(crate) fn members(module: &Module, ty: Handle<Type>) -> &[StructMember] {
    match module.types[ty].inner {
        TypeInner::Struct { ref members, .. } => members,
        // catch-all: only structs have members
        _ => &[],
    }
}

/// The scalar of a number, a vector, a matrix or an atomic.
pub(crate) const fn scalar(inner: &TypeInner) -> Option<Scalar> {
    match *inner {
        TypeInner::Scalar(scalar)
        | TypeInner::Atomic(scalar)
        | TypeInner::Vector { scalar, .. }
        | TypeInner::Matrix { scalar, .. }
        | TypeInner::CooperativeMatrix { scalar, .. } => Some(scalar),
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

/// Whether a value is a resource, or an array of resources, that is accessed by itself and not through a pointer.
pub(crate) const fn is_handle(inner: &TypeInner) -> bool {
    matches!(
        inner,
        TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::BindingArray { .. }
    )
}

/// The scalar of the texels of an image.
pub(crate) fn texel_scalar(class: ImageClass) -> Scalar {
    match class {
        ImageClass::Sampled { kind, .. } => Scalar { kind, width: 4 },
        ImageClass::Depth { .. } | ImageClass::External => Scalar::F32,
        ImageClass::Storage { format, .. } => format.into(),
    }
}

/// Whether a vector takes two locations: one with three or four 64-bit components (Vulkan, "Location and Component
/// Assignment").
pub(crate) fn takes_two_locations(size: VectorSize, scalar: Scalar) -> bool {
    scalar.width == 8 && size > VectorSize::Bi
}
