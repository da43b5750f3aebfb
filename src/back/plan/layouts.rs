//! Layout rules for the buffers of live globals: the base rules, the extended rules for uniform buffers, or the rules
//! that the enabled features relax (Vulkan, "Offset and Stride Assignment"). Also the layout and role of types in
//! registers.
//!
//! Offsets come from `layout`. WGSL's own offsets satisfy the rules that the writer needs; other front ends take them
//! from the source, and naga's validator checks those of storage and uniform buffers but not of immediates.

use super::Plan;
use super::types::{LAID_OUT, STANDARD, TypeUses, WITHOUT_LAYOUT};
use crate::back::plan::limits::MAX_MEMBERS;
use crate::back::shape::Role;
use crate::error::ErrorKind;
use crate::ir::global::element;
use crate::ir::ty::parts;
use crate::layout::{MemoryLayout, RegisterLayouts, Rules};
use crate::target::{DeviceExtension, Feature, Requirement, Support, VulkanVersion};
use alloc::vec::Vec;
use naga::{Handle, Module, Span, Type, TypeInner};
use spirula_spirv::internal::TargetQueries as _;

/// The layout of types in registers: in values, Function and Private variables.
#[derive(Debug, Default)]
pub(super) struct Registers {
    pub(super) layouts: RegisterLayouts,
    /// The kinds of memory that types occur in, on which the layout depends.
    pub(super) uses: TypeUses,
    /// The role of each struct type in registers that have a layout; empty if they have none. `Plain` for a part of
    /// another type, in which a block must not occur, and for a buffer in several roles; `None` for a type that is no
    /// whole buffer.
    ///
    /// A struct that is a buffer in exactly one role, and part of no other type, keeps that role, so that a whole buffer
    /// is loaded and stored without conversion. Up to SPIR-V 1.4 `Block` and `BufferBlock` may decorate types of the
    /// Private and Function storage classes (Vulkan, "Shader Interfaces").
    roles: Vec<Option<Role>>,
}

impl Plan {
    /// Whether types in registers can have a layout: if the target has no `OpCopyLogical`, and there are buffers.
    pub(super) fn registers_may_have_layout(&self) -> bool {
        !self.facts().copy_logical && self.live.buffers
    }

    pub(super) fn plan_registers(&mut self, module: &Module) {
        let laid_out = self.registers_may_have_layout();
        let uses = &self.registers.uses;
        self.registers.layouts.reset(
            &module.types,
            &self.layouts,
            laid_out,
            |ty| uses.has(ty, LAID_OUT),
            |ty| uses.has(ty, WITHOUT_LAYOUT),
        );
        self.registers.roles.clear();
        if !laid_out {
            return;
        }
        self.registers.roles.resize(module.types.len(), None);
        for (_, global) in self.live.globals(module) {
            let Some((layout, role)) = self.facts.buffer_layout(global.space) else {
                continue;
            };
            let ty = element(module, global);
            // A twin is a different type.
            let has_twin = layout == MemoryLayout::Std140 && self.layouts.needs_twin(ty);
            if has_twin || !matches!(module.types[ty].inner, TypeInner::Struct { .. }) {
                continue;
            }
            let known = &mut self.registers.roles[ty.index()];
            *known = match *known {
                None => Some(role),
                Some(other) if other == role => continue,
                Some(_) => Some(Role::Plain),
            };
        }
        for (_, ty) in module.types.iter() {
            // A binding array contains buffers.
            if matches!(ty.inner, TypeInner::BindingArray { .. }) {
                continue;
            }
            for part in parts(&ty.inner) {
                self.registers.roles[part.index()] = Some(Role::Plain);
            }
        }
    }

    /// The role of a struct with naga's layout where it is not part of another type: the buffer's role, if registers
    /// share the buffer's type.
    pub(crate) fn register_role(&self, ty: Handle<Type>) -> Role {
        match self.registers.roles.get(ty.index()) {
            Some(&Some(role)) if self.register_layout(ty) == MemoryLayout::Natural => role,
            Some(_) | None => Role::Plain,
        }
    }

    /// Checks the layout of a storage buffer, of immediates, or of a uniform buffer that may keep naga's offsets, and
    /// records the feature that permits it, if the base rules do not.
    pub(super) fn need_block_layout(&mut self, ty: Handle<Type>, is_uniform: bool, span: Span) {
        self.registers.uses.mark(ty, LAID_OUT);
        let keeps = |rules| self.layouts.satisfies(ty, MemoryLayout::Natural, rules);
        let (is_base, is_relaxed, is_extended) = (keeps(Rules::Base), keeps(Rules::Relaxed), keeps(Rules::Extended));
        if !self.keeps_natural(ty) {
            let relaxed = (is_relaxed && !is_uniform).then(|| self.target.relaxed_block_requirement());
            return self.refuse_layout(ty, relaxed, span);
        }
        if is_base {
            // No feature is needed.
        } else if !is_relaxed || self.target.relaxed_block_layout() != Support::Enabled {
            self.need_feature(&[Feature::ScalarBlockLayout], span);
        } else if self.target.is_vulkan() && self.target.vulkan_version() < Some(VulkanVersion::V1_1) {
            self.requirements
                .need_device_extension(DeviceExtension::VK_KHR_relaxed_block_layout, None, span);
        }
        // `scalarBlockLayout` permits what `uniformBufferStandardLayout` does.
        if is_uniform && !is_extended {
            let feature: &'static [Feature] = match self.target.standard_uniform_layout() {
                Support::Enabled => &[Feature::UniformBufferStandardLayout],
                Support::Allowed | Support::Unavailable => &[Feature::ScalarBlockLayout],
            };
            self.need_feature(feature, span);
        }
    }

    /// Checks the layout of a uniform buffer.
    pub(super) fn need_uniform_layout(&mut self, module: &Module, ty: Handle<Type>, span: Span) {
        if self.facts().relaxed_uniform_layout {
            return self.need_block_layout(ty, true, span);
        }
        self.registers.uses.mark(ty, STANDARD);
        if !self.layouts.satisfies(ty, MemoryLayout::Std140, Rules::Extended) {
            let feature = Feature::UniformBufferStandardLayout;
            let standard = self.keeps_natural(ty).then(|| self.target.layout_requirement(feature));
            self.refuse_layout(ty, standard, span);
        } else if self.layouts.needs_twin(ty) {
            self.limit_twins(module, ty, span);
        }
    }

    /// Whether naga's layout of a type satisfies the target's rules for storage buffers and relaxed uniform buffers.
    fn keeps_natural(&self, ty: Handle<Type>) -> bool {
        let keeps = |rules| self.layouts.satisfies(ty, MemoryLayout::Natural, rules);
        keeps(Rules::Base)
            || self.target.relaxed_block_layout() == Support::Enabled && keeps(Rules::Relaxed)
            || self.target.scalar_layout() == Support::Enabled && keeps(Rules::Scalar)
    }

    /// Refuses the layout of a buffer. Without a given requirement it is `scalarBlockLayout`, if that permits the layout.
    fn refuse_layout(&mut self, ty: Handle<Type>, requirement: Option<Requirement>, span: Span) {
        let is_scalar = self.layouts.satisfies(ty, MemoryLayout::Natural, Rules::Scalar);
        let scalar = || is_scalar.then(|| self.target.layout_requirement(Feature::ScalarBlockLayout));
        let kind = match requirement.or_else(scalar) {
            Some(requirement) => ErrorKind::Missing(requirement),
            None => ErrorKind::Inexpressible {
                what: "the layout of this buffer",
                reason: "members overlap or are not aligned to their scalars",
            },
        };
        self.refuse(kind, span);
    }

    /// Limits the members of every struct in a uniform buffer, where each column of a narrow matrix is a member.
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
            stack.extend(parts(&module.types[ty].inner));
        }
    }
}
