//! What the pass over the words has to know of an opcode, found in one look.

use super::class::{Class, class};
use super::{constant, function, ty};
use crate::words::grammar::{self, OperandKind, Quantifier, Syntax};
use spirv::Op;
use std::sync::OnceLock;

/// An opcode.
#[derive(Clone, Copy)]
pub(super) struct Opcode {
    /// `Op::Nop` also for one that the `spirv` crate lacks.
    pub op: Op,
    /// `None` for one that the grammar does not know.
    pub syntax: Option<&'static Syntax>,
    /// Which words are ids where `is_plain`, one bit a word, without result and result type.
    pub ids: u32,
    /// How many words it has at least, the first included, where `is_plain`.
    pub least: u16,
    /// What may follow those words.
    pub tail: Tail,
    /// Where the operands after the result begin.
    pub first_operand: u8,
    /// The list that its instructions are in.
    pub class: Class,
    /// What else is of interest.
    pub marks: u8,
}

/// What follows the words that always stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// Nothing.
    None,
    /// Integers.
    Literals,
    /// Ids that are no scopes.
    Ids,
}

/// Operands of one word each, ids that are no scopes and integers, always at the same places.
pub(super) const PLAIN: u8 = 1;
/// The words begin with a result type.
pub(super) const HAS_TYPE: u8 = 1 << 1;
/// There is a result.
pub(super) const HAS_RESULT: u8 = 1 << 2;
/// It declares a type or a constant.
pub(super) const DECLARES: u8 = 1 << 3;
/// It is a part of the module's structure: sections, functions, blocks, calls.
pub(super) const STRUCTURE: u8 = 1 << 4;
/// All operands that are ids are values.
pub(super) const VALUES: u8 = 1 << 5;
/// All operands that are ids are types or constants.
pub(super) const TYPES: u8 = 1 << 6;

const CORE: usize = 512;

struct Table {
    /// By opcode.
    core: Box<[Opcode]>,
    /// Opcodes of extensions, by number.
    others: Vec<(u16, Opcode)>,
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// The opcodes.
#[derive(Clone, Copy)]
pub(super) struct Opcodes(&'static Table);

impl Opcodes {
    pub fn new() -> Self {
        Self(TABLE.get_or_init(|| {
            let others = grammar::syntaxes().map(|syntax| syntax.opcode);
            let mut others: Vec<u16> = others.filter(|&opcode| usize::from(opcode) >= CORE).collect();
            others.sort_unstable();
            Table {
                core: (0..CORE as u16).map(Opcode::new).collect(),
                others: others.into_iter().map(|number| (number, Opcode::new(number))).collect(),
            }
        }))
    }

    #[inline]
    pub fn get(self, opcode: u16) -> Opcode {
        match self.0.core.get(usize::from(opcode)) {
            Some(&row) => row,
            None => self.extension(opcode),
        }
    }

    fn extension(self, opcode: u16) -> Opcode {
        let found = self.0.others.binary_search_by_key(&opcode, |&(number, _)| number);
        let row = found.ok().and_then(|place| self.0.others.get(place));
        row.map_or_else(|| Opcode::new(opcode), |&(_, row)| row)
    }
}

impl Opcode {
    fn new(opcode: u16) -> Self {
        let op = Op::from_u32(u32::from(opcode)).unwrap_or(Op::Nop);
        let mut row = Self {
            op,
            syntax: grammar::syntax(opcode),
            ids: 0,
            least: 0,
            tail: Tail::None,
            first_operand: 1,
            class: class(opcode),
            marks: 0,
        };
        let Some(syntax) = row.syntax else { return row };
        row.first_operand += u8::from(syntax.has_result_type) + u8::from(syntax.has_result);
        let marks = [
            (HAS_TYPE, syntax.has_result_type),
            (HAS_RESULT, syntax.has_result),
            (DECLARES, ty::is_type(op) || constant::is_constant(op)),
            (STRUCTURE, is_structure(op) || function::ends_block(op, opcode)),
            (VALUES, takes_values(opcode)),
            (TYPES, ty::is_type(op)),
        ];
        for (mark, _) in marks.into_iter().filter(|&(_, is)| is) {
            row.marks |= mark;
        }
        row.split(syntax);
        row
    }

    /// How the words split, where that takes no choice.
    fn split(&mut self, syntax: &Syntax) {
        let Some(plain) = syntax.plain else { return };
        let scope = |kind| matches!(kind, OperandKind::IdScope);
        if syntax.operands.iter().any(|operand| scope(operand.kind)) {
            return;
        }
        self.marks |= PLAIN;
        self.least = u16::from(plain.fixed) + 1;
        self.ids = if syntax.has_result_type {
            plain.ids & !2
        } else {
            plain.ids
        };
        self.tail = match plain.tail {
            None => Tail::None,
            Some(OperandKind::LiteralInteger) => Tail::Literals,
            Some(_) => Tail::Ids,
        };
    }

    /// What the grammar calls the operand in a word of a plain instruction.
    pub fn kind(&self, word: usize) -> OperandKind {
        let operands = self.syntax.map_or(&[][..], |syntax| syntax.operands);
        let place = word.wrapping_sub(1);
        let operand = operands.get(place).or_else(|| {
            let last = operands.last();
            last.filter(|last| last.quantifier == Quantifier::Repeated)
        });
        operand.map_or(OperandKind::IdRef, |operand| operand.kind)
    }
}

fn is_structure(op: Op) -> bool {
    matches!(
        op,
        Op::Function
            | Op::FunctionEnd
            | Op::FunctionParameter
            | Op::FunctionCall
            | Op::Label
            | Op::SelectionMerge
            | Op::LoopMerge
            | Op::EntryPoint
            | Op::ExecutionMode
            | Op::ExecutionModeId
            | Op::Capability
            | Op::Extension
            | Op::ExtInstImport
            | Op::MemoryModel
            | Op::Decorate
            | Op::DecorateId
            | Op::DecorateString
            | Op::MemberDecorate
            | Op::MemberDecorateString
            | Op::MemberDecorateIdEXT
            | Op::GroupDecorate
            | Op::GroupMemberDecorate
    )
}

/// Whether all ids besides result type and result are values, in core SPIR-V (SPIR-V §3.52): constants, memory, images,
/// arithmetic, atomics, groups, and what returns a value.
fn takes_values(opcode: u16) -> bool {
    matches!(opcode, 41..=51 | 59..=70 | 77..=107 | 109..=244 | 254 | 305..=320 | 333..=366 | 400..=403)
}
