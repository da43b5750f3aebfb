//! Shaders as they are read: which language a file's name tells, its text with the files that GLSL includes, and naga's front
//! ends and validator, each refusal of which becomes a message.
//!
//! The command line and `spirula::build` both have this room, each as a module of its own: what it uses of the library it names
//! as the command line does, `spirula`.

pub(crate) mod diagnose;
mod folder;
mod frontend;
pub(crate) mod guard;
pub(crate) mod include;
mod invalid;
mod language;
mod text;

pub(crate) use folder::files_below;
pub(crate) use frontend::{Phase, Shader};
pub use language::Language;
pub(crate) use language::ending;
pub(crate) use text::text_of;
