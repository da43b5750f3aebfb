//! Tests of override expressions on a driver: with values set by the pipeline, as defaults of specialization constants,
//! and substituted for the overrides. All three must yield the expected results, for every SPIR-V version with
//! different lowerings.

use super::{open, options, valid};
use crate::common::specialize::specialization;
use crate::common::vulkan::{Binding, Compute, Resource, gpu};

pub const TARGETS: [&str; 6] = [
    "vulkan1.0",
    "vulkan1.1",
    "vulkan1.1spv1.4",
    "vulkan1.2",
    "vulkan1.3",
    "vulkan1.4",
];

/// A set of values, by key.
pub type Values<'a> = &'a [(&'a str, f64)];

/// Runs `main` of a shader with every set of values in the three ways, with one storage buffer of `words` words.
pub fn run(source: &str, words: usize, sets: &[(Values<'_>, Vec<u32>)]) {
    let Some(gpu) = gpu() else { return };
    let bindings = [Binding {
        set: 0,
        binding: 0,
        resource: Resource::Storage(vec![0; words * 4]),
    }];
    let newest = gpu.newest_target();
    let mut faults = Vec::new();
    for target in TARGETS.into_iter().filter(|target| *target <= newest) {
        let once = valid(source, target, &open(target, &[]));
        for (values, expected) in sets {
            let defaults = valid(source, target, &open(target, values));
            let substituted = valid(source, target, &options(target, values));
            let constants = specialization(&once.spec_constants, values);
            for (way, words, constants) in [
                ("specialized", &once.words, &constants[..]),
                ("as defaults", &defaults.words, &[]),
                ("substituted", &substituted.words, &[]),
            ] {
                let run = Compute {
                    words,
                    entry_point: "main",
                    bindings: &bindings,
                    push_constants: &[],
                    constants,
                    workgroups: [1, 1, 1],
                    validate: true,
                };
                let result = gpu
                    .compute(&run)
                    .unwrap_or_else(|error| panic!("{target}, {way}: {error}"));
                let result: Vec<u32> = result[0]
                    .chunks_exact(4)
                    .map(|bytes| u32::from_ne_bytes(bytes.try_into().unwrap()))
                    .collect();
                if result != *expected {
                    faults.push(format!(
                        "{target}, {way}, {values:?}: {result:?}, expected {expected:?}"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}\n{source}", faults.join("\n"));
}

pub fn signed(values: &[i32]) -> Vec<u32> {
    values.iter().map(|value| value.cast_unsigned()).collect()
}

pub fn floats(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn every_type_and_its_defaults() {
    let source = "
    @id(3) override a: i32 = -4;
    override b: u32 = 7u;
    override c: f32 = 0.5;
    override d: bool = true;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(1)
    fn main() {
        out[0] = bitcast<u32>(a);
        out[1] = b;
        out[2] = bitcast<u32>(c);
        out[3] = u32(d);
        out[4] = bitcast<u32>(vec2(c, 1.0).x * f32(a));
        var local = b * 2u;
        local += u32(d);
        out[5] = local;
    }";
    let float = |value: f32| value.to_bits();
    run(
        source,
        6,
        &[
            (&[], vec![0xffff_fffc, 7, float(0.5), 1, float(-2.0), 15]),
            (
                &[("3", 100.0), ("b", 4294967295.0), ("c", -1.25), ("d", 0.0)],
                vec![100, u32::MAX, float(-1.25), 0, float(-125.0), 0xffff_fffe],
            ),
        ],
    );
}

/// naga's evaluator has no conversions and functions of these widths: they are computed by code.
#[test]
fn functions_of_narrow_and_wide_overrides() {
    let source = "enable wgpu_int16;
    override double: f64 = 2.25lf;
    override whole: i32 = -3;
    override short: i16 = -7;
    override word: u16 = 9;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(1)
    fn main() {
        out[0] = bitcast<u32>(f32(double));
        out[1] = bitcast<u32>(f32(sqrt(double)));
        out[2] = bitcast<u32>(f32(i64(whole) * 5li));
        out[3] = bitcast<u32>(i32(abs(short)));
        out[4] = u32(clamp(word, u16(1), u16(4)));
        out[5] = bitcast<u32>(f32(floor(double)));
    }";
    let float = f32::to_bits;
    run(
        source,
        6,
        &[
            (&[], vec![float(2.25), float(1.5), float(-15.0), 7, 4, float(2.0)]),
            (
                &[("double", 6.25), ("whole", 4.0), ("short", 5.0), ("word", 2.0)],
                vec![float(6.25), float(2.5), float(20.0), 5, 2, float(6.0)],
            ),
        ],
    );
}

/// Numbers of other widths, with and without values, and a number without a default.
#[test]
fn narrow_and_wide_overrides() {
    let source = "enable f16;
    enable wgpu_int16;
    @id(1) override short: i16 = -3;
    @id(2) override word: u16 = 40000;
    override half: f16 = 1.5;
    override double: f64 = 0.1;
    override needed: u32;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(1)
    fn main() {
        out[0] = bitcast<u32>(i32(short));
        out[1] = u32(word);
        out[2] = bitcast<u32>(f32(half * 2.0h));
        out[3] = u32(round((double - 0.0625lf) * 1e6lf));
        out[4] = needed;
    }";
    let float = f32::to_bits;
    run(
        source,
        5,
        &[
            (&[("needed", 8.0)], vec![0xffff_fffd, 40_000, float(3.0), 37_500, 8]),
            (
                &[
                    ("1", 300.0),
                    ("2", 7.0),
                    ("half", -0.25),
                    ("double", 1.0625),
                    ("needed", 9.0),
                ],
                vec![300, 7, float(-0.5), 1_000_000, 9],
            ),
            (
                &[("1", -32768.0), ("2", 65535.0), ("half", 1023.5), ("needed", 0.0)],
                vec![0xffff_8000, 65535, float(2047.0), 37_500, 0],
            ),
        ],
    );
}

#[test]
fn integer_expressions_before_any_code() {
    let source = "
    override a: i32 = 7;
    override b: i32 = 3;
    override u: u32 = 20u;
    override t: bool = false;
    const seven = vec3<i32>(7, 7, 7);
    var<private> v: array<i32, 24> = array<i32, 24>(
        a + b, a - b, a * b, a / b, a % b, -a, ~a, a & b, a | b, a ^ b, a << u32(b), a >> 1u,
        i32(u / 3u), i32(u % 3u), i32(u >> u32(b)), select(a, b, t), i32(t), i32(u), min(a, b), max(a, b),
        clamp(a, -b, b), abs(-a), i32(a < b || t), i32(u >= 20u && a != b),
    );
    var<private> w: vec3<i32> = vec3<i32>(vec2<i32>(a, b).yx, i32(u)) + seven;
    var<private> x: vec2<u32> = vec2<u32>(vec2<i32>(a, -b));
    var<private> y: bool = bool(a) && !t;
    @group(0) @binding(0) var<storage, read_write> out: array<i32>;
    @compute @workgroup_size(1)
    fn main() {
        for (var i = 0; i < 24; i++) { out[i] = v[i]; }
        out[24] = w.x; out[25] = w.y; out[26] = w.z;
        out[27] = i32(x.x); out[28] = i32(x.y);
        out[29] = i32(y);
    }";
    let expected = |a: i32, b: i32, u: u32, t: bool| {
        let list = [
            a + b,
            a - b,
            a * b,
            a / b,
            a % b,
            -a,
            !a,
            a & b,
            a | b,
            a ^ b,
            a << b,
            a >> 1,
            (u / 3) as i32,
            (u % 3) as i32,
            (u >> b) as i32,
            if t { b } else { a },
            i32::from(t),
            u as i32,
            a.min(b),
            a.max(b),
            a.clamp(-b, b),
            (-a).abs(),
            i32::from(a < b || t),
            i32::from(u >= 20 && a != b),
            b + 7,
            a + 7,
            u as i32 + 7,
            a,
            -b,
            i32::from(a != 0 && !t),
        ];
        signed(&list)
    };
    run(
        source,
        30,
        &[
            (&[], expected(7, 3, 20, false)),
            (
                &[("a", -1000.0), ("b", 6.0), ("u", 65.0), ("t", 1.0)],
                expected(-1000, 6, 65, true),
            ),
        ],
    );
}

/// WGSL makes these pipeline errors if the values are known; with values from the pipeline the result must be defined.
#[test]
fn divisions_and_shifts_at_their_edges_are_defined() {
    let Some(gpu) = gpu() else { return };
    let source = "
    override a: i32 = 1;
    override b: i32 = 1;
    override u: u32 = 1u;
    var<private> v: vec4<i32> = vec4<i32>(a / b, a % b, i32(5u / u), i32(5u % u));
    var<private> w: vec2<i32> = vec2<i32>(a << (u + 33u), abs(a));
    @group(0) @binding(0) var<storage, read_write> out: array<i32>;
    @compute @workgroup_size(1)
    fn main() {
        out[0] = v.x; out[1] = v.y; out[2] = v.z; out[3] = v.w; out[4] = w.x; out[5] = w.y;
    }";
    for (values, expected) in [
        ([("a", 9.0), ("b", 0.0), ("u", 0.0)], [9, 0, 5, 0, 18, 9]),
        (
            [("a", f64::from(i32::MIN)), ("b", -1.0), ("u", 2.0)],
            [i32::MIN, 0, 2, 1, 0, i32::MIN],
        ),
        ([("a", -9.0), ("b", 4.0), ("u", 5.0)], [-2, -1, 1, 0, -9 << 6, 9]),
    ] {
        for target in TARGETS.into_iter().filter(|target| *target <= gpu.newest_target()) {
            let output = valid(source, target, &open(target, &[]));
            let constants = specialization(&output.spec_constants, &values);
            let run = Compute {
                words: &output.words,
                entry_point: "main",
                bindings: &[Binding {
                    set: 0,
                    binding: 0,
                    resource: Resource::Storage(vec![0; 24]),
                }],
                push_constants: &[],
                constants: &constants,
                workgroups: [1, 1, 1],
                validate: true,
            };
            let result = gpu.compute(&run).unwrap();
            let result: Vec<i32> = result[0]
                .chunks_exact(4)
                .map(|bytes| i32::from_ne_bytes(bytes.try_into().unwrap()))
                .collect();
            assert_eq!(result, expected, "{target}: {values:?}");
        }
    }
}

#[test]
fn defaults_that_depend_on_other_overrides() {
    let source = "
    override a: i32 = 3;
    override b: i32 = a * 2 + 1;
    override c: f32 = f32(b) * 0.5;
    @id(9) override d: bool = c > 2.0;
    override e: f32 = select(c, sqrt(abs(c) + 1.0), d);
    var<private> p: f32 = e + 1.0;
    var<private> q: array<f32, 2> = array<f32, 2>(c, f32(a));
    @group(0) @binding(0) var<storage, read_write> out: array<f32>;
    fn deep() -> f32 { return p + c; }
    @compute @workgroup_size(1)
    fn main() {
        var local = e * 2.0;
        out[0] = f32(b);
        out[1] = c;
        out[2] = f32(d);
        out[3] = e;
        out[4] = p;
        out[5] = q[0] + q[1];
        for (var i = 0; i < 2; i++) {
            var inner = c + 1.0;
            inner += 1.0;
            local += inner;
        }
        p = 0.0;
        out[6] = local;
        out[7] = deep();
    }";
    let expected = |a: i32, b: Option<i32>, c: Option<f32>, d: Option<bool>, e: Option<f32>| {
        let b = b.unwrap_or(a * 2 + 1);
        let c = c.unwrap_or(b as f32 * 0.5);
        let d = d.unwrap_or(c > 2.0);
        let e = e.unwrap_or(if d { (c.abs() + 1.0).sqrt() } else { c });
        let local = e * 2.0 + (c + 2.0) * 2.0;
        floats(&[b as f32, c, f32::from(u8::from(d)), e, e + 1.0, c + a as f32, local, c])
    };
    run(
        source,
        8,
        &[
            // The square roots are those of 4 and 9, so that every way to compute them yields the same bits.
            (&[("a", 2.5), ("b", 6.0)], expected(2, Some(6), None, None, None)),
            (&[("a", -10.0)], expected(-10, None, None, None, None)),
            (&[("c", 8.0)], expected(3, None, Some(8.0), None, None)),
            (&[("9", 0.0)], expected(3, None, None, Some(false), None)),
            (
                &[("b", 1.0), ("9", 1.0), ("e", 0.25)],
                expected(3, Some(1), None, Some(true), Some(0.25)),
            ),
        ],
    );
}

#[test]
fn lengths_and_workgroup_sizes() {
    let source = "
    override n: u32 = 4u;
    override m: i32 = 3;
    override last: u32 = 1000u;
    var<workgroup> a: array<u32, n>;
    var<workgroup> b: array<vec2<i32>, m * 2 + 1>;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(n, 2)
    fn main(@builtin(local_invocation_index) i: u32, @builtin(local_invocation_id) id: vec3<u32>) {
        // The sum of all elements before any store.
        var sum = 0u;
        for (var k = 0u; k < 40u; k++) { sum += a[k]; }
        for (var k = 0; k < 40; k++) { sum += u32(b[k].x + b[k].y); }
        out[40u + i] = sum;
        workgroupBarrier();
        if id.y == 0u { a[id.x] = id.x + 1u; }
        if i == 0u { b[0].x = 5; b[2147483647 - i32(i)].y = 6; }
        workgroupBarrier();
        if i == 0u {
            // An index out of range is clamped to the last element.
            let none = out[79];
            out[0] = a[last + none];
            out[1] = a[7u + none];
            out[2] = u32(b[m * 2 + i32(none)].y);
            out[3] = u32(b[last + none].y + b[0].x);
            out[4] = a[0];
        }
        out[8u + i] = 1u;
    }";
    let expected = |n: usize| {
        let mut out = vec![0; 80];
        out[..5].copy_from_slice(&[n as u32, n.min(8) as u32, 6, 11, 1]);
        out[8..8 + n * 2].fill(1);
        out
    };
    run(
        source,
        80,
        &[
            (&[], expected(4)),
            (&[("n", 13.0), ("m", 9.0)], expected(13)),
            (&[("n", 1.0), ("m", 1.0)], expected(1)),
            (&[("n", 2.0), ("m", 100.0)], expected(2)),
        ],
    );
}

/// A part of a composite with override expressions is computed before the loads between its uses: scalars, columns,
/// members, and both operands of a selection.
#[test]
fn parts_of_what_overrides_make() {
    let source = "
    struct S { v: vec2<i32>, a: array<vec2<i32>, 2> }
    override n: i32 = 5;
    override choice = true;
    var<private> p: i32 = 3;
    @group(0) @binding(0) var<storage, read_write> out: array<i32>;
    @compute @workgroup_size(1)
    fn main() {
        let a = p;
        out[0] = min(a, vec3<i32>(2, n, 4)[1]);
        let m = mat2x2<f32>(vec2<f32>(f32(n), 2.0), vec2<f32>(4.0, 8.0));
        out[1] = i32((m[0] * f32(out[0]))[a & 1]);
        out[2] = array<vec2<i32>, 2>(vec2(n, 9), vec2(n, 7))[1][p & 1];
        let s = S(vec2(n, 1), array<vec2<i32>, 2>(vec2(n), vec2(n + 1)));
        out[3] = s.a[1].x + s.v[out[2] & 1] + p;
        let chosen = select(vec2<i32>(n, 20), vec2<i32>(30, n), choice);
        out[4] = chosen[a & 1] + chosen.x;
        switch min(p, vec3<i32>(2, n, 4).y) {
            case 1, default: { out[5] = vec4<i32>(vec2(n, 3), vec2(6, n)).xw[1] * a; }
            case 2: { out[5] = 1; }
        }
    }";
    let words = |values: [i32; 6]| values.map(i32::cast_unsigned).to_vec();
    run(
        source,
        6,
        &[
            (&[], words([3, 6, 7, 10, 35, 15])),
            (&[("n", 2.0), ("choice", 0.0)], words([2, 4, 7, 7, 22, 1])),
            (&[("n", -1.0), ("choice", 1.0)], words([-1, -2, 7, 4, 29, -3])),
        ],
    );
}

/// Memory with an open length and an open workgroup size is zeroed: structs with arrays and matrices in such an array.
#[test]
fn memory_of_open_lengths_is_zeroed() {
    let source = "
    struct Cell { number: u32, turn: mat2x3<f32>, list: array<array<u32, 2>, 3> }
    override n: u32 = 4u;
    override x: i32 = 3;
    var<workgroup> cells: array<Cell, n * 2u>;
    var<workgroup> others: array<atomic<u32>, n>;
    var<workgroup> single: Cell;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(x, 2, n / 2u + 1u)
    fn main(@builtin(local_invocation_index) i: u32) {
        if i + 1u == u32(x) * 2u * (n / 2u + 1u) {
            var found = 0u;
            for (var k = 0u; k < n * 2u; k++) {
                let cell = cells[k];
                found += cell.number + u32(any(cell.turn[0] + abs(cell.turn[1]) != vec3<f32>()));
                for (var j = 0u; j < 6u; j++) { found += cell.list[j / 2u][j % 2u]; }
                found += atomicLoad(&others[k / 2u]);
            }
            for (var j = 0u; j < 6u; j++) { found += single.list[j / 2u][j % 2u]; }
            found += single.number + u32(any(single.turn[0] + abs(single.turn[1]) != vec3<f32>()));
            out[0] = found;
            out[1] = i + 1u;
            out[2] = arrayLength(&out);
        }
    }";
    let expected = |n: u32, x: u32| vec![0, x * 2 * (n / 2 + 1), 3];
    run(
        source,
        3,
        &[
            (&[], expected(4, 3)),
            (&[("n", 1.0), ("x", 1.0)], expected(1, 1)),
            (&[("n", 50.0), ("x", 2.0)], expected(50, 2)),
            (&[("n", 3.0), ("x", 31.0)], expected(3, 31)),
        ],
    );
}
