//! The source texts of debug information: their number of lines, and the length of each line
//! (NonSemantic.Shader.DebugInfo, DebugSource and DebugSourceContinued; "Line and Columns index"; OpenCL.DebugInfo.100,
//! DebugSource).
//!
//! Several sources may share a text, which is read for each of them. The number of words read is limited to a multiple
//! of the module's length, so that the time stays linear; modules written by compilers do not come near this limit.

use super::super::module::{Inst, Module};
use hashbrown::HashMap;
use spirv::Op;

/// The lines of each source, by the id of its `DebugSource`.
#[derive(Default)]
pub(super) struct Texts {
    /// The length of each line in bytes; a line break at the end begins another line.
    lines: HashMap<u32, Vec<u32>>,
    /// The source that the next `DebugSourceContinued` would continue.
    last: u32,
    read: usize,
}

impl Texts {
    /// Reads a `DebugSource`. The lines of a source without a text are unknown.
    pub fn source(&mut self, module: &Module<'_>, inst: &Inst, text: Option<u32>) {
        self.last = inst.result;
        if let Some(text) = text.filter(|&text| self.may_read(module, text)) {
            let mut lines = vec![0];
            append(module, text, &mut lines);
            self.lines.insert(inst.result, lines);
        }
    }

    /// Reads a `DebugSourceContinued`.
    pub fn continued(&mut self, module: &Module<'_>, text: u32) {
        if !self.may_read(module, text) {
            self.lines.remove(&self.last);
        } else if let Some(lines) = self.lines.get_mut(&self.last) {
            append(module, text, lines);
        }
    }

    /// The lengths of a source's lines, if they are known. An empty text has none: the source is not embedded.
    pub fn of(&self, source: u32) -> Option<&[u32]> {
        self.lines.get(&source).map(Vec::as_slice).filter(|&lines| lines != [0])
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
