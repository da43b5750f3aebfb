//! Shaders as they are read: which language a file's name tells, its text, and naga's front ends and validator, each refusal
//! of which becomes a message.
//!
//! The command line and `spirula::build` both have this room, each as a module of its own: what it uses of the library it names
//! as the command line does, `spirula`.

mod folder;
mod frontend;
pub(crate) mod guard;
mod language;
mod problem;
mod text;

pub(crate) use folder::files_below;
pub(crate) use frontend::{Invalid, Shader};
pub use language::Language;
pub(crate) use language::ending;
pub(crate) use problem::{Problem, plain, shortened};
pub(crate) use text::text_of;
