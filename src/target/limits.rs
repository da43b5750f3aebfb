//! Owns the limits and properties of a device that bound a shader. Everything is optional: what is not stated is not
//! judged, so that a target that describes no particular device refuses nothing on their account.
//!
//! Knows nothing of shaders. Names and units are those of `VkPhysicalDeviceLimits` and of the property structures named.

/// What `VkShaderFloatControlsIndependence` reports: for which widths a float control can be set apart from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatControlsIndependence {
    /// The 32-bit control can differ from the others; 16 and 64 bits must agree.
    Only32Bit,
    /// Every width can differ.
    All,
    /// All widths must agree.
    None,
}

/// Limits and properties of a device. `None` is not judged.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// Invocations of a workgroup along x, y and z.
    pub max_compute_work_group_size: Option<[u32; 3]>,
    /// Invocations of a workgroup.
    pub max_compute_work_group_invocations: Option<u32>,
    /// Bytes of all Workgroup variables of a compute entry point.
    pub max_compute_shared_memory_size: Option<u32>,
    /// Bytes of the push-constant block.
    pub max_push_constants_size: Option<u32>,
    /// Bytes of a uniform buffer.
    pub max_uniform_buffer_range: Option<u32>,
    /// Bytes of a storage buffer.
    pub max_storage_buffer_range: Option<u32>,
    /// Descriptor sets; a set's number is below it.
    pub max_bound_descriptor_sets: Option<u32>,
    /// Vertex inputs; a location is below it.
    pub max_vertex_input_attributes: Option<u32>,
    /// 32-bit components of the vertex shader's outputs, built-in ones included.
    pub max_vertex_output_components: Option<u32>,
    /// 32-bit components of the fragment shader's inputs, built-in ones included.
    pub max_fragment_input_components: Option<u32>,
    /// Colour outputs; a location is below it.
    pub max_fragment_output_attachments: Option<u32>,
    /// Colour outputs with dual-source blending.
    pub max_fragment_dual_src_attachments: Option<u32>,
    /// Elements of `ClipDistance`.
    pub max_clip_distances: Option<u32>,
    /// Elements of `CullDistance`.
    pub max_cull_distances: Option<u32>,
    /// Elements of both together.
    pub max_combined_clip_and_cull_distances: Option<u32>,
    /// Words of `SampleMask`.
    pub max_sample_mask_words: Option<u32>,
    /// Texels, the least `ConstOffset` of an image operand.
    pub min_texel_offset: Option<i32>,
    /// Texels, the greatest `ConstOffset` of an image operand.
    pub max_texel_offset: Option<u32>,
    /// Texels, the least `Offset` of a gather.
    pub min_texel_gather_offset: Option<i32>,
    /// Texels, the greatest `Offset` of a gather.
    pub max_texel_gather_offset: Option<u32>,
    /// `maxMultiviewViewCount`: views; `ViewIndex` is below it.
    pub max_multiview_view_count: Option<u32>,
    /// `subgroupSize`: invocations of a subgroup.
    pub subgroup_size: Option<u32>,
    /// `subgroupSupportedStages`, as the bits of `VkShaderStageFlags`.
    pub subgroup_supported_stages: Option<u32>,
    /// `denormBehaviorIndependence` of the float controls.
    pub denorm_behavior_independence: Option<FloatControlsIndependence>,
    /// `roundingModeIndependence` of the float controls.
    pub rounding_mode_independence: Option<FloatControlsIndependence>,
    /// `VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshOutputVertices`.
    pub max_mesh_output_vertices: Option<u32>,
    /// `VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshOutputPrimitives`.
    pub max_mesh_output_primitives: Option<u32>,
    /// `maxMeshWorkGroupSize`: invocations of a mesh workgroup along x, y and z.
    pub max_mesh_work_group_size: Option<[u32; 3]>,
    /// `maxMeshWorkGroupInvocations`: invocations of a mesh workgroup.
    pub max_mesh_work_group_invocations: Option<u32>,
    /// `maxMeshSharedMemorySize`: bytes of all Workgroup variables of a mesh entry point.
    pub max_mesh_shared_memory_size: Option<u32>,
    /// `maxTaskWorkGroupSize`: invocations of a task workgroup along x, y and z.
    pub max_task_work_group_size: Option<[u32; 3]>,
    /// `maxTaskWorkGroupInvocations`: invocations of a task workgroup.
    pub max_task_work_group_invocations: Option<u32>,
    /// `maxTaskSharedMemorySize`: bytes of all Workgroup variables of a task entry point.
    pub max_task_shared_memory_size: Option<u32>,
    /// `maxTaskPayloadSize`: bytes of the payload.
    pub max_task_payload_size: Option<u32>,
    /// `VkPhysicalDeviceRayTracingPipelinePropertiesKHR::maxRayHitAttributeSize`, in bytes.
    pub max_ray_hit_attribute_size: Option<u32>,
}
