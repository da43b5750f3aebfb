//! What must be known of a function before its body is copied: where it returns, and how it begins to use its ray
//! queries.

use crate::ir::{blocks, operands, statements};
use naga::{Block, Expression, Function, Handle, LocalVariable, Module, RayQueryFunction, Statement, TypeInner};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returns {
    /// Only with the last statement of its body.
    AtEnd,
    /// Where nothing follows, or in a loop or switch that nothing follows.
    InTail,
    /// Also where statements follow.
    Early,
}

/// Whether a function initializes each of its ray queries, in all executions, before it uses it.
pub(super) fn starts_queries(module: &Module, function: &Function) -> bool {
    let mut locals = function.local_variables.iter();
    locals.all(|(query, local)| {
        let is_query = matches!(module.types[local.ty].inner, TypeInner::RayQuery { .. });
        !is_query || starts_query(function, query)
    })
}

pub(super) fn returns(body: &Block) -> Returns {
    let Some((last, rest)) = body.split_last() else {
        return Returns::InTail;
    };
    if statements(rest).any(|statement| matches!(statement, Statement::Return { .. })) {
        return Returns::Early;
    }
    match *last {
        Statement::Return { .. } => Returns::AtEnd,
        Statement::Block(_) | Statement::If { .. } if blocks(last).any(|block| returns(block) == Returns::Early) => {
            Returns::Early
        }
        // catch-all: a loop or switch can be left with `break`
        _ => Returns::InTail,
    }
}

/// Whether a statement of the body itself initializes a ray query before any statement uses it.
fn starts_query(function: &Function, query: Handle<LocalVariable>) -> bool {
    let is_query = |handle| matches!(function.expressions[handle], Expression::LocalVariable(local) if local == query);
    let uses = |statement: &Statement| match *statement {
        Statement::RayQuery { query, .. } => is_query(query),
        Statement::Call { ref arguments, .. } => arguments.iter().any(|&argument| is_query(argument)),
        Statement::Emit(ref range) => {
            let mut emitted = range.clone();
            emitted.any(|handle| operands::any(&function.expressions[handle], is_query))
        }
        // catch-all: other statements have no query as an operand
        _ => false,
    };
    let mut body = function.body.iter();
    let first = body.find(|&statement| statements(core::slice::from_ref(statement)).any(uses));
    first.is_none_or(|statement| {
        matches!(
            statement,
            Statement::RayQuery {
                fun: RayQueryFunction::Initialize { .. },
                ..
            }
        )
    })
}
