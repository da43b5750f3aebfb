//! Memory operands: the masks of loads, stores and copies, and their operands (SPIR-V §3.26, Memory Operands).

use super::access::written;
use super::{Memory, class_of, is_logical};
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Inst, Type};
use crate::target::SpirvVersion;
use spirv::{MemoryAccess, StorageClass};

/// A mask with its alignment.
#[derive(Clone, Copy)]
struct Mask {
    bits: MemoryAccess,
    aligned: Option<u32>,
}

/// Reads a mask. Returns it with the number of words that it and its operands occupy.
fn read(words: &[u32]) -> (Mask, usize) {
    let Some(&first) = words.first() else {
        let none = Mask {
            bits: MemoryAccess::NONE,
            aligned: None,
        };
        return (none, 0);
    };
    let bits = MemoryAccess::from_bits_retain(first);
    let aligned = words.get(1).copied().filter(|_| bits.contains(MemoryAccess::ALIGNED));
    let with_operand = MemoryAccess::ALIGNED
        | MemoryAccess::MAKE_POINTER_AVAILABLE
        | MemoryAccess::MAKE_POINTER_VISIBLE
        | MemoryAccess::ALIAS_SCOPE_INTEL_MASK
        | MemoryAccess::NO_ALIAS_INTEL_MASK;
    let operands = (bits & with_operand).bits().count_ones() as usize;
    (Mask { bits, aligned }, 1 + operands)
}

/// The number of words that a mask and its operands occupy.
pub(in crate::check) fn count_operands(words: &[u32]) -> usize {
    read(words).1
}

/// The kind of access through a pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Load,
    Store,
}

/// Checks an access with one mask, which begins at operand `index`, to an object of a type, if it is known.
pub(super) fn single(
    cx: &mut Checker<'_, '_>,
    inst: &Inst,
    pointer: u32,
    index: usize,
    access: Access,
    ty: Option<&Type<'_>>,
) {
    let words = cx.module.operands(inst).get(index..).unwrap_or(&[]);
    let (mask, _) = read(words);
    check_mask(cx, inst, pointer, mask, ty);
    let wrong = match access {
        Access::Load => MemoryAccess::MAKE_POINTER_AVAILABLE,
        Access::Store => MemoryAccess::MAKE_POINTER_VISIBLE,
    };
    if mask.bits.intersects(wrong) {
        cx.violate(
            Memory::MakeAvailable,
            inst,
            format_args!("the memory operands are {}", message::memory_access(mask.bits.bits())),
        );
    }
}

/// Checks the memory operands of an extension's load or store, if the instruction is one.
pub(super) fn extension(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    // The mask's operand index. The pointer is the first operand.
    let (index, access) = match inst.opcode {
        // Cooperative matrices, of SPV_KHR_cooperative_matrix and SPV_NV_cooperative_matrix.
        4457 | 5359 => (3, Access::Load),
        4458 | 5360 => (4, Access::Store),
        // Cooperative vectors.
        5302 => (2, Access::Load),
        5303 => (3, Access::Store),
        // Cooperative matrices of a tensor (SPV_NV_cooperative_matrix2), and what is predicated (SPV_INTEL_predicated_io).
        5367 | 6258 => (3, Access::Load),
        5368 | 6259 => (3, Access::Store),
        _ => return,
    };
    let pointer = module.operand(inst, 0);
    let pointee = module.type_of(pointer).and_then(|ty| ty.pointee());
    if access == Access::Store {
        written(cx, inst, pointer);
    }
    let pointee = pointee.and_then(|pointee| module.ty(pointee));
    single(cx, inst, pointer, index, access, pointee);
}

/// Checks a copy with one mask for both pointers, or with one for each.
pub(super) fn copy(cx: &mut Checker<'_, '_>, inst: &Inst, index: usize, ty: Option<&Type<'_>>) {
    let module = cx.module;
    let (target, source) = (module.operand(inst, 0), module.operand(inst, 1));
    let words = module.operands(inst).get(index..).unwrap_or(&[]);
    let (first, taken) = read(words);
    let rest = words.get(taken..).unwrap_or(&[]);
    let fits = check_mask(cx, inst, target, first, ty);
    if rest.is_empty() {
        // One mask is one fault.
        if fits {
            check_mask(cx, inst, source, first, ty);
        }
        return;
    }
    let (second, _) = read(rest);
    check_mask(cx, inst, source, second, ty);
    let early = !cx.at_least(SpirvVersion::V1_4);
    let visible = first.bits.contains(MemoryAccess::MAKE_POINTER_VISIBLE);
    let available = second.bits.contains(MemoryAccess::MAKE_POINTER_AVAILABLE);
    if early || visible || available {
        cx.violate(
            Memory::Masks,
            inst,
            format_args!(
                "the memory operands are {} and {}",
                message::memory_access(first.bits.bits()),
                message::memory_access(second.bits.bits())
            ),
        );
    }
}

/// Checks a pointer under a mask. Returns whether nothing is wrong.
fn check_mask(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, mask: Mask, ty: Option<&Type<'_>>) -> bool {
    let module = cx.module;
    let Some(class) = class_of(module, pointer) else {
        return true;
    };
    let private = !mask.bits.contains(MemoryAccess::NON_PRIVATE_POINTER);
    let made = MemoryAccess::MAKE_POINTER_AVAILABLE | MemoryAccess::MAKE_POINTER_VISIBLE;
    let unmade = private && mask.bits.intersects(made);
    if unmade {
        cx.violate(
            Memory::NonPrivate,
            inst,
            format_args!("the memory operands are {}", message::memory_access(mask.bits.bits())),
        );
    }
    let unshared = !private && !is_shared(class);
    if unshared {
        cx.violate(
            Memory::NonPrivateClass,
            inst,
            format_args!(
                "{} points into {class}",
                module.show(pointer),
                class = message::class(class)
            ),
        );
    }
    let scalar = ty.map_or(0, |ty| ty.largest_scalar);
    aligned(cx, inst, (pointer, class), mask, scalar) && !unmade && !unshared
}

/// Whether invocations share memory of a storage class (SPIR-V §2.16.1, Universal Validation Rules).
fn is_shared(class: u32) -> bool {
    matches!(
        StorageClass::from_u32(class),
        Some(
            StorageClass::Uniform
                | StorageClass::Workgroup
                | StorageClass::CrossWorkgroup
                | StorageClass::Generic
                | StorageClass::Image
                | StorageClass::StorageBuffer
                | StorageClass::PhysicalStorageBuffer
                | StorageClass::TaskPayloadWorkgroupEXT
        )
    )
}

/// Checks the alignment of a pointer into a storage class. Returns whether nothing is wrong. `scalar` is the size in
/// bytes of the largest scalar of the object, 0 if it is unknown.
fn aligned(cx: &mut Checker<'_, '_>, inst: &Inst, (pointer, class): (u32, u32), mask: Mask, scalar: u32) -> bool {
    let module = cx.module;
    let physical = match cx.target.is_vulkan() {
        true => !is_logical(module, class),
        false => class == StorageClass::PhysicalStorageBuffer as u32,
    };
    match mask.aligned {
        Some(bytes) if !bytes.is_power_of_two() => {
            cx.violate(Memory::PowerOfTwo, inst, format_args!("the alignment is {bytes}"));
            false
        }
        Some(bytes) if physical && cx.target.is_vulkan() && scalar != 0 && !bytes.is_multiple_of(scalar) => {
            let message = format_args!("the alignment is {bytes}, the largest scalar has {scalar} bytes");
            cx.violate(Memory::AlignedScalar, inst, message);
            false
        }
        // spirv-val asks extensions' instructions for it only if they have memory operands.
        None if physical => {
            let in_spirv_val = matches!(inst.opcode, 61..=64) || !mask.bits.is_empty();
            let message = format_args!("{} is in PhysicalStorageBuffer", module.show(pointer));
            cx.violate_part(Memory::Aligned, in_spirv_val, inst, message);
            false
        }
        _ => true,
    }
}
