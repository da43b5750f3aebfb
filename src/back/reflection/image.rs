//! Reflection of textures: what a host needs to create their images and views.

use super::format::Format;
use super::types::{NumberKind, NumberType};
use naga::{ImageClass, ImageDimension, Scalar, StorageAccess};

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

impl ImageReflection {
    /// `None` for an external texture, which consists of several images.
    pub(super) fn of(dimension: ImageDimension, arrayed: bool, class: ImageClass) -> Option<Self> {
        let (texel, multisampled) = match class {
            ImageClass::Sampled { kind, multi } => {
                let number = NumberType::of(Scalar { kind, width: 4 }).kind;
                (TexelReflection::Sampled { number }, multi)
            }
            ImageClass::Depth { multi } => (TexelReflection::Depth, multi),
            ImageClass::Storage { format, access } => {
                let texel = TexelReflection::Storage {
                    format: Format::of_storage(format),
                    reads: access.contains(StorageAccess::LOAD),
                    writes: access.contains(StorageAccess::STORE),
                    atomics: access.contains(StorageAccess::ATOMIC),
                };
                (texel, false)
            }
            ImageClass::External => return None,
        };
        let dimension = match dimension {
            ImageDimension::D1 => "1d",
            ImageDimension::D2 => "2d",
            ImageDimension::D3 => "3d",
            ImageDimension::Cube => "cube",
        };
        Some(Self {
            dimension,
            arrayed,
            multisampled,
            texel,
        })
    }

    /// A plane of an external texture.
    pub(super) const PLANE: Self = Self {
        dimension: "2d",
        arrayed: false,
        multisampled: false,
        texel: TexelReflection::Sampled {
            number: NumberKind::Float,
        },
    };
}
