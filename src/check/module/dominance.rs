//! Dominance in control-flow graphs, by semi-dominators and nearest common ancestors (Georgiadis, "Linear-Time Algorithms
//! for Dominators and Related Problems", 2005, §2: SNCA), with explicit stacks.
//!
//! Owns the algorithm and the tables that answer "does this block dominate that one" in constant time.

use super::NONE;

/// The dominator trees of all functions, by the place of their blocks.
#[derive(Debug, Default)]
pub(crate) struct Dominance {
    /// The immediate dominator; [`NONE`] for entry blocks and blocks that are not reachable.
    idom: Vec<u32>,
    /// The place in a pre-order walk of the tree; [`NONE`] for blocks that are not reachable.
    pre: Vec<u32>,
    /// One more than the last place below.
    last: Vec<u32>,
    /// Reachable blocks in pre-order of the depth-first walk, function by function.
    order: Vec<u32>,
    /// Reachable blocks in post-order of that walk, function by function.
    post: Vec<u32>,
    /// For each function where its blocks begin in `order` and `post`.
    starts: Vec<u32>,
}

impl Dominance {
    pub fn with_blocks(blocks: usize) -> Self {
        Self {
            idom: vec![NONE; blocks],
            pre: vec![NONE; blocks],
            last: vec![NONE; blocks],
            starts: vec![0],
            ..Self::default()
        }
    }

    /// Whether the function's first block reaches a block.
    #[inline]
    pub fn is_reachable(&self, block: u32) -> bool {
        self.pre.get(block as usize).is_some_and(|&place| place != NONE)
    }

    /// Whether every path from the function's first block to `below` goes through `above`. A block that is not reachable
    /// is dominated by itself alone.
    #[inline]
    pub fn dominates(&self, above: u32, below: u32) -> bool {
        if above == below {
            return true;
        }
        let (Some(&from), Some(&to), Some(&place)) = (
            self.pre.get(above as usize),
            self.last.get(above as usize),
            self.pre.get(below as usize),
        ) else {
            return false;
        };
        from != NONE && place != NONE && from <= place && place < to
    }

    /// Dominance between different blocks.
    pub fn strictly_dominates(&self, above: u32, below: u32) -> bool {
        above != below && self.dominates(above, below)
    }

    /// The immediate dominator.
    pub fn immediate(&self, block: u32) -> Option<u32> {
        self.idom.get(block as usize).copied().filter(|&above| above != NONE)
    }

    /// The reachable blocks of a function so that each comes after its immediate dominator.
    pub fn order(&self, function: usize) -> &[u32] {
        super::range(&self.order, &self.starts, function)
    }

    /// The reachable blocks of a function in post-order.
    pub fn post_order(&self, function: usize) -> &[u32] {
        super::range(&self.post, &self.starts, function)
    }
}

/// Buffers for one function after the other.
#[derive(Default)]
pub(super) struct Builder {
    /// The number in depth-first order, by block less the function's first; [`NONE`] where not reached.
    number: Vec<u32>,
    /// By number: the block less the first, the parent in the walk, and the algorithm's three labels.
    vertex: Vec<u32>,
    parent: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
    semi: Vec<u32>,
    idom: Vec<u32>,
    stack: Vec<(u32, u32)>,
    path: Vec<u32>,
    /// Predecessors by number.
    starts: Vec<u32>,
    preds: Vec<u32>,
    size: Vec<u32>,
}

impl Builder {
    /// Adds the next function, whose blocks are `first..first + count` and whose edges `successors` gives.
    pub fn add<'s>(&mut self, tables: &mut Dominance, first: u32, count: usize, successors: impl Fn(u32) -> &'s [u32]) {
        if count > 0 {
            self.walk(tables, first, count, &successors);
            self.collect_predecessors(first, &successors);
            self.semi_dominators();
            self.write(tables, first);
        }
        tables.starts.push(u32::try_from(tables.order.len()).unwrap_or(NONE));
    }

    fn walk<'s>(&mut self, tables: &mut Dominance, first: u32, count: usize, successors: &impl Fn(u32) -> &'s [u32]) {
        self.number.clear();
        self.number.resize(count, NONE);
        self.vertex.clear();
        self.parent.clear();
        self.stack.clear();
        self.visit(0, 0);
        while let Some((block, edge)) = self.stack.last_mut() {
            let block = *block;
            let Some(&next) = successors(first + block).get(*edge as usize) else {
                self.stack.pop();
                tables.post.push(first + block);
                continue;
            };
            *edge += 1;
            let next = next.wrapping_sub(first);
            if self.number.get(next as usize) == Some(&NONE) {
                let parent = self.number.get(block as usize).copied().unwrap_or(0);
                self.visit(next, parent);
            }
        }
    }

    fn visit(&mut self, block: u32, parent: u32) {
        let place = u32::try_from(self.vertex.len()).unwrap_or(NONE);
        if let Some(number) = self.number.get_mut(block as usize) {
            *number = place;
        }
        self.vertex.push(block);
        self.parent.push(parent);
        self.stack.push((block, 0));
    }

    fn collect_predecessors<'s>(&mut self, first: u32, successors: &impl Fn(u32) -> &'s [u32]) {
        let n = self.vertex.len();
        self.starts.clear();
        self.starts.resize(n + 1, 0);
        let number = |block: u32| {
            self.number
                .get(block.wrapping_sub(first) as usize)
                .copied()
                .unwrap_or(NONE) as usize
        };
        for &block in &self.vertex {
            for &next in successors(first + block) {
                if let Some(start) = self.starts.get_mut(number(next)) {
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
        for (place, &block) in self.vertex.iter().enumerate() {
            for &next in successors(first + block) {
                if let Some(start) = self.starts.get_mut(number(next)) {
                    *start -= 1;
                    if let Some(pred) = self.preds.get_mut(*start as usize) {
                        *pred = place as u32;
                    }
                }
            }
        }
    }

    fn semi_dominators(&mut self) {
        let n = self.vertex.len() as u32;
        self.semi.clear();
        self.semi.extend(0..n);
        self.label.clear();
        self.label.extend(0..n);
        self.ancestor.clear();
        self.ancestor.resize(n as usize, NONE);
        for place in (1..n).rev() {
            let mut least = place;
            let (from, to) = (at(&self.starts, place), at(&self.starts, place + 1));
            for edge in from..to {
                let through = self.evaluate(at(&self.preds, edge));
                least = least.min(at(&self.semi, through));
            }
            set(&mut self.semi, place, least);
            let parent = at(&self.parent, place);
            set(&mut self.ancestor, place, parent);
        }
        self.idom.clear();
        self.idom.extend_from_slice(&self.parent);
        for place in 1..n {
            let mut above = at(&self.idom, place);
            while above > at(&self.semi, place) {
                above = at(&self.idom, above);
            }
            set(&mut self.idom, place, above);
        }
    }

    /// The vertex with the least semi-dominator on the linked path above a vertex; compresses the path.
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

    /// Numbers the tree and writes it by block.
    fn write(&mut self, tables: &mut Dominance, first: u32) {
        let n = self.vertex.len() as u32;
        self.size.clear();
        self.size.resize(n as usize, 1);
        for place in (1..n).rev() {
            let above = at(&self.idom, place);
            let sum = at(&self.size, above) + at(&self.size, place);
            set(&mut self.size, above, sum);
        }
        // A vertex comes after its immediate dominator in depth-first order, so that one walk forward gives each vertex
        // the next free place below its dominator. `label` holds that place from here on.
        set(&mut self.label, 0, 1);
        for place in 0..n {
            let block = first + at(&self.vertex, place);
            tables.order.push(block);
            let mut pre = 0;
            if place > 0 {
                let above = at(&self.idom, place);
                pre = at(&self.label, above);
                set(&mut self.label, above, pre + at(&self.size, place));
                set(&mut self.label, place, pre + 1);
                set(&mut tables.idom, block, first + at(&self.vertex, above));
            }
            // Places of one function begin at its first block, so that different functions never overlap.
            set(&mut tables.pre, block, first + pre);
            set(&mut tables.last, block, first + pre + at(&self.size, place));
        }
    }
}

fn at(table: &[u32], place: u32) -> u32 {
    table.get(place as usize).copied().unwrap_or(NONE)
}

fn set(table: &mut [u32], place: u32, value: u32) {
    if let Some(entry) = table.get_mut(place as usize) {
        *entry = value;
    }
}
