//! Owns the form of messages, for people and as JSON: those of naga, of the library and of the command line.
//!
//! Places are byte offsets into the text that a front end read. [`Sources`] maps each of them to its file.

use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label as Mark};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term;
use naga::Span;

/// How many characters of a long line are shown, and how many of them before the marked part.
const SHOWN_CHARACTERS: usize = 240;
const SHOWN_BEFORE_MARK: usize = 80;

/// A file of a shader.
#[derive(Clone, Debug)]
pub struct File<'a> {
    /// Its name in messages.
    pub name: &'a str,
    pub text: &'a str,
}

/// A part of the text that a front end read.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The byte offset in the text.
    pub start: usize,
    pub length: usize,
    /// The index of the file that contains it.
    pub file: usize,
    /// The byte offset in that file.
    pub offset: usize,
}

/// The files that a shader's text was joined from; the first is the shader's own.
#[derive(Clone, Debug)]
pub struct Sources<'a> {
    pub files: Vec<File<'a>>,
    /// In the order of the text, without gaps.
    pub segments: Vec<Segment>,
}

impl<'a> Sources<'a> {
    /// A text that consists of one file.
    pub fn one(name: &'a str, text: &'a str) -> Self {
        Self {
            files: vec![File { name, text }],
            segments: vec![Segment {
                start: 0,
                length: text.len(),
                file: 0,
                offset: 0,
            }],
        }
    }

    /// The name of the shader's own file.
    pub fn name(&self) -> &'a str {
        self.files.first().map_or("", |file| file.name)
    }

    /// The file of a range of the text and the range in that file. The range is cut at the end of its segment.
    fn locate(&self, range: &Range<usize>) -> Option<(usize, Range<usize>)> {
        let after = self.segments.partition_point(|segment| segment.start <= range.start);
        let segment = self.segments.get(after.checked_sub(1)?)?;
        let end = range.end.min(segment.start + segment.length).max(range.start);
        let local = |place: usize| place - segment.start + segment.offset;
        let local = local(range.start)..local(end);
        // A span of another text may exceed this one, or begin inside a character.
        let text = self.files.get(segment.file)?.text;
        text.get(local.clone())?;
        Some((segment.file, local))
    }

    /// The place of a range of the text.
    pub fn place(&self, range: &Range<usize>) -> Option<Place> {
        let (file, range) = self.locate(range)?;
        let file = self.files.get(file)?;
        let (line, column) = position(file.text, range.start)?;
        let (end_line, end_column) = position(file.text, range.end)?;
        Some(Place {
            file: file.name.to_owned(),
            line,
            column,
            end_line,
            end_column,
            start: range.start,
            end: range.end,
        })
    }

    /// File, line and column of the start of a span.
    pub fn start(&self, span: Span) -> Option<(&'a str, usize, usize)> {
        let (file, range) = self.locate(&span.to_range()?)?;
        let file = self.files.get(file)?;
        let (line, column) = position(file.text, range.start)?;
        Some((file.name, line, column))
    }
}

/// Line and column of a byte offset, counted from 1; columns count characters.
fn position(text: &str, offset: usize) -> Option<(usize, usize)> {
    let before = text.get(..offset)?;
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
    Some((line, column))
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    pub file: String,
    /// Lines and columns are counted from 1; columns count characters. The end is after the last character.
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    /// Byte offsets from the start of the file; the end is after the last byte.
    pub start: usize,
    pub end: usize,
}

/// A marked range of the text, before its file is known.
#[derive(Clone, Debug)]
pub struct Label {
    pub range: Range<usize>,
    pub message: String,
}

impl Label {
    /// The place of a refusal of the library; `None` if the text does not contain it.
    pub fn of(diagnostic: &spirula::Diagnostic, text: &str) -> Option<Self> {
        let message = diagnostic.label();
        diagnostic.place_in(text).map(|range| Self { range, message })
    }

    /// `None` for an undefined span.
    pub fn new(span: Span, message: impl Into<String>) -> Option<Self> {
        let message = message.into();
        span.to_range().map(|range| Self { range, message })
    }
}

/// One complaint about a shader.
#[derive(Clone, Debug, Default)]
pub struct Complaint {
    /// A stable identifier of the kind of error.
    pub kind: &'static str,
    pub message: String,
    /// The place of the error first, then related places.
    pub labels: Vec<Label>,
    /// Remarks, a line each.
    pub notes: Vec<String>,
    /// What the target lacks.
    pub lack: Option<Box<Lack>>,
}

/// What a target lacks.
#[derive(Clone, Debug, Default)]
pub struct Lack {
    /// A feature, an extension or a capability.
    pub needs: Vec<String>,
    /// The devices of the target that lack it, or that have the limit which is exceeded.
    pub devices: Vec<String>,
}

impl Lack {
    /// What a refusal of the library is about.
    pub fn of(diagnostic: &spirula::Diagnostic) -> Self {
        let needs = match &diagnostic.kind {
            spirula::ErrorKind::Missing(requirement) => vec![requirement.name()],
            _ => Vec::new(),
        };
        Self {
            needs,
            devices: diagnostic.devices().to_vec(),
        }
    }
}

impl Complaint {
    /// A complaint without a place.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            ..Self::default()
        }
    }

    /// That a target cannot express a valid shader with this text.
    pub fn refusal(diagnostic: &spirula::Diagnostic, text: &str) -> Self {
        Self {
            labels: Label::of(diagnostic, text).into_iter().collect(),
            notes: diagnostic.remarks(),
            lack: Some(Box::new(Lack::of(diagnostic))),
            ..Self::new("refused", diagnostic.kind.to_string())
        }
    }

    /// The complaint with file names, lines and columns, and rendered as text.
    pub fn resolve(self, sources: &Sources<'_>, colours: bool) -> Problem {
        let located = |label: &Label| {
            let place = sources.place(&label.range)?;
            Some(Marked {
                message: label.message.clone(),
                place,
            })
        };
        let labels: Vec<_> = self.labels.iter().filter_map(located).collect();
        let rendered = self.render(sources, colours);
        let Lack { needs, devices } = self.lack.map(|lack| *lack).unwrap_or_default();
        Problem {
            message: self.message,
            kind: self.kind,
            file: sources.name().to_owned(),
            devices,
            ..Problem::default()
        }
        .with(labels, self.notes, needs, rendered)
    }

    fn render(&self, sources: &Sources<'_>, colours: bool) -> String {
        let mut files = SimpleFiles::new();
        for file in &sources.files {
            files.add(file.name, printable(file.text));
        }
        let mut marks = Vec::new();
        for label in &self.labels {
            if let Some((file, range)) = sources.locate(&label.range) {
                let mark = match marks.is_empty() {
                    true => Mark::primary(file, range),
                    false => Mark::secondary(file, range),
                };
                marks.push(mark.with_message(&label.message));
            }
        }
        // Without a place, the message begins with the name of the file.
        let message = match marks.is_empty() && !sources.name().is_empty() {
            true => format!("{}: {}", sources.name(), self.message),
            false => self.message.clone(),
        };
        let report = Diagnostic::error()
            .with_message(message)
            .with_labels(marks)
            .with_notes(self.notes.clone());
        let config = term::Config::default();
        let mut text = String::new();
        if term::emit_to_string(&mut text, &config, &files, &report).is_err() {
            return plain(&self.message);
        }
        let short = shortened(text);
        // Lines are cut by characters, so escape sequences must not be among them: a cut message has no colours.
        if !colours || short.contains('…') {
            return short;
        }
        let mut buffer = term::termcolor::Buffer::ansi();
        let styles = term::Styles::default();
        let mut writer = term::StylesWriter::new(&mut buffer, &styles);
        match term::emit_to_write_style(&mut writer, &config, &files, &report) {
            Ok(()) => String::from_utf8(buffer.into_inner()).unwrap_or(short),
            Err(_) => short,
        }
    }
}

/// The text with control characters that affect a terminal replaced by question marks, so that all offsets stay the
/// same.
fn printable(text: &str) -> String {
    let is_active = |character: char| character.is_ascii_control() && !matches!(character, '\n' | '\r' | '\t');
    text.chars()
        .map(|character| if is_active(character) { '?' } else { character })
        .collect()
}

/// A label whose place is known.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Marked {
    pub message: String,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub place: Place,
}

/// One complaint, as written in JSON messages. `docs/json.md` describes every field.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Problem {
    pub message: String,
    pub kind: &'static str,
    /// The file of the first label, or the input.
    pub file: String,
    /// The place of the first label.
    pub line: Option<usize>,
    pub column: Option<usize>,
    pub end_line: Option<usize>,
    pub end_column: Option<usize>,
    pub start: Option<usize>,
    pub end: Option<usize>,
    pub labels: Vec<Marked>,
    pub notes: Vec<String>,
    pub needs: Vec<String>,
    pub devices: Vec<String>,
    /// The message for people, without colours.
    pub rendered: String,
}

impl Problem {
    /// A complaint that is not about a part of a shader: a file that cannot be read, for example.
    pub fn plain(kind: &'static str, file: &str, message: String) -> Self {
        Self {
            kind,
            file: file.to_owned(),
            rendered: plain(&message),
            message,
            ..Self::default()
        }
    }

    fn with(self, labels: Vec<Marked>, notes: Vec<String>, needs: Vec<String>, rendered: String) -> Self {
        let place = labels.first().map(|label| label.place.clone());
        let of = |field: fn(&Place) -> usize| place.as_ref().map(field);
        Self {
            line: of(|place| place.line),
            column: of(|place| place.column),
            end_line: of(|place| place.end_line),
            end_column: of(|place| place.end_column),
            start: of(|place| place.start),
            end: of(|place| place.end),
            file: place.as_ref().map_or(self.file, |place| place.file.clone()),
            labels,
            notes,
            needs,
            rendered,
            ..self
        }
    }
}

/// A message in the form of the messages about shaders.
pub fn plain(message: &str) -> String {
    format!("error: {message}\n\n")
}

/// A rendered message in which long source lines are cut to the part near the marks: a minified shader may be one line
/// of a megabyte.
fn shortened(text: String) -> String {
    if text.lines().all(|line| line.len() <= 4 * SHOWN_CHARACTERS) {
        return text;
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut short = String::new();
    let mut from = 0;
    for (place, line) in lines.iter().enumerate() {
        let count = line.chars().count();
        if count > SHOWN_CHARACTERS {
            // The marks are on the next line, or on this one.
            let marks = [Some(line), lines.get(place + 1)].into_iter().flatten();
            let at = marks.filter(|line| line.trim_start_matches([' ', '│', '|']).starts_with(['^', '-', '╭']));
            let mark = at
                .filter_map(|line| line.chars().position(|one| matches!(one, '^' | '-' | '╭')))
                .next();
            if let Some(mark) = mark {
                // A mark near the start of the line is shown with the whole text before it.
                from = if mark < SHOWN_CHARACTERS {
                    0
                } else {
                    mark - SHOWN_BEFORE_MARK
                };
            }
        }
        if count <= SHOWN_CHARACTERS {
            short += line;
        } else if from == 0 {
            short.extend(line.chars().take(SHOWN_CHARACTERS));
            short.push('…');
        } else {
            // The margin with the line number is kept.
            let margin = line.chars().position(|one| one == '│').map_or(0, |place| place + 2);
            short.extend(line.chars().take(margin));
            short.push('…');
            short.extend(line.chars().skip(margin + from).take(SHOWN_CHARACTERS));
            if count > margin + from + SHOWN_CHARACTERS {
                short.push('…');
            }
        }
        short.push('\n');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let text = "ab\nçd\n";
        let at = |offset| position(text, offset);
        assert_eq!(at(0), Some((1, 1)));
        assert_eq!(at(1), Some((1, 2)));
        assert_eq!(at(5), Some((2, 2)));
        assert_eq!(at(7), Some((3, 1)));
        // Inside a character, and past the end.
        assert_eq!((at(4), at(8)), (None, None));
    }

    #[test]
    fn places_are_those_of_the_file() {
        let (own, other) = ("one\ntwo\n", "içh\n");
        let segment = |start, length, file, offset| Segment {
            start,
            length,
            file,
            offset,
        };
        let sources = Sources {
            files: vec![File { name: "a", text: own }, File { name: "b", text: other }],
            segments: vec![segment(0, 4, 0, 0), segment(4, 5, 1, 0), segment(9, 4, 0, 4)],
        };
        let place = |range| {
            sources
                .place(&range)
                .map(|place| (place.file, place.line, place.column, place.end_column, place.start))
        };
        assert_eq!(place(0..2), Some(("a".to_owned(), 1, 1, 3, 0)));
        assert_eq!(place(5..7), Some(("b".to_owned(), 1, 2, 3, 1)));
        assert_eq!(place(9..12), Some(("a".to_owned(), 2, 1, 4, 4)));
        // A range over two files is cut. A range past the end has no place.
        assert_eq!(place(7..12), Some(("b".to_owned(), 1, 3, 1, 3)));
        assert_eq!((place(14..20), place(6..7)), (None, None));
    }
}
