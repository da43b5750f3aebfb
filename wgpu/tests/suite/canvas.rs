//! What render pipelines draw to, and the triangles that most of them draw.

use crate::both::{Render, RenderProgram, both, read_texture, render};
use crate::gpu::Gpu;
use core::num::NonZeroU32;
use wgpu::{ColorTargetState, TextureFormat};

const SIZE: u32 = 64;
pub const COLOR: TextureFormat = TextureFormat::Rgba8Unorm;

/// What a pass draws to.
pub struct Canvas {
    pub colors: Vec<wgpu::Texture>,
    resolved: Option<wgpu::Texture>,
    depth: Option<wgpu::Texture>,
    layers: u32,
}

impl Canvas {
    pub fn new(gpu: &Gpu, program: &RenderProgram<'_>) -> Self {
        let views = program.multiview_mask.map_or(1, |mask| 32 - mask.leading_zeros());
        let texture = |format, samples| {
            gpu.device.wgpu().create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d {
                    width: SIZE,
                    height: SIZE,
                    depth_or_array_layers: views,
                },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: match samples {
                    1 => wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                    _ => wgpu::TextureUsages::RENDER_ATTACHMENT,
                },
                view_formats: &[],
            })
        };
        let samples = program.multisample.count;
        Self {
            colors: program
                .targets
                .iter()
                .flatten()
                .map(|target| texture(target.format, samples))
                .collect(),
            resolved: (samples > 1).then(|| texture(program.targets[0].as_ref().unwrap().format, 1)),
            depth: program
                .depth_stencil
                .as_ref()
                .map(|state| texture(state.format, samples)),
            layers: views,
        }
    }

    pub fn draw(&self, gpu: &Gpu, record: impl FnOnce(&mut wgpu::RenderPass<'_>), multiview_mask: Option<NonZeroU32>) {
        let descriptor = wgpu::TextureViewDescriptor {
            dimension: Some(match self.layers {
                1 => wgpu::TextureViewDimension::D2,
                _ => wgpu::TextureViewDimension::D2Array,
            }),
            ..Default::default()
        };
        let view = |texture: &wgpu::Texture| texture.create_view(&descriptor);
        let colors: Vec<_> = self.colors.iter().map(view).collect();
        let resolved = self.resolved.as_ref().map(view);
        let depth = self.depth.as_ref().map(view);
        let color_attachments: Vec<_> = colors
            .iter()
            .enumerate()
            .map(|(index, view)| {
                Some(wgpu::RenderPassColorAttachment {
                    view,
                    depth_slice: None,
                    resolve_target: resolved.as_ref().filter(|_| index == 0),
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color {
                            r: 0.1,
                            g: 0.2,
                            b: 0.3,
                            a: 0.4,
                        }),
                        store: wgpu::StoreOp::Store,
                    },
                })
            })
            .collect();
        let mut encoder = gpu.device.wgpu().create_command_encoder(&Default::default());
        record(&mut encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: None,
            color_attachments: &color_attachments,
            depth_stencil_attachment: depth.as_ref().map(|view| wgpu::RenderPassDepthStencilAttachment {
                view,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.6),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask,
        }));
        gpu.queue.submit([encoder.finish()]);
    }

    pub fn read(&self, gpu: &Gpu) -> Vec<u8> {
        let resolved = self.resolved.as_ref();
        let single = self.colors.iter().filter(|_| resolved.is_none());
        let depth = self
            .depth
            .iter()
            .filter(|depth| depth.format() == TextureFormat::Depth32Float && resolved.is_none());
        resolved
            .into_iter()
            .chain(single)
            .chain(depth)
            .flat_map(|texture| read_texture(gpu, texture))
            .collect()
    }
}

/// Draws with a pipeline made either way.
pub fn picture(
    gpu: &Gpu,
    name: &str,
    program: &RenderProgram<'_>,
    record: impl Fn(&mut wgpu::RenderPass<'_>, &Render),
) -> Vec<u8> {
    both(gpu, name, |way| {
        let render = render(gpu, way, program);
        let canvas = Canvas::new(gpu, program);
        let record = |pass: &mut wgpu::RenderPass<'_>| {
            pass.set_pipeline(&render.pipeline);
            record(pass, &render);
        };
        canvas.draw(gpu, record, program.multiview_mask);
        canvas.read(gpu)
    })
}

pub fn target(format: TextureFormat, blend: Option<wgpu::BlendState>) -> Option<ColorTargetState> {
    Some(ColorTargetState {
        format,
        blend,
        write_mask: wgpu::ColorWrites::ALL,
    })
}

pub fn depth_state(format: TextureFormat) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format,
        depth_write_enabled: Some(true),
        depth_compare: Some(wgpu::CompareFunction::Less),
        stencil: Default::default(),
        bias: Default::default(),
    }
}

/// Three triangles that overlap, out of the vertex's number.
pub const TRIANGLES: &str = "
    struct Between { @builtin(position) position: vec4f, @location(0) color: vec4f, @location(1) @interpolate(flat) number: u32 }
    @vertex fn vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Between {
        let angle = f32(vertex % 3u) * 2.1 + f32(instance) * 0.4;
        let depth = 0.2 + 0.25 * f32(instance) + 0.1 * f32(vertex % 3u);
        let at = vec2f(cos(angle), sin(angle)) * (0.9 - 0.1 * f32(instance)) + vec2f(0.1 * f32(instance), 0.0);
        return Between(vec4f(at, depth, 1.0 + 0.2 * f32(vertex)), vec4f(0.2 + 0.3 * f32(vertex), 0.9 - 0.2 * f32(instance), 0.5, 0.6), instance);
    }";
