//! Screen-space derivatives of 64-bit floats: the operand of a derivative has 32 bits (SPIR-V §3.49.16), which naga's
//! validator does not ask for.
//!
//! A derivative is a difference between neighbours, so that of a sum is the sum of derivatives: the value is taken as two
//! 32-bit floats, the nearest and what it leaves, and each is derived by itself. The difference of near values is exact, and
//! so nothing of the first 48 bits is lost.
//!
//! ```text
//! %high = OpFConvert %float %x            %rest = OpFSub %double %x (OpFConvert %double %high)
//! %low  = OpFConvert %float %rest
//! %dx   = OpFAdd %double (OpFConvert %double (OpDPdx %float %high)) (OpFConvert %double (OpDPdx %float %low))
//! ```

use crate::back::emitter::{Emitter, Result};
use crate::back::slot::Slot;
use crate::words::{FunctionId, ValueId};
use naga::{DerivativeAxis, DerivativeControl, Scalar};
use spirv::{GlslStd450Op, Op};

/// The instruction of a derivative.
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
        function: FunctionId,
        slot: Slot,
        axis: DerivativeAxis,
        control: DerivativeControl,
    ) -> Result<()> {
        let [value] = self.open_helper(function, slot, [slot])?;
        let single = slot.with_scalar(Scalar::F32);
        let high = self.helper_unary(single, Op::FConvert, value)?;
        let nearest = self.helper_unary(slot, Op::FConvert, high)?;
        let rest = self.helper_binary(slot, Op::FSub, value, nearest)?;
        let low = self.helper_unary(single, Op::FConvert, rest)?;
        let result = match axis {
            DerivativeAxis::X | DerivativeAxis::Y => {
                self.derivative_of_parts(slot, [high, low], derivative_op(axis, control))?
            }
            // The sum of the sizes of both (WGSL §17.6).
            DerivativeAxis::Width => {
                let mut size = |axis| {
                    let part = self.derivative_of_parts(slot, [high, low], derivative_op(axis, control))?;
                    self.helper_extended(slot, GlslStd450Op::FAbs, &[part])
                };
                let (x, y) = (size(DerivativeAxis::X)?, size(DerivativeAxis::Y)?);
                self.helper_binary(slot, Op::FAdd, x, y)?
            }
        };
        self.close_helper(result);
        Ok(())
    }

    fn derivative_of_parts(&mut self, slot: Slot, parts: [ValueId; 2], op: Op) -> Result<ValueId> {
        let single = slot.with_scalar(Scalar::F32);
        let mut wide = parts;
        for part in &mut wide {
            let derivative = self.helper_unary(single, op, *part)?;
            *part = self.helper_unary(slot, Op::FConvert, derivative)?;
        }
        let [high, low] = wide;
        self.helper_binary(slot, Op::FAdd, high, low)
    }
}
