//! The forms that loops have in naga's IR: the guard that a body starts with, and loops that never go round.

use super::blocks;
use naga::{Block, Expression, Handle, Statement};

/// A condition that leaves a loop: an `If` of its body, one arm of which is a `break` and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopGuard<'a> {
    /// How many statements of the body stand before it.
    pub(crate) before: usize,
    /// Nothing stands before it but evaluations: every round starts with it.
    pub(crate) is_first: bool,
    pub(crate) condition: Handle<Expression>,
    /// The loop goes on where the condition is true; where it is false otherwise.
    pub(crate) stays: bool,
    /// The arm that goes on.
    pub(crate) inner: &'a Block,
}

impl<'a> LoopGuard<'a> {
    /// The first one that each round comes to, if it goes that far: what naga makes of `for` and `while`, from SPIR-V with
    /// the body in the other arm.
    pub(crate) fn of(body: &'a Block) -> Option<Self> {
        let breaks = |block: &Block| matches!(block.first(), Some(Statement::Break)) && block.len() == 1;
        let mut is_first = true;
        for (before, statement) in body.iter().enumerate() {
            match *statement {
                Statement::Emit(_) => continue,
                Statement::If {
                    condition,
                    ref accept,
                    ref reject,
                } => {
                    let (stays, inner) = match (breaks(accept), breaks(reject)) {
                        (false, true) => (true, accept),
                        (true, false) => (false, reject),
                        (true, true) => return None,
                        (false, false) if continues(accept) || continues(reject) => return None,
                        (false, false) => {
                            is_first = false;
                            continue;
                        }
                    };
                    return Some(Self {
                        before,
                        is_first,
                        condition,
                        stays,
                        inner,
                    });
                }
                Statement::Loop { .. } => is_first = false,
                Statement::Continue | Statement::Break | Statement::Return { .. } => return None,
                // catch-all: what has blocks is in the list of blocks
                _ => {
                    if blocks(statement).any(continues) {
                        return None;
                    }
                    is_first = false;
                }
            }
        }
        None
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
