//! The normal form of a module: a text for snapshots that stays the same where the module does.
//!
//! Two modules have the same normal form if and only if they differ only in the numbers of ids, the bound and the
//! generator of the header, the order of declarations and functions, and in declarations that nothing uses:
//!
//! * Capabilities, extensions, execution modes, names and decorations are sorted, and the interface of an entry point.
//! * Types, constants, variables, imports and strings follow those that they use, by name. What neither a function nor
//!   an entry point uses is left out, with its names and decorations; the size of the workgroup is used by being one.
//! * Functions follow the entry points that call them, in the order of their first call.
//! * The variables at the start of a function are sorted by name. All other instructions of a function keep their order.
//!
//! Ids have names that say what they are; names of values belong to their function, and elsewhere the name of the
//! function and a colon precede them. [`words::assemble_text`](crate::words::assemble_text) reads the text as a module
//! with the same normal form.

pub(crate) mod module;
pub(crate) mod names;
pub(crate) mod order;

use crate::words::number::NumberFormat;
use crate::words::reader::{ReadError, Reader};
use crate::words::{Declarations, Style};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt::Write as _;
use module::{Line, Module, Section};
use names::Names;
use order::{Order, sections};
use spirv::Op;

/// The column of the opcodes, as in the disassembler.
const INDENT: usize = 15;

/// The first line of a normal form: the version of the form, which a release of this crate raises if it prints modules
/// differently.
pub const HEADING: &str = "; SPIR-V normal form 1";

/// The normal form of a module, one instruction on each line.
///
/// The first line is [`HEADING`], the second has the SPIR-V version.
///
/// # Errors
///
/// If the words cannot be split into a header and whole instructions.
///
/// ```
/// use spirula_spirv::{listing, words};
///
/// let one = words::assemble_text("%7 = OpTypeFloat 32\n%9 = OpConstant %7 0.5\n%4 = OpTypeVoid", 0x0001_0300)?;
/// let text = listing::normal(&one)?;
/// // Nothing uses the types and the constant.
/// assert_eq!(text, "; SPIR-V normal form 1\n; Version: 1.3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normal(words: &[u32]) -> Result<String, ReadError> {
    let module = Module::read(words)?;
    let order = Order::new(&module);
    let names = Names::new(&module, &order);
    let printer = Printer {
        number_types: number_types(words)?,
        module: &module,
        order: &order,
        names: &names,
    };
    Ok(printer.text())
}

/// What literals of a module cannot be printed without.
pub(crate) fn number_types(words: &[u32]) -> Result<Declarations, ReadError> {
    Reader::new(words).map(|(_, instructions)| Declarations::in_any_order(instructions))
}

/// Prints the instructions of a module.
pub(crate) struct Printer<'p, 'w> {
    pub(crate) number_types: Declarations,
    pub(crate) module: &'p Module<'w>,
    pub(crate) order: &'p Order,
    pub(crate) names: &'p Names,
}

impl Printer<'_, '_> {
    fn text(&self) -> String {
        let module = self.module;
        let mut text = header(module);
        let mut add = |lines: Vec<String>| {
            lines.iter().for_each(|line| {
                text.push_str(line);
                text.push('\n');
            })
        };
        add(self.sorted(sections(module, Section::Capability)));
        add(self.sorted(sections(module, Section::Extension)));
        add(self.declarations(Section::Import));
        add(self.in_order(sections(module, Section::MemoryModel)));
        add(self.in_order(self.order.entry_points.iter().copied()));
        add(self.sorted(sections(module, Section::ExecutionMode)));
        add(self.declarations(Section::String));
        add(self.in_order(sections(module, Section::Source)));
        let (about, decorations) = self.annotations();
        add(about);
        add(self.in_order(sections(module, Section::Processed)));
        add(decorations);
        add(self.forwards());
        add(self.declarations(Section::Declaration));
        add(self.in_order(sections(module, Section::Other)));
        for &function in &self.order.functions {
            add(self.function(function));
        }
        text
    }

    /// The used pointers that are declared before the type that they point to.
    pub(crate) fn forwards(&self) -> Vec<String> {
        let is_used = |&line: &Line| {
            let definition = self.module.operand(line, 0).and_then(|id| self.module.definition(id));
            definition.is_some_and(|line| self.order.is_used[line])
        };
        self.sorted(sections(self.module, Section::Forward).filter(is_used))
    }

    pub(crate) fn in_order(&self, lines: impl Iterator<Item = Line>) -> Vec<String> {
        lines.map(|line| self.line(line)).collect()
    }

    fn sorted(&self, lines: impl Iterator<Item = Line>) -> Vec<String> {
        let mut lines = self.in_order(lines);
        lines.sort_unstable_by(|one, other| by_numbers(one, other));
        lines
    }

    /// The declarations of a section, by height and name.
    pub(crate) fn declarations(&self, section: Section) -> Vec<String> {
        let module = self.module;
        let declarations = self.order.declarations.iter().copied();
        let mut lines: Vec<Line> = declarations.filter(|&line| module.section(line) == section).collect();
        let name = |line: Line| module.results[line].map_or("", |id| self.names.by_id[id].as_str());
        let height = |line: Line| self.order.heights[line];
        lines.sort_by(|&one, &other| {
            let heights = height(one).cmp(&height(other));
            heights.then_with(|| by_numbers(name(one), name(other)))
        });
        self.in_order(lines.into_iter())
    }

    /// The names of used ids, and their decorations.
    pub(crate) fn annotations(&self) -> (Vec<String>, Vec<String>) {
        let module = self.module;
        let outside = self.order.declarations.iter().copied();
        let inside = self
            .order
            .functions
            .iter()
            .flat_map(|&function| module.functions[function].lines.clone());
        let (mut names, mut decorations) = (Vec::new(), Vec::new());
        for line in outside.chain(inside) {
            let Some(id) = module.defines(line) else { continue };
            for &about in &module.ids[id].annotations {
                match module.op(about) {
                    Some(Op::Name | Op::MemberName) => names.push(self.line(about)),
                    _ => decorations.push(self.line(about)),
                }
            }
        }
        names.sort_unstable_by(|one, other| by_numbers(one, other));
        decorations.sort_unstable_by(|one, other| by_numbers(one, other));
        decorations.extend(self.sorted(sections(module, Section::Group)));
        (names, decorations)
    }

    pub(crate) fn function(&self, function: usize) -> Vec<String> {
        let module = self.module;
        let function = &module.functions[function];
        let mut lines = Vec::with_capacity(function.lines.len() + 1);
        lines.push(String::new());
        lines.extend(self.in_order(function.lines.start..function.variables.start));
        let mut variables: Vec<Line> = function.variables.clone().collect();
        let name = |line: Line| module.results[line].map_or("", |id| self.names.by_id[id].as_str());
        variables.sort_by(|&one, &other| by_numbers(name(one), name(other)));
        lines.extend(self.in_order(variables.into_iter()));
        lines.extend(self.in_order(function.variables.end..function.lines.end));
        lines
    }

    /// The text of a line, indented.
    pub(crate) fn line(&self, line: Line) -> String {
        let module = self.module;
        let style = Named {
            printer: self,
            within: module.function_of[line],
        };
        let mut text = String::new();
        self.number_types
            .write_instruction(&mut text, &module.lines[line], &style);
        if module.op(line) == Some(Op::EntryPoint) {
            text = sorted_interface(&text);
        }
        if module.op(line) == Some(Op::ModuleProcessed) {
            text = without_release(&text);
        }
        match text.split_once(" = ") {
            Some((result, rest)) if text.starts_with('%') => format!("{:>INDENT$}{rest}", format!("{result} = ")),
            // A line whose operands the grammar cannot split begins in the first column.
            _ if text.starts_with('!') => text,
            _ => format!("{:INDENT$}{text}", ""),
        }
    }
}

/// Ids by their names, as a function or what is outside of functions writes them.
struct Named<'p, 'a, 'w> {
    printer: &'p Printer<'a, 'w>,
    within: Option<usize>,
}

impl Style for Named<'_, '_, '_> {
    fn id(&self, text: &mut String, id: u32) {
        text.push('%');
        let module = self.printer.module;
        match module.id(id) {
            Some(id) => self.printer.names.write(text, module, id, self.within),
            None => {
                let _ = write!(text, "{id}");
            }
        }
    }

    fn numbers(&self) -> NumberFormat {
        NumberFormat::Shortest
    }
}

/// The order of two texts in which numbers are compared by value: `%load.2` is before `%load.10`.
fn by_numbers(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one, other);
    while let (Some(&first), Some(&second)) = (left.as_bytes().first(), right.as_bytes().first()) {
        if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, rest) = leading_number(left);
            let (same, others) = leading_number(right);
            match number.len().cmp(&same.len()).then_with(|| number.cmp(same)) {
                Ordering::Equal => (left, right) = (rest, others),
                different => return different,
            }
        } else if first == second {
            let length = left.chars().next().map_or(1, char::len_utf8);
            match (left.get(length..), right.get(length..)) {
                (Some(rest), Some(others)) => (left, right) = (rest, others),
                // Characters that begin with the same byte.
                _ => break,
            }
        } else {
            break;
        }
    }
    // Numbers with different leading zeros are equal.
    left.cmp(right).then_with(|| one.cmp(other))
}

/// The digits at the start of a text without leading zeros, and what follows them.
fn leading_number(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    (number.trim_start_matches('0'), rest)
}

/// The first lines: the form and the version, and the schema if it is not zero.
fn header(module: &Module<'_>) -> String {
    let header = &module.header;
    let mut text = format!("{HEADING}\n");
    let _ = match header.version & 0xFF00_00FF {
        0 => writeln!(
            text,
            "; Version: {}.{}",
            header.version >> 16,
            (header.version >> 8) & 0xFF
        ),
        _ => writeln!(text, "; Version: {:#010x}", header.version),
    };
    if header.schema != 0 {
        let _ = writeln!(text, "; Schema: {}", header.schema);
    }
    text
}

/// The text of an entry point, with the ids of its interface sorted.
fn sorted_interface(text: &str) -> String {
    // The name may contain anything; what follows it are ids.
    let Some(end) = text.rfind('"') else {
        return text.to_owned();
    };
    let (head, interface) = text.split_at(end + 1);
    let mut ids: Vec<&str> = interface.split_whitespace().collect();
    ids.sort_unstable();
    let ids = ids.into_iter().map(|id| format!(" {id}"));
    format!("{head}{}", ids.collect::<String>())
}

/// The text of a tool that processed the module, without the release of this one.
fn without_release(text: &str) -> String {
    match text.split_once("\"spirula ") {
        Some((head, rest)) => {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            format!("{head}\"spirula{rest}")
        }
        None => text.to_owned(),
    }
}
