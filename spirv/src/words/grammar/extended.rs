//! Extended instruction sets by their import names (`OpExtInstImport`).
//!
//! In a `NonSemantic.` set every operand is an id (SPV_KHR_non_semantic_info), regardless of the kinds in the set's own
//! grammar.

use super::tables::SETS;
use super::{LogicalOperand, OperandKind, Quantifier};

/// The row of an extended instruction set.
pub(super) struct Set {
    /// The import names. A name that ends with a full stop is followed by a revision.
    pub names: &'static [&'static str],
    /// The instructions in ascending order of their numbers.
    pub rows: &'static [Row],
}

/// The row of an extended instruction.
pub(super) struct Row {
    pub number: u32,
    pub name: &'static str,
    pub operands: &'static [LogicalOperand],
    pub capabilities: &'static [u32],
}

/// The table of extended instruction sets.
macro_rules! extended_sets {
    ($([$($import:literal)*] {$(
        $number:literal $name:literal ($($operand:tt)*) $(needs [$($capability:ident)*])?;
    )*})*) => {
        pub(super) static SETS: &[$crate::words::grammar::extended::Set] = &[$($crate::words::grammar::extended::Set {
            names: &[$($import),*],
            rows: &[$($crate::words::grammar::extended::Row {
                number: $number,
                name: $name,
                operands: &[$($crate::words::grammar::operand!($operand)),*],
                capabilities: &[$($($crate::words::grammar::tables::capability::$capability),*)?],
            }),*],
        }),*];
    };
}
pub(super) use extended_sets;

/// An extended instruction set that is in the grammar.
#[derive(Clone, Copy)]
pub struct ExtendedSet {
    rows: &'static [Row],
    non_semantic: bool,
}

impl core::fmt::Debug for ExtendedSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ExtendedSet")
            .field("non_semantic", &self.non_semantic)
            .finish_non_exhaustive()
    }
}

/// An instruction of an extended set.
#[derive(Clone, Copy, Debug)]
pub struct ExtendedInstruction {
    /// The name of the instruction.
    pub name: &'static str,
    /// The numbers of the capabilities of which one must be declared; empty if none is needed.
    pub capabilities: &'static [u32],
    operands: &'static [LogicalOperand],
    non_semantic: bool,
}

impl ExtendedSet {
    /// The set with an import name, such as `GLSL.std.450`; `None` if it is not in the grammar.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let has =
            |wanted: fn(&str, &str) -> bool| SETS.iter().find(|set| set.names.iter().any(|own| wanted(own, name)));
        // An exact name takes precedence over one with any revision.
        let set =
            has(|own, name| own == name).or_else(|| has(|own, name| own.ends_with('.') && name.starts_with(own)))?;
        Some(Self {
            rows: set.rows,
            non_semantic: name.starts_with("NonSemantic."),
        })
    }

    /// Whether its instructions have no effect on the semantics of the module (SPV_KHR_non_semantic_info).
    #[must_use]
    pub const fn is_non_semantic(&self) -> bool {
        self.non_semantic
    }

    /// The number of the instruction with a name.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let row = self.rows.iter().find(|row| row.name == name)?;
        Some(row.number)
    }

    /// The instruction with a number.
    #[must_use]
    pub fn instruction(&self, number: u32) -> Option<ExtendedInstruction> {
        let place = self.rows.binary_search_by_key(&number, |row| row.number).ok()?;
        let row = self.rows.get(place)?;
        Some(ExtendedInstruction {
            name: row.name,
            capabilities: row.capabilities,
            operands: row.operands,
            non_semantic: self.non_semantic,
        })
    }
}

impl ExtendedInstruction {
    /// The kind of the operand at an index after the instruction's number. In a non-semantic set any number of ids may
    /// follow, because later revisions add optional operands. In other sets, operands after the last have the kind of
    /// the last one if it repeats.
    #[must_use]
    pub fn operand(&self, place: usize) -> Option<OperandKind> {
        if self.non_semantic {
            return Some(OperandKind::IdRef);
        }
        let last = self
            .operands
            .last()
            .filter(|last| last.quantifier == Quantifier::Repeated);
        let operand = self.operands.get(place).or(last)?;
        Some(operand.kind)
    }

    /// The number of operands that are not optional.
    #[must_use]
    pub fn required(&self) -> usize {
        self.operands
            .iter()
            .filter(|operand| operand.quantifier == Quantifier::One)
            .count()
    }
}
