//! What the words tell of a resource by how it is used: which samplers compare, and which images have atomics.
//!
//! A sampler or an image is followed from the instruction to its variable, through copies, access chains and the parameters of
//! functions. Each value is followed once.

use crate::check::module::{Class, Inst, Module};
use hashbrown::HashSet;
use spirv::Op;

/// The variables that are used in a way.
#[derive(Default)]
pub(super) struct Uses {
    compared: HashSet<u32>,
    atomic: HashSet<u32>,
}

impl Uses {
    pub fn of(module: &Module<'_>) -> Self {
        let (mut compared, mut atomic) = (Vec::new(), Vec::new());
        for inst in module.of([Class::Image]) {
            let first = module.operand(inst, 0);
            match inst.op {
                Op::ImageSampleDrefImplicitLod
                | Op::ImageSampleDrefExplicitLod
                | Op::ImageSampleProjDrefImplicitLod
                | Op::ImageSampleProjDrefExplicitLod
                | Op::ImageDrefGather
                | Op::ImageSparseSampleDrefImplicitLod
                | Op::ImageSparseSampleDrefExplicitLod
                | Op::ImageSparseSampleProjDrefImplicitLod
                | Op::ImageSparseSampleProjDrefExplicitLod
                | Op::ImageSparseDrefGather => compared.push(first),
                Op::ImageTexelPointer => atomic.push(first),
                _ => {}
            }
        }
        if compared.is_empty() && atomic.is_empty() {
            return Self::default();
        }
        let calls = calls(module);
        Self {
            compared: variables(module, &calls, compared),
            atomic: variables(module, &calls, atomic),
        }
    }

    /// Whether something is compared with what is read through a sampler.
    pub fn compares(&self, variable: &Inst) -> bool {
        self.compared.contains(&variable.result)
    }

    /// Whether an image has atomics.
    pub fn has_atomics(&self, variable: &Inst) -> bool {
        self.atomic.contains(&variable.result)
    }
}

/// All calls, by the places of their callees: pairs of that and the instruction.
fn calls(module: &Module<'_>) -> Vec<(u32, u32)> {
    let functions = module.functions.iter();
    let mut calls: Vec<(u32, u32)> = functions.flat_map(|function| module.calls(function)).copied().collect();
    calls.sort_unstable();
    calls
}

/// The variables that some values come from.
fn variables(module: &Module<'_>, calls: &[(u32, u32)], mut work: Vec<u32>) -> HashSet<u32> {
    let (mut seen, mut found) = (HashSet::new(), HashSet::new());
    while let Some(value) = work.pop() {
        let Some(inst) = module.def(value).filter(|_| seen.insert(value)) else {
            continue;
        };
        match inst.op {
            Op::Variable => {
                found.insert(value);
            }
            Op::Load | Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject => {
                work.push(module.operand(inst, 0));
            }
            // The sampler.
            Op::SampledImage => work.push(module.operand(inst, 1)),
            Op::FunctionParameter => work.extend(arguments(module, calls, inst)),
            // catch-all: nothing else gives a sampler or a pointer to an image
            _ => {}
        }
    }
    found
}

/// What the calls of its function give a parameter.
fn arguments<'m>(
    module: &'m Module<'_>,
    calls: &'m [(u32, u32)],
    parameter: &'m Inst,
) -> impl Iterator<Item = u32> + 'm {
    let first = module
        .functions
        .get(parameter.function as usize)
        .map(|function| function.first);
    // The parameters follow their function, but for line numbers.
    let before = first.and_then(|first| module.insts.get(first as usize..parameter.index as usize));
    let parameters = before
        .unwrap_or(&[])
        .iter()
        .filter(|inst| inst.op == Op::FunctionParameter);
    let number = parameters.count();
    let from = calls.partition_point(|&(callee, _)| callee < parameter.function);
    let own = calls.get(from..).unwrap_or(&[]).iter();
    own.take_while(move |&&(callee, _)| callee == parameter.function)
        .filter_map(|&(_, call)| module.inst(call))
        // After the callee.
        .map(move |call| module.operand(call, number + 1))
}
