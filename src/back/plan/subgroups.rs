//! Subgroup operations that entry points reach: the stages that may have them (Vulkan, "Group Operations").

use super::statements::StatementSweep;
use super::{FunctionRef, Plan};
use crate::back::request::Request;
use crate::error::ErrorKind;
use crate::target::Feature;
use naga::{Barrier, Expression, GatherMode, Handle, Module, ShaderStage, Span};

/// The first subgroup operation of a function, and the first quad operation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SubgroupUse {
    any: Option<Span>,
    quad: Option<Span>,
}

impl SubgroupUse {
    /// Adds the operations of a callee.
    pub(super) fn join(&mut self, other: Self) {
        self.any = self.any.or(other.any);
        self.quad = self.quad.or(other.quad);
    }
}

impl StatementSweep<'_, '_> {
    pub(super) fn barrier(&mut self, barrier: Barrier, span: Span) {
        if is_of_subgroup(barrier) {
            self.note_subgroup(span);
        }
    }

    pub(super) fn subgroup_ballot(&mut self, predicate: Option<Handle<Expression>>, span: Span) {
        if let Some(predicate) = predicate {
            self.whole(predicate);
        }
        self.note_subgroup(span);
    }

    pub(super) fn subgroup_collective(&mut self, argument: Handle<Expression>, span: Span) {
        self.whole(argument);
        self.note_subgroup(span);
    }

    pub(super) fn subgroup_gather(&mut self, mode: GatherMode, argument: Handle<Expression>, span: Span) {
        self.whole(argument);
        self.note_subgroup(span);
        match mode {
            GatherMode::BroadcastFirst => {}
            GatherMode::Broadcast(index)
            | GatherMode::Shuffle(index)
            | GatherMode::ShuffleXor(index)
            | GatherMode::ShuffleDown(index)
            | GatherMode::ShuffleUp(index) => self.whole(index),
            GatherMode::QuadBroadcast(index) => {
                self.whole(index);
                self.note_quad(span);
            }
            GatherMode::QuadSwap(_) => self.note_quad(span),
        }
    }

    /// Records a quad operation. Its result depends on the other invocations of the quad, which must be active.
    fn note_quad(&mut self, span: Span) {
        self.summary.needs_live_quad = true;
        self.summary.subgroups.quad.get_or_insert(span);
    }

    fn note_subgroup(&mut self, span: Span) {
        self.summary.subgroups.any.get_or_insert(span);
    }
}

/// Whether a barrier has subgroup scope. A barrier that also names wider memory waits for the workgroup.
pub(crate) fn is_of_subgroup(barrier: Barrier) -> bool {
    barrier == Barrier::SUB_GROUP
}

impl Plan {
    /// Records what a stage needs for the subgroup operations that it reaches.
    pub(super) fn need_subgroups_in(&mut self, module: &Module, entry: usize, options: &Request<'_>) {
        let at = super::index(module, FunctionRef::EntryPoint(entry));
        let Some(uses) = self.functions.get(at).map(|plan| plan.subgroups) else {
            return;
        };
        let stage = module.entry_points[entry].stage;
        if let Some(span) = uses.quad {
            // VUID-RuntimeSpirv-None-06342.
            if !matches!(stage, ShaderStage::Fragment | ShaderStage::Compute) {
                self.need_feature(&[Feature::SubgroupQuadOperationsInAllStages], span);
            }
        }
        let (Some(span), Some(stages)) = (uses.any, options.target.limits().subgroup_supported_stages) else {
            return;
        };
        // VUID-RuntimeSpirv-None-06343.
        if stages & stage_bit(stage) == 0 {
            self.refuse(
                ErrorKind::Inexpressible {
                    what: "a subgroup operation in this stage",
                    reason: "the device's `subgroupSupportedStages` does not have the stage",
                },
                span,
            );
        }
    }
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
