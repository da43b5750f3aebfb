//! Edits of naga functions that keep the handles of expressions: which expressions are emitted, and which functions are
//! called. Also the question which override an expression names.

use naga::{Arena, Block, Expression, Function, Handle, Override, Range, Statement};

/// The override that an expression is.
pub(super) fn named_override(expression: &Expression) -> Option<Handle<Override>> {
    match *expression {
        Expression::Override(named) => Some(named),
        // catch-all: no other expression names one
        _ => None,
    }
}

pub(super) fn names_override(arena: &Arena<Expression>) -> bool {
    arena.iter().any(|(_, expression)| named_override(expression).is_some())
}

/// Replaces the functions that a function calls by their new handles.
pub(super) fn retarget(caller: &mut Function, moved: &[Handle<Function>]) {
    for (_, expression) in caller.expressions.iter_mut() {
        if let Expression::CallResult(function) = expression {
            *function = moved[function.index()];
        }
    }
    for_each_block(&mut caller.body, |block| {
        for statement in block.iter_mut() {
            if let Statement::Call { function, .. } = statement {
                *function = moved[function.index()];
            }
        }
    });
}

/// Keeps only some expressions in the `Emit` statements of a function. A statement with other expressions too is split
/// into one for each kept expression.
pub(super) fn retain_emits(function: &mut Function, keep: impl Fn(Handle<Expression>, &Expression) -> bool) {
    let expressions = &function.expressions;
    let keep = |&handle: &Handle<Expression>| keep(handle, &expressions[handle]);
    for_each_block(&mut function.body, |block| {
        let mut retained = Block::with_capacity(block.len());
        for (statement, span) in core::mem::take(block).span_into_iter() {
            match statement {
                Statement::Emit(range) if !range.clone().all(|handle| keep(&handle)) => {
                    for handle in range.filter(keep) {
                        retained.push(Statement::Emit(Range::new_from_bounds(handle, handle)), span);
                    }
                }
                // catch-all: other statements do not emit expressions
                _ => retained.push(statement, span),
            }
        }
        *block = retained;
    });
}

/// Visits a block, then the blocks inside it.
fn for_each_block(body: &mut Block, mut visit: impl FnMut(&mut Block)) {
    let mut open = vec![body];
    while let Some(block) = open.pop() {
        visit(block);
        for statement in block.iter_mut() {
            match statement {
                Statement::Block(block) => open.push(block),
                Statement::If { accept, reject, .. } => open.extend([accept, reject]),
                Statement::Switch { cases, .. } => open.extend(cases.iter_mut().map(|case| &mut case.body)),
                Statement::Loop { body, continuing, .. } => open.extend([body, continuing]),
                // catch-all: other statements have no blocks
                _ => {}
            }
        }
    }
}
