//! How the float arithmetic of a function is lowered, the operations that must not be fused, and the rounding of
//! conversions. The functions that keep NaN, infinity and the sign of zero are in `math`.

use super::FunctionEmitter;
use crate::back::emitter::Result;
use crate::back::plan::Exactness;
use crate::options::Rounding;
use crate::words::ValueId;
use naga::{Expression, Handle};
use spirv::{Decoration, FPRoundingMode};

impl FunctionEmitter<'_, '_> {
    /// Sets how the float arithmetic of the instance is lowered.
    pub(crate) fn start_floats(&mut self) {
        if !self.m.plan.has_float_controls() {
            return;
        }
        let plan = self.m.plan.functions.of(self.instance.function);
        self.exactness = plan.exactness;
        let exact = match self.exactness {
            Exactness::Plain | Exactness::Marked => false,
            Exactness::Own | Exactness::WithCallees => true,
        };
        self.m.set_floats(self.instance.context.floats.lowerings(exact));
    }

    /// Emits an expression, as exact arithmetic if it is marked.
    #[inline(always)]
    pub(super) fn controlled_expression(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        if self.exactness != Exactness::Marked {
            return self.expression(handle);
        }
        self.marked_expression(handle)
    }

    #[cold]
    fn marked_expression(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        let is_exact = self.facts[handle.index()].is_exact();
        let outer = self.m.floats;
        self.m.set_floats(self.instance.context.floats.lowerings(is_exact));
        let value = self.expression(handle);
        self.m.set_floats(outer);
        value
    }

    /// Decorates a conversion of floats to 16 bits whose result is stored immediately with its `FPRoundingMode` (SPIR-V
    /// §3.20, Decoration).
    pub(super) fn note_rounding(&mut self, handle: Handle<Expression>, id: ValueId) {
        if !self.facts[handle.index()].is_rounded() {
            return;
        }
        let mode = match self.instance.context.floats.half_stores {
            Rounding::Unspecified => return,
            Rounding::ToNearestEven => FPRoundingMode::RTE,
            Rounding::TowardZero => FPRoundingMode::RTZ,
        };
        let annotations = &mut self.m.sections.annotations;
        annotations.decorate(id.id(), Decoration::FPRoundingMode, &[mode as u32]);
    }
}
