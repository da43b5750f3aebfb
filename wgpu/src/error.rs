//! The errors of devices, shaders and pipelines.

use naga::ResourceBinding;

/// Why a device, a shader or a pipeline could not be created. `{}` shows the source lines if there are any.
///
/// Errors that wgpu itself detects are reported as usual: through error scopes and `Device::on_uncaptured_error`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The device is not a Vulkan device.
    #[error("the backend of the device is {0}; wgpu passes SPIR-V on to Vulkan alone")]
    Backend(wgpu::Backend),
    /// The device was requested without the feature.
    #[error("the device lacks wgpu::Features::PASSTHROUGH_SHADERS: name it in DeviceDescriptor::required_features")]
    NoPassthrough,
    /// Adapter and device belong to different physical devices.
    #[error("the device was not requested from this adapter")]
    OtherAdapter,
    /// The source is of a kind that is not supported.
    #[error("{label}: the source is neither WGSL nor a naga module")]
    SourceKind {
        /// The shader's label.
        label: String,
    },
    /// The source is not WGSL.
    #[error("{rendered}")]
    Parse {
        /// The error with source lines.
        rendered: String,
    },
    /// The shader is invalid, or needs a wgpu feature that the device lacks.
    #[error("{rendered}")]
    Validation {
        /// The error with source lines.
        rendered: String,
    },
    /// A group number exceeds the device's limit.
    #[error("@group({}) @binding({}): the device has {limit} bind groups", .resource.group, .resource.binding)]
    Group {
        /// The resource.
        resource: ResourceBinding,
        /// `Limits::max_bind_groups`.
        limit: u32,
    },
    /// A stage does not match the stage before it, or the pipeline's state, by wgpu's rules.
    #[error("{stage:?} stage: {}", with_reasons(.error))]
    Stage {
        /// The stage.
        stage: naga::ShaderStage,
        /// The mismatch.
        error: wgpu_core::validation::StageError,
    },
    /// An output of the fragment stage does not have the type of its target.
    #[error("output @location({location}) is {shader}, and the format of its target is {target:?}")]
    Target {
        /// The location.
        location: u32,
        /// The output's type.
        shader: wgpu_core::validation::NumericType,
        /// The target's format.
        target: wgpu::TextureFormat,
    },
    /// A resource does not match the pipeline layout.
    #[error("{stage:?} stage: `{name}` (@group({}) @binding({})): {what}", .resource.group, .resource.binding)]
    Binding {
        /// The stage that uses it.
        stage: naga::ShaderStage,
        /// The resource.
        resource: ResourceBinding,
        /// Its name in the shader.
        name: String,
        /// The mismatch.
        what: String,
    },
    /// The immediates of a stage are larger than those of the pipeline layout.
    #[error("{stage:?} stage: immediates of {size} bytes; the layout of the pipeline has {provided}")]
    Immediates {
        /// The stage.
        stage: naga::ShaderStage,
        /// The size that the stage declares, in bytes.
        size: u32,
        /// `PipelineLayoutDescriptor::immediate_size`.
        provided: u32,
    },
    /// A function of [`Device::with_options`](crate::Device::with_options) or
    /// [`ShaderModule::with_options`](crate::ShaderModule::with_options) changed options that it must not change.
    #[error("{label}: {stage:?} stage: `with_options` must not change {}: it leaves out a check, or follows from the pipeline", .names.join(", "))]
    Options {
        /// The shader's label.
        label: String,
        /// The stage.
        stage: naga::ShaderStage,
        /// The fields of `spirula::Options`.
        names: Vec<&'static str>,
    },
    /// The stage cannot be written for this device, or an override has no valid value.
    #[error("{rendered}")]
    Compile {
        /// Every reason why the stage cannot be written.
        error: spirula::Error,
        /// The error with source lines.
        rendered: String,
    },
}

/// An error and its sources, in one line.
fn with_reasons(error: &dyn core::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(reason) = next {
        text.push_str(": ");
        text.push_str(&reason.to_string());
        next = reason.source();
    }
    text
}
