//! Control-flow constructs that lowerings need (SPIR-V §2.11, Structured Control Flow): code or a value under a
//! condition, and loops over a range. The constructs of the shader are in `flow`.

use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::type_key::TypeKey;
use crate::words::{Id, LabelId, ValueId};
use spirv::{LoopControl, Op, SelectionControl};

/// A number of elements or invocations: a literal; or a specialization constant or the length of a buffer's array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Known(u32),
    Value(ValueId),
}

impl FunctionEmitter<'_, '_> {
    /// Begins a selection that is not the shader's: `OpSelectionMerge` and the branch.
    pub(super) fn open_selection(&mut self, condition: ValueId, [accept, reject]: [LabelId; 2], merge: LabelId) {
        self.f.body.selection_merge(merge, SelectionControl::NONE);
        self.f.body.branch_conditional(condition, accept, reject);
        self.open_construct();
    }

    /// Emits the block of one way through a selection or loop.
    fn way<T>(&mut self, label: LabelId, emit: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let scope = self.f.scoped.len();
        self.open_block(label);
        let value = emit(self)?;
        self.close_scope(scope);
        Ok(value)
    }

    /// Emits code that is executed if a guard holds, or in any case if there is none.
    pub(super) fn only_if(&mut self, guard: Option<ValueId>, emit: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let Some(condition) = guard else {
            return emit(self);
        };
        let (accept, merge) = (self.m.ids.label(), self.m.ids.label());
        self.open_selection(condition, [accept, merge], merge);
        self.way(accept, emit)?;
        self.close_construct(merge);
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
        self.open_selection(condition, [accepted, rejected], merge);
        self.way(accepted, accept)?;
        self.branch(merge);
        self.way(rejected, reject)?;
        self.close_construct(merge);
        Ok(())
    }

    /// A value that is evaluated if a guard holds, zero otherwise; in any case if there is no guard.
    pub(super) fn guarded(
        &mut self,
        type_key: TypeKey,
        guard: Option<ValueId>,
        emit: impl FnOnce(&mut Self) -> Result<ValueId>,
    ) -> Result<ValueId> {
        let Some(condition) = guard else {
            return emit(self);
        };
        let null = self.m.null(type_key)?;
        let ty = self.m.value_type(type_key)?;
        let before = self.open_block_label()?;
        let (accept, merge) = (self.m.ids.label(), self.m.ids.label());
        self.open_selection(condition, [accept, merge], merge);
        let value = self.way(accept, emit)?;
        self.f.flow.depth -= 1;
        let after = self.open_block_label()?;
        self.branch(merge);
        self.open_bare_block(merge);
        let id = self.fresh();
        let sources: [Id; 4] = [value.id(), after.id(), null.id(), before.id()];
        self.f.body.phi(ty, id, &sources);
        self.state_lines();
        Ok(id)
    }

    fn open_block_label(&self) -> Result<LabelId> {
        self.f.block.ok_or_else(|| internal("a lowering outside a block"))
    }

    /// Emits a loop over `first, first + step, …` while the index is below `length`.
    pub(super) fn strided_loop(
        &mut self,
        first: ValueId,
        step: Count,
        length: Count,
        emit: impl FnOnce(&mut Self, ValueId) -> Result<()>,
    ) -> Result<()> {
        let [header, body, continue_label, merge] = [(); 4].map(|()| self.m.ids.label());
        let ty = self.m.value_type(TypeKey::U32)?;
        let (length, step) = (self.count_id(length)?, self.count_id(step)?);
        let before = self.open_block_label()?;
        self.branch(header);
        self.open_bare_block(header);
        let (index, next) = (self.fresh(), self.fresh());
        let sources = [first.id(), before.id(), next.id(), continue_label.id()];
        self.f.body.phi(ty, index, &sources);
        self.state_lines();
        let inside = self.binary_op(TypeKey::BOOL, Op::ULessThan, index, length)?;
        self.f.body.loop_merge(merge, continue_label, LoopControl::NONE);
        self.f.body.branch_conditional(inside, body, merge);
        self.open_construct();
        self.way(body, |this| emit(this, index))?;
        self.branch(continue_label);
        self.open_block(continue_label);
        self.f.body.i_add(ty, next, index, step);
        self.branch(header);
        self.close_construct(merge);
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
