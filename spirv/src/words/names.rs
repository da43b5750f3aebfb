//! Names of ids: from `OpName`, or derived from declarations as in SPIRV-Tools' disassembler (`%v4float`,
//! `%_ptr_Function_uint`, `%float_0_5`, `%gl_Position`).
//!
//! Every name is unique and consists of letters, digits and underscores. An id without a name is its number.

use super::grammar::OperandKind;
use super::number::NumberType;
use super::reader::{Instruction, Reader};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use hashbrown::{HashMap, HashSet};
use spirv::{BuiltIn, Decoration, FPEncoding, Op};

/// The maximum length of a derived name. The name of a type contains those of its parts, so that without a limit a
/// chain of pointers would take quadratic space.
const LONGEST: usize = 80;

/// Unique names of ids.
#[derive(Default)]
pub(super) struct Names {
    pub(super) by_id: HashMap<u32, String>,
    used: HashSet<String>,
    /// The next suffix to try for a name that is already used.
    next: HashMap<String, u32>,
}

impl Names {
    /// The names from the module's `OpName` instructions.
    pub(super) fn own(instructions: Reader<'_>) -> Self {
        let mut names = Self::default();
        for instruction in instructions.map_while(Result::ok) {
            names.give_own(&instruction);
        }
        names
    }

    /// Those, and names derived from declarations. `types` are the number types.
    pub(super) fn friendly(instructions: Reader<'_>, types: &HashMap<u32, NumberType>) -> Self {
        let mut names = Self::default();
        for instruction in instructions.map_while(Result::ok) {
            if !names.give_own(&instruction) {
                names.declare(&instruction, types);
            }
        }
        names
    }

    /// Records the name from an `OpName`. Returns whether the instruction is one.
    fn give_own(&mut self, instruction: &Instruction<'_>) -> bool {
        if instruction.opcode != Op::Name as u16 {
            return false;
        }
        if let [target, name @ ..] = instruction.operand_words() {
            let name = super::disassembly::string(name);
            if !name.is_empty() {
                self.give(*target, &name);
            }
        }
        true
    }

    /// Names an id. The assembly language allows letters, digits and underscores. A name of digits only would be a
    /// number, so a name that begins with a digit gets a prefix.
    fn give(&mut self, id: u32, wanted: &str) {
        if self.by_id.contains_key(&id) {
            return;
        }
        let mut name: String = wanted
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' })
            .collect();
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert(0, '_');
        }
        if self.used.contains(&name) {
            let next = self.next.entry(name.clone()).or_insert(0);
            let base = name;
            loop {
                name = format!("{base}_{next}");
                *next += 1;
                if !self.used.contains(&name) {
                    break;
                }
            }
        }
        self.used.insert(name.clone());
        self.by_id.insert(id, name);
    }

    /// The name of an id, or its number.
    fn of(&self, id: u32) -> String {
        self.by_id.get(&id).map_or_else(|| id.to_string(), Clone::clone)
    }

    /// Names the result of a declaration, if a name follows from it.
    fn declare(&mut self, instruction: &Instruction<'_>, types: &HashMap<u32, NumberType>) {
        let Some(op) = Op::from_u32(u32::from(instruction.opcode)) else {
            return;
        };
        let operands = instruction.operand_words();
        if op == Op::Decorate {
            if let [target, decoration, built_in] = *operands {
                if decoration == Decoration::BuiltIn as u32 {
                    if let Some(name) = BuiltIn::from_u32(built_in).map(built_in_name) {
                        self.give(target, &name);
                    }
                }
            }
            return;
        }
        let Some(result) = instruction.result() else { return };
        if let Some(name) = self.declared(op, instruction, operands, types) {
            if name.len() <= LONGEST {
                self.give(result, &name);
            }
        }
    }

    fn declared(
        &self,
        op: Op,
        instruction: &Instruction<'_>,
        operands: &[u32],
        types: &HashMap<u32, NumberType>,
    ) -> Option<String> {
        Some(match (op, operands) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, &[width, signedness]) => int_name(width, signedness),
            (Op::TypeFloat, &[width]) => float_name(width),
            (Op::TypeFloat, &[width, encoding]) => match FPEncoding::from_u32(encoding)? {
                FPEncoding::BFloat16KHR => "bfloat16".to_owned(),
                FPEncoding::Float8E4M3EXT => "fp8e4m3".to_owned(),
                FPEncoding::Float8E5M2EXT => "fp8e5m2".to_owned(),
                #[allow(unreachable_patterns)] // encodings of later versions of the `spirv` crate
                _ => format!("fp{width}_encoding_{encoding}"),
            },
            (Op::TypeVector, &[component, count]) => format!("v{count}{}", self.of(component)),
            (Op::TypeMatrix, &[column, count]) => format!("mat{count}{}", self.of(column)),
            (Op::TypeArray, &[element, length]) => format!("_arr_{}_{}", self.of(element), self.of(length)),
            (Op::TypeRuntimeArray, &[element]) => format!("_runtimearr_{}", self.of(element)),
            (Op::TypePointer, &[class, pointee]) => {
                format!("_ptr_{}_{}", class_name(class)?, self.of(pointee))
            }
            (Op::TypeUntypedPointerKHR, &[class]) => format!("_ptr_{}", class_name(class)?),
            (Op::TypeStruct, _) => format!("_struct_{}", instruction.result()?),
            (Op::TypeOpaque, name) => format!("Opaque_{}", super::disassembly::string(name)),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, value) => {
                let ty = instruction.result_type()?;
                format!(
                    "{}_{}",
                    self.of(ty),
                    number_text(*types.get(&ty)?, value).replace('-', "n")
                )
            }
            _ => return None,
        })
    }
}

fn int_name(width: u32, signedness: u32) -> String {
    let root = match width {
        8 => "char",
        16 => "short",
        32 => "int",
        64 => "long",
        _ => return format!("{}{width}", if signedness == 0 { "u" } else { "i" }),
    };
    format!("{}{root}", if signedness == 0 { "u" } else { "" })
}

fn float_name(width: u32) -> String {
    match width {
        16 => "half".to_owned(),
        32 => "float".to_owned(),
        64 => "double".to_owned(),
        _ => format!("fp{width}"),
    }
}

fn class_name(class: u32) -> Option<&'static str> {
    Some(OperandKind::StorageClass.enumerant(class)?.name)
}

/// The name of a built-in variable in GLSL.
fn built_in_name(built_in: BuiltIn) -> String {
    let name = OperandKind::BuiltIn
        .enumerant(built_in as u32)
        .map_or("", |row| row.name);
    let name = match name.strip_suffix("Id") {
        Some(name) => format!("{name}ID"),
        None => name.to_owned(),
    };
    let name = name.replace("Workgroup", "WorkGroup").replace("Subgroups", "SubGroups");
    format!("gl_{name}")
}

/// A number as SPIRV-Tools writes it: the shortest exact form of C's `%g`, hexadecimal for 16 bits.
fn number_text(ty: NumberType, words: &[u32]) -> String {
    let bits = words.iter().rev().fold(0, |bits, &word| bits << 32 | u64::from(word));
    let general = match ty {
        NumberType::Float(32) => {
            let value = f32::from_bits(bits as u32);
            (value == 0.0 || value.is_normal()).then(|| general(f64::from(value), 9))
        }
        NumberType::Float(64) => {
            let value = f64::from_bits(bits);
            (value == 0.0 || value.is_normal()).then(|| general(value, 17))
        }
        NumberType::Float(16) => half(bits as u32),
        _ => None,
    };
    general.unwrap_or_else(|| {
        let mut text = String::new();
        ty.write(&mut text, words);
        text
    })
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

/// A 16-bit float in hexadecimal, if it is zero or normal.
fn half(bits: u32) -> Option<String> {
    let sign = if bits & 0x8000 == 0 { "" } else { "-" };
    let (exponent, fraction) = ((bits >> 10) & 31, bits & 0x3FF);
    match (exponent, fraction) {
        (0, 0) => Some(format!("{sign}0x0p+0")),
        (1..=30, _) => {
            let digits = format!("{:03x}", fraction << 2);
            let digits = digits.trim_end_matches('0');
            let point = if digits.is_empty() { "" } else { "." };
            Some(format!("{sign}0x1{point}{digits}p{:+}", exponent.cast_signed() - 15))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_spirv_dis() {
        let float = |value: f32| number_text(NumberType::Float(32), &[value.to_bits()]);
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
        ] {
            assert_eq!(float(value), due);
        }
        let double = |value: f64| {
            let bits = value.to_bits();
            number_text(NumberType::Float(64), &[bits as u32, (bits >> 32) as u32])
        };
        assert_eq!(double(0.1), "0.10000000000000001");
        assert_eq!(double(1e17), "1e+17");
        let half = |bits| number_text(NumberType::Float(16), &[bits]);
        assert_eq!(
            [half(0x3800), half(0x3E00), half(0xC900), half(0)],
            ["0x1p-1", "0x1.8p+0", "-0x1.4p+3", "0x0p+0"]
        );
    }

    #[test]
    fn names_stay_short_however_types_are_nested() {
        use crate::words::{assemble_text, disassemble_friendly};
        let mut text = "%0x = OpTypeFloat 32\n".replace("0x", "p0");
        for depth in 1..3000 {
            text += &format!("%p{depth} = OpTypePointer Private %p{}\n", depth - 1);
        }
        let words = assemble_text(&text, 0x0001_0300).unwrap_or_default();
        let listing = disassemble_friendly(&words);
        let longest = listing.lines().map(str::len).max();
        assert!(longest < Some(3 * LONGEST), "{longest:?}");
    }
}
