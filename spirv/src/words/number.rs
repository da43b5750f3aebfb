//! Numbers in assembly text: the type of a literal, and its conversion between text and words.
//!
//! Narrow integers are the low bits of a word, and sign-extended if they are signed. Numbers of two words have the low
//! word first (SPIR-V §2.2.1, Instructions). The text of a number is read as the same words.

use super::reader::Instruction;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use spirv::{FPEncoding, Op};

/// How floats are written. The assembler reads both forms as the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberFormat {
    /// The fewest digits that identify the number: `0.1`, `1.0`, `1e-45`.
    Shortest,
    /// As `spirv-dis` writes them: `0.100000001`, `1`, `0x1p-149`.
    SpirvDis,
}

/// A scalar type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberType {
    /// Unsigned, with its width in bits.
    Unsigned(u32),
    /// Signed, with its width in bits.
    Signed(u32),
    /// IEEE 754, with its width in bits.
    Float(u32),
    /// bfloat16 (SPV_KHR_bfloat16): the upper half of a 32-bit float.
    Bfloat16,
    /// Four bits of exponent and three of fraction, no infinities, one magnitude for NaN (SPV_EXT_float8).
    Float8E4M3,
    /// Five bits of exponent and two of fraction, otherwise as in IEEE 754 (SPV_EXT_float8).
    Float8E5M2,
    /// A float with an unknown encoding, with its width in bits. Its literals are written as raw words.
    Encoded(u32),
}

impl NumberType {
    pub(crate) const UINT: Self = Self::Unsigned(32);
    pub(super) const FLOAT: Self = Self::Float(32);

    /// The type that an instruction declares.
    pub(crate) fn declared(instruction: &Instruction<'_>) -> Option<Self> {
        let op = Op::from_u32(u32::from(instruction.opcode))?;
        match *instruction.operand_words() {
            [width] => Self::of(op, width, None),
            [width, second] => Self::of(op, width, Some(second)),
            _ => None,
        }
    }

    /// The type that `OpTypeInt` or `OpTypeFloat` declares. `second` is the signedness or the encoding.
    pub(crate) fn of(op: Op, width: u32, second: Option<u32>) -> Option<Self> {
        match (op, second) {
            (Op::TypeInt, Some(0)) => Some(Self::Unsigned(width)),
            (Op::TypeInt, Some(_)) => Some(Self::Signed(width)),
            (Op::TypeFloat, None) => Some(Self::Float(width)),
            (Op::TypeFloat, Some(encoding)) => Some(match (width, FPEncoding::from_u32(encoding)) {
                (16, Some(FPEncoding::BFloat16KHR)) => Self::Bfloat16,
                (8, Some(FPEncoding::Float8E4M3EXT)) => Self::Float8E4M3,
                (8, Some(FPEncoding::Float8E5M2EXT)) => Self::Float8E5M2,
                _ => Self::Encoded(width),
            }),
            _ => None,
        }
    }

    /// The width in bits; 32 for a type that no literal can have.
    pub(crate) fn width(self) -> u32 {
        let width = match self {
            Self::Unsigned(width) | Self::Signed(width) | Self::Float(width) | Self::Encoded(width) => width,
            Self::Bfloat16 => 16,
            Self::Float8E4M3 | Self::Float8E5M2 => 8,
        };
        if (1..=64).contains(&width) { width } else { 32 }
    }

    /// The number of words of a literal.
    pub(super) fn words(self) -> usize {
        if self.width() > 32 { 2 } else { 1 }
    }

    /// The number of bits of a float's fraction and exponent. `None` for other types and unknown encodings.
    pub(crate) fn parts(self) -> Option<(u32, u32)> {
        match self {
            Self::Float(16) => Some((10, 5)),
            Self::Float(32) => Some((23, 8)),
            Self::Float(64) => Some((52, 11)),
            Self::Bfloat16 => Some((7, 8)),
            Self::Float8E4M3 => Some((3, 4)),
            Self::Float8E5M2 => Some((2, 5)),
            Self::Float(_) | Self::Encoded(_) | Self::Signed(_) | Self::Unsigned(_) => None,
        }
    }

    /// Reads a literal and appends its words. `None` if the text is not a number of this type.
    pub(crate) fn read(self, text: &str, words: &mut Vec<u32>) -> Option<()> {
        let width = self.width();
        let fits = |bits: u64| width == 64 || bits >> width == 0;
        let bits = match (self, self.parts()) {
            (_, Some((fraction, exponent))) => read_float(text, fraction, exponent)?,
            (Self::Signed(_), _) => match text.starts_with("0x") {
                // Hexadecimal digits are the bits of the number.
                true => {
                    let bits = unsigned(text).filter(|&bits| fits(bits))?;
                    (bits << (64 - width)).cast_signed() >> (64 - width)
                }
                false => {
                    let number: i64 = text.parse().ok()?;
                    let top = number >> (width - 1);
                    (top == 0 || top == -1).then_some(number)?
                }
            }
            .cast_unsigned(),
            (Self::Unsigned(_), _) => unsigned(text).filter(|&bits| fits(bits))?,
            (_, None) => {
                let bits = unsigned(text).filter(|_| text.starts_with("0x"))?;
                (self.words() == 2 || u32::try_from(bits).is_ok()).then_some(bits)?
            }
        };
        words.push(bits as u32);
        if self.words() == 2 {
            words.push((bits >> 32) as u32);
        }
        Some(())
    }

    /// Whether the bits above the width are the sign or zero extension.
    fn is_extended(self, bits: u64) -> bool {
        let beyond = 32 * self.words() as u32 - self.width();
        let bits = bits << (64 - 32 * self.words());
        match self {
            Self::Signed(_) => {
                let number = bits.cast_signed();
                (number << beyond) >> beyond == number
            }
            Self::Unsigned(_) => (bits << beyond) >> beyond == bits,
            Self::Float(_) | Self::Bfloat16 | Self::Float8E4M3 | Self::Float8E5M2 | Self::Encoded(_) => {
                self.parts().is_none() || (bits << beyond) >> beyond == bits
            }
        }
    }

    /// Writes a literal. If the words are not a literal of the type, writes raw words.
    pub(crate) fn write(self, text: &mut String, words: &[u32], format: NumberFormat) {
        let bits = match (self.words(), words) {
            (1, &[word]) => Some(u64::from(word)),
            (2, &[low, high]) => Some(u64::from(low) | (u64::from(high) << 32)),
            _ => None,
        };
        let bits = match bits.filter(|&bits| self.is_extended(bits)) {
            Some(bits) => bits,
            None => {
                for (index, word) in words.iter().enumerate() {
                    let _ = write!(text, "{}!{word:#x}", if index == 0 { "" } else { " " });
                }
                return;
            }
        };
        let low = bits as u32;
        let _ = match (self, self.parts()) {
            (Self::Signed(33..=64), _) => write!(text, "{}", bits as i64),
            (Self::Signed(_), _) => write!(text, "{}", low as i32),
            (Self::Unsigned(_), _) => write!(text, "{bits}"),
            (_, Some((fraction, exponent))) => {
                let float = Float {
                    bits,
                    fraction,
                    exponent,
                };
                match format {
                    NumberFormat::Shortest => float.write_shortest(text),
                    NumberFormat::SpirvDis => float.write_spirv_dis(text),
                }
            }
            (_, None) => write!(text, "{bits:#x}"),
        };
    }
}

/// An unsigned number: decimal, or hexadecimal with the prefix `0x`.
pub(super) fn unsigned(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
    .filter(|_| !text.contains('+'))
}

/// The bits of a float, from decimal digits, or from hexadecimal digits with a binary exponent. `fraction` and
/// `exponent` are the numbers of bits. An exponent that is one greater than that of the largest number is that of
/// infinities and NaN, as in SPIRV-Tools.
fn read_float(text: &str, fraction: u32, exponent: u32) -> Option<u64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let magnitude = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => {
            let (mantissa, power) = read_hexadecimal(digits)?;
            round(mantissa, power, fraction, exponent)?
        }
        None => {
            if !text.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
                return None;
            }
            let (bits, overflows) = match fraction {
                52 => {
                    let number: f64 = text.parse().ok()?;
                    (number.to_bits(), number.is_infinite())
                }
                23 => {
                    let number: f32 = text.parse().ok()?;
                    (number.to_bits().into(), number.is_infinite())
                }
                _ => {
                    let bits = text.parse::<f64>().ok().filter(|number| number.is_finite())?.to_bits();
                    let (stored, mantissa) = (bits >> 52, bits & ((1 << 52) - 1));
                    let mantissa = if stored == 0 { mantissa } else { mantissa | 1 << 52 };
                    let rounded = round(mantissa, (stored.max(1) as i64) - 1075, fraction, exponent)?;
                    (rounded, !is_finite(rounded, fraction, exponent))
                }
            };
            (!overflows).then_some(bits)?
        }
    };
    Some(magnitude | u64::from(negative) << (fraction + exponent))
}

/// Whether a float without its sign is finite: the largest exponent is that of infinities and NaN, but in `Float8E4M3`
/// only if all bits of the fraction are set.
fn is_finite(magnitude: u64, fraction: u32, exponent: u32) -> bool {
    let largest = (1 << exponent) - 1;
    match (fraction, exponent) {
        (3, 4) => magnitude != 0x7f,
        _ => magnitude >> fraction != largest,
    }
}

/// The digits of a hexadecimal float, as an integer times a power of two.
fn read_hexadecimal(text: &str) -> Option<(u64, i64)> {
    let (digits, power) = text.split_once(['p', 'P'])?;
    let mut power: i64 = power.strip_prefix('+').unwrap_or(power).parse().ok()?;
    if power.unsigned_abs() > 1 << 20 {
        return None;
    }
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mut mantissa: u64 = 0;
    for digit in whole.chars().chain(part.chars()) {
        let digit = u64::from(digit.to_digit(16)?);
        // More digits than any of these floats can have are an error.
        mantissa = mantissa.checked_mul(16)?.checked_add(digit)?;
    }
    if whole.len() + part.len() == 0 {
        return None;
    }
    power -= 4 * part.len() as i64;
    Some((mantissa, power))
}

/// The float nearest to an integer times a power of two; if two are equally near, the even one. `None` if it is too
/// large.
pub(crate) fn round(mantissa: u64, power: i64, fraction: u32, exponent: u32) -> Option<u64> {
    if mantissa == 0 {
        return Some(0);
    }
    let bias = (1_i64 << (exponent - 1)) - 1;
    let highest = 63 - i64::from(mantissa.leading_zeros());
    // The power of two of the last bit that is kept: `fraction` bits below the first bit, but not below that of
    // subnormals.
    let last = (power + highest).max(1 - bias) - i64::from(fraction);
    let dropped = last - power;
    let kept = if dropped <= 0 {
        mantissa << -dropped
    } else if dropped > 64 {
        0
    } else {
        let wide = u128::from(mantissa);
        let (kept, half) = (wide >> dropped, 1_u128 << (dropped - 1));
        let rest = wide & ((half << 1) - 1);
        (kept + u128::from(rest > half || rest == half && kept & 1 == 1)) as u64
    };
    // The first bit, which is not stored, adds one to the exponent, and so does a carry from rounding.
    let stored = last + bias + i64::from(fraction) - 1;
    if stored >> exponent != 0 {
        return None;
    }
    let bits = (stored.unsigned_abs() << fraction) + kept;
    (bits >> (fraction + exponent) == 0).then_some(bits)
}

/// The bits of a float, and the number of bits of its fraction and exponent.
struct Float {
    bits: u64,
    fraction: u32,
    exponent: u32,
}

impl Float {
    fn magnitude(&self) -> u64 {
        self.bits & ((1 << (self.fraction + self.exponent)) - 1)
    }

    /// Writes a finite number with the fewest digits that identify it, and infinities and NaN in hexadecimal.
    fn write_shortest(&self, text: &mut String) -> core::fmt::Result {
        let Self {
            bits,
            fraction,
            exponent,
        } = *self;
        if !is_finite(self.magnitude(), fraction, exponent) {
            return self.write_hexadecimal(text);
        }
        match (fraction, exponent) {
            (52, _) => write!(text, "{:?}", f64::from_bits(bits)),
            (23, _) => write!(text, "{:?}", f32::from_bits(bits as u32)),
            (7, 8) => write!(text, "{:?}", f32::from_bits((bits as u32) << 16)),
            _ => write!(text, "{:?}", narrow(bits as u32, fraction, exponent)),
        }
    }

    /// Writes zeros and normal numbers of 32 and 64 bits with as many digits as any number of the width needs, and
    /// everything else in hexadecimal.
    fn write_spirv_dis(&self, text: &mut String) -> core::fmt::Result {
        let magnitude = self.magnitude();
        let is_normal = magnitude >> self.fraction != 0 && is_finite(magnitude, self.fraction, self.exponent);
        match self.fraction {
            23 if magnitude == 0 || is_normal => {
                text.push_str(&general(f32::from_bits(self.bits as u32).into(), 9));
                Ok(())
            }
            52 if magnitude == 0 || is_normal => {
                text.push_str(&general(f64::from_bits(self.bits), 17));
                Ok(())
            }
            _ => self.write_hexadecimal(text),
        }
    }

    /// Writes a float in hexadecimal with a binary exponent: `0x1.8p+0`. Infinities and NaN have one exponent more than
    /// the largest number, as in SPIRV-Tools: `0x1p+128`, `0x1.8p+128`.
    fn write_hexadecimal(&self, text: &mut String) -> core::fmt::Result {
        let Self { fraction, exponent, .. } = *self;
        let magnitude = self.magnitude();
        let sign = if self.bits >> (fraction + exponent) & 1 == 0 {
            ""
        } else {
            "-"
        };
        if magnitude == 0 {
            return write!(text, "{sign}0x0p+0");
        }
        let bias = (1_i64 << (exponent - 1)) - 1;
        let stored = (magnitude >> fraction) as i64;
        let mut mantissa = magnitude & ((1 << fraction) - 1);
        let mut power = stored - bias;
        if stored == 0 {
            // A subnormal becomes normal: its first bit moves to the place of the bit that is not stored.
            let moved = i64::from(mantissa.leading_zeros()) - i64::from(63 - fraction);
            mantissa = mantissa << moved & ((1 << fraction) - 1);
            power += 1 - moved;
        }
        // Four bits per digit from the binary point on, without trailing zeros.
        let digits = fraction.div_ceil(4);
        let mantissa = mantissa << (digits * 4 - fraction);
        let digits = format!("{mantissa:0width$x}", width = digits as usize);
        let digits = digits.trim_end_matches('0');
        let point = if digits.is_empty() { "" } else { "." };
        write!(text, "{sign}0x1{point}{digits}p{power:+}")
    }
}

/// The format `%.{digits}g` of C.
fn general(value: f64, digits: i32) -> String {
    let places = |count: i32| usize::try_from(count).unwrap_or(0);
    let scientific = format!("{value:.*e}", places(digits - 1));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= digits {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(mantissa), exponent.unsigned_abs());
    }
    trimmed(&format!("{value:.*}", places(digits - 1 - exponent)))
}

/// The value of a finite float with fewer exponent bits than a 32-bit float, which can represent it exactly.
fn narrow(bits: u32, fraction: u32, exponent: u32) -> f32 {
    let sign = bits >> (fraction + exponent) << 31;
    let stored = bits >> fraction & ((1 << exponent) - 1);
    let mantissa = bits & ((1 << fraction) - 1);
    let bias = (1 << (exponent - 1)) - 1;
    if stored == 0 {
        // A subnormal is a multiple of the smallest number, which is a power of two.
        let least = f32::from_bits((127 + 1 - bias - fraction) << 23);
        return f32::from_bits(sign | (mantissa as f32 * least).to_bits());
    }
    f32::from_bits(sign | (stored + 127 - bias) << 23 | mantissa << (23 - fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ty: NumberType, bits: u64) -> String {
        let mut text = String::new();
        let words = [bits as u32, (bits >> 32) as u32];
        ty.write(
            &mut text,
            words.get(..ty.words()).unwrap_or(&words),
            NumberFormat::SpirvDis,
        );
        text
    }

    #[test]
    fn numbers_are_those_of_spirv_dis() {
        for (value, due) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (0.1, "0.100000001"),
            (-2_147_483_648.0, "-2.14748365e+09"),
            (1e-5, "9.99999975e-06"),
            (0.0001, "9.99999975e-05"),
            (123_456_789.0, "123456792"),
            (1e9, "1e+09"),
            (100.0, "100"),
            (f32::MAX, "3.40282347e+38"),
            (f32::MIN_POSITIVE, "1.17549435e-38"),
            (f32::INFINITY, "0x1p+128"),
            (f32::NEG_INFINITY, "-0x1p+128"),
            (f32::from_bits(0x7FC0_0000), "0x1.8p+128"),
            (f32::from_bits(0xFF80_0001), "-0x1.000002p+128"),
            // Subnormals: the smallest, the largest, and one between.
            (f32::from_bits(1), "0x1p-149"),
            (f32::from_bits(0x007F_FFFF), "0x1.fffffcp-127"),
            (f32::from_bits(0x8000_0300), "-0x1.8p-140"),
        ] {
            assert_eq!(text(NumberType::FLOAT, value.to_bits().into()), due);
        }
        for (value, due) in [
            (0.1, "0.10000000000000001"),
            (1e17, "1e+17"),
            (1e16, "10000000000000000"),
            (f64::from_bits(1), "0x1p-1074"),
            (f64::INFINITY, "0x1p+1024"),
        ] {
            assert_eq!(text(NumberType::Float(64), value.to_bits()), due);
        }
        for (ty, bits, due) in [
            (NumberType::Float(16), 0x3800, "0x1p-1"),
            (NumberType::Float(16), 0x3E00, "0x1.8p+0"),
            (NumberType::Float(16), 0xC900, "-0x1.4p+3"),
            (NumberType::Float(16), 0, "0x0p+0"),
            (NumberType::Float(16), 0x8000, "-0x0p+0"),
            (NumberType::Float(16), 3, "0x1.8p-23"),
            (NumberType::Float(16), 0x7C00, "0x1p+16"),
            (NumberType::Bfloat16, 0x3F80, "0x1p+0"),
            (NumberType::Bfloat16, 0x0001, "0x1p-133"),
            (NumberType::Float8E4M3, 0x7F, "0x1.ep+8"),
            (NumberType::Float8E4M3, 0x38, "0x1p+0"),
            (NumberType::Float8E4M3, 0x01, "0x1p-9"),
            (NumberType::Float8E5M2, 0xFC, "-0x1p+16"),
        ] {
            assert_eq!(text(ty, bits), due, "{ty:?} {bits:#x}");
        }
    }

    #[test]
    fn every_narrow_float_is_read_from_both_forms() {
        let types = [
            NumberType::Float(16),
            NumberType::Bfloat16,
            NumberType::Float8E4M3,
            NumberType::Float8E5M2,
        ];
        for ty in types {
            for bits in 0..1_u32 << ty.width() {
                for format in [NumberFormat::Shortest, NumberFormat::SpirvDis] {
                    let (mut text, mut words) = (String::new(), Vec::new());
                    ty.write(&mut text, &[bits], format);
                    assert_eq!(
                        (ty.read(&text, &mut words), &words),
                        (Some(()), &vec![bits]),
                        "{ty:?} {text}"
                    );
                }
            }
        }
    }
}
