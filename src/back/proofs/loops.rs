//! Loops that end for all inputs.
//!
//! A loop ends if a local moves strictly in one direction in each iteration and does not wrap, since integers are
//! finite. So among the stores to the local inside the loop, one must be executed in each iteration that is followed by
//! another ([`Store::certain_in`]) and move the local by at least one; all others must move it in the same direction or
//! keep it.
//!
//! ```text
//! for (var d = 1; d < 128; d <<= 1)     1 ≤ d ≤ 127, so d << 1 is greater than d and does not wrap
//! while n > 0 { … n /= 2; }             1 ≤ n, so n / 2 is less
//! ```
//!
//! That a step does not wrap follows from the conditions at the store or at the back edge; an iteration that does not
//! take the back edge is the last one and needs no proof. A condition tested at the end of an iteration holds in the
//! next one, so it covers every iteration but the first. The step of the first iteration may wrap: the strict order of
//! the others suffices.
//!
//! Neither the limit of the loop nor the initial value of the local matters, except for this.

use super::interval::{IntegerType, Interval};
use super::ranges::{Ranges, compared};
use super::regions::{At, Loop, Store};
use super::values::{Kind, Value};
use naga::{BinaryOperator, Handle, LocalVariable, MathFunction};

/// The most locals that are tried for one loop.
const MOST_LOCALS: usize = 8;

/// The direction in which a local moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// The result for a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The end of its body is not reachable.
    Once,
    /// It ends: this local moves in one direction.
    Counted(Handle<LocalVariable>),
    /// Not proved: this local is stored to in each iteration, but it may wrap or move back.
    Stepped(Handle<LocalVariable>),
    /// Not proved: no local is stored to in each iteration.
    Unknown,
}

/// Whether a loop ends, and why.
pub(super) fn ending(ranges: &mut Ranges<'_>, number: u32) -> Ending {
    let regions = ranges.numbering.regions;
    let round = regions.loops[number as usize];
    if !round.goes_round {
        return Ending::Once;
    }
    let (first, end) = round.stores;
    let stores = &regions.stores[first as usize..end as usize];
    let certain = stores.iter().filter(|store| store.certain_in == round.scope);
    let mut tried = [None; MOST_LOCALS];
    let mut count = 0;
    for store in certain {
        if tried.contains(&Some(store.local)) {
            continue;
        }
        let Some(next) = tried.get_mut(count) else {
            break;
        };
        *next = Some(store.local);
        count += 1;
        if is_moved(ranges, round, store.local, Direction::Up) || is_moved(ranges, round, store.local, Direction::Down)
        {
            return Ending::Counted(store.local);
        }
    }
    tried[0].map_or(Ending::Unknown, Ending::Stepped)
}

/// Whether every store in a loop moves a local in a direction, and one store in each iteration does so strictly.
fn is_moved(ranges: &mut Ranges<'_>, round: Loop, local: Handle<LocalVariable>, direction: Direction) -> bool {
    let (first, end) = round.stores;
    let mut strictly = false;
    for number in first..end {
        let store = ranges.numbering.regions.stores[number as usize];
        if store.local != local {
            continue;
        }
        match movement(ranges, round, store, direction) {
            None => return false,
            Some(strict) => strictly |= strict && store.certain_in == round.scope,
        }
    }
    strictly
}

/// Whether a store moves its local in a direction; `Some(true)` if strictly, `None` if not proved.
fn movement(ranges: &mut Ranges<'_>, round: Loop, store: Store, direction: Direction) -> Option<bool> {
    let place = At {
        position: store.position,
        scope: store.scope,
    };
    let current = ranges.numbering.local_at(store.local, place);
    let stored = ranges.stored_value(store)?;
    let (op, by) = match ranges.kind(stored) {
        Kind::Binary(operator, left, right) if left == current => (operator, right),
        Kind::Binary(operator, left, right) if right == current && commutes(operator) => (operator, left),
        Kind::Math(function, [Some(first), Some(second), None]) if first == current || second == current => {
            let moves = match direction {
                Direction::Up => function == MathFunction::Max,
                Direction::Down => function == MathFunction::Min,
            };
            return moves.then_some(false);
        }
        // catch-all: other operations do not depend on the local, or are not analyzed
        _ => return (stored == current).then_some(false),
    };
    let ty = ranges.ty(stored)?;
    // Fast path: most steps are constants, which move in one direction only.
    let constant = ranges.constant(by);
    let other_way = match (op, direction) {
        (BinaryOperator::Add, Direction::Up) | (BinaryOperator::Subtract, Direction::Down) => {
            constant.is_some_and(|by| by <= 0)
        }
        (BinaryOperator::Add, Direction::Down) | (BinaryOperator::Subtract, Direction::Up) => {
            constant.is_some_and(|by| by >= 0)
        }
        // catch-all: other operations are analyzed below
        _ => false,
    };
    if other_way {
        return None;
    }
    // A value that is less (greater) than another one can be incremented (decremented) by one without wrapping.
    let one = match direction {
        Direction::Up => {
            (op == BinaryOperator::Add && constant == Some(1))
                || (op == BinaryOperator::Subtract && constant == Some(-1))
        }
        Direction::Down => {
            (op == BinaryOperator::Subtract && constant == Some(1))
                || (op == BinaryOperator::Add && constant == Some(-1))
        }
    };
    if one {
        let above = direction == Direction::Up;
        for scope in [store.scope, round.back] {
            if ranges.within(scope, |ranges| ranges.has_room(current, above)) {
                return Some(true);
            }
        }
    }
    let is_cleared = op == BinaryOperator::And && direction == Direction::Down && is_one_less(ranges, by, current);
    let mut best = None;
    for place in [Place::Store, Place::Back, Place::Before] {
        let scope = match place {
            Place::Store => store.scope,
            Place::Back | Place::Before => round.back,
        };
        let mut from = ranges.within(scope, |ranges| ranges.interval(current))?;
        let by = ranges.within(scope, |ranges| ranges.interval(by))?;
        if place == Place::Before {
            from = one_round_before(ranges, round, store.local, (current, from));
        }
        match step(ty, op, direction, (from, by), is_cleared) {
            Some(true) => return Some(true),
            moved => best = best.or(moved),
        }
    }
    best
}

/// The position of the conditions that bound a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The store.
    Store,
    /// The back edge.
    Back,
    /// The back edge of the previous iteration.
    Before,
}

fn commutes(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::Multiply | BinaryOperator::And | BinaryOperator::InclusiveOr
    )
}

/// Whether a value is another value minus one: `n & (n - 1)` clears the lowest set bit of `n`.
fn is_one_less(ranges: &Ranges<'_>, less: Value, than: Value) -> bool {
    match ranges.kind(less) {
        Kind::Binary(BinaryOperator::Subtract, left, right) => left == than && ranges.constant(right) == Some(1),
        // catch-all: no other form is recognized
        _ => false,
    }
}

/// The interval of a local at a store, in each iteration but the first, if the local still has its value from the start
/// of the iteration: the conditions at the back edge held for that value.
fn one_round_before(
    ranges: &mut Ranges<'_>,
    round: Loop,
    local: Handle<LocalVariable>,
    (current, mut interval): (Value, Interval),
) -> Interval {
    let mut at = |position, scope| ranges.numbering.local_at(local, At { position, scope });
    let (begins, ends) = (at(round.start, round.scope), at(round.end, round.back));
    if begins != current {
        return interval;
    }
    ranges.within(round.back, |ranges| {
        let mut comparisons = ranges.comparisons_of(ends);
        while let Some(comparison) = ranges.next(&mut comparisons) {
            // Conditions outside of the loop do not hold for the value of an iteration.
            if ranges.numbering.regions.is_inside(comparison.scope, round.scope) {
                if let Some((operator, limit)) = compared(comparison, ends) {
                    interval = ranges.limited(interval, operator, limit, comparison.scope);
                }
            }
        }
    });
    interval
}

/// Whether an operation moves a value in a direction; `Some(true)` if strictly. `cleared`: the operation clears the
/// lowest set bit.
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
        // catch-all: other operations can move the value in both directions
        _ => return None,
    };
    moves.then_some(strict)
}
