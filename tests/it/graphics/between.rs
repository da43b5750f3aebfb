//! Tests of values passed between stages: numbers of every width from vertex buffers to attachments, and inputs at all
//! interpolation positions.

use super::{Draw, covering, floats, numbers};
use crate::common::vulkan::{Attribute, Color, VertexBuffer, gpu, vk};
use crate::common::{backends, parse};

const fn color(format: vk::Format) -> Color {
    Color {
        format,
        clear: [0.0; 4],
    }
}

/// The attributes of a vertex, the same for all vertices.
fn attributes(values: &[(vk::Format, &[u8])], vertices: usize) -> VertexBuffer {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for (location, (format, value)) in (0..).zip(values) {
        list.push(Attribute {
            location,
            format: *format,
            offset: bytes.len() as u32,
        });
        bytes.extend_from_slice(value);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
    }
    VertexBuffer {
        stride: bytes.len() as u32,
        attributes: list,
        bytes: bytes.repeat(vertices),
        per_instance: false,
    }
}

/// Numbers of 16 and 32 bits: 16-bit ones are widened if the device does not support them between stages.
#[test]
fn numbers_go_from_buffers_to_attachments() {
    let Some(gpu) = gpu() else { return };
    let source = "enable f16;
enable wgpu_int16;
struct Attributes {
    @location(0) i16: vec2<i16>,
    @location(1) i32: vec2<i32>,
    @location(2) u16: vec2<u16>,
    @location(3) u32: vec2<u32>,
    @location(4) f16: vec2<f16>,
    @location(5) f32: vec2<f32>,
}
struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) i16: vec2<i16>,
    @location(1) @interpolate(flat) i32: vec2<i32>,
    @location(2) @interpolate(flat) u16: vec2<u16>,
    @location(3) @interpolate(flat) u32: vec2<u32>,
    @location(4) @interpolate(flat) f16: vec2<f16>,
    @location(5) f32: vec2<f32>,
}
struct Colors {
    @location(0) i16: vec4<i16>,
    @location(1) i32: vec4<i32>,
    @location(2) u16: vec4<u16>,
    @location(3) u32: vec4<u32>,
    @location(4) f16: vec4<f16>,
    @location(5) f32: vec4<f32>,
}
@vertex fn vs(@builtin(vertex_index) index: u32, in: Attributes) -> Varying {
    let at = vec2(f32(index % 2u) * 4.0 - 1.0, f32(index / 2u) * 4.0 - 1.0);
    return Varying(vec4(at, 0.5, 1.0), in.i16 + vec2(i16(1)), in.i32 - 1, in.u16 / vec2(u16(2)), in.u32 + 1u, in.f16 * 2.0h, in.f32 * 3.0);
}
@fragment fn fs(in: Varying) -> Colors {
    return Colors(in.i16.xyxy, in.i32.yxyx, in.u16.xyyx, in.u32.xyxy, in.f16.yxyx, in.f32.xyyx);
}";
    let i16s = [-300_i16, 300].map(i16::to_ne_bytes);
    let i32s = [-70_000_i32, 70_000].map(i32::to_ne_bytes);
    let u16s = [65_535_u16, 9].map(u16::to_ne_bytes);
    let u32s = [4_000_000_000_u32, 1].map(u32::to_ne_bytes);
    // -2.5 and 0.125 as 16-bit floats.
    let f16s = [0xc100_u16, 0x3000].map(u16::to_ne_bytes);
    let f32s = [0.5_f32, -1e6].map(f32::to_ne_bytes);
    let buffer = attributes(
        &[
            (vk::Format::R16G16_SINT, i16s.as_flattened()),
            (vk::Format::R32G32_SINT, i32s.as_flattened()),
            (vk::Format::R16G16_UINT, u16s.as_flattened()),
            (vk::Format::R32G32_UINT, u32s.as_flattened()),
            (vk::Format::R16G16_SFLOAT, f16s.as_flattened()),
            (vk::Format::R32G32_SFLOAT, f32s.as_flattened()),
        ],
        3,
    );
    let draw = Draw {
        colors: &[
            color(vk::Format::R16G16B16A16_SINT),
            color(vk::Format::R32G32B32A32_SINT),
            color(vk::Format::R16G16B16A16_UINT),
            color(vk::Format::R32G32B32A32_UINT),
            color(vk::Format::R32G32B32A32_SFLOAT),
            color(vk::Format::R32G32B32A32_SFLOAT),
        ],
        buffers: &[buffer],
        ..Draw::default()
    };
    let expected: [Vec<u8>; 6] = [
        [-299_i16, 301, -299, 301].map(i16::to_ne_bytes).concat(),
        [69_999_i32, -70_001, 69_999, -70_001].map(i32::to_ne_bytes).concat(),
        [32_767_u16, 4, 4, 32_767].map(u16::to_ne_bytes).concat(),
        [4_000_000_001_u32, 2, 4_000_000_001, 2].map(u32::to_ne_bytes).concat(),
        [0.25_f32, -5.0, 0.25, -5.0].map(f32::to_ne_bytes).concat(),
        [1.5_f32, -3e6, -3e6, 1.5].map(f32::to_ne_bytes).concat(),
    ];
    draw.wgsl_narrow(&gpu, source, |pixels| {
        for (found, expected) in pixels.colors.iter().zip(&expected) {
            assert_eq!(*found, expected.repeat(16));
        }
    });
}

/// 64-bit numbers, which only some devices support in vertex buffers.
#[test]
fn long_numbers_go_from_stage_to_stage() {
    let Some(gpu) = gpu() else { return };
    let source = "struct Attributes {
    @location(0) i64: i64,
    @location(1) u64: u64,
    @location(2) f64: f64,
}
struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) i64: i64,
    @location(1) @interpolate(flat) u64: u64,
    @location(2) @interpolate(flat) f64: f64,
}
fn passed(index: u32, a: i64, b: u64, c: f64) -> Varying {
    let at = vec2(f32(index % 2u) * 4.0 - 1.0, f32(index / 2u) * 4.0 - 1.0);
    return Varying(vec4(at, 0.5, 1.0), a * 3li, b + 1lu, c * 0.5lf);
}
@vertex fn made(@builtin(vertex_index) index: u32) -> Varying {
    let more = i64(index / 4u);
    return passed(index, -5000000000li + more, 18000000000000000000lu, 1e-9lf + 1000.0lf);
}
@vertex fn read(@builtin(vertex_index) index: u32, in: Attributes) -> Varying { return passed(index, in.i64, in.u64, in.f64); }
@fragment fn fs(in: Varying) -> @location(0) vec4<u32> {
    return vec4(u32(in.i64 == -15000000000li), u32(in.u64 == 18000000000000000001lu),
        u32(round((in.f64 - 500.0lf) * 1e12lf)), u32(in.u64 >> 32u));
}";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let target = gpu.newest_target();
    let words = |entry: &str| {
        backends::spirula(&shader, &backends::options_for(target, entry)).unwrap_or_else(|error| panic!("{error}"))
    };
    let long = [
        (vk::Format::R64_SINT, (-5_000_000_000_i64).to_ne_bytes()),
        (vk::Format::R64_UINT, 18_000_000_000_000_000_000_u64.to_ne_bytes()),
        (vk::Format::R64_SFLOAT, (1e-9_f64 + 1000.0).to_ne_bytes()),
    ];
    let reads = long.iter().all(|(format, _)| gpu.reads_vertices(*format));
    let values: Vec<_> = long.iter().map(|(format, bytes)| (*format, bytes.as_slice())).collect();
    let buffers = [attributes(&values, 3)];
    for (entry, buffers) in [("made", &[][..]), ("read", &buffers)] {
        if entry == "read" && !reads {
            continue;
        }
        let draw = Draw {
            colors: &[color(vk::Format::R32G32B32A32_UINT)],
            buffers,
            ..Draw::default()
        };
        let pixels = draw.run(&gpu, (&words(entry), entry), (&words("fs"), "fs"));
        let high = (18_000_000_000_000_000_001_u64 >> 32) as u32;
        assert_eq!(numbers(&pixels.colors[0]), [1, 1, 500, high].repeat(16), "{entry}");
    }
}

/// With one sample a pixel, all interpolation positions are the centre; flat values come from the first vertex, or from
/// any.
#[test]
fn places_of_inputs() {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{}
struct Places {{
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat, first) first: u32,
    @location(1) @interpolate(flat, either) either: i32,
    @location(2) @interpolate(perspective, centroid) inside: vec2<f32>,
    @location(3) @interpolate(linear, sample) sampled: vec2<f32>,
    @location(4) @interpolate(linear, center) middle: vec2<f32>,
}}
@vertex fn places(@builtin(vertex_index) index: u32) -> Places {{
    let at = corner(index);
    return Places(vec4(at, 0.5, 1.0), index + 5u, -7, at, at * 2.0, at.yx);
}}
@fragment fn fs(in: Places) -> @location(0) vec4<f32> {{
    let same = all(abs(in.sampled - in.inside * 2.0) < vec2(1e-5)) && all(abs(in.middle - in.inside.yx) < vec2(1e-5));
    return vec4(in.inside, f32(in.first) * 100.0 + f32(in.either), f32(same));
}}",
        covering("@location(0) unused: f32", "0.0")
    );
    Draw::default().wgsl(
        &gpu,
        &source
            .replace("fn vs(", "fn unused_vs(")
            .replace("fn places(", "fn vs("),
        |pixels| {
            for (at, pixel) in floats(pixels).into_iter().enumerate() {
                let place = [at % 4, at / 4].map(|place| (place as f32 + 0.5) / 2.0 - 1.0);
                assert!(
                    (pixel[0] - place[0]).abs() < 1e-5 && (pixel[1] - place[1]).abs() < 1e-5,
                    "{at}: {pixel:?}"
                );
                assert_eq!(pixel[2..], [493.0, 1.0], "{at}");
            }
        },
    );
}

/// A position that is computed by the same expression in two shaders is equal: the second draw, with the depth test
/// "equal", covers all pixels. In one pass with both, neither of two equal depths is nearer, so nothing is drawn twice.
#[test]
fn invariant_positions_cover_what_they_say() {
    let Some(gpu) = gpu() else { return };
    let source = "struct Varying { @builtin(position) @invariant position: vec4<f32> }
@vertex fn vs(@builtin(vertex_index) index: u32) -> Varying {
    let i = index % 3u;
    let scale = 0.3 + f32(index / 3u) * 0.0;
    let at = vec2(f32(i % 2u) * 4.0 - 1.0, f32(i / 2u) * 4.0 - 1.0);
    return Varying(vec4(at * scale / 0.3, 0.1 * scale + 0.2, 1.0));
}
@group(0) @binding(0) var<storage, read_write> drawn: atomic<u32>;
@fragment @early_depth_test(force) fn fs(in: Varying) -> @location(0) vec4<f32> {
    atomicAdd(&drawn, 1u);
    return vec4(in.position.xy, 0.0, 1.0);
}";
    let bindings = super::counters(1);
    let draw = Draw {
        vertices: 6,
        depth: true,
        bindings: &bindings,
        ..Draw::default()
    };
    draw.wgsl(&gpu, source, |pixels| {
        assert_eq!(numbers(&pixels.storage[0]), [16]);
        for (at, pixel) in floats(pixels).into_iter().enumerate() {
            assert_eq!(pixel, [(at % 4) as f32 + 0.5, (at / 4) as f32 + 0.5, 0.0, 1.0]);
        }
    });
}
