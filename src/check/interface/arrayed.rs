//! Inputs and outputs that are arrays with an element for each vertex or primitive (SPIR-V §2.16.1, Universal Validation
//! Rules; Vulkan, "Interface Matching").

use crate::check::module::{EntryPoint, Inst, Kind, Module, Type};
use spirv::{Decoration, ExecutionModel as Model, StorageClass};

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

/// Whether a variable has one element for each vertex or primitive.
pub(super) fn is_arrayed(module: &Module<'_>, entry: &EntryPoint<'_>, variable: &Inst, class: StorageClass) -> bool {
    let has = |decoration| module.is_decorated(variable.result, decoration);
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
