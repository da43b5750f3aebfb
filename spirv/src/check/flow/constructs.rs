//! Constructs: how they nest, and how control may exit them (SPIR-V §2.11, Structured Control Flow).
//!
//! Each block belongs to one innermost construct, and constructs form a tree, so that each edge is checked in constant
//! time. A walk over the structural dominator tree, immediate dominators first, builds the tree of constructs. A merge
//! block belongs to the construct that contains its header. A continue target opens a continue construct as a sibling
//! of the loop. The first block of a case opens a case construct inside the switch. A header opens its own construct.
//! Every other block belongs to the innermost construct of its immediate dominator.
//!
//! The text has rules for declarations, from which it defines the constructs, and rules for constructs. The latter are
//! checked in functions that keep the former: a wrong merge block changes what every construct around it contains.

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

/// A construct. Blocks and constructs are given by their indices; [`NONE`] for none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Construct {
    pub kind: Kind,
    /// The first block: the header, the continue target or the case's target.
    pub first: u32,
    /// For a loop or continue construct the header of the loop, for a case the header of the switch, otherwise the
    /// header.
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

/// The state of a block.
#[derive(Clone, Copy)]
struct BlockState {
    /// The header whose merge block or continue target this block is.
    merge_of: u32,
    continue_of: u32,
    /// Whether it is the merge block of several headers.
    is_shared: bool,
    /// The innermost construct that contains the block, including and excluding the one that it opens itself.
    inner: u32,
    outer: u32,
    /// Its index among the headers, if it is one.
    header: u32,
    /// The number of back-edge blocks that branch to it.
    latches: u32,
    /// Whether one of them has been reported.
    has_wrong_latch: bool,
    /// Its index in post-order.
    post: u32,
    /// Whether a branch to it does not count as a new target of an unmerged selection: it has been a target before, or
    /// is a merge block or continue target.
    seen: bool,
}

impl BlockState {
    const UNKNOWN: Self = Self {
        merge_of: NONE,
        continue_of: NONE,
        is_shared: false,
        inner: NONE,
        outer: NONE,
        header: NONE,
        latches: 0,
        has_wrong_latch: false,
        post: NONE,
        seen: false,
    };
}

/// The constructs of one function. The buffers are reused for each function.
#[derive(Default)]
pub(super) struct Tree {
    pub list: Vec<Construct>,
    /// The index of the function's first block.
    pub start: u32,
    /// For each block of the function.
    states: Vec<BlockState>,
    headers: Vec<Header>,
    /// Whether a declaration of the function is wrong.
    is_malformed: bool,
    /// Exits that are not allowed.
    exits: Vec<Exit>,
}

/// A block that exits a construct, which is not allowed to it.
struct Exit {
    /// The block, and the block to which it branches.
    from: u32,
    to: u32,
    kind: ExitKind,
}

#[derive(PartialEq, Eq)]
enum ExitKind {
    /// From a continue construct, before its back-edge block, which then does not post-dominate the continue target.
    Early,
    /// From a back-edge block.
    Latch,
    /// From a construct inside a continue construct, to the loop header.
    Back,
    /// From another construct.
    Construct,
}

/// The index of a block's merge instruction, its merge block and its continue target.
type Header = (u32, u32, Option<u32>);

impl Tree {
    fn header(&self, block: u32) -> Option<&Header> {
        self.headers.get(self.state(block).header as usize)
    }

    #[inline]
    fn state(&self, block: u32) -> &BlockState {
        let state = self.states.get(block.wrapping_sub(self.start) as usize);
        state.unwrap_or(&BlockState::UNKNOWN)
    }

    #[inline]
    fn state_mut(&mut self, block: u32) -> Option<&mut BlockState> {
        self.states.get_mut(block.wrapping_sub(self.start) as usize)
    }

    /// The construct that a branch to a block enters.
    pub fn outer(&self, block: u32) -> u32 {
        self.state(block).outer
    }

    /// The construct that a branch from a block starts in.
    pub fn inner(&self, block: u32) -> u32 {
        self.state(block).inner
    }

    pub fn construct(&self, number: u32) -> Option<&Construct> {
        self.list.get(number as usize)
    }

    /// Whether a block is the first one of a case.
    fn begins_case(&self, block: u32) -> bool {
        self.construct(self.outer(block))
            .is_some_and(|construct| construct.kind == Kind::Case && construct.first == block)
    }
}

pub(super) fn run(cx: &mut Checker<'_, '_>) {
    let module = cx.module;
    let with_constructs = || {
        let functions = module.functions.iter().enumerate();
        functions.filter(|(_, function)| !function.blocks.is_empty() && !is_simple(module, function))
    };
    let most = with_constructs().map(|(_, function)| function.blocks.len()).max();
    let mut tree = Tree::with_capacity(most.unwrap_or(0));
    for (index, function) in with_constructs() {
        tree.reset(module, function.blocks.start, function.blocks.len(), index);
        headers(cx, &mut tree);
        build(cx, &mut tree, index);
        for &block in module.structural().order(index) {
            edges(cx, &mut tree, block);
        }
        back_edges(cx, &mut tree, index);
        if tree.is_malformed {
            continue;
        }
        let is_early = |exit: &Exit| exit.kind == ExitKind::Early;
        let any_early = tree.exits.iter().any(is_early);
        for exit in tree.exits.iter().filter(|exit| is_early(exit) == any_early) {
            report_exit(cx, exit);
        }
        if any_early {
            continue;
        }
        if tree.exits.is_empty() {
            selections(cx, &mut tree, index);
        }
        if module.has_switch {
            switch::run(cx, &tree, index);
        }
    }
}

/// Whether a function has a single block that declares no construct and does not branch.
fn is_simple(module: &Module<'_>, function: &Function) -> bool {
    let block = module.blocks.get(function.blocks.start as usize);
    function.blocks.len() == 1
        && block.is_some_and(|block| {
            let branches = |inst: &Inst| matches!(inst.op, Op::Branch | Op::BranchConditional | Op::Switch);
            block.merge == NONE && !module.inst(block.terminator).is_some_and(branches)
        })
}

impl Tree {
    /// Reserves memory for functions with this number of blocks.
    fn with_capacity(blocks: usize) -> Self {
        Self {
            list: Vec::with_capacity(blocks),
            states: Vec::with_capacity(blocks),
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
        self.is_malformed = false;
        self.exits.clear();
        self.states.clear();
        self.states.resize(count, BlockState::UNKNOWN);
        for (number, &block) in module.structural().post_order(function).iter().enumerate() {
            if let Some(state) = self.state_mut(block) {
                state.post = number as u32;
            }
        }
    }

    /// Adds a construct to its parent and returns its number.
    fn open(&mut self, kind: Kind, first: u32, header: u32, merge: u32, continues: u32, parent: u32) -> u32 {
        let number = self.list.len() as u32;
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
                number
            } else {
                from(|above| above.innermost_loop)
            },
            innermost_switch: match kind {
                Kind::Switch => number,
                Kind::Loop | Kind::Continue => NONE,
                _ => from(|above| above.innermost_switch),
            },
            innermost_continue: match kind {
                Kind::Continue => number,
                _ => from(|above| above.innermost_continue),
            },
            // The depth counts enclosing merge blocks; a case shares that of its switch.
            depth: from(|above| above.depth).saturating_add(u32::from(kind != Kind::Case)),
        });
        number
    }
}

/// Records merge blocks and continue targets, and checks their dominance by the headers.
fn headers(cx: &mut Checker<'_, '_>, tree: &mut Tree) {
    let module = cx.module;
    let count = tree.states.len() as u32;
    for index in tree.start..tree.start + count {
        let Some(block) = module.blocks.get(index as usize) else {
            continue;
        };
        let Some((inst, merge, continues)) = merge_of(module, block) else {
            continue;
        };
        let number = tree.headers.len() as u32;
        if let Some(state) = tree.state_mut(index) {
            state.header = number;
        }
        tree.headers.push((inst.index, merge, continues));
        match tree.state_mut(merge) {
            Some(target) if target.merge_of == NONE => target.merge_of = index,
            state => {
                if let Some(target) = state {
                    target.is_shared = true;
                }
                tree.is_malformed = true;
                let merge = shown(module, merge);
                cx.violate(
                    Flow::MergeUnique,
                    inst,
                    format_args!("{} is the merge block of another header, too", module.show(merge)),
                );
            }
        }
        if let Some(continues) = continues {
            if let Some(target) = tree.state_mut(continues).filter(|target| target.continue_of == NONE) {
                target.continue_of = index;
            }
        }
    }
    for number in 0..tree.headers.len() {
        let Some(&(inst, merge, continues)) = tree.headers.get(number) else {
            continue;
        };
        if let Some(inst) = module.inst(inst) {
            tree.is_malformed |= !declares(cx, tree, inst, merge, continues);
        }
    }
}

/// Checks that a header dominates its merge block and continue target. Returns whether it does.
fn declares(cx: &mut Checker<'_, '_>, tree: &Tree, inst: &Inst, merge: u32, continues: Option<u32>) -> bool {
    let module = cx.module;
    let (header, structural) = (inst.block, module.structural());
    // Dominance says nothing of blocks that are not reached; the merge block of a loop is another block there, too.
    if merge == header && continues.is_some() {
        let message = format_args!("the header is its own merge block");
        cx.violate(Flow::MergeDominance, inst, message);
        return false;
    }
    // Another rule reports a loop with one block for both.
    if continues == Some(merge) {
        return false;
    }
    if !structural.is_reachable(header) {
        return true;
    }
    // Of two headers with one merge block one does not dominate it.
    let merges = structural.strictly_dominates(header, merge) || tree.state(merge).is_shared;
    if !merges {
        undominated(cx, tree, Flow::MergeDominance, inst, merge);
    }
    let continues = continues.filter(|&continues| !structural.dominates(header, continues));
    if let Some(continues) = continues {
        undominated(cx, tree, Flow::ContinueDominance, inst, continues);
    }
    merges && continues.is_none()
}

/// Reports a merge block or continue target that the header does not dominate, and why: the header of another loop has
/// an edge to its continue target, or a block that the header does not dominate branches to it.
#[cold]
fn undominated(cx: &mut Checker<'_, '_>, tree: &Tree, rule: Flow, inst: &Inst, block: u32) {
    let module = cx.module;
    let role = match rule {
        Flow::ContinueDominance => "continue target",
        _ => "merge block",
    };
    let name = module.show(shown(module, block));
    let owner = tree.state(block).continue_of;
    let outside = |&&from: &&u32| !module.structural().dominates(inst.block, from);
    let from = module.predecessors(block).iter().take(16).find(outside).copied();
    if owner != NONE && owner != inst.block {
        let owner = module.show(shown(module, owner));
        let message = format_args!(
            "the header does not dominate the {role} {name}, which is the continue target of the loop {owner}"
        );
        cx.violate(rule, inst, message);
    } else if let Some(from) = from.filter(|_| block != inst.block) {
        let from = module.show(shown(module, from));
        let message = format_args!("the header does not dominate the {role} {name}, to which {from} branches");
        cx.violate(rule, inst, message);
    } else {
        // spirv-val lets a continue target be the first block.
        let first = module.function_of(inst).map(|function| function.blocks.start);
        let in_spirv_val = rule != Flow::ContinueDominance || first != Some(block);
        let message = format_args!("the header does not strictly dominate the {role} {name}");
        cx.violate_part(rule, in_spirv_val, inst, message);
    }
}

/// The label of a block.
fn shown(module: &Module<'_>, block: u32) -> u32 {
    module.blocks.get(block as usize).map_or(0, |block| block.label)
}

/// Finds the innermost construct of each structurally reachable block.
fn build(cx: &mut Checker<'_, '_>, tree: &mut Tree, function: usize) {
    let module = cx.module;
    let mut deep = false;
    for &index in module.structural().order(function) {
        let Some(block) = module.blocks.get(index as usize) else {
            continue;
        };
        let outer = construct_of(module, tree, index);
        let inner = match tree.header(index).copied() {
            None => outer,
            // A loop of a single block is its own continue construct; its loop construct is empty.
            Some((_, merge, Some(continues))) if continues == index => {
                tree.open(Kind::Continue, index, index, merge, continues, outer)
            }
            Some((_, merge, Some(continues))) => tree.open(Kind::Loop, index, index, merge, continues, outer),
            Some((_, merge, None)) => {
                let is_switch = module.inst(block.terminator).is_some_and(|inst| inst.op == Op::Switch);
                let kind = if is_switch { Kind::Switch } else { Kind::Selection };
                tree.open(kind, index, index, merge, NONE, outer)
            }
        };
        if let Some(state) = tree.state_mut(index) {
            (state.outer, state.inner) = (outer, inner);
        }
        if tree.construct(inner).is_some_and(|inner| inner.depth > 1023) && !deep {
            deep = true;
            if let Some(label) = label(module, index) {
                cx.violate(
                    Flow::NestingLimit,
                    label,
                    format_args!("constructs are nested too deep here"),
                );
            }
        }
    }
}

/// The innermost construct of a block, without the one that it opens as a header.
fn construct_of(module: &Module<'_>, tree: &mut Tree, block: u32) -> u32 {
    let Some(above) = module.structural().immediate(block) else {
        return 0;
    };
    let dominated = |header: u32| header != NONE && module.structural().dominates(header, block);
    let owner = tree.state(block).merge_of;
    if dominated(owner) && owner != block {
        return tree.outer(owner);
    }
    let owner = tree.state(block).continue_of;
    if dominated(owner) && owner != block {
        let loop_ = tree.construct(tree.inner(owner)).copied();
        if let Some(loop_) = loop_.filter(|loop_| loop_.kind == Kind::Loop && loop_.header == owner) {
            return tree.open(Kind::Continue, block, owner, loop_.merge, block, loop_.parent);
        }
    }
    let mut enclosing = tree.inner(above);
    let switch = tree.construct(enclosing).copied();
    if let Some(switch) = switch.filter(|switch| switch.kind == Kind::Switch && switch.first == above) {
        let is_target = module
            .blocks
            .get(above as usize)
            .is_some_and(|header| module.successors(header).contains(&block));
        if is_target {
            enclosing = tree.open(Kind::Case, block, above, switch.merge, NONE, enclosing);
        }
    }
    enclosing
}

/// Checks the branches of a block.
fn edges(cx: &mut Checker<'_, '_>, tree: &mut Tree, index: u32) {
    let module = cx.module;
    let Some(block) = module.blocks.get(index as usize) else {
        return;
    };
    let Some(inst) = module.inst(block.terminator) else {
        return;
    };
    let inside = tree.inner(index);
    let Some(&construct) = tree.construct(inside) else {
        return;
    };
    let mut before = NONE;
    let successors = module.successors(block);
    // The continue construct that ends with this block, if it is a back-edge block. Blocks after it are not structurally
    // post-dominated by it, so they are outside of the construct.
    let latch = tree
        .construct(construct.innermost_continue)
        .filter(|continues| successors.contains(&continues.header))
        .copied();
    for &next in successors {
        if next == before {
            continue;
        }
        before = next;
        if tree.state(next).post >= tree.state(index).post {
            back_edge(cx, tree, inst, index, next);
            continue;
        }
        let entered = tree.outer(next);
        let kind = if latch.is_some_and(|latch| latch.merge != next) {
            ExitKind::Latch
        } else {
            if entered == inside || enters_case(tree, entered, index) || exits(tree, &construct, index, next) {
                continue;
            }
            let is_case = construct.kind == Kind::Case
                && tree
                    .construct(entered)
                    .is_some_and(|to| to.kind == Kind::Case && to.parent == construct.parent);
            // Another rule has the targets of a switch.
            if is_case || (construct.kind == Kind::Switch && construct.header == index) {
                continue;
            }
            ExitKind::Construct
        };
        let (from, to) = (index, next);
        tree.exits.push(Exit { from, to, kind });
    }
    if leaves_early(module, tree, &construct, block, index) {
        let (from, to, kind) = (index, index, ExitKind::Early);
        tree.exits.push(Exit { from, to, kind });
    }
}

/// Reports an exit that is not allowed.
fn report_exit(cx: &mut Checker<'_, '_>, exit: &Exit) {
    let module = cx.module;
    let Some(inst) = module
        .blocks
        .get(exit.from as usize)
        .and_then(|block| module.inst(block.terminator))
    else {
        return;
    };
    let to = module.show(shown(module, exit.to));
    match exit.kind {
        ExitKind::Early => {
            let message = format_args!("the continue construct is left here without its back-edge block");
            cx.violate(Flow::ContinuePostDominance, inst, message);
        }
        ExitKind::Latch => {
            let message = format_args!(
                "the back-edge block branches to {to}, which is neither the loop header nor its merge block"
            );
            cx.violate(Flow::Exit, inst, message);
        }
        ExitKind::Back => {
            let message =
                format_args!("a construct inside the continue construct branches back to the loop header {to}");
            cx.violate(Flow::Exit, inst, message);
        }
        ExitKind::Construct => {
            let message = format_args!(
                "the branch to {to} leaves the construct without going to its merge block or continue target"
            );
            cx.violate(Flow::Exit, inst, message);
        }
    }
}

/// Whether a switch branches to the first block of one of its own cases.
fn enters_case(tree: &Tree, entered: u32, from: u32) -> bool {
    tree.construct(entered)
        .is_some_and(|to| to.kind == Kind::Case && to.header == from)
}

/// Whether a branch may exit a construct to a block: the construct's own merge block, the innermost switch's, the
/// innermost loop's merge block or continue target. A continue construct may exit to the loop's merge block.
fn exits(tree: &Tree, construct: &Construct, from: u32, next: u32) -> bool {
    if matches!(construct.kind, Kind::Selection | Kind::Switch) && construct.merge == next {
        return true;
    }
    // The header of a switch may not branch to the merge block of the enclosing switch.
    let skip = construct.kind == Kind::Switch && construct.header == from;
    let out_of_switch = tree
        .construct(construct.innermost_switch)
        .is_some_and(|switch| !skip && switch.merge == next);
    let out_of_loop = tree
        .construct(construct.innermost_loop)
        .is_some_and(|loop_| loop_.merge == next || (loop_.kind == Kind::Loop && loop_.continues == next));
    out_of_switch || out_of_loop
}

/// Checks a back edge: an edge to a block that is still on the stack of the depth-first walk.
fn back_edge(cx: &mut Checker<'_, '_>, tree: &mut Tree, inst: &Inst, from: u32, header: u32) {
    let module = cx.module;
    let Some(&(_, _, Some(continues))) = tree.header(header) else {
        tree.is_malformed = true;
        // Another rule reports branches to a function's first block.
        if header != tree.start {
            let header = shown(module, header);
            let message = format_args!("{} is branched back to and is no loop header", module.show(header));
            cx.violate(Flow::BackEdge, inst, message);
        }
        return;
    };
    let dominates = module.structural().dominates(continues, from);
    // The header has a structural edge to its merge block, which avoids every later block.
    let post_dominates = continues != header || from == header;
    if let Some(state) = tree.state_mut(header) {
        state.latches += 1;
        state.has_wrong_latch |= !dominates || !post_dominates;
    }
    if !dominates {
        tree.is_malformed = true;
        let continues = shown(module, continues);
        let message = format_args!(
            "the loop's continue target {} does not dominate this back-edge block",
            module.show(continues)
        );
        cx.violate(Flow::ContinueDominance, inst, message);
        return;
    }
    if !post_dominates {
        tree.is_malformed = true;
        let message = format_args!(
            "the loop header is its own continue target, which this back-edge block does not post-dominate"
        );
        cx.violate(Flow::ContinuePostDominance, inst, message);
        return;
    }
    let direct = tree
        .construct(tree.inner(from))
        .is_some_and(|construct| construct.kind == Kind::Continue && construct.header == header);
    if !direct {
        let (to, kind) = (header, ExitKind::Back);
        tree.exits.push(Exit { from, to, kind });
    }
}

/// Whether a block exits a continue construct before its back-edge block.
fn leaves_early(module: &Module<'_>, tree: &Tree, construct: &Construct, block: &Block, index: u32) -> bool {
    let Some(continues) = tree.construct(construct.innermost_continue) else {
        return false;
    };
    let successors = module.successors(block);
    let leaves = successors.is_empty() || successors.contains(&continues.merge);
    if !leaves || successors.contains(&continues.header) {
        return false;
    }
    // The back-edge block is found among the loop header's predecessors.
    let after_latch = module.predecessors(continues.header).iter().take(4).any(|&latch| {
        module.structural().dominates(continues.first, latch) && module.structural().dominates(latch, index)
    });
    !after_latch
}

/// Checks that each loop header has one back edge.
fn back_edges(cx: &mut Checker<'_, '_>, tree: &mut Tree, function: usize) {
    let module = cx.module;
    // A back edge that has been reported, for its target, is missing here.
    let is_malformed = tree.is_malformed;
    for &block in module.structural().order(function) {
        let Some(&(inst, _, Some(_))) = tree.header(block) else {
            continue;
        };
        let &BlockState {
            latches,
            has_wrong_latch,
            ..
        } = tree.state(block);
        let is_wrong = latches != 1 && !has_wrong_latch && !is_malformed;
        let Some(inst) = module.inst(inst).filter(|_| is_wrong) else {
            continue;
        };
        tree.is_malformed = true;
        let message = format_args!("{latches} back edges go to this loop header");
        cx.violate(Flow::BackEdge, inst, message);
    }
}

/// Checks that a conditional branch without a merge instruction exits a construct with at least one of its targets.
fn selections(cx: &mut Checker<'_, '_>, tree: &mut Tree, function: usize) {
    let module = cx.module;
    // A branch to a merge block or continue target exits a construct, wherever its header is. A header that is its own
    // continue target is also the entry of its loop, and a branch forward to it enters the loop.
    for (index, state) in (tree.start..).zip(&mut tree.states) {
        state.seen = state.merge_of != NONE || (state.continue_of != NONE && state.continue_of != index);
    }
    for &index in module.structural().post_order(function).iter().rev() {
        let Some(block) = module.blocks.get(index as usize) else {
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
                let mut leaves = successors.first() == successors.last();
                let post = tree.state(index).post;
                for &next in successors {
                    if let Some(next) = tree.state_mut(next) {
                        // A target with a larger post-order index is a header, so the branch is a back edge.
                        let is_back = next.post >= post;
                        unseen += u32::from(!next.seen && !is_back);
                        leaves |= is_back || next.merge_of != NONE || next.continue_of != NONE;
                        next.seen = true;
                    }
                }
                // spirv-val also lets a target be one that a branch before it has. Back edges have rules of their own, and
                // so have branches to two cases.
                if merge != Some(Op::SelectionMerge)
                    && (unseen == 2 || (!leaves && !successors.iter().all(|&next| tree.begins_case(next))))
                {
                    let message = format_args!("no merge instruction precedes it");
                    cx.violate_part(Flow::Selection, unseen == 2, inst, message);
                }
            }
            Op::Switch => {
                if merge != Some(Op::SelectionMerge) {
                    cx.violate(Flow::Selection, inst, format_args!("no merge instruction precedes it"));
                }
                for &next in module.successors(block) {
                    if let Some(next) = tree.state_mut(next) {
                        next.seen = true;
                    }
                }
            }
            _ => {}
        }
    }
}
