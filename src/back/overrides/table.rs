//! The table of a module's overrides: defaults, `SpecId`s, and the kind of constant of each expression that depends on
//! them.
//!
//! [`super::resolve`] builds it for the module that is planned and emitted; only what is needed changes afterwards.
//! SPIR-V §3.20 (Decoration: `SpecId`); WGSL §8.3 (override expressions).

use super::opcode::is_specialized;
use super::values::{Values, value};
use crate::ir::literal::known_literal;
use crate::ir::operands;
use alloc::vec::Vec;
use bit_set::BitSet;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, ArraySize, Expression, GlobalVariable, Handle, Literal, Module, Override, Scalar};

/// How SPIR-V can compute an expression outside of functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ConstantKind {
    #[default]
    Constant,
    /// As a specialization constant, or an expression of them.
    Specialized,
    /// Not at all: an opcode that it needs is allowed in functions only.
    RunTime,
}

/// The value of an override without one from the pipeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OverrideDefault {
    /// None: the pipeline must give one.
    Missing,
    /// A number; 1.0 is `true`.
    Number(f64),
    /// The value of an expression that depends on other overrides.
    Computed(Handle<Expression>),
}

impl OverrideDefault {
    /// The number, if the default is one.
    pub(crate) fn number(self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Missing | Self::Computed(_) => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpecIds {
    /// The id of its value.
    pub(crate) value: u32,
    /// The id of a boolean, for an override with a computed default: true if the pipeline gives a value.
    pub(crate) given: Option<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct OverrideEntry {
    /// `None` for an override without name and number, to which the pipeline cannot give a value.
    pub(crate) ids: Option<SpecIds>,
    pub(crate) default: OverrideDefault,
    pub(crate) kind: ConstantKind,
}

/// The overrides of one module, in the order of its arena, and the global expressions that depend on them.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverrideTable {
    pub(crate) entries: Vec<OverrideEntry>,
    /// The kind of each global expression. Empty if no override is open.
    kinds: Vec<ConstantKind>,
    /// The default of each global expression that is a scalar. Empty if no override is open.
    pub(super) numbers: Vec<Option<f64>>,
    /// The same with the [`placeholder`] of each override that lacks a default. Empty if none lacks one.
    pub(super) placeholders: Vec<Option<f64>>,
    /// The global expressions to emit as specialization expressions, see `demand`.
    pub(super) needed: BitSet,
    /// Whether overrides are specialization constants; otherwise every default is the value.
    pub(crate) is_open: bool,
}

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayLength {
    Known(u32),
    /// The value of an open override.
    Override(Handle<Override>),
    /// A run-time array at the end of a buffer, or a binding array of as many elements as the set layout has
    /// descriptors, which the shader cannot query.
    RunTime,
}

impl OverrideTable {
    /// The table of a module whose overrides have the values in the options, or their defaults.
    pub(super) fn resolved(module: &Module, values: &Values) -> Self {
        let entries = module.overrides.iter().map(|(_, declared)| {
            let default = match (value(values, declared), declared.init) {
                (Some(value), _) => OverrideDefault::Number(value),
                (None, None) => OverrideDefault::Missing,
                (None, Some(init)) => match known_literal(module, &module.global_expressions, init) {
                    Some(literal) => OverrideDefault::Number(number(literal)),
                    None => OverrideDefault::Computed(init),
                },
            };
            OverrideEntry {
                ids: None,
                default,
                kind: ConstantKind::Constant,
            }
        });
        Self {
            entries: entries.collect(),
            ..Self::default()
        }
    }

    /// The table of a module whose overrides stay open; `values` are defaults that replace the shader's.
    ///
    /// Ids that the shader assigns are kept. The other overrides get the following numbers, in order, and then the
    /// booleans for computed defaults.
    pub(super) fn open(module: &Module, values: &Values) -> Self {
        let mut table = Self::resolved(module, values);
        table.is_open = true;
        let highest = module.overrides.iter().filter_map(|(_, declared)| declared.id).max();
        let mut next = highest.map_or(0, |id| u32::from(id) + 1);
        let mut fresh = || {
            next += 1;
            next - 1
        };
        for ((_, declared), entry) in module.overrides.iter().zip(&mut table.entries) {
            let id = match (declared.id, &declared.name) {
                (Some(id), _) => Some(u32::from(id)),
                (None, Some(_)) => Some(fresh()),
                (None, None) => None,
            };
            entry.ids = id.map(|value| SpecIds { value, given: None });
        }
        for entry in &mut table.entries {
            if let (Some(ids), OverrideDefault::Computed(_)) = (&mut entry.ids, entry.default) {
                ids.given = Some(fresh());
            }
        }
        table
    }

    /// Finds the kind of every global expression and override. Overrides must be in order, see [`super::is_in_order`].
    pub(super) fn classify(&mut self, module: &Module, info: &ModuleInfo) {
        for (handle, expression) in module.global_expressions.iter() {
            let mut kind = ConstantKind::Constant;
            operands::for_each(expression, &mut |operand| kind = kind.max(self.kind(operand)));
            let kind = match *expression {
                Expression::Literal(_)
                | Expression::Constant(_)
                | Expression::ZeroValue(_)
                | Expression::Compose { .. }
                | Expression::Splat { .. } => kind,
                Expression::Override(named) => self.kind_of_override(named.index()),
                // catch-all: `is_specialized` matches the other variants
                _ if is_specialized(module, info, handle) => kind.max(ConstantKind::Specialized),
                // catch-all: expressions that it does not accept
                _ => ConstantKind::RunTime,
            };
            self.kinds.push(kind);
        }
        for at in 0..self.entries.len() {
            self.entries[at].kind = self.kind_of_override(at);
        }
    }

    /// The kind of an open override: at least `Specialized`, and that of a computed default.
    fn kind_of_override(&self, at: usize) -> ConstantKind {
        match self.entries[at].default {
            OverrideDefault::Computed(init) => self.kind(init).max(ConstantKind::Specialized),
            OverrideDefault::Missing | OverrideDefault::Number(_) => ConstantKind::Specialized,
        }
    }

    /// The kind of a global expression; `Constant` if no override is open.
    pub(crate) fn kind(&self, handle: Handle<Expression>) -> ConstantKind {
        self.kinds.get(handle.index()).copied().unwrap_or_default()
    }

    /// The initial value of a Private variable that only code can compute.
    pub(super) fn computed_by_code(&self, global: &GlobalVariable) -> Option<Handle<Expression>> {
        let init = global.init.filter(|_| global.space == AddressSpace::Private);
        init.filter(|&init| self.kind(init) == ConstantKind::RunTime)
    }

    /// The length of an array. naga's `ArraySize::resolve` returns the default of an open override instead.
    pub(crate) fn array_length(&self, size: ArraySize) -> ArrayLength {
        match size {
            ArraySize::Constant(length) => ArrayLength::Known(length.get()),
            ArraySize::Pending(length) => match self.override_default(length) {
                Some(known) if !self.is_open => ArrayLength::Known(known),
                Some(_) | None => ArrayLength::Override(length),
            },
            ArraySize::Dynamic => ArrayLength::RunTime,
        }
    }

    /// The length of an array by default. `None` if the pipeline must give it, or for a run-time array.
    pub(crate) fn default_length(&self, length: ArrayLength) -> Option<u32> {
        match length {
            ArrayLength::Known(length) => Some(length),
            ArrayLength::Override(length) => self.override_default(length),
            ArrayLength::RunTime => None,
        }
    }

    /// The default of a global expression that is a length or extent; negative ones count as 0. `None` if the pipeline
    /// must give a value, or naga rejects the expression.
    pub(crate) fn expression_default(&self, handle: Handle<Expression>) -> Option<u32> {
        let number = self.numbers.get(handle.index()).copied().flatten();
        number.map(|number| number as u32)
    }

    /// Whether the words have zero for a global expression that is a length.
    pub(super) fn is_zero(&self, handle: Handle<Expression>) -> bool {
        let written = if self.placeholders.is_empty() {
            &self.numbers
        } else {
            &self.placeholders
        };
        written
            .get(handle.index())
            .copied()
            .flatten()
            .is_some_and(|number| number < 1.0)
    }

    /// The default of an override that is a length or extent, as for [`Self::expression_default`].
    pub(super) fn override_default(&self, handle: Handle<Override>) -> Option<u32> {
        match self.entries[handle.index()].default {
            OverrideDefault::Computed(init) => self.expression_default(init),
            known => known.number().map(|number| number as u32),
        }
    }
}

/// What the words have for an override without a default. 1 is neither the length of an empty array nor a division by
/// zero.
pub(super) fn placeholder(scalar: Scalar) -> f64 {
    if scalar == Scalar::BOOL { 0.0 } else { 1.0 }
}

/// A literal as an `f64`, which can represent the values of every type of an override; 1.0 is `true`.
pub(super) fn number(literal: Literal) -> f64 {
    match literal {
        Literal::F64(value) | Literal::AbstractFloat(value) => value,
        Literal::F32(value) => value.into(),
        Literal::F16(value) => value.into(),
        Literal::U16(value) => value.into(),
        Literal::I16(value) => value.into(),
        Literal::U32(value) => value.into(),
        Literal::I32(value) => value.into(),
        Literal::U64(value) => value as f64,
        Literal::I64(value) | Literal::AbstractInt(value) => value as f64,
        Literal::Bool(value) => value.into(),
    }
}
