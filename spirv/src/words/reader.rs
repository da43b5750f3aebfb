//! Splits words into a header and instructions without copying them (SPIR-V §2.3, Physical Layout of a SPIR-V Module
//! and Instruction), and converts bytes of either order to words.
//!
//! The reader knows the physical form only: an opcode that is not in the grammar is an instruction like any other. Any
//! input yields instructions or an error.

use super::grammar::{self, OperandContext, Operands, Syntax};
use super::module::{HEADER_WORDS, MAGIC};
use alloc::vec::Vec;
use core::fmt;

/// The words or bytes do not have the physical form of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The number of bytes is not a multiple of four.
    Bytes {
        /// The number of bytes.
        bytes: usize,
    },
    /// There are fewer words than in a header.
    TooShort {
        /// The number of words.
        words: usize,
    },
    /// The first word is neither the magic number nor the magic number with its bytes swapped.
    Magic {
        /// The first word.
        word: u32,
    },
    /// The words have the other byte order. [`words_from_bytes`] converts bytes of either order.
    Swapped,
    /// An instruction has a word count of zero.
    ZeroWordCount {
        /// The index of its first word in the module.
        offset: usize,
    },
    /// An instruction is longer than the rest of the module.
    PastEnd {
        /// The index of its first word in the module.
        offset: usize,
        /// Its word count.
        count: usize,
        /// The number of words from its first word to the end of the module.
        left: usize,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes { bytes } => write!(f, "{bytes} bytes are not a whole number of words"),
            Self::TooShort { words } => write!(f, "{words} words are too short for the header, which has 5"),
            Self::Magic { word } => write!(f, "the first word is {word:#010x} and not the magic number 0x07230203"),
            Self::Swapped => f.write_str("the words are of the other byte order"),
            Self::ZeroWordCount { offset } => write!(f, "the instruction at word {offset} has a word count of zero"),
            Self::PastEnd { offset, count, left } => write!(
                f,
                "the instruction at word {offset} has {count} words, but only {left} are left"
            ),
        }
    }
}

impl core::error::Error for ReadError {}

impl ReadError {
    /// The index of the word at which the error is.
    #[must_use]
    pub fn offset(&self) -> usize {
        match *self {
            Self::Bytes { bytes } => bytes / 4,
            Self::TooShort { words } => words,
            Self::Magic { .. } | Self::Swapped => 0,
            Self::ZeroWordCount { offset } | Self::PastEnd { offset, .. } => offset,
        }
    }
}

/// The header of a module, without its magic number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The version word: 1.3 is `0x0001_0300`.
    pub version: u32,
    /// The generator word.
    pub generator: u32,
    /// The id bound that the module states: one more than its largest id.
    pub bound: u32,
    /// Reserved; zero in valid modules.
    pub schema: u32,
}

/// One instruction, which borrows its words.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Instruction<'w> {
    /// The opcode, which may be unknown.
    pub opcode: u16,
    /// The index of its first word in the module.
    pub offset: usize,
    /// All its words, at least one.
    pub words: &'w [u32],
    /// The syntax of the opcode; `None` if it is not in the grammar.
    pub syntax: Option<Syntax>,
}

impl<'w> Instruction<'w> {
    /// The result type, if the opcode has one and the instruction is long enough.
    #[inline]
    #[must_use]
    pub fn result_type(&self) -> Option<u32> {
        self.syntax
            .filter(|syntax| syntax.has_result_type)
            .and_then(|_| self.words.get(1).copied())
    }

    /// The result id, if the opcode has one and the instruction is long enough.
    #[inline]
    #[must_use]
    pub fn result(&self) -> Option<u32> {
        let syntax = self.syntax.filter(|syntax| syntax.has_result)?;
        self.words.get(1 + usize::from(syntax.has_result_type)).copied()
    }

    /// The words after the first word, the result type and the result. For an unknown opcode, all words after the
    /// first.
    #[inline]
    #[must_use]
    pub fn operand_words(&self) -> &'w [u32] {
        let skip = self
            .syntax
            .map_or(0, |s| usize::from(s.has_result_type) + usize::from(s.has_result));
        self.words.get(1 + skip..).unwrap_or(&[])
    }

    /// The operands by the grammar, including result type and result; `None` for an unknown opcode.
    #[must_use]
    pub fn operands(&self, context: OperandContext) -> Option<Operands<'w>> {
        Some(Operands::new(self.words, &self.syntax?, context))
    }
}

/// Iterates over the instructions of a module in order. Ends after the first error.
#[derive(Clone, Debug)]
pub struct Reader<'w> {
    /// The words that have not been read.
    rest: &'w [u32],
    /// The index of the first of them.
    offset: usize,
}

impl<'w> Reader<'w> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// [`ReadError::TooShort`], [`ReadError::Magic`] or [`ReadError::Swapped`].
    pub fn new(words: &'w [u32]) -> Result<(Header, Self), ReadError> {
        check_magic(words.first().copied())?;
        let Some(&[_, version, generator, bound, schema]) = words.first_chunk::<HEADER_WORDS>() else {
            return Err(ReadError::TooShort { words: words.len() });
        };
        Ok((
            Header {
                version,
                generator,
                bound,
                schema,
            },
            Self {
                rest: words.get(HEADER_WORDS..).unwrap_or(&[]),
                offset: HEADER_WORDS,
            },
        ))
    }

    /// Reads the instructions of words without a header. Offsets are those in the words.
    #[cfg(feature = "drivers")]
    pub(crate) fn of_instructions(words: &'w [u32]) -> Self {
        Self { rest: words, offset: 0 }
    }

    /// The index of the first word of the next instruction.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The index of the next instruction, and its words, at least one.
    #[inline]
    pub(crate) fn next_words(&mut self) -> Option<Result<(usize, &'w [u32]), ReadError>> {
        let rest = self.rest;
        let first = *rest.first()?;
        let offset = self.offset;
        let count = (first >> 16) as usize;
        match rest.split_at_checked(count) {
            Some((words, rest)) if count != 0 => {
                self.rest = rest;
                self.offset = offset + count;
                Some(Ok((offset, words)))
            }
            _ => {
                self.rest = &[];
                self.offset = offset + rest.len();
                Some(Err(match count {
                    0 => ReadError::ZeroWordCount { offset },
                    _ => ReadError::PastEnd {
                        offset,
                        count,
                        left: rest.len(),
                    },
                }))
            }
        }
    }
}

fn check_magic(first: Option<u32>) -> Result<(), ReadError> {
    match first {
        None => Err(ReadError::TooShort { words: 0 }),
        Some(MAGIC) => Ok(()),
        Some(word) if word.swap_bytes() == MAGIC => Err(ReadError::Swapped),
        Some(word) => Err(ReadError::Magic { word }),
    }
}

impl<'w> Iterator for Reader<'w> {
    type Item = Result<Instruction<'w>, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_words()?;
        Some(next.map(|(offset, words)| {
            let opcode = words.first().map_or(0, |first| (first & 0xFFFF) as u16);
            Instruction {
                opcode,
                offset,
                words,
                syntax: grammar::syntax(opcode),
            }
        }))
    }
}

/// Converts the bytes of a module to words. The magic number determines the byte order.
///
/// # Errors
///
/// [`ReadError::Bytes`] if the bytes are not a whole number of words, [`ReadError::TooShort`] if there is no first
/// word, [`ReadError::Magic`] if the first word is the magic number in neither byte order.
pub fn words_from_bytes(bytes: &[u8]) -> Result<Vec<u32>, ReadError> {
    let first = bytes.first_chunk().map(|&chunk| u32::from_le_bytes(chunk));
    let is_swapped = match check_magic(first) {
        Ok(()) => false,
        Err(ReadError::Swapped) => true,
        Err(error) => return Err(error),
    };
    let (words, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        return Err(ReadError::Bytes { bytes: bytes.len() });
    }
    // One loop for each byte order, so that the common one is a copy.
    Ok(match is_swapped {
        false => words.iter().map(|&word| u32::from_le_bytes(word)).collect(),
        true => words.iter().map(|&word| u32::from_be_bytes(word)).collect(),
    })
}
