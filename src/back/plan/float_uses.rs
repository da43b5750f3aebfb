//! Uses of floats in a function: widths, operations that depend on NaN, arithmetic that must not be fused, and
//! conversions to 16 bits that are only stored. Collected only if the options select float controls.
//!
//! A width counts as used if reachable code can declare its type. Too many widths are harmless; a missing one would
//! drop a control that was requested.

use super::Plan;
use super::entry_points::interface_types;
use super::exact::Exactness;
use super::float_style::{Widths, width_index};
use super::functions::FunctionRef;
use super::sweep::FunctionSweep;
use crate::ir::pointer::{is_pointer, pointer_global};
use crate::ir::ty::{parts, texel_scalar};
use crate::options::{Options, Rounding};
use alloc::vec::Vec;
use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, BinaryOperator, Expression, Handle, MathFunction, Module, RelationalFunction, Scalar, ScalarKind,
    Type, TypeInner,
};

/// The state of the search in a module.
#[derive(Debug, Default)]
pub(super) struct FloatSweep {
    pub(super) is_on: bool,
    /// The float widths in values of each type.
    types: Vec<Widths>,
    /// The float widths that reachable code declares.
    pub(super) used: Widths,
    /// Whether any entry point sets the rounding of 16-bit floats.
    rounds_half: bool,
}

impl FloatSweep {
    pub(super) fn reset(&mut self, module: &Module, options: &Options) {
        let asked = &options.float_controls;
        self.is_on = !asked.is_default();
        self.used = Widths::default();
        self.rounds_half = false;
        self.types.clear();
        if !self.is_on {
            return;
        }
        let own = asked.entry_points.iter().map(|(_, controls)| controls);
        self.rounds_half = own
            .chain([&asked.default])
            .any(|controls| controls.f16.rounding != Rounding::Unspecified);
        for (_, ty) in module.types.iter() {
            let widths = self.widths_of_inner(&ty.inner);
            self.types.push(widths);
        }
    }

    pub(super) fn widths_of(&self, ty: Handle<Type>) -> Widths {
        self.types[ty.index()]
    }

    /// In naga's arena a type contains earlier types only.
    fn widths_of_inner(&self, inner: &TypeInner) -> Widths {
        match *inner {
            TypeInner::Scalar(scalar)
            | TypeInner::Vector { scalar, .. }
            | TypeInner::Matrix { scalar, .. }
            | TypeInner::Atomic(scalar)
            | TypeInner::CooperativeMatrix { scalar, .. }
            | TypeInner::ValuePointer { scalar, .. } => widths_of_scalar(scalar),
            TypeInner::Pointer { base, .. } => self.widths_of(base),
            TypeInner::Array { .. } | TypeInner::BindingArray { .. } | TypeInner::Struct { .. } => {
                let parts = parts(inner).map(|part| self.widths_of(part));
                parts.fold(Widths::default(), Widths::union)
            }
            TypeInner::Image { class, .. } => widths_of_scalar(texel_scalar(class)),
            TypeInner::AccelerationStructure { .. } | TypeInner::RayQuery { .. } => widths_of_scalar(Scalar::F32),
            TypeInner::Sampler { .. } => Widths::default(),
        }
    }
}

impl FunctionSweep<'_, '_> {
    /// Marks a conversion to 16 bits that is stored to a storage buffer: such a conversion may have a rounding mode
    /// of its own (SPIR-V §3.20, Decoration: `FPRoundingMode`).
    pub(super) fn rounded_store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        if self.plan.float_sweep.rounds_half
            && let Some(global) = pointer_global(self.function, pointer)
            && let AddressSpace::Storage { .. } = self.module.global_variables[global].space
        {
            self.rounded(value);
        }
    }

    /// Marks a conversion to 16 bits that an entry point returns as a single output. The members of a struct are
    /// composed first, so they do not qualify.
    pub(super) fn rounded_output(&mut self, value: Handle<Expression>) {
        let result = self.function.result.as_ref();
        let is_output = self.entry.is_some() && result.is_some_and(|result| result.binding.is_some());
        if self.plan.float_sweep.rounds_half && is_output {
            self.rounded(value);
        }
    }

    /// Marks a value that is a conversion to 16 bits and has no other use than the current store. A value that also has
    /// a variable of its own is stored there too. Asked when the value has been marked, because that says whether it has one.
    fn rounded(&mut self, value: Handle<Expression>) {
        if self.info[value].ref_count == 1
            && !self.uses[value.index()].needs_variable()
            && let Expression::As {
                expr,
                kind: ScalarKind::Float,
                convert: Some(2),
            } = self.function.expressions[value]
            && let Some((_, source)) = self.inner(expr).vector_size_and_scalar()
            && source.kind == ScalarKind::Float
            && source.width > 2
        {
            self.uses[value.index()].set_rounded();
            self.summary.float_uses.half_stores = true;
        }
    }

    /// Collects the uses of floats in the live expressions of the function.
    pub(super) fn sweep_floats(&mut self) {
        let (module, function, entry) = (self.module, self.function, self.entry);
        let mut uses = self.summary.float_uses;
        let sweep = &self.plan.float_sweep;
        let mut used = sweep.used;
        // An entry point declares the arguments that it reads, a function declares all of them.
        let declared = if entry.is_some() { &[][..] } else { &function.arguments };
        let arguments = declared.iter().map(|argument| argument.ty);
        let result = function.result.iter().map(|result| result.ty);
        // Only locals that live code names are declared; their pointer expressions have their types.
        for ty in arguments.chain(result) {
            used = used.union(sweep.widths_of(ty));
        }
        // Without 16-bit inputs and outputs these have 32 bits.
        let mut interface = entry.into_iter().flat_map(|entry| interface_types(module, entry));
        if !self.plan.facts.narrow_interface && interface.any(|ty| sweep.widths_of(ty).has(0)) {
            used = used.union(widths_of_scalar(Scalar::F32));
        }
        for (handle, expression) in function.expressions.iter() {
            let facts = self.uses[handle.index()];
            if facts.is_dead() {
                continue;
            }
            match *expression {
                Expression::GlobalVariable(global) => {
                    used = used.union(sweep.widths_of(module.global_variables[global].ty));
                }
                // A struct of inputs is not declared itself; the types of its members that are read are.
                Expression::FunctionArgument(argument)
                    if entry.is_some()
                        && !facts.is_whole()
                        && function.arguments[argument as usize].binding.is_none() =>
                {
                    continue;
                }
                // catch-all: the types of other expressions are those of their values
                _ => {}
            }
            let widths = sweep.widths_of_inner(self.inner(handle));
            used = used.union(widths);
            let operand = |operand: Handle<Expression>| sweep.widths_of_inner(self.inner(operand));
            match float_effect(expression) {
                FloatEffect::Moves => continue,
                FloatEffect::Converts => {}
                FloatEffect::Computes => uses.arithmetic = uses.arithmetic.union(widths),
                FloatEffect::Tests(argument) => uses.specials = uses.specials.union(operand(argument)),
                FloatEffect::ComputesAndTests(argument) => {
                    uses.arithmetic = uses.arithmetic.union(widths).union(operand(argument));
                    uses.specials = uses.specials.union(operand(argument));
                }
            }
            let is_half = self.inner(handle).scalar() == Some(Scalar::F16);
            uses.rounds_half |= is_half && !facts.is_rounded();
        }
        self.plan.float_sweep.used = used;
        let exactness = self.exactness();
        // The helpers for 64-bit floats are exact whatever the function is.
        let has_doubles = width_index(8).is_some_and(|double| uses.arithmetic.has(double));
        uses.exact = exactness != Exactness::Plain || has_doubles;
        (self.summary.float_uses, self.summary.exactness) = (uses, exactness);
    }

    /// Which arithmetic of the function must not be fused.
    fn exactness(&mut self) -> Exactness {
        let asked = &self.options.float_controls;
        let mut names = self.entry.iter().map(|entry| &entry.name).chain(&self.function.name);
        let is_named = names.any(|name| asked.exact_functions.contains(name));
        let marked = match self.entry {
            Some(_) if asked.exact_invariant_positions => self.mark_invariant(),
            Some(_) | None => Exactness::Plain,
        };
        match (is_named, marked) {
            (false, marked) => marked,
            (true, Exactness::Plain | Exactness::Own) => Exactness::Own,
            (true, Exactness::Marked | Exactness::WithCallees) => Exactness::WithCallees,
        }
    }
}

impl Plan {
    /// Whether a call requires that the callee's arithmetic is not fused. The plan and the emission get the same
    /// answer.
    pub(crate) fn is_exact_call(
        &self,
        module: &Module,
        (function, info): (FunctionRef, &FunctionInfo),
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> bool {
        match self.functions.of(function).exactness {
            Exactness::Plain | Exactness::Own => false,
            Exactness::WithCallees => true,
            Exactness::Marked => {
                let facts = self.functions.expressions_of(function);
                let is_marked =
                    |result: Handle<Expression>| facts.get(result.index()).is_some_and(|facts| facts.is_exact());
                let mut arguments = arguments.iter();
                result.is_some_and(is_marked) || arguments.any(|&argument| is_pointer(module, &info[argument].ty))
            }
        }
    }
}

fn widths_of_scalar(scalar: Scalar) -> Widths {
    match (scalar.kind, width_index(scalar.width)) {
        (ScalarKind::Float, Some(index)) => Widths::default().with(index),
        // catch-all: no floats
        _ => Widths::default(),
    }
}

/// How an expression treats floats.
enum FloatEffect {
    /// Bits are unchanged, or there are no floats.
    Moves,
    Converts,
    Computes,
    /// The result depends on whether an operand is NaN or infinite.
    Tests(Handle<Expression>),
    /// Arithmetic whose result depends on whether an operand is NaN or infinite.
    ComputesAndTests(Handle<Expression>),
}

fn float_effect(expression: &Expression) -> FloatEffect {
    match *expression {
        Expression::Binary { op, .. } => match op {
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo => FloatEffect::Computes,
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::And
            | BinaryOperator::ExclusiveOr
            | BinaryOperator::InclusiveOr
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => FloatEffect::Moves,
        },
        Expression::Math { fun, arg, .. } => match fun {
            MathFunction::Transpose => FloatEffect::Moves,
            MathFunction::Min
            | MathFunction::Max
            | MathFunction::Clamp
            | MathFunction::Saturate
            | MathFunction::Sign
            | MathFunction::SmoothStep
            | MathFunction::Pack4x8snorm
            | MathFunction::Pack4x8unorm
            | MathFunction::Pack2x16snorm
            | MathFunction::Pack2x16unorm => FloatEffect::ComputesAndTests(arg),
            // catch-all: no other function depends on NaN
            _ => FloatEffect::Computes,
        },
        Expression::Unary { .. } | Expression::Derivative { .. } => FloatEffect::Computes,
        Expression::Relational { fun, argument } => match fun {
            RelationalFunction::IsNan | RelationalFunction::IsInf => FloatEffect::Tests(argument),
            RelationalFunction::All | RelationalFunction::Any => FloatEffect::Moves,
        },
        Expression::As {
            expr,
            kind,
            convert: Some(_),
        } => match kind {
            ScalarKind::Sint | ScalarKind::Uint => FloatEffect::Tests(expr),
            ScalarKind::Float | ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                FloatEffect::Converts
            }
        },
        Expression::ImageSample { coordinate, .. } => FloatEffect::ComputesAndTests(coordinate),
        // Texels are converted by the device, and a subgroup reduction can be a sum.
        Expression::ImageLoad { .. } | Expression::SubgroupOperationResult { .. } | Expression::AtomicResult { .. } => {
            FloatEffect::Computes
        }
        Expression::As { convert: None, .. }
        | Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::Compose { .. }
        | Expression::Access { .. }
        | Expression::AccessIndex { .. }
        | Expression::Splat { .. }
        | Expression::Swizzle { .. }
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::Load { .. }
        | Expression::ImageQuery { .. }
        | Expression::Select { .. }
        | Expression::CallResult(_)
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::ArrayLength(_)
        | Expression::RayQueryVertexPositions { .. }
        | Expression::RayQueryProceedResult
        | Expression::RayQueryGetIntersection { .. }
        | Expression::SubgroupBallotResult
        | Expression::CooperativeLoad { .. }
        | Expression::CooperativeMultiplyAdd { .. } => FloatEffect::Moves,
    }
}
