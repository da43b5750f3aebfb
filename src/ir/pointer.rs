//! The steps of pointer expressions. With logical addressing (SPIR-V §2.16.1, Universal Validation Rules) every pointer
//! is a path from a variable. naga's pointer expressions are such paths, in the order from the part to the root.

use naga::proc::TypeResolution;
use naga::{Expression, Function, GlobalVariable, Handle, LocalVariable, Module, TypeInner};

/// The last step of a pointer, or its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerStep {
    /// A member, or an element at a constant index.
    Member {
        base: Handle<Expression>,
        index: u32,
    },
    /// An element at the index that an expression yields.
    Element {
        base: Handle<Expression>,
        index: Handle<Expression>,
    },
    Local(Handle<LocalVariable>),
    Global(Handle<GlobalVariable>),
    Argument(u32),
}

/// The index of an element: a constant, or the expression that yields it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ElementIndex {
    Known(u32),
    Dynamic(Handle<Expression>),
}

/// The variable or argument that a pointer starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerRoot {
    Local(Handle<LocalVariable>),
    Global(Handle<GlobalVariable>),
    Argument(u32),
}

#[inline]
pub(crate) fn is_pointer(module: &Module, ty: &TypeResolution) -> bool {
    matches!(
        inner_of(module, ty),
        TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
    )
}

/// The type of an expression. Same as naga's `inner_with`, but inlined, because sweeps need it for nearly every
/// expression.
#[inline]
pub(crate) fn inner_of<'a>(module: &'a Module, ty: &'a TypeResolution) -> &'a TypeInner {
    match *ty {
        TypeResolution::Value(ref inner) => inner,
        TypeResolution::Handle(handle) => &module.types[handle].inner,
    }
}

/// The last step of a pointer or handle expression; `None` for any other expression.
#[inline]
pub(crate) fn pointer_step(expression: &Expression) -> Option<PointerStep> {
    Some(match *expression {
        Expression::AccessIndex { base, index } => PointerStep::Member { base, index },
        Expression::Access { base, index } => PointerStep::Element { base, index },
        Expression::LocalVariable(local) => PointerStep::Local(local),
        Expression::GlobalVariable(global) => PointerStep::Global(global),
        Expression::FunctionArgument(argument) => PointerStep::Argument(argument),
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::Compose { .. }
        | Expression::Splat { .. }
        | Expression::Swizzle { .. }
        | Expression::Load { .. }
        | Expression::ImageSample { .. }
        | Expression::ImageLoad { .. }
        | Expression::ImageQuery { .. }
        | Expression::Unary { .. }
        | Expression::Binary { .. }
        | Expression::Select { .. }
        | Expression::Derivative { .. }
        | Expression::Relational { .. }
        | Expression::Math { .. }
        | Expression::As { .. }
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::ArrayLength(_)
        | Expression::RayQueryVertexPositions { .. }
        | Expression::RayQueryProceedResult
        | Expression::RayQueryGetIntersection { .. }
        | Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. }
        | Expression::CooperativeLoad { .. }
        | Expression::CooperativeMultiplyAdd { .. } => return None,
    })
}

pub(crate) fn pointer_root(function: &Function, pointer: Handle<Expression>) -> Option<PointerRoot> {
    let mut at = pointer;
    loop {
        match pointer_step(&function.expressions[at])? {
            PointerStep::Member { base, .. } | PointerStep::Element { base, .. } => at = base,
            PointerStep::Local(local) => return Some(PointerRoot::Local(local)),
            PointerStep::Global(global) => return Some(PointerRoot::Global(global)),
            PointerStep::Argument(argument) => return Some(PointerRoot::Argument(argument)),
        }
    }
}
