//! Dominance in control-flow graphs.
//!
//! The tables answer in constant time whether one block dominates another. One pass over the blocks in reverse
//! post-order fills them: for each edge, the target's immediate dominator becomes its nearest common ancestor with the
//! edge's source (Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", 2001). The pass ignores back edges,
//! which is exact if their targets dominate their sources; this is tested afterwards. If the test fails, or the
//! searches for ancestors take too many steps, `semidominance` computes the function's dominators in nearly linear time
//! for any graph.

use super::NONE;
use super::semidominance::SemiDominators;

/// A block in the dominator tree of its function.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The immediate dominator; [`NONE`] for entry blocks and unreachable blocks.
    idom: u32,
    /// The index in a pre-order walk of the tree; [`NONE`] for unreachable blocks.
    pre: u32,
    /// One more than the last index in its subtree.
    last: u32,
}

impl Node {
    const UNREACHABLE: Self = Self {
        idom: NONE,
        pre: NONE,
        last: NONE,
    };
}

/// The dominator trees of all functions, indexed by block.
#[derive(Debug, Default)]
pub(crate) struct Dominance {
    nodes: Vec<Node>,
    /// Reachable blocks in pre-order of the dominator tree, function by function.
    order: Vec<u32>,
    /// Reachable blocks in post-order of the depth-first walk, function by function.
    post: Vec<u32>,
    /// For each function the index of its first block in `order` and `post`.
    starts: Vec<u32>,
}

impl Dominance {
    /// Clears the tables for this number of blocks, all of them unreachable.
    pub(super) fn clear(&mut self, blocks: usize) {
        self.nodes.clear();
        self.nodes.resize(blocks, Node::UNREACHABLE);
        self.order.clear();
        self.order.reserve_exact(blocks);
        self.post.clear();
        self.post.reserve_exact(blocks);
        self.starts.clear();
        self.starts.push(0);
    }

    /// Whether a block is reachable from its function's entry block.
    #[inline]
    pub fn is_reachable(&self, block: u32) -> bool {
        self.nodes.get(block as usize).is_some_and(|node| node.pre != NONE)
    }

    /// Whether every path from the function's entry block to `below` passes through `above`. An unreachable block is
    /// dominated only by itself.
    #[inline]
    pub fn dominates(&self, above: u32, below: u32) -> bool {
        if above == below {
            return true;
        }
        let (Some(above), Some(below)) = (self.nodes.get(above as usize), self.nodes.get(below as usize)) else {
            return false;
        };
        above.pre <= below.pre && below.pre < above.last && below.pre != NONE
    }

    /// Dominance between different blocks.
    pub fn strictly_dominates(&self, above: u32, below: u32) -> bool {
        above != below && self.dominates(above, below)
    }

    /// The immediate dominator.
    pub fn immediate(&self, block: u32) -> Option<u32> {
        let node = self.nodes.get(block as usize)?;
        (node.idom != NONE).then_some(node.idom)
    }

    /// The reachable blocks of a function, each after its immediate dominator.
    pub fn order(&self, function: usize) -> &[u32] {
        super::range(&self.order, &self.starts, function)
    }

    /// The reachable blocks of a function in post-order.
    pub fn post_order(&self, function: usize) -> &[u32] {
        super::range(&self.post, &self.starts, function)
    }
}

/// Buffers reused for each function. Blocks are counted from the function's first.
#[derive(Default)]
pub(super) struct Builder<'s> {
    /// For each block its number in reverse post-order; [`NONE`] if it has not been visited.
    number: Vec<u32>,
    /// The stack of the walk: a block and its successors that are still to be visited.
    stack: Vec<(u32, &'s [u32])>,
    /// For each number: the immediate dominator, the size of the subtree, and the next free index in the subtree.
    idom: Vec<u32>,
    size: Vec<u32>,
    next: Vec<u32>,
    /// Back edges, by number.
    back: Vec<(u32, u32)>,
    exact: SemiDominators,
}

/// The mark of a visited block that has no number yet.
const OPEN: u32 = NONE - 1;

impl<'s> Builder<'s> {
    /// Adds the next function, with blocks `first..first + count` and edges from `successors`.
    pub fn add(&mut self, tables: &mut Dominance, first: u32, count: usize, successors: impl Fn(u32) -> &'s [u32]) {
        let from = tables.post.len();
        if count == 1 {
            tables.order.push(first);
            tables.post.push(first);
            if let Some(node) = tables.nodes.get_mut(first as usize) {
                (node.pre, node.last) = (first, first + 1);
            }
        } else if count > 1 {
            self.walk(tables, first, count, &successors);
            let post = tables.post.get(from..).unwrap_or(&[]);
            let is_exact = self.ascend(post, first, &successors) && {
                self.arrange();
                self.is_reducible()
            };
            if !is_exact {
                self.exact.find(post, first, &self.number, &successors, &mut self.idom);
                self.arrange();
            }
            self.write(tables, from, first);
        }
        tables.starts.push(u32::try_from(tables.order.len()).unwrap_or(NONE));
    }

    /// The depth-first walk, which computes the orders and the numbers.
    fn walk(&mut self, tables: &mut Dominance, first: u32, count: usize, successors: &impl Fn(u32) -> &'s [u32]) {
        self.number.clear();
        self.number.resize(count, NONE);
        self.stack.clear();
        let from = tables.post.len();
        self.visit(tables, first, 0, successors(first));
        while let Some((block, rest)) = self.stack.last_mut() {
            let Some((&next, others)) = rest.split_first() else {
                tables.post.push(first + *block);
                self.stack.pop();
                continue;
            };
            *rest = others;
            let block = next.wrapping_sub(first);
            if self.number.get(block as usize) == Some(&NONE) {
                self.visit(tables, first, block, successors(next));
            }
        }
        let post = tables.post.get(from..).unwrap_or(&[]);
        for (number, &block) in post.iter().rev().enumerate() {
            set(&mut self.number, block - first, number as u32);
        }
    }

    fn visit(&mut self, tables: &mut Dominance, first: u32, block: u32, successors: &'s [u32]) {
        set(&mut self.number, block, OPEN);
        tables.order.push(first + block);
        self.stack.push((block, successors));
    }

    /// The pass over the edges. Returns `false` if the searches for common ancestors took too many steps.
    fn ascend(&mut self, post: &[u32], first: u32, successors: &impl Fn(u32) -> &'s [u32]) -> bool {
        self.idom.clear();
        self.idom.resize(post.len(), NONE);
        self.back.clear();
        // Structured control flow takes a few steps for each edge.
        let mut steps = 32 * post.len() + 1024;
        for (from, &block) in post.iter().rev().enumerate() {
            let from = from as u32;
            for &next in successors(block) {
                let to = at(&self.number, next.wrapping_sub(first));
                if to <= from {
                    self.back.push((from, to));
                    continue;
                }
                let (mut one, mut other) = (at(&self.idom, to), from);
                if one == NONE {
                    one = from;
                }
                while one != other {
                    if one > other {
                        one = at(&self.idom, one);
                    } else {
                        other = at(&self.idom, other);
                    }
                    steps -= 1;
                    if steps == 0 {
                        return false;
                    }
                }
                set(&mut self.idom, to, one);
            }
        }
        true
    }

    /// Gives each block its index in a pre-order walk of the dominator tree.
    fn arrange(&mut self) {
        let count = self.idom.len() as u32;
        self.size.clear();
        self.size.resize(count as usize, 1);
        for number in (1..count).rev() {
            let above = at(&self.idom, number);
            let sum = at(&self.size, above) + at(&self.size, number);
            set(&mut self.size, above, sum);
        }
        // Each block takes the next free index in its immediate dominator's subtree; the dominator has the smaller
        // number.
        self.next.clear();
        self.next.resize(count as usize, 1);
        for number in 1..count {
            let above = at(&self.idom, number);
            let index = at(&self.next, above);
            set(&mut self.next, above, index + at(&self.size, number));
            set(&mut self.next, number, index + 1);
        }
    }

    /// The range of pre-order indices of a block's subtree.
    fn span(&self, number: u32) -> (u32, u32) {
        // `next` has been advanced past the whole subtree.
        let end = at(&self.next, number);
        (end.wrapping_sub(at(&self.size, number)), end)
    }

    /// Whether the target of every back edge dominates its source.
    fn is_reducible(&self) -> bool {
        self.back.iter().all(|&(from, to)| {
            let (start, end) = self.span(to);
            let index = self.span(from).0;
            start <= index && index < end
        })
    }

    fn write(&self, tables: &mut Dominance, from: usize, first: u32) {
        let post = tables.post.get(from..).unwrap_or(&[]);
        for (number, &block) in post.iter().rev().enumerate() {
            let number = number as u32;
            let idom = if number > 0 {
                let above = post.len().wrapping_sub(1 + at(&self.idom, number) as usize);
                post.get(above).copied().unwrap_or(NONE)
            } else {
                NONE
            };
            // The indices of a function begin at its first block, so that those of different functions never overlap.
            let (start, end) = self.span(number);
            if let Some(node) = tables.nodes.get_mut(block as usize) {
                *node = Node {
                    idom,
                    pre: first + start,
                    last: first + end,
                };
            }
        }
    }
}

pub(super) fn at(table: &[u32], index: u32) -> u32 {
    table.get(index as usize).copied().unwrap_or(NONE)
}

pub(super) fn set(table: &mut [u32], index: u32, value: u32) {
    if let Some(entry) = table.get_mut(index as usize) {
        *entry = value;
    }
}
