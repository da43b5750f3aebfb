//! Pictures: what a render pipeline draws, by its fixed functions.

use crate::both::{Render, RenderProgram, both, buffer, bytes, floats, render};
use crate::canvas::{COLOR, Canvas, TRIANGLES, depth_state, picture, target};
use crate::gpu::Gpu;
use wgpu::{BlendComponent, BlendFactor, BlendOperation, BufferUsages, Features, TextureFormat, VertexFormat};

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
