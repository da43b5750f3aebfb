//! `discard` (WGSL §9.4.11): the invocation goes on as a helper, whose effects nobody sees.
//!
//! The plan says how an instance writes it. Where no instruction demotes, a Private flag stands for it: stores and atomics
//! that others can see are guarded by it, and the entry point ends in `OpKill`.

use super::FunctionEmitter;
use crate::back::emitter::Result;
use crate::back::plan::DiscardLowering;
use crate::back::polyfill::Polyfill;
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::{Expression, Handle};
use spirv::{Op, SelectionControl, StorageClass};

impl FunctionEmitter<'_, '_> {
    /// Ends an entry point: an invocation that was demoted in name only is killed now, so that nothing of it is written.
    pub(super) fn end_entry_point(&mut self) -> Result<()> {
        if self.instance.context.discard == DiscardLowering::Emulate {
            let flag = self.m.discard_flag()?;
            let ty = self.m.value_type(TypeKey::BOOL)?;
            let discarded = self.fresh();
            self.f.body.load(ty, discarded, flag, &[]);
            let (kill, merge) = (self.m.ids.label(), self.m.ids.label());
            self.f.body.selection_merge(merge, SelectionControl::NONE);
            self.f.body.branch_conditional(discarded, kill, merge);
            self.open_block(kill);
            self.f.body.kill();
            self.open_block(merge);
        }
        self.f.body.return_void();
        Ok(())
    }

    pub(super) fn kill(&mut self) -> Result<()> {
        match self.instance.context.discard {
            DiscardLowering::Demote => self.f.body.demote_to_helper_invocation(),
            // `OpKill` may end no block of a continue construct (SPIR-V §2.11.2); a function that is called there may end in it.
            DiscardLowering::Kill if self.f.in_continuing => {
                let (function, ty) = (self.m.polyfill(Polyfill::Kill), self.m.void_type());
                let id = self.fresh();
                self.f.body.function_call(ty, id, function, &[]);
            }
            DiscardLowering::Kill => {
                self.f.body.kill();
                self.f.block = None;
            }
            DiscardLowering::Emulate => {
                let (flag, yes) = (self.m.discard_flag()?, self.m.bool_constant(true)?);
                self.f.body.store(flag, yes, &[]);
            }
        }
        Ok(())
    }

    /// Whether `discard` sets a flag that guards what others can see.
    pub(super) fn is_discard_emulated(&self) -> bool {
        self.instance.context.discard == DiscardLowering::Emulate
    }

    /// Adds to a condition that the invocation was not discarded, where its stores could be seen.
    pub(super) fn guard_effect(&mut self, class: StorageClass, guard: Option<ValueId>) -> Result<Option<ValueId>> {
        let visible = matches!(
            class,
            StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::Image
        );
        if !visible || !self.is_discard_emulated() {
            return Ok(guard);
        }
        let flag = self.m.discard_flag()?;
        let ty = self.m.value_type(TypeKey::BOOL)?;
        let discarded = self.fresh();
        self.f.body.load(ty, discarded, flag, &[]);
        let alive = self.unary_op(TypeKey::BOOL, Op::LogicalNot, discarded)?;
        Ok(Some(match guard {
            Some(condition) => self.binary_op(TypeKey::BOOL, Op::LogicalAnd, condition, alive)?,
            None => alive,
        }))
    }

    pub(super) fn guarded_image_store(
        &mut self,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
        value: Handle<Expression>,
    ) -> Result<()> {
        match self.guard_effect(StorageClass::Image, None)? {
            None => self.image_store(image, coordinate, array_index, value),
            Some(alive) => self.only_if(alive, |this| this.image_store(image, coordinate, array_index, value)),
        }
    }
}
