//! Values of `VkFormat` for vertex inputs, attachments and storage images, with their names.

use super::types::{NumberKind, NumberType};
use spirv::ImageFormat;

/// A value of `VkFormat`. With the feature `serde` it is serialized as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    name: &'static str,
    value: i32,
}

impl Format {
    /// Its name, such as `VK_FORMAT_R32G32_SFLOAT`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Its value, which `ash::vk::Format::from_raw` accepts.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.value
    }

    /// The format of a storage image whose type has no format (`shaderStorageImageReadWithoutFormat`).
    pub const UNDEFINED: Self = Self {
        name: "VK_FORMAT_UNDEFINED",
        value: 0,
    };

    /// The one format of storage images in WGSL for which SPIR-V has no image format (`bgra8unorm`).
    pub const B8G8R8A8_UNORM: Self = Self {
        name: "VK_FORMAT_B8G8R8A8_UNORM",
        value: 44,
    };

    /// The format with one to four components of a number type, if there is one.
    #[must_use]
    pub fn of_numbers(number: NumberType, components: u8) -> Option<Self> {
        let kind = match number.kind {
            NumberKind::Uint => 0,
            NumberKind::Sint => 1,
            NumberKind::Float => 2,
            NumberKind::Bool => return None,
        };
        let width = match number.bits {
            16 => 0,
            32 => 1,
            64 => 2,
            _ => return None,
        };
        let rows = OF_NUMBERS.get(usize::from(components).checked_sub(1)? * 3..)?;
        rows.get(width * 12 + kind).copied()
    }

    /// The type and number of the components; `None` for a format whose components are not integers or
    /// floats of 16, 32 or 64 bits.
    #[must_use]
    pub fn numbers(self) -> Option<(NumberType, u8)> {
        let place = OF_NUMBERS.iter().position(|format| *format == self)?;
        let kind = [NumberKind::Uint, NumberKind::Sint, NumberKind::Float][place % 3];
        let bits = 16 << (place / 12);
        Some((NumberType { kind, bits }, (place % 12 / 3 + 1) as u8))
    }

    /// The format of a storage image whose type has this image format; [`Format::UNDEFINED`] for `Unknown`.
    #[must_use]
    pub const fn of_image(format: ImageFormat) -> Self {
        use ImageFormat as F;
        let (name, value) = match format {
            F::Unknown => return Self::UNDEFINED,
            F::R8 => ("VK_FORMAT_R8_UNORM", 9),
            F::R8Snorm => ("VK_FORMAT_R8_SNORM", 10),
            F::R8ui => ("VK_FORMAT_R8_UINT", 13),
            F::R8i => ("VK_FORMAT_R8_SINT", 14),
            F::R16 => ("VK_FORMAT_R16_UNORM", 70),
            F::R16Snorm => ("VK_FORMAT_R16_SNORM", 71),
            F::R16ui => ("VK_FORMAT_R16_UINT", 74),
            F::R16i => ("VK_FORMAT_R16_SINT", 75),
            F::R16f => ("VK_FORMAT_R16_SFLOAT", 76),
            F::Rg8 => ("VK_FORMAT_R8G8_UNORM", 16),
            F::Rg8Snorm => ("VK_FORMAT_R8G8_SNORM", 17),
            F::Rg8ui => ("VK_FORMAT_R8G8_UINT", 20),
            F::Rg8i => ("VK_FORMAT_R8G8_SINT", 21),
            F::R32ui => ("VK_FORMAT_R32_UINT", 98),
            F::R32i => ("VK_FORMAT_R32_SINT", 99),
            F::R32f => ("VK_FORMAT_R32_SFLOAT", 100),
            F::Rg16 => ("VK_FORMAT_R16G16_UNORM", 77),
            F::Rg16Snorm => ("VK_FORMAT_R16G16_SNORM", 78),
            F::Rg16ui => ("VK_FORMAT_R16G16_UINT", 81),
            F::Rg16i => ("VK_FORMAT_R16G16_SINT", 82),
            F::Rg16f => ("VK_FORMAT_R16G16_SFLOAT", 83),
            F::Rgba8 => ("VK_FORMAT_R8G8B8A8_UNORM", 37),
            F::Rgba8Snorm => ("VK_FORMAT_R8G8B8A8_SNORM", 38),
            F::Rgba8ui => ("VK_FORMAT_R8G8B8A8_UINT", 41),
            F::Rgba8i => ("VK_FORMAT_R8G8B8A8_SINT", 42),
            F::Rgb10a2ui => ("VK_FORMAT_A2B10G10R10_UINT_PACK32", 68),
            F::Rgb10A2 => ("VK_FORMAT_A2B10G10R10_UNORM_PACK32", 64),
            F::R11fG11fB10f => ("VK_FORMAT_B10G11R11_UFLOAT_PACK32", 122),
            F::R64ui => ("VK_FORMAT_R64_UINT", 110),
            F::Rg32ui => ("VK_FORMAT_R32G32_UINT", 101),
            F::Rg32i => ("VK_FORMAT_R32G32_SINT", 102),
            F::Rg32f => ("VK_FORMAT_R32G32_SFLOAT", 103),
            F::Rgba16 => ("VK_FORMAT_R16G16B16A16_UNORM", 91),
            F::Rgba16Snorm => ("VK_FORMAT_R16G16B16A16_SNORM", 92),
            F::Rgba16ui => ("VK_FORMAT_R16G16B16A16_UINT", 95),
            F::Rgba16i => ("VK_FORMAT_R16G16B16A16_SINT", 96),
            F::Rgba16f => ("VK_FORMAT_R16G16B16A16_SFLOAT", 97),
            F::Rgba32ui => ("VK_FORMAT_R32G32B32A32_UINT", 107),
            F::Rgba32i => ("VK_FORMAT_R32G32B32A32_SINT", 108),
            F::Rgba32f => ("VK_FORMAT_R32G32B32A32_SFLOAT", 109),
            F::R64i => ("VK_FORMAT_R64_SINT", 111),
        };
        Self { name, value }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Format {
    /// Serializes the name.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// The formats whose components are integers or floats of 16, 32 or 64 bits: sorted by width, then by the number of
/// components, then by kind.
const OF_NUMBERS: [Format; 36] = {
    const fn format(name: &'static str, value: i32) -> Format {
        Format { name, value }
    }
    [
        format("VK_FORMAT_R16_UINT", 74),
        format("VK_FORMAT_R16_SINT", 75),
        format("VK_FORMAT_R16_SFLOAT", 76),
        format("VK_FORMAT_R16G16_UINT", 81),
        format("VK_FORMAT_R16G16_SINT", 82),
        format("VK_FORMAT_R16G16_SFLOAT", 83),
        format("VK_FORMAT_R16G16B16_UINT", 88),
        format("VK_FORMAT_R16G16B16_SINT", 89),
        format("VK_FORMAT_R16G16B16_SFLOAT", 90),
        format("VK_FORMAT_R16G16B16A16_UINT", 95),
        format("VK_FORMAT_R16G16B16A16_SINT", 96),
        format("VK_FORMAT_R16G16B16A16_SFLOAT", 97),
        format("VK_FORMAT_R32_UINT", 98),
        format("VK_FORMAT_R32_SINT", 99),
        format("VK_FORMAT_R32_SFLOAT", 100),
        format("VK_FORMAT_R32G32_UINT", 101),
        format("VK_FORMAT_R32G32_SINT", 102),
        format("VK_FORMAT_R32G32_SFLOAT", 103),
        format("VK_FORMAT_R32G32B32_UINT", 104),
        format("VK_FORMAT_R32G32B32_SINT", 105),
        format("VK_FORMAT_R32G32B32_SFLOAT", 106),
        format("VK_FORMAT_R32G32B32A32_UINT", 107),
        format("VK_FORMAT_R32G32B32A32_SINT", 108),
        format("VK_FORMAT_R32G32B32A32_SFLOAT", 109),
        format("VK_FORMAT_R64_UINT", 110),
        format("VK_FORMAT_R64_SINT", 111),
        format("VK_FORMAT_R64_SFLOAT", 112),
        format("VK_FORMAT_R64G64_UINT", 113),
        format("VK_FORMAT_R64G64_SINT", 114),
        format("VK_FORMAT_R64G64_SFLOAT", 115),
        format("VK_FORMAT_R64G64B64_UINT", 116),
        format("VK_FORMAT_R64G64B64_SINT", 117),
        format("VK_FORMAT_R64G64B64_SFLOAT", 118),
        format("VK_FORMAT_R64G64B64A64_UINT", 119),
        format("VK_FORMAT_R64G64B64A64_SINT", 120),
        format("VK_FORMAT_R64G64B64A64_SFLOAT", 121),
    ]
};
