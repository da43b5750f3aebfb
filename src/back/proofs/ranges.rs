//! Indices that cannot be out of range: for each live access at an index that is no constant, into something of known
//! length, whether the index is below that length whatever the shader is given.
//!
//! It asks from the index down to its operands, so what is no index costs nothing, and gives up after a few steps. It
//! knows what naga's operations give (WGSL §8, §17) and what the built-ins of compute shaders can be (WGSL §13.3.1.1);
//! loop counters it asks of `counters`. It must not know how a check is written.

use super::{Counters, Subject};
use crate::back::overrides::{ArrayLength, OverrideTable};
use crate::ir::literal::known_literal;
use crate::ir::pointer::inner_of;
use naga::valid::FunctionInfo;
use naga::{
    Arena, BinaryOperator, Binding, BuiltIn, Expression, Handle, Literal, MathFunction, Module, Scalar, ScalarKind,
    TypeInner, VectorSize,
};

/// How many expressions are looked at for one index.
const MOST_STEPS: u32 = 32;

/// Whether the index of an access is known to be in range.
#[inline]
pub(crate) fn is_in_range(
    subject: Subject<'_>,
    counters: &Counters,
    overrides: &OverrideTable,
    base: Handle<Expression>,
    index: Handle<Expression>,
) -> bool {
    let Some(length) = length(overrides, subject.module, subject.info, base) else {
        return false;
    };
    let mut ranges = Ranges {
        counters,
        subject,
        steps: MOST_STEPS,
    };
    let Some(largest) = ranges.largest(index, None) else {
        return false;
    };
    // An access chain reads its indices as signed (SPIR-V §3.49.8), those of 16 bits too.
    let narrow = ranges.integer(index).is_some_and(|scalar| scalar.width < 4);
    largest < length && !(narrow && largest > i16::MAX as u32)
}

/// The number of elements that an index chooses from, where it is known.
fn length(overrides: &OverrideTable, module: &Module, info: &FunctionInfo, base: Handle<Expression>) -> Option<u32> {
    let mut inner = inner_of(module, &info[base].ty);
    if let TypeInner::Pointer { base, .. } = *inner {
        inner = &module.types[base].inner;
    }
    match *inner {
        TypeInner::ValuePointer { size, .. } => size.map(|size| size as u32),
        TypeInner::Vector { size, .. } => Some(size as u32),
        TypeInner::Matrix { columns, .. } => Some(columns as u32),
        TypeInner::Array { size, .. } | TypeInner::BindingArray { size, .. } => match overrides.array_length(size) {
            ArrayLength::Known(length) => Some(length),
            ArrayLength::Override(_) | ArrayLength::RunTime => None,
        },
        // catch-all: naga's validator lets nothing else be indexed
        _ => None,
    }
}

/// The search below one index.
struct Ranges<'a> {
    counters: &'a Counters,
    subject: Subject<'a>,
    steps: u32,
}

impl Ranges<'_> {
    /// The largest value that an integer, or a component of a vector of them, can have, when it is never negative.
    fn largest(&mut self, expression: Handle<Expression>, component: Option<u32>) -> Option<u32> {
        self.steps = self.steps.checked_sub(1)?;
        match self.subject.function.expressions[expression] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => {
                self.constant(expression, component)
            }
            Expression::Splat { value, .. } => self.largest(value, None),
            Expression::Swizzle { vector, pattern, .. } => {
                let from = pattern.get(component? as usize)?;
                self.largest(vector, Some(*from as u32))
            }
            Expression::Compose { ref components, .. } => self.part(components, component?),
            Expression::AccessIndex { base, index } => match *self.inner(base) {
                TypeInner::Vector { .. } => self.largest(base, Some(index)),
                TypeInner::Struct { ref members, .. } => {
                    self.argument(base)?;
                    self.built_in(members.get(index as usize)?.binding.as_ref()?, component)
                }
                // catch-all: nothing else is an integer or holds one that is known
                _ => None,
            },
            Expression::FunctionArgument(_) => {
                let binding = self.argument(expression)?.binding.as_ref()?;
                self.built_in(binding, component)
            }
            Expression::Load { .. } => self.counters.bound(self.subject.function, expression),
            Expression::Binary { op, left, right } => self.binary(expression, op, (left, right), component),
            Expression::Math {
                fun, arg, arg1, arg2, ..
            } => self.math(fun, arg, arg1, arg2, component),
            Expression::Select { accept, reject, .. } => {
                let (accept, reject) = (self.operand(accept, component)?, self.operand(reject, component)?);
                Some(accept.max(reject))
            }
            Expression::As { expr, kind, convert } => self.conversion(expr, kind, convert, component),
            Expression::Override(_)
            | Expression::Access { .. }
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. }
            | Expression::Unary { .. }
            | Expression::Derivative { .. }
            | Expression::Relational { .. }
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
            | Expression::CooperativeMultiplyAdd { .. } => None,
        }
    }

    fn inner(&self, expression: Handle<Expression>) -> &TypeInner {
        inner_of(self.subject.module, &self.subject.info[expression].ty)
    }

    /// The size and the scalar of a vector or scalar.
    fn shape(&self, expression: Handle<Expression>) -> Option<(Option<VectorSize>, Scalar)> {
        self.inner(expression).vector_size_and_scalar()
    }

    /// The scalar of an integer or a vector of integers.
    fn integer(&self, expression: Handle<Expression>) -> Option<Scalar> {
        let (_, scalar) = self.shape(expression)?;
        matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint).then_some(scalar)
    }

    /// The operand of an operation by components: a scalar stands for all of them.
    fn operand(&mut self, expression: Handle<Expression>, component: Option<u32>) -> Option<u32> {
        match self.shape(expression)? {
            (None, _) => self.largest(expression, None),
            (Some(_), _) => self.largest(expression, Some(component?)),
        }
    }

    /// The same, by its type alone where nothing else is known: unsigned values end somewhere.
    fn operand_or_any(&mut self, expression: Handle<Expression>, component: Option<u32>) -> Option<u32> {
        let known = self.operand(expression, component);
        known.or_else(|| {
            let scalar = self.integer(expression)?;
            (scalar.kind == ScalarKind::Uint && scalar.width <= 4).then(|| most(scalar))?
        })
    }

    /// The operand when it is a plain constant.
    fn known(&self, expression: Handle<Expression>, component: Option<u32>) -> Option<u32> {
        match self.shape(expression)? {
            (None, _) => self.constant(expression, None),
            (Some(_), _) => self.constant(expression, Some(component?)),
        }
    }

    /// The value of a constant, when it is not negative.
    fn constant(&self, expression: Handle<Expression>, component: Option<u32>) -> Option<u32> {
        let mut arena: &Arena<Expression> = &self.subject.function.expressions;
        let mut at = expression;
        if let Some(component) = component {
            loop {
                match arena[at] {
                    Expression::Constant(constant) => {
                        (arena, at) = (
                            &self.subject.module.global_expressions,
                            self.subject.module.constants[constant].init,
                        );
                    }
                    Expression::ZeroValue(_) => return Some(0),
                    Expression::Splat { value, .. } => {
                        at = value;
                        break;
                    }
                    // One constituent for each component: parts that are vectors themselves are not looked into.
                    Expression::Compose { ty, ref components } => {
                        let (size, _) = self.subject.module.types[ty].inner.vector_size_and_scalar()?;
                        if components.len() != size? as usize {
                            return None;
                        }
                        at = *components.get(component as usize)?;
                        break;
                    }
                    // catch-all: what else a vector is made by has no known components
                    _ => return None,
                }
            }
        }
        match known_literal(self.subject.module, arena, at)? {
            Literal::U32(value) => Some(value),
            Literal::I32(value) => u32::try_from(value).ok(),
            Literal::U16(value) => Some(u32::from(value)),
            Literal::I16(value) => u32::try_from(value).ok(),
            Literal::U64(value) => u32::try_from(value).ok(),
            Literal::I64(value) => u32::try_from(value).ok(),
            Literal::F64(_)
            | Literal::F32(_)
            | Literal::F16(_)
            | Literal::Bool(_)
            | Literal::AbstractInt(_)
            | Literal::AbstractFloat(_) => None,
        }
    }

    /// A component of what a vector is composed of: scalars and shorter vectors.
    fn part(&mut self, parts: &[Handle<Expression>], mut component: u32) -> Option<u32> {
        for &part in parts {
            let (size, _) = self.shape(part)?;
            match (size, component.checked_sub(size.map_or(1, |size| size as u32))) {
                (_, Some(rest)) => component = rest,
                (None, None) => return self.largest(part, None),
                (Some(_), None) => return self.largest(part, Some(component)),
            }
        }
        None
    }

    /// The argument of the entry point that an expression names.
    fn argument(&self, expression: Handle<Expression>) -> Option<&naga::FunctionArgument> {
        self.subject.entry?;
        let Expression::FunctionArgument(index) = self.subject.function.expressions[expression] else {
            return None;
        };
        self.subject.function.arguments.get(index as usize)
    }

    /// What a built-in can be: in a workgroup of known size the invocations are numbered below it.
    fn built_in(&self, binding: &Binding, component: Option<u32>) -> Option<u32> {
        let Binding::BuiltIn(built_in) = *binding else {
            return None;
        };
        let entry = self.subject.entry?;
        if entry.workgroup_size_overrides.is_some() {
            return None;
        }
        let size = entry.workgroup_size;
        match built_in {
            BuiltIn::LocalInvocationIndex => {
                let [x, y, z] = size;
                x.checked_mul(y)?.checked_mul(z)?.checked_sub(1)
            }
            BuiltIn::LocalInvocationId => size.get(component? as usize)?.checked_sub(1),
            // catch-all: of other built-ins nothing is known
            _ => None,
        }
    }

    fn binary(
        &mut self,
        expression: Handle<Expression>,
        operator: BinaryOperator,
        (left, right): (Handle<Expression>, Handle<Expression>),
        component: Option<u32>,
    ) -> Option<u32> {
        let scalar = self.integer(expression)?;
        let most = most(scalar)?;
        let within = |value: u32| (value <= most).then_some(value);
        match operator {
            // A mask without a sign bit takes the other operand's away.
            BinaryOperator::And => smaller(self.operand(left, component), self.operand(right, component)),
            BinaryOperator::InclusiveOr | BinaryOperator::ExclusiveOr => {
                let bits = self.operand(left, component)? | self.operand(right, component)?;
                Some(u32::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0))
            }
            BinaryOperator::Modulo => {
                let last = self.known(right, component)?.checked_sub(1)?;
                // The remainder has the sign of the dividend.
                if scalar.kind == ScalarKind::Uint {
                    smaller(self.operand(left, component), Some(last))
                } else {
                    Some(self.operand(left, component)?.min(last))
                }
            }
            BinaryOperator::Divide => {
                let divisor = self.known(right, component)?;
                self.operand_or_any(left, component)?.checked_div(divisor)
            }
            BinaryOperator::ShiftRight => {
                let amount = self.known(right, component)?;
                let value = self.operand_or_any(left, component)?;
                (amount < u32::from(scalar.width) * 8).then(|| value.checked_shr(amount).unwrap_or(0))
            }
            BinaryOperator::ShiftLeft => {
                let amount = self.known(right, component)?;
                let factor = 1_u32.checked_shl(amount)?;
                within(self.operand(left, component)?.checked_mul(factor)?)
            }
            BinaryOperator::Add => {
                let left = self.operand(left, component)?;
                within(left.checked_add(self.operand(right, component)?)?)
            }
            BinaryOperator::Multiply => {
                let left = self.operand(left, component)?;
                within(left.checked_mul(self.operand(right, component)?)?)
            }
            BinaryOperator::Subtract => {
                let from = self.known(left, component)?;
                (self.operand(right, component)? <= from).then_some(from)
            }
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr => None,
        }
    }

    fn math(
        &mut self,
        function: MathFunction,
        first: Handle<Expression>,
        second: Option<Handle<Expression>>,
        third: Option<Handle<Expression>>,
        component: Option<u32>,
    ) -> Option<u32> {
        let scalar = self.integer(first)?;
        let unsigned = scalar.kind == ScalarKind::Uint;
        match function {
            MathFunction::Min => {
                let (first, second) = (self.operand(first, component), self.operand(second?, component));
                if unsigned {
                    smaller(first, second)
                } else {
                    // The other one may be negative.
                    Some(first?.min(second?))
                }
            }
            MathFunction::Max => Some(self.operand(first, component)?.max(self.operand(second?, component)?)),
            MathFunction::Clamp => {
                // Where the bounds are exchanged the result is one or the other, or anything.
                let high = self.known(third?, component)?;
                (self.operand(second?, component)? <= high).then_some(high)
            }
            MathFunction::ExtractBits if unsigned => {
                let count = self.known(third?, component)?;
                (count < 32).then(|| (1 << count) - 1)
            }
            MathFunction::Unpack4xU8 => Some(0xFF),
            // catch-all: of other functions nothing is known
            _ => None,
        }
    }

    fn conversion(
        &mut self,
        value: Handle<Expression>,
        kind: ScalarKind,
        convert: Option<u8>,
        component: Option<u32>,
    ) -> Option<u32> {
        let (_, from) = self.shape(value)?;
        let width = convert.unwrap_or(from.width);
        let most = most(Scalar { kind, width })?;
        let largest = match from.kind {
            ScalarKind::Bool if convert.is_some() => 1,
            ScalarKind::Sint | ScalarKind::Uint => self.operand(value, component)?,
            ScalarKind::Bool | ScalarKind::Float | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => return None,
        };
        (largest <= most).then_some(largest)
    }
}

/// The largest value of an integer type, as far as 32 bits tell.
fn most(scalar: Scalar) -> Option<u32> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Uint, 2) => Some(u32::from(u16::MAX)),
        (ScalarKind::Sint, 2) => Some(i16::MAX as u32),
        (ScalarKind::Sint, 4) => Some(i32::MAX as u32),
        (ScalarKind::Uint, 4) | (ScalarKind::Sint | ScalarKind::Uint, 8) => Some(u32::MAX),
        // catch-all: no integer of a width that naga has
        _ => None,
    }
}

/// The smaller one of what is known.
fn smaller(left: Option<u32>, right: Option<u32>) -> Option<u32> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (one, other) => one.or(other),
    }
}
