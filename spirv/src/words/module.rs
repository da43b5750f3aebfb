//! The sections of a module in the order of the logical layout (SPIR-V §2.4, Logical Layout of a Module), and their
//! assembly behind a header.

use super::section::Section;
use alloc::vec::Vec;

/// The first word of every module (SPIR-V §2.3, Physical Layout of a SPIR-V Module and Instruction).
pub const MAGIC: u32 = spirv::MAGIC_NUMBER;
/// The number of words before the first instruction: magic number, version, generator, bound, schema.
pub const HEADER_WORDS: usize = 5;
/// The generator word: the tool's id in the high half, its version in the low half. 0 is for tools that are not
/// registered.
pub const GENERATOR: u32 = 0;

/// One [`Section`] for each part of the logical layout.
#[derive(Debug, Default)]
pub struct Sections {
    /// `OpCapability`.
    pub capabilities: Section,
    /// `OpExtension`.
    pub extensions: Section,
    /// `OpExtInstImport`.
    pub imports: Section,
    /// `OpMemoryModel`.
    pub memory_model: Section,
    /// `OpEntryPoint`.
    pub entry_points: Section,
    /// `OpExecutionMode` and `OpExecutionModeId`.
    pub execution_modes: Section,
    /// `OpString`, `OpSource`.
    pub strings: Section,
    /// `OpName`, `OpMemberName`.
    pub names: Section,
    /// Decorations.
    pub annotations: Section,
    /// Types, constants and global variables.
    pub globals: Section,
    /// Debug information outside of functions, with the constants that only it uses.
    pub debug: Section,
    /// Function definitions. For the functions in `joints`, the words before those in `bodies`.
    pub functions: Section,
    /// The remaining words of those functions, one function after another. They are copied only once, when the module
    /// is assembled.
    pub bodies: Section,
    /// For each function whose last words are in `bodies`: the lengths of `functions` and `bodies` at its end.
    joints: Vec<[usize; 2]>,
}

impl Sections {
    /// The sections before the functions, in order.
    fn in_order(&self) -> [&Section; 11] {
        [
            &self.capabilities,
            &self.extensions,
            &self.imports,
            &self.memory_model,
            &self.entry_points,
            &self.execution_modes,
            &self.strings,
            &self.names,
            &self.annotations,
            &self.globals,
            &self.debug,
        ]
    }

    /// All sections.
    fn all_mut(&mut self) -> [&mut Section; 13] {
        [
            &mut self.capabilities,
            &mut self.extensions,
            &mut self.imports,
            &mut self.memory_model,
            &mut self.entry_points,
            &mut self.execution_modes,
            &mut self.strings,
            &mut self.names,
            &mut self.annotations,
            &mut self.globals,
            &mut self.debug,
            &mut self.functions,
            &mut self.bodies,
        ]
    }

    /// Removes all words. Frees the memory of a section that is far larger than `expected` words.
    pub fn reset(&mut self, expected: usize) {
        self.joints.clear();
        let (mut sections, mut capacity) = (self.all_mut(), 0);
        for section in &mut sections {
            section.clear();
            capacity += section.capacity();
        }
        let keep = expected.max(1024).saturating_mul(8);
        if capacity > keep {
            for section in sections {
                section.shrink(keep);
            }
        }
    }

    /// Ends a function whose last words are in `bodies`. `bodies` is the current length of that section.
    pub fn join(&mut self, bodies: usize) {
        self.joints.push([self.functions.len(), bodies]);
    }

    /// The number of words of the whole module.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "nothing asks for it")]
    pub fn len(&self) -> usize {
        let before: usize = self.in_order().iter().map(|section| section.len()).sum();
        HEADER_WORDS + before + self.functions.len() + self.bodies.len()
    }
}

/// Writes the header and the sections to `words`. The vector is emptied first and allocated once.
///
/// `version` is the version word (`0x0001_0300` for 1.3), `bound` the id bound.
pub fn assemble(sections: &Sections, version: u32, bound: u32, words: &mut Vec<u32>) {
    words.clear();
    words.reserve_exact(sections.len());
    words.extend_from_slice(&[MAGIC, version, GENERATOR, bound, 0]);
    for section in sections.in_order() {
        // Several sections are empty in most modules.
        if section.len() > 0 {
            words.extend_from_slice(section.words());
        }
    }
    let (functions, bodies) = (sections.functions.words(), sections.bodies.words());
    let mut from = [0, 0];
    for &[head, body] in sections.joints.iter().chain([&[functions.len(), bodies.len()]]) {
        words.extend_from_slice(functions.get(from[0]..head).unwrap_or(&[]));
        words.extend_from_slice(bodies.get(from[1]..body).unwrap_or(&[]));
        from = [head, body];
    }
}
