//! A section: words to which operations append. No instruction object exists between a call and its words.

use super::id::{FunctionId, Id, LabelId, TypeId, ValueId};
use alloc::vec::Vec;

/// The maximum number of words of an instruction, whose word count has 16 bits (SPIR-V §2.3, Physical Layout of a
/// SPIR-V Module and Instruction).
pub const MAX_INSTRUCTION_WORDS: usize = 0xFFFF;

/// The maximum number of bytes of a literal string. SPIR-V §2.17, Universal Limits, allows this many characters, and
/// each has at least one byte.
pub const MAX_STRING_BYTES: usize = 0xFFFF;

/// The longest prefix of a text that fits in a literal string. It ends at a character boundary.
#[inline]
pub fn fitting(text: &str) -> &str {
    let mut end = text.len().min(MAX_STRING_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Whether a text has a zero byte. Nearly none has, so that to look at all of it is faster than to look for the first.
#[inline]
pub fn has_zero(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | (byte == 0))
}

/// A value that is one operand word.
pub trait Operand: Copy {
    /// The word.
    fn word(self) -> u32;
}

impl Operand for u32 {
    #[inline]
    fn word(self) -> u32 {
        self
    }
}

macro_rules! id_operands {
    ($($name:ty),*) => {$(
        impl Operand for $name {
            #[inline]
            fn word(self) -> u32 {
                Id::from(self).number()
            }
        }
    )*};
}

id_operands!(Id, TypeId, ValueId, LabelId, FunctionId);

macro_rules! enum_operands {
    ($($name:ident),*) => {$(
        impl Operand for spirv::$name {
            #[inline]
            fn word(self) -> u32 {
                self as u32
            }
        }
    )*};
}

enum_operands!(
    AddressingModel,
    BuiltIn,
    Capability,
    Decoration,
    Dim,
    ExecutionMode,
    ExecutionModel,
    GlslStd450Op,
    GroupOperation,
    ImageFormat,
    MemoryModel,
    Op,
    SourceLanguage,
    StorageClass
);

macro_rules! mask_operands {
    ($($name:ident),*) => {$(
        impl Operand for spirv::$name {
            #[inline]
            fn word(self) -> u32 {
                self.bits()
            }
        }
    )*};
}

mask_operands!(
    FunctionControl,
    ImageOperands,
    LoopControl,
    MemoryAccess,
    SelectionControl
);

/// One section of the logical layout (SPIR-V §2.4, Logical Layout of a Module), or a part of a function.
#[derive(Debug, Default)]
pub struct Section {
    words: Vec<u32>,
    /// The number of words of the longest instruction that does not fit its word count; 0 if there is none.
    oversized: usize,
}

/// The position of an instruction whose length is not known yet.
#[derive(Debug)]
#[must_use = "an open instruction has no word count until it is closed"]
pub struct Open {
    at: usize,
}

impl Section {
    /// The words so far.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The number of words so far.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "nothing asks for it")]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The number of words of an instruction that has more than [`MAX_INSTRUCTION_WORDS`]. Its word count is wrong, so
    /// a section with such an instruction is not valid SPIR-V.
    #[inline]
    #[must_use]
    pub fn oversized(&self) -> Option<usize> {
        (self.oversized > 0).then_some(self.oversized)
    }

    /// Records an instruction that does not fit its word count.
    #[cold]
    fn note_oversized(&mut self, count: usize) {
        self.oversized = self.oversized.max(count);
    }

    /// The number of words that fit without a new allocation.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.words.capacity()
    }

    /// Frees memory of a section that has room for more than `keep` words. Its words are not kept then.
    #[cold]
    pub fn shrink(&mut self, keep: usize) {
        if self.words.capacity() > keep {
            self.words = Vec::with_capacity(keep / 4);
        }
    }

    /// Makes room for `words` more words, so that a new section does not grow in steps.
    #[inline]
    pub fn reserve(&mut self, words: usize) {
        self.words.reserve(words);
    }

    /// Removes the words and keeps all memory, for buffers that are filled and emptied within one module.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
        self.oversized = 0;
    }

    /// Removes the words from `len` on.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.words.truncate(len);
    }

    /// Removes whole instructions. Nothing may refer to their results.
    #[inline]
    pub fn remove(&mut self, words: core::ops::Range<usize>) {
        self.words.drain(words);
    }

    /// Removes instructions of the same length. `starts` are their positions in ascending order.
    pub fn remove_all(&mut self, starts: impl Iterator<Item = usize>, length: usize) {
        let (mut kept, mut from) = (self.words.len(), self.words.len());
        for start in starts {
            if from == self.words.len() {
                kept = start;
            } else {
                self.words.copy_within(from..start, kept);
                kept += start - from;
            }
            from = start + length;
        }
        let rest = self.words.len() - from;
        self.words.copy_within(from.., kept);
        self.words.truncate(kept + rest);
    }

    /// Replaces one word.
    #[inline]
    pub fn replace(&mut self, at: usize, word: u32) {
        self.words[at] = word;
    }

    /// Appends the words of another section.
    #[inline]
    pub fn append(&mut self, other: &Self) {
        self.words.extend_from_slice(&other.words);
        self.oversized = self.oversized.max(other.oversized);
    }

    /// Opens an instruction of variable length. [`Section::close`] writes its word count.
    #[inline]
    pub fn open(&mut self, op: spirv::Op) -> Open {
        let at = self.words.len();
        self.words.push(op as u32);
        Open { at }
    }

    /// Appends one operand to the open instruction.
    #[inline]
    pub fn operand(&mut self, operand: impl Operand) {
        self.words.push(operand.word());
    }

    /// Appends a literal string to the open instruction: UTF-8, four bytes per word in little-endian order, terminated
    /// by a zero byte (SPIR-V §2.2.1, Instructions). The text is truncated at a zero byte, and before the first
    /// character that does not fit in [`MAX_STRING_BYTES`].
    pub fn string(&mut self, text: &str) {
        // A zero byte terminates the string.
        let text = if has_zero(text) {
            text.split('\0').next().unwrap_or("")
        } else {
            text
        };
        let bytes = fitting(text).as_bytes();
        let (words, rest) = bytes.as_chunks();
        self.words.extend(words.iter().map(|&word| u32::from_le_bytes(word)));
        self.words.push(little_endian(rest));
    }

    /// Closes an open instruction. If it does not fit its word count, the section becomes [`Self::oversized`].
    #[inline]
    pub fn close(&mut self, open: Open) {
        let count = self.words.len() - open.at;
        if count > MAX_INSTRUCTION_WORDS {
            self.note_oversized(count);
        }
        if let Some(header) = self.words.get_mut(open.at) {
            *header |= (count.min(MAX_INSTRUCTION_WORDS) as u32) << 16;
        }
    }

    /// Appends the operands at the end of an instruction, after its first `before` words. If the instruction does not
    /// fit its word count, the section becomes [`Self::oversized`].
    ///
    /// Most lists are empty, known where the method is inlined.
    #[inline(always)]
    pub(super) fn operands<T: Operand>(&mut self, before: usize, operands: &[T]) {
        match *operands {
            [] => {}
            [one] => self.words.push(one.word()),
            _ => self.several_operands(before, operands),
        }
    }

    fn several_operands<T: Operand>(&mut self, before: usize, operands: &[T]) {
        // Most lists are short, and a call of a copy function takes longer than storing their words.
        match *operands {
            [one, two] => self.fixed([one.word(), two.word()]),
            [one, two, three] => self.fixed([one.word(), two.word(), three.word()]),
            _ => {
                if before + operands.len() > MAX_INSTRUCTION_WORDS {
                    self.note_oversized(before + operands.len());
                }
                self.words.extend(operands.iter().map(|&operand| operand.word()));
            }
        }
    }

    /// The same as [`Self::fixed`], where the code of a call is less than that of the capacity check.
    #[inline(never)]
    pub(super) fn append_words<const N: usize>(&mut self, words: [u32; N]) {
        self.words.extend_from_slice(&words);
    }

    /// Appends a fixed number of words, with one capacity check.
    #[inline]
    pub(super) fn fixed<const N: usize>(&mut self, words: [u32; N]) {
        self.words.extend_from_slice(&words);
    }
}

/// The word of up to four bytes in little-endian order, padded with zeros.
fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// The first word of an instruction.
#[inline]
pub(super) const fn header(op: spirv::Op, count: usize) -> u32 {
    (op as u32) | ((count as u32) << 16)
}
