//! Each program both ways: through wgpu's own backend and through Spirula, on one device.

use crate::gpu::{Gpu, say, take_messages};
use std::collections::BTreeSet;
use wgpu::util::DeviceExt;

/// Who compiles the shaders of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// naga's backend, inside wgpu.
    Wgpu,
    /// Spirula, through passthrough shaders.
    Spirula,
}

/// Runs a program both ways and compares what it gives. The validation layer may report for ours only what is not about
/// shaders and what it reports of wgpu's own way too.
pub fn both(_: &Gpu, name: &str, program: impl Fn(Way) -> Vec<u8>) -> Vec<u8> {
    both_with(name, &[], program)
}

/// Does the same, with some messages admitted, by their names.
pub fn both_with(name: &str, admitted: &[&str], program: impl Fn(Way) -> Vec<u8>) -> Vec<u8> {
    let run = |way| {
        take_messages();
        let bytes = program(way);
        let messages = take_messages();
        if std::env::var_os("SPIRULA_MESSAGES").is_some() && way == Way::Spirula {
            messages.iter().for_each(|message| say(&format!("{name}: {message}")));
        }
        (bytes, kinds(&messages))
    };
    let (expected, of_wgpu) = run(Way::Wgpu);
    let (bytes, ours) = run(Way::Spirula);
    if !of_wgpu.is_empty() {
        say(&format!("{name}: the validation layer on wgpu's own way: {of_wgpu:?}"));
    }
    let is_new =
        |kind: &&String| (is_about_shaders(kind) || !of_wgpu.contains(*kind)) && !admitted.contains(&kind.as_str());
    let new: BTreeSet<_> = ours.iter().filter(is_new).collect();
    assert!(new.is_empty(), "{name}: the validation layer on ours: {new:?}");
    assert!(
        expected.iter().any(|byte| *byte != expected[0]),
        "{name}: the program gives nothing but {}",
        expected[0]
    );
    if let Some(place) = expected
        .iter()
        .zip(&bytes)
        .position(|(expected, byte)| expected != byte)
    {
        let from = place & !15;
        let until = (from + 16).min(bytes.len());
        panic!(
            "{name}: byte {place} of {} differs; from {from} on wgpu gives {:?}, and ours gives {:?}",
            expected.len(),
            &expected[from..until],
            &bytes[from..until]
        );
    }
    assert_eq!(expected.len(), bytes.len(), "{name}");
    bytes
}

/// The names of the messages of the validation layer.
fn kinds(messages: &[String]) -> BTreeSet<String> {
    let kind = |message: &String| {
        let text = message
            .strip_prefix("VALIDATION [")
            .or_else(|| message.strip_prefix("PERFORMANCE ["))?;
        let name = text.split(" (").next()?;
        // Without a name of its own the text says what it is about.
        let is_named = name.starts_with("VUID-") || name.starts_with("UNASSIGNED-");
        Some(if is_named {
            name.to_owned()
        } else {
            text.chars().take(400).collect()
        })
    };
    messages.iter().filter_map(kind).collect()
}

fn is_about_shaders(kind: &str) -> bool {
    ["Spirv", "SPIRV", "Shader", "shader", "PipelineStage", "pCode"]
        .iter()
        .any(|word| kind.contains(word))
}

/// A layout that is stated: the entries of each group, none for a group that is not there, and the size of the immediates.
#[derive(Clone, Copy)]
pub struct Layout<'a> {
    pub groups: &'a [&'a [wgpu::BindGroupLayoutEntry]],
    pub immediate_size: u32,
}

/// A pipeline layout with the layouts of its groups.
struct Layouts {
    groups: Vec<wgpu::BindGroupLayout>,
    wgpu: wgpu::PipelineLayout,
}

/// The same through Spirula.
struct OurLayouts {
    groups: Vec<wgpu::BindGroupLayout>,
    ours: spirula_wgpu::PipelineLayout,
}

impl Layout<'_> {
    fn wgpu(&self, gpu: &Gpu) -> Layouts {
        let device = gpu.device.wgpu();
        let create =
            |entries: &&[_]| device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries });
        let groups: Vec<_> = self.groups.iter().map(create).collect();
        let is_there = self.groups.iter().map(|entries| !entries.is_empty());
        let bind_group_layouts: Vec<_> = groups
            .iter()
            .zip(is_there)
            .map(|(group, is_there)| is_there.then_some(group))
            .collect();
        let wgpu = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &bind_group_layouts,
            immediate_size: self.immediate_size,
        });
        Layouts { groups, wgpu }
    }

    fn ours(&self, gpu: &Gpu) -> OurLayouts {
        let create = |entries: &&[_]| {
            gpu.device
                .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries })
        };
        let groups: Vec<_> = self.groups.iter().map(create).collect();
        let is_there = self.groups.iter().map(|entries| !entries.is_empty());
        let bind_group_layouts: Vec<_> = groups
            .iter()
            .zip(is_there)
            .map(|(group, is_there)| is_there.then_some(group))
            .collect();
        let ours = gpu
            .device
            .create_pipeline_layout(&spirula_wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &bind_group_layouts,
                immediate_size: self.immediate_size,
            });
        OurLayouts {
            groups: groups.iter().map(|layout| (**layout).clone()).collect(),
            ours,
        }
    }
}

/// A compute pipeline and the layouts of its groups.
pub struct Compute {
    pub pipeline: wgpu::ComputePipeline,
    /// Empty where the layout is derived.
    groups: Vec<wgpu::BindGroupLayout>,
}

impl Compute {
    pub fn group(&self, index: u32) -> wgpu::BindGroupLayout {
        let stated = self.groups.get(index as usize).cloned();
        stated.unwrap_or_else(|| self.pipeline.get_bind_group_layout(index))
    }
}

/// What a program asks of a compute pipeline.
#[derive(Clone, Copy, Default)]
pub struct ComputeProgram<'a> {
    pub source: &'a str,
    pub entry_point: Option<&'a str>,
    pub constants: &'a [(&'a str, f64)],
    pub layout: Option<Layout<'a>>,
}

/// A shader either way, as a naga module: a module has no source text, and Debian's validation layer reads no module that names
/// WGSL as its language (`OpSource`).
pub fn wgsl(source: &str) -> wgpu::ShaderModuleDescriptor<'static> {
    let mut options = naga::front::wgsl::Options::new();
    options.capabilities = naga::valid::Capabilities::all();
    let module = naga::front::wgsl::Frontend::new_with_options(options).parse(source);
    let module = module.unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
    wgpu::ShaderModuleDescriptor {
        label: Some("test.wgsl"),
        source: wgpu::ShaderSource::Naga(std::borrow::Cow::Owned(module)),
    }
}

/// A compute pipeline either way.
pub fn compute(gpu: &Gpu, way: Way, program: ComputeProgram<'_>) -> Compute {
    let compilation_options = wgpu::PipelineCompilationOptions {
        constants: program.constants,
        ..Default::default()
    };
    match way {
        Way::Wgpu => {
            let module = gpu.device.wgpu().create_shader_module(wgsl(program.source));
            let layout = program.layout.map(|layout| layout.wgpu(gpu));
            let pipeline = gpu
                .device
                .wgpu()
                .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: None,
                    layout: layout.as_ref().map(|layout| &layout.wgpu),
                    module: &module,
                    entry_point: program.entry_point,
                    compilation_options,
                    cache: None,
                });
            Compute {
                pipeline,
                groups: layout.map(|layout| layout.groups).unwrap_or_default(),
            }
        }
        Way::Spirula => {
            let module = gpu
                .device
                .create_shader_module(wgsl(program.source))
                .unwrap_or_else(|error| panic!("{error}"));
            let layout = program.layout.map(|layout| layout.ours(gpu));
            let pipeline = gpu
                .device
                .create_compute_pipeline(&spirula_wgpu::ComputePipelineDescriptor {
                    label: None,
                    layout: layout.as_ref().map(|layout| &layout.ours),
                    module: &module,
                    entry_point: program.entry_point,
                    compilation_options,
                    cache: None,
                });
            Compute {
                pipeline: pipeline.unwrap_or_else(|error| panic!("{error}")),
                groups: layout.map(|layout| layout.groups).unwrap_or_default(),
            }
        }
    }
}

/// What a program asks of a render pipeline.
#[derive(Clone, Default)]
pub struct RenderProgram<'a> {
    pub source: &'a str,
    pub constants: &'a [(&'a str, f64)],
    pub layout: Option<Layout<'a>>,
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    pub primitive: wgpu::PrimitiveState,
    pub depth_stencil: Option<wgpu::DepthStencilState>,
    pub multisample: wgpu::MultisampleState,
    pub targets: &'a [Option<wgpu::ColorTargetState>],
    pub multiview_mask: Option<core::num::NonZeroU32>,
    /// The vertex stage is a mesh stage, with a task stage before it if the shader has one.
    pub mesh: bool,
}

/// A render pipeline and the layouts of its groups.
pub struct Render {
    pub pipeline: wgpu::RenderPipeline,
    groups: Vec<wgpu::BindGroupLayout>,
}

impl Render {
    pub fn group(&self, index: u32) -> wgpu::BindGroupLayout {
        let stated = self.groups.get(index as usize).cloned();
        stated.unwrap_or_else(|| self.pipeline.get_bind_group_layout(index))
    }
}

/// A render pipeline either way. The two ways differ in the types alone.
pub fn render(gpu: &Gpu, way: Way, program: &RenderProgram<'_>) -> Render {
    let options = || wgpu::PipelineCompilationOptions {
        constants: program.constants,
        ..Default::default()
    };
    let has_task = program.source.contains("@task");
    macro_rules! pipeline {
        ($api:ident, $device:expr, $layout:expr, $module:expr) => {{
            let (layout, module) = ($layout, $module);
            let fragment = program.source.contains("@fragment").then(|| $api::FragmentState {
                module,
                entry_point: None,
                compilation_options: options(),
                targets: program.targets,
            });
            if program.mesh {
                $device.create_mesh_pipeline(&$api::MeshPipelineDescriptor {
                    label: None,
                    layout,
                    task: has_task.then(|| $api::TaskState {
                        module,
                        entry_point: None,
                        compilation_options: options(),
                    }),
                    mesh: $api::MeshState {
                        module,
                        entry_point: None,
                        compilation_options: options(),
                    },
                    primitive: program.primitive,
                    depth_stencil: program.depth_stencil.clone(),
                    multisample: program.multisample,
                    fragment,
                    multiview: program.multiview_mask,
                    cache: None,
                })
            } else {
                $device.create_render_pipeline(&$api::RenderPipelineDescriptor {
                    label: None,
                    layout,
                    vertex: $api::VertexState {
                        module,
                        entry_point: None,
                        compilation_options: options(),
                        buffers: program.buffers,
                    },
                    primitive: program.primitive,
                    depth_stencil: program.depth_stencil.clone(),
                    multisample: program.multisample,
                    fragment,
                    multiview_mask: program.multiview_mask,
                    cache: None,
                })
            }
        }};
    }
    match way {
        Way::Wgpu => {
            let module = gpu.device.wgpu().create_shader_module(wgsl(program.source));
            let layout = program.layout.map(|layout| layout.wgpu(gpu));
            let pipeline = pipeline!(
                wgpu,
                gpu.device.wgpu(),
                layout.as_ref().map(|layout| &layout.wgpu),
                &module
            );
            Render {
                pipeline,
                groups: layout.map(|layout| layout.groups).unwrap_or_default(),
            }
        }
        Way::Spirula => {
            let module = gpu
                .device
                .create_shader_module(wgsl(program.source))
                .unwrap_or_else(|error| panic!("{error}"));
            let layout = program.layout.map(|layout| layout.ours(gpu));
            let pipeline = pipeline!(
                spirula_wgpu,
                gpu.device,
                layout.as_ref().map(|layout| &layout.ours),
                &module
            );
            Render {
                pipeline: pipeline.unwrap_or_else(|error| panic!("{error}")),
                groups: layout.map(|layout| layout.groups).unwrap_or_default(),
            }
        }
    }
}

/// Words as bytes.
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Floats as bytes.
pub fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub fn buffer(gpu: &Gpu, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.wgpu().create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents,
        usage: usage | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
    })
}

pub fn storage(gpu: &Gpu, contents: &[u8]) -> wgpu::Buffer {
    buffer(gpu, contents, wgpu::BufferUsages::STORAGE)
}

pub fn uniform(gpu: &Gpu, contents: &[u8]) -> wgpu::Buffer {
    buffer(gpu, contents, wgpu::BufferUsages::UNIFORM)
}

/// A bind group of numbered resources.
pub fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    resources: &[(u32, wgpu::BindingResource<'_>)],
) -> wgpu::BindGroup {
    let entries: Vec<_> = resources
        .iter()
        .map(|(binding, resource)| wgpu::BindGroupEntry {
            binding: *binding,
            resource: resource.clone(),
        })
        .collect();
    gpu.device.wgpu().create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &entries,
    })
}

/// Runs a compute pass.
pub fn dispatch(gpu: &Gpu, pipeline: &wgpu::ComputePipeline, groups: &[&wgpu::BindGroup], workgroups: [u32; 3]) {
    pass(gpu, |pass| {
        pass.set_pipeline(pipeline);
        for (index, group) in (0..).zip(groups) {
            pass.set_bind_group(index, *group, &[]);
        }
        pass.dispatch_workgroups(workgroups[0], workgroups[1], workgroups[2]);
    });
}

pub fn pass(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass<'_>)) {
    let mut encoder = gpu.device.wgpu().create_command_encoder(&Default::default());
    record(&mut encoder.begin_compute_pass(&Default::default()));
    gpu.queue.submit([encoder.finish()]);
}

/// What a buffer holds.
pub fn read(gpu: &Gpu, buffer: &wgpu::Buffer) -> Vec<u8> {
    let device = gpu.device.wgpu();
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: buffer.size(),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
    gpu.queue.submit([encoder.finish()]);
    staging.map_async(wgpu::MapMode::Read, .., |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let mapped = staging.get_mapped_range(..).unwrap();
    mapped.to_vec()
}

/// The texels of all layers of the first level; rows are a multiple of 256 bytes.
pub fn read_texture(gpu: &Gpu, texture: &wgpu::Texture) -> Vec<u8> {
    let size = texture.size();
    let block = texture.format().block_copy_size(None).unwrap();
    let row = size.width * block;
    assert!(
        row.is_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT),
        "rows of {row} bytes"
    );
    let bytes = u64::from(row) * u64::from(size.height) * u64::from(size.depth_or_array_layers);
    let staging = gpu.device.wgpu().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes,
        usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.wgpu().create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &staging,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: Some(size.height),
            },
        },
        size,
    );
    gpu.queue.submit([encoder.finish()]);
    read(gpu, &staging)
}

/// A compute program of one input and one output: `@group(0) @binding(0)` is the read-write array of the output's size in
/// words, `@binding(1)`, if there is an input, the read-only one.
pub fn simple(
    gpu: &Gpu,
    name: &str,
    source: &str,
    constants: &[(&str, f64)],
    input: Option<&[u8]>,
    words: usize,
    workgroups: u32,
) -> Vec<u8> {
    both(gpu, name, |way| {
        let program = ComputeProgram {
            source,
            constants,
            ..Default::default()
        };
        let compute = compute(gpu, way, program);
        let output = storage(gpu, &vec![0; words * 4]);
        let input = input.map(|input| storage(gpu, input));
        let mut resources = vec![(0, output.as_entire_binding())];
        resources.extend(input.as_ref().map(|input| (1, input.as_entire_binding())));
        let group = bind(gpu, &compute.group(0), &resources);
        dispatch(gpu, &compute.pipeline, &[&group], [workgroups, 1, 1]);
        read(gpu, &output)
    })
}
