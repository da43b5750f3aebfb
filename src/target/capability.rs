//! Owns the table of SPIR-V capabilities: the SPIR-V version that has each in core, the SPIR-V extensions that bring it
//! before, and the features, device extensions or core versions of Vulkan that permit it.
//!
//! Knows nothing of a particular target. Sources: "Vulkan Environment for SPIR-V", table of SPIR-V capabilities; SPIR-V
//! §3.31 for versions and extensions. A capability without a last column is not permitted in Vulkan.

use super::extension::DeviceExtension::{self, *};
use super::extension::SpirvExtension::{self, *};
use super::feature::Feature::{self, *};
use super::version::in_spirv::*;
use super::version::{SpirvVersion, VulkanVersion};
use spirv::Capability;

/// What permits a capability in Vulkan, any one of a row's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// A version of Vulkan permits it by itself.
    Core(VulkanVersion),
    /// A feature is enabled, or a property supported.
    Has(Feature),
    /// A device extension is enabled.
    Via(DeviceExtension),
}

use Need::{Has, Via};
const VULKAN_1_0: Need = Need::Core(VulkanVersion::V1_0);
const VULKAN_1_1: Need = Need::Core(VulkanVersion::V1_1);
const VULKAN_1_2: Need = Need::Core(VulkanVersion::V1_2);
const VULKAN_1_3: Need = Need::Core(VulkanVersion::V1_3);

/// A row of the table.
pub(super) struct Row {
    pub capability: Capability,
    pub core: Option<SpirvVersion>,
    pub extensions: &'static [SpirvExtension],
    pub needs: &'static [Need],
}

macro_rules! capabilities {
    ($($capability:ident $core:ident [$($extension:ident),*] [$($need:expr),*];)*) => {
        pub(super) static ROWS: &[Row] = &[$(
            Row {
                capability: Capability::$capability,
                core: $core,
                extensions: &[$($extension),*],
                needs: &[$($need),*],
            },
        )*];
    };
}

/// The row of a capability. The table has one for every capability of the `spirv` crate, in the order of their numbers.
pub(super) fn row(capability: Capability) -> Option<&'static Row> {
    let index = ROWS
        .binary_search_by_key(&(capability as u32), |row| row.capability as u32)
        .ok()?;
    ROWS.get(index)
}

impl Feature {
    /// The SPIR-V capabilities that the feature permits, in the order of their numbers.
    pub fn capabilities(self) -> impl Iterator<Item = Capability> {
        ROWS.iter()
            .filter(move |row| row.needs.contains(&Has(self)))
            .map(|row| row.capability)
    }
}

// A capability for each line: name, core in SPIR-V, [SPIR-V extensions before], [any of in Vulkan].
capabilities! {
    Matrix V1_0 [] [VULKAN_1_0];
    Shader V1_0 [] [VULKAN_1_0];
    Geometry V1_0 [] [Has(GeometryShader)];
    Tessellation V1_0 [] [Has(TessellationShader)];
    Addresses V1_0 [] [];
    Linkage V1_0 [] [];
    Kernel V1_0 [] [];
    Vector16 V1_0 [] [];
    Float16Buffer V1_0 [] [];
    Float16 V1_0 [] [Has(ShaderFloat16), Via(VK_AMD_gpu_shader_half_float)];
    Float64 V1_0 [] [Has(ShaderFloat64)];
    Int64 V1_0 [] [Has(ShaderInt64)];
    Int64Atomics V1_0 [] [Has(ShaderBufferInt64Atomics), Has(ShaderSharedInt64Atomics), Has(ShaderImageInt64Atomics)];
    ImageBasic V1_0 [] [];
    ImageReadWrite V1_0 [] [];
    ImageMipmap V1_0 [] [];
    Pipes V1_0 [] [];
    Groups V1_0 [] [];
    DeviceEnqueue V1_0 [] [];
    LiteralSampler V1_0 [] [];
    AtomicStorage V1_0 [] [];
    Int16 V1_0 [] [Has(ShaderInt16)];
    TessellationPointSize V1_0 [] [Has(ShaderTessellationAndGeometryPointSize)];
    GeometryPointSize V1_0 [] [Has(ShaderTessellationAndGeometryPointSize)];
    ImageGatherExtended V1_0 [] [Has(ShaderImageGatherExtended)];
    StorageImageMultisample V1_0 [] [Has(ShaderStorageImageMultisample)];
    UniformBufferArrayDynamicIndexing V1_0 [] [Has(ShaderUniformBufferArrayDynamicIndexing)];
    SampledImageArrayDynamicIndexing V1_0 [] [Has(ShaderSampledImageArrayDynamicIndexing)];
    StorageBufferArrayDynamicIndexing V1_0 [] [Has(ShaderStorageBufferArrayDynamicIndexing)];
    StorageImageArrayDynamicIndexing V1_0 [] [Has(ShaderStorageImageArrayDynamicIndexing)];
    ClipDistance V1_0 [] [Has(ShaderClipDistance)];
    CullDistance V1_0 [] [Has(ShaderCullDistance)];
    ImageCubeArray V1_0 [] [Has(ImageCubeArray)];
    SampleRateShading V1_0 [] [Has(SampleRateShading)];
    ImageRect V1_0 [] [];
    SampledRect V1_0 [] [];
    GenericPointer V1_0 [] [];
    Int8 V1_0 [] [Has(ShaderInt8)];
    InputAttachment V1_0 [] [VULKAN_1_0];
    SparseResidency V1_0 [] [Has(ShaderResourceResidency)];
    MinLod V1_0 [] [Has(ShaderResourceMinLod)];
    Sampled1D V1_0 [] [VULKAN_1_0];
    Image1D V1_0 [] [VULKAN_1_0];
    SampledCubeArray V1_0 [] [Has(ImageCubeArray)];
    SampledBuffer V1_0 [] [VULKAN_1_0];
    ImageBuffer V1_0 [] [VULKAN_1_0];
    ImageMSArray V1_0 [] [Has(ShaderStorageImageMultisample)];
    StorageImageExtendedFormats V1_0 [] [VULKAN_1_0];
    ImageQuery V1_0 [] [VULKAN_1_0];
    DerivativeControl V1_0 [] [VULKAN_1_0];
    InterpolationFunction V1_0 [] [Has(SampleRateShading)];
    TransformFeedback V1_0 [] [Has(TransformFeedback)];
    GeometryStreams V1_0 [] [Has(GeometryStreams)];
    StorageImageReadWithoutFormat V1_0 [] [Has(ShaderStorageImageReadWithoutFormat), VULKAN_1_3, Via(VK_KHR_format_feature_flags2)];
    StorageImageWriteWithoutFormat V1_0 [] [Has(ShaderStorageImageWriteWithoutFormat), VULKAN_1_3, Via(VK_KHR_format_feature_flags2)];
    MultiViewport V1_0 [] [Has(MultiViewport)];
    SubgroupDispatch V1_1 [] [];
    NamedBarrier V1_1 [] [];
    PipeStorage V1_1 [] [];
    GroupNonUniform V1_3 [] [Has(SubgroupBasic)];
    GroupNonUniformVote V1_3 [] [Has(SubgroupVote)];
    GroupNonUniformArithmetic V1_3 [] [Has(SubgroupArithmetic)];
    GroupNonUniformBallot V1_3 [] [Has(SubgroupBallot)];
    GroupNonUniformShuffle V1_3 [] [Has(SubgroupShuffle)];
    GroupNonUniformShuffleRelative V1_3 [] [Has(SubgroupShuffleRelative)];
    GroupNonUniformClustered V1_3 [] [Has(SubgroupClustered)];
    GroupNonUniformQuad V1_3 [] [Has(SubgroupQuad)];
    ShaderLayer V1_5 [] [Has(ShaderOutputLayer)];
    ShaderViewportIndex V1_5 [] [Has(ShaderOutputViewportIndex)];
    UniformDecoration V1_6 [] [];
    CoreBuiltinsARM NONE [SPV_ARM_core_builtins] [Has(ShaderCoreBuiltins)];
    TileImageColorReadAccessEXT NONE [SPV_EXT_shader_tile_image] [Has(ShaderTileImageColorReadAccess)];
    TileImageDepthReadAccessEXT NONE [SPV_EXT_shader_tile_image] [Has(ShaderTileImageDepthReadAccess)];
    TileImageStencilReadAccessEXT NONE [SPV_EXT_shader_tile_image] [Has(ShaderTileImageStencilReadAccess)];
    TensorsARM NONE [SPV_ARM_tensors] [Has(ShaderTensorAccess)];
    StorageTensorArrayDynamicIndexingARM NONE [SPV_ARM_tensors] [Has(ShaderStorageTensorArrayDynamicIndexing)];
    StorageTensorArrayNonUniformIndexingARM NONE [SPV_ARM_tensors] [Has(ShaderStorageTensorArrayNonUniformIndexing)];
    GraphARM NONE [SPV_ARM_graph] [Has(DataGraph)];
    CooperativeMatrixLayoutsARM NONE [SPV_ARM_cooperative_matrix_layouts] [];
    Float8EXT NONE [SPV_EXT_float8] [Has(ShaderFloat8)];
    Float8CooperativeMatrixEXT NONE [SPV_EXT_float8] [Has(ShaderFloat8CooperativeMatrix)];
    FragmentShadingRateKHR NONE [SPV_KHR_fragment_shading_rate] [Has(PipelineFragmentShadingRate), Has(PrimitiveFragmentShadingRate), Has(AttachmentFragmentShadingRate)];
    SubgroupBallotKHR NONE [SPV_KHR_shader_ballot] [Via(VK_EXT_shader_subgroup_ballot)];
    DrawParameters V1_3 [SPV_KHR_shader_draw_parameters] [Has(ShaderDrawParameters), Via(VK_KHR_shader_draw_parameters)];
    WorkgroupMemoryExplicitLayoutKHR NONE [SPV_KHR_workgroup_memory_explicit_layout] [Has(WorkgroupMemoryExplicitLayout)];
    WorkgroupMemoryExplicitLayout8BitAccessKHR NONE [SPV_KHR_workgroup_memory_explicit_layout] [Has(WorkgroupMemoryExplicitLayout8BitAccess)];
    WorkgroupMemoryExplicitLayout16BitAccessKHR NONE [SPV_KHR_workgroup_memory_explicit_layout] [Has(WorkgroupMemoryExplicitLayout16BitAccess)];
    SubgroupVoteKHR NONE [SPV_KHR_subgroup_vote] [Via(VK_EXT_shader_subgroup_vote)];
    StorageBuffer16BitAccess V1_3 [SPV_KHR_16bit_storage] [Has(StorageBuffer16BitAccess)];
    UniformAndStorageBuffer16BitAccess V1_3 [SPV_KHR_16bit_storage] [Has(UniformAndStorageBuffer16BitAccess)];
    StoragePushConstant16 V1_3 [SPV_KHR_16bit_storage] [Has(StoragePushConstant16)];
    StorageInputOutput16 V1_3 [SPV_KHR_16bit_storage] [Has(StorageInputOutput16)];
    DeviceGroup V1_3 [SPV_KHR_device_group] [VULKAN_1_1, Via(VK_KHR_device_group)];
    MultiView V1_3 [SPV_KHR_multiview] [Has(Multiview)];
    VariablePointersStorageBuffer V1_3 [SPV_KHR_variable_pointers] [Has(VariablePointersStorageBuffer)];
    VariablePointers V1_3 [SPV_KHR_variable_pointers] [Has(VariablePointers)];
    AtomicStorageOps NONE [SPV_KHR_shader_atomic_counter_ops] [];
    SampleMaskPostDepthCoverage NONE [SPV_KHR_post_depth_coverage] [Via(VK_EXT_post_depth_coverage)];
    StorageBuffer8BitAccess V1_5 [SPV_KHR_8bit_storage] [Has(StorageBuffer8BitAccess)];
    UniformAndStorageBuffer8BitAccess V1_5 [SPV_KHR_8bit_storage] [Has(UniformAndStorageBuffer8BitAccess)];
    StoragePushConstant8 V1_5 [SPV_KHR_8bit_storage] [Has(StoragePushConstant8)];
    DenormPreserve V1_4 [SPV_KHR_float_controls] [Has(ShaderDenormPreserveFloat16), Has(ShaderDenormPreserveFloat32), Has(ShaderDenormPreserveFloat64)];
    DenormFlushToZero V1_4 [SPV_KHR_float_controls] [Has(ShaderDenormFlushToZeroFloat16), Has(ShaderDenormFlushToZeroFloat32), Has(ShaderDenormFlushToZeroFloat64)];
    SignedZeroInfNanPreserve V1_4 [SPV_KHR_float_controls] [Has(ShaderSignedZeroInfNanPreserveFloat16), Has(ShaderSignedZeroInfNanPreserveFloat32), Has(ShaderSignedZeroInfNanPreserveFloat64)];
    RoundingModeRTE V1_4 [SPV_KHR_float_controls] [Has(ShaderRoundingModeRTEFloat16), Has(ShaderRoundingModeRTEFloat32), Has(ShaderRoundingModeRTEFloat64)];
    RoundingModeRTZ V1_4 [SPV_KHR_float_controls] [Has(ShaderRoundingModeRTZFloat16), Has(ShaderRoundingModeRTZFloat32), Has(ShaderRoundingModeRTZFloat64)];
    RayQueryProvisionalKHR NONE [SPV_KHR_ray_query] [];
    RayQueryKHR NONE [SPV_KHR_ray_query] [Has(RayQuery)];
    UntypedPointersKHR NONE [SPV_KHR_untyped_pointers] [Has(ShaderUntypedPointers)];
    RayTraversalPrimitiveCullingKHR NONE [SPV_KHR_ray_query, SPV_KHR_ray_tracing] [Has(RayTraversalPrimitiveCulling), Has(RayQuery)];
    RayTracingKHR NONE [SPV_KHR_ray_tracing] [Has(RayTracingPipeline)];
    TextureSampleWeightedQCOM NONE [SPV_QCOM_image_processing] [Has(TextureSampleWeighted)];
    TextureBoxFilterQCOM NONE [SPV_QCOM_image_processing] [Has(TextureBoxFilter)];
    TextureBlockMatchQCOM NONE [SPV_QCOM_image_processing] [Has(TextureBlockMatch)];
    TileShadingQCOM NONE [SPV_QCOM_tile_shading] [Has(TileShading)];
    CooperativeMatrixConversionQCOM NONE [SPV_QCOM_cooperative_matrix_conversion] [Has(CooperativeMatrixConversion)];
    TextureBlockMatch2QCOM NONE [SPV_QCOM_image_processing2] [Has(TextureBlockMatch2)];
    Float16ImageAMD NONE [SPV_AMD_gpu_shader_half_float_fetch] [];
    ImageGatherBiasLodAMD NONE [SPV_AMD_texture_gather_bias_lod] [Via(VK_AMD_texture_gather_bias_lod)];
    FragmentMaskAMD NONE [SPV_AMD_shader_fragment_mask] [Via(VK_AMD_shader_fragment_mask)];
    StencilExportEXT NONE [SPV_EXT_shader_stencil_export] [Via(VK_EXT_shader_stencil_export)];
    ImageReadWriteLodAMD NONE [SPV_AMD_shader_image_load_store_lod] [Via(VK_AMD_shader_image_load_store_lod)];
    Int64ImageEXT NONE [SPV_EXT_shader_image_int64] [Has(ShaderImageInt64Atomics)];
    ShaderClockKHR NONE [SPV_KHR_shader_clock] [Via(VK_KHR_shader_clock)];
    ShaderEnqueueAMDX NONE [SPV_AMDX_shader_enqueue] [Has(ShaderEnqueue)];
    QuadControlKHR NONE [SPV_KHR_quad_control] [Has(ShaderQuadControl)];
    Int4TypeINTEL NONE [SPV_INTEL_int4] [];
    Int4CooperativeMatrixINTEL NONE [SPV_INTEL_int4] [];
    BFloat16TypeKHR NONE [SPV_KHR_bfloat16] [Has(ShaderBFloat16Type)];
    BFloat16DotProductKHR NONE [SPV_KHR_bfloat16] [Has(ShaderBFloat16DotProduct)];
    BFloat16CooperativeMatrixKHR NONE [SPV_KHR_bfloat16] [Has(ShaderBFloat16CooperativeMatrix)];
    DescriptorHeapEXT NONE [SPV_EXT_descriptor_heap] [Has(DescriptorHeap)];
    SampleMaskOverrideCoverageNV NONE [SPV_NV_sample_mask_override_coverage] [Via(VK_NV_sample_mask_override_coverage)];
    GeometryShaderPassthroughNV NONE [SPV_NV_geometry_shader_passthrough] [Via(VK_NV_geometry_shader_passthrough)];
    ShaderViewportIndexLayerEXT NONE [SPV_EXT_shader_viewport_index_layer, SPV_NV_viewport_array2] [Via(VK_EXT_shader_viewport_index_layer), Via(VK_NV_viewport_array2)];
    ShaderViewportMaskNV NONE [SPV_NV_viewport_array2] [Via(VK_NV_viewport_array2)];
    ShaderStereoViewNV NONE [SPV_NV_stereo_view_rendering] [];
    PerViewAttributesNV NONE [SPV_NVX_multiview_per_view_attributes] [Via(VK_NVX_multiview_per_view_attributes)];
    FragmentFullyCoveredEXT NONE [SPV_EXT_fragment_fully_covered] [Via(VK_EXT_conservative_rasterization)];
    MeshShadingNV NONE [SPV_NV_mesh_shader] [Via(VK_NV_mesh_shader)];
    ImageFootprintNV NONE [SPV_NV_shader_image_footprint] [Has(ImageFootprint)];
    MeshShadingEXT NONE [SPV_EXT_mesh_shader] [Via(VK_EXT_mesh_shader)];
    FragmentBarycentricKHR NONE [SPV_KHR_fragment_shader_barycentric, SPV_NV_fragment_shader_barycentric] [Has(FragmentShaderBarycentric)];
    ComputeDerivativeGroupQuadsKHR NONE [SPV_KHR_compute_shader_derivatives, SPV_NV_compute_shader_derivatives] [Has(ComputeDerivativeGroupQuads)];
    FragmentDensityEXT NONE [SPV_EXT_fragment_invocation_density, SPV_NV_shading_rate] [Has(FragmentDensityMap), Has(ShadingRateImage)];
    GroupNonUniformPartitionedEXT NONE [SPV_EXT_shader_subgroup_partitioned, SPV_NV_shader_subgroup_partitioned] [Has(ShaderSubgroupPartitioned), Has(SubgroupPartitioned)];
    ShaderNonUniform V1_5 [SPV_EXT_descriptor_indexing] [VULKAN_1_2, Via(VK_EXT_descriptor_indexing)];
    RuntimeDescriptorArray V1_5 [SPV_EXT_descriptor_indexing] [Has(RuntimeDescriptorArray)];
    InputAttachmentArrayDynamicIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderInputAttachmentArrayDynamicIndexing)];
    UniformTexelBufferArrayDynamicIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderUniformTexelBufferArrayDynamicIndexing)];
    StorageTexelBufferArrayDynamicIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderStorageTexelBufferArrayDynamicIndexing)];
    UniformBufferArrayNonUniformIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderUniformBufferArrayNonUniformIndexing)];
    SampledImageArrayNonUniformIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderSampledImageArrayNonUniformIndexing)];
    StorageBufferArrayNonUniformIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderStorageBufferArrayNonUniformIndexing)];
    StorageImageArrayNonUniformIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderStorageImageArrayNonUniformIndexing)];
    InputAttachmentArrayNonUniformIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderInputAttachmentArrayNonUniformIndexing)];
    UniformTexelBufferArrayNonUniformIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderUniformTexelBufferArrayNonUniformIndexing)];
    StorageTexelBufferArrayNonUniformIndexing V1_5 [SPV_EXT_descriptor_indexing] [Has(ShaderStorageTexelBufferArrayNonUniformIndexing)];
    RayTracingPositionFetchKHR NONE [SPV_KHR_ray_tracing_position_fetch] [Has(RayTracingPositionFetch)];
    RayTracingNV NONE [SPV_NV_ray_tracing] [Via(VK_NV_ray_tracing)];
    RayTracingMotionBlurNV NONE [SPV_NV_ray_tracing_motion_blur] [Has(RayTracingMotionBlur)];
    VulkanMemoryModel V1_5 [SPV_KHR_vulkan_memory_model] [Has(VulkanMemoryModel)];
    VulkanMemoryModelDeviceScope V1_5 [SPV_KHR_vulkan_memory_model] [Has(VulkanMemoryModelDeviceScope)];
    PhysicalStorageBufferAddresses V1_5 [SPV_KHR_physical_storage_buffer, SPV_EXT_physical_storage_buffer] [Has(BufferDeviceAddress)];
    ComputeDerivativeGroupLinearKHR NONE [SPV_KHR_compute_shader_derivatives, SPV_NV_compute_shader_derivatives] [Has(ComputeDerivativeGroupLinear)];
    RayTracingProvisionalKHR NONE [SPV_KHR_ray_tracing] [];
    CooperativeMatrixNV NONE [SPV_NV_cooperative_matrix] [Has(CooperativeMatrixNV)];
    FragmentShaderSampleInterlockEXT NONE [SPV_EXT_fragment_shader_interlock] [Has(FragmentShaderSampleInterlock)];
    FragmentShaderShadingRateInterlockEXT NONE [SPV_EXT_fragment_shader_interlock] [Has(FragmentShaderShadingRateInterlock), Has(ShadingRateImage)];
    ShaderSMBuiltinsNV NONE [SPV_NV_shader_sm_builtins] [Has(ShaderSMBuiltins)];
    FragmentShaderPixelInterlockEXT NONE [SPV_EXT_fragment_shader_interlock] [Has(FragmentShaderPixelInterlock)];
    DemoteToHelperInvocation V1_6 [SPV_EXT_demote_to_helper_invocation] [Has(ShaderDemoteToHelperInvocation)];
    DisplacementMicromapNV NONE [SPV_NV_displacement_micromap] [];
    RayTracingOpacityMicromapEXT NONE [SPV_KHR_opacity_micromap, SPV_EXT_opacity_micromap] [Via(VK_EXT_opacity_micromap), Has(Micromap)];
    ShaderInvocationReorderNV NONE [SPV_NV_shader_invocation_reorder] [Via(VK_NV_ray_tracing_invocation_reorder)];
    ShaderInvocationReorderEXT NONE [SPV_EXT_shader_invocation_reorder] [Via(VK_EXT_ray_tracing_invocation_reorder)];
    BindlessTextureNV NONE [SPV_NV_bindless_texture] [];
    RayQueryPositionFetchKHR NONE [SPV_KHR_ray_tracing_position_fetch] [Has(RayTracingPositionFetch)];
    CooperativeVectorNV NONE [SPV_NV_cooperative_vector] [Has(CooperativeVector)];
    AtomicFloat16VectorNV NONE [SPV_NV_shader_atomic_fp16_vector] [Has(ShaderFloat16VectorAtomics)];
    RayTracingDisplacementMicromapNV NONE [SPV_NV_displacement_micromap] [];
    RawAccessChainsNV NONE [SPV_NV_raw_access_chains] [Has(ShaderRawAccessChains)];
    RayTracingSpheresGeometryNV NONE [SPV_NV_linear_swept_spheres] [Has(Spheres)];
    RayTracingLinearSweptSpheresGeometryNV NONE [SPV_NV_linear_swept_spheres] [Has(LinearSweptSpheres)];
    PushConstantBanksNV NONE [SPV_NV_push_constant_bank] [Has(PushConstantBank)];
    LongVectorEXT NONE [SPV_EXT_long_vector] [Has(LongVector)];
    Shader64BitIndexingEXT NONE [SPV_EXT_shader_64bit_indexing] [Has(Shader64BitIndexing)];
    CooperativeMatrixReductionsNV NONE [SPV_EXT_cooperative_matrix_maintenance1, SPV_NV_cooperative_matrix2] [Has(CooperativeMatrixReductions)];
    CooperativeMatrixConversionsNV NONE [SPV_NV_cooperative_matrix2] [Has(CooperativeMatrixConversions)];
    CooperativeMatrixPerElementOperationsNV NONE [SPV_EXT_cooperative_matrix_maintenance1, SPV_NV_cooperative_matrix2] [Has(CooperativeMatrixPerElementOperations)];
    CooperativeMatrixTensorAddressingNV NONE [SPV_NV_cooperative_matrix2] [Has(CooperativeMatrixTensorAddressing)];
    CooperativeMatrixBlockLoadsNV NONE [SPV_NV_cooperative_matrix2] [Has(CooperativeMatrixBlockLoads)];
    CooperativeVectorTrainingNV NONE [SPV_NV_cooperative_vector] [Has(CooperativeVectorTraining)];
    RayTracingClusterAccelerationStructureNV NONE [SPV_NV_cluster_acceleration_structure] [Has(ClusterAccelerationStructure)];
    TensorAddressingNV NONE [SPV_NV_tensor_addressing] [Has(CooperativeMatrixTensorAddressing)];
    SubgroupShuffleINTEL NONE [SPV_INTEL_subgroups] [];
    SubgroupBufferBlockIOINTEL NONE [SPV_INTEL_subgroups] [];
    SubgroupImageBlockIOINTEL NONE [SPV_INTEL_subgroups] [];
    SubgroupImageMediaBlockIOINTEL NONE [SPV_INTEL_media_block_io] [];
    RoundToInfinityINTEL NONE [SPV_INTEL_float_controls2] [];
    FloatingPointModeINTEL NONE [SPV_INTEL_float_controls2] [];
    IntegerFunctions2INTEL NONE [SPV_INTEL_shader_integer_functions2] [Has(ShaderIntegerFunctions2)];
    FunctionPointersINTEL NONE [SPV_INTEL_function_pointers] [];
    IndirectReferencesINTEL NONE [SPV_INTEL_function_pointers] [];
    AsmINTEL NONE [SPV_INTEL_inline_assembly] [];
    AtomicFloat32MinMaxEXT NONE [SPV_EXT_shader_atomic_float_min_max] [Has(ShaderBufferFloat32AtomicMinMax), Has(ShaderSharedFloat32AtomicMinMax), Has(ShaderImageFloat32AtomicMinMax)];
    AtomicFloat64MinMaxEXT NONE [SPV_EXT_shader_atomic_float_min_max] [Has(ShaderBufferFloat64AtomicMinMax), Has(ShaderSharedFloat64AtomicMinMax)];
    AtomicFloat16MinMaxEXT NONE [SPV_EXT_shader_atomic_float_min_max] [Has(ShaderBufferFloat16AtomicMinMax), Has(ShaderSharedFloat16AtomicMinMax)];
    VectorComputeINTEL NONE [SPV_INTEL_vector_compute] [];
    VectorAnyINTEL NONE [SPV_INTEL_vector_compute] [];
    ExpectAssumeKHR NONE [SPV_KHR_expect_assume] [Has(ShaderExpectAssume)];
    SubgroupAvcMotionEstimationINTEL NONE [SPV_INTEL_device_side_avc_motion_estimation] [];
    SubgroupAvcMotionEstimationIntraINTEL NONE [SPV_INTEL_device_side_avc_motion_estimation] [];
    SubgroupAvcMotionEstimationChromaINTEL NONE [SPV_INTEL_device_side_avc_motion_estimation] [];
    VariableLengthArrayINTEL NONE [SPV_INTEL_variable_length_array] [];
    FunctionFloatControlINTEL NONE [SPV_INTEL_float_controls2] [];
    FPGAMemoryAttributesALTERA NONE [SPV_ALTERA_fpga_memory_attributes, SPV_INTEL_fpga_memory_attributes] [];
    FPFastMathModeINTEL NONE [SPV_INTEL_fp_fast_math_mode] [];
    ArbitraryPrecisionIntegersALTERA NONE [SPV_ALTERA_arbitrary_precision_integers, SPV_INTEL_arbitrary_precision_integers] [];
    ArbitraryPrecisionFloatingPointALTERA NONE [SPV_ALTERA_arbitrary_precision_floating_point, SPV_INTEL_arbitrary_precision_floating_point] [];
    UnstructuredLoopControlsINTEL NONE [SPV_INTEL_unstructured_loop_controls] [];
    FPGALoopControlsALTERA NONE [SPV_ALTERA_fpga_loop_controls, SPV_INTEL_fpga_loop_controls] [];
    KernelAttributesINTEL NONE [SPV_INTEL_kernel_attributes] [];
    FPGAKernelAttributesINTEL NONE [SPV_INTEL_kernel_attributes] [];
    FPGAMemoryAccessesALTERA NONE [SPV_ALTERA_fpga_memory_accesses, SPV_INTEL_fpga_memory_accesses] [];
    FPGAClusterAttributesALTERA NONE [SPV_ALTERA_fpga_cluster_attributes, SPV_INTEL_fpga_cluster_attributes] [];
    LoopFuseALTERA NONE [SPV_ALTERA_loop_fuse, SPV_INTEL_loop_fuse] [];
    FPGADSPControlALTERA NONE [SPV_ALTERA_fpga_dsp_control, SPV_INTEL_fpga_dsp_control] [];
    MemoryAccessAliasingINTEL NONE [SPV_INTEL_memory_access_aliasing] [];
    FPGAInvocationPipeliningAttributesALTERA NONE [SPV_ALTERA_fpga_invocation_pipelining_attributes, SPV_INTEL_fpga_invocation_pipelining_attributes] [];
    FPGABufferLocationALTERA NONE [SPV_ALTERA_fpga_buffer_location, SPV_INTEL_fpga_buffer_location] [];
    ArbitraryPrecisionFixedPointALTERA NONE [SPV_ALTERA_arbitrary_precision_fixed_point, SPV_INTEL_arbitrary_precision_fixed_point] [];
    USMStorageClassesALTERA NONE [SPV_ALTERA_usm_storage_classes, SPV_INTEL_usm_storage_classes] [];
    RuntimeAlignedAttributeALTERA NONE [SPV_ALTERA_runtime_aligned, SPV_INTEL_runtime_aligned] [];
    IOPipesALTERA NONE [SPV_ALTERA_io_pipes, SPV_INTEL_io_pipes] [];
    BlockingPipesALTERA NONE [SPV_ALTERA_blocking_pipes, SPV_INTEL_blocking_pipes] [];
    FPGARegALTERA NONE [SPV_ALTERA_fpga_reg, SPV_INTEL_fpga_reg] [];
    DotProductInputAll V1_6 [SPV_KHR_integer_dot_product] [Has(ShaderIntegerDotProduct)];
    DotProductInput4x8Bit V1_6 [SPV_KHR_integer_dot_product] [Has(ShaderIntegerDotProduct)];
    DotProductInput4x8BitPacked V1_6 [SPV_KHR_integer_dot_product] [Has(ShaderIntegerDotProduct)];
    DotProduct V1_6 [SPV_KHR_integer_dot_product] [Has(ShaderIntegerDotProduct)];
    RayCullMaskKHR NONE [SPV_KHR_ray_cull_mask] [Has(RayTracingMaintenance1)];
    CooperativeMatrixKHR NONE [SPV_KHR_cooperative_matrix] [Has(CooperativeMatrix)];
    ReplicatedCompositesEXT NONE [SPV_EXT_replicated_composites] [Has(ShaderReplicatedComposites)];
    BitInstructions NONE [SPV_KHR_bit_instructions] [];
    GroupNonUniformRotateKHR NONE [SPV_KHR_subgroup_rotate] [Has(ShaderSubgroupRotate)];
    FloatControls2 NONE [SPV_KHR_float_controls2] [Has(ShaderFloatControls2)];
    FMAKHR NONE [SPV_KHR_fma] [Has(ShaderFmaFloat16), Has(ShaderFmaFloat32), Has(ShaderFmaFloat64)];
    AtomicFloat32AddEXT NONE [SPV_EXT_shader_atomic_float_add] [Has(ShaderBufferFloat32AtomicAdd), Has(ShaderSharedFloat32AtomicAdd), Has(ShaderImageFloat32AtomicAdd)];
    AtomicFloat64AddEXT NONE [SPV_EXT_shader_atomic_float_add] [Has(ShaderBufferFloat64AtomicAdd), Has(ShaderSharedFloat64AtomicAdd)];
    LongCompositesINTEL NONE [SPV_INTEL_long_composites] [];
    OptNoneEXT NONE [SPV_EXT_optnone, SPV_INTEL_optnone] [];
    AtomicFloat16AddEXT NONE [SPV_EXT_shader_atomic_float16_add] [Has(ShaderBufferFloat16AtomicAdd), Has(ShaderSharedFloat16AtomicAdd)];
    DebugInfoModuleINTEL NONE [SPV_INTEL_debug_module] [];
    BFloat16ConversionINTEL NONE [SPV_INTEL_bfloat16_conversion] [];
    SplitBarrierINTEL NONE [SPV_EXT_split_barrier, SPV_INTEL_split_barrier] [Has(ShaderSplitBarrier)];
    ArithmeticFenceEXT NONE [SPV_EXT_arithmetic_fence] [];
    FPGAClusterAttributesV2ALTERA NONE [SPV_ALTERA_fpga_cluster_attributes, SPV_INTEL_fpga_cluster_attributes] [];
    FPGAKernelAttributesv2INTEL NONE [SPV_INTEL_kernel_attributes] [];
    TaskSequenceALTERA NONE [SPV_ALTERA_task_sequence, SPV_INTEL_task_sequence] [];
    FPMaxErrorINTEL NONE [SPV_INTEL_fp_max_error] [];
    FPGALatencyControlALTERA NONE [SPV_ALTERA_fpga_latency_control, SPV_INTEL_fpga_latency_control] [];
    FPGAArgumentInterfacesALTERA NONE [SPV_ALTERA_fpga_argument_interfaces, SPV_INTEL_fpga_argument_interfaces] [];
    GlobalVariableHostAccessINTEL NONE [SPV_INTEL_global_variable_host_access] [];
    GlobalVariableFPGADecorationsALTERA NONE [SPV_ALTERA_global_variable_fpga_decorations, SPV_INTEL_global_variable_fpga_decorations] [];
    SubgroupBufferPrefetchINTEL NONE [SPV_INTEL_subgroup_buffer_prefetch] [];
    Subgroup2DBlockIOINTEL NONE [SPV_INTEL_2d_block_io] [];
    Subgroup2DBlockTransformINTEL NONE [SPV_INTEL_2d_block_io] [];
    Subgroup2DBlockTransposeINTEL NONE [SPV_INTEL_2d_block_io] [];
    SubgroupMatrixMultiplyAccumulateINTEL NONE [SPV_INTEL_subgroup_matrix_multiply_accumulate] [];
    TernaryBitwiseFunctionINTEL NONE [SPV_INTEL_ternary_bitwise_function] [];
    UntypedVariableLengthArrayINTEL NONE [SPV_INTEL_variable_length_array] [];
    SpecConditionalINTEL NONE [SPV_INTEL_function_variants] [];
    FunctionVariantsINTEL NONE [SPV_INTEL_function_variants] [];
    GroupUniformArithmeticKHR NONE [SPV_KHR_uniform_group_instructions] [];
    TensorFloat32RoundingINTEL NONE [SPV_INTEL_tensor_float32_conversion] [];
    MaskedGatherScatterINTEL NONE [SPV_INTEL_masked_gather_scatter] [];
    CacheControlsINTEL NONE [SPV_INTEL_cache_controls] [];
    RegisterLimitsINTEL NONE [SPV_INTEL_maximum_registers] [];
    BindlessImagesINTEL NONE [SPV_INTEL_bindless_images] [];
}
