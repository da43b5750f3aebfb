//! Properties of a global variable that follow from its declaration: one resource or an array of them, of which kind,
//! and its access.

use naga::{AddressSpace, GlobalVariable, Handle, ImageClass, Module, StorageAccess, Type, TypeInner};
use spirula_spirv::reflection::ResourceKind;

pub(crate) fn is_external(module: &Module, global: &GlobalVariable) -> bool {
    matches!(
        module.types[global.ty].inner,
        TypeInner::Image {
            class: ImageClass::External,
            ..
        }
    )
}

/// The type of one resource of a global variable: for a binding array, the element.
pub(crate) fn element(module: &Module, global: &GlobalVariable) -> Handle<Type> {
    match module.types[global.ty].inner {
        TypeInner::BindingArray { base, .. } => base,
        // catch-all: the global is a single resource
        _ => global.ty,
    }
}

/// Whether memory has an explicit layout: the contents of buffers and immediates.
pub(crate) const fn is_buffer(space: AddressSpace) -> bool {
    matches!(
        space,
        AddressSpace::Uniform | AddressSpace::Storage { .. } | AddressSpace::Immediate
    )
}

/// The kind of a resource, or of the elements of a binding array; `None` for a global that is no resource. An external
/// texture counts as its planes.
pub(crate) fn resource_kind(module: &Module, global: &GlobalVariable) -> Option<ResourceKind> {
    match global.space {
        AddressSpace::Uniform => Some(ResourceKind::UniformBuffer),
        AddressSpace::Storage { .. } => Some(ResourceKind::StorageBuffer),
        AddressSpace::Handle => match module.types[element(module, global)].inner {
            TypeInner::Image {
                class: ImageClass::Storage { .. },
                ..
            } => Some(ResourceKind::StorageImage),
            TypeInner::Image { .. } => Some(ResourceKind::SampledImage),
            TypeInner::Sampler { .. } => Some(ResourceKind::Sampler),
            TypeInner::AccelerationStructure { .. } => Some(ResourceKind::AccelerationStructure),
            // catch-all: naga's validator accepts no other types as handles
            _ => None,
        },
        AddressSpace::Function
        | AddressSpace::Private
        | AddressSpace::WorkGroup
        | AddressSpace::Immediate
        | AddressSpace::TaskPayload
        | AddressSpace::RayPayload
        | AddressSpace::IncomingRayPayload => None,
    }
}

/// The access with which a storage buffer or storage texture is declared; `None` for other globals.
pub(crate) fn declared_access(module: &Module, global: &GlobalVariable) -> Option<StorageAccess> {
    match global.space {
        AddressSpace::Storage { access } => Some(access),
        AddressSpace::Handle => match module.types[element(module, global)].inner {
            TypeInner::Image {
                class: ImageClass::Storage { access, .. },
                ..
            } => Some(access),
            // catch-all: other resources are only read
            _ => None,
        },
        AddressSpace::Function
        | AddressSpace::Private
        | AddressSpace::WorkGroup
        | AddressSpace::Uniform
        | AddressSpace::Immediate
        | AddressSpace::TaskPayload
        | AddressSpace::RayPayload
        | AddressSpace::IncomingRayPayload => None,
    }
}

/// Whether an access permits writes. Atomics read and write.
pub(crate) fn permits_writes(access: StorageAccess) -> bool {
    access.intersects(StorageAccess::STORE | StorageAccess::ATOMIC)
}

/// Whether a resource is declared with an access that permits writes; it is then not `NonWritable`. Whether its memory
/// may change is another question, which `back::memory` answers.
pub(crate) fn is_writable(module: &Module, global: &GlobalVariable) -> bool {
    declared_access(module, global).is_some_and(permits_writes)
}
