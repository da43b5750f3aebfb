//! Cooperative matrices: what they ask of the device, where they may stand, and the memory model that they bring.

use super::Plan;
use super::statements::StatementSweep;
use crate::back::request::Request;
use crate::error::ErrorKind;
use crate::ir::pointer::{PointerStep, pointer_step};
use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, CooperativeData, Expression, Function, GlobalVariable, Handle, Module, ScalarKind, Span, TypeInner,
};
use spirv::Capability;

impl StatementSweep<'_, '_> {
    pub(super) fn cooperative_store(&mut self, target: Handle<Expression>, data: &CooperativeData, span: Span) {
        self.whole(target);
        self.whole(data.stride);
        self.pointer(data.pointer);
        self.writes(data.pointer);
        self.plan.need_cooperative(span);
        self.plan
            .need_cooperative_data(self.module, self.function, self.info, data, span);
    }
}

impl Plan {
    /// What every matrix needs; `SPV_KHR_cooperative_matrix` lets no module declare it under another memory model.
    pub(super) fn need_cooperative(&mut self, span: Span) {
        self.need(Capability::CooperativeMatrixKHR, span);
        self.need(Capability::VulkanMemoryModel, span);
    }

    /// What the value of an expression needs if it is a matrix.
    pub(super) fn need_cooperative_value(
        &mut self,
        module: &Module,
        info: &FunctionInfo,
        value: Handle<Expression>,
        span: Span,
    ) {
        if let TypeInner::CooperativeMatrix { .. } = *info[value].ty.inner_with(&module.types) {
            self.need_cooperative(span);
        }
    }

    /// What memory must be like for a matrix to be loaded from it or stored to it.
    pub(super) fn need_cooperative_data(
        &mut self,
        module: &Module,
        function: &Function,
        info: &FunctionInfo,
        data: &CooperativeData,
        span: Span,
    ) {
        let pointer = info[data.pointer].ty.inner_with(&module.types);
        let reason = match pointer.pointer_space() {
            Some(AddressSpace::Storage { .. } | AddressSpace::WorkGroup) => {
                if is_element(module, function, info, data.pointer) {
                    None
                } else {
                    Some("the pointer of a load or store leads to a scalar or vector in an array")
                }
            }
            // catch-all: the other memories have no matrices
            _ => Some("it is loaded from storage and workgroup memory, and stored there"),
        };
        let stride = info[data.stride].ty.inner_with(&module.types);
        let is_integer =
            matches!(stride, TypeInner::Scalar(scalar) if matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint));
        let reason = reason.or((!is_integer).then_some("its stride is an integer"));
        if let Some(reason) = reason {
            self.refuse(
                ErrorKind::Inexpressible {
                    what: "this access to a cooperative matrix",
                    reason,
                },
                span,
            );
        }
    }

    /// Refuses a variable of memory that matrices cannot stand in.
    pub(super) fn refuse_cooperative_memory(&mut self, module: &Module, global: &GlobalVariable, span: Span) {
        if !self.has_cooperative || matches!(global.space, AddressSpace::Private | AddressSpace::Function) {
            return;
        }
        let mut open = vec![global.ty];
        while let Some(ty) = open.pop() {
            match module.types[ty].inner {
                TypeInner::CooperativeMatrix { .. } => {
                    self.refuse(
                        ErrorKind::Inexpressible {
                            what: "a cooperative matrix in this memory",
                            reason: "it stands in function and private variables only (SPV_KHR_cooperative_matrix)",
                        },
                        span,
                    );
                    return;
                }
                TypeInner::Array { base, .. } => open.push(base),
                TypeInner::Struct { ref members, .. } => open.extend(members.iter().map(|member| member.ty)),
                // catch-all: nothing else holds a matrix
                _ => {}
            }
        }
    }

    /// Whether the words are under the Vulkan memory model.
    #[inline]
    pub(crate) fn vulkan_memory(&self) -> bool {
        self.vulkan_memory
    }

    /// Resolves the memory model: Vulkan's if the options ask for it or live code has a cooperative matrix.
    pub(super) fn resolve_memory_model(&mut self, options: &Request<'_>) {
        if options.vulkan_memory_model {
            self.need(Capability::VulkanMemoryModel, Span::UNDEFINED);
        }
        let used = self.requirements.used();
        self.vulkan_memory = used.iter().any(|used| used.capability == Capability::VulkanMemoryModel);
    }
}

/// Whether a pointer ends with a step into an array.
fn is_element(module: &Module, function: &Function, info: &FunctionInfo, pointer: Handle<Expression>) -> bool {
    let base = match pointer_step(&function.expressions[pointer]) {
        Some(PointerStep::Member { base, .. } | PointerStep::Element { base, .. }) => base,
        Some(PointerStep::Local(_) | PointerStep::Global(_) | PointerStep::Argument(_)) | None => return false,
    };
    let TypeInner::Pointer { base, .. } = *info[base].ty.inner_with(&module.types) else {
        return false;
    };
    let TypeInner::Array { base: element, .. } = module.types[base].inner else {
        return false;
    };
    matches!(
        module.types[element].inner,
        TypeInner::Scalar(_) | TypeInner::Vector { .. }
    )
}
