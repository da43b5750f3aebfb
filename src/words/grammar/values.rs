//! The enumerants of all other kinds.
//!
//! Data and nothing else: distilled from the machine-readable grammar in the SPIR-V registry (unified1, 1.6 revision 7;
//! The Khronos Group, MIT licence), one line each, in the order of the numbers. `V1_0` and so on is the version of SPIR-V
//! that brought it, `RESERVED` that none has it without an extension, `to` the last version that has it; `needs` lists
//! the capabilities of which one must be declared, `from` the extensions of which one brings it.
//! The tests hold every line against what rspirv's tables know.

use super::enumerants;

enumerants! { SAMPLER_ADDRESSING_MODE
    "None" 0 V1_0;
    "ClampToEdge" 1 V1_0;
    "Clamp" 2 V1_0;
    "Repeat" 3 V1_0;
    "RepeatMirrored" 4 V1_0;
}

enumerants! { SAMPLER_FILTER_MODE
    "Nearest" 0 V1_0;
    "Linear" 1 V1_0;
}

enumerants! { IMAGE_CHANNEL_ORDER
    "R" 0 V1_0;
    "A" 1 V1_0;
    "RG" 2 V1_0;
    "RA" 3 V1_0;
    "RGB" 4 V1_0;
    "RGBA" 5 V1_0;
    "BGRA" 6 V1_0;
    "ARGB" 7 V1_0;
    "Intensity" 8 V1_0;
    "Luminance" 9 V1_0;
    "Rx" 10 V1_0;
    "RGx" 11 V1_0;
    "RGBx" 12 V1_0;
    "Depth" 13 V1_0;
    "DepthStencil" 14 V1_0;
    "sRGB" 15 V1_0;
    "sRGBx" 16 V1_0;
    "sRGBA" 17 V1_0;
    "sBGRA" 18 V1_0;
    "ABGR" 19 V1_0;
}

enumerants! { IMAGE_CHANNEL_DATA_TYPE
    "SnormInt8" 0 V1_0;
    "SnormInt16" 1 V1_0;
    "UnormInt8" 2 V1_0;
    "UnormInt16" 3 V1_0;
    "UnormShort565" 4 V1_0;
    "UnormShort555" 5 V1_0;
    "UnormInt101010" 6 V1_0;
    "SignedInt8" 7 V1_0;
    "SignedInt16" 8 V1_0;
    "SignedInt32" 9 V1_0;
    "UnsignedInt8" 10 V1_0;
    "UnsignedInt16" 11 V1_0;
    "UnsignedInt32" 12 V1_0;
    "HalfFloat" 13 V1_0;
    "Float" 14 V1_0;
    "UnormInt24" 15 V1_0;
    "UnormInt101010_2" 16 V1_0;
    "UnormInt10X6EXT" 17 V1_0;
    "UnsignedIntRaw10EXT" 19 V1_0;
    "UnsignedIntRaw12EXT" 20 V1_0;
    "UnormInt2_101010EXT" 21 V1_0;
    "UnsignedInt10X6EXT" 22 V1_0;
    "UnsignedInt12X4EXT" 23 V1_0;
    "UnsignedInt14X2EXT" 24 V1_0;
    "UnormInt12X4EXT" 25 V1_0;
    "UnormInt14X2EXT" 26 V1_0;
}

enumerants! { QUANTIZATION_MODES
    "TRN" 0 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "TRN_ZERO" 1 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "RND" 2 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "RND_ZERO" 3 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "RND_INF" 4 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "RND_MIN_INF" 5 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "RND_CONV" 6 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "RND_CONV_ODD" 7 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
}

enumerants! { OVERFLOW_MODES
    "WRAP" 0 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "SAT" 1 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "SAT_ZERO" 2 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
    "SAT_SYM" 3 RESERVED needs [ArbitraryPrecisionFixedPointALTERA];
}

enumerants! { HOST_ACCESS_QUALIFIER
    "NoneINTEL" 0 RESERVED needs [GlobalVariableHostAccessINTEL];
    "ReadINTEL" 1 RESERVED needs [GlobalVariableHostAccessINTEL];
    "WriteINTEL" 2 RESERVED needs [GlobalVariableHostAccessINTEL];
    "ReadWriteINTEL" 3 RESERVED needs [GlobalVariableHostAccessINTEL];
}

enumerants! { FUNCTION_PARAMETER_ATTRIBUTE
    "Zext" 0 V1_0 needs [Kernel];
    "Sext" 1 V1_0 needs [Kernel];
    "ByVal" 2 V1_0 needs [Kernel];
    "Sret" 3 V1_0 needs [Kernel];
    "NoAlias" 4 V1_0 needs [Kernel];
    "NoCapture" 5 V1_0 needs [Kernel];
    "NoWrite" 6 V1_0 needs [Kernel];
    "NoReadWrite" 7 V1_0 needs [Kernel];
    "RuntimeAlignedALTERA" 5940 V1_0 needs [RuntimeAlignedAttributeALTERA];
}

enumerants! { KERNEL_ENQUEUE_FLAGS
    "NoWait" 0 V1_0 needs [Kernel];
    "WaitKernel" 1 V1_0 needs [Kernel];
    "WaitWorkGroup" 2 V1_0 needs [Kernel];
}

enumerants! { RAY_QUERY_INTERSECTION
    "RayQueryCandidateIntersectionKHR" 0 RESERVED needs [RayQueryKHR];
    "RayQueryCommittedIntersectionKHR" 1 RESERVED needs [RayQueryKHR];
}

enumerants! { RAY_QUERY_COMMITTED_INTERSECTION_TYPE
    "RayQueryCommittedIntersectionNoneKHR" 0 RESERVED needs [RayQueryKHR];
    "RayQueryCommittedIntersectionTriangleKHR" 1 RESERVED needs [RayQueryKHR];
    "RayQueryCommittedIntersectionGeneratedKHR" 2 RESERVED needs [RayQueryKHR];
}

enumerants! { RAY_QUERY_CANDIDATE_INTERSECTION_TYPE
    "RayQueryCandidateIntersectionTriangleKHR" 0 RESERVED needs [RayQueryKHR];
    "RayQueryCandidateIntersectionAABBKHR" 1 RESERVED needs [RayQueryKHR];
}

enumerants! { PACKED_VECTOR_FORMAT
    "PackedVectorFormat4x8Bit" 0 V1_6 from [SPV_KHR_integer_dot_product];
}

enumerants! { COOPERATIVE_MATRIX_LAYOUT
    "RowMajorKHR" 0 RESERVED;
    "ColumnMajorKHR" 1 RESERVED;
    "RowBlockedInterleavedARM" 4202 RESERVED needs [CooperativeMatrixLayoutsARM];
    "ColumnBlockedInterleavedARM" 4203 RESERVED needs [CooperativeMatrixLayoutsARM];
}

enumerants! { COOPERATIVE_MATRIX_USE
    "MatrixAKHR" 0 RESERVED;
    "MatrixBKHR" 1 RESERVED;
    "MatrixAccumulatorKHR" 2 RESERVED;
}

enumerants! { TENSOR_CLAMP_MODE
    "Undefined" 0 RESERVED;
    "Constant" 1 RESERVED;
    "ClampToEdge" 2 RESERVED;
    "Repeat" 3 RESERVED;
    "RepeatMirrored" 4 RESERVED;
}

enumerants! { INITIALIZATION_MODE_QUALIFIER
    "InitOnDeviceReprogramALTERA" 0 RESERVED needs [GlobalVariableFPGADecorationsALTERA];
    "InitOnDeviceResetALTERA" 1 RESERVED needs [GlobalVariableFPGADecorationsALTERA];
}

enumerants! { LOAD_CACHE_CONTROL
    "UncachedINTEL" 0 RESERVED needs [CacheControlsINTEL];
    "CachedINTEL" 1 RESERVED needs [CacheControlsINTEL];
    "StreamingINTEL" 2 RESERVED needs [CacheControlsINTEL];
    "InvalidateAfterReadINTEL" 3 RESERVED needs [CacheControlsINTEL];
    "ConstCachedINTEL" 4 RESERVED needs [CacheControlsINTEL];
}

enumerants! { STORE_CACHE_CONTROL
    "UncachedINTEL" 0 RESERVED needs [CacheControlsINTEL];
    "WriteThroughINTEL" 1 RESERVED needs [CacheControlsINTEL];
    "WriteBackINTEL" 2 RESERVED needs [CacheControlsINTEL];
    "StreamingINTEL" 3 RESERVED needs [CacheControlsINTEL];
}

enumerants! { NAMED_MAXIMUM_NUMBER_OF_REGISTERS
    "AutoINTEL" 0 RESERVED needs [RegisterLimitsINTEL];
}

enumerants! { FP_ENCODING
    "BFloat16KHR" 0 RESERVED needs [BFloat16TypeKHR];
    "Float8E4M3EXT" 4214 RESERVED needs [Float8EXT];
    "Float8E5M2EXT" 4215 RESERVED needs [Float8EXT];
    "Float6E2M3EXT" 4223 RESERVED needs [Float6EXT];
    "Float6E3M2EXT" 4224 RESERVED needs [Float6EXT];
    "Float4E2M1EXT" 4225 RESERVED needs [Float4EXT];
    "Float8UnsignedE8M0EXT" 4226 RESERVED needs [Float8UnsignedE8M0EXT];
    "MXInt8EXT" 4227 RESERVED needs [MXInt8EXT];
}

enumerants! { COOPERATIVE_VECTOR_MATRIX_LAYOUT
    "RowMajorNV" 0 RESERVED;
    "ColumnMajorNV" 1 RESERVED;
    "InferencingOptimalNV" 2 RESERVED;
    "TrainingOptimalNV" 3 RESERVED;
}

enumerants! { COMPONENT_TYPE
    "Float16NV" 0 RESERVED;
    "Float32NV" 1 RESERVED;
    "Float64NV" 2 RESERVED;
    "SignedInt8NV" 3 RESERVED;
    "SignedInt16NV" 4 RESERVED;
    "SignedInt32NV" 5 RESERVED;
    "SignedInt64NV" 6 RESERVED;
    "UnsignedInt8NV" 7 RESERVED;
    "UnsignedInt16NV" 8 RESERVED;
    "UnsignedInt32NV" 9 RESERVED;
    "UnsignedInt64NV" 10 RESERVED;
    "SignedInt8PackedNV" 1000491000 RESERVED;
    "UnsignedInt8PackedNV" 1000491001 RESERVED;
    "FloatE4M3NV" 1000491002 RESERVED;
    "FloatE5M2NV" 1000491003 RESERVED;
}

enumerants! { GATHER_MODES
    "Gather4x1QCOM" 0 RESERVED;
    "GatherDQCOM" 1 RESERVED;
    "GatherH2QCOM" 2 RESERVED;
    "GatherV2QCOM" 3 RESERVED;
}
