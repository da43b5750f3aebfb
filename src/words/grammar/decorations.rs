//! The decorations and built-ins.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it.
//! The tests hold every line against what rspirv's tables know.

use super::enumerants;

enumerants! { DECORATION
    "RelaxedPrecision" 0 V1_0 needs [Shader];
    "SpecId" 1 V1_0 (LiteralInteger) needs [Shader Kernel];
    "Block" 2 V1_0 needs [Shader];
    "BufferBlock" 3 V1_0 to V1_3 needs [Shader];
    "RowMajor" 4 V1_0 needs [Matrix];
    "ColMajor" 5 V1_0 needs [Matrix];
    "ArrayStride" 6 V1_0 (LiteralInteger) needs [Shader];
    "MatrixStride" 7 V1_0 (LiteralInteger) needs [Matrix];
    "GLSLShared" 8 V1_0 needs [Shader];
    "GLSLPacked" 9 V1_0 needs [Shader];
    "CPacked" 10 V1_0 needs [Kernel];
    "BuiltIn" 11 V1_0 (BuiltIn);
    "NoPerspective" 13 V1_0 needs [Shader];
    "Flat" 14 V1_0 needs [Shader];
    "Patch" 15 V1_0 needs [Tessellation];
    "Centroid" 16 V1_0 needs [Shader];
    "Sample" 17 V1_0 needs [SampleRateShading];
    "Invariant" 18 V1_0 needs [Shader];
    "Restrict" 19 V1_0;
    "Aliased" 20 V1_0;
    "Volatile" 21 V1_0;
    "Constant" 22 V1_0 needs [Kernel];
    "Coherent" 23 V1_0;
    "NonWritable" 24 V1_0;
    "NonReadable" 25 V1_0;
    "Uniform" 26 V1_0 needs [Shader UniformDecoration];
    "UniformId" 27 V1_4 (IdScope) needs [Shader UniformDecoration];
    "SaturatedConversion" 28 V1_0 needs [Kernel];
    "Stream" 29 V1_0 (LiteralInteger) needs [GeometryStreams];
    "Location" 30 V1_0 (LiteralInteger) needs [Shader];
    "Component" 31 V1_0 (LiteralInteger) needs [Shader];
    "Index" 32 V1_0 (LiteralInteger) needs [Shader];
    "Binding" 33 V1_0 (LiteralInteger) needs [Shader];
    "DescriptorSet" 34 V1_0 (LiteralInteger) needs [Shader];
    "Offset" 35 V1_0 (LiteralInteger) needs [Shader];
    "XfbBuffer" 36 V1_0 (LiteralInteger) needs [TransformFeedback];
    "XfbStride" 37 V1_0 (LiteralInteger) needs [TransformFeedback];
    "FuncParamAttr" 38 V1_0 (FunctionParameterAttribute) needs [Kernel];
    "FPRoundingMode" 39 V1_0 (FPRoundingMode);
    "FPFastMathMode" 40 V1_0 (FPFastMathMode) needs [Kernel FloatControls2];
    "LinkageAttributes" 41 V1_0 (LiteralString LinkageType) needs [Linkage];
    "NoContraction" 42 V1_0 needs [Shader];
    "InputAttachmentIndex" 43 V1_0 (LiteralInteger) needs [InputAttachment];
    "Alignment" 44 V1_0 (LiteralInteger) needs [Kernel];
    "MaxByteOffset" 45 V1_1 (LiteralInteger) needs [Addresses];
    "AlignmentId" 46 V1_2 (IdRef) needs [Kernel];
    "MaxByteOffsetId" 47 V1_2 (IdRef) needs [Addresses];
    "SaturatedToLargestFloat8NormalConversionEXT" 4216 RESERVED needs [Float8EXT];
    "NoSignedWrap" 4469 V1_4 from [SPV_KHR_no_integer_wrap_decoration];
    "NoUnsignedWrap" 4470 V1_4 from [SPV_KHR_no_integer_wrap_decoration];
    "WeightTextureQCOM" 4487 RESERVED from [SPV_QCOM_image_processing];
    "BlockMatchTextureQCOM" 4488 RESERVED from [SPV_QCOM_image_processing];
    "BlockMatchSamplerQCOM" 4499 RESERVED from [SPV_QCOM_image_processing2];
    "ExplicitInterpAMD" 4999 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "NodeSharesPayloadLimitsWithAMDX" 5019 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "NodeMaxPayloadsAMDX" 5020 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "TrackFinishWritingAMDX" 5078 RESERVED needs [ShaderEnqueueAMDX];
    "PayloadNodeNameAMDX" 5091 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "PayloadNodeBaseIndexAMDX" 5098 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "PayloadNodeSparseArrayAMDX" 5099 RESERVED needs [ShaderEnqueueAMDX];
    "PayloadNodeArraySizeAMDX" 5100 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "PayloadDispatchIndirectAMDX" 5105 RESERVED needs [ShaderEnqueueAMDX];
    "ArrayStrideIdEXT" 5124 RESERVED (IdRef) needs [DescriptorHeapEXT];
    "OffsetIdEXT" 5125 RESERVED (IdRef) needs [DescriptorHeapEXT];
    "UTFEncodedKHR" 5145 RESERVED needs [ConstantDataKHR];
    "OverrideCoverageNV" 5248 RESERVED needs [SampleMaskOverrideCoverageNV] from
        [SPV_NV_sample_mask_override_coverage];
    "PassthroughNV" 5250 RESERVED needs [GeometryShaderPassthroughNV] from [SPV_NV_geometry_shader_passthrough];
    "ViewportRelativeNV" 5252 RESERVED needs [ShaderViewportMaskNV];
    "SecondaryViewportRelativeNV" 5256 RESERVED (LiteralInteger) needs [ShaderStereoViewNV] from
        [SPV_NV_stereo_view_rendering];
    "PerPrimitiveEXT" 5271 RESERVED needs [MeshShadingNV MeshShadingEXT] from [SPV_NV_mesh_shader
        SPV_EXT_mesh_shader];
    "PerViewNV" 5272 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "PerTaskNV" 5273 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "PerVertexKHR" 5285 RESERVED needs [FragmentBarycentricKHR] from [SPV_NV_fragment_shader_barycentric
        SPV_KHR_fragment_shader_barycentric];
    "NonUniform" 5300 V1_5 needs [ShaderNonUniform] from [SPV_EXT_descriptor_indexing];
    "RestrictPointer" 5355 V1_5 needs [PhysicalStorageBufferAddresses] from [SPV_EXT_physical_storage_buffer
        SPV_KHR_physical_storage_buffer];
    "AliasedPointer" 5356 V1_5 needs [PhysicalStorageBufferAddresses] from [SPV_EXT_physical_storage_buffer
        SPV_KHR_physical_storage_buffer];
    "MemberOffsetNV" 5358 RESERVED (LiteralInteger) needs [PushConstantBanksNV];
    "HitObjectShaderRecordBufferNV" 5386 RESERVED needs [ShaderInvocationReorderNV];
    "HitObjectShaderRecordBufferEXT" 5389 RESERVED needs [ShaderInvocationReorderEXT];
    "BankNV" 5397 RESERVED (LiteralInteger) needs [PushConstantBanksNV];
    "BindlessSamplerNV" 5398 RESERVED needs [BindlessTextureNV];
    "BindlessImageNV" 5399 RESERVED needs [BindlessTextureNV];
    "BoundSamplerNV" 5400 RESERVED needs [BindlessTextureNV];
    "BoundImageNV" 5401 RESERVED needs [BindlessTextureNV];
    "CooperativeMatrixTransposeEXT" 5440 RESERVED needs [CooperativeMatrixConversionsEXT];
    "SIMTCallINTEL" 5599 RESERVED (LiteralInteger) needs [VectorComputeINTEL];
    "ReferencedIndirectlyINTEL" 5602 RESERVED needs [IndirectReferencesINTEL] from [SPV_INTEL_function_pointers];
    "ClobberINTEL" 5607 RESERVED (LiteralString) needs [AsmINTEL];
    "SideEffectsINTEL" 5608 RESERVED needs [AsmINTEL];
    "VectorComputeVariableINTEL" 5624 RESERVED needs [VectorComputeINTEL];
    "FuncParamIOKindINTEL" 5625 RESERVED (LiteralInteger) needs [VectorComputeINTEL];
    "VectorComputeFunctionINTEL" 5626 RESERVED needs [VectorComputeINTEL];
    "StackCallINTEL" 5627 RESERVED needs [VectorComputeINTEL];
    "GlobalVariableOffsetINTEL" 5628 RESERVED (LiteralInteger) needs [VectorComputeINTEL];
    "CounterBuffer" 5634 V1_4 (IdRef) from [SPV_GOOGLE_hlsl_functionality1];
    "UserSemantic" 5635 V1_4 (LiteralString) from [SPV_GOOGLE_hlsl_functionality1];
    "UserTypeGOOGLE" 5636 RESERVED (LiteralString) from [SPV_GOOGLE_user_type];
    "FunctionRoundingModeINTEL" 5822 RESERVED (LiteralInteger FPRoundingMode) needs [FunctionFloatControlINTEL];
    "FunctionDenormModeINTEL" 5823 RESERVED (LiteralInteger FPDenormMode) needs [FunctionFloatControlINTEL];
    "RegisterALTERA" 5825 RESERVED needs [FPGAMemoryAttributesALTERA];
    "MemoryALTERA" 5826 RESERVED (LiteralString) needs [FPGAMemoryAttributesALTERA];
    "NumbanksALTERA" 5827 RESERVED (LiteralInteger) needs [FPGAMemoryAttributesALTERA];
    "BankwidthALTERA" 5828 RESERVED (LiteralInteger) needs [FPGAMemoryAttributesALTERA];
    "MaxPrivateCopiesALTERA" 5829 RESERVED (LiteralInteger) needs [FPGAMemoryAttributesALTERA];
    "SinglepumpALTERA" 5830 RESERVED needs [FPGAMemoryAttributesALTERA];
    "DoublepumpALTERA" 5831 RESERVED needs [FPGAMemoryAttributesALTERA];
    "MaxReplicatesALTERA" 5832 RESERVED (LiteralInteger) needs [FPGAMemoryAttributesALTERA];
    "SimpleDualPortALTERA" 5833 RESERVED needs [FPGAMemoryAttributesALTERA];
    "MergeALTERA" 5834 RESERVED (LiteralString LiteralString) needs [FPGAMemoryAttributesALTERA];
    "BankBitsALTERA" 5835 RESERVED ({LiteralInteger}) needs [FPGAMemoryAttributesALTERA];
    "ForcePow2DepthALTERA" 5836 RESERVED (LiteralInteger) needs [FPGAMemoryAttributesALTERA];
    "StridesizeALTERA" 5883 RESERVED (LiteralInteger) needs [FPGAMemoryAttributesALTERA];
    "WordsizeALTERA" 5884 RESERVED (LiteralInteger) needs [FPGAMemoryAttributesALTERA];
    "TrueDualPortALTERA" 5885 RESERVED needs [FPGAMemoryAttributesALTERA];
    "BurstCoalesceALTERA" 5899 RESERVED needs [FPGAMemoryAccessesALTERA];
    "CacheSizeALTERA" 5900 RESERVED (LiteralInteger) needs [FPGAMemoryAccessesALTERA];
    "DontStaticallyCoalesceALTERA" 5901 RESERVED needs [FPGAMemoryAccessesALTERA];
    "PrefetchALTERA" 5902 RESERVED (LiteralInteger) needs [FPGAMemoryAccessesALTERA];
    "StallEnableALTERA" 5905 RESERVED needs [FPGAClusterAttributesALTERA];
    "FuseLoopsInFunctionALTERA" 5907 RESERVED needs [LoopFuseALTERA];
    "MathOpDSPModeALTERA" 5909 RESERVED (LiteralInteger LiteralInteger) needs [FPGADSPControlALTERA];
    "AliasScopeINTEL" 5914 RESERVED (IdRef) needs [MemoryAccessAliasingINTEL];
    "NoAliasINTEL" 5915 RESERVED (IdRef) needs [MemoryAccessAliasingINTEL];
    "InitiationIntervalALTERA" 5917 RESERVED (LiteralInteger) needs [FPGAInvocationPipeliningAttributesALTERA];
    "MaxConcurrencyALTERA" 5918 RESERVED (LiteralInteger) needs [FPGAInvocationPipeliningAttributesALTERA];
    "PipelineEnableALTERA" 5919 RESERVED (LiteralInteger) needs [FPGAInvocationPipeliningAttributesALTERA];
    "BufferLocationALTERA" 5921 RESERVED (LiteralInteger) needs [FPGABufferLocationALTERA];
    "IOPipeStorageALTERA" 5944 RESERVED (LiteralInteger) needs [IOPipesALTERA];
    "FunctionFloatingPointModeINTEL" 6080 RESERVED (LiteralInteger FPOperationMode) needs
        [FunctionFloatControlINTEL];
    "SingleElementVectorINTEL" 6085 RESERVED needs [VectorComputeINTEL];
    "VectorComputeCallableFunctionINTEL" 6087 RESERVED needs [VectorComputeINTEL];
    "MediaBlockIOINTEL" 6140 RESERVED needs [VectorComputeINTEL];
    "StallFreeALTERA" 6151 RESERVED needs [FPGAClusterAttributesV2ALTERA];
    "FPMaxErrorDecorationINTEL" 6170 RESERVED (LiteralFloat) needs [FPMaxErrorINTEL];
    "LatencyControlLabelALTERA" 6172 RESERVED (LiteralInteger) needs [FPGALatencyControlALTERA];
    "LatencyControlConstraintALTERA" 6173 RESERVED (LiteralInteger LiteralInteger LiteralInteger) needs
        [FPGALatencyControlALTERA];
    "ConduitKernelArgumentALTERA" 6175 RESERVED needs [FPGAArgumentInterfacesALTERA];
    "RegisterMapKernelArgumentALTERA" 6176 RESERVED needs [FPGAArgumentInterfacesALTERA];
    "MMHostInterfaceAddressWidthALTERA" 6177 RESERVED (LiteralInteger) needs [FPGAArgumentInterfacesALTERA];
    "MMHostInterfaceDataWidthALTERA" 6178 RESERVED (LiteralInteger) needs [FPGAArgumentInterfacesALTERA];
    "MMHostInterfaceLatencyALTERA" 6179 RESERVED (LiteralInteger) needs [FPGAArgumentInterfacesALTERA];
    "MMHostInterfaceReadWriteModeALTERA" 6180 RESERVED (AccessQualifier) needs [FPGAArgumentInterfacesALTERA];
    "MMHostInterfaceMaxBurstALTERA" 6181 RESERVED (LiteralInteger) needs [FPGAArgumentInterfacesALTERA];
    "MMHostInterfaceWaitRequestALTERA" 6182 RESERVED (LiteralInteger) needs [FPGAArgumentInterfacesALTERA];
    "StableKernelArgumentALTERA" 6183 RESERVED needs [FPGAArgumentInterfacesALTERA];
    "HostAccessINTEL" 6188 RESERVED (HostAccessQualifier LiteralString) needs [GlobalVariableHostAccessINTEL];
    "InitModeALTERA" 6190 RESERVED (InitializationModeQualifier) needs [GlobalVariableFPGADecorationsALTERA];
    "ImplementInRegisterMapALTERA" 6191 RESERVED (LiteralInteger) needs [GlobalVariableFPGADecorationsALTERA];
    "ConditionalINTEL" 6247 RESERVED (IdRef) needs [SpecConditionalINTEL];
    "CacheControlLoadINTEL" 6442 RESERVED (LiteralInteger LoadCacheControl) needs [CacheControlsINTEL];
    "CacheControlStoreINTEL" 6443 RESERVED (LiteralInteger StoreCacheControl) needs [CacheControlsINTEL];
    "IntrinsicSAMSUNG" 7040 RESERVED (LiteralInteger) needs [IntrinsicSAMSUNG];
}

enumerants! { BUILT_IN
    "Position" 0 V1_0 needs [Shader];
    "PointSize" 1 V1_0 needs [Shader];
    "ClipDistance" 3 V1_0 needs [ClipDistance];
    "CullDistance" 4 V1_0 needs [CullDistance];
    "VertexId" 5 V1_0 needs [Shader];
    "InstanceId" 6 V1_0 needs [Shader];
    "PrimitiveId" 7 V1_0 needs [Geometry Tessellation RayTracingNV RayTracingKHR MeshShadingNV MeshShadingEXT];
    "InvocationId" 8 V1_0 needs [Geometry Tessellation];
    "Layer" 9 V1_0 needs [Geometry ShaderLayer ShaderViewportIndexLayerEXT MeshShadingNV MeshShadingEXT];
    "ViewportIndex" 10 V1_0 needs [MultiViewport ShaderViewportIndex ShaderViewportIndexLayerEXT MeshShadingNV
        MeshShadingEXT];
    "TessLevelOuter" 11 V1_0 needs [Tessellation];
    "TessLevelInner" 12 V1_0 needs [Tessellation];
    "TessCoord" 13 V1_0 needs [Tessellation];
    "PatchVertices" 14 V1_0 needs [Tessellation];
    "FragCoord" 15 V1_0 needs [Shader];
    "PointCoord" 16 V1_0 needs [Shader];
    "FrontFacing" 17 V1_0 needs [Shader];
    "SampleId" 18 V1_0 needs [SampleRateShading];
    "SamplePosition" 19 V1_0 needs [SampleRateShading];
    "SampleMask" 20 V1_0 needs [Shader];
    "FragDepth" 22 V1_0 needs [Shader];
    "HelperInvocation" 23 V1_0 needs [Shader];
    "NumWorkgroups" 24 V1_0;
    "WorkgroupSize" 25 V1_0;
    "WorkgroupId" 26 V1_0;
    "LocalInvocationId" 27 V1_0;
    "GlobalInvocationId" 28 V1_0;
    "LocalInvocationIndex" 29 V1_0;
    "WorkDim" 30 V1_0 needs [Kernel];
    "GlobalSize" 31 V1_0 needs [Kernel];
    "EnqueuedWorkgroupSize" 32 V1_0 needs [Kernel];
    "GlobalOffset" 33 V1_0 needs [Kernel];
    "GlobalLinearId" 34 V1_0 needs [Kernel];
    "SubgroupSize" 36 V1_0 needs [Kernel GroupNonUniform SubgroupBallotKHR];
    "SubgroupMaxSize" 37 V1_0 needs [Kernel];
    "NumSubgroups" 38 V1_0 needs [Kernel GroupNonUniform];
    "NumEnqueuedSubgroups" 39 V1_0 needs [Kernel];
    "SubgroupId" 40 V1_0 needs [Kernel GroupNonUniform];
    "SubgroupLocalInvocationId" 41 V1_0 needs [Kernel GroupNonUniform SubgroupBallotKHR];
    "VertexIndex" 42 V1_0 needs [Shader];
    "InstanceIndex" 43 V1_0 needs [Shader];
    "CoreIDARM" 4160 V1_0 needs [CoreBuiltinsARM];
    "CoreCountARM" 4161 V1_0 needs [CoreBuiltinsARM];
    "CoreMaxIDARM" 4162 V1_0 needs [CoreBuiltinsARM];
    "WarpIDARM" 4163 V1_0 needs [CoreBuiltinsARM];
    "WarpMaxIDARM" 4164 V1_0 needs [CoreBuiltinsARM];
    "SubgroupEqMask" 4416 V1_3 needs [SubgroupBallotKHR GroupNonUniformBallot] from [SPV_KHR_shader_ballot];
    "SubgroupGeMask" 4417 V1_3 needs [SubgroupBallotKHR GroupNonUniformBallot] from [SPV_KHR_shader_ballot];
    "SubgroupGtMask" 4418 V1_3 needs [SubgroupBallotKHR GroupNonUniformBallot] from [SPV_KHR_shader_ballot];
    "SubgroupLeMask" 4419 V1_3 needs [SubgroupBallotKHR GroupNonUniformBallot] from [SPV_KHR_shader_ballot];
    "SubgroupLtMask" 4420 V1_3 needs [SubgroupBallotKHR GroupNonUniformBallot] from [SPV_KHR_shader_ballot];
    "BaseVertex" 4424 V1_3 needs [DrawParameters] from [SPV_KHR_shader_draw_parameters];
    "BaseInstance" 4425 V1_3 needs [DrawParameters] from [SPV_KHR_shader_draw_parameters];
    "DrawIndex" 4426 V1_3 needs [DrawParameters MeshShadingNV MeshShadingEXT] from [SPV_KHR_shader_draw_parameters
        SPV_NV_mesh_shader SPV_EXT_mesh_shader];
    "PrimitiveShadingRateKHR" 4432 RESERVED needs [FragmentShadingRateKHR] from [SPV_KHR_fragment_shading_rate];
    "DeviceIndex" 4438 V1_3 needs [DeviceGroup] from [SPV_KHR_device_group];
    "ViewIndex" 4440 V1_3 needs [MultiView] from [SPV_KHR_multiview];
    "ShadingRateKHR" 4444 RESERVED needs [FragmentShadingRateKHR] from [SPV_KHR_fragment_shading_rate];
    "TileOffsetQCOM" 4492 RESERVED needs [TileShadingQCOM];
    "TileDimensionQCOM" 4493 RESERVED needs [TileShadingQCOM];
    "TileApronSizeQCOM" 4494 RESERVED needs [TileShadingQCOM];
    "BaryCoordNoPerspAMD" 4992 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "BaryCoordNoPerspCentroidAMD" 4993 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "BaryCoordNoPerspSampleAMD" 4994 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "BaryCoordSmoothAMD" 4995 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "BaryCoordSmoothCentroidAMD" 4996 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "BaryCoordSmoothSampleAMD" 4997 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "BaryCoordPullModelAMD" 4998 RESERVED from [SPV_AMD_shader_explicit_vertex_parameter];
    "FragStencilRefEXT" 5014 RESERVED needs [StencilExportEXT] from [SPV_EXT_shader_stencil_export];
    "RemainingRecursionLevelsAMDX" 5021 RESERVED needs [ShaderEnqueueAMDX];
    "ShaderIndexAMDX" 5073 RESERVED needs [ShaderEnqueueAMDX];
    "SamplerHeapEXT" 5122 RESERVED needs [DescriptorHeapEXT];
    "ResourceHeapEXT" 5123 RESERVED needs [DescriptorHeapEXT];
    "ViewportMaskNV" 5253 RESERVED needs [ShaderViewportMaskNV MeshShadingNV] from [SPV_NV_viewport_array2
        SPV_NV_mesh_shader];
    "SecondaryPositionNV" 5257 RESERVED needs [ShaderStereoViewNV] from [SPV_NV_stereo_view_rendering];
    "SecondaryViewportMaskNV" 5258 RESERVED needs [ShaderStereoViewNV] from [SPV_NV_stereo_view_rendering];
    "PositionPerViewNV" 5261 RESERVED needs [PerViewAttributesNV MeshShadingNV] from
        [SPV_NVX_multiview_per_view_attributes SPV_NV_mesh_shader];
    "ViewportMaskPerViewNV" 5262 RESERVED needs [PerViewAttributesNV MeshShadingNV] from
        [SPV_NVX_multiview_per_view_attributes SPV_NV_mesh_shader];
    "FullyCoveredEXT" 5264 RESERVED needs [FragmentFullyCoveredEXT] from [SPV_EXT_fragment_fully_covered];
    "TaskCountNV" 5274 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "PrimitiveCountNV" 5275 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "PrimitiveIndicesNV" 5276 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "ClipDistancePerViewNV" 5277 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "CullDistancePerViewNV" 5278 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "LayerPerViewNV" 5279 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "MeshViewCountNV" 5280 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "MeshViewIndicesNV" 5281 RESERVED needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    "BaryCoordKHR" 5286 RESERVED needs [FragmentBarycentricKHR] from [SPV_NV_fragment_shader_barycentric
        SPV_KHR_fragment_shader_barycentric];
    "BaryCoordNoPerspKHR" 5287 RESERVED needs [FragmentBarycentricKHR] from [SPV_NV_fragment_shader_barycentric
        SPV_KHR_fragment_shader_barycentric];
    "FragSizeEXT" 5292 RESERVED needs [FragmentDensityEXT] from [SPV_EXT_fragment_invocation_density
        SPV_NV_shading_rate];
    "FragInvocationCountEXT" 5293 RESERVED needs [FragmentDensityEXT] from [SPV_EXT_fragment_invocation_density
        SPV_NV_shading_rate];
    "PrimitivePointIndicesEXT" 5294 RESERVED needs [MeshShadingEXT] from [SPV_EXT_mesh_shader];
    "PrimitiveLineIndicesEXT" 5295 RESERVED needs [MeshShadingEXT] from [SPV_EXT_mesh_shader];
    "PrimitiveTriangleIndicesEXT" 5296 RESERVED needs [MeshShadingEXT] from [SPV_EXT_mesh_shader];
    "CullPrimitiveEXT" 5299 RESERVED needs [MeshShadingEXT] from [SPV_EXT_mesh_shader];
    "LaunchIdKHR" 5319 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing SPV_KHR_ray_tracing];
    "LaunchSizeKHR" 5320 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing SPV_KHR_ray_tracing];
    "WorldRayOriginKHR" 5321 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "WorldRayDirectionKHR" 5322 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "ObjectRayOriginKHR" 5323 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "ObjectRayDirectionKHR" 5324 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "RayTminKHR" 5325 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing SPV_KHR_ray_tracing];
    "RayTmaxKHR" 5326 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing SPV_KHR_ray_tracing];
    "InstanceCustomIndexKHR" 5327 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "ObjectToWorldKHR" 5330 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "WorldToObjectKHR" 5331 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "HitTNV" 5332 RESERVED needs [RayTracingNV] from [SPV_NV_ray_tracing];
    "HitKindKHR" 5333 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing SPV_KHR_ray_tracing];
    "CurrentRayTimeNV" 5334 RESERVED needs [RayTracingMotionBlurNV] from [SPV_NV_ray_tracing_motion_blur];
    "HitTriangleVertexPositionsKHR" 5335 RESERVED needs [RayTracingPositionFetchKHR];
    "HitMicroTriangleVertexPositionsNV" 5337 RESERVED needs [RayTracingDisplacementMicromapNV];
    "HitMicroTriangleVertexBarycentricsNV" 5344 RESERVED needs [RayTracingDisplacementMicromapNV];
    "IncomingRayFlagsKHR" 5351 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "RayGeometryIndexKHR" 5352 RESERVED needs [RayTracingKHR] from [SPV_KHR_ray_tracing];
    "HitIsSphereNV" 5359 RESERVED needs [RayTracingSpheresGeometryNV] from [SPV_NV_linear_swept_spheres];
    "HitIsLSSNV" 5360 RESERVED needs [RayTracingLinearSweptSpheresGeometryNV] from [SPV_NV_linear_swept_spheres];
    "HitSpherePositionNV" 5361 RESERVED needs [RayTracingSpheresGeometryNV] from [SPV_NV_linear_swept_spheres];
    "WarpsPerSMNV" 5374 RESERVED needs [ShaderSMBuiltinsNV] from [SPV_NV_shader_sm_builtins];
    "SMCountNV" 5375 RESERVED needs [ShaderSMBuiltinsNV] from [SPV_NV_shader_sm_builtins];
    "WarpIDNV" 5376 RESERVED needs [ShaderSMBuiltinsNV] from [SPV_NV_shader_sm_builtins];
    "SMIDNV" 5377 RESERVED needs [ShaderSMBuiltinsNV] from [SPV_NV_shader_sm_builtins];
    "HitLSSPositionsNV" 5396 RESERVED needs [RayTracingLinearSweptSpheresGeometryNV] from
        [SPV_NV_linear_swept_spheres];
    "HitKindFrontFacingMicroTriangleNV" 5405 RESERVED needs [RayTracingDisplacementMicromapNV];
    "HitKindBackFacingMicroTriangleNV" 5406 RESERVED needs [RayTracingDisplacementMicromapNV];
    "HitSphereRadiusNV" 5420 RESERVED needs [RayTracingSpheresGeometryNV] from [SPV_NV_linear_swept_spheres];
    "HitLSSRadiiNV" 5421 RESERVED needs [RayTracingLinearSweptSpheresGeometryNV] from [SPV_NV_linear_swept_spheres];
    "ClusterIDNV" 5436 RESERVED needs [RayTracingClusterAccelerationStructureNV] from
        [SPV_NV_cluster_acceleration_structure];
    "CullMaskKHR" 6021 RESERVED needs [RayCullMaskKHR] from [SPV_KHR_ray_cull_mask];
}
