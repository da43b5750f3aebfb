//! Disassembler: converts words to the assembly language of SPIRV-Tools, with one instruction per line, the result
//! before the opcode, enumerants by name and numbers according to their type.
//!
//! The disassembler does not check whether a module is valid: any words have a text. Words that the grammar cannot
//! split into operands are written as raw words (`!0x000100fd`). Ids are numbers, or the names from `OpName`, made
//! unique.

#[cfg(test)]
mod tests;

use super::grammar::{Category, ExtendedSet, Operand, OperandContext, OperandKind};
use super::names::Names;
use super::number::NumberType;
use super::reader::{Header, Instruction, ReadError, Reader};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use hashbrown::HashMap;
use spirv::Op;

/// The column at which opcodes begin.
const INDENT: usize = 15;

/// The text of a module, with ids by their names from `OpName`. Words that are not a module become a comment.
#[must_use]
pub fn disassemble(words: &[u32]) -> String {
    module_text(words, Ids::Named)
}

/// The text of a module, with ids as numbers. [`assemble_text`](super::assemble_text) converts it to the same words,
/// except for the generator word of the header.
#[must_use]
pub fn disassemble_numbered(words: &[u32]) -> String {
    module_text(words, Ids::Numbered)
}

/// The text of a module with the names that SPIRV-Tools' disassembler gives to ids by default: names from `OpName`, and
/// names such as `%v4float`, `%uint_1`, `%_ptr_Function_float` and `%gl_Position` for declarations.
///
/// ```
/// let words = spirula_spirv::words::assemble_text("%1 = OpTypeInt 32 0\n%2 = OpConstant %1 7\n", 0x0001_0300)?;
/// assert!(spirula_spirv::words::disassemble_friendly(&words).contains("%uint_7 = OpConstant %uint 7"));
/// # Ok::<(), spirula_spirv::words::AssemblyError>(())
/// ```
#[must_use]
pub fn disassemble_friendly(words: &[u32]) -> String {
    module_text(words, Ids::Friendly)
}

/// How ids are shown.
#[derive(Clone, Copy)]
enum Ids {
    /// By their numbers.
    Numbered,
    /// By the names that the module gives them.
    Named,
    /// By those, and by names that follow from declarations.
    Friendly,
}

fn module_text(words: &[u32], ids: Ids) -> String {
    let mut text = String::new();
    match Reader::new(words) {
        Ok((header, instructions)) => {
            header_lines(&mut text, &header);
            let context = Context::collect(instructions.clone(), ids);
            for instruction in instructions {
                match instruction {
                    Ok(instruction) => {
                        context.instruction_line(&mut text, &instruction);
                        text.push('\n');
                    }
                    Err(error) => raw_lines(&mut text, error, words),
                }
            }
        }
        Err(error) => raw_lines(&mut text, error, words),
    }
    text
}

/// The text of one instruction without its module: ids as numbers, literals as words.
#[must_use]
pub fn disassemble_instruction(instruction: &Instruction<'_>) -> String {
    let mut text = String::new();
    Context::default().instruction(&mut text, instruction);
    text
}

/// Writes single instructions of a module with the names that the caller gives to ids.
#[cfg(feature = "listing")]
pub(crate) struct InstructionText(Context);

#[cfg(feature = "listing")]
impl InstructionText {
    /// Reads all words once: the types of numbers and the extended instruction sets.
    pub(crate) fn new(words: &[u32]) -> Self {
        Self(match Reader::new(words) {
            Ok((_, instructions)) => Context::collect(instructions, Ids::Numbered),
            Err(_) => Context::default(),
        })
    }

    /// Appends the text of an instruction. `name` appends the name of an id.
    pub(crate) fn write(
        &self,
        text: &mut String,
        instruction: &Instruction<'_>,
        name: &mut dyn FnMut(&mut String, u32),
    ) {
        self.0.instruction_with(text, instruction, name);
    }
}

/// Shows single instructions and ids of a module in messages: with friendly names, and truncated.
#[cfg(feature = "check")]
pub(crate) struct Listing(Context);

#[cfg(feature = "check")]
impl Listing {
    /// Reads all words once. `given` are names of ids that take precedence over those of the module.
    pub(crate) fn new(words: &[u32], given: &[(u32, String)]) -> Self {
        let mut context = match Reader::new(words) {
            Ok((_, instructions)) => Context::collect(instructions, Ids::Friendly),
            Err(_) => Context::default(),
        };
        context.is_cut = true;
        context.names.extend(given.iter().cloned());
        Self(context)
    }

    /// The text of an instruction.
    pub(crate) fn instruction(&self, instruction: &Instruction<'_>) -> String {
        let mut text = String::new();
        self.0.instruction(&mut text, instruction);
        text
    }

    /// The name of an id, or its number.
    pub(crate) fn id(&self, id: u32) -> String {
        let mut text = String::from("%");
        self.0.id(&mut text, id);
        text
    }
}

/// The number of operands of an instruction that a [`Listing`] shows, and of characters of a name or string.
const SHOWN_OPERANDS: usize = 16;
const SHOWN_CHARACTERS: usize = 100;

/// Appends the first characters of a text.
fn push_cut(text: &mut String, from: &str) {
    match from.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => {
            text.push_str(from.get(..end).unwrap_or(from));
            text.push('…');
        }
        None => text.push_str(from),
    }
}

// Writing to a `String` cannot fail, so the results of `write!` are ignored below.

fn header_lines(text: &mut String, header: &Header) {
    let Header {
        version, bound, schema, ..
    } = *header;
    text.push_str("; SPIR-V\n");
    let _ = match version & 0xFF00_00FF {
        0 => writeln!(text, "; Version: {}.{}", version >> 16, (version >> 8) & 0xFF),
        _ => writeln!(text, "; Version: {version:#010x}"),
    };
    let _ = writeln!(text, "; Bound: {bound}");
    if schema != 0 {
        let _ = writeln!(text, "; Schema: {schema}");
    }
}

/// The error as a comment, and the words from its position on.
fn raw_lines(text: &mut String, error: ReadError, words: &[u32]) {
    let _ = writeln!(text, "; {error}");
    let from = match error {
        ReadError::TooShort { .. } => 0,
        _ => error.offset(),
    };
    for line in words.get(from..).unwrap_or(&[]).chunks(8) {
        raw_words(text, "; ", line);
        text.push('\n');
    }
}

fn raw_words(text: &mut String, before: &str, words: &[u32]) {
    text.push_str(before);
    for (index, word) in words.iter().enumerate() {
        let _ = write!(text, "{}{word:#010x}", if index == 0 { "" } else { " " });
    }
}

/// What must be known of the whole module to print one of its instructions.
#[derive(Default)]
struct Context {
    names: HashMap<u32, String>,
    /// The scalar types by their ids.
    types: HashMap<u32, NumberType>,
    /// Values of scalar types: the type of its selector determines the literals of an `OpSwitch`.
    values: HashMap<u32, NumberType>,
    sets: HashMap<u32, ExtendedSet>,
    /// Whether long lists, names and strings are truncated.
    is_cut: bool,
}

impl Context {
    fn collect(instructions: Reader<'_>, ids: Ids) -> Self {
        let mut context = Self::default();
        for instruction in instructions.clone().map_while(Result::ok) {
            context.note(&instruction);
        }
        context.names = match ids {
            Ids::Numbered => HashMap::new(),
            Ids::Named => Names::own(instructions).by_id,
            Ids::Friendly => Names::friendly(instructions, &context.types).by_id,
        };
        context
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

    /// The name of an id without the percent sign.
    fn id(&self, text: &mut String, id: u32) {
        let _ = match self.names.get(&id) {
            Some(name) if self.is_cut => {
                push_cut(text, name);
                return;
            }
            Some(name) => write!(text, "{name}"),
            None => write!(text, "{id}"),
        };
    }

    fn instruction_line(&self, text: &mut String, instruction: &Instruction<'_>) {
        if let Some(reason) = self.unreadable(instruction) {
            return raw_instruction(text, instruction, &reason);
        }
        let mut result = String::new();
        if let Some(id) = instruction.result() {
            result.push('%');
            self.id(&mut result, id);
            result.push_str(" = ");
        }
        if instruction.syntax.is_some() {
            let _ = write!(text, "{result:>INDENT$}");
        }
        self.after_result(text, instruction, &mut |text, id| self.id(text, id));
    }

    fn instruction(&self, text: &mut String, instruction: &Instruction<'_>) {
        self.instruction_with(text, instruction, &mut |text, id| self.id(text, id));
    }

    fn instruction_with(
        &self,
        text: &mut String,
        instruction: &Instruction<'_>,
        name: &mut dyn FnMut(&mut String, u32),
    ) {
        if let Some(reason) = self.unreadable(instruction) {
            let all = instruction.words;
            let words = match self.is_cut {
                true => all.get(..SHOWN_OPERANDS).unwrap_or(all),
                false => all,
            };
            return raw_instruction(text, &Instruction { words, ..*instruction }, &reason);
        }
        if let Some(id) = instruction.result() {
            text.push('%');
            name(text, id);
            text.push_str(" = ");
        }
        self.after_result(text, instruction, name);
    }

    /// The reason why the grammar has no text for all words of an instruction.
    fn unreadable(&self, instruction: &Instruction<'_>) -> Option<String> {
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

    /// The opcode and its operands without the result.
    fn after_result(&self, text: &mut String, instruction: &Instruction<'_>, name: &mut dyn FnMut(&mut String, u32)) {
        let (number, context) = self.operand_context(instruction);
        text.push_str(instruction.syntax.map_or("", |syntax| syntax.name));
        let operands = instruction.operands(context).into_iter().flatten().flatten();
        let mut shown = 0;
        let mut more = 0;
        for operand in operands.filter(|operand| operand.kind != OperandKind::IdResult) {
            if self.is_cut && shown == SHOWN_OPERANDS {
                more += 1;
                continue;
            }
            shown += 1;
            text.push(' ');
            self.operand(text, &operand, number, context.set, name);
        }
        if more > 0 {
            let _ = write!(text, " … and {more} more");
        }
    }

    /// The type of the numbers in an instruction, and the context of its operands.
    fn operand_context(&self, instruction: &Instruction<'_>) -> (Option<NumberType>, OperandContext) {
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

    fn operand(
        &self,
        text: &mut String,
        operand: &Operand<'_>,
        number: Option<NumberType>,
        set: Option<ExtendedSet>,
        name: &mut dyn FnMut(&mut String, u32),
    ) {
        let word = operand.word();
        let _ = match operand.kind.category() {
            Category::Id | Category::Pair => {
                text.push('%');
                name(text, word);
                return;
            }
            Category::Value => match operand.kind.enumerant(word) {
                Some(row) => write!(text, "{}", row.name),
                None => write!(text, "!{word}"),
            },
            Category::Mask => {
                mask(text, operand.kind, word);
                return;
            }
            Category::Literal => match operand.kind {
                OperandKind::LiteralString => {
                    let whole = string(operand.words);
                    match self.is_cut {
                        true => {
                            let mut cut = String::new();
                            push_cut(&mut cut, &whole);
                            quoted(text, &cut);
                        }
                        false => quoted(text, &whole),
                    }
                    return;
                }
                OperandKind::LiteralExtInstInteger => match set.and_then(|set| set.instruction(word)) {
                    Some(row) => write!(text, "{}", row.name),
                    None => write!(text, "{word}"),
                },
                OperandKind::LiteralSpecConstantOpInteger => {
                    match u16::try_from(word).ok().and_then(super::grammar::syntax) {
                        Some(syntax) => write!(text, "{}", syntax.name.trim_start_matches("Op")),
                        None => write!(text, "!{word}"),
                    }
                }
                OperandKind::LiteralFloat => {
                    NumberType::FLOAT.write(text, operand.words);
                    return;
                }
                OperandKind::LiteralContextDependentNumber | OperandKind::LiteralInteger => {
                    number.unwrap_or(NumberType::UINT).write(text, operand.words);
                    return;
                }
                _ => write!(text, "{word}"),
            },
        };
    }
}

/// An instruction as raw words, with the reason as a comment.
fn raw_instruction(text: &mut String, instruction: &Instruction<'_>, reason: &str) {
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

/// The bits of a mask by name. A mask with an unknown bit is a number.
fn mask(text: &mut String, kind: OperandKind, word: u32) {
    if word == 0 {
        text.push_str("None");
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

fn quoted(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('"');
}
