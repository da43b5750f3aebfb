//! The errors of the assembler: the reason and the position in the text.

use crate::words::grammar::OperandKind;
use crate::words::section::MAX_INSTRUCTION_WORDS;
use alloc::string::String;

/// A syntax error in assembly text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssemblyReason {
    /// The text is not a result, opcode or raw word.
    #[error("an instruction should begin here, not `{0}`")]
    NoInstruction(String),
    /// The opcode is not in the grammar.
    #[error("`{0}` is no instruction")]
    UnknownOpcode(String),
    /// There is a result before an instruction that has none.
    #[error("{0} has no result")]
    UnexpectedResult(&'static str),
    /// An instruction that has a result is written without one.
    #[error("{0} has a result: `%name = {0} …`")]
    MissingResult(&'static str),
    /// The instruction has too few operands.
    #[error("{opcode} lacks an operand: {}", kind.name())]
    MissingOperand {
        /// The instruction.
        opcode: &'static str,
        /// The kind of the missing operand.
        kind: OperandKind,
    },
    /// The instruction has too many operands.
    #[error("{opcode} has no operand here: `{found}`")]
    SurplusOperand {
        /// The instruction.
        opcode: &'static str,
        /// The text after the last operand.
        found: String,
    },
    /// The operand is not of the required kind.
    #[error("`{found}` is no {}", kind.name())]
    WrongOperand {
        /// The required kind.
        kind: OperandKind,
        /// The text of the operand.
        found: String,
    },
    /// The number does not fit its type.
    #[error("`{found}` is no number of {bits} bits")]
    WrongNumber {
        /// The text of the number.
        found: String,
        /// The width of the type in bits.
        bits: u32,
    },
    /// The string has no closing quotation mark.
    #[error("the string has no end")]
    UnterminatedString,
    /// The instruction has too many words for its word count (SPIR-V §2.3, Physical Layout of a SPIR-V Module and
    /// Instruction).
    #[error("the instruction has more than {MAX_INSTRUCTION_WORDS} words")]
    TooLong,
    /// All ids are used.
    #[error("there is no id left")]
    TooManyIds,
}
