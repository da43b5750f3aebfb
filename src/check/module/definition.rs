//! What is asked of an id most often, side by side: what defines it, and what may be done with it where.

use super::NONE;
use super::constant::is_constant;
use spirv::Op;

/// What defines an id first.
#[derive(Clone, Copy)]
pub(super) struct Definition {
    /// The instruction, or [`NONE`].
    pub inst: u32,
    /// The place of a value's type among the types; [`NONE`] for what has none.
    pub type_row: u32,
    /// Its own place among the types, constants or blocks if it is one of those outside functions, a type or a label, the
    /// block of a value that is made in one; [`NONE`] for others.
    pub place: u32,
    /// What may be done with it.
    pub flags: u32,
}

/// A type.
const TYPE: u32 = 1;
/// A type other than a function type.
const NAMES_TYPE: u32 = 1 << 1;
/// A value.
const VALUE: u32 = 1 << 2;
/// Its uses are asked for so often that all are kept.
const TRACKED: u32 = 1 << 3;
/// A label.
const LABEL: u32 = 1 << 4;
const PARAMETER: u32 = 1 << 5;
/// A constant, or an undefined value.
const CONSTANT: u32 = 1 << 6;
/// A type of pointers.
pub(super) const POINTER: u32 = 1 << 9;
/// A value whose uses nobody asks for.
const USUAL: u32 = 1 << 11;
/// Outside functions.
const GLOBAL: u32 = 1 << 8;

impl Default for Definition {
    fn default() -> Self {
        Self {
            inst: NONE,
            type_row: NONE,
            place: NONE,
            flags: 0,
        }
    }
}

impl Definition {
    /// What results of an opcode are, outside functions and in them.
    pub fn flags_of(op: Op, is_type: bool, has_type: bool) -> [u32; 2] {
        let mut flags = 0;
        if is_type {
            flags |= TYPE;
            if op != Op::TypeFunction {
                flags |= NAMES_TYPE;
            }
        }
        if has_type {
            flags |= VALUE;
        }
        if is_constant(op) {
            flags |= CONSTANT;
        }
        let mut tracked = [0, 0];
        match op {
            Op::TypePointer | Op::TypeUntypedPointerKHR => flags |= POINTER,
            Op::Function => (flags, tracked) = (0, [TRACKED, TRACKED]),
            Op::FunctionParameter => flags |= PARAMETER,
            Op::Label => flags |= LABEL,
            Op::SampledImage | Op::DecorationGroup => tracked = [TRACKED, TRACKED],
            Op::Variable | Op::UntypedVariableKHR | Op::ExtInst => tracked = [TRACKED, 0],
            // catch-all: who uses the results of others is asked seldom.
            _ => {}
        }
        let usual = |tracked| if flags & VALUE != 0 && tracked == 0 { USUAL } else { 0 };
        let [outside, inside] = tracked.map(|tracked| flags | tracked | usual(tracked));
        [outside | GLOBAL, inside]
    }

    /// What is defined by an instruction whose result type is 0 is no value.
    pub fn without_type(flags: u32) -> u32 {
        flags & !(VALUE | USUAL)
    }

    #[inline]
    pub fn is_type(&self) -> bool {
        self.flags & TYPE != 0
    }

    #[inline]
    pub fn is_label(&self) -> bool {
        self.flags & LABEL != 0
    }

    /// Whether all operands that name it are kept; those that name an id before it is defined are anyway.
    pub fn is_tracked(&self) -> bool {
        self.inst == NONE || self.flags & TRACKED != 0
    }

    /// Whether an instruction may name it as its result type without more ado.
    #[inline]
    pub fn is_settled_type(&self) -> bool {
        self.flags & NAMES_TYPE != 0
    }

    /// Whether a type may name it: it stands outside functions, and before.
    #[inline]
    pub fn is_settled_part(&self, user: u32) -> bool {
        let flags = self.flags & (GLOBAL | TRACKED);
        flags == GLOBAL && self.flags & (NAMES_TYPE | VALUE) != 0 && self.inst != user
    }

    /// Whether it is a value of the module's own section.
    #[inline]
    pub fn is_settled_constant(&self, user: u32) -> bool {
        self.flags & (VALUE | GLOBAL | TRACKED) == (VALUE | GLOBAL) && self.inst != user
    }

    /// Whether an instruction that takes a value may name it: it was made before in the same block or outside functions,
    /// or is a parameter of the function that begins at `function`.
    #[inline]
    pub fn is_settled_value(&self, user: u32, block: u32, function: u32) -> bool {
        if self.flags & (VALUE | TRACKED) != VALUE || self.inst == user {
            return false;
        }
        self.flags & GLOBAL != 0
            || (self.place == block && self.place != NONE)
            || (self.flags & PARAMETER != 0 && self.inst > function)
    }

    /// The common cases of that, and a value of the function's first block, which dominates all that control comes to.
    #[inline(always)]
    pub fn is_usual_value(&self, user: u32, block: u32, entry: u32) -> bool {
        self.flags & USUAL != 0
            && self.inst != user
            && (self.flags & GLOBAL != 0 || (block != NONE && (self.place == block || self.place == entry)))
    }

    /// The block of a value that was made before in one of the function that begins at `function`; [`NONE`] for others.
    #[inline]
    pub fn block_of_value(&self, user: u32, function: u32) -> u32 {
        let is_value = self.flags & (VALUE | TRACKED | GLOBAL) == VALUE;
        if is_value && self.inst > function && self.inst < user {
            self.place
        } else {
            NONE
        }
    }

    #[inline]
    pub fn is_constant(&self) -> bool {
        self.flags & CONSTANT != 0
    }

    /// The place among the constants, of one outside functions.
    #[inline]
    pub fn constant_row(&self) -> Option<u32> {
        (self.flags & (CONSTANT | GLOBAL) == CONSTANT | GLOBAL).then_some(self.place)
    }
}
