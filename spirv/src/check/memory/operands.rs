//! Memory operands: the masks of loads, stores and copies, and their operands (SPIR-V §3.26, Memory Operands).

use super::{Memory, class_of, is_logical};
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Inst, Module};
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

/// The kind of access through a pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Load,
    Store,
}

/// Checks an access with one mask, which begins at operand `index`, to an object of type `ty` (0 if it is unknown).
pub(super) fn single(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, index: usize, access: Access, ty: u32) {
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

/// Checks a copy with one mask for both pointers, or with one for each.
pub(super) fn copy(cx: &mut Checker<'_, '_>, inst: &Inst, index: usize, ty: u32) {
    let module = cx.module;
    let (target, source) = (module.operand(inst, 0), module.operand(inst, 1));
    let words = module.operands(inst).get(index..).unwrap_or(&[]);
    let (first, taken) = read(words);
    let rest = words.get(taken..).unwrap_or(&[]);
    check_mask(cx, inst, target, first, ty);
    if rest.is_empty() {
        return check_mask(cx, inst, source, first, ty);
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

/// Checks a pointer under a mask.
fn check_mask(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, mask: Mask, ty: u32) {
    let module = cx.module;
    let Some(class) = class_of(module, pointer) else { return };
    let private = !mask.bits.contains(MemoryAccess::NON_PRIVATE_POINTER);
    let made = MemoryAccess::MAKE_POINTER_AVAILABLE | MemoryAccess::MAKE_POINTER_VISIBLE;
    if private && mask.bits.intersects(made) {
        cx.violate(
            Memory::NonPrivate,
            inst,
            format_args!("the memory operands are {}", message::memory_access(mask.bits.bits())),
        );
    }
    if !private && !is_shared(class) {
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
    aligned(cx, inst, pointer, mask, ty, class);
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

fn aligned(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, mask: Mask, ty: u32, class: u32) {
    let module: &Module<'_> = cx.module;
    let physical = cx.target.is_vulkan() && !is_logical(module, class);
    match mask.aligned {
        Some(bytes) if !bytes.is_power_of_two() => {
            cx.violate(Memory::PowerOfTwo, inst, format_args!("the alignment is {bytes}"));
        }
        Some(bytes) if physical => {
            let scalar = module.ty(ty).map_or(0, |ty| ty.largest_scalar);
            if scalar != 0 && !bytes.is_multiple_of(scalar) {
                cx.violate(
                    Memory::AlignedScalar,
                    inst,
                    format_args!("the alignment is {bytes}, the largest scalar has {scalar} bytes"),
                );
            }
        }
        None if physical => cx.violate(
            Memory::Aligned,
            inst,
            format_args!("{} is in PhysicalStorageBuffer", module.show(pointer)),
        ),
        _ => {}
    }
}
