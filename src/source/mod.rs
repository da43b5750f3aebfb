//! Owns the reading of shaders: the language of a file by its name, its text with the files that it includes or
//! imports, and naga's front ends and validator, whose errors become messages.
//!
//! The command line and `spirula::build` each have this module. It uses the library's public interface, under the name
//! `spirula`.

#[cfg(feature = "naga-oil")]
mod compose;
pub(crate) mod diagnose;
mod folder;
mod frontend;
pub(crate) mod guard;
mod include;
mod invalid;
mod joined;
mod language;
mod text;

#[cfg(feature = "naga-oil")]
pub(crate) use compose::is_module;
pub(crate) use folder::files_below;
pub(crate) use frontend::{Phase, Shader};
pub(crate) use include::Expanded;
pub(crate) use joined::joined;
pub use language::Language;
pub(crate) use language::ending;
pub(crate) use text::text_of;

/// A definition of `-D`: a name, and the value if there is one.
pub(crate) type Definition = (String, Option<String>);

/// Without the feature no file is only for imports.
#[cfg(not(feature = "naga-oil"))]
pub(crate) const fn is_module(_: &std::path::Path) -> bool {
    false
}
