//! Spirula for programs on wgpu: a device whose pipelines are compiled by Spirula, through wgpu's passthrough shaders.
//!
//! [`Device`] wraps a `wgpu::Device`. It has that device's methods; those that make shaders, layouts of bindings and pipelines
//! are its own, with descriptors of wgpu's names and fields. What they make is used with the rest of wgpu.
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
//! let layout = pipeline.get_bind_group_layout(0); // the pipeline, its layout and all else are wgpu's
//! # Ok(())
//! # }
//! ```
//!
//! # What is different
//!
//! * Creating a shader or a pipeline returns a `Result`; an [`Error`] shows the lines of the source that it is about.
//! * Words are written when a pipeline is made: overrides have their values then, and bindings their numbers. wgpu-hal numbers
//!   the sorted entries of each bind group layout from zero on, and so does this crate ([`PipelineLayout`]).
//! * The words are valid for the device as wgpu turned it on: Spirula's self-check reads them back for each pipeline.
//! * What wgpu never turns on is refused, even where wgpu has words written that use it: see `docs/wgpu.md`.
//!
//! # Why it is safe
//!
//! `wgpu::Device::create_shader_module_passthrough` is unsafe, because nobody looks at the words and at how they fit the
//! pipeline. This crate makes the module and the pipeline in one step and never hands out the module, and it establishes all
//! that wgpu would otherwise:
//!
//! * **The words are valid SPIR-V for this device.** They are written for the features, extensions and limits that wgpu-hal
//!   itself passes to `vkCreateDevice` ([`target`]), and then validated by `spirula::check`, which shares no code with the
//!   writer. Words that break a rule are not passed on.
//! * **The shader is valid WGSL or naga IR** under the capabilities of the device's wgpu features: wgpu's own validator
//!   settings are used.
//! * **The stages fit each other and the pipeline** (vertex attributes, what goes between stages, colour targets, payloads):
//!   `wgpu-core`'s own rules are applied.
//! * **The bindings fit the layout**: class, dimension, sample type, format, access, length, visibility and size of every
//!   resource that a stage uses, and the size of its immediates.
//! * **No access leaves its resource**: indices are restricted, loops end, as in wgpu. A buffer whose layout does not state a
//!   size may be smaller than the shader's type; that takes `robustBufferAccess`, which wgpu turns on wherever it exists.
//!
//! What remains is wgpu's own work, and it does it for passthrough shaders too: usages, barriers, lifetimes, the sizes of
//! vertex and index buffers, dynamic offsets, the formats of attachments.

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
pub use target::target;

/// The README's example is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
