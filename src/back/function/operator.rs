//! Operators, and expressions that rearrange components: unary, binary, select, relational, derivatives, compose,
//! splat, swizzle.
//!
//! The operators are defined in WGSL §8, Expressions; the instructions in SPIR-V §3.52.12 to §3.52.16 (Composite,
//! Arithmetic, Bit, Relational and Logical, and Derivative Instructions). Conversions are in `convert`, built-in
//! functions in `math`. This file does not access memory.

use super::{Code, FunctionEmitter};
use crate::back::constants::Number;
use crate::back::emitter::{Internal, Result, internal};
use crate::back::operators;
use crate::back::plan::Specials;
use crate::back::polyfill::{Polyfill, derivative_op};
use crate::back::type_key::{Numeric, TypeKey};
use crate::ir::literal::whole;
use crate::words::ValueId;
use naga::{
    BinaryOperator, DerivativeAxis, DerivativeControl, Expression, Handle, RelationalFunction, Scalar, ScalarKind,
    SwizzleComponent, UnaryOperator, VectorSize,
};
use spirv::{Capability, Op};

impl FunctionEmitter<'_, '_> {
    /// A unary operator. Integer negation wraps, as in WGSL.
    pub(super) fn unary(&mut self, type_key: TypeKey, op: UnaryOperator, expr: Handle<Expression>) -> Result<ValueId> {
        let op = operators::unary(op, type_key.number()?.kind).ok_or_else(no_operator)?;
        self.core_unary(type_key, op, expr)
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
        let operands = [left, right];
        let (type_key, kind) = match op {
            B::Add | B::Subtract => {
                let type_key = self.type_key(handle)?;
                match type_key.numeric() {
                    Some(Numeric::Scalar(scalar) | Numeric::Vector(_, scalar)) => (type_key, scalar.kind),
                    Some(Numeric::Cooperative(..)) => (type_key, ScalarKind::Float),
                    // SPIR-V has an instruction for cooperative matrices only.
                    Some(Numeric::Matrix(..)) => {
                        let helper = if op == B::Add {
                            Polyfill::MatrixAdd
                        } else {
                            Polyfill::MatrixSubtract
                        };
                        let operands = self.values(operands)?;
                        return self.call_polyfill(type_key, helper(type_key), &operands);
                    }
                    None => return Err(internal("the operands of a sum are not numbers")),
                }
            }
            B::Multiply => {
                let type_key = self.type_key(left)?;
                // Two operands of the same scalar or vector type are multiplied componentwise.
                match type_key.scalar_or_vector() {
                    Some(scalar) if type_key == self.type_key(right)? => (type_key, scalar.kind),
                    Some(_) | None => return self.product(self.type_key(handle)?, operands),
                }
            }
            B::Divide | B::Modulo => return self.division(self.type_key(handle)?, op, operands),
            B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual => {
                let type_key = self.type_key(left)?;
                let kind = type_key.parts()?.1.kind;
                self.need_scalar(left, type_key);
                (type_key.with_scalar(Scalar::BOOL), kind)
            }
            B::And | B::InclusiveOr | B::ExclusiveOr | B::LogicalAnd | B::LogicalOr => {
                let type_key = self.type_key(left)?;
                (type_key, type_key.parts()?.1.kind)
            }
            B::ShiftLeft | B::ShiftRight => return self.shift(self.type_key(handle)?, op, operands),
        };
        self.binary_with_type(type_key, op_of(op, kind)?, operands)
    }

    /// Emits one binary instruction. naga's validator has checked that the operand types match the result type.
    #[inline]
    fn binary_with_type(&mut self, type_key: TypeKey, op: Op, operands: [Handle<Expression>; 2]) -> Result<ValueId> {
        let [left, right] = self.values(operands)?;
        self.binary_op(type_key, op, left, right)
    }

    #[inline]
    pub(super) fn values(&mut self, [left, right]: [Handle<Expression>; 2]) -> Result<[ValueId; 2]> {
        Ok([self.value(left)?, self.value(right)?])
    }

    /// A product of operands whose types differ, or of matrices.
    fn product(&mut self, type_key: TypeKey, [left, right]: [Handle<Expression>; 2]) -> Result<ValueId> {
        let shapes = (self.type_key(left)?.numeric(), self.type_key(right)?.numeric());
        let (Some(left_shape), Some(right_shape)) = shapes else {
            return Err(internal("the operands of a product are not numbers"));
        };
        let op = match (left_shape, right_shape) {
            (Numeric::Vector(..), Numeric::Scalar(_)) => return self.scaled(type_key, [left, right]),
            (Numeric::Scalar(_), Numeric::Vector(..)) => return self.scaled(type_key, [right, left]),
            (Numeric::Matrix(..) | Numeric::Cooperative(..), Numeric::Scalar(_)) => Op::MatrixTimesScalar,
            (Numeric::Scalar(_), Numeric::Matrix(..) | Numeric::Cooperative(..)) => {
                return self.binary_with_type(type_key, Op::MatrixTimesScalar, [right, left]);
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
        self.binary_with_type(type_key, op, [left, right])
    }

    /// A vector times a scalar: one instruction for floats. For integers the scalar is first repeated in a vector.
    fn scaled(&mut self, type_key: TypeKey, operands: [Handle<Expression>; 2]) -> Result<ValueId> {
        let [vector, scalar] = self.values(operands)?;
        if type_key.number()?.kind == ScalarKind::Float {
            return self.binary_op(type_key, Op::VectorTimesScalar, vector, scalar);
        }
        let scalar = self.splat(type_key, scalar)?;
        self.binary_op(type_key, Op::IMul, vector, scalar)
    }

    /// Division, or the remainder with the sign of the dividend. For integers, if the divisor is zero or the division
    /// overflows, the quotient is the dividend and the remainder is zero (WGSL §8.7), unless `emit_int_div_checks` is
    /// off.
    ///
    /// `OpFRem` has the error bound of WGSL's own formula, `x - y * trunc(x / y)` (Vulkan Environment for SPIR-V,
    /// "Precision of Core SPIR-V Instructions"). `OpSRem` with a negative operand is undefined without maintenance8, so
    /// a signed remainder is computed from the quotient.
    fn division(
        &mut self,
        type_key: TypeKey,
        op: BinaryOperator,
        operands: [Handle<Expression>; 2],
    ) -> Result<ValueId> {
        let [left, right] = operands;
        let is_remainder = op == BinaryOperator::Modulo;
        let kind = type_key.number()?.kind;
        match kind {
            ScalarKind::Float => self.binary_with_type(type_key, op_of(op, kind)?, operands),
            ScalarKind::Uint => {
                let (left, mut divisor) = (self.value(left)?, self.value(right)?);
                let is_not_zero = |literal| whole(literal).is_some_and(|n| n != 0);
                if self.m.options.emit_int_div_checks && !self.all_known(right, is_not_zero) {
                    // A divisor of 0 is replaced by 1: `x / 1` is the dividend and `x % 1` is zero, as WGSL requires.
                    let one = self.m.number(type_key, Number::Int(1))?;
                    divisor = self.extended(type_key, spirv::GlslStd450Op::UMax, &[divisor, one])?;
                }
                self.binary_op(type_key, op_of(op, kind)?, left, divisor)
            }
            ScalarKind::Sint if self.all_known(right, |literal| whole(literal) == Some(-1)) => {
                if is_remainder {
                    return self.m.null(type_key);
                }
                self.core_unary(type_key, Op::SNegate, left)
            }
            ScalarKind::Sint => {
                // No component of the divisor is zero or can cause overflow.
                let is_safe = |literal| whole(literal).is_some_and(|n| n != 0 && n != -1);
                let is_safe = !self.m.options.emit_int_div_checks || self.all_known(right, is_safe);
                let [left, right] = self.values(operands)?;
                if !is_safe {
                    let helper = if is_remainder {
                        Polyfill::Remainder
                    } else {
                        Polyfill::Divide
                    };
                    return self.call_polyfill(type_key, helper(type_key), &[left, right]);
                }
                let quotient = self.binary_op(type_key, Op::SDiv, left, right)?;
                if !is_remainder {
                    return Ok(quotient);
                }
                let whole = self.binary_op(type_key, Op::IMul, quotient, right)?;
                self.binary_op(type_key, Op::ISub, left, whole)
            }
            ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Err(internal("the operands of a division are not numbers"))
            }
        }
    }

    /// Shifts by the amount modulo the width of the shifted value (WGSL §8.9). In SPIR-V larger amounts are undefined.
    fn shift(&mut self, type_key: TypeKey, op: BinaryOperator, operands: [Handle<Expression>; 2]) -> Result<ValueId> {
        let scalar = type_key.number()?;
        let width = i64::from(scalar.width) * 8;
        let [base, mut amount] = self.values(operands)?;
        let [_, right] = operands;
        let is_in_range = |literal| whole(literal).is_some_and(|n| (0..width).contains(&n));
        if !self.all_known(right, is_in_range) {
            let amounts = self.type_key(right)?;
            let mask = self.m.number(amounts, Number::Int(width - 1))?;
            amount = self.binary_op(amounts, Op::BitwiseAnd, amount, mask)?;
        }
        self.binary_op(type_key, op_of(op, scalar.kind)?, base, amount)
    }

    /// `select`. Before SPIR-V 1.4 the condition must have as many components as the value.
    pub(super) fn select(
        &mut self,
        type_key: TypeKey,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<ValueId> {
        let is_scalar = self.type_key(condition)? == TypeKey::BOOL;
        let mut condition = self.value(condition)?;
        let (accept, reject) = (self.value(accept)?, self.value(reject)?);
        if is_scalar {
            condition = self.select_condition(type_key, condition)?;
        }
        self.select_op(type_key, condition, accept, reject)
    }

    pub(super) fn relational(
        &mut self,
        type_key: TypeKey,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<ValueId> {
        let tested = self.type_key(argument)?;
        let value = self.value(argument)?;
        // `OpAll` and `OpAny` take vectors only. For a scalar the result is the operand.
        if tested == TypeKey::BOOL {
            return Ok(value);
        }
        let op = match function {
            RelationalFunction::All => return self.unary_op(type_key, Op::All, value),
            RelationalFunction::Any => return self.unary_op(type_key, Op::Any, value),
            RelationalFunction::IsNan => Op::IsNan,
            RelationalFunction::IsInf => Op::IsInf,
        };
        self.need_scalar(argument, tested);
        let infinite = function == RelationalFunction::IsInf;
        let is_reliable = match self.m.specials(tested) {
            Specials::Preserved | Specials::Masked => true,
            Specials::MaskedFinite => !infinite,
            Specials::Assumed => false,
        };
        if is_reliable {
            return self.unary_op(type_key, op, value);
        }
        // If the device may assume that there are no NaNs or infinities, the bits are tested, because the Vulkan 1.4
        // environment lets the instructions follow the assumption.
        let floats = tested;
        self.call_polyfill(type_key, Polyfill::SpecialTest { floats, infinite }, &[value])
    }

    /// Screen-space derivatives. The coarse and fine variants need the capability `DerivativeControl`.
    pub(super) fn derivative(
        &mut self,
        type_key: TypeKey,
        axis: DerivativeAxis,
        control: DerivativeControl,
        operand: Handle<Expression>,
    ) -> Result<ValueId> {
        match control {
            DerivativeControl::Coarse | DerivativeControl::Fine => self.m.need(Capability::DerivativeControl),
            DerivativeControl::None => {}
        }
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
        let span = || function.expressions.get_span(handle);
        self.m.limit_constituents(components.len(), span);
        let mark = self.f.operands.len();
        for &component in components {
            let id = self.value(component)?;
            self.f.operands.push(id);
        }
        self.construct_since(mark, type_key)
    }

    #[inline(never)]
    pub(super) fn splat_expression(&mut self, type_key: TypeKey, scalar: Handle<Expression>) -> Result<ValueId> {
        let scalar = self.value(scalar)?;
        self.splat(type_key, scalar)
    }

    /// Components of one vector in another order.
    pub(super) fn swizzle(
        &mut self,
        type_key: TypeKey,
        size: VectorSize,
        vector: Handle<Expression>,
        pattern: [SwizzleComponent; 4],
    ) -> Result<ValueId> {
        let whole = self.type_key(vector)?;
        let vector = self.value(vector)?;
        let indices = pattern.map(|component| component as u32);
        let indices = &indices[..size as usize];
        if type_key == whole && indices.iter().zip(0..).all(|(&index, place)| index == place) {
            return Ok(vector);
        }
        self.shuffle(type_key, vector, indices)
    }
}

#[inline]
pub(super) fn op_of(op: BinaryOperator, kind: ScalarKind) -> Result<Op> {
    operators::binary(op, kind).ok_or_else(no_operator)
}

fn no_operator() -> Internal {
    internal("an operator does not exist for its operands' kind")
}
