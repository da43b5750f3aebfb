//! The steps of pointer expressions. With logical addressing (SPIR-V §2.16.1, Universal Validation Rules) every pointer
//! is a path from a variable. naga's pointer expressions are such paths, in the order from the part to the root.

use super::literal::known_index;
use naga::proc::TypeResolution;
use naga::{Expression, Function, GlobalVariable, Handle, LocalVariable, Module, TypeInner};

/// The last step of a pointer, or its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerStep {
    /// A member or an element.
    Part {
        base: Handle<Expression>,
        index: ElementIndex,
    },
    Root(PointerRoot),
}

/// The index of a member or an element: a constant, or the expression that yields it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementIndex {
    Known(u32),
    Dynamic(Handle<Expression>),
}

impl ElementIndex {
    /// The same index, known also if its expression has the value of a literal.
    pub(crate) fn evaluated(self, module: &Module, function: &Function) -> Self {
        match self {
            Self::Known(_) => self,
            Self::Dynamic(index) => known_index(module, function, index).map_or(self, Self::Known),
        }
    }
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

/// The type that a pointer points to; of another value, and of a pointer to a component, its own.
#[inline]
pub(crate) fn pointee_of<'a>(module: &'a Module, inner: &'a TypeInner) -> &'a TypeInner {
    match *inner {
        TypeInner::Pointer { base, .. } => &module.types[base].inner,
        // catch-all: a value, or a pointer to a component
        _ => inner,
    }
}

/// The last step of a pointer or handle expression; `None` for any other expression.
#[inline]
pub(crate) fn pointer_step(expression: &Expression) -> Option<PointerStep> {
    let part = |base, index| PointerStep::Part { base, index };
    Some(match *expression {
        Expression::AccessIndex { base, index } => part(base, ElementIndex::Known(index)),
        Expression::Access { base, index } => part(base, ElementIndex::Dynamic(index)),
        Expression::LocalVariable(local) => PointerStep::Root(PointerRoot::Local(local)),
        Expression::GlobalVariable(global) => PointerStep::Root(PointerRoot::Global(global)),
        Expression::FunctionArgument(argument) => PointerStep::Root(PointerRoot::Argument(argument)),
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

/// The local that a pointer points to, to the whole or to a part that is no part of another part.
#[inline]
pub(crate) fn nearest_local(function: &Function, pointer: Handle<Expression>) -> Option<Handle<LocalVariable>> {
    let root = match function.expressions[pointer] {
        Expression::AccessIndex { base, .. } | Expression::Access { base, .. } => base,
        // catch-all: a variable, or a pointer to a part of a larger one
        _ => pointer,
    };
    match function.expressions[root] {
        Expression::LocalVariable(local) => Some(local),
        // catch-all: other memory, or a part of a part
        _ => None,
    }
}

pub(crate) fn pointer_root(function: &Function, pointer: Handle<Expression>) -> Option<PointerRoot> {
    let mut at = pointer;
    loop {
        match pointer_step(&function.expressions[at])? {
            PointerStep::Part { base, .. } => at = base,
            PointerStep::Root(root) => return Some(root),
        }
    }
}

/// The global variable of which a pointer is a part.
pub(crate) fn pointer_global(function: &Function, pointer: Handle<Expression>) -> Option<Handle<GlobalVariable>> {
    match pointer_root(function, pointer)? {
        PointerRoot::Global(global) => Some(global),
        PointerRoot::Local(_) | PointerRoot::Argument(_) => None,
    }
}
