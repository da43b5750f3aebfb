//! Tests of built-in functions against the same functions in Rust.

use super::run::{Witness, each, each_f32, each_i32};

fn table<T: Copy>(rows: impl IntoIterator<Item = [T; 4]>, result: impl Fn([T; 4]) -> [T; 4]) -> Vec<([T; 4], [T; 4])> {
    rows.into_iter().map(|row| (row, result(row))).collect()
}

/// Numbers on both sides of every rounding boundary.
const NUMBERS: [[f32; 4]; 4] = [
    [0.0, 0.5, 1.5, 2.5],
    [-0.5, -1.5, -2.5, 3.7],
    [-3.7, 100.25, -0.25, 1.0],
    [1e6, -1e-3, 0.999, -7.0],
];

/// Compares `expression` of `a` with a function of each component.
fn map(expression: &str, function: impl Fn(f32) -> f32, rows: &[[f32; 4]], tolerance: f32) {
    let source = format!("fn f(a: vec4<f32>) -> vec4<f32> {{ return {expression}; }}");
    each_f32(
        &source,
        &table(rows.iter().copied(), |row| row.map(&function)),
        tolerance,
        Witness::Naga,
    );
}

#[test]
fn rounding() {
    map("floor(a)", f32::floor, &NUMBERS, 0.0);
    map("ceil(a)", f32::ceil, &NUMBERS, 0.0);
    map("trunc(a)", f32::trunc, &NUMBERS, 0.0);
    map("round(a)", f32::round_ties_even, &NUMBERS, 0.0);
    map("fract(a)", |x| x - x.floor(), &NUMBERS, 1e-6);
}

#[test]
fn signs_and_bounds() {
    map("abs(a)", f32::abs, &NUMBERS, 0.0);
    map("sign(a)", |x| if x == 0.0 { 0.0 } else { x.signum() }, &NUMBERS, 0.0);
    map("saturate(a)", |x| x.clamp(0.0, 1.0), &NUMBERS, 0.0);
    map(
        "clamp(a, vec4<f32>(-1.0), vec4<f32>(2.0))",
        |x| x.clamp(-1.0, 2.0),
        &NUMBERS,
        0.0,
    );
    map(
        "min(a, vec4<f32>(0.25)) + max(a, vec4<f32>(-0.25))",
        |x| x.min(0.25) + x.max(-0.25),
        &NUMBERS,
        0.0,
    );
}

#[test]
fn exponentials_and_roots() {
    let positive = [[0.25, 1.0, 2.0, 3.5], [10.0, 0.01, 7.0, 1.5]];
    map("exp(a)", f32::exp, &positive, 1e-5);
    map("exp2(a)", f32::exp2, &positive, 1e-5);
    map("log(a)", f32::ln, &positive, 1e-5);
    map("log2(a)", f32::log2, &positive, 1e-5);
    map("sqrt(a)", f32::sqrt, &positive, 1e-6);
    map("inverseSqrt(a)", |x| 1.0 / x.sqrt(), &positive, 1e-5);
    map("pow(a, vec4<f32>(1.75))", |x| x.powf(1.75), &positive, 1e-4);
    map("ldexp(a, vec4<i32>(3))", |x| x * 8.0, &positive, 0.0);
}

#[test]
fn trigonometry() {
    let angles = [[0.0, 0.5, 1.0, 1.5], [-0.5, -1.25, 3.0, -3.0]];
    map("sin(a)", f32::sin, &angles, 1e-4);
    map("cos(a)", f32::cos, &angles, 1e-4);
    map("tan(a * 0.4)", |x| (x * 0.4).tan(), &angles, 1e-4);
    map("asin(a * 0.3)", |x| (x * 0.3).asin(), &angles, 1e-3);
    map("acos(a * 0.3)", |x| (x * 0.3).acos(), &angles, 1e-3);
    map("atan(a)", f32::atan, &angles, 1e-3);
    map("atan2(a, vec4<f32>(-0.5))", |x| x.atan2(-0.5), &angles, 1e-3);
    map(
        "sinh(a) + cosh(a) - tanh(a)",
        |x| x.sinh() + x.cosh() - x.tanh(),
        &angles,
        1e-4,
    );
    map(
        "asinh(a) + acosh(abs(a) + 1.5)",
        |x| x.asinh() + (x.abs() + 1.5).acosh(),
        &angles,
        1e-4,
    );
    map("atanh(a * 0.2)", |x| (x * 0.2).atanh(), &angles, 1e-4);
    map(
        "degrees(a) + radians(a)",
        |x| x.to_degrees() + x.to_radians(),
        &angles,
        1e-5,
    );
}

#[test]
fn interpolation() {
    map("mix(a, vec4<f32>(2.0), 0.25)", |x| x * 0.75 + 0.5, &NUMBERS, 1e-6);
    map("mix(a, a.yzwx, vec4<f32>(0.0))", |x| x, &NUMBERS, 0.0);
    map(
        "step(vec4<f32>(0.5), a)",
        |x| f32::from(u8::from(x >= 0.5)),
        &NUMBERS,
        0.0,
    );
    let smooth = |x: f32| {
        let t = ((x + 1.0) / 3.0).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    map("smoothstep(vec4<f32>(-1.0), vec4<f32>(2.0), a)", smooth, &NUMBERS, 1e-6);
    map("fma(a, a, vec4<f32>(0.5))", |x| x * x + 0.5, &NUMBERS, 1e-6);
}

#[test]
fn geometry() {
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let rows = [[1.0, 2.0, -3.0, 0.5], [0.25, -1.0, 4.0, 2.0]];
    let lengths = "fn f(a: vec4<f32>) -> vec4<f32> {
        return vec4<f32>(length(a.xyz), distance(a.xyz, a.yzw), dot(a.xyz, a.yzw), length(a.w));
    }";
    let expected = |[x, y, z, w]: [f32; 4]| {
        let (p, q) = ([x, y, z], [y, z, w]);
        let difference: [f32; 3] = std::array::from_fn(|i| p[i] - q[i]);
        [dot(p, p).sqrt(), dot(difference, difference).sqrt(), dot(p, q), w.abs()]
    };
    each_f32(lengths, &table(rows, expected), 1e-5, Witness::Naga);

    let directions = "fn f(a: vec4<f32>) -> vec4<f32> {
        let n = normalize(a.yzw);
        let v = cross(a.xyz, a.yzw) + reflect(a.xyz, n) + faceForward(n, a.xyz, a.yzw);
        return vec4<f32>(v, refract(normalize(a.xyz), n, 0.5).x);
    }";
    let expected = |[x, y, z, w]: [f32; 4]| {
        let (p, q) = ([x, y, z], [y, z, w]);
        let unit = |v: [f32; 3]| v.map(|c| c / dot(v, v).sqrt());
        let (n, i) = (unit(q), unit(p));
        let cross = [
            p[1] * q[2] - p[2] * q[1],
            p[2] * q[0] - p[0] * q[2],
            p[0] * q[1] - p[1] * q[0],
        ];
        let forward = if dot(q, p) < 0.0 { 1.0 } else { -1.0 };
        let v: [f32; 3] = std::array::from_fn(|k| cross[k] + p[k] - 2.0 * dot(n, p) * n[k] + forward * n[k]);
        let k = 1.0 - 0.25 * (1.0 - dot(n, i) * dot(n, i));
        let refracted = if k < 0.0 {
            0.0
        } else {
            0.5 * i[0] - (0.5 * dot(n, i) + k.sqrt()) * n[0]
        };
        [v[0], v[1], v[2], refracted]
    };
    each_f32(directions, &table(rows, expected), 1e-5, Witness::Naga);
}

#[test]
fn integers() {
    let rows = [[0, -1, 5, -7], [i32::MIN, i32::MAX, 3, -3], [10, -10, 1, 2]];
    let signed = "fn f(a: vec4<i32>) -> vec4<i32> {
        return vec4<i32>(abs(a.x), min(a.x, a.y) ^ max(a.z, a.w), clamp(a.y, -5, 5), sign(a.x) + dot(a.zw, a.wz));
    }";
    let expected = |[a, b, c, d]: [i32; 4]| {
        [
            a.wrapping_abs(),
            a.min(b) ^ c.max(d),
            b.clamp(-5, 5),
            a.signum() + 2 * c * d,
        ]
    };
    each_i32(signed, &table(rows, expected), Witness::Naga);

    let unsigned = "fn f(a: vec4<u32>) -> vec4<u32> {
        return vec4<u32>(abs(a.x), min(a.x, a.y), max(a.z, a.w), clamp(a.y, 2u, 9u));
    }";
    let expected = |[a, b, c, d]: [u32; 4]| [a, a.min(b), c.max(d), b.clamp(2, 9)];
    each(
        unsigned,
        &table(rows.map(|row| row.map(i32::cast_unsigned)), expected),
        Witness::Naga,
    );
}

#[test]
fn bits() {
    let rows = [
        [0, 1, 0x8000_0000, u32::MAX],
        [0x00f0_0f00, 3, 0x7fff_ffff, 0xdead_beef],
    ];
    let counts = "fn f(a: vec4<u32>) -> vec4<u32> {
        return countOneBits(a) + countLeadingZeros(a) * 64u + countTrailingZeros(a) * 4096u;
    }";
    let count = |x: u32| x.count_ones() + x.leading_zeros() * 64 + x.trailing_zeros() * 4096;
    each(counts, &table(rows, |row| row.map(count)), Witness::Naga);

    let first = "fn f(a: vec4<u32>) -> vec4<u32> { return firstLeadingBit(a) * 256u + firstTrailingBit(a); }";
    let find = |x: u32| {
        let leading = x.checked_ilog2().unwrap_or(u32::MAX);
        let trailing = if x == 0 { u32::MAX } else { x.trailing_zeros() };
        leading.wrapping_mul(256).wrapping_add(trailing)
    };
    each(first, &table(rows, |row| row.map(find)), Witness::Naga);

    // For signed numbers the highest bit that differs from the sign.
    let signed = "fn f(a: vec4<i32>) -> vec4<i32> { return firstLeadingBit(a); }";
    let find = |x: i32| {
        (if x < 0 { !x } else { x })
            .checked_ilog2()
            .map_or(-1, u32::cast_signed)
    };
    each_i32(
        signed,
        &table(rows.map(|row| row.map(u32::cast_signed)), |row| row.map(find)),
        Witness::Naga,
    );

    let reversed = "fn f(a: vec4<u32>) -> vec4<u32> { return reverseBits(a); }";
    each(reversed, &table(rows, |row| row.map(u32::reverse_bits)), Witness::Naga);
}

#[test]
fn bit_fields_stop_at_the_width() {
    let rows = [
        [0xdead_beef, 4, 8, 0x55],
        [0xdead_beef, 28, 8, 0xff],
        [0xdead_beef, 40, 3, 7],
        [0x1234_5678, 0, 32, 9],
    ];
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let signed = extractBits(bitcast<i32>(a.x), a.y, a.z);
        return vec4<u32>(extractBits(a.x, a.y, a.z), bitcast<u32>(signed), insertBits(a.x, a.w, a.y, a.z), 0u);
    }";
    let expected = |[x, offset, count, new]: [u32; 4]| {
        let offset = offset.min(32);
        let count = count.min(32 - offset);
        let mask = if count == 32 { u32::MAX } else { (1 << count) - 1 };
        let field = if count == 0 { 0 } else { x >> offset & mask };
        let negative = count > 0 && field >> (count - 1) & 1 == 1;
        let extended = if negative { field | !mask } else { field };
        let inserted = if count == 0 {
            x
        } else {
            x & !(mask << offset) | (new & mask) << offset
        };
        [field, extended, inserted, 0]
    };
    each(function, &table(rows, expected), Witness::Naga);
}

#[test]
fn vectors_of_booleans() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let b = a > vec4<u32>(2u);
        return vec4<u32>(u32(all(b)), u32(any(b)), u32(all(b.xy)), u32(any(b.zw)) + u32(all(b.x)));
    }";
    let expected = |a: [u32; 4]| {
        let b = a.map(|x| x > 2);
        let number = |b: bool| u32::from(b);
        [
            number(b.iter().all(|b| *b)),
            number(b.iter().any(|b| *b)),
            number(b[0] && b[1]),
            number(b[2] || b[3]) + number(b[0]),
        ]
    };
    each(
        function,
        &table([[3, 4, 5, 6], [0, 1, 2, 2], [3, 0, 0, 9], [9, 9, 0, 0]], expected),
        Witness::Naga,
    );
}
