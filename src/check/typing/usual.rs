//! What there is to do about an instruction, by its opcode, and the instructions about which there is nothing to say.

use super::{FMA, Kind, Shape, shape};
use crate::check::module::{Inst, Module, Numbers, Type, alike, computes};
use spirv::Op;
use std::sync::OnceLock;

/// What there is to do about an opcode.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    Nothing,
    Shape(Shape),
    Other,
}

/// How the common case of an opcode looks, in which all is well.
#[derive(Clone, Copy)]
enum Usual {
    /// Operands and result are of one type, made of those.
    Same(Numbers),
    /// A result of Booleans, two operands of one type made of those, with as many components.
    Compared(Numbers),
    /// It is looked at more closely.
    None,
}

/// An opcode.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub entry: Entry,
    usual: Usual,
}

impl Row {
    fn new(opcode: u16, op: Op) -> Self {
        let shape = match opcode {
            FMA => Some(Shape::SameFloats),
            _ => shape(op),
        };
        let usual = match (shape, alike(op, opcode)) {
            (_, Some(numbers)) => Usual::Same(numbers),
            (Some(Shape::Compare(Kind::Float)), _) => Usual::Compared(Numbers::FLOATS),
            (Some(Shape::Compare(Kind::Int)), _) => Usual::Compared(Numbers::INTS),
            // catch-all: the others are looked at one by one.
            _ => Usual::None,
        };
        let entry = match shape {
            _ if !computes(opcode) => Entry::Nothing,
            Some(shape) => Entry::Shape(shape),
            None => Entry::Other,
        };
        Self { entry, usual }
    }

    /// Whether an instruction is of the common case.
    #[inline]
    pub fn is_usual(&self, module: &Module<'_>, inst: &Inst, operands: &[u32]) -> bool {
        let Some(result) = module.result_type(inst) else {
            return false;
        };
        match self.usual {
            Usual::Same(numbers) => {
                let is_same = |&id: &u32| module.value_type_row(id) == inst.type_row;
                result.numbers.intersects(numbers) && operands.iter().all(is_same)
            }
            Usual::Compared(numbers) => {
                let &[first, second] = operands else { return false };
                let row = module.value_type_row(first);
                let fits = |ty: &Type<'_>| ty.numbers.intersects(numbers) && ty.lanes == result.lanes;
                row == module.value_type_row(second)
                    && result.numbers.intersects(Numbers::BOOLS)
                    && module.types.get(row as usize).is_some_and(fits)
            }
            Usual::None => false,
        }
    }
}

/// A table of the core's opcodes.
pub(super) struct Entries(&'static [Row; 512]);

impl Entries {
    pub fn new() -> Self {
        static CORE: OnceLock<[Row; 512]> = OnceLock::new();
        Self(CORE.get_or_init(|| {
            core::array::from_fn(|opcode| {
                let op = Op::from_u32(opcode as u32).unwrap_or(Op::Nop);
                Row::new(opcode as u16, op)
            })
        }))
    }

    #[inline]
    pub fn of(&self, inst: &Inst) -> Row {
        match self.0.get(usize::from(inst.opcode)) {
            Some(&row) => row,
            None => Row::new(inst.opcode, inst.op),
        }
    }
}
