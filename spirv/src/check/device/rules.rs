//! The rules that depend on the device, by their VUIDs (Vulkan Environment for SPIR-V, "Runtime SPIR-V Validation").
//!
//! This file only declares the rules; the other files of this folder check them.

use crate::check::rule::rules;

rules! {
    /// Rules that depend on features, properties and limits.
    Device "device" {
        ComputeSizeX "compute-size-x" vuid "VUID-RuntimeSpirv-x-06429" "Vulkan, Runtime SPIR-V":
            "a compute workgroup is along x at most maxComputeWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        ComputeSizeY "compute-size-y" vuid "VUID-RuntimeSpirv-y-06430" "Vulkan, Runtime SPIR-V":
            "a compute workgroup is along y at most maxComputeWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        ComputeSizeZ "compute-size-z" vuid "VUID-RuntimeSpirv-z-06431" "Vulkan, Runtime SPIR-V":
            "a compute workgroup is along z at most maxComputeWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        ComputeInvocations "compute-invocations" vuid "VUID-RuntimeSpirv-x-06432" "Vulkan, Runtime SPIR-V":
            "a compute workgroup has at most maxComputeWorkGroupInvocations"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        TaskSizeX "task-size-x" vuid "VUID-RuntimeSpirv-TaskEXT-07291" "Vulkan, Runtime SPIR-V":
            "a task workgroup is along x at most maxTaskWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        TaskSizeY "task-size-y" vuid "VUID-RuntimeSpirv-TaskEXT-07292" "Vulkan, Runtime SPIR-V":
            "a task workgroup is along y at most maxTaskWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        TaskSizeZ "task-size-z" vuid "VUID-RuntimeSpirv-TaskEXT-07293" "Vulkan, Runtime SPIR-V":
            "a task workgroup is along z at most maxTaskWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        TaskInvocations "task-invocations" vuid "VUID-RuntimeSpirv-TaskEXT-07294" "Vulkan, Runtime SPIR-V":
            "a task workgroup has at most maxTaskWorkGroupInvocations"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        MeshSizeX "mesh-size-x" vuid "VUID-RuntimeSpirv-MeshEXT-07295" "Vulkan, Runtime SPIR-V":
            "a mesh workgroup is along x at most maxMeshWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        MeshSizeY "mesh-size-y" vuid "VUID-RuntimeSpirv-MeshEXT-07296" "Vulkan, Runtime SPIR-V":
            "a mesh workgroup is along y at most maxMeshWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        MeshSizeZ "mesh-size-z" vuid "VUID-RuntimeSpirv-MeshEXT-07297" "Vulkan, Runtime SPIR-V":
            "a mesh workgroup is along z at most maxMeshWorkGroupSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        MeshInvocations "mesh-invocations" vuid "VUID-RuntimeSpirv-MeshEXT-07298" "Vulkan, Runtime SPIR-V":
            "a mesh workgroup has at most maxMeshWorkGroupInvocations"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        LocalSizeId "local-size-id" vuid "VUID-RuntimeSpirv-LocalSizeId-06434" "Vulkan, Runtime SPIR-V":
            "LocalSizeId needs maintenance4" [ours];
        UniformControlFlow "uniform-control-flow" vuid "VUID-RuntimeSpirv-SubgroupUniformControlFlowKHR-06379" "Vulkan, Runtime SPIR-V":
            "SubgroupUniformControlFlowKHR needs its feature and a stage with subgroup operations, and no invocations are repacked" [ours];
        EarlyAndLateFragmentTests "early-and-late-fragment-tests" vuid "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06767" "Vulkan, Runtime SPIR-V":
            "EarlyAndLateFragmentTestsAMD needs shaderEarlyAndLateFragmentTests" [ours];
        StencilRefUnchangedFront "stencil-ref-unchanged-front" vuid "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06768" "Vulkan, Runtime SPIR-V":
            "StencilRefUnchangedFrontAMD needs shaderEarlyAndLateFragmentTests" [ours];
        StencilRefUnchangedBack "stencil-ref-unchanged-back" vuid "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06769" "Vulkan, Runtime SPIR-V":
            "StencilRefUnchangedBackAMD needs shaderEarlyAndLateFragmentTests" [ours];
        StencilRefGreaterFront "stencil-ref-greater-front" vuid "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06770" "Vulkan, Runtime SPIR-V":
            "StencilRefGreaterFrontAMD needs shaderEarlyAndLateFragmentTests" [ours];
        StencilRefGreaterBack "stencil-ref-greater-back" vuid "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06771" "Vulkan, Runtime SPIR-V":
            "StencilRefGreaterBackAMD needs shaderEarlyAndLateFragmentTests" [ours];
        StencilRefLessFront "stencil-ref-less-front" vuid "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06772" "Vulkan, Runtime SPIR-V":
            "StencilRefLessFrontAMD needs shaderEarlyAndLateFragmentTests" [ours];
        StencilRefLessBack "stencil-ref-less-back" vuid "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06773" "Vulkan, Runtime SPIR-V":
            "StencilRefLessBackAMD needs shaderEarlyAndLateFragmentTests" [ours];
        MeshVertices "mesh-vertices" vuid "VUID-RuntimeSpirv-MeshEXT-07115" "Vulkan, Runtime SPIR-V":
            "OutputVertices of a mesh shader is at most maxMeshOutputVertices" [ours];
        MeshPrimitives "mesh-primitives" vuid "VUID-RuntimeSpirv-MeshEXT-07116" "Vulkan, Runtime SPIR-V":
            "OutputPrimitivesEXT is at most maxMeshOutputPrimitives" [ours];
        EmitCountX "emit-count-x" vuid "VUID-RuntimeSpirv-TaskEXT-07299" "Vulkan, Runtime SPIR-V":
            "a task shader emits along x at most maxMeshWorkGroupCount"
            (decides "values computed from constants in one function") [ours];
        EmitCountY "emit-count-y" vuid "VUID-RuntimeSpirv-TaskEXT-07300" "Vulkan, Runtime SPIR-V":
            "a task shader emits along y at most maxMeshWorkGroupCount"
            (decides "values computed from constants in one function") [ours];
        EmitCountZ "emit-count-z" vuid "VUID-RuntimeSpirv-TaskEXT-07301" "Vulkan, Runtime SPIR-V":
            "a task shader emits along z at most maxMeshWorkGroupCount"
            (decides "values computed from constants in one function") [ours];
        EmitTotal "emit-total" vuid "VUID-RuntimeSpirv-TaskEXT-07302" "Vulkan, Runtime SPIR-V":
            "a task shader emits at most maxMeshWorkGroupTotalCount"
            (decides "values computed from constants in one function") [ours];
        SharedMemory "shared-memory" vuid "VUID-RuntimeSpirv-Workgroup-06530" "Vulkan, Runtime SPIR-V":
            "the variables of Workgroup fit into maxComputeSharedMemorySize"
            (decides "variables in the order of their declaration, of sizes computed from scalars, specialization constants by their defaults") [ours];
        ReservedMemory "reserved-memory" vuid "VUID-RuntimeSpirv-maxComputeSharedMemorySize-10168" "Vulkan, Runtime SPIR-V":
            "the variables of Workgroup leave cooperativeMatrixWorkgroupScopeReservedSharedMemory to cooperative matrices of workgroups"
            (decides "variables in the order of their declaration, of sizes computed from scalars, specialization constants by their defaults") [ours];
        MeshSharedMemory "mesh-shared-memory" vuid "VUID-RuntimeSpirv-maxMeshSharedMemorySize-08754" "Vulkan, Runtime SPIR-V":
            "the variables of Workgroup of a mesh shader fit into maxMeshSharedMemorySize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        MeshPayloadSharedMemory "mesh-payload-shared-memory" vuid "VUID-RuntimeSpirv-maxMeshPayloadAndSharedMemorySize-08755" "Vulkan, Runtime SPIR-V":
            "payload and variables of Workgroup of a mesh shader fit into maxMeshPayloadAndSharedMemorySize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        MeshOutputMemory "mesh-output-memory" vuid "VUID-RuntimeSpirv-maxMeshOutputMemorySize-08756" "Vulkan, Runtime SPIR-V":
            "the outputs of a mesh shader fit into maxMeshOutputMemorySize"
            (decides "one view; outputs that share a location count once") [ours];
        MeshPayloadOutputMemory "mesh-payload-output-memory" vuid "VUID-RuntimeSpirv-maxMeshPayloadAndOutputMemorySize-08757" "Vulkan, Runtime SPIR-V":
            "payload and outputs of a mesh shader fit into maxMeshPayloadAndOutputMemorySize"
            (decides "one view; a payload of sizes computed from scalars, specialization constants by their defaults") [ours];
        TaskPayloadMemory "task-payload-memory" vuid "VUID-RuntimeSpirv-maxTaskPayloadSize-08758" "Vulkan, Runtime SPIR-V":
            "the payload of a task shader fits into maxTaskPayloadSize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        TaskSharedMemory "task-shared-memory" vuid "VUID-RuntimeSpirv-maxTaskSharedMemorySize-08759" "Vulkan, Runtime SPIR-V":
            "the variables of Workgroup of a task shader fit into maxTaskSharedMemorySize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        TaskPayloadSharedMemory "task-payload-shared-memory" vuid "VUID-RuntimeSpirv-maxTaskPayloadAndSharedMemorySize-08760" "Vulkan, Runtime SPIR-V":
            "payload and variables of Workgroup of a task shader fit into maxTaskPayloadAndSharedMemorySize"
            (decides "sizes computed from scalars, specialization constants by their defaults") [ours];
        UniformUnsized "uniform-unsized" vuid "VUID-RuntimeSpirv-shaderUniformBufferUnsizedArray-11806" "Vulkan, Runtime SPIR-V":
            "a block in Uniform ends with a runtime array only with shaderUniformBufferUnsizedArray" [ours];
        InputAttachments "input-attachments" vuid "VUID-RuntimeSpirv-OpTypeImage-09644" "Vulkan, Runtime SPIR-V":
            "arrays of input attachments are decorated InputAttachmentIndex" [ours];
        LocalRead "local-read" vuid "VUID-RuntimeSpirv-None-09558" "Vulkan, Runtime SPIR-V":
            "without dynamicRenderingLocalRead, images of SubpassData are decorated InputAttachmentIndex" [ours];
        MeshDerivatives "mesh-derivatives" vuid "VUID-RuntimeSpirv-meshAndTaskShaderDerivatives-10153" "Vulkan, Runtime SPIR-V":
            "derivative groups of mesh and task shaders need meshAndTaskShaderDerivatives" [ours];
        VectorComponents "vector-components" vuid "VUID-RuntimeSpirv-longVector-12296" "Vulkan, Runtime SPIR-V":
            "with longVector a vector has at most maxVectorComponents" [ours];
        RecordIndex "record-index" vuid "VUID-RuntimeSpirv-maxShaderBindingTableRecordIndex-11888" "Vulkan, Runtime SPIR-V":
            "the record index of a hit object is at most maxShaderBindingTableRecordIndex"
            (decides "values computed from constants in one function") [ours];
        ConstantSize "constant-size" vuid "VUID-RuntimeSpirv-OpConstantSizeOfEXT-11475" "Vulkan, Runtime SPIR-V":
            "OpConstantSizeOfEXT is a 32-bit integer, unless indices have 64"
            (decides "modules that do not declare Shader64BitIndexingEXT") [ours];
        InterpolationFunction "interpolation-function" vuid "VUID-RuntimeSpirv-shaderSampleRateInterpolationFunctions-06325"
            "Vulkan, Runtime SPIR-V":
            "with VK_KHR_portability_subset, InterpolationFunction needs shaderSampleRateInterpolationFunctions" [ours];
        Isolines "isolines" vuid "VUID-RuntimeSpirv-tessellationShader-06326" "Vulkan, Runtime SPIR-V":
            "with VK_KHR_portability_subset, Isolines needs tessellationIsolines" [ours];
        PointMode "point-mode" vuid "VUID-RuntimeSpirv-tessellationShader-06327" "Vulkan, Runtime SPIR-V":
            "with VK_KHR_portability_subset, PointMode needs tessellationPointMode" [ours];
        SamplerOffset "sampler-offset" vuid "VUID-RuntimeSpirv-samplerDescriptorAlignment-11476" "Vulkan, Runtime SPIR-V":
            "the offset of a sampler in a heap is a multiple of samplerDescriptorAlignment"
            (decides "constant offsets") [ours];
        ImageOffset "image-offset" vuid "VUID-RuntimeSpirv-imageDescriptorAlignment-11477" "Vulkan, Runtime SPIR-V":
            "the offset of an image in a heap is a multiple of imageDescriptorAlignment"
            (decides "constant offsets") [ours];
        BufferOffset "buffer-offset" vuid "VUID-RuntimeSpirv-bufferDescriptorAlignment-11478" "Vulkan, Runtime SPIR-V":
            "the offset of a buffer in a heap is a multiple of bufferDescriptorAlignment"
            (decides "constant offsets") [ours];
        StructureOffset "structure-offset" vuid "VUID-RuntimeSpirv-bufferDescriptorAlignment-11479" "Vulkan, Runtime SPIR-V":
            "the offset of an acceleration structure in a heap is a multiple of bufferDescriptorAlignment"

            (decides "constant offsets") [ours];
        TensorOffset "tensor-offset" vuid "VUID-RuntimeSpirv-tensorDescriptorAlignment-11480" "Vulkan, Runtime SPIR-V":
            "the offset of a tensor in a heap is a multiple of tensorDescriptorAlignment"
            (decides "constant offsets") [ours];
        SplitReserved "split-reserved" vuid "VUID-RuntimeSpirv-OpControlBarrierArriveEXT-13562" "Vulkan, Runtime SPIR-V":
            "the variables of Workgroup leave splitBarrierReservedSharedMemory to split barriers"
            (decides "variables in the order of their declaration, of sizes computed from scalars, specialization constants by their defaults") [ours];
        ZeroInitialize "zero-initialize" vuid "VUID-RuntimeSpirv-shaderZeroInitializeWorkgroupMemory-06372" "Vulkan, Runtime SPIR-V":
            "initializers in Workgroup need shaderZeroInitializeWorkgroupMemory" [ours];
        WriteFormat "write-format" vuid "VUID-RuntimeSpirv-apiVersion-07954" "Vulkan, Runtime SPIR-V":
            "without formats to be written without naming them, storage images without a format are NonWritable" [ours];
        ReadFormat "read-format" vuid "VUID-RuntimeSpirv-apiVersion-07955" "Vulkan, Runtime SPIR-V":
            "without formats to be read without naming them, storage images without a format are NonReadable" [ours];
        CombinedOutputs "combined-outputs" vuid "VUID-RuntimeSpirv-Location-06428" "Vulkan, Runtime SPIR-V":
            "a fragment shader writes at most maxFragmentCombinedOutputResources"
            (decides "outputs, and buffers and images that an instruction of the same function as their access writes") [ours];
        Buffer8 "buffer-8" vuid "VUID-RuntimeSpirv-storageBuffer8BitAccess-06328" "Vulkan, Runtime SPIR-V":
            "8-bit integers in StorageBuffer, ShaderRecordBufferKHR and PhysicalStorageBuffer need storageBuffer8BitAccess"
            (decides "variables and pointers, where untyped pointers are not available") [ours];
        Uniform8 "uniform-8" vuid "VUID-RuntimeSpirv-uniformAndStorageBuffer8BitAccess-06329" "Vulkan, Runtime SPIR-V":
            "8-bit integers in Uniform need uniformAndStorageBuffer8BitAccess"
            (decides "variables and pointers, where untyped pointers are not available") [ours];
        PushConstant8 "push-constant-8" vuid "VUID-RuntimeSpirv-storagePushConstant8-06330" "Vulkan, Runtime SPIR-V":
            "8-bit integers in PushConstant need storagePushConstant8"
            (decides "variables and pointers, where untyped pointers are not available") [ours];
        Workgroup8 "workgroup-8" vuid "VUID-RuntimeSpirv-workgroupMemoryExplicitLayout8BitAccess-10756" "Vulkan, Runtime SPIR-V":
            "8-bit integers in blocks of Workgroup need workgroupMemoryExplicitLayout8BitAccess"
            (decides "variables, where untyped pointers are not available") [ours];
        Buffer16 "buffer-16" vuid "VUID-RuntimeSpirv-storageBuffer16BitAccess-11161" (formerly "VUID-RuntimeSpirv-storageBuffer16BitAccess-06331") "Vulkan, Runtime SPIR-V":
            "16-bit numbers in StorageBuffer, ShaderRecordBufferKHR and PhysicalStorageBuffer need storageBuffer16BitAccess"
            (decides "variables and pointers, where untyped pointers and the 8-bit feature are not available") [ours];
        Uniform16 "uniform-16" vuid "VUID-RuntimeSpirv-uniformAndStorageBuffer16BitAccess-06332" "Vulkan, Runtime SPIR-V":
            "16-bit numbers in Uniform need uniformAndStorageBuffer16BitAccess"
            (decides "variables and pointers, where untyped pointers and the 8-bit feature are not available") [ours];
        PushConstant16 "push-constant-16" vuid "VUID-RuntimeSpirv-storagePushConstant16-06333" "Vulkan, Runtime SPIR-V":
            "16-bit numbers in PushConstant need storagePushConstant16"
            (decides "variables and pointers, where untyped pointers and the 8-bit feature are not available") [ours];
        InputOutput16 "input-output-16" vuid "VUID-RuntimeSpirv-storageInputOutput16-11162" (formerly "VUID-RuntimeSpirv-storageInputOutput16-06334") "Vulkan, Runtime SPIR-V":
            "16-bit numbers in Input and Output need storageInputOutput16" [ours];
        Workgroup16 "workgroup-16" vuid "VUID-RuntimeSpirv-workgroupMemoryExplicitLayout16BitAccess-10757" "Vulkan, Runtime SPIR-V":
            "16-bit numbers in blocks of Workgroup need workgroupMemoryExplicitLayout16BitAccess"
            (decides "variables, where untyped pointers and the 8-bit feature are not available") [ours];
        InputOutput8 "input-output-8" vuid "VUID-RuntimeSpirv-None-10980" "Vulkan, Runtime SPIR-V":
            "no 8-bit numbers are in Input and Output" [ours];
        FragmentStores "fragment-stores" vuid "VUID-RuntimeSpirv-NonWritable-06340" "Vulkan, Runtime SPIR-V":
            "without fragmentStoresAndAtomics the storage buffers and images of fragment shaders are NonWritable" [ours];
        VertexStores "vertex-stores" vuid "VUID-RuntimeSpirv-NonWritable-06341" "Vulkan, Runtime SPIR-V":
            "without vertexPipelineStoresAndAtomics the storage buffers and images of vertex, tessellation and geometry shaders are NonWritable" [ours];
        DeviceScope "device-scope" vuid "VUID-RuntimeSpirv-vulkanMemoryModel-06265" "Vulkan, Runtime SPIR-V":
            "with vulkanMemoryModel, memory scope Device needs vulkanMemoryModelDeviceScope" [ours];
        QueueFamilyScope "queue-family-scope" vuid "VUID-RuntimeSpirv-vulkanMemoryModel-06266" "Vulkan, Runtime SPIR-V":
            "memory scope QueueFamily needs vulkanMemoryModel" [ours];
        SubgroupClock "subgroup-clock" vuid "VUID-RuntimeSpirv-shaderSubgroupClock-06267" "Vulkan, Runtime SPIR-V":
            "OpReadClockKHR of Subgroup needs shaderSubgroupClock" [ours];
        DeviceClock "device-clock" vuid "VUID-RuntimeSpirv-shaderDeviceClock-06268" "Vulkan, Runtime SPIR-V":
            "OpReadClockKHR of Device needs shaderDeviceClock" [ours];
        ForwardRefs "forward-refs" vuid "VUID-RuntimeSpirv-shaderRelaxedExtendedInstruction-10773" "Vulkan, Runtime SPIR-V":
            "OpExtInstWithForwardRefsKHR needs shaderRelaxedExtendedInstruction" [ours];
        BufferInt64 "buffer-int64" vuid "VUID-RuntimeSpirv-None-06278" "Vulkan, Runtime SPIR-V":
            "64-bit atomics in StorageBuffer and Uniform need shaderBufferInt64Atomics" [ours];
        SharedInt64 "shared-int64" vuid "VUID-RuntimeSpirv-None-06279" "Vulkan, Runtime SPIR-V":
            "64-bit atomics in Workgroup need shaderSharedInt64Atomics" [ours];
        ImageInt64 "image-int64" vuid "VUID-RuntimeSpirv-None-06288" "Vulkan, Runtime SPIR-V":
            "64-bit atomics in Image need shaderImageInt64Atomics" [ours];
        BufferFloat "buffer-float" vuid "VUID-RuntimeSpirv-None-06284" "Vulkan, Runtime SPIR-V":
            "atomics on floats in StorageBuffer need one of the features for them" [ours];
        SharedFloat "shared-float" vuid "VUID-RuntimeSpirv-None-06285" "Vulkan, Runtime SPIR-V":
            "atomics on floats in Workgroup need one of the features for them" [ours];
        ImageFloat "image-float" vuid "VUID-RuntimeSpirv-None-06286" "Vulkan, Runtime SPIR-V":
            "atomics on 32-bit floats in Image need one of the features for them" [ours];
        AtomicFloat16 "atomic-float-16" vuid "VUID-RuntimeSpirv-None-06337" "Vulkan, Runtime SPIR-V":
            "atomics on 16-bit floats need one of the features for them" [ours];
        AtomicFloat32 "atomic-float-32" vuid "VUID-RuntimeSpirv-None-06338" (formerly "VUID-RuntimeSpirv-None-06335") "Vulkan, Runtime SPIR-V":
            "atomics on 32-bit floats need one of the features for them" [ours];
        AtomicFloat64 "atomic-float-64" vuid "VUID-RuntimeSpirv-None-06339" (formerly "VUID-RuntimeSpirv-None-06336") "Vulkan, Runtime SPIR-V":
            "atomics on 64-bit floats need one of the features for them" [ours];
        AtomicVector "atomic-vector" vuid "VUID-RuntimeSpirv-shaderFloat16VectorAtomics-09581" "Vulkan, Runtime SPIR-V":
            "atomics on vectors of 16-bit floats need shaderFloat16VectorAtomics" [ours];
        ExtendedTypes "extended-types" vuid "VUID-RuntimeSpirv-None-06275" "Vulkan, Runtime SPIR-V":
            "group operations on 8-bit, 16-bit and 64-bit integers and 16-bit floats need shaderSubgroupExtendedTypes" [ours];
        QuadStage "quad-stage" vuid "VUID-RuntimeSpirv-None-06342" "Vulkan, Runtime SPIR-V":
            "without subgroupQuadOperationsInAllStages quad operations are for fragment and compute shaders" [ours];
        GroupStage "group-stage" vuid "VUID-RuntimeSpirv-None-06343" "Vulkan, Runtime SPIR-V":
            "group operations are for the stages of subgroupSupportedStages" [ours];
        BroadcastId "broadcast-id" vuid "VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06277" "Vulkan, Runtime SPIR-V":
            "the id of a broadcast is a constant, unless SPIR-V 1.5 and subgroupBroadcastDynamicId are there"
            (decides "whether it is a constant") [ours];
        BroadcastIndex "broadcast-index" vuid "VUID-RuntimeSpirv-subgroupBroadcastDynamicId-06276" "Vulkan, Runtime SPIR-V":
            "the index of a broadcast in a quad is a constant, unless SPIR-V 1.5 and subgroupBroadcastDynamicId are there"
            (decides "whether it is a constant") [ours];
        ClusteredRotate "clustered-rotate" vuid "VUID-RuntimeSpirv-shaderSubgroupRotateClustered-09566" "Vulkan, Runtime SPIR-V":
            "ClusterSize of OpGroupNonUniformRotateKHR needs shaderSubgroupRotateClustered" [ours];
        Fma16 "fma-16" vuid "VUID-RuntimeSpirv-shaderFmaFloat16-10977" "Vulkan, Runtime SPIR-V":
            "OpFmaKHR of 16-bit floats needs shaderFmaFloat16" [ours];
        Fma32 "fma-32" vuid "VUID-RuntimeSpirv-shaderFmaFloat32-10978" "Vulkan, Runtime SPIR-V":
            "OpFmaKHR of 32-bit floats needs shaderFmaFloat32" [ours];
        Fma64 "fma-64" vuid "VUID-RuntimeSpirv-shaderFmaFloat64-10979" "Vulkan, Runtime SPIR-V":
            "OpFmaKHR of 64-bit floats needs shaderFmaFloat64" [ours];
        GatherLeast "gather-least" vuid "VUID-RuntimeSpirv-OpImage-06376" "Vulkan, Runtime SPIR-V":
            "the offsets of a gather are at least minTexelGatherOffset"
            (decides "values computed from constants in one function") [ours];
        GatherMost "gather-most" vuid "VUID-RuntimeSpirv-OpImage-06377" "Vulkan, Runtime SPIR-V":
            "the offsets of a gather are at most maxTexelGatherOffset"
            (decides "values computed from constants in one function") [ours];
        OffsetLeast "offset-least" vuid "VUID-RuntimeSpirv-OpImageSample-06435" "Vulkan, Runtime SPIR-V":
            "the offset of a sample or fetch is at least minTexelOffset"
            (decides "values computed from constants in one function") [ours];
        OffsetMost "offset-most" vuid "VUID-RuntimeSpirv-OpImageSample-06436" "Vulkan, Runtime SPIR-V":
            "the offset of a sample or fetch is at most maxTexelOffset"
            (decides "values computed from constants in one function") [ours];
        MatrixStage "matrix-stage" vuid "VUID-RuntimeSpirv-cooperativeMatrixSupportedStages-08985" "Vulkan, Runtime SPIR-V":
            "cooperative matrices are for the stages of cooperativeMatrixSupportedStages" [ours];
        MatrixScope "matrix-scope" vuid "VUID-RuntimeSpirv-cooperativeMatrixWorkgroupScope-10164" "Vulkan, Runtime SPIR-V":
            "cooperative matrices of scope Workgroup need cooperativeMatrixWorkgroupScope" [ours];
        MatrixDimension "matrix-dimension" vuid "VUID-RuntimeSpirv-cooperativeMatrixFlexibleDimensionsMaxDimension-10167" "Vulkan, Runtime SPIR-V":
            "cooperative matrices have at most cooperativeMatrixFlexibleDimensionsMaxDimension rows and columns" [ours];
        MatrixSupported "matrix-supported" vuid "VUID-RuntimeSpirv-OpTypeCooperativeMatrixKHR-10163" "Vulkan, Runtime SPIR-V":
            "component, scope, rows and columns of a cooperative matrix are those of a supported combination, for its use"
            (decides "types that cannot be specialized, where the target states the combinations and lacks cooperativeMatrixFlexibleDimensions and cooperativeMatrixProperties2") [ours];
        ProductSupported "product-supported" vuid "VUID-RuntimeSpirv-OpCooperativeMatrixMulAddKHR-10060" "Vulkan, Runtime SPIR-V":
            "types, scope, signedness and saturation of a product of cooperative matrices are those of one supported combination"
            (decides "types that cannot be specialized, where the target states the combinations and lacks cooperativeMatrixFlexibleDimensions and cooperativeMatrixProperties2") [ours];
        SubArraySource "sub-array-source" vuid "VUID-RuntimeSpirv-NSize-12352" "Vulkan, Runtime SPIR-V":
            "the source of OpExtractSubArrayQCOM is as long as the columns of a matrix that the device supports"
            (decides "lengths that cannot be specialized") [ours];
        SubArrayResult "sub-array-result" vuid "VUID-RuntimeSpirv-KSize-12353" "Vulkan, Runtime SPIR-V":
            "the result of OpExtractSubArrayQCOM is as long as the inner size of a product that the device supports"
            (decides "lengths that cannot be specialized") [ours];
        SubArrayStart "sub-array-start" vuid "VUID-RuntimeSpirv-OpExtractSubArrayQCOM-12354" "Vulkan, Runtime SPIR-V":
            "OpExtractSubArrayQCOM starts at a multiple of the length of its result"
            (decides "values computed from constants in one function") [ours];
        MatrixAligned "matrix-aligned" vuid "VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986" "Vulkan, Runtime SPIR-V":
            "a cooperative matrix is loaded and stored at a pointer and with a stride aligned to a row or column of it, or to 16 bytes if that is less"
            (decides "constant strides of typed pointers; and constant chains into blocks of StorageBuffer, where minStorageBufferOffsetAlignment is stated") [ours];
        DescriptorBinding "descriptor-binding" vuid "VUID-RuntimeSpirv-DescriptorSet-06323" "Vulkan 1.4 and before, Runtime SPIR-V; DescriptorSet and Binding Assignment":
            "the set and binding of a variable that an entry point uses are those of a compatible descriptor"
            (decides "the set against maxBoundDescriptorSets, without descriptorHeap; type, number and stage, where the target states the pipeline's layout; else, without descriptorHeap and mutableDescriptorType, variables of one binding without a common descriptor type") [ours];
        UniformBuffer "uniform-buffer" vuid "VUID-RuntimeSpirv-UniformBufferArrayNonUniformIndexing-10134" "Vulkan, Runtime SPIR-V":
            "a resource selected with an index that is not dynamically uniform needs UniformBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        SampledImage "sampled-image" vuid "VUID-RuntimeSpirv-SampledImageArrayNonUniformIndexing-10135" "Vulkan, Runtime SPIR-V":
            "a resource selected with an index that is not dynamically uniform needs SampledImageArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        StorageBuffer "storage-buffer" vuid "VUID-RuntimeSpirv-StorageBufferArrayNonUniformIndexing-10136" "Vulkan, Runtime SPIR-V":
            "a resource selected with an index that is not dynamically uniform needs StorageBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        StorageImage "storage-image" vuid "VUID-RuntimeSpirv-StorageImageArrayNonUniformIndexing-10137" "Vulkan, Runtime SPIR-V":
            "a resource selected with an index that is not dynamically uniform needs StorageImageArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        InputAttachment "input-attachment" vuid "VUID-RuntimeSpirv-InputAttachmentArrayNonUniformIndexing-10138" "Vulkan, Runtime SPIR-V":
            "a resource selected with an index that is not dynamically uniform needs InputAttachmentArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        UniformTexelBuffer "uniform-texel-buffer" vuid "VUID-RuntimeSpirv-UniformTexelBufferArrayNonUniformIndexing-10139" "Vulkan, Runtime SPIR-V":
            "a resource selected with an index that is not dynamically uniform needs UniformTexelBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        StorageTexelBuffer "storage-texel-buffer" vuid "VUID-RuntimeSpirv-StorageTexelBufferArrayNonUniformIndexing-10140" "Vulkan, Runtime SPIR-V":
            "a resource selected with an index that is not dynamically uniform needs StorageTexelBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        UniformBufferAlone "uniform-buffer-alone" vuid "VUID-RuntimeSpirv-subgroupSize-10141" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, a resource selected with an index that is not dynamically uniform needs UniformBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        SampledImageAlone "sampled-image-alone" vuid "VUID-RuntimeSpirv-subgroupSize-10142" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, a resource selected with an index that is not dynamically uniform needs SampledImageArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        StorageBufferAlone "storage-buffer-alone" vuid "VUID-RuntimeSpirv-subgroupSize-10143" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, a resource selected with an index that is not dynamically uniform needs StorageBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        StorageImageAlone "storage-image-alone" vuid "VUID-RuntimeSpirv-subgroupSize-10144" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, a resource selected with an index that is not dynamically uniform needs StorageImageArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        InputAttachmentAlone "input-attachment-alone" vuid "VUID-RuntimeSpirv-subgroupSize-10145" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, a resource selected with an index that is not dynamically uniform needs InputAttachmentArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        UniformTexelBufferAlone "uniform-texel-buffer-alone" vuid "VUID-RuntimeSpirv-subgroupSize-10146" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, a resource selected with an index that is not dynamically uniform needs UniformTexelBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        StorageTexelBufferAlone "storage-texel-buffer-alone" vuid "VUID-RuntimeSpirv-subgroupSize-10147" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, a resource selected with an index that is not dynamically uniform needs StorageTexelBufferArrayNonUniformIndexing"
            (decides "accesses decorated NonUniform") [ours];
        NonUniformAlone "non-uniform-alone" vuid "VUID-RuntimeSpirv-None-10148" "Vulkan, Runtime SPIR-V":
            "in subgroups of one invocation, accesses to a resource that is not dynamically uniform are decorated NonUniform"
            (decides "accesses derived from values decorated NonUniform") [ours];
        NonUniform "non-uniform" vuid "VUID-RuntimeSpirv-subgroupSize-10149" "Vulkan, Runtime SPIR-V":
            "accesses to a resource that is not dynamically uniform are decorated NonUniform"
            (decides "accesses derived from values decorated NonUniform") [ours];
        PushConstantIndex "push-constant-index" vuid "VUID-RuntimeSpirv-None-04745"
            (formerly "VUID-StandaloneSpirv-None-04745") "Vulkan, Runtime SPIR-V":
            "arrays in PushConstant are indexed with dynamically uniform indices"
            (decides "accesses decorated NonUniform") [ours];
        FeedbackSize "feedback-size" vuid "VUID-RuntimeSpirv-Offset-06308" "Vulkan, Runtime SPIR-V":
            "captured outputs end at most at maxTransformFeedbackBufferDataSize"
            (decides "scalars, vectors, matrices and arrays of those") [ours];
        FeedbackStreamSize "feedback-stream-size" vuid "VUID-RuntimeSpirv-XfbBuffer-06309" "Vulkan, Runtime SPIR-V":
            "the captured outputs of one stream have, in all buffers, at most maxTransformFeedbackStreamDataSize bytes"
            (decides "scalars, vectors, matrices and arrays of those") [ours];
        StreamEmitted "stream-emitted" vuid "VUID-RuntimeSpirv-OpEmitStreamVertex-06310" "Vulkan, Runtime SPIR-V":
            "vertices go to streams below maxTransformFeedbackStreams" (decides "constants that cannot be specialized") [ours];
        StreamTopology "stream-topology" vuid "VUID-RuntimeSpirv-transformFeedbackStreamsLinesTriangles-06311"
            "Vulkan, Runtime SPIR-V":
            "without transformFeedbackStreamsLinesTriangles a geometry shader that emits to several streams outputs points"
            (decides "constants that cannot be specialized") [ours];
        StreamDecoration "stream-decoration" vuid "VUID-RuntimeSpirv-Stream-06312" "Vulkan, Runtime SPIR-V":
            "Stream is below maxTransformFeedbackStreams" [ours];
        FeedbackStride "feedback-stride" vuid "VUID-RuntimeSpirv-XfbStride-06313" "Vulkan, Runtime SPIR-V":
            "XfbStride is at most maxTransformFeedbackBufferDataStride" [ours];
        PointSizePaths "point-size-paths" vuid "VUID-RuntimeSpirv-maintenance5-09190" "Vulkan, Runtime SPIR-V":
            "with maintenance5 every path writes PointSize if one does"
            (decides "the entry point's own function; a call of another counts as a path that writes") [ours];
        PointSize "point-size" vuid "VUID-RuntimeSpirv-MeshEXT-09218" "Vulkan, Runtime SPIR-V":
            "a mesh shader that outputs points writes PointSize, unless maintenance5 is there"
            (decides "whether anything writes it") [ours];
    }
}
