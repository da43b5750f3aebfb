//! Queries on naga's IR that several passes use and that do not depend on SPIR-V: the operands of expressions and
//! statements and nested blocks of statements (one exhaustive match each), parts of types, steps of pointers, literals,
//! forms of loops, coordinates of fragments, and properties of global variables.

pub(crate) mod global;
pub(crate) mod literal;
pub(crate) mod loops;
pub(crate) mod mesh;
pub(crate) mod operands;
pub(crate) mod pointer;
pub(crate) mod position;
pub(crate) mod revalidate;
pub(crate) mod statement;
pub(crate) mod ty;
pub(crate) mod writes;

use alloc::vec::Vec;
use naga::{Block, Statement};

/// The blocks inside a statement, in source order.
pub(crate) fn blocks(statement: &Statement) -> impl Iterator<Item = &Block> {
    let (one, other, cases) = match *statement {
        Statement::Block(ref block) => (Some(block), None, &[][..]),
        Statement::If {
            ref accept, ref reject, ..
        } => (Some(accept), Some(reject), &[][..]),
        Statement::Switch { ref cases, .. } => (None, None, &cases[..]),
        Statement::Loop {
            ref body,
            ref continuing,
            ..
        } => (Some(body), Some(continuing), &[][..]),
        Statement::Emit(_)
        | Statement::Break
        | Statement::Continue
        | Statement::Return { .. }
        | Statement::Kill
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_)
        | Statement::Store { .. }
        | Statement::ImageStore { .. }
        | Statement::Atomic { .. }
        | Statement::WorkGroupUniformLoad { .. }
        | Statement::Call { .. }
        | Statement::ImageAtomic { .. }
        | Statement::RayQuery { .. }
        | Statement::RayPipelineFunction(_)
        | Statement::SubgroupBallot { .. }
        | Statement::SubgroupGather { .. }
        | Statement::SubgroupCollectiveOperation { .. }
        | Statement::CooperativeStore { .. } => (None, None, &[][..]),
    };
    let cases = cases.iter().map(|case| &case.body);
    one.into_iter().chain(other).chain(cases)
}

/// The statements of a block, then those of each block inside it, in no particular order of the blocks.
pub(crate) fn statements(block: &[Statement]) -> impl Iterator<Item = &Statement> {
    let (mut current, mut open) = (block.iter(), Vec::new());
    core::iter::from_fn(move || {
        loop {
            if let Some(statement) = current.next() {
                open.extend(blocks(statement));
                return Some(statement);
            }
            current = open.pop()?.iter();
        }
    })
}
