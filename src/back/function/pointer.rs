//! Where a pointer leads: the one way from an expression to memory, for loads, stores, atomics and calls.
//!
//! A pointer expression has no words of its own. When something is done with it, its steps are collected from the part to
//! the root ([`FunctionEmitter::walk`]), taken from the root on with each index checked ([`FunctionEmitter::locate`]), and
//! become one access chain ([`FunctionEmitter::reach`]), which is used again until the open construct closes:
//!
//! ```text
//! buf.items[i].position.x      %p = OpAccessChain %_ptr_StorageBuffer_float %buf %u0 %i_clamped %u2 %u0
//! ```
//!
//! What a step becomes in memory is asked of `layout` (a two-row matrix in a uniform buffer is several members); which
//! index is allowed is asked of `bounds`. Where an index is tested and not clamped, what is done at the location belongs
//! behind the test, and so does the chain: that is why the way is gone in two parts.

use super::binding_array::Element;
use super::bounds::needs_run_time_check;
use super::{FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{PathStep, ShapeRoot};
use crate::back::resources::{Memory, Resource};
use crate::back::shape::{Role, Shape};
use crate::back::type_key::TypeKey;
use crate::layout::{Columns, DynamicStep, MemoryLayout, Place};
use crate::words::ValueId;
use naga::{Expression, GlobalVariable, Handle};
use spirv::StorageClass;

/// One step of a pointer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A member, or an element at a constant index.
    Static(u32),
    /// An element at the value of an expression; the second is the access itself.
    Dynamic(Handle<Expression>, Handle<Expression>),
    /// An element at an index parameter of this function.
    Parameter(ValueId),
}

/// A column of a decomposed matrix, chosen at run time, and a component of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedColumn {
    pub(super) index: ValueId,
    pub(super) index_type_key: TypeKey,
    pub(super) row: Option<Row>,
}

/// A component of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    Static(u32),
    Dynamic(ValueId),
}

/// Where the walk along a pointer has come to: at its root first, in the end where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    /// The root's variable until the chain is made, then the pointer to what `place` says; to the struct around a matrix
    /// for [`Place::Columns`].
    pub(super) pointer: ValueId,
    /// The checked indices of the chain that is not made yet wait in `self.f.operands` from here on.
    first: usize,
    pub(super) place: Place,
    pub(super) class: StorageClass,
    /// What the type of the root, or of an element of it that is a resource, is declared as.
    root_role: Role,
    /// The pointer leads to all of that.
    is_whole: bool,
    /// The root is the one member of a buffer's struct.
    is_wrapped: bool,
    /// The chain is made.
    is_made: bool,
    pub(super) global: Option<Handle<GlobalVariable>>,
    /// The element of a binding array that the first step chooses.
    pub(super) element: Option<Element>,
    /// The struct that a hoisted matrix is part of.
    around: Option<Shape>,
    /// Set when the last steps select a column among several members: those are not in `pointer`.
    pub(super) selected: Option<SelectedColumn>,
}

impl Location {
    /// A whole variable.
    pub(super) const fn variable(pointer: ValueId, class: StorageClass, place: Place) -> Self {
        Self {
            pointer,
            first: 0,
            place,
            class,
            root_role: Role::Plain,
            is_whole: true,
            is_wrapped: false,
            is_made: false,
            global: None,
            element: None,
            around: None,
            selected: None,
        }
    }

    /// A resource, or an element of a binding array, with what its type is declared as.
    pub(super) const fn of_global(self, global: Handle<GlobalVariable>, role: Role) -> Self {
        Self {
            root_role: role,
            global: Some(global),
            ..self
        }
    }

    /// What the type is declared as: a whole buffer is a `Block`.
    pub(super) const fn role(&self) -> Role {
        if self.is_whole { self.root_role } else { Role::Plain }
    }

    /// A member of it.
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
    /// The root of a pointer. Its steps wait in `self.f.path`, above what was there: the first to take stands last.
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
                // catch-all: a pointer is made of steps and a root
                _ => return Err(internal("a pointer that comes from no variable")),
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
                return Err(internal("a handle where memory is due"));
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

    /// The root that a Function variable is.
    fn function_root(&self, variable: ValueId, ty: Handle<naga::Type>) -> Location {
        Location::variable(variable, StorageClass::Function, self.place(ty, MemoryLayout::None))
    }

    fn local_root(&mut self, local: Handle<naga::LocalVariable>) -> Result<Location> {
        let base = self.local_variable(local)?;
        Ok(self.function_root(base, self.function.local_variables[local].ty))
    }

    /// A pointer argument: the root it was given. The steps of its shape come before those of the pointer itself.
    fn argument_root(&mut self, index: u32) -> Result<Location> {
        let Parameter::Pointer { root, first_index, .. } = self.parameter(index)? else {
            return Err(internal("a pointer argument that is none"));
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
                    let id = self.f.index_parameters.get(next as usize).copied();
                    Step::Parameter(id.ok_or_else(|| internal("an index parameter that is not there"))?)
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
                    return Err(internal("a root that is no pointer"));
                }
            },
        };
        Ok(self.function_root(root, ty))
    }

    /// The place of a whole variable. Registers, Function and Private share the plan's choice of layout.
    pub(super) fn place(&self, ty: Handle<naga::Type>, layout: MemoryLayout) -> Place {
        let layout = match layout {
            MemoryLayout::None => self.m.plan.register_layout(ty),
            MemoryLayout::Natural | MemoryLayout::Std140 => layout,
        };
        self.m.plan.layouts.place(&self.m.module.types, ty, layout)
    }

    /// Takes the steps that wait above a mark of the path, each index checked. `guard` receives the condition of every index
    /// that must be tested and not clamped: what then reaches the place belongs behind that condition.
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

    /// Whether the steps above a mark lead to all of the root, or of its element that is a resource.
    fn ends_at_root(&self, location: &Location, mark: usize) -> bool {
        self.f.path.len() - mark == usize::from(location.element.is_some())
    }

    /// Makes the access chain to a location, in the block that is open now.
    pub(super) fn reach(&mut self, location: &mut Location) -> Result<()> {
        if location.is_made {
            return Ok(());
        }
        location.is_made = true;
        let indices = self.f.operands.len() - location.first;
        if indices == 0 {
            return Ok(());
        }
        let shape = match (location.place, location.around) {
            (Place::Columns(_), Some(around)) => around,
            (place, _) => self.pointee(place),
        };
        // A hoisted matrix leaves the chain at the struct around it, which may be the element itself.
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

    /// The shape of what a place holds; for columns the matrix as a whole.
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

    /// Takes the next step: pushes its index, and the location is the part that it chooses.
    fn step(&mut self, location: &mut Location, guard: &mut Option<ValueId>) -> Result<()> {
        let step = self.f.path.pop().ok_or_else(|| internal("a step that is not there"))?;
        if let (Some(_), Place::Columns(columns)) = (location.selected, location.place) {
            let row = self.row(location, columns, step, guard)?;
            if let Some(ref mut column) = location.selected {
                column.row = Some(row);
            }
            return Ok(());
        }
        let types = &self.m.module.types;
        let layouts = &self.m.plan.layouts;
        let count = self.element_count(location.place);
        if let Step::Static(index) = step {
            let policy = self.policy(location.class);
            if !needs_run_time_check(count, policy, index) {
                let index = self.static_index_below(policy, count, index, guard)?;
                let next = layouts
                    .step_static(types, location.place, index)
                    .ok_or_else(|| internal("a step to nowhere"))?;
                match next.index {
                    Some(index) => {
                        let id = self.m.u32_constant(index)?;
                        self.f.operands.push(id);
                    }
                    None => location.around = Some(self.pointee(location.place)),
                }
                location.place = next.place;
                return Ok(());
            }
        }
        let (index, index_type_key) = self.checked_index(location, count, step, guard)?;
        match layouts
            .step_dynamic(types, location.place)
            .ok_or_else(|| internal("a step to nowhere"))?
        {
            DynamicStep::Index(next) => {
                self.f.operands.push(index);
                location.place = next;
            }
            DynamicStep::SelectColumn(_) => {
                location.selected = Some(SelectedColumn {
                    index,
                    index_type_key,
                    row: None,
                });
            }
        }
        Ok(())
    }

    /// A component of a column that was selected at run time.
    fn row(&mut self, root: &Location, columns: Columns, step: Step, guard: &mut Option<ValueId>) -> Result<Row> {
        let place = columns.column_place();
        Ok(match step {
            Step::Static(index) => Row::Static(self.static_index(self.policy(root.class), place, index, guard)?),
            Step::Dynamic(..) | Step::Parameter(_) => {
                Row::Dynamic(self.checked_index(root, self.element_count(place), step, guard)?.0)
            }
        })
    }

    /// A pointer as an operand of its own: to a whole variable, or to what a chain leads to.
    pub(super) fn pointer(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        let mut location = self.route(expression, &mut None)?;
        self.arrive(expression, &mut location)?;
        Ok(location.pointer)
    }

    /// The way to what a pointer expression leads to. A chain that was made in the open constructs is used again.
    pub(super) fn route(&mut self, pointer: Handle<Expression>, guard: &mut Option<ValueId>) -> Result<Location> {
        let mark = self.f.path.len();
        let mut location = self.walk(pointer)?;
        if let Some(id) = self.f.values[pointer.index()]
            && let Some(place) = self.place_at(&location, mark)
        {
            location.is_whole = self.ends_at_root(&location, mark);
            location.place = place;
            location.is_made = true;
            location.pointer = id;
            self.f.path.truncate(mark);
            return Ok(location);
        }
        self.locate(&mut location, mark, guard)?;
        Ok(location)
    }

    /// Goes the way of a pointer expression and remembers its chain until the construct closes.
    pub(super) fn arrive(&mut self, pointer: Handle<Expression>, location: &mut Location) -> Result<()> {
        let root = location.pointer;
        self.reach(location)?;
        let is_plain = location.selected.is_none() && !matches!(location.place, Place::Columns(_));
        if is_plain && location.pointer != root {
            self.set_scoped(pointer, location.pointer);
        }
        Ok(())
    }

    /// The place that the steps above a mark lead to, when no column is selected among members.
    fn place_at(&self, root: &Location, mark: usize) -> Option<Place> {
        let mut place = root.place;
        // The way into a binding array starts at the element.
        let entered = usize::from(root.element.is_some());
        for &step in self.f.path[mark..].iter().rev().skip(entered) {
            place = self.beyond(place, step)?;
        }
        match place {
            Place::Columns(_) => None,
            Place::Whole { .. } | Place::Vector { .. } | Place::Scalar(_) => Some(place),
        }
    }

    /// The place that a step leads to, whatever its index is; `None` for a column that is selected among members.
    pub(super) fn beyond(&self, place: Place, step: Step) -> Option<Place> {
        let types = &self.m.module.types;
        let layouts = &self.m.plan.layouts;
        match step {
            Step::Static(index) => Some(layouts.step_static(types, place, index)?.place),
            Step::Dynamic(..) | Step::Parameter(_) => match layouts.step_dynamic(types, place)? {
                DynamicStep::Index(next) => Some(next),
                DynamicStep::SelectColumn(_) => None,
            },
        }
    }
}
