//! Emission of specialization constants and of the constant expressions that are computed from them.
//!
//! ```text
//! @id(3) override n: u32 = 4u;           %n = OpSpecConstant %uint 4                 OpDecorate %n SpecId 3
//! var<workgroup> a: array<f32, n * 2u>;  %m = OpSpecConstantOp %uint IMul %n %uint_2
//! ```
//!
//! SPIR-V §3.52.7 (Constant-Creation Instructions): without `Kernel`, `OpSpecConstantOp` accepts few opcodes. A change
//! of signedness is an addition of zero, which needs only the capability of the operand's width. Unsigned integers are
//! widened by `OpSConvert` and a mask, because `OpUConvert` is accepted from SPIR-V 1.4 on. Division and shifts follow
//! WGSL (§8.7).

use super::demand::workgroup_size_overrides;
use super::opcode;
use super::table::{ConstantKind, OverrideDefault, OverrideEntry, OverrideTable, number, placeholder};
use crate::back::constants::{Number, number_bits};
use crate::back::emitter::{Emitter, Internal, Result, internal};
use crate::back::type_key::{Numeric, TypeKey};
use crate::ir::literal::known_literal;
use crate::words::{FunctionId, ValueId};
use alloc::vec::Vec;
use naga::{BinaryOperator, Expression, Handle, MathFunction, Module, Override, Scalar, ScalarKind, VectorSize};
use spirula_spirv::internal::{sort_by_key, spec_constant};
use spirula_spirv::reflection::{NumberKind, NumberType, SpecConstant};
use spirv::{BuiltIn, Decoration, ExecutionMode, Op};

/// The type of a naga scalar, as reflection names it.
pub(crate) fn number_type(scalar: Scalar) -> NumberType {
    let kind = match scalar.kind {
        ScalarKind::Float | ScalarKind::AbstractFloat => NumberKind::Float,
        ScalarKind::Sint | ScalarKind::AbstractInt => NumberKind::Sint,
        ScalarKind::Uint => NumberKind::Uint,
        ScalarKind::Bool => NumberKind::Bool,
    };
    let bits = scalar.width * 8;
    NumberType { kind, bits }
}

/// The specialization constants that were declared, sorted by id; `ids` are the ids of all overrides.
pub(crate) fn declared_constants(module: &Module, table: &OverrideTable, ids: &[Option<ValueId>]) -> Vec<SpecConstant> {
    let mut constants = Vec::new();
    for (((_, declared), entry), id) in module.overrides.iter().zip(&table.entries).zip(ids) {
        // Overrides without name and number are not the shader's.
        let is_declared = declared.name.is_some() || declared.id.is_some();
        if let (Some(ids), Some(_), Some(scalar)) = (entry.ids, id, module.types[declared.ty].inner.scalar())
            && is_declared
        {
            let mut constant = spec_constant(declared.name.clone(), ids.value, number_type(scalar));
            constant.default = entry.default.number();
            constant.given_id = ids.given;
            constants.push(constant);
        }
    }
    sort_by_key(&mut constants, |constant| constant.id);
    constants
}

impl Emitter<'_> {
    /// Declares the specialization expressions that live code needs, operands first.
    pub(crate) fn declare_specialization(&mut self) -> Result<()> {
        let (module, plan) = (self.module, self.plan);
        if !plan.overrides.is_open {
            return Ok(());
        }
        for (handle, expression) in module.global_expressions.iter() {
            if plan.overrides.needs(handle) && plan.overrides.kind(handle) == ConstantKind::Specialized {
                self.span = module.global_expressions.get_span(handle);
                let id = self.specialized(handle, expression)?;
                self.constants.globals[handle.index()] = Some(id);
            }
        }
        Ok(())
    }

    /// The value of an override: a specialization constant, or the expression of its default.
    pub(crate) fn override_value(&mut self, handle: Handle<Override>) -> Result<ValueId> {
        if let Some(id) = self.constants.overrides[handle.index()] {
            return Ok(id);
        }
        let declared = &self.module.overrides[handle];
        let type_key = self.type_keys.type_key(declared.ty);
        let OverrideEntry { ids, default, .. } = self.plan.overrides.entries[handle.index()];
        let id = match (ids, default) {
            (None, OverrideDefault::Computed(init)) => self.global_expression(init)?,
            (None, OverrideDefault::Number(value)) => self.number(type_key, Number::Float(value))?,
            (None, OverrideDefault::Missing) => return Err(internal("an override without a value")),
            (Some(ids), OverrideDefault::Number(_) | OverrideDefault::Missing) => {
                self.spec_constant(type_key, ids.value, default.number())?
            }
            (Some(ids), OverrideDefault::Computed(init)) => {
                let given = ids
                    .given
                    .ok_or_else(|| internal("a computed default without the id of its boolean"))?;
                let given = self.spec_constant(TypeKey::BOOL, given, Some(0.0))?;
                let value = self.spec_constant(type_key, ids.value, None)?;
                let computed = self.global_expression(init)?;
                self.spec_op(type_key, Op::Select, &[given, value, computed])?
            }
        };
        if ids.is_some() {
            self.name(id.id(), declared.name.as_deref());
        }
        self.constants.overrides[handle.index()] = Some(id);
        Ok(id)
    }

    /// `OpSpecConstant`. It must have words even without a default.
    fn spec_constant(&mut self, type_key: TypeKey, spec_id: u32, default: Option<f64>) -> Result<ValueId> {
        let scalar = type_key.number()?;
        let ty = self.value_type(type_key)?;
        let id = self.ids.value();
        let globals = &mut self.sections.globals;
        if scalar != Scalar::BOOL {
            let bits = number_bits(scalar, Number::Float(default.unwrap_or(placeholder(scalar))));
            let high = [(bits >> 32) as u32];
            let rest = if scalar.width == 8 { &high[..] } else { &[] };
            globals.spec_constant(ty, id, bits as u32, rest);
        } else if default.is_some_and(|value| value != 0.0 && !value.is_nan()) {
            globals.spec_constant_true(ty, id);
        } else {
            globals.spec_constant_false(ty, id);
        }
        self.sections
            .annotations
            .decorate(id.id(), Decoration::SpecId, &[spec_id]);
        Ok(id)
    }

    /// `OpSpecConstantOp` of up to three operands that are ids.
    pub(crate) fn spec_op(&mut self, type_key: TypeKey, op: Op, operands: &[ValueId]) -> Result<ValueId> {
        let mut words = [0; 3];
        for (word, operand) in words.iter_mut().zip(operands) {
            *word = operand.id().number();
        }
        self.spec_op_words(type_key, op, &words[..operands.len()])
    }

    /// `OpSpecConstantOp`, interned.
    fn spec_op_words(&mut self, type_key: TypeKey, op: Op, words: &[u32]) -> Result<ValueId> {
        let ty = self.value_type(type_key)?;
        self.interned_constant(|section, id| section.spec_constant_op(ty, id, op, words))
    }

    pub(crate) fn spec_composite(&mut self, type_key: TypeKey, parts: &[ValueId]) -> Result<ValueId> {
        let ty = self.value_type(type_key)?;
        let id = self.ids.value();
        self.sections.globals.spec_constant_composite(ty, id, parts);
        Ok(id)
    }

    fn global_type_key(&self, handle: Handle<Expression>) -> Result<TypeKey> {
        let type_key = self.type_keys.resolve(&self.info[handle]);
        type_key.ok_or_else(|| internal("a constant that is a pointer"))
    }

    fn specialized(&mut self, handle: Handle<Expression>, expression: &Expression) -> Result<ValueId> {
        let type_key = self.global_type_key(handle)?;
        match *expression {
            Expression::Override(named) => self.override_value(named),
            Expression::Compose { ref components, .. } => {
                let module = self.module;
                self.limit_constituents(components.len(), || module.global_expressions.get_span(handle));
                self.spec_compose(type_key, components)
            }
            Expression::Splat { value, .. } => {
                let value = self.global_expression(value)?;
                self.spec_splat(type_key, value)
            }
            Expression::AccessIndex { base, index } => {
                let base = self.global_expression(base)?;
                self.spec_op_words(type_key, Op::CompositeExtract, &[base.id().number(), index])
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.global_expression(vector)?.id().number();
                let [a, b, c, d] = pattern.map(|component| component as u32);
                let words = [vector, vector, a, b, c, d];
                self.spec_op_words(type_key, Op::VectorShuffle, &words[..2 + size as usize])
            }
            Expression::Unary { op, expr } => {
                let op = opcode::unary(op, type_key.number()?).ok_or_else(no_opcode)?;
                let value = self.global_expression(expr)?;
                self.spec_op(type_key, op, &[value])
            }
            Expression::Binary { op, left, right } => self.spec_binary(type_key, op, left, right),
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let bools = type_key.with_scalar(Scalar::BOOL);
                let is_splat = self.global_type_key(condition)? != bools;
                let mut condition = self.global_expression(condition)?;
                if is_splat {
                    condition = self.spec_splat(bools, condition)?;
                }
                let (accept, reject) = (self.global_expression(accept)?, self.global_expression(reject)?);
                self.spec_op(type_key, Op::Select, &[condition, accept, reject])
            }
            Expression::Math {
                fun, arg, arg1, arg2, ..
            } => self.spec_math(type_key, fun, [Some(arg), arg1, arg2]),
            Expression::As { expr, .. } => self.spec_convert(type_key, expr),
            // catch-all: `opcode::is_specialized` accepts no other expression
            _ => Err(no_opcode()),
        }
    }

    /// A composite. The vectors of which naga composes a vector are decomposed into scalars.
    fn spec_compose(&mut self, type_key: TypeKey, components: &[Handle<Expression>]) -> Result<ValueId> {
        let mut parts = Vec::with_capacity(components.len());
        for &component in components {
            let id = self.global_expression(component)?;
            match (type_key.numeric(), self.global_type_key(component)?.vector_parts()) {
                (Some(Numeric::Vector(..)), Some((Some(size), scalar))) => {
                    for index in 0..size as u32 {
                        let words = [id.id().number(), index];
                        parts.push(self.spec_op_words(TypeKey::scalar(scalar), Op::CompositeExtract, &words)?);
                    }
                }
                (Some(_) | None, _) => parts.push(id),
            }
        }
        self.spec_composite(type_key, &parts)
    }

    /// A vector with a scalar in every component; for a scalar type the scalar itself.
    fn spec_splat(&mut self, type_key: TypeKey, scalar: ValueId) -> Result<ValueId> {
        match type_key.parts()? {
            (Some(size), _) => self.spec_composite(type_key, &[scalar; 4][..size as usize]),
            (None, _) => Ok(scalar),
        }
    }

    fn spec_binary(
        &mut self,
        type_key: TypeKey,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let operands = self.global_type_key(left)?;
        let scalar = operands.number()?;
        let op = opcode::binary(op, scalar, self.global_type_key(right)?.number()?).ok_or_else(no_opcode)?;
        let divisor = known_literal(self.module, &self.module.global_expressions, right).map(number);
        let (left, mut right) = (self.global_expression(left)?, self.global_expression(right)?);
        match op {
            Op::UDiv | Op::SDiv | Op::UMod | Op::SRem => {
                if divisor.is_none_or(|divisor| divisor == 0.0 || divisor == -1.0) {
                    right = self.spec_divisor(operands, left, right)?;
                }
                if op != Op::SRem {
                    return self.spec_op(type_key, op, &[left, right]);
                }
                // `OpSRem` of negative operands is undefined (Vulkan, "Precision and Operation of SPIR-V
                // Instructions"), so the remainder is computed from the quotient.
                let quotient = self.spec_op(type_key, Op::SDiv, &[left, right])?;
                let whole = self.spec_op(type_key, Op::IMul, &[quotient, right])?;
                self.spec_op(type_key, Op::ISub, &[left, whole])
            }
            Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => {
                let amounts = type_key.with_scalar(Scalar::U32);
                let mask = self.number(amounts, Number::Int(i64::from(scalar.width) * 8 - 1))?;
                let amount = self.spec_op(amounts, Op::BitwiseAnd, &[right, mask])?;
                self.spec_op(type_key, op, &[left, amount])
            }
            _ => self.spec_op(type_key, op, &[left, right]),
        }
    }

    /// The divisor, or 1 if it is zero or the quotient would overflow: WGSL's results are those of `x / 1` and `x % 1`
    /// then (§8.7).
    fn spec_divisor(&mut self, type_key: TypeKey, left: ValueId, right: ValueId) -> Result<ValueId> {
        let bools = type_key.with_scalar(Scalar::BOOL);
        let scalar = type_key.number()?;
        let zero = self.number(type_key, Number::Int(0))?;
        let one = self.number(type_key, Number::Int(1))?;
        let mut bad = self.spec_op(bools, Op::IEqual, &[right, zero])?;
        if scalar.kind == ScalarKind::Sint {
            let minus_one = self.number(type_key, Number::Int(-1))?;
            let smallest = self.number(type_key, Number::Int(i64::MIN >> (64 - scalar.width * 8)))?;
            let negates = self.spec_op(bools, Op::IEqual, &[right, minus_one])?;
            let at_end = self.spec_op(bools, Op::IEqual, &[left, smallest])?;
            let overflows = self.spec_op(bools, Op::LogicalAnd, &[negates, at_end])?;
            bad = self.spec_op(bools, Op::LogicalOr, &[bad, overflows])?;
        }
        self.spec_op(type_key, Op::Select, &[bad, one, right])
    }

    /// `abs`, `min`, `max` and `clamp` of integers, by comparison and selection.
    fn spec_math(
        &mut self,
        type_key: TypeKey,
        fun: MathFunction,
        args: [Option<Handle<Expression>>; 3],
    ) -> Result<ValueId> {
        let [first, second, third] = args.map(|arg| arg.map(|arg| self.global_expression(arg)).transpose());
        let value = first?.ok_or_else(no_opcode)?;
        match (fun, second?, third?) {
            (MathFunction::Abs, ..) if type_key.number()?.kind == ScalarKind::Uint => Ok(value),
            (MathFunction::Abs, ..) => {
                let negative = self.spec_op(type_key, Op::SNegate, &[value])?;
                self.spec_smaller(type_key, value, negative, [negative, value])
            }
            (MathFunction::Min, Some(other), _) => self.spec_smaller(type_key, value, other, [value, other]),
            (MathFunction::Max, Some(other), _) => self.spec_smaller(type_key, value, other, [other, value]),
            (MathFunction::Clamp, Some(low), Some(high)) => {
                let raised = self.spec_smaller(type_key, value, low, [low, value])?;
                self.spec_smaller(type_key, raised, high, [raised, high])
            }
            // catch-all: `opcode::is_specialized` accepts no other function
            _ => Err(no_opcode()),
        }
    }

    /// `left < right ? chosen[0] : chosen[1]`.
    fn spec_smaller(
        &mut self,
        type_key: TypeKey,
        left: ValueId,
        right: ValueId,
        chosen: [ValueId; 2],
    ) -> Result<ValueId> {
        let scalar = type_key.number()?;
        let op = opcode::binary(BinaryOperator::Less, scalar, scalar).ok_or_else(no_opcode)?;
        let less = self.spec_op(type_key.with_scalar(Scalar::BOOL), op, &[left, right])?;
        let [accept, reject] = chosen;
        self.spec_op(type_key, Op::Select, &[less, accept, reject])
    }

    /// A conversion. `classify` calls only those specialization constants that [`opcode::is_conversion`] accepts.
    fn spec_convert(&mut self, to: TypeKey, operand: Handle<Expression>) -> Result<ValueId> {
        let from = self.global_type_key(operand)?;
        let (source, target) = (from.number()?, to.number()?);
        debug_assert!(opcode::is_conversion(source, target, true));
        let value = self.global_expression(operand)?;
        if source == target {
            Ok(value)
        } else if source == Scalar::BOOL {
            let (zero, one) = (self.number(to, Number::Int(0))?, self.number(to, Number::Int(1))?);
            self.spec_op(to, Op::Select, &[value, one, zero])
        } else if target == Scalar::BOOL {
            let zero = self.number(from, Number::Int(0))?;
            self.spec_op(to, Op::INotEqual, &[value, zero])
        } else if source.kind == ScalarKind::Float {
            self.spec_op(to, Op::FConvert, &[value])
        } else {
            self.spec_resize(to, source, value)
        }
    }

    /// An integer converted to another width or signedness: truncated, or extended by its own sign.
    fn spec_resize(&mut self, to: TypeKey, source: Scalar, value: ValueId) -> Result<ValueId> {
        let target = to.number()?;
        if source == target {
            return Ok(value);
        }
        if source.width == target.width {
            let zero = self.number(to, Number::Int(0))?;
            return self.spec_op(to, Op::IAdd, &[value, zero]);
        }
        let wide = self.spec_op(to, Op::SConvert, &[value])?;
        if source.kind == ScalarKind::Sint || source.width > target.width {
            return Ok(wide);
        }
        let mask = self.number(to, Number::Int((1 << (source.width * 8)) - 1))?;
        self.spec_op(to, Op::BitwiseAnd, &[wide, mask])
    }

    /// An open override as an array length: a `u32`.
    pub(crate) fn override_length(&mut self, handle: Handle<Override>) -> Result<ValueId> {
        let value = self.override_value(handle)?;
        let scalar = self.type_keys.type_key(self.module.overrides[handle].ty).number()?;
        self.spec_resize(TypeKey::U32, scalar, value)
    }

    /// The three extents of an entry point's workgroup as `u32`: constants or specialization constants.
    pub(crate) fn workgroup_extents(&mut self, entry: usize) -> Result<[ValueId; 3]> {
        let point = &self.module.entry_points[entry];
        let overrides = point.workgroup_size_overrides.unwrap_or_default();
        let mut extents = [self.u32_constant(0)?; 3];
        for ((extent, &literal), size) in extents.iter_mut().zip(&point.workgroup_size).zip(overrides) {
            *extent = match size {
                None => self.u32_constant(literal)?,
                Some(size) => {
                    let value = self.global_expression(size)?;
                    self.spec_resize(TypeKey::U32, self.global_type_key(size)?.number()?, value)?
                }
            };
        }
        Ok(extents)
    }

    /// Emits the workgroup size of an entry point. With overrides it is `LocalSizeId` if the target has that; otherwise
    /// a constant decorated `WorkgroupSize`, which applies to every entry point of the module.
    pub(crate) fn write_workgroup_size(&mut self, entry: usize, function: FunctionId) -> Result<()> {
        let point = &self.module.entry_points[entry];
        if workgroup_size_overrides(point).next().is_none() {
            let modes = &mut self.sections.execution_modes;
            modes.execution_mode(function, ExecutionMode::LocalSize, &point.workgroup_size);
            return Ok(());
        }
        let extents = self.workgroup_extents(entry)?;
        if self.plan.facts().local_size_id {
            let modes = &mut self.sections.execution_modes;
            modes.execution_mode_id(function, ExecutionMode::LocalSizeId, &extents);
        } else {
            // The decorated constant suffices (VUID-StandaloneSpirv-LocalSize-06426).
            let id = self.spec_composite(TypeKey::vector(VectorSize::Tri, Scalar::U32), &extents)?;
            let built_in = [BuiltIn::WorkgroupSize as u32];
            let annotations = &mut self.sections.annotations;
            annotations.decorate(id.id(), Decoration::BuiltIn, &built_in);
        }
        Ok(())
    }
}

fn no_opcode() -> Internal {
    internal("an expression that is no specialization constant")
}
