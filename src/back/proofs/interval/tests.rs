//! Tests of interval arithmetic by enumeration: for all intervals of 3- and 4-bit types, the result of each pair of
//! values must be inside the result for the intervals. The expected values are computed on bits, without the code under
//! test.

use super::{IntegerType, Interval};
use naga::BinaryOperator;

/// The result of an operation on two values; `None` where WGSL leaves it to the implementation.
type OnBits = fn(IntegerType, i64, i64) -> Option<i64>;
type OnIntervals = fn(IntegerType, Interval, Interval) -> Interval;

/// The same in integers that no operation wraps.
type OnWide = fn(i128, i128) -> Option<i128>;

/// A value truncated to the bits of a type.
fn wrap(ty: IntegerType, value: i64) -> i64 {
    let bits = value & ((1 << ty.bits) - 1);
    if ty.signed && bits >> (ty.bits - 1) == 1 {
        bits - (1 << ty.bits)
    } else {
        bits
    }
}

fn values(ty: IntegerType) -> impl Iterator<Item = i64> {
    (0..1_i64 << ty.bits).map(move |bits| wrap(ty, bits))
}

fn intervals(ty: IntegerType) -> Vec<Interval> {
    let mut all = Vec::new();
    for least in values(ty) {
        for most in values(ty).filter(|&most| most >= least) {
            all.push(Interval { least, most });
        }
    }
    all
}

/// Whether a value is in an interval.
trait Contains {
    fn contains_value(self, value: i64) -> bool;
}

impl Contains for Interval {
    fn contains_value(self, value: i64) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

fn inside(interval: Interval) -> impl Iterator<Item = i64> {
    interval.least..=interval.most
}

fn types() -> [IntegerType; 4] {
    [(false, 3), (true, 3), (false, 4), (true, 4)].map(|(signed, bits)| IntegerType { signed, bits })
}

fn binary(name: &str, on_intervals: OnIntervals, on_bits: OnBits) {
    for ty in types() {
        for left in intervals(ty) {
            for right in intervals(ty) {
                let result = on_intervals(ty, left, right);
                assert!(
                    ty.full().contains(result),
                    "{name} {ty:?} {left:?} {right:?}: {result:?}"
                );
                for first in inside(left) {
                    for second in inside(right) {
                        let Some(value) = on_bits(ty, first, second) else {
                            assert_eq!(
                                result,
                                ty.full(),
                                "{name} {ty:?}: {first}, {second} has no defined result"
                            );
                            continue;
                        };
                        let value = wrap(ty, value);
                        assert!(
                            result.contains_value(value),
                            "{name} {ty:?}: {first}, {second} is {value}, outside {result:?} of {left:?} and {right:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn arithmetic() {
    binary(
        "+",
        |ty, left, right| ty.binary(BinaryOperator::Add, left, right),
        |_, left, right| Some(left + right),
    );
    binary(
        "-",
        |ty, left, right| ty.binary(BinaryOperator::Subtract, left, right),
        |_, left, right| Some(left - right),
    );
    binary(
        "*",
        |ty, left, right| ty.binary(BinaryOperator::Multiply, left, right),
        |_, left, right| Some(left * right),
    );
    binary(
        "/",
        |ty, left, right| ty.binary(BinaryOperator::Divide, left, right),
        |_, left, right| left.checked_div(right),
    );
    binary(
        "%",
        |ty, left, right| ty.binary(BinaryOperator::Modulo, left, right),
        |_, left, right| left.checked_rem(right),
    );
}

#[test]
fn bits() {
    binary(
        "&",
        |ty, left, right| ty.binary(BinaryOperator::And, left, right),
        |_, left, right| Some(left & right),
    );
    binary(
        "|",
        |ty, left, right| ty.binary(BinaryOperator::InclusiveOr, left, right),
        |_, left, right| Some(left | right),
    );
    binary(
        "^",
        |ty, left, right| ty.binary(BinaryOperator::ExclusiveOr, left, right),
        |_, left, right| Some(left ^ right),
    );
    binary(
        "<<",
        |ty, left, right| ty.binary(BinaryOperator::ShiftLeft, left, right),
        |ty, left, right| (0..i64::from(ty.bits)).contains(&right).then(|| left << right),
    );
    binary(
        ">>",
        |ty, left, right| ty.binary(BinaryOperator::ShiftRight, left, right),
        |ty, left, right| (0..i64::from(ty.bits)).contains(&right).then(|| left >> right),
    );
}

#[test]
fn order() {
    binary(
        "min",
        |_, left, right| left.minimum(right),
        |_, left, right| Some(left.min(right)),
    );
    binary(
        "max",
        |_, left, right| left.maximum(right),
        |_, left, right| Some(left.max(right)),
    );
    binary(
        "join, the first",
        |_, left, right| left.join(right),
        |_, left, _| Some(left),
    );
    binary(
        "join, the second",
        |_, left, right| left.join(right),
        |_, _, right| Some(right),
    );
}

#[test]
fn meeting() {
    for ty in types() {
        for left in intervals(ty) {
            for right in intervals(ty) {
                let both = left.meet(right);
                for value in inside(left).filter(|&value| right.contains_value(value)) {
                    assert!(
                        both.contains_value(value),
                        "{value} is in {left:?} and {right:?}, not in {both:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn of_one_operand() {
    for ty in types() {
        for interval in intervals(ty) {
            for value in inside(interval) {
                assert!(
                    ty.negate(interval).contains_value(wrap(ty, -value)),
                    "-{value} of {ty:?}"
                );
                assert!(
                    ty.absolute(interval).contains_value(wrap(ty, value.abs())),
                    "abs({value}) of {ty:?}"
                );
            }
        }
    }
}

#[test]
fn conversions_to_every_type() {
    for from in types() {
        for to in types() {
            for interval in intervals(from) {
                for value in inside(interval) {
                    let converted = wrap(to, value);
                    assert!(
                        to.wrapped(interval).contains_value(converted),
                        "{value} of {from:?} is {converted} of {to:?}"
                    );
                }
            }
        }
    }
}

/// `clamp` at three bits, with bounds in order and exchanged. For exchanged bounds the result is the full interval.
#[test]
fn clamping() {
    for ty in types().into_iter().filter(|ty| ty.bits == 3) {
        let all = intervals(ty);
        for &value in &all {
            for &low in &all {
                for &high in &all {
                    let result = ty.clamp(value, low, high);
                    for (least, most) in inside(low).flat_map(|low| inside(high).map(move |high| (low, high))) {
                        if least > most {
                            assert_eq!(result, ty.full(), "exchanged bounds");
                            continue;
                        }
                        assert!(inside(value).all(|value| result.contains_value(value.clamp(least, most))));
                    }
                }
            }
        }
    }
}

/// Operations at 32 bits: on the ends of intervals at the edges of the type, and on values next to them.
#[test]
fn widest() {
    for signed in [false, true] {
        let ty = IntegerType { signed, bits: 32 };
        let full = ty.full();
        let edges = [0, 1, 2, 3, 7, 31, 32, 1 << 16, 1 << 30, 1 << 31, 1 << 32];
        let mut values: Vec<i64> = edges
            .into_iter()
            .flat_map(|edge: i64| [-edge - 1, -edge, 1 - edge, edge - 1, edge, edge + 1])
            .filter(|&edge| full.contains_value(edge))
            .collect();
        values.sort_unstable();
        values.dedup();
        let operations: [(&str, OnIntervals, OnWide); 10] = [
            (
                "+",
                |ty, left, right| ty.binary(BinaryOperator::Add, left, right),
                |left, right| Some(left + right),
            ),
            (
                "-",
                |ty, left, right| ty.binary(BinaryOperator::Subtract, left, right),
                |left, right| Some(left - right),
            ),
            (
                "*",
                |ty, left, right| ty.binary(BinaryOperator::Multiply, left, right),
                |left, right| Some(left * right),
            ),
            (
                "/",
                |ty, left, right| ty.binary(BinaryOperator::Divide, left, right),
                |left, right| left.checked_div(right),
            ),
            (
                "%",
                |ty, left, right| ty.binary(BinaryOperator::Modulo, left, right),
                |left, right| left.checked_rem(right),
            ),
            (
                "&",
                |ty, left, right| ty.binary(BinaryOperator::And, left, right),
                |left, right| Some(left & right),
            ),
            (
                "|",
                |ty, left, right| ty.binary(BinaryOperator::InclusiveOr, left, right),
                |left, right| Some(left | right),
            ),
            (
                "^",
                |ty, left, right| ty.binary(BinaryOperator::ExclusiveOr, left, right),
                |left, right| Some(left ^ right),
            ),
            (
                "<<",
                |ty, left, right| ty.binary(BinaryOperator::ShiftLeft, left, right),
                |left, right| (0..32).contains(&right).then(|| left << right),
            ),
            (
                ">>",
                |ty, left, right| ty.binary(BinaryOperator::ShiftRight, left, right),
                |left, right| (0..32).contains(&right).then(|| left >> right),
            ),
        ];
        let pairs: Vec<[i64; 2]> = values
            .windows(1)
            .map(|of| [of[0], of[0]])
            .chain(values.windows(3).map(|of| [of[0], of[2]]))
            .chain([[full.least, full.most], [0, full.most]])
            .collect();
        let of = |[least, most]: [i64; 2]| Interval { least, most };
        for (name, on_intervals, on_wide) in operations {
            for &one in &pairs {
                for &other in &pairs {
                    let result = on_intervals(ty, of(one), of(other));
                    assert!(
                        full.contains(result),
                        "{name} {signed}: {one:?}, {other:?} is {result:?}"
                    );
                    for left in one {
                        for value in other
                            .map(|right| on_wide(left.into(), right.into()))
                            .into_iter()
                            .flatten()
                        {
                            let value = i64::try_from(value.rem_euclid(1 << 32)).unwrap();
                            let value = wrap(ty, value);
                            assert!(
                                result.contains_value(value),
                                "{name} {signed}: {one:?}, {other:?} has {value}, outside {result:?}"
                            );
                        }
                    }
                }
            }
        }
        for &pair in &pairs {
            for value in pair {
                assert!(ty.negate(of(pair)).contains_value(wrap(ty, -value)), "-{value}");
                assert!(
                    ty.absolute(of(pair)).contains_value(wrap(ty, value.abs())),
                    "abs({value})"
                );
                for to in [false, true].map(|signed| IntegerType { signed, bits: 32 }) {
                    assert!(
                        to.wrapped(of(pair)).contains_value(wrap(to, value)),
                        "{value} as {to:?}"
                    );
                }
            }
        }
    }
}

/// The intervals are as narrow as possible for the operands that proofs rely on.
#[test]
fn precision() {
    let unsigned = IntegerType {
        signed: false,
        bits: 32,
    };
    let signed = IntegerType { signed: true, bits: 32 };
    let of = |least, most| Interval { least, most };
    assert_eq!(unsigned.binary(BinaryOperator::Add, of(0, 3), of(4, 4)), of(4, 7));
    assert_eq!(
        unsigned.binary(BinaryOperator::Subtract, of(16, 63), of(15, 15)),
        of(1, 48)
    );
    assert_eq!(
        unsigned.binary(BinaryOperator::Subtract, of(0, 63), of(1, 1)),
        unsigned.full()
    );
    assert_eq!(
        unsigned.binary(BinaryOperator::And, of(0, u32::MAX.into()), of(7, 7)),
        of(0, 7)
    );
    assert_eq!(signed.binary(BinaryOperator::And, signed.full(), of(7, 7)), of(0, 7));
    assert_eq!(
        unsigned.binary(BinaryOperator::Modulo, unsigned.full(), of(8, 8)),
        of(0, 7)
    );
    assert_eq!(
        signed.binary(BinaryOperator::Modulo, signed.full(), of(8, 8)),
        of(-7, 7)
    );
    assert_eq!(
        unsigned.binary(BinaryOperator::ShiftRight, unsigned.full(), of(29, 29)),
        of(0, 7)
    );
    assert_eq!(
        unsigned.binary(BinaryOperator::InclusiveOr, of(4, 5), of(0, 3)),
        of(4, 7)
    );
    assert_eq!(
        signed.binary(BinaryOperator::ShiftRight, of(-8, 7), of(1, 2)),
        of(-4, 3)
    );
}
