//! Narrow and deferred loads: only the used parts of a composite are loaded.
//!
//! A narrow load is replaced by loads of its members, at the position of the load, so that later stores do not matter.
//! If an element is read at a dynamic index, the index may be computed after the load. The load is then deferred to the
//! access of the element, provided that the memory is constant (`back::memory`); otherwise the composite is copied to a
//! variable to be indexed:
//!
//! ```text
//! let all = table.weights;  … all[i]    %p = OpAccessChain %_ptr_Uniform_float %table %u0 %i    %w = OpLoad %float %p
//! ```

use super::functions::NarrowMember;
use super::sweep::FunctionSweep;
use crate::ir::pointer::{PointerRoot, inner_of, pointer_global, pointer_root};
use naga::{Expression, Handle, TypeInner};
use spirula_spirv::internal::sort_by_key;

/// The most members that are loaded separately; a load with more used members stays whole.
const MAX_NARROW: usize = 8;

impl FunctionSweep<'_, '_> {
    /// Whether a load whose elements are read at dynamic indices is deferred: its memory is constant, and has the bounds
    /// check policy of values.
    #[inline(never)]
    pub(super) fn is_deferrable(&self, load: Handle<Expression>, pointer: Handle<Expression>) -> bool {
        matches!(
            *self.inner(load),
            TypeInner::Matrix { .. } | TypeInner::Array { .. } | TypeInner::Struct { .. }
        ) && pointer_global(self.function, pointer).is_some_and(|global| {
            let (policies, space) = (&self.plan.policies, self.module.global_variables[global].space);
            self.plan.memory.is_constant(global) && policies.of_space(Some(space)) == policies.of_space(None)
        })
    }

    /// Defers an access to a deferred load.
    pub(super) fn defer_part(&mut self, part: Handle<Expression>, base: Handle<Expression>) {
        let whole = self.uses[base.index()];
        if whole.is_deferred() && !whole.is_whole() {
            let is_vector = matches!(*self.inner(part), TypeInner::Vector { .. });
            let uses = &mut self.uses[part.index()];
            uses.set_deferred();
            if is_vector {
                uses.use_whole();
            }
        }
    }

    pub(super) fn inner(&self, expression: Handle<Expression>) -> &TypeInner {
        inner_of(self.module, &self.info[expression].ty)
    }

    /// Records a member of a load that is not used as a whole.
    pub(super) fn note_narrow(&mut self, member: Handle<Expression>, base: Handle<Expression>) {
        if self.uses[member.index()].is_members_only() {
            return;
        }
        let mut at = base;
        while self.uses[at.index()].is_members_only() && !self.uses[at.index()].is_deferred() {
            match self.function.expressions[at] {
                Expression::AccessIndex { base, .. } => at = base,
                Expression::Load { pointer } => {
                    let may_split = match pointer_root(self.function, pointer) {
                        Some(PointerRoot::Global(global)) => self.plan.memory.may_split(global),
                        Some(PointerRoot::Local(_) | PointerRoot::Argument(_)) => true,
                        None => false,
                    };
                    if may_split {
                        self.plan.functions.narrow.push(NarrowMember { load: at, member });
                    }
                    return;
                }
                // catch-all: only loads have members that can be loaded separately
                _ => return,
            }
        }
    }

    /// Groups the narrow members by their load and removes the groups that are not worthwhile.
    pub(super) fn select_narrow(&mut self, first: usize) {
        let members = &mut self.plan.functions.narrow[first..];
        sort_by_key(members, |narrow| (narrow.load, narrow.member));
        let (mut at, mut kept) = (first, first);
        while let Some(&NarrowMember { load, .. }) = self.plan.functions.narrow.get(at) {
            let rest = &self.plan.functions.narrow[at..];
            let end = at + rest.iter().take_while(|narrow| narrow.load == load).count();
            let is_vector = matches!(*inner_of(self.module, &self.info[load].ty), TypeInner::Vector { .. });
            // Loading one component of a vector takes fewer words than loading the vector; loading two does not.
            let limit = if is_vector { 1 } else { MAX_NARROW };
            if end - at > limit {
                self.uses[load.index()].use_whole();
            } else {
                self.plan.functions.narrow.copy_within(at..end, kept);
                kept += end - at;
            }
            at = end;
        }
        self.plan.functions.narrow.truncate(kept);
    }
}
