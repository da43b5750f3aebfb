//! Binding arrays: their lengths, their indices, and the capabilities that indices need.
//!
//! An index is constant, dynamically uniform, or neither (`SPV_EXT_descriptor_indexing`). Each kind of resource has a
//! capability for indices that are not constant (VUID-StandaloneSpirv-UniformBufferArrayDynamicIndexing-10127 and the
//! following) and one for indices that are not dynamically uniform
//! (VUID-RuntimeSpirv-UniformBufferArrayNonUniformIndexing-10134 and the following). `uniformity` finds which indices
//! are dynamically uniform.
//!
//! Under the policy that reads zero and skips writes, elements that may be out of range are also passed to functions. The
//! effect of such an argument in the callee depends on the caller's index. The callee therefore has one more parameter,
//! the condition, if any call passes an element whose index is tested. `function::call` passes it.

use super::uniformity::Uniformity;
use super::{FunctionRef, Plan};
use crate::back::binding::{binding_array, table_memory};
use crate::back::overrides::ArrayLength;
use crate::ir::global::resource_kind;
use crate::ir::pointer::{ElementIndex, PointerStep, pointer_step};
use crate::ir::ty::is_handle;
use crate::options::Options;
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, Function, GlobalVariable, Handle, Module, Span, Type};
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
        options: &Options,
        span: Span,
    ) -> Handle<Type> {
        let Some((element, length)) = binding_array(module, options, &self.overrides, global) else {
            return global.ty;
        };
        self.live.binding_arrays = true;
        match length {
            ArrayLength::Known(0) => {
                let what = "a binding array of no elements";
                let reason = "the length of an array is at least one";
                self.refuse_inexpressible(what, reason, span);
            }
            ArrayLength::RunTime if table_memory(options, global).is_none() => {
                self.need(Capability::RuntimeDescriptorArray, span);
            }
            ArrayLength::Known(_) | ArrayLength::Override(_) | ArrayLength::RunTime => {}
        }
        element
    }

    /// Records the capabilities of indices into binding arrays, and marks handles and elements that differ between
    /// invocations; then, callers first, finds the arguments that need a condition.
    pub(super) fn plan_binding_arrays(&mut self, module: &Module, options: &Options) {
        let reached = self.reached(module);
        let uniformity = Uniformity::analyse(module, &self.memory, &self.functions, &reached);
        for &reference in &reached {
            self.class_indices(module, reference, &uniformity, options);
        }
        if self.policies.checks.binding_array == BoundsCheckPolicy::ReadZeroSkipWrite {
            for caller in reached {
                self.guard_calls(module, caller, options);
            }
        }
    }

    fn class_indices(&mut self, module: &Module, reference: FunctionRef, uniformity: &Uniformity, options: &Options) {
        let (function, at) = (reference.function(module), self.functions.index(reference));
        for (handle, expression) in function.expressions.iter() {
            if self.functions.expressions_of(reference)[handle.index()].is_dead() {
                continue;
            }
            match *expression {
                Expression::FunctionArgument(argument) => {
                    let ty = function.arguments[argument as usize].ty;
                    if is_handle(&module.types[ty].inner) && uniformity.varies(at, handle) {
                        self.functions.facts_mut(reference, handle).set_non_uniform();
                    }
                }
                Expression::AccessIndex { .. } | Expression::Access { .. } => {
                    let Some((global, length, index)) = self.binding_element(module, options, function, handle) else {
                        continue;
                    };
                    let global = &module.global_variables[global];
                    // A handle table is one buffer, so a handle is loaded from it without an array of resources.
                    let is_handle = table_memory(options, global).is_some();
                    let indexing = indexing(resource_kind(module, global)).filter(|_| !is_handle);
                    let span = function.expressions.get_span(handle);
                    // Clamping turns a constant index into `UMin` of two values, which is not constant.
                    let is_clamped = self.policies.checks.binding_array != BoundsCheckPolicy::Unchecked;
                    let is_constant = match (index, length) {
                        (ElementIndex::Known(index), ArrayLength::Known(length)) => !is_clamped || index < length,
                        (ElementIndex::Known(_), ArrayLength::Override(_)) => !is_clamped,
                        (ElementIndex::Known(_), ArrayLength::RunTime) => true,
                        (ElementIndex::Dynamic(_), _) => false,
                    };
                    if let Some([dynamic, _]) = indexing.filter(|_| !is_constant) {
                        self.need(dynamic, span);
                    }
                    if let ElementIndex::Dynamic(index) = index
                        && uniformity.varies(at, index)
                    {
                        self.need(Capability::ShaderNonUniform, span);
                        if let Some([_, non_uniform]) = indexing {
                            self.need(non_uniform, span);
                        }
                        self.functions.facts_mut(reference, handle).set_non_uniform();
                    }
                }
                // catch-all: other expressions are neither handles nor elements of a binding array
                _ => {}
            }
        }
    }

    /// The binding array, its length and the index of an expression that is an element of one.
    pub(super) fn binding_element(
        &self,
        module: &Module,
        options: &Options,
        function: &Function,
        element: Handle<Expression>,
    ) -> Option<(Handle<GlobalVariable>, ArrayLength, ElementIndex)> {
        let PointerStep::Part { base, index } = pointer_step(&function.expressions[element])? else {
            return None;
        };
        let Expression::GlobalVariable(global) = function.expressions[base] else {
            return None;
        };
        let (_, length) = binding_array(module, options, &self.overrides, &module.global_variables[global])?;
        Some((global, length, index.evaluated(module, function)))
    }

    /// Finds the arguments that need a condition.
    fn guard_calls(&mut self, module: &Module, caller: FunctionRef, options: &Options) {
        let function = caller.function(module);
        for at in self.functions.of(caller).calls.clone() {
            let site = self.functions.calls[at].clone();
            for (argument, at) in (0_u32..).zip(site.arguments) {
                let expression = self.functions.arguments[at];
                let tested = match function.expressions[expression] {
                    Expression::FunctionArgument(own) => match caller {
                        FunctionRef::Function(caller) => self.is_guarded(caller, own),
                        FunctionRef::EntryPoint(_) => false,
                    },
                    // catch-all: other expressions are elements, or need no test
                    _ => match self.binding_element(module, options, function, expression) {
                        Some((_, ArrayLength::Known(length), ElementIndex::Known(index))) => index >= length,
                        Some((_, ArrayLength::Known(_) | ArrayLength::Override(_), _)) => true,
                        // The length of a table of handles is the one of its buffer.
                        Some((global, ArrayLength::RunTime, _)) => self.handle_entry(global).is_some(),
                        None => false,
                    },
                };
                if tested && !self.is_guarded(site.callee, argument) {
                    self.resources.guarded_arguments.push((site.callee, argument));
                }
            }
        }
    }

    /// Whether any argument is passed with a condition.
    #[inline]
    pub(crate) fn has_guards(&self) -> bool {
        !self.resources.guarded_arguments.is_empty()
    }

    /// Whether an argument of a function is passed with a condition.
    pub(crate) fn is_guarded(&self, function: Handle<Function>, argument: u32) -> bool {
        self.resources.guarded_arguments.contains(&(function, argument))
    }

    pub(super) fn guards_of(&self, function: Handle<Function>) -> usize {
        let guarded = self.resources.guarded_arguments.iter();
        guarded.filter(|&&(other, _)| other == function).count()
    }
}
