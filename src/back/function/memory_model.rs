//! The Vulkan memory model (`SPV_KHR_vulkan_memory_model`), which cooperative matrices take: memory is private to an
//! invocation unless an access says otherwise, and neither `Coherent` nor `Volatile` may be a decoration.
//!
//! ```text
//! %x = OpLoad %float %shared NonPrivatePointer                              ordered by barriers, which make it visible
//! %y = OpLoad %float %coherent MakePointerVisible|NonPrivatePointer %device
//!      OpStore %coherent %y MakePointerAvailable|NonPrivatePointer %device
//! ```
//!
//! Under the simple model of GLSL all of this is implied, and no access has operands.

use super::FunctionEmitter;
use crate::back::emitter::Result;
use crate::words::ValueId;
use naga::{GlobalVariable, Handle, MemoryDecorations};
use spirv::{Capability, ImageOperands, MemoryAccess, Scope, StorageClass};

/// With whom memory is shared, as accesses say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// With nobody.
    None,
    /// With the invocations that barriers order.
    Barriers,
    /// With all the device.
    Coherent,
    /// And it may change on its own.
    Volatile,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Load,
    Store,
}

/// The operands of an access: a mask, and a scope where the mask asks for one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Operands {
    words: [u32; 2],
    count: usize,
}

impl Operands {
    pub(super) fn words(&self) -> &[u32] {
        &self.words[..self.count]
    }

    fn new(mask: u32, scope: Option<ValueId>) -> Self {
        Self {
            words: [mask, scope.map_or(0, |scope| scope.id().number())],
            count: 1 + usize::from(scope.is_some()),
        }
    }
}

impl FunctionEmitter<'_, '_> {
    /// How the memory behind a pointer is shared.
    fn sharing(&self, class: StorageClass, global: Option<Handle<GlobalVariable>>) -> Sharing {
        let decorations = global.map_or(MemoryDecorations::empty(), |global| {
            self.m.module.global_variables[global].memory_decorations
        });
        match class {
            // A payload is none of the classes that an access can call non-private (SPIR-V §2.18.2); barriers order it.
            StorageClass::Workgroup | StorageClass::StorageBuffer => {
                if decorations.contains(MemoryDecorations::VOLATILE) {
                    Sharing::Volatile
                } else if decorations.contains(MemoryDecorations::COHERENT) {
                    Sharing::Coherent
                } else {
                    Sharing::Barriers
                }
            }
            _ => Sharing::None,
        }
    }

    /// The memory operands of a load from a variable's memory or of a store to it.
    #[inline]
    pub(super) fn memory_operands(
        &mut self,
        class: StorageClass,
        global: Option<Handle<GlobalVariable>>,
        direction: Direction,
    ) -> Result<Operands> {
        if self.m.plan.vulkan_memory() {
            self.shared_operands(self.sharing(class, global), direction)
        } else {
            Ok(Operands::default())
        }
    }

    fn shared_operands(&mut self, sharing: Sharing, direction: Direction) -> Result<Operands> {
        let mut mask = match sharing {
            Sharing::None => return Ok(Operands::default()),
            Sharing::Barriers => return Ok(Operands::new(MemoryAccess::NON_PRIVATE_POINTER.bits(), None)),
            Sharing::Coherent => MemoryAccess::NON_PRIVATE_POINTER,
            Sharing::Volatile => MemoryAccess::NON_PRIVATE_POINTER | MemoryAccess::VOLATILE,
        };
        mask |= match direction {
            Direction::Load => MemoryAccess::MAKE_POINTER_VISIBLE,
            Direction::Store => MemoryAccess::MAKE_POINTER_AVAILABLE,
        };
        let scope = self.device_scope()?;
        Ok(Operands::new(mask.bits(), Some(scope)))
    }

    /// The widest scope that the target has: without `VulkanMemoryModelDeviceScope` the invocations of a queue family.
    pub(super) fn device_scope(&mut self) -> Result<ValueId> {
        let scope = match (self.m.plan.vulkan_memory(), self.m.plan.facts().device_scope) {
            (false, _) => Scope::Device,
            (true, false) => Scope::QueueFamily,
            (true, true) => {
                self.need(Capability::VulkanMemoryModelDeviceScope);
                Scope::Device
            }
        };
        self.m.u32_constant(scope as u32)
    }

    /// The image operands of a write to a storage texture.
    pub(super) fn texel_operands(&self) -> &'static [u32] {
        const SHARED: [u32; 1] = [ImageOperands::NON_PRIVATE_TEXEL.bits()];
        if self.m.plan.vulkan_memory() { &SHARED } else { &[] }
    }
}
