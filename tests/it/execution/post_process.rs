//! Test of `examples/post_process.wgsl` with a small picture against the same formulas in Rust, for each pixel.

use super::bytes::Bytes;
use super::run::{example, group, targets, words};
use crate::common::picture::Picture;
use crate::common::vulkan::{Color, Image, Render, Resource, Sampling, Stage, gpu, vk};

const SCENE: [u32; 2] = [12, 8];
const SCREEN: [u32; 2] = [72, 48];
const EXPOSURE: f64 = 1.3;
const VIGNETTE: f64 = 0.7;
const BLUR: f64 = 1.5;
const SATURATION: f64 = 1.4;

fn scene() -> Vec<[u8; 4]> {
    let [width, height] = SCENE;
    (0..width * height)
        .map(|i| {
            let (x, y) = (i % width, i / width);
            let checker = if (x / 2 + y / 2) % 2 == 0 { 200 } else { 70 };
            [40 + x * 18, 220 - y * 22, checker, 255].map(|value| value as u8)
        })
        .collect()
}

/// A linear filter that clamps at the border.
fn sample(scene: &[[u8; 4]], uv: [f64; 2]) -> [f64; 3] {
    let at = [uv[0] * f64::from(SCENE[0]) - 0.5, uv[1] * f64::from(SCENE[1]) - 0.5];
    let mut sum = [0.0; 3];
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let x = (at[0].floor() as i64 + dx).clamp(0, i64::from(SCENE[0]) - 1) as usize;
        let y = (at[1].floor() as i64 + dy).clamp(0, i64::from(SCENE[1]) - 1) as usize;
        let weight = |fraction: f64, far: i64| if far == 1 { fraction } else { 1.0 - fraction };
        let weight = weight(at[0] - at[0].floor(), dx) * weight(at[1] - at[1].floor(), dy);
        for (sum, value) in sum.iter_mut().zip(scene[y * SCENE[0] as usize + x]) {
            *sum += weight * f64::from(value) / 255.0;
        }
    }
    sum
}

fn pixel(scene: &[[u8; 4]], uv: [f64; 2]) -> [f64; 4] {
    let centered = uv.map(|x| x * 2.0 - 1.0);
    let edge = (centered[0] * centered[0] + centered[1] * centered[1]) / 2.0;
    // The fourth row of Pascal's triangle divided by 16.
    let weights = [1.0, 4.0, 6.0, 4.0, 1.0].map(|weight| weight / 16.0);
    let mut color = [0.0; 3];
    for (y, wy) in weights.iter().enumerate() {
        for (x, wx) in weights.iter().enumerate() {
            let reach = |i: usize, size: u32| (i as f64 - 2.0) * BLUR * edge / f64::from(size);
            let tap = sample(scene, [uv[0] + reach(x, SCENE[0]), uv[1] + reach(y, SCENE[1])]);
            for (sum, value) in color.iter_mut().zip(tap) {
                *sum += wx * wy * value * EXPOSURE;
            }
        }
    }
    let grey = color[0] * 0.2126 + color[1] * 0.7152 + color[2] * 0.0722;
    let t = ((edge - 0.2) / 0.8).clamp(0.0, 1.0);
    let vignette = 1.0 - VIGNETTE * t * t * (3.0 - 2.0 * t);
    let [r, g, b] = color.map(|x| {
        let x = (grey + (x - grey) * SATURATION).max(0.0);
        let toned = (x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)).clamp(0.0, 1.0) * vignette;
        if toned <= 0.003_130_8 {
            toned * 12.92
        } else {
            1.055 * toned.powf(1.0 / 2.4) - 0.055
        }
    });
    [r, g, b, 1.0]
}

#[test]
fn the_picture_is_finished_as_in_rust() {
    let Some(gpu) = gpu() else { return };
    let shader = example("post_process.wgsl");
    let [width, height] = SCREEN;
    let texels = scene();
    let colors: Vec<_> = (0..width * height)
        .map(|i| {
            let uv = [f64::from(i % width) + 0.5, f64::from(i / width) + 0.5];
            pixel(&texels, [uv[0] / f64::from(width), uv[1] / f64::from(height)])
        })
        .collect();
    let expected = Picture::from_colors(width, height, &colors);
    expected.keep("post_process_expected");
    let mut settings = Bytes::default();
    settings.floats(&[EXPOSURE, VIGNETTE, BLUR, SATURATION]);
    let image = Image::flat(vk::Format::R8G8B8A8_UNORM, SCENE[0], SCENE[1], texels.into_flattened());
    let sampling = Sampling {
        filter: vk::Filter::LINEAR,
        address: vk::SamplerAddressMode::CLAMP_TO_EDGE,
        compare: None,
    };
    let bindings = group([
        Resource::Uniform(settings.0),
        Resource::Texture(image),
        Resource::Sampler(sampling),
    ]);
    for target in targets(&gpu) {
        let (vertex, fragment) = (words(&shader, target, "screen"), words(&shader, target, "finish"));
        let pixels = gpu
            .render(&Render {
                vertex: Stage {
                    words: &vertex,
                    entry_point: "screen",
                },
                fragment: Some(Stage {
                    words: &fragment,
                    entry_point: "finish",
                }),
                bindings: &bindings,
                push_constants: &[],
                constants: &[],
                vertex_buffers: &[],
                topology: vk::PrimitiveTopology::TRIANGLE_LIST,
                vertices: 3,
                instances: 1,
                size: SCREEN,
                // A clear color that no pixel may have: the triangle covers all of them.
                colors: &[Color {
                    format: vk::Format::R8G8B8A8_UNORM,
                    clear: [1.0, 0.0, 1.0, 0.0],
                }],
                depth: false,
            })
            .unwrap_or_else(|error| panic!("{target}: {error}"));
        let picture = Picture::from_bytes(width, height, &pixels.colors[0]);
        picture.keep("post_process");
        picture
            .compare(&expected, 3, |_, _| true)
            .unwrap_or_else(|error| panic!("{target}: {error}"));
    }
}
