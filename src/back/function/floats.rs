//! Float operations that keep NaN, infinity and the sign of zero, and operations that must not be fused.
//!
//! `SignedZeroInfNanPreserve` applies to comparisons, `OpSelect` and `OpIsNan`, but to no instruction of
//! `GLSL.std.450`. Under it minimum, maximum, clamp and sign are lowered to comparisons and selections. The
//! `FPFastMathMode` masks of `SPV_KHR_float_controls2` apply to all instructions, so `NMin`, `NMax` and `NClamp` are
//! used (Vulkan Environment for SPIR-V, "Precision and Operation").

use super::{Code, FunctionEmitter};
use crate::back::emitter::Result;
use crate::back::plan::{Exactness, Specials};
use crate::back::polyfill::Polyfill;
use crate::back::type_key::TypeKey;
use crate::options::Rounding;
use crate::words::ValueId;
use naga::{Expression, Handle};
use spirv::{Decoration, FPRoundingMode, GlslStd450Op as Glsl};

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

    /// The lesser or greater of two floats. If one operand is NaN, the other (WGSL §17.5.38, §17.5.39).
    pub(super) fn float_min_or_max(&mut self, type_key: TypeKey, least: bool, values: [ValueId; 2]) -> Result<ValueId> {
        let op = match (self.m.specials(type_key), least) {
            (Specials::Assumed, true) => Glsl::FMin,
            (Specials::Assumed, false) => Glsl::FMax,
            (Specials::Masked | Specials::MaskedFinite, true) => Glsl::NMin,
            (Specials::Masked | Specials::MaskedFinite, false) => Glsl::NMax,
            (Specials::Preserved, _) => {
                return self.call_polyfill(type_key, Polyfill::Extreme { type_key, least }, &values);
            }
        };
        self.extended(type_key, op, &values)
    }

    /// Clamps a float to bounds that are in order. A NaN operand is treated as by `min(max(value, low), high)`.
    pub(super) fn clamp_float(&mut self, type_key: TypeKey, [value, low, high]: [ValueId; 3]) -> Result<ValueId> {
        match self.m.specials(type_key) {
            Specials::Assumed => self.extended(type_key, Glsl::FClamp, &[value, low, high]),
            Specials::Masked | Specials::MaskedFinite => self.extended(type_key, Glsl::NClamp, &[value, low, high]),
            Specials::Preserved => {
                let value = self.float_min_or_max(type_key, false, [value, low])?;
                self.float_min_or_max(type_key, true, [value, high])
            }
        }
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
