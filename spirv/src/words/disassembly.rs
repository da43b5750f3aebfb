//! Disassembler: converts words to the assembly language of SPIRV-Tools, with one instruction per line, the result
//! before the opcode, enumerants by name and numbers according to their type.
//!
//! The disassembler does not check whether a module is valid: any words have a text. Words that the grammar cannot
//! split into operands are written as raw words (`!0x000100fd`).
//!
//! There are two texts of a module. [`Disassembly`] and [`disassemble_friendly`] write that of `spirv-dis`, byte for
//! byte. [`disassemble`] and [`disassemble_numbered`] write floats with the fewest digits (`0.1` for `0.100000001`) and
//! ids by the names or numbers that are in the words.

mod nesting;
mod operands;
#[cfg(test)]
mod tests;

use super::generators;
use super::grammar::ExtendedSet;
use super::names::Names;
use super::number::NumberFormat;
use super::reader::{Header, Instruction, ReadError, Reader};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use hashbrown::HashMap;
use operands::{BLUE, GREY, painted, push_cut, raw_instruction};
pub(crate) use operands::{Declarations, Style, string};
use spirv::Op;

/// The column at which opcodes begin.
const INDENT: usize = 15;
/// The columns by which a block is indented for each level of nesting, and the instructions of a block below its label.
const LEVEL_INDENT: usize = 2;
const BODY_INDENT: usize = 2;
/// The column at which comments begin at the earliest. A comment begins at a multiple of four, and not before that of
/// the line above, but a very long line moves the comments below it only up to the last column.
const COMMENT_COLUMN: usize = 50;
const LAST_COMMENT_COLUMN: usize = 256;

/// The text of a module, with ids by their names from `OpName`. Words that are not a module become a comment.
#[must_use]
pub fn disassemble(words: &[u32]) -> String {
    let names = |instructions: &Reader<'_>, _: &Declarations| Some(Names::own(instructions.clone()));
    module_text(words, &Disassembly::new(), NumberFormat::Shortest, names)
}

/// The text of a module, with ids as numbers. [`assemble_text`](super::assemble_text) converts it to the same words.
#[must_use]
pub fn disassemble_numbered(words: &[u32]) -> String {
    module_text(words, &Disassembly::new(), NumberFormat::Shortest, |_, _| None)
}

/// The text of a module that `spirv-dis` prints by default, byte for byte: with names from `OpName`, and names such as
/// `%v4float`, `%uint_1`, `%_ptr_Function_float` and `%gl_Position` for declarations. [`Disassembly`] has its options.
///
/// ```
/// let words = spirula_spirv::words::assemble_text("%1 = OpTypeInt 32 0\n%2 = OpConstant %1 7\n", 0x0001_0300)?;
/// assert!(spirula_spirv::words::disassemble_friendly(&words).contains("%uint_7 = OpConstant %uint 7"));
/// # Ok::<(), spirula_spirv::words::AssemblyError>(())
/// ```
#[must_use]
pub fn disassemble_friendly(words: &[u32]) -> String {
    Disassembly::new().text(words)
}

/// The text of one instruction without its module: ids as numbers, literals as words.
#[must_use]
pub fn disassemble_instruction(instruction: &Instruction<'_>) -> String {
    let style = Shown {
        names: None,
        numbers: NumberFormat::Shortest,
        is_cut: false,
        has_colors: false,
    };
    let mut text = String::new();
    Declarations::default().write_instruction(&mut text, instruction, &style);
    text
}

/// How a module is disassembled, as the switches of `spirv-dis` say. The default is the text that it prints without
/// switches.
///
/// ```
/// use spirula_spirv::words::{Disassembly, assemble_text};
/// let words = assemble_text("%1 = OpTypeFloat 32\n%2 = OpConstant %1 0.1\n", 0x0001_0300)?;
/// let text = Disassembly::new().raw_ids(true).header(false).indent(false).text(&words);
/// assert_eq!(text, "%1 = OpTypeFloat 32\n%2 = OpConstant %1 0.100000001\n");
/// # Ok::<(), spirula_spirv::words::AssemblyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disassembly {
    has_raw_ids: bool,
    has_header: bool,
    has_indent: bool,
    has_nested_indent: bool,
    has_offsets: bool,
    has_comments: bool,
    has_colors: bool,
}

impl Default for Disassembly {
    fn default() -> Self {
        Self::new()
    }
}

impl Disassembly {
    /// The text that `spirv-dis` prints without switches.
    #[must_use]
    pub fn new() -> Self {
        Self {
            has_raw_ids: false,
            has_header: true,
            has_indent: true,
            has_nested_indent: false,
            has_offsets: false,
            has_comments: false,
            has_colors: false,
        }
    }

    /// Whether ids are numbers and not names. [`assemble_text`](super::assemble_text) converts such a text to the same
    /// words (`--raw-id`).
    #[must_use]
    pub fn raw_ids(mut self, are_raw: bool) -> Self {
        self.has_raw_ids = are_raw;
        self
    }

    /// Whether the text begins with the header as comments; by default it does (`--no-header`).
    #[must_use]
    pub fn header(mut self, is_shown: bool) -> Self {
        self.has_header = is_shown;
        self
    }

    /// Whether opcodes begin in one column; by default they do (`--no-indent`).
    #[must_use]
    pub fn indent(mut self, is_indented: bool) -> Self {
        self.has_indent = is_indented;
        self
    }

    /// Whether blocks are indented by their nesting in selections and loops (`--nested-indent`).
    #[must_use]
    pub fn nested_indent(mut self, is_nested: bool) -> Self {
        self.has_nested_indent = is_nested;
        self
    }

    /// Whether each instruction has the offset of its first byte in a comment (`--offsets`).
    #[must_use]
    pub fn offsets(mut self, are_shown: bool) -> Self {
        self.has_offsets = are_shown;
        self
    }

    /// Whether comments name the sections and functions, the numbers of named ids, and the decorations of results
    /// (`--comment`).
    #[must_use]
    pub fn comments(mut self, are_shown: bool) -> Self {
        self.has_comments = are_shown;
        self
    }

    /// Whether the text has escape sequences that colour it on a terminal (`--color`).
    #[must_use]
    pub fn colors(mut self, are_used: bool) -> Self {
        self.has_colors = are_used;
        self
    }

    /// The text of a module. Words that are not a module become a comment.
    #[must_use]
    pub fn text(&self, words: &[u32]) -> String {
        module_text(words, self, NumberFormat::SpirvDis, |instructions, declarations| {
            (!self.has_raw_ids).then(|| Names::friendly(instructions.clone(), &declarations.types))
        })
    }
}

/// Shows single instructions and ids of a module in messages: with friendly names, and truncated.
#[cfg(feature = "check")]
pub(crate) struct Listing {
    declarations: Declarations,
    style: Shown,
}

#[cfg(feature = "check")]
impl Listing {
    /// Reads all words once. `given` are names of ids that take precedence over those of the module.
    pub(crate) fn new(words: &[u32], given: &[(u32, String)]) -> Self {
        let (declarations, mut names) = match Reader::new(words) {
            Ok((_, instructions)) => {
                let declarations = Declarations::collect(instructions.clone());
                let names = Names::friendly(instructions, &declarations.types);
                (declarations, names)
            }
            Err(_) => Default::default(),
        };
        for (id, name) in given {
            names.set(*id, name.clone());
        }
        let style = Shown {
            names: Some(names),
            numbers: NumberFormat::Shortest,
            is_cut: true,
            has_colors: false,
        };
        Self { declarations, style }
    }

    /// The text of an instruction.
    pub(crate) fn instruction(&self, instruction: &Instruction<'_>) -> String {
        let mut text = String::new();
        self.declarations.write_instruction(&mut text, instruction, &self.style);
        text
    }

    /// The name of an id, or its number.
    pub(crate) fn id(&self, id: u32) -> String {
        let mut text = String::new();
        self.style.id(&mut text, id);
        text
    }
}

/// How a listing shows operands.
struct Shown {
    /// The names of ids; without them, ids are numbers.
    names: Option<Names>,
    numbers: NumberFormat,
    is_cut: bool,
    has_colors: bool,
}

impl Shown {
    /// Appends the name of an id without its percent sign.
    fn name(&self, text: &mut String, id: u32) {
        match self.names.as_ref().and_then(|names| names.get(id)) {
            Some(name) if self.is_cut => push_cut(text, name),
            Some(name) => text.push_str(name),
            None => {
                let _ = write!(text, "{id}");
            }
        }
    }
}

impl Style for Shown {
    fn id(&self, text: &mut String, id: u32) {
        text.push('%');
        self.name(text, id);
    }

    fn numbers(&self) -> NumberFormat {
        self.numbers
    }

    fn has_names_of(&self, set: ExtendedSet) -> bool {
        // SPIRV-Tools has no grammar of these two.
        let is_unknown = set.is("NonSemantic.DebugPrintf") || set.is("NonSemantic.DebugBreak");
        !(is_unknown && self.numbers == NumberFormat::SpirvDis)
    }

    fn is_cut(&self) -> bool {
        self.is_cut
    }

    fn has_colors(&self) -> bool {
        self.has_colors
    }
}

// Writing to a `String` cannot fail, so the results of `write!` are ignored below.

fn module_text(
    words: &[u32],
    options: &Disassembly,
    numbers: NumberFormat,
    names: impl FnOnce(&Reader<'_>, &Declarations) -> Option<Names>,
) -> String {
    let mut text = String::new();
    let (header, instructions) = match Reader::new(words) {
        Ok(read) => read,
        Err(error) => {
            raw_lines(&mut text, error, words);
            return text;
        }
    };
    if options.has_header {
        header_lines(&mut text, &header);
    }
    let declarations = Declarations::collect(instructions.clone());
    let names = names(&instructions, &declarations);
    let mut lines = Lines {
        options,
        declarations,
        style: Shown {
            names,
            numbers,
            is_cut: false,
            has_colors: options.has_colors,
        },
        text,
        sections: [false; 3],
        decorations: HashMap::new(),
        comment_column: 0,
    };
    // The blocks of the current function, if their nesting is shown.
    let mut blocks: Vec<Vec<Instruction<'_>>> = Vec::new();
    for instruction in instructions {
        let instruction = match instruction {
            Ok(instruction) => instruction,
            Err(error) => {
                lines.nested(&mut blocks);
                raw_lines(&mut lines.text, error, words);
                continue;
            }
        };
        lines.section(&instruction);
        if options.has_nested_indent && instruction.opcode == Op::Label as u16 {
            blocks.push(vec![instruction]);
            continue;
        }
        if instruction.opcode == Op::FunctionEnd as u16 {
            lines.nested(&mut blocks);
        }
        match blocks.last_mut() {
            Some(block) => block.push(instruction),
            None => lines.instruction(&instruction, None),
        }
    }
    lines.nested(&mut blocks);
    lines.text
}

fn header_lines(text: &mut String, header: &Header) {
    let Header {
        version,
        generator,
        bound,
        schema,
    } = *header;
    text.push_str("; SPIR-V\n");
    let _ = match version & 0xFF00_00FF {
        0 => writeln!(text, "; Version: {}.{}", version >> 16, (version >> 8) & 0xFF),
        _ => writeln!(text, "; Version: {version:#010x}"),
    };
    text.push_str("; Generator: ");
    generators::write(text, generator);
    let _ = writeln!(text, "\n; Bound: {bound}\n; Schema: {schema}");
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

/// Writes the lines of a module.
struct Lines<'o> {
    options: &'o Disassembly,
    declarations: Declarations,
    style: Shown,
    text: String,
    /// Whether the comments before annotations, debug information and types have been written.
    sections: [bool; 3],
    /// The decorations of each id so far, as a comment.
    decorations: HashMap<u32, String>,
    /// The column of the comment in the line above; 0 if there is none.
    comment_column: usize,
}

impl Lines<'_> {
    /// A comment before the first instruction of a section, and before each function.
    fn section(&mut self, instruction: &Instruction<'_>) {
        if !self.options.has_comments {
            return;
        }
        let Some(op) = Op::from_u32(u32::from(instruction.opcode)) else {
            return;
        };
        let indent = if self.options.has_indent { INDENT } else { 0 };
        if op == Op::Function {
            // Blocks are separated by an empty line if they are nested, functions by two.
            let lines = if self.options.has_nested_indent { "\n\n" } else { "\n" };
            let _ = write!(self.text, "{lines}{:indent$}; Function ", "");
            self.style.name(&mut self.text, instruction.result().unwrap_or(0));
            self.text.push('\n');
        }
        let titles = ["Annotations", "Debug Information", "Types, variables and constants"];
        let is_of = [is_annotation(op), is_debug(op), is_type(instruction)];
        for ((title, is_of), is_written) in titles.iter().zip(is_of).zip(&mut self.sections) {
            if is_of && !*is_written {
                *is_written = true;
                let _ = writeln!(self.text, "\n{:indent$}; {title}", "");
            }
        }
    }

    /// Writes the blocks of a function, and leaves none.
    fn nested(&mut self, blocks: &mut Vec<Vec<Instruction<'_>>>) {
        let levels = nesting::levels(blocks, &self.declarations);
        for (block, level) in blocks.drain(..).zip(levels) {
            for instruction in block {
                self.instruction(&instruction, Some(level));
            }
        }
    }

    /// Writes one instruction. `level` is the nesting of its block.
    fn instruction(&mut self, instruction: &Instruction<'_>, level: Option<usize>) {
        let is_label = instruction.opcode == Op::Label as u16;
        if self.options.has_nested_indent && is_label {
            self.text.push('\n');
        }
        let start = self.text.len();
        match self.declarations.unreadable(instruction) {
            Some(reason) => raw_instruction(&mut self.text, instruction, &reason),
            None => self.readable(instruction, level, is_label),
        }
        let comment = self.comment(instruction);
        if comment.is_empty() {
            self.comment_column = 0;
        } else {
            let length = self.text.get(start..).map_or(0, visible_len);
            let column = (length + 2).max(self.comment_column).max(COMMENT_COLUMN);
            let column = column.next_multiple_of(4);
            self.comment_column = column.min(LAST_COMMENT_COLUMN);
            let _ = write!(self.text, "{:width$}; {comment}", "", width = column - length);
        }
        self.text.push('\n');
    }

    fn readable(&mut self, instruction: &Instruction<'_>, level: Option<usize>, is_label: bool) {
        let text = &mut self.text;
        match instruction.result() {
            Some(id) => {
                let mut result = String::new();
                self.style.id(&mut result, id);
                if self.options.has_indent {
                    let width = INDENT.saturating_sub(result.len() + 3);
                    let _ = write!(text, "{:width$}", "");
                }
                painted(text, &self.style, BLUE, |text| text.push_str(&result));
                text.push_str(" = ");
            }
            None if self.options.has_indent => {
                let _ = write!(text, "{:INDENT$}", "");
            }
            None => {}
        }
        if let Some(level) = level {
            let width = level * LEVEL_INDENT + if is_label { 0 } else { BODY_INDENT };
            let _ = write!(text, "{:width$}", "");
        }
        self.declarations
            .write_opcode_and_operands(text, instruction, &self.style);
    }

    /// The comment behind an instruction.
    fn comment(&mut self, instruction: &Instruction<'_>) -> String {
        let mut comment = String::new();
        if self.options.has_offsets {
            painted(&mut comment, &self.style, GREY, |text| {
                let _ = write!(text, "{:#010x}", 4 * instruction.offset);
            });
        }
        if !self.options.has_comments {
            return comment;
        }
        let separated = |text: &mut String| {
            if !text.is_empty() {
                text.push_str(", ");
            }
        };
        let target = instruction.operand_words().first().copied();
        match (Op::from_u32(u32::from(instruction.opcode)), target) {
            (Some(Op::Decorate), Some(target)) => {
                let mut decoration = String::new();
                self.declarations
                    .write_operands(&mut decoration, instruction, 1, &self.style);
                let of_target = self.decorations.entry(target).or_default();
                separated(of_target);
                of_target.push_str(decoration.trim_start());
            }
            (Some(Op::Name), Some(target)) => {
                separated(&mut comment);
                let _ = write!(comment, "id %{target}");
            }
            _ => {}
        }
        if let Some(decorations) = instruction.result().and_then(|id| self.decorations.get(&id)) {
            separated(&mut comment);
            comment.push_str(decorations);
        }
        comment
    }
}

/// The number of bytes without escape sequences.
fn visible_len(text: &str) -> usize {
    let mut in_escape = false;
    let mut length = 0;
    for byte in text.bytes() {
        match byte {
            0x1b => in_escape = true,
            b'm' if in_escape => in_escape = false,
            _ if in_escape => {}
            _ => length += 1,
        }
    }
    length
}

/// Whether an instruction is an annotation (SPIR-V §3.52.3, Annotation Instructions) of a target.
fn is_annotation(op: Op) -> bool {
    matches!(
        op,
        Op::Decorate
            | Op::DecorateId
            | Op::MemberDecorate
            | Op::GroupDecorate
            | Op::GroupMemberDecorate
            | Op::DecorateString
            | Op::MemberDecorateString
    )
}

/// Whether an instruction is debug information (SPIR-V §3.52.2, Debug Instructions).
fn is_debug(op: Op) -> bool {
    matches!(
        op,
        Op::Name
            | Op::MemberName
            | Op::Source
            | Op::SourceContinued
            | Op::SourceExtension
            | Op::String
            | Op::Line
            | Op::NoLine
            | Op::ModuleProcessed
    )
}

/// Whether an instruction declares a type.
fn is_type(instruction: &Instruction<'_>) -> bool {
    let syntax = instruction.syntax;
    syntax.is_some_and(|syntax| syntax.has_result && syntax.name.starts_with("OpType"))
}
