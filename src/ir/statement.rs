//! The operands and the result of a statement: visiting and replacing them, by one exhaustive match.

use naga::{AtomicFunction, CooperativeData, Expression, GatherMode, Handle};
use naga::{RayPipelineFunction, RayQueryFunction, Statement};

/// Calls `$visit` with a reference to each operand of the statement, then `$define` with one to its result, shared or
/// mutable as the statement is; except those of `Emit` and those in blocks.
macro_rules! visit_expressions {
    ($statement:expr, $visit:expr, $define:expr) => {
        match $statement {
            Statement::Emit(_)
            | Statement::Block(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_) => {}
            Statement::If { condition, .. } => $visit(condition),
            Statement::Switch { selector, .. } => $visit(selector),
            Statement::Loop { break_if, .. } => break_if.into_iter().for_each($visit),
            Statement::Return { value } => value.into_iter().for_each($visit),
            Statement::Store { pointer, value } => [pointer, value].into_iter().for_each($visit),
            Statement::ImageStore {
                image,
                coordinate,
                array_index,
                value,
            } => {
                let operands = [image, coordinate, value].into_iter();
                operands.chain(array_index).for_each($visit);
            }
            Statement::Atomic {
                pointer,
                fun,
                value,
                result,
            } => {
                [pointer, value].into_iter().for_each(&mut $visit);
                if let AtomicFunction::Exchange { compare } = fun {
                    compare.into_iter().for_each(&mut $visit);
                }
                result.into_iter().for_each($define);
            }
            Statement::ImageAtomic {
                image,
                coordinate,
                array_index,
                fun,
                value,
            } => {
                let operands = [image, coordinate, value].into_iter();
                operands.chain(array_index).for_each(&mut $visit);
                if let AtomicFunction::Exchange { compare } = fun {
                    compare.into_iter().for_each($visit);
                }
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                $visit(pointer);
                $define(result);
            }
            Statement::Call { arguments, result, .. } => {
                arguments.into_iter().for_each(&mut $visit);
                result.into_iter().for_each($define);
            }
            Statement::RayQuery { query, fun } => {
                $visit(query);
                match fun {
                    RayQueryFunction::Initialize {
                        acceleration_structure,
                        descriptor,
                    } => [acceleration_structure, descriptor].into_iter().for_each($visit),
                    RayQueryFunction::GenerateIntersection { hit_t } => $visit(hit_t),
                    RayQueryFunction::Proceed { result } => $define(result),
                    RayQueryFunction::ConfirmIntersection | RayQueryFunction::Terminate => {}
                }
            }
            Statement::RayPipelineFunction(RayPipelineFunction::TraceRay {
                acceleration_structure,
                descriptor,
                payload,
            }) => {
                let operands = [acceleration_structure, descriptor, payload];
                operands.into_iter().for_each($visit);
            }
            Statement::SubgroupBallot { predicate, result } => {
                predicate.into_iter().for_each(&mut $visit);
                $define(result);
            }
            Statement::SubgroupGather { mode, argument, result } => {
                $visit(argument);
                match mode {
                    GatherMode::Broadcast(lane)
                    | GatherMode::Shuffle(lane)
                    | GatherMode::ShuffleDown(lane)
                    | GatherMode::ShuffleUp(lane)
                    | GatherMode::ShuffleXor(lane)
                    | GatherMode::QuadBroadcast(lane) => $visit(lane),
                    GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => {}
                }
                $define(result);
            }
            Statement::SubgroupCollectiveOperation { argument, result, .. } => {
                $visit(argument);
                $define(result);
            }
            Statement::CooperativeStore { target, data } => {
                let CooperativeData { pointer, stride, .. } = data;
                [target, pointer, stride].into_iter().for_each($visit);
            }
        }
    };
}

/// The expression that a statement defines: the result of a call or an operation. `Emit` defines others.
#[inline]
pub(crate) fn defined(statement: &Statement) -> Option<Handle<Expression>> {
    let mut defined = None;
    visit_expressions!(statement, ignore, |result: &Handle<Expression>| defined = Some(*result));
    defined
}

const fn ignore(_: &Handle<Expression>) {}

/// Calls `visit` with each operand of a statement, except those of `Emit` and those in blocks.
pub(crate) fn for_each_operand(statement: &Statement, mut visit: impl FnMut(Handle<Expression>)) {
    let mut visit = |operand: &Handle<Expression>| visit(*operand);
    visit_expressions!(statement, visit, ignore);
}

/// Calls `change` with each operand of a statement, then with its result, to replace them; except those of `Emit` and
/// those in blocks.
#[cfg(feature = "drivers")]
pub(crate) fn for_each_mut(statement: &mut Statement, mut change: impl FnMut(&mut Handle<Expression>)) {
    visit_expressions!(statement, change, change);
}
