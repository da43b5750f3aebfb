//! Owns what a module may use: the environment and SPIR-V version that it is written for, and which features,
//! capabilities and extensions are available.
//!
//! [`Target::vulkan`] and [`Target::parse`] describe all devices of a Vulkan version, `Target::from_profile` and
//! [`DeviceDescription`] one device, and [`Target::universal`] consumers other than Vulkan. The target answers queries
//! with [`Support`].

// All answers are read from one table (`tables`), which is generated from Khronos's registry. This folder knows nothing
// of naga or of the lowerings. It implements the sections "Capabilities" and "Versions and Formats" of the Vulkan
// Environment for SPIR-V, and the versions and extensions of capabilities (SPIR-V §3.31, "Capability").

mod capability;
mod cooperative;
mod device;
mod driver;
mod drivers;
mod extension;
mod feature;
mod intersection;
mod layouts;
mod limits;
mod names;
mod pipeline;
#[cfg(feature = "profiles")]
mod profile;
mod property;
#[cfg(feature = "ash")]
mod queried;
pub(crate) mod queries;
#[cfg(feature = "profiles")]
mod report;
mod requirement;
mod tables;
#[cfg(test)]
mod tests;
mod version;
mod workaround;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
pub use cooperative::{ComponentType, CooperativeMatrixProperties};
pub use device::DeviceDescription;
pub use driver::{DRIVER_NAMES, Driver, DriverError, DriverVersion, Platform};
pub use drivers::{DriverFault, DriverRemedy};
pub use limits::FloatControlsIndependence;
pub use names::{NameKind, UnknownName};
pub use pipeline::{DescriptorType, LayoutBinding, Pipeline};
#[cfg(feature = "profiles")]
pub use profile::ProfileError;
pub use property::UnknownProperty;
#[cfg(feature = "ash")]
pub use queried::{QueriedStructure, Vulkan14Features};
pub use requirement::{Remedy, Requirement};
pub use tables::{DeviceExtension, Feature, Limits};
pub use version::{Addressing, Environment, SpirvVersion, TARGET_NAMES, VulkanVersion};
pub use workaround::{Applied, SWITCH_RANGE, Workaround, Workarounds};

use capability::Need;
use core::fmt;
use tables::{OTHER_DEVICE_EXTENSIONS, SpirvExtension};

/// Whether a target supports something.
///
/// Ordered by usefulness: the support of two alternatives is their maximum, that of two conditions their minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Support {
    /// Not available: a module that needs it is refused.
    Unavailable,
    /// Some devices of this target have it: used only if the shader cannot be expressed without it, and then reported.
    Allowed,
    /// Every device of this target has it: used freely.
    Enabled,
}

/// What a target allows, besides what its Vulkan version makes mandatory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// The version's optional features and every device extension that can be enabled on it.
    Everything,
    /// The version's own optional features.
    CoreOnly,
    /// Nothing.
    Strict,
}

/// A set of variants of one of the tables' enums, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Set([u64; 4]);

impl Set {
    fn insert(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    fn remove(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// The elements of both.
    fn and(self, other: Self) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        Self(words)
    }

    /// The elements of either.
    fn or(self, other: Self) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        Self(words)
    }
}

const _: () =
    assert!(Feature::ALL.len() <= 256 && DeviceExtension::ALL.len() <= 256 && SpirvExtension::ALL.len() <= 256);

/// The device or environment that a module is written for.
///
/// ```
/// use spirula_spirv::target::{Feature, Support, Target};
///
/// let target = Target::vulkan(1, 1).enable(Feature::ShaderFloat16);
/// assert_eq!(target.feature(Feature::ShaderFloat16), Support::Enabled);
/// assert_eq!(target.feature(Feature::ShaderInt64), Support::Allowed);
/// assert_eq!(target.strict().feature(Feature::ShaderInt64), Support::Unavailable);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    environment: Environment,
    spirv: SpirvVersion,
    scope: Scope,
    enabled: Set,
    disabled: Set,
    extensions: Set,
    /// Device extensions that are needed for an enabled feature. Their other features are not allowed for that reason.
    implied_extensions: Set,
    spirv_extensions: Set,
    limits: Limits,
    cooperative_matrices: Option<Vec<CooperativeMatrixProperties>>,
    pipeline: Pipeline,
    workarounds: Workarounds,
    /// The drivers that compile the modules, in ascending order.
    drivers: Vec<Driver>,
    /// Features that the device has and modules for its driver do without.
    withheld: Set,
    /// The SPIR-V version without the limit of the driver, if that is lower.
    spirv_without_driver: Option<SpirvVersion>,
    /// The devices that have a name, in the order of the names.
    devices: Arc<Vec<Device>>,
}

/// A device that a target describes, alone or together with others.
#[derive(Clone, Debug, PartialEq)]
struct Device {
    name: String,
    /// What the device has, whatever its driver gets wrong.
    target: Target,
}

impl Target {
    fn new(environment: Environment, spirv: SpirvVersion) -> Target {
        Target {
            environment,
            spirv,
            scope: Scope::Everything,
            enabled: Set::default(),
            disabled: Set::default(),
            extensions: Set::default(),
            implied_extensions: Set::default(),
            spirv_extensions: Set::default(),
            limits: Limits::default(),
            cooperative_matrices: None,
            pipeline: Pipeline::default(),
            workarounds: Workarounds::NONE,
            drivers: Vec::new(),
            withheld: Set::default(),
            spirv_without_driver: None,
            devices: Arc::default(),
        }
    }

    /// Vulkan `major.minor` with the newest SPIR-V that every implementation of it accepts: 1.0, 1.3, 1.5, 1.6, 1.6. An
    /// unknown version is replaced by the nearest known one.
    ///
    /// What the version makes mandatory is [`Support::Enabled`]; its optional features, and those of every device
    /// extension that can be enabled on it, are [`Support::Allowed`]. `spirv-val` assumes the same. An application must
    /// enable mandatory features too when it creates its device; use [`disable`](Self::disable) for those that it does
    /// not enable.
    pub fn vulkan(major: u32, minor: u32) -> Target {
        let version = VulkanVersion::nearest(major, minor);
        Target::new(Environment::Vulkan(version), version.newest_spirv())
    }

    /// Any consumer of SPIR-V: everything that the version has in core is [`Support::Enabled`], everything that needs
    /// an extension is [`Support::Allowed`].
    ///
    /// Uniform buffer layouts beyond std140 are allowed too: they depend on the consumer and not on SPIR-V.
    pub fn universal(addressing: Addressing, version: SpirvVersion) -> Target {
        Target::new(Environment::Universal(addressing), version)
    }

    /// The target with one of the names that `spirv-val --target-env` takes: `vulkan1.0` … `vulkan1.4`,
    /// `vulkan1.1spv1.4`, `spv1.0` … `spv1.6`. `universal1.3` is `spv1.3`, and `spv1.3-physical64` is
    /// [`Target::universal`] with that addressing model.
    ///
    /// # Errors
    /// If the name is none of these; the error lists them.
    pub fn parse(name: &str) -> Result<Target, UnknownName> {
        // Of equally near names the newest.
        let unknown = || UnknownName::new(name, NameKind::Target, TARGET_NAMES.iter().rev().copied());
        let (environment, spirv) = version::parse(name).ok_or_else(unknown)?;
        let target = match environment {
            Environment::Vulkan(version) => Target::vulkan(1, version.minor()),
            Environment::Universal(addressing) => Target::universal(addressing, spirv),
        };
        Ok(target.with_spirv_version(spirv))
    }

    /// Allows only the version's own optional features, no device extensions except those given by name.
    pub fn core_only(mut self) -> Target {
        self.scope = Scope::CoreOnly;
        self
    }

    /// Allows nothing beyond what is mandatory, except what is given by name.
    pub fn strict(mut self) -> Target {
        self.scope = Scope::Strict;
        self
    }

    /// Enables a feature, and a device extension that provides it if the version does not have it in core.
    pub fn enable(mut self, feature: Feature) -> Target {
        self.disabled.remove(feature as usize);
        self.withheld.remove(feature as usize);
        self.enabled.insert(feature as usize);
        if let Environment::Vulkan(version) = self.environment {
            let in_core = feature.core_version().is_some_and(|core| core <= version);
            let given = feature
                .extensions()
                .iter()
                .any(|&extension| self.extensions.contains(extension as usize));
            if let (false, false, Some(&extension)) = (in_core, given, feature.extensions().first()) {
                self.implied_extensions.insert(extension as usize);
            }
        }
        self
    }

    /// Disables a feature, even a mandatory one. A device extension whose features are all disabled is disabled too.
    pub fn disable(mut self, feature: Feature) -> Target {
        self.enabled.remove(feature as usize);
        self.disabled.insert(feature as usize);
        self
    }

    /// Enables an extension by name: a device extension (`VK_…`), or for universal targets a SPIR-V extension
    /// (`SPV_…`). What needs only the device extension is enabled, and its features are allowed.
    ///
    /// A device extension that does not concern shaders changes nothing, so a renderer may pass its whole list.
    ///
    /// ```
    /// use spirula_spirv::Target;
    ///
    /// let error = Target::vulkan(1, 1).extension("VK_KHR_shader_float16_int").unwrap_err();
    /// assert_eq!(error.nearest, Some("VK_KHR_shader_float16_int8"));
    /// ```
    ///
    /// # Errors
    /// If Khronos's registry has no such device extension or, for universal targets, no such SPIR-V extension.
    pub fn extension(self, name: &str) -> Result<Target, UnknownName> {
        if let Some(extension) = DeviceExtension::from_name(name) {
            return Ok(self.with_device_extension(extension));
        }
        if OTHER_DEVICE_EXTENSIONS.iter().any(|other| other == name) {
            return Ok(self);
        }
        let is_universal = !self.is_vulkan();
        if let Some(extension) = SpirvExtension::from_name(name).filter(|_| is_universal) {
            return Ok(self.with_spirv_extension(extension));
        }
        let of_spirv = SpirvExtension::ALL.iter().filter(|_| is_universal);
        let of_devices = DeviceExtension::ALL.iter().map(|extension| extension.name());
        let known = of_spirv.map(|extension| extension.name()).chain(of_devices);
        let known = known.chain(OTHER_DEVICE_EXTENSIONS.iter());
        Err(UnknownName::new(name, NameKind::Extension, known))
    }

    fn with_device_extension(mut self, extension: DeviceExtension) -> Target {
        self.extensions.insert(extension as usize);
        self
    }

    fn with_spirv_extension(mut self, extension: SpirvExtension) -> Target {
        self.spirv_extensions.insert(extension as usize);
        self
    }

    /// Sets the SPIR-V version. A version later than the environment accepts is replaced by the latest that it accepts.
    /// SPIR-V 1.4 on Vulkan 1.1 enables `VK_KHR_spirv_1_4`.
    pub fn with_spirv_version(mut self, version: SpirvVersion) -> Target {
        self.spirv = version;
        self.spirv_without_driver = None;
        if let Environment::Vulkan(vulkan) = self.environment {
            self.spirv = version.min(version::newest_with_extension(vulkan));
            if self.spirv > vulkan.newest_spirv() {
                self.extensions.insert(DeviceExtension::VK_KHR_spirv_1_4 as usize);
            }
        }
        self
    }

    /// Sets the limits and properties of the device. Those that are `None` are not enforced.
    pub fn with_limits(mut self, limits: Limits) -> Target {
        self.limits = limits;
        self
    }

    /// The limits and properties of the device.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The SPIR-V version of the module header.
    pub fn spirv_version(&self) -> SpirvVersion {
        self.spirv
    }

    /// States the driver that compiles the modules. Modules that are written for the target avoid what it gets wrong: they
    /// are rewritten with [`Driver::workarounds`], and do without features and SPIR-V versions that do not work. What is
    /// enabled afterwards is used all the same, and so is a later
    /// [`with_spirv_version`](Self::with_spirv_version). The driver does not change what the check accepts.
    ///
    /// ```
    /// use spirula_spirv::target::{Driver, Feature, SpirvVersion, Support, Target, Workaround};
    ///
    /// let target = Target::vulkan(1, 3).driver(Driver::parse("mali:r38p1")?);
    /// assert!(target.workarounds().contains(Workaround::VectorAnd));
    /// assert_eq!(target.feature(Feature::ShaderZeroInitializeWorkgroupMemory), Support::Unavailable);
    /// assert_eq!(target.spirv_version(), SpirvVersion::V1_3);
    /// # Ok::<(), spirula_spirv::target::DriverError>(())
    /// ```
    pub fn driver(self, driver: Driver) -> Target {
        self.with_drivers([driver])
    }

    /// As [`Target::driver`], for modules that each of several drivers compiles: what any of them gets wrong is avoided.
    /// None removes those that were stated.
    ///
    /// ```
    /// use spirula_spirv::target::{Driver, SpirvVersion, Target, Workaround};
    ///
    /// let drivers = [Driver::parse("radv:25.2")?, Driver::parse("mali:r38p1")?];
    /// let target = Target::vulkan(1, 3).with_drivers(drivers);
    /// assert!(target.workarounds().contains(Workaround::FloatNegation)); // RADV
    /// assert_eq!(target.spirv_version(), SpirvVersion::V1_3); // Mali
    /// # Ok::<(), spirula_spirv::target::DriverError>(())
    /// ```
    pub fn with_drivers(self, drivers: impl IntoIterator<Item = Driver>) -> Target {
        let mut target = self.without_driver_limits();
        target.drivers = drivers.into_iter().collect();
        target.drivers.sort();
        target.drivers.dedup();
        target.workarounds = Workarounds::NONE;
        for fault in target.drivers.iter().flat_map(Driver::faults) {
            match fault.remedy() {
                DriverRemedy::Workaround(workaround) => target.workarounds.insert(workaround),
                DriverRemedy::Specialized => {}
                DriverRemedy::Without(feature) => target.withheld.insert(feature as usize),
                DriverRemedy::AtMost(version) if version < target.spirv => {
                    target.spirv_without_driver.get_or_insert(target.spirv);
                    target.spirv = version;
                }
                DriverRemedy::AtMost(_) => {}
            }
        }
        target
    }

    /// The drivers that were stated, in ascending order: one for each device.
    pub fn drivers(&self) -> &[Driver] {
        &self.drivers
    }

    /// The workarounds of the drivers.
    pub fn workarounds(&self) -> Workarounds {
        self.workarounds
    }

    /// The target with the features and the SPIR-V version that it has without its driver: modules that a driver is known
    /// to get wrong are valid.
    pub(crate) fn without_driver_limits(mut self) -> Target {
        self.withheld = Set::default();
        self.spirv = self.spirv_without_driver.take().unwrap_or(self.spirv);
        self
    }

    /// Whether modules for the driver do without something that the device has.
    #[cfg(feature = "check")]
    pub(crate) fn has_driver_limits(&self) -> bool {
        self.withheld != Set::default() || self.spirv_without_driver.is_some()
    }

    /// Treats the driver as one that needs these workarounds.
    pub fn with_workarounds(mut self, workarounds: Workarounds) -> Target {
        self.workarounds = workarounds;
        self
    }

    /// The consumer of the module.
    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// Whether the Vulkan Environment for SPIR-V applies.
    pub fn is_vulkan(&self) -> bool {
        self.vulkan_version().is_some()
    }

    /// The Vulkan version, `None` for universal targets.
    pub fn vulkan_version(&self) -> Option<VulkanVersion> {
        match self.environment {
            Environment::Vulkan(version) => Some(version),
            Environment::Universal(_) => None,
        }
    }

    /// The addressing model of the module.
    pub fn addressing(&self) -> Addressing {
        match self.environment {
            Environment::Vulkan(_) => Addressing::Logical,
            Environment::Universal(addressing) => addressing,
        }
    }

    /// Whether the target has a Vulkan feature or property.
    ///
    /// For universal targets: whether the corresponding SPIR-V can be declared.
    pub fn feature(&self, feature: Feature) -> Support {
        if self.disabled.contains(feature as usize) || self.withheld.contains(feature as usize) {
            return Support::Unavailable;
        }
        if self.enabled.contains(feature as usize) {
            return Support::Enabled;
        }
        let Environment::Vulkan(version) = self.environment else {
            return self.universal_feature(feature);
        };
        if feature
            .mandatory_version()
            .is_some_and(|mandatory| mandatory <= version)
        {
            return Support::Enabled;
        }
        let in_core = feature.core_version().is_some_and(|core| core <= version);
        let by_extension = feature
            .extensions()
            .iter()
            .any(|&extension| self.has_extension(extension));
        if (in_core && self.scope != Scope::Strict) || by_extension {
            Support::Allowed
        } else {
            Support::Unavailable
        }
    }

    /// The best support among the capabilities that a feature permits, or among its SPIR-V extensions if it permits no
    /// capability. A feature with neither is a restriction of Vulkan that SPIR-V does not have, so it is enabled.
    fn universal_feature(&self, feature: Feature) -> Support {
        if matches!(
            feature,
            Feature::UniformBufferStandardLayout | Feature::ScalarBlockLayout
        ) {
            return Support::Allowed;
        }
        let capabilities = capability::rows().filter(|row| row.needs.contains(&Need::Has(feature)));
        let best = capabilities.map(|row| self.declaration(&row)).max();
        let extensions = || {
            let brings = |extension: &&SpirvExtension| {
                extension
                    .row()
                    .extensions
                    .iter()
                    .any(|device| feature.extensions().contains(device))
            };
            SpirvExtension::ALL
                .iter()
                .filter(brings)
                .map(|&extension| self.extension_support(extension))
                .max()
        };
        best.or_else(extensions).unwrap_or(Support::Enabled)
    }

    /// Whether the target has a device extension: given by name, or allowed by the scope of the target.
    pub fn device_extension(&self, extension: DeviceExtension) -> Support {
        let index = extension as usize;
        if self.extensions.contains(index) || self.implied_extensions.contains(index) {
            Support::Enabled
        } else if self.has_extension(extension) {
            Support::Allowed
        } else {
            Support::Unavailable
        }
    }

    /// Whether a device extension was given by name, or is allowed by the scope of the target.
    fn has_extension(&self, extension: DeviceExtension) -> bool {
        if self.extensions.contains(extension as usize) {
            return true;
        }
        let Environment::Vulkan(version) = self.environment else {
            return false;
        };
        self.scope == Scope::Everything && extension.since() <= version && !self.has_only_disabled_features(extension)
    }

    /// Whether a device extension has features and all of them are disabled: a device with the extension would have at
    /// least one.
    fn has_only_disabled_features(&self, extension: DeviceExtension) -> bool {
        if self.disabled == Set::default() {
            return false;
        }
        let mut brought = Feature::ALL
            .iter()
            .filter(|feature| feature.extensions().contains(&extension))
            .peekable();
        brought.peek().is_some() && brought.all(|&feature| self.disabled.contains(feature as usize))
    }

    /// Whether a capability can be declared: the best of the alternatives that permit it, but no better than the
    /// extension that declares it.
    pub fn capability(&self, capability: spirv::Capability) -> Support {
        self.numbered_capability(capability as u32)
    }

    /// As [`Target::capability`], by the capability's number: the `spirv` crate lacks some capabilities.
    pub(crate) fn numbered_capability(&self, number: u32) -> Support {
        let Some(row) = capability::row(number) else {
            return Support::Unavailable;
        };
        if !self.is_vulkan() {
            return self.declaration(&row);
        }
        let permission = row.needs.iter().map(|&need| self.need(need)).max();
        self.declaration(&row).min(permission.unwrap_or(Support::Unavailable))
    }

    /// Whether Vulkan permits a capability on this target, regardless of the SPIR-V version. `None` if Vulkan permits
    /// it on no target, or if the table lacks it.
    #[cfg(feature = "check")]
    pub(crate) fn permission(&self, number: u32) -> Option<Support> {
        let row = capability::row(number)?;
        row.needs.iter().map(|&need| self.need(need)).max()
    }

    /// The row of a SPIR-V extension: the least SPIR-V version in which it can be declared, and whether Vulkan permits
    /// it on any target.
    #[cfg(feature = "check")]
    pub(crate) fn spirv_extension_row(name: &str) -> Option<(SpirvVersion, bool)> {
        let row = SpirvExtension::from_name(name)?.row();
        Some((row.least, row.vulkan.is_some() || !row.extensions.is_empty()))
    }

    /// Whether `OpExtension name` can be declared; [`Support::Enabled`] also if the SPIR-V version has it in core.
    pub fn spirv_extension(&self, name: &str) -> Support {
        SpirvExtension::from_name(name).map_or(Support::Unavailable, |extension| self.extension_support(extension))
    }

    /// The `OpExtension` that a capability needs at this SPIR-V version; `None` if the capability is in core, or if
    /// there is none.
    #[cfg(test)]
    pub(crate) fn extension_for(&self, capability: spirv::Capability) -> Option<&'static str> {
        let row = capability::row(capability as u32)?;
        self.declared_by(&row).map(|extension| extension.name())
    }

    /// Whether SPIR-V lets the capability be declared, by version or extension.
    fn declaration(&self, row: &capability::Row) -> Support {
        if row.core.is_some_and(|core| core <= self.spirv) {
            return Support::Enabled;
        }
        self.declared_by(row)
            .map_or(Support::Unavailable, |extension| self.extension_support(extension))
    }

    /// The best of a capability's extensions, the first of equal ones; `None` if the capability is in core.
    fn declared_by(&self, row: &capability::Row) -> Option<SpirvExtension> {
        if row.core.is_some_and(|core| core <= self.spirv) {
            return None;
        }
        // `max_by_key` returns the last of equal elements.
        row.extensions
            .iter()
            .rev()
            .copied()
            .max_by_key(|&extension| self.extension_support(extension))
    }

    fn extension_support(&self, extension: SpirvExtension) -> Support {
        let row = extension.row();
        if row.core.is_some_and(|core| core <= self.spirv) {
            return Support::Enabled;
        }
        if row.least > self.spirv {
            return Support::Unavailable;
        }
        match self.environment {
            Environment::Vulkan(version) if row.vulkan.is_some_and(|core| core <= version) => Support::Enabled,
            Environment::Vulkan(_) => {
                let permission = row
                    .extensions
                    .iter()
                    .map(|&extension| self.device_extension(extension))
                    .max();
                permission.unwrap_or(Support::Unavailable)
            }
            Environment::Universal(_) if self.spirv_extensions.contains(extension as usize) => Support::Enabled,
            Environment::Universal(_) if self.scope == Scope::Everything => Support::Allowed,
            Environment::Universal(_) => Support::Unavailable,
        }
    }

    fn need(&self, need: Need) -> Support {
        match need {
            Need::Core(version) if self.vulkan_version() >= Some(version) => Support::Enabled,
            Need::Core(_) => Support::Unavailable,
            Need::Has(feature) => self.feature(feature),
            Need::Via(extension) => self.device_extension(extension),
        }
    }
}

impl fmt::Display for Target {
    /// The name that [`Target::parse`] takes, without features and extensions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.environment {
            Environment::Vulkan(version) if self.spirv == version.newest_spirv() => write!(f, "vulkan{version}"),
            Environment::Vulkan(version) => write!(f, "vulkan{version}spv{}", self.spirv),
            Environment::Universal(Addressing::Logical) => write!(f, "spv{}", self.spirv),
            Environment::Universal(Addressing::Physical32) => write!(f, "spv{}-physical32", self.spirv),
            Environment::Universal(Addressing::Physical64) => write!(f, "spv{}-physical64", self.spirv),
        }
    }
}
