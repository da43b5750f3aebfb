//! Immediate dominators of arbitrary control-flow graphs, by semi-dominators and nearest common ancestors (Georgiadis,
//! "Linear-Time Algorithms for Dominators and Related Problems", 2005, §2: SNCA), with explicit stacks.

use super::NONE;
use super::dominance::{at, set};

/// Buffers reused for each function. Vertices are the reachable blocks in the order of a depth-first walk.
#[derive(Default)]
pub(super) struct SemiDominators {
    /// For each block, counted from the function's first, its vertex.
    vertex_of: Vec<u32>,
    /// For each vertex: the block, the parent in the walk, and the algorithm's labels.
    block: Vec<u32>,
    parent: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
    semi: Vec<u32>,
    idom: Vec<u32>,
    stack: Vec<(u32, u32)>,
    path: Vec<u32>,
    /// Predecessors by vertex.
    starts: Vec<u32>,
    preds: Vec<u32>,
}

impl SemiDominators {
    /// Fills `idom`: for each block number the number of its immediate dominator, [`NONE`] for the first.
    pub fn find<'s>(
        &mut self,
        post: &[u32],
        first: u32,
        number: &[u32],
        successors: &impl Fn(u32) -> &'s [u32],
        idom: &mut Vec<u32>,
    ) {
        self.walk(first, number.len(), successors);
        self.collect_predecessors(first, successors);
        self.semi_dominators();
        idom.clear();
        idom.resize(post.len(), NONE);
        for (vertex, &block) in self.block.iter().enumerate().skip(1) {
            let above = at(&self.block, at(&self.idom, vertex as u32));
            set(idom, at(number, block), at(number, above));
        }
    }

    fn walk<'s>(&mut self, first: u32, count: usize, successors: &impl Fn(u32) -> &'s [u32]) {
        self.vertex_of.clear();
        self.vertex_of.resize(count, NONE);
        self.block.clear();
        self.parent.clear();
        self.stack.clear();
        self.visit(0, 0);
        while let Some((block, edge)) = self.stack.last_mut() {
            let block = *block;
            let Some(&next) = successors(first + block).get(*edge as usize) else {
                self.stack.pop();
                continue;
            };
            *edge += 1;
            let next = next.wrapping_sub(first);
            if self.vertex_of.get(next as usize) == Some(&NONE) {
                let parent = at(&self.vertex_of, block);
                self.visit(next, parent);
            }
        }
    }

    fn visit(&mut self, block: u32, parent: u32) {
        let vertex = u32::try_from(self.block.len()).unwrap_or(NONE);
        set(&mut self.vertex_of, block, vertex);
        self.block.push(block);
        self.parent.push(parent);
        self.stack.push((block, 0));
    }

    fn collect_predecessors<'s>(&mut self, first: u32, successors: &impl Fn(u32) -> &'s [u32]) {
        let n = self.block.len();
        self.starts.clear();
        self.starts.resize(n + 1, 0);
        let vertex = |block: u32| at(&self.vertex_of, block.wrapping_sub(first)) as usize;
        for &block in &self.block {
            for &next in successors(first + block) {
                if let Some(start) = self.starts.get_mut(vertex(next)) {
                    *start += 1;
                }
            }
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.preds.clear();
        self.preds.resize(sum as usize, 0);
        for (index, &block) in self.block.iter().enumerate() {
            for &next in successors(first + block) {
                if let Some(start) = self.starts.get_mut(vertex(next)) {
                    *start -= 1;
                    if let Some(pred) = self.preds.get_mut(*start as usize) {
                        *pred = index as u32;
                    }
                }
            }
        }
    }

    fn semi_dominators(&mut self) {
        let n = self.block.len() as u32;
        self.semi.clear();
        self.semi.extend(0..n);
        self.label.clear();
        self.label.extend(0..n);
        self.ancestor.clear();
        self.ancestor.resize(n as usize, NONE);
        for index in (1..n).rev() {
            let mut least = index;
            let (from, to) = (at(&self.starts, index), at(&self.starts, index + 1));
            for edge in from..to {
                let through = self.evaluate(at(&self.preds, edge));
                least = least.min(at(&self.semi, through));
            }
            set(&mut self.semi, index, least);
            let parent = at(&self.parent, index);
            set(&mut self.ancestor, index, parent);
        }
        self.idom.clear();
        self.idom.extend_from_slice(&self.parent);
        for index in 1..n {
            let mut above = at(&self.idom, index);
            while above > at(&self.semi, index) {
                above = at(&self.idom, above);
            }
            set(&mut self.idom, index, above);
        }
    }

    /// The vertex with the least semi-dominator on the linked path from a vertex to its root. Compresses the path.
    fn evaluate(&mut self, vertex: u32) -> u32 {
        if at(&self.ancestor, vertex) == NONE {
            return vertex;
        }
        self.path.clear();
        let mut above = vertex;
        while at(&self.ancestor, at(&self.ancestor, above)) != NONE {
            self.path.push(above);
            above = at(&self.ancestor, above);
        }
        while let Some(below) = self.path.pop() {
            let up = at(&self.ancestor, below);
            let (best, own) = (at(&self.label, up), at(&self.label, below));
            if at(&self.semi, best) < at(&self.semi, own) {
                set(&mut self.label, below, best);
            }
            let further = at(&self.ancestor, up);
            set(&mut self.ancestor, below, further);
        }
        at(&self.label, vertex)
    }
}
