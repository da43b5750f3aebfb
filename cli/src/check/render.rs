//! Prints findings as text in the form of codespan-reporting: in colours on a terminal, and with the source line if the
//! input is assembly.

use std::io::{self, IsTerminal as _, Write as _};

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;
use spirula::check::{Violation, Warning};
use spirula::words::AssemblyError;
use term::termcolor::{Buffer, Color, ColorSpec, WriteColor as _};

use super::Judged;
use crate::arguments::When;

/// Whether text has colours (escape sequences).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colours(bool);

impl Colours {
    /// For text on standard error.
    pub(super) fn for_stderr(when: When) -> Self {
        Self::new(when, io::stderr().is_terminal())
    }

    /// For text on standard output.
    pub(super) fn for_stdout(when: When) -> Self {
        Self::new(when, io::stdout().is_terminal())
    }

    /// `NO_COLOR` (no-color.org) in the environment disables colours unless they are requested.
    fn new(when: When, is_terminal: bool) -> Self {
        let is_off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self(match when {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && !is_off,
        })
    }

    pub(super) fn buffer(self) -> Buffer {
        if self.0 { Buffer::ansi() } else { Buffer::no_color() }
    }
}

pub(super) fn bold() -> ColorSpec {
    let mut style = ColorSpec::new();
    style.set_bold(true).set_intense(true);
    style
}

pub(super) fn of(colour: Color) -> ColorSpec {
    let mut style = ColorSpec::new();
    style.set_fg(Some(colour)).set_intense(true);
    style
}

/// Writes text in a style.
pub(super) fn put(buffer: &mut Buffer, style: &ColorSpec, text: &str) {
    // Writing to a buffer does not fail.
    let _ = buffer.set_color(style);
    let _ = buffer.write_all(text.as_bytes());
    let _ = buffer.reset();
}

fn put_plain(buffer: &mut Buffer, text: &str) {
    let _ = buffer.write_all(text.as_bytes());
}

/// A violation or a warning, as it is printed.
struct Paragraph<'a> {
    severity: Severity,
    code: &'a str,
    message: &'a str,
    offset: usize,
    number: Option<usize>,
    instruction: &'a str,
    notes: Vec<String>,
}

impl<'a> Paragraph<'a> {
    fn violation(violation: &'a Violation) -> Self {
        Self {
            severity: Severity::Error,
            code: violation.rule.row().name,
            message: &violation.message,
            offset: violation.offset,
            number: violation.number,
            instruction: &violation.instruction,
            notes: violation.notes(),
        }
    }

    fn warning(warning: &'a Warning) -> Self {
        Self {
            severity: Severity::Warning,
            code: warning.rule(),
            message: &warning.message,
            offset: warning.offset,
            number: Some(warning.number),
            instruction: &warning.instruction,
            notes: warning.notes(),
        }
    }

    /// Name and colour of the severity.
    fn heading(&self) -> (&'static str, Color) {
        match self.severity {
            Severity::Warning => ("warning", Color::Yellow),
            _ => ("error", Color::Red),
        }
    }
}

/// A paragraph for each violation, one for what the check does not cover, and one for each warning.
pub(super) fn report(name: &str, judged: &Judged, colours: Colours) -> Vec<u8> {
    let mut buffer = colours.buffer();
    let report = &judged.report;
    let print = |buffer: &mut Buffer, paragraph: &Paragraph<'_>| match (judged.text(), judged.place(paragraph.offset)) {
        (Some(text), Some(place)) => in_text(buffer, name, text, place, paragraph),
        _ => in_words(buffer, name, paragraph),
    };
    for violation in &report.violations {
        print(&mut buffer, &Paragraph::violation(violation));
    }
    if let Some(more @ 1..) = report.counted.checked_sub(report.violations.len()) {
        put(&mut buffer, &of(Color::Red), "error");
        put_plain(&mut buffer, &format!(": {name}: {more} more violations\n\n"));
    }
    if !report.not_covered.is_empty() {
        put(&mut buffer, &of(Color::Yellow), "warning");
        put_plain(&mut buffer, &format!(": {name}: not covered by the check\n"));
        for what in &report.not_covered {
            put_plain(&mut buffer, &format!("  = {what}\n"));
        }
        put_plain(&mut buffer, "\n");
    }
    for warning in &report.warnings {
        print(&mut buffer, &Paragraph::warning(warning));
    }
    if let Some(more @ 1..) = report.warned.checked_sub(report.warnings.len()) {
        put(&mut buffer, &of(Color::Yellow), "warning");
        put_plain(&mut buffer, &format!(": {name}: {more} more warnings\n\n"));
    }
    buffer.into_inner()
}

/// A paragraph on a binary module.
fn in_words(buffer: &mut Buffer, name: &str, paragraph: &Paragraph<'_>) {
    let (severity, colour) = paragraph.heading();
    put(
        buffer,
        of(colour).set_bold(true),
        &format!("{severity}[{}]", paragraph.code),
    );
    put(buffer, &bold(), &format!(": {}\n", paragraph.message));
    let blue = of(Color::Blue);
    let mut line = |sign: &str, text: &str| {
        put(buffer, &blue, &format!("  {sign} "));
        put_plain(buffer, text);
        put_plain(buffer, "\n");
    };
    let number = paragraph.number.map(|number| format!(", instruction {number}"));
    let number = number.unwrap_or_default();
    let (word, byte) = (paragraph.offset, paragraph.offset.saturating_mul(4));
    line("┌─", &format!("{name}: word {word}, byte {byte}{number}"));
    if !paragraph.instruction.is_empty() {
        line("│", paragraph.instruction.trim());
    }
    for note in &paragraph.notes {
        // Further lines of a note are indented as codespan-reporting does.
        line("=", &note.replace('\n', "\n    "));
    }
    put_plain(buffer, "\n");
}

/// A paragraph on an assembly text.
fn in_text(buffer: &mut Buffer, name: &str, text: &str, (line, column): (usize, usize), paragraph: &Paragraph<'_>) {
    let mut diagnostic = Diagnostic::new(paragraph.severity)
        .with_code(paragraph.code)
        .with_message(paragraph.message)
        .with_notes(paragraph.notes.clone());
    if let Some(range) = rest_of_line(text, line, column) {
        diagnostic = diagnostic.with_label(Label::primary((), range));
    }
    emit(buffer, name, text, &diagnostic);
}

/// An error of the assembler.
pub(super) fn assembly_error(name: &str, text: &str, error: &AssemblyError, colours: Colours) -> Vec<u8> {
    let mut buffer = colours.buffer();
    let mut diagnostic = Diagnostic::error().with_message(error.reason.to_string());
    if let Some(range) = token(text, error.line, error.column) {
        diagnostic = diagnostic.with_label(Label::primary((), range));
    }
    emit(&mut buffer, name, text, &diagnostic);
    buffer.into_inner()
}

fn emit(buffer: &mut Buffer, name: &str, text: &str, diagnostic: &Diagnostic<()>) {
    let styles = term::Styles::default();
    let mut writer = term::StylesWriter::new(&mut *buffer, &styles);
    let file = SimpleFile::new(name, text);
    if term::emit_to_write_style(&mut writer, &term::Config::default(), &file, diagnostic).is_err() {
        put_plain(buffer, &format!("error: {name}: {}\n\n", diagnostic.message));
    }
}

/// The range of the word at a place.
pub(super) fn token(text: &str, line: usize, column: usize) -> Option<std::ops::Range<usize>> {
    let range = rest_of_line(text, line, column)?;
    let part = text.get(range.clone()).unwrap_or_default();
    let len = part.find(char::is_whitespace).unwrap_or(part.len());
    Some(range.start..range.start + len)
}

/// The range from a place to the end of its line, without a comment and trailing spaces.
fn rest_of_line(text: &str, line: usize, column: usize) -> Option<std::ops::Range<usize>> {
    let lines = text.split_inclusive('\n');
    let mut start = 0;
    let found = lines.enumerate().find_map(|(index, one)| {
        if index + 1 == line {
            return Some(one);
        }
        start += one.len();
        None
    })?;
    let skipped = found
        .char_indices()
        .nth(column.checked_sub(1)?)
        .map_or(found.len(), |(at, _)| at);
    let rest = found.get(skipped..)?;
    let end = match rest.contains('"') {
        true => rest.len(),
        false => rest.find(';').unwrap_or(rest.len()),
    };
    let len = rest.get(..end)?.trim_end().len();
    Some(start + skipped..start + skipped + len)
}
