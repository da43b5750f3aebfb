//! The formats of storage textures in SPIR-V.

use naga::StorageFormat;
use spirv::ImageFormat;

/// The `Image Format` of a storage texture. SPIR-V has none for `bgra8unorm`, so it is `Unknown`.
pub(crate) fn image_format(format: StorageFormat) -> ImageFormat {
    match format {
        StorageFormat::R8Unorm => ImageFormat::R8,
        StorageFormat::R8Snorm => ImageFormat::R8Snorm,
        StorageFormat::R8Uint => ImageFormat::R8ui,
        StorageFormat::R8Sint => ImageFormat::R8i,
        StorageFormat::R16Uint => ImageFormat::R16ui,
        StorageFormat::R16Sint => ImageFormat::R16i,
        StorageFormat::R16Float => ImageFormat::R16f,
        StorageFormat::R16Unorm => ImageFormat::R16,
        StorageFormat::R16Snorm => ImageFormat::R16Snorm,
        StorageFormat::Rg8Unorm => ImageFormat::Rg8,
        StorageFormat::Rg8Snorm => ImageFormat::Rg8Snorm,
        StorageFormat::Rg8Uint => ImageFormat::Rg8ui,
        StorageFormat::Rg8Sint => ImageFormat::Rg8i,
        StorageFormat::R32Uint => ImageFormat::R32ui,
        StorageFormat::R32Sint => ImageFormat::R32i,
        StorageFormat::R32Float => ImageFormat::R32f,
        StorageFormat::Rg16Uint => ImageFormat::Rg16ui,
        StorageFormat::Rg16Sint => ImageFormat::Rg16i,
        StorageFormat::Rg16Float => ImageFormat::Rg16f,
        StorageFormat::Rg16Unorm => ImageFormat::Rg16,
        StorageFormat::Rg16Snorm => ImageFormat::Rg16Snorm,
        StorageFormat::Rgba8Unorm => ImageFormat::Rgba8,
        StorageFormat::Rgba8Snorm => ImageFormat::Rgba8Snorm,
        StorageFormat::Rgba8Uint => ImageFormat::Rgba8ui,
        StorageFormat::Rgba8Sint => ImageFormat::Rgba8i,
        StorageFormat::Bgra8Unorm => ImageFormat::Unknown,
        StorageFormat::Rgb10a2Uint => ImageFormat::Rgb10a2ui,
        StorageFormat::Rgb10a2Unorm => ImageFormat::Rgb10A2,
        StorageFormat::Rg11b10Ufloat => ImageFormat::R11fG11fB10f,
        StorageFormat::R64Uint => ImageFormat::R64ui,
        StorageFormat::Rg32Uint => ImageFormat::Rg32ui,
        StorageFormat::Rg32Sint => ImageFormat::Rg32i,
        StorageFormat::Rg32Float => ImageFormat::Rg32f,
        StorageFormat::Rgba16Uint => ImageFormat::Rgba16ui,
        StorageFormat::Rgba16Sint => ImageFormat::Rgba16i,
        StorageFormat::Rgba16Float => ImageFormat::Rgba16f,
        StorageFormat::Rgba16Unorm => ImageFormat::Rgba16,
        StorageFormat::Rgba16Snorm => ImageFormat::Rgba16Snorm,
        StorageFormat::Rgba32Uint => ImageFormat::Rgba32ui,
        StorageFormat::Rgba32Sint => ImageFormat::Rgba32i,
        StorageFormat::Rgba32Float => ImageFormat::Rgba32f,
    }
}
