//! Owns the rows of Vulkan features and property bits that determine what a shader may contain: name, structure, the
//! version that has it in core, the version that makes it mandatory, and the device extensions that have it.
//!
//! It knows nothing of SPIR-V. The rows are generated.

use super::tables::{DeviceExtension, FEATURES, Feature};
use super::version::VulkanVersion;
use super::{NameKind, UnknownName};
use crate::packed::{Lists, Texts};
use alloc::borrow::ToOwned;

/// The table of features, by the number of the feature.
pub(super) struct Features {
    pub names: Texts,
    /// The features one group after another, and the structure of each group.
    pub groups: Lists<Feature>,
    pub structures: Texts,
    /// The version from which no extension is needed, and the version from which every implementation must support it.
    pub versions: &'static [(Option<VulkanVersion>, Option<VulkanVersion>)],
    /// The device extensions that have it; one of them is enough.
    pub extensions: Lists<DeviceExtension>,
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

        pub(super) static FEATURES: $crate::target::feature::Features = $crate::target::feature::Features {
            names: $crate::packed::texts![$($($name,)*)*],
            groups: $crate::packed::lists![Feature; $([$(Feature::$feature),*]),*],
            structures: $crate::packed::texts![$(concat!("VkPhysicalDevice", stringify!($structure))),*],
            versions: &[$($((
                $crate::target::version::in_vulkan::$core,
                $crate::target::version::in_vulkan::$mandatory,
            ),)*)*],
            extensions: $crate::packed::lists![
                DeviceExtension; $($([$(DeviceExtension::$extension),*],)*)*
            ],
        };
    };
}
pub(super) use features;

impl Feature {
    /// The name in Vulkan's spelling: the member of the feature structure (`shaderFloat16`), or the bit of the property
    /// (`VK_SUBGROUP_FEATURE_VOTE_BIT`).
    pub fn name(self) -> &'static str {
        FEATURES.names.get(self as usize)
    }

    /// The structure that has it as a member, the newest of several: `VkPhysicalDeviceVulkan12Features`.
    pub fn structure(self) -> &'static str {
        FEATURES.structures.get(FEATURES.groups.list_of(self as usize))
    }

    /// The Vulkan version from which no device extension is needed.
    pub fn core_version(self) -> Option<VulkanVersion> {
        FEATURES.versions[self as usize].0
    }

    /// The Vulkan version from which every implementation must support it.
    pub fn mandatory_version(self) -> Option<VulkanVersion> {
        FEATURES.versions[self as usize].1
    }

    /// The device extensions that have it; one of them is enough.
    pub fn extensions(self) -> &'static [DeviceExtension] {
        FEATURES.extensions.get(self as usize)
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
}

impl core::fmt::Display for Feature {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
