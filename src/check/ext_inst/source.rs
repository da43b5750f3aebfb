//! The texts of `DebugSource`s, as far as lines and columns are held against them (NonSemantic.Shader.DebugInfo, "Line
//! and Columns index").
//!
//! Knows where lines end and nothing of what is in them.

use super::super::module::Module;
use super::debug_table::{SOURCE, SOURCE_CONTINUED};
use spirv::Op;

/// The lines of the sources that were asked for.
#[derive(Default)]
pub(super) struct Sources {
    /// For each source the range of its lines, empty for one that is not known.
    ranges: hashbrown::HashMap<u32, core::ops::Range<usize>>,
    /// The bytes in each line, of all sources.
    lengths: Vec<u32>,
    /// How many words of text were read: one string may be named by many sources.
    read: usize,
}

impl Sources {
    /// How many lines a source has; `None` if its text is not known.
    pub fn lines(&mut self, module: &Module<'_>, source: u32) -> Option<u32> {
        let range = self.range(module, source);
        (!range.is_empty()).then(|| u32::try_from(range.len()).unwrap_or(u32::MAX))
    }

    /// How many bytes a line has; `None` if it is not known. Lines are counted from 1.
    pub fn length(&mut self, module: &Module<'_>, source: u32, line: u32) -> Option<u32> {
        let range = self.range(module, source);
        let lengths = self.lengths.get(range).unwrap_or(&[]);
        lengths.get((line as usize).checked_sub(1)?).copied()
    }

    fn range(&mut self, module: &Module<'_>, source: u32) -> core::ops::Range<usize> {
        if let Some(range) = self.ranges.get(&source) {
            return range.clone();
        }
        let from = self.lengths.len();
        self.read(module, source);
        let range = from..self.lengths.len();
        self.ranges.insert(source, range.clone());
        range
    }

    /// Reads a source's text and what continues it.
    fn read(&mut self, module: &Module<'_>, source: u32) {
        let Some(def) = module.def(source).filter(|def| def.op == Op::ExtInst) else {
            return;
        };
        let &[set, SOURCE, _, text, ..] = module.operands(def) else {
            return;
        };
        let mut length = 0;
        let from = self.lengths.len();
        let mut next = Some((def.index, text));
        while let Some((index, text)) = next {
            let words = match module.def(text).filter(|def| def.op == Op::String) {
                Some(def) => module.operands(def),
                None => &[],
            };
            self.read = self.read.saturating_add(words.len()).saturating_add(1);
            if words.is_empty() || self.read > module.words.len().saturating_mul(2) {
                self.lengths.truncate(from);
                return;
            }
            for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
                match byte {
                    0 => break,
                    b'\n' => self.lengths.push(core::mem::take(&mut length)),
                    _ => length += 1,
                }
            }
            next = module.inst(index + 1).and_then(|inst| match *module.operands(inst) {
                [again, SOURCE_CONTINUED, text, ..] if inst.op == Op::ExtInst && again == set => {
                    Some((inst.index, text))
                }
                _ => None,
            });
        }
        self.lengths.push(length);
    }
}
