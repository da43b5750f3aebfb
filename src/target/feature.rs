//! Owns the table of Vulkan features and property bits that decide what a shader may contain: name, structure, the
//! version that has it in core, the version that makes it mandatory, the device extensions that bring it before.
//!
//! Knows nothing of SPIR-V. Sources: the Vulkan specification's chapter "Features" with its "Feature Requirements", and
//! "Limits" for the properties that a version requires; `vk.xml` for the structures.

use super::extension::DeviceExtension::{self, *};
use super::version::VulkanVersion;
use super::version::in_vulkan::*;

/// A row of the table.
pub(super) struct Row {
    pub name: &'static str,
    pub structure: &'static str,
    /// The version from which the feature can be had without an extension.
    pub core: Option<VulkanVersion>,
    /// The version from which every implementation must support it.
    pub mandatory: Option<VulkanVersion>,
    /// The device extensions of which any brings it.
    pub extensions: &'static [DeviceExtension],
}

macro_rules! features {
    ($($structure:ident $core:ident {
        $($feature:ident $name:literal $mandatory:ident [$($extension:ident),*];)*
    })*) => {
        /// A Vulkan feature, or a property bit that decides like one, under its own name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Feature {
            $($(
                #[doc = concat!("`VkPhysicalDevice", stringify!($structure), "::", $name, "`")]
                $feature,
            )*)*
        }

        impl Feature {
            /// Every feature, in the order of the table.
            pub const ALL: &'static [Feature] = &[$($(Feature::$feature,)*)*];
        }

        static ROWS: &[Row] = &[$($(
            Row {
                name: $name,
                structure: concat!("VkPhysicalDevice", stringify!($structure)),
                core: $core,
                mandatory: $mandatory,
                extensions: &[$($extension),*],
            },
        )*)*];
    };
}

impl Feature {
    /// The name in Vulkan's spelling: the member of the feature structure (`shaderFloat16`), or the bit of the property
    /// (`VK_SUBGROUP_FEATURE_VOTE_BIT`).
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The structure it is a member of, the newest where there are several: `VkPhysicalDeviceVulkan12Features`.
    pub fn structure(self) -> &'static str {
        self.row().structure
    }

    /// The Vulkan version from which it can be had without a device extension.
    pub fn core_version(self) -> Option<VulkanVersion> {
        self.row().core
    }

    /// The Vulkan version from which every implementation must support it.
    pub fn mandatory_version(self) -> Option<VulkanVersion> {
        self.row().mandatory
    }

    /// The device extensions of which any brings it.
    pub fn extensions(self) -> &'static [DeviceExtension] {
        self.row().extensions
    }

    /// The feature of a name, with or without its structure: `shaderFloat16`,
    /// `VkPhysicalDeviceVulkan12Features::shaderFloat16`.
    pub fn from_name(name: &str) -> Option<Feature> {
        let name = name.rsplit_once("::").map_or(name, |(_, member)| member);
        Feature::ALL.iter().copied().find(|feature| feature.name() == name)
    }

    fn row(self) -> &'static Row {
        // The enum and the table come out of the same list, so the index is always inside.
        &ROWS[self as usize]
    }
}

impl core::fmt::Display for Feature {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

// By structure (without `VkPhysicalDevice`) and the Vulkan version that has it in core, a feature for each line: variant,
// name, mandatory since, [device extensions].
features! {
    // Vulkan 1.0
    Features V1_0 {
        GeometryShader "geometryShader" NONE [];
        TessellationShader "tessellationShader" NONE [];
        ShaderFloat64 "shaderFloat64" NONE [];
        ShaderInt64 "shaderInt64" NONE [];
        ShaderInt16 "shaderInt16" V1_4 [];
        ShaderTessellationAndGeometryPointSize "shaderTessellationAndGeometryPointSize" NONE [];
        ShaderImageGatherExtended "shaderImageGatherExtended" V1_4 [];
        ShaderStorageImageMultisample "shaderStorageImageMultisample" NONE [];
        ShaderUniformBufferArrayDynamicIndexing "shaderUniformBufferArrayDynamicIndexing" V1_4 [];
        ShaderSampledImageArrayDynamicIndexing "shaderSampledImageArrayDynamicIndexing" V1_4 [];
        ShaderStorageBufferArrayDynamicIndexing "shaderStorageBufferArrayDynamicIndexing" V1_4 [];
        ShaderStorageImageArrayDynamicIndexing "shaderStorageImageArrayDynamicIndexing" V1_4 [];
        ShaderClipDistance "shaderClipDistance" NONE [];
        ShaderCullDistance "shaderCullDistance" NONE [];
        ImageCubeArray "imageCubeArray" V1_4 [];
        SampleRateShading "sampleRateShading" V1_4 [];
        ShaderResourceResidency "shaderResourceResidency" NONE [];
        ShaderResourceMinLod "shaderResourceMinLod" NONE [];
        ShaderStorageImageReadWithoutFormat "shaderStorageImageReadWithoutFormat" NONE [];
        ShaderStorageImageWriteWithoutFormat "shaderStorageImageWriteWithoutFormat" NONE [];
        MultiViewport "multiViewport" NONE [];
        RobustBufferAccess "robustBufferAccess" V1_0 [];
        VertexPipelineStoresAndAtomics "vertexPipelineStoresAndAtomics" NONE [];
        FragmentStoresAndAtomics "fragmentStoresAndAtomics" V1_4 [];
        DualSrcBlend "dualSrcBlend" NONE [];
        ShaderStorageImageExtendedFormats "shaderStorageImageExtendedFormats" V1_4 [];
    }
    // Vulkan 1.1
    Vulkan11Features V1_1 {
        ShaderDrawParameters "shaderDrawParameters" NONE [VK_KHR_shader_draw_parameters];
        Multiview "multiview" V1_1 [VK_KHR_multiview];
        VariablePointersStorageBuffer "variablePointersStorageBuffer" V1_4 [VK_KHR_variable_pointers];
        VariablePointers "variablePointers" V1_4 [VK_KHR_variable_pointers];
        StorageBuffer16BitAccess "storageBuffer16BitAccess" V1_4 [VK_KHR_16bit_storage];
        UniformAndStorageBuffer16BitAccess "uniformAndStorageBuffer16BitAccess" NONE [VK_KHR_16bit_storage];
        StoragePushConstant16 "storagePushConstant16" NONE [VK_KHR_16bit_storage];
        StorageInputOutput16 "storageInputOutput16" NONE [VK_KHR_16bit_storage];
        MultiviewGeometryShader "multiviewGeometryShader" NONE [VK_KHR_multiview];
        MultiviewTessellationShader "multiviewTessellationShader" NONE [VK_KHR_multiview];
    }
    Vulkan11Properties V1_1 {
        SubgroupBasic "VK_SUBGROUP_FEATURE_BASIC_BIT" V1_1 [];
        SubgroupVote "VK_SUBGROUP_FEATURE_VOTE_BIT" NONE [];
        SubgroupArithmetic "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT" NONE [];
        SubgroupBallot "VK_SUBGROUP_FEATURE_BALLOT_BIT" NONE [];
        SubgroupShuffle "VK_SUBGROUP_FEATURE_SHUFFLE_BIT" NONE [];
        SubgroupShuffleRelative "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT" NONE [];
        SubgroupClustered "VK_SUBGROUP_FEATURE_CLUSTERED_BIT" NONE [];
        SubgroupQuad "VK_SUBGROUP_FEATURE_QUAD_BIT" NONE [];
        SubgroupQuadOperationsInAllStages "subgroupQuadOperationsInAllStages" NONE [];
    }
    // Vulkan 1.2
    Vulkan12Features V1_2 {
        ShaderBufferInt64Atomics "shaderBufferInt64Atomics" NONE [VK_KHR_shader_atomic_int64];
        ShaderSharedInt64Atomics "shaderSharedInt64Atomics" NONE [VK_KHR_shader_atomic_int64];
        ShaderOutputViewportIndex "shaderOutputViewportIndex" NONE [];
        ShaderOutputLayer "shaderOutputLayer" NONE [];
        RuntimeDescriptorArray "runtimeDescriptorArray" NONE [VK_EXT_descriptor_indexing];
        ShaderInputAttachmentArrayDynamicIndexing "shaderInputAttachmentArrayDynamicIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderUniformTexelBufferArrayDynamicIndexing "shaderUniformTexelBufferArrayDynamicIndexing" V1_4 [VK_EXT_descriptor_indexing];
        ShaderStorageTexelBufferArrayDynamicIndexing "shaderStorageTexelBufferArrayDynamicIndexing" V1_4 [VK_EXT_descriptor_indexing];
        ShaderUniformBufferArrayNonUniformIndexing "shaderUniformBufferArrayNonUniformIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderSampledImageArrayNonUniformIndexing "shaderSampledImageArrayNonUniformIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderStorageBufferArrayNonUniformIndexing "shaderStorageBufferArrayNonUniformIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderStorageImageArrayNonUniformIndexing "shaderStorageImageArrayNonUniformIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderInputAttachmentArrayNonUniformIndexing "shaderInputAttachmentArrayNonUniformIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderUniformTexelBufferArrayNonUniformIndexing "shaderUniformTexelBufferArrayNonUniformIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderStorageTexelBufferArrayNonUniformIndexing "shaderStorageTexelBufferArrayNonUniformIndexing" NONE [VK_EXT_descriptor_indexing];
        ShaderFloat16 "shaderFloat16" NONE [VK_KHR_shader_float16_int8];
        ShaderInt8 "shaderInt8" V1_4 [VK_KHR_shader_float16_int8];
        StorageBuffer8BitAccess "storageBuffer8BitAccess" V1_4 [VK_KHR_8bit_storage];
        UniformAndStorageBuffer8BitAccess "uniformAndStorageBuffer8BitAccess" NONE [VK_KHR_8bit_storage];
        StoragePushConstant8 "storagePushConstant8" NONE [VK_KHR_8bit_storage];
        VulkanMemoryModel "vulkanMemoryModel" V1_3 [VK_KHR_vulkan_memory_model];
        VulkanMemoryModelDeviceScope "vulkanMemoryModelDeviceScope" V1_3 [VK_KHR_vulkan_memory_model];
        BufferDeviceAddress "bufferDeviceAddress" V1_3 [VK_KHR_buffer_device_address, VK_EXT_buffer_device_address];
        DescriptorIndexing "descriptorIndexing" NONE [VK_EXT_descriptor_indexing];
        UniformBufferStandardLayout "uniformBufferStandardLayout" V1_2 [VK_KHR_uniform_buffer_standard_layout];
        ScalarBlockLayout "scalarBlockLayout" V1_4 [VK_EXT_scalar_block_layout];
        ShaderSubgroupExtendedTypes "shaderSubgroupExtendedTypes" V1_2 [VK_KHR_shader_subgroup_extended_types];
        SubgroupBroadcastDynamicId "subgroupBroadcastDynamicId" V1_2 [];
        VulkanMemoryModelAvailabilityVisibilityChains "vulkanMemoryModelAvailabilityVisibilityChains" NONE [VK_KHR_vulkan_memory_model];
    }
    Vulkan12Properties V1_2 {
        ShaderDenormPreserveFloat16 "shaderDenormPreserveFloat16" NONE [VK_KHR_shader_float_controls];
        ShaderDenormPreserveFloat32 "shaderDenormPreserveFloat32" NONE [VK_KHR_shader_float_controls];
        ShaderDenormPreserveFloat64 "shaderDenormPreserveFloat64" NONE [VK_KHR_shader_float_controls];
        ShaderDenormFlushToZeroFloat16 "shaderDenormFlushToZeroFloat16" NONE [VK_KHR_shader_float_controls];
        ShaderDenormFlushToZeroFloat32 "shaderDenormFlushToZeroFloat32" NONE [VK_KHR_shader_float_controls];
        ShaderDenormFlushToZeroFloat64 "shaderDenormFlushToZeroFloat64" NONE [VK_KHR_shader_float_controls];
        ShaderSignedZeroInfNanPreserveFloat16 "shaderSignedZeroInfNanPreserveFloat16" V1_4 [VK_KHR_shader_float_controls];
        ShaderSignedZeroInfNanPreserveFloat32 "shaderSignedZeroInfNanPreserveFloat32" V1_4 [VK_KHR_shader_float_controls];
        ShaderSignedZeroInfNanPreserveFloat64 "shaderSignedZeroInfNanPreserveFloat64" NONE [VK_KHR_shader_float_controls];
        ShaderRoundingModeRTEFloat16 "shaderRoundingModeRTEFloat16" NONE [VK_KHR_shader_float_controls];
        ShaderRoundingModeRTEFloat32 "shaderRoundingModeRTEFloat32" NONE [VK_KHR_shader_float_controls];
        ShaderRoundingModeRTEFloat64 "shaderRoundingModeRTEFloat64" NONE [VK_KHR_shader_float_controls];
        ShaderRoundingModeRTZFloat16 "shaderRoundingModeRTZFloat16" NONE [VK_KHR_shader_float_controls];
        ShaderRoundingModeRTZFloat32 "shaderRoundingModeRTZFloat32" NONE [VK_KHR_shader_float_controls];
        ShaderRoundingModeRTZFloat64 "shaderRoundingModeRTZFloat64" NONE [VK_KHR_shader_float_controls];
    }
    // Vulkan 1.3
    Vulkan13Features V1_3 {
        ShaderDemoteToHelperInvocation "shaderDemoteToHelperInvocation" V1_3 [VK_EXT_shader_demote_to_helper_invocation];
        ShaderIntegerDotProduct "shaderIntegerDotProduct" V1_3 [VK_KHR_shader_integer_dot_product];
        RobustImageAccess "robustImageAccess" V1_3 [VK_EXT_image_robustness];
        ShaderTerminateInvocation "shaderTerminateInvocation" V1_3 [VK_KHR_shader_terminate_invocation];
        ShaderZeroInitializeWorkgroupMemory "shaderZeroInitializeWorkgroupMemory" V1_3 [VK_KHR_zero_initialize_workgroup_memory];
        Maintenance4 "maintenance4" V1_3 [VK_KHR_maintenance4];
        SubgroupSizeControl "subgroupSizeControl" V1_3 [VK_EXT_subgroup_size_control];
        ComputeFullSubgroups "computeFullSubgroups" V1_3 [VK_EXT_subgroup_size_control];
    }
    // Vulkan 1.4
    Vulkan14Features V1_4 {
        ShaderSubgroupRotate "shaderSubgroupRotate" V1_4 [VK_KHR_shader_subgroup_rotate];
        ShaderExpectAssume "shaderExpectAssume" V1_4 [VK_KHR_shader_expect_assume];
        ShaderFloatControls2 "shaderFloatControls2" V1_4 [VK_KHR_shader_float_controls2];
        ShaderSubgroupRotateClustered "shaderSubgroupRotateClustered" V1_4 [VK_KHR_shader_subgroup_rotate];
        Maintenance5 "maintenance5" V1_4 [VK_KHR_maintenance5];
        PipelineRobustness "pipelineRobustness" V1_4 [VK_EXT_pipeline_robustness];
    }
    // Device extensions
    AccelerationStructureFeaturesKHR NONE {
        AccelerationStructure "accelerationStructure" NONE [VK_KHR_acceleration_structure];
    }
    ComputeShaderDerivativesFeaturesKHR NONE {
        ComputeDerivativeGroupQuads "computeDerivativeGroupQuads" NONE [VK_KHR_compute_shader_derivatives, VK_NV_compute_shader_derivatives];
        ComputeDerivativeGroupLinear "computeDerivativeGroupLinear" NONE [VK_KHR_compute_shader_derivatives, VK_NV_compute_shader_derivatives];
    }
    CooperativeMatrixFeaturesKHR NONE {
        CooperativeMatrix "cooperativeMatrix" NONE [VK_KHR_cooperative_matrix];
        CooperativeMatrixRobustBufferAccess "cooperativeMatrixRobustBufferAccess" NONE [VK_KHR_cooperative_matrix];
    }
    FragmentShaderBarycentricFeaturesKHR NONE {
        FragmentShaderBarycentric "fragmentShaderBarycentric" NONE [VK_KHR_fragment_shader_barycentric, VK_NV_fragment_shader_barycentric];
    }
    FragmentShadingRateFeaturesKHR NONE {
        PipelineFragmentShadingRate "pipelineFragmentShadingRate" NONE [VK_KHR_fragment_shading_rate];
        PrimitiveFragmentShadingRate "primitiveFragmentShadingRate" NONE [VK_KHR_fragment_shading_rate];
        AttachmentFragmentShadingRate "attachmentFragmentShadingRate" NONE [VK_KHR_fragment_shading_rate];
    }
    Maintenance8FeaturesKHR NONE {
        Maintenance8 "maintenance8" NONE [VK_KHR_maintenance8];
    }
    Maintenance9FeaturesKHR NONE {
        Maintenance9 "maintenance9" NONE [VK_KHR_maintenance9];
    }
    OpacityMicromapFeaturesKHR NONE {
        Micromap "micromap" NONE [VK_KHR_opacity_micromap];
    }
    RayQueryFeaturesKHR NONE {
        RayQuery "rayQuery" NONE [VK_KHR_ray_query];
    }
    RayTracingMaintenance1FeaturesKHR NONE {
        RayTracingMaintenance1 "rayTracingMaintenance1" NONE [VK_KHR_ray_tracing_maintenance1];
    }
    RayTracingPipelineFeaturesKHR NONE {
        RayTracingPipeline "rayTracingPipeline" NONE [VK_KHR_ray_tracing_pipeline];
        RayTraversalPrimitiveCulling "rayTraversalPrimitiveCulling" NONE [VK_KHR_ray_tracing_pipeline];
    }
    RayTracingPositionFetchFeaturesKHR NONE {
        RayTracingPositionFetch "rayTracingPositionFetch" NONE [VK_KHR_ray_tracing_position_fetch];
    }
    Robustness2FeaturesKHR NONE {
        RobustBufferAccess2 "robustBufferAccess2" NONE [VK_KHR_robustness2, VK_EXT_robustness2];
        RobustImageAccess2 "robustImageAccess2" NONE [VK_KHR_robustness2, VK_EXT_robustness2];
        NullDescriptor "nullDescriptor" NONE [VK_KHR_robustness2, VK_EXT_robustness2];
    }
    ShaderAbortFeaturesKHR NONE {
        ShaderAbort "shaderAbort" NONE [VK_KHR_shader_abort];
    }
    ShaderBfloat16FeaturesKHR NONE {
        ShaderBFloat16Type "shaderBFloat16Type" NONE [VK_KHR_shader_bfloat16];
        ShaderBFloat16DotProduct "shaderBFloat16DotProduct" NONE [VK_KHR_shader_bfloat16];
        ShaderBFloat16CooperativeMatrix "shaderBFloat16CooperativeMatrix" NONE [VK_KHR_shader_bfloat16];
    }
    ShaderClockFeaturesKHR NONE {
        ShaderSubgroupClock "shaderSubgroupClock" NONE [VK_KHR_shader_clock];
        ShaderDeviceClock "shaderDeviceClock" NONE [VK_KHR_shader_clock];
    }
    ShaderConstantDataFeaturesKHR NONE {
        ShaderConstantData "shaderConstantData" NONE [VK_KHR_shader_constant_data];
    }
    ShaderFmaFeaturesKHR NONE {
        ShaderFmaFloat16 "shaderFmaFloat16" NONE [VK_KHR_shader_fma];
        ShaderFmaFloat32 "shaderFmaFloat32" NONE [VK_KHR_shader_fma];
        ShaderFmaFloat64 "shaderFmaFloat64" NONE [VK_KHR_shader_fma];
    }
    ShaderMaximalReconvergenceFeaturesKHR NONE {
        ShaderMaximalReconvergence "shaderMaximalReconvergence" NONE [VK_KHR_shader_maximal_reconvergence];
    }
    ShaderQuadControlFeaturesKHR NONE {
        ShaderQuadControl "shaderQuadControl" NONE [VK_KHR_shader_quad_control];
    }
    ShaderRelaxedExtendedInstructionFeaturesKHR NONE {
        ShaderRelaxedExtendedInstruction "shaderRelaxedExtendedInstruction" NONE [VK_KHR_shader_relaxed_extended_instruction];
    }
    ShaderSubgroupUniformControlFlowFeaturesKHR NONE {
        ShaderSubgroupUniformControlFlow "shaderSubgroupUniformControlFlow" NONE [VK_KHR_shader_subgroup_uniform_control_flow];
    }
    ShaderUntypedPointersFeaturesKHR NONE {
        ShaderUntypedPointers "shaderUntypedPointers" NONE [VK_KHR_shader_untyped_pointers];
    }
    WorkgroupMemoryExplicitLayoutFeaturesKHR NONE {
        WorkgroupMemoryExplicitLayout "workgroupMemoryExplicitLayout" NONE [VK_KHR_workgroup_memory_explicit_layout];
        WorkgroupMemoryExplicitLayout8BitAccess "workgroupMemoryExplicitLayout8BitAccess" NONE [VK_KHR_workgroup_memory_explicit_layout];
        WorkgroupMemoryExplicitLayout16BitAccess "workgroupMemoryExplicitLayout16BitAccess" NONE [VK_KHR_workgroup_memory_explicit_layout];
        WorkgroupMemoryExplicitLayoutScalarBlockLayout "workgroupMemoryExplicitLayoutScalarBlockLayout" NONE [VK_KHR_workgroup_memory_explicit_layout];
    }
    CooperativeMatrixMaintenance1FeaturesEXT NONE {
        CooperativeMatrixGetCoordinate "cooperativeMatrixGetCoordinate" NONE [VK_EXT_cooperative_matrix_maintenance1];
        CooperativeMatrixProperties2 "cooperativeMatrixProperties2" NONE [VK_EXT_cooperative_matrix_maintenance1];
    }
    DescriptorHeapFeaturesEXT NONE {
        DescriptorHeap "descriptorHeap" NONE [VK_EXT_descriptor_heap];
    }
    FragmentDensityMapFeaturesEXT NONE {
        FragmentDensityMap "fragmentDensityMap" NONE [VK_EXT_fragment_density_map];
    }
    FragmentShaderInterlockFeaturesEXT NONE {
        FragmentShaderSampleInterlock "fragmentShaderSampleInterlock" NONE [VK_EXT_fragment_shader_interlock];
        FragmentShaderPixelInterlock "fragmentShaderPixelInterlock" NONE [VK_EXT_fragment_shader_interlock];
        FragmentShaderShadingRateInterlock "fragmentShaderShadingRateInterlock" NONE [VK_EXT_fragment_shader_interlock];
    }
    MeshShaderFeaturesEXT NONE {
        MeshShader "meshShader" NONE [VK_EXT_mesh_shader];
        TaskShader "taskShader" NONE [VK_EXT_mesh_shader];
        MultiviewMeshShader "multiviewMeshShader" NONE [VK_EXT_mesh_shader];
        PrimitiveFragmentShadingRateMeshShader "primitiveFragmentShadingRateMeshShader" NONE [VK_EXT_mesh_shader];
    }
    RayTracingInvocationReorderFeaturesEXT NONE {
        RayTracingInvocationReorder "rayTracingInvocationReorder" NONE [VK_EXT_ray_tracing_invocation_reorder, VK_NV_ray_tracing_invocation_reorder];
    }
    Shader64BitIndexingFeaturesEXT NONE {
        Shader64BitIndexing "shader64BitIndexing" NONE [VK_EXT_shader_64bit_indexing];
    }
    ShaderAtomicFloatFeaturesEXT NONE {
        ShaderBufferFloat32AtomicAdd "shaderBufferFloat32AtomicAdd" NONE [VK_EXT_shader_atomic_float];
        ShaderSharedFloat32AtomicAdd "shaderSharedFloat32AtomicAdd" NONE [VK_EXT_shader_atomic_float];
        ShaderImageFloat32AtomicAdd "shaderImageFloat32AtomicAdd" NONE [VK_EXT_shader_atomic_float];
        ShaderBufferFloat64AtomicAdd "shaderBufferFloat64AtomicAdd" NONE [VK_EXT_shader_atomic_float];
        ShaderSharedFloat64AtomicAdd "shaderSharedFloat64AtomicAdd" NONE [VK_EXT_shader_atomic_float];
        ShaderBufferFloat32Atomics "shaderBufferFloat32Atomics" NONE [VK_EXT_shader_atomic_float];
        ShaderBufferFloat64Atomics "shaderBufferFloat64Atomics" NONE [VK_EXT_shader_atomic_float];
        ShaderSharedFloat32Atomics "shaderSharedFloat32Atomics" NONE [VK_EXT_shader_atomic_float];
        ShaderSharedFloat64Atomics "shaderSharedFloat64Atomics" NONE [VK_EXT_shader_atomic_float];
        ShaderImageFloat32Atomics "shaderImageFloat32Atomics" NONE [VK_EXT_shader_atomic_float];
    }
    ShaderAtomicFloat2FeaturesEXT NONE {
        ShaderBufferFloat16AtomicAdd "shaderBufferFloat16AtomicAdd" NONE [VK_EXT_shader_atomic_float2];
        ShaderSharedFloat16AtomicAdd "shaderSharedFloat16AtomicAdd" NONE [VK_EXT_shader_atomic_float2];
        ShaderBufferFloat16AtomicMinMax "shaderBufferFloat16AtomicMinMax" NONE [VK_EXT_shader_atomic_float2];
        ShaderSharedFloat16AtomicMinMax "shaderSharedFloat16AtomicMinMax" NONE [VK_EXT_shader_atomic_float2];
        ShaderBufferFloat32AtomicMinMax "shaderBufferFloat32AtomicMinMax" NONE [VK_EXT_shader_atomic_float2];
        ShaderSharedFloat32AtomicMinMax "shaderSharedFloat32AtomicMinMax" NONE [VK_EXT_shader_atomic_float2];
        ShaderImageFloat32AtomicMinMax "shaderImageFloat32AtomicMinMax" NONE [VK_EXT_shader_atomic_float2];
        ShaderBufferFloat64AtomicMinMax "shaderBufferFloat64AtomicMinMax" NONE [VK_EXT_shader_atomic_float2];
        ShaderSharedFloat64AtomicMinMax "shaderSharedFloat64AtomicMinMax" NONE [VK_EXT_shader_atomic_float2];
        ShaderBufferFloat16Atomics "shaderBufferFloat16Atomics" NONE [VK_EXT_shader_atomic_float2];
        ShaderSharedFloat16Atomics "shaderSharedFloat16Atomics" NONE [VK_EXT_shader_atomic_float2];
    }
    ShaderFloat8FeaturesEXT NONE {
        ShaderFloat8 "shaderFloat8" NONE [VK_EXT_shader_float8];
        ShaderFloat8CooperativeMatrix "shaderFloat8CooperativeMatrix" NONE [VK_EXT_shader_float8];
    }
    ShaderImageAtomicInt64FeaturesEXT NONE {
        ShaderImageInt64Atomics "shaderImageInt64Atomics" NONE [VK_EXT_shader_image_atomic_int64];
    }
    ShaderLongVectorFeaturesEXT NONE {
        LongVector "longVector" NONE [VK_EXT_shader_long_vector];
    }
    ShaderOCPMicroscalingTypesFeaturesEXT NONE {
        ShaderFloat4 "shaderFloat4" NONE [VK_EXT_shader_ocp_microscaling_types];
        ShaderFloat6 "shaderFloat6" NONE [VK_EXT_shader_ocp_microscaling_types];
        ShaderFloat8UnsignedE8M0 "shaderFloat8UnsignedE8M0" NONE [VK_EXT_shader_ocp_microscaling_types];
        ShaderMXInt8 "shaderMXInt8" NONE [VK_EXT_shader_ocp_microscaling_types];
    }
    ShaderReplicatedCompositesFeaturesEXT NONE {
        ShaderReplicatedComposites "shaderReplicatedComposites" NONE [VK_EXT_shader_replicated_composites];
    }
    ShaderSplitBarrierFeaturesEXT NONE {
        ShaderSplitBarrier "shaderSplitBarrier" NONE [VK_EXT_shader_split_barrier];
    }
    ShaderSubgroupPartitionedFeaturesEXT NONE {
        ShaderSubgroupPartitioned "shaderSubgroupPartitioned" NONE [VK_EXT_shader_subgroup_partitioned];
    }
    MutableDescriptorTypeFeaturesEXT NONE {
        MutableDescriptorType "mutableDescriptorType" NONE [VK_EXT_mutable_descriptor_type, VK_VALVE_mutable_descriptor_type];
    }
    ShaderTileImageFeaturesEXT NONE {
        ShaderTileImageColorReadAccess "shaderTileImageColorReadAccess" NONE [VK_EXT_shader_tile_image];
        ShaderTileImageDepthReadAccess "shaderTileImageDepthReadAccess" NONE [VK_EXT_shader_tile_image];
        ShaderTileImageStencilReadAccess "shaderTileImageStencilReadAccess" NONE [VK_EXT_shader_tile_image];
    }
    ShaderUniformBufferUnsizedArrayFeaturesEXT NONE {
        ShaderUniformBufferUnsizedArray "shaderUniformBufferUnsizedArray" NONE [VK_EXT_shader_uniform_buffer_unsized_array];
    }
    TransformFeedbackFeaturesEXT NONE {
        TransformFeedback "transformFeedback" NONE [VK_EXT_transform_feedback];
        GeometryStreams "geometryStreams" NONE [VK_EXT_transform_feedback];
    }
    ShaderEnqueueFeaturesAMDX NONE {
        ShaderEnqueue "shaderEnqueue" NONE [VK_AMDX_shader_enqueue];
    }
    ShaderEarlyAndLateFragmentTestsFeaturesAMD NONE {
        ShaderEarlyAndLateFragmentTests "shaderEarlyAndLateFragmentTests" NONE [VK_AMD_shader_early_and_late_fragment_tests];
    }
    DataGraphFeaturesARM NONE {
        DataGraph "dataGraph" NONE [VK_ARM_data_graph];
    }
    ShaderCoreBuiltinsFeaturesARM NONE {
        ShaderCoreBuiltins "shaderCoreBuiltins" NONE [VK_ARM_shader_core_builtins];
    }
    TensorFeaturesARM NONE {
        ShaderTensorAccess "shaderTensorAccess" NONE [VK_ARM_tensors];
        ShaderStorageTensorArrayDynamicIndexing "shaderStorageTensorArrayDynamicIndexing" NONE [VK_ARM_tensors];
        ShaderStorageTensorArrayNonUniformIndexing "shaderStorageTensorArrayNonUniformIndexing" NONE [VK_ARM_tensors];
    }
    ClusterCullingShaderFeaturesHUAWEI NONE {
        ClustercullingShader "clustercullingShader" NONE [VK_HUAWEI_cluster_culling_shader];
    }
    ShaderIntegerFunctions2FeaturesINTEL NONE {
        ShaderIntegerFunctions2 "shaderIntegerFunctions2" NONE [VK_INTEL_shader_integer_functions2];
    }
    ClusterAccelerationStructureFeaturesNV NONE {
        ClusterAccelerationStructure "clusterAccelerationStructure" NONE [VK_NV_cluster_acceleration_structure];
    }
    CooperativeMatrixFeaturesNV NONE {
        CooperativeMatrixNV "cooperativeMatrixNV" NONE [VK_NV_cooperative_matrix];
    }
    CooperativeMatrix2FeaturesNV NONE {
        CooperativeMatrixWorkgroupScope "cooperativeMatrixWorkgroupScope" NONE [VK_NV_cooperative_matrix2];
        CooperativeMatrixFlexibleDimensions "cooperativeMatrixFlexibleDimensions" NONE [VK_NV_cooperative_matrix2];
        CooperativeMatrixTensorAddressing "cooperativeMatrixTensorAddressing" NONE [VK_NV_cooperative_matrix2];
        CooperativeMatrixReductions "cooperativeMatrixReductions" NONE [VK_NV_cooperative_matrix2, VK_EXT_cooperative_matrix_maintenance1];
        CooperativeMatrixConversions "cooperativeMatrixConversions" NONE [VK_NV_cooperative_matrix2, VK_EXT_cooperative_matrix_maintenance1];
        CooperativeMatrixPerElementOperations "cooperativeMatrixPerElementOperations" NONE [VK_NV_cooperative_matrix2, VK_EXT_cooperative_matrix_maintenance1];
        CooperativeMatrixBlockLoads "cooperativeMatrixBlockLoads" NONE [VK_NV_cooperative_matrix2];
    }
    CooperativeMatrixDecodeVectorFeaturesNV NONE {
        CooperativeMatrixDecodeVector "cooperativeMatrixDecodeVector" NONE [VK_NV_cooperative_matrix_decode_vector];
    }
    CooperativeVectorFeaturesNV NONE {
        CooperativeVector "cooperativeVector" NONE [VK_NV_cooperative_vector];
        CooperativeVectorTraining "cooperativeVectorTraining" NONE [VK_NV_cooperative_vector];
    }
    PushConstantBankFeaturesNV NONE {
        PushConstantBank "pushConstantBank" NONE [VK_NV_push_constant_bank];
    }
    RawAccessChainsFeaturesNV NONE {
        ShaderRawAccessChains "shaderRawAccessChains" NONE [VK_NV_raw_access_chains];
    }
    RayTracingLinearSweptSpheresFeaturesNV NONE {
        Spheres "spheres" NONE [VK_NV_ray_tracing_linear_swept_spheres];
        LinearSweptSpheres "linearSweptSpheres" NONE [VK_NV_ray_tracing_linear_swept_spheres];
    }
    RayTracingMotionBlurFeaturesNV NONE {
        RayTracingMotionBlur "rayTracingMotionBlur" NONE [VK_NV_ray_tracing_motion_blur];
    }
    ShaderAtomicFloat16VectorFeaturesNV NONE {
        ShaderFloat16VectorAtomics "shaderFloat16VectorAtomics" NONE [VK_NV_shader_atomic_float16_vector];
    }
    ShaderImageFootprintFeaturesNV NONE {
        ImageFootprint "imageFootprint" NONE [VK_NV_shader_image_footprint];
    }
    ShaderSMBuiltinsFeaturesNV NONE {
        ShaderSMBuiltins "shaderSMBuiltins" NONE [VK_NV_shader_sm_builtins];
    }
    Vulkan11Properties NONE {
        SubgroupPartitioned "VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV" NONE [VK_NV_shader_subgroup_partitioned];
    }
    ShadingRateImageFeaturesNV NONE {
        ShadingRateImage "shadingRateImage" NONE [VK_NV_shading_rate_image];
    }
    CooperativeMatrixConversionFeaturesQCOM NONE {
        CooperativeMatrixConversion "cooperativeMatrixConversion" NONE [VK_QCOM_cooperative_matrix_conversion];
    }
    ImageProcessingFeaturesQCOM NONE {
        TextureSampleWeighted "textureSampleWeighted" NONE [VK_QCOM_image_processing];
        TextureBoxFilter "textureBoxFilter" NONE [VK_QCOM_image_processing];
        TextureBlockMatch "textureBlockMatch" NONE [VK_QCOM_image_processing];
    }
    ImageProcessing2FeaturesQCOM NONE {
        TextureBlockMatch2 "textureBlockMatch2" NONE [VK_QCOM_image_processing2];
    }
    ImageProcessing3FeaturesQCOM NONE {
        ImageGatherLinear "imageGatherLinear" NONE [VK_QCOM_image_processing3];
        ImageGatherExtendedModes "imageGatherExtendedModes" NONE [VK_QCOM_image_processing3];
    }
    ShaderMultipleWaitQueuesFeaturesQCOM NONE {
        ShaderMultipleWaitQueues "shaderMultipleWaitQueues" NONE [VK_QCOM_shader_multiple_wait_queues];
    }
    TileShadingFeaturesQCOM NONE {
        TileShading "tileShading" NONE [VK_QCOM_tile_shading];
    }
    ShaderMixedFloatDotProductFeaturesVALVE NONE {
        ShaderMixedFloatDotProductFloat16AccFloat32 "shaderMixedFloatDotProductFloat16AccFloat32" NONE [VK_VALVE_shader_mixed_float_dot_product];
        ShaderMixedFloatDotProductFloat16AccFloat16 "shaderMixedFloatDotProductFloat16AccFloat16" NONE [VK_VALVE_shader_mixed_float_dot_product];
        ShaderMixedFloatDotProductBFloat16Acc "shaderMixedFloatDotProductBFloat16Acc" NONE [VK_VALVE_shader_mixed_float_dot_product];
        ShaderMixedFloatDotProductFloat8AccFloat32 "shaderMixedFloatDotProductFloat8AccFloat32" NONE [VK_VALVE_shader_mixed_float_dot_product];
    }
}
