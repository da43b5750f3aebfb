//! What the decoder needs to know of an opcode, computed once and found with one table lookup.

use super::class::{Class, class};
use super::definition::{Definition, POINTER};
use super::{Form, constant, function, ty};
use crate::words::grammar::{self, Category, LogicalOperand, OperandKind, Quantifier, Syntax};
use spirv::Op;
use std::sync::OnceLock;

/// An opcode.
#[derive(Clone, Copy)]
pub(super) struct Opcode {
    /// The properties of its instructions.
    pub form: Form,
    /// All its operands, by the grammar.
    pub operands: &'static [LogicalOperand],
    /// For `PLAIN` opcodes: which words are ids, one bit for each word, without result and result type.
    pub ids: u32,
    /// For `PLAIN` opcodes: the minimum number of words, including the first.
    pub least: u16,
    /// The operands that may follow these words.
    pub tail: Tail,
    /// The class, and thereby the list that its instructions are in.
    pub class: Class,
    /// The index of the word that is an enumerant, if the opcode has one and is `PLAIN` otherwise; 0 for none. If it is
    /// the last word, its parameters may follow.
    pub enumerated: u8,
    /// The kind of that enumerant in the grammar.
    pub enumerated_kind: OperandKind,
    /// `simple`: the values below 64 that have no parameters; `with_integer`: those with one integer parameter. For a
    /// mask, `simple` has the bits without parameters and `with_integer` is 0.
    pub simple: u64,
    pub with_integer: u64,
    /// The flags of its results, outside functions and inside.
    pub defines: [u32; 2],
    /// The flags of a result type that put the instruction into [`super::Module::restricted_pointers`].
    pub restricted: u32,
    /// The marks below.
    pub marks: u16,
}

/// The operands that may follow the required words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// Nothing.
    None,
    /// Integers.
    Literals,
    /// Ids other than scopes.
    Ids,
    /// Pairs of ids.
    Pairs,
    /// At most one id.
    One,
}

impl Tail {
    /// Whether this number of words (at least one) may follow.
    #[inline]
    pub fn takes(self, words: usize) -> bool {
        match self {
            Self::None => false,
            Self::Literals | Self::Ids => true,
            Self::Pairs => words.is_multiple_of(2),
            Self::One => words == 1,
        }
    }

    #[inline]
    pub fn is_ids(self) -> bool {
        matches!(self, Self::Ids | Self::Pairs | Self::One)
    }
}

/// All operands are one word each, at fixed positions: integers, and ids other than scopes.
pub(super) const PLAIN: u16 = 1;
/// The first operand is a result type.
pub(super) const HAS_TYPE: u16 = 1 << 1;
/// There is a result.
pub(super) const HAS_RESULT: u16 = 1 << 2;
/// It declares a type or a constant.
pub(super) const DECLARES: u16 = 1 << 3;
/// Its instructions form the module's structure: sections, functions, blocks, calls.
pub(super) const STRUCTURE: u16 = 1 << 4;
/// All operands that are ids are values.
pub(super) const VALUES: u16 = 1 << 5;
/// It declares a type, and all id operands are types or constants.
pub(super) const TYPES: u16 = 1 << 6;
/// It belongs outside functions, or is allowed there.
pub(super) const OUTSIDE: u16 = 1 << 7;
/// All words after the result are values. There are `least` words in total, or more if `tail` consists of ids.
pub(super) const VALUES_ONLY: u16 = 1 << 8;
/// The grammar lacks it.
pub(super) const UNKNOWN: u16 = 1 << 9;
/// It computes a value.
pub(super) const COMPUTES: u16 = 1 << 10;
/// It needs a capability, an extension or a version other than 1.0.
pub(super) const NEEDS: u16 = 1 << 11;

/// The opcodes of core SPIR-V that have table entries of their own are below this number.
const CORE: u16 = 512;
/// All opcodes are below this number.
const ALL: u16 = 1 << 13;

struct Table {
    /// By opcode.
    core: Box<[Opcode]>,
    /// For each opcode from [`CORE`] on, its index in `others`.
    index: Box<[u16]>,
    /// Opcodes of extensions; the first entry is the one for unknown opcodes.
    others: Vec<Opcode>,
}

impl Table {
    fn new() -> Self {
        let mut others = vec![Opcode::new(u16::MAX)];
        let mut index = vec![0; usize::from(ALL - CORE)];
        for &number in grammar::opcodes() {
            if let Some(entry) = number
                .checked_sub(CORE)
                .and_then(|number| index.get_mut(usize::from(number)))
            {
                *entry = others.len() as u16;
                others.push(Opcode::new(number));
            }
        }
        Self {
            core: (0..CORE).map(Opcode::new).collect(),
            index: index.into(),
            others,
        }
    }
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// The table of all opcodes.
#[derive(Clone, Copy)]
pub(super) struct Opcodes(&'static Table);

impl Opcodes {
    pub fn new() -> Self {
        Self(TABLE.get_or_init(Table::new))
    }

    #[inline]
    pub fn get(self, opcode: u16) -> Option<&'static Opcode> {
        match self.0.core.get(usize::from(opcode)) {
            Some(row) => Some(row),
            None => self.other(opcode),
        }
    }

    fn other(self, opcode: u16) -> Option<&'static Opcode> {
        let index = self.0.index.get(usize::from(opcode - CORE)).copied().unwrap_or(0);
        self.0.others.get(usize::from(index))
    }
}

impl Opcode {
    fn new(opcode: u16) -> Self {
        let op = Op::from_u32(u32::from(opcode)).unwrap_or(Op::Nop);
        let mut row = Self {
            form: Form {
                op,
                opcode,
                first_operand: 1,
                known: true,
            },
            operands: &[],
            ids: 0,
            least: 0,
            tail: Tail::None,
            enumerated: 0,
            enumerated_kind: OperandKind::LiteralInteger,
            simple: 0,
            with_integer: 0,
            defines: [0, 0],
            class: class(opcode),
            restricted: if may_result_pointer(op) { 0 } else { POINTER },
            marks: 0,
        };
        let Some(syntax) = grammar::syntax(opcode) else {
            row.class = Class::Other;
            row.marks = UNKNOWN | COMPUTES;
            row.form.known = false;
            return row;
        };
        row.operands = syntax.operands;
        row.form.first_operand += u8::from(syntax.has_result_type) + u8::from(syntax.has_result);
        row.defines = Definition::flags_of(op, ty::is_type(op), syntax.has_result_type);
        let marks = [
            (HAS_TYPE, syntax.has_result_type),
            (HAS_RESULT, syntax.has_result),
            (DECLARES, ty::is_type(op) || constant::is_constant(op)),
            (STRUCTURE, is_structure(op) || function::ends_block(op, opcode)),
            (VALUES, takes_values(opcode)),
            (TYPES, ty::is_type(op)),
            (OUTSIDE, !is_of_body(opcode)),
            (COMPUTES, computes(opcode)),
            (NEEDS, syntax.availability.is_restricted()),
        ];
        for (mark, _) in marks.into_iter().filter(|&(_, is)| is) {
            row.marks |= mark;
        }
        row.split(&syntax);
        row
    }

    /// Splits the words if the operands are at fixed positions, with at most one enumerant.
    fn split(&mut self, syntax: &Syntax) {
        let is_fixed = |operand: &&LogicalOperand| operand.quantifier == Quantifier::One;
        let fixed = syntax.operands.iter().take_while(is_fixed).count();
        let (fixed, rest) = syntax.operands.split_at(fixed);
        if fixed.len() > 30 || rest.iter().any(|operand| operand.quantifier == Quantifier::One) {
            return;
        }
        let mut ids = 0_u32;
        for (word, operand) in (1_u8..).zip(fixed) {
            match operand.kind {
                OperandKind::IdRef | OperandKind::IdMemorySemantics => ids |= 1 << word,
                OperandKind::IdResultType | OperandKind::IdResult | OperandKind::LiteralInteger => {}
                kind if matches!(kind.category(), Category::Value | Category::Mask) && self.enumerated == 0 => {
                    self.enumerated = word;
                }
                // catch-all: strings, scopes, and operands that depend on other words.
                _ => {
                    self.enumerated = 0;
                    return;
                }
            }
        }
        let tail = match rest {
            [one] if one.quantifier == Quantifier::Repeated => match one.kind {
                OperandKind::LiteralInteger => Tail::Literals,
                OperandKind::IdRef => Tail::Ids,
                OperandKind::PairIdRefIdRef => Tail::Pairs,
                // catch-all: the operands are not at fixed positions.
                _ => Tail::None,
            },
            [one] if one.kind == OperandKind::IdRef => Tail::One,
            // catch-all: there are no more operands, or they are not at fixed positions.
            _ => Tail::None,
        };
        (self.ids, self.least, self.tail) = (ids, fixed.len() as u16 + 1, tail);
        if let Some(operand) = fixed.get(usize::from(self.enumerated).wrapping_sub(1)) {
            self.enumerate(operand.kind);
        }
        if self.enumerated == 0 {
            self.marks |= PLAIN;
            let all = (1_u32 << self.least) - (1 << self.form.first_operand);
            if self.marks & VALUES != 0 && ids == all && matches!(tail, Tail::None | Tail::Ids | Tail::One) {
                self.marks |= VALUES_ONLY;
            }
        }
    }

    /// The flags of a result inside or outside functions.
    #[inline]
    pub fn defines_in(&self, function: bool) -> u32 {
        let [outside, inside] = self.defines;
        if function { inside } else { outside }
    }

    /// Records which values of the enumerant have no parameters, and which have one integer parameter.
    fn enumerate(&mut self, kind: OperandKind) {
        self.enumerated_kind = kind;
        let is_mask = kind.category() == Category::Mask;
        for row in kind.enumerants() {
            let bit = if is_mask {
                u64::from(row.value)
            } else {
                1_u64.checked_shl(row.value).unwrap_or(0)
            };
            match row.parameters {
                [] => self.simple |= bit,
                [one] if one.kind == OperandKind::LiteralInteger && one.quantifier == Quantifier::One && !is_mask => {
                    self.with_integer |= bit;
                }
                // catch-all: the operands are decoded by the grammar.
                _ => {}
            }
        }
    }

    /// The kind in the grammar of a word of a `PLAIN` instruction.
    pub fn kind(&self, word: usize) -> OperandKind {
        let operands = self.operands;
        // Words after the last operand are repetitions of it.
        match operands.get(word.wrapping_sub(1)).or_else(|| operands.last()) {
            Some(operand) if operand.kind != OperandKind::PairIdRefIdRef => operand.kind,
            _ => OperandKind::IdRef,
        }
    }
}

/// Whether an opcode neither declares something, accesses memory nor ends a block.
pub(crate) fn computes(opcode: u16) -> bool {
    !matches!(opcode, 0 | 2..=56 | 59..=76 | 246..=251 | 253..=257)
}

/// Whether logical pointers may come from an opcode, whatever capabilities are declared (SPIR-V §2.16.1, Universal
/// Validation Rules). Instructions of extensions are assumed to be allowed.
pub(crate) fn may_result_pointer(op: Op) -> bool {
    !matches!(
        op,
        Op::Select
            | Op::Phi
            | Op::FunctionCall
            | Op::PtrAccessChain
            | Op::InBoundsPtrAccessChain
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR
            | Op::Load
            | Op::ConstantNull
            | Op::Bitcast
            | Op::ConvertUToPtr
            | Op::CompositeExtract
            | Op::CopyLogical
    )
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
    )
}

/// Opcodes that occur in no section except function bodies: instructions that compute, and lines, extended instructions
/// and undefined values, which are allowed in several sections.
fn is_of_body(opcode: u16) -> bool {
    matches!(opcode, 0 | 1 | 8 | 12 | 54..=70 | 77..=329 | 333..=391 | 400..=403)
}

/// Whether all ids besides result type and result are values, for opcodes of core SPIR-V (SPIR-V §3.52, Instructions):
/// constants, memory, images, arithmetic, atomics, groups, and `OpReturnValue`.
#[inline]
pub(crate) fn takes_values(opcode: u16) -> bool {
    matches!(opcode, 41..=51 | 59..=70 | 77..=107 | 109..=244 | 254 | 305..=320 | 333..=366 | 400..=403)
}
