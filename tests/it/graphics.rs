//! Tests of features that only graphics stages have, drawn on a driver and compared with the expected pixels: views,
//! distances, samples, blending sources, depths, numbers of draws, interpolation.
//!
//! `coverage/not_executed.tsv` lists the constructs that no test executes, with the reason. lavapipe (Mesa 25.0) also lacks
//! the following, so another form of the same constructs is executed:
//!
//! * quad operations outside fragment and compute shaders: no `subgroupQuadOperationsInAllStages`;
//! * 16-bit inputs and outputs: no `storageInputOutput16`; they are executed as 32-bit ones.

mod between;
mod discard;
mod fragments;

use spirula::check::driver::shapes;
use spirula::target::{Workaround, Workarounds};

use crate::common::setup::asked_workarounds;
use crate::common::vulkan::{
    Attribute, Binding, Color, Extras, Gpu, Pixels, Render, Resource, Stage, VertexBuffer, gpu, vk,
};
use crate::common::{backends, parse, root, validate};

/// A triangle that covers all pixels; `extra` declares further members of `Varying`.
fn covering(outputs: &str, values: &str) -> String {
    format!(
        "struct Varying {{ @builtin(position) position: vec4<f32>, {outputs} }}
fn corner(index: u32) -> vec2<f32> {{ return vec2(f32(index % 2u) * 4.0 - 1.0, f32(index / 2u) * 4.0 - 1.0); }}
@vertex fn vs(@builtin(vertex_index) index: u32) -> Varying {{
    let at = corner(index);
    return Varying(vec4(at, 0.5, 1.0), {values});
}}
"
    )
}

/// The settings of a draw.
struct Draw<'a> {
    vertices: u32,
    instances: u32,
    size: [u32; 2],
    colors: &'a [Color],
    depth: bool,
    bindings: &'a [Binding],
    buffers: &'a [VertexBuffer],
    topology: vk::PrimitiveTopology,
    extras: Extras,
}

const FLOATS: Color = Color {
    format: vk::Format::R32G32B32A32_SFLOAT,
    clear: [9.0; 4],
};

impl Default for Draw<'_> {
    fn default() -> Self {
        Self {
            vertices: 3,
            instances: 1,
            size: [4, 4],
            colors: &[FLOATS],
            depth: false,
            bindings: &[],
            buffers: &[],
            topology: vk::PrimitiveTopology::TRIANGLE_LIST,
            extras: Extras::default(),
        }
    }
}

impl Draw<'_> {
    /// Draws with the words of both stages.
    fn run(&self, gpu: &Gpu, vertex: (&[u32], &str), fragment: (&[u32], &str)) -> Pixels {
        let stage = |(words, entry_point)| Stage { words, entry_point };
        let run = Render {
            vertex: stage(vertex),
            fragment: Some(stage(fragment)),
            bindings: self.bindings,
            push_constants: &[],
            constants: &[],
            vertex_buffers: self.buffers,
            topology: self.topology,
            vertices: self.vertices,
            instances: self.instances,
            size: self.size,
            colors: self.colors,
            depth: self.depth,
        };
        gpu.render_with(&run, self.extras)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Draws the stages `vs` and `fs` of one shader, at every target that the device supports.
    fn wgsl(&self, gpu: &Gpu, source: &str, judge: impl Fn(&Pixels)) {
        let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        let newest = gpu.newest_target();
        for target in validate::VULKAN
            .into_iter()
            .filter(|target| ("vulkan1.1"..=newest).contains(target))
        {
            let words = |entry: &str| {
                backends::spirula(&shader, &backends::options_for(target, entry))
                    .unwrap_or_else(|error| panic!("{target}: {error}"))
            };
            judge(&self.run(gpu, (&words("vs"), "vs"), (&words("fs"), "fs")));
        }
    }

    /// As `wgsl`, for a shader with 16-bit inputs and outputs: with that width if the device supports it, and widened.
    fn wgsl_narrow(&self, gpu: &Gpu, source: &str, judge: impl Fn(&Pixels)) {
        let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
        let has = gpu.features.vulkan11.storage_input_output16 == vk::TRUE;
        for with in [false, true].into_iter().take(1 + usize::from(has)) {
            let words = |entry: &str| {
                let mut options = backends::options_for(gpu.newest_target(), entry);
                if !with {
                    options.target = options.target.disable(spirula::Feature::StorageInputOutput16);
                }
                backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{error}"))
            };
            judge(&self.run(gpu, (&words("vs"), "vs"), (&words("fs"), "fs")));
        }
    }
}

/// The first color attachment as four floats for each pixel.
fn floats(pixels: &Pixels) -> Vec<[f32; 4]> {
    let floats: Vec<f32> = numbers(&pixels.colors[0]).into_iter().map(f32::from_bits).collect();
    floats.chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect()
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
        .collect()
}

fn counters(words: usize) -> [Binding; 1] {
    [Binding {
        set: 0,
        binding: 0,
        resource: Resource::Storage(vec![0; words * 4]),
    }]
}

#[test]
fn views_are_numbered_in_both_stages() {
    let Some(gpu) = gpu() else { return };
    let source = "struct Varying { @builtin(position) position: vec4<f32>, @location(0) @interpolate(flat) view: u32 }
@vertex fn vs(@builtin(vertex_index) index: u32, @builtin(view_index) view: u32) -> Varying {
    let at = vec2(f32(index % 2u) * 4.0 - 1.0, f32(index / 2u) * 4.0 - 1.0);
    return Varying(vec4(at, 0.0, 1.0), view);
}
@fragment fn fs(in: Varying, @builtin(view_index) view: u32) -> @location(0) vec4<f32> {
    return vec4(f32(in.view), f32(view) * 10.0, 0.0, 1.0);
}";
    let draw = Draw {
        extras: Extras {
            views: 3,
            ..Extras::default()
        },
        ..Draw::default()
    };
    draw.wgsl(&gpu, source, |pixels| {
        let pixels = floats(pixels);
        assert_eq!(pixels.len(), 3 * 16);
        for (view, layer) in pixels.chunks_exact(16).enumerate() {
            assert_eq!(layer, [[view as f32, view as f32 * 10.0, 0.0, 1.0]; 16]);
        }
    });
}

#[test]
fn what_is_clipped_is_not_drawn() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "enable clip_distances;
{}
@fragment fn fs() -> @location(0) vec4<f32> {{ return vec4(1.0); }}",
        // Kept where x is at least 0 and y at most 0.
        covering(
            "@builtin(clip_distances) distances: array<f32, 2>",
            "array<f32, 2>(at.x, -at.y)"
        )
    );
    Draw::default().wgsl(&gpu, &source, |pixels| {
        for (at, pixel) in floats(pixels).into_iter().enumerate() {
            let kept = at % 4 >= 2 && at / 4 < 2;
            assert_eq!(pixel, if kept { [1.0; 4] } else { FLOATS.clear }, "{at}");
        }
    });
}

/// The case of `snapshots`: a triangle is culled if the third distance of all corners is negative, which is `y`; the
/// size of points is `y`.
#[test]
fn culled_triangles_and_points_of_a_size() {
    let Some(gpu) = gpu() else { return };
    let case = root("snapshots/interfaces/cull_distances.spvasm");
    let shader = parse::file(&case).unwrap_or_else(|error| panic!("{error}"));
    let fragment = "@fragment fn fs() -> @location(0) vec4<f32> { return vec4(1.0); }";
    let fragment = parse::wgsl(fragment, "fs").unwrap_or_else(|error| panic!("{error}"));
    let target = gpu.newest_target();
    let vertex = backends::spirula(&shader, &backends::options(target)).unwrap();
    let fragment = backends::spirula(&fragment, &backends::options(target)).unwrap();
    let buffer = |corners: &[[f32; 4]]| VertexBuffer {
        stride: 16,
        attributes: vec![Attribute {
            location: 0,
            format: vk::Format::R32G32B32A32_SFLOAT,
            offset: 0,
        }],
        bytes: corners.iter().flatten().flat_map(|x| x.to_ne_bytes()).collect(),
        per_instance: false,
    };
    // The distance in x is a clip distance, by which everything is kept.
    for (lowest, drawn) in [(0.0, true), (-1.0, true), (-8.0, false)] {
        let corners = [
            [0.0, lowest, 0.5, 1.0],
            [4.0, lowest, 0.5, 1.0],
            [0.0, lowest + 7.0, 0.5, 1.0],
        ];
        let draw = Draw {
            buffers: &[buffer(&corners)],
            ..Draw::default()
        };
        let pixels = floats(&draw.run(&gpu, (&vertex, "main"), (&fragment, "fs")));
        assert_eq!(pixels.contains(&[1.0; 4]), drawn, "{lowest}");
    }
    // A point with a size of two pixels in the middle of a picture of eight pixels: at y = 2 / w.
    let draw = Draw {
        vertices: 1,
        size: [8, 8],
        buffers: &[buffer(&[[0.0, 2.0, 4.0, 8.0]])],
        topology: vk::PrimitiveTopology::POINT_LIST,
        ..Draw::default()
    };
    let pixels = floats(&draw.run(&gpu, (&vertex, "main"), (&fragment, "fs")));
    let drawn: Vec<usize> = (0..64).filter(|at| pixels[*at] == [1.0; 4]).collect();
    // The point's centre is at x = 4, y = (2/8 + 1) * 4 = 5: pixels 3 and 4 of rows 4 and 5.
    assert_eq!(drawn, [35, 36, 43, 44]);
}

#[test]
fn every_sample_is_shaded_and_masked() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> seen: array<atomic<u32>, 3>;
{}
@fragment fn fs(in: Varying, @builtin(sample_index) sample: u32, @builtin(sample_mask) mask: u32) {{
    atomicAdd(&seen[0], 1u);
    atomicOr(&seen[1], 1u << sample);
    if mask != 1u << sample {{ atomicAdd(&seen[2], 1u); }}
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    let bindings = counters(3);
    let draw = Draw {
        colors: &[],
        bindings: &bindings,
        extras: Extras {
            multisampled: true,
            ..Extras::default()
        },
        ..Draw::default()
    };
    // Four samples of sixteen pixels are shaded separately, each covering only itself.
    draw.wgsl(&gpu, &source, |pixels| {
        assert_eq!(numbers(&pixels.storage[0]), [64, 15, 0])
    });
}

#[test]
fn a_second_source_scales_the_first() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "enable dual_source_blending;
{}
struct Out {{ @location(0) @blend_src(0) one: vec4<f32>, @location(0) @blend_src(1) other: vec4<f32> }}
@fragment fn fs() -> Out {{ return Out(vec4(1.0, 0.5, 0.25, 1.0), vec4(0.5, 0.5, 1.0, 0.125)); }}",
        covering("@location(0) unused: f32", "0.0")
    );
    let extras = Extras {
        second_source: true,
        ..Extras::default()
    };
    Draw {
        extras,
        ..Draw::default()
    }
    .wgsl(&gpu, &source, |pixels| {
        assert_eq!(floats(pixels), [[0.5, 0.25, 0.25, 0.125]; 16]);
    });
}

#[test]
fn depths_are_written_under_every_promise() {
    let Some(gpu) = gpu() else { return };
    // The triangle is at depth 0.5. The shader keeps its promise.
    for (promise, depth) in [
        ("", 0.75),
        ("@early_depth_test(greater_equal)", 0.75),
        ("@early_depth_test(less_equal)", 0.25),
        ("@early_depth_test(unchanged)", 0.5),
    ] {
        let source = format!(
            "{}
@fragment {promise} fn fs() -> @builtin(frag_depth) f32 {{ return {depth:?}; }}",
            covering("@location(0) unused: f32", "0.0")
        );
        Draw {
            colors: &[],
            depth: true,
            ..Draw::default()
        }
        .wgsl(&gpu, &source, |pixels| {
            let depths: Vec<f32> = numbers(pixels.depth.as_ref().unwrap())
                .into_iter()
                .map(f32::from_bits)
                .collect();
            assert_eq!(depths, [depth; 16], "{promise}");
        });
    }
}

#[test]
fn forced_tests_come_before_the_shader() {
    let Some(gpu) = gpu() else { return };
    for (test, runs) in [("@early_depth_test(force)", false), ("", true)] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> runs: atomic<u32>;
{}
@fragment {test} fn fs() {{ atomicAdd(&runs, 1u); }}",
            // At the far end of the depth range, where the depth test fails.
            covering("@location(0) unused: f32", "0.0").replace("vec4(at, 0.5, 1.0)", "vec4(at, 1.0, 1.0)")
        );
        let bindings = counters(1);
        Draw {
            colors: &[],
            depth: true,
            bindings: &bindings,
            ..Draw::default()
        }
        .wgsl(&gpu, &source, |pixels| {
            let counted = numbers(&pixels.storage[0])[0];
            assert_eq!(counted, if runs { 16 } else { 0 }, "{test}");
        });
    }
}

#[test]
fn draws_vertices_and_instances_are_numbered() {
    let Some(gpu) = gpu() else { return };
    let source = "enable draw_index;
@group(0) @binding(0) var<storage, read_write> seen: array<atomic<u32>, 8>;
@vertex fn vs(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32, @builtin(draw_index) draw: u32)
    -> @builtin(position) vec4<f32> {
    atomicOr(&seen[draw], 1u << vertex);
    atomicOr(&seen[4u + draw], 1u << instance);
    return vec4(0.0);
}
@fragment fn fs() {}";
    let bindings = counters(8);
    let extras = Extras {
        first: [5, 2],
        draws: 3,
        ..Extras::default()
    };
    let draw = Draw {
        instances: 4,
        colors: &[],
        bindings: &bindings,
        extras,
        ..Draw::default()
    };
    // Vertices 5 to 7 and instances 2 to 5 in each of three draws.
    draw.wgsl(&gpu, source, |pixels| {
        assert_eq!(
            numbers(&pixels.storage[0]),
            [
                0b1110_0000,
                0b1110_0000,
                0b1110_0000,
                0,
                0b11_1100,
                0b11_1100,
                0b11_1100,
                0
            ]
        );
    });
}

/// The first vertex and instance of a draw, for which WGSL has no built-ins.
#[test]
fn the_first_vertex_and_instance_are_known() {
    let Some(gpu) = gpu() else { return };
    let vertex = "#version 460
layout(set = 0, binding = 0) buffer Seen { uint seen[2]; };
void main() {
    seen[0] = uint(gl_BaseVertex);
    seen[1] = uint(gl_BaseInstance);
    gl_Position = vec4(0.0);
}";
    let shader = parse::glsl(vertex, "base.vert", naga::ShaderStage::Vertex).unwrap_or_else(|error| panic!("{error}"));
    let fragment = parse::wgsl("@fragment fn fs() {}", "fs").unwrap_or_else(|error| panic!("{error}"));
    let bindings = counters(2);
    let extras = Extras {
        first: [77, 3],
        ..Extras::default()
    };
    let draw = Draw {
        colors: &[],
        bindings: &bindings,
        extras,
        ..Draw::default()
    };
    for target in ["vulkan1.1", gpu.newest_target()] {
        let words = |shader| backends::spirula(shader, &backends::options(target)).unwrap();
        let pixels = draw.run(&gpu, (&words(&shader), "main"), (&words(&fragment), "fs"));
        assert_eq!(numbers(&pixels.storage[0]), [77, 3]);
    }
}

/// Corners of different depth: linear in screen space is not linear in clip space.
#[test]
fn inputs_are_interpolated_as_asked() {
    let Some(gpu) = gpu() else { return };
    let source = "struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) in_space: f32,
    @location(1) @interpolate(linear) in_the_picture: f32,
    @location(2) @interpolate(flat) of_the_first: f32,
}
@vertex fn vs(@builtin(vertex_index) index: u32) -> Varying {
    // A quad whose right edge is four times as far away.
    let x = f32(index & 1u);
    let y = f32(index >> 1u);
    let w = 1.0 + 3.0 * x;
    return Varying(vec4((x * 2.0 - 1.0) * w, (y * 2.0 - 1.0) * w, 0.5 * w, w), x, x, x + 7.0);
}
@fragment fn fs(in: Varying) -> @location(0) vec4<f32> {
    return vec4(in.in_space, in.in_the_picture, in.of_the_first, 1.0);
}";
    let draw = Draw {
        vertices: 4,
        topology: vk::PrimitiveTopology::TRIANGLE_STRIP,
        ..Draw::default()
    };
    draw.wgsl(&gpu, source, |pixels| {
        for (at, pixel) in floats(pixels).into_iter().enumerate() {
            let t = (at % 4) as f32 / 4.0 + 0.125;
            let in_space = (t / 4.0) / ((1.0 - t) + t / 4.0);
            assert!((pixel[0] - in_space).abs() < 1e-4, "{at}: {pixel:?}, {in_space}");
            assert!((pixel[1] - t).abs() < 1e-4, "{at}: {pixel:?}, {t}");
            // The first vertices of the strip's triangles are 0 and 1.
            assert!(pixel[2] == 7.0 || pixel[2] == 8.0, "{at}: {pixel:?}");
        }
    });
}

/// The position of each vertex depends on comparisons of its index with constants, which a workaround writes otherwise.
#[test]
fn a_vertex_index_is_equal_to_constants() {
    let Some(gpu) = gpu() else { return };
    let source = "@vertex fn vs(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let x = select(-1.0, 3.0, index == 1u);
    let y = select(3.0, -1.0, index != 2u);
    return vec4(x, y, 0.5, 1.0);
}
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> { return vec4(at.xy, 0.0, 1.0); }";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let workarounds = Workarounds::from([Workaround::VertexIndexEquality]);
    let words = |entry: &str, workarounds: Workarounds| {
        let mut options = backends::options_for(gpu.newest_target(), entry);
        options.workarounds = workarounds;
        backends::spirula(&shader, &options).unwrap_or_else(|error| panic!("{error}"))
    };
    // With `SPIRULA_WORKAROUNDS` the words may already be without it.
    if asked_workarounds().is_empty() {
        assert_eq!(shapes(&words("vs", Workarounds::NONE), workarounds).len(), 2);
    }
    let (vertex, fragment) = (words("vs", workarounds), words("fs", workarounds));
    let pixels = floats(&Draw::default().run(&gpu, (&vertex, "vs"), (&fragment, "fs")));
    let expected: Vec<[f32; 4]> = (0..16_u8)
        .map(|at| [f32::from(at % 4) + 0.5, f32::from(at / 4) + 0.5, 0.0, 1.0])
        .collect();
    assert_eq!(pixels, expected);
}
