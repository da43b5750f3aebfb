//! Loads and stores: the type of the value in memory and in registers, the conversion between them, and loads of single
//! members.

use super::pointer::{Location, MatrixRow, SelectedColumn};
use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal, members_of};
use crate::back::plan::NarrowMember;
use crate::back::polyfill::Relayout;
use crate::back::shape::{Role, Shape};
use crate::back::type_key::{NUMERIC_TYPE_KEYS, TypeKey};
use crate::error::ErrorKind;
use crate::layout::{Columns, MemoryLayout, Place};
use crate::words::{TypeId, ValueId};
use naga::{Expression, Handle, LocalVariable, StructMember, Type, TypeInner};
use spirv::{MemoryAccess, Op, StorageClass};

/// A whole buffer with more members than this is converted by a helper function, not member by member at each access.
const MAX_PARTS: usize = 8;

/// The first word of `OpLine`, which can come between a load and a store.
const LINE: u32 = 4 << 16 | Op::Line as u32;

/// A value that was loaded with one type and copied to the type that registers have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copied {
    value: ValueId,
    /// The loaded value and its type.
    source: ValueId,
    source_type: TypeId,
    /// The range of words of the copy in the body.
    code: (usize, usize),
}

impl<'a> FunctionEmitter<'_, 'a> {
    /// The variable of a local. Declared with its constant initial value when first used. A local without an initial
    /// value is zero (WGSL §7.5). For a declaration inside a loop, naga's front end stores the initial value in each
    /// iteration.
    #[inline]
    pub(super) fn local_variable(&mut self, local: Handle<LocalVariable>) -> Result<ValueId> {
        match self.f.locals.variables[local.index()] {
            Some(id) => Ok(id),
            None => self.declare_local(local),
        }
    }

    #[cold]
    fn declare_local(&mut self, local: Handle<LocalVariable>) -> Result<ValueId> {
        let function = self.function;
        let declared = &function.local_variables[local];
        if self.m.plan.scan.has_queries {
            self.refuse_query_in_struct(declared.ty, function.local_variables.get_span(local));
        }
        let type_key = self.m.type_keys.type_key(declared.ty);
        let shape = Shape::value(type_key);
        let ty = self.m.pointer_type(StorageClass::Function, shape)?;
        let reserved = self.f.debug.reserved.get(local.index()).copied().flatten();
        let id = reserved.unwrap_or_else(|| self.fresh());
        let init = match declared.init {
            // A ray query has no constant, so it is declared without an initializer.
            None if self.m.plan.scan.holds_query(declared.ty) => None,
            None => Some(self.m.null(type_key)?),
            Some(init) if self.is_constant(init) => Some(self.value(init)?),
            // Any other initial value is computed from overrides. The function starts with that code (see
            // `prepare_locals`).
            Some(init) => {
                let value = self.value(init)?;
                self.f.body.store(id, value, &[]);
                None
            }
        };
        self.m.count_local(function.local_variables.get_span(local));
        let variables = &mut self.f.variables;
        variables.variable(ty, id, StorageClass::Function, init.as_slice());
        self.m.name(id.id(), declared.name.as_deref());
        self.f.locals.variables[local.index()] = Some(id);
        Ok(id)
    }

    /// Refuses a local whose type is a struct that contains a ray query, or an array of such structs.
    #[cold]
    fn refuse_query_in_struct(&mut self, local: Handle<Type>, span: naga::Span) {
        let types = &self.m.module.types;
        let mut ty = local;
        while let TypeInner::Array { base, .. } = types[ty].inner {
            ty = base;
        }
        if self.m.plan.scan.holds_query(ty) && matches!(types[ty].inner, TypeInner::Struct { .. }) {
            let kind = ErrorKind::Inexpressible {
                what: "a struct that holds a ray query",
                reason: "structures contain no opaque types (VUID-StandaloneSpirv-None-04667)",
            };
            self.m.requirements.refuse(kind, span);
        }
    }

    /// Declares the locals whose initial value is computed, while the first block of the function is open. Locals that
    /// are not used are skipped.
    pub(crate) fn prepare_locals(&mut self) -> Result<()> {
        let function = self.function;
        for (local, declared) in function.local_variables.iter() {
            let init = declared.init.map(|init| self.facts[init.index()]);
            if init.is_some_and(|init| !init.is_dead() && !init.is_constant()) {
                let _ = self.local_variable(local)?;
            }
        }
        Ok(())
    }

    /// Loads the whole value at a pointer.
    #[inline(never)]
    pub(super) fn load(&mut self, type_key: TypeKey, pointer: Handle<Expression>) -> Result<ValueId> {
        if let Expression::LocalVariable(local) = self.function.expressions[pointer] {
            // A whole local has no steps and no layout conversion.
            let variable = self.local_variable(local)?;
            return self.load_value(type_key, variable);
        }
        let atomic = self.facts[pointer.index()].is_atomic();
        let mut chain = self.resolve_pointer(pointer, None)?;
        self.guarded(type_key, chain.location.guard, |this| {
            let location = this.emit_pointer(pointer, &mut chain)?;
            this.load_from(location, type_key, atomic)
        })
    }

    pub(super) fn load_from(&mut self, location: &Location, type_key: TypeKey, atomic: bool) -> Result<ValueId> {
        if atomic {
            return self.atomic_load(location, type_key);
        }
        match location.place {
            Place::Whole { layout, .. } if !is_same_everywhere(type_key, layout) => {
                self.load_whole(location, Shape { type_key, layout })
            }
            Place::Columns(columns) => match location.selected {
                Some(column) => self.load_selected(location, columns, column, type_key),
                None => {
                    let mark = self.f.operands.len();
                    for column in 0..columns.columns as u32 {
                        let id = self.load_column(location, column, columns)?;
                        self.f.operands.push(id);
                    }
                    self.construct_since(mark, type_key)
                }
            },
            Place::Whole { .. } | Place::Vector { .. } | Place::Scalar(_) => {
                let ty = match location.class {
                    StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::PushConstant => {
                        self.m.moved_type(type_key)?
                    }
                    _ => self.m.value_type(type_key)?,
                };
                let operands =
                    self.memory_operands(location.class, location.global, MemoryAccess::MAKE_POINTER_VISIBLE)?;
                let id = self.fresh();
                self.f.body.load(ty, id, location.pointer, operands.words());
                Ok(id)
            }
        }
    }

    /// The role of a buffer's type, or `Plain` if registers use the same type.
    fn role_beside_registers(&self, shape: Shape, role: Role) -> Role {
        let layout = self.m.effective_layout(shape);
        if self.m.own_role(shape.type_key, layout) == role {
            Role::Plain
        } else {
            role
        }
    }

    fn load_whole(&mut self, location: &Location, shape: Shape) -> Result<ValueId> {
        let Shape { type_key, layout } = shape;
        let change = Relayout {
            type_key,
            from: layout,
            to: MemoryLayout::None,
            role: self.role_beside_registers(shape, location.role),
        };
        if let Some(members) = self.split_members(location, change)? {
            let mark = self.f.operands.len();
            for (index, member) in (0..).zip(members) {
                let at = self.member_location(location, index)?;
                let id = self.load_from(&at, self.m.type_keys.type_key(member.ty), false)?;
                self.f.operands.push(id);
            }
            return self.construct_since(mark, type_key);
        }
        let ty = self.m.type_under(change, layout)?;
        // The storage capabilities allow loads of 8- and 16-bit values as scalars and vectors only (SPIR-V §2.16.1,
        // Universal Validation Rules). A composite that contains them needs the capabilities for arithmetic.
        self.m.need_scalars(type_key);
        let operands = self.memory_operands(location.class, location.global, MemoryAccess::MAKE_POINTER_VISIBLE)?;
        let id = self.fresh();
        self.f.body.load(ty, id, location.pointer, operands.words());
        let start = self.f.body.len();
        let value = self.relayout(change, id)?;
        if value != id && self.m.copies_logically(change) {
            self.f.copied = Some(Copied {
                value,
                source: id,
                source_type: ty,
                code: (start, self.f.body.len()),
            });
        }
        Ok(value)
    }

    /// Removes the copy that a load ended with, if the value's only use is a store that follows immediately. The store
    /// converts the loaded value by itself.
    fn remove_copy(&mut self, expression: Handle<Expression>, value: ValueId) {
        let Some(copied) = self.f.copied.filter(|copied| copied.value == value) else {
            return;
        };
        let (start, end) = copied.code;
        let since = self.f.body.words().get(end..);
        let is_last = matches!(since, Some([] | [LINE, _, _, _])) || self.describes_alone(end);
        if is_last && self.info[expression].ref_count == 1 {
            self.move_descriptions(copied.value, copied.source, (start, end));
            self.f.body.remove(start..end);
            // The name of the value is that of the loaded one.
            self.set_value(expression, copied.source);
        }
    }

    /// For a value that was copied after its load: the loaded value, converted to the type that is stored if that
    /// differs.
    fn source_of_copy(&mut self, change: Relayout, value: ValueId) -> Result<Option<ValueId>> {
        let Some(copied) = self.f.copied.filter(|copied| copied.value == value) else {
            return Ok(None);
        };
        let ty = self.m.type_under(change, change.to)?;
        if ty == copied.source_type {
            return Ok(Some(copied.source));
        }
        let id = self.fresh();
        self.f.body.copy_logical(ty, id, copied.source);
        Ok(Some(id))
    }

    /// The members of a whole buffer whose value is converted member by member between memory and registers: its struct
    /// type is declared for this buffer only.
    fn split_members(&self, location: &Location, change: Relayout) -> Result<Option<&'a [StructMember]>> {
        if change.role == Role::Plain || self.m.copies_logically(change) {
            return Ok(None);
        }
        let Place::Whole { ty, .. } = location.place else {
            return Err(internal("the type of a buffer is not a struct"));
        };
        let members = members_of(self.m.module, ty)?;
        Ok((members.len() <= MAX_PARTS).then_some(members))
    }

    fn member_location(&mut self, location: &Location, member: u32) -> Result<Location> {
        let (types, layouts) = (&self.m.module.types, &self.m.plan.layouts);
        let parts = layouts.parts(types, location.place);
        let step = parts.and_then(|parts| layouts.step_static(types, parts, member));
        let step = step.ok_or_else(|| internal("a member index is out of range"))?;
        let pointer = match step.index {
            None => location.pointer,
            Some(index) => self.member_pointer(location, index, self.pointee(step.place))?,
        };
        Ok(Location {
            pointer,
            place: step.place,
            role: Role::Plain,
            ..*location
        })
    }

    fn member_pointer(&mut self, location: &Location, member: u32, shape: Shape) -> Result<ValueId> {
        let index = self.m.u32_constant(member)?;
        let id = self.part_pointer(location.class, shape, location.pointer, &[index])?;
        self.mark_non_uniform(id, location.is_non_uniform());
        Ok(id)
    }

    fn load_column(&mut self, location: &Location, column: u32, columns: Columns) -> Result<ValueId> {
        let member = columns.member(column);
        let member = member.ok_or_else(|| internal("a column index is out of range"))?;
        let type_key = TypeKey::vector(columns.rows, columns.scalar);
        let pointer = self.member_pointer(location, member, Shape::value(type_key))?;
        self.load_value(type_key, pointer)
    }

    /// Loads a column that is selected at run time. The columns are struct members, and an access chain takes only
    /// constant indices into a struct, so all columns are loaded and one is selected.
    fn load_selected(
        &mut self,
        location: &Location,
        columns: Columns,
        selected: SelectedColumn,
        type_key: TypeKey,
    ) -> Result<ValueId> {
        let vector = TypeKey::vector(columns.rows, columns.scalar);
        let (index, index_type) = selected.index;
        let last = columns.columns as u32 - 1;
        let mut value = self.load_column(location, last, columns)?;
        for column in (0..last).rev() {
            let candidate = self.load_column(location, column, columns)?;
            let number = self.m.number(index_type, Number::Int(column.into()))?;
            let same = self.binary_op(TypeKey::BOOL, Op::IEqual, index, number)?;
            let condition = self.select_condition(vector, same)?;
            value = self.select_op(vector, condition, candidate, value)?;
        }
        match selected.row {
            None => Ok(value),
            Some(MatrixRow::Static(row)) => self.extract(type_key, value, &[row]),
            Some(MatrixRow::Dynamic(row)) => self.binary_op(type_key, Op::VectorExtractDynamic, value, row),
        }
    }

    /// Loads only the members of a composite load that are used, at the load's position.
    ///
    /// Returns `false` if the plan has no list of used members for this load.
    pub(super) fn load_members(&mut self, load: Handle<Expression>) -> Result<bool> {
        let members = self.narrow_members(load);
        for (at, narrow) in members.iter().enumerate() {
            let twin = members[..at]
                .iter()
                .find(|other| self.same_path(other.member, narrow.member));
            let id = match twin.and_then(|other| self.f.values[other.member.index()]) {
                Some(id) => id,
                None => self.load_part(narrow.member)?,
            };
            self.define_as(narrow.member, id)?;
        }
        Ok(!members.is_empty())
    }

    pub(super) fn narrow_members(&self, load: Handle<Expression>) -> &'a [NarrowMember] {
        let all = self.m.plan.functions.narrow_of(self.instance.function);
        let from = &all[all.partition_point(|narrow| narrow.load < load)..];
        &from[..from.partition_point(|narrow| narrow.load == load)]
    }

    fn same_path(&self, mut left: Handle<Expression>, mut right: Handle<Expression>) -> bool {
        let member = |part| match self.function.expressions[part] {
            Expression::AccessIndex { base, index } => Some((base, index)),
            // catch-all: no member
            _ => None,
        };
        while left != right {
            match (member(left), member(right)) {
                (Some((base, index)), Some((other, same))) if index == same => (left, right) = (base, other),
                // catch-all: the paths differ, or one has ended
                _ => return false,
            }
        }
        true
    }

    /// Loads a part of a load that is deferred or narrow, and not the rest; see `plan::narrow`.
    pub(super) fn load_part(&mut self, part: Handle<Expression>) -> Result<ValueId> {
        let type_key = self.type_key(part)?;
        let mark = self.f.path.len();
        let load = self.push_steps(part);
        let Expression::Load { pointer } = self.function.expressions[load] else {
            return Err(internal("the base of a part is not a load"));
        };
        let root = self.walk(pointer)?;
        let mut chain = self.locate(root, mark)?;
        self.guarded(type_key, chain.location.guard, |this| {
            let location = this.emit_access_chain(&mut chain)?;
            this.load_from(location, type_key, false)
        })
    }

    #[inline(never)]
    pub(super) fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) -> Result<()> {
        if self.m.plan.scan.has_queries && self.resets_query(pointer)? {
            return Ok(());
        }
        if self.f.mesh.is_some() && self.store_to_mesh(pointer, value)? {
            return Ok(());
        }
        let id = self.value(value)?;
        if let Expression::LocalVariable(local) = self.function.expressions[pointer] {
            // A whole local has no steps and no layout conversion.
            let variable = self.local_variable(local)?;
            self.f.body.store(variable, id, &[]);
            return Ok(());
        }
        self.store_path(pointer, value, id)
    }

    /// Stores at a pointer that has steps, or whose root is not a local.
    #[inline(never)]
    fn store_path(&mut self, pointer: Handle<Expression>, stored: Handle<Expression>, value: ValueId) -> Result<()> {
        let atomic = self.facts[pointer.index()].is_atomic();
        self.remove_copy(stored, value);
        let mut chain = self.resolve_pointer(pointer, None)?;
        let guard = self.guard_effect(chain.location.class, chain.location.guard)?;
        self.only_if(guard, |this| {
            let location = this.emit_pointer(pointer, &mut chain)?;
            this.store_to(location, value, atomic)
        })
    }

    pub(super) fn store_to(&mut self, location: &Location, value: ValueId, atomic: bool) -> Result<()> {
        if atomic {
            return self.atomic_store(location, value);
        }
        let value = match location.place {
            Place::Whole { ty, layout } if !is_same_everywhere(self.m.type_keys.type_key(ty), layout) => {
                let type_key = self.m.type_keys.type_key(ty);
                let change = Relayout {
                    type_key,
                    from: MemoryLayout::None,
                    to: layout,
                    role: self.role_beside_registers(Shape { type_key, layout }, location.role),
                };
                if let Some(value) = self.source_of_copy(change, value)? {
                    value
                } else if let Some(members) = self.split_members(location, change)? {
                    for (index, member) in (0..).zip(members) {
                        let at = self.member_location(location, index)?;
                        let part = self.extract(self.m.type_keys.type_key(member.ty), value, &[index])?;
                        self.store_to(&at, part, false)?;
                    }
                    return Ok(());
                } else {
                    self.relayout(change, value)?
                }
            }
            Place::Columns(_) => {
                let what = "a store to a decomposed matrix, which only uniform buffers have";
                return Err(internal(what));
            }
            Place::Whole { .. } | Place::Vector { .. } | Place::Scalar(_) => value,
        };
        let operands = self.memory_operands(location.class, location.global, MemoryAccess::MAKE_POINTER_AVAILABLE)?;
        self.f.body.store(location.pointer, value, operands.words());
        Ok(())
    }
}

/// Whether memory of a layout uses the same type as registers.
fn is_same_everywhere(type_key: TypeKey, layout: MemoryLayout) -> bool {
    type_key.index() < NUMERIC_TYPE_KEYS as usize && layout != MemoryLayout::Std140
}
