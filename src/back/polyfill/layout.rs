//! Conversion of values between memory layouts, where `OpCopyLogical` does not do: below SPIR-V 1.4, and to and from the
//! twins of uniform buffers, whose members differ in number.
//!
//! ```text
//! %parts = OpCompositeExtract %T_from %value i …      nested composites convert through a helper of their own
//! %whole = OpCompositeConstruct %T_to %parts…
//! ```

use super::Polyfill;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::slot::{Numeric, Slot};
use crate::back::types::{Role, Shape};
use crate::layout::MemoryLayout;
use crate::words::{FunctionId, ValueId};
use naga::{ArraySize, TypeInner};

impl Emitter<'_> {
    pub(super) fn write_relayout(
        &mut self,
        function: FunctionId,
        slot: Slot,
        from: MemoryLayout,
        to: MemoryLayout,
    ) -> Result<()> {
        let source = self.type_id(Shape { slot, layout: from }, Role::Plain)?;
        let result = self.type_id(Shape { slot, layout: to }, Role::Plain)?;
        // What the parts' types need is declared before the function opens: declarations stand in another section, so
        // they may come at any time, but helpers asked for here are written after this one.
        let [value] = self.open_helper_of(function, result, [source])?;
        let mark = self.scratch_values.len();
        match self.slots.handle(slot) {
            None => self.take_columns(slot, value)?,
            Some(handle) => {
                let module = self.module;
                match module.types[handle].inner {
                    TypeInner::Struct { ref members, .. } => {
                        for (index, member) in members.iter().enumerate() {
                            let part = self.slots.slot(member.ty);
                            let first = self
                                .plan
                                .layouts
                                .member_index(
                                    &module.types,
                                    handle,
                                    index as u32,
                                    self.effective_layout(Shape { slot, layout: from }),
                                )
                                .ok_or_else(|| internal("a member that is not there"))?;
                            let hoisted = self.effective_layout(Shape {
                                slot: part,
                                layout: from,
                            }) == MemoryLayout::Std140
                                && matches!(part.numeric(), Some(Numeric::Matrix(..)));
                            let id = if hoisted {
                                self.take_matrix(part, value, first)?
                            } else {
                                self.take_part(part, value, first, from, to)?
                            };
                            self.scratch_values.push(id);
                        }
                    }
                    TypeInner::Array {
                        base,
                        size: ArraySize::Constant(length),
                        ..
                    } => {
                        let part = self.slots.slot(base);
                        for index in 0..length.get() {
                            let id = self.take_part(part, value, index, from, to)?;
                            self.scratch_values.push(id);
                        }
                    }
                    // catch-all: only structs and arrays of known length differ between layouts
                    _ => return Err(internal("a layout of something that has none")),
                }
            }
        }
        let id = self.ids.value();
        let parts = self.scratch_values.get(mark..).unwrap_or(&[]);
        self.sections.functions.composite_construct(result, id, parts);
        self.scratch_values.truncate(mark);
        self.close_helper(id);
        Ok(())
    }

    /// Pushes the columns of a decomposed matrix that stands alone.
    fn take_columns(&mut self, slot: Slot, value: ValueId) -> Result<()> {
        let Some(Numeric::Matrix(columns, rows, scalar)) = slot.numeric() else {
            return Err(internal("columns of something that is no matrix"));
        };
        let ty = self.value_type(Slot::vector(rows, scalar))?;
        for column in 0..columns as u32 {
            let id = self.ids.value();
            self.sections.functions.composite_extract(ty, id, value, &[column]);
            self.scratch_values.push(id);
        }
        Ok(())
    }

    /// A matrix whose columns are members of the struct around it.
    fn take_matrix(&mut self, slot: Slot, value: ValueId, first: u32) -> Result<ValueId> {
        let Some(Numeric::Matrix(columns, rows, scalar)) = slot.numeric() else {
            return Err(internal("columns of something that is no matrix"));
        };
        let ty = self.value_type(Slot::vector(rows, scalar))?;
        let mark = self.scratch_values.len();
        for column in 0..columns as u32 {
            let id = self.ids.value();
            self.sections
                .functions
                .composite_extract(ty, id, value, &[first + column]);
            self.scratch_values.push(id);
        }
        let ty = self.value_type(slot)?;
        let id = self.ids.value();
        let parts = self.scratch_values.get(mark..).unwrap_or(&[]);
        self.sections.functions.composite_construct(ty, id, parts);
        self.scratch_values.truncate(mark);
        Ok(id)
    }

    /// One part, converted when its own layouts differ.
    fn take_part(
        &mut self,
        part: Slot,
        value: ValueId,
        index: u32,
        from: MemoryLayout,
        to: MemoryLayout,
    ) -> Result<ValueId> {
        let ty = self.type_id(
            Shape {
                slot: part,
                layout: from,
            },
            Role::Plain,
        )?;
        let id = self.ids.value();
        self.sections.functions.composite_extract(ty, id, value, &[index]);
        if self.same_type(part, from, to) {
            return Ok(id);
        }
        let result = self.type_id(Shape { slot: part, layout: to }, Role::Plain)?;
        let function = self.polyfill(Polyfill::Relayout { slot: part, from, to });
        let converted = self.ids.value();
        self.sections
            .functions
            .function_call(result, converted, function, &[id]);
        Ok(converted)
    }
}
