//! Access to parts of values: members, components, and elements at a dynamic index.
//!
//! SPIR-V extracts parts of values at constant indices only, except for vectors (`OpVectorExtractDynamic`). Any other
//! value that is indexed at run time is first stored to a Function variable.

use super::{Code, FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::ArrayLength;
use crate::back::shape::Shape;
use crate::ir::literal::known_index;
use crate::words::ValueId;
use naga::{Expression, Handle, TypeInner};
use spirv::{Op, StorageClass};

impl FunctionEmitter<'_, '_> {
    /// The element of a value at an index.
    pub(super) fn access(
        &mut self,
        expression: Handle<Expression>,
        base: Handle<Expression>,
        index: Handle<Expression>,
    ) -> Result<ValueId> {
        let count = match *self.inner(base) {
            TypeInner::BindingArray { .. } => return self.handle_element(expression),
            TypeInner::Array { size, .. } => self.m.plan.overrides.array_length(size),
            TypeInner::Matrix { columns, .. } => ArrayLength::Known(columns as u32),
            TypeInner::Vector { size, .. } => ArrayLength::Known(size as u32),
            // catch-all: naga's validator accepts no index into a value of another type
            _ => return Err(internal("an index into a value without elements")),
        };
        let type_key = self.type_key(expression)?;
        let policy = self.m.plan.policies.checks.index;
        let mut guard = None;
        if let Some(index) = known_index(self.m.module, self.function, index) {
            let index = self.static_index(policy, Some(count), index, &mut guard)?;
            if guard.is_some() {
                return self.m.null(type_key);
            }
            let composite = self.value(base)?;
            return self.extract(type_key, composite, &[index]);
        }
        let mut index = self.index_value(index)?;
        let is_proved = self.is_in_range(expression);
        // Only a check needs the length, which can be a constant that is not declared yet.
        if !is_proved || self.asserts_proofs() {
            let length = self.sized(count)?;
            let length = length.ok_or_else(|| internal("an index into a value without a length"))?;
            index.0 = self.selecting_index(index, is_proved, length, policy, &mut guard)?;
        }
        let id = if let TypeInner::Vector { .. } = *self.inner(base) {
            let vector = self.value(base)?;
            self.binary_op(type_key, Op::VectorExtractDynamic, vector, index.0)?
        } else {
            let variable = self.spilled(base)?;
            let shape = Shape::value(type_key);
            let pointer = self.part_pointer(StorageClass::Function, shape, variable, &[index.0])?;
            self.load_value(type_key, pointer)?
        };
        self.select_or_null(type_key, guard, id)
    }

    /// A member of a value.
    #[inline(never)]
    pub(super) fn access_index(
        &mut self,
        expression: Handle<Expression>,
        base: Handle<Expression>,
        index: u32,
    ) -> Result<ValueId> {
        if let TypeInner::BindingArray { .. } = *self.inner(base) {
            return self.handle_element(expression);
        }
        let type_key = self.type_key(expression)?;
        let function = self.function;
        if let Some(composite) = self.f.values[base.index()] {
            // Members of stage inputs are loaded separately.
            let is_input =
                self.stage.is_some() && matches!(function.expressions[base], Expression::FunctionArgument(_));
            if !is_input {
                return self.extract(type_key, composite, &[index]);
            }
        }
        // Collects the path from the innermost composite that has a value. Intermediate members that are not used
        // themselves have no value.
        let (mut path, mut depth, mut at) = ([0_u32; 16], 0, expression);
        while depth < path.len()
            && self.f.values[at.index()].is_none()
            && let Expression::AccessIndex { base, index } = function.expressions[at]
        {
            path[depth] = index;
            depth += 1;
            at = base;
        }
        let path = &mut path[..depth];
        path.reverse();
        if let Expression::FunctionArgument(argument) = function.expressions[at]
            && let (Parameter::Input, [member, rest @ ..]) = (self.parameter(argument)?, &*path)
            && self.declared_argument(argument)?.binding.is_none()
        {
            let value = self.input_member(argument, *member)?;
            return match rest {
                [] => Ok(value),
                rest => self.extract(type_key, value, rest),
            };
        }
        let composite = self.value(at)?;
        self.extract(type_key, composite, path)
    }

    /// The Function variable that holds a value which is indexed at run time. The value is stored once, after its
    /// definition.
    pub(super) fn spilled(&mut self, base: Handle<Expression>) -> Result<ValueId> {
        let made_before = self.f.values[base.index()].is_some();
        let value = self.value(base)?;
        if let Some(&(_, variable)) = self.f.locals.spills.iter().find(|&&(known, _)| known == base) {
            return Ok(variable);
        }
        let type_key = self.type_key(base)?;
        let is_constant = self.is_constant(base);
        let init = if is_constant {
            Some(value)
        } else if self.facts[base.index()].is_carried() {
            // `continuing` can index it although its definition was skipped, as it can use it whole; see `carry`.
            Some(self.m.null(type_key)?)
        } else {
            None
        };
        let variable = self.function_variable(type_key, init.as_slice())?;
        if !is_constant {
            if let Expression::FunctionArgument(_) = self.function.expressions[base] {
                self.f.entry.store(variable, value, &[]);
            } else {
                self.f.body.store(variable, value, &[]);
                if !made_before {
                    // The value was created on demand in the current construct, and so was the store. Later uses need
                    // another variable.
                    return Ok(variable);
                }
            }
        }
        self.f.locals.spills.push((base, variable));
        Ok(variable)
    }
}
