//! Debug information at module scope: `OpSource` and `OpLine` (SPIR-V §3.52.2, "Debug Instructions"), or
//! `NonSemantic.Shader.DebugInfo.100`. Scopes, lines and values inside functions are in `function::debug`.
//!
//! * `table` has the files and the table of their line starts, which is built once per module. The line of an offset is
//!   found by binary search.
//! * `source` emits the source texts.
//! * `info` emits the instructions of the set that are outside functions. They have a section of their own after all
//!   types, constants and variables, because the set has no forward references. Constants that only debug information
//!   names are declared after the module's own. Therefore a module from which debug information is removed equals the
//!   module that is written without it, except for the ids.
//! * `process` emits `OpModuleProcessed`.
//! * `types` describes types as the shader declares them; of the members of a struct and the arguments of a function as
//!   many as an extended instruction can list. `globals` describes variables, constants and overrides.

mod globals;
mod info;
mod process;
mod source;
mod table;
mod types;

pub(crate) use globals::{DEFINITION, is_number};
pub(crate) use table::{DebugTables, FullIds, Ids, Lines, SourcePlace};
pub(crate) use types::MAX_MEMBERS_DESCRIBED;
