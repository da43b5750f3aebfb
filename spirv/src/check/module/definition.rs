//! The definition of an id in four words: the defining instruction, and flags that say which uses of the id are valid
//! without further checks.

use super::NONE;
use super::constant::is_constant;
use spirv::Op;

/// The first definition of an id.
#[derive(Clone, Copy)]
pub(super) struct Definition {
    /// The instruction, or [`NONE`].
    pub inst: u32,
    /// The index of a value's type among the types; [`NONE`] for other ids.
    pub type_row: u32,
    /// The row of a type, or of a constant outside functions, in its table; the block of a label, or of a value that is
    /// defined in a block; [`NONE`] for others.
    pub row_or_block: u32,
    /// The kind of the id and the uses that need no further check.
    pub flags: u32,
}

/// A type.
const TYPE: u32 = 1;
/// A type other than a function type.
const NAMES_TYPE: u32 = 1 << 1;
/// A value.
const VALUE: u32 = 1 << 2;
/// An id for which all uses are kept, because rules look them up often.
const TRACKED: u32 = 1 << 3;
/// A label.
const LABEL: u32 = 1 << 4;
const PARAMETER: u32 = 1 << 5;
/// A constant, or an undefined value.
const CONSTANT: u32 = 1 << 6;
/// A type of pointers.
pub(super) const POINTER: u32 = 1 << 9;
/// A value whose uses are not kept.
const UNTRACKED: u32 = 1 << 11;
/// An id that is defined outside functions.
const GLOBAL: u32 = 1 << 8;

impl Default for Definition {
    fn default() -> Self {
        Self {
            inst: NONE,
            type_row: NONE,
            row_or_block: NONE,
            flags: 0,
        }
    }
}

impl Definition {
    /// The flags of an opcode's results, outside functions and inside.
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
            // catch-all: rules seldom look up the uses of other results.
            _ => {}
        }
        let untracked = |tracked| {
            if flags & VALUE != 0 && tracked == 0 {
                UNTRACKED
            } else {
                0
            }
        };
        let [outside, inside] = tracked.map(|tracked| flags | tracked | untracked(tracked));
        [outside | GLOBAL, inside]
    }

    /// Removes the flags of values, for an instruction whose result type is 0.
    pub fn without_type(flags: u32) -> u32 {
        flags & !(VALUE | UNTRACKED)
    }

    #[inline]
    pub fn is_type(&self) -> bool {
        self.flags & TYPE != 0
    }

    #[inline]
    pub fn is_label(&self) -> bool {
        self.flags & LABEL != 0
    }

    /// Whether all operands that name it are kept. Operands that name an id before its definition always are.
    pub fn is_tracked(&self) -> bool {
        self.inst == NONE || self.flags & TRACKED != 0
    }

    /// Whether it may be a result type without further checks.
    #[inline]
    pub fn can_be_result_type(&self) -> bool {
        self.flags & NAMES_TYPE != 0
    }

    /// Whether it may be an operand of a type without further checks: it is declared before and outside functions.
    #[inline]
    pub fn can_be_type_operand(&self, user: u32) -> bool {
        let flags = self.flags & (GLOBAL | TRACKED);
        flags == GLOBAL && self.flags & (NAMES_TYPE | VALUE) != 0 && self.inst != user
    }

    /// Whether it may be an operand where a constant is required: it is a value declared before and outside functions.
    #[inline]
    pub fn can_be_constant(&self, user: u32) -> bool {
        self.flags & (VALUE | GLOBAL | TRACKED) == (VALUE | GLOBAL) && self.inst != user
    }

    /// Whether it may be an operand where a value is required: it is defined before, in the same block or outside
    /// functions, or is a parameter of the function that begins at `function`.
    #[inline]
    pub fn can_be_value(&self, user: u32, block: u32, function: u32) -> bool {
        if self.flags & (VALUE | TRACKED) != VALUE || self.inst == user {
            return false;
        }
        self.flags & GLOBAL != 0
            || (self.row_or_block == block && self.row_or_block != NONE)
            || (self.flags & PARAMETER != 0 && self.inst > function)
    }

    /// The common cases of [`Self::can_be_value`], and values of the function's entry block, which dominates all
    /// reachable blocks.
    #[inline(always)]
    pub fn is_common_value(&self, user: u32, block: u32, entry: u32) -> bool {
        self.flags & UNTRACKED != 0
            && self.inst != user
            && (self.flags & GLOBAL != 0
                || (block != NONE && (self.row_or_block == block || self.row_or_block == entry)))
    }

    /// The block of a value that is defined before its use in the function that begins at `function`; [`NONE`] for
    /// others.
    #[inline]
    pub fn block_of_value(&self, user: u32, function: u32) -> u32 {
        let is_value = self.flags & (VALUE | TRACKED | GLOBAL) == VALUE;
        if is_value && self.inst > function && self.inst < user {
            self.row_or_block
        } else {
            NONE
        }
    }

    #[inline]
    pub fn is_constant(&self) -> bool {
        self.flags & CONSTANT != 0
    }

    /// The index of a constant outside functions among the constants.
    #[inline]
    pub fn constant_row(&self) -> Option<u32> {
        (self.flags & (CONSTANT | GLOBAL) == CONSTANT | GLOBAL).then_some(self.row_or_block)
    }
}
