//! Access chains, typed and untyped, and the lengths of runtime arrays (SPIR-V §3.52.8, Memory Instructions;
//! SPV_KHR_untyped_pointers).

use super::{Memory, class_of, data_type, innermost, is_logical, root};
use crate::check::Checker;
use crate::check::message;
use crate::check::module::{Flags, Inst, Kind, Scalar, Type, is_type};
use spirv::{Capability, Decoration, Op, StorageClass};

/// Checks an instruction other than an access chain of a typed pointer without Element.
pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    match inst.op {
        Op::PtrAccessChain | Op::InBoundsPtrAccessChain => {
            ptr_chain(cx, inst, 0);
            chain(cx, inst, 2);
        }
        Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => untyped_chain(cx, inst, 2),
        Op::UntypedPtrAccessChainKHR | Op::UntypedInBoundsPtrAccessChainKHR => {
            ptr_chain(cx, inst, 1);
            untyped_chain(cx, inst, 3);
        }
        Op::ArrayLength => array_length(cx, inst),
        Op::UntypedArrayLengthKHR => untyped_length(cx, inst),
        Op::GenericPtrMemSemantics => generic_semantics(cx, inst),
        _ => {}
    }
}

/// `base` is the index of the base among the operands; the operand Element follows it.
fn ptr_chain(cx: &mut Checker<'_, '_>, inst: &Inst, base: usize) {
    let module = cx.module;
    let (index, base) = (base, module.operand(inst, base));
    let element = module.operand(inst, index + 1);
    let interpreted = match index {
        0 => module.type_of(base).and_then(|ty| ty.pointee()),
        _ => Some(module.operand(inst, 0)),
    };
    let block = interpreted.is_some_and(|id| {
        module.is_decorated(id, Decoration::Block) || module.is_decorated(id, Decoration::BufferBlock)
    });
    let integer = module.type_of(element).is_none_or(|ty| ty.is_int());
    if !integer {
        let message = format_args!("the element {} is no scalar integer", module.show(element));
        cx.violate(Memory::ChainElement, inst, message);
    } else if block && module.constant_int(element).is_some_and(|element| element != 0) {
        let message = format_args!("the element {} of a block is not 0", module.show(element));
        cx.violate(Memory::ChainElement, inst, message);
    }
    let Some(class) = class_of(module, base) else { return };
    stride(cx, inst, base, class, interpreted);
    // Chains whose index is in bounds are not in these rules.
    let named = matches!(inst.op, Op::PtrAccessChain | Op::UntypedPtrAccessChainKHR);
    if !cx.target.is_vulkan() || !named {
        return;
    }
    let has = |capability| module.has_capability(capability);
    let rule = match StorageClass::from_u32(class) {
        Some(StorageClass::Workgroup) if !has(Capability::VariablePointers) => Memory::PtrChainWorkgroup,
        Some(StorageClass::StorageBuffer)
            if !has(Capability::VariablePointers) && !has(Capability::VariablePointersStorageBuffer) =>
        {
            Memory::PtrChainStorageBuffer
        }
        Some(StorageClass::Workgroup | StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer) => return,
        _ => Memory::PtrChainClass,
    };
    cx.violate(
        rule,
        inst,
        format_args!(
            "{} points into {class}",
            module.show(base),
            class = message::class(class)
        ),
    );
}

/// In memory with an explicit layout, the pointer type states the stride of the elements (SPIR-V §3.52.8,
/// OpPtrAccessChain). A difference of pointers takes what is a base of such a chain.
pub(super) fn stride(cx: &mut Checker<'_, '_>, inst: &Inst, base: u32, class: u32, interpreted: Option<u32>) {
    let module = cx.module;
    let explicit = match StorageClass::from_u32(class) {
        Some(
            StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PushConstant
            | StorageClass::PhysicalStorageBuffer,
        ) => true,
        Some(StorageClass::Workgroup) => {
            let untyped = module.type_of(base).is_some_and(|ty| ty.pointee().is_none());
            untyped || module.has_capability(Capability::WorkgroupMemoryExplicitLayoutKHR)
        }
        _ => false,
    };
    let Some(ty) = module.type_of(base).filter(|ty| ty.is_pointer()) else {
        return;
    };
    // Blocks have no stride; their Element is 0.
    let block = interpreted.and_then(|interpreted| innermost(module, interpreted));
    let block = block.is_some_and(|block| {
        module.is_decorated(block.id, Decoration::Block) || module.is_decorated(block.id, Decoration::BufferBlock)
    });
    let decorated =
        module.is_decorated(ty.id, Decoration::ArrayStride) || module.is_decorated(ty.id, Decoration::ArrayStrideIdEXT);
    if cx.is_shader() && explicit && !block && !decorated {
        cx.violate_part(
            Memory::ChainStride,
            inst.op != Op::PtrDiff,
            inst,
            format_args!("{} has no ArrayStride", module.show(ty.id)),
        );
    }
}

/// Checks that a type of pointers to the elements of an array has the array's stride, if it has one.
fn element_stride(cx: &mut Checker<'_, '_>, inst: &Inst, array: u32) {
    let module = cx.module;
    let is_array = |ty: &Type<'_>| matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. });
    let is_specialized = |id| module.is_decorated(id, Decoration::ArrayStrideIdEXT);
    if !module.ty(array).is_some_and(is_array) || is_specialized(array) || is_specialized(inst.result_type) {
        return;
    }
    let stride = |id| module.decoration(id, Decoration::ArrayStride).map(|row| row.operand());
    let (Some(own), other) = (stride(inst.result_type), stride(array)) else {
        return;
    };
    let (pointer, array) = (module.show(inst.result_type), module.show(array));
    match other {
        Some(other) if other == own => {}
        Some(other) => {
            let message = format_args!("{pointer} has the ArrayStride {own}, the array {array} has {other}");
            cx.violate(Memory::ElementStride, inst, message);
        }
        None => {
            let message = format_args!("{pointer} has the ArrayStride {own}, the array {array} has none");
            cx.violate(Memory::ElementStride, inst, message);
        }
    }
}

/// Checks an access chain of a typed pointer. `skip` is the number of operands before the indices: the base and, in a
/// pointer chain, Element.
pub(super) fn chain(cx: &mut Checker<'_, '_>, inst: &Inst, skip: usize) {
    let module = cx.module;
    let operands = module.operands(inst);
    let base = operands.first().copied().unwrap_or(0);
    let Some((class, Some(pointee))) = module.type_of(base).map(|ty| (ty.storage_class(), ty.pointee())) else {
        if module.def(base).is_none() {
            return;
        }
        return cx.violate(
            Memory::ChainBase,
            inst,
            format_args!("{} is no pointer", module.show(base)),
        );
    };
    let indices = operands.get(skip..).unwrap_or(&[]);
    if skip == 1 {
        negative(cx, inst, indices, class);
    }
    let Some((above, reached)) = walk(cx, inst, pointee, indices) else {
        return;
    };
    if module.is_decorated(inst.result_type, Decoration::ArrayStride) {
        element_stride(cx, inst, above);
    }
    let fits = module
        .result_type(inst)
        .is_none_or(|ty| ty.storage_class() == class && ty.pointee() == Some(reached));
    if !fits {
        cx.violate(
            Memory::ChainType,
            inst,
            format_args!(
                "it reaches {}, and its type is no pointer to that in the storage class of the base",
                module.show(reached)
            ),
        );
    }
}

/// `skip` is the number of operands before the indices: the base type, the base and, in a pointer chain, Element.
fn untyped_chain(cx: &mut Checker<'_, '_>, inst: &Inst, skip: usize) {
    let module = cx.module;
    let (ty, base) = (module.operand(inst, 0), module.operand(inst, 1));
    let (Some(def), Some(pointer)) = (module.def(ty), module.def(base)) else {
        return;
    };
    let Some(class) = module.result_type(pointer).and_then(|ty| ty.storage_class()) else {
        return cx.violate(
            Memory::ChainBase,
            inst,
            format_args!("{} is no pointer", module.show(base)),
        );
    };
    let result = module.result_type(inst);
    if result.is_some_and(|result| result.pointee().is_some() || result.storage_class() != Some(class)) {
        cx.violate(
            Memory::ChainType,
            inst,
            format_args!(
                "the result is no untyped pointer to the storage class of {}",
                module.show(base)
            ),
        );
    }
    if !is_type(def.op) || module.ty(ty).is_some_and(|ty| ty.is_pointer() || ty.is_void()) {
        return cx.violate(
            Memory::ChainBaseType,
            inst,
            format_args!("{} is a pointer or void, or no type", module.show(ty)),
        );
    }
    if skip == 2 {
        block_array(cx, inst, ty, pointer);
    }
    let indices = module.operands(inst).get(skip..).unwrap_or(&[]);
    if skip == 2 {
        negative(cx, inst, indices, Some(class));
    }
    let _ = walk(cx, inst, ty, indices);
}

/// An array of blocks consists of descriptors, not memory; only a chain from its own variable may use its type.
fn block_array(cx: &mut Checker<'_, '_>, inst: &Inst, ty: u32, base: &Inst) {
    let module = cx.module;
    let is_block_array = |ty: &Type<'_>| {
        matches!(ty.kind, Kind::Array { .. } | Kind::RuntimeArray { .. })
            && innermost(module, ty.id).is_some_and(|inner| {
                matches!(inner.kind, Kind::Struct { .. })
                    && (module.is_decorated(inner.id, Decoration::Block)
                        || module.is_decorated(inner.id, Decoration::BufferBlock))
            })
    };
    let pointee = module.result_type(base).and_then(|ty| ty.pointee());
    let variable = matches!(base.op, Op::Variable | Op::UntypedVariableKHR);
    if !variable && pointee.is_none() && module.ty(ty).is_some_and(is_block_array) {
        let (ty, base) = (module.show(ty), module.show(base.result));
        let message = format_args!("{ty} is an array of blocks, and {base} no variable");
        return cx.violate(Memory::ChainBlocks, inst, message);
    }
    let data = pointee
        .and_then(|pointee| module.ty(pointee))
        .or_else(|| data_type(module, base));
    let (Some(data), Some(seen)) = (data, module.ty(ty)) else {
        return;
    };
    if (is_block_array(data) || is_block_array(seen)) && data.id != seen.id {
        let (ty, data) = (module.show(ty), module.show(data.id));
        let message = format_args!("{ty} or {data} is an array of blocks, and they are not the same type");
        cx.violate(Memory::ChainBlocks, inst, message);
    }
}

/// Reports negative constants among the indices into memory with logical pointers (SPIR-V §2.16.1, Universal Validation
/// Rules).
fn negative(cx: &mut Checker<'_, '_>, inst: &Inst, indices: &[u32], class: Option<u32>) {
    let module = cx.module;
    let below = |&&index: &&u32| module.is_negative(index);
    let negative = indices.iter().find(below);
    if let Some(&index) = negative.filter(|_| class.is_some_and(|class| is_logical(module, class))) {
        cx.violate(
            Memory::NegativeIndex,
            inst,
            format_args!("{} is negative", module.show(index)),
        );
    }
}

/// The type that the indices select, after the composite in which the last one selects it (0 without an index); `None` if
/// it is unknown, or if an error has been reported.
fn walk(cx: &mut Checker<'_, '_>, inst: &Inst, from: u32, indices: &[u32]) -> Option<(u32, u32)> {
    let module = cx.module;
    let (mut above, mut reached) = (0, from);
    for (position, &index) in indices.iter().enumerate() {
        let ty: &Type<'_> = module.ty(reached)?;
        if !module.type_of(index).is_some_and(|ty| ty.is_int()) && module.def(index).is_some() {
            cx.violate(
                Memory::ChainIndex,
                inst,
                format_args!("index {position}, {}, is no scalar integer", module.show(index)),
            );
            return None;
        }
        above = reached;
        reached = match ty.kind {
            Kind::Vector { component } | Kind::CooperativeMatrix { component, .. } => component,
            Kind::Matrix { column } => column,
            Kind::Array { element, .. } | Kind::RuntimeArray { element } => element,
            Kind::Struct { members } => {
                let number = module.constant_u32(index);
                let Some(&member) = number.and_then(|number| members.get(number as usize)) else {
                    let (shown, structure) = (module.show(index), module.show(ty.id));
                    match module.constant_int(index) {
                        Some(number) => cx.violate(
                            Memory::ChainIndex,
                            inst,
                            format_args!(
                                "index {position}, {shown}, is {number}, and {structure} has {} members",
                                members.len()
                            ),
                        ),
                        None => cx.violate(
                            Memory::ChainIndex,
                            inst,
                            format_args!(
                                "index {position}, {shown}, selects a member of {structure} and is no constant"
                            ),
                        ),
                    }
                    return None;
                };
                if module.op(index) == Some(Op::ConstantNull) {
                    let shown = module.show(index);
                    let message = format_args!("index {position}, {shown}, selects a member and is no OpConstant");
                    cx.violate_part(Memory::ChainIndex, false, inst, message);
                }
                member
            }
            Kind::Other => return None,
            _ => {
                cx.violate(
                    Memory::ChainDepth,
                    inst,
                    format_args!("{} is no composite", module.show(ty.id)),
                );
                return None;
            }
        };
    }
    Some((above, reached))
}

fn array_length(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let (pointer, member) = (module.operand(inst, 0), module.operand(inst, 1));
    let Some(ty) = module.type_of(pointer) else { return };
    match ty.pointee() {
        Some(structure) => length(cx, inst, pointer, structure, member),
        None => no_array(cx, inst, pointer),
    }
    // The addressing models do not tell which other storage classes have addresses.
    if ty.storage_class() == Some(StorageClass::PhysicalStorageBuffer as u32) {
        let message = format_args!("{} is no logical pointer, but an address", module.show(pointer));
        cx.violate_part(Memory::ArrayLength, false, inst, message);
    }
}

fn untyped_length(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let [structure, pointer, member] = [0, 1, 2].map(|index| module.operand(inst, index));
    let is_pointer = module
        .type_of(pointer)
        .is_some_and(|ty| ty.is_pointer() && ty.pointee().is_none());
    if !is_pointer {
        let message = format_args!("{} is no untyped pointer", module.show(pointer));
        return cx.violate(Memory::ArrayLength, inst, message);
    }
    length(cx, inst, pointer, structure, member);
    let is_structure = module
        .ty(structure)
        .is_some_and(|ty| matches!(ty.kind, Kind::Struct { .. }));
    if is_structure && !module.is_decorated(structure, Decoration::Block) {
        let message = format_args!("{} is not decorated Block", module.show(structure));
        cx.violate_part(Memory::ArrayLength, false, inst, message);
    }
}

#[cold]
fn no_array(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32) {
    let module = cx.module;
    let message = format_args!(
        "{} points to no structure that ends in a runtime array",
        module.show(pointer)
    );
    cx.violate(Memory::ArrayLength, inst, message);
}

/// Checks the length of a member of the structure that a pointer points to.
fn length(cx: &mut Checker<'_, '_>, inst: &Inst, pointer: u32, structure: u32, member: u32) {
    let module = cx.module;
    let Some(Kind::Struct { members }) = module.ty(structure).map(|ty| ty.kind) else {
        return no_array(cx, inst, pointer);
    };
    let last = members.last().and_then(|&last| module.ty(last));
    if !last.is_some_and(|last| matches!(last.kind, Kind::RuntimeArray { .. })) {
        return no_array(cx, inst, pointer);
    }
    if member as usize + 1 != members.len() {
        let last = members.len() - 1;
        let message = format_args!("it names member {member}, and the runtime array is member {last}");
        return cx.violate(Memory::ArrayLength, inst, message);
    }
    let result = module.result_type(inst);
    let width = result.map_or(32, Type::width);
    let is_unsigned = result.is_none_or(|ty| matches!(ty.scalar, Scalar::Int { signed: false, .. }) && ty.is_int());
    let wide = module.has_extension("SPV_EXT_shader_64bit_indexing");
    if width == 64 && is_unsigned && !wide && cx.target.is_vulkan() {
        let message = format_args!("the length has 64 bits");
        cx.violate(Memory::LengthWidth, inst, message);
    } else if !is_unsigned || (width != 32 && !(width == 64 && wide)) {
        let message = format_args!(
            "its type {} is no unsigned integer of 32 bits",
            module.show(inst.result_type)
        );
        cx.violate(Memory::ArrayLength, inst, message);
    }
    let block = root(module, pointer)
        .and_then(|variable| data_type(module, variable))
        .and_then(|data| innermost(module, data.id));
    let uniform = class_of(module, pointer) == Some(StorageClass::Uniform as u32);
    if cx.target.is_vulkan() && uniform && block.is_some_and(|block| block.flags.contains(Flags::BLOCK)) {
        cx.violate(
            Memory::UniformArrayLength,
            inst,
            format_args!("{} points into Uniform", module.show(pointer)),
        );
    }
}

fn generic_semantics(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let pointer = module.operand(inst, 0);
    let is_generic = class_of(module, pointer) == Some(StorageClass::Generic as u32);
    if !is_generic && module.def(pointer).is_some() {
        let message = format_args!("{} is no pointer into Generic", module.show(pointer));
        return cx.violate(Memory::GenericSemantics, inst, message);
    }
    let is_unsigned = |ty: &Type<'_>| ty.is_int32() && matches!(ty.scalar, Scalar::Int { signed: false, .. });
    if !module.result_type(inst).is_none_or(is_unsigned) {
        let message = format_args!(
            "its type {} is no unsigned integer of 32 bits",
            module.show(inst.result_type)
        );
        cx.violate(Memory::GenericSemantics, inst, message);
    }
}
