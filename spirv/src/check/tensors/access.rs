//! Tensors of SPV_ARM_tensors: their types, and the operands of reads, writes and queries (Instructions; Tensor
//! Operands).
//!
//! Ranks and lengths that can be specialized are compared by id only.

use super::Tensors;
use crate::check::Checker;
use crate::check::module::{Inst, Kind, Module, Type};
use crate::check::signature::is_constant;
use spirv::{Capability, Op, TensorOperands as T};

/// Checks the operands of `OpTypeTensorARM`.
pub(super) fn tensor(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[element, ref sizes @ ..] = module.operands(inst) else {
        return;
    };
    if module.def(element).is_some() && !module.ty(element).is_some_and(Type::is_scalar) {
        let message = format_args!("the element type {} is no scalar", module.show(element));
        cx.violate(Tensors::Type, inst, message);
    }
    let Some(&rank) = sizes.first().filter(|&&rank| module.def(rank).is_some()) else {
        return;
    };
    if !is_constant(module, rank) || !module.type_of(rank).is_some_and(Type::is_int) {
        let message = format_args!("the Rank {} is no constant integer", module.show(rank));
        return cx.violate(Tensors::Type, inst, message);
    }
    if module.constant_int(rank) == Some(0) {
        cx.violate(Tensors::Type, inst, format_args!("the Rank is 0"));
    }
    let Some(&shape) = sizes.get(1).filter(|&&shape| module.def(shape).is_some()) else {
        return;
    };
    if !is_constant(module, shape) || !is_counted(module, module.type_of(shape), rank) {
        let message = format_args!(
            "the Shape {} is no constant array of as many integers as the Rank",
            module.show(shape)
        );
        return cx.violate(Tensors::Type, inst, message);
    }
    let composite = |def: &&Inst| matches!(def.op, Op::ConstantComposite | Op::SpecConstantComposite);
    let sides = module.def(shape).filter(composite);
    // The limit bounds the work, as types may share a shape; tensors have few dimensions.
    let mut sides = sides.map_or(&[][..], |def| module.operands(def)).iter().take(32);
    if sides.any(|&side| module.constant_int(side) == Some(0)) {
        cx.violate(Tensors::Type, inst, format_args!("the Shape has a side of 0"));
    }
}

/// Whether a type is an array of as many integers as a constant states; `true` if one of the numbers is unknown.
fn is_counted(module: &Module<'_>, ty: Option<&Type<'_>>, count: u32) -> bool {
    match ty.map(|ty| ty.kind) {
        Some(Kind::Array { element, length, .. }) => {
            module.ty(element).is_some_and(Type::is_int) && is_same(module, length, count)
        }
        _ => false,
    }
}

/// Whether two constants are equal; `true` if one is unknown.
pub(super) fn is_same(module: &Module<'_>, one: u32, other: u32) -> bool {
    let known = module.constant_int(one).zip(module.constant_int(other));
    one == other || known.is_none_or(|(one, other)| one == other)
}

/// The element type of a tensor, and its rank. Reports what is no tensor with a Rank.
fn ranked(cx: &mut Checker<'_, '_>, inst: &Inst, id: u32) -> Option<(u32, u32)> {
    let module = cx.module;
    module.def(id)?;
    let ty = module.type_of(id).filter(|ty| ty.op == Op::TypeTensorARM);
    let Some(ty) = ty.and_then(|ty| module.inst(ty.inst)) else {
        cx.violate(Tensors::Access, inst, format_args!("{} is no tensor", module.show(id)));
        return None;
    };
    let &[element, ref sizes @ ..] = module.operands(ty) else {
        return None;
    };
    match sizes.first() {
        Some(&rank) => Some((element, rank)),
        // A rule of Vulkan reports the type.
        None if super::requires_rank(cx) => None,
        None => {
            cx.violate(
                Tensors::Access,
                inst,
                format_args!("the tensor {} has no Rank", module.show(id)),
            );
            None
        }
    }
}

/// Checks the types of a read or write of data of type `data`.
pub(super) fn access(cx: &mut Checker<'_, '_>, inst: &Inst, data: u32) {
    let module = cx.module;
    let Some((element, rank)) = ranked(cx, inst, module.operand(inst, 0)) else {
        return;
    };
    let at = module.operand(inst, 1);
    if module.def(at).is_some() && !is_counted(module, module.type_of(at), rank) {
        let message = format_args!(
            "the coordinates {} are no array of as many integers as the Rank",
            module.show(at)
        );
        cx.violate(Tensors::Access, inst, message);
    }
    let fits = |ty: &Type<'_>| match ty.kind {
        Kind::Array { element: of, .. } => of == element,
        _ => ty.id == element,
    };
    if module.ty(data).is_some_and(|ty| !fits(ty)) {
        let (data, element) = (module.show(data), module.show(element));
        let message = format_args!("the data is of type {data}, the elements are of type {element}");
        cx.violate(Tensors::Access, inst, message);
    }
    operands(cx, inst, element);
}

/// Checks the tensor operands of a read or write.
fn operands(cx: &mut Checker<'_, '_>, inst: &Inst, element: u32) {
    let module = cx.module;
    let reads = inst.op == Op::TensorReadARM;
    let Some(&[mask, ref values @ ..]) = module.operands(inst).get(if reads { 2.. } else { 3.. }) else {
        return;
    };
    let mask = T::from_bits_retain(mask);
    let made = T::MAKE_ELEMENT_AVAILABLE_ARM | T::MAKE_ELEMENT_VISIBLE_ARM;
    let others = match reads {
        true => T::MAKE_ELEMENT_AVAILABLE_ARM,
        false => T::OUT_OF_BOUNDS_VALUE_ARM | T::MAKE_ELEMENT_VISIBLE_ARM,
    };
    if mask.intersects(others) {
        let (only, of) = match (mask & others).contains(T::OUT_OF_BOUNDS_VALUE_ARM) {
            true => ("OutOfBoundsValueARM", "reads"),
            false if reads => ("MakeElementAvailableARM", "writes"),
            false => ("MakeElementVisibleARM", "reads"),
        };
        return cx.violate(Tensors::Operands, inst, format_args!("{only} is for {of}"));
    }
    if mask.intersects(made) && !mask.contains(T::NON_PRIVATE_ELEMENT_ARM) {
        cx.violate(
            Tensors::Operands,
            inst,
            format_args!("there is no NonPrivateElementARM"),
        );
    }
    // The table of the extension has this capability for the three bits, the grammar has not.
    if mask.intersects(made | T::NON_PRIVATE_ELEMENT_ARM) && !module.has_capability(Capability::VulkanMemoryModel) {
        let message =
            format_args!("MakeElement and NonPrivateElementARM need VulkanMemoryModel, which is not declared");
        cx.violate_part(Tensors::Operands, false, inst, message);
    }
    let value = values.first().filter(|_| mask.contains(T::OUT_OF_BOUNDS_VALUE_ARM));
    let Some(&value) = value.filter(|&&value| module.def(value).is_some()) else {
        return;
    };
    let (ty, constant) = (module.type_id(value), is_constant(module, value));
    if ty != element || !constant {
        let message = format_args!(
            "the value {} is no constant of the element type {}",
            module.show(value),
            module.show(element)
        );
        // spirv-val compares the component types alone.
        let scalar = module.ty(ty).is_some_and(Type::is_scalar);
        cx.violate_part(Tensors::Operands, ty != element && scalar, inst, message);
    }
}

/// Checks `OpTensorQuerySizeARM`.
pub(super) fn query(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if module.result_type(inst).is_some_and(|ty| !ty.is_int()) {
        let message = format_args!("the result type {} is no integer", module.show(inst.result_type));
        cx.violate(Tensors::Access, inst, message);
    }
    let Some((_, rank)) = ranked(cx, inst, module.operand(inst, 0)) else {
        return;
    };
    let dimension = module.operand(inst, 1);
    if module.def(dimension).is_none() {
        return;
    }
    if !is_constant(module, dimension) || !module.type_of(dimension).is_some_and(Type::is_int) {
        let message = format_args!("the dimension {} is no constant integer", module.show(dimension));
        return cx.violate(Tensors::Access, inst, message);
    }
    // Both are interpreted as unsigned.
    let known = module.constant_int(dimension).zip(module.constant_int(rank));
    if let Some((dimension, rank)) = known.filter(|&(dimension, rank)| dimension < 0 || dimension >= rank) {
        let message = format_args!("the dimension {dimension} is not below the Rank {rank}");
        cx.violate(Tensors::Access, inst, message);
    }
}
