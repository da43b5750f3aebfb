//! Components: the part of a location that a variable or member occupies (SPIR-V §3.20, Decoration, Component; Vulkan,
//! Standalone SPIR-V).

use super::pairs::has_locations;
use super::{Applied, Decorations, class_of};
use crate::check::Checker;
use crate::check::memory::innermost;
use crate::check::module::{Kind, Type};
use spirv::{Decoration, Op, StorageClass};

pub(super) fn variable(cx: &mut Checker<'_, '_>, applied: Applied<'_>) {
    let module = cx.module;
    let Applied { inst, def, .. } = applied;
    if applied.decoration != Decoration::Component {
        return;
    }
    let class = class_of(module, def);
    // For Vulkan, `location-class` names the classes of neither.
    let elsewhere = class.is_some_and(|class| {
        let located = !cx.target.is_vulkan() || has_locations(class);
        located && !matches!(class, StorageClass::Input | StorageClass::Output)
    });
    if elsewhere {
        cx.violate(
            Decorations::ComponentClass,
            inst,
            format_args!("{} is not in Input or Output", module.show(def.result)),
        );
    }
    if def.op != Op::Variable || !cx.target.is_vulkan() {
        return;
    }
    let pointee = module.result_type(def).and_then(|ty| ty.pointee());
    if let Some(ty) = pointee.and_then(|pointee| innermost(module, pointee)) {
        value(cx, applied, ty);
    }
}

pub(super) fn member(cx: &mut Checker<'_, '_>, applied: Applied<'_>, number: u32) {
    let module = cx.module;
    if applied.decoration != Decoration::Component || !cx.target.is_vulkan() {
        return;
    }
    let Some(Kind::Struct { members }) = module.ty(applied.def.result).map(|ty| ty.kind) else {
        return;
    };
    let member = members.get(number as usize);
    if let Some(ty) = member.and_then(|&member| innermost(module, member)) {
        value(cx, applied, ty);
    }
}

/// `ty` is the type without its arrays.
fn value(cx: &mut Checker<'_, '_>, applied: Applied<'_>, ty: &Type<'_>) {
    let component = applied.operand();
    let wide = ty.width() == 64;
    let rule = if component > 3 {
        Decorations::ComponentValue
    } else if !ty.is_scalar() && !ty.is_vector() {
        Decorations::ComponentType
    } else if wide && ty.lanes > 2 {
        Decorations::ComponentLong
    } else if wide && component % 2 == 1 {
        Decorations::ComponentWide
    } else if wide && 2 * ty.lanes + component > 4 {
        Decorations::ComponentWideEnd
    } else if !wide && ty.lanes.saturating_add(component) > 4 {
        Decorations::ComponentEnd
    } else {
        return;
    };
    cx.violate(
        rule,
        applied.inst,
        format_args!(
            "the component is {component}, and the type is {} of {} bits",
            cx.module.show(ty.id),
            ty.width()
        ),
    );
}
