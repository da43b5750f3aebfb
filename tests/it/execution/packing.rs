//! Tests of packing and unpacking (WGSL §17.9 and §17.10) at all edge cases: both ends of the range and beyond, ties
//! between two integers, zeros of both signs, infinities and NaN, for values that are known only at run time and for
//! literals.
//!
//! naga's front end evaluates none of these functions: with literals they are written with constant operands, and in a
//! module-scope `const` they are refused. The driver evaluates them then. lavapipe (Mesa 25.0) evaluates `PackSnorm4x8`
//! wrongly: it extends the sign of a component over those above it. Spirula does not write `PackSnorm4x8` etc., because
//! their rounding of ties is implementation-defined, and WGSL rounds them up.

use super::run::{Witness, each, run_compute, run_compute_with};
use crate::common::setup::Setup;
use spirula::SpecialValues;

/// Normalized numbers of a width and signedness.
#[derive(Clone, Copy)]
struct Format {
    name: &'static str,
    low: f64,
    scale: f64,
    bits: u32,
}

const FORMATS: [Format; 4] = [
    Format {
        name: "4x8snorm",
        low: -1.0,
        scale: 127.0,
        bits: 8,
    },
    Format {
        name: "4x8unorm",
        low: 0.0,
        scale: 255.0,
        bits: 8,
    },
    Format {
        name: "2x16snorm",
        low: -1.0,
        scale: 32767.0,
        bits: 16,
    },
    Format {
        name: "2x16unorm",
        low: 0.0,
        scale: 65535.0,
        bits: 16,
    },
];

impl Format {
    fn count(self) -> usize {
        32 / self.bits as usize
    }

    fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    /// `⌊0.5 + scale × min(1, max(low, x))⌋`: with exact intermediate results, and with each of them rounded up or down
    /// to the next `f32`, which is also correct.
    fn packed(self, x: f32) -> Vec<u32> {
        let product = f64::from(x).clamp(self.low, 1.0) * self.scale;
        let neighbours = |value: f64| {
            let near = value as f32;
            let exact = f64::from(near);
            let other = if exact < value {
                near.next_up()
            } else if exact > value {
                near.next_down()
            } else {
                near
            };
            [exact, f64::from(other)]
        };
        let mut sums = neighbours(product).map(|product| neighbours(0.5 + product)).concat();
        sums.push(0.5 + product);
        sums.iter()
            .map(|sum| (sum.floor() as i32).cast_unsigned() & self.mask())
            .collect()
    }
}

/// Floats at the edges of every format. Ties are exact only at ±0.5: 255 etc. are odd, and no other multiple of a power
/// of two yields a tie.
fn edges() -> Vec<f32> {
    let mut values = vec![
        0.0,
        1.0,
        0.5,
        0.25,
        0.75,
        f32::MIN_POSITIVE,
        1e-45,
        2.0,
        1e30,
        f32::INFINITY,
        0.1,
        0.333,
    ];
    for scale in [127.0, 255.0, 32767.0, 65535.0] {
        // Multiples of a step, and values near the middle between two.
        for step in [
            1.0,
            1.5,
            2.0,
            scale - 1.0,
            scale - 0.5,
            scale + 0.5,
            (scale - 1.0) / 2.0,
        ] {
            let near = (step / scale) as f32;
            values.extend([near.next_down(), near, near.next_up()]);
        }
    }
    for around in [0.5_f32, 1.0] {
        values.extend([around.next_down(), around.next_up()]);
    }
    let negative: Vec<f32> = values.iter().map(|value| -value).collect();
    values.extend(negative);
    values.resize(values.len().next_multiple_of(4), 0.0);
    values
}

/// A shader that packs `value`s into the words of the output.
fn shader(declarations: &str, stores: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
{declarations}
@compute @workgroup_size(1)
fn main() {{
{stores}
}}
"
    )
}

/// Compares words with the allowed values of each component.
fn judge(format: Format, values: &[f32], words: &[u32]) -> Result<(), String> {
    let mut faults = Vec::new();
    for (word, values) in words.iter().zip(values.chunks_exact(format.count())) {
        for (at, value) in (0..).zip(values) {
            let found = word >> (at * format.bits) & format.mask();
            let expected = format.packed(*value);
            if !expected.contains(&found) {
                faults.push(format!(
                    "pack{} of {value:?} is {found:#x}, expected one of {expected:x?}",
                    format.name
                ));
            }
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

#[test]
fn normalized_floats_are_packed() {
    let values = edges();
    let input: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
    for format in FORMATS {
        let store = if format.count() == 4 {
            format!("output[at] = pack{}(input[at]);", format.name)
        } else {
            let name = format.name;
            format!("output[at * 2u] = pack{name}(input[at].xy); output[at * 2u + 1u] = pack{name}(input[at].zw);")
        };
        let source = shader(
            "",
            &format!("for (var at = 0u; at < arrayLength(&input); at++) {{ {store} }}"),
        );
        let words = values.len() / format.count();
        // If special values are preserved the clamp is lowered differently, and without contraction every operation is
        // decorated.
        for controlled in [false, true] {
            let change = |options: &mut Setup| {
                if controlled {
                    options.float_controls.default.f32.special_values = SpecialValues::Preserve;
                    options.float_controls.no_contraction = true;
                }
            };
            run_compute_with(&source, &input, words, Witness::None, change, |output| {
                judge(format, &values, output)
            });
        }
    }
}

/// The same for literals, so that nothing is computed at run time.
#[test]
fn literals_are_packed() {
    let values: Vec<f32> = edges().into_iter().filter(|value| value.is_finite()).collect();
    let values = &values[..values.len() / 4 * 4];
    for format in FORMATS {
        let stores: String = values
            .chunks_exact(format.count())
            .enumerate()
            .map(|(at, values)| {
                let values: Vec<String> = values.iter().map(|value| format!("{value:?}f")).collect();
                let values = values.join(", ");
                format!("output[{at}] = pack{}(vec{}({values}));\n", format.name, format.count())
            })
            .collect();
        let words = values.len() / format.count();
        run_compute(&shader("", &stores), &[0; 4], words, Witness::None, |output| {
            judge(format, values, output)
        });
    }
}

/// The result for a NaN is unspecified (WGSL §15.7.2); that of the other components is not.
#[test]
fn a_nan_leaves_its_neighbours_alone() {
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let x = bitcast<vec4<f32>>(a);
        let bytes = vec2(0xff00ff00u);
        return vec4(vec2(pack4x8snorm(x), pack4x8unorm(x)) & bytes,
            (vec2(pack2x16snorm(x.xy), pack2x16unorm(x.zw)) >> vec2(16u)) | vec2(pack2x16float(x.xy) >> 31u << 31u, 0u));
    }";
    let row = [f32::NAN, 0.25, f32::NAN, 1.0].map(f32::to_bits);
    // 0.25 is 32 of 127 (31.75), 64 of 255 (63.75), 8192 of 32767 (8191.75).
    let expected = [0x7f00_2000, 0xff00_4000, 0x2000, 0xffff];
    each(function, &[(row, expected)], Witness::None);
}

/// The bits of the two 16-bit floats next to a float, or of the equal one.
fn halves(x: f32) -> [u32; 2] {
    let value = |bits: u32| {
        let (exponent, fraction) = (bits >> 10, f64::from(bits & 0x3ff));
        match exponent {
            0 => fraction * 2_f64.powi(-24),
            _ => (1.0 + fraction / 1024.0) * 2_f64.powi(exponent as i32 - 15),
        }
    };
    let sign = u32::from(x.is_sign_negative()) << 15;
    let magnitude = f64::from(x).abs();
    let below = (0..0x7c00).rev().find(|bits| value(*bits) <= magnitude).unwrap();
    let above = if value(below) == magnitude { below } else { below + 1 };
    [sign | below, sign | above]
}

#[test]
fn halves_are_packed() {
    let mut values = vec![
        0.0,
        1.0,
        1.5,
        0.333,
        65504.0,
        65503.0,
        6.103_515_6e-5,
        5.960_464_5e-8,
        2.980_232_2e-8,
        1e-30,
    ];
    // Between two 16-bit floats, and near to that.
    for tie in [1.000_488_3_f32, 1.001_464_8, 2049.0, 2051.0, 4.5e-8, 8.940_697e-8] {
        values.extend([tie.next_down(), tie, tie.next_up()]);
    }
    let negative: Vec<f32> = values.iter().map(|value| -value).collect();
    values.extend(negative);
    values.resize(values.len().next_multiple_of(4), 0.0);
    let input: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
    let stores = "for (var at = 0u; at < arrayLength(&input); at++) {
        output[at * 2u] = pack2x16float(input[at].xy);
        output[at * 2u + 1u] = pack2x16float(input[at].zw);
    }";
    run_compute(&shader("", stores), &input, values.len() / 2, Witness::None, |output| {
        let mut faults = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let found = output[at / 2] >> (at % 2 * 16) & 0xffff;
            let expected = halves(*value);
            // A denormal may be flushed, and the sign of a zero may be lost.
            let flushed = found & 0x7fff == 0 && expected[0] & 0x7fff < 0x400;
            if !expected.contains(&found) && !flushed {
                faults.push(format!("{value:?} is {found:#x}, expected one of {expected:x?}"));
            }
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults.join("\n"))
        }
    });
}

/// Every word whose two 16-bit parts are equal except for the last bit, and every byte in each position.
#[test]
fn every_pattern_is_unpacked() {
    let source = "@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(1)
fn main() {
    for (var at = 0u; at < arrayLength(&input); at++) {
        let word = input[at];
        let all = array<vec4<u32>, 6>(
            bitcast<vec4<u32>>(unpack4x8snorm(word)), bitcast<vec4<u32>>(unpack4x8unorm(word)),
            bitcast<vec4<u32>>(vec4(unpack2x16snorm(word), unpack2x16unorm(word))),
            bitcast<vec4<u32>>(vec4(unpack2x16float(word), 0.0, 0.0)), bitcast<vec4<u32>>(unpack4xI8(word)), unpack4xU8(word));
        for (var i = 0u; i < 24u; i++) { output[at * 24u + i] = all[i / 4u][i % 4u]; }
    }
}
";
    let input: Vec<u32> = (0..0x8000_u32)
        .map(|half| ((half * 2 + 1) << 16) | (half * 2))
        .collect();
    run_compute(source, &input, input.len() * 24, Witness::None, |output| {
        for (word, found) in input.iter().zip(output.chunks_exact(24)) {
            if let Some(fault) = unpacked_fault(*word, found) {
                return Err(format!("{word:#x}: {fault}"));
            }
        }
        Ok(())
    });
}

/// The fault in the unpacked values of one word, for all seven functions.
fn unpacked_fault(word: u32, found: &[u32]) -> Option<String> {
    let bytes = word.to_le_bytes();
    let shorts = [word as u16, (word >> 16) as u16];
    let signed = |value: f64, scale: f64| (value / scale).max(-1.0);
    let mut normalized: Vec<f64> = Vec::new();
    normalized.extend(bytes.map(|byte| signed(byte.cast_signed().into(), 127.0)));
    normalized.extend(bytes.map(|byte| f64::from(byte) / 255.0));
    normalized.extend(shorts.map(|short| signed(short.cast_signed().into(), 32767.0)));
    normalized.extend(shorts.map(|short| f64::from(short) / 65535.0));
    for (at, expected) in normalized.into_iter().enumerate() {
        let value = f64::from(f32::from_bits(found[at]));
        // WGSL §15.7.4: 3 ULP; both ends and zero are exact.
        let ulp = f64::from((expected as f32).abs().next_up() - (expected as f32).abs());
        let exact = [-1.0, 0.0, 1.0].contains(&expected);
        if (value - expected).abs() > if exact { 0.0 } else { 3.0 * ulp } {
            return Some(format!("normalized component {at} is {value}, expected {expected}"));
        }
    }
    for (at, short) in shorts.into_iter().enumerate() {
        let value = f64::from(f32::from_bits(found[12 + at]));
        let (exponent, fraction) = (short >> 10 & 0x1f, f64::from(short & 0x3ff));
        let magnitude = match exponent {
            0 => fraction * 2_f64.powi(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (1.0 + fraction / 1024.0) * 2_f64.powi(i32::from(exponent) - 15),
        };
        let expected = if short >> 15 == 1 { -magnitude } else { magnitude };
        let flushed = exponent == 0 && value == 0.0;
        if value != expected && !(value.is_nan() && expected.is_nan()) && !flushed {
            return Some(format!("half {at} is {value}, expected {expected}"));
        }
    }
    for (at, byte) in bytes.into_iter().enumerate() {
        let expected = [i32::from(byte.cast_signed()).cast_unsigned(), u32::from(byte)];
        if [found[16 + at], found[20 + at]] != expected {
            return Some(format!(
                "byte {at} is {:x?}, expected {expected:x?}",
                [found[16 + at], found[20 + at]]
            ));
        }
    }
    None
}

/// Integers at the edges of a byte, and far beyond, in each position.
#[test]
fn integers_are_packed() {
    let values = [
        0,
        1,
        127,
        128,
        129,
        255,
        256,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xffff_ff7f,
        0xffff_ff80,
        u32::MAX,
    ];
    let rows: Vec<[u32; 4]> = (0..values.len())
        .map(|at| [0, 3, 5, 7].map(|step| values[(at + step) % values.len()]))
        .collect();
    let pack = |bytes: [u32; 4]| u32::from_le_bytes(bytes.map(|byte| byte as u8));
    let expected = |row: [u32; 4]| {
        [
            pack(row),
            pack(row),
            pack(row.map(|x| x.cast_signed().clamp(-128, 127).cast_unsigned())),
            pack(row.map(|x| x.min(255))),
        ]
    };
    let table: Vec<_> = rows.iter().map(|row| (*row, expected(*row))).collect();
    let function = "fn f(a: vec4<u32>) -> vec4<u32> {
        let s = bitcast<vec4<i32>>(a);
        return vec4(pack4xI8(s), pack4xU8(a), pack4xI8Clamp(s), pack4xU8Clamp(a));
    }";
    each(function, &table, Witness::None);
    // The same for literals.
    let cases: String = rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let unsigned = row.map(|x| format!("{x}u")).join(", ");
            let signed = row.map(|x| format!("bitcast<i32>({x}u)")).join(", ");
            format!(
                "case {at}u: {{ return vec4(pack4xI8(vec4({signed})), pack4xU8(vec4({unsigned})),
                    pack4xI8Clamp(vec4({signed})), pack4xU8Clamp(vec4({unsigned}))); }}\n"
            )
        })
        .collect();
    let function = format!("fn f(a: vec4<u32>) -> vec4<u32> {{ switch a.x {{ {cases} default: {{ return a; }} }} }}");
    let table: Vec<_> = (0..)
        .zip(&rows)
        .map(|(at, row)| ([at, 0, 0, 0], expected(*row)))
        .collect();
    each(&function, &table, Witness::None);
}
