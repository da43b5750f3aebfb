//! The forms that loops have in naga's IR: the guard that a body starts with, and loops that never go round.

use super::blocks;
use naga::{Block, Expression, Handle, Statement};

/// The condition that a loop's body starts with, the only thing between its start and a `break`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopGuard {
    /// How many `Emit` statements stand before it.
    pub(crate) emits: usize,
    pub(crate) condition: Handle<Expression>,
    /// The loop goes on where the condition is true; where it is false otherwise.
    pub(crate) stays: bool,
}

impl LoopGuard {
    /// The guard of a body: what naga makes of `for` and `while`.
    pub(crate) fn of(body: &Block) -> Option<Self> {
        let emits = body
            .iter()
            .take_while(|statement| matches!(statement, Statement::Emit(_)))
            .count();
        let breaks = |block: &Block| matches!(block.first(), Some(Statement::Break)) && block.len() == 1;
        let Some(&Statement::If {
            condition,
            ref accept,
            ref reject,
        }) = body.get(emits)
        else {
            return None;
        };
        let stays = match (accept.is_empty(), reject.is_empty()) {
            (true, false) if breaks(reject) => true,
            (false, true) if breaks(accept) => false,
            _ => return None,
        };
        Some(Self {
            emits,
            condition,
            stays,
        })
    }

    /// Whether an expression is evaluated anew each time the guard is. One evaluated before the loop says nothing.
    pub(crate) fn evaluates(self, body: &Block, expression: Handle<Expression>) -> bool {
        body.iter()
            .take(self.emits)
            .any(|statement| emits(statement, expression))
    }
}

/// Whether a body never comes to its end: a loop only in name.
pub(crate) fn leaves_at_once(body: &Block) -> bool {
    matches!(body.last(), Some(Statement::Break | Statement::Return { .. })) && !continues(body)
}

/// Whether a `continue` of the loop around it stands in a block. Those of a loop inside are its own.
fn continues(block: &Block) -> bool {
    block.iter().any(|statement| match *statement {
        Statement::Continue => true,
        Statement::Loop { .. } => false,
        // catch-all: what has blocks is in the list of blocks
        _ => blocks(statement).any(continues),
    })
}

pub(crate) fn emits(statement: &Statement, expression: Handle<Expression>) -> bool {
    matches!(*statement, Statement::Emit(ref range) if range.index_range().contains(&(expression.index() as u32)))
}
