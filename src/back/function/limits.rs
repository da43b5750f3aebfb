//! Limits of functions from SPIR-V §2.17, Universal Limits: nesting of constructs, cases of switches, and indices of
//! access chains.

use super::FunctionEmitter;

/// The depth of nested constructs.
const MAX_NESTING: u32 = 1023;
/// The literal and label pairs of a switch.
pub(super) const MAX_CASES: usize = 16_383;
/// The indices of an access chain, an `OpCompositeExtract` or an `OpCompositeInsert`.
pub(super) const MAX_INDEXES: usize = 255;

impl FunctionEmitter<'_, '_> {
    /// Counts a construct that opens. Refuses a function whose constructs are nested too deeply, once.
    #[inline]
    pub(super) fn open_construct(&mut self) {
        self.f.flow.depth += 1;
        if self.f.flow.depth > MAX_NESTING && !self.f.flow.too_deep {
            self.f.flow.too_deep = true;
            let (depth, most) = (self.f.flow.depth as usize, MAX_NESTING as usize);
            self.m.exceed("nesting of control flow", depth, most, self.m.span);
        }
    }

    /// Counts a construct that closes. Its merge block follows.
    #[inline]
    pub(super) fn close_construct(&mut self) {
        self.f.flow.depth -= 1;
    }

    #[inline]
    pub(super) fn limit(&mut self, what: &'static str, count: usize, most: usize) {
        if count > most {
            self.m.exceed(what, count, most, self.m.span);
        }
    }
}
