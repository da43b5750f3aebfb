//! Rules that depend on the device: features, properties and limits of the target (Vulkan Environment for SPIR-V,
//! "Runtime SPIR-V Validation").
//!
//! A feature is missing if the target cannot have it; an unstated limit is unlimited. This file checks execution modes,
//! `memory` variables, `descriptors` their descriptors, `instructions` instructions, `matrices` cooperative matrices,
//! `non_uniform` indices that are not dynamically uniform, `point_size` the size of points, `feedback` transform
//! feedback. The family `float_controls` checks float controls.

mod descriptors;
mod feedback;
mod heaps;
mod instructions;
mod matrices;
mod memory;
mod non_uniform;
mod point_size;
mod rules;

pub(in crate::check) use rules::Device;

use super::Checker;
use super::message;
use super::module::{EntryPoint, Function, Inst, Module};
use crate::check::message::named;
use crate::target::{DeviceExtension, Feature, Support};
use spirv::{BuiltIn, Capability, ExecutionMode as Mode, ExecutionModel as Model, Op};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    if cx.target.is_vulkan() {
        modes(cx);
        declarations(cx);
        memory::run(cx);
        heaps::run(cx);
        descriptors::run(cx);
        instructions::run(cx);
        matrices::run(cx);
        non_uniform::run(cx);
        point_size::run(cx);
        feedback::run(cx);
    }
}

/// Whether the target cannot have a feature.
pub(crate) fn lacks(cx: &Checker<'_, '_>, feature: Feature) -> bool {
    cx.target.feature(feature) == Support::Unavailable
}

/// Whether the device implements a portability subset of Vulkan without a feature.
fn subset_lacks(cx: &Checker<'_, '_>, feature: Feature) -> bool {
    let subset = cx.target.device_extension(DeviceExtension::VK_KHR_portability_subset);
    subset == Support::Enabled && lacks(cx, feature)
}

/// The bits of mesh and task shaders in `VkShaderStageFlagBits`.
const MESH_AND_TASK: u32 = 0xC0;

/// The bit of an execution model in `VkShaderStageFlagBits`.
pub(crate) fn stage_bit(model: u32) -> u32 {
    match Model::from_u32(model) {
        Some(Model::Vertex) => 0x1,
        Some(Model::TessellationControl) => 0x2,
        Some(Model::TessellationEvaluation) => 0x4,
        Some(Model::Geometry) => 0x8,
        Some(Model::Fragment) => 0x10,
        Some(Model::GLCompute) => 0x20,
        Some(Model::TaskEXT | Model::TaskNV) => 0x40,
        Some(Model::MeshEXT | Model::MeshNV) => 0x80,
        Some(Model::RayGenerationKHR) => 0x100,
        Some(Model::AnyHitKHR) => 0x200,
        Some(Model::ClosestHitKHR) => 0x400,
        Some(Model::MissKHR) => 0x800,
        Some(Model::IntersectionKHR) => 0x1000,
        Some(Model::CallableKHR) => 0x2000,
        _ => 0,
    }
}

fn modes(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    for entry in module.entry_points.iter().filter(|entry| entry.is_first_of_model) {
        for inst in module.modes(entry.function) {
            let Some(mode) = Mode::from_u32(module.operand(inst, 1)) else {
                continue;
            };
            check_mode(cx, entry, inst, mode);
        }
        let Some(at) = module.inst(entry.inst) else { continue };
        if let Some(size) = workgroup_size(module, entry, |id| module.default_u32(id)) {
            workgroup(cx, entry, at, size);
        }
    }
}

fn check_mode(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, inst: &Inst, mode: Mode) {
    let module = cx.module;
    let operand = module.operand(inst, 2);
    let early = match mode {
        Mode::EarlyAndLateFragmentTestsAMD => Some(Device::EarlyAndLateFragmentTests),
        Mode::StencilRefUnchangedFrontAMD => Some(Device::StencilRefUnchangedFront),
        Mode::StencilRefUnchangedBackAMD => Some(Device::StencilRefUnchangedBack),
        Mode::StencilRefGreaterFrontAMD => Some(Device::StencilRefGreaterFront),
        Mode::StencilRefGreaterBackAMD => Some(Device::StencilRefGreaterBack),
        Mode::StencilRefLessFrontAMD => Some(Device::StencilRefLessFront),
        Mode::StencilRefLessBackAMD => Some(Device::StencilRefLessBack),
        _ => None,
    };
    let mesh = entry.model == Model::MeshEXT as u32;
    let limits = cx.target.limits();
    let over = |limit: Option<u32>| mesh && limit.is_some_and(|limit| operand > limit);
    let wrong = match mode {
        _ if early.is_some() => early.filter(|_| lacks(cx, Feature::ShaderEarlyAndLateFragmentTests)),
        Mode::LocalSizeId => lacks(cx, Feature::Maintenance4).then_some(Device::LocalSizeId),
        Mode::OutputVertices => over(limits.max_mesh_output_vertices).then_some(Device::MeshVertices),
        Mode::OutputPrimitivesEXT => over(limits.max_mesh_output_primitives).then_some(Device::MeshPrimitives),
        Mode::DerivativeGroupLinearKHR | Mode::DerivativeGroupQuadsKHR => {
            let without = limits.mesh_and_task_shader_derivatives == Some(0);
            (without && stage_bit(entry.model) & MESH_AND_TASK != 0).then_some(Device::MeshDerivatives)
        }
        Mode::Isolines => subset_lacks(cx, Feature::TessellationIsolines).then_some(Device::Isolines),
        Mode::PointMode => subset_lacks(cx, Feature::TessellationPointMode).then_some(Device::PointMode),
        Mode::SubgroupUniformControlFlowKHR => {
            let stages = limits.subgroup_supported_stages;
            let stage = stages.is_some_and(|stages| stages & stage_bit(entry.model) == 0);
            let missing = lacks(cx, Feature::ShaderSubgroupUniformControlFlow);
            (missing || stage || repacks(module, entry)).then_some(Device::UniformControlFlow)
        }
        _ => None,
    };
    if let Some(rule) = wrong {
        cx.violate(
            rule,
            inst,
            format_args!(
                "the target does not allow {mode}{}",
                message::Literals(module.operands(inst).get(2..).unwrap_or(&[])),
                mode = named(mode)
            ),
        );
    }
}

/// Checks capabilities and types against properties.
fn declarations(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    if subset_lacks(cx, Feature::ShaderSampleRateInterpolationFunctions) {
        let function = Capability::InterpolationFunction as u32;
        let declared = module.declared_capabilities.iter().find(|row| row.0 == function);
        if let Some(inst) = declared.and_then(|row| module.inst(row.1)) {
            let message = format_args!("shaderSampleRateInterpolationFunctions is missing");
            cx.violate(Device::InterpolationFunction, inst, message);
        }
    }
    let most = cx.target.limits().max_vector_components;
    if let Some(most) = most.filter(|_| module.has_capability(Capability::LongVectorEXT)) {
        for ty in &module.types {
            let count = match ty.op {
                Op::TypeVector => Some(ty.lanes),
                Op::TypeCooperativeVectorNV => {
                    let count = module.inst(ty.inst).map(|inst| module.operand(inst, 1));
                    count.and_then(|count| module.default_u32(count))
                }
                _ => None,
            };
            let over = count.filter(|&count| count > most).zip(module.inst(ty.inst));
            if let Some((count, inst)) = over {
                let message = format_args!("{count} are more than {most}");
                cx.violate(Device::VectorComponents, inst, message);
            }
        }
    }
}

/// Whether an entry point reaches an instruction that repacks invocations (Vulkan, "Invocation Repack Instructions").
pub(super) fn repacks(module: &Module<'_>, entry: &EntryPoint<'_>) -> bool {
    let repacking = module.repacking.get_or_init(|| {
        let repacks = |function: &Function| module.body(function).iter().any(is_repack);
        let functions = (0_u32..).zip(&module.functions);
        let functions = functions.filter(|(_, function)| repacks(function));
        let entries = module.entries_reaching(functions.map(|(number, _)| number));
        let entries = entries.into_iter().filter_map(|index| module.entry_points.get(index));
        entries.map(|entry| entry.function).collect()
    });
    repacking.contains(&entry.function)
}

fn is_repack(inst: &Inst) -> bool {
    // Instructions of SPV_EXT_shader_invocation_reorder, also with motion, and of the NV extension.
    let reorders = matches!(inst.opcode, 5256 | 5260 | 5310..=5312 | 5314..=5317 | 5319);
    let op = inst.op;
    reorders
        || matches!(
            op,
            Op::TraceRayKHR
                | Op::TraceNV
                | Op::TraceRayMotionNV
                | Op::ReportIntersectionKHR
                | Op::ExecuteCallableKHR
                | Op::ExecuteCallableNV
                | Op::HitObjectExecuteShaderNV
                | Op::ReorderThreadWithHitObjectNV
                | Op::ReorderThreadWithHintNV
        )
}

/// The workgroup size of an entry point, if `value` gives the values of its constants.
pub(super) fn workgroup_size(
    module: &Module<'_>,
    entry: &EntryPoint<'_>,
    value: impl Fn(u32) -> Option<u32>,
) -> Option<[u32; 3]> {
    let built_in = *module.built_in_size.get_or_init(|| built_in_size(module));
    if let Some(parts) = built_in {
        return extents(&parts, value);
    }
    module.modes(entry.function).find_map(|inst| {
        let operands = module.operands(inst).get(2..5)?;
        match Mode::from_u32(module.operand(inst, 1))? {
            Mode::LocalSize => extents(operands, Some),
            Mode::LocalSizeId => extents(operands, &value),
            _ => None,
        }
    })
}

fn extents(parts: &[u32], value: impl Fn(u32) -> Option<u32>) -> Option<[u32; 3]> {
    let &[x, y, z] = parts else { return None };
    Some([value(x)?, value(y)?, value(z)?])
}

/// The constituents of the object decorated `WorkgroupSize`, which takes precedence over execution modes.
fn built_in_size(module: &Module<'_>) -> Option<[u32; 3]> {
    let kind = crate::words::grammar::OperandKind::BuiltIn;
    let mut built_ins = module.enumerants.iter().filter(|used| used.kind == kind);
    let used = built_ins.find(|used| used.value == BuiltIn::WorkgroupSize as u32)?;
    let inst = module.inst(used.inst)?;
    let object = module.def(module.operand(inst, 0))?;
    module.operands(object).try_into().ok()
}

fn workgroup(cx: &mut Checker<'_, '_>, entry: &EntryPoint<'_>, at: &Inst, size: [u32; 3]) {
    use Device as D;
    let limits = cx.target.limits();
    let (most, invocations, rules, product) = match Model::from_u32(entry.model) {
        Some(Model::GLCompute) => (
            limits.max_compute_work_group_size,
            limits.max_compute_work_group_invocations,
            [D::ComputeSizeX, D::ComputeSizeY, D::ComputeSizeZ],
            D::ComputeInvocations,
        ),
        Some(Model::TaskEXT) => (
            limits.max_task_work_group_size,
            limits.max_task_work_group_invocations,
            [D::TaskSizeX, D::TaskSizeY, D::TaskSizeZ],
            D::TaskInvocations,
        ),
        Some(Model::MeshEXT) => (
            limits.max_mesh_work_group_size,
            limits.max_mesh_work_group_invocations,
            [D::MeshSizeX, D::MeshSizeY, D::MeshSizeZ],
            D::MeshInvocations,
        ),
        _ => return,
    };
    let along = most.into_iter().flatten().zip(size).zip(rules);
    for ((most, size), rule) in along {
        if size > most {
            cx.violate(rule, at, format_args!("the size {size} is above the limit {most}"));
        }
    }
    let all = size
        .iter()
        .fold(1_u64, |product, &side| product.saturating_mul(u64::from(side)));
    if let Some(most) = invocations.filter(|&most| all > u64::from(most)) {
        cx.violate(
            product,
            at,
            format_args!("{all} invocations are above the limit {most}"),
        );
    }
}
