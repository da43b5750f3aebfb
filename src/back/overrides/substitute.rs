//! Every override gets its value: naga's `process_overrides` on a module that it can take, and its refusals in our terms.

use super::blame;
use super::emits;
use super::values::Values;
use crate::error::Error;
use naga::back::PipelineConstants;
use naga::back::pipeline_constants::{PipelineConstantError, process_overrides};
use naga::valid::ModuleInfo;
use naga::{Expression, Module, ShaderStage};
use std::borrow::Cow;

/// The entry point to keep; all of them when `None`.
pub(super) type Wanted<'a> = Option<(ShaderStage, &'a str)>;

/// The module with values in the place of overrides, of which only what the entry points reach is left.
pub(super) fn substitute(
    module: &Module,
    info: &ModuleInfo,
    entry_point: Wanted<'_>,
    values: &Values,
) -> Result<(Module, ModuleInfo), Error> {
    let named = prepared(module);
    let mut outcome = run(&named, info, entry_point, values);
    if matches!(outcome, Err(ref error) if matches!(**error, PipelineConstantError::ValidationError(_))) {
        let mut separate = named.clone().into_owned();
        emits::separate(&mut separate, info);
        outcome = run(&separate, info, entry_point, values);
    }
    let (mut module, info) = outcome.map_err(|error| blame::explain(&named, info, entry_point, values, *error))?;
    restore_payloads(&mut module);
    Ok((module, info))
}

pub(super) fn run(
    module: &Module,
    info: &ModuleInfo,
    entry_point: Wanted<'_>,
    values: &Values,
) -> Result<(Module, ModuleInfo), Box<PipelineConstantError>> {
    let constants: PipelineConstants = values.iter().map(|(key, &value)| (key.clone(), value)).collect();
    let (module, info) = process_overrides(module, info, entry_point, &constants)?;
    Ok((module.into_owned(), info.into_owned()))
}

/// What `process_overrides` does not take or loses gets a name, which no shader can spell.
///
/// * An array length that is computed from overrides is an override without name and number: there is no key for it.
/// * The payload that comes in to an entry point is neither kept nor followed to where the variable moves. An expression
///   with a name is.
fn prepared(module: &Module) -> Cow<'_, Module> {
    let is_nameless = |declared: &naga::Override| declared.name.is_none() && declared.id.is_none();
    let has_nameless = module.overrides.iter().any(|(_, declared)| is_nameless(declared));
    let has_payload = module
        .entry_points
        .iter()
        .any(|entry| entry.incoming_ray_payload.is_some());
    if !has_nameless && !has_payload {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    for entry in &mut module.entry_points {
        if let Some(payload) = entry.incoming_ray_payload.take() {
            let span = module.global_variables.get_span(payload);
            let expressions = &mut entry.function.expressions;
            let named = expressions.append(Expression::GlobalVariable(payload), span);
            entry
                .function
                .named_expressions
                .insert(named, blame::PAYLOAD.to_owned());
        }
    }
    for (handle, declared) in module.overrides.iter_mut() {
        if is_nameless(declared) {
            declared.name = Some(blame::nameless(handle));
        }
    }
    Cow::Owned(module)
}

/// Finds the payloads that come in by the names that [`prepared`] gave them.
fn restore_payloads(module: &mut Module) {
    for entry in &mut module.entry_points {
        let function = &mut entry.function;
        let named = function.named_expressions.iter();
        let payload = named
            .filter(|(_, name)| name.as_str() == blame::PAYLOAD)
            .find_map(|(&handle, _)| match function.expressions[handle] {
                Expression::GlobalVariable(payload) => Some((handle, payload)),
                // catch-all: the name was given to a variable
                _ => None,
            });
        if let Some((handle, payload)) = payload {
            entry.incoming_ray_payload = Some(payload);
            function.named_expressions.swap_remove(&handle);
        }
    }
}
