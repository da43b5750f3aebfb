//! Reflection of textures: what a host needs to create their images and views.

use super::format::Format;
use super::types::NumberKind;

/// The image of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ImageReflection {
    /// The dimension of the view: `1d`, `2d`, `3d`, `cube`; `buffer` for a texel buffer and `subpass` for an input
    /// attachment.
    pub dimension: &'static str,
    /// Whether it has layers. Together with [`ImageReflection::dimension`] this is the `VkImageViewType`.
    pub arrayed: bool,
    /// Whether it has more than one sample per texel.
    pub multisampled: bool,
    /// The kind of its texels.
    pub texel: TexelReflection,
}

/// The kind of a texture's texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TexelReflection {
    /// Numbers of a kind; the view's format must yield them.
    Sampled {
        /// The kind of the numbers.
        number: NumberKind,
    },
    /// Depths: the view's aspect is `VK_IMAGE_ASPECT_DEPTH_BIT`.
    Depth,
    /// Texels that the shader reads and writes without a sampler.
    Storage {
        /// The format of the view; [`Format::UNDEFINED`] if the image type has none.
        format: Format,
        /// Whether the shader may read it.
        reads: bool,
        /// Whether the shader may write it.
        writes: bool,
        /// Whether the shader may use atomics on it.
        atomics: bool,
    },
}
