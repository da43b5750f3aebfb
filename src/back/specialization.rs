//! Specialization constants, and the expressions that are computed from them before any code runs.
//!
//! ```text
//! @id(3) override n: u32 = 4u;           %n = OpSpecConstant %uint 4                 OpDecorate %n SpecId 3
//! var<workgroup> a: array<f32, n * 2u>;  %m = OpSpecConstantOp %uint IMul %n %uint_2
//! ```
//!
//! SPIR-V §3.49.7 (constant creation): `OpSpecConstantOp` takes few opcodes without `Kernel`. Integers change their sign by
//! an addition of zero, which asks for the width of its operands only; they are widened by `OpSConvert` and a mask, since
//! `OpUConvert` is there from SPIR-V 1.4 on. Division and shifts are WGSL's (§8.7).

use super::constants::{Number, float_bits, integer_bits};
use super::emitter::{Emitter, Result, internal};
use super::plan::{ConstantKind, OverrideDefault, OverrideEntry, SpecIds, WorkgroupSize};
use super::slot::{Numeric, Slot};
use crate::words::{FunctionId, ValueId};
use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, Override, Scalar, ScalarKind, SwizzleComponent,
    TypeInner, UnaryOperator, VectorSize,
};
use spirv::{BuiltIn, Decoration, ExecutionMode, Op};

/// A specialization constant of a module: an override that the pipeline can give a value to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpecConstant {
    /// The override's name, if it has one.
    pub name: Option<String>,
    /// Its `SpecId`: the shader's `@id`, or a number above all of those.
    pub id: u32,
    /// Its type. A boolean is given as a `VkBool32`.
    pub scalar: Scalar,
    /// The value that it has when the pipeline gives none; `1.0` is `true`. `None` when the pipeline must give one, or when
    /// it is computed from other overrides.
    pub default: Option<f64>,
    /// The `SpecId` of a boolean, for an override whose default is computed from others: the value under `id` counts only
    /// when this is given as true.
    pub given_id: Option<u32>,
}

impl Emitter<'_> {
    /// Declares the specialization expressions that the plan found needed, operands first.
    pub(crate) fn declare_specialization(&mut self) -> Result<()> {
        let (module, plan) = (self.module, self.plan);
        if !plan.overrides.is_open {
            return Ok(());
        }
        for (handle, expression) in module.global_expressions.iter() {
            if plan.is_needed(handle) && plan.overrides.kind(handle) == ConstantKind::Specialized {
                let id = self.specialized(handle, expression)?;
                if let Some(entry) = self.constants.globals.get_mut(handle.index()) {
                    *entry = Some(id);
                }
            }
        }
        Ok(())
    }

    /// Says which specialization constants were declared.
    pub(crate) fn report_specialization(&self, constants: &mut Vec<SpecConstant>) {
        let table = &self.plan.overrides;
        for ((handle, declared), entry) in self.module.overrides.iter().zip(&table.entries) {
            let is_written = self
                .constants
                .overrides
                .get(handle.index())
                .is_some_and(Option::is_some);
            let (Some(ids), true) = (entry.ids, is_written && entry.is_declared) else {
                continue;
            };
            let TypeInner::Scalar(scalar) = self.module.types[declared.ty].inner else {
                continue;
            };
            constants.push(SpecConstant {
                name: declared.name.clone(),
                id: ids.value,
                scalar,
                default: match entry.default {
                    OverrideDefault::Number(value) => Some(value),
                    OverrideDefault::Missing | OverrideDefault::Computed(_) => None,
                },
                given_id: ids.given,
            });
        }
        constants.sort_by_key(|constant| constant.id);
    }

    /// The value of an override: a specialization constant, or what it is computed from.
    pub(crate) fn override_value(&mut self, handle: Handle<Override>) -> Result<ValueId> {
        if let Some(&Some(id)) = self.constants.overrides.get(handle.index()) {
            return Ok(id);
        }
        let (module, plan) = (self.module, self.plan);
        let declared = &module.overrides[handle];
        let slot = self.slots.slot(declared.ty);
        let entry = plan.overrides.entry(handle);
        let &OverrideEntry { ids, default, .. } = entry.ok_or_else(|| internal("an override that was not planned"))?;
        let id = match (ids, default) {
            (None, OverrideDefault::Computed(init)) => self.global_expression(init)?,
            (None, OverrideDefault::Number(value)) => self.number(slot, Number::Float(value))?,
            (None, OverrideDefault::Missing) => return Err(internal("an override that nothing gives a value")),
            (Some(ids), OverrideDefault::Number(value)) => self.spec_constant(slot, ids.value, Some(value))?,
            (Some(ids), OverrideDefault::Missing) => self.spec_constant(slot, ids.value, None)?,
            (Some(ids), OverrideDefault::Computed(init)) => {
                let SpecIds {
                    value,
                    given: Some(given),
                } = ids
                else {
                    return Err(internal("a computed default without a choice"));
                };
                let given = self.spec_constant(Slot::BOOL, given, Some(0.0))?;
                let value = self.spec_constant(slot, value, None)?;
                let computed = self.global_expression(init)?;
                self.spec_op(slot, Op::Select, &[given, value, computed])?
            }
        };
        if let (true, Some(name)) = (self.options.names && ids.is_some(), &declared.name) {
            self.sections.names.name(id.id(), name);
        }
        if let Some(entry) = self.constants.overrides.get_mut(handle.index()) {
            *entry = Some(id);
        }
        Ok(id)
    }

    /// `OpSpecConstant`. Without a default there must be words all the same: 1 is neither an empty array nor a division by
    /// zero.
    fn spec_constant(&mut self, slot: Slot, spec_id: u32, default: Option<f64>) -> Result<ValueId> {
        let scalar = slot.scalar_of();
        let scalar = scalar.ok_or_else(|| internal("an override that is no scalar"))?;
        let ty = self.value_type(slot)?;
        let id = self.ids.value();
        let globals = &mut self.sections.globals;
        let bits = match scalar.kind {
            ScalarKind::Bool if default.is_some_and(|value| value != 0.0 && !value.is_nan()) => {
                globals.spec_constant_true(ty, id);
                None
            }
            ScalarKind::Bool => {
                globals.spec_constant_false(ty, id);
                None
            }
            ScalarKind::Sint | ScalarKind::Uint => Some(integer_bits(scalar, default.unwrap_or(1.0) as i64)),
            ScalarKind::Float => Some(float_bits(scalar, default.unwrap_or(1.0))),
            ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                return Err(internal("an abstract number in a validated module"));
            }
        };
        if let Some(bits) = bits {
            let high = [(bits >> 32) as u32];
            let rest = if scalar.width == 8 { &high[..] } else { &[] };
            globals.spec_constant(ty, id, bits as u32, rest);
        }
        self.sections
            .annotations
            .decorate(id.id(), Decoration::SpecId, &[spec_id]);
        Ok(id)
    }

    /// `OpSpecConstantOp`.
    pub(crate) fn spec_op(&mut self, slot: Slot, op: Op, operands: &[ValueId]) -> Result<ValueId> {
        let mut words = [0; 3];
        for (word, operand) in words.iter_mut().zip(operands) {
            *word = operand.id().number();
        }
        let words = words.get(..operands.len());
        self.spec_op_words(
            slot,
            op,
            words.ok_or_else(|| internal("an operation with four operands"))?,
        )
    }

    fn spec_op_words(&mut self, slot: Slot, op: Op, words: &[u32]) -> Result<ValueId> {
        let ty = self.value_type(slot)?;
        let id = self.ids.value();
        self.sections.globals.spec_constant_op(ty, id, op, words);
        Ok(id)
    }

    /// `OpSpecConstantComposite`.
    pub(crate) fn spec_composite(&mut self, slot: Slot, parts: &[ValueId]) -> Result<ValueId> {
        let ty = self.value_type(slot)?;
        let id = self.ids.value();
        self.sections.globals.spec_constant_composite(ty, id, parts);
        Ok(id)
    }

    /// The slot of a global expression.
    fn global_slot(&self, handle: Handle<Expression>) -> Result<Slot> {
        let slot = self.slots.resolve(&self.info[handle]);
        slot.ok_or_else(|| internal("a constant that is a pointer"))
    }

    fn specialized(&mut self, handle: Handle<Expression>, expression: &Expression) -> Result<ValueId> {
        let slot = self.global_slot(handle)?;
        match *expression {
            Expression::Override(named) => self.override_value(named),
            Expression::Compose { ref components, .. } => {
                let module = self.module;
                self.limit_constituents(components.len(), || module.global_expressions.get_span(handle));
                self.spec_compose(slot, components)
            }
            Expression::Splat { value, .. } => {
                let value = self.global_expression(value)?;
                self.spec_splat(slot, value)
            }
            Expression::AccessIndex { base, index } => {
                let base = self.global_expression(base)?;
                self.spec_op_words(slot, Op::CompositeExtract, &[base.id().number(), index])
            }
            Expression::Swizzle { size, vector, pattern } => self.spec_swizzle(slot, size, vector, pattern),
            Expression::Unary { op, expr } => {
                let value = self.global_expression(expr)?;
                let op = match op {
                    UnaryOperator::Negate => Op::SNegate,
                    UnaryOperator::LogicalNot => Op::LogicalNot,
                    UnaryOperator::BitwiseNot => Op::Not,
                };
                self.spec_op(slot, op, &[value])
            }
            Expression::Binary { op, left, right } => self.spec_binary(slot, op, left, right),
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let bools = slot.with_scalar(Scalar::BOOL);
                let scalar = self.global_slot(condition)? != bools;
                let mut condition = self.global_expression(condition)?;
                if scalar {
                    condition = self.spec_splat(bools, condition)?;
                }
                let (accept, reject) = (self.global_expression(accept)?, self.global_expression(reject)?);
                self.spec_op(slot, Op::Select, &[condition, accept, reject])
            }
            Expression::Math {
                fun, arg, arg1, arg2, ..
            } => self.spec_math(slot, fun, arg, arg1, arg2),
            Expression::As { expr, .. } => self.spec_convert(slot, expr),
            // catch-all: the plan says what is a specialization expression, and everything else is an error here
            _ => Err(internal("an expression that is no specialization constant")),
        }
    }

    /// A composite; a vector of its scalars, while naga composes vectors of vectors.
    fn spec_compose(&mut self, slot: Slot, components: &[Handle<Expression>]) -> Result<ValueId> {
        let mark = self.scratch_values.len();
        for &component in components {
            let id = self.global_expression(component)?;
            let part = self.global_slot(component)?;
            match (slot.numeric(), part.vector_parts()) {
                (Some(Numeric::Vector(..)), Some((Some(size), scalar))) => {
                    for index in 0..size as u32 {
                        let scalar = Slot::scalar(scalar);
                        let id = self.spec_op_words(scalar, Op::CompositeExtract, &[id.id().number(), index])?;
                        self.scratch_values.push(id);
                    }
                }
                (Some(_) | None, _) => self.scratch_values.push(id),
            }
        }
        let ty = self.value_type(slot)?;
        let id = self.ids.value();
        let parts = self.tables.scratch_values.get(mark..).unwrap_or(&[]);
        self.tables.sections.globals.spec_constant_composite(ty, id, parts);
        self.scratch_values.truncate(mark);
        Ok(id)
    }

    /// A scalar in every component; itself, when there is only one.
    fn spec_splat(&mut self, slot: Slot, scalar: ValueId) -> Result<ValueId> {
        match slot.vector_parts() {
            Some((Some(size), _)) => self.spec_composite(slot, [scalar; 4].get(..size as usize).unwrap_or(&[])),
            Some((None, _)) => Ok(scalar),
            None => Err(internal("a splat of no vector")),
        }
    }

    fn spec_swizzle(
        &mut self,
        slot: Slot,
        size: VectorSize,
        vector: Handle<Expression>,
        pattern: [SwizzleComponent; 4],
    ) -> Result<ValueId> {
        let vector = self.global_expression(vector)?.id().number();
        let [a, b, c, d] = pattern.map(|component| component as u32);
        let words = [vector, vector, a, b, c, d];
        self.spec_op_words(slot, Op::VectorShuffle, words.get(..2 + size as usize).unwrap_or(&[]))
    }

    fn spec_binary(
        &mut self,
        slot: Slot,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let operands = self.global_slot(left)?;
        let scalar = operands.scalar_of();
        let kind = scalar.ok_or_else(|| internal("an operand that is no number"))?.kind;
        let (bool, signed) = (kind == ScalarKind::Bool, kind == ScalarKind::Sint);
        let known = self.known_everywhere(right);
        let (left, right) = (self.global_expression(left)?, self.global_expression(right)?);
        let op = match op {
            BinaryOperator::Add => Op::IAdd,
            BinaryOperator::Subtract => Op::ISub,
            BinaryOperator::Multiply => Op::IMul,
            BinaryOperator::Divide | BinaryOperator::Modulo => {
                let divisor = match known {
                    Some(divisor) if divisor != 0 && divisor != -1 => right,
                    Some(_) | None => self.spec_divisor(operands, left, right)?,
                };
                return self.spec_quotient(slot, op == BinaryOperator::Modulo, left, divisor);
            }
            BinaryOperator::Equal if bool => Op::LogicalEqual,
            BinaryOperator::Equal => Op::IEqual,
            BinaryOperator::NotEqual if bool => Op::LogicalNotEqual,
            BinaryOperator::NotEqual => Op::INotEqual,
            BinaryOperator::Less if signed => Op::SLessThan,
            BinaryOperator::Less => Op::ULessThan,
            BinaryOperator::LessEqual if signed => Op::SLessThanEqual,
            BinaryOperator::LessEqual => Op::ULessThanEqual,
            BinaryOperator::Greater if signed => Op::SGreaterThan,
            BinaryOperator::Greater => Op::UGreaterThan,
            BinaryOperator::GreaterEqual if signed => Op::SGreaterThanEqual,
            BinaryOperator::GreaterEqual => Op::UGreaterThanEqual,
            BinaryOperator::And if bool => Op::LogicalAnd,
            BinaryOperator::And => Op::BitwiseAnd,
            BinaryOperator::InclusiveOr if bool => Op::LogicalOr,
            BinaryOperator::InclusiveOr => Op::BitwiseOr,
            BinaryOperator::ExclusiveOr => Op::BitwiseXor,
            BinaryOperator::LogicalAnd => Op::LogicalAnd,
            BinaryOperator::LogicalOr => Op::LogicalOr,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                return self.spec_shift(slot, op, signed, left, right);
            }
        };
        self.spec_op(slot, op, &[left, right])
    }

    /// A scalar integer that is known now.
    fn known_everywhere(&self, handle: Handle<Expression>) -> Option<i64> {
        match super::function::known_literal(self.module, &self.module.global_expressions, handle)? {
            Literal::U32(value) => Some(i64::from(value)),
            Literal::I32(value) => Some(i64::from(value)),
            Literal::U16(value) => Some(i64::from(value)),
            Literal::I16(value) => Some(i64::from(value)),
            Literal::I64(value) => Some(value),
            Literal::F64(_)
            | Literal::F32(_)
            | Literal::F16(_)
            | Literal::U64(_)
            | Literal::Bool(_)
            | Literal::AbstractInt(_)
            | Literal::AbstractFloat(_) => None,
        }
    }

    /// The divisor, or 1 where it is zero or the quotient would overflow: `x / 1` and `x % 1` are what WGSL says then.
    fn spec_divisor(&mut self, slot: Slot, left: ValueId, right: ValueId) -> Result<ValueId> {
        let bools = slot.with_scalar(Scalar::BOOL);
        let scalar = slot.scalar_of();
        let scalar = scalar.ok_or_else(|| internal("a divisor that is no number"))?;
        let (zero, one) = (self.number(slot, Number::Int(0))?, self.number(slot, Number::Int(1))?);
        let mut bad = self.spec_op(bools, Op::IEqual, &[right, zero])?;
        if scalar.kind == ScalarKind::Sint {
            let minus_one = self.number(slot, Number::Int(-1))?;
            let smallest = i64::MIN >> (64 - i64::from(scalar.width) * 8).clamp(0, 63);
            let smallest = self.number(slot, Number::Int(smallest))?;
            let negates = self.spec_op(bools, Op::IEqual, &[right, minus_one])?;
            let at_end = self.spec_op(bools, Op::IEqual, &[left, smallest])?;
            let overflows = self.spec_op(bools, Op::LogicalAnd, &[negates, at_end])?;
            bad = self.spec_op(bools, Op::LogicalOr, &[bad, overflows])?;
        }
        self.spec_op(slot, Op::Select, &[bad, one, right])
    }

    /// The quotient or the remainder of a division that is defined. `OpSRem` of negative numbers is not (Vulkan, "Precision
    /// and Operation of SPIR-V Instructions"), so a signed remainder is what the quotient leaves.
    fn spec_quotient(&mut self, slot: Slot, remainder: bool, left: ValueId, right: ValueId) -> Result<ValueId> {
        let signed = slot.scalar_of().is_some_and(|scalar| scalar.kind == ScalarKind::Sint);
        match (signed, remainder) {
            (false, false) => self.spec_op(slot, Op::UDiv, &[left, right]),
            (false, true) => self.spec_op(slot, Op::UMod, &[left, right]),
            (true, false) => self.spec_op(slot, Op::SDiv, &[left, right]),
            (true, true) => {
                let quotient = self.spec_op(slot, Op::SDiv, &[left, right])?;
                let whole = self.spec_op(slot, Op::IMul, &[quotient, right])?;
                self.spec_op(slot, Op::ISub, &[left, whole])
            }
        }
    }

    /// A shift by the amount modulo the width.
    fn spec_shift(
        &mut self,
        slot: Slot,
        op: BinaryOperator,
        signed: bool,
        left: ValueId,
        right: ValueId,
    ) -> Result<ValueId> {
        let scalar = slot.scalar_of();
        let width = scalar.ok_or_else(|| internal("a shift of no number"))?.width;
        let amounts = slot.with_scalar(Scalar::U32);
        let mask = self.number(amounts, Number::Int(i64::from(width) * 8 - 1))?;
        let amount = self.spec_op(amounts, Op::BitwiseAnd, &[right, mask])?;
        let op = match (op == BinaryOperator::ShiftLeft, signed) {
            (true, _) => Op::ShiftLeftLogical,
            (false, true) => Op::ShiftRightArithmetic,
            (false, false) => Op::ShiftRightLogical,
        };
        self.spec_op(slot, op, &[left, amount])
    }

    /// `abs`, `min`, `max` and `clamp` of integers, by comparison and choice.
    fn spec_math(
        &mut self,
        slot: Slot,
        fun: MathFunction,
        arg: Handle<Expression>,
        arg1: Option<Handle<Expression>>,
        arg2: Option<Handle<Expression>>,
    ) -> Result<ValueId> {
        let value = self.global_expression(arg)?;
        let second = arg1.map(|arg| self.global_expression(arg)).transpose()?;
        let third = arg2.map(|arg| self.global_expression(arg)).transpose()?;
        match (fun, second, third) {
            (MathFunction::Abs, ..) => {
                if slot.scalar_of().is_some_and(|scalar| scalar.kind == ScalarKind::Uint) {
                    return Ok(value);
                }
                let negative = self.spec_op(slot, Op::SNegate, &[value])?;
                self.spec_smaller(slot, value, negative, [negative, value])
            }
            (MathFunction::Min, Some(other), _) => self.spec_smaller(slot, value, other, [value, other]),
            (MathFunction::Max, Some(other), _) => self.spec_smaller(slot, value, other, [other, value]),
            (MathFunction::Clamp, Some(low), Some(high)) => {
                let raised = self.spec_smaller(slot, value, low, [low, value])?;
                self.spec_smaller(slot, raised, high, [raised, high])
            }
            // catch-all: the plan says which functions are specialization expressions
            _ => Err(internal("a function that is no specialization constant")),
        }
    }

    /// `left < right ? chosen[0] : chosen[1]`.
    fn spec_smaller(&mut self, slot: Slot, left: ValueId, right: ValueId, chosen: [ValueId; 2]) -> Result<ValueId> {
        let signed = slot.scalar_of().is_some_and(|scalar| scalar.kind == ScalarKind::Sint);
        let op = if signed { Op::SLessThan } else { Op::ULessThan };
        let less = self.spec_op(slot.with_scalar(Scalar::BOOL), op, &[left, right])?;
        let [accept, reject] = chosen;
        self.spec_op(slot, Op::Select, &[less, accept, reject])
    }

    fn spec_convert(&mut self, to: Slot, operand: Handle<Expression>) -> Result<ValueId> {
        let from = self.global_slot(operand)?;
        let value = self.global_expression(operand)?;
        if from == to {
            return Ok(value);
        }
        let (Some(source), Some(target)) = (from.scalar_of(), to.scalar_of()) else {
            return Err(internal("a conversion of no number"));
        };
        match (source.kind, target.kind) {
            (ScalarKind::Bool, _) => {
                let (zero, one) = (self.number(to, Number::Int(0))?, self.number(to, Number::Int(1))?);
                self.spec_op(to, Op::Select, &[value, one, zero])
            }
            (_, ScalarKind::Bool) => {
                let zero = self.number(from, Number::Int(0))?;
                self.spec_op(to, Op::INotEqual, &[value, zero])
            }
            (ScalarKind::Float, _) => self.spec_op(to, Op::FConvert, &[value]),
            (
                ScalarKind::Sint | ScalarKind::Uint | ScalarKind::AbstractInt | ScalarKind::AbstractFloat,
                ScalarKind::Sint
                | ScalarKind::Uint
                | ScalarKind::Float
                | ScalarKind::AbstractInt
                | ScalarKind::AbstractFloat,
            ) => self.spec_resize(to, source, target, value),
        }
    }

    /// An integer as one of another type: cut, extended by its own sign, or the same bits.
    fn spec_resize(&mut self, to: Slot, source: Scalar, target: Scalar, value: ValueId) -> Result<ValueId> {
        if source.width == target.width {
            let zero = self.number(to, Number::Int(0))?;
            return self.spec_op(to, Op::IAdd, &[value, zero]);
        }
        let wide = self.spec_op(to, Op::SConvert, &[value])?;
        if source.kind == ScalarKind::Sint || source.width > target.width {
            return Ok(wide);
        }
        let mask = self.number(to, Number::Int((1_i64 << (u32::from(source.width) * 8).min(62)) - 1))?;
        self.spec_op(to, Op::BitwiseAnd, &[wide, mask])
    }

    /// An open override as an array's length: unsigned, of 32 bits.
    pub(crate) fn override_length(&mut self, handle: Handle<Override>) -> Result<ValueId> {
        if let Some(&(_, id)) = self.constants.lengths.iter().find(|(known, _)| *known == handle) {
            return Ok(id);
        }
        let value = self.override_value(handle)?;
        let TypeInner::Scalar(scalar) = self.module.types[self.module.overrides[handle].ty].inner else {
            return Err(internal("a length that is no scalar"));
        };
        let id = self.spec_u32(scalar, value)?;
        self.constants.lengths.push((handle, id));
        Ok(id)
    }

    fn spec_u32(&mut self, scalar: Scalar, value: ValueId) -> Result<ValueId> {
        if scalar == Scalar::U32 {
            Ok(value)
        } else {
            self.spec_resize(Slot::U32, scalar, Scalar::U32, value)
        }
    }

    /// The three extents of an entry point's workgroup, as u32; constants or specialization constants.
    pub(crate) fn workgroup_extents(&mut self, entry: usize) -> Result<[ValueId; 3]> {
        let known = self.constants.workgroup_sizes.iter().find(|(known, _)| *known == entry);
        if let Some(&(_, extents)) = known {
            return Ok(extents);
        }
        let point = &self.module.entry_points[entry];
        let overrides = point.workgroup_size_overrides.unwrap_or_default();
        let mut extents = [self.u32_constant(0)?; 3];
        for ((extent, &literal), size) in extents.iter_mut().zip(&point.workgroup_size).zip(overrides) {
            *extent = match size {
                None => self.u32_constant(literal)?,
                Some(size) => {
                    let slot = self.global_slot(size)?;
                    let value = self.global_expression(size)?;
                    let scalar = slot.scalar_of();
                    self.spec_u32(scalar.ok_or_else(|| internal("an extent that is no number"))?, value)?
                }
            };
        }
        self.constants.workgroup_sizes.push((entry, extents));
        Ok(extents)
    }

    /// Writes the workgroup size of an entry point.
    pub(crate) fn write_workgroup_size(
        &mut self,
        entry: usize,
        size: WorkgroupSize,
        function: FunctionId,
    ) -> Result<()> {
        let literal = self.module.entry_points[entry].workgroup_size;
        let modes = &mut self.sections.execution_modes;
        match size {
            WorkgroupSize::Literal => modes.execution_mode(function, ExecutionMode::LocalSize, &literal),
            WorkgroupSize::LocalSizeId => {
                let extents = self.workgroup_extents(entry)?;
                let modes = &mut self.sections.execution_modes;
                modes.execution_mode_id(function, ExecutionMode::LocalSizeId, &extents);
            }
            // The decorated constant is enough (VUID-StandaloneSpirv-LocalSize-06426).
            WorkgroupSize::BuiltIn => {
                let extents = self.workgroup_extents(entry)?;
                let id = self.spec_composite(Slot::vector(VectorSize::Tri, Scalar::U32), &extents)?;
                let built_in = [BuiltIn::WorkgroupSize as u32];
                self.sections
                    .annotations
                    .decorate(id.id(), Decoration::BuiltIn, &built_in);
            }
        }
        Ok(())
    }
}
