//! Owns the rows of Vulkan features and property bits that determine what a shader may contain: name, structure, the
//! version that has it in core, the version that makes it mandatory, and the device extensions that have it.
//!
//! It knows nothing of SPIR-V. The rows are generated.

use super::tables::{DeviceExtension, FEATURES, Feature};
use super::version::VulkanVersion;
use super::{NameKind, UnknownName};
use alloc::borrow::ToOwned;

/// A row of the table.
pub(super) struct Row {
    pub name: &'static str,
    pub structure: &'static str,
    /// The version from which no extension is needed.
    pub core: Option<VulkanVersion>,
    /// The version from which every implementation must support it.
    pub mandatory: Option<VulkanVersion>,
    /// The device extensions that have it; one of them is enough.
    pub extensions: &'static [DeviceExtension],
}

/// By structure (without `VkPhysicalDevice`) and the Vulkan version that has it in core, a line for each feature: variant,
/// name, mandatory since, [device extensions].
macro_rules! features {
    ($($structure:ident $core:ident {
        $($feature:ident $name:literal $mandatory:ident [$($extension:ident)*];)*
    })*) => {
        /// A Vulkan feature, or a property bit that is used like a feature, under its own name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Feature {
            $($(
                #[doc = concat!("`VkPhysicalDevice", stringify!($structure), "::", $name, "`")]
                $feature,
            )*)*
        }

        impl Feature {
            /// Every feature, in the order of the table.
            pub const ALL: &'static [Feature] = &[$($(Feature::$feature,)*)*];
        }

        pub(super) static FEATURES: &[$crate::target::feature::Row] = &[$($(
            $crate::target::feature::Row {
                name: $name,
                structure: concat!("VkPhysicalDevice", stringify!($structure)),
                core: $crate::target::version::in_vulkan::$core,
                mandatory: $crate::target::version::in_vulkan::$mandatory,
                extensions: &[$($crate::target::tables::DeviceExtension::$extension),*],
            },
        )*)*];
    };
}
pub(super) use features;

impl Feature {
    /// The name in Vulkan's spelling: the member of the feature structure (`shaderFloat16`), or the bit of the property
    /// (`VK_SUBGROUP_FEATURE_VOTE_BIT`).
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The structure that has it as a member, the newest of several: `VkPhysicalDeviceVulkan12Features`.
    pub fn structure(self) -> &'static str {
        self.row().structure
    }

    /// The Vulkan version from which no device extension is needed.
    pub fn core_version(self) -> Option<VulkanVersion> {
        self.row().core
    }

    /// The Vulkan version from which every implementation must support it.
    pub fn mandatory_version(self) -> Option<VulkanVersion> {
        self.row().mandatory
    }

    /// The device extensions that have it; one of them is enough.
    pub fn extensions(self) -> &'static [DeviceExtension] {
        self.row().extensions
    }

    /// The feature with a name, with or without its structure: `shaderFloat16`,
    /// `VkPhysicalDeviceVulkan12Features::shaderFloat16`.
    ///
    /// # Errors
    /// If no feature that concerns shaders has the name.
    pub fn from_name(name: &str) -> Result<Feature, UnknownName> {
        let member = name.rsplit_once("::").map_or(name, |(_, member)| member);
        Feature::known(member).ok_or_else(|| {
            let nearest = UnknownName::new(
                member,
                NameKind::Feature,
                Feature::ALL.iter().map(|feature| feature.name()),
            );
            UnknownName {
                name: name.to_owned(),
                ..nearest
            }
        })
    }

    /// Whether an application enables it: a member of a feature structure, and not a property of the device.
    pub(super) fn is_switched(self) -> bool {
        self.structure().contains("Features")
    }

    /// The feature with a name, if it concerns shaders.
    pub(super) fn known(name: &str) -> Option<Feature> {
        Feature::ALL.iter().copied().find(|feature| feature.name() == name)
    }

    fn row(self) -> &'static Row {
        // The enum and the table are generated from the same list, so the index is in bounds.
        &FEATURES[self as usize]
    }
}

impl core::fmt::Display for Feature {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
