//! Refusals of overrides, and the name of the override in them.
//!
//! The refusal of an expression names the first override that it depends on, and has the expression's own span.

use super::edit::named_override;
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::ir::operands;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use naga::{Arena, Expression, Handle, Module, Override};

pub(super) const NO_ELEMENT: &str = "makes an array that has no element";
pub(super) const NOT_POSITIVE: &str = "makes a workgroup size that is not positive";

/// A refusal of an override, with the override's span.
pub(super) fn refusal(module: &Module, handle: Handle<Override>, reason: impl Into<Cow<'static, str>>) -> Diagnostic {
    let (name, reason) = (name(module, handle), reason.into());
    Diagnostic::new(ErrorKind::Override { name, reason }, module.overrides.get_span(handle))
}

/// A refusal of an expression that depends on overrides, in the given arena.
pub(super) fn expression_refusal(
    module: &Module,
    arena: &Arena<Expression>,
    expression: Handle<Expression>,
    reason: impl Into<Cow<'static, str>>,
) -> Diagnostic {
    let named = first_override(arena, expression);
    let name = named.map_or_else(String::new, |named| name(module, named));
    let reason = reason.into();
    Diagnostic::new(ErrorKind::Override { name, reason }, arena.get_span(expression))
}

fn first_override(arena: &Arena<Expression>, expression: Handle<Expression>) -> Option<Handle<Override>> {
    let mut tree = operands::tree(arena, expression).into_iter();
    tree.find_map(|handle| named_override(&arena[handle]))
}

/// The name of an override, or its `@id`. Array lengths are overrides without either; they have the name of the first
/// override in their default.
fn name(module: &Module, mut handle: Handle<Override>) -> String {
    loop {
        let declared = &module.overrides[handle];
        if let Some(ref name) = declared.name {
            return name.clone();
        }
        if let Some(id) = declared.id {
            return id.to_string();
        }
        // Defaults precede the expressions that name their override, so the loop ends.
        let named = |init| first_override(&module.global_expressions, init);
        let Some(next) = declared.init.and_then(named) else {
            return String::new();
        };
        handle = next;
    }
}

/// An error with all refusals, if there are any.
pub(super) fn all(refusals: Vec<Diagnostic>) -> Result<(), Error> {
    if refusals.is_empty() {
        Ok(())
    } else {
        Err(Error::new(refusals))
    }
}
