//! What operations of a subgroup ask of the device (SPIR-V §3.49.24, Vulkan's "Group Operations").
//!
//! Where SPIR-V 1.3 is not to be had, votes and ballots are those of `SPV_KHR_subgroup_vote` and `SPV_KHR_shader_ballot`; the
//! choice is in the facts. It must not know how the operations are written.

use super::statements::StatementSweep;
use super::{FunctionRef, Plan, SubgroupForm};
use crate::back::request::Request;
use crate::error::ErrorKind;
use crate::target::Feature;
use naga::{Barrier, Expression, GatherMode, Handle, Module, Scalar, ScalarKind, ShaderStage, Span, SubgroupOperation};
use spirv::Capability;

/// The operations of a subgroup that a function has, as far as the stage matters: where the first of them stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SubgroupUse {
    any: Option<Span>,
    quad: Option<Span>,
}

impl SubgroupUse {
    /// Adds what a callee has.
    pub(super) fn join(&mut self, other: Self) {
        self.any = self.any.or(other.any);
        self.quad = self.quad.or(other.quad);
    }
}

impl StatementSweep<'_, '_> {
    pub(super) fn barrier(&mut self, barrier: Barrier, span: Span) {
        if is_of_subgroup(barrier) {
            // VUID-StandaloneSpirv-SubgroupVoteKHR-07951: the scope takes a capability.
            let capability = match self.plan.facts().subgroup_ballot {
                SubgroupForm::NonUniform => Capability::GroupNonUniform,
                SubgroupForm::Older => Capability::SubgroupBallotKHR,
            };
            self.plan.need(capability, span);
            self.note_subgroup(span);
        }
    }

    pub(super) fn subgroup_ballot(&mut self, predicate: Option<Handle<Expression>>, span: Span) {
        if let Some(predicate) = predicate {
            self.whole(predicate);
        }
        self.need_ballot(span);
    }

    pub(super) fn subgroup_collective(&mut self, op: SubgroupOperation, argument: Handle<Expression>, span: Span) {
        self.whole(argument);
        self.note_subgroup(span);
        match op {
            SubgroupOperation::All | SubgroupOperation::Any => {
                let capability = match self.plan.facts().subgroup_vote {
                    SubgroupForm::NonUniform => Capability::GroupNonUniformVote,
                    SubgroupForm::Older => Capability::SubgroupVoteKHR,
                };
                self.plan.need(capability, span);
            }
            SubgroupOperation::Add
            | SubgroupOperation::Mul
            | SubgroupOperation::Min
            | SubgroupOperation::Max
            | SubgroupOperation::And
            | SubgroupOperation::Or
            | SubgroupOperation::Xor => {
                self.plan.need(Capability::GroupNonUniformArithmetic, span);
                self.need_group_type(argument, span);
            }
        }
    }

    pub(super) fn subgroup_gather(&mut self, mode: GatherMode, argument: Handle<Expression>, span: Span) {
        self.whole(argument);
        self.note_subgroup(span);
        match mode {
            GatherMode::BroadcastFirst => self.need_read(argument, span),
            GatherMode::Broadcast(index) => {
                self.whole(index);
                if self.is_constant(index) || self.plan.facts().subgroup_ballot == SubgroupForm::Older {
                    self.need_read(argument, span);
                } else if self.plan.facts().dynamic_broadcast {
                    // VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06277.
                    self.plan.need_feature(&[Feature::SubgroupBroadcastDynamicId], span);
                    self.need_read(argument, span);
                } else {
                    self.need_gather(Capability::GroupNonUniformShuffle, argument, span);
                }
            }
            GatherMode::Shuffle(index) => {
                self.whole(index);
                self.need_gather(Capability::GroupNonUniformShuffle, argument, span);
            }
            GatherMode::ShuffleXor(mask) => {
                self.whole(mask);
                self.need_gather(Capability::GroupNonUniformShuffle, argument, span);
            }
            GatherMode::ShuffleDown(delta) | GatherMode::ShuffleUp(delta) => {
                self.whole(delta);
                self.need_gather(Capability::GroupNonUniformShuffleRelative, argument, span);
            }
            GatherMode::QuadBroadcast(index) => {
                self.whole(index);
                self.quad(argument, span);
                if !self.is_constant(index) {
                    // VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06276.
                    self.plan.need_feature(&[Feature::SubgroupBroadcastDynamicId], span);
                }
            }
            GatherMode::QuadSwap(_) => self.quad(argument, span),
        }
    }

    /// An operation whose result depends on the other invocations of the quad, which must therefore live.
    fn quad(&mut self, argument: Handle<Expression>, span: Span) {
        self.summary.needs_live_quad = true;
        self.summary.subgroups.quad.get_or_insert(span);
        self.need_gather(Capability::GroupNonUniformQuad, argument, span);
    }

    fn need_gather(&mut self, capability: Capability, argument: Handle<Expression>, span: Span) {
        self.plan.need(capability, span);
        self.need_group_type(argument, span);
    }

    fn need_ballot(&mut self, span: Span) {
        self.note_subgroup(span);
        let capability = match self.plan.facts().subgroup_ballot {
            SubgroupForm::NonUniform => Capability::GroupNonUniformBallot,
            SubgroupForm::Older => Capability::SubgroupBallotKHR,
        };
        self.plan.need(capability, span);
    }

    /// A read of one invocation's value; the older form reads words only.
    fn need_read(&mut self, argument: Handle<Expression>, span: Span) {
        let is_word = self.scalar(argument).is_some_and(|scalar| scalar.width == 4);
        if self.plan.facts().subgroup_ballot == SubgroupForm::Older && !is_word {
            self.plan.need(Capability::GroupNonUniformBallot, span);
        } else {
            self.need_ballot(span);
            self.need_group_type(argument, span);
        }
    }

    /// VUID-RuntimeSpirv-None-06275: integers that are not 32 bits wide, and f16. f64 is not among them.
    fn need_group_type(&mut self, argument: Handle<Expression>, span: Span) {
        let is_extended = self.scalar(argument).is_some_and(|scalar| match scalar.kind {
            ScalarKind::Sint | ScalarKind::Uint => scalar.width != 4,
            ScalarKind::Float => scalar.width == 2,
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => false,
        });
        if is_extended {
            self.plan.need_feature(&[Feature::ShaderSubgroupExtendedTypes], span);
        }
    }

    fn note_subgroup(&mut self, span: Span) {
        self.summary.subgroups.any.get_or_insert(span);
    }

    fn scalar(&self, argument: Handle<Expression>) -> Option<Scalar> {
        self.info[argument].ty.inner_with(&self.module.types).scalar()
    }

    /// Whether an index will be a constant of the module. What is known to be constant only by folding is none.
    fn is_constant(&self, index: Handle<Expression>) -> bool {
        matches!(
            self.function.expressions[index],
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) | Expression::Override(_)
        )
    }
}

/// Whether a barrier is one of the subgroup: one that names a wider memory too waits for the workgroup.
pub(crate) fn is_of_subgroup(barrier: Barrier) -> bool {
    barrier == Barrier::SUB_GROUP
}

impl Plan {
    /// What a stage must have for the operations of the subgroup that it reaches.
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

/// The bit of `VkShaderStageFlags`.
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
