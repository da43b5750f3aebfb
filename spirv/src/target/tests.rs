//! Tests of the tables against the crates that number capabilities, and against the specification of each version.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::capability::{row, rows};
use super::queries::TargetQueries as _;
use super::*;
use crate::words::grammar::OperandKind;
use spirv::Capability as C;

const VERSIONS: [VulkanVersion; 5] = VulkanVersion::ALL;

fn vulkan(minor: u32) -> Target {
    Target::vulkan(1, minor)
}

/// The support of a capability on Vulkan 1.0, 1.1, 1.2, 1.3 and 1.4.
fn by_version(capability: C) -> [Support; 5] {
    by_version_of(capability as u32)
}

fn by_version_of(number: u32) -> [Support; 5] {
    VERSIONS.map(|version| vulkan(version.minor()).numbered_capability(number))
}

const NO: Support = Support::Unavailable;
const MAY: Support = Support::Allowed;
const YES: Support = Support::Enabled;

#[test]
fn every_capability_of_the_grammar_and_of_the_crate_has_a_row() {
    let grammar = OperandKind::Capability.enumerants().map(|row| row.value);
    assert!(rows().map(|row| row.number).eq(grammar));
    for number in (0..0x1_0000).filter(|&number| C::from_u32(number).is_some()) {
        assert!(row(number).is_some(), "{number}");
    }
}

#[test]
fn names_are_unique_and_found() {
    for &feature in Feature::ALL {
        assert_eq!(Feature::from_name(feature.name()), Ok(feature));
        assert_eq!(
            Feature::from_name(&format!("{}::{feature}", feature.structure())),
            Ok(feature)
        );
        assert!(
            feature.core_version().is_some() || !feature.extensions().is_empty(),
            "{feature} comes from nowhere"
        );
        assert!(feature.mandatory_version() >= feature.core_version() || feature.mandatory_version().is_none());
    }
    for &extension in DeviceExtension::ALL {
        assert_eq!(DeviceExtension::from_name(extension.name()), Some(extension));
    }
    for &extension in SpirvExtension::ALL {
        assert_eq!(SpirvExtension::from_name(extension.row().name), Some(extension));
    }
    let error = Feature::from_name("shaderFloat17").unwrap_err();
    assert_eq!((error.kind, error.nearest), (NameKind::Feature, Some("shaderFloat16")));
}

#[test]
fn a_capability_with_a_need_can_be_declared_somewhere() {
    for row in rows() {
        assert!(
            row.core.is_some() || !row.extensions.is_empty(),
            "{} is in no SPIR-V",
            row.number
        );
        let available = by_version_of(row.number).into_iter().any(|support| support != NO);
        let by_spirv_1_4 = Target::parse("vulkan1.1spv1.4")
            .unwrap()
            .numbered_capability(row.number)
            != NO;
        assert_eq!(available || by_spirv_1_4, !row.needs.is_empty(), "{:?}", row.number);
    }
}

#[test]
fn what_a_version_has_a_later_one_has() {
    for row in rows() {
        let support = by_version_of(row.number);
        assert!(support.is_sorted(), "{:?}: {support:?}", row.number);
    }
    for &feature in Feature::ALL {
        let support = VERSIONS.map(|version| vulkan(version.minor()).feature(feature));
        assert!(support.is_sorted(), "{feature}: {support:?}");
    }
}

#[test]
fn capabilities_by_version() {
    assert_eq!(by_version(C::Shader), [YES, YES, YES, YES, YES]);
    assert_eq!(by_version(C::Float64), [MAY, MAY, MAY, MAY, MAY]);
    assert_eq!(by_version(C::Int16), [MAY, MAY, MAY, MAY, YES]);
    assert_eq!(by_version(C::Int8), [MAY, MAY, MAY, MAY, YES]);
    assert_eq!(by_version(C::GroupNonUniform), [NO, YES, YES, YES, YES]);
    assert_eq!(by_version(C::GroupNonUniformQuad), [NO, MAY, MAY, MAY, MAY]);
    assert_eq!(by_version(C::GroupNonUniformRotateKHR), [NO, MAY, MAY, MAY, YES]);
    assert_eq!(by_version(C::SubgroupBallotKHR), [MAY, MAY, MAY, MAY, MAY]);
    assert_eq!(by_version(C::StorageBuffer16BitAccess), [MAY, MAY, MAY, MAY, YES]);
    assert_eq!(
        by_version(C::UniformAndStorageBuffer16BitAccess),
        [MAY, MAY, MAY, MAY, MAY]
    );
    assert_eq!(by_version(C::MultiView), [MAY, YES, YES, YES, YES]);
    assert_eq!(by_version(C::DrawParameters), [MAY, MAY, MAY, MAY, MAY]);
    assert_eq!(by_version(C::DemoteToHelperInvocation), [MAY, MAY, MAY, YES, YES]);
    assert_eq!(by_version(C::DotProductInput4x8BitPacked), [MAY, MAY, MAY, YES, YES]);
    assert_eq!(by_version(C::ShaderNonUniform), [MAY, MAY, YES, YES, YES]);
    assert_eq!(
        by_version(C::SampledImageArrayNonUniformIndexing),
        [MAY, MAY, MAY, MAY, MAY]
    );
    assert_eq!(
        by_version(C::SampledImageArrayDynamicIndexing),
        [MAY, MAY, MAY, MAY, YES]
    );
    assert_eq!(by_version(C::VulkanMemoryModel), [NO, MAY, MAY, YES, YES]);
    assert_eq!(by_version(C::PhysicalStorageBufferAddresses), [NO, MAY, MAY, YES, YES]);
    assert_eq!(by_version(C::StorageImageWriteWithoutFormat), [MAY, MAY, MAY, YES, YES]);
    assert_eq!(by_version(C::ShaderLayer), [NO, NO, MAY, MAY, MAY]);
    assert_eq!(by_version(C::FloatControls2), [NO, MAY, MAY, MAY, YES]);
    assert_eq!(by_version(C::RayQueryKHR), [NO, MAY, MAY, MAY, MAY]);
    assert_eq!(by_version(C::MeshShadingEXT), [NO, NO, MAY, MAY, MAY]); // SPIR-V 1.4
    assert_eq!(by_version(C::CooperativeMatrixKHR), [NO, MAY, MAY, MAY, MAY]);
    assert_eq!(by_version(C::AtomicFloat32AddEXT), [MAY, MAY, MAY, MAY, MAY]);
    assert_eq!(by_version(C::Linkage), [NO, NO, NO, NO, NO]);
    assert_eq!(by_version(C::BindlessImagesINTEL), [NO, NO, NO, NO, NO]);
}

#[test]
fn features_by_version() {
    let features = |feature| VERSIONS.map(|version| vulkan(version.minor()).feature(feature));
    assert_eq!(features(Feature::RobustBufferAccess), [YES, YES, YES, YES, YES]);
    assert_eq!(
        features(Feature::UniformBufferStandardLayout),
        [MAY, MAY, YES, YES, YES]
    );
    assert_eq!(features(Feature::ScalarBlockLayout), [MAY, MAY, MAY, MAY, YES]);
    assert_eq!(
        features(Feature::ShaderZeroInitializeWorkgroupMemory),
        [MAY, MAY, MAY, YES, YES]
    );
    assert_eq!(features(Feature::ShaderTerminateInvocation), [MAY, MAY, MAY, YES, YES]);
    assert_eq!(features(Feature::ShaderSubgroupExtendedTypes), [NO, MAY, YES, YES, YES]);
    assert_eq!(features(Feature::Maintenance4), [NO, MAY, MAY, YES, YES]);
    assert_eq!(features(Feature::FragmentStoresAndAtomics), [MAY, MAY, MAY, MAY, YES]);
    assert_eq!(
        features(Feature::VertexPipelineStoresAndAtomics),
        [MAY, MAY, MAY, MAY, MAY]
    );
    assert_eq!(features(Feature::MeshShader), [NO, MAY, MAY, MAY, MAY]);
}

#[test]
fn scopes_narrow_what_is_allowed() {
    let target = vulkan(1);
    assert_eq!(target.capability(C::Float16), MAY); // VK_KHR_shader_float16_int8
    assert_eq!(target.clone().core_only().capability(C::Float16), NO);
    assert_eq!(target.clone().core_only().capability(C::Int64), MAY);
    assert_eq!(target.clone().strict().capability(C::Int64), NO);
    assert_eq!(target.clone().strict().capability(C::MultiView), YES);
    let strict = target.strict();
    assert_eq!(strict.clone().enable(Feature::ShaderInt64).capability(C::Int64), YES);
    assert_eq!(
        strict
            .clone()
            .extension("VK_KHR_shader_float16_int8")
            .unwrap()
            .capability(C::Float16),
        MAY
    );
    let float16 = strict.enable(Feature::ShaderFloat16);
    assert_eq!(float16.capability(C::Float16), YES);
    assert_eq!(
        float16.capability(C::Int8),
        NO,
        "the extension came with shaderFloat16 alone"
    );
}

#[test]
fn enabling_brings_the_extension_and_disabling_takes_it() {
    let demote = vulkan(1).enable(Feature::ShaderDemoteToHelperInvocation);
    assert_eq!(demote.capability(C::DemoteToHelperInvocation), YES);
    assert_eq!(
        demote.extension_for(C::DemoteToHelperInvocation),
        Some("SPV_EXT_demote_to_helper_invocation")
    );
    let without = vulkan(3).disable(Feature::ShaderDemoteToHelperInvocation);
    assert_eq!(without.capability(C::DemoteToHelperInvocation), NO);
    // Otherwise the device extension would provide the feature again.
    assert_eq!(
        vulkan(1)
            .disable(Feature::ShaderDrawParameters)
            .capability(C::DrawParameters),
        NO
    );
    assert_eq!(
        vulkan(1)
            .extension("VK_EXT_mesh_shader")
            .unwrap()
            .device_extension(DeviceExtension::VK_EXT_mesh_shader),
        YES
    );
}

#[test]
fn extensions_are_declared_until_absorbed() {
    assert_eq!(
        vulkan(0).extension_for(C::StorageBuffer16BitAccess),
        Some("SPV_KHR_16bit_storage")
    );
    assert_eq!(vulkan(1).extension_for(C::StorageBuffer16BitAccess), None);
    assert_eq!(
        vulkan(4).extension_for(C::FloatControls2),
        Some("SPV_KHR_float_controls2")
    );
    assert_eq!(
        vulkan(2).extension_for(C::DemoteToHelperInvocation),
        Some("SPV_EXT_demote_to_helper_invocation")
    );
    assert_eq!(vulkan(3).extension_for(C::DemoteToHelperInvocation), None);
    assert_eq!(
        vulkan(1).extension_for(C::FragmentBarycentricKHR),
        Some("SPV_KHR_fragment_shader_barycentric")
    );
    let nvidia = vulkan(1)
        .core_only()
        .extension("VK_NV_fragment_shader_barycentric")
        .unwrap();
    assert_eq!(
        nvidia.extension_for(C::FragmentBarycentricKHR),
        Some("SPV_NV_fragment_shader_barycentric")
    );
    assert_eq!(nvidia.capability(C::FragmentBarycentricKHR), MAY);
    assert_eq!(vulkan(0).spirv_extension("SPV_KHR_storage_buffer_storage_class"), MAY);
    assert_eq!(vulkan(1).spirv_extension("SPV_KHR_storage_buffer_storage_class"), YES);
    assert_eq!(vulkan(1).spirv_extension("SPV_KHR_no_such_thing"), NO);
}

#[test]
fn an_older_spirv_on_a_newer_vulkan() {
    let target = Target::parse("vulkan1.3")
        .unwrap()
        .with_spirv_version(SpirvVersion::V1_0);
    assert_eq!(target.capability(C::GroupNonUniform), NO);
    assert_eq!(target.capability(C::MultiView), YES);
    assert_eq!(target.extension_for(C::MultiView), Some("SPV_KHR_multiview"));
    assert_eq!(target.storage_buffer_class(), YES);
    assert_eq!(target.local_size_id(), NO);
    assert_eq!(
        target.clone().with_spirv_version(SpirvVersion::V1_2).local_size_id(),
        YES
    );
    assert_eq!(
        vulkan(0).with_spirv_version(SpirvVersion::V1_6).spirv_version(),
        SpirvVersion::V1_0
    );
}

#[test]
fn what_the_writer_asks() {
    let supports = |question: fn(&Target) -> Support| VERSIONS.map(|version| question(&vulkan(version.minor())));
    assert_eq!(supports(Target::storage_buffer_class), [MAY, YES, YES, YES, YES]);
    assert_eq!(supports(Target::relaxed_uniform_layout), [MAY; 5]);
    let relaxed = vulkan(2).enable(Feature::UniformBufferStandardLayout);
    assert_eq!(relaxed.relaxed_uniform_layout(), YES);
    assert_eq!(supports(Target::local_size_id), [NO, MAY, MAY, YES, YES]);
    assert_eq!(vulkan(0).core_only().storage_buffer_class(), NO);
}

#[test]
fn universal_targets_have_what_spirv_has() {
    let target = Target::universal(Addressing::Physical64, SpirvVersion::V1_5);
    assert!(!target.is_vulkan());
    assert_eq!(target.capability(C::Linkage), YES);
    assert_eq!(target.capability(C::ShaderNonUniform), YES);
    assert_eq!(target.capability(C::DemoteToHelperInvocation), MAY);
    assert_eq!(target.capability(C::BindlessImagesINTEL), MAY);
    assert_eq!(target.clone().strict().capability(C::BindlessImagesINTEL), NO);
    let bindless = target.clone().strict().extension("SPV_INTEL_bindless_images").unwrap();
    assert_eq!(bindless.capability(C::BindlessImagesINTEL), YES);
    assert_eq!(target.feature(Feature::ShaderInt64), YES);
    assert_eq!(target.feature(Feature::ShaderTerminateInvocation), MAY);
    assert_eq!(target.feature(Feature::VertexPipelineStoresAndAtomics), YES);
    assert_eq!(target.relaxed_uniform_layout(), MAY);
    assert_eq!(target.storage_buffer_class(), YES);
    assert_eq!(target.local_size_id(), YES);
}

#[test]
fn names_of_targets() {
    for &name in TARGET_NAMES {
        assert_eq!(Target::parse(name).unwrap().to_string(), name);
    }
    let target = Target::parse("vulkan1.1spv1.4").unwrap();
    assert_eq!(target.spirv_version().word(), 0x0001_0400);
    assert_eq!(target.device_extension(DeviceExtension::VK_KHR_spirv_1_4), YES);
    assert_eq!(Target::parse("universal1.3").unwrap(), Target::parse("spv1.3").unwrap());
    for (name, addressing) in [
        ("spv1.4", Addressing::Logical),
        ("spv1.4-physical32", Addressing::Physical32),
        ("spv1.4-physical64", Addressing::Physical64),
    ] {
        let target = Target::parse(name).unwrap();
        assert_eq!(target, Target::universal(addressing, SpirvVersion::V1_4));
        assert_eq!(target.to_string(), name);
    }
    for name in [
        "spv1.4-physical",
        "spv1.4-",
        "spv1.9-physical32",
        "vulkan1.1-physical64",
    ] {
        assert!(Target::parse(name).is_err(), "{name}");
    }
    assert_eq!(
        Target::parse("vulkan1.2spv1.0").unwrap().spirv_version(),
        SpirvVersion::V1_0
    );
    for unknown in [
        "",
        "vulkan",
        "vulkan1.5",
        "vulkan1.0spv1.4",
        "vulkan1.1spv1.5",
        "vulkan1.2spv",
        "spv2.0",
        "opengl4.5",
    ] {
        let error = Target::parse(unknown).unwrap_err();
        assert_eq!((error.name.as_str(), error.kind), (unknown, NameKind::Target));
    }
    let nearest =
        ["vulkan1.5", "vulkan1.0spv1.4", "spv1.9", "Vulkan 1.3"].map(|name| Target::parse(name).unwrap_err().nearest);
    assert_eq!(
        nearest,
        [
            Some("vulkan1.4"),
            Some("vulkan1.1spv1.4"),
            Some("spv1.6"),
            Some("vulkan1.3")
        ]
    );
    assert_eq!(
        Target::parse("metal").unwrap_err().to_string(),
        "`metal` is no known target environment; known are vulkan1.0, vulkan1.1, vulkan1.1spv1.4, vulkan1.2, vulkan1.3, \
         vulkan1.4, spv1.0, spv1.1, spv1.2, spv1.3, spv1.4, spv1.5, spv1.6"
    );
    assert_eq!(Target::vulkan(1, 9), Target::vulkan(1, 4));
    assert_eq!(Target::vulkan(0, 0), Target::vulkan(1, 0));
}

#[test]
fn unknown_extensions_and_features_are_errors_with_the_nearest_name() {
    let universal = Target::universal(Addressing::Logical, SpirvVersion::V1_3);
    for (target, name, nearest) in [
        (vulkan(1), "VK_KHR_16_bit_storage", Some("VK_KHR_16bit_storage")),
        (vulkan(1), "VK_KHR_swapchian", Some("VK_KHR_swapchain")),
        (vulkan(1), "SPV_KHR_ray_query", Some("VK_KHR_ray_query")),
        (universal.clone(), "SPV_KHR_ray_querry", Some("SPV_KHR_ray_query")),
        (vulkan(1), "no such thing", None),
        (vulkan(1), "", None),
    ] {
        let error = target.extension(name).unwrap_err();
        let found = (error.name.as_str(), error.kind, error.nearest);
        assert_eq!(found, (name, NameKind::Extension, nearest));
    }
    let error = vulkan(1).extension("VK_KHR_swapchian").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`VK_KHR_swapchian` is no known extension; the nearest is `VK_KHR_swapchain`"
    );
    let error = Feature::from_name("VkPhysicalDeviceFeatures::shaderFlaot16").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`VkPhysicalDeviceFeatures::shaderFlaot16` is no known feature that concerns shaders; the nearest is \
         `shaderFloat16`"
    );
}

/// A renderer passes all its extensions; those that do not concern shaders change nothing.
#[test]
fn every_device_extension_of_the_registry_is_known() {
    assert!(OTHER_DEVICE_EXTENSIONS.iter().is_sorted() && OTHER_DEVICE_EXTENSIONS.iter().count() > 200);
    for name in OTHER_DEVICE_EXTENSIONS.iter() {
        assert_eq!(DeviceExtension::from_name(name), None, "{name}");
        assert_eq!(vulkan(1).strict().extension(name), Ok(vulkan(1).strict()), "{name}");
    }
}

#[test]
fn requirements_name_everything() {
    let shown = |target: Target, capability| target.requirement(capability).to_string();
    assert_eq!(
        shown(vulkan(0), C::Float16),
        "`shaderFloat16` (capability Float16; VK_KHR_shader_float16_int8, core in Vulkan 1.2)"
    );
    assert_eq!(shown(vulkan(3), C::Int64), "`shaderInt64` (capability Int64)");
    assert_eq!(
        shown(vulkan(0), C::StorageBuffer16BitAccess),
        "`storageBuffer16BitAccess` (capability StorageBuffer16BitAccess; VK_KHR_16bit_storage, core in Vulkan 1.1; \
         SPV_KHR_16bit_storage, core in SPIR-V 1.3)"
    );
    assert_eq!(
        shown(vulkan(2), C::MeshShadingEXT),
        "`VK_EXT_mesh_shader` (capability MeshShadingEXT; SPV_EXT_mesh_shader)"
    );
    assert_eq!(
        vulkan(0)
            .extension_requirement("SPV_KHR_storage_buffer_storage_class")
            .to_string(),
        "`VK_KHR_storage_buffer_storage_class` (core in Vulkan 1.1; SPV_KHR_storage_buffer_storage_class, core in SPIR-V \
         1.3)"
    );
    assert_eq!(
        Target::universal(Addressing::Physical32, SpirvVersion::V1_5)
            .requirement(C::BindlessImagesINTEL)
            .to_string(),
        "`BindlessImagesINTEL` (capability BindlessImagesINTEL; SPV_INTEL_bindless_images)"
    );
}

#[test]
fn suggestions_are_the_least_that_helps() {
    let suggestion = |target: Target, capability| target.requirement(capability).suggestion();
    let flags = |text: &str| Some(text.to_owned());
    assert_eq!(suggestion(vulkan(1), C::Float16), None, "it is allowed");
    assert_eq!(
        suggestion(vulkan(0).strict(), C::Float16),
        flags("--enable shaderFloat16")
    );
    assert_eq!(
        suggestion(vulkan(2).strict(), C::MeshShadingEXT),
        flags("--extension VK_EXT_mesh_shader")
    );
    assert_eq!(
        suggestion(vulkan(1), C::MeshShadingEXT),
        flags("--target-env vulkan1.1spv1.4")
    );
    assert_eq!(
        suggestion(vulkan(0), C::GroupNonUniformVote),
        flags("--target-env vulkan1.1")
    );
    assert_eq!(suggestion(vulkan(0), C::ShaderLayer), flags("--target-env vulkan1.2"));
    assert_eq!(
        suggestion(vulkan(0).strict(), C::GroupNonUniformVote),
        flags("--target-env vulkan1.1 --enable VK_SUBGROUP_FEATURE_VOTE_BIT")
    );
    assert_eq!(vulkan(4).requirement(C::Kernel).suggestion(), None);
    let universal = Target::universal(Addressing::Logical, SpirvVersion::V1_0).strict();
    assert_eq!(
        suggestion(universal.clone(), C::GroupNonUniform),
        flags("--target-env spv1.3")
    );
    assert_eq!(
        suggestion(universal, C::BindlessImagesINTEL),
        flags("--extension SPV_INTEL_bindless_images")
    );
}

#[test]
fn remedies_work_for_every_row_and_target() {
    for version in VERSIONS {
        for target in [
            vulkan(version.minor()),
            vulkan(version.minor()).core_only(),
            vulkan(version.minor()).strict(),
        ] {
            for row in rows().filter(|row| !row.needs.is_empty()) {
                let requirement = target.numbered_requirement(row.number, None);
                let available = target.numbered_capability(row.number) != NO;
                assert_eq!(
                    available,
                    requirement.remedies.is_empty(),
                    "{:?} on {target}",
                    row.number
                );
                let changed = requirement
                    .remedies
                    .iter()
                    .fold(target.clone(), |target, remedy| remedy.apply(target));
                assert_ne!(
                    changed.numbered_capability(row.number),
                    NO,
                    "{:?} on {target}: {requirement:?}",
                    row.number
                );
            }
            for &feature in Feature::ALL {
                let requirement = target.feature_requirement(feature);
                let changed = requirement
                    .remedies
                    .iter()
                    .fold(target.clone(), |target, remedy| remedy.apply(target));
                assert_ne!(changed.feature(feature), NO, "{feature} on {target}: {requirement:?}");
            }
        }
    }
}
