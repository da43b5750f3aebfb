//! The errors of the assembler: the reason and the position in the text.

use crate::words::grammar::OperandKind;
use crate::words::section::MAX_INSTRUCTION_WORDS;
use alloc::string::String;
use core::fmt;

/// A syntax error in assembly text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AssemblyError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The reason of the error.
    pub reason: AssemblyReason,
}

/// The reason why a part of a text cannot be assembled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssemblyReason {
    /// The text is not a result, opcode or raw word.
    NoInstruction(String),
    /// The opcode is not in the grammar.
    UnknownOpcode(String),
    /// There is a result before an instruction that has none.
    UnexpectedResult(&'static str),
    /// An instruction that has a result is written without one.
    MissingResult(&'static str),
    /// The instruction has too few operands.
    MissingOperand {
        /// The instruction.
        opcode: &'static str,
        /// The kind of the missing operand.
        kind: OperandKind,
    },
    /// The instruction has too many operands.
    SurplusOperand {
        /// The instruction.
        opcode: &'static str,
        /// The text after the last operand.
        found: String,
    },
    /// The operand is not of the required kind.
    WrongOperand {
        /// The required kind.
        kind: OperandKind,
        /// The text of the operand.
        found: String,
    },
    /// The number does not fit its type.
    WrongNumber {
        /// The text of the number.
        found: String,
        /// The width of the type in bits.
        bits: u32,
    },
    /// The string has no closing quotation mark.
    UnterminatedString,
    /// The instruction has too many words for its word count (SPIR-V §2.3, Physical Layout of a SPIR-V Module and
    /// Instruction).
    TooLong,
    /// All ids are used.
    TooManyIds,
}

impl fmt::Display for AssemblyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.reason)
    }
}

impl core::error::Error for AssemblyError {}

impl fmt::Display for AssemblyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInstruction(found) => write!(f, "an instruction should begin here, not `{found}`"),
            Self::UnknownOpcode(found) => write!(f, "`{found}` is no instruction"),
            Self::UnexpectedResult(opcode) => write!(f, "{opcode} has no result"),
            Self::MissingResult(opcode) => write!(f, "{opcode} has a result: `%name = {opcode} …`"),
            Self::MissingOperand { opcode, kind } => write!(f, "{opcode} lacks an operand: {}", kind.name()),
            Self::SurplusOperand { opcode, found } => write!(f, "{opcode} has no operand here: `{found}`"),
            Self::WrongOperand { kind, found } => write!(f, "`{found}` is no {}", kind.name()),
            Self::WrongNumber { found, bits } => write!(f, "`{found}` is no number of {bits} bits"),
            Self::UnterminatedString => f.write_str("the string has no end"),
            Self::TooLong => write!(f, "the instruction has more than {MAX_INSTRUCTION_WORDS} words"),
            Self::TooManyIds => f.write_str("there is no id left"),
        }
    }
}

impl core::error::Error for AssemblyReason {}
