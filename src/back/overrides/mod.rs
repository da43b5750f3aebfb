//! Overrides before the plan: either every one of them gets its value and the module is rewritten with it, or they stay
//! open and the module is rewritten only where a value can be computed by nothing but code.
//!
//! What is planned and written afterwards is the rewritten module; its spans are those of the shader. A module in
//! which nothing depends on an override is not rewritten. WGSL §8.3 and §11.2 (override declarations), WebGPU §10.2.1 (the keys and their values).

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
use naga::{Arena, ArraySize, Expression, Module, ShaderStage, Span, TypeInner};

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
    if !depends_on_overrides(module) {
        return Ok(Settled::default());
    }
    let (module, info) = substitute::substitute(module, info, entry_point, &options.overrides)?;
    Ok(Settled {
        table: OverrideTable::settled(&module),
        rewritten: Some(Box::new((module, info))),
    })
}

/// Whether anything depends on an override. naga's `process_overrides` leaves the arena of overrides in place, so that a
/// module whose overrides are resolved still has one.
fn depends_on_overrides(module: &Module) -> bool {
    let pending = |inner: &TypeInner| match *inner {
        TypeInner::Array { size, .. } | TypeInner::BindingArray { size, .. } => matches!(size, ArraySize::Pending(_)),
        // catch-all: only arrays have a size
        _ => false,
    };
    let any = |expressions: &Arena<Expression>| {
        let mut expressions = expressions.iter();
        expressions.any(|(_, expression)| matches!(expression, Expression::Override(_)))
    };
    any(&module.global_expressions)
        || module.types.iter().any(|(_, ty)| pending(&ty.inner))
        || module.functions.iter().any(|(_, function)| any(&function.expressions))
        || module.entry_points.iter().any(|entry| {
            let mesh = entry.mesh_info.as_ref();
            any(&entry.function.expressions)
                || entry.workgroup_size_overrides.is_some()
                || mesh
                    .is_some_and(|mesh| mesh.max_vertices_override.is_some() || mesh.max_primitives_override.is_some())
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
