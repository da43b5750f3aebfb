//! Variables and what is done with memory (SPIR-V §2.16.1, §2.16.2, §3.52.8; Vulkan, Standalone SPIR-V).
//!
//! Variables are here, accesses in `access`. Layout in memory, interfaces of entry points and decorations are other
//! families' business.

mod access;

use super::Checker;
use super::module::{Class, Flags, Inst, Kind, Models, Module, NONE, Type, Value};
use super::rule::rules;
use spirv::{Capability, ExecutionModel as Model, Op, StorageClass};

rules! {
    /// Memory.
    Memory "memory" {
        VariableType "variable-type" "SPIR-V §3.52.8 OpVariable": "a variable's type is a pointer, of the same storage class";
        FunctionClass "function-class" "SPIR-V §2.16.1": "variables of a function, and no others, are in Function";
        PhysicalVariable "physical-variable" "SPIR-V §3.52.8 OpVariable": "no variable is in PhysicalStorageBuffer";
        Initializer "initializer" "SPIR-V §3.52.8 OpVariable":
            "an initializer is a constant or a variable of the module, of the type that the variable points to";
        InitializerClass "initializer-class" vuid "VUID-StandaloneSpirv-OpVariable-04651" "Vulkan, Standalone SPIR-V":
            "only variables of Output, Private, Function and Workgroup have initializers";
        WorkgroupInitializer "workgroup-initializer" vuid "VUID-StandaloneSpirv-OpVariable-04734" "Vulkan, Standalone SPIR-V":
            "a variable of Workgroup is initialized with OpConstantNull";
        StorageClass "storage-class" vuid "VUID-StandaloneSpirv-None-04643" "Vulkan, Standalone SPIR-V":
            "storage classes are those of Vulkan's list" (decides "CrossWorkgroup, Generic, AtomicCounter");
        OutputModel "output-model" vuid "VUID-StandaloneSpirv-None-04644" "Vulkan, Standalone SPIR-V":
            "Output is not used in GLCompute and ray tracing";
        WorkgroupModel "workgroup-model" vuid "VUID-StandaloneSpirv-None-04645" "Vulkan, Standalone SPIR-V":
            "Workgroup is used in task, mesh and compute only";
        RayPayloadModel "ray-payload-model" vuid "VUID-StandaloneSpirv-RayPayloadKHR-04698" "Vulkan, Standalone SPIR-V":
            "RayPayloadKHR is used in ray generation, closest-hit and miss only";
        IncomingRayPayloadModel "incoming-ray-payload-model" vuid "VUID-StandaloneSpirv-IncomingRayPayloadKHR-04699"
            "Vulkan, Standalone SPIR-V": "IncomingRayPayloadKHR is used in closest-hit, any-hit and miss only";
        HitAttributeModel "hit-attribute-model" vuid "VUID-StandaloneSpirv-HitAttributeKHR-04701" "Vulkan, Standalone SPIR-V":
            "HitAttributeKHR is used in intersection, any-hit and closest-hit only";
        CallableDataModel "callable-data-model" vuid "VUID-StandaloneSpirv-CallableDataKHR-04704" "Vulkan, Standalone SPIR-V":
            "CallableDataKHR is used in ray generation, closest-hit, miss and callable only";
        IncomingCallableDataModel "incoming-callable-data-model"
            vuid "VUID-StandaloneSpirv-IncomingCallableDataKHR-04705" "Vulkan, Standalone SPIR-V":
            "IncomingCallableDataKHR is used in callable only";
        ShaderRecordBufferModel "shader-record-buffer-model" vuid "VUID-StandaloneSpirv-ShaderRecordBufferKHR-07119"
            "Vulkan, Standalone SPIR-V": "ShaderRecordBufferKHR is used in ray tracing only";
        UniformConstantType "uniform-constant-type" vuid "VUID-StandaloneSpirv-UniformConstant-04655"
            "Vulkan, Standalone SPIR-V":
            "a variable of UniformConstant is an image, sampler, sampled image, acceleration structure or array of those";
        BufferType "buffer-type" vuid "VUID-StandaloneSpirv-Uniform-06807" "Vulkan, Standalone SPIR-V":
            "a variable of Uniform or StorageBuffer is a structure or an array of those";
        PushConstantType "push-constant-type" vuid "VUID-StandaloneSpirv-PushConstant-06808" "Vulkan, Standalone SPIR-V":
            "a variable of PushConstant is a structure";
        BoolInterface "bool-interface" vuid "VUID-StandaloneSpirv-Input-07290" "Vulkan, Standalone SPIR-V":
            "Booleans in Input and Output are built-ins";
        SmallType "small-type" "SPIR-V §2.16.2":
            "8-bit and 16-bit numbers, where no capability allows them all, are in memory of the kinds that one allows"
            (decides "variables");
        Load "load" "SPIR-V §3.52.8 OpLoad": "what is loaded is of the type that the pointer points to";
        Store "store" "SPIR-V §3.52.8 OpStore": "what is stored is of the type that the pointer points to, and not void";
        ReadOnly "read-only" "SPIR-V §3.7": "nothing is stored to Input, UniformConstant and PushConstant";
        UniformBlockStore "uniform-block-store" vuid "VUID-StandaloneSpirv-Uniform-06925" "Vulkan, Standalone SPIR-V":
            "nothing is stored to a variable of Uniform that is decorated Block";
        OpaqueStore "opaque-store" vuid "VUID-StandaloneSpirv-OpTypeImage-06924" "Vulkan, Standalone SPIR-V":
            "no image, sampler or acceleration structure is stored";
        HitAttributeStore "hit-attribute-store" vuid "VUID-StandaloneSpirv-HitAttributeKHR-04703" "Vulkan, Standalone SPIR-V":
            "HitAttributeKHR is written in intersection only";
        MeshOutputLoad "mesh-output-load" vuid "VUID-StandaloneSpirv-MeshEXT-07107" "Vulkan, Standalone SPIR-V":
            "MeshEXT does not read its outputs" [ours];
        Aligned "aligned" vuid "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04708" "Vulkan, Standalone SPIR-V":
            "accesses through PhysicalStorageBuffer pointers are Aligned";
        CopyTypes "copy-types" "SPIR-V §3.52.8 OpCopyMemory": "source and target of a copy point to the same type";
        ChainBase "chain-base" "SPIR-V §3.52.8 OpAccessChain": "the base of an access chain is a pointer";
        ChainIndex "chain-index" "SPIR-V §3.52.8 OpAccessChain":
            "the indices of an access chain are scalar integers, of members constants that the structure has";
        ChainDepth "chain-depth" "SPIR-V §3.52.8 OpAccessChain": "an access chain goes into composites only";
        ChainType "chain-type" "SPIR-V §3.52.8 OpAccessChain":
            "an access chain is a pointer in its base's storage class to the type that it reaches";
        PtrChainClass "ptr-chain-class" vuid "VUID-StandaloneSpirv-Base-07650" "Vulkan, Standalone SPIR-V":
            "OpPtrAccessChain is for Workgroup, StorageBuffer and PhysicalStorageBuffer";
        PtrChainWorkgroup "ptr-chain-workgroup" vuid "VUID-StandaloneSpirv-Base-07651" "Vulkan, Standalone SPIR-V":
            "OpPtrAccessChain in Workgroup takes VariablePointers";
        PtrChainStorageBuffer "ptr-chain-storage-buffer" vuid "VUID-StandaloneSpirv-Base-07652" "Vulkan, Standalone SPIR-V":
            "OpPtrAccessChain in StorageBuffer takes VariablePointers or VariablePointersStorageBuffer";
        ArrayLength "array-length" "SPIR-V §3.52.8 OpArrayLength":
            "OpArrayLength is of a pointer to a structure whose last member, the one that it names, is a runtime array";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for inst in module.of([Class::Variable, Class::Memory]) {
        match inst.op {
            Op::Variable => variable(cx, inst),
            _ => access::one(cx, inst),
        }
    }
}

fn variable(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let class = module.operand(inst, 0);
    let Some(pointer) = module.ty(inst.result_type) else {
        return;
    };
    let (Some(declared), Some(pointee)) = (pointer.storage_class(), pointer.pointee()) else {
        return cx.violate(
            Memory::VariableType,
            inst,
            format_args!("{} is no pointer", module.show(pointer.id)),
        );
    };
    if declared != class {
        cx.violate(
            Memory::VariableType,
            inst,
            format_args!("the pointer's storage class is {declared}, not {class}"),
        );
    }
    if (class == StorageClass::Function as u32) != (inst.function != NONE) {
        cx.violate(
            Memory::FunctionClass,
            inst,
            format_args!("the storage class is {class}"),
        );
    }
    if class == StorageClass::PhysicalStorageBuffer as u32 {
        cx.violate(
            Memory::PhysicalVariable,
            inst,
            format_args!("it is in PhysicalStorageBuffer"),
        );
    }
    initializer(cx, inst, class, pointee);
    if cx.is_shader() {
        small_type(cx, inst, class, pointee);
    }
    if cx.target.is_vulkan() {
        in_vulkan(cx, inst, class, pointee);
        model(cx, inst, class);
    }
}

fn initializer(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, pointee: u32) {
    let module = cx.module;
    let Some(&value) = module.operands(inst).get(1) else {
        return;
    };
    let Some(def) = module.def(value) else { return };
    let constant = module.constant(value).is_some();
    let global = def.op == Op::Variable && def.function == NONE;
    if !constant && !global {
        cx.violate(
            Memory::Initializer,
            inst,
            format_args!("{} is no constant", module.show(value)),
        );
    } else if constant && def.result_type != pointee {
        cx.violate(
            Memory::Initializer,
            inst,
            format_args!("{} is of another type", module.show(value)),
        );
    }
    if !cx.target.is_vulkan() {
        return;
    }
    let workgroup = class == StorageClass::Workgroup as u32;
    if !matches!(class, 3 | 4 | 6 | 7) {
        cx.violate(
            Memory::InitializerClass,
            inst,
            format_args!("a variable of storage class {class} is initialized"),
        );
    }
    if workgroup && module.constant(value).is_none_or(|value| value.value != Value::Null) {
        cx.violate(
            Memory::WorkgroupInitializer,
            inst,
            format_args!("{} is no OpConstantNull", module.show(value)),
        );
    }
}

/// A type without one array around it.
fn element<'m, 'w>(module: &'m Module<'w>, ty: &'m Type<'w>) -> &'m Type<'w> {
    match ty.kind {
        Kind::Array { element, .. } | Kind::RuntimeArray { element } => module.ty(element).unwrap_or(ty),
        _ => ty,
    }
}

/// A type without the arrays around it, if they are not nested deeper than anyone does: the walk is as long as that.
pub(super) fn innermost<'m, 'w>(module: &'m Module<'w>, id: u32) -> Option<&'m Type<'w>> {
    let mut ty = module.ty(id)?;
    for _ in 0..255 {
        let (Kind::Array { element, .. } | Kind::RuntimeArray { element }) = ty.kind else {
            return Some(ty);
        };
        ty = module.ty(element)?;
    }
    None
}

fn in_vulkan(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, pointee: u32) {
    let module = cx.module;
    let Some(ty) = module.ty(pointee) else { return };
    let inner = innermost(module, pointee).unwrap_or(ty);
    let mut say = |rule: Memory| {
        cx.violate(
            rule,
            inst,
            format_args!("a variable of storage class {class} has type {}", module.show(pointee)),
        );
    };
    let is_struct = |ty: &Type<'_>| matches!(ty.kind, Kind::Struct { .. });
    match StorageClass::from_u32(class) {
        Some(StorageClass::CrossWorkgroup | StorageClass::Generic | StorageClass::AtomicCounter) => {
            say(Memory::StorageClass);
        }
        Some(StorageClass::UniformConstant) => {
            let opaque = matches!(
                inner.kind,
                Kind::Image(_) | Kind::Sampler | Kind::SampledImage { .. } | Kind::AccelerationStructure
            );
            // Types of extensions may have rules of their own.
            if !opaque && inner.kind != Kind::Other {
                say(Memory::UniformConstantType);
            }
        }
        Some(StorageClass::Uniform | StorageClass::StorageBuffer)
            if !is_struct(ty) && !is_struct(element(module, ty)) && inner.kind != Kind::Other =>
        {
            say(Memory::BufferType);
        }
        Some(StorageClass::PushConstant) if !is_struct(ty) => say(Memory::PushConstantType),
        Some(StorageClass::Input | StorageClass::Output)
            if ty.flags.contains(Flags::BOOL)
                && !module.is_decorated(inst.result, spirv::Decoration::BuiltIn)
                && !ty.flags.contains(Flags::BUILT_IN) =>
        {
            say(Memory::BoolInterface);
        }
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

/// The models in which a storage class may be used, or may not; `None` where all may.
fn models_of_class(class: u32) -> Option<(Memory, Models, bool)> {
    use Model as M;
    let only = |rule, models: &[Model]| Some((rule, Models::of(models), true));
    match StorageClass::from_u32(class)? {
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
        _ => None,
    }
}

fn model(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32) {
    let module = cx.module;
    let Some((rule, models, only)) = models_of_class(class) else {
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

fn small_type(cx: &mut Checker<'_, '_>, inst: &Inst, class: u32, pointee: u32) {
    use Capability as C;
    let module = cx.module;
    let Some(ty) = module.ty(pointee) else { return };
    let has = |capability| module.has_capability(capability);
    let contains = |flag| ty.flags.contains(flag);
    let small8 = contains(Flags::INT8) && !has(C::Int8);
    let small16 = (contains(Flags::INT16) && !has(C::Int16)) || (contains(Flags::FLOAT16) && !has(C::Float16));
    let allowed = |eight: bool| {
        let by: &[Capability] = match (StorageClass::from_u32(class), eight) {
            (Some(StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer), true) => {
                &[C::StorageBuffer8BitAccess, C::UniformAndStorageBuffer8BitAccess]
            }
            (Some(StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer), false) => {
                &[C::StorageBuffer16BitAccess, C::UniformAndStorageBuffer16BitAccess]
            }
            (Some(StorageClass::Uniform), true) if contains(Flags::BUFFER_BLOCK) => {
                &[C::StorageBuffer8BitAccess, C::UniformAndStorageBuffer8BitAccess]
            }
            (Some(StorageClass::Uniform), false) if contains(Flags::BUFFER_BLOCK) => {
                &[C::StorageBuffer16BitAccess, C::UniformAndStorageBuffer16BitAccess]
            }
            (Some(StorageClass::Uniform), true) => &[C::UniformAndStorageBuffer8BitAccess],
            (Some(StorageClass::Uniform), false) => &[C::UniformAndStorageBuffer16BitAccess],
            (Some(StorageClass::PushConstant), true) => &[C::StoragePushConstant8],
            (Some(StorageClass::PushConstant), false) => &[C::StoragePushConstant16],
            (Some(StorageClass::Input | StorageClass::Output), false) => &[C::StorageInputOutput16],
            (Some(StorageClass::Input | StorageClass::Output), true) => &[],
            (Some(StorageClass::Workgroup), true) => &[C::WorkgroupMemoryExplicitLayout8BitAccessKHR],
            (Some(StorageClass::Workgroup), false) => &[C::WorkgroupMemoryExplicitLayout16BitAccessKHR],
            // What else may hold them is left to the rules of the extensions.
            _ => return true,
        };
        by.iter().any(|&capability| has(capability))
    };
    for (width, small) in [(8, small8), (16, small16)] {
        if small && !allowed(width == 8) {
            cx.violate(
                Memory::SmallType,
                inst,
                format_args!("{width}-bit numbers are not allowed in storage class {class}"),
            );
        }
    }
}
