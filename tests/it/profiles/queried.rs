//! Tests that a device queried through `ash` equals the one that its profile describes.

use ash::vk;
use spirula::target::{DeviceDescription, Feature, Support, Target, Vulkan14Features};

/// Structures of features and properties, each with its extension; none for those of a Vulkan version.
macro_rules! structures {
    ($query:ident, $head:ident, $device:ident, $has:expr; $($extension:literal $structure:ident)*) => {$(
        if $has($extension) {
            let mut structure = vk::$structure::default();
            let mut head = vk::$head::default().push_next(&mut structure);
            $query(&mut head);
            $device = $device.with(&structure);
        }
    )*};
}

/// The description of the machine's first device; `None` without a driver.
fn queried() -> Option<DeviceDescription> {
    // SAFETY: the library is used only through this entry; queries with structures that outlive the calls.
    unsafe {
        let entry = ash::Entry::load().ok()?;
        let application = vk::ApplicationInfo::default().api_version(vk::make_api_version(0, 1, 3, 0));
        let information = vk::InstanceCreateInfo::default().application_info(&application);
        let instance = entry.create_instance(&information, None).ok()?;
        let physical = *instance.enumerate_physical_devices().ok()?.first()?;
        let properties = instance.get_physical_device_properties(physical);
        let extensions = instance.enumerate_device_extension_properties(physical).ok()?;
        let features = instance.get_physical_device_features(physical);
        let mut device = DeviceDescription::from_properties(&properties)
            .with(&features)
            .with_extensions(&extensions);
        let version = properties.api_version;
        let has = |name: &str| match name {
            "1.1" => version >= vk::API_VERSION_1_1,
            "1.2" => version >= vk::API_VERSION_1_2,
            "1.3" => version >= vk::API_VERSION_1_3,
            name => extensions.iter().any(|extension| {
                extension
                    .extension_name_as_c_str()
                    .is_ok_and(|found| found.to_bytes() == name.as_bytes())
            }),
        };
        let query = |head: &mut vk::PhysicalDeviceFeatures2<'_>| {
            instance.get_physical_device_features2(physical, head);
        };
        structures!(query, PhysicalDeviceFeatures2, device, has;
            "1.2" PhysicalDeviceVulkan11Features
            "1.2" PhysicalDeviceVulkan12Features
            "1.3" PhysicalDeviceVulkan13Features
            "VK_EXT_mesh_shader" PhysicalDeviceMeshShaderFeaturesEXT
            "VK_EXT_robustness2" PhysicalDeviceRobustness2FeaturesEXT
            "VK_EXT_shader_atomic_float" PhysicalDeviceShaderAtomicFloatFeaturesEXT
            "VK_EXT_shader_atomic_float2" PhysicalDeviceShaderAtomicFloat2FeaturesEXT
            "VK_EXT_mutable_descriptor_type" PhysicalDeviceMutableDescriptorTypeFeaturesEXT
            "VK_EXT_pipeline_robustness" PhysicalDevicePipelineRobustnessFeaturesEXT
            "VK_EXT_transform_feedback" PhysicalDeviceTransformFeedbackFeaturesEXT
            "VK_KHR_acceleration_structure" PhysicalDeviceAccelerationStructureFeaturesKHR
            "VK_KHR_ray_query" PhysicalDeviceRayQueryFeaturesKHR
            "VK_KHR_ray_tracing_maintenance1" PhysicalDeviceRayTracingMaintenance1FeaturesKHR
            "VK_KHR_ray_tracing_pipeline" PhysicalDeviceRayTracingPipelineFeaturesKHR
            "VK_KHR_shader_clock" PhysicalDeviceShaderClockFeaturesKHR
        );
        let query = |head: &mut vk::PhysicalDeviceProperties2<'_>| {
            instance.get_physical_device_properties2(physical, head);
        };
        structures!(query, PhysicalDeviceProperties2, device, has;
            "1.1" PhysicalDeviceSubgroupProperties
            "1.2" PhysicalDeviceVulkan11Properties
            "1.2" PhysicalDeviceVulkan12Properties
            "VK_EXT_mesh_shader" PhysicalDeviceMeshShaderPropertiesEXT
            "VK_EXT_transform_feedback" PhysicalDeviceTransformFeedbackPropertiesEXT
            "VK_KHR_acceleration_structure" PhysicalDeviceAccelerationStructurePropertiesKHR
            "VK_KHR_ray_tracing_pipeline" PhysicalDeviceRayTracingPipelinePropertiesKHR
        );
        instance.destroy_instance(None);
        Some(device)
    }
}

#[test]
fn queried_devices_equal_their_profiles() {
    let (Some(device), Some(text)) = (queried(), super::driver()) else {
        return;
    };
    let queried = device.target();
    let profile = Target::from_profile(&text).unwrap();
    assert_eq!(queried.environment(), profile.environment());
    assert_eq!(queried.spirv_version(), profile.spirv_version());
    assert_eq!(queried.limits(), profile.limits());
    for &feature in Feature::ALL {
        assert_eq!(queried.feature(feature), profile.feature(feature), "{feature}");
    }
    assert_eq!(queried.feature(Feature::RobustBufferAccess), Support::Enabled);
    // The profile has a name.
    let name = profile.devices().next().unwrap().to_owned();
    assert_eq!(queried.named(name), profile);
}

/// A mandatory feature is unavailable if the application did not enable it.
#[test]
fn disabled_features_are_unavailable() {
    let properties = vk::PhysicalDeviceProperties {
        api_version: vk::make_api_version(0, 1, 3, 250),
        limits: vk::PhysicalDeviceLimits {
            max_push_constants_size: 128,
            max_compute_work_group_size: [64, 32, 16],
            min_texel_offset: -8,
            ..Default::default()
        },
        ..Default::default()
    };
    let newer = vk::PhysicalDeviceVulkan13Features::default().shader_integer_dot_product(true);
    let subgroups = vk::PhysicalDeviceSubgroupProperties {
        subgroup_size: 32,
        supported_stages: vk::ShaderStageFlags::COMPUTE,
        supported_operations: vk::SubgroupFeatureFlags::BASIC | vk::SubgroupFeatureFlags::VOTE,
        ..Default::default()
    };
    let device = DeviceDescription::from_properties(&properties)
        .with(&newer)
        .with(&subgroups);
    let target = device.feature(Feature::ShaderAbort, true).target();
    assert_eq!(target.to_string(), "vulkan1.3");
    for (feature, support) in [
        (Feature::ShaderIntegerDotProduct, Support::Enabled),
        (Feature::ShaderDemoteToHelperInvocation, Support::Unavailable),
        (Feature::VulkanMemoryModel, Support::Enabled), // its structure was not passed: the version makes it mandatory
        (Feature::SubgroupVote, Support::Enabled),
        (Feature::SubgroupBallot, Support::Unavailable),
        (Feature::ShaderAbort, Support::Enabled),
        (Feature::ShaderInt64, Support::Unavailable),
    ] {
        assert_eq!(target.feature(feature), support, "{feature}");
    }
    let limits = target.limits();
    assert_eq!(limits.max_push_constants_size, Some(128));
    assert_eq!(limits.max_compute_work_group_size, Some([64, 32, 16]));
    assert_eq!(limits.min_texel_offset, Some(-8));
    assert_eq!(limits.subgroup_supported_stages, Some(0x20));
}

/// In a description of enabled features, mandatory ones are available only if they are stated.
#[test]
fn only_enabled_features_are_available() {
    let core = vk::PhysicalDeviceFeatures {
        shader_int16: vk::TRUE,
        ..Default::default()
    };
    let later = vk::PhysicalDeviceVulkan12Features::default().shader_float16(true);
    let rays: Option<vk::PhysicalDeviceRayQueryFeaturesKHR> = None;
    let limits = vk::PhysicalDeviceLimits {
        max_push_constants_size: 256,
        ..Default::default()
    };
    let device = DeviceDescription::enabled(1, 4)
        .with(&core)
        .with(Some(&later))
        .with(rays.as_ref())
        .with(&limits);
    for version in [4, 3, 2, 1, 0] {
        let target = device.clone().at_most(1, version).target();
        assert_eq!(target.vulkan_version().map(|vulkan| vulkan.minor()), Some(version));
        let enabled: Vec<_> = Feature::ALL
            .iter()
            .filter(|&&feature| target.feature(feature) != Support::Unavailable)
            .copied()
            .collect();
        let properties = [
            (Feature::SubgroupBasic, 1),
            (Feature::ShaderSignedZeroInfNanPreserveFloat16, 4),
            (Feature::ShaderSignedZeroInfNanPreserveFloat32, 4),
        ];
        let required = properties.into_iter().filter(|&(_, since)| since <= version);
        let mut expected = vec![Feature::ShaderInt16, Feature::ShaderFloat16];
        expected.extend(required.map(|(property, _)| property));
        expected.sort();
        assert_eq!(enabled, expected, "1.{version}");
        assert_eq!(target.limits().max_push_constants_size, Some(256));
    }
}

/// `Vulkan14Features` has all members of `VkPhysicalDeviceVulkan14Features` that are in the tables.
#[test]
fn the_structure_of_vulkan_1_4_is_whole() {
    let structure = |feature: &&Feature| feature.structure() == "VkPhysicalDeviceVulkan14Features";
    let mut all = Vulkan14Features::default();
    all.shader_subgroup_rotate = true;
    all.shader_subgroup_rotate_clustered = true;
    all.shader_float_controls2 = true;
    all.shader_expect_assume = true;
    all.maintenance5 = true;
    all.dynamic_rendering_local_read = true;
    all.pipeline_robustness = true;
    for (features, support) in [
        (all, Support::Enabled),
        (Vulkan14Features::default(), Support::Unavailable),
    ] {
        let target = DeviceDescription::enabled(1, 4).with(&features).target();
        for &feature in Feature::ALL.iter().filter(structure) {
            assert_eq!(target.feature(feature), support, "{feature}");
        }
    }
}

/// A property that is a Boolean is read like a feature.
#[test]
fn post_depth_coverage_is_read() {
    for supported in [false, true] {
        let properties = vk::PhysicalDeviceConservativeRasterizationPropertiesEXT::default()
            .conservative_rasterization_post_depth_coverage(supported);
        let device = DeviceDescription::enabled(1, 2).extension("VK_EXT_conservative_rasterization");
        let target = device.with(&properties).target();
        let expected = if supported {
            Support::Enabled
        } else {
            Support::Unavailable
        };
        assert_eq!(
            target.feature(Feature::ConservativeRasterizationPostDepthCoverage),
            expected
        );
    }
}

/// A device that implements a subset of Vulkan, such as MoltenVK, reports what it lacks.
#[test]
fn a_portable_subset_is_described() {
    let subset = vk::PhysicalDevicePortabilitySubsetFeaturesKHR::default().tessellation_point_mode(true);
    let device = DeviceDescription::enabled(1, 2)
        .extension("VK_KHR_portability_subset")
        .with(&subset);
    let target = device.target();
    assert_eq!(target.feature(Feature::TessellationPointMode), Support::Enabled);
    assert_eq!(target.feature(Feature::TessellationIsolines), Support::Unavailable);
    assert_eq!(
        target.feature(Feature::ShaderSampleRateInterpolationFunctions),
        Support::Unavailable
    );
}
