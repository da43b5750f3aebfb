//! Tests of operators and conversions for edge cases that SPIR-V leaves undefined and WGSL defines.

use super::run::{Witness, each, each_f32, each_i32, run_compute_with};

const MIN: i32 = i32::MIN;
const MAX: i32 = i32::MAX;

/// Pairs with every special case of division.
const PAIRS: [[i32; 2]; 12] = [
    [7, 2],
    [-7, 2],
    [7, -2],
    [-7, -2],
    [0, 5],
    [5, 0],
    [-5, 0],
    [MIN, -1],
    [MIN, 1],
    [MAX, -1],
    [MIN, MIN],
    [MAX, MIN],
];

/// Compares the function for each row of arguments with its result.
fn table<T: Copy>(
    arguments: impl IntoIterator<Item = [T; 4]>,
    result: impl Fn([T; 4]) -> [T; 4],
) -> Vec<([T; 4], [T; 4])> {
    arguments.into_iter().map(|row| (row, result(row))).collect()
}

fn pairs() -> impl Iterator<Item = [i32; 4]> {
    PAIRS.into_iter().map(|[a, b]| [a, b, b, a])
}

fn unsigned_pairs() -> impl Iterator<Item = [u32; 4]> {
    pairs().map(|row| row.map(i32::cast_unsigned))
}

#[test]
fn signed_division_by_zero_and_overflow_give_the_dividend() {
    let divide = |a: i32, b: i32| if b == 0 { a } else { a.wrapping_div(b) };
    let vector = "fn f(a: vec4<i32>) -> vec4<i32> { return a / a.yxwz; }";
    each_i32(
        vector,
        &table(pairs(), |[a, b, c, d]| {
            [divide(a, b), divide(b, a), divide(c, d), divide(d, c)]
        }),
        Witness::Naga,
    );
    let scalar = "fn f(a: vec4<i32>) -> vec4<i32> { return vec4<i32>(a.x / a.y, a.x / 3, 100 / a.y, a.x / -1); }";
    each_i32(
        scalar,
        &table(pairs(), |[a, b, ..]| {
            [divide(a, b), a / 3, divide(100, b), a.wrapping_neg()]
        }),
        Witness::Naga,
    );
}

#[test]
fn signed_remainder_has_the_sign_of_the_dividend_and_zero_where_undefined() {
    let remainder = |a: i32, b: i32| if b == 0 { 0 } else { a.wrapping_rem(b) };
    let function =
        "fn f(a: vec4<i32>) -> vec4<i32> { return vec4<i32>(a.x % a.y, a.x % 4, (a.xy % a.yx).y, 17 % a.y); }";
    each_i32(
        function,
        &table(pairs(), |[a, b, ..]| {
            [remainder(a, b), a % 4, remainder(b, a), remainder(17, b)]
        }),
        Witness::Naga,
    );
}

#[test]
fn unsigned_division_and_remainder() {
    let function =
        "fn f(a: vec4<u32>) -> vec4<u32> { return vec4<u32>(a.x / a.y, a.x % a.y, (a.xy / a.yx).y, (a % 10u).x); }";
    let expected = |[a, b, ..]: [u32; 4]| {
        [
            a.checked_div(b).unwrap_or(a),
            a.checked_rem(b).unwrap_or(0),
            b.checked_div(a).unwrap_or(b),
            a % 10,
        ]
    };
    each(function, &table(unsigned_pairs(), expected), Witness::Naga);
}

/// Without guards: every divisor except 0, and -1 for the minimum, yields the same result as with guards.
#[test]
fn unguarded_division_and_remainder_where_they_are_defined() {
    let source = |scalar: &str| {
        format!(
            "@group(0) @binding(0) var<storage> pairs: array<vec2<{scalar}>>;
            @group(0) @binding(1) var<storage, read_write> results: array<vec4<{scalar}>>;
            @compute @workgroup_size(1) fn main() {{
                for (var i = 0u; i < arrayLength(&pairs); i += 1u) {{
                    let p = pairs[i];
                    results[i] = vec4<{scalar}>(p.x / p.y, p.x % p.y, (p / p.yy).x, (p % p.yy).x);
                }}
            }}"
        )
    };
    let defined = PAIRS.into_iter().filter(|&[a, b]| b != 0 && (a, b) != (MIN, -1));
    let pairs: Vec<[i32; 2]> = defined
        .chain([[MIN + 1, -1], [MIN, 2], [MIN, 7], [MAX, MAX], [-1, MAX]])
        .collect();
    let input: Vec<u32> = pairs.iter().flatten().map(|value| value.cast_unsigned()).collect();
    let signed = pairs
        .iter()
        .flat_map(|&[a, b]| [a / b, a % b, a / b, a % b].map(i32::cast_unsigned));
    let unsigned = input
        .chunks(2)
        .flat_map(|pair| [pair[0] / pair[1], pair[0] % pair[1]].repeat(2));
    for (scalar, expected) in [("i32", signed.collect::<Vec<_>>()), ("u32", unsigned.collect())] {
        run_compute_with(
            &source(scalar),
            &input,
            expected.len(),
            Witness::Naga,
            |setup| setup.emit_int_div_checks = false,
            |result| {
                if result == expected {
                    Ok(())
                } else {
                    Err(format!("{result:?}, expected {expected:?}"))
                }
            },
        );
    }
}

#[test]
fn integers_wrap() {
    let function = "fn f(a: vec4<i32>) -> vec4<i32> { return vec4<i32>(a.x + a.y, a.x - a.y, a.x * a.y, -a.x); }";
    let expected = |[a, b, ..]: [i32; 4]| {
        [
            a.wrapping_add(b),
            a.wrapping_sub(b),
            a.wrapping_mul(b),
            a.wrapping_neg(),
        ]
    };
    each_i32(function, &table(pairs(), expected), Witness::Naga);
}

#[test]
fn vectors_and_scalars_mix() {
    let function =
        "fn f(a: vec4<i32>) -> vec4<i32> { return (a + a.y) * 2 - (3 - a) + vec4<i32>(a.x) / (a | vec4(1)); }";
    let expected = |a: [i32; 4]| {
        a.map(|x| {
            let sum = x.wrapping_add(a[1]).wrapping_mul(2);
            sum.wrapping_sub(3_i32.wrapping_sub(x))
                .wrapping_add(a[0].wrapping_div(x | 1))
        })
    };
    each_i32(function, &table(pairs(), expected), Witness::Naga);
}

#[test]
fn bits_are_combined() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> { return vec4<u32>(a.x & a.y, a.x | a.y, a.x ^ a.y, ~a.x); }";
    each(
        function,
        &table(unsigned_pairs(), |[a, b, ..]| [a & b, a | b, a ^ b, !a]),
        Witness::Naga,
    );
}

#[test]
fn a_shift_takes_its_amount_modulo_the_width() {
    let rows = [
        [1, 0],
        [1, 31],
        [0x8000_0001, 1],
        [0xdead_beef, 32],
        [0xdead_beef, 33],
        [0xffff_fff0, 0xffff_ffff],
    ];
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let signed = bitcast<i32>(a.x) >> a.y;
        return vec4<u32>(a.x << a.y, a.x >> a.y, bitcast<u32>(signed), (a.xx << vec2<u32>(a.y, 3u)).y);
    }";
    let expected = |[a, b, ..]: [u32; 4]| {
        [
            a.wrapping_shl(b),
            a.wrapping_shr(b),
            a.cast_signed().wrapping_shr(b).cast_unsigned(),
            a << 3,
        ]
    };
    // naga's backend does not mask the amount; for 32 and more SPIR-V leaves the result undefined.
    each(
        function,
        &table(rows.map(|[a, b]| [a, b, 0, 0]), expected),
        Witness::None,
    );
}

#[test]
fn comparisons_select() {
    let function = "fn f(a: vec4<i32>) -> vec4<i32> {
        let scalar = select(0, 1, a.x < a.y) + select(0, 2, a.x <= a.y) + select(0, 4, a.x == a.y);
        let vector = select(vec2<i32>(0), vec2<i32>(8, 16), a.xy > a.yx);
        let unsigned = bitcast<vec2<u32>>(a.xy);
        let also = select(0, 32, unsigned.x < unsigned.y) | select(0, 64, unsigned.x >= unsigned.y);
        let whole = select(a.zw, a.xy, any(a.xy != a.yx) && !all(a.xy >= vec2<i32>(0)));
        return vec4<i32>(scalar, vector.x + vector.y, also, whole.x);
    }";
    let expected = |[a, b, c, _]: [i32; 4]| {
        let scalar = i32::from(a < b) + 2 * i32::from(a <= b) + 4 * i32::from(a == b);
        let vector = 8 * i32::from(a > b) + 16 * i32::from(b > a);
        let less = a.cast_unsigned() < b.cast_unsigned();
        let whole = if a != b && !(a >= 0 && b >= 0) { a } else { c };
        [scalar, vector, if less { 32 } else { 64 }, whole]
    };
    each_i32(function, &table(pairs(), expected), Witness::Naga);
}

#[test]
fn booleans_are_values() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let b = a != vec4<u32>(0u);
        let c = vec4<bool>(b.x & b.y, b.x | b.y, b.x == b.y, b.x != b.y);
        let d = !c;
        let e = select(vec4<u32>(c), vec4<u32>(d) * 2u, b.z);
        return e + u32(b.w) * 4u;
    }";
    let rows = (0..16).map(|i| [i & 1, i & 2, i & 4, i & 8]);
    let expected = |a: [u32; 4]| {
        let b = a.map(|x| x != 0);
        let c = [b[0] & b[1], b[0] | b[1], b[0] == b[1], b[0] != b[1]];
        c.map(|c| if b[2] { u32::from(!c) * 2 } else { u32::from(c) } + u32::from(b[3]) * 4)
    };
    each(function, &table(rows, expected), Witness::Naga);
}

#[test]
fn floats() {
    let rows = [
        [1.5, 2.25, -3.0, 0.5],
        [1e10, -1e-3, 7.0, 3.0],
        [-0.5, 0.125, 100.0, -7.5],
    ];
    let function = "fn f(a: vec4<f32>) -> vec4<f32> { return (a + a.yzwx) * a.zwxy - a / a.wxyz + -a; }";
    let expected =
        |a: [f32; 4]| std::array::from_fn(|i| (a[i] + a[(i + 1) % 4]) * a[(i + 2) % 4] - a[i] / a[(i + 3) % 4] - a[i]);
    each_f32(function, &table(rows, expected), 1e-5, Witness::Naga);
}

#[test]
fn a_float_remainder_has_the_sign_of_the_dividend() {
    let rows = [
        [5.5, 2.0],
        [-5.5, 2.0],
        [5.5, -2.0],
        [-5.5, -2.0],
        [1.0, 3.0],
        [6.0, 3.0],
    ];
    let function = "fn f(a: vec4<f32>) -> vec4<f32> { return vec4<f32>(a.x % a.y, a.xy % a.yx, a.x % 1.5); }";
    each_f32(
        function,
        &table(rows.map(|[a, b]| [a, b, 0.0, 0.0]), |[a, b, ..]| {
            [a % b, a % b, b % a, a % 1.5]
        }),
        1e-6,
        Witness::Naga,
    );
}

#[test]
fn float_comparisons() {
    let rows = [
        [1.0, 2.0],
        [2.0, 1.0],
        [0.0, -0.0],
        [f32::MAX, f32::INFINITY],
        [-1.5, -1.5],
    ];
    let function = "fn f(a: vec4<f32>) -> vec4<f32> {
        let v = vec4<f32>(f32(a.x < a.y), f32(a.x <= a.y), f32(a.x == a.y), f32(a.x > a.y));
        return v + select(vec4<f32>(0.0), vec4<f32>(2.0), a.xxxx >= a.yyyy) + 4.0 * vec4<f32>(a != a.yxwz);
    }";
    let number = |b: bool| f32::from(u8::from(b));
    let expected = |[a, b, c, d]: [f32; 4]| {
        let v = [number(a < b), number(a <= b), number(a == b), number(a > b)];
        let unequal = [a != b, a != b, c != d, c != d];
        std::array::from_fn(|i| v[i] + 2.0 * number(a >= b) + 4.0 * number(unequal[i]))
    };
    each_f32(
        function,
        &table(rows.map(|[a, b]| [a, b, 0.0, 1.0]), expected),
        0.0,
        Witness::Naga,
    );
}

#[test]
fn conversions_to_integers_saturate() {
    let rows = [
        0.0,
        0.9,
        -0.9,
        1.5,
        -1.5,
        2_147_483_500.0,
        3e9,
        -3e9,
        4e9,
        5e9,
        1e30,
        -1e30,
    ];
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let x = bitcast<f32>(a.x);
        let v = vec2<u32>(vec2<f32>(x, -x));
        return vec4<u32>(bitcast<u32>(i32(x)), u32(x), v.y, bitcast<u32>(vec2<i32>(vec2<f32>(x * 0.5, x)).x));
    }";
    let expected = |[x, ..]: [u32; 4]| {
        let x = f32::from_bits(x);
        // Rust's conversions saturate too, but WGSL's bounds are the largest f32 values below 2^31 and 2^32.
        let signed = |x: f32| x.clamp(-2_147_483_648.0, 2_147_483_520.0) as i32;
        let unsigned = |x: f32| x.clamp(0.0, 4_294_967_040.0) as u32;
        [
            signed(x).cast_unsigned(),
            unsigned(x),
            unsigned(-x),
            signed(x * 0.5).cast_unsigned(),
        ]
    };
    each(
        function,
        &table(rows.map(|x: f32| [x.to_bits(), 0, 0, 0]), expected),
        Witness::Naga,
    );
}

#[test]
fn conversions_between_numbers() {
    let rows = [[0, 1, 2, 3], [-1, MAX, MIN, 1 << 24], [16_777_217, -5, 7, 255]];
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let s = bitcast<vec4<i32>>(a);
        let b = vec4<bool>(s);
        let sum = f32(s.x) + f32(a.x) * 0.0 + f32(b.z);
        return vec4<u32>(bitcast<u32>(f32(s.x)), bitcast<u32>(f32(a.y)), u32(b.z) + u32(i32(b.w)), bitcast<u32>(sum));
    }";
    let expected = |a: [u32; 4]| {
        let s = a.map(u32::cast_signed);
        let flag = |i: usize| u32::from(a[i] != 0);
        [
            (s[0] as f32).to_bits(),
            (a[1] as f32).to_bits(),
            flag(2) + flag(3),
            (s[0] as f32 + flag(2) as f32).to_bits(),
        ]
    };
    each(
        function,
        &table(rows.map(|row| row.map(i32::cast_unsigned)), expected),
        Witness::Naga,
    );
}

#[test]
fn matrices() {
    let function = "fn f(a: vec4<f32>) -> vec4<f32> {
        let m = mat2x3<f32>(a.xyz, a.yzw);
        let n = mat3x2<f32>(a.xy, a.zw, a.yz);
        let v = m * a.xy + a.xy * n + (m * 2.0 - m)[1];
        let p = m * n;
        let w = (p * v).xy + transpose(m) * v + (n + n - n)[2];
        return vec4<f32>(w, determinant(mat2x2<f32>(a.xy, a.zw)), p[2].y);
    }";
    let rows = [[1.0, 2.0, 3.0, 4.0], [0.5, -1.0, 2.0, 0.25], [-3.0, 1.0, 0.0, 2.0]];
    let expected = |[x, y, z, w]: [f32; 4]| {
        let (m, n) = ([[x, y, z], [y, z, w]], [[x, y], [z, w], [y, z]]);
        let m_times = |v: [f32; 2]| -> [f32; 3] { std::array::from_fn(|r| m[0][r] * v[0] + m[1][r] * v[1]) };
        let left = m_times([x, y]);
        let v: [f32; 3] = std::array::from_fn(|i| left[i] + (x * n[i][0] + y * n[i][1]) + m[1][i]);
        let p = n.map(m_times);
        let first: [f32; 2] = std::array::from_fn(|r| p[0][r] * v[0] + p[1][r] * v[1] + p[2][r] * v[2]);
        let second = m.map(|column| column[0] * v[0] + column[1] * v[1] + column[2] * v[2]);
        [
            first[0] + second[0] + n[2][0],
            first[1] + second[1] + n[2][1],
            x * w - y * z,
            p[2][1],
        ]
    };
    each_f32(function, &table(rows, expected), 1e-5, Witness::Naga);
}
