//! Constant expressions whose literals are known without evaluation.

use naga::{Expression, Function, Handle, Literal, TypeInner};

/// The literal of a constant expression: a literal, a constant whose value is one, or a zero value. Optimized for the
/// common case that the expression is not constant.
#[inline]
pub(crate) fn known_literal(
    module: &naga::Module,
    arena: &naga::Arena<Expression>,
    expression: Handle<Expression>,
) -> Option<Literal> {
    match arena[expression] {
        Expression::Literal(literal) => Some(literal),
        Expression::Constant(_) | Expression::ZeroValue(_) => literal_behind(module, arena, expression),
        // catch-all: no other expression is known to be a literal
        _ => None,
    }
}

/// The same by a loop, since constants may name constants in a long chain.
fn literal_behind<'a>(
    module: &'a naga::Module,
    mut arena: &'a naga::Arena<Expression>,
    mut expression: Handle<Expression>,
) -> Option<Literal> {
    while let Expression::Constant(constant) = arena[expression] {
        (arena, expression) = (&module.global_expressions, module.constants[constant].init);
    }
    match arena[expression] {
        Expression::Literal(literal) => Some(literal),
        Expression::ZeroValue(ty) => match module.types[ty].inner {
            TypeInner::Scalar(scalar) => Literal::zero(scalar),
            // catch-all: a literal is a scalar
            _ => None,
        },
        // catch-all: no other expression is known to be a literal
        _ => None,
    }
}

/// The integer of 32 bits at most that a constant expression is, or that a component of a constant vector is.
pub(crate) fn known_integer<'a>(
    module: &'a naga::Module,
    mut arena: &'a naga::Arena<Expression>,
    mut expression: Handle<Expression>,
    component: Option<u32>,
) -> Option<i64> {
    if let Some(component) = component {
        if let Expression::Constant(constant) = arena[expression] {
            (arena, expression) = (&module.global_expressions, module.constants[constant].init);
        }
        match arena[expression] {
            Expression::ZeroValue(_) => return Some(0),
            Expression::Splat { value, .. } => expression = value,
            // One operand for each component; operands that are vectors are not analyzed.
            Expression::Compose { ty, ref components } => {
                let (size, _) = module.types[ty].inner.vector_size_and_scalar()?;
                if components.len() != size? as usize {
                    return None;
                }
                expression = *components.get(component as usize)?;
            }
            // catch-all: the components of other expressions are unknown
            _ => return None,
        }
    }
    integer(known_literal(module, arena, expression)?)
}

/// The integer that a literal is, if that has 32 bits at most.
#[inline]
pub(crate) fn integer(literal: Literal) -> Option<i64> {
    match literal {
        Literal::U32(value) => Some(value.into()),
        Literal::I32(value) => Some(value.into()),
        Literal::U16(value) => Some(value.into()),
        Literal::I16(value) => Some(value.into()),
        Literal::U64(_)
        | Literal::I64(_)
        | Literal::F64(_)
        | Literal::F32(_)
        | Literal::F16(_)
        | Literal::Bool(_)
        | Literal::AbstractInt(_)
        | Literal::AbstractFloat(_) => None,
    }
}

/// The integer that a literal is, of 64 bits too; a greater one than `i64::MAX` is `i64::MAX`.
#[inline]
pub(crate) fn whole(literal: Literal) -> Option<i64> {
    match literal {
        Literal::I64(value) => Some(value),
        Literal::U64(value) => Some(i64::try_from(value).unwrap_or(i64::MAX)),
        // catch-all: `integer` names the others
        _ => integer(literal),
    }
}

/// Whether a scalar or vector expression consists of literals that satisfy a predicate.
pub(crate) fn all_known(
    module: &naga::Module,
    arena: &naga::Arena<Expression>,
    expression: Handle<Expression>,
    predicate: impl Fn(Literal) -> bool,
) -> bool {
    let mut all = true;
    for_each_component(module, arena, expression, &mut |component| {
        all &= component.is_some_and(&predicate);
    });
    all
}

/// Visits the components of a scalar or vector expression as literals: those of a `Splat` or a `ZeroValue` once, and a part
/// whose value is unknown as `None`.
pub(crate) fn for_each_component(
    module: &naga::Module,
    arena: &naga::Arena<Expression>,
    expression: Handle<Expression>,
    visit: &mut dyn FnMut(Option<Literal>),
) {
    match arena[expression] {
        Expression::Splat { value, .. } => for_each_component(module, arena, value, visit),
        Expression::Compose { ref components, .. } => {
            for &component in components {
                for_each_component(module, arena, component, visit);
            }
        }
        Expression::Constant(constant) => {
            let init = module.constants[constant].init;
            for_each_component(module, &module.global_expressions, init, visit);
        }
        Expression::ZeroValue(ty) => visit(module.types[ty].inner.scalar().and_then(Literal::zero)),
        Expression::Literal(literal) => visit(Some(literal)),
        // catch-all: other expressions are not known to be literals
        _ => visit(None),
    }
}

/// The value of an index that is a non-negative literal. Optimized for the common case that it is not.
#[inline]
pub(crate) fn known_index(module: &naga::Module, function: &Function, index: Handle<Expression>) -> Option<u32> {
    let literal = known_literal(module, &function.expressions, index)?;
    u32::try_from(whole(literal)?).ok()
}
