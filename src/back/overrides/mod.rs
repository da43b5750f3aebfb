//! Overrides and specialization constants: all of them, from the values in the options to the words.
//!
//! Either every override gets its value, and the module is rewritten with the values in their place; or overrides stay open
//! as specialization constants, and the module is rewritten only where nothing but code computes a value. What is planned
//! and emitted afterwards is the rewritten module; its spans are those of the shader. A module in which nothing depends on
//! an override is not rewritten. WGSL §8.3 and §11.2 (override declarations), WebGPU §10.2.1 (the keys and their values).
//!
//! | part, in the order in which they run | what holds after it |
//! |---|---|
//! | `values` | each value of the options is that of one override, and its type has room for it |
//! | `substitute`, unless overrides stay open | no expression names an override; expressions keep their handles |
//! | `table`, by `opcode` | the kind of each global expression: constant, specialized, or computed by code |
//! | `run_time`, where overrides stay open | what is computed by code is computed in functions, or is a size |
//! | `evaluate`, in the table and in `substitute` | the value or default of each global expression that has one |
//! | `demand`, while the plan is made | which expressions live code needs; sizes are specialized and at least one |
//! | `emit` | every override and expression that is needed has an id |
//!
//! Several of them use `edit`, which rewrites functions, and `diagnose`, which words refusals. The plan and the emission ask
//! the table, and `emit` appends to the globals. Nothing here knows how functions are emitted.

mod demand;
mod diagnose;
mod edit;
mod emit;
mod evaluate;
mod opcode;
mod run_time;
mod substitute;
mod table;
mod values;

pub(crate) use demand::{Demand, one_size_of_several, workgroup_size_overrides};
pub use emit::SpecConstant;
pub(crate) use table::{ArrayLength, OverrideDefault, OverrideTable};

use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use edit::names_override;
use naga::valid::ModuleInfo;
use naga::{ArraySize, EntryPoint, Expression, Module, Span, TypeInner};

/// A rewritten module and its information. `None` where the shader's own is planned and emitted.
pub(crate) type Rewritten = Option<Box<(Module, ModuleInfo)>>;

/// Resolves the overrides of a module: what to plan and to emit in its place, and the table of that. The errors are all of
/// the kind `Override`, but for modules that are not valid.
pub(crate) fn resolve(
    module: &Module,
    info: &ModuleInfo,
    options: &Options,
) -> Result<(Rewritten, OverrideTable), Error> {
    if module.overrides.is_empty() && options.overrides.is_empty() {
        return Ok(Default::default());
    }
    values::check(module, &options.overrides)?;
    let wanted = options.entry_point.as_ref();
    let is_wanted = |entry: &EntryPoint| {
        wanted.is_none_or(|wanted| wanted.name == entry.name && wanted.stage.is_none_or(|stage| stage == entry.stage))
    };
    if !module.entry_points.iter().any(is_wanted) {
        // The plan refuses it.
        return Ok(Default::default());
    }
    if !is_in_order(module) {
        let kind = ErrorKind::InvalidModule("an override is computed from itself or from a later one");
        return Err(Diagnostic::new(kind, Span::UNDEFINED).into());
    }
    if options.spec_constants {
        let mut table = OverrideTable::open(module, &options.overrides);
        table.classify(module, info);
        let rewritten = run_time::lower(module, info, &mut table)?;
        table.evaluate(rewritten.as_ref().map_or(module, |(module, _)| module));
        return Ok((rewritten.map(Box::new), table));
    }
    if !depends_on_overrides(module) {
        return Ok(Default::default());
    }
    let (module, info, table) = substitute::substitute(module, is_wanted, &options.overrides)?;
    Ok((Some(Box::new((module, info))), table))
}

/// Whether every override's default precedes the expressions that name the override. Front ends write no other, but
/// naga's validator accepts overrides that are computed from one another.
fn is_in_order(module: &Module) -> bool {
    module.global_expressions.iter().all(|(handle, expression)| {
        let Expression::Override(named) = *expression else {
            return true;
        };
        module.overrides[named].init.is_none_or(|init| init < handle)
    })
}

/// Whether anything depends on an override. naga's `process_overrides` leaves the arena of overrides in place, so that a
/// module whose overrides are resolved still has one.
fn depends_on_overrides(module: &Module) -> bool {
    let functions = module.functions.iter().map(|(_, function)| &function.expressions);
    let entry_points = module.entry_points.iter().map(|entry| &entry.function.expressions);
    let mut arenas = functions.chain(entry_points).chain([&module.global_expressions]);
    let is_open = |inner: &TypeInner| {
        let (TypeInner::Array { size, .. } | TypeInner::BindingArray { size, .. }) = *inner else {
            return false;
        };
        matches!(size, ArraySize::Pending(_))
    };
    arenas.any(names_override) || module.types.iter().any(|(_, ty)| is_open(&ty.inner))
}
