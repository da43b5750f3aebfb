//! One draw into off-screen images, which are read back.

use std::ffi::CString;

use ash::vk;

use super::compute::{Constant, Specialization};
use super::descriptors::Bound;
use super::device::Device;
use super::failed;
use super::resources::{Binding, Image, Scope, Texture, barrier, texel_bytes, to_general};
use crate::common::wire::{Wire, put_slice, put_text};

/// A shader stage: a module and an entry point.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    pub words: &'a [u32],
    pub entry_point: &'a str,
}

/// A buffer of vertices.
#[derive(Clone, Debug)]
pub struct VertexBuffer {
    pub stride: u32,
    pub attributes: Vec<Attribute>,
    pub bytes: Vec<u8>,
    pub per_instance: bool,
}

/// One attribute of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub location: u32,
    pub format: vk::Format,
    pub offset: u32,
}

/// A color attachment; its location is its index in the list.
#[derive(Clone, Copy, Debug)]
pub struct Color {
    pub format: vk::Format,
    pub clear: [f32; 4],
}

/// A draw.
#[derive(Clone, Debug)]
pub struct Render<'a> {
    pub vertex: Stage<'a>,
    pub fragment: Option<Stage<'a>>,
    pub bindings: &'a [Binding],
    pub push_constants: &'a [u8],
    /// Specialization constants of all stages.
    pub constants: &'a [Constant],
    pub vertex_buffers: &'a [VertexBuffer],
    pub topology: vk::PrimitiveTopology,
    pub vertices: u32,
    pub instances: u32,
    pub size: [u32; 2],
    pub colors: &'a [Color],
    /// A depth attachment of 32-bit floats, cleared to 1; the nearer fragment wins.
    pub depth: bool,
}

/// Options that few draws need. The default is that of all others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// The views of a multiview pass, as layers of the attachments; 0 for no multiview.
    pub views: u32,
    /// Four samples a pixel. Only for draws without attachments.
    pub multisampled: bool,
    /// The attachment is written with the first output multiplied by the second (dual-source blending).
    pub second_source: bool,
    /// The first vertex and instance.
    pub first: [u32; 2],
    /// The number of equal draws of one indirect command; 0 is a direct draw.
    pub draws: u32,
}

/// The results of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Each color attachment, tightly packed, in rows from the top.
    pub colors: Vec<Vec<u8>>,
    /// The depth attachment as bytes of `f32`.
    pub depth: Option<Vec<u8>>,
    /// Storage buffers and storage images, in the order of the bindings.
    pub storage: Vec<Vec<u8>>,
}

impl<'a> Stage<'a> {
    /// The same entry point in other words.
    pub(super) const fn with<'b>(self, words: &'b [u32]) -> Stage<'b>
    where
        'a: 'b,
    {
        Stage { words, ..self }
    }

    fn put(self, to: &mut Vec<u8>) {
        put_slice(self.words, to);
        put_text(self.entry_point, to);
    }
}

impl Render<'_> {
    /// Encodes the request for [`Device::answer_draw`].
    pub(super) fn put(&self, front: Front<'_>, extras: Extras, to: &mut Vec<u8>) {
        self.vertex.put(to);
        for stage in [self.fragment, front.task()] {
            stage.is_some().put(to);
            if let Some(stage) = stage {
                stage.put(to);
            }
        }
        matches!(front, Front::Mesh(_)).put(to);
        extras.put(to);
        put_slice(self.bindings, to);
        put_slice(self.push_constants, to);
        put_slice(self.constants, to);
        put_slice(self.vertex_buffers, to);
        put_slice(self.colors, to);
        self.topology.put(to);
        [self.vertices, self.instances].put(to);
        self.size.put(to);
        self.depth.put(to);
    }
}

/// The words and the entry point of a stage.
type OwnedStage = (Vec<u32>, String);

fn borrowed((words, entry_point): &OwnedStage) -> Stage<'_> {
    Stage { words, entry_point }
}

impl Device {
    pub fn answer_draw(&self, from: &mut &[u8]) -> Result<Pixels, String> {
        let vertex: OwnedStage = Wire::get(from);
        let [fragment, task]: [Option<OwnedStage>; 2] = Wire::get(from);
        let front = if bool::get(from) {
            Front::Mesh(task.as_ref().map(borrowed))
        } else {
            Front::Vertices
        };
        let extras = Extras::get(from);
        let bindings: Vec<Binding> = Wire::get(from);
        let push_constants: Vec<u8> = Wire::get(from);
        let constants: Vec<Constant> = Wire::get(from);
        let vertex_buffers: Vec<VertexBuffer> = Wire::get(from);
        let colors: Vec<Color> = Wire::get(from);
        let topology = Wire::get(from);
        let [vertices, instances] = Wire::get(from);
        let run = Render {
            vertex: borrowed(&vertex),
            fragment: fragment.as_ref().map(borrowed),
            bindings: &bindings,
            push_constants: &push_constants,
            constants: &constants,
            vertex_buffers: &vertex_buffers,
            topology,
            vertices,
            instances,
            size: Wire::get(from),
            colors: &colors,
            depth: Wire::get(from),
        };
        self.draw(&run, front, extras)
    }

    pub(super) fn draw(&self, run: &Render<'_>, front: Front<'_>, extras: Extras) -> Result<Pixels, String> {
        let mut scope = Scope::new(self);
        let bound = Bound::new(&mut scope, run.bindings, run.push_constants)?;
        let targets = targets(&mut scope, run, extras)?;
        let pass = render_pass(&mut scope, run, extras)?;
        let framebuffer = framebuffer(&mut scope, run, pass, &targets)?;
        let pipeline = pipeline(&mut scope, run, (front, extras), pass, bound.layout)?;
        let [first_vertex, first_instance] = extras.first;
        let command = [run.vertices, run.instances, first_vertex, first_instance];
        let commands_of_draws: Vec<u8> = (0..extras.draws)
            .flat_map(|_| command.map(u32::to_ne_bytes))
            .flatten()
            .collect();
        let indirect = scope.buffer(&commands_of_draws)?.handle;
        let meshes = self.mesh_commands();
        let mut vertices = Vec::new();
        for buffer in run.vertex_buffers {
            vertices.push(scope.buffer(&buffer.bytes)?.handle);
        }
        let mut clears: Vec<_> = run
            .colors
            .iter()
            .map(|color| vk::ClearValue {
                color: vk::ClearColorValue { float32: color.clear },
            })
            .collect();
        if run.depth {
            let depth_stencil = vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 };
            clears.push(vk::ClearValue { depth_stencil });
        }
        self.submit(|device, commands| {
            bound.upload(device, commands);
            for target in &targets {
                to_general(device, commands, target.handle, target.range);
            }
            let begin = vk::RenderPassBeginInfo::default()
                .render_pass(pass)
                .framebuffer(framebuffer)
                .render_area(area(run))
                .clear_values(&clears);
            // SAFETY: recording.
            unsafe {
                device.cmd_begin_render_pass(commands, &begin, vk::SubpassContents::INLINE);
                device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, pipeline);
                bound.bind(device, commands, vk::PipelineBindPoint::GRAPHICS);
                if !vertices.is_empty() {
                    device.cmd_bind_vertex_buffers(commands, 0, &vertices, &vec![0; vertices.len()]);
                }
                match front {
                    Front::Vertices if extras.draws > 0 => {
                        device.cmd_draw_indirect(commands, indirect, 0, extras.draws, 16);
                    }
                    Front::Vertices => {
                        device.cmd_draw(commands, run.vertices, run.instances, first_vertex, first_instance);
                    }
                    Front::Mesh(_) => meshes.cmd_draw_mesh_tasks(commands, run.vertices, run.instances, 1),
                }
                device.cmd_end_render_pass(commands);
            }
            barrier(device, commands);
            for target in &targets {
                let (image, general) = (target.handle, vk::ImageLayout::GENERAL);
                // SAFETY: recording; attachments stay in `GENERAL`.
                unsafe {
                    let to = target.staging.handle;
                    device.cmd_copy_image_to_buffer(commands, image, general, to, &target.regions);
                }
            }
            bound.download(device, commands);
        })?;
        let mut colors = targets
            .iter()
            .map(|target| scope.contents(&target.staging))
            .collect::<Result<Vec<_>, _>>()?;
        let depth = if run.depth { colors.pop() } else { None };
        Ok(Pixels {
            colors,
            depth,
            storage: bound.results(&scope)?,
        })
    }
}

/// The stages that generate primitives.
#[derive(Clone, Copy)]
pub enum Front<'a> {
    Vertices,
    Mesh(Option<Stage<'a>>),
}

impl<'a> Front<'a> {
    pub const fn task(self) -> Option<Stage<'a>> {
        match self {
            Self::Vertices => None,
            Self::Mesh(task) => task,
        }
    }

    /// The same stages, with other words for the task shader if there is one.
    pub(super) fn with_task<'b>(self, words: Option<&'b [u32]>) -> Front<'b>
    where
        'a: 'b,
    {
        match self {
            Self::Vertices => Front::Vertices,
            Self::Mesh(task) => Front::Mesh(task.zip(words).map(|(task, words)| task.with(words))),
        }
    }
}

fn area(run: &Render<'_>) -> vk::Rect2D {
    let [width, height] = run.size;
    vk::Rect2D {
        offset: vk::Offset2D::default(),
        extent: vk::Extent2D { width, height },
    }
}

/// The formats of all attachments, depth last.
fn formats(run: &Render<'_>) -> Vec<vk::Format> {
    let depth = run.depth.then_some(vk::Format::D32_SFLOAT);
    run.colors.iter().map(|color| color.format).chain(depth).collect()
}

fn targets(scope: &mut Scope<'_>, run: &Render<'_>, extras: Extras) -> Result<Vec<Texture>, String> {
    let [width, height] = run.size;
    let layers = extras.views.max(1);
    formats(run)
        .into_iter()
        .map(|format| {
            let bytes = texel_bytes(format)? * u64::from(width) * u64::from(height) * u64::from(layers);
            let bytes = usize::try_from(bytes).map_err(|error| error.to_string())?;
            let usage = match format {
                vk::Format::D32_SFLOAT => vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
                _ => vk::ImageUsageFlags::COLOR_ATTACHMENT,
            };
            let mut image = Image::flat(format, width, height, vec![0; bytes]);
            if extras.views > 0 {
                image.view = vk::ImageViewType::TYPE_2D_ARRAY;
                image.layers = layers;
            }
            scope.texture(&image, usage)
        })
        .collect()
}

fn render_pass(scope: &mut Scope<'_>, run: &Render<'_>, extras: Extras) -> Result<vk::RenderPass, String> {
    let attachments: Vec<_> = formats(run)
        .into_iter()
        .map(|format| {
            vk::AttachmentDescription::default()
                .format(format)
                .samples(vk::SampleCountFlags::TYPE_1)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::STORE)
                .initial_layout(vk::ImageLayout::GENERAL)
                .final_layout(vk::ImageLayout::GENERAL)
        })
        .collect();
    let references: Vec<_> = (0..)
        .take(attachments.len())
        .map(|attachment| vk::AttachmentReference {
            attachment,
            layout: vk::ImageLayout::GENERAL,
        })
        .collect();
    let (colors, depth) = references.split_at(run.colors.len());
    let mut subpass = vk::SubpassDescription::default().color_attachments(colors);
    if let Some(depth) = depth.first() {
        subpass = subpass.depth_stencil_attachment(depth);
    }
    let subpasses = [subpass];
    let view_masks = [(1 << extras.views) - 1];
    let mut multiview = vk::RenderPassMultiviewCreateInfo::default().view_masks(&view_masks);
    let mut information = vk::RenderPassCreateInfo::default()
        .attachments(&attachments)
        .subpasses(&subpasses);
    if extras.views > 0 {
        information = information.push_next(&mut multiview);
    }
    // SAFETY: destroyed once, by the scope.
    let pass =
        unsafe { scope.gpu.device.create_render_pass(&information, None) }.map_err(failed("vkCreateRenderPass"))?;
    scope.later(move |device| unsafe { device.destroy_render_pass(pass, None) });
    Ok(pass)
}

fn framebuffer(
    scope: &mut Scope<'_>,
    run: &Render<'_>,
    pass: vk::RenderPass,
    targets: &[Texture],
) -> Result<vk::Framebuffer, String> {
    let views: Vec<_> = targets.iter().map(|target| target.view).collect();
    let information = vk::FramebufferCreateInfo::default()
        .render_pass(pass)
        .attachments(&views)
        .width(run.size[0])
        .height(run.size[1])
        .layers(1);
    // SAFETY: destroyed once, by the scope.
    let framebuffer =
        unsafe { scope.gpu.device.create_framebuffer(&information, None) }.map_err(failed("vkCreateFramebuffer"))?;
    scope.later(move |device| unsafe { device.destroy_framebuffer(framebuffer, None) });
    Ok(framebuffer)
}

fn pipeline(
    scope: &mut Scope<'_>,
    run: &Render<'_>,
    (front, extras): (Front<'_>, Extras),
    pass: vk::RenderPass,
    layout: vk::PipelineLayout,
) -> Result<vk::Pipeline, String> {
    let specialization = Specialization::new(run.constants);
    let constants = specialization.information();
    let kinds = [
        (vk::ShaderStageFlags::TASK_EXT, front.task()),
        match front {
            Front::Vertices => (vk::ShaderStageFlags::VERTEX, Some(run.vertex)),
            Front::Mesh(_) => (vk::ShaderStageFlags::MESH_EXT, Some(run.vertex)),
        },
        (vk::ShaderStageFlags::FRAGMENT, run.fragment),
    ];
    let mut modules = Vec::new();
    for (kind, stage) in kinds {
        let Some(stage) = stage else { continue };
        let name = CString::new(stage.entry_point).map_err(|error| error.to_string())?;
        modules.push((kind, scope.module(stage.words)?, name));
    }
    let stages: Vec<_> = modules
        .iter()
        .map(|(kind, module, name)| {
            vk::PipelineShaderStageCreateInfo::default()
                .stage(*kind)
                .module(*module)
                .name(name)
                .specialization_info(&constants)
        })
        .collect();
    let (buffers, attributes) = vertex_input(run);
    let input = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&buffers)
        .vertex_attribute_descriptions(&attributes);
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(run.topology);
    let viewports = [vk::Viewport {
        x: 0.0,
        y: 0.0,
        width: run.size[0] as f32,
        height: run.size[1] as f32,
        min_depth: 0.0,
        max_depth: 1.0,
    }];
    let scissors = [area(run)];
    let viewport = vk::PipelineViewportStateCreateInfo::default()
        .viewports(&viewports)
        .scissors(&scissors);
    let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
    let samples = if extras.multisampled {
        vk::SampleCountFlags::TYPE_4
    } else {
        vk::SampleCountFlags::TYPE_1
    };
    let samples = vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(samples);
    let blends: Vec<_> = run
        .colors
        .iter()
        .map(|_| {
            let blend =
                vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA);
            if extras.second_source {
                blend
                    .blend_enable(true)
                    .src_color_blend_factor(vk::BlendFactor::SRC1_COLOR)
                    .src_alpha_blend_factor(vk::BlendFactor::SRC1_ALPHA)
            } else {
                blend
            }
        })
        .collect();
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let depth = vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(run.depth)
        .depth_write_enable(run.depth)
        .depth_compare_op(vk::CompareOp::LESS);
    let information = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&input)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&samples)
        .depth_stencil_state(&depth)
        .color_blend_state(&blend)
        .layout(layout)
        .render_pass(pass);
    // SAFETY: the modules are valid, and all other objects were created for this run.
    let pipelines = unsafe {
        scope
            .gpu
            .device
            .create_graphics_pipelines(vk::PipelineCache::null(), &[information], None)
    };
    let pipeline = pipelines.map_err(|(_, result)| failed("vkCreateGraphicsPipelines")(result))?[0];
    scope.later(move |device| unsafe { device.destroy_pipeline(pipeline, None) });
    Ok(pipeline)
}

fn vertex_input(
    run: &Render<'_>,
) -> (
    Vec<vk::VertexInputBindingDescription>,
    Vec<vk::VertexInputAttributeDescription>,
) {
    let mut buffers = Vec::new();
    let mut attributes = Vec::new();
    for (binding, buffer) in (0..).zip(run.vertex_buffers) {
        let input_rate = if buffer.per_instance {
            vk::VertexInputRate::INSTANCE
        } else {
            vk::VertexInputRate::VERTEX
        };
        buffers.push(vk::VertexInputBindingDescription {
            binding,
            stride: buffer.stride,
            input_rate,
        });
        attributes.extend(
            buffer
                .attributes
                .iter()
                .map(|attribute| vk::VertexInputAttributeDescription {
                    location: attribute.location,
                    binding,
                    format: attribute.format,
                    offset: attribute.offset,
                }),
        );
    }
    (buffers, attributes)
}
