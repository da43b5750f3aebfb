//! The names of the constructs of a module: what of naga's IR it has, the options with which it is compiled, and the helper
//! functions of the words.
//!
//! `tests/it/coverage` requires a case and an execution for each of them.

mod describe;
mod entry_points;
pub mod names;
pub mod options;
mod visit;

use std::collections::BTreeSet;

use naga::Module;
use naga::valid::ModuleInfo;

use super::setup::Setup;
pub use describe::*;
pub use visit::constructs;

/// The constructs of a module that is compiled: those of the IR that the entry point of the setup reaches (all, if it names
/// none), of the options, and of the words.
pub fn compiled(module: &Module, info: &ModuleInfo, setup: &Setup) -> BTreeSet<String> {
    let entry = setup.options.entry_point.as_ref().map(|entry| entry.name.as_str());
    let mut found = constructs(module, info, entry);
    found.extend(options::found(&setup.options));
    let mut named = setup.options.clone();
    named.names = true;
    if let Ok(output) = spirula::compile(module, info, &setup.target, &named) {
        found.extend(options::helpers_in(&output.words));
        let meshes = output.reflection.entry_points.iter();
        found.extend(
            meshes
                .filter_map(|entry| entry.mesh_outputs)
                .map(|way| format!("mesh outputs {way:?}")),
        );
    }
    found
}
