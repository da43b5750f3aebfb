//! Classes of instructions, so that a family of rules iterates only over the instructions that it concerns.

use super::{Inst, Module};
use spirv::Op;

/// The subject of an instruction. Every instruction has exactly one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Variables.
    Variable,
    /// Loads, stores, copies and access chains, and lengths of arrays in memory.
    Memory,
    /// Instructions that take or return images.
    Image,
    /// Atomics and barriers.
    Sync,
    /// Extended instructions and the imports of their sets.
    Extended,
    /// Decorations.
    Annotation,
    /// Phis and merge instructions.
    Flow,
    /// Execution modes.
    Mode,
    /// `OpTypeForwardPointer`.
    ForwardPointer,
    /// Calls, and instructions that compare pointers or take them only with a capability.
    Carrier,
    /// Opcodes of extensions that are in no other class.
    Foreign,
    /// All others. This class has no list.
    Other,
}

/// The number of classes with a list.
pub(super) const LISTS: usize = Class::Other as usize;

/// The class of each opcode below 512.
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
            16 | 331 => Class::Mode,
            39 => Class::ForwardPointer,
            57 | 80 | 82 | 117 | 124 | 169 | 254 | 256 | 257 | 401..=403 => Class::Carrier,
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

/// The expected length of a class's list in a module with that many words.
pub(super) fn expected_len(class: usize, words: usize) -> usize {
    const MEMORY: usize = Class::Memory as usize;
    const OFTEN: [Class; 5] = [
        Class::Variable,
        Class::Extended,
        Class::Annotation,
        Class::Flow,
        Class::Carrier,
    ];
    match class {
        MEMORY => words / 16 + 8,
        class if OFTEN.iter().any(|&often| often as usize == class) => words / 64 + 8,
        _ => 0,
    }
}

impl Module<'_> {
    /// The instructions of several classes: those of the first class in order, then those of the next.
    pub fn of(&self, classes: impl IntoIterator<Item = Class>) -> impl Iterator<Item = &Inst> {
        let lists = classes.into_iter().map(|class| self.list(class));
        lists.flatten().filter_map(|&index| self.inst(index))
    }

    /// The indices of the instructions of a class.
    pub fn list(&self, class: Class) -> &[u32] {
        self.lists.get(class as usize).map_or(&[], Vec::as_slice)
    }

    /// Instructions that compute a value, in order.
    pub fn computing(&self) -> impl Iterator<Item = &Inst> {
        self.computing.iter().filter_map(|&index| self.inst(index))
    }

    /// The index of the first function's `OpFunction`, or the number of instructions.
    pub fn first_function(&self) -> u32 {
        let end = self.insts.len() as u32;
        self.functions.first().map_or(end, |function| function.first)
    }

    /// The instructions outside functions and the `OpFunction` instructions.
    pub fn outside_and_starts(&self) -> impl Iterator<Item = &Inst> {
        let starts = core::iter::once(0).chain(self.functions.iter().map(|function| function.end));
        let end = self.insts.len() as u32;
        let ends = self.functions.iter().map(|function| function.first + 1).chain([end]);
        starts
            .zip(ends)
            .flat_map(|(from, to)| self.insts.get(from as usize..to as usize).unwrap_or(&[]))
    }

    /// The instructions outside functions.
    pub fn outside(&self) -> impl Iterator<Item = &Inst> {
        let starts = core::iter::once(0).chain(self.functions.iter().map(|function| function.end));
        let end = self.insts.len() as u32;
        let ends = self.functions.iter().map(|function| function.first).chain([end]);
        starts
            .zip(ends)
            .flat_map(|(from, to)| self.insts.get(from as usize..to as usize).unwrap_or(&[]))
    }
}
