//! The operands of an expression: visiting, collecting and replacing them. naga has no public function for this, so
//! there is an exhaustive match, by shared or by mutable reference.

use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};
use naga::{Arena, CooperativeData, Expression, Handle, ImageQuery, SampleLevel, Span};
use spirula_spirv::internal::sort;

/// Calls `$visit` with a reference to each operand of the expression, shared or mutable as the expression is.
macro_rules! visit_operands {
    ($expression:expr, $visit:expr) => {
        match $expression {
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
            Expression::Compose { components, .. } => components.into_iter().for_each($visit),
            Expression::AccessIndex { base: operand, .. }
            | Expression::Splat { value: operand, .. }
            | Expression::Swizzle { vector: operand, .. }
            | Expression::Load { pointer: operand }
            | Expression::ArrayLength(operand)
            | Expression::Unary { expr: operand, .. }
            | Expression::Derivative { expr: operand, .. }
            | Expression::As { expr: operand, .. }
            | Expression::Relational { argument: operand, .. }
            | Expression::RayQueryVertexPositions { query: operand, .. }
            | Expression::RayQueryGetIntersection { query: operand, .. } => $visit(operand),
            Expression::Access { base, index } => [base, index].into_iter().for_each($visit),
            Expression::Binary { left, right, .. } => [left, right].into_iter().for_each($visit),
            Expression::Select {
                condition,
                accept,
                reject,
            } => [condition, accept, reject].into_iter().for_each($visit),
            Expression::Math {
                arg, arg1, arg2, arg3, ..
            } => {
                $visit(arg);
                [arg1, arg2, arg3].into_iter().flatten().for_each($visit);
            }
            Expression::ImageSample {
                image,
                sampler,
                coordinate,
                array_index,
                offset,
                level,
                depth_ref,
                gather: _,
                clamp_to_edge: _,
            } => {
                let optional = [array_index, offset, depth_ref].into_iter().flatten();
                let operands = [image, sampler, coordinate].into_iter().chain(optional);
                operands.for_each(&mut $visit);
                match level {
                    SampleLevel::Auto | SampleLevel::Zero => {}
                    SampleLevel::Exact(level) | SampleLevel::Bias(level) => $visit(level),
                    SampleLevel::Gradient { x, y } => [x, y].into_iter().for_each($visit),
                }
            }
            Expression::ImageLoad {
                image,
                coordinate,
                array_index,
                sample,
                level,
            } => {
                [image, coordinate].into_iter().for_each(&mut $visit);
                [array_index, sample, level].into_iter().flatten().for_each($visit);
            }
            Expression::ImageQuery { image, query } => {
                $visit(image);
                match query {
                    ImageQuery::Size { level } => level.into_iter().for_each($visit),
                    ImageQuery::NumLevels | ImageQuery::NumLayers | ImageQuery::NumSamples => {}
                }
            }
            Expression::CooperativeLoad { data, .. } => {
                let CooperativeData { pointer, stride, .. } = data;
                [pointer, stride].into_iter().for_each($visit);
            }
            Expression::CooperativeMultiplyAdd { a, b, c } => [a, b, c].into_iter().for_each($visit),
        }
    };
}

/// Calls `visit` with each operand of an expression.
pub(crate) fn for_each(expression: &Expression, visit: &mut dyn FnMut(Handle<Expression>)) {
    let mut visit = |operand: &Handle<Expression>| visit(*operand);
    visit_operands!(expression, visit);
}

/// Whether a predicate holds for any operand of an expression.
pub(crate) fn any(expression: &Expression, predicate: impl Fn(Handle<Expression>) -> bool) -> bool {
    let mut holds = false;
    for_each(expression, &mut |operand| holds = holds || predicate(operand));
    holds
}

/// Calls `change` with each operand of an expression, to replace it.
pub(crate) fn for_each_mut(expression: &mut Expression, mut change: &mut dyn FnMut(&mut Handle<Expression>)) {
    visit_operands!(expression, change);
}

/// Whether an operand of `coopStore` can be evaluated at the store if it is not in scope there: naga's front end for WGSL
/// emits the operands that no `let` names after the store. Not the result of a statement.
pub(crate) const fn can_be_late(expression: &Expression) -> bool {
    matches!(
        expression,
        Expression::Load { .. }
            | Expression::ArrayLength(_)
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. }
            | Expression::ImageSample { .. }
            | Expression::CooperativeLoad { .. }
    )
}

/// Whether the value of an expression depends on the statement that evaluates it. Any other expression has the same value
/// wherever it is evaluated.
pub(crate) fn needs_statement(expression: &Expression) -> bool {
    match *expression {
        Expression::Load { .. }
        | Expression::ImageSample { .. }
        | Expression::ImageLoad { .. }
        | Expression::ImageQuery { .. }
        | Expression::Derivative { .. }
        | Expression::ArrayLength(_)
        | Expression::RayQueryGetIntersection { .. }
        | Expression::RayQueryVertexPositions { .. }
        | Expression::CooperativeLoad { .. }
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::RayQueryProceedResult
        | Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. } => true,
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::Compose { .. }
        | Expression::Access { .. }
        | Expression::AccessIndex { .. }
        | Expression::Splat { .. }
        | Expression::Swizzle { .. }
        | Expression::Unary { .. }
        | Expression::Binary { .. }
        | Expression::Select { .. }
        | Expression::Relational { .. }
        | Expression::Math { .. }
        | Expression::As { .. }
        | Expression::CooperativeMultiplyAdd { .. } => false,
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

/// Copies an expression and all expressions that it depends on by `append`, operands first. `None` if one of them is
/// neither a constant nor an override expression.
pub(crate) fn copy_tree(
    arena: &Arena<Expression>,
    root: Handle<Expression>,
    mut append: impl FnMut(Expression, Span) -> Handle<Expression>,
) -> Option<Handle<Expression>> {
    let mut copies = HashMap::new();
    for handle in tree(arena, root) {
        let copy = replaced(&arena[handle], &mut |operand| copies.get(&operand).copied())?;
        copies.insert(handle, append(copy, arena.get_span(handle)));
    }
    copies.get(&root).copied()
}
