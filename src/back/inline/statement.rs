//! The operands and the result of a statement, to replace them.

use naga::{AtomicFunction, Expression, GatherMode, Handle, RayPipelineFunction, RayQueryFunction, Statement};

/// Calls `change` with each expression that a statement uses, then with the one that it defines, except those of `Emit`
/// and those in blocks.
pub(super) fn for_each_expression(statement: &mut Statement, mut change: impl FnMut(&mut Handle<Expression>)) {
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
            ref mut result,
        } => {
            [pointer, value].into_iter().for_each(&mut change);
            compared(fun).into_iter().chain(result).for_each(change);
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
        Statement::WorkGroupUniformLoad {
            ref mut pointer,
            ref mut result,
        } => [pointer, result].into_iter().for_each(change),
        Statement::Call {
            ref mut arguments,
            ref mut result,
            function: _,
        } => arguments.iter_mut().chain(result).for_each(change),
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
                RayQueryFunction::Proceed { ref mut result } => change(result),
                RayQueryFunction::ConfirmIntersection | RayQueryFunction::Terminate => {}
            }
        }
        Statement::RayPipelineFunction(RayPipelineFunction::TraceRay {
            ref mut acceleration_structure,
            ref mut descriptor,
            ref mut payload,
        }) => [acceleration_structure, descriptor, payload]
            .into_iter()
            .for_each(change),
        Statement::SubgroupBallot {
            ref mut predicate,
            ref mut result,
        } => predicate.iter_mut().chain([result]).for_each(change),
        Statement::SubgroupGather {
            ref mut mode,
            ref mut argument,
            ref mut result,
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
            change(result);
        }
        Statement::SubgroupCollectiveOperation {
            ref mut argument,
            ref mut result,
            ..
        } => [argument, result].into_iter().for_each(change),
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
        // catch-all: no other function compares with a value
        _ => None,
    }
}
