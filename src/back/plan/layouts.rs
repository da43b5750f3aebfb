//! Whether the buffers of live globals are laid out as the target has it: by the base rules, the extended ones for uniform
//! buffers, or what the enabled features leave of them (Vulkan "Offset and Stride Assignment").
//!
//! What the bytes are is asked of `layout`. WGSL's own offsets always pass; those of other front ends are the source's,
//! and naga's validator judges them for storage and uniform buffers but not for immediates.

use super::Plan;
use super::limits::MAX_MEMBERS;
use crate::error::ErrorKind;
use crate::layout::{MemoryLayout, Rules};
use crate::options::Options;
use crate::target::{Feature, Requirement, Support, Target};
use naga::{Handle, Module, Span, Type};

impl Plan {
    /// A storage buffer or immediates.
    pub(super) fn need_block_layout(&mut self, ty: Handle<Type>, options: &Options, span: Span) {
        self.type_uses.laid_out.insert(ty.index());
        if !self.keeps_natural(&options.target, ty) {
            let requirement = if self.layouts.satisfies(ty, MemoryLayout::Natural, Rules::Relaxed) {
                Some(options.target.relaxed_block_requirement())
            } else {
                self.scalar_requirement(&options.target, ty)
            };
            self.refuse_layout(requirement, span);
        }
    }

    /// A uniform buffer.
    pub(super) fn need_uniform_layout(&mut self, module: &Module, ty: Handle<Type>, options: &Options, span: Span) {
        let target = &options.target;
        if self.facts().relaxed_uniform_layout {
            self.type_uses.laid_out.insert(ty.index());
            if !self.keeps_natural(target, ty) {
                let requirement = self.scalar_requirement(target, ty);
                self.refuse_layout(requirement, span);
            }
            return;
        }
        self.type_uses.standard.insert(ty.index());
        if !self.layouts.satisfies(ty, MemoryLayout::Std140, Rules::Extended) {
            let requirement = if self.keeps_natural(target, ty) {
                Some(target.layout_requirement(Feature::UniformBufferStandardLayout))
            } else {
                self.scalar_requirement(target, ty)
            };
            self.refuse_layout(requirement, span);
        } else if self.layouts.needs_twin(ty) {
            self.limit_twins(module, ty, span);
        }
    }

    /// Whether a type keeps the rules of this target as naga laid it out, for uniform buffers where those are relaxed.
    fn keeps_natural(&self, target: &Target, ty: Handle<Type>) -> bool {
        let keeps = |rules| self.layouts.satisfies(ty, MemoryLayout::Natural, rules);
        keeps(Rules::Base)
            || target.relaxed_block_layout() == Support::Enabled && keeps(Rules::Relaxed)
            || target.scalar_layout() == Support::Enabled && keeps(Rules::Scalar)
    }

    fn scalar_requirement(&self, target: &Target, ty: Handle<Type>) -> Option<Requirement> {
        self.layouts
            .satisfies(ty, MemoryLayout::Natural, Rules::Scalar)
            .then(|| target.layout_requirement(Feature::ScalarBlockLayout))
    }

    fn refuse_layout(&mut self, requirement: Option<Requirement>, span: Span) {
        let kind = match requirement {
            Some(requirement) => ErrorKind::Missing(requirement),
            None => ErrorKind::Inexpressible {
                what: "the layout of this buffer",
                reason: "members overlap or stand off the alignment of their scalars",
            },
        };
        self.refuse(kind, span);
    }

    /// The members of every struct in a uniform buffer: two-row matrices count by their columns there.
    fn limit_twins(&mut self, module: &Module, ty: Handle<Type>, span: Span) {
        let mut seen: bit_set::BitSet = bit_set::BitSet::default();
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !self.layouts.needs_twin(ty) || !seen.insert(ty.index()) {
                continue;
            }
            let members = self.layouts.member_count(&module.types, ty, MemoryLayout::Std140);
            let what = "members of a structure in uniform memory, columns of two-row matrices included";
            self.limit(what, members as usize, MAX_MEMBERS, span);
            match module.types[ty].inner {
                naga::TypeInner::Array { base, .. } => stack.push(base),
                naga::TypeInner::Struct { ref members, .. } => stack.extend(members.iter().map(|member| member.ty)),
                // catch-all: nothing else has parts with a twin
                _ => {}
            }
        }
    }
}
