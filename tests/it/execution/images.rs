//! Tests of images and samplers in compute shaders: compared with known numbers, and `examples/image_filter.wgsl`.

use super::bytes::{Bytes, to_floats};
use super::run::{example, group, targets, words};
use crate::common::parse;
use crate::common::picture::Picture;
use crate::common::vulkan::{Compute, Image, NEAREST, Resource, Sampling, gpu, vk};

/// Runs `main` once with a texture, a sampler and an output buffer for the expected floats.
fn sampled(declarations: &str, body: &str, image: &Image, sampling: Sampling, expected: &[f32]) {
    let Some(gpu) = gpu() else { return };
    let source = format!(
        "{declarations}
@group(0) @binding(1) var samp: sampler;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(1)
fn main() {{
{body}
}}
"
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let bindings = group([
        Resource::Texture(image.clone()),
        Resource::Sampler(sampling),
        Resource::Storage(vec![0; expected.len() * 4]),
    ]);
    for target in targets(&gpu) {
        let results = gpu
            .compute(&Compute {
                words: &words(&shader, target, "main"),
                entry_point: "main",
                bindings: &bindings,
                push_constants: &[],
                constants: &[],
                workgroups: [1, 1, 1],
                validate: true,
            })
            .unwrap_or_else(|error| panic!("{target}: {error}\n{source}"));
        let actual = to_floats(&results[0]);
        let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 0.005 * b.abs().max(1.0);
        assert!(
            actual.iter().zip(expected).all(close),
            "{target}: {actual:?}, expected {expected:?}\n{source}"
        );
    }
}

/// Floats counting from 0, in levels of 4 × 2 and 2 × 1 for each layer.
fn counting(view: vk::ImageViewType, layers: u32) -> Image {
    let count = layers * (8 + 2);
    let texels = (0..count).flat_map(|value| (value as f32).to_ne_bytes()).collect();
    Image {
        format: vk::Format::R32_SFLOAT,
        view,
        extent: [4, 2, 1],
        layers,
        levels: 2,
        texels,
    }
}

const LINEAR: Sampling = Sampling {
    filter: vk::Filter::LINEAR,
    ..NEAREST
};

#[test]
fn a_texture_is_loaded_and_measured() {
    let body = "
    let outside = i32(textureDimensions(image).x) + 5;
    output[0] = textureLoad(image, vec2<i32>(1, 1), 0).x;
    output[1] = textureLoad(image, vec2<u32>(1u, 0u), 1u).x;
    output[2] = textureLoad(image, vec2<i32>(outside, 0), 0).x;
    output[3] = f32(textureDimensions(image).x * 10u + textureDimensions(image).y);
    output[4] = f32(textureDimensions(image, 1).x * 10u + textureDimensions(image, 1).y);
    output[5] = f32(textureNumLevels(image));
    ";
    let image = counting(vk::ImageViewType::TYPE_2D, 1);
    let declaration = "@group(0) @binding(0) var image: texture_2d<f32>;";
    sampled(declaration, body, &image, NEAREST, &[5.0, 9.0, 3.0, 42.0, 21.0, 2.0]);
}

#[test]
fn a_texture_is_sampled() {
    let body = "
    output[0] = textureSampleLevel(image, samp, vec2<f32>(0.5, 0.25), 0.0).x;
    output[1] = textureSampleLevel(image, samp, vec2<f32>(0.25, 0.5), 1.0).x;
    output[2] = textureSampleLevel(image, samp, vec2<f32>(0.125, 0.25), 0.0, vec2<i32>(2, 1)).x;
    output[3] = textureSampleGrad(image, samp, vec2<f32>(0.125, 0.75), vec2<f32>(0.0), vec2<f32>(0.0)).x;
    output[4] = textureSampleBaseClampToEdge(image, samp, vec2<f32>(2.0, 2.0)).x;
    ";
    let image = counting(vk::ImageViewType::TYPE_2D, 1);
    let declaration = "@group(0) @binding(0) var image: texture_2d<f32>;";
    if gpu().is_some_and(|gpu| gpu.supports(image.format, vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR)) {
        sampled(declaration, body, &image, LINEAR, &[1.5, 8.0, 6.0, 4.0, 7.0]);
    }
    sampled(
        declaration,
        &body.replace("0.5, 0.25", "0.4, 0.25"),
        &image,
        NEAREST,
        &[1.0, 8.0, 6.0, 4.0, 7.0],
    );
}

#[test]
fn layers_are_distinguished() {
    let body = "
    let layer = i32(textureNumLayers(image)) - 1;
    output[0] = textureLoad(image, vec2<i32>(3, 1), layer, 0).x;
    output[1] = textureLoad(image, vec2<i32>(3, 1), layer + 7, 0).x;
    output[2] = textureSampleLevel(image, samp, vec2<f32>(0.1, 0.1), 1, 0.0).x;
    output[3] = textureSampleLevel(image, samp, vec2<f32>(0.1, 0.1), u32(layer), 1.0).x;
    ";
    // Level 0 has 0 to 23 in three layers of 8, level 1 has 24 to 29 in three layers of 2.
    let image = counting(vk::ImageViewType::TYPE_2D_ARRAY, 3);
    let declaration = "@group(0) @binding(0) var image: texture_2d_array<f32>;";
    sampled(declaration, body, &image, NEAREST, &[23.0, 23.0, 8.0, 28.0]);
}

#[test]
fn layers_of_every_width() {
    let body = "
    let layer = i32(textureNumLayers(image)) - 1;
    output[0] = textureSampleLevel(image, samp, vec2<f32>(0.1, 0.1), u16(layer), 0.0).x;
    output[1] = textureSampleLevel(image, samp, vec2<f32>(0.1, 0.1), i16(layer - 3), 0.0).x;
    output[2] = textureSampleLevel(image, samp, vec2<f32>(0.1, 0.1), u64(layer - 1), 0.0).x;
    output[3] = textureSampleLevel(image, samp, vec2<f32>(0.1, 0.1), i64(layer), 1.0).x;
    ";
    let image = counting(vk::ImageViewType::TYPE_2D_ARRAY, 3);
    let declaration = "enable wgpu_int16;\n@group(0) @binding(0) var image: texture_2d_array<f32>;";
    sampled(declaration, body, &image, NEAREST, &[16.0, 0.0, 8.0, 28.0]);
}

#[test]
fn a_cube_is_sampled_by_direction() {
    let texels = (0..6).flat_map(|face| (face as f32 * 10.0).to_ne_bytes()).collect();
    let view = vk::ImageViewType::CUBE;
    let image = Image {
        format: vk::Format::R32_SFLOAT,
        view,
        extent: [1, 1, 1],
        layers: 6,
        levels: 1,
        texels,
    };
    let body = "
    output[0] = textureSampleLevel(image, samp, vec3<f32>(1.0, 0.2, 0.1), 0.0).x;
    output[1] = textureSampleLevel(image, samp, vec3<f32>(0.2, -1.0, 0.1), 0.0).x;
    output[2] = textureSampleLevel(image, samp, vec3<f32>(0.2, 0.1, -1.0), 0.0).x;
    ";
    let declaration = "@group(0) @binding(0) var image: texture_cube<f32>;";
    sampled(declaration, body, &image, NEAREST, &[0.0, 30.0, 50.0]);
}

#[test]
fn integer_textures_are_loaded() {
    let Some(gpu) = gpu() else { return };
    let source = "
    @group(0) @binding(0) var signed: texture_2d<i32>;
    @group(0) @binding(1) var unsigned: texture_3d<u32>;
    @group(0) @binding(2) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(1)
    fn main() {
        output[0] = bitcast<u32>(textureLoad(signed, vec2<i32>(1, 0), 0).x);
        output[1] = textureLoad(unsigned, vec3<i32>(1, 0, 1), 0).x;
        output[2] = textureDimensions(unsigned).z;
    }
    ";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let texels = |values: &[u32]| values.iter().flat_map(|value| value.to_ne_bytes()).collect::<Vec<u8>>();
    let flat = Image::flat(vk::Format::R32_SINT, 2, 1, texels(&[1, u32::MAX]));
    let deep = Image {
        view: vk::ImageViewType::TYPE_3D,
        extent: [2, 1, 2],
        ..Image::flat(vk::Format::R32_UINT, 2, 1, texels(&[10, 11, 12, 13]))
    };
    let bindings = group([
        Resource::Texture(flat),
        Resource::Texture(deep),
        Resource::Storage(vec![0; 12]),
    ]);
    for target in targets(&gpu) {
        let words = words(&shader, target, "main");
        let (entry_point, workgroups) = ("main", [1, 1, 1]);
        let bindings = &bindings;
        let run = Compute {
            words: &words,
            entry_point,
            bindings,
            push_constants: &[],
            constants: &[],
            workgroups,
            validate: true,
        };
        let results = gpu.compute(&run).unwrap_or_else(|error| panic!("{target}: {error}"));
        assert_eq!(super::bytes::to_words(&results[0]), [u32::MAX, 13, 2], "{target}");
    }
}

#[test]
fn storage_textures_are_written_inside_their_bounds() {
    let Some(gpu) = gpu() else { return };
    let source = "
    @group(0) @binding(0) var image: texture_storage_2d<rgba32float, write>;
    @group(0) @binding(1) var counts: texture_storage_2d<r32uint, read_write>;
    @compute @workgroup_size(1)
    fn main() {
        let size = vec2<i32>(textureDimensions(image));
        textureStore(image, vec2<i32>(0, 1), vec4<f32>(1.0, 2.0, 3.0, 4.0));
        textureStore(counts, vec2<u32>(1u, 0u), textureLoad(counts, vec2<u32>(0u, 0u)) + vec4<u32>(u32(size.x)));
    }
    ";
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let image = Image::flat(vk::Format::R32G32B32A32_SFLOAT, 2, 2, vec![0; 64]);
    let counts = Image::flat(
        vk::Format::R32_UINT,
        2,
        1,
        [40_u32, 0].iter().flat_map(|v| v.to_ne_bytes()).collect(),
    );
    let bindings = group([Resource::StorageImage(image), Resource::StorageImage(counts)]);
    for target in targets(&gpu) {
        let words = words(&shader, target, "main");
        let run = Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        };
        let results = gpu.compute(&run).unwrap_or_else(|error| panic!("{target}: {error}"));
        let mut expected = vec![0.0; 16];
        expected[8..12].copy_from_slice(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(to_floats(&results[0]), expected, "{target}");
        assert_eq!(super::bytes::to_words(&results[1]), [40, 42], "{target}");
    }
}

const SIZE: [u32; 2] = [21, 13];
const SCALE: f64 = 0.6;
const THRESHOLD: f64 = 0.05;

fn filtered(input: &[[u8; 4]]) -> Vec<[f64; 4]> {
    let [width, height] = SIZE.map(i64::from);
    let brightness = |x: i64, y: i64| {
        let at = y.clamp(0, height - 1) * width + x.clamp(0, width - 1);
        let [r, g, b, _] = input[at as usize].map(|value| f64::from(value) / 255.0);
        0.299 * r + 0.587 * g + 0.114 * b
    };
    (0..width * height)
        .map(|index| {
            let (x, y) = (index % width, index / width);
            let mut slope = [0.0, 0.0];
            for (i, weight) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                slope[0] += weight * (brightness(x + 1, y + i) - brightness(x - 1, y + i));
                slope[1] += weight * (brightness(x + i, y + 1) - brightness(x + i, y - 1));
            }
            let length = slope[0].hypot(slope[1]);
            if length * SCALE < THRESHOLD {
                return [0.5, 0.5, 0.0, 1.0];
            }
            [
                slope[0] / length * 0.5 + 0.5,
                slope[1] / length * 0.5 + 0.5,
                (length * SCALE).min(1.0),
                1.0,
            ]
        })
        .collect()
}

#[test]
fn edges_are_found_as_in_rust() {
    let Some(gpu) = gpu() else { return };
    let [width, height] = SIZE;
    // A bright disc on a gradient.
    let input: Vec<[u8; 4]> = (0..width * height)
        .map(|i| {
            let (x, y) = (f64::from(i % width), f64::from(i / width));
            let inside = (x - 9.0).hypot(y - 6.0) < 4.5;
            [
                if inside { 230 } else { 30 + x as u8 * 3 },
                if inside { 200 } else { 40 + y as u8 * 5 },
                90,
                255,
            ]
        })
        .collect();
    let expected = Picture::from_colors(width, height, &filtered(&input));
    let strong = expected.rgba.iter().filter(|pixel| pixel[2] > 128).count();
    let flat = expected.rgba.iter().filter(|pixel| pixel[2] == 0).count();
    assert!(
        strong > 20 && flat > 20,
        "the picture has edges and none: {strong}, {flat}"
    );
    let shader = example("image_filter.wgsl");
    let mut parameters = Bytes::default();
    parameters.floats(&[SCALE, THRESHOLD]);
    let format = vk::Format::R8G8B8A8_UNORM;
    let bindings = group([
        Resource::Uniform(parameters.0),
        Resource::Texture(Image::flat(format, width, height, input.into_flattened())),
        Resource::StorageImage(Image::flat(
            format,
            width,
            height,
            vec![0; (width * height * 4) as usize],
        )),
    ]);
    for target in targets(&gpu) {
        let results = gpu
            .compute(&Compute {
                words: &words(&shader, target, "edges"),
                entry_point: "edges",
                bindings: &bindings,
                push_constants: &[],
                constants: &[],
                workgroups: [width.div_ceil(8), height.div_ceil(8), 1],
                validate: true,
            })
            .unwrap_or_else(|error| panic!("{target}: {error}"));
        let picture = Picture::from_bytes(width, height, &results[0]);
        picture.keep("image_filter");
        picture
            .compare(&expected, 1, |_, _| true)
            .unwrap_or_else(|error| panic!("{target}: {error}"));
    }
}
