//! Functions on the elements of matrices, and loads and stores of tensors (SPV_NV_cooperative_matrix2).

use super::{ACCUMULATOR, Cooperative, Matrix, is_for, own, points_into_array, same};
use crate::check::Checker;
use crate::check::memory::count_operands;
use crate::check::module::{Class, Flags, Inst, Kind, Module, Type};
use crate::check::tensors;
use spirv::{Capability, CooperativeMatrixReduce as Reduce, Op, StorageClass, TensorAddressingOperands as T};

/// The position of the function on elements among the operands of an instruction.
fn function_index(module: &Module<'_>, inst: &Inst) -> Option<usize> {
    match inst.op {
        Op::CooperativeMatrixReduceNV => Some(2),
        Op::CooperativeMatrixPerElementOpNV => Some(1),
        Op::CooperativeMatrixLoadTensorNV => {
            let first = 3 + count_operands(module.operands(inst).get(3..).unwrap_or(&[]));
            let mask = T::from_bits_retain(module.operand(inst, first));
            let viewed = usize::from(mask.contains(T::TENSOR_VIEW));
            mask.contains(T::DECODE_FUNC).then_some(first + 1 + viewed)
        }
        _ => None,
    }
}

/// Checks that functions on elements, and those that they call, have no tangled instructions.
pub(super) fn functions(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let capabilities = [
        Capability::CooperativeMatrixReductionsNV,
        Capability::CooperativeMatrixPerElementOperationsNV,
        Capability::CooperativeMatrixBlockLoadsNV,
    ];
    if !capabilities.iter().any(|&one| module.has_capability(one)) {
        return;
    }
    let users = module.of([Class::Foreign]);
    let mut roots = users.filter_map(|inst| Some(module.operand(inst, function_index(module, inst)?)));
    let reached = module.reached_from(&mut roots);
    let functions = module.functions.iter().zip(reached).filter(|&(_, reached)| reached);
    for inst in functions.flat_map(|(function, _)| module.body(function)) {
        if is_tangled(module, inst) {
            let message = format_args!("it communicates between invocations, and a function on elements reaches it");
            cx.violate(Cooperative::Tangled, inst, message);
        }
    }
}

/// Whether an instruction is tangled (SPIR-V §2.2.5, Control Flow): group and non-uniform instructions, barriers,
/// derivatives, implicit levels of detail, and what computes, loads or stores cooperative matrices.
fn is_tangled(module: &Module<'_>, inst: &Inst) -> bool {
    let makes = || {
        let result = module.result_type(inst);
        result.is_some_and(|ty| ty.flags.contains(Flags::COOPERATIVE) && !ty.is_pointer())
    };
    match inst.opcode {
        224 | 259..=271 | 333..=366 | 4421..=4422 | 4428..=4432 | 5000..=5007 | 5110 | 5111 | 5296 | 6401..=6408 => {
            true
        }
        87 | 89 | 91 | 93 | 105 | 207..=215 | 305 | 307 | 309 | 311 => true,
        4457..=4459 | 5293 | 5366..=5369 | 5390 => true,
        80 | 109..=124 | 126..=152 | 4463 => makes(),
        _ => false,
    }
}

/// The result and the parameters of a function; reports what is no function.
fn signature<'w>(cx: &mut Checker<'_, 'w>, rule: Cooperative, inst: &Inst, id: u32) -> Option<(u32, &'w [u32])> {
    let module = cx.module;
    let def = module.def(id)?;
    if def.op != Op::Function {
        cx.violate(rule, inst, format_args!("{} is no function", module.show(id)));
        return None;
    }
    match module.ty(module.function(id)?.ty)?.kind {
        Kind::Function { result, parameters } => Some((result, parameters)),
        _ => None,
    }
}

/// Checks `OpCooperativeMatrixReduceNV`.
pub(super) fn reduce(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[value, mask, function, ..] = module.operands(inst) else {
        return;
    };
    if module.def(value).is_none() || module.result_type(inst).is_none() {
        return;
    }
    let (Some(from), Some(to)) = (own(inst, module.type_of(value)), own(inst, module.result_type(inst))) else {
        let message = format_args!("the operand or the result is no cooperative matrix");
        return cx.violate(Cooperative::Reduce, inst, message);
    };
    let mut report = |fits: bool, message: &str| {
        if !fits {
            cx.violate(Cooperative::Reduce, inst, format_args!("{message}"));
        }
    };
    let alike = from.component == to.component && same(module, from.scope, to.scope);
    report(alike, "the matrices differ in component type or scope");
    let accumulate = is_for(module, &from, ACCUMULATOR) && is_for(module, &to, ACCUMULATOR);
    report(accumulate, "the matrices are no accumulators");
    let mask = Reduce::from_bits_retain(mask);
    let lines = Reduce::ROW | Reduce::COLUMN;
    let both = mask.contains(Reduce::_2X2) && mask.intersects(lines);
    report(!both, "2x2 is combined with Row or Column");
    if mask == Reduce::ROW {
        report(
            same(module, from.rows, to.rows),
            "the result has another number of rows",
        );
    }
    if mask == Reduce::COLUMN {
        let columns = same(module, from.columns, to.columns);
        report(columns, "the result has another number of columns");
    }
    if mask == Reduce::_2X2 {
        let halves = [half(module, from.rows, to.rows), half(module, from.columns, to.columns)];
        if halves.contains(&Some(false)) {
            let message = format_args!("the result does not have half of the rows and columns");
            cx.violate_part(Cooperative::Reduce, !halves.contains(&None), inst, message);
        }
    }
    let Some((result, parameters)) = signature(cx, Cooperative::Reduce, inst, function) else {
        return;
    };
    if result != from.component || parameters != [from.component; 2] {
        let message = format_args!("{} does not make one component of two", module.show(function));
        cx.violate(Cooperative::Reduce, inst, message);
    }
}

/// Whether a size is half of another; `None` if one is unknown.
fn half(module: &Module<'_>, whole: u32, half: u32) -> Option<bool> {
    let (whole, half) = (module.constant_int(whole)?, module.constant_int(half)?);
    Some(whole / 2 == half)
}

/// Checks `OpCooperativeMatrixPerElementOpNV`.
pub(super) fn per_element(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[value, function, ..] = module.operands(inst) else {
        return;
    };
    if module.def(value).is_none() || module.result_type(inst).is_none() {
        return;
    }
    let Some(found) = own(inst, module.type_of(value)).filter(|found| found.ty == inst.result_type) else {
        let message = format_args!("{} is no cooperative matrix of the result's type", module.show(value));
        return cx.violate(Cooperative::PerElement, inst, message);
    };
    let Some((result, parameters)) = signature(cx, Cooperative::PerElement, inst, function) else {
        return;
    };
    let int = |id| module.ty(id).is_none_or(Type::is_int32);
    let fits = match *parameters {
        [row, column, element, ..] => int(row) && int(column) && element == found.component,
        _ => false,
    };
    if !fits || result != found.component {
        let message = format_args!(
            "{} does not make a component of two integers of 32 bits and a component",
            module.show(function)
        );
        cx.violate(Cooperative::PerElement, inst, message);
    }
}

/// Checks `OpCooperativeMatrixLoadTensorNV` or `OpCooperativeMatrixStoreTensorNV`.
pub(super) fn tensor(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let &[pointer, object, layout, ref masks @ ..] = module.operands(inst) else {
        return;
    };
    if [pointer, object, layout].iter().any(|&id| module.def(id).is_none()) {
        return;
    }
    let loads = inst.op == Op::CooperativeMatrixLoadTensorNV;
    let ty = if loads {
        inst.result_type
    } else {
        module.type_id(object)
    };
    let Some(found) = own(inst, module.ty(ty)) else {
        let message = format_args!("{} is no cooperative matrix", module.show(ty));
        return cx.violate(Cooperative::Tensor, inst, message);
    };
    if module.type_id(object) != ty {
        let message = format_args!("{} is of another type than the result", module.show(object));
        cx.violate(Cooperative::Tensor, inst, message);
    }
    match module.type_of(pointer) {
        Some(ty) if ty.is_pointer() => {
            super::class(cx, inst, pointer);
            if cx.is_shader() && !points_into_array(module, pointer) {
                let message = format_args!("{} points into no array", module.show(pointer));
                cx.violate(Cooperative::Array, inst, message);
            }
        }
        _ => {
            let message = format_args!("{} is no pointer", module.show(pointer));
            cx.violate(Cooperative::Tensor, inst, message);
        }
    }
    let dimensions = tensors::dimensions(module, layout);
    if dimensions.is_none() {
        let message = format_args!("{} is no tensor layout", module.show(layout));
        cx.violate(Cooperative::Tensor, inst, message);
    }
    let Some(&[mask, ref operands @ ..]) = masks.get(count_operands(masks)..) else {
        return;
    };
    let mask = T::from_bits_retain(mask);
    let mut operands = operands.iter().copied();
    if mask.contains(T::TENSOR_VIEW) {
        let view = operands.next().unwrap_or(0);
        if module.def(view).is_some() && module.type_of(view).is_none_or(|ty| ty.op != Op::TypeTensorViewNV) {
            let message = format_args!("{} is no tensor view", module.show(view));
            cx.violate(Cooperative::Tensor, inst, message);
        }
    }
    if mask.contains(T::DECODE_FUNC) {
        let function = operands.next().unwrap_or(0);
        if loads {
            decode(cx, inst, &found, function, dimensions);
        } else {
            cx.violate(Cooperative::Tensor, inst, format_args!("a store has no DecodeFunc"));
        }
    }
}

/// Checks the function that decodes a matrix whose layout has a number of dimensions.
fn decode(cx: &mut Checker<'_, '_>, inst: &Inst, found: &Matrix, function: u32, dimensions: Option<u32>) {
    let module = cx.module;
    let physical = StorageClass::PhysicalStorageBuffer as u32;
    let class = module.type_of(module.operand(inst, 0)).and_then(Type::storage_class);
    if class.is_some_and(|class| class != physical && class != StorageClass::StorageBuffer as u32) {
        let message = format_args!("with DecodeFunc the pointer is to StorageBuffer or PhysicalStorageBuffer");
        cx.violate_part(Cooperative::Tensor, false, inst, message);
    }
    let Some((result, parameters)) = signature(cx, Cooperative::Tensor, inst, function) else {
        return;
    };
    let pointer = |id| module.ty(id).is_some_and(|ty| ty.storage_class() == Some(physical));
    let counted = |id| match module.ty(id).map(|ty| ty.kind) {
        Some(Kind::Array { element, length, .. }) if dimensions.is_none_or(|count| same(module, length, count)) => {
            Some(module.ty(element).is_none_or(Type::is_int32))
        }
        _ => None,
    };
    // spirv-val asks neither for the number of parameters nor for the elements of the arrays.
    let (fits, in_spirv_val) = match *parameters {
        [at, block, inside, ref more @ ..] if result == found.component && pointer(at) => {
            let ints = counted(block).zip(counted(inside));
            (ints == Some((true, true)) && more.is_empty(), ints.is_none())
        }
        _ => (false, true),
    };
    if !fits {
        let message = format_args!(
            "{} does not make a component of a pointer to PhysicalStorageBuffer and two arrays of as many integers of 32 bits as the layout has dimensions",
            module.show(function)
        );
        cx.violate_part(Cooperative::Tensor, in_spirv_val, inst, message);
    }
}
