//! The bits of every mask.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it.
//! The tests hold every line against what rspirv's tables know.

use super::enumerants;

enumerants! { IMAGE_OPERANDS
    "None" 0x0 V1_0;
    "Bias" 0x1 V1_0 (IdRef) needs [Shader];
    "Lod" 0x2 V1_0 (IdRef);
    "Grad" 0x4 V1_0 (IdRef IdRef);
    "ConstOffset" 0x8 V1_0 (IdRef);
    "Offset" 0x10 V1_0 (IdRef) needs [ImageGatherExtended];
    "ConstOffsets" 0x20 V1_0 (IdRef) needs [ImageGatherExtended];
    "Sample" 0x40 V1_0 (IdRef);
    "MinLod" 0x80 V1_0 (IdRef) needs [MinLod];
    "MakeTexelAvailable" 0x100 V1_5 (IdScope) needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "MakeTexelVisible" 0x200 V1_5 (IdScope) needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "NonPrivateTexel" 0x400 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "VolatileTexel" 0x800 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "SignExtend" 0x1000 V1_4;
    "ZeroExtend" 0x2000 V1_4;
    "Nontemporal" 0x4000 V1_6;
    "Offsets" 0x10000 V1_0 (IdRef);
}

enumerants! { FP_FAST_MATH_MODE
    "None" 0x0 V1_0;
    "NotNaN" 0x1 V1_0;
    "NotInf" 0x2 V1_0;
    "NSZ" 0x4 V1_0;
    "AllowRecip" 0x8 V1_0;
    "Fast" 0x10 V1_0;
    "AllowContract" 0x10000 RESERVED needs [FloatControls2 FPFastMathModeINTEL];
    "AllowReassoc" 0x20000 RESERVED needs [FloatControls2 FPFastMathModeINTEL];
    "AllowTransform" 0x40000 RESERVED needs [FloatControls2];
}

enumerants! { SELECTION_CONTROL
    "None" 0x0 V1_0;
    "Flatten" 0x1 V1_0;
    "DontFlatten" 0x2 V1_0;
}

enumerants! { LOOP_CONTROL
    "None" 0x0 V1_0;
    "Unroll" 0x1 V1_0;
    "DontUnroll" 0x2 V1_0;
    "DependencyInfinite" 0x4 V1_1;
    "DependencyLength" 0x8 V1_1 (LiteralInteger);
    "MinIterations" 0x10 V1_4 (LiteralInteger);
    "MaxIterations" 0x20 V1_4 (LiteralInteger);
    "IterationMultiple" 0x40 V1_4 (LiteralInteger);
    "PeelCount" 0x80 V1_4 (LiteralInteger);
    "PartialCount" 0x100 V1_4 (LiteralInteger);
    "InitiationIntervalALTERA" 0x10000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "MaxConcurrencyALTERA" 0x20000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "DependencyArrayALTERA" 0x40000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "PipelineEnableALTERA" 0x80000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "LoopCoalesceALTERA" 0x100000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "MaxInterleavingALTERA" 0x200000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "SpeculatedIterationsALTERA" 0x400000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "NoFusionALTERA" 0x800000 RESERVED needs [FPGALoopControlsALTERA];
    "LoopCountALTERA" 0x1000000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "MaxReinvocationDelayALTERA" 0x2000000 RESERVED (LiteralInteger) needs [FPGALoopControlsALTERA];
    "MultipleWaitQueuesQCOM" 0x10000000 V1_0 (LiteralInteger);
}

enumerants! { FUNCTION_CONTROL
    "None" 0x0 V1_0;
    "Inline" 0x1 V1_0;
    "DontInline" 0x2 V1_0;
    "Pure" 0x4 V1_0;
    "Const" 0x8 V1_0;
    "OptNoneEXT" 0x10000 RESERVED needs [OptNoneEXT];
}

enumerants! { MEMORY_SEMANTICS
    "Relaxed" 0x0 V1_0;
    "Acquire" 0x2 V1_0;
    "Release" 0x4 V1_0;
    "AcquireRelease" 0x8 V1_0;
    "SequentiallyConsistent" 0x10 V1_0;
    "UniformMemory" 0x40 V1_0 needs [Shader];
    "SubgroupMemory" 0x80 V1_0;
    "WorkgroupMemory" 0x100 V1_0;
    "CrossWorkgroupMemory" 0x200 V1_0;
    "AtomicCounterMemory" 0x400 V1_0 needs [AtomicStorage];
    "ImageMemory" 0x800 V1_0;
    "OutputMemory" 0x1000 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "MakeAvailable" 0x2000 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "MakeVisible" 0x4000 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "Volatile" 0x8000 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
}

enumerants! { MEMORY_ACCESS
    "None" 0x0 V1_0;
    "Volatile" 0x1 V1_0;
    "Aligned" 0x2 V1_0 (LiteralInteger);
    "Nontemporal" 0x4 V1_0;
    "MakePointerAvailable" 0x8 V1_5 (IdScope) needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "MakePointerVisible" 0x10 V1_5 (IdScope) needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "NonPrivatePointer" 0x20 V1_5 needs [VulkanMemoryModel] from [SPV_KHR_vulkan_memory_model];
    "AliasScopeINTELMask" 0x10000 RESERVED (IdRef) needs [MemoryAccessAliasingINTEL] from
        [SPV_INTEL_memory_access_aliasing];
    "NoAliasINTELMask" 0x20000 RESERVED (IdRef) needs [MemoryAccessAliasingINTEL] from
        [SPV_INTEL_memory_access_aliasing];
}

enumerants! { KERNEL_PROFILING_INFO
    "None" 0x0 V1_0;
    "CmdExecTime" 0x1 V1_0 needs [Kernel];
}

enumerants! { RAY_FLAGS
    "NoneKHR" 0x0 RESERVED needs [RayQueryKHR RayTracingKHR];
    "OpaqueKHR" 0x1 RESERVED needs [RayQueryKHR RayTracingKHR];
    "NoOpaqueKHR" 0x2 RESERVED needs [RayQueryKHR RayTracingKHR];
    "TerminateOnFirstHitKHR" 0x4 RESERVED needs [RayQueryKHR RayTracingKHR];
    "SkipClosestHitShaderKHR" 0x8 RESERVED needs [RayQueryKHR RayTracingKHR];
    "CullBackFacingTrianglesKHR" 0x10 RESERVED needs [RayQueryKHR RayTracingKHR];
    "CullFrontFacingTrianglesKHR" 0x20 RESERVED needs [RayQueryKHR RayTracingKHR];
    "CullOpaqueKHR" 0x40 RESERVED needs [RayQueryKHR RayTracingKHR];
    "CullNoOpaqueKHR" 0x80 RESERVED needs [RayQueryKHR RayTracingKHR];
    "SkipTrianglesKHR" 0x100 RESERVED needs [RayTraversalPrimitiveCullingKHR];
    "SkipAABBsKHR" 0x200 RESERVED needs [RayTraversalPrimitiveCullingKHR];
    "ForceOpacityMicromap2StateKHR" 0x400 RESERVED needs [RayTracingOpacityMicromapKHR];
}

enumerants! { FRAGMENT_SHADING_RATE
    "Vertical2Pixels" 0x1 RESERVED needs [FragmentShadingRateKHR];
    "Vertical4Pixels" 0x2 RESERVED needs [FragmentShadingRateKHR];
    "Horizontal2Pixels" 0x4 RESERVED needs [FragmentShadingRateKHR];
    "Horizontal4Pixels" 0x8 RESERVED needs [FragmentShadingRateKHR];
}

enumerants! { RAW_ACCESS_CHAIN_OPERANDS
    "None" 0x0 V1_0;
    "RobustnessPerComponentNV" 0x1 RESERVED needs [RawAccessChainsNV];
    "RobustnessPerElementNV" 0x2 RESERVED needs [RawAccessChainsNV];
}

enumerants! { COOPERATIVE_MATRIX_OPERANDS
    "NoneKHR" 0x0 RESERVED;
    "MatrixASignedComponentsKHR" 0x1 RESERVED;
    "MatrixBSignedComponentsKHR" 0x2 RESERVED;
    "MatrixCSignedComponentsKHR" 0x4 RESERVED;
    "MatrixResultSignedComponentsKHR" 0x8 RESERVED;
    "SaturatingAccumulationKHR" 0x10 RESERVED;
}

enumerants! { COOPERATIVE_MATRIX_REDUCE
    "Row" 0x1 RESERVED;
    "Column" 0x2 RESERVED;
    "2x2" 0x4 RESERVED;
}

enumerants! { TENSOR_ADDRESSING_OPERANDS
    "None" 0x0 RESERVED;
    "TensorView" 0x1 RESERVED (IdRef) needs [CooperativeMatrixTensorAddressingNV];
    "DecodeFunc" 0x2 RESERVED (IdRef) needs [CooperativeMatrixBlockLoadsNV];
    "DecodeVectorFunc" 0x4 RESERVED (IdRef) needs [CooperativeMatrixDecodeVectorNV];
}

enumerants! { MATRIX_MULTIPLY_ACCUMULATE_OPERANDS
    "None" 0x0 RESERVED;
    "MatrixASignedComponentsINTEL" 0x1 RESERVED;
    "MatrixBSignedComponentsINTEL" 0x2 RESERVED;
    "MatrixCBFloat16INTEL" 0x4 RESERVED;
    "MatrixResultBFloat16INTEL" 0x8 RESERVED;
    "MatrixAPackedInt8INTEL" 0x10 RESERVED;
    "MatrixBPackedInt8INTEL" 0x20 RESERVED;
    "MatrixAPackedInt4INTEL" 0x40 RESERVED;
    "MatrixBPackedInt4INTEL" 0x80 RESERVED;
    "MatrixATF32INTEL" 0x100 RESERVED;
    "MatrixBTF32INTEL" 0x200 RESERVED;
    "MatrixAPackedFloat16INTEL" 0x400 RESERVED;
    "MatrixBPackedFloat16INTEL" 0x800 RESERVED;
    "MatrixAPackedBFloat16INTEL" 0x1000 RESERVED;
    "MatrixBPackedBFloat16INTEL" 0x2000 RESERVED;
}

enumerants! { TENSOR_OPERANDS
    "NoneARM" 0x0 RESERVED needs [TensorsARM];
    "NontemporalARM" 0x1 RESERVED needs [TensorsARM];
    "OutOfBoundsValueARM" 0x2 RESERVED (IdRef) needs [TensorsARM];
    "MakeElementAvailableARM" 0x4 RESERVED (IdRef) needs [TensorsARM];
    "MakeElementVisibleARM" 0x8 RESERVED (IdRef) needs [TensorsARM];
    "NonPrivateElementARM" 0x10 RESERVED needs [TensorsARM];
}
