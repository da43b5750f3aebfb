//! Values: what an expression or a local is at a place, and when two of them are the same.
//!
//! A value cannot change where it is used. An expression is one: it is evaluated once in each iteration of the loops
//! around it, and naga lets it be used in that iteration only. A load of a local is the [`Definition`] that the local
//! has there. A carried expression is not analyzed: a `continue` can skip it, and `continuing` then sees the value of an
//! earlier iteration.

use super::interval::{IntegerType, Interval};
use super::{Analysis, ranges};
use crate::ir::literal::{integer, known_integer};
use crate::ir::pointer::{ElementIndex, PointerRoot, PointerStep, pointer_global, pointer_root, pointer_step};
use naga::{AddressSpace, Expression, GlobalVariable, Handle, LocalVariable, ScalarKind, TypeInner};

/// The depth to which two expressions are compared.
const MAX_DEPTH: u32 = 6;

/// The value of a local at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Definition {
    /// An integer, or `false` as 0: the initial value of a local without an initializer, or the value of a case.
    Integer(i32),
    /// The expression that was stored last.
    Expression(Handle<Expression>),
    /// One of several stored values, by its index in the joins. Two loads of one join have the same value.
    Join(u32),
}

/// What is known of one of several values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Join {
    Unknown,
    /// The local after an `If`: what the arm that was executed left in it.
    Choice {
        condition: Handle<Expression>,
        accept: Definition,
        reject: Definition,
    },
    /// A counter where an iteration of its loop starts: its value where the loop is entered, its direction, its interval.
    Counter {
        start: Definition,
        up: bool,
        interval: Interval,
    },
}

/// A scalar, or one component of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) of: Definition,
    pub(super) component: Option<u32>,
}

impl Value {
    /// A component of a vector.
    fn at(self, index: u32) -> Self {
        let component = Some(index);
        Self { component, ..self }
    }
}

impl From<Definition> for Value {
    fn from(of: Definition) -> Self {
        Self { of, component: None }
    }
}

impl From<Handle<Expression>> for Value {
    fn from(expression: Handle<Expression>) -> Self {
        Definition::Expression(expression).into()
    }
}

impl Analysis<'_, '_> {
    /// An operand of a component-wise operation: a component of a vector, or a scalar.
    #[inline]
    pub(super) fn operand(&self, operand: Handle<Expression>, component: Option<u32>) -> Value {
        let is_vector = || matches!(self.subject.inner(operand), TypeInner::Vector { .. });
        let component = component.filter(|_| is_vector());
        Value {
            component,
            ..operand.into()
        }
    }

    /// The operation that yields a value: follows loads of locals, and components of vectors to their operands.
    #[inline]
    pub(super) fn resolved(&self, mut value: Value) -> Value {
        while let Some(expression) = self.expression(value)
            && let Some(source) = self.source(expression, value.component)
        {
            value = source;
        }
        value
    }

    /// The value that a value is, one step back.
    #[inline]
    fn source(&self, expression: Handle<Expression>, component: Option<u32>) -> Option<Value> {
        let expressions = &self.subject.function.expressions;
        match expressions[expression] {
            Expression::Load { pointer } => {
                let of = self.proofs.loads[expression.index()]?;
                match expressions[pointer] {
                    Expression::LocalVariable(_) => Some(Value { of, component }),
                    // catch-all: a component of a vector; members of larger types are not analyzed
                    _ => self.component(pointer).map(|(_, index)| Value::from(of).at(index)),
                }
            }
            Expression::AccessIndex { .. } | Expression::Access { .. } if component.is_none() => {
                let (vector, index) = self.component(expression)?;
                Some(Value::from(vector).at(index))
            }
            Expression::Splat { value, .. } => component.map(|_| value.into()),
            Expression::Swizzle { vector, pattern, .. } => {
                Some(Value::from(vector).at(pattern[component? as usize] as u32))
            }
            Expression::Compose { ref components, .. } => {
                let mut rest = component?;
                for &part in components {
                    let size = self.subject.inner(part).vector_size_and_scalar()?.0;
                    match rest.checked_sub(size.map_or(1, |size| size as u32)) {
                        Some(left) => rest = left,
                        None => return Some(self.operand(part, Some(rest))),
                    }
                }
                None
            }
            // catch-all: an operation
            _ => None,
        }
    }

    /// The vector, or the pointer to one, of which an access selects a component, and that component. naga's front end
    /// for SPIR-V selects it by an index that is constant.
    pub(super) fn component(&self, access: Handle<Expression>) -> Option<(Handle<Expression>, u32)> {
        let (module, arena) = (self.subject.module, &self.subject.function.expressions);
        let PointerStep::Part { base, index } = pointer_step(&arena[access])? else {
            return None;
        };
        let TypeInner::Vector { size, .. } = *self.subject.pointee(base) else {
            return None;
        };
        let index = match index {
            ElementIndex::Known(index) => index,
            ElementIndex::Dynamic(index) => u32::try_from(known_integer(module, arena, index, None)?).ok()?,
        };
        (index < size as u32).then_some((base, index))
    }

    /// The expression of a value that is one and can be analyzed.
    pub(super) fn expression(&self, value: Value) -> Option<Handle<Expression>> {
        match value.of {
            Definition::Expression(expression) if !self.is_carried(expression) => Some(expression),
            Definition::Expression(_) | Definition::Integer(_) | Definition::Join(_) => None,
        }
    }

    /// Whether `continuing` uses an expression that a `continue` can skip.
    pub(super) fn is_carried(&self, expression: Handle<Expression>) -> bool {
        self.uses[expression.index()].is_carried()
    }

    #[inline]
    pub(super) fn literal(&self, value: Value) -> Option<i64> {
        let Definition::Expression(expression) = value.of else {
            return None;
        };
        match self.subject.function.expressions[expression] {
            Expression::Literal(literal) => integer(literal),
            // catch-all: no literal
            _ => None,
        }
    }

    /// The integer of a constant.
    pub(super) fn constant(&self, value: Value) -> Option<i64> {
        // Fast path: most constants are literals, and most values are none.
        if let Some(literal) = self.literal(value) {
            return Some(literal);
        }
        let value = self.resolved(value);
        match value.of {
            Definition::Integer(integer) => Some(integer.into()),
            Definition::Expression(expression) => {
                let arena = &self.subject.function.expressions;
                known_integer(self.subject.module, arena, expression, value.component)
            }
            Definition::Join(_) => None,
        }
    }

    /// The type of a scalar or component that is an integer of 32 bits at most.
    #[inline(always)]
    pub(super) fn integer(&self, value: Value) -> Option<IntegerType> {
        let Definition::Expression(expression) = value.of else {
            return None;
        };
        match (self.subject.inner(expression), value.component) {
            (&TypeInner::Scalar(scalar), None) | (&TypeInner::Vector { scalar, .. }, Some(_)) => {
                IntegerType::of(scalar)
            }
            // catch-all: values of other types are no integers
            _ => None,
        }
    }

    /// The kind of operation of a resolved value that can be the same as that of another expression: see
    /// [`same_resolved`](Self::same_resolved). Equal operations have equal kinds; that unequal ones have unequal kinds
    /// only saves comparisons.
    pub(super) fn operation(&self, value: Value) -> Option<u8> {
        Some(match self.subject.function.expressions[self.expression(value)?] {
            Expression::Binary { op, .. } => op as u8,
            Expression::Load { .. } => 27,
            Expression::As { .. } => 28,
            Expression::AccessIndex { .. } => 29,
            Expression::ArrayLength(_) => 30,
            Expression::FunctionArgument(_) => 31,
            // catch-all: constants, which facts name by their handles, and operations that are not compared
            _ => return None,
        })
    }

    /// Whether two values are the same, because they are one expression or equal operations on the same values.
    pub(super) fn same(&self, one: Value, other: Value) -> bool {
        self.same_resolved(self.resolved(one), self.resolved(other), MAX_DEPTH)
    }

    /// The same for values that are resolved.
    pub(super) fn same_resolved(&self, one: Value, other: Value, depth: u32) -> bool {
        if one == other {
            return true;
        }
        let (Some(first), Some(second), Some(depth)) =
            (self.expression(one), self.expression(other), depth.checked_sub(1))
        else {
            return false;
        };
        let same = |left: Handle<Expression>, right: Handle<Expression>| {
            let (left, right) = (self.operand(left, one.component), self.operand(right, other.component));
            self.same_resolved(self.resolved(left), self.resolved(right), depth)
        };
        let expressions = &self.subject.function.expressions;
        let (first, second) = (&expressions[first], &expressions[second]);
        match (first, second) {
            (
                &Expression::Binary {
                    op: with,
                    left: a,
                    right: b,
                },
                &Expression::Binary { op, left, right },
            ) => {
                with == op
                    && !self.is_float(a)
                    && (same(a, left) && same(b, right) || ranges::commutes(op) && same(a, right) && same(b, left))
            }
            (
                &Expression::As {
                    expr: of,
                    kind: with,
                    convert: to,
                },
                &Expression::As { expr, kind, convert },
            ) => with == kind && to == convert && !self.is_float(of) && same(of, expr),
            (&Expression::Load { pointer: of }, &Expression::Load { pointer }) => {
                let (of, pointer) = (self.place(of, one.component), self.place(pointer, other.component));
                self.is_constant_memory(of.0) && of.1 == pointer.1 && same(of.0, pointer.0)
            }
            (&Expression::AccessIndex { base: of, index: at }, &Expression::AccessIndex { base, index }) => {
                one.component == other.component && at == index && same(of, base)
            }
            (&Expression::ArrayLength(of), &Expression::ArrayLength(pointer)) => {
                self.array(of).is_some_and(|array| Some(array) == self.array(pointer))
            }
            (Expression::FunctionArgument(_) | Expression::GlobalVariable(_), _) => {
                first == second && one.component == other.component
            }
            // catch-all: constants, or operations that are not compared
            _ => self.constant(one).is_some_and(|one| Some(one) == self.constant(other)),
        }
    }

    /// Whether an operand is of floats: two evaluations of an operation on them can differ, in what a compiler fuses and
    /// how it rounds.
    fn is_float(&self, operand: Handle<Expression>) -> bool {
        self.subject.inner(operand).scalar_kind() == Some(ScalarKind::Float)
    }

    /// The vector of which a component is loaded, if a pointer points to one; otherwise the pointer.
    pub(super) fn place(
        &self,
        pointer: Handle<Expression>,
        component: Option<u32>,
    ) -> (Handle<Expression>, Option<u32>) {
        let of = self.component(pointer);
        of.map_or((pointer, component), |(vector, index)| (vector, Some(index)))
    }

    /// Whether a pointer points into memory that nothing writes to while the shader runs. Not storage buffers: a host can
    /// bind one buffer to two descriptors.
    fn is_constant_memory(&self, pointer: Handle<Expression>) -> bool {
        let Some(global) = pointer_global(self.subject.function, pointer) else {
            return false;
        };
        let space = self.subject.module.global_variables[global].space;
        !matches!(space, AddressSpace::Storage { .. }) && self.subject.memory.is_constant(global)
    }

    /// The buffer whose run-time array a pointer points to. `None` for an element of a binding array: which buffer that
    /// is depends on an index.
    pub(super) fn array(&self, pointer: Handle<Expression>) -> Option<Handle<GlobalVariable>> {
        let global = pointer_global(self.subject.function, pointer)?;
        // A buffer has one run-time array at most.
        (!self.subject.is_binding_array(global)).then_some(global)
    }

    /// The local that a write is to, and the value if it is to the whole local.
    pub(super) fn written_local(
        &self,
        pointer: Handle<Expression>,
        value: Option<Handle<Expression>>,
    ) -> Option<(Handle<LocalVariable>, Option<Handle<Expression>>)> {
        match self.subject.function.expressions[pointer] {
            Expression::LocalVariable(local) => Some((local, value)),
            // catch-all: only the root of another pointer matters
            _ => match pointer_root(self.subject.function, pointer) {
                Some(PointerRoot::Local(local)) => Some((local, None)),
                Some(PointerRoot::Global(_) | PointerRoot::Argument(_)) | None => None,
            },
        }
    }
}
