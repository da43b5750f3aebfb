//! Traces a value back to the variable that an image, a sampler or a pointer was loaded or derived from.

use super::{Inst, Module};
use spirv::Op;

/// The maximum number of steps; longer chains do not occur in practice.
const MOST: usize = 255;

impl Module<'_> {
    /// The variable that a pointer, an image, a sampler or a sampled image comes from, through loads, access chains,
    /// copies, `OpSampledImage` (its image) and `OpImage`. `None` if the value comes from a parameter, a phi, a select
    /// or anything else.
    pub fn variable_behind(&self, value: u32) -> Option<&Inst> {
        let mut at = self.def(value)?;
        for _ in 0..MOST {
            let from = match at.op {
                Op::Variable | Op::UntypedVariableKHR => return Some(at),
                Op::Load
                | Op::AccessChain
                | Op::InBoundsAccessChain
                | Op::PtrAccessChain
                | Op::InBoundsPtrAccessChain
                | Op::CopyObject
                | Op::SampledImage
                | Op::Image => 0,
                Op::UntypedAccessChainKHR
                | Op::UntypedInBoundsAccessChainKHR
                | Op::UntypedPtrAccessChainKHR
                | Op::UntypedInBoundsPtrAccessChainKHR => 1,
                // catch-all: instructions that compute or select a value.
                _ => return None,
            };
            at = self.def(self.operand(at, from))?;
        }
        None
    }
}
