//! The operands and the result of a statement that contains no block, to replace them.

use naga::{AtomicFunction, Expression, GatherMode, Handle, RayPipelineFunction, RayQueryFunction, Statement};

/// Calls `change` with each expression that a statement uses, except those of `Emit` and those in blocks.
pub(super) fn for_each_operand(statement: &mut Statement, mut change: impl FnMut(&mut Handle<Expression>)) {
    match *statement {
        Statement::Emit(_)
        | Statement::Block(_)
        | Statement::Break
        | Statement::Continue
        | Statement::Kill
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_) => {}
        Statement::If { ref mut condition, .. } => change(condition),
        Statement::Switch { ref mut selector, .. } => change(selector),
        Statement::Loop { ref mut break_if, .. } => break_if.iter_mut().for_each(change),
        Statement::Return { ref mut value } => value.iter_mut().for_each(change),
        Statement::Store {
            ref mut pointer,
            ref mut value,
        } => [pointer, value].into_iter().for_each(change),
        Statement::ImageStore {
            ref mut image,
            ref mut coordinate,
            ref mut array_index,
            ref mut value,
        } => {
            [image, coordinate, value].into_iter().for_each(&mut change);
            array_index.iter_mut().for_each(change);
        }
        Statement::Atomic {
            ref mut pointer,
            ref mut fun,
            ref mut value,
            result: _,
        } => {
            [pointer, value].into_iter().for_each(&mut change);
            compared(fun).into_iter().for_each(change);
        }
        Statement::ImageAtomic {
            ref mut image,
            ref mut coordinate,
            ref mut array_index,
            ref mut fun,
            ref mut value,
        } => {
            [image, coordinate, value].into_iter().for_each(&mut change);
            array_index.iter_mut().for_each(&mut change);
            compared(fun).into_iter().for_each(change);
        }
        Statement::WorkGroupUniformLoad { ref mut pointer, .. } => change(pointer),
        Statement::Call { ref mut arguments, .. } => arguments.iter_mut().for_each(change),
        Statement::RayQuery {
            ref mut query,
            ref mut fun,
        } => {
            change(query);
            match *fun {
                RayQueryFunction::Initialize {
                    ref mut acceleration_structure,
                    ref mut descriptor,
                } => [acceleration_structure, descriptor].into_iter().for_each(change),
                RayQueryFunction::GenerateIntersection { ref mut hit_t } => change(hit_t),
                RayQueryFunction::Proceed { .. }
                | RayQueryFunction::ConfirmIntersection
                | RayQueryFunction::Terminate => {}
            }
        }
        Statement::RayPipelineFunction(RayPipelineFunction::TraceRay {
            ref mut acceleration_structure,
            ref mut descriptor,
            ref mut payload,
        }) => [acceleration_structure, descriptor, payload]
            .into_iter()
            .for_each(change),
        Statement::SubgroupBallot { ref mut predicate, .. } => predicate.iter_mut().for_each(change),
        Statement::SubgroupGather {
            ref mut mode,
            ref mut argument,
            ..
        } => {
            change(argument);
            match *mode {
                GatherMode::Broadcast(ref mut lane)
                | GatherMode::Shuffle(ref mut lane)
                | GatherMode::ShuffleDown(ref mut lane)
                | GatherMode::ShuffleUp(ref mut lane)
                | GatherMode::ShuffleXor(ref mut lane)
                | GatherMode::QuadBroadcast(ref mut lane) => change(lane),
                GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => {}
            }
        }
        Statement::SubgroupCollectiveOperation { ref mut argument, .. } => change(argument),
        Statement::CooperativeStore {
            ref mut target,
            ref mut data,
        } => [target, &mut data.pointer, &mut data.stride]
            .into_iter()
            .for_each(change),
    }
}

/// The value with which an atomic operation compares.
fn compared(fun: &mut AtomicFunction) -> Option<&mut Handle<Expression>> {
    match *fun {
        AtomicFunction::Exchange { ref mut compare } => compare.as_mut(),
        AtomicFunction::Add
        | AtomicFunction::Subtract
        | AtomicFunction::And
        | AtomicFunction::ExclusiveOr
        | AtomicFunction::InclusiveOr
        | AtomicFunction::Min
        | AtomicFunction::Max => None,
    }
}

/// The expression that a statement defines.
pub(super) fn result(statement: &mut Statement) -> Option<&mut Handle<Expression>> {
    match *statement {
        Statement::Atomic { ref mut result, .. } | Statement::Call { ref mut result, .. } => result.as_mut(),
        Statement::WorkGroupUniformLoad { ref mut result, .. }
        | Statement::SubgroupBallot { ref mut result, .. }
        | Statement::SubgroupGather { ref mut result, .. }
        | Statement::SubgroupCollectiveOperation { ref mut result, .. }
        | Statement::RayQuery {
            fun: RayQueryFunction::Proceed { ref mut result },
            ..
        } => Some(result),
        Statement::RayQuery {
            fun:
                RayQueryFunction::Initialize { .. }
                | RayQueryFunction::GenerateIntersection { .. }
                | RayQueryFunction::ConfirmIntersection
                | RayQueryFunction::Terminate,
            ..
        }
        | Statement::Emit(_)
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
        | Statement::Store { .. }
        | Statement::ImageStore { .. }
        | Statement::ImageAtomic { .. }
        | Statement::RayPipelineFunction(_)
        | Statement::CooperativeStore { .. } => None,
    }
}
