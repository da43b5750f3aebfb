//! The forms of loops in naga's IR: the guard with which a body starts, and loops that run at most once.

use super::blocks;
use naga::{Block, Expression, Handle, Statement};

/// The guard of a loop: an `If` in its body, one arm of which consists of a `break` only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopGuard<'a> {
    /// The number of statements of the body before the guard.
    pub(crate) before: usize,
    /// Whether only `Emit` statements precede the guard, so that each iteration starts with it.
    pub(crate) is_first: bool,
    pub(crate) condition: Handle<Expression>,
    /// Whether the loop continues if the condition is true, and not if it is false.
    pub(crate) stays: bool,
    /// The arm that stays in the loop.
    pub(crate) inner: &'a Block,
}

impl<'a> LoopGuard<'a> {
    /// The first guard in a body, if every iteration that does not leave the loop earlier executes it. naga lowers
    /// `for` and `while` to such bodies. In modules read from SPIR-V the other statements are in the arm without the
    /// `break`.
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
                // catch-all: `blocks` lists the blocks of all statements
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

/// Whether a body always leaves the loop before its end, so that it runs at most once.
pub(crate) fn runs_at_most_once(body: &Block) -> bool {
    matches!(body.last(), Some(Statement::Break | Statement::Return { .. })) && !continues(body)
}

/// Whether a block contains a `continue` of its loop. Those in nested loops belong to the nested loops.
fn continues(block: &Block) -> bool {
    block.iter().any(|statement| match *statement {
        Statement::Continue => true,
        Statement::Loop { .. } => false,
        // catch-all: `blocks` lists the blocks of all statements
        _ => blocks(statement).any(continues),
    })
}
