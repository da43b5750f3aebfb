//! Particular rules of built-ins of vendors' extensions, apart from models, storage classes and types
//! (SPV_NV_mesh_shader, SPV_NVX_multiview_per_view_attributes), and the values of shading rates
//! (SPV_KHR_fragment_shading_rate).

use super::{Builtins, Subject, mode, name, users};
use crate::check::Checker;
use crate::check::device::lacks;
use crate::check::module::{Inst, Kind, Module, Type};
use crate::check::signature::is_constant;
use crate::target::Feature;
use spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op};

pub(super) fn particular(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, built_in: BuiltIn) {
    match built_in {
        BuiltIn::ClipDistancePerViewNV => per_view(cx, subject, Builtins::ClipDistancePerViewNVView),
        BuiltIn::CullDistancePerViewNV => per_view(cx, subject, Builtins::CullDistancePerViewNVView),
        BuiltIn::LayerPerViewNV => per_view(cx, subject, Builtins::LayerPerViewNVView),
        BuiltIn::PositionPerViewNV => view_indices(cx, subject, Builtins::PositionPerViewNVIndex),
        BuiltIn::ViewportMaskPerViewNV => {
            views(cx, subject);
            view_indices(cx, subject, Builtins::ViewportMaskPerViewNVIndex);
        }
        BuiltIn::PrimitiveIndicesNV => indices(cx, subject),
        BuiltIn::PrimitiveShadingRateKHR => shading_rate(cx, subject),
        // catch-all: the others have no such rule.
        _ => {}
    }
}

/// Whether the variable, or the member that is the built-in, has a decoration.
fn is_decorated(module: &Module<'_>, subject: &Subject<'_>, decoration: Decoration) -> bool {
    let Some(block) = subject.block else {
        return module.is_decorated(subject.inst.result, decoration);
    };
    let is_it = |member: u32| {
        let row = module.member_decoration(block, member, Decoration::BuiltIn);
        row.is_some_and(|row| row.operand() == subject.built_in)
    };
    let rows = module.decorations(block).iter().filter(|row| row.is(decoration));
    rows.filter_map(|row| row.member).any(is_it)
}

fn per_view(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, rule: Builtins) {
    if !is_decorated(cx.module, subject, Decoration::PerViewNV) {
        let message = format_args!("{} is not decorated PerViewNV", name(subject.built_in));
        cx.violate(rule, subject.inst, message);
    }
}

/// The array length of a built-in.
fn length(module: &Module<'_>, subject: &Subject<'_>) -> Option<u64> {
    match module.ty(subject.ty)?.kind {
        Kind::Array { default, .. } => default,
        _ => None,
    }
}

fn views(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
    if let Some(length) = length(cx.module, subject).filter(|&length| length > 32) {
        let message = format_args!("the array has {length} elements");
        cx.violate(Builtins::ViewportMaskPerViewNVSize, subject.inst, message);
    }
}

/// Checks that the array of views is indexed by constants. It is the innermost array of the variable or member: in
/// stages with an element for each vertex, the index of the vertex is not restricted.
fn view_indices(cx: &mut Checker<'_, '_>, subject: &Subject<'_>, rule: Builtins) {
    let module = cx.module;
    let variable = subject.inst.result;
    let Some(pointee) = module.result_type(subject.inst).and_then(Type::pointee) else {
        return;
    };
    for user in module.uses(variable).iter().filter_map(|at| module.inst(at.inst)) {
        let &[base, ref indices @ ..] = module.operands(user) else {
            continue;
        };
        if matches!(user.op, Op::AccessChain | Op::InBoundsAccessChain) && base == variable {
            let index = view_index(module, subject, pointee, indices);
            if let Some(index) = index.filter(|&index| !is_constant(module, index)) {
                let message = format_args!("{} indexes the views and is no constant", module.show(index));
                cx.violate(rule, user, message);
            }
        }
    }
}

/// The index, among those of an access chain, that selects a view.
fn view_index(module: &Module<'_>, subject: &Subject<'_>, pointee: u32, indices: &[u32]) -> Option<u32> {
    let mut ty = module.ty(pointee)?;
    let mut is_inside = subject.block.is_none();
    for &index in indices {
        let next = match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => module.ty(element)?,
            Kind::Struct { members } => {
                let member = module.constant_u32(index)?;
                let built_in = module.member_decoration(ty.id, member, Decoration::BuiltIn);
                is_inside = built_in.is_some_and(|row| row.operand() == subject.built_in);
                module.ty(*members.get(member as usize)?)?
            }
            // catch-all: an index of a vector selects a component of a view.
            _ => return None,
        };
        let is_array = |ty: &Type<'_>| matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. });
        if is_inside && is_array(ty) && !is_array(next) {
            return Some(index);
        }
        ty = next;
    }
    None
}

/// Checks the number of indices of each primitive: one for points, two for lines, three for triangles.
fn indices(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
    const PRIMITIVES: [(ExecutionMode, u32, Builtins); 3] = [
        (ExecutionMode::OutputPoints, 1, Builtins::PrimitiveIndicesNVPoints),
        (ExecutionMode::OutputLinesEXT, 2, Builtins::PrimitiveIndicesNVLines),
        (
            ExecutionMode::OutputTrianglesEXT,
            3,
            Builtins::PrimitiveIndicesNVTriangles,
        ),
    ];
    let module = cx.module;
    let Some(length) = length(module, subject) else { return };
    for entry in users(module, subject.inst.result, ExecutionModel::MeshNV) {
        let most = mode(module, entry, ExecutionMode::OutputPrimitivesEXT);
        let Some(&most) = most.and_then(<[u32]>::first) else {
            continue;
        };
        for (primitive, each, rule) in PRIMITIVES {
            let expected = u64::from(most) * u64::from(each);
            if mode(module, entry, primitive).is_some() && length != expected {
                let message = format_args!("the array has {length} elements, and {expected} are due");
                cx.violate(rule, subject.inst, message);
            }
        }
    }
}

fn shading_rate(cx: &mut Checker<'_, '_>, subject: &Subject<'_>) {
    let module = cx.module;
    let variable = subject.inst.result;
    let missing = lacks(cx, Feature::PrimitiveFragmentShadingRateMeshShader);
    if missing && super::interface_models(module, subject.inst).has(ExecutionModel::MeshEXT) {
        let message = format_args!("primitiveFragmentShadingRateMeshShader is missing");
        cx.violate(Builtins::PrimitiveShadingRateFeature, subject.inst, message);
    }
    if subject.block.is_some() {
        return;
    }
    let users = |id| module.uses(id).iter().filter_map(|at| module.inst(at.inst));
    for user in users(variable) {
        written(cx, user, variable);
        if matches!(user.op, Op::AccessChain | Op::InBoundsAccessChain) {
            for store in users(user.result) {
                written(cx, store, user.result);
            }
        }
    }
}

/// Checks the bits of a constant that is stored: Vertical2Pixels and Vertical4Pixels, Horizontal2Pixels and
/// Horizontal4Pixels.
fn written(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32) {
    const VERTICAL: u32 = 0x3;
    const HORIZONTAL: u32 = 0xC;
    let module = cx.module;
    let (Op::Store, &[to, value, ..]) = (inst.op, module.operands(inst)) else {
        return;
    };
    let Some(rate) = module.folded_u32(value).filter(|_| to == pointer) else {
        return;
    };
    let wrong = [
        (rate & VERTICAL == VERTICAL, Builtins::ShadingRateVertical),
        (rate & HORIZONTAL == HORIZONTAL, Builtins::ShadingRateHorizontal),
        (rate & !(VERTICAL | HORIZONTAL) != 0, Builtins::ShadingRateBits),
    ];
    for (_, rule) in wrong.into_iter().filter(|&(is, _)| is) {
        cx.violate(rule, inst, format_args!("the rate is {rate:#x}"));
    }
}
