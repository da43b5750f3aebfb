//! Spirula for programs on wgpu: a device whose pipelines are compiled by Spirula, through wgpu's passthrough shaders.
//!
//! [`Device`] wraps a `wgpu::Device` and has its methods. Only those that create shaders, binding layouts and pipelines
//! are its own; their descriptors have wgpu's names and fields. The objects are used with the rest of wgpu.
//!
//! ```no_run
//! # async fn run(adapter: wgpu::Adapter) -> Result<(), Box<dyn std::error::Error>> {
//! use spirula_wgpu::{ComputePipelineDescriptor, Device};
//!
//! let (device, queue) = adapter
//!     .request_device(&wgpu::DeviceDescriptor {
//!         required_features: wgpu::Features::PASSTHROUGH_SHADERS,
//!         ..Default::default()
//!     })
//!     .await?;
//! let device = Device::new(&adapter, device)?;
//! let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
//!     label: Some("double.wgsl"),
//!     source: wgpu::ShaderSource::Wgsl(
//!         "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
//!         override factor = 2u;
//!         @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] *= factor; }"
//!             .into(),
//!     ),
//! })?;
//! let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
//!     label: None,
//!     layout: None,
//!     module: &module,
//!     entry_point: Some("main"),
//!     compilation_options: wgpu::PipelineCompilationOptions { constants: &[("factor", 3.0)], ..Default::default() },
//!     cache: None,
//! })?;
//! let layout = pipeline.get_bind_group_layout(0); // the pipeline and everything else is wgpu's
//! # Ok(())
//! # }
//! ```
//!
//! # What is different
//!
//! * Creating a shader or a pipeline returns a `Result`; an [`Error`] shows the source lines.
//! * Words are written when a pipeline is created, because only then the values of overrides and the binding numbers
//!   are known. wgpu-hal numbers the sorted entries of each bind group layout from zero, and so does this crate
//!   ([`PipelineLayout`]).
//! * The words are valid for the features that wgpu enabled: Spirula's self-check validates them for each pipeline.
//! * A shader that needs a feature that wgpu never enables is refused, even if wgpu would write words that use it: see
//!   `docs/wgpu.md`.
//!
//! # Why it is safe
//!
//! `wgpu::Device::create_shader_module_passthrough` is unsafe, because wgpu checks neither the words nor that they
//! match the pipeline. This crate creates the module and the pipeline in one step, never returns the module, and checks
//! everything that wgpu would otherwise:
//!
//! * **The words are valid SPIR-V for this device.** They are written for the features, extensions and limits that
//!   wgpu-hal itself passes to `vkCreateDevice` ([`target`]), and then validated by `spirula::check`, which shares no
//!   code with the writer. Invalid words are not passed to the driver.
//! * **The shader is valid WGSL or naga IR** under the capabilities of the device's wgpu features, with wgpu's own
//!   validator settings.
//! * **The stages match each other and the pipeline** (vertex attributes, interfaces between stages, colour targets,
//!   payloads), by `wgpu-core`'s own rules.
//! * **The bindings match the layout**: class, dimension, sample type, format, access, length, visibility and size of
//!   every resource that a stage uses, and the size of its immediates.
//! * **What a program adjusts** ([`Device::with_options`]) leaves out no check.
//! * **No access is out of bounds**: indices are restricted and loops are bounded, as in wgpu. A buffer whose layout
//!   does not state a size may be smaller than the shader's type; this needs `robustBufferAccess`, which wgpu enables
//!   on all devices that support it.
//!
//! wgpu does the rest for passthrough shaders too: usages, barriers, lifetimes, the sizes of vertex and index buffers,
//! dynamic offsets, the formats of attachments.

mod adjust;
mod compile;
mod device;
mod error;
mod layout;
mod passthrough;
mod pipeline;
mod shader;
mod stages;
mod target;

pub use device::Device;
pub use error::Error;
pub use layout::{BindGroupLayout, PipelineLayout, PipelineLayoutDescriptor};
pub use pipeline::{
    ComputePipelineDescriptor, FragmentState, MeshPipelineDescriptor, MeshState, RenderPipelineDescriptor, TaskState,
    VertexState,
};
pub use shader::ShaderModule;
pub use target::{driver, target};

/// Compiles the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
