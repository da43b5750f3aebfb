//! Reflection of textures, from naga's image types.

use crate::back::image_format::image_format;
use crate::back::overrides::number_type;
use crate::ir::ty::texel_scalar;
use naga::common::wgsl::ToWgsl as _;
use naga::{ImageClass, ImageDimension, StorageAccess, StorageFormat};
use spirula_spirv::internal::image;
use spirula_spirv::reflection::{Format, ImageReflection, TexelReflection};

/// The image of a texture; for an external texture, that of each plane.
pub(super) fn reflected(dimension: ImageDimension, arrayed: bool, class: ImageClass) -> ImageReflection {
    let texel = match class {
        ImageClass::Sampled { .. } | ImageClass::External => TexelReflection::Sampled {
            number: number_type(texel_scalar(class)).kind,
        },
        ImageClass::Depth { .. } => TexelReflection::Depth,
        ImageClass::Storage { format, access } => TexelReflection::Storage {
            format: match format {
                StorageFormat::Bgra8Unorm => Format::B8G8R8A8_UNORM,
                // catch-all: the formats that SPIR-V has
                _ => Format::of_image(image_format(format)),
            },
            reads: access.contains(StorageAccess::LOAD),
            writes: access.contains(StorageAccess::STORE),
            atomics: access.contains(StorageAccess::ATOMIC),
        },
    };
    image(dimension.to_wgsl(), arrayed, class.is_multisampled(), texel)
}
