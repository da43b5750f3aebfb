//! What a module tells a debugger: `OpSource` and `OpLine` (SPIR-V §3.52.3), or `NonSemantic.Shader.DebugInfo.100`.
//!
//! * `table` has the files, and finds the line of a place by bisection in a table made once a module, so that the cost is
//!   linear in the statements; `source` writes their texts.
//! * `info` writes the instructions of the set that stand outside of functions, into a section of their own behind all
//!   types, constants and variables. The set has no forward references, and what it names of the module's own is declared
//!   before it by that order alone. Numbers and constants that nothing but debug information names are constants of that
//!   section too, so a module without it is the module that is written without it, word for word but for the ids.
//! * `process` says what made the module.
//! * `types` describes types as the shader declares them, `globals` variables and constants.
//! * What stands in functions (scopes, lines, values) is in `function::debug`.

mod globals;
mod info;
mod printf;
mod process;
mod source;
mod table;
mod types;

pub(crate) use globals::is_number;
pub(crate) use table::{DebugTables, Ids, Lines, Place, Printf, number};
