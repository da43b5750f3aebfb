//! Matrices column by column: SPIR-V adds, subtracts and converts scalars and vectors only.

use crate::back::emitter::{Emitter, Result, internal};
use crate::back::slot::{Numeric, Slot};
use crate::words::{FunctionId, ValueId};
use spirv::Op;

/// Most columns a matrix has.
const COLUMNS: usize = 4;

impl Emitter<'_> {
    /// The sum or difference of two matrices.
    pub(super) fn write_matrix_sum(&mut self, function: FunctionId, slot: Slot, op: Op) -> Result<()> {
        let (count, column) = columns_of(slot)?;
        let [left, right] = self.open_helper(function, slot, [slot; 2])?;
        let mut columns = [left; COLUMNS];
        for (entry, index) in columns.iter_mut().zip(0..count) {
            let left = self.helper_extract(column, left, index)?;
            let right = self.helper_extract(column, right, index)?;
            *entry = self.helper_binary(column, op, left, right)?;
        }
        self.close_matrix(slot, count, &columns)
    }

    /// A matrix of another width.
    pub(super) fn write_matrix_convert(&mut self, function: FunctionId, from: Slot, to: Slot) -> Result<()> {
        let ((count, source), (_, target)) = (columns_of(from)?, columns_of(to)?);
        let [matrix] = self.open_helper(function, to, [from])?;
        let mut columns = [matrix; COLUMNS];
        for (entry, index) in columns.iter_mut().zip(0..count) {
            let column = self.helper_extract(source, matrix, index)?;
            *entry = self.helper_unary(target, Op::FConvert, column)?;
        }
        self.close_matrix(to, count, &columns)
    }

    fn close_matrix(&mut self, slot: Slot, count: u32, columns: &[ValueId; COLUMNS]) -> Result<()> {
        let matrix = self.helper_construct(slot, &columns[..count as usize])?;
        self.close_helper(matrix);
        Ok(())
    }
}

/// The number of columns and the type of one.
fn columns_of(slot: Slot) -> Result<(u32, Slot)> {
    match slot.numeric() {
        Some(Numeric::Matrix(columns, rows, scalar)) => Ok((columns as u32, Slot::vector(rows, scalar))),
        Some(Numeric::Scalar(_) | Numeric::Vector(..) | Numeric::Cooperative(..)) | None => Err(internal("a matrix")),
    }
}
