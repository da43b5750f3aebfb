//! Overrides before the plan: either every one of them gets its value and the module is rewritten with it, or they stay
//! open and the module is rewritten only where a value can be computed by nothing but code.
//!
//! What is planned and written afterwards is the rewritten module; its spans are those of the shader. A module without
//! overrides never comes here. WGSL §8.3 and §11.2 (override declarations), WebGPU §10.2.1 (the keys and their values).

mod blame;
mod emits;
mod run_time;
mod start;
mod substitute;
mod values;

use super::plan::{OverrideTable, is_in_order};
use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage, Span};

/// A module whose overrides can be planned.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    rewritten: Option<Box<(Module, ModuleInfo)>>,
    table: OverrideTable,
}

impl Settled {
    /// The module to plan and to write: the rewritten one, if it had to be.
    pub(crate) fn module<'a>(&'a self, module: &'a Module, info: &'a ModuleInfo) -> (&'a Module, &'a ModuleInfo) {
        match self.rewritten.as_deref() {
            Some((module, info)) => (module, info),
            None => (module, info),
        }
    }

    /// What is known of its overrides; leaves nothing behind.
    pub(crate) fn take_table(&mut self) -> OverrideTable {
        core::mem::take(&mut self.table)
    }
}

/// Settles the overrides of a module. The errors are all of the kind `Override`, but for modules that are not valid.
pub(crate) fn settle(module: &Module, info: &ModuleInfo, options: &Options) -> Result<Settled, Error> {
    if module.overrides.is_empty() && options.overrides.is_empty() {
        return Ok(Settled::default());
    }
    values::check(module, &options.overrides)?;
    // The entry points that are asked for must be there; what they are is the plan's to say, and it refuses what is wrong.
    let Some(entry_point) = chosen(module, options) else {
        return Ok(Settled::default());
    };
    if !is_in_order(module) {
        let kind = ErrorKind::InvalidModule("an override is computed from itself or from a later one");
        return Err(Diagnostic::new(kind, Span::UNDEFINED).into());
    }
    if options.spec_constants {
        return run_time::open(module, info, options);
    }
    let (module, info) = substitute::substitute(module, info, entry_point, &options.overrides)?;
    Ok(Settled {
        table: OverrideTable::settled(&module),
        rewritten: Some(Box::new((module, info))),
    })
}

/// The one entry point that is asked for, or `Some(None)` for all of them. `None` when that is none, or not clear.
fn chosen<'a>(module: &'a Module, options: &Options) -> Option<Option<(ShaderStage, &'a str)>> {
    let Some(ref wanted) = options.entry_point else {
        return (!module.entry_points.is_empty()).then_some(None);
    };
    let mut matching = module
        .entry_points
        .iter()
        .filter(|entry| wanted.name == entry.name && wanted.stage.is_none_or(|stage| stage == entry.stage));
    match (matching.next(), matching.next()) {
        (Some(entry), None) => Some(Some((entry.stage, &entry.name))),
        (Some(_) | None, _) => None,
    }
}
