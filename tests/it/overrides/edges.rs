//! Tests of specialization constants set by the pipeline to values far from the defaults: every operation at its edge
//! cases, every place where a constant is allowed, every stage.
//!
//! They detect code that relies on the default of an override although the pipeline may set another value (an omitted
//! bounds check, a length, a branch).

use super::execution::{TARGETS, Values, floats, run, signed};
use super::{open, valid};
use crate::common::parse;
use crate::common::setup::{self, Setup};
use crate::common::specialize::specialization;
use crate::common::vulkan::{Binding, Color, Compute, Constant, Render, Resource, Stage, gpu, vk};
use naga::proc::BoundsCheckPolicy;
use spirula::EntryPoint;

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
        .collect()
}

/// Runs an entry point with every set of values set by the pipeline, at every target, with a buffer of these words.
fn specialized(
    source: &str,
    entry_point: &str,
    change: impl Fn(&mut Setup),
    initial: &[u32],
    sets: &[(Values<'_>, Vec<u32>)],
) {
    let Some(gpu) = gpu() else { return };
    let bindings = [Binding {
        set: 0,
        binding: 0,
        resource: Resource::Storage(initial.iter().flat_map(|word| word.to_ne_bytes()).collect()),
    }];
    let mut faults = Vec::new();
    for target in TARGETS.into_iter().filter(|target| *target <= gpu.newest_target()) {
        let mut options = open(target, &[]);
        options.entry_point = Some(EntryPoint {
            stage: None,
            name: entry_point.to_owned(),
        });
        change(&mut options);
        let output = valid(source, target, &options);
        let report = spirula::check::check(&output.words, &options.target);
        assert!(report.is_valid(), "{target}: {report:?}\n{source}");
        for (values, expected) in sets {
            let run = Compute {
                words: &output.words,
                entry_point,
                bindings: &bindings,
                push_constants: &[],
                constants: &specialization(&output.spec_constants, values),
                workgroups: [1, 1, 1],
                validate: false,
            };
            match gpu.compute(&run) {
                Ok(results) if words(&results[0]) == *expected => {}
                Ok(results) => faults.push(format!(
                    "{target}, {values:?}: {:?}, expected {expected:?}",
                    words(&results[0])
                )),
                Err(error) => faults.push(format!("{target}, {values:?}: {error}")),
            }
        }
    }
    assert!(faults.is_empty(), "{}\n{source}", faults.join("\n"));
}

fn no_change(_: &mut Setup) {}

/// The values of five overrides.
#[derive(Clone, Copy)]
struct Given {
    a: i32,
    b: i32,
    u: u32,
    v: u32,
    t: bool,
}

/// An override expression, and the same in Rust.
type Operation = (&'static str, fn(Given) -> i32);

fn divided(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { a.wrapping_div(b) }
}

fn rest(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.wrapping_rem(b) }
}

const OPERATIONS: &[Operation] = &[
    ("a + b", |g| g.a.wrapping_add(g.b)),
    ("a - b", |g| g.a.wrapping_sub(g.b)),
    ("a * b", |g| g.a.wrapping_mul(g.b)),
    ("a / b", |g| divided(g.a, g.b)),
    ("a % b", |g| rest(g.a, g.b)),
    ("a / -1", |g| g.a.wrapping_neg()),
    ("a % -1", |_| 0),
    ("a / 3", |g| g.a / 3),
    ("a % 3", |g| g.a % 3),
    ("100 / b", |g| divided(100, g.b)),
    ("-a", |g| g.a.wrapping_neg()),
    ("~a", |g| !g.a),
    ("a & b", |g| g.a & g.b),
    ("a | b", |g| g.a | g.b),
    ("a ^ b", |g| g.a ^ g.b),
    ("a << u", |g| g.a.wrapping_shl(g.u)),
    ("a >> u", |g| g.a.wrapping_shr(g.u)),
    ("i32(v << u)", |g| g.v.wrapping_shl(g.u).cast_signed()),
    ("i32(v >> u)", |g| g.v.wrapping_shr(g.u).cast_signed()),
    ("i32(u + v)", |g| g.u.wrapping_add(g.v).cast_signed()),
    ("i32(u - v)", |g| g.u.wrapping_sub(g.v).cast_signed()),
    ("i32(u * v)", |g| g.u.wrapping_mul(g.v).cast_signed()),
    ("i32(u / v)", |g| g.u.checked_div(g.v).unwrap_or(g.u).cast_signed()),
    ("i32(u % v)", |g| g.u.checked_rem(g.v).unwrap_or(0).cast_signed()),
    ("i32(u / 7u + u % 7u)", |g| (g.u / 7 + g.u % 7).cast_signed()),
    ("min(a, b)", |g| g.a.min(g.b)),
    ("max(a, b)", |g| g.a.max(g.b)),
    ("clamp(a, b, 100)", |g| g.a.max(g.b).min(100)),
    ("i32(min(u, v))", |g| g.u.min(g.v).cast_signed()),
    ("i32(max(u, v))", |g| g.u.max(g.v).cast_signed()),
    ("i32(clamp(u, v, 50u))", |g| g.u.max(g.v).min(50).cast_signed()),
    ("abs(a)", |g| g.a.wrapping_abs()),
    ("select(a, b, t)", |g| if g.t { g.b } else { g.a }),
    ("i32(t)", |g| g.t.into()),
    ("i32(u32(t) + 1u)", |g| i32::from(g.t) + 1),
    ("i32(a < b) + 2 * i32(a <= b) + 4 * i32(a > b) + 8 * i32(a >= b)", |g| {
        order(g.a, g.b)
    }),
    ("i32(u < v) + 2 * i32(u <= v) + 4 * i32(u > v) + 8 * i32(u >= v)", |g| {
        order(g.u, g.v)
    }),
    (
        "i32(a == b) + 2 * i32(a != b) + 4 * i32(u == v) + 8 * i32(u != v)",
        |g| {
            let bits = [g.a == g.b, g.a != g.b, g.u == g.v, g.u != g.v];
            bits.iter().rev().fold(0, |sum, bit| sum * 2 + i32::from(*bit))
        },
    ),
    (
        "i32(t && a < b) + 2 * i32(!t || u == v) + 4 * i32(t == (a < b)) + 8 * i32(t != bool(u))",
        |g| {
            let less = g.a < g.b;
            let bits = [g.t && less, !g.t || g.u == g.v, g.t == less, g.t != (g.u != 0)];
            bits.iter().rev().fold(0, |sum, bit| sum * 2 + i32::from(*bit))
        },
    ),
    ("i32(t & (a < b)) + 2 * i32(t | (u < v))", |g| {
        i32::from(g.t & (g.a < g.b)) + 2 * i32::from(g.t | (g.u < g.v))
    }),
    ("i32(u32(a) / 2u)", |g| (g.a.cast_unsigned() / 2).cast_signed()),
    ("i32(u) / 2", |g| g.u.cast_signed() / 2),
    ("(vec2<i32>(a, b) * vec2<i32>(b, a) + vec2<i32>(1, 2)).y", |g| {
        g.a.wrapping_mul(g.b).wrapping_add(2)
    }),
    ("(vec2<i32>(a, b) * b).x", |g| g.a.wrapping_mul(g.b)),
    ("(b * vec3<i32>(a, b, 7)).z", |g| g.b.wrapping_mul(7)),
    ("(vec2<i32>(a, b) + b).x", |g| g.a.wrapping_add(g.b)),
    ("(vec3<i32>(a, b, 1) / vec3<i32>(b, a, b)).y", |g| divided(g.b, g.a)),
    ("(vec3<i32>(a, b, 1) % vec3<i32>(b, a, b)).x", |g| rest(g.a, g.b)),
    ("i32((vec2<u32>(u, v) << vec2<u32>(v, u)).x)", |g| {
        g.u.wrapping_shl(g.v).cast_signed()
    }),
    ("vec4<i32>(a, b, 3, 4).wzyx.z", |g| g.b),
    ("vec2<i32>(vec2<u32>(u, v)).x", |g| g.u.cast_signed()),
    ("min(vec2<i32>(a, b), vec2<i32>(b, 5)).y", |g| g.b.min(5)),
    ("abs(vec2<i32>(b, a)).y", |g| g.a.wrapping_abs()),
    ("select(vec2<i32>(a, 1), vec2<i32>(b, 2), vec2<bool>(t, !t)).x", |g| {
        if g.t { g.b } else { g.a }
    }),
    ("(-vec2<i32>(a, b)).x", |g| g.a.wrapping_neg()),
    ("vec3<i32>(a)[1] + array<i32, 3>(a, b, 1)[2]", |g| g.a.wrapping_add(1)),
    // Operations that need code.
    ("sign(a)", |g| g.a.signum()),
    ("i32(countOneBits(u))", |g| g.u.count_ones().cast_signed()),
    ("i32(f32(a % 1000) * 0.5)", |g| (g.a % 1000) / 2),
    ("bitcast<i32>(f32(b % 1000))", |g| {
        ((g.b % 1000) as f32).to_bits().cast_signed()
    }),
    ("dot(vec2<i32>(a, b), vec2<i32>(b, a))", |g| {
        g.a.wrapping_mul(g.b).wrapping_mul(2)
    }),
];

fn order<T: PartialOrd>(left: T, right: T) -> i32 {
    let bits = [left < right, left <= right, left > right, left >= right];
    bits.iter().rev().fold(0, |sum, bit| sum * 2 + i32::from(*bit))
}

const GIVEN: [Given; 9] = {
    const fn of(a: i32, b: i32, u: u32, v: u32, t: bool) -> Given {
        Given { a, b, u, v, t }
    }
    [
        of(i32::MIN, -1, 0, 0, true),
        of(9, 0, 5, 0, false),
        of(0, 0, u32::MAX, u32::MAX, true),
        of(-7, 2, 33, 0x8000_0001, false),
        of(i32::MIN, 0, 31, u32::MAX, true),
        of(i32::MAX, i32::MIN, 0x8000_0000, 1, false),
        of(-1, -1, 64, 7, true),
        of(i32::MIN, i32::MIN, 1, 33, false),
        of(12345, -678, 95, 12, true),
    ]
};

#[test]
fn every_operation_at_its_edges() {
    let count = OPERATIONS.len();
    let list: Vec<&str> = OPERATIONS.iter().map(|(text, _)| *text).collect();
    let stores: String = (0..)
        .zip(&list)
        .map(|(at, text)| format!("    out[{}u] = {text};\n", count + at))
        .collect();
    let source = format!(
        "override a: i32 = 3;
override b: i32 = 5;
override u: u32 = 2u;
override v: u32 = 9u;
override t: bool = false;
var<private> before: array<i32, {count}> = array<i32, {count}>({});
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@compute @workgroup_size(1)
fn main() {{
    for (var i = 0u; i < {count}u; i++) {{ out[i] = before[i]; }}
{stores}}}
",
        list.join(",\n    ")
    );
    let values: Vec<[(&str, f64); 5]> = GIVEN
        .iter()
        .map(|g| {
            [
                ("a", g.a.into()),
                ("b", g.b.into()),
                ("u", g.u.into()),
                ("v", g.v.into()),
                ("t", g.t.into()),
            ]
        })
        .collect();
    let sets: Vec<_> = GIVEN
        .iter()
        .zip(&values)
        .map(|(given, values)| {
            let once: Vec<i32> = OPERATIONS.iter().map(|(_, compute)| compute(*given)).collect();
            (&values[..], signed(&[&once[..], &once[..]].concat()))
        })
        .collect();
    specialized(&source, "main", no_change, &vec![0; count * 2], &sets);
}

/// 16-bit integers and 16- and 64-bit floats, set by the pipeline, in specialization expressions and in code.
#[test]
fn narrow_and_wide_operations() {
    let source = "enable f16;
    enable wgpu_int16;
    override s: i16 = -3;
    override r: i16 = 5;
    override w: u16 = 40000;
    override h: f16 = 1.5;
    override d: f64 = 0.5;
    override c: f32 = 0.25;
    var<private> n: array<i32, 12> = array<i32, 12>(i32(s + r), i32(s * r), i32(s / r), i32(s % r), i32(-s), i32(abs(s)),
        i32(min(s, r)), i32(u16(s)), i32(w / u16(s)), i32(w % 7), i32(i16(w)), i32(s < r));
    var<private> f: array<f32, 4> = array<f32, 4>(f32(h), f32(d), f32(h) + c, f32(h * 2.0h));
    var<private> g: f64 = d + f64(h) + f64(c);
    @group(0) @binding(0) var<storage, read_write> out: array<i32>;
    @compute @workgroup_size(1)
    fn main() {
        for (var i = 0; i < 12; i++) { out[i] = n[i]; }
        for (var i = 0; i < 4; i++) { out[12 + i] = bitcast<i32>(f[i]); }
        out[16] = bitcast<i32>(f32(g));
        out[17] = i32(s / r) + i32(s % r);
        out[18] = bitcast<i32>(f32(h / 2.0h) + f32(d * 3.0lf));
        out[19] = select(1, 2, d > 0.75lf) + select(10, 20, h < 0.0h);
    }";
    type Case<'a> = (&'a [(&'a str, f64)], (i16, i16, u16), (f32, f64, f32));
    let cases: [Case<'_>; 4] = [
        (&[], (-3, 5, 40000), (1.5, 0.5, 0.25)),
        (
            &[
                ("s", -32768.0),
                ("r", -1.0),
                ("w", 65535.0),
                ("h", -2.25),
                ("d", 1024.125),
                ("c", -8.0),
            ],
            (i16::MIN, -1, u16::MAX),
            (-2.25, 1024.125, -8.0),
        ),
        (
            &[("s", 32767.0), ("r", 0.0), ("w", 1.0), ("h", 60000.0), ("d", -0.0)],
            (i16::MAX, 0, 1),
            (60000.0, -0.0, 0.25),
        ),
        (
            &[("s", 0.0), ("r", 32767.0), ("w", 32768.0), ("c", 3.0)],
            (0, 32767, 32768),
            (1.5, 0.5, 3.0),
        ),
    ];
    let sets: Vec<_> = cases
        .iter()
        .map(|&(values, (s, r, w), (h, d, c))| {
            let quotient = if r == 0 { s } else { s.wrapping_div(r) };
            let rest = if r == 0 { 0 } else { s.wrapping_rem(r) };
            let bits = s.cast_unsigned();
            let half = if h * 2.0 > 65504.0 { f32::INFINITY } else { h * 2.0 };
            let mut out = signed(&[
                s.wrapping_add(r).into(),
                s.wrapping_mul(r).into(),
                quotient.into(),
                rest.into(),
                s.wrapping_neg().into(),
                s.wrapping_abs().into(),
                s.min(r).into(),
                bits.into(),
                w.checked_div(bits).unwrap_or(w).into(),
                (w % 7).into(),
                w.cast_signed().into(),
                (s < r).into(),
            ]);
            out.extend(floats(&[
                h,
                d as f32,
                h + c,
                half,
                (d + f64::from(h) + f64::from(c)) as f32,
            ]));
            out.extend(signed(&[i32::from(quotient) + i32::from(rest)]));
            out.extend(floats(&[h / 2.0 + (d * 3.0) as f32]));
            out.extend(signed(&[if d > 0.75 { 2 } else { 1 } + if h < 0.0 { 20 } else { 10 }]));
            (values, out)
        })
        .collect();
    specialized(source, "main", no_change, &[0; 20], &sets);
}

/// 64-bit integers, to which overrides are widened.
#[test]
fn long_operations() {
    let source = "
    override a: i32 = 3;
    override b: i32 = 5;
    override u: u32 = 7u;
    var<private> l: array<i64, 12> = array<i64, 12>(i64(a) * 3000000000li, i64(a) / i64(b), i64(a) % i64(b), i64(a) << u,
        i64(a) >> u, -i64(a), i64(u), abs(i64(b)), min(i64(a), i64(b)), clamp(i64(a), -9li, 9li), i64(a < b), i64(u64(a)));
    var<private> q: array<u64, 6> = array<u64, 6>(u64(u), u64(u) << 40u, u64(b), u64(u) * u64(u) / u64(b), u64(a) % u64(u),
        ~u64(u) >> 3u);
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    fn put(at: u32, value: u64) { out[at * 2u] = u32(value); out[at * 2u + 1u] = u32(value >> 32u); }
    @compute @workgroup_size(1)
    fn main() {
        for (var i = 0u; i < 12u; i++) { put(i, bitcast<u64>(l[i])); }
        for (var i = 0u; i < 6u; i++) { put(12u + i, q[i]); }
        out[36] = u32(i32(l[0])) + u32(q[1] >> 40u);
    }";
    let expected = |a: i32, b: i32, u: u32| {
        let (long_a, long_b) = (i64::from(a), i64::from(b));
        let unsigned = |value: i32| i64::from(value).cast_unsigned();
        let long_u = u64::from(u);
        let list = [
            long_a * 3_000_000_000,
            long_a.checked_div(long_b).unwrap_or(long_a),
            long_a.checked_rem(long_b).unwrap_or(0),
            long_a.wrapping_shl(u),
            long_a.wrapping_shr(u),
            -long_a,
            i64::from(u),
            long_b.abs(),
            long_a.min(long_b),
            long_a.clamp(-9, 9),
            i64::from(a < b),
            long_a,
        ];
        let product = long_u.wrapping_mul(long_u);
        let unsigned = [
            long_u,
            long_u.wrapping_shl(40),
            unsigned(b),
            product.checked_div(unsigned(b)).unwrap_or(product),
            unsigned(a).checked_rem(long_u).unwrap_or(0),
            !long_u >> 3,
        ];
        let all = list.map(i64::cast_unsigned).into_iter().chain(unsigned);
        let mut out: Vec<u32> = all.flat_map(|value| [value as u32, (value >> 32) as u32]).collect();
        out.push((list[0] as u32).wrapping_add((long_u.wrapping_shl(40) >> 40) as u32));
        out
    };
    let cases = [
        (3, 5, 7),
        (i32::MIN, -1, 0),
        (-9, 0, u32::MAX),
        (i32::MAX, i32::MIN, 63),
        (-1, 7, 0x8000_0000),
        (0, -3, 64),
    ];
    let values = cases.map(|(a, b, u)| [("a", f64::from(a)), ("b", f64::from(b)), ("u", f64::from(u))]);
    let sets: Vec<_> = cases
        .iter()
        .zip(&values)
        .map(|(&(a, b, u), values)| (&values[..], expected(a, b, u)))
        .collect();
    specialized(source, "main", no_change, &[0; 37], &sets);
}

/// Arrays with specialized lengths whose elements are atomics, vectors, matrices, structures and arrays.
#[test]
fn arrays_of_every_kind_have_specialized_lengths() {
    let source = "
    struct Item { words: vec3<u32>, flag: bool, rows: array<u32, 3> }
    override n = 3u;
    override m: i32 = 2;
    var<workgroup> counts: array<atomic<u32>, n>;
    var<workgroup> items: array<Item, n * 2u>;
    var<workgroup> rows: array<array<u32, 2>, m + 1>;
    var<workgroup> matrices: array<mat2x2<f32>, n - 1u>;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(8)
    fn main(@builtin(local_invocation_index) at: u32) {
        // Elements without a store are zero.
        if at == 0u {
            for (var i = 0u; i < 32u; i++) {
                out[0] += atomicLoad(&counts[i]) + items[i].words.y + u32(items[i].flag) + items[i].rows[i] + rows[i][1]
                    + u32(matrices[i][1].x);
            }
        }
        workgroupBarrier();
        atomicAdd(&counts[at], 1u);
        if at == 5u {
            items[at].words.z = 11u;
            items[at].flag = true;
            items[at].rows[2] = 13u;
            rows[at][1] = 17u;
            matrices[at][1].y = 19.0;
        }
        workgroupBarrier();
        if at == 0u {
            for (var i = 0u; i < n; i++) { out[1] += atomicLoad(&counts[i]) * (i + 1u); }
            out[2] = items[n * 2u - 1u].words.z + items[5].rows[2];
            out[3] = u32(items[5].flag) + rows[m][1] * 2u + u32(matrices[n - 2u][1].y) * 100u;
            out[4] = workgroupUniformLoad_(n);
        }
    }
    fn workgroupUniformLoad_(last: u32) -> u32 { return atomicLoad(&counts[last - 1u]); }";
    // Eight invocations count; an index past the end is clamped to the last element. The sixth one stores to its items,
    // or to the last one.
    let expected = |n: u32, m: i32| {
        let mut counts = vec![0; n as usize];
        for at in 0..8 {
            counts[at.min(n as usize - 1)] += 1;
        }
        let weighed = (1..).zip(&counts).map(|(weight, count)| weight * count).sum();
        let last = |length: u32| 5.min(length - 1);
        let item = if last(n * 2) == n * 2 - 1 { 11 } else { 0 };
        let row = if last(m as u32 + 1) == m as u32 { 17 } else { 0 };
        let matrix = if last(n - 1) == n - 2 { 19 } else { 0 };
        vec![
            0,
            weighed,
            item + 13,
            1 + row * 2 + matrix * 100,
            counts[n as usize - 1],
        ]
    };
    let sets = [
        (&[][..], expected(3, 2)),
        (&[("n", 2.0), ("m", 0.0)], expected(2, 0)),
        (&[("n", 7.0), ("m", 5.0)], expected(7, 5)),
        (&[("n", 12.0), ("m", 20.0)], expected(12, 20)),
    ];
    specialized(source, "main", no_change, &[0; 5], &sets);
}

/// GLSL's specialization constants.
#[test]
fn constants_of_glsl_are_specialized() {
    let Some(gpu) = gpu() else { return };
    let source = "#version 450
layout(local_size_x = 1) in;
layout(constant_id = 4) const int a = 3;
layout(constant_id = 5) const uint u = 9u;
layout(constant_id = 6) const float f = 0.5;
layout(constant_id = 7) const bool t = true;
layout(set = 0, binding = 0) buffer Out { int values[8]; } result;
void main() {
    result.values[0] = a * 2 + int(u);
    result.values[1] = t ? a : -a;
    result.values[2] = int(f * 8.0);
    int sum = 0;
    for (int i = 0; i < a; i++) { sum += i; }
    result.values[3] = sum;
    result.values[a & 7] += 100;
}";
    let shader = parse::glsl(source, "a.comp", naga::ShaderStage::Compute).unwrap_or_else(|error| panic!("{error}"));
    for target in TARGETS.into_iter().filter(|target| *target <= gpu.newest_target()) {
        let output = setup::compile(&shader.module, &shader.info, &open(target, &[])).unwrap();
        for (values, (a, u, f, t)) in [
            (&[][..], (3, 9, 0.5, true)),
            (
                &[("4", 6.0), ("5", 100.0), ("6", -2.25), ("7", 0.0)],
                (6, 100, -2.25, false),
            ),
            (&[("4", -3.0)], (-3, 9, 0.5, true)),
        ] {
            let run = Compute {
                words: &output.words,
                entry_point: "main",
                bindings: &[Binding {
                    set: 0,
                    binding: 0,
                    resource: Resource::Storage(vec![0; 32]),
                }],
                push_constants: &[],
                constants: &specialization(&output.spec_constants, values),
                workgroups: [1, 1, 1],
                validate: true,
            };
            let result = gpu.compute(&run).unwrap_or_else(|error| panic!("{target}: {error}"));
            let mut expected = vec![
                a * 2 + u,
                if t { a } else { -a },
                (f * 8.0_f32) as i32,
                (0..a).sum(),
                0,
                0,
                0,
                0,
            ];
            expected[(a & 7) as usize] += 100;
            assert_eq!(words(&result[0]), signed(&expected), "{target}: {values:?}");
        }
    }
}

/// Float arithmetic, vectors, matrices, structures and arrays of overrides as initial values.
#[test]
fn composites_of_every_kind_as_initial_values() {
    let source = "
    struct Pair { first: i32, second: vec2<f32>, parts: array<mat2x2<f32>, 2> }
    override a: i32 = 1;
    override c: f32 = 2.0;
    override t: bool = true;
    override e: f32 = c * c - 1.0;
    var<private> plain: Pair = Pair(a, vec2<f32>(c, 0.5), array<mat2x2<f32>, 2>(mat2x2<f32>(1.0, c, 3.0, 4.0), mat2x2<f32>()));
    var<private> coded: Pair = Pair(a * 2, vec2<f32>(c * 2.0, e), array<mat2x2<f32>, 2>(mat2x2<f32>(e, c, c, e), mat2x2<f32>()));
    var<private> bools: vec3<bool> = vec3<bool>(t, !t, a > 4);
    @group(0) @binding(0) var<storage, read_write> out: array<f32>;
    fn sum(p: Pair) -> f32 {
        return f32(p.first) + p.second.x + p.second.y * 10.0 + p.parts[0][0].y + p.parts[0][1].x + p.parts[1][1].y;
    }
    @compute @workgroup_size(1)
    fn main() {
        var local = array<vec2<i32>, 2>(vec2<i32>(a, a + 1), vec2<i32>(7));
        var scaled = vec3<f32>(c, e, 1.0) * c;
        out[0] = sum(plain);
        out[1] = sum(coded);
        out[2] = f32(bools.x) + f32(bools.y) * 2.0 + f32(bools.z) * 4.0;
        out[3] = f32(local[a & 1].x + local[0].y);
        out[4] = scaled.x + scaled.y + scaled.z;
        local[0].x = 5;
        plain.first = 9;
        out[5] = f32(local[0].x + plain.first);
        out[6] = (mat2x2<f32>(c, 0.0, 0.0, c) * vec2<f32>(1.0, e)).y;
    }";
    let expected = |a: i32, c: f32, t: bool, e: Option<f32>| {
        let e = e.unwrap_or(c * c - 1.0);
        let bools = f32::from(u8::from(t)) + f32::from(u8::from(!t)) * 2.0 + f32::from(u8::from(a > 4)) * 4.0;
        let first = if a & 1 == 1 { 7 } else { a };
        floats(&[
            a as f32 + c + 5.0 + c + 3.0,
            (a * 2) as f32 + c * 2.0 + e * 10.0 + c + c,
            bools,
            (first + a + 1) as f32,
            c * c + e * c + c,
            14.0,
            c * e,
        ])
    };
    run(
        source,
        7,
        &[
            (&[], expected(1, 2.0, true, None)),
            (&[("a", 6.0), ("c", -3.5), ("t", 0.0)], expected(6, -3.5, false, None)),
            (
                &[("a", -2.0), ("c", 8.0), ("e", 0.75)],
                expected(-2, 8.0, true, Some(0.75)),
            ),
        ],
    );
}

/// Indices, loop bounds, masks and shifts that are in bounds with the defaults and not with the pipeline's values. The
/// neighbouring memory must remain zero.
#[test]
fn indices_are_checked_whatever_the_pipeline_gives() {
    let source = "
    override n: u32 = 3u;
    override m: i32 = 1;
    override mask: u32 = 3u;
    struct Out { few: array<u32, 4>, next: array<u32, 12>, sums: array<u32, 16> }
    @group(0) @binding(0) var<storage, read_write> out: Out;
    const table = array<u32, 4>(10u, 20u, 30u, 40u);
    var<private> own: array<u32, 4> = array<u32, 4>(1u, 2u, 3u, 4u);
    @compute @workgroup_size(1)
    fn main() {
        var local = array<u32, 4>(5u, 6u, 7u, 8u);
        var vector = vec4<u32>(1u, 2u, 3u, 4u);
        var matrix = mat2x2<f32>(1.0, 2.0, 3.0, 4.0);
        let none = out.sums[15];
        out.sums[0] = table[n];
        out.sums[1] = own[n] * 100u + own[m];
        out.sums[2] = local[n] * 100u + local[m];
        out.sums[3] = vector[n] * 100u + vector[m];
        out.sums[4] = u32(matrix[n].x) * 100u + u32(matrix[m].y);
        for (var i = 0u; i <= n; i++) { out.sums[5] += own[i]; out.few[i] += 1u; }
        for (var i = none; i < 8u; i++) { out.sums[6] += own[i & mask]; }
        for (var i = none; i < 8u; i++) { out.sums[7] += own[min(i, n)]; }
        for (var i = none; i < 8u; i++) { out.sums[8] += own[i % (n + 1u)]; }
        own[n] = 50u;
        local[m] = 60u;
        out.sums[9] = own[0] + own[1] + own[2] + own[3];
        out.sums[10] = local[0] + local[1] + local[2] + local[3];
        out.few[u32(m) + 1u] += 100u;
    }";
    let expected = |policy: BoundsCheckPolicy, n: u32, m: i32, mask: u32| {
        let mut out = vec![0_u32; 32];
        let at = |index: u32, length: u32| match policy {
            _ if index < length => Some(index as usize),
            BoundsCheckPolicy::Restrict => Some(length as usize - 1),
            _ => None,
        };
        let read = |values: &[u32], index: u32| at(index, values.len() as u32).map_or(0, |at| values[at]);
        let m = m.cast_unsigned();
        let (mut own, mut local) = ([1, 2, 3, 4], [5, 6, 7, 8]);
        out[16] = read(&[10, 20, 30, 40], n);
        out[17] = read(&own, n) * 100 + read(&own, m);
        out[18] = read(&local, n) * 100 + read(&local, m);
        out[19] = read(&own, n) * 100 + read(&own, m);
        out[20] = read(&[1, 3], n) * 100 + read(&[2, 4], m);
        for i in 0..=n {
            out[21] += read(&own, i);
            if let Some(at) = at(i, 4) {
                out[at] += 1;
            }
        }
        for i in 0..8 {
            out[22] += read(&own, i & mask);
            out[23] += read(&own, i.min(n));
            out[24] += read(&own, i % (n + 1));
        }
        if let Some(at) = at(n, 4) {
            own[at] = 50;
        }
        if let Some(at) = at(m, 4) {
            local[at] = 60;
        }
        out[25] = own.iter().sum();
        out[26] = local.iter().sum();
        if let Some(at) = at(m.wrapping_add(1), 4) {
            out[at] += 100;
        }
        out
    };
    for policy in [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite] {
        let set = |options: &mut Setup| {
            options.bounds_check_policies.index = policy;
            options.bounds_check_policies.buffer = policy;
        };
        let sets = [
            (&[][..], expected(policy, 3, 1, 3)),
            (&[("n", 9.0), ("m", 2.0), ("mask", 7.0)], expected(policy, 9, 2, 7)),
            (
                &[("n", 0.0), ("m", -5.0), ("mask", 4294967295.0)],
                expected(policy, 0, -5, u32::MAX),
            ),
            (&[("n", 4.0), ("m", 2147483647.0)], expected(policy, 4, i32::MAX, 3)),
        ];
        specialized(source, "main", set, &[0; 32], &sets);
    }
}

/// The bound of an invocation index, if the pipeline makes the workgroup larger than the default, and arrays shorter.
#[test]
fn workgroups_larger_than_the_arrays_that_they_index() {
    let source = "
    override n = 4u;
    override length = 8u;
    struct Out { few: array<u32, 4>, next: array<u32, 60> }
    @group(0) @binding(0) var<storage, read_write> out: Out;
    var<workgroup> fixed: array<u32, 4>;
    var<workgroup> after: array<u32, 8>;
    var<workgroup> open: array<u32, length>;
    var<workgroup> last: array<u32, 8>;
    @compute @workgroup_size(n, 2)
    fn main(@builtin(local_invocation_index) at: u32, @builtin(local_invocation_id) id: vec3<u32>) {
        out.few[id.x] = 7u;
        fixed[id.x] = 7u;
        open[at] = 9u;
        open[id.x + 4u * id.y] = 9u;
        workgroupBarrier();
        if at == 0u {
            for (var i = 0u; i < 8u; i++) { out.next[0] += after[i]; out.next[1] += last[i]; }
            for (var i = 0u; i < 4u; i++) { out.next[2] += fixed[i]; }
            for (var i = 0u; i < length; i++) { out.next[3] += open[i]; }
            out.next[4] = n;
        }
    }";
    for policy in [BoundsCheckPolicy::Restrict, BoundsCheckPolicy::ReadZeroSkipWrite] {
        let set = |options: &mut Setup| {
            options.bounds_check_policies.index = policy;
            options.bounds_check_policies.buffer = policy;
        };
        let expected = |n: u32, length: u32| {
            let mut out = vec![0; 64];
            out[..4.min(n as usize)].fill(7);
            let mut open = vec![0; length as usize];
            for (y, x) in (0..2).flat_map(|y| (0..n).map(move |x| (y, x))) {
                for index in [x + y * n, x + 4 * y] {
                    match open.get_mut(index as usize) {
                        Some(element) => *element = 9,
                        None if policy == BoundsCheckPolicy::Restrict => *open.last_mut().unwrap() = 9,
                        None => {}
                    }
                }
            }
            out[6] = 7 * n.min(4);
            out[7] = open.iter().sum();
            out[8] = n;
            out
        };
        let sets = [
            (&[][..], expected(4, 8)),
            (&[("n", 12.0)], expected(12, 8)),
            (&[("n", 2.0), ("length", 3.0)], expected(2, 3)),
            (&[("n", 9.0), ("length", 20.0)], expected(9, 20)),
            (&[("n", 1.0), ("length", 1.0)], expected(1, 1)),
        ];
        specialized(source, "main", set, &[0; 64], &sets);
    }
}

/// Branches, switches and loops over overrides.
#[test]
fn control_flow_depends_on_the_values_of_the_pipeline() {
    let source = "
    override n: i32 = 2;
    override t: bool = false;
    override x: f32 = 1.0;
    @group(0) @binding(0) var<storage, read_write> out: array<i32>;
    fn picked() -> i32 {
        switch n {
            case -3: { return 30; }
            case 2, 5: { if t { return 25; } }
            case 7: { return n * n; }
            default: { return -1; }
        }
        return 0;
    }
    @compute @workgroup_size(1)
    fn main() {
        out[0] = picked();
        var sum = 0;
        for (var i = 0; i < n; i++) {
            if i == 3 && t { continue; }
            if f32(i) > x * 4.0 { break; }
            sum += i + 1;
        }
        out[1] = sum;
        if t { out[2] = 1; } else { out[2] = 2; }
        var k = 0;
        loop { k += 1; continuing { break if k >= n || t; } }
        out[3] = k;
        if x > 0.5 && !t { out[4] = i32(x * 8.0); }
        while sum > n { sum -= n + 4; if n < -3 { break; } }
        out[5] = sum;
    }";
    let expected = |n: i32, t: bool, x: f32| {
        let picked = match n {
            -3 => 30,
            2 | 5 => {
                if t {
                    25
                } else {
                    0
                }
            }
            7 => 49,
            _ => -1,
        };
        let mut sum = 0;
        for i in 0..n {
            if i == 3 && t {
                continue;
            }
            if i as f32 > x * 4.0 {
                break;
            }
            sum += i + 1;
        }
        let product = if x > 0.5 && !t { (x * 8.0) as i32 } else { 0 };
        let mut out = vec![
            picked,
            sum,
            if t { 1 } else { 2 },
            if t { 1 } else { n.max(1) },
            product,
            0,
        ];
        while sum > n {
            sum -= n + 4;
            if n < -3 {
                break;
            }
        }
        out[5] = sum;
        signed(&out)
    };
    run(
        source,
        6,
        &[
            (&[], expected(2, false, 1.0)),
            (&[("n", 5.0), ("t", 1.0)], expected(5, true, 1.0)),
            (&[("n", 7.0), ("x", 0.5)], expected(7, false, 0.5)),
            (&[("n", -3.0), ("x", -2.0)], expected(-3, false, -2.0)),
            (&[("n", 100.0), ("t", 1.0), ("x", 3.5)], expected(100, true, 3.5)),
        ],
    );
}

const ENTRIES: &str = "
override x = 2u;
override y: i32 = 1;
override extra = 0u;
override scale = 1.5;
var<private> mine: u32 = x * 10u + extra;
var<private> coded: f32 = scale * 2.0;
var<workgroup> shared_: array<u32, x + u32(y)>;
@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>, 16>;
fn note(id: vec3<u32>) {
    atomicAdd(&out[0], 1u);
    atomicMax(&out[1], id.x);
    atomicMax(&out[2], id.y);
    atomicMax(&out[3], id.z);
    atomicMax(&out[4], mine);
    atomicMax(&out[5], u32(coded));
}
@compute @workgroup_size(x, y)
fn one(@builtin(local_invocation_id) id: vec3<u32>) { note(id); }
@compute @workgroup_size(4, y * 2 + 1, extra + 1)
fn two(@builtin(local_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) at: u32) {
    note(id);
    shared_[at % 3u] = 5u;
    workgroupBarrier();
    mine = 999u;
    atomicMax(&out[6], shared_[1] + shared_[0]);
}
@compute @workgroup_size(3)
fn three(@builtin(local_invocation_id) id: vec3<u32>) { note(id); mine += 1u; atomicMax(&out[7], mine); }
";

/// The three entry points in separate modules, and in one module if each can have its own size.
#[test]
fn entry_points_have_their_own_sizes() {
    type Case<'a> = (&'a [(&'a str, f64)], (u32, u32, u32, f32));
    let cases: [Case<'_>; 3] = [
        (&[], (2, 1, 0, 1.5)),
        (
            &[("x", 5.0), ("y", 3.0), ("extra", 2.0), ("scale", 10.25)],
            (5, 3, 2, 10.25),
        ),
        (&[("x", 1.0), ("extra", 6.0)], (1, 1, 6, 1.5)),
    ];
    let expected = |entry: &str, (x, y, extra, scale): (u32, u32, u32, f32)| {
        let size = match entry {
            "one" => [x, y, 1],
            "two" => [4, y * 2 + 1, extra + 1],
            _ => [3, 1, 1],
        };
        let mut out = vec![0; 16];
        out[0] = size.iter().product();
        out[1] = size[0] - 1;
        out[2] = size[1] - 1;
        out[3] = size[2] - 1;
        out[4] = x * 10 + extra;
        out[5] = (scale * 2.0) as u32;
        match entry {
            // Indices 0 to 2, clamped to the last element.
            "two" => out[6] = 10,
            "three" => out[7] = x * 10 + extra + 1,
            _ => {}
        }
        out
    };
    for entry in ["one", "two", "three"] {
        let sets = cases.map(|(values, given)| (values, expected(entry, given)));
        specialized(ENTRIES, entry, no_change, &[0; 16], &sets);
    }
    let Some(gpu) = gpu() else { return };
    for target in ["vulkan1.3", "vulkan1.4"]
        .into_iter()
        .filter(|target| *target <= gpu.newest_target())
    {
        let output = valid(ENTRIES, target, &open(target, &[]));
        for (values, given) in cases {
            let constants = specialization(&output.spec_constants, values);
            for entry_point in ["one", "two", "three"] {
                let run = Compute {
                    words: &output.words,
                    entry_point,
                    bindings: &[Binding {
                        set: 0,
                        binding: 0,
                        resource: Resource::Storage(vec![0; 64]),
                    }],
                    push_constants: &[],
                    constants: &constants,
                    workgroups: [1, 1, 1],
                    validate: false,
                };
                let result = gpu.compute(&run).unwrap_or_else(|error| panic!("{target}: {error}"));
                assert_eq!(
                    words(&result[0]),
                    expected(entry_point, given),
                    "{target}, {entry_point}: {values:?}"
                );
            }
        }
    }
}

/// The workgroup size as a built-in input, which GLSL and SPIR-V have.
#[test]
fn the_size_that_is_read_is_the_pipelines() {
    let Some(gpu) = gpu() else { return };
    let source = "
    override n = 4u;
    override m = 1;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(2, n, m * 2)
    fn main(@builtin(num_workgroups) size: vec3<u32>) { out[0] = size.x; out[1] = size.y; out[2] = size.z; }";
    let mut shader = parse::wgsl(source, "a.wgsl").unwrap();
    let argument = &mut shader.module.entry_points[0].function.arguments[0];
    argument.binding = Some(naga::Binding::BuiltIn(naga::BuiltIn::WorkGroupSize));
    for target in TARGETS.into_iter().filter(|target| *target <= gpu.newest_target()) {
        let output = setup::compile(&shader.module, &shader.info, &open(target, &[])).unwrap();
        for (values, expected) in [
            (&[][..], [2, 4, 2]),
            (&[("n", 9.0)], [2, 9, 2]),
            (&[("n", 1.0), ("m", 5.0)], [2, 1, 10]),
        ] {
            let run = Compute {
                words: &output.words,
                entry_point: "main",
                bindings: &[Binding {
                    set: 0,
                    binding: 0,
                    resource: Resource::Storage(vec![0; 12]),
                }],
                push_constants: &[],
                constants: &specialization(&output.spec_constants, values),
                workgroups: [1, 1, 1],
                validate: true,
            };
            let result = gpu.compute(&run).unwrap_or_else(|error| panic!("{target}: {error}"));
            assert_eq!(words(&result[0]), expected, "{target}: {values:?}");
        }
    }
}

/// Vertex and fragment stages in one module and in two, with the same values.
#[test]
fn graphics_stages_are_specialized() {
    let Some(gpu) = gpu() else { return };
    let source = "
    override reach: f32 = 1.0;
    override red: i32 = 7;
    @id(40) override levels: u32 = 2u;
    override dropped: bool = false;
    override green: f32 = reach * 0.25 + f32(red);
    var<private> blue: f32 = green - 1.0;
    @vertex fn vs(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
        return vec4(f32(index % 2u) * 4.0 - reach, f32(index / 2u) * 4.0 - 1.0, 0.0, 1.0);
    }
    @fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
        if dropped && at.x < 2.0 { discard; }
        var sum = 0.0;
        for (var i = 0u; i < levels; i++) { sum += f32(i); }
        return vec4(f32(red), green, blue, sum);
    }";
    let color = Color {
        format: vk::Format::R32G32B32A32_SFLOAT,
        clear: [9.0; 4],
    };
    for target in TARGETS.into_iter().filter(|target| *target <= gpu.newest_target()) {
        let both = valid(source, target, &open(target, &[]));
        let alone = |name: &str| {
            let mut options = open(target, &[]);
            options.entry_point = Some(EntryPoint {
                stage: None,
                name: name.to_owned(),
            });
            valid(source, target, &options)
        };
        let (vertex, fragment) = (alone("vs"), alone("fs"));
        for (values, reach, red, levels, dropped) in [
            (&[][..], 1.0, 7, 2, false),
            (
                &[("reach", 0.0), ("red", -3.0), ("40", 6.0), ("dropped", 1.0)],
                0.0,
                -3,
                6,
                true,
            ),
            (&[("reach", -1.0), ("40", 0.0)], -1.0, 7, 0, false),
        ] {
            let mut given: Vec<Constant> = specialization(&vertex.spec_constants, values);
            given.extend(specialization(&fragment.spec_constants, values));
            // A constant of both stages has one `SpecId`.
            given.sort_by_key(|constant| constant.id);
            given.dedup();
            for (stages, constants) in [
                ([&both, &both], specialization(&both.spec_constants, values)),
                ([&vertex, &fragment], given),
            ] {
                let stage = |at: usize, entry_point| Stage {
                    words: &stages[at].words,
                    entry_point,
                };
                let left = gpu
                    .render(&Render {
                        vertex: stage(0, "vs"),
                        fragment: Some(stage(1, "fs")),
                        bindings: &[],
                        push_constants: &[],
                        constants: &constants,
                        vertex_buffers: &[],
                        topology: vk::PrimitiveTopology::TRIANGLE_LIST,
                        vertices: 3,
                        instances: 1,
                        size: [4, 4],
                        colors: &[color],
                        depth: false,
                    })
                    .unwrap_or_else(|error| panic!("{target}: {error}"));
                let green = reach * 0.25 + red as f32;
                let drawn = [red as f32, green, green - 1.0, (0..levels).sum::<u32>() as f32];
                for (at, pixel) in words(&left.colors[0]).chunks_exact(4).enumerate() {
                    // The triangle starts at -reach and covers the picture from there on.
                    let x = (at % 4) as f32;
                    let inside = (x + 0.5) / 2.0 - 1.0 > -reach && !(dropped && x < 2.0);
                    let expected = if inside { drawn } else { color.clear };
                    assert_eq!(pixel, floats(&expected), "{target}, pixel {at}: {values:?}");
                }
            }
        }
    }
}
