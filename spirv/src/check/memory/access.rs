//! Loads, stores and copies (SPIR-V §3.52.8, Memory Instructions).
//!
//! Pointers are traced only through access chains and copies. `operands` checks memory operands.

use super::operands::{self, Access};
use super::{Memory, block, class_of, innermost_of, narrow};
use crate::check::Checker;
use crate::check::message::named;
use crate::check::module::{Flags, Inst, Kind, Models, Scalar, Type};
use spirv::{ExecutionModel, Op, StorageClass};

pub(super) fn load(cx: &mut Checker<'_, '_>, inst: &Inst) {
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
            format_args!(
                "{} points to {}, and the loaded value is of type {}",
                module.show(pointer),
                module.show(ty.pointee().unwrap_or(0)),
                module.show(inst.result_type)
            ),
        );
    }
    read(cx, inst, pointer, ty);
    let loaded = module.result_type(inst);
    fixed_size(cx, inst, loaded);
    narrow::access(cx, inst, loaded, false);
    operands::single(cx, inst, pointer, 1, Access::Load, loaded);
}

/// Checks that memory may be read through a pointer of this type. spirv-val looks at loads alone.
fn read(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, ty: &Type<'_>) {
    let module = cx.module;
    let output = ty.storage_class() == Some(StorageClass::Output as u32);
    if cx.target.is_vulkan() && output && module.models_of(inst).has(ExecutionModel::MeshEXT) {
        cx.violate_part(
            Memory::MeshOutputLoad,
            inst.op == Op::Load,
            inst,
            format_args!("{} is an output, which mesh shaders do not read", module.show(pointer)),
        );
    }
}

pub(super) fn store(cx: &mut Checker<'_, '_>, inst: &Inst) {
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
    let stored = module.type_of(object);
    if ty
        .pointee()
        .zip(stored)
        .is_some_and(|(pointee, stored)| pointee != stored.id)
    {
        cx.violate(
            Memory::Store,
            inst,
            format_args!(
                "{} points to {}, and the stored value is {}",
                module.show(pointer),
                module.show(ty.pointee().unwrap_or(0)),
                module.show(object)
            ),
        );
    }
    written(cx, inst, pointer);
    if cx.target.is_vulkan() {
        let element = stored.and_then(|ty| innermost_of(module, ty));
        let opaque = element.is_some_and(|ty| {
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
    narrow::access(cx, inst, stored, false);
    operands::single(cx, inst, pointer, 2, Access::Store, stored);
}

/// Checks that the pointer's memory may be written. spirv-val looks at stores and copies alone.
pub(in crate::check) fn written(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32) {
    let module = cx.module;
    let Some(class) = class_of(module, pointer).and_then(StorageClass::from_u32) else {
        return;
    };
    let rule = match class {
        StorageClass::Input
        | StorageClass::UniformConstant
        | StorageClass::PushConstant
        | StorageClass::ShaderRecordBufferKHR => Memory::ReadOnly,
        StorageClass::Uniform if cx.target.is_vulkan() => match block(module, pointer) {
            Some(block) if block.flags.contains(Flags::BLOCK) => Memory::UniformBlockStore,
            _ => return,
        },
        StorageClass::HitAttributeKHR => {
            const HITS: Models = Models::of(&[ExecutionModel::AnyHitKHR, ExecutionModel::ClosestHitKHR]);
            if !module.models_of(inst).intersects(HITS) {
                return;
            }
            Memory::HitAttributeStore
        }
        _ => return,
    };
    cx.violate_part(
        rule,
        matches!(inst.opcode, 62..=64),
        inst,
        format_args!("{} points into {class}", module.show(pointer), class = named(class)),
    );
}

pub(super) fn copy(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (target, source) = (module.operand(inst, 0), module.operand(inst, 1));
    let (Some(to), Some(from)) = (module.type_of(target), module.type_of(source)) else {
        return;
    };
    // One of the two pointers determines the type (SPV_KHR_untyped_pointers).
    let same = match (to.pointee(), from.pointee()) {
        (Some(to), Some(from)) => to == from,
        (None, None) => false,
        _ => to.is_pointer() && from.is_pointer(),
    };
    let ty = to.pointee().or(from.pointee()).and_then(|id| module.ty(id));
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
    read(cx, inst, source, from);
    fixed_size(cx, inst, ty);
    narrow::access(cx, inst, ty, true);
    operands::copy(cx, inst, 2, ty);
}

/// Objects without a fixed size may be neither loaded nor copied.
fn fixed_size(cx: &mut Checker<'_, '_>, inst: &Inst, ty: Option<&Type<'_>>) {
    if let Some(ty) = ty.filter(|ty| ty.is_void() || ty.flags.contains(Flags::RUNTIME_ARRAY)) {
        let message = format_args!("{} has no fixed size", cx.module.show(ty.id));
        cx.violate(Memory::Sized, inst, message);
    }
}

pub(super) fn copy_sized(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let [target, source, size] = [0, 1, 2].map(|index| module.operand(inst, index));
    for pointer in [target, source] {
        if module.type_of(pointer).is_some_and(|ty| !ty.is_pointer()) {
            cx.violate(
                Memory::CopyTypes,
                inst,
                format_args!("{} is no pointer", module.show(pointer)),
            );
        }
    }
    let integer = module
        .type_of(size)
        .is_none_or(|ty| ty.is_int() && matches!(ty.scalar, Scalar::Int { .. }));
    let bytes = module.constant_int(size);
    // A copy of partial words needs 8- or 16-bit storage for both storage classes.
    let parts = |eight: bool| {
        let mut sides = [target, source].into_iter();
        sides.all(|pointer| {
            class_of(module, pointer).is_some_and(|class| narrow::is_allowed(module, class, false, eight))
        })
    };
    let whole = match bytes {
        Some(bytes) if cx.is_shader() => {
            bytes % 4 == 0
                || module.has_capability(spirv::Capability::Int8)
                || parts(true)
                || (bytes % 2 == 0 && (parts(false) || module.has_capability(spirv::Capability::Int16)))
        }
        _ => true,
    };
    if !integer || bytes.is_some_and(|bytes| bytes <= 0) {
        cx.violate(
            Memory::CopySize,
            inst,
            format_args!("the size {} is no integer constant above 0", module.show(size)),
        );
    } else if !whole {
        cx.violate(
            Memory::CopyMultiple,
            inst,
            format_args!("{} is no multiple of 4", module.show(size)),
        );
    }
    written(cx, inst, target);
    if let Some(ty) = module.type_of(source) {
        read(cx, inst, source, ty);
    }
    operands::copy(cx, inst, 3, None);
}
