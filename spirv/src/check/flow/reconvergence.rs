//! Rules for control flow with maximal reconvergence, which apply to all functions that an entry point with
//! MaximallyReconvergesKHR reaches (SPV_KHR_maximal_reconvergence, §2.11, Structured Control Flow).

use super::super::Checker;
use super::super::module::{Function, Module};
use super::Flow;
use crate::target::SpirvVersion;
use hashbrown::HashSet;
use spirv::{ExecutionMode, Op};

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut entries = module
        .entry_points
        .iter()
        .filter(|entry| {
            module
                .mode(entry.function, ExecutionMode::MaximallyReconvergesKHR)
                .is_some()
        })
        .peekable();
    if entries.peek().is_none() {
        return;
    }
    let reached = module.reached_from(&mut entries.map(|entry| entry.function));
    for (function, reached) in module.functions.iter().zip(reached) {
        if reached {
            check_function(cx, function);
        }
    }
}

fn check_function(cx: &mut Checker<'_, '_>, function: &Function) {
    let module = cx.module;
    let is_new = cx.at_least(SpirvVersion::V1_6);
    let may_join = joins(module, function);
    for index in function.blocks.clone() {
        let Some(block) = module.blocks.get(index as usize) else {
            continue;
        };
        let mut before = module.predecessors(index).iter();
        let first = before.next();
        let several = before.any(|other| Some(other) != first);
        if several && !may_join.contains(&index) {
            if let Some(label) = module.inst(block.first) {
                let message = format_args!("{} has several predecessors", module.show(block.label));
                cx.violate(Flow::Reconverging, label, message);
            }
        }
        // From SPIR-V 1.6 on, another rule has this of all functions.
        let Some(inst) = module
            .inst(block.terminator)
            .filter(|inst| inst.op == Op::BranchConditional && !is_new)
        else {
            continue;
        };
        let &[_, yes, no, ..] = module.operands(inst) else {
            continue;
        };
        if yes == no {
            let message = format_args!("both targets are {}", module.show(yes));
            cx.violate(Flow::ReconvergingTargets, inst, message);
        }
    }
}

/// The blocks that may have several predecessors.
fn joins(module: &Module<'_>, function: &Function) -> HashSet<u32> {
    let mut joins = HashSet::new();
    for index in function.blocks.clone() {
        let Some(block) = module.blocks.get(index as usize) else {
            continue;
        };
        if let Some((_, merge, continues)) = super::merge_of(module, block) {
            joins.insert(merge);
            joins.extend(continues);
            joins.extend(continues.map(|_| index));
        }
        if module.inst(block.terminator).is_some_and(|inst| inst.op == Op::Switch) {
            joins.extend(module.successors(block));
        }
    }
    joins
}
