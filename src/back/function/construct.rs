//! Control-flow constructs that lowerings need (SPIR-V §2.11, Structured Control Flow): code or a value under a
//! condition, and loops over a range. The constructs of the shader are in `flow`.

use super::FunctionEmitter;
use crate::back::emitter::{Result, internal};
use crate::back::type_key::TypeKey;
use crate::words::{Id, ValueId};
use spirv::{LoopControl, Op, SelectionControl};

/// A number of elements or invocations: a literal, or a specialization constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    Known(u32),
    Value(ValueId),
}

impl FunctionEmitter<'_, '_> {
    /// Emits code that is executed if a condition holds.
    pub(super) fn only_if(&mut self, condition: ValueId, emit: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let (accept, merge) = (self.m.ids.label(), self.m.ids.label());
        self.f.body.selection_merge(merge, SelectionControl::NONE);
        self.f.body.branch_conditional(condition, accept, merge);
        self.open_construct();
        let scope = self.open_scope();
        self.open_block(accept);
        emit(self)?;
        self.close_scope(scope);
        self.close_construct();
        self.branch(merge);
        self.open_block(merge);
        Ok(())
    }

    /// Emits code that is executed if a condition holds, and code that is executed otherwise.
    pub(super) fn either(
        &mut self,
        condition: ValueId,
        accept: impl FnOnce(&mut Self) -> Result<()>,
        reject: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let [accepted, rejected, merge] = [(); 3].map(|()| self.m.ids.label());
        self.f.body.selection_merge(merge, SelectionControl::NONE);
        self.f.body.branch_conditional(condition, accepted, rejected);
        self.open_construct();
        let scope = self.open_scope();
        self.open_block(accepted);
        accept(self)?;
        self.close_scope(scope);
        self.branch(merge);
        self.open_block(rejected);
        reject(self)?;
        self.close_scope(scope);
        self.close_construct();
        self.branch(merge);
        self.open_block(merge);
        Ok(())
    }

    /// A value that is evaluated if a condition holds, and zero otherwise.
    pub(super) fn guarded(
        &mut self,
        type_key: TypeKey,
        condition: ValueId,
        emit: impl FnOnce(&mut Self) -> Result<ValueId>,
    ) -> Result<ValueId> {
        let null = self.m.null(type_key)?;
        let ty = self.m.value_type(type_key)?;
        let before = self
            .f
            .block
            .ok_or_else(|| internal("a guarded value outside a block"))?;
        let (accept, merge) = (self.m.ids.label(), self.m.ids.label());
        self.f.body.selection_merge(merge, SelectionControl::NONE);
        self.f.body.branch_conditional(condition, accept, merge);
        self.open_construct();
        let scope = self.open_scope();
        self.open_block(accept);
        let value = emit(self)?;
        self.close_scope(scope);
        self.close_construct();
        let after = self
            .f
            .block
            .ok_or_else(|| internal("a guarded value outside a block"))?;
        self.branch(merge);
        self.open_bare_block(merge);
        let id = self.fresh();
        let sources: [Id; 4] = [value.id(), after.id(), null.id(), before.id()];
        self.f.body.phi(ty, id, &sources);
        self.state_lines();
        Ok(id)
    }

    /// Emits a loop over `first, first + step, …` while the index is below `length`.
    pub(super) fn strided_loop(
        &mut self,
        first: ValueId,
        step: Count,
        length: Count,
        emit: impl FnOnce(&mut Self, ValueId) -> Result<()>,
    ) -> Result<()> {
        let labels = [(); 4].map(|()| self.m.ids.label());
        let [header, body, continue_label, merge] = labels;
        let ty = self.m.value_type(TypeKey::U32)?;
        let (length, step) = (self.count_id(length)?, self.count_id(step)?);
        let before = self.f.block.ok_or_else(|| internal("a loop outside a block"))?;
        self.branch(header);
        self.open_bare_block(header);
        let (index, next) = (self.fresh(), self.fresh());
        self.f
            .body
            .phi(ty, index, &[first.id(), before.id(), next.id(), continue_label.id()]);
        self.state_lines();
        let inside = self.binary_op(TypeKey::BOOL, Op::ULessThan, index, length)?;
        self.f.body.loop_merge(merge, continue_label, LoopControl::NONE);
        self.f.body.branch_conditional(inside, body, merge);
        self.open_construct();
        let scope = self.open_scope();
        self.open_block(body);
        emit(self, index)?;
        self.close_scope(scope);
        self.close_construct();
        self.branch(continue_label);
        self.open_block(continue_label);
        self.f.body.i_add(ty, next, index, step);
        self.branch(header);
        self.open_block(merge);
        Ok(())
    }

    pub(super) fn count_id(&mut self, count: Count) -> Result<ValueId> {
        match count {
            Count::Known(count) => self.m.u32_constant(count),
            Count::Value(id) => Ok(id),
        }
    }

    /// The product of two counts, at most one of which may be a specialization constant.
    pub(super) fn count_product(&mut self, left: Count, right: Count) -> Result<Count> {
        match (left, right) {
            (Count::Known(left), Count::Known(right)) => Ok(Count::Known(left.saturating_mul(right))),
            (Count::Known(1), count) | (count, Count::Known(1)) => Ok(count),
            (Count::Known(_) | Count::Value(_), _) => {
                let (left, right) = (self.count_id(left)?, self.count_id(right)?);
                Ok(Count::Value(self.m.spec_op(TypeKey::U32, Op::IMul, &[left, right])?))
            }
        }
    }
}
