//! Instructions that need a feature or are subject to a limit.

use super::{Device, lacks, stage_bit};
use crate::check::Checker;
use crate::check::module::{Class, Flags, Inst, NONE, Scalar, Type};
use crate::target::{Feature, SpirvVersion};
use spirv::{ExecutionModel as Model, ImageOperands as M, Op, Scope, StorageClass};

/// `OpHitObjectSetShaderBindingTableRecordIndexEXT`, whose name in the `spirv` crate is truncated.
const SET_RECORD_INDEX: u16 = 5309;

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let limits = cx.target.limits();
    let offsets = limits.min_texel_offset.is_some()
        || limits.max_texel_offset.is_some()
        || limits.min_texel_gather_offset.is_some()
        || limits.max_texel_gather_offset.is_some();
    let of = |class| module.of([class]).filter(|inst| inst.function != NONE);
    for inst in of(Class::Sync).filter(|inst| is_atomic(inst.op)) {
        atomic(cx, inst);
    }
    if offsets {
        for inst in of(Class::Image).filter(|inst| matches!(inst.op as u32, 87..=97 | 305..=315)) {
            image(cx, inst);
        }
    }
    for inst in of(Class::Foreign).chain(of(Class::Extended)) {
        match inst.op {
            Op::EmitMeshTasksEXT => emit(cx, inst),
            Op::ReadClockKHR => clock(cx, inst),
            _ if inst.opcode == SET_RECORD_INDEX => record_index(cx, inst),
            Op::ExtInstWithForwardRefsKHR if lacks(cx, Feature::ShaderRelaxedExtendedInstruction) => {
                cx.violate(
                    Device::ForwardRefs,
                    inst,
                    format_args!("the feature that it needs is not enabled"),
                );
            }
            _ if is_atomic(inst.op) => atomic(cx, inst),
            Op::FmaKHR => fma(cx, inst),
            _ => {}
        }
    }
    if module.has_capability(spirv::Capability::GroupNonUniform) {
        let groups = module.insts.iter().filter(|inst| is_group(inst.op));
        for inst in groups.filter(|inst| inst.function != NONE) {
            group(cx, inst);
        }
    }
    scopes(cx);
}

pub(super) fn is_atomic(op: Op) -> bool {
    matches!(op as u32, 227..=242) || matches!(op, Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT)
}

fn is_group(op: Op) -> bool {
    matches!(op as u32, 333..=366)
        || matches!(
            op,
            Op::GroupNonUniformRotateKHR
                | Op::GroupNonUniformPartitionNV
                | Op::GroupNonUniformQuadAllKHR
                | Op::GroupNonUniformQuadAnyKHR
        )
}

fn emit(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let limits = cx.target.limits();
    let counts = [0, 1, 2].map(|index| module.folded_u32(module.operand(inst, index)));
    let rules = [Device::EmitCountX, Device::EmitCountY, Device::EmitCountZ];
    for ((count, most), rule) in counts
        .into_iter()
        .zip(limits.max_mesh_work_group_count.into_iter().flatten())
        .zip(rules)
    {
        if let Some(count) = count.filter(|&count| count > most) {
            cx.violate(rule, inst, format_args!("{count} is above the limit {most}"));
        }
    }
    let total = counts
        .into_iter()
        .try_fold(1_u64, |product, count| Some(product.saturating_mul(u64::from(count?))));
    if let (Some(total), Some(most)) = (total, limits.max_mesh_work_group_total_count) {
        if total > u64::from(most) {
            cx.violate(
                Device::EmitTotal,
                inst,
                format_args!("{total} are above the limit {most}"),
            );
        }
    }
}

fn record_index(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let most = cx.target.limits().max_shader_binding_table_record_index;
    let index = cx.module.folded_u32(cx.module.operand(inst, 1));
    if let (Some(most), Some(index)) = (most, index) {
        if index > most {
            cx.violate(Device::RecordIndex, inst, format_args!("{index} is more than {most}"));
        }
    }
}

fn clock(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let scope = cx
        .module
        .constant_u32(cx.module.operand(inst, 0))
        .and_then(Scope::from_u32);
    let (rule, feature) = match scope {
        Some(Scope::Subgroup) => (Device::SubgroupClock, Feature::ShaderSubgroupClock),
        Some(Scope::Device) => (Device::DeviceClock, Feature::ShaderDeviceClock),
        _ => return,
    };
    if lacks(cx, feature) {
        cx.violate(rule, inst, format_args!("{feature} is not enabled"));
    }
}

fn fma(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let width = cx.module.result_type(inst).map_or(0, Type::width);
    let (rule, feature) = match width {
        16 => (Device::Fma16, Feature::ShaderFmaFloat16),
        32 => (Device::Fma32, Feature::ShaderFmaFloat32),
        64 => (Device::Fma64, Feature::ShaderFmaFloat64),
        _ => return,
    };
    if lacks(cx, feature) {
        cx.violate(rule, inst, format_args!("{feature} is not enabled"));
    }
}

const BUFFER_FLOATS: &[Feature] = &[
    Feature::ShaderBufferFloat32Atomics,
    Feature::ShaderBufferFloat32AtomicAdd,
    Feature::ShaderBufferFloat64Atomics,
    Feature::ShaderBufferFloat64AtomicAdd,
    Feature::ShaderBufferFloat16Atomics,
    Feature::ShaderBufferFloat16AtomicAdd,
    Feature::ShaderBufferFloat16AtomicMinMax,
    Feature::ShaderBufferFloat32AtomicMinMax,
    Feature::ShaderBufferFloat64AtomicMinMax,
    Feature::ShaderFloat16VectorAtomics,
];
const SHARED_FLOATS: &[Feature] = &[
    Feature::ShaderSharedFloat32Atomics,
    Feature::ShaderSharedFloat32AtomicAdd,
    Feature::ShaderSharedFloat64Atomics,
    Feature::ShaderSharedFloat64AtomicAdd,
    Feature::ShaderSharedFloat16Atomics,
    Feature::ShaderSharedFloat16AtomicAdd,
    Feature::ShaderSharedFloat16AtomicMinMax,
    Feature::ShaderSharedFloat32AtomicMinMax,
    Feature::ShaderSharedFloat64AtomicMinMax,
    Feature::ShaderFloat16VectorAtomics,
];
const IMAGE_FLOATS: &[Feature] = &[
    Feature::ShaderImageFloat32Atomics,
    Feature::ShaderImageFloat32AtomicAdd,
    Feature::ShaderImageFloat32AtomicMinMax,
];
const FLOATS_16: &[Feature] = &[
    Feature::ShaderBufferFloat16Atomics,
    Feature::ShaderBufferFloat16AtomicAdd,
    Feature::ShaderBufferFloat16AtomicMinMax,
    Feature::ShaderSharedFloat16Atomics,
    Feature::ShaderSharedFloat16AtomicAdd,
    Feature::ShaderSharedFloat16AtomicMinMax,
];
const FLOATS_32: &[Feature] = &[
    Feature::ShaderBufferFloat32Atomics,
    Feature::ShaderBufferFloat32AtomicAdd,
    Feature::ShaderSharedFloat32Atomics,
    Feature::ShaderSharedFloat32AtomicAdd,
    Feature::ShaderImageFloat32Atomics,
    Feature::ShaderImageFloat32AtomicAdd,
    Feature::ShaderBufferFloat32AtomicMinMax,
    Feature::ShaderSharedFloat32AtomicMinMax,
    Feature::ShaderImageFloat32AtomicMinMax,
];
const FLOATS_64: &[Feature] = &[
    Feature::ShaderBufferFloat64Atomics,
    Feature::ShaderBufferFloat64AtomicAdd,
    Feature::ShaderSharedFloat64Atomics,
    Feature::ShaderSharedFloat64AtomicAdd,
    Feature::ShaderBufferFloat64AtomicMinMax,
    Feature::ShaderSharedFloat64AtomicMinMax,
];

fn atomic(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let value = match inst.op {
        Op::AtomicStore => module.type_of(module.operand(inst, 3)),
        _ => module.result_type(inst),
    };
    let pointer = module.type_of(module.operand(inst, 0)).and_then(Type::storage_class);
    let (Some(ty), Some(class)) = (value, pointer.and_then(StorageClass::from_u32)) else {
        return;
    };
    let mut need = |rule: Device, any: &[Feature]| {
        if any.iter().all(|&feature| lacks(cx, feature)) {
            cx.violate(rule, inst, format_args!("no feature of the target allows it"));
        }
    };
    match (ty.scalar, class) {
        (Scalar::Int { width: 64, .. }, StorageClass::StorageBuffer | StorageClass::Uniform) => {
            need(Device::BufferInt64, &[Feature::ShaderBufferInt64Atomics]);
        }
        (Scalar::Int { width: 64, .. }, StorageClass::Workgroup) => {
            need(Device::SharedInt64, &[Feature::ShaderSharedInt64Atomics]);
        }
        (Scalar::Int { width: 64, .. }, StorageClass::Image) => {
            need(Device::ImageInt64, &[Feature::ShaderImageInt64Atomics]);
        }
        _ => {}
    }
    let Scalar::Float { width, .. } = ty.scalar else { return };
    match class {
        StorageClass::StorageBuffer => need(Device::BufferFloat, BUFFER_FLOATS),
        StorageClass::Workgroup => need(Device::SharedFloat, SHARED_FLOATS),
        StorageClass::Image if width == 32 => need(Device::ImageFloat, IMAGE_FLOATS),
        _ => {}
    }
    match (width, ty.lanes) {
        (16, 2 | 4) => need(Device::AtomicVector, &[Feature::ShaderFloat16VectorAtomics]),
        (16, _) => need(Device::AtomicFloat16, FLOATS_16),
        (32, _) => need(Device::AtomicFloat32, FLOATS_32),
        (64, _) => need(Device::AtomicFloat64, FLOATS_64),
        _ => {}
    }
}

fn group(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let extended = Flags::INT8 | Flags::INT16 | Flags::INT64 | Flags::FLOAT16;
    let is_extended = |ty: Option<&Type<'_>>| ty.is_some_and(|ty| ty.flags.intersects(extended));
    // In other instructions, the value has the type of the result.
    let value = match inst.op {
        Op::GroupNonUniformAllEqual => module.type_of(module.operand(inst, 1)),
        Op::GroupNonUniformPartitionNV => module.type_of(module.operand(inst, 0)),
        _ => None,
    };
    if (is_extended(module.result_type(inst)) || is_extended(value)) && lacks(cx, Feature::ShaderSubgroupExtendedTypes)
    {
        cx.violate(
            Device::ExtendedTypes,
            inst,
            format_args!("the feature that it needs is not enabled"),
        );
    }
    let models = module.models_of(inst);
    if let Some(stages) = cx.target.limits().subgroup_supported_stages {
        if models.iter().any(|model| stages & stage_bit(model) == 0) {
            cx.violate(Device::GroupStage, inst, format_args!("it is reached from {models}"));
        }
    }
    let quad = matches!(
        inst.op,
        Op::GroupNonUniformQuadBroadcast
            | Op::GroupNonUniformQuadSwap
            | Op::GroupNonUniformQuadAllKHR
            | Op::GroupNonUniformQuadAnyKHR
    );
    let others = models.without(crate::check::module::Models::of(&[Model::Fragment, Model::GLCompute]));
    if quad && !others.is_empty() && lacks(cx, Feature::SubgroupQuadOperationsInAllStages) {
        cx.violate(Device::QuadStage, inst, format_args!("it is reached from {others}"));
    }
    if inst.op == Op::GroupNonUniformRotateKHR
        && module.operands(inst).len() > 3
        && lacks(cx, Feature::ShaderSubgroupRotateClustered)
    {
        cx.violate(
            Device::ClusteredRotate,
            inst,
            format_args!("the feature that it needs is not enabled"),
        );
    }
    let rule = match inst.op {
        Op::GroupNonUniformBroadcast => Device::BroadcastId,
        Op::GroupNonUniformQuadBroadcast => Device::BroadcastIndex,
        _ => return,
    };
    let dynamic = module.constant(module.operand(inst, 2)).is_none();
    if dynamic && cx.at_least(SpirvVersion::V1_5) && lacks(cx, Feature::SubgroupBroadcastDynamicId) {
        cx.violate(
            rule,
            inst,
            format_args!("{} is no constant", module.show(module.operand(inst, 2))),
        );
    }
}

/// Checks the offsets of samples, fetches and gathers.
fn image(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let number = inst.op as u32;
    let gather = matches!(number, 96 | 97 | 314 | 315);
    let reference = matches!(number, 89 | 90 | 93 | 94 | 307 | 308 | 311 | 312);
    let index = if gather || reference { 3 } else { 2 };
    let words = module.operands(inst).get(index..).unwrap_or(&[]);
    let Some((&mask, operands)) = words.split_first() else {
        return;
    };
    let mask = M::from_bits_retain(mask);
    let before = mask & (M::BIAS | M::LOD);
    let skip = before.bits().count_ones() + if mask.contains(M::GRAD) { 2 } else { 0 };
    if !mask.intersects(M::CONST_OFFSET | M::OFFSET | M::CONST_OFFSETS) {
        return;
    }
    let Some(&offset) = operands.get(skip as usize) else {
        return;
    };
    let limits = cx.target.limits();
    let (least, most, rules) = if gather {
        (
            limits.min_texel_gather_offset,
            limits.max_texel_gather_offset,
            [Device::GatherLeast, Device::GatherMost],
        )
    } else {
        (
            limits.min_texel_offset,
            limits.max_texel_offset,
            [Device::OffsetLeast, Device::OffsetMost],
        )
    };
    let [least_rule, most_rule] = rules;
    let mut work = vec![offset];
    // A vector, or an array of four vectors. The limit bounds the work.
    for _ in 0..32 {
        let Some(id) = work.pop() else { return };
        if let Some(value) = module.folded_int(id) {
            if least.is_some_and(|least| value < i128::from(least)) {
                cx.violate(
                    least_rule,
                    inst,
                    format_args!("the offset {value} is beyond the limits of the target"),
                );
            }
            if most.is_some_and(|most| value > i128::from(most)) {
                cx.violate(
                    most_rule,
                    inst,
                    format_args!("the offset {value} is beyond the limits of the target"),
                );
            }
        } else if let Some(def) = module.def(id).filter(|def| is_built(def.op)) {
            work.extend(module.operands(def).iter().take(8));
        }
    }
}

/// Whether an instruction constructs a vector or array from its operands, or copies one.
fn is_built(op: Op) -> bool {
    matches!(
        op,
        Op::ConstantComposite | Op::SpecConstantComposite | Op::CompositeConstruct | Op::CopyObject
    )
}

/// Checks memory scopes that need a feature.
fn scopes(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for &(id, at) in &module.scopes {
        let scope = module.constant_u32(id).and_then(Scope::from_u32);
        let rule = match scope {
            Some(Scope::Device) => Device::DeviceScope,
            Some(Scope::QueueFamily) => Device::QueueFamilyScope,
            _ => continue,
        };
        let Some(inst) = module.inst(at.inst).filter(|inst| inst.function != NONE) else {
            continue;
        };
        let execution =
            is_group(inst.op) || inst.op == Op::ReadClockKHR || (inst.op == Op::ControlBarrier && at.word == 1);
        // The rule presupposes the feature vulkanMemoryModel, which is enabled if the module declares
        // VulkanMemoryModel.
        let model = module.has_capability(spirv::Capability::VulkanMemoryModel);
        let wrong = match rule {
            Device::DeviceScope => model && lacks(cx, Feature::VulkanMemoryModelDeviceScope),
            _ => lacks(cx, Feature::VulkanMemoryModel),
        };
        if wrong && !execution {
            cx.violate(rule, inst, format_args!("the feature that it needs is not enabled"));
        }
    }
}
