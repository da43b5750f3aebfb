//! The operands of an expression, by an exhaustive match: naga has no public one.

use naga::{Expression, Handle, ImageQuery, SampleLevel};

/// Calls `visit` with each operand of an expression.
pub(crate) fn for_each(expression: &Expression, mut visit: impl FnMut(Handle<Expression>)) {
    match *expression {
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::RayQueryProceedResult
        | Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. } => {}
        Expression::Compose { ref components, .. } => components.iter().for_each(|&component| visit(component)),
        Expression::Access { base, index } => {
            visit(base);
            visit(index);
        }
        Expression::AccessIndex { base, .. } => visit(base),
        Expression::Splat { value, .. } => visit(value),
        Expression::Swizzle { vector, .. } => visit(vector),
        Expression::Load { pointer } => visit(pointer),
        Expression::ImageSample { .. } => image_sample(expression, visit),
        Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } => {
            visit(image);
            visit(coordinate);
            [array_index, sample, level].into_iter().flatten().for_each(visit);
        }
        Expression::ImageQuery { image, query } => {
            visit(image);
            match query {
                ImageQuery::Size { level } => level.into_iter().for_each(visit),
                ImageQuery::NumLevels | ImageQuery::NumLayers | ImageQuery::NumSamples => {}
            }
        }
        Expression::Unary { expr, .. } | Expression::Derivative { expr, .. } | Expression::As { expr, .. } => {
            visit(expr)
        }
        Expression::Binary { left, right, .. } => {
            visit(left);
            visit(right);
        }
        Expression::Select {
            condition,
            accept,
            reject,
        } => {
            visit(condition);
            visit(accept);
            visit(reject);
        }
        Expression::Relational { argument, .. } => visit(argument),
        Expression::Math {
            arg, arg1, arg2, arg3, ..
        } => {
            visit(arg);
            [arg1, arg2, arg3].into_iter().flatten().for_each(visit);
        }
        Expression::ArrayLength(pointer) => visit(pointer),
        Expression::RayQueryVertexPositions { query, .. } | Expression::RayQueryGetIntersection { query, .. } => {
            visit(query)
        }
        Expression::CooperativeLoad { ref data, .. } => {
            visit(data.pointer);
            visit(data.stride);
        }
        Expression::CooperativeMultiplyAdd { a, b, c } => {
            visit(a);
            visit(b);
            visit(c);
        }
    }
}

fn image_sample(expression: &Expression, mut visit: impl FnMut(Handle<Expression>)) {
    if let Expression::ImageSample {
        image,
        sampler,
        coordinate,
        array_index,
        offset,
        level,
        depth_ref,
        ..
    } = *expression
    {
        visit(image);
        visit(sampler);
        visit(coordinate);
        [array_index, offset, depth_ref]
            .into_iter()
            .flatten()
            .for_each(&mut visit);
        match level {
            SampleLevel::Auto | SampleLevel::Zero => {}
            SampleLevel::Exact(level) | SampleLevel::Bias(level) => visit(level),
            SampleLevel::Gradient { x, y } => {
                visit(x);
                visit(y);
            }
        }
    }
}
