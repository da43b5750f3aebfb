//! Hand-written lists: what the registry does not state and what is selected from it, each entry with its reason or
//! source.
//!
//! Features and device extensions that the rows of SPIR-V capabilities and SPIR-V extensions name are in the tables
//! without being listed here. An entry that corrects the registry must differ from it: the generator refuses one that
//! does not.

/// Members of feature and property structures that permit no capability, and why they matter to shaders.
pub const FEATURES: &[(&str, &[&str])] = &[
    (
        "bounds of memory accesses, which decide how the writer guards them",
        &[
            "robustBufferAccess",
            "robustImageAccess",
            "robustBufferAccess2",
            "robustImageAccess2",
            "nullDescriptor",
            "pipelineRobustness",
            "cooperativeMatrixRobustBufferAccess",
        ],
    ),
    (
        "layouts of buffers and of workgroup memory",
        &[
            "uniformBufferStandardLayout",
            "scalarBlockLayout",
            "workgroupMemoryExplicitLayoutScalarBlockLayout",
            "shaderUniformBufferUnsizedArray",
        ],
    ),
    (
        "memory accesses by stage, and atomics by memory and type (rules of the Vulkan appendix)",
        &[
            "vertexPipelineStoresAndAtomics",
            "fragmentStoresAndAtomics",
            "shaderBufferFloat16Atomics",
            "shaderBufferFloat32Atomics",
            "shaderBufferFloat64Atomics",
            "shaderSharedFloat16Atomics",
            "shaderSharedFloat32Atomics",
            "shaderSharedFloat64Atomics",
            "shaderImageFloat32Atomics",
            "vulkanMemoryModelAvailabilityVisibilityChains",
        ],
    ),
    (
        "instructions and execution modes without a capability of their own, or with rules besides it",
        &[
            "maintenance4",
            "maintenance5",
            "maintenance8",
            "maintenance9",
            "shaderTerminateInvocation",
            "shaderZeroInitializeWorkgroupMemory",
            "shaderMaximalReconvergence",
            "shaderSubgroupUniformControlFlow",
            "shaderRelaxedExtendedInstruction",
            "shaderEarlyAndLateFragmentTests",
            "shaderSubgroupClock",
            "shaderDeviceClock",
        ],
    ),
    (
        "operations of subgroups: types, operands, stages and sizes",
        &[
            "shaderSubgroupExtendedTypes",
            "subgroupBroadcastDynamicId",
            "subgroupQuadOperationsInAllStages",
            "shaderSubgroupRotateClustered",
            "subgroupSizeControl",
            "computeFullSubgroups",
        ],
    ),
    (
        "views and stages that a module is for",
        &[
            "multiviewGeometryShader",
            "multiviewTessellationShader",
            "multiviewMeshShader",
            "primitiveFragmentShadingRateMeshShader",
            "meshShader",
            "taskShader",
            "accelerationStructure",
            "rayTracingInvocationReorder",
        ],
    ),
    (
        "cooperative matrices: sizes, scopes and properties",
        &[
            "cooperativeMatrixWorkgroupScope",
            "cooperativeMatrixFlexibleDimensions",
            "cooperativeMatrixProperties2",
        ],
    ),
    (
        "descriptors, outputs and image formats of a pipeline",
        &[
            "descriptorIndexing",
            "mutableDescriptorType",
            "dualSrcBlend",
            "shaderStorageImageExtendedFormats",
            "dynamicRenderingLocalRead",
        ],
    ),
    (
        "the coverage of a fragment, computed after the depth test",
        &["conservativeRasterizationPostDepthCoverage"],
    ),
    (
        "attachments of tiles",
        &[
            "tileShadingFragmentStage",
            "tileShadingAtomicOps",
            "tileShadingImageProcessing",
        ],
    ),
    (
        "what an implementation of a subset of Vulkan may lack (VK_KHR_portability_subset)",
        &[
            "shaderSampleRateInterpolationFunctions",
            "tessellationIsolines",
            "tessellationPointMode",
        ],
    ),
];

/// Device extensions that no row names, and why they matter to shaders.
pub const DEVICE_EXTENSIONS: &[(&str, &str)] = &[
    (
        "VK_KHR_relaxed_block_layout",
        "Vulkan 1.0 \"Offset and Stride Assignment\"",
    ),
    ("VK_KHR_spirv_1_4", "SPIR-V 1.4 on Vulkan 1.1"),
];

/// Members that have the same name as another member with another meaning: structure, member, and the name in the
/// tables. `None`: not in the tables.
pub const NAMESAKES: &[(&str, &str, Option<&str>)] = &[
    // The registry's `alias` in the row of the capability CooperativeMatrixNV.
    (
        "VkPhysicalDeviceCooperativeMatrixFeaturesNV",
        "cooperativeMatrix",
        Some("cooperativeMatrixNV"),
    ),
    (
        "VkPhysicalDeviceCooperativeMatrixFeaturesNV",
        "cooperativeMatrixRobustBufferAccess",
        None,
    ),
    // The capability MeshShadingNV needs only the extension.
    ("VkPhysicalDeviceMeshShaderFeaturesNV", "meshShader", None),
    ("VkPhysicalDeviceMeshShaderFeaturesNV", "taskShader", None),
    // The capability RayTracingOpacityMicromapKHR needs only the extension VK_EXT_opacity_micromap.
    ("VkPhysicalDeviceOpacityMicromapFeaturesEXT", "micromap", None),
];

/// Properties that a version requires (Vulkan, "Limits", "Required Limits"; the registry lists features only): name and minor
/// version.
pub const REQUIRED_PROPERTIES: &[(&str, u32)] = &[
    ("VK_SUBGROUP_FEATURE_BASIC_BIT", 1),
    ("shaderSignedZeroInfNanPreserveFloat16", 4),
    ("shaderSignedZeroInfNanPreserveFloat32", 4),
];

/// The oldest SPIR-V version that an extension can be used with, if that is not 1.0 ("Dependencies" of each extension):
/// minor version.
pub const LEAST_SPIRV: &[(&str, u32)] = &[
    ("SPV_EXT_cooperative_matrix_maintenance1", 3),
    ("SPV_EXT_long_vector", 3),
    ("SPV_EXT_mesh_shader", 4),
    ("SPV_EXT_opacity_micromap", 4),
    ("SPV_EXT_physical_storage_buffer", 3),
    ("SPV_EXT_shader_invocation_reorder", 4),
    ("SPV_EXT_shader_subgroup_partitioned", 3),
    ("SPV_KHR_cooperative_matrix", 3),
    ("SPV_KHR_float_controls2", 2),
    ("SPV_KHR_opacity_micromap", 4),
    ("SPV_KHR_physical_storage_buffer", 3),
    ("SPV_KHR_quad_control", 3),
    ("SPV_KHR_ray_cull_mask", 4),
    ("SPV_KHR_ray_tracing", 4),
    ("SPV_KHR_ray_tracing_position_fetch", 4),
    ("SPV_KHR_subgroup_rotate", 3),
    ("SPV_KHR_subgroup_uniform_control_flow", 3),
    ("SPV_KHR_vulkan_memory_model", 3),
    ("SPV_KHR_workgroup_memory_explicit_layout", 4),
    ("SPV_NV_cluster_acceleration_structure", 4),
    ("SPV_NV_cooperative_matrix", 3),
    ("SPV_NV_cooperative_matrix2", 6),
    ("SPV_NV_linear_swept_spheres", 4),
    ("SPV_NV_shader_invocation_reorder", 4),
    ("SPV_NV_shader_subgroup_partitioned", 3),
];

/// Capabilities of `vk.xml` that the grammar lacks: there is no number to declare.
pub const WITHOUT_NUMBER: &[&str] = &["ClusterCullingShadingHUAWEI"];

/// Extensions that have a feature which is in none of their structures.
pub const BRINGS: &[(&str, &str)] = &[
    // If the extension is supported, the version requires the feature (`<require depends>` of Vulkan 1.1 and 1.2).
    ("VK_KHR_shader_draw_parameters", "shaderDrawParameters"),
    ("VK_EXT_descriptor_indexing", "descriptorIndexing"),
];

/// The SPIR-V version that has an extension in core, for extensions whose rows in the grammar do not show it (the rows
/// are reserved, or there are none): minor version ("Changes" of the SPIR-V specification, Version 1.6).
pub const ABSORBED: &[(&str, u32)] = &[
    ("SPV_EXT_demote_to_helper_invocation", 6),
    ("SPV_KHR_non_semantic_info", 6),
];

/// SPIR-V extensions that no row of the grammar names and Vulkan does not permit: one adds values that image queries return, the
/// other lets the format of OpenCL.std's `printf` be in another storage class.
pub const WITHOUT_ROWS: [&str; 2] = [
    "SPV_EXT_image_raw10_raw12",
    "SPV_EXT_relaxed_printf_string_address_space",
];

/// SPIR-V extensions that Vulkan permits although the registry does not list them.
pub const PERMITTED: &[(&str, &str)] = &[
    // Provisional: the registry lists only its capability.
    ("SPV_AMDX_shader_enqueue", "VK_AMDX_shader_enqueue"),
];

/// How the limits of several devices combine, by the function of `combine` in `spirv/src/target/limits.rs`. Limits whose
/// name begins with `max` and that are not listed are the least of all devices. Vulkan, "Required Limits" and "Limits":
/// most limits bound what a module may use from above, a few from below; the others are flags, sizes that are rounded up
/// to, or neither.
pub const COMBINED: &[(&str, &str)] = &[
    ("minStorageBufferOffsetAlignment", "multiple"),
    ("minTexelOffset", "greatest"),
    ("minTexelGatherOffset", "greatest"),
    // A size of one invocation permits what others do not, and no other size is compared.
    ("subgroupSize", "agreed"),
    ("subgroupSupportedStages", "common"),
    ("denormBehaviorIndependence", "least"),
    ("roundingModeIndependence", "least"),
    ("meshOutputPerVertexGranularity", "multiple"),
    ("meshOutputPerPrimitiveGranularity", "multiple"),
    ("transformFeedbackStreamsLinesTriangles", "common"),
    ("cooperativeMatrixSupportedStages", "common"),
    ("cooperativeMatrixFlexibleDimensionsMaxDimension", "least"),
    ("cooperativeMatrixWorkgroupScopeReservedSharedMemory", "greatest"),
    ("cooperativeVectorSupportedStages", "common"),
    ("cooperativeVectorTrainingFloat16Accumulation", "common"),
    ("cooperativeVectorTrainingFloat32Accumulation", "common"),
    ("splitBarrierReservedSharedMemory", "greatest"),
    ("meshAndTaskShaderDerivatives", "common"),
    ("samplerDescriptorAlignment", "multiple"),
    ("imageDescriptorAlignment", "multiple"),
    ("bufferDescriptorAlignment", "multiple"),
    ("tensorDescriptorAlignment", "multiple"),
    ("shaderTensorSupportedStages", "common"),
];

/// Limits and properties that apply to shaders, in the order of the fields, and what each counts.
pub const LIMITS: &[(&str, &str)] = &[
    ("maxComputeWorkGroupSize", "invocations of a workgroup along x, y and z"),
    ("maxComputeWorkGroupInvocations", "invocations of a workgroup"),
    (
        "maxComputeSharedMemorySize",
        "bytes of all Workgroup variables of a compute entry point",
    ),
    ("maxPushConstantsSize", "bytes of the push-constant block"),
    ("maxUniformBufferRange", "bytes of a uniform buffer"),
    ("maxStorageBufferRange", "bytes of a storage buffer"),
    (
        "minStorageBufferOffsetAlignment",
        "bytes that the offset of a storage buffer's binding is a multiple of",
    ),
    ("maxBoundDescriptorSets", "descriptor sets; a set's number is below it"),
    (
        "maxPerStageDescriptorSamplers",
        "samplers, also combined ones, of one stage, in sets without update-after-bind",
    ),
    (
        "maxPerStageDescriptorUniformBuffers",
        "uniform buffers of one stage, in sets without update-after-bind",
    ),
    (
        "maxPerStageDescriptorStorageBuffers",
        "storage buffers of one stage, in sets without update-after-bind",
    ),
    (
        "maxPerStageDescriptorSampledImages",
        "sampled images, also combined ones, and uniform texel buffers of one stage, in sets without update-after-bind",
    ),
    (
        "maxPerStageDescriptorStorageImages",
        "storage images and storage texel buffers of one stage, in sets without update-after-bind",
    ),
    (
        "maxPerStageDescriptorAccelerationStructures",
        "acceleration structures of one stage, in sets without update-after-bind",
    ),
    (
        "maxPerStageResources",
        "buffers and images of one stage, in sets without update-after-bind",
    ),
    (
        "maxDescriptorSetSamplers",
        "samplers, also combined ones, of all stages, in sets without update-after-bind",
    ),
    (
        "maxDescriptorSetUniformBuffers",
        "uniform buffers of all stages, in sets without update-after-bind",
    ),
    (
        "maxDescriptorSetStorageBuffers",
        "storage buffers of all stages, in sets without update-after-bind",
    ),
    (
        "maxDescriptorSetSampledImages",
        "sampled images, also combined ones, and uniform texel buffers of all stages, in sets without update-after-bind",
    ),
    (
        "maxDescriptorSetStorageImages",
        "storage images and storage texel buffers of all stages, in sets without update-after-bind",
    ),
    (
        "maxDescriptorSetAccelerationStructures",
        "acceleration structures of all stages, in sets without update-after-bind",
    ),
    (
        "maxPerStageDescriptorUpdateAfterBindSamplers",
        "samplers, also combined ones, of one stage",
    ),
    (
        "maxPerStageDescriptorUpdateAfterBindUniformBuffers",
        "uniform buffers of one stage",
    ),
    (
        "maxPerStageDescriptorUpdateAfterBindStorageBuffers",
        "storage buffers of one stage",
    ),
    (
        "maxPerStageDescriptorUpdateAfterBindSampledImages",
        "sampled images, also combined ones, and uniform texel buffers of one stage",
    ),
    (
        "maxPerStageDescriptorUpdateAfterBindStorageImages",
        "storage images and storage texel buffers of one stage",
    ),
    (
        "maxPerStageDescriptorUpdateAfterBindAccelerationStructures",
        "acceleration structures of one stage",
    ),
    ("maxPerStageUpdateAfterBindResources", "buffers and images of one stage"),
    (
        "maxDescriptorSetUpdateAfterBindSamplers",
        "samplers, also combined ones, of all stages",
    ),
    (
        "maxDescriptorSetUpdateAfterBindUniformBuffers",
        "uniform buffers of all stages",
    ),
    (
        "maxDescriptorSetUpdateAfterBindStorageBuffers",
        "storage buffers of all stages",
    ),
    (
        "maxDescriptorSetUpdateAfterBindSampledImages",
        "sampled images, also combined ones, and uniform texel buffers of all stages",
    ),
    (
        "maxDescriptorSetUpdateAfterBindStorageImages",
        "storage images and storage texel buffers of all stages",
    ),
    (
        "maxDescriptorSetUpdateAfterBindAccelerationStructures",
        "acceleration structures of all stages",
    ),
    ("maxVertexInputAttributes", "vertex inputs; a location is below it"),
    (
        "maxVertexOutputComponents",
        "32-bit components of the vertex shader's outputs, built-in ones included",
    ),
    ("maxTessellationControlPerVertexInputComponents", "32-bit components"),
    ("maxTessellationControlPerVertexOutputComponents", "32-bit components"),
    ("maxTessellationEvaluationInputComponents", "32-bit components"),
    ("maxTessellationEvaluationOutputComponents", "32-bit components"),
    ("maxGeometryInputComponents", "32-bit components"),
    ("maxGeometryOutputComponents", "32-bit components"),
    (
        "maxFragmentInputComponents",
        "32-bit components of the fragment shader's inputs, built-in ones included",
    ),
    ("maxFragmentOutputAttachments", "colour outputs; a location is below it"),
    (
        "maxFragmentDualSrcAttachments",
        "colour outputs with dual-source blending",
    ),
    (
        "maxFragmentCombinedOutputResources",
        "storage buffers, storage images and colour outputs of a fragment shader",
    ),
    ("maxClipDistances", "elements of `ClipDistance`"),
    ("maxCullDistances", "elements of `CullDistance`"),
    ("maxCombinedClipAndCullDistances", "elements of both together"),
    ("maxSampleMaskWords", "words of `SampleMask`"),
    ("minTexelOffset", "texels, the least `ConstOffset` of an image operand"),
    (
        "maxTexelOffset",
        "texels, the greatest `ConstOffset` of an image operand",
    ),
    ("minTexelGatherOffset", "texels, the least `Offset` of a gather"),
    ("maxTexelGatherOffset", "texels, the greatest `Offset` of a gather"),
    ("maxMultiviewViewCount", "views; `ViewIndex` is below it"),
    ("subgroupSize", "invocations of a subgroup"),
    ("subgroupSupportedStages", "the bits of `VkShaderStageFlags`"),
    (
        "denormBehaviorIndependence",
        "for which widths denormals can be treated apart",
    ),
    ("roundingModeIndependence", "for which widths rounding modes can differ"),
    ("maxMeshOutputVertices", "vertices of a mesh workgroup"),
    ("maxMeshOutputPrimitives", "primitives of a mesh workgroup"),
    ("maxMeshOutputComponents", "32-bit components"),
    (
        "maxMeshWorkGroupSize",
        "invocations of a mesh workgroup along x, y and z",
    ),
    ("maxMeshWorkGroupInvocations", "invocations of a mesh workgroup"),
    (
        "maxMeshSharedMemorySize",
        "bytes of all Workgroup variables of a mesh entry point",
    ),
    (
        "maxMeshPayloadAndSharedMemorySize",
        "bytes of the payload and all Workgroup variables of a mesh entry point",
    ),
    ("maxMeshOutputMemorySize", "bytes of all outputs of a mesh entry point"),
    (
        "maxMeshPayloadAndOutputMemorySize",
        "bytes of the payload and all outputs of a mesh entry point",
    ),
    (
        "meshOutputPerVertexGranularity",
        "the number of vertices is rounded up to a multiple of it",
    ),
    (
        "meshOutputPerPrimitiveGranularity",
        "the number of primitives is rounded up to a multiple of it",
    ),
    (
        "maxMeshWorkGroupCount",
        "workgroups that a task shader emits along x, y and z",
    ),
    ("maxMeshWorkGroupTotalCount", "workgroups that a task shader emits"),
    (
        "maxTaskWorkGroupSize",
        "invocations of a task workgroup along x, y and z",
    ),
    ("maxTaskWorkGroupInvocations", "invocations of a task workgroup"),
    (
        "maxTaskSharedMemorySize",
        "bytes of all Workgroup variables of a task entry point",
    ),
    ("maxTaskPayloadSize", "bytes of the payload"),
    (
        "maxTaskPayloadAndSharedMemorySize",
        "bytes of the payload and all Workgroup variables of a task entry point",
    ),
    ("maxTransformFeedbackStreams", "streams; a stream's number is below it"),
    (
        "maxTransformFeedbackStreamDataSize",
        "bytes of all that is captured of one stream",
    ),
    (
        "maxTransformFeedbackBufferDataSize",
        "bytes of all that is captured into one buffer",
    ),
    (
        "maxTransformFeedbackBufferDataStride",
        "bytes from one capture in a buffer to the next",
    ),
    (
        "transformFeedbackStreamsLinesTriangles",
        "0 if only points go to more than one stream",
    ),
    ("maxRayHitAttributeSize", "bytes of all hit attributes"),
    ("cooperativeMatrixSupportedStages", "the bits of `VkShaderStageFlags`"),
    (
        "cooperativeMatrixFlexibleDimensionsMaxDimension",
        "rows and columns of a matrix of flexible size",
    ),
    (
        "cooperativeMatrixWorkgroupScopeReservedSharedMemory",
        "bytes of workgroup memory that matrices of scope Workgroup take",
    ),
    ("cooperativeVectorSupportedStages", "the bits of `VkShaderStageFlags`"),
    (
        "cooperativeVectorTrainingFloat16Accumulation",
        "0 if training does not accumulate 16-bit floats",
    ),
    (
        "cooperativeVectorTrainingFloat32Accumulation",
        "0 if training does not accumulate 32-bit floats",
    ),
    ("maxCooperativeVectorComponents", "components of a cooperative vector"),
    ("maxVectorComponents", "components of a vector"),
    (
        "splitBarrierReservedSharedMemory",
        "bytes of workgroup memory that split barriers take",
    ),
    (
        "meshAndTaskShaderDerivatives",
        "0 if mesh and task shaders have no derivative groups",
    ),
    (
        "samplerDescriptorAlignment",
        "bytes that the offset of a sampler in a heap is a multiple of",
    ),
    (
        "imageDescriptorAlignment",
        "bytes that the offset of an image in a heap is a multiple of",
    ),
    (
        "bufferDescriptorAlignment",
        "bytes that the offset of a buffer or acceleration structure in a heap is a multiple of",
    ),
    (
        "tensorDescriptorAlignment",
        "bytes that the offset of a tensor in a heap is a multiple of",
    ),
    (
        "maxShaderBindingTableRecordIndex",
        "the greatest index of a record that a hit object is given",
    ),
    ("shaderTensorSupportedStages", "the bits of `VkShaderStageFlags`"),
    (
        "maxTensorShaderAccessArrayLength",
        "elements that one instruction reads from or writes to a tensor",
    ),
    (
        "maxTensorShaderAccessSize",
        "bytes that one instruction reads from or writes to a tensor",
    ),
    ("maxTileShadingRate", "pixels along x and y"),
    ("maxBlockMatchRegion", "texels of a block along x and y"),
    ("maxBoxFilterBlockSize", "texels of a box along x and y"),
];
