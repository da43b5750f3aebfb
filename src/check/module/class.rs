//! What an instruction is about, so that a family of rules goes over what concerns it and not over all there is.

use super::{Inst, Module};
use spirv::Op;

/// What an instruction is about. Each is of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Variables.
    Variable,
    /// Loads, stores, copies and access chains, and lengths of arrays in memory.
    Memory,
    /// What takes or gives images.
    Image,
    /// Atomics and barriers.
    Sync,
    /// Extended instructions and the imports of their sets.
    Extended,
    /// Decorations.
    Annotation,
    /// Phis and merge instructions.
    Flow,
    /// Opcodes of extensions that are none of the others.
    Foreign,
    /// The rest, which has no list.
    Other,
}

/// How many classes have lists.
pub(super) const LISTS: usize = Class::Other as usize;

/// One entry an opcode of the core.
static CORE: [Class; 512] = {
    let mut classes = [Class::Other; 512];
    let mut opcode = 0;
    while opcode < classes.len() {
        classes[opcode] = match opcode {
            59 => Class::Variable,
            61..=70 => Class::Memory,
            60 | 86..=107 | 305..=316 | 320 => Class::Image,
            224 | 225 | 227..=242 | 318 | 319 | 328 => Class::Sync,
            11 | 12 => Class::Extended,
            71..=75 | 332 => Class::Annotation,
            245..=247 => Class::Flow,
            _ => Class::Other,
        };
        opcode += 1;
    }
    classes
};

/// The class of an opcode.
#[inline]
pub(super) fn class(opcode: u16) -> Class {
    CORE.get(usize::from(opcode))
        .copied()
        .unwrap_or_else(|| foreign(opcode))
}

fn foreign(opcode: u16) -> Class {
    match Op::from_u32(u32::from(opcode)) {
        Some(Op::UntypedVariableKHR) => Class::Variable,
        Some(
            Op::UntypedAccessChainKHR
            | Op::UntypedInBoundsAccessChainKHR
            | Op::UntypedPtrAccessChainKHR
            | Op::UntypedInBoundsPtrAccessChainKHR
            | Op::UntypedArrayLengthKHR,
        ) => Class::Memory,
        Some(Op::ExtInstWithForwardRefsKHR) => Class::Extended,
        Some(Op::DecorateString | Op::MemberDecorateString | Op::MemberDecorateIdEXT) => Class::Annotation,
        _ => Class::Foreign,
    }
}

impl Module<'_> {
    /// Sorts instructions by class, those of each in order.
    pub(super) fn sort_classes(&mut self, listed: &[(Class, u32)]) {
        let mut starts = [0_u32; LISTS + 1];
        for &(class, _) in listed {
            if let Some(start) = starts.get_mut(class as usize) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        self.listed.resize(sum as usize, 0);
        for &(class, inst) in listed.iter().rev() {
            let Some(start) = starts.get_mut(class as usize) else {
                continue;
            };
            *start -= 1;
            if let Some(entry) = self.listed.get_mut(*start as usize) {
                *entry = inst;
            }
        }
        self.list_starts = starts;
    }

    /// The instructions of some classes: those of the first class in order, then those of the next.
    pub fn of(&self, classes: impl IntoIterator<Item = Class>) -> impl Iterator<Item = &Inst> {
        let lists = classes.into_iter().map(|class| self.list(class));
        lists.flatten().filter_map(|&index| self.inst(index))
    }

    /// The places of the instructions of a class.
    pub fn list(&self, class: Class) -> &[u32] {
        super::range(&self.listed, &self.list_starts, class as usize)
    }

    /// The instructions that stand in no function, and those that begin one.
    pub fn outside_and_starts(&self) -> impl Iterator<Item = &Inst> {
        let starts = core::iter::once(0).chain(self.functions.iter().map(|function| function.end));
        let end = self.insts.len() as u32;
        let ends = self.functions.iter().map(|function| function.first + 1).chain([end]);
        starts
            .zip(ends)
            .flat_map(|(from, to)| self.insts.get(from as usize..to as usize).unwrap_or(&[]))
    }

    /// The instructions that stand in no function.
    pub fn outside(&self) -> impl Iterator<Item = &Inst> {
        let starts = core::iter::once(0).chain(self.functions.iter().map(|function| function.end));
        let end = self.insts.len() as u32;
        let ends = self.functions.iter().map(|function| function.first).chain([end]);
        starts
            .zip(ends)
            .flat_map(|(from, to)| self.insts.get(from as usize..to as usize).unwrap_or(&[]))
    }
}
