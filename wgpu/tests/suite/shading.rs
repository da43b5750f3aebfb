//! Pictures: what shaders of a render pipeline take and give: resources of two stages, built-in values, views, derivatives.

use crate::bindings::{READ_ONLY, READ_WRITE, UNIFORM, buffer_type, entry};
use crate::both::{Layout, RenderProgram, Way, bind, both, floats, read, render, storage, uniform};
use crate::canvas::{COLOR, Canvas, TRIANGLES, picture, target};
use crate::gpu::Gpu;
use core::num::NonZeroU32;
use wgpu::Features;

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
