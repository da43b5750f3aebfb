//! Subgroup operations: votes, ballots, reductions, scans, and reads of other invocations' values (SPIR-V §3.52.24,
//! Non-Uniform Instructions; the older forms are those of `SPV_KHR_subgroup_vote` and `SPV_KHR_shader_ballot`).

use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::operators::{NONE, of_kind};
use crate::back::plan::SubgroupForm;
use crate::back::type_key::TypeKey;
use crate::target::Feature;
use crate::words::ValueId;
use naga::{CollectiveOperation, Expression, GatherMode, Handle, Scalar, ScalarKind, SubgroupOperation, VectorSize};
use spirv::{Capability, GroupOperation, Op, Scope};

impl FunctionEmitter<'_, '_> {
    fn subgroup_scope(&mut self) -> Result<ValueId> {
        self.m.u32_constant(Scope::Subgroup as u32)
    }

    /// Records the capability for a ballot, or for a read of another invocation's value.
    fn need_ballot(&mut self) {
        self.m.need(match self.m.plan.facts().subgroup_ballot {
            SubgroupForm::NonUniform => Capability::GroupNonUniformBallot,
            SubgroupForm::Older => Capability::SubgroupBallotKHR,
        });
    }

    /// Records the capability for a read of another invocation's value. The instruction of `SPV_KHR_shader_ballot`
    /// takes 32-bit scalars only.
    fn need_read(&mut self, scalar: Scalar) {
        if self.m.plan.facts().subgroup_ballot == SubgroupForm::Older && scalar.width != 4 {
            self.m.need(Capability::GroupNonUniformBallot);
        } else {
            self.need_ballot();
            self.need_extended_type(scalar);
        }
    }

    /// Records the capabilities for an `OpGroupNonUniform…` instruction on a scalar or a vector of it.
    fn need_group(&mut self, capability: Capability, scalar: Scalar) {
        self.m.need(capability);
        self.need_extended_type(scalar);
    }

    /// `shaderSubgroupExtendedTypes` covers integers that are not 32 bits wide, and f16 (VUID-RuntimeSpirv-None-06275).
    /// f64 needs no feature.
    fn need_extended_type(&mut self, scalar: Scalar) {
        let is_extended = match scalar.kind {
            ScalarKind::Sint | ScalarKind::Uint => scalar.width != 4,
            ScalarKind::Float => scalar.width == 2,
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => false,
        };
        if is_extended {
            self.m.need_feature(&[Feature::ShaderSubgroupExtendedTypes]);
        }
    }

    /// `subgroupBallot`: four words with one bit for each invocation whose predicate is true. Without a predicate, the
    /// bits of the active invocations.
    pub(super) fn subgroup_ballot(
        &mut self,
        predicate: Option<Handle<Expression>>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let predicate = match predicate {
            Some(predicate) => self.value(predicate)?,
            None => self.m.bool_constant(true)?,
        };
        self.need_ballot();
        let ty = self.m.value_type(TypeKey::vector(VectorSize::Quad, Scalar::U32))?;
        let scope = self.subgroup_scope()?;
        let id = self.fresh();
        match self.m.plan.facts().subgroup_ballot {
            SubgroupForm::NonUniform => self.f.body.group_non_uniform_ballot(ty, id, scope, predicate),
            SubgroupForm::Older => self.f.body.subgroup_ballot_khr(ty, id, predicate),
        }
        self.define_as(result, id)
    }

    pub(super) fn subgroup_collective(
        &mut self,
        op: SubgroupOperation,
        collective: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let (type_key, value) = (self.type_key(argument)?, self.value(argument)?);
        let scalar = type_key.parts()?.1;
        if let SubgroupOperation::All | SubgroupOperation::Any = op {
            let id = self.vote(op == SubgroupOperation::All, value)?;
            return self.define_as(result, id);
        }
        self.need_group(Capability::GroupNonUniformArithmetic, scalar);
        let scope = self.subgroup_scope()?;
        let op = arithmetic(op, scalar.kind)?;
        let operation = match collective {
            CollectiveOperation::Reduce => GroupOperation::Reduce,
            CollectiveOperation::InclusiveScan => GroupOperation::InclusiveScan,
            CollectiveOperation::ExclusiveScan => GroupOperation::ExclusiveScan,
        };
        let id = self.op(type_key, |code, ty, id| {
            code.group_operation(op, ty, id, scope, operation, value);
        })?;
        self.define_as(result, id)
    }

    fn vote(&mut self, all: bool, value: ValueId) -> Result<ValueId> {
        let form = self.m.plan.facts().subgroup_vote;
        self.m.need(match form {
            SubgroupForm::NonUniform => Capability::GroupNonUniformVote,
            SubgroupForm::Older => Capability::SubgroupVoteKHR,
        });
        let scope = self.subgroup_scope()?;
        match (all, form) {
            (true, SubgroupForm::NonUniform) => self.binary_op(TypeKey::BOOL, Op::GroupNonUniformAll, scope, value),
            (true, SubgroupForm::Older) => self.unary_op(TypeKey::BOOL, Op::SubgroupAllKHR, value),
            (false, SubgroupForm::NonUniform) => self.binary_op(TypeKey::BOOL, Op::GroupNonUniformAny, scope, value),
            (false, SubgroupForm::Older) => self.unary_op(TypeKey::BOOL, Op::SubgroupAnyKHR, value),
        }
    }

    pub(super) fn subgroup_gather(
        &mut self,
        mode: GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let (type_key, value) = (self.type_key(argument)?, self.value(argument)?);
        let scalar = type_key.parts()?.1;
        let shuffle = Capability::GroupNonUniformShuffle;
        let relative = Capability::GroupNonUniformShuffleRelative;
        let read = |this: &mut Self, capability, op, from| {
            this.need_group(capability, scalar);
            Ok((op, this.value(from)?))
        };
        let (op, from) = match mode {
            GatherMode::BroadcastFirst => {
                self.need_read(scalar);
                let id = match self.m.plan.facts().subgroup_ballot {
                    SubgroupForm::Older => self.read_words(type_key, value, None)?,
                    SubgroupForm::NonUniform => {
                        let scope = self.subgroup_scope()?;
                        self.binary_op(type_key, Op::GroupNonUniformBroadcastFirst, scope, value)?
                    }
                };
                return self.define_as(result, id);
            }
            GatherMode::Broadcast(index) => {
                let from = self.value(index)?;
                if self.m.plan.facts().subgroup_ballot == SubgroupForm::Older {
                    self.need_read(scalar);
                    let id = self.read_words(type_key, value, Some(from))?;
                    return self.define_as(result, id);
                }
                // Without the feature, the invocation of a broadcast must be constant
                // (VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06277). A shuffle is used instead.
                let is_constant = self.is_constant(index);
                if is_constant || self.m.plan.facts().dynamic_broadcast {
                    if !is_constant {
                        self.m.need_feature(&[Feature::SubgroupBroadcastDynamicId]);
                    }
                    self.need_read(scalar);
                    (Op::GroupNonUniformBroadcast, from)
                } else {
                    self.need_group(shuffle, scalar);
                    (Op::GroupNonUniformShuffle, from)
                }
            }
            GatherMode::Shuffle(index) => read(self, shuffle, Op::GroupNonUniformShuffle, index)?,
            GatherMode::ShuffleXor(mask) => read(self, shuffle, Op::GroupNonUniformShuffleXor, mask)?,
            GatherMode::ShuffleDown(delta) => read(self, relative, Op::GroupNonUniformShuffleDown, delta)?,
            GatherMode::ShuffleUp(delta) => read(self, relative, Op::GroupNonUniformShuffleUp, delta)?,
            GatherMode::QuadBroadcast(index) => {
                self.need_group(Capability::GroupNonUniformQuad, scalar);
                if !self.is_constant(index) {
                    // See VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06276.
                    self.m.need_feature(&[Feature::SubgroupBroadcastDynamicId]);
                }
                (Op::GroupNonUniformQuadBroadcast, self.value(index)?)
            }
            GatherMode::QuadSwap(direction) => {
                self.need_group(Capability::GroupNonUniformQuad, scalar);
                let direction = match direction {
                    naga::Direction::X => 0,
                    naga::Direction::Y => 1,
                    naga::Direction::Diagonal => 2,
                };
                (Op::GroupNonUniformQuadSwap, self.m.u32_constant(direction)?)
            }
        };
        let scope = self.subgroup_scope()?;
        let id = self.op(type_key, |code, ty, id| {
            code.group_gather(op, ty, id, scope, value, from)
        })?;
        self.define_as(result, id)
    }

    /// Reads one invocation's value with the instruction of `SPV_KHR_shader_ballot`, component by component because it
    /// takes scalars.
    fn read_words(&mut self, type_key: TypeKey, value: ValueId, from: Option<ValueId>) -> Result<ValueId> {
        let (size, scalar) = type_key.parts()?;
        let component = TypeKey::scalar(scalar);
        let read = |this: &mut Self, value| match from {
            Some(from) => this.binary_op(component, Op::SubgroupReadInvocationKHR, value, from),
            None => this.unary_op(component, Op::SubgroupFirstInvocationKHR, value),
        };
        let Some(size) = size else {
            return read(self, value);
        };
        let mut parts = [value; 4];
        for (index, part) in (0..size as u32).zip(&mut parts) {
            let own = self.extract(component, value, &[index])?;
            *part = read(self, own)?;
        }
        self.construct(type_key, &parts[..size as usize])
    }
}

fn arithmetic(op: SubgroupOperation, kind: ScalarKind) -> Result<Op> {
    use Op::{GroupNonUniformBitwiseAnd, GroupNonUniformBitwiseOr, GroupNonUniformBitwiseXor};
    use Op::{GroupNonUniformFAdd, GroupNonUniformFMax, GroupNonUniformFMin, GroupNonUniformFMul};
    use Op::{GroupNonUniformIAdd, GroupNonUniformIMul, GroupNonUniformSMax, GroupNonUniformSMin};
    use Op::{GroupNonUniformUMax, GroupNonUniformUMin};
    let ops = match op {
        SubgroupOperation::Add => [GroupNonUniformFAdd, GroupNonUniformIAdd, GroupNonUniformIAdd, NONE],
        SubgroupOperation::Mul => [GroupNonUniformFMul, GroupNonUniformIMul, GroupNonUniformIMul, NONE],
        SubgroupOperation::Min => [GroupNonUniformFMin, GroupNonUniformSMin, GroupNonUniformUMin, NONE],
        SubgroupOperation::Max => [GroupNonUniformFMax, GroupNonUniformSMax, GroupNonUniformUMax, NONE],
        SubgroupOperation::And => [NONE, GroupNonUniformBitwiseAnd, GroupNonUniformBitwiseAnd, NONE],
        SubgroupOperation::Or => [NONE, GroupNonUniformBitwiseOr, GroupNonUniformBitwiseOr, NONE],
        SubgroupOperation::Xor => [NONE, GroupNonUniformBitwiseXor, GroupNonUniformBitwiseXor, NONE],
        SubgroupOperation::All | SubgroupOperation::Any => [NONE; 4],
    };
    of_kind(kind, ops).ok_or_else(|| internal("a subgroup operation does not exist for its operand's type"))
}
