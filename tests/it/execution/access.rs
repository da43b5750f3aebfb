//! Tests of reading and writing by every kind of access path, in every kind of memory, in and out of bounds.

use super::matrix::{CHECKED, marked};
use super::run::{Witness, check, each};

/// Wraps a body in a shader of one invocation that reads `input` and writes `output`.
fn shader(declarations: &str, body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
{declarations}
@compute @workgroup_size(1)
fn main() {{
{body}
}}
"
    )
}

#[test]
fn swizzles_and_components() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        var v = a.wzyx;
        v.y = a.x + 1u;
        let w = vec3<u32>(v.xx, a.w);
        v[2] += w.zyx.x;
        return vec4<u32>(v.yz, w.yz);
    }";
    let expected = |[x, y, _, w]: [u32; 4]| [x + 1, y + w, w, w];
    let table = [[1, 2, 3, 4], [9, 8, 7, 6]].map(|row| (row, expected(row)));
    each(function, &table, Witness::Naga);
}

#[test]
fn dynamic_components_of_vectors_and_matrices() {
    let function = "
    var<private> p: mat3x4<f32>;
    fn f(a: vec4<u32>) -> vec4<u32> {
        var v = vec3<u32>(10u, 20u, 30u);
        v[a.x] += 5u;
        var m = mat2x2<f32>(1.0, 2.0, 3.0, 4.0);
        m[a.y][a.w] = 7.0;
        p = mat3x4<f32>();
        p[a.x] = vec4<f32>(1.0, 2.0, 3.0, 4.0);
        let value = vec4<u32>(1u, 2u, 4u, 8u);
        return vec4<u32>(v.x + v.y * 100u + v.z * 10000u, u32(m[0].x + m[0].y * 10.0 + m[1].x * 100.0 + m[1].y * 1000.0),
            u32(p[1][a.x] * 10.0 + p[2].w), value[a.z]);
    }";
    let expected = |[x, y, z, w]: [usize; 4]| {
        let mut v = [10, 20, 30];
        v[x] += 5;
        let mut m = [[1, 2], [3, 4]];
        m[y][w] = 7;
        let mut p = [[0; 4]; 3];
        p[x] = [1, 2, 3, 4];
        [
            v[0] + v[1] * 100 + v[2] * 10_000,
            m[0][0] + m[0][1] * 10 + m[1][0] * 100 + m[1][1] * 1000,
            p[1][x] * 10 + p[2][3],
            1 << z,
        ]
    };
    let table =
        [[0, 0, 0, 0], [1, 1, 3, 0], [2, 0, 2, 1]].map(|row: [usize; 4]| (row.map(|x| x as u32), expected(row)));
    each(function, &table, Witness::Naga);
}

#[test]
fn arrays_of_structs_of_arrays_in_every_space() {
    let declarations = "
    struct Inner { values: array<u32, 3>, pair: vec2<u32> }
    struct Outer { first: u32, inner: array<Inner, 2> }
    var<private> in_private: Outer;
    var<workgroup> in_workgroup: Outer;
    ";
    let body = "
    var in_function: Outer;
    for (var i = 0u; i < 2u; i++) {
        for (var j = 0u; j < 3u; j++) {
            in_function.inner[i].values[j] = input[i * 3u + j];
        }
        in_function.inner[i].pair = vec2<u32>(input[i], input[5u - i]);
    }
    in_function.first = 77u;
    in_private = in_function;
    in_workgroup = in_private;
    let copy = in_workgroup;
    in_private.inner[1].pair.y = 5u;
    let at = input[6];
    output[0] = copy.inner[at].values[at + 1u];
    output[1] = in_private.inner[at].pair.y + in_private.first;
    output[2] = in_workgroup.inner[1u - at].values[at];
    output[3] = copy.inner[1].pair[at];
    ";
    check(
        &shader(declarations, body),
        &[10, 11, 12, 13, 14, 15, 1],
        &[15, 82, 11, 14],
        Witness::Naga,
    );
}

#[test]
fn structs_move_between_storage_and_registers() {
    // A vec3 is padded to 16 bytes in memory, and each column of a matrix with three rows by four bytes.
    let declarations = "
    struct Item { v: vec3<f32>, w: f32, m: mat2x3<f32>, tail: array<vec2<u32>, 2> }
    @group(0) @binding(2) var<storage, read_write> unused: array<Item>;
    fn pack(at: u32) -> Item {
        var item: Item;
        item.v = vec3<f32>(f32(input[at]), 2.0, 3.0);
        item.w = 4.0;
        item.m = mat2x3<f32>(item.v, item.v.zyx);
        item.tail[1] = vec2<u32>(input[at], 9u);
        return item;
    }
    ";
    let body = "
    let item = pack(input[0]);
    let parts = array<Item, 2>(item, pack(1u));
    let chosen = parts[input[0] - 1u];
    output[0] = u32(chosen.v.x + chosen.m[1].z + chosen.m[0].y);
    output[1] = chosen.tail[1].x + chosen.tail[0].y;
    output[2] = u32(dot(parts[1].m * vec2<f32>(1.0, 2.0), vec3<f32>(1.0, 10.0, 100.0)));
    ";
    // item.v = (6, 2, 3): chosen is parts[1] = pack(1) = (2, 2, 3).
    let m_times = [2.0 + 3.0 * 2.0, 2.0 + 2.0 * 2.0, 3.0 + 2.0 * 2.0];
    let dot = (m_times[0] + m_times[1] * 10.0 + m_times[2] * 100.0) as u32;
    check(
        &shader(declarations, body),
        &[2, 2, 6],
        &[2 + 2 + 2, 2, dot],
        Witness::Naga,
    );
}

#[test]
fn storage_has_the_offsets_that_wgsl_gives() {
    let source = "
    struct Item { a: u32, v: vec3<u32>, b: u32, m: mat3x3<f32>, c: array<vec2<u32>, 2>, d: u32 }
    struct Input { count: u32, items: array<Item> }
    @group(0) @binding(0) var<storage, read> input: Input;
    @group(0) @binding(1) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(1)
    fn main() {
        let at = input.count;
        output[0] = arrayLength(&input.items);
        output[1] = input.items[at].a;
        output[2] = input.items[at].v.z;
        output[3] = input.items[at].b;
        output[4] = bitcast<u32>(input.items[at].m[2].y);
        output[5] = input.items[at].c[1].x;
        output[6] = input.items[at].d;
        let whole = input.items[at];
        output[7] = whole.b + whole.c[0].y;
        output[8] = bitcast<u32>(whole.m[1][at]);
    }
    ";
    // Offsets in words: a 0, v 4, b 7, m 8 (columns of 4), c 20, d 24; the size is rounded up to 28.
    let mut words: Vec<u32> = (0..4 + 3 * 28).collect();
    words[0] = 1;
    let item = 4 + 28;
    let expected = [
        3,
        item,
        item + 6,
        item + 7,
        item + 8 + 9,
        item + 22,
        item + 24,
        item + 7 + item + 21,
        item + 8 + 5,
    ];
    check(source, &words, &expected, Witness::Naga);
}

#[test]
fn writes_reach_only_what_they_name() {
    let source = "
    struct Item { v: vec3<u32>, w: u32, m: mat2x2<f32> }
    @group(0) @binding(0) var<storage, read> input: array<u32>;
    @group(0) @binding(1) var<storage, read_write> output: array<Item>;
    @compute @workgroup_size(1)
    fn main() {
        let at = input[0];
        output[at].v.y = 1u;
        output[at].w = 2u;
        output[at].m[1][at] = 3.0;
        output[at + 1u].v = vec3<u32>(4u, 5u, 6u);
        let p = &output[0];
        (*p).m[0] = vec2<f32>(7.0, 8.0);
        (*p).v[at + 1u] += 9u;
    }
    ";
    let f = f32::to_bits;
    let expected = [
        0,
        0,
        9,
        0,
        f(7.0),
        f(8.0),
        0,
        0,
        0,
        1,
        0,
        2,
        0,
        0,
        0,
        f(3.0),
        4,
        5,
        6,
        0,
        0,
        0,
        0,
        0,
    ];
    check(source, &[1], &expected, Witness::Naga);
}

#[test]
fn indices_out_of_bounds_meet_the_last_element() {
    let declarations = "
    var<private> in_private: array<u32, 4>;
    var<workgroup> in_workgroup: array<u32, 4>;
    ";
    let body = "
    var in_function = array<u32, 4>(1u, 2u, 3u, 4u);
    in_private = in_function;
    in_workgroup = in_function;
    let far = input[1];
    let constant = array<u32, 4>(5u, 6u, 7u, 8u);
    output[0] = in_function[far];
    output[1] = in_private[far];
    output[2] = in_workgroup[far];
    output[3] = constant[far];
    output[4] = input[far];
    in_function[far] = 40u;
    in_private[far] = 41u;
    in_workgroup[far] = 42u;
    output[5] = in_function[3] + in_function[2];
    output[6] = in_private[3] + in_private[2];
    output[7] = in_workgroup[3] + in_workgroup[2];
    var v = vec3<u32>(1u, 2u, 3u);
    output[8] = v[far];
    output[far] = 99u;
    ";
    for far in [10, 11, 1000, u32::MAX, 0x8000_0000, 0x4000_0000] {
        check(
            &shader(declarations, body),
            &[0, far, 123],
            &[4, 4, 4, 8, 123, 43, 44, 45, 3, 99],
            Witness::Naga,
        );
    }
}

#[test]
fn negative_indices_count_as_large() {
    let body = "
    var values = array<u32, 4>(1u, 2u, 3u, 4u);
    let at = bitcast<i32>(input[0]);
    output[0] = values[at];
    output[1] = input[at];
    values[at + 1] = 9u;
    output[2] = values[0] + values[3];
    ";
    check(
        &shader("", body),
        &[(-1_i32).cast_unsigned(), 7],
        &[4, 7, 13],
        Witness::Naga,
    );
}

#[test]
fn pointers_are_passed_to_functions() {
    let declarations = "
    struct Pair { a: u32, b: array<u32, 2> }
    var<private> counter: u32;
    fn swap(x: ptr<function, u32>, y: ptr<function, u32>) { let t = *x; *x = *y; *y = t; }
    fn bump(p: ptr<private, u32>) -> u32 { *p += 1u; return *p; }
    fn fill(p: ptr<function, Pair>, value: u32) { (*p).a = value; (*p).b[1] = value + 1u; forward(p); }
    fn forward(p: ptr<function, Pair>) { (*p).b[0] = (*p).a * 2u; }
    ";
    let body = "
    var x = input[0];
    var y = input[1];
    swap(&x, &y);
    output[0] = x * 10u + y;
    output[1] = bump(&counter) + bump(&counter);
    var pair: Pair;
    fill(&pair, x);
    let q = &pair;
    output[2] = (*q).a + (*q).b[0] * 10u + pair.b[1] * 100u;
    ";
    check(
        &shader(declarations, body),
        &[3, 4],
        &[43, 3, 4 + 80 + 500],
        Witness::Naga,
    );
}

#[test]
fn variables_start_as_zero_or_as_they_say() {
    let declarations = "
    struct S { a: vec2<u32>, b: array<i32, 3> }
    const TABLE = array<vec2<u32>, 2>(vec2<u32>(1u, 2u), vec2<u32>(3u, 4u));
    var<private> said: array<u32, 3> = array<u32, 3>(5u, 6u, 7u);
    var<private> zero: S;
    var<workgroup> shared_zero: array<S, 2>;
    ";
    let body = "
    let at = input[0];
    var local: S;
    var given = S(vec2<u32>(at, 8u), array<i32, 3>(1, -2, 3));
    for (var i = 0u; i < 2u; i++) {
        var fresh: u32;
        fresh += at + 1u;
        output[i] = fresh;
    }
    output[2] = said[at] + zero.a.x + u32(shared_zero[at].b[at]) + local.a.y;
    output[3] = TABLE[at].y + u32(given.b[at] + 10) + given.a.y;
    ";
    check(&shader(declarations, body), &[1], &[2, 2, 6, 4 + 8 + 8], Witness::Naga);
}

/// 64-bit indices are compared as a whole: a large one is out of range whatever its low half.
#[test]
fn wide_indices_are_not_cut_off() {
    let body = "
    let high = u64(input[0]) << 32u;
    let at = high | u64(input[1]);
    var table = array<u32, 4>(1u, 2u, 3u, 4u);
    let held = array<u32, 4>(5u, 6u, 7u, 8u);
    output[0] = table[at];
    output[1] = held[i64(at)];
    output[2] = input[at];
    table[i64(at)] += 10u;
    output[3] = table[0] + table[1] * 100u + table[2] * 10000u + table[3] * 1000000u;
    ";
    for (high, low) in [(0, 2), (1, 2), (0xffff_ffff, 0xffff_fffe), (0x8000_0000, 0)] {
        let at = if high == 0 { low as usize } else { 3 };
        let mut table = [1, 2, 3, 4];
        let first = table[at];
        table[at] += 10;
        let sum = table[0] + table[1] * 100 + table[2] * 10_000 + table[3] * 1_000_000;
        let words = [high, low, 77, 78];
        let expected = [first, first + 4, words[at], sum];
        // naga's backend compares with a 32-bit length, which is invalid.
        check(&shader("", body), &words, &expected, Witness::None);
    }
}

/// A long array of a uniform buffer as a value: its elements have a matrix of two rows, whose columns are members in
/// memory, beside structs and arrays that are the same there.
#[test]
fn long_arrays_of_twins() {
    const LENGTH: u32 = 18;
    // Four words of the matrix, eight of `s`, eight of `list`, and four of `last`.
    let element = |at: u32| {
        let matrix = (0..4).map(move |k| ((at * 100 + k) as f32).to_bits());
        matrix.chain((4..24).map(move |k| at * 100 + k))
    };
    let words: String = (0..LENGTH)
        .flat_map(element)
        .map(|word| format!(" {word:#x}"))
        .collect();
    for copy in [
        "var copy = u.items;",
        "let copy = u.items;",
        "kept = u; let copy = kept.items;",
        "stored.items = u.items; let copy = stored.items;",
    ] {
        let source = format!(
            "//init 0: 0 16 3
//init 2:{words}
struct Part {{ v: vec3<u32>, w: u32 }}
struct Same {{ a: vec4<u32>, part: Part }}
struct Item {{ m: mat2x2<f32>, @align(16) s: Same, list: array<vec4<u32>, 2>, last: u32 }}
struct Items {{ items: array<Item, {LENGTH}> }}
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@group(0) @binding(2) var<uniform> u: Items;
@group(0) @binding(3) var<storage, read_write> stored: Items;
var<private> kept: Items;
@compute @workgroup_size(1) fn main() {{
    {copy}
    let at = input[1];
    out[0] = copy[at].s.a.x; //= 1604
    out[1] = copy[at].s.part.v.z; //= 1610
    out[2] = copy[at].s.part.w; //= 1611
    out[3] = copy[at].list[input[2] - 2u].y; //= 1617
    out[4] = copy[at].last; //= 1620
    out[5] = u32(copy[at].m[1].x); //= 1602
    out[6] = u32(copy[input[2]].m[input[0]].y); //= 301
    out[7] = copy[input[2]].s.part.v[input[2] - 2u]; //= 309
}}"
        );
        marked(&CHECKED, &source);
    }
}
