//! Why a device, a shader or a pipeline could not be made.

use naga::ResourceBinding;

/// Why a device, a shader or a pipeline could not be made. `{}` shows the lines of the source where there are any.
///
/// What wgpu itself refuses, it reports as it always does: through error scopes and `Device::on_uncaptured_error`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The device is not one of Vulkan's.
    #[error("the backend of the device is {0}; wgpu passes SPIR-V on to Vulkan alone")]
    Backend(wgpu::Backend),
    /// The device was requested without the feature.
    #[error("the device lacks wgpu::Features::PASSTHROUGH_SHADERS: name it in DeviceDescriptor::required_features")]
    NoPassthrough,
    /// Adapter and device are of different physical devices.
    #[error("the device was not requested from this adapter")]
    OtherAdapter,
    /// The source is of a kind that is not read.
    #[error("{label}: the source is neither WGSL nor a naga module")]
    SourceKind {
        /// The shader's label.
        label: String,
    },
    /// The source is not WGSL.
    #[error("{rendered}")]
    Parse {
        /// The error with the lines of the source.
        rendered: String,
    },
    /// The shader breaks a rule, or needs a feature of wgpu that the device lacks.
    #[error("{rendered}")]
    Validation {
        /// The error with the lines of the source.
        rendered: String,
    },
    /// A group number is beyond the device's limit.
    #[error("@group({}) @binding({}): the device has {limit} bind groups", .resource.group, .resource.binding)]
    Group {
        /// The resource.
        resource: ResourceBinding,
        /// `Limits::max_bind_groups`.
        limit: u32,
    },
    /// A stage does not fit the one before it, or the pipeline's state; these rules are wgpu's.
    #[error("{stage:?} stage: {}", with_reasons(.error))]
    Stage {
        /// The stage.
        stage: naga::ShaderStage,
        /// What does not fit.
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
    /// A resource does not fit the layout of the pipeline.
    #[error("{stage:?} stage: `{name}` (@group({}) @binding({})): {what}", .resource.group, .resource.binding)]
    Binding {
        /// The stage that uses it.
        stage: naga::ShaderStage,
        /// The resource.
        resource: ResourceBinding,
        /// Its name in the shader.
        name: String,
        /// What does not fit.
        what: String,
    },
    /// The immediates of a stage are larger than those of the layout.
    #[error("{stage:?} stage: immediates of {size} bytes; the layout of the pipeline has {provided}")]
    Immediates {
        /// The stage.
        stage: naga::ShaderStage,
        /// What the stage declares, in bytes.
        size: u32,
        /// `PipelineLayoutDescriptor::immediate_size`.
        provided: u32,
    },
    /// No SPIR-V for this device, or an override without a fitting value.
    #[error("{rendered}")]
    Compile {
        /// Everything that keeps the stage from being written.
        error: spirula::Error,
        /// The same with the lines of the source.
        rendered: String,
    },
}

/// An error and what it rests on, in one line.
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
