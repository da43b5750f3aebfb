//! Where a value comes from: the variable that an image, a sampler or a pointer was taken out of.

use super::{Inst, Module};
use spirv::Op;

/// Steps that are followed; nobody writes more.
const MOST: usize = 255;

impl Module<'_> {
    /// The variable behind a pointer, an image, a sampler or a sampled image, by way of loads, access chains, copies,
    /// `OpSampledImage` (its image) and `OpImage`. `None` where the value comes out of a parameter, a choice or anything else.
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
                // catch-all: what computes or chooses a value.
                _ => return None,
            };
            at = self.def(self.operand(at, from))?;
        }
        None
    }
}
