//! Float controls in the words: the execution modes of an entry point and the decorations of arithmetic. How the shader's
//! own operations keep NaN and infinity is in `function/math` and `function/operator`, rounding in `function/convert`.
//!
//! `SignedZeroInfNanPreserve` applies to comparisons, `OpSelect` and `OpIsNan`, but to no instruction of
//! `GLSL.std.450`; under it a clamp consists of comparisons and selections. The masks of `SPV_KHR_float_controls2`
//! apply to every instruction. This file reads the plan and not the target.

use super::emitter::{Emitter, Result};
use super::plan::{Decorated, EntryPlan, Lowering, Lowerings, Specials, WIDTHS, width_index};
use super::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, ScalarKind};
use spirv::{Decoration, ExecutionMode, GlslStd450Op as Glsl, Op};

impl Emitter<'_> {
    /// Emits the execution modes of an entry point's float arithmetic.
    ///
    /// ```text
    /// OpExecutionMode %main DenormPreserve 32
    /// OpExecutionModeId %main FPFastMathDefault %float %mask
    /// ```
    pub(crate) fn write_float_modes(&mut self, entry: &EntryPlan, function: FunctionId) -> Result<()> {
        if !self.plan.has_float_controls() {
            return Ok(());
        }
        for (width, modes) in WIDTHS.into_iter().zip(&entry.float_modes) {
            let written = &mut self.sections.execution_modes;
            for setting in modes.settings() {
                written.execution_mode(function, setting.mode, &[width]);
            }
        }
        let scalars = [Scalar::F16, Scalar::F32, Scalar::F64];
        for (scalar, modes) in scalars.into_iter().zip(&entry.float_modes) {
            let Some(mask) = modes.fast_math else { continue };
            let ty = self.value_type(TypeKey::scalar(scalar))?;
            let mask = self.u32_constant(mask.bits())?;
            let operands = [ValueId::from_id(ty.id()), mask];
            let written = &mut self.sections.execution_modes;
            written.execution_mode_id(function, ExecutionMode::FPFastMathDefault, &operands);
        }
        Ok(())
    }

    /// Sets how the float arithmetic that follows is emitted.
    pub(crate) fn set_floats(&mut self, floats: Lowerings) {
        self.decorates = floats.iter().any(|width| width.decorated != Decorated::Nothing);
        self.floats = floats;
    }

    fn lowering_of(&self, type_key: TypeKey) -> Lowering {
        let scalar = type_key.scalar_of().filter(|scalar| scalar.kind == ScalarKind::Float);
        let index = scalar.and_then(|scalar| width_index(scalar.width));
        let lowering = index.and_then(|index| self.floats.get(index));
        lowering.copied().unwrap_or_default()
    }

    /// What is assumed about NaN and infinity for floats of a type.
    pub(crate) fn specials(&self, type_key: TypeKey) -> Specials {
        self.lowering_of(type_key).specials
    }

    /// Decorates the result of an instruction that a driver could fuse with others.
    #[inline]
    pub(crate) fn note_arithmetic(&mut self, id: ValueId, type_key: TypeKey, op: Op) {
        if self.decorates && is_arithmetic(op) {
            self.decorate_arithmetic(id, type_key);
        }
    }

    /// Decorates the result of a `GLSL.std.450` instruction that a driver could fuse with others.
    #[inline]
    pub(crate) fn note_extended(&mut self, id: ValueId, type_key: TypeKey, op: Glsl) {
        if self.decorates && is_compound(op) {
            self.decorate_arithmetic(id, type_key);
        }
    }

    #[cold]
    fn decorate_arithmetic(&mut self, id: ValueId, type_key: TypeKey) {
        let decorated = self.lowering_of(type_key).decorated;
        let annotations = &mut self.sections.annotations;
        match decorated {
            Decorated::Nothing => {}
            Decorated::NoContraction => annotations.decorate(id.id(), Decoration::NoContraction, &[]),
            Decorated::FastMath(mask) => {
                annotations.decorate(id.id(), Decoration::FPFastMathMode, &[u32::from(mask)]);
            }
        }
    }
}

/// Whether a core instruction is arithmetic that can be fused. Conversions, comparisons and derivatives are not.
const fn is_arithmetic(op: Op) -> bool {
    matches!(
        op,
        Op::FNegate
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Dot
    )
}

/// Whether an extended instruction consists of several operations or can be fused with others. `Fma` is excluded: it is
/// fused by definition.
const fn is_compound(op: Glsl) -> bool {
    matches!(
        op,
        Glsl::Radians
            | Glsl::Degrees
            | Glsl::Sinh
            | Glsl::Cosh
            | Glsl::Tanh
            | Glsl::Asinh
            | Glsl::Acosh
            | Glsl::Atanh
            | Glsl::Pow
            | Glsl::Fract
            | Glsl::FMix
            | Glsl::SmoothStep
            | Glsl::Length
            | Glsl::Distance
            | Glsl::Normalize
            | Glsl::Cross
            | Glsl::Reflect
            | Glsl::Refract
            | Glsl::Determinant
            | Glsl::MatrixInverse
    )
}
