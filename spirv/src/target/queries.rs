//! Queries of a target that only a writer makes: how the alternatives of a requirement relate, and what a lowering that
//! it may choose needs.

use super::capability::{self, Need};
use super::tables::SpirvExtension;
use super::{DeviceExtension, Feature, Requirement, SpirvVersion, Support, Target, VulkanVersion};
use alloc::string::String;
use alloc::vec::Vec;
use spirv::Capability;

/// The queries, as a trait so that they are no part of [`Target`]'s own interface.
pub trait TargetQueries {
    /// Whether a feature permits a capability in Vulkan.
    fn is_permitted_by(capability: Capability, feature: Feature) -> bool;

    /// Whether a device extension that has the feature permits the capability by itself.
    fn is_permitted_beside(capability: Capability, feature: Feature) -> bool;

    /// Whether only this feature permits a capability in Vulkan.
    fn is_permitted_only_by(capability: Capability, feature: Feature) -> bool;

    /// The feature that permits a capability on this target. `None` if no feature does, or if a version or extension
    /// with better support does. Among several, preferred features come first, then those with better support, then a
    /// version, which needs nothing, then the order of the table.
    fn permitting_feature(&self, capability: Capability, is_preferred: impl Fn(Feature) -> bool) -> Option<Feature>;

    /// The support of a capability without one of the features that permit it.
    fn permission_without(&self, capability: Capability, feature: Feature) -> Support;

    /// The device extension that permits a SPIR-V extension; `None` if the SPIR-V or Vulkan version permits it.
    fn device_extension_for(&self, name: &str) -> Option<DeviceExtension>;

    /// The `OpExtension` that a capability needs at this SPIR-V version, if possible one for which `is_declared` holds.
    /// `has_choice` selects the capabilities with several extensions, or those with one.
    fn extension_among(
        &self,
        capability: Capability,
        has_choice: bool,
        is_declared: impl Fn(&'static str) -> bool,
    ) -> Option<&'static str>;

    /// Whether the requirement that permits or declares a capability can depend on the module's other requirements.
    fn has_choice(&self, capability: Capability) -> bool;

    /// Whether buffers can be variables of storage class `StorageBuffer`; otherwise they are `Uniform` with
    /// `BufferBlock`. Below SPIR-V 1.3 this needs `SPV_KHR_storage_buffer_storage_class`.
    fn storage_buffer_class(&self) -> Support;

    /// Whether the execution mode `LocalSizeId` can be used: SPIR-V 1.2 and `maintenance4`
    /// (VUID-RuntimeSpirv-LocalSizeId-06434).
    fn local_size_id(&self) -> Support;

    /// Whether uniform buffers can have the layout of storage buffers by `uniformBufferStandardLayout`.
    fn standard_uniform_layout(&self) -> Support;

    /// What a buffer layout needs that follows the rules of one of the layout features.
    fn layout_requirement(&self, feature: Feature) -> Requirement;

    /// What a buffer layout needs in which vectors have the alignment of their components.
    fn relaxed_block_requirement(&self) -> Requirement;

    /// What a SPIR-V extension without a capability needs, whether the target has it or not.
    fn extension_requirement(&self, name: &str) -> Requirement;

    /// The value of a limit that is a bound, by its name in Vulkan's spelling or `name[index]`, if it is stated.
    fn limit(&self, name: &str) -> Option<i64>;

    /// The names of the devices whose limit a module exceeds, by the limit's name in Vulkan's spelling or
    /// `name[index]`. A lower bound (`min…`) is exceeded by a smaller value.
    fn devices_exceeded(&self, limit: &str, value: i64) -> Vec<String>;
}

impl TargetQueries for Target {
    fn is_permitted_by(capability: Capability, feature: Feature) -> bool {
        capability::row(capability as u32).is_some_and(|row| row.needs.contains(&Need::Has(feature)))
    }

    fn is_permitted_beside(capability: Capability, feature: Feature) -> bool {
        let permits = |extension: &DeviceExtension| {
            capability::row(capability as u32).is_some_and(|row| row.needs.contains(&Need::Via(*extension)))
        };
        feature.extensions().iter().any(permits)
    }

    fn is_permitted_only_by(capability: Capability, feature: Feature) -> bool {
        capability::row(capability as u32).is_some_and(|row| *row.needs == [Need::Has(feature)])
    }

    fn permitting_feature(&self, capability: Capability, is_preferred: impl Fn(Feature) -> bool) -> Option<Feature> {
        if !self.is_vulkan() {
            return None;
        }
        let needs = capability::row(capability as u32)?.needs;
        let had = needs
            .iter()
            .rev()
            .copied()
            .filter(|&need| self.need(need) != Support::Unavailable);
        // `max_by_key` returns the last of equal elements.
        let best = had.max_by_key(|&need| {
            let preferred = needs.len() > 1 && matches!(need, Need::Has(feature) if is_preferred(feature));
            (preferred, self.need(need), matches!(need, Need::Core(_)))
        });
        match best {
            Some(Need::Has(feature)) => Some(feature),
            Some(Need::Core(_) | Need::Via(_)) | None => None,
        }
    }

    fn permission_without(&self, capability: Capability, feature: Feature) -> Support {
        let needs = capability::row(capability as u32).map_or(&[][..], |row| row.needs);
        let others = needs.iter().filter(|&&need| need != Need::Has(feature));
        others
            .map(|&need| self.need(need))
            .max()
            .unwrap_or(Support::Unavailable)
    }

    fn device_extension_for(&self, name: &str) -> Option<DeviceExtension> {
        let row = SpirvExtension::from_name(name)?.row();
        if row.core.is_some_and(|core| core <= self.spirv)
            || row.vulkan <= self.vulkan_version() && row.vulkan.is_some()
        {
            return None;
        }
        // `max_by_key` returns the last of equal elements.
        let extensions = row.extensions.iter().rev().copied();
        extensions
            .max_by_key(|&extension| self.device_extension(extension))
            .filter(|_| self.is_vulkan())
    }

    fn extension_among(
        &self,
        capability: Capability,
        has_choice: bool,
        is_declared: impl Fn(&'static str) -> bool,
    ) -> Option<&'static str> {
        let row = capability::row(capability as u32)?;
        if (row.extensions.len() > 1) != has_choice {
            return None;
        }
        let best = self.declared_by(&row)?;
        let mut declared = row.extensions.iter().filter(|extension| is_declared(extension.name()));
        let declared = declared.find(|&&extension| self.extension_support(extension) != Support::Unavailable);
        Some(declared.copied().unwrap_or(best).name())
    }

    fn has_choice(&self, capability: Capability) -> bool {
        let is_declared = |row: &capability::Row| row.core.is_some_and(|core| core <= self.spirv);
        capability::row(capability as u32)
            .is_none_or(|row| row.needs.len() > 1 || row.extensions.len() > 1 && !is_declared(&row))
    }

    fn storage_buffer_class(&self) -> Support {
        self.extension_support(SpirvExtension::SPV_KHR_storage_buffer_storage_class)
    }

    fn local_size_id(&self) -> Support {
        if self.spirv < SpirvVersion::V1_2 {
            Support::Unavailable
        } else {
            self.feature(Feature::Maintenance4)
        }
    }

    fn standard_uniform_layout(&self) -> Support {
        self.layout_feature(Feature::UniformBufferStandardLayout)
    }

    fn layout_requirement(&self, feature: Feature) -> Requirement {
        let mut requirement = Requirement::default();
        self.describe_need(&mut requirement, Need::Has(feature));
        // Layout features count only if they are enabled by name, see `layouts`.
        requirement.lacking = self.devices_without(|target| target.feature(feature));
        self.find_changes(&mut requirement, |target| match target.layout_feature(feature) {
            Support::Enabled => Support::Enabled,
            Support::Allowed | Support::Unavailable => Support::Unavailable,
        });
        requirement
    }

    fn relaxed_block_requirement(&self) -> Requirement {
        let mut requirement = Requirement {
            extension: Some(DeviceExtension::VK_KHR_relaxed_block_layout),
            vulkan_version: Some(VulkanVersion::V1_1),
            ..Requirement::default()
        };
        self.find_remedies(&mut requirement, |target| match target.relaxed_block_layout() {
            Support::Enabled => Support::Enabled,
            Support::Allowed | Support::Unavailable => Support::Unavailable,
        });
        requirement
    }

    fn extension_requirement(&self, name: &str) -> Requirement {
        let mut requirement = Requirement::default();
        let Some(extension) = SpirvExtension::from_name(name) else {
            return requirement;
        };
        self.describe_declaration(&mut requirement, extension.row().core, Some(extension));
        self.find_remedies(&mut requirement, |target| target.extension_support(extension));
        requirement
    }

    fn limit(&self, name: &str) -> Option<i64> {
        self.limits.bound(name)
    }

    fn devices_exceeded(&self, limit: &str, value: i64) -> Vec<String> {
        let is_lower = limit.starts_with("min");
        self.devices_where(|device| {
            let bound = device.limits.bound(limit);
            bound.is_some_and(|bound| if is_lower { value < bound } else { value > bound })
        })
    }
}
