//! The options for debug information: its level, and the source texts to which the spans of the shader refer.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

/// How much debug information a module has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DebugLevel {
    /// Nothing.
    #[default]
    None,
    /// The source text and the line of each statement: SPIR-V's own `OpSource` and `OpLine`.
    Lines,
    /// `NonSemantic.Shader.DebugInfo.100`: also functions, scopes, types, variables and values. Needs SPIR-V 1.6 or
    /// `VK_KHR_shader_non_semantic_info`. For a target without them, and without the crate's feature `debug-info`,
    /// [`DebugLevel::Lines`] is written instead, and [`Output::debug_level`](crate::Output::debug_level) returns that.
    Full,
}

/// The source text that debug information refers to. A clone shares the texts: the stages and pipelines of one shader cost
/// one copy.
///
/// ```
/// use spirula::{DebugInfo, DebugLevel};
///
/// let source: std::sync::Arc<str> = "@compute @workgroup_size(1) fn main() {}".into();
/// let debug_info = DebugInfo { level: DebugLevel::Full, ..DebugInfo::new("main.wgsl", source.clone()) };
/// assert!(std::sync::Arc::ptr_eq(&debug_info.clone().source, &source));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugInfo {
    /// The whole text. Spans of the module are byte offsets into it, except those in [`DebugInfo::files`].
    pub source: Arc<str>,
    /// The name that a debugger shows.
    pub file_name: Arc<str>,
    /// The language that the module declares. A debugger without WGSL support may need another one: Nsight displays the
    /// text as GLSL if this is GLSL.
    pub language: spirv::SourceLanguage,
    /// The level of the debug information.
    pub level: DebugLevel,
    /// The other files of a module that a composer joined from several. Their spans must not overlap.
    pub files: Vec<SourceFile>,
}

/// One of several files that a composer joined into one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name that a debugger shows.
    pub name: Arc<str>,
    /// The whole text.
    pub source: Arc<str>,
    /// The byte offsets of the module's spans that lie in this file. The first is the offset of the file's first byte.
    pub spans: Range<u32>,
}

impl DebugInfo {
    /// Debug information for a WGSL shader, at [`DebugLevel::Lines`].
    #[must_use]
    pub fn new(file_name: impl Into<Arc<str>>, source: impl Into<Arc<str>>) -> Self {
        Self {
            source: source.into(),
            file_name: file_name.into(),
            language: spirv::SourceLanguage::WGSL,
            level: DebugLevel::Lines,
            files: Vec::new(),
        }
    }
}
