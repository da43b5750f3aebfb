//! Which override is to blame when the module cannot have its values, and where it stands. naga says neither, so the
//! question is put again to parts of the module. Only refused modules pay for this.

use super::start::replace_operands;
use super::substitute::{Wanted, run};
use super::values::{Values, key};
use crate::back::plan::{override_in, override_name, workgroup_size_overrides};
use crate::error::{Diagnostic, Error, ErrorKind};
use naga::back::pipeline_constants::PipelineConstantError;
use naga::compact::{KeepUnused, compact};
use naga::proc::ConstantEvaluatorError;
use naga::valid::{ModuleInfo, ValidationError};
use naga::{
    Arena, ArraySize, EntryPoint, Expression, Function, Handle, Module, Override, ShaderStage, Span, TypeInner,
    WithSpan,
};

/// Begins the names of those that have none; no identifier does.
const STAND_IN: char = '\u{1}';

/// The name of the payload that comes in to an entry point, while naga works on it.
pub(super) const PAYLOAD: &str = "\u{1}payload";

/// What an override without name and number is called while naga works on it.
pub(super) fn nameless(handle: Handle<Override>) -> String {
    format!("{STAND_IN}{}", handle.index())
}

/// naga's refusal in our terms. `module` is the one it was given.
pub(super) fn explain(
    module: &Module,
    info: &ModuleInfo,
    entry_point: Wanted<'_>,
    values: &Values,
    error: PipelineConstantError,
) -> Error {
    // What naga looked at: what the entry points reach.
    let mut reached = module.clone();
    if let Some((stage, name)) = entry_point {
        reached
            .entry_points
            .retain(|entry| entry.stage == stage && entry.name == name);
    }
    compact(&mut reached, KeepUnused::No);
    let mut known = values.clone();
    known.retain(|given, _| {
        let mut declared = reached.overrides.iter();
        declared.any(|(_, declared)| key(declared).is_some_and(|own| own == given.as_str()))
    });
    let values = &known;
    let diagnostics = match error {
        PipelineConstantError::MissingValue(_) => missing(&reached, values),
        PipelineConstantError::NegativeWorkgroupSize => workgroup_sizes(&reached, info, values),
        PipelineConstantError::ConstantEvaluatorError(error) => vec![evaluation(reached, info, values, &error)],
        PipelineConstantError::ValidationError(error) => vec![validation(&reached, &error)],
        PipelineConstantError::NegativeMeshOutputMax => vec![about(&reached, None, "makes a negative mesh output")],
        // Looked at before naga was asked.
        PipelineConstantError::NotFound(_)
        | PipelineConstantError::SrcNeedsToBeFinite
        | PipelineConstantError::DstRangeTooSmall => vec![Diagnostic::new(
            ErrorKind::Internal("a value of an override that was thought to fit"),
            Span::UNDEFINED,
        )],
    };
    if diagnostics.is_empty() {
        let kind = ErrorKind::InvalidModule("its overrides cannot have these values");
        return Diagnostic::new(kind, Span::UNDEFINED).into();
    }
    Error::new(diagnostics)
}

/// A refusal that names the first override of a global expression.
fn about(module: &Module, expression: Option<Handle<Expression>>, reason: &str) -> Diagnostic {
    let handle = expression.and_then(|expression| override_in(&module.global_expressions, expression));
    let span = expression.map_or(Span::UNDEFINED, |expression| {
        module.global_expressions.get_span(expression)
    });
    let kind = ErrorKind::Override {
        name: handle.map_or_else(String::new, |handle| spelled(module, handle)),
        reason: reason.to_owned().into(),
    };
    Diagnostic::new(kind, span)
}

/// The name of an override as the shader has it.
fn spelled(module: &Module, handle: Handle<Override>) -> String {
    let declared = &module.overrides[handle];
    let stand_in = declared.name.as_deref().is_some_and(|name| name.starts_with(STAND_IN));
    match declared.init.filter(|_| stand_in) {
        Some(init) => override_in(&module.global_expressions, init)
            .filter(|inner| *inner < handle)
            .map_or_else(String::new, |inner| spelled(module, inner)),
        None => override_name(module, handle),
    }
}

/// The overrides that nobody has given a value.
fn missing(reached: &Module, values: &Values) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (handle, declared) in reached.overrides.iter() {
        if declared.init.is_some() || key(declared).is_some_and(|key| values.contains_key(key.as_ref())) {
            continue;
        }
        let kind = ErrorKind::Override {
            name: override_name(reached, handle),
            reason: "has no value".into(),
        };
        let diagnostic = Diagnostic::new(kind, reached.overrides.get_span(handle));
        diagnostics.push(match key(declared) {
            Some(key) => diagnostic.with_note(format!(
                "the shader has none for it; to give one: --override {key}=VALUE"
            )),
            None => diagnostic,
        });
    }
    diagnostics
}

/// The extents that are not positive, each asked for alone.
fn workgroup_sizes(module: &Module, info: &ModuleInfo, values: &Values) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for entry in &module.entry_points {
        for size in workgroup_size_overrides(entry) {
            let outcome = run(&with_roots(module, &[size]), info, None, values);
            if matches!(outcome, Err(error) if matches!(*error, PipelineConstantError::NegativeWorkgroupSize)) {
                diagnostics.push(about(module, Some(size), "makes a workgroup size that is not positive"));
            }
        }
    }
    diagnostics
}

/// The first expression that has no value, by bisection. Those of functions are asked for as global ones, behind them: the
/// order in which naga computes them.
fn evaluation(mut module: Module, info: &ModuleInfo, values: &Values, error: &ConstantEvaluatorError) -> Diagnostic {
    let functions = core::mem::take(&mut module.functions);
    let entry_points = core::mem::take(&mut module.entry_points);
    let entries = entry_points.iter().map(|entry| &entry.function);
    for function in functions.iter().map(|(_, function)| function).chain(entries) {
        append_constants(&mut module.global_expressions, function);
    }
    let roots: Vec<_> = module.global_expressions.iter().map(|(handle, _)| handle).collect();
    let fails = |count: usize| {
        let outcome = run(
            &with_roots(&module, roots.get(..count).unwrap_or(&[])),
            info,
            None,
            values,
        );
        matches!(outcome, Err(error) if matches!(*error, PipelineConstantError::ConstantEvaluatorError(_)))
    };
    let reason = format!("gives an expression no value: {error}");
    if !fails(roots.len()) {
        return about(&module, None, &reason);
    }
    // The first `low` expressions have values, the first `high` have not.
    let (mut low, mut high) = (0, roots.len());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fails(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    about(&module, roots.get(low).copied(), &reason)
}

/// Copies what a function computes from constants and overrides alone.
fn append_constants(global: &mut Arena<Expression>, function: &Function) {
    let mut copied: Vec<Option<Handle<Expression>>> = Vec::with_capacity(function.expressions.len());
    for (handle, expression) in function.expressions.iter() {
        let mut is_constant = true;
        let mut copy = expression.clone();
        is_constant &= replace_operands(&mut copy, |operand| {
            copied.get(operand.index()).copied().flatten().unwrap_or_else(|| {
                is_constant = false;
                operand
            })
        });
        let span = function.expressions.get_span(handle);
        copied.push(is_constant.then(|| global.append(copy, span)));
    }
}

/// A rewritten module that naga's validator does not take.
fn validation(module: &Module, error: &WithSpan<ValidationError>) -> Diagnostic {
    let span = error.spans().next().map_or(Span::UNDEFINED, |(span, _)| *span);
    if let ValidationError::Type {
        source: naga::valid::TypeError::InvalidArraySize(_),
        ..
    } = *error.as_inner()
    {
        // Of the types, the span is all that is the same before and after.
        for (handle, ty) in module.types.iter() {
            if let TypeInner::Array {
                size: ArraySize::Pending(length),
                ..
            } = ty.inner
                && module.types.get_span(handle) == span
            {
                let own = module.overrides.get_span(length);
                let kind = ErrorKind::Override {
                    name: spelled(module, length),
                    reason: "makes an array that has no element".into(),
                };
                return Diagnostic::new(kind, if span.is_defined() { span } else { own });
            }
        }
    }
    let kind = ErrorKind::InvalidModule("with the values of its overrides it is not what naga's validator accepts");
    let mut note = error.as_inner().to_string();
    let mut source = core::error::Error::source(error.as_inner());
    while let Some(reason) = source {
        note = format!("{note}: {reason}");
        source = reason.source();
    }
    Diagnostic::new(kind, span).with_note(note)
}

/// A module of nothing but global expressions: entry points whose workgroup sizes they are said to be keep them. naga
/// computes all of them before it looks at what they are used for.
fn with_roots(module: &Module, roots: &[Handle<Expression>]) -> Module {
    let mut probe = module.clone();
    probe.functions.clear();
    probe.global_variables.clear();
    probe.entry_points.clear();
    probe.doc_comments = None;
    for (number, sizes) in roots.chunks(3).enumerate() {
        let mut overrides = [None; 3];
        for (slot, &size) in overrides.iter_mut().zip(sizes) {
            *slot = Some(size);
        }
        probe.entry_points.push(EntryPoint {
            name: number.to_string(),
            stage: ShaderStage::Compute,
            early_depth_test: None,
            workgroup_size: [1; 3],
            workgroup_size_overrides: Some(overrides),
            function: Function::default(),
            mesh_info: None,
            task_payload: None,
            incoming_ray_payload: None,
        });
    }
    probe
}
