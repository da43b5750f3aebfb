//! Substitution of overrides by their values, in the part of a module that the selected entry points use.
//!
//! ```text
//! override n = 3u;          const n = 3u;
//! let a = x + n * 2u;   →   let a = x + 6u;      `6u` has the handle of `n * 2u`, and is not emitted
//! ```
//!
//! In functions an expression that depends on overrides only becomes the literal or constant of its value, with the
//! same handle, so that nothing else in the function changes. All refusals are reported together: overrides without a
//! default, expressions that naga's evaluator rejects, and sizes below one.

use super::diagnose::{NO_ELEMENT, NOT_POSITIVE, all, expression_refusal, refusal};
use super::edit::{names_override, retain_emits};
use super::evaluate::Evaluator;
use super::table::{OverrideDefault, OverrideTable, number};
use super::values::key;
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::ir::literal::known_literal;
use crate::ir::operands;
use crate::ir::revalidate::revalidate;
use crate::options::Options;
use alloc::string::String;
use alloc::vec::Vec;
use bit_set::BitSet;
use naga::compact::{KeepUnused, compact};
use naga::proc::ConstantEvaluatorError;
use naga::valid::ModuleInfo;
use naga::{
    Arena, ArraySize, Constant, EntryPoint, Expression, Function, Handle, Module, ScalarKind, Span, Type, TypeInner,
};

/// Replaces overrides by values, and removes what the selected entry points do not use. Returns the module and its
/// table.
pub(super) fn substitute(module: &Module, options: &Options) -> Result<(Module, ModuleInfo, OverrideTable), Error> {
    let mut module = used_part(module, options);
    let mut table = OverrideTable::resolved(&module, &options.overrides);
    let evaluator = Evaluator::new(&module, &table);
    let mut substitution = Substitution {
        evaluator,
        refusals: Vec::new(),
    };
    let mut functions = module.functions.take();
    let mut entry_points = core::mem::take(&mut module.entry_points);
    let constants = module.constants.len();
    substitution.refuse_globals(&module, &table);
    for (_, function) in functions.iter_mut() {
        substitution.fold(&mut module, function);
    }
    for entry in &mut entry_points {
        substitution.fold(&mut module, &mut entry.function);
        substitution.resolve_sizes(&module, entry);
    }
    (module.functions, module.entry_points) = (functions, entry_points);
    let numbers = substitution.install(&mut module, constants)?;
    for (entry, number) in table.entries.iter_mut().zip(numbers) {
        entry.default = OverrideDefault::Number(number);
    }
    let problem = "with the values of its overrides it is not what naga's validator accepts";
    let info = revalidate(&module, ErrorKind::InvalidModule(problem))?;
    Ok((module, info, table))
}

/// The part of a module that the selected entry points use. `compact` does not know the field of incoming payloads, but
/// keeps named expressions, so the payloads are named while it runs.
fn used_part(module: &Module, options: &Options) -> Module {
    let mut module = module.clone();
    module.entry_points.retain(|entry| options.selects(entry));
    for entry in &mut module.entry_points {
        if let Some(payload) = entry.incoming_ray_payload {
            let span = module.global_variables.get_span(payload);
            let expressions = &mut entry.function.expressions;
            let named = expressions.append(Expression::GlobalVariable(payload), span);
            entry.function.named_expressions.insert(named, String::new());
        }
    }
    compact(&mut module, KeepUnused::No);
    for entry in &mut module.entry_points {
        if entry.incoming_ray_payload.is_some()
            && let Some((named, _)) = entry.function.named_expressions.pop()
            && let Expression::GlobalVariable(payload) = entry.function.expressions[named]
        {
            entry.incoming_ray_payload = Some(payload);
        }
    }
    module
}

struct Substitution<'a> {
    evaluator: Evaluator<'a>,
    refusals: Vec<Diagnostic>,
}

impl Substitution<'_> {
    /// Refuses overrides and global expressions without a value, and arrays without elements.
    fn refuse_globals(&mut self, module: &Module, table: &OverrideTable) {
        for ((handle, declared), entry) in module.overrides.iter().zip(&table.entries) {
            if entry.default == OverrideDefault::Missing {
                let mut refusal = refusal(module, handle, "has no value");
                let note = |key| format!("the shader has none for it; to give one: --override {key}=VALUE");
                refusal.notes.extend(key(declared).map(note));
                self.refusals.push(refusal);
            }
            // naga's front end rounds `override x: f16 = 65536;` to infinity.
            let is_float = module.types[declared.ty].inner.scalar_kind() == Some(ScalarKind::Float);
            if is_float && matches!(entry.default, OverrideDefault::Number(default) if !default.is_finite()) {
                self.refusals.push(refusal(
                    module,
                    handle,
                    "has an infinite default, and no literal is infinite",
                ));
            }
        }
        for (handle, fault) in core::mem::take(&mut self.evaluator.faults) {
            self.refuse_fault(module, &module.global_expressions, handle, &fault);
        }
        for (_, ty) in module.types.iter() {
            if let TypeInner::Array {
                size: ArraySize::Pending(length),
                ..
            } = ty.inner
            {
                let value = self.evaluator.override_value(module, length);
                if self.evaluator.number(value).is_some_and(|length| length < 1.0) {
                    self.refusals.push(refusal(module, length, NO_ELEMENT));
                }
            }
        }
    }

    fn refuse_fault(
        &mut self,
        module: &Module,
        arena: &Arena<Expression>,
        expression: Handle<Expression>,
        fault: &ConstantEvaluatorError,
    ) {
        let reason = format!("gives an expression no value: {fault}");
        self.refusals
            .push(expression_refusal(module, arena, expression, reason));
    }

    /// Replaces the expressions of a function that depend only on overrides and constants by their values. Composites
    /// and splats of values need not be replaced.
    fn fold(&mut self, module: &mut Module, function: &mut Function) {
        if !names_override(&function.expressions) {
            return;
        }
        let mut values = Vec::with_capacity(function.expressions.len());
        let mut depends = Vec::with_capacity(function.expressions.len());
        let mut folded = Vec::new();
        for (handle, expression) in function.expressions.iter() {
            let is_open = matches!(expression, Expression::Override(_))
                || operands::any(expression, |operand| depends[operand.index()]);
            let known = operands::replaced(expression, &mut |operand| values[operand.index()]);
            let span = function.expressions.get_span(handle);
            let value = match self.evaluator.evaluate(module, known, span) {
                Ok(value) => value,
                // An operation that naga's evaluator does not implement, for these types, stays in the function.
                Err(
                    ConstantEvaluatorError::NotImplemented(_)
                    | ConstantEvaluatorError::InvalidBinaryOpArgs
                    | ConstantEvaluatorError::InvalidCastArg { .. }
                    | ConstantEvaluatorError::InvalidMathArg,
                ) => None,
                Err(fault) => {
                    if is_open {
                        self.refuse_fault(module, &function.expressions, handle, &fault);
                    }
                    None
                }
            };
            if let Some(value) = value
                && is_open
                && !matches!(expression, Expression::Compose { .. } | Expression::Splat { .. })
            {
                folded.extend(self.constant(module, value).map(|constant| (handle, constant)));
            }
            values.push(value);
            depends.push(is_open);
        }
        for (handle, expression) in folded {
            *function.expressions.get_mut(handle) = expression;
        }
        retain_emits(function, |_, expression| !expression.needs_pre_emit());
    }

    /// A value as an expression of a function: a literal, a zero value, or a constant with the composite.
    fn constant(&mut self, module: &mut Module, value: Handle<Expression>) -> Option<Expression> {
        let values = &mut self.evaluator.values;
        let ty = match values.global_expressions[value] {
            ref literal @ (Expression::Literal(_) | Expression::ZeroValue(_)) => return Some(literal.clone()),
            Expression::Compose { ty, .. } => ty,
            Expression::Splat { size, value } => {
                let scalar = known_literal(values, &values.global_expressions, value)?.scalar();
                let inner = scalar.to_inner_vector(size);
                values.types.insert(Type { name: None, inner }, Span::UNDEFINED)
            }
            // catch-all: values have no other form
            _ => return None,
        };
        let constant = Constant {
            name: None,
            ty,
            init: value,
        };
        Some(Expression::Constant(module.constants.append(constant, Span::UNDEFINED)))
    }

    /// Sets the workgroup size of an entry point and the sizes of its mesh.
    fn resolve_sizes(&mut self, module: &Module, entry: &mut EntryPoint) {
        let open = entry.workgroup_size_overrides.take().unwrap_or_default();
        let extents = entry.workgroup_size.iter_mut().zip(open);
        let mut sizes: Vec<_> = extents.map(|(size, open)| (size, open, NOT_POSITIVE)).collect();
        if let Some(ref mut mesh) = entry.mesh_info {
            let reason = "makes a mesh output that is not positive";
            sizes.push((&mut mesh.max_vertices, mesh.max_vertices_override.take(), reason));
            sizes.push((&mut mesh.max_primitives, mesh.max_primitives_override.take(), reason));
        }
        for (size, open, reason) in sizes {
            let Some(open) = open else { continue };
            // An expression without a value has been refused already.
            if let Some(number) = self.evaluator.number(self.evaluator.expression(open)) {
                *size = number as u32;
                if *size == 0 {
                    let refusal = expression_refusal(module, &module.global_expressions, open, reason);
                    self.refusals.push(refusal);
                }
            }
        }
    }

    /// Replaces the global expressions by their values, and returns the values of the overrides. The first `constants`
    /// constants are the shader's. Array lengths still name overrides. The values of these become the first expressions,
    /// because naga's validator requires that an expression on which a type depends precedes all expressions of later
    /// types; the other overrides lose their defaults.
    fn install(mut self, module: &mut Module, constants: usize) -> Result<Vec<f64>, Error> {
        all(self.refusals)?;
        let unevaluated = || Diagnostic::new(ErrorKind::Internal("a constant without a value"), Span::UNDEFINED);
        let (lengths, count) = (lengths(module), module.constants.len());
        let mut expressions = Arena::new();
        let mut numbers = Vec::with_capacity(module.overrides.len());
        let mut defaults = Vec::with_capacity(module.overrides.len());
        for (handle, _) in module.overrides.iter() {
            let value = self.evaluator.override_value(module, handle).ok_or_else(unevaluated)?;
            let values = &self.evaluator.values;
            let literal = known_literal(values, &values.global_expressions, value).ok_or_else(unevaluated)?;
            numbers.push(number(literal));
            let span = module.overrides.get_span(handle);
            let is_length = lengths.contains(handle.index());
            defaults.push(is_length.then(|| expressions.append(Expression::Literal(literal), span)));
        }
        for ((_, declared), default) in module.overrides.iter_mut().zip(defaults) {
            declared.init = default;
        }
        let mut moved = Vec::with_capacity(self.evaluator.values.global_expressions.len());
        for (_, mut value, span) in self.evaluator.values.global_expressions.drain() {
            operands::for_each_mut(&mut value, &mut |operand| *operand = moved[operand.index()]);
            moved.push(expressions.append(value, span));
        }
        let globals = module.global_variables.iter_mut();
        let globals = globals.filter_map(|(_, global)| global.init.as_mut());
        let inits = module.constants.iter_mut().map(|(_, constant)| &mut constant.init);
        for (at, init) in inits.chain(globals).enumerate() {
            // The added constants have values already.
            let is_value = (constants..count).contains(&at);
            let value = if is_value {
                Some(*init)
            } else {
                self.evaluator.expression(*init)
            };
            *init = moved[value.ok_or_else(unevaluated)?.index()];
        }
        module.types = self.evaluator.values.types;
        module.global_expressions = expressions;
        Ok(numbers)
    }
}

/// The overrides that are the lengths of arrays.
fn lengths(module: &Module) -> BitSet {
    let types = module.types.iter();
    let lengths = types.filter_map(|(_, ty)| match ty.inner {
        TypeInner::Array {
            size: ArraySize::Pending(length),
            ..
        } => Some(length.index()),
        // catch-all: only arrays have lengths
        _ => None,
    });
    lengths.collect()
}
