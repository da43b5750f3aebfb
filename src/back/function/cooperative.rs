//! Cooperative matrices (`SPV_KHR_cooperative_matrix`): values that the invocations of a subgroup hold together.
//!
//! ```text
//! coopLoad<coop_mat8x8<f32, A>>(&a[i], stride)
//!     %at = OpAccessChain %_ptr_StorageBuffer_float %a %u0 %i
//!     %m  = OpCooperativeMatrixLoadKHR %mat %at %ColumnMajor %stride NonPrivatePointer
//! ```
//!
//! The pointer's own index is checked as every index is. What lies behind it, row after row, is not: robust access is a
//! property of the device (`cooperativeMatrixRobustBufferAccess`).

use super::FunctionEmitter;
use super::access::Location;
use super::memory_model::{Direction, Operands};
use crate::back::emitter::Result;
use crate::words::ValueId;
use naga::{CooperativeData, Expression, Handle};
use spirv::CooperativeMatrixLayout;

impl FunctionEmitter<'_, '_> {
    fn matrix_layout(&mut self, data: &CooperativeData) -> Result<ValueId> {
        let layout = if data.row_major {
            CooperativeMatrixLayout::RowMajorKHR
        } else {
            CooperativeMatrixLayout::ColumnMajorKHR
        };
        self.m.u32_constant(layout as u32)
    }

    /// A matrix loaded from memory; zero where the index of its first component is tested and out of range.
    pub(super) fn cooperative_load(
        &mut self,
        expression: Handle<Expression>,
        data: &CooperativeData,
    ) -> Result<ValueId> {
        let slot = self.slot(expression)?;
        let (layout, stride) = (self.matrix_layout(data)?, self.value(data.stride)?);
        let load = |this: &mut Self, location: Location| {
            let ty = this.m.value_type(slot)?;
            let operands = this.memory_operands(location.sharing, Direction::Load)?;
            let id = this.fresh();
            let (rest, count) = with_stride(stride, operands);
            let rest = rest.get(..count).unwrap_or(&[]);
            this.f
                .body
                .cooperative_matrix_load_khr(ty, id, location.pointer, layout, rest);
            Ok(id)
        };
        let mut guard = None;
        let route = self.route(data.pointer, &mut guard)?;
        match guard {
            None => {
                let location = self.arrive(data.pointer, route)?;
                load(self, location)
            }
            Some(condition) => self.guarded(slot, condition, |this| {
                let location = this.arrive(data.pointer, route)?;
                load(this, location)
            }),
        }
    }

    /// A matrix stored to memory; nothing where the index of its first component is tested and out of range.
    pub(super) fn cooperative_store(&mut self, target: Handle<Expression>, data: &CooperativeData) -> Result<()> {
        let matrix = self.value(target)?;
        let (layout, stride) = (self.matrix_layout(data)?, self.value(data.stride)?);
        let store = |this: &mut Self, location: Location| {
            let operands = this.memory_operands(location.sharing, Direction::Store)?;
            let (rest, count) = with_stride(stride, operands);
            let rest = rest.get(..count).unwrap_or(&[]);
            this.f
                .body
                .cooperative_matrix_store_khr(location.pointer, matrix, layout, rest);
            Ok(())
        };
        let mut guard = None;
        let route = self.route(data.pointer, &mut guard)?;
        match self.guard_effect(route.class(), guard)? {
            None => {
                let location = self.arrive(data.pointer, route)?;
                store(self, location)
            }
            Some(condition) => self.only_if(condition, |this| {
                let location = this.arrive(data.pointer, route)?;
                store(this, location)
            }),
        }
    }

    /// `a * b + c`. Components are floats, so no operand says that they are signed.
    pub(super) fn cooperative_multiply_add(
        &mut self,
        expression: Handle<Expression>,
        [a, b, c]: [Handle<Expression>; 3],
    ) -> Result<ValueId> {
        let slot = self.slot(expression)?;
        let (a, b, c) = (self.value(a)?, self.value(b)?, self.value(c)?);
        let ty = self.m.value_type(slot)?;
        let id = self.fresh();
        self.f.body.cooperative_matrix_mul_add_khr(ty, id, a, b, c, &[]);
        Ok(id)
    }
}

/// The optional operands of a load or store: the stride, then those of the memory.
fn with_stride(stride: ValueId, operands: Operands) -> ([u32; 3], usize) {
    let mut words = [stride.id().number(), 0, 0];
    let count = operands.words().len();
    for (word, &operand) in words.iter_mut().skip(1).zip(operands.words()) {
        *word = operand;
    }
    (words, count + 1)
}
