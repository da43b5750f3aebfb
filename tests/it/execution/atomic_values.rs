//! Tests of each atomic operation by one invocation: its result and the memory afterwards, in storage and workgroup
//! memory, signed and unsigned, with indices in and out of range, with every policy.

use std::fmt::Write as _;

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};

use super::atomics::{SCALARS, Scalar, equal};
use super::bytes::from_words;
use super::run::{dispatch, group};
use crate::common::setup::Setup;
use crate::common::vulkan::Resource;

const OPERATIONS: [&str; 9] = [
    "atomicAdd",
    "atomicSub",
    "atomicMin",
    "atomicMax",
    "atomicAnd",
    "atomicOr",
    "atomicXor",
    "atomicExchange",
    "atomicStore",
];

/// The value of a cell, an operand, and the index of the cell among three.
type Row = [u32; 3];

fn rows(policy: BoundsCheckPolicy) -> Vec<Row> {
    let mut rows = vec![
        [0, 1, 0],
        [5, 3, 1],
        [3, 5, 2],
        [7, 7, 1],
        [0xffff_fff0, 0x20, 0],
        [0x7fff_ffff, 0x8000_0000, 2],
        [0x8000_0000, 0x7fff_fffe, 1],
        [0xdead_beef, 0x0123_4567, 0],
    ];
    if policy != BoundsCheckPolicy::Unchecked {
        rows.extend([
            [9, 4, 3],
            [9, 14, u32::MAX],
            [0x8000_0001, 6, 0x8000_0000],
            [11, 2, 0x4000_0000],
        ]);
    }
    rows
}

fn shader(scalar: Scalar, space: &str, index: &str) -> String {
    let name = scalar.name();
    let declaration = match space {
        "storage" => "@group(0) @binding(2) var<storage, read_write> cells".to_owned(),
        _ => format!("var<{space}> cells"),
    };
    let mut body = String::new();
    for operation in OPERATIONS {
        let call = format!("{operation}(&cells[at], value)");
        let old = if operation == "atomicStore" {
            format!("old = bitcast<u32>(atomicLoad(&cells[at])); {call};")
        } else {
            format!("old = bitcast<u32>({call});")
        };
        writeln!(body, "        fill(row.x); {old} note();").unwrap();
    }
    // A comparison with the cell's value, and with another value.
    for other in ["", " ^ 5"] {
        writeln!(
            body,
            "        fill(row.x); swapped = atomicCompareExchangeWeak(&cells[at], expected{other}, value);
        old = bitcast<u32>(swapped.old_value) + u32(swapped.exchanged) * 0x10000u; note();"
        )
        .unwrap();
    }
    format!(
        "@group(0) @binding(0) var<storage, read> rows: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<u32>>;
{declaration}: array<atomic<{name}>, 3>;
var<private> cursor: u32;
var<private> old: u32;
fn fill(value: u32) {{ for (var i = 0u; i < 3u; i++) {{ atomicStore(&cells[i], bitcast<{name}>(value + i)); }} }}
fn note() {{
    output[cursor] = vec4<u32>(old, bitcast<u32>(atomicLoad(&cells[0])), bitcast<u32>(atomicLoad(&cells[1])),
        bitcast<u32>(atomicLoad(&cells[2])));
    cursor++;
}}
@compute @workgroup_size(1)
fn main() {{
    for (var n = 0u; n < arrayLength(&rows); n++) {{
        let row = rows[n];
        let value = bitcast<{name}>(row.y);
        let at = {index}(row.z);
        let expected = bitcast<{name}>(row.x + min(row.z, 2u));
        var swapped = atomicCompareExchangeWeak(&cells[0], {name}(0), {name}(0));
{body}    }}
}}
"
    )
}

fn expected(scalar: Scalar, policy: BoundsCheckPolicy) -> Vec<u32> {
    let mut expected = Vec::new();
    for [memory, operand, index] in rows(policy) {
        let place = match index as usize {
            inside if inside < 3 => Some(inside),
            _ if policy == BoundsCheckPolicy::Restrict => Some(2),
            _ => None,
        };
        let before = [0, 1, 2].map(|i| memory.wrapping_add(i));
        for operation in OPERATIONS {
            let mut cells = before;
            let old = place.map_or(0, |place| cells[place]);
            if let Some(place) = place {
                let stored = operation.replace("Store", "Exchange");
                cells[place] = scalar.apply(&stored, cells[place], operand);
            }
            expected.push(old);
            expected.extend(cells);
        }
        let guess = memory.wrapping_add(index.min(2));
        for guess in [guess, guess ^ 5] {
            let mut cells = before;
            let old = place.map_or(0, |place| cells[place]);
            if let Some(place) = place.filter(|_| old == guess) {
                cells[place] = operand;
            }
            let exchanged = u32::from(old == guess);
            expected.push(old.wrapping_add(exchanged * 0x10000));
            expected.extend(cells);
        }
    }
    expected
}

fn check(scalar: Scalar, space: &str) {
    let policies = [
        BoundsCheckPolicy::Restrict,
        BoundsCheckPolicy::ReadZeroSkipWrite,
        BoundsCheckPolicy::Unchecked,
    ];
    for (policy, index) in policies.into_iter().zip(["u32", "i32", "u32"]) {
        let rows = rows(policy);
        let words: Vec<u32> = rows.iter().flat_map(|[a, b, c]| [*a, *b, *c, 0]).collect();
        let expected = expected(scalar, policy);
        let mut resources = vec![
            Resource::Storage(from_words(&words)),
            Resource::Storage(vec![0; expected.len() * 4]),
        ];
        if space == "storage" {
            resources.push(Resource::Storage(vec![0; 12]));
        }
        let change = |options: &mut Setup| {
            options.bounds_check_policies = BoundsCheckPolicies {
                index: policy,
                buffer: policy,
                ..options.bounds_check_policies
            };
        };
        let runs = ["vulkan1.0", "vulkan1.3"];
        let source = shader(scalar, space, index);
        dispatch(&source, change, &runs, &group(resources), [1, 1, 1], |buffers| {
            equal(&buffers[1], &expected).map_err(|fault| format!("{policy:?}: {fault}, eleven rows of four a case"))
        });
    }
}

#[test]
fn in_storage() {
    for scalar in SCALARS {
        check(scalar, "storage");
    }
}

#[test]
fn in_workgroup_memory() {
    for scalar in SCALARS {
        check(scalar, "workgroup");
    }
}
