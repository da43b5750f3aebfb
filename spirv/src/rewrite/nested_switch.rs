//! Switches inside of switches: each in a selection of its own.
//!
//! ```text
//! %header = OpLabel                         %header = OpLabel
//!           OpSelectionMerge %merge None              OpSelectionMerge %merge None
//!           OpSwitch %x %merge 1 %one                 OpBranchConditional %true %inner %dead
//!                                           %dead   = OpLabel
//!                                                     OpUnreachable
//!                                           %inner  = OpLabel
//!                                                     OpSelectionMerge %left None
//!                                                     OpSwitch %x %left 1 %one
//! %one    = OpLabel                         %one    = OpLabel
//!           OpBranch %merge                           OpBranch %left
//!                                           %left   = OpLabel
//!                                                     OpBranch %merge
//! %merge  = OpLabel                         %merge  = OpLabel
//! ```
//!
//! The merge block keeps its label and all else that it may be: the header of a loop, a continue target. Only the
//! branches from the switch's own blocks to it are redirected to the new merge block, with the values of its phis.

use super::functions::{Function, functions};
use super::graph::{Graph, labels};
use super::module::{Module, instructions, op_of};
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};
use spirv::{Op, SelectionControl};

pub(super) fn nested_switch(module: &mut Module) {
    let body = module.take_body();
    for function in functions(&body.words) {
        match Wrapping::of(module, function.words) {
            Some(wrapping) => wrapping.write(module, &function),
            None => module.functions.extend_from_slice(function.words),
        }
    }
}

/// A switch that is to be in a selection of its own.
#[derive(Clone, Copy)]
struct Wrapped {
    /// The block of the switch, and its merge block.
    header: usize,
    merge: usize,
    /// The new labels.
    inner: u32,
    dead: u32,
    left: u32,
}

struct Wrapping {
    graph: Graph,
    /// By block with a nested switch.
    headers: HashMap<usize, Wrapped>,
    /// By merge block of such a switch.
    merges: HashMap<usize, Wrapped>,
    /// The merge blocks from which branches are redirected to the new one.
    left: HashSet<usize>,
}

impl Wrapping {
    /// The nested switches of a function, if it has any.
    fn of(module: &mut Module, function: &[u32]) -> Option<Self> {
        let switches = instructions(function).filter(|one| one.opcode == Op::Switch as u16);
        if switches.count() < 2 {
            return None;
        }
        let graph = Graph::new(module, function);
        let selected = selected(module, &graph);
        let [mut headers, mut merges] = [HashMap::new(), HashMap::new()];
        for (header, merge) in nested(&graph) {
            let is_valid = merge != header && graph.dominates(header, merge) && !merges.contains_key(&merge);
            if !is_valid || selected.contains(&header) {
                continue;
            }
            let wrapped = Wrapped {
                header,
                merge,
                inner: module.fresh(),
                dead: module.fresh(),
                left: module.fresh(),
            };
            headers.insert(header, wrapped);
            merges.insert(merge, wrapped);
        }
        let mut wrapping = Self {
            graph,
            headers,
            merges,
            left: HashSet::new(),
        };
        wrapping.left = (0..)
            .zip(&wrapping.graph.blocks)
            .flat_map(|(from, block)| block.targets.iter().map(move |&to| (from, to)))
            .filter(|&(from, to)| wrapping.is_redirected(from, to))
            .map(|(_, to)| to)
            .collect();
        (!wrapping.headers.is_empty()).then_some(wrapping)
    }

    /// Appends the function with each nested switch in a selection.
    fn write(&self, module: &mut Module, function: &Function<'_>) {
        let mut block = 0_usize;
        // By phi of a merge block: the one of the new merge block, if both are needed.
        let mut joined = HashMap::new();
        for instruction in instructions(function.words) {
            let op = op_of(&instruction);
            if op == Some(Op::Label) {
                block = instruction
                    .result()
                    .and_then(|label| self.graph.block(label))
                    .unwrap_or(block);
                if let Some(wrapped) = self.merges.get(&block) {
                    let phis = function
                        .words
                        .get(instruction.offset + instruction.words.len()..)
                        .unwrap_or(&[]);
                    self.write_left(module, wrapped, phis, &mut joined);
                }
            }
            match (op, self.headers.get(&block)) {
                (Some(Op::SelectionMerge), Some(wrapped)) => {
                    module.note_place_in(function.id);
                    self.write_selection(module, wrapped, &instruction);
                }
                (Some(Op::Phi), _) => self.write_phi(module, block, &instruction, &joined),
                (Some(Op::Branch | Op::BranchConditional | Op::Switch), _) => {
                    let mut words = instruction.words.to_vec();
                    for at in labels(module, instruction.words) {
                        if let Some(label) = words.get_mut(at) {
                            *label = self.target(block, *label);
                        }
                    }
                    module.functions.extend(words);
                }
                _ => module.functions.extend_from_slice(instruction.words),
            }
        }
    }

    /// Appends the header of the selection up to the merge instruction of the switch.
    fn write_selection(&self, module: &mut Module, wrapped: &Wrapped, merge: &Instruction<'_>) {
        let condition = module.bool_constant(true);
        let Some(outer) = self.graph.blocks.get(wrapped.merge) else {
            return;
        };
        module.emit(Op::SelectionMerge, &[outer.label, SelectionControl::NONE.bits()]);
        module.emit(Op::BranchConditional, &[condition, wrapped.inner, wrapped.dead]);
        module.emit(Op::Label, &[wrapped.dead]);
        module.emit(Op::Unreachable, &[]);
        module.emit(Op::Label, &[wrapped.inner]);
        let control = merge.words.get(2).copied().unwrap_or(0);
        module.emit(Op::SelectionMerge, &[wrapped.left, control]);
    }

    /// Appends the new merge block of a switch, with the phis of the old one for the branches that are redirected.
    fn write_left(&self, module: &mut Module, wrapped: &Wrapped, rest: &[u32], joined: &mut HashMap<u32, u32>) {
        module.emit(Op::Label, &[wrapped.left]);
        let is_left = self.left.contains(&wrapped.merge);
        let Some(merge) = self.graph.blocks.get(wrapped.merge).filter(|_| is_left) else {
            module.emit(Op::Unreachable, &[]);
            return;
        };
        let phis = instructions(rest).take_while(|one| matches!(op_of(one), Some(Op::Phi | Op::Line | Op::NoLine)));
        for phi in phis.filter(|one| one.opcode == Op::Phi as u16) {
            let (Some(ty), Some(result)) = (phi.result_type(), phi.result()) else {
                continue;
            };
            let [redirected, others] = self.pairs(wrapped.merge, &phi);
            if others.is_empty() {
                module.emit_as(Op::Phi, ty, result, &redirected);
            } else if !redirected.is_empty() {
                let value = module.value(Op::Phi, ty, &redirected);
                module.decorate_like(value, result);
                joined.insert(result, value);
            }
        }
        module.emit(Op::Branch, &[merge.label]);
    }

    /// Appends a phi of the function, if it is not in the new merge block.
    fn write_phi(&self, module: &mut Module, block: usize, phi: &Instruction<'_>, joined: &HashMap<u32, u32>) {
        let (Some(ty), Some(result)) = (phi.result_type(), phi.result()) else {
            return;
        };
        let [redirected, mut others] = self.pairs(block, phi);
        if others.is_empty() && !redirected.is_empty() {
            return;
        }
        if let (Some(&value), Some(wrapped)) = (joined.get(&result), self.merges.get(&block)) {
            others.extend([value, wrapped.left]);
        }
        module.emit_as(Op::Phi, ty, result, &others);
    }

    /// The values and parents of a phi whose branches are redirected to the new merge block, and the others.
    fn pairs(&self, block: usize, phi: &Instruction<'_>) -> [Vec<u32>; 2] {
        let [mut redirected, mut others] = [Vec::new(), Vec::new()];
        for pair in phi.operand_words().chunks_exact(2) {
            let &[value, parent] = pair else { continue };
            let from = self.graph.block(parent);
            let pairs = if from.is_some_and(|from| self.is_redirected(from, block)) {
                &mut redirected
            } else {
                &mut others
            };
            let parent = from
                .and_then(|from| self.headers.get(&from))
                .map_or(parent, |wrapped| wrapped.inner);
            pairs.extend([value, parent]);
        }
        [redirected, others]
    }

    /// Whether a branch from a block to a merge block is one that leaves its switch.
    fn is_redirected(&self, from: usize, to: usize) -> bool {
        self.merges
            .get(&to)
            .is_some_and(|wrapped| self.graph.dominates(wrapped.header, from) && !self.graph.dominates(to, from))
    }

    /// The target of a branch from a block to a label.
    fn target(&self, from: usize, label: u32) -> u32 {
        let Some(to) = self.graph.block(label).filter(|&to| self.is_redirected(from, to)) else {
            return label;
        };
        self.merges.get(&to).map_or(label, |wrapped| wrapped.left)
    }
}

/// The blocks with a switch inside of another switch, and the merge block of each. A switch in the continue construct of a
/// loop is none of them: the block that ends in `OpUnreachable` would leave the construct, whose last block must
/// post-dominate all others (SPIR-V §2.11).
fn nested(graph: &Graph) -> Vec<(usize, usize)> {
    let switches = || {
        let blocks = graph.blocks.iter().enumerate();
        let switches = blocks.filter(|(_, block)| block.last == Some(Op::Switch));
        switches.filter_map(|(at, block)| Some((at, block.merge?)))
    };
    // By merge block: its switch.
    let ends: HashMap<usize, usize> = switches().map(|(header, merge)| (merge, header)).collect();
    let merges: HashMap<usize, usize> = switches().collect();
    // A block that a continue target dominates is in its construct, as a loop's header has an edge to its merge block.
    let nexts: HashSet<usize> = graph.blocks.iter().filter_map(|block| block.next).collect();
    let mut nested = Vec::new();
    // The number of switches that the children of each block on the path are in, and whether it is in a continue construct.
    let mut path: Vec<(u32, bool)> = Vec::new();
    for &(block, depth) in &graph.tree {
        path.truncate(depth);
        let (mut around, mut continues) = path.last().copied().unwrap_or((0, false));
        continues |= nexts.contains(&block);
        if ends
            .get(&block)
            .is_some_and(|&header| header != block && graph.dominates(header, block))
        {
            around = around.saturating_sub(1);
        }
        let merge = merges.get(&block);
        if let Some(&merge) = merge.filter(|_| around > 0 && !continues) {
            nested.push((block, merge));
        }
        path.push((around + u32::from(merge.is_some()), continues));
    }
    nested
}

/// The blocks that are all of a selection with a condition that is always true.
fn selected(module: &Module, graph: &Graph) -> HashSet<usize> {
    let mut entries: HashMap<usize, u32> = HashMap::new();
    let mut selected = HashSet::new();
    for block in &graph.blocks {
        for &target in &block.targets {
            *entries.entry(target).or_default() += 1;
        }
        let condition = module
            .declaration(block.condition)
            .and_then(|condition| op_of(&condition));
        if let (Some(Op::BranchConditional), Some(Op::ConstantTrue), Some(_), &[target, _]) =
            (block.last, condition, block.merge, block.targets.as_slice())
        {
            selected.insert(target);
        }
    }
    selected.retain(|block| entries.get(block) == Some(&1));
    selected
}
