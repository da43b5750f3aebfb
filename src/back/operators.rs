//! The instructions of operators, by the kind of their scalar or vector operands (SPIR-V §3.52.13, "Arithmetic
//! Instructions", to §3.52.15, "Relational and Logical Instructions"), in functions and in specialization expressions.

use naga::{BinaryOperator, ScalarKind, UnaryOperator};
use spirv::Op;

/// The instructions for operands that are floats, signed integers, unsigned integers and booleans.
pub(super) type ByKind = [Op; 4];

/// The table entry of an operator that does not exist for a kind. naga's validator rejects those in functions.
pub(super) const NONE: Op = Op::Nop;

/// The instruction for a kind of operands, if there is one.
#[inline]
pub(super) fn of_kind(kind: ScalarKind, [float, signed, unsigned, bool]: ByKind) -> Option<Op> {
    let op = match kind {
        ScalarKind::Float => float,
        ScalarKind::Sint => signed,
        ScalarKind::Uint => unsigned,
        ScalarKind::Bool => bool,
        ScalarKind::AbstractInt | ScalarKind::AbstractFloat => NONE,
    };
    (op != NONE).then_some(op)
}

#[inline]
pub(super) fn unary(op: UnaryOperator, kind: ScalarKind) -> Option<Op> {
    let ops = match op {
        UnaryOperator::Negate => [Op::FNegate, Op::SNegate, Op::SNegate, NONE],
        UnaryOperator::LogicalNot => [NONE, NONE, NONE, Op::LogicalNot],
        UnaryOperator::BitwiseNot => [NONE, Op::Not, Op::Not, NONE],
    };
    of_kind(kind, ops)
}

/// With a NaN operand only `!=` is true. Integer divisions and shifts need WGSL's guards in addition; functions divide
/// signed integers by helpers, because `OpSRem` is undefined for negative operands.
///
/// The logical instructions evaluate both operands, unlike `&&` and `||`; naga's IR evaluates both in any case.
#[inline]
pub(super) fn binary(op: BinaryOperator, kind: ScalarKind) -> Option<Op> {
    use BinaryOperator as B;
    let ops = match op {
        B::Add => [Op::FAdd, Op::IAdd, Op::IAdd, NONE],
        B::Subtract => [Op::FSub, Op::ISub, Op::ISub, NONE],
        B::Multiply => [Op::FMul, Op::IMul, Op::IMul, NONE],
        B::Divide => [Op::FDiv, Op::SDiv, Op::UDiv, NONE],
        B::Modulo => [Op::FRem, Op::SRem, Op::UMod, NONE],
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
        B::And => [NONE, Op::BitwiseAnd, Op::BitwiseAnd, Op::LogicalAnd],
        B::InclusiveOr => [NONE, Op::BitwiseOr, Op::BitwiseOr, Op::LogicalOr],
        B::ExclusiveOr => [NONE, Op::BitwiseXor, Op::BitwiseXor, Op::LogicalNotEqual],
        B::LogicalAnd => [NONE, NONE, NONE, Op::LogicalAnd],
        B::LogicalOr => [NONE, NONE, NONE, Op::LogicalOr],
        B::ShiftLeft => [NONE, Op::ShiftLeftLogical, Op::ShiftLeftLogical, NONE],
        B::ShiftRight => [NONE, Op::ShiftRightArithmetic, Op::ShiftRightLogical, NONE],
    };
    of_kind(kind, ops)
}
