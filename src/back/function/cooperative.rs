//! Cooperative matrices (`SPV_KHR_cooperative_matrix`): values that are distributed over the invocations of a subgroup.
//!
//! ```text
//! coopLoad<coop_mat8x8<f32, A>>(&a[i], stride)
//!     %at = OpAccessChain %_ptr_StorageBuffer_float %a %u0 %i
//!     %m  = OpCooperativeMatrixLoadKHR %mat %at %ColumnMajor %stride NonPrivatePointer
//! ```
//!
//! The rows or columns of a matrix are `stride` elements apart in memory. Therefore the last element of a matrix is
//! checked, not only the index of the pointer. Unless the policy is `Unchecked`, a matrix that does not fit into its
//! array is loaded as zero and is not stored.

use super::pointer::Chain;
use super::{Code, FunctionEmitter};
use crate::back::emitter::{Result, internal};
use crate::back::type_key::{Numeric, TypeKey};
use crate::error::ErrorKind;
use crate::ir::literal::whole;
use crate::words::ValueId;
use naga::proc::BoundsCheckPolicy;
use naga::{AddressSpace, CooperativeData, Expression, Handle, Scalar, TypeInner, VectorSize};
use spirv::{CooperativeMatrixLayout, GlslStd450Op, MemoryAccess, Op};

impl FunctionEmitter<'_, '_> {
    /// The number of components of the array's elements that an access is to, if SPIR-V can express it. Refuses one to
    /// other memory than Storage or Workgroup, one through a pointer that does not end in an array element, and one with a
    /// constant stride that is not aligned to a run of `run` bytes, or to 16 bytes if that is less.
    fn limit_memory(&mut self, data: &CooperativeData, run: u32) -> u32 {
        let element = self.array_element(data.pointer);
        let (size, width) = element.map_or((1, 1), |(size, scalar)| {
            (size.map_or(1, |size| size as u32), scalar.width)
        });
        // A stride that is not constant is not compared; 0 is aligned.
        let stride = self.known_literal(data.stride).and_then(whole).unwrap_or(0);
        let bytes = stride.wrapping_mul(i64::from(width) * i64::from(size));
        let expected = i64::from(run.min(16));
        let space = self.inner(data.pointer).pointer_space();
        let reason = if !matches!(space, Some(AddressSpace::Storage { .. } | AddressSpace::WorkGroup)) {
            "it is loaded from storage and workgroup memory, and stored there"
        } else if element.is_none() {
            "the pointer of a load or store leads to a scalar or vector in an array"
        } else if bytes % expected != 0 && bytes & bytes.wrapping_neg() < expected {
            "its stride is aligned to a row or column, or to 16 bytes (VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986)"
        } else {
            return size;
        };
        let what = "this access to a cooperative matrix";
        self.m.refuse(ErrorKind::Inexpressible { what, reason });
        size
    }

    /// The size and the scalar of the element that a pointer ends with, if that is a scalar or vector in an array.
    fn array_element(&self, pointer: Handle<Expression>) -> Option<(Option<VectorSize>, Scalar)> {
        let (base, _) = self.step_of(pointer)?;
        let TypeInner::Pointer { base, .. } = *self.inner(base) else {
            return None;
        };
        let TypeInner::Array { base: element, .. } = self.m.module.types[base].inner else {
            return None;
        };
        self.m.module.types[element].inner.vector_size_and_scalar()
    }

    /// The operands of an access for the layout and the stride, and the pointer. Its guard includes that the matrix is in
    /// its array, if that is checked.
    fn matrix_access(&mut self, type_key: TypeKey, data: &CooperativeData) -> Result<([ValueId; 2], Chain)> {
        let Some(Numeric::Cooperative(columns, rows, ..)) = type_key.numeric() else {
            return Err(internal("a type is not a cooperative matrix"));
        };
        // The number of rows or columns that are contiguous in memory, and the number of components in each.
        let (layout, runs, components) = if data.row_major {
            (CooperativeMatrixLayout::RowMajorKHR, rows as u32, columns as u32)
        } else {
            (CooperativeMatrixLayout::ColumnMajorKHR, columns as u32, rows as u32)
        };
        self.need_scalar(data.stride, self.type_key(data.stride)?);
        let operands = [self.m.u32_constant(layout as u32)?, self.value(data.stride)?];
        let width = type_key.scalar_of().map_or(1, |scalar| scalar.width.into());
        let size = self.limit_memory(data, components * width);
        let guard = self.fits(data, (runs, components.div_ceil(size)))?;
        Ok((operands, self.resolve_pointer(data.pointer, guard)?))
    }

    /// Whether the whole matrix is in the array that its pointer points into; `None` if that is not checked. `run` is the
    /// number of array elements that a row or column takes.
    ///
    /// ```text
    /// %extent = (runs - 1) * min(stride, most) + run              no overflow: `most` exceeds the length of any array
    /// %fits   = extent <= length && index <= length - extent
    /// ```
    fn fits(&mut self, data: &CooperativeData, (runs, run): (u32, u32)) -> Result<Option<ValueId>> {
        let Some((index, length)) = self.place_in_array(data.pointer)? else {
            return Ok(None);
        };
        let stride = self.index_value(data.stride)?;
        let stride = self.saturated_index(stride)?;
        let between = runs.saturating_sub(1).max(1);
        let most = self.m.u32_constant((1 << 31) / between)?;
        let stride = self.extended(TypeKey::U32, GlslStd450Op::UMin, &[stride, most])?;
        let between = self.m.u32_constant(between)?;
        let last = self.binary_op(TypeKey::U32, Op::IMul, stride, between)?;
        let run = self.m.u32_constant(run)?;
        let extent = self.binary_op(TypeKey::U32, Op::IAdd, last, run)?;
        let fits = self.binary_op(TypeKey::BOOL, Op::ULessThanEqual, extent, length)?;
        let rest = self.binary_op(TypeKey::U32, Op::ISub, length, extent)?;
        let within = self.binary_op(TypeKey::BOOL, Op::ULessThanEqual, index, rest)?;
        self.binary_op(TypeKey::BOOL, Op::LogicalAnd, fits, within).map(Some)
    }

    /// The last index of a pointer, and the length of the array that it indexes.
    fn place_in_array(&mut self, pointer: Handle<Expression>) -> Result<Option<(ValueId, ValueId)>> {
        let mark = self.f.path.len();
        let root = self.walk(pointer)?;
        let mut array = Some(root.place);
        while self.f.path.len() > mark + 1
            && let Some(step) = self.f.path.pop()
        {
            array = array.and_then(|place| self.place_after(place, step));
        }
        let last = self.f.path.drain(mark..).next();
        // The first step into a binding array selects the resource.
        let is_checked =
            root.element.is_none() && self.m.plan.policies.of_class(root.class) != BoundsCheckPolicy::Unchecked;
        let length = array.and_then(|place| self.element_count(place));
        let Some((length, step)) = length.zip(last).filter(|_| is_checked) else {
            return Ok(None);
        };
        let length = self.length_in(&root, length)?;
        let length = self.count_id(length)?;
        let index = self.step_index(step)?;
        Ok(Some((self.saturated_index(index)?, length)))
    }

    /// Loads a matrix from memory; zero if it does not fit into the array.
    #[cold]
    pub(super) fn cooperative_load(&mut self, type_key: TypeKey, data: &CooperativeData) -> Result<ValueId> {
        let ([layout, stride], mut chain) = self.matrix_access(type_key, data)?;
        self.guarded(type_key, chain.location.guard, |this| {
            let location = this.emit_pointer(data.pointer, &mut chain)?;
            let ty = this.m.value_type(type_key)?;
            let rest = this.memory_operands(location.class, location.global, MemoryAccess::MAKE_POINTER_VISIBLE)?;
            let (id, code) = (this.fresh(), &mut this.f.body);
            code.cooperative_matrix_load_khr(ty, id, location.pointer, layout, rest.after(stride).words());
            Ok(id)
        })
    }

    /// Stores a matrix to memory, unless it does not fit into the array.
    #[cold]
    pub(super) fn cooperative_store(&mut self, target: Handle<Expression>, data: &CooperativeData) -> Result<()> {
        self.f.flow.takes_late = true;
        let matrix = self.value(target)?;
        let ([layout, stride], mut chain) = self.matrix_access(self.type_key(target)?, data)?;
        self.f.flow.takes_late = false;
        let guard = self.guard_effect(chain.location.class, chain.location.guard)?;
        self.only_if(guard, |this| {
            let location = this.emit_pointer(data.pointer, &mut chain)?;
            let sharing = MemoryAccess::MAKE_POINTER_AVAILABLE;
            let rest = this.memory_operands(location.class, location.global, sharing)?;
            let code = &mut this.f.body;
            code.cooperative_matrix_store_khr(location.pointer, matrix, layout, rest.after(stride).words());
            Ok(())
        })
    }

    /// `a * b + c`. No operand for signed components is needed, because components are floats.
    #[cold]
    pub(super) fn cooperative_multiply_add(
        &mut self,
        expression: Handle<Expression>,
        [a, b, c]: [Handle<Expression>; 3],
    ) -> Result<ValueId> {
        let size = |operand| match *self.inner(operand) {
            TypeInner::CooperativeMatrix { columns, rows, .. } => Some([columns, rows]),
            // catch-all: naga's validator accepts no other operands
            _ => None,
        };
        // It compares the roles of the operands, and not their sizes.
        let fits = match [size(a), size(b), size(c)] {
            [Some([inner, rows]), Some([columns, same]), Some(sum)] => inner == same && sum == [columns, rows],
            _ => false,
        };
        if !fits {
            self.m.refuse(ErrorKind::Inexpressible {
                what: "this product of cooperative matrices",
                reason: "its operands have M × K, K × N and M × N elements",
            });
        }
        let type_key = self.type_key(expression)?;
        let (a, b, c) = (self.value(a)?, self.value(b)?, self.value(c)?);
        self.op(type_key, |code, ty, id| {
            code.cooperative_matrix_mul_add_khr(ty, id, a, b, c, &[]);
        })
    }
}
