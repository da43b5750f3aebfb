//! The features that no naga module makes the writer use, each with the reason.

use spirula::Feature::{self, *};
use spirv::Capability as C;

pub const NEVER: &[(&str, &[Feature])] = &[
    ("about the pipeline or the host and no rule about a shader's words", &[
        NullDescriptor, PipelineRobustness, ConservativeRasterizationPostDepthCoverage,
        DualSrcBlend, MultiviewMeshShader, PrimitiveFragmentShadingRateMeshShader, SubgroupSizeControl,
        ComputeFullSubgroups, DescriptorIndexing, AccelerationStructure, CooperativeMatrixRobustBufferAccess,
        VulkanMemoryModelAvailabilityVisibilityChains, ShaderMultipleWaitQueues, MutableDescriptorType,
        CooperativeMatrixProperties2, ShaderUniformBufferUnsizedArray,
    ]),
    ("only with `Options::rely_on_robust_access`: see `tests/it/execution/robust_access.rs`", &[
        RobustBufferAccess, RobustImageAccess, RobustBufferAccess2, RobustImageAccess2,
    ]),
    ("formats that it names take no capability; every Vulkan has StorageImageExtendedFormats", &[
        ShaderStorageImageExtendedFormats,
    ]),
    ("naga has neither geometry nor tessellation shaders", &[
        ShaderTessellationAndGeometryPointSize, MultiviewGeometryShader, MultiviewTessellationShader, TransformFeedback,
        GeometryStreams, TessellationIsolines, TessellationPointMode,
    ]),
    ("naga gathers with constant offsets only", &[ShaderImageGatherExtended]),
    ("naga has no multisampled storage textures", &[ShaderStorageImageMultisample]),
    ("naga has no such built-in value", &[
        MultiViewport, ShaderOutputViewportIndex, ShaderOutputLayer, PipelineFragmentShadingRate,
        PrimitiveFragmentShadingRate, AttachmentFragmentShadingRate, FragmentDensityMap, ShadingRateImage,
        ShaderCoreBuiltins, ShaderSMBuiltins,
    ]),
    ("naga has no operation for it", &[
        ShaderResourceResidency, ShaderResourceMinLod, SubgroupClustered, SubgroupPartitioned, ShaderSubgroupPartitioned,
        ShaderSubgroupRotate, ShaderSubgroupRotateClustered, ShaderExpectAssume, ShaderSubgroupClock, ShaderDeviceClock,
        ShaderAbort, ShaderConstantData, ShaderQuadControl, ShaderSplitBarrier, ShaderEnqueue, ImageFootprint,
        ShaderIntegerFunctions2, RayTracingMotionBlur, Spheres, LinearSweptSpheres, ClusterAccelerationStructure,
        RayTracingInvocationReorder, TextureSampleWeighted, TextureBoxFilter, TextureBlockMatch, TextureBlockMatch2,
        ImageGatherLinear, ImageGatherExtendedModes, TileShading, TileShadingFragmentStage,
        TileShadingAtomicOps, TileShadingImageProcessing, DynamicRenderingLocalRead, ShaderTileImageColorReadAccess,
        ShaderTileImageDepthReadAccess, ShaderTileImageStencilReadAccess, CooperativeMatrixGetCoordinate,
        CooperativeMatrixReductions, CooperativeMatrixConversions, CooperativeMatrixPerElementOperations,
        CooperativeMatrixTensorAddressing, CooperativeMatrixBlockLoads, CooperativeMatrixDecodeVector,
        CooperativeMatrixConversion, Micromap, RayTracingMaintenance1, FragmentShaderSampleInterlock,
        FragmentShaderPixelInterlock, FragmentShaderShadingRateInterlock, ClustercullingShader,
        ShaderEarlyAndLateFragmentTests, ShaderSampleRateInterpolationFunctions,
    ]),
    ("naga has no such type or memory", &[
        ShaderInt8, StorageBuffer8BitAccess, UniformAndStorageBuffer8BitAccess, StoragePushConstant8,
        ShaderBFloat16Type, ShaderBFloat16DotProduct, ShaderBFloat16CooperativeMatrix, ShaderFloat8,
        ShaderFloat8CooperativeMatrix, ShaderFloat4, ShaderFloat6, ShaderFloat8UnsignedE8M0, ShaderMXInt8,
        LongVector, ShaderInputAttachmentArrayDynamicIndexing, ShaderInputAttachmentArrayNonUniformIndexing,
        ShaderUniformTexelBufferArrayDynamicIndexing, ShaderUniformTexelBufferArrayNonUniformIndexing,
        ShaderStorageTexelBufferArrayDynamicIndexing, ShaderStorageTexelBufferArrayNonUniformIndexing,
        BufferDeviceAddress, DescriptorHeap, DataGraph, ShaderTensorAccess, ShaderStorageTensorArrayDynamicIndexing,
        ShaderStorageTensorArrayNonUniformIndexing, CooperativeVector, CooperativeVectorTraining, PushConstantBank,
        CooperativeMatrixNV, CooperativeMatrixWorkgroupScope, CooperativeMatrixFlexibleDimensions,
    ]),
    ("naga's validator admits atomics of integers, of 32-bit floats in storage buffers, and of integer texels only", &[
        ShaderSharedFloat32AtomicAdd, ShaderSharedFloat32Atomics,
        ShaderImageFloat32AtomicAdd, ShaderImageFloat32Atomics, ShaderBufferFloat64AtomicAdd, ShaderSharedFloat64AtomicAdd,
        ShaderBufferFloat64Atomics, ShaderSharedFloat64Atomics, ShaderBufferFloat16AtomicAdd, ShaderSharedFloat16AtomicAdd,
        ShaderBufferFloat16AtomicMinMax, ShaderSharedFloat16AtomicMinMax, ShaderBufferFloat32AtomicMinMax,
        ShaderSharedFloat32AtomicMinMax, ShaderImageFloat32AtomicMinMax, ShaderBufferFloat64AtomicMinMax,
        ShaderSharedFloat64AtomicMinMax, ShaderBufferFloat16Atomics, ShaderSharedFloat16Atomics, ShaderFloat16VectorAtomics,
    ]),
    ("naga's validator admits no 16-bit numbers in immediates", &[StoragePushConstant16]),
    ("naga's validator wants the invocation that is read to be a const-expression", &[SubgroupBroadcastDynamicId]),
    ("naga's validator admits derivatives in fragment shaders only", &[
        ComputeDerivativeGroupQuads, ComputeDerivativeGroupLinear,
    ]),
    ("the writer has another way that every device takes, and no use for this one", &[
        VariablePointersStorageBuffer, VariablePointers, ShaderFmaFloat16, ShaderFmaFloat32,
        ShaderFmaFloat64, ShaderRelaxedExtendedInstruction,
        ShaderUntypedPointers, WorkgroupMemoryExplicitLayout, WorkgroupMemoryExplicitLayout8BitAccess,
        WorkgroupMemoryExplicitLayout16BitAccess, WorkgroupMemoryExplicitLayoutScalarBlockLayout, Shader64BitIndexing,
        ShaderReplicatedComposites, ShaderRawAccessChains, Maintenance8, Maintenance9,
        ShaderMixedFloatDotProductFloat16AccFloat32, ShaderMixedFloatDotProductFloat16AccFloat16,
        ShaderMixedFloatDotProductBFloat16Acc, ShaderMixedFloatDotProductFloat8AccFloat32,
    ]),
];

/// The capabilities of the table that no naga module makes the writer declare, and that belong to no feature above.
pub const NEVER_DECLARED: &[(&str, &[spirv::Capability])] = &[
    ("Shader brings it along", &[C::Matrix]),
    ("naga has no such images", &[C::InputAttachment, C::SampledBuffer, C::ImageBuffer]),
    ("naga's validator admits no arrays of cubes that are storage textures", &[C::ImageCubeArray]),
    ("naga has no such operation or built-in value", &[
        C::InterpolationFunction, C::DeviceGroup, C::SampleMaskPostDepthCoverage, C::ImageGatherBiasLodAMD,
        C::FragmentMaskAMD, C::StencilExportEXT, C::ImageReadWriteLodAMD, C::ShaderClockKHR,
        C::SampleMaskOverrideCoverageNV, C::GeometryShaderPassthroughNV, C::ShaderViewportIndexLayerEXT,
        C::ShaderViewportMaskNV, C::PerViewAttributesNV, C::FragmentFullyCoveredEXT, C::RayTracingPositionFetchKHR,
        C::ShaderInvocationReorderNV, C::ShaderInvocationReorderEXT,
    ]),
    ("an older extension than the one that is written for", &[C::MeshShadingNV, C::RayTracingNV]),
    ("dot products of vectors of four 8-bit integers, which naga lacks", &[C::DotProductInput4x8Bit]),
];
