//! Which override is to blame when the module cannot have its values, and where it stands. naga says neither, so the
//! question is put again to parts of the module. Only refused modules pay for this.

use super::substitute::{Wanted, run};
use super::values::{Values, key};
use crate::back::plan::{override_in, override_name, workgroup_size_overrides};
use crate::error::{Diagnostic, Error, ErrorKind};
use naga::back::pipeline_constants::PipelineConstantError;
use naga::compact::{KeepUnused, compact};
use naga::proc::ConstantEvaluatorError;
use naga::valid::{ModuleInfo, ValidationError};
use naga::{
    ArraySize, EntryPoint, Expression, Function, Handle, Module, Override, ShaderStage, Span, TypeInner, WithSpan,
};

/// What an override without name and number is called while naga works on it.
pub(super) fn nameless(handle: Handle<Override>) -> String {
    format!("\u{1}{}", handle.index())
}

/// naga's refusal in our terms. `module` is the one it was given.
pub(super) fn explain(
    module: &Module,
    info: &ModuleInfo,
    entry_point: Wanted<'_>,
    values: &Values,
    error: Box<PipelineConstantError>,
) -> Error {
    let diagnostics = match *error {
        PipelineConstantError::MissingValue(_) => missing(module, entry_point, values),
        PipelineConstantError::NegativeWorkgroupSize => workgroup_sizes(module, info, entry_point, values),
        PipelineConstantError::ConstantEvaluatorError(error) => vec![evaluation(module, info, values, &error)],
        PipelineConstantError::ValidationError(error) => vec![validation(module, &error)],
        PipelineConstantError::NegativeMeshOutputMax => vec![about(module, None, "makes a negative mesh output")],
        // Looked at before naga was asked.
        PipelineConstantError::NotFound(_)
        | PipelineConstantError::SrcNeedsToBeFinite
        | PipelineConstantError::DstRangeTooSmall => vec![Diagnostic::new(
            ErrorKind::Internal("a value of an override that was thought to fit"),
            Span::UNDEFINED,
        )],
    };
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
    let stand_in = declared.name.as_deref().is_some_and(|name| name == nameless(handle));
    match declared.init.filter(|_| stand_in) {
        Some(init) => override_in(&module.global_expressions, init)
            .filter(|inner| *inner < handle)
            .map_or_else(String::new, |inner| spelled(module, inner)),
        None => override_name(module, handle),
    }
}

/// The overrides that the entry points reach and nobody has given a value.
fn missing(module: &Module, entry_point: Wanted<'_>, values: &Values) -> Vec<Diagnostic> {
    let mut reached = module.clone();
    if let Some((stage, name)) = entry_point {
        reached
            .entry_points
            .retain(|entry| entry.stage == stage && entry.name == name);
    }
    compact(&mut reached, KeepUnused::No);
    let mut diagnostics = Vec::new();
    for (handle, declared) in reached.overrides.iter() {
        if declared.init.is_some() || key(declared).is_some_and(|key| values.contains_key(key.as_ref())) {
            continue;
        }
        let kind = ErrorKind::Override {
            name: override_name(&reached, handle),
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
fn workgroup_sizes(module: &Module, info: &ModuleInfo, entry_point: Wanted<'_>, values: &Values) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let wanted =
        |entry: &&EntryPoint| entry_point.is_none_or(|(stage, name)| entry.stage == stage && entry.name == name);
    for entry in module.entry_points.iter().filter(wanted) {
        for size in workgroup_size_overrides(entry) {
            let outcome = run(&with_roots(module, &[size]), info, None, &reduced(module, values));
            if matches!(outcome, Err(error) if matches!(*error, PipelineConstantError::NegativeWorkgroupSize)) {
                diagnostics.push(about(module, Some(size), "makes a workgroup size that is not positive"));
            }
        }
    }
    diagnostics
}

/// The first expression that has no value: outside functions by bisection, inside by its being computed from overrides.
fn evaluation(module: &Module, info: &ModuleInfo, values: &Values, error: &ConstantEvaluatorError) -> Diagnostic {
    let reason = format!("gives an expression no value: {error}");
    let roots: Vec<_> = module.global_expressions.iter().map(|(handle, _)| handle).collect();
    let values = reduced(module, values);
    let fails = |count: usize| {
        let outcome = run(
            &with_roots(module, roots.get(..count).unwrap_or(&[])),
            info,
            None,
            &values,
        );
        matches!(outcome, Err(error) if matches!(*error, PipelineConstantError::ConstantEvaluatorError(_)))
    };
    if !fails(roots.len()) {
        return in_a_function(module, &reason);
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
    about(module, roots.get(low).copied(), &reason)
}

/// The first expression of a function that becomes constant with the overrides.
fn in_a_function(module: &Module, reason: &str) -> Diagnostic {
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    for function in module.functions.iter().map(|(_, function)| function).chain(entries) {
        let mut constant = Vec::with_capacity(function.expressions.len());
        for (handle, expression) in function.expressions.iter() {
            let mut operands = 0;
            let mut all = true;
            crate::back::plan::operands::for_each(expression, |operand| {
                operands += 1;
                all &= constant.get(operand.index()).copied().unwrap_or(false);
            });
            let is_leaf = expression.needs_pre_emit() && !matches!(expression, Expression::LocalVariable(_));
            constant.push(if operands == 0 { is_leaf } else { all });
            if operands > 0 && all {
                if let Some(named) = override_in(&function.expressions, handle) {
                    let kind = ErrorKind::Override {
                        name: spelled(module, named),
                        reason: reason.to_owned().into(),
                    };
                    return Diagnostic::new(kind, function.expressions.get_span(handle));
                }
            }
        }
    }
    about(module, None, reason)
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
    Diagnostic::new(kind, span).with_note(error.as_inner().to_string())
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

/// The values, and some value for every override that has none: a probe reaches more than the entry points do.
fn reduced(module: &Module, values: &Values) -> Values {
    let mut values = values.clone();
    for (_, declared) in module.overrides.iter() {
        if let (None, Some(key)) = (declared.init, key(declared)) {
            values.entry(key.into_owned()).or_insert(1.0);
        }
    }
    values
}
