//! Conversions other than between numbers: bit casts, pointers, handles and narrow encodings (SPIR-V §3.52.11,
//! Conversion Instructions; SPV_EXT_ocp_microscaling_types, SPV_NV_bindless_texture, SPV_INTEL_bindless_images).

use super::super::Checker;
use super::super::cooperative;
use super::super::message;
use super::super::module::{Inst, Kind, Module, Scalar, Type};
use super::{At, Typing};
use crate::target::SpirvVersion;
use spirv::{AddressingModel, Op, StorageClass};

/// Checks a conversion, if the instruction is one.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let value = module.operand(inst, 0);
    let (Some(result), Some(operand)) = (module.result_type(inst), module.type_of(value)) else {
        return;
    };
    let mut at = At::of(cx, inst);
    match inst.op {
        Op::Bitcast => bitcast(&mut at, result, operand, value),
        Op::QuantizeToF16 => {
            if at.result(
                result.is_float_or_vector() && result.width() == 32,
                "of floats of 32 bits",
            ) {
                at.same(&[value], result.id);
            }
        }
        Op::SatConvertSToU | Op::SatConvertUToS => {
            if at.result(result.is_int_or_vector(), "of integers") {
                let fits = operand.is_int_or_vector() && operand.lanes == result.lanes;
                at.operand(value, fits, format_args!("as many integers as the result"));
            }
        }
        Op::ConvertPtrToU => {
            at.result(is_unsigned(result), "an unsigned integer");
            let fits = is_physical(module, operand);
            at.operand(value, fits, format_args!("a physical pointer"));
            width(&mut at, result);
        }
        Op::ConvertUToPtr => {
            at.result(is_physical(module, result), "a physical pointer");
            at.operand(value, operand.is_int(), format_args!("an integer"));
            if operand.is_int() && !is_unsigned(operand) {
                let message = format_args!("operand {} should be unsigned", module.show(value));
                at.cx.violate_part(Typing::Operand, false, inst, message);
            }
            width(&mut at, operand);
        }
        Op::PtrCastToGeneric | Op::GenericCastToPtr | Op::GenericCastToPtrExplicit => {
            generic(&mut at, result, operand, value)
        }
        _ => handle(&mut at, result, operand, value),
    }
}

fn is_unsigned(ty: &Type<'_>) -> bool {
    ty.is_int() && matches!(ty.scalar, Scalar::Int { signed: false, .. })
}

/// Whether a pointer has a numeric address: in `PhysicalStorageBuffer`, or with an addressing model that gives one to
/// all pointers.
fn is_physical(module: &Module<'_>, ty: &Type<'_>) -> bool {
    match module.memory_model.map(|(addressing, _)| addressing) {
        Some(model) if model == AddressingModel::Logical as u32 => false,
        Some(model) if model == AddressingModel::PhysicalStorageBuffer64 as u32 => {
            ty.storage_class() == Some(StorageClass::PhysicalStorageBuffer as u32)
        }
        _ => ty.is_pointer(),
    }
}

fn width(at: &mut At<'_, '_, '_>, ty: &Type<'_>) {
    let physical = at
        .cx
        .module
        .memory_model
        .is_some_and(|(model, _)| model == AddressingModel::PhysicalStorageBuffer64 as u32);
    if physical && at.cx.target.is_vulkan() && ty.is_int() && ty.width() != 64 {
        let message = format_args!("the integer has {} bits, not 64", ty.width());
        at.cx.violate(Typing::PhysicalWidth, at.inst, message);
    }
}

/// A bit cast preserves the number of bits.
fn bitcast(at: &mut At<'_, '_, '_>, result: &Type<'_>, operand: &Type<'_>, value: u32) {
    if super::is_cooperative(result) || super::is_cooperative(operand) {
        return cooperative::check(at.cx, at.inst);
    }
    let numbers = |ty: &Type<'_>| ty.is_int_or_vector() || ty.is_float_or_vector();
    if !at.result(result.is_pointer() || numbers(result), "a pointer, or of numbers") {
        return;
    }
    let fits = operand.is_pointer() || numbers(operand);
    at.operand(value, fits, format_args!("a pointer, or of numbers"));
    if operand.id == result.id {
        let message = format_args!("operand {} is of the result's type already", at.cx.module.show(value));
        at.cx.violate_part(Typing::Operand, false, at.inst, message);
    }
    if let (Some(to), Some(from)) = (result.storage_class(), operand.storage_class())
        && to != from
    {
        let (to, from) = (message::class(to), message::class(from));
        let message = format_args!("it makes a pointer into {to} of one into {from}");
        at.cx.violate_part(Typing::Operand, false, at.inst, message);
    }
    let vectors = at.cx.at_least(SpirvVersion::V1_5) || at.cx.module.has_extension("SPV_KHR_physical_storage_buffer");
    let pair = |ty: &Type<'_>| {
        let vector = vectors && ty.is_vector() && ty.is_int_or_vector() && ty.width() == 32;
        ty.is_pointer() || ty.is_int() || vector
    };
    if result.is_pointer() != operand.is_pointer() {
        let other = if result.is_pointer() { operand } else { result };
        let fits = pair(other);
        at.operand(
            value,
            fits,
            format_args!("an integer, or vector of those, where the other is a pointer"),
        );
    } else if fits && !result.is_pointer() {
        let bits = |ty: &Type<'_>| u64::from(ty.lanes) * u64::from(ty.width());
        let (most, least) = (result.lanes.max(operand.lanes), result.lanes.min(operand.lanes));
        let even = least != 0 && most.is_multiple_of(least);
        at.operand(
            value,
            bits(result) == bits(operand) && even,
            format_args!("of as many bits as the result"),
        );
    }
}

fn generic(at: &mut At<'_, '_, '_>, result: &Type<'_>, operand: &Type<'_>, value: u32) {
    const CLASSES: [StorageClass; 3] = [
        StorageClass::Workgroup,
        StorageClass::CrossWorkgroup,
        StorageClass::Function,
    ];
    let is_generic = |ty: &Type<'_>| ty.storage_class() == Some(StorageClass::Generic as u32);
    let is_other = |ty: &Type<'_>| CLASSES.iter().any(|&one| ty.storage_class() == Some(one as u32));
    let (to, from) = match at.inst.op {
        Op::PtrCastToGeneric => (is_generic(result), is_other(operand)),
        _ => (is_other(result), is_generic(operand)),
    };
    // The explicit cast names the storage class of its result.
    let named =
        at.inst.op != Op::GenericCastToPtrExplicit || result.storage_class() == Some(at.cx.module.operand(at.inst, 1));
    at.result(to && named, "a pointer of an allowed storage class");
    let same = result.pointee() == operand.pointee();
    at.operand(
        value,
        from && same,
        format_args!("a pointer of the other storage class to the same"),
    );
}

/// Conversions between opaque objects and numbers.
fn handle(at: &mut At<'_, '_, '_>, result: &Type<'_>, operand: &Type<'_>, value: u32) {
    let module = at.cx.module;
    let image = |ty: &Type<'_>| matches!(ty.kind, Kind::Image(_));
    let sampler = |ty: &Type<'_>| ty.kind == Kind::Sampler;
    let sampled = |ty: &Type<'_>| matches!(ty.kind, Kind::SampledImage { .. });
    let number = |ty: &Type<'_>| is_unsigned(ty) && matches!(ty.width(), 32 | 64);
    // A handle is as wide as an address (SPV_INTEL_bindless_images).
    let address = match module.memory_model.map(|(addressing, _)| addressing) {
        Some(model) if model == AddressingModel::Physical32 as u32 => 32,
        _ => 64,
    };
    let narrow = |ty: &Type<'_>| is_unsigned(ty) && ty.width() == address;
    let (to, from) = match at.inst.opcode {
        5391 => (image(result), number(operand)),
        5392 => (sampler(result), number(operand)),
        5395 => (sampled(result), number(operand)),
        5393 => (number(result), image(operand)),
        5394 => (number(result), sampler(operand)),
        5396 => (number(result), sampled(operand)),
        6529 => (image(result), narrow(operand)),
        6530 => (sampler(result), narrow(operand)),
        6531 => (sampled(result), narrow(operand)),
        4195 => return extract(at, result, operand, value),
        _ => return,
    };
    at.result(to, "the object or number that is converted to");
    at.operand(value, from, format_args!("the number or object that is converted from"));
}

/// `OpBitcastExtractEXT` extracts narrow floats from wider numbers.
fn extract(at: &mut At<'_, '_, '_>, result: &Type<'_>, base: &Type<'_>, value: u32) {
    let numbers = |ty: &Type<'_>| ty.is_int_or_vector() || ty.is_float_or_vector();
    at.result(numbers(result), "of numbers");
    let wider = numbers(base) && base.width() > result.width() && base.lanes == result.lanes;
    at.operand(
        value,
        wider,
        format_args!("as many numbers as the result, and wider than those"),
    );
    let module = at.cx.module;
    let offset = module.operand(at.inst, 1);
    let fits = module.type_of(offset).is_none_or(Type::is_int);
    at.operand(offset, fits, format_args!("an integer"));
    if !at.cx.target.is_vulkan() {
        return;
    }
    // Float6E2M3EXT, Float6E3M2EXT and Float4E2M1EXT.
    let narrow = matches!(
        result.scalar,
        Scalar::Float {
            encoding: Some(4223..=4225),
            ..
        }
    );
    if !narrow {
        let module = at.cx.module;
        let message = format_args!(
            "the result type {} is no float of 4 or 6 bits",
            module.show(at.inst.result_type)
        );
        at.cx.violate(Typing::ExtractResult, at.inst, message);
    }
    if !base.is_int_or_vector() {
        let message = format_args!("the base is no integer");
        at.cx.violate(Typing::ExtractBase, at.inst, message);
    }
}

/// Numbers in microscaling encodings may only be converted to wider floats (Vulkan, Standalone SPIR-V).
pub(super) fn microscaling(cx: &mut Checker<'_, '_>, inst: &Inst, result: &Type<'_>) {
    let module = cx.module;
    let Some(operand) = module.type_of(module.operand(inst, 0)) else {
        return;
    };
    let micro = |ty: &Type<'_>| {
        matches!(
            ty.scalar,
            Scalar::Float {
                encoding: Some(4223..=4227),
                ..
            }
        )
    };
    match inst.op {
        Op::FConvert => {
            if micro(result) {
                cx.violate(
                    Typing::MicroTo,
                    inst,
                    format_args!("the result is of a microscaling encoding"),
                );
            }
            if micro(result) && micro(operand) {
                cx.violate(Typing::MicroFrom, inst, format_args!("the result is no wider float"));
            }
        }
        Op::ConvertFToU | Op::ConvertFToS | Op::ConvertSToF | Op::ConvertUToF if micro(result) || micro(operand) => {
            cx.violate(
                Typing::MicroInt,
                inst,
                format_args!("the operand or the result is a microscaling type"),
            );
        }
        _ => {}
    }
}
