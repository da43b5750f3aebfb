//! The normal form of a module's listing, which depends neither on the numbers of ids nor on an insignificant order.
//!
//! Two modules have the same normal form if and only if they differ only in the numbers of ids, the bound and the
//! generator of the header, and the order of
//! * capabilities, extensions, execution modes of an entry point, names and decorations: sorted, and the last three
//!   printed immediately before or after the instruction that they belong to;
//! * the interface of an entry point: sorted by name;
//! * types, constants, global variables, imports and strings: in the order of their first use, see [`order`];
//! * functions: in the order of their first call;
//! * the variables at the start of a function: in the order of their first use.
//!
//! All other words keep their order. Ids have descriptive names, see [`names`]. An `OpName` that the name of its id
//! already shows is not printed; every other instruction is. The normal form is for reading and comparing, not for an
//! assembler: names are unique only in their function.

mod module;
mod names;
mod order;

use std::collections::HashMap;

use spirula::words::reader::ReadError;
use spirv::Op;

use module::Module;
use names::Names;
use order::Order;

/// The column of the opcodes, as in the disassembler.
const INDENT: usize = 15;

/// A module in normal form.
pub struct Listing {
    /// The SPIR-V version in the header, and its schema if that is not zero.
    pub version: String,
    /// The instructions, one on each line; an empty line before each function.
    pub text: String,
    /// The name of each id, prefixed by the function's name for an id of a function.
    pub names: HashMap<u32, String>,
}

impl Listing {
    /// # Errors
    ///
    /// If the words cannot be split into a header and whole instructions.
    pub fn new(words: &[u32]) -> Result<Self, ReadError> {
        let module = Module::read(words)?;
        let order = Order::new(&module);
        let statements = statements(&module, &order);
        let names = Names::new(&module, &order, &statements);
        let printer = Printer {
            module: &module,
            order: &order,
            names: &names,
            statements: &statements,
        };
        let header = &module.header;
        let mut version = format!("{}.{}", header.version >> 16, (header.version >> 8) & 0xFF);
        if header.version & 0xFF00_00FF != 0 {
            version = format!("{:#010x}", header.version);
        }
        if header.schema != 0 {
            version += &format!(", schema {}", header.schema);
        }
        Ok(Self {
            version,
            text: printer.text(),
            names: names.qualified(),
        })
    }

    /// Version and instructions.
    pub fn whole(&self) -> String {
        format!("; SPIR-V {}\n{}", self.version, self.text)
    }
}

/// The disassembler's text for each instruction, by index: with numeric ids and without indentation.
fn statements(module: &Module<'_>, order: &Order) -> Vec<String> {
    // The disassembler must see the types of numbers before the constants, so declarations come first.
    let mut indices = order.declarations.clone();
    let mut is_placed = vec![false; module.instructions.len()];
    for &index in &indices {
        is_placed[index] = true;
    }
    indices.extend((0..module.instructions.len()).filter(|&index| !is_placed[index]));
    let mut words = module.header_words.to_vec();
    for &index in &indices {
        words.extend_from_slice(module.instructions[index].words);
    }
    // A release changes no listing.
    let text = spirula::words::disassemble_numbered(&words)
        .replace(concat!("\"spirula ", env!("CARGO_PKG_VERSION")), "\"spirula VERSION");
    // The header ends with the schema.
    let body = text.find("\n; Schema: ").map_or("", |at| &text[at + 1..]);
    let mut lines = split_outside_strings(body, '\n').into_iter().skip(1);
    let mut statements = vec![String::new(); module.instructions.len()];
    for &index in &indices {
        statements[index] = lines.next().unwrap_or_default().trim_start().to_owned();
    }
    statements
}

/// Splits at a character outside of string literals.
fn split_outside_strings(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if character == separator && !quoted => {
                parts.push(&text[start..at]);
                start = at + character.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

struct Printer<'p> {
    module: &'p Module<'p>,
    order: &'p Order,
    names: &'p Names,
    statements: &'p [String],
}

impl Printer<'_> {
    fn text(&self) -> String {
        let module = self.module;
        let is = |index: &usize, op: Op| module.op(*index) == Some(op);
        let loose = |ops: &[Op]| -> Vec<usize> {
            let chosen = |index: &usize| module.op(*index).is_some_and(|op| ops.contains(&op));
            module.loose.iter().copied().filter(chosen).collect()
        };
        let mut lines = self.sorted(&loose(&[Op::Capability]));
        lines.extend(self.sorted(&loose(&[Op::Extension])));
        let (imports, declarations): (Vec<_>, Vec<_>) = self
            .order
            .declarations
            .iter()
            .partition(|index| is(index, Op::ExtInstImport));
        for index in imports {
            self.definition(&mut lines, index);
        }
        lines.extend(loose(&[Op::MemoryModel]).iter().map(|&index| self.line(index)));
        let mut modes = loose(&[Op::ExecutionMode, Op::ExecutionModeId]);
        for index in loose(&[Op::EntryPoint]) {
            lines.push(self.line(index));
            let function = module.operand(index, 1);
            let (own, other): (Vec<_>, Vec<_>) = modes
                .iter()
                .partition(|&&mode| function.is_some() && module.operand(mode, 0) == function);
            lines.extend(self.sorted(&own));
            modes = other;
        }
        lines.extend(self.sorted(&modes));
        lines.extend(loose(&module::SOURCES).iter().map(|&index| self.line(index)));
        lines.extend(self.sorted(&loose(&module::ANNOTATIONS)));
        for index in declarations {
            self.definition(&mut lines, index);
        }
        let rest = module.loose.iter().filter(|&&index| !module.has_section(index));
        lines.extend(rest.map(|&index| self.line(index)));
        for function in &self.order.functions {
            lines.push(String::new());
            for &index in &function.instructions {
                self.definition(&mut lines, index);
            }
        }
        lines.iter().map(|line| line.clone() + "\n").collect()
    }

    /// An instruction, after the annotations of its result.
    fn definition(&self, lines: &mut Vec<String>, index: usize) {
        let function = self.module.function_of[index];
        let mut attached: Vec<_> = self
            .module
            .attached(index)
            .iter()
            .filter(|&&about| !self.names.is_implied(self.module, about))
            .map(|&about| {
                let words = self.module.instructions[about].words;
                let op = self.module.op(about).map_or(0, |op| op as u32);
                let member = match self.module.op(about) {
                    Some(Op::MemberName | Op::MemberDecorate | Op::MemberDecorateString) => words.get(2),
                    _ => None,
                };
                (op, member, self.line_in(about, function))
            })
            .collect();
        attached.sort();
        lines.extend(attached.into_iter().map(|(_, _, line)| line));
        lines.push(self.line(index));
    }

    fn sorted(&self, indices: &[usize]) -> Vec<String> {
        let mut lines: Vec<String> = indices.iter().map(|&index| self.line(index)).collect();
        lines.sort();
        lines
    }

    /// The line of an instruction, with names as its own function uses them.
    fn line(&self, index: usize) -> String {
        self.line_in(index, self.module.function_of[index])
    }

    /// The line of an instruction with the names used in a function, or outside functions.
    fn line_in(&self, index: usize, function: Option<usize>) -> String {
        let mut text = self.with_names(&self.statements[index], function);
        if text.starts_with("OpEntryPoint") {
            let mut tokens = split_outside_strings(&text, ' ');
            // Opcode, model, function and name.
            if let Some(interface) = tokens.get_mut(4..) {
                interface.sort_unstable();
            }
            text = tokens.join(" ");
        }
        match text.split_once(" = ") {
            Some((result, rest)) if text.starts_with('%') => format!("{:>INDENT$}{rest}", format!("{result} = ")),
            // A line that the disassembler cannot decode begins in the first column.
            _ if text.starts_with('!') => text,
            _ => format!("{:INDENT$}{text}", ""),
        }
    }

    /// The text with names in place of numbers.
    fn with_names(&self, text: &str, function: Option<usize>) -> String {
        let tokens = split_outside_strings(text, ' ').into_iter().map(|token| {
            let id = token.strip_prefix('%').and_then(|number| number.parse().ok());
            id.map_or_else(|| token.to_owned(), |id| format!("%{}", self.names.get(id, function)))
        });
        tokens.collect::<Vec<_>>().join(" ")
    }
}
