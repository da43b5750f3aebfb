//! Owns the rows of extensions: Vulkan's device extensions that concern shaders, with the Vulkan version that they
//! need, and SPIR-V's extensions, with the SPIR-V version that they need, the one that has them in core, and what
//! permits them in Vulkan.
//!
//! It knows nothing of features or capabilities. The rows are generated.

use super::tables::{DEVICE_EXTENSIONS, DeviceExtension, SPIRV_EXTENSIONS, SpirvExtension};
use super::version::{SpirvVersion, VulkanVersion};
use crate::packed::{Lists, Texts};

/// The table of device extensions, by the number of the extension.
pub(super) struct DeviceExtensions {
    pub names: Texts,
    pub since: &'static [VulkanVersion],
}

/// A line for each device extension: name, oldest Vulkan version.
macro_rules! device_extensions {
    ($($extension:ident $since:ident;)*) => {
        /// A Vulkan device extension that concerns shaders, under its own name.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum DeviceExtension {
            $(
                #[doc = concat!("`", stringify!($extension), "`")]
                $extension,
            )*
        }

        impl DeviceExtension {
            /// Every device extension of the table.
            pub const ALL: &'static [DeviceExtension] = &[$(DeviceExtension::$extension,)*];
        }

        pub(super) static DEVICE_EXTENSIONS: $crate::target::extension::DeviceExtensions =
            $crate::target::extension::DeviceExtensions {
                names: $crate::packed::texts![$(stringify!($extension)),*],
                since: &[$($crate::target::VulkanVersion::$since),*],
            };
    };
}
pub(super) use device_extensions;

impl DeviceExtension {
    /// The name as `vkEnumerateDeviceExtensionProperties` reports it.
    pub fn name(self) -> &'static str {
        DEVICE_EXTENSIONS.names.get(self as usize)
    }

    /// The oldest Vulkan version on which it and its dependencies can be enabled.
    pub fn since(self) -> VulkanVersion {
        DEVICE_EXTENSIONS.since[self as usize]
    }

    /// The extension with a name; `None` for one that does not concern shaders, or that does not exist.
    pub fn from_name(name: &str) -> Option<DeviceExtension> {
        DeviceExtension::ALL
            .iter()
            .copied()
            .find(|extension| extension.name() == name)
    }
}

impl core::fmt::Display for DeviceExtension {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// The table of SPIR-V extensions, by the number of the extension.
pub(super) struct SpirvExtensions {
    pub names: Texts,
    /// The fields of [`SpirvRow`]: `least`, `core` and `vulkan`.
    pub versions: &'static [(SpirvVersion, Option<SpirvVersion>, Option<VulkanVersion>)],
    pub extensions: Lists<DeviceExtension>,
}

/// A row of the table of SPIR-V extensions.
pub(super) struct SpirvRow {
    pub name: &'static str,
    /// The oldest SPIR-V version that the extension can be used with.
    pub least: SpirvVersion,
    /// The SPIR-V version that has it in core, from which `OpExtension` is redundant.
    pub core: Option<SpirvVersion>,
    /// The Vulkan version that permits it without a device extension.
    pub vulkan: Option<VulkanVersion>,
    /// The device extensions that permit it; one of them is enough.
    pub extensions: &'static [DeviceExtension],
}

/// A line for each SPIR-V extension: name, least SPIR-V, core in SPIR-V, permitted by Vulkan core, [device extensions].
macro_rules! spirv_extensions {
    ($($extension:ident $least:ident $core:ident $vulkan:ident [$($device:ident)*];)*) => {
        /// A SPIR-V extension, under its own name.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum SpirvExtension {
            $($extension,)*
        }

        impl SpirvExtension {
            pub(super) const ALL: &'static [SpirvExtension] = &[$(SpirvExtension::$extension,)*];
        }

        pub(super) static SPIRV_EXTENSIONS: $crate::target::extension::SpirvExtensions =
            $crate::target::extension::SpirvExtensions {
                names: $crate::packed::texts![$(stringify!($extension)),*],
                versions: &[$((
                    $crate::target::SpirvVersion::$least,
                    $crate::target::version::in_spirv::$core,
                    $crate::target::version::in_vulkan::$vulkan,
                )),*],
                extensions: $crate::packed::lists![
                    DeviceExtension; $([$(DeviceExtension::$device),*]),*
                ],
            };
    };
}
pub(super) use spirv_extensions;

impl SpirvExtension {
    pub(super) fn row(self) -> SpirvRow {
        // The enum and the table are generated from the same list, so the index is in bounds.
        let (least, core, vulkan) = SPIRV_EXTENSIONS.versions[self as usize];
        SpirvRow {
            name: self.name(),
            least,
            core,
            vulkan,
            extensions: SPIRV_EXTENSIONS.extensions.get(self as usize),
        }
    }

    pub(super) fn name(self) -> &'static str {
        SPIRV_EXTENSIONS.names.get(self as usize)
    }

    pub(super) fn from_name(name: &str) -> Option<SpirvExtension> {
        SpirvExtension::ALL
            .iter()
            .copied()
            .find(|extension| extension.name() == name)
    }
}
