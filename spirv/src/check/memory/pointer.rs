//! Logical pointers: which instructions may use them, with and without the capabilities for variable pointers, and
//! which of them may be compared, returned and passed to functions (SPIR-V §2.16.1, Universal Validation Rules).

use super::{Memory, is_logical};
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Class, Function, Inst, Kind, Module, Type, may_result_pointer};
use spirv::{Capability, Op, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let shader = cx.is_shader();
    for inst in module.of([Class::Carrier]) {
        match inst.op {
            Op::PtrEqual | Op::PtrNotEqual | Op::PtrDiff => compare(cx, inst),
            Op::FunctionCall if shader => arguments(cx, inst),
            _ => {}
        }
    }
    if !shader {
        return;
    }
    for inst in module.of([Class::Memory, Class::Flow, Class::Carrier]) {
        if takes_variably(inst.op) {
            used(cx, inst);
        }
    }
    for &index in &module.restricted_pointers {
        if let Some(inst) = module.inst(index).filter(|inst| !takes_variably(inst.op)) {
            used(cx, inst);
        }
    }
    for function in &module.functions {
        returned(cx, function);
    }
}

/// Whether the declared capabilities allow variable pointers into a storage class.
fn is_variable_class(module: &Module<'_>, class: u32) -> bool {
    match StorageClass::from_u32(class) {
        Some(StorageClass::StorageBuffer) => module.has_capability(Capability::VariablePointersStorageBuffer),
        Some(StorageClass::Workgroup) => module.has_capability(Capability::VariablePointers),
        _ => false,
    }
}

fn compare(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (first, second) = (
        module.type_of(module.operand(inst, 0)),
        module.type_of(module.operand(inst, 1)),
    );
    let (Some(first), Some(second)) = (first, second) else {
        return;
    };
    let result = module.ty(inst.result_type);
    let difference = inst.op == Op::PtrDiff;
    let fits_result = result.is_none_or(|ty| if difference { ty.is_int() } else { ty.kind == Kind::Bool });
    let same = match (first.pointee(), second.pointee()) {
        (Some(_), Some(_)) => first.id == second.id,
        _ if difference => first.id == second.id,
        _ => first.storage_class() == second.storage_class(),
    };
    if !fits_result || !first.is_pointer() || !second.is_pointer() || !same {
        return cx.violate(
            Memory::PointerCompare,
            inst,
            format_args!(
                "the operands are of types {} and {}",
                module.show(first.id),
                module.show(second.id)
            ),
        );
    }
    let class = first.storage_class().unwrap_or(0);
    let physical = class == StorageClass::PhysicalStorageBuffer as u32;
    if physical || (is_logical(module, class) && !is_variable_class(module, class)) {
        cx.violate(
            Memory::PointerCompareClass,
            inst,
            format_args!("the pointers are into {class}", class = message::class(class)),
        );
    }
}

/// Checks functions that return pointers.
fn returned(cx: &mut Checker<'_, '_>, function: &Function) {
    let module = cx.module;
    let Some(inst) = module.inst(function.first) else {
        return;
    };
    let class = module.ty(inst.result_type).and_then(Type::storage_class);
    if let Some(class) = class.filter(|&class| is_logical(module, class) && !is_variable_class(module, class)) {
        cx.violate(
            Memory::PointerReturn,
            inst,
            format_args!("it returns a pointer into {class}", class = message::class(class)),
        );
    }
}

/// Checks the pointers that a call passes.
fn arguments(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    for &argument in module.operands(inst).get(1..).unwrap_or(&[]) {
        let (Some(def), Some(ty)) = (module.def(argument), module.type_of(argument)) else {
            continue;
        };
        let Some(class) = ty.storage_class().filter(|&class| is_logical(module, class)) else {
            continue;
        };
        let allowed = matches!(
            StorageClass::from_u32(class),
            Some(
                StorageClass::UniformConstant
                    | StorageClass::Function
                    | StorageClass::Private
                    | StorageClass::Workgroup
                    | StorageClass::AtomicCounter
            )
        );
        // Storage classes of extensions have rules of their own.
        let known = class <= StorageClass::StorageBuffer as u32;
        let variable = is_variable_class(module, class);
        let declared = matches!(
            def.op,
            Op::Variable | Op::UntypedVariableKHR | Op::FunctionParameter | Op::BufferPointerEXT | Op::Undef
        );
        if (known && !allowed && !variable) || !(declared || variable || !known || is_opaque_element(def, class)) {
            cx.violate(
                Memory::PointerArgument,
                inst,
                format_args!(
                    "{} is a pointer into {class}",
                    module.show(argument),
                    class = message::class(class)
                ),
            );
        }
    }
}

/// Whether a pointer selects an element of an array of opaque objects, the only objects in UniformConstant.
fn is_opaque_element(def: &Inst, class: u32) -> bool {
    class == StorageClass::UniformConstant as u32
        && matches!(
            def.op,
            Op::AccessChain | Op::InBoundsAccessChain | Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR
        )
}

/// Checks the operands and the result of an instruction in a function.
fn used(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let class_of = |ty: Option<&Type<'_>>| {
        ty.and_then(Type::storage_class)
            .filter(|&class| is_logical(module, class))
    };
    if inst.result != 0 {
        if let Some(class) = class_of(module.ty(inst.result_type)) {
            let variably = may_result_variably(inst.op) && is_variable_class(module, class);
            if !may_result_pointer(inst.op) && !variably {
                cx.violate(
                    Memory::PointerUse,
                    inst,
                    format_args!("the result is a pointer into {class}", class = message::class(class)),
                );
                return;
            }
        }
    }
    if !takes_variably(inst.op) {
        return;
    }
    let values = match inst.op {
        // The other operands are literals.
        Op::CompositeInsert => 2,
        _ => usize::MAX,
    };
    for &operand in module.operands(inst).iter().take(values) {
        let Some(class) = class_of(module.type_of(operand)) else {
            continue;
        };
        if !takes_logical(inst.op) {
            let (operand, class) = (module.show(operand), message::class(class));
            let message = format_args!("{operand} is a logical pointer, into {class}, which it never takes");
            return cx.violate(Memory::PointerUse, inst, message);
        }
        if !is_variable_class(module, class) {
            return cx.violate(
                Memory::PointerUse,
                inst,
                format_args!(
                    "{} is a pointer into {class}",
                    module.show(operand),
                    class = message::class(class)
                ),
            );
        }
    }
}

fn may_result_variably(op: Op) -> bool {
    !matches!(op, Op::Bitcast | Op::ConvertUToPtr | Op::CopyLogical)
}

/// Whether an instruction may take logical pointers only with a capability. Comparisons have a rule of their own;
/// nearly all other instructions that take pointers may always take them.
fn takes_variably(op: Op) -> bool {
    matches!(
        op,
        Op::Select
            | Op::Phi
            | Op::ReturnValue
            | Op::PtrAccessChain
            | Op::InBoundsPtrAccessChain
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR
            | Op::CompositeConstruct
            | Op::CompositeInsert
            | Op::ConvertPtrToU
            | Op::Bitcast
    )
}

/// Whether an instruction that [`takes_variably`] may take logical pointers at all. "A pointer can be a variable
/// pointer or an operand to one of" the pointer chains and comparisons (SPIR-V §2.16.1, Universal Validation Rules);
/// conversions and chains whose index is in bounds are not among them.
fn takes_logical(op: Op) -> bool {
    !matches!(op, Op::Bitcast | Op::ConvertPtrToU | Op::InBoundsPtrAccessChain)
}
