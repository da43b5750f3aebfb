//! Inputs and outputs that are arrays with an element for each vertex or primitive (SPIR-V §2.16.1, Universal Validation
//! Rules; Vulkan, "Interface Matching"), and for each view (SPV_NV_mesh_shader, PerViewNV).

use crate::check::module::{EntryPoint, Flags, Inst, Kind, Module, Type};
use spirv::{Capability, Decoration, ExecutionModel as Model, StorageClass};

/// The element type of an array.
pub(super) fn element(ty: &Type<'_>) -> Option<u32> {
    match ty.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element } => Some(element),
        _ => None,
    }
}

/// The element type of a variable that has one element for each vertex or primitive.
pub(super) fn per_vertex<'m, 'w>(
    module: &'m Module<'w>,
    entry: &EntryPoint<'_>,
    variable: &Inst,
    class: StorageClass,
    ty: &Type<'_>,
) -> Option<&'m Type<'w>> {
    is_arrayed(module, entry, variable, class)
        .then(|| element(ty))
        .flatten()
        .and_then(|id| module.ty(id))
}

/// Whether a variable, or a member of its block, is decorated: compilers write Patch and PerTaskNV of a block on its
/// members.
pub(super) fn is_decorated(module: &Module<'_>, variable: &Inst, decoration: Decoration) -> bool {
    if module.is_decorated(variable.result, decoration) {
        return true;
    }
    let pointee = module.result_type(variable).and_then(Type::pointee);
    let Some(ty) = pointee.and_then(|pointee| module.ty(pointee)) else {
        return false;
    };
    let block = ty.flags.contains(Flags::STRUCT).then(|| stripped(module, ty).0);
    block.is_some_and(|block| module.decorations(block.id).iter().any(|row| row.is(decoration)))
}

/// A type without its array dimensions, and their number. At most 255 dimensions are removed, because an array in a
/// broken module may contain itself.
pub(crate) fn stripped<'m, 'w>(module: &'m Module<'w>, mut ty: &'m Type<'w>) -> (&'m Type<'w>, u32) {
    for depth in 0..255 {
        let Some(inner) = element(ty).and_then(|id| module.ty(id)) else {
            return (ty, depth);
        };
        ty = inner;
    }
    (ty, 255)
}

/// The element type of a variable that has one element for each view.
pub(super) fn of_view<'m, 'w>(module: &'m Module<'w>, variable: &Inst, ty: &Type<'_>) -> Option<&'m Type<'w>> {
    let is_per_view = module.is_decorated(variable.result, Decoration::PerViewNV);
    is_per_view.then(|| element(ty)).flatten().and_then(|id| module.ty(id))
}

/// The type of a structure's member, without the array of the views if it has one element for each.
pub(super) fn member_of_view(module: &Module<'_>, block: &Type<'_>, index: u32, member: u32) -> u32 {
    let is_per_view = module.has_capability(Capability::MeshShadingNV)
        && module
            .member_decoration(block.id, index, Decoration::PerViewNV)
            .is_some();
    let inner = module.ty(member).filter(|_| is_per_view).and_then(element);
    inner.unwrap_or(member)
}

/// Whether a variable has one element for each vertex or primitive.
pub(super) fn is_arrayed(module: &Module<'_>, entry: &EntryPoint<'_>, variable: &Inst, class: StorageClass) -> bool {
    let has = |decoration| is_decorated(module, variable, decoration);
    let input = class == StorageClass::Input;
    match Model::from_u32(entry.model) {
        Some(Model::TessellationControl) => !has(Decoration::Patch),
        Some(Model::TessellationEvaluation) => input && !has(Decoration::Patch),
        Some(Model::Geometry) => input,
        Some(Model::MeshEXT) => !input,
        Some(Model::MeshNV) => !input && !has(Decoration::PerTaskNV),
        Some(Model::Fragment) => input && has(Decoration::PerVertexKHR),
        _ => false,
    }
}
