//! The types, storage classes and capabilities of atomics, and the semantics of exchanges (SPIR-V §3.52.18, Atomic
//! Instructions).

use super::super::Checker;
use super::super::memory;
use super::super::module::{Flags, Inst, Scalar};
use super::{MEMORIES, ORDERS, Sync, semantics};
use crate::check::message;
use crate::check::message::named;
use spirv::{Capability as C, MemorySemantics as S, Op, StorageClass};

/// The kinds of results that an atomic instruction may have.
#[derive(PartialEq)]
enum Family {
    Int,
    Float,
    Either,
    Flag,
}

pub(super) fn atomic(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let family = match inst.op {
        Op::AtomicLoad | Op::AtomicExchange | Op::AtomicStore => Family::Either,
        Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT => Family::Float,
        Op::AtomicFlagTestAndSet | Op::AtomicFlagClear => Family::Flag,
        _ => Family::Int,
    };
    atomic_pointer(cx, inst, &family);
    semantics(cx, inst, 2, Some(1));
    let exchange = matches!(inst.op, Op::AtomicCompareExchange | Op::AtomicCompareExchangeWeak);
    if exchange {
        semantics(cx, inst, 3, Some(1));
        unequal(cx, inst);
    }
    let values = match inst.op {
        Op::AtomicStore => &[3][..],
        _ if exchange => &[4, 5],
        Op::AtomicLoad
        | Op::AtomicIIncrement
        | Op::AtomicIDecrement
        | Op::AtomicFlagTestAndSet
        | Op::AtomicFlagClear => &[],
        _ => &[3],
    };
    let pointee = module.type_of(module.operand(inst, 0)).and_then(|ty| ty.pointee());
    let expected = match inst.op {
        Op::AtomicStore => pointee,
        _ => Some(inst.result_type),
    };
    for &index in values {
        let value = module.operand(inst, index);
        if module.def(value).is_some() && expected.is_some_and(|expected| expected != module.type_id(value)) {
            let message = format_args!(
                "operand {} should be of the type that is pointed to",
                module.show(value)
            );
            cx.violate(Sync::AtomicValue, inst, message);
        }
    }
}

fn atomic_pointer(cx: &mut Checker<'_, '_>, inst: &Inst, family: &Family) {
    let module = cx.module;
    let pointer = module.operand(inst, 0);
    if module.def(pointer).is_none() {
        return;
    }
    let Some((ty, class)) = module.type_of(pointer).and_then(|ty| Some((ty, ty.storage_class()?))) else {
        return cx.violate(
            Sync::AtomicPointer,
            inst,
            format_args!("{} is no pointer", module.show(pointer)),
        );
    };
    let data = ty.pointee().unwrap_or(match inst.op {
        Op::AtomicStore => module.type_id(module.operand(inst, 3)),
        _ => inst.result_type,
    });
    let scalar = module.ty(data).map_or(Scalar::None, |ty| ty.scalar);
    let lanes = module.ty(data).map_or(0, |ty| ty.lanes);
    let (int, float) = (
        matches!(scalar, Scalar::Int { .. }),
        matches!(scalar, Scalar::Float { .. }),
    );
    let halves = lanes != 3
        && scalar
            == (Scalar::Float {
                width: 16,
                encoding: None,
            });
    let vector = halves && module.has_capability(C::AtomicFloat16VectorNV);
    let one = lanes == 1 || (vector && (*family == Family::Float || inst.op == Op::AtomicExchange));
    let fits = one
        && match family {
            Family::Int => int,
            Family::Float => float,
            Family::Either => int || float,
            Family::Flag => matches!(scalar, Scalar::Int { width: 32, .. }),
        };
    if inst.result_type != 0 && *family != Family::Flag && data != inst.result_type {
        let message = format_args!("{} points to a type other than the result's", module.show(pointer));
        cx.violate(Sync::AtomicPointer, inst, message);
    } else if !fits {
        cx.violate(
            Sync::AtomicResult,
            inst,
            format_args!("{} is no type for this instruction", module.show(data)),
        );
    }
    if *family == Family::Flag && inst.result_type != 0 {
        let bool = module
            .result_type(inst)
            .is_some_and(|ty| ty.scalar == Scalar::Bool && ty.lanes == 1);
        if !bool {
            cx.violate(Sync::AtomicResult, inst, format_args!("the result is no Boolean"));
        }
    }
    atomic_class(cx, inst, class);
    atomic_capability(cx, inst, scalar, lanes);
}

fn atomic_class(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32) {
    use StorageClass as Class;
    let shown = Class::from_u32(class);
    let vulkan = matches!(
        shown,
        Some(
            Class::Uniform
                | Class::StorageBuffer
                | Class::Workgroup
                | Class::Image
                | Class::PhysicalStorageBuffer
                | Class::TaskPayloadWorkgroupEXT
        )
    );
    let universal = vulkan
        || matches!(
            shown,
            Some(Class::CrossWorkgroup | Class::Generic | Class::AtomicCounter)
        )
        || (shown == Some(Class::Function) && (!cx.is_shader() || cx.target.is_vulkan()));
    if !universal {
        cx.violate(
            Sync::AtomicClass,
            inst,
            format_args!("the pointer is into {}", message::class_of(shown)),
        );
    }
    // In Uniform only a BufferBlock has atomics. spirv-val does not look at the block.
    let pointer = cx.module.operand(inst, 0);
    if shown == Some(Class::Uniform)
        && memory::block(cx.module, pointer).is_some_and(|ty| !ty.flags.contains(Flags::BUFFER_BLOCK))
    {
        cx.violate_part(
            Sync::AtomicClass,
            false,
            inst,
            format_args!("the pointer is into a Block of Uniform"),
        );
    }
    if cx.target.is_vulkan() && !vulkan {
        cx.violate(
            Sync::AtomicVulkanClass,
            inst,
            format_args!("the pointer is into {}", message::class_of(shown)),
        );
    }
}

fn atomic_capability(cx: &mut Checker<'_, '_>, inst: &Inst, scalar: Scalar, lanes: u32) {
    let expected = match (scalar, inst.op) {
        (Scalar::Int { width: 64, .. }, _) => C::Int64Atomics,
        (Scalar::Float { width: 16, .. }, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT) if lanes > 1 => {
            C::AtomicFloat16VectorNV
        }
        (Scalar::Float { width: 16, .. }, Op::AtomicFAddEXT) => C::AtomicFloat16AddEXT,
        (Scalar::Float { width: 32, .. }, Op::AtomicFAddEXT) => C::AtomicFloat32AddEXT,
        (Scalar::Float { width: 64, .. }, Op::AtomicFAddEXT) => C::AtomicFloat64AddEXT,
        (Scalar::Float { width: 16, .. }, Op::AtomicFMinEXT | Op::AtomicFMaxEXT) => C::AtomicFloat16MinMaxEXT,
        (Scalar::Float { width: 32, .. }, Op::AtomicFMinEXT | Op::AtomicFMaxEXT) => C::AtomicFloat32MinMaxEXT,
        (Scalar::Float { width: 64, .. }, Op::AtomicFMinEXT | Op::AtomicFMaxEXT) => C::AtomicFloat64MinMaxEXT,
        _ => return,
    };
    let shader = expected == C::Int64Atomics || cx.is_shader();
    if shader && !cx.module.has_capability(expected) {
        cx.violate(
            Sync::AtomicCapability,
            inst,
            format_args!("{expected} is not declared", expected = named(expected)),
        );
    }
}

/// Checks the Unequal semantics of an exchange against its Equal semantics.
fn unequal(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let bits = |index| {
        module
            .constant_int(module.operand(inst, index))
            .map(|value| S::from_bits_retain(value as u32))
    };
    let (Some(equal), Some(unequal)) = (bits(2), bits(3)) else {
        return;
    };
    let vulkan = cx.target.is_vulkan();
    let mut report = |rule: Sync, in_spirv_val: bool| {
        cx.violate_part(
            rule,
            in_spirv_val,
            inst,
            format_args!(
                "the semantics are {} where equal, {} where not",
                message::memory_semantics(equal.bits()),
                message::memory_semantics(unequal.bits())
            ),
        );
    };
    // OpAtomicCompareExchangeWeak has the semantics of the other exchange; spirv-val looks at the other one alone.
    let weak = inst.op == Op::AtomicCompareExchangeWeak;
    if unequal.intersects(S::RELEASE | S::ACQUIRE_RELEASE) {
        report(Sync::UnequalRelease, !weak);
    }
    if (equal ^ unequal).contains(S::VOLATILE) {
        report(Sync::UnequalVolatile, true);
    }
    // Acquire and Release have the same strength.
    let strength = |value: S| match value & ORDERS {
        order if order.is_empty() => 0,
        order if order.contains(S::SEQUENTIALLY_CONSISTENT) => 3,
        order if order.contains(S::ACQUIRE_RELEASE) => 2,
        _ => 1,
    };
    // SPIR-V itself has this sentence too (§3.52.18, OpAtomicCompareExchange); spirv-val asks for Vulkan.
    if strength(unequal) > strength(equal) {
        report(Sync::UnequalStronger, vulkan);
    }
    if vulkan && (unequal & !equal).intersects(MEMORIES) {
        report(Sync::UnequalMemory, true);
    }
    if vulkan && (unequal & !equal).contains(S::MAKE_VISIBLE) {
        report(Sync::UnequalVisible, true);
    }
}
