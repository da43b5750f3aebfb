//! Calls: selects the instance of the callee that the plan resolved, and passes its arguments. For a pointer argument
//! these are the root variable, unless the instance determines it, and the dynamic indices of its path.

use super::pointer::{Root, Step};
use super::{Code, FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{ArgumentShape, CallShapes, Exactness, FunctionRef, InstanceIndex, PathStep, ShapeRoot};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::layout::Place;
use crate::words::{TypeId, ValueId};
use alloc::vec::Vec;
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, Function, Handle, TypeInner};
use spirv::StorageClass;

/// The parameters of the function that is being emitted, and the arguments of its calls.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    /// One entry per argument of the function.
    pub(crate) parameters: Vec<Parameter>,
    /// The types and result ids of the parameters, in the order of the definition.
    pub(crate) parameter_types: Vec<TypeId>,
    parameter_ids: Vec<ValueId>,
    /// The index parameters of all pointer arguments, in the order of the arguments.
    pub(super) index_parameters: Vec<ValueId>,
    /// The parameters that are decorated `NonUniform`.
    pub(super) non_uniform_parameters: Vec<ValueId>,
    /// The shapes of the call that is being emitted.
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

    /// The types and result ids of the parameters.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&TypeId, &ValueId)> {
        self.parameter_types.iter().zip(&self.parameter_ids)
    }
}

impl FunctionEmitter<'_, '_> {
    /// A call statement.
    #[inline(never)]
    pub(super) fn call(
        &mut self,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let mark = self.f.operands.len();
        if self.m.plan.is_shaped(callee) {
            let mut shapes = core::mem::take(&mut self.f.arguments.call_shapes);
            let outcome = self.shaped_call(callee, arguments, result, &mut shapes);
            self.f.arguments.call_shapes = shapes;
            return outcome;
        }
        self.pass_values(callee, arguments)?;
        let is_exact = self.is_exact_call(arguments, result);
        let index = self.m.plan.plain_callee(callee, self.instance, is_exact);
        let index = index.ok_or_else(|| internal("the plan has no instance for a call"))?;
        self.call_instance(callee, index, mark, result)
    }

    /// A call of a function that has pointer or handle arguments, whose shapes select the instance.
    fn shaped_call(
        &mut self,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
        shapes: &mut CallShapes,
    ) -> Result<()> {
        let (module, plan) = (self.m.module, self.m.plan);
        if !shapes.describe(plan, module, (self.function, self.info), self.instance, arguments) {
            return Err(internal("the plan has no shape for a pointer argument"));
        }
        let is_exact = self.is_exact_call(arguments, result);
        let index = plan.callee(callee, self.instance, is_exact, shapes);
        let index = index.ok_or_else(|| internal("the plan has no instance for a call"))?;
        let mark = self.f.operands.len();
        if shapes.arguments.is_empty() {
            // All handles are passed as values: none is part of a combined image sampler.
            self.pass_values(callee, arguments)?;
        }
        for (at, (&argument, shape)) in (0..).zip(arguments.iter().zip(&shapes.arguments)) {
            match shape {
                ArgumentShape::Value => self.pass_value(callee, at, argument)?,
                ArgumentShape::Global(_) => {}
                ArgumentShape::Pointer(shape) => {
                    if let ShapeRoot::Local(_) = shape.root {
                        let path = self.f.path.len();
                        let root = self.walk(argument)?;
                        self.f.path.truncate(path);
                        self.f.operands.push(root.variable);
                        if self.passes_query(shape.root) {
                            let state = self.passed_state(argument)?;
                            self.f.operands.extend(state);
                        }
                    }
                    self.pass_indices(argument)?;
                }
            }
        }
        self.call_instance(callee, index, mark, result)
    }

    /// Pushes arguments that are all values.
    #[inline]
    fn pass_values(&mut self, callee: Handle<Function>, arguments: &[Handle<Expression>]) -> Result<()> {
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

    /// Whether the callee must not fuse operations that this call's result or pointer arguments depend on.
    fn is_exact_call(&self, arguments: &[Handle<Expression>], result: Option<Handle<Expression>>) -> bool {
        let caller = (self.instance.function, self.info);
        self.exactness != Exactness::Plain && self.m.plan.is_exact_call(self.m.module, caller, arguments, result)
    }

    /// Emits the call of an instance, whose operands are those above a mark.
    #[inline(always)]
    fn call_instance(
        &mut self,
        callee: Handle<Function>,
        index: InstanceIndex,
        mark: usize,
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let function = self.m.function_id(index)?;
        let ty = match self.m.module.functions[callee].result {
            Some(ref result) => {
                let type_key = self.m.type_keys.type_key(result.ty);
                self.m.value_type(type_key)?
            }
            None => self.m.void_type(),
        };
        let id = self.fresh();
        self.f.body.function_call(ty, id, function, &self.f.operands[mark..]);
        self.f.operands.truncate(mark);
        match result {
            Some(result) => self.define_as(result, id),
            None => Ok(()),
        }
    }

    pub(super) fn is_pointer(&self, expression: Handle<Expression>) -> bool {
        matches!(
            *self.inner(expression),
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
        )
    }

    /// Pushes the dynamic indices of a pointer argument.
    fn pass_indices(&mut self, argument: Handle<Expression>) -> Result<()> {
        let mark = self.f.path.len();
        let root = self.walk(argument)?;
        let mut place = root.place;
        while self.f.path.len() > mark {
            let step = self.f.path.pop();
            let step = step.ok_or_else(|| internal("an access path has too few steps"))?;
            if !matches!(step, Step::Static(_)) {
                let index = self.passed_index(&root, place, step)?;
                self.f.operands.push(index);
            }
            let next = self.place_after(place, step);
            place = next.ok_or_else(|| internal("an access path continues past a type without parts"))?;
        }
        Ok(())
    }

    /// An index as it is passed: a u32, clamped once by the caller under `Restrict`. Under `ReadZeroSkipWrite` the callee
    /// tests the index at each access, so one that does not fit into 32 bits is passed as one that fails the test.
    fn passed_index(&mut self, root: &Root, place: Place, step: Step) -> Result<ValueId> {
        match self.m.plan.policies.index {
            BoundsCheckPolicy::Restrict => {
                let (index, type_key) =
                    self.checked_index(root, (place, self.element_count(place)), step, &mut None)?;
                self.index_as_u32(index, type_key)
            }
            BoundsCheckPolicy::ReadZeroSkipWrite => {
                let (index, type_key) = self.step_index(step)?;
                self.saturated_index(index, type_key)
            }
            BoundsCheckPolicy::Unchecked => {
                let (index, type_key) = self.step_index(step)?;
                self.index_as_u32(index, type_key)
            }
        }
    }

    /// Whether the state of a ray query is passed along with a root: the root is a query and its state is tracked.
    fn passes_query(&self, root: ShapeRoot) -> bool {
        let ShapeRoot::Local(ty) = root else { return false };
        self.m.options.ray_query_initialization_tracking
            && matches!(self.m.module.types[ty].inner, TypeInner::RayQuery { .. })
    }

    /// Whether an argument of this function is passed with a guard.
    fn takes_guard(&self, argument: u32) -> bool {
        match self.instance.function {
            FunctionRef::Function(function) => self.m.plan.is_guarded(function, argument),
            FunctionRef::EntryPoint(_) => false,
        }
    }

    /// A parameter of the definition.
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
                    let type_key = self.m.type_keys.type_key(argument.ty);
                    let ty = self.m.value_type(type_key)?;
                    let value = self.declare_parameter(ty);
                    if self.takes_guard(index as u32) {
                        let ty = self.m.value_type(TypeKey::BOOL)?;
                        let guard = self.declare_parameter(ty);
                        Parameter::Guarded { value, guard }
                    } else {
                        Parameter::Value(value)
                    }
                }
                Some(ArgumentShape::Global(global)) => Parameter::Global(*global),
                Some(ArgumentShape::Pointer(shape)) => {
                    let mut query = None;
                    let root = match shape.root {
                        ShapeRoot::Local(ty) => {
                            let type_key = self.m.type_keys.type_key(ty);
                            let ty = self.m.pointer_type(StorageClass::Function, Shape::value(type_key))?;
                            let root = self.declare_parameter(ty);
                            if self.passes_query(shape.root) {
                                let ty = self.m.value_type(TypeKey::U32)?;
                                query = Some(self.declare_parameter(ty));
                            }
                            root
                        }
                        ShapeRoot::Same(first) => {
                            let Parameter::Pointer { root, query: same, .. } = self.parameter(first)? else {
                                return Err(internal(
                                    "the shape of a pointer names an argument that is not a pointer",
                                ));
                            };
                            query = same;
                            root
                        }
                        ShapeRoot::Private(global) => self.m.memory(global)?.variable,
                    };
                    let first_index = self.f.arguments.index_parameters.len() as u32;
                    for step in self.instance.path(shape) {
                        if *step == PathStep::Dynamic {
                            let ty = self.m.value_type(TypeKey::U32)?;
                            let id = self.declare_parameter(ty);
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
