//! The source texts in the module, as `OpSource` or as `DebugSource`.

use super::table::FullIds;
use crate::back::emitter::Emitter;
use crate::options::{DebugInfo, DebugLevel};
use crate::words::{Id, fitting};
use alloc::vec::Vec;
use core::ops::Range;
use spirula_spirv::internal::stable_sort_by_key;

impl Emitter<'_> {
    /// Emits the source texts and builds the table of their line starts.
    pub(crate) fn write_source(&mut self) {
        let options = self.options;
        let Some(ref info) = options.debug_info else { return };
        let level = match info.level {
            DebugLevel::None => return,
            DebugLevel::Full if FullIds::EXIST && self.plan.facts().non_semantic && !self.lines.spans => {
                DebugLevel::Full
            }
            DebugLevel::Full | DebugLevel::Lines => DebugLevel::Lines,
        };
        if level == DebugLevel::Full {
            self.open_debug_info();
        }
        let first = self.add_file(info, level, &info.file_name, &info.source, 0..u32::MAX);
        if level == DebugLevel::Full {
            self.debug_compilation_unit(first, info.language);
        }
        let mut others: Vec<_> = info.files.iter().collect();
        stable_sort_by_key(&mut others, |file| file.spans.start);
        for file in others {
            self.add_file(info, level, &file.name, &file.source, file.spans.clone());
        }
        self.lines.level = Some(level);
    }

    fn add_file(&mut self, info: &DebugInfo, level: DebugLevel, name: &str, text: &str, spans: Range<u32>) -> Id {
        let id = if level == DebugLevel::Full {
            self.debug_source(name, text)
        } else {
            self.plain_source(info.language, name, text)
        };
        self.lines.add(id, spans, text);
        id
    }

    /// Emits `OpString` of the name and `OpSource` of the text. Returns the id of the name.
    fn plain_source(&mut self, language: spirv::SourceLanguage, name: &str, text: &str) -> Id {
        let file = self.ids.id();
        let strings = &mut self.sections.strings;
        strings.literal_string(file, name);
        let mut pieces = pieces(text);
        let open = strings.open(spirv::Op::Source);
        strings.operand(language);
        strings.operand(0_u32);
        strings.operand(file);
        strings.string(pieces.next().unwrap_or(""));
        strings.close(open);
        for piece in pieces {
            let open = strings.open(spirv::Op::SourceContinued);
            strings.string(piece);
            strings.close(open);
        }
        file
    }
}

/// Splits a text into pieces that fit into one literal string each, at character boundaries. An empty text is one
/// piece.
pub(super) fn pieces(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(source);
    core::iter::from_fn(move || {
        let (piece, tail) = rest?.split_at(fitting(rest?).len());
        rest = Some(tail).filter(|tail| !tail.is_empty());
        Some(piece)
    })
}
