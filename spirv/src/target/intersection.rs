//! Owns targets of several devices: one module that each of them accepts, and the names of the devices, so that a refusal
//! tells which of them lacks something.
//!
//! Features, extensions, bits and enumerated combinations are those of both; versions are the least; a limit is the
//! stricter of both (`limits`); workarounds, and what modules do without for a driver, are those of either. So every
//! module that the result accepts is accepted by both. The operation is commutative and associative, and yields the
//! target itself for two equal ones.

use super::capability::{self, Need};
use super::tables::SpirvExtension;
use super::{
    CooperativeMatrixProperties, Device, DeviceExtension, Environment, Feature, Pipeline, Scope, Support, Target,
    VulkanVersion,
};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl Target {
    /// Names the device that the target describes. Messages about what it lacks name it, and suggest no change of the
    /// target: no switch gives a device what it lacks. What is enabled or disabled afterwards concerns the target and not
    /// the device.
    ///
    /// [`Target::from_profile`] gives the name of the profile.
    ///
    /// ```
    /// use spirula_spirv::target::{Feature, Target};
    ///
    /// let device = Target::vulkan(1, 1).strict();
    /// let requirement = device.feature_requirement(Feature::ShaderInt64);
    /// assert_eq!(requirement.suggestion().unwrap(), "--enable shaderInt64");
    /// let requirement = device.named("phone").feature_requirement(Feature::ShaderInt64);
    /// assert_eq!((requirement.lacking, requirement.remedies), (vec!["phone".to_string()], vec![]));
    /// ```
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Target {
        self.devices = Arc::default();
        let target = self.clone().without_driver_limits();
        let name = name.into();
        self.devices = Arc::new(vec![Device { name, target }]);
        self
    }

    /// The names of the devices that the target describes, in ascending order; none if no name was given.
    pub fn devices(&self) -> impl Iterator<Item = &str> {
        self.devices.iter().map(|device| device.name.as_str())
    }

    /// The target of modules for both devices: what both have, within the limits of both, and without what either
    /// driver gets wrong. What is only allowed in one, as the optional features of a Vulkan version are, is not available.
    ///
    /// A feature that the older version of both does not have in core counts as provided by its device extension, as by
    /// [`DeviceDescription::at_most`](super::DeviceDescription::at_most).
    ///
    /// ```
    /// use spirula_spirv::target::{DeviceDescription, Feature, Support};
    ///
    /// let phone = DeviceDescription::new(1, 1).feature(Feature::ShaderInt16, true).target().named("phone");
    /// let desktop = DeviceDescription::new(1, 3).feature(Feature::ShaderInt64, true).target().named("desktop");
    /// let both = phone.intersect(&desktop).unwrap();
    /// assert_eq!(both.to_string(), "vulkan1.1");
    /// assert_eq!(both.feature(Feature::ShaderInt64), Support::Unavailable);
    /// assert_eq!(both.feature_requirement(Feature::ShaderInt64).lacking, ["phone"]);
    /// ```
    ///
    /// `None` if only one is a device of Vulkan, or the addressing models differ: no module is valid for both.
    #[must_use]
    pub fn intersect(&self, other: &Target) -> Option<Target> {
        let environment = match (self.environment, other.environment) {
            (Environment::Vulkan(one), Environment::Vulkan(other)) => Environment::Vulkan(one.min(other)),
            (one, other) if one == other => one,
            _ => return None,
        };
        if self == other {
            return Some(self.clone());
        }
        let [left, right] = [self, other].map(|target| target.clone().without_driver_limits());
        let mut both = Target::new(environment, left.spirv.min(right.spirv));
        both.scope = Scope::Strict;
        both.spirv_extensions = left.spirv_extensions.and(right.spirv_extensions);
        for &extension in DeviceExtension::ALL {
            let is_named = [&left, &right].map(|target| target.extensions.contains(extension as usize));
            let is_in_both = [&left, &right].iter().all(|target| target.provides(extension));
            if is_in_both && is_named != [false; 2] {
                both.extensions.insert(extension as usize);
            }
        }
        both = both.with_features_of(&left, &right);
        both.limits = left.limits.intersect(&right.limits);
        both.cooperative_matrices = combinations(left.cooperative_matrices, right.cooperative_matrices);
        // What is not known of both pipelines is not known.
        both.pipeline = match left.pipeline == right.pipeline {
            true => left.pipeline,
            false => Pipeline::default(),
        };
        both.devices = devices(&left.devices, &right.devices);
        both.drivers = [left.drivers, right.drivers].concat();
        both.drivers.sort();
        both.drivers.dedup();
        both.workarounds = self.workarounds.union(other.workarounds);
        both.withheld = self.withheld.or(other.withheld);
        let limited = self.spirv.min(other.spirv);
        if limited < both.spirv {
            both.spirv_without_driver = Some(both.spirv);
            both.spirv = limited;
        }
        Some(both)
    }

    /// Enables the features that are enabled in both, and disables the others.
    fn with_features_of(mut self, left: &Target, right: &Target) -> Target {
        let least = |feature| left.feature(feature).min(right.feature(feature));
        let named = left.enabled.and(right.enabled);
        for &feature in Feature::ALL {
            let is_named = named.contains(feature as usize);
            // Layout features count as enabled only where they are stated, see `layouts`.
            let is_layout = matches!(
                feature,
                Feature::UniformBufferStandardLayout | Feature::ScalarBlockLayout
            );
            let is_implied = !is_layout && self.feature(feature) != Support::Enabled;
            if least(feature) == Support::Enabled && (is_named || is_implied) {
                self = self.enable(feature);
            }
        }
        let lacking: Vec<Feature> = Feature::ALL
            .iter()
            .copied()
            .filter(|&feature| self.feature(feature) != Support::Enabled || least(feature) != Support::Enabled)
            .collect();
        lacking.into_iter().fold(self, Target::disable)
    }

    /// Whether what an extension brings is there: it is given by name, or the Vulkan version has all of it in core.
    fn provides(&self, extension: DeviceExtension) -> bool {
        if self.extensions.contains(extension as usize) {
            return true;
        }
        let Some(version) = self.vulkan_version() else {
            return false;
        };
        let reached = |since: Option<VulkanVersion>| since.is_some_and(|since| since <= version);
        let of_layouts = match extension {
            DeviceExtension::VK_KHR_relaxed_block_layout => Some(VulkanVersion::V1_1),
            DeviceExtension::VK_KHR_spirv_1_4 => Some(VulkanVersion::V1_2),
            DeviceExtension::VK_KHR_format_feature_flags2 => Some(VulkanVersion::V1_3),
            _ => None,
        };
        if of_layouts.is_some() {
            return reached(of_layouts);
        }
        let of_spirv = SpirvExtension::ALL.iter().map(|extension| extension.row());
        let of_spirv = of_spirv.filter(|row| row.extensions.contains(&extension));
        let of_capabilities = capability::rows().filter(|row| row.needs.contains(&Need::Via(extension)));
        let of_capabilities = of_capabilities.map(|row| {
            let versions = row.needs.iter().filter_map(|need| match need {
                Need::Core(version) => Some(*version),
                Need::Has(_) | Need::Via(_) => None,
            });
            versions.min()
        });
        let of_features = Feature::ALL
            .iter()
            .filter(|feature| feature.extensions().contains(&extension));
        let mut all = of_spirv
            .map(|row| row.vulkan)
            .chain(of_capabilities)
            .chain(of_features.map(|feature| feature.core_version()))
            .peekable();
        all.peek().is_some() && all.all(reached)
    }

    /// The names of the devices for which a question has the answer yes.
    pub(super) fn devices_where(&self, is: impl Fn(&Target) -> bool) -> Vec<String> {
        let devices = self.devices.iter().filter(|device| is(&device.target));
        devices.map(|device| device.name.clone()).collect()
    }

    /// The names of the devices that do not support something.
    pub(super) fn devices_without(&self, support: impl Fn(&Target) -> Support) -> Vec<String> {
        self.devices_where(|device| support(device) == Support::Unavailable)
    }
}

/// The combinations that both support, in ascending order. A device that does not state them supports any.
fn combinations(
    left: Option<Vec<CooperativeMatrixProperties>>,
    right: Option<Vec<CooperativeMatrixProperties>>,
) -> Option<Vec<CooperativeMatrixProperties>> {
    let mut both = match (left, right) {
        (Some(left), Some(right)) => left.into_iter().filter(|row| right.contains(row)).collect(),
        (one, other) => one.or(other)?,
    };
    both.sort_by_key(CooperativeMatrixProperties::key);
    both.dedup();
    Some(both)
}

/// The devices of both, in the order of their names.
fn devices(left: &[Device], right: &[Device]) -> Arc<Vec<Device>> {
    let mut all = left.to_vec();
    for device in right {
        if !all.contains(device) {
            all.push(device.clone());
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    Arc::new(all)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::target::queries::TargetQueries as _;
    use crate::target::{Addressing, DeviceDescription, Driver, Limits, SpirvVersion, Workaround};
    use alloc::string::ToString;

    /// A device whose features, extensions and limits are chosen by a number.
    fn device(minor: u32, number: usize) -> Target {
        let mut device = DeviceDescription::new(1, minor);
        for (at, &feature) in Feature::ALL.iter().enumerate() {
            match (at * 7 + number * 13) % 5 {
                0 => device = device.feature(feature, false),
                1 | 2 => device = device.feature(feature, true),
                _ => {}
            }
        }
        for (at, extension) in DeviceExtension::ALL.iter().enumerate() {
            if (at + number).is_multiple_of(3) {
                device = device.extension(extension.name());
            }
        }
        let value = number as i64;
        let mut limits = Limits::default();
        for (name, numbers) in [
            ("maxComputeWorkGroupSize", &[64 << number, 1024 >> number, 64][..]),
            ("minTexelOffset", &[-8 - value]),
            ("subgroupSupportedStages", &[0x21 | 2 << number]),
            ("meshOutputPerVertexGranularity", &[8 + 4 * value]),
            ("subgroupSize", &[1 << (number / 2)]),
        ] {
            assert!(limits.set(name, numbers));
        }
        if number.is_multiple_of(2) {
            assert!(limits.set("maxPushConstantsSize", &[128 << number]));
        }
        let target = device.target().with_limits(limits);
        let drivers = ["mali:r38p1", "radv:25.2", "nvidia:580"];
        let driver = Driver::parse(drivers[number % 3]).unwrap();
        target.driver(driver).named(format!("{minor}.{number}"))
    }

    fn targets() -> Vec<Target> {
        let plain = [
            Target::vulkan(1, 0),
            Target::vulkan(1, 2).core_only(),
            Target::vulkan(1, 1).strict(),
        ];
        let devices = (0..5).map(|number| device(number, number as usize));
        let older = (0..3).map(|number| device(1, number));
        devices.chain(older).chain(plain).collect()
    }

    #[test]
    fn an_intersection_is_a_semilattice() {
        let all = targets();
        let of = |left: &Target, right: &Target| left.intersect(right).unwrap();
        for one in &all {
            assert_eq!(of(one, one), *one);
            for other in &all {
                let both = of(one, other);
                assert_eq!(both, of(other, one));
                assert_eq!(of(&both, one), of(one, &both));
                for third in &all {
                    assert_eq!(of(&both, third), of(one, &of(other, third)), "{one} {other} {third}");
                }
            }
        }
    }

    /// What the result has, both have in modules of its SPIR-V version.
    #[test]
    fn the_result_has_nothing_that_one_lacks() {
        let all = targets();
        for one in &all {
            for other in &all {
                let both = one.intersect(other).unwrap();
                let members = [one, other].map(|target| {
                    let mut target = target.clone();
                    target.spirv = both.spirv;
                    target
                });
                for &feature in Feature::ALL {
                    let least = members[0].feature(feature).min(members[1].feature(feature));
                    assert!(both.feature(feature) <= least, "{feature} of {one} and {other}");
                }
                for feature in [Feature::UniformBufferStandardLayout, Feature::ScalarBlockLayout] {
                    let layouts = members.each_ref().map(|target| target.layout_feature(feature));
                    assert!(
                        both.layout_feature(feature) <= layouts[0].min(layouts[1]),
                        "{feature} of {one} and {other}"
                    );
                }
                for row in capability::rows() {
                    let least = members.each_ref().map(|target| target.numbered_capability(row.number));
                    let least = least[0].min(least[1]);
                    assert!(
                        both.numbered_capability(row.number) <= least,
                        "{} of {one} and {other}",
                        row.number
                    );
                }
                for &extension in SpirvExtension::ALL {
                    let least = members.each_ref().map(|target| target.extension_support(extension));
                    assert!(
                        both.extension_support(extension) <= least[0].min(least[1]),
                        "{extension:?}"
                    );
                }
            }
        }
    }

    /// A device that has a feature by an extension, and one whose version has it in core, have it together.
    #[test]
    fn an_extension_meets_the_version_that_has_it_in_core() {
        let mut old = DeviceDescription::new(1, 0);
        for extension in DeviceExtension::ALL {
            old = old.extension(extension.name());
        }
        let all = |device: DeviceDescription| {
            let stated = Feature::ALL
                .iter()
                .fold(device, |device, &feature| device.feature(feature, true));
            stated.target()
        };
        let (old, new) = (all(old), all(DeviceDescription::new(1, 4)));
        let both = old.intersect(&new).unwrap();
        assert_eq!(
            (both.to_string().as_str(), both.spirv),
            ("vulkan1.0", SpirvVersion::V1_0)
        );
        for &feature in Feature::ALL {
            assert_eq!(both.feature(feature), Support::Enabled, "{feature}");
        }
        let in_core = new.with_spirv_version(SpirvVersion::V1_0);
        for row in capability::rows() {
            let least = in_core
                .numbered_capability(row.number)
                .min(old.numbered_capability(row.number));
            assert_eq!(both.numbered_capability(row.number), least, "{}", row.number);
        }
        assert_eq!(both.relaxed_block_layout(), Support::Enabled);
    }

    #[test]
    fn limits_are_the_stricter_ones() {
        let both = device(1, 0).intersect(&device(1, 1)).unwrap();
        let limits = both.limits();
        assert_eq!(limits.max_compute_work_group_size, Some([64, 512, 64]));
        assert_eq!(limits.min_texel_offset, Some(-8));
        assert_eq!(limits.subgroup_supported_stages, Some(0x21));
        assert_eq!(limits.mesh_output_per_vertex_granularity, Some(24));
        assert_eq!(limits.max_push_constants_size, Some(128)); // one states it
        assert_eq!(limits.subgroup_size, Some(1));
        let both = device(1, 0).intersect(&device(1, 2)).unwrap();
        assert_eq!(both.limits().subgroup_size, None); // a size of one permits more
    }

    #[test]
    fn each_driver_has_its_own_faults() {
        let [mali, radv] = ["mali:r38p1", "radv:25.2"].map(|name| Driver::parse(name).unwrap());
        let device = |driver: &Driver| DeviceDescription::new(1, 3).target().driver(driver.clone());
        let both = device(&mali).intersect(&device(&radv)).unwrap();
        assert!(both.workarounds().contains(Workaround::VectorAnd)); // Mali
        assert!(both.workarounds().contains(Workaround::FloatNegation)); // RADV before 25.3
        assert_eq!(both.spirv_version(), SpirvVersion::V1_3); // Mali
        assert_eq!(
            both.feature(Feature::ShaderZeroInitializeWorkgroupMemory),
            Support::Unavailable
        );
        assert_eq!(both.drivers().len(), 2);
        let newer = Driver::parse("radv:25.3").unwrap();
        let both = device(&mali).intersect(&device(&newer)).unwrap();
        assert!(!both.workarounds().contains(Workaround::FloatNegation));
        // What is enabled in spite of a driver stays enabled.
        let own = device(&mali).enable(Feature::ShaderZeroInitializeWorkgroupMemory);
        let both = own.intersect(&device(&radv)).unwrap();
        assert_eq!(
            both.feature(Feature::ShaderZeroInitializeWorkgroupMemory),
            Support::Enabled
        );
    }

    #[test]
    fn combinations_of_matrices_are_those_of_both() {
        use crate::target::ComponentType as C;
        let row = |m_size, a_type| CooperativeMatrixProperties {
            m_size,
            n_size: 16,
            k_size: 16,
            a_type,
            b_type: a_type,
            c_type: C::Float32,
            result_type: C::Float32,
            saturating_accumulation: false,
            scope: spirv::Scope::Subgroup,
        };
        let of = |rows: &[_]| Target::vulkan(1, 3).with_cooperative_matrices(rows.to_vec());
        let one = of(&[row(16, C::Float16), row(8, C::Float16)]);
        let both = one.intersect(&of(&[row(8, C::Float16), row(16, C::Float32)])).unwrap();
        assert_eq!(both.cooperative_matrices(), Some(&[row(8, C::Float16)][..]));
        let unstated = one.intersect(&Target::vulkan(1, 3)).unwrap();
        assert_eq!(unstated.cooperative_matrices().map(<[_]>::len), Some(2));
    }

    /// A refusal names the devices, and suggests only what helps.
    #[test]
    fn devices_that_lack_something_are_named() {
        let with = |name: &str, feature| DeviceDescription::new(1, 2).feature(feature, true).target().named(name);
        let both = with("a", Feature::ShaderInt64)
            .intersect(&with("b", Feature::ShaderInt16))
            .unwrap();
        assert!(both.devices().eq(["a", "b"]));
        let requirement = both.feature_requirement(Feature::ShaderInt64);
        assert_eq!(
            (requirement.lacking.join(","), requirement.suggestion()),
            ("b".to_string(), None)
        );
        let requirement = both.requirement(spirv::Capability::Float64);
        assert_eq!(
            (requirement.lacking.join(","), requirement.suggestion()),
            ("a,b".to_string(), None)
        );
        // Every device has it, and the target does without.
        let device = with("a", Feature::ShaderInt64).disable(Feature::ShaderInt64);
        let requirement = device.feature_requirement(Feature::ShaderInt64);
        assert_eq!(requirement.suggestion().as_deref(), Some("--enable shaderInt64"));
        // The version makes it mandatory, and nobody states that the application enables it.
        let device = DeviceDescription::new(1, 2).target().named("c");
        let requirement = device.layout_requirement(Feature::UniformBufferStandardLayout);
        assert_eq!(
            requirement.suggestion().as_deref(),
            Some("--enable uniformBufferStandardLayout")
        );
        let requirement = device.layout_requirement(Feature::ScalarBlockLayout);
        assert_eq!(
            (requirement.lacking.join(","), requirement.suggestion()),
            ("c".to_string(), None)
        );
    }

    #[test]
    fn environments_that_have_no_module_in_common() {
        let universal = |addressing| Target::universal(addressing, SpirvVersion::V1_3);
        let logical = universal(Addressing::Logical);
        assert_eq!(logical.intersect(&Target::vulkan(1, 1)), None);
        assert_eq!(logical.intersect(&universal(Addressing::Physical64)), None);
        let newer = Target::universal(Addressing::Logical, SpirvVersion::V1_6);
        assert_eq!(logical.intersect(&newer).unwrap().spirv_version(), SpirvVersion::V1_3);
    }
}
