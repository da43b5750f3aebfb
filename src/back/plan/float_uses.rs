//! What of float arithmetic a function has: the widths, what depends on the meaning of NaN, what must not be fused, and
//! conversions to 16 bits that are stored at once. Looked for only where float controls were asked for.
//!
//! Types count as used when code that is reached can declare them; too many are harmless, one too few would drop what was
//! asked for.

use super::exact::has_invariant_vertices;
use super::expressions::Uses;
use super::float_style::{FloatUses, Widths, width_index};
use super::{FunctionPlan, FunctionRef, Plan};
use crate::back::request::Request;
use crate::ir::pointer::{PointerRoot, pointer_root};
use crate::options::Rounding;
use alloc::vec::Vec;
use naga::proc::TypeResolution;
use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, BinaryOperator, Expression, Function, Handle, ImageClass, MathFunction, Module, RelationalFunction,
    Scalar, ScalarKind, Type, TypeInner,
};

/// Which of a function's arithmetic must not be fused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Exactness {
    /// None, but for what the entry point asks of all.
    #[default]
    Plain,
    /// The function's own.
    Own,
    /// What is marked, and what is called with pointers or for a marked result.
    Marked,
    /// The function's own, and all that it calls.
    WithCallees,
}

/// What the search knows of the module.
#[derive(Debug, Default)]
pub(super) struct FloatSweep {
    /// Float controls were asked for.
    pub(super) is_on: bool,
    /// The widths that a value of each type contains.
    types: Vec<Widths>,
    /// The widths that reached code declares.
    used: Widths,
    /// Some entry point rounds 16 bits.
    rounds_half: bool,
    /// Conversions to 16 bits whose value is stored and nothing else.
    pub(super) stored: Vec<Handle<Expression>>,
}

impl FloatSweep {
    pub(super) fn reset(&mut self, module: &Module, options: &Request<'_>) {
        let asked = &options.float_controls;
        self.is_on = !asked.is_default();
        self.used = Widths::default();
        self.rounds_half = false;
        self.stored.clear();
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

    fn widths_of(&self, ty: Handle<Type>) -> Widths {
        self.types[ty.index()]
    }

    /// Types contain earlier ones only.
    fn widths_of_inner(&self, inner: &TypeInner) -> Widths {
        match *inner {
            TypeInner::Scalar(scalar)
            | TypeInner::Vector { scalar, .. }
            | TypeInner::Matrix { scalar, .. }
            | TypeInner::Atomic(scalar)
            | TypeInner::CooperativeMatrix { scalar, .. }
            | TypeInner::ValuePointer { scalar, .. } => widths_of_scalar(scalar),
            TypeInner::Pointer { base, .. } | TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => {
                self.widths_of(base)
            }
            TypeInner::Struct { ref members, .. } => members.iter().fold(Widths::default(), |widths, member| {
                widths.union(self.widths_of(member.ty))
            }),
            TypeInner::Image { class, .. } => match class {
                ImageClass::Sampled { kind, .. } => widths_of_scalar(Scalar { kind, width: 4 }),
                ImageClass::Storage { format, .. } => widths_of_scalar(format.into()),
                ImageClass::Depth { .. } | ImageClass::External => widths_of_scalar(Scalar::F32),
            },
            TypeInner::AccelerationStructure { .. } | TypeInner::RayQuery { .. } => widths_of_scalar(Scalar::F32),
            TypeInner::Sampler { .. } => Widths::default(),
        }
    }

    fn widths_of_value(&self, ty: &TypeResolution) -> Widths {
        match *ty {
            TypeResolution::Handle(ty) => self.widths_of(ty),
            TypeResolution::Value(ref inner) => self.widths_of_inner(inner),
        }
    }

    fn is_half(&self, ty: &TypeResolution, module: &Module) -> bool {
        let scalar = ty.inner_with(&module.types).scalar();
        scalar.is_some_and(|scalar| scalar.kind == ScalarKind::Float && scalar.width == 2)
    }

    /// Notes a store of a conversion to 16 bits to memory that can be rounded into (SPIR-V §3.20 `FPRoundingMode`).
    pub(super) fn store(
        &mut self,
        module: &Module,
        (function, info): (&Function, &FunctionInfo),
        pointer: Handle<Expression>,
        value: Handle<Expression>,
    ) {
        if !self.rounds_half {
            return;
        }
        if let Some(PointerRoot::Global(global)) = pointer_root(function, pointer)
            && let AddressSpace::Storage { .. } = module.global_variables[global].space
        {
            self.convert(module, (function, info), value);
        }
    }

    /// Notes what an entry point returns: one value is stored to its output as it is, the members of several are composed
    /// before.
    pub(super) fn output(
        &mut self,
        module: &Module,
        (function, info): (&Function, &FunctionInfo),
        swept: Option<FunctionRef>,
        value: Handle<Expression>,
    ) {
        let is_bound = function.result.as_ref().is_some_and(|result| result.binding.is_some());
        if self.rounds_half && is_bound && matches!(swept, Some(FunctionRef::EntryPoint(_))) {
            self.convert(module, (function, info), value);
        }
    }

    /// Notes a conversion to 16 bits that is used nowhere else than in the store in hand.
    fn convert(&mut self, module: &Module, (function, info): (&Function, &FunctionInfo), value: Handle<Expression>) {
        if info[value].ref_count != 1 {
            return;
        }
        let Expression::As {
            expr,
            kind: ScalarKind::Float,
            convert: Some(2),
        } = function.expressions[value]
        else {
            return;
        };
        let source = info[expr].ty.inner_with(&module.types);
        let is_narrowed = matches!(
            *source,
            TypeInner::Scalar(Scalar {
                kind: ScalarKind::Float,
                width: 4 | 8
            }) | TypeInner::Vector {
                scalar: Scalar {
                    kind: ScalarKind::Float,
                    width: 4 | 8
                },
                ..
            }
        );
        if is_narrowed {
            self.stored.push(value);
        }
    }
}

fn widths_of_scalar(scalar: Scalar) -> Widths {
    match (scalar.kind, width_index(scalar.width)) {
        (ScalarKind::Float, Some(index)) => Widths::default().with(index),
        (ScalarKind::Float, None)
        | (
            ScalarKind::Sint
            | ScalarKind::Uint
            | ScalarKind::Bool
            | ScalarKind::AbstractInt
            | ScalarKind::AbstractFloat,
            _,
        ) => Widths::default(),
    }
}

impl Plan {
    /// Looks through the live expressions of a function.
    pub(super) fn sweep_floats(
        &mut self,
        module: &Module,
        (function, info): (&Function, &FunctionInfo),
        (summary, uses_of): (&mut FunctionPlan, &mut Uses<'_>),
        options: &Request<'_>,
    ) {
        if !self.float_sweep.is_on {
            return;
        }
        let mut uses = FloatUses::default();
        for value in core::mem::take(&mut self.float_sweep.stored) {
            // What is kept in a variable besides is stored there too.
            if !uses_of.of(value).needs_variable() {
                uses_of.at(value).set_rounded();
                uses.half_stores = true;
            }
        }
        let sweep = &self.float_sweep;
        let mut used = sweep.used;
        // An entry point declares the arguments that it reads, a function all of them.
        let is_entry = matches!(self.swept, Some(FunctionRef::EntryPoint(_)));
        let declared = if is_entry { &[][..] } else { &function.arguments };
        let arguments = declared.iter().map(|argument| argument.ty);
        let result = function.result.iter().map(|result| result.ty);
        // Locals that nothing live names are not declared; the others come by their pointers.
        for ty in arguments.chain(result) {
            used = used.union(sweep.widths_of(ty));
        }
        if let Some(FunctionRef::EntryPoint(at)) = self.swept {
            used = used.union(self.widened_interface(module, at));
        }
        for (handle, expression) in function.expressions.iter() {
            let facts = uses_of.of(handle);
            if facts.is_dead() {
                continue;
            }
            match *expression {
                Expression::GlobalVariable(global) => {
                    used = used.union(sweep.widths_of(module.global_variables[global].ty));
                }
                // A structure of inputs is none itself: those of its members are declared that are read.
                Expression::FunctionArgument(argument) if is_entry && !facts.is_whole() => {
                    let argument = function.arguments.get(argument as usize);
                    if argument.is_some_and(|argument| argument.binding.is_none()) {
                        continue;
                    }
                }
                // catch-all: the others are known by the types of their values
                _ => {}
            }
            let widths = sweep.widths_of_value(&info[handle].ty);
            used = used.union(widths);
            let operand = |operand: Handle<Expression>| sweep.widths_of_value(&info[operand].ty);
            match meaning(expression) {
                Meaning::Moves => continue,
                Meaning::Converts => {}
                Meaning::Computes => uses.arithmetic = uses.arithmetic.union(widths),
                Meaning::Tests(argument) => uses.specials = uses.specials.union(operand(argument)),
                Meaning::ComputesOf(argument) => {
                    uses.arithmetic = uses.arithmetic.union(widths).union(operand(argument));
                    uses.specials = uses.specials.union(operand(argument));
                }
            }
            uses.rounds_half |= !facts.is_rounded() && sweep.is_half(&info[handle].ty, module);
        }
        self.float_sweep.used = used;
        summary.float_uses = uses;
        summary.exactness = self.exactness(module, (function, info), uses_of, options);
        summary.float_uses.exact = summary.exactness != Exactness::Plain;
    }

    /// The width that inputs and outputs of 16 bits have where the device has none of those.
    fn widened_interface(&self, module: &Module, entry: usize) -> Widths {
        let Some(entry) = module
            .entry_points
            .get(entry)
            .filter(|_| !self.facts().narrow_interface)
        else {
            return Widths::default();
        };
        let arguments = entry.function.arguments.iter().map(|argument| argument.ty);
        let result = entry.function.result.iter().map(|result| result.ty);
        let mesh = entry.mesh_info.iter();
        let outputs = mesh.flat_map(|mesh| [mesh.vertex_output_type, mesh.primitive_output_type]);
        let mut types = arguments.chain(result).chain(outputs);
        let has_halves = types.any(|ty| self.float_sweep.widths_of(ty).has(0));
        let single = widths_of_scalar(Scalar::F32);
        if has_halves { single } else { Widths::default() }
    }

    /// Which of the function's arithmetic must not be fused.
    fn exactness(
        &mut self,
        module: &Module,
        (function, info): (&Function, &FunctionInfo),
        uses: &mut Uses<'_>,
        options: &Request<'_>,
    ) -> Exactness {
        let asked = &options.float_controls;
        let entry = match self.swept {
            Some(FunctionRef::EntryPoint(at)) => module.entry_points.get(at),
            Some(FunctionRef::Function(_)) | None => None,
        };
        let name = entry.map_or(function.name.as_deref(), |entry| Some(&entry.name));
        let is_named = name.is_some_and(|name| asked.exact_functions.contains(name))
            || function
                .name
                .as_ref()
                .is_some_and(|name| asked.exact_functions.contains(name));
        let marked = match entry {
            Some(entry) if asked.exact_invariant_positions => {
                if has_invariant_vertices(module, entry) {
                    Exactness::WithCallees
                } else {
                    self.mark_invariant(module, (function, info), uses)
                }
            }
            Some(_) | None => Exactness::Plain,
        };
        match (is_named, marked) {
            (false, marked) => marked,
            (true, Exactness::Plain | Exactness::Own) => Exactness::Own,
            (true, Exactness::Marked | Exactness::WithCallees) => Exactness::WithCallees,
        }
    }

    /// The widths of floats that the module declares.
    pub(super) fn float_widths_used(&self, module: &Module) -> Widths {
        let mut used = self.float_sweep.used;
        for (handle, global) in module.global_variables.iter() {
            if self.is_live(handle) {
                used = used.union(self.float_sweep.widths_of(global.ty));
            }
        }
        used
    }

    /// Whether what a call reaches must not be fused. The same answer when instances are planned and when they are written.
    pub(crate) fn is_exact_call(
        &self,
        module: &Module,
        (function, info): (FunctionRef, &FunctionInfo),
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> bool {
        match self.exactness_of(module, function) {
            Exactness::Plain | Exactness::Own => false,
            Exactness::WithCallees => true,
            Exactness::Marked => {
                let facts = self.expressions_of(module, function);
                let is_marked =
                    |result: Handle<Expression>| facts.get(result.index()).is_some_and(|facts| facts.is_exact());
                let is_pointer = |&argument: &Handle<Expression>| {
                    let inner = info[argument].ty.inner_with(&module.types);
                    matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. })
                };
                result.is_some_and(is_marked) || arguments.iter().any(is_pointer)
            }
        }
    }

    /// Which of a function's arithmetic must not be fused.
    pub(crate) fn exactness_of(&self, module: &Module, function: FunctionRef) -> Exactness {
        self.functions
            .get(super::index(module, function))
            .map_or(Exactness::Plain, |plan| plan.exactness)
    }
}

/// What an expression does with floats.
enum Meaning {
    /// Nothing: it keeps bits, or has none to do with floats.
    Moves,
    /// It converts.
    Converts,
    /// It computes its result.
    Computes,
    /// It depends on whether an operand is a NaN, or infinite.
    Tests(Handle<Expression>),
    /// Both.
    ComputesOf(Handle<Expression>),
}

fn meaning(expression: &Expression) -> Meaning {
    match *expression {
        Expression::Binary { op, .. } => match op {
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo => Meaning::Computes,
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
            | BinaryOperator::ShiftRight => Meaning::Moves,
        },
        Expression::Math { fun, arg, .. } => match fun {
            MathFunction::Transpose => Meaning::Moves,
            MathFunction::Min
            | MathFunction::Max
            | MathFunction::Clamp
            | MathFunction::Saturate
            | MathFunction::Sign
            | MathFunction::SmoothStep
            | MathFunction::Pack4x8snorm
            | MathFunction::Pack4x8unorm
            | MathFunction::Pack2x16snorm
            | MathFunction::Pack2x16unorm => Meaning::ComputesOf(arg),
            // catch-all: no other depends on what a NaN is
            _ => Meaning::Computes,
        },
        Expression::Unary { .. } | Expression::Derivative { .. } => Meaning::Computes,
        Expression::Relational { fun, argument } => match fun {
            RelationalFunction::IsNan | RelationalFunction::IsInf => Meaning::Tests(argument),
            RelationalFunction::All | RelationalFunction::Any => Meaning::Moves,
        },
        Expression::As {
            expr,
            kind,
            convert: Some(_),
        } => match kind {
            ScalarKind::Sint | ScalarKind::Uint => Meaning::Tests(expr),
            ScalarKind::Float | ScalarKind::Bool | ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                Meaning::Converts
            }
        },
        Expression::ImageSample { coordinate, .. } => Meaning::ComputesOf(coordinate),
        // An image's texels are converted, and a sum over a subgroup is one.
        Expression::ImageLoad { .. } | Expression::SubgroupOperationResult { .. } | Expression::AtomicResult { .. } => {
            Meaning::Computes
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
        | Expression::CooperativeMultiplyAdd { .. } => Meaning::Moves,
    }
}
