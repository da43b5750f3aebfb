//! Owns the description of one device, put together from what was queried of it or read: a target that has what is stated
//! and what the version makes mandatory, and nothing else.
//!
//! Knows nothing of files and of how a device is asked.

use super::{CooperativeMatrixProperties, DeviceExtension, Feature, Limits, Target, VulkanVersion};
use alloc::vec::Vec;

/// What is known of a device, statement by statement; later ones add.
///
/// ```
/// use spirula::target::{DeviceDescription, Feature, Support};
///
/// let device = DeviceDescription::new(1, 1).feature(Feature::ShaderInt64, true).extension("VK_KHR_16bit_storage");
/// let target = device.target();
/// assert_eq!(target.feature(Feature::ShaderInt64), Support::Enabled);
/// assert_eq!(target.feature(Feature::ShaderInt16), Support::Unavailable);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceDescription {
    major: u32,
    minor: u32,
    /// Features that the version makes mandatory are off unless they are stated.
    only_stated: bool,
    extensions: Vec<DeviceExtension>,
    features: Vec<Feature>,
    lacks: Vec<Feature>,
    limits: Limits,
    matrices: Option<Vec<CooperativeMatrixProperties>>,
}

impl DeviceDescription {
    /// A device of a Vulkan version, of which nothing else is known yet.
    #[must_use]
    pub fn new(major: u32, minor: u32) -> Self {
        Self {
            major,
            minor,
            only_stated: false,
            extensions: Vec::new(),
            features: Vec::new(),
            lacks: Vec::new(),
            limits: Limits::default(),
            matrices: None,
        }
    }

    /// A device as an application turned it on, at the Vulkan version that instance, device and application agree on: no
    /// feature is there but those that are stated, those that the version makes mandatory included. An implementation must
    /// support these, and still an application has to enable them in `VkDeviceCreateInfo` (Vulkan, "Features"); a module
    /// that uses one that was left off is invalid. Properties cannot be left off: those that the version requires, as
    /// `VK_SUBGROUP_FEATURE_BASIC_BIT`, are there.
    ///
    /// ```
    /// use spirula::target::{DeviceDescription, Feature, Support};
    ///
    /// let device = DeviceDescription::enabled(1, 3).feature(Feature::ShaderInt16, true).extension("VK_KHR_ray_query");
    /// let target = device.target();
    /// assert_eq!(target.feature(Feature::ShaderInt16), Support::Enabled);
    /// assert_eq!(target.feature(Feature::ShaderDemoteToHelperInvocation), Support::Unavailable);
    /// assert_eq!(target.feature(Feature::SubgroupBasic), Support::Enabled);
    /// ```
    #[must_use]
    pub fn enabled(major: u32, minor: u32) -> Self {
        Self {
            only_stated: true,
            ..Self::new(major, minor)
        }
    }

    /// Lowers the Vulkan version to this one, if it is above it: for an instance or application that is older than the
    /// device. SPIR-V, and what counts as mandatory, follow; statements about features remain, and a feature that the lower
    /// version does not have in core counts as brought by its device extension.
    ///
    /// ```
    /// use spirula::target::{DeviceDescription, SpirvVersion};
    ///
    /// let target = DeviceDescription::new(1, 3).at_most(1, 1).target();
    /// assert_eq!(target.spirv_version(), SpirvVersion::V1_3);
    /// assert_eq!(DeviceDescription::new(1, 0).at_most(1, 1).target().to_string(), "vulkan1.0");
    /// ```
    #[must_use]
    pub fn at_most(mut self, major: u32, minor: u32) -> Self {
        (self.major, self.minor) = (self.major, self.minor).min((major, minor));
        self
    }

    /// Adds a device extension by its name. Those that do not concern shaders change nothing, and neither do those that are
    /// not known: a driver may report newer ones.
    #[must_use]
    pub fn extension(mut self, name: &str) -> Self {
        self.add_extension(name);
        self
    }

    /// States whether the device has a feature. Of several statements one that it has counts; one that it has not counts even
    /// where the version makes it mandatory, for an application may have left it off.
    #[must_use]
    pub fn feature(mut self, feature: Feature, has: bool) -> Self {
        self.set_feature(feature, has);
        self
    }

    /// States which cooperative matrices the device multiplies: all of them, as
    /// `vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR` lists them.
    #[must_use]
    pub fn cooperative_matrices(mut self, matrices: impl IntoIterator<Item = CooperativeMatrixProperties>) -> Self {
        self.add_cooperative_matrices(matrices);
        self
    }

    /// The limits, to state more of them.
    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// The target: what is stated is enabled, and so is what the version makes mandatory, unless the description is one of
    /// [`DeviceDescription::enabled`]; all else is unavailable.
    #[must_use]
    pub fn target(self) -> Target {
        let mut target = Target::vulkan(self.major, self.minor).strict().with_limits(self.limits);
        if let Some(matrices) = self.matrices {
            target = target.with_cooperative_matrices(matrices);
        }
        let version = VulkanVersion::nearest(self.major, self.minor);
        for extension in self.extensions {
            target = target.with_device_extension(extension);
        }
        for &feature in Feature::ALL {
            let mandatory = feature.mandatory_version().is_some_and(|since| since <= version);
            let mandatory = mandatory && !(self.only_stated && feature.is_switched());
            if self.features.contains(&feature) {
                target = target.enable(feature);
            } else if !mandatory || self.lacks.contains(&feature) {
                target = target.disable(feature);
            }
        }
        target
    }

    pub(super) fn add_cooperative_matrices(&mut self, matrices: impl IntoIterator<Item = CooperativeMatrixProperties>) {
        self.matrices.get_or_insert_default().extend(matrices);
    }

    pub(super) fn add_extension(&mut self, name: &str) {
        let known = DeviceExtension::from_name(name).filter(|extension| !self.extensions.contains(extension));
        self.extensions.extend(known);
    }

    pub(super) fn set_feature(&mut self, feature: Feature, has: bool) {
        let list = if has { &mut self.features } else { &mut self.lacks };
        if !list.contains(&feature) {
            list.push(feature);
        }
    }
}
