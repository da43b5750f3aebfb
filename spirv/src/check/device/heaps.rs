//! Descriptors in heaps: the alignment of their offsets (SPV_EXT_descriptor_heap; Vulkan, Runtime SPIR-V).

use super::Device;
use crate::check::Checker;
use crate::check::module::{Kind, Type};
use spirv::{Capability, Decoration, Op};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !module.has_capability(Capability::DescriptorHeapEXT) {
        return;
    }
    let wide = module.has_capability(Capability::Shader64BitIndexingEXT);
    for inst in module.outside().filter(|inst| inst.op == Op::ConstantSizeOfEXT) {
        if !wide && module.result_type(inst).is_some_and(|ty| ty.width() == 64) {
            cx.violate(Device::ConstantSize, inst, format_args!("the result has 64 bits"));
        }
    }
    for ty in &module.types {
        if let Kind::Struct { members } = ty.kind {
            structure(cx, ty, members);
        }
    }
}

/// Checks the offsets of members that are descriptors.
fn structure(cx: &mut Checker<'_, '_>, ty: &Type<'_>, members: &[u32]) {
    let module = cx.module;
    for row in module.decorations(ty.id) {
        let offset = if row.is(Decoration::Offset) {
            Some(row.operand())
        } else if row.is(Decoration::OffsetIdEXT) {
            module.constant_u32(row.operand())
        } else {
            None
        };
        let member = row.member.and_then(|member| members.get(member as usize));
        let Some(((offset, &member), inst)) = offset.zip(member).zip(module.inst(row.inst)) else {
            continue;
        };
        let Some((rule, Some(multiple))) = module.ty(member).and_then(|member| alignment(cx, member)) else {
            continue;
        };
        if multiple != 0 && !offset.is_multiple_of(multiple) {
            cx.violate(rule, inst, format_args!("{offset} is no multiple of {multiple}"));
        }
    }
}

/// The alignment of a descriptor's offset, with its rule, if the target states it.
fn alignment(cx: &Checker<'_, '_>, ty: &Type<'_>) -> Option<(Device, Option<u32>)> {
    let limits = cx.target.limits();
    Some(match ty.op {
        Op::TypeSampler => (Device::SamplerOffset, limits.sampler_descriptor_alignment),
        Op::TypeImage => (Device::ImageOffset, limits.image_descriptor_alignment),
        Op::TypeBufferEXT => (Device::BufferOffset, limits.buffer_descriptor_alignment),
        Op::TypeAccelerationStructureKHR => (Device::StructureOffset, limits.buffer_descriptor_alignment),
        Op::TypeTensorARM => (Device::TensorOffset, limits.tensor_descriptor_alignment),
        // catch-all: other types are not descriptors.
        _ => return None,
    })
}
