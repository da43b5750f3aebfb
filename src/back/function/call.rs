//! Calls: selects the instance of the callee that the plan resolved, and passes its arguments. For a pointer argument
//! these are the root variable, unless the instance determines it, and the dynamic indices of its path.

use super::pointer::{Location, Step};
use super::{Code, FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{ArgumentShape, CallShapes, Exactness, FunctionRef, InstanceIndex, PathStep, ShapeRoot};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::words::{TypeId, ValueId};
use alloc::vec::Vec;
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, Function, Handle};
use spirv::StorageClass;

/// The parameters of the function that is being emitted, and the arguments of its calls.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) parameters: Vec<Parameter>,
    /// The types and result ids of the parameters, in the order of the definition.
    pub(crate) parameter_types: Vec<TypeId>,
    pub(crate) parameter_ids: Vec<ValueId>,
    /// The index parameters of all pointer arguments, in the order of the arguments.
    pub(super) index_parameters: Vec<ValueId>,
    pub(super) non_uniform_parameters: Vec<ValueId>,
    call_shapes: CallShapes,
}

impl Arguments {
    pub(super) fn clear(&mut self) {
        self.parameters.clear();
        self.parameter_types.clear();
        self.parameter_ids.clear();
        self.index_parameters.clear();
        self.non_uniform_parameters.clear();
    }
}

impl FunctionEmitter<'_, '_> {
    #[inline(never)]
    pub(super) fn call(
        &mut self,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let mark = self.f.operands.len();
        // Whether the callee must not fuse operations that this call's result or pointer arguments depend on.
        let is_exact = self.exactness != Exactness::Plain && {
            let caller = (self.instance.function, self.info);
            self.m.plan.is_exact_call(self.m.module, caller, arguments, result)
        };
        let index = if self.m.plan.is_shaped(callee) {
            let mut shapes = core::mem::take(&mut self.f.arguments.call_shapes);
            let index = self.pass_shaped(callee, arguments, is_exact, &mut shapes);
            self.f.arguments.call_shapes = shapes;
            index?
        } else {
            self.pass_values(callee, arguments)?;
            let plan = self.m.plan;
            match plan.only_instance(callee) {
                Some(index) => Some(index),
                None => plan.callee(callee, self.instance, is_exact, &CallShapes::default()),
            }
        };
        let function = index.ok_or_else(|| internal("the plan has no instance for a call"))?;
        let function = self.m.function_id(function)?;
        let returned = self.m.module.functions[callee].result.as_ref();
        let returned = returned.map(|result| self.m.type_keys.type_key(result.ty));
        let ty = self.m.result_type(returned)?;
        let id = self.fresh();
        self.f.body.function_call(ty, id, function, &self.f.operands[mark..]);
        self.f.operands.truncate(mark);
        match result {
            Some(result) => self.define_as(result, id),
            None => Ok(()),
        }
    }

    /// Pushes the arguments of a call of a function that has pointer or handle arguments. Returns the instance, which
    /// their shapes select.
    fn pass_shaped(
        &mut self,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        is_exact: bool,
        shapes: &mut CallShapes,
    ) -> Result<Option<InstanceIndex>> {
        let (module, plan) = (self.m.module, self.m.plan);
        if !shapes.describe(plan, module, (self.function, self.info), self.instance, arguments) {
            return Err(internal("the plan has no shape for a pointer argument"));
        }
        let index = plan.callee(callee, self.instance, is_exact, shapes);
        if shapes.arguments.is_empty() {
            // All handles are passed as values: none is part of a combined image sampler.
            self.pass_values(callee, arguments)?;
        }
        for (at, (&argument, shape)) in (0..).zip(arguments.iter().zip(&shapes.arguments)) {
            match shape {
                ArgumentShape::Value => self.pass_value(callee, at, argument)?,
                ArgumentShape::Global(_) => {}
                ArgumentShape::Pointer(shape) => {
                    if let ShapeRoot::Local(ty) = shape.root {
                        let (root, _) = self.root_of(argument)?;
                        self.f.operands.push(root.pointer);
                        if self.tracks_query(ty) {
                            let state = self.passed_state(argument)?;
                            self.f.operands.extend(state);
                        }
                    }
                    self.pass_indices(argument)?;
                }
            }
        }
        Ok(index)
    }

    #[inline]
    fn pass_values(&mut self, callee: Handle<Function>, arguments: &[Handle<Expression>]) -> Result<()> {
        // Most modules have no guards, and calls are frequent.
        if self.m.plan.has_guards() {
            for (at, &argument) in (0..).zip(arguments) {
                self.pass_value(callee, at, argument)?;
            }
            return Ok(());
        }
        for &argument in arguments {
            let id = self.value(argument)?;
            self.f.operands.push(id);
        }
        Ok(())
    }

    /// Pushes a value. If the callee takes a guard for the argument, pushes the condition too.
    fn pass_value(&mut self, callee: Handle<Function>, at: u32, argument: Handle<Expression>) -> Result<()> {
        let id = self.value(argument)?;
        self.f.operands.push(id);
        if self.m.plan.is_guarded(callee, at) {
            let guard = match self.element_guard(argument) {
                Some(guard) => guard,
                None => self.m.bool_constant(true)?,
            };
            self.f.operands.push(guard);
        }
        Ok(())
    }

    fn pass_indices(&mut self, argument: Handle<Expression>) -> Result<()> {
        let mark = self.f.path.len();
        let mut location = self.walk(argument)?;
        while self.f.path.len() > mark
            && let Some(step) = self.f.path.pop()
        {
            if !matches!(step, Step::Static(_)) {
                let index = self.passed_index(&mut location, step)?;
                self.f.operands.push(index);
            }
            let next = self.place_after(location.place, step);
            location.place = next.ok_or_else(|| internal("an access path continues past a type without parts"))?;
        }
        Ok(())
    }

    /// An index as it is passed: a u32, clamped once by the caller under `Restrict`. Under `ReadZeroSkipWrite` the callee
    /// tests the index at each access, so one that does not fit into 32 bits is passed as one that fails the test.
    fn passed_index(&mut self, location: &mut Location, step: Step) -> Result<ValueId> {
        if self.m.plan.policies.checks.index == BoundsCheckPolicy::ReadZeroSkipWrite {
            let index = self.step_index(step)?;
            return self.saturated_index(index);
        }
        let count = self.element_count(location.place);
        let index = self.checked_index(location, count, step)?;
        self.index_as_u32(index)
    }

    fn value_parameter(&mut self, type_key: TypeKey) -> Result<ValueId> {
        let ty = self.m.value_type(type_key)?;
        Ok(self.declare_parameter(ty))
    }

    fn declare_parameter(&mut self, ty: TypeId) -> ValueId {
        let id = self.fresh();
        self.f.arguments.parameter_types.push(ty);
        self.f.arguments.parameter_ids.push(id);
        id
    }

    /// Declares the SPIR-V parameters of this instance and records what each argument is.
    pub(crate) fn declare_parameters(&mut self) -> Result<()> {
        let function = self.function;
        for (index, argument) in function.arguments.iter().enumerate() {
            let parameter = match self.instance.arguments.get(index) {
                None | Some(ArgumentShape::Value) => {
                    let value = self.value_parameter(self.m.type_keys.type_key(argument.ty))?;
                    let guard = match self.instance.function {
                        FunctionRef::Function(function) if self.m.plan.is_guarded(function, index as u32) => {
                            Some(self.value_parameter(TypeKey::BOOL)?)
                        }
                        FunctionRef::Function(_) | FunctionRef::EntryPoint(_) => None,
                    };
                    Parameter::Value(value, guard)
                }
                Some(ArgumentShape::Global(global)) => Parameter::Global(*global),
                Some(ArgumentShape::Pointer(shape)) => {
                    let (root, query) = match shape.root {
                        ShapeRoot::Local(ty) => {
                            let pointee = Shape::value(self.m.type_keys.type_key(ty));
                            let pointer = self.m.pointer_type(StorageClass::Function, pointee)?;
                            let root = self.declare_parameter(pointer);
                            let query = self.tracks_query(ty).then(|| self.value_parameter(TypeKey::U32));
                            (root, query.transpose()?)
                        }
                        // The root of an earlier pointer.
                        ShapeRoot::Same(first) => {
                            let Parameter::Pointer { root, query, .. } = self.parameter(first)? else {
                                let what = "the shape of a pointer names an argument that is not a pointer";
                                return Err(internal(what));
                            };
                            (root, query)
                        }
                        ShapeRoot::Private(global) => (self.m.memory(global)?.variable, None),
                    };
                    let first_index = self.f.arguments.index_parameters.len() as u32;
                    for step in self.instance.path(shape) {
                        if *step == PathStep::Dynamic {
                            let id = self.value_parameter(TypeKey::U32)?;
                            self.f.arguments.index_parameters.push(id);
                        }
                    }
                    Parameter::Pointer {
                        root,
                        first_index,
                        query,
                    }
                }
            };
            self.f.arguments.parameters.push(parameter);
        }
        Ok(())
    }
}
