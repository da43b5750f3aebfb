//! Operators and what rearranges components: unary, binary, select, relational, derivatives, compose, splat, swizzle.
//!
//! What an operator means is WGSL §8 (expressions); what the instruction does is SPIR-V §3.49.12 to §3.49.16 (composite,
//! arithmetic, bit, relational and derivative instructions). Conversions are in `convert`, built-in functions in `math`.
//! This file knows neither memory nor how a value came to be.

use super::FunctionEmitter;
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::{Polyfill, derivative_op};
use crate::back::slot::{Numeric, Slot};
use crate::words::ValueId;
use naga::{
    BinaryOperator, DerivativeAxis, DerivativeControl, Expression, Handle, Literal, RelationalFunction, Scalar,
    ScalarKind, SwizzleComponent, UnaryOperator, VectorSize,
};
use spirv::Op;

impl FunctionEmitter<'_, '_> {
    /// A unary operator. Integer negation wraps, as WGSL's does.
    pub(super) fn unary(
        &mut self,
        handle: Handle<Expression>,
        op: UnaryOperator,
        operand: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        let op = match (op, scalar_of(slot)?.kind) {
            (UnaryOperator::Negate, ScalarKind::Float) => Op::FNegate,
            (UnaryOperator::Negate, ScalarKind::Sint | ScalarKind::Uint) => Op::SNegate,
            (UnaryOperator::LogicalNot, _) => Op::LogicalNot,
            (UnaryOperator::BitwiseNot, _) => Op::Not,
            (UnaryOperator::Negate, ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat) => {
                return Err(internal("a negation of no number"));
            }
        };
        let operand = self.value(operand)?;
        self.unary_op(slot, op, operand)
    }

    /// A binary operator: names a method per family.
    pub(super) fn binary(
        &mut self,
        handle: Handle<Expression>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        use BinaryOperator as B;
        match op {
            B::Add => self.sum(handle, left, right, [Op::FAdd, Op::IAdd], Polyfill::MatrixAdd),
            B::Subtract => self.sum(handle, left, right, [Op::FSub, Op::ISub], Polyfill::MatrixSubtract),
            B::Multiply => self.product(handle, left, right),
            B::Divide => self.quotient(handle, left, right),
            B::Modulo => self.remainder(handle, left, right),
            B::Equal => self.compare(left, right, [Op::FOrdEqual, Op::IEqual, Op::IEqual, Op::LogicalEqual]),
            B::NotEqual => {
                let ops = [Op::FUnordNotEqual, Op::INotEqual, Op::INotEqual, Op::LogicalNotEqual];
                self.compare(left, right, ops)
            }
            B::Less => self.compare(left, right, [Op::FOrdLessThan, Op::SLessThan, Op::ULessThan, NONE]),
            B::LessEqual => {
                let ops = [Op::FOrdLessThanEqual, Op::SLessThanEqual, Op::ULessThanEqual, NONE];
                self.compare(left, right, ops)
            }
            B::Greater => {
                let ops = [Op::FOrdGreaterThan, Op::SGreaterThan, Op::UGreaterThan, NONE];
                self.compare(left, right, ops)
            }
            B::GreaterEqual => {
                let ops = [
                    Op::FOrdGreaterThanEqual,
                    Op::SGreaterThanEqual,
                    Op::UGreaterThanEqual,
                    NONE,
                ];
                self.compare(left, right, ops)
            }
            // On booleans these are logical and, unlike `&&` and `||`, evaluate both sides: which here they do anyway.
            B::And => self.combine(left, right, [NONE, Op::BitwiseAnd, Op::BitwiseAnd, Op::LogicalAnd]),
            B::InclusiveOr => self.combine(left, right, [NONE, Op::BitwiseOr, Op::BitwiseOr, Op::LogicalOr]),
            B::ExclusiveOr => self.combine(left, right, [NONE, Op::BitwiseXor, Op::BitwiseXor, Op::LogicalNotEqual]),
            B::LogicalAnd => self.plain(handle, Op::LogicalAnd, left, right),
            B::LogicalOr => self.plain(handle, Op::LogicalOr, left, right),
            B::ShiftLeft => self.shift(handle, left, right, [Op::ShiftLeftLogical, Op::ShiftLeftLogical]),
            B::ShiftRight => self.shift(handle, left, right, [Op::ShiftRightArithmetic, Op::ShiftRightLogical]),
        }
    }

    /// An instruction whose operands have the shape of its result, or of which naga has checked the shapes.
    fn plain(
        &mut self,
        handle: Handle<Expression>,
        op: Op,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        self.plain_of(slot, op, left, right)
    }

    /// The same, of a type that is known already.
    #[inline]
    fn plain_of(&mut self, slot: Slot, op: Op, left: Handle<Expression>, right: Handle<Expression>) -> Result<ValueId> {
        let (left, right) = (self.value(left)?, self.value(right)?);
        self.binary_op(slot, op, left, right)
    }

    /// Addition and subtraction; SPIR-V has neither for matrices.
    fn sum(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
        [float, integer]: [Op; 2],
        matrix: fn(Slot) -> Polyfill,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        match slot.numeric() {
            Some(Numeric::Matrix(..)) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.call_polyfill(slot, matrix(slot), &[left, right])
            }
            Some(Numeric::Scalar(scalar) | Numeric::Vector(_, scalar)) => {
                let op = if scalar.kind == ScalarKind::Float {
                    float
                } else {
                    integer
                };
                self.plain_of(slot, op, left, right)
            }
            Some(Numeric::Cooperative(..)) => self.plain_of(slot, float, left, right),
            None => Err(internal("a sum of something that is no number")),
        }
    }

    /// Multiplication of every mix of shapes that naga admits.
    fn product(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let (left_slot, right_slot) = (self.slot(left)?, self.slot(right)?);
        // Scalars and vectors of one type are multiplied part by part, and so is the result.
        if left_slot == right_slot {
            if let Some((_, scalar)) = left_slot.vector_parts() {
                let op = if scalar.kind == ScalarKind::Float {
                    Op::FMul
                } else {
                    Op::IMul
                };
                return self.plain_of(left_slot, op, left, right);
            }
        }
        let slot = self.slot(handle)?;
        let float = scalar_of(slot)?.kind == ScalarKind::Float;
        let shapes = (left_slot.numeric(), right_slot.numeric());
        let (Some(left_shape), Some(right_shape)) = shapes else {
            return Err(internal("a product of something that is no number"));
        };
        let op = match (left_shape, right_shape) {
            (Numeric::Vector(..), Numeric::Scalar(_)) => return self.scaled(slot, float, left, right),
            (Numeric::Scalar(_), Numeric::Vector(..)) => return self.scaled(slot, float, right, left),
            (Numeric::Matrix(..) | Numeric::Cooperative(..), Numeric::Scalar(_)) => Op::MatrixTimesScalar,
            (Numeric::Scalar(_), Numeric::Matrix(..) | Numeric::Cooperative(..)) => {
                return self.plain_of(slot, Op::MatrixTimesScalar, right, left);
            }
            (Numeric::Matrix(..), Numeric::Vector(..)) => Op::MatrixTimesVector,
            (Numeric::Vector(..), Numeric::Matrix(..)) => Op::VectorTimesMatrix,
            (Numeric::Matrix(..), Numeric::Matrix(..)) => Op::MatrixTimesMatrix,
            (Numeric::Scalar(_), Numeric::Scalar(_))
            | (Numeric::Vector(..), Numeric::Vector(..))
            | (Numeric::Cooperative(..), _)
            | (_, Numeric::Cooperative(..)) => {
                return Err(internal("a product that naga does not admit"));
            }
        };
        self.plain_of(slot, op, left, right)
    }

    /// A vector times a scalar: one instruction for floats, a splat before it for integers.
    fn scaled(
        &mut self,
        slot: Slot,
        float: bool,
        vector: Handle<Expression>,
        scalar: Handle<Expression>,
    ) -> Result<ValueId> {
        let vector = self.value(vector)?;
        let scalar = self.value(scalar)?;
        if float {
            return self.binary_op(slot, Op::VectorTimesScalar, vector, scalar);
        }
        let scalar = self.splat(slot, scalar)?;
        self.binary_op(slot, Op::IMul, vector, scalar)
    }

    /// Division. An integer divided by zero, and `MIN / -1`, give the dividend (WGSL §8.7).
    fn quotient(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        match scalar_of(slot)?.kind {
            ScalarKind::Float => self.plain_of(slot, Op::FDiv, left, right),
            ScalarKind::Uint => {
                let (left, right) = (self.value(left)?, self.unsigned_divisor(slot, right)?);
                self.binary_op(slot, Op::UDiv, left, right)
            }
            ScalarKind::Sint if self.all_known(right, is_safe_divisor) => self.plain_of(slot, Op::SDiv, left, right),
            ScalarKind::Sint if self.all_known(right, is_minus_one) => {
                let left = self.value(left)?;
                self.unary_op(slot, Op::SNegate, left)
            }
            ScalarKind::Sint => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.call_polyfill(slot, Polyfill::Divide(slot), &[left, right])
            }
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("a quotient of no numbers"))
            }
        }
    }

    /// Remainder with the sign of the dividend; zero where the integer division is guarded (WGSL §8.7).
    ///
    /// `OpFRem` has the error bound of WGSL's own formula, `x - y * trunc(x / y)` (precision of core SPIR-V instructions).
    /// `OpSRem` is poison for negative operands without maintenance8, so signed remainders go by the quotient.
    fn remainder(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        match scalar_of(slot)?.kind {
            ScalarKind::Float => self.plain_of(slot, Op::FRem, left, right),
            ScalarKind::Uint => {
                let (left, right) = (self.value(left)?, self.unsigned_divisor(slot, right)?);
                self.binary_op(slot, Op::UMod, left, right)
            }
            ScalarKind::Sint if self.all_known(right, is_safe_divisor) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let quotient = self.binary_op(slot, Op::SDiv, left, right)?;
                let whole = self.binary_op(slot, Op::IMul, quotient, right)?;
                self.binary_op(slot, Op::ISub, left, whole)
            }
            ScalarKind::Sint if self.all_known(right, is_minus_one) => self.m.null(slot),
            ScalarKind::Sint => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.call_polyfill(slot, Polyfill::Remainder(slot), &[left, right])
            }
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("a remainder of no numbers"))
            }
        }
    }

    /// An unsigned divisor with 1 in the place of 0: `x / 1` is the dividend and `x % 1` is zero, as WGSL has it.
    fn unsigned_divisor(&mut self, slot: Slot, divisor: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(divisor)?;
        if self.all_known(divisor, is_not_zero) {
            return Ok(value);
        }
        let one = self.m.number(slot, Number::Int(1))?;
        self.extended(slot, spirv::GlslStd450Op::UMax, &[value, one])
    }

    /// A comparison of scalars or, part by part, of vectors. A NaN is unequal to everything and in no order with anything.
    fn compare(&mut self, left: Handle<Expression>, right: Handle<Expression>, ops: [Op; 4]) -> Result<ValueId> {
        let slot = self.slot(left)?;
        let op = of_kind(slot, ops)?;
        self.plain_of(slot.with_scalar(Scalar::BOOL), op, left, right)
    }

    /// An operation on bits or booleans, whose result has the type of its operands.
    fn combine(&mut self, left: Handle<Expression>, right: Handle<Expression>, ops: [Op; 4]) -> Result<ValueId> {
        let slot = self.slot(left)?;
        let op = of_kind(slot, ops)?;
        self.plain_of(slot, op, left, right)
    }

    /// Shifts by the amount modulo the width of the shifted value (WGSL §8.9); SPIR-V leaves larger amounts undefined.
    fn shift(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
        [signed, unsigned]: [Op; 2],
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        let scalar = scalar_of(slot)?;
        let width = i64::from(scalar.width) * 8;
        let op = if scalar.kind == ScalarKind::Sint {
            signed
        } else {
            unsigned
        };
        let base = self.value(left)?;
        let mut amount = self.value(right)?;
        if !self.all_known(right, |literal| {
            integer(literal).is_some_and(|n| (0..width).contains(&n))
        }) {
            let amounts = self.slot(right)?;
            let mask = self.m.number(amounts, Number::Int(width - 1))?;
            amount = self.binary_op(amounts, Op::BitwiseAnd, amount, mask)?;
        }
        self.binary_op(slot, op, base, amount)
    }

    /// `select`. Before SPIR-V 1.4 the condition has as many components as the value.
    pub(super) fn select(
        &mut self,
        handle: Handle<Expression>,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        let conditions = self.slot(condition)?;
        let mut condition = self.value(condition)?;
        let (accept, reject) = (self.value(accept)?, self.value(reject)?);
        let (size, _) = slot
            .vector_parts()
            .ok_or_else(|| internal("a selection of composites"))?;
        if size.is_some() && conditions == Slot::BOOL && !self.m.plan.facts().select_scalar_condition {
            condition = self.splat(slot.with_scalar(Scalar::BOOL), condition)?;
        }
        self.select_op(slot, condition, accept, reject)
    }

    /// `all`, `any` and the tests of floats.
    pub(super) fn relational(
        &mut self,
        handle: Handle<Expression>,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        let op = match function {
            RelationalFunction::All => Op::All,
            RelationalFunction::Any => Op::Any,
            RelationalFunction::IsNan => Op::IsNan,
            RelationalFunction::IsInf => Op::IsInf,
        };
        let argument_slot = self.slot(argument)?;
        let argument = self.value(argument)?;
        // `OpAll` and `OpAny` take vectors only.
        if argument_slot == Slot::BOOL {
            return Ok(argument);
        }
        match function {
            RelationalFunction::All | RelationalFunction::Any => self.unary_op(slot, op, argument),
            RelationalFunction::IsNan | RelationalFunction::IsInf => {
                self.special_test(slot, argument_slot, op, argument)
            }
        }
    }

    /// Screen-space derivatives; the coarse and fine ones need `DerivativeControl`, which the plan has asked for.
    pub(super) fn derivative(
        &mut self,
        handle: Handle<Expression>,
        axis: DerivativeAxis,
        control: DerivativeControl,
        operand: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        let op = derivative_op(axis, control);
        let operand = self.value(operand)?;
        if scalar_of(slot)?.width == 8 {
            return self.call_polyfill(slot, Polyfill::DoubleDerivative { slot, axis, control }, &[operand]);
        }
        self.unary_op(slot, op, operand)
    }

    /// A composite of its parts. A vector may be made of vectors, in SPIR-V as in naga.
    pub(super) fn compose(&mut self, handle: Handle<Expression>, components: &[Handle<Expression>]) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        if let (Some(Numeric::Vector(..)), &[whole]) = (slot.numeric(), components) {
            return self.value(whole);
        }
        let mark = self.f.operands.len();
        for &component in components {
            let id = self.value(component)?;
            self.f.operands.push(id);
        }
        let ty = self.m.value_type(slot)?;
        let id = self.fresh();
        self.f
            .body
            .composite_construct(ty, id, self.f.operands.get(mark..).unwrap_or(&[]));
        self.f.operands.truncate(mark);
        Ok(id)
    }

    /// A scalar in every component of a vector.
    #[inline(never)]
    pub(super) fn splat_expression(
        &mut self,
        handle: Handle<Expression>,
        scalar: Handle<Expression>,
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        let scalar = self.value(scalar)?;
        self.splat(slot, scalar)
    }

    /// Components of one vector in another order.
    pub(super) fn swizzle(
        &mut self,
        handle: Handle<Expression>,
        size: VectorSize,
        vector: Handle<Expression>,
        pattern: [SwizzleComponent; 4],
    ) -> Result<ValueId> {
        let slot = self.slot(handle)?;
        let whole = self.slot(vector)?;
        let vector = self.value(vector)?;
        let indices = pattern.map(|component| component as u32);
        let indices = indices.get(..size as usize).unwrap_or(&[]);
        if slot == whole && indices.iter().zip(0..).all(|(&index, place)| index == place) {
            return Ok(vector);
        }
        let ty = self.m.value_type(slot)?;
        let id = self.fresh();
        self.f.body.vector_shuffle(ty, id, vector, vector, indices);
        Ok(id)
    }
}

/// The instruction for the kind of the operands: float, signed, unsigned, boolean.
#[inline]
fn of_kind(slot: Slot, [float, signed, unsigned, bool]: [Op; 4]) -> Result<Op> {
    let op = match scalar_of(slot)?.kind {
        ScalarKind::Float => float,
        ScalarKind::Sint => signed,
        ScalarKind::Uint => unsigned,
        ScalarKind::Bool => bool,
        ScalarKind::AbstractInt | ScalarKind::AbstractFloat => NONE,
    };
    if op == NONE {
        return Err(internal("an operator that its operands do not have"));
    }
    Ok(op)
}

/// Stands for an operator that a kind does not have; naga's validator refuses those.
const NONE: Op = Op::Nop;

/// The scalar of a numeric type.
pub(super) fn scalar_of(slot: Slot) -> Result<Scalar> {
    slot.scalar_of().ok_or_else(|| internal("an operand that is no number"))
}

/// The value of an integer literal; unsigned 64-bit values beyond `i64` are far from every bound asked for here.
pub(super) fn integer(literal: Literal) -> Option<i64> {
    match literal {
        Literal::I16(value) => Some(i64::from(value)),
        Literal::U16(value) => Some(i64::from(value)),
        Literal::I32(value) => Some(i64::from(value)),
        Literal::U32(value) => Some(i64::from(value)),
        Literal::I64(value) => Some(value),
        Literal::U64(value) => Some(i64::try_from(value).unwrap_or(i64::MAX)),
        Literal::F64(_)
        | Literal::F32(_)
        | Literal::F16(_)
        | Literal::Bool(_)
        | Literal::AbstractInt(_)
        | Literal::AbstractFloat(_) => None,
    }
}

/// The value of a float literal.
pub(super) fn float(literal: Literal) -> Option<f64> {
    match literal {
        Literal::F64(value) => Some(value),
        Literal::F32(value) => Some(f64::from(value)),
        Literal::F16(value) => Some(f64::from(f32::from(value))),
        Literal::I16(_)
        | Literal::U16(_)
        | Literal::I32(_)
        | Literal::U32(_)
        | Literal::I64(_)
        | Literal::U64(_)
        | Literal::Bool(_)
        | Literal::AbstractInt(_)
        | Literal::AbstractFloat(_) => None,
    }
}

fn is_not_zero(literal: Literal) -> bool {
    integer(literal).is_some_and(|n| n != 0)
}

fn is_minus_one(literal: Literal) -> bool {
    integer(literal) == Some(-1)
}

/// A divisor that neither is zero nor can overflow.
fn is_safe_divisor(literal: Literal) -> bool {
    integer(literal).is_some_and(|n| n != 0 && n != -1)
}
