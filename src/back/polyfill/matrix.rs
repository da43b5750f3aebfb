//! Helpers for matrices, column by column: SPIR-V has addition, subtraction and conversion for scalars and vectors
//! only.

use super::Code;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::type_key::{Numeric, TypeKey};
use crate::words::{FunctionId, ValueId};
use spirv::Op;

/// The maximum number of columns of a matrix.
const COLUMNS: usize = 4;

impl Emitter<'_> {
    /// The sum or difference of two matrices.
    pub(super) fn write_matrix_sum(&mut self, function: FunctionId, type_key: TypeKey, op: Op) -> Result<()> {
        let (count, column) = columns_of(type_key)?;
        let [left, right] = self.open_helper(function, type_key, [type_key; 2])?;
        let mut columns = [left; COLUMNS];
        for (entry, index) in columns.iter_mut().zip(0..count) {
            let left = self.extract(column, left, &[index])?;
            let right = self.extract(column, right, &[index])?;
            *entry = self.binary_op(column, op, left, right)?;
        }
        self.close_matrix(type_key, count, &columns)
    }

    /// Converts a matrix to components of another width.
    pub(super) fn write_matrix_convert(&mut self, function: FunctionId, from: TypeKey, to: TypeKey) -> Result<()> {
        let ((count, source), (_, target)) = (columns_of(from)?, columns_of(to)?);
        let [matrix] = self.open_helper(function, to, [from])?;
        let mut columns = [matrix; COLUMNS];
        for (entry, index) in columns.iter_mut().zip(0..count) {
            let column = self.extract(source, matrix, &[index])?;
            *entry = self.unary_op(target, Op::FConvert, column)?;
        }
        self.close_matrix(to, count, &columns)
    }

    fn close_matrix(&mut self, type_key: TypeKey, count: u32, columns: &[ValueId; COLUMNS]) -> Result<()> {
        let matrix = self.construct(type_key, &columns[..count as usize])?;
        self.close_helper(matrix)
    }
}

/// The number of columns of a matrix type, and the type of a column.
fn columns_of(type_key: TypeKey) -> Result<(u32, TypeKey)> {
    match type_key.numeric() {
        Some(Numeric::Matrix(columns, rows, scalar)) => Ok((columns as u32, TypeKey::vector(rows, scalar))),
        Some(Numeric::Scalar(_) | Numeric::Vector(..) | Numeric::Cooperative(..)) | None => {
            Err(internal("a type is not a matrix"))
        }
    }
}
