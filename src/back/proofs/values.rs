//! The interval of an integer expression at a place: from its operands, from the conditions that hold there, and for a local
//! from what is stored to it.
//!
//! It asks from an expression down to its operands and gives up after so many steps, so that the cost of an index is bounded
//! and that of a function linear. It knows what naga's operations give (WGSL §8, §17) and what built-ins can be (WGSL
//! §13.3.1.1).
//!
//! A local that has the value of one store, whatever way control came, is that value. Any other holds one of the values that
//! are stored to it, or its initial one. For its interval those that do not depend on it are joined first, and that is then
//! tried as an induction hypothesis: if no store leaves the hypothesis on one side while the local is inside it, no value of
//! the local ever does.
//!
//! ```text
//! var i = 16;  while i < 64 { …  i = i + 1; }      16 ≤ i: the start is 16, and i + 1 with 16 ≤ i < 64 is no less
//! ```
//!
//! An expression is looked into only where its evaluation comes before the place, in a scope around it: what naga lets
//! `continuing` read past a `continue` may be of another round, or of none.

use super::Subject;
use super::conditions::{Comparison, Conditions, swapped};
use super::interval::{IntegerType, Interval};
use super::regions::{At, NONE, Regions, ScopeKind};
use crate::ir::pointer::{PointerRoot, pointer_root};
use core::cell::Cell;
use naga::{
    AddressSpace, BinaryOperator, Binding, BuiltIn, Expression, Handle, LocalVariable, MathFunction, ScalarKind,
    TypeInner, UnaryOperator,
};

/// How many expressions and comparisons are looked at for one question.
const MOST_STEPS: u32 = 96;

/// How deep comparisons are followed into what they compare with.
const MOST_LIMITS: u32 = 2;

/// How many locals are found out within one another.
const MOST_LOCALS: u32 = 8;

/// How deep an expression is looked into for its key.
pub(super) const KEY_DEPTH: u32 = 4;

/// How deep two expressions are compared.
pub(super) const MOST_DEPTH: u32 = 6;

/// What is known of a local.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Envelope {
    #[default]
    Unasked,
    /// It is being found out: until then it may be anything.
    Open,
    Known(Interval),
}

/// What is known of a load of a local.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Loaded {
    #[default]
    Unasked,
    /// The value that one store gave the local, whatever way control came.
    Value(Handle<Expression>),
    Other,
}

/// A scalar, or a component of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    pub(super) expression: Handle<Expression>,
    pub(super) component: Option<u32>,
}

/// One question about the values of a function.
pub(super) struct Values<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) regions: &'a Regions,
    pub(super) conditions: &'a Conditions,
    pub(super) envelopes: &'a mut [Envelope],
    loads: &'a [Cell<Loaded>],
    keys: &'a [Cell<u32>],
    /// The innermost scope of the place that is asked about.
    pub(super) scope: u32,
    steps: u32,
    limits: u32,
    /// How many envelopes are open.
    locals: u32,
    /// A local that is taken to be in an interval.
    hypothesis: Option<(Handle<LocalVariable>, Interval)>,
    /// The local whose envelope is open was loaded.
    depends: bool,
}

impl<'a> Values<'a> {
    pub(super) fn new(
        subject: Subject<'a>,
        regions: &'a Regions,
        conditions: &'a Conditions,
        (envelopes, loads, keys): (&'a mut [Envelope], &'a [Cell<Loaded>], &'a [Cell<u32>]),
        scope: u32,
    ) -> Self {
        Self {
            subject,
            regions,
            conditions,
            envelopes,
            loads,
            keys,
            scope,
            steps: MOST_STEPS,
            limits: 0,
            locals: 0,
            hypothesis: None,
            depends: false,
        }
    }

    fn expression(&self, expression: Handle<Expression>) -> &'a Expression {
        &self.subject.function.expressions[expression]
    }

    /// Takes one step; `false` when there were too many.
    pub(super) fn takes_step(&mut self) -> bool {
        let left = self.steps.checked_sub(1);
        self.steps = left.unwrap_or(0);
        left.is_some()
    }

    /// Asks something as it is at another place.
    pub(super) fn within<T>(&mut self, scope: u32, ask: impl FnOnce(&mut Self) -> T) -> T {
        let outer = core::mem::replace(&mut self.scope, scope);
        let answer = ask(self);
        self.scope = outer;
        answer
    }

    /// Where an expression is evaluated, if that is before this place in a scope around it.
    pub(super) fn evaluated(&self, expression: Handle<Expression>) -> Option<At> {
        let at = self.regions.at(expression)?;
        self.regions.is_inside(self.scope, at.scope).then_some(at)
    }

    /// The interval of an integer; `None` for what is none.
    pub(super) fn interval(&mut self, operand: Operand) -> Option<Interval> {
        let ty = self.subject.integer(operand.expression)?;
        if !self.takes_step() {
            return Some(ty.full());
        }
        let operand = self.resolve(operand);
        if let Some(value) = self.subject.constant(operand.expression, operand.component) {
            return Some(Interval::single(value));
        }
        if !self.regions.comes_before(operand.expression, self.scope) {
            return Some(ty.full());
        }
        let made = self.made(operand, ty).unwrap_or(ty.full());
        let interval = ty.full().meet(made);
        Some(self.refined(operand, interval))
    }

    fn of(&mut self, expression: Handle<Expression>, component: Option<u32>) -> Option<Interval> {
        // A scalar stands for all components.
        let component = match self.subject.shape(expression)? {
            (None, _) => None,
            (Some(_), _) => Some(component?),
        };
        self.interval(Operand { expression, component })
    }

    /// The interval of an integer, as what makes it says. `None` where nothing is known.
    fn made(&mut self, operand: Operand, ty: IntegerType) -> Option<Interval> {
        let Operand { expression, component } = operand;
        match *self.expression(expression) {
            Expression::AccessIndex { base, index } => {
                let TypeInner::Struct { ref members, .. } = *self.subject.inner(base) else {
                    return None;
                };
                self.subject.argument(base)?;
                self.built_in(members.get(index as usize)?.binding.as_ref()?, component)
            }
            Expression::FunctionArgument(_) => {
                let binding = self.subject.argument(expression)?.binding.as_ref()?;
                self.built_in(binding, component)
            }
            Expression::Load { pointer } => match *self.expression(pointer) {
                Expression::LocalVariable(local) if component.is_none() => self.local(local, expression, ty),
                // catch-all: of other memory nothing is known
                _ => None,
            },
            Expression::Binary { op, left, right } => self.binary(ty, op, (left, right), component),
            Expression::Unary {
                op: UnaryOperator::Negate,
                expr,
            } => Some(ty.negate(self.of(expr, component)?)),
            Expression::Math {
                fun, arg, arg1, arg2, ..
            } => self.math(ty, fun, [Some(arg), arg1, arg2], component),
            Expression::Select { accept, reject, .. } => {
                let (accept, reject) = (self.of(accept, component)?, self.of(reject, component)?);
                Some(accept.join(reject))
            }
            Expression::As { expr, convert, .. } => self.conversion(ty, expr, convert, component),
            Expression::ArrayLength(pointer) => Some(Interval {
                least: i128::from(self.subject.least_length),
                most: i128::from(u32::MAX / self.subject.stride(pointer)?),
            }),
            Expression::ImageQuery { query, .. } => match query {
                // An image has a level, and no more than its size has bits.
                naga::ImageQuery::NumLevels => Some(Interval { least: 1, most: 32 }),
                naga::ImageQuery::NumSamples => Some(Interval { least: 1, most: 64 }),
                naga::ImageQuery::Size { .. } | naga::ImageQuery::NumLayers => None,
            },
            // Constants, and what passes a value on, were asked for before.
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::ZeroValue(_)
            | Expression::Splat { .. }
            | Expression::Compose { .. }
            | Expression::Swizzle { .. }
            | Expression::Override(_)
            | Expression::Access { .. }
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::Unary {
                op: UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot,
                ..
            }
            | Expression::Derivative { .. }
            | Expression::Relational { .. }
            | Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. }
            | Expression::CooperativeLoad { .. }
            | Expression::CooperativeMultiplyAdd { .. } => None,
        }
    }

    /// The expression whose value an operand is: through components, and through locals that hold the value of one store.
    pub(super) fn resolve(&self, mut operand: Operand) -> Operand {
        for _ in 0..MOST_DEPTH {
            let Operand { expression, component } = operand;
            let next = match *self.expression(expression) {
                Expression::AccessIndex { base, index } if self.is_vector(base) => Some(Operand {
                    expression: base,
                    component: Some(index),
                }),
                Expression::Splat { value, .. } => Some(Operand {
                    expression: value,
                    component: None,
                }),
                Expression::Swizzle { vector, pattern, .. } => component.and_then(|component| {
                    let from = pattern.get(component as usize)?;
                    Some(Operand {
                        expression: vector,
                        component: Some(*from as u32),
                    })
                }),
                Expression::Compose { .. } => component.and_then(|component| self.part(expression, component)),
                Expression::Load { pointer } => self.stored(expression, pointer, component),
                // catch-all: all others make their value themselves
                _ => None,
            };
            let Some(next) = next else { break };
            operand = next;
        }
        operand
    }

    fn is_vector(&self, expression: Handle<Expression>) -> bool {
        matches!(self.subject.inner(expression), TypeInner::Vector { .. })
    }

    /// A component of what a vector is composed of: scalars and shorter vectors.
    fn part(&self, vector: Handle<Expression>, mut component: u32) -> Option<Operand> {
        let Expression::Compose { ref components, .. } = *self.expression(vector) else {
            return None;
        };
        for &part in components {
            let (size, _) = self.subject.shape(part)?;
            match component.checked_sub(size.map_or(1, |size| size as u32)) {
                Some(rest) => component = rest,
                None => {
                    return Some(Operand {
                        expression: part,
                        component: size.map(|_| component),
                    });
                }
            }
        }
        None
    }

    /// The value that a load of a local gives, where one store gave it that value.
    fn stored(&self, load: Handle<Expression>, pointer: Handle<Expression>, component: Option<u32>) -> Option<Operand> {
        let (local, component) = match *self.expression(pointer) {
            Expression::LocalVariable(local) => (local, component),
            Expression::AccessIndex { base, index } => {
                let Expression::LocalVariable(local) = *self.expression(base) else {
                    return None;
                };
                let ty = self.subject.function.local_variables[local].ty;
                let TypeInner::Vector { .. } = self.subject.module.types[ty].inner else {
                    return None;
                };
                (local, Some(index))
            }
            // catch-all: what other memory holds may change
            _ => return None,
        };
        if !self.regions.comes_before(load, self.scope) {
            return None;
        }
        let known = self.loads[load.index()].get();
        let value = match known {
            Loaded::Unasked => {
                let value = self.reaching_value(local, load);
                self.loads[load.index()].set(value.map_or(Loaded::Other, Loaded::Value));
                value?
            }
            Loaded::Other => return None,
            Loaded::Value(value) => value,
        };
        Some(Operand {
            expression: value,
            component,
        })
    }

    /// What was stored to a local by the one store that a load can read, if there is one.
    fn reaching_value(&self, local: Handle<LocalVariable>, load: Handle<Expression>) -> Option<Handle<Expression>> {
        let number = self.regions.reaching_store(local, self.regions.at(load)?).ok()?;
        if number == NONE {
            return self.subject.function.local_variables[local].init;
        }
        let store = self.regions.stores[number as usize];
        store
            .value
            .filter(|&value| self.regions.comes_before(value, store.scope))
    }

    /// The interval of a scalar local where it is loaded.
    fn local(&mut self, local: Handle<LocalVariable>, load: Handle<Expression>, ty: IntegerType) -> Option<Interval> {
        if let Some((taken, interval)) = self.hypothesis {
            if taken == local {
                return Some(interval);
            }
        }
        let at = self.evaluated(load)?;
        if self.regions.reaching_store(local, at) == Ok(NONE) {
            // Nothing has been stored to it: what `resolve` has left is initialised with zero.
            let declared = &self.subject.function.local_variables[local];
            return declared.init.is_none().then_some(Interval::single(0));
        }
        self.envelope(local, ty)
    }

    /// The interval of everything that a scalar local holds.
    fn envelope(&mut self, local: Handle<LocalVariable>, ty: IntegerType) -> Option<Interval> {
        match self.envelopes[local.index()] {
            Envelope::Known(interval) => return Some(interval),
            Envelope::Open => {
                self.depends = true;
                return None;
            }
            Envelope::Unasked => {}
        }
        // What is found out under a hypothesis may be as wrong as that is.
        if self.hypothesis.is_some() || self.locals >= MOST_LOCALS {
            return None;
        }
        self.envelopes[local.index()] = Envelope::Open;
        // It is found out once, with steps of its own: whoever asks first gets no less than the next one.
        let outer = (self.depends, self.limits, self.steps);
        (self.limits, self.steps) = (0, MOST_STEPS);
        self.locals += 1;
        let interval = self.found(local, ty);
        self.locals -= 1;
        (self.depends, self.limits, self.steps) = outer;
        let interval = interval.unwrap_or(ty.full());
        self.envelopes[local.index()] = Envelope::Known(interval);
        Some(interval)
    }

    /// The interval of the values that are stored to a local, by induction.
    fn found(&mut self, local: Handle<LocalVariable>, ty: IntegerType) -> Option<Interval> {
        let regions = self.regions;
        let declared = &self.subject.function.local_variables[local];
        let mut start = match declared.init {
            None => Interval::single(0),
            Some(init) => Interval::single(self.subject.constant(init, None)?),
        };
        let stores = || regions.stores_of(local);
        let mut steps: Option<Interval> = None;
        for (_, store) in stores()? {
            self.depends = false;
            let value = self.at_store(store.value?, store.scope)?;
            if self.depends {
                steps = Some(steps.map_or(value, |steps| steps.join(value)));
            } else {
                start = start.join(value);
                if start == ty.full() {
                    return None;
                }
            }
        }
        let Some(steps) = steps else {
            return Some(start);
        };
        let all = ty.full();
        let under = |this: &mut Self, taken: Interval| {
            this.hypothesis = Some((local, taken));
            let mut joined = start;
            for (_, store) in stores()? {
                joined = joined.join(this.at_store(store.value?, store.scope)?);
            }
            this.hypothesis = None;
            Some(joined)
        };
        let rising = under(
            self,
            Interval {
                least: start.least,
                ..all
            },
        );
        self.hypothesis = None;
        let least = match rising {
            Some(values) if values.least >= start.least => start.least,
            Some(_) | None => start.least.min(steps.least),
        };
        let falling = under(
            self,
            Interval {
                least,
                most: start.most.max(least),
            },
        );
        self.hypothesis = None;
        let most = match falling {
            Some(values) if values.most <= start.most => start.most,
            Some(_) | None => {
                let values = under(self, Interval { least, ..all });
                self.hypothesis = None;
                values
                    .map_or(all.most, |values| values.most)
                    .min(start.most.max(steps.most))
            }
        };
        Some(Interval { least, most })
    }

    fn at_store(&mut self, value: Handle<Expression>, scope: u32) -> Option<Interval> {
        self.within(scope, |this| {
            this.interval(Operand {
                expression: value,
                component: None,
            })
        })
    }

    fn binary(
        &mut self,
        ty: IntegerType,
        operator: BinaryOperator,
        (left, right): (Handle<Expression>, Handle<Expression>),
        component: Option<u32>,
    ) -> Option<Interval> {
        // A vector times a matrix has no integers, and what is compared is none.
        let first = self.of(left, component)?;
        let is_sum = matches!(
            operator,
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply
        );
        if is_sum && first == ty.full() {
            // Whatever comes to it, it wraps.
            return None;
        }
        let second = self.of(right, component)?;
        // A shift takes the lowest bits of its amount (WGSL §8.9).
        let amount = || {
            let last = Interval {
                least: 0,
                most: i128::from(ty.bits) - 1,
            };
            if last.contains(second) { second } else { last }
        };
        Some(match operator {
            BinaryOperator::Add => ty.add(first, second),
            BinaryOperator::Subtract => self.difference(ty, (left, right), component, (first, second)),
            BinaryOperator::Multiply => ty.multiply(first, second),
            BinaryOperator::Divide => ty.divide(first, second),
            BinaryOperator::Modulo => ty.remainder(first, second),
            BinaryOperator::And => ty.and(first, second),
            BinaryOperator::InclusiveOr => ty.or(first, second),
            BinaryOperator::ExclusiveOr => ty.exclusive_or(first, second),
            BinaryOperator::ShiftLeft => ty.shift_left(first, amount()),
            BinaryOperator::ShiftRight => ty.shift_right(first, amount()),
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr => return None,
        })
    }

    /// A difference that may wrap as far as the intervals tell, and does not: of what is compared with what is taken from
    /// it, or of `x - (x & m)` and `x - (x % m)`, also from a multiple of `x`.
    fn difference(
        &mut self,
        ty: IntegerType,
        (left, right): (Handle<Expression>, Handle<Expression>),
        component: Option<u32>,
        (first, second): (Interval, Interval),
    ) -> Interval {
        let exact = ty.subtract(first, second);
        // The result is exact where the operand that is taken away is no larger and neither is negative.
        let positive = first.least >= 0 && second.least >= 0;
        if exact != ty.full() || !positive || self.limits >= MOST_LIMITS {
            return exact;
        }
        let side = |expression| Operand { expression, component };
        if self.is_no_less(side(left), side(right)) || self.is_part_of(side(right), side(left)) {
            Interval {
                least: 0,
                most: first.most - second.least,
            }
        } else {
            exact
        }
    }

    /// Whether a comparison that holds here says that one operand is no less than another.
    fn is_no_less(&mut self, one: Operand, other: Operand) -> bool {
        let (regions, conditions) = (self.regions, self.conditions);
        let (here, mut number) = (self.scope, self.scope);
        let key = self.key(one, KEY_DEPTH);
        if !conditions.may_compare(key) {
            return false;
        }
        while let Some(scope) = regions.scopes.get(number as usize) {
            for &comparison in conditions.of_scope(number) {
                let limits = if comparison.keys.contains(&key) {
                    self.compared(comparison, one)
                } else {
                    None
                };
                if let Some((BinaryOperator::Greater | BinaryOperator::GreaterEqual | BinaryOperator::Equal, limit)) =
                    limits
                {
                    if self.is_same((limit, comparison.scope), (other, here), MOST_DEPTH) {
                        return true;
                    }
                }
            }
            number = scope.outer;
        }
        false
    }

    /// Whether an operand, not negative, is a masked or remaining part of another one or of what that is a multiple of.
    fn is_part_of(&mut self, part: Operand, whole: Operand) -> bool {
        let (part, mut whole) = (self.resolve(part), self.resolve(whole));
        let Expression::Binary { op, left, right } = *self.expression(part.expression) else {
            return false;
        };
        if let Expression::Binary {
            op: BinaryOperator::Multiply,
            left: one,
            right: other,
        } = *self.expression(whole.expression)
        {
            let component = whole.component;
            let factor = |this: &Self, of| this.subject.constant(of, component).filter(|factor| *factor >= 1);
            let multiple = match (factor(self, one), factor(self, other)) {
                (Some(factor), _) => Some((other, factor)),
                (None, Some(factor)) => Some((one, factor)),
                (None, None) => None,
            };
            if let Some((of, factor)) = multiple {
                let (Some(ty), Some(interval)) = (self.subject.integer(of), self.of(of, component)) else {
                    return false;
                };
                // Only a multiple that did not wrap is no less than what it is a multiple of.
                let fits = interval
                    .most
                    .checked_mul(factor)
                    .is_some_and(|most| most <= ty.full().most);
                if interval.least < 0 || !fits {
                    return false;
                }
                whole = Operand {
                    expression: of,
                    component,
                };
            }
        }
        let scope = self.scope;
        let component = part.component;
        let is_whole = |this: &mut Self, expression| {
            this.is_same((Operand { expression, component }, scope), (whole, scope), MOST_DEPTH)
        };
        match op {
            BinaryOperator::And => is_whole(self, left) || is_whole(self, right),
            BinaryOperator::Modulo => is_whole(self, left) && self.of(right, component).is_some_and(|by| by.least >= 1),
            // catch-all: other operations can give more than their operand
            _ => false,
        }
    }

    fn math(
        &mut self,
        ty: IntegerType,
        function: MathFunction,
        arguments: [Option<Handle<Expression>>; 3],
        component: Option<u32>,
    ) -> Option<Interval> {
        let [Some(first), second, third] = arguments else {
            return None;
        };
        let bits = Interval {
            least: 0,
            most: i128::from(ty.bits),
        };
        Some(match function {
            MathFunction::Min => self.of(first, component)?.minimum(self.of(second?, component)?),
            MathFunction::Max => self.of(first, component)?.maximum(self.of(second?, component)?),
            MathFunction::Clamp => {
                let (low, high) = (self.of(second?, component)?, self.of(third?, component)?);
                ty.clamp(self.of(first, component)?, low, high)
            }
            MathFunction::Abs if ty.signed => ty.absolute(self.of(first, component)?),
            MathFunction::Abs => self.of(first, component)?,
            MathFunction::Sign => Interval { least: -1, most: 1 },
            MathFunction::ExtractBits if !ty.signed => {
                let count = self.of(third?, None)?.most;
                if count >= i128::from(ty.bits) {
                    return None;
                }
                Interval {
                    least: 0,
                    most: (1 << count) - 1,
                }
            }
            MathFunction::Unpack4xU8 => Interval { least: 0, most: 0xFF },
            MathFunction::Unpack4xI8 => Interval {
                least: -0x80,
                most: 0x7F,
            },
            MathFunction::CountOneBits | MathFunction::CountLeadingZeros | MathFunction::CountTrailingZeros => bits,
            // catch-all: of other functions nothing is known
            _ => return None,
        })
    }

    fn conversion(
        &mut self,
        ty: IntegerType,
        value: Handle<Expression>,
        convert: Option<u8>,
        component: Option<u32>,
    ) -> Option<Interval> {
        let (_, from) = self.subject.shape(value)?;
        match from.kind {
            ScalarKind::Bool if convert.is_some() => Some(Interval { least: 0, most: 1 }),
            ScalarKind::Sint | ScalarKind::Uint if convert.is_some() || u32::from(from.width) * 8 == ty.bits => {
                Some(ty.convert(self.of(value, component)?))
            }
            ScalarKind::Bool
            | ScalarKind::Sint
            | ScalarKind::Uint
            | ScalarKind::Float
            | ScalarKind::AbstractInt
            | ScalarKind::AbstractFloat => None,
        }
    }

    /// What a built-in can be: in a workgroup of known size the invocations are numbered below it, and a subgroup has at
    /// most 128 invocations (Vulkan, `subgroupSize`).
    fn built_in(&self, binding: &Binding, component: Option<u32>) -> Option<Interval> {
        let Binding::BuiltIn(built_in) = *binding else {
            return None;
        };
        let entry = self.subject.entry?;
        let below = |count: u32| {
            Some(Interval {
                least: 0,
                most: i128::from(count.checked_sub(1)?),
            })
        };
        let known = entry.workgroup_size_overrides.is_none();
        match built_in {
            BuiltIn::LocalInvocationIndex if known => {
                let [x, y, z] = entry.workgroup_size;
                below(x.checked_mul(y)?.checked_mul(z)?)
            }
            BuiltIn::LocalInvocationId if known => below(*entry.workgroup_size.get(component? as usize)?),
            BuiltIn::SubgroupInvocationId => below(128),
            BuiltIn::SubgroupSize => Some(Interval { least: 1, most: 128 }),
            // catch-all: of other built-ins nothing is known
            _ => None,
        }
    }

    /// An interval, narrowed by what holds at this place.
    fn refined(&mut self, operand: Operand, mut interval: Interval) -> Interval {
        if self.limits >= MOST_LIMITS {
            return interval;
        }
        let (regions, conditions) = (self.regions, self.conditions);
        if conditions.is_empty() && !regions.has_cases {
            return interval;
        }
        let key = self.key(operand, KEY_DEPTH);
        if !conditions.may_compare(key) && !regions.has_cases {
            return interval;
        }
        let mut number = self.scope;
        while let Some(scope) = regions.scopes.get(number as usize) {
            if let ScopeKind::Case { selector, value } = scope.kind {
                let selector = Operand {
                    expression: selector,
                    component: None,
                };
                if self.is_same((selector, scope.outer), (operand, self.scope), MOST_DEPTH) {
                    interval = interval.meet(Interval::single(value.into()));
                }
            }
            for &comparison in conditions.of_scope(number) {
                if comparison.keys[0] != key && comparison.keys[1] != key {
                    continue;
                }
                if !self.takes_step() {
                    return interval;
                }
                if let Some((operator, limit)) = self.compared(comparison, operand) {
                    interval = self.limited(interval, operator, limit, comparison.scope);
                }
            }
            number = scope.outer;
        }
        interval
    }

    /// What a comparison says of an operand: how it compares with what.
    pub(super) fn compared(&mut self, comparison: Comparison, operand: Operand) -> Option<(BinaryOperator, Operand)> {
        let Comparison {
            operator,
            left,
            right,
            component,
            scope,
            keys: _,
        } = comparison;
        let side = |expression| Operand { expression, component };
        let here = self.scope;
        if self.is_same((side(left), scope), (operand, here), MOST_DEPTH) {
            Some((operator, side(right)))
        } else if self.is_same((side(right), scope), (operand, here), MOST_DEPTH) {
            Some((swapped(operator)?, side(left)))
        } else {
            None
        }
    }

    /// Whether a comparison that holds in a scope says that an operand is less than something, or greater: there is room for
    /// one more.
    pub(super) fn has_room(&mut self, operand: Operand, scope: u32, above: bool) -> bool {
        let (regions, conditions) = (self.regions, self.conditions);
        let outer = core::mem::replace(&mut self.scope, scope);
        let key = self.key(operand, KEY_DEPTH);
        let mut number = if conditions.may_compare(key) { scope } else { NONE };
        let mut found = false;
        while let Some(scope) = regions.scopes.get(number as usize) {
            for &comparison in conditions.of_scope(number) {
                if comparison.keys.contains(&key) && !found {
                    let operator = self.compared(comparison, operand).map(|(operator, _)| operator);
                    found = match operator {
                        Some(BinaryOperator::Less) => above,
                        Some(BinaryOperator::Greater) => !above,
                        // catch-all: of the others the limit counts
                        Some(_) | None => false,
                    };
                }
            }
            number = if found { NONE } else { scope.outer };
        }
        self.scope = outer;
        found
    }

    /// An interval, narrowed by a comparison with a limit.
    pub(super) fn limited(
        &mut self,
        interval: Interval,
        operator: BinaryOperator,
        limit: Operand,
        scope: u32,
    ) -> Interval {
        self.limits += 1;
        let limit = self.within(scope, |this| this.interval(limit));
        self.limits -= 1;
        let Some(limit) = limit else {
            return interval;
        };
        let from = |least: i128| Interval {
            least,
            most: interval.most.max(least),
        };
        let to = |most: i128| Interval {
            least: interval.least.min(most),
            most,
        };
        interval.meet(match operator {
            BinaryOperator::Less => to(limit.most - 1),
            BinaryOperator::LessEqual => to(limit.most),
            BinaryOperator::Greater => from(limit.least + 1),
            BinaryOperator::GreaterEqual => from(limit.least),
            BinaryOperator::Equal => limit,
            BinaryOperator::NotEqual if limit == Interval::single(interval.least) => from(interval.least + 1),
            BinaryOperator::NotEqual if limit == Interval::single(interval.most) => to(interval.most - 1),
            // catch-all: nothing else is known of a value that is not equal, and no other operator compares
            _ => interval,
        })
    }

    /// A number that is the same for operands that are the same value, and mostly another one for others.
    pub(super) fn key(&self, operand: Operand, depth: u32) -> u32 {
        let known = &self.keys[operand.expression.index()];
        if depth == KEY_DEPTH && operand.component.is_none() && known.get() != 0 {
            return known.get();
        }
        let key = self.made_key(self.resolve(operand), depth);
        if depth == KEY_DEPTH && operand.component.is_none() {
            known.set(key);
        }
        key
    }

    fn made_key(&self, operand: Operand, depth: u32) -> u32 {
        let mix = |key: u32, part: u32| (key.rotate_left(5) ^ part).wrapping_mul(0x9E37_79B9);
        if let Some(value) = self.subject.constant(operand.expression, operand.component) {
            return mix(1, value as u32);
        }
        let Some(depth) = depth.checked_sub(1) else {
            return 0;
        };
        let part = |expression| {
            let part = Operand {
                expression,
                component: None,
            };
            self.key(part, depth)
        };
        let key = match *self.expression(operand.expression) {
            Expression::Binary { op, left, right } => mix(mix(mix(2, op as u32), part(left)), part(right)),
            Expression::As { expr, .. } => mix(3, part(expr)),
            Expression::Math { fun, arg, .. } => mix(mix(4, fun as u32), part(arg)),
            Expression::AccessIndex { base, index } => mix(mix(5, index), part(base)),
            Expression::Access { base, .. } => mix(6, part(base)),
            Expression::Load { pointer } => mix(7, part(pointer)),
            Expression::FunctionArgument(index) => mix(8, index),
            Expression::GlobalVariable(global) => mix(9, global.index() as u32),
            Expression::LocalVariable(local) => mix(10, local.index() as u32),
            Expression::ArrayLength(_) => 11,
            Expression::ImageQuery { .. } => 12,
            // catch-all: no other expression is the same value as another one
            _ => mix(13, operand.expression.index() as u32),
        };
        mix(key, operand.component.map_or(0, |component| component + 1))
    }

    /// Whether two operands, each known at a place, are the same value.
    pub(super) fn is_same(&mut self, one: (Operand, u32), other: (Operand, u32), depth: u32) -> bool {
        let resolved =
            |this: &mut Self, (operand, scope): (Operand, u32)| this.within(scope, |this| this.resolve(operand));
        let (first, second) = (resolved(self, one), resolved(self, other));
        if first.component == second.component
            && self.is_same_whole((first.expression, one.1), (second.expression, other.1), depth)
        {
            return true;
        }
        let constant = self.subject.constant(first.expression, first.component);
        constant.is_some() && constant == self.subject.constant(second.expression, second.component)
    }

    fn is_same_whole(&mut self, one: (Handle<Expression>, u32), other: (Handle<Expression>, u32), depth: u32) -> bool {
        if one.0 == other.0 {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let (first, second) = (self.expression(one.0), self.expression(other.0));
        if core::mem::discriminant(first) != core::mem::discriminant(second) || !self.takes_step() {
            return false;
        }
        let mut same = |left: Handle<Expression>, right: Handle<Expression>| {
            let whole = |expression| Operand {
                expression,
                component: None,
            };
            self.is_same((whole(left), one.1), (whole(right), other.1), depth)
        };
        match (first, second) {
            (
                &Expression::Binary { op, left, right },
                &Expression::Binary {
                    op: other_op,
                    left: other_left,
                    right: other_right,
                },
            ) => op == other_op && same(left, other_left) && same(right, other_right),
            (
                &Expression::As { expr, kind, convert },
                &Expression::As {
                    expr: other_expr,
                    kind: other_kind,
                    convert: other_convert,
                },
            ) => kind == other_kind && convert == other_convert && same(expr, other_expr),
            (
                &Expression::Math {
                    fun,
                    arg,
                    arg1,
                    arg2,
                    arg3,
                },
                &Expression::Math {
                    fun: other_fun,
                    arg: other_arg,
                    arg1: other_arg1,
                    arg2: other_arg2,
                    arg3: other_arg3,
                },
            ) => {
                let mut rest = |one: Option<Handle<Expression>>, other: Option<Handle<Expression>>| match (one, other) {
                    (None, None) => true,
                    (Some(one), Some(other)) => same(one, other),
                    (None, Some(_)) | (Some(_), None) => false,
                };
                fun == other_fun
                    && rest(Some(arg), Some(other_arg))
                    && rest(arg1, other_arg1)
                    && rest(arg2, other_arg2)
                    && rest(arg3, other_arg3)
            }
            (
                &Expression::AccessIndex { base, index },
                &Expression::AccessIndex {
                    base: other_base,
                    index: other_index,
                },
            ) => index == other_index && same(base, other_base),
            (
                &Expression::Access { base, index },
                &Expression::Access {
                    base: other_base,
                    index: other_index,
                },
            ) => same(base, other_base) && same(index, other_index),
            (&Expression::FunctionArgument(index), &Expression::FunctionArgument(other_index)) => index == other_index,
            (&Expression::GlobalVariable(global), &Expression::GlobalVariable(other_global)) => global == other_global,
            (&Expression::LocalVariable(local), &Expression::LocalVariable(other_local)) => local == other_local,
            // A run-time array keeps its length.
            (&Expression::ArrayLength(pointer), &Expression::ArrayLength(other_pointer)) => {
                same(pointer, other_pointer)
            }
            (
                &Expression::ImageQuery { image, query },
                &Expression::ImageQuery {
                    image: other_image,
                    query: other_query,
                },
            ) => {
                let levels = match (query, other_query) {
                    (naga::ImageQuery::Size { level: None }, naga::ImageQuery::Size { level: None })
                    | (naga::ImageQuery::NumLevels, naga::ImageQuery::NumLevels)
                    | (naga::ImageQuery::NumLayers, naga::ImageQuery::NumLayers)
                    | (naga::ImageQuery::NumSamples, naga::ImageQuery::NumSamples) => true,
                    (
                        naga::ImageQuery::Size { level: Some(level) },
                        naga::ImageQuery::Size {
                            level: Some(other_level),
                        },
                    ) => same(level, other_level),
                    // catch-all: two queries of different kinds
                    _ => false,
                };
                levels && same(image, other_image)
            }
            (&Expression::Load { pointer }, &Expression::Load { pointer: other_pointer }) => {
                same(pointer, other_pointer) && self.is_unchanged((one.0, one.1), (other.0, other.1), pointer)
            }
            // catch-all: what else is made anew may be another value each time
            _ => false,
        }
    }

    /// Whether two loads through the same pointer give the same value: nothing is stored in between.
    fn is_unchanged(
        &self,
        one: (Handle<Expression>, u32),
        other: (Handle<Expression>, u32),
        pointer: Handle<Expression>,
    ) -> bool {
        match pointer_root(self.subject.function, pointer) {
            Some(PointerRoot::Local(local)) => {
                let at = |(load, scope): (Handle<Expression>, u32)| {
                    let at = self.regions.at(load)?;
                    self.regions.is_inside(scope, at.scope).then_some(at)
                };
                match (at(one), at(other)) {
                    (Some(one), Some(other)) => !self.regions.is_stored(local, one, other),
                    (None, _) | (_, None) => false,
                }
            }
            // What no shader can write keeps its value. Read-only storage may be the memory of another, writable binding.
            Some(PointerRoot::Global(global)) => matches!(
                self.subject.module.global_variables[global].space,
                AddressSpace::Uniform | AddressSpace::Immediate | AddressSpace::Handle
            ),
            Some(PointerRoot::Argument(_)) | None => false,
        }
    }
}
