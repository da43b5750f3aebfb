//! Helpers that convert values between memory layouts where `OpCopyLogical` cannot: before SPIR-V 1.4, and for the
//! twins of types in uniform buffers, which have a different number of members.
//!
//! ```text
//! %parts = OpCompositeExtract %T_from %value i …      nested composites are converted by helpers of their own
//! %whole = OpCompositeConstruct %T_to %parts…
//! ```
//!
//! A long array is converted by a loop, from one variable to another, because no instruction extracts an element of a
//! value at a dynamic index. From SPIR-V 1.5 the type of a Function variable must not have a layout
//! (VUID-StandaloneSpirv-None-10684). There the array is first copied to its undecorated twin, and each element is
//! copied back.
//!
//! ```text
//! %source = OpVariable %_ptr_Function_T_from     %result = OpVariable %_ptr_Function_T_to
//!           OpStore %source %value
//! %loop   : %i = OpPhi %u32 %0 … %next
//!           OpStore (OpAccessChain %result %i) (OpFunctionCall %convert (OpLoad (OpAccessChain %source %i)))
//! ```

use super::Code;
use super::key::Relayout;
use super::matrix::columns_of;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::shape::{Role, Shape};
use crate::back::type_key::TypeKey;
use crate::layout::MemoryLayout;
use crate::words::{FunctionId, TypeId, ValueId};
use naga::{ArraySize, Handle, StructMember, Type, TypeInner};
use spirv::{LoopControl, StorageClass};

/// The words for one element of an array that is converted without a loop: an extraction, a call, and an operand of the
/// construction.
const ELEMENT_WORDS: u32 = 5 + 5 + 1;
/// The maximum size in words of an array conversion without a loop, about twice the size of the loop.
const UNROLLED_WORDS: u32 = 176;

impl Emitter<'_> {
    pub(super) fn write_relayout(&mut self, id: FunctionId, change: Relayout) -> Result<ValueId> {
        let source = self.type_under(change, change.from)?;
        let result = self.type_under(change, change.to)?;
        let [value] = self.open_helper_of(id, result, [source])?;
        let mark = self.scratch_values.len();
        let module = self.module;
        let handle = self.type_keys.handle(change.type_key);
        match handle.map(|handle| (handle, &module.types[handle].inner)) {
            None => self.take_columns(change.type_key, value, 0)?,
            Some((handle, TypeInner::Struct { members, .. })) => self.take_members(change, handle, members, value)?,
            Some((
                _,
                &TypeInner::Array {
                    base,
                    size: ArraySize::Constant(length),
                    ..
                },
            )) => {
                let part = change.part(self.type_keys.type_key(base));
                if length.get() > UNROLLED_WORDS / ELEMENT_WORDS {
                    return self.convert_in_loop(change, part, length.get(), value);
                }
                for index in 0..length.get() {
                    let id = self.take_part(part, value, index)?;
                    self.scratch_values.push(id);
                }
            }
            // catch-all: only structs and arrays of known length differ between layouts
            Some(_) => return Err(internal("a relayout of a type without a layout")),
        }
        Ok(self.construct_since(mark, result))
    }

    /// The type of one side of the conversion. The register side has no role.
    pub(crate) fn type_under(&mut self, change: Relayout, layout: MemoryLayout) -> Result<TypeId> {
        let role = if layout == MemoryLayout::None {
            Role::Plain
        } else {
            change.role
        };
        self.type_id(Shape::new(change.type_key, layout), role)
    }

    /// Constructs a composite from the values that were pushed since the mark.
    pub(super) fn construct_since(&mut self, mark: usize, ty: TypeId) -> ValueId {
        let id = self.ids.value();
        let parts = &self.tables.scratch_values[mark..];
        self.tables.sections.functions.composite_construct(ty, id, parts);
        self.scratch_values.truncate(mark);
        id
    }

    /// Converts the members of a struct and pushes them.
    fn take_members(
        &mut self,
        change: Relayout,
        handle: Handle<Type>,
        members: &[StructMember],
        value: ValueId,
    ) -> Result<()> {
        let Relayout { type_key, from, .. } = change;
        let layout = self.effective_layout(Shape { type_key, layout: from });
        for (index, member) in members.iter().enumerate() {
            let part = change.part(self.type_keys.type_key(member.ty));
            let layouts = &self.plan.layouts;
            let first = layouts.member_index(&self.module.types, handle, index as u32, layout);
            let first = first.ok_or_else(|| internal("a member index is out of range"))?;
            let shape = Shape::new(part.type_key, from);
            let is_hoisted = part.type_key.numeric().is_some() && self.effective_layout(shape) == MemoryLayout::Std140;
            let id = if is_hoisted {
                let mark = self.scratch_values.len();
                self.take_columns(part.type_key, value, first)?;
                let ty = self.value_type(part.type_key)?;
                self.construct_since(mark, ty)
            } else {
                self.take_part(part, value, first)?
            };
            self.scratch_values.push(id);
        }
        Ok(())
    }

    /// Extracts the columns of a decomposed matrix and pushes them. The columns are struct members; `first` is the
    /// index of the first.
    fn take_columns(&mut self, type_key: TypeKey, value: ValueId, first: u32) -> Result<()> {
        let (columns, column) = columns_of(type_key)?;
        let ty = self.value_type(column)?;
        for index in first..first + columns {
            let id = self.ids.value();
            self.sections.functions.composite_extract(ty, id, value, &[index]);
            self.scratch_values.push(id);
        }
        Ok(())
    }

    /// Extracts one part and converts it if its own layouts differ.
    fn take_part(&mut self, part: Relayout, value: ValueId, index: u32) -> Result<ValueId> {
        let ty = self.type_under(part, part.from)?;
        let id = self.ids.value();
        self.sections.functions.composite_extract(ty, id, value, &[index]);
        self.relayout(part, id)
    }

    /// Whether `OpCopyLogical` converts the value: the target has it, and neither layout is a twin.
    pub(crate) fn copies_logically(&self, change: Relayout) -> bool {
        let Relayout { type_key, from, to, .. } = change;
        let is_twin = |layout| self.effective_layout(Shape { type_key, layout }) == MemoryLayout::Std140;
        self.plan.facts().copy_logical && !is_twin(from) && !is_twin(to)
    }

    /// Converts an array with too many elements for one instruction sequence each.
    fn convert_in_loop(&mut self, change: Relayout, part: Relayout, length: u32, value: ValueId) -> Result<ValueId> {
        let class = StorageClass::Function;
        // If the target has `OpCopyLogical`, only arrays of twins are converted here.
        let is_undecorated = self.plan.facts().copy_logical;
        let stored = |this: &mut Self, of: Relayout| {
            if is_undecorated {
                this.type_id(Shape::new(of.type_key, MemoryLayout::Std140), Role::UndecoratedTwin)
            } else {
                this.type_under(of, of.from)
            }
        };
        let (source_type, part_type) = (stored(self, change)?, stored(self, part)?);
        let (result_type, element_type) = (self.type_under(change, change.to)?, self.type_under(part, part.to)?);
        let source_pointer = self.pointer_to(class, source_type)?;
        let result_pointer = self.pointer_to(class, result_type)?;
        let part_pointer = self.pointer_to(class, part_type)?;
        let element_pointer = self.pointer_to(class, element_type)?;
        let (u32_type, bool_type) = (self.value_type(TypeKey::U32)?, self.value_type(TypeKey::BOOL)?);
        let (zero, one, length) = (self.u32_constant(0)?, self.u32_constant(1)?, self.u32_constant(length)?);
        let (source, result) = (self.ids.value(), self.ids.value());
        let [before, header, continuing, merge] = [(); 4].map(|()| self.ids.label());
        let [index, next, more, from, to] = [(); 5].map(|()| self.ids.value());

        self.count_local(self.span);
        self.count_local(self.span);
        let code = &mut self.tables.sections.functions;
        code.variable(source_pointer, source, class, &[]);
        code.variable(result_pointer, result, class, &[]);
        let value = if is_undecorated {
            let copy = self.tables.ids.value();
            code.copy_logical(source_type, copy, value);
            copy
        } else {
            value
        };
        code.store(source, value, &[]);
        // Begins a new block, because `OpPhi` must name the label of its predecessor.
        code.branch(before);
        code.label(before);
        code.branch(header);
        code.label(header);
        code.phi(u32_type, index, &[zero.id(), before.id(), next.id(), continuing.id()]);
        code.access_chain(part_pointer, from, source, &[index]);
        let mut element = self.tables.ids.value();
        code.load(part_type, element, from, &[]);
        if is_undecorated {
            let copy = element;
            let ty = self.type_under(part, part.from)?;
            element = self.ids.value();
            self.sections.functions.copy_logical(ty, element, copy);
        }
        let element = self.relayout(part, element)?;

        let code = &mut self.tables.sections.functions;
        code.access_chain(element_pointer, to, result, &[index]);
        code.store(to, element, &[]);
        code.loop_merge(merge, continuing, LoopControl::NONE);
        code.branch(continuing);
        code.label(continuing);
        code.i_add(u32_type, next, index, one);
        code.u_less_than(bool_type, more, next, length);
        code.branch_conditional(more, header, merge);
        code.label(merge);
        let whole = self.tables.ids.value();
        code.load(result_type, whole, result, &[]);
        Ok(whole)
    }
}
