//! Loops that end, whatever they are given.
//!
//! A loop ends if a local is moved in one direction in each round, strictly and without wrapping: there are only so many
//! integers. So among the stores to the local inside the loop one must be made in each round that is followed by another
//! ([`Store::certain_in`]) and move it by at least one, and all others must move it the same way or leave it.
//!
//! ```text
//! for (var d = 1; d < 128; d <<= 1)     1 ≤ d ≤ 127, so d << 1 is more than d and does not wrap
//! while n > 0 { … n /= 2; }             1 ≤ n, so n / 2 is less
//! ```
//!
//! That nothing wraps comes from the conditions that hold at the store, or those that hold where the loop goes back: rounds
//! after which it does not need no proof. A condition that is tested at the end of a round holds in the next one, so that it
//! counts for each but the first, which may wrap as it likes: the strict order of all others is enough.
//!
//! Nothing is asked of what the limit is, or of where the local starts, beyond what keeps the step from wrapping.

use super::interval::{IntegerType, Interval};
use super::regions::{At, Loop, Store};
use super::values::{MOST_DEPTH, Operand, Values};
use naga::{BinaryOperator, Expression, Handle, LocalVariable, MathFunction};

/// The most locals of a loop that are tried.
const MOST_LOCALS: usize = 8;

/// Which way a local is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// What is known of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Its body never comes to its end.
    Once,
    /// It ends: this local is moved in one direction.
    Counted(Handle<LocalVariable>),
    /// It may not: this local is stored to in each round, but it may wrap or go back.
    Stepped(Handle<LocalVariable>),
    /// It may not: no local is stored to in each round.
    Unknown,
}

/// Whether a loop ends, and why.
pub(super) fn ending(values: &mut Values<'_>, number: u32) -> Ending {
    let round = values.regions.loops[number as usize];
    if !round.goes_round {
        return Ending::Once;
    }
    let (first, end) = round.stores;
    let stores = &values.regions.stores[first as usize..end as usize];
    let certain = stores.iter().filter(|store| store.certain_in == round.scope);
    let mut tried = [None; MOST_LOCALS];
    for (store, slot) in certain.zip(0..MOST_LOCALS) {
        if tried.contains(&Some(store.local)) {
            continue;
        }
        tried[slot] = Some(store.local);
        let moves = |values: &mut Values<'_>, direction| is_moved(values, round, store.local, direction);
        if moves(values, Direction::Up) || moves(values, Direction::Down) {
            return Ending::Counted(store.local);
        }
    }
    tried[0].map_or(Ending::Unknown, Ending::Stepped)
}

/// Whether every store of a loop moves a local in a direction, and one strictly so in each round.
fn is_moved(values: &mut Values<'_>, round: Loop, local: Handle<LocalVariable>, direction: Direction) -> bool {
    let (first, end) = round.stores;
    let mut strictly = false;
    for number in first..end {
        let store = values.regions.stores[number as usize];
        if store.local != local {
            continue;
        }
        match movement(values, round, (number, store), direction) {
            None => return false,
            Some(strict) => strictly |= strict && store.certain_in == round.scope,
        }
    }
    strictly
}

/// Whether a store moves its local in a direction, strictly or not; `None` where it may do otherwise.
fn movement(values: &mut Values<'_>, round: Loop, store: (u32, Store), direction: Direction) -> Option<bool> {
    let value = store.1.value?;
    let ty = values.subject.integer(value)?;
    let function = values.subject.function;
    // One that a `continue` can skip may be of another round.
    let evaluated = values.regions.at(value)?;
    if !values.regions.is_inside(store.1.scope, evaluated.scope) {
        return None;
    }
    let (load, other) = match function.expressions[value] {
        Expression::Binary { left, right, .. } if is_current(values, round, store, left) => (left, right),
        Expression::Binary { op, left, right } if commutes(op) && is_current(values, round, store, right) => {
            (right, left)
        }
        Expression::Math {
            fun,
            arg,
            arg1: Some(second),
            ..
        } => {
            let either = is_current(values, round, store, arg) || is_current(values, round, store, second);
            let moves = match direction {
                Direction::Up => fun == MathFunction::Max,
                Direction::Down => fun == MathFunction::Min,
            };
            return (either && moves).then_some(false);
        }
        // catch-all: nothing else moves a local from where it is
        _ => return None,
    };
    let Expression::Binary { op, .. } = function.expressions[value] else {
        return None;
    };
    // Most steps are constants: those go one way.
    let by = values.subject.constant(other, None);
    let other_way = match (op, direction) {
        (BinaryOperator::Add, Direction::Up) | (BinaryOperator::Subtract, Direction::Down) => {
            by.is_some_and(|by| by <= 0)
        }
        (BinaryOperator::Add, Direction::Down) | (BinaryOperator::Subtract, Direction::Up) => {
            by.is_some_and(|by| by >= 0)
        }
        // catch-all: what the others do is found out below
        _ => false,
    };
    if other_way {
        return None;
    }
    // Below anything there is room for a step of one.
    let one = match direction {
        Direction::Up => {
            (op == BinaryOperator::Add && by == Some(1)) || (op == BinaryOperator::Subtract && by == Some(-1))
        }
        Direction::Down => {
            (op == BinaryOperator::Subtract && by == Some(1)) || (op == BinaryOperator::Add && by == Some(-1))
        }
    };
    if one {
        let load = Operand {
            expression: load,
            component: None,
        };
        let above = direction == Direction::Up;
        if values.has_room(load, store.1.scope, above) || values.has_room(load, round.back, above) {
            return Some(true);
        }
    }
    let mut best = None;
    for place in [Place::Store, Place::Back, Place::Around] {
        let scope = match place {
            Place::Store => store.1.scope,
            Place::Back | Place::Around => round.back,
        };
        let of = |values: &mut Values<'_>, expression| {
            let operand = Operand {
                expression,
                component: None,
            };
            values.within(scope, |values| values.interval(operand))
        };
        let (mut from, by) = (of(values, load)?, of(values, other)?);
        if place == Place::Around {
            from = around(values, round, load, from)?;
        }
        let cleared = op == BinaryOperator::And
            && direction == Direction::Down
            && is_one_less(values, (other, load), store.1.scope);
        match step(ty, op, direction, (from, by), cleared) {
            Some(true) => return Some(true),
            moved => best = best.or(moved),
        }
    }
    best
}

/// Where the conditions are taken from that bound a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the store.
    Store,
    /// Where the loop goes back.
    Back,
    /// There, one round before.
    Around,
}

/// Whether an expression loads the local that a store writes, in this round, with nothing stored to it since.
fn is_current(values: &Values<'_>, round: Loop, (number, store): (u32, Store), load: Handle<Expression>) -> bool {
    let function = values.subject.function;
    let Expression::Load { pointer } = function.expressions[load] else {
        return false;
    };
    if !matches!(function.expressions[pointer], Expression::LocalVariable(local) if local == store.local) {
        return false;
    }
    let regions = values.regions;
    let Some(at) = regions.at(load) else {
        return false;
    };
    let to = At {
        position: store.position,
        scope: store.scope,
    };
    at.position > round.start
        && at.position < store.position
        && regions.is_inside(store.scope, at.scope)
        && !regions.is_stored_in(store.local, at.position, regions.end_of_way(at.position, to), number)
}

fn commutes(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::Multiply | BinaryOperator::And | BinaryOperator::InclusiveOr
    )
}

/// Whether an expression is another one less one: `n & (n - 1)` clears a bit of `n`.
fn is_one_less(values: &mut Values<'_>, (less, than): (Handle<Expression>, Handle<Expression>), scope: u32) -> bool {
    let Expression::Binary {
        op: BinaryOperator::Subtract,
        left,
        right,
    } = values.subject.function.expressions[less]
    else {
        return false;
    };
    let whole = |expression| Operand {
        expression,
        component: None,
    };
    values.subject.constant(right, None) == Some(1)
        && values.is_same((whole(left), scope), (whole(than), scope), MOST_DEPTH)
}

/// What is known of a load in each round but the first: the conditions at the end of the round before hold of the local, if
/// nothing is stored to it from there to the load.
fn around(values: &mut Values<'_>, round: Loop, load: Handle<Expression>, mut interval: Interval) -> Option<Interval> {
    let (regions, conditions, function) = (values.regions, values.conditions, values.subject.function);
    let Expression::Load { pointer } = function.expressions[load] else {
        return None;
    };
    let Expression::LocalVariable(local) = function.expressions[pointer] else {
        return None;
    };
    let at = regions.at(load)?;
    let before = regions.end_of_way(round.start, at);
    if regions.is_stored_in(local, round.start, before.max(at.position), super::regions::NONE) {
        return Some(interval);
    }
    let mut number = round.back;
    while number != round.scope {
        for comparison in conditions.of_scope(number) {
            for (side, limit, operator) in [
                (comparison.left, comparison.right, Some(comparison.operator)),
                (
                    comparison.right,
                    comparison.left,
                    super::conditions::swapped(comparison.operator),
                ),
            ] {
                let loads = matches!(function.expressions[side], Expression::Load { pointer }
                    if matches!(function.expressions[pointer], Expression::LocalVariable(other) if other == local));
                let (true, Some(at), Some(operator)) = (loads, regions.at(side), operator) else {
                    continue;
                };
                if at.position > round.start
                    && regions.is_inside(comparison.scope, at.scope)
                    && !regions.is_stored_in(local, at.position, round.end, super::regions::NONE)
                {
                    let limit = Operand {
                        expression: limit,
                        component: comparison.component,
                    };
                    interval = values.limited(interval, operator, limit, comparison.scope);
                }
            }
        }
        number = regions.scopes.get(number as usize)?.outer;
    }
    Some(interval)
}

/// Whether an operation on a value moves it in a direction, strictly or not. `cleared`: by the lowest bit that is set.
fn step(
    ty: IntegerType,
    operator: BinaryOperator,
    direction: Direction,
    (from, by): (Interval, Interval),
    cleared: bool,
) -> Option<bool> {
    let Interval { least, most } = ty.full();
    let positive = from.least >= 0;
    let bits = i128::from(ty.bits);
    let shifts = by.least >= 0 && by.most < bits;
    let (moves, strict) = match (operator, direction) {
        (BinaryOperator::Add, Direction::Up) => (by.least >= 0 && from.most + by.most <= most, by.least >= 1),
        (BinaryOperator::Add, Direction::Down) => (by.most <= 0 && from.least + by.least >= least, by.most <= -1),
        (BinaryOperator::Subtract, Direction::Up) => (by.most <= 0 && from.most - by.least <= most, by.most <= -1),
        (BinaryOperator::Subtract, Direction::Down) => (by.least >= 0 && from.least - by.most >= least, by.least >= 1),
        (BinaryOperator::Multiply, Direction::Up) => {
            let fits = from.most.checked_mul(by.most).is_some_and(|product| product <= most);
            (positive && by.least >= 1 && fits, by.least >= 2 && from.least >= 1)
        }
        (BinaryOperator::ShiftLeft, Direction::Up) => {
            let fits = shifts && from.most << by.most <= most;
            (positive && fits, by.least >= 1 && from.least >= 1)
        }
        (BinaryOperator::InclusiveOr, Direction::Up) => (positive && by.least >= 0, false),
        (BinaryOperator::ShiftRight, Direction::Down) => (positive, shifts && by.least >= 1 && from.least >= 1),
        (BinaryOperator::Divide, Direction::Down) => (positive && by.least >= 1, by.least >= 2 && from.least >= 1),
        (BinaryOperator::Modulo, Direction::Down) => (positive && by.least >= 1, false),
        (BinaryOperator::And, Direction::Down) => (positive, cleared && from.least >= 1),
        // catch-all: the others move it one way or the other
        _ => return None,
    };
    moves.then_some(strict)
}
