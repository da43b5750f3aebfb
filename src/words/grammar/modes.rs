//! The enumerants of models, modes, classes, images, scopes and languages.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it.
//! The tests hold every line against what rspirv's tables know.

use super::enumerants;

enumerants! { EXECUTION_MODEL
    "Vertex" 0 V1_0 needs [Shader];
    "TessellationControl" 1 V1_0 needs [Tessellation];
    "TessellationEvaluation" 2 V1_0 needs [Tessellation];
    "Geometry" 3 V1_0 needs [Geometry];
    "Fragment" 4 V1_0 needs [Shader];
    "GLCompute" 5 V1_0 needs [Shader];
    "Kernel" 6 V1_0 needs [Kernel];
    "TaskNV" 5267 RESERVED needs [MeshShadingNV];
    "MeshNV" 5268 RESERVED needs [MeshShadingNV];
    "RayGenerationKHR" 5313 RESERVED needs [RayTracingNV RayTracingKHR];
    "IntersectionKHR" 5314 RESERVED needs [RayTracingNV RayTracingKHR];
    "AnyHitKHR" 5315 RESERVED needs [RayTracingNV RayTracingKHR];
    "ClosestHitKHR" 5316 RESERVED needs [RayTracingNV RayTracingKHR];
    "MissKHR" 5317 RESERVED needs [RayTracingNV RayTracingKHR];
    "CallableKHR" 5318 RESERVED needs [RayTracingNV RayTracingKHR];
    "TaskEXT" 5364 RESERVED needs [MeshShadingEXT];
    "MeshEXT" 5365 RESERVED needs [MeshShadingEXT];
}

enumerants! { ADDRESSING_MODEL
    "Logical" 0 V1_0;
    "Physical32" 1 V1_0 needs [Addresses];
    "Physical64" 2 V1_0 needs [Addresses];
    "PhysicalStorageBuffer64" 5348 V1_5 needs [PhysicalStorageBufferAddresses] from [SPV_EXT_physical_storage_buffer
        SPV_KHR_physical_storage_buffer];
}

enumerants! { MEMORY_MODEL
    "Simple" 0 V1_0 needs [Shader];
    "GLSL450" 1 V1_0 needs [Shader];
    "OpenCL" 2 V1_0 needs [Kernel];
    "Vulkan" 3 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
}

enumerants! { EXECUTION_MODE
    "Invocations" 0 V1_0 (LiteralInteger) needs [Geometry];
    "SpacingEqual" 1 V1_0 needs [Tessellation];
    "SpacingFractionalEven" 2 V1_0 needs [Tessellation];
    "SpacingFractionalOdd" 3 V1_0 needs [Tessellation];
    "VertexOrderCw" 4 V1_0 needs [Tessellation];
    "VertexOrderCcw" 5 V1_0 needs [Tessellation];
    "PixelCenterInteger" 6 V1_0 needs [Shader];
    "OriginUpperLeft" 7 V1_0 needs [Shader];
    "OriginLowerLeft" 8 V1_0 needs [Shader];
    "EarlyFragmentTests" 9 V1_0 needs [Shader];
    "PointMode" 10 V1_0 needs [Tessellation];
    "Xfb" 11 V1_0 needs [TransformFeedback];
    "DepthReplacing" 12 V1_0 needs [Shader];
    "DepthGreater" 14 V1_0 needs [Shader];
    "DepthLess" 15 V1_0 needs [Shader];
    "DepthUnchanged" 16 V1_0 needs [Shader];
    "LocalSize" 17 V1_0 (LiteralInteger LiteralInteger LiteralInteger);
    "LocalSizeHint" 18 V1_0 (LiteralInteger LiteralInteger LiteralInteger) needs [Kernel];
    "InputPoints" 19 V1_0 needs [Geometry];
    "InputLines" 20 V1_0 needs [Geometry];
    "InputLinesAdjacency" 21 V1_0 needs [Geometry];
    "Triangles" 22 V1_0 needs [Geometry Tessellation];
    "InputTrianglesAdjacency" 23 V1_0 needs [Geometry];
    "Quads" 24 V1_0 needs [Tessellation];
    "Isolines" 25 V1_0 needs [Tessellation];
    "OutputVertices" 26 V1_0 (LiteralInteger) needs [Geometry Tessellation MeshShadingNV MeshShadingEXT];
    "OutputPoints" 27 V1_0 needs [Geometry MeshShadingNV MeshShadingEXT];
    "OutputLineStrip" 28 V1_0 needs [Geometry];
    "OutputTriangleStrip" 29 V1_0 needs [Geometry];
    "VecTypeHint" 30 V1_0 (LiteralInteger) needs [Kernel];
    "ContractionOff" 31 V1_0 needs [Kernel];
    "Initializer" 33 V1_1 needs [Kernel];
    "Finalizer" 34 V1_1 needs [Kernel];
    "SubgroupSize" 35 V1_1 (LiteralInteger) needs [SubgroupDispatch];
    "SubgroupsPerWorkgroup" 36 V1_1 (LiteralInteger) needs [SubgroupDispatch];
    "SubgroupsPerWorkgroupId" 37 V1_2 (IdRef) needs [SubgroupDispatch];
    "LocalSizeId" 38 V1_2 (IdRef IdRef IdRef);
    "LocalSizeHintId" 39 V1_2 (IdRef IdRef IdRef) needs [Kernel];
    "NonCoherentColorAttachmentReadEXT" 4169 RESERVED needs [TileImageColorReadAccessEXT];
    "NonCoherentDepthAttachmentReadEXT" 4170 RESERVED needs [TileImageDepthReadAccessEXT];
    "NonCoherentStencilAttachmentReadEXT" 4171 RESERVED needs [TileImageStencilReadAccessEXT];
    "SubgroupUniformControlFlowKHR" 4421 RESERVED needs [Shader] from [SPV_KHR_subgroup_uniform_control_flow];
    "PostDepthCoverage" 4446 RESERVED needs [SampleMaskPostDepthCoverage] from [SPV_KHR_post_depth_coverage];
    "DenormPreserve" 4459 V1_4 (LiteralInteger) needs [DenormPreserve] from [SPV_KHR_float_controls];
    "DenormFlushToZero" 4460 V1_4 (LiteralInteger) needs [DenormFlushToZero] from [SPV_KHR_float_controls];
    "SignedZeroInfNanPreserve" 4461 V1_4 (LiteralInteger) needs [SignedZeroInfNanPreserve] from
        [SPV_KHR_float_controls];
    "RoundingModeRTE" 4462 V1_4 (LiteralInteger) needs [RoundingModeRTE] from [SPV_KHR_float_controls];
    "RoundingModeRTZ" 4463 V1_4 (LiteralInteger) needs [RoundingModeRTZ] from [SPV_KHR_float_controls];
    "NonCoherentTileAttachmentReadQCOM" 4489 RESERVED needs [TileShadingQCOM];
    "TileShadingRateQCOM" 4490 RESERVED (LiteralInteger LiteralInteger LiteralInteger) needs [TileShadingQCOM];
    "EarlyAndLateFragmentTestsAMD" 5017 RESERVED needs [Shader] from [SPV_AMD_shader_early_and_late_fragment_tests];
    "StencilRefReplacingEXT" 5027 RESERVED needs [StencilExportEXT] from [SPV_EXT_shader_stencil_export];
    "CoalescingAMDX" 5069 RESERVED needs [ShaderEnqueueAMDX];
    "IsApiEntryAMDX" 5070 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "MaxNodeRecursionAMDX" 5071 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "StaticNumWorkgroupsAMDX" 5072 RESERVED (IdRef IdRef IdRef) needs [ShaderEnqueueAMDX];
    "ShaderIndexAMDX" 5073 RESERVED (IdRef) needs [ShaderEnqueueAMDX];
    "MaxNumWorkgroupsAMDX" 5077 RESERVED (IdRef IdRef IdRef) needs [ShaderEnqueueAMDX];
    "StencilRefUnchangedFrontAMD" 5079 RESERVED needs [StencilExportEXT] from
        [SPV_AMD_shader_early_and_late_fragment_tests SPV_EXT_shader_stencil_export];
    "StencilRefGreaterFrontAMD" 5080 RESERVED needs [StencilExportEXT] from
        [SPV_AMD_shader_early_and_late_fragment_tests SPV_EXT_shader_stencil_export];
    "StencilRefLessFrontAMD" 5081 RESERVED needs [StencilExportEXT] from
        [SPV_AMD_shader_early_and_late_fragment_tests SPV_EXT_shader_stencil_export];
    "StencilRefUnchangedBackAMD" 5082 RESERVED needs [StencilExportEXT] from
        [SPV_AMD_shader_early_and_late_fragment_tests SPV_EXT_shader_stencil_export];
    "StencilRefGreaterBackAMD" 5083 RESERVED needs [StencilExportEXT] from
        [SPV_AMD_shader_early_and_late_fragment_tests SPV_EXT_shader_stencil_export];
    "StencilRefLessBackAMD" 5084 RESERVED needs [StencilExportEXT] from
        [SPV_AMD_shader_early_and_late_fragment_tests SPV_EXT_shader_stencil_export];
    "QuadDerivativesKHR" 5088 RESERVED needs [QuadControlKHR];
    "RequireFullQuadsKHR" 5089 RESERVED needs [QuadControlKHR];
    "SharesInputWithAMDX" 5102 RESERVED (IdRef IdRef) needs [ShaderEnqueueAMDX];
    "ArithmeticPoisonKHR" 5157 RESERVED needs [PoisonFreezeKHR];
    "OutputLinesEXT" 5269 RESERVED needs [MeshShadingNV MeshShadingEXT] from [SPV_NV_mesh_shader
        SPV_EXT_mesh_shader];
    "OutputPrimitivesEXT" 5270 RESERVED (LiteralInteger) needs [MeshShadingNV MeshShadingEXT] from
        [SPV_NV_mesh_shader SPV_EXT_mesh_shader];
    "DerivativeGroupQuadsKHR" 5289 RESERVED needs [ComputeDerivativeGroupQuadsKHR] from
        [SPV_NV_compute_shader_derivatives SPV_KHR_compute_shader_derivatives];
    "DerivativeGroupLinearKHR" 5290 RESERVED needs [ComputeDerivativeGroupLinearKHR] from
        [SPV_NV_compute_shader_derivatives SPV_KHR_compute_shader_derivatives];
    "OutputTrianglesEXT" 5298 RESERVED needs [MeshShadingNV MeshShadingEXT] from [SPV_NV_mesh_shader
        SPV_EXT_mesh_shader];
    "PixelInterlockOrderedEXT" 5366 RESERVED needs [FragmentShaderPixelInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    "PixelInterlockUnorderedEXT" 5367 RESERVED needs [FragmentShaderPixelInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    "SampleInterlockOrderedEXT" 5368 RESERVED needs [FragmentShaderSampleInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    "SampleInterlockUnorderedEXT" 5369 RESERVED needs [FragmentShaderSampleInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    "ShadingRateInterlockOrderedEXT" 5370 RESERVED needs [FragmentShaderShadingRateInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    "ShadingRateInterlockUnorderedEXT" 5371 RESERVED needs [FragmentShaderShadingRateInterlockEXT] from
        [SPV_EXT_fragment_shader_interlock];
    "Shader64BitIndexingEXT" 5427 RESERVED needs [Shader64BitIndexingEXT];
    "SharedLocalMemorySizeINTEL" 5618 RESERVED (LiteralInteger) needs [VectorComputeINTEL];
    "RoundingModeRTPINTEL" 5620 RESERVED (LiteralInteger) needs [RoundToInfinityINTEL];
    "RoundingModeRTNINTEL" 5621 RESERVED (LiteralInteger) needs [RoundToInfinityINTEL];
    "FloatingPointModeALTINTEL" 5622 RESERVED (LiteralInteger) needs [RoundToInfinityINTEL];
    "FloatingPointModeIEEEINTEL" 5623 RESERVED (LiteralInteger) needs [RoundToInfinityINTEL];
    "MaxWorkgroupSizeINTEL" 5893 RESERVED (LiteralInteger LiteralInteger LiteralInteger) needs
        [KernelAttributesINTEL] from [SPV_INTEL_kernel_attributes];
    "MaxWorkDimINTEL" 5894 RESERVED (LiteralInteger) needs [KernelAttributesINTEL] from
        [SPV_INTEL_kernel_attributes];
    "NoGlobalOffsetINTEL" 5895 RESERVED needs [KernelAttributesINTEL] from [SPV_INTEL_kernel_attributes];
    "NumSIMDWorkitemsINTEL" 5896 RESERVED (LiteralInteger) needs [FPGAKernelAttributesINTEL] from
        [SPV_INTEL_kernel_attributes];
    "SchedulerTargetFmaxMhzINTEL" 5903 RESERVED (LiteralInteger) needs [FPGAKernelAttributesINTEL];
    "MaximallyReconvergesKHR" 6023 RESERVED needs [Shader] from [SPV_KHR_maximal_reconvergence];
    "FPFastMathDefault" 6028 RESERVED (IdRef IdRef) needs [FloatControls2];
    "OpacityMicromapIdKHR" 6031 RESERVED (IdRef) needs [RayTracingOpacityMicromapExecutionModeKHR];
    "StreamingInterfaceINTEL" 6154 RESERVED (LiteralInteger) needs [FPGAKernelAttributesINTEL];
    "RegisterMapInterfaceINTEL" 6160 RESERVED (LiteralInteger) needs [FPGAKernelAttributesv2INTEL];
    "NamedBarrierCountINTEL" 6417 RESERVED (LiteralInteger) needs [VectorComputeINTEL];
    "MaximumRegistersINTEL" 6461 RESERVED (LiteralInteger) needs [RegisterLimitsINTEL];
    "MaximumRegistersIdINTEL" 6462 RESERVED (IdRef) needs [RegisterLimitsINTEL];
    "NamedMaximumRegistersINTEL" 6463 RESERVED (NamedMaximumNumberOfRegisters) needs [RegisterLimitsINTEL];
}

enumerants! { STORAGE_CLASS
    "UniformConstant" 0 V1_0;
    "Input" 1 V1_0;
    "Uniform" 2 V1_0 needs [Shader];
    "Output" 3 V1_0 needs [Shader];
    "Workgroup" 4 V1_0;
    "CrossWorkgroup" 5 V1_0;
    "Private" 6 V1_0 needs [Shader VectorComputeINTEL];
    "Function" 7 V1_0;
    "Generic" 8 V1_0 needs [GenericPointer];
    "PushConstant" 9 V1_0 needs [Shader];
    "AtomicCounter" 10 V1_0 needs [AtomicStorage];
    "Image" 11 V1_0;
    "StorageBuffer" 12 V1_3 needs [Shader] from [SPV_KHR_storage_buffer_storage_class SPV_KHR_variable_pointers];
    "TileImageEXT" 4172 RESERVED needs [TileImageColorReadAccessEXT];
    "TileAttachmentQCOM" 4491 RESERVED needs [TileShadingQCOM];
    "NodePayloadAMDX" 5068 RESERVED needs [ShaderEnqueueAMDX];
    "CallableDataKHR" 5328 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "IncomingCallableDataKHR" 5329 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "RayPayloadKHR" 5338 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing SPV_KHR_ray_tracing];
    "HitAttributeKHR" 5339 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "IncomingRayPayloadKHR" 5342 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "ShaderRecordBufferKHR" 5343 RESERVED needs [RayTracingNV RayTracingKHR] from [SPV_NV_ray_tracing
        SPV_KHR_ray_tracing];
    "PhysicalStorageBuffer" 5349 V1_5 needs [PhysicalStorageBufferAddresses] from [SPV_EXT_physical_storage_buffer
        SPV_KHR_physical_storage_buffer];
    "HitObjectAttributeNV" 5385 RESERVED needs [ShaderInvocationReorderNV];
    "TaskPayloadWorkgroupEXT" 5402 V1_4 needs [MeshShadingEXT] from [SPV_EXT_mesh_shader];
    "HitObjectAttributeEXT" 5411 RESERVED needs [ShaderInvocationReorderEXT];
    "CodeSectionINTEL" 5605 RESERVED needs [FunctionPointersINTEL] from [SPV_INTEL_function_pointers];
    "DeviceOnlyALTERA" 5936 RESERVED needs [USMStorageClassesALTERA];
    "HostOnlyALTERA" 5937 RESERVED needs [USMStorageClassesALTERA];
}

enumerants! { DIM
    "1D" 0 V1_0 needs [Sampled1D];
    "2D" 1 V1_0;
    "3D" 2 V1_0;
    "Cube" 3 V1_0 needs [Shader];
    "Rect" 4 V1_0 needs [SampledRect];
    "Buffer" 5 V1_0 needs [SampledBuffer];
    "SubpassData" 6 V1_0 needs [InputAttachment];
    "TileImageDataEXT" 4173 RESERVED needs [TileImageColorReadAccessEXT];
}

enumerants! { IMAGE_FORMAT
    "Unknown" 0 V1_0;
    "Rgba32f" 1 V1_0 needs [Shader];
    "Rgba16f" 2 V1_0 needs [Shader];
    "R32f" 3 V1_0 needs [Shader];
    "Rgba8" 4 V1_0 needs [Shader];
    "Rgba8Snorm" 5 V1_0 needs [Shader];
    "Rg32f" 6 V1_0 needs [StorageImageExtendedFormats];
    "Rg16f" 7 V1_0 needs [StorageImageExtendedFormats];
    "R11fG11fB10f" 8 V1_0 needs [StorageImageExtendedFormats];
    "R16f" 9 V1_0 needs [StorageImageExtendedFormats];
    "Rgba16" 10 V1_0 needs [StorageImageExtendedFormats];
    "Rgb10A2" 11 V1_0 needs [StorageImageExtendedFormats];
    "Rg16" 12 V1_0 needs [StorageImageExtendedFormats];
    "Rg8" 13 V1_0 needs [StorageImageExtendedFormats];
    "R16" 14 V1_0 needs [StorageImageExtendedFormats];
    "R8" 15 V1_0 needs [StorageImageExtendedFormats];
    "Rgba16Snorm" 16 V1_0 needs [StorageImageExtendedFormats];
    "Rg16Snorm" 17 V1_0 needs [StorageImageExtendedFormats];
    "Rg8Snorm" 18 V1_0 needs [StorageImageExtendedFormats];
    "R16Snorm" 19 V1_0 needs [StorageImageExtendedFormats];
    "R8Snorm" 20 V1_0 needs [StorageImageExtendedFormats];
    "Rgba32i" 21 V1_0 needs [Shader];
    "Rgba16i" 22 V1_0 needs [Shader];
    "Rgba8i" 23 V1_0 needs [Shader];
    "R32i" 24 V1_0 needs [Shader];
    "Rg32i" 25 V1_0 needs [StorageImageExtendedFormats];
    "Rg16i" 26 V1_0 needs [StorageImageExtendedFormats];
    "Rg8i" 27 V1_0 needs [StorageImageExtendedFormats];
    "R16i" 28 V1_0 needs [StorageImageExtendedFormats];
    "R8i" 29 V1_0 needs [StorageImageExtendedFormats];
    "Rgba32ui" 30 V1_0 needs [Shader];
    "Rgba16ui" 31 V1_0 needs [Shader];
    "Rgba8ui" 32 V1_0 needs [Shader];
    "R32ui" 33 V1_0 needs [Shader];
    "Rgb10a2ui" 34 V1_0 needs [StorageImageExtendedFormats];
    "Rg32ui" 35 V1_0 needs [StorageImageExtendedFormats];
    "Rg16ui" 36 V1_0 needs [StorageImageExtendedFormats];
    "Rg8ui" 37 V1_0 needs [StorageImageExtendedFormats];
    "R16ui" 38 V1_0 needs [StorageImageExtendedFormats];
    "R8ui" 39 V1_0 needs [StorageImageExtendedFormats];
    "R64ui" 40 V1_0 needs [Int64ImageEXT];
    "R64i" 41 V1_0 needs [Int64ImageEXT];
}

enumerants! { FP_ROUNDING_MODE
    "RTE" 0 V1_0;
    "RTZ" 1 V1_0;
    "RTP" 2 V1_0;
    "RTN" 3 V1_0;
}

enumerants! { FP_DENORM_MODE
    "Preserve" 0 RESERVED needs [FunctionFloatControlINTEL];
    "FlushToZero" 1 RESERVED needs [FunctionFloatControlINTEL];
}

enumerants! { FP_OPERATION_MODE
    "IEEE" 0 RESERVED needs [FunctionFloatControlINTEL];
    "ALT" 1 RESERVED needs [FunctionFloatControlINTEL];
}

enumerants! { SCOPE
    "CrossDevice" 0 V1_0;
    "Device" 1 V1_0;
    "Workgroup" 2 V1_0;
    "Subgroup" 3 V1_0;
    "Invocation" 4 V1_0;
    "QueueFamily" 5 V1_5 needs [VulkanMemoryModel];
    "ShaderCallKHR" 6 RESERVED needs [RayTracingKHR];
}

enumerants! { GROUP_OPERATION
    "Reduce" 0 V1_0 needs [Kernel GroupNonUniformArithmetic GroupNonUniformBallot];
    "InclusiveScan" 1 V1_0 needs [Kernel GroupNonUniformArithmetic GroupNonUniformBallot];
    "ExclusiveScan" 2 V1_0 needs [Kernel GroupNonUniformArithmetic GroupNonUniformBallot];
    "ClusteredReduce" 3 V1_3 needs [GroupNonUniformClustered];
    "PartitionedReduceEXT" 6 RESERVED needs [GroupNonUniformPartitionedEXT];
    "PartitionedInclusiveScanEXT" 7 RESERVED needs [GroupNonUniformPartitionedEXT];
    "PartitionedExclusiveScanEXT" 8 RESERVED needs [GroupNonUniformPartitionedEXT];
}

enumerants! { LINKAGE_TYPE
    "Export" 0 V1_0 needs [Linkage];
    "Import" 1 V1_0 needs [Linkage];
    "LinkOnceODR" 2 RESERVED needs [Linkage] from [SPV_KHR_linkonce_odr];
    "WeakAMD" 3 RESERVED needs [WeakLinkageAMD];
}

enumerants! { ACCESS_QUALIFIER
    "ReadOnly" 0 V1_0 needs [Kernel];
    "WriteOnly" 1 V1_0 needs [Kernel];
    "ReadWrite" 2 V1_0 needs [Kernel];
}

enumerants! { SOURCE_LANGUAGE
    "Unknown" 0 V1_0;
    "ESSL" 1 V1_0;
    "GLSL" 2 V1_0;
    "OpenCL_C" 3 V1_0;
    "OpenCL_CPP" 4 V1_0;
    "HLSL" 5 V1_0;
    "CPP_for_OpenCL" 6 V1_0;
    "SYCL" 7 V1_0;
    "HERO_C" 8 V1_0;
    "NZSL" 9 V1_0;
    "WGSL" 10 V1_0;
    "Slang" 11 V1_0;
    "Zig" 12 V1_0;
    "Rust" 13 V1_0;
    "Pred" 14 V1_0;
    "ApilaJai" 15 V1_0;
}
