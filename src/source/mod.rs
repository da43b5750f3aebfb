//! Owns the reading of shaders: the language of a file by its name, its text with the files that GLSL includes, and
//! naga's front ends and validator, whose errors become messages.
//!
//! The command line and `spirula::build` each have this module. It uses the library's public interface, under the name
//! `spirula`.

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
