//! Owns what a module may use: the environment and SPIR-V version it is written for, and which features, capabilities and
//! extensions are there, all read from one table (`tables`), which is generated from Khronos's registry.
//!
//! Knows nothing of naga and of how anything is lowered. Implements the "Capabilities" and "Versions and Formats"
//! sections of the Vulkan Environment for SPIR-V, and SPIR-V §3.31's versions and extensions of capabilities.

mod capability;
mod cooperative;
mod device;
mod extension;
mod feature;
mod layouts;
mod limits;
mod names;
mod pipeline;
#[cfg(feature = "profiles")]
mod profile;
mod property;
#[cfg(feature = "ash")]
mod queried;
mod requirement;
mod tables;
#[cfg(test)]
mod tests;
mod version;

use alloc::vec::Vec;
pub use cooperative::{ComponentType, CooperativeMatrixProperties};
pub use device::DeviceDescription;
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

use capability::Need;
use core::fmt;
use tables::{OTHER_DEVICE_EXTENSIONS, SpirvExtension};

/// Whether a target has something.
///
/// The order is that of usefulness: the better of two alternatives is their maximum, of two conditions the minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Support {
    /// It cannot be had: a module that needs it is refused.
    Unavailable,
    /// Some devices of this target have it: required only where the shader cannot be expressed without it, and reported.
    Allowed,
    /// Every device of this target has it: used freely.
    Enabled,
}

/// What of a Vulkan version counts as allowed, besides what is mandatory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// The version's optional features and every device extension that can be enabled on it.
    Everything,
    /// The version's own optional features.
    CoreOnly,
    /// Nothing.
    Strict,
}

/// Members of one of the tables' enums, by their index.
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
}

const _: () =
    assert!(Feature::ALL.len() <= 256 && DeviceExtension::ALL.len() <= 256 && SpirvExtension::ALL.len() <= 256);

/// The device or environment that a module is written for.
///
/// ```
/// use spirula::target::{Feature, Support, Target};
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
    /// Device extensions that came with an enabled feature: their other features are not allowed by that.
    implied_extensions: Set,
    spirv_extensions: Set,
    limits: Limits,
    cooperative_matrices: Option<Vec<CooperativeMatrixProperties>>,
    pipeline: Pipeline,
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
        }
    }

    /// Vulkan `major.minor` with the newest SPIR-V that every implementation of it accepts: 1.0, 1.3, 1.5, 1.6, 1.6.
    /// A version that is not known counts as the nearest that is.
    ///
    /// What the version makes mandatory is [`Support::Enabled`]; its optional features, and those of every device
    /// extension that can be enabled on it, are [`Support::Allowed`]. This is what `spirv-val` assumes. An application
    /// must enable mandatory features too when it creates its device; one that does not says [`disable`](Self::disable).
    pub fn vulkan(major: u32, minor: u32) -> Target {
        let version = VulkanVersion::nearest(major, minor);
        Target::new(Environment::Vulkan(version), version.newest_spirv())
    }

    /// Any consumer of SPIR-V: everything that the version has in core is [`Support::Enabled`], what takes an extension
    /// is [`Support::Allowed`].
    ///
    /// Layouts of uniform buffers beyond std140 are a promise of the consumer and not of SPIR-V: they are allowed too.
    pub fn universal(addressing: Addressing, version: SpirvVersion) -> Target {
        Target::new(Environment::Universal(addressing), version)
    }

    /// The target of one of the names that `spirv-val --target-env` takes: `vulkan1.0` … `vulkan1.4`,
    /// `vulkan1.1spv1.4`, `spv1.0` … `spv1.6`; `universal1.3` is `spv1.3`, and `spv1.3-physical64` is
    /// [`Target::universal`] with that addressing.
    ///
    /// # Errors
    /// The name is none of these; the error lists them.
    pub fn parse(name: &str) -> Result<Target, UnknownName> {
        let unknown = || UnknownName::new(name, NameKind::Target, TARGET_NAMES.iter().copied());
        let (environment, spirv) = version::parse(name).ok_or_else(unknown)?;
        let target = match environment {
            Environment::Vulkan(version) => Target::vulkan(1, version.minor()),
            Environment::Universal(addressing) => Target::universal(addressing, spirv),
        };
        Ok(target.with_spirv_version(spirv))
    }

    /// Allows the version's own optional features only: no device extension, except those given by name.
    pub fn core_only(mut self) -> Target {
        self.scope = Scope::CoreOnly;
        self
    }

    /// Allows nothing beyond what is mandatory, except what is given by name.
    pub fn strict(mut self) -> Target {
        self.scope = Scope::Strict;
        self
    }

    /// Enables a feature, and a device extension that brings it where the version does not.
    pub fn enable(mut self, feature: Feature) -> Target {
        self.disabled.remove(feature as usize);
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

    /// Takes a feature away, be it mandatory or not. A device extension goes with the last of its features.
    pub fn disable(mut self, feature: Feature) -> Target {
        self.enabled.remove(feature as usize);
        self.disabled.insert(feature as usize);
        self
    }

    /// Enables an extension by name: a device extension (`VK_…`), so that what needs no more than it is enabled and its
    /// features are allowed; for universal targets a SPIR-V extension (`SPV_…`).
    ///
    /// A device extension that does not matter to shaders changes nothing: a renderer may pass its whole list.
    ///
    /// ```
    /// use spirula::Target;
    ///
    /// let error = Target::vulkan(1, 1).extension("VK_KHR_shader_float16_int").unwrap_err();
    /// assert_eq!(error.nearest, Some("VK_KHR_shader_float16_int8"));
    /// ```
    ///
    /// # Errors
    /// Khronos's registry has no such device extension, nor for universal targets such a SPIR-V extension.
    pub fn extension(self, name: &str) -> Result<Target, UnknownName> {
        if let Some(extension) = DeviceExtension::from_name(name) {
            return Ok(self.with_device_extension(extension));
        }
        if OTHER_DEVICE_EXTENSIONS.binary_search(&name).is_ok() {
            return Ok(self);
        }
        let is_universal = !self.is_vulkan();
        if let Some(extension) = SpirvExtension::from_name(name).filter(|_| is_universal) {
            return Ok(self.with_spirv_extension(extension));
        }
        let of_spirv = SpirvExtension::ALL.iter().filter(|_| is_universal);
        let of_devices = DeviceExtension::ALL.iter().map(|extension| extension.name());
        let known = of_spirv.map(|extension| extension.row().name).chain(of_devices);
        let known = known.chain(OTHER_DEVICE_EXTENSIONS.iter().copied());
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

    /// Another SPIR-V version, at most what the environment accepts: a later one is lowered to that. SPIR-V 1.4 on Vulkan
    /// 1.1 enables `VK_KHR_spirv_1_4`.
    pub fn with_spirv_version(mut self, version: SpirvVersion) -> Target {
        self.spirv = version;
        if let Environment::Vulkan(vulkan) = self.environment {
            self.spirv = version.min(version::newest_with_extension(vulkan));
            if self.spirv > vulkan.newest_spirv() {
                self.extensions.insert(DeviceExtension::VK_KHR_spirv_1_4 as usize);
            }
        }
        self
    }

    /// States the limits and properties of the device; those left open are not judged.
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

    /// Who will consume the module.
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

    /// The addressing model that handles and addresses have.
    pub fn addressing(&self) -> Addressing {
        match self.environment {
            Environment::Vulkan(_) => Addressing::Logical,
            Environment::Universal(addressing) => addressing,
        }
    }

    /// Whether the target has a Vulkan feature or property.
    ///
    /// For universal targets: whether the SPIR-V it stands for can be declared.
    pub fn feature(&self, feature: Feature) -> Support {
        if self.disabled.contains(feature as usize) {
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

    /// The best support among the capabilities that a feature permits; one without any by its SPIR-V extension; and one
    /// without either is a restriction of Vulkan that SPIR-V does not have.
    fn universal_feature(&self, feature: Feature) -> Support {
        if matches!(
            feature,
            Feature::UniformBufferStandardLayout | Feature::ScalarBlockLayout
        ) {
            return Support::Allowed;
        }
        let capabilities = tables::CAPABILITIES
            .iter()
            .filter(|row| row.needs.contains(&Need::Has(feature)));
        let best = capabilities.map(|row| self.declaration(row)).max();
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

    /// Whether the target has a device extension: given by name, or one of all those that can be enabled.
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

    /// Whether a device extension was given by name, or is one of all those that can be enabled.
    fn has_extension(&self, extension: DeviceExtension) -> bool {
        if self.extensions.contains(extension as usize) {
            return true;
        }
        let Environment::Vulkan(version) = self.environment else {
            return false;
        };
        self.scope == Scope::Everything && extension.since() <= version && !self.is_deserted(extension)
    }

    /// Whether a device extension brings features and every one of them is disabled: a device that had the extension
    /// would have at least one.
    fn is_deserted(&self, extension: DeviceExtension) -> bool {
        if self.disabled == Set::default() {
            return false;
        }
        let mut brought = Feature::ALL
            .iter()
            .filter(|feature| feature.extensions().contains(&extension))
            .peekable();
        brought.peek().is_some() && brought.all(|&feature| self.disabled.contains(feature as usize))
    }

    /// Whether a capability can be declared: the best of the alternatives that permit it, and no better than the
    /// extension that its declaration takes.
    pub fn capability(&self, capability: spirv::Capability) -> Support {
        self.numbered_capability(capability as u32)
    }

    /// The same by the capability's number, of which the `spirv` crate lacks some.
    pub(crate) fn numbered_capability(&self, number: u32) -> Support {
        let Some(row) = capability::row(number) else {
            return Support::Unavailable;
        };
        if !self.is_vulkan() {
            return self.declaration(row);
        }
        let permission = row.needs.iter().map(|&need| self.need(need)).max();
        self.declaration(row).min(permission.unwrap_or(Support::Unavailable))
    }

    /// Whether Vulkan permits the capability of a number on this target, whatever the SPIR-V version; `None` if Vulkan knows
    /// it for no target, or the table lacks it.
    #[cfg(feature = "check")]
    pub(crate) fn permission(&self, number: u32) -> Option<Support> {
        let row = capability::row(number)?;
        row.needs.iter().map(|&need| self.need(need)).max()
    }

    /// What the table knows of a SPIR-V extension: the least version of SPIR-V that it can be declared in, and whether
    /// Vulkan knows it for any target.
    #[cfg(feature = "check")]
    pub(crate) fn spirv_extension_row(name: &str) -> Option<(SpirvVersion, bool)> {
        let row = SpirvExtension::from_name(name)?.row();
        Some((row.least, row.vulkan.is_some() || !row.extensions.is_empty()))
    }

    /// Whether a feature is one of those that permit a capability in Vulkan.
    pub(crate) fn is_permitted_by(capability: spirv::Capability, feature: Feature) -> bool {
        capability::row(capability as u32).is_some_and(|row| row.needs.contains(&Need::Has(feature)))
    }

    /// Whether a device extension that brings a feature permits a capability by itself.
    pub(crate) fn is_permitted_beside(capability: spirv::Capability, feature: Feature) -> bool {
        let permits = |extension: &DeviceExtension| {
            capability::row(capability as u32).is_some_and(|row| row.needs.contains(&Need::Via(*extension)))
        };
        feature.extensions().iter().any(permits)
    }

    /// Whether nothing but this feature permits a capability in Vulkan.
    pub(crate) fn is_permitted_only_by(capability: spirv::Capability, feature: Feature) -> bool {
        capability::row(capability as u32).is_some_and(|row| *row.needs == [Need::Has(feature)])
    }

    /// The feature that permits a capability on this target; `None` where none does, or something else that the target is
    /// surer to have. Of several, those that are preferred come first, then those that the target has, then the table's order.
    pub(crate) fn permitting_feature(
        &self,
        capability: spirv::Capability,
        is_preferred: impl Fn(Feature) -> bool,
    ) -> Option<Feature> {
        if !self.is_vulkan() {
            return None;
        }
        let needs = capability::row(capability as u32)?.needs;
        let had = needs
            .iter()
            .rev()
            .copied()
            .filter(|&need| self.need(need) != Support::Unavailable);
        // `max_by_key` takes the last of equals.
        let best = had.max_by_key(|&need| {
            let preferred = needs.len() > 1 && matches!(need, Need::Has(feature) if is_preferred(feature));
            (preferred, self.need(need))
        });
        match best {
            Some(Need::Has(feature)) => Some(feature),
            Some(Need::Core(_) | Need::Via(_)) | None => None,
        }
    }

    /// How surely a capability is permitted by something else than one feature.
    pub(crate) fn permission_without(&self, capability: spirv::Capability, feature: Feature) -> Support {
        let needs = capability::row(capability as u32).map_or(&[][..], |row| row.needs);
        let others = needs.iter().filter(|&&need| need != Need::Has(feature));
        others
            .map(|&need| self.need(need))
            .max()
            .unwrap_or(Support::Unavailable)
    }

    /// Whether `OpExtension name` can be declared; [`Support::Enabled`] also where the SPIR-V version has absorbed it.
    pub fn spirv_extension(&self, name: &str) -> Support {
        SpirvExtension::from_name(name).map_or(Support::Unavailable, |extension| self.extension_support(extension))
    }

    /// The device extension that lets a SPIR-V extension be declared; `None` where the version does.
    pub(crate) fn device_extension_for(&self, name: &str) -> Option<DeviceExtension> {
        let row = SpirvExtension::from_name(name)?.row();
        if row.core.is_some_and(|core| core <= self.spirv)
            || row.vulkan <= self.vulkan_version() && row.vulkan.is_some()
        {
            return None;
        }
        // `max_by_key` takes the last of equals.
        let extensions = row.extensions.iter().rev().copied();
        extensions
            .max_by_key(|&extension| self.device_extension(extension))
            .filter(|_| self.is_vulkan())
    }

    /// The `OpExtension` that declaring a capability takes at this SPIR-V version; `None` where it is in core, or where
    /// there is none.
    pub fn extension_for(&self, capability: spirv::Capability) -> Option<&'static str> {
        let row = capability::row(capability as u32)?;
        self.declared_by(row).map(|extension| extension.row().name)
    }

    /// The same, of several preferably one that is declared in any case; for capabilities with such a choice or for those
    /// without.
    pub(crate) fn extension_among(
        &self,
        capability: spirv::Capability,
        has_choice: bool,
        is_declared: impl Fn(&'static str) -> bool,
    ) -> Option<&'static str> {
        let row = capability::row(capability as u32)?;
        if (row.extensions.len() > 1) != has_choice {
            return None;
        }
        let best = self.declared_by(row)?;
        let mut declared = row
            .extensions
            .iter()
            .filter(|extension| is_declared(extension.row().name));
        let declared = declared.find(|&&extension| self.extension_support(extension) != Support::Unavailable);
        Some(declared.copied().unwrap_or(best).row().name)
    }

    /// Whether what permits or declares a capability can depend on what else a module needs.
    pub(crate) fn has_choice(&self, capability: spirv::Capability) -> bool {
        let is_declared = |row: &capability::Row| row.core.is_some_and(|core| core <= self.spirv);
        capability::row(capability as u32)
            .is_none_or(|row| row.needs.len() > 1 || row.extensions.len() > 1 && !is_declared(row))
    }

    /// Whether SPIR-V lets the capability be declared, by version or extension.
    fn declaration(&self, row: &capability::Row) -> Support {
        if row.core.is_some_and(|core| core <= self.spirv) {
            return Support::Enabled;
        }
        self.declared_by(row)
            .map_or(Support::Unavailable, |extension| self.extension_support(extension))
    }

    /// The best of a capability's extensions, the first of equals; `None` where it is in core.
    fn declared_by(&self, row: &capability::Row) -> Option<SpirvExtension> {
        if row.core.is_some_and(|core| core <= self.spirv) {
            return None;
        }
        // `max_by_key` takes the last of equals.
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

    /// Whether buffers can be variables of storage class `StorageBuffer`; otherwise they are `Uniform` with
    /// `BufferBlock`. Below SPIR-V 1.3 it takes `SPV_KHR_storage_buffer_storage_class`.
    pub fn storage_buffer_class(&self) -> Support {
        self.extension_support(SpirvExtension::SPV_KHR_storage_buffer_storage_class)
    }

    /// Whether the execution mode `LocalSizeId` can be used: SPIR-V 1.2 and `maintenance4` (VUID-RuntimeSpirv-LocalSizeId-06434).
    pub fn local_size_id(&self) -> Support {
        if self.spirv < SpirvVersion::V1_2 {
            Support::Unavailable
        } else {
            self.feature(Feature::Maintenance4)
        }
    }
}

impl fmt::Display for Target {
    /// The name that [`Target::parse`] takes; features and extensions are left out.
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
