//! The operands of an expression: visiting, collecting and replacing them. naga has no public function for this, so
//! there is an exhaustive match.

use alloc::vec::Vec;
use hashbrown::HashSet;
use naga::{Arena, Expression, Handle, ImageQuery, SampleLevel};
use spirula_spirv::internal::sort;

/// Calls `visit` with each operand of an expression.
pub(crate) fn for_each(expression: &Expression, visit: &mut dyn FnMut(Handle<Expression>)) {
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

fn image_sample(expression: &Expression, visit: &mut dyn FnMut(Handle<Expression>)) {
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
            .for_each(&mut *visit);
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
pub(crate) fn tree(arena: &Arena<Expression>, root: Handle<Expression>) -> Vec<Handle<Expression>> {
    let (mut tree, mut seen) = (Vec::new(), HashSet::new());
    let mut open = vec![root];
    while let Some(handle) = open.pop() {
        if seen.insert(handle) {
            tree.push(handle);
            for_each(&arena[handle], &mut |operand| open.push(operand));
        }
    }
    // Operands have lower handles.
    sort(&mut tree);
    tree
}

/// Calls `change` with each operand of an expression, to replace it.
pub(crate) fn for_each_mut(expression: &mut Expression, change: &mut dyn FnMut(&mut Handle<Expression>)) {
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
        Expression::Compose { ref mut components, .. } => components.iter_mut().for_each(change),
        Expression::Access {
            ref mut base,
            ref mut index,
        } => [base, index].into_iter().for_each(change),
        Expression::AccessIndex { ref mut base, .. } => change(base),
        Expression::Splat { ref mut value, .. } => change(value),
        Expression::Swizzle { ref mut vector, .. } => change(vector),
        Expression::Load { ref mut pointer } | Expression::ArrayLength(ref mut pointer) => change(pointer),
        Expression::ImageSample {
            ref mut image,
            ref mut sampler,
            ref mut coordinate,
            ref mut array_index,
            ref mut offset,
            ref mut level,
            ref mut depth_ref,
            gather: _,
            clamp_to_edge: _,
        } => {
            [image, sampler, coordinate].into_iter().for_each(&mut *change);
            [array_index, offset, depth_ref]
                .into_iter()
                .flatten()
                .for_each(&mut *change);
            match *level {
                SampleLevel::Auto | SampleLevel::Zero => {}
                SampleLevel::Exact(ref mut level) | SampleLevel::Bias(ref mut level) => change(level),
                SampleLevel::Gradient { ref mut x, ref mut y } => [x, y].into_iter().for_each(change),
            }
        }
        Expression::ImageLoad {
            ref mut image,
            ref mut coordinate,
            ref mut array_index,
            ref mut sample,
            ref mut level,
        } => {
            [image, coordinate].into_iter().for_each(&mut *change);
            [array_index, sample, level].into_iter().flatten().for_each(change);
        }
        Expression::ImageQuery {
            ref mut image,
            ref mut query,
        } => {
            change(image);
            match *query {
                ImageQuery::Size { ref mut level } => level.iter_mut().for_each(change),
                ImageQuery::NumLevels | ImageQuery::NumLayers | ImageQuery::NumSamples => {}
            }
        }
        Expression::Unary { ref mut expr, .. }
        | Expression::Derivative { ref mut expr, .. }
        | Expression::As { ref mut expr, .. } => change(expr),
        Expression::Binary {
            ref mut left,
            ref mut right,
            ..
        } => [left, right].into_iter().for_each(change),
        Expression::Select {
            ref mut condition,
            ref mut accept,
            ref mut reject,
        } => [condition, accept, reject].into_iter().for_each(change),
        Expression::Relational { ref mut argument, .. } => change(argument),
        Expression::Math {
            ref mut arg,
            ref mut arg1,
            ref mut arg2,
            ref mut arg3,
            ..
        } => {
            change(arg);
            [arg1, arg2, arg3].into_iter().flatten().for_each(change);
        }
        Expression::RayQueryVertexPositions { ref mut query, .. }
        | Expression::RayQueryGetIntersection { ref mut query, .. } => change(query),
        Expression::CooperativeLoad { ref mut data, .. } => {
            change(&mut data.pointer);
            change(&mut data.stride);
        }
        Expression::CooperativeMultiplyAdd {
            ref mut a,
            ref mut b,
            ref mut c,
        } => [a, b, c].into_iter().for_each(change),
    }
}

/// The expression with other operands. `None` if `of` returns `None` for an operand, or if the expression is neither a
/// constant nor an override expression.
pub(crate) fn replaced(
    expression: &Expression,
    of: &mut dyn FnMut(Handle<Expression>) -> Option<Handle<Expression>>,
) -> Option<Expression> {
    let (Expression::Literal(_)
    | Expression::Constant(_)
    | Expression::Override(_)
    | Expression::ZeroValue(_)
    | Expression::Compose { .. }
    | Expression::Access { .. }
    | Expression::AccessIndex { .. }
    | Expression::Splat { .. }
    | Expression::Swizzle { .. }
    | Expression::Unary { .. }
    | Expression::As { .. }
    | Expression::Binary { .. }
    | Expression::Select { .. }
    | Expression::Relational { .. }
    | Expression::Math { .. }) = *expression
    else {
        // naga's validator admits no other expression in constants, overrides and initial values.
        return None;
    };
    let mut copy = expression.clone();
    let mut has_all = true;
    for_each_mut(&mut copy, &mut |operand| match of(*operand) {
        Some(new) => *operand = new,
        None => has_all = false,
    });
    has_all.then_some(copy)
}
