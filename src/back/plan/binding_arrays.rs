//! Binding arrays: their lengths, their indices, and the capabilities that indices need.
//!
//! An index is constant, dynamically uniform, or neither (`SPV_EXT_descriptor_indexing`). Each kind of resource has a
//! capability for indices that are not constant (VUID-StandaloneSpirv-UniformBufferArrayDynamicIndexing-10127 and the
//! following) and one for indices that are not dynamically uniform
//! (VUID-RuntimeSpirv-UniformBufferArrayNonUniformIndexing-10134 and the following). `uniformity` finds which indices
//! are dynamically uniform.

use super::uniformity::Uniformity;
use super::{FunctionRef, Plan};
use crate::back::binding::table_memory;
use crate::back::binding_length::binding_array;
use crate::back::overrides::ArrayLength;
use crate::back::request::Request;
use crate::error::ErrorKind;
use crate::ir::global::resource_kind;
use crate::ir::literal::known_index;
use crate::ir::pointer::{PointerStep, pointer_step};
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, GlobalVariable, Handle, Module, Span, Type, TypeInner};
use spirula_spirv::reflection::ResourceKind;
use spirv::Capability;

/// The capabilities for dynamic and for non-uniform indices into arrays of one kind of resource. None restricts indices
/// of acceleration structures.
fn indexing(kind: Option<ResourceKind>) -> Option<[Capability; 2]> {
    match kind? {
        ResourceKind::UniformBuffer => Some([
            Capability::UniformBufferArrayDynamicIndexing,
            Capability::UniformBufferArrayNonUniformIndexing,
        ]),
        ResourceKind::StorageBuffer => Some([
            Capability::StorageBufferArrayDynamicIndexing,
            Capability::StorageBufferArrayNonUniformIndexing,
        ]),
        ResourceKind::SampledImage | ResourceKind::Sampler => Some([
            Capability::SampledImageArrayDynamicIndexing,
            Capability::SampledImageArrayNonUniformIndexing,
        ]),
        ResourceKind::StorageImage => Some([
            Capability::StorageImageArrayDynamicIndexing,
            Capability::StorageImageArrayNonUniformIndexing,
        ]),
        _ => None,
    }
}

impl Plan {
    /// Records the requirements of the declaration of a live binding array. Returns the type of one resource: the
    /// element type, or the type of the global if it is no binding array.
    pub(super) fn plan_binding_array(
        &mut self,
        module: &Module,
        global: &GlobalVariable,
        options: &Request<'_>,
        span: Span,
    ) -> Handle<Type> {
        let Some((element, length)) = binding_array(module, options, &self.overrides, global) else {
            return global.ty;
        };
        self.live.binding_arrays = true;
        match length {
            ArrayLength::Known(0) => self.refuse(
                ErrorKind::Inexpressible {
                    what: "a binding array of no elements",
                    reason: "the length of an array is at least one",
                },
                span,
            ),
            ArrayLength::RunTime if table_memory(options, global).is_none() => {
                self.need(Capability::RuntimeDescriptorArray, span);
            }
            ArrayLength::Known(_) | ArrayLength::Override(_) | ArrayLength::RunTime => {}
        }
        element
    }

    /// Records the capabilities of indices into binding arrays, and marks handles and elements that differ between
    /// invocations.
    #[cold]
    pub(super) fn plan_binding_arrays(&mut self, module: &Module, options: &Request<'_>) {
        let reached = self.reached(module);
        let uniformity = Uniformity::analyse(module, &self.memory, &self.functions, &reached);
        for reference in reached {
            self.class_indices(module, reference, &uniformity, options);
        }
    }

    fn class_indices(
        &mut self,
        module: &Module,
        reference: FunctionRef,
        uniformity: &Uniformity,
        options: &Request<'_>,
    ) {
        let (function, at) = (reference.function(module), reference.index(module));
        for (handle, expression) in function.expressions.iter() {
            if self.functions.expressions_of(module, reference)[handle.index()].is_dead() {
                continue;
            }
            match *expression {
                Expression::FunctionArgument(argument) => {
                    let ty = function.arguments[argument as usize].ty;
                    let is_handle = matches!(
                        module.types[ty].inner,
                        TypeInner::Image { .. } | TypeInner::Sampler { .. } | TypeInner::AccelerationStructure { .. }
                    );
                    if is_handle && uniformity.varies(at, handle) {
                        self.functions.facts_mut(module, reference, handle).set_non_uniform();
                    }
                }
                Expression::AccessIndex { base, .. } | Expression::Access { base, .. } => {
                    let Some(PointerStep::Global(global)) = pointer_step(&function.expressions[base]) else {
                        continue;
                    };
                    let global = &module.global_variables[global];
                    let Some((_, length)) = binding_array(module, options, &self.overrides, global) else {
                        continue;
                    };
                    // A handle table is one buffer, so a handle is loaded from it without an array of resources.
                    let is_handle = table_memory(options, global).is_some();
                    let indexing = indexing(resource_kind(module, global)).filter(|_| !is_handle);
                    let span = function.expressions.get_span(handle);
                    let (index, known) = match *expression {
                        Expression::Access { index, .. } => (Some(index), known_index(module, function, index)),
                        Expression::AccessIndex { index, .. } => (None, Some(index)),
                        // catch-all: the outer pattern admits no other variant
                        _ => continue,
                    };
                    // Clamping turns a constant index into `UMin` of two values, which is not constant.
                    let is_clamped = self.policies.binding_array != BoundsCheckPolicy::Unchecked
                        && match (known, length) {
                            (Some(index), ArrayLength::Known(length)) => index >= length,
                            (Some(_), ArrayLength::Override(_)) => true,
                            (Some(_), ArrayLength::RunTime) | (None, _) => false,
                        };
                    if let Some([dynamic, _]) = indexing.filter(|_| known.is_none() || is_clamped) {
                        self.need(dynamic, span);
                    }
                    if index.is_some_and(|index| known.is_none() && uniformity.varies(at, index)) {
                        self.need(Capability::ShaderNonUniform, span);
                        if let Some([_, non_uniform]) = indexing {
                            self.need(non_uniform, span);
                        }
                        self.functions.facts_mut(module, reference, handle).set_non_uniform();
                    }
                }
                // catch-all: other expressions are neither handles nor elements of a binding array
                _ => {}
            }
        }
    }
}
