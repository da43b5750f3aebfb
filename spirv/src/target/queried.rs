//! Owns the conversion of structures that `ash` queried: which members of Vulkan's structures are features and limits
//! of the tables.
//!
//! It does not query a device; the caller passes each structure. For structures that `ash` does not have yet, the
//! caller states each feature with [`DeviceDescription::feature`].

use super::{DeviceDescription, Feature, FloatControlsIndependence};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use ash::vk;
use core::ffi::{CStr, FromBytesUntilNulError};

/// A Vulkan structure with properties of a device that concern shaders.
pub trait QueriedStructure {
    /// Adds its members to the description.
    fn describe(&self, device: &mut DeviceDescription);
}

/// A limit as numbers.
trait Numbers {
    fn numbers(&self) -> Vec<i64>;
}

impl Numbers for u32 {
    fn numbers(&self) -> Vec<i64> {
        vec![i64::from(*self)]
    }
}

impl Numbers for u64 {
    fn numbers(&self) -> Vec<i64> {
        vec![i64::try_from(*self).unwrap_or(i64::MAX)]
    }
}

impl Numbers for i32 {
    fn numbers(&self) -> Vec<i64> {
        vec![i64::from(*self)]
    }
}

impl Numbers for vk::Extent2D {
    fn numbers(&self) -> Vec<i64> {
        vec![i64::from(self.width), i64::from(self.height)]
    }
}

impl Numbers for [u32; 3] {
    fn numbers(&self) -> Vec<i64> {
        self.iter().map(|&number| i64::from(number)).collect()
    }
}

impl DeviceDescription {
    /// The Vulkan version, the limits and the driver of a device. If the application uses an older version, pass that version.
    ///
    /// ```
    /// # use ash::vk;
    /// # let properties = vk::PhysicalDeviceProperties { api_version: vk::API_VERSION_1_2, ..Default::default() };
    /// # let features = vk::PhysicalDeviceFeatures { shader_int64: vk::TRUE, ..Default::default() };
    /// # let newer = vk::PhysicalDeviceVulkan12Features::default().shader_float16(true);
    /// use spirula_spirv::target::{DeviceDescription, Feature, Support};
    ///
    /// // As returned by `vkGetPhysicalDeviceProperties` and `vkGetPhysicalDeviceFeatures2`, or as passed to `vkCreateDevice`.
    /// let device = DeviceDescription::from_properties(&properties).with(&features).with(&newer);
    /// let target = device.extension("VK_EXT_mesh_shader").target();
    /// assert_eq!(target.feature(Feature::ShaderFloat16), Support::Enabled);
    /// assert_eq!(target.feature(Feature::ShaderFloat64), Support::Unavailable);
    /// ```
    #[must_use]
    pub fn from_properties(properties: &vk::PhysicalDeviceProperties) -> Self {
        let version = properties.api_version;
        let (major, minor) = (vk::api_version_major(version), vk::api_version_minor(version));
        let mut device = Self::new(major, minor).with(&properties.limits);
        // No vendor has the id 0: the caller did not query the device.
        if properties.vendor_id != 0 {
            let driver = device.driver_mut();
            driver.vendor_id = Some(properties.vendor_id);
            driver.device_id = Some(properties.device_id);
            driver.driver_version = Some(properties.driver_version);
            driver.device_name = text(properties.device_name_as_c_str());
        }
        device
    }

    /// Adds the members of a structure: features that the device supports or that the application enabled, or
    /// properties. `None` adds nothing: for a structure that was not queried, or is not in the chain of
    /// `VkDeviceCreateInfo`.
    ///
    /// ```
    /// use ash::vk;
    /// use spirula_spirv::target::{DeviceDescription, Feature, Support};
    ///
    /// let features = vk::PhysicalDeviceFeatures { shader_int16: vk::TRUE, ..Default::default() };
    /// let mesh: Option<vk::PhysicalDeviceMeshShaderFeaturesEXT> = None;
    /// let target = DeviceDescription::enabled(1, 1).with(&features).with(mesh.as_ref()).target();
    /// assert_eq!(target.feature(Feature::ShaderInt16), Support::Enabled);
    /// assert_eq!(target.feature(Feature::MeshShader), Support::Unavailable);
    /// ```
    #[must_use]
    pub fn with<'s, S: QueriedStructure + 's>(mut self, structure: impl Into<Option<&'s S>>) -> Self {
        if let Some(structure) = structure.into() {
            structure.describe(&mut self);
        }
        self
    }

    /// Adds device extensions.
    #[must_use]
    pub fn with_extensions<'e>(self, extensions: impl IntoIterator<Item = &'e vk::ExtensionProperties>) -> Self {
        let names = extensions.into_iter().filter_map(|extension| {
            let name = extension.extension_name_as_c_str().ok()?;
            name.to_str().ok()
        });
        names.fold(self, Self::extension)
    }

    /// Adds the bits of `VkSubgroupFeatureFlags`, which are rows of the table.
    fn subgroup_operations(&mut self, operations: vk::SubgroupFeatureFlags) {
        for (bit, feature) in [
            (vk::SubgroupFeatureFlags::BASIC, Feature::SubgroupBasic),
            (vk::SubgroupFeatureFlags::VOTE, Feature::SubgroupVote),
            (vk::SubgroupFeatureFlags::ARITHMETIC, Feature::SubgroupArithmetic),
            (vk::SubgroupFeatureFlags::BALLOT, Feature::SubgroupBallot),
            (vk::SubgroupFeatureFlags::SHUFFLE, Feature::SubgroupShuffle),
            (
                vk::SubgroupFeatureFlags::SHUFFLE_RELATIVE,
                Feature::SubgroupShuffleRelative,
            ),
            (vk::SubgroupFeatureFlags::CLUSTERED, Feature::SubgroupClustered),
            (vk::SubgroupFeatureFlags::QUAD, Feature::SubgroupQuad),
            (vk::SubgroupFeatureFlags::PARTITIONED_NV, Feature::SubgroupPartitioned),
        ] {
            self.set_feature(feature, operations.contains(bit));
        }
    }

    /// Adds what `VkPhysicalDeviceDriverProperties` and `VkPhysicalDeviceVulkan12Properties` have of the driver.
    fn driver_properties(&mut self, driver_id: vk::DriverId, info: Result<&CStr, FromBytesUntilNulError>) {
        // No driver has the id 0 either.
        if let Some(id) = u32::try_from(driver_id.as_raw()).ok().filter(|&id| id != 0) {
            let driver = self.driver_mut();
            driver.driver_id = Some(id);
            driver.driver_info = text(info);
        }
    }

    fn float_controls(&mut self, structure: &vk::PhysicalDeviceFloatControlsProperties<'_>) {
        self.independence(
            structure.denorm_behavior_independence,
            structure.rounding_mode_independence,
        );
    }

    fn version_1_2(&mut self, structure: &vk::PhysicalDeviceVulkan12Properties<'_>) {
        self.independence(
            structure.denorm_behavior_independence,
            structure.rounding_mode_independence,
        );
        self.driver_properties(structure.driver_id, structure.driver_info_as_c_str());
    }

    fn independence(
        &mut self,
        denormals: vk::ShaderFloatControlsIndependence,
        rounding: vk::ShaderFloatControlsIndependence,
    ) {
        let value = |independence: vk::ShaderFloatControlsIndependence| {
            FloatControlsIndependence::from_value(independence.as_raw().unsigned_abs())
        };
        let limits = self.limits_mut();
        limits.denorm_behavior_independence = Some(value(denormals));
        limits.rounding_mode_independence = Some(value(rounding));
    }
}

/// An array of characters up to its null character, if it is UTF-8.
fn text(characters: Result<&CStr, FromBytesUntilNulError>) -> Option<String> {
    characters.ok()?.to_str().ok().map(str::to_owned)
}

impl QueriedStructure for vk::PhysicalDeviceDriverProperties<'_> {
    fn describe(&self, device: &mut DeviceDescription) {
        device.driver_properties(self.driver_id, self.driver_info_as_c_str());
    }
}

impl QueriedStructure for vk::PhysicalDeviceSubgroupProperties<'_> {
    fn describe(&self, device: &mut DeviceDescription) {
        let limits = device.limits_mut();
        limits.subgroup_size = Some(self.subgroup_size);
        limits.subgroup_supported_stages = Some(self.supported_stages.as_raw());
        device.subgroup_operations(self.supported_operations);
        let in_all_stages = self.quad_operations_in_all_stages == vk::TRUE;
        device.set_feature(Feature::SubgroupQuadOperationsInAllStages, in_all_stages);
    }
}

impl QueriedStructure for vk::PhysicalDeviceVulkan11Properties<'_> {
    fn describe(&self, device: &mut DeviceDescription) {
        let limits = device.limits_mut();
        limits.subgroup_size = Some(self.subgroup_size);
        limits.subgroup_supported_stages = Some(self.subgroup_supported_stages.as_raw());
        limits.max_multiview_view_count = Some(self.max_multiview_view_count);
        device.subgroup_operations(self.subgroup_supported_operations);
        let in_all_stages = self.subgroup_quad_operations_in_all_stages == vk::TRUE;
        device.set_feature(Feature::SubgroupQuadOperationsInAllStages, in_all_stages);
    }
}

impl QueriedStructure for vk::PhysicalDeviceCooperativeMatrixPropertiesKHR<'_> {
    fn describe(&self, device: &mut DeviceDescription) {
        device.limits_mut().cooperative_matrix_supported_stages =
            Some(self.cooperative_matrix_supported_stages.as_raw());
    }
}

impl QueriedStructure for vk::PhysicalDeviceCooperativeMatrixFeaturesNV<'_> {
    fn describe(&self, device: &mut DeviceDescription) {
        // The member has the same name as that of the structure of VK_KHR_cooperative_matrix.
        device.set_feature(Feature::CooperativeMatrixNV, self.cooperative_matrix == vk::TRUE);
    }
}

/// `VkPhysicalDeviceVulkan14Features`, which `ash` 0.38 does not have: its members that concern shaders.
///
/// ```
/// use spirula_spirv::target::{DeviceDescription, Feature, Support, Vulkan14Features};
///
/// let mut newest = Vulkan14Features::default();
/// newest.shader_subgroup_rotate = true;
/// let target = DeviceDescription::enabled(1, 4).with(&newest).target();
/// assert_eq!(target.feature(Feature::ShaderSubgroupRotate), Support::Enabled);
/// assert_eq!(target.feature(Feature::Maintenance5), Support::Unavailable);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Vulkan14Features {
    /// `shaderSubgroupRotate`
    pub shader_subgroup_rotate: bool,
    /// `shaderSubgroupRotateClustered`
    pub shader_subgroup_rotate_clustered: bool,
    /// `shaderFloatControls2`
    pub shader_float_controls2: bool,
    /// `shaderExpectAssume`
    pub shader_expect_assume: bool,
    /// `maintenance5`
    pub maintenance5: bool,
    /// `dynamicRenderingLocalRead`
    pub dynamic_rendering_local_read: bool,
    /// `pipelineRobustness`
    pub pipeline_robustness: bool,
}

impl QueriedStructure for Vulkan14Features {
    fn describe(&self, device: &mut DeviceDescription) {
        for (feature, has) in [
            (Feature::ShaderSubgroupRotate, self.shader_subgroup_rotate),
            (
                Feature::ShaderSubgroupRotateClustered,
                self.shader_subgroup_rotate_clustered,
            ),
            (Feature::ShaderFloatControls2, self.shader_float_controls2),
            (Feature::ShaderExpectAssume, self.shader_expect_assume),
            (Feature::Maintenance5, self.maintenance5),
            (Feature::DynamicRenderingLocalRead, self.dynamic_rendering_local_read),
            (Feature::PipelineRobustness, self.pipeline_robustness),
        ] {
            device.set_feature(feature, has);
        }
    }
}

macro_rules! structures {
    ($($structure:ty { $($member:ident: $feature:ident),* } [ $($limit:ident: $name:literal),* ] $($rest:ident)?;)*) => {$(
        impl QueriedStructure for $structure {
            fn describe(&self, device: &mut DeviceDescription) {
                $(device.set_feature(Feature::$feature, self.$member == vk::TRUE);)*
                $(device.limits_mut().set($name, &self.$limit.numbers());)*
                $(device.$rest(self);)?
            }
        }
    )*};
}

// Members that are features, members that are limits with Vulkan's spelling, and the function for the other members.
structures! {
    vk::PhysicalDeviceFeatures {
        robust_buffer_access: RobustBufferAccess, image_cube_array: ImageCubeArray, geometry_shader:
        GeometryShader, tessellation_shader: TessellationShader, sample_rate_shading: SampleRateShading,
        dual_src_blend: DualSrcBlend, multi_viewport: MultiViewport, vertex_pipeline_stores_and_atomics:
        VertexPipelineStoresAndAtomics, fragment_stores_and_atomics: FragmentStoresAndAtomics,
        shader_tessellation_and_geometry_point_size: ShaderTessellationAndGeometryPointSize,
        shader_image_gather_extended: ShaderImageGatherExtended, shader_storage_image_extended_formats:
        ShaderStorageImageExtendedFormats, shader_storage_image_multisample: ShaderStorageImageMultisample,
        shader_storage_image_read_without_format: ShaderStorageImageReadWithoutFormat,
        shader_storage_image_write_without_format: ShaderStorageImageWriteWithoutFormat,
        shader_uniform_buffer_array_dynamic_indexing: ShaderUniformBufferArrayDynamicIndexing,
        shader_sampled_image_array_dynamic_indexing: ShaderSampledImageArrayDynamicIndexing,
        shader_storage_buffer_array_dynamic_indexing: ShaderStorageBufferArrayDynamicIndexing,
        shader_storage_image_array_dynamic_indexing: ShaderStorageImageArrayDynamicIndexing,
        shader_clip_distance: ShaderClipDistance, shader_cull_distance: ShaderCullDistance, shader_float64:
        ShaderFloat64, shader_int64: ShaderInt64, shader_int16: ShaderInt16, shader_resource_residency:
        ShaderResourceResidency, shader_resource_min_lod: ShaderResourceMinLod
    } [];
    vk::PhysicalDeviceLimits {} [
        max_uniform_buffer_range: "maxUniformBufferRange", max_storage_buffer_range: "maxStorageBufferRange",
        max_push_constants_size: "maxPushConstantsSize", max_bound_descriptor_sets: "maxBoundDescriptorSets",
        min_storage_buffer_offset_alignment: "minStorageBufferOffsetAlignment",
        max_vertex_input_attributes: "maxVertexInputAttributes", max_vertex_output_components:
        "maxVertexOutputComponents", max_tessellation_control_per_vertex_input_components:
        "maxTessellationControlPerVertexInputComponents", max_tessellation_control_per_vertex_output_components:
        "maxTessellationControlPerVertexOutputComponents", max_tessellation_evaluation_input_components:
        "maxTessellationEvaluationInputComponents", max_tessellation_evaluation_output_components:
        "maxTessellationEvaluationOutputComponents", max_geometry_input_components:
        "maxGeometryInputComponents", max_geometry_output_components: "maxGeometryOutputComponents",
        max_fragment_input_components: "maxFragmentInputComponents", max_fragment_output_attachments:
        "maxFragmentOutputAttachments", max_fragment_dual_src_attachments: "maxFragmentDualSrcAttachments",
        max_fragment_combined_output_resources: "maxFragmentCombinedOutputResources",
        max_compute_shared_memory_size: "maxComputeSharedMemorySize", max_compute_work_group_invocations:
        "maxComputeWorkGroupInvocations", max_compute_work_group_size: "maxComputeWorkGroupSize",
        min_texel_offset: "minTexelOffset", max_texel_offset: "maxTexelOffset", min_texel_gather_offset:
        "minTexelGatherOffset", max_texel_gather_offset: "maxTexelGatherOffset", max_sample_mask_words:
        "maxSampleMaskWords", max_clip_distances: "maxClipDistances", max_cull_distances: "maxCullDistances",
        max_combined_clip_and_cull_distances: "maxCombinedClipAndCullDistances",
        max_per_stage_descriptor_samplers: "maxPerStageDescriptorSamplers",
        max_per_stage_descriptor_uniform_buffers: "maxPerStageDescriptorUniformBuffers",
        max_per_stage_descriptor_storage_buffers: "maxPerStageDescriptorStorageBuffers",
        max_per_stage_descriptor_sampled_images: "maxPerStageDescriptorSampledImages",
        max_per_stage_descriptor_storage_images: "maxPerStageDescriptorStorageImages",
        max_per_stage_resources: "maxPerStageResources", max_descriptor_set_samplers: "maxDescriptorSetSamplers",
        max_descriptor_set_uniform_buffers: "maxDescriptorSetUniformBuffers",
        max_descriptor_set_storage_buffers: "maxDescriptorSetStorageBuffers",
        max_descriptor_set_sampled_images: "maxDescriptorSetSampledImages",
        max_descriptor_set_storage_images: "maxDescriptorSetStorageImages"
    ];
    vk::PhysicalDeviceVariablePointersFeatures<'_> {
        variable_pointers_storage_buffer: VariablePointersStorageBuffer, variable_pointers: VariablePointers
    } [];
    vk::PhysicalDeviceMultiviewFeatures<'_> {
        multiview: Multiview, multiview_geometry_shader: MultiviewGeometryShader, multiview_tessellation_shader:
        MultiviewTessellationShader
    } [];
    vk::PhysicalDeviceConservativeRasterizationPropertiesEXT<'_> {
        conservative_rasterization_post_depth_coverage: ConservativeRasterizationPostDepthCoverage
    } [];
    vk::PhysicalDeviceMultiviewProperties<'_> {  } [max_multiview_view_count: "maxMultiviewViewCount"];
    vk::PhysicalDevice16BitStorageFeatures<'_> {
        storage_buffer16_bit_access: StorageBuffer16BitAccess, uniform_and_storage_buffer16_bit_access:
        UniformAndStorageBuffer16BitAccess, storage_push_constant16: StoragePushConstant16,
        storage_input_output16: StorageInputOutput16
    } [];
    vk::PhysicalDeviceShaderSubgroupExtendedTypesFeatures<'_> {
        shader_subgroup_extended_types: ShaderSubgroupExtendedTypes
    } [];
    vk::PhysicalDeviceMaintenance4Features<'_> { maintenance4: Maintenance4 } [];
    vk::PhysicalDeviceMaintenance5FeaturesKHR<'_> { maintenance5: Maintenance5 } [];
    vk::PhysicalDeviceShaderDrawParametersFeatures<'_> { shader_draw_parameters: ShaderDrawParameters } [];
    vk::PhysicalDeviceShaderFloat16Int8Features<'_> { shader_float16: ShaderFloat16, shader_int8: ShaderInt8 } [];
    vk::PhysicalDeviceFloatControlsProperties<'_> {
        shader_signed_zero_inf_nan_preserve_float16: ShaderSignedZeroInfNanPreserveFloat16,
        shader_signed_zero_inf_nan_preserve_float32: ShaderSignedZeroInfNanPreserveFloat32,
        shader_signed_zero_inf_nan_preserve_float64: ShaderSignedZeroInfNanPreserveFloat64,
        shader_denorm_preserve_float16: ShaderDenormPreserveFloat16, shader_denorm_preserve_float32:
        ShaderDenormPreserveFloat32, shader_denorm_preserve_float64: ShaderDenormPreserveFloat64,
        shader_denorm_flush_to_zero_float16: ShaderDenormFlushToZeroFloat16,
        shader_denorm_flush_to_zero_float32: ShaderDenormFlushToZeroFloat32,
        shader_denorm_flush_to_zero_float64: ShaderDenormFlushToZeroFloat64, shader_rounding_mode_rte_float16:
        ShaderRoundingModeRTEFloat16, shader_rounding_mode_rte_float32: ShaderRoundingModeRTEFloat32,
        shader_rounding_mode_rte_float64: ShaderRoundingModeRTEFloat64, shader_rounding_mode_rtz_float16:
        ShaderRoundingModeRTZFloat16, shader_rounding_mode_rtz_float32: ShaderRoundingModeRTZFloat32,
        shader_rounding_mode_rtz_float64: ShaderRoundingModeRTZFloat64
    } [] float_controls;
    vk::PhysicalDeviceDescriptorIndexingProperties<'_> {} [
        max_per_stage_descriptor_update_after_bind_samplers: "maxPerStageDescriptorUpdateAfterBindSamplers",
        max_per_stage_descriptor_update_after_bind_uniform_buffers: "maxPerStageDescriptorUpdateAfterBindUniformBuffers",
        max_per_stage_descriptor_update_after_bind_storage_buffers: "maxPerStageDescriptorUpdateAfterBindStorageBuffers",
        max_per_stage_descriptor_update_after_bind_sampled_images: "maxPerStageDescriptorUpdateAfterBindSampledImages",
        max_per_stage_descriptor_update_after_bind_storage_images: "maxPerStageDescriptorUpdateAfterBindStorageImages",
        max_per_stage_update_after_bind_resources: "maxPerStageUpdateAfterBindResources",
        max_descriptor_set_update_after_bind_samplers: "maxDescriptorSetUpdateAfterBindSamplers",
        max_descriptor_set_update_after_bind_uniform_buffers: "maxDescriptorSetUpdateAfterBindUniformBuffers",
        max_descriptor_set_update_after_bind_storage_buffers: "maxDescriptorSetUpdateAfterBindStorageBuffers",
        max_descriptor_set_update_after_bind_sampled_images: "maxDescriptorSetUpdateAfterBindSampledImages",
        max_descriptor_set_update_after_bind_storage_images: "maxDescriptorSetUpdateAfterBindStorageImages"
    ];
    vk::PhysicalDeviceDescriptorIndexingFeatures<'_> {
        shader_input_attachment_array_dynamic_indexing: ShaderInputAttachmentArrayDynamicIndexing,
        shader_uniform_texel_buffer_array_dynamic_indexing: ShaderUniformTexelBufferArrayDynamicIndexing,
        shader_storage_texel_buffer_array_dynamic_indexing: ShaderStorageTexelBufferArrayDynamicIndexing,
        shader_uniform_buffer_array_non_uniform_indexing: ShaderUniformBufferArrayNonUniformIndexing,
        shader_sampled_image_array_non_uniform_indexing: ShaderSampledImageArrayNonUniformIndexing,
        shader_storage_buffer_array_non_uniform_indexing: ShaderStorageBufferArrayNonUniformIndexing,
        shader_storage_image_array_non_uniform_indexing: ShaderStorageImageArrayNonUniformIndexing,
        shader_input_attachment_array_non_uniform_indexing: ShaderInputAttachmentArrayNonUniformIndexing,
        shader_uniform_texel_buffer_array_non_uniform_indexing: ShaderUniformTexelBufferArrayNonUniformIndexing,
        shader_storage_texel_buffer_array_non_uniform_indexing: ShaderStorageTexelBufferArrayNonUniformIndexing,
        runtime_descriptor_array: RuntimeDescriptorArray
    } [];
    vk::PhysicalDevice8BitStorageFeatures<'_> {
        storage_buffer8_bit_access: StorageBuffer8BitAccess, uniform_and_storage_buffer8_bit_access:
        UniformAndStorageBuffer8BitAccess, storage_push_constant8: StoragePushConstant8
    } [];
    vk::PhysicalDeviceVulkanMemoryModelFeatures<'_> {
        vulkan_memory_model: VulkanMemoryModel, vulkan_memory_model_device_scope: VulkanMemoryModelDeviceScope,
        vulkan_memory_model_availability_visibility_chains: VulkanMemoryModelAvailabilityVisibilityChains
    } [];
    vk::PhysicalDeviceShaderAtomicInt64Features<'_> {
        shader_buffer_int64_atomics: ShaderBufferInt64Atomics, shader_shared_int64_atomics:
        ShaderSharedInt64Atomics
    } [];
    vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT<'_> {
        shader_buffer_float32_atomics: ShaderBufferFloat32Atomics, shader_buffer_float32_atomic_add:
        ShaderBufferFloat32AtomicAdd, shader_buffer_float64_atomics: ShaderBufferFloat64Atomics,
        shader_buffer_float64_atomic_add: ShaderBufferFloat64AtomicAdd, shader_shared_float32_atomics:
        ShaderSharedFloat32Atomics, shader_shared_float32_atomic_add: ShaderSharedFloat32AtomicAdd,
        shader_shared_float64_atomics: ShaderSharedFloat64Atomics, shader_shared_float64_atomic_add:
        ShaderSharedFloat64AtomicAdd, shader_image_float32_atomics: ShaderImageFloat32Atomics,
        shader_image_float32_atomic_add: ShaderImageFloat32AtomicAdd
    } [];
    vk::PhysicalDeviceShaderAtomicFloat2FeaturesEXT<'_> {
        shader_buffer_float16_atomics: ShaderBufferFloat16Atomics, shader_buffer_float16_atomic_add:
        ShaderBufferFloat16AtomicAdd, shader_buffer_float16_atomic_min_max: ShaderBufferFloat16AtomicMinMax,
        shader_buffer_float32_atomic_min_max: ShaderBufferFloat32AtomicMinMax,
        shader_buffer_float64_atomic_min_max: ShaderBufferFloat64AtomicMinMax, shader_shared_float16_atomics:
        ShaderSharedFloat16Atomics, shader_shared_float16_atomic_add: ShaderSharedFloat16AtomicAdd,
        shader_shared_float16_atomic_min_max: ShaderSharedFloat16AtomicMinMax,
        shader_shared_float32_atomic_min_max: ShaderSharedFloat32AtomicMinMax,
        shader_shared_float64_atomic_min_max: ShaderSharedFloat64AtomicMinMax,
        shader_image_float32_atomic_min_max: ShaderImageFloat32AtomicMinMax
    } [];
    vk::PhysicalDeviceTransformFeedbackFeaturesEXT<'_> {
        transform_feedback: TransformFeedback, geometry_streams: GeometryStreams
    } [];
    vk::PhysicalDeviceTransformFeedbackPropertiesEXT<'_> {} [
        max_transform_feedback_streams: "maxTransformFeedbackStreams", max_transform_feedback_stream_data_size:
        "maxTransformFeedbackStreamDataSize", max_transform_feedback_buffer_data_size:
        "maxTransformFeedbackBufferDataSize", max_transform_feedback_buffer_data_stride:
        "maxTransformFeedbackBufferDataStride", transform_feedback_streams_lines_triangles:
        "transformFeedbackStreamsLinesTriangles"
    ];
    vk::PhysicalDeviceComputeShaderDerivativesFeaturesNV<'_> {
        compute_derivative_group_quads: ComputeDerivativeGroupQuads, compute_derivative_group_linear:
        ComputeDerivativeGroupLinear
    } [];
    vk::PhysicalDeviceShaderImageFootprintFeaturesNV<'_> { image_footprint: ImageFootprint } [];
    vk::PhysicalDeviceShadingRateImageFeaturesNV<'_> { shading_rate_image: ShadingRateImage } [];
    vk::PhysicalDeviceMeshShaderFeaturesEXT<'_> {
        task_shader: TaskShader, mesh_shader: MeshShader, multiview_mesh_shader: MultiviewMeshShader,
        primitive_fragment_shading_rate_mesh_shader: PrimitiveFragmentShadingRateMeshShader
    } [];
    vk::PhysicalDeviceMeshShaderPropertiesEXT<'_> {} [
        max_task_work_group_invocations: "maxTaskWorkGroupInvocations", max_task_work_group_size:
        "maxTaskWorkGroupSize", max_task_payload_size: "maxTaskPayloadSize", max_task_shared_memory_size:
        "maxTaskSharedMemorySize", max_task_payload_and_shared_memory_size: "maxTaskPayloadAndSharedMemorySize",
        max_mesh_work_group_total_count: "maxMeshWorkGroupTotalCount", max_mesh_work_group_count:
        "maxMeshWorkGroupCount", max_mesh_work_group_invocations: "maxMeshWorkGroupInvocations",
        max_mesh_work_group_size: "maxMeshWorkGroupSize", max_mesh_shared_memory_size:
        "maxMeshSharedMemorySize", max_mesh_payload_and_shared_memory_size: "maxMeshPayloadAndSharedMemorySize",
        max_mesh_output_memory_size: "maxMeshOutputMemorySize", max_mesh_payload_and_output_memory_size:
        "maxMeshPayloadAndOutputMemorySize", max_mesh_output_components: "maxMeshOutputComponents",
        max_mesh_output_vertices: "maxMeshOutputVertices", max_mesh_output_primitives:
        "maxMeshOutputPrimitives", mesh_output_per_vertex_granularity: "meshOutputPerVertexGranularity",
        mesh_output_per_primitive_granularity: "meshOutputPerPrimitiveGranularity"
    ];
    vk::PhysicalDeviceAccelerationStructurePropertiesKHR<'_> {} [
        max_per_stage_descriptor_acceleration_structures: "maxPerStageDescriptorAccelerationStructures",
        max_per_stage_descriptor_update_after_bind_acceleration_structures: "maxPerStageDescriptorUpdateAfterBindAccelerationStructures",
        max_descriptor_set_acceleration_structures: "maxDescriptorSetAccelerationStructures",
        max_descriptor_set_update_after_bind_acceleration_structures: "maxDescriptorSetUpdateAfterBindAccelerationStructures"
    ];
    vk::PhysicalDeviceAccelerationStructureFeaturesKHR<'_> { acceleration_structure: AccelerationStructure } [];
    vk::PhysicalDeviceRayTracingPipelineFeaturesKHR<'_> {
        ray_tracing_pipeline: RayTracingPipeline, ray_traversal_primitive_culling: RayTraversalPrimitiveCulling
    } [];
    vk::PhysicalDeviceRayQueryFeaturesKHR<'_> { ray_query: RayQuery } [];
    vk::PhysicalDeviceRayTracingPipelinePropertiesKHR<'_> {  } [max_ray_hit_attribute_size: "maxRayHitAttributeSize"];
    vk::PhysicalDeviceRayTracingMaintenance1FeaturesKHR<'_> { ray_tracing_maintenance1: RayTracingMaintenance1 } [];
    vk::PhysicalDeviceFragmentDensityMapFeaturesEXT<'_> { fragment_density_map: FragmentDensityMap } [];
    vk::PhysicalDeviceScalarBlockLayoutFeatures<'_> { scalar_block_layout: ScalarBlockLayout } [];
    vk::PhysicalDeviceUniformBufferStandardLayoutFeatures<'_> {
        uniform_buffer_standard_layout: UniformBufferStandardLayout
    } [];
    vk::PhysicalDeviceBufferDeviceAddressFeatures<'_> { buffer_device_address: BufferDeviceAddress } [];
    vk::PhysicalDeviceBufferDeviceAddressFeaturesEXT<'_> { buffer_device_address: BufferDeviceAddress } [];
    vk::PhysicalDeviceShaderIntegerFunctions2FeaturesINTEL<'_> {
        shader_integer_functions2: ShaderIntegerFunctions2
    } [];
    vk::PhysicalDeviceShaderClockFeaturesKHR<'_> {
        shader_subgroup_clock: ShaderSubgroupClock, shader_device_clock: ShaderDeviceClock
    } [];
    vk::PhysicalDeviceShaderSMBuiltinsFeaturesNV<'_> { shader_sm_builtins: ShaderSMBuiltins } [];
    vk::PhysicalDeviceFragmentShaderInterlockFeaturesEXT<'_> {
        fragment_shader_sample_interlock: FragmentShaderSampleInterlock, fragment_shader_pixel_interlock:
        FragmentShaderPixelInterlock, fragment_shader_shading_rate_interlock: FragmentShaderShadingRateInterlock
    } [];
    vk::PhysicalDeviceShaderDemoteToHelperInvocationFeatures<'_> {
        shader_demote_to_helper_invocation: ShaderDemoteToHelperInvocation
    } [];
    vk::PhysicalDeviceSubgroupSizeControlFeatures<'_> {
        subgroup_size_control: SubgroupSizeControl, compute_full_subgroups: ComputeFullSubgroups
    } [];
    vk::PhysicalDeviceVulkan11Features<'_> {
        storage_buffer16_bit_access: StorageBuffer16BitAccess, uniform_and_storage_buffer16_bit_access:
        UniformAndStorageBuffer16BitAccess, storage_push_constant16: StoragePushConstant16,
        storage_input_output16: StorageInputOutput16, multiview: Multiview, multiview_geometry_shader:
        MultiviewGeometryShader, multiview_tessellation_shader: MultiviewTessellationShader,
        variable_pointers_storage_buffer: VariablePointersStorageBuffer, variable_pointers: VariablePointers,
        shader_draw_parameters: ShaderDrawParameters
    } [];
    vk::PhysicalDeviceVulkan12Features<'_> {
        storage_buffer8_bit_access: StorageBuffer8BitAccess, uniform_and_storage_buffer8_bit_access:
        UniformAndStorageBuffer8BitAccess, storage_push_constant8: StoragePushConstant8,
        shader_buffer_int64_atomics: ShaderBufferInt64Atomics, shader_shared_int64_atomics:
        ShaderSharedInt64Atomics, shader_float16: ShaderFloat16, shader_int8: ShaderInt8, descriptor_indexing:
        DescriptorIndexing, shader_input_attachment_array_dynamic_indexing:
        ShaderInputAttachmentArrayDynamicIndexing, shader_uniform_texel_buffer_array_dynamic_indexing:
        ShaderUniformTexelBufferArrayDynamicIndexing, shader_storage_texel_buffer_array_dynamic_indexing:
        ShaderStorageTexelBufferArrayDynamicIndexing, shader_uniform_buffer_array_non_uniform_indexing:
        ShaderUniformBufferArrayNonUniformIndexing, shader_sampled_image_array_non_uniform_indexing:
        ShaderSampledImageArrayNonUniformIndexing, shader_storage_buffer_array_non_uniform_indexing:
        ShaderStorageBufferArrayNonUniformIndexing, shader_storage_image_array_non_uniform_indexing:
        ShaderStorageImageArrayNonUniformIndexing, shader_input_attachment_array_non_uniform_indexing:
        ShaderInputAttachmentArrayNonUniformIndexing, shader_uniform_texel_buffer_array_non_uniform_indexing:
        ShaderUniformTexelBufferArrayNonUniformIndexing, shader_storage_texel_buffer_array_non_uniform_indexing:
        ShaderStorageTexelBufferArrayNonUniformIndexing, runtime_descriptor_array: RuntimeDescriptorArray,
        scalar_block_layout: ScalarBlockLayout, uniform_buffer_standard_layout: UniformBufferStandardLayout,
        shader_subgroup_extended_types: ShaderSubgroupExtendedTypes, buffer_device_address: BufferDeviceAddress,
        vulkan_memory_model: VulkanMemoryModel, vulkan_memory_model_device_scope: VulkanMemoryModelDeviceScope,
        vulkan_memory_model_availability_visibility_chains: VulkanMemoryModelAvailabilityVisibilityChains,
        shader_output_viewport_index: ShaderOutputViewportIndex, shader_output_layer: ShaderOutputLayer,
        subgroup_broadcast_dynamic_id: SubgroupBroadcastDynamicId
    } [];
    vk::PhysicalDeviceVulkan12Properties<'_> {
        shader_signed_zero_inf_nan_preserve_float16: ShaderSignedZeroInfNanPreserveFloat16,
        shader_signed_zero_inf_nan_preserve_float32: ShaderSignedZeroInfNanPreserveFloat32,
        shader_signed_zero_inf_nan_preserve_float64: ShaderSignedZeroInfNanPreserveFloat64,
        shader_denorm_preserve_float16: ShaderDenormPreserveFloat16, shader_denorm_preserve_float32:
        ShaderDenormPreserveFloat32, shader_denorm_preserve_float64: ShaderDenormPreserveFloat64,
        shader_denorm_flush_to_zero_float16: ShaderDenormFlushToZeroFloat16,
        shader_denorm_flush_to_zero_float32: ShaderDenormFlushToZeroFloat32,
        shader_denorm_flush_to_zero_float64: ShaderDenormFlushToZeroFloat64, shader_rounding_mode_rte_float16:
        ShaderRoundingModeRTEFloat16, shader_rounding_mode_rte_float32: ShaderRoundingModeRTEFloat32,
        shader_rounding_mode_rte_float64: ShaderRoundingModeRTEFloat64, shader_rounding_mode_rtz_float16:
        ShaderRoundingModeRTZFloat16, shader_rounding_mode_rtz_float32: ShaderRoundingModeRTZFloat32,
        shader_rounding_mode_rtz_float64: ShaderRoundingModeRTZFloat64
    } [
        max_per_stage_descriptor_update_after_bind_samplers: "maxPerStageDescriptorUpdateAfterBindSamplers",
        max_per_stage_descriptor_update_after_bind_uniform_buffers: "maxPerStageDescriptorUpdateAfterBindUniformBuffers",
        max_per_stage_descriptor_update_after_bind_storage_buffers: "maxPerStageDescriptorUpdateAfterBindStorageBuffers",
        max_per_stage_descriptor_update_after_bind_sampled_images: "maxPerStageDescriptorUpdateAfterBindSampledImages",
        max_per_stage_descriptor_update_after_bind_storage_images: "maxPerStageDescriptorUpdateAfterBindStorageImages",
        max_per_stage_update_after_bind_resources: "maxPerStageUpdateAfterBindResources",
        max_descriptor_set_update_after_bind_samplers: "maxDescriptorSetUpdateAfterBindSamplers",
        max_descriptor_set_update_after_bind_uniform_buffers: "maxDescriptorSetUpdateAfterBindUniformBuffers",
        max_descriptor_set_update_after_bind_storage_buffers: "maxDescriptorSetUpdateAfterBindStorageBuffers",
        max_descriptor_set_update_after_bind_sampled_images: "maxDescriptorSetUpdateAfterBindSampledImages",
        max_descriptor_set_update_after_bind_storage_images: "maxDescriptorSetUpdateAfterBindStorageImages"
    ] version_1_2;
    vk::PhysicalDeviceVulkan13Features<'_> {
        robust_image_access: RobustImageAccess, shader_demote_to_helper_invocation:
        ShaderDemoteToHelperInvocation, shader_terminate_invocation: ShaderTerminateInvocation,
        subgroup_size_control: SubgroupSizeControl, compute_full_subgroups: ComputeFullSubgroups,
        shader_zero_initialize_workgroup_memory: ShaderZeroInitializeWorkgroupMemory,
        shader_integer_dot_product: ShaderIntegerDotProduct, maintenance4: Maintenance4
    } [];
    vk::PhysicalDeviceZeroInitializeWorkgroupMemoryFeatures<'_> {
        shader_zero_initialize_workgroup_memory: ShaderZeroInitializeWorkgroupMemory
    } [];
    vk::PhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR<'_> {
        shader_subgroup_uniform_control_flow: ShaderSubgroupUniformControlFlow
    } [];
    vk::PhysicalDeviceRobustness2FeaturesEXT<'_> {
        robust_buffer_access2: RobustBufferAccess2, robust_image_access2: RobustImageAccess2, null_descriptor:
        NullDescriptor
    } [];
    vk::PhysicalDeviceImageRobustnessFeatures<'_> { robust_image_access: RobustImageAccess } [];
    vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR<'_> {
        workgroup_memory_explicit_layout: WorkgroupMemoryExplicitLayout,
        workgroup_memory_explicit_layout_scalar_block_layout: WorkgroupMemoryExplicitLayoutScalarBlockLayout,
        workgroup_memory_explicit_layout8_bit_access: WorkgroupMemoryExplicitLayout8BitAccess,
        workgroup_memory_explicit_layout16_bit_access: WorkgroupMemoryExplicitLayout16BitAccess
    } [];
    vk::PhysicalDeviceClusterCullingShaderFeaturesHUAWEI<'_> { clusterculling_shader: ClustercullingShader } [];
    vk::PhysicalDeviceShaderImageAtomicInt64FeaturesEXT<'_> {
        shader_image_int64_atomics: ShaderImageInt64Atomics
    } [];
    vk::PhysicalDeviceFragmentShadingRateFeaturesKHR<'_> {
        pipeline_fragment_shading_rate: PipelineFragmentShadingRate, primitive_fragment_shading_rate:
        PrimitiveFragmentShadingRate, attachment_fragment_shading_rate: AttachmentFragmentShadingRate
    } [];
    vk::PhysicalDeviceShaderTerminateInvocationFeatures<'_> {
        shader_terminate_invocation: ShaderTerminateInvocation
    } [];
    vk::PhysicalDeviceMutableDescriptorTypeFeaturesEXT<'_> { mutable_descriptor_type: MutableDescriptorType } [];
    vk::PhysicalDeviceShaderIntegerDotProductFeatures<'_> { shader_integer_dot_product: ShaderIntegerDotProduct } [];
    vk::PhysicalDeviceFragmentShaderBarycentricFeaturesKHR<'_> {
        fragment_shader_barycentric: FragmentShaderBarycentric
    } [];
    vk::PhysicalDeviceRayTracingMotionBlurFeaturesNV<'_> { ray_tracing_motion_blur: RayTracingMotionBlur } [];
    vk::PhysicalDeviceOpacityMicromapFeaturesEXT<'_> { micromap: Micromap } [];
    vk::PhysicalDeviceShaderEarlyAndLateFragmentTestsFeaturesAMD<'_> {
        shader_early_and_late_fragment_tests: ShaderEarlyAndLateFragmentTests
    } [];
    vk::PhysicalDevicePipelineRobustnessFeaturesEXT<'_> { pipeline_robustness: PipelineRobustness } [];
    vk::PhysicalDeviceImageProcessingFeaturesQCOM<'_> {
        texture_sample_weighted: TextureSampleWeighted, texture_box_filter: TextureBoxFilter,
        texture_block_match: TextureBlockMatch
    } [];
    vk::PhysicalDeviceShaderCoreBuiltinsFeaturesARM<'_> { shader_core_builtins: ShaderCoreBuiltins } [];
    vk::PhysicalDeviceRayTracingInvocationReorderFeaturesNV<'_> {
        ray_tracing_invocation_reorder: RayTracingInvocationReorder
    } [];
    vk::PhysicalDeviceRayTracingPositionFetchFeaturesKHR<'_> {
        ray_tracing_position_fetch: RayTracingPositionFetch
    } [];
    vk::PhysicalDeviceShaderTileImageFeaturesEXT<'_> {
        shader_tile_image_color_read_access: ShaderTileImageColorReadAccess,
        shader_tile_image_depth_read_access: ShaderTileImageDepthReadAccess,
        shader_tile_image_stencil_read_access: ShaderTileImageStencilReadAccess
    } [];
    vk::PhysicalDeviceCooperativeMatrixFeaturesKHR<'_> {
        cooperative_matrix: CooperativeMatrix, cooperative_matrix_robust_buffer_access:
        CooperativeMatrixRobustBufferAccess
    } [];
    vk::PhysicalDeviceShaderEnqueueFeaturesAMDX<'_> { shader_enqueue: ShaderEnqueue } [];
    vk::PhysicalDeviceDynamicRenderingLocalReadFeaturesKHR<'_> {
        dynamic_rendering_local_read: DynamicRenderingLocalRead
    } [];
    vk::PhysicalDeviceImageProcessingPropertiesQCOM<'_> {} [
        max_block_match_region: "maxBlockMatchRegion", max_box_filter_block_size: "maxBoxFilterBlockSize"
    ];
    vk::PhysicalDeviceImageProcessing2FeaturesQCOM<'_> { texture_block_match2: TextureBlockMatch2 } [];
    vk::PhysicalDeviceShaderMaximalReconvergenceFeaturesKHR<'_> {
        shader_maximal_reconvergence: ShaderMaximalReconvergence
    } [];
    vk::PhysicalDeviceShaderSubgroupRotateFeaturesKHR<'_> {
        shader_subgroup_rotate: ShaderSubgroupRotate, shader_subgroup_rotate_clustered:
        ShaderSubgroupRotateClustered
    } [];
    vk::PhysicalDeviceShaderExpectAssumeFeaturesKHR<'_> { shader_expect_assume: ShaderExpectAssume } [];
    vk::PhysicalDeviceShaderFloatControls2FeaturesKHR<'_> { shader_float_controls2: ShaderFloatControls2 } [];
    vk::PhysicalDeviceShaderQuadControlFeaturesKHR<'_> { shader_quad_control: ShaderQuadControl } [];
    vk::PhysicalDeviceShaderAtomicFloat16VectorFeaturesNV<'_> {
        shader_float16_vector_atomics: ShaderFloat16VectorAtomics
    } [];
    vk::PhysicalDeviceRawAccessChainsFeaturesNV<'_> { shader_raw_access_chains: ShaderRawAccessChains } [];
    vk::PhysicalDevicePortabilitySubsetFeaturesKHR<'_> {
        shader_sample_rate_interpolation_functions: ShaderSampleRateInterpolationFunctions,
        tessellation_isolines: TessellationIsolines, tessellation_point_mode: TessellationPointMode
    } [];
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::target::{Driver, Workaround};

    fn characters<const N: usize>(text: &str) -> [core::ffi::c_char; N] {
        let mut characters = [0; N];
        for (character, byte) in characters.iter_mut().zip(text.bytes()) {
            *character = byte as core::ffi::c_char;
        }
        characters
    }

    /// Both structures that have the driver's id describe the same driver as the name on the command line.
    #[test]
    fn the_driver_is_taken_over() {
        let properties = vk::PhysicalDeviceProperties {
            api_version: vk::API_VERSION_1_2,
            driver_version: 101 << 14 | 5590,
            vendor_id: 0x8086,
            device_id: 0x4680,
            device_name: characters("Intel(R) UHD Graphics 770"),
            ..Default::default()
        };
        let driver = vk::PhysicalDeviceDriverProperties {
            driver_id: vk::DriverId::INTEL_PROPRIETARY_WINDOWS,
            driver_info: characters("Intel driver"),
            ..Default::default()
        };
        let newer = vk::PhysicalDeviceVulkan12Properties {
            driver_id: vk::DriverId::INTEL_PROPRIETARY_WINDOWS,
            driver_info: characters("Intel driver"),
            ..Default::default()
        };
        let device = || DeviceDescription::from_properties(&properties);
        let expected = Driver::parse("intel:101.5590").unwrap();
        let expected = expected
            .with_device_id(0x4680)
            .with_device_name("Intel(R) UHD Graphics 770");
        let expected = expected.with_driver_info("Intel driver");
        for target in [device().with(&driver).target(), device().with(&newer).target()] {
            assert_eq!(target.drivers(), core::slice::from_ref(&expected));
            assert!(target.workarounds().contains(Workaround::FloatClamp));
        }
        // Without the driver's id, either of Intel's drivers could be meant.
        let either = device().target();
        assert_eq!(either.drivers()[0].version(), None);
        assert!(either.workarounds().contains(Workaround::FloatClamp));
        assert!(either.workarounds().contains(Workaround::HalfSaturate));
    }
}
