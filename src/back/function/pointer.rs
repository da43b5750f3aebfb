//! Pointer expressions: resolves them to locations in memory and emits their access chains, for loads, stores, atomics
//! and calls.
//!
//! A pointer expression emits no code by itself. When it is used, [`FunctionEmitter::walk`] collects its steps from the
//! expression back to the root variable. [`FunctionEmitter::locate`] then takes the steps from the root on and checks
//! each index. [`FunctionEmitter::emit_access_chain`] emits one access chain, which is used again until the open
//! construct closes:
//!
//! ```text
//! buf.items[i].position.x      %p = OpAccessChain %_ptr_StorageBuffer_float %buf %u0 %i_clamped %u2 %u0
//! ```
//!
//! `layout` maps each step to indices in memory (a two-row matrix in a uniform buffer is several members), and `bounds`
//! checks the indices. Under a policy that tests an index instead of clamping it, the access and its chain must be
//! emitted behind the test. Therefore locating and emitting the chain are two functions.

use super::binding_array::Element;
use super::bounds::needs_run_time_check;
use super::{FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{PathStep, ShapeRoot};
use crate::back::resources::{Memory, Resource};
use crate::back::shape::{Role, Shape};
use crate::back::type_key::TypeKey;
use crate::layout::{Columns, MemoryLayout, Parts, Place};
use crate::words::ValueId;
use naga::{Expression, GlobalVariable, Handle};
use spirv::StorageClass;

/// One step of a pointer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A member, or an element at a constant index.
    Static(u32),
    /// An element at a dynamic index: the index expression, and the access expression.
    Dynamic(Handle<Expression>, Handle<Expression>),
    /// An element at an index parameter of this function.
    Parameter(ValueId),
}

/// A column of a decomposed matrix that is selected at run time, and optionally a component of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedColumn {
    pub(super) index: ValueId,
    pub(super) index_type_key: TypeKey,
    pub(super) row: Option<MatrixRow>,
}

/// A component of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum MatrixRow {
    Static(u32),
    Dynamic(ValueId),
}

/// A location in memory: after [`FunctionEmitter::walk`] the root, after [`FunctionEmitter::locate`] the part that the
/// pointer points to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    /// Before the chain is emitted, the root variable. Afterwards the pointer to `place`; for [`Place::Columns`], the
    /// pointer to the struct that contains the columns.
    pub(super) pointer: ValueId,
    /// The position in `self.f.operands` of the first checked index of the chain, until the chain is emitted.
    first: usize,
    pub(super) place: Place,
    pub(super) class: StorageClass,
    /// The role with which the type of the root is declared. For a binding array, the type of its element.
    root_role: Role,
    /// Whether the pointer points to the whole root, or to a whole element of a binding array.
    is_whole: bool,
    /// Whether the root is the only member of a struct that was added around the type of a buffer.
    is_wrapped: bool,
    /// Whether the access chain has been emitted.
    has_chain: bool,
    pub(super) global: Option<Handle<GlobalVariable>>,
    /// The element of a binding array that the first step chooses.
    pub(super) element: Option<Element>,
    /// The struct that contains a hoisted matrix.
    parent: Option<Shape>,
    /// The column that the last steps select among several members. `pointer` does not include this selection.
    pub(super) selected: Option<SelectedColumn>,
}

impl Location {
    /// The location of a whole variable.
    pub(super) const fn variable(pointer: ValueId, class: StorageClass, place: Place) -> Self {
        Self {
            pointer,
            first: 0,
            place,
            class,
            root_role: Role::Plain,
            is_whole: true,
            is_wrapped: false,
            has_chain: false,
            global: None,
            element: None,
            parent: None,
            selected: None,
        }
    }

    /// The same location with its global variable and the role of its type.
    pub(super) const fn of_global(self, global: Handle<GlobalVariable>, role: Role) -> Self {
        Self {
            root_role: role,
            global: Some(global),
            ..self
        }
    }

    /// The role with which the type at the location is declared: `Block` for a whole buffer.
    pub(super) const fn role(&self) -> Role {
        if self.is_whole { self.root_role } else { Role::Plain }
    }

    /// The location of a member.
    pub(super) const fn part(self, pointer: ValueId, place: Place) -> Self {
        Self {
            pointer,
            place,
            is_whole: false,
            ..self
        }
    }
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// Finds the root of a pointer. Pushes the steps onto `self.f.path`; the first step from the root is pushed last.
    pub(super) fn walk(&mut self, pointer: Handle<Expression>) -> Result<Location> {
        let function = self.function;
        let mut at = pointer;
        loop {
            match function.expressions[at] {
                Expression::AccessIndex { base, index } => {
                    self.f.path.push(Step::Static(index));
                    at = base;
                }
                Expression::Access { base, index } => {
                    let step = self.index_step(at, index);
                    self.f.path.push(step);
                    at = base;
                }
                Expression::GlobalVariable(global) => return self.global_root(global),
                Expression::LocalVariable(local) => return self.local_root(local),
                Expression::FunctionArgument(index) => return self.argument_root(index),
                // catch-all: a pointer expression has steps and a root only
                _ => return Err(internal("a pointer expression has no root variable")),
            }
        }
    }

    fn global_root(&mut self, global: Handle<GlobalVariable>) -> Result<Location> {
        let Memory {
            variable,
            class,
            shape,
            role,
            wrapped,
        } = match self.m.resource(global)? {
            Resource::Memory(memory) => memory,
            Resource::Array(array) => return self.array_root(global, array),
            Resource::Descriptor { .. } | Resource::External(_) | Resource::Handle(_) | Resource::Combined(_) => {
                return Err(internal("a handle where a variable in memory is expected"));
            }
        };
        let place = self.place(self.m.module.global_variables[global].ty, shape.layout);
        let role = if wrapped { Role::Plain } else { role };
        let root = Location::variable(variable, class, place).of_global(global, role);
        Ok(Location {
            is_wrapped: wrapped,
            ..root
        })
    }

    /// The location of a Function variable.
    fn function_root(&self, variable: ValueId, ty: Handle<naga::Type>) -> Location {
        Location::variable(variable, StorageClass::Function, self.place(ty, MemoryLayout::None))
    }

    fn local_root(&mut self, local: Handle<naga::LocalVariable>) -> Result<Location> {
        let base = self.local_variable(local)?;
        Ok(self.function_root(base, self.function.local_variables[local].ty))
    }

    /// The root of a pointer argument. Pushes the steps of the argument's shape, which come before the steps inside
    /// this function.
    fn argument_root(&mut self, index: u32) -> Result<Location> {
        let Parameter::Pointer { root, first_index, .. } = self.parameter(index)? else {
            return Err(internal("an argument is not a pointer"));
        };
        let plan = self.m.plan;
        let shape = plan.instances.pointer_shape(self.instance, index);
        let shape = shape.ok_or_else(|| internal("a pointer argument without a shape"))?;
        let path = plan.instances.path(shape);
        let dynamic = path.iter().filter(|step| **step == PathStep::Dynamic).count() as u32;
        let mut next = first_index + dynamic;
        for step in path.iter().rev() {
            self.f.path.push(match *step {
                PathStep::Static(index) => Step::Static(index),
                PathStep::Dynamic => {
                    next -= 1;
                    let id = self.f.arguments.index_parameters.get(next as usize).copied();
                    Step::Parameter(id.ok_or_else(|| internal("a pointer argument has too few index parameters"))?)
                }
            });
        }
        let ty = match shape.root {
            ShapeRoot::Private(global) => return self.global_root(global),
            ShapeRoot::Local(ty) => ty,
            ShapeRoot::Same(first) => match plan
                .instances
                .pointer_shape(self.instance, first)
                .map(|shape| shape.root)
            {
                Some(ShapeRoot::Local(ty)) => ty,
                Some(ShapeRoot::Same(_) | ShapeRoot::Private(_)) | None => {
                    return Err(internal(
                        "the shape of a pointer argument names an argument that is not a pointer",
                    ));
                }
            },
        };
        Ok(self.function_root(root, ty))
    }

    /// The place of a whole variable. Values, Function variables and Private variables have the register layout that
    /// the plan chose.
    pub(super) fn place(&self, ty: Handle<naga::Type>, layout: MemoryLayout) -> Place {
        let layout = match layout {
            MemoryLayout::None => self.m.plan.register_layout(ty),
            MemoryLayout::Natural | MemoryLayout::Std140 => layout,
        };
        self.m.plan.layouts.place(&self.m.module.types, ty, layout)
    }

    /// Takes the steps above `mark` in the path and checks each index. Conditions of indices that are tested and not
    /// clamped are added to `guard`; the access must then be emitted behind that condition.
    pub(super) fn locate(&mut self, location: &mut Location, mark: usize, guard: &mut Option<ValueId>) -> Result<()> {
        location.first = self.f.operands.len();
        location.is_whole = self.ends_at_root(location, mark);
        if location.is_wrapped {
            let zero = self.m.u32_constant(0)?;
            self.f.operands.push(zero);
        }
        if location.element.is_some() {
            self.enter_element(location, guard)?;
        }
        while self.f.path.len() > mark {
            self.step(location, guard)?;
        }
        Ok(())
    }

    /// Whether the steps above a mark lead to the whole root, or to a whole element of a binding array.
    fn ends_at_root(&self, location: &Location, mark: usize) -> bool {
        self.f.path.len() - mark == usize::from(location.element.is_some())
    }

    /// Emits the access chain to a location in the open block, unless it has been emitted.
    pub(super) fn emit_access_chain(&mut self, location: &mut Location) -> Result<()> {
        if location.has_chain {
            return Ok(());
        }
        location.has_chain = true;
        let indices = self.f.operands.len() - location.first;
        if indices == 0 {
            return Ok(());
        }
        let shape = match (location.place, location.parent) {
            (Place::Columns(_), Some(parent)) => parent,
            (place, _) => self.pointee(place),
        };
        // For a hoisted matrix the chain ends at the struct that contains it, which may be a whole element of a binding
        // array.
        let ty = if location.element.is_some() && indices == 1 {
            let block = self.m.type_id(shape, location.root_role)?;
            self.m.pointer_to(location.class, block)?
        } else {
            self.m.pointer_type(location.class, shape)?
        };
        self.limit_indexes(indices);
        let id = self.fresh();
        let operands = &self.f.operands[location.first..];
        self.f.body.access_chain(ty, id, location.pointer, operands);
        if location.is_non_uniform() {
            self.mark_non_uniform(id);
        }
        self.f.operands.truncate(location.first);
        location.pointer = id;
        Ok(())
    }

    /// The type key and layout of a place. For columns, those of the whole matrix.
    #[inline]
    pub(super) fn pointee(&self, place: Place) -> Shape {
        match place {
            Place::Whole { ty, layout } => Shape {
                type_key: self.m.type_keys.type_key(ty),
                layout,
            },
            Place::Columns(columns) => Shape {
                type_key: self.m.type_keys.type_key(columns.matrix),
                layout: MemoryLayout::Std140,
            },
            Place::Vector { size, scalar } => Shape::value(TypeKey::vector(size, scalar)),
            Place::Scalar(scalar) => Shape::value(TypeKey::scalar(scalar)),
        }
    }

    /// Takes the next step: pushes its index and moves the location to the part.
    fn step(&mut self, location: &mut Location, guard: &mut Option<ValueId>) -> Result<()> {
        let step = self
            .f
            .path
            .pop()
            .ok_or_else(|| internal("an access path has too few steps"))?;
        if let (Some(_), Place::Columns(columns)) = (location.selected, location.place) {
            let row = self.row(location, columns, step, guard)?;
            if let Some(ref mut column) = location.selected {
                column.row = Some(row);
            }
            return Ok(());
        }
        let types = &self.m.module.types;
        let layouts = &self.m.plan.layouts;
        let parts = layouts
            .parts(types, location.place)
            .ok_or_else(|| internal("an access path continues past a type without parts"))?;
        let count = self.count_of(parts);
        if let Step::Static(index) = step {
            let policy = self.m.plan.policies.of_class(location.class);
            if !needs_run_time_check(count, policy, index) {
                let index = self.static_index_below(policy, count, index, guard)?;
                let next = layouts
                    .step_static(types, parts, index)
                    .ok_or_else(|| internal("an access path names a part that does not exist"))?;
                match next.index {
                    Some(index) => {
                        let id = self.m.u32_constant(index)?;
                        self.f.operands.push(id);
                    }
                    None => location.parent = Some(self.pointee(location.place)),
                }
                location.place = next.place;
                return Ok(());
            }
        }
        let (index, index_type_key) = self.checked_index(location, count, step, guard)?;
        match parts {
            Parts::Elements { place, .. } | Parts::Components { place, .. } => {
                self.f.operands.push(index);
                location.place = place;
            }
            Parts::Members { .. } => return Err(internal("a member is selected at run time")),
            Parts::Columns(_) => {
                location.selected = Some(SelectedColumn {
                    index,
                    index_type_key,
                    row: None,
                });
            }
        }
        Ok(())
    }

    /// A component of a column that is selected at run time.
    fn row(&mut self, root: &Location, columns: Columns, step: Step, guard: &mut Option<ValueId>) -> Result<MatrixRow> {
        let place = columns.column_place();
        Ok(match step {
            Step::Static(index) => {
                MatrixRow::Static(self.static_index(self.m.plan.policies.of_class(root.class), place, index, guard)?)
            }
            Step::Dynamic(..) | Step::Parameter(_) => {
                MatrixRow::Dynamic(self.checked_index(root, self.element_count(place), step, guard)?.0)
            }
        })
    }

    /// The pointer as an operand.
    pub(super) fn pointer(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        let mut location = self.resolve_pointer(expression, &mut None)?;
        self.emit_pointer(expression, &mut location)?;
        Ok(location.pointer)
    }

    /// Resolves a pointer expression to its location. Uses the access chain that was emitted for it in an open
    /// construct.
    pub(super) fn resolve_pointer(
        &mut self,
        pointer: Handle<Expression>,
        guard: &mut Option<ValueId>,
    ) -> Result<Location> {
        let mark = self.f.path.len();
        let mut location = self.walk(pointer)?;
        if let Some(id) = self.f.values[pointer.index()]
            && let Some(place) = self.place_at(&location, mark)
        {
            location.is_whole = self.ends_at_root(&location, mark);
            location.place = place;
            location.has_chain = true;
            location.pointer = id;
            self.f.path.truncate(mark);
            return Ok(location);
        }
        self.locate(&mut location, mark, guard)?;
        Ok(location)
    }

    /// Emits the access chain of a pointer expression and records it until the open construct closes.
    pub(super) fn emit_pointer(&mut self, pointer: Handle<Expression>, location: &mut Location) -> Result<()> {
        let root = location.pointer;
        self.emit_access_chain(location)?;
        let is_plain = location.selected.is_none() && !matches!(location.place, Place::Columns(_));
        if is_plain && location.pointer != root {
            self.set_scoped(pointer, location.pointer);
        }
        Ok(())
    }

    /// The place to which the steps above a mark lead. `None` if it is a decomposed matrix, or a column of one that is
    /// selected at run time.
    fn place_at(&self, root: &Location, mark: usize) -> Option<Place> {
        let mut place = root.place;
        // The first step into a binding array selects the resource, whose place is the root's.
        let entered = usize::from(root.element.is_some());
        for &step in self.f.path[mark..].iter().rev().skip(entered) {
            place = self.place_after(place, step)?;
        }
        match place {
            Place::Columns(_) => None,
            Place::Whole { .. } | Place::Vector { .. } | Place::Scalar(_) => Some(place),
        }
    }

    /// The place to which a step leads, for any index. `None` for a column that is selected at run time among several
    /// members.
    pub(super) fn place_after(&self, place: Place, step: Step) -> Option<Place> {
        let types = &self.m.module.types;
        let layouts = &self.m.plan.layouts;
        match (step, layouts.parts(types, place)?) {
            (Step::Static(index), parts) => Some(layouts.step_static(types, parts, index)?.place),
            (_, Parts::Elements { place, .. } | Parts::Components { place, .. }) => Some(place),
            (_, Parts::Members { .. } | Parts::Columns(_)) => None,
        }
    }
}
