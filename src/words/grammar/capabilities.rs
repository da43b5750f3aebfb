//! The capabilities; here `needs` lists those that are declared implicitly along with it.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it.
//! The tests hold every line against what rspirv's tables know.

use super::capability_enumerants;

capability_enumerants! { CAPABILITY
    Matrix 0 V1_0;
    Shader 1 V1_0 needs [Matrix];
    Geometry 2 V1_0 needs [Shader];
    Tessellation 3 V1_0 needs [Shader];
    Addresses 4 V1_0;
    Linkage 5 V1_0;
    Kernel 6 V1_0;
    Vector16 7 V1_0 needs [Kernel];
    Float16Buffer 8 V1_0 needs [Kernel];
    Float16 9 V1_0;
    Float64 10 V1_0;
    Int64 11 V1_0;
    Int64Atomics 12 V1_0 needs [Int64];
    ImageBasic 13 V1_0 needs [Kernel];
    ImageReadWrite 14 V1_0 needs [ImageBasic];
    ImageMipmap 15 V1_0 needs [ImageBasic];
    Pipes 17 V1_0 needs [Kernel];
    Groups 18 V1_0 from [SPV_AMD_shader_ballot];
    DeviceEnqueue 19 V1_0 needs [Kernel];
    LiteralSampler 20 V1_0 needs [Kernel];
    AtomicStorage 21 V1_0 needs [Shader];
    Int16 22 V1_0;
    TessellationPointSize 23 V1_0 needs [Tessellation];
    GeometryPointSize 24 V1_0 needs [Geometry];
    ImageGatherExtended 25 V1_0 needs [Shader];
    StorageImageMultisample 27 V1_0 needs [Shader];
    UniformBufferArrayDynamicIndexing 28 V1_0 needs [Shader];
    SampledImageArrayDynamicIndexing 29 V1_0 needs [Shader];
    StorageBufferArrayDynamicIndexing 30 V1_0 needs [Shader];
    StorageImageArrayDynamicIndexing 31 V1_0 needs [Shader];
    ClipDistance 32 V1_0 needs [Shader];
    CullDistance 33 V1_0 needs [Shader];
    ImageCubeArray 34 V1_0 needs [SampledCubeArray];
    SampleRateShading 35 V1_0 needs [Shader];
    ImageRect 36 V1_0 needs [SampledRect];
    SampledRect 37 V1_0 needs [Shader];
    GenericPointer 38 V1_0 needs [Addresses];
    Int8 39 V1_0;
    InputAttachment 40 V1_0 needs [Shader];
    SparseResidency 41 V1_0 needs [Shader];
    MinLod 42 V1_0 needs [Shader];
    Sampled1D 43 V1_0;
    Image1D 44 V1_0 needs [Sampled1D];
    SampledCubeArray 45 V1_0 needs [Shader];
    SampledBuffer 46 V1_0;
    ImageBuffer 47 V1_0 needs [SampledBuffer];
    ImageMSArray 48 V1_0 needs [Shader];
    StorageImageExtendedFormats 49 V1_0 needs [Shader];
    ImageQuery 50 V1_0 needs [Shader];
    DerivativeControl 51 V1_0 needs [Shader];
    InterpolationFunction 52 V1_0 needs [Shader];
    TransformFeedback 53 V1_0 needs [Shader];
    GeometryStreams 54 V1_0 needs [Geometry];
    StorageImageReadWithoutFormat 55 V1_0 needs [Shader];
    StorageImageWriteWithoutFormat 56 V1_0 needs [Shader];
    MultiViewport 57 V1_0 needs [Geometry];
    SubgroupDispatch 58 V1_1 needs [DeviceEnqueue];
    NamedBarrier 59 V1_1 needs [Kernel];
    PipeStorage 60 V1_1 needs [Pipes];
    GroupNonUniform 61 V1_3;
    GroupNonUniformVote 62 V1_3 needs [GroupNonUniform];
    GroupNonUniformArithmetic 63 V1_3 needs [GroupNonUniform];
    GroupNonUniformBallot 64 V1_3 needs [GroupNonUniform];
    GroupNonUniformShuffle 65 V1_3 needs [GroupNonUniform];
    GroupNonUniformShuffleRelative 66 V1_3 needs [GroupNonUniform];
    GroupNonUniformClustered 67 V1_3 needs [GroupNonUniform];
    GroupNonUniformQuad 68 V1_3 needs [GroupNonUniform];
    ShaderLayer 69 V1_5;
    ShaderViewportIndex 70 V1_5;
    UniformDecoration 71 V1_6;
    CoreBuiltinsARM 4165 RESERVED from [SPV_ARM_core_builtins];
    TileImageColorReadAccessEXT 4166 RESERVED from [SPV_EXT_shader_tile_image];
    TileImageDepthReadAccessEXT 4167 RESERVED from [SPV_EXT_shader_tile_image];
    TileImageStencilReadAccessEXT 4168 RESERVED from [SPV_EXT_shader_tile_image];
    TensorsARM 4174 RESERVED from [SPV_ARM_tensors];
    StorageTensorArrayDynamicIndexingARM 4175 RESERVED from [SPV_ARM_tensors];
    StorageTensorArrayNonUniformIndexingARM 4176 RESERVED from [SPV_ARM_tensors];
    GraphARM 4191 RESERVED from [SPV_ARM_graph];
    CooperativeMatrixLayoutsARM 4201 RESERVED from [SPV_ARM_cooperative_matrix_layouts];
    Float8EXT 4212 RESERVED from [SPV_EXT_float8];
    Float8CooperativeMatrixEXT 4213 RESERVED needs [Float8EXT CooperativeMatrixKHR] from [SPV_EXT_float8];
    Float6EXT 4228 RESERVED from [SPV_EXT_ocp_microscaling_types];
    Float4EXT 4229 RESERVED from [SPV_EXT_ocp_microscaling_types];
    Float8UnsignedE8M0EXT 4230 RESERVED from [SPV_EXT_ocp_microscaling_types];
    MXInt8EXT 4231 RESERVED from [SPV_EXT_ocp_microscaling_types];
    BitcastExtractEXT 4232 RESERVED from [SPV_EXT_ocp_microscaling_types];
    FragmentShadingRateKHR 4422 RESERVED needs [Shader] from [SPV_KHR_fragment_shading_rate];
    SubgroupBallotKHR 4423 RESERVED from [SPV_KHR_shader_ballot];
    DrawParameters 4427 V1_3 needs [Shader] from [SPV_KHR_shader_draw_parameters];
    WorkgroupMemoryExplicitLayoutKHR 4428 RESERVED needs [Shader] from [SPV_KHR_workgroup_memory_explicit_layout];
    WorkgroupMemoryExplicitLayout8BitAccessKHR 4429 RESERVED needs [WorkgroupMemoryExplicitLayoutKHR] from
        [SPV_KHR_workgroup_memory_explicit_layout];
    WorkgroupMemoryExplicitLayout16BitAccessKHR 4430 RESERVED needs [WorkgroupMemoryExplicitLayoutKHR] from
        [SPV_KHR_workgroup_memory_explicit_layout];
    SubgroupVoteKHR 4431 RESERVED from [SPV_KHR_subgroup_vote];
    StorageBuffer16BitAccess 4433 V1_3 from [SPV_KHR_16bit_storage];
    UniformAndStorageBuffer16BitAccess 4434 V1_3 needs [StorageBuffer16BitAccess] from [SPV_KHR_16bit_storage];
    StoragePushConstant16 4435 V1_3 from [SPV_KHR_16bit_storage];
    StorageInputOutput16 4436 V1_3 from [SPV_KHR_16bit_storage];
    DeviceGroup 4437 V1_3 from [SPV_KHR_device_group];
    MultiView 4439 V1_3 needs [Shader] from [SPV_KHR_multiview];
    VariablePointersStorageBuffer 4441 V1_3 needs [Shader] from [SPV_KHR_variable_pointers];
    VariablePointers 4442 V1_3 needs [VariablePointersStorageBuffer] from [SPV_KHR_variable_pointers];
    AtomicStorageOps 4445 RESERVED needs [AtomicStorage] from [SPV_KHR_shader_atomic_counter_ops];
    SampleMaskPostDepthCoverage 4447 RESERVED from [SPV_KHR_post_depth_coverage];
    StorageBuffer8BitAccess 4448 V1_5 from [SPV_KHR_8bit_storage];
    UniformAndStorageBuffer8BitAccess 4449 V1_5 needs [StorageBuffer8BitAccess] from [SPV_KHR_8bit_storage];
    StoragePushConstant8 4450 V1_5 from [SPV_KHR_8bit_storage];
    DenormPreserve 4464 V1_4 from [SPV_KHR_float_controls];
    DenormFlushToZero 4465 V1_4 from [SPV_KHR_float_controls];
    SignedZeroInfNanPreserve 4466 V1_4 from [SPV_KHR_float_controls];
    RoundingModeRTE 4467 V1_4 from [SPV_KHR_float_controls];
    RoundingModeRTZ 4468 V1_4 from [SPV_KHR_float_controls];
    RayQueryProvisionalKHR 4471 RESERVED needs [Shader] from [SPV_KHR_ray_query];
    RayQueryKHR 4472 RESERVED needs [Shader] from [SPV_KHR_ray_query];
    UntypedPointersKHR 4473 RESERVED from [SPV_KHR_untyped_pointers];
    RayTraversalPrimitiveCullingKHR 4478 RESERVED needs [RayQueryKHR RayTracingKHR] from [SPV_KHR_ray_query
        SPV_KHR_ray_tracing];
    RayTracingKHR 4479 RESERVED needs [Shader] from [SPV_KHR_ray_tracing];
    TextureSampleWeightedQCOM 4484 RESERVED from [SPV_QCOM_image_processing];
    TextureBoxFilterQCOM 4485 RESERVED from [SPV_QCOM_image_processing];
    TextureBlockMatchQCOM 4486 RESERVED from [SPV_QCOM_image_processing];
    TileShadingQCOM 4495 RESERVED needs [Shader] from [SPV_QCOM_tile_shading];
    CooperativeMatrixConversionQCOM 4496 RESERVED needs [CooperativeMatrixKHR] from
        [SPV_QCOM_cooperative_matrix_conversion];
    TextureBlockMatch2QCOM 4498 RESERVED from [SPV_QCOM_image_processing2];
    MultipleWaitQueuesQCOM 4539 RESERVED from [SPV_QCOM_multiple_wait_queues];
    ImageGatherLinearQCOM 4543 RESERVED from [SPV_QCOM_image_processing3];
    ImageGatherExtendedModesQCOM 4544 RESERVED from [SPV_QCOM_image_processing3];
    Float16ImageAMD 5008 RESERVED needs [Shader] from [SPV_AMD_gpu_shader_half_float_fetch];
    ImageGatherBiasLodAMD 5009 RESERVED needs [Shader] from [SPV_AMD_texture_gather_bias_lod];
    FragmentMaskAMD 5010 RESERVED needs [Shader] from [SPV_AMD_shader_fragment_mask];
    StencilExportEXT 5013 RESERVED needs [Shader] from [SPV_EXT_shader_stencil_export];
    ImageReadWriteLodAMD 5015 RESERVED needs [Shader] from [SPV_AMD_shader_image_load_store_lod];
    Int64ImageEXT 5016 RESERVED needs [Int64] from [SPV_EXT_shader_image_int64];
    ShaderClockKHR 5055 RESERVED from [SPV_KHR_shader_clock];
    ShaderEnqueueAMDX 5067 RESERVED needs [Shader] from [SPV_AMDX_shader_enqueue];
    QuadControlKHR 5087 RESERVED from [SPV_KHR_quad_control];
    Int4TypeINTEL 5112 RESERVED from [SPV_INTEL_int4];
    Int4CooperativeMatrixINTEL 5114 RESERVED needs [Int4TypeINTEL CooperativeMatrixKHR] from [SPV_INTEL_int4];
    BFloat16TypeKHR 5116 RESERVED from [SPV_KHR_bfloat16];
    BFloat16DotProductKHR 5117 RESERVED needs [BFloat16TypeKHR] from [SPV_KHR_bfloat16];
    BFloat16CooperativeMatrixKHR 5118 RESERVED needs [BFloat16TypeKHR CooperativeMatrixKHR] from [SPV_KHR_bfloat16];
    AbortKHR 5120 RESERVED from [SPV_KHR_abort];
    DescriptorHeapEXT 5128 RESERVED needs [UntypedPointersKHR] from [SPV_EXT_descriptor_heap];
    ConstantDataKHR 5146 RESERVED from [SPV_KHR_constant_data];
    PoisonFreezeKHR 5156 RESERVED from [SPV_KHR_poison_freeze];
    WeakLinkageAMD 5181 RESERVED needs [Linkage] from [SPV_AMD_weak_linkage];
    SampleMaskOverrideCoverageNV 5249 RESERVED needs [SampleRateShading] from
        [SPV_NV_sample_mask_override_coverage];
    GeometryShaderPassthroughNV 5251 RESERVED needs [Geometry] from [SPV_NV_geometry_shader_passthrough];
    ShaderViewportIndexLayerEXT 5254 RESERVED needs [MultiViewport] from [SPV_EXT_shader_viewport_index_layer
        SPV_NV_viewport_array2];
    ShaderViewportMaskNV 5255 RESERVED needs [ShaderViewportIndexLayerEXT] from [SPV_NV_viewport_array2];
    ShaderStereoViewNV 5259 RESERVED needs [ShaderViewportMaskNV] from [SPV_NV_stereo_view_rendering];
    PerViewAttributesNV 5260 RESERVED needs [MultiView] from [SPV_NVX_multiview_per_view_attributes];
    FragmentFullyCoveredEXT 5265 RESERVED needs [Shader] from [SPV_EXT_fragment_fully_covered];
    MeshShadingNV 5266 RESERVED needs [Shader] from [SPV_NV_mesh_shader];
    ImageFootprintNV 5282 RESERVED from [SPV_NV_shader_image_footprint];
    MeshShadingEXT 5283 RESERVED needs [Shader] from [SPV_EXT_mesh_shader];
    FragmentBarycentricKHR 5284 RESERVED from [SPV_NV_fragment_shader_barycentric
        SPV_KHR_fragment_shader_barycentric];
    ComputeDerivativeGroupQuadsKHR 5288 RESERVED needs [Shader] from [SPV_NV_compute_shader_derivatives
        SPV_KHR_compute_shader_derivatives];
    FragmentDensityEXT 5291 RESERVED needs [Shader] from [SPV_EXT_fragment_invocation_density SPV_NV_shading_rate];
    GroupNonUniformPartitionedEXT 5297 RESERVED from [SPV_NV_shader_subgroup_partitioned
        SPV_EXT_shader_subgroup_partitioned];
    ShaderNonUniform 5301 V1_5 needs [Shader] from [SPV_EXT_descriptor_indexing];
    RuntimeDescriptorArray 5302 V1_5 needs [Shader] from [SPV_EXT_descriptor_indexing];
    InputAttachmentArrayDynamicIndexing 5303 V1_5 needs [InputAttachment] from [SPV_EXT_descriptor_indexing];
    UniformTexelBufferArrayDynamicIndexing 5304 V1_5 needs [SampledBuffer] from [SPV_EXT_descriptor_indexing];
    StorageTexelBufferArrayDynamicIndexing 5305 V1_5 needs [ImageBuffer] from [SPV_EXT_descriptor_indexing];
    UniformBufferArrayNonUniformIndexing 5306 V1_5 needs [ShaderNonUniform] from [SPV_EXT_descriptor_indexing];
    SampledImageArrayNonUniformIndexing 5307 V1_5 needs [ShaderNonUniform] from [SPV_EXT_descriptor_indexing];
    StorageBufferArrayNonUniformIndexing 5308 V1_5 needs [ShaderNonUniform] from [SPV_EXT_descriptor_indexing];
    StorageImageArrayNonUniformIndexing 5309 V1_5 needs [ShaderNonUniform] from [SPV_EXT_descriptor_indexing];
    InputAttachmentArrayNonUniformIndexing 5310 V1_5 needs [InputAttachment ShaderNonUniform] from
        [SPV_EXT_descriptor_indexing];
    UniformTexelBufferArrayNonUniformIndexing 5311 V1_5 needs [SampledBuffer ShaderNonUniform] from
        [SPV_EXT_descriptor_indexing];
    StorageTexelBufferArrayNonUniformIndexing 5312 V1_5 needs [ImageBuffer ShaderNonUniform] from
        [SPV_EXT_descriptor_indexing];
    RayTracingPositionFetchKHR 5336 RESERVED needs [Shader] from [SPV_KHR_ray_tracing_position_fetch];
    RayTracingNV 5340 RESERVED needs [Shader] from [SPV_NV_ray_tracing];
    RayTracingMotionBlurNV 5341 RESERVED needs [Shader] from [SPV_NV_ray_tracing_motion_blur];
    VulkanMemoryModel 5345 V1_5 from [SPV_KHR_vulkan_memory_model];
    VulkanMemoryModelDeviceScope 5346 V1_5 from [SPV_KHR_vulkan_memory_model];
    PhysicalStorageBufferAddresses 5347 V1_5 needs [Shader] from [SPV_EXT_physical_storage_buffer
        SPV_KHR_physical_storage_buffer];
    ComputeDerivativeGroupLinearKHR 5350 RESERVED needs [Shader] from [SPV_NV_compute_shader_derivatives
        SPV_KHR_compute_shader_derivatives];
    RayTracingProvisionalKHR 5353 RESERVED needs [Shader] from [SPV_KHR_ray_tracing];
    CooperativeMatrixNV 5357 RESERVED needs [Shader] from [SPV_NV_cooperative_matrix];
    FragmentShaderSampleInterlockEXT 5363 RESERVED needs [Shader] from [SPV_EXT_fragment_shader_interlock];
    FragmentShaderShadingRateInterlockEXT 5372 RESERVED needs [Shader] from [SPV_EXT_fragment_shader_interlock];
    ShaderSMBuiltinsNV 5373 RESERVED needs [Shader] from [SPV_NV_shader_sm_builtins];
    FragmentShaderPixelInterlockEXT 5378 RESERVED needs [Shader] from [SPV_EXT_fragment_shader_interlock];
    DemoteToHelperInvocation 5379 V1_6 needs [Shader] from [SPV_EXT_demote_to_helper_invocation];
    DisplacementMicromapNV 5380 RESERVED needs [Shader] from [SPV_NV_displacement_micromap];
    RayTracingOpacityMicromapKHR 5381 RESERVED needs [Shader] from [SPV_KHR_opacity_micromap
        SPV_EXT_opacity_micromap];
    ShaderInvocationReorderNV 5383 RESERVED needs [RayTracingKHR] from [SPV_NV_shader_invocation_reorder];
    ShaderInvocationReorderEXT 5388 RESERVED needs [RayTracingKHR] from [SPV_EXT_shader_invocation_reorder];
    BindlessTextureNV 5390 RESERVED from [SPV_NV_bindless_texture];
    RayQueryPositionFetchKHR 5391 RESERVED needs [Shader] from [SPV_KHR_ray_tracing_position_fetch];
    CooperativeVectorNV 5394 RESERVED from [SPV_NV_cooperative_vector];
    AtomicFloat16VectorNV 5404 RESERVED from [SPV_NV_shader_atomic_fp16_vector];
    RayTracingDisplacementMicromapNV 5409 RESERVED needs [RayTracingKHR] from [SPV_NV_displacement_micromap];
    RawAccessChainsNV 5414 RESERVED from [SPV_NV_raw_access_chains];
    RayTracingSpheresGeometryNV 5418 RESERVED from [SPV_NV_linear_swept_spheres];
    RayTracingLinearSweptSpheresGeometryNV 5419 RESERVED from [SPV_NV_linear_swept_spheres];
    PushConstantBanksNV 5423 RESERVED needs [Shader] from [SPV_NV_push_constant_bank];
    LongVectorEXT 5425 RESERVED from [SPV_EXT_long_vector];
    Shader64BitIndexingEXT 5426 RESERVED from [SPV_EXT_shader_64bit_indexing];
    CooperativeMatrixConversionsEXT 5429 RESERVED from [SPV_EXT_cooperative_matrix_maintenance1];
    CooperativeMatrixReductionsEXT 5430 RESERVED from [SPV_EXT_cooperative_matrix_maintenance1
        SPV_NV_cooperative_matrix2];
    CooperativeMatrixConversionsNV 5431 RESERVED from [SPV_NV_cooperative_matrix2];
    CooperativeMatrixPerElementOperationsEXT 5432 RESERVED from [SPV_EXT_cooperative_matrix_maintenance1
        SPV_NV_cooperative_matrix2];
    CooperativeMatrixTensorAddressingNV 5433 RESERVED from [SPV_NV_cooperative_matrix2];
    CooperativeMatrixBlockLoadsNV 5434 RESERVED from [SPV_NV_cooperative_matrix2];
    CooperativeVectorTrainingNV 5435 RESERVED from [SPV_NV_cooperative_vector];
    RayTracingClusterAccelerationStructureNV 5437 RESERVED needs [RayTracingKHR] from
        [SPV_NV_cluster_acceleration_structure];
    CooperativeMatrixGetCoordinateEXT 5438 RESERVED from [SPV_EXT_cooperative_matrix_maintenance1];
    TensorAddressingNV 5439 RESERVED from [SPV_NV_tensor_addressing];
    CooperativeMatrixDecodeVectorNV 5447 RESERVED needs [CooperativeMatrixBlockLoadsNV] from
        [SPV_NV_cooperative_matrix_decode_vector];
    SubgroupShuffleINTEL 5568 RESERVED from [SPV_INTEL_subgroups];
    SubgroupBufferBlockIOINTEL 5569 RESERVED from [SPV_INTEL_subgroups];
    SubgroupImageBlockIOINTEL 5570 RESERVED from [SPV_INTEL_subgroups];
    SubgroupImageMediaBlockIOINTEL 5579 RESERVED from [SPV_INTEL_media_block_io];
    RoundToInfinityINTEL 5582 RESERVED from [SPV_INTEL_float_controls2];
    FloatingPointModeINTEL 5583 RESERVED from [SPV_INTEL_float_controls2];
    IntegerFunctions2INTEL 5584 RESERVED from [SPV_INTEL_shader_integer_functions2];
    FunctionPointersINTEL 5603 RESERVED from [SPV_INTEL_function_pointers];
    IndirectReferencesINTEL 5604 RESERVED from [SPV_INTEL_function_pointers];
    AsmINTEL 5606 RESERVED from [SPV_INTEL_inline_assembly];
    AtomicFloat32MinMaxEXT 5612 RESERVED from [SPV_EXT_shader_atomic_float_min_max];
    AtomicFloat64MinMaxEXT 5613 RESERVED from [SPV_EXT_shader_atomic_float_min_max];
    AtomicFloat16MinMaxEXT 5616 RESERVED from [SPV_EXT_shader_atomic_float_min_max];
    VectorComputeINTEL 5617 RESERVED needs [VectorAnyINTEL] from [SPV_INTEL_vector_compute];
    VectorAnyINTEL 5619 RESERVED from [SPV_INTEL_vector_compute];
    ExpectAssumeKHR 5629 RESERVED from [SPV_KHR_expect_assume];
    SubgroupAvcMotionEstimationINTEL 5696 RESERVED from [SPV_INTEL_device_side_avc_motion_estimation];
    SubgroupAvcMotionEstimationIntraINTEL 5697 RESERVED from [SPV_INTEL_device_side_avc_motion_estimation];
    SubgroupAvcMotionEstimationChromaINTEL 5698 RESERVED from [SPV_INTEL_device_side_avc_motion_estimation];
    VariableLengthArrayINTEL 5817 RESERVED from [SPV_INTEL_variable_length_array];
    FunctionFloatControlINTEL 5821 RESERVED from [SPV_INTEL_float_controls2];
    FPGAMemoryAttributesALTERA 5824 RESERVED from [SPV_ALTERA_fpga_memory_attributes
        SPV_INTEL_fpga_memory_attributes];
    FPFastMathModeINTEL 5837 RESERVED needs [Kernel] from [SPV_INTEL_fp_fast_math_mode];
    ArbitraryPrecisionIntegersALTERA 5844 RESERVED from [SPV_ALTERA_arbitrary_precision_integers
        SPV_INTEL_arbitrary_precision_integers];
    ArbitraryPrecisionFloatingPointALTERA 5845 RESERVED from [SPV_ALTERA_arbitrary_precision_floating_point
        SPV_INTEL_arbitrary_precision_floating_point];
    UnstructuredLoopControlsINTEL 5886 RESERVED from [SPV_INTEL_unstructured_loop_controls];
    FPGALoopControlsALTERA 5888 RESERVED from [SPV_ALTERA_fpga_loop_controls SPV_INTEL_fpga_loop_controls];
    KernelAttributesINTEL 5892 RESERVED from [SPV_INTEL_kernel_attributes];
    FPGAKernelAttributesINTEL 5897 RESERVED from [SPV_INTEL_kernel_attributes];
    FPGAMemoryAccessesALTERA 5898 RESERVED from [SPV_ALTERA_fpga_memory_accesses SPV_INTEL_fpga_memory_accesses];
    FPGAClusterAttributesALTERA 5904 RESERVED from [SPV_ALTERA_fpga_cluster_attributes
        SPV_INTEL_fpga_cluster_attributes];
    LoopFuseALTERA 5906 RESERVED from [SPV_ALTERA_loop_fuse SPV_INTEL_loop_fuse];
    FPGADSPControlALTERA 5908 RESERVED from [SPV_ALTERA_fpga_dsp_control SPV_INTEL_fpga_dsp_control];
    MemoryAccessAliasingINTEL 5910 RESERVED from [SPV_INTEL_memory_access_aliasing];
    FPGAInvocationPipeliningAttributesALTERA 5916 RESERVED from [SPV_ALTERA_fpga_invocation_pipelining_attributes
        SPV_INTEL_fpga_invocation_pipelining_attributes];
    FPGABufferLocationALTERA 5920 RESERVED from [SPV_ALTERA_fpga_buffer_location SPV_INTEL_fpga_buffer_location];
    ArbitraryPrecisionFixedPointALTERA 5922 RESERVED from [SPV_ALTERA_arbitrary_precision_fixed_point
        SPV_INTEL_arbitrary_precision_fixed_point];
    USMStorageClassesALTERA 5935 RESERVED from [SPV_ALTERA_usm_storage_classes SPV_INTEL_usm_storage_classes];
    RuntimeAlignedAttributeALTERA 5939 RESERVED from [SPV_ALTERA_runtime_aligned SPV_INTEL_runtime_aligned];
    IOPipesALTERA 5943 RESERVED from [SPV_ALTERA_io_pipes SPV_INTEL_io_pipes];
    BlockingPipesALTERA 5945 RESERVED from [SPV_ALTERA_blocking_pipes SPV_INTEL_blocking_pipes];
    FPGARegALTERA 5948 RESERVED from [SPV_ALTERA_fpga_reg SPV_INTEL_fpga_reg];
    DotProductInputAll 6016 V1_6 from [SPV_KHR_integer_dot_product];
    DotProductInput4x8Bit 6017 V1_6 needs [Int8] from [SPV_KHR_integer_dot_product];
    DotProductInput4x8BitPacked 6018 V1_6 from [SPV_KHR_integer_dot_product];
    DotProduct 6019 V1_6 from [SPV_KHR_integer_dot_product];
    RayCullMaskKHR 6020 RESERVED from [SPV_KHR_ray_cull_mask];
    CooperativeMatrixKHR 6022 RESERVED from [SPV_KHR_cooperative_matrix];
    ReplicatedCompositesEXT 6024 RESERVED from [SPV_EXT_replicated_composites];
    BitInstructions 6025 RESERVED from [SPV_KHR_bit_instructions];
    GroupNonUniformRotateKHR 6026 RESERVED needs [GroupNonUniform] from [SPV_KHR_subgroup_rotate];
    FloatControls2 6029 RESERVED from [SPV_KHR_float_controls2];
    FMAKHR 6030 RESERVED from [SPV_KHR_fma];
    RayTracingOpacityMicromapExecutionModeKHR 6032 RESERVED needs [Shader] from [SPV_KHR_opacity_micromap];
    AtomicFloat32AddEXT 6033 RESERVED from [SPV_EXT_shader_atomic_float_add];
    AtomicFloat64AddEXT 6034 RESERVED from [SPV_EXT_shader_atomic_float_add];
    LongCompositesINTEL 6089 RESERVED from [SPV_INTEL_long_composites];
    OptNoneEXT 6094 RESERVED from [SPV_EXT_optnone SPV_INTEL_optnone];
    AtomicFloat16AddEXT 6095 RESERVED from [SPV_EXT_shader_atomic_float16_add];
    DebugInfoModuleINTEL 6114 RESERVED from [SPV_INTEL_debug_module];
    BFloat16ConversionINTEL 6115 RESERVED from [SPV_INTEL_bfloat16_conversion];
    SplitBarrierEXT 6141 RESERVED from [SPV_EXT_split_barrier SPV_INTEL_split_barrier];
    ArithmeticFenceEXT 6144 RESERVED from [SPV_EXT_arithmetic_fence];
    FPGAClusterAttributesV2ALTERA 6150 RESERVED needs [FPGAClusterAttributesALTERA] from
        [SPV_ALTERA_fpga_cluster_attributes SPV_INTEL_fpga_cluster_attributes];
    FPGAKernelAttributesv2INTEL 6161 RESERVED needs [FPGAKernelAttributesINTEL] from [SPV_INTEL_kernel_attributes];
    TaskSequenceALTERA 6162 RESERVED from [SPV_ALTERA_task_sequence SPV_INTEL_task_sequence];
    FPMaxErrorINTEL 6169 RESERVED from [SPV_INTEL_fp_max_error];
    FPGALatencyControlALTERA 6171 RESERVED from [SPV_ALTERA_fpga_latency_control SPV_INTEL_fpga_latency_control];
    FPGAArgumentInterfacesALTERA 6174 RESERVED from [SPV_ALTERA_fpga_argument_interfaces
        SPV_INTEL_fpga_argument_interfaces];
    GlobalVariableHostAccessINTEL 6187 RESERVED from [SPV_INTEL_global_variable_host_access];
    GlobalVariableFPGADecorationsALTERA 6189 RESERVED from [SPV_ALTERA_global_variable_fpga_decorations
        SPV_INTEL_global_variable_fpga_decorations];
    SubgroupBufferPrefetchINTEL 6220 RESERVED from [SPV_INTEL_subgroup_buffer_prefetch];
    Subgroup2DBlockIOINTEL 6228 RESERVED from [SPV_INTEL_2d_block_io];
    Subgroup2DBlockTransformINTEL 6229 RESERVED needs [Subgroup2DBlockIOINTEL] from [SPV_INTEL_2d_block_io];
    Subgroup2DBlockTransposeINTEL 6230 RESERVED needs [Subgroup2DBlockIOINTEL] from [SPV_INTEL_2d_block_io];
    SubgroupMatrixMultiplyAccumulateINTEL 6236 RESERVED from [SPV_INTEL_subgroup_matrix_multiply_accumulate];
    TernaryBitwiseFunctionINTEL 6241 RESERVED from [SPV_INTEL_ternary_bitwise_function];
    UntypedVariableLengthArrayINTEL 6243 RESERVED needs [VariableLengthArrayINTEL UntypedPointersKHR] from
        [SPV_INTEL_variable_length_array];
    SpecConditionalINTEL 6245 RESERVED from [SPV_INTEL_function_variants];
    FunctionVariantsINTEL 6246 RESERVED needs [SpecConditionalINTEL] from [SPV_INTEL_function_variants];
    PredicatedIOINTEL 6257 RESERVED from [SPV_INTEL_predicated_io];
    RoundedDivideSqrtINTEL 6265 RESERVED from [SPV_INTEL_rounded_divide_sqrt];
    GroupUniformArithmeticKHR 6400 RESERVED from [SPV_KHR_uniform_group_instructions];
    TensorFloat32RoundingINTEL 6425 RESERVED from [SPV_INTEL_tensor_float32_conversion];
    MaskedGatherScatterINTEL 6427 RESERVED from [SPV_INTEL_masked_gather_scatter];
    CacheControlsINTEL 6441 RESERVED from [SPV_INTEL_cache_controls];
    RegisterLimitsINTEL 6460 RESERVED from [SPV_INTEL_maximum_registers];
    BindlessImagesINTEL 6528 RESERVED from [SPV_INTEL_bindless_images];
    DotProductFloat16AccFloat32VALVE 6912 RESERVED needs [Float16] from [SPV_VALVE_mixed_float_dot_product];
    DotProductFloat16AccFloat16VALVE 6913 RESERVED needs [Float16] from [SPV_VALVE_mixed_float_dot_product];
    DotProductBFloat16AccVALVE 6914 RESERVED needs [BFloat16TypeKHR] from [SPV_VALVE_mixed_float_dot_product];
    DotProductFloat8AccFloat32VALVE 6915 RESERVED needs [Float8EXT] from [SPV_VALVE_mixed_float_dot_product];
    IntrinsicSAMSUNG 7041 RESERVED from [SPV_SAMSUNG_intrinsic];
}
