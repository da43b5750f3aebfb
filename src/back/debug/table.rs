//! Tables of debug information: the files with their line starts, and the ids of what has been emitted of the
//! instruction sets. It does not know the emitter.

use crate::back::hasher::Hasher;
use crate::back::type_key::TypeKey;
use crate::options::DebugLevel;
use crate::words::{Id, Interner, TypeId};
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;
use indexmap::IndexMap;
use naga::{Handle, Span, Type, TypeInner};

/// The files and their line starts.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// The level that is emitted; `None` without debug information.
    pub(crate) level: Option<DebugLevel>,
    /// The first file has all offsets that are in no other file. The others are sorted by their spans.
    files: Vec<File>,
    /// The line starts of all files, as offsets of spans. After the last line of a file comes the offset at which a
    /// further line would start if the text ended with a line break.
    starts: Vec<u32>,
    /// With `OpLine`, the place of the last one if it still applies to the next statement.
    pub(crate) last: Option<SourcePlace>,
    /// `OpLine` has the byte offsets of a span's start and end in place of line and column. The self-check reads them
    /// back to find the source of an instruction.
    pub(crate) spans: bool,
}

#[derive(Debug)]
struct File {
    /// The id of its name, or of its `DebugSource`.
    id: Id,
    /// The span offsets that belong to it.
    spans: Range<u32>,
    /// Its range in [`Lines::starts`].
    lines: Range<usize>,
    /// The offset of the last byte of its text.
    last: u32,
}

/// A range in a file. Lines and columns count from 1, and the last column is included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourcePlace {
    /// The file: the id of its name, or of its `DebugSource`.
    pub(crate) file: Id,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) last_line: u32,
    pub(crate) last_column: u32,
}

impl SourcePlace {
    /// The lines and columns in the order of `DebugLine`'s operands.
    pub(crate) fn numbers(self) -> [u32; 4] {
        [self.line, self.last_line, self.column, self.last_column]
    }
}

impl Lines {
    /// Whether lines are emitted for statements.
    #[inline]
    pub(crate) fn are_written(&self) -> bool {
        self.level.is_some()
    }

    /// The place of the first byte of a span; `None` if the span is undefined or there is no source.
    pub(crate) fn start(&self, span: Span) -> Option<SourcePlace> {
        let start = span.to_range()?.start as u32;
        self.place(Span::new(start, start.saturating_add(1)))
    }

    /// The place of a span; `None` if the span is undefined or there is no source.
    pub(crate) fn place(&self, span: Span) -> Option<SourcePlace> {
        let range = span.to_range()?;
        let (start, end) = (range.start as u32, range.end as u32);
        let main = self.files.first()?;
        if self.spans {
            return Some(SourcePlace {
                file: main.id,
                line: start,
                column: end,
                last_line: start,
                last_column: end,
            });
        }
        let last = end.saturating_sub(1).max(start);
        let others = &self.files[1..];
        let after = others.partition_point(|file| file.spans.start <= start);
        let other = after.checked_sub(1).map(|at| &others[at]);
        let file = other.filter(|file| file.spans.contains(&start)).unwrap_or(main);
        let starts = &self.starts[file.lines.clone()];
        let place = |offset: u32| {
            // An offset outside of the source is at its end. The line break is the last character of its line.
            let offset = offset.min(file.last);
            let line = starts.partition_point(|&start| start <= offset);
            let (first, last) = (starts[line - 1], starts[line] - 1);
            (line as u32, (offset - first).min((last - first).max(1) - 1) + 1)
        };
        let [(line, column), (last_line, last_column)] = [start, last].map(place);
        Some(SourcePlace {
            file: file.id,
            line,
            column,
            last_line,
            last_column,
        })
    }

    pub(super) fn add(&mut self, id: Id, spans: Range<u32>, text: &str) {
        let first = self.starts.len();
        self.starts.push(spans.start);
        let after = |(at, _)| spans.start.saturating_add(at as u32 + 1);
        self.starts.extend(text.match_indices('\n').map(after));
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let end = spans.start.saturating_add(length).saturating_add(1);
        self.starts.push(end);
        self.files.push(File {
            id,
            lines: first..self.starts.len(),
            last: end.saturating_sub(2).max(spans.start),
            spans,
        });
    }
}

/// The ids that most instructions of the set name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ids {
    pub(crate) set: Id,
    /// `OpTypeVoid`, the result type of every instruction of the set.
    pub(crate) void: TypeId,
    /// `DebugInfoNone`.
    pub(crate) none: Id,
    /// A `DebugExpression` without operations.
    pub(crate) expression: Id,
    /// The `DebugCompilationUnit` and the first `DebugSource`.
    pub(crate) unit: Id,
    pub(crate) source: Id,
}

/// The ids of a module with full debug information. Without the feature `debug-info` there are none, so the compiler leaves
/// out the code that needs them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FullIds(Option<Ids>);

impl FullIds {
    /// Whether a module can have them.
    pub(super) const EXIST: bool = cfg!(feature = "debug-info");

    pub(crate) fn new(ids: Ids) -> Self {
        Self(Some(ids))
    }

    #[inline]
    pub(crate) fn get(self) -> Option<Ids> {
        if Self::EXIST { self.0 } else { None }
    }
}

/// A `u32` constant that debug information names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) id: Id,
    pub(super) uses: u32,
}

/// The ids of what has been emitted of the set.
#[derive(Debug, Default)]
pub(crate) struct DebugTables {
    /// None if the set is not imported. Every hook checks it first.
    pub(crate) ids: FullIds,
    /// The set, and the id with which `OpTypeVoid` must be declared, from the import on.
    pub(crate) opened: Option<(Id, TypeId)>,
    /// Reserved ids of types that debug information names before the module declares them, or that only it names.
    pub(super) reserved: Vec<(TypeKey, TypeId)>,
    /// The numbers that are named, in order of their first use.
    pub(super) numbers: IndexMap<u32, Number, Hasher>,
    pub(super) strings: Interner,
    pub(super) constants: Interner,
    /// The descriptions of the types of naga's arena, and those of types other than structs.
    pub(super) types: HashMap<Handle<Type>, Id, Hasher>,
    pub(super) unnamed: HashMap<TypeInner, Id>,
}

impl DebugTables {
    pub(crate) fn reset(&mut self) {
        // Nothing is set unless the set is imported.
        if self.opened.is_some() {
            *self = Self::default();
        }
    }

    /// Removes one use of a number. A number without uses is not declared.
    pub(crate) fn release_number(&mut self, value: u32) {
        if let Some(number) = self.numbers.get_mut(&value) {
            number.uses -= 1;
        }
    }

    /// The id with which a numeric type must be declared, if debug information already names it.
    #[inline]
    pub(crate) fn reserved(&self, type_key: TypeKey) -> Option<TypeId> {
        // The list is empty without full debug information.
        let known = self.reserved.iter().find(|(known, _)| *known == type_key);
        known.map(|&(_, id)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_outside_of_the_source_is_at_the_end_of_the_first_file() {
        let [main, other] = [1, 2].map(|number| Id::new(number).unwrap());
        let mut lines = Lines::default();
        lines.add(main, 0..u32::MAX, "fn f(){}");
        lines.add(other, 8..20, "const a = 1;");
        let at = |file, column| SourcePlace {
            file,
            line: 1,
            column,
            last_line: 1,
            last_column: column,
        };
        for (span, expected) in [(Span::new(25, 26), at(main, 8)), (Span::new(8, 9), at(other, 1))] {
            assert_eq!(lines.place(span), Some(expected));
        }
    }
}
