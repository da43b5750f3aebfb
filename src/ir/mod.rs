//! What passes ask of naga's IR, whatever they write: operands and nested blocks by one exhaustive list each, the steps of
//! pointers, literals, the forms of loops, what globals are.

pub(crate) mod global;
pub(crate) mod literal;
pub(crate) mod loops;
pub(crate) mod mesh;
pub(crate) mod operands;
pub(crate) mod pointer;
pub(crate) mod writes;

use naga::{Block, Statement};

/// The blocks inside a statement, in the order of the text.
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
