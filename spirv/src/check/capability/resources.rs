//! Arrays of resources: which kind of resource a pointer selects, and which capabilities an index needs that is not
//! constant, or not dynamically uniform (SPIR-V §3.31, Capability; Vulkan, "Descriptor Set Interface").
//!
//! This file classifies types and pointers; it does not check which capabilities are declared.

use crate::check::module::{Inst, Kind, Module, Type};
use spirv::{Capability, Decoration, Dim, Op, StorageClass};

/// A kind of resource that can be in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    UniformBuffer,
    /// Samplers and sampled images.
    SampledImage,
    StorageBuffer,
    StorageImage,
    InputAttachment,
    UniformTexelBuffer,
    StorageTexelBuffer,
}

impl Resource {
    /// The capability for indices that are not constant.
    pub fn dynamic(self) -> Capability {
        match self {
            Self::UniformBuffer => Capability::UniformBufferArrayDynamicIndexing,
            Self::SampledImage => Capability::SampledImageArrayDynamicIndexing,
            Self::StorageBuffer => Capability::StorageBufferArrayDynamicIndexing,
            Self::StorageImage => Capability::StorageImageArrayDynamicIndexing,
            Self::InputAttachment => Capability::InputAttachmentArrayDynamicIndexing,
            Self::UniformTexelBuffer => Capability::UniformTexelBufferArrayDynamicIndexing,
            Self::StorageTexelBuffer => Capability::StorageTexelBufferArrayDynamicIndexing,
        }
    }

    /// The capability for indices that are not dynamically uniform.
    pub fn non_uniform(self) -> Capability {
        match self {
            Self::UniformBuffer => Capability::UniformBufferArrayNonUniformIndexing,
            Self::SampledImage => Capability::SampledImageArrayNonUniformIndexing,
            Self::StorageBuffer => Capability::StorageBufferArrayNonUniformIndexing,
            Self::StorageImage => Capability::StorageImageArrayNonUniformIndexing,
            Self::InputAttachment => Capability::InputAttachmentArrayNonUniformIndexing,
            Self::UniformTexelBuffer => Capability::UniformTexelBufferArrayNonUniformIndexing,
            Self::StorageTexelBuffer => Capability::StorageTexelBufferArrayNonUniformIndexing,
        }
    }

    /// For an access chain into an array of resources: the kind, and the number of indices that select the resource.
    pub fn selected(module: &Module<'_>, inst: &Inst) -> Option<(Self, usize)> {
        selection(module, inst)
    }

    /// The kind of resource that a type, without its arrays, represents in a storage class.
    pub fn of(module: &Module<'_>, class: u32, ty: &Type<'_>) -> Option<Self> {
        let block = |decoration| module.is_decorated(ty.id, decoration);
        match StorageClass::from_u32(class)? {
            StorageClass::StorageBuffer if block(Decoration::Block) => Some(Self::StorageBuffer),
            StorageClass::Uniform if block(Decoration::Block) => Some(Self::UniformBuffer),
            StorageClass::Uniform if block(Decoration::BufferBlock) => Some(Self::StorageBuffer),
            StorageClass::UniformConstant => Self::of_value(module, ty),
            _ => None,
        }
    }

    /// The kind of resource of a value with this type.
    pub fn of_value(module: &Module<'_>, ty: &Type<'_>) -> Option<Self> {
        let image = match ty.kind {
            Kind::Sampler => return Some(Self::SampledImage),
            Kind::SampledImage { image } => module.ty(image)?,
            _ => ty,
        };
        let Kind::Image(image) = image.kind else { return None };
        let buffer = image.dim == Dim::DimBuffer as u32;
        Some(match image.sampled {
            2 if image.dim == Dim::DimSubpassData as u32 => Self::InputAttachment,
            2 if buffer => Self::StorageTexelBuffer,
            2 => Self::StorageImage,
            _ if buffer => Self::UniformTexelBuffer,
            _ => Self::SampledImage,
        })
    }
}

/// The position of the first index of an access chain among its operands; `None` for other instructions.
pub(super) fn chain(inst: &Inst) -> Option<usize> {
    match inst.op {
        Op::AccessChain | Op::InBoundsAccessChain => Some(1),
        Op::PtrAccessChain | Op::InBoundsPtrAccessChain => Some(2),
        _ => None,
    }
}

/// Whether there are pointers to arrays in storage classes of resources.
pub(super) fn has_arrays(module: &Module<'_>) -> bool {
    module.types.iter().any(|ty| {
        let pointee = ty.pointee().and_then(|pointee| module.ty(pointee));
        let is_array = pointee.is_some_and(|ty| matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. }));
        is_array && ty.storage_class().is_some_and(may_hold)
    })
}

/// Whether the storage class is UniformConstant, Uniform or StorageBuffer.
fn may_hold(class: u32) -> bool {
    matches!(class, 0 | 2 | 12)
}

/// For an access chain into an array of resources: the kind, and the number of indices that select the resource.
pub(super) fn selection(module: &Module<'_>, inst: &Inst) -> Option<(Resource, usize)> {
    let pointer = module.type_of(module.operand(inst, 0))?;
    let class = pointer.storage_class()?;
    if !may_hold(class) {
        return None;
    }
    let mut ty = module.ty(pointer.pointee()?)?;
    let mut depth = 0;
    while let Kind::Array { element, .. } | Kind::RuntimeArray { element } = ty.kind {
        ty = module.ty(element)?;
        depth += 1;
        // The limit bounds the work for hostile modules; real arrays of resources are less deep.
        if depth == 32 {
            return None;
        }
    }
    let resource = if depth == 0 {
        None
    } else {
        Resource::of(module, class, ty)
    };
    resource.map(|resource| (resource, depth))
}
