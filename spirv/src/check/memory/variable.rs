//! Variables: their types, storage classes and initializers (SPIR-V §3.52.8, Memory Instructions, OpVariable; Vulkan,
//! Standalone SPIR-V).

use super::{Memory, data_type, innermost, is_logical, narrow};
use crate::check::Checker;
use crate::check::message;
use crate::check::message::named;
use crate::check::module::{Class, Flags, Inst, Kind, Models, Module, NONE, Type, Value};
use spirv::{AddressingModel, BuiltIn, Capability, Decoration, ExecutionModel as Model, Op, StorageClass};

pub(super) fn check(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let class = module.operand(inst, 0);
    let untyped = inst.op == Op::UntypedVariableKHR;
    let Some(pointer) = module.result_type(inst) else {
        return;
    };
    let Some(declared) = pointer
        .storage_class()
        .filter(|_| pointer.pointee().is_none() == untyped)
    else {
        return cx.violate(
            Memory::VariableType,
            inst,
            format_args!("its type {} is no pointer of this kind", module.show(pointer.id)),
        );
    };
    if declared != class {
        cx.violate(
            Memory::VariableType,
            inst,
            format_args!(
                "its type points into {declared}, the variable is in {class}",
                class = message::class(class),
                declared = message::class(declared)
            ),
        );
    }
    if [StorageClass::PhysicalStorageBuffer as u32, StorageClass::Generic as u32].contains(&class) {
        let message = format_args!("it is in {class}", class = message::class(class));
        cx.violate(Memory::PhysicalVariable, inst, message);
    }
    if untyped {
        data(cx, inst, class);
    }
    let Some(ty) = data_type(module, inst) else { return };
    initializer(cx, inst, class, ty.id);
    holds_pointers(cx, inst, class, ty);
    bool_interface(cx, inst, class, ty);
    let local = [StorageClass::Function as u32, StorageClass::Private as u32].contains(&class);
    if ty.flags.contains(Flags::COOPERATIVE) && !local {
        cx.violate(
            Memory::CooperativeVariable,
            inst,
            format_args!("a cooperative matrix is in {class}", class = message::class(class)),
        );
    }
    if ty.flags.contains(Flags::SUB_BYTE) && !local {
        cx.violate(
            Memory::SubByteVariable,
            inst,
            format_args!(
                "a float of less than 8 bits is in {class}",
                class = message::class(class)
            ),
        );
    }
    if cx.is_shader() {
        narrow::held(cx, inst, class, ty, true);
    }
    if cx.target.is_vulkan() {
        in_vulkan(cx, inst, class, ty.id);
    }
    model(cx, inst, class);
}

/// Checks the data type of an untyped variable.
fn data(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32) {
    let module = cx.module;
    let heap = || {
        let row = module.decoration(inst.result, Decoration::BuiltIn);
        row.is_some_and(|row| {
            [BuiltIn::SamplerHeapEXT as u32, BuiltIn::ResourceHeapEXT as u32].contains(&row.operand())
        })
    };
    let expected = matches!(
        StorageClass::from_u32(class),
        Some(StorageClass::Function | StorageClass::Private | StorageClass::Workgroup)
    );
    let rule = match module.operands(inst).get(1) {
        Some(&id) if module.def(id).is_some() && module.ty(id).is_none() => {
            let message = format_args!("its data type {} is no type", module.show(id));
            return cx.violate(Memory::DataType, inst, message);
        }
        Some(_) => return,
        None if expected => Memory::DataType,
        None if !cx.target.is_vulkan() => return,
        None if class != StorageClass::UniformConstant as u32 => Memory::UntypedData,
        None if !heap() => Memory::UntypedHeap,
        None => return,
    };
    cx.violate(
        rule,
        inst,
        format_args!("it is in {class} and has no data type", class = message::class(class)),
    );
}

/// Checks that a module does not use both kinds of storage buffers (SPIR-V §2.16.1, Universal Validation Rules).
pub(super) fn both_buffers(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut new = false;
    let mut old = None;
    for inst in module.of([Class::Variable]).filter(|inst| inst.function == NONE) {
        match StorageClass::from_u32(module.operand(inst, 0)) {
            Some(StorageClass::StorageBuffer) => new = true,
            Some(StorageClass::Uniform) if old.is_none() => {
                let pointee = module.result_type(inst).and_then(Type::pointee);
                let block = pointee.and_then(|pointee| innermost(module, pointee));
                old = block
                    .filter(|ty| module.is_decorated(ty.id, Decoration::BufferBlock))
                    .map(|_| *inst);
            }
            _ => {}
        }
    }
    if let Some(inst) = old.filter(|_| new) {
        cx.violate(
            Memory::BothBuffers,
            &inst,
            format_args!("it is a BufferBlock in Uniform, and the module has variables in StorageBuffer too"),
        );
    }
}

/// Booleans in interfaces between stages must be built-ins.
fn bool_interface(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, ty: &Type<'_>) {
    let module = cx.module;
    let interface = [StorageClass::Input as u32, StorageClass::Output as u32].contains(&class);
    let built_in = module.is_decorated(inst.result, Decoration::BuiltIn) || ty.flags.contains(Flags::BUILT_IN);
    if interface && ty.flags.contains(Flags::BOOL) && !built_in && cx.is_shader() {
        cx.violate(
            Memory::BoolInterface,
            inst,
            format_args!(
                "the variable is in {class} and holds {}",
                module.show(ty.id),
                class = message::class(class)
            ),
        );
    }
}

/// Checks logical pointers in memory (SPIR-V §2.16.1, Universal Validation Rules).
fn holds_pointers(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, ty: &Type<'_>) {
    let module = cx.module;
    let logical = Flags::STORAGE_POINTER | Flags::WORKGROUP_POINTER | Flags::OTHER_POINTER;
    if !ty.flags.intersects(logical) || !is_logical(module, class) || !cx.is_shader() {
        return;
    }
    let has = |capability| module.has_capability(capability);
    let local = [StorageClass::Function as u32, StorageClass::Private as u32].contains(&class);
    let fits = local
        && !ty.flags.contains(Flags::OTHER_POINTER)
        && has(Capability::VariablePointersStorageBuffer)
        && (!ty.flags.contains(Flags::WORKGROUP_POINTER) || has(Capability::VariablePointers));
    if !fits {
        // spirv-val looks at modules without addresses, for no capability where one is declared.
        let is_logical = |(model, _)| model == AddressingModel::Logical as u32;
        let asked =
            module.memory_model.is_none_or(is_logical) && !(local && has(Capability::VariablePointersStorageBuffer));
        cx.violate_part(
            Memory::PointerVariable,
            asked,
            inst,
            format_args!(
                "{} is in {class} and holds pointers",
                module.show(inst.result),
                class = message::class(class)
            ),
        );
    }
}

/// Checks the pointers into PhysicalStorageBuffer. What the module does not declare for them is reported for the first
/// type of them.
pub(super) fn addresses(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let class = StorageClass::PhysicalStorageBuffer as u32;
    let mut physical = module
        .types
        .iter()
        .filter(|ty| ty.storage_class() == Some(class))
        .peekable();
    let Some(first) = physical.peek().and_then(|ty| module.inst(ty.inst)) else {
        return;
    };
    let has_model = module
        .memory_model
        .is_none_or(|(model, _)| model == AddressingModel::PhysicalStorageBuffer64 as u32);
    if !has_model {
        let message = format_args!("the addressing model is not PhysicalStorageBuffer64");
        cx.violate(Memory::PhysicalModel, first, message);
    }
    if !cx.is_shader() {
        return;
    }
    let narrow = physical.find_map(|ty| {
        let pointee = module.ty(ty.pointee()?)?;
        narrow::is_held_wrongly(module, class, pointee).then_some((module.inst(ty.inst)?, pointee))
    });
    if let Some((inst, pointee)) = narrow {
        narrow::held(cx, inst, class, pointee, false);
    }
}

/// Checks the pointer types that Vulkan restricts: untyped pointers, and pointers to long vectors.
pub(super) fn pointer_type(cx: &mut Checker<'_, '_>, ty: &Type<'_>) {
    let module = cx.module;
    let class = ty.storage_class().and_then(StorageClass::from_u32);
    // Storage classes that are neither on the list nor of an extension that Vulkan supports.
    let foreign = matches!(
        class,
        Some(
            StorageClass::CrossWorkgroup
                | StorageClass::Generic
                | StorageClass::AtomicCounter
                | StorageClass::CodeSectionINTEL
                | StorageClass::DeviceOnlyALTERA
                | StorageClass::HostOnlyALTERA
        )
    );
    if let (Some(class), true) = (class.filter(|_| foreign), cx.target.is_vulkan()) {
        if let Some(inst) = module.inst(ty.inst) {
            cx.violate(
                Memory::StorageClass,
                inst,
                format_args!("{} is a pointer into {class}", module.show(ty.id), class = named(class)),
            );
        }
    }
    if let (Kind::UntypedPointer { class }, true) = (ty.kind, cx.target.is_vulkan()) {
        let allowed = matches!(
            StorageClass::from_u32(class),
            Some(
                StorageClass::Image
                    | StorageClass::UniformConstant
                    | StorageClass::Workgroup
                    | StorageClass::StorageBuffer
                    | StorageClass::Uniform
                    | StorageClass::PushConstant
                    | StorageClass::PhysicalStorageBuffer
            )
        );
        if let Some(inst) = module.inst(ty.inst).filter(|_| !allowed) {
            cx.violate(
                Memory::UntypedClass,
                inst,
                format_args!("the storage class is {class}", class = message::class(class)),
            );
        }
        return;
    }
    let Kind::Pointer { class, pointee } = ty.kind else {
        return;
    };
    if !cx.target.is_vulkan() || !module.has_capability(Capability::LongVectorEXT) {
        return;
    }
    let long = module
        .ty(pointee)
        .is_some_and(|pointee| pointee.flags.contains(Flags::LONG_VECTOR));
    let allowed = matches!(
        StorageClass::from_u32(class),
        Some(
            StorageClass::Function
                | StorageClass::Private
                | StorageClass::Uniform
                | StorageClass::Workgroup
                | StorageClass::StorageBuffer
                | StorageClass::PhysicalStorageBuffer
                | StorageClass::PushConstant
                | StorageClass::ShaderRecordBufferKHR
        )
    );
    if let Some(inst) = module.inst(ty.inst).filter(|_| long && !allowed) {
        cx.violate(
            Memory::LongVectorClass,
            inst,
            format_args!("the storage class is {class}", class = message::class(class)),
        );
    }
}

fn initializer(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, pointee: u32) {
    let module = cx.module;
    let index = if inst.op == Op::Variable { 1 } else { 2 };
    let Some(&value) = module.operands(inst).get(index) else {
        return;
    };
    // In Vulkan, one rule has the storage classes that take initializers.
    let vulkan = cx.target.is_vulkan();
    if class == StorageClass::TaskPayloadWorkgroupEXT as u32 && !vulkan {
        cx.violate(
            Memory::TaskPayloadInitializer,
            inst,
            format_args!("its initializer is {}", module.show(value)),
        );
    }
    // Memory that is initialized from outside or passed between ray-tracing shaders.
    let without = matches!(
        StorageClass::from_u32(class),
        Some(
            StorageClass::Input
                | StorageClass::PushConstant
                | StorageClass::RayPayloadKHR
                | StorageClass::IncomingRayPayloadKHR
                | StorageClass::HitAttributeKHR
                | StorageClass::CallableDataKHR
                | StorageClass::IncomingCallableDataKHR
                | StorageClass::ShaderRecordBufferKHR
                | StorageClass::HitObjectAttributeNV
                | StorageClass::HitObjectAttributeEXT
        )
    );
    if without && !vulkan {
        let message = format_args!(
            "the variable is in {class} and has an initializer",
            class = message::class(class)
        );
        cx.violate(Memory::NoInitializer, inst, message);
    }
    // Another rule has operands that are no values.
    let Some(def) = module.def(value).filter(|def| def.result_type != 0) else {
        return;
    };
    // An OpUndef outside functions is in the table of constants but is not a constant.
    let constant = module
        .constant(value)
        .is_some_and(|constant| constant.value != Value::Undefined);
    let global = matches!(def.op, Op::Variable | Op::UntypedVariableKHR) && def.function == NONE;
    if !constant && !global {
        cx.violate(
            Memory::Initializer,
            inst,
            format_args!(
                "its initializer {} is neither a constant nor a variable of the module",
                module.show(value)
            ),
        );
    } else if def.result_type != pointee {
        cx.violate(
            Memory::Initializer,
            inst,
            format_args!(
                "its initializer {} is of another type than what the variable holds",
                module.show(value)
            ),
        );
    }
    if !vulkan {
        return;
    }
    let workgroup = class == StorageClass::Workgroup as u32;
    if !matches!(class, 3 | 4 | 6 | 7) {
        cx.violate(
            Memory::InitializerClass,
            inst,
            format_args!(
                "the variable is in {class} and has an initializer",
                class = message::class(class)
            ),
        );
    }
    if workgroup && module.constant(value).is_none_or(|value| value.value != Value::Null) {
        cx.violate(
            Memory::WorkgroupInitializer,
            inst,
            format_args!("its initializer {} is no OpConstantNull", module.show(value)),
        );
    }
}

/// The element type of an array; other types unchanged.
fn element<'m, 'w>(module: &'m Module<'w>, ty: &'m Type<'w>) -> &'m Type<'w> {
    match ty.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element } => module.ty(element).unwrap_or(ty),
        _ => ty,
    }
}

fn in_vulkan(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, pointee: u32) {
    let module = cx.module;
    let Some(ty) = module.ty(pointee) else { return };
    let inner = innermost(module, pointee).unwrap_or(ty);
    let mut report = |rule: Memory| {
        cx.violate(
            rule,
            inst,
            format_args!(
                "the variable is in {class} and holds {}",
                module.show(pointee),
                class = message::class(class)
            ),
        );
    };
    let is_struct = |ty: &Type<'_>| matches!(ty.kind, Kind::Struct { .. });
    match StorageClass::from_u32(class) {
        Some(StorageClass::UniformConstant) => {
            let opaque = matches!(
                element(module, ty).kind,
                Kind::Image(_) | Kind::Sampler | Kind::SampledImage { .. } | Kind::AccelerationStructure
            );
            // Types of extensions may have rules of their own.
            if !opaque && inner.kind != Kind::Other {
                report(Memory::UniformConstantType);
            }
        }
        Some(StorageClass::Uniform | StorageClass::StorageBuffer)
            if !is_struct(ty) && !is_struct(element(module, ty)) && inner.kind != Kind::Other =>
        {
            report(Memory::BufferType);
        }
        Some(StorageClass::TileImageEXT) => {
            let tile = spirv::Dim::DimTileImageDataEXT as u32;
            if !matches!(inner.kind, Kind::Image(image) if image.dim == tile) {
                report(Memory::TileImage);
            }
        }
        Some(StorageClass::PushConstant) if !is_struct(ty) => report(Memory::PushConstantType),
        _ => {}
    }
}

const RAY: &[Model] = &[
    Model::RayGenerationKHR,
    Model::IntersectionKHR,
    Model::AnyHitKHR,
    Model::ClosestHitKHR,
    Model::MissKHR,
    Model::CallableKHR,
];

/// The execution models in which a storage class may be used or, if the flag is false, may not be used; `None` for no
/// restriction. SPIR-V itself restricts those of ray tracing and mesh shading, by the text of their extensions.
fn models_of_class(class: u32, vulkan: bool) -> Option<(Memory, Models, bool)> {
    use Model as M;
    let only = |rule, models: &[Model]| Some((rule, Models::of(models), true));
    match StorageClass::from_u32(class)? {
        StorageClass::Output | StorageClass::Workgroup if !vulkan => None,
        StorageClass::Output => {
            let models = Models::of(RAY) | Models::of(&[M::GLCompute]);
            Some((Memory::OutputModel, models, false))
        }
        StorageClass::Workgroup => only(
            Memory::WorkgroupModel,
            &[M::GLCompute, M::Kernel, M::TaskNV, M::MeshNV, M::TaskEXT, M::MeshEXT],
        ),
        StorageClass::RayPayloadKHR => only(
            Memory::RayPayloadModel,
            &[M::RayGenerationKHR, M::ClosestHitKHR, M::MissKHR],
        ),
        StorageClass::IncomingRayPayloadKHR => only(
            Memory::IncomingRayPayloadModel,
            &[M::ClosestHitKHR, M::AnyHitKHR, M::MissKHR],
        ),
        StorageClass::HitAttributeKHR => only(
            Memory::HitAttributeModel,
            &[M::IntersectionKHR, M::AnyHitKHR, M::ClosestHitKHR],
        ),
        StorageClass::CallableDataKHR => only(
            Memory::CallableDataModel,
            &[M::RayGenerationKHR, M::ClosestHitKHR, M::MissKHR, M::CallableKHR],
        ),
        StorageClass::IncomingCallableDataKHR => only(Memory::IncomingCallableDataModel, &[M::CallableKHR]),
        StorageClass::ShaderRecordBufferKHR => only(Memory::ShaderRecordBufferModel, RAY),
        StorageClass::TaskPayloadWorkgroupEXT => only(Memory::TaskPayloadModel, &[M::TaskEXT, M::MeshEXT]),
        StorageClass::HitObjectAttributeEXT => only(
            Memory::HitObjectAttributeModel,
            &[M::RayGenerationKHR, M::ClosestHitKHR, M::MissKHR],
        ),
        _ => None,
    }
}

fn model(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32) {
    let module = cx.module;
    let Some((rule, models, only)) = models_of_class(class, cx.target.is_vulkan()) else {
        return;
    };
    let wrong = |at: &Inst| {
        let used = module.models_of(at);
        if only {
            !used.without(models).is_empty()
        } else {
            used.intersects(models)
        }
    };
    let mut uses = module.uses(inst.result).iter().filter_map(|at| module.inst(at.inst));
    if let Some(at) = uses.find(|at| at.function != NONE && wrong(at)) {
        cx.violate(
            rule,
            at,
            format_args!("{} is used in {}", module.show(inst.result), module.models_of(at)),
        );
    }
}
