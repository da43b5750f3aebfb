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

use super::Subject;
use super::interval::{IntegerType, Interval};
use super::ranges::{NOTHING, Ranges, compared};
use super::regions::{At, Loop, Store};
use super::values::{Kind, Value};
use naga::{BinaryOperator, Expression, Function, Handle, LocalVariable, MathFunction};

/// The most locals that are tried for one loop.
const MAX_LOCALS: usize = 8;

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
    /// It ends: this local moves in one direction, up or not.
    Counted(Handle<LocalVariable>, bool),
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
    let mut tried = [None; MAX_LOCALS];
    let mut count = 0;
    // From the end, where most loops step their counter.
    for store in regions.stores[first as usize..end as usize].iter().rev() {
        let local = store.local;
        if store.certain_in != round.scope || tried.contains(&Some(local)) || !is_integer(ranges, local) {
            continue;
        }
        let Some(next) = tried.get_mut(count) else {
            break;
        };
        *next = Some(local);
        count += 1;
        if let Some(up) = is_moved_up(ranges, round, local) {
            return Ending::Counted(local, up);
        }
    }
    tried[0].map_or(Ending::Unknown, Ending::Stepped)
}

fn is_integer(ranges: &Ranges<'_>, local: Handle<LocalVariable>) -> bool {
    let Subject { module, function, .. } = ranges.numbering.subject;
    let ty = &module.types[function.local_variables[local].ty].inner;
    ty.scalar().is_some_and(|scalar| IntegerType::of(scalar).is_some())
}

/// If every store in a loop moves a local in one direction, and one store in each iteration does so strictly: whether
/// the direction is up.
fn is_moved_up(ranges: &mut Ranges<'_>, round: Loop, local: Handle<LocalVariable>) -> Option<bool> {
    // For each direction: `None` if a store may not move the local in it, otherwise whether one does so strictly.
    let mut moved = [Some(false); 2];
    let (first, end) = round.stores;
    let stores = &ranges.numbering.regions.stores[first as usize..end as usize];
    for &store in stores.iter().filter(|store| store.local == local) {
        let step = Step::of(ranges, store)?;
        for (moved, direction) in moved.iter_mut().zip([Direction::Up, Direction::Down]) {
            *moved = moved.and_then(|before| {
                let strictly = movement(ranges, round, (store, step), direction)?;
                Some(before | strictly && store.certain_in == round.scope)
            });
        }
        if moved == [None; 2] {
            return None;
        }
    }
    let [up, down] = moved.map(|moved| moved == Some(true));
    (up || down).then_some(up)
}

/// What a store makes of the value that its local has before it.
#[derive(Clone, Copy, Debug)]
struct Step {
    current: Value,
    kind: StepKind,
}

#[derive(Clone, Copy, Debug)]
enum StepKind {
    Keep,
    Least,
    Greatest,
    /// An operation with another value.
    By(IntegerType, BinaryOperator, Value),
}

impl Step {
    /// `None` if the stored value does not depend on the local, or is not analyzed.
    fn of(ranges: &mut Ranges<'_>, store: Store) -> Option<Self> {
        if !may_step(ranges.numbering.subject.function, store.value?) {
            return None;
        }
        let place = At {
            position: store.position,
            scope: store.scope,
        };
        let stored = ranges.stored_value(store)?;
        let kind = ranges.kind(stored);
        if let Kind::Constant | Kind::Opaque = kind {
            return None;
        }
        let current = ranges.numbering.local_at(store.local, place);
        let kind = match kind {
            Kind::Binary(operator, left, right) if left == current => StepKind::By(ranges.ty(stored)?, operator, right),
            Kind::Binary(operator, left, right) if right == current && commutes(operator) => {
                StepKind::By(ranges.ty(stored)?, operator, left)
            }
            Kind::Math(function, [Some(first), Some(second), None]) if first == current || second == current => {
                match function {
                    MathFunction::Min => StepKind::Least,
                    MathFunction::Max => StepKind::Greatest,
                    // catch-all: other functions are not analyzed
                    _ => return None,
                }
            }
            // catch-all: other operations do not depend on the local, or are not analyzed
            _ if stored == current => StepKind::Keep,
            _ => return None,
        };
        Some(Self { current, kind })
    }
}

/// Whether an expression can be an operation with the value that a local has, by its form.
fn may_step(function: &Function, stored: Handle<Expression>) -> bool {
    let is_loaded = |operand: Handle<Expression>| {
        let operand = &function.expressions[operand];
        matches!(operand, Expression::Load { .. } | Expression::AccessIndex { .. })
    };
    match function.expressions[stored] {
        Expression::Load { .. } | Expression::AccessIndex { .. } => true,
        Expression::Binary { left, right, .. } => is_loaded(left) || is_loaded(right),
        Expression::Math { arg, arg1, .. } => is_loaded(arg) || arg1.is_some_and(is_loaded),
        // catch-all: other operations do not step
        _ => false,
    }
}

/// Whether a store moves its local in a direction; `Some(true)` if strictly, `None` if not proved.
fn movement(ranges: &mut Ranges<'_>, round: Loop, (store, step): (Store, Step), direction: Direction) -> Option<bool> {
    let current = step.current;
    let (ty, op, by) = match (step.kind, direction) {
        (StepKind::Keep, _) | (StepKind::Greatest, Direction::Up) | (StepKind::Least, Direction::Down) => {
            return Some(false);
        }
        (StepKind::Greatest, Direction::Down) | (StepKind::Least, Direction::Up) => return None,
        (StepKind::By(ty, operator, by), _) => (ty, operator, by),
    };
    let constant = ranges.constant(by);
    if !can_move(op, constant, direction) {
        return None;
    }
    // A value that is less (greater) than another one can be incremented (decremented) by one without wrapping.
    let is_sum = matches!(op, BinaryOperator::Add | BinaryOperator::Subtract);
    if is_sum && constant.is_some_and(|by| by.abs() == 1) {
        let above = direction == Direction::Up;
        if [store.scope, round.back]
            .into_iter()
            .any(|scope| ranges.has_room(scope, current, above))
        {
            return Some(true);
        }
    }
    let is_cleared = op == BinaryOperator::And && direction == Direction::Down && is_one_less(ranges, by, current);
    let mut best = None;
    for place in [Place::Store, Place::Back, Place::Before] {
        let scope = match place {
            Place::Store => store.scope,
            Place::Back | Place::Before => round.back,
        };
        let moved = ranges.within(scope, |ranges| {
            let by = ranges.interval(by)?;
            if by == ty.full() || !may_move(op, by, direction) {
                return None;
            }
            // The interval of all values of the local does not bound a sum: the step itself exceeds it.
            let is_own = matches!(ranges.kind(current), Kind::Local(_));
            let mut from = if is_sum && is_own {
                ranges.refined(current, ty.full(), NOTHING)
            } else {
                ranges.interval(current)?
            };
            if place == Place::Before {
                from = one_round_before(ranges, round, store.local, (current, from));
            }
            moves(ty, op, direction, (from, by), is_cleared)
        });
        match moved {
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

/// Whether an operation can move a value in a direction: one with a constant, and most others, move it in one only.
fn can_move(operator: BinaryOperator, constant: Option<i64>, direction: Direction) -> bool {
    match (operator, direction) {
        (BinaryOperator::Add, Direction::Up) | (BinaryOperator::Subtract, Direction::Down) => {
            constant.is_none_or(|by| by > 0)
        }
        (BinaryOperator::Add, Direction::Down) | (BinaryOperator::Subtract, Direction::Up) => {
            constant.is_none_or(|by| by < 0)
        }
        (BinaryOperator::Multiply | BinaryOperator::ShiftLeft | BinaryOperator::InclusiveOr, Direction::Up) => true,
        (
            BinaryOperator::ShiftRight | BinaryOperator::Divide | BinaryOperator::Modulo | BinaryOperator::And,
            Direction::Down,
        ) => true,
        // catch-all: other operations are not analyzed
        _ => false,
    }
}

/// Whether an operation with a value of an interval can move another value in a direction, if that one has room.
fn may_move(operator: BinaryOperator, by: Interval, direction: Direction) -> bool {
    match (operator, direction) {
        (BinaryOperator::Add, Direction::Up) | (BinaryOperator::Subtract, Direction::Down) => by.least >= 0,
        (BinaryOperator::Add, Direction::Down) | (BinaryOperator::Subtract, Direction::Up) => by.most <= 0,
        // catch-all: of other operations `moves` decides
        _ => true,
    }
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
fn moves(
    ty: IntegerType,
    operator: BinaryOperator,
    direction: Direction,
    (from, by): (Interval, Interval),
    cleared: bool,
) -> Option<bool> {
    let wide = |interval: Interval| (i128::from(interval.least), i128::from(interval.most));
    let ((least, most), (from_least, from_most), (by_least, by_most)) = (wide(ty.exact()), wide(from), wide(by));
    let positive = from_least >= 0;
    let shifts = by_least >= 0 && by_most < ty.bits.into();
    let (moves_on, strict) = match (operator, direction) {
        (BinaryOperator::Add, Direction::Up) => (by_least >= 0 && from_most + by_most <= most, by_least >= 1),
        (BinaryOperator::Add, Direction::Down) => (by_most <= 0 && from_least + by_least >= least, by_most <= -1),
        (BinaryOperator::Subtract, Direction::Up) => (by_most <= 0 && from_most - by_least <= most, by_most <= -1),
        (BinaryOperator::Subtract, Direction::Down) => (by_least >= 0 && from_least - by_most >= least, by_least >= 1),
        (BinaryOperator::Multiply, Direction::Up) => {
            let fits = from_most.checked_mul(by_most).is_some_and(|product| product <= most);
            (positive && by_least >= 1 && fits, by_least >= 2 && from_least >= 1)
        }
        (BinaryOperator::ShiftLeft, Direction::Up) => {
            let fits = shifts && from_most << by_most <= most;
            (positive && fits, by_least >= 1 && from_least >= 1)
        }
        (BinaryOperator::InclusiveOr, Direction::Up) => (positive && by_least >= 0, false),
        (BinaryOperator::ShiftRight, Direction::Down) => (positive, shifts && by_least >= 1 && from_least >= 1),
        (BinaryOperator::Divide, Direction::Down) => (positive && by_least >= 1, by_least >= 2 && from_least >= 1),
        (BinaryOperator::Modulo, Direction::Down) => (positive && by_least >= 1, false),
        (BinaryOperator::And, Direction::Down) => (positive, cleared && from_least >= 1),
        // catch-all: other operations can move the value in both directions
        _ => return None,
    };
    moves_on.then_some(strict)
}
