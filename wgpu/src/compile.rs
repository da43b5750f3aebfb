//! Compiles one entry point for a pipeline layout to words that are valid for the driver, with wgpu-hal's settings.

use crate::device::Shared;
use crate::{Error, PipelineLayout, ShaderModule};
use naga::ShaderStage;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::{EntryPoint, Options, Output, TaskDispatchLimits};

/// The words of one entry point, after the self-check has accepted them.
pub(crate) fn words(
    shared: &Shared,
    layout: &PipelineLayout,
    shader: &ShaderModule,
    stage: ShaderStage,
    entry_point: &str,
    compilation: &wgpu::PipelineCompilationOptions<'_>,
) -> Result<Vec<u32>, Error> {
    let mut options = options(shared, shader);
    options.entry_point = Some(EntryPoint {
        stage: Some(stage),
        name: entry_point.to_owned(),
    });
    options.bind(layout.bindings());
    let constants = compilation.constants.iter();
    options.overrides = constants.map(|&(key, value)| (key.to_owned(), value)).collect();
    options.zero_initialize_workgroup_memory = compilation.zero_initialize_workgroup_memory;
    for adjust in shared.adjust.iter().chain(shader.adjust()) {
        let adjusted = adjust.apply(options, stage);
        options = adjusted.map_err(|names| Error::Options {
            label: shader.label().to_owned(),
            stage,
            names,
        })?;
    }
    let mut output = Output::default();
    let written = shared.pool.write(shader.module(), shader.info(), &options, &mut output);
    written.map_err(|error| shader.compile_error(error))?;
    Ok(output.words)
}

/// The options that wgpu-hal uses for every shader of a device. A point size is always written. The y axis and depths
/// are unchanged: wgpu-hal flips the viewport, and fragments are clipped.
fn options(shared: &Shared, shader: &ShaderModule) -> Options {
    let checks = shader.checks();
    let mut options = Options::default();
    options.self_check = true;
    options.fake_missing_bindings = false;
    options.bounds_check_policies = policies(checks);
    // wgpu-hal leaves all indices into buffers unchecked if the device has `robustBufferAccess2`, which does not check
    // indices of vectors, matrices and arrays of known length in a buffer. Only what the device checks is left to it.
    options.rely_on_robust_access = true;
    options.force_loop_bounding = checks.force_loop_bounding;
    options.emit_int_div_checks = checks.int_div_checks;
    options.ray_query_initialization_tracking = checks.ray_query_initialization_tracking;
    options.task_dispatch_limits = checks.task_shader_dispatch_tracking.then_some(TaskDispatchLimits {
        max_mesh_workgroups_per_dim: shared.limits.max_mesh_workgroups_per_dimension,
        max_mesh_workgroups_total: shared.limits.max_mesh_workgroup_total_count,
    });
    options.mesh_shader_primitive_indices_clamp = checks.mesh_shader_primitive_indices_clamp;
    options.force_point_size = true;
    options.names = shared.names;
    options.workarounds = shared.workarounds;
    options.without_workarounds = shared.without_workarounds;
    options.debug_info = shader.debug_info().filter(|_| shared.names);
    options
}

/// Indices into binding arrays are restricted too, which wgpu-hal does not do.
fn policies(checks: wgpu::ShaderRuntimeChecks) -> BoundsCheckPolicies {
    let policy = match checks.bounds_checks {
        true => BoundsCheckPolicy::Restrict,
        false => BoundsCheckPolicy::Unchecked,
    };
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: policy,
    }
}
