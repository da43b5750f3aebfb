//! Tests of pointer arguments: parts of Function and Private variables at any depth, through several calls, aliased, in
//! as many shapes as a function can have instances, and out of bounds with every policy.
//!
//! WGSL forbids aliased arguments; naga accepts them, with the usual semantics of pointers.

use std::fmt::Write as _;

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};

use super::run::{Witness, run_compute_with};
use crate::common::nested::halves;
use crate::common::setup::Setup;

const POLICIES: [BoundsCheckPolicy; 3] = [
    BoundsCheckPolicy::Restrict,
    BoundsCheckPolicy::ReadZeroSkipWrite,
    BoundsCheckPolicy::Unchecked,
];

/// Runs a shader of one invocation that reads `input` and writes `output`, with one policy for every index.
fn check_under(policy: BoundsCheckPolicy, declarations: &str, body: &str, input: &[u32], expected: &[u32]) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
{declarations}
@compute @workgroup_size(1)
fn main() {{
{body}
}}
"
    );
    let adjust = |options: &mut Setup| {
        options.bounds_check_policies = BoundsCheckPolicies {
            index: policy,
            buffer: policy,
            image_load: policy,
            binding_array: policy,
        };
    };
    // naga's backend does not support pointers to parts as arguments.
    run_compute_with(&source, input, expected.len(), Witness::None, adjust, |result| {
        if result == expected {
            Ok(())
        } else {
            Err(format!("{policy:?}: {result:?}, expected {expected:?}"))
        }
    });
}

/// As [`check_under`] with every policy: nothing is out of bounds.
fn check(declarations: &str, body: &str, input: &[u32], expected: &[u32]) {
    for policy in POLICIES {
        check_under(policy, declarations, body, input, expected);
    }
}

#[test]
fn parts_through_several_calls() {
    let declarations = "
    struct Inner { v: vec4<u32>, list: array<u32, 3> }
    struct Outer { first: u32, inner: array<Inner, 2> }
    var<private> in_private: Outer;
    fn bump(p: ptr<function, u32>, by: u32) -> u32 { *p += by; return *p; }
    fn bump_private(p: ptr<private, u32>, by: u32) -> u32 { *p += by; in_private.first += 1u; return *p; }
    fn inner(p: ptr<function, Inner>, at: u32) -> u32 {
        let list = &(*p).list;
        return bump(&(*list)[at], 10u) + bump(&(*list)[0], 100u) + (*p).v.y;
    }
    fn outer(p: ptr<function, Outer>, i: u32, j: u32) -> u32 {
        return inner(&(*p).inner[i], j) * 1000u + inner(&(*p).inner[1], j);
    }
    fn private_list(p: ptr<private, array<u32, 3>>, at: u32) -> u32 { return bump_private(&(*p)[at], 7u); }
    fn whole(p: ptr<private, Outer>, i: u32, j: u32) -> u32 {
        return private_list(&(*p).inner[i].list, j) + (*p).inner[i].list[j] * 1000u;
    }
    ";
    let body = "
    var o: Outer;
    o.inner[1].v.y = 3u;
    output[0] = outer(&o, input[0], input[1]);
    output[1] = o.inner[0].list[2] * 100u + o.inner[1].list[2];
    output[2] = o.inner[0].list[0] * 1000u + o.inner[1].list[0];
    in_private = o;
    output[3] = whole(&in_private, input[0], input[1]);
    output[4] = in_private.inner[0].list[2] * 100u + in_private.first;
    ";
    // i = 0, j = 2: each call of `inner` adds 10 to list[2] and 100 to list[0] of its own element.
    let expected = [
        110 * 1000 + 113,
        10 * 100 + 10,
        100 * 1000 + 100,
        17 + 17 * 1000,
        17 * 100 + 1,
    ];
    check(declarations, body, &[0, 2], &expected);
}

#[test]
fn aliased_arguments() {
    let declarations = "
    var<private> in_private: array<u32, 4>;
    fn f(p: ptr<function, u32>, q: ptr<function, u32>) -> u32 {
        *p += 1u;
        *q *= 2u;
        *p += *q;
        return *p * 100u + *q;
    }
    fn g(p: ptr<function, array<u32, 4>>, q: ptr<function, u32>, at: u32) -> u32 {
        *q = 5u;
        (*p)[at] += 1u;
        return f(&(*p)[at], q);
    }
    fn h(p: ptr<private, u32>, q: ptr<private, u32>) -> u32 {
        *p += 1u;
        *q *= 2u;
        in_private[0] += *q;
        return *p * 100u + *q;
    }
    ";
    let body = "
    let i = input[0]; let j = input[1];
    var a = array<u32, 4>(3u, 4u, 5u, 6u);
    output[0] = f(&a[0], &a[0]);
    output[1] = f(&a[i], &a[j]);
    output[2] = f(&a[i], &a[i]);
    output[3] = f(&a[i], &a[2]);
    output[4] = g(&a, &a[i], i);
    output[5] = g(&a, &a[i], j);
    output[6] = a[0] + a[1] * 100u + a[2] * 10000u + a[3] * 1000000u;
    in_private = array<u32, 4>(3u, 4u, 5u, 6u);
    output[7] = h(&in_private[0], &in_private[0]);
    output[8] = h(&in_private[i], &in_private[j]);
    output[9] = h(&in_private[i], &in_private[0]);
    output[10] = in_private[0] + in_private[1] * 1000u + in_private[2] * 1000000u;
    ";
    for (i, j) in [(1, 2), (1, 1), (2, 1)] {
        fn f(a: &mut [u32; 4], p: usize, q: usize) -> u32 {
            a[p] += 1;
            a[q] *= 2;
            a[p] += a[q];
            a[p] * 100 + a[q]
        }
        fn g(a: &mut [u32; 4], q: usize, at: usize) -> u32 {
            a[q] = 5;
            a[at] += 1;
            f(a, at, q)
        }
        fn h(a: &mut [u32; 4], p: usize, q: usize) -> u32 {
            a[p] += 1;
            a[q] *= 2;
            a[0] += a[q];
            a[p] * 100 + a[q]
        }
        let mut a = [3, 4, 5, 6];
        let mut expected = vec![
            f(&mut a, 0, 0),
            f(&mut a, i, j),
            f(&mut a, i, i),
            f(&mut a, i, 2),
            g(&mut a, i, i),
            g(&mut a, i, j),
        ];
        expected.push(a[0] + a[1] * 100 + a[2] * 10_000 + a[3] * 1_000_000);
        let mut a = [3, 4, 5, 6];
        expected.extend([h(&mut a, 0, 0), h(&mut a, i, j), h(&mut a, i, 0)]);
        expected.push(a[0] + a[1] * 1000 + a[2] * 1_000_000);
        check(declarations, body, &[i as u32, j as u32], &expected);
    }
}

/// Computes in Rust what [`halves`] computes over its leaves.
fn walk_leaves(leaves: &mut [[u32; 2]], mut seed: u32) -> u32 {
    for [a, b] in leaves {
        *a = a.wrapping_add(seed);
        *b ^= a.wrapping_mul(3).wrapping_add(1);
        seed = seed.wrapping_mul(31).wrapping_add(*a).wrapping_add(b.wrapping_mul(7));
    }
    seed
}

#[test]
fn halves_handed_down() {
    // The leaf has 64 instances, the maximum of a function.
    let depth = 7;
    let top = depth - 1;
    let body = format!(
        "var s: S{top};
    output[0] = f{top}(&s, input[0]);
    output[1] = f{top}(&s, output[0]);
    output[2] = f{}(&s.b, output[1]);
    output[3] = f{top}(&s, output[2]);",
        top - 1
    );
    let mut leaves = vec![[0; 2]; 1 << top];
    let mut expected = vec![walk_leaves(&mut leaves, 9)];
    expected.push(walk_leaves(&mut leaves, expected[0]));
    let half = leaves.len() / 2;
    expected.push(walk_leaves(&mut leaves[half..], expected[1]));
    expected.push(walk_leaves(&mut leaves, expected[2]));
    check(&halves(depth, "function"), &body, &[9], &expected);
}

/// Calls of one function with many shapes: different members, the same member twice, a struct and its member, elements
/// that may be the same.
#[test]
fn aliases_in_many_shapes() {
    const COUNT: usize = 12;
    let members: Vec<_> = (0..COUNT).map(|n| format!("m{n}: array<u32, 3>")).collect();
    let declarations = format!(
        "struct Big {{ {} }}
    struct Pair {{ big: Big, other: u32 }}
    var<private> in_private: Big;
    var<private> counted: u32;
    fn two(p: ptr<function, u32>, q: ptr<function, u32>) {{ *p += 3u; *q *= 2u; *p ^= *q; }}
    fn part(p: ptr<function, array<u32, 3>>, q: ptr<function, u32>) {{ *q += 1u; (*p)[1] += *q; *q += (*p)[1]; }}
    fn alone(p: ptr<private, u32>, q: ptr<private, u32>) {{ *p += 3u; *q *= 2u; *p ^= *q; counted += 1u; }}
    fn named(p: ptr<private, u32>) {{ *p += 1u; in_private.m0[0] += *p; *p += in_private.m0[0]; }}",
        members.join(", ")
    );
    let mut body = "var s: Pair;
    let i = input[0]; let j = input[1];
    "
    .to_owned();
    let mut s = vec![[0_u32; 3]; COUNT];
    let mut private = s.clone();
    let (i, j) = (1, 2);
    fn two(all: &mut [[u32; 3]], p: (usize, usize), q: (usize, usize)) {
        all[p.0][p.1] = all[p.0][p.1].wrapping_add(3);
        all[q.0][q.1] = all[q.0][q.1].wrapping_mul(2);
        all[p.0][p.1] ^= all[q.0][q.1];
    }
    fn part(all: &mut [[u32; 3]], p: usize, q: (usize, usize)) {
        all[q.0][q.1] = all[q.0][q.1].wrapping_add(1);
        all[p][1] = all[p][1].wrapping_add(all[q.0][q.1]);
        all[q.0][q.1] = all[q.0][q.1].wrapping_add(all[p][1]);
    }
    fn named(all: &mut [[u32; 3]], p: (usize, usize)) {
        all[p.0][p.1] = all[p.0][p.1].wrapping_add(1);
        all[0][0] = all[0][0].wrapping_add(all[p.0][p.1]);
        all[p.0][p.1] = all[p.0][p.1].wrapping_add(all[0][0]);
    }
    for n in 0..COUNT {
        let next = (n + 1) % COUNT;
        let calls = [
            format!("two(&s.big.m{n}[0], &s.big.m{next}[1]);"),
            format!("two(&s.big.m{n}[2], &s.big.m{n}[2]);"),
            format!("two(&s.big.m{n}[i], &s.big.m{n}[j]);"),
            format!("two(&s.big.m{n}[i], &s.big.m{n}[i]);"),
            format!("two(&s.big.m{n}[i], &s.big.m{next}[i]);"),
            format!("part(&s.big.m{n}, &s.big.m{n}[1]);"),
            format!("part(&s.big.m{n}, &s.big.m{n}[j]);"),
            format!("part(&s.big.m{n}, &s.big.m{next}[i]);"),
            format!("alone(&in_private.m{n}[0], &in_private.m{next}[1]);"),
            format!("alone(&in_private.m{n}[i], &in_private.m{n}[j]);"),
            format!("named(&in_private.m{n}[0]);"),
            format!("named(&in_private.m{n}[j]);"),
        ];
        body += &calls.join("\n    ");
        two(&mut s, (n, 0), (next, 1));
        two(&mut s, (n, 2), (n, 2));
        two(&mut s, (n, i), (n, j));
        two(&mut s, (n, i), (n, i));
        two(&mut s, (n, i), (next, i));
        part(&mut s, n, (n, 1));
        part(&mut s, n, (n, j));
        part(&mut s, n, (next, i));
        two(&mut private, (n, 0), (next, 1));
        two(&mut private, (n, i), (n, j));
        named(&mut private, (n, 0));
        named(&mut private, (n, j));
    }
    for n in 0..COUNT {
        for (name, offset) in [("s.big", 0), ("in_private", 3)] {
            for k in 0..3 {
                let at = n * 6 + offset + k;
                writeln!(body, "output[{at}] = {name}.m{n}[{k}];").unwrap();
            }
        }
    }
    writeln!(body, "output[{}] = counted;", COUNT * 6).unwrap();
    let mut expected: Vec<u32> = s
        .iter()
        .zip(&private)
        .flat_map(|(s, p)| s.iter().chain(p))
        .copied()
        .collect();
    expected.push(2 * COUNT as u32);
    check(&declarations, &body, &[i as u32, j as u32], &expected);
}

/// Reads and writes through pointers with indices out of range: in the caller, in the callee, and in both.
const OUTSIDE: &str = "
    struct Item { v: array<u32, 3>, n: u32 }
    fn put(p: ptr<function, u32>, value: u32) -> u32 { *p = value; return *p; }
    fn inside(p: ptr<function, array<u32, 3>>, at: u32) -> u32 {
        let before = (*p)[at];
        (*p)[at] = 50u;
        return before * 100u + (*p)[at] + put(&(*p)[at], 60u);
    }
    fn item(p: ptr<function, Item>, at: u32) -> u32 { return inside(&(*p).v, at); }
    ";

const OUTSIDE_BODY: &str = "
    var a: array<Item, 2>;
    a[0].v = array<u32, 3>(1u, 2u, 3u);
    a[1].v = array<u32, 3>(4u, 5u, 6u);
    output[0] = item(&a[input[0]], input[1]);
    output[1] = a[0].v[0] + a[0].v[1] * 100u + a[0].v[2] * 10000u + a[0].n * 1000000u;
    output[2] = a[1].v[0] + a[1].v[1] * 100u + a[1].v[2] * 10000u + a[1].n * 1000000u;
    output[3] = put(&a[input[0]].n, 9u);
    output[4] = a[0].n * 10u + a[1].n;
    ";

#[test]
fn restricted_indices_are_clamped() {
    for (i, j) in [(0, 1), (7, 1), (1, 9), (0xffff_ffff, 0x8000_0000)] {
        let (element, member) = (i.min(1_u32) as usize, j.min(2_u32) as usize);
        let mut a = [[1, 2, 3], [4, 5, 6]];
        let returned = a[element][member] * 100 + 50 + 60;
        a[element][member] = 60;
        let sum = |v: [u32; 3]| v[0] + v[1] * 100 + v[2] * 10_000;
        let flag = if element == 0 { 90 } else { 9 };
        let expected = [returned, sum(a[0]), sum(a[1]), 9, flag];
        check_under(BoundsCheckPolicy::Restrict, OUTSIDE, OUTSIDE_BODY, &[i, j], &expected);
    }
}

#[test]
fn outside_reads_are_zero_and_writes_are_skipped() {
    for (i, j) in [(0, 1), (7, 1), (1, 9), (0xffff_ffff, 0x8000_0000)] {
        let mut a = [[1, 2, 3], [4, 5, 6]];
        let sum = |v: [u32; 3]| v[0] + v[1] * 100 + v[2] * 10_000;
        let inside = i < 2 && j < 3;
        let mut returned = 0;
        if inside {
            returned = a[i as usize][j as usize] * 100 + 50 + 60;
            a[i as usize][j as usize] = 60;
        }
        let (set, flag) = match i {
            0 => (9, 90),
            1 => (9, 9),
            _ => (0, 0),
        };
        let expected = [returned, sum(a[0]), sum(a[1]), set, flag];
        let policy = BoundsCheckPolicy::ReadZeroSkipWrite;
        check_under(policy, OUTSIDE, OUTSIDE_BODY, &[i, j], &expected);
    }
}
