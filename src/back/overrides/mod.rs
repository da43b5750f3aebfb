//! Overrides and specialization constants, from the values in the options to the words.
//!
//! Either every override gets a value, and the module is rewritten with the values in their place; or overrides stay
//! open as specialization constants, and the module is rewritten only where a value must be computed by code. The
//! rewritten module is then planned and emitted; its spans are those of the shader. A module in which nothing depends
//! on an override is not rewritten. WGSL §8.3 and §11.2 (override declarations), WebGPU §10.2.1 (the keys and their
//! values).
//!
//! | part, in the order in which they run | what holds after it |
//! |---|---|
//! | `values` | each value of the options belongs to one override, and its type can represent it |
//! | `substitute`, unless overrides stay open | no expression names an override; expressions keep their handles |
//! | `table`, by `opcode` | each global expression is classified as constant, specialized, or computed by code |
//! | `run_time`, where overrides stay open | every expression that needs code is in a function, or is a size |
//! | `evaluate`, in the table and in `substitute` | global expressions have their values or defaults |
//! | `demand`, while the plan is made | needed expressions are known; sizes are specialized and at least one by default |
//! | `emit` | every override and expression that is needed has an id |
//!
//! Several of them use `edit`, which rewrites functions, and `diagnose`, which creates refusals. The plan and the
//! emission read the table, and `emit` appends to the globals. This folder does not know how functions are emitted.

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

use alloc::boxed::Box;
pub(crate) use demand::{one_size_of_several, workgroup_size_overrides};
pub(crate) use emit::{declared_constants, number_type};
pub(crate) use table::{ArrayLength, OverrideTable};

use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use alloc::vec::Vec;
use edit::{named_override, names_override};
use naga::valid::ModuleInfo;
use naga::{ArraySize, Module, ScalarKind, Span, TypeInner};
use table::{OverrideDefault, OverrideEntry, placeholder};

/// A rewritten module and its information; `None` if the shader's own module is planned and emitted.
pub(crate) type Rewritten = Option<Box<(Module, ModuleInfo)>>;

/// Resolves the overrides of a module: the module to plan and emit, if it is another one, and its table. Errors are of
/// kind `Override`, or report an invalid module.
pub(crate) fn resolve(
    module: &Module,
    info: &ModuleInfo,
    options: &Options,
) -> Result<(Rewritten, OverrideTable), Error> {
    if module.overrides.is_empty() && options.overrides.is_empty() {
        return Ok(Default::default());
    }
    values::check(module, &options.overrides)?;
    if !module.entry_points.iter().any(|entry| options.selects(entry)) {
        // The plan refuses the missing entry point.
        return Ok(Default::default());
    }
    if !is_in_order(module) {
        let kind = ErrorKind::InvalidModule("an override is computed from itself or from a later one");
        return Err(Diagnostic::new(kind, Span::UNDEFINED).into());
    }
    if !has_integer_sizes(module, info, options) {
        let kind = ErrorKind::InvalidModule("the length of an array, or a size of a workgroup or mesh, is no integer");
        return Err(Diagnostic::new(kind, Span::UNDEFINED).into());
    }
    if options.spec_constants {
        let mut table = OverrideTable::open(module, &options.overrides);
        table.classify(module, info);
        let rewritten = run_time::lower(module, info, &mut table)?;
        let written = rewritten.as_ref().map_or(module, |(module, _)| module);
        table.numbers = evaluate::defaults(written, &table);
        table.placeholders = placeholders(written, &table);
        return Ok((rewritten.map(Box::new), table));
    }
    if !depends_on_overrides(module) {
        return Ok(Default::default());
    }
    let (module, info, table) = substitute::substitute(module, options)?;
    Ok((Some(Box::new((module, info))), table))
}

/// The defaults of the global expressions with the placeholder of each override that lacks one; none if none lacks one.
fn placeholders(module: &Module, table: &OverrideTable) -> Vec<Option<f64>> {
    let is_missing = |entry: &OverrideEntry| entry.default == OverrideDefault::Missing;
    if !table.entries.iter().any(is_missing) {
        return Vec::new();
    }
    let mut table = table.clone();
    for (entry, (_, declared)) in table.entries.iter_mut().zip(module.overrides.iter()) {
        if let Some(scalar) = module.types[declared.ty].inner.scalar()
            && is_missing(entry)
        {
            entry.default = OverrideDefault::Number(placeholder(scalar));
        }
    }
    evaluate::defaults(module, &table)
}

/// Whether every default of an override precedes the expressions that name the override. Front ends produce no other
/// order, but naga's validator accepts overrides that depend on one another in a cycle.
fn is_in_order(module: &Module) -> bool {
    module.global_expressions.iter().all(|(handle, expression)| {
        let default = named_override(expression).and_then(|named| module.overrides[named].init);
        default.is_none_or(|default| default < handle)
    })
}

/// Whether the lengths of arrays, and the sizes of workgroups and meshes, are integers. naga's validator does not ask.
fn has_integer_sizes(module: &Module, info: &ModuleInfo, options: &Options) -> bool {
    let is_integer = |inner: &TypeInner| {
        let scalar = inner.scalar().filter(|_| matches!(inner, TypeInner::Scalar(_)));
        scalar.is_some_and(|scalar| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint))
    };
    let lengths = module.types.iter().all(|(_, ty)| match ty.inner {
        TypeInner::Array { size, .. } | TypeInner::BindingArray { size, .. } => match size {
            ArraySize::Pending(length) => is_integer(&module.types[module.overrides[length].ty].inner),
            ArraySize::Constant(_) | ArraySize::Dynamic => true,
        },
        // catch-all: only arrays have lengths
        _ => true,
    });
    let selected = module.entry_points.iter().filter(|entry| options.selects(entry));
    let sizes = selected.flat_map(|entry| {
        let mesh = entry.mesh_info.iter();
        let mesh = mesh.flat_map(|mesh| [mesh.max_vertices_override, mesh.max_primitives_override]);
        entry
            .workgroup_size_overrides
            .into_iter()
            .flatten()
            .chain(mesh)
            .flatten()
    });
    lengths && { sizes }.all(|size| is_integer(info[size].inner_with(&module.types)))
}

/// Whether anything depends on an override. naga's `process_overrides` keeps the arena of overrides, so a module whose
/// overrides are resolved still has one.
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
