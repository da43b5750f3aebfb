//! Access to elements of binding arrays: their indices under the policy for binding arrays, and the `NonUniform`
//! decoration.
//!
//! ```text
//! textures[i]         %at      = OpAccessChain %_ptr_UniformConstant_image %textures %i     NonUniform
//!                     %image   = OpLoad %image_type %at                                     NonUniform
//! buffers[i].x[j]     %pointer = OpAccessChain %_ptr_StorageBuffer_float %buffers %i %u0 %j NonUniform
//! ```
//!
//! `NonUniform` decorates the operand through which memory is accessed (VUID-RuntimeSpirv-None-10148): pointers,
//! images, samplers and sampled images, but neither the index nor a value that is loaded from a buffer. An index into
//! an array of unknown length cannot be checked. An index that is tested is also clamped, so that an element in range
//! is always accessed, and the condition guards the use of the result.

use super::construct::Count;
use super::pointer::{Location, Step};
use super::{Code, FunctionEmitter, Scoped};
use crate::back::emitter::{Result, internal, members_of};
use crate::back::handle_table::TableHandle;
use crate::back::plan::ArrayLength;
use crate::back::resources::{BindingArray, Resource};
use crate::back::shape::Shape;
use crate::back::type_key::TypeKey;
use crate::words::ValueId;
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, GlobalVariable, Handle};

/// An element of a binding array of buffers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// The checked index, once it is computed.
    index: Option<ValueId>,
    /// Whether the element can differ between invocations.
    pub(super) non_uniform: bool,
}

/// An element of a binding array of images or samplers.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArrayElement {
    Pointer(ValueId),
    /// The image or sampler itself, converted from a bindless handle.
    Handle(ValueId),
}

impl FunctionEmitter<'_, '_> {
    /// Whether the plan found that a handle, or an access to a binding array, can differ between invocations.
    pub(super) fn is_non_uniform(&self, expression: Handle<Expression>) -> bool {
        self.facts[expression.index()].is_non_uniform()
    }

    /// The condition under which an element of a binding array is in range, if it was tested.
    pub(super) fn element_guard(&self, expression: Handle<Expression>) -> Option<ValueId> {
        // An element can be loaded more than once. The last entry is for the last load.
        let mut guards = self.f.element_guards.iter().rev();
        guards.find(|&&(known, _)| known == expression).map(|&(_, guard)| guard)
    }

    /// The value if the guards of the resources that it was read through hold, otherwise zero.
    pub(super) fn or_zero(
        &mut self,
        expression: Handle<Expression>,
        [first, second]: [Option<ValueId>; 2],
        value: ValueId,
    ) -> Result<ValueId> {
        let condition = self.both(first, second)?;
        self.select_or_null(self.type_key(expression)?, condition, value)
    }

    /// A binding array of buffers, which is the root of the pointer whose steps are in the path.
    #[cold]
    pub(super) fn array_root(&self, global: Handle<GlobalVariable>, array: BindingArray) -> Result<Location> {
        let non_uniform = match self.f.path.last() {
            Some(&Step::Dynamic(_, access)) => self.is_non_uniform(access),
            Some(Step::Static(_) | Step::Parameter(_)) => false,
            None => return Err(internal("a pointer to a whole binding array")),
        };
        let place = self.place(array.element, array.layout);
        let index = None;
        Ok(Location {
            role: array.role,
            global: Some(global),
            element: Some(Element { index, non_uniform }),
            ..Location::variable(array.variable, array.class, place)
        })
    }

    /// Takes the first step of a pointer into a binding array and pushes the index of the element. The place of `root`
    /// is that of the element already.
    #[cold]
    pub(super) fn enter_element(&mut self, root: &mut Location) -> Result<()> {
        let (Some(global), Some(element), Some(step)) = (root.global, &mut root.element, self.f.path.pop()) else {
            return Err(internal("a global variable is not a binding array of buffers"));
        };
        let array = self.buffer_array(global)?;
        let index = self.element_index(array.length, None, step, &mut root.guard)?;
        self.f.operands.push(index);
        element.index = Some(index);
        Ok(())
    }

    fn buffer_array(&mut self, global: Handle<GlobalVariable>) -> Result<BindingArray> {
        match self.m.resource(global)? {
            Resource::Array(array) => Ok(array),
            _ => Err(internal("a global variable is not a binding array of buffers")),
        }
    }

    /// The index of an element, checked under the policy unless it is proven to be in range. If it is tested, the
    /// condition is added to `guard`, and the index is clamped too. An array of unknown length at the end of a table of
    /// bindless handles is as long as the buffer.
    fn element_index(
        &mut self,
        length: ArrayLength,
        table: Option<TableHandle>,
        step: Step,
        guard: &mut Option<ValueId>,
    ) -> Result<ValueId> {
        let policy = self.m.plan.policies.checks.binding_array;
        let is_checked = policy != BoundsCheckPolicy::Unchecked;
        let length = match (length, table) {
            (ArrayLength::Override(_), _) if !is_checked => None,
            (ArrayLength::RunTime, Some(TableHandle { table, member, .. })) if is_checked => {
                let length = self.op(TypeKey::U32, |code, ty, id| code.array_length(ty, id, table, member))?;
                Some(Count::Value(length))
            }
            (ArrayLength::Known(_) | ArrayLength::Override(_) | ArrayLength::RunTime, _) => self.sized(length)?,
        };
        let Some(length) = length else {
            return Ok(self.step_index(step)?.0);
        };
        if let (Step::Static(index), Count::Known(length)) = (step, length)
            && index < length
        {
            return self.m.u32_constant(index);
        }
        let is_proved = matches!(step, Step::Dynamic(_, access) if self.is_in_range(access));
        let index = self.step_index(step)?;
        self.selecting_index(index, is_proved, length, policy, guard)
    }

    /// Loads the image or sampler that an access to a binding array denotes, at the position of the access.
    #[cold]
    pub(super) fn handle_element(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        let (element, guard) = self.element_of(expression)?;
        let id = match element {
            ArrayElement::Handle(value) => value,
            ArrayElement::Pointer(pointer) => {
                let id = self.load_value(self.type_key(expression)?, pointer)?;
                self.mark_non_uniform(id, self.is_non_uniform(expression));
                id
            }
        };
        if let Some(guard) = guard {
            self.f.element_guards.push((expression, guard));
        }
        // A `continue` can skip this load, so `continuing` loads the element anew.
        if self.facts[expression.index()].is_late() {
            self.f.scoped.push(Scoped::Value(expression.index() as u32));
        }
        Ok(id)
    }

    /// The image or sampler that an access to a binding array denotes, and the condition under which the index is in
    /// range.
    pub(super) fn element_of(&mut self, expression: Handle<Expression>) -> Result<(ArrayElement, Option<ValueId>)> {
        let Some((base, step)) = self.step_of(expression) else {
            let what = "a texture or sampler is not a global variable or an element of one";
            return Err(internal(what));
        };
        let Expression::GlobalVariable(global) = self.function.expressions[base] else {
            return Err(internal("a binding array is not a global variable"));
        };
        let mut guard = None;
        let array = match self.m.resource(global)? {
            Resource::Array(array) => array,
            Resource::Handle(handle) => {
                let length = handle.length;
                let length = length.ok_or_else(|| internal("an element of a handle that is not an array"))?;
                let index = self.element_index(length, Some(handle), step, &mut guard)?;
                let value = self.m.convert_handle(&mut self.f.body, handle, Some(index))?;
                self.mark_non_uniform(value, self.is_non_uniform(expression));
                return Ok((ArrayElement::Handle(value), guard));
            }
            _ => return Err(internal("a binding array that is another resource")),
        };
        let index = self.element_index(array.length, None, step, &mut guard)?;
        let shape = Shape::value(self.m.type_keys.type_key(array.element));
        let pointer = self.part_pointer(array.class, shape, array.variable, &[index])?;
        self.mark_non_uniform(pointer, self.is_non_uniform(expression));
        Ok((ArrayElement::Pointer(pointer), guard))
    }

    /// The length of the array at the end of a buffer that is an element of a binding array.
    #[cold]
    pub(super) fn element_length(&mut self, global: Handle<GlobalVariable>, element: Element) -> Result<ValueId> {
        let index = element.index;
        let index = index.ok_or_else(|| internal("arrayLength of a binding array's element without an index"))?;
        let array = self.buffer_array(global)?;
        let members = members_of(self.m.module, array.element)?;
        let last = (members.len() as u32).saturating_sub(1);
        let shape = Shape::new(self.m.type_keys.type_key(array.element), array.layout);
        let block = self.m.type_id(shape, array.role)?;
        let pointer_type = self.m.pointer_to(array.class, block)?;
        let ty = self.m.value_type(TypeKey::U32)?;
        let (pointer, id) = (self.fresh(), self.fresh());
        let code = &mut self.f.body;
        code.access_chain(pointer_type, pointer, array.variable, &[index]);
        self.mark_non_uniform(pointer, element.non_uniform);
        self.f.body.array_length(ty, id, pointer, last);
        Ok(id)
    }
}
