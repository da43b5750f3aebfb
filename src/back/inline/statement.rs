//! The operands and the result of a statement, to replace them.

use naga::{AtomicFunction, Expression, GatherMode, Handle, RayPipelineFunction, RayQueryFunction, Statement};

/// Calls `change` with each expression that a statement uses, then with the one that it defines, except those of `Emit`
/// and those in blocks.
pub(super) fn for_each_expression(statement: &mut Statement, mut change: impl FnMut(&mut Handle<Expression>)) {
    match statement {
        Statement::Emit(_)
        | Statement::Block(_)
        | Statement::Break
        | Statement::Continue
        | Statement::Kill
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_) => {}
        Statement::If { condition, .. } => change(condition),
        Statement::Switch { selector, .. } => change(selector),
        Statement::Loop { break_if, .. } => break_if.iter_mut().for_each(change),
        Statement::Return { value } => value.iter_mut().for_each(change),
        Statement::Store { pointer, value } => [pointer, value].into_iter().for_each(change),
        Statement::ImageStore {
            image,
            coordinate,
            array_index,
            value,
        } => {
            [image, coordinate, value].into_iter().for_each(&mut change);
            array_index.iter_mut().for_each(change);
        }
        Statement::Atomic {
            pointer,
            fun,
            value,
            result,
        } => {
            [pointer, value].into_iter().for_each(&mut change);
            compared(fun).into_iter().chain(result).for_each(change);
        }
        Statement::ImageAtomic {
            image,
            coordinate,
            array_index,
            fun,
            value,
        } => {
            [image, coordinate, value].into_iter().for_each(&mut change);
            array_index.iter_mut().chain(compared(fun)).for_each(change);
        }
        Statement::WorkGroupUniformLoad { pointer, result } => [pointer, result].into_iter().for_each(change),
        Statement::Call { arguments, result, .. } => arguments.iter_mut().chain(result).for_each(change),
        Statement::RayQuery { query, fun } => {
            change(query);
            match fun {
                RayQueryFunction::Initialize {
                    acceleration_structure,
                    descriptor,
                } => [acceleration_structure, descriptor].into_iter().for_each(change),
                RayQueryFunction::GenerateIntersection { hit_t } => change(hit_t),
                RayQueryFunction::Proceed { result } => change(result),
                RayQueryFunction::ConfirmIntersection | RayQueryFunction::Terminate => {}
            }
        }
        Statement::RayPipelineFunction(RayPipelineFunction::TraceRay {
            acceleration_structure,
            descriptor,
            payload,
        }) => [acceleration_structure, descriptor, payload]
            .into_iter()
            .for_each(change),
        Statement::SubgroupBallot { predicate, result } => predicate.iter_mut().chain([result]).for_each(change),
        Statement::SubgroupGather { mode, argument, result } => {
            change(argument);
            match mode {
                GatherMode::Broadcast(lane)
                | GatherMode::Shuffle(lane)
                | GatherMode::ShuffleDown(lane)
                | GatherMode::ShuffleUp(lane)
                | GatherMode::ShuffleXor(lane)
                | GatherMode::QuadBroadcast(lane) => change(lane),
                GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => {}
            }
            change(result);
        }
        Statement::SubgroupCollectiveOperation { argument, result, .. } => {
            [argument, result].into_iter().for_each(change);
        }
        Statement::CooperativeStore { target, data } => [target, &mut data.pointer, &mut data.stride]
            .into_iter()
            .for_each(change),
    }
}

/// The value with which an atomic operation compares.
fn compared(fun: &mut AtomicFunction) -> Option<&mut Handle<Expression>> {
    match fun {
        AtomicFunction::Exchange { compare } => compare.as_mut(),
        // catch-all: no other function compares with a value
        _ => None,
    }
}
