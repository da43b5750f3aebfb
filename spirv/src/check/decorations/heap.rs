//! Descriptors in heaps: their types and sizes, and constant offsets and strides (SPV_EXT_descriptor_heap).

use super::Decorations;
use crate::check::Checker;
use crate::check::layout::Layout;
use crate::check::message;
use crate::check::module::{Inst, Kind, Module, Type};
use crate::sort::sort;
use spirv::{Capability, Decoration, Op, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !module.has_capability(Capability::DescriptorHeapEXT) {
        return;
    }
    for inst in module.insts.iter().take_while(|inst| inst.op != Op::Function) {
        match inst.op {
            Op::ConstantSizeOfEXT => size(cx, inst),
            Op::TypeBufferEXT => {
                let class = StorageClass::from_u32(module.operand(inst, 0));
                if !matches!(class, Some(StorageClass::Uniform | StorageClass::StorageBuffer)) {
                    let message = format_args!(
                        "its storage class is {}, not Uniform or StorageBuffer",
                        message::class(module.operand(inst, 0))
                    );
                    cx.violate(Decorations::HeapType, inst, message);
                }
            }
            _ => {}
        }
    }
    let containing = containing(module);
    for (ty, &contains) in module.types.iter().zip(&containing) {
        match ty.kind {
            Kind::Array { .. } | Kind::RuntimeArray { .. } => array(cx, ty, contains),
            Kind::Struct { members } => structure(cx, ty, members.len(), contains),
            _ => {}
        }
    }
}

/// Whether an opcode declares a descriptor type, which describes memory and has a defined size.
fn is_descriptor(op: Op) -> bool {
    matches!(
        op,
        Op::TypeBufferEXT | Op::TypeImage | Op::TypeAccelerationStructureKHR | Op::TypeTensorARM | Op::TypeSampler
    )
}

/// For each type whether it is or contains a descriptor. The parts of a type are declared before it.
fn containing(module: &Module<'_>) -> Vec<bool> {
    let mut containing: Vec<bool> = Vec::with_capacity(module.types.len());
    for ty in &module.types {
        let contains = |id: u32| containing.get(module.type_row(id) as usize) == Some(&true);
        let whole = match ty.kind {
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => contains(element),
            Kind::Struct { members } => members.iter().any(|&member| contains(member)),
            _ => is_descriptor(ty.op),
        };
        containing.push(whole);
    }
    containing
}

fn size(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let fits = |ty: &Type<'_>| ty.is_int() && matches!(ty.width(), 32 | 64);
    if module.result_type(inst).is_some_and(|ty| !fits(ty)) {
        let message = format_args!(
            "the result is of {}, no integer of 32 or 64 bits",
            module.show(inst.result_type)
        );
        cx.violate(Decorations::HeapSize, inst, message);
    }
    let ty = module.operand(inst, 0);
    if module.op(ty).is_some_and(|op| !is_descriptor(op)) {
        let message = format_args!("{} is no type of descriptors", module.show(ty));
        cx.violate(Decorations::HeapSize, inst, message);
    }
}

fn array(cx: &mut Checker<'_, '_>, ty: &Type<'_>, contains: bool) {
    let module = cx.module;
    let Some(row) = module.decoration(ty.id, Decoration::ArrayStrideIdEXT) else {
        return;
    };
    let Some(&inst) = module.inst(row.inst) else { return };
    if !contains {
        let message = format_args!("{} contains no descriptor", module.show(ty.id));
        cx.violate(Decorations::HeapDecoration, &inst, message);
    }
    if module.is_decorated(ty.id, Decoration::ArrayStride) {
        let message = format_args!("{} has ArrayStride beside ArrayStrideIdEXT", module.show(ty.id));
        cx.violate(Decorations::HeapTwice, &inst, message);
    }
    if module.constant_u32(row.operand()) == Some(0) {
        let message = format_args!("the ArrayStrideIdEXT of {} is 0", module.show(ty.id));
        cx.violate(Layout::ZeroStride, &inst, message);
    }
}

fn structure(cx: &mut Checker<'_, '_>, ty: &Type<'_>, count: usize, contains: bool) {
    let module = cx.module;
    let rows = module.decorations(ty.id);
    if !rows.iter().any(|row| row.is(Decoration::OffsetIdEXT)) {
        return;
    }
    let mut literal = vec![false; count];
    let mut known = Vec::new();
    for row in rows.iter().filter(|row| row.is(Decoration::Offset)) {
        if let Some(is_literal) = row.member.and_then(|member| literal.get_mut(member as usize)) {
            *is_literal = true;
        }
        known.push((row.operand(), row.member));
    }
    for row in rows.iter().filter(|row| row.is(Decoration::OffsetIdEXT)) {
        let Some((&inst, member)) = module.inst(row.inst).zip(row.member) else {
            continue;
        };
        if !contains {
            let message = format_args!("{} contains no descriptor", module.show(ty.id));
            cx.violate(Decorations::HeapDecoration, &inst, message);
        }
        if literal.get(member as usize) == Some(&true) {
            let message = format_args!(
                "member {member} of {} has Offset beside OffsetIdEXT",
                module.show(ty.id)
            );
            cx.violate(Decorations::HeapTwice, &inst, message);
        }
        known.extend(module.constant_u32(row.operand()).map(|offset| (offset, row.member)));
    }
    sort(&mut known);
    let same = known.windows(2).find(|pair| match pair {
        [one, other] => one.0 == other.0 && one.1 != other.1,
        _ => false,
    });
    if let (Some(&[(offset, _), ..]), Some(inst)) = (same, module.inst(ty.inst)) {
        let message = format_args!("several members of {} have the offset {offset}", module.show(ty.id));
        cx.violate(Decorations::HeapOffsets, inst, message);
    }
}
