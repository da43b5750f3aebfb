//! Tests of proofs by execution: indices under conditions and in loops whose limits are at the edges of their type,
//! with values in and out of range. Each read must return the element of WGSL's clamp; the memory next to the table has
//! other values, which a wrong proof would read.

use super::run::{Witness, run_compute};
use std::fmt::Write as _;

/// The value next to the table.
const OUTSIDE: u32 = 0xBAD;

/// The value if nothing is read.
const SKIPPED: u32 = 7;

const VALUES: [u32; 16] = [
    0,
    1,
    2,
    6,
    7,
    8,
    9,
    15,
    16,
    0x7FFF_FFFE,
    0x7FFF_FFFF,
    0x8000_0000,
    0x8000_0001,
    0xFFFF_FFF8,
    0xFFFF_FFFE,
    0xFFFF_FFFF,
];

/// The table with the values next to it, and the inputs.
fn input() -> Vec<u32> {
    let mut words = vec![OUTSIDE; 32];
    words.extend(100..108);
    words.extend([OUTSIDE; 32]);
    words.extend(VALUES);
    words
}

/// The element at an index, clamped.
fn element(index: u32) -> u32 {
    100 + index.min(7)
}

/// A number of a type as WGSL spells it.
fn literal(value: u32, signed: bool) -> String {
    match (signed, value) {
        (false, _) => format!("{value}u"),
        (true, 0x8000_0000) => "(-2147483647i - 1i)".to_owned(),
        (true, _) => format!("({}i)", value.cast_signed()),
    }
}

fn compare(operator: &str, left: u32, right: u32, signed: bool) -> bool {
    let order = if signed {
        left.cast_signed().cmp(&right.cast_signed())
    } else {
        left.cmp(&right)
    };
    match operator {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        "==" => order.is_eq(),
        _ => order.is_ne(),
    }
}

/// Runs statements for each value, and compares the resulting `r` with the expected words.
fn run(signed: bool, cases: &[(String, Vec<u32>)]) {
    let ty = if signed { "i32" } else { "u32" };
    let mut source = format!(
        "struct Input {{ before: array<u32, 32>, table: array<u32, 8>, after: array<u32, 32>, values: array<u32, 16> }}
@group(0) @binding(0) var<storage, read> input: Input;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) at: u32) {{
    let x = {ty}(input.values[at]);\n"
    );
    for (number, (statement, _)) in cases.iter().enumerate() {
        let count = cases.len();
        writeln!(
            source,
            "    {{ var r = {SKIPPED}u; {statement} output[at * {count}u + {number}u] = r; }}"
        )
        .unwrap();
    }
    source += "}\n";
    let count = cases.len();
    run_compute(&source, &input(), count * VALUES.len(), Witness::None, |result| {
        for (number, (statement, expected)) in cases.iter().enumerate() {
            for (at, &expected) in expected.iter().enumerate() {
                let actual = result[at * count + number];
                if actual != expected {
                    let value = VALUES[at];
                    return Err(format!("x = {value:#x}: {statement}: {actual}, expected {expected}"));
                }
            }
        }
        Ok(())
    });
}

/// An index as text and as a function of the value.
type Index = (&'static str, fn(u32, bool) -> u32);

fn conditions(signed: bool) {
    let indices: [Index; 8] = [
        ("x", |x, _| x),
        ("x + one", |x, _| x.wrapping_add(1)),
        ("x - one", |x, _| x.wrapping_sub(1)),
        ("x * two", |x, _| x.wrapping_mul(2)),
        ("x / two", |x, signed| {
            if signed {
                (x.cast_signed() / 2).cast_unsigned()
            } else {
                x / 2
            }
        }),
        ("x >> 1u", |x, signed| {
            if signed {
                (x.cast_signed() >> 1).cast_unsigned()
            } else {
                x >> 1
            }
        }),
        ("x << 1u", |x, _| x << 1),
        ("two - x", |x, _| 2_u32.wrapping_sub(x)),
    ];
    let mut cases = Vec::new();
    for operator in ["<", "<=", ">", ">=", "==", "!="] {
        for limit in [0, 1, 7, 8, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
            for (text, index) in indices {
                let index_text = text
                    .replace("one", &literal(1, signed))
                    .replace("two", &literal(2, signed));
                let limit_text = literal(limit, signed);
                let condition = format!("x {operator} {limit_text}");
                // In the branch, after another branch that leaves, and under a conjunction.
                let statement = match cases.len() % 3 {
                    0 => format!("if {condition} {{ r = input.table[{index_text}]; }}"),
                    1 => format!("loop {{ if !({condition}) {{ break; }} r = input.table[{index_text}]; break; }}"),
                    _ => format!("if at < 16u && {condition} {{ r = input.table[{index_text}]; }}"),
                };
                let expected = |&x: &u32| {
                    if compare(operator, x, limit, signed) {
                        element(index(x, signed))
                    } else {
                        SKIPPED
                    }
                };
                cases.push((statement, VALUES.iter().map(expected).collect()));
            }
        }
    }
    for part in cases.chunks(84) {
        run(signed, part);
    }
}

#[test]
fn conditions_of_unsigned_values() {
    conditions(false);
}

#[test]
fn conditions_of_signed_values() {
    conditions(true);
}

/// A step as text and as a function of the counter.
type Step = (&'static str, fn(u32, bool) -> u32);

fn loops(signed: bool) {
    let steps: [Step; 7] = [
        ("i += one", |i, _| i.wrapping_add(1)),
        ("i += three", |i, _| i.wrapping_add(3)),
        ("i -= one", |i, _| i.wrapping_sub(1)),
        ("i -= three", |i, _| i.wrapping_sub(3)),
        ("i <<= 1u", |i, _| i << 1),
        ("i >>= 1u", |i, signed| {
            if signed {
                (i.cast_signed() >> 1).cast_unsigned()
            } else {
                i >> 1
            }
        }),
        ("i *= three", |i, _| i.wrapping_mul(3)),
    ];
    let mut cases = Vec::new();
    let mut number = 0;
    for (text, step) in steps {
        for operator in ["<", "<=", ">", ">=", "!="] {
            for limit in [0, 1, 8, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
                for offset in [0, 1, 0xFFFF_FFFF] {
                    number += 1;
                    // Only some of them: each pair of a step and an operator occurs with several limits and offsets.
                    if number % 7 != (number / 7) % 7 {
                        continue;
                    }
                    let text = text
                        .replace("one", &literal(1, signed))
                        .replace("three", &literal(3, signed));
                    let condition = format!("i {operator} {}", literal(limit, signed));
                    let index = format!("i + {}", literal(offset, signed));
                    let round = format!("if n >= 12u {{ break; }} n += 1u; r = r * 31u + input.table[{index}];");
                    let statement = match number % 4 {
                        0 => format!("var n = 0u; for (var i = x; {condition}; {text}) {{ {round} }}"),
                        1 => format!("var n = 0u; var i = x; while {condition} {{ {round} {text}; }}"),
                        2 => format!("var n = 0u; var i = x; while at < 16u && {condition} {{ {round} {text}; }}"),
                        _ => format!(
                            "var n = 0u; var i = x; loop {{ if {condition} {{ {round} }} else {{ break; }} continuing {{ {text}; }} }}"
                        ),
                    };
                    let expected = |&x: &u32| {
                        let (mut i, mut n, mut r) = (x, 0, SKIPPED);
                        while compare(operator, i, limit, signed) && n < 12 {
                            n += 1;
                            r = r.wrapping_mul(31).wrapping_add(element(i.wrapping_add(offset)));
                            i = step(i, signed);
                        }
                        r
                    };
                    cases.push((statement, VALUES.iter().map(expected).collect()));
                }
            }
        }
    }
    // Drivers take superlinear time for many loops in one function.
    for part in cases.chunks(12) {
        run(signed, part);
    }
}

#[test]
fn loops_of_unsigned_counters() {
    loops(false);
}

#[test]
fn loops_of_signed_counters() {
    loops(true);
}

/// An index as text and as a function of a value below four and of the counter.
type Butterfly = (&'static str, fn(u32, u32) -> u32);

/// Indices that only the single values of a counter show to be in range, and their neighbours out of range.
#[test]
fn counters_with_few_values() {
    let indices: [Butterfly; 6] = [
        ("2u * l - (l & (h - 1u)) + h", |l, h| 2 * l - (l & (h - 1)) + h),
        ("2u * l - l % h + h", |l, h| 2 * l - l % h + h),
        ("l / h * h * 2u + l % h + h", |l, h| l / h * h * 2 + l % h + h),
        ("l * 4u - (l & (h - 1u)) + h", |l, h| l * 4 - (l & (h - 1)) + h),
        ("2u * l - (l & h) + h", |l, h| {
            (2 * l).wrapping_sub(l & h).wrapping_add(h)
        }),
        ("2u * l - (l & (h - 2u)) + h", |l, h| {
            (2 * l).wrapping_sub(l & h.wrapping_sub(2)).wrapping_add(h)
        }),
    ];
    let mut cases = Vec::new();
    for (text, index) in indices {
        for most in [4, 8, 16, 32] {
            for loop_ in [
                "for (var h = 1u; h < MOST; h *= 2u)",
                "for (var h = MOST / 2u; h > 0u; h >>= 1u)",
                "for (var y = 0u; y < 1u; y++) { for (var h = 1u; h < MOST; h <<= 1u)",
            ] {
                let end = if loop_.contains("y++") { "}" } else { "" };
                let head = loop_.replace("MOST", &format!("{most}u"));
                let statement = format!("let l = x & 3u; {head} {{ r = r * 31u + input.table[{text}]; }} {end}");
                let expected = |&x: &u32| {
                    let halves = (0..5).map(|step| 1 << step).filter(|&half| half < most);
                    let add = |r: u32, half| r.wrapping_mul(31).wrapping_add(element(index(x & 3, half)));
                    if head.contains("h >>=") {
                        halves.rev().fold(SKIPPED, add)
                    } else {
                        halves.fold(SKIPPED, add)
                    }
                };
                cases.push((statement, VALUES.iter().map(expected).collect()));
            }
        }
    }
    for part in cases.chunks(12) {
        run(false, part);
    }
}
