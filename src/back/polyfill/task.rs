//! The helper that limits the mesh workgroup count of a task shader.

use super::Code;
use crate::back::emitter::{Emitter, Result};
use crate::back::type_key::TypeKey;
use crate::options::TaskDispatchLimits;
use crate::words::{FunctionId, ValueId};
use naga::{Scalar, VectorSize};
use spirv::Op;

const SIZE: TypeKey = TypeKey::vector(VectorSize::Tri, Scalar::U32);
const EXTENTS: TypeKey = TypeKey::vector(VectorSize::Tri, Scalar::BOOL);

impl Emitter<'_> {
    /// The workgroup count, or zero if it exceeds the limits. The product of the extents is computed by two
    /// multiplications; the upper word of each must be zero.
    pub(super) fn write_task_size(&mut self, id: FunctionId, limits: TaskDispatchLimits) -> Result<ValueId> {
        let [size] = self.open_helper(id, SIZE, [SIZE])?;
        let most = self.u32_constant(limits.max_mesh_workgroups_per_dim)?;
        let most = self.splat(SIZE, most)?;
        let within = self.binary_op(EXTENTS, Op::ULessThanEqual, size, most)?;
        let mut valid = self.unary_op(TypeKey::BOOL, Op::All, within)?;
        let [x, y, z] = self.components(TypeKey::U32, size)?;
        let zero = self.u32_constant(0)?;
        let mut product = x;
        for extent in [y, z] {
            let word = self.value_type(TypeKey::U32)?;
            let both = self.plain_struct(&[word; 2])?;
            let id = self.ids.value();
            self.sections.functions.u_mul_extended(both, id, product, extent);
            let [low, high] = self.components(TypeKey::U32, id)?;
            let fits = self.binary_op(TypeKey::BOOL, Op::IEqual, high, zero)?;
            valid = self.binary_op(TypeKey::BOOL, Op::LogicalAnd, valid, fits)?;
            product = low;
        }
        let total = self.u32_constant(limits.max_mesh_workgroups_total)?;
        let few = self.binary_op(TypeKey::BOOL, Op::ULessThanEqual, product, total)?;
        valid = self.binary_op(TypeKey::BOOL, Op::LogicalAnd, valid, few)?;
        let (condition, nothing) = (self.splat(EXTENTS, valid)?, self.null(SIZE)?);
        self.select_op(SIZE, condition, size, nothing)
    }
}
