//! The table that assigns to each opcode the kind of type check.

use super::{FMA, Shape, shape};
use crate::check::module::{Inst, computes};
use spirv::Op;
use std::sync::OnceLock;

/// The kind of type check for an opcode.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    Nothing,
    Shape(Shape),
    Other,
}

impl Entry {
    fn new(opcode: u16, op: Op) -> Self {
        let shape = match opcode {
            FMA => Some(Shape::SameFloats),
            _ => shape(op),
        };
        match shape {
            _ if !computes(opcode) => Self::Nothing,
            Some(shape) => Self::Shape(shape),
            None => Self::Other,
        }
    }
}

/// The table for opcodes below 512.
pub(super) struct Entries(&'static [Entry]);

impl Entries {
    pub fn new() -> Self {
        static CORE: OnceLock<Box<[Entry]>> = OnceLock::new();
        let entry = |opcode: u16| Entry::new(opcode, Op::from_u32(opcode.into()).unwrap_or(Op::Nop));
        Self(CORE.get_or_init(|| (0..512).map(entry).collect()))
    }

    #[inline]
    pub fn of(&self, inst: &Inst) -> Entry {
        match self.0.get(usize::from(inst.opcode)) {
            Some(&row) => row,
            None => Entry::new(inst.opcode, inst.op),
        }
    }
}
