//! Helpers for matrices, column by column: SPIR-V has addition, subtraction and conversion for scalars and vectors
//! only.

use super::Code;
use crate::back::emitter::{Emitter, Result, internal};
use crate::back::type_key::{Numeric, TypeKey};
use crate::words::{FunctionId, ValueId};
use spirv::Op;

impl Emitter<'_> {
    pub(super) fn write_matrix_sum(&mut self, id: FunctionId, type_key: TypeKey, op: Op) -> Result<ValueId> {
        let (count, column) = columns_of(type_key)?;
        let [left, right] = self.open_helper(id, type_key, [type_key; 2])?;
        self.construct_each(type_key, count, |this, index| {
            let left = this.extract(column, left, &[index])?;
            let right = this.extract(column, right, &[index])?;
            this.binary_op(column, op, left, right)
        })
    }

    pub(super) fn write_matrix_convert(&mut self, id: FunctionId, from: TypeKey, to: TypeKey) -> Result<ValueId> {
        let ((count, source), (_, target)) = (columns_of(from)?, columns_of(to)?);
        let [matrix] = self.open_helper(id, to, [from])?;
        self.construct_each(to, count, |this, index| {
            let column = this.extract(source, matrix, &[index])?;
            this.unary_op(target, Op::FConvert, column)
        })
    }
}

/// The number of columns of a matrix type, and the type of a column.
pub(super) fn columns_of(type_key: TypeKey) -> Result<(u32, TypeKey)> {
    match type_key.numeric() {
        Some(Numeric::Matrix(columns, rows, scalar)) => Ok((columns as u32, TypeKey::vector(rows, scalar))),
        Some(Numeric::Scalar(_) | Numeric::Vector(..) | Numeric::Cooperative(..)) | None => {
            Err(internal("a type is not a matrix"))
        }
    }
}
