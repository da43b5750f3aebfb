//! What the emission keeps of debug information: which files there are and where their lines start, and what was written of
//! the sets. It knows no emitter.

use crate::back::hasher::Hasher;
use crate::back::type_key::TypeKey;
use crate::options::DebugLevel;
use crate::words::{Id, Interner, TypeId};
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;
use naga::{Span, TypeInner};

/// The numbers of the instructions ("Instruction Enumeration").
pub(crate) mod number {
    pub(crate) const INFO_NONE: u32 = 0;
    pub(crate) const COMPILATION_UNIT: u32 = 1;
    pub(crate) const TYPE_BASIC: u32 = 2;
    pub(crate) const TYPE_POINTER: u32 = 3;
    pub(crate) const TYPE_QUALIFIER: u32 = 4;
    pub(crate) const TYPE_ARRAY: u32 = 5;
    pub(crate) const TYPE_VECTOR: u32 = 6;
    pub(crate) const TYPE_FUNCTION: u32 = 8;
    pub(crate) const TYPE_COMPOSITE: u32 = 10;
    pub(crate) const TYPE_MEMBER: u32 = 11;
    pub(crate) const GLOBAL_VARIABLE: u32 = 18;
    pub(crate) const FUNCTION: u32 = 20;
    pub(crate) const LEXICAL_BLOCK: u32 = 21;
    pub(crate) const SCOPE: u32 = 23;
    pub(crate) const LOCAL_VARIABLE: u32 = 26;
    pub(crate) const DECLARE: u32 = 28;
    pub(crate) const VALUE: u32 = 29;
    pub(crate) const EXPRESSION: u32 = 31;
    pub(crate) const SOURCE: u32 = 35;
    pub(crate) const FUNCTION_DEFINITION: u32 = 101;
    pub(crate) const SOURCE_CONTINUED: u32 = 102;
    pub(crate) const LINE: u32 = 103;
    pub(crate) const ENTRY_POINT: u32 = 107;
    pub(crate) const TYPE_MATRIX: u32 = 108;
}

/// How many lines are gone through before the table is searched.
const NEXT: usize = 6;

/// Numbers below this are found by index.
const DENSE: usize = 1 << 12;

/// The files, and where their lines start.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// What is written; nothing where there is no source.
    pub(crate) level: Option<DebugLevel>,
    /// The first is the one whose spans are in no other; the others are in the order of their spans.
    files: Vec<File>,
    /// Where the lines of all files start, each from the start of its own.
    starts: Vec<u32>,
    /// The line of the last span that was looked for: most spans are on the line of the one before.
    near: Near,
    /// The place of the last statement.
    pub(crate) last: Option<Place>,
    /// Spans are written in place of lines, start and end as byte offsets: words that are read back to learn what in the
    /// source an instruction was written for.
    pub(crate) spans: bool,
}

/// A line, by its offsets in all texts.
#[derive(Clone, Copy, Debug, Default)]
struct Near {
    /// `None` where no line was found yet.
    file: Option<Id>,
    /// From 1.
    line: u32,
    /// Its first byte, its line break, and the byte behind what is known to be on it.
    start: u32,
    last: u32,
    end: u32,
}

impl Near {
    fn has(&self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The column of an offset on the line, from 1. The line break is the last character of its line.
    fn column(&self, offset: u32) -> u32 {
        (offset - self.start + 1).min((self.last - self.start).max(1))
    }

    /// The place from one offset on the line to another.
    fn place(&self, start: u32, last: u32) -> Option<Place> {
        let line = self.line;
        let (column, last_column) = (self.column(start), self.column(last));
        self.file.map(|file| Place {
            file,
            line,
            column,
            last_line: line,
            last_column,
        })
    }
}

/// One file.
#[derive(Debug)]
struct File {
    /// The id of its name, or of its `DebugSource`.
    id: Id,
    /// The offsets that are in it.
    spans: Range<u32>,
    /// Its part of the table of lines.
    lines: Range<usize>,
    /// The bytes of its text.
    length: u32,
}

/// A place in a file: from where to where, lines and columns from 1, the last column included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file: the id of its name, or of its `DebugSource`.
    pub(crate) file: Id,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) last_line: u32,
    pub(crate) last_column: u32,
}

impl File {
    /// The offset in its text of an offset in all texts. What is beyond the text is its last character.
    fn offset(&self, offset: u32) -> u32 {
        offset
            .saturating_sub(self.spans.start)
            .min(self.length.saturating_sub(1))
    }

    /// The column of an offset in a line, from 1; `starts` are those of all lines.
    fn column(&self, starts: &[u32], line: usize, offset: u32) -> u32 {
        let start = starts[line - 1];
        // The line break is the last character of its line.
        let end = starts.get(line).map_or(self.length, |next| next - 1);
        (offset - start + 1).min((end - start).max(1))
    }
}

impl Place {
    /// The lines and columns, in the order in which `DebugLine` has them.
    pub(crate) fn numbers(self) -> [u32; 4] {
        [self.line, self.last_line, self.column, self.last_column]
    }
}

impl Lines {
    pub(crate) fn reset(&mut self) {
        self.spans = false;
        self.level = None;
        self.files.clear();
        self.starts.clear();
        self.near = Near::default();
        self.last = None;
    }

    /// Whether statements have lines.
    #[inline]
    pub(crate) fn are_written(&self) -> bool {
        self.level.is_some()
    }

    /// The place of the start of a span; `None` where it has none.
    pub(crate) fn start(&mut self, span: Span) -> Option<Place> {
        let start = span.to_range()?.start as u32;
        self.place(Span::new(start, start.saturating_add(1)))
    }

    /// The place of a span; `None` where it has none.
    pub(crate) fn place(&mut self, span: Span) -> Option<Place> {
        let range = span.to_range()?;
        let (start, end) = (range.start as u32, range.end as u32);
        let main = self.files.first()?;
        if self.spans {
            return Some(Place {
                file: main.id,
                line: start,
                column: end,
                last_line: start,
                last_column: end,
            });
        }
        let last = end.saturating_sub(1).max(start);
        if self.near.has(start) && self.near.has(last) {
            return self.near.place(start, last);
        }
        let others = &self.files[1..];
        let after = others.partition_point(|file| file.spans.start <= start);
        let other = after.checked_sub(1).map(|at| &others[at]);
        let file = other.filter(|file| file.spans.contains(&start)).unwrap_or(main);
        let starts = &self.starts[file.lines.clone()];
        let (start, last) = (file.offset(start), file.offset(last));
        // Most spans are on one of the next lines. The first line starts at 0.
        let near = (self.near.line as usize).min(starts.len());
        let is_behind = near > 0 && starts[near - 1] <= start;
        let next = starts[near..].iter().take(NEXT).position(|&line| start < line);
        let line = match next {
            Some(lines) if is_behind => near + lines,
            Some(_) | None => starts.partition_point(|&line| line <= start).max(1),
        };
        // What is on the line belongs to the file up to where the next file starts.
        let limit = others
            .get(after)
            .map_or(file.spans.end, |next| next.spans.start.min(file.spans.end));
        let (begins, next) = (starts[line - 1], starts.get(line).copied());
        let in_all = |offset: u32| file.spans.start.saturating_add(offset);
        self.near = Near {
            file: Some(file.id),
            line: line as u32,
            start: in_all(begins),
            last: in_all(next.map_or(file.length, |next| next - 1)),
            end: limit.min(in_all(next.unwrap_or(file.length))),
        };
        let is_one_line = next.is_none_or(|next| last < next);
        let last_line = if is_one_line {
            line
        } else {
            starts.partition_point(|&line| line <= last)
        };
        let (column, last_column) = (file.column(starts, line, start), file.column(starts, last_line, last));
        Some(Place {
            file: file.id,
            line: line as u32,
            column,
            last_line: last_line as u32,
            last_column,
        })
    }

    /// Whether a span is known to start on the line of a place: only the last line that was looked for is compared.
    #[inline]
    pub(crate) fn is_known_on(&self, span: Span, place: Place) -> bool {
        let start = span.to_range().map_or(u32::MAX, |range| range.start as u32);
        (self.near.file, self.near.line) == (Some(place.file), place.line) && self.near.has(start)
    }

    pub(super) fn add(&mut self, id: Id, spans: Range<u32>, text: &str) {
        let first = self.starts.len();
        self.starts.push(0);
        line_starts(text.as_bytes(), &mut self.starts);
        self.files.push(File {
            id,
            spans,
            lines: first..self.starts.len(),
            length: u32::try_from(text.len()).unwrap_or(u32::MAX),
        });
    }
}

/// Appends the offset behind each line break, eight bytes at a time: lines are short, and a search that begins anew at each
/// line takes longer.
fn line_starts(text: &[u8], starts: &mut Vec<u32>) {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    const BREAK: u64 = u64::from_le_bytes([b'\n'; 8]);
    let (words, rest) = text.as_chunks::<8>();
    for (at, &word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(word) ^ BREAK;
        // The highest bit of each byte that is zero now.
        let mut found = !(((word & LOW) + LOW) | word | LOW);
        while found != 0 {
            starts.push(at as u32 * 8 + found.trailing_zeros() / 8 + 1);
            found &= found - 1;
        }
    }
    let before = text.len() - rest.len();
    let breaks = rest.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    starts.extend(breaks.map(|(at, _)| (before + at) as u32 + 1));
}

/// What all of it names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ids {
    pub(crate) set: Id,
    /// `OpTypeVoid`, the result type of all of it.
    pub(crate) void: TypeId,
    /// `DebugInfoNone`.
    pub(crate) none: Id,
    /// A `DebugExpression` without operations.
    pub(crate) expression: Id,
    /// The compilation unit, and the first source.
    pub(crate) unit: Id,
    pub(crate) source: Id,
}

/// A constant that debug information names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) value: u32,
    pub(super) id: Id,
    pub(super) uses: u32,
}

/// What was written of the set.
#[derive(Debug, Default)]
pub(crate) struct DebugTables {
    /// `None` where the set is not imported: asked by each hook.
    pub(crate) ids: Option<Ids>,
    pub(super) opened: Option<(Id, TypeId, spirv::SourceLanguage)>,
    /// The ids of types that debug information names before the module declares them, or that it alone names.
    pub(super) reserved: Vec<(TypeKey, TypeId)>,
    /// The numbers that are named, in the order in which they first are.
    pub(super) numbers: Vec<Number>,
    /// The place of each small number in `numbers`, and one; and the place of the others.
    small: Vec<u32>,
    large: HashMap<u32, u32, Hasher>,
    pub(super) strings: Interner,
    pub(super) constants: Interner,
    pub(super) types: Vec<Option<Id>>,
    /// The descriptions of types: those of the arena by their handles, numeric ones by their type keys, and the rest.
    pub(super) numeric: Vec<Option<Id>>,
    pub(super) unnamed: HashMap<TypeInner, Id>,
}

impl DebugTables {
    pub(crate) fn reset(&mut self) {
        if self.opened.take().is_none() {
            return;
        }
        self.ids = None;
        self.reserved.clear();
        self.numbers.clear();
        self.small.clear();
        self.large.clear();
        self.strings.reset();
        self.constants.reset();
        self.types.clear();
        self.numeric.clear();
        self.unnamed.clear();
    }

    /// The constant of a number that was named before, which is named again.
    #[inline]
    pub(super) fn number(&mut self, value: u32) -> Option<Id> {
        let at = self.place_of(value)?;
        let number = &mut self.numbers[at];
        number.uses += 1;
        Some(number.id)
    }

    #[inline]
    fn place_of(&self, value: u32) -> Option<usize> {
        match self.small.get(value as usize) {
            Some(&at) if at > 0 => Some(at as usize - 1),
            _ => self.large.get(&value).map(|&at| at as usize),
        }
    }

    /// Notes the constant of a number that is named for the first time.
    #[inline(never)]
    pub(super) fn add_number(&mut self, value: u32, id: Id) {
        let (at, index) = (self.numbers.len() as u32, value as usize);
        self.numbers.push(Number { value, id, uses: 1 });
        if index < DENSE {
            if self.small.len() <= index {
                self.small.resize(index + 1, 0);
            }
            self.small[index] = at + 1;
        } else {
            self.large.insert(value, at);
        }
    }

    /// Takes back the mention of a number.
    pub(crate) fn release_number(&mut self, value: u32) {
        if let Some(at) = self.place_of(value) {
            self.numbers[at].uses -= 1;
        }
    }

    /// The id that a numeric type has to be declared with, if debug information names it already.
    #[inline]
    pub(crate) fn reserved(&self, type_key: TypeKey) -> Option<TypeId> {
        // None in a module without.
        let known = self.reserved.iter().find(|(known, _)| *known == type_key);
        known.map(|&(_, id)| id)
    }

    /// The id that `OpTypeVoid` has to be declared with.
    #[inline]
    pub(crate) fn reserved_void(&self) -> Option<TypeId> {
        self.opened.map(|(_, void, _)| void)
    }
}

/// The instruction set that prints, and the formats that were declared.
#[derive(Debug)]
pub(crate) struct Printf {
    pub(super) set: Id,
    pub(super) formats: Vec<(&'static str, Id)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also beside the characters next to a line break, whose difference from it borrows.
    #[test]
    fn each_line_break_starts_a_line() {
        let pieces = [
            "\n", "\u{b}", "\u{9}", "a", "\n\n", "é\n", "abcdefgh", "\r\n", "\u{8a}", "\0",
        ];
        let mut text = String::new();
        for round in 0..200_usize {
            text.push_str(pieces[(round * 7 + round / 3) % pieces.len()]);
            let mut found = Vec::new();
            line_starts(text.as_bytes(), &mut found);
            let expected: Vec<u32> = text.match_indices('\n').map(|(at, _)| at as u32 + 1).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
