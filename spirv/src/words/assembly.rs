//! Assembler: converts text in the assembly language of SPIRV-Tools to words. [`disassemble`](super::disassemble)
//! writes the same language.
//!
//! The grammar determines the operands of each instruction; whether a module is valid is for the self-check. The first
//! pass over the text collects number types, extended instruction sets and ids. The second pass appends words.
//!
//! * An instruction begins with its result (`%sum = OpFAdd …`) or with its opcode, and ends where the next one begins.
//!   A line that begins with a raw word (`!0x000100fd`) is an instruction of raw words only.
//! * `%7` is the id 7, but `%07` is a name. Any other name gets the lowest id that is not used as a number, in the order of the words.
//! * `!` and a number is one raw word, in place of any operand. An instruction with a raw word may have too few
//!   operands.
//! * An extended instruction may be given by its number. It may have too few operands too.
//! * In a text in normal form (`; SPIR-V normal form 1` in its first line) a name that a function defines belongs to that
//!   function, and `%main:value` is the value of `%main` elsewhere.
//! * `; Version: 1.3`, `; Generator: Khronos Slang Compiler; 0`, `; Bound: 23` and `; Schema: 0` before the first
//!   instruction set fields of the header. The generator must be a registered one.

mod error;
#[cfg(test)]
mod tests;

use crate::sort::sort;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
pub use error::{AssemblyError, AssemblyReason};

use super::generators;
use super::grammar::{Category, ExtendedSet, Kinds, OperandKind, Syntax, other_names, syntaxes};
use super::number::{NumberType, unsigned};
use super::section::{MAX_INSTRUCTION_WORDS, MAX_STRING_BYTES};
use super::{GENERATOR, HEADER_WORDS, MAGIC};
use hashbrown::{HashMap, HashSet};
use spirv::Op;

/// How a text begins in which names that a function defines belong to that function.
const NORMAL_FORM: &str = "; SPIR-V normal form ";

/// Assembles text into the words of a module. `version` is the version word for a text that does not state its version
/// (1.3 is `0x0001_0300`).
///
/// # Errors
///
/// The first syntax error, with its line and column.
///
/// ```
/// let words = spirula_spirv::words::assemble_text("OpCapability Shader\nOpMemoryModel Logical GLSL450\n", 0x0001_0300)?;
/// assert_eq!(words[5..], [2 << 16 | 17, 1, 3 << 16 | 14, 0, 1]);
/// # Ok::<(), spirula_spirv::words::AssemblyError>(())
/// ```
pub fn assemble_text(text: &str, version: u32) -> Result<Vec<u32>, AssemblyError> {
    assemble_text_with_places(text, version).map(|assembly| assembly.words)
}

/// Assembles text into the words of a module, and records the position of each instruction in the text.
///
/// # Errors
///
/// As for [`assemble_text`].
///
/// ```
/// let assembly = spirula_spirv::words::assemble_text_with_places("OpNop\n  OpNop\n", 0x0001_0300)?;
/// assert_eq!(assembly.place(6), Some((2, 3)));
/// # Ok::<(), spirula_spirv::words::AssemblyError>(())
/// ```
pub fn assemble_text_with_places(text: &str, version: u32) -> Result<Assembly, AssemblyError> {
    let (mut header, mut tokens) = read(text, version)?;
    let qualified = match text.starts_with(NORMAL_FORM) {
        true => qualified(&tokens),
        false => HashMap::new(),
    };
    for (token, name) in &qualified {
        tokens[*token].text = name;
    }
    let assembler = Assembler::new(&tokens)?;
    let mut words = vec![0; HEADER_WORDS];
    let mut places = Vec::new();
    for instruction in instructions(&tokens) {
        places.extend(instruction.first().map(|first| (words.len(), first.line, first.column)));
        assembler.instruction(instruction, &mut words)?;
    }
    header[3] = header[3].max(assembler.bound);
    words[..HEADER_WORDS].copy_from_slice(&header);
    let mut names: Vec<(u32, String)> = Vec::new();
    let mut seen = HashSet::new();
    for name in tokens.iter().filter_map(|token| token.text.strip_prefix('%')) {
        let id = assembler.ids.get(name).copied();
        names.extend(id.filter(|&id| seen.insert(id)).map(|id| (id, name.to_owned())));
    }
    sort(&mut names);
    Ok(Assembly { words, places, names })
}

/// An assembled module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assembly {
    /// The words of the module, header included.
    pub words: Vec<u32>,
    /// For each instruction in order: the index of its first word, its line and its column.
    places: Vec<(usize, usize, usize)>,
    names: Vec<(u32, String)>,
}

impl Assembly {
    /// The line and column of the instruction that contains a word, both from 1. The column counts characters. `None`
    /// for words of the header and past the end.
    #[must_use]
    pub fn place(&self, word: usize) -> Option<(usize, usize)> {
        let next = self.places.partition_point(|&(offset, ..)| offset <= word);
        let &(_, line, column) = self.places.get(next.checked_sub(1)?)?;
        (word < self.words.len()).then_some((line, column))
    }

    /// The name of each id in the text, without the percent sign, in ascending order of ids.
    pub fn names(&self) -> impl Iterator<Item = (u32, &str)> {
        self.names.iter().map(|(id, name)| (*id, name.as_str()))
    }
}

/// A token of the text: characters without white space, or a string with its quotation marks.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    line: usize,
    column: usize,
    first_of_line: bool,
}

impl Token<'_> {
    fn error(&self, reason: AssemblyReason) -> AssemblyError {
        let (line, column) = (self.line, self.column);
        AssemblyError { line, column, reason }
    }

    fn wrong(&self, kind: OperandKind) -> AssemblyError {
        let found = self.text.to_owned();
        self.error(AssemblyReason::WrongOperand { kind, found })
    }

    /// The name of an id.
    fn id(&self) -> Option<&str> {
        self.text.strip_prefix('%').filter(|name| !name.is_empty())
    }

    /// The value of a raw word (`!…`).
    fn word(&self) -> Option<u32> {
        unsigned(self.text.strip_prefix('!')?).and_then(|number| u32::try_from(number).ok())
    }

    /// Whether the token is an opcode: `Op` and a capital letter, with which no operand begins.
    fn is_opcode(&self) -> bool {
        let rest = self.text.strip_prefix("Op");
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
    }
}

/// Splits the text into tokens, and reads the header from the comments before the first instruction.
fn read(text: &str, version: u32) -> Result<([u32; HEADER_WORDS], Vec<Token<'_>>), AssemblyError> {
    let mut header = [MAGIC, version, GENERATOR, 1, 0];
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let (mut rest, mut line, mut column, mut first_of_line) = (text, 1, 1, true);
    while let Some(first) = rest.chars().next() {
        if first == '\n' {
            (line, column, first_of_line) = (line + 1, 1, true);
            rest = &rest[1..];
            continue;
        }
        let len = match first {
            ';' => {
                let len = rest.find('\n').unwrap_or(rest.len());
                if tokens.is_empty() {
                    note_header(&rest[1..len], &mut header);
                }
                len
            }
            first if first.is_whitespace() => first.len_utf8(),
            _ => {
                let token = Token {
                    text: rest,
                    line,
                    column,
                    first_of_line,
                };
                let len = match first {
                    '"' => string_len(rest).ok_or_else(|| token.error(AssemblyReason::UnterminatedString))?,
                    _ => rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len()),
                };
                let text = &rest[..len];
                tokens.push(Token { text, ..token });
                first_of_line = false;
                len
            }
        };
        // A string may contain line breaks.
        let (passed, left) = rest.split_at(len);
        line += passed.matches('\n').count();
        column = match passed.rsplit_once('\n') {
            Some((_, last)) => 1 + last.chars().count(),
            None => column + passed.chars().count(),
        };
        rest = left;
    }
    Ok((header, tokens))
}

/// The length of a string including its quotation marks.
fn string_len(text: &str) -> Option<usize> {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, character)| {
        let ends = character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        ends
    });
    end.map(|(at, _)| at + 1)
}

/// Sets a field of the header from a comment.
fn note_header(comment: &str, header: &mut [u32; HEADER_WORDS]) {
    let Some((name, value)) = comment.split_once(':') else {
        return;
    };
    let value = value.trim();
    let number = unsigned(value).and_then(|value| u32::try_from(value).ok());
    match name.trim() {
        "Version" => {
            let parts = value.split_once('.').and_then(|(major, minor)| {
                let (major, minor): (u8, u8) = (major.parse().ok()?, minor.parse().ok()?);
                Some(u32::from(major) << 16 | u32::from(minor) << 8)
            });
            header[1] = parts.or(number).unwrap_or(header[1]);
        }
        "Generator" => header[2] = generators::read(value).unwrap_or(header[2]),
        "Bound" => header[3] = number.unwrap_or(header[3]),
        "Schema" => header[4] = number.unwrap_or(header[4]),
        _ => {}
    }
}

/// The tokens of a text in normal form that name a value of their own function, with that name as it is written outside
/// of the function: `%main:value`.
fn qualified(tokens: &[Token<'_>]) -> HashMap<usize, String> {
    let mut names = HashMap::new();
    let is = |at: usize, opcode: &str| tokens[at].text == opcode;
    let mut start = 0;
    while let Some(opcode) = (start..tokens.len()).find(|&at| is(at, "OpFunction")) {
        let end = (opcode..tokens.len())
            .find(|&at| is(at, "OpFunctionEnd"))
            .unwrap_or(tokens.len());
        start = end;
        let Some(function) = opcode.checked_sub(2).filter(|&at| is_result(tokens, at)) else {
            continue;
        };
        let values: HashSet<&str> = (opcode..end)
            .filter(|&at| is_result(tokens, at))
            .map(|at| tokens[at].text)
            .collect();
        let named = (opcode..end).filter(|&at| values.contains(tokens[at].text));
        let function = tokens[function].text;
        names.extend(named.map(|at| (at, format!("{function}:{}", &tokens[at].text[1..]))));
    }
    names
}

/// Iterates over the tokens of each instruction.
fn instructions<'a, 't>(tokens: &'a [Token<'t>]) -> impl Iterator<Item = &'a [Token<'t>]> {
    let mut rest = tokens;
    core::iter::from_fn(move || {
        let (_, others) = rest.split_first()?;
        // The opcode after a result belongs to the same instruction.
        let own = if is_result(rest, 0) { 2 } else { 0 };
        let more = (own..others.len())
            .find(|&at| starts(others, at))
            .unwrap_or(others.len());
        let (instruction, left) = rest.split_at((more + 1).min(rest.len()));
        rest = left;
        Some(instruction)
    })
}

/// Whether the token is a result id that an equals sign follows.
fn is_result(tokens: &[Token<'_>], at: usize) -> bool {
    tokens[at].id().is_some() && tokens.get(at + 1).is_some_and(|next| next.text == "=")
}

/// Whether an instruction begins at a token.
fn starts(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    is_result(tokens, at) || token.is_opcode() || token.first_of_line && token.text.starts_with('!')
}

/// The parts of an instruction: result, opcode, operands.
fn parts<'a, 't>(tokens: &'a [Token<'t>]) -> (Option<&'a Token<'t>>, Option<&'a Token<'t>>, &'a [Token<'t>]) {
    match tokens {
        [result, equals, opcode, operands @ ..] if equals.text == "=" && result.id().is_some() => {
            (Some(result), Some(opcode), operands)
        }
        [opcode, operands @ ..] => (None, Some(opcode), operands),
        [] => (None, None, &[]),
    }
}

/// What the first pass collects.
struct Assembler<'t> {
    opcodes: HashMap<&'static str, Syntax>,
    ids: HashMap<&'t str, u32>,
    /// One more than the largest id.
    bound: u32,
    /// Scalar types, and values of scalar types: the type of its selector determines the literals of an `OpSwitch`.
    types: HashMap<&'t str, NumberType>,
    values: HashMap<&'t str, NumberType>,
    sets: HashMap<&'t str, ExtendedSet>,
}

impl<'t> Assembler<'t> {
    fn new(tokens: &[Token<'t>]) -> Result<Self, AssemblyError> {
        let mut assembler = Self {
            opcodes: other_names()
                .chain(syntaxes().map(|syntax| (syntax.name, syntax)))
                .collect(),
            ids: HashMap::new(),
            bound: 1,
            types: HashMap::new(),
            values: HashMap::new(),
            sets: HashMap::new(),
        };
        assembler.number_ids(tokens)?;
        for instruction in instructions(tokens) {
            assembler.note(instruction);
        }
        Ok(assembler)
    }

    /// Assigns an id to every name, in the order of the words. Ids that are written as numbers are reserved first.
    fn number_ids(&mut self, tokens: &[Token<'t>]) -> Result<(), AssemblyError> {
        let mut taken = HashSet::new();
        let mut names = Vec::new();
        for token in tokens {
            let Some(name) = token.text.strip_prefix('%') else {
                continue;
            };
            match numbered(name) {
                Some(id) => {
                    self.ids.insert(name, id);
                    taken.insert(id);
                }
                None => names.push((token, name)),
            }
        }
        if !names.is_empty() {
            names.clear();
            instructions(tokens).for_each(|instruction| self.names(instruction, &mut names));
        }
        let mut next = 1;
        for (token, name) in names {
            if self.ids.contains_key(name) {
                continue;
            }
            while taken.contains(&next) {
                next += 1;
            }
            // The bound is one more than the largest id and must fit in a word.
            if next == u32::MAX {
                return Err(token.error(AssemblyReason::TooManyIds));
            }
            self.ids.insert(name, next);
            taken.insert(next);
        }
        self.bound = taken.iter().max().map_or(1, |largest| largest + 1);
        Ok(())
    }

    /// The names in an instruction in the order of its words: the result type precedes the result.
    fn names<'a>(&self, tokens: &'a [Token<'t>], names: &mut Vec<(&'a Token<'t>, &'t str)>) {
        let (result, opcode, operands) = parts(tokens);
        let syntax = opcode.and_then(|opcode| self.opcodes.get(opcode.text));
        let is_typed = syntax.is_some_and(|syntax| syntax.has_result_type);
        let (ty, rest) = operands.split_at(usize::from(is_typed).min(operands.len()));
        let in_order = ty.iter().chain(result).chain(rest);
        names.extend(in_order.filter_map(|token| Some((token, token.text.strip_prefix('%')?))));
    }

    /// Records number types and extended instruction sets that an instruction declares. Errors are reported in the
    /// second pass.
    fn note(&mut self, tokens: &[Token<'t>]) {
        let (Some(result), Some(opcode), operands) = parts(tokens) else {
            return;
        };
        let Some(result) = result.text.strip_prefix('%') else {
            return;
        };
        let text = |at: usize| operands.get(at).map(|token: &Token<'t>| token.text);
        let number = |at: usize| {
            text(at)
                .and_then(unsigned)
                .and_then(|number| u32::try_from(number).ok())
        };
        match opcode.text {
            "OpTypeInt" | "OpTypeFloat" => {
                let (op, kind) = if opcode.text == "OpTypeInt" {
                    (Op::TypeInt, OperandKind::LiteralInteger)
                } else {
                    (Op::TypeFloat, OperandKind::FPEncoding)
                };
                // An unknown encoding is treated as another encoding than the known ones.
                let second = text(1).map(|name| kind.value(name).or(number(1)).unwrap_or(u32::MAX));
                if let Some(ty) = number(0).and_then(|width| NumberType::of(op, width, second)) {
                    self.types.insert(result, ty);
                }
            }
            "OpExtInstImport" => {
                let mut words = Vec::new();
                if let Some(set) = operands.first().and_then(|name| string(name, &mut words).ok()) {
                    self.sets.extend(ExtendedSet::from_name(&set).map(|set| (result, set)));
                }
            }
            name => {
                let is_typed = self.opcodes.get(name).is_some_and(|syntax| syntax.has_result_type);
                let ty = text(0).filter(|_| is_typed).and_then(|ty| ty.strip_prefix('%'));
                let number = ty.and_then(|ty| self.types.get(ty)).copied();
                self.values.extend(number.map(|number| (result, number)));
            }
        }
    }

    /// Appends the words of one instruction.
    fn instruction(&self, tokens: &[Token<'t>], words: &mut Vec<u32>) -> Result<(), AssemblyError> {
        let start = words.len();
        let (result, Some(opcode), operands) = parts(tokens) else {
            return Ok(());
        };
        if opcode.text.starts_with('!') && result.is_none() {
            for token in tokens {
                let word = token.word().ok_or_else(|| token.wrong(OperandKind::LiteralInteger))?;
                words.push(word);
            }
            return Ok(());
        }
        if !opcode.is_opcode() {
            return Err(opcode.error(AssemblyReason::NoInstruction(opcode.text.to_owned())));
        }
        let Some(&syntax) = self.opcodes.get(opcode.text) else {
            return Err(opcode.error(AssemblyReason::UnknownOpcode(opcode.text.to_owned())));
        };
        match result {
            Some(result) if !syntax.has_result => {
                return Err(result.error(AssemblyReason::UnexpectedResult(syntax.name)));
            }
            None if syntax.has_result => return Err(opcode.error(AssemblyReason::MissingResult(syntax.name))),
            Some(_) | None => {}
        }
        words.push(u32::from(syntax.opcode));
        self.operands(&syntax, result, (opcode, operands), words)?;
        let count = words.len() - start;
        if count > MAX_INSTRUCTION_WORDS {
            return Err(opcode.error(AssemblyReason::TooLong));
        }
        words[start] |= (count as u32) << 16;
        Ok(())
    }

    fn operands(
        &self,
        syntax: &Syntax,
        result: Option<&Token<'t>>,
        (opcode, mut operands): (&Token<'t>, &[Token<'t>]),
        words: &mut Vec<u32>,
    ) -> Result<(), AssemblyError> {
        let (number, set) = self.context(syntax, operands);
        let mut kinds = Kinds::new(syntax);
        let mut has_words = false;
        while let Some((kind, is_case)) = kinds.next(operands.is_empty()) {
            let first = words.len();
            if kind == OperandKind::IdResult {
                words.extend(result.and_then(|result| self.ids.get(result.id()?)));
                continue;
            }
            let Some((operand, rest)) = operands.split_first() else {
                // With raw words, the text determines the number of operands.
                if has_words {
                    break;
                }
                let opcode_name = syntax.name;
                let reason = AssemblyReason::MissingOperand {
                    opcode: opcode_name,
                    kind,
                };
                return Err(opcode.error(reason));
            };
            operands = rest;
            let number = match kind {
                OperandKind::LiteralContextDependentNumber => number,
                OperandKind::LiteralInteger if is_case => number,
                OperandKind::LiteralFloat => Some(NumberType::FLOAT),
                _ => None,
            };
            match operand.word() {
                Some(word) => {
                    has_words = true;
                    words.push(word);
                    // A number of two words, or of as many as its type has: all raw words that follow.
                    let more = match kind {
                        OperandKind::LiteralContextDependentNumber => operands.len(),
                        OperandKind::LiteralInteger if is_case => number.map_or(1, NumberType::words) - 1,
                        _ => 0,
                    };
                    let (words_of_it, rest) = operands.split_at(more.min(operands.len()));
                    for token in words_of_it {
                        words.push(token.word().ok_or_else(|| token.wrong(kind))?);
                    }
                    operands = rest;
                }
                None => {
                    // The same holds with an extended instruction number, because the set may be of a later revision.
                    has_words |= kind == OperandKind::LiteralExtInstInteger && unsigned(operand.text).is_some();
                    self.operand(kind, operand, number, set, words)?;
                }
            }
            kinds.note(kind, words.get(first).copied().unwrap_or(0), set);
        }
        match operands.first() {
            Some(surplus) => {
                let found = surplus.text.to_owned();
                let opcode = syntax.name;
                Err(surplus.error(AssemblyReason::SurplusOperand { opcode, found }))
            }
            None => Ok(()),
        }
    }

    /// The type of the numbers in an instruction, and the extended instruction set that it names.
    fn context(&self, syntax: &Syntax, operands: &[Token<'t>]) -> (Option<NumberType>, Option<ExtendedSet>) {
        let name = |at: usize| operands.get(at).and_then(|token| token.text.strip_prefix('%'));
        match Op::from_u32(u32::from(syntax.opcode)) {
            Some(Op::Constant | Op::SpecConstant) => (name(0).and_then(|ty| self.types.get(ty)).copied(), None),
            Some(Op::Switch) => (name(0).and_then(|value| self.values.get(value)).copied(), None),
            Some(Op::ExtInst | Op::ExtInstWithForwardRefsKHR) => {
                (None, name(1).and_then(|set| self.sets.get(set)).copied())
            }
            _ => (None, None),
        }
    }

    /// Appends the words of one operand that is not a raw word.
    fn operand(
        &self,
        kind: OperandKind,
        token: &Token<'t>,
        number: Option<NumberType>,
        set: Option<ExtendedSet>,
        words: &mut Vec<u32>,
    ) -> Result<(), AssemblyError> {
        let word = match kind.category() {
            Category::Id | Category::Pair => token.id().and_then(|name| self.ids.get(name)).copied(),
            Category::Value => kind.value(token.text),
            Category::Mask => mask(kind, token.text),
            Category::Literal => match kind {
                OperandKind::LiteralString => {
                    string(token, words)?;
                    return Ok(());
                }
                OperandKind::LiteralExtInstInteger => set
                    .and_then(|set| set.number(token.text))
                    .or_else(|| unsigned(token.text).and_then(|number| u32::try_from(number).ok())),
                OperandKind::LiteralSpecConstantOpInteger => {
                    let opcode = self.opcodes.get(format!("Op{}", token.text).as_str());
                    opcode.map(|syntax| u32::from(syntax.opcode))
                }
                _ => {
                    let number = number.unwrap_or(NumberType::UINT);
                    return number.read(token.text, words).ok_or_else(|| {
                        let (found, bits) = (token.text.to_owned(), number.width());
                        token.error(AssemblyReason::WrongNumber { found, bits })
                    });
                }
            },
        };
        words.push(word.ok_or_else(|| match kind {
            OperandKind::LiteralExtInstInteger => {
                let found = token.text.to_owned();
                token.error(AssemblyReason::NoExtendedInstruction { set, found })
            }
            kind => token.wrong(kind),
        })?);
        Ok(())
    }
}

/// The id of a name that is a number.
fn numbered(name: &str) -> Option<u32> {
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    // Different names are different ids, so only one name is a number.
    let is_number = is_number && (name == "0" || !name.starts_with('0'));
    // The bound must be greater than the last id.
    name.parse().ok().filter(|&id| is_number && id != u32::MAX)
}

/// The value of a mask from the names of its bits.
fn mask(kind: OperandKind, text: &str) -> Option<u32> {
    text.split('|').try_fold(0, |mask, name| {
        let bit = kind.value(name).or((name == "None").then_some(0));
        Some(mask | bit?)
    })
}

/// Appends the words of a string literal (SPIR-V §2.2.1, Instructions) and returns its text.
fn string(token: &Token<'_>, words: &mut Vec<u32>) -> Result<String, AssemblyError> {
    let inner = token.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let inner = inner.ok_or_else(|| token.wrong(OperandKind::LiteralString))?;
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        // A backslash escapes the next character.
        text.extend(if character == '\\' {
            characters.next()
        } else {
            Some(character)
        });
    }
    if text.len() > 4 * MAX_STRING_BYTES {
        return Err(token.error(AssemblyReason::TooLong));
    }
    let mut chunks = text.as_bytes().chunks_exact(4);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    words.extend(chunks.by_ref().map(word));
    words.push(word(chunks.remainder()));
    Ok(text)
}
