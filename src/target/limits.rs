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

/// A limit's value out of numbers.
trait FromNumbers: Sized {
    fn from_numbers(numbers: &[i64]) -> Option<Self>;
}

impl FromNumbers for u32 {
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        let [number] = *numbers else { return None };
        // More than 32 bits hold is no limit for a shader.
        u32::try_from(number.min(i64::from(u32::MAX))).ok()
    }
}

impl FromNumbers for i32 {
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        let [number] = *numbers else { return None };
        i32::try_from(number).ok()
    }
}

impl FromNumbers for [u32; 3] {
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        let &[x, y, z] = numbers else { return None };
        Some([
            u32::from_numbers(&[x])?,
            u32::from_numbers(&[y])?,
            u32::from_numbers(&[z])?,
        ])
    }
}

impl FromNumbers for FloatControlsIndependence {
    /// The values of `VkShaderFloatControlsIndependence`.
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        u32::from_numbers(numbers).map(Self::from_value)
    }
}

/// Whether a name in Vulkan's spelling is that of a field: `maxTexelOffset` and `max_texel_offset`.
fn names(vulkan: &str, field: &str) -> bool {
    let spelled = field
        .split('_')
        .filter(|word| !word.is_empty())
        .enumerate()
        .flat_map(|(place, word)| {
            let capital = place > 0;
            word.chars().enumerate().map(move |(at, letter)| {
                if capital && at == 0 {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
            })
        });
    vulkan.chars().eq(spelled)
}

macro_rules! limits {
    ($($(#[$doc:meta])* pub $field:ident: Option<$type:ty>,)*) => {
        /// Limits and properties of a device. `None` is not judged.
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct Limits {$(
            $(#[$doc])*
            pub $field: Option<$type>,
        )*}

        impl Limits {
            /// Sets a limit by its name in Vulkan's spelling (`maxComputeWorkGroupSize`): one number, or as many as it has.
            /// Answers whether there is such a limit and the numbers are a value of it.
            ///
            /// ```
            /// use spirula::target::Limits;
            ///
            /// let mut limits = Limits::default();
            /// assert!(limits.set("maxComputeWorkGroupSize", &[1024, 1024, 64]));
            /// assert_eq!(limits.max_compute_work_group_size, Some([1024, 1024, 64]));
            /// assert!(!limits.set("maxImageDimension2D", &[4096])); // does not bound shaders
            /// ```
            pub fn set(&mut self, name: &str, numbers: &[i64]) -> bool {
                $(
                    if names(name, stringify!($field)) {
                        let value = <$type>::from_numbers(numbers);
                        let known = value.is_some();
                        self.$field = value.or(self.$field);
                        return known;
                    }
                )*
                false
            }
        }
    };
}

limits! {
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
    /// Bytes that the offset of a storage buffer's binding is a multiple of.
    pub min_storage_buffer_offset_alignment: Option<u32>,
    /// Descriptor sets; a set's number is below it.
    pub max_bound_descriptor_sets: Option<u32>,
    /// Vertex inputs; a location is below it.
    pub max_vertex_input_attributes: Option<u32>,
    /// 32-bit components of the vertex shader's outputs, built-in ones included.
    pub max_vertex_output_components: Option<u32>,
    /// `maxTessellationControlPerVertexInputComponents`: 32-bit components.
    pub max_tessellation_control_per_vertex_input_components: Option<u32>,
    /// `maxTessellationControlPerVertexOutputComponents`: 32-bit components.
    pub max_tessellation_control_per_vertex_output_components: Option<u32>,
    /// `maxTessellationEvaluationInputComponents`: 32-bit components.
    pub max_tessellation_evaluation_input_components: Option<u32>,
    /// `maxTessellationEvaluationOutputComponents`: 32-bit components.
    pub max_tessellation_evaluation_output_components: Option<u32>,
    /// `maxGeometryInputComponents`: 32-bit components.
    pub max_geometry_input_components: Option<u32>,
    /// `maxGeometryOutputComponents`: 32-bit components.
    pub max_geometry_output_components: Option<u32>,
    /// 32-bit components of the fragment shader's inputs, built-in ones included.
    pub max_fragment_input_components: Option<u32>,
    /// Colour outputs; a location is below it.
    pub max_fragment_output_attachments: Option<u32>,
    /// Colour outputs with dual-source blending.
    pub max_fragment_dual_src_attachments: Option<u32>,
    /// `maxFragmentCombinedOutputResources`: storage buffers, storage images and colour outputs of a fragment shader.
    pub max_fragment_combined_output_resources: Option<u32>,
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
    /// `VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshOutputComponents`: 32-bit components.
    pub max_mesh_output_components: Option<u32>,
    /// `maxMeshWorkGroupSize`: invocations of a mesh workgroup along x, y and z.
    pub max_mesh_work_group_size: Option<[u32; 3]>,
    /// `maxMeshWorkGroupInvocations`: invocations of a mesh workgroup.
    pub max_mesh_work_group_invocations: Option<u32>,
    /// `maxMeshSharedMemorySize`: bytes of all Workgroup variables of a mesh entry point.
    pub max_mesh_shared_memory_size: Option<u32>,
    /// `maxMeshPayloadAndSharedMemorySize`: bytes of the payload and all Workgroup variables of a mesh entry point.
    pub max_mesh_payload_and_shared_memory_size: Option<u32>,
    /// `maxMeshOutputMemorySize`: bytes of all outputs of a mesh entry point.
    pub max_mesh_output_memory_size: Option<u32>,
    /// `maxMeshPayloadAndOutputMemorySize`: bytes of the payload and all outputs of a mesh entry point.
    pub max_mesh_payload_and_output_memory_size: Option<u32>,
    /// `meshOutputPerVertexGranularity`: the number of vertices is rounded up to a multiple of it.
    pub mesh_output_per_vertex_granularity: Option<u32>,
    /// `meshOutputPerPrimitiveGranularity`: the number of primitives is rounded up to a multiple of it.
    pub mesh_output_per_primitive_granularity: Option<u32>,
    /// `maxMeshWorkGroupCount`: workgroups that a task shader emits along x, y and z.
    pub max_mesh_work_group_count: Option<[u32; 3]>,
    /// `maxMeshWorkGroupTotalCount`: workgroups that a task shader emits.
    pub max_mesh_work_group_total_count: Option<u32>,
    /// `maxTaskWorkGroupSize`: invocations of a task workgroup along x, y and z.
    pub max_task_work_group_size: Option<[u32; 3]>,
    /// `maxTaskWorkGroupInvocations`: invocations of a task workgroup.
    pub max_task_work_group_invocations: Option<u32>,
    /// `maxTaskSharedMemorySize`: bytes of all Workgroup variables of a task entry point.
    pub max_task_shared_memory_size: Option<u32>,
    /// `maxTaskPayloadSize`: bytes of the payload.
    pub max_task_payload_size: Option<u32>,
    /// `maxTaskPayloadAndSharedMemorySize`: bytes of the payload and all Workgroup variables of a task entry point.
    pub max_task_payload_and_shared_memory_size: Option<u32>,
    /// `VkPhysicalDeviceTransformFeedbackPropertiesEXT::maxTransformFeedbackStreams`; a stream's number is below it.
    pub max_transform_feedback_streams: Option<u32>,
    /// `maxTransformFeedbackStreamDataSize`: bytes of all that is captured of one stream.
    pub max_transform_feedback_stream_data_size: Option<u32>,
    /// `maxTransformFeedbackBufferDataSize`: bytes of all that is captured into one buffer.
    pub max_transform_feedback_buffer_data_size: Option<u32>,
    /// `maxTransformFeedbackBufferDataStride`: bytes from one capture in a buffer to the next.
    pub max_transform_feedback_buffer_data_stride: Option<u32>,
    /// `transformFeedbackStreamsLinesTriangles`: 0 if only points go to more than one stream.
    pub transform_feedback_streams_lines_triangles: Option<u32>,
    /// `VkPhysicalDeviceRayTracingPipelinePropertiesKHR::maxRayHitAttributeSize`, in bytes.
    pub max_ray_hit_attribute_size: Option<u32>,
    /// `VkPhysicalDeviceCooperativeMatrixPropertiesKHR::cooperativeMatrixSupportedStages`, as the bits of
    /// `VkShaderStageFlags`.
    pub cooperative_matrix_supported_stages: Option<u32>,
    /// `VkPhysicalDeviceCooperativeMatrix2PropertiesNV::cooperativeMatrixFlexibleDimensionsMaxDimension`.
    pub cooperative_matrix_flexible_dimensions_max_dimension: Option<u32>,
    /// `VkPhysicalDeviceCooperativeMatrix2PropertiesNV::cooperativeMatrixWorkgroupScopeReservedSharedMemory`, in bytes.
    pub cooperative_matrix_workgroup_scope_reserved_shared_memory: Option<u32>,
}
