//! Calls: which instance is meant, and what is passed for a pointer.

use super::access::Step;
use super::{FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{ArgumentShape, CallShape, PathStep, PointerRoot, pointer_root};
use crate::back::slot::Slot;
use crate::back::types::Shape;
use crate::words::{TypeId, ValueId};
use naga::{Expression, Function, GlobalVariable, Handle, Type, TypeInner};
use spirv::StorageClass;

/// What one argument of a call is, before it is known which instance is called.
#[derive(Clone, Copy, Debug)]
enum Argument {
    Value,
    Pointer {
        root: Handle<Type>,
        private: bool,
        first: usize,
        end: usize,
    },
    /// An external texture: the callee reads the variables behind it.
    Global(Handle<GlobalVariable>),
}

impl FunctionEmitter<'_, '_> {
    /// A call statement.
    pub(super) fn call(
        &mut self,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let mark = self.f.operands.len();
        let mut steps: Vec<PathStep> = Vec::new();
        let mut described: Vec<Argument> = Vec::new();
        let has_shapes = arguments
            .iter()
            .any(|&argument| self.is_pointer(argument) || self.is_external(argument));
        for &argument in arguments {
            let shape = if self.is_pointer(argument) {
                self.pointer_argument(argument, &mut steps)?
            } else if self.is_external(argument) {
                Argument::Global(self.external_global(argument)?)
            } else {
                let id = self.value(argument)?;
                self.f.operands.push(id);
                Argument::Value
            };
            if has_shapes {
                described.push(shape);
            }
        }
        let shapes: Vec<CallShape<'_>> = described
            .iter()
            .map(|argument| match *argument {
                Argument::Value => CallShape::Value,
                Argument::Global(global) => CallShape::Global(global),
                Argument::Pointer {
                    root,
                    private,
                    first,
                    end,
                } => CallShape::Pointer {
                    root,
                    private,
                    path: steps.get(first..end).unwrap_or(&[]),
                },
            })
            .collect();
        let (module, plan) = (self.m.module, self.m.plan);
        let index = plan
            .callee(module, callee, self.instance.context, &shapes)
            .ok_or_else(|| internal("a call that was not planned"))?;
        let function = self.m.function_id(index)?;
        let ty = match module.functions[callee].result {
            Some(ref result) => {
                let slot = self.m.slots.slot(result.ty);
                self.m.value_type(slot)?
            }
            None => self.m.void_type(),
        };
        let id = self.fresh();
        self.f
            .body
            .function_call(ty, id, function, self.f.operands.get(mark..).unwrap_or(&[]));
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

    /// Pushes the root and the indices of a pointer argument, and describes its shape.
    fn pointer_argument(&mut self, argument: Handle<Expression>, steps: &mut Vec<PathStep>) -> Result<Argument> {
        let (root, mark) = self.walk(argument)?;
        let (ty, private) = self.root_type(argument)?;
        self.f.operands.push(root.base);
        let first = steps.len();
        let mut place = root.place;
        let mut at = mark;
        while let Some(&step) = self.f.path.get(at) {
            at += 1;
            let (layouts, types) = (&self.m.plan.layouts, &self.m.module.types);
            let next = layouts.step_dynamic(types, place);
            match step {
                Step::Static(index) => {
                    steps.push(PathStep::Static(index));
                    let stepped = layouts
                        .step_static(types, place, index)
                        .ok_or_else(|| internal("a step to nowhere"))?;
                    place = stepped.place;
                }
                Step::Dynamic(..) | Step::Parameter(_) => {
                    steps.push(PathStep::Dynamic);
                    let index = self.passed_index(root, place, step)?;
                    self.f.operands.push(index);
                    place = match next {
                        Some(crate::layout::DynamicStep::Index(place)) => place,
                        Some(crate::layout::DynamicStep::SelectColumn(_)) | None => {
                            return Err(internal("a pointer argument into a uniform buffer"));
                        }
                    };
                }
            }
        }
        self.f.path.truncate(mark);
        Ok(Argument::Pointer {
            root: ty,
            private,
            first,
            end: steps.len(),
        })
    }

    /// An index as it is passed: u32, clamped here once when indices are restricted.
    fn passed_index(&mut self, root: super::access::Root, place: crate::layout::Place, step: Step) -> Result<ValueId> {
        let mut guard = None;
        let (index, slot) = match step {
            Step::Parameter(index) => return Ok(index),
            Step::Static(index) => return self.m.u32_constant(index),
            Step::Dynamic(index, _) => {
                use naga::proc::BoundsCheckPolicy as Policy;
                match self.m.options.bounds_check_policies.index {
                    Policy::Restrict => self.checked_index(root, place, step, &mut guard)?,
                    // The callee tests at each access.
                    Policy::ReadZeroSkipWrite | Policy::Unchecked => (self.value(index)?, self.slot(index)?),
                }
            }
        };
        if slot == Slot::U32 {
            return Ok(index);
        }
        self.index_as_u32(index, slot)
    }

    /// The type of the whole variable that a pointer leads into, as the plan described it.
    fn root_type(&self, pointer: Handle<Expression>) -> Result<(Handle<Type>, bool)> {
        let function = self.function;
        match pointer_root(function, pointer).ok_or_else(|| internal("a pointer that comes from no variable"))? {
            PointerRoot::Local(local) => Ok((function.local_variables[local].ty, false)),
            PointerRoot::Global(global) => Ok((self.m.module.global_variables[global].ty, true)),
            PointerRoot::Argument(index) => {
                let shapes = self.m.plan.instances.shapes(self.instance);
                match shapes.get(index as usize) {
                    Some(ArgumentShape::Pointer(shape)) => Ok((shape.root, shape.private)),
                    Some(ArgumentShape::Value | ArgumentShape::Global(_)) | None => {
                        Err(internal("a pointer argument without a shape"))
                    }
                }
            }
        }
    }

    /// The SPIR-V parameters of this instance: pushes their types and gives each argument what stands for it.
    pub(crate) fn declare_parameters(&mut self, types: &mut Vec<TypeId>) -> Result<()> {
        let function = self.function;
        let plan = self.m.plan;
        let shapes = plan.instances.shapes(self.instance);
        for (index, argument) in function.arguments.iter().enumerate() {
            let parameter = match shapes.get(index) {
                None | Some(ArgumentShape::Value) => {
                    let slot = self.m.slots.slot(argument.ty);
                    types.push(self.m.value_type(slot)?);
                    Parameter::Value(self.fresh())
                }
                Some(ArgumentShape::Global(global)) => Parameter::Global(*global),
                Some(ArgumentShape::Pointer(shape)) => {
                    let class = if shape.private {
                        StorageClass::Private
                    } else {
                        StorageClass::Function
                    };
                    let slot = self.m.slots.slot(shape.root);
                    types.push(self.m.pointer_type(class, Shape::value(slot))?);
                    let root = self.fresh();
                    let first_index = self.f.index_parameters.len() as u32;
                    for step in plan.instances.path(shape) {
                        if *step == PathStep::Dynamic {
                            types.push(self.m.value_type(Slot::U32)?);
                            let id = self.fresh();
                            self.f.index_parameters.push(id);
                        }
                    }
                    Parameter::Pointer { root, first_index }
                }
            };
            self.f.parameters.push(parameter);
        }
        Ok(())
    }

    /// The result ids of the parameters, in their order.
    pub(crate) fn parameter_ids(&self, ids: &mut Vec<ValueId>) {
        let plan = self.m.plan;
        let shapes = plan.instances.shapes(self.instance);
        for (index, parameter) in self.f.parameters.iter().enumerate() {
            match *parameter {
                Parameter::Value(id) => ids.push(id),
                Parameter::Pointer { root, first_index } => {
                    ids.push(root);
                    if let Some(ArgumentShape::Pointer(shape)) = shapes.get(index) {
                        let count = plan
                            .instances
                            .path(shape)
                            .iter()
                            .filter(|step| **step == PathStep::Dynamic)
                            .count();
                        let first = first_index as usize;
                        ids.extend(self.f.index_parameters.get(first..first + count).unwrap_or(&[]));
                    }
                }
                Parameter::Input | Parameter::Global(_) => {}
            }
        }
    }
}
