//! Debug information: `OpSource`, `OpString`, `OpLine` (SPIR-V §3.49.3), and the set `NonSemantic.DebugPrintf`.
//!
//! Lines are found by bisection in a table made once a module, so that the cost is linear in the statements.

use super::emitter::Emitter;
use crate::options::DebugInfo;
use crate::words::{Id, fitting};

/// Where the lines of the source start, and the id of its name.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(super) file: Option<Id>,
    starts: Vec<u32>,
    pub(super) last: Option<(u32, u32)>,
    /// Spans are written in place of lines, start and end as byte offsets: words that are read back to learn what in the
    /// source an instruction was written for.
    pub(crate) spans: bool,
}

impl Lines {
    pub(crate) fn reset(&mut self) {
        self.spans = false;
        self.file = None;
        self.starts.clear();
        self.last = None;
    }

    /// The line and column of a byte offset, both from 1.
    pub(super) fn place(&self, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = line
            .checked_sub(1)
            .and_then(|line| self.starts.get(line))
            .copied()
            .unwrap_or(0);
        (line.max(1) as u32, (offset - start).saturating_add(1))
    }
}

impl Emitter<'_> {
    /// Writes the source text and prepares the table of its lines.
    pub(crate) fn write_source(&mut self) {
        let options = self.options;
        let Some(DebugInfo {
            ref source,
            ref file_name,
            language,
        }) = options.debug_info
        else {
            return;
        };
        let file = self.ids.id();
        let strings = &mut self.sections.strings;
        let open = strings.open(spirv::Op::String);
        strings.operand(file);
        strings.string(file_name);
        strings.close(open);
        let mut pieces = pieces(source);
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
        self.lines.file = Some(file);
        self.lines.starts.push(0);
        let ends = source.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        self.lines.starts.extend(ends.map(|(at, _)| at as u32 + 1));
    }
}

/// The instruction set that prints, and the formats that were declared.
#[derive(Debug)]
pub(crate) struct Printf {
    set: Id,
    formats: Vec<(&'static str, Id)>,
}

impl Emitter<'_> {
    /// The set `NonSemantic.DebugPrintf` and a format, declared when first asked for.
    pub(crate) fn printf(&mut self, format: &'static str) -> (Id, Id) {
        let mut printf = match self.printf.take() {
            Some(printf) => printf,
            None => {
                if self.plan.facts().non_semantic_extension {
                    let span = self.span;
                    self.requirements
                        .need_spirv_extension("SPV_KHR_non_semantic_info", span);
                }
                let set = self.ids.id();
                self.sections.imports.ext_inst_import(set, "NonSemantic.DebugPrintf");
                Printf {
                    set,
                    formats: Vec::new(),
                }
            }
        };
        let known = printf.formats.iter().find(|&&(known, _)| known == format);
        let id = match known {
            Some(&(_, id)) => id,
            None => {
                let id = self.ids.id();
                let strings = &mut self.sections.strings;
                let open = strings.open(spirv::Op::String);
                strings.operand(id);
                strings.string(format);
                strings.close(open);
                printf.formats.push((format, id));
                id
            }
        };
        let set = printf.set;
        self.printf = Some(printf);
        (set, id)
    }
}

/// The text in pieces that fit one literal string each, cut between characters.
fn pieces(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = source;
    let mut first = true;
    core::iter::from_fn(move || {
        if rest.is_empty() && !first {
            return None;
        }
        first = false;
        let (piece, tail) = rest.split_at(fitting(rest).len());
        rest = tail;
        Some(piece)
    })
}
