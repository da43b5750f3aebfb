//! The languages of shaders, and which language a file's name denotes.

use std::path::Path;

use naga::ShaderStage;

/// The language of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// WGSL.
    Wgsl,
    /// GLSL of a stage: vertex, fragment or compute.
    Glsl(ShaderStage),
    /// SPIR-V, in words of either byte order.
    SpirV,
}

impl Language {
    /// The language that debug information declares; `None` for a binary, which has no text.
    #[doc(hidden)]
    pub const fn declared(self) -> Option<spirv::SourceLanguage> {
        match self {
            Self::Wgsl => Some(spirv::SourceLanguage::WGSL),
            Self::Glsl(_) => Some(spirv::SourceLanguage::GLSL),
            Self::SpirV => None,
        }
    }

    /// The language that a file's name denotes: `a.wgsl`, `a.vert`, `a.vert.glsl`, `a.spv`.
    #[doc(hidden)]
    pub fn of(path: &Path) -> Option<Self> {
        let known = [
            ("wgsl", Self::Wgsl),
            ("vert", Self::Glsl(ShaderStage::Vertex)),
            ("frag", Self::Glsl(ShaderStage::Fragment)),
            ("comp", Self::Glsl(ShaderStage::Compute)),
            ("spv", Self::SpirV),
        ];
        let mut ending = ending(path)?;
        if ending.eq_ignore_ascii_case("glsl") {
            ending = self::ending(Path::new(path.file_stem()?))?;
            return known
                .into_iter()
                .find(|(name, language)| ending.eq_ignore_ascii_case(name) && matches!(language, Self::Glsl(_)))
                .map(|(_, language)| language);
        }
        let mut known = known.into_iter();
        let (_, language) = known.find(|(name, _)| ending.eq_ignore_ascii_case(name))?;
        Some(language)
    }
}

pub fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_determines_the_language() {
        let of = |name: &str| Language::of(Path::new(name));
        assert_eq!(of("a/b.wgsl"), Some(Language::Wgsl));
        assert_eq!(of("B.WGSL"), Some(Language::Wgsl));
        assert_eq!(of("sky.vert"), Some(Language::Glsl(ShaderStage::Vertex)));
        assert_eq!(of("sky.frag"), Some(Language::Glsl(ShaderStage::Fragment)));
        assert_eq!(of("sky.comp"), Some(Language::Glsl(ShaderStage::Compute)));
        assert_eq!(of("sky.vert.spv"), Some(Language::SpirV));
        assert_eq!(of("sky.Vert.glsl"), Some(Language::Glsl(ShaderStage::Vertex)));
        assert_eq!(of("sky.comp.GLSL"), Some(Language::Glsl(ShaderStage::Compute)));
        assert_eq!(of("sky.glsl"), None);
        assert_eq!(of("sky.wgsl.glsl"), None);
        assert_eq!(of("notes.txt"), None);
        assert_eq!(of(".wgsl"), None);
        assert_eq!(of("wgsl"), None);
    }
}
