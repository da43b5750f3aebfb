//! The limits of a device that the plan compares with the uses of a module: what each bounds, its name, and its value.

use crate::target::Limits;

/// A line for what one limit or several bound: the limits, what they bound in messages, and the name and field of each;
/// of a limit for each axis, that of one.
macro_rules! bounds {
    ($($($bound:ident),+ $what:literal, $($name:literal $field:ident $([$axis:literal])?),+;)*) => {
        /// A limit of the device.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Bound {
            $($($bound,)+)*
        }

        impl Bound {
            /// Its name, and what it bounds.
            pub(super) const fn texts(self) -> (&'static str, &'static str) {
                match self {
                    $($(
                        Self::$bound => (concat!($name $(, "[", $axis, "]")?), concat!($what, " (", $name, ")")),
                    )+)*
                }
            }

            pub(super) fn of(self, limits: &Limits) -> Option<i64> {
                match self {
                    $($(Self::$bound => limits.$field$(.map(|extents| extents[$axis]))?.map(i64::from),)+)*
                }
            }
        }
    };
}

bounds! {
    // VUID-RuntimeSpirv-x-06429 to VUID-RuntimeSpirv-x-06432, VUID-RuntimeSpirv-Workgroup-06530.
    ComputeX "invocations of a workgroup along x", "maxComputeWorkGroupSize" max_compute_work_group_size[0];
    ComputeY "invocations of a workgroup along y", "maxComputeWorkGroupSize" max_compute_work_group_size[1];
    ComputeZ "invocations of a workgroup along z", "maxComputeWorkGroupSize" max_compute_work_group_size[2];
    ComputeInvocations "invocations of a workgroup",
        "maxComputeWorkGroupInvocations" max_compute_work_group_invocations;
    ComputeShared "bytes of workgroup memory", "maxComputeSharedMemorySize" max_compute_shared_memory_size;
    // VUID-RuntimeSpirv-MeshEXT-07295 to VUID-RuntimeSpirv-MeshEXT-07298,
    // VUID-RuntimeSpirv-maxMeshSharedMemorySize-08754, VUID-RuntimeSpirv-maxMeshPayloadAndSharedMemorySize-08755.
    MeshX "invocations of a mesh workgroup along x", "maxMeshWorkGroupSize" max_mesh_work_group_size[0];
    MeshY "invocations of a mesh workgroup along y", "maxMeshWorkGroupSize" max_mesh_work_group_size[1];
    MeshZ "invocations of a mesh workgroup along z", "maxMeshWorkGroupSize" max_mesh_work_group_size[2];
    MeshInvocations "invocations of a mesh workgroup", "maxMeshWorkGroupInvocations" max_mesh_work_group_invocations;
    MeshShared "bytes of workgroup memory of a mesh shader", "maxMeshSharedMemorySize" max_mesh_shared_memory_size;
    MeshPayloadAndShared "bytes of payload and workgroup memory of a mesh shader",
        "maxMeshPayloadAndSharedMemorySize" max_mesh_payload_and_shared_memory_size;
    // VUID-RuntimeSpirv-TaskEXT-07291 to VUID-RuntimeSpirv-TaskEXT-07294, VUID-RuntimeSpirv-maxTaskPayloadSize-08758,
    // VUID-RuntimeSpirv-maxTaskSharedMemorySize-08759, VUID-RuntimeSpirv-maxTaskPayloadAndSharedMemorySize-08760.
    TaskX "invocations of a task workgroup along x", "maxTaskWorkGroupSize" max_task_work_group_size[0];
    TaskY "invocations of a task workgroup along y", "maxTaskWorkGroupSize" max_task_work_group_size[1];
    TaskZ "invocations of a task workgroup along z", "maxTaskWorkGroupSize" max_task_work_group_size[2];
    TaskInvocations "invocations of a task workgroup", "maxTaskWorkGroupInvocations" max_task_work_group_invocations;
    TaskShared "bytes of workgroup memory of a task shader", "maxTaskSharedMemorySize" max_task_shared_memory_size;
    TaskPayload "bytes of a task shader's payload", "maxTaskPayloadSize" max_task_payload_size;
    TaskPayloadAndShared "bytes of payload and workgroup memory of a task shader",
        "maxTaskPayloadAndSharedMemorySize" max_task_payload_and_shared_memory_size;
    // VUID-RuntimeSpirv-MeshEXT-07115 and -07116.
    MeshVertices "vertices of a mesh", "maxMeshOutputVertices" max_mesh_output_vertices;
    MeshPrimitives "primitives of a mesh", "maxMeshOutputPrimitives" max_mesh_output_primitives;
    // VUID-RuntimeSpirv-maxMeshOutputMemorySize-08756, VUID-RuntimeSpirv-maxMeshPayloadAndOutputMemorySize-08757.
    MeshOutputs "bytes of a mesh shader's outputs", "maxMeshOutputMemorySize" max_mesh_output_memory_size;
    MeshPayloadAndOutputs "bytes of payload and outputs of a mesh shader",
        "maxMeshPayloadAndOutputMemorySize" max_mesh_payload_and_output_memory_size;

    VertexInputs "locations of vertex inputs", "maxVertexInputAttributes" max_vertex_input_attributes;
    VertexOutputs "components of vertex outputs", "maxVertexOutputComponents" max_vertex_output_components;
    MeshComponents "components of mesh outputs", "maxMeshOutputComponents" max_mesh_output_components;
    FragmentInputs "components of fragment inputs", "maxFragmentInputComponents" max_fragment_input_components;
    Attachments "locations of fragment outputs", "maxFragmentOutputAttachments" max_fragment_output_attachments;
    SecondSources "locations of fragment outputs for the second source of blending",
        "maxFragmentDualSrcAttachments" max_fragment_dual_src_attachments;
    FragmentResources "outputs and written resources of a fragment shader",
        "maxFragmentCombinedOutputResources" max_fragment_combined_output_resources;
    ClipDistances "clip distances", "maxClipDistances" max_clip_distances;
    CullDistances "cull distances", "maxCullDistances" max_cull_distances;
    Distances "clip and cull distances", "maxCombinedClipAndCullDistances" max_combined_clip_and_cull_distances;

    Immediates "bytes of immediates", "maxPushConstantsSize" max_push_constants_size;
    UniformRange "bytes of a uniform buffer", "maxUniformBufferRange" max_uniform_buffer_range;
    StorageRange "bytes of a storage buffer", "maxStorageBufferRange" max_storage_buffer_range;
    DescriptorSets "descriptor sets", "maxBoundDescriptorSets" max_bound_descriptor_sets;
    LeastOffset, GreatestOffset "offsets of sampled texels",
        "minTexelOffset" min_texel_offset,
        "maxTexelOffset" max_texel_offset;
    LeastGatherOffset, GreatestGatherOffset "offsets of gathered texels",
        "minTexelGatherOffset" min_texel_gather_offset,
        "maxTexelGatherOffset" max_texel_gather_offset;

    // Of the descriptors of one stage or a pipeline: in sets without update-after-bind, and in all sets.
    StageSamplers, StageSamplersInAll "samplers of one stage",
        "maxPerStageDescriptorSamplers" max_per_stage_descriptor_samplers,
        "maxPerStageDescriptorUpdateAfterBindSamplers" max_per_stage_descriptor_update_after_bind_samplers;
    StageSampledImages, StageSampledImagesInAll "sampled textures of one stage",
        "maxPerStageDescriptorSampledImages" max_per_stage_descriptor_sampled_images,
        "maxPerStageDescriptorUpdateAfterBindSampledImages" max_per_stage_descriptor_update_after_bind_sampled_images;
    StageStorageImages, StageStorageImagesInAll "storage textures of one stage",
        "maxPerStageDescriptorStorageImages" max_per_stage_descriptor_storage_images,
        "maxPerStageDescriptorUpdateAfterBindStorageImages" max_per_stage_descriptor_update_after_bind_storage_images;
    StageUniformBuffers, StageUniformBuffersInAll "uniform buffers of one stage",
        "maxPerStageDescriptorUniformBuffers" max_per_stage_descriptor_uniform_buffers,
        "maxPerStageDescriptorUpdateAfterBindUniformBuffers" max_per_stage_descriptor_update_after_bind_uniform_buffers;
    StageStorageBuffers, StageStorageBuffersInAll "storage buffers of one stage",
        "maxPerStageDescriptorStorageBuffers" max_per_stage_descriptor_storage_buffers,
        "maxPerStageDescriptorUpdateAfterBindStorageBuffers" max_per_stage_descriptor_update_after_bind_storage_buffers;
    StageStructures, StageStructuresInAll "acceleration structures of one stage",
        "maxPerStageDescriptorAccelerationStructures" max_per_stage_descriptor_acceleration_structures,
        "maxPerStageDescriptorUpdateAfterBindAccelerationStructures"
        max_per_stage_descriptor_update_after_bind_acceleration_structures;
    StageResources, StageResourcesInAll "buffers and textures of one stage",
        "maxPerStageResources" max_per_stage_resources,
        "maxPerStageUpdateAfterBindResources" max_per_stage_update_after_bind_resources;
    Samplers, SamplersInAll "samplers of a pipeline",
        "maxDescriptorSetSamplers" max_descriptor_set_samplers,
        "maxDescriptorSetUpdateAfterBindSamplers" max_descriptor_set_update_after_bind_samplers;
    SampledImages, SampledImagesInAll "sampled textures of a pipeline",
        "maxDescriptorSetSampledImages" max_descriptor_set_sampled_images,
        "maxDescriptorSetUpdateAfterBindSampledImages" max_descriptor_set_update_after_bind_sampled_images;
    StorageImages, StorageImagesInAll "storage textures of a pipeline",
        "maxDescriptorSetStorageImages" max_descriptor_set_storage_images,
        "maxDescriptorSetUpdateAfterBindStorageImages" max_descriptor_set_update_after_bind_storage_images;
    UniformBuffers, UniformBuffersInAll "uniform buffers of a pipeline",
        "maxDescriptorSetUniformBuffers" max_descriptor_set_uniform_buffers,
        "maxDescriptorSetUpdateAfterBindUniformBuffers" max_descriptor_set_update_after_bind_uniform_buffers;
    StorageBuffers, StorageBuffersInAll "storage buffers of a pipeline",
        "maxDescriptorSetStorageBuffers" max_descriptor_set_storage_buffers,
        "maxDescriptorSetUpdateAfterBindStorageBuffers" max_descriptor_set_update_after_bind_storage_buffers;
    Structures, StructuresInAll "acceleration structures of a pipeline",
        "maxDescriptorSetAccelerationStructures" max_descriptor_set_acceleration_structures,
        "maxDescriptorSetUpdateAfterBindAccelerationStructures"
        max_descriptor_set_update_after_bind_acceleration_structures;
}
