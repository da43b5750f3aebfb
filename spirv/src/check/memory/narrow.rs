//! 8- and 16-bit numbers without a capability that allows them everywhere: the memory that may contain them, and the
//! instructions that may use them (SPIR-V §2.16.1, Universal Validation Rules).

use super::Memory;
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Flags, Inst, Module, Scalar, Type};
use spirv::{Capability, Op, StorageClass};

/// Whether a type contains 8-bit and 16-bit numbers that are not allowed everywhere. Floats with an encoding, and
/// components of cooperative matrices, have capabilities of their own.
fn limited(module: &Module<'_>, ty: &Type<'_>) -> (bool, bool) {
    let has = |capability| module.has_capability(capability);
    let contains = |flag| ty.flags.contains(flag);
    if ty.flags.intersects(Flags::ENCODED_FLOAT | Flags::COOPERATIVE) {
        return (false, false);
    }
    let eight = contains(Flags::INT8) && !has(Capability::Int8);
    let sixteen =
        (contains(Flags::INT16) && !has(Capability::Int16)) || (contains(Flags::FLOAT16) && !has(Capability::Float16));
    (eight, sixteen)
}

fn is_limited(module: &Module<'_>, ty: &Type<'_>) -> bool {
    let (eight, sixteen) = limited(module, ty);
    eight || sixteen
}

/// Whether a capability allows 8-bit or 16-bit numbers in a storage class. A `BufferBlock` in Uniform is a storage
/// buffer.
pub(super) fn is_allowed(module: &Module<'_>, class: u32, buffer_block: bool, eight: bool) -> bool {
    use Capability as C;
    use StorageClass as S;
    let by: &[Capability] = match (StorageClass::from_u32(class), eight) {
        (Some(S::Uniform), true) if !buffer_block => &[C::UniformAndStorageBuffer8BitAccess],
        (Some(S::Uniform), false) if !buffer_block => &[C::UniformAndStorageBuffer16BitAccess],
        (Some(S::StorageBuffer | S::PhysicalStorageBuffer | S::ShaderRecordBufferKHR | S::Uniform), true) => {
            &[C::StorageBuffer8BitAccess, C::UniformAndStorageBuffer8BitAccess]
        }
        (Some(S::StorageBuffer | S::PhysicalStorageBuffer | S::ShaderRecordBufferKHR | S::Uniform), false) => {
            &[C::StorageBuffer16BitAccess, C::UniformAndStorageBuffer16BitAccess]
        }
        (Some(S::PushConstant), true) => &[C::StoragePushConstant8],
        (Some(S::PushConstant), false) => &[C::StoragePushConstant16],
        (Some(S::Input | S::Output), false) => &[C::StorageInputOutput16],
        (Some(S::Workgroup), true) => &[C::WorkgroupMemoryExplicitLayout8BitAccessKHR],
        (Some(S::Workgroup), false) => &[C::WorkgroupMemoryExplicitLayout16BitAccessKHR],
        _ => &[],
    };
    by.iter().any(|&capability| module.has_capability(capability))
}

/// Checks a variable with data of type `ty`.
pub(super) fn variable(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, ty: &Type<'_>) {
    let module = cx.module;
    let buffer_block = ty.flags.contains(Flags::BUFFER_BLOCK);
    let (eight, sixteen) = limited(module, ty);
    for (width, narrow) in [(8, eight), (16, sixteen)] {
        if narrow && !is_allowed(module, class, buffer_block, width == 8) {
            cx.violate(
                Memory::SmallType,
                inst,
                format_args!(
                    "{width}-bit numbers are in {class}, and no declared capability allows them there",
                    class = message::class(class)
                ),
            );
        }
    }
}

/// Checks a load or store of an object of type `id`, or a copy, which may not contain such numbers at all.
pub(super) fn access(cx: &mut Checker<'_, '_>, inst: &Inst, id: u32, copy: bool) {
    let module = cx.module;
    let Some(ty) = module.ty(id) else { return };
    let whole = copy || ty.scalar == Scalar::None;
    if whole && cx.is_shader() && is_limited(module, ty) && !ty.is_pointer() {
        cx.violate(
            Memory::SmallAccess,
            inst,
            format_args!("{} has 8-bit or 16-bit numbers", module.show(id)),
        );
    }
}

/// Checks the uses of such values.
pub(super) fn uses(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !cx.is_shader() {
        return;
    }
    let narrow: Vec<bool> = module
        .types
        .iter()
        .map(|ty| is_limited(module, ty) && !ty.is_pointer())
        .collect();
    if !narrow.contains(&true) {
        return;
    }
    for inst in &module.insts {
        let ty = module.ty(inst.result_type).and_then(|_| module.def(inst.result_type));
        if inst.result == 0 || inst.op == Op::Function || ty.is_none_or(|ty| narrow.get(ty.row as usize) != Some(&true))
        {
            continue;
        }
        for user in module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst)) {
            let fits = matches!(
                user.op,
                Op::Store
                    | Op::CopyObject
                    | Op::FConvert
                    | Op::SConvert
                    | Op::UConvert
                    | Op::Name
                    | Op::Decorate
                    | Op::DecorateId
                    | Op::GroupDecorate
            );
            if !fits && !crate::check::logical::is_without_semantics(module, user) {
                cx.violate(
                    Memory::SmallUse,
                    user,
                    format_args!("{} is of 8 or 16 bits", module.show(inst.result)),
                );
            }
        }
    }
}
