//! Statements that synchronize invocations: atomics (WGSL §17.8), barriers (§17.11), subgroup operations (§17.12). Here
//! a subgroup has all invocations of the workgroup, which execute these statements together.

use naga::{AtomicFunction, BinaryOperator, CollectiveOperation, Direction, GatherMode, Statement, SubgroupOperation};

use super::frame::Frame;
use super::invocation::Invocation;
use super::number::{Number, U32};
use super::value::Value;

type Result<T> = std::result::Result<T, String>;

impl<'a> Frame<'a> {
    pub fn effect(&mut self, inv: &mut Invocation<'a>, statement: &'a Statement) -> Result<()> {
        match *statement {
            Statement::ControlBarrier(_) => {
                inv.meet(Value::truth(true))?;
            }
            Statement::MemoryBarrier(_) => {}
            Statement::WorkGroupUniformLoad { pointer, result } => {
                inv.meet(Value::truth(true))?;
                let pointer = self.place(inv, pointer)?;
                let value = inv.load(&pointer)?;
                inv.meet(Value::truth(true))?;
                self.set(result, value);
            }
            Statement::Atomic {
                pointer,
                ref fun,
                value,
                result,
            } => {
                let (pointer, value) = (self.place(inv, pointer)?, self.value(inv, value)?.number()?);
                let compare = match *fun {
                    AtomicFunction::Exchange { compare: Some(compare) } => Some(self.value(inv, compare)?.number()?),
                    _ => None,
                };
                let old = inv.load(&pointer)?.number()?;
                let exchanged = compare.is_none_or(|compare| compare == old);
                if exchanged {
                    inv.store(&pointer, Value::Number(atomic(fun, old, value)?))?;
                }
                let found = match compare {
                    Some(_) => Value::Parts(vec![Value::Number(old), Value::truth(exchanged)]),
                    None => Value::Number(old),
                };
                if let Some(result) = result {
                    self.set(result, found);
                }
            }
            Statement::SubgroupBallot { result, predicate } => {
                let truth = match predicate {
                    Some(predicate) => self.value(inv, predicate)?,
                    None => Value::truth(true),
                };
                let mut bits = 0;
                for (lane, value) in inv.meet(truth)?.iter().enumerate() {
                    bits |= i128::from(value.number()?.is_true()) << lane;
                }
                let word = |value| Value::Number(Number::integer(U32, value));
                self.set(result, Value::Parts([bits, 0, 0, 0].map(word).to_vec()));
            }
            Statement::SubgroupGather {
                ref mode,
                argument,
                result,
            } => {
                let from = self.source(inv, mode)?;
                let argument = self.value(inv, argument)?;
                let all = inv.meet(argument)?;
                // Any value is possible for an invocation that does not exist: the shader must not use it.
                let value = all.get(from).unwrap_or(&all[inv.lane]);
                self.set(result, value.clone());
            }
            Statement::SubgroupCollectiveOperation {
                op,
                collective_op,
                argument,
                result,
            } => {
                let argument = self.value(inv, argument)?;
                let all = inv.meet(argument)?;
                self.set(result, collective(op, collective_op, &all, inv.lane)?);
            }
            ref other => return Err(format!("{other:?}")),
        }
        Ok(())
    }

    /// The invocation whose value is returned.
    fn source(&mut self, inv: &mut Invocation<'a>, mode: &GatherMode) -> Result<usize> {
        let lane = inv.lane;
        let mut number = |handle| -> Result<usize> {
            usize::try_from(self.value(inv, handle)?.number()?.int()).map_err(|e| e.to_string())
        };
        Ok(match *mode {
            GatherMode::BroadcastFirst => 0,
            GatherMode::Broadcast(at) | GatherMode::Shuffle(at) => number(at)?,
            GatherMode::ShuffleDown(by) => lane + number(by)?,
            GatherMode::ShuffleUp(by) => lane.checked_sub(number(by)?).unwrap_or(usize::MAX),
            GatherMode::ShuffleXor(mask) => lane ^ number(mask)?,
            GatherMode::QuadBroadcast(at) => lane / 4 * 4 + number(at)?,
            GatherMode::QuadSwap(Direction::X) => lane ^ 1,
            GatherMode::QuadSwap(Direction::Y) => lane ^ 2,
            GatherMode::QuadSwap(Direction::Diagonal) => lane ^ 3,
        })
    }
}

fn atomic(fun: &AtomicFunction, old: Number, value: Number) -> Result<Number> {
    match fun {
        AtomicFunction::Add => old.binary(BinaryOperator::Add, value),
        AtomicFunction::Subtract => old.binary(BinaryOperator::Subtract, value),
        AtomicFunction::And => old.binary(BinaryOperator::And, value),
        AtomicFunction::ExclusiveOr => old.binary(BinaryOperator::ExclusiveOr, value),
        AtomicFunction::InclusiveOr => old.binary(BinaryOperator::InclusiveOr, value),
        AtomicFunction::Min => Ok(old.min(value)),
        AtomicFunction::Max => Ok(old.max(value)),
        AtomicFunction::Exchange { .. } => Ok(value),
    }
}

/// The values of all invocations, of those up to this one, or of those before it, combined in order.
fn collective(op: SubgroupOperation, over: CollectiveOperation, all: &[Value], lane: usize) -> Result<Value> {
    let taken = match over {
        CollectiveOperation::Reduce => all,
        CollectiveOperation::InclusiveScan => &all[..=lane],
        CollectiveOperation::ExclusiveScan => &all[..lane],
    };
    let Some((first, rest)) = taken.split_first() else {
        // The first invocation of an exclusive scan has the identity of the operation.
        let neutral = match op {
            SubgroupOperation::Add => 0,
            SubgroupOperation::Mul => 1,
            _ => return Err(format!("{op:?} of nothing")),
        };
        return all[lane].map(&mut |number| {
            Ok(if number.is_float() {
                Number::float(number.scalar, f64::from(neutral))
            } else {
                Number::integer(number.scalar, i128::from(neutral))
            })
        });
    };
    let mut joined = first.clone();
    for value in rest {
        joined = joined.zip(value, &mut |a, b| match op {
            SubgroupOperation::Add => a.binary(BinaryOperator::Add, b),
            SubgroupOperation::Mul => a.binary(BinaryOperator::Multiply, b),
            SubgroupOperation::Min => Ok(a.min(b)),
            SubgroupOperation::Max => Ok(a.max(b)),
            SubgroupOperation::All | SubgroupOperation::And => a.binary(BinaryOperator::And, b),
            SubgroupOperation::Any | SubgroupOperation::Or => a.binary(BinaryOperator::InclusiveOr, b),
            SubgroupOperation::Xor => a.binary(BinaryOperator::ExclusiveOr, b),
        })?;
    }
    Ok(joined)
}
