//! Memory operands under the Vulkan memory model (`SPV_KHR_vulkan_memory_model`), which cooperative matrices require.
//! Memory is private to an invocation unless the access has the operand `NonPrivatePointer`. The decorations `Coherent`
//! and `Volatile` are not allowed.
//!
//! ```text
//! %x = OpLoad %float %shared NonPrivatePointer                              made visible and ordered by barriers
//! %y = OpLoad %float %coherent MakePointerVisible|NonPrivatePointer %device
//!      OpStore %coherent %y MakePointerAvailable|NonPrivatePointer %device
//! ```
//!
//! Under the GLSL450 memory model accesses have no such operands.

use super::FunctionEmitter;
use crate::back::emitter::{Emitter, Result};
use crate::words::ValueId;
use naga::{GlobalVariable, Handle, MemoryDecorations};
use spirv::{Capability, MemoryAccess, Scope, StorageClass};

/// The memory operands of an access: a mask, and a scope if the mask requires one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Operands {
    words: [u32; 3],
    count: u32,
}

impl Operands {
    pub(super) fn words(&self) -> &[u32] {
        &self.words[..self.count as usize]
    }

    /// The operands of an access to a cooperative matrix, whose stride comes before them.
    pub(super) const fn after(self, stride: ValueId) -> Self {
        let [mask, scope, _] = self.words;
        Self {
            words: [stride.id().number(), mask, scope],
            count: self.count + 1,
        }
    }
}

impl FunctionEmitter<'_, '_> {
    /// The memory operands of an access to a variable. `sharing` is `MakePointerVisible` for a load, and
    /// `MakePointerAvailable` for a store.
    #[inline]
    pub(super) fn memory_operands(
        &mut self,
        class: StorageClass,
        global: Option<Handle<GlobalVariable>>,
        sharing: MemoryAccess,
    ) -> Result<Operands> {
        // TaskPayloadWorkgroupEXT is none of the storage classes that `NonPrivatePointer` allows (SPIR-V §2.16.1,
        // Universal Validation Rules). Barriers order its accesses.
        if !self.m.plan.vulkan_memory() || !matches!(class, StorageClass::Workgroup | StorageClass::StorageBuffer) {
            return Ok(Operands::default());
        }
        self.shared_operands(global, sharing)
    }

    fn shared_operands(&mut self, global: Option<Handle<GlobalVariable>>, sharing: MemoryAccess) -> Result<Operands> {
        let mut mask = MemoryAccess::NON_PRIVATE_POINTER;
        let decorations = global.map_or(MemoryDecorations::empty(), |global| {
            self.m.module.global_variables[global].memory_decorations
        });
        if decorations.contains(MemoryDecorations::VOLATILE) {
            mask |= MemoryAccess::VOLATILE;
        } else if !decorations.contains(MemoryDecorations::COHERENT) {
            // Barriers order the accesses.
            let words = [mask.bits(), 0, 0];
            return Ok(Operands { words, count: 1 });
        }
        let words = [(mask | sharing).bits(), self.m.device_scope()?.id().number(), 0];
        Ok(Operands { words, count: 2 })
    }
}

impl Emitter<'_> {
    /// The widest scope that the target allows. Without `VulkanMemoryModelDeviceScope` that is the queue family.
    pub(crate) fn device_scope(&mut self) -> Result<ValueId> {
        if self.plan.vulkan_memory() {
            if !self.plan.facts().device_scope {
                return self.u32_constant(Scope::QueueFamily as u32);
            }
            self.need(Capability::VulkanMemoryModelDeviceScope);
        }
        self.u32_constant(Scope::Device as u32)
    }
}
