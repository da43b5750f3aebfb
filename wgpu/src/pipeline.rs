//! Pipelines: their descriptors, and their creation from checked and written stages.
#![allow(unsafe_code)]

use crate::stages::Stages;
use crate::{Device, Error, PipelineLayout, ShaderModule, compile, passthrough};
use core::num::NonZeroU32;
use naga::ShaderStage;
use spirula::{Feature, Support};
use wgpu_core::validation::{InterfaceVar, ShaderStageForValidation, StageIo, check_texture_format};

/// The description of a compute pipeline; the fields are those of `wgpu::ComputePipelineDescriptor`.
#[derive(Clone, Debug)]
pub struct ComputePipelineDescriptor<'a> {
    /// The label that graphics debuggers show.
    pub label: wgpu::Label<'a>,
    /// The layout; `None` for the one that the shader implies.
    pub layout: Option<&'a PipelineLayout>,
    /// The shader.
    pub module: &'a ShaderModule,
    /// The name of the entry point; `None` if the shader has one of that stage only.
    pub entry_point: Option<&'a str>,
    /// The values of overrides, and whether workgroup memory is zeroed.
    pub compilation_options: wgpu::PipelineCompilationOptions<'a>,
    /// The driver's cache.
    pub cache: Option<&'a wgpu::PipelineCache>,
}

/// The vertex stage; the fields are those of `wgpu::VertexState`.
#[derive(Clone, Debug)]
pub struct VertexState<'a> {
    /// The shader.
    pub module: &'a ShaderModule,
    /// The name of the entry point; `None` if the shader has one of that stage only.
    pub entry_point: Option<&'a str>,
    /// The values of overrides.
    pub compilation_options: wgpu::PipelineCompilationOptions<'a>,
    /// The layouts of the vertex buffers.
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
}

/// The fragment stage; the fields are those of `wgpu::FragmentState`.
#[derive(Clone, Debug)]
pub struct FragmentState<'a> {
    /// The shader.
    pub module: &'a ShaderModule,
    /// The name of the entry point; `None` if the shader has one of that stage only.
    pub entry_point: Option<&'a str>,
    /// The values of overrides.
    pub compilation_options: wgpu::PipelineCompilationOptions<'a>,
    /// The colour targets.
    pub targets: &'a [Option<wgpu::ColorTargetState>],
}

/// The task stage; the fields are those of `wgpu::TaskState`.
#[derive(Clone, Debug)]
pub struct TaskState<'a> {
    /// The shader.
    pub module: &'a ShaderModule,
    /// The name of the entry point; `None` if the shader has one of that stage only.
    pub entry_point: Option<&'a str>,
    /// The values of overrides, and whether workgroup memory is zeroed.
    pub compilation_options: wgpu::PipelineCompilationOptions<'a>,
}

/// The mesh stage; the fields are those of `wgpu::MeshState`.
#[derive(Clone, Debug)]
pub struct MeshState<'a> {
    /// The shader.
    pub module: &'a ShaderModule,
    /// The name of the entry point; `None` if the shader has one of that stage only.
    pub entry_point: Option<&'a str>,
    /// The values of overrides, and whether workgroup memory is zeroed.
    pub compilation_options: wgpu::PipelineCompilationOptions<'a>,
}

/// The description of a render pipeline; the fields are those of `wgpu::RenderPipelineDescriptor`.
#[derive(Clone, Debug)]
pub struct RenderPipelineDescriptor<'a> {
    /// The label that graphics debuggers show.
    pub label: wgpu::Label<'a>,
    /// The layout; `None` for the one that the shaders imply.
    pub layout: Option<&'a PipelineLayout>,
    /// The vertex stage.
    pub vertex: VertexState<'a>,
    /// How primitives are assembled.
    pub primitive: wgpu::PrimitiveState,
    /// Depth and stencil state.
    pub depth_stencil: Option<wgpu::DepthStencilState>,
    /// Multisampling.
    pub multisample: wgpu::MultisampleState,
    /// The fragment stage.
    pub fragment: Option<FragmentState<'a>>,
    /// The views that are rendered, for multiview rendering.
    pub multiview_mask: Option<NonZeroU32>,
    /// The driver's cache.
    pub cache: Option<&'a wgpu::PipelineCache>,
}

/// The description of a pipeline with a mesh stage; the fields are those of `wgpu::MeshPipelineDescriptor`.
#[derive(Clone, Debug)]
pub struct MeshPipelineDescriptor<'a> {
    /// The label that graphics debuggers show.
    pub label: wgpu::Label<'a>,
    /// The layout; `None` for the one that the shaders imply.
    pub layout: Option<&'a PipelineLayout>,
    /// The task stage.
    pub task: Option<TaskState<'a>>,
    /// The mesh stage.
    pub mesh: MeshState<'a>,
    /// How primitives are rasterized; the mesh stage determines their topology.
    pub primitive: wgpu::PrimitiveState,
    /// Depth and stencil state.
    pub depth_stencil: Option<wgpu::DepthStencilState>,
    /// Multisampling.
    pub multisample: wgpu::MultisampleState,
    /// The fragment stage.
    pub fragment: Option<FragmentState<'a>>,
    /// The views that are rendered, for multiview rendering.
    pub multiview: Option<NonZeroU32>,
    /// The driver's cache.
    pub cache: Option<&'a wgpu::PipelineCache>,
}

/// A stage whose interfaces and bindings have been checked.
struct Checked<'a> {
    module: &'a ShaderModule,
    stage: ShaderStage,
    entry_point: String,
    compilation: &'a wgpu::PipelineCompilationOptions<'a>,
}

/// A stage with its shader module. It is dropped when the pipeline has been created.
struct Written {
    module: wgpu::ShaderModule,
    entry_point: String,
    zero_initialize_workgroup_memory: bool,
}

impl Written {
    /// Without constants: the words already contain the values of overrides.
    fn compilation(&self) -> wgpu::PipelineCompilationOptions<'_> {
        wgpu::PipelineCompilationOptions {
            constants: &[],
            zero_initialize_workgroup_memory: self.zero_initialize_workgroup_memory,
        }
    }

    fn fragment<'w>(&'w self, targets: &'w [Option<wgpu::ColorTargetState>]) -> wgpu::FragmentState<'w> {
        wgpu::FragmentState {
            module: &self.module,
            entry_point: Some(&self.entry_point),
            compilation_options: self.compilation(),
            targets,
        }
    }
}

impl Device {
    /// Creates a compute pipeline.
    ///
    /// # Errors
    ///
    /// The shader does not match the layout, an override has no valid value, or the shader cannot be written for this
    /// device.
    pub fn create_compute_pipeline(
        &self,
        descriptor: &ComputePipelineDescriptor<'_>,
    ) -> Result<wgpu::ComputePipeline, Error> {
        let mut stages = self.stages(descriptor.layout);
        let stage = checked(
            descriptor.module,
            ShaderStage::Compute,
            descriptor.entry_point,
            &descriptor.compilation_options,
        )?;
        let kind = ShaderStageForValidation::Compute;
        stages.check(stage.module, kind, &stage.entry_point, StageIo::default(), None)?;
        let layout = stages.into_layout(self.wgpu());
        let written = self.written(&layout, stage)?;
        Ok(self.wgpu().create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: descriptor.label,
            layout: Some(&layout),
            module: &written.module,
            entry_point: Some(&written.entry_point),
            compilation_options: written.compilation(),
            cache: descriptor.cache,
        }))
    }

    /// Creates a render pipeline.
    ///
    /// # Errors
    ///
    /// A stage does not match the layout, the stage before it or the targets, an override has no valid value, or a
    /// stage cannot be written for this device.
    pub fn create_render_pipeline(
        &self,
        descriptor: &RenderPipelineDescriptor<'_>,
    ) -> Result<wgpu::RenderPipeline, Error> {
        let state = &descriptor.vertex;
        let mut stages = self.stages(descriptor.layout);
        let vertex = checked(
            state.module,
            ShaderStage::Vertex,
            state.entry_point,
            &state.compilation_options,
        )?;
        let attributes = state.buffers.iter().flatten().flat_map(|buffer| buffer.attributes);
        let inputs = attributes.map(|attribute| {
            let variable = InterfaceVar::vertex_attribute(attribute.format);
            (attribute.shader_location, variable)
        });
        let inputs = StageIo {
            varyings: inputs.collect(),
            ..StageIo::default()
        };
        let topology = descriptor.primitive.topology;
        let kind = ShaderStageForValidation::Vertex {
            topology,
            compare_function: descriptor.depth_stencil.as_ref().and_then(|state| state.depth_compare),
        };
        let between = stages.check(vertex.module, kind, &vertex.entry_point, inputs, Some(topology))?;
        let depth = descriptor.depth_stencil.as_ref();
        let fragment = check_fragment(&mut stages, descriptor.fragment.as_ref(), depth, between, topology)?;

        let layout = stages.into_layout(self.wgpu());
        let vertex = self.written(&layout, vertex)?;
        let fragment = fragment.map(|stage| self.written(&layout, stage)).transpose()?;
        let targets = descriptor.fragment.as_ref().map_or(&[][..], |state| state.targets);
        Ok(self.wgpu().create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: descriptor.label,
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &vertex.module,
                entry_point: Some(&vertex.entry_point),
                compilation_options: vertex.compilation(),
                buffers: state.buffers,
            },
            primitive: descriptor.primitive,
            depth_stencil: descriptor.depth_stencil.clone(),
            multisample: descriptor.multisample,
            fragment: fragment.as_ref().map(|stage| stage.fragment(targets)),
            multiview_mask: descriptor.multiview_mask,
            cache: descriptor.cache,
        }))
    }

    /// Creates a pipeline with a mesh stage.
    ///
    /// # Errors
    ///
    /// Those of [`Device::create_render_pipeline`].
    pub fn create_mesh_pipeline(&self, descriptor: &MeshPipelineDescriptor<'_>) -> Result<wgpu::RenderPipeline, Error> {
        let state = &descriptor.mesh;
        let topology = descriptor.primitive.topology;
        let mut stages = self.stages(descriptor.layout);
        let mut between = StageIo::default();
        let task = match &descriptor.task {
            Some(state) => {
                let task = checked(
                    state.module,
                    ShaderStage::Task,
                    state.entry_point,
                    &state.compilation_options,
                )?;
                let kind = ShaderStageForValidation::Task;
                between = stages.check(task.module, kind, &task.entry_point, between, Some(topology))?;
                Some(task)
            }
            None => None,
        };
        let mesh = checked(
            state.module,
            ShaderStage::Mesh,
            state.entry_point,
            &state.compilation_options,
        )?;
        let kind = ShaderStageForValidation::Mesh;
        between = stages.check(mesh.module, kind, &mesh.entry_point, between, Some(topology))?;
        let depth = descriptor.depth_stencil.as_ref();
        let fragment = check_fragment(&mut stages, descriptor.fragment.as_ref(), depth, between, topology)?;

        let layout = stages.into_layout(self.wgpu());
        let task = task.map(|stage| self.written(&layout, stage)).transpose()?;
        let mesh = self.written(&layout, mesh)?;
        let fragment = fragment.map(|stage| self.written(&layout, stage)).transpose()?;
        let targets = descriptor.fragment.as_ref().map_or(&[][..], |state| state.targets);
        Ok(self.wgpu().create_mesh_pipeline(&wgpu::MeshPipelineDescriptor {
            label: descriptor.label,
            layout: Some(&layout),
            task: task.as_ref().map(|stage| wgpu::TaskState {
                module: &stage.module,
                entry_point: Some(&stage.entry_point),
                compilation_options: stage.compilation(),
            }),
            mesh: wgpu::MeshState {
                module: &mesh.module,
                entry_point: Some(&mesh.entry_point),
                compilation_options: mesh.compilation(),
            },
            primitive: descriptor.primitive,
            depth_stencil: descriptor.depth_stencil.clone(),
            multisample: descriptor.multisample,
            fragment: fragment.as_ref().map(|stage| stage.fragment(targets)),
            multiview: descriptor.multiview,
            cache: descriptor.cache,
        }))
    }

    fn stages<'a>(&'a self, layout: Option<&'a PipelineLayout>) -> Stages<'a> {
        let is_robust = self.target().feature(Feature::RobustBufferAccess) == Support::Enabled;
        Stages::new(&self.shared.limits, is_robust, layout)
    }

    fn written(&self, layout: &PipelineLayout, stage: Checked<'_>) -> Result<Written, Error> {
        let Checked {
            module,
            stage,
            entry_point,
            compilation,
        } = stage;
        let words = compile::words(&self.shared, layout, module, stage, &entry_point, compilation)?;
        // SAFETY: the self-check has accepted the words for this device; `Stages` has accepted the interfaces and the
        // layout; the module is used only in the pipeline that is being created, and is then dropped.
        let module = unsafe { passthrough::shader_module(self.wgpu(), module.label(), &entry_point, &words) };
        Ok(Written {
            module,
            entry_point,
            zero_initialize_workgroup_memory: compilation.zero_initialize_workgroup_memory,
        })
    }
}

fn checked<'a>(
    module: &'a ShaderModule,
    stage: ShaderStage,
    entry_point: Option<&str>,
    compilation: &'a wgpu::PipelineCompilationOptions<'a>,
) -> Result<Checked<'a>, Error> {
    let entry_point = module.interface().finalize_entry_point_name(stage, entry_point);
    Ok(Checked {
        module,
        stage,
        entry_point: entry_point.map_err(|error| Error::Stage { stage, error })?,
        compilation,
    })
}

/// Checks the fragment stage against the stage before it and against its targets.
fn check_fragment<'a>(
    stages: &mut Stages<'_>,
    state: Option<&'a FragmentState<'a>>,
    depth_stencil: Option<&wgpu::DepthStencilState>,
    inputs: StageIo,
    topology: wgpu::PrimitiveTopology,
) -> Result<Option<Checked<'a>>, Error> {
    let Some(state) = state else {
        return Ok(None);
    };
    let fragment = checked(
        state.module,
        ShaderStage::Fragment,
        state.entry_point,
        &state.compilation_options,
    )?;
    let blends = state.targets.iter().flatten().filter_map(|target| target.blend);
    let mut factors = blends.flat_map(|blend| [blend.color, blend.alpha]);
    let dual_source_blending = factors.any(|component| {
        component.src_factor.ref_second_blend_source() || component.dst_factor.ref_second_blend_source()
    });
    let kind = ShaderStageForValidation::Fragment {
        dual_source_blending,
        has_depth_attachment: depth_stencil.is_some_and(|state| state.format.has_depth_aspect()),
    };
    let outputs = stages.check(fragment.module, kind, &fragment.entry_point, inputs, Some(topology))?;
    for (&location, output) in &outputs.varyings {
        let index = usize::try_from(location).unwrap_or(usize::MAX);
        let Some(Some(target)) = state.targets.get(index) else {
            continue;
        };
        check_texture_format(target.format, &output.ty).map_err(|_| Error::Target {
            location,
            shader: output.ty,
            target: target.format,
        })?;
    }
    Ok(Some(fragment))
}
