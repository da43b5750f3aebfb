//! Overrides that stay open: which of the four kinds of constant everything computed from them is, their `SpecId`s, and
//! what array lengths and workgroup sizes may be made of them.
//!
//! SPIR-V, `OpSpecConstantOp`: the opcodes allowed without `Kernel`; §3.20, `SpecId`. WGSL §8.3 (override expressions).

use super::defaults::DefaultValue;
use super::operands;
use crate::back::function::known_literal;
use naga::proc::TypeResolution;
use naga::valid::ModuleInfo;
use naga::{
    Arena, ArraySize, BinaryOperator, Expression, Handle, Literal, MathFunction, Module, Override, Scalar, ScalarKind,
    TypeInner, UnaryOperator,
};

/// What SPIR-V can make of an expression outside functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ConstantKind {
    /// A constant.
    #[default]
    Constant,
    /// A specialization constant, or an expression of them.
    Specialized,
    /// Nothing but code: no opcode that computes it may stand outside functions.
    RunTime,
}

/// The value that an override has when the pipeline gives none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OverrideDefault {
    /// None: the pipeline must give one.
    Missing,
    /// A number; 1.0 is `true`.
    Number(f64),
    /// What an expression of other overrides gives.
    Computed(Handle<Expression>),
}

/// The `SpecId`s of an override.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpecIds {
    /// Of its value.
    pub(crate) value: u32,
    /// Of the boolean that says whether the value counts, when the default is computed.
    pub(crate) given: Option<u32>,
}

/// What is known of an override.
#[derive(Clone, Debug)]
pub(crate) struct OverrideEntry {
    /// Set for what the pipeline can give a value to: overrides without a name or number are expressions.
    pub(crate) ids: Option<SpecIds>,
    pub(crate) default: OverrideDefault,
    pub(crate) kind: ConstantKind,
    /// It stands for an override of the shader's and is no device of the lowering.
    pub(crate) is_declared: bool,
}

/// The overrides of one module, in the order of its arena, and what is computed from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverrideTable {
    pub(crate) entries: Vec<OverrideEntry>,
    /// The kind of each global expression. Empty when no override is open.
    kinds: Vec<ConstantKind>,
    /// The default of each global expression, where it is a boolean or integer or a vector of those. Empty likewise.
    pub(super) defaults: Vec<Option<DefaultValue>>,
    /// They become specialization constants; otherwise every default is the value.
    pub(crate) is_open: bool,
}

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayLength {
    Known(u32),
    /// The value of an override that is open.
    Override(Handle<Override>),
    /// The array at the end of a buffer.
    RunTime,
}

impl OverrideTable {
    /// The table of a module whose overrides have their values as defaults.
    pub(crate) fn settled(module: &Module) -> Self {
        let entry = |(_, declared): (_, &Override)| OverrideEntry {
            ids: None,
            default: default_of(module, declared),
            kind: ConstantKind::Constant,
            is_declared: true,
        };
        Self {
            entries: module.overrides.iter().map(entry).collect(),
            kinds: Vec::new(),
            defaults: Vec::new(),
            is_open: false,
        }
    }

    /// The table of a module whose overrides stay open. `value` gives the defaults that the caller has set.
    ///
    /// Ids that the shader assigns come first; the others get the numbers above them, in order, and the booleans that go
    /// with computed defaults the numbers above those.
    pub(crate) fn open(module: &Module, value: impl Fn(&Override) -> Option<f64>) -> Self {
        let last = module.overrides.iter().filter_map(|(_, declared)| declared.id).max();
        let first = last.map_or(0, |id| u32::from(id) + 1);
        let unnumbered = module.overrides.iter().filter(|(_, declared)| declared.id.is_none());
        let mut given = first + unnumbered.filter(|(_, declared)| declared.name.is_some()).count() as u32;
        let mut number = first;
        let mut entries = Vec::with_capacity(module.overrides.len());
        for (_, declared) in module.overrides.iter() {
            let default = value(declared).map_or_else(|| default_of(module, declared), OverrideDefault::Number);
            let id = match (declared.id, &declared.name) {
                (Some(id), _) => Some(u32::from(id)),
                (None, Some(_)) => {
                    number += 1;
                    Some(number - 1)
                }
                (None, None) => None,
            };
            let ids = id.map(|value| SpecIds {
                value,
                given: matches!(default, OverrideDefault::Computed(_)).then(|| {
                    given += 1;
                    given - 1
                }),
            });
            entries.push(OverrideEntry {
                ids,
                default,
                kind: ConstantKind::Specialized,
                is_declared: true,
            });
        }
        Self {
            entries,
            kinds: Vec::new(),
            defaults: Vec::new(),
            is_open: true,
        }
    }

    /// Finds the kind and the default of every global expression. Overrides must be in order, see [`is_in_order`].
    pub(crate) fn classify(&mut self, module: &Module, info: &ModuleInfo) {
        self.kinds.clear();
        self.defaults.clear();
        let mut overrides = 0;
        for (handle, expression) in module.global_expressions.iter() {
            if let Expression::Override(named) = *expression {
                self.classify_overrides(&mut overrides, named.index() + 1);
            }
            let kind = self.kind_of(module, info, handle, expression);
            self.kinds.push(kind);
            let default = self.default_of_expression(module, info, handle, expression);
            self.defaults.push(default);
        }
        self.classify_overrides(&mut overrides, self.entries.len());
    }

    /// An override is as its default, if that is computed.
    fn classify_overrides(&mut self, from: &mut usize, to: usize) {
        while *from < to {
            if let Some(&OverrideEntry {
                default: OverrideDefault::Computed(init),
                ..
            }) = self.entries.get(*from)
            {
                let kind = self.kind(init).max(ConstantKind::Specialized);
                if let Some(entry) = self.entries.get_mut(*from) {
                    entry.kind = kind;
                }
            }
            *from += 1;
        }
    }

    /// The kind of a global expression.
    pub(crate) fn kind(&self, handle: Handle<Expression>) -> ConstantKind {
        self.kinds.get(handle.index()).copied().unwrap_or_default()
    }

    /// What is known of an override.
    pub(crate) fn entry(&self, handle: Handle<Override>) -> Option<&OverrideEntry> {
        self.entries.get(handle.index())
    }

    /// The kind of an override.
    pub(crate) fn override_kind(&self, handle: Handle<Override>) -> ConstantKind {
        self.entry(handle).map_or(ConstantKind::Constant, |entry| entry.kind)
    }

    /// The length of an array. naga's own `ArraySize::resolve` takes the default of an open override for its value.
    pub(crate) fn array_length(&self, size: ArraySize) -> ArrayLength {
        match size {
            ArraySize::Constant(length) => ArrayLength::Known(length.get()),
            ArraySize::Pending(handle) => match self.entry(handle) {
                Some(&OverrideEntry {
                    default: OverrideDefault::Number(length),
                    ..
                }) if !self.is_open => ArrayLength::Known(length as u32),
                Some(_) | None => ArrayLength::Override(handle),
            },
            ArraySize::Dynamic => ArrayLength::RunTime,
        }
    }

    fn kind_of(
        &self,
        module: &Module,
        info: &ModuleInfo,
        handle: Handle<Expression>,
        expression: &Expression,
    ) -> ConstantKind {
        let mut operands_kind = ConstantKind::Constant;
        operands::for_each(expression, |operand| {
            operands_kind = operands_kind.max(self.kind(operand));
        });
        match *expression {
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => ConstantKind::Constant,
            Expression::Override(handle) => self.override_kind(handle),
            Expression::Compose { .. } | Expression::Splat { .. } => operands_kind,
            // catch-all: the match over there names all of them
            _ => {
                if is_specialized(module, info, handle, expression) {
                    operands_kind.max(ConstantKind::Specialized)
                } else {
                    ConstantKind::RunTime
                }
            }
        }
    }
}

fn default_of(module: &Module, declared: &Override) -> OverrideDefault {
    let Some(init) = declared.init else {
        return OverrideDefault::Missing;
    };
    known_literal(module, &module.global_expressions, init)
        .and_then(number)
        .map_or(OverrideDefault::Computed(init), OverrideDefault::Number)
}

/// A literal as the number that every type of an override has room in.
fn number(literal: Literal) -> Option<f64> {
    Some(match literal {
        Literal::F64(value) | Literal::AbstractFloat(value) => value,
        Literal::F32(value) => f64::from(value),
        Literal::F16(value) => f64::from(f32::from(value)),
        Literal::U16(value) => f64::from(value),
        Literal::I16(value) => f64::from(value),
        Literal::U32(value) => f64::from(value),
        Literal::I32(value) => f64::from(value),
        Literal::Bool(value) => f64::from(u8::from(value)),
        // No type of an override (naga's validator has none of 64 bits).
        Literal::U64(_) | Literal::I64(_) | Literal::AbstractInt(_) => return None,
    })
}

/// Whether every override's default stands before the first expression that names it or a later one: the order in which
/// naga resolves them. Front ends write no other; a module of another make need not keep it, and may even run in circles.
pub(crate) fn is_in_order(module: &Module) -> bool {
    let mut inits = module.overrides.iter().map(|(_, declared)| declared.init);
    let mut seen = 0;
    for (handle, expression) in module.global_expressions.iter() {
        if let Expression::Override(named) = *expression {
            while seen <= named.index() {
                if inits.next().flatten().is_some_and(|init| init >= handle) {
                    return false;
                }
                seen += 1;
            }
        }
    }
    true
}

/// The first override that an expression is computed from.
pub(crate) fn override_in(arena: &Arena<Expression>, expression: Handle<Expression>) -> Option<Handle<Override>> {
    let mut needed = vec![false; expression.index() + 1];
    let mut found = None;
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for (handle, expression) in arena.iter().rev() {
        if !needed.get(handle.index()).is_some_and(|needed| *needed) {
            continue;
        }
        if let Expression::Override(named) = *expression {
            found = Some(named);
        }
        operands::for_each(expression, |operand| {
            if let Some(needed) = needed.get_mut(operand.index()) {
                *needed = true;
            }
        });
    }
    found
}

/// Whether an operation has an opcode that `OpSpecConstantOp` takes without `Kernel`, or a few of them.
fn is_specialized(module: &Module, info: &ModuleInfo, handle: Handle<Expression>, expression: &Expression) -> bool {
    let parts = |handle: Handle<Expression>| scalar_and_size(module, &info[handle]);
    match *expression {
        Expression::AccessIndex { .. } | Expression::Swizzle { .. } => true,
        Expression::Unary { op, expr } => match (op, parts(expr)) {
            (_, None) => false,
            (UnaryOperator::Negate, Some((scalar, _))) => is_integer(scalar),
            (UnaryOperator::LogicalNot, Some((scalar, _))) => scalar == Scalar::BOOL,
            (UnaryOperator::BitwiseNot, Some((scalar, _))) => is_integer(scalar),
        },
        Expression::Binary { op, left, right } => match (parts(left), parts(right)) {
            (Some((left, size)), Some((right, other))) if size == other => is_binary(op, left, right),
            (Some(_) | None, _) => false,
        },
        Expression::Select { accept, .. } => parts(accept).is_some(),
        Expression::Math {
            fun: MathFunction::Abs | MathFunction::Min | MathFunction::Max | MathFunction::Clamp,
            arg,
            ..
        } => parts(arg).is_some_and(|(scalar, _)| is_integer(scalar)),
        Expression::As { expr, convert, .. } => match (parts(expr), parts(handle)) {
            (Some((from, _)), Some((to, _))) => is_conversion(from, to, convert.is_some()),
            (Some(_) | None, _) => false,
        },
        // catch-all: what is not listed needs an opcode, a memory or a device that only functions have
        _ => false,
    }
}

fn scalar_and_size(module: &Module, ty: &TypeResolution) -> Option<(Scalar, u8)> {
    match *ty.inner_with(&module.types) {
        TypeInner::Scalar(scalar) => Some((scalar, 1)),
        TypeInner::Vector { size, scalar } => Some((scalar, size as u8)),
        // catch-all: the opcodes work on scalars and vectors alone
        _ => None,
    }
}

fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
}

fn is_binary(op: BinaryOperator, left: Scalar, right: Scalar) -> bool {
    let integers = is_integer(left) && is_integer(right);
    match op {
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Modulo
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual
        | BinaryOperator::ExclusiveOr => integers,
        // The amount is a u32 whatever is shifted.
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => integers,
        BinaryOperator::And | BinaryOperator::InclusiveOr | BinaryOperator::Equal | BinaryOperator::NotEqual => {
            integers || left == Scalar::BOOL
        }
        BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => left == Scalar::BOOL,
    }
}

fn is_conversion(from: Scalar, to: Scalar, by_value: bool) -> bool {
    if from == to {
        return true;
    }
    let discrete = |scalar: Scalar| is_integer(scalar) || scalar == Scalar::BOOL;
    match (by_value, from.kind, to.kind) {
        // A bitcast between integers is an addition of zero; any other is an opcode that is not allowed.
        (false, _, _) => is_integer(from) && is_integer(to),
        // A boolean chooses between zero and one of any type.
        (true, ScalarKind::Bool, ScalarKind::Float) => true,
        (true, ScalarKind::Float, ScalarKind::Float) => true,
        (true, _, _) => discrete(from) && discrete(to),
    }
}
