//! The errors of the assembler: the reason and the position in the text.

use crate::nearest::nearest;
use crate::words::grammar::{Category, ExtendedSet, OperandKind, syntaxes};
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
    /// The name is that of no instruction of the extended set that `OpExtInst` names.
    NoExtendedInstruction {
        /// The set; `None` if the operand is not the result of an `OpExtInstImport` before it, or the set is unknown.
        set: Option<ExtendedSet>,
        /// The text of the name.
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

/// Adds the nearest of the known names.
fn near<'n>(f: &mut fmt::Formatter<'_>, found: &str, mut known: impl Iterator<Item = &'n str>) -> fmt::Result {
    match nearest(found, &mut known) {
        Some(name) => write!(f, "; the nearest is `{name}`"),
        None => Ok(()),
    }
}

/// A kind of operand in words: the kinds of ids and literals have a form, and those of enumerants are named as the
/// chapters of the specification that list them (SPIR-V §3).
struct Spoken(OperandKind);

impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use OperandKind as K;
        f.write_str(match self.0 {
            K::LiteralInteger => "number",
            K::LiteralFloat => "floating-point number",
            K::LiteralContextDependentNumber => "number of the result's type",
            K::LiteralString => "string in quotation marks",
            K::LiteralExtInstInteger => "instruction of a set",
            K::LiteralSpecConstantOpInteger => "instruction for OpSpecConstantOp",
            kind if matches!(kind.category(), Category::Id | Category::Pair) => "id: `%` and a name or number",
            kind => {
                for (at, letter) in kind.name().char_indices() {
                    if at > 0 && letter.is_uppercase() && kind.name()[..at].ends_with(char::is_lowercase) {
                        f.write_str(" ")?;
                    }
                    write!(f, "{}", letter.to_ascii_lowercase())?;
                }
                return Ok(());
            }
        })
    }
}

impl fmt::Display for AssemblyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInstruction(found) => write!(f, "an instruction should begin here, not `{found}`"),
            Self::UnknownOpcode(found) => {
                write!(f, "`{found}` is no instruction")?;
                near(f, found, syntaxes().map(|syntax| syntax.name))
            }
            Self::UnexpectedResult(opcode) => write!(f, "{opcode} has no result"),
            Self::MissingResult(opcode) => write!(f, "{opcode} has a result: `%name = {opcode} …`"),
            Self::MissingOperand { opcode, kind } => write!(f, "{opcode} lacks an operand: {}", Spoken(*kind)),
            Self::SurplusOperand { opcode, found } => write!(f, "{opcode} has no operand here: `{found}`"),
            Self::WrongOperand { kind, found } => {
                write!(f, "`{found}` is no {}", Spoken(*kind))?;
                match *kind {
                    OperandKind::LiteralSpecConstantOpInteger => {
                        near(f, found, syntaxes().filter_map(|syntax| syntax.name.strip_prefix("Op")))
                    }
                    // Of the names of a mask only one is wrong.
                    kind if kind.category() == Category::Mask => {
                        let is_known = |name: &&str| kind.enumerants().any(|row| row.name == *name);
                        let wrong = found.split('|').find(|name| !is_known(name)).unwrap_or(found);
                        near(f, wrong, kind.enumerants().map(|row| row.name))
                    }
                    kind => near(f, found, kind.enumerants().map(|row| row.name)),
                }
            }
            Self::NoExtendedInstruction { set: None, found } => {
                write!(
                    f,
                    "`{found}` is the name of an instruction in a set, and no OpExtInstImport before it imports a known one"
                )
            }
            Self::NoExtendedInstruction { set: Some(set), found } => {
                write!(f, "`{found}` is no instruction of the set {}", set.import())?;
                near(f, found, set.names())
            }
            Self::WrongNumber { found, bits } => write!(f, "`{found}` is no number of {bits} bits"),
            Self::UnterminatedString => f.write_str("the string has no end"),
            Self::TooLong => write!(f, "the instruction has more than {MAX_INSTRUCTION_WORDS} words"),
            Self::TooManyIds => f.write_str("there is no id left"),
        }
    }
}

impl core::error::Error for AssemblyReason {}
