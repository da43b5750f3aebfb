//! Control flow: targets of branches, phis, the order of blocks, merge instructions, and the constructs that they
//! declare (SPIR-V §2.11, Structured Control Flow; §2.16.1, Universal Validation Rules; §3.52.17, Control-Flow
//! Instructions).
//!
//! This file checks the rules for all modules; `constructs` and `switch` check those for structured control flow (the
//! capability Shader). Structural dominance and reachability are those of SPIR-V §2.2.5 (Control Flow): the graph has
//! the edges of the control-flow graph, and edges from each header to its merge block and continue target. Structurally
//! unreachable blocks belong to no construct, and no rule of nesting applies to them.

mod constructs;
mod reconvergence;
mod switch;

use super::module::{Block, Class, Inst, Module, NONE};
use super::rule::rules;
use super::{Checker, constants};
use crate::check::message;
use crate::sort::sort;
use core::ops::Range;
use spirv::Op;

rules! {
    /// Structured control flow.
    Flow "flow" {
        Target "target" "SPIR-V §3.52.17": "branches and merges name labels of their own function";
        EntryBlock "entry-block" "SPIR-V §2.16.1": "the first block of a function is the target of no branch";
        Order "order" "SPIR-V §2.16.1": "a block comes after the blocks that dominate it";
        Return "return" "SPIR-V §3.52.17":
            "OpReturn ends functions without a result, OpReturnValue others, with a value of the result's type";
        LoopControl "loop-control" "SPIR-V §3.23": "loop controls do not contradict each other, and iterations have a multiple above 0";
        Condition "condition" "SPIR-V §3.52.17": "the condition of a branch is a Boolean";
        WeightCount "weight-count" "SPIR-V §3.52.17": "branch weights are two or none";
        Weights "weights" "SPIR-V §3.52.17": "branch weights are not both 0, and their sum has 32 bits" [ours:
            "OpBranchConditional: at least one weight must be non-zero; the sum of the two weights must not overflow a 32-bit unsigned integer"];
        SameTargets "same-targets" "SPIR-V §3.52.17": "from 1.6, both targets of a conditional branch differ";
        Selector "selector" "SPIR-V §3.52.17": "the selector of a switch is a scalar integer";
        CaseLiterals "case-literals" "SPIR-V §3.52.17": "no two cases of a switch have the same literal" [ours:
            "OpSwitch: it is invalid for any two Target literals to be equal to each other"];
        CaseLimit "case-limit" "SPIR-V §2.17": "a switch has at most 16,383 cases";
        PhiPlace "phi-place" "SPIR-V §2.4": "phis come first in a block, and not in a function's first block";
        PhiParents "phi-parents" "SPIR-V §3.52.17": "a phi has exactly one value for each parent of its block";
        MergePlace "merge-place" "SPIR-V §3.52.17":
            "a merge instruction is followed by a branch: after a selection's, a conditional one or a switch; after a loop's, no switch";
        MergeUnique "merge-unique" "SPIR-V §2.11": "no block is the merge block of two headers";
        MergeDominance "merge-dominance" "SPIR-V §2.11":
            "a header strictly structurally dominates its merge block, which is no continue target of another loop";
        ContinueMerge "continue-merge" "SPIR-V §3.52.17": "the continue target of a loop is not its merge block";
        ContinueDominance "continue-dominance" "SPIR-V §2.11":
            "a loop's header structurally dominates its continue target, and that the back-edge block";
        ContinuePostDominance "continue-post-dominance" "SPIR-V §2.11":
            "a loop's back-edge block structurally post-dominates its continue target";
        BackEdge "back-edge" "SPIR-V §2.11": "back edges go to loop headers, exactly one to each";
        Exit "exit" "SPIR-V §2.11": "a construct is exited only to blocks to which that is allowed";
        Selection "selection" "SPIR-V §2.11": "a selection has a merge instruction, unless a target leaves a construct";
        CaseDominance "case-dominance" "SPIR-V §2.11": "a switch structurally dominates its cases";
        CaseFallThrough "case-fall-through" "SPIR-V §2.11":
            "a case falls through to at most one other, the next of the list, and that from no other";
        CaseOrder "case-order" "SPIR-V §2.11": "the cases of a switch with one target follow each other" [ours:
            "For any label T, all targets with label T must appear consecutively in the list of OpSwitch Target operands"];
        Reconverging "reconverging" "SPV_KHR_maximal_reconvergence §2.11":
            "with maximal reconvergence, only loop headers, merge blocks, continue targets and cases have several predecessors";
        ReconvergingTargets "reconverging-targets" "SPV_KHR_maximal_reconvergence, OpBranchConditional":
            "with maximal reconvergence, the targets of a conditional branch differ before SPIR-V 1.6, too";
        NestingLimit "nesting-limit" "SPIR-V §2.17": "constructs are nested at most 1,023 deep";
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let mut rest = module.list(Class::Flow);
    for block in &module.blocks {
        // The instructions before the block's label are in no block.
        let from = rest.iter().take_while(|&&at| at < block.first).count();
        let to = from + rest.iter().skip(from).take_while(|&&at| at < block.end).count();
        let own = rest.get(from..to).unwrap_or(&[]);
        rest = rest.get(to..).unwrap_or(&[]);
        for merge in own.iter().filter_map(|&at| module.inst(at)) {
            if matches!(merge.op, Op::SelectionMerge | Op::LoopMerge) {
                merge_place(cx, block, merge);
            }
        }
        terminator(cx, block);
        if !own.is_empty() {
            phis(cx, block, own);
        }
    }
    let mut reached = Vec::new();
    for function in 0..module.functions.len() {
        entry_and_order(cx, function, &mut reached);
    }
    reconvergence::run(cx);
    if cx.is_shader() {
        constructs::run(cx);
    }
}

/// Reports a label that is not in this function.
fn target(cx: &mut Checker<'_, '_>, inst: &Inst, label: u32) {
    let module = cx.module;
    if module.has_verified_branches {
        return;
    }
    if module.block_in(inst.function, label).is_none() && module.op(label) == Some(Op::Label) {
        cx.violate(
            Flow::Target,
            inst,
            format_args!("{} is a label of another function", module.show(label)),
        );
    }
}

fn merge_place(cx: &mut Checker<'_, '_>, block: &Block, inst: &Inst) {
    let module = cx.module;
    let is_loop = inst.op == Op::LoopMerge;
    let allowed: &[Op] = if is_loop {
        &[Op::Branch, Op::BranchConditional]
    } else {
        &[Op::BranchConditional, Op::Switch]
    };
    let next = module.inst(inst.index + 1).filter(|next| next.index < block.end);
    if !next.is_some_and(|next| allowed.contains(&next.op)) {
        cx.violate(
            Flow::MergePlace,
            inst,
            format_args!("the instruction after it is no branch that allows it"),
        );
    }
    if !module.has_verified_branches {
        for &label in module.operands(inst).iter().take(if is_loop { 2 } else { 1 }) {
            target(cx, inst, label);
        }
    }
    if !is_loop {
        return;
    }
    loop_control(cx, inst);
    if module.operand(inst, 0) == module.operand(inst, 1) {
        cx.violate(
            Flow::ContinueMerge,
            inst,
            format_args!("merge block and continue target are the same"),
        );
    }
}

fn terminator(cx: &mut Checker<'_, '_>, block: &Block) {
    let module = cx.module;
    let Some(inst) = module.inst(block.terminator) else {
        return;
    };
    let operands = module.operands(inst);
    match inst.op {
        Op::Branch => {
            target(cx, inst, operands.first().copied().unwrap_or(0));
        }
        Op::BranchConditional => conditional(cx, inst, operands),
        Op::Switch => switch_operands(cx, inst, operands),
        Op::Return | Op::ReturnValue => returns(cx, inst),
        _ => {}
    }
}

fn returns(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let Some(function) = module
        .function_of(inst)
        .and_then(|function| module.inst(function.first))
    else {
        return;
    };
    let Some(result) = module.result_type(function) else {
        return;
    };
    let fits = match inst.op {
        Op::Return => result.is_void(),
        _ => {
            let value = module.def(module.operand(inst, 0));
            !result.is_void() && value.is_none_or(|value| value.result_type == result.id)
        }
    };
    if !fits {
        cx.violate(
            Flow::Return,
            inst,
            format_args!("the function's result is of type {}", module.show(result.id)),
        );
    }
}

fn loop_control(cx: &mut Checker<'_, '_>, inst: &Inst) {
    use spirv::LoopControl as L;
    let &[_, _, control, ref parameters @ ..] = cx.module.operands(inst) else {
        return;
    };
    let control = L::from_bits_retain(control);
    let unrolled = L::UNROLL | L::PEEL_COUNT | L::PARTIAL_COUNT;
    if control.contains(L::DONT_UNROLL) && control.intersects(unrolled) {
        cx.violate(
            Flow::LoopControl,
            inst,
            format_args!("DontUnroll contradicts the other controls"),
        );
    }
    // Each bit below it that has a parameter contributes one word.
    let before = control & (L::DEPENDENCY_LENGTH | L::MIN_ITERATIONS | L::MAX_ITERATIONS);
    let multiple = parameters.get(before.bits().count_ones() as usize);
    if control.contains(L::ITERATION_MULTIPLE) && multiple == Some(&0) {
        cx.violate(Flow::LoopControl, inst, format_args!("IterationMultiple is 0"));
    }
}

fn conditional(cx: &mut Checker<'_, '_>, inst: &Inst, operands: &[u32]) {
    let module = cx.module;
    let &[condition, yes, no, ref weights @ ..] = operands else {
        return;
    };
    let is_bool = module
        .type_of(condition)
        .is_none_or(|ty| ty.kind == super::module::Kind::Bool);
    if !is_bool {
        cx.violate(
            Flow::Condition,
            inst,
            format_args!("{} is no Boolean", module.show(condition)),
        );
    }
    target(cx, inst, yes);
    target(cx, inst, no);
    if yes == no && cx.at_least(crate::target::SpirvVersion::V1_6) {
        cx.violate(
            Flow::SameTargets,
            inst,
            format_args!("both targets are {}", module.show(yes)),
        );
    }
    match weights {
        [] => {}
        [0, 0] => cx.violate(Flow::Weights, inst, format_args!("both weights are 0")),
        [first, second] => {
            if first.checked_add(*second).is_none() {
                let message = format_args!("the sum of the weights {first} and {second} overflows 32 bits");
                cx.violate(Flow::Weights, inst, message);
            }
        }
        _ => cx.violate(
            Flow::WeightCount,
            inst,
            format_args!("it has {} branch weights, not two or none", weights.len()),
        ),
    }
}

fn switch_operands(cx: &mut Checker<'_, '_>, inst: &Inst, operands: &[u32]) {
    let module = cx.module;
    let &[selector, default, ref cases @ ..] = operands else {
        return;
    };
    let Some(ty) = module.type_of(selector) else { return };
    if !ty.is_int() {
        cx.violate(
            Flow::Selector,
            inst,
            format_args!("{} is no integer", module.show(selector)),
        );
        return;
    }
    target(cx, inst, default);
    let words = if ty.width() > 32 { 2 } else { 1 };
    let mut seen = hashbrown::HashSet::new();
    let mut twice = None;
    for case in cases.chunks_exact(words + 1) {
        let (literal, label) = case.split_at(words);
        if !seen.insert(literal) {
            twice = Some(literal);
        }
        literal
            .last()
            .inspect(|&&last| constants::high_bits(cx, inst, ty, last));
        if let Some(&label) = label.first() {
            target(cx, inst, label);
        }
    }
    if let Some(literal) = twice {
        cx.violate(
            Flow::CaseLiterals,
            inst,
            format_args!("two cases have the literal {}", message::literal(literal)),
        );
    }
    let count = cases.len() / (words + 1);
    if count > 16_383 {
        cx.violate(Flow::CaseLimit, inst, format_args!("it has {count} cases"));
    }
}

/// `own` lists the block's phis and merge instructions.
fn phis(cx: &mut Checker<'_, '_>, block: &Block, own: &[u32]) {
    let module = cx.module;
    let mut over = false;
    let mut next = block.first + 1;
    for inst in own.iter().filter_map(|&at| module.inst(at)) {
        if inst.op != Op::Phi {
            continue;
        }
        let between = module.insts.get(next as usize..inst.index as usize).unwrap_or(&[]);
        over |= between.iter().any(|inst| !super::logical::is_line(module, inst));
        next = inst.index + 1;
        let function = module.functions.get(block.function as usize);
        let entry = function
            .and_then(|function| module.blocks.get(function.blocks.start as usize))
            .is_some_and(|entry| entry.label == block.label);
        if over || entry {
            cx.violate(
                Flow::PhiPlace,
                inst,
                format_args!("it is not at the start of a block with predecessors"),
            );
        }
        phi(cx, inst);
    }
}

fn phi(cx: &mut Checker<'_, '_>, inst: &Inst) {
    let module = cx.module;
    let operands = module.operands(inst);
    let mut parents: Vec<u32> = module.predecessors(inst.block).to_vec();
    sort(&mut parents);
    parents.dedup();
    let mut named = Vec::with_capacity(parents.len());
    for pair in operands.chunks_exact(2) {
        let &[_, parent] = pair else { continue };
        match module.block_in(inst.function, parent) {
            Some(block) if parents.binary_search(&block).is_ok() => named.push(block),
            _ => {
                cx.violate(
                    Flow::PhiParents,
                    inst,
                    format_args!("{} is no predecessor of this block", module.show(parent)),
                );
                return;
            }
        }
    }
    sort(&mut named);
    if named != parents {
        cx.violate(
            Flow::PhiParents,
            inst,
            format_args!(
                "it has {} values, and the block has {} predecessors",
                named.len(),
                parents.len()
            ),
        );
    }
}

fn entry_and_order(cx: &mut Checker<'_, '_>, function: usize, reached: &mut Vec<bool>) {
    let module = cx.module;
    let Some(view) = module.functions.get(function) else {
        return;
    };
    if let Some(&first) = view
        .blocks
        .clone()
        .next()
        .and_then(|first| module.predecessors(first).first())
    {
        if let Some(from) = module
            .blocks
            .get(first as usize)
            .and_then(|block| module.inst(block.terminator))
        {
            cx.violate(
                Flow::EntryBlock,
                from,
                format_args!("it branches to the function's first block"),
            );
        }
    }
    if has_order(module, view.blocks.clone(), reached) {
        return;
    }
    for index in view.blocks.clone() {
        if let Some(above) = module.dominance().immediate(index).filter(|&above| above > index) {
            if let Some(label) = label(module, index) {
                let above = module.blocks.get(above as usize).map_or(0, |block| block.label);
                cx.violate(
                    Flow::Order,
                    label,
                    format_args!("{}, which dominates this block, comes after it", module.show(above)),
                );
            }
        }
    }
}

/// Whether each reachable block is reachable through blocks before it in the function, so that the blocks that dominate
/// it come before it.
fn has_order(module: &Module<'_>, blocks: Range<u32>, reached: &mut Vec<bool>) -> bool {
    let first = blocks.start;
    if blocks.len() == 1 {
        return true;
    }
    reached.clear();
    reached.reserve(blocks.len());
    for block in blocks {
        let predecessors = module.predecessors(block);
        let before = |&from: &u32| from < block && reached.get(from.wrapping_sub(first) as usize) == Some(&true);
        let is_reached = block == first || predecessors.iter().any(before);
        if !is_reached && !predecessors.is_empty() {
            return false;
        }
        reached.push(is_reached);
    }
    true
}

/// The `OpLabel` of a block.
fn label<'m>(module: &'m Module<'_>, block: u32) -> Option<&'m Inst> {
    module.inst(module.blocks.get(block as usize)?.first)
}

/// The merge instruction of a block, with its merge block and continue target.
#[inline]
fn merge_of<'m>(module: &'m Module<'_>, block: &Block) -> Option<(&'m Inst, u32, Option<u32>)> {
    if block.merge == NONE {
        return None;
    }
    let inst = module.inst(block.merge)?;
    let merge = module.block_in(block.function, module.operand(inst, 0))?;
    let continues = match inst.op {
        Op::LoopMerge => Some(module.block_in(block.function, module.operand(inst, 1))?),
        _ => None,
    };
    Some((inst, merge, continues))
}
