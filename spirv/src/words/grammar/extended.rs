//! Extended instruction sets by their import names (`OpExtInstImport`).
//!
//! In a `NonSemantic.` set every operand is an id (SPV_KHR_non_semantic_info), regardless of the kinds in the set's own
//! grammar.

use super::tables::{COUNT, SETS};
use super::{LogicalOperand, OperandKind, Quantifier};
use crate::packed::{Lists, Texts};

/// The table of extended instruction sets.
pub(super) struct Sets {
    /// By set, the import names. A name that ends with a full stop is followed by a revision.
    pub imports: Lists<&'static str>,
    /// By set, the numbers of its instructions in ascending order.
    pub numbers: Lists<u32>,
    /// Of the instructions of all sets.
    pub names: Texts,
    pub operands: Lists<LogicalOperand>,
    pub capabilities: Lists<u32>,
}

macro_rules! extended_sets {
    ($([$($import:literal)*] {$(
        $number:literal $name:literal ($($operand:tt)*) $(needs [$($capability:ident)*])?;
    )*})*) => {
        pub(super) static SETS: $crate::words::grammar::extended::Sets = $crate::words::grammar::extended::Sets {
            imports: $crate::packed::lists![&str; $([$($import),*]),*],
            numbers: $crate::packed::lists![u32; $([$($number),*]),*],
            names: $crate::packed::texts![$($($name,)*)*],
            operands: $crate::packed::lists![
                $crate::words::grammar::LogicalOperand; $($([$($crate::words::grammar::operand!($operand)),*],)*)*
            ],
            capabilities: $crate::packed::lists![
                u32; $($([$($($crate::words::grammar::tables::capability::$capability),*)?],)*)*
            ],
        };

        /// The number of sets.
        pub(super) const COUNT: usize = [$(&[$($import),*] as &[&str]),*].len();
    };
}
pub(super) use extended_sets;

/// An extended instruction set that is in the grammar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ExtendedSet {
    /// Its index in the table.
    index: u16,
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
    pub(super) operands: &'static [LogicalOperand],
    non_semantic: bool,
}

impl ExtendedSet {
    /// The set with an import name, such as `GLSL.std.450`; `None` if it is not in the grammar.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let has = |wanted: fn(&str, &str) -> bool| {
            (0..COUNT).find(|&set| SETS.imports.get(set).iter().any(|own| wanted(own, name)))
        };
        // An exact name takes precedence over one with any revision.
        let set =
            has(|own, name| own == name).or_else(|| has(|own, name| own.ends_with('.') && name.starts_with(own)))?;
        Some(Self {
            index: set as u16,
            non_semantic: name.starts_with("NonSemantic."),
        })
    }

    /// Whether its instructions have no effect on the semantics of the module (SPV_KHR_non_semantic_info).
    #[must_use]
    pub const fn is_non_semantic(&self) -> bool {
        self.non_semantic
    }

    /// Whether it is the set with an import name.
    pub(crate) fn is(&self, import: &str) -> bool {
        SETS.imports.get(usize::from(self.index)).contains(&import)
    }

    /// The numbers of its instructions, in ascending order.
    pub(super) fn numbers(&self) -> &'static [u32] {
        SETS.numbers.get(usize::from(self.index))
    }

    /// The row of its first instruction.
    fn first(&self) -> usize {
        SETS.numbers.start(usize::from(self.index))
    }

    /// The first import name.
    pub(crate) fn import(&self) -> &'static str {
        SETS.imports
            .get(usize::from(self.index))
            .first()
            .copied()
            .unwrap_or_default()
    }

    /// The names of its instructions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        (self.first()..)
            .take(self.numbers().len())
            .map(|row| SETS.names.get(row))
    }

    /// The number of the instruction with a name.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let mut rows = (self.first()..).zip(self.numbers());
        rows.find(|&(row, _)| SETS.names.get(row) == name)
            .map(|(_, &number)| number)
    }

    /// The instruction with a number.
    #[must_use]
    pub fn instruction(&self, number: u32) -> Option<ExtendedInstruction> {
        let row = self.first() + self.numbers().binary_search(&number).ok()?;
        Some(ExtendedInstruction {
            name: SETS.names.get(row),
            capabilities: SETS.capabilities.get(row),
            operands: SETS.operands.get(row),
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
