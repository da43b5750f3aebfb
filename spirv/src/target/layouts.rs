//! Owns the layout rules that buffers can use: the features and extensions of Vulkan "Offset and Stride Assignment".
//!
//! No capability declares any of them, so a module cannot show which of them the application must enable, and
//! `spirv-val` assumes that none is enabled. They count as enabled only if the application states it by
//! [`Target::enable`] or [`Target::extension`], even if the version makes them mandatory.

use super::{DeviceExtension, Feature, Support, Target, VulkanVersion};

impl Target {
    /// Whether uniform buffers can have the layout of storage buffers: `uniformBufferStandardLayout`, or
    /// `scalarBlockLayout`, which includes it.
    pub fn relaxed_uniform_layout(&self) -> Support {
        let features = [Feature::UniformBufferStandardLayout, Feature::ScalarBlockLayout];
        let supports = features.map(|feature| self.layout_feature(feature));
        supports.into_iter().max().unwrap_or(Support::Unavailable)
    }

    /// Whether all types in buffers and push constants can have the alignment of their scalars: `scalarBlockLayout`.
    pub fn scalar_layout(&self) -> Support {
        self.layout_feature(Feature::ScalarBlockLayout)
    }

    /// Whether vectors in buffers can have the alignment of their components: Vulkan 1.1, before that
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
