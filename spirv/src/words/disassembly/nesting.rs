//! How deep each block of a function is nested in its constructs, as `spirv-dis --nested-indent` shows it.
//!
//! The merge block of a header is as deep as the header, the continue target one level deeper, and the branches, the
//! body of a loop and the cases of a switch two levels. The target of an `OpBranch` without a merge instruction is as deep
//! as the block itself. A block has the level that it gets first, from the entry block in the order of a depth-first
//! search that visits merge blocks first, so that what leaves a construct is not nested in it. Unreachable blocks have
//! level 0.

use super::operands::Declarations;
use crate::words::reader::Instruction;
use alloc::vec::Vec;
use hashbrown::HashMap;
use spirv::Op;

/// The level of each block. A block is its label and the instructions up to the next label.
pub(super) fn levels(blocks: &[Vec<Instruction<'_>>], declarations: &Declarations) -> Vec<usize> {
    let labels = blocks.iter().map(|block| block.first().and_then(Instruction::result));
    let indices: HashMap<u32, usize> = labels.zip(0..).filter_map(|(id, index)| Some((id?, index))).collect();
    let mut levels: Vec<Option<usize>> = vec![None; blocks.len()];
    let mut visited = vec![false; blocks.len()];
    levels.iter_mut().take(1).for_each(|level| *level = Some(0));
    let mut stack = vec![0];
    while let Some(index) = stack.pop() {
        let (Some(block), Some(visited)) = (blocks.get(index), visited.get_mut(index)) else {
            continue;
        };
        if core::mem::replace(visited, true) {
            continue;
        }
        let level = levels.get(index).copied().flatten().unwrap_or(0);
        let targets = targets(block, declarations);
        for target in &targets {
            let index = indices.get(&target.label).copied();
            if let Some(place) = index.and_then(|index| levels.get_mut(index)) {
                place.get_or_insert(level.saturating_add(target.deeper));
            }
        }
        // The last one is visited first.
        let (leaving, inner): (Vec<&Target>, _) = targets.iter().partition(|target| target.is_of_merge);
        let order = inner.into_iter().chain(leaving.into_iter().rev());
        stack.extend(order.filter_map(|target| indices.get(&target.label).copied()));
    }
    levels
        .into_iter()
        .zip(visited)
        .map(|(level, visited)| level.filter(|_| visited).unwrap_or(0))
        .collect()
}

/// A block that another one names.
struct Target {
    label: u32,
    /// How much deeper it is than the block that names it.
    deeper: usize,
    /// Whether the merge instruction names it.
    is_of_merge: bool,
}

/// The merge block, the continue target and the targets of the branch at the end of a block.
fn targets(block: &[Instruction<'_>], declarations: &Declarations) -> Vec<Target> {
    let mut targets = Vec::new();
    let op = |instruction: &Instruction<'_>| Op::from_u32(u32::from(instruction.opcode));
    let [_, rest @ ..] = block else { return targets };
    if let [.., merge, _] = rest {
        let count = match op(merge) {
            Some(Op::LoopMerge) => 2,
            Some(Op::SelectionMerge) => 1,
            _ => 0,
        };
        for (&label, deeper) in merge.operand_words().iter().take(count).zip(0..) {
            targets.push(Target {
                label,
                deeper,
                is_of_merge: true,
            });
        }
    }
    let Some(last) = rest.last() else { return targets };
    let has_merge = !targets.is_empty();
    let words = last.operand_words();
    let (labels, deeper): (Vec<u32>, usize) = match op(last) {
        Some(Op::Branch) => (words.iter().take(1).copied().collect(), if has_merge { 2 } else { 0 }),
        Some(Op::BranchConditional) => (words.iter().skip(1).take(2).copied().collect(), 2),
        Some(Op::Switch) => {
            let (_, context) = declarations.operand_context(last);
            let operands = last.operands(context).into_iter().flatten().flatten();
            let ids = operands.filter_map(|operand| operand.id());
            // The first id is the selector.
            (ids.skip(1).collect(), 2)
        }
        _ => (Vec::new(), 0),
    };
    targets.extend(labels.into_iter().map(|label| Target {
        label,
        deeper,
        is_of_merge: false,
    }));
    targets
}
