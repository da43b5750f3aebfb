//! Pictures: what a render pipeline draws, in its variants.

use crate::bindings::{READ_ONLY, READ_WRITE, UNIFORM, buffer_type, entry};
use crate::both::{
    Layout, Render, RenderProgram, Way, bind, both, buffer, bytes, floats, read, read_texture, render, storage, uniform,
};
use crate::gpu::Gpu;
use core::num::NonZeroU32;
use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BufferUsages, ColorTargetState, Features, TextureFormat, VertexFormat,
};

const SIZE: u32 = 64;
const COLOR: TextureFormat = TextureFormat::Rgba8Unorm;

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
fn picture(
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

fn target(format: TextureFormat, blend: Option<wgpu::BlendState>) -> Option<ColorTargetState> {
    Some(ColorTargetState {
        format,
        blend,
        write_mask: wgpu::ColorWrites::ALL,
    })
}

fn depth_state(format: TextureFormat) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format,
        depth_write_enabled: Some(true),
        depth_compare: Some(wgpu::CompareFunction::Less),
        stencil: Default::default(),
        bias: Default::default(),
    }
}

/// Three triangles that overlap, out of the vertex's number.
const TRIANGLES: &str = "
    struct Between { @builtin(position) position: vec4f, @location(0) color: vec4f, @location(1) @interpolate(flat) number: u32 }
    @vertex fn vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Between {
        let angle = f32(vertex % 3u) * 2.1 + f32(instance) * 0.4;
        let depth = 0.2 + 0.25 * f32(instance) + 0.1 * f32(vertex % 3u);
        let at = vec2f(cos(angle), sin(angle)) * (0.9 - 0.1 * f32(instance)) + vec2f(0.1 * f32(instance), 0.0);
        return Between(vec4f(at, depth, 1.0 + 0.2 * f32(vertex)), vec4f(0.2 + 0.3 * f32(vertex), 0.9 - 0.2 * f32(instance), 0.5, 0.6), instance);
    }";

#[test]
fn vertex_buffers_and_instances() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        struct Vertex {
            @location(2) at: vec2f, @location(0) color: vec4f, @location(5) offset: vec2i, @location(7) scale: f32,
            @location(3) tint: vec2f, @builtin(vertex_index) number: u32,
        }
        struct Between { @builtin(position) position: vec4f, @location(3) color: vec4f, @location(1) @interpolate(linear) plain: vec2f }
        @vertex fn vertex(in: Vertex) -> Between {
            let at = in.at * in.scale + vec2f(in.offset) / 8.0;
            return Between(vec4f(at, 0.5, 1.0 + f32(in.number) * 0.3), in.color * vec4f(in.tint, 1.0, 1.0), at);
        }
        @fragment fn fragment(in: Between) -> @location(0) vec4f { return in.color + vec4f(in.plain, 0.0, 0.0) * 0.25; }";
    let vertices = [
        wgpu::VertexAttribute {
            format: VertexFormat::Float32x2,
            offset: 0,
            shader_location: 2,
        },
        wgpu::VertexAttribute {
            format: VertexFormat::Unorm8x4,
            offset: 8,
            shader_location: 0,
        },
        wgpu::VertexAttribute {
            format: VertexFormat::Float16x2,
            offset: 12,
            shader_location: 3,
        },
    ];
    let instances = [
        wgpu::VertexAttribute {
            format: VertexFormat::Sint16x2,
            offset: 0,
            shader_location: 5,
        },
        wgpu::VertexAttribute {
            format: VertexFormat::Float32,
            offset: 4,
            shader_location: 7,
        },
    ];
    let layout = |array_stride, step_mode, attributes| {
        Some(wgpu::VertexBufferLayout {
            array_stride,
            step_mode,
            attributes,
        })
    };
    let buffers = [
        layout(16, wgpu::VertexStepMode::Vertex, &vertices[..]),
        layout(8, wgpu::VertexStepMode::Instance, &instances[..]),
    ];
    let targets = [target(COLOR, None)];
    let program = RenderProgram {
        source,
        buffers: &buffers,
        targets: &targets,
        ..Default::default()
    };
    let mut corners = Vec::new();
    for (at, color) in [
        ([-0.9f32, -0.8], 0xff20_40f0u32),
        ([0.9, -0.7], 0x80f0_1020),
        ([0.8, 0.9], 0xff10_f030),
        ([-0.7, 0.8], 0x40a0_b0c0),
    ] {
        corners.extend(floats(&at));
        corners.extend(bytes(&[color, 0x3800_3c00]));
    }
    let vertices = buffer(gpu, &corners, BufferUsages::VERTEX);
    let words = [
        0x0001_0000,
        0.5f32.to_bits(),
        0xfffc_0003,
        0.25f32.to_bits(),
        0x0004_fffd,
        0.75f32.to_bits(),
    ];
    let instances = buffer(gpu, &bytes(&words), BufferUsages::VERTEX);
    let indices = buffer(
        gpu,
        &bytes(&[0x0001_0000, 0x0000_0002, 0x0003_0002]),
        BufferUsages::INDEX,
    );
    picture(gpu, "vertex buffers, instances, indices", &program, |pass, _| {
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.set_vertex_buffer(1, instances.slice(..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.draw_indexed(0..6, 0, 0..3);
    });
}

#[test]
fn blending() {
    let Some(gpu) = Gpu::all() else { return };
    let source = format!("{TRIANGLES} @fragment fn fragment(in: Between) -> @location(0) vec4f {{ return in.color; }}");
    let component = |src_factor, dst_factor, operation| BlendComponent {
        src_factor,
        dst_factor,
        operation,
    };
    let blends = [
        wgpu::BlendState::ALPHA_BLENDING,
        wgpu::BlendState {
            color: component(BlendFactor::One, BlendFactor::One, BlendOperation::ReverseSubtract),
            alpha: component(BlendFactor::One, BlendFactor::One, BlendOperation::Max),
        },
    ];
    for blend in blends {
        let targets = [target(COLOR, Some(blend))];
        let program = RenderProgram {
            source: &source,
            targets: &targets,
            ..Default::default()
        };
        picture(gpu, "blending", &program, |pass, _| pass.draw(0..3, 0..3));
    }
    if !gpu.has(Features::DUAL_SOURCE_BLENDING, "two sources of blending") {
        return;
    }
    let source = format!(
        "enable dual_source_blending;
        struct Out {{ @location(0) @blend_src(0) color: vec4f, @location(0) @blend_src(1) factor: vec4f }}
        {TRIANGLES} @fragment fn fragment(in: Between) -> Out {{ return Out(in.color, vec4f(in.color.zyx, 0.3)); }}"
    );
    let blend = wgpu::BlendState {
        color: component(BlendFactor::Src1, BlendFactor::OneMinusSrc1, BlendOperation::Add),
        alpha: component(BlendFactor::Src1Alpha, BlendFactor::One, BlendOperation::Add),
    };
    let targets = [target(COLOR, Some(blend))];
    let program = RenderProgram {
        source: &source,
        targets: &targets,
        ..Default::default()
    };
    picture(gpu, "two sources", &program, |pass, _| pass.draw(0..3, 0..3));
}

#[test]
fn several_targets() {
    let Some(gpu) = Gpu::all() else { return };
    let source = format!(
        "struct Out {{ @location(2) number: u32, @location(0) color: vec4f, @location(3) signed: vec2i }}
        {TRIANGLES} @fragment fn fragment(in: Between, @builtin(front_facing) front: bool) -> Out {{
            return Out(in.number * 77u + 5u, select(in.color, in.color.wzyx, front), vec2i(in.position.xy) - 20);
        }}"
    );
    let targets = [
        target(COLOR, None),
        None,
        target(TextureFormat::R32Uint, None),
        target(TextureFormat::Rg16Sint, None),
    ];
    let program = RenderProgram {
        source: &source,
        targets: &targets,
        ..Default::default()
    };
    both(gpu, "several targets", |way| {
        let render = render(gpu, way, &program);
        let canvas = Canvas::new(gpu, &program);
        let views: Vec<_> = canvas
            .colors
            .iter()
            .map(|texture| texture.create_view(&Default::default()))
            .collect();
        let attachment = |view| {
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: Default::default(),
            })
        };
        let mut encoder = gpu.device.wgpu().create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[
                    attachment(&views[0]),
                    None,
                    attachment(&views[1]),
                    attachment(&views[2]),
                ],
                ..Default::default()
            });
            pass.set_pipeline(&render.pipeline);
            pass.draw(0..3, 0..3);
        }
        gpu.queue.submit([encoder.finish()]);
        canvas.read(gpu)
    });
}

#[test]
fn depth() {
    let Some(gpu) = Gpu::all() else { return };
    let outputs = [
        (
            "depth",
            "",
            "@fragment fn fragment(in: Between) -> @location(0) vec4f { return in.color; }",
        ),
        (
            "depth of the shader",
            "struct Out { @location(0) color: vec4f, @builtin(frag_depth) depth: f32 }",
            "@fragment fn fragment(in: Between) -> Out { return Out(in.color, in.color.x * 1.6 - 0.2); }",
        ),
        (
            "early tests",
            "",
            "@fragment @early_depth_test(force) fn fragment(in: Between) -> @location(0) vec4f { return in.color.yxzw; }",
        ),
    ];
    let targets = [target(COLOR, None)];
    for (name, declarations, fragment) in outputs {
        let source = format!("{declarations} {TRIANGLES} {fragment}");
        let program = RenderProgram {
            source: &source,
            depth_stencil: Some(depth_state(TextureFormat::Depth32Float)),
            targets: &targets,
            ..Default::default()
        };
        picture(gpu, name, &program, |pass, _| pass.draw(0..3, 0..3));
        if gpu.has(Features::DEPTH_CLIP_CONTROL, "depths that are clamped") {
            let primitive = wgpu::PrimitiveState {
                unclipped_depth: true,
                ..Default::default()
            };
            let program = RenderProgram { primitive, ..program };
            picture(gpu, &format!("{name}, clamped"), &program, |pass, _| {
                pass.draw(0..3, 0..3)
            });
        }
    }
    // Without a fragment stage.
    let program = RenderProgram {
        source: "@vertex fn vertex(@builtin(vertex_index) i: u32) -> @invariant @builtin(position) vec4f {
            return vec4f(f32(i) - 1.0, f32(i % 2u) - 0.5, 0.3 * f32(i), 1.0);
        }",
        depth_stencil: Some(depth_state(TextureFormat::Depth32Float)),
        ..Default::default()
    };
    picture(gpu, "depth alone", &program, |pass, _| pass.draw(0..3, 0..1));
}

#[test]
fn samples() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        struct Between { @builtin(position) position: vec4f, @location(0) @interpolate(perspective, sample) color: vec4f,
            @location(1) @interpolate(linear, centroid) at: vec2f }
        @vertex fn vertex(@builtin(vertex_index) i: u32) -> Between {
            let at = vec2f(f32(i % 2u) * 1.7 - 0.8, f32(i / 2u) * 1.5 - 0.9);
            return Between(vec4f(at, 0.5, 1.0), vec4f(at, 0.5, 1.0), at);
        }
        struct Out { @location(0) color: vec4f, @builtin(sample_mask) mask: u32 }
        @fragment fn fragment(in: Between, @builtin(sample_index) sample: u32, @builtin(sample_mask) covered: u32) -> Out {
            let color = in.color * f32(sample + 1u) * 0.25 + vec4f(in.at, in.at) * 0.1;
            return Out(color, covered & select(0xfu, 0x6u, in.position.x > 30.0));
        }";
    let targets = [target(COLOR, None)];
    let primitive = wgpu::PrimitiveState {
        topology: wgpu::PrimitiveTopology::TriangleStrip,
        ..Default::default()
    };
    for alpha_to_coverage_enabled in [false, true] {
        let source = match alpha_to_coverage_enabled {
            // The two do not go together.
            true => source
                .replace(", @builtin(sample_mask) mask: u32", "")
                .replace(", covered & select(0xfu, 0x6u, in.position.x > 30.0)", ""),
            false => source.to_owned(),
        };
        let multisample = wgpu::MultisampleState {
            count: 4,
            mask: !0,
            alpha_to_coverage_enabled,
        };
        let program = RenderProgram {
            source: &source,
            primitive,
            multisample,
            targets: &targets,
            ..Default::default()
        };
        picture(
            gpu,
            &format!("samples, alpha to coverage: {alpha_to_coverage_enabled}"),
            &program,
            |pass, _| pass.draw(0..4, 0..1),
        );
    }
}

#[test]
fn discard_and_derivatives() {
    let Some(gpu) = Gpu::all() else { return };
    let source = format!(
        "{TRIANGLES}
        @group(0) @binding(1) var<storage, read_write> hits: array<atomic<u32>, 4>;
        @fragment fn fragment(in: Between) -> @location(0) vec4f {{
            if (u32(in.position.x) + u32(in.position.y)) % 3u == in.number {{ discard; }}
            let width = fwidth(in.color.x) + dpdxFine(in.position.y) + abs(dpdyCoarse(in.color.y));
            atomicAdd(&hits[in.number], 1u);
            return vec4f(width * 4.0, in.color.yzw);
        }}"
    );
    let targets = [target(COLOR, None)];
    let program = RenderProgram {
        source: &source,
        targets: &targets,
        ..Default::default()
    };
    both(gpu, "discard", |way| {
        let render = render(gpu, way, &program);
        let hits = storage(gpu, &[0; 16]);
        let group = bind(gpu, &render.group(0), &[(1, hits.as_entire_binding())]);
        let canvas = Canvas::new(gpu, &program);
        let record = |pass: &mut wgpu::RenderPass<'_>| {
            pass.set_pipeline(&render.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..3);
        };
        canvas.draw(gpu, record, None);
        [canvas.read(gpu), read(gpu, &hits)].concat()
    });
}

#[test]
fn points_and_lines() {
    let Some(gpu) = Gpu::all() else { return };
    let source = format!("{TRIANGLES} @fragment fn fragment(in: Between) -> @location(0) vec4f {{ return in.color; }}");
    let targets = [target(COLOR, None)];
    let topologies = [
        wgpu::PrimitiveTopology::PointList,
        wgpu::PrimitiveTopology::LineList,
        wgpu::PrimitiveTopology::LineStrip,
    ];
    for topology in topologies {
        let primitive = wgpu::PrimitiveState {
            topology,
            ..Default::default()
        };
        let program = RenderProgram {
            source: &source,
            primitive,
            targets: &targets,
            ..Default::default()
        };
        picture(gpu, &format!("{topology:?}"), &program, |pass, _| pass.draw(0..6, 0..3));
    }
    if gpu.has(Features::POLYGON_MODE_LINE, "triangles as lines") {
        let primitive = wgpu::PrimitiveState {
            polygon_mode: wgpu::PolygonMode::Line,
            cull_mode: Some(wgpu::Face::Back),
            front_face: wgpu::FrontFace::Cw,
            ..Default::default()
        };
        let program = RenderProgram {
            source: &source,
            primitive,
            targets: &targets,
            ..Default::default()
        };
        let draw = |pass: &mut wgpu::RenderPass<'_>, _: &Render| {
            pass.set_viewport(4.0, 2.0, 50.0, 60.0, 0.1, 0.9);
            pass.draw(0..3, 0..3);
        };
        let flipped = source.replace("sin(angle)", "-sin(angle)");
        picture(
            gpu,
            "triangles as lines",
            &RenderProgram {
                source: &flipped,
                ..program.clone()
            },
            draw,
        );
    }
}

#[test]
fn indirect_draws() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::INDIRECT_FIRST_INSTANCE, "indirect draws of later instances") {
        return;
    }
    let source = format!("{TRIANGLES} @fragment fn fragment(in: Between) -> @location(0) vec4f {{ return in.color; }}");
    let targets = [target(COLOR, None)];
    let program = RenderProgram {
        source: &source,
        targets: &targets,
        ..Default::default()
    };
    let calls = buffer(gpu, &bytes(&[3, 1, 0, 0, 3, 2, 1, 1]), BufferUsages::INDIRECT);
    picture(gpu, "indirect draws", &program, |pass, _| {
        pass.draw_indirect(&calls, 16);
        pass.multi_draw_indirect(&calls, 0, 2);
    });
    if gpu.has(Features::SHADER_DRAW_INDEX, "the number of a draw") {
        let source = format!("enable draw_index; {source}")
            .replace(
                "@builtin(vertex_index) vertex: u32",
                "@builtin(vertex_index) vertex: u32, @builtin(draw_index) call: u32",
            )
            .replace("0.5, 0.6)", "f32(call) * 0.7, 0.6)");
        let program = RenderProgram {
            source: &source,
            ..program
        };
        picture(gpu, "the number of a draw", &program, |pass, _| {
            pass.multi_draw_indirect(&calls, 0, 2)
        });
    }
}

#[test]
fn bindings_of_two_stages() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        struct Push { at: vec2f, scale: f32, tint: f32 }
        var<immediate> push: Push;
        struct Light { color: vec3f, power: f32, turn: mat2x2f }
        @group(1) @binding(6) var<uniform> light: Light;
        @group(0) @binding(3) var<storage, read> corners: array<vec2f>;
        @group(0) @binding(9) var<storage, read_write> seen: array<atomic<u32>, 4>;
        @vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
            return vec4f(light.turn * corners[i] * push.scale + push.at, 0.5, 1.0);
        }
        override gain: f32 = 1.0;
        @fragment fn fragment(@builtin(position) at: vec4f) -> @location(0) vec4f {
            atomicAdd(&seen[u32(at.x) / 16u], 1u);
            return vec4f(light.color * light.power * gain, push.tint);
        }";
    let visible = |visibility, entry| wgpu::BindGroupLayoutEntry { visibility, ..entry };
    let (vertex, fragment) = (wgpu::ShaderStages::VERTEX, wgpu::ShaderStages::FRAGMENT);
    let first = [
        visible(fragment, entry(9, buffer_type(READ_WRITE))),
        visible(vertex, entry(3, buffer_type(READ_ONLY))),
        visible(vertex, entry(4, buffer_type(UNIFORM))),
    ];
    let second = [
        visible(fragment, entry(1, buffer_type(UNIFORM))),
        entry(6, buffer_type(UNIFORM)),
    ];
    let targets = [target(COLOR, None)];
    for is_stated in [true, false] {
        let layout = Layout {
            groups: &[&first, &second],
            immediate_size: 32,
        };
        let program = RenderProgram {
            source,
            constants: &[("gain", 0.5)],
            layout: is_stated.then_some(layout),
            targets: &targets,
            ..Default::default()
        };
        both(
            gpu,
            &format!("bindings of two stages, stated: {is_stated}"),
            |way: Way| {
                let render = render(gpu, way, &program);
                let corners = storage(gpu, &floats(&[-0.9, -0.8, 0.8, -0.5, 0.1, 0.9]));
                let seen = storage(gpu, &[0; 16]);
                let light = uniform(gpu, &floats(&[0.9, 0.6, 0.3, 1.5, 0.8, 0.6, -0.6, 0.8]));
                let mut of_first = vec![(3, corners.as_entire_binding()), (9, seen.as_entire_binding())];
                let mut of_second = vec![(6, light.as_entire_binding())];
                if is_stated {
                    of_first.push((4, light.as_entire_binding()));
                    of_second.push((1, light.as_entire_binding()));
                }
                let groups = [
                    bind(gpu, &render.group(0), &of_first),
                    bind(gpu, &render.group(1), &of_second),
                ];
                let canvas = Canvas::new(gpu, &program);
                let record = |pass: &mut wgpu::RenderPass<'_>| {
                    pass.set_pipeline(&render.pipeline);
                    pass.set_bind_group(0, &groups[0], &[]);
                    pass.set_bind_group(1, &groups[1], &[]);
                    for (at, tint) in [([0.1f32, 0.2], 0.25f32), ([-0.3, 0.0], 0.75)] {
                        pass.set_immediates(0, &floats(&[at[0], at[1], 0.8, tint]));
                        pass.draw(0..3, 0..1);
                    }
                };
                canvas.draw(gpu, record, None);
                [canvas.read(gpu), read(gpu, &seen)].concat()
            },
        );
    }
}

#[test]
fn built_ins() {
    let Some(gpu) = Gpu::all() else { return };
    let targets = [target(COLOR, None)];
    if gpu.has(Features::PRIMITIVE_INDEX, "primitive indices") {
        let source = format!(
            "enable primitive_index; {TRIANGLES} @fragment fn fragment(in: Between, @builtin(primitive_index) primitive: u32) -> @location(0) vec4f {{
                return vec4f(in.color.xy, f32(primitive) * 0.4, 1.0);
            }}"
        );
        let program = RenderProgram {
            source: &source,
            targets: &targets,
            ..Default::default()
        };
        picture(gpu, "primitive indices", &program, |pass, _| pass.draw(0..9, 0..1));
    }
    if gpu.has(Features::CLIP_DISTANCES, "clip distances") {
        let source = "
            enable clip_distances;
            struct Between { @builtin(position) position: vec4f, @builtin(clip_distances) clip: array<f32, 2>, @location(0) at: vec2f }
            @vertex fn vertex(@builtin(vertex_index) i: u32) -> Between {
                let at = vec2f(f32(i % 2u) * 4.0 - 1.0, f32(i / 2u) * 4.0 - 1.0);
                return Between(vec4f(at, 0.5, 1.0), array<f32, 2>(at.x + 0.5, 0.4 - at.y), at);
            }
            @fragment fn fragment(@location(0) at: vec2f) -> @location(0) vec4f { return vec4f(at * 0.5 + 0.5, 0.0, 1.0); }";
        let program = RenderProgram {
            source,
            targets: &targets,
            ..Default::default()
        };
        picture(gpu, "clip distances", &program, |pass, _| pass.draw(0..3, 0..1));
    }
    if gpu.has(Features::SHADER_BARYCENTRICS, "barycentric coordinates") {
        let source = format!(
            "{TRIANGLES} @fragment fn fragment(in: Between, @builtin(barycentric) at: vec3f) -> @location(0) vec4f {{ return vec4f(at, 1.0); }}"
        );
        let program = RenderProgram {
            source: &source,
            targets: &targets,
            ..Default::default()
        };
        picture(gpu, "barycentric coordinates", &program, |pass, _| {
            pass.draw(0..3, 0..3)
        });
    }
    if gpu.has(Features::SHADER_F16, "halves between stages") {
        let source = "
            enable f16;
            struct Between { @builtin(position) position: vec4f, @location(0) color: vec4h, @location(1) @interpolate(flat) number: f16 }
            @vertex fn vertex(@builtin(vertex_index) i: u32) -> Between {
                let at = vec2f(f32(i % 2u) * 2.0 - 1.0, f32(i / 2u) * 2.0 - 1.0);
                return Between(vec4f(at, 0.5, 1.0), vec4h(vec2h(at) * 0.5h + 0.5h, 0.25h, 1.0h), f16(i) * 0.25h + 0.125h);
            }
            @fragment fn fragment(in: Between) -> @location(0) vec4f { return vec4f(vec4h(in.color.xy, in.number, 1.0h)); }";
        let program = RenderProgram {
            source,
            targets: &targets,
            ..Default::default()
        };
        picture(gpu, "halves between stages", &program, |pass, _| pass.draw(0..3, 0..1));
    }
}

#[test]
fn several_views() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::MULTIVIEW, "several views") {
        return;
    }
    let source = "
        @vertex fn vertex(@builtin(vertex_index) i: u32, @builtin(view_index) view: i32) -> @builtin(position) vec4f {
            return vec4f(f32(i % 2u) * 2.0 - 1.0 + f32(view) * 0.3, f32(i / 2u) * 1.5 - 1.0, 0.5, 1.0);
        }
        @fragment fn fragment(@builtin(view_index) view: i32) -> @location(0) vec4f {
            return vec4f(0.2 + 0.4 * f32(view), 0.7, 0.1, 1.0);
        }";
    let source = source.replace("view: i32", "view: u32");
    let targets = [target(COLOR, None)];
    let program = RenderProgram {
        source: &source,
        targets: &targets,
        multiview_mask: NonZeroU32::new(0b11),
        ..Default::default()
    };
    picture(gpu, "several views", &program, |pass, _| pass.draw(0..3, 0..1));
}
