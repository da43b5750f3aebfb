//! 8- and 16-bit numbers without a capability that allows them everywhere: the memory that may contain them, and the
//! instructions that may use them (SPIR-V §2.16.1, Universal Validation Rules).

use super::Memory;
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Flags, Inst, Module, NONE, Scalar, Type};
use crate::sort::sort_by_key;
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

/// Whether data of type `ty` has such numbers that no capability allows in a storage class, of 8 and of 16 bits.
fn wrong_widths(module: &Module<'_>, class: u32, ty: &Type<'_>) -> [bool; 2] {
    let buffer_block = ty.flags.contains(Flags::BUFFER_BLOCK);
    let (eight, sixteen) = limited(module, ty);
    let wrong = |narrow, width| narrow && !is_allowed(module, class, buffer_block, width);
    [wrong(eight, true), wrong(sixteen, false)]
}

pub(super) fn is_held_wrongly(module: &Module<'_>, class: u32, ty: &Type<'_>) -> bool {
    wrong_widths(module, class, ty).contains(&true)
}

/// Checks a variable with data of type `ty`, or a type of pointers to such data.
pub(super) fn held(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, ty: &Type<'_>, is_variable: bool) {
    for (width, wrong) in [8, 16].into_iter().zip(wrong_widths(cx.module, class, ty)) {
        if wrong {
            cx.violate_part(
                Memory::SmallType,
                is_variable,
                inst,
                format_args!(
                    "{width}-bit numbers are in {class}, and no declared capability allows them there",
                    class = message::class(class)
                ),
            );
        }
    }
}

/// Checks a load or store of an object of a type, or a copy, which may not contain such numbers at all.
pub(super) fn access(cx: &mut Checker<'_, '_>, inst: &Inst, ty: Option<&Type<'_>>, copy: bool) {
    let module = cx.module;
    let Some(ty) = ty else { return };
    let whole = copy || ty.scalar == Scalar::None;
    if whole && cx.is_shader() && is_limited(module, ty) && !ty.is_pointer() {
        cx.violate(
            Memory::SmallAccess,
            inst,
            format_args!("{} has 8-bit or 16-bit numbers", module.show(ty.id)),
        );
    }
}

/// Whether an instruction may take values that are allowed in memory only.
pub(in crate::check) fn takes_narrow(op: Op) -> bool {
    matches!(
        op,
        Op::Store | Op::CopyObject | Op::FConvert | Op::UConvert | Op::SConvert
    )
}

/// Whether an instruction computes its result. Constants have a rule of their own, and what passes values on takes them.
fn computes(op: Op) -> bool {
    matches!(op as u32, 1 | 77..=82 | 84 | 109..=112 | 116..=124 | 126..=215 | 227..=242 | 400)
}

/// Checks the instructions that result in such values or take them. Each is reported once.
pub(super) fn uses(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if !cx.is_shader() {
        return;
    }
    let is_narrow = |ty: &Type<'_>| is_limited(module, ty) && !ty.is_pointer();
    if !module.types.iter().any(is_narrow) {
        return;
    }
    let narrow: Vec<bool> = module.types.iter().map(is_narrow).collect();
    let mut wrong: Vec<(u32, u32, bool)> = Vec::new();
    for inst in module
        .insts
        .iter()
        .filter(|inst| inst.result != 0 && inst.op != Op::Function)
    {
        let ty = module.result_type(inst).and_then(|_| module.def(inst.result_type));
        if ty.is_none_or(|ty| narrow.get(ty.row as usize) != Some(&true)) {
            continue;
        }
        let is_vector = module.has_capability(Capability::CooperativeVectorNV) && inst.op == Op::Undef;
        if (inst.function != NONE || inst.op == Op::Undef) && !is_vector && computes(inst.op) {
            // spirv-val does not ask atomics.
            wrong.push((inst.index, inst.result, !matches!(inst.op as u32, 227..=242)));
        }
        for user in module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst)) {
            if user.function != NONE
                && !takes_narrow(user.op)
                && !crate::check::logical::is_without_semantics(module, user)
            {
                wrong.push((user.index, inst.result, true));
            }
        }
    }
    sort_by_key(&mut wrong, |&(index, value, asked)| (index, !asked, value));
    wrong.dedup_by_key(|&mut (index, ..)| index);
    for (index, value, asked) in wrong {
        let Some(inst) = module.inst(index) else { continue };
        let value = module.show(value);
        let message = format_args!("{value} is of 8 or 16 bits, and these are for storage only");
        cx.violate_part(Memory::SmallUse, asked, inst, message);
    }
}
