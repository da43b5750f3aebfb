//! Where a pointer leads.
//!
//! A pointer expression has no words of its own. When a load, a store, an atomic or a call needs it, its steps are walked
//! from the root and become one access chain:
//!
//! ```text
//! buf.items[i].position.x      %p = OpAccessChain %_ptr_StorageBuffer_float %buf %u0 %i_clamped %u2 %u0
//! ```
//!
//! What a step becomes in memory is asked of `layout` (a two-row matrix in a uniform buffer is several members); which
//! index is allowed is asked of `bounds`.

use super::binding_array::Element;
use super::bounds::needs_run_time_check;
use super::memory_model::Sharing;
use super::{FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{PathStep, ShapeRoot};
use crate::back::resources::{Memory, Resource};
use crate::back::slot::Slot;
use crate::back::types::{Role, Shape};
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

/// The variable that a pointer starts from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) base: ValueId,
    pub(super) class: StorageClass,
    pub(super) place: Place,
    /// What the type of the root, or of an element of it that is a resource, is declared as.
    pub(super) role: Role,
    /// The root is the one member of a buffer's struct.
    pub(super) wrapped: bool,
    pub(super) global: Option<Handle<GlobalVariable>>,
    /// The element of a binding array that the first step chooses, once it is checked. `place` is then the array's.
    pub(super) element: Option<Element>,
}

/// A column of a decomposed matrix, chosen at run time, and a component of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedColumn {
    pub(super) columns: Columns,
    pub(super) index: ValueId,
    pub(super) index_slot: Slot,
    pub(super) row: Option<Row>,
}

/// A component of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    Static(u32),
    Dynamic(ValueId),
}

/// The way to where a pointer leads: its indices are checked and wait above `first`, its chain is not made yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    root: Root,
    first: usize,
    place: Place,
    /// The struct that a decomposed matrix is part of.
    around: Place,
    /// What the type at the end is declared as.
    role: Role,
    selected: Option<SelectedColumn>,
    /// The chain, where it was made before.
    made: Option<ValueId>,
}

impl Route {
    /// The storage class of the root.
    pub(super) const fn class(&self) -> StorageClass {
        self.root.class
    }
}

/// Where a pointer leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    /// The pointer, to what `place` says; to the struct around a matrix for [`Place::Columns`].
    pub(super) pointer: ValueId,
    pub(super) class: StorageClass,
    pub(super) place: Place,
    /// What the type is declared as: a whole buffer is a `Block`.
    pub(super) role: Role,
    /// With whom the memory is shared.
    pub(super) sharing: Sharing,
    /// It stands in an element of a binding array that can differ between invocations: so do pointers made from it.
    pub(super) non_uniform: bool,
    /// Set when the last steps select a column among several members: those are not in `pointer`.
    pub(super) selected: Option<SelectedColumn>,
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// The root of a pointer; its steps are left in `self.f.path`, from the root on, above the returned mark.
    #[inline]
    pub(super) fn walk(&mut self, pointer: Handle<Expression>) -> Result<(Root, usize)> {
        let mark = self.f.path.len();
        Ok((self.walk_above(pointer, mark)?, mark))
    }

    /// The same, of a mark that is the path's end.
    fn walk_above(&mut self, pointer: Handle<Expression>, mark: usize) -> Result<Root> {
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
                Expression::GlobalVariable(global) => {
                    self.turn(mark);
                    return self.global_root(global, mark);
                }
                Expression::LocalVariable(local) => {
                    self.turn(mark);
                    return self.local_root(local);
                }
                Expression::FunctionArgument(index) => return self.argument_root(index, mark),
                // catch-all: a pointer is made of steps and a root
                _ => return Err(internal("a pointer that comes from no variable")),
            }
        }
    }

    /// Turns the steps above a mark, which were met from the part to the root.
    #[inline]
    fn turn(&mut self, mark: usize) {
        if let Some(steps) = self.f.path.get_mut(mark..) {
            steps.reverse();
        }
    }

    fn global_root(&mut self, global: Handle<GlobalVariable>, mark: usize) -> Result<Root> {
        let Memory {
            variable,
            class,
            shape,
            role,
            wrapped,
        } = match self.m.resource(global)? {
            Resource::Memory(memory) => memory,
            Resource::Array(array) => return self.array_root(global, array, mark),
            Resource::Descriptor { .. } | Resource::External(_) | Resource::Handle(_) | Resource::Combined(_) => {
                return Err(internal("a handle where memory is due"));
            }
        };
        let ty = self.m.module.global_variables[global].ty;
        let place = self.place(ty, shape.layout);
        Ok(Root {
            base: variable,
            class,
            place,
            role: if wrapped { Role::Plain } else { role },
            wrapped,
            global: Some(global),
            element: None,
        })
    }

    fn local_root(&mut self, local: Handle<naga::LocalVariable>) -> Result<Root> {
        let base = self.local_variable(local)?;
        let place = self.place(self.function.local_variables[local].ty, MemoryLayout::None);
        Ok(Root {
            base,
            class: StorageClass::Function,
            place,
            role: Role::Plain,
            wrapped: false,
            global: None,
            element: None,
        })
    }

    /// A pointer argument: the root it was given, and the steps of its shape before those of the pointer itself, which
    /// are turned with them.
    fn argument_root(&mut self, index: u32, mark: usize) -> Result<Root> {
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
        self.turn(mark);
        let ty = match shape.root {
            ShapeRoot::Private(global) => return self.global_root(global, mark),
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
        Ok(Root {
            base: root,
            class: StorageClass::Function,
            place: self.place(ty, MemoryLayout::None),
            role: Role::Plain,
            wrapped: false,
            global: None,
            element: None,
        })
    }

    /// The place of a whole variable. Registers, Function and Private share the plan's choice of layout.
    pub(super) fn place(&self, ty: Handle<naga::Type>, layout: MemoryLayout) -> Place {
        let layout = match layout {
            MemoryLayout::None => self.m.plan.register_layout(ty),
            MemoryLayout::Natural | MemoryLayout::Std140 => layout,
        };
        self.m.plan.layouts.place(&self.m.module.types, ty, layout)
    }

    /// Checks the indices of a walked pointer. `guard` receives the condition of every index that must be tested and not
    /// clamped: what then reaches the place belongs behind that condition.
    pub(super) fn locate(&mut self, mut root: Root, mark: usize, guard: &mut Option<ValueId>) -> Result<Route> {
        let first = self.f.operands.len();
        if root.wrapped {
            let zero = self.m.u32_constant(0)?;
            self.f.operands.push(zero);
        }
        let mut place = root.place;
        let mut around = place;
        let mut selected: Option<SelectedColumn> = None;
        let mut at = mark;
        if root.element.is_some() {
            (root, place) = self.enter_element(root, mark, guard)?;
            at += 1;
        }
        while let Some(&step) = self.f.path.get(at) {
            at += 1;
            if let Some(ref mut column) = selected {
                column.row = Some(self.row(&root, column.columns, step, guard)?);
                continue;
            }
            if let Place::Whole { .. } = place {
                around = place;
            }
            (place, selected) = self.step(&root, place, step, guard)?;
        }
        let role = root.role_after(self.f.path.len() - mark);
        self.f.path.truncate(mark);
        Ok(Route {
            root,
            first,
            place,
            around,
            role,
            selected,
            made: None,
        })
    }

    /// Makes the access chain of a route, in the block that is open now.
    pub(super) fn reach(&mut self, route: Route) -> Result<Location> {
        let Route { root, first, place, .. } = route;
        let whole = self.f.operands.len() == first;
        let pointer = match route.made {
            Some(pointer) => pointer,
            None if whole => root.base,
            None => {
                let shape = match place {
                    Place::Columns(columns) if columns.hoisted => self.pointee(route.around),
                    Place::Columns(_) | Place::Whole { .. } | Place::Vector { .. } | Place::Scalar(_) => {
                        self.pointee(place)
                    }
                };
                // A hoisted matrix leaves the chain at the struct around it, which may be the element itself.
                let ty = if root.element.is_some() && self.f.operands.len() == first + 1 {
                    let block = self.m.type_id(shape, root.role)?;
                    self.m.pointer_to(root.class, block)?
                } else {
                    self.m.pointer_type(root.class, shape)?
                };
                self.limit_indexes(self.f.operands.len() - first);
                let id = self.fresh();
                self.f.body.access_chain(ty, id, root.base, &self.f.operands[first..]);
                if root.is_non_uniform() {
                    self.mark_non_uniform(id);
                }
                id
            }
        };
        self.f.operands.truncate(first);
        Ok(Location {
            pointer,
            class: root.class,
            place,
            role: route.role,
            sharing: self.sharing(root.class, root.global),
            non_uniform: root.is_non_uniform(),
            selected: route.selected,
        })
    }

    /// The shape of what a place holds; for columns the matrix as a whole.
    #[inline]
    pub(super) fn pointee(&self, place: Place) -> Shape {
        match place {
            Place::Whole { ty, layout } => Shape {
                slot: self.m.slots.slot(ty),
                layout,
            },
            Place::Columns(columns) => Shape {
                slot: self.m.slots.slot(columns.matrix),
                layout: MemoryLayout::Std140,
            },
            Place::Vector { size, scalar } => Shape::value(Slot::vector(size, scalar)),
            Place::Scalar(scalar) => Shape::value(Slot::scalar(scalar)),
        }
    }

    /// One step of the walk from the root: pushes its index and tells where it leads.
    fn step(
        &mut self,
        root: &Root,
        place: Place,
        step: Step,
        guard: &mut Option<ValueId>,
    ) -> Result<(Place, Option<SelectedColumn>)> {
        let types = &self.m.module.types;
        let layouts = &self.m.plan.layouts;
        if let Step::Static(index) = step {
            let count = self.element_count(place);
            if !needs_run_time_check(count, self.policy(root.class), index) {
                let index = self.static_index_below(self.policy(root.class), count, index, guard)?;
                let next = layouts
                    .step_static(types, place, index)
                    .ok_or_else(|| internal("a step to nowhere"))?;
                if let Some(index) = next.index {
                    let id = self.m.u32_constant(index)?;
                    self.f.operands.push(id);
                }
                return Ok((next.place, None));
            }
        }
        let (index, index_slot) = self.checked_index(root.ground(), self.element_count(place), step, guard)?;
        match layouts
            .step_dynamic(types, place)
            .ok_or_else(|| internal("a step to nowhere"))?
        {
            DynamicStep::Index(next) => {
                self.f.operands.push(index);
                Ok((next, None))
            }
            DynamicStep::SelectColumn(columns) => Ok((
                place,
                Some(SelectedColumn {
                    columns,
                    index,
                    index_slot,
                    row: None,
                }),
            )),
        }
    }

    /// A component of a column that was selected at run time.
    fn row(&mut self, root: &Root, columns: Columns, step: Step, guard: &mut Option<ValueId>) -> Result<Row> {
        let place = columns.column_place();
        Ok(match step {
            Step::Static(index) => Row::Static(self.static_index(self.policy(root.class), place, index, guard)?),
            Step::Dynamic(..) | Step::Parameter(_) => Row::Dynamic(
                self.checked_index(root.ground(), self.element_count(place), step, guard)?
                    .0,
            ),
        })
    }

    /// A pointer as an operand of its own: to a whole variable, or to what a chain leads to.
    pub(super) fn pointer(&mut self, expression: Handle<Expression>) -> Result<ValueId> {
        let route = self.route(expression, &mut None)?;
        Ok(self.arrive(expression, route)?.pointer)
    }

    /// The way to what a pointer expression leads to. A chain that was made in the open constructs is used again.
    pub(super) fn route(&mut self, pointer: Handle<Expression>, guard: &mut Option<ValueId>) -> Result<Route> {
        let mark = self.f.path.len();
        let root = self.walk_above(pointer, mark)?;
        if let Some(id) = self.f.values[pointer.index()] {
            if let Some(place) = self.place_at(&root, mark) {
                let role = root.role_after(self.f.path.len() - mark);
                self.f.path.truncate(mark);
                return Ok(Route {
                    root,
                    first: self.f.operands.len(),
                    place,
                    around: place,
                    role,
                    selected: None,
                    made: Some(id),
                });
            }
        }
        self.locate(root, mark, guard)
    }

    /// Goes the way of a pointer expression and remembers its chain until the construct closes.
    pub(super) fn arrive(&mut self, pointer: Handle<Expression>, route: Route) -> Result<Location> {
        let location = self.reach(route)?;
        let plain = location.selected.is_none() && !matches!(location.place, Place::Columns(_));
        if plain && route.made.is_none() && location.pointer != route.root.base {
            self.set_scoped(pointer, location.pointer);
        }
        Ok(location)
    }

    /// The place that the walked steps lead to, when no column is selected among members.
    fn place_at(&self, root: &Root, mark: usize) -> Option<Place> {
        let types = &self.m.module.types;
        let layouts = &self.m.plan.layouts;
        let mut place = root.place;
        for &step in self.f.path.get(mark..)? {
            place = match step {
                // The length of an array does not matter to where its elements lead.
                Step::Static(index) => layouts.step_static(types, place, index)?.place,
                Step::Dynamic(..) | Step::Parameter(_) => match layouts.step_dynamic(types, place)? {
                    DynamicStep::Index(next) => next,
                    DynamicStep::SelectColumn(_) => return None,
                },
            };
        }
        match place {
            Place::Columns(_) => None,
            Place::Whole { .. } | Place::Vector { .. } | Place::Scalar(_) => Some(place),
        }
    }
}
