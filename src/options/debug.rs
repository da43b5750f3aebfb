//! What a module tells a debugger of the source: how much, and the texts that the spans of the shader point into.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

/// How much of the source a module tells a debugger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DebugLevel {
    /// Nothing.
    #[default]
    None,
    /// The source text and the line of each statement: SPIR-V's own `OpSource` and `OpLine`.
    Lines,
    /// `NonSemantic.Shader.DebugInfo.100`: functions, scopes, types, variables and values too. It takes SPIR-V 1.6 or
    /// `VK_KHR_shader_non_semantic_info`; a target without them has [`DebugLevel::Lines`] instead, which
    /// [`Output::debug_level`](crate::Output::debug_level) tells.
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
    /// The whole text, shared by all options that name it. Spans of the module are byte offsets into it, but for those in
    /// [`DebugInfo::files`].
    pub source: Arc<str>,
    /// The name that a debugger shows.
    pub file_name: Arc<str>,
    /// The language that the module names. A debugger that does not know WGSL may show the text as one that it knows:
    /// Nsight takes it for GLSL when this says so.
    pub language: spirv::SourceLanguage,
    /// How much is written.
    pub level: DebugLevel,
    /// The other files of a module that was put together out of several. Their spans must not overlap.
    pub files: Vec<SourceFile>,
}

/// One of several files of a module, as a composer puts them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name that a debugger shows.
    pub name: Arc<str>,
    /// The whole text.
    pub source: Arc<str>,
    /// Which byte offsets of the module's spans are places in this file; the first of them is the first byte of it.
    pub spans: Range<u32>,
}

impl DebugInfo {
    /// The lines of a WGSL shader.
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
