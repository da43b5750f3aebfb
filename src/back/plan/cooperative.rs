//! Cooperative matrices: the memory they may be in, and the memory model they require.

use super::Plan;
use crate::back::request::Request;
use crate::error::ErrorKind;
use crate::ir::ty::parts;
use naga::{AddressSpace, GlobalVariable, Module, Span, TypeInner};
use spirv::Capability;

impl Plan {
    /// Refuses a variable with a cooperative matrix in memory that does not allow one.
    pub(super) fn refuse_cooperative_memory(&mut self, module: &Module, global: &GlobalVariable, span: Span) {
        if !self.scan.has_cooperative || matches!(global.space, AddressSpace::Private | AddressSpace::Function) {
            return;
        }
        let mut open = vec![global.ty];
        while let Some(ty) = open.pop() {
            let inner = &module.types[ty].inner;
            if let TypeInner::CooperativeMatrix { .. } = inner {
                let kind = ErrorKind::Inexpressible {
                    what: "a cooperative matrix in this memory",
                    reason: "only function and private variables can hold one (SPV_KHR_cooperative_matrix)",
                };
                return self.refuse(kind, span);
            }
            open.extend(parts(inner));
        }
    }

    /// Whether the module uses the Vulkan memory model.
    #[inline]
    pub(crate) fn vulkan_memory(&self) -> bool {
        self.vulkan_memory
    }

    /// Resolves the memory model: Vulkan's if the options ask for it or live code has a cooperative matrix.
    pub(super) fn resolve_memory_model(&mut self, options: &Request<'_>) {
        if options.vulkan_memory_model {
            self.need(Capability::VulkanMemoryModel, Span::UNDEFINED);
            self.vulkan_memory = true;
        }
    }
}
