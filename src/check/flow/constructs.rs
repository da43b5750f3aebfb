//! Constructs: which there are, how they nest, and how control may leave them (SPIR-V §2.11.1, §2.11.2).
//!
//! Each block belongs to one innermost construct, and constructs form a tree, so that every edge is judged once and in
//! constant time, however deep it stands. A walk over the structural dominator tree, immediate dominators first, finds the
//! tree: a merge block stands where its header does, a continue target opens a continue construct beside the loop, a case's
//! first block a case construct within the selection, a header its own construct; every other block stands where its
//! immediate dominator has left off.

use super::super::Checker;
use super::super::module::{Block, Function, Inst, Module, NONE};
use super::{Flow, label, merge_of, switch};
use spirv::Op;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The function itself.
    Function,
    Selection,
    Switch,
    Case,
    Loop,
    Continue,
}

/// A construct. Blocks and constructs are given by their places; [`NONE`] for none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Construct {
    pub kind: Kind,
    /// The first block: the header, the continue target or the case's target.
    pub first: u32,
    /// The header of the loop of a loop or continue construct, of the switch of a case; else the header.
    pub header: u32,
    /// The merge block of the header.
    pub merge: u32,
    /// The continue target of loop and continue constructs.
    pub continues: u32,
    pub parent: u32,
    /// The innermost loop or continue construct, itself included.
    innermost_loop: u32,
    /// The innermost switch with no loop in between, itself included.
    innermost_switch: u32,
    /// The innermost continue construct, itself included.
    innermost_continue: u32,
    depth: u32,
}

/// What is known of a block.
#[derive(Clone, Copy)]
struct Place {
    /// The header that it is the merge block or continue target of.
    merge_of: u32,
    continue_of: u32,
    /// The construct that it stands in as its successors' dominator, and as a branch finds it from outside.
    inner: u32,
    outer: u32,
    /// The place among the headers, if it is one.
    header: u32,
    /// How many back-edge blocks it has.
    latches: u32,
    /// The place in post-order.
    post: u32,
    /// Whether an unmerged branch may go to it: it has been a target, or constructs are left to it.
    seen: bool,
}

impl Place {
    const UNKNOWN: Self = Self {
        merge_of: NONE,
        continue_of: NONE,
        inner: NONE,
        outer: NONE,
        header: NONE,
        latches: 0,
        post: NONE,
        seen: false,
    };
}

/// The constructs of one function after the other.
#[derive(Default)]
pub(super) struct Tree {
    pub list: Vec<Construct>,
    /// Where the function's blocks begin among all blocks.
    pub start: u32,
    /// By block less the first.
    places: Vec<Place>,
    headers: Vec<Header>,
}

/// The place of a block's merge instruction, with its merge block and continue target.
type Header = (u32, u32, Option<u32>);

impl Tree {
    fn header(&self, block: u32) -> Option<&Header> {
        self.headers.get(self.place(block).header as usize)
    }

    #[inline]
    fn place(&self, block: u32) -> &Place {
        let place = self.places.get(block.wrapping_sub(self.start) as usize);
        place.unwrap_or(&Place::UNKNOWN)
    }

    #[inline]
    fn place_mut(&mut self, block: u32) -> Option<&mut Place> {
        self.places.get_mut(block.wrapping_sub(self.start) as usize)
    }

    /// The construct that a branch to a block arrives in.
    pub fn outer(&self, block: u32) -> u32 {
        self.place(block).outer
    }

    /// The construct that a branch from a block starts in.
    pub fn inner(&self, block: u32) -> u32 {
        self.place(block).inner
    }

    pub fn construct(&self, place: u32) -> Option<&Construct> {
        self.list.get(place as usize)
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let most = module.functions.iter().map(|function| function.blocks.len()).max();
    let mut tree = Tree::with_capacity(most.unwrap_or(0));
    for (place, function) in module.functions.iter().enumerate() {
        if function.blocks.is_empty() || is_simple(module, function) {
            continue;
        }
        tree.reset(module, function.blocks.start, function.blocks.len(), place);
        headers(cx, &mut tree);
        build(cx, &mut tree, place);
        for &block in module.structural().order(place) {
            edges(cx, &mut tree, block);
        }
        back_edges(cx, &tree, place);
        selections(cx, &mut tree, place);
        if module.has_switch {
            switch::run(cx, &tree, place);
        }
    }
}

/// One block that declares no construct and branches nowhere.
fn is_simple(module: &Module<'_>, function: &Function) -> bool {
    let block = module.blocks.get(function.blocks.start as usize);
    function.blocks.len() == 1
        && block.is_some_and(|block| {
            let branches = |inst: &Inst| matches!(inst.op, Op::Branch | Op::BranchConditional | Op::Switch);
            block.merge == NONE && !module.inst(block.terminator).is_some_and(branches)
        })
}

impl Tree {
    /// Room for functions of so many blocks.
    fn with_capacity(blocks: usize) -> Self {
        Self {
            list: Vec::with_capacity(blocks),
            places: Vec::with_capacity(blocks),
            ..Self::default()
        }
    }

    fn reset(&mut self, module: &Module<'_>, start: u32, count: usize, function: usize) {
        self.start = start;
        self.list.clear();
        self.list.push(Construct {
            kind: Kind::Function,
            first: start,
            header: NONE,
            merge: NONE,
            continues: NONE,
            parent: NONE,
            innermost_loop: NONE,
            innermost_switch: NONE,
            innermost_continue: NONE,
            depth: 0,
        });
        self.headers.clear();
        self.places.clear();
        self.places.resize(count, Place::UNKNOWN);
        for (number, &block) in module.structural().post_order(function).iter().enumerate() {
            if let Some(place) = self.place_mut(block) {
                place.post = number as u32;
            }
        }
    }

    /// Adds a construct whose parent is given, and answers its place.
    fn open(&mut self, kind: Kind, first: u32, header: u32, merge: u32, continues: u32, parent: u32) -> u32 {
        let place = self.list.len() as u32;
        let above = self.construct(parent).copied();
        let from = |pick: fn(&Construct) -> u32| above.as_ref().map_or(NONE, pick);
        let is_loop = matches!(kind, Kind::Loop | Kind::Continue);
        self.list.push(Construct {
            kind,
            first,
            header,
            merge,
            continues,
            parent,
            innermost_loop: if is_loop {
                place
            } else {
                from(|above| above.innermost_loop)
            },
            innermost_switch: match kind {
                Kind::Switch => place,
                Kind::Loop | Kind::Continue => NONE,
                _ => from(|above| above.innermost_switch),
            },
            innermost_continue: match kind {
                Kind::Continue => place,
                _ => from(|above| above.innermost_continue),
            },
            // What is counted are merge blocks to come, and a case has that of its switch.
            depth: from(|above| above.depth).saturating_add(u32::from(kind != Kind::Case)),
        });
        place
    }
}

/// Notes merge blocks and continue targets, and checks what headers say of them.
fn headers(cx: &mut Checker<'_, '_>, tree: &mut Tree) {
    let module = cx.module;
    let count = tree.places.len() as u32;
    for place in tree.start..tree.start + count {
        let Some(block) = module.blocks.get(place as usize) else {
            continue;
        };
        let Some((inst, merge, continues)) = merge_of(module, block) else {
            continue;
        };
        let number = tree.headers.len() as u32;
        if let Some(place) = tree.place_mut(place) {
            place.header = number;
        }
        tree.headers.push((inst.index, merge, continues));
        match tree.place_mut(merge) {
            Some(target) if target.merge_of == NONE => target.merge_of = place,
            _ => {
                let merge = module.blocks.get(merge as usize).map_or(0, |block| block.label);
                cx.violate(
                    Flow::MergeUnique,
                    inst,
                    format_args!("{} is the merge block of another header, too", module.show(merge)),
                );
            }
        }
        if let Some(continues) = continues {
            if let Some(target) = tree.place_mut(continues).filter(|target| target.continue_of == NONE) {
                target.continue_of = place;
            }
        }
        if !module.structural().is_reachable(place) {
            continue;
        }
        if !module.structural().strictly_dominates(place, merge) {
            cx.violate(
                Flow::MergeDominance,
                inst,
                format_args!("the header does not strictly dominate the merge block"),
            );
        }
        if continues.is_some_and(|continues| !module.structural().dominates(place, continues)) {
            cx.violate(
                Flow::ContinueDominance,
                inst,
                format_args!("the header does not dominate the continue target"),
            );
        }
    }
}

/// Finds the construct of every structurally reachable block.
fn build(cx: &mut Checker<'_, '_>, tree: &mut Tree, function: usize) {
    let module = cx.module;
    let mut deep = false;
    for &place in module.structural().order(function) {
        let Some(block) = module.blocks.get(place as usize) else {
            continue;
        };
        let outer = place_of(module, tree, place);
        let inner = match tree.header(place).copied() {
            None => outer,
            // A loop of one block is its own continue construct, and nothing else is in the loop.
            Some((_, merge, Some(continues))) if continues == place => {
                tree.open(Kind::Continue, place, place, merge, continues, outer)
            }
            Some((_, merge, Some(continues))) => tree.open(Kind::Loop, place, place, merge, continues, outer),
            Some((_, merge, None)) => {
                let is_switch = module.inst(block.terminator).is_some_and(|inst| inst.op == Op::Switch);
                let kind = if is_switch { Kind::Switch } else { Kind::Selection };
                tree.open(kind, place, place, merge, NONE, outer)
            }
        };
        if let Some(place) = tree.place_mut(place) {
            (place.outer, place.inner) = (outer, inner);
        }
        if tree.construct(inner).is_some_and(|inner| inner.depth > 1023) && !deep {
            deep = true;
            if let Some(label) = label(module, place) {
                cx.violate(
                    Flow::NestingLimit,
                    label,
                    format_args!("constructs are nested too deep here"),
                );
            }
        }
    }
}

/// Where a block stands, seen from outside of what it opens itself.
fn place_of(module: &Module<'_>, tree: &mut Tree, place: u32) -> u32 {
    let Some(above) = module.structural().immediate(place) else {
        return 0;
    };
    let dominated = |header: u32| header != NONE && module.structural().dominates(header, place);
    let owner = tree.place(place).merge_of;
    if dominated(owner) && owner != place {
        return tree.outer(owner);
    }
    let owner = tree.place(place).continue_of;
    if dominated(owner) && owner != place {
        let loop_ = tree.construct(tree.inner(owner)).copied();
        if let Some(loop_) = loop_.filter(|loop_| loop_.kind == Kind::Loop && loop_.header == owner) {
            return tree.open(Kind::Continue, place, owner, loop_.merge, place, loop_.parent);
        }
    }
    let mut around = tree.inner(above);
    let switch = tree.construct(around).copied();
    if let Some(switch) = switch.filter(|switch| switch.kind == Kind::Switch && switch.first == above) {
        let is_target = module
            .blocks
            .get(above as usize)
            .is_some_and(|header| module.successors(header).contains(&place));
        if is_target {
            around = tree.open(Kind::Case, place, above, switch.merge, NONE, around);
        }
    }
    around
}

/// Judges the branches of a block.
fn edges(cx: &mut Checker<'_, '_>, tree: &mut Tree, place: u32) {
    let module = cx.module;
    let Some(block) = module.blocks.get(place as usize) else {
        return;
    };
    let Some(inst) = module.inst(block.terminator) else {
        return;
    };
    let inside = tree.inner(place);
    let Some(&construct) = tree.construct(inside) else {
        return;
    };
    let mut before = NONE;
    let successors = module.successors(block);
    for &next in successors {
        if next == before {
            continue;
        }
        before = next;
        if tree.place(next).post >= tree.place(place).post {
            back_edge(cx, tree, inst, place, next);
            continue;
        }
        let arrives = tree.outer(next);
        if arrives == inside || enters_case(tree, arrives, place) || exits(tree, &construct, place, next) {
            continue;
        }
        let is_case = construct.kind == Kind::Case
            && tree
                .construct(arrives)
                .is_some_and(|to| to.kind == Kind::Case && to.parent == construct.parent);
        if !is_case {
            let next = module.blocks.get(next as usize).map_or(0, |block| block.label);
            cx.violate(
                Flow::Exit,
                inst,
                format_args!(
                    "the branch to {} leaves the construct without going to its merge block or continue target",
                    module.show(next)
                ),
            );
        }
    }
    leave_continue(cx, tree, &construct, block, inst, place);
}

/// Whether a switch branches to the first block of one of its own cases.
fn enters_case(tree: &Tree, arrives: u32, from: u32) -> bool {
    tree.construct(arrives)
        .is_some_and(|to| to.kind == Kind::Case && to.header == from)
}

/// Whether a construct may be left to a block: to its own merge block, to the innermost switch's, to the innermost loop's
/// merge block and continue target; a continue construct to the loop's merge block.
fn exits(tree: &Tree, construct: &Construct, from: u32, next: u32) -> bool {
    if matches!(construct.kind, Kind::Selection | Kind::Switch) && construct.merge == next {
        return true;
    }
    // A switch header itself does not branch to the merge block of a switch around it.
    let skip = construct.kind == Kind::Switch && construct.header == from;
    let out_of_switch = tree
        .construct(construct.innermost_switch)
        .is_some_and(|switch| !skip && switch.merge == next);
    let out_of_loop = tree
        .construct(construct.innermost_loop)
        .is_some_and(|loop_| loop_.merge == next || (loop_.kind == Kind::Loop && loop_.continues == next));
    out_of_switch || out_of_loop
}

/// An edge to a block that the walk has not left yet.
fn back_edge(cx: &mut Checker<'_, '_>, tree: &mut Tree, inst: &Inst, place: u32, header: u32) {
    let module = cx.module;
    let Some(&(_, _, Some(continues))) = tree.header(header) else {
        let header = module.blocks.get(header as usize).map_or(0, |block| block.label);
        cx.violate(
            Flow::BackEdge,
            inst,
            format_args!("{} is branched back to and is no loop header", module.show(header)),
        );
        return;
    };
    if let Some(header) = tree.place_mut(header) {
        header.latches += 1;
    }
    if !module.structural().dominates(continues, place) {
        cx.violate(
            Flow::ContinueDominance,
            inst,
            format_args!("the loop's continue target does not dominate this back-edge block"),
        );
        return;
    }
    let direct = tree
        .construct(tree.inner(place))
        .is_some_and(|construct| construct.kind == Kind::Continue && construct.header == header);
    if !direct {
        cx.violate(
            Flow::Exit,
            inst,
            format_args!("a construct inside the continue construct branches back to the loop header"),
        );
    }
}

/// What leaves a continue construct otherwise than through the back-edge block breaks the post-dominance of that.
fn leave_continue(
    cx: &mut Checker<'_, '_>,
    tree: &Tree,
    construct: &Construct,
    block: &Block,
    inst: &Inst,
    place: u32,
) {
    let module = cx.module;
    let Some(continues) = tree.construct(construct.innermost_continue) else {
        return;
    };
    let successors = module.successors(block);
    let leaves = successors.is_empty() || successors.contains(&continues.merge);
    if !leaves || successors.contains(&continues.header) {
        return;
    }
    // The back-edge block is known only from the loop header's predecessors.
    let after_latch = module.predecessors(continues.header).iter().take(4).any(|&latch| {
        module.structural().dominates(continues.first, latch) && module.structural().dominates(latch, place)
    });
    if !after_latch {
        cx.violate(
            Flow::ContinuePostDominance,
            inst,
            format_args!("the continue construct is left here without its back-edge block"),
        );
    }
}

fn back_edges(cx: &mut Checker<'_, '_>, tree: &Tree, function: usize) {
    let module = cx.module;
    for &place in module.structural().order(function) {
        let Some(&(inst, merge, continues)) = tree.header(place) else {
            continue;
        };
        let Some(inst) = cx.module.inst(inst) else { continue };
        nesting(cx, tree, inst, place, merge);
        if continues.is_none() {
            continue;
        }
        let count = tree.place(place).latches;
        if count != 1 {
            cx.violate(
                Flow::BackEdge,
                inst,
                format_args!("{count} back edges go to this loop header"),
            );
        }
    }
}

/// The merge block of a header must not be where an enclosing construct ends.
fn nesting(cx: &mut Checker<'_, '_>, tree: &Tree, inst: &Inst, header: u32, merge: u32) {
    let owner = tree.place(merge).continue_of;
    let around = tree.outer(header);
    let within = tree
        .construct(around)
        .and_then(|construct| tree.construct(construct.innermost_loop))
        .is_some_and(|loop_| loop_.kind == Kind::Loop && loop_.header == owner);
    if owner != NONE && owner != header && within {
        cx.violate(
            Flow::Nesting,
            inst,
            format_args!("the merge block is the continue target of a loop around it"),
        );
    }
}

/// A conditional branch without a merge instruction leaves a construct with one of its targets.
fn selections(cx: &mut Checker<'_, '_>, tree: &mut Tree, function: usize) {
    let module = cx.module;
    // Merge blocks and continue targets are places to leave to, wherever the header stands.
    for place in &mut tree.places {
        place.seen = place.merge_of != NONE || place.continue_of != NONE;
    }
    for &place in module.structural().post_order(function).iter().rev() {
        let Some(block) = module.blocks.get(place as usize) else {
            continue;
        };
        let Some(inst) = module.inst(block.terminator) else {
            continue;
        };
        let merge = module.inst(block.merge).map(|merge| merge.op);
        match inst.op {
            Op::BranchConditional => {
                let successors = module.successors(block);
                let mut unseen = 0;
                let post = tree.place(place).post;
                for &next in successors {
                    if let Some(next) = tree.place_mut(next) {
                        // Or back to a header that the walk has been at.
                        unseen += u32::from(!next.seen && next.post < post);
                        next.seen = true;
                    }
                }
                if unseen == 2 && merge != Some(Op::SelectionMerge) {
                    cx.violate(Flow::Selection, inst, format_args!("no merge instruction precedes it"));
                }
            }
            Op::Switch => {
                if merge != Some(Op::SelectionMerge) {
                    cx.violate(Flow::Selection, inst, format_args!("no merge instruction precedes it"));
                }
                for &next in module.successors(block) {
                    if let Some(next) = tree.place_mut(next) {
                        next.seen = true;
                    }
                }
            }
            _ => {}
        }
    }
}
