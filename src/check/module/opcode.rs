//! What the pass over the words has to know of an opcode, found in one look.

use super::class::{Class, class};
use super::definition::{Definition, POINTER};
use super::{Form, constant, function, ty};
use crate::words::grammar::{self, Category, LogicalOperand, OperandKind, Quantifier, Syntax};
use spirv::Op;
use std::sync::OnceLock;

/// An opcode.
#[derive(Clone, Copy)]
pub(super) struct Opcode {
    /// What its instructions have from it.
    pub form: Form,
    /// `None` for one that the grammar does not know.
    pub syntax: Option<&'static Syntax>,
    /// Which words are ids where `is_plain`, one bit a word, without result and result type.
    pub ids: u32,
    /// How many words it has at least, the first included, where `is_plain`.
    pub least: u16,
    /// What may follow those words.
    pub tail: Tail,
    /// The list that its instructions are in.
    pub class: Class,
    /// The word that holds the enumerant, where it has one and is plain otherwise; 0 where not. Parameters may follow if it
    /// is the last.
    pub enumerated: u8,
    /// What the grammar calls that enumerant.
    pub enumerated_kind: OperandKind,
    /// Its values below 64 that bring nothing along, and those that bring one integer; of a mask the bits that bring
    /// nothing along, and none.
    pub simple: u64,
    pub with_integer: u64,
    /// What its results are, outside functions and in them.
    pub defines: [u32; 2],
    /// What a result type is that makes an instruction one of [`super::Module::odd_pointers`].
    pub odd: u32,
    /// What else is of interest.
    pub marks: u16,
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
    /// Pairs of ids.
    Pairs,
    /// An id or nothing.
    One,
}

impl Tail {
    /// Whether so many words may follow, one at least.
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

/// Operands of one word each, ids that are no scopes and integers, always at the same places.
pub(super) const PLAIN: u16 = 1;
/// The words begin with a result type.
pub(super) const HAS_TYPE: u16 = 1 << 1;
/// There is a result.
pub(super) const HAS_RESULT: u16 = 1 << 2;
/// It declares a type or a constant.
pub(super) const DECLARES: u16 = 1 << 3;
/// It is a part of the module's structure: sections, functions, blocks, calls.
pub(super) const STRUCTURE: u16 = 1 << 4;
/// All operands that are ids are values.
pub(super) const VALUES: u16 = 1 << 5;
/// It declares a type; all operands that are ids are types or constants.
pub(super) const TYPES: u16 = 1 << 6;
/// It stands outside functions, or may.
pub(super) const OUTSIDE: u16 = 1 << 7;
/// All words after the result are values, `least` or more of them where `tail` is one of ids.
pub(super) const VALUES_ONLY: u16 = 1 << 8;
/// The grammar does not know it.
pub(super) const UNKNOWN: u16 = 1 << 9;
/// It computes something.
pub(super) const COMPUTES: u16 = 1 << 10;

/// The opcodes of the core are below.
const CORE: u16 = 512;
/// All opcodes are below.
const ALL: u16 = 1 << 13;

struct Table {
    /// By opcode.
    core: Box<[Opcode]>,
    /// By opcode less [`CORE`], the place among the others.
    index: Box<[u16]>,
    /// Opcodes of extensions, behind one that nobody knows.
    others: Vec<Opcode>,
}

impl Table {
    fn new() -> Self {
        let mut others = vec![Opcode::new(u16::MAX)];
        let place = |number| {
            if grammar::syntax(number).is_none() && Op::from_u32(u32::from(number)).is_none() {
                return 0;
            }
            others.push(Opcode::new(number));
            (others.len() - 1) as u16
        };
        let index = (CORE..ALL).map(place).collect();
        Self {
            core: (0..CORE).map(Opcode::new).collect(),
            index,
            others,
        }
    }
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// The opcodes.
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
        let place = self.0.index.get(usize::from(opcode - CORE)).copied().unwrap_or(0);
        self.0.others.get(usize::from(place))
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
            syntax: grammar::syntax(opcode),
            ids: 0,
            least: 0,
            tail: Tail::None,
            enumerated: 0,
            enumerated_kind: OperandKind::LiteralInteger,
            simple: 0,
            with_integer: 0,
            defines: [0, 0],
            class: class(opcode),
            odd: if may_result_pointer(op) { 0 } else { POINTER },
            marks: 0,
        };
        let Some(syntax) = row.syntax else {
            row.class = Class::Other;
            row.marks = UNKNOWN | COMPUTES;
            row.form.known = false;
            return row;
        };
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
        ];
        for (mark, _) in marks.into_iter().filter(|&(_, is)| is) {
            row.marks |= mark;
        }
        row.split(syntax);
        row
    }

    /// How the words split, where that takes no choice but that of one enumerant.
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
                // catch-all: strings, scopes and what depends on other words.
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
                // catch-all: what cannot be told here.
                _ => Tail::None,
            },
            [one] if one.kind == OperandKind::IdRef => Tail::One,
            // catch-all: nothing, or what cannot be told here.
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

    /// What a result is, in a function or outside.
    #[inline]
    pub fn defines_in(&self, function: bool) -> u32 {
        let [outside, inside] = self.defines;
        if function { inside } else { outside }
    }

    /// Remembers what the values of the one enumerant bring along.
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
                // catch-all: it is looked at more closely.
                _ => {}
            }
        }
    }

    /// What the grammar calls the operand in a word of a plain instruction.
    pub fn kind(&self, word: usize) -> OperandKind {
        let operands = self.syntax.map_or(&[][..], |syntax| syntax.operands);
        // What is past the last operand repeats it.
        match operands.get(word.wrapping_sub(1)).or_else(|| operands.last()) {
            Some(operand) if operand.kind != OperandKind::PairIdRefIdRef => operand.kind,
            _ => OperandKind::IdRef,
        }
    }
}

/// Whether an opcode does something else than to declare, to access memory or to end blocks.
pub(crate) fn computes(opcode: u16) -> bool {
    !matches!(opcode, 0 | 2..=56 | 59..=76 | 246..=251 | 253..=257)
}

/// What logical pointers come from, whatever is declared (SPIR-V §2.16.1). Instructions of extensions are left to them.
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

/// Opcodes that never stand in a section but that of functions: what computes, and lines, extended instructions and undefined
/// values, which stand anywhere.
fn is_of_body(opcode: u16) -> bool {
    matches!(opcode, 0 | 1 | 8 | 12 | 54..=70 | 77..=329 | 333..=391 | 400..=403)
}

/// Whether all ids besides result type and result are values, in core SPIR-V (SPIR-V §3.52): constants, memory, images,
/// arithmetic, atomics, groups, and what returns a value.
#[inline]
pub(crate) fn takes_values(opcode: u16) -> bool {
    matches!(opcode, 41..=51 | 59..=70 | 77..=107 | 109..=244 | 254 | 305..=320 | 333..=366 | 400..=403)
}
