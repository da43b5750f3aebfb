//! Operators, and expressions that rearrange components: unary, binary, select, relational, derivatives, compose,
//! splat, swizzle.
//!
//! The operators are defined in WGSL §8, Expressions; the instructions in SPIR-V §3.52.12 to §3.52.16 (Composite,
//! Arithmetic, Bit, Relational and Logical, and Derivative Instructions). Conversions are in `convert`, built-in
//! functions in `math`. This file does not access memory.

use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Result, internal};
use crate::back::polyfill::{Polyfill, derivative_op};
use crate::back::type_key::{Numeric, TypeKey};
use crate::words::ValueId;
use naga::{
    BinaryOperator, DerivativeAxis, DerivativeControl, Expression, Handle, Literal, RelationalFunction, Scalar,
    ScalarKind, SwizzleComponent, UnaryOperator, VectorSize,
};
use spirv::{Capability, Op};

impl FunctionEmitter<'_, '_> {
    /// A unary operator. Integer negation wraps, as in WGSL.
    pub(super) fn unary(
        &mut self,
        handle: Handle<Expression>,
        op: UnaryOperator,
        operand: Handle<Expression>,
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        let op = match op {
            UnaryOperator::Negate => of_kind(type_key.number()?.kind, [Op::FNegate, Op::SNegate, Op::SNegate, NONE])?,
            UnaryOperator::LogicalNot => Op::LogicalNot,
            UnaryOperator::BitwiseNot => Op::Not,
        };
        let operand = self.value(operand)?;
        self.unary_op(type_key, op, operand)
    }

    /// A binary operator: one instruction for the operands' scalar kind, or a method for operators that need more.
    pub(super) fn binary(
        &mut self,
        handle: Handle<Expression>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        use BinaryOperator as B;
        let (type_key, op) = match op {
            B::Add | B::Subtract => {
                let type_key = self.type_key(handle)?;
                match type_key.scalar_or_vector() {
                    Some(scalar) => (type_key, sum_op(op, scalar.kind)),
                    None => return self.sum(type_key, op, left, right),
                }
            }
            B::Multiply => {
                let type_key = self.type_key(left)?;
                // Two operands of the same scalar or vector type are multiplied componentwise.
                match type_key.scalar_or_vector() {
                    Some(scalar) if type_key == self.type_key(right)? => {
                        let is_float = scalar.kind == ScalarKind::Float;
                        (type_key, if is_float { Op::FMul } else { Op::IMul })
                    }
                    Some(_) | None => return self.product(handle, left, right),
                }
            }
            B::Divide => return self.quotient(handle, left, right),
            B::Modulo => return self.remainder(handle, left, right),
            B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual => {
                let type_key = self.type_key(left)?;
                let kind = type_key.parts()?.1.kind;
                self.need_scalar(left, type_key);
                (type_key.with_scalar(Scalar::BOOL), comparison_op(op, kind)?)
            }
            B::And | B::InclusiveOr | B::ExclusiveOr => {
                let type_key = self.type_key(left)?;
                (type_key, bit_op(op, type_key.parts()?.1.kind)?)
            }
            B::LogicalAnd => (self.type_key(handle)?, Op::LogicalAnd),
            B::LogicalOr => (self.type_key(handle)?, Op::LogicalOr),
            B::ShiftLeft => return self.shift(handle, left, right, [Op::ShiftLeftLogical, Op::ShiftLeftLogical]),
            B::ShiftRight => {
                return self.shift(handle, left, right, [Op::ShiftRightArithmetic, Op::ShiftRightLogical]);
            }
        };
        let (left, right) = (self.value(left)?, self.value(right)?);
        self.binary_op(type_key, op, left, right)
    }

    /// Emits one binary instruction. naga's validator has checked that the operand types match the result type.
    fn binary_with_type(
        &mut self,
        type_key: TypeKey,
        op: Op,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let (left, right) = (self.value(left)?, self.value(right)?);
        self.binary_op(type_key, op, left, right)
    }

    /// A sum or difference of matrices. SPIR-V has an instruction for it for cooperative matrices only.
    fn sum(
        &mut self,
        type_key: TypeKey,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        match type_key.numeric() {
            Some(Numeric::Matrix(..)) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let polyfill = match op {
                    BinaryOperator::Subtract => Polyfill::MatrixSubtract(type_key),
                    // catch-all: only additions and subtractions are passed
                    _ => Polyfill::MatrixAdd(type_key),
                };
                self.call_polyfill(type_key, polyfill, &[left, right])
            }
            Some(Numeric::Cooperative(..)) => {
                self.binary_with_type(type_key, sum_op(op, ScalarKind::Float), left, right)
            }
            Some(Numeric::Scalar(_) | Numeric::Vector(..)) | None => {
                Err(internal("the operands of a sum are not numbers"))
            }
        }
    }

    /// A product of operands whose types differ, or of matrices.
    fn product(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        let float = type_key.number()?.kind == ScalarKind::Float;
        let shapes = (self.type_key(left)?.numeric(), self.type_key(right)?.numeric());
        let (Some(left_shape), Some(right_shape)) = shapes else {
            return Err(internal("the operands of a product are not numbers"));
        };
        let op = match (left_shape, right_shape) {
            (Numeric::Vector(..), Numeric::Scalar(_)) => return self.scaled(type_key, float, left, right),
            (Numeric::Scalar(_), Numeric::Vector(..)) => return self.scaled(type_key, float, right, left),
            (Numeric::Matrix(..) | Numeric::Cooperative(..), Numeric::Scalar(_)) => Op::MatrixTimesScalar,
            (Numeric::Scalar(_), Numeric::Matrix(..) | Numeric::Cooperative(..)) => {
                return self.binary_with_type(type_key, Op::MatrixTimesScalar, right, left);
            }
            (Numeric::Matrix(..), Numeric::Vector(..)) => Op::MatrixTimesVector,
            (Numeric::Vector(..), Numeric::Matrix(..)) => Op::VectorTimesMatrix,
            (Numeric::Matrix(..), Numeric::Matrix(..)) => Op::MatrixTimesMatrix,
            (Numeric::Scalar(_), Numeric::Scalar(_))
            | (Numeric::Vector(..), Numeric::Vector(..))
            | (Numeric::Cooperative(..), _)
            | (_, Numeric::Cooperative(..)) => {
                return Err(internal("the operand types of a product do not match"));
            }
        };
        self.binary_with_type(type_key, op, left, right)
    }

    /// A vector times a scalar: one instruction for floats. For integers the scalar is first repeated in a vector.
    fn scaled(
        &mut self,
        type_key: TypeKey,
        float: bool,
        vector: Handle<Expression>,
        scalar: Handle<Expression>,
    ) -> Result<ValueId> {
        let vector = self.value(vector)?;
        let scalar = self.value(scalar)?;
        if float {
            return self.binary_op(type_key, Op::VectorTimesScalar, vector, scalar);
        }
        let scalar = self.splat(type_key, scalar)?;
        self.binary_op(type_key, Op::IMul, vector, scalar)
    }

    /// Division. An integer divided by zero, and `MIN / -1`, yield the dividend (WGSL §8.7), unless
    /// `emit_int_div_checks` is off.
    fn quotient(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        match type_key.number()?.kind {
            ScalarKind::Float => self.binary_with_type(type_key, Op::FDiv, left, right),
            ScalarKind::Uint => {
                let (left, right) = (self.value(left)?, self.unsigned_divisor(type_key, right)?);
                self.binary_op(type_key, Op::UDiv, left, right)
            }
            ScalarKind::Sint if self.all_known(right, is_minus_one) => {
                let left = self.value(left)?;
                self.unary_op(type_key, Op::SNegate, left)
            }
            ScalarKind::Sint if self.is_safe_divisor(right) => self.binary_with_type(type_key, Op::SDiv, left, right),
            ScalarKind::Sint => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.call_polyfill(type_key, Polyfill::Divide(type_key), &[left, right])
            }
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("the operands of a division are not numbers"))
            }
        }
    }

    /// Remainder with the sign of the dividend. For integers, zero if the divisor is zero or the division overflows
    /// (WGSL §8.7), unless `emit_int_div_checks` is off.
    ///
    /// `OpFRem` has the error bound of WGSL's own formula, `x - y * trunc(x / y)` (Vulkan Environment for SPIR-V,
    /// "Precision of Core SPIR-V Instructions"). `OpSRem` with a negative operand is undefined without maintenance8, so
    /// a signed remainder is computed from the quotient.
    fn remainder(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        match type_key.number()?.kind {
            ScalarKind::Float => self.binary_with_type(type_key, Op::FRem, left, right),
            ScalarKind::Uint => {
                let (left, right) = (self.value(left)?, self.unsigned_divisor(type_key, right)?);
                self.binary_op(type_key, Op::UMod, left, right)
            }
            ScalarKind::Sint if self.all_known(right, is_minus_one) => self.m.null(type_key),
            ScalarKind::Sint if self.is_safe_divisor(right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let quotient = self.binary_op(type_key, Op::SDiv, left, right)?;
                let whole = self.binary_op(type_key, Op::IMul, quotient, right)?;
                self.binary_op(type_key, Op::ISub, left, whole)
            }
            ScalarKind::Sint => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.call_polyfill(type_key, Polyfill::Remainder(type_key), &[left, right])
            }
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("the operands of a remainder are not numbers"))
            }
        }
    }

    /// Whether a signed division needs no check: no component of the divisor is 0 or -1, or checks are off.
    fn is_safe_divisor(&self, divisor: Handle<Expression>) -> bool {
        !self.m.options.emit_int_div_checks || self.all_known(divisor, is_safe_divisor)
    }

    /// An unsigned divisor with 0 replaced by 1: `x / 1` is the dividend and `x % 1` is zero, as WGSL requires.
    fn unsigned_divisor(&mut self, type_key: TypeKey, divisor: Handle<Expression>) -> Result<ValueId> {
        let value = self.value(divisor)?;
        if !self.m.options.emit_int_div_checks || self.all_known(divisor, is_not_zero) {
            return Ok(value);
        }
        let one = self.m.number(type_key, Number::Int(1))?;
        self.extended(type_key, spirv::GlslStd450Op::UMax, &[value, one])
    }

    /// Shifts by the amount modulo the width of the shifted value (WGSL §8.9). In SPIR-V larger amounts are undefined.
    fn shift(
        &mut self,
        handle: Handle<Expression>,
        left: Handle<Expression>,
        right: Handle<Expression>,
        [signed, unsigned]: [Op; 2],
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        let scalar = type_key.number()?;
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
            let amounts = self.type_key(right)?;
            let mask = self.m.number(amounts, Number::Int(width - 1))?;
            amount = self.binary_op(amounts, Op::BitwiseAnd, amount, mask)?;
        }
        self.binary_op(type_key, op, base, amount)
    }

    /// `select`. Before SPIR-V 1.4 the condition must have as many components as the value.
    pub(super) fn select(
        &mut self,
        handle: Handle<Expression>,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        let is_scalar = self.type_key(condition)? == TypeKey::BOOL;
        let mut condition = self.value(condition)?;
        let (accept, reject) = (self.value(accept)?, self.value(reject)?);
        if is_scalar {
            condition = self.select_condition(type_key, condition)?;
        }
        self.select_op(type_key, condition, accept, reject)
    }

    /// `all`, `any` and the tests of floats.
    pub(super) fn relational(
        &mut self,
        handle: Handle<Expression>,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        let op = match function {
            RelationalFunction::All => Op::All,
            RelationalFunction::Any => Op::Any,
            RelationalFunction::IsNan => Op::IsNan,
            RelationalFunction::IsInf => Op::IsInf,
        };
        let (operand, argument_type_key) = (argument, self.type_key(argument)?);
        let argument = self.value(argument)?;
        // `OpAll` and `OpAny` take vectors only. For a scalar the result is the operand.
        if argument_type_key == TypeKey::BOOL {
            return Ok(argument);
        }
        match function {
            RelationalFunction::All | RelationalFunction::Any => self.unary_op(type_key, op, argument),
            RelationalFunction::IsNan | RelationalFunction::IsInf => {
                self.need_scalar(operand, argument_type_key);
                self.special_test(type_key, argument_type_key, op, argument)
            }
        }
    }

    /// Screen-space derivatives. The coarse and fine variants need the capability `DerivativeControl`.
    pub(super) fn derivative(
        &mut self,
        handle: Handle<Expression>,
        axis: DerivativeAxis,
        control: DerivativeControl,
        operand: Handle<Expression>,
    ) -> Result<ValueId> {
        match control {
            DerivativeControl::Coarse | DerivativeControl::Fine => self.need(Capability::DerivativeControl),
            DerivativeControl::None => {}
        }
        let type_key = self.type_key(handle)?;
        let op = derivative_op(axis, control);
        let operand = self.value(operand)?;
        if type_key.number()?.width == 8 {
            let polyfill = Polyfill::DoubleDerivative(type_key, axis, control);
            return self.call_polyfill(type_key, polyfill, &[operand]);
        }
        self.unary_op(type_key, op, operand)
    }

    /// A composite value. The components of a vector may be vectors, in SPIR-V as in naga.
    pub(super) fn compose(&mut self, handle: Handle<Expression>, components: &[Handle<Expression>]) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        if let (Some(Numeric::Vector(..)), &[whole]) = (type_key.numeric(), components) {
            return self.value(whole);
        }
        let function = self.function;
        self.m
            .limit_constituents(components.len(), || function.expressions.get_span(handle));
        let mark = self.f.operands.len();
        for &component in components {
            let id = self.value(component)?;
            self.f.operands.push(id);
        }
        self.construct_since(mark, type_key)
    }

    /// A scalar in every component of a vector.
    #[inline(never)]
    pub(super) fn splat_expression(
        &mut self,
        handle: Handle<Expression>,
        scalar: Handle<Expression>,
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        let scalar = self.value(scalar)?;
        self.splat(type_key, scalar)
    }

    /// Components of one vector in another order.
    pub(super) fn swizzle(
        &mut self,
        handle: Handle<Expression>,
        size: VectorSize,
        vector: Handle<Expression>,
        pattern: [SwizzleComponent; 4],
    ) -> Result<ValueId> {
        let type_key = self.type_key(handle)?;
        let whole = self.type_key(vector)?;
        let vector = self.value(vector)?;
        let indices = pattern.map(|component| component as u32);
        let indices = &indices[..size as usize];
        if type_key == whole && indices.iter().zip(0..).all(|(&index, place)| index == place) {
            return Ok(vector);
        }
        self.op(type_key, |code, ty, id| {
            code.vector_shuffle(ty, id, vector, vector, indices)
        })
    }
}

/// The instruction for the addition or subtraction of scalars or vectors.
#[inline]
fn sum_op(op: BinaryOperator, kind: ScalarKind) -> Op {
    match (op, kind) {
        (BinaryOperator::Subtract, ScalarKind::Float) => Op::FSub,
        (BinaryOperator::Subtract, _) => Op::ISub,
        (_, ScalarKind::Float) => Op::FAdd,
        // catch-all: only additions and subtractions are passed
        _ => Op::IAdd,
    }
}

/// The comparison instruction for the operands' kind. With a NaN operand only `!=` is true.
#[inline]
fn comparison_op(op: BinaryOperator, kind: ScalarKind) -> Result<Op> {
    use BinaryOperator as B;
    let ops = match op {
        B::Equal => [Op::FOrdEqual, Op::IEqual, Op::IEqual, Op::LogicalEqual],
        B::NotEqual => [Op::FUnordNotEqual, Op::INotEqual, Op::INotEqual, Op::LogicalNotEqual],
        B::Less => [Op::FOrdLessThan, Op::SLessThan, Op::ULessThan, NONE],
        B::LessEqual => [Op::FOrdLessThanEqual, Op::SLessThanEqual, Op::ULessThanEqual, NONE],
        B::Greater => [Op::FOrdGreaterThan, Op::SGreaterThan, Op::UGreaterThan, NONE],
        B::GreaterEqual => [
            Op::FOrdGreaterThanEqual,
            Op::SGreaterThanEqual,
            Op::UGreaterThanEqual,
            NONE,
        ],
        // catch-all: the other operators are no comparisons
        _ => [NONE; 4],
    };
    of_kind(kind, ops)
}

/// The bitwise instruction for the operands' kind. For booleans it is a logical instruction. These evaluate both
/// operands, unlike `&&` and `||`; naga's IR evaluates both in any case.
#[inline]
fn bit_op(op: BinaryOperator, kind: ScalarKind) -> Result<Op> {
    use BinaryOperator as B;
    let ops = match op {
        B::And => [NONE, Op::BitwiseAnd, Op::BitwiseAnd, Op::LogicalAnd],
        B::InclusiveOr => [NONE, Op::BitwiseOr, Op::BitwiseOr, Op::LogicalOr],
        B::ExclusiveOr => [NONE, Op::BitwiseXor, Op::BitwiseXor, Op::LogicalNotEqual],
        // catch-all: the other operators are not bitwise
        _ => [NONE; 4],
    };
    of_kind(kind, ops)
}

#[inline]
pub(super) fn of_kind(kind: ScalarKind, [float, signed, unsigned, bool]: [Op; 4]) -> Result<Op> {
    let op = match kind {
        ScalarKind::Float => float,
        ScalarKind::Sint => signed,
        ScalarKind::Uint => unsigned,
        ScalarKind::Bool => bool,
        ScalarKind::AbstractInt | ScalarKind::AbstractFloat => NONE,
    };
    if op == NONE {
        return Err(internal("an operator does not exist for its operands' kind"));
    }
    Ok(op)
}

/// The table entry of an operator that does not exist for a kind. naga's validator rejects those.
pub(super) const NONE: Op = Op::Nop;

/// The value of an integer literal. Unsigned 64-bit values above `i64::MAX` saturate; no caller compares with values of
/// that size.
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

/// Whether a divisor is not zero and cannot cause overflow.
fn is_safe_divisor(literal: Literal) -> bool {
    integer(literal).is_some_and(|n| n != 0 && n != -1)
}
