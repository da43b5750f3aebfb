//! The memory that a statement writes.

use naga::{Expression, Handle, RayPipelineFunction, Statement};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    /// The memory that is written. A call may write through each of its arguments; these need not be pointers.
    pub(crate) pointer: Handle<Expression>,
    /// The value that is stored to the whole memory; `None` if it is not known.
    pub(crate) value: Option<Handle<Expression>>,
}

/// Visits each write of a statement, except those of nested statements.
#[inline]
pub(crate) fn for_each_write(statement: &Statement, mut visit: impl FnMut(Write)) {
    let mut unknown = |pointer| visit(Write { pointer, value: None });
    match *statement {
        Statement::Store { pointer, value } => visit(Write {
            pointer,
            value: Some(value),
        }),
        Statement::Call { ref arguments, .. } => arguments.iter().copied().for_each(unknown),
        Statement::Atomic { pointer, .. } | Statement::WorkGroupUniformLoad { pointer, .. } => unknown(pointer),
        Statement::RayQuery { query, .. } => unknown(query),
        Statement::CooperativeStore { ref data, .. } => unknown(data.pointer),
        Statement::RayPipelineFunction(RayPipelineFunction::TraceRay { payload, .. }) => unknown(payload),
        Statement::Emit(_)
        | Statement::Block(_)
        | Statement::If { .. }
        | Statement::Switch { .. }
        | Statement::Loop { .. }
        | Statement::Break
        | Statement::Continue
        | Statement::Return { .. }
        | Statement::Kill
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_)
        | Statement::ImageStore { .. }
        | Statement::ImageAtomic { .. }
        | Statement::SubgroupBallot { .. }
        | Statement::SubgroupGather { .. }
        | Statement::SubgroupCollectiveOperation { .. } => {}
    }
}
