//! Tests of atomics in storage and workgroup memory by many concurrent invocations, and of barriers.

use super::bytes::from_words;
use super::run::{dispatch, group};
use crate::common::alone;
use crate::common::vulkan::Resource;

/// A scalar type in WGSL, with the effect of its operations on the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    I32,
    U32,
}

pub const SCALARS: [Scalar; 2] = [Scalar::I32, Scalar::U32];

impl Scalar {
    pub fn name(self) -> &'static str {
        match self {
            Self::I32 => "i32",
            Self::U32 => "u32",
        }
    }

    /// The memory after an operation.
    pub fn apply(self, operation: &str, memory: u32, operand: u32) -> u32 {
        let signed = self == Self::I32;
        let (a, b) = (memory.cast_signed(), operand.cast_signed());
        match operation {
            "atomicAdd" => memory.wrapping_add(operand),
            "atomicSub" => memory.wrapping_sub(operand),
            "atomicMin" if signed => a.min(b).cast_unsigned(),
            "atomicMin" => memory.min(operand),
            "atomicMax" if signed => a.max(b).cast_unsigned(),
            "atomicMax" => memory.max(operand),
            "atomicAnd" => memory & operand,
            "atomicOr" => memory | operand,
            "atomicXor" => memory ^ operand,
            "atomicExchange" => operand,
            _ => panic!("{operation}"),
        }
    }
}

pub fn equal(actual: &[u32], expected: &[u32]) -> Result<(), String> {
    let place = (0..expected.len()).find(|i| actual[*i] != expected[*i]);
    place.map_or(Ok(()), |i| {
        Err(format!("word {i} is {:#x}, expected {:#x}", actual[i], expected[i]))
    })
}

/// The operand of invocation `i`.
fn contribution(i: u32) -> u32 {
    (i ^ 0x2f).wrapping_mul(0x9e37_79b9)
}

const CONTRIBUTION: &str = "fn contribution(i: u32) -> u32 { return (i ^ 0x2fu) * 0x9e3779b9u; }";

#[test]
fn many_invocations_contend_for_storage() {
    for scalar in SCALARS {
        let name = scalar.name();
        let source = format!(
            "struct Totals {{ sum: atomic<{name}>, difference: atomic<{name}>, low: atomic<{name}>, high: atomic<{name}>,
    and: atomic<{name}>, or: atomic<{name}>, xor: atomic<{name}>, chain: atomic<{name}>, swapped: atomic<{name}>,
    tickets: atomic<u32>, buckets: array<atomic<{name}>, 7> }}
@group(0) @binding(0) var<storage, read_write> totals: Totals;
@group(0) @binding(1) var<storage, read_write> taken: array<u32>;
@group(0) @binding(2) var<storage, read_write> seen: array<{name}>;
{CONTRIBUTION}
@compute @workgroup_size(32, 2)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {{
    let i = group.x * 64u + local;
    let value = bitcast<{name}>(contribution(i));
    atomicAdd(&totals.sum, value);
    atomicSub(&totals.difference, value);
    atomicMin(&totals.low, value);
    atomicMax(&totals.high, value);
    atomicAnd(&totals.and, value | {name}(1 << 20));
    atomicOr(&totals.or, {name}(1) << (i % 32u));
    atomicXor(&totals.xor, value);
    seen[i] = atomicExchange(&totals.chain, value);
    var old = atomicLoad(&totals.swapped);
    loop {{
        let result = atomicCompareExchangeWeak(&totals.swapped, old, old * 1 + value);
        if result.exchanged {{ break; }}
        old = result.old_value;
    }}
    taken[atomicAdd(&totals.tickets, 1u)] += 1u;
    atomicAdd(&totals.buckets[i % 7u], {name}(i));
}}
"
        );
        let (groups, count) = (5, 5 * 64);
        let before = |operation| match (operation, scalar) {
            ("atomicMin", Scalar::I32) => 0x7fff_ffff,
            ("atomicMax", Scalar::I32) => 0x8000_0000,
            ("atomicMin" | "atomicAnd", _) => 0xffff_ffff,
            _ => 0,
        };
        let total = |operation, of: fn(u32) -> u32| {
            (0..count).fold(before(operation), |memory, i| scalar.apply(operation, memory, of(i)))
        };
        let sum = total("atomicAdd", contribution);
        let mut expected = vec![
            sum,
            total("atomicSub", contribution),
            total("atomicMin", contribution),
            total("atomicMax", contribution),
            total("atomicAnd", |i| contribution(i) | 1 << 20),
            0xffff_ffff,
            total("atomicXor", contribution),
        ];
        let after = [sum, count];
        let buckets = (0..7).map(|bucket| (0..count).filter(|i| i % 7 == bucket).sum::<u32>());
        let mut initial = vec![0; 17];
        initial[2] = before("atomicMin");
        initial[3] = before("atomicMax");
        initial[4] = before("atomicAnd");
        let resources = [
            Resource::Storage(from_words(&initial)),
            Resource::Storage(vec![0; 4 * count as usize]),
            Resource::Storage(vec![0; 4 * count as usize]),
        ];
        expected.push(0);
        expected.extend(after);
        expected.extend(buckets);
        // The values that pass through the chain depend on the order.
        alone::unordered(|| {
            dispatch(
                &source,
                |_| {},
                &[],
                &group(resources),
                [groups, 1, 1],
                |buffers| {
                    let (totals, taken, seen) = (&buffers[0], &buffers[1], &buffers[2]);
                    let mut actual = totals.clone();
                    let last = std::mem::take(&mut actual[7]);
                    equal(&actual, &expected)?;
                    equal(taken, &vec![1; count as usize])?;
                    // Every value passes through the chain once: the results, and the last value.
                    let mut passed: Vec<u32> = seen.iter().copied().chain([last]).collect();
                    let mut given: Vec<u32> = (0..count).map(contribution).chain([0]).collect();
                    passed.sort_unstable();
                    given.sort_unstable();
                    equal(&passed, &given)
                },
            );
        });
    }
}

#[test]
fn many_invocations_contend_for_workgroup_memory() {
    for scalar in SCALARS {
        let name = scalar.name();
        let source = format!(
            "struct Cell {{ pad: vec3<f32>, value: atomic<{name}> }}
@group(0) @binding(0) var<storage, read_write> output: array<array<{name}, 16>>;
var<workgroup> sum: atomic<{name}>;
var<workgroup> low: atomic<{name}>;
var<workgroup> cells: array<Cell, 5>;
var<workgroup> grid: array<array<atomic<{name}>, 3>, 2>;
var<workgroup> tickets: array<atomic<u32>, 2>;
var<workgroup> chain: atomic<{name}>;
{CONTRIBUTION}
@compute @workgroup_size(8, 3, 4)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {{
    let value = bitcast<{name}>(contribution(group.x * 96u + local));
    atomicAdd(&sum, value);
    atomicMin(&low, value);
    atomicXor(&cells[local % 5u].value, value);
    atomicMax(&grid[local % 2u][local % 3u], value);
    let ticket = atomicAdd(&tickets[1], 1u);
    var old = atomicLoad(&chain);
    loop {{
        let result = atomicCompareExchangeWeak(&chain, old, old + {name}(ticket));
        if result.exchanged {{ break; }}
        old = result.old_value;
    }}
    workgroupBarrier();
    let row = &output[group.x];
    if local == 95u {{
        (*row)[0] = atomicLoad(&sum);
        (*row)[1] = atomicLoad(&low);
        (*row)[2] = {name}(atomicLoad(&tickets[1])) + {name}(atomicLoad(&tickets[0]));
        (*row)[3] = atomicLoad(&chain);
    }}
    if local < 5u {{ (*row)[4u + local] = atomicExchange(&cells[local].value, {name}(1)); }}
    if local < 6u {{ (*row)[9u + local] = atomicLoad(&grid[local / 3u][local % 3u]); }}
}}
"
        );
        let groups = 4_u32;
        let mut expected = Vec::new();
        for group in 0..groups {
            let total = |operation, of: &dyn Fn(u32) -> bool| {
                let chosen = (0..96).filter(|i| of(*i)).map(|i| contribution(group * 96 + i));
                chosen.fold(0, |memory, value| scalar.apply(operation, memory, value))
            };
            expected.extend([
                total("atomicAdd", &|_| true),
                total("atomicMin", &|_| true),
                96,
                (0..96).sum(),
            ]);
            expected.extend((0..5).map(|cell| total("atomicXor", &|i| i % 5 == cell)));
            expected.extend((0..6).map(|cell| total("atomicMax", &|i| i % 2 == cell / 3 && i % 3 == cell % 3)));
            expected.push(0);
        }
        let resources = [Resource::Storage(vec![0; expected.len() * 4])];
        dispatch(
            &source,
            |_| {},
            &[],
            &group(resources),
            [groups, 1, 1],
            |buffers| equal(&buffers[0], &expected),
        );
    }
}

#[test]
fn a_tree_reduces_between_workgroup_barriers() {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> output: array<vec2<u32>>;
var<workgroup> partial: array<u32, 128>;
var<workgroup> chosen: vec3<u32>;
{CONTRIBUTION}
@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {{
    partial[local] = contribution(group.x * 128u + local);
    workgroupBarrier();
    for (var step = 64u; step > 0u; step /= 2u) {{
        if local < step {{ partial[local] += partial[local + step] * 3u; }}
        workgroupBarrier();
    }}
    if local == 77u {{ chosen = vec3<u32>(group.x, partial[0], 9u); }}
    let seen = workgroupUniformLoad(&chosen);
    // Written immediately again: the load must be followed by a barrier too.
    if local == 3u {{ chosen = vec3<u32>(0u); }}
    output[group.x * 128u + local] = vec2<u32>(partial[0], seen.x + seen.y * seen.z + local);
}}
"
    );
    let mut expected = Vec::new();
    for group in 0..3 {
        let mut partial: Vec<u32> = (0..128).map(|i| contribution(group * 128 + i)).collect();
        while partial.len() > 1 {
            let upper = partial.split_off(partial.len() / 2);
            for (a, b) in partial.iter_mut().zip(upper) {
                *a = a.wrapping_add(b.wrapping_mul(3));
            }
        }
        let total = partial[0];
        expected.extend((0..128).flat_map(|i| [total, total.wrapping_mul(9).wrapping_add(group + i)]));
    }
    let resources = [Resource::Storage(vec![0; expected.len() * 4])];
    dispatch(
        &source,
        |_| {},
        &[],
        &group(resources),
        [3, 1, 1],
        |buffers| equal(&buffers[0], &expected),
    );
}

#[test]
fn storage_is_passed_on_across_storage_barriers() {
    let source = "
@group(0) @binding(0) var<storage, read_write> data: array<u32, 60>;
@compute @workgroup_size(60)
fn main(@builtin(local_invocation_index) local: u32) {
    data[local] = local * local;
    storageBarrier();
    for (var round = 0u; round < 7u; round++) {
        let next = data[(local + 11u) % 60u] * 5u + data[(local + 59u) % 60u];
        storageBarrier();
        data[local] = next;
        storageBarrier();
        workgroupBarrier();
    }
}
";
    let mut data: Vec<u32> = (0..60).map(|i| i * i).collect();
    for _ in 0..7 {
        let next = |i: usize| data[(i + 11) % 60].wrapping_mul(5).wrapping_add(data[(i + 59) % 60]);
        data = (0..60).map(next).collect();
    }
    let resources = [Resource::Storage(vec![0; 240])];
    dispatch(
        source,
        |_| {},
        &[],
        &group(resources),
        [1, 1, 1],
        |buffers| equal(&buffers[0], &data),
    );
}
