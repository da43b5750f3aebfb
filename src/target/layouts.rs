//! Owns by which rules buffers can be laid out: the features and extensions of Vulkan "Offset and Stride Assignment".
//!
//! No capability declares any of them, so the words cannot ask for what the application has to turn on, and `spirv-val`
//! assumes that it did not: they count as enabled only where the application says so, by [`Target::enable`] or
//! [`Target::extension`], even where the version makes every device support them.

use super::{DeviceExtension, Feature, Support, Target, VulkanVersion};

impl Target {
    /// Whether uniform buffers can have the layout of storage buffers: `uniformBufferStandardLayout`, or
    /// `scalarBlockLayout`, which permits more.
    pub fn relaxed_uniform_layout(&self) -> Support {
        let features = [Feature::UniformBufferStandardLayout, Feature::ScalarBlockLayout];
        let supports = features.map(|feature| self.layout_feature(feature));
        supports.into_iter().max().unwrap_or(Support::Unavailable)
    }

    /// Whether uniform buffers can have the layout of storage buffers by `uniformBufferStandardLayout`.
    pub(crate) fn standard_uniform_layout(&self) -> Support {
        self.layout_feature(Feature::UniformBufferStandardLayout)
    }

    /// Whether everything in buffers and push constants can be aligned as its scalars are: `scalarBlockLayout`.
    pub fn scalar_layout(&self) -> Support {
        self.layout_feature(Feature::ScalarBlockLayout)
    }

    /// Whether the members of buffers that are vectors can be aligned like their components: Vulkan 1.1, before that
    /// `VK_KHR_relaxed_block_layout`.
    pub fn relaxed_block_layout(&self) -> Support {
        if self.vulkan_version() >= Some(VulkanVersion::V1_1) {
            return Support::Enabled;
        }
        self.device_extension(DeviceExtension::VK_KHR_relaxed_block_layout)
    }

    pub(super) fn layout_feature(&self, feature: Feature) -> Support {
        if self.enabled.contains(feature as usize) {
            Support::Enabled
        } else {
            self.feature(feature).min(Support::Allowed)
        }
    }
}
