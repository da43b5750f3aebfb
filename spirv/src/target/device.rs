//! Owns the description of one device, from queried or read values: a target that has what is stated and what the
//! version makes mandatory, and nothing else.
//!
//! It knows nothing of files or of how a device is queried.

use super::{CooperativeMatrixProperties, DeviceExtension, Driver, Feature, Limits, Target, VulkanVersion};
use alloc::vec::Vec;

/// The known properties of a device; each call adds some.
///
/// ```
/// use spirula_spirv::target::{DeviceDescription, Feature, Support};
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
    /// Whether features that the version makes mandatory are unavailable unless they are stated.
    only_stated: bool,
    extensions: Vec<DeviceExtension>,
    features: Vec<Feature>,
    lacks: Vec<Feature>,
    limits: Limits,
    matrices: Option<Vec<CooperativeMatrixProperties>>,
    driver: Driver,
}

impl DeviceDescription {
    /// A device with a Vulkan version and no further properties.
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
            driver: Driver::default(),
        }
    }

    /// A device with the features that an application enabled, at the Vulkan version that instance, device and
    /// application agree on. Only stated features are available, also of those that the version makes mandatory. An
    /// implementation must support these, but the application must still enable them in `VkDeviceCreateInfo` (Vulkan,
    /// "Features"); a module that uses a feature that is not enabled is invalid. Properties are not enabled by the
    /// application: those that the version requires, as `VK_SUBGROUP_FEATURE_BASIC_BIT`, are available.
    ///
    /// ```
    /// use spirula_spirv::target::{DeviceDescription, Feature, Support};
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

    /// Lowers the Vulkan version to this one if it is higher: for an instance or application that is older than the
    /// device. The SPIR-V version and the mandatory features are those of the lower version. Stated features are kept;
    /// one that the lower version does not have in core counts as provided by its device extension.
    ///
    /// ```
    /// use spirula_spirv::target::{DeviceDescription, SpirvVersion};
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

    /// Adds a device extension by its name. Extensions that do not concern shaders are ignored, and so are unknown
    /// ones: a driver may report newer extensions.
    #[must_use]
    pub fn extension(mut self, name: &str) -> Self {
        self.add_extension(name);
        self
    }

    /// States whether the device has a feature. If several calls disagree, `true` counts. `false` counts even for a
    /// mandatory feature, which an application need not enable.
    #[must_use]
    pub fn feature(mut self, feature: Feature, has: bool) -> Self {
        self.set_feature(feature, has);
        self
    }

    /// States all combinations of cooperative matrices that the device supports, as
    /// `vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR` enumerates them.
    #[must_use]
    pub fn cooperative_matrices(mut self, matrices: impl IntoIterator<Item = CooperativeMatrixProperties>) -> Self {
        self.add_cooperative_matrices(matrices);
        self
    }

    /// States the driver, in place of what was read or queried of it: for its platform, which Vulkan does
    /// not report.
    ///
    /// ```
    /// use spirula_spirv::target::{DeviceDescription, Driver, Workaround};
    ///
    /// let device = DeviceDescription::new(1, 3).driver(|driver| driver.with_vendor_id(0x1002).with_driver_id(1));
    /// let device = device.driver(|driver| driver.with_platform(spirula_spirv::target::Platform::Windows));
    /// assert!(device.target().workarounds().contains(Workaround::NestedSubgroupMinMax));
    /// ```
    #[must_use]
    pub fn driver(mut self, change: impl FnOnce(Driver) -> Driver) -> Self {
        self.driver = change(self.driver);
        self
    }

    /// The limits, to be modified.
    #[cfg(any(feature = "ash", feature = "profiles"))]
    pub(crate) fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// The target. What is stated is enabled, and what the version makes mandatory, unless the description was created
    /// by [`DeviceDescription::enabled`]. Everything else is unavailable. If the vendor or the driver is stated, modules
    /// avoid what the driver gets wrong ([`Target::driver`]).
    #[must_use]
    pub fn target(self) -> Target {
        let identifies_driver = self.driver.vendor_id.is_some() || self.driver.driver_id.is_some();
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
        match identifies_driver {
            true => target.driver(self.driver),
            false => target,
        }
    }

    pub(super) fn add_cooperative_matrices(&mut self, matrices: impl IntoIterator<Item = CooperativeMatrixProperties>) {
        self.matrices.get_or_insert_default().extend(matrices);
    }

    /// The driver, to be modified.
    #[cfg(any(feature = "ash", feature = "profiles"))]
    pub(super) fn driver_mut(&mut self) -> &mut Driver {
        &mut self.driver
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
