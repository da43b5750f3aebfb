//! Pointer expressions: resolves them to locations in memory and emits their access chains, for loads, stores, atomics
//! and calls.
//!
//! A pointer expression emits no code by itself. When it is used, [`FunctionEmitter::walk`] collects its steps from the
//! expression back to the root, the location of a whole variable. [`FunctionEmitter::locate`] then takes the steps from there on and checks each
//! index, which makes a [`Chain`]. [`FunctionEmitter::emit_access_chain`] emits it and returns the [`Location`]. The chain
//! is used again until the open construct closes:
//!
//! ```text
//! buf.items[i].position.x      %p = OpAccessChain %_ptr_StorageBuffer_float %buf %u0 %i_clamped %u2 %u0
//! ```
//!
//! `layout` maps each step to indices in memory (a two-row matrix in a uniform buffer is several members), and `bounds`
//! checks the indices. Under a policy that tests an index instead of clamping it, the access and its chain must be
//! emitted behind the test. Therefore locating and emitting the chain are two functions.

use super::binding_array::Element;
use super::bounds::{Index, needs_run_time_check};
use super::{Code, FunctionEmitter, Parameter};
use crate::back::emitter::{Result, internal};
use crate::back::plan::{ArrayLength, PathStep, ShapeRoot};
use crate::back::resources::Resource;
use crate::back::shape::{Role, Shape};
use crate::back::type_key::TypeKey;
use crate::ir::literal::known_index;
use crate::layout::{Columns, MemoryLayout, Parts, Place};
use crate::words::ValueId;
use naga::{Expression, GlobalVariable, Handle};
use spirv::StorageClass;

/// The indices of an access chain (SPIR-V §2.17, Universal Limits). Those of an extraction have the same limit and are at
/// most as many as the nesting of types; see `element`.
const MAX_INDEXES: usize = 255;

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
    pub(super) index: Index,
    pub(super) row: Option<MatrixRow>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum MatrixRow {
    Static(u32),
    Dynamic(ValueId),
}

/// A variable, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    /// The pointer to `place`; for [`Place::Columns`], the pointer to the struct that contains the columns. In a
    /// [`Chain`] that is not emitted yet, the pointer from which it starts.
    pub(super) pointer: ValueId,
    /// For a binding array, the place of its elements.
    pub(super) place: Place,
    pub(super) class: StorageClass,
    /// The role with which the type at the location is declared: `Block` for a whole buffer. For a binding array, the
    /// type of its elements.
    pub(super) role: Role,
    /// Whether the variable is a struct that was added around the type of a buffer.
    pub(super) is_wrapped: bool,
    pub(super) global: Option<Handle<GlobalVariable>>,
    /// The element of a binding array that the first step chooses.
    pub(super) element: Option<Element>,
    /// The column that the last steps select among several members. `pointer` does not include this selection.
    pub(super) selected: Option<SelectedColumn>,
    /// The condition that the indices which are tested and not clamped are in range. An access is emitted behind it.
    pub(super) guard: Option<ValueId>,
}

impl Location {
    /// A variable whose type is declared without a role.
    pub(super) const fn variable(pointer: ValueId, class: StorageClass, place: Place) -> Self {
        Self {
            pointer,
            place,
            class,
            role: Role::Plain,
            is_wrapped: false,
            global: None,
            element: None,
            selected: None,
            guard: None,
        }
    }

    /// Whether the resource can differ between invocations, so that pointers to it are decorated `NonUniform`.
    pub(super) fn is_non_uniform(&self) -> bool {
        self.element.is_some_and(|element| element.non_uniform)
    }
}

/// An access chain that is not emitted yet: its indices are checked and lie in `self.f.operands`. Without indices, a pointer
/// that has an id already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// What the chain leads to. Its pointer is the one that the chain starts from.
    pub(super) location: Location,
    /// The position of the first index in `self.f.operands`.
    first: usize,
    /// The struct that contains a hoisted matrix, and its role.
    parent: Option<(Shape, Role)>,
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// Finds the root of a pointer. Pushes the steps onto `self.f.path`; the first step from the root is pushed last.
    pub(super) fn walk(&mut self, pointer: Handle<Expression>) -> Result<Location> {
        let (function, base) = (self.function, self.push_steps(pointer));
        match function.expressions[base] {
            Expression::GlobalVariable(global) => self.global_root(global),
            Expression::LocalVariable(local) => {
                let variable = self.local_variable(local)?;
                Ok(self.function_root(variable, function.local_variables[local].ty))
            }
            Expression::FunctionArgument(index) => self.argument_root(index),
            // catch-all: a pointer expression has steps and a root only
            _ => Err(internal("a pointer expression has no root variable")),
        }
    }

    /// Pushes the steps of a chain of accesses onto `self.f.path`. Returns the expression whose part they select.
    #[inline(always)] // most accesses go through its loop
    pub(super) fn push_steps(&mut self, mut part: Handle<Expression>) -> Handle<Expression> {
        while let Some((base, step)) = self.step_of(part) {
            self.f.path.push(step);
            part = base;
        }
        part
    }

    /// The base of an access and its step, static if the index is a known constant; `None` for any other expression.
    #[inline(always)]
    pub(super) fn step_of(&self, access: Handle<Expression>) -> Option<(Handle<Expression>, Step)> {
        match self.function.expressions[access] {
            Expression::AccessIndex { base, index } => Some((base, Step::Static(index))),
            Expression::Access { base, index } => {
                let known = known_index(self.m.module, self.function, index);
                Some((base, known.map_or(Step::Dynamic(index, access), Step::Static)))
            }
            // catch-all: no other expression has steps
            _ => None,
        }
    }

    /// The root of a pointer, and whether the pointer is to the whole of it.
    pub(super) fn root_of(&mut self, pointer: Handle<Expression>) -> Result<(Location, bool)> {
        let mark = self.f.path.len();
        let root = self.walk(pointer)?;
        let is_whole = self.f.path.len() == mark;
        self.f.path.truncate(mark);
        Ok((root, is_whole))
    }

    fn global_root(&mut self, global: Handle<GlobalVariable>) -> Result<Location> {
        let memory = match self.m.resource(global)? {
            Resource::Memory(memory) => memory,
            Resource::Array(array) => return self.array_root(global, array),
            _ => return Err(internal("a handle where a variable in memory is expected")),
        };
        let place = self.place(self.m.module.global_variables[global].ty, memory.shape.layout);
        Ok(Location {
            role: if memory.wrapped { Role::Plain } else { memory.role },
            is_wrapped: memory.wrapped,
            global: Some(global),
            ..Location::variable(memory.variable, memory.class, place)
        })
    }

    fn function_root(&self, variable: ValueId, ty: Handle<naga::Type>) -> Location {
        Location::variable(variable, StorageClass::Function, self.place(ty, MemoryLayout::None))
    }

    /// The root of a pointer argument. Pushes the steps of the argument's shape, which come before the steps inside
    /// this function.
    fn argument_root(&mut self, index: u32) -> Result<Location> {
        let Parameter::Pointer { root, first_index, .. } = self.parameter(index)? else {
            return Err(internal("an argument is not a pointer"));
        };
        let shape = self.instance.pointer_shape(index);
        let shape = shape.ok_or_else(|| internal("a pointer argument without a shape"))?;
        let path = self.instance.path(shape);
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
            ShapeRoot::Same(first) => {
                let first = self.instance.pointer_shape(first);
                let Some(ShapeRoot::Local(ty)) = first.map(|shape| shape.root) else {
                    return Err(internal(
                        "the shape of a pointer names an argument that is not a pointer",
                    ));
                };
                ty
            }
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

    /// Takes the steps above `mark` in the path and checks each index.
    pub(super) fn locate(&mut self, root: Location, mark: usize) -> Result<Chain> {
        let mut chain = self.chain_from(root);
        if root.is_wrapped {
            let zero = self.m.u32_constant(0)?;
            self.f.operands.push(zero);
        }
        if root.element.is_some() {
            self.enter_element(&mut chain.location)?;
        }
        while self.f.path.len() > mark
            && let Some(step) = self.f.path.pop()
        {
            self.step(&mut chain, step)?;
        }
        Ok(chain)
    }

    /// A chain without indices.
    #[inline]
    fn chain_from(&self, location: Location) -> Chain {
        Chain {
            location,
            first: self.f.operands.len(),
            parent: None,
        }
    }

    /// Emits a chain, if it has indices, and returns what it leads to.
    pub(super) fn emit_access_chain<'c>(&mut self, chain: &'c mut Chain) -> Result<&'c Location> {
        let location = &mut chain.location;
        let indices = self.f.operands.len() - chain.first;
        if indices == 0 {
            return Ok(location);
        }
        // For a hoisted matrix the chain ends at the struct that contains it, which may be a whole element of a binding
        // array.
        let (shape, role) = match (location.place, chain.parent) {
            (Place::Columns(_), Some(parent)) => parent,
            (place, _) => (self.pointee(place), location.role),
        };
        let ty = if location.element.is_some() && indices == 1 {
            let block = self.m.type_id(shape, role)?;
            self.m.pointer_to(location.class, block)?
        } else {
            self.m.pointer_type(location.class, shape)?
        };
        if indices > MAX_INDEXES {
            let what = "steps from a variable or value to a part of it";
            self.m.exceed(what, indices, MAX_INDEXES, self.m.span);
        }
        let id = self.fresh();
        let operands = &self.f.operands[chain.first..];
        self.f.body.access_chain(ty, id, location.pointer, operands);
        self.mark_non_uniform(id, location.is_non_uniform());
        self.f.operands.truncate(chain.first);
        location.pointer = id;
        Ok(location)
    }

    /// The type key and layout of a place. For columns, those of the whole matrix.
    #[inline]
    pub(super) fn pointee(&self, place: Place) -> Shape {
        match place {
            Place::Whole { ty, layout } => Shape::new(self.m.type_keys.type_key(ty), layout),
            Place::Columns(columns) => Shape::new(self.m.type_keys.type_key(columns.matrix), MemoryLayout::Std140),
            Place::Vector { size, scalar } => Shape::value(TypeKey::vector(size, scalar)),
            Place::Scalar(scalar) => Shape::value(TypeKey::scalar(scalar)),
        }
    }

    /// The type key of what a pointer expression leads to; `None` for any other expression.
    pub(super) fn pointee_of(&self, pointer: Handle<Expression>) -> Option<TypeKey> {
        self.m.type_keys.resolve(&self.inner(pointer).pointer_base_type()?)
    }

    /// Takes a step: pushes its index and moves the chain to the part.
    fn step(&mut self, chain: &mut Chain, step: Step) -> Result<()> {
        let location = &mut chain.location;
        if let (Some(column), Place::Columns(columns)) = (location.selected, location.place) {
            let row = Some(self.row(location, columns, step)?);
            location.selected = Some(SelectedColumn { row, ..column });
            return Ok(());
        }
        let types = &self.m.module.types;
        let layouts = &self.m.plan.layouts;
        let parts = layouts.parts(types, location.place);
        let parts = parts.ok_or_else(|| internal("an access path continues past a type without parts"))?;
        let count = self.count_of(parts);
        if let Step::Static(index) = step {
            let policy = self.m.plan.policies.of_class(location.class);
            if !needs_run_time_check(count, policy, index) {
                let index = self.static_index(policy, count, index, &mut location.guard)?;
                let next = layouts.step_static(types, parts, index);
                let next = next.ok_or_else(|| internal("an access path names a part that does not exist"))?;
                match next.index {
                    Some(index) => {
                        let id = self.m.u32_constant(index)?;
                        self.f.operands.push(id);
                    }
                    None => chain.parent = Some((self.pointee(location.place), location.role)),
                }
                (location.place, location.role) = (next.place, Role::Plain);
                return Ok(());
            }
        }
        if location.class == StorageClass::PushConstant && self.needs_copy(step) {
            self.copy_immediates(chain)?;
            return self.step(chain, step);
        }
        let (index, type_key) = self.checked_index(location, count, step)?;
        match parts {
            Parts::Elements { place, .. } | Parts::Components { place, .. } => {
                self.f.operands.push(index);
                (location.place, location.role) = (place, Role::Plain);
            }
            Parts::Members { .. } => return Err(internal("a member is selected at run time")),
            Parts::Columns(_) => {
                let (index, row) = ((index, type_key), None);
                location.selected = Some(SelectedColumn { index, row });
            }
        }
        Ok(())
    }

    /// Copies an array in push constants to a Function variable, which the chain then leads to, because it is indexed with
    /// an index that is not dynamically uniform (VUID-RuntimeSpirv-None-04745).
    #[cold]
    fn copy_immediates(&mut self, chain: &mut Chain) -> Result<()> {
        let Place::Whole { ty, .. } = chain.location.place else {
            return Err(internal("an array in push constants has no type"));
        };
        let type_key = self.m.type_keys.type_key(ty);
        let value = self.guarded(type_key, chain.location.guard, |this| {
            let location = this.emit_access_chain(chain)?;
            this.load_from(location, type_key, false)
        })?;
        let variable = self.function_variable(type_key, &[])?;
        self.f.body.store(variable, value, &[]);
        *chain = self.chain_from(Location {
            guard: chain.location.guard,
            ..self.function_root(variable, ty)
        });
        Ok(())
    }

    /// Whether a step into an array in push constants has an index that is not dynamically uniform.
    #[cold]
    fn needs_copy(&self, step: Step) -> bool {
        matches!(step, Step::Dynamic(_, access) if self.is_non_uniform(access))
    }

    /// The row of a column of `matrix` that is selected at run time.
    fn row(&mut self, matrix: &mut Location, columns: Columns, step: Step) -> Result<MatrixRow> {
        let count = Some(ArrayLength::Known(columns.rows as u32));
        let policy = self.m.plan.policies.of_class(matrix.class);
        Ok(match step {
            Step::Static(index) => MatrixRow::Static(self.static_index(policy, count, index, &mut matrix.guard)?),
            Step::Dynamic(..) | Step::Parameter(_) => MatrixRow::Dynamic(self.checked_index(matrix, count, step)?.0),
        })
    }

    /// Resolves a pointer expression to the access chain that is to be emitted. If a chain was emitted for it in an open
    /// construct, to one from that pointer without indices. The conditions of its indices are added to `guard`.
    pub(super) fn resolve_pointer(&mut self, pointer: Handle<Expression>, guard: Option<ValueId>) -> Result<Chain> {
        let mark = self.f.path.len();
        let mut root = self.walk(pointer)?;
        root.guard = guard;
        if let Some(id) = self.f.values[pointer.index()]
            && let Some(location) = self.location_at(root, id, mark)
        {
            self.f.path.truncate(mark);
            return Ok(self.chain_from(location));
        }
        self.locate(root, mark)
    }

    /// Emits the access chain of a pointer expression, if it is not emitted, and records it until the open construct
    /// closes.
    #[inline]
    pub(super) fn emit_pointer<'c>(
        &mut self,
        pointer: Handle<Expression>,
        chain: &'c mut Chain,
    ) -> Result<&'c Location> {
        let start = chain.location.pointer;
        let location = self.emit_access_chain(chain)?;
        let is_plain = location.selected.is_none() && !matches!(location.place, Place::Columns(_));
        if is_plain && location.pointer != start {
            self.set_scoped(pointer, location.pointer);
        }
        Ok(location)
    }

    /// The location to which the steps above a mark lead, and to which a pointer was emitted. `None` if it is a decomposed
    /// matrix, or a column of one that is selected at run time, or a part of a copy of push constants.
    fn location_at(&self, root: Location, pointer: ValueId, mark: usize) -> Option<Location> {
        let mut location = Location { pointer, ..root };
        // The first step into a binding array selects the resource, whose place is the root's.
        let entered = usize::from(root.element.is_some());
        for &step in self.f.path[mark..].iter().rev().skip(entered) {
            if root.class == StorageClass::PushConstant && self.needs_copy(step) {
                return None;
            }
            location.place = self.place_after(location.place, step)?;
            location.role = Role::Plain;
        }
        (!matches!(location.place, Place::Columns(_))).then_some(location)
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
