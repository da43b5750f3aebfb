//! Traces a value back to the variable that an image, a sampler or a pointer was loaded or derived from.

use super::{Inst, Module};
use spirv::Op;

/// The maximum number of steps; longer chains do not occur in practice.
const MOST: usize = 255;

impl Module<'_> {
    /// The variable that a pointer, an image, a sampler or a sampled image comes from. `None` if the value comes from a
    /// parameter, a phi, a select or anything else.
    pub fn variable_behind(&self, value: u32) -> Option<&Inst> {
        let mut path = self.path_behind(value);
        path.find(|at| matches!(at.op, Op::Variable | Op::UntypedVariableKHR))
    }

    /// What a pointer, an image, a sampler or a sampled image comes from, its own instruction first: loads, access
    /// chains, copies, `OpSampledImage` (then its image) and `OpImage`, up to another instruction.
    pub fn path_behind(&self, value: u32) -> impl Iterator<Item = &Inst> {
        let before = |at: &&Inst| {
            let from = match at.op {
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
                // catch-all: variables, and instructions that compute or select a value.
                _ => return None,
            };
            self.def(self.operand(at, from))
        };
        core::iter::successors(self.def(value), before).take(MOST)
    }
}
