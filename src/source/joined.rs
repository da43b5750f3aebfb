//! The text of a shader with the files that it includes or imports: the one place that knows both.

use std::path::{Path, PathBuf};

#[cfg(feature = "naga-oil")]
use super::compose;
use super::diagnose::Problem;
use super::frontend::Shader;
use super::include::{self, Expanded};
use super::language::Language;

/// The text of a shader with the files that it includes or imports, which are looked for in `folders` too; `None` if it
/// is one file. Imports are looked for below `root`, and the definitions tell which text has naga_oil's directives. The
/// names of the files that were read are added to `read`, also after a failure: it may be in any of them.
///
/// # Errors
/// Those of `include::expand`, and the same about imports.
#[cfg_attr(
    not(feature = "naga-oil"),
    allow(unused_variables, reason = "only imports are looked for below `root`")
)]
pub fn joined(
    shader: Shader<'_>,
    root: &Path,
    folders: &[PathBuf],
    read: &mut Vec<String>,
) -> Result<Option<Expanded>, Box<Problem>> {
    let Shader {
        name, text, colours, ..
    } = shader;
    let (expanded, found) = match shader.language {
        Language::Glsl(_) if include::has_includes(text) => include::expand(name, text, folders, colours),
        #[cfg(feature = "naga-oil")]
        Language::Wgsl if compose::has_directives(text, shader.definitions) => {
            compose::expand(name, text, root, folders, colours)
        }
        Language::Wgsl | Language::Glsl(_) | Language::SpirV => return Ok(None),
    };
    for (name, _) in expanded.files().iter().skip(1) {
        if !read.contains(name) {
            read.push(name.clone());
        }
    }
    found.map(|()| Some(expanded))
}
