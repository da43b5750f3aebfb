//! What expressions of open overrides are when the pipeline gives no values: the default of each specialization expression.
//!
//! The operations are those of the specialization expressions that `back::specialization` writes, with WGSL's results for
//! division by zero and long shifts. Floats are not followed: nothing but code computes an integer from one.

use super::overrides::{OverrideDefault, OverrideTable};
use naga::valid::ModuleInfo;
use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, Module, Override, Scalar, ScalarKind, TypeInner,
    UnaryOperator,
};

/// The default of a boolean, an integer or a vector of those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DefaultValue {
    /// The components; a scalar is in all of them. A boolean is 0 or 1.
    lanes: [i64; 4],
    /// Every override that it is computed from has a default. One that has none counts as 1, as in the words.
    pub(crate) is_given: bool,
}

impl DefaultValue {
    fn known(value: i64) -> Self {
        Self {
            lanes: [value; 4],
            is_given: true,
        }
    }

    /// The scalar that it is.
    pub(crate) fn scalar(self) -> i64 {
        self.lanes[0]
    }

    /// As a length or extent; negative ones are none.
    pub(crate) fn count(self) -> u32 {
        u32::try_from(self.scalar().max(0)).unwrap_or(u32::MAX)
    }

    fn map(self, apply: impl Fn(i64) -> Option<i64>) -> Option<Self> {
        self.with(self, |value, _| apply(value))
    }

    fn with(self, other: Self, apply: impl Fn(i64, i64) -> Option<i64>) -> Option<Self> {
        let mut lanes = self.lanes;
        for (lane, other) in lanes.iter_mut().zip(other.lanes) {
            *lane = apply(*lane, other)?;
        }
        let is_given = self.is_given && other.is_given;
        Some(Self { lanes, is_given })
    }
}

impl OverrideTable {
    /// The default of an override.
    pub(crate) fn override_default(&self, handle: Handle<Override>) -> Option<DefaultValue> {
        match self.entry(handle)?.default {
            OverrideDefault::Number(value) => Some(DefaultValue::known(value as i64)),
            OverrideDefault::Missing => Some(DefaultValue {
                is_given: false,
                ..DefaultValue::known(1)
            }),
            OverrideDefault::Computed(init) => self.expression_default(init),
        }
    }

    /// The default of a global expression; `None` for floats and what only code computes.
    pub(crate) fn expression_default(&self, handle: Handle<Expression>) -> Option<DefaultValue> {
        self.defaults.get(handle.index()).copied().flatten()
    }

    /// Finds the default of a global expression whose operands have theirs.
    pub(super) fn default_of_expression(
        &self,
        module: &Module,
        info: &ModuleInfo,
        handle: Handle<Expression>,
        expression: &Expression,
    ) -> Option<DefaultValue> {
        let of = |handle| self.expression_default(handle);
        let scalar = |handle: Handle<Expression>| info[handle].inner_with(&module.types).scalar();
        match *expression {
            Expression::Literal(literal) => integer(literal).map(DefaultValue::known),
            Expression::Constant(constant) => of(module.constants[constant].init),
            Expression::Override(named) => {
                let scalar = scalar(handle)?;
                (scalar.kind != ScalarKind::Float).then(|| self.override_default(named))?
            }
            Expression::ZeroValue(_) => match *info[handle].inner_with(&module.types) {
                TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } if scalar.kind != ScalarKind::Float => {
                    Some(DefaultValue::known(0))
                }
                // catch-all: the operations work on scalars and vectors alone
                _ => None,
            },
            Expression::Splat { value, .. } => of(value),
            Expression::Compose { ref components, .. } => self.default_of_vector(module, info, handle, components),
            Expression::AccessIndex { base, index } => {
                let part = of(base)?;
                let lanes = [*part.lanes.get(index as usize)?; 4];
                Some(DefaultValue { lanes, ..part })
            }
            Expression::Swizzle { size, vector, pattern } => {
                let part = of(vector)?;
                let mut lanes = [0; 4];
                for (lane, component) in lanes.iter_mut().zip(pattern).take(size as usize) {
                    *lane = part.lanes[component as usize];
                }
                Some(DefaultValue { lanes, ..part })
            }
            Expression::Unary { op, expr } => {
                let own = scalar(handle)?;
                of(expr)?.map(|value| match op {
                    UnaryOperator::Negate => wrapped(value.wrapping_neg(), own),
                    UnaryOperator::LogicalNot => Some(value ^ 1),
                    UnaryOperator::BitwiseNot => wrapped(!value, own),
                })
            }
            Expression::Binary { op, left, right } => {
                let operands = scalar(left)?;
                of(left)?.with(of(right)?, |left, right| binary(op, operands, left, right))
            }
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let chosen = of(accept)?.with(of(reject)?, |_, _| Some(0))?;
                let (accept, reject, condition) = (of(accept)?.lanes, of(reject)?.lanes, of(condition)?);
                let mut lanes = [0; 4];
                for (at, lane) in lanes.iter_mut().enumerate() {
                    let accepted = condition.lanes[at] != 0;
                    *lane = if accepted { accept[at] } else { reject[at] };
                }
                let is_given = chosen.is_given && condition.is_given;
                Some(DefaultValue { lanes, is_given })
            }
            Expression::Math {
                fun, arg, arg1, arg2, ..
            } => self.default_of_math(scalar(handle)?, fun, (arg, arg1, arg2)),
            Expression::As { expr, .. } => {
                let own = scalar(handle)?;
                of(expr)?.map(|value| wrapped(value, own))
            }
            // catch-all: no other expression is a specialization expression
            _ => None,
        }
    }

    /// The default of a vector made of scalars and vectors.
    fn default_of_vector(
        &self,
        module: &Module,
        info: &ModuleInfo,
        handle: Handle<Expression>,
        components: &[Handle<Expression>],
    ) -> Option<DefaultValue> {
        if !matches!(info[handle].inner_with(&module.types), TypeInner::Vector { .. }) {
            return None;
        }
        let mut all = DefaultValue::known(0);
        let mut rest = &mut all.lanes[..];
        for &component in components {
            let part = self.expression_default(component)?;
            let size = match *info[component].inner_with(&module.types) {
                TypeInner::Vector { size, .. } => size as usize,
                // catch-all: a scalar
                _ => 1,
            };
            let (own, others) = rest.split_at_mut_checked(size)?;
            own.copy_from_slice(part.lanes.get(..size)?);
            rest = others;
            all.is_given &= part.is_given;
        }
        Some(all)
    }

    fn default_of_math(
        &self,
        scalar: Scalar,
        fun: MathFunction,
        (arg, arg1, arg2): (
            Handle<Expression>,
            Option<Handle<Expression>>,
            Option<Handle<Expression>>,
        ),
    ) -> Option<DefaultValue> {
        let of = |handle: Option<Handle<Expression>>| self.expression_default(handle?);
        let value = of(Some(arg))?;
        match fun {
            MathFunction::Abs => value.map(|value| wrapped(value.wrapping_abs(), scalar)),
            MathFunction::Min => value.with(of(arg1)?, |value, other| Some(value.min(other))),
            MathFunction::Max => value.with(of(arg1)?, |value, other| Some(value.max(other))),
            MathFunction::Clamp => value
                .with(of(arg1)?, |value, low| Some(value.max(low)))?
                .with(of(arg2)?, |value, high| Some(value.min(high))),
            // catch-all: no other function is a specialization expression
            _ => None,
        }
    }
}

fn integer(literal: Literal) -> Option<i64> {
    match literal {
        Literal::U16(value) => Some(value.into()),
        Literal::I16(value) => Some(value.into()),
        Literal::U32(value) => Some(value.into()),
        Literal::I32(value) => Some(value.into()),
        Literal::I64(value) => Some(value),
        Literal::U64(value) => i64::try_from(value).ok(),
        Literal::Bool(value) => Some(value.into()),
        Literal::AbstractInt(_) | Literal::F16(_) | Literal::F32(_) | Literal::F64(_) | Literal::AbstractFloat(_) => {
            None
        }
    }
}

/// The value that the low bits of a number are in a type. `None` for floats, and for unsigned numbers above what 64 signed bits
/// hold.
fn wrapped(value: i64, scalar: Scalar) -> Option<i64> {
    let unused = 64 - u32::from(scalar.width) * 8;
    match scalar.kind {
        ScalarKind::Bool => Some((value != 0).into()),
        ScalarKind::Sint => Some(value.wrapping_shl(unused).wrapping_shr(unused)),
        ScalarKind::Uint => {
            let bits = value.cast_unsigned().wrapping_shl(unused).wrapping_shr(unused);
            i64::try_from(bits).ok()
        }
        ScalarKind::Float | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => None,
    }
}

/// One component of a binary operation on numbers of a type, as WGSL defines it (§8.7).
fn binary(op: BinaryOperator, scalar: Scalar, left: i64, right: i64) -> Option<i64> {
    let bits = i64::from(scalar.width) * 8;
    let amount = (right & (bits - 1)) as u32;
    // Where the quotient is not defined the divisor is 1.
    let overflows = scalar.kind == ScalarKind::Sint && right == -1 && left == i64::MIN >> (64 - bits);
    let divisor = if right == 0 || overflows { 1 } else { right };
    let value = match op {
        BinaryOperator::Add => left.wrapping_add(right),
        BinaryOperator::Subtract => left.wrapping_sub(right),
        BinaryOperator::Multiply => left.wrapping_mul(right),
        BinaryOperator::Divide => left.wrapping_div(divisor),
        BinaryOperator::Modulo => left.wrapping_rem(divisor),
        BinaryOperator::And | BinaryOperator::LogicalAnd => left & right,
        BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => left | right,
        BinaryOperator::ExclusiveOr => left ^ right,
        BinaryOperator::ShiftLeft => left.wrapping_shl(amount),
        BinaryOperator::ShiftRight => left.wrapping_shr(amount),
        BinaryOperator::Equal => return Some((left == right).into()),
        BinaryOperator::NotEqual => return Some((left != right).into()),
        BinaryOperator::Less => return Some((left < right).into()),
        BinaryOperator::LessEqual => return Some((left <= right).into()),
        BinaryOperator::Greater => return Some((left > right).into()),
        BinaryOperator::GreaterEqual => return Some((left >= right).into()),
    };
    wrapped(value, scalar)
}
