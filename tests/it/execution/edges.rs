//! Tests of operators, conversions and built-in functions for operands for which SPIR-V leaves the result undefined and
//! WGSL does not, and for widths that SPIR-V's instructions do not support.

use super::run::{Witness, check, each, each_f32, each_i32};

type Row = [u32; 4];

fn table(rows: impl IntoIterator<Item = Row>, result: impl Fn(Row) -> Row) -> Vec<(Row, Row)> {
    rows.into_iter().map(|row| (row, result(row))).collect()
}

fn bits(floats: [f32; 4]) -> Row {
    floats.map(f32::to_bits)
}

/// A function of `a: vec4<u32>` with `body`, which can use `x = bitcast<vec4<f32>>(a)`.
fn function(body: &str) -> String {
    format!("fn f(a: vec4<u32>) -> vec4<u32> {{ let x = bitcast<vec4<f32>>(a); {body} }}")
}

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

#[test]
fn nan_is_unequal_to_itself_and_in_no_order() {
    let source = function(
        "return vec4<u32>(x != x) + 2u * vec4<u32>(x == x) + 4u * vec4<u32>(x <= x) + 8u * vec4<u32>(vec4<bool>(x));",
    );
    let expected = |row: Row| {
        row.map(f32::from_bits).map(|x| {
            if x.is_nan() {
                1 + 8
            } else {
                2 + 4 + 8 * u32::from(x != 0.0)
            }
        })
    };
    each(
        &source,
        &table([bits([NAN, 1.0, 0.0, -NAN]), bits([-0.0, INF, -INF, -2.5])], expected),
        Witness::None,
    );
}

#[test]
fn conversions_of_nan_and_infinities_give_the_bounds() {
    let source = function(
        "let s = vec4<i32>(x); let u = vec4<u32>(x);
        return vec4<u32>(bitcast<u32>(s.x) + bitcast<u32>(i32(x.x)), u.x, bitcast<u32>(s.y), u32(x.y));",
    );
    // `NClamp` is `NMin(NMax(x, low), high)`, and `NMax` of a NaN is the other operand (GLSL.std.450).
    let clamped = |x: f32, low: f32, high: f32| if x.is_nan() { low } else { x.clamp(low, high) };
    let signed = |x: f32| (clamped(x, -2_147_483_648.0, 2_147_483_520.0) as i32).cast_unsigned();
    let unsigned = |x: f32| clamped(x, 0.0, 4_294_967_040.0) as u32;
    let expected = |row: Row| {
        let [x, y, ..] = row.map(f32::from_bits);
        [signed(x).wrapping_mul(2), unsigned(x), signed(y), unsigned(y)]
    };
    let rows = [[NAN, -NAN], [INF, -INF], [-INF, INF], [0.0, NAN], [4e9, -0.75]];
    each(
        &source,
        &table(rows.map(|[x, y]| bits([x, y, 0.0, 0.0])), expected),
        Witness::None,
    );
}

#[test]
fn clamps_with_bounds_out_of_order_take_the_upper() {
    let source = "fn f(a: vec4<i32>) -> vec4<i32> {
        return vec4<i32>(clamp(a.x, a.y, a.z), i32(clamp(f32(a.x), f32(a.y), f32(a.z))),
            bitcast<i32>(clamp(bitcast<u32>(a.x), bitcast<u32>(a.y), bitcast<u32>(a.z))), clamp(a.xx, a.yy, a.zw).y);
    }";
    let rows = [
        [5, 1, 3, 9],
        [-5, 1, 3, 0],
        [2, 1, 3, 4],
        [2, 1, 1, 1],
        [-7, -9, -8, -8],
    ];
    let expected = |[x, low, high, other]: [i32; 4]| {
        let unsigned = x.cast_unsigned().max(low.cast_unsigned()).min(high.cast_unsigned());
        [
            x.max(low).min(high),
            x.max(low).min(high),
            unsigned.cast_signed(),
            x.max(low).min(other),
        ]
    };
    each_i32(source, &rows.map(|row| (row, expected(row))), Witness::None);
    // For floats the median is valid too, so only integers have crossed bounds.
    let crossed = "fn f(a: vec4<i32>) -> vec4<i32> { return clamp(a, vec4<i32>(3), a.wwww); }";
    each_i32(
        crossed,
        &[([0, 5, 2, 1], [1, 1, 1, 1]), ([9, 2, -4, -2], [-2; 4])],
        Witness::None,
    );
}

#[test]
fn smoothstep_descends_where_the_edges_do() {
    let source = "fn f(a: vec4<f32>) -> vec4<f32> {
        return vec4<f32>(smoothstep(a.x, a.y, a.z), smoothstep(a.y, a.x, a.z), smoothstep(2.0, -1.0, a.z),
            smoothstep(a.xx, a.yy, a.zw).y);
    }";
    let smooth = |low: f32, high: f32, x: f32| {
        let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let expected = |[low, high, x, y]: [f32; 4]| {
        [
            smooth(low, high, x),
            smooth(high, low, x),
            smooth(2.0, -1.0, x),
            smooth(low, high, y),
        ]
    };
    let rows = [
        [0.0, 1.0, 0.25, 0.75],
        [1.0, 0.0, 0.25, 2.0],
        [3.0, -1.0, -4.0, 0.5],
        [-2.0, 5.0, 6.0, 1.0],
    ];
    each_f32(source, &rows.map(|row| (row, expected(row))), 1e-6, Witness::None);
}

#[test]
fn decompositions() {
    let source = function(
        "let m = modf(x); let e = frexp(x.x); let v = frexp(x);
        let good = all(v.fract == vec4<f32>(e.fract, frexp(x.y).fract, frexp(x.zw).fract))
            && all(m.whole + m.fract == x) && all(ldexp(v.fract, v.exp) == x);
        return vec4<u32>(bitcast<u32>(m.whole.x), bitcast<u32>(e.fract), bitcast<u32>(e.exp), u32(good));",
    )
    .replace("&&", "&");
    let split = |x: f32| {
        let (mut fraction, mut exponent) = (x, 0_i32);
        while fraction != 0.0 && fraction.abs() < 0.5 {
            (fraction, exponent) = (fraction * 2.0, exponent - 1);
        }
        while fraction.abs() >= 1.0 {
            (fraction, exponent) = (fraction / 2.0, exponent + 1);
        }
        (fraction, exponent)
    };
    let expected = |row: Row| {
        let x = f32::from_bits(row[0]);
        let (fraction, exponent) = split(x);
        [x.trunc().to_bits(), fraction.to_bits(), exponent.cast_unsigned(), 1]
    };
    let rows = [
        [1.5, 3.75, 100.25, 0.125],
        [-2.75, 7.0, -0.5, 1.0],
        [f32::MIN_POSITIVE, 1e20, 0.0, f32::MAX],
        [0.0, 1.0, 2.0, 3.0],
    ];
    each(&source, &table(rows.map(bits), expected), Witness::None);
}

#[test]
fn bytes_are_packed_clamped_and_unpacked() {
    let rows = [
        [0, 1, 127, 128],
        [255, 256, 0x1ff, 0x8000_0000],
        [u32::MAX, 0xffff_ff80, 0xffff_ff7f, 0x1234_5678],
    ];
    let pack = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
    let source = function(
        "let s = bitcast<vec4<i32>>(a);
        return vec4<u32>(pack4xU8(a), pack4xI8(s), pack4xU8Clamp(a), pack4xI8Clamp(s));",
    );
    let expected = |row: Row| {
        let cut = pack(row.map(|x| x as u8));
        let signed = |x: u32| x.cast_signed().clamp(-128, 127) as u8;
        [cut, cut, pack(row.map(|x| x.min(255) as u8)), pack(row.map(signed))]
    };
    each(&source, &table(rows, expected), Witness::None);

    let source = function("let s = unpack4xI8(a.w); return unpack4xU8(a.w) * 256u ^ bitcast<vec4<u32>>(s);");
    let expected = |row: Row| {
        row[3]
            .to_le_bytes()
            .map(|byte| (u32::from(byte) * 256) ^ i32::from(byte.cast_signed()).cast_unsigned())
    };
    each(&source, &table(rows, expected), Witness::None);
}

#[test]
fn dot_products_of_integers_and_of_bytes() {
    let source = function(
        "let s = bitcast<vec4<i32>>(a);
        return vec4<u32>(bitcast<u32>(dot4I8Packed(a.x, a.y)), dot4U8Packed(a.x, a.y), dot(a, a.wzyx),
            bitcast<u32>(dot(s.xyz, s.yzw)) ^ dot(a.xy, a.zw));",
    );
    let expected = |row: Row| {
        let sum = |it: &mut dyn Iterator<Item = (u32, u32)>| {
            it.fold(0_u32, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(b)))
        };
        let [x, y, z, w] = row;
        let (p, q) = (x.to_le_bytes(), y.to_le_bytes());
        let signed = |b: u8| i32::from(b.cast_signed()).cast_unsigned();
        [
            sum(&mut p.iter().zip(&q).map(|(&a, &b)| (signed(a), signed(b)))),
            sum(&mut p.iter().zip(&q).map(|(&a, &b)| (u32::from(a), u32::from(b)))),
            sum(&mut [(x, w), (y, z), (z, y), (w, x)].into_iter()),
            sum(&mut [(x, y), (y, z), (z, w)].into_iter()) ^ sum(&mut [(x, z), (y, w)].into_iter()),
        ]
    };
    let rows = [
        [0x0102_0304, 0xfffe_7f80, 5, 7],
        [0x8080_8080, 0x8080_8080, u32::MAX, 3],
        [0x7fff_8001, 0xdead_beef, 1 << 31, 9],
    ];
    each(&source, &table(rows, expected), Witness::None);
}

#[test]
fn floats_are_packed() {
    let source = function(
        "return vec4<u32>(pack4x8snorm(x), pack4x8unorm(x), pack2x16snorm(x.xy) ^ pack2x16unorm(x.zw), pack2x16float(x.xy));",
    );
    let rows = [
        [0.0, 1.0, -1.0, 0.25],
        [2.0, -3.0, 0.75, 0.1],
        [0.5, -0.25, 10.0, 0.333],
    ];
    // Ties between two integers occur only for an odd scale; none of these values is a tie.
    let scaled = |x: f32, low: f32, scale: f32| (x.clamp(low, 1.0) * scale + 0.5).floor() as i32;
    let half = |x: f32| -> u32 {
        match x {
            0.0 => 0,
            1.0 => 0x3c00,
            2.0 => 0x4000,
            -3.0 => 0xc200,
            0.5 => 0x3800,
            -0.25 => 0xb400,
            _ => panic!("{x} is not in the table"),
        }
    };
    let expected = |row: Row| {
        let v = row.map(f32::from_bits);
        let bytes = |low, scale| u32::from_le_bytes(v.map(|x| scaled(x, low, scale) as u8));
        let shorts =
            |x: f32, y: f32, low, scale| (scaled(x, low, scale) as u32 & 0xffff) | (scaled(y, low, scale) as u32) << 16;
        [
            bytes(-1.0, 127.0),
            bytes(0.0, 255.0),
            shorts(v[0], v[1], -1.0, 32767.0) ^ shorts(v[2], v[3], 0.0, 65535.0),
            half(v[0]) | half(v[1]) << 16,
        ]
    };
    let rows: Vec<_> = rows.into_iter().map(bits).collect();
    each(&source, &table(rows, expected), Witness::None);
}

#[test]
fn matrices_are_added_column_by_column_in_every_shape() {
    for columns in 2..=4 {
        for rows in 2..=4 {
            let column = |start: usize| {
                let parts: Vec<_> = (0..rows).map(|r| format!("a[{}]", (start + r) % 4)).collect();
                format!("vec{rows}<f32>({})", parts.join(", "))
            };
            let matrix = |first: usize| {
                let parts: Vec<_> = (0..columns).map(|c| column(first + c)).collect();
                format!("mat{columns}x{rows}<f32>({})", parts.join(", "))
            };
            let last = columns - 1;
            let source = format!(
                "fn f(a: vec4<f32>) -> vec4<f32> {{
                    let m = {} + {}; let n = m - {};
                    return vec4<f32>(m[{last}].x, m[0][{}], n[{last}].y, n[0].x);
                }}",
                matrix(0),
                matrix(1),
                matrix(2),
                rows - 1
            );
            let expected = |a: [f32; 4]| {
                let at = |first: usize, c: usize, r: usize| a[(first + c + r) % 4];
                let m = |c, r| at(0, c, r) + at(1, c, r);
                let n = |c, r| m(c, r) - at(2, c, r);
                [m(last, 0), m(0, rows - 1), n(last, 1), n(0, 0)]
            };
            let rows = [[1.0, 2.0, 4.0, 8.0], [-0.5, 3.0, 10.0, 0.25]];
            each_f32(&source, &rows.map(|row| (row, expected(row))), 0.0, Witness::None);
        }
    }
}

/// Applies a function to two 64-bit integers given as high and low halves, and returns halves.
fn long(expression: &str, result: impl Fn(u64, u64) -> u64) {
    let source = format!(
        "fn f(a: vec4<u32>) -> vec4<u32> {{
            let v = (vec2<u64>(a.yw) << vec2<u32>(32u)) | vec2<u64>(a.xz);
            let p = v.x; let q = v.y; let s = bitcast<i64>(p); let t = bitcast<i64>(q);
            let r = {expression};
            return vec4<u32>(u32(r), u32(r >> 32u), 0u, 0u);
        }}"
    );
    // As bit fields, the last three are 20 bits at offset 40, all 64 bits, and more bits than exist.
    let values = [
        0,
        1,
        3,
        0xffff_ffff,
        0x00f0_0f00_dead_beef,
        1 << 63,
        u64::MAX,
        40 | 20 << 32,
        64 << 32,
        60 | 9 << 32,
    ];
    let pairs = values.iter().flat_map(|&p| values.iter().map(move |&q| (p, q)));
    let rows: Vec<_> = pairs
        .map(|(p, q): (u64, u64)| {
            let r = result(p, q);
            (
                [p as u32, (p >> 32) as u32, q as u32, (q >> 32) as u32],
                [r as u32, (r >> 32) as u32, 0, 0],
            )
        })
        .collect();
    each(&source, &rows, Witness::None);
}

#[test]
fn bits_of_64_bit_integers() {
    long("countOneBits(p)", |p, _| p.count_ones().into());
    long("countLeadingZeros(p)", |p, _| p.leading_zeros().into());
    long("bitcast<u64>(countTrailingZeros(s))", |p, _| p.trailing_zeros().into());
    long("reverseBits(v).x", |p, _| p.reverse_bits());
    long("firstLeadingBit(v).y", |_, q| {
        q.checked_ilog2().map_or(u64::MAX, u64::from)
    });
    long("bitcast<u64>(firstLeadingBit(s))", |p, _| {
        let p = p.cast_signed();
        (if p < 0 { !p } else { p }).checked_ilog2().map_or(u64::MAX, u64::from)
    });
    long("firstTrailingBit(p)", |p, _| {
        if p == 0 { u64::MAX } else { p.trailing_zeros().into() }
    });
    let field = |q: u64| {
        let offset = (q as u32).min(64);
        (offset, ((q >> 32) as u32).min(64 - offset))
    };
    let mask = |count: u32| if count == 64 { u64::MAX } else { (1 << count) - 1 };
    long("extractBits(p, a.z, a.w)", |p, q| {
        let (offset, count) = field(q);
        p.checked_shr(offset).unwrap_or(0) & mask(count)
    });
    long("bitcast<u64>(extractBits(s, a.z, a.w))", |p, q| {
        let (offset, count) = field(q);
        let bits = p.checked_shr(offset).unwrap_or(0) & mask(count);
        if count > 0 && bits >> (count - 1) & 1 == 1 {
            bits | !mask(count)
        } else {
            bits
        }
    });
    long("insertBits(p, 0x123456789abcdeflu, a.z, a.w)", |p, q| {
        let (offset, count) = field(q);
        let mask = mask(count).checked_shl(offset).unwrap_or(0);
        (p & !mask) | (0x0123_4567_89ab_cdef_u64.checked_shl(offset).unwrap_or(0) & mask)
    });
}

#[test]
fn arithmetic_of_64_bit_integers() {
    long("p / q", |p, q| p.checked_div(q).unwrap_or(p));
    long("p % q", |p, q| p.checked_rem(q).unwrap_or(0));
    let divide = |p: u64, q: u64| {
        let (p, q) = (p.cast_signed(), q.cast_signed());
        if q == 0 { p } else { p.wrapping_div(q) }.cast_unsigned()
    };
    long("bitcast<u64>(s / t)", divide);
    long("bitcast<u64>(s % t)", |p, q| {
        let (p, q) = (p.cast_signed(), q.cast_signed());
        if q == 0 { 0 } else { p.wrapping_rem(q) }.cast_unsigned()
    });
    long("p << a.z", |p, q| p.wrapping_shl(q as u32));
    long("bitcast<u64>(s >> a.z)", |p, q| {
        p.cast_signed().wrapping_shr(q as u32).cast_unsigned()
    });
    long("dot(v, v.yx)", |p, q| p.wrapping_mul(q).wrapping_mul(2));
    long("bitcast<u64>(dot(vec2<i64>(s, t), vec2<i64>(t, 1li)))", |p, q| {
        p.wrapping_mul(q).wrapping_add(q)
    });
}

#[test]
fn widths_change_by_the_sign_of_the_source() {
    long("u64(a.x)", |p, _| p & 0xffff_ffff);
    long("bitcast<u64>(i64(a.x))", |p, _| p & 0xffff_ffff);
    long("u64(bitcast<i32>(a.x))", |p, _| i64::from(p as i32).cast_unsigned());
    long("bitcast<u64>(i64(bitcast<i32>(a.x)))", |p, _| {
        i64::from(p as i32).cast_unsigned()
    });
    long("u64(bitcast<u32>(i32(p)))", |p, _| p & 0xffff_ffff);
    long("u64(f32(p))", |p, _| {
        (p as f32).min(18_446_742_974_197_923_840.0) as u64
    });
    long("bitcast<u64>(i64(f32(s)))", |p, _| {
        ((p.cast_signed() as f32).min(9_223_371_487_098_961_920.0) as i64).cast_unsigned()
    });
}

/// Applies a function to one component of a vector of 16-bit integers, for some values.
fn short(expression: &str, result: impl Fn(u16) -> u16) {
    let source = format!(
        "enable wgpu_int16;
@group(0) @binding(0) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<u32>>;
fn f(a: vec4<u32>) -> vec4<u32> {{
    let u = vec2<u16>(a.xy);
    let s = bitcast<vec2<i16>>(u);
    let r = {expression};
    return vec4<u32>(u32(r.x), u32(r.y), 0u, 0u);
}}
@compute @workgroup_size(1)
fn main() {{
    for (var row = 0u; row < arrayLength(&input); row++) {{
        output[row] = f(input[row]);
    }}
}}
"
    );
    let values = [0, 1, 2, 0x8000, 0xffff, 0x7fff, 0x00f0, 0xdead];
    let input: Vec<u32> = values
        .iter()
        .flat_map(|&x| [u32::from(x), u32::from(!x), 0, 0])
        .collect();
    let expected: Vec<u32> = values
        .iter()
        .flat_map(|&x| [u32::from(result(x)), u32::from(result(!x)), 0, 0])
        .collect();
    check(&source, &input, &expected, Witness::None);
}

#[test]
fn bits_of_16_bit_integers() {
    short("countOneBits(u)", |x| x.count_ones() as u16);
    short("bitcast<vec2<u16>>(countLeadingZeros(s))", |x| x.leading_zeros() as u16);
    short("countTrailingZeros(u)", |x| x.trailing_zeros() as u16);
    short("bitcast<vec2<u16>>(reverseBits(s))", u16::reverse_bits);
    short("firstTrailingBit(u)", |x| {
        if x == 0 { u16::MAX } else { x.trailing_zeros() as u16 }
    });
    short("firstLeadingBit(u)", |x| {
        x.checked_ilog2().map_or(u16::MAX, |n| n as u16)
    });
    short("bitcast<vec2<u16>>(firstLeadingBit(s))", |x| {
        (if x.cast_signed() < 0 { !x } else { x })
            .checked_ilog2()
            .map_or(u16::MAX, |n| n as u16)
    });
    // Offset and count from the other components are zero; 12 bits at offset 7 are truncated to 9.
    short("extractBits(u, 7u + a.z, 12u)", |x| x >> 7);
    short("bitcast<vec2<u16>>(extractBits(s, 7u + a.z, 12u))", |x| {
        (x.cast_signed() >> 7).cast_unsigned()
    });
    short("extractBits(u, 3u, 5u)", |x| (x >> 3) & 0x1f);
    short("insertBits(u, u * 0 + 0x55, 3u + a.z, 4u)", |x| (x & !0x78) | 0x28);
    short("insertBits(u, ~u, 20u + a.z, 4u)", |x| x);
    short("u << a.xy", |x| x.wrapping_shl(u32::from(x)));
    short("bitcast<vec2<u16>>(s / vec2<i16>(-1))", |x| x.wrapping_neg());
    short("bitcast<vec2<u16>>(s / (s + vec2<i16>(1)))", |x| {
        let x = x.cast_signed();
        (if x == -1 { x } else { x.wrapping_div(x.wrapping_add(1)) }).cast_unsigned()
    });
}
