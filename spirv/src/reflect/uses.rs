//! Finds the samplers that are used for comparison and the images that are used with atomics, from the instructions
//! that use them.
//!
//! The operand of such an instruction is traced back to its variable through loads, copies, access chains and function
//! parameters. Each value is visited once.

use crate::check::module::{Class, Inst, Module};
use crate::sort::sort;
use hashbrown::HashSet;
use spirv::Op;

/// The ids of the variables that are used for comparison or with atomics.
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

    /// Whether an instruction compares a depth reference through the sampler in this variable.
    pub fn compares(&self, variable: &Inst) -> bool {
        self.compared.contains(&variable.result)
    }

    /// Whether an instruction accesses the image in this variable atomically.
    pub fn has_atomics(&self, variable: &Inst) -> bool {
        self.atomic.contains(&variable.result)
    }
}

/// All calls, as pairs of the index of the callee and the index of the call instruction, sorted by callee.
fn calls(module: &Module<'_>) -> Vec<(u32, u32)> {
    let functions = module.functions.iter();
    let mut calls: Vec<(u32, u32)> = functions.flat_map(|function| module.calls(function)).copied().collect();
    sort(&mut calls);
    calls
}

/// The variables from which the values in `work` are loaded or derived.
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
            // Operand 1 is the sampler.
            Op::SampledImage => work.push(module.operand(inst, 1)),
            Op::FunctionParameter => work.extend(arguments(module, calls, inst)),
            // catch-all: no other instruction yields a sampler or a pointer to an image
            _ => {}
        }
    }
    found
}

/// The arguments that calls pass for a function parameter.
fn arguments<'m>(
    module: &'m Module<'_>,
    calls: &'m [(u32, u32)],
    parameter: &'m Inst,
) -> impl Iterator<Item = u32> + 'm {
    let first = module
        .functions
        .get(parameter.function as usize)
        .map(|function| function.first);
    // Between `OpFunction` and a parameter are only other parameters and line instructions.
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
        // Operand 0 of a call is the callee.
        .map(move |call| module.operand(call, number + 1))
}
