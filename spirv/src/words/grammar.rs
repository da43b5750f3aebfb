//! The grammar of SPIR-V: names and operands of every opcode and enumerant, and the version, capability or extension
//! that each requires.
//!
//! The tables are static data in the order of the numbers, generated from Khronos's registry (`cargo xtask tables`). An
//! opcode of core SPIR-V is found by one look-up in an index that is computed at compile time, one of an extension by a
//! binary search, an enumerant by one or the other; nothing is allocated. This module knows the form of words and not
//! their semantics (SPIR-V §2.3, Physical Layout of a SPIR-V Module and Instruction, and §3, Binary Form).

mod extended;
mod kind;
mod operands;
mod tables;

#[cfg(test)]
mod tests;

pub use extended::{ExtendedInstruction, ExtendedSet};
pub use kind::Category;
pub(crate) use operands::Kinds;
pub use operands::{Operand, OperandContext, OperandError, Operands};
pub use tables::OperandKind;

use crate::packed::{Lists, Texts};

/// How often an operand occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// Once.
    One,
    /// Once or not at all.
    Optional,
    /// Any number of times, up to the end of the instruction.
    Repeated,
}

/// One operand of an instruction's syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogicalOperand {
    /// Its kind.
    pub kind: OperandKind,
    /// How often it occurs.
    pub quantifier: Quantifier,
}

const V1_0: u8 = 0;
const V1_1: u8 = 1;
const V1_2: u8 = 2;
const V1_3: u8 = 3;
const V1_4: u8 = 4;
const V1_5: u8 = 5;
const V1_6: u8 = 6;
/// As a first version: in no version without an extension. As a last version: not removed.
const RESERVED: u8 = u8::MAX;

/// The version, capability or extension that something requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Availability {
    since: u8,
    last: u8,
    /// The numbers of the capabilities of which one must be declared; empty if none is needed. For a capability, those
    /// that it declares implicitly.
    pub capabilities: &'static [u32],
    extensions: &'static [tables::Extension],
}

impl Availability {
    /// The first version that has it, as in the header (1.3 is `0x0001_0300`). `None` if no version has it without an
    /// extension.
    #[must_use]
    pub fn since(&self) -> Option<u32> {
        version_word(self.since)
    }

    /// The names of the extensions each of which adds it to versions that lack it.
    pub fn extensions(&self) -> impl ExactSizeIterator<Item = &'static str> + use<> {
        self.extensions
            .iter()
            .map(|&extension| tables::EXTENSIONS.get(extension as usize))
    }

    /// The last version that has it, as in the header; `None` if it has not been removed.
    #[must_use]
    pub fn last(&self) -> Option<u32> {
        version_word(self.last)
    }

    /// Whether a version, as in the header, has it without an extension.
    #[must_use]
    pub fn in_core(&self, version: u32) -> bool {
        self.since().is_some_and(|since| since <= version) && self.last().is_none_or(|last| version <= last)
    }

    /// Whether it needs a capability, an extension, or a version other than 1.0.
    #[cfg(feature = "check")]
    pub(crate) fn is_restricted(&self) -> bool {
        !self.capabilities.is_empty() || self.since != V1_0 || self.last().is_some()
    }
}

fn version_word(minor: u8) -> Option<u32> {
    (minor != RESERVED).then(|| 0x0001_0000 | (u32::from(minor) << 8))
}

/// The syntax of one opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Syntax {
    /// The name, with the prefix `Op`.
    pub name: &'static str,
    /// The opcode.
    pub opcode: u16,
    /// Whether word 1 is a result type.
    pub has_result_type: bool,
    /// Whether there is a result id: word 2 after a result type, otherwise word 1.
    pub has_result: bool,
    /// All operands, including result type and result.
    pub operands: &'static [LogicalOperand],
    /// What it requires.
    pub availability: Availability,
}

impl Syntax {
    /// The operands after result type and result.
    pub(crate) fn operands_after_result(&self) -> &'static [LogicalOperand] {
        self.operands
            .get(usize::from(self.has_result_type) + usize::from(self.has_result)..)
            .unwrap_or(&[])
    }
}

/// One value of an operand kind, or one bit of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Enumerant {
    /// The name.
    pub name: &'static str,
    /// The value. For masks one bit, or zero.
    pub value: u32,
    /// The operands that follow the value.
    pub parameters: &'static [LogicalOperand],
    /// What it requires.
    pub availability: Availability,
}

macro_rules! operand {
    ([$kind:ident]) => {
        $crate::words::grammar::LogicalOperand {
            kind: $crate::words::grammar::OperandKind::$kind,
            quantifier: $crate::words::grammar::Quantifier::Optional,
        }
    };
    ({$kind:ident}) => {
        $crate::words::grammar::LogicalOperand {
            kind: $crate::words::grammar::OperandKind::$kind,
            quantifier: $crate::words::grammar::Quantifier::Repeated,
        }
    };
    ($kind:ident) => {
        $crate::words::grammar::LogicalOperand {
            kind: $crate::words::grammar::OperandKind::$kind,
            quantifier: $crate::words::grammar::Quantifier::One,
        }
    };
}
use operand;

/// The availability of the rows of a table.
struct Availabilities {
    /// The first and the last version.
    versions: &'static [(u8, u8)],
    capabilities: Lists<u32>,
    extensions: Lists<tables::Extension>,
}

impl Availabilities {
    fn get(&self, at: usize) -> Availability {
        let (since, last) = self.versions[at];
        Availability {
            since,
            last,
            capabilities: self.capabilities.get(at),
            extensions: self.extensions.get(at),
        }
    }
}

macro_rules! availabilities {
    ($($since:ident [$($last:ident)?] [$($capability:ident)*] [$($extension:ident)*];)*) => {
        $crate::words::grammar::Availabilities {
            versions: &[$((
                $crate::words::grammar::$since,
                $crate::words::grammar::availabilities!(@last $($last)?),
            )),*],
            capabilities: $crate::packed::lists![
                u32; $([$($crate::words::grammar::tables::capability::$capability),*]),*
            ],
            extensions: $crate::packed::lists![
                $crate::words::grammar::tables::Extension;
                $([$($crate::words::grammar::tables::Extension::$extension),*]),*
            ],
        }
    };
    (@last) => { $crate::words::grammar::RESERVED };
    (@last $last:ident) => { $crate::words::grammar::$last };
}
use availabilities;

/// The table of instructions, in ascending order of opcodes.
struct Instructions {
    opcodes: &'static [u16],
    names: Texts,
    operands: Lists<LogicalOperand>,
    availabilities: Availabilities,
}

macro_rules! instructions {
    ($(
        $opcode:literal $name:ident $since:ident $(to $last:ident)? ($($operand:tt)*)
        $(needs [$($capability:ident)*])? $(from [$($extension:ident)*])?;
    )*) => {
        pub(super) static INSTRUCTIONS: $crate::words::grammar::Instructions = $crate::words::grammar::Instructions {
            opcodes: &[$($opcode),*],
            names: $crate::packed::texts![$(stringify!($name)),*],
            operands: $crate::packed::lists![
                $crate::words::grammar::LogicalOperand; $([$($crate::words::grammar::operand!($operand)),*]),*
            ],
            availabilities: $crate::words::grammar::availabilities![
                $($since [$($last)?] [$($($capability)*)?] [$($($extension)*)?];)*
            ],
        };
    };
}
use instructions;

/// The table of aliases of instructions.
struct InstructionAliases {
    names: Texts,
    opcodes: &'static [u16],
}

macro_rules! instruction_aliases {
    ($($name:ident $opcode:literal;)*) => {
        pub(super) static INSTRUCTION_ALIASES: $crate::words::grammar::InstructionAliases =
            $crate::words::grammar::InstructionAliases {
                names: $crate::packed::texts![$(stringify!($name)),*],
                opcodes: &[$($opcode),*],
            };
    };
}
use instruction_aliases;

/// The extensions that the other tables name.
macro_rules! extensions {
    ($($name:ident;)*) => {
        /// An extension.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Extension {
            $($name),*
        }

        pub(super) static EXTENSIONS: $crate::packed::Texts = $crate::packed::texts![$(stringify!($name)),*];
    };
}
use extensions;

/// The numbers of capabilities by name. The other tables use the names; some names are not used.
macro_rules! capabilities {
    ($($name:ident $number:literal;)*) => {
        #[allow(dead_code, non_upper_case_globals)]
        pub(super) mod capability {
            $(pub(in crate::words::grammar) const $name: u32 = $number;)*
        }
    };
}
use capabilities;

/// Opcodes of extensions are above it.
const CORE: usize = 512;

/// For each opcode of core SPIR-V, one more than the index of its row; zero if there is none.
static INDEX: [u16; CORE] = {
    let mut index = [0; CORE];
    let mut row = 0;
    while row < tables::INSTRUCTIONS.opcodes.len() && (tables::INSTRUCTIONS.opcodes[row] as usize) < CORE {
        index[tables::INSTRUCTIONS.opcodes[row] as usize] = row as u16 + 1;
        row += 1;
    }
    index
};

/// The syntax of an opcode; `None` if it is not in the grammar.
#[must_use]
pub fn syntax(opcode: u16) -> Option<Syntax> {
    row_of(opcode).map(syntax_at)
}

/// The availability of an instruction; `None` if the opcode is unknown.
#[cfg(feature = "check")]
pub(crate) fn availability(opcode: u16) -> Option<Availability> {
    row_of(opcode).map(|row| tables::INSTRUCTIONS.availabilities.get(row))
}

/// The opcodes in the grammar, which has all of the `spirv` crate, in ascending order.
#[cfg(feature = "check")]
pub(crate) fn opcodes() -> &'static [u16] {
    tables::INSTRUCTIONS.opcodes
}

fn row_of(opcode: u16) -> Option<usize> {
    match INDEX.get(usize::from(opcode)) {
        Some(&row) => usize::from(row).checked_sub(1),
        None => tables::INSTRUCTIONS.opcodes.binary_search(&opcode).ok(),
    }
}

/// The syntax in a row of the table.
fn syntax_at(row: usize) -> Syntax {
    let table = &tables::INSTRUCTIONS;
    let operands = table.operands.get(row);
    let is = |at: usize, kind| {
        let operand: Option<&LogicalOperand> = operands.get(at);
        operand.is_some_and(|operand| operand.kind == kind)
    };
    let has_result_type = is(0, OperandKind::IdResultType);
    Syntax {
        name: table.names.get(row),
        opcode: table.opcodes[row],
        has_result_type,
        has_result: is(usize::from(has_result_type), OperandKind::IdResult),
        operands,
        availability: table.availabilities.get(row),
    }
}

/// The aliases of instructions, with the syntax of each.
pub(crate) fn other_names() -> impl Iterator<Item = (&'static str, Syntax)> {
    aliases().filter_map(|(name, opcode)| Some((name, syntax(opcode)?)))
}

fn aliases() -> impl Iterator<Item = (&'static str, u16)> {
    let table = &tables::INSTRUCTION_ALIASES;
    table.names.iter().zip(table.opcodes.iter().copied())
}

/// Aliases of instructions and enumerants that are not in the tables.
#[cfg(test)]
pub(crate) fn unknown_aliases() -> impl Iterator<Item = &'static str> {
    let opcodes = aliases().filter(|row| syntax(row.1).is_none());
    let values = kind::aliases().filter(|row| row.0.enumerant(row.2).is_none());
    opcodes.map(|row| row.0).chain(values.map(|row| row.1))
}

/// The syntax of every instruction in ascending order of opcodes.
pub fn syntaxes() -> impl Iterator<Item = Syntax> {
    (0..tables::INSTRUCTIONS.opcodes.len()).map(syntax_at)
}
