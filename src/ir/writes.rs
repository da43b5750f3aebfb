//! The memory that a statement writes.

use naga::{Expression, Handle, RayPipelineFunction, Statement};

/// Visits each write of a statement, except those of nested statements: the memory that is written, and the value that is
/// stored to the whole of it; `None` if that is not known. A call may write through each of its arguments; these need not
/// be pointers.
#[inline]
pub(crate) fn for_each_write(
    statement: &Statement,
    mut visit: impl FnMut(Handle<Expression>, Option<Handle<Expression>>),
) {
    let mut unknown = |pointer| visit(pointer, None);
    match *statement {
        Statement::Store { pointer, value } => visit(pointer, Some(value)),
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
