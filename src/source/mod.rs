//! Owns the reading of shaders: the language of a file by its name, its text with the files that it includes or
//! imports, and naga's front ends and validator, whose errors become messages.
//!
//! For `spirula::build` and the command line: no part of the public interface, and may change with any release. It uses
//! the library's public interface, under the name `spirula`.

#[cfg(feature = "naga-oil")]
mod compose;
pub mod describe;
pub mod diagnose;
mod extensions;
mod folder;
mod frontend;
pub mod guard;
mod include;
mod invalid;
mod joined;
mod language;
mod macros;
pub mod page;
pub mod refused;
mod text;

#[cfg(feature = "naga-oil")]
pub use compose::is_module;
pub use folder::files_below;
pub use frontend::{Phase, Shader};
pub use include::Expanded;
pub use joined::joined;
pub use language::Language;
pub use language::ending;
pub use spirula_spirv::internal::nearest;
pub use text::text_of;

/// A definition of `-D`: a name, and the value if there is one.
pub type Definition = (String, Option<String>);

/// Without the feature no file is only for imports.
#[cfg(not(feature = "naga-oil"))]
pub const fn is_module(_: &std::path::Path) -> bool {
    false
}
