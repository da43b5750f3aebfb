//! The interval of a value at a place: from the operation that yields it, and from the comparisons that hold there.
//!
//! The operations are naga's (WGSL §8, §17). The operands are evaluated anew for each query, up to a number of steps, so
//! that the work for one query is bounded. What a value exceeds a limit by is evaluated with its interval:
//!
//! ```text
//! let n = arrayLength(&b);  if i + 1 < n { b[i + 1] … b[i] }       b[min(i, arrayLength(&b) - 1)]
//! ```

use super::Analysis;
use super::interval::{IntegerType, Interval};
use super::private::built_in;
use super::values::{Definition, Join, Value};
use crate::ir::pointer::pointer_global;
use crate::ir::position::{input_binding, is_fragment_coordinate};
use naga::{
    AddressSpace, BinaryOperator, Expression, GlobalVariable, Handle, ImageClass, ImageQuery, MathFunction, ScalarKind,
    TypeInner, UnaryOperator,
};

/// The most values that one query visits, those in comparisons apart.
const MAX_STEPS: u32 = 32;

/// The most values that one comparison visits.
const LIMIT_STEPS: u32 = 12;

/// The least result of a query of an image: an image has a texel, a level, a layer and a sample.
const LEAST_QUERY: u32 = 1;

/// The number of elements that an index of a query must be below.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// No index is asked for.
    None,
    Length(u32),
    /// The length of the run-time array of a buffer, at least [`Subject::least_length`](super::Subject::least_length).
    Array(Handle<GlobalVariable>),
    /// The result of a query of an image, or a component of it.
    Query(Handle<Expression>, ImageQuery, Option<u32>),
}

impl Analysis<'_, '_> {
    /// The interval of an index below a limit; `None` for one of 64 bits.
    pub(super) fn index(&mut self, index: Value, limit: Limit) -> Option<Interval> {
        let ty = self.integer(index)?;
        self.start_query(limit, false);
        // Before a length is evaluated, no operation and no comparison gives a value that is below one.
        let is_below_none = !self.knows_limits && matches!(limit, Limit::Array(_) | Limit::Query(..));
        if is_below_none {
            self.steps = 1;
        }
        // Most indices that are in range are so without any comparison.
        let interval = self.interval(index, ty);
        if interval.is_index() || self.proofs.assumed.is_empty() || is_below_none {
            return Some(interval);
        }
        let visited = self.visited;
        if self.decompose() & visited == 0 {
            return Some(interval);
        }
        self.start_query(limit, true);
        Some(self.interval(index, ty))
    }

    pub(super) fn integers(&mut self, value: Value, ty: IntegerType) -> Interval {
        if let Some(constant) = self.constant(value) {
            return Interval::single(constant);
        }
        let _ = self.decompose();
        self.start_query(Limit::None, true);
        self.interval(value, ty)
    }

    fn start_query(&mut self, limit: Limit, compares: bool) {
        (self.steps, self.compares, self.limit) = (MAX_STEPS, compares, limit);
        self.visited = 0;
        self.least_limit = match limit {
            Limit::None => 0,
            Limit::Length(length) => length.into(),
            Limit::Array(_) => self.subject.least_length.into(),
            Limit::Query(image, ..) => self.least_of(image, LEAST_QUERY),
        };
    }

    /// The least length or result of a query of a buffer or image: `least`, or 0 if that may be an element of a binding
    /// array whose index is tested where it is used: out of range it is 0.
    fn least_of(&self, resource: Handle<Expression>, least: u32) -> i64 {
        if !self.subject.tests_elements {
            return least.into();
        }
        let global = pointer_global(self.subject.function, resource);
        // An argument is what any caller passes.
        let can_be_element = global.is_none_or(|global| self.subject.is_binding_array(global));
        if can_be_element { 0 } else { least.into() }
    }

    /// The interval of a value of a type, in a query.
    fn interval(&mut self, value: Value, ty: IntegerType) -> Interval {
        // Fast path: a third of the operands are literals.
        if let Some(literal) = self.literal(value) {
            return Interval::single(literal).exceeding(literal - self.least_limit);
        }
        let Some(left) = self.steps.checked_sub(1) else {
            return ty.full();
        };
        self.steps = left;
        let value = self.resolved(value);
        let interval = match value.of {
            Definition::Integer(integer) => Some(Interval::single(integer.into())),
            Definition::Join(join) => self.of_join(join, ty),
            Definition::Expression(_) => match self.expression(value) {
                Some(expression) => self.of_operation(expression, value.component, ty),
                None => return ty.full(),
            },
        };
        let mut interval = interval.unwrap_or(ty.full());
        if interval.least < interval.most {
            if self.compares {
                interval = self.limited(value, interval, ty);
            } else {
                self.visited |= self.key(value).mark();
            }
        }
        interval.excess = interval.excess.min(interval.most - self.least_limit);
        interval
    }

    /// What the comparisons that hold leave of the interval of a value. What they compare it with is evaluated without
    /// comparisons, in steps of its own.
    fn limited(&mut self, value: Value, mut interval: Interval, ty: IntegerType) -> Interval {
        let key = self.key(value);
        if self.proofs.facts.last().is_none_or(|fact| fact.marks & key.mark() == 0) {
            return interval;
        }
        let steps = self.steps;
        self.compares = false;
        for at in self.last_facts() {
            let fact = self.proofs.facts[at];
            if fact.ty == ty
                && let Some((operator, limit)) = self.compared(&fact, value, key)
            {
                self.steps = LIMIT_STEPS;
                interval = interval.limited(operator, self.interval(limit, ty));
            }
        }
        // `value + other < limit` is `value < limit - other` if the sum does not wrap.
        for at in self.last_facts() {
            let fact = self.proofs.facts[at];
            if let Some((left, right)) = fact.sum
                && fact.ty == ty
                && let Some(other) = match value {
                    _ if value == left => Some(right),
                    _ if value == right => Some(left),
                    _ => None,
                }
            {
                self.steps = LIMIT_STEPS;
                let other = self.interval(other, ty);
                let sum = Interval::new(interval.least + other.least, interval.most + other.most);
                if ty.full().contains(sum) {
                    let limit = self.interval(fact.right, ty);
                    interval = interval.limited(fact.operator, limit.minus(other));
                }
            }
        }
        (self.compares, self.steps) = (true, steps);
        interval
    }

    fn of_join(&mut self, join: u32, ty: IntegerType) -> Option<Interval> {
        match self.proofs.joins[join as usize] {
            Join::Unknown => None,
            Join::Counter { interval, start, up } => {
                // It is evaluated for a limit that the loop does not know.
                let excess = match (up, self.limit) {
                    (false, Limit::Array(_) | Limit::Query(..)) => self.interval(start.into(), ty).excess,
                    (true, _) | (false, Limit::None | Limit::Length(_)) => interval.excess,
                };
                Some(Interval { excess, ..interval })
            }
            Join::Choice { accept, reject, .. } => {
                let accept = self.interval(accept.into(), ty);
                Some(accept.join(self.interval(reject.into(), ty)))
            }
        }
    }

    /// The interval of the result of an operation. `None` if nothing is known.
    fn of_operation(
        &mut self,
        expression: Handle<Expression>,
        component: Option<u32>,
        ty: IntegerType,
    ) -> Option<Interval> {
        let subject = self.subject;
        match subject.function.expressions[expression] {
            Expression::Binary { op, left, right } => {
                let (left, right) = (self.operand(left, component), self.operand(right, component));
                let first = self.interval(left, ty);
                let second = self.interval(right, self.right_type(op, right, ty)?);
                let interval = ty.binary(op, first, second);
                // A difference from a value that is not greater.
                if op == BinaryOperator::Subtract
                    && second.least >= 0
                    && first.least < second.most
                    && self.is_at_least(left, right)
                {
                    let exact = first.minus(second);
                    return Some(Interval { least: 0, ..exact });
                }
                Some(interval)
            }
            Expression::Math {
                fun, arg, arg1, arg2, ..
            } => {
                let of = |argument: Option<Handle<Expression>>| argument.map(|of| self.operand(of, component));
                let arguments = (self.operand(arg, component), of(arg1), of(arg2));
                self.of_math(fun, arguments, ty)
            }
            Expression::Unary {
                op: UnaryOperator::Negate,
                expr,
            } => {
                let of = self.interval(self.operand(expr, component), ty);
                Some(ty.negate(of))
            }
            Expression::Select { accept, reject, .. } => {
                let accept = self.interval(self.operand(accept, component), ty);
                Some(accept.join(self.interval(self.operand(reject, component), ty)))
            }
            Expression::As { expr, convert, .. } => self.of_conversion((expr, convert), component, ty),
            Expression::FunctionArgument(_) | Expression::AccessIndex { .. } => {
                let binding = input_binding(subject.module, subject.function, expression)?;
                built_in(subject.entry?, binding, component)
            }
            Expression::Load { pointer } => self.of_private(pointer, component),
            Expression::ArrayLength(pointer) => {
                let TypeInner::Array { stride, .. } = *self.subject.pointee(pointer) else {
                    // `arrayLength` applies to no other type.
                    return None;
                };
                let most = u32::MAX.checked_div(stride)?.into();
                let length = Interval::new(self.least_of(pointer, subject.least_length), most);
                let is_limit = matches!(self.limit, Limit::Array(array) if self.array(pointer) == Some(array));
                Some(if is_limit { self.of_limit(length) } else { length })
            }
            // Vulkan addresses the texels of an image by `VkOffset3D`, which is signed, and the number of levels is at
            // most the number of bits of an extent. The extents of a level that may not exist are unknown, and the size
            // of an external texture is what a buffer says.
            Expression::ImageQuery { image, query } => {
                if matches!(*subject.inner(image), TypeInner::Image { class, .. } if class == ImageClass::External) {
                    return None;
                }
                let least = self.least_of(image, LEAST_QUERY);
                let result = match query {
                    ImageQuery::Size { level: Some(level) } if self.constant(level.into()) != Some(0) => ty.full(),
                    ImageQuery::Size { .. } | ImageQuery::NumLayers => Interval::new(least, i32::MAX.into()),
                    ImageQuery::NumLevels => Interval::new(least, 32),
                    ImageQuery::NumSamples => Interval::new(least, 64),
                };
                let is_limit = match self.limit {
                    Limit::Query(of, with, part) => part == component && self.same_query((image, query), (of, with)),
                    Limit::None | Limit::Length(_) | Limit::Array(_) => false,
                };
                Some(if is_limit { self.of_limit(result) } else { result })
            }
            // catch-all: a constant, or an operation that is not analyzed
            _ => {
                let of = Definition::Expression(expression);
                self.constant(Value { of, component }).map(Interval::single)
            }
        }
    }

    /// The type of the right operand of an operation: naga lets the amount of a shift have any width.
    pub(super) fn right_type(&self, op: BinaryOperator, right: Value, ty: IntegerType) -> Option<IntegerType> {
        match op {
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => self.integer(right),
            // catch-all: the operands of other operations have the type of the result
            _ => Some(ty),
        }
    }

    /// The interval of the limit itself.
    fn of_limit(&self, interval: Interval) -> Interval {
        let least = interval.least.max(self.least_limit);
        Interval { least, ..interval }.exceeding(0)
    }

    /// Whether a comparison says that a value is at least another one.
    fn is_at_least(&mut self, value: Value, other: Value) -> bool {
        let value = self.resolved(value);
        let key = self.key(value);
        self.visited |= key.mark();
        let mut facts = self.proofs.facts.iter();
        self.compares
            && facts.any(|fact| match self.compared(fact, value, key) {
                Some((BinaryOperator::GreaterEqual | BinaryOperator::Greater | BinaryOperator::Equal, limit)) => {
                    self.same(limit, other)
                }
                // catch-all: other comparisons say nothing about the difference
                Some(_) | None => false,
            })
    }

    /// The interval of a Private variable, or of a component of one.
    fn of_private(&mut self, pointer: Handle<Expression>, component: Option<u32>) -> Option<Interval> {
        let module = self.subject.module;
        let (place, component) = self.place(pointer, component);
        let Expression::GlobalVariable(global) = self.subject.function.expressions[place] else {
            // Parts of larger types are not analyzed.
            return None;
        };
        let is_private = module.global_variables[global].space == AddressSpace::Private;
        is_private.then(|| self.proofs.privates.interval(module, global, component))?
    }

    fn of_math(
        &mut self,
        function: MathFunction,
        (first, second, third): (Value, Option<Value>, Option<Value>),
        ty: IntegerType,
    ) -> Option<Interval> {
        Some(match function {
            MathFunction::Min => self.interval(first, ty).minimum(self.interval(second?, ty)),
            MathFunction::Max => self.interval(first, ty).maximum(self.interval(second?, ty)),
            MathFunction::Clamp => {
                let (low, high) = (self.interval(second?, ty), self.interval(third?, ty));
                ty.clamp(self.interval(first, ty), low, high)
            }
            MathFunction::Abs if ty.signed => ty.absolute(self.interval(first, ty)),
            MathFunction::Abs => self.interval(first, ty),
            MathFunction::ExtractBits if !ty.signed => {
                let count = self.constant(third?);
                let count = count.filter(|count| (0..ty.bits.into()).contains(count));
                Interval::new(0, (1 << count?) - 1)
            }
            MathFunction::Unpack4xU8 => Interval::new(0, 0xFF),
            MathFunction::CountOneBits | MathFunction::CountLeadingZeros | MathFunction::CountTrailingZeros => {
                Interval::new(0, ty.bits.into())
            }
            // catch-all: other functions are not analyzed
            _ => return None,
        })
    }

    fn of_conversion(
        &mut self,
        (from, convert): (Handle<Expression>, Option<u8>),
        component: Option<u32>,
        to: IntegerType,
    ) -> Option<Interval> {
        let (_, scalar) = self.subject.inner(from).vector_size_and_scalar()?;
        match scalar.kind {
            ScalarKind::Bool if convert.is_some() => Some(Interval::new(0, 1)),
            // Values that both types have are unchanged.
            ScalarKind::Sint | ScalarKind::Uint if convert.is_some() || scalar.width * 8 == to.bits => {
                let of = self.interval(self.operand(from, component), IntegerType::of(scalar)?);
                Some(to.wrapped(of))
            }
            ScalarKind::Float if convert.is_some() && self.subject.entry.is_some() && to.bits == 32 => {
                is_fragment_coordinate(self.subject.module, self.subject.function, from)
                    .then_some(Interval::new(0, i32::MAX.into()))
            }
            // catch-all: other conversions are not analyzed
            _ => None,
        }
    }
}

/// Whether the operands of an operation can be exchanged.
pub(super) fn commutes(op: BinaryOperator) -> bool {
    matches!(
        op,
        BinaryOperator::Add
            | BinaryOperator::Multiply
            | BinaryOperator::And
            | BinaryOperator::InclusiveOr
            | BinaryOperator::ExclusiveOr
    )
}
