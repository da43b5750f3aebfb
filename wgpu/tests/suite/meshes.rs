//! Mesh and task shaders.

use crate::both::{RenderProgram, bind, both, floats, render, storage, uniform};
use crate::canvas::Canvas;
use crate::gpu::Gpu;
use wgpu::Features;

fn mesh_picture(gpu: &Gpu, name: &str, source: &str, topology: wgpu::PrimitiveTopology, groups: [u32; 3]) {
    let targets = [Some(wgpu::ColorTargetState {
        format: wgpu::TextureFormat::Rgba8Unorm,
        blend: Some(wgpu::BlendState::ALPHA_BLENDING),
        write_mask: wgpu::ColorWrites::ALL,
    })];
    let primitive = wgpu::PrimitiveState {
        topology,
        ..Default::default()
    };
    let program = RenderProgram {
        source,
        primitive,
        targets: &targets,
        mesh: true,
        ..Default::default()
    };
    both(gpu, name, |way| {
        let render = render(gpu, way, &program);
        let colors = storage(
            gpu,
            &floats(&[
                0.9, 0.3, 0.1, 0.8, 0.2, 0.9, 0.4, 0.6, 0.1, 0.2, 0.9, 0.7, 0.8, 0.8, 0.2, 0.5,
            ]),
        );
        let turn = uniform(gpu, &floats(&[0.8, 0.6, -0.6, 0.8]));
        let mut resources = vec![(1, colors.as_entire_binding())];
        if source.contains("@binding(3)") {
            resources.push((3, turn.as_entire_binding()));
        }
        let group = bind(gpu, &render.group(0), &resources);
        let canvas = Canvas::new(gpu, &program);
        let record = |pass: &mut wgpu::RenderPass<'_>| {
            pass.set_pipeline(&render.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw_mesh_tasks(groups[0], groups[1], groups[2]);
        };
        canvas.draw(gpu, record, None);
        canvas.read(gpu)
    });
}

const TYPES: &str = "
    enable wgpu_mesh_shader;
    struct Vertex { @builtin(position) position: vec4f, @location(0) color: vec4f }
    struct Between { @location(0) color: vec4f, @location(1) @per_primitive shade: f32 }
    @group(0) @binding(1) var<storage, read> colors: array<vec4f, 4>;
    @fragment fn fragment(in: Between) -> @location(0) vec4f { return in.color * in.shade; }";

#[test]
fn meshes() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::EXPERIMENTAL_MESH_SHADER, "mesh shaders") {
        return;
    }
    // Each invocation writes the vertex and the triangle of its own number: outputs are written where they are stored.
    let direct = format!(
        "{TYPES}
        struct Triangle {{ @builtin(triangle_indices) corners: vec3u, @builtin(cull_primitive) cull: bool, @location(1) @per_primitive shade: f32 }}
        struct Mesh {{
            @builtin(vertices) vertices: array<Vertex, 4>, @builtin(primitives) primitives: array<Triangle, 2>,
            @builtin(vertex_count) vertex_count: u32, @builtin(primitive_count) primitive_count: u32,
        }}
        var<workgroup> mesh: Mesh;
        @mesh(mesh) @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {{
            mesh.vertex_count = 4u;
            mesh.primitive_count = 2u;
            let at = vec2f(f32(i % 2u), f32(i / 2u)) * 0.9 - vec2f(0.9 - 0.6 * f32(group.x), 0.7 - 0.4 * f32(group.y));
            mesh.vertices[i] = Vertex(vec4f(at, 0.5, 1.0), colors[(i + group.x) % 4u]);
            if i < 2u {{ mesh.primitives[i] = Triangle(vec3u(i, i + 1u, i + 2u), i == 1u && group.x == 1u, 0.6 + 0.3 * f32(i)); }}
        }}"
    );
    let triangles = wgpu::PrimitiveTopology::TriangleList;
    mesh_picture(gpu, "a mesh", &direct, triangles, [2, 2, 1]);
    // The counts are computed and elements are written by any invocation.
    let staged = direct
        .replace(
            "mesh.vertex_count = 4u;",
            "if i == 3u { mesh.vertex_count = 3u + group.y; }",
        )
        .replace(
            "mesh.primitive_count = 2u;",
            "if i == 3u { mesh.primitive_count = 1u + group.y; }",
        )
        .replace("mesh.vertices[i] =", "mesh.vertices[3u - i] =");
    assert_ne!(direct, staged);
    mesh_picture(gpu, "a staged mesh", &staged, triangles, [2, 2, 1]);
    let lines = direct
        .replace(
            "@builtin(triangle_indices) corners: vec3u",
            "@builtin(line_indices) corners: vec2u",
        )
        .replace("vec3u(i, i + 1u, i + 2u)", "vec2u(i, i + 2u)");
    mesh_picture(
        gpu,
        "a mesh of lines",
        &lines,
        wgpu::PrimitiveTopology::LineList,
        [2, 1, 1],
    );
}

#[test]
fn tasks() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::EXPERIMENTAL_MESH_SHADER, "task shaders") {
        return;
    }
    let source = format!(
        "{TYPES}
        struct Payload {{ offset: vec2f, picked: array<u32, 4>, scale: f32 }}
        var<task_payload> payload: Payload;
        @group(0) @binding(3) var<uniform> turn: mat2x2f;
        var<workgroup> total: atomic<u32>;
        @task @payload(payload) @workgroup_size(4)
        fn task(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) -> @builtin(mesh_task_size) vec3u {{
            // Mesa 25.0 does not zero the workgroup memory of tasks.
            if i == 0u {{ atomicStore(&total, 0u); }}
            workgroupBarrier();
            atomicAdd(&total, i);
            payload.picked[i] = (i + group.x) % 4u;
            workgroupBarrier();
            if i == 0u {{
                payload.offset = turn * vec2f(0.5 * f32(group.x) - 0.4, 0.2);
                payload.scale = f32(atomicLoad(&total)) / 10.0;
            }}
            return vec3u(2u, 1u + group.x, 1u);
        }}
        struct Triangle {{ @builtin(triangle_indices) corners: vec3u, @location(1) @per_primitive shade: f32 }}
        struct Mesh {{
            @builtin(vertices) vertices: array<Vertex, 3>, @builtin(primitives) primitives: array<Triangle, 1>,
            @builtin(vertex_count) vertex_count: u32, @builtin(primitive_count) primitive_count: u32,
        }}
        var<workgroup> mesh: Mesh;
        @mesh(mesh) @payload(payload) @workgroup_size(3)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {{
            mesh.vertex_count = 3u;
            mesh.primitive_count = 1u;
            let angle = f32(i) * 2.1 + f32(group.x);
            let at = turn * vec2f(cos(angle), sin(angle)) * payload.scale * 0.6 + payload.offset + vec2f(0.0, 0.3 * f32(group.y));
            mesh.vertices[i] = Vertex(vec4f(at, 0.5, 1.0), colors[payload.picked[i]]);
            if i == 0u {{ mesh.primitives[0] = Triangle(vec3u(0u, 1u, 2u), 0.8); }}
        }}"
    );
    mesh_picture(gpu, "tasks", &source, wgpu::PrimitiveTopology::TriangleList, [2, 1, 1]);
}
