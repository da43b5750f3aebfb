//! Helpers for screen-space derivatives of 64-bit floats. The operand of a derivative instruction must have 32 bits
//! (SPIR-V §3.52.16, Derivative Instructions), which naga's validator does not check.
//!
//! A derivative is a difference between neighboring invocations, so the derivative of a sum is the sum of the
//! derivatives. The value is split into two 32-bit floats, its leading bits and the rest, and the derivative of each is
//! computed. Differences of nearby values are exact, so 47 bits of the significand are used. The magnitude must be in
//! the range of a 32-bit float. The leading bits are selected by a mask, because compilers remove a conversion to 32
//! bits and back.
//!
//! ```text
//! %word = OpBitwiseAnd %uint (low word of %x) %mask       %leading = OpExtInst %double PackDouble2x32 %word …
//! %rest = OpFSub %double %x %leading
//! %dx   = OpFAdd %double (OpFConvert %double (OpDPdx %float (OpFConvert %float %leading))) (the same of %rest)
//! ```

use super::{Code, Polyfill};
use crate::back::emitter::{Emitter, Result};
use crate::back::type_key::TypeKey;
use crate::words::{FunctionId, ValueId};
use naga::{DerivativeAxis, DerivativeControl, Scalar, VectorSize};
use spirv::{GlslStd450Op, Op};

/// The opcode of a derivative.
pub(crate) const fn derivative_op(axis: DerivativeAxis, control: DerivativeControl) -> Op {
    match (axis, control) {
        (DerivativeAxis::X, DerivativeControl::None) => Op::DPdx,
        (DerivativeAxis::X, DerivativeControl::Coarse) => Op::DPdxCoarse,
        (DerivativeAxis::X, DerivativeControl::Fine) => Op::DPdxFine,
        (DerivativeAxis::Y, DerivativeControl::None) => Op::DPdy,
        (DerivativeAxis::Y, DerivativeControl::Coarse) => Op::DPdyCoarse,
        (DerivativeAxis::Y, DerivativeControl::Fine) => Op::DPdyFine,
        (DerivativeAxis::Width, DerivativeControl::None) => Op::Fwidth,
        (DerivativeAxis::Width, DerivativeControl::Coarse) => Op::FwidthCoarse,
        (DerivativeAxis::Width, DerivativeControl::Fine) => Op::FwidthFine,
    }
}

impl Emitter<'_> {
    pub(super) fn write_double_derivative(
        &mut self,
        id: FunctionId,
        type_key: TypeKey,
        axis: DerivativeAxis,
        control: DerivativeControl,
    ) -> Result<ValueId> {
        let [value] = self.open_helper(id, type_key, [type_key])?;
        if let Some((Some(size), scalar)) = type_key.vector_parts() {
            let component = TypeKey::scalar(scalar);
            let callee = self.polyfill(Polyfill::DoubleDerivative(component, axis, control));
            return self.construct_each(type_key, size as u32, |this, index| {
                let own = this.extract(component, value, &[index])?;
                this.op(component, |code, ty, id| code.function_call(ty, id, callee, &[own]))
            });
        }
        let leading = self.leading_bits(value)?;
        let rest = self.binary_op(type_key, Op::FSub, value, leading)?;
        let high = self.unary_op(TypeKey::F32, Op::FConvert, leading)?;
        let low = self.unary_op(TypeKey::F32, Op::FConvert, rest)?;
        match axis {
            DerivativeAxis::X | DerivativeAxis::Y => {
                self.derivative_of_parts(type_key, [high, low], derivative_op(axis, control))
            }
            // `fwidth` is the sum of both absolute values (WGSL §17.6).
            DerivativeAxis::Width => {
                let mut size = |axis| {
                    let part = self.derivative_of_parts(type_key, [high, low], derivative_op(axis, control))?;
                    self.extended(type_key, GlslStd450Op::FAbs, &[part])
                };
                let (x, y) = (size(DerivativeAxis::X)?, size(DerivativeAxis::Y)?);
                self.binary_op(type_key, Op::FAdd, x, y)
            }
        }
    }

    /// The sign, the exponent, and as many leading bits of the significand as a 32-bit float holds.
    fn leading_bits(&mut self, value: ValueId) -> Result<ValueId> {
        let pair = TypeKey::vector(VectorSize::Bi, Scalar::U32);
        let words = self.extended(pair, GlslStd450Op::UnpackDouble2x32, &[value])?;
        let [low, high] = self.components(TypeKey::U32, words)?;
        let mask = self.u32_constant(0xE000_0000)?;
        let low = self.binary_op(TypeKey::U32, Op::BitwiseAnd, low, mask)?;
        let words = self.construct(pair, &[low, high])?;
        self.extended(TypeKey::scalar(Scalar::F64), GlslStd450Op::PackDouble2x32, &[words])
    }

    fn derivative_of_parts(&mut self, type_key: TypeKey, parts: [ValueId; 2], op: Op) -> Result<ValueId> {
        let mut wide = parts;
        for part in &mut wide {
            let derivative = self.unary_op(TypeKey::F32, op, *part)?;
            *part = self.unary_op(type_key, Op::FConvert, derivative)?;
        }
        let [high, low] = wide;
        self.binary_op(type_key, Op::FAdd, high, low)
    }
}
