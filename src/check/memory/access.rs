//! Loads, stores, copies and access chains.
//!
//! Reads the same rules as the variables; knows nothing of how pointers came about but chains and copies of pointers.

use super::Memory;
use crate::check::Checker;
use crate::check::module::{Flags, Inst, Kind, Models, Module, Type};
use spirv::{Capability, ExecutionModel, MemoryAccess, Op, StorageClass};

pub(super) fn one(cx: &mut Checker<'_, '_>, inst: &Inst) {
    match inst.op {
        Op::Load => load(cx, inst),
        Op::Store => store(cx, inst),
        Op::CopyMemory => copy(cx, inst),
        Op::AccessChain | Op::InBoundsAccessChain => chain(cx, inst, 1),
        Op::PtrAccessChain | Op::InBoundsPtrAccessChain => {
            ptr_chain(cx, inst);
            chain(cx, inst, 2);
        }
        Op::ArrayLength => array_length(cx, inst),
        _ => {}
    }
}

/// The variable or other value that a pointer comes from, by way of chains, if there are not more of them than anyone
/// writes.
fn root<'m>(module: &'m Module<'_>, pointer: u32) -> Option<&'m Inst> {
    let mut at = module.def(pointer)?;
    for _ in 0..255 {
        let chained = matches!(
            at.op,
            Op::AccessChain
                | Op::InBoundsAccessChain
                | Op::PtrAccessChain
                | Op::InBoundsPtrAccessChain
                | Op::CopyObject
        );
        if !chained {
            return Some(at);
        }
        at = module.def(module.operand(at, 0))?;
    }
    None
}

fn class_of(module: &Module<'_>, pointer: u32) -> Option<u32> {
    module.type_of(pointer)?.storage_class()
}

fn load(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let pointer = module.operand(inst, 0);
    let Some(ty) = module.type_of(pointer) else { return };
    if !ty.is_pointer() {
        return cx.violate(
            Memory::Load,
            inst,
            format_args!("{} is no pointer", module.show(pointer)),
        );
    }
    if ty.pointee().is_some_and(|pointee| pointee != inst.result_type) {
        cx.violate(
            Memory::Load,
            inst,
            format_args!("{} points to another type", module.show(pointer)),
        );
    }
    let mesh = module.models_of(inst).has(ExecutionModel::MeshEXT);
    if cx.target.is_vulkan() && mesh && ty.storage_class() == Some(StorageClass::Output as u32) {
        cx.violate(
            Memory::MeshOutputLoad,
            inst,
            format_args!("{} is an output", module.show(pointer)),
        );
    }
    aligned(cx, inst, pointer, 1);
}

fn store(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (pointer, object) = (module.operand(inst, 0), module.operand(inst, 1));
    let Some(ty) = module.type_of(pointer) else { return };
    if !ty.is_pointer() {
        return cx.violate(
            Memory::Store,
            inst,
            format_args!("{} is no pointer", module.show(pointer)),
        );
    }
    let stored = module.type_id(object);
    if stored != 0 && ty.pointee().is_some_and(|pointee| pointee != stored) {
        cx.violate(
            Memory::Store,
            inst,
            format_args!("{} points to another type", module.show(pointer)),
        );
    }
    written(cx, inst, pointer);
    if cx.target.is_vulkan() {
        let opaque = super::innermost(module, stored).is_some_and(|ty| {
            matches!(
                ty.kind,
                Kind::Image(_) | Kind::Sampler | Kind::SampledImage { .. } | Kind::AccelerationStructure
            )
        });
        if opaque {
            cx.violate(
                Memory::OpaqueStore,
                inst,
                format_args!("{} is opaque", module.show(object)),
            );
        }
    }
    aligned(cx, inst, pointer, 2);
}

/// What may not be written to.
fn written(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32) {
    let module = cx.module;
    let Some(class) = class_of(module, pointer).and_then(StorageClass::from_u32) else {
        return;
    };
    let rule = match class {
        StorageClass::Input | StorageClass::UniformConstant | StorageClass::PushConstant => Memory::ReadOnly,
        StorageClass::Uniform if cx.target.is_vulkan() => {
            let variable = root(module, pointer).filter(|root| root.op == Op::Variable);
            let pointee = variable.and_then(|variable| module.ty(variable.result_type)?.pointee());
            let block = pointee.and_then(|pointee| super::innermost(module, pointee));
            match block {
                Some(block) if block.flags.contains(Flags::BLOCK) => Memory::UniformBlockStore,
                _ => return,
            }
        }
        StorageClass::HitAttributeKHR if cx.target.is_vulkan() => {
            const HITS: Models = Models::of(&[ExecutionModel::AnyHitKHR, ExecutionModel::ClosestHitKHR]);
            if !module.models_of(inst).intersects(HITS) {
                return;
            }
            Memory::HitAttributeStore
        }
        _ => return,
    };
    cx.violate(rule, inst, format_args!("{} is in {class:?}", module.show(pointer)));
}

/// `place` is that of the memory operands.
fn aligned(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, place: usize) {
    let module = cx.module;
    let physical = class_of(module, pointer) == Some(StorageClass::PhysicalStorageBuffer as u32);
    if physical && cx.target.is_vulkan() && module.operand(inst, place) & MemoryAccess::ALIGNED.bits() == 0 {
        cx.violate(
            Memory::Aligned,
            inst,
            format_args!("{} is in PhysicalStorageBuffer", module.show(pointer)),
        );
    }
}

fn copy(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (target, source) = (module.operand(inst, 0), module.operand(inst, 1));
    let (Some(to), Some(from)) = (module.type_of(target), module.type_of(source)) else {
        return;
    };
    let same = match (to.pointee(), from.pointee()) {
        (Some(to), Some(from)) => to == from,
        _ => to.is_pointer() && from.is_pointer(),
    };
    if !same {
        cx.violate(
            Memory::CopyTypes,
            inst,
            format_args!(
                "{} and {} do not point to the same type",
                module.show(target),
                module.show(source)
            ),
        );
    }
    written(cx, inst, target);
}

fn ptr_chain(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let base = module.operand(inst, 0);
    let Some(class) = class_of(module, base).filter(|_| cx.target.is_vulkan()) else {
        return;
    };
    let has = |capability| module.has_capability(capability);
    let rule = match StorageClass::from_u32(class) {
        Some(StorageClass::Workgroup) if !has(Capability::VariablePointers) => Memory::PtrChainWorkgroup,
        Some(StorageClass::StorageBuffer)
            if !has(Capability::VariablePointers) && !has(Capability::VariablePointersStorageBuffer) =>
        {
            Memory::PtrChainStorageBuffer
        }
        Some(StorageClass::Workgroup | StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer) => return,
        _ => Memory::PtrChainClass,
    };
    cx.violate(
        rule,
        inst,
        format_args!("{} is in storage class {class}", module.show(base)),
    );
}

/// `skip` counts the base, and the element of a pointer chain.
fn chain(cx: &mut Checker<'_, '_>, inst: &Inst, skip: usize) {
    let module = cx.module;
    let base = module.operand(inst, 0);
    if module.def(base).is_none() {
        return;
    }
    let Some((class, Some(pointee))) = module.type_of(base).map(|ty| (ty.storage_class(), ty.pointee())) else {
        return cx.violate(
            Memory::ChainBase,
            inst,
            format_args!("{} is no pointer", module.show(base)),
        );
    };
    let indices = module.operands(inst).get(skip..).unwrap_or(&[]);
    let Some(reached) = walk(cx, inst, pointee, indices) else {
        return;
    };
    let fits = module
        .ty(inst.result_type)
        .is_none_or(|ty| ty.storage_class() == class && ty.pointee() == Some(reached));
    if !fits {
        cx.violate(
            Memory::ChainType,
            inst,
            format_args!("it reaches {} in another storage class or type", module.show(reached)),
        );
    }
}

/// The type that indices lead to; `None` where that is not known, or has been reported.
fn walk(cx: &mut Checker<'_, '_>, inst: &Inst, from: u32, indices: &[u32]) -> Option<u32> {
    let module = cx.module;
    let mut reached = from;
    for &index in indices {
        let ty: &Type<'_> = module.ty(reached)?;
        if module.type_of(index).is_some_and(|ty| !ty.is_int()) {
            cx.violate(
                Memory::ChainIndex,
                inst,
                format_args!("{} is no scalar integer", module.show(index)),
            );
            return None;
        }
        reached = match ty.kind {
            Kind::Vector { component } | Kind::CooperativeMatrix { component, .. } => component,
            Kind::Matrix { column } => column,
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => element,
            Kind::Struct { members } => {
                let member = module.constant_u32(index).and_then(|place| members.get(place as usize));
                let Some(&member) = member else {
                    cx.violate(
                        Memory::ChainIndex,
                        inst,
                        format_args!(
                            "{} is no constant that names a member of {}",
                            module.show(index),
                            module.show(ty.id)
                        ),
                    );
                    return None;
                };
                member
            }
            Kind::Other => return None,
            _ => {
                cx.violate(
                    Memory::ChainDepth,
                    inst,
                    format_args!("{} is no composite", module.show(ty.id)),
                );
                return None;
            }
        };
    }
    Some(reached)
}

fn array_length(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (pointer, member) = (module.operand(inst, 0), module.operand(inst, 1));
    let Some(ty) = module.type_of(pointer) else { return };
    let fits = ty
        .pointee()
        .and_then(|pointee| module.ty(pointee))
        .is_some_and(|ty| match ty.kind {
            Kind::Struct { members } => {
                let last = members.last().and_then(|&last| module.ty(last));
                member as usize + 1 == members.len()
                    && last.is_some_and(|last| matches!(last.kind, Kind::RuntimeArray { .. }))
            }
            _ => false,
        });
    if !fits {
        cx.violate(
            Memory::ArrayLength,
            inst,
            format_args!("{} has no such runtime array", module.show(pointer)),
        );
    }
}
