//! The texts of the sources that debug information speaks of: how many lines they have, and how long those are
//! (NonSemantic.Shader.DebugInfo, DebugSource and DebugSourceContinued; "Line and Columns index").
//!
//! A text that several sources share is read for each. What has been read is therefore counted, and no more is read than
//! the module is long, a few times over: time stays linear, and no compiler's module comes near.

use super::super::module::{Inst, Module};
use hashbrown::HashMap;
use spirv::Op;

/// The lines of each source, by the id of its `DebugSource`.
#[derive(Default)]
pub(super) struct Texts {
    /// The length of each line in bytes; a line break at the end begins another.
    lines: HashMap<u32, Vec<u32>>,
    /// The source that a `DebugSourceContinued` would continue.
    last: u32,
    read: usize,
}

impl Texts {
    /// Takes in a `DebugSource`; one without a text has no lines that are known.
    pub fn source(&mut self, module: &Module<'_>, inst: &Inst, text: Option<u32>) {
        self.last = inst.result;
        if let Some(text) = text.filter(|&text| self.may_read(module, text)) {
            let mut lines = vec![0];
            append(module, text, &mut lines);
            self.lines.insert(inst.result, lines);
        }
    }

    /// Takes in a `DebugSourceContinued`.
    pub fn continued(&mut self, module: &Module<'_>, text: u32) {
        if !self.may_read(module, text) {
            self.lines.remove(&self.last);
        } else if let Some(lines) = self.lines.get_mut(&self.last) {
            append(module, text, lines);
        }
    }

    /// The lengths of the lines of a source, if they are known.
    pub fn of(&self, source: u32) -> Option<&[u32]> {
        self.lines.get(&source).map(Vec::as_slice)
    }

    fn may_read(&mut self, module: &Module<'_>, text: u32) -> bool {
        let words = module.def(text).filter(|def| def.op == Op::String);
        let words = words.map_or(0, |def| module.operands(def).len());
        self.read = self.read.saturating_add(words);
        words != 0 && self.read <= module.words.len().saturating_mul(4)
    }
}

fn append(module: &Module<'_>, text: u32, lines: &mut Vec<u32>) {
    let words = module.def(text).map_or(&[][..], |def| module.operands(def));
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    for byte in bytes.take_while(|&byte| byte != 0) {
        match lines.last_mut() {
            Some(length) if byte != b'\n' => *length = length.saturating_add(1),
            _ => lines.push(0),
        }
    }
}
