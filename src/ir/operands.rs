//! The operands of an expression: visiting, collecting and replacing them. naga has no public function for this, so
//! there is an exhaustive match.

use alloc::collections::BTreeSet;
use naga::{Arena, Expression, Handle, ImageQuery, SampleLevel};

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

/// An expression and all expressions that it depends on, operands first.
pub(crate) fn tree(arena: &Arena<Expression>, root: Handle<Expression>) -> BTreeSet<Handle<Expression>> {
    let mut tree = BTreeSet::new();
    let mut open = vec![root];
    while let Some(handle) = open.pop() {
        if tree.insert(handle) {
            for_each(&arena[handle], |operand| open.push(operand));
        }
    }
    tree
}

/// The expression with other operands. `None` if `of` returns `None` for an operand, or if the expression is neither a
/// constant nor an override expression.
pub(crate) fn replaced(
    expression: &Expression,
    mut of: impl FnMut(Handle<Expression>) -> Option<Handle<Expression>>,
) -> Option<Expression> {
    let mut copy = expression.clone();
    let mut has_all = true;
    let mut put = |operand: &mut Handle<Expression>| match of(*operand) {
        Some(new) => *operand = new,
        None => has_all = false,
    };
    match copy {
        Expression::Literal(_) | Expression::Constant(_) | Expression::Override(_) | Expression::ZeroValue(_) => {}
        Expression::Compose { ref mut components, .. } => components.iter_mut().for_each(put),
        Expression::Access {
            ref mut base,
            ref mut index,
        } => [base, index].into_iter().for_each(put),
        Expression::AccessIndex { ref mut base, .. } => put(base),
        Expression::Splat { ref mut value, .. } => put(value),
        Expression::Swizzle { ref mut vector, .. } => put(vector),
        Expression::Unary { ref mut expr, .. } | Expression::As { ref mut expr, .. } => put(expr),
        Expression::Binary {
            ref mut left,
            ref mut right,
            ..
        } => [left, right].into_iter().for_each(put),
        Expression::Select {
            ref mut condition,
            ref mut accept,
            ref mut reject,
        } => [condition, accept, reject].into_iter().for_each(put),
        Expression::Relational { ref mut argument, .. } => put(argument),
        Expression::Math {
            ref mut arg,
            ref mut arg1,
            ref mut arg2,
            ref mut arg3,
            ..
        } => {
            put(arg);
            [arg1, arg2, arg3].into_iter().flatten().for_each(put);
        }
        // catch-all: naga's validator admits no other expression in constants, overrides and initial values
        _ => return None,
    }
    has_all.then_some(copy)
}
