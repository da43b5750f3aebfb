//! The dispatch over the kinds of expressions: one match that names a method for each kind and holds no code.

use super::FunctionEmitter;
use super::math::Arguments;
use crate::back::emitter::{Result, internal};
use crate::words::ValueId;
use naga::{Expression, Handle};

impl FunctionEmitter<'_, '_> {
    /// Emits an expression in the open block and returns its value.
    ///
    /// Frequent variants come first, so that they compile to tail calls.
    #[inline(always)]
    pub(super) fn expression(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        let function = self.function;
        match function.expressions[handle] {
            Expression::Binary { op, left, right } => self.binary(handle, op, left, right),
            Expression::Load { pointer } => self.load(self.type_key(handle)?, pointer),
            Expression::AccessIndex { base, index } => self.access_index(handle, base, index),
            Expression::As { expr, convert, .. } => self.convert(handle, expr, convert),
            Expression::Splat { value, .. } => self.splat_expression(self.type_key(handle)?, value),
            // catch-all: the match below names all variants
            _ => self.uncommon_expression(handle),
        }
    }

    #[inline(never)]
    fn uncommon_expression(&mut self, handle: Handle<Expression>) -> Result<ValueId> {
        let function = self.function;
        match function.expressions[handle] {
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::FunctionArgument(_) => self.value(handle),
            Expression::Compose { ref components, .. } => self.compose(handle, components),
            Expression::Splat { value, .. } => self.splat_expression(self.type_key(handle)?, value),
            Expression::Swizzle { size, vector, pattern } => {
                self.swizzle(self.type_key(handle)?, size, vector, pattern)
            }
            Expression::Access { base, index } => self.access(handle, base, index),
            Expression::AccessIndex { base, index } => self.access_index(handle, base, index),
            Expression::GlobalVariable(global) => self.global_variable(handle, global),
            // Its users ask `resolve_pointer` for its location. The only value that naga's validator lets be a pointer is a
            // stride of cooperative matrices, which the plan refuses.
            Expression::LocalVariable(_) => Err(internal("a pointer is used as a value")),
            Expression::Load { pointer } => self.load(self.type_key(handle)?, pointer),
            Expression::ImageSample { .. } => self.image_sample(handle),
            Expression::ImageLoad { .. } => self.image_load(handle),
            Expression::ImageQuery { image, query } => self.image_query(handle, image, query),
            Expression::Unary { op, expr } => self.unary(self.type_key(handle)?, op, expr),
            Expression::Binary { op, left, right } => self.binary(handle, op, left, right),
            Expression::Select {
                condition,
                accept,
                reject,
            } => self.select(self.type_key(handle)?, condition, accept, reject),
            Expression::Derivative { axis, ctrl, expr } => self.derivative(self.type_key(handle)?, axis, ctrl, expr),
            Expression::Relational { fun, argument } => self.relational(self.type_key(handle)?, fun, argument),
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => self.math(self.type_key(handle)?, fun, &Arguments([Some(arg), arg1, arg2, arg3])),
            Expression::As { expr, convert, .. } => self.convert(handle, expr, convert),
            Expression::ArrayLength(pointer) => self.array_length(pointer),
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::RayQueryProceedResult
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. } => {
                Err(internal("the result of a statement is used before the statement"))
            }
            Expression::RayQueryGetIntersection { query, committed } => {
                self.ray_intersection(handle, query, committed, false)
            }
            Expression::RayQueryVertexPositions { query, committed } => {
                self.ray_intersection(handle, query, committed, true)
            }
            Expression::CooperativeLoad { ref data, .. } => self.cooperative_load(self.type_key(handle)?, data),
            Expression::CooperativeMultiplyAdd { a, b, c } => self.cooperative_multiply_add(handle, [a, b, c]),
        }
    }
}
