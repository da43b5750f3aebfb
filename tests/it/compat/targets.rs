//! Tests of the target that naga's options imply.

use naga::back::spv::{self, Capability, WriterFlags, ZeroInitializeWorkgroupMemoryMode};
use spirula::compat;
use spirula::target::{DeviceExtension, Feature, Support, Target};

fn with(capabilities: &[Capability]) -> spv::Options<'static> {
    spv::Options {
        lang_version: (1, 6),
        capabilities: Some(capabilities.iter().copied().collect()),
        ..super::nothing()
    }
}

fn enabled(target: &Target) -> Vec<Feature> {
    let all = Feature::ALL.iter().copied();
    all.filter(|&feature| target.feature(feature) != Support::Unavailable)
        .collect()
}

#[test]
fn the_version_is_that_of_the_words() {
    for (version, name) in [
        ((1, 0), "vulkan1.0"),
        ((1, 1), "vulkan1.1spv1.1"),
        ((1, 2), "vulkan1.1spv1.2"),
        ((1, 3), "vulkan1.1"),
        ((1, 4), "vulkan1.1spv1.4"),
        ((1, 5), "vulkan1.2"),
        ((1, 6), "vulkan1.3"),
        ((1, 9), "vulkan1.3"),
        ((0, 0), "vulkan1.0"),
    ] {
        for capabilities in [None, Some([Capability::Shader].into_iter().collect())] {
            let mut options = super::nothing();
            options.lang_version = version;
            options.capabilities = capabilities;
            assert_eq!(compat::target(&options).to_string(), name);
        }
    }
}

/// The features of every set: 64-bit floats, stores in vertex and fragment shaders, dynamically uniform indices.
/// Nothing that Vulkan 1.3 makes mandatory, except one property.
#[test]
fn an_empty_set_leaves_what_naga_does_not_check() {
    let mut expected = vec![
        Feature::ShaderFloat64,
        Feature::VertexPipelineStoresAndAtomics,
        Feature::FragmentStoresAndAtomics,
        Feature::DualSrcBlend,
        Feature::ShaderUniformBufferArrayDynamicIndexing,
        Feature::ShaderSampledImageArrayDynamicIndexing,
        Feature::ShaderStorageBufferArrayDynamicIndexing,
        Feature::ShaderStorageImageArrayDynamicIndexing,
    ];
    expected.sort();
    assert_eq!(enabled(&compat::target(&with(&[]))), expected);
}

#[test]
fn a_capability_enables_its_features() {
    let nothing = enabled(&compat::target(&with(&[])));
    let added = |capability| {
        let mut features = enabled(&compat::target(&with(&[capability])));
        features.retain(|feature| !nothing.contains(feature));
        features
    };
    let storage = [
        Feature::StorageBuffer16BitAccess,
        Feature::UniformAndStorageBuffer16BitAccess,
    ];
    assert_eq!(
        added(Capability::Float16),
        [&storage[..], &[Feature::ShaderFloat16]].concat()
    );
    assert_eq!(
        added(Capability::Int16),
        [&[Feature::ShaderInt16], &storage[..]].concat()
    );
    assert_eq!(added(Capability::Geometry), [Feature::GeometryShader]);
    assert_eq!(
        added(Capability::Int64Atomics),
        [
            Feature::ShaderBufferInt64Atomics,
            Feature::ShaderSharedInt64Atomics,
            Feature::ShaderImageInt64Atomics
        ]
    );
    assert_eq!(
        added(Capability::VulkanMemoryModel),
        [Feature::VulkanMemoryModel, Feature::VulkanMemoryModelDeviceScope]
    );
    assert_eq!(added(Capability::DotProduct), [Feature::ShaderIntegerDotProduct]);
    let mesh = added(Capability::MeshShadingEXT);
    assert!(
        mesh.contains(&Feature::MeshShader) && mesh.contains(&Feature::TaskShader),
        "{mesh:?}"
    );
    let indexing = added(Capability::ShaderNonUniform);
    assert!(indexing.contains(&Feature::RuntimeDescriptorArray), "{indexing:?}");
    assert!(
        indexing.contains(&Feature::ShaderStorageBufferArrayNonUniformIndexing),
        "{indexing:?}"
    );
    // Capabilities that the version permits need no feature.
    assert_eq!(added(Capability::DerivativeControl), []);
    let target = compat::target(&with(&[Capability::DemoteToHelperInvocation]));
    assert_eq!(
        target.feature(Feature::ShaderDemoteToHelperInvocation),
        Support::Enabled
    );
    // An extension that permits a capability is enabled.
    let mut older = with(&[Capability::ShaderNonUniform]);
    older.lang_version = (1, 3);
    let target = compat::target(&older);
    assert_eq!(
        target.device_extension(DeviceExtension::VK_EXT_descriptor_indexing),
        Support::Enabled
    );
    assert_eq!(target.capability(Capability::ShaderNonUniform), Support::Enabled);
}

#[test]
fn switches_are_features() {
    let narrow = |options: &spv::Options<'_>| compat::target(options).feature(Feature::StorageInputOutput16);
    let zero =
        |options: &spv::Options<'_>| compat::target(options).feature(Feature::ShaderZeroInitializeWorkgroupMemory);
    let mut options = with(&[Capability::Float16]);
    assert_eq!(
        (narrow(&options), zero(&options)),
        (Support::Unavailable, Support::Unavailable)
    );
    options.use_storage_input_output_16 = true;
    options.zero_initialize_workgroup_memory = ZeroInitializeWorkgroupMemoryMode::Native;
    assert_eq!((narrow(&options), zero(&options)), (Support::Enabled, Support::Enabled));
    options.capabilities = Some([Capability::Shader].into_iter().collect());
    assert_eq!(
        (narrow(&options), zero(&options)),
        (Support::Unavailable, Support::Enabled)
    );
    options.capabilities = None;
    assert_eq!((narrow(&options), zero(&options)), (Support::Allowed, Support::Enabled));
    options.use_storage_input_output_16 = false;
    options.zero_initialize_workgroup_memory = ZeroInitializeWorkgroupMemoryMode::Polyfill;
    assert_eq!(
        (narrow(&options), zero(&options)),
        (Support::Unavailable, Support::Unavailable)
    );
    let mut printing = with(&[]);
    printing.lang_version = (1, 4);
    let info = DeviceExtension::VK_KHR_shader_non_semantic_info;
    assert_eq!(compat::target(&printing).device_extension(info), Support::Unavailable);
    printing.flags = WriterFlags::PRINT_ON_TRACE_RAYS_FAIL;
    assert_eq!(compat::target(&printing).device_extension(info), Support::Enabled);
}
