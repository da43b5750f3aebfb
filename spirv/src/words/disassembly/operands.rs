//! The text of one instruction: opcode and operands by the grammar, with ids as a [`Style`] names them.

use super::super::grammar::{self, Category, ExtendedSet, Operand, OperandContext, OperandKind};
use super::super::number::{NumberFormat, NumberType};
use super::super::reader::{Instruction, Reader};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use hashbrown::HashMap;
use spirv::Op;

// Writing to a `String` cannot fail, so the results of `write!` are ignored below.

/// How the operands of an instruction are written. A function that appends an id is a style: the numbers are those of
/// `spirv-dis`, nothing is truncated, and there are no colours.
pub(crate) trait Style {
    /// Appends an id, with its percent sign.
    fn id(&self, text: &mut String, id: u32);

    /// The format of floats.
    fn numbers(&self) -> NumberFormat {
        NumberFormat::SpirvDis
    }

    /// Whether the instructions of an extended set are written by name and not by number.
    fn has_names_of(&self, _set: ExtendedSet) -> bool {
        true
    }

    /// Whether long lists of operands and long strings are truncated.
    fn is_cut(&self) -> bool {
        false
    }

    /// Whether ids, numbers and strings are coloured.
    fn has_colors(&self) -> bool {
        false
    }
}

impl<F: Fn(&mut String, u32)> Style for F {
    fn id(&self, text: &mut String, id: u32) {
        self(text, id);
    }
}

/// The escape sequences of the colours of `spirv-dis`.
pub(super) const BLUE: &str = "\x1b[34m";
const YELLOW: &str = "\x1b[33m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
pub(super) const GREY: &str = "\x1b[1;30m";
const RESET: &str = "\x1b[0m";

/// Appends text in a colour, if the style has colours.
pub(super) fn painted(text: &mut String, style: &impl Style, color: &str, write: impl FnOnce(&mut String)) {
    if !style.has_colors() {
        return write(text);
    }
    text.push_str(color);
    write(text);
    text.push_str(RESET);
}

/// The number of operands that are shown if long lists are truncated, and of characters of a name or string.
const SHOWN_OPERANDS: usize = 16;
const SHOWN_CHARACTERS: usize = 100;

/// Appends the first characters of a text.
pub(super) fn push_cut(text: &mut String, from: &str) {
    match from.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => {
            text.push_str(from.get(..end).unwrap_or(from));
            text.push('…');
        }
        None => text.push_str(from),
    }
}

/// The declarations of a module without which its literals cannot be printed.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    /// The scalar types by their ids.
    pub(in crate::words) types: HashMap<u32, NumberType>,
    /// Values of scalar types: the type of its selector determines the literals of an `OpSwitch`.
    values: HashMap<u32, NumberType>,
    sets: HashMap<u32, ExtendedSet>,
}

impl Declarations {
    /// The declarations in a module.
    pub(crate) fn collect(instructions: Reader<'_>) -> Self {
        let mut declarations = Self::default();
        for instruction in instructions.map_while(Result::ok) {
            declarations.note(&instruction);
        }
        declarations
    }

    /// The declarations in a module whose types may come after what has them.
    #[cfg(feature = "listing")]
    pub(crate) fn in_any_order(instructions: Reader<'_>) -> Self {
        let mut declarations = Self::collect(instructions.clone());
        for instruction in instructions.map_while(Result::ok) {
            declarations.note(&instruction);
        }
        declarations
    }

    fn note(&mut self, instruction: &Instruction<'_>) {
        let Some(result) = instruction.result() else { return };
        if let Some(number) = NumberType::declared(instruction) {
            self.types.insert(result, number);
        } else if instruction.opcode == Op::ExtInstImport as u16 {
            if let Some(set) = ExtendedSet::from_name(&string(instruction.operand_words())) {
                self.sets.insert(result, set);
            }
        } else if let Some(number) = instruction.result_type().and_then(|id| self.types.get(&id)) {
            self.values.insert(result, *number);
        }
    }

    /// Appends an instruction with its result (`%4 = OpFAdd …`). An instruction that the grammar cannot split into
    /// operands is appended as raw words, with the reason as a comment.
    pub(crate) fn write_instruction(&self, text: &mut String, instruction: &Instruction<'_>, style: &impl Style) {
        if let Some(reason) = self.unreadable(instruction) {
            let all = instruction.words;
            let words = match style.is_cut() {
                true => all.get(..SHOWN_OPERANDS).unwrap_or(all),
                false => all,
            };
            return raw_instruction(text, &Instruction { words, ..*instruction }, &reason);
        }
        if let Some(id) = instruction.result() {
            painted(text, style, BLUE, |text| style.id(text, id));
            text.push_str(" = ");
        }
        self.write_opcode_and_operands(text, instruction, style);
    }

    /// Appends the opcode and the operands, without the result. The grammar must have a text for the instruction
    /// ([`Declarations::unreadable`]): operands that it cannot split are left out.
    pub(crate) fn write_opcode_and_operands(
        &self,
        text: &mut String,
        instruction: &Instruction<'_>,
        style: &impl Style,
    ) {
        text.push_str(instruction.syntax.map_or("", |syntax| syntax.name));
        self.write_operands(text, instruction, 0, style);
    }

    /// Appends the operands after the first few, without the result, each behind a space.
    pub(super) fn write_operands(
        &self,
        text: &mut String,
        instruction: &Instruction<'_>,
        skipped: usize,
        style: &impl Style,
    ) {
        let (number, context) = self.operand_context(instruction);
        let operands = instruction.operands(context).into_iter().flatten().flatten();
        let operands = operands.filter(|operand| operand.kind != OperandKind::IdResult);
        let mut shown = 0;
        let mut more = 0;
        for operand in operands.skip(skipped) {
            if style.is_cut() && shown == SHOWN_OPERANDS {
                more += 1;
                continue;
            }
            shown += 1;
            text.push(' ');
            operand_text(text, &operand, number, context.set, style);
        }
        if more > 0 {
            let _ = write!(text, " … and {more} more");
        }
    }

    /// The reason why the grammar has no text for all words of an instruction.
    pub(crate) fn unreadable(&self, instruction: &Instruction<'_>) -> Option<String> {
        let (_, context) = self.operand_context(instruction);
        let (Some(syntax), Some(operands)) = (instruction.syntax, instruction.operands(context)) else {
            return Some(format!("unknown opcode {}", instruction.opcode));
        };
        for operand in operands {
            match operand {
                Ok(operand) if operand.kind == OperandKind::LiteralString && !is_text(operand.words) => {
                    return Some(format!(
                        "{}: the string at word {} is no text",
                        syntax.name, operand.index
                    ));
                }
                Ok(_) => {}
                Err(error) => return Some(format!("{}: {error}", syntax.name)),
            }
        }
        None
    }

    /// The type of the numbers in an instruction, and the context of its operands.
    pub(super) fn operand_context(&self, instruction: &Instruction<'_>) -> (Option<NumberType>, OperandContext) {
        let mut context = OperandContext::default();
        let mut number = None;
        match Op::from_u32(u32::from(instruction.opcode)) {
            Some(Op::Constant | Op::SpecConstant) => {
                number = instruction.result_type().and_then(|id| self.types.get(&id)).copied();
            }
            Some(Op::Switch) => {
                number = instruction
                    .operand_words()
                    .first()
                    .and_then(|id| self.values.get(id))
                    .copied();
                context.literal_words = number.map_or(1, NumberType::words);
            }
            Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR) => {
                context.set = instruction
                    .operand_words()
                    .first()
                    .and_then(|id| self.sets.get(id))
                    .copied();
            }
            _ => {}
        }
        (number, context)
    }
}

/// Appends one operand. `number` is the type of the literals, `set` the extended instruction set.
fn operand_text(
    text: &mut String,
    operand: &Operand<'_>,
    number: Option<NumberType>,
    set: Option<ExtendedSet>,
    style: &impl Style,
) {
    let word = operand.word();
    let red = |text: &mut String, write: &dyn Fn(&mut String)| painted(text, style, RED, write);
    match operand.kind.category() {
        Category::Id | Category::Pair => painted(text, style, YELLOW, |text| style.id(text, word)),
        Category::Value => {
            let _ = match operand.kind.enumerant(word) {
                Some(row) => write!(text, "{}", row.name),
                None => write!(text, "!{word}"),
            };
        }
        Category::Mask => mask(text, operand.kind, word),
        Category::Literal => match operand.kind {
            OperandKind::LiteralString => {
                let mut whole = string(operand.words);
                if style.is_cut() {
                    let mut cut = String::new();
                    push_cut(&mut cut, &whole);
                    whole = cut;
                }
                text.push('"');
                painted(text, style, GREEN, |text| escaped(text, &whole));
                text.push('"');
            }
            OperandKind::LiteralExtInstInteger => red(text, &|text| {
                let set = set.filter(|&set| style.has_names_of(set));
                let _ = match set.and_then(|set| set.instruction(word)) {
                    Some(row) => write!(text, "{}", row.name),
                    None => write!(text, "{word}"),
                };
            }),
            OperandKind::LiteralSpecConstantOpInteger => red(text, &|text| {
                let _ = match u16::try_from(word).ok().and_then(grammar::syntax) {
                    Some(syntax) => write!(text, "{}", syntax.name.trim_start_matches("Op")),
                    None => write!(text, "!{word}"),
                };
            }),
            OperandKind::LiteralFloat => red(text, &|text| {
                NumberType::FLOAT.write(text, operand.words, style.numbers());
            }),
            OperandKind::LiteralContextDependentNumber | OperandKind::LiteralInteger => red(text, &|text| {
                number
                    .unwrap_or(NumberType::UINT)
                    .write(text, operand.words, style.numbers());
            }),
            _ => {
                let _ = write!(text, "{word}");
            }
        },
    }
}

/// Appends an instruction as raw words, with the reason as a comment.
pub(super) fn raw_instruction(text: &mut String, instruction: &Instruction<'_>, reason: &str) {
    for word in instruction.words {
        let _ = write!(text, "!{word:#010x} ");
    }
    let _ = write!(text, "; {reason}");
}

/// Whether the words of a string are UTF-8, terminated by a zero byte and padded with zeros.
fn is_text(words: &[u32]) -> bool {
    let text = string(words);
    let end = text.len();
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let is_same = bytes.clone().take(end).eq(text.bytes());
    is_same && bytes.skip(end).all(|byte| byte == 0)
}

/// Appends the bits of a mask by name. A mask with an unknown bit is a number.
fn mask(text: &mut String, kind: OperandKind, word: u32) {
    if word == 0 {
        text.push_str(kind.enumerant(0).map_or("None", |row| row.name));
        return;
    }
    let start = text.len();
    let mut bits = word;
    while bits != 0 {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        let Some(row) = kind.enumerant(bit) else {
            text.truncate(start);
            let _ = write!(text, "!{word:#x}");
            return;
        };
        if text.len() != start {
            text.push('|');
        }
        text.push_str(row.name);
    }
}

/// A literal string up to its zero byte, or all of it if there is none (SPIR-V §2.2.1, Instructions).
pub(crate) fn string(words: &[u32]) -> String {
    let bytes: Vec<u8> = words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take_while(|&byte| byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Appends a string with a backslash before quotation marks and backslashes.
fn escaped(text: &mut String, string: &str) {
    for character in string.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
}
