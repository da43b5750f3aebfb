//! What there is to do about an instruction, by its opcode, and the instructions about which there is nothing to say.

use super::{FMA, Shape, is, shape};
use crate::check::module::{Inst, Module, NONE, Scalar};
use spirv::Op;
use std::sync::OnceLock;

/// What there is to do about an opcode.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    Nothing,
    Shape(Shape),
    Other,
}

impl Entry {
    fn new(opcode: u16, op: Op) -> Self {
        if is_of_others(opcode) {
            return Self::Nothing;
        }
        let shape = match opcode {
            FMA => Some(Shape::SameFloats),
            _ => shape(op),
        };
        shape.map_or(Self::Other, Self::Shape)
    }
}

/// Whether an opcode is for other families: declarations, memory and blocks are.
const fn is_of_others(opcode: u16) -> bool {
    matches!(opcode, 0 | 2..=56 | 59..=76 | 246..=251 | 253..=257)
}

/// The same, in a table.
static OF_OTHERS: [bool; 512] = {
    let mut table = [false; 512];
    let mut opcode = 0;
    while opcode < table.len() {
        table[opcode] = is_of_others(opcode as u16);
        opcode += 1;
    }
    table
};

/// Whether there is nothing to do about an instruction.
#[inline]
pub(super) fn has_nothing(inst: &Inst) -> bool {
    OF_OTHERS.get(usize::from(inst.opcode)) == Some(&true)
}

/// A table of the core's opcodes.
pub(super) struct Entries(&'static [Entry; 512]);

impl Entries {
    pub fn new() -> Self {
        static CORE: OnceLock<[Entry; 512]> = OnceLock::new();
        Self(CORE.get_or_init(|| {
            core::array::from_fn(|opcode| {
                let op = Op::from_u32(opcode as u32).unwrap_or(Op::Nop);
                Entry::new(opcode as u16, op)
            })
        }))
    }

    #[inline]
    pub fn of(&self, inst: &Inst) -> Entry {
        match self.0.get(usize::from(inst.opcode)) {
            Some(&entry) => entry,
            None => Entry::new(inst.opcode, inst.op),
        }
    }
}

/// The common case, in which all is well: numbers of one type and a result of that type, or Booleans from comparing them.
#[inline]
pub(super) fn is_usual(module: &Module<'_>, inst: &Inst, shape: Shape, operands: &[u32]) -> bool {
    let Some(result) = module.ty(inst.result_type) else {
        return false;
    };
    let fits = match shape {
        Shape::SameFloats => result.is_float_or_vector(),
        Shape::SameUnsigned => matches!(result.scalar, Scalar::Int { signed: false, .. }) && result.is_int_or_vector(),
        Shape::Ints => result.is_int_or_vector(),
        Shape::Logic => result.is_bool_or_vector(),
        Shape::Compare(kind) => {
            let &[first, second] = operands else { return false };
            let row = module.value_type_row(first);
            return row == module.value_type_row(second)
                && result.is_bool_or_vector()
                && (module.types.get(row as usize)).is_some_and(|ty| is(ty, kind) && ty.lanes == result.lanes);
        }
        // catch-all: the others are looked at one by one.
        _ => return false,
    };
    let row = module.type_row(inst.result_type);
    fits && row != NONE && operands.iter().all(|&id| module.value_type_row(id) == row)
}
