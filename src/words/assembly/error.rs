//! Why text is no module: what is wrong with a part of it, and where.

use crate::words::grammar::OperandKind;
use crate::words::section::MAX_INSTRUCTION_WORDS;
use alloc::string::String;

/// Why text is no module, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
#[non_exhaustive]
pub struct AssemblyError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: AssemblyReason,
}

/// What is wrong with a part of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssemblyReason {
    /// Neither a result, an opcode nor a word.
    #[error("an instruction should begin here, not `{0}`")]
    NoInstruction(String),
    /// An opcode that the grammar does not know.
    #[error("`{0}` is no instruction")]
    UnknownOpcode(String),
    /// A result before an instruction that has none.
    #[error("{0} has no result")]
    UnexpectedResult(&'static str),
    /// An instruction that has a result, without one.
    #[error("{0} has a result: `%name = {0} …`")]
    MissingResult(&'static str),
    /// The instruction ends too early.
    #[error("{opcode} lacks an operand: {}", kind.name())]
    MissingOperand {
        /// The instruction.
        opcode: &'static str,
        /// What should follow.
        kind: OperandKind,
    },
    /// The instruction has no such operand.
    #[error("{opcode} has no operand here: `{found}`")]
    SurplusOperand {
        /// The instruction.
        opcode: &'static str,
        /// What follows its last operand.
        found: String,
    },
    /// An operand of another kind.
    #[error("`{found}` is no {}", kind.name())]
    WrongOperand {
        /// What should be there.
        kind: OperandKind,
        /// What is there.
        found: String,
    },
    /// A number that its type cannot hold.
    #[error("`{found}` is no number of {bits} bits")]
    WrongNumber {
        /// What is there.
        found: String,
        /// The type's width.
        bits: u32,
    },
    /// No closing quotation mark.
    #[error("the string has no end")]
    UnterminatedString,
    /// The instruction has more words than its count can tell (SPIR-V §2.3).
    #[error("the instruction has more than {MAX_INSTRUCTION_WORDS} words")]
    TooLong,
    /// Every id is taken.
    #[error("there is no id left")]
    TooManyIds,
}
