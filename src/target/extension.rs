//! Owns the two tables of extensions: Vulkan's device extensions that matter to shaders, with the Vulkan version that
//! they need, and SPIR-V's extensions, with the SPIR-V version they need, the one that absorbed them, and what of Vulkan
//! permits them.
//!
//! Knows nothing of features and capabilities. Sources: "Vulkan Environment for SPIR-V", table of SPIR-V extensions; the
//! dependencies of each device extension and the "Dependencies" section of each SPIR-V extension.

use super::version::{SpirvVersion, VulkanVersion, in_spirv, in_vulkan};

macro_rules! device_extensions {
    ($($extension:ident $since:ident;)*) => {
        /// A Vulkan device extension that matters to shaders, under its own name.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum DeviceExtension {
            $(
                #[doc = concat!("`", stringify!($extension), "`")]
                $extension,
            )*
        }

        impl DeviceExtension {
            /// Every device extension of the table.
            pub const ALL: &'static [DeviceExtension] = &[$(DeviceExtension::$extension,)*];
        }

        static DEVICE_ROWS: &[(&str, VulkanVersion)] = &[$((stringify!($extension), VulkanVersion::$since),)*];
    };
}

impl DeviceExtension {
    /// The name as `vkEnumerateDeviceExtensionProperties` reports it.
    pub fn name(self) -> &'static str {
        DEVICE_ROWS[self as usize].0
    }

    /// The oldest Vulkan version on which it can be enabled, its dependencies included.
    pub fn since(self) -> VulkanVersion {
        DEVICE_ROWS[self as usize].1
    }

    /// The extension of a name; `None` for one that does not matter to shaders, or that does not exist.
    pub fn from_name(name: &str) -> Option<DeviceExtension> {
        DeviceExtension::ALL
            .iter()
            .copied()
            .find(|extension| extension.name() == name)
    }
}

impl core::fmt::Display for DeviceExtension {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// A row of the table of SPIR-V extensions.
pub(super) struct SpirvRow {
    pub name: &'static str,
    /// The oldest SPIR-V version that the extension is written against.
    pub least: SpirvVersion,
    /// The SPIR-V version that absorbed it: from there on `OpExtension` is superfluous.
    pub core: Option<SpirvVersion>,
    /// The Vulkan version that permits it without a device extension.
    pub vulkan: Option<VulkanVersion>,
    /// The device extensions of which any permits it.
    pub extensions: &'static [DeviceExtension],
}

macro_rules! spirv_extensions {
    ($($extension:ident $least:ident $core:ident $vulkan:ident [$($device:ident),*];)*) => {
        /// A SPIR-V extension, under its own name.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum SpirvExtension {
            $($extension,)*
        }

        impl SpirvExtension {
            pub(super) const ALL: &'static [SpirvExtension] = &[$(SpirvExtension::$extension,)*];
        }

        static SPIRV_ROWS: &[SpirvRow] = &[$(
            SpirvRow {
                name: stringify!($extension),
                least: SpirvVersion::$least,
                core: in_spirv::$core,
                vulkan: in_vulkan::$vulkan,
                extensions: &[$(DeviceExtension::$device),*],
            },
        )*];
    };
}

impl SpirvExtension {
    pub(super) fn row(self) -> &'static SpirvRow {
        // The enum and the table come out of the same list, so the index is always inside.
        &SPIRV_ROWS[self as usize]
    }

    pub(super) fn from_name(name: &str) -> Option<SpirvExtension> {
        SpirvExtension::ALL
            .iter()
            .copied()
            .find(|extension| extension.row().name == name)
    }
}

// A device extension for each line: name, oldest Vulkan version.
device_extensions! {
    VK_KHR_16bit_storage V1_0;
    VK_KHR_8bit_storage V1_0;
    VK_KHR_acceleration_structure V1_1;
    VK_KHR_buffer_device_address V1_0;
    VK_KHR_compute_shader_derivatives V1_0;
    VK_KHR_cooperative_matrix V1_1;
    VK_KHR_device_group V1_0;
    VK_KHR_format_feature_flags2 V1_0;
    VK_KHR_fragment_shader_barycentric V1_0;
    VK_KHR_fragment_shading_rate V1_0;
    VK_KHR_maintenance4 V1_1;
    VK_KHR_maintenance5 V1_1;
    VK_KHR_maintenance8 V1_1;
    VK_KHR_maintenance9 V1_1;
    VK_KHR_multiview V1_0;
    VK_KHR_opacity_micromap V1_1;
    VK_KHR_ray_query V1_1;
    VK_KHR_ray_tracing_maintenance1 V1_1;
    VK_KHR_ray_tracing_pipeline V1_1;
    VK_KHR_ray_tracing_position_fetch V1_1;
    VK_KHR_relaxed_block_layout V1_0;
    VK_KHR_robustness2 V1_0;
    VK_KHR_shader_abort V1_0;
    VK_KHR_shader_atomic_int64 V1_0;
    VK_KHR_shader_bfloat16 V1_0;
    VK_KHR_shader_clock V1_0;
    VK_KHR_shader_constant_data V1_0;
    VK_KHR_shader_draw_parameters V1_0;
    VK_KHR_shader_expect_assume V1_0;
    VK_KHR_shader_float16_int8 V1_0;
    VK_KHR_shader_float_controls V1_0;
    VK_KHR_shader_float_controls2 V1_1;
    VK_KHR_shader_fma V1_0;
    VK_KHR_shader_integer_dot_product V1_0;
    VK_KHR_shader_maximal_reconvergence V1_1;
    VK_KHR_shader_non_semantic_info V1_0;
    VK_KHR_shader_quad_control V1_1;
    VK_KHR_shader_relaxed_extended_instruction V1_0;
    VK_KHR_shader_subgroup_extended_types V1_1;
    VK_KHR_shader_subgroup_rotate V1_1;
    VK_KHR_shader_subgroup_uniform_control_flow V1_1;
    VK_KHR_shader_terminate_invocation V1_0;
    VK_KHR_shader_untyped_pointers V1_0;
    VK_KHR_spirv_1_4 V1_1;
    VK_KHR_storage_buffer_storage_class V1_0;
    VK_KHR_uniform_buffer_standard_layout V1_0;
    VK_KHR_variable_pointers V1_0;
    VK_KHR_vulkan_memory_model V1_0;
    VK_KHR_workgroup_memory_explicit_layout V1_0;
    VK_KHR_zero_initialize_workgroup_memory V1_0;
    VK_EXT_buffer_device_address V1_0;
    VK_EXT_conservative_rasterization V1_0;
    VK_EXT_cooperative_matrix_maintenance1 V1_1;
    VK_EXT_descriptor_heap V1_0;
    VK_EXT_descriptor_indexing V1_0;
    VK_EXT_fragment_density_map V1_0;
    VK_EXT_fragment_shader_interlock V1_0;
    VK_EXT_image_robustness V1_0;
    VK_EXT_mesh_shader V1_1;
    VK_EXT_mutable_descriptor_type V1_0;
    VK_EXT_opacity_micromap V1_1;
    VK_EXT_pipeline_robustness V1_0;
    VK_EXT_post_depth_coverage V1_0;
    VK_EXT_ray_tracing_invocation_reorder V1_1;
    VK_EXT_robustness2 V1_0;
    VK_EXT_scalar_block_layout V1_0;
    VK_EXT_shader_64bit_indexing V1_0;
    VK_EXT_shader_atomic_float V1_0;
    VK_EXT_shader_atomic_float2 V1_0;
    VK_EXT_shader_demote_to_helper_invocation V1_0;
    VK_EXT_shader_float8 V1_0;
    VK_EXT_shader_image_atomic_int64 V1_0;
    VK_EXT_shader_long_vector V1_0;
    VK_EXT_shader_ocp_microscaling_types V1_0;
    VK_EXT_shader_replicated_composites V1_0;
    VK_EXT_shader_split_barrier V1_0;
    VK_EXT_shader_stencil_export V1_0;
    VK_EXT_shader_subgroup_ballot V1_0;
    VK_EXT_shader_subgroup_partitioned V1_1;
    VK_EXT_shader_subgroup_vote V1_0;
    VK_EXT_shader_tile_image V1_3;
    VK_EXT_shader_uniform_buffer_unsized_array V1_0;
    VK_EXT_shader_viewport_index_layer V1_0;
    VK_EXT_subgroup_size_control V1_1;
    VK_EXT_transform_feedback V1_0;
    VK_AMDX_shader_enqueue V1_3;
    VK_AMD_gcn_shader V1_0;
    VK_AMD_gpu_shader_half_float V1_0;
    VK_AMD_gpu_shader_int16 V1_0;
    VK_AMD_shader_ballot V1_0;
    VK_AMD_shader_early_and_late_fragment_tests V1_0;
    VK_AMD_shader_explicit_vertex_parameter V1_0;
    VK_AMD_shader_fragment_mask V1_0;
    VK_AMD_shader_image_load_store_lod V1_0;
    VK_AMD_shader_trinary_minmax V1_0;
    VK_AMD_texture_gather_bias_lod V1_0;
    VK_ARM_data_graph V1_3;
    VK_ARM_shader_core_builtins V1_0;
    VK_ARM_tensors V1_3;
    VK_GOOGLE_decorate_string V1_0;
    VK_GOOGLE_hlsl_functionality1 V1_0;
    VK_GOOGLE_user_type V1_0;
    VK_HUAWEI_cluster_culling_shader V1_0;
    VK_HUAWEI_subpass_shading V1_0;
    VK_INTEL_shader_integer_functions2 V1_0;
    VK_NVX_multiview_per_view_attributes V1_0;
    VK_NV_cluster_acceleration_structure V1_1;
    VK_NV_compute_shader_derivatives V1_0;
    VK_NV_cooperative_matrix V1_1;
    VK_NV_cooperative_matrix2 V1_1;
    VK_NV_cooperative_matrix_decode_vector V1_1;
    VK_NV_cooperative_vector V1_0;
    VK_NV_fragment_shader_barycentric V1_0;
    VK_NV_geometry_shader_passthrough V1_0;
    VK_NV_mesh_shader V1_0;
    VK_NV_push_constant_bank V1_0;
    VK_NV_raw_access_chains V1_0;
    VK_NV_ray_tracing V1_0;
    VK_NV_ray_tracing_invocation_reorder V1_1;
    VK_NV_ray_tracing_linear_swept_spheres V1_1;
    VK_NV_ray_tracing_motion_blur V1_1;
    VK_NV_sample_mask_override_coverage V1_0;
    VK_NV_shader_atomic_float16_vector V1_0;
    VK_NV_shader_image_footprint V1_0;
    VK_NV_shader_sm_builtins V1_1;
    VK_NV_shader_subgroup_partitioned V1_1;
    VK_NV_shading_rate_image V1_0;
    VK_NV_viewport_array2 V1_0;
    VK_QCOM_cooperative_matrix_conversion V1_1;
    VK_QCOM_image_processing V1_0;
    VK_QCOM_image_processing2 V1_0;
    VK_QCOM_image_processing3 V1_0;
    VK_QCOM_shader_multiple_wait_queues V1_0;
    VK_QCOM_tile_shading V1_0;
    VK_VALVE_mutable_descriptor_type V1_0;
    VK_VALVE_shader_mixed_float_dot_product V1_0;
}

// A SPIR-V extension for each line: name, least SPIR-V, core in SPIR-V, permitted by Vulkan core, [device extensions].
spirv_extensions! {
    SPV_KHR_16bit_storage V1_0 V1_3 V1_1 [VK_KHR_16bit_storage];
    SPV_KHR_8bit_storage V1_0 V1_5 V1_2 [VK_KHR_8bit_storage];
    SPV_KHR_abort V1_0 NONE NONE [VK_KHR_shader_abort];
    SPV_KHR_bfloat16 V1_0 NONE NONE [VK_KHR_shader_bfloat16];
    SPV_KHR_bit_instructions V1_0 NONE NONE [];
    SPV_KHR_compute_shader_derivatives V1_0 NONE NONE [VK_KHR_compute_shader_derivatives];
    SPV_KHR_constant_data V1_0 NONE NONE [VK_KHR_shader_constant_data];
    SPV_KHR_cooperative_matrix V1_3 NONE NONE [VK_KHR_cooperative_matrix];
    SPV_KHR_device_group V1_0 V1_3 V1_1 [VK_KHR_device_group];
    SPV_KHR_expect_assume V1_0 NONE V1_4 [VK_KHR_shader_expect_assume];
    SPV_KHR_float_controls V1_0 V1_4 V1_2 [VK_KHR_shader_float_controls];
    SPV_KHR_float_controls2 V1_2 NONE V1_4 [VK_KHR_shader_float_controls2];
    SPV_KHR_fma V1_0 NONE NONE [VK_KHR_shader_fma];
    SPV_KHR_fragment_shader_barycentric V1_0 NONE NONE [VK_KHR_fragment_shader_barycentric];
    SPV_KHR_fragment_shading_rate V1_0 NONE NONE [VK_KHR_fragment_shading_rate];
    SPV_KHR_integer_dot_product V1_0 V1_6 V1_3 [VK_KHR_shader_integer_dot_product];
    SPV_KHR_maximal_reconvergence V1_0 NONE NONE [VK_KHR_shader_maximal_reconvergence];
    SPV_KHR_multiview V1_0 V1_3 V1_1 [VK_KHR_multiview];
    SPV_KHR_linkonce_odr V1_0 NONE NONE [];
    SPV_KHR_no_integer_wrap_decoration V1_0 V1_4 NONE [];
    SPV_KHR_non_semantic_info V1_0 V1_6 V1_3 [VK_KHR_shader_non_semantic_info];
    SPV_KHR_opacity_micromap V1_0 NONE NONE [VK_KHR_opacity_micromap];
    SPV_KHR_physical_storage_buffer V1_3 V1_5 V1_2 [VK_KHR_buffer_device_address];
    SPV_KHR_poison_freeze V1_0 NONE NONE [];
    SPV_KHR_post_depth_coverage V1_0 NONE NONE [VK_EXT_post_depth_coverage];
    SPV_KHR_quad_control V1_3 NONE NONE [VK_KHR_shader_quad_control];
    SPV_KHR_ray_cull_mask V1_0 NONE NONE [VK_KHR_ray_tracing_maintenance1];
    SPV_KHR_ray_query V1_0 NONE NONE [VK_KHR_ray_query];
    SPV_KHR_ray_tracing V1_4 NONE NONE [VK_KHR_ray_tracing_pipeline];
    SPV_KHR_ray_tracing_position_fetch V1_4 NONE NONE [VK_KHR_ray_tracing_position_fetch];
    SPV_KHR_relaxed_extended_instruction V1_0 NONE NONE [VK_KHR_shader_relaxed_extended_instruction];
    SPV_KHR_shader_atomic_counter_ops V1_0 NONE NONE [];
    SPV_KHR_shader_ballot V1_0 NONE NONE [VK_EXT_shader_subgroup_ballot];
    SPV_KHR_shader_clock V1_0 NONE NONE [VK_KHR_shader_clock];
    SPV_KHR_shader_draw_parameters V1_0 V1_3 V1_1 [VK_KHR_shader_draw_parameters];
    SPV_KHR_storage_buffer_storage_class V1_0 V1_3 V1_1 [VK_KHR_storage_buffer_storage_class];
    SPV_KHR_subgroup_rotate V1_3 NONE V1_4 [VK_KHR_shader_subgroup_rotate];
    SPV_KHR_subgroup_uniform_control_flow V1_3 NONE NONE [VK_KHR_shader_subgroup_uniform_control_flow];
    SPV_KHR_subgroup_vote V1_0 NONE NONE [VK_EXT_shader_subgroup_vote];
    SPV_KHR_terminate_invocation V1_0 V1_6 V1_3 [VK_KHR_shader_terminate_invocation];
    SPV_KHR_uniform_group_instructions V1_0 NONE NONE [];
    SPV_KHR_untyped_pointers V1_0 NONE NONE [VK_KHR_shader_untyped_pointers];
    SPV_KHR_variable_pointers V1_0 V1_3 V1_1 [VK_KHR_variable_pointers];
    SPV_KHR_vulkan_memory_model V1_3 V1_5 V1_2 [VK_KHR_vulkan_memory_model];
    SPV_KHR_workgroup_memory_explicit_layout V1_4 NONE NONE [VK_KHR_workgroup_memory_explicit_layout];
    SPV_EXT_arithmetic_fence V1_0 NONE NONE [];
    SPV_EXT_cooperative_matrix_maintenance1 V1_3 NONE NONE [VK_EXT_cooperative_matrix_maintenance1];
    SPV_EXT_demote_to_helper_invocation V1_0 V1_6 V1_3 [VK_EXT_shader_demote_to_helper_invocation];
    SPV_EXT_descriptor_heap V1_0 NONE NONE [VK_EXT_descriptor_heap];
    SPV_EXT_descriptor_indexing V1_0 V1_5 V1_2 [VK_EXT_descriptor_indexing];
    SPV_EXT_float8 V1_0 NONE NONE [VK_EXT_shader_float8];
    SPV_EXT_fragment_fully_covered V1_0 NONE NONE [VK_EXT_conservative_rasterization];
    SPV_EXT_fragment_invocation_density V1_0 NONE NONE [VK_EXT_fragment_density_map];
    SPV_EXT_fragment_shader_interlock V1_0 NONE NONE [VK_EXT_fragment_shader_interlock];
    SPV_EXT_long_vector V1_0 NONE NONE [VK_EXT_shader_long_vector];
    SPV_EXT_mesh_shader V1_4 NONE NONE [VK_EXT_mesh_shader];
    SPV_EXT_ocp_microscaling_types V1_0 NONE NONE [VK_EXT_shader_ocp_microscaling_types];
    SPV_EXT_opacity_micromap V1_0 NONE NONE [VK_EXT_opacity_micromap, VK_KHR_opacity_micromap];
    SPV_EXT_optnone V1_0 NONE NONE [];
    SPV_EXT_physical_storage_buffer V1_3 V1_5 NONE [VK_EXT_buffer_device_address];
    SPV_EXT_replicated_composites V1_0 NONE NONE [VK_EXT_shader_replicated_composites];
    SPV_EXT_shader_64bit_indexing V1_0 NONE NONE [VK_EXT_shader_64bit_indexing];
    SPV_EXT_shader_atomic_float16_add V1_0 NONE NONE [VK_EXT_shader_atomic_float2];
    SPV_EXT_shader_atomic_float_add V1_0 NONE NONE [VK_EXT_shader_atomic_float];
    SPV_EXT_shader_atomic_float_min_max V1_0 NONE NONE [VK_EXT_shader_atomic_float2];
    SPV_EXT_shader_image_int64 V1_0 NONE NONE [VK_EXT_shader_image_atomic_int64];
    SPV_EXT_shader_invocation_reorder V1_4 NONE NONE [VK_EXT_ray_tracing_invocation_reorder];
    SPV_EXT_shader_stencil_export V1_0 NONE NONE [VK_EXT_shader_stencil_export];
    SPV_EXT_shader_subgroup_partitioned V1_3 NONE NONE [VK_EXT_shader_subgroup_partitioned];
    SPV_EXT_shader_tile_image V1_0 NONE NONE [VK_EXT_shader_tile_image];
    SPV_EXT_shader_viewport_index_layer V1_0 NONE V1_2 [VK_EXT_shader_viewport_index_layer];
    SPV_EXT_split_barrier V1_0 NONE NONE [VK_EXT_shader_split_barrier];
    SPV_ALTERA_arbitrary_precision_fixed_point V1_0 NONE NONE [];
    SPV_ALTERA_arbitrary_precision_floating_point V1_0 NONE NONE [];
    SPV_ALTERA_arbitrary_precision_integers V1_0 NONE NONE [];
    SPV_ALTERA_blocking_pipes V1_0 NONE NONE [];
    SPV_ALTERA_fpga_argument_interfaces V1_0 NONE NONE [];
    SPV_ALTERA_fpga_buffer_location V1_0 NONE NONE [];
    SPV_ALTERA_fpga_cluster_attributes V1_0 NONE NONE [];
    SPV_ALTERA_fpga_dsp_control V1_0 NONE NONE [];
    SPV_ALTERA_fpga_invocation_pipelining_attributes V1_0 NONE NONE [];
    SPV_ALTERA_fpga_latency_control V1_0 NONE NONE [];
    SPV_ALTERA_fpga_loop_controls V1_0 NONE NONE [];
    SPV_ALTERA_fpga_memory_accesses V1_0 NONE NONE [];
    SPV_ALTERA_fpga_memory_attributes V1_0 NONE NONE [];
    SPV_ALTERA_fpga_reg V1_0 NONE NONE [];
    SPV_ALTERA_global_variable_fpga_decorations V1_0 NONE NONE [];
    SPV_ALTERA_io_pipes V1_0 NONE NONE [];
    SPV_ALTERA_loop_fuse V1_0 NONE NONE [];
    SPV_ALTERA_runtime_aligned V1_0 NONE NONE [];
    SPV_ALTERA_task_sequence V1_0 NONE NONE [];
    SPV_ALTERA_usm_storage_classes V1_0 NONE NONE [];
    SPV_AMDX_shader_enqueue V1_0 NONE NONE [VK_AMDX_shader_enqueue];
    SPV_AMD_gcn_shader V1_0 NONE NONE [VK_AMD_gcn_shader];
    SPV_AMD_gpu_shader_half_float V1_0 NONE NONE [VK_AMD_gpu_shader_half_float];
    SPV_AMD_gpu_shader_half_float_fetch V1_0 NONE NONE [];
    SPV_AMD_gpu_shader_int16 V1_0 NONE NONE [VK_AMD_gpu_shader_int16];
    SPV_AMD_shader_ballot V1_0 NONE NONE [VK_AMD_shader_ballot];
    SPV_AMD_shader_early_and_late_fragment_tests V1_0 NONE NONE [VK_AMD_shader_early_and_late_fragment_tests];
    SPV_AMD_shader_explicit_vertex_parameter V1_0 NONE NONE [VK_AMD_shader_explicit_vertex_parameter];
    SPV_AMD_shader_fragment_mask V1_0 NONE NONE [VK_AMD_shader_fragment_mask];
    SPV_AMD_shader_image_load_store_lod V1_0 NONE NONE [VK_AMD_shader_image_load_store_lod];
    SPV_AMD_shader_trinary_minmax V1_0 NONE NONE [VK_AMD_shader_trinary_minmax];
    SPV_AMD_texture_gather_bias_lod V1_0 NONE NONE [VK_AMD_texture_gather_bias_lod];
    SPV_AMD_weak_linkage V1_0 NONE NONE [];
    SPV_ARM_cooperative_matrix_layouts V1_0 NONE NONE [];
    SPV_ARM_core_builtins V1_0 NONE NONE [VK_ARM_shader_core_builtins];
    SPV_ARM_graph V1_0 NONE NONE [VK_ARM_data_graph];
    SPV_ARM_tensors V1_0 NONE NONE [VK_ARM_tensors];
    SPV_GOOGLE_decorate_string V1_0 V1_4 NONE [VK_GOOGLE_decorate_string];
    SPV_GOOGLE_hlsl_functionality1 V1_0 V1_4 NONE [VK_GOOGLE_hlsl_functionality1];
    SPV_GOOGLE_user_type V1_0 NONE NONE [VK_GOOGLE_user_type];
    SPV_HUAWEI_cluster_culling_shader V1_0 NONE NONE [VK_HUAWEI_cluster_culling_shader];
    SPV_HUAWEI_subpass_shading V1_0 NONE NONE [VK_HUAWEI_subpass_shading];
    SPV_INTEL_2d_block_io V1_0 NONE NONE [];
    SPV_INTEL_arbitrary_precision_fixed_point V1_0 NONE NONE [];
    SPV_INTEL_arbitrary_precision_floating_point V1_0 NONE NONE [];
    SPV_INTEL_arbitrary_precision_integers V1_0 NONE NONE [];
    SPV_INTEL_bfloat16_conversion V1_0 NONE NONE [];
    SPV_INTEL_bindless_images V1_0 NONE NONE [];
    SPV_INTEL_blocking_pipes V1_0 NONE NONE [];
    SPV_INTEL_cache_controls V1_0 NONE NONE [];
    SPV_INTEL_debug_module V1_0 NONE NONE [];
    SPV_INTEL_device_side_avc_motion_estimation V1_0 NONE NONE [];
    SPV_INTEL_float_controls2 V1_0 NONE NONE [];
    SPV_INTEL_fp_fast_math_mode V1_0 NONE NONE [];
    SPV_INTEL_fp_max_error V1_0 NONE NONE [];
    SPV_INTEL_fpga_argument_interfaces V1_0 NONE NONE [];
    SPV_INTEL_fpga_buffer_location V1_0 NONE NONE [];
    SPV_INTEL_fpga_cluster_attributes V1_0 NONE NONE [];
    SPV_INTEL_fpga_dsp_control V1_0 NONE NONE [];
    SPV_INTEL_fpga_invocation_pipelining_attributes V1_0 NONE NONE [];
    SPV_INTEL_fpga_latency_control V1_0 NONE NONE [];
    SPV_INTEL_fpga_loop_controls V1_0 NONE NONE [];
    SPV_INTEL_fpga_memory_accesses V1_0 NONE NONE [];
    SPV_INTEL_fpga_memory_attributes V1_0 NONE NONE [];
    SPV_INTEL_fpga_reg V1_0 NONE NONE [];
    SPV_INTEL_function_pointers V1_0 NONE NONE [];
    SPV_INTEL_function_variants V1_0 NONE NONE [];
    SPV_INTEL_global_variable_fpga_decorations V1_0 NONE NONE [];
    SPV_INTEL_global_variable_host_access V1_0 NONE NONE [];
    SPV_INTEL_inline_assembly V1_0 NONE NONE [];
    SPV_INTEL_int4 V1_0 NONE NONE [];
    SPV_INTEL_io_pipes V1_0 NONE NONE [];
    SPV_INTEL_kernel_attributes V1_0 NONE NONE [];
    SPV_INTEL_long_composites V1_0 NONE NONE [];
    SPV_INTEL_loop_fuse V1_0 NONE NONE [];
    SPV_INTEL_masked_gather_scatter V1_0 NONE NONE [];
    SPV_INTEL_maximum_registers V1_0 NONE NONE [];
    SPV_INTEL_media_block_io V1_0 NONE NONE [];
    SPV_INTEL_memory_access_aliasing V1_0 NONE NONE [];
    SPV_INTEL_optnone V1_0 NONE NONE [];
    SPV_INTEL_predicated_io V1_0 NONE NONE [];
    SPV_INTEL_rounded_divide_sqrt V1_0 NONE NONE [];
    SPV_INTEL_runtime_aligned V1_0 NONE NONE [];
    SPV_INTEL_shader_integer_functions2 V1_0 NONE NONE [VK_INTEL_shader_integer_functions2];
    SPV_INTEL_split_barrier V1_0 NONE NONE [];
    SPV_INTEL_subgroup_buffer_prefetch V1_0 NONE NONE [];
    SPV_INTEL_subgroup_matrix_multiply_accumulate V1_0 NONE NONE [];
    SPV_INTEL_subgroups V1_0 NONE NONE [];
    SPV_INTEL_task_sequence V1_0 NONE NONE [];
    SPV_INTEL_tensor_float32_conversion V1_0 NONE NONE [];
    SPV_INTEL_ternary_bitwise_function V1_0 NONE NONE [];
    SPV_INTEL_unstructured_loop_controls V1_0 NONE NONE [];
    SPV_INTEL_usm_storage_classes V1_0 NONE NONE [];
    SPV_INTEL_variable_length_array V1_0 NONE NONE [];
    SPV_INTEL_vector_compute V1_0 NONE NONE [];
    SPV_NVX_multiview_per_view_attributes V1_0 NONE NONE [VK_NVX_multiview_per_view_attributes];
    SPV_NV_bindless_texture V1_0 NONE NONE [];
    SPV_NV_cluster_acceleration_structure V1_0 NONE NONE [VK_NV_cluster_acceleration_structure];
    SPV_NV_compute_shader_derivatives V1_0 NONE NONE [VK_NV_compute_shader_derivatives];
    SPV_NV_cooperative_matrix V1_3 NONE NONE [VK_NV_cooperative_matrix];
    SPV_NV_cooperative_matrix2 V1_3 NONE NONE [VK_NV_cooperative_matrix2];
    SPV_NV_cooperative_matrix_decode_vector V1_0 NONE NONE [VK_NV_cooperative_matrix_decode_vector];
    SPV_NV_cooperative_vector V1_0 NONE NONE [VK_NV_cooperative_vector];
    SPV_NV_displacement_micromap V1_0 NONE NONE [];
    SPV_NV_fragment_shader_barycentric V1_0 NONE NONE [VK_NV_fragment_shader_barycentric];
    SPV_NV_geometry_shader_passthrough V1_0 NONE NONE [VK_NV_geometry_shader_passthrough];
    SPV_NV_linear_swept_spheres V1_0 NONE NONE [VK_NV_ray_tracing_linear_swept_spheres];
    SPV_NV_mesh_shader V1_0 NONE NONE [VK_NV_mesh_shader];
    SPV_NV_push_constant_bank V1_0 NONE NONE [VK_NV_push_constant_bank];
    SPV_NV_raw_access_chains V1_0 NONE NONE [VK_NV_raw_access_chains];
    SPV_NV_ray_tracing V1_0 NONE NONE [VK_NV_ray_tracing];
    SPV_NV_ray_tracing_motion_blur V1_0 NONE NONE [VK_NV_ray_tracing_motion_blur];
    SPV_NV_sample_mask_override_coverage V1_0 NONE NONE [VK_NV_sample_mask_override_coverage];
    SPV_NV_shader_atomic_fp16_vector V1_0 NONE NONE [VK_NV_shader_atomic_float16_vector];
    SPV_NV_shader_image_footprint V1_0 NONE NONE [VK_NV_shader_image_footprint];
    SPV_NV_shader_invocation_reorder V1_4 NONE NONE [VK_NV_ray_tracing_invocation_reorder];
    SPV_NV_shader_sm_builtins V1_0 NONE NONE [VK_NV_shader_sm_builtins];
    SPV_NV_shader_subgroup_partitioned V1_3 NONE NONE [VK_NV_shader_subgroup_partitioned, VK_EXT_shader_subgroup_partitioned];
    SPV_NV_shading_rate V1_0 NONE NONE [VK_NV_shading_rate_image];
    SPV_NV_stereo_view_rendering V1_0 NONE NONE [];
    SPV_NV_tensor_addressing V1_0 NONE NONE [VK_NV_cooperative_matrix2];
    SPV_NV_viewport_array2 V1_0 NONE NONE [VK_NV_viewport_array2];
    SPV_QCOM_cooperative_matrix_conversion V1_0 NONE NONE [VK_QCOM_cooperative_matrix_conversion];
    SPV_QCOM_image_processing V1_0 NONE NONE [VK_QCOM_image_processing];
    SPV_QCOM_image_processing2 V1_0 NONE NONE [VK_QCOM_image_processing2];
    SPV_QCOM_image_processing3 V1_0 NONE NONE [VK_QCOM_image_processing3];
    SPV_QCOM_multiple_wait_queues V1_0 NONE NONE [VK_QCOM_shader_multiple_wait_queues];
    SPV_QCOM_tile_shading V1_0 NONE NONE [VK_QCOM_tile_shading];
    SPV_SAMSUNG_intrinsic V1_0 NONE NONE [];
    SPV_VALVE_mixed_float_dot_product V1_0 NONE NONE [VK_VALVE_shader_mixed_float_dot_product];
}
