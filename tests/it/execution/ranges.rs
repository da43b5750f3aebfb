//! Tests of code whose checks were removed by proofs: the elements that such indices access, and the iterations of
//! loops without a counter.

use super::run::{Witness, each, each_i32};

#[test]
fn counted_loops_reach_every_element() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var table = array<u32, 8>();
        for (var i = 0u; i < 8u; i++) { table[i] = i + a.x; }
        var down = 0u;
        for (var i = 7; i >= 0; i--) { if table[i] == a.y { continue; } down = down * 3u + table[i]; }
        var strided = 0u;
        for (var i = a.z; i < 8u; i += 3u) { strided += table[i] << (i & 3u); }
        var pairs = 0u;
        for (var i = 0u; i < 2u; i++) { for (var j = 0u; j < 4u; j++) { pairs = pairs * 2u + table[i * 4u + j]; } }
        return vec4<u32>(down, strided, pairs, table[7]);
    }";
    let expected = |[x, y, z, _]: [u32; 4]| {
        let table: [u32; 8] = std::array::from_fn(|i| i as u32 + x);
        let down = (0..8)
            .rev()
            .filter(|&i| table[i] != y)
            .fold(0, |sum, i| sum * 3 + table[i]);
        let strided = (z as usize..8).step_by(3).map(|i| table[i] << (i & 3)).sum();
        let pairs = table.iter().fold(0, |sum, value| sum * 2 + value);
        [down, strided, pairs, table[7]]
    };
    let rows = [
        [0, 3, 0, 0],
        [5, 7, 1, 0],
        [9, 0, 2, 0],
        [1, 1, 7, 0],
        [1, 1, 8, 0],
        [2, 2, u32::MAX, 0],
    ];
    each(function, &rows.map(|row| (row, expected(row))), Witness::Naga);
}

#[test]
fn loops_that_reach_the_end_of_their_type_end() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var n = vec4<u32>(0u);
        for (var i = a.x; i < 0xFFFFFFFFu; i++) { n.x += 1u; }
        for (var i = a.x; i < a.y; i++) { n.y += 1u; }
        for (var i = i32(a.z) + 2147483640; i < 2147483647; i++) { n.z += 1u; }
        for (var i = i32(a.w) - 2147483640; i > -2147483647 - 1; i--) { n.w += 1u; }
        return n;
    }";
    let expected = |[x, y, z, w]: [u32; 4]| [u32::MAX - x, y.saturating_sub(x), 7 - z, w + 8];
    let rows = [
        [u32::MAX - 5, u32::MAX, 0, 0],
        [u32::MAX, u32::MAX, 7, 5],
        [u32::MAX - 1, 3, 3, 3],
    ];
    each(function, &rows.map(|row| (row, expected(row))), Witness::Naga);
}

#[test]
fn bounded_indices_are_what_they_were() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var table = array<u32, 8>(1u, 2u, 3u, 5u, 8u, 13u, 21u, 34u);
        let copy = table;
        table[a.x & 7u] += 100u;
        table[a.y % 8u] += 1000u;
        table[7u - min(a.z, 7u)] += 10000u;
        return vec4<u32>(table[a.w >> 29u], copy[extractBits(a.w, a.x & 31u, 3u)], table[u32(a.x > a.y) * 7u], table[clamp(a.w, 2u, 6u)]);
    }";
    let expected = |[x, y, z, w]: [u32; 4]| {
        let copy = [1, 2, 3, 5, 8, 13, 21, 34];
        let mut table = copy;
        table[x as usize & 7] += 100;
        table[y as usize % 8] += 1000;
        table[7 - z.min(7) as usize] += 10000;
        [
            table[w as usize >> 29],
            copy[(w >> (x & 31)) as usize & 7],
            table[if x > y { 7 } else { 0 }],
            table[w.clamp(2, 6) as usize],
        ]
    };
    let rows = [
        [0, 0, 0, 0],
        [9, 15, 3, u32::MAX],
        [u32::MAX, 7, 100, 0x9000_0003],
        [3, u32::MAX, u32::MAX, 0x6543_2107],
    ];
    each(function, &rows.map(|row| (row, expected(row))), Witness::Naga);
}

/// Indices that must not be proven: the accesses must be in bounds.
#[test]
fn signed_indices_that_can_be_negative_are_checked() {
    let function = "fn f(a: vec4<i32>) -> vec4<i32> {
        var table = array<i32, 8>(1, 2, 3, 5, 8, 13, 21, 34);
        var last = 0;
        for (var i = a.x; i < 3; i++) { last = last * 2 + table[i]; }
        return vec4<i32>(table[a.y % 8], table[min(a.z, 7)], last, table[a.w >> 29u]);
    }";
    // A negative index is too large: the last element.
    let at = |index: i32| [1, 2, 3, 5, 8, 13, 21, 34][usize::try_from(index).map_or(7, |index| index.min(7))];
    let expected = |[x, y, z, w]: [i32; 4]| {
        let last = (x..3).fold(0, |last, i| last * 2 + at(i));
        [at(y % 8), at(z.min(7)), last, at(w >> 29)]
    };
    let rows = [[-2, -3, -1, -1], [0, 11, 3, i32::MAX], [2, -8, i32::MIN, i32::MIN]];
    each_i32(function, &rows.map(|row| (row, expected(row))), Witness::Naga);
}
