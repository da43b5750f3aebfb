//! Logical pointers: which instructions may use them, with and without the capabilities for variable pointers, and
//! which of them may be compared, returned and passed to functions (SPIR-V §2.16.1, Universal Validation Rules).

use super::{Memory, chain, class_of, is_logical};
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Class, Function, Inst, Kind, Module, Type, may_result_pointer};
use spirv::{AddressingModel, Capability, Op, StorageClass};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let shader = cx.is_shader();
    for inst in module.of([Class::Carrier]) {
        match inst.op {
            Op::PtrEqual | Op::PtrNotEqual | Op::PtrDiff => compare(cx, inst),
            Op::LifetimeStart | Op::LifetimeStop => lifetime(cx, inst),
            Op::FunctionCall if shader => arguments(cx, inst),
            _ => {}
        }
    }
    if !shader {
        return;
    }
    for inst in module.of([Class::Memory, Class::Flow, Class::Carrier]) {
        if takes_variably(inst.op) && !has_other_rule(cx, inst.op) {
            used(cx, inst);
        }
    }
    for &index in &module.restricted_pointers {
        let inst = module.inst(index).filter(|inst| !takes_variably(inst.op));
        if let Some(inst) = inst.filter(|inst| !has_other_rule(cx, inst.op)) {
            used(cx, inst);
        }
    }
    for function in &module.functions {
        returned(cx, function);
    }
    // A typed pointer to memory that holds pointers is one into a variable, which is reported.
    if module.has_capability(Capability::UntypedPointersKHR) {
        for inst in module.of([Class::Memory]) {
            match inst.op {
                Op::Load => held(cx, inst, inst.result),
                Op::Store => held(cx, inst, module.operand(inst, 1)),
                _ => {}
            }
        }
    }
}

/// Whether spirv-val asks for what holds of logical pointers: in modules without addresses alone.
fn is_asked(module: &Module<'_>) -> bool {
    module
        .memory_model
        .is_none_or(|(model, _)| model == AddressingModel::Logical as u32)
}

/// Checks a logical pointer that is stored or loaded through an untyped pointer.
fn held(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32) {
    let module = cx.module;
    let memory = module.type_of(module.operand(inst, 0));
    let class = memory.filter(|ty| ty.pointee().is_none()).and_then(Type::storage_class);
    let Some(class) =
        class.filter(|&class| ![StorageClass::Function as u32, StorageClass::Private as u32].contains(&class))
    else {
        return;
    };
    // Another rule has what is loaded into a class that variable pointers may not point into.
    let is_held = |held| is_logical(module, held) && (inst.op == Op::Store || is_variable_class(module, held));
    if class_of(module, pointer).is_some_and(is_held) {
        let (pointer, class) = (module.show(pointer), message::class(class));
        let message = format_args!("{pointer} is a logical pointer, and the memory is in {class}");
        cx.violate_part(Memory::PointerVariable, false, inst, message);
    }
}

fn lifetime(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (pointer, size) = (module.operand(inst, 0), module.operand(inst, 1));
    let Some(ty) = module.type_of(pointer) else { return };
    if ty.storage_class() != Some(StorageClass::Function as u32) {
        let message = format_args!("{} is no pointer into Function", module.show(pointer));
        return cx.violate(Memory::Lifetime, inst, message);
    }
    let addresses = module.has_capability(Capability::Addresses);
    let pointee = ty.pointee().filter(|&id| module.ty(id).is_some_and(|ty| !ty.is_void()));
    if size != 0 && !addresses {
        let message = format_args!("the size is {size}, and Addresses is not declared");
        cx.violate(Memory::Lifetime, inst, message);
    } else if let Some(pointee) = pointee.filter(|_| size != 0) {
        let message = format_args!(
            "the size is {size}, and {} points to {}",
            module.show(pointer),
            module.show(pointee)
        );
        cx.violate_part(Memory::Lifetime, false, inst, message);
    }
}

/// Whether another rule has the logical pointers of an instruction: that of the function which returns them, that of
/// selections without a capability, and those of Vulkan for the bases of chains.
fn has_other_rule(cx: &Checker<'_, '_>, op: Op) -> bool {
    match op {
        Op::FunctionCall => true,
        Op::Select => !cx.module.has_capability(Capability::VariablePointersStorageBuffer),
        Op::PtrAccessChain | Op::UntypedPtrAccessChainKHR => cx.target.is_vulkan(),
        _ => false,
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
    let difference = inst.op == Op::PtrDiff;
    let fits = |ty: &Type<'_>| if difference { ty.is_int() } else { ty.kind == Kind::Bool };
    if let Some(result) = module.result_type(inst).filter(|ty| !fits(ty)) {
        let expected = if difference { "an integer" } else { "a Boolean" };
        let message = format_args!("its type {} should be {expected}", module.show(result.id));
        return cx.violate(Memory::PointerCompare, inst, message);
    }
    // Untyped pointers may be compared with other pointers of their storage class (SPV_KHR_untyped_pointers).
    let same = match (first.pointee(), second.pointee()) {
        (Some(_), Some(_)) => first.id == second.id,
        _ if difference => first.id == second.id,
        _ => first.storage_class() == second.storage_class(),
    };
    if !first.is_pointer() || !second.is_pointer() || !same {
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
        return cx.violate_part(
            Memory::PointerCompareClass,
            physical || is_asked(module),
            inst,
            format_args!("the pointers are into {class}", class = message::class(class)),
        );
    }
    // Untyped pointers are those of bytes.
    if difference && first.pointee().is_some() {
        chain::stride(cx, inst, module.operand(inst, 0), class, first.pointee());
    }
}

/// Checks functions that return pointers.
fn returned(cx: &mut Checker<'_, '_>, function: &Function) {
    let module = cx.module;
    let Some(inst) = module.inst(function.first) else {
        return;
    };
    let class = module.result_type(inst).and_then(Type::storage_class);
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
        let Some(number) = ty.storage_class().filter(|&class| is_logical(module, class)) else {
            continue;
        };
        if is_variable_class(module, number) {
            continue;
        }
        let (shown, class) = (module.show(argument), message::class(number));
        if !is_passed(number) {
            let message = format_args!("{shown} is a pointer into {class}");
            cx.violate_part(Memory::PointerArgument, is_asked(module), inst, message);
        } else if !is_memory_object(def) && !is_opaque_element(module, def) {
            // spirv-val takes any pointer into this storage class.
            let asked = is_asked(module) && number != StorageClass::UniformConstant as u32;
            let message = format_args!(
                "{shown} is a pointer into {class}, and neither a variable, a parameter nor an element of an array of \
                 images or samplers"
            );
            cx.violate_part(Memory::PointerArgument, asked, inst, message);
        }
    }
}

/// Whether pointers into a storage class may be passed without capabilities: those of SPIR-V §2.16.1 (Universal
/// Validation Rules), SPV_KHR_ray_tracing and SPV_EXT_shader_tile_image.
fn is_passed(class: u32) -> bool {
    matches!(
        StorageClass::from_u32(class),
        Some(
            StorageClass::UniformConstant
                | StorageClass::Function
                | StorageClass::Private
                | StorageClass::Workgroup
                | StorageClass::AtomicCounter
                | StorageClass::ShaderRecordBufferKHR
                | StorageClass::TileImageEXT
        )
    )
}

/// Whether an instruction declares a memory object.
fn is_memory_object(def: &Inst) -> bool {
    matches!(
        def.op,
        Op::Variable | Op::UntypedVariableKHR | Op::FunctionParameter | Op::BufferPointerEXT
    )
}

/// Whether a pointer selects an image or sampler in an array that is a memory object.
fn is_opaque_element(module: &Module<'_>, def: &Inst) -> bool {
    let base = match def.op {
        Op::AccessChain | Op::InBoundsAccessChain => 0,
        Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => 1,
        _ => return false,
    };
    let pointee = module
        .result_type(def)
        .and_then(Type::pointee)
        .and_then(|id| module.ty(id));
    module.def(module.operand(def, base)).is_some_and(is_memory_object)
        && pointee.is_none_or(|ty| matches!(ty.kind, Kind::Image(_) | Kind::Sampler))
}

/// Checks the operands and the result of an instruction in a function.
fn used(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let class_of = |ty: Option<&Type<'_>>| {
        ty.and_then(Type::storage_class)
            .filter(|&class| is_logical(module, class))
    };
    if inst.result != 0 {
        if let Some(class) = class_of(module.result_type(inst)) {
            let variably = may_result_variably(inst.op) && is_variable_class(module, class);
            if !may_result_pointer(inst.op) && !variably {
                cx.violate(
                    Memory::PointerUse,
                    inst,
                    format_args!(
                        "the result is a logical pointer, into {class}",
                        class = message::class(class)
                    ),
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
