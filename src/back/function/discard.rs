//! `discard` (WGSL §9.4.11): the invocation continues as a helper invocation, whose stores and outputs have no effect.
//!
//! The plan selects the lowering for each instance. Without an instruction that demotes, `discard` sets a Private flag.
//! The flag guards stores and atomics that are visible to other invocations, and the entry point ends the invocation if
//! it is set: with `OpTerminateInvocation` (SPV_KHR_terminate_invocation) if the target enables that, with `OpKill`
//! otherwise.

use super::{Code, FunctionEmitter};
use crate::back::emitter::Result;
use crate::back::plan::DiscardLowering;
use crate::back::polyfill::Polyfill;
use crate::back::type_key::TypeKey;
use crate::target::Feature;
use crate::words::ValueId;
use spirv::{Op, StorageClass};

impl FunctionEmitter<'_, '_> {
    /// At the end of an entry point, terminates an invocation that has set the flag, so that its outputs are discarded.
    pub(super) fn end_discarded(&mut self) -> Result<()> {
        if self.instance.context.discard != DiscardLowering::Emulate {
            return Ok(());
        }
        let flag = self.m.discard_flag()?;
        let discarded = self.load_value(TypeKey::BOOL, flag)?;
        self.only_if(Some(discarded), |this| {
            this.terminate();
            Ok(())
        })
    }

    pub(super) fn kill(&mut self) -> Result<()> {
        match self.instance.context.discard {
            DiscardLowering::Demote => self.f.body.demote_to_helper_invocation(),
            // A block of a continue construct may not end the invocation (SPIR-V §2.11, Structured Control Flow), but a
            // function that is called there may.
            DiscardLowering::Kill if self.f.flow.in_continuing => {
                let (function, ty) = (self.m.polyfill(Polyfill::Kill), self.m.void_type());
                let id = self.fresh();
                self.f.body.function_call(ty, id, function, &[]);
                self.need_termination();
            }
            DiscardLowering::Kill => self.terminate(),
            DiscardLowering::Emulate => {
                let (flag, yes) = (self.m.discard_flag()?, self.m.bool_constant(true)?);
                self.f.body.store(flag, yes, &[]);
            }
        }
        Ok(())
    }

    fn terminate(&mut self) {
        self.need_termination();
        if self.m.plan.facts().terminate_invocation {
            self.f.body.terminate_invocation();
        } else {
            self.f.body.kill();
        }
        self.f.block = None;
    }

    fn need_termination(&mut self) {
        if self.m.plan.facts().terminate_invocation {
            self.m.need_feature(&[Feature::ShaderTerminateInvocation]);
            if self.m.plan.facts().terminate_extension {
                self.m.requirements.need_extension("SPV_KHR_terminate_invocation");
            }
        }
    }

    /// Adds to the condition of a store that the invocation was not discarded, if the store is visible to other
    /// invocations.
    pub(super) fn guard_effect(&mut self, class: StorageClass, guard: Option<ValueId>) -> Result<Option<ValueId>> {
        let visible = matches!(
            class,
            StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::Image
        );
        if !visible || self.instance.context.discard != DiscardLowering::Emulate {
            return Ok(guard);
        }
        let flag = self.m.discard_flag()?;
        let discarded = self.load_value(TypeKey::BOOL, flag)?;
        let alive = self.unary_op(TypeKey::BOOL, Op::LogicalNot, discarded)?;
        self.both(guard, Some(alive))
    }
}
