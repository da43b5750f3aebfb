//! Extended instruction sets by their import names (`OpExtInstImport`), out of rspirv's tables.
//!
//! Owns the translation of rspirv's operand kinds into ours. In a `NonSemantic.` set every operand is an id
//! (SPV_KHR_non_semantic_info), whatever the set's own grammar calls it.

use super::OperandKind;
use rspirv::grammar::{self, ExtInstOp, InstructionTable};

/// An extended instruction set whose instructions are known.
#[derive(Clone, Copy)]
pub struct ExtendedSet {
    table: &'static InstructionTable<ExtInstOp>,
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
    /// The name in its set.
    pub name: &'static str,
    operands: &'static [grammar::LogicalOperand],
    non_semantic: bool,
}

impl ExtendedSet {
    /// The set with an import name, such as `GLSL.std.450`; `None` when its instructions are not known.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        // These two sets put their revision into the name.
        let base = ["NonSemantic.ClspvReflection", "NonSemantic.VkspReflection"]
            .into_iter()
            .find(|base| name.strip_prefix(base).is_some_and(|rest| rest.starts_with('.')))
            .unwrap_or(name);
        let table = grammar::ext_inst_table(base)?;
        Some(Self {
            table,
            non_semantic: name.starts_with("NonSemantic."),
        })
    }

    /// Whether its instructions mean nothing to the module (SPV_KHR_non_semantic_info).
    #[must_use]
    pub const fn is_non_semantic(&self) -> bool {
        self.non_semantic
    }

    /// The number of the instruction with a name.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let row = self.table.iter().find(|row| row.opname == name)?;
        Some(row.opcode.into())
    }

    /// The instruction with a number.
    #[must_use]
    pub fn instruction(&self, number: u32) -> Option<ExtendedInstruction> {
        let row = self.table.lookup_opcode(number)?;
        Some(ExtendedInstruction {
            name: row.opname,
            operands: row.operands,
            non_semantic: self.non_semantic,
        })
    }
}

impl ExtendedInstruction {
    /// The kind of the operand at a place after the instruction's number. Non-semantic sets grow by optional operands, so
    /// any number of ids may follow there. In sets that may have literals, an operand past the last is of the last one's
    /// kind when that one repeats.
    #[must_use]
    pub fn operand(&self, place: usize) -> Option<OperandKind> {
        use grammar::OperandQuantifier;
        if self.non_semantic {
            return Some(OperandKind::IdRef);
        }
        let last = self
            .operands
            .last()
            .filter(|last| last.quantifier == OperandQuantifier::ZeroOrMore);
        let operand = self.operands.get(place).or(last)?;
        Some(translate(operand.kind))
    }

    /// How many operands must stand.
    #[must_use]
    pub fn required(&self) -> usize {
        self.operands
            .iter()
            .filter(|operand| operand.quantifier == grammar::OperandQuantifier::One)
            .count()
    }
}

/// Ids and strings stay what they are; everything else is one word that is no id.
fn translate(kind: grammar::OperandKind) -> OperandKind {
    match kind {
        grammar::OperandKind::IdRef => OperandKind::IdRef,
        grammar::OperandKind::IdScope => OperandKind::IdScope,
        grammar::OperandKind::IdMemorySemantics => OperandKind::IdMemorySemantics,
        grammar::OperandKind::PairIdRefIdRef => OperandKind::PairIdRefIdRef,
        grammar::OperandKind::LiteralString => OperandKind::LiteralString,
        grammar::OperandKind::StorageClass => OperandKind::StorageClass,
        _ => OperandKind::LiteralInteger,
    }
}
