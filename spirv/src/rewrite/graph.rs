//! Blocks of one function, and which of them dominates which.
//!
//! Dominance is structural (SPIR-V §2.11.1, Structured Control Flow): a header has edges to its merge block and its
//! continue target too.

use super::module::{Module, instructions, op_of};
use super::switch::literal_words;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;
use spirv::Op;

/// One block.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) label: u32,
    /// The targets of its last instruction. A target that no block has is left out.
    pub(super) targets: Vec<usize>,
    /// The merge block of a selection or loop.
    pub(super) merge: Option<usize>,
    /// The continue target of a loop.
    pub(super) next: Option<usize>,
    pub(super) last: Option<Op>,
    /// The condition or selector of its last instruction.
    pub(super) condition: u32,
    edges: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct Graph {
    /// In the order of the words; the first is the entry block.
    pub(super) blocks: Vec<Block>,
    /// By label.
    index: HashMap<u32, usize>,
    /// By block: the numbers of its subtree in a walk over the tree of dominators; empty for blocks that are not
    /// reachable.
    subtrees: Vec<Range<usize>>,
    /// The blocks of the tree, each after its immediate dominator, and the depth of each.
    pub(super) tree: Vec<(usize, usize)>,
}

impl Graph {
    /// Reads the words of one function.
    pub(super) fn new(module: &Module, function: &[u32]) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        let mut index = HashMap::new();
        for instruction in instructions(function).filter(|one| one.opcode == Op::Label as u16) {
            let label = instruction.result().unwrap_or(0);
            index.insert(label, blocks.len());
            blocks.push(Block {
                label,
                ..Block::default()
            });
        }
        let known = |labels: &[u32]| {
            labels
                .iter()
                .filter_map(|label| index.get(label).copied())
                .collect::<Vec<_>>()
        };
        let mut current = 0_usize;
        for instruction in instructions(function) {
            let op = op_of(&instruction);
            current += usize::from(op == Some(Op::Label));
            let Some(block) = current.checked_sub(1).and_then(|at| blocks.get_mut(at)) else {
                continue;
            };
            match (op, instruction.words) {
                (Some(Op::SelectionMerge), &[_, merge, _]) => {
                    block.edges = known(&[merge]);
                    block.merge = block.edges.first().copied();
                }
                (Some(Op::LoopMerge), &[_, merge, next, ..]) => {
                    block.edges = known(&[merge, next]);
                    block.merge = known(&[merge]).first().copied();
                    block.next = known(&[next]).first().copied();
                }
                (Some(Op::Branch | Op::BranchConditional | Op::Switch), words) => {
                    block.targets = known(&labels(module, words).map(|at| words[at]).collect::<Vec<_>>());
                    block.edges.extend_from_slice(&block.targets);
                    block.last = op;
                    block.condition = words.get(1).copied().unwrap_or(0);
                }
                _ => {}
            }
        }
        let mut graph = Self {
            subtrees: vec![0..0; blocks.len()],
            blocks,
            index,
            tree: Vec::new(),
        };
        graph.find_dominators();
        graph
    }

    /// The block with a label.
    pub(super) fn block(&self, label: u32) -> Option<usize> {
        self.index.get(&label).copied()
    }

    /// Whether a block dominates another, or is it. Blocks that are not reachable are not dominated.
    pub(super) fn dominates(&self, block: usize, other: usize) -> bool {
        match (self.subtrees.get(block), self.subtrees.get(other)) {
            (Some(subtree), Some(other)) => !other.is_empty() && subtree.contains(&other.start),
            _ => false,
        }
    }

    /// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
    fn find_dominators(&mut self) {
        let count = self.blocks.len();
        let order = self.postorder();
        let Some(&entry) = order.last() else { return };
        let mut number = vec![usize::MAX; count];
        for (position, &block) in order.iter().enumerate() {
            number[block] = position;
        }
        let mut predecessors = vec![Vec::new(); count];
        for &block in &order {
            for &target in &self.blocks[block].edges {
                predecessors[target].push(block);
            }
        }
        let mut dominator = vec![usize::MAX; count];
        dominator[entry] = entry;
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for &block in order.iter().rev().skip(1) {
                let known = predecessors[block]
                    .iter()
                    .copied()
                    .filter(|&from| dominator[from] != usize::MAX);
                let common = known.reduce(|mut one, mut other| {
                    while one != other {
                        if number[one] < number[other] {
                            one = dominator[one];
                        } else {
                            other = dominator[other];
                        }
                    }
                    one
                });
                if let Some(common) = common.filter(|&common| dominator[block] != common) {
                    dominator[block] = common;
                    is_changed = true;
                }
            }
        }
        let mut children = vec![Vec::new(); count];
        for &block in order.iter().rev().skip(1) {
            children[dominator[block]].push(block);
        }
        self.number_tree(entry, &children);
    }

    /// The reachable blocks, each after all that are reachable from it but for cycles; the entry block last.
    fn postorder(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut is_seen = vec![false; self.blocks.len()];
        let mut path = Vec::new();
        if let Some(first) = is_seen.first_mut() {
            *first = true;
            path.push((0, 0));
        }
        while let Some((block, edge)) = path.last_mut() {
            match self.blocks[*block].edges.get(*edge) {
                Some(&target) => {
                    *edge += 1;
                    if !core::mem::replace(&mut is_seen[target], true) {
                        path.push((target, 0));
                    }
                }
                None => {
                    order.push(*block);
                    path.pop();
                }
            }
        }
        order
    }

    fn number_tree(&mut self, entry: usize, children: &[Vec<usize>]) {
        let mut path = vec![(entry, 0)];
        self.subtrees[entry] = 0..1;
        self.tree.push((entry, 0));
        while let Some((block, child)) = path.last_mut() {
            let block = *block;
            match children[block].get(*child) {
                Some(&next) => {
                    *child += 1;
                    let number = self.tree.len();
                    self.subtrees[next] = number..number + 1;
                    self.tree.push((next, path.len()));
                    path.push((next, 0));
                }
                None => {
                    self.subtrees[block].end = self.tree.len();
                    path.pop();
                }
            }
        }
    }
}

/// The indices of the labels in the words of a branch or switch.
pub(super) fn labels(module: &Module, words: &[u32]) -> impl Iterator<Item = usize> + use<> {
    let op = words.first().and_then(|first| Op::from_u32(first & 0xFFFF));
    let (first, step) = match op {
        Some(Op::Branch) => (1, words.len()),
        Some(Op::BranchConditional) => (2, 1),
        Some(Op::Switch) => {
            let selector = words.get(1).copied().unwrap_or(0);
            (2, 1 + literal_words(module, selector))
        }
        _ => (words.len(), 1),
    };
    // After the labels of a conditional branch are its weights.
    let end = if op == Some(Op::BranchConditional) {
        4
    } else {
        words.len()
    };
    (first..end.min(words.len())).step_by(step.max(1))
}
