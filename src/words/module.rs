//! The sections of a module in the order of the logical layout (SPIR-V §2.4), and their assembly behind a header.

use super::section::Section;
use alloc::vec::Vec;

/// The first word of every module (SPIR-V §2.3).
pub const MAGIC: u32 = spirv::MAGIC_NUMBER;
/// The words before the first instruction: magic, version, generator, bound, schema.
pub const HEADER_WORDS: usize = 5;
/// The generator word: tool id in the high half, tool version in the low. 0 stands for a tool that is not registered.
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
    /// What debug information says outside of functions, with the constants that it alone names.
    pub debug: Section,
    /// Function definitions; of those that `joints` name, what stands before `bodies`.
    pub functions: Section,
    /// The rest of those functions, one after another: what is long is copied once, when the module is assembled.
    pub bodies: Section,
    /// Where a function's words go on in `bodies`: the lengths of both once it was written.
    joints: Vec<[usize; 2]>,
}

impl Sections {
    /// What stands before the functions.
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

    /// Forgets all words; a section that has grown far above `expected` words gives its room back.
    pub fn reset(&mut self, expected: usize) {
        let Self {
            capabilities,
            extensions,
            imports,
            memory_model,
            entry_points,
            execution_modes,
            strings,
            names,
            annotations,
            globals,
            debug,
            functions,
            bodies,
            joints,
        } = self;
        joints.clear();
        for section in [
            capabilities,
            extensions,
            imports,
            memory_model,
            entry_points,
            execution_modes,
            strings,
            names,
            annotations,
            globals,
            debug,
            functions,
            bodies,
        ] {
            section.reset(expected);
        }
    }

    /// Ends a function whose last words are in `bodies`, which has this many words by now.
    pub fn join(&mut self, bodies: usize) {
        self.joints.push([self.functions.len(), bodies]);
    }

    /// The number of words of the whole module.
    #[must_use]
    pub fn len(&self) -> usize {
        let before: usize = self.in_order().iter().map(|section| section.len()).sum();
        HEADER_WORDS + before + self.functions.len() + self.bodies.len()
    }
}

/// Writes the header and the sections to `words`, which is emptied first and grows once.
///
/// `version` is the version word (`0x0001_0300` for 1.3), `bound` the id bound.
pub fn assemble(sections: &Sections, version: u32, bound: u32, words: &mut Vec<u32>) {
    words.clear();
    words.reserve_exact(sections.len());
    words.extend_from_slice(&[MAGIC, version, GENERATOR, bound, 0]);
    for section in sections.in_order() {
        // Most modules lack some.
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
