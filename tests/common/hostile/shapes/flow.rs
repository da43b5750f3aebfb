//! Modules that are large in blocks and edges.

use spirv::Op;

use super::super::Build;
use super::frame;

/// A function whose blocks are terminated by `end`, which gets the labels.
fn blocks(n: usize, end: impl Fn(&mut Build, usize, &[u32], u32, u32)) -> Vec<u32> {
    let mut f = frame();
    let yes = f.yes();
    let zero = f.int(0);
    let (void, procedure) = (f.void, f.procedure);
    f.build.value(Op::Function, void, &[0, procedure]);
    let labels: Vec<u32> = (0..n.max(3)).map(|_| f.build.id()).collect();
    for (place, &label) in labels.iter().enumerate() {
        f.build.op(Op::Label, &[label]);
        if place + 1 == labels.len() {
            f.build.op(Op::Return, &[]);
        } else {
            end(&mut f.build, place, &labels, yes, zero);
        }
    }
    f.build.op(Op::FunctionEnd, &[]);
    f.finish()
}

pub(super) fn block_chain(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, _, _| {
        build.op(Op::Branch, &[labels[place + 1]])
    })
}

pub(super) fn block_ladder(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| {
        let last = labels.len() - 1;
        build.op(
            Op::BranchConditional,
            &[yes, labels[place + 1], labels[(place + 2).min(last)]],
        );
    })
}

/// The merge block of the selection at `place` is at the mirrored position.
pub(super) fn nested_selections(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| {
        let (last, half) = (labels.len() - 1, labels.len() / 2);
        if place < half {
            let merge = labels[last - place];
            build.op(Op::SelectionMerge, &[merge, 0]);
            build.op(Op::BranchConditional, &[yes, labels[place + 1], merge]);
        } else {
            build.op(Op::Branch, &[labels[place + 1]]);
        }
    })
}

/// Header, body, continue target and merge block for each loop.
pub(super) fn nested_loops(n: usize) -> Vec<u32> {
    blocks(n / 3 * 3 + 1, |build, place, labels, yes, _| {
        let depth = labels.len() / 3;
        let last = labels.len() - 1;
        if place < depth {
            let (merge, next) = (labels[last - 2 * place], labels[last - 2 * place - 1]);
            build.op(Op::LoopMerge, &[merge, next, 0]);
            build.op(Op::BranchConditional, &[yes, labels[place + 1], merge]);
        } else if (last - place) % 2 == 1 {
            // The continue target of the loop whose merge block is next.
            build.op(Op::Branch, &[labels[(last - place) / 2]]);
        } else {
            let above = (last - place) / 2;
            let target = if above == 0 { last } else { last - 2 * above + 1 };
            build.op(Op::Branch, &[labels[target]]);
        }
    })
}

fn switch(n: usize, targets: impl Fn(usize, &[u32]) -> u32) -> Vec<u32> {
    blocks(n, |build, place, labels, _, zero| {
        let last = labels[labels.len() - 1];
        if place == 0 {
            build.op(Op::SelectionMerge, &[last, 0]);
            let mut operands = vec![zero, last];
            for case in 0..labels.len().min(30_000) {
                operands.extend([case as u32, targets(case, labels)]);
            }
            build.op(Op::Switch, &operands);
        } else {
            build.op(Op::Branch, &[labels[place + 1]]);
        }
    })
}

pub(super) fn switch_to_many(n: usize) -> Vec<u32> {
    switch(n, |case, labels| labels[(case + 1).min(labels.len() - 1)])
}

pub(super) fn switch_to_one(n: usize) -> Vec<u32> {
    switch(n, |_, labels| labels[1])
}

pub(super) fn nested_switches(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, _, zero| {
        let (last, half) = (labels.len() - 1, labels.len() / 2);
        if place < half {
            let merge = labels[last - place];
            build.op(Op::SelectionMerge, &[merge, 0]);
            build.op(Op::Switch, &[zero, merge, 1, labels[place + 1], 2, labels[last]]);
        } else {
            build.op(Op::Branch, &[labels[place + 1]]);
        }
    })
}

pub(super) fn back_edges(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| match place {
        0 => build.op(Op::Branch, &[labels[1]]),
        1 => {
            build.op(Op::LoopMerge, &[labels[labels.len() - 1], labels[2], 0]);
            build.op(Op::Branch, &[labels[2]]);
        }
        _ => build.op(Op::BranchConditional, &[yes, labels[1], labels[place + 1]]),
    })
}

/// Unreachable loops and selections.
pub(super) fn unreachable_blocks(n: usize) -> Vec<u32> {
    blocks(n, |build, place, labels, yes, _| {
        let last = labels[labels.len() - 1];
        match place % 3 {
            _ if place == 0 => build.op(Op::Branch, &[last]),
            0 => {
                build.op(Op::LoopMerge, &[labels[place - 1], labels[place + 1], 0]);
                build.op(Op::BranchConditional, &[yes, labels[place / 2], labels[place + 1]]);
            }
            1 => build.op(Op::Branch, &[labels[place - 1]]),
            _ => build.op(Op::Kill, &[]),
        }
    })
}

pub(super) fn undefined_labels(n: usize) -> Vec<u32> {
    blocks(n, |build, place, _, yes, _| {
        build.op(Op::SelectionMerge, &[1 << 20, 0]);
        build.op(Op::BranchConditional, &[yes, 1 << 21, place as u32 + (1 << 22)]);
    })
}

pub(super) fn phi_of_many(n: usize) -> Vec<u32> {
    let mut f = frame();
    let one = f.int(1);
    let int = f.int;
    let (void, procedure) = (f.void, f.procedure);
    f.build.value(Op::Function, void, &[0, procedure]);
    let count = n.min(15_000);
    let labels: Vec<u32> = (0..count).map(|_| f.build.id()).collect();
    let (first, end) = (f.build.id(), f.build.id());
    f.build.op(Op::Label, &[first]);
    f.build.op(Op::SelectionMerge, &[end, 0]);
    let cases = labels
        .iter()
        .enumerate()
        .flat_map(|(case, &label)| [case as u32, label]);
    let switch: Vec<u32> = [one, end].into_iter().chain(cases).collect();
    f.build.op(Op::Switch, &switch);
    for &label in &labels {
        f.build.op(Op::Label, &[label]);
        f.build.op(Op::Branch, &[end]);
    }
    f.build.op(Op::Label, &[end]);
    let mut parents: Vec<u32> = labels.iter().flat_map(|&label| [one, label]).collect();
    parents.extend([one, first]);
    f.build.value(Op::Phi, int, &parents);
    f.build.value(Op::Phi, int, &parents);
    f.close();
    f.finish()
}

pub(super) fn phis_of_few(n: usize) -> Vec<u32> {
    let mut f = frame();
    let one = f.int(1);
    let int = f.int;
    let (void, procedure) = (f.void, f.procedure);
    f.build.value(Op::Function, void, &[0, procedure]);
    let first = f.build.result(Op::Label, &[]);
    let next = f.build.id();
    f.build.op(Op::Branch, &[next]);
    f.build.op(Op::Label, &[next]);
    for _ in 0..n {
        f.build.value(Op::Phi, int, &[one, first]);
    }
    f.close();
    f.finish()
}
