//! `Emit` statements that naga's `process_overrides` can follow, for modules that it makes invalid.
//!
//! It evaluates the expressions of a function anew, and makes of an `Emit` one of everything from where its first
//! expression is then to where its last one is. A part of a composite that it evaluates becomes the composite's operand, which
//! comes earlier in the arena:
//!
//! ```text
//! %1 load    emit %1    %2 compose [%0, 2]    %3 %2[0]    %4 %3 + %1    emit %2 .. %4
//! ```
//!
//! Where `%0` is an override, an `Emit` that begins with `%3` would begin with `%0` and emit `%1` twice; and a part that
//! is a composite itself would be emitted twice too. So every expression gets a statement of its own, or none where naga
//! finds its value in one that was emitted before.

use super::start::inner_blocks;
use crate::back::operands;
use naga::proc::{ExpressionKindTracker, flatten_compose};
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Arena, Block, Expression, Function, Handle, Literal, Module, Range, Statement, Type, TypeInner, UniqueArena,
};

/// Separates the emits of all functions. `info` is that of the module.
pub(super) fn separate(module: &mut Module, info: &ModuleInfo) {
    for (handle, function) in module.functions.iter_mut() {
        separate_in(&module.types, function, &info[handle]);
    }
    for (index, entry) in module.entry_points.iter_mut().enumerate() {
        separate_in(&module.types, &mut entry.function, info.get_entry_point(index));
    }
}

fn separate_in(types: &UniqueArena<Type>, function: &mut Function, info: &FunctionInfo) {
    let Function {
        ref expressions,
        ref mut body,
        ..
    } = *function;
    let values = Values {
        types,
        expressions,
        info,
        evaluated: evaluated(expressions),
    };
    let mut open = vec![body];
    while let Some(block) = open.pop() {
        *block = values.separated(core::mem::take(block));
        for statement in block.iter_mut() {
            inner_blocks(statement, &mut open);
        }
    }
}

/// The expressions that naga evaluates, by index. It has no bit casts.
fn evaluated(expressions: &Arena<Expression>) -> Vec<bool> {
    let kinds = ExpressionKindTracker::from_arena(expressions);
    let mut evaluated: Vec<bool> = Vec::with_capacity(expressions.len());
    for (handle, expression) in expressions.iter() {
        let mut is_evaluated =
            kinds.is_const_or_override(handle) && !matches!(expression, Expression::As { convert: None, .. });
        operands::for_each(expression, |operand| {
            is_evaluated &= evaluated[operand.index()];
        });
        evaluated.push(is_evaluated);
    }
    evaluated
}

struct Values<'a> {
    types: &'a UniqueArena<Type>,
    expressions: &'a Arena<Expression>,
    info: &'a FunctionInfo,
    evaluated: Vec<bool>,
}

impl Values<'_> {
    fn separated(&self, block: Block) -> Block {
        let mut separated = Block::with_capacity(block.len());
        for (statement, span) in block.span_into_iter() {
            let Statement::Emit(range) = statement else {
                separated.push(statement, span);
                continue;
            };
            for handle in range.filter(|&handle| !self.is_emitted_before(handle)) {
                separated.push(Statement::Emit(Range::new_from_bounds(handle, handle)), span);
            }
        }
        separated
    }

    /// Whether the value of an expression is a composite that was emitted before. A scalar is a literal then, which is
    /// not emitted.
    fn is_emitted_before(&self, handle: Handle<Expression>) -> bool {
        if !self.evaluated[handle.index()] || matches!(self.type_of(handle), TypeInner::Scalar(_)) {
            return false;
        }
        // Those are copied.
        let is_constant = |value: Handle<Expression>| matches!(self.expressions[value], Expression::Constant(_));
        match self.expressions[handle] {
            Expression::AccessIndex { .. } | Expression::Access { .. } => {
                self.part(handle).is_some_and(|part| !is_constant(part))
            }
            // Chosen by components it is a new vector.
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                matches!(self.type_of(condition), TypeInner::Scalar(_)) && !is_constant(accept) && !is_constant(reject)
            }
            // catch-all: every other value is new
            _ => false,
        }
    }

    fn type_of(&self, handle: Handle<Expression>) -> &TypeInner {
        self.info[handle].ty.inner_with(self.types)
    }

    /// The expression that a part of a composite was made of, where the function makes the composite.
    fn part(&self, handle: Handle<Expression>) -> Option<Handle<Expression>> {
        let (base, index) = match self.expressions[handle] {
            Expression::AccessIndex { base, index } => (base, usize::try_from(index).ok()?),
            Expression::Access { base, index } => match self.expressions[index] {
                Expression::Literal(Literal::U32(index)) => (base, usize::try_from(index).ok()?),
                Expression::Literal(Literal::I32(index)) => (base, usize::try_from(index).ok()?),
                // catch-all: the number is not known yet
                _ => return None,
            },
            // catch-all: no part of anything
            _ => return None,
        };
        let base = self.part(base).unwrap_or(base);
        let Expression::Compose { ty, ref components } = self.expressions[base] else {
            return None;
        };
        flatten_compose(ty, components, self.expressions, self.types).nth(index)
    }
}
