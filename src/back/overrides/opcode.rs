//! The opcodes that `OpSpecConstantOp` accepts without `Kernel`: for integers and booleans nearly all; for floats
//! selection and conversion between widths (SPIR-V, `OpSpecConstantOp`).
//!
//! Classification and emission use the same functions, so every expression that is classified as a specialization
//! expression can be emitted as one.

use crate::back::operators;
use naga::valid::ModuleInfo;
use naga::{BinaryOperator, Expression, Handle, MathFunction, Module, Scalar, ScalarKind, UnaryOperator};
use spirv::Op;

/// Whether a global expression can be computed by such opcodes. Not one with operands of the wrong types, which naga's
/// validator does not see here, but in a function.
pub(super) fn is_specialized(module: &Module, info: &ModuleInfo, handle: Handle<Expression>) -> bool {
    let parts = |handle: Handle<Expression>| info[handle].inner_with(&module.types).vector_size_and_scalar();
    match module.global_expressions[handle] {
        Expression::AccessIndex { .. } => true,
        Expression::Swizzle { size, vector, pattern } => parts(vector).is_some_and(|(of, _)| {
            let used = &pattern[..size as usize];
            of.is_some_and(|of| used.iter().all(|&component| (component as u32) < of as u32))
        }),
        Expression::Unary { op, expr } => parts(expr).is_some_and(|(_, scalar)| unary(op, scalar).is_some()),
        Expression::Binary { op, left, right } => parts(left)
            .zip(parts(right))
            .is_some_and(|((size, left), (other, right))| size == other && binary(op, left, right).is_some()),
        Expression::Select {
            condition,
            accept,
            reject,
        } => match (parts(condition), parts(accept), parts(reject)) {
            (Some((of, Scalar::BOOL)), Some(accept), Some(reject)) => {
                accept == reject && (of.is_none() || of == accept.0)
            }
            // catch-all: not of scalars and vectors, or the condition is no boolean
            _ => false,
        },
        Expression::Math {
            fun: MathFunction::Abs | MathFunction::Min | MathFunction::Max | MathFunction::Clamp,
            arg,
            arg1,
            arg2,
            ..
        } => parts(arg).is_some_and(|of| {
            let others = arg1.into_iter().chain(arg2);
            is_integer(of.1) && others.map(parts).all(|other| other == Some(of))
        }),
        Expression::As { expr, convert, .. } => parts(expr)
            .zip(parts(handle))
            .is_some_and(|((_, from), (_, to))| is_conversion(from, to, convert.is_some())),
        // catch-all: other expressions need opcodes, memory or a device, which are available in functions only
        _ => false,
    }
}

fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
}

/// The opcode of a unary operation, if there is one.
pub(super) fn unary(op: UnaryOperator, scalar: Scalar) -> Option<Op> {
    operators::unary(op, scalar.kind).filter(|_| is_integer(scalar) || scalar == Scalar::BOOL)
}

/// The opcode of a binary operation, if there is one. Divisions and shifts need WGSL's guards in addition.
pub(super) fn binary(op: BinaryOperator, left: Scalar, right: Scalar) -> Option<Op> {
    let is_shift = matches!(op, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
    let has_opcode =
        is_integer(left) && is_integer(right) && (is_shift || left == right) || [left, right] == [Scalar::BOOL; 2];
    operators::binary(op, left.kind).filter(|_| has_opcode)
}

/// Whether a scalar can be converted to another type, by value or as a bit cast.
pub(super) fn is_conversion(from: Scalar, to: Scalar, by_value: bool) -> bool {
    if from == to || is_integer(from) && is_integer(to) {
        return true;
    }
    let from_float = from.kind == ScalarKind::Float;
    by_value
        && (from == Scalar::BOOL || to == Scalar::BOOL && !from_float || to.kind == ScalarKind::Float && from_float)
}
