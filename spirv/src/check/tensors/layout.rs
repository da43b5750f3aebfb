//! Tensor layouts and tensor views (SPV_NV_tensor_addressing).

use super::Tensors;
use crate::check::Checker;
use crate::check::module::{Inst, Kind, Module, Type};
use crate::check::signature::is_constant;
use spirv::Op;

/// The most dimensions of a layout or view.
const MOST: u32 = 5;
/// The last clamp mode, RepeatMirrored.
const LAST_CLAMP_MODE: u32 = 4;

/// Checks the operands of a type.
pub(super) fn ty(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[dimensions, second, ref order @ ..] = module.operands(inst) else {
        return;
    };
    let view = inst.op == Op::TypeTensorViewNV;
    if !is_int(cx, inst, dimensions) {
        return;
    }
    let count = module.constant_int(dimensions);
    if let Some(count) = count.filter(|count| !(1..=i128::from(MOST)).contains(count)) {
        let message = format_args!("there are {count} dimensions, not 1 to {MOST}");
        return cx.violate(Tensors::LayoutType, inst, message);
    }
    if !view {
        if is_int(cx, inst, second) {
            let mode = module.constant_int(second);
            if let Some(mode) = mode.filter(|mode| !(0..=i128::from(LAST_CLAMP_MODE)).contains(mode)) {
                cx.violate(Tensors::LayoutType, inst, format_args!("there is no clamp mode {mode}"));
            }
        }
        return;
    }
    let bool = module.type_of(second).is_some_and(|ty| ty.kind == Kind::Bool);
    if module.def(second).is_some() && !(bool && is_constant(module, second)) {
        let message = format_args!("{} is no constant Boolean", module.show(second));
        cx.violate_part(Tensors::LayoutType, !bool, inst, message);
    }
    if count.is_some_and(|count| count != order.len() as i128) {
        let message = format_args!(
            "the permutation has {} values, one for each dimension is needed",
            order.len()
        );
        return cx.violate(Tensors::LayoutType, inst, message);
    }
    let mut seen = 0_u32;
    // spirv-val looks for values that are there twice only if it knows all of them.
    let all = order
        .iter()
        .take(MOST as usize)
        .all(|&id| module.constant_int(id).is_some());
    for &id in order.iter().take(MOST as usize) {
        if !is_int(cx, inst, id) {
            return;
        }
        let Some(value) = module.constant_int(id) else { continue };
        if !(0..order.len() as i128).contains(&value) {
            let message = format_args!("the permutation has {value}, and there are {} dimensions", order.len());
            return cx.violate(Tensors::LayoutType, inst, message);
        }
        let bit = 1_u32.checked_shl(value as u32).unwrap_or(0);
        if seen & bit != 0 {
            let message = format_args!("the permutation has {value} twice");
            return cx.violate_part(Tensors::LayoutType, all, inst, message);
        }
        seen |= bit;
    }
}

/// Whether an operand of a type is a constant integer of 32 bits; reports it otherwise. `false` if it is undefined.
fn is_int(cx: &mut Checker<'_, '_>, inst: &Inst, id: u32) -> bool {
    let module = cx.module;
    let int = module.type_of(id).is_some_and(Type::is_int32);
    let fits = int && is_constant(module, id);
    if module.def(id).is_some() && !fits {
        let message = format_args!("{} is no constant integer of 32 bits", module.show(id));
        cx.violate_part(Tensors::LayoutType, !int, inst, message);
    }
    fits
}

/// Checks an instruction that makes a layout or view, or changes one.
pub(super) fn instruction(cx: &mut Checker<'_, '_>, inst: &Inst) {
    /// The number of values that follow the layout or view, in units of its dimensions; `None` if the grammar has it.
    type Count = Option<usize>;
    let (ty, copies, count): (Op, bool, Count) = match inst.op {
        Op::CreateTensorLayoutNV => (Op::TypeTensorLayoutNV, false, None),
        Op::TensorLayoutSetDimensionNV | Op::TensorLayoutSetStrideNV | Op::TensorLayoutSetBlockSizeNV => {
            (Op::TypeTensorLayoutNV, true, Some(1))
        }
        Op::TensorLayoutSliceNV => (Op::TypeTensorLayoutNV, true, Some(2)),
        Op::TensorLayoutSetClampValueNV => (Op::TypeTensorLayoutNV, true, None),
        Op::CreateTensorViewNV => (Op::TypeTensorViewNV, false, None),
        Op::TensorViewSetDimensionNV | Op::TensorViewSetStrideNV => (Op::TypeTensorViewNV, true, Some(1)),
        Op::TensorViewSetClipNV => (Op::TypeTensorViewNV, true, None),
        _ => return,
    };
    let module = cx.module;
    let Some(result) = module.result_type(inst) else {
        return;
    };
    if result.op != ty {
        let kind = if ty == Op::TypeTensorViewNV { "view" } else { "layout" };
        let message = format_args!("the result type {} is no tensor {kind}", module.show(result.id));
        return cx.violate(Tensors::Layout, inst, message);
    }
    let &[from, ref values @ ..] = module.operands(inst) else {
        return;
    };
    if copies && module.def(from).is_some() && module.type_id(from) != result.id {
        let message = format_args!("{} is of another type than the result", module.show(from));
        cx.violate(Tensors::Layout, inst, message);
    }
    let dimensions = module.inst(result.inst).map_or(0, |ty| module.operand(ty, 0));
    let expected = module.constant_u32(dimensions).zip(count);
    let expected = expected.map(|(dimensions, count)| (dimensions as usize).saturating_mul(count));
    if let Some(expected) = expected.filter(|&expected| expected != values.len()) {
        let message = format_args!("there are {} values, {expected} are needed", values.len());
        cx.violate(Tensors::Layout, inst, message);
    }
    let other = |&&id: &&u32| module.def(id).is_some() && !module.type_of(id).is_some_and(Type::is_int32);
    if let Some(&value) = values.iter().find(other) {
        let message = format_args!("{} is no integer of 32 bits", module.show(value));
        cx.violate(Tensors::Layout, inst, message);
    }
}

/// The id of the number of dimensions of a layout; `None` if the value is none.
pub(in crate::check) fn dimensions(module: &Module<'_>, layout: u32) -> Option<u32> {
    let ty = module.type_of(layout).filter(|ty| ty.op == Op::TypeTensorLayoutNV)?;
    Some(module.operand(module.inst(ty.inst)?, 0))
}
