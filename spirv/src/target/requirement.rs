//! Owns what a module needs of its target, for reports and refusals: the names in SPIR-V and in Vulkan, the versions
//! that have it in core, and the changes to the target that would provide it, as flags of the command line.
//!
//! It knows nothing of the shader. Reads the same tables as [`Target`] and decides nothing.

use super::capability::{self, Need};
use super::tables::SpirvExtension;
use super::version::newest_with_extension;
use super::{DeviceExtension, Environment, Feature, SpirvVersion, Support, Target, VulkanVersion};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A change to the target that provides a requirement, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remedy {
    /// Enable a feature.
    Feature(Feature),
    /// Enable a device extension.
    Extension(DeviceExtension),
    /// Enable a SPIR-V extension, on a universal target.
    SpirvExtension(&'static str),
    /// Write for another environment.
    Environment(Environment, SpirvVersion),
}

impl Remedy {
    /// The target after this change.
    pub fn apply(&self, target: Target) -> Target {
        match *self {
            Remedy::Feature(feature) => target.enable(feature),
            Remedy::Extension(extension) => target.with_device_extension(extension),
            Remedy::SpirvExtension(name) => match SpirvExtension::from_name(name) {
                Some(extension) if !target.is_vulkan() => target.with_spirv_extension(extension),
                Some(_) | None => target,
            },
            Remedy::Environment(environment, spirv) => Target { environment, ..target }.with_spirv_version(spirv),
        }
    }
}

impl fmt::Display for Remedy {
    /// The flag of the command line: `--enable shaderFloat16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Remedy::Feature(feature) => write!(f, "--enable {feature}"),
            Remedy::Extension(extension) => write!(f, "--extension {extension}"),
            Remedy::SpirvExtension(name) => write!(f, "--extension {name}"),
            Remedy::Environment(environment, spirv) => write!(f, "--target-env {}", Target::new(environment, spirv)),
        }
    }
}

/// What a module needs of its target, with all of its names.
///
/// Displayed with all of them: `shaderFloat16` (capability Float16; VK_KHR_shader_float16_int8, core in Vulkan 1.2).
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Requirement {
    /// The SPIR-V capability to declare.
    pub capability: Option<spirv::Capability>,
    /// The SPIR-V extension that must be declared at the target's SPIR-V version.
    pub spirv_extension: Option<&'static str>,
    /// The SPIR-V version that has it in core, or that its extension needs.
    pub spirv_version: Option<SpirvVersion>,
    /// The Vulkan feature or property.
    pub feature: Option<Feature>,
    /// The device extension that has it.
    pub extension: Option<DeviceExtension>,
    /// The Vulkan version that has it in core.
    pub vulkan_version: Option<VulkanVersion>,
    /// The changes that provide it for the target, all of them together. Empty if there are none, as for what a device
    /// lacks.
    pub remedies: Vec<Remedy>,
    /// The devices of the target that lack it, by the names that [`Target::named`] gives. No change of the target
    /// provides it then.
    pub lacking: Vec<String>,
}

impl Requirement {
    /// The flags of the command line that provide it for the target; `None` if no flag does.
    pub fn suggestion(&self) -> Option<String> {
        let flags: Vec<String> = self.remedies.iter().map(ToString::to_string).collect();
        (!flags.is_empty()).then(|| flags.join(" "))
    }

    /// The shortest name: the feature, else the device extension, else the capability, and so on.
    pub fn name(&self) -> String {
        if let Some(feature) = self.feature {
            feature.name().to_owned()
        } else if let Some(extension) = self.extension {
            extension.name().to_owned()
        } else if let Some(capability) = &self.capability {
            format!("{capability:?}")
        } else if let Some(name) = self.spirv_extension {
            name.to_owned()
        } else if let Some(version) = self.spirv_version {
            format!("SPIR-V {version}")
        } else if let Some(version) = self.vulkan_version {
            format!("Vulkan {version}")
        } else {
            "nothing".to_owned()
        }
    }
}

// A derived one is inlined in each crate that uses it, with six kilobytes of names of capabilities. This file formats
// references to a capability everywhere, so that the names are in a program once.
impl fmt::Debug for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Requirement")
            .field("capability", &self.capability)
            .field("spirv_extension", &self.spirv_extension)
            .field("spirv_version", &self.spirv_version)
            .field("feature", &self.feature)
            .field("extension", &self.extension)
            .field("vulkan_version", &self.vulkan_version)
            .field("remedies", &self.remedies)
            .field("lacking", &self.lacking)
            .finish()
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        write!(f, "`{name}`")?;
        let mut parts = Vec::new();
        if let Some(capability) = &self.capability {
            parts.push(format!("capability {capability:?}"));
        }
        let extension = self
            .extension
            .map(DeviceExtension::name)
            .filter(|extension| *extension != name);
        let vulkan = match (extension, self.vulkan_version) {
            (Some(extension), Some(version)) => Some(format!("{extension}, core in Vulkan {version}")),
            (Some(extension), None) => Some(extension.to_owned()),
            (None, Some(version)) => Some(format!("core in Vulkan {version}")),
            (None, None) => None,
        };
        parts.extend(vulkan);
        let spirv = match (self.spirv_extension, self.spirv_version) {
            (Some(extension), Some(version)) => {
                let core = SpirvExtension::from_name(extension).and_then(|extension| extension.row().core);
                let how = if core == Some(version) { "core in" } else { "on" };
                Some(format!("{extension}, {how} SPIR-V {version}"))
            }
            (Some(extension), None) => Some(extension.to_owned()),
            (None, Some(version)) => Some(format!("SPIR-V {version}")),
            (None, None) => None,
        };
        parts.extend(spirv);
        parts.retain(|part| *part != name);
        if parts.is_empty() {
            Ok(())
        } else {
            write!(f, " ({})", parts.join("; "))
        }
    }
}

impl Target {
    /// What declaring a capability needs, whether the target has it or not.
    pub fn requirement(&self, capability: spirv::Capability) -> Requirement {
        self.requirement_by(capability, None)
    }

    /// As [`Target::requirement`], for a capability that is permitted by a given feature, which the module needs for
    /// another reason.
    pub fn requirement_by(&self, capability: spirv::Capability, feature: Option<Feature>) -> Requirement {
        self.numbered_requirement(capability as u32, feature)
    }

    /// As [`Target::requirement_by`], by the capability's number: the `spirv` crate lacks some capabilities.
    pub(crate) fn numbered_requirement(&self, number: u32, feature: Option<Feature>) -> Requirement {
        let mut requirement = Requirement {
            capability: spirv::Capability::from_u32(number),
            ..Requirement::default()
        };
        let Some(row) = capability::row(number) else {
            return requirement;
        };
        let declared_by = self.declared_by(&row);
        self.describe_declaration(&mut requirement, row.core, declared_by);
        if self.is_vulkan() {
            let chosen = feature.map(Need::Has).filter(|need| row.needs.contains(need));
            if let Some(need) = chosen.or_else(|| self.best_need(row.needs)) {
                self.describe_need(&mut requirement, need);
            } else {
                requirement.remedies.clear(); // Vulkan does not permit it
            }
        }
        self.find_remedies(&mut requirement, |target| target.numbered_capability(number));
        requirement
    }

    /// What a Vulkan feature without its own capability needs, whether the target has it or not.
    pub fn feature_requirement(&self, feature: Feature) -> Requirement {
        let mut requirement = Requirement::default();
        self.describe_need(&mut requirement, Need::Has(feature));
        self.find_remedies(&mut requirement, |target| target.feature(feature));
        requirement
    }

    /// What a device extension needs, for use without a capability or feature.
    pub fn device_extension_requirement(
        &self,
        extension: DeviceExtension,
        spirv_extension: Option<&'static str>,
    ) -> Requirement {
        let mut requirement = Requirement {
            extension: Some(extension),
            spirv_extension,
            ..Requirement::default()
        };
        self.find_remedies(&mut requirement, |target| target.device_extension(extension));
        requirement
    }

    /// The alternative with the best support, the first of equal ones.
    fn best_need(&self, needs: &[Need]) -> Option<Need> {
        needs.iter().rev().copied().max_by_key(|&need| self.need(need))
    }

    pub(super) fn describe_declaration(
        &self,
        requirement: &mut Requirement,
        core: Option<SpirvVersion>,
        extension: Option<SpirvExtension>,
    ) {
        requirement.spirv_version = core.filter(|&core| core > self.spirv);
        let Some(extension) = extension.map(SpirvExtension::row) else {
            return;
        };
        if extension.core.is_some_and(|core| core <= self.spirv) {
            return;
        }
        requirement.spirv_extension = Some(extension.name);
        if requirement.spirv_version.is_none() && extension.least > self.spirv {
            requirement.spirv_version = Some(extension.least);
        }
        if self.is_vulkan() {
            requirement.extension = extension.extensions.first().copied();
            requirement.vulkan_version = extension.vulkan;
        }
    }

    pub(super) fn describe_need(&self, requirement: &mut Requirement, need: Need) {
        match need {
            Need::Core(version) => requirement.vulkan_version = Some(version),
            Need::Has(feature) => {
                requirement.feature = Some(feature);
                // The device extension that permits the SPIR-V extension, if it has the feature too.
                let declares = requirement.extension.filter(|own| feature.extensions().contains(own));
                requirement.extension = declares.or(feature.extensions().first().copied());
                requirement.vulkan_version = feature.core_version();
            }
            Need::Via(extension) => {
                requirement.extension = Some(extension);
                requirement.vulkan_version = None;
            }
        }
        // Every target has Vulkan 1.0.
        requirement.vulkan_version = requirement
            .vulkan_version
            .filter(|&version| version > VulkanVersion::V1_0);
    }

    /// Sets the devices that lack what `support` asks for, and the remedies.
    pub(super) fn find_remedies(&self, requirement: &mut Requirement, support: impl Fn(&Target) -> Support) {
        requirement.lacking = self.devices_without(&support);
        self.find_changes(requirement, support);
    }

    /// Sets the remedies: the fewest changes of feature, extension and environment after which `support` is available.
    /// None provides what a device lacks.
    pub(super) fn find_changes(&self, requirement: &mut Requirement, support: impl Fn(&Target) -> Support) {
        if !requirement.lacking.is_empty() || support(self) != Support::Unavailable {
            return;
        }
        let mut changes: Vec<Vec<Remedy>> = Vec::new();
        let feature = requirement.feature.map(Remedy::Feature);
        let extension = requirement.extension.map(Remedy::Extension);
        let spirv_extension = requirement
            .spirv_extension
            .filter(|_| !self.is_vulkan())
            .map(Remedy::SpirvExtension);
        let with: Vec<Vec<Remedy>> = [
            vec![],
            vec![feature],
            vec![extension],
            vec![spirv_extension],
            vec![feature, extension],
        ]
        .into_iter()
        .map(|remedies| remedies.into_iter().flatten().collect())
        .collect();
        changes.extend(with.iter().cloned());
        for environment in self.later_environments() {
            changes.extend(
                with.iter()
                    .map(|remedies| [vec![environment], remedies.clone()].concat()),
            );
        }
        let helps = |remedies: &Vec<Remedy>| {
            let changed = remedies
                .iter()
                .fold(self.clone(), |target, remedy| remedy.apply(target));
            support(&changed) != Support::Unavailable
        };
        requirement.remedies = changes.into_iter().find(helps).unwrap_or_default();
    }

    /// Environments that support more, nearest first: the newest SPIR-V of the same Vulkan version comes first. A device
    /// has its own environment.
    fn later_environments(&self) -> Vec<Remedy> {
        match self.environment {
            _ if !self.devices.is_empty() => Vec::new(),
            Environment::Vulkan(vulkan) => {
                let own = [vulkan.newest_spirv(), newest_with_extension(vulkan)].map(|spirv| (vulkan, spirv));
                let later = VulkanVersion::ALL.into_iter().filter(|&version| version > vulkan);
                let candidates = own
                    .into_iter()
                    .chain(later.map(|version| (version, version.newest_spirv())));
                candidates
                    .filter(|&(version, spirv)| version > vulkan || spirv > self.spirv)
                    .map(|(version, spirv)| Remedy::Environment(Environment::Vulkan(version), spirv))
                    .collect()
            }
            environment => SpirvVersion::ALL
                .into_iter()
                .filter(|&version| version > self.spirv)
                .map(|version| Remedy::Environment(environment, version))
                .collect(),
        }
    }
}
