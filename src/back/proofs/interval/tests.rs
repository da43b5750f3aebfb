//! Tests of interval arithmetic by enumeration: for all intervals of 3- and 4-bit types, the result of each pair of
//! values must be inside the result for the intervals. The expected values are computed on bits, without the code under
//! test.

use super::{IntegerType, Interval};
use naga::BinaryOperator as B;

/// The result of an operation on two values; `None` where WGSL leaves it to the implementation.
type OnBits = fn(IntegerType, i64, i64) -> Option<i64>;

const OPERATIONS: [(B, OnBits); 10] = [
    (B::Add, |_, left, right| Some(left + right)),
    (B::Subtract, |_, left, right| Some(left - right)),
    (B::Multiply, |_, left, right| Some(left.wrapping_mul(right))),
    (B::Divide, |_, left, right| left.checked_div(right)),
    (B::Modulo, |_, left, right| left.checked_rem(right)),
    (B::And, |_, left, right| Some(left & right)),
    (B::InclusiveOr, |_, left, right| Some(left | right)),
    (B::ExclusiveOr, |_, left, right| Some(left ^ right)),
    (B::ShiftLeft, |ty, left, right| shifted(ty, right).map(|by| left << by)),
    (B::ShiftRight, |ty, left, right| shifted(ty, right).map(|by| left >> by)),
];

/// Whether a comparison of two values holds.
type Holds = fn(i64, i64) -> bool;

const COMPARISONS: [(B, Holds); 6] = [
    (B::Less, |left, right| left < right),
    (B::LessEqual, |left, right| left <= right),
    (B::Greater, |left, right| left > right),
    (B::GreaterEqual, |left, right| left >= right),
    (B::Equal, |left, right| left == right),
    (B::NotEqual, |left, right| left != right),
];

fn shifted(ty: IntegerType, by: i64) -> Option<i64> {
    (0..i64::from(ty.bits)).contains(&by).then_some(by)
}

/// A value truncated to the bits of a type.
fn wrap(ty: IntegerType, value: i64) -> i64 {
    let unused = 64 - u32::from(ty.bits);
    if ty.signed {
        value << unused >> unused
    } else {
        ((value as u64) << unused >> unused) as i64
    }
}

fn types() -> impl Iterator<Item = IntegerType> {
    let all = [(false, 3), (true, 3), (false, 4), (true, 4)];
    all.into_iter().map(|(signed, bits)| IntegerType { signed, bits })
}

fn intervals(ty: IntegerType) -> impl Iterator<Item = Interval> {
    let full = ty.full();
    inside(full).flat_map(move |least| (least..=full.most).map(move |most| Interval::new(least, most)))
}

fn inside(interval: Interval) -> impl Iterator<Item = i64> + Clone {
    interval.least..=interval.most
}

fn has(interval: Interval, value: i64) -> bool {
    interval.contains(Interval::single(value))
}

/// Asserts that the result for two intervals has the results for all of some values in them.
fn check(
    ty: IntegerType,
    (op, on_bits): (B, OnBits),
    pair: [Interval; 2],
    values: [impl Iterator<Item = i64> + Clone; 2],
) {
    let result = ty.binary(op, pair[0], pair[1]);
    assert!(ty.full().contains(result), "{op:?} {ty:?} {pair:?}: {result:?}");
    let [lefts, rights] = values;
    for left in lefts {
        for right in rights.clone() {
            match on_bits(ty, left, right).map(|value| wrap(ty, value)) {
                Some(value) => assert!(
                    has(result, value),
                    "{op:?} {ty:?} {pair:?}: {left}, {right} is not in {result:?}"
                ),
                None => assert!(
                    result.contains(ty.full()),
                    "{op:?} {ty:?}: {left}, {right} has no defined result"
                ),
            }
        }
    }
}

#[test]
fn operations_on_all_intervals() {
    for ty in types() {
        for operation in OPERATIONS {
            for left in intervals(ty) {
                for right in intervals(ty) {
                    check(ty, operation, [left, right], [inside(left), inside(right)]);
                }
            }
        }
    }
}

#[test]
fn operations_at_the_edges_of_32_bits() {
    for signed in [false, true] {
        let ty = IntegerType { signed, bits: 32 };
        let edges = [0, 1, 7, 31, 32, 1 << 16, 1 << 30, 1 << 31, 1 << 32];
        let mut values: Vec<i64> = edges
            .iter()
            .flat_map(|edge| [-edge, 1 - edge, edge - 1, *edge, edge + 1])
            .collect();
        values.retain(|&value| has(ty.full(), value));
        values.sort_unstable();
        let steps = [1, 2, 5].into_iter();
        let pairs: Vec<_> = steps
            .flat_map(|step| values.windows(step).map(|of| [of[0], of[of.len() - 1]]))
            .collect();
        for operation in OPERATIONS {
            for left in &pairs {
                for right in &pairs {
                    let of = [left, right].map(|&[least, most]| Interval::new(least, most));
                    check(ty, operation, of, [left.iter().copied(), right.iter().copied()]);
                }
            }
        }
    }
}

#[test]
fn one_operand_order_and_comparisons() {
    for ty in types() {
        for of in intervals(ty) {
            for value in inside(of) {
                assert!(has(ty.negate(of), wrap(ty, -value)), "-{value} of {ty:?}");
                assert!(has(ty.absolute(of), wrap(ty, value.abs())), "abs({value}) of {ty:?}");
                for to in types() {
                    assert!(has(to.wrapped(of), wrap(to, value)), "{value} of {ty:?} as {to:?}");
                }
            }
            for other in intervals(ty) {
                assert!(of.join(other).contains(of) && of.join(other).contains(other));
                for value in inside(of) {
                    assert!(!has(other, value) || has(of.meet(other), value), "{of:?} and {other:?}");
                    for limit in inside(other) {
                        assert!(has(of.minimum(other), value.min(limit)) && has(of.maximum(other), value.max(limit)));
                        for (op, holds) in COMPARISONS {
                            let limited = of.limited(op, other);
                            assert!(!holds(value, limit) || has(limited, value), "{value} {op:?} {limit}");
                        }
                    }
                }
            }
        }
    }
}

/// `clamp` at three bits, with bounds in order and exchanged. For exchanged bounds the result is the full interval.
#[test]
fn clamping() {
    for ty in types().filter(|ty| ty.bits == 3) {
        for (value, low) in intervals(ty).flat_map(|value| intervals(ty).map(move |low| (value, low))) {
            for high in intervals(ty) {
                let result = ty.clamp(value, low, high);
                for (least, most) in inside(low).flat_map(|low| inside(high).map(move |high| (low, high))) {
                    let is_right = |value: i64| has(result, value.clamp(least, most));
                    assert!(if least > most {
                        result.contains(ty.full())
                    } else {
                        inside(value).all(is_right)
                    });
                }
            }
        }
    }
}

/// For lengths, pairs of values that exceed them by no more than their intervals say: the result exceeds them by no more
/// than its interval says.
#[test]
fn what_exceeds_a_length() {
    let excesses = [-1, 0, 2, 1 << 60];
    let ty = |signed| IntegerType { signed, bits: 3 };
    for ty in [ty(false), ty(true)] {
        for (left, right) in intervals(ty).flat_map(|left| intervals(ty).map(move |right| (left, right))) {
            for (by, other) in excesses.into_iter().flat_map(|by| excesses.map(|other| (by, other))) {
                check_excesses(ty, left.exceeding(by), right.exceeding(other));
            }
        }
    }
}

fn check_excesses(ty: IntegerType, left: Interval, right: Interval) {
    let results = OPERATIONS.map(|(op, on_bits)| (ty.binary(op, left, right), op, on_bits));
    let (least, most, either) = (left.minimum(right), left.maximum(right), left.join(right));
    let limited = COMPARISONS.map(|(op, holds)| (left.limited(op, right), holds));
    for length in [0, 1, 3, 7] {
        let exceeds = |value: i64, interval: Interval| value - length > interval.excess;
        for one in inside(left).filter(|&value| !exceeds(value, left)) {
            for two in inside(right).filter(|&value| !exceeds(value, right)) {
                for &(result, op, on_bits) in &results {
                    let value = on_bits(ty, one, two).map(|value| wrap(ty, value));
                    assert!(
                        value.is_none_or(|value| !exceeds(value, result)),
                        "{one} {op:?} {two} of {left:?}, {right:?} for {length}: {result:?}"
                    );
                }
                assert!(!exceeds(one.min(two), least) && !exceeds(one.max(two), most));
                assert!(!exceeds(one, either) && !exceeds(two, either));
                assert!(!exceeds(one - two, left.minus(right)));
                for (interval, holds) in &limited {
                    assert!(
                        !holds(one, two) || !exceeds(one, *interval),
                        "{one} and {two}: {interval:?}"
                    );
                }
            }
        }
    }
}
