//! The universal limits of what stands in a function (SPIR-V §2.17): constructs, switches, and paths.

use super::FunctionEmitter;

/// Constructs inside one another.
const MAX_NESTING: u32 = 1023;
/// Pairs of literal and label.
const MAX_CASES: usize = 16_383;
/// Indexes of an access chain, an `OpCompositeExtract` or an `OpCompositeInsert`.
const MAX_INDEXES: usize = 255;
impl FunctionEmitter<'_, '_> {
    /// Counts a construct that opens. The first of a function that is nested too deep is refused.
    #[inline]
    pub(super) fn open_construct(&mut self) {
        self.f.depth += 1;
        if self.f.depth > MAX_NESTING {
            self.refuse_nesting();
        }
    }

    /// Counts a construct that closes: its merge block comes next.
    #[inline]
    pub(super) fn close_construct(&mut self) {
        self.f.depth -= 1;
    }

    #[cold]
    fn refuse_nesting(&mut self) {
        if !self.f.too_deep {
            self.f.too_deep = true;
            let (depth, most) = (self.f.depth as usize, MAX_NESTING as usize);
            self.m.exceed("nesting of control flow", depth, most, self.m.span);
        }
    }

    /// Refuses a switch with too many cases.
    #[inline]
    pub(super) fn limit_cases(&mut self, literals: usize) {
        if literals > MAX_CASES {
            self.m.exceed("cases of a switch", literals, MAX_CASES, self.m.span);
        }
    }

    /// Refuses a path that is too long for one instruction.
    #[inline]
    pub(super) fn limit_indexes(&mut self, count: usize) {
        if count > MAX_INDEXES {
            let what = "steps from a variable or value to a part of it";
            self.m.exceed(what, count, MAX_INDEXES, self.m.span);
        }
    }
}
