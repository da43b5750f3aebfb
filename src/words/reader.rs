//! Splits words into a header and instructions without copying them (SPIR-V §2.3), and bytes of either order into words.
//!
//! Owns the physical form and knows nothing of what an instruction may say; an opcode that the grammar does not know is
//! an instruction like any other. Any input gives an answer.

use super::grammar::{self, OperandContext, Operands, Syntax};
use super::module::{HEADER_WORDS, MAGIC};
use alloc::vec::Vec;

/// Words or bytes that have not the physical form of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The number of bytes is no multiple of four.
    #[error("{bytes} bytes are not a whole number of words")]
    Bytes {
        /// How many there are.
        bytes: usize,
    },
    /// There are fewer words than a header has.
    #[error("{words} words are too short for the header, which has 5")]
    TooShort {
        /// How many there are.
        words: usize,
    },
    /// The first word is neither the magic number nor the magic number with its bytes swapped.
    #[error("the first word is {word:#010x} and not the magic number 0x07230203")]
    Magic {
        /// The first word.
        word: u32,
    },
    /// The words are of the other byte order: they have to be made from the bytes with [`words_from_bytes`].
    #[error("the words are of the other byte order")]
    Swapped,
    /// An instruction has a word count of zero.
    #[error("the instruction at word {offset} has a word count of zero")]
    ZeroWordCount {
        /// Where it begins, in words from the module's first.
        offset: usize,
    },
    /// An instruction is longer than what is left of the module.
    #[error("the instruction at word {offset} has {count} words, but only {left} are left")]
    PastEnd {
        /// Where it begins, in words from the module's first.
        offset: usize,
        /// Its word count.
        count: usize,
        /// The number of words from its first to the module's last.
        left: usize,
    },
}

impl ReadError {
    /// The word that is wrong, counted from the module's first.
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

/// The header of a module after its magic number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The version word: 1.3 is `0x0001_0300`.
    pub version: u32,
    /// The generator word.
    pub generator: u32,
    /// One more than the largest id, as the module claims.
    pub bound: u32,
    /// Reserved; zero in every module that is valid.
    pub schema: u32,
}

/// One instruction, in place.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Instruction<'w> {
    /// The opcode, known or not.
    pub opcode: u16,
    /// Where it begins, in words from the module's first.
    pub offset: usize,
    /// All its words, at least one.
    pub words: &'w [u32],
    /// The syntax of the opcode; `None` when the grammar does not know it.
    pub syntax: Option<&'static Syntax>,
}

impl<'w> Instruction<'w> {
    /// The result type, if the opcode has one and the word is there.
    #[inline]
    #[must_use]
    pub fn result_type(&self) -> Option<u32> {
        self.syntax
            .filter(|syntax| syntax.has_result_type)
            .and_then(|_| self.words.get(1).copied())
    }

    /// The result id, if the opcode has one and the word is there.
    #[inline]
    #[must_use]
    pub fn result(&self) -> Option<u32> {
        let syntax = self.syntax.filter(|syntax| syntax.has_result)?;
        self.words.get(1 + usize::from(syntax.has_result_type)).copied()
    }

    /// The words after the first, the result type and the result; of an unknown opcode all words after the first.
    #[inline]
    #[must_use]
    pub fn operand_words(&self) -> &'w [u32] {
        let skip = self
            .syntax
            .map_or(0, |s| usize::from(s.has_result_type) + usize::from(s.has_result));
        self.words.get(1 + skip..).unwrap_or(&[])
    }

    /// The operands as the grammar splits them, with result type and result; `None` for an unknown opcode.
    #[must_use]
    pub fn operands(&self, context: OperandContext) -> Option<Operands<'w>> {
        Some(Operands::new(self.words, self.syntax?, context))
    }
}

/// The instructions of a module in order. Ends after the first error.
#[derive(Clone, Debug)]
pub struct Reader<'w> {
    /// What has not been read.
    rest: &'w [u32],
    /// Where that begins.
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

    /// Where the next instruction begins, in words from the module's first.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Where the next instruction begins and its words, at least one.
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

/// Makes words from the bytes of a module of either byte order; the magic number tells which.
///
/// # Errors
///
/// [`ReadError::Bytes`] when the bytes do not make whole words, [`ReadError::TooShort`] when there is not even a first
/// word, [`ReadError::Magic`] when that is the magic number in neither order.
pub fn words_from_bytes(bytes: &[u8]) -> Result<Vec<u32>, ReadError> {
    let first = bytes.first_chunk().map(|&chunk| u32::from_le_bytes(chunk));
    let convert = match check_magic(first) {
        Ok(()) => u32::from_le_bytes,
        Err(ReadError::Swapped) => u32::from_be_bytes,
        Err(error) => return Err(error),
    };
    if !bytes.len().is_multiple_of(4) {
        return Err(ReadError::Bytes { bytes: bytes.len() });
    }
    Ok(bytes
        .chunks_exact(4)
        .filter_map(|chunk| chunk.first_chunk().map(|&chunk| convert(chunk)))
        .collect())
}
