//! The instructions with opcodes from 5,000 to 5,599: extensions for graphics, most of them.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it. Of the operands
//! `[X]` may be left out and `{X}` repeats.
//! The tests hold every line against what rspirv's tables know.

use super::instructions;

instructions! { INSTRUCTIONS
    5000 GroupIAddNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5001 GroupFAddNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5002 GroupFMinNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5003 GroupUMinNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5004 GroupSMinNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5005 GroupFMaxNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5006 GroupUMaxNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5007 GroupSMaxNonUniformAMD RESERVED (IdResultType IdResult IdScope GroupOperation IdRef) needs [Groups] from
        [SPV_AMD_shader_ballot];
    5011 FragmentMaskFetchAMD RESERVED (IdResultType IdResult IdRef IdRef) needs [FragmentMaskAMD] from
        [SPV_AMD_shader_fragment_mask];
    5012 FragmentFetchAMD RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs [FragmentMaskAMD] from
        [SPV_AMD_shader_fragment_mask];
    5056 ReadClockKHR RESERVED (IdResultType IdResult IdScope) needs [ShaderClockKHR];
    5074 AllocateNodePayloadsAMDX RESERVED (IdResultType IdResult IdScope IdRef IdRef) needs [ShaderEnqueueAMDX];
    5075 EnqueueNodePayloadsAMDX RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    5076 TypeNodePayloadArrayAMDX RESERVED (IdResult IdRef) needs [ShaderEnqueueAMDX];
    5078 FinishWritingNodePayloadAMDX RESERVED (IdResultType IdResult IdRef) needs [ShaderEnqueueAMDX];
    5090 NodePayloadArrayLengthAMDX RESERVED (IdResultType IdResult IdRef) needs [ShaderEnqueueAMDX];
    5101 IsNodePayloadValidAMDX RESERVED (IdResultType IdResult IdRef IdRef) needs [ShaderEnqueueAMDX];
    5103 ConstantStringAMDX RESERVED (IdResult LiteralString) needs [ShaderEnqueueAMDX];
    5104 SpecConstantStringAMDX RESERVED (IdResult LiteralString) needs [ShaderEnqueueAMDX];
    5110 GroupNonUniformQuadAllKHR RESERVED (IdResultType IdResult IdRef) needs [QuadControlKHR];
    5111 GroupNonUniformQuadAnyKHR RESERVED (IdResultType IdResult IdRef) needs [QuadControlKHR];
    5115 TypeBufferEXT RESERVED (IdResult StorageClass) needs [DescriptorHeapEXT];
    5119 BufferPointerEXT RESERVED (IdResultType IdResult IdRef) needs [DescriptorHeapEXT];
    5121 AbortKHR RESERVED (IdRef IdRef) needs [AbortKHR];
    5126 UntypedImageTexelPointerEXT RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [DescriptorHeapEXT];
    5127 MemberDecorateIdEXT RESERVED (IdRef LiteralInteger Decoration) needs [DescriptorHeapEXT];
    5129 ConstantSizeOfEXT RESERVED (IdResultType IdResult IdRef) needs [DescriptorHeapEXT];
    5147 ConstantDataKHR RESERVED (IdResultType IdResult {LiteralInteger}) needs [ConstantDataKHR];
    5148 SpecConstantDataKHR RESERVED (IdResultType IdResult {LiteralInteger}) needs [ConstantDataKHR];
    5158 PoisonKHR RESERVED (IdResultType IdResult) needs [PoisonFreezeKHR];
    5159 FreezeKHR RESERVED (IdResultType IdResult IdRef) needs [PoisonFreezeKHR];
    5249 HitObjectRecordHitMotionNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef IdRef) needs [ShaderInvocationReorderNV RayTracingMotionBlurNV];
    5250 HitObjectRecordHitWithIndexMotionNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef IdRef) needs [ShaderInvocationReorderNV RayTracingMotionBlurNV];
    5251 HitObjectRecordMissMotionNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [ShaderInvocationReorderNV RayTracingMotionBlurNV];
    5252 HitObjectGetWorldToObjectNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5253 HitObjectGetObjectToWorldNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5254 HitObjectGetObjectRayDirectionNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5255 HitObjectGetObjectRayOriginNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5256 HitObjectTraceRayMotionNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef) needs [ShaderInvocationReorderNV RayTracingMotionBlurNV];
    5257 HitObjectGetShaderRecordBufferHandleNV RESERVED (IdResultType IdResult IdRef) needs
        [ShaderInvocationReorderNV];
    5258 HitObjectGetShaderBindingTableRecordIndexNV RESERVED (IdResultType IdResult IdRef) needs
        [ShaderInvocationReorderNV];
    5259 HitObjectRecordEmptyNV RESERVED (IdRef) needs [ShaderInvocationReorderNV];
    5260 HitObjectTraceRayNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef)
        needs [ShaderInvocationReorderNV];
    5261 HitObjectRecordHitNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef) needs [ShaderInvocationReorderNV];
    5262 HitObjectRecordHitWithIndexNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef) needs [ShaderInvocationReorderNV];
    5263 HitObjectRecordMissNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef) needs [ShaderInvocationReorderNV];
    5264 HitObjectExecuteShaderNV RESERVED (IdRef IdRef) needs [ShaderInvocationReorderNV];
    5265 HitObjectGetCurrentTimeNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5266 HitObjectGetAttributesNV RESERVED (IdRef IdRef) needs [ShaderInvocationReorderNV];
    5267 HitObjectGetHitKindNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5268 HitObjectGetPrimitiveIndexNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5269 HitObjectGetGeometryIndexNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5270 HitObjectGetInstanceIdNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5271 HitObjectGetInstanceCustomIndexNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5272 HitObjectGetWorldRayDirectionNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5273 HitObjectGetWorldRayOriginNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5274 HitObjectGetRayTMaxNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5275 HitObjectGetRayTMinNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5276 HitObjectIsEmptyNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5277 HitObjectIsHitNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5278 HitObjectIsMissNV RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderNV];
    5279 ReorderThreadWithHitObjectNV RESERVED (IdRef [IdRef] [IdRef]) needs [ShaderInvocationReorderNV];
    5280 ReorderThreadWithHintNV RESERVED (IdRef IdRef) needs [ShaderInvocationReorderNV];
    5281 TypeHitObjectNV RESERVED (IdResult) needs [ShaderInvocationReorderNV];
    5283 ImageSampleFootprintNV RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef [ImageOperands]) needs
        [ImageFootprintNV] from [SPV_NV_shader_image_footprint];
    5288 TypeVectorIdEXT RESERVED (IdResult IdRef IdRef) needs [CooperativeVectorNV LongVectorEXT];
    5289 CooperativeVectorMatrixMulNV RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef [IdRef] [CooperativeMatrixOperands]) needs [CooperativeVectorNV];
    5290 CooperativeVectorOuterProductAccumulateNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef [IdRef]) needs
        [CooperativeVectorTrainingNV];
    5291 CooperativeVectorReduceSumAccumulateNV RESERVED (IdRef IdRef IdRef) needs [CooperativeVectorTrainingNV];
    5292 CooperativeVectorMatrixMulAddNV RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef IdRef IdRef IdRef [IdRef] [CooperativeMatrixOperands]) needs [CooperativeVectorNV];
    5293 CooperativeMatrixConvertUseEXT RESERVED (IdResultType IdResult IdRef) needs
        [CooperativeMatrixConversionsEXT CooperativeMatrixConversionsNV];
    5294 EmitMeshTasksEXT RESERVED (IdRef IdRef IdRef [IdRef]) needs [MeshShadingEXT];
    5295 SetMeshOutputsEXT RESERVED (IdRef IdRef) needs [MeshShadingEXT];
    5296 GroupNonUniformPartitionEXT RESERVED (IdResultType IdResult IdRef) needs [GroupNonUniformPartitionedEXT];
    5299 WritePackedPrimitiveIndices4x8NV RESERVED (IdRef IdRef) needs [MeshShadingNV] from [SPV_NV_mesh_shader];
    5300 FetchMicroTriangleVertexPositionNV RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [DisplacementMicromapNV];
    5301 FetchMicroTriangleVertexBarycentricNV RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [DisplacementMicromapNV];
    5302 CooperativeVectorLoadNV RESERVED (IdResultType IdResult IdRef IdRef [MemoryAccess]) needs
        [CooperativeVectorNV];
    5303 CooperativeVectorStoreNV RESERVED (IdRef IdRef IdRef [MemoryAccess]) needs [CooperativeVectorNV];
    5304 HitObjectRecordFromQueryEXT RESERVED (IdRef IdRef IdRef IdRef [IdRef]) needs [ShaderInvocationReorderEXT];
    5305 HitObjectRecordMissEXT RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [ShaderInvocationReorderEXT];
    5306 HitObjectRecordMissMotionEXT RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [ShaderInvocationReorderEXT RayTracingMotionBlurNV];
    5307 HitObjectGetIntersectionTriangleVertexPositionsEXT RESERVED (IdResultType IdResult IdRef) needs
        [ShaderInvocationReorderEXT];
    5308 HitObjectGetRayFlagsEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5309 HitObjectSetShaderBindingTableRecordIndexEXT RESERVED (IdRef IdRef) needs [ShaderInvocationReorderEXT];
    5310 HitObjectReorderExecuteShaderEXT RESERVED (IdRef IdRef [IdRef] [IdRef]) needs [ShaderInvocationReorderEXT];
    5311 HitObjectTraceReorderExecuteEXT RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef [IdRef] [IdRef]) needs [ShaderInvocationReorderEXT];
    5312 HitObjectTraceMotionReorderExecuteEXT RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef IdRef [IdRef] [IdRef]) needs [ShaderInvocationReorderEXT RayTracingMotionBlurNV];
    5313 TypeHitObjectEXT RESERVED (IdResult) needs [ShaderInvocationReorderEXT];
    5314 ReorderThreadWithHintEXT RESERVED (IdRef IdRef) needs [ShaderInvocationReorderEXT];
    5315 ReorderThreadWithHitObjectEXT RESERVED (IdRef [IdRef] [IdRef]) needs [ShaderInvocationReorderEXT];
    5316 HitObjectTraceRayEXT RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef)
        needs [ShaderInvocationReorderEXT];
    5317 HitObjectTraceRayMotionEXT RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef
        IdRef IdRef) needs [ShaderInvocationReorderEXT RayTracingMotionBlurNV];
    5318 HitObjectRecordEmptyEXT RESERVED (IdRef) needs [ShaderInvocationReorderEXT];
    5319 HitObjectExecuteShaderEXT RESERVED (IdRef IdRef) needs [ShaderInvocationReorderEXT];
    5320 HitObjectGetCurrentTimeEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT
        RayTracingMotionBlurNV];
    5321 HitObjectGetAttributesEXT RESERVED (IdRef IdRef) needs [ShaderInvocationReorderEXT];
    5322 HitObjectGetHitKindEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5323 HitObjectGetPrimitiveIndexEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5324 HitObjectGetGeometryIndexEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5325 HitObjectGetInstanceIdEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5326 HitObjectGetInstanceCustomIndexEXT RESERVED (IdResultType IdResult IdRef) needs
        [ShaderInvocationReorderEXT];
    5327 HitObjectGetObjectRayOriginEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5328 HitObjectGetObjectRayDirectionEXT RESERVED (IdResultType IdResult IdRef) needs
        [ShaderInvocationReorderEXT];
    5329 HitObjectGetWorldRayDirectionEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5330 HitObjectGetWorldRayOriginEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5331 HitObjectGetObjectToWorldEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5332 HitObjectGetWorldToObjectEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5333 HitObjectGetRayTMaxEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5334 ReportIntersectionKHR RESERVED (IdResultType IdResult IdRef IdRef) needs [RayTracingNV RayTracingKHR] from
        [SPV_NV_ray_tracing SPV_KHR_ray_tracing];
    5335 IgnoreIntersectionNV RESERVED () needs [RayTracingNV] from [SPV_NV_ray_tracing];
    5336 TerminateRayNV RESERVED () needs [RayTracingNV] from [SPV_NV_ray_tracing];
    5337 TraceNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs [RayTracingNV]
        from [SPV_NV_ray_tracing];
    5338 TraceMotionNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [RayTracingMotionBlurNV] from [SPV_NV_ray_tracing_motion_blur];
    5339 TraceRayMotionNV RESERVED (IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef IdRef) needs
        [RayTracingMotionBlurNV] from [SPV_NV_ray_tracing_motion_blur];
    5340 RayQueryGetIntersectionTriangleVertexPositionsKHR RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayQueryPositionFetchKHR];
    5341 TypeAccelerationStructureKHR RESERVED (IdResult) needs [RayTracingNV RayTracingKHR RayQueryKHR
        DisplacementMicromapNV] from [SPV_NV_ray_tracing SPV_KHR_ray_tracing SPV_KHR_ray_query
        SPV_NV_displacement_micromap];
    5344 ExecuteCallableNV RESERVED (IdRef IdRef) needs [RayTracingNV] from [SPV_NV_ray_tracing];
    5345 RayQueryGetIntersectionClusterIdNV RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayTracingClusterAccelerationStructureNV];
    5346 HitObjectGetClusterIdNV RESERVED (IdResultType IdResult IdRef) needs
        [RayTracingClusterAccelerationStructureNV];
    5347 HitObjectGetRayTMinEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5348 HitObjectGetShaderBindingTableRecordIndexEXT RESERVED (IdResultType IdResult IdRef) needs
        [ShaderInvocationReorderEXT];
    5349 HitObjectGetShaderRecordBufferHandleEXT RESERVED (IdResultType IdResult IdRef) needs
        [ShaderInvocationReorderEXT];
    5350 HitObjectIsEmptyEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5351 HitObjectIsHitEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5352 HitObjectIsMissEXT RESERVED (IdResultType IdResult IdRef) needs [ShaderInvocationReorderEXT];
    5358 TypeCooperativeMatrixNV RESERVED (IdResult IdRef IdScope IdRef IdRef) needs [CooperativeMatrixNV] from
        [SPV_NV_cooperative_matrix];
    5359 CooperativeMatrixLoadNV RESERVED (IdResultType IdResult IdRef IdRef IdRef [MemoryAccess]) needs
        [CooperativeMatrixNV] from [SPV_NV_cooperative_matrix];
    5360 CooperativeMatrixStoreNV RESERVED (IdRef IdRef IdRef IdRef [MemoryAccess]) needs [CooperativeMatrixNV] from
        [SPV_NV_cooperative_matrix];
    5361 CooperativeMatrixMulAddNV RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs [CooperativeMatrixNV]
        from [SPV_NV_cooperative_matrix];
    5362 CooperativeMatrixLengthNV RESERVED (IdResultType IdResult IdRef) needs [CooperativeMatrixNV] from
        [SPV_NV_cooperative_matrix];
    5363 CooperativeMatrixGetCoordinateEXT RESERVED (IdResultType IdResult IdRef IdRef) needs
        [CooperativeMatrixGetCoordinateEXT];
    5364 BeginInvocationInterlockEXT RESERVED () needs [FragmentShaderSampleInterlockEXT
        FragmentShaderPixelInterlockEXT FragmentShaderShadingRateInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    5365 EndInvocationInterlockEXT RESERVED () needs [FragmentShaderSampleInterlockEXT
        FragmentShaderPixelInterlockEXT FragmentShaderShadingRateInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    5366 CooperativeMatrixReduceEXT RESERVED (IdResultType IdResult IdRef CooperativeMatrixReduce IdRef) needs
        [CooperativeMatrixReductionsEXT];
    5367 CooperativeMatrixLoadTensorNV RESERVED (IdResultType IdResult IdRef IdRef IdRef MemoryAccess
        TensorAddressingOperands) needs [CooperativeMatrixTensorAddressingNV];
    5368 CooperativeMatrixStoreTensorNV RESERVED (IdRef IdRef IdRef MemoryAccess TensorAddressingOperands) needs
        [CooperativeMatrixTensorAddressingNV];
    5369 CooperativeMatrixPerElementOpEXT RESERVED (IdResultType IdResult IdRef IdRef {IdRef}) needs
        [CooperativeMatrixPerElementOperationsEXT];
    5370 TypeTensorLayoutNV RESERVED (IdResult IdRef IdRef) needs [TensorAddressingNV];
    5371 TypeTensorViewNV RESERVED (IdResult IdRef IdRef {IdRef}) needs [TensorAddressingNV];
    5372 CreateTensorLayoutNV RESERVED (IdResultType IdResult) needs [TensorAddressingNV];
    5373 TensorLayoutSetDimensionNV RESERVED (IdResultType IdResult IdRef {IdRef}) needs [TensorAddressingNV];
    5374 TensorLayoutSetStrideNV RESERVED (IdResultType IdResult IdRef {IdRef}) needs [TensorAddressingNV];
    5375 TensorLayoutSliceNV RESERVED (IdResultType IdResult IdRef {IdRef}) needs [TensorAddressingNV];
    5376 TensorLayoutSetClampValueNV RESERVED (IdResultType IdResult IdRef IdRef) needs [TensorAddressingNV];
    5377 CreateTensorViewNV RESERVED (IdResultType IdResult) needs [TensorAddressingNV];
    5378 TensorViewSetDimensionNV RESERVED (IdResultType IdResult IdRef {IdRef}) needs [TensorAddressingNV];
    5379 TensorViewSetStrideNV RESERVED (IdResultType IdResult IdRef {IdRef}) needs [TensorAddressingNV];
    5380 DemoteToHelperInvocation V1_6 () needs [DemoteToHelperInvocation];
    5381 IsHelperInvocationEXT RESERVED (IdResultType IdResult) needs [DemoteToHelperInvocation] from
        [SPV_EXT_demote_to_helper_invocation];
    5382 TensorViewSetClipNV RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef IdRef) needs
        [TensorAddressingNV];
    5384 TensorLayoutSetBlockSizeNV RESERVED (IdResultType IdResult IdRef {IdRef}) needs [TensorAddressingNV];
    5390 CooperativeMatrixTransposeNV RESERVED (IdResultType IdResult IdRef) needs [CooperativeMatrixConversionsNV];
    5391 ConvertUToImageNV RESERVED (IdResultType IdResult IdRef) needs [BindlessTextureNV];
    5392 ConvertUToSamplerNV RESERVED (IdResultType IdResult IdRef) needs [BindlessTextureNV];
    5393 ConvertImageToUNV RESERVED (IdResultType IdResult IdRef) needs [BindlessTextureNV];
    5394 ConvertSamplerToUNV RESERVED (IdResultType IdResult IdRef) needs [BindlessTextureNV];
    5395 ConvertUToSampledImageNV RESERVED (IdResultType IdResult IdRef) needs [BindlessTextureNV];
    5396 ConvertSampledImageToUNV RESERVED (IdResultType IdResult IdRef) needs [BindlessTextureNV];
    5397 SamplerImageAddressingModeNV RESERVED (LiteralInteger) needs [BindlessTextureNV];
    5398 RawAccessChainNV RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef [RawAccessChainOperands]) needs
        [RawAccessChainsNV];
    5427 RayQueryGetIntersectionSpherePositionNV RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayTracingSpheresGeometryNV];
    5428 RayQueryGetIntersectionSphereRadiusNV RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayTracingSpheresGeometryNV];
    5429 RayQueryGetIntersectionLSSPositionsNV RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayTracingLinearSweptSpheresGeometryNV];
    5430 RayQueryGetIntersectionLSSRadiiNV RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayTracingLinearSweptSpheresGeometryNV];
    5431 RayQueryGetIntersectionLSSHitValueNV RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayTracingLinearSweptSpheresGeometryNV];
    5432 HitObjectGetSpherePositionNV RESERVED (IdResultType IdResult IdRef) needs [RayTracingSpheresGeometryNV];
    5433 HitObjectGetSphereRadiusNV RESERVED (IdResultType IdResult IdRef) needs [RayTracingSpheresGeometryNV];
    5434 HitObjectGetLSSPositionsNV RESERVED (IdResultType IdResult IdRef) needs
        [RayTracingLinearSweptSpheresGeometryNV];
    5435 HitObjectGetLSSRadiiNV RESERVED (IdResultType IdResult IdRef) needs
        [RayTracingLinearSweptSpheresGeometryNV];
    5436 HitObjectIsSphereHitNV RESERVED (IdResultType IdResult IdRef) needs [RayTracingSpheresGeometryNV];
    5437 HitObjectIsLSSHitNV RESERVED (IdResultType IdResult IdRef) needs [RayTracingLinearSweptSpheresGeometryNV];
    5438 RayQueryIsSphereHitNV RESERVED (IdResultType IdResult IdRef IdRef) needs [RayTracingSpheresGeometryNV];
    5439 RayQueryIsLSSHitNV RESERVED (IdResultType IdResult IdRef IdRef) needs
        [RayTracingLinearSweptSpheresGeometryNV];
    5571 SubgroupShuffleINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [SubgroupShuffleINTEL];
    5572 SubgroupShuffleDownINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs [SubgroupShuffleINTEL];
    5573 SubgroupShuffleUpINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef) needs [SubgroupShuffleINTEL];
    5574 SubgroupShuffleXorINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [SubgroupShuffleINTEL];
    5575 SubgroupBlockReadINTEL RESERVED (IdResultType IdResult IdRef) needs [SubgroupBufferBlockIOINTEL];
    5576 SubgroupBlockWriteINTEL RESERVED (IdRef IdRef) needs [SubgroupBufferBlockIOINTEL];
    5577 SubgroupImageBlockReadINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [SubgroupImageBlockIOINTEL];
    5578 SubgroupImageBlockWriteINTEL RESERVED (IdRef IdRef IdRef) needs [SubgroupImageBlockIOINTEL];
    5580 SubgroupImageMediaBlockReadINTEL RESERVED (IdResultType IdResult IdRef IdRef IdRef IdRef) needs
        [SubgroupImageMediaBlockIOINTEL];
    5581 SubgroupImageMediaBlockWriteINTEL RESERVED (IdRef IdRef IdRef IdRef IdRef) needs
        [SubgroupImageMediaBlockIOINTEL];
    5585 UCountLeadingZerosINTEL RESERVED (IdResultType IdResult IdRef) needs [IntegerFunctions2INTEL];
    5586 UCountTrailingZerosINTEL RESERVED (IdResultType IdResult IdRef) needs [IntegerFunctions2INTEL];
    5587 AbsISubINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5588 AbsUSubINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5589 IAddSatINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5590 UAddSatINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5591 IAverageINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5592 UAverageINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5593 IAverageRoundedINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5594 UAverageRoundedINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5595 ISubSatINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5596 USubSatINTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5597 IMul32x16INTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
    5598 UMul32x16INTEL RESERVED (IdResultType IdResult IdRef IdRef) needs [IntegerFunctions2INTEL];
}
