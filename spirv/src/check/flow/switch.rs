//! Cases of a switch: dominance, order and fall-through (SPIR-V §2.11, Structured Control Flow).

use super::super::Checker;
use super::super::module::{Block, Module};
use super::Flow;
use super::constructs::{Kind, Tree};
use crate::sort::sort;
use hashbrown::{HashMap, HashSet};
use spirv::Op;

pub(super) fn run(cx: &mut Checker<'_, '_>, tree: &Tree, function: usize) {
    let module = cx.module;
    for &index in module.structural().order(function) {
        let Some(block) = module.blocks.get(index as usize) else {
            continue;
        };
        let is_switch = module.inst(block.terminator).is_some_and(|inst| inst.op == Op::Switch);
        if is_switch && super::merge_of(module, block).is_some() {
            dominance(cx, tree, index, block);
            order(cx, block);
        }
    }
    fall_through(cx, tree, function);
}

fn dominance(cx: &mut Checker<'_, '_>, tree: &Tree, index: u32, block: &Block) {
    let module = cx.module;
    let Some(&inst) = module.inst(block.terminator) else {
        return;
    };
    let mut wrong = None;
    for &target in module.successors(block) {
        let own = tree
            .construct(tree.inner(index))
            .is_some_and(|switch| switch.merge == target);
        let leaves = tree
            .construct(tree.outer(target))
            .is_none_or(|case| case.kind != Kind::Case || case.header != index);
        if !own && leaves && !module.structural().dominates(index, target) {
            wrong = Some(target);
        }
    }
    if let Some(target) = wrong.and_then(|target| module.blocks.get(target as usize)) {
        cx.violate(
            Flow::CaseDominance,
            &inst,
            format_args!("the switch does not dominate its case {}", module.show(target.label)),
        );
    }
}

/// Checks that the literals with one target follow each other in the list.
fn order(cx: &mut Checker<'_, '_>, block: &Block) {
    let module = cx.module;
    let [_, cases @ ..] = module.successors(block) else {
        return;
    };
    let mut before = None;
    let mut seen = HashSet::new();
    let apart = cases
        .iter()
        .find(|&target| before.replace(target) != Some(target) && cases.len() > 2 && !seen.insert(target));
    let target = apart.and_then(|&target| module.blocks.get(target as usize));
    if let (Some(target), Some(inst)) = (target, module.inst(block.terminator)) {
        let message = format_args!("the cases of {} do not follow each other", module.show(target.label));
        cx.violate(Flow::CaseOrder, inst, message);
    }
}

/// Checks branches between cases of the same switch.
fn fall_through(cx: &mut Checker<'_, '_>, tree: &Tree, function: usize) {
    let module = cx.module;
    let mut next_of: HashMap<u32, u32> = HashMap::new();
    let mut last_of: HashMap<u32, u32> = HashMap::new();
    let mut pairs = Vec::new();
    for &index in module.structural().order(function) {
        let Some(block) = module.blocks.get(index as usize) else {
            continue;
        };
        let from = tree.inner(index);
        let Some(construct) = tree.construct(from).filter(|construct| construct.kind == Kind::Case) else {
            continue;
        };
        let Some(&inst) = module.inst(block.terminator) else {
            continue;
        };
        for &target in module.successors(block) {
            let to = tree.outer(target);
            let is_case = tree
                .construct(to)
                .is_some_and(|to| to.kind == Kind::Case && to.parent == construct.parent);
            if !is_case || to == from {
                continue;
            }
            if *next_of.entry(from).or_insert(to) != to {
                cx.violate(
                    Flow::CaseFallThrough,
                    &inst,
                    format_args!("the case falls through to several cases"),
                );
            } else if *last_of.entry(to).or_insert(from) != from {
                cx.violate(
                    Flow::CaseFallThrough,
                    &inst,
                    format_args!("another case falls through to the same case"),
                );
            } else {
                pairs.push((construct.first, target, construct.header, inst, to));
            }
        }
    }
    if pairs.is_empty() {
        return;
    }
    let mut followers = HashMap::new();
    for (from, target, header, inst, to) in pairs {
        let Some(header) = module.blocks.get(header as usize) else {
            continue;
        };
        let list = followers
            .entry(header.first)
            .or_insert_with(|| List::of(module, header));
        // The default may not be in the list of targets. Then a case may fall through to it, and the default to the
        // next case.
        let target = if target == list.default && !list.holds(target) {
            match next_of.get(&to).and_then(|&next| tree.construct(next)) {
                Some(next) => next.first,
                None => continue,
            }
        } else {
            target
        };
        if list.holds(from) && !list.adjacent(from, target) {
            cx.violate(
                Flow::CaseFallThrough,
                &inst,
                format_args!("the case is not directly before the case that it falls through to"),
            );
        }
    }
}

/// The targets of a switch, and which targets are adjacent in its list.
struct List {
    default: u32,
    /// Pairs of adjacent targets, sorted.
    neighbours: Vec<(u32, u32)>,
    targets: Vec<u32>,
}

impl List {
    fn of(module: &Module<'_>, header: &Block) -> Self {
        let successors = module.successors(header);
        let (default, cases) = match successors {
            [default, cases @ ..] => (*default, cases),
            [] => (super::super::module::NONE, &[][..]),
        };
        let mut neighbours: Vec<(u32, u32)> = cases
            .windows(2)
            .filter_map(|pair| match *pair {
                [first, second] if first != second => Some((first, second)),
                _ => None,
            })
            .collect();
        sort(&mut neighbours);
        let mut targets = cases.to_vec();
        sort(&mut targets);
        Self {
            default,
            neighbours,
            targets,
        }
    }

    fn holds(&self, target: u32) -> bool {
        self.targets.binary_search(&target).is_ok()
    }

    fn adjacent(&self, first: u32, second: u32) -> bool {
        self.neighbours.binary_search(&(first, second)).is_ok()
    }
}
