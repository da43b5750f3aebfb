//! Subgroup operations that entry points reach: the stages that may have them (Vulkan, "Group Operations"), and the
//! execution mode by which their invocations reconverge.

use super::entry_points::function_span;
use super::sweep::FunctionSweep;
use super::{FunctionRef, Plan};
use crate::target::Feature;
use naga::{Barrier, GatherMode, Module, ShaderStage, Span};
use spirv::ExecutionMode;

/// The first subgroup operation of a function, and the first quad operation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SubgroupUse {
    any: Option<Span>,
    quad: Option<Span>,
    /// Whether it traces rays, which may place its invocations in other subgroups.
    pub(super) traces_rays: bool,
    /// Whether it has cooperative matrices, which are distributed over a subgroup.
    pub(super) has_matrix: bool,
}

impl SubgroupUse {
    pub(super) fn join(&mut self, other: Self) {
        self.any = self.any.or(other.any);
        self.quad = self.quad.or(other.quad);
        self.traces_rays |= other.traces_rays;
        self.has_matrix |= other.has_matrix;
    }
}

/// An execution mode that states where the invocations of a subgroup reconverge.
///
/// A subgroup operation combines the invocations that execute it together. WGSL's uniformity analysis assumes uniform
/// control flow at the end of an `if`, `switch` or loop that all invocations leave there, with the language extension
/// `subgroup_uniformity` also within one subgroup. SPIR-V without a mode guarantees it only for the whole invocation
/// group, such as a workgroup (§2.2.5, Control Flow, "Uniform Control Flow").
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reconvergence {
    pub(crate) mode: ExecutionMode,
    pub(super) feature: &'static [Feature; 1],
    pub(super) extension: &'static str,
}

impl Reconvergence {
    /// Preferred first: the former guarantees what the latter does, and more.
    pub(super) const ALL: [Self; 2] = [
        // The invocations that enter a construct together reconverge at its merge block, except those that leave it in
        // another way; helper invocations stay active.
        Self {
            mode: ExecutionMode::MaximallyReconvergesKHR,
            feature: &[Feature::ShaderMaximalReconvergence],
            extension: "SPV_KHR_maximal_reconvergence",
        },
        // The invocations of a subgroup reconverge at the merge block if all of them entered the construct together and
        // all of them leave it there.
        Self {
            mode: ExecutionMode::SubgroupUniformControlFlowKHR,
            feature: &[Feature::ShaderSubgroupUniformControlFlow],
            extension: "SPV_KHR_subgroup_uniform_control_flow",
        },
    ];
}

impl FunctionSweep<'_, '_> {
    /// Records a read of other invocations' values.
    pub(super) fn note_gather(&mut self, mode: GatherMode, span: Span) {
        self.note_subgroup(span);
        match mode {
            // The result depends on the other invocations of the quad, which must be active.
            GatherMode::QuadBroadcast(_) | GatherMode::QuadSwap(_) => {
                self.summary.needs_live_quad = true;
                self.summary.subgroups.quad.get_or_insert(span);
            }
            GatherMode::BroadcastFirst
            | GatherMode::Broadcast(_)
            | GatherMode::Shuffle(_)
            | GatherMode::ShuffleXor(_)
            | GatherMode::ShuffleDown(_)
            | GatherMode::ShuffleUp(_) => {}
        }
    }

    pub(super) fn note_subgroup(&mut self, span: Span) {
        self.summary.subgroups.any.get_or_insert(span);
    }
}

/// Whether a barrier has subgroup scope. A barrier that also names wider memory waits for the workgroup.
pub(crate) fn is_of_subgroup(barrier: Barrier) -> bool {
    barrier == Barrier::SUB_GROUP
}

impl Plan {
    /// Records what a stage needs for the subgroup operations that it reaches, and chooses their execution mode.
    pub(super) fn plan_subgroups(&mut self, module: &Module, at: usize) {
        let entry = self.entry_points[at].index;
        let uses = self.functions.of(FunctionRef::EntryPoint(entry)).subgroups;
        let point = &module.entry_points[entry];
        let (stage, place) = (point.stage, function_span(&point.function));
        // naga's validator asks for no stage.
        if uses.traces_rays && !may_trace(stage) {
            let reason = "a ray is traced from a ray generation, a closest hit and a miss shader (SPV_KHR_ray_tracing)";
            self.refuse_inexpressible("`traceRay` in this stage", reason, place);
        }
        if uses.has_matrix && stage != ShaderStage::Compute {
            let reason = "naga loads and stores them in compute shaders only";
            self.refuse_inexpressible("a cooperative matrix in this stage", reason, place);
        }
        if let Some(span) = uses.quad
            && !matches!(stage, ShaderStage::Fragment | ShaderStage::Compute)
        {
            // VUID-RuntimeSpirv-None-06342.
            self.need_feature(&[Feature::SubgroupQuadOperationsInAllStages], span);
        }
        let Some(span) = uses.any else { return };
        // VUID-StandaloneSpirv-MaximallyReconvergesKHR-09565, VUID-RuntimeSpirv-SubgroupUniformControlFlowKHR-06379: not
        // with OpTraceRayKHR, an invocation repack instruction.
        let reconvergence = self.facts().reconvergence.filter(|_| !uses.traces_rays);
        self.entry_points[at].reconvergence = reconvergence;
        if let Some(mode) = reconvergence {
            self.need_feature(mode.feature, span);
            self.requirements.need_extension(mode.extension);
        }
        let stages = self.target.limits().subgroup_supported_stages;
        // VUID-RuntimeSpirv-None-06343.
        if stages.is_some_and(|stages| stages & stage_bit(stage) == 0) {
            let what = "a subgroup operation in this stage";
            let reason = "the device's `subgroupSupportedStages` does not have the stage";
            self.refuse_inexpressible(what, reason, span);
        }
    }
}

/// Whether rays are traced from a stage. Its invocations are regrouped at each trace.
pub(crate) const fn may_trace(stage: ShaderStage) -> bool {
    matches!(
        stage,
        ShaderStage::RayGeneration | ShaderStage::ClosestHit | ShaderStage::Miss
    )
}

/// The bit of a stage in `VkShaderStageFlags`.
const fn stage_bit(stage: ShaderStage) -> u32 {
    match stage {
        ShaderStage::Vertex => 0x1,
        ShaderStage::Fragment => 0x10,
        ShaderStage::Compute => 0x20,
        ShaderStage::Task => 0x40,
        ShaderStage::Mesh => 0x80,
        ShaderStage::RayGeneration => 0x100,
        ShaderStage::AnyHit => 0x200,
        ShaderStage::ClosestHit => 0x400,
        ShaderStage::Miss => 0x800,
    }
}
