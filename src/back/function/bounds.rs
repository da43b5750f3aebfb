//! Bounds checks of indices: the policies of `BoundsCheckPolicies`, applied to access chains and to values.
//!
//! *Restrict* clamps: `OpExtInst UMin index (length - 1)`. The index is read as unsigned, so that a negative index is
//! too large. *ReadZeroSkipWrite* tests, and the caller emits a branch. An index that is proven to be in range is not
//! checked.

use super::construct::Count;
use super::pointer::{Location, Step};
use super::{Code, FunctionEmitter, Scoped};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::plan::ArrayLength;
use crate::back::resources::Memory;
use crate::back::type_key::TypeKey;
use crate::ir::ty::members;
use crate::layout::{Parts, Place};
use crate::target::Feature;
use crate::words::ValueId;
use naga::proc::BoundsCheckPolicy;
use naga::{Expression, GlobalVariable, Handle, Scalar, ScalarKind};
use spirv::{GlslStd450Op, Op};

/// An index as the operand of an access chain, and its type, which has 32 or 64 bits.
pub(super) type Index = (ValueId, TypeKey);

/// Whether a constant index must be checked at run time, because the length is not known earlier. Clamping never
/// changes the index 0, so `Restrict` does not check it.
#[inline]
pub(super) fn needs_run_time_check(count: Option<ArrayLength>, policy: BoundsCheckPolicy, index: u32) -> bool {
    matches!(count, Some(ArrayLength::RunTime | ArrayLength::Override(_)))
        && match policy {
            BoundsCheckPolicy::Unchecked => false,
            BoundsCheckPolicy::Restrict => index != 0,
            BoundsCheckPolicy::ReadZeroSkipWrite => true,
        }
}

impl FunctionEmitter<'_, '_> {
    /// The number of parts that an index can select; `None` for the members of a struct.
    pub(super) fn count_of(&self, parts: Parts) -> Option<ArrayLength> {
        match parts {
            Parts::Elements { size, .. } => Some(self.m.plan.overrides.array_length(size)),
            Parts::Components { count, .. } => Some(ArrayLength::Known(count)),
            Parts::Columns(columns) => Some(ArrayLength::Known(columns.columns as u32)),
            Parts::Members { .. } => None,
        }
    }

    /// The number of parts at a place that an index can select.
    pub(super) fn element_count(&self, place: Place) -> Option<ArrayLength> {
        let parts = self.m.plan.layouts.parts(&self.m.module.types, place)?;
        self.count_of(parts)
    }

    /// A constant index. naga's validator rejects one that is out of range of a known length. If one occurs all the same,
    /// it is clamped, or makes the guard false.
    #[inline]
    pub(super) fn static_index(
        &mut self,
        policy: BoundsCheckPolicy,
        count: Option<ArrayLength>,
        index: u32,
        guard: &mut Option<ValueId>,
    ) -> Result<u32> {
        match count {
            Some(ArrayLength::Known(length)) if index >= length => {
                if policy == BoundsCheckPolicy::ReadZeroSkipWrite {
                    *guard = Some(self.m.bool_constant(false)?);
                }
                Ok(length.saturating_sub(1))
            }
            _ => Ok(index),
        }
    }

    /// The index of a step into a location, checked under the policy of its memory. `count` is the number of elements.
    pub(super) fn checked_index(
        &mut self,
        location: &mut Location,
        count: Option<ArrayLength>,
        step: Step,
    ) -> Result<Index> {
        let index = self.step_index(step)?;
        let policy = self.m.plan.policies.of_class(location.class);
        let is_proved = matches!(step, Step::Dynamic(_, access) if self.is_in_range(access));
        let is_checked = match policy {
            BoundsCheckPolicy::Unchecked => false,
            // The caller has clamped the index that it passes.
            BoundsCheckPolicy::Restrict => !matches!(step, Step::Parameter(_)),
            BoundsCheckPolicy::ReadZeroSkipWrite => true,
        };
        if !is_checked || is_proved && !self.asserts_proofs() {
            return Ok(index);
        }
        let Some(length) = count else {
            return Ok(index);
        };
        if is_proved {
            let length = self.length_in(location, length)?;
            return self.asserted_below(index, length);
        }
        if length == ArrayLength::RunTime && policy == BoundsCheckPolicy::Restrict {
            if matches!(location.place, Place::Whole { ty, .. } if self.m.plan.device_checks(ty)) {
                // VUID-VkPhysicalDeviceRobustness2FeaturesKHR-robustBufferAccess2-04000: with both or without.
                self.m.need_feature(&[Feature::RobustBufferAccess]);
                self.m.need_feature(&[Feature::RobustBufferAccess2]);
                return Ok(index);
            }
            if let (Some(global), None, (index, TypeKey::U32)) = (location.global, location.element, index) {
                return self.restrict_to_buffer(index, global);
            }
        }
        let length = self.length_in(location, length)?;
        if policy == BoundsCheckPolicy::ReadZeroSkipWrite {
            let condition = self.in_range(index, length)?;
            location.guard = self.both(location.guard, Some(condition))?;
            return Ok(index);
        }
        self.clamp_index(index, length)
    }

    #[inline]
    pub(super) fn step_index(&mut self, step: Step) -> Result<Index> {
        match step {
            Step::Static(index) => Ok((self.m.u32_constant(index)?, TypeKey::U32)),
            Step::Parameter(index) => Ok((index, TypeKey::U32)),
            Step::Dynamic(index, _) => self.index_value(index),
        }
    }

    /// The length of an array in a variable.
    #[inline]
    pub(super) fn length_in(&mut self, location: &Location, length: ArrayLength) -> Result<Count> {
        if let Some(length) = self.sized(length)? {
            return Ok(length);
        }
        let global = location.global;
        let global = global.ok_or_else(|| internal("a run-time array outside a buffer"))?;
        Ok(Count::Value(match location.element {
            Some(element) => self.element_length(global, element)?,
            None => self.buffer_length(global)?,
        }))
    }

    /// A length that no buffer determines; `None` for a run-time array.
    #[inline]
    pub(super) fn sized(&mut self, length: ArrayLength) -> Result<Option<Count>> {
        Ok(match length {
            ArrayLength::Known(length) => Some(Count::Known(length)),
            ArrayLength::Override(handle) => Some(Count::Value(self.m.override_length(handle)?)),
            ArrayLength::RunTime => None,
        })
    }

    /// The condition that both guards hold, of those that there are.
    pub(super) fn both(&mut self, first: Option<ValueId>, second: Option<ValueId>) -> Result<Option<ValueId>> {
        match (first, second) {
            (Some(first), Some(second)) => self.binary_op(TypeKey::BOOL, Op::LogicalAnd, first, second).map(Some),
            (guard, None) | (None, guard) => Ok(guard),
        }
    }

    /// The value of an index. Indices into memory and values come from here only.
    ///
    /// An access chain treats its indices as signed (SPIR-V §3.52.8, Memory Instructions), so a 16-bit index of 32,768
    /// or more would be negative. Narrow indices are therefore extended. A 32-bit index in range is below 2³¹ - 1: a
    /// type has less than 2³¹ bytes (`naga::valid::MAX_TYPE_SIZE`), and a buffer less than 2³² (`maxStorageBufferRange`),
    /// in which the elements of a run-time array have at least two bytes.
    #[inline]
    pub(super) fn index_value(&mut self, index: Handle<Expression>) -> Result<Index> {
        let type_key = self.type_key(index)?;
        let value = self.value(index)?;
        if type_key == TypeKey::U32 || type_key == TypeKey::I32 {
            return Ok((value, type_key));
        }
        self.uncommon_index(index, value, type_key)
    }

    #[cold]
    fn uncommon_index(&mut self, index: Handle<Expression>, value: ValueId, type_key: TypeKey) -> Result<Index> {
        self.need_scalar(index, type_key);
        let (wide, convert) = match type_key.scalar_of().map(|scalar| (scalar.width, scalar.kind)) {
            Some((8, _)) => return Ok((value, type_key)),
            Some((_, ScalarKind::Sint)) => (TypeKey::I32, Op::SConvert),
            Some((_, ScalarKind::Uint)) => (TypeKey::U32, Op::UConvert),
            // catch-all: naga's validator accepts no other scalars as an index
            Some(_) | None => return Err(internal("an index is not an integer")),
        };
        self.emit_once(value, None, |this| Ok((this.unary_op(wide, convert, value)?, wide)))
    }

    /// An index that is clamped under both policies, because it selects a part even if the result is not used: one into
    /// a value or a binding array. The condition of an index that is tested is added to `guard`.
    pub(super) fn selecting_index(
        &mut self,
        index: Index,
        is_proved: bool,
        length: Count,
        policy: BoundsCheckPolicy,
        guard: &mut Option<ValueId>,
    ) -> Result<ValueId> {
        if is_proved && self.asserts_proofs() {
            return Ok(self.asserted_below(index, length)?.0);
        }
        if is_proved || policy == BoundsCheckPolicy::Unchecked {
            return Ok(index.0);
        }
        if policy == BoundsCheckPolicy::ReadZeroSkipWrite {
            let condition = self.in_range(index, length)?;
            *guard = self.both(*guard, Some(condition))?;
        }
        Ok(self.clamp_index(index, length)?.0)
    }

    pub(super) fn is_in_range(&self, access: Handle<Expression>) -> bool {
        self.facts[access.index()].is_in_range()
    }

    /// `min(index, length - 1)`, unsigned.
    pub(super) fn clamp_index(&mut self, (index, type_key): Index, length: Count) -> Result<Index> {
        if length == Count::Known(1) {
            // The only index in range. Through a clamp to zero, NVIDIA's driver 580 reads another component.
            return Ok((self.m.number(type_key, Number::Int(0))?, type_key));
        }
        self.emit_once(index, Some(length), |this| match length {
            Count::Known(length) => {
                // `UMin` reads its operands as unsigned whatever their type, so a signed index needs no conversion.
                let last = this.m.number(type_key, Number::Int(i64::from(length) - 1))?;
                Ok((this.extended(type_key, GlslStd450Op::UMin, &[index, last])?, type_key))
            }
            Count::Value(length) => {
                let ([index, length], wide) = this.unsigned_operands((index, type_key), length)?;
                let one = this.m.number(wide, Number::Int(1))?;
                let last = this.binary_op(wide, Op::ISub, length, one)?;
                Ok((this.extended(wide, GlslStd450Op::UMin, &[index, last])?, wide))
            }
        })
    }

    /// The index clamped to a length by `emit`, or without a length extended by it; or an equal one, if it is one of the
    /// last in the open constructs.
    fn emit_once(
        &mut self,
        index: ValueId,
        length: Option<Count>,
        emit: impl FnOnce(&mut Self) -> Result<Index>,
    ) -> Result<Index> {
        let known = self.f.scoped.iter().rev().take(NEAR).find_map(|scoped| match *scoped {
            Scoped::Clamp(clamp) if clamp.index == index && clamp.length == length => Some(clamp.clamped),
            Scoped::Clamp(_) | Scoped::Value(_) | Scoped::Extent(_) => None,
        });
        if let Some(clamped) = known {
            return Ok(clamped);
        }
        let clamped = emit(self)?;
        self.f.scoped.push(Scoped::Clamp(Clamp { index, length, clamped }));
        Ok(clamped)
    }

    /// `index < length`, unsigned.
    pub(super) fn in_range(&mut self, (index, type_key): Index, length: Count) -> Result<ValueId> {
        let [index, length] = match length {
            Count::Known(length) => [index, self.m.number(type_key, Number::Int(i64::from(length)))?],
            Count::Value(length) => self.unsigned_operands((index, type_key), length)?.0,
        };
        self.binary_op(TypeKey::BOOL, Op::ULessThan, index, length)
    }

    fn unsigned_index(&mut self, (index, type_key): Index) -> Result<Index> {
        let (kind, width) = (ScalarKind::Uint, type_key.number()?.width);
        debug_assert!(width >= 4, "`index_value` widens others");
        let unsigned = type_key.with_scalar(Scalar { kind, width });
        if unsigned == type_key {
            return Ok((index, type_key));
        }
        Ok((self.unary_op(unsigned, Op::Bitcast, index)?, unsigned))
    }

    /// An index that is known to be below 2³², or that nothing checks, as u32, the type of index parameters.
    pub(super) fn index_as_u32(&mut self, index: Index) -> Result<ValueId> {
        let (index, wide) = self.unsigned_index(index)?;
        let word = wide.with_scalar(Scalar::U32);
        if wide == word {
            return Ok(index);
        }
        self.unary_op(word, Op::UConvert, index)
    }

    /// Any index, or a vector of texel coordinates, as u32. One of 2³² and more becomes the largest u32, at which no array
    /// has an element and no image a texel.
    pub(super) fn saturated_index(&mut self, index: Index) -> Result<ValueId> {
        let (mut index, wide) = self.unsigned_index(index)?;
        if wide != wide.with_scalar(Scalar::U32) {
            let most = self.m.number(wide, Number::Int(u32::MAX.into()))?;
            index = self.extended(wide, GlslStd450Op::UMin, &[index, most])?;
        }
        self.index_as_u32((index, wide))
    }

    /// An index and a length as values of one unsigned type.
    fn unsigned_operands(&mut self, index: Index, mut length: ValueId) -> Result<([ValueId; 2], TypeKey)> {
        let (index, wide) = self.unsigned_index(index)?;
        if wide != TypeKey::U32 {
            length = self.unary_op(wide, Op::UConvert, length)?;
        }
        Ok(([index, length], wide))
    }

    /// `min(index, last)`, where the last index is computed once, in the entry block of the function.
    fn restrict_to_buffer(&mut self, index: ValueId, global: Handle<GlobalVariable>) -> Result<Index> {
        let length = self.buffer_length(global)?;
        self.emit_once(index, Some(Count::Value(length)), |this| {
            let last = match this.f.loaded.last_indices.iter().find(|&&(known, _)| known == global) {
                Some(&(_, last)) => last,
                None => {
                    let one = this.m.u32_constant(1)?;
                    let (ty, last) = this.typed(TypeKey::U32)?;
                    this.f.entry.i_sub(ty, last, length, one);
                    this.f.loaded.last_indices.push((global, last));
                    last
                }
            };
            let clamped = this.extended(TypeKey::U32, GlslStd450Op::UMin, &[index, last])?;
            Ok((clamped, TypeKey::U32))
        })
    }

    /// The length of the array at the end of a buffer, computed once, in the entry block of the function.
    pub(super) fn buffer_length(&mut self, global: Handle<GlobalVariable>) -> Result<ValueId> {
        if let Some(&(_, id)) = self.f.loaded.lengths.iter().find(|&&(known, _)| known == global) {
            return Ok(id);
        }
        let module = self.m.module;
        let Memory { variable, .. } = self.m.memory(global)?;
        // The array is the last member of the buffer's struct, or the only one of a wrapper.
        let members = members(module, module.global_variables[global].ty);
        let last = (members.len() as u32).saturating_sub(1);
        let (ty, id) = self.typed(TypeKey::U32)?;
        self.f.entry.array_length(ty, id, variable, last);
        self.f.loaded.lengths.push((global, id));
        Ok(id)
    }

    /// `arrayLength` of an array at the end of a buffer, or of an element of a binding array of buffers.
    pub(super) fn array_length(&mut self, pointer: Handle<Expression>) -> Result<ValueId> {
        let (mark, operands) = (self.f.path.len(), self.f.operands.len());
        let mut root = self.walk(pointer)?;
        if root.element.is_some() {
            self.enter_element(&mut root)?;
        }
        self.f.path.truncate(mark);
        self.f.operands.truncate(operands);
        let length = self.length_in(&root, ArrayLength::RunTime)?;
        let length = self.count_id(length)?;
        self.select_or_null(TypeKey::U32, root.guard, length)
    }

    /// The condition of an `OpSelect`. Before SPIR-V 1.4 it has as many components as the value.
    pub(super) fn select_condition(&mut self, type_key: TypeKey, condition: ValueId) -> Result<ValueId> {
        match type_key.vector_parts() {
            Some(_) if !self.m.plan.facts().select_scalar_condition => {
                self.splat(type_key.with_scalar(Scalar::BOOL), condition)
            }
            _ => Ok(condition),
        }
    }

    /// `condition ? value : 0`; without a condition, the value.
    pub(super) fn select_or_null(
        &mut self,
        type_key: TypeKey,
        condition: Option<ValueId>,
        value: ValueId,
    ) -> Result<ValueId> {
        let Some(condition) = condition else {
            return Ok(value);
        };
        let null = self.m.null(type_key)?;
        if type_key.vector_parts().is_none() && !self.m.plan.facts().select_scalar_condition {
            return self.guarded(type_key, Some(condition), |_| Ok(value));
        }
        let condition = self.select_condition(type_key, condition)?;
        self.select_op(type_key, condition, value, null)
    }
}

/// How many of the last values of the open constructs are searched for an equal one.
pub(super) const NEAR: usize = 16;

/// A clamped index, which is valid until its construct closes. Without a length, a narrow index that was extended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clamp {
    index: ValueId,
    length: Option<Count>,
    clamped: Index,
}
