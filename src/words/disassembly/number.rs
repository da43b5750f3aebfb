//! Numbers in the text: which type the words of a literal are of, and how it is written.
//!
//! Narrow integers stand in the low bits of a word, sign-extended when they are signed; wide numbers have their low
//! word first (SPIR-V §2.2.1).

use crate::words::reader::Instruction;
use core::fmt::Write as _;
use spirv::Op;

/// A scalar type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberType {
    /// Unsigned, with its width in bits.
    Unsigned(u32),
    /// Signed, with its width in bits.
    Signed(u32),
    /// IEEE 754, with its width in bits.
    Float(u32),
    /// A float of another encoding, with its width in bits; its numbers are written as words.
    Encoded(u32),
}

impl NumberType {
    pub(super) const UINT: Self = Self::Unsigned(32);
    pub(super) const FLOAT: Self = Self::Float(32);

    /// The type that an instruction declares.
    pub(super) fn declared(instruction: &Instruction<'_>) -> Option<Self> {
        match (
            Op::from_u32(u32::from(instruction.opcode))?,
            instruction.operand_words(),
        ) {
            (Op::TypeInt, &[width, 0]) => Some(Self::Unsigned(width)),
            (Op::TypeInt, &[width, _]) => Some(Self::Signed(width)),
            (Op::TypeFloat, &[width]) => Some(Self::Float(width)),
            (Op::TypeFloat, &[width, _]) => Some(Self::Encoded(width)),
            _ => None,
        }
    }

    /// How many words a literal has.
    pub(super) fn words(self) -> usize {
        let (Self::Unsigned(width) | Self::Signed(width) | Self::Float(width) | Self::Encoded(width)) = self;
        if (33..=64).contains(&width) { 2 } else { 1 }
    }

    /// Writes a literal. Words that are not as many as the type has are written one by one, as words.
    pub(super) fn write(self, text: &mut String, words: &[u32]) {
        let bits = match (self.words(), words) {
            (1, &[word]) => u64::from(word),
            (2, &[low, high]) => u64::from(low) | (u64::from(high) << 32),
            _ => {
                for (index, word) in words.iter().enumerate() {
                    let _ = write!(text, "{}!{word:#x}", if index == 0 { "" } else { " " });
                }
                return;
            }
        };
        let low = bits as u32;
        let _ = match self {
            Self::Signed(33..=64) => write!(text, "{}", bits as i64),
            Self::Signed(_) => write!(text, "{}", low as i32),
            Self::Unsigned(_) => write!(text, "{bits}"),
            Self::Float(16) => Float {
                bits,
                width: 16,
                fraction: 10,
            }
            .write(text),
            Self::Float(32) => Float {
                bits,
                width: 32,
                fraction: 23,
            }
            .write(text),
            Self::Float(64) => Float {
                bits,
                width: 64,
                fraction: 52,
            }
            .write(text),
            Self::Float(_) | Self::Encoded(_) => write!(text, "{bits:#x}"),
        };
    }
}

/// The bits of a float, its width and how many of them are its fraction.
struct Float {
    bits: u64,
    width: u32,
    fraction: u32,
}

impl Float {
    /// Finite numbers are written in the fewest digits that tell them apart, infinities and NaN in hexadecimal with the
    /// exponent past the largest, as SPIRV-Tools does: `0x1p+128`, `0x1.8p+128`.
    fn write(self, text: &mut String) -> core::fmt::Result {
        let Self { bits, width, fraction } = self;
        let exponent_bits = width - 1 - fraction;
        let exponent_mask = (1_u64 << exponent_bits) - 1;
        let mantissa = bits & ((1 << fraction) - 1);
        if (bits >> fraction) & exponent_mask == exponent_mask {
            let sign = if bits >> (width - 1) & 1 == 1 { "-" } else { "" };
            let exponent = 1_u64 << (exponent_bits - 1);
            // Four bits a digit, from the binary point on, without the zeros at the end.
            let digits = format!(
                "{:0width$x}",
                mantissa << (fraction.div_ceil(4) * 4 - fraction),
                width = fraction.div_ceil(4) as usize
            );
            let digits = digits.trim_end_matches('0');
            let point = if digits.is_empty() { "" } else { "." };
            return write!(text, "{sign}0x1{point}{digits}p+{exponent}");
        }
        match width {
            16 => write!(text, "{:?}", half(bits as u16)),
            32 => write!(text, "{:?}", f32::from_bits(bits as u32)),
            _ => write!(text, "{:?}", f64::from_bits(bits)),
        }
    }
}

/// The value of a finite 16-bit float, which 32 bits hold exactly.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let exponent = u32::from(bits >> 10 & 0x1F);
    let mantissa = u32::from(bits & 0x3FF);
    if exponent == 0 {
        // Subnormal: a multiple of 2^-24.
        let magnitude = f32::from(bits & 0x3FF) * f32::from_bits((127 - 24) << 23);
        return f32::from_bits(sign | magnitude.to_bits());
    }
    f32::from_bits(sign | (exponent + 127 - 15) << 23 | mantissa << 13)
}
