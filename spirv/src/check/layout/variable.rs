//! Variables: blocks and descriptors, runtime arrays and lengths that can be specialized, layout decorations in storage
//! classes without a layout, and blocks in Workgroup.

use super::shape::{ARRAY_STRIDE, BLOCK, BUFFER_BLOCK, MATRIX_STRIDE, OFFSET, Shape, Shapes};
use super::{Layout, is_explicit};
use crate::check::Checker;
use crate::check::message::named;
use crate::check::module::{Class, Flags, Inst, Kind, Module, Type, string};
use crate::target::SpirvVersion;
use hashbrown::HashMap;
use spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};

/// A variable: its instruction, storage class and type.
#[derive(Clone, Copy)]
struct Variable<'v, 'w> {
    inst: &'v Inst,
    class: StorageClass,
    ty: &'v Type<'w>,
    shape: &'v Shape,
}

pub(super) fn run(cx: &mut Checker<'_, '_>, shapes: &Shapes) {
    let module = cx.module;
    let mut checked = HashMap::new();
    for inst in module.of([Class::Variable]) {
        let Some(variable) = variable(module, shapes, inst) else {
            continue;
        };
        boolean(cx, variable);
        if cx.target.is_vulkan() {
            unwanted(cx, variable);
            block(cx, variable);
            range(cx, variable);
            runtime_array(cx, variable, &mut checked);
            specialized(cx, variable);
        }
        if variable.class == StorageClass::Workgroup {
            workgroup(cx, variable);
        }
    }
    if cx.target.is_vulkan() {
        for inst in module.of([Class::Variable]) {
            descriptor(cx, inst);
        }
        physical_runtime_arrays(cx, shapes, &mut checked);
    }
    physical_booleans(cx);
    workgroup_interfaces(cx, shapes);
}

/// The variable that an instruction declares, if its type is known.
fn variable<'v, 'w>(module: &'v Module<'w>, shapes: &'v Shapes, inst: &'v Inst) -> Option<Variable<'v, 'w>> {
    let id = match inst.op {
        Op::Variable => module.result_type(inst)?.pointee()?,
        Op::UntypedVariableKHR => module.operand(inst, 1),
        _ => return None,
    };
    Some(Variable {
        inst,
        class: StorageClass::from_u32(module.operand(inst, 0))?,
        ty: module.ty(id)?,
        shape: shapes.of(module, id),
    })
}

/// Booleans have no defined bit pattern and thus may not be in memory that is externally visible (SPIR-V §3.52.6,
/// Type-Declaration Instructions, OpTypeBool).
fn boolean(cx: &mut Checker<'_, '_>, variable: Variable<'_, '_>) {
    // spirv-val does not look into UniformConstant.
    let in_spirv_val = is_explicit(cx.module, variable.class as u32, false);
    let seen = in_spirv_val || (cx.is_shader() && variable.class == StorageClass::UniformConstant);
    if seen && variable.ty.flags.contains(Flags::BOOL) {
        let message = format_args!("a Boolean is in {}", named(variable.class));
        cx.violate_part(Layout::Bool, in_spirv_val, variable.inst, message);
    }
}

/// "They can only be used with logical addressing operations, not physical" (SPIR-V §3.52.6, OpTypeBool).
fn physical_booleans(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for ty in &module.types {
        let physical = ty.storage_class() == Some(StorageClass::PhysicalStorageBuffer as u32);
        let pointee = ty.pointee().filter(|_| physical).and_then(|id| module.ty(id));
        if let (Some(pointee), Some(inst)) = (pointee, module.inst(ty.inst)) {
            if pointee.flags.contains(Flags::BOOL) {
                let message = format_args!("a Boolean is in PhysicalStorageBuffer");
                cx.violate_part(Layout::Bool, false, inst, message);
            }
        }
    }
}

fn unwanted(cx: &mut Checker<'_, '_>, variable: Variable<'_, '_>) {
    let module = cx.module;
    let Variable { inst, class, shape, .. } = variable;
    let allowed = match class {
        _ if is_explicit(module, class as u32, shape.is_block) => return,
        // Up to SPIR-V 1.4, types of buffers may also be types of local variables.
        StorageClass::Function | StorageClass::Private if !cx.at_least(SpirvVersion::V1_5) => return,
        // SPV_NV_mesh_shader lays out the memory between task and mesh shaders, which is in these storage classes.
        StorageClass::Input | StorageClass::Output if module.has_capability(Capability::MeshShadingNV) => return,
        // Interfaces between stages, including those of ray tracing, are blocks without a layout.
        StorageClass::Input
        | StorageClass::RayPayloadKHR
        | StorageClass::IncomingRayPayloadKHR
        | StorageClass::CallableDataKHR
        | StorageClass::IncomingCallableDataKHR
        | StorageClass::HitObjectAttributeNV
        | StorageClass::HitObjectAttributeEXT => BLOCK,
        // Offsets are for transform feedback.
        StorageClass::Output => BLOCK | OFFSET,
        _ => 0,
    };
    // The type of a variable may be a pointer with a stride.
    let stride = match module.is_decorated(inst.result_type, Decoration::ArrayStride) {
        true => ARRAY_STRIDE,
        false => 0,
    };
    let wrong = (shape.decorated | stride) & !allowed;
    if wrong == 0 {
        return;
    }
    let names = [
        (BLOCK, "Block"),
        (BUFFER_BLOCK, "BufferBlock"),
        (OFFSET, "Offset"),
        (ARRAY_STRIDE, "ArrayStride"),
        (MATRIX_STRIDE, "MatrixStride"),
    ];
    let name = names
        .into_iter()
        .find(|(bit, _)| wrong & bit != 0)
        .map_or("", |(_, name)| name);
    // spirv-val takes interfaces as they are.
    let interface = matches!(
        class,
        StorageClass::Input
            | StorageClass::Output
            | StorageClass::RayPayloadKHR
            | StorageClass::IncomingRayPayloadKHR
            | StorageClass::CallableDataKHR
            | StorageClass::IncomingCallableDataKHR
            | StorageClass::HitAttributeKHR
            | StorageClass::HitObjectAttributeNV
            | StorageClass::HitObjectAttributeEXT
            | StorageClass::TaskPayloadWorkgroupEXT
    );
    cx.violate_part(
        Layout::Unwanted,
        !interface,
        inst,
        format_args!(
            "{name} decorates {} or a part of it, in {class}",
            module.show(variable.ty.id),
            class = named(class)
        ),
    );
}

/// The structure type of a variable, without its outer array.
fn structure<'m, 'w>(module: &'m Module<'w>, ty: &'m Type<'w>) -> Option<&'m Type<'w>> {
    let ty = match ty.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element } => module.ty(element)?,
        _ => ty,
    };
    matches!(ty.kind, Kind::Struct { .. }).then_some(ty)
}

fn block(cx: &mut Checker<'_, '_>, variable: Variable<'_, '_>) {
    let module = cx.module;
    let Some(ty) = structure(module, variable.ty) else {
        return;
    };
    let is = |decoration| module.is_decorated(ty.id, decoration);
    let (rule, fault) = match variable.class {
        StorageClass::PushConstant | StorageClass::StorageBuffer if !is(Decoration::Block) => {
            (Layout::Block, "is not decorated with Block")
        }
        StorageClass::Uniform if !is(Decoration::Block) && !is(Decoration::BufferBlock) => {
            (Layout::UniformBlock, "is decorated with neither Block nor BufferBlock")
        }
        _ => return,
    };
    // For spirv-val the decoration of a structure that is a member is one of the whole.
    let inner = match rule {
        Layout::UniformBlock => BLOCK | BUFFER_BLOCK,
        _ => BLOCK,
    };
    cx.violate_part(
        rule,
        variable.shape.decorated & inner == 0,
        variable.inst,
        format_args!("{} {fault}, in {}", module.show(ty.id), named(variable.class)),
    );
}

/// Checks the end of a block against the largest range of its descriptor, or that of the push constants.
fn range(cx: &mut Checker<'_, '_>, variable: Variable<'_, '_>) {
    let Variable { inst, class, shape, .. } = variable;
    let limits = cx.target.limits();
    let (rule, most) = match class {
        StorageClass::PushConstant => (Layout::PushConstantRange, limits.max_push_constants_size),
        StorageClass::Uniform if shape.decorated & BUFFER_BLOCK == 0 => {
            (Layout::UniformRange, limits.max_uniform_buffer_range)
        }
        StorageClass::Uniform | StorageClass::StorageBuffer => (Layout::StorageRange, limits.max_storage_buffer_range),
        _ => return,
    };
    if let Some(most) = most.filter(|&most| shape.is_block && shape.size > u64::from(most)) {
        let message = format_args!("its block has {} bytes, above the limit {most}", shape.size);
        cx.violate(rule, inst, message);
    }
}

/// Whether a function that an entry point reaches uses a variable.
fn is_used(module: &Module<'_>, variable: &Inst) -> bool {
    let mut users = module
        .uses(variable.result)
        .iter()
        .filter_map(|at| module.inst(at.inst));
    users.any(|user| {
        module
            .function_of(user)
            .is_some_and(|function| !function.models.is_empty())
    })
}

/// Checks variables, including untyped variables without a data type.
fn descriptor(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    if !matches!(inst.op, Op::Variable | Op::UntypedVariableKHR) {
        return;
    }
    let class = StorageClass::from_u32(module.operand(inst, 0));
    let Some(StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer) = class else {
        return;
    };
    let heap = module
        .decoration(inst.result, Decoration::BuiltIn)
        .is_some_and(|row| [BuiltIn::SamplerHeapEXT as u32, BuiltIn::ResourceHeapEXT as u32].contains(&row.operand()));
    for decoration in [Decoration::DescriptorSet, Decoration::Binding] {
        if !heap && !module.is_decorated(inst.result, decoration) {
            // spirv-val asks it of the variables that an entry point uses.
            return cx.violate_part(
                Layout::Descriptor,
                is_used(module, inst),
                inst,
                format_args!("it has no {decoration}", decoration = named(decoration)),
            );
        }
    }
}

/// `checked` caches the result for structures.
fn runtime_array(cx: &mut Checker<'_, '_>, variable: Variable<'_, '_>, checked: &mut HashMap<u32, bool>) {
    let module = cx.module;
    let Variable { inst, class, ty, .. } = variable;
    if !ty.flags.contains(Flags::RUNTIME_ARRAY) {
        return;
    }
    let mut report = |what: &str| {
        cx.violate(
            Layout::RuntimeArray,
            inst,
            format_args!("{what}, in {class}", class = named(class)),
        )
    };
    let mut inner = ty;
    let descriptors = matches!(
        class,
        StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
    );
    if let Kind::RuntimeArray { element } = ty.kind {
        if !descriptors || !module.has_capability(Capability::RuntimeDescriptorArray) {
            return report("the variable is a runtime array, and no array of descriptors");
        }
        let Some(element) = module.ty(element) else { return };
        inner = element;
    }
    // The limit bounds the work; deeper arrays do not contain blocks.
    for _ in 0..255 {
        let Kind::Array { element, .. } = inner.kind else { break };
        let Some(element) = module.ty(element) else { return };
        inner = element;
    }
    if !inner.flags.contains(Flags::RUNTIME_ARRAY) {
        return;
    }
    let Kind::Struct { members } = inner.kind else {
        return report("a runtime array is no outermost array");
    };
    let is = |decoration| module.is_decorated(inner.id, decoration);
    let fits = match class {
        // "A Block-decorated OpTypeStruct"; spirv-val takes a BufferBlock there too.
        StorageClass::PhysicalStorageBuffer if is(Decoration::BufferBlock) => {
            let message = format_args!("{} is a BufferBlock behind a physical pointer", module.show(inner.id));
            return cx.violate_part(Layout::RuntimeArray, false, inst, message);
        }
        StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer => is(Decoration::Block),
        StorageClass::Uniform => is(Decoration::Block) || is(Decoration::BufferBlock),
        StorageClass::NodePayloadAMDX => true,
        _ => false,
    };
    if !fits {
        return report("a structure with a runtime array is no block of a buffer");
    }
    // Several variables may have the same structure type, which is checked once.
    let is_last = *checked
        .entry(inner.id)
        .or_insert_with(|| is_last_member(module, members));
    if !is_last {
        report("a runtime array is not the last member");
    }
}

/// Checks the structures behind pointers into PhysicalStorageBuffer as those of variables.
fn physical_runtime_arrays(cx: &mut Checker<'_, '_>, shapes: &Shapes, checked: &mut HashMap<u32, bool>) {
    let module = cx.module;
    for pointer in &module.types {
        let class = StorageClass::PhysicalStorageBuffer;
        let Kind::Pointer { pointee, .. } = pointer.kind else {
            continue;
        };
        let is_physical = pointer.storage_class() == Some(class as u32);
        let found = module.ty(pointee).zip(module.inst(pointer.inst));
        let Some((ty, inst)) = found.filter(|(ty, _)| is_physical && matches!(ty.kind, Kind::Struct { .. })) else {
            continue;
        };
        let shape = shapes.of(module, pointee);
        runtime_array(cx, Variable { inst, class, ty, shape }, checked);
    }
}

/// Whether the last member is a runtime array and no other member contains one.
fn is_last_member(module: &Module<'_>, members: &[u32]) -> bool {
    let contains = |&id: &u32| module.ty(id).is_some_and(|ty| ty.flags.contains(Flags::RUNTIME_ARRAY));
    let last = members.last().and_then(|&last| module.ty(last));
    let (_, others) = members.split_last().unwrap_or((&0, &[]));
    let at_the_end = match last.map(|last| last.kind) {
        Some(Kind::RuntimeArray { element }) => !contains(&element),
        _ => false,
    };
    at_the_end && !others.iter().any(contains)
}

/// Whether a type is an array with a length that can be specialized, and whether its element contains one.
fn sized_by_specialization(module: &Module<'_>, ty: &Type<'_>) -> (bool, bool) {
    let Kind::Array { element, length, .. } = ty.kind else {
        return (false, ty.flags.contains(Flags::SPECIALIZED_LENGTH));
    };
    let itself = module.constant(length).is_some_and(|length| length.specialized);
    let inside = module
        .ty(element)
        .is_some_and(|element| element.flags.contains(Flags::SPECIALIZED_LENGTH));
    (itself, inside)
}

fn specialized(cx: &mut Checker<'_, '_>, variable: Variable<'_, '_>) {
    let module = cx.module;
    let Variable { inst, class, ty, shape } = variable;
    match class {
        StorageClass::Function | StorageClass::Private => return,
        StorageClass::Workgroup if !shape.is_block => return,
        _ => {}
    }
    if ty.flags.contains(Flags::SPECIALIZED_VECTOR) && ty.op != Op::TypeCooperativeVectorNV {
        cx.violate(
            Layout::SpecializedVector,
            inst,
            format_args!(
                "a vector in {} can be specialized, in {class}",
                module.show(ty.id),
                class = named(class)
            ),
        );
    }
    if !ty.flags.contains(Flags::SPECIALIZED_LENGTH) {
        return;
    }
    let (_, inside) = sized_by_specialization(module, ty);
    // The array of vertices in an interface between stages.
    let arrayed = match (class, ty.kind) {
        (StorageClass::Input | StorageClass::Output, Kind::Array { element, .. }) => module
            .ty(element)
            .is_some_and(|element| sized_by_specialization(module, element) == (true, false)),
        _ => false,
    };
    if inside && !arrayed {
        cx.violate(
            Layout::SpecializedLength,
            inst,
            format_args!(
                "an array in {} can be specialized, in {class}",
                module.show(ty.id),
                class = named(class)
            ),
        );
    }
}

/// A block in Workgroup needs the capability, and untyped memory must be a block.
fn workgroup(cx: &mut Checker<'_, '_>, variable: Variable<'_, '_>) {
    let module = cx.module;
    let Variable { inst, ty, .. } = variable;
    let is_block = module.is_decorated(ty.id, Decoration::Block);
    let declared = module.has_capability(Capability::WorkgroupMemoryExplicitLayoutKHR);
    // The capability requires SPIR-V 1.4; before that version, a block in Workgroup has no special meaning.
    if is_block && !declared && cx.at_least(SpirvVersion::V1_4) {
        cx.violate(
            Layout::WorkgroupBlock,
            inst,
            format_args!("{} is a block, and the capability is not declared", module.show(ty.id)),
        );
    } else if !is_block && inst.op == Op::UntypedVariableKHR && (declared || cx.target.is_vulkan()) {
        cx.violate(
            Layout::WorkgroupBlock,
            inst,
            format_args!("an untyped pointer is to {}, which is no block", module.show(ty.id)),
        );
    }
}

fn workgroup_interfaces(cx: &mut Checker<'_, '_>, shapes: &Shapes) {
    let module = cx.module;
    if !module.has_capability(Capability::WorkgroupMemoryExplicitLayoutKHR) {
        return;
    }
    let untyped = module.has_capability(Capability::UntypedPointersKHR);
    for entry in &module.entry_points {
        let Some(inst) = module.inst(entry.inst) else { continue };
        let (mut blocks, mut others, mut plain) = (0_u32, 0_u32, 0);
        for &id in entry.interface {
            let Some(variable) = module.def(id).and_then(|def| variable(module, shapes, def)) else {
                continue;
            };
            // The pointee of an untyped variable is not part of its pointer type.
            if variable.class != StorageClass::Workgroup || variable.inst.op != Op::Variable {
                continue;
            }
            if !module.is_decorated(variable.ty.id, Decoration::Block) {
                others += 1;
                continue;
            }
            blocks += 1;
            if !module.is_decorated(id, Decoration::Aliased) {
                plain = id;
            }
        }
        if blocks > 0 && others > 0 {
            cx.violate(
                Layout::WorkgroupBlock,
                inst,
                format_args!(
                    "{blocks} variables of \"{}\" in Workgroup are blocks, {others} are not",
                    string(entry.name)
                ),
            );
        }
        if blocks > 1 && plain != 0 && !untyped {
            cx.violate(
                Layout::WorkgroupAliased,
                inst,
                format_args!("{} is not Aliased", module.show(plain)),
            );
        }
    }
}
