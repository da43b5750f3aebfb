//! Properties of a global variable that follow from its type: one resource or an array of them, writable or not.

use naga::{AddressSpace, GlobalVariable, Handle, ImageClass, Module, StorageAccess, Type, TypeInner};

/// Whether a global is an external texture.
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

/// Whether shaders may write a resource: a buffer or texture that is not `NonWritable`.
pub(crate) fn is_writable(module: &Module, global: &GlobalVariable) -> bool {
    let access = match (global.space, &module.types[element(module, global)].inner) {
        (AddressSpace::Storage { access }, _) => access,
        (
            AddressSpace::Handle,
            &TypeInner::Image {
                class: ImageClass::Storage { access, .. },
                ..
            },
        ) => access,
        // catch-all: no other resource can be written
        _ => return false,
    };
    access.intersects(StorageAccess::STORE | StorageAccess::ATOMIC)
}
