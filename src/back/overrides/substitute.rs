//! Every override gets its value: naga's `process_overrides` on a module that it can take, and its refusals in our terms.

use super::blame;
use super::values::Values;
use crate::error::Error;
use naga::back::PipelineConstants;
use naga::back::pipeline_constants::{PipelineConstantError, process_overrides};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};
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
    let named = with_names(module);
    run(&named, info, entry_point, values).map_err(|error| blame::explain(&named, info, entry_point, values, *error))
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

/// An array length that is computed from overrides is an override without name and number, which `process_overrides` has
/// no key for and stops at. No shader can spell the names that such get.
fn with_names(module: &Module) -> Cow<'_, Module> {
    let is_nameless = |declared: &naga::Override| declared.name.is_none() && declared.id.is_none();
    if !module.overrides.iter().any(|(_, declared)| is_nameless(declared)) {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    for (handle, declared) in module.overrides.iter_mut() {
        if is_nameless(declared) {
            declared.name = Some(blame::nameless(handle));
        }
    }
    Cow::Owned(module)
}
