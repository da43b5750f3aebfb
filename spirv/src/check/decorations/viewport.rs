//! Viewports of SPV_NV_viewport_array2: `ViewportRelativeNV`, `ViewportMaskNV` and related built-ins (Vulkan,
//! Standalone SPIR-V).

use super::Decorations;
use crate::check::Checker;
use crate::check::module::{Decorated, EntryPoint, Models, Module, NONE};
use spirv::{BuiltIn, Capability, Decoration, ExecutionModel as Model};

/// The related built-in variables and the decoration that an entry point uses.
#[derive(Default)]
struct Seen {
    viewport_index: bool,
    viewport_mask: bool,
    /// The variable or structure decorated `ViewportRelativeNV`.
    relative: Option<u32>,
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let capabilities = [Capability::ShaderViewportMaskNV, Capability::MeshShadingNV];
    if !cx.target.is_vulkan() || !capabilities.iter().any(|&one| module.has_capability(one)) {
        return;
    }
    for row in module.all_decorations() {
        if row.is(Decoration::ViewportRelativeNV) {
            relative(cx, row);
        }
    }
    for entry in &module.entry_points {
        let seen = seen(module, entry);
        let Some(at) = module.inst(entry.inst) else { continue };
        if seen.viewport_index && seen.viewport_mask {
            cx.violate(Decorations::ViewportMask, at, format_args!("it uses both"));
        }
        let uses_neither = !seen.viewport_index && !seen.viewport_mask;
        if let Some(inst) = seen
            .relative
            .filter(|_| uses_neither)
            .and_then(|inst| module.inst(inst))
        {
            let message = format_args!("an entry point that uses it uses neither");
            cx.violate(Decorations::ViewportRelativeUse, inst, message);
        }
    }
}

fn relative(cx: &mut Checker<'_, '_>, row: &Decorated<'_>) {
    const STAGES: Models = Models::of(&[Model::Vertex, Model::TessellationEvaluation, Model::Geometry]);
    let module = cx.module;
    let Some(inst) = module.inst(row.inst) else { return };
    let built_in = match row.member {
        Some(member) => module.member_decoration(row.target, member, Decoration::BuiltIn),
        None => module.decoration(row.target, Decoration::BuiltIn),
    };
    let layer = built_in.is_some_and(|row| row.operand() == BuiltIn::Layer as u32);
    let users = module.uses(row.target).iter().filter_map(|at| module.inst(at.inst));
    let mut inside = users.filter(|user| user.function != NONE);
    let elsewhere = inside.any(|user| !module.models_of(user).without(STAGES).is_empty());
    if !layer || elsewhere {
        let message = format_args!("{} is not Layer, or of another stage", module.show(row.target));
        cx.violate(Decorations::ViewportRelative, inst, message);
    }
}

fn seen(module: &Module<'_>, entry: &EntryPoint<'_>) -> Seen {
    let mut seen = Seen::default();
    let variables = entry.interface.iter();
    for variable in variables.filter_map(|&id| module.def(id)) {
        let pointee = module.result_type(variable).and_then(|ty| ty.pointee());
        let block = pointee.and_then(|pointee| module.ty(pointee));
        let block = block.map_or(0, |ty| crate::check::interface::stripped(module, ty).0.id);
        for row in module
            .decorations(variable.result)
            .iter()
            .chain(module.decorations(block))
        {
            let built_in = row.is(Decoration::BuiltIn).then(|| row.operand());
            seen.viewport_index |= built_in == Some(BuiltIn::ViewportIndex as u32);
            seen.viewport_mask |= built_in == Some(BuiltIn::ViewportMaskNV as u32);
            if row.is(Decoration::ViewportRelativeNV) {
                seen.relative = seen.relative.or(Some(row.inst));
            }
        }
    }
    seen
}
