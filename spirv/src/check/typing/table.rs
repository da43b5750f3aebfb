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
            Some(&row) => row,
            None => Entry::new(inst.opcode, inst.op),
        }
    }
}
